"""The bracket as drawn: seeds in chart order, byes, results, and who moves on."""

from dataclasses import replace

import pytest
from django.test import Client

from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from brackets.playoffs.services.draw import draw_bracket
from brackets.rules.report import report_on
from brackets.standings.bracket import BracketView, bracket_view, round_name
from brackets.standings.outcome import outcome_of
from scorecards.checking.services.decisions import decide_game
from tests.brackets.playoffs.playing import director
from tests.brackets.posting.posting import post
from tests.builders import event, line, loss, win
from tests.events import PHASES, in_a_circle, round_robin
from tests.pages import Element, get_page
from tests.scorecards.checking.cross_checks import four_cards
from tournaments.models import Tournament
from tournaments.rules.types import EventFile, MatchRecord, PlayoffRecord

pytestmark = pytest.mark.django_db

DRAWN = ["ties settled", "qualifiers known", "playoffs", "finished", "everybody qualifies", "earlier edition"]
NO_CARDS_YET = "The bracket is drawn when the last card is in and checked."
SOMETHING_OPEN = "The bracket is not drawn yet. These things have to happen first."
NOT_DRAWN = {
    "nobody entered": NO_CARDS_YET,
    "no cards": NO_CARDS_YET,
    "incomplete": SOMETHING_OPEN,
    "undecided": SOMETHING_OPEN,
    "open ties": SOMETHING_OPEN,
    "one qualifies": "A bracket needs at least two qualifiers.",
    "no playoffs": "This event has no playoffs: its standings are its result.",
}


def four_qualify(*matches: MatchRecord, best_of: tuple[int, ...] = (5, 5)) -> EventFile:
    """Return four entrants who all qualify, seeded 1 to 4, with these results."""
    event_file = round_robin()
    return replace(event_file, event=replace(event_file.event, qualifiers=4), playoff=PlayoffRecord(best_of, matches))


def shown(event_file: EventFile) -> BracketView:
    tournament = import_event(event_file=event_file)
    outcome = outcome_of(tournament)
    assert outcome is not None
    drawn = bracket_view(tournament, outcome.people, seeded=outcome.report.seeded)
    assert drawn is not None
    return drawn


def page_of(client: Client, tournament: Tournament) -> Element:
    return get_page(client, f"{tournament.get_absolute_url()}bracket/")


def entrants_in(element: Element) -> list[int]:
    return [int(link.rstrip("/").rpartition("/")[2]) for link in element.links]


@pytest.mark.parametrize("phase", DRAWN)
def test_bracket_page_draws_the_first_round_in_chart_order(phase: str, client: Client) -> None:
    report = report_on(PHASES[phase])
    tournament = import_event(event_file=PHASES[phase])

    page = page_of(client, tournament)

    matches = page.by_id("round-1").all("li")
    expected = [[side.entrant for side in (match.upper, match.lower) if side] for match in report.first_round]
    assert [entrants_in(match) for match in matches] == expected
    byes = [match for match in matches if match.texts("div")[-1] == "bye"]
    assert len(byes) == report.byes


@pytest.mark.parametrize("phase", NOT_DRAWN)
def test_bracket_page_says_why_nothing_is_drawn(phase: str, client: Client) -> None:
    tournament = import_event(event_file=PHASES[phase])

    page = page_of(client, tournament)

    assert [element for element in page.inner if element.attributes.get("id") == "round-1"] == []
    assert page.texts("p")[0] == NOT_DRAWN[phase]


def test_bracket_page_names_what_is_open(client: Client) -> None:
    tournament = import_event(event_file=in_a_circle())
    outcome = outcome_of(tournament)
    assert outcome is not None
    assert bracket_view(tournament, outcome.people, seeded=outcome.report.seeded) is None

    page = page_of(client, tournament)

    standings = f"{tournament.get_absolute_url()}standings/"
    assert [link for link in page.links if link.startswith(f"{standings}")][1:-1] == [
        f"{standings}{number}/" for number in (1, 2, 3)
    ]


@pytest.mark.parametrize(("players", "note"), [(11, True), (12, False), (257, True)])
def test_bracket_page_says_where_no_chart_is_approved(players: int, note: bool, client: Client) -> None:
    page = page_of(client, import_event(event_file=make_event(players=players, games=2, errors=False)))

    notes = [text for text in page.texts("p") if text.startswith("Not an approved chart")]
    assert len(notes) == note


def test_bracket_page_of_the_earlier_edition_says_that_no_chart_has_four_places(client: Client) -> None:
    event_file = make_event(players=12, games=2, errors=False, edition="acc-2010")

    page = page_of(client, import_event(event_file=event_file))

    [note] = [text for text in page.texts("p") if text.startswith("Not an approved chart")]
    assert "charts of 8 to 64 places for up to 256 entrants" in note


def test_bracket_shows_games_won_and_moves_the_winner_on(client: Client) -> None:
    event_file = four_qualify(MatchRecord(1, 1, (3, 2)), MatchRecord(1, 2, (1, 2), forfeits=1))
    tournament = import_event(event_file=event_file)

    page = page_of(client, tournament)

    first, second = page.by_id("round-1").all("li")
    [final] = page.by_id("round-2").all("li")
    assert (entrants_in(first), entrants_in(second), entrants_in(final)) == ([1, 4], [2, 3], [1])
    assert [text.split() for text in first.texts("div")] == [
        ["Seed", "1", "Entrant", "1", "3", "games,", "won", "the", "match"],
        ["Seed", "4", "Entrant", "4", "2", "games"],
    ]
    assert second.texts("p") == ["Winner plays Entrant 1", "Semi-finals: 1 game by forfeit"]


def test_bracket_knows_the_winner_of_each_side() -> None:
    drawn = shown(four_qualify(MatchRecord(1, 1, (0, 3)), MatchRecord(1, 2, (2, 2))))

    [semis, [final]] = [[match.sides for match in one.matches] for one in drawn.rounds]
    told = [(side.number, side.games, side.is_winner, side.is_loser) for sides in semis for side in sides if side]
    assert told == [(1, 0, False, True), (4, 3, True, False), (2, 2, False, False), (3, 2, False, False)]
    assert [side and side.number for side in final] == [4, None]
    assert (drawn.champion, drawn.has_results, drawn.current_round) == (None, True, 1)


def test_bracket_ends_with_a_champion() -> None:
    matches = (MatchRecord(1, 1, (3, 0)), MatchRecord(1, 2, (0, 3)), MatchRecord(2, 1, (1, 2)))

    drawn = shown(four_qualify(*matches, best_of=(5, 3)))

    assert drawn.champion is not None
    assert (drawn.champion.number, drawn.champion.seed) == (3, 3)
    assert [(one.name, one.best_of) for one in drawn.rounds] == [("Semi-finals", 5), ("Final", 3)]
    assert drawn.current_round == 2


def test_byes_play_in_the_second_round() -> None:
    drawn = shown(PHASES["qualifiers known"])

    byes = [match for match in drawn.rounds[0].matches if match.is_bye]
    assert [match.upper.seed for match in byes if match.upper] == [1, 2]
    second = [side.seed for match in drawn.rounds[1].matches for side in match.sides if side]
    assert second == [1, 2]
    assert (drawn.has_results, drawn.current_round, drawn.champion) == (False, 1, None)


@pytest.mark.parametrize(
    ("number", "size", "name"),
    [
        (1, 2, "Final"),
        (1, 4, "Semi-finals"),
        (1, 8, "Quarter-finals"),
        (1, 32, "Round 1"),
        (2, 32, "Round 2"),
        (3, 32, "Quarter-finals"),
        (5, 32, "Final"),
    ],
)
def test_rounds_are_called_what_players_call_them(number: int, size: int, name: str) -> None:
    assert round_name(number, size) == name


def test_bracket_names_who_qualifies_by_a_posting_after_the_draw(client: Client) -> None:
    """As the cards stand entrants 1 and 2 of four qualify; a decision lets 4 win, who comes in for 2."""
    tournament = import_event(event_file=event(four_cards(), games=3, qualifiers=2))
    member = director(tournament)
    post(tournament, member)
    draw_bracket(tournament=tournament, actor=member, posting=1)
    lines = {2: line(2, 4, loss(31)), 4: line(2, 2, win(31))}
    decide_game(tournament=tournament, actor=member, game=2, lines=lines, reason="the wrong player was written down")
    before = page_of(client, tournament)

    post(tournament, member, "a game was corrected")

    after = page_of(client, tournament)
    address = f"{tournament.get_absolute_url()}postings/1/"
    assert address not in before.links
    assert after.by_id("drawn-from").links == [address]
    assert after.by_id("drawn-from").text == (
        "Drawn from posting 1: it keeps those seeds. Posting 2 came after the draw."
        " Entrant 4 now qualifies. Entrant 2 no longer qualifies."
    )
