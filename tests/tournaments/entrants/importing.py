"""What tests of taking in a list share: a list, how its preview is read, and how a change is undone."""

from __future__ import annotations

from django.http import HttpResponse

from tests.factories.tournaments import director_of
from tests.pages import Element, read_page
from tournaments.entrants.services.undo import undo_change
from tournaments.models import AuditEntry, Tournament

LIST = """Name,ACC number,Club,City,Paid
Ann Lee,HI296,Hilo Pegs,Hilo,20
Bo Quist,,Tacoma Tens,,
Cy Dunn,OR5,,Salem,
=1+1,,,,
Ann Lee,CA7,,,
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
