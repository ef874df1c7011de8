"""48 players and one who never came: every page and file that states a count states the same."""

import pytest
from django.test import Client

from brackets.dashboard.day import DeskCounts
from brackets.event_files.export import event_file_of
from brackets.event_files.store import import_event
from brackets.event_files.verify import differences
from brackets.payouts.selectors import Fees
from brackets.posting.selectors import Checklist
from brackets.posting.services import waive_condition
from brackets.rules.checklist import ChecklistItem
from brackets.rules.report import report_on
from scorecards.cards.selectors.stack import Stack
from scorecards.records.results import current_result
from tests.brackets.posting.posting import post
from tests.builders import both_cards
from tests.factories.tournaments import director_of
from tests.pages import get_page
from tournaments.entrants.selectors import EntrantList, check_in_counts
from tournaments.entrants.services.absence import record_absence
from tournaments.entrants.services.undo import undo_change
from tournaments.events.views import listed_events
from tournaments.models import AuditEntry, StaffMember, Tournament
from tournaments.records.entrants import entrants_of
from tournaments.rules.types import EntrantRecord, EventFacts, EventFile
from tournaments.seating.selectors.seats import seating_of

PLAYERS, ABSENT = 48, 49
PAGES = ("desk/", "ranking/", "cards/", "entrants/", "entrants/check-in/", "seating/", "money/", "standings/")

pytestmark = pytest.mark.slow


@pytest.fixture
def tournament(db: None) -> Tournament:
    """Return 48 who have played one game, and one who never came."""
    people = tuple(EntrantRecord(n, f"Player {n}", seat=f"A-{n}") for n in range(1, PLAYERS + 1))
    absent = EntrantRecord(ABSENT, "Nora Quill")
    cards = both_cards({(1, n, n + 1): 10 + n for n in range(1, PLAYERS, 2)})
    return import_event(event_file=EventFile(EventFacts("Lantern Bay Open", 1), (*people, absent), scorecards=cards))


@pytest.fixture
def director(tournament: Tournament) -> StaffMember:
    return director_of(tournament, "Dee Rector")


@pytest.fixture
def gone(tournament: Tournament, director: StaffMember) -> AuditEntry:
    """Say that she did not come."""
    entry = record_absence(tournament=tournament, actor=director, numbers=[ABSENT])
    tournament.refresh_from_db()
    return entry


def counts_of(tournament: Tournament) -> dict[str, int]:
    """Return what every place says how many entrants there are."""
    tournament.refresh_from_db()
    result = current_result(tournament)
    desk = DeskCounts(tournament, entrants_of(tournament).values())
    listed = EntrantList(tournament)
    checklist = Checklist(tournament)
    [event] = listed_events()
    return {
        "standings": len(result.result.standings) if result is not None else 0,
        "result": result.result.entrants if result is not None else 0,
        "event file": report_on(event_file_of(tournament)).entrants,
        "dashboard": desk.entrants,
        "seats needed": desk.to_seat + desk.awaited,
        "seating": seating_of(tournament).players,
        "cards": len(Stack(tournament).rows),
        "cards due": checklist.cards,
        "checklist": int(checklist.condition(ChecklistItem.ENTRANTS).text.split()[0])
        if checklist.condition(ChecklistItem.ENTRANTS).is_met
        else PLAYERS + 1,
        "door": check_in_counts(tournament).total,
        "entrants": listed.total,
        "fees": Fees(tournament).players,
        "list of events": event.entrant_count,
    }


def test_who_never_came_is_in_no_count_until_that_is_undone(
    tournament: Tournament, director: StaffMember, gone: AuditEntry
) -> None:
    without = counts_of(tournament)
    undo_change(tournament=tournament, actor=director, entry=gone.pk)
    everybody = counts_of(tournament)

    assert without == dict.fromkeys(without, PLAYERS)
    assert everybody == dict.fromkeys(everybody, PLAYERS + 1)


@pytest.mark.usefixtures("gone")
def test_pages_say_12_of_48_and_nobody_waits(client: Client, tournament: Tournament, director: StaffMember) -> None:
    client.force_login(director.user)
    base = tournament.get_absolute_url()

    pages = {
        address: get_page(client, f"{base}{address}").text
        for address in (
            "desk/",
            "ranking/",
            "cards/",
            "entrants/",
            "entrants/check-in/",
            "seating/",
            "money/",
            "standings/",
        )
    }

    assert "48 entrants: 12 qualify" in pages["desk/"]
    assert "all 48 scorecards entered" in pages["desk/"]
    assert "needs a seat" not in pages["desk/"] + pages["seating/"]
    assert "48 entrants" in pages["entrants/"]
    assert "of 48 checked in" in pages["entrants/check-in/"]
    assert not [address for address, text in pages.items() if "of 49" in text or "49 entrants" in text]
    assert differences(tournament) == []


def test_posting_keeps_its_count_and_the_next_names_who_is_gone_and_who_no_longer_qualifies(
    tournament: Tournament, director: StaffMember
) -> None:
    """49 / 4 is 13 qualifiers, 48 / 4 is 12: whoever was last of 13 no longer qualifies."""
    for item in (ChecklistItem.ENTRANTS, ChecklistItem.CARDS):
        waive_condition(tournament=tournament, actor=director, item=item.value, reason="nobody has seen her")
    first = post(tournament, director)
    record_absence(tournament=tournament, actor=director, numbers=[ABSENT])

    second = post(tournament, director, "Nora Quill did not come")

    first.refresh_from_db()
    reports = [(posting.report["entrants"], posting.report["qualifiers"]) for posting in (first, second)]
    assert reports == [(49, 13), (48, 12)]
    stayed = [change for change in second.changes if change["after"] is not None]
    [out] = [change for change in stayed if change["before"]["qualifies"] is not change["after"]["qualifies"]]
    [gone] = [change for change in second.changes if change["after"] is None]
    assert (gone["entrant"], gone["name"]) == (ABSENT, "Nora Quill")
    assert out["before"]["rank"] == 13
    assert differences(tournament) == []
