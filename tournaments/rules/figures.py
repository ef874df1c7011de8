"""Figures as pictures: SVG drawn on the server, for a page of any width, in the colors of the page or of paper.

Widths in a picture are in percent and heights in px, so letters keep their size at 320 px. Looks are
classes (``static/css/figures.css``): the site's policy allows no style in a page. Each picture is named by a sentence,
and its numbers stand in a table beside it (``templates/components/figure.html``).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

HEIGHT = 160
"""Height of the plot, in px."""
LETTERS = 22
"""Height of a line of letters, in px."""
MOST_LABELS = 6


class _Markup(str):
    """Text that no template escapes: every word in it is escaped here."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture with the ``sentence`` that says what it shows, and its numbers as a table.

    ``legend`` names its lines, ``marks`` is what is drawn, ``height`` in px.
    """

    sentence: str
    header: Sequence[str]
    rows: Sequence[Sequence[object]]
    marks: str
    height: int
    legend: Sequence[str] = ()

    @property
    def svg(self) -> str:
        """The picture as markup, which templates put in as it is."""
        name = escape(self.sentence)
        return _Markup(
            f'<svg class="chart" role="img" aria-label="{name}" width="100%" height="{self.height}">{self.marks}</svg>'
        )


@dataclass(frozen=True, slots=True)
class Column:
    """An upright bar: its label, its value, and how much of that is ``marked`` from the foot, ``None`` for all of it.

    One below 0 hangs.
    """

    label: str
    value: int
    marked: int | None = None


def lines_figure(
    sentence: str, axis: str, labels: Sequence[str], lines: Sequence[tuple[str, Sequence[int]]], unit: str
) -> Figure:
    """Return up to three lines over the same labels; the first is the one that the figure is about.

    ``axis`` names what the labels are, ``unit`` what is counted. Values are 0 or more.
    """
    top = max((value for _, values in lines for value in values), default=0) or 1
    across = max(len(labels) - 1, 1)
    # The first is drawn last: above the others.
    drawn = "".join(
        f'<polyline class="line-{number}" points="{_points(values, top)}"/>'
        for number, (_, values) in reversed(list(enumerate(lines, start=1)))
    )
    # A picture inside the picture is stretched to the width of the page; its strokes are not.
    plot = (
        f'<svg y="{LETTERS}" width="100%" height="{HEIGHT}" viewBox="0 0 {across} {top}" preserveAspectRatio="none">'
        f"{drawn}</svg>"
    )
    marks = f"{_text(0, LETTERS - 6, f'{top} {unit}')}{_rule(LETTERS)}{_rule(LETTERS + HEIGHT)}{plot}"
    places = [100 * at / across for at in range(len(labels))]
    rows = [(label, *(values[at] for _, values in lines)) for at, label in enumerate(labels)]
    legend = [f"{name}: {values[-1]}" for name, values in lines if values]
    header = (axis, *(name for name, _ in lines))
    height = HEIGHT + 2 * LETTERS
    return Figure(sentence, header, rows, marks + _labels(labels, places, height - 5, to_the_edge=True), height, legend)


def columns_figure(sentence: str, header: Sequence[str], columns: Sequence[Column], unit: str = "") -> Figure:
    """Return upright bars side by side, those below 0 hanging from the same line.

    ``unit`` is what is counted; without one the greatest value is written with its sign.
    """
    top = max((column.value for column in columns), default=0)
    foot = min(0, *(column.value for column in columns), 0)
    scale = HEIGHT / ((top - foot) or 1)
    zero = LETTERS + round(top * scale)
    step = 100 / max(len(columns), 1)
    marks = [_text(0, LETTERS - 6, f"{top} {unit}" if unit else f"{top:+d}"), _rule(zero)]
    for at, column in enumerate(columns):
        x, width = at * step + step * 0.1, step * 0.8
        size = round(abs(column.value) * scale)
        marked = size if column.marked is None else round(column.marked * scale)
        if column.value < 0:
            marks.append(_box("below", x, zero, width, size))
        else:
            marks.append(_box("rest", x, zero - size, width, size - marked))
            marks.append(_box("above", x, zero - marked, width, marked))
    height = HEIGHT + 2 * LETTERS
    labels = [column.label for column in columns]
    marks.append(_labels(labels, [(at + 0.5) * step for at in range(len(labels))], height - 5))
    rows = [(column.label, column.value, *((column.marked,) if len(header) > 2 else ())) for column in columns]
    return Figure(sentence, header, rows, "".join(marks), height)


def bars_figure(sentence: str, header: Sequence[str], counts: Sequence[tuple[str, int]]) -> Figure:
    """Return one bar below each label, as long as its count."""
    most = max((count for _, count in counts), default=0) or 1
    marks, row = [], LETTERS + 18
    for at, (label, count) in enumerate(counts):
        marks.append(_text(0, at * row + 16, f"{label}: {count}"))
        marks.append(_box("above", 0, at * row + LETTERS, 100 * count / most, 10))
    return Figure(sentence, header, counts, "".join(marks), row * len(counts))


def _labels(labels: Sequence[str], places: Sequence[float], y: int, *, to_the_edge: bool = False) -> str:
    """Return as many of the labels as have room, the first among them. Those at an edge do not reach over it."""
    ends = {0: "", len(labels) - 1: "end"} if to_the_edge else {}
    every = -(-len(labels) // MOST_LABELS) or 1
    shown = range(0, len(labels), every)
    return "".join(_text(places[at], y, labels[at], ends.get(at, "middle")) for at in shown)


def _points(values: Sequence[int], top: int) -> str:
    return " ".join(f"{at},{top - value}" for at, value in enumerate(values))


def _text(x: float, y: int, text: str, anchor: str = "") -> str:
    where = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x:.4g}%" y="{y}"{where}>{escape(text)}</text>'


def _rule(y: int) -> str:
    return f'<line x2="100%" y1="{y}" y2="{y}"/>'


def _box(look: str, x: float, y: int, width: float, height: int) -> str:
    if height <= 0:
        return ""
    return f'<rect class="{look}" x="{x:.4g}%" y="{y}" width="{width:.4g}%" height="{height}"/>'
