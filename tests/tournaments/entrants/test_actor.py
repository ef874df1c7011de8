"""Every act at registration is written to the log under the account and in the role of whoever did it."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import EntrantFactory, PlayerFactory, StaffMemberFactory, TournamentFactory
from tests.tournaments.entrants.conftest import Post
from tests.tournaments.entrants.importing import form_of
from tournaments.entrants.services.registration import digest_of
from tournaments.entrants.urls import urlpatterns
from tournaments.log.selectors import roles_in_log
from tournaments.models import AuditEntry, Entrant, Tournament

pytestmark = pytest.mark.slow


LIST = "Number,Name,Club\n1,Ann Lee,Bay\n,Cy Moss,Bay\n"
WRITES_NOTHING = {"known-players", "entrants-csv", "entrants-excel", "import-entrants"}


def add(post: Post) -> None:
    post(name="Ann Lee", first_game="1", acc_number="HI296")


def change(post: Post) -> None:
    ann = Entrant.objects.get(number=1)
    fields = {"name": "Ann Lee", "first_game": "1", "fee_owed": "20", "fee_paid": "0", "club": "Pier"}
    post("1/", **fields, seen=digest_of(ann))


def store_list(post: Post) -> None:
    post("import/store/", **form_of(post("import/", pasted=LIST)))


def remove_substitute(post: Post) -> None:
    substitution = Entrant.objects.get(number=1).substitutions.get()
    post(f"1/substitutes/{substitution.pk}/removal/")


def merge(post: Post) -> None:
    ann = Entrant.objects.get(number=1)
    other = EntrantFactory(
        tournament=TournamentFactory(slug="last-year"), number=7, player=PlayerFactory(name="Ann Lee")
    )
    StaffMemberFactory(tournament=other.tournament, user=ann.tournament.staff.get().user)
    post("1/merge/", other=str(other.player_id))


def undo_list(post: Post) -> None:
    post(f"undo/{AuditEntry.objects.get(action='entrants imported').pk}/")


# In the order in which a day brings them, by the name of the address.
ACTS: dict[str, Callable[[Post], object]] = {
    "entrants": add,
    "entrant": change,
    "check-in": lambda post: (post("check-in/", here="1"), post("check-in/", away="1")),
    "merge-players": merge,
    "name-parts": lambda post: post("1/name/", way="0"),
    "check-in-one": lambda post: post("1/check-in/", is_here="1"),
    "record-fee": lambda post: post("1/fee/", amount="20.00"),
    "withdraw-entrant": lambda post: post("1/withdrawal/", after_game="1"),
    "did-not-come": lambda post: post("did-not-come/", number="1", **{"paid-1": "refund"}, was_here="1"),
    "reinstate-entrant": lambda post: post("1/reinstatement/"),
    "add-substitute": lambda post: post("1/substitutes/", name="Bo Quist", from_game="2"),
    "remove-substitute": remove_substitute,
    "store-entrants": store_list,
    "undo-entrants": undo_list,
    "remove-entrant": lambda post: post("1/removal/"),
}


def anonymous_entries(tournament: Tournament) -> list[str]:
    role_of = roles_in_log(tournament)
    return [
        str(entry)
        for entry in AuditEntry.objects.filter(tournament=tournament)
        if entry.user is None or entry.who != "Dee Rector" or role_of(entry) != "director"
    ]


def test_every_address_of_registration_that_writes_is_walked() -> None:
    assert {str(pattern.name) for pattern in urlpatterns} == {*ACTS, *WRITES_NOTHING}


@pytest.mark.parametrize("name", sorted(WRITES_NOTHING - {"import-entrants"}))
def test_address_that_writes_nothing_takes_no_form(director: Client, tournament: Tournament, name: str) -> None:
    assert director.post(reverse(f"tournaments:{name}", args=[tournament.slug])).status_code == 405


def test_every_act_is_logged_with_account_and_role(post: Post, tournament: Tournament) -> None:
    silent = []
    for name, act in ACTS.items():
        before = AuditEntry.objects.count()
        act(post)
        if AuditEntry.objects.count() == before:
            silent.append(name)

    assert silent == []
    assert anonymous_entries(tournament) == []


def test_follow_ups_of_an_act_are_logged_with_account_and_role(
    post: Post, director: Client, tournament: Tournament
) -> None:
    """The fee of all, which follows the settings."""
    add(post)
    page = director.get(f"/t/{tournament.slug}/settings/")
    form = page.context["form"]
    settings = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    director.post(f"/t/{tournament.slug}/settings/", {**settings, "entry_fee": "25"})

    actions = set(AuditEntry.objects.values_list("action", flat=True))
    assert "entry fee changed for all" in actions
    assert anonymous_entries(tournament) == []
