"""An event is exported, everything is deleted, and the event is restored: table by table, and byte for byte."""

import io
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from brackets.event_files.store import import_event
from brackets.models import ClubSeason, SeasonEvent, SideEvent
from scorecards.models import CardCode, CardSave
from scorecards.reporting.services.codes import addresses_of_cards
from tests.events import round_robin
from tests.factories.rows import row
from tests.factories.tournaments import EntrantFactory, StaffMemberFactory, UserFactory
from tests.scorecards.reporting.phones import phones_event
from tests.tournaments.archives.full_event import archive_of, empty_the_database, full_event, stored
from tournaments.archives.container import ArchiveReader
from tournaments.archives.restore import Restored, restore_archive
from tournaments.archives.tables import tables
from tournaments.hooks import differences_of
from tournaments.models import AuditAction, AuditEntry, Invitation, Player, StaffMember, Tournament

CASES = Path("tests/cases/archives")
pytestmark = pytest.mark.django_db


def restored_from(archive: bytes, user: User | None = None) -> Restored:
    return restore_archive(io.BytesIO(archive), user=user, by="restore_archive")


def rows_in(archive: bytes) -> dict[str, list[Any]]:
    reader = ArchiveReader(io.BytesIO(archive))
    return {table.name: list(reader.rows(table)) for table in reader.tables}


@pytest.mark.slow
def test_every_table_is_restored_on_an_empty_machine_and_exported_again_is_the_same() -> None:
    tournament = full_event()
    before, archive = stored(tournament), archive_of(tournament)
    filled = {table.name for table in tables().values() if not table.is_between}
    assert before.keys() == filled
    empty_the_database()

    restored = restored_from(archive).tournament
    again = archive_of(restored)
    log = AuditEntry.objects.filter(tournament=restored).order_by("-number").first()
    assert log is not None
    links = restored.awaited
    AuditEntry.objects.filter(pk=log.pk).delete()
    end = AuditEntry.objects.filter(tournament=restored).order_by("-number").values("number", "digest")[0]
    Tournament.objects.filter(pk=restored.pk).update(log_length=end["number"], log_head=end["digest"])

    assert stored(restored) == before
    assert again == archive
    assert (log.action, log.who) == (AuditAction.EVENT_RESTORED_FROM_ARCHIVE, "restore_archive")
    assert (restored.slug, restored.is_hidden) == (tournament.slug, True)
    assert [link["row"]["other"]["name"] for link in links] == ["Main of the weekend"]


@pytest.mark.parametrize("path", sorted(CASES.iterdir()), ids=lambda path: path.name.partition(".")[0])
def test_archive_of_before_tables_followed_from_the_models_is_restored_table_by_table(path: Path) -> None:
    """They were made by commit df6c2f7d: each kind of demo, and an event with a row in every table."""
    before = path.read_bytes()

    restored = restored_from(before).tournament

    known, now = rows_in(before), rows_in(archive_of(restored))
    # Columns that came since are not in it, and hold what they hold by default.
    came_since = {("brackets.Announcement", "entrant"): None, ("tournaments.Entrant", "is_unnamed"): False}
    held = {(table, name, row.pop(name)) for table, name in came_since for row in now[table]}
    assert {name: rows for name, rows in now.items() if rows or name in known} == known
    assert held <= {(*column, default) for column, default in came_since.items()}
    assert bool(differences_of(restored)) == (path.name.startswith("everything"))


def test_restored_event_is_verified_and_its_log_goes_on() -> None:
    tournament = import_event(event_file=round_robin())
    archive = archive_of(tournament)
    empty_the_database()

    restored = restored_from(archive).tournament

    assert differences_of(restored) == []
    entries = AuditEntry.objects.filter(tournament=restored).order_by("number").values_list("number", "action")
    assert list(entries) == [(1, "event imported"), (2, "event restored from a file")]


def test_director_of_the_same_name_directs_the_restored_event_and_the_archive_stays_the_same() -> None:
    ada = UserFactory(username="ada", first_name="Ada", last_name="Birch")
    archive = archive_of(import_event(event_file=round_robin(), director=ada))
    empty_the_database()
    ada = UserFactory(username="ada", first_name="Ada", last_name="Birch")

    restored = restored_from(archive, ada).tournament

    assert list(StaffMember.objects.filter(tournament=restored).values_list("name", "user")) == [("Ada Birch", ada.pk)]
    assert archive_of(restored) == archive


def test_another_director_is_added_and_those_of_the_archive_can_no_longer_work() -> None:
    tournament = import_event(event_file=round_robin(), director=UserFactory(username="ada"))
    archive = archive_of(tournament)
    empty_the_database()
    eve = UserFactory(username="eve")

    restored = restored_from(archive, eve).tournament
    members = {one.name: one for one in StaffMember.objects.filter(tournament=restored)}

    assert {name: one.may_work(tournament.created_at) for name, one in members.items()} == {"ada": False, "eve": True}
    assert archive_of(restored) == archive


@pytest.mark.slow
def test_beside_the_original_it_has_its_own_address_and_says_so_and_shows_nothing() -> None:
    tournament = full_event()
    ada = User.objects.get(username="ada")
    before = stored(tournament)

    restored = restored_from(archive_of(tournament), ada)
    copy = restored.tournament
    pages = ("", "standings/", "bracket/", "results/", "postings/", "postings/1/", "results.json", "screen/", "seats/")

    assert [one.pk for one in restored.beside] == [tournament.pk]
    assert (copy.slug != tournament.slug, copy.is_hidden) == (True, True)
    assert {Client().get(f"/t/{copy.slug}/{page}").status_code for page in pages} == {404}
    assert f"/t/{copy.slug}/" not in Client().get("/").content.decode()
    assert stored(tournament) == before
    assert stored(copy)["scorecards.Line"] == before["scorecards.Line"]
    # Nothing is unique twice: keys of saves are made again, known players are the same people.
    keys = CardSave.objects.values_list("key", flat=True)
    assert len(set(keys)) == len(keys)
    assert Player.objects.count() == len(before["tournaments.Player"])


def test_strangers_are_not_told_of_a_hidden_original() -> None:
    tournament = import_event(event_file=round_robin())
    Tournament.objects.update(is_hidden=True)

    assert restored_from(archive_of(tournament), UserFactory()).beside == []


def test_no_secret_is_in_the_archive_and_none_of_them_works_in_the_restored_event() -> None:
    tournament = phones_event()
    code = CardCode.objects.filter(entrant__tournament=tournament).order_by("pk")[0]
    code.device = "device-digest"
    code.save()
    EntrantFactory(tournament=tournament, number=77)
    secret = Invitation.objects.create(
        tournament=tournament, role="checker", digest="digest-of-link", made_by="Ada", ends_at=tournament.created_at
    )
    StaffMemberFactory(tournament=tournament, user__username="user-name", user__password="hash-of-password")
    StaffMember.objects.create(
        tournament=tournament, role="judge", invitation=secret, name="Bo", initials="B", person="person-secret"
    )
    archive = archive_of(tournament)
    reader = ArchiveReader(io.BytesIO(archive))
    text = "".join(str(row) for table in reader.tables for row in reader.rows(table))

    copy = restored_from(archive).tournament
    hidden = (code.digest, "device-digest", "digest-of-link", "user-name", "hash-of-password", "person-secret")

    assert [word for word in hidden if word in text] == []
    assert Invitation.objects.filter(tournament=copy).exclude(digest="digest-of-link").count() == 1
    assert StaffMember.objects.get(tournament=copy, name="Bo").person not in ("", "person-secret")
    # Codes of the restored event are this site's own: they print, and lead to the copy.
    codes = addresses_of_cards(copy)
    assert codes.keys() == addresses_of_cards(tournament).keys()
    assert not set(codes.values()) & set(addresses_of_cards(tournament).values())


def test_weeks_of_a_season_are_joined_again_by_who_directs_one_of_them() -> None:
    ada = UserFactory(username="ada")
    season = row(ClubSeason, points=[3, 2, 1])
    archives = []
    for _ in range(2):
        week = import_event(event_file=round_robin(), director=ada)
        SeasonEvent.objects.create(season=season, tournament=week, made_by="Ada")
        archives.append(archive_of(week))
    empty_the_database()
    ada, eve = UserFactory(username="ada"), UserFactory(username="eve")

    weeks = [restored_from(archive, ada).tournament for archive in archives]
    foreign = restored_from(archives[0], eve).tournament
    seasons = dict(SeasonEvent.objects.values_list("tournament", "season"))

    assert seasons[weeks[0].pk] == seasons[weeks[1].pk] != seasons[foreign.pk]
    assert list(ClubSeason.objects.values_list("points", flat=True)) == [[3, 2, 1], [3, 2, 1]]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_events_of_a_weekend_are_linked_again_in_either_order(order: tuple[int, int]) -> None:
    ada = UserFactory(username="ada")
    main, side = (import_event(event_file=round_robin(), director=ada) for _ in range(2))
    link = SideEvent.objects.create(main=main, event=side, made_by="Ada")
    archives = [archive_of(main), archive_of(side)]
    empty_the_database()
    ada = UserFactory(username="ada")

    copies = {place: restored_from(archives[place], ada).tournament for place in order}
    found = SideEvent.objects.get()

    assert (found.main, found.event, found.made_at) == (copies[0], copies[1], link.made_at)
    assert [rows_in(archive_of(copies[place])) for place in (0, 1)] == [rows_in(archive) for archive in archives]


def test_link_to_an_event_that_somebody_else_directs_waits() -> None:
    main, side = (import_event(event_file=round_robin(), director=UserFactory()) for _ in range(2))
    SideEvent.objects.create(main=main, event=side, made_by="Ada")
    archive = archive_of(side)

    copy = restored_from(archive, UserFactory()).tournament

    assert (SideEvent.objects.filter(event=copy).exists(), len(copy.awaited)) == (False, 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tournament", "pairs-55plus", "points-left", "match-points"])
def test_demo_of_each_format_is_restored_verified_and_exported_as_the_same_bytes(name: str) -> None:
    players = "24" if name == "tournament" else "12"
    call_command("make_demo", "--format", name, "--players", players, stdout=io.StringIO())
    archives = [archive_of(event) for event in Tournament.objects.order_by("pk")]
    empty_the_database()

    restored = [restored_from(archive).tournament for archive in archives]

    assert [archive_of(event) for event in restored] == archives
    assert [differences_of(event) for event in restored] == [[] for _ in restored]
