"""The stack of cards: state, progress, which are missing, search and filter."""

from dataclasses import replace

import pytest
from django.test import Client

from scorecards.cards.selectors.stack import Stack
from scorecards.cards.views.totals import sort_piles
from scorecards.rules.entry.card_reading import CardState
from scorecards.rules.qualifying import CardPile
from tests.builders import Entry, event
from tests.factories.tournaments import StaffMemberFactory
from tests.pages import Element, get_page
from tests.scorecards.cards.card_entry import checker, entrant, paper, put_up, save, written
from tests.scorecards.checking.cross_checks import (
    SUMS,
    four_cards,
    put_up_to_check,
    seated,
    sign,
    with_a_leaver,
    with_line,
)
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.rules.names import split_name
from tournaments.rules.types import CardRecord, EventFile, FootTotals

pytestmark = pytest.mark.django_db

EVENT = written()


def address(tournament: Tournament, query: str = "") -> str:
    return f"/t/{tournament.slug}/cards/{query}"


def shown(page: Element) -> list[list[str]]:
    table = next(table for table in page.all("table"))
    return [row.texts("th", "td") for row in table.all("tr")][1:]


def states(tournament: Tournament) -> dict[str, CardState]:
    return {row.holder.seat: row.state for row in Stack(tournament).rows}


def test_every_card_is_listed_in_seat_order_with_its_state(
    client: Client, tournament: Tournament, member: StaffMember
) -> None:
    card = paper(EVENT, 2)
    save(tournament, member, paper(EVENT, 1))
    save(tournament, member, replace(card, lines=card.lines[:3], recorded=None))

    page = get_page(client, address(tournament))

    rows = shown(page)
    assert [row[0] for row in rows] == sorted(person.seat for person in EVENT.entrants)
    assert [row[2:] for row in rows[:3]] == [["entered", "7/7"], ["entered in part", "3/7"], ["missing", "0/7"]]
    assert page.texts("summary") == ["6 scorecards missing", "1 scorecard entered in part"]
    assert "A-2: games 4 to 7" in page.texts("li")
    assert page.texts("progress") == ["1"]


def test_states(tournament: Tournament, member: StaffMember) -> None:
    first = paper(EVENT, 1)
    save(tournament, member, replace(first, recorded=replace(first.recorded, plus=1)))
    save(tournament, member, replace(paper(EVENT, 2), recorded=None))
    save(tournament, member, CardRecord(3, (), FootTotals(9, 4, 88, 77)))

    found = list(states(tournament).values())

    assert found[:4] == [CardState.DIFFERS, CardState.KEYED, CardState.IN_PART, CardState.NOT_IN]


def test_card_that_agrees_with_every_other_is_checked(tournament: Tournament, member: StaffMember) -> None:
    for card in EVENT.scorecards:
        save(tournament, member, card)

    assert set(states(tournament).values()) == {CardState.CHECKED}


def test_card_whose_game_reads_otherwise_on_the_other_card_is_only_keyed(
    tournament: Tournament, member: StaffMember
) -> None:
    first, *rest = EVENT.scorecards
    other = first.lines[0].opponent
    spread = 20 if (first.lines[0].plus or first.lines[0].minus) != 20 else 21
    line = replace(first.lines[0], points=2, plus=spread, minus=None)
    save(tournament, member, replace(first, lines=(line, *first.lines[1:]), recorded=None))
    for card in rest:
        save(tournament, member, card)

    found = {row.holder.number: row.state for row in Stack(tournament).rows}
    keyed = {number for number, state in found.items() if state is CardState.KEYED}
    assert keyed == {first.entrant, other}


def test_card_of_somebody_who_left_needs_no_more_lines(tournament: Tournament, member: StaffMember) -> None:
    card = paper(EVENT, 1)
    leaver = entrant(tournament)
    leaver.withdrawn_after_game = 4
    leaver.save()
    save(tournament, member, replace(card, lines=card.lines[:4], recorded=None))

    [row] = [row for row in Stack(tournament).rows if row.holder.number == 1]
    assert (row.state, row.due, row.lines) == (CardState.KEYED, 4, 4)


def test_win_by_ten_over_somebody_who_left_is_checked_and_any_other_line_is_not(
    tournament: Tournament, member: StaffMember
) -> None:
    opponents = [line.opponent for line in paper(EVENT, 1).lines[4:]]
    for card in EVENT.scorecards:
        lines = [
            replace(line, points=2, plus=12 if card.entrant == opponents[-1] else 10, minus=None)
            if line.opponent == 1 and line.game > 4
            else line
            for line in card.lines
        ]
        lines = lines[:4] if card.entrant == 1 else lines
        save(tournament, member, replace(card, lines=tuple(lines), recorded=None))
    Entrant.objects.filter(tournament=tournament, number=1).update(withdrawn_after_game=4)

    found = {row.holder.number: row.state for row in Stack(tournament).rows}

    assert [number for number, state in found.items() if state is not CardState.CHECKED] == [opponents[-1]]


def test_cards_are_found_by_state_seat_and_name(client: Client, tournament: Tournament, member: StaffMember) -> None:
    save(tournament, member, paper(EVENT, 1))

    for query, seats in [
        ("?state=KEYED", ["A-1"]),
        ("?state=DIFFERS", []),
        ("?name=a-2", ["A-2"]),
        ("?name=zzz", []),
        ("?state=NOT_IN&name=A-3", ["A-3"]),
        ("?state=nonsense", []),
    ]:
        page = get_page(client, address(tournament, query))

        assert ([row[0] for row in shown(page)] if page.all("table") else []) == seats


def test_card_is_found_by_name(client: Client, tournament: Tournament) -> None:
    name = entrant(tournament, 5).name

    page = get_page(client, address(tournament, f"?name={name.split()[0].lower()}"))

    assert [row[1] for row in shown(page)] == [
        split_name(person.name).listed for person in EVENT.entrants if name.split()[0].lower() in person.name.lower()
    ]


def test_htmx_gets_the_stack_alone(client: Client, tournament: Tournament) -> None:
    page = get_page(client, address(tournament), hx_request="true", hx_target="stack")

    assert [element.attributes.get("id") for element in page.all("section")] == ["stack"]
    assert page.all("h1") == []


def test_empty_event_says_what_comes(client: Client) -> None:
    member = StaffMemberFactory.create(role="checker")
    client.force_login(member.user)

    page = get_page(client, address(member.tournament))

    assert "No scorecards yet. Every entrant gets one when they are added." in page.texts("p")


# The piles.


def test_piles_are_laid_by_the_totals_as_written(tournament: Tournament, member: StaffMember) -> None:
    points = {1: 20, 2: 14, 3: 12, 4: 4}
    for number, game_points in points.items():
        save(tournament, member, CardRecord(number, (), FootTotals(game_points, 5, 100, 80)))

    sorting = sort_piles(tournament, Stack(tournament))

    laid = {pile: [holder.number for holder, _ in cards] for pile, cards in sorting["piles"].items()}
    assert laid == {CardPile.DEFINITE: [1], CardPile.PROBABLE: [2], CardPile.PROBABLE_NOT: [3], CardPile.DEAD_ZONE: [4]}
    assert (sorting["cards_in"], sorting["entrants"], sorting["qualifiers"]) == (4, 8, 2)
    assert sorting["piles"][CardPile.DEFINITE][0][1] == "20/5 +20"


def test_piles_leave_out_house_players_and_cards_without_game_points(member: StaffMember) -> None:
    event_file: EventFile = written(players=9, games=8)
    tournament = put_up(event_file)
    house = next(person.number for person in event_file.entrants if person.house_player)
    save(tournament, member, CardRecord(house, (), FootTotals(24, 8, 200, 1)))
    save(tournament, member, CardRecord(1, (), FootTotals(None, 5, 100, 80)))

    sorting = sort_piles(tournament, Stack(tournament))

    assert (sorting["cards_in"], sorting["entrants"]) == (0, 9)


@pytest.mark.parametrize("foot", [None, FootTotals(None, 5, 100, 80)])
def test_pile_of_a_card_without_game_points_follows_from_its_lines(
    foot: FootTotals | None, tournament: Tournament, member: StaffMember
) -> None:
    for card in EVENT.scorecards:
        # Each win stands as a skunk on the paper; what its spread is worth counts.
        lines = tuple(replace(line, points=3) if line.points else line for line in card.lines)
        save(tournament, member, replace(card, lines=lines, recorded=foot))

    sorting = sort_piles(tournament, Stack(tournament))

    laid = {holder.number: card for cards in sorting["piles"].values() for holder, card in cards}
    added_up = {card.entrant: sum(line.points or 0 for line in card.lines) for card in EVENT.scorecards}
    assert {number: int(card.split("/")[0]) for number, card in laid.items()} == added_up


def test_pile_below_the_line_reaches_as_far_as_the_events_best_win(tournament: Tournament, member: StaffMember) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(scoring="double-skunk")
    for number, game_points in {1: 20, 2: 14, 3: 10, 4: 9}.items():
        save(tournament, member, CardRecord(number, (), FootTotals(game_points, 5, 100, 80)))

    piles = sort_piles(Tournament.objects.get(pk=tournament.pk), Stack(tournament))["piles"]

    assert [holder.number for holder, _ in piles[CardPile.PROBABLE_NOT]] == [3]
    assert [holder.number for holder, _ in piles[CardPile.DEAD_ZONE]] == [4]


def test_a_scorecard_is_opened_by_its_seat_or_number(client: Client, tournament: Tournament) -> None:
    response = client.get(address(tournament, "open/"), {"seat": "a2"})

    assert response.headers["Location"] == address(tournament, "2/")


def test_card_is_checked_once_its_wrong_points_are_initialed() -> None:
    """The points of a line are the card's own error: the opponent's card says the same about the game."""
    tournament = put_up_to_check(seated(event(with_line(four_cards(), 1, 2, Entry(3, 15)), games=3)))
    before = by_number(tournament)

    sign(tournament, checker(tournament), SUMS)

    assert before == {1: CardState.KEYED, 2: CardState.CHECKED, 3: CardState.CHECKED, 4: CardState.CHECKED}
    assert set(by_number(tournament).values()) == {CardState.CHECKED}


@pytest.mark.parametrize(("spread", "state"), [(10, CardState.CHECKED), (25, CardState.KEYED)])
def test_card_with_a_line_against_who_had_left_is_checked_if_it_is_a_win_by_ten(spread: int, state: CardState) -> None:
    tournament = put_up_to_check(with_a_leaver(spread))

    assert by_number(tournament)[1] is state


def test_card_that_names_somebody_without_a_line_is_only_entered(tournament: Tournament, member: StaffMember) -> None:
    save(tournament, member, paper(EVENT, 1))

    assert by_number(tournament)[1] is CardState.KEYED


def by_number(tournament: Tournament) -> dict[int, CardState]:
    return {row.holder.number: row.state for row in Stack(tournament).rows}
