"""Entries in the words of before: they stay as they were written, and the log shows, finds and exports them."""

import csv
import io

import pytest
from django.test import Client

from tests.pages import get_page
from tests.tournaments.staff.people import directed_event
from tournaments.changes.audit import Outsider, record_change
from tournaments.log.selectors import entries_found, names_in_log
from tournaments.models import AuditAction, AuditEntry, Tournament, spellings_of, words_of_action

LOG = "/t/gull-harbor/log/"
# Every action that was ever written before AuditAction, as the services wrote them.
EVER_WRITTEN = (
    *("add relation", "appoint director", "begin match", "call to table", "chair taken over", "change call"),
    *("change season", "close call", "close side pool", "decide game", "draw bracket", "edit rating points"),
    *("end access", "end invitation", "enter game of match", "enter high hand", "entrant added"),
    *("entrant changed", "entrant check-in taken back", "entrant checked in", "entrant fee paid"),
    *("entrant reinstated", "entrant removed", "entrant withdrawn", "entrants imported"),
    *("entrants: undone", "entry fee of all", "exemption", "games added", "give match", "hand out money"),
    *("import", "initial ruling", "initial sums", "invite", "join", "join season", "judge's whereabouts"),
    *("key card", "key card again", "key slip", "known player corrected", "latecomer paired"),
    *("leave season", "make season", "make side event", "name head judge", "name own card", "new event"),
    *("note absence", "note arrival", "note departure", "open call", "open side pool", "pairing changed"),
    *("player agrees after all", "player disagrees", "pools set", "post", "post matches", "record forfeit"),
    *("record result", "register high hand", "reopen invitation", "restore access", "rule on call"),
    *("schedule imported", "schedule made", "seat changed", "seating: undone", "seats cleared"),
    *("seats drawn", "set payout", "set prize fund", "set start", "settings", "sign call"),
    *("stakes in side pool", "strike out high hand", "strike out relation", "substitute added"),
    *("substitute removed", "take absence back", "take arrival back", "take back decision"),
    *("take back game of match", "take back high hand", "take back initials", "take back match"),
    *("take back payment", "take back rating points", "take back slip", "take back tie game"),
    *("take back tie order", "take back waiver", "take departure back", "take draw back"),
    *("take judge off call", "take result back", "take table over", "taken out of the schedule"),
    *("tie game", "tie order", "typed as written", "waive condition", "condition waived", "waiver undone"),
)


def test_every_action_of_before_is_one_of_today() -> None:
    assert {words_of_action(stored) for stored in EVER_WRITTEN} <= {*AuditAction.values}
    assert [stored for stored in EVER_WRITTEN if stored not in spellings_of(words_of_action(stored))] == []


def test_action_that_nobody_knows_is_shown_as_it_is_stored() -> None:
    assert (words_of_action("moon landed"), spellings_of("moon landed")) == ("moon landed", ("moon landed",))


def test_every_action_fits_into_the_log() -> None:
    assert max(map(len, AuditAction.values)) <= AuditEntry._meta.get_field("action").max_length


@pytest.fixture
def tournament(db: None, client: Client) -> Tournament:
    """Return an event with a card keyed again in the words of before, and one re-entered in those of today."""
    tournament = directed_event(client)
    AuditEntry.objects.create(tournament=tournament, who="Ada Birch", action="key card again", subject="A-1 Cy Dune")
    record_change(tournament, Outsider("Bo Cedar"), AuditAction.CARD_REENTERED, "A-2 Di Elm")
    record_change(tournament, Outsider("Bo Cedar"), AuditAction.CARD_ENTERED, "A-3 Ed Fir")
    return tournament


def subjects(tournament: Tournament, **wanted: str) -> list[str]:
    return [entry.subject for entry in entries_found(tournament, wanted)]


def rows(client: Client, query: str = "") -> list[tuple[str, str]]:
    shown = get_page(client, f"{LOG}{query}").all("tr")[1:]
    return [(row.texts("th")[0], row.texts("td")[2]) for row in shown]


def test_log_shows_both_in_the_words_of_today_and_keeps_what_is_stored(client: Client, tournament: Tournament) -> None:
    assert rows(client) == [
        ("Card entered", "A-3's card (Ed Fir): 0 games"),
        ("Card re-entered", "A-2's card (Di Elm): 0 games"),
        ("Card re-entered", "A-1's card (Cy Dune): 0 games"),
    ]
    assert AuditEntry.objects.get(subject="A-1 Cy Dune").action == "key card again"


def test_log_offers_each_action_once(tournament: Tournament) -> None:
    assert names_in_log(tournament)[1] == ["card entered", "card re-entered"]


@pytest.mark.parametrize("asked", ["card+re-entered", "key+card+again"])
def test_action_finds_the_entries_of_then_and_now(asked: str, client: Client, tournament: Tournament) -> None:
    page = get_page(client, f"{LOG}?action={asked}")

    assert [what for _, what in rows(client, f"?action={asked}")] == [
        "A-2's card (Di Elm): 0 games",
        "A-1's card (Cy Dune): 0 games",
    ]
    assert [o.text for o in page.by_id("action").all("option") if "selected" in o.attributes] == ["card re-entered"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("re-entered", ["A-2 Di Elm", "A-1 Cy Dune"]),
        ("key again", ["A-1 Cy Dune"]),
        ("Re-Entered ada", ["A-1 Cy Dune"]),
    ],
)
def test_text_is_found_in_the_words_of_then_and_now(text: str, found: list[str], tournament: Tournament) -> None:
    assert subjects(tournament, text=text) == found


def test_export_writes_the_words_of_today(client: Client, tournament: Tournament) -> None:
    table = client.get(f"{LOG}csv/").content.decode("utf-8-sig")

    assert [row[3] for row in csv.reader(io.StringIO(table))][1:] == [
        *("card re-entered", "card re-entered", "card entered")
    ]
