"""Event files of game sheets: what their lines, feet and decisions may be, and what is written back."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sheets import decided, decided_left, left_cards, point_cards, sheet_event
from tests.tournaments.event_file.samples import LEFT_OUT, LINE, as_read, changed, errors_in
from tournaments.event_file.reading import read_event_file
from tournaments.event_file.writing import write_event_file
from tournaments.rules.constants import DROP_OUTS
from tournaments.rules.types import CardRecord, EventFile, FootTotals, Line

SHEET_FOOT = "game_points, games_won, plus, minus, total"


def document(scoring: str = "total-points") -> dict[str, Any]:
    """Return a small valid file of either kind of game sheet."""
    games = {(1, 1, 2): (121, 98), (1, 3, 4): (90, 121)}
    cards, decision = point_cards(games), decided(1, 3, 4, 90, 121)
    if scoring == "points-left":
        cards, decision = left_cards(games), decided_left(1, 3, 4, (31, 0))
    return json.loads(write_event_file(sheet_event(cards, games=2, scoring=scoring, decisions=[decision])))


DECIDED = ("decisions", 0, "lines", 0)


def test_write_gives_the_columns_of_the_scoring_and_no_others() -> None:
    points, left = document("total-points"), document("points-left")

    assert points["scorecards"][0]["lines"] == [{"game": 1, "opponent": 2, "own": 121, "theirs": 98}]
    assert left["scorecards"][0]["lines"] == [{"game": 1, "opponent": 2, "left": 0}]
    assert points["decisions"][0]["lines"][1] == {"entrant": 4, "own": 121, "theirs": 90}
    assert left["decisions"][0]["lines"][1] == {"entrant": 4, "left": 0}


def test_write_gives_the_setting_for_drop_outs_after_the_reason_for_another_number() -> None:
    assert list(document()["event"])[-2:] == ["qualifiers_reason", "drop_outs"]


@pytest.mark.parametrize("setting", DROP_OUTS)
def test_read_takes_each_setting_for_drop_outs(setting: str) -> None:
    assert as_read(changed(("event", "drop_outs"), setting, document())).event.drop_outs == setting


def test_results_of_drop_outs_stand_where_the_file_is_silent() -> None:
    assert as_read(changed(("event", "drop_outs"), LEFT_OUT, document())).event.drop_outs == "stand"


def test_read_takes_a_foot_of_the_four_usual_totals_and_the_total_of_the_sheet() -> None:
    foot = {"game_points": None, "games_won": 1, "plus": None, "minus": None, "total": 121}

    event_file = as_read(changed(("scorecards", 0, "recorded"), foot, document()))

    assert event_file.scorecards[0].recorded == FootTotals(games_won=1, total=121)


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (("event", "drop_outs"), "vanish", 'event.drop_outs: "vanish" is not one of stand, dropped, forfeits'),
        ((*LINE, "own"), 122, "scorecards[0].lines[0].own: 122 is not points pegged (0 to 121)"),
        ((*LINE, "theirs"), -1, "scorecards[0].lines[0].theirs: -1 is not points pegged (0 to 121)"),
        (
            (*LINE, "points"),
            2,
            "scorecards[0].lines[0].points: unknown key, known here are game, opponent, own, theirs",
        ),
        ((*LINE, "left"), 2, "scorecards[0].lines[0].left: unknown key, known here are game, opponent, own, theirs"),
        (
            ("scorecards", 0, "recorded"),
            {"net": 3},
            f"scorecards[0].recorded.net: unknown key, known here are {SHEET_FOOT}",
        ),
        ((*DECIDED, "own"), None, "decisions[0].lines[0].own: null is not points pegged (0 to 121)"),
        ((*DECIDED, "theirs"), LEFT_OUT, "decisions[0].lines[0].theirs: missing, it must be points pegged (0 to 121)"),
        (
            (*DECIDED, "own"),
            91,
            "decisions[0].lines: the two lines must tell the same game, what is own in one is theirs in the other",
        ),
        (
            ("tie_games",),
            [{"winner": 1, "loser": 2}],
            "tie_games[0]: a tie game, total-points events settle a tie by an order in tie_orders",
        ),
    ],
)
def test_read_tells_each_mistake_of_a_sheet_of_points(
    place: tuple[str | int, ...], value: object, message: str
) -> None:
    assert errors_in(changed(place, value, document())) == (message,)


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        ((*LINE, "left"), 122, "scorecards[0].lines[0].left: 122 is not points left (0 to 121)"),
        ((*LINE, "own"), 3, "scorecards[0].lines[0].own: unknown key, known here are game, opponent, left"),
        ((*DECIDED, "left"), 0, "decisions[0].lines: 0 left on both lines, only one side can win"),
        ((*DECIDED, "left"), None, "decisions[0].lines[0].left: null is not points left (0 to 121)"),
    ],
)
def test_read_tells_each_mistake_of_a_sheet_of_points_left(
    place: tuple[str | int, ...], value: object, message: str
) -> None:
    assert errors_in(changed(place, value, document("points-left"))) == (message,)


def test_decision_with_121_on_both_sides_is_refused_on_both_lines() -> None:
    whole = document()
    for line in whole["decisions"][0]["lines"]:
        line["own"] = line["theirs"] = 121

    assert errors_in(whole) == tuple(
        f"decisions[0].lines[{index}].theirs: 121 on both sides, only one side can win" for index in (0, 1)
    )


def test_unfinished_game_can_be_decided_as_nobodys_win() -> None:
    whole = document()
    whole["decisions"][0]["lines"] = [
        {"entrant": 3, "own": 90, "theirs": 100},
        {"entrant": 4, "own": 100, "theirs": 90},
    ]

    assert errors_in(whole) == ()


@pytest.mark.parametrize("column", ["own", "theirs"])
def test_line_may_be_blank_and_at_odds_with_itself(column: str) -> None:
    assert errors_in(changed((*LINE, column), None, document())) == ()
    assert errors_in(changed((*LINE, column), 121, document())) == ()


def test_other_events_have_no_setting_for_drop_outs() -> None:
    assert errors_in(changed(("event", "scoring"), "acc", document()))[0] == (
        "event.drop_outs: unknown key, known here are name, starts_on, kind, edition, format, scoring, games,"
        " muggins, qualifiers, qualifiers_reason"
    )


NUMBERS = st.none() | st.integers(0, 121)


@st.composite
def sheet_files(draw: st.DrawFn) -> EventFile:
    """Draw a valid file of game sheets, whatever stands on them."""
    scoring = draw(st.sampled_from(("total-points", "points-left")))
    lines = st.builds(
        Line,
        st.integers(1, 9),
        st.none() | st.just(9),
        **({"own": NUMBERS, "theirs": NUMBERS} if scoring == "total-points" else {"left": NUMBERS}),
    )
    totals = st.none() | st.integers(0, 99_999)
    cards = [
        CardRecord(
            number,
            tuple(draw(st.lists(lines, unique_by=lambda line: line.game, max_size=3))),
            draw(st.none() | st.builds(FootTotals, totals, totals, totals, totals, totals)),
        )
        for number in (1, 2)
    ]
    own = draw(st.integers(0, 120))
    decision = decided(1, 1, 2, own, 121) if scoring == "total-points" else decided_left(1, 1, 2, (0, own + 1))
    return sheet_event(
        cards,
        games=9,
        entrants=(1, 2, 9),
        scoring=scoring,
        drop_outs=draw(st.sampled_from(DROP_OUTS)),
        decisions=[decision] if draw(st.booleans()) else [],
    )


@given(sheet_files())
def test_what_is_written_reads_as_the_same_file_and_writes_the_same_bytes(event_file: EventFile) -> None:
    written = write_event_file(event_file)

    read = read_event_file(written.encode())

    assert (read.errors, read.event_file) == ((), event_file)
    assert read.event_file is not None
    assert write_event_file(read.event_file) == written


@pytest.mark.parametrize("scoring", ["total-points", "points-left"])
def test_rules_of_the_55plus_games_are_read_and_written_back(scoring: str) -> None:
    whole = changed(("event", "edition"), "games-55plus", document(scoring))

    event_file = as_read(whole)

    assert event_file.event.edition == "games-55plus"
    assert json.loads(write_event_file(event_file)) == whole


def test_rules_of_the_55plus_games_are_refused_where_wins_have_game_points() -> None:
    event = {"name": "Bay", "games": 1, "edition": "games-55plus", "scoring": "free-play"}

    assert errors_in({"format": "cribbage-event/1", "event": event, "entrants": []}) == (
        'event.edition: "games-55plus" is for total-points and points-left, not for free-play',
    )
