"""The queue of cross-checking: counts, tables, filters, own card, sheets, and how it follows by itself."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from brackets.event_files.store import import_event
from scorecards.checking.items import CheckItemKind
from scorecards.checking.services.initials import sign_item, take_table
from scorecards.checking.views import queue
from scorecards.models import StoredResult, TableHold
from tests.events import PHASES
from tests.pages import get_page
from tests.scorecards.checking.check_pages import address, client_of, first_of, queue_of, staff
from tests.scorecards.checking.cross_checks import confirm_and_sign, disputed, put_up_to_check
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.rules.names import full_name_key

pytestmark = pytest.mark.django_db


def shown(client: Client, tournament: Tournament, **asked: str) -> list[str]:
    """Return what the links in the rows of the queue are called: as they are read out."""
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    page = get_page(client, f"{address(tournament)}?{query}")
    return [link.attributes["aria-label"] or "" for row in page.all("tr") for link in row.all("a")]


def tally(client: Client, tournament: Tournament) -> str:
    page = get_page(client, address(tournament))
    [text] = [part.text for part in page.all("p") if part.attributes.get("class") == "tally"]
    return text


def sign_sums(tournament: Tournament, member: StaffMember) -> None:
    item = first_of(tournament, CheckItemKind.ARITHMETIC)
    sign_item(tournament=tournament, actor=member, key=item.key, stamp=item.stamp)


def test_queue_lists_what_is_to_do_by_tables_as_it_is_read_out(client: Client, tournament: Tournament) -> None:
    titles = [item.title for item in queue_of(tournament).open]
    tables = [table.table for table in queue_of(tournament).tables]

    by_table = [shown(client, tournament, table=table) for table in tables]

    assert [title for found in by_table for title in found] == titles
    assert shown(client, tournament) == by_table[0]
    assert titles[1] == "Seat A-4, game 1, lost by 17"


def test_list_of_a_table_shows_both_cards_under_each_other(client: Client, tournament: Tournament) -> None:
    page = get_page(client, f"{address(tournament)}?table=A")

    rows = [row for row in page.all("tr") if row.texts("strong")]
    assert [row.texts("td") for row in rows[1:3]] == [
        ["A-3 Quentin Plovercombe", "2", "17", "blank"],
        ["A-4 Ramona Larchness", "2", "blank", "12"],
    ]
    assert [row.texts("strong") for row in rows[1:3]] == [["2", "17"], ["2", "12"]]


def test_queue_counts_down(client: Client, tournament: Tournament, member: StaffMember) -> None:
    before = tally(client, tournament)
    sign_sums(tournament, member)

    assert (before, tally(client, tournament)) == ("17 to settle, 0 done", "16 to settle, 1 done")


def test_queue_counts_the_games_that_agree(client: Client, tournament: Tournament) -> None:
    page = get_page(client, address(tournament))

    [note] = [note for note in page.texts("p") if " on both cards." in note]
    assert note.endswith(
        "47 games of qualifiers agree on both cards. 3 cards too low to qualify do not add up. No check needed."
    )


def test_queue_leaves_out_cards_of_the_dead_zone_unless_asked(client: Client, tournament: Tournament) -> None:
    spared = {item.title for item in queue_of(tournament).spared}

    assert spared & set(shown(client, tournament)) == set()
    assert spared & set(shown(client, tournament, show="all")) == spared


@pytest.mark.parametrize("show", ["undecided", "sums", "done", "mine"])
def test_queue_shows_what_is_asked_for(client: Client, tournament: Tournament, member: StaffMember, show: str) -> None:
    sign_sums(tournament, member)
    wanted = {
        "undecided": lambda item: item.kind is CheckItemKind.UNDECIDED,
        "sums": lambda item: item.kind is CheckItemKind.ARITHMETIC,
        "done": lambda item: item.is_done,
        "mine": lambda item: item.table == "A" and item.is_open,
    }[show]

    found = shown(client, tournament, show=show)

    assert found == [item.title for item in queue_of(tournament).items if wanted(item)]
    assert found != []


def test_queue_is_searched_by_seat_and_by_name(client: Client, tournament: Tournament) -> None:
    item = next(item for item in queue_of(tournament).open if item.other is not None)
    name = item.reader.holder.shown_name

    assert item.title in shown(client, tournament, name=item.reader.holder.place.lower())
    assert item.title in shown(client, tournament, name=name.upper())
    assert shown(client, tournament, name="zzz") == []


def test_queue_is_sorted_as_asked(client: Client, tournament: Tournament) -> None:
    by = {"game": lambda item: item.game or 0, "name": lambda item: full_name_key(item.reader.holder.shown_name)}

    for sort in ["game", "name"]:
        titles = [item.title for item in sorted(queue_of(tournament).open, key=by[sort])]

        assert shown(client, tournament, sort=sort) == titles


def test_queue_says_why_an_item_joined_later(client: Client, tournament: Tournament) -> None:
    item = next(item for item in queue_of(tournament).open if item.kind is CheckItemKind.RULING)
    stored = StoredResult.objects.get(tournament=tournament)
    number = item.reader.holder.number
    passes = [[one for one in stored.passes[0] if one != number], [number]]
    StoredResult.objects.filter(pk=stored.pk).update(passes=passes)

    page = get_page(client, address(tournament, item))

    assert f"Added later: {item.reader.holder.shown_name} now qualifies." in page.texts("p")


def test_queue_without_cards_says_what_comes(client: Client) -> None:
    tournament = import_event(event_file=PHASES["no cards"])
    member = staff(tournament, name="Cy Dale")

    page = get_page(client_of(member), address(tournament))

    assert [text for text in page.texts("p") if text.startswith("No scorecards yet")] == [
        "No scorecards yet. Items to check appear here when scorecards are entered."
    ]


def test_queue_with_everything_done_leads_on() -> None:
    tournament = put_up_to_check(disputed())
    director = staff(tournament, "director", "Ada Birch", "AB")
    confirm_and_sign(tournament, director)

    page = get_page(client_of(director), address(tournament))

    assert queue_of(tournament).open == []
    done = len(queue_of(tournament).required)
    assert tally(client_of(director), tournament) == f"{done} of {done} settled."
    assert [link.text for link in page.all("a") if link.attributes.get("class") == "button"] == ["Post the qualifiers"]
    assert [link for link in page.links if link.endswith("/post/")] != []
    # Who has posted is not asked to do it again: the dashboard knows whether anything has changed.
    Tournament.objects.update(latest_posting=1)
    page = get_page(client_of(director), address(tournament))
    assert [link.text for link in page.all("a") if link.attributes.get("class") == "button"] == ["Open dashboard"]


# Tables


def hold_at_table_a(tournament: Tournament) -> str | None:
    hold = TableHold.objects.filter(tournament=tournament, table="A").select_related("member").first()
    return hold.member.name if hold is not None else None


def test_table_is_taken_and_left(client: Client, tournament: Tournament) -> None:
    taken = client.post(address(tournament, act="tables/"), {"table": "A", "act": "take"})
    holder = hold_at_table_a(tournament)
    client.post(address(tournament, act="tables/"), {"table": "A", "act": "leave"})

    assert (taken.status_code, taken["Location"]) == (302, address(tournament))
    assert (holder, hold_at_table_a(tournament)) == ("Bo Cedar", None)


def test_table_of_somebody_else_is_refused_and_taken_over(client: Client, tournament: Tournament) -> None:
    take_table(tournament=tournament, actor=staff(tournament, name="Cy Dale", initials="CD"), table="A")

    refused = client.post(address(tournament, act="tables/"), {"table": "A", "act": "take"}, follow=True)
    before = hold_at_table_a(tournament)
    client.post(address(tournament, act="tables/"), {"table": "A", "act": "over"})

    assert [str(message) for message in refused.context["messages"]] == [
        "Cy Dale is checking table A. Take it over if you have the cards."
    ]
    assert (before, hold_at_table_a(tournament)) == ("Cy Dale", "Bo Cedar")


def test_table_with_htmx_answers_with_the_queue_as_it_was_looked_at(client: Client, tournament: Tournament) -> None:
    response = client.post(
        address(tournament, act="tables/"),
        {"table": "A", "act": "take", "show": "sums"},
        headers={"HX-Request": "true", "HX-Target": "queue"},
    )

    assert response.status_code == 200
    assert {item.kind for item in response.context["page"].rows} == {CheckItemKind.ARITHMETIC}
    assert b"<html" not in response.content
    assert hold_at_table_a(tournament) == "Bo Cedar"


def test_next_item_is_at_the_own_table_first(client: Client, tournament: Tournament, member: StaffMember) -> None:
    take_table(tournament=tournament, actor=member, table="B")

    response = client.get(address(tournament))

    assert response.context["next"].table == "B"


# Own card


def test_own_card_is_named_and_somebody_else_has_to_check_it(
    client: Client, tournament: Tournament, member: StaffMember
) -> None:
    item = first_of(tournament, CheckItemKind.ARITHMETIC)
    entrant = Entrant.objects.get(tournament=tournament, number=item.reader.holder.number)

    client.post(address(tournament, act="own-card/"), {"entrant": item.reader.holder.place})
    page = get_page(client, address(tournament, item))

    member.refresh_from_db()
    assert member.entrant == entrant
    assert "This is your own card. Another person checks it, signed in as themselves." in page.texts("p")
    assert [form for form in page.all("form") if "initials" in (form.attributes.get("action") or "")] == []
    assert tournament.audit_entries.values_list("who", "action", "subject")[0] == (
        "Bo Cedar",
        "own card named",
        "Bo Cedar",
    )


def test_own_card_of_nobody_is_refused(client: Client, tournament: Tournament, member: StaffMember) -> None:
    response = client.post(address(tournament, act="own-card/"), {"entrant": "Z-99"}, follow=True)

    member.refresh_from_db()
    assert member.entrant is None
    assert [str(message) for message in response.context["messages"]] == ["No player has seat or number Z-99."]


# Following by itself


def test_queue_that_did_not_change_is_answered_with_nothing(
    client: Client, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "IDLE_LOOKED_AT_EVERY", 10**10)
    as_of = client.get(address(tournament)).context["as_of"]
    headers = {"HX-Request": "true", "HX-Target": "queue"}
    with CaptureQueriesContext(connection) as queries:
        same = client.get(address(tournament), {"as_of": as_of}, headers=headers)
        asked = len(queries)
    take_table(tournament=tournament, actor=staff(tournament, name="Cy Dale", initials="CD"), table="A")
    other = client.get(address(tournament), {"as_of": as_of}, headers=headers)

    assert (same.status_code, same.content, asked) == (204, b"", 3)
    assert (other.status_code, b"Cy Dale" in other.content) == (200, True)


# Sheets


def test_sheets_read_every_line_of_the_qualifiers_cards(client: Client, tournament: Tournament) -> None:
    page = get_page(client, address(tournament, act="print/"))

    tables = page.all("table")
    assert [table.texts("caption") for table in tables] == [
        ["A-3 Quentin Plovercombe ▲ sums"],
        ["A-5 Ximena Thistlemoor ▲ sums"],
        ["A-7 Halvard Flintrow"],
        ["A-9 Viggo Larchbank ▲ sums"],
        ["A-11 Odell Feathermere"],
        ["B-2 Philippa Otterholt"],
        ["B-5 Hedda Saddlecombe"],
    ]
    assert [len(table.all("tr")) for table in tables] == [10] * 7
    assert tables[0].all("tr")[1].text == "A-4 1 lost by 17 ▲differs"
    assert tables[0].all("tr")[3].text == "B-12 3 lost by 48"


def test_sheets_without_cards_say_when_they_come() -> None:
    tournament = import_event(event_file=PHASES["no cards"])

    page = get_page(client_of(staff(tournament)), address(tournament, act="print/"))

    assert "No scorecards yet. Check sheets appear when scorecards are entered." in page.texts("p")


def test_director_says_whose_card_is_a_checkers_own(tournament: Tournament, member: StaffMember) -> None:
    director = client_of(staff(tournament, "director", "Ada Birch", "AB"))
    where = address(tournament, act=f"own-card/{member.pk}/")

    said = director.post(where, {"entrant": "a3"}, follow=True)
    taken_back = director.post(where, {"entrant": ""}, follow=True)

    assert said.redirect_chain == [(f"/t/{tournament.slug}/staff/", 302)]
    assert [str(message) for message in said.context["messages"]] == ["Saved: Bo Cedar plays as Quentin Plovercombe."]
    assert [str(message) for message in taken_back.context["messages"]] == ["Saved: Bo Cedar does not play here."]
    assert list(tournament.audit_entries.values_list("who", "subject", "before", "after")[:2]) == [
        ("Ada Birch", "Bo Cedar", {"plays as": "A-3 Quentin Plovercombe"}, {"plays as": None}),
        ("Ada Birch", "Bo Cedar", None, {"plays as": "A-3 Quentin Plovercombe"}),
    ]


def test_table_at_which_there_is_nothing_is_not_taken(client: Client, tournament: Tournament) -> None:
    response = client.post(address(tournament, act="tables/"), {"table": "Z", "act": "take"}, follow=True)

    assert [str(message) for message in response.context["messages"]] == ["No items at that table."]
    assert TableHold.objects.count() == 0
