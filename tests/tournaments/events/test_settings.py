"""An event's settings: changed while that invalidates no card."""

import pytest
from django.test import Client

from brackets.event_files.store import import_event
from tests.events import PHASES, round_robin
from tests.factories.tournaments import ScheduledGameFactory
from tests.pages import get_page, read_page
from tests.tournaments.events.test_new_event import values_of
from tests.tournaments.staff.people import add_director, directed_event, log_entries, make_user
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def change(client: Client, tournament: Tournament, **changes: str) -> tuple[int, list[str]]:
    """Send the page as it comes, with changes; return the status and what is wrong."""
    address = f"/t/{tournament.slug}/settings/"
    response = client.post(address, values_of(get_page(client, address)) | changes)
    tournament.refresh_from_db()
    return response.status_code, read_page(response.content.decode()).texts("li") if response.content else []


def imported(client: Client, phase: str = "") -> Tournament:
    user = make_user()
    tournament = import_event(event_file=PHASES[phase] if phase else round_robin())
    add_director(tournament, user)
    client.force_login(user)
    return tournament


def test_settings_are_changed_and_recorded(client: Client) -> None:
    tournament = directed_event(client)
    version = tournament.version

    status, _ = change(client, tournament, games="9", muggins="on", standings_shown="everybody")

    assert (status, tournament.games, tournament.muggins, tournament.standings_shown) == (302, 9, True, "everybody")
    assert tournament.version > version
    entry = tournament.audit_entries.get()
    assert (entry.who, entry.action) == ("Ada Birch", "settings changed")
    assert entry.before == {"games": 3, "muggins": False, "standings_shown": "nobody"}
    assert entry.after == {"games": 9, "muggins": True, "standings_shown": "everybody"}


def test_alternate_deal_needs_a_procedure_and_is_on_the_public_page(client: Client) -> None:
    tournament = directed_event(client)

    refused, errors = change(client, tournament, deal="alternate")
    change(client, tournament, deal="alternate", deal_procedure="odd seats deal first in odd games")

    page = get_page(client, f"/t/{tournament.slug}/")
    assert (refused, tournament.deal) == (422, "alternate")
    assert "With an alternate deal, enter who deals first: players are told." in errors
    assert "First deal Alternate deal: odd seats deal first in odd games" in page.text


def test_settings_take_rooms_and_refuse_what_is_none(client: Client) -> None:
    tournament = directed_event(client)

    refused, errors = change(client, tournament, rooms="Annex: many")
    saved, _ = change(client, tournament, rooms=" Ballroom: 4, 6 \n\nAnnex: 2 x 4")

    assert (refused, saved, tournament.rooms) == (422, 302, "Ballroom: 4, 6\nAnnex: 2 x 4")
    assert "“Annex: many” is not a room and the seats of its tables: Annex: 12, 12, 8 would be." in errors


def test_settings_show_the_games_that_everybody_plays_beside_the_extra_rounds(client: Client) -> None:
    tournament = directed_event(client, games=9, makeup_rounds=1)

    page = get_page(client, f"/t/{tournament.slug}/settings/")
    status, _ = change(client, tournament, muggins="on")

    assert values_of(page)["games"] == "8"
    assert "The schedule has 8 games, 1 extra round; cards have 9 lines." in page.text
    assert (status, tournament.games, tournament.makeup_rounds) == (302, 9, 1)


def test_another_number_of_games_takes_the_extra_rounds_away(client: Client) -> None:
    tournament = directed_event(client, games=9, makeup_rounds=1)

    status, _ = change(client, tournament, games="10")

    assert (status, tournament.games, tournament.makeup_rounds) == (302, 10, 0)
    entry = tournament.audit_entries.get()
    assert (entry.before, entry.after) == ({"games": 8, "makeup_rounds": 1}, {"games": 10, "makeup_rounds": 0})


def test_odd_table_is_refused_with_what_would_work(client: Client) -> None:
    tournament = directed_event(client, table_length=12)

    status, wrong = change(client, tournament, table_length="11")

    assert (status, tournament.table_length) == (422, 12)
    assert wrong[:1] == [
        "Seats at a table: A table of 11 seats would leave a board with one seat: 10 or 12 would work."
    ]


def test_saving_without_a_change_is_no_change(client: Client) -> None:
    tournament = directed_event(client)

    status, _ = change(client, tournament)

    assert status == 302
    assert log_entries(tournament) == []


@pytest.mark.parametrize("phase", sorted(PHASES))
def test_settings_of_any_event_come_back_as_they_were(phase: str, client: Client) -> None:
    tournament = imported(client, phase)
    before = Tournament.objects.values().get()

    status, _ = change(client, tournament)

    assert status == 302
    versions = {"version": 0, "posted_version": 0, "cards_version": 0}
    assert Tournament.objects.values().get() | versions == before | versions


INVALIDATES = {
    ("games", "2"): "Games: Scorecards have lines up to game 3. Enter 3 or more.",
    ("edition", "acc-2010"): "Rulebook: Scorecards are entered. You cannot change the rulebook any more.",
    ("scoring", "free-play"): "Game points: Scorecards are entered. You cannot change the game points any more.",
}


def test_what_would_invalidate_cards_is_refused_and_more_games_are_taken(client: Client) -> None:
    tournament = imported(client)
    before = Tournament.objects.values().get()

    refused = {(field, value): change(client, tournament, **{field: value}) for field, value in INVALIDATES}
    after = Tournament.objects.values().get()
    taken, _ = change(client, tournament, games="4")

    assert {asked: (status, reasons[0]) for asked, (status, reasons) in refused.items()} == {
        asked: (422, reason) for asked, reason in INVALIDATES.items()
    }
    assert (after, taken, tournament.games) == (before, 302, 4)


def test_played_matches_keep_their_format_and_their_best_of(client: Client) -> None:
    tournament = imported(client, "playoffs")

    status, reasons = change(client, tournament, format="qualifying")

    assert (status, reasons[0]) == (422, "Format: Playoff matches are played. You cannot change the format any more.")
    # Rounds to come may change.
    assert [change(client, tournament, best_of=best_of)[0] for best_of in ("7", "5 7", "5", "")] == [422, *[302] * 3]


def test_schedule_made_before_is_called_to_mind(client: Client) -> None:
    tournament = directed_event(client)
    ScheduledGameFactory(tournament=tournament)

    change(client, tournament, games="9")

    assert get_page(client, f"/t/{tournament.slug}/settings/").by_id("messages").texts("p") == [
        "Settings saved.",
        "The schedule was made with the earlier settings. Make a new one under Seating if needed.",
    ]
