"""Registration: the list of entrants, adding them, checking them in, undoing, exporting."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.entrants.forms import QuickAddForm
from tournaments.entrants.known import people_known_to
from tournaments.entrants.selectors import SORTS, EntrantList, export_table, with_pair
from tournaments.entrants.services import registration
from tournaments.entrants.services.undo import undo_change
from tournaments.htmx import EventRequest, page_of
from tournaments.models import AuditAction, AuditEntry, Entrant, Tournament, UndoStep
from tournaments.page_cache.cache import is_fragment
from tournaments.paging import page_asked_for, page_of_rows
from tournaments.rules.text import whole_number
from tournaments.spreadsheets.csv import write_csv
from tournaments.spreadsheets.responses import CSV, EXCEL, download
from tournaments.spreadsheets.xlsx import write_workbook
from tournaments.staff.access import View, staff_page


def entrant_page(shows: View | None = None) -> Callable[[View], View]:
    """Make a view a page for directors about one entrant, who may be gone when a form about them arrives."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapper(request: EventRequest, **kwargs: Any) -> HttpResponse:
            try:
                return view(request, **kwargs)
            except Entrant.DoesNotExist as gone:
                raise Http404("no such entrant") from gone

        return staff_page(shows=shows)(wrapper)

    return decorate


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def entrants(request: EventRequest) -> HttpResponse:
    if request.method == "POST":
        return _add(request)
    template = "_list.html" if is_fragment(request, "entrants") else "list.html"
    is_wanted = "done" in request.GET or not request.event.entrants.exists()
    context = {"form": _form(request), "is_cursor_in_name": is_wanted}
    return _render(request, template, context)


def _list(request: EventRequest, **_: object) -> HttpResponse:
    return _render(request, "list.html", {"form": _form(request)})


def _form(request: EventRequest, data: QueryDict | None = None, **more: Any) -> QuickAddForm:
    return QuickAddForm(data, instance=Entrant(tournament=request.event), **more)


def _add(request: EventRequest) -> HttpResponse:
    people = people_known_to(request.me, besides=request.event) if request.POST.get("player") else None
    form = _form(request, request.POST, people=people)
    if form.is_valid() and (done := form.save(request.me)):
        if not is_fragment(request, "add"):
            return _back_to_list(request, done.entry)
        context = {"form": _form(request), "is_cursor_in_name": True, "done": done.entry}
        return _render(request, "_added.html", context)
    template = "_add.html" if is_fragment(request, "add") else "list.html"
    context = {"form": form, "doubt": form.doubt, "is_cursor_in_name": not (form.doubt and form.doubt.known)}
    return _render(request, template, context, status=422)


@require_safe
@staff_page()
def known(request: EventRequest) -> HttpResponse:
    found = people_known_to(request.me, besides=request.event).found(request.GET.get("name", ""))
    return render(request, "tournaments/entrants/_known.html", {"people": found})


def _refused_in_row(request: EventRequest, number: int) -> HttpResponse:
    """Say in the row, above the list or on the entrant's page why somebody is not checked in, or a fee not noted."""
    if request.POST.get("to") == "entrant":
        messages.warning(request, str(request.refusal))
        return back_to_entrant(request.event, number, None)
    if not is_fragment(request, f"entrant-{number}"):
        return _list(request)
    return _render(request, "_row.html", {"row": with_pair(request.event, request.event.entrants.get(number=number))})


@require_POST
@entrant_page(shows=_refused_in_row)
def check_in_one(request: EventRequest, number: int) -> HttpResponse:
    is_here = request.POST.get("is_here") == "1"
    return _row_or_back(request, registration.check_in(request.event, request.me, number=number, is_here=is_here))


@require_POST
@entrant_page(shows=_refused_in_row)
def take_fee_of(request: EventRequest, number: int) -> HttpResponse:
    amount = request.POST.get("amount")
    return _row_or_back(request, registration.take_fee(request.event, request.me, number=number, amount=amount))


@require_POST
@entrant_page(shows=_refused_in_row)
def set_name(request: EventRequest, number: int) -> HttpResponse:
    way = whole_number(request.POST.get("way", ""), digits=2) or 0
    return _row_or_back(request, registration.set_name_parts(request.event, request.me, number=number, way=way))


@require_POST
@staff_page(shows=_list)
def undo(request: EventRequest, entry: int) -> HttpResponse:
    undone = undo_change(request.event, request.me, entry=entry)
    number = whole_number(request.POST.get("to", ""))
    if number is not None and request.event.entrants.filter(number=number).exists():
        return back_to_entrant(request.event, number, undone)
    return _back_to_list(request, undone)


@require_safe
@staff_page()
def as_csv(request: EventRequest) -> HttpResponse:
    table = write_csv(*export_table(request.event))
    return download(table.encode(), CSV, f"{request.event.slug}-entrants.csv")


@require_safe
@staff_page()
def as_excel(request: EventRequest) -> HttpResponse:
    book = write_workbook("Entrants", *export_table(request.event))
    return download(book, EXCEL, f"{request.event.slug}-entrants.xlsx")


def _render(request: EventRequest, template: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """Render the list or a part of it; what is searched for stays so while others are added or checked in."""
    asked = asked_for(request)
    found = EntrantList(request.event, **asked)
    everything = {
        **asked,
        "list": found,
        "page": page_of_rows(_query_of(request), found.rows),
        "is_of_pairs": request.event.is_of_pairs,
        "done": entry_shown(request),
        **context,
    }
    return render(request, f"tournaments/entrants/{template}", everything, status=status)


def asked_for(request: EventRequest) -> dict[str, str]:
    """Return search, order and part of the list: from the address, or from that of the page a form stood on."""
    query = _query_of(request)
    sort = query.get("sort", "")
    return {
        "find": query.get("find", "").strip(),
        "sort": sort if sort in SORTS else "number",
        "show": query.get("show", ""),
    }


def _query_of(request: EventRequest) -> QueryDict:
    """Return what the address asks for, or that of the list on which a form stood."""
    if request.method != "POST":
        return request.GET
    page = page_of(request)
    is_list = page.path == reverse("tournaments:entrants", args=[request.event.slug])
    return QueryDict(page.query if is_list else "")


def entry_shown(request: EventRequest) -> AuditEntry | None:
    """Return the change just made, which the page names and offers to undo."""
    number = whole_number(request.GET.get("done", ""), digits=18)
    if number is None:
        return None
    return AuditEntry.objects.filter(tournament=request.event, pk=number, undo_step__of=UndoStep.Of.ENTRANTS).first()


def _row_or_back(request: EventRequest, done: registration.Done) -> HttpResponse:
    if is_fragment(request, f"entrant-{done.entrant.number}"):
        # The button that took the fee is gone: the cursor goes on to the next one.
        is_fee = done.entry.action == AuditAction.ENTRANT_FEE_PAID
        context = {"row": with_pair(request.event, done.entrant), "done": done.entry, "is_cursor_on_check_in": is_fee}
        return _render(request, "_row_changed.html", context)
    if request.POST.get("to") == "entrant":
        return back_to_entrant(request.event, done.entrant.number, done.entry)
    return _back_to_list(request, done.entry)


def _back_to_list(request: EventRequest, entry: AuditEntry) -> HttpResponse:
    query = QueryDict(mutable=True)
    asked = asked_for(request) | {"page": page_asked_for(_query_of(request))}
    query.update({name: value for name, value in asked.items() if value})
    query["done"] = str(entry.pk)
    return redirect(f"{reverse('tournaments:entrants', args=[request.event.slug])}?{query.urlencode()}")


def back_to_entrant(tournament: Tournament, number: int, entry: AuditEntry | None) -> HttpResponse:
    address = reverse("tournaments:entrant", args=[tournament.slug, number])
    return redirect(f"{address}?done={entry.pk}" if entry else address)
