"""``make model``: draw cards, cut their boxes out, train the net, calibrate it, write ONNX. Seeds are fixed.

Run as ``python -m tools.photo.train FOLDER [--real FOLDER]``. FOLDER has the packed npm packages (``make model`` gets
them) and keeps the crops and the first part of the training, ``first.onnx``, between runs. torch is needed here, and
nowhere else.

The first part starts from nothing. The second goes on from there, with normalization folded into the layers, more
cards, and slips of the pen; ``--first FILE`` begins with it.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn
from torch.nn import functional

from scorecards.photo import classify
from tools.photo import dataset, overprint

SEED = 20261124
MODEL = Path(__file__).resolve().parent.parent.parent / "scorecards" / "photo" / "model"
CALIBRATION_PAGES = 60
BATCH = 256


@dataclass(frozen=True)
class Part:
    """One part of the training: pages of cards to learn from, batches, the highest rate, and how it is reached.

    ``rises`` is the share of batches in which the rate rises, ``soft`` the share that other classes get of each label.
    It is calibrated for one look at a box or for those of the reader (``looks``).
    """

    seed: int
    pages: int
    steps: int
    rate: float
    rises: float
    soft: float
    specks: int
    looks: bool


FIRST = Part(SEED, pages=140, steps=5000, rate=4e-3, rises=0.15, soft=0.005, specks=0, looks=False)
SECOND = Part(SEED + 1, pages=480, steps=900, rate=5e-4, rises=0.05, soft=0.002, specks=3500, looks=True)


class Net(nn.Module):
    """227,133 weights: 32 x 32 ink to 13 classes."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(1, 32, 5, stride=2, padding=2, bias=False), nn.BatchNorm2d(32), nn.ReLU(),
            nn.Conv2d(32, 56, 3, padding=1, bias=False), nn.BatchNorm2d(56), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(56, 96, 3, padding=1, bias=False), nn.BatchNorm2d(96), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(96, 128, 3, padding=1, bias=False), nn.BatchNorm2d(128), nn.ReLU(), nn.MaxPool2d(2),
            nn.Dropout(0.25), nn.Flatten(), nn.Linear(128 * 4, 96, bias=False), nn.BatchNorm1d(96), nn.ReLU(),
            nn.Dropout(0.15), nn.Linear(96, len(dataset.CLASSES)),
        )  # fmt: skip

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Return a score for each class."""
        return self.layers(crops)


class Folded(nn.Module):
    """The net with normalization folded into its layers, as it is kept; ``path`` is the first part's ONNX."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        kept = {one.name: numpy_helper.to_array(one) for one in onnx.load(path).graph.initializer}
        ends = [values for name, values in kept.items() if name.startswith("onnx::Conv")]
        scale, shift, mean, variance = (
            kept[f"layers.18.{name}"] for name in ("weight", "bias", "running_mean", "running_var")
        )
        scale = scale / np.sqrt(variance + 1e-5)
        [middle] = [values for name, values in kept.items() if name.startswith("onnx::MatMul")]
        ends += [(middle * scale).T, shift - mean * scale, kept["layers.21.weight"], kept["layers.21.bias"]]
        self.layers = nn.Sequential(
            nn.Conv2d(1, 32, 5, stride=2, padding=2), nn.ReLU(),
            nn.Conv2d(32, 56, 3, padding=1), nn.MaxPool2d(2), nn.ReLU(),
            nn.Conv2d(56, 96, 3, padding=1), nn.MaxPool2d(2), nn.ReLU(),
            nn.Conv2d(96, 128, 3, padding=1), nn.MaxPool2d(2), nn.ReLU(),
            nn.Dropout(0.2), nn.Flatten(), nn.Linear(128 * 4, 96), nn.ReLU(),
            nn.Dropout(0.1), nn.Linear(96, len(dataset.CLASSES)),
        )  # fmt: skip
        with torch.no_grad():
            for own, values in zip(self.parameters(), ends, strict=True):
                own.copy_(torch.from_numpy(values.copy()))

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Return a score for each class."""
        return self.layers(crops)


def disturbed(batch: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
    """Return crops moved and bent a little, their strokes thicker or thinner, lightened, blurred and noised."""
    count, size = len(batch), batch.shape[-1]

    def normal(*shape: int) -> torch.Tensor:
        return torch.randn(*shape, generator=chance)

    def some(share: float) -> torch.Tensor:
        """Return how strong something is, 0 to 1, and 0 for most crops."""
        strong = torch.rand(count, 1, 1, 1, generator=chance)
        return strong * (torch.rand(count, 1, 1, 1, generator=chance) < share)

    linear = torch.eye(2) + normal(count, 2, 2) * 0.06
    theta = torch.cat([linear, (normal(count, 2) * 0.05)[:, :, None]], dim=2)
    bends = normal(count, 2, 5, 5) * some(0.6) * 0.09
    bends = functional.interpolate(bends, size=(size, size), mode="bilinear", align_corners=True)
    grid = functional.affine_grid(theta, list(batch.shape), align_corners=False) + bends.permute(0, 2, 3, 1)
    moved = functional.grid_sample(batch, grid, align_corners=False)
    thick = functional.max_pool2d(moved, 3, stride=1, padding=1)
    thin = -functional.max_pool2d(-moved, 3, stride=1, padding=1)
    more, less = some(0.2) * 0.7, some(0.15) * 0.5
    moved = moved * (1 - more - less * (1 - more)) + thick * more + thin * less * (1 - more)
    moved = moved.clamp(0.0, 1.0) ** torch.exp(normal(count, 1, 1, 1) * 0.25) * torch.exp(normal(count, 1, 1, 1) * 0.15)
    coarse = functional.interpolate(functional.avg_pool2d(moved, 2), scale_factor=2, mode="bilinear")
    share = some(0.1)
    moved = moved * (1 - share) + coarse * share
    share = some(0.4)
    moved = moved * (1 - share) + functional.avg_pool2d(moved, 3, stride=1, padding=1) * share
    return (moved + normal(*batch.shape) * 0.03).clamp(0, 1)


def fit(
    net: Net | Folded,
    crops: np.ndarray,
    labels: np.ndarray,
    digits: overprint.Bank,
    part: Part,
    *,
    chance: torch.Generator,
) -> None:
    """Train by AdamW, one cycle: half of each batch of 256 is from cards, half printed over empty boxes.

    Numbers of 16 bits make it three times as fast on processors that have them.
    """
    steps = part.steps
    net.train().to(memory_format=torch.channels_last)
    adam = torch.optim.AdamW(net.parameters(), lr=part.rate, weight_decay=0.02)
    cycle = torch.optim.lr_scheduler.OneCycleLR(adam, max_lr=part.rate, total_steps=steps, pct_start=part.rises)
    empty = torch.from_numpy(np.flatnonzero(labels == dataset.CLASSES.index(dataset.BLANK)))
    data, target = torch.from_numpy(crops), torch.from_numpy(labels.astype(np.int64))
    order = torch.empty(0, dtype=torch.int64)
    total, start = 0.0, time.process_time()
    for step in range(1, steps + 1):
        if len(order) < BATCH // 2:
            order = torch.randperm(len(data), generator=chance)
        chosen, order = order[: BATCH // 2], order[BATCH // 2 :]
        under = empty[torch.randint(len(empty), (BATCH // 2,), generator=chance)]
        printed, classes = overprint.overprinted(data[under].float()[:, None] / 255, digits, chance)
        batch = disturbed(torch.cat([data[chosen].float()[:, None] / 255, printed]), chance)
        with torch.autocast("cpu", torch.bfloat16):
            found = net(batch.contiguous(memory_format=torch.channels_last))
        loss = functional.cross_entropy(found.float(), torch.cat([target[chosen], classes]), label_smoothing=part.soft)
        adam.zero_grad()
        loss.backward()
        adam.step()
        cycle.step()
        total += loss.item()
        if step % 100 == 0:
            print(f"{step} of {steps}: loss {total / 100:.4f}, {time.process_time() - start:.0f} s", flush=True)
            total = 0.0
    net.to(memory_format=torch.contiguous_format)


def without_most_blanks(crops: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return crops and classes with every second blank box left out: there are more of them than of all digits."""
    blanks = np.flatnonzero(labels == dataset.CLASSES.index(dataset.BLANK))
    kept = np.setdiff1d(np.arange(len(labels)), blanks[::2])
    return crops[kept], labels[kept]


def scores(net: Net | Folded, crops: np.ndarray, *, looks: bool) -> torch.Tensor:
    """Return the scores of crops, of one look or the mean of the reader's, without training."""
    net.eval()
    found = []
    with torch.no_grad():
        for part in np.array_split(crops.astype(np.float32) / 255, 1 + len(crops) // 2048):
            views = classify.looks(part) if looks else [part]
            seen = [net(torch.from_numpy(view.copy())[:, None]) for view in views]
            found.append(torch.stack(seen).mean(dim=0))
    return torch.cat(found)


def temperature(found: torch.Tensor, labels: torch.Tensor) -> float:
    """Return what scores are divided by so that the probabilities are as likely as they say."""
    tried = np.exp(np.linspace(np.log(0.3), np.log(4), 80))
    losses = [functional.cross_entropy(found / float(one), labels).item() for one in tried]
    return float(tried[int(np.argmin(losses))])


def learned(folder: Path, part: Part, real: Path | None) -> tuple[np.ndarray, np.ndarray]:
    """Return crops and classes that a part learns from."""
    dataset.make(folder, "train", part.pages, SEED)
    crops, labels = without_most_blanks(*dataset.load(folder, "train", part.pages, SEED))
    if real:
        own = list(dataset.real_crops(real))
        # Real ink counts four times: there is little of it.
        crops = np.concatenate([crops, *([np.array([c for c, _ in own])] * 4)])
        labels = np.concatenate([labels, *([np.array([k for _, k in own], np.uint8)] * 4)])
    print(f"{len(crops)} crops to learn from", flush=True)
    return crops, labels


def train(net: Net | Folded, folder: Path, part: Part, real: Path | None, path: Path) -> dict[str, float]:
    """Train a net, calibrate it, write it to ``path``, and return its figures."""
    chance = torch.Generator().manual_seed(part.seed)
    crops, labels = learned(folder, part, real)
    fit(net, crops, labels, overprint.bank(folder, part.seed, specks=part.specks), part, chance=chance)
    dataset.make(folder, "calibration", CALIBRATION_PAGES, SEED)
    held, truth = dataset.load(folder, "calibration", CALIBRATION_PAGES, SEED)
    found = scores(net, held, looks=part.looks)
    known = torch.from_numpy(truth.astype(np.int64))
    heat = temperature(found, known)
    right = (found.argmax(1) == known).numpy()
    export(net, heat, path)
    return {
        "pages": part.pages, "crops": len(crops), "batches": part.steps, "temperature": round(heat, 4),
        "boxes_right_on_calibration": round(float(right.mean()), 5),
        "digits_right_on_calibration": round(float(right[truth < 10].mean()), 5),
    }  # fmt: skip


def main() -> None:
    """Make the model."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=Path, help="a model of the first part, to begin with the second")
    parser.add_argument("--real", type=Path)
    parser.add_argument("--out", type=Path, default=MODEL)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    first = options.first
    if first is None:
        first = options.folder / "first.onnx"
        torch.manual_seed(SEED)
        print(train(Net(), options.folder, FIRST, options.real, first))
    torch.manual_seed(SECOND.seed)
    net = Folded(first)
    options.out.mkdir(parents=True, exist_ok=True)
    found = train(net, options.folder, SECOND, options.real, options.out / "digits.onnx")
    figures = {"seed": SEED, "weights": sum(one.numel() for one in net.parameters()), **found}
    print(figures)
    (options.out / "digits.json").write_text(json.dumps(figures, indent=2) + "\n")


def export(net: Net | Folded, heat: float, path: Path) -> None:
    """Write the net as ONNX, the temperature folded into its last layer."""
    net.eval()
    last = net.layers[-1]
    assert isinstance(last, nn.Linear)
    with torch.no_grad():
        last.weight /= heat
        last.bias /= heat
    torch.onnx.export(
        net,
        (torch.zeros(1, 1, 32, 32),),
        str(path),
        input_names=["ink"],
        output_names=["scores"],
        dynamic_axes={"ink": {0: "n"}, "scores": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )


if __name__ == "__main__":
    main()
