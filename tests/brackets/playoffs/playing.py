"""What tests of the playoffs share: an event posted and drawn, and somebody who plays it."""

from dataclasses import replace
from typing import Any

from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from brackets.models import Match
from brackets.playoffs.selectors import Playoffs, playoffs_of
from brackets.playoffs.services.draw import draw_bracket
from brackets.playoffs.services.matches import award_to_opponent, record_result, revoke_result
from brackets.posting.services import post_qualifiers
from brackets.rules.forfeits import Half
from tests.factories.tournaments import StaffMemberFactory
from tournaments.models import StaffMember, Tournament


def posted(*, players: int = 48, games: int = 3, best_of: list[int] | None = None) -> Tournament:
    """Store an event without errors on its cards and post its qualifiers, one in four."""
    event_file = make_event(players=players, games=games, errors=False, name="Lantern Bay Open")
    tournament = import_event(event_file=replace(event_file, playoff=None))
    Tournament.objects.filter(pk=tournament.pk).update(best_of=best_of)
    tournament.refresh_from_db()
    post_qualifiers(tournament=tournament, actor=director(tournament), seen=tournament.version)
    tournament.refresh_from_db()
    return tournament


def director(tournament: Tournament, name: str = "Dee Rector", role: str = "director") -> StaffMember:
    """Return somebody who works at the event."""
    found = StaffMember.objects.filter(tournament=tournament, name=name).first()
    return found or StaffMemberFactory.create(tournament=tournament, name=name, initials="DR", role=role)


def drawn(*, players: int = 48, games: int = 3, best_of: list[int] | None = None) -> Tournament:
    """Store an event, post it and draw its bracket: 48 players make 12 qualifiers, 16 places and 4 byes."""
    tournament = posted(players=players, games=games, best_of=best_of)
    draw_bracket(tournament=tournament, actor=director(tournament), posting=1)
    return tournament


def playoffs(tournament: Tournament) -> Playoffs:
    """Return the playoffs as they stand."""
    found = playoffs_of(Tournament.objects.get(pk=tournament.pk))
    assert found is not None
    return found


def seen(tournament: Tournament, round_number: int, slot: int) -> int:
    """Return the key of the result in force of a slot, 0 for none."""
    current = Match.objects.active().filter(bracket__tournament=tournament, round=round_number, slot=slot)
    return current.values_list("pk", flat=True).first() or 0


def at_the_page(tournament: Tournament, round_number: int, slot: int, **facts: object) -> dict[str, Any]:
    """Return what somebody sends who looks at the page of a match; ``facts`` go before it."""
    return {
        "tournament": tournament,
        "actor": director(tournament),
        "round_number": round_number,
        "slot": slot,
        "seen": seen(tournament, round_number, slot),
    } | facts


def play(tournament: Tournament, round_number: int, slot: int, upper: int, lower: int, **more: object) -> Match:
    """Record a result."""
    return record_result(**at_the_page(tournament, round_number, slot, games=(upper, lower), **more))


def give(
    tournament: Tournament, slot: int, out: Half, ground: str = "left", *, round_number: int = 1, **more: object
) -> Match:
    """Give a match to the opponent of one side."""
    return award_to_opponent(**at_the_page(tournament, round_number, slot, out=out, ground=ground, **more))


def undo_result(tournament: Tournament, round_number: int, slot: int, **more: object) -> Match | None:
    """Take a result back."""
    return revoke_result(**at_the_page(tournament, round_number, slot, **more))


def play_round(tournament: Tournament, round_number: int) -> None:
    """Let the upper side win every match of a round that can be played."""
    found = playoffs(tournament)
    for match in found.rounds[round_number - 1]:
        if match.is_open:
            upper, lower = found.scores(match)[1]
            play(tournament, round_number, match.slot, upper, lower)


def winner(tournament: Tournament, round_number: int, slot: int) -> int | None:
    """Return the seed of who has won a slot."""
    match = playoffs(tournament).match(round_number, slot)
    assert match is not None
    return match.winner.seed if match.winner is not None else None


UPPER, LOWER = Half.UPPER, Half.LOWER
