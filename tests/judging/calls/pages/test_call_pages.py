"""The list of calls, opening one, and where judges are; a fixed number of queries."""

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from brackets.event_files.store import import_event
from brackets.playoffs.services.draw import draw_bracket
from brackets.playoffs.services.rounds import call_to_table
from brackets.posting.services import post_qualifiers
from judging.calls.services.calls import close
from judging.models import Call, JudgePost, Relation
from scorecards.models import Line, Scorecard
from tests.events import everybody_qualifies
from tests.judging.calls.calling import a_call, disputed, judge, ruled, settled
from tests.judging.calls.pages.asking import address, fragment, words
from tests.pages import get_page
from tournaments.models import Entrant, StaffMember, Tournament

pytestmark = pytest.mark.django_db


def test_open_calls_are_listed_and_closed_ones_are_not(
    client: Client, tournament: Tournament, ada: StaffMember
) -> None:
    closed, _, _ = settled(tournament)
    close(call=closed, actor=ada)
    a_call(tournament, ada, place="A-5/A-6")

    shown = words(client.get(address(tournament)))

    assert ("Game 1, A-5/A-6" in shown, "Game 1, A-1/A-2" in shown) == (True, False)


def test_list_asked_for_again_costs_two_queries_as_long_as_nothing_changes(
    client: Client, tournament: Tournament, ada: StaffMember
) -> None:
    tag = client.get(address(tournament), headers=fragment("open-calls"))["ETag"]
    again = {**fragment("open-calls"), "If-None-Match": tag}

    with CaptureQueriesContext(connection) as queries:
        unchanged = client.get(address(tournament), headers=again)
    a_call(tournament, ada)
    changed = client.get(address(tournament), headers=again)

    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert len([one for one in queries if "SAVEPOINT" not in one["sql"]]) <= 3
    assert (changed.status_code, changed["ETag"] == tag) == (200, False)
    assert changed.content.strip().startswith(b'<div id="open-calls"')


def test_pages_take_the_same_number_of_queries_whatever_their_size(client: Client, tournament: Tournament) -> None:
    def queries(path: str) -> int:
        with CaptureQueriesContext(connection) as found:
            assert client.get(address(tournament, path)).status_code == 200
        return len(found)

    disputed(tournament)
    paths = ("", "new/", "1/", "log/", "log/csv/", "high-hands/")
    few = {path: queries(path) for path in paths}
    for number in range(3):
        member = judge(tournament, f"Judge {number}")
        ruled(tournament, member, first=number + 1, second=number + 3)
    disputed(tournament)

    assert {path: queries(path) for path in paths} == few


# Opening


def test_board_opens_a_call_about_its_two_players(client: Client, tournament: Tournament) -> None:
    page = client.get(address(tournament, "new/"))
    [board] = re.findall(r'value="(\d+-\d+)"><strong>A-1/A-2', page.content.decode())

    key = uuid4()

    response = client.post(address(tournament, "new/"), {"board": board, "game": "1", "key": str(key)})

    call = Call.objects.get()
    assert (response["Location"], call.key) == (f"/t/{tournament.slug}/calls/1/", key)
    assert (f"{call.first.number}-{call.second.number}", call.place, call.game) == (board, "A-1/A-2", 1)


def test_call_opened_under_htmx_leads_to_its_page(client: Client, tournament: Tournament) -> None:
    facts = {"first": "1", "second": "2", "game": "", "key": str(uuid4())}

    response = client.post(address(tournament, "new/"), facts, headers=fragment("new-call"))

    assert (response.status_code, response["HX-Redirect"]) == (200, f"/t/{tournament.slug}/calls/1/")
    assert Call.objects.get().where == "Playoffs"


def test_call_about_nobody_is_refused_in_place(client: Client, tournament: Tournament) -> None:
    for facts in [{}, {"first": "1", "second": "1"}, {"first": "1", "second": "99"}, {"board": "x-y"}]:
        response = client.post(address(tournament, "new/"), {"game": "1", **facts})

        assert (response.status_code, Call.objects.count()) == (422, 0)
        assert "A call is about two different players of this event." in words(response)


def test_game_proposed_is_that_of_the_latest_call(client: Client, tournament: Tournament, ada: StaffMember) -> None:
    a_call(tournament, ada, game=3)

    assert re.search(r"Game 3\s*<span", client.get(address(tournament, "new/")).content.decode())


def test_game_proposed_is_the_one_being_played(client: Client, tournament: Tournament, ada: StaffMember) -> None:
    def proposed() -> int | None:
        game: int | None = client.get(address(tournament, "new/")).context["game"]
        return game

    assert proposed() == 1
    players = list(tournament.entrants.order_by("number"))
    for entrant in players:
        card = Scorecard.objects.create(entrant=entrant, version=1)
        Line.objects.bulk_create(Line(scorecard=card, game=game, points=0, minus=9) for game in (1, 2))
    # A few boards are ahead of the others.
    Line.objects.create(scorecard=players[0].scorecard, game=3, points=0, minus=9)
    assert proposed() == 3
    a_call(tournament, ada, game=4)
    assert proposed() == 4
    Entrant.objects.filter(pk=players[5].pk).update(withdrawn_after_game=4)
    assert proposed() == 5
    Tournament.objects.filter(pk=tournament.pk).update(latest_posting=1)
    assert proposed() is None


def test_players_stand_by_last_name_with_their_seat(client: Client, tournament: Tournament) -> None:
    first, second = tournament.entrants.order_by("number")[:2]
    Entrant.objects.filter(pk=first.pk).update(name="Abel Zephyr", last_name="", seat="A-1")
    Entrant.objects.filter(pk=second.pk).update(name="Zoe Acorn", last_name="", seat="A-2")

    response = client.get(address(tournament, "new/"))

    shown = [(one.listed_name, one.seat) for one in response.context["people"]]
    assert (shown[0], shown[-1]) == (("Acorn, Zoe", "A-2"), ("Zephyr, Abel", "A-1"))


# Judges


def test_judge_says_where_they_are(client: Client, tournament: Tournament) -> None:
    client.post(address(tournament, "judges/"), {"whereabouts": "at-table"})

    assert JudgePost.objects.get().whereabouts == "at-table"
    assert "at table until the hand is done" in words(client.get(address(tournament)))


def test_director_names_the_head_judge(client: Client, tournament: Tournament, ada: StaffMember) -> None:
    client.force_login(judge(tournament, "Dee Rector", "DR", role="director").user)
    client.post(address(tournament, "judges/head/"), {"judge": ada.pk})

    assert JudgePost.objects.get(is_head=True).member == ada


def test_director_enters_relations_and_strikes_them_out(client: Client, tournament: Tournament) -> None:
    client.force_login(judge(tournament, "Dee Rector", "DR", role="director").user)
    facts = {"first": "Ada Birch", "second": "Bo Cedar", "bond": "roommate"}

    client.post(address(tournament, "relations/"), facts)
    again = client.post(address(tournament, "relations/"), facts)
    client.post(address(tournament, f"relations/{Relation.objects.get().pk}/removal/"))

    assert (again.status_code, "written down already" in words(again)) == (422, True)
    assert (Relation.objects.count(), Relation.objects.get().revoked_by) == (1, "Dee Rector")
    assert "No relations yet." in words(client.get(address(tournament, "relations/")))


def test_new_call_in_the_playoffs_offers_the_matches_that_are_being_played(client: Client) -> None:
    event = import_event(event_file=everybody_qualifies())
    me = judge(event)
    client.force_login(me.user)
    post_qualifiers(tournament=event, actor=judge(event, "Dee Rector", "DR", "director"), seen=event.version)
    event.refresh_from_db()
    draw_bracket(tournament=event, actor=judge(event, "Di Rector", "DI", "director"), posting=1)
    call_to_table(tournament=event, actor=me, round_number=1, slot=1, table="7")
    new = f"/t/{event.slug}/calls/new/"

    boards = [one for one in get_page(client, new).all("button") if one.attributes.get("name") == "board"]
    client.post(new, {"game": "", "board": boards[0].attributes["value"]})

    assert [board.text.startswith("Table 7 ") for board in boards] == [True, False]
    assert Call.objects.get().where == "Playoffs, table 7"
