"""``manage.py verify_tournament`` names everything that no longer follows from the cards."""

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import QuerySet
from django.utils import timezone

from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from brackets.models import Bracket, Match, Seed
from scorecards.models import Correction, DecidedLine, Decision, Line, Ruling, StoredResult
from tests.events import rows_stored
from tournaments.changes.transaction import tournament_change
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def verify(slug: str) -> tuple[int, list[str]]:
    """Run the command; return how it ends, and what it prints."""
    out = StringIO()
    try:
        call_command("verify_tournament", slug, stdout=out)
    except SystemExit as end:
        return int(str(end.code)), out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return import_event(event_file=make_event(players=24, games=9, playoff_rounds=1))


def test_verify_looks_at_one_tournament_only(tournament: Tournament) -> None:
    other = import_event(event_file=make_event(players=12, games=7))
    stored_result = StoredResult.objects.get(tournament=other)
    stored_result.report["winner"] = 7
    stored_result.save()

    assert verify(tournament.slug)[0] == 0
    assert verify(other.slug) == (1, ["report.winner: stored 7, worked out None"])


def one_of(rows: QuerySet[Any]) -> Any:
    """Return the first of these rows; there is one."""
    found = rows.first()
    assert found is not None
    return found


def change_a_line() -> str:
    """Make a win of the leader one hole smaller than it was written."""
    leader = StoredResult.objects.get().report["standings"][0]["entrant"]
    lines = Line.objects.filter(scorecard__entrant__number=leader, plus__gt=1, plus__lt=30, minus=None, points=2)
    line = one_of(lines)
    Line.objects.filter(pk=line.pk).update(plus=line.plus - 1)
    return "report"


def change_a_correction() -> str:
    found = one_of(Correction.objects.filter(after_points=0))
    Correction.objects.filter(pk=found.pk).update(after_minus=120)
    return "corrections of entrant "


def part_corrections_from_their_causes() -> str:
    Correction.objects.update(ruling=None, decision=None)
    return "corrections of entrant "


def forget_a_correction() -> str:
    one_of(Correction.objects.all()).delete()
    return "corrections of entrant "


def change_a_ruling() -> str:
    found = one_of(Ruling.objects.all())
    Ruling.objects.filter(pk=found.pk).update(rules=["12.2.g"])
    return "ruling: stored "


def change_a_decision() -> str:
    found = one_of(DecidedLine.objects.filter(points=0))
    DecidedLine.objects.filter(pk=found.pk).update(minus=120)
    return "report.standings["


def forget_a_decision() -> str:
    one_of(Decision.objects.all()).delete()
    return "report.undecided"


def forget_a_decided_line() -> str:
    one_of(DecidedLine.objects.all()).delete()
    return "decision: game "


def lose_games_of_every_card() -> str:
    Tournament.objects.update(games=8)
    return "stored event: scorecards[0].lines[8].game: 9 is not a game of this event (1 to 8)"


def play_a_match_that_is_not_in_the_bracket() -> str:
    one_of(Match.objects.filter(round=1)).delete()
    Match.objects.create(bracket=Bracket.objects.get(), round=4, slot=1, upper_games=3)
    return "stored event: playoff.matches["


def change_places_of_two_seeds() -> str:
    first, second = Seed.objects.filter(seed__in=(1, 2))
    Seed.objects.filter(pk=first.pk).update(seed=99)
    Seed.objects.filter(pk=second.pk).update(seed=1)
    Seed.objects.filter(pk=first.pk).update(seed=2)
    return "bracket.seeds[0]: stored "


def forget_the_last_seed() -> str:
    one_of(Seed.objects.order_by("-seed")).delete()
    return "bracket.seeds: stored "


def change_the_size_of_the_bracket() -> str:
    Bracket.objects.update(size=16)
    return "bracket.size: stored 16, worked out 8"


def change_the_stored_report() -> str:
    stored_result = StoredResult.objects.get()
    stored_result.report["standings"][4]["game_points"] += 1
    stored_result.save()
    return "report.standings[4].game_points: stored "


def forget_a_round_of_flags() -> str:
    stored_result = StoredResult.objects.get()
    stored_result.passes = stored_result.passes[:-1]
    stored_result.save()
    return "flags: stored "


def change_the_standings_before_rulings() -> str:
    stored_result = StoredResult.objects.get()
    stored_result.before[0]["net"] += 1
    stored_result.save()
    return "before any ruling[0].net: stored "


def end_a_ruling() -> str:
    found = one_of(Ruling.objects.all())
    Ruling.objects.filter(pk=found.pk).update(revoked_at=timezone.now())
    return "ruling: the cards lead to "


def change_the_number_of_qualifiers() -> str:
    Tournament.objects.update(qualifiers=7)
    return "report.qualifiers: stored 6, worked out 7"


@pytest.mark.parametrize(
    "tamper",
    [
        change_a_line,
        change_a_correction,
        forget_a_correction,
        part_corrections_from_their_causes,
        change_a_ruling,
        change_a_decision,
        forget_a_decision,
        forget_a_decided_line,
        lose_games_of_every_card,
        play_a_match_that_is_not_in_the_bracket,
        change_places_of_two_seeds,
        forget_the_last_seed,
        change_the_size_of_the_bracket,
        change_the_stored_report,
        forget_a_round_of_flags,
        change_the_standings_before_rulings,
        end_a_ruling,
        change_the_number_of_qualifiers,
    ],
    ids=lambda tamper: tamper.__name__,
)
def test_verify_names_what_was_tampered_with(tournament: Tournament, tamper: Callable[[], str]) -> None:
    named = tamper()

    code, found = verify(tournament.slug)

    assert code == 1
    assert [line for line in found if line.startswith(named)] != []


def test_verify_mends_nothing(tournament: Tournament) -> None:
    change_the_stored_report()
    before = (rows_stored(), StoredResult.objects.get().report)

    verify(tournament.slug)

    assert (rows_stored(), StoredResult.objects.get().report) == before


def test_verify_works_out_what_nobody_has_read_since_a_change(tournament: Tournament) -> None:
    Tournament.objects.update(version=tournament.version + 1, cards_version=tournament.version + 1)

    assert verify(tournament.slug)[1][-1] == f"{tournament.slug}: everything stored follows from the cards as written"
    assert StoredResult.objects.get().version == tournament.version + 1


def test_verify_works_out_what_an_earlier_program_did_not(tournament: Tournament) -> None:
    StoredResult.objects.get().delete()

    assert verify(tournament.slug)[1][-1] == f"{tournament.slug}: everything stored follows from the cards as written"
    assert StoredResult.objects.count() == 1


@pytest.mark.parametrize("affects_cards", [True, False])
def test_any_change_works_out_what_an_earlier_program_did_not(tournament: Tournament, affects_cards: bool) -> None:
    StoredResult.objects.get().delete()

    with tournament_change(tournament, affects_cards=affects_cards):
        pass

    assert verify(tournament.slug)[1][-1] == f"{tournament.slug}: everything stored follows from the cards as written"
