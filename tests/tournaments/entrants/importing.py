"""Shared by tests of imports: a list, reading its preview, and undoing a change."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse

from tests.factories.tournaments import director_of
from tests.pages import Element, read_page
from tournaments.entrants.fields import in_words
from tournaments.entrants.imports.compare import ComparedRow, compare
from tournaments.entrants.imports.forms import ColumnsForm
from tournaments.entrants.imports.reading import read_draft
from tournaments.entrants.services.undo import undo_change
from tournaments.models import AuditEntry, Entrant, Tournament

LIST = """Name,ACC number,Club,City,Paid
Ann Lee,HI296,Hilo Pegs,Hilo,20
Bo Quist,,Tacoma Tens,,
Cy Dunn,OR5,,Salem,
=1+1,,,,
Anna Lee,HI296,,,
"""


def page_of(response: HttpResponse) -> Element:
    return read_page(response.content.decode())


def form_of(response: HttpResponse, **changed: str) -> dict[str, str]:
    """Return what the form of a preview sends, with what is chosen otherwise."""
    form = page_of(response).by_id("preview")
    boxes = [field for field in form.all("input") if field.attributes.get("type") == "checkbox"]
    unchecked = [field for field in boxes if "checked" not in field.attributes]
    fields = [field for field in form.all("input") if field not in unchecked]
    sent = {field.attributes["name"]: field.attributes.get("value") or "" for field in fields}
    for field in form.all("select"):
        options = field.all("option")
        chosen = [option for option in options if "selected" in option.attributes] or options[:1]
        sent[field.attributes["name"]] = chosen[0].attributes["value"]
    return {str(name): str(value) for name, value in {**sent, **changed}.items()}


def undone(tournament: Tournament, entry: AuditEntry) -> AuditEntry:
    """Let the director undo a change, and return the entry of that."""
    return undo_change(tournament=tournament, actor=director_of(tournament, "Dee Rector"), entry=entry.pk)


def headings(response: HttpResponse) -> list[str]:
    return page_of(response).by_id("preview").texts("h2")


def previewed(
    data: str | bytes,
    *,
    known: Sequence[Entrant] = (),
    name: str = "list.txt",
    posted: Mapping[str, str] | None = None,
    open_pools: Mapping[str, int] | None = None,
    called: str = "Bay",
    **event: Any,
) -> tuple[ColumnsForm, list[ComparedRow]]:
    """Return what the preview of a list shows, without a database: its columns, and its rows as they are compared."""
    tournament = Tournament(**{"name": called, "games": 9, "entry_fee": 60_00, **event})
    file = SimpleUploadedFile(name, data) if isinstance(data, bytes) else None
    draft = read_draft(file, data if isinstance(data, str) else "")
    columns = ColumnsForm(draft, posted, tournament=tournament, open_pools=open_pools)
    return columns, [] if columns.error else list(compare(columns.listed, known, entry_fee=tournament.entry_fee).rows)


def in_short(rows: Sequence[ComparedRow]) -> list[str]:
    """Return a line for each row: ``+`` new, ``?`` doubtful, ``-`` left out, ``!`` refused; what it states, and why."""
    signs = {"new": "+", "doubtful": "?", "left-out": "-", "refused": "!", "changed": "~", "unchanged": "="}
    return [_line(signs[row.verdict.value], row) for row in rows]


def _line(sign: str, row: ComparedRow) -> str:
    listed = row.listed
    hidden = ("name", "last_name", "first_name", "suffix")
    said = [f"{field} {in_words(field, value)}" for field, value in listed.stated.items() if field not in hidden]
    said += [f"joins {pool}" for pool in listed.pools]
    text = "; ".join([listed.name or listed.text or "(nobody)", *said])
    why = " ".join([*row.reasons, *(f"[{omitted}]" for omitted in listed.omitted)])
    return f"{sign} {text}" + (f" | {why}" if why else "")
