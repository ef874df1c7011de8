"""What the database itself refuses about tournaments and entrants."""

import pytest

from tests.factories.tournaments import EntrantFactory, PairingFactory, StaffMemberFactory, TournamentFactory
from tests.refusals import Make, assert_refused, rules_of, twice
from tournaments.models import (
    AuditAction,
    AuditEntry,
    Entrant,
    ImportedHeadings,
    Invitation,
    MemberFile,
    Pairing,
    ScheduledGame,
    SecondStep,
    SignIn,
    SignInLink,
    StaffMember,
    Tournament,
    UndoStep,
)
from tournaments.rules.scorings import SCORINGS
from tournaments.rules.types import EventFacts

pytestmark = pytest.mark.django_db


def paired_with_oneself() -> None:
    entrant = EntrantFactory()
    PairingFactory(first=entrant, second=entrant)


def undone_by_two_steps() -> None:
    tournament = TournamentFactory()
    entry = AuditEntry.objects.create(tournament=tournament, who="Dee", action=AuditAction.SEATS_DRAWN)
    for _ in range(2):
        UndoStep.objects.create(entry=entry, of="seating", version=1, state={}, digest="c" * 64)


REFUSED: dict[str, Make] = {
    "tournament.slug": lambda: TournamentFactory(slug=TournamentFactory().slug),
    "tournament_has_games": lambda: TournamentFactory(games=0),
    "makeup_rounds_leave_games": lambda: TournamentFactory(games=2, makeup_rounds=2),
    "entrant_number_once": lambda: EntrantFactory(tournament=EntrantFactory(number=7).tournament, number=7),
    "seat_once": lambda: EntrantFactory(tournament=EntrantFactory(seat="A-1").tournament, seat="A-1"),
    "audit_entry_once": twice(AuditEntry, "tournament", number=1),
    "entrant_number_positive": lambda: EntrantFactory(number=0),
    "scheduled_game_once": twice(ScheduledGame, "tournament", game=3),
    "pairing_first_once": twice(Pairing, "scheduled_game", "first"),
    "pairing_second_once": twice(Pairing, "scheduled_game", "second"),
    "pairing_of_two": paired_with_oneself,
    "undostep.entry": undone_by_two_steps,
    "user_once_per_role": twice(StaffMember, "tournament", "user", role="director"),
    "staff_by_account_or_invitation": lambda: StaffMemberFactory(user=None),
    "importedheadings.user": twice(ImportedHeadings, "user"),
    "memberfile.owner": twice(MemberFile, "owner"),
    "invitation.digest": twice(Invitation, "digest"),
    "signinlink.digest": twice(SignInLink, digest="b" * 64),
    "secondstep.user": twice(SecondStep, "user"),
    "signin.session_key": twice(SignIn, "session_key"),
    "one_or_two_games_per_opponent": lambda: TournamentFactory(games_per_opponent=3),
}


@pytest.mark.parametrize("rule", REFUSED)
def test_database_refuses_what_breaks_a_rule(rule: str) -> None:
    assert_refused("tournaments", rule, REFUSED[rule])


def test_database_rules_of_tournaments_are_all_tried() -> None:
    assert sorted(rules_of("tournaments")) == sorted(REFUSED)


def test_entrants_without_a_seat_may_be_many() -> None:
    tournament = EntrantFactory(seat="").tournament

    EntrantFactory(tournament=tournament, seat="")

    assert Entrant.objects.filter(tournament=tournament, seat="").count() == 2


def test_entrants_of_two_tournaments_may_share_number_and_seat() -> None:
    EntrantFactory(number=7, seat="A-1")

    EntrantFactory(number=7, seat="A-1")

    assert Entrant.objects.filter(number=7, seat="A-1").count() == 2


def test_tournament_address_is_made_of_its_slug() -> None:
    assert TournamentFactory(slug="club-night").get_absolute_url() == "/t/club-night/"


@pytest.mark.parametrize(
    ("played", "has_playoffs"), [("qualifying-playoff", True), ("qualifying", False), ("double-round-robin", False)]
)
def test_playoffs_follow_only_where_the_format_has_them(played: str, has_playoffs: bool) -> None:
    facts = EventFacts("Lantern Bay Open", 9, format=played)

    assert (Tournament(format=played).has_playoffs, facts.has_playoffs) == (has_playoffs, has_playoffs)


def test_game_sheets_are_kept_where_points_are_added_up() -> None:
    found = [scoring for scoring in SCORINGS if Tournament(scoring=scoring).is_of_sheets]

    assert found == ["total-points", "points-left"]
