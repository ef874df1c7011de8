"""``make model``: draw cards, cut their boxes out, train the net, calibrate it, write ONNX. Seeds are fixed.

Run as ``python -m tools.photo.train FOLDER [--pages N] [--steps N] [--real FOLDER]``. FOLDER has the packed npm
packages (``make model`` gets them) and keeps the crops between runs. torch is needed here, and nowhere else.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn
from torch.nn import functional

from scorecards.photo import classify
from tools.photo import dataset, overprint

SEED = 20261124
MODEL = Path(__file__).resolve().parent.parent.parent / "scorecards" / "photo" / "model"
CALIBRATION_PAGES = 60
BATCH = 256
RATE = 4e-3
SPECKS = 3500
"""Dots and scratches among what is printed, so that the net does not take them for digits."""


def _convolution(before: int, after: int, size: int = 3, *, stride: int = 1, pool: bool = False) -> list[nn.Module]:
    """Return a convolution with what follows it. It pools first: that leaves a quarter to normalize."""
    layers: list[nn.Module] = [nn.Conv2d(before, after, size, stride, size // 2, bias=False)]
    return [*layers, *([nn.MaxPool2d(2)] if pool else []), nn.BatchNorm2d(after), nn.ReLU()]


class Net(nn.Module):
    """427,981 weights: 32 x 32 ink to 13 classes."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *_convolution(1, 32, 5, stride=2),
            *_convolution(32, 48, pool=True),
            *_convolution(48, 80),
            *_convolution(80, 96, pool=True),
            *_convolution(96, 128),
            *_convolution(128, 128, pool=True),
            nn.Dropout(0.25), nn.Flatten(), nn.Linear(128 * 4, 96, bias=False), nn.BatchNorm1d(96), nn.ReLU(),
            nn.Dropout(0.15), nn.Linear(96, len(dataset.CLASSES)),
        )  # fmt: skip

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
    net: Net, crops: np.ndarray, labels: np.ndarray, digits: overprint.Bank, *, steps: int, chance: torch.Generator
) -> None:
    """Train by AdamW, one cycle to 4e-3: half of each batch of 256 is from cards, half printed over empty boxes.

    Numbers of 16 bits make it three times as fast on processors that have them.
    """
    net.train().to(memory_format=torch.channels_last)
    adam = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=0.02)
    cycle = torch.optim.lr_scheduler.OneCycleLR(adam, max_lr=RATE, total_steps=steps, pct_start=0.15)
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
        loss = functional.cross_entropy(found.float(), torch.cat([target[chosen], classes]), label_smoothing=0.002)
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


def scores(net: Net, crops: np.ndarray) -> torch.Tensor:
    """Return the scores of crops as the reader takes them: the mean of its looks."""
    net.eval()
    found = []
    with torch.no_grad():
        for part in np.array_split(crops.astype(np.float32) / 255, 1 + len(crops) // 2048):
            seen = [net(torch.from_numpy(look.copy())[:, None]) for look in classify.looks(part)]
            found.append(torch.stack(seen).mean(dim=0))
    return torch.cat(found)


def temperature(found: torch.Tensor, labels: torch.Tensor) -> float:
    """Return what scores are divided by so that the probabilities are as likely as they say."""
    tried = np.exp(np.linspace(np.log(0.3), np.log(4), 80))
    losses = [functional.cross_entropy(found / float(one), labels).item() for one in tried]
    return float(tried[int(np.argmin(losses))])


def learned(folder: Path, pages: int, real: Path | None) -> tuple[np.ndarray, np.ndarray]:
    """Return crops and classes to learn from, of so many drawn pages, and of real cards if there are any."""
    dataset.make(folder, "train", pages, SEED)
    crops, labels = without_most_blanks(*dataset.load(folder, "train", pages, SEED))
    if real:
        own = list(dataset.real_crops(real))
        # Real ink counts four times: there is little of it.
        crops = np.concatenate([crops, *([np.array([c for c, _ in own])] * 4)])
        labels = np.concatenate([labels, *([np.array([k for _, k in own], np.uint8)] * 4)])
    print(f"{len(crops)} crops to learn from", flush=True)
    return crops, labels


def calibrate(net: Net, folder: Path) -> tuple[float, dict[str, float]]:
    """Return the temperature by crops of other writers, and figures: the shares of these that are right."""
    dataset.make(folder, "calibration", CALIBRATION_PAGES, SEED)
    held, truth = dataset.load(folder, "calibration", CALIBRATION_PAGES, SEED)
    found, known = scores(net, held), torch.from_numpy(truth.astype(np.int64))
    heat = temperature(found, known)
    right = (found.argmax(1) == known).numpy()
    return heat, {
        "temperature": round(heat, 4),
        "boxes_right_on_calibration": round(float(right.mean()), 5),
        "digits_right_on_calibration": round(float(right[truth < 10].mean()), 5),
    }


def main() -> None:
    """Make the model."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=960)
    parser.add_argument("--steps", type=int, default=16000)
    parser.add_argument("--real", type=Path)
    parser.add_argument("--out", type=Path, default=MODEL)
    options = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(SEED)
    chance = torch.Generator().manual_seed(SEED)
    crops, labels = learned(options.folder, options.pages, options.real)
    net = Net()
    digits = overprint.bank(options.folder, SEED, specks=SPECKS)
    fit(net, crops, labels, digits, steps=options.steps, chance=chance)
    heat, found = calibrate(net, options.folder)
    weights = sum(one.numel() for one in net.parameters())
    figures = {
        "seed": SEED, "weights": weights, "pages": options.pages, "crops": len(crops), "batches": options.steps, **found
    }  # fmt: skip
    print(figures)
    options.out.mkdir(parents=True, exist_ok=True)
    export(net, heat, options.out / "digits.onnx")
    (options.out / "digits.json").write_text(json.dumps(figures, indent=2) + "\n")


def export(net: Net, heat: float, path: Path) -> None:
    """Write the net as ONNX, the temperature folded into its last layer, weights in numbers of 16 bits."""
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
    model = onnx.load(path)
    halve(model)
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, path)


def halve(model: onnx.ModelProto) -> None:
    """Keep the weights of layers in 16 bits; nodes widen them to 32 when the model is read."""
    widened = []
    for weights in model.graph.initializer:
        if len(weights.dims) > 1:
            name, values = weights.name, numpy_helper.to_array(weights).astype(np.float16)
            weights.CopyFrom(numpy_helper.from_array(values, f"{name}.half"))
            widened.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
    nodes = [*widened, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)


if __name__ == "__main__":
    main()
