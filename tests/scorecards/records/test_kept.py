"""Cards and schedule that a process has read are read again only where they changed, and are never other ones."""

from dataclasses import replace

import pytest
from django.db import transaction
from pytest_django import DjangoAssertNumQueries

from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from scorecards.models import Scorecard
from scorecards.records.facts import card_records, kept_card_records
from tests.builders import line, loss
from tests.scorecards.cards.card_entry import checker, entrant, save, stored
from tournaments.models import Pairing, ScheduledGame, Tournament
from tournaments.records.kept import KeptRows
from tournaments.records.schedule import kept_schedule_of, schedule_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def event() -> Tournament:
    return import_event(event_file=make_event(players=6, games=4, errors=False))


def correct(tournament: Tournament, spread: int) -> None:
    card = stored(tournament, 2)
    version = entrant(tournament, 2).scorecard.version
    changed = replace(card, lines=(*card.lines[:3], line(4, card.lines[3].opponent, loss(spread))), recorded=None)
    save(tournament, checker(tournament), changed, version=version)


def test_only_cards_that_changed_are_read_again(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    tournament = event()
    before = kept_card_records(tournament)
    with django_assert_num_queries(1):
        again = kept_card_records(tournament)
    assert [one is other for one, other in zip(before, again, strict=True)] == [True] * 6

    correct(tournament, 9)

    after = kept_card_records(tournament)
    assert after == card_records(tournament)
    assert [one is other for one, other in zip(before, after, strict=True)].count(False) == 1


def test_what_is_taken_back_is_not_kept() -> None:
    tournament = event()
    before = kept_card_records(tournament)

    with transaction.atomic():
        correct(tournament, 9)
        within = kept_card_records(tournament)
        assert within == card_records(tournament) != before
        transaction.set_rollback(True)

    assert kept_card_records(tournament) == card_records(tournament) == before
    correct(tournament, 10)
    assert kept_card_records(tournament) == card_records(tournament) not in (before, within)


def test_cards_of_a_deleted_event_are_none_of_the_next_one() -> None:
    tournament = event()
    kept_card_records(tournament)
    Scorecard.objects.all().delete()

    assert kept_card_records(tournament) == ()


def test_changed_schedule_is_read_again(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    tournament = event()
    before = kept_schedule_of(tournament)
    assert before == schedule_of(tournament)
    with django_assert_num_queries(1):
        assert kept_schedule_of(tournament)[0] is before[0]

    [first, second, *_] = Pairing.objects.filter(scheduled_game__game=2)
    one, other = first.second, second.second
    Pairing.objects.filter(pk__in=(first.pk, second.pk)).delete()
    Pairing.objects.create(scheduled_game=first.scheduled_game, first=first.first, second=other)
    Pairing.objects.create(scheduled_game=first.scheduled_game, first=second.first, second=one)
    ScheduledGame.objects.filter(game=4).delete()

    after = kept_schedule_of(tournament)
    assert after == schedule_of(tournament)
    assert [game.game for game in after if game not in before] == [2]
    assert [game.game for game in after] == [1, 2, 3]


def test_events_read_last_are_kept_up_to_a_number_of_rows() -> None:
    first, second, read = event(), event(), []
    kept: KeptRows[str] = KeptRows(3, len)

    def look(tournament: Tournament, text: str) -> str:
        def fetch(keys: object) -> dict[int, str]:
            read.append(text)
            return {1: text}

        return kept.read(tournament, lambda: {1: text}, fetch)[1]

    assert [look(first, "ab"), look(first, "ab"), look(second, "cd"), look(second, "cd"), look(first, "ab")] == [
        *("ab", "ab", "cd", "cd", "ab")
    ]
    assert read == ["ab", "cd", "ab"]
