"""Club scorings with cards, from entry to posting: 2, 3 and 4, or 1, 2 and 4, with the double skunk."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client

from brackets.event_files.store import import_event
from brackets.event_files.verify import differences
from scorecards.cards.services.slips import save_slip
from scorecards.models import Line
from scorecards.rules.entry.typed_slips import TypedSlip
from tests.brackets.posting.posting import post
from tests.builders import Entry, card, event
from tests.scorecards.cards.card_entry import save
from tests.scorecards.checking.check_pages import client_of, staff
from tests.scorecards.checking.cross_checks import confirm_and_sign, open_keys, report
from tournaments.models import Audience, Tournament
from tournaments.rules.scorings import SCORINGS
from tournaments.rules.types import CardRecord

pytestmark = pytest.mark.django_db

CLUB_SCORINGS = ("double-skunk", "free-play")


def club_event(scoring: str) -> Tournament:
    """Store a club event of four before its first card."""
    event_file = event((), games=3, entrants=(1, 2, 3, 4))
    facts = replace(event_file.event, kind="club", scoring=scoring, format="qualifying")
    tournament = import_event(event_file=replace(event_file, event=facts))
    Tournament.objects.filter(pk=tournament.pk).update(standings_shown=Audience.NOBODY)
    tournament.refresh_from_db()
    return tournament


def cards(scoring: str) -> tuple[CardRecord, ...]:
    """Return four cards: 1 double skunks 4 and 2, skunks 3; the second of these has two spreads."""

    def won(by: int) -> Entry:
        return Entry(SCORINGS[scoring].by_spread[by], by, None)

    def lost(by: int) -> Entry:
        return Entry(0, None, by)

    return (
        card(1, (4, won(61)), (3, won(60)), (2, won(64))),
        card(2, (3, won(10)), (4, won(31)), (1, lost(59))),
        card(3, (2, lost(10)), (1, lost(60)), (4, won(5))),
        card(4, (1, lost(61)), (2, lost(31)), (3, lost(5))),
    )


@pytest.mark.parametrize(
    ("scoring", "leader", "second"),
    [("double-skunk", (4 + 3 + 3, 3, 180), (2 + 3, 2, -18)), ("free-play", (4 + 2 + 2, 3, 180), (1 + 2, 2, -18))],
)
def test_cards_go_from_keying_to_the_posting(
    scoring: str, leader: tuple[int, int, int], second: tuple[int, int, int]
) -> None:
    tournament = club_event(scoring)
    me = staff(tournament, "director", "Ada Birch", "AB")
    for one in cards(scoring):
        save(tournament, me, one)
    [ruling] = report(tournament)["rulings"]
    confirm_and_sign(tournament, me, open_keys(tournament)[0])

    posting = post(tournament, me)

    top, next_one = posting.report["standings"][:2]
    assert (ruling["rules"], [change["after"]["plus"] for change in ruling["changes"]]) == (["12.2.a"], [59])
    assert (top["entrant"], top["game_points"], top["games_won"], top["net"]) == (1, *leader)
    assert (next_one["entrant"], next_one["game_points"], next_one["games_won"], next_one["net"]) == (2, *second)
    page = Client().get(f"/t/{tournament.slug}/standings/").content.decode()
    assert f"{leader[0]}/{leader[1]} +{leader[2]}" in page
    assert differences(tournament) == []


@pytest.mark.parametrize("scoring", CLUB_SCORINGS)
def test_double_skunk_that_was_written_as_a_skunk_is_put_right(scoring: str) -> None:
    tournament = club_event(scoring)
    me = staff(tournament)
    first, *others = cards(scoring)
    line = replace(first.lines[0], points=SCORINGS[scoring].by_spread[31])
    for one in (replace(first, lines=(line, *first.lines[1:])), *others):
        save(tournament, me, one)

    [error] = [error for error in report(tournament)["arithmetic"] if error["game"] == 1]

    assert (error["entrant"], error["recorded"], error["computed"]) == (1, SCORINGS[scoring].by_spread[31], 4)


@pytest.mark.parametrize("scoring", CLUB_SCORINGS)
def test_slip_of_a_double_skunk_gives_four(scoring: str) -> None:
    tournament = club_event(scoring)

    save_slip(tournament=tournament, slip=TypedSlip(1, 1, 4, (61,)), key=uuid4(), actor=staff(tournament))

    assert sorted(Line.objects.values_list("points", "plus", "minus")) == [(0, None, 61), (4, 61, None)]


@pytest.mark.parametrize("scoring", CLUB_SCORINGS)
def test_card_page_knows_the_points_of_every_spread(scoring: str) -> None:
    tournament = club_event(scoring)

    page = client_of(staff(tournament)).get(f"/t/{tournament.slug}/cards/1/").content.decode()

    spreads = [0, *(SCORINGS[scoring].by_spread[spread] for spread in range(1, 122))]
    assert str(spreads).replace(" ", "") in page.replace(" ", "").replace("&quot;", '"')
