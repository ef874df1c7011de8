"""From taps to a ruling where something goes wrong in the deal, the play, with pegs and in counting."""

import pytest

from judging.rules.call_questions import FIRST, Facts, work_out
from judging.rules.call_situations import BY_SLUG
from judging.rules.wrong_number import Number, wrong_number
from tests.judging.rules.tapping import NAMES, pegs, proposed, worked
from tournaments.rules.constants import EDITIONS

# Extra cards into the crib


def test_4_4_d_5_runs_by_itself() -> None:
    taps = {"dealer": FIRST, "stage": "before", "dealers_hand": "many", "crib": "few"}
    usual = proposed("wrong-number", **taps)
    two_short = proposed("wrong-number", **taps, crib_cards="2")

    assert usual.rules == ("4.4.b.(1)", "4.4.c", "4.4.d.(5)")
    assert "4 with the dealer and 4 in the crib. Every number is right" in usual.text
    assert two_short.rules == ("4.4.b.(1)", "4.4.c", "4.4.d.(5)", "4.4.d.(3)")
    assert "look up" not in usual.text + two_short.text


def test_4_4_d_5_takes_points_back_by_the_row_that_it_leads_to() -> None:
    taps = {"stage": "after", "pone": "few", "dealers_hand": "many", "crib": "few"}
    proposal = proposed("wrong-number", "acc-2010", dealer=FIRST, **taps, pegged_dealer="3", pegged_pone="2")

    row = wrong_number(edition="acc-2010", pone=Number.FEW, dealer=Number.MANY, crib=Number.FEW, after_starter=True)
    assert (row.action, pegs(proposal)) == (12, (3, 0, 2, 0))


def test_cards_are_counted_only_where_extra_ones_go_into_the_crib() -> None:
    def asked(crib: str) -> list[str]:
        questions = worked("wrong-number", stage="before", dealers_hand="many", crib=crib).questions
        return [one.name for one in questions if one.name.endswith("-cards")]

    both_many = {
        one.name: one.default
        for one in worked("wrong-number", stage="before", pone="many", dealers_hand="many", crib="few").questions
    }

    assert both_many["crib-cards"] == "2"
    assert (asked("few"), asked("many")) == (["pone-cards", "dealers-hand-cards", "crib-cards"], [])


@pytest.mark.parametrize(("kept", "both_peg"), [("dealer", (4, 0, 0, 6)), ("pone", (0, 6, 4, 0))])
def test_wrong_deal_can_be_kept_from_the_other_by_either(kept: str, both_peg: tuple[int, ...]) -> None:
    taps = {"dealer": FIRST, "stage": "discard", "dealer_cards": "7", "offender_hole": "4"}

    assert pegs(proposed("wrong-number", **taps, kept=kept)) == both_peg


# Starter, play, pegs, counting, penalties


@pytest.mark.parametrize(
    ("slug", "answers", "rule", "both_peg"),
    [
        ("wrong-count", {"announced": "challenged", "pegged": "2"}, "7.4.b", (2, 0, 0, 2)),
        ("wrong-count", {"announced": "corrected", "pegged": "2"}, "7.4.a", (2, 0, 0, 0)),
        ("wrong-count", {"announced": "too_late", "pegged": "2"}, "7.4.a", (0, 0, 0, 0)),
        ("play", {"what": "jack", "heels": "before_play"}, "6.3.a", (0, 2, 0, 0)),
        ("play", {"what": "jack", "heels": "played"}, "6.3.c", (0, 0, 0, 0)),
        ("play", {"what": "jack", "heels": "pegged_late"}, "6.3.c", (2, 0, 0, 2)),
        ("play", {"what": "starter", "pegged": "2"}, "6.1.a", (2, 0, 0, 0)),
        ("play", {"what": "two-turned"}, "6.2.a", (0, 0, 0, 0)),
        ("play", {"what": "lead", "lead": "pone_played_on_it", "since_pone": "2"}, "7.1.b", (0, 0, 2, 0)),
        ("play", {"what": "lead", "lead": "went_on", "since_pone": "2"}, "7.1.b", (0, 0, 0, 0)),
        ("play", {"what": "let-go", "past_31": "no"}, "7.1.e", (0, 0, 0, 0)),
        ("play", {"what": "let-go", "past_31": "yes", "claimed": "yes", "short": "4"}, "7.1.e", (15, 0, 0, 4)),
        ("play", {"what": "two-laid", "cards": "one_fits"}, "7.1.f", (0, 0, 0, 0)),
        ("pegs", {"what": "front", "front_peg": "in_hand", "before": "8", "score": "6"}, "8.5.a.(1)", (8, 6, 0, 0)),
        ("pegs", {"what": "front", "front_peg": "pegged_backward", "before": "8"}, "8.5.a.(2)", (8, 0, 0, 0)),
        ("pegs", {"what": "front", "front_peg": "both_on_fourth", "stood": "9"}, "8.5.a.(2)", (9, 0, 0, 0)),
        ("counting", {"what": "too-soon", "pegged": "8", "hand": "6"}, "9.2.c", (8, 8, 0, 6)),
        ("counting", {"what": "announced", "said": "6", "right": "8"}, "9.2.d", (0, 8, 0, 0)),
        ("counting", {"what": "hand", "pegged": "8"}, "9.4.a", (8, 0, 0, 0)),
        ("counting", {"what": "crib"}, "9.4.b", (0, 0, 0, 0)),
        ("counting", {"what": "starter", "found": "drawn"}, "9.3.a", (0, 0, 0, 2)),
        ("penalty", {"mistake": "not_due", "pegged": "2"}, "11.3", (2, 0, 0, 0)),
        ("penalty", {"mistake": "too_many", "pegged": "2"}, "11.2", (2, 0, 0, 2)),
        ("penalty", {"mistake": "too_few"}, "11.2", (0, 0, 0, 0)),
    ],
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_what_goes_wrong_after_the_deal_is_worked_out_in_both_editions(
    edition: str, slug: str, answers: dict[str, str], rule: str, both_peg: tuple[int, ...]
) -> None:
    proposal = proposed(slug, edition, who=FIRST, muggins=False, **answers)

    assert (proposal.rules[0], pegs(proposal)) == (rule, both_peg)


@pytest.mark.parametrize(
    ("answers", "rules", "both_peg"),
    [
        ({"what": "both", "score": "6"}, ("8.5.b", "8.5.b"), ((0, 6, 0, 0), (0, 0, 0, 0))),
        ({"what": "touched", "touched": "front_knocked_out"}, ("8.6", "8.7"), ((0,) * 4, (0,) * 4)),
        ({"what": "track"}, ("8.8", "8.9"), ((0,) * 4, (0,) * 4)),
        ({"what": "go", "could_play": "no"}, ("8.9", "8.10"), ((0,) * 4, (0,) * 4)),
        ({"what": "go", "could_play": "yes"}, ("8.9", "8.10"), ((1, 0, 0, 1), (1, 0, 0, 1))),
        ({"what": "go", "could_play": "yes", "into_game_hole": "yes"}, ("8.9", "8.10"), ((15, 0, 0, 1), (15, 0, 0, 1))),
        ({"what": "not-out", "refuses": "yes", "due": "4"}, ("8.10.a", "8.11"), ((0,) * 4, (0,) * 4)),
        ({"what": "not-out", "refuses": "no", "due": "4"}, ("8.10", "8.11"), ((0, 4, 0, 0), (0,) * 4)),
        ({"what": "conceded"}, ("8.10.b", "8.11.d"), ((0,) * 4, (0,) * 4)),
    ],
)
def test_pegs_are_worked_out_by_the_edition(
    answers: dict[str, str], rules: tuple[str, str], both_peg: tuple[tuple[int, ...], ...]
) -> None:
    found = [proposed("pegs", edition, who=FIRST, muggins=False, **answers) for edition in EDITIONS]

    assert [one.rules[0] for one in found] == list(rules)
    assert [pegs(one) for one in found] == list(both_peg)


def test_crib_counted_first_costs_two_points_in_2010_only() -> None:
    taps = {"what": "crib-first", "who": FIRST, "pegged": "4", "hand": "6"}

    assert pegs(proposed("counting", **taps)) == (4, 10, 0, 0)
    assert pegs(proposed("counting", "acc-2010", **taps)) == (4, 10, 0, 2)


def test_win_by_an_act_can_be_tapped_in_2010_only() -> None:
    taps = {"who": FIRST, "what": "act", "act": "scorecard", "due": "2", "offender_hole": "119"}

    assert pegs(proposed("pegs", "acc-2010", muggins=False, **taps)) == (0, 2, 0, 0)
    assert "act" not in dict(worked("pegs").questions[0].choices)


@pytest.mark.parametrize(("is_match", "text"), [(True, "is in hole 121 and has won"), (False, "play goes on")])
def test_game_can_be_given_up_in_the_playoffs_only(is_match: bool, text: str) -> None:
    facts = Facts("acc-2020", False, NAMES, {"what": "conceded", "who": FIRST}, is_match=is_match)
    proposal = work_out(BY_SLUG["pegs"], facts).proposal

    assert proposal is not None
    assert text in proposal.text
