"""``manage.py make_demo``."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from brackets.demo.event import make_event
from brackets.models import Bracket
from brackets.posting.selectors import Checklist
from scorecards.checking.check_queue import CheckQueue
from tournaments.event_file.writing import write_event_file
from tournaments.models import Audience, Tournament

pytestmark = pytest.mark.slow


def make_demo(*arguments: str) -> str:
    """Run the command, and return what it prints."""
    out = StringIO()
    call_command("make_demo", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_make_demo_stores_the_event_once_and_prints_its_address() -> None:
    printed = make_demo("--if-empty", "--players", "12", "--games", "7", "--name", "Club Night")

    tournament = Tournament.objects.get(kind="main")
    assert printed == f"/t/{tournament.slug}/\n"
    assert (tournament.name, tournament.games, tournament.entrants.count()) == ("Club Night", 7, 12)
    assert make_demo("--if-empty", "--players", "8", "--games", "7") == ""
    assert Tournament.objects.count() == 2


@pytest.mark.django_db
def test_make_demo_plays_two_rounds_of_the_default_event() -> None:
    make_demo()

    tournament = Tournament.objects.get()
    assert (tournament.name, tournament.entrants.count()) == ("Harbor Lights Open", 124)
    assert Bracket.objects.get(tournament=tournament).size == 32


@pytest.mark.django_db
def test_demo_event_is_posted_with_nothing_open_and_everybody_checked_in() -> None:
    make_demo()

    tournament = Tournament.objects.get()
    assert CheckQueue(tournament).open == []
    assert Checklist(tournament).unmet == []
    assert tournament.latest_posting == 1
    assert not tournament.entrants.counting().filter(checked_in_at=None).exists()


@pytest.mark.django_db
@pytest.mark.parametrize("seed", ["1", "2", "3"])
@pytest.mark.parametrize("players", ["4", "13", "40"])
def test_demo_event_of_any_size_is_posted(players: str, seed: str) -> None:
    make_demo("--players", players, "--games", "6", "--seed", seed)

    assert Tournament.objects.get().latest_posting == 1


@pytest.mark.django_db
def test_second_event_of_a_new_site_is_in_the_middle_of_checking() -> None:
    make_demo("--if-empty", "--players", "60", "--games", "9")

    consolation, main = Tournament.objects.order_by("pk")
    queue = CheckQueue(consolation)
    qualified = set(Bracket.objects.get(tournament=main).seeds.values_list("entrant__name", flat=True))
    played = set(consolation.entrants.filter(house_player=False).values_list("name", flat=True))
    assert (consolation.name, consolation.kind) == ("Harbor Lights Open Consolation", "consolation")
    assert played <= set(main.entrants.values_list("name", flat=True)) - qualified
    assert 0 < queue.number_done < len(queue.required)
    assert (consolation.latest_posting, consolation.standings_shown) == (0, Audience.NOBODY)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("station", "here", "seated", "cards"),
    [("door", 0, 0, 0), ("play", 12, 12, 0), ("cards", 12, 12, 6), ("check", 12, 12, 12)],
)
def test_tournament_stands_at_each_station_of_the_day(station: str, here: int, seated: int, cards: int) -> None:
    make_demo("--players", "12", "--games", "7", "--at", station)

    event = Tournament.objects.get()
    entrants = event.entrants.all()
    assert (event.latest_posting, entrants.count()) == (0, 12)
    assert entrants.exclude(checked_in_at=None).count() == here
    assert entrants.exclude(seat="").count() == seated
    assert entrants.filter(scorecard__isnull=False).count() == cards
    assert bool(event.scheduled_games.count()) == bool(seated)


@pytest.mark.parametrize(("players", "rounds"), [(4, 0), (5, 1), (8, 1)])
def test_make_demo_plays_fewer_rounds_of_a_small_event(players: int, rounds: int) -> None:
    expected = write_event_file(make_event(players=players, games=6, playoff_rounds=rounds))

    assert make_demo("--players", str(players), "--games", "6", "--file", "-") == expected


def test_make_demo_writes_a_file_and_stores_nothing(tmp_path: Path) -> None:
    path = tmp_path / "demo.json"

    printed = make_demo("--file", str(path), "--seed", "7", "--edition", "acc-2010", "--playoff-rounds", "5")

    assert printed == ""
    expected = make_event(seed=7, edition="acc-2010", playoff_rounds=5)
    assert path.read_text(encoding="utf-8") == write_event_file(expected)


def test_make_demo_open_leaves_decisions_to_the_director() -> None:
    assert make_demo("--open", "--file", "-") == write_event_file(make_event(settled=False))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "3"], "3 players: a demo can have 4 to 2000."),
        (["--playoff-rounds", "6"], "6 playoff rounds: with 124 players 0 to 5 are possible."),
        (["--name", " "], "The event needs a name."),
        (
            ["--if-empty", "--file", "-"],
            "--if-empty is about what is stored, and --file stores nothing: give one of the two.",
        ),
        (["--file", "/nowhere/at/all.json"], "/nowhere/at/all.json cannot be written: No such file or directory."),
    ],
)
def test_make_demo_refuses_what_cannot_be_made(arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError) as refusal:
        make_demo(*arguments)

    assert str(refusal.value) == message
