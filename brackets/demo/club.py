"""The demo event of an invented club: an evening of matches by match points. The same arguments make the same one."""

from dataclasses import replace
from random import Random

from brackets.demo.event import FIRST_DAY
from brackets.demo.people import make_entrants
from scorecards.rules.clubs.match_points import PlayedGame, follow, game_record
from scorecards.rules.clubs.match_terms import GAME_HOLE, MatchFormat, MatchTerms
from tournaments.rules.types import ClubMatchRecord, EventFacts, EventFile

MIN_FOR_MATCHES = 10
MAX_FOR_MATCHES = 60
LIKELY_LEFT = (95, 20)
"""Mean and spread of what the loser of a game pegs."""


def make_matches(*, players: int = 12, seed: int = 2026, name: str = "Harbor Peggers Match Night") -> EventFile:
    """Make a club event of matches: pairs of players by every scheme, partners, and tables of every form.

    The last match is still being played.

    Raises:
        ValueError: there are too few or too many players; the text says what would do.
    """
    if not MIN_FOR_MATCHES <= players <= MAX_FOR_MATCHES:
        raise ValueError(f"{players} players: a night of matches can have {MIN_FOR_MATCHES} to {MAX_FOR_MATCHES}")
    rng = Random(seed)  # noqa: S311  Not for secrets: the same seed has to make the same event again.
    entrants = tuple(one for one in make_entrants(rng, players) if not one.house_player)
    numbers = [entrant.number for entrant in entrants]
    matches = [
        _match(rng, MatchTerms(MatchFormat.TWO, scheme, 5 if scheme == "free-play" else 10), ((first,), (second,)))
        for scheme in ("free-play", "double-skunk", "acc")
        for first, second in zip(numbers[::2], numbers[1::2], strict=False)
    ]
    one, two, three, four, five, six = numbers[:6]
    matches += [
        _match(rng, MatchTerms(MatchFormat.TWO, "free-play", 5), ((one, two), (three, four))),
        _match(rng, MatchTerms(MatchFormat.THREE_WINNER, "", 7), ((one,), (three,), (five,))),
        _match(rng, MatchTerms(MatchFormat.THREE_CONTINUED, "", 7), ((two,), (four,), (six,))),
        _match(rng, MatchTerms(MatchFormat.FIVE_CONTINUED, "", 9), ((one,), (two,), (three,), (four,), (five,))),
        _match(rng, MatchTerms(MatchFormat.TWO, "lurch-121", 5), ((two,), (five,))),
        _match(rng, MatchTerms(MatchFormat.TWO, "lurch-61", 7), ((three,), (six,))),
        _match(rng, MatchTerms(MatchFormat.TWO_AGAINST_ONE, "", 3), ((four, five), (one,))),
        _match(rng, MatchTerms(MatchFormat.TWO_AGAINST_ONE_LEVEL, "", 3), ((two, six), (three,))),
        _match(rng, MatchTerms(MatchFormat.FOUR_ALONE, "", 3), ((one,), (two,), (four,), (six,))),
    ]
    last = _match(rng, MatchTerms(MatchFormat.TWO, "free-play", 5), ((one,), (six,)))
    matches.append(replace(last, games=last.games[:-1]))
    facts = EventFacts(name=name, games=9, starts_on=FIRST_DAY, kind="club", format="qualifying", scoring="free-play")
    return EventFile(event=facts, entrants=entrants, club_matches=tuple(matches))


def _match(rng: Random, terms: MatchTerms, sides: tuple[tuple[int, ...], ...]) -> ClubMatchRecord:
    """Play a match to its end."""
    games: list[PlayedGame] = []
    while follow(terms, games).winner is None:
        games.append(_game(rng, terms))
    return ClubMatchRecord(
        terms.form.value, terms.scheme, terms.target, sides, tuple(game_record(game) for game in games)
    )


def _game(rng: Random, terms: MatchTerms) -> PlayedGame:
    pegged = [_pegged_by_loser(rng, hole) for hole in terms.holes]
    won = rng.randrange(terms.sides)
    pegged[won] = terms.holes[won]
    # The player who is ahead when the first is out mostly goes out next.
    others = sorted(
        (side for side in range(terms.sides) if side != won), key=lambda side: -pegged[side] + rng.gauss(0, 8)
    )
    return PlayedGame(tuple(pegged), tuple(others[: terms.others_out]))


def _pegged_by_loser(rng: Random, hole: int) -> int:
    """Return what a loser pegs in a game that ends at ``hole``."""
    return min(hole - 1, max(20, round(rng.gauss(*LIKELY_LEFT))) * hole // GAME_HOLE)
