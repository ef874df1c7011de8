"""Read one player's page: seat, next opponent, and the way through the bracket."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.urls import reverse

from brackets.public.selectors.announcements import call_of
from brackets.standings.bracket import BracketView, bracket_path
from brackets.standings.outcome import EventOutcome, StandingRow, game_now
from brackets.standings.postings import PublicView
from scorecards.records.facts import is_begun
from scorecards.records.ruled_cards import ruled_card_of
from tournaments.models import Entrant, Tournament
from tournaments.records.entrants import display_name
from tournaments.rules.movement.boards import SlipRow, slips
from tournaments.rules.movement.setup import MovementError
from tournaments.rules.text import number_of, plain_text, search_words
from tournaments.seating.selectors.seats import Seating, seating_of


class PlayerGame(NamedTuple):
    """A scheduled game of a player; ``opponent`` is ``None`` in a bye. ``opponent_seat`` is the one on their card.

    ``has_left`` tells that the opponent is gone by then: there is no seat to go to.
    """

    game: int
    seat: str
    opponent: Entrant | None
    opponent_seat: str
    has_left: bool = False


class PostedPlace(NamedTuple):
    """What the posting says to a player, on their page and their phone: a sentence, and where to read on."""

    sentence: str
    is_qualifying: bool
    link: str
    link_text: str


class PlayerView:
    """What everybody may see of one player. ``place`` and ``path`` are ``None`` while nothing is public.

    Nothing comes from the cards but what ``public`` has: until the standings are public no game counts as played.
    ``called`` is where they are called to, blank where they are not; ``posted`` what the posting says to them.
    """

    def __init__(
        self,
        tournament: Tournament,
        public: PublicView,
        bracket: BracketView | None,
        number: int,
        *,
        seating: Seating,
        person: Mapping[str, Any] | None,
    ) -> None:
        chair, outcome = seating.chairs.get(number), public.outcome
        self.number, self.person = number, person or {}
        self.name = display_name(person) if person is not None else chair.shown_name if chair is not None else ""
        self.seat = chair.seat if chair is not None else ""
        self.left_in_words = chair.left_for_all if chair is not None else ""
        is_over = outcome is not None and outcome.has_cards and outcome.is_settled
        self.games = [] if is_over else games_of(seating, number)
        self.next_games = _next_games(tournament, public, self.games, number)[:2]
        self.meets_who_left = any(game.has_left for game in self.games)
        self.place = _place(outcome, number)
        self.path = bracket_path(bracket, number) if bracket is not None else None
        self.next_match = bracket.open_match(number) if bracket is not None else None
        self.next_opponent = self.next_match.other_than(number) if self.next_match is not None else None
        self.is_champion = bracket is not None and bracket.champion is not None and bracket.champion.number == number
        to_a_table = self.next_match.call if self.next_match is not None else ""
        self.called = call_of(tournament, number) or to_a_table
        self.posted = _posted_place(tournament, public, bracket, number)


def player_view(
    tournament: Tournament, public: PublicView, bracket: BracketView | None, number: int
) -> PlayerView | None:
    """Return one player, ``None`` for a number neither seated nor in public standings. Nine queries or fewer."""
    seating = seating_of(tournament)
    chair = seating.chairs.get(number)
    person = public.outcome.people.get(number) if public.outcome is not None else None
    if person is None and (chair is None or not chair.seat):
        return None
    return PlayerView(tournament, public, bracket, number, seating=seating, person=person)


def posted_place(tournament: Tournament, number: int) -> PostedPlace | None:
    """Return where somebody stands by the latest posting, ``None`` for who is not in it. Six queries or fewer."""
    public = PublicView(tournament)
    bracket = public.bracket if public.posting is not None and tournament.has_playoffs else None
    return _posted_place(tournament, public, bracket, number)


def _posted_place(
    tournament: Tournament, public: PublicView, bracket: BracketView | None, number: int
) -> PostedPlace | None:
    row = _place(public.outcome, number) if public.posting is not None else None
    if public.outcome is None or row is None:
        return None
    page = "bracket" if bracket is not None else "standings"
    sentence = (
        f"You qualified, place {row.rank}: {_way_on(bracket, number)}."
        if row.qualifies and bracket is not None
        else f"{_off_the_line(public.outcome, row)}."
    )
    is_qualifying = bool(row.qualifies) and public.outcome.has_line
    return PostedPlace(sentence, is_qualifying, reverse(f"brackets:{page}", args=[tournament.slug]), page)


def _way_on(bracket: BracketView, number: int) -> str:
    if bracket.champion is not None and bracket.champion.number == number:
        return "you won the final"
    match = bracket.open_match(number)
    if match is None:
        path = bracket_path(bracket, number)
        if path is None:
            return "not in the bracket"
        last, text = path.steps[-1]
        return f"{text}, {last.in_round.name.lower()}"
    where, opponent = f"table {match.table} " if match.table else "", match.other_than(number)
    if opponent is not None:
        return f"{where}against {opponent.name}, {match.in_round.name.lower()}"
    has_bye = any(one.is_bye and one.winner_number == number for one in bracket.rounds[0].matches)
    return f"{'a bye, then ' if has_bye else ''}{match.in_round.name.lower()}, opponent not known yet"


OFF_BY = {
    "game_points": ("game point", "game points"),
    "games_won": ("game won", "games won"),
    "net": ("point of net spread", "points of net spread"),
    "plus": ("point of plus spread", "points of plus spread"),
}


def _off_the_line(outcome: EventOutcome, row: StandingRow) -> str:
    """Say a place, and how far from the line it is: by the first number in which the last who qualifies is better."""
    of = row.pool_in_words if outcome.has_pools else f" of {outcome.report.entrants}"
    place = f"place {row.rank}{of}, {row.card}"
    if not outcome.has_line:
        return f"You finished in {place}"
    if row.qualifies:
        return f"You qualified, {place}"
    if row.qualifies is None:
        return f"A tie across the line is open: {place}"
    if row.has_left:
        return f"You left before the draw: {place}"
    last = [one for one in outcome.rows if one.pool == row.pool and one.qualifies][-1:]
    short = [(words, last[0].totals[key] - row.totals[key]) for key, words in OFF_BY.items()] if last else []
    off = next((f"{number_of(by, *words)} below the line" for words, by in short if by), "level with the line")
    return f"You did not qualify: {off}, {place}"


def games_of(seating: Seating, number: int) -> list[PlayerGame]:
    """Return a player's games as scheduled, until they leave: where to sit and whom to meet. No query."""
    try:
        rows = slips(seating.schedule, seating.seat_of).get(number, ())
    except MovementError:
        return []
    own = seating.chairs[number]
    return [_game(row, seating) for row in rows if not own.has_left(row.game)]


def _game(row: SlipRow, seating: Seating) -> PlayerGame:
    opponent = seating.chairs.get(row.opponent) if row.opponent else None
    if opponent is not None and opponent.has_left(row.game):
        return PlayerGame(row.game, "", opponent, "", has_left=True)
    return PlayerGame(row.game, row.seat, opponent, row.opponent_seat)


def search_seats(chairs: Mapping[int, Entrant], wanted: str) -> list[Entrant]:
    """Return those with a seat whose name or seat has every word of the search, by name; nobody without a search."""
    words = search_words(wanted)
    found = [
        chair
        for chair in chairs.values()
        if words and chair.seat and all(word in plain_text(f"{chair.shown_name} {chair.seat}") for word in words)
    ]
    return sorted(found, key=lambda chair: plain_text(chair.shown_name))


def _next_games(
    tournament: Tournament, public: PublicView, games: Sequence[PlayerGame], number: int
) -> Sequence[PlayerGame]:
    """Return the games that are still to be played, as everybody may know it, the next one first.

    Where lines are public: those without one on the player's card. Else from the game that the hall plays.
    """
    game = game_now(tournament)
    to_play = [one for one in games if one.opponent is not None and not one.has_left and one.game >= game]
    if public.is_hidden:
        return to_play if game or not is_begun(tournament) else ()
    entrant = Entrant.objects.filter(tournament=tournament, number=number).select_related("scorecard").first()
    if not to_play or entrant is None or public.outcome is None:
        return to_play
    card = ruled_card_of(tournament, entrant, public.outcome.people)
    played = {line.game for line in card.lines if line.in_force is not None}
    return [one for one in to_play if one.game not in played]


def _place(outcome: EventOutcome | None, number: int) -> StandingRow | None:
    if outcome is None or not outcome.has_cards:
        return None
    return next((row for row in outcome.rows if row.number == number), None)
