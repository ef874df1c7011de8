"""What all posted pages have in common: who may see them, how they are kept, and what they cost."""

import gzip
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.db import connection, transaction
from django.db.models import F, Q
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given

from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from tests.events import PHASES, round_robin
from tests.pages import Element, read_page
from tests.strategies import events, examples
from tests.tournaments.event_file.samples import event_files
from tournaments.models import Tournament
from tournaments.page_cache.cache import PAGE_CACHE
from tournaments.rules.types import EntrantRecord, EventFile

pytestmark = pytest.mark.django_db

PAGES = ("", "standings/", "bracket/", "results/", "standings/1/", "screen/")
MARKUP = "<b onclick=alert(1)>&\"'</b><script>"


def addresses_of(tournament: Tournament, cards_of: int = 12) -> list[str]:
    """Return every address of an event, with cards of some: the first, and whoever is a house player or left."""
    base = tournament.get_absolute_url()
    odd = tournament.entrants.filter(Q(house_player=True) | Q(withdrawn_after_game__isnull=False))
    numbers = {one.number for one in (*tournament.entrants.order_by("number")[:cards_of], *odd)}
    cards = [f"{base}standings/{number}/" for number in sorted(numbers)]
    return [base, *(f"{base}{page}/" for page in ("standings", "bracket", "results", "screen")), *cards]


def read_all_pages(client: Client, tournament: Tournament, cards_of: int = 3) -> Iterator[tuple[str, Element]]:
    """Ask for every page of an event, as on the first visit."""
    PAGE_CACHE.clear()
    for address in addresses_of(tournament, cards_of):
        response = client.get(address)
        assert response.status_code == 200, address
        yield address, read_page(response.content.decode())


def with_markup(event_file: EventFile) -> EventFile:
    """Return the event with markup in every text that a stranger may have written."""
    return replace(
        event_file,
        event=replace(event_file.event, name=MARKUP, qualifiers_reason=MARKUP, qualifiers=5),
        entrants=tuple(
            EntrantRecord(
                entrant.number,
                f"{MARKUP}{entrant.number}",
                partner=MARKUP,
                acc_number=MARKUP,
                club=MARKUP,
                city=MARKUP,
                seat=f"<i>{entrant.number}",
            )
            for entrant in event_file.entrants
        ),
        decisions=tuple(replace(one, reason=MARKUP, rule=MARKUP) for one in event_file.decisions),
    )


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return import_event(event_file=make_event(players=12, games=7, playoff_rounds=1))


# Every page of every event


@pytest.mark.slow
@pytest.mark.parametrize("phase", PHASES)
def test_pages_of_an_event_in_any_phase_are_there(phase: str, client: Client) -> None:
    tournament = import_event(event_file=PHASES[phase])

    for address, page in read_all_pages(client, tournament):
        [heading] = page.texts("h1")
        ids = [element.attributes["id"] for element in page.inner if "id" in element.attributes]
        assert heading != "", address
        assert len(ids) == len(set(ids)), address
        inside = [link.removeprefix("#") for link in page.links if link.startswith("#")]
        assert [link for link in inside if link not in ids] == [], address


@pytest.mark.slow
@given(event_file=events())
@examples(15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_pages_of_any_event_are_there(event_file: EventFile, client: Client) -> None:
    with transaction.atomic():
        for _ in read_all_pages(client, import_event(event_file=event_file), cards_of=8):
            pass
        transaction.set_rollback(True)


@pytest.mark.slow
@given(event_file=event_files())
@examples(15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_pages_of_any_event_file_are_there(event_file: EventFile, client: Client) -> None:
    with transaction.atomic():
        tournament = import_event(event_file=event_file)
        for _ in read_all_pages(client, tournament, cards_of=8):
            pass
        sorted_by_seat = client.get(f"{tournament.get_absolute_url()}standings/?sort=seat")
        transaction.set_rollback(True)

    assert sorted_by_seat.status_code == 200


@pytest.mark.slow
def test_pages_lead_to_each_other(client: Client, tournament: Tournament) -> None:
    reachable = {"/"}
    waiting = ["/"]
    while waiting:
        response = client.get(waiting.pop())
        if not response["Content-Type"].startswith("text/html"):
            continue
        page = read_page(response.content.decode())
        # The rules lead to each other, hundreds of pages, and to no event.
        found = {link.partition("#")[0] for link in page.links if re.match(r"/(?!rules/)", link)} - reachable
        reachable |= found
        waiting += [link for link in found if "?" not in link]

    assert [address for address in addresses_of(tournament) if address not in reachable] == []


@pytest.mark.slow
def test_pages_escape_what_strangers_wrote(client: Client) -> None:
    tournament = import_event(event_file=with_markup(make_event(players=12, games=7)))

    for address, page in read_all_pages(client, tournament):
        assert page.all("b", "i") == [], address
        assert [script.text for script in page.all("script")] == [""] * len(page.all("script")), address
    found = read_page(client.get(tournament.get_absolute_url(), {"name": MARKUP}).content.decode())
    assert found.all("b", "i") == []
    assert found.by_id("name").attributes["value"] == MARKUP


@pytest.mark.slow
def test_pages_hold_nothing_that_the_policy_forbids(client: Client) -> None:
    tournament = import_event(event_file=PHASES["finished"])
    pages = list(read_all_pages(client, tournament))
    pages += [("/", read_page(client.get("/").content.decode()))]
    pages += [("/nowhere/", read_page(client.get("/nowhere/").content.decode()))]

    for address, page in pages:
        assert page.all("style", "iframe", "object", "embed", "base") == [], address
        assert [script.text for script in page.all("script") if "src" not in script.attributes] == [], address
        for element in page.inner:
            forbidden = [name for name in element.attributes if name == "style" or name.startswith(("on", "hx-on"))]
            assert forbidden == [], address
            for name in ("src", "href", "action"):
                leads_to = element.attributes.get(name) or "/"
                is_code_to_scan = (element.tag, name) == ("img", "src") and leads_to.startswith("data:image/svg+xml")
                assert leads_to[0] in "/#?" or is_code_to_scan, f"{address} leads to {leads_to}"
                assert not leads_to.startswith("//"), address


# Who may ask, and how


@pytest.mark.parametrize("page", PAGES)
def test_page_sets_no_cookie_has_the_policy_and_can_only_be_read(
    page: str, client: Client, tournament: Tournament
) -> None:
    address = f"{tournament.get_absolute_url()}{page}"

    response = client.get(address)

    assert (response.status_code, dict(response.cookies)) == (200, {})
    policy = dict(part.split(" ", 1) for part in response["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'self'"
    assert sorted(policy) == ["base-uri", "default-src", "form-action", "frame-ancestors", "img-src", "object-src"]
    for method in ("post", "put", "patch", "delete"):
        refused = getattr(client, method)(address)
        assert (refused.status_code, refused["Allow"]) == (405, "GET, HEAD")
    assert client.get(f"/t/{tournament.slug}-2/{page}").status_code == 404


# Kept ready, and asked for again


@pytest.mark.parametrize("page", PAGES)
def test_page_that_is_ready_costs_one_query_and_is_not_sent_again(
    page: str, client: Client, tournament: Tournament
) -> None:
    address = f"{tournament.get_absolute_url()}{page}"
    first = client.get(address)

    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).content == first.content
    assert len(captured) == 1
    again = client.get(address, headers={"if-none-match": first["ETag"]})
    head = client.head(address)
    compressed = client.get(address, headers={"accept-encoding": "br, gzip"})

    assert (again.status_code, again.content, dict(again.cookies)) == (304, b"", {})
    assert (head.status_code, head.content, head["ETag"]) == (200, b"", first["ETag"])
    assert "Content-Encoding" not in first
    assert compressed["Content-Encoding"] == "gzip"
    assert gzip.decompress(compressed.content) == first.content
    assert len(compressed.content) == int(compressed["Content-Length"])
    assert (again["ETag"], again["Vary"]) == (first["ETag"], first["Vary"])
    for response in (first, again, compressed):
        assert response["Vary"] == "Accept-Encoding, HX-Request, HX-Target"
        assert response["Cache-Control"] == "no-cache"
    assert first["Content-Type"] == compressed["Content-Type"] == "text/html; charset=utf-8"


def test_page_is_known_among_several_tags(client: Client, tournament: Tournament) -> None:
    address = tournament.get_absolute_url()
    etag = client.get(address)["ETag"]

    assert client.get(address, headers={"if-none-match": f'"other", {etag}'}).status_code == 304
    assert client.get(address, headers={"if-none-match": '"other"'}).status_code == 200
    assert client.get(address, headers={"if-none-match": ""}).status_code == 200


@pytest.mark.parametrize("page", PAGES)
def test_page_changes_with_the_version(page: str, client: Client, tournament: Tournament) -> None:
    address = f"{tournament.get_absolute_url()}{page}"
    first = client.get(address)

    Tournament.objects.update(name="Renamed Open", posted_version=F("posted_version") + 1)
    second = client.get(address, headers={"if-none-match": first["ETag"]})

    assert second.status_code == 200
    assert second["ETag"] != first["ETag"]
    assert second.content.count(b"Renamed Open") > 0


def test_page_keeps_its_tag_where_a_new_version_looks_the_same(client: Client, tournament: Tournament) -> None:
    first = client.get(tournament.get_absolute_url())

    Tournament.objects.update(posted_version=F("posted_version") + 1)

    assert client.get(tournament.get_absolute_url())["ETag"] == first["ETag"]


def test_page_of_another_tournament_at_the_same_address_is_its_own(client: Client) -> None:
    first = import_event(event_file=round_robin())
    address = first.get_absolute_url()
    before = client.get(address)
    # The address is free again, and the new tournament begins at version 1 as well.
    Tournament.objects.filter(pk=first.pk).update(slug="elsewhere")

    second = import_event(event_file=replace(PHASES["no cards"], event=round_robin().event))
    after = client.get(second.get_absolute_url())

    assert second.get_absolute_url() == address
    assert after["ETag"] != before["ETag"]


@pytest.mark.parametrize(
    "odd",
    [
        "/t/{slug}/?&{n}",
        "/t/{slug}/?name=Ada{n}",
        "/t/{slug}/standings/?sort={n}",
        "/t/{slug}/standings/?sort=name&sort=name&{n}",
        "/t/{slug}/standings/{n:05d}/",
        "/?{n}",
        "target",
    ],
)
def test_pages_nobody_asks_for_again_crowd_none_out(
    odd: str, client: Client, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = tournament.get_absolute_url()
    client.get(address)
    monkeypatch.setattr(PAGE_CACHE, "_max_bytes", PAGE_CACHE._bytes + 1)

    for number in (1, 2, 3):
        if odd == "target":
            client.get(address, headers={"hx-request": "true", "hx-target": str(number)})
        else:
            assert client.get(odd.format(slug=tournament.slug, n=number)).status_code == 200

    with CaptureQueriesContext(connection) as captured:
        client.get(address)
    assert len(captured) == 1


def incomplete(event_file: EventFile) -> EventFile:
    """Return the event as it was before anybody had written the last line."""
    cards = tuple(replace(card, lines=card.lines[:-1]) for card in event_file.scorecards)
    return replace(event_file, scorecards=cards, decisions=(), tie_games=(), playoff=None)


@pytest.mark.slow
@pytest.mark.usefixtures("keeps_rows")
@pytest.mark.parametrize("is_complete", [True, False])
def test_pages_take_the_same_queries_at_12_and_at_120_entrants(is_complete: bool, client: Client) -> None:
    counted: list[dict[str, int]] = []
    for players, games in ((12, 7), (120, 9)):
        event_file = make_event(players=players, games=games, playoff_rounds=2)
        tournament = import_event(event_file=event_file if is_complete else incomplete(event_file))
        counts = {}
        # The first page of a process reads the cards, which the others then know.
        client.get(f"{tournament.get_absolute_url()}standings/")
        PAGE_CACHE.clear()
        for page in PAGES:
            with CaptureQueriesContext(connection) as captured:
                assert client.get(f"{tournament.get_absolute_url()}{page}").status_code == 200
            counts[page] = len(captured)
        counted.append(counts)

    assert counted[0] == counted[1]
    # Results rest on edited points, high hands and other events besides the bracket; the event has announcements and
    # the game that is played.
    # A card that is shown before anything is posted asks whether its rulings are of the cards as they are.
    most = dict.fromkeys(PAGES, 9) | {"results/": 11, "": 12, "standings/1/": 10}
    assert {page: count for page, count in counted[1].items() if count > most[page]} == {}


def test_standings_sorted_or_searched_take_no_more_queries(client: Client, tournament: Tournament) -> None:
    for sort in ("place", "name", "seat", "colour"):
        with CaptureQueriesContext(connection) as captured:
            client.get(f"{tournament.get_absolute_url()}standings/", {"sort": sort, "name": "a"})
        assert len(captured) <= 8
