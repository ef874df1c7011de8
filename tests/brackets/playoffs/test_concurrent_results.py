"""Two people who enter one match at once: one counts, the other is told; on SQLite and on PostgreSQL."""

from collections import Counter

import pytest

from brackets.models import Bracket, Match
from brackets.playoffs.services.draw import delete_draw, draw_bracket
from brackets.playoffs.services.matches import MatchChanged
from tests.at_once import at_once
from tests.brackets.playoffs.playing import director, drawn, play, posted, winner
from tournaments.models import Tournament
from tournaments.refused import Refused

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PEOPLE = 6


def test_different_results_of_one_match_at_once_leave_one() -> None:
    tournament = drawn(players=24, games=5)
    members = [director(tournament, f"Person {number}") for number in range(PEOPLE)]
    scores = [(3, 0), (3, 1), (3, 2), (0, 3), (1, 3), (2, 3)]

    def job(number: int) -> str:
        try:
            play(tournament, 1, 2, *scores[number], actor=members[number], seen=0)
        except MatchChanged:
            return "told"
        return members[number].name

    answers = Counter(at_once(job, range(PEOPLE)))

    current = Match.objects.active().get()
    assert answers == {"told": PEOPLE - 1, current.made_by: 1}
    assert Match.objects.count() == 1


def test_different_matches_at_once_are_all_there() -> None:
    tournament = drawn(players=64, games=5)
    member = director(tournament)
    before = Tournament.objects.get(pk=tournament.pk).version

    at_once(lambda number: play(tournament, 1, number + 1, 3, 1, actor=member, seen=0), range(PEOPLE))

    assert Match.objects.active().count() == PEOPLE
    assert [winner(tournament, 1, slot) is not None for slot in range(1, 9)] == [True] * 6 + [False] * 2
    assert Tournament.objects.get(pk=tournament.pk).version == before + PEOPLE


def test_bracket_drawn_by_all_at_once_is_drawn_once() -> None:
    tournament = posted(players=24, games=5)
    member = director(tournament)

    def job(_: int) -> str:
        try:
            draw_bracket(tournament=tournament, actor=member, posting=1)
        except Refused:
            return "refused"
        return "drawn"

    assert Counter(at_once(job, range(PEOPLE))) == {"drawn": 1, "refused": PEOPLE - 1}
    assert Bracket.objects.count() == 1


def test_result_and_taking_the_draw_back_at_once_leave_no_result_without_a_bracket() -> None:
    tournament = drawn(players=24, games=5)
    member = director(tournament)

    def job(number: int) -> str:
        try:
            if number % 2:
                delete_draw(tournament=tournament, actor=member)
            else:
                play(tournament, 1, 2, 3, 0, actor=member, seen=0)
        except Refused:
            return "refused"
        return "taken back" if number % 2 else "played"

    answers = Counter(at_once(job, range(PEOPLE)))

    left = Match.objects.active().count()
    assert (answers["played"] > 0) == bool(left)
    assert (answers["taken back"], Bracket.objects.count()) == ((0, 1) if left else (1, 0))
