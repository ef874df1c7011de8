"""The report to the ACC: one page, and the same as files."""

import json
from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from brackets.acc_report.forms import FactsForm
from brackets.acc_report.selectors import Papers, without_numbers
from brackets.acc_report.tables import blocks_of
from brackets.rules.acc_report import NOTICE
from tournaments.entrants.services.members import delete_members, give_acc_numbers, load_members, read_members
from tournaments.htmx import EventRequest
from tournaments.models import MemberFile
from tournaments.refused import Refused
from tournaments.rules.text import number_of, whole_number
from tournaments.spreadsheets.csv import write_csv
from tournaments.spreadsheets.responses import CSV, EXCEL, download
from tournaments.spreadsheets.table import MAX_BYTES, FileRefused
from tournaments.spreadsheets.xlsx import write_sheets
from tournaments.staff.access import staff_page

SHEET_TITLE = 31
NO_TITLE = str.maketrans(dict.fromkeys("[]:*?/\\", " "))


@require_safe
@staff_page()
def report(request: EventRequest) -> HttpResponse:
    return _page(request)


def _papers(request: EventRequest) -> Papers:
    if not request.event.is_for_acc:
        raise Http404("the ACC has no report for such an event")
    return Papers(request.event, request.me)


def _page(
    request: EventRequest,
    *,
    form: FactsForm | None = None,
    refused: Refused | None = None,
    file_refused: str = "",
    status: int = 200,
) -> HttpResponse:
    papers = _papers(request)
    names = without_numbers(request.event, request.me, papers.events[0].event.seeds)
    typed = request.POST if refused is not None else {}
    rows = [(one, typed.get(f"acc-{one.entrant.number}", "")) for one in names]
    blocks = [
        (table, [[(label, _text(cell)) for label, cell in zip(table.header, row, strict=True)] for row in table.rows])
        for table in blocks_of(papers)
    ]
    context: dict[str, Any] = {
        "papers": papers,
        "notice": NOTICE,
        "blocks": blocks,
        "form": form or FactsForm(request.event),
        "qualifiers": [row for row in rows if row[0].qualifies],
        "others": [row for row in rows if not row[0].qualifies],
        "numbers_refused": refused,
        "file_refused": file_refused,
        "member_file": MemberFile.objects.filter(owner=request.me.user_id or 0).annotate(size=Count("members")).first(),
    }
    return render(request, "brackets/acc_report/report.html", context, status=status)


def _text(cell: object) -> str:
    return "" if cell is None else str(cell)


@require_POST
@staff_page()
def facts(request: EventRequest) -> HttpResponse:
    form = FactsForm(request.event, request.POST)
    if form.is_valid():
        with form.refusals():
            form.save_for(request.me)
            messages.success(request, "Saved.")
            return redirect("brackets:acc-report", request.event.slug)
    return _page(request, form=form, status=422)


@require_POST
@staff_page()
def numbers(request: EventRequest) -> HttpResponse:
    """Give entrants the ACC numbers that were typed, and the one that was offered and pressed."""
    typed = {
        number: str(text)
        for name, text in request.POST.items()
        if name.startswith("acc-") and (number := whole_number(name.removeprefix("acc-"))) is not None
    }
    who, _, offered = str(request.POST.get("use", "")).partition(":")
    if (number := whole_number(who)) is not None:
        typed[number] = offered
    try:
        given = give_acc_numbers(request.event, request.me, typed)
    except Refused as refused:
        return _page(request, refused=refused, status=422)
    messages.success(request, f"{number_of(len(given), 'ACC number')} saved.")
    return redirect("brackets:acc-report", request.event.slug)


@require_POST
@staff_page()
def members(request: EventRequest) -> HttpResponse:
    """Load a director's list of ACC members in place of the one before."""
    file = request.FILES.get("file")
    if file is None:
        return _page(request, file_refused="Choose a file.", status=422)
    try:
        found = read_members(file.read(MAX_BYTES + 1))
        load_members(request.event, request.me, source=file.name or "", members=found)
    except (FileRefused, Refused) as refused:
        return _page(request, file_refused=str(refused), status=422)
    messages.success(request, f"{number_of(len(found), 'member')} loaded.")
    return redirect("brackets:acc-report", request.event.slug)


@require_POST
@staff_page()
def remove_members(request: EventRequest) -> HttpResponse:
    delete_members(request.event, request.me)
    messages.success(request, "Member file deleted.")
    return redirect("brackets:acc-report", request.event.slug)


@require_safe
@staff_page()
def as_json(request: EventRequest) -> HttpResponse:
    text = json.dumps(_papers(request).report.to_json(), ensure_ascii=False, indent=1) + "\n"
    return download(text.encode(), "application/json", f"{request.event.slug}-acc-report.json")


@require_safe
@staff_page()
def as_csv(request: EventRequest) -> HttpResponse:
    """Return the blocks one below the other, each under its title."""
    rows: list[tuple[object, ...]] = []
    for table in blocks_of(_papers(request)):
        rows += [(table.title,), tuple(table.header), *map(tuple, table.rows), ()]
    return download(write_csv((NOTICE,), rows).encode(), CSV, f"{request.event.slug}-acc-report.csv")


@require_safe
@staff_page()
def as_excel(request: EventRequest) -> HttpResponse:
    sheets = [
        (f"{number} {table.title.translate(NO_TITLE)}"[:SHEET_TITLE], table.header, table.rows)
        for number, table in enumerate(blocks_of(_papers(request)), start=1)
    ]
    return download(write_sheets(sheets), EXCEL, f"{request.event.slug}-acc-report.xlsx")
