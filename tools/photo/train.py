"""``make model``: draw cards, cut their boxes out, train the net, calibrate it, write ONNX. Seeds are fixed.

Run as ``python -m tools.photo.train FOLDER [--pages N] [--passes N] [--real FOLDER]``. FOLDER has the packed npm
packages (``make model`` gets them) and keeps the crops between runs. torch is needed here, and nowhere else.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from tools.photo import dataset

SEED = 20261123
MODEL = Path(__file__).resolve().parent.parent.parent / "scorecards" / "photo" / "model"
CALIBRATION_PAGES = 60


class Net(nn.Module):
    """181,917 weights: 32 x 32 ink to 13 classes."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(1, 32, 5, stride=2, padding=2, bias=False), nn.BatchNorm2d(32), nn.ReLU(),
            nn.Conv2d(32, 56, 3, padding=1, bias=False), nn.BatchNorm2d(56), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(56, 80, 3, padding=1, bias=False), nn.BatchNorm2d(80), nn.ReLU(), nn.MaxPool2d(2),
            nn.Dropout(0.3), nn.Flatten(), nn.Linear(80 * 16, 96, bias=False), nn.BatchNorm1d(96), nn.ReLU(),
            nn.Dropout(0.2), nn.Linear(96, len(dataset.CLASSES)),
        )  # fmt: skip

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Return a score for each class."""
        return self.layers(crops)


def disturbed(batch: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
    """Return crops shifted, turned, sheared, scaled, lightened, blurred and noised a little."""
    count = len(batch)

    def normal(*size: int) -> torch.Tensor:
        return torch.randn(*size, generator=chance)

    linear = torch.eye(2) + normal(count, 2, 2) * 0.06
    theta = torch.cat([linear, (normal(count, 2) * 0.05)[:, :, None]], dim=2)
    moved = functional.grid_sample(
        batch, functional.affine_grid(theta, list(batch.shape), align_corners=False), align_corners=False
    )
    moved = moved.clamp(0.0, 1.0) ** torch.exp(normal(count, 1, 1, 1) * 0.25) * torch.exp(normal(count, 1, 1, 1) * 0.15)
    blurred = functional.avg_pool2d(moved, 3, stride=1, padding=1)
    share = torch.rand(count, 1, 1, 1, generator=chance) * (torch.rand(count, 1, 1, 1, generator=chance) < 0.4)
    return (moved * (1 - share) + blurred * share + normal(*batch.shape) * 0.03).clamp(0, 1)


def fit(
    net: Net, crops: torch.Tensor, labels: torch.Tensor, *, passes: int, rate: float, chance: torch.Generator
) -> None:
    """Train by AdamW, one cycle, batches of 256."""
    batches = -(-len(crops) // 256)
    steps = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.02)
    cycle = torch.optim.lr_scheduler.OneCycleLR(steps, max_lr=rate, total_steps=batches * passes, pct_start=0.2)
    for turn in range(passes):
        net.train()
        order = torch.randperm(len(crops), generator=chance)
        total, start = 0.0, time.process_time()
        for chosen in order.split(256):
            batch = disturbed(crops[chosen].float()[:, None] / 255, chance)
            loss = functional.cross_entropy(net(batch), labels[chosen], label_smoothing=0.01)
            steps.zero_grad()
            loss.backward()
            steps.step()
            cycle.step()
            total += loss.item() * len(chosen)
        print(
            f"pass {turn + 1} of {passes}: loss {total / len(crops):.4f}, {time.process_time() - start:.0f} s",
            flush=True,
        )


def without_most_blanks(crops: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return crops and classes with every second blank box left out: there are more of them than of all digits."""
    blanks = np.flatnonzero(labels == dataset.CLASSES.index(" "))
    kept = np.setdiff1d(np.arange(len(labels)), blanks[::2])
    return crops[kept], labels[kept]


def scores(net: Net, crops: np.ndarray) -> torch.Tensor:
    """Return the scores of crops, without training."""
    net.eval()
    with torch.no_grad():
        return torch.cat(
            [
                net(torch.from_numpy(part).float()[:, None] / 255)
                for part in np.array_split(crops, 1 + len(crops) // 4096)
            ]
        )


def temperature(found: torch.Tensor, labels: torch.Tensor) -> float:
    """Return what scores are divided by so that the probabilities are as likely as they say."""
    tried = np.exp(np.linspace(np.log(0.3), np.log(4), 80))
    losses = [functional.cross_entropy(found / float(one), labels).item() for one in tried]
    return float(tried[int(np.argmin(losses))])


def main() -> None:
    """Make the model."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=260)
    parser.add_argument("--passes", type=int, default=20)
    parser.add_argument("--real", type=Path)
    parser.add_argument("--out", type=Path, default=MODEL)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    chance = torch.Generator().manual_seed(SEED)
    dataset.make(options.folder, "train", options.pages, SEED)
    dataset.make(options.folder, "calibration", CALIBRATION_PAGES, SEED)
    crops, labels = dataset.load(options.folder, "train", SEED)
    crops, labels = without_most_blanks(crops, labels)
    if options.real:
        own = list(dataset.real_crops(options.real))
        # Real ink counts four times: there is little of it.
        crops = np.concatenate([crops, *([np.array([c for c, _ in own])] * 4)])
        labels = np.concatenate([labels, *([np.array([k for _, k in own], np.uint8)] * 4)])
    print(f"{len(crops)} crops to learn from")
    net = Net()
    first = options.passes * 2 // 3
    target = torch.from_numpy(labels.astype(np.int64))
    data = torch.from_numpy(crops)
    fit(net, data, target, passes=first, rate=4e-3, chance=chance)
    fit(net, data, target, passes=options.passes - first, rate=1e-3, chance=chance)
    held, truth = dataset.load(options.folder, "calibration", SEED)
    found = scores(net, held)
    known = torch.from_numpy(truth.astype(np.int64))
    heat = temperature(found, known)
    right = (found.argmax(1) == known).numpy()
    digits = truth < 10
    figures = {
        "seed": SEED, "weights": sum(p.numel() for p in net.parameters()),
        "crops": len(crops), "passes": options.passes,
        "pages": options.pages, "temperature": round(heat, 4),
        "boxes_right_on_calibration": round(float(right.mean()), 5),
        "digits_right_on_calibration": round(float(right[digits].mean()), 5),
    }  # fmt: skip
    print(figures)
    options.out.mkdir(parents=True, exist_ok=True)
    export(net, heat, options.out / "digits.onnx")
    (options.out / "digits.json").write_text(json.dumps(figures, indent=2) + "\n")


def export(net: Net, heat: float, path: Path) -> None:
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
