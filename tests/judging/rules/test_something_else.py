"""Something else: rules found by words lead to their own questions and points, or to words."""

import pytest

from judging.rules.call_questions import FIRST, SECOND
from judging.rules.remedy import NOT_COVERED
from judging.rules.rulebook import rules_of
from tests.judging.rules.tapping import pegs, proposed, worked
from tournaments.rules.constants import EDITIONS


def test_something_else_without_a_rule_leaves_the_words_to_the_judges() -> None:
    unknown = {edition: proposed("other", edition, rule="none") for edition in EDITIONS}

    assert {edition: (one.text, one.rules) for edition, one in unknown.items()} == {
        "acc-2020": ("", ("14.1",)),
        "acc-2010": ("", ("13",)),
    }


def rules_to_tap(edition: str, words: str = "") -> list[str]:
    [choices] = [one.choices for one in worked("other", edition, words=words).questions if one.name == "rule"]
    return [value for value, _ in choices]


@pytest.mark.parametrize(("edition", "last"), [("acc-2020", "8.10"), ("acc-2010", "8.11")])
def test_something_else_offers_the_commonest_rules_first(edition: str, last: str) -> None:
    offered = rules_to_tap(edition)

    assert len(offered) == 9
    assert (offered[0], offered[-2], offered[-1]) == ("7.4", last, "none")


def test_something_else_finds_rules_by_words() -> None:
    assert rules_to_tap("acc-2020", "peeked at the crib")[0] == "5.2.a"
    assert rules_to_tap("acc-2020", "zyxwv qqqq") == ["none"]
    assert "5.1.b" not in rules_to_tap("acc-2020", "took back my discard")
    assert "5.1.b" in rules_to_tap("acc-2010", "took back my discard")


def test_rule_that_was_chosen_stays_whatever_is_typed_after_it() -> None:
    questions = worked("other", words="renege", rule="5.2.a").questions

    assert [value for value, _ in questions[1].choices][:2] == ["5.2.a", "7.3"]


@pytest.mark.parametrize(
    ("rule", "answers", "both_peg", "rules"),
    [
        ("5.2.a", {"who": FIRST}, (0, 0, 0, 2), ("5.2.a",)),
        ("9.3.a.(2)", {"who": SECOND}, (0, 2, 0, 0), ("9.3.a", "9.3.a.(1)", "9.3.a.(2)")),
        ("8.5.a.(1)", {"who": FIRST, "before": "8", "score": "6"}, (8, 6, 0, 0), ("8.5.a.(1)",)),
        ("7.4", {"who": FIRST, "announced": "challenged", "pegged": "2"}, (2, 0, 0, 2), ("7.4.b", "8.4.c.(1)")),
        ("4.5.b", {"dealer": FIRST, "since_dealer": "2"}, (2, 0, 0, 0), ("4.5.b",)),
    ],
)
def test_something_else_proposes_the_rule_it_found_with_its_points(
    rule: str, answers: dict[str, str], both_peg: tuple[int, ...], rules: tuple[str, ...]
) -> None:
    proposal = proposed("other", rule=rule, **answers)

    assert (pegs(proposal), proposal.rules) == (both_peg, rules)
    assert proposal.text


def test_what_the_rule_gives_by_itself_is_not_asked() -> None:
    names = [question.name for question in worked("other", rule="5.2.a").questions]

    assert names == ["words", "rule", "who", "offender-hole", "opponent-hole"]


@pytest.mark.parametrize(("rule", "is_open"), [("3.2.b", False), ("9.5", True)])
@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_that_moves_no_points_is_put_in_words(edition: str, rule: str, is_open: bool) -> None:
    proposal = proposed("other", edition, rule=rule)

    assert (pegs(proposal), proposal.rules) == ((0, 0, 0, 0), (rule,))
    assert proposal.text.endswith(rules_of(edition)[rule].summary)
    assert (NOT_COVERED[edition] in proposal.left_open) is is_open


@pytest.mark.parametrize(("edition", "rule"), [("acc-2020", "5.1.b"), ("acc-2010", "9.2.e"), ("acc-2020", "x")])
def test_rule_that_cannot_be_applied_is_no_answer(edition: str, rule: str) -> None:
    assert worked("other", edition, rule=rule).proposal is None
