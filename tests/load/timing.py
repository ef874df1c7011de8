"""Timing one thing against another."""

import gc
import time
from collections.abc import Callable


def best_times(*jobs: Callable[[], object], rounds: int = 15) -> list[float]:
    """Return the best time of each job in seconds, the jobs taking turns so that noise meets all alike."""
    best = [float("inf")] * len(jobs)
    for _ in range(rounds):
        for index, job in enumerate(jobs):
            # Collecting garbage goes through everything that is alive, and would be charged to whoever runs then.
            gc.collect()
            gc.disable()
            start = time.perf_counter()
            job()
            best[index] = min(best[index], time.perf_counter() - start)
            gc.enable()
    return best


def verdict(figure: float, goal: float, *, more_is_better: bool = False) -> str:
    """Return the figure with its goal, and whether the goal is reached."""
    reached = figure >= goal if more_is_better else figure <= goal
    limit = "or more" if more_is_better else "or less"
    return f"{figure:.2f} (goal: {goal:g} {limit}: {'reached' if reached else 'MISSED'})"
