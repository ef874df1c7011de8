"""Cells of exported tables that no spreadsheet program runs as a formula."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
_BELOW_0 = re.compile(r"\(\W{0,2}\d[\d.,]*\W?\)")


def _is_taken_otherwise(text: str) -> bool:
    """Whether a spreadsheet takes text for a formula, or in brackets for a number below 0: ``(2)``."""
    return text.startswith(FORMULA_STARTS) or _BELOW_0.fullmatch(text) is not None


def safe_cell(value: object) -> str:
    """Return the cell's text, with an apostrophe before text that a spreadsheet would take for something else."""
    if value is None:
        return ""
    if isinstance(value, int | float | Decimal):
        return str(value)
    text = str(value)
    return f"'{text}" if _is_taken_otherwise(text) else text


def plain_cell(text: str) -> str:
    """Return what :func:`safe_cell` made safe as it was."""
    return text[1:] if text.startswith("'") and _is_taken_otherwise(text[1:]) else text


def write_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a CSV table whose cells cannot run as formulas, with a mark by which Excel reads it as UTF-8."""
    file = io.StringIO(newline="")
    file.write("\ufeff")
    writer = csv.writer(file)
    writer.writerow([safe_cell(cell) for cell in header])
    writer.writerows([safe_cell(cell) for cell in row] for row in rows)
    return file.getvalue()
