"""The layout of scorecards for photographs: what the printed form and the reader rely on."""

from itertools import combinations

import pytest
import segno

from scorecards.photo import layout
from scorecards.photo.form import FormContent, FormRow, Label, Rect, shapes
from scorecards.photo.layout import QR_ERROR, QR_VERSION, CardCode, event_key, parse_code

Area = tuple[float, float, float, float]


def area(box: layout.Box) -> Area:
    return box.left, box.top, box.left + layout.BOX_WIDTH, box.top + layout.BOX_HEIGHT


def meet(one: Area, other: Area) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def content(games: int = 22) -> FormContent:
    matrix = segno.make_qr(CardCode("ABCDEFGH", 7, 1).text, version=QR_VERSION, error=QR_ERROR).matrix
    rows = [FormRow("A-1", "Wes Dogwood A-2")] * games
    return FormContent("Bay", "A-1", "Ann Alder", rows, [list(row) for row in matrix])


def test_a_full_card_has_164_boxes_that_stand_apart_from_one_another_from_marks_and_code() -> None:
    places = [area(box) for box in layout.boxes()]
    marks = [(x, y, x + layout.MARK_SIZE, y + layout.MARK_SIZE) for x, y in layout.MARK_PLACES]
    x, y = layout.CODE_PLACE
    code = (x, y, x + layout.CODE_SIZE, y + layout.CODE_SIZE)

    assert len(places) == 164
    assert not [pair for pair in combinations([*places, *marks, code], 2) if meet(*pair)]
    assert all(left >= 0 and top >= 0 and right <= 128 and bottom <= 198 for left, top, right, bottom in places)


@pytest.mark.parametrize("games", [1, 9, 22])
def test_everything_printed_is_inside_the_live_area_and_has_no_color(games: int) -> None:
    drawn = list(shapes(content(games)))

    rectangles = [shape for shape in drawn if isinstance(shape, Rect)]
    labels = [shape for shape in drawn if isinstance(shape, Label)]
    assert all(one.x >= 0 and one.x + one.width <= 128.001 for one in rectangles)
    assert all(one.y >= 0 and one.y + one.height <= 198.001 for one in rectangles)
    assert all(0 <= label.x <= 128 and 0 < label.y <= 198 for label in labels)
    assert {one.stroke for one in rectangles} == {None, 0, 110}
    assert len([one for one in rectangles if one.width == layout.BOX_WIDTH]) == games * 7 + 10 + 7


def test_a_game_that_is_not_played_has_no_boxes() -> None:
    rows = [FormRow("A-1", "Wes Dogwood A-2"), FormRow(is_off=True)]

    drawn = list(shapes(FormContent("Bay", "A-1", "Ann Alder", rows, [[1]])))

    boxes = [one for one in drawn if isinstance(one, Rect) and one.width == layout.BOX_WIDTH]
    assert len(boxes) == 7 + 10 + 7


@pytest.mark.parametrize("games", [0, 23])
def test_a_card_has_1_to_22_games(games: int) -> None:
    with pytest.raises(ValueError, match="1 to 22 games"):
        list(shapes(content(games)))


def test_marks_are_those_of_the_dictionary() -> None:
    cv2 = pytest.importorskip("cv2", reason="The extra photo is not installed.")
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)

    theirs = [cv2.aruco.generateImageMarker(dictionary, number, layout.MARK_CELLS) // 255 for number in range(4)]

    assert [[list(row) for row in mark] for mark in layout.MARKS] == [mark.tolist() for mark in theirs]


def test_code_says_what_it_was_made_for_and_fits_the_printed_size() -> None:
    code = CardCode(event_key("harbor-lights-open"), 1234, 999)

    assert parse_code(code.text) == code
    assert len(segno.make_qr(code.text, version=QR_VERSION, error=QR_ERROR).matrix) == layout.CODE_MODULES - 8
    assert event_key("bay") != event_key("bay-2")


@pytest.mark.parametrize(
    "text", ["", "https://example.org/", "CRIB1/ABCDEFGH/12345/1", "CRIB1/abcdefgh/1/1", "CRIB1//1/1"]
)
def test_other_codes_are_nothing(text: str) -> None:
    assert parse_code(text) is None
