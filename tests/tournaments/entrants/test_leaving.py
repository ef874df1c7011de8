"""Withdrawal, reinstatement, substitutes and removal."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scorecards.models import CardPresence, Line, Scorecard
from tests.factories.rows import row
from tests.factories.tournaments import EntrantFactory, PairingFactory, ScheduledGameFactory, SubstitutionFactory
from tests.pages import get_page, read_page
from tests.tournaments.entrants.conftest import Post
from tournaments.entrants.services.registration import add_entrant
from tournaments.models import AuditEntry, Entrant, Player, StaffMember, Substitution, Tournament

pytestmark = pytest.mark.slow


@pytest.fixture
def ann(tournament: Tournament, dee: StaffMember) -> Entrant:
    return add_entrant(tournament=tournament, actor=dee, entrant=Entrant(name="Ann Lee", first_game=2)).entrant


def test_entrant_withdraws_and_is_reinstated(post: Post, ann: Entrant) -> None:
    post("1/withdrawal/", after_game="2")
    ann.refresh_from_db()
    withdrawn = ann.withdrawn_after_game

    post("1/reinstatement/")

    ann.refresh_from_db()
    assert (withdrawn, ann.withdrawn_after_game) == (2, None)
    assert [entry.action for entry in AuditEntry.objects.all()] == [
        "entrant reinstated",
        "entrant withdrawn",
        "entrant added",
    ]


@pytest.mark.parametrize(
    ("after_game", "message"),
    [
        ("0", "Withdrawal is after game 1 to 2"),
        ("3", "Withdrawal is after game 1 to 2"),
        ("", "After which game?"),
        ("x", "Enter a whole number."),
    ],
)
def test_withdrawal_that_cannot_be_says_why(post: Post, ann: Entrant, after_game: str, message: str) -> None:
    response = post("1/withdrawal/", after_game=after_game)

    field = read_page(response.content.decode()).by_id("withdrawal_after_game")
    ann.refresh_from_db()
    assert (response.status_code, ann.withdrawn_after_game) == (422, None)
    assert response.content.decode().find(message) != -1
    assert field.attributes.get("value", "") == after_game


@pytest.mark.usefixtures("ann")
def test_substitute_is_written_down_once_and_taken_back(post: Post, director: Client) -> None:
    answers = [post("1/substitutes/", name="Bo Quist", from_game="3") for _ in range(2)]
    added = get_page(director, "/t/bay/entrants/1/").texts("p")
    made = Substitution.objects.get()
    for _ in range(2):
        post(f"1/substitutes/{made.pk}/removal/")
    removed = get_page(director, "/t/bay/entrants/1/").texts("p")

    assert [answer.status_code for answer in answers] == [302, 302]
    assert (made.name, made.from_game, made.made_by) == ("Bo Quist", 3, "Dee Rector")
    assert Substitution.objects.count() == 0
    assert [(entry.action, entry.before, entry.after) for entry in AuditEntry.objects.all()[:3]] == [
        ("substitute removed", {"substitute": "Bo Quist", "from_game": 3}, None),
        ("substitute added", None, {"substitute": "Bo Quist", "from_game": 3}),
        ("entrant added", None, AuditEntry.objects.last().after),
    ]
    assert "Bo Quist plays in this seat from game 3." in added
    assert "The substitute is deleted." in removed


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"name": "", "from_game": "2"}, "Who takes over?"),
        ({"name": "Bo", "from_game": "4"}, "The event has games 1 to 3."),
        ({"name": "Bo", "from_game": "1"}, "Somebody takes over from game 1 already."),
    ],
)
def test_substitute_who_cannot_be_says_why(post: Post, ann: Entrant, data: dict[str, str], message: str) -> None:
    SubstitutionFactory(entrant=ann, from_game=1)

    response = post("1/substitutes/", **data)

    assert (response.status_code, Substitution.objects.count()) == (422, 1)
    page = read_page(response.content.decode())
    assert message in page.text
    # What is wrong leads to the field of the substitute, not to that of the entrant.
    wrong = "substitute_from_game" if data["name"] else "substitute_name"
    assert f"#{wrong}" in page.links
    assert page.by_id(wrong).attributes["aria-invalid"] == "true"


def test_substitute_of_another_event_stays(post: Post, ann: Entrant) -> None:
    other = SubstitutionFactory()

    post(f"1/substitutes/{other.pk}/removal/")

    assert Substitution.objects.count() == 1


def test_entrant_without_anything_is_removed_with_the_player(post: Post, ann: Entrant) -> None:
    response = post("1/removal/")

    entry = AuditEntry.objects.first()
    assert response["Location"] == f"/t/bay/entrants/?done={entry.pk}"
    assert (Entrant.objects.count(), Player.objects.count(), entry.action) == (0, 0, "entrant removed")


def give_seat(entrant: Entrant) -> None:
    Entrant.objects.filter(pk=entrant.pk).update(seat="A-1")


def give_pairing(entrant: Entrant) -> None:
    other = EntrantFactory(tournament=entrant.tournament)
    PairingFactory(scheduled_game=ScheduledGameFactory(tournament=entrant.tournament), first=other, second=entrant)


def give_line(entrant: Entrant) -> None:
    other = EntrantFactory(tournament=entrant.tournament)
    row(Line, scorecard=row(Scorecard, entrant=other), opponent=entrant)


@pytest.mark.parametrize(
    ("give", "why"),
    [
        (give_seat, "a seat (A-1)"),
        (give_pairing, "a pairing"),
        (give_line, "a line"),
        (lambda entrant: row(Scorecard, entrant=entrant), "a scorecard"),
        (lambda entrant: SubstitutionFactory(entrant=entrant), "a substitution"),
    ],
)
def test_entrant_on_whom_something_rests_stays_and_the_page_says_why(
    post: Post, director: Client, ann: Entrant, give: Callable[[Entrant], Any], why: str
) -> None:
    give(ann)

    page = get_page(director, "/t/bay/entrants/1/")
    response = post("1/removal/")

    said = f"Ann Lee cannot be deleted because of {why}. Choose Did not come"
    assert [text for text in page.by_id("leaving").texts("p") if text.startswith(said)] != []
    assert response.status_code == 422
    assert Entrant.objects.filter(pk=ann.pk).exists()


def test_page_open_somewhere_does_not_keep_an_entrant(post: Post, ann: Entrant) -> None:
    CardPresence.objects.create(entrant=ann, member=StaffMember.objects.get(), seen_at=timezone.now())

    post("1/removal/")

    assert Entrant.objects.count() == 0


def test_who_left_before_the_first_game_is_told_so_and_not_to_withdraw(
    director: Client, tournament: Tournament
) -> None:
    EntrantFactory(tournament=tournament, number=1, name="Ann Lee", seat="A-1", withdrawn_after_game=0)

    told = get_page(director, "/t/bay/entrants/1/").by_id("leaving").texts("p")

    assert told == [
        "Did not come. In no count: no place, no card due. Opponents of the games left get a win by ten.",
        "Ann Lee cannot be deleted because of a seat (A-1).",
    ]
