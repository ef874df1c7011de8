"""A consolation or satellite made from an event in one step, and the two linked to each other."""

from collections.abc import Callable
from datetime import date

import pytest
from django.http import HttpResponse
from django.test import Client

from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from brackets.models import SideEvent
from brackets.results.selectors import candidates_of, working_results
from brackets.results.services import make_side_event
from tests.events import PHASES
from tests.factories.tournaments import StaffMemberFactory
from tests.pages import get_page, read_page
from tournaments.models import AuditEntry, Entrant, StaffMember, Tournament
from tournaments.refused import Refused

Post = Callable[..., HttpResponse]
SETTINGS = {
    "name": "Cedar Consolation",
    "kind": "consolation",
    "starts_on": date(2026, 5, 17),
    "games": 9,
    "best_of": [3] * 8,
    "entry_fee": 10_00,
}
FORM = {
    "name": "Cedar Consolation",
    "kind": "consolation",
    "starts_on": "2026-05-17",
    "games": "9",
    "best_of": "3",
    "entry_fee": "10",
}


def offered(tournament: Tournament) -> list[int]:
    return [one.number for one in candidates_of(working_results(tournament)) if one.is_offered]


def losers(tournament: Tournament) -> list[int]:
    return [one.number for one in candidates_of(working_results(tournament)) if one.is_loser]


def test_those_who_did_not_qualify_are_offered_and_losers_can_be_added(tournament: Tournament) -> None:
    results = working_results(tournament)
    assert results is not None

    champion = results.rows[0].number
    assert (len(offered(tournament)), len(losers(tournament))) == (18, 5)
    assert champion not in (*offered(tournament), *losers(tournament))


def test_those_who_still_play_are_not_offered(db: None) -> None:
    tournament = import_event(event_file=PHASES["playoffs"])

    assert (len(offered(tournament)), len(losers(tournament))) == (18, 2)


def test_those_who_left_are_not_ticked(tournament: Tournament) -> None:
    left = offered(tournament)[0]
    Entrant.objects.filter(tournament=tournament, number=left).update(withdrawn_after_game=3)

    assert left not in offered(tournament)
    [candidate] = [one for one in candidates_of(working_results(tournament)) if one.number == left]
    assert candidate.how.endswith("left after game 3")


def test_side_event_is_one_of_its_own_with_those_who_were_chosen(tournament: Tournament, director: StaffMember) -> None:
    chosen = [losers(tournament)[0], *offered(tournament)[:3]]

    event = make_side_event(tournament=tournament, actor=director, settings=SETTINGS, chosen=chosen)

    known = {entrant.number: entrant for entrant in tournament.entrants.all()}
    entered = list(event.entrants.order_by("number"))
    assert (event.kind, event.games, event.best_of, event.edition) == ("consolation", 9, [3] * 8, tournament.edition)
    assert [(one.number, one.name, one.player_id, one.fee_owed, one.seat) for one in entered] == [
        (number, known[old].name, known[old].player_id, 10_00, "") for number, old in enumerate(chosen, start=1)
    ]
    assert list(event.staff.values_list("user", "role")) == [(director.user_id, "director")]
    entries = AuditEntry.objects.filter(action="side event created").order_by("pk")
    assert [(entry.tournament_id, entry.subject) for entry in entries] == [
        (tournament.pk, event.name),
        (event.pk, tournament.name),
    ]
    assert entries[0].after == {"entrants": 4}


def test_all_who_direct_the_one_direct_the_other_by_the_same_names(
    tournament: Tournament, director: StaffMember
) -> None:
    second = StaffMemberFactory(tournament=tournament, name="Cy Alder", initials="CA")
    StaffMemberFactory(tournament=tournament, role="checker")

    event = make_side_event(tournament=tournament, actor=director, settings=SETTINGS, chosen=[])

    assert set(event.staff.values_list("user", "name", "initials")) == {
        (director.user_id, "Dee Rector", "DR"),
        (second.user_id, "Cy Alder", "CA"),
    }


def test_side_event_refuses_who_is_not_free(tournament: Tournament, director: StaffMember) -> None:
    results = working_results(tournament)
    assert results is not None

    with pytest.raises(Refused, match="still playing"):
        make_side_event(tournament=tournament, actor=director, settings=SETTINGS, chosen=[results.rows[0].number])

    assert (SideEvent.objects.count(), Tournament.objects.count()) == (0, 1)


def test_side_event_waits_until_the_qualifiers_are_known(client: Client, db: None) -> None:
    tournament = import_event(event_file=make_event(players=12, games=7, settled=False))
    director = StaffMemberFactory(tournament=tournament, name="Dee Rector")
    client.force_login(director.user)

    with pytest.raises(Refused, match="when the qualifying round is settled"):
        make_side_event(tournament=tournament, actor=director, settings=SETTINGS, chosen=[])
    page = get_page(client, f"{tournament.get_absolute_url()}side-events/")
    assert [form.attributes["action"] for form in page.by_id("main").all("form")] == []


def test_side_event_is_made_by_one_form_and_once(post: Post, tournament: Tournament) -> None:
    form = {**FORM, "chosen": [str(number) for number in offered(tournament)[:4]]}

    response, again = post("side-events/", form), post("side-events/", form)

    event = SideEvent.objects.get().event
    assert (response.status_code, response["Location"]) == (302, f"{event.get_absolute_url()}desk/")
    assert (event.entrants.count(), again.status_code) == (4, 422)
    assert "has been made from this one already" in again.content.decode()


def test_form_that_is_refused_keeps_its_ticks(post: Post, tournament: Tournament) -> None:
    second = offered(tournament)[1]

    response = post("side-events/", {**FORM, "games": "0", "chosen": [str(second)]})

    page = read_page(response.content.decode())
    ticked = [box.attributes["value"] for box in page.all("input") if "checked" in box.attributes]
    assert (response.status_code, ticked) == (422, [str(second)])
    assert SideEvent.objects.count() == 0


def test_form_refuses_somebody_who_qualified_meanwhile(post: Post, tournament: Tournament) -> None:
    results = working_results(tournament)
    assert results is not None

    response = post("side-events/", {**FORM, "chosen": [str(results.rows[0].number)]})

    assert response.status_code == 422
    assert "now qualifies or is still playing" in response.content.decode()


def test_public_pages_lead_from_one_event_to_the_other(
    client: Client, tournament: Tournament, director: StaffMember
) -> None:
    pages = ("", "results/")
    for page in pages:
        get_page(client, f"{tournament.get_absolute_url()}{page}")  # cached without the link
    event = make_side_event(tournament=tournament, actor=director, settings=SETTINGS, chosen=[])

    for page in pages:
        assert event.get_absolute_url() in get_page(client, f"{tournament.get_absolute_url()}{page}").links
        assert tournament.get_absolute_url() in get_page(client, f"{event.get_absolute_url()}{page}").links
    documents = [client.get(f"{one.get_absolute_url()}results.json").json() for one in (tournament, event)]
    assert [one["side_events"] for one in documents] == [[{"slug": event.slug, "name": event.name}], []]
    assert [one["main_event"] for one in documents] == [None, {"slug": tournament.slug, "name": tournament.name}]
