"""What tests of club matches share: a club event, its matches, and games that are played."""

from dataclasses import replace

from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from scorecards.club_matches.selectors import matches_of
from scorecards.club_matches.services import begin_match, record_game
from scorecards.models import ClubMatch
from scorecards.rules.clubs.match_points import PlayedGame
from scorecards.rules.clubs.match_terms import MatchFormat, MatchTerms
from tests.events import without_cards
from tournaments.models import Audience, StaffMember, Tournament

EXAMPLE = ((121, 98), (121, 119), (82, 121), (121, 89), (92, 121), (121, 100))
FREE_PLAY = MatchTerms(MatchFormat.TWO, "free-play", 5)


def club_night(*, kind: str = "club") -> Tournament:
    """Store a club event before its first game; nobody sees standings before they are posted."""
    written = without_cards(make_event(players=8, games=5, errors=False, name="Harbor Peggers Night"))
    facts = replace(written.event, kind=kind, format="qualifying")
    tournament = import_event(event_file=replace(written, event=facts))
    Tournament.objects.filter(pk=tournament.pk).update(standings_shown=Audience.NOBODY)
    tournament.refresh_from_db()
    return tournament


def begin(
    tournament: Tournament, member: StaffMember, *sides: tuple[int, ...], terms: MatchTerms = FREE_PLAY
) -> ClubMatch:
    return begin_match(tournament=tournament, actor=member, terms=terms, sides=sides or ((1,), (2,)))


def play(match: ClubMatch, member: StaffMember, *games: tuple[int, ...], out: tuple[int, ...] = ()) -> ClubMatch:
    """Enter games after those that are in, and return how the match stands."""
    shown = stored(match)
    for pegged in games:
        shown = record_game(
            tournament=match.tournament,
            actor=member,
            number=match.number,
            game=shown.next_game,
            played=PlayedGame(pegged, out),
        )
    return shown


def stored(match: ClubMatch) -> ClubMatch:
    return next(one for one in matches_of(match.tournament) if one.number == match.number)
