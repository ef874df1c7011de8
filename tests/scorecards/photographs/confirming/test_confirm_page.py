"""The pages that confirm photographed cards, without script."""

from dataclasses import replace

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from scorecards.cards.services.presence import open_card
from scorecards.models import CardPicture, PictureConfirmation
from scorecards.photo.reading import Doubt
from scorecards.photographs.selectors.printing import version_to_print
from tests.pages import Element, get_page, read_page
from tests.scorecards.cards.card_entry import checker, entrant, fields_of, form_of, paper, save, stored, written
from tests.scorecards.checking.check_pages import client_of
from tests.scorecards.photographs.confirming.readings import picture_of, read_card
from tests.strategies import examples
from tournaments.models import AuditEntry, Tournament
from tournaments.rules.types import CardRecord, FootTotals, Line

pytestmark = pytest.mark.django_db

EVENT = written()
CARD = paper(EVENT)
SCRIPT = {"accept": "application/json"}
SEEN = {"seen-3": "1", "seen-5": "1"}


@pytest.fixture
def picture(tournament: Tournament) -> CardPicture:
    return picture_of(tournament, entrant(tournament), read_card(CARD, doubts={3: Doubt.UNSURE, 5: Doubt.UNSURE}))


def address(picture: CardPicture, more: str = "") -> str:
    return f"/t/{picture.file.tournament.slug}/cards/photographs/{picture.pk}/{more}"


def boxes_to_tick(page: Element) -> list[str]:
    names = [element.attributes.get("name") or "" for element in page.by_id("card").all("input")]
    return [name for name in names if name.startswith("seen-")]


def test_lines_in_doubt_are_shown_with_the_paper_and_all_is_filled_in(client: Client, picture: CardPicture) -> None:
    page = get_page(client, address(picture))

    found = fields_of(page)
    form = form_of(CARD)
    figures = {
        name: found[name].lstrip("0") or found[name] for name in found if name.split("-")[0] in {"points", "plus"}
    }
    assert boxes_to_tick(page) == ["seen-3", "seen-5"]
    assert not any(name.startswith("seen") for name in found)
    assert figures == {name: form[name] for name in figures}
    assert [found[f"foot-{name}"] for name in ("plus", "minus")] == [form["foot-plus"], form["foot-minus"]]
    crops = [svg.attributes["aria-label"] for svg in page.by_id("card").all("svg")]
    assert crops == ["Game 3 on the paper", "Game 5 on the paper", "The totals on the paper", "The whole card"]


def test_a_card_that_was_printed_for_another_schedule_says_so(client: Client, tournament: Tournament) -> None:
    now = version_to_print(tournament, 1)
    assert now is not None

    said = []
    for version in (now, now % 999 + 1):
        reading = read_card(CARD)
        assert reading.code is not None
        picture = picture_of(
            tournament, entrant(tournament), replace(reading, code=replace(reading.code, version=version))
        )
        said.append("printed before its opponents" in get_page(client, address(picture)).by_id("card").text)

    assert said == [False, True]


def test_a_confirmed_card_opens_the_next_one(client: Client, tournament: Tournament, picture: CardPicture) -> None:
    other = picture_of(tournament, entrant(tournament, 2), read_card(paper(EVENT, 2)))

    response = client.post(address(picture), fields_of(get_page(client, address(picture))) | SEEN)

    assert (response.status_code, response["Location"]) == (302, address(other))
    assert (stored(tournament), PictureConfirmation.objects.get().shown) == (CARD, [3, 5])
    assert get_page(client, address(other)).by_id("told").text == "Saved A-1 · next A-2 Undo U"


def test_what_was_not_compared_is_asked_for_again(client: Client, tournament: Tournament, picture: CardPicture) -> None:
    typed = {"seen-3": "1", "plus-5": "7", "points-5": "2", "minus-5": ""}

    response = client.post(address(picture), fields_of(get_page(client, address(picture))) | typed)

    page = read_page(response.content.decode())
    assert response.status_code == 422
    assert page.by_id("card").texts("li") == ["Game 5: compare it with its picture, and confirm it."]
    assert (fields_of(page)["plus-5"], fields_of(page)["seen-3"]) == ("7", "1")
    assert stored(tournament).lines == ()


def test_a_card_saved_meanwhile_is_shown_beside_the_picture(
    client: Client, tournament: Tournament, picture: CardPicture
) -> None:
    fields = fields_of(get_page(client, address(picture))) | SEEN
    theirs = replace(CARD, lines=(replace(CARD.lines[0], points=2, plus=11, minus=None), *CARD.lines[1:]))
    save(tournament, checker(tournament, "Ann Alder"), theirs)

    response = client.post(address(picture), fields)
    page = read_page(response.content.decode())
    both = fields_of(page)
    again = client.post(address(picture), both | {"choice-1": "theirs", "seen-1": "1"})

    assert (response.status_code, again.status_code) == (409, 302)
    assert (both["seen-3"], page.by_id("card").attributes["action"]) == ("1", address(picture))
    assert stored(tournament) == theirs


def test_a_card_that_is_in_already_shows_what_is_entered(
    client: Client, tournament: Tournament, picture: CardPicture
) -> None:
    differs = replace(CARD.lines[3], points=2, plus=11, minus=None)
    typed = replace(CARD, lines=(*CARD.lines[:3], differs, *CARD.lines[4:]))
    save(tournament, checker(tournament, "Ann Alder"), typed)

    page = get_page(client, address(picture))
    client.post(address(picture), fields_of(page) | {"seen-4": "1"})

    assert (boxes_to_tick(page), fields_of(page)["plus-4"]) == (["seen-4"], "11")
    assert stored(tournament) == typed


def test_the_script_opens_the_page_that_was_fetched_ahead(
    client: Client, tournament: Tournament, picture: CardPicture
) -> None:
    other = picture_of(tournament, entrant(tournament, 2), read_card(paper(EVENT, 2)))
    presence = read_page(client.get(address(picture, "presence/")).content.decode()).by_id("presence")
    ahead = presence.attributes["data-ahead"] or ""
    fetched = read_page(client.get(ahead).content.decode())
    fields = fields_of(get_page(client, address(picture))) | SEEN | {"ahead": ahead}

    answered = client.post(address(picture), fields, headers=SCRIPT)

    assert fetched.by_id("card").attributes["action"] == address(other)
    answer = answered.json()
    assert read_page(answer.pop("told")).text == "Saved A-1 · next A-2 Undo U"
    assert answer == {"version": 1, "next": address(other), "is_card": True}


def test_the_holder_of_the_card_reads_and_changes_nothing(tournament: Tournament, picture: CardPicture) -> None:
    own = client_of(checker(tournament, entrant(tournament).name))

    page = get_page(own, address(picture))
    refused = own.post(address(picture), form_of(CARD) | SEEN)

    assert page.by_id("own").text.startswith("This is your own card.")
    assert (refused.status_code, stored(tournament).lines) == (422, ())


def test_a_confirmation_is_undone_from_the_next_page(
    client: Client, tournament: Tournament, picture: CardPicture
) -> None:
    other = picture_of(tournament, entrant(tournament, 2), read_card(paper(EVENT, 2)))
    client.post(address(picture), fields_of(get_page(client, address(picture))) | SEEN)
    [button] = get_page(client, address(other)).by_id("told").all("button")

    response = client.post(address(picture), {"act": "undo"})

    assert (button.attributes["formaction"], button.attributes["form"]) == (address(picture), "undo")
    assert (response["Location"], stored(tournament).lines) == (address(picture), ())
    assert boxes_to_tick(get_page(client, address(picture))) == ["seen-3", "seen-5"]


def test_confirming_begins_with_the_first_that_waits_and_ends_at_the_list(
    client: Client, tournament: Tournament, picture: CardPicture
) -> None:
    start = f"/t/{tournament.slug}/cards/photographs/confirm/"
    first = client.get(start)
    open_card(entrant=entrant(tournament), actor=checker(tournament, "Ann Alder"))
    none = client.get(start)

    assert (first["Location"], none["Location"]) == (address(picture), f"/t/{tournament.slug}/cards/photographs/")


def test_whose_card_it_is_is_said_by_seat_or_name(client: Client, tournament: Tournament) -> None:
    picture = picture_of(tournament, None, read_card(CARD))
    name = entrant(tournament, 2).name

    asked = client.get(address(picture))
    nobody = client.post(address(picture, "whose/"), {"find": "Z-9"})
    several = client.post(address(picture, "whose/"), {"find": "e"})
    by_name = client.post(address(picture, "whose/"), {"find": name})
    by_seat = client.post(address(picture, "whose/"), {"find": "a1"})

    assert (asked["Location"], nobody.status_code, several.status_code) == (address(picture, "whose/"), 422, 200)
    assert "Z-9" in read_page(nobody.content.decode()).by_id("find-error").text
    assert len(read_page(several.content.decode()).by_id("which").all("form")) > 1
    assert (by_name.status_code, by_seat["Location"]) == (302, address(picture))
    picture.refresh_from_db()
    assert (picture.entrant, picture.named_by) == (entrant(tournament), "Bo Cedar")
    said = AuditEntry.objects.filter(tournament=tournament, action="photographed card named").order_by("number").last()
    assert said is not None
    assert (said.subject.startswith("A-1"), said.before["card"].endswith(name)) == (True, True)


def test_a_picture_is_set_aside_for_a_reason(client: Client, tournament: Tournament, picture: CardPicture) -> None:
    without = client.post(address(picture, "set-aside/"), {"reason": " "}, follow=True)
    with_one = client.post(address(picture, "set-aside/"), {"reason": "a blank card"})

    assert "Enter the reason." in read_page(without.content.decode()).by_id("told").text
    assert with_one["Location"] == f"/t/{tournament.slug}/cards/photographs/confirm/"
    picture.refresh_from_db()
    assert (picture.revoked_by, picture.revoked_reason) == ("Bo Cedar", "a blank card")
    assert client.get(address(picture)).status_code == 404

    undone = client.post(address(picture, "set-aside/"), {"act": "undo"})
    again = client.post(address(picture, "set-aside/"), {"act": "undo"})

    picture.refresh_from_db()
    assert (undone["Location"], again["Location"]) == (address(picture), f"/t/{tournament.slug}/cards/photographs/")
    assert (picture.revoked_at, picture.revoked_by) == (None, "")
    log = AuditEntry.objects.filter(tournament=tournament, who="Bo Cedar").order_by("number")
    assert [entry.action for entry in log] == ["photograph set aside", "photograph no longer set aside"]


POINTS = st.sampled_from([None, 0, 2, 3])
SPREADS = st.none() | st.integers(1, 121)
ODD = st.none() | st.sampled_from([Doubt.UNSURE, Doubt.STRUCK, Doubt.INCOMPLETE, Doubt.CONTRADICTS])


@st.composite
def lines_and_doubts(draw: st.DrawFn) -> tuple[list[Line], dict[int, Doubt], dict[int, Line]]:
    """Return the lines of a card as read, which are in doubt, and what a person types on some of those."""
    read = [Line(line.game, line.opponent, draw(POINTS), draw(SPREADS), draw(SPREADS)) for line in CARD.lines]
    doubts = {line.game: doubt for line in read if (doubt := draw(ODD)) is not None}
    typed = {
        game: Line(game, CARD.lines[game - 1].opponent, draw(POINTS), draw(SPREADS), draw(SPREADS))
        for game in doubts
        if draw(st.booleans())
    }
    return read, doubts, typed


@examples(24)
@given(lines_and_doubts(), st.builds(FootTotals, *[st.none() | st.integers(0, 999)] * 4))
def test_whatever_is_read_and_typed_the_card_is_what_was_shown(
    shared_event: Tournament, case: tuple[list[Line], dict[int, Doubt], dict[int, Line]], foot: FootTotals
) -> None:
    read, doubts, typed = case
    with transaction.atomic():
        tournament = Tournament.objects.get(pk=shared_event.pk)
        client = client_of(checker(tournament, "Cy Dune"))
        card = CardRecord(1, tuple(read), foot)
        picture = picture_of(tournament, entrant(tournament), read_card(card, doubts=doubts))

        page = get_page(client, address(picture))
        fields = fields_of(page) | form_of_lines(typed) | dict.fromkeys(boxes_to_tick(page), "1")
        response = client.post(address(picture), fields)

        struck = {game for game, doubt in doubts.items() if doubt is Doubt.STRUCK}
        wanted = [typed.get(line.game, line) for line in read if line.game not in struck or line.game in typed]
        found = stored(tournament)
        assert response.status_code == 302
        assert {line for line in found.lines if line in wanted} == set(wanted)
        assert [line.game for line in found.lines] == [line.game for line in wanted]
        assert found.recorded == (None if foot == FootTotals() else foot)
        transaction.set_rollback(True)


def form_of_lines(lines: dict[int, Line]) -> dict[str, str]:
    form = form_of(CardRecord(1, tuple(lines.values())))
    return {name: value for name, value in form.items() if name[-1].isdigit()}
