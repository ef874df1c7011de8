"""What tests of posting share: an event with its director signed in, and posting it as it stands."""

from django.test import Client

from brackets.event_files.store import import_event
from brackets.models import Posting
from brackets.posting.services import post_qualifiers
from scorecards.checking.services.decisions import decide_game
from tests.builders import line, loss, win
from tests.tournaments.staff.people import add_director, make_user
from tournaments.models import Audience, StaffMember, Tournament
from tournaments.rules.types import EventFile


def directed(client: Client, event_file: EventFile) -> tuple[Tournament, StaffMember]:
    """Store an event whose standings nobody sees before they are posted, and sign its director in."""
    user = make_user()
    tournament = import_event(event_file=event_file)
    Tournament.objects.filter(pk=tournament.pk).update(standings_shown=Audience.NOBODY)
    tournament.refresh_from_db()
    me = add_director(tournament, user)
    client.force_login(user)
    return tournament, me


def post(tournament: Tournament, me: StaffMember, reason: str = "") -> Posting:
    """Post the event as it stands."""
    tournament.refresh_from_db()
    return post_qualifiers(tournament=tournament, actor=me, seen=tournament.version, reason=reason)


def correct(tournament: Tournament, me: StaffMember) -> None:
    """Let 4 have beaten 1 in game 1, so that the cards of both are not as posted: 2 qualifies in place of 1."""
    lines = {1: line(1, 4, loss(5)), 4: line(1, 1, win(5))}
    decide_game(tournament=tournament, actor=me, game=1, lines=lines, reason="the wrong player was written down")
