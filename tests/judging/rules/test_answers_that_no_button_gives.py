"""Answers that no button gives, as an old page or a hand-made address sends them: asked again, never worked out."""

import pytest

from judging.rules.call_questions import FIRST, CallSituation, Facts, Kind, Question, work_out
from judging.rules.situations.by_edition import situations_of
from tests.judging.rules.tapping import NAMES, worked
from tournaments.rules.constants import EVENT_EDITIONS

SITUATIONS = [(edition, situation) for edition in EVENT_EDITIONS for situation in situations_of(edition)]


def usual(question: Question) -> str:
    if question.kind is Kind.PLAYER:
        return FIRST
    return question.choices[0][0] if question.choices else "1"


def ways(edition: str, situation: CallSituation) -> list[dict[str, str]]:
    """Answer every question with each of its choices in turn, and all others as usual."""
    found: list[dict[str, str]] = [{}]
    for _ in range(4):  # some questions are asked only after others were answered
        for answers in list(found):
            for question in situation.ask(Facts(edition, True, NAMES, answers)):
                if question.name in answers:
                    continue
                values = [value for value, _ in question.choices] or [usual(question)]
                found += [answers | {question.name: value} for value in values if len(found) < 60]
    return found


@pytest.mark.parametrize(("edition", "situation"), SITUATIONS, ids=lambda value: getattr(value, "slug", value))
def test_every_way_to_answer_is_worked_out_or_asked_again(edition: str, situation: CallSituation) -> None:
    for answers in ways(edition, situation):
        for question in situation.ask(Facts(edition, True, NAMES, answers)):
            for wrong in ("", "no such button"):
                result = work_out(situation, Facts(edition, True, NAMES, answers | {question.name: wrong}))

                assert result.proposal is None or not result.problem
                assert result.questions or situation.slug == "games-other"


@pytest.mark.parametrize(("edition", "situation"), SITUATIONS, ids=lambda value: getattr(value, "slug", value))
def test_nothing_is_proposed_before_anything_is_answered(edition: str, situation: CallSituation) -> None:
    result = work_out(situation, Facts(edition, True, NAMES, {}))

    assert result.problem == ""
    assert result.proposal is None or situation.slug == "games-other"
    assert result.questions or situation.slug == "games-other"


def test_8_11_of_2010_asks_for_the_hole_that_the_working_needs() -> None:
    result = worked("pegs", "acc-2010", what="act", who=FIRST, act="scorecard", due="2")

    assert (result.proposal, bool(result.problem)) == (None, True)
