"""Somebody who did not come, and whose card has lines: of an older database, or entered since."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from brackets.posting.selectors import Checklist
from brackets.rules.checklist import ChecklistItem
from tests.scorecards.cards.card_entry import checker, paper, put_up, save, written
from tournaments.models import Entrant, Tournament

pytestmark = pytest.mark.django_db

PAPERS = written(players=8, games=3)


@pytest.fixture
def tournament() -> Tournament:
    tournament = put_up(PAPERS)
    member = checker(tournament)
    for number in range(1, 9):
        save(tournament, member, paper(PAPERS, number))
    return tournament


def test_older_database_counts_those_again_who_played(tournament: Tournament) -> None:
    Entrant.objects.filter(tournament=tournament, number__in=(1, 2)).update(withdrawn_after_game=0)
    Entrant.objects.get(number=2).scorecard.lines.filter(game__gt=1).delete()
    Entrant.objects.filter(number=3).update(withdrawn_after_game=2)
    before = Tournament.objects.get(pk=tournament.pk).version

    migration = import_module("scorecards.migrations.0027_leavers_with_lines")
    migration.let_those_count_who_played(apps, SimpleNamespace(connection=connection))

    left = dict(Entrant.objects.order_by("number").values_list("number", "withdrawn_after_game"))
    after = Tournament.objects.get(pk=tournament.pk)
    assert {number: game for number, game in left.items() if game is not None} == {1: 3, 2: 1, 3: 2}
    assert (after.version, after.cards_version) == (before + 1, before + 1)


def test_checklist_names_who_did_not_come_but_has_lines(tournament: Tournament) -> None:
    Entrant.objects.filter(tournament=tournament, number=3).update(withdrawn_after_game=0)

    condition = Checklist(tournament).condition(ChecklistItem.ENTRANTS)

    assert condition.is_met is False
    name = Entrant.objects.get(tournament=tournament, number=3).name
    assert (
        condition.text == f"{name} did not come, but has lines on a card. Check in, or withdraw after the last of these"
    )
