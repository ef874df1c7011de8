"""Some lines that are certain are shown like those in doubt, and what came of them is counted."""

from dataclasses import replace

import pytest
from django.test import Client

from scorecards.models import CardPicture, PictureConfirmation
from scorecards.photo.reading import Doubt
from scorecards.photographs.selectors import confirming
from scorecards.photographs.selectors.confirming import photographed_card, sampled_line
from scorecards.photographs.selectors.pictures import Sampled, sampled_lines
from scorecards.photographs.services.confirming import undo_confirmation
from tests.pages import get_page
from tests.scorecards.cards.card_entry import entrant, fields_of, paper, save, written
from tests.scorecards.photographs.confirming.readings import picture_of, read_card
from tests.scorecards.photographs.confirming.test_confirm_page import address, boxes_to_tick
from tournaments.models import StaffMember, Tournament

pytestmark = pytest.mark.django_db

EVENT = written()


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a line of every card be shown."""
    monkeypatch.setattr(confirming, "SAMPLED_OF_EIGHT", 8)


def pictured(tournament: Tournament, number: int, *doubtful: int) -> CardPicture:
    reading = read_card(paper(EVENT, number), doubts=dict.fromkeys(doubtful, Doubt.UNSURE))
    return picture_of(tournament, entrant(tournament, number), reading)


def sampled_game(picture: CardPicture) -> int | None:
    line = sampled_line(picture, photographed_card(picture.file.tournament, picture, {}))
    return line.game if line is not None else None


def confirmed(client: Client, picture: CardPicture, changes: dict[str, str] | None = None) -> None:
    page = get_page(client, address(picture))
    fields = fields_of(page) | dict.fromkeys(boxes_to_tick(page), "1") | (changes or {})
    assert client.post(address(picture), fields).status_code == 302


def test_a_line_of_some_cards_is_chosen_once(tournament: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    pictures = [CardPicture(pk=number, entrant=entrant(tournament), reading={}) for number in range(1, 401)]
    card = photographed_card(tournament, pictured(tournament, 1, 3, 5), {})

    found, again = ([sampled_line(one, card) for one in pictures] for _ in range(2))

    # By the test's own secret: three in eight, and each line that is certain alike.
    assert 120 <= 400 - found.count(None) <= 180
    assert {line.game for line in found if line is not None} == {1, 2, 4, 6, 7}
    assert found == again


@pytest.mark.usefixtures("always")
def test_it_looks_like_a_line_in_doubt_and_is_refused_unseen(client: Client, tournament: Tournament) -> None:
    picture = pictured(tournament, 1, 3)
    game = sampled_game(picture)

    page = get_page(client, address(picture))
    refused = client.post(address(picture), fields_of(page) | {"seen-3": "1"})

    assert sorted(boxes_to_tick(page)) == sorted(["seen-3", f"seen-{game}"])
    said = {row.all("strong")[0].text: row.text for row in page.by_id("card").all("p") if row.all("strong")}
    assert said == {name: name for name in ("Game 3", f"Game {game}")}
    marks = [bool(svg.all("rect")) for svg in page.by_id("card").all("svg")]
    assert marks == [True, True, False, False]
    assert (refused.status_code, PictureConfirmation.objects.count()) == (422, 0)


@pytest.mark.usefixtures("always")
def test_what_came_of_it_is_counted_until_it_is_undone(client: Client, tournament: Tournament, bo: StaffMember) -> None:
    right, wrong = pictured(tournament, 1), pictured(tournament, 2)
    game = sampled_game(wrong)
    confirmed(client, right)
    before = sampled_lines(tournament)
    confirmed(client, wrong, {f"points-{game}": "3", f"plus-{game}": "111", f"minus-{game}": ""})

    counted = sampled_lines(tournament)
    page = get_page(client, f"/t/{tournament.slug}/cards/photographs/").by_id("pictures")
    undo_confirmation(tournament=tournament, picture=wrong, actor=bo)

    assert (before, before.is_too_much) == (Sampled(1, []), False)
    assert (counted, counted.is_too_much) == (Sampled(2, [(wrong.pk, "A-2", game)]), True)
    warning = next(one.text for one in page.all("p") if one.text.startswith("Of 2 lines"))
    assert warning.startswith(f"Of 2 lines looked at that were certain, 1 was otherwise: A-2, game {game}.")
    assert "more than expected" in warning
    assert sampled_lines(tournament) == before


@pytest.mark.usefixtures("always")
def test_a_line_that_is_shown_for_another_reason_or_is_entered_is_not_counted(
    client: Client, tournament: Tournament, bo: StaffMember
) -> None:
    entered, differs = pictured(tournament, 1), pictured(tournament, 2)
    save(tournament, bo, paper(EVENT, 1))
    game = sampled_game(differs)
    line = next(line for line in paper(EVENT, 2).lines if line.game == game)
    theirs = paper(EVENT, line.opponent or 0)
    odd = tuple(replace(one, points=3, plus=77, minus=None) if one.game == game else one for one in theirs.lines)
    save(tournament, bo, replace(theirs, lines=odd), version=1 if line.opponent == 1 else 0)
    confirmed(client, entered)
    confirmed(client, differs)

    made = PictureConfirmation.objects.order_by("pk")
    assert [one.sampled for one in made] == [None, None]
    assert [one.shown for one in made][1] == [game]
