"""Undoing a change of entrants, and undoing that."""

import pytest

from scorecards.models import Scorecard
from tests.factories.rows import row
from tests.factories.tournaments import EntrantFactory, director_of
from tests.tournaments.entrants.conftest import Post
from tests.tournaments.entrants.importing import undone
from tournaments.entrants.fields import NAMES
from tournaments.entrants.services.history import entrant_to_dict
from tournaments.entrants.services.registration import add_entrant, check_in, take_fee, withdraw_entrant
from tournaments.entrants.services.undo import remove_entrant
from tournaments.models import AuditEntry, Entrant, Player, StaffMember, Tournament, UndoStep
from tournaments.refused import Refused

pytestmark = pytest.mark.slow


@pytest.fixture
def ann(tournament: Tournament, dee: StaffMember) -> Entrant:
    entrant = Entrant(name="Ann Lee", acc_number="HI296", note="x")
    entrant = add_entrant(tournament=tournament, actor=dee, entrant=entrant).entrant
    check_in(tournament=tournament, actor=dee, number=1, is_here=True)
    entrant.refresh_from_db()
    return entrant


def test_removal_is_undone_with_everything_that_was_stored(
    tournament: Tournament, dee: StaffMember, ann: Entrant
) -> None:
    before = entrant_to_dict(ann)
    entry = remove_entrant(tournament=tournament, actor=dee, number=1)

    undone(tournament, entry)

    back = Entrant.objects.get()
    assert entrant_to_dict(back) == before
    assert back.player == Player.objects.get()
    assert sorted(before) == sorted(NAMES)


@pytest.mark.usefixtures("ann")
def test_changes_are_undone_and_done_again(tournament: Tournament, dee: StaffMember) -> None:
    states = []
    for service, more in ((take_fee, {}), (withdraw_entrant, {"after_game": 1}), (check_in, {"is_here": False})):
        before = entrant_to_dict(Entrant.objects.get())
        entry = service(tournament=tournament, actor=dee, number=1, **more).entry  # type: ignore[operator]
        after = entrant_to_dict(Entrant.objects.get())
        back = undone(tournament, entry)
        states.append(entrant_to_dict(Entrant.objects.get()) == before)
        undone(tournament, back)
        states.append(entrant_to_dict(Entrant.objects.get()) == after)

    assert states == [True] * 6


def test_addition_is_undone(tournament: Tournament, dee: StaffMember) -> None:
    entry = add_entrant(tournament=tournament, actor=dee, entrant=Entrant(name="Ann Lee")).entry

    undone(tournament, entry)

    assert (Entrant.objects.count(), Player.objects.count()) == (0, 0)


@pytest.mark.usefixtures("ann")
def test_change_is_not_undone_once_it_was_changed_again(tournament: Tournament, dee: StaffMember) -> None:
    entry = withdraw_entrant(tournament=tournament, actor=dee, number=1, after_game=1).entry
    withdraw_entrant(tournament=tournament, actor=dee, number=1, after_game=2)

    with pytest.raises(Refused, match="1 Ann Lee has been changed since"):
        undone(tournament, entry)

    assert Entrant.objects.get().withdrawn_after_game == 2


def test_addition_is_not_undone_once_there_is_a_card(tournament: Tournament, dee: StaffMember) -> None:
    done = add_entrant(tournament=tournament, actor=dee, entrant=Entrant(name="Ann Lee"))
    row(Scorecard, entrant=done.entrant)

    with pytest.raises(Refused, match="There is a scorecard by now"):
        undone(tournament, done.entry)


@pytest.mark.usefixtures("ann")
def test_removal_is_not_undone_once_the_number_is_taken(tournament: Tournament, dee: StaffMember) -> None:
    entry = remove_entrant(tournament=tournament, actor=dee, number=1)
    add_entrant(tournament=tournament, actor=dee, entrant=Entrant(name="Bo Quist"))

    with pytest.raises(Refused, match="Number 1 has gone to Bo Quist since"):
        undone(tournament, entry)


def test_removal_of_somebody_removed_cannot_be_undone_twice(tournament: Tournament, dee: StaffMember) -> None:
    entry = add_entrant(tournament=tournament, actor=dee, entrant=Entrant(name="Ann Lee")).entry
    undone(tournament, entry)

    with pytest.raises(Refused, match="Number 1 has been removed since"):
        undone(tournament, entry)


def test_change_of_another_event_or_another_kind_is_not_found(tournament: Tournament) -> None:
    other = EntrantFactory().tournament
    elsewhere = add_entrant(tournament=other, actor=director_of(other, "Eve"), entrant=Entrant(name="Ann Lee")).entry
    settings = AuditEntry.objects.create(tournament=tournament, who="Dee", action="settings changed")

    for entry in (elsewhere, settings):
        with pytest.raises(Refused, match="not in the log of this event"):
            undone(tournament, entry)


def test_undo_reads_nothing_of_what_the_log_tells(tournament: Tournament, dee: StaffMember, ann: Entrant) -> None:
    before = entrant_to_dict(ann)
    entry = remove_entrant(tournament=tournament, actor=dee, number=1)
    AuditEntry.objects.update(before=None, after=None, subject="", action="in other words")

    undone(tournament, entry)

    assert entrant_to_dict(Entrant.objects.get()) == before


@pytest.mark.usefixtures("ann")
def test_step_in_a_form_that_is_not_known_is_not_undone(tournament: Tournament) -> None:
    UndoStep.objects.update(version=99)

    with pytest.raises(Refused, match="A later version of this program"):
        undone(tournament, AuditEntry.objects.latest("pk"))


def test_form_undoes_and_names_what_it_undid(post: Post, tournament: Tournament, dee: StaffMember) -> None:
    entry = add_entrant(tournament=tournament, actor=dee, entrant=Entrant(name="Ann Lee")).entry

    response = post(f"undo/{entry.pk}/")

    last = AuditEntry.objects.first()
    assert response["Location"] == f"/t/bay/entrants/?sort=number&done={last.pk}"
    assert (last.who, last.action, last.subject) == (
        "Dee Rector",
        "change of entrants undone",
        "entrant added: 1 Ann Lee",
    )


@pytest.mark.usefixtures("ann")
@pytest.mark.parametrize(
    ("to", "page"), [("1", "1/?done="), ("9", "?sort=number&done="), ("//evil", "?sort=number&done=")]
)
def test_form_leads_back_to_the_entrants_page_and_to_none_that_is_not_there(
    post: Post, dee: StaffMember, tournament: Tournament, to: str, page: str
) -> None:
    entry = take_fee(tournament=tournament, actor=dee, number=1).entry

    response = post(f"undo/{entry.pk}/", to=to)

    assert response["Location"] == f"/t/bay/entrants/{page}{AuditEntry.objects.first().pk}"


def test_form_that_cannot_undo_says_why(post: Post) -> None:
    response = post("undo/999/")

    assert response.status_code == 422
    assert response.content.decode().find("That change is not in the log of this event.") != -1
