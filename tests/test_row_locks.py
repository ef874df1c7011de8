"""What may be done once is done once, though a second person begins before the first is stored.

The rows, or the event, are locked before they are read: on PostgreSQL each of these fails without its lock.
"""

import pyotp
import pytest
from django.contrib.auth.models import User

from brackets.event_files.store import import_event
from brackets.seasons.services import change_season
from scorecards.models import StoredResult
from scorecards.records import recalculate
from tests.at_once import meanwhile
from tests.brackets.seasons.club_seasons import club_week, season_of_weeks, spring
from tests.brackets.seasons.club_seasons import director_of as season_director
from tests.builders import both_cards, event
from tests.factories.tournaments import EntrantFactory, PlayerFactory, StaffMemberFactory, TournamentFactory
from tests.tournaments.staff.people import make_event, make_invitation, make_user
from tournaments.entrants.services.players import merge_players, undo_merge
from tournaments.events.creating import create_event_once
from tournaments.models import AuditEntry, Player, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.sign_in.links import UsedLink, new_sign_in_link, use_sign_in_link
from tournaments.sign_in.second_step import WrongCode, check_code, turn_on
from tournaments.staff.services import accept_directorship

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def user() -> User:
    return make_user()


def test_sign_in_link_works_once(user: User) -> None:
    secret = new_sign_in_link(user)

    with pytest.raises(UsedLink):
        meanwhile(lambda: use_sign_in_link(secret=secret), lambda: use_sign_in_link(secret=secret))


def test_recovery_code_works_once(user: User) -> None:
    secret = pyotp.random_base32()
    [code, *_] = turn_on(user=user, secret=secret, code=pyotp.TOTP(secret).now())

    with pytest.raises(WrongCode):
        meanwhile(lambda: check_code(user=user, code=code), lambda: check_code(user=user, code=code))


def test_new_event_sent_twice_is_one(user: User) -> None:
    wanted = make_event().settings()

    meanwhile(*[lambda: create_event_once(Tournament(**wanted), user)] * 2)

    assert Tournament.objects.filter(name=wanted["name"], staff__user=user).count() == 1


@pytest.fixture
def nights(user: User) -> list[StaffMember]:
    """Return the director of three nights, each with an entry of another player of the same name."""
    events = [TournamentFactory(slug=f"night-{number}") for number in range(3)]
    for night in events:
        EntrantFactory(
            tournament=night, number=1, name="Ann Lee", player=PlayerFactory(name="Ann Lee", club=night.slug)
        )
    return [StaffMemberFactory(tournament=night, user=user) for night in events]


def player_of(director: StaffMember) -> int:
    return Player.objects.get(entries__tournament=director.tournament).pk


def merge(director: StaffMember, other: int) -> int:
    return merge_players(tournament=director.tournament, actor=director, number=1, other=other).pk


def test_player_who_is_merged_elsewhere_is_not_merged_again(nights: list[StaffMember]) -> None:
    first, second, third = nights
    other = player_of(third)

    with pytest.raises(Refused, match="This player is not known any more"):
        meanwhile(lambda: merge(first, other), lambda: merge(second, other))


def test_merge_into_a_player_who_is_merged_elsewhere_is_not_undone(nights: list[StaffMember]) -> None:
    first, second, third = nights
    entry, kept = merge(first, player_of(second)), player_of(first)

    with pytest.raises(Refused, match="belongs to another player by now"):
        meanwhile(lambda: merge(third, kept), lambda: undo_merge(tournament=first.tournament, actor=first, entry=entry))
    assert Player.objects.count() == 1


def test_link_for_a_director_works_once(user: User) -> None:
    invitation, other = make_invitation(make_event(), "director"), make_user("bo", "Bo Cedar")

    with pytest.raises(Refused, match="used already"):
        meanwhile(
            lambda: accept_directorship(invitation=invitation, user=user),
            lambda: accept_directorship(invitation=invitation, user=other),
        )


def test_result_that_two_processes_work_out_at_once_is_stored_once(monkeypatch: pytest.MonkeyPatch) -> None:
    one = import_event(event_file=event(both_cards({(1, 1, 2): 16}), games=1))
    StoredResult.objects.all().delete()
    monkeypatch.setattr(recalculate, "TRIES", 0)  # the cards change faster than they are worked out

    meanwhile(lambda: recalculate.bring_up_to_date(one), lambda: recalculate.bring_up_to_date(one))

    assert StoredResult.objects.filter(tournament=one).count() == 1


def test_season_that_is_changed_from_two_events_at_once_is_logged_as_it_was_before_each() -> None:
    first, second = (club_week(at, is_posted=False) for at in range(2))
    me = season_director(first, second)
    season_of_weeks(first, second, me=me)

    meanwhile(
        lambda: change_season(tournament=first, actor=me, season=spring(best_of=3)),
        lambda: change_season(tournament=second, actor=me, season=spring(best_of=5)),
    )

    entry = AuditEntry.objects.get(tournament=second, action="season changed")
    assert (entry.before["best of"], entry.after["best of"]) == (3, 5)
