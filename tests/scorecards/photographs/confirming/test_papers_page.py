"""The photographed line beside a line, on pages for staff."""

from dataclasses import replace

import pytest
from django.template.loader import render_to_string
from django.test import Client

from scorecards.photo import layout
from scorecards.records.pictures import PAGE, PIXELS_A_MM, crops_of_lines
from scorecards.rules.ruled_cards import CardPlayer
from tests.pages import get_page, read_page
from tests.scorecards.cards.card_entry import checker, entrant, paper, save, with_line, written
from tests.scorecards.checking.check_pages import queue_of
from tests.scorecards.photographs.confirming.readings import picture_of, read_card
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

EVENT = written()


def enter_all(tournament: Tournament) -> None:
    """Enter and photograph every card; the one of entrant 1 differs in game 2."""
    member = checker(tournament, "Ann Alder")
    for card in EVENT.scorecards:
        if card.entrant == 1:
            card = with_line(card, replace(card.lines[1], points=3, plus=99, minus=None))
        save(tournament, member, card)
        picture_of(tournament, entrant(tournament, card.entrant), read_card(card))


def test_both_papers_stand_beside_a_game_on_which_cards_differ(client: Client, tournament: Tournament) -> None:
    enter_all(tournament)
    item = next(item for item in queue_of(tournament).items if item.game == 2)

    page = get_page(client, f"/t/{tournament.slug}/check/{item.key}/")

    papers = page.by_id("item").all("figure")
    images = [image.attributes["href"] for figure in papers for image in figure.all("image")]
    assert sorted(figure.texts("a")[0] for figure in papers) == sorted(
        f"{side.holder.seat} on paper" for side in item.sides
    )
    assert all(f"/t/{tournament.slug}/cards/photographs/" in (image or "") for image in images)
    assert len(images) == 2


def test_papers_of_a_place_change_notice_have_the_names_of_its_players(tournament: Tournament) -> None:
    picture_of(tournament, entrant(tournament), read_card(paper(EVENT)))
    [crop] = crops_of_lines(tournament, [(1, 2)]).values()
    told = {"papers": [(CardPlayer(1, "Ann Lee"), crop)], "are_named": True, "tournament": tournament}

    page = read_page(render_to_string("scorecards/photographs/_papers.html", told))

    assert page.texts("a")[0] == "Ann Lee on paper"


def test_a_line_is_where_the_form_has_it_and_deleted_pictures_have_none(tournament: Tournament) -> None:
    picture = picture_of(tournament, entrant(tournament), read_card(paper(EVENT)))
    picture_of(tournament, entrant(tournament, 2), read_card(paper(EVENT, 2)), stored="")

    found = crops_of_lines(tournament, [(1, 2), (1, None), (1, 22), (2, 2), (3, 2)])

    top = (layout.row_top(2) + layout.PITCH / 2) * PIXELS_A_MM
    line = found[1, 2].part
    assert sorted(found, key=str) == [(1, 2), (1, None)]
    assert found[1, 2].picture == picture.pk
    assert line.top < top < line.top + line.height < top + 2 * layout.PITCH * PIXELS_A_MM
    assert (PAGE.width, PAGE.height) == (1024, 1584)


def test_the_public_sees_no_photograph(tournament: Tournament) -> None:
    enter_all(tournament)
    stranger = Client()

    pages = [
        stranger.get(f"/t/{tournament.slug}/{path}") for path in ("", "standings/", "cards/1/", "cards/photographs/1/")
    ]

    assert not any(b"photographs" in page.content for page in pages)
