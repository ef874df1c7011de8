"""Long lists in pages: a fixed number of rows each, or all rows on request."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.http import QueryDict

from tournaments.rules.text import whole_number

ROWS_ON_A_PAGE = 200
"""A usual tournament, of 124, is one page."""
WHOLE = "all"

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class ListPage(Generic[Row]):
    """The rows of one page of a list of ``count``; ``number`` is 0 where all of them are shown.

    ``query`` is what else the address asks for, in the form of an address.
    """

    rows: Sequence[Row]
    count: int
    number: int
    query: str
    size: int = ROWS_ON_A_PAGE

    @property
    def is_part(self) -> bool:
        return len(self.rows) < self.count

    @property
    def is_long(self) -> bool:
        """Whether the list has more than one page."""
        return self.count > self.size

    @property
    def first(self) -> int:
        """The place of the first row in the whole list, counted from 1."""
        return (self.number - 1) * self.size + 1

    @property
    def last(self) -> int:
        return self.first + len(self.rows) - 1

    @property
    def before(self) -> str:
        """The query of the page before this one, blank on the first."""
        return self._at(str(self.number - 1)) if self.number > 1 else ""

    @property
    def after(self) -> str:
        """The query of the page after this one, blank on the last."""
        return self._at(str(self.number + 1)) if self.last < self.count else ""

    @property
    def whole(self) -> str:
        """The query of the whole list."""
        return self._at(WHOLE)

    @property
    def in_parts(self) -> str:
        """The query of the first page."""
        return self._at("1")

    def _at(self, page: str) -> str:
        return f"{self.query}&page={page}" if self.query else f"page={page}"


def page_asked_for(asked: QueryDict) -> str:
    """Return the page that an address asks for: a number, or all; blank for the first."""
    text = asked.get("page", "").strip()
    return text if text == WHOLE or whole_number(text, digits=6) else ""


def page_of_rows(query: QueryDict, rows: Sequence[Row], *, size: int = ROWS_ON_A_PAGE) -> ListPage[Row]:
    """Return the page of a list that an address asks for: the last one where there are fewer by now."""
    asked = query.copy()
    wanted = page_asked_for(asked)
    for name in ("page", "done"):
        asked.pop(name, None)
    more, count = asked.urlencode(), len(rows)
    if wanted == WHOLE or count <= size:
        return ListPage(rows, count, 0 if count > size else 1, more, size)
    number = min(max(1, whole_number(wanted) or 1), -(-count // size))
    return ListPage(rows[(number - 1) * size : number * size], count, number, more, size)
