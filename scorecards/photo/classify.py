"""Tells what stands in each box: a small net, run by OpenCV, with calibrated probabilities."""

from __future__ import annotations

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

Probabilities = NDArray[np.float64]


@cache
def _net() -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(np.frombuffer(MODEL.read_bytes(), np.uint8))


def classify(crops: NDArray[np.float32]) -> Probabilities:
    """Return the probability of each sign for each crop, n x 13. The model's temperature is in its last layer.

    The net keeps state while it runs: one thread at a time.
    """
    net = _net()
    net.setInput(np.ascontiguousarray(crops[:, None], np.float32))
    scores = np.asarray(net.forward(), np.float64)
    scores = np.exp(scores - scores.max(axis=1, keepdims=True)) * AS_ON_CARDS
    return np.asarray(scores / scores.sum(axis=1, keepdims=True), np.float64)
