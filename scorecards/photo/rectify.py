"""The page laid flat: 8 pixels a mm, the live area only."""

import cv2
import numpy as np
from numpy.typing import NDArray

from scorecards.photo import layout

SCALE = 8
"""Pixels a mm of the rectified page."""
SIZE = (int(layout.WIDTH * SCALE), int(layout.HEIGHT * SCALE))
"""Width and height in pixels."""
MIN_SCALE = 3.5
"""Pixels a mm of the picture below which digits cannot be told apart."""

Matrix = NDArray[np.float64]
Picture = NDArray[np.uint8]


def from_page(mm_to_picture: Matrix) -> Matrix:
    """Return the homography from pixels of the rectified page to the picture."""
    return mm_to_picture @ np.diag([1 / SCALE, 1 / SCALE, 1.0])


def scale_of(mm_to_picture: Matrix) -> float:
    """Return how many pixels of the picture a mm has in the middle of the card, in its narrower direction."""
    middle = np.array([[[layout.WIDTH / 2, layout.HEIGHT / 2]]], np.float32)
    steps = middle + np.array([[[0, 0]], [[1, 0]], [[0, 1]]], np.float32)
    at = cv2.perspectiveTransform(steps.reshape(-1, 1, 2), mm_to_picture).reshape(-1, 2)
    return float(min(np.linalg.norm(at[1] - at[0]), np.linalg.norm(at[2] - at[0])))


def rectified(picture: Picture, page_to_picture: Matrix) -> Picture:
    """Return the page, 1024 x 1584.

    A picture that is larger is smoothed first, so that no line is lost.
    """
    shrinks = scale_of(page_to_picture @ np.diag([SCALE, SCALE, 1.0])) / SCALE
    if shrinks > 1.2:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.45 * shrinks), np.uint8)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    page = cv2.warpPerspective(picture, page_to_picture, SIZE, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(page, np.uint8)
