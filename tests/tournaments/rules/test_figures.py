"""Figures as pictures: what is drawn, what it is called, and that no word in it becomes markup."""

from tests.pages import read_page
from tournaments.rules.figures import Column, bars_figure, columns_figure, lines_figure


def drawn(svg: str, kind: str) -> list[dict[str, str | None]]:
    """Return the attributes of all elements of one kind in a picture."""
    return [element.attributes for element in read_page(svg).all(kind)]


def test_lines_run_from_the_first_to_the_last_label() -> None:
    shown = lines_figure("Bo has 5.", "Game", ["1", "2", "3"], [("Bo", (2, 2, 5)), ("Al", (0, 3, 4))], "points")

    assert [line["points"] for line in drawn(shown.svg, "polyline")] == ["0,5 1,2 2,1", "0,3 1,3 2,0"]
    assert [line["class"] for line in drawn(shown.svg, "polyline")] == ["line-2", "line-1"]
    assert (shown.header, shown.rows) == (("Game", "Bo", "Al"), [("1", 2, 0), ("2", 2, 3), ("3", 5, 4)])
    assert shown.legend == ["Bo: 5", "Al: 4"]


def test_columns_stand_on_a_line_and_hang_from_it() -> None:
    columns = [Column("1", 30), Column("2", -10), Column("3", 0)]

    shown = columns_figure("Two games.", ("Game", "Spread"), columns)

    boxes = [(box["class"], box["y"], box["height"]) for box in drawn(shown.svg, "rect")]
    assert boxes == [("above", "22", "120"), ("below", "142", "40")]
    assert shown.rows == [("1", 30), ("2", -10), ("3", 0)]


def test_columns_mark_a_part_from_the_foot() -> None:
    shown = columns_figure(
        "Two of four.", ("Points", "Players", "Qualify"), [Column("8", 4, 0), Column("9", 4, 2)], "players"
    )

    boxes = [(box["class"], box["height"]) for box in drawn(shown.svg, "rect")]
    assert boxes == [("rest", "160"), ("rest", "80"), ("above", "80")]
    assert shown.rows == [("8", 4, 0), ("9", 4, 2)]


def test_bars_are_as_long_as_their_counts() -> None:
    shown = bars_figure("3 calls.", ("Kind", "Calls"), [("Renege", 2), ("Muggins", 1)])

    assert [box["width"] for box in drawn(shown.svg, "rect")] == ["100%", "50%"]
    assert read_page(shown.svg).texts("text") == ["Renege: 2", "Muggins: 1"]


def test_a_picture_is_named_by_its_sentence_and_no_word_is_markup() -> None:
    shown = bars_figure('A "call" & <b>', ("Kind", "Calls"), [("<b>Renege</b>", 1)])

    *inner, picture = read_page(shown.svg).inner
    assert (picture.attributes["role"], picture.attributes["aria-label"]) == ("img", 'A "call" & <b>')
    assert [element.tag for element in inner] == ["text", "rect"]
    assert "style" not in shown.svg


def test_a_picture_of_nothing_is_drawn() -> None:
    assert drawn(lines_figure("Nobody.", "Game", [], [], "points").svg, "polyline") == []
    assert drawn(columns_figure("Nobody.", ("Game", "Spread"), []).svg, "rect") == []


def test_many_labels_leave_room_for_each_other() -> None:
    columns = [Column(str(game), 1) for game in range(1, 23)]

    texts = read_page(columns_figure("22.", ("Game", "Spread"), columns, "games").svg).texts("text")

    assert texts == ["1 games", "1", "5", "9", "13", "17", "21"]
