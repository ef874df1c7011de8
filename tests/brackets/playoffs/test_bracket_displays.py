"""The drawn bracket wherever it appears: structure for several sizes, the way of one player, sheets, calls."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from brackets.models import Bracket, Match, Seed
from brackets.playoffs.selectors import now
from brackets.playoffs.services.rounds import call_round, set_start
from brackets.public.selectors.printed_bracket import FITS, estimated_width, printed_sheets
from brackets.rules.seeding import bracket_size, rounds_of
from brackets.standings.postings import PublicView
from tests.brackets.playoffs.playing import director, drawn, play, play_round, playoffs
from tests.pages import Element, get_page
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

# Players, and the qualifiers whom they come to: looked at by eye in light, dark and print.
LOOKED_AT = [(12, 3), (52, 13), (124, 31), (128, 32), (132, 33), (306, 77)]


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return drawn()


def page(client: Client, tournament: Tournament, rest: str = "bracket/") -> Element:
    return get_page(client, f"/t/{tournament.slug}/{rest}")


def classes(element: Element) -> list[str]:
    return str(element.attributes.get("class") or "").split()


def seeded(tournament: Tournament) -> list[str]:
    """Return the names of the qualifiers, best seed first."""
    return list(Seed.objects.filter(bracket__tournament=tournament).values_list("entrant__name", flat=True))


@pytest.mark.parametrize(("players", "qualifiers"), LOOKED_AT)
def test_bracket_has_every_round_match_and_bye_and_its_sheets(client: Client, players: int, qualifiers: int) -> None:
    tournament = drawn(players=players)
    bracket = Bracket.objects.get(tournament=tournament)
    playable = [match for match in playoffs(tournament).rounds[0] if not match.is_bye]
    Match.objects.bulk_create(
        Match(bracket=bracket, round=1, slot=match.slot, upper_games=3, lower_games=0) for match in playable
    )
    size = bracket_size(qualifiers)

    found = page(client, tournament)

    rounds = [found.by_id(f"round-{number}") for number in range(1, rounds_of(size) + 1)]
    assert [len(one.all("li")) for one in rounds] == [size >> number for number in range(1, len(rounds) + 1)]
    byes = [item for item in rounds[0].all("li") if "bye" in classes(item)]
    assert len(byes) == size - qualifiers
    # Everybody is known in the second round: played or rested.
    assert len([side for side in rounds[1].all("div") if side.all("a")]) == size // 2
    won = [side for side in rounds[0].all("div") if "won" in classes(side)]
    assert len(won) == qualifiers - size // 2
    assert [element.tag for element in found.inner if "style" in element.attributes] == []
    # On paper a sheet for each 32 places, and one more.
    papers = [figure for figure in found.all("figure") if "paper" in classes(figure)]
    assert len(papers) == (0 if size <= 32 else size // 32 + 1)
    if papers:
        names = [text.text for paper in papers for text in paper.all("text")]
        assert {name for name in seeded(tournament) if name not in names} == set()
        [caption] = papers[-1].texts("figcaption")
        assert f"Sheet {len(papers)} of {len(papers)}: {'Final' if size == 64 else 'Semi-finals to Final'}" in caption


@pytest.mark.parametrize(
    ("name", "drawn_as"),
    [
        ("Bartholomew Featherstonehaugh", "Bartholomew Featherstonehaugh"),
        ("Bartholomew Featherstonehaugh-Cholmondeley", "Bartholomew Featherstonehaugh-C…"),
    ],
)
def test_long_name_is_pressed_into_its_box_and_cut_where_nobody_could_read_it(name: str, drawn_as: str) -> None:
    tournament = drawn(players=132)
    entrant = Seed.objects.get(bracket__tournament=tournament, seed=1).entrant
    posting = PublicView(Tournament.objects.get(pk=tournament.pk)).posting
    assert posting is not None
    posting.people[str(entrant.number)]["name"] = name
    posting.save()

    shown = PublicView(Tournament.objects.get(pk=tournament.pk))

    sheet = printed_sheets(shown.bracket)[0]
    max_width = {side.name: side.max_width for one in sheet.boxes for side in one.sides}
    assert max_width[drawn_as] == 160
    assert sorted(set(max_width.values())) == [0, 160]


@pytest.mark.parametrize(
    ("name", "is_bold", "max_width"),
    [
        ("Thaddeus Lanternshaw", False, True),
        ("Thaddeus Saddlemere", True, True),
        ("Percival Mallowmere", False, False),
        ("Philippa Mallowshaw", True, True),
        ("Lil Illif-Tillit Jill", True, False),
        ("WOLFGANG WOMMMELSDORF", False, True),
        ("Ann & Bartholomew Wick", True, True),
    ],
)
def test_name_is_pressed_by_how_wide_it_is_and_not_by_its_letters(name: str, is_bold: bool, max_width: bool) -> None:
    assert (estimated_width(name, is_bold=is_bold) > FITS) == max_width


def test_way_of_one_player_is_marked_and_told(client: Client, tournament: Tournament) -> None:
    play_round(tournament, 1)
    play(tournament, 2, 1, 1, 3)
    name = seeded(tournament)[7]

    found = page(client, tournament, f"bracket/?name={name}")

    marked = [side for side in found.all("div") if "path" in classes(side)]
    assert [side.all("bdi")[0].text for side in marked] == [name, name, name]
    assert len([item for item in found.all("li") if "is-active" in classes(item)]) == 2
    [told] = [part for part in found.all("div") if "paths" in classes(part)]
    assert [part.text for part in told.all("p")] == [f"{name}, seed 8:"]
    steps = [part.text for part in told.all("li")]
    assert [step.split(" beat ")[0] for step in steps] == [
        *("Round 1", "Quarter-finals", "Semi-finals waits for an opponent")
    ]


def test_way_of_nobody_is_said(client: Client) -> None:
    tournament = drawn(players=12)

    found = page(client, tournament, "bracket/?name=nobody")

    [told] = [part for part in found.all("div") if "paths" in classes(part)]
    assert told.text == "Nobody in the bracket is called “nobody”. Part of a name is enough."


def test_players_see_where_they_are_called(client: Client, tournament: Tournament) -> None:
    member = director(tournament)
    call_round(tournament=tournament, actor=member, round_number=1, first=11)
    set_start(tournament=tournament, actor=member, round_number=1, starts_at=now())
    names = seeded(tournament)

    for rest in ("", "bracket/", "screen/"):
        calls = [part for part in page(client, tournament, rest).all("section") if "calls" in str(part.attributes)]
        assert len(calls) == 1
        assert "Table 11" in calls[0].text
        assert [part.text for part in calls[0].all("bdi")][1:3] == [names[7], names[8]]
    play(tournament, 1, 2, 3, 0)

    [calls_left] = [part for part in page(client, tournament, "").all("section") if "calls" in str(part.attributes)]
    assert [item.all("bdi")[0].text for item in calls_left.all("li")] == ["12", "13", "14"]


def test_start_of_a_round_is_told_by_the_same_clock_as_the_posting(client: Client, tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(time_zone="America/Chicago")
    starts_at = datetime(2026, 5, 16, 18, 5, tzinfo=UTC)
    set_start(tournament=tournament, actor=director(tournament), round_number=1, starts_at=starts_at)

    [told] = [part.text for part in page(client, tournament).all("p") if "starts" in classes(part)]
    heading = page(client, tournament, "screen/").by_id("calls-name").text

    assert (told, heading) == ("Round 1: start at 1:05 PM", "Tables Round 1 at 1:05 PM")


def test_hall_screen_has_the_last_three_rounds_on_one_sheet_once_they_are_reached(client: Client) -> None:
    tournament = drawn(players=64)
    assert page(client, tournament, "screen/").texts("h2").count("Bracket") == 0
    play_round(tournament, 1)

    tree = page(client, tournament, "screen/").by_id("tree")

    order = seeded(tournament)
    assert [name.split(" best")[0] for name in tree.texts("h3")] == ["Quarter-finals", "Semi-finals", "Final"]
    assert tree.all("ol")[0].texts("bdi") == [order[seed - 1] for seed in (1, 8, 5, 4, 3, 6, 7, 2)]


def test_hall_screen_has_a_small_bracket_with_its_byes_on_one_sheet(client: Client) -> None:
    tournament = drawn(players=12)

    tree = page(client, tournament, "screen/").by_id("tree")

    order = seeded(tournament)
    assert [name for name in tree.all("ol")[0].texts("bdi") if name != "bye"] == order[:3]
    assert tree.all("ol")[1].texts("bdi")[0] == order[0]
