"""What stands in a box: several looks at it, moved a little."""

import pytest

pytest.importorskip("cv2", reason="The extra photo is not installed.")

import numpy as np

from scorecards.photo.boxes import CROP
from scorecards.photo.classify import SHIFTS, SIGNS, classify, looks


def test_each_look_is_the_box_moved_and_its_edge_goes_on() -> None:
    crop = np.zeros((2, CROP, CROP), np.float32)
    crop[0, 10, 20], crop[1, 0, 0] = 1, 1

    seen = looks(crop)

    assert SHIFTS[0] == (0, 0)
    assert [tuple(np.argwhere(look[0])[0]) for look in seen] == [(10 + down, 20 + right) for down, right in SHIFTS]
    assert [int(look[1].sum()) for look in seen] == [1, 4, 0]


def test_an_order_of_crops_is_kept_over_all_looks() -> None:
    """An upright stroke is a 1, a level one a dash, and paper is blank, wherever they stand in the batch."""
    crop = np.zeros((3, CROP, CROP), np.float32)
    crop[0, 7:25, 15:17], crop[2, 15:17, 11:22] = 1, 1

    found = classify(crop)

    assert [SIGNS[best] for best in found.argmax(axis=1)] == ["1", "", "-"]
    assert found.sum(axis=1) == pytest.approx(1)
    assert classify(crop[::-1]) == pytest.approx(found[::-1], abs=1e-4)
