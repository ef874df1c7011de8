"""Who plays, where they sit, and who may do what."""

import factory
from django.contrib.auth import get_user_model
from factory.django import DjangoModelFactory

from tournaments.models import Entrant, Pairing, Player, Role, ScheduledGame, StaffMember, Substitution, Tournament
from tournaments.rules.initials import initials_of


class UserFactory(DjangoModelFactory):
    class Meta:
        model = get_user_model()

    username = factory.Sequence(lambda n: f"user-{n}")


class TournamentFactory(DjangoModelFactory):
    class Meta:
        model = Tournament

    slug = factory.Sequence(lambda n: f"lantern-bay-open-{n}")
    name = "Lantern Bay Open"
    games = 3


class PlayerFactory(DjangoModelFactory):
    class Meta:
        model = Player

    name = factory.Sequence(lambda n: f"Player {n}")


class EntrantFactory(DjangoModelFactory):
    class Meta:
        model = Entrant

    tournament = factory.SubFactory(TournamentFactory)
    number = factory.Sequence(lambda n: n + 1)
    name = factory.LazyAttribute(lambda entrant: f"Entrant {entrant.number}")


class ScheduledGameFactory(DjangoModelFactory):
    class Meta:
        model = ScheduledGame

    tournament = factory.SubFactory(TournamentFactory)
    game = 1


class PairingFactory(DjangoModelFactory):
    class Meta:
        model = Pairing

    scheduled_game = factory.SubFactory(ScheduledGameFactory)
    first = factory.SubFactory(EntrantFactory)
    second = factory.SubFactory(EntrantFactory)


class StaffMemberFactory(DjangoModelFactory):
    class Meta:
        model = StaffMember

    tournament = factory.SubFactory(TournamentFactory)
    user = factory.SubFactory(UserFactory)
    role = Role.DIRECTOR


def director_of(tournament: Tournament, name: str) -> StaffMember:
    """Return the director of that name, for services that ask who acts; one is made where there is none."""
    known = StaffMember.objects.filter(tournament=tournament, role=Role.DIRECTOR, name=name).first()
    return known or StaffMemberFactory(tournament=tournament, name=name, initials=initials_of(name))


class SubstitutionFactory(DjangoModelFactory):
    class Meta:
        model = Substitution

    entrant = factory.SubFactory(EntrantFactory)
    name = "Sam Stand"
    from_game = 1
    made_by = "Dee"
