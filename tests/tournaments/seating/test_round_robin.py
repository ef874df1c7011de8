"""A double round robin from the seats: pools, who sits out, floaters, the check, undoing, what is printed."""

from datetime import date
from itertools import combinations
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.factories.tournaments import EntrantFactory
from tests.tournaments.rules.movement.planned import meetings
from tests.tournaments.seating.conftest import DirectedEvent, said
from tests.tournaments.staff.people import directed_event
from tournaments.models import AuditEntry, Entrant
from tournaments.records.schedule import sat_out_of
from tournaments.seating.schedule_csv import write_schedule
from tournaments.seating.selectors.warnings import warnings_of

pytestmark = pytest.mark.slow

MAKE = "schedule/robin/"


@pytest.fixture
def pairs(db: None, client: Client) -> DirectedEvent:
    """Return an empty event of pairs, a table for each board."""
    event = directed_event(
        client,
        scoring="total-points",
        format="double-round-robin",
        games=1,
        table_length=2,
        starts_on=date(2026, 5, 16),
    )
    return DirectedEvent(client, event)


def enter(pairs: DirectedEvent, count: int) -> None:
    for number in range(1, count + 1):
        EntrantFactory(tournament=pairs.tournament, number=number, name=f"Ann {number}", partner=f"Bo {number}")
    pairs.draw(table_length=2)


def make(pairs: DirectedEvent, **wanted: Any) -> HttpResponse:
    return pairs.post(MAKE, {"pools": "1", "empty_chair": "sits-out", "games_a_day": "", **wanted})


@pytest.mark.parametrize(("count", "games"), [(2, 2), (5, 10), (6, 10), (9, 18)])
def test_everybody_meets_everybody_twice_and_cards_have_lines_for_it(
    pairs: DirectedEvent, count: int, games: int
) -> None:
    enter(pairs, count)

    response = make(pairs)

    now = pairs.now
    assert response.status_code == 302
    assert meetings(now.schedule) == {frozenset(pair): 2 for pair in combinations(range(1, count + 1), 2)}
    assert (len(now.schedule), pairs.tournament.games) == (games, games)
    assert warnings_of(pairs.tournament, now) == []
    # Who sits out owes no line.
    out = dict.fromkeys(range(1, count + 1), 2) if count % 2 else {}
    assert {number: len(sat) for number, sat in sat_out_of(pairs.tournament).items() if sat} == out


def test_floater_takes_the_empty_chair_and_no_line_against_it_is_due(pairs: DirectedEvent) -> None:
    enter(pairs, 5)

    make(pairs, empty_chair="floater")

    floater = Entrant.objects.get(house_player=True)
    out = sat_out_of(pairs.tournament)
    assert (floater.name, floater.seat, pairs.now.games) == ("Floater", "C-2", 10)
    assert {len(game.pairs) for game in pairs.now.schedule} == {3}
    assert {number: len(games) for number, games in out.items()} == {**dict.fromkeys(range(1, 6), 2), 6: 10}
    assert warnings_of(pairs.tournament, pairs.now) == []


def test_made_again_without_a_floater_the_chair_stays_empty(pairs: DirectedEvent) -> None:
    enter(pairs, 5)
    make(pairs, empty_chair="floater")

    make(pairs)

    assert {len(game.pairs) for game in pairs.now.schedule} == {2}
    assert Entrant.objects.get(house_player=True).seat == ""


def test_pools_by_seat_play_side_by_side(pairs: DirectedEvent) -> None:
    enter(pairs, 7)

    make(pairs, pools="2")

    now = pairs.now
    order = [chair.number for chair in now.in_seat_order]
    assert [now.chairs[number].pool for number in order] == [*"AAAABBB"]
    wanted = [*combinations(order[:4], 2), *combinations(order[4:], 2)]
    assert meetings(now.schedule) == {frozenset(pair): 2 for pair in wanted}
    assert pairs.tournament.games == 6
    assert warnings_of(pairs.tournament, now) == []


def test_pools_by_hand_are_kept(pairs: DirectedEvent) -> None:
    enter(pairs, 6)
    written = {f"pool-{number}": "a" if number in (1, 3, 4, 6) else "Pool b" for number in range(1, 7)}

    saved = pairs.post("pools/", written)
    make(pairs, pools="as-written")

    assert saved.status_code == 302
    assert pairs.now.pool_of == {1: "A", 2: "B", 3: "A", 4: "A", 5: "B", 6: "A"}
    wanted = [*combinations((1, 3, 4, 6), 2), (2, 5)]
    assert meetings(pairs.now.schedule) == {frozenset(pair): 2 for pair in wanted}
    assert warnings_of(pairs.tournament, pairs.now) == []


def test_pool_name_that_is_too_long_is_refused_beside_its_field(pairs: DirectedEvent) -> None:
    enter(pairs, 2)

    response = pairs.post("pools/", {"pool-1": "Pool of Ann", "pool-2": "Pool abcdefghijk"})

    assert response.status_code == 422
    assert "Pool: “ABCDEFGHIJK” is longer than 10 characters." in said(response)
    assert pairs.now.pool_of == {}


def test_somebody_without_a_pool_is_told(pairs: DirectedEvent) -> None:
    enter(pairs, 4)
    pairs.post("pools/", {"pool-1": "A", "pool-2": "A", "pool-3": "B"})

    page = said(pairs.client.get(pairs.address()))
    response = make(pairs, pools="as-written")

    assert "Pools as written: without a pool: Ann 4 & Bo 4. Write one for each." in page
    assert response.status_code == 422
    assert pairs.now.schedule == ()


def test_pools_changed_after_the_schedule_are_told_by_the_check(pairs: DirectedEvent) -> None:
    enter(pairs, 4)
    make(pairs)
    pairs.post("pools/", {"pool-1": "A", "pool-2": "A", "pool-3": "B", "pool-4": "B"})

    page = said(pairs.client.get(pairs.address("pools/")))

    assert "4 problems" in page
    assert "Ann 1 & Bo 1 (" in page
    assert "but are in different pools (A and B)" in page


def test_pairing_changed_by_hand_is_told_by_the_check(pairs: DirectedEvent) -> None:
    enter(pairs, 4)
    make(pairs)
    (one, other), (third, _) = pairs.now.schedule[0].pairs
    game = pairs.get("schedule/games/1/")
    seen = next(field for field in game.all("input") if field.attributes.get("name") == "seen")

    pairs.post("schedule/games/1/", {"one": other, "other": third, "seen": seen.attributes["value"]})

    warnings = [warning["text"] for warning in warnings_of(pairs.tournament, pairs.now)]
    assert len(warnings) == 6
    told = next(text for text in warnings if f"Ann {one} &" in text and f"Ann {other} &" in text)
    assert told.endswith("meet once, in game 4, instead of twice")


def test_field_beyond_the_lines_of_a_card_is_offered_pools(pairs: DirectedEvent) -> None:
    enter(pairs, 51)

    page = said(pairs.client.get(pairs.address()))
    refused, made = make(pairs), make(pairs, pools="2")

    assert (
        "Everybody in one pool of 51: 102 games: a pool of 51 pairs would need 102 games, more than the 99 lines of a "
        "card. What would work: 2 pools or a single round robin of 51 games."
    ) in page
    assert (refused.status_code, made.status_code, pairs.tournament.games) == (422, 302, 1)
    assert (pairs.now.games, len(pairs.now.schedule)) == (50, 50)


def test_schedule_that_cards_are_written_by_stays(pairs: DirectedEvent) -> None:
    enter(pairs, 4)
    make(pairs)
    pairs.key_a_card()

    response = make(pairs, pools="2")

    assert response.status_code == 422
    assert "Scorecards are entered by this schedule." in said(response)


def test_event_of_another_format_makes_none(seated: DirectedEvent) -> None:
    response = make(seated)

    assert (response.status_code, seated.now.schedule) == (422, ())
    assert "This event is no double round robin: choose that in the settings first." in said(response)


def test_making_it_is_logged_and_can_be_undone(pairs: DirectedEvent) -> None:
    enter(pairs, 5)
    make(pairs, pools="2", empty_chair="floater")
    made = pairs.now
    entry = pairs.last

    pairs.undo()

    now = pairs.now
    assert (entry.action, entry.subject) == ("schedule made", "double round robin of 3 and 2, 6 games")
    assert (now.schedule, now.pool_of, now.games) == ((), {}, 1)
    pairs.redo()
    assert (pairs.now.schedule, pairs.now.pool_of, pairs.now.games) == (made.schedule, made.pool_of, 6)


def test_pools_written_down_can_be_undone_and_without_a_change_are_none(pairs: DirectedEvent) -> None:
    enter(pairs, 2)
    entries = AuditEntry.objects.count()
    pairs.post("pools/", {"pool-1": "", "pool-2": " "})
    same = AuditEntry.objects.count()
    pairs.post("pools/", {"pool-1": "A", "pool-2": "B"})
    entry = pairs.last

    pairs.undo()

    assert (same, entry.action, pairs.now.pool_of) == (entries, "pools set", {})


def test_schedule_brought_along_sets_the_number_of_games_and_is_checked(pairs: DirectedEvent) -> None:
    enter(pairs, 4)
    make(pairs)
    text = write_schedule(pairs.now.schedule[:4], dict.fromkeys(range(1, 5), ""))

    pairs.post("schedule/import/store/", {"schedule": text})

    warnings = [warning["text"] for warning in warnings_of(pairs.tournament, pairs.now)]
    assert pairs.tournament.games == 4
    assert len([text for text in warnings if text.endswith("instead of twice")]) == 4


# What is printed.


def test_schedule_of_each_day_names_the_day_the_tables_and_who_sits_out(pairs: DirectedEvent) -> None:
    enter(pairs, 5)
    make(pairs)

    page = pairs.get("print/days/")

    sheets = page.all("section")
    assert [sheet.texts("h2") for sheet in sheets] == [
        ["Gull Harbor Open Day 1, Sat, May 16, 2026: games 1 to 5"],
        ["Gull Harbor Open Day 2, Sun, May 17, 2026: games 6 to 10"],
    ]
    for sheet in sheets:
        rows = sheet.all("tbody")[0].all("tr")
        assert [len(row.all("li")) for row in rows] == [2] * 5
        assert sorted(row.texts("td")[-1] for row in rows) == [*"12345"]


def test_games_a_day_are_settable(pairs: DirectedEvent) -> None:
    enter(pairs, 5)
    make(pairs, games_a_day="4")

    page = pairs.get("print/days/")

    assert [len(sheet.all("tbody")[0].all("tr")) for sheet in page.all("section")] == [4, 4, 2]
    assert warnings_of(pairs.tournament, pairs.now) == []


def test_sheets_for_the_tables_have_every_game_once(pairs: DirectedEvent) -> None:
    enter(pairs, 5)
    make(pairs, empty_chair="floater")

    page = pairs.get("print/boards/")

    sheets = page.all("section")
    assert [sheet.attributes["aria-label"] for sheet in sheets] == [
        f"Table {table}, day {day}" for day in (1, 2) for table in "ABC"
    ]
    rows = [row for sheet in sheets for row in sheet.all("tbody")[0].all("tr")]
    assert len(rows) == 10 * 3
    assert sum("does not count" in row.text for row in rows) == 10
    headings = pairs.get("print/cards/").all("article")[0].all("thead")[0].texts("th")
    assert headings == ["Game", "Seat", "Opponent", "Ours", "Theirs", "Won", "Init."]


def test_pages_take_as_many_queries_for_thirty_pairs_as_for_four(pairs: DirectedEvent) -> None:
    enter(pairs, 4)
    make(pairs)
    few = [pairs.queries(lambda path=path: pairs.get(path)) for path in ("", "pools/", "print/days/")]  # type: ignore[misc]
    for number in range(5, 31):
        EntrantFactory(tournament=pairs.tournament, number=number)
    pairs.draw(table_length=2)
    make(pairs)

    many = [pairs.queries(lambda path=path: pairs.get(path)) for path in ("", "pools/", "print/days/")]  # type: ignore[misc]

    assert many == few
