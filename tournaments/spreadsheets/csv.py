"""Cells of exported tables that no spreadsheet program runs as a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")


def safe_cell(value: object) -> str:
    """Return the cell's text, with an apostrophe before text that a spreadsheet would take for a formula."""
    if value is None:
        return ""
    if isinstance(value, int | float | Decimal):
        return str(value)
    text = str(value)
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def plain_cell(text: str) -> str:
    """Return what :func:`safe_cell` made safe as it was."""
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA_STARTS) else text


def write_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a CSV table whose cells cannot run as formulas, with a mark by which Excel reads it as UTF-8."""
    file = io.StringIO(newline="")
    file.write("\ufeff")
    writer = csv.writer(file)
    writer.writerow([safe_cell(cell) for cell in header])
    writer.writerows([safe_cell(cell) for cell in row] for row in rows)
    return file.getvalue()
