"""What a correct event file gives, and what is filled in where it says nothing."""

import pytest

from tests.tournaments.event_file.samples import (
    CARD,
    ENTRANT,
    EVENT,
    LEFT_OUT,
    LINE,
    LOSS,
    MATCH,
    as_bytes,
    changed,
    errors_in,
    plain_event_file,
)
from tournaments.event_file.reading import EventFileReading, read_event_file
from tournaments.rules.types import (
    CardRecord,
    DecidedLine,
    DecisionRecord,
    EntrantRecord,
    EventFacts,
    EventFile,
    FootTotals,
    Line,
    MatchRecord,
    PlayoffRecord,
    ScheduledGame,
    TieGameRecord,
    TieOrderRecord,
)


def test_read_gives_the_whole_event() -> None:
    reading = read_event_file(as_bytes(plain_event_file()))

    event_file = EventFile(
        event=EventFacts(name="Harbor City Open", games=4),
        entrants=tuple(EntrantRecord(number, f"Player {number}", house_player=number == 6) for number in range(1, 7)),
        schedule=(ScheduledGame(1, ((1, 2), (3, 4))),),
        scorecards=(
            CardRecord(1, (Line(1, 2, 2, 12, None), Line(2, 3, 0)), FootTotals(2, 1, 12, None)),
            CardRecord(2, (Line(1, 1, 0, None, 12),)),
        ),
        decisions=(
            DecisionRecord(
                2, (1, 3), (DecidedLine(1, 0, None, 7), DecidedLine(3, 2, 7)), "14.1", "no spread on either card"
            ),
        ),
        tie_games=(TieGameRecord(2, 4),),
        tie_orders=(TieOrderRecord((1, 3, 5), "drew lots"),),
        playoff=PlayoffRecord((3, 5), (MatchRecord(1, 1, (2, 1), 1),)),
    )
    assert reading == EventFileReading(event_file, (), event_file)


def test_read_fills_in_what_is_left_out() -> None:
    document = {"format": "cribbage-event/1", "event": {"name": "Open", "games": 9}, "entrants": []}

    reading = read_event_file(as_bytes(document))

    assert reading.event_file == EventFile(EventFacts(name="Open", games=9))


def test_read_fills_in_what_is_left_out_of_the_items() -> None:
    document = {
        "format": "cribbage-event/1",
        "event": {"name": "Open", "games": 9},
        "entrants": [{"number": 5, "name": "Ada Birch"}, {"number": 7, "name": "Bo Carr"}],
        "scorecards": [{"entrant": 5, "recorded": {}, "lines": [{"game": 9}]}, {"entrant": 7}],
        "decisions": [
            {"game": 1, "entrants": [7, 5], "lines": [{"entrant": 5, "points": 0}, {"entrant": 7, "points": 0}]}
        ],
        "tie_orders": [{"order": [7, 5]}],
        "playoff": {"matches": [{"round": 1, "slot": 1, "games": [0, 3]}]},
    }

    reading = read_event_file(as_bytes(document))

    assert reading.event_file == EventFile(
        event=EventFacts(name="Open", games=9),
        entrants=(EntrantRecord(5, "Ada Birch"), EntrantRecord(7, "Bo Carr")),
        scorecards=(CardRecord(5, (Line(9),), FootTotals()), CardRecord(7, ())),
        decisions=(DecisionRecord(1, (7, 5), (DecidedLine(5, 0), DecidedLine(7, 0)), "14.1", ""),),
        tie_orders=(TieOrderRecord((7, 5), ""),),
        playoff=PlayoffRecord((), (MatchRecord(1, 1, (0, 3), 0),)),
    )


@pytest.mark.parametrize(
    "place",
    [
        ("schedule",),
        ("scorecards",),
        ("decisions",),
        ("tie_games",),
        ("tie_orders",),
        ("playoff",),
        ("event", "starts_on"),
        ("event", "qualifiers"),
        *((*ENTRANT, key) for key in ("partner", "acc_number", "club", "city", "seat", "withdrawn_after_game")),
        (*CARD, "recorded"),
        *((*CARD, "recorded", key) for key in ("game_points", "games_won", "plus", "minus")),
        (*CARD, "lines"),
        *((*LINE, key) for key in ("opponent", "points", "plus", "minus")),
        (*LOSS, "minus"),
        ("playoff", "best_of"),
        ("playoff", "matches"),
    ],
)
def test_read_takes_null_for_the_default(place: tuple[str | int, ...]) -> None:
    document = changed(place, None)
    without = changed(place, LEFT_OUT, changed(place, None))

    reading = read_event_file(as_bytes(document))

    assert reading.errors == ()
    assert reading == read_event_file(as_bytes(without))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ((*EVENT, "name"), "N" * 200),
        ((*EVENT, "games"), 99),
        ((*EVENT, "starts_on"), "2024-02-29"),
        ((*EVENT, "kind"), "satellite"),
        ((*EVENT, "edition"), "acc-2010"),
        ((*EVENT, "format"), "double-round-robin"),
        ((*EVENT, "qualifiers"), 99_999),
        ((*EVENT, "qualifiers_reason"), "first line\r\n\tsecond line"),
        ((*ENTRANT, "name"), "Zoë Ångström 🂡"),
        (("entrants", 6), {"number": 2_147_483_647, "name": "Last"}),
        (("entrants", 4, "withdrawn_after_game"), 0),
        ((*ENTRANT, "withdrawn_after_game"), 4),
        ((*LINE, "plus"), 1),
        ((*LINE, "plus"), 121),
        ((*LINE, "points"), 3),
        ((*LINE, "minus"), 5),
        ((*CARD, "recorded", "plus"), 99_999),
        ((*MATCH, "round"), 20),
        ((*MATCH, "slot"), 524_288),
        (("playoff", "best_of"), [1, 3, 5, 7] * 5),
    ],
)
def test_read_takes_the_outermost_values(place: tuple[str | int, ...], value: object) -> None:
    document = changed(place, value)
    if place == (*MATCH, "slot"):
        document["playoff"]["matches"][0]["round"] = 1
    if place == ("playoff", "best_of"):
        document["playoff"]["matches"] = []

    assert errors_in(document) == ()


@pytest.mark.parametrize(
    ("scoring", "points"), [("acc", [0, 2, 3, None]), ("double-skunk", [0, 2, 3, 4]), ("free-play", [0, 1, 2, 4])]
)
def test_read_takes_the_game_points_of_each_scoring(scoring: str, points: list[int | None]) -> None:
    document = changed((*EVENT, "scoring"), scoring)
    document["scorecards"][0]["lines"] = [{"game": game, "points": value} for game, value in enumerate(points, start=1)]
    document["decisions"] = []

    assert errors_in(document) == ()


@pytest.mark.parametrize(
    ("scoring", "points", "plus", "right"),
    [("acc", 2, 31, 3), ("acc", 3, 30, 2), ("double-skunk", 3, 61, 4), ("free-play", 2, 30, 1)],
)
def test_decided_win_must_have_the_points_of_its_spread(scoring: str, points: int, plus: int, right: int) -> None:
    document = changed((*EVENT, "scoring"), scoring)
    document["scorecards"] = []
    document["decisions"][0]["lines"][1] = {"entrant": 3, "points": points, "plus": plus, "minus": None}

    assert errors_in(document) == (
        f"decisions[0].lines[1].points: {points}, a win by {plus} is worth {right} game points",
    )
