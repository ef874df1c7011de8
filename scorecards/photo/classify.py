"""Tells what stands in each box: a small net, run by OpenCV, with calibrated probabilities."""

from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

MODEL = Path(__file__).parent / "model" / "digits.onnx"

SIGNS = (*"0123456789", "", "-", "x")
"""What a class says: a digit, blank, a dash for a loss, crossed out or not readable."""

AS_ON_CARDS = np.array([1.0] * 12 + [0.05])
"""How much rarer each sign is on cards than where the net learned: there every tenth digit was crossed out."""

SHIFTS = ((0, 0), (1, 1), (-1, -1))
"""Pixels down and right by which a crop is moved, to be looked at again: scores are the mean of all looks."""

Probabilities = NDArray[np.float64]


@cache
def _net() -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(np.frombuffer(MODEL.read_bytes(), np.uint8))


def looks(crops: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """Return crops, n x 32 x 32, moved by each of ``SHIFTS``; what comes in at an edge is the edge again."""
    wide = np.pad(crops, ((0, 0), (1, 1), (1, 1)), mode="edge")
    size = crops.shape[1]
    return [wide[:, 1 - down : 1 - down + size, 1 - right : 1 - right + size] for down, right in SHIFTS]


def classify(crops: NDArray[np.float32]) -> Probabilities:
    """Return the probability of each sign for each crop, n x 13. The model's temperature is in its last layer.

    The net keeps state while it runs: one thread at a time.
    """
    net = _net()
    net.setInput(np.ascontiguousarray(np.concatenate(looks(crops))[:, None], np.float32))
    scores = np.asarray(net.forward(), np.float64).reshape(len(SHIFTS), len(crops), len(SIGNS)).mean(axis=0)
    scores = np.exp(scores - scores.max(axis=1, keepdims=True)) * AS_ON_CARDS
    return np.asarray(scores / scores.sum(axis=1, keepdims=True), np.float64)
