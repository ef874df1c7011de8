"""From taps to a ruling: every situation in both editions, and no number cited that its edition does not have."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.rules.call_questions import FIRST, SECOND, Facts, Kind, Proposal, Question, Worked, work_out
from judging.rules.call_situations import CALL_SITUATIONS
from judging.rules.conflicts import CONFLICTS
from judging.rules.counting import MIXED_RULES, STARTER_STEPS
from judging.rules.muggins import EXEMPT
from judging.rules.pegging_penalties import CLAIM_ACTS, FALSE_CLAIM_STEPS, OPPONENTS_PEG, RENEGE
from judging.rules.pegs import CONCEDED, FRONT_PEG_RULES, GO_TOO_SOON, PEGGING_OUT, WRONG_TRACK
from judging.rules.remedy import NOT_COVERED
from judging.rules.rulebook import citation_problem
from judging.rules.two_points import PENALTIES
from judging.rules.wrong_number import ACTIONS, Number, Pile, wrong_number
from tests.judging.rules.tapping import NAMES, pegs, proposed, worked
from tournaments.rules.constants import EDITIONS

# Whatever is tapped


@st.composite
def answered(draw: st.DrawFn) -> tuple[str, Worked]:
    """Answer every question of some situation somehow, as a thumb could."""
    edition = draw(st.sampled_from(EDITIONS))
    situation = draw(st.sampled_from(CALL_SITUATIONS))
    answers: dict[str, str] = {}
    muggins = draw(st.booleans())
    for _ in range(6):  # some questions are asked only after others were answered
        facts = Facts(edition, muggins, NAMES, answers)
        for question in situation.ask(facts):
            if question.name not in answers:
                answers[question.name] = draw(answer_to(question))
    return edition, work_out(situation, Facts(edition, muggins, NAMES, answers))


def answer_to(question: Question) -> st.SearchStrategy[str]:
    if question.kind is Kind.PLAYER:
        return st.sampled_from((FIRST, SECOND))
    if question.kind is Kind.WORDS:
        return st.sampled_from(("", "peeked", "zyxwv", "pegged backwards", "claimed the game"))
    if question.kind is Kind.FIELD:
        numbers = st.integers(0, question.most).map(str)
        return numbers | st.just(question.default) if question.folded else numbers
    return st.sampled_from([value for value, _ in question.choices])


@given(answered())
def test_every_situation_comes_to_a_ruling_that_its_edition_can_cite(found: tuple[str, Worked]) -> None:
    edition, result = found

    assert (result.proposal is None) is bool(result.problem)
    if result.proposal:
        assert result.proposal.rules
        assert [citation_problem(edition, number) for number in result.proposal.rules] == [None] * len(
            result.proposal.rules
        )


def cited_by_workings(edition: str) -> set[str]:
    """Return every number that the workings can cite in an edition, as their tables have it."""
    return {
        *RENEGE[edition].values(),
        *CLAIM_ACTS[edition].values(),
        *EXEMPT[edition].values(),
        *(f"4.4.d.({number})" for number in ACTIONS[edition] if number),
        *(penalty.rule for penalty in PENALTIES[edition].values()),
        *(number for number in CONFLICTS[edition] if number),
        *FALSE_CLAIM_STEPS,
        OPPONENTS_PEG[edition],
        NOT_COVERED[edition],
        *("4.4.a.(1)", "4.4.a.(2)", "4.4.a.(3)", "4.4.b.(1)", "4.4.b.(2)", "4.4.c"),
        *("3.3.c", "4.1.b", "4.3.a", "4.3.b", "4.3.c", "4.5.a", "4.5.b", "4.5.c", "4.5.d", "5.1.c", "5.1.d"),
        *("7.1.e", "8.3", "8.4.a", "8.4.c", "8.4.c.(1)", "8.4.c.(2)", "8.4.d"),
        *("10.1.a", "10.1.c", "10.4.a", "10.4.b", "10.4.c", "11.2", "11.3", "11.4.a", "11.4.b"),
        *("6.1.a", "6.2.a", "6.2.b", "6.3.a", "6.3.b", "6.3.c", "7.1.b", "7.1.f", "7.4.a", "7.4.b"),
        *(WRONG_TRACK[edition], GO_TOO_SOON[edition], PEGGING_OUT[edition], CONCEDED[edition]),
        *FRONT_PEG_RULES.values(),
        *(number for rules, _ in STARTER_STEPS.values() for number in rules),
        *MIXED_RULES.values(),
        *("8.5.b", "8.6", "9.2.c", "9.2.d", "9.3.a"),
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_number_that_a_working_cites_is_in_the_index_of_its_edition(edition: str) -> None:
    problems = {number: citation_problem(edition, number) for number in cited_by_workings(edition)}

    assert {number: problem for number, problem in problems.items() if problem} == {}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("after_starter", [False, True])
@pytest.mark.parametrize("pone", Number)
@pytest.mark.parametrize("dealer", Number)
@pytest.mark.parametrize("crib", Number)
def test_every_row_of_the_table_reaches_the_judge(
    edition: str, after_starter: bool, pone: Number, dealer: Number, crib: Number
) -> None:
    row = wrong_number(edition=edition, pone=pone, dealer=dealer, crib=crib, after_starter=after_starter)
    taps = {"pone": pone.value, "dealers_hand": dealer.value, "crib": crib.value}

    proposal = proposed("wrong-number", edition, dealer=FIRST, stage="after" if after_starter else "before", **taps)

    assert proposal.rules[: len(row.rules)] == row.rules
    assert proposal.text.startswith(f"Dealer: Ada Birch. {row.summary}") is not row.look_again


# Who is who


def test_pegging_is_given_to_the_players_by_name() -> None:
    by_first = proposed("pegged-too-many", who=FIRST, error="3")
    by_second = proposed("pegged-too-many", who=SECOND, error="3")

    assert (pegs(by_first), pegs(by_second)) == ((3, 0, 0, 3), (0, 3, 3, 0))
    assert [one.text.split(".")[0] for one in (by_first, by_second)] == ["Offender: Ada Birch", "Offender: Bo Cedar"]


def test_dealer_and_pone_keep_their_sides_where_pegging_is_taken_back() -> None:
    taps = {"stage": "after", "pone": "many", "pegged_pone": "3", "pegged_dealer": "5"}

    assert pegs(proposed("wrong-number", dealer=SECOND, **taps)) == (3, 0, 5, 0)


def test_pegging_that_stands_is_not_taken_back() -> None:
    taps = {"stage": "after", "dealers_hand": "many", "crib": "many", "pegged_pone": "3", "pegged_dealer": "5"}
    row = wrong_number(
        edition="acc-2020", pone=Number.CORRECT, dealer=Number.MANY, crib=Number.MANY, after_starter=True
    )

    assert row.retracted == (Pile.DEALER,)
    assert pegs(proposed("wrong-number", dealer=FIRST, **taps)) == (5, 0, 0, 0)


def sentences_on_winning(proposal: Proposal) -> list[str]:
    return [one for one in proposal.text.split(". ") if "has won" in one]


@pytest.mark.parametrize(
    ("slug", "answers"),
    [
        ("false-claim", {"short": "4", "opponent_hole": "119"}),
        ("two-points", {"offence": "crib_before_count", "opponent_hole": "120"}),
        ("opponents-peg", {"due": "3", "opponent_hole": "119"}),
        ("pegged-too-many", {"error": "3", "opponent_hole": "118"}),
        ("muggins", {"claimed": "4", "true": "4", "opponent_hole": "117"}),
        ("kept-from-counting", {"offender_hole": "4", "opponent_hole": "115"}),
    ],
)
def test_ruling_that_brings_somebody_to_the_game_hole_says_who_has_won(slug: str, answers: dict[str, str]) -> None:
    by_second = proposed(slug, who=SECOND, **answers)
    ten_holes_short = str(int(answers["opponent_hole"]) - 10)

    assert sentences_on_winning(by_second) == ["Ada Birch is in hole 121 and has won."]
    assert sentences_on_winning(proposed(slug, who=FIRST, **answers)) == ["Bo Cedar is in hole 121 and has won."]
    assert sentences_on_winning(proposed(slug, who=FIRST, **answers | {"opponent_hole": ten_holes_short})) == []


def test_score_that_brings_the_offender_out_wins() -> None:
    result = proposed("opponents-peg", who=FIRST, due="12", offender_hole="112")

    assert (pegs(result), sentences_on_winning(result)) == ((0, 9, 0, 2), ["Ada Birch is in hole 121 and has won."])


# Situations


def test_ace_five_six_on_25_is_a_triple_renege() -> None:
    proposal = proposed("renege", who=FIRST, count="25", card_1="A", card_2="5", card_3="6")

    assert pegs(proposal) == (0, 0, 0, 6)


def test_cards_are_asked_only_where_a_renege_can_be() -> None:
    def asked(edition: str, count: str) -> int:
        questions = worked("renege", edition, who=FIRST, count=count).questions
        return sum(question.name.startswith("card-") for question in questions)

    assert (asked("acc-2020", "21"), asked("acc-2020", "25"), asked("acc-2010", "21")) == (0, 4, 4)
    assert pegs(proposed("renege", who=FIRST, count="21")) == (0, 0, 0, 0)
    assert pegs(proposed("renege", "acc-2010", who=FIRST, count="21", card_1="K")) == (0, 0, 0, 2)


def test_only_cards_that_fit_under_31_can_be_tapped() -> None:
    [first] = [one for one in worked("renege", count="28").questions if one.name == "card-1"]

    assert [value for value, _ in first.choices] == ["none", "A", "2", "3"]


def test_false_claim_near_the_end_of_the_board() -> None:
    proposal = proposed("false-claim", who=FIRST, short="4", opponent_hole="119")

    assert pegs(proposal) == (15, 0, 0, 2)


def test_claim_by_scorecard_can_be_tapped_in_2010_only() -> None:
    def acts(edition: str) -> list[str]:
        [act] = [one for one in worked("false-claim", edition).questions if one.name == "act"]
        return [value for value, _ in act.choices]

    assert ("scorecard" in acts("acc-2020"), "scorecard" in acts("acc-2010")) == (False, True)


def test_number_beside_the_buttons_goes_before_them() -> None:
    assert pegs(proposed("pegged-too-many", who=FIRST, error="2", error_more="20")) == (20, 0, 0, 20)


def test_muggins_is_refused_where_the_event_does_not_play_it() -> None:
    answers = {"who": FIRST, "claimed": "3", "true": "2"}

    assert proposed("muggins", muggins=False, **answers).rules == ("10.1.a",)
    assert proposed("muggins", muggins=False, who=FIRST).rules == ("10.1.a",)
    assert [question.name for question in worked("muggins", muggins=False).questions] == ["who"]
    assert pegs(proposed("muggins", **answers)) == (0, 0, 0, 2)


def test_before_both_have_discarded_the_table_does_not_apply() -> None:
    proposal = proposed("wrong-number", dealer=FIRST, stage="discard", dealer_cards="5")

    assert proposal.rules == ("4.4.a.(2)",)


def test_keeping_the_other_from_counting_hands_on_what_cannot_be_pegged_back() -> None:
    assert worked("kept-from-counting", who=FIRST).proposal is None
    assert pegs(proposed("kept-from-counting", who=FIRST, offender_hole="4")) == (4, 0, 0, 6)


@pytest.mark.parametrize(
    ("answers", "rule", "both_peg"),
    [
        ({"what": "seen", "how_seen": "by_dealer"}, "4.3.a", (0, 0, 0, 0)),
        ({"what": "seen", "how_seen": "by_pone"}, "4.3.b", (0, 0, 0, 0)),
        ({"what": "seen", "how_seen": "in_pack"}, "4.3.c", (0, 0, 0, 0)),
        ({"what": "turn", "both_played": "no", "since_dealer": "2"}, "4.1.b", (2, 0, 0, 0)),
        ({"what": "turn", "both_played": "yes", "since_dealer": "2"}, "4.1.b", (0, 0, 0, 0)),
        ({"what": "cut", "taken_up": "no"}, "3.3.c", (0, 0, 0, 0)),
        ({"what": "pack", "fault": "marked", "taken_up": "yes"}, "4.5.a", (0, 0, 0, 0)),
        ({"what": "pack", "fault": "doubled", "since_pone": "4"}, "4.5.b", (0, 0, 4, 0)),
        ({"what": "pack", "fault": "stray"}, "4.5.c", (0, 0, 0, 0)),
        ({"what": "pack", "fault": "short"}, "4.5.d", (0, 0, 0, 0)),
        ({"what": "crib", "cards": "one", "starter": "no"}, "5.1.c", (0, 0, 0, 0)),
        ({"what": "crib", "cards": "all", "starter": "yes", "both_played": "yes"}, "5.1.d", (0, 0, 0, 0)),
    ],
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_what_goes_wrong_before_the_play_is_worked_out_in_both_editions(
    edition: str, answers: dict[str, str], rule: str, both_peg: tuple[int, ...]
) -> None:
    proposal = proposed("before-play", edition, dealer=FIRST, **answers)

    assert (proposal.rules, pegs(proposal)) == ((rule,), both_peg)
    assert proposal.text.startswith("Dealer: Ada Birch. ")


def test_discard_back_is_asked_only_where_the_edition_knows_it() -> None:
    offered = {
        edition: [value for value, _ in worked("before-play", edition).questions[0].choices] for edition in EDITIONS
    }

    assert offered["acc-2020"] == [*offered["acc-2010"], "discard"]
    assert proposed("before-play", what="discard", dealer=FIRST, other_discarded="no").rules == ("5.3",)
    assert worked("before-play", "acc-2010", what="discard", dealer=FIRST).proposal is None


@pytest.mark.parametrize("edition", EDITIONS)
def test_penalty_back_that_was_pegged_with_the_others_peg_is_pegged_back_after_the_two_points(edition: str) -> None:
    proposal = proposed("opponents-peg", edition, who=FIRST, due="10", way="back", offender_hole="60")

    assert pegs(proposal) == (10, 0, 0, 2)


@pytest.mark.parametrize(
    ("edition", "both_peg", "rules"),
    [("acc-2020", (2, 0, 0, 2), ("7.1.e", "8.4.c.(1)")), ("acc-2010", (2, 0, 0, 0), ("7.1.e",))],
)
def test_points_for_a_card_past_31_are_worked_out_by_the_edition(
    edition: str, both_peg: tuple[int, ...], rules: tuple[str, ...]
) -> None:
    proposal = proposed("pegged-too-many", edition, who=FIRST, error="2", past_31="yes")

    assert (pegs(proposal), proposal.rules) == (both_peg, rules)


@pytest.mark.parametrize(
    ("slug", "answers", "problem"),
    [
        ("pegged-too-many", {"who": FIRST, "error_more": "x"}, "x is not a number"),
        ("pegged-too-many", {"who": FIRST, "error": "3", "offender_hole": "2"}, "cannot have been pegged"),
        ("pegged-too-many", {"who": FIRST, "error": "3", "offender_hole": "122"}, "122 is too high for “Hole of"),
        ("false-claim", {"who": FIRST, "short_more": "0"}, "has won"),
        ("wrong-number", {"dealer": FIRST, "stage": "discard"}, "nothing is wrong here"),
        ("false-claim", {"who": FIRST, "short_more": "122"}, "122 is too high for “How many points short of 121?”"),
        ("opponents-peg", {"who": FIRST, "due": "30"}, "30 is too high for “Points the offender still has to peg”"),
        (
            "wrong-number",
            {"dealer": FIRST, "stage": "after", "pone": "many", "pegged_pone": "62"},
            "62 is too high for “Pegged in this play by who did not deal”: at most 61.",
        ),
    ],
)
def test_facts_that_cannot_be_are_a_problem_in_words(slug: str, answers: dict[str, str], problem: str) -> None:
    result = worked(slug, **answers)

    assert result.proposal is None
    assert problem in result.problem


@pytest.mark.parametrize("answers", [{"who": "both"}, {"who": FIRST, "offence": "nonsense"}])
def test_answers_that_no_form_has_are_no_answers(answers: dict[str, str]) -> None:
    assert worked("two-points", **answers).proposal is None
