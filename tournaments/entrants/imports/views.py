"""Import a list of entrants: uploaded, previewed, stored."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.entrants.forms import UploadForm
from tournaments.entrants.imports import services
from tournaments.entrants.imports.compare import ComparedRow, Comparison, ImportChoice, Verdict
from tournaments.entrants.imports.forms import ColumnsForm, acceptance_reason, choices_in, players_in
from tournaments.entrants.imports.reading import ListDraft, read_draft
from tournaments.entrants.known import people_known_to
from tournaments.hooks import stakes_of_pools
from tournaments.htmx import EventRequest
from tournaments.models import ImportedHeadings, StaffMember, Tournament
from tournaments.records.progress import is_past_qualifying
from tournaments.refused import Refused
from tournaments.spreadsheets.table import MAX_ROWS, FileRefused
from tournaments.staff.access import staff_page

# A page of thousands of rows helps nobody; what is not shown is counted.
ROWS_SHOWN = 300
COLUMNS_ASKED = "Nothing was imported: are the columns right? Change them, or tick “The columns are right”."


class PreviewPart(NamedTuple):
    """The rows of one kind as the preview shows them: the first of them, and how many more there are."""

    rows: Sequence[ComparedRow]
    total: int

    @property
    def more(self) -> int:
        return self.total - len(self.rows)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def preview(request: EventRequest) -> HttpResponse:
    if request.method != "POST":
        return _ask(request)
    try:
        if "packed" in request.POST:
            draft = ListDraft.unpacked(request.POST["packed"], request.event)
            columns = _columns(request.POST, request.event, request.me, draft)
        else:
            draft = read_draft(request.FILES.get("file"), request.POST.get("pasted", ""))
            columns = _columns(None, request.event, request.me, draft)
        packed = draft.packed(request.event)
    except FileRefused as refusal:
        return _ask(request, refusal=str(refusal))
    return _show(request, columns, packed, status=422 if columns.error else 200)


@require_POST
@staff_page()
def store(request: EventRequest) -> HttpResponse:
    packed = request.POST.get("packed", "")
    try:
        draft = ListDraft.unpacked(packed, request.event)
    except FileRefused as refusal:
        return _ask(request, refusal=str(refusal))
    columns = _columns(request.POST, request.event, request.me, draft)
    if columns.error:
        return _show(request, columns, packed, status=422)
    if columns.question:
        return _show(request, columns, packed, status=422, warning=COLUMNS_ASKED)
    try:
        entry, left_out = services.import_entrants(
            request.event,
            request.me,
            listed=columns.listed,
            seen=request.POST.get("seen", ""),
            choices=choices_in(request.POST),
            source=draft.source,
            acceptance_reason=acceptance_reason(request.POST),
            is_sure="is_sure" in request.POST,
            stakes=columns.stakes,
            players=players_in(request.POST),
        )
    except Refused as refusal:
        return _show(request, columns, packed, status=refusal.status, warning=str(refusal))
    services.remember_columns(actor=request.me, headings=columns.titles(columns.headings), fields=columns.fields)
    if left_out:
        rows = "1 doubtful row was" if left_out == 1 else f"{left_out} doubtful rows were"
        messages.warning(request, f"{rows} left out. Add those who play below.")
    return redirect(f"{reverse('tournaments:entrants', args=[request.event.slug])}?done={entry.pk}")


def _columns(
    posted: Mapping[str, Any] | None, tournament: Tournament, me: StaffMember, draft: ListDraft
) -> ColumnsForm:
    """Return what the columns are imported as, as the preview was sent, or at first as it is guessed."""
    kept = ImportedHeadings.objects.filter(user=me.user).first() if me.user_id else None
    remembered = kept.fields if kept else {}
    open_pools = stakes_of_pools(tournament)
    return ColumnsForm(draft, posted, tournament=tournament, remembered=remembered, open_pools=open_pools)


def _ask(request: EventRequest, refusal: str = "") -> HttpResponse:
    form = UploadForm(initial={"pasted": request.POST.get("pasted", "")})
    context = {"form": form, "refusal": refusal, "max_rows": MAX_ROWS}
    return render(request, "tournaments/entrants/import.html", context, status=422 if refusal else 200)


def _show(request: EventRequest, columns: ColumnsForm, packed: str, *, status: int, warning: str = "") -> HttpResponse:
    comparison = None
    if not columns.error:
        people = people_known_to(request.me, besides=request.event)
        comparison = services.compared(request.event, columns.listed, people)
    choices, players = choices_in(request.POST), players_in(request.POST)
    context = {
        "columns": columns,
        "packed": packed,
        "warning": warning,
        "comparison": comparison,
        "are_pairs_doubtful": comparison is not None and any(row.accepted_doubts for row in comparison.rows),
        "is_late": is_past_qualifying(request.event),
        "acceptance_reason": acceptance_reason(request.POST),
        "parts": (parts := _parts(comparison, choices, players) if comparison else {}),
        "asked": sum(bool(row.people) for part in parts.values() for row in part.rows),
        "kept_choices": _kept_choices(parts, choices),
    }
    return render(request, "tournaments/entrants/preview.html", context, status=status)


def _parts(
    comparison: Comparison, choices: Mapping[int, ImportChoice], players: Mapping[int, int]
) -> dict[str, PreviewPart]:
    parts: dict[str, PreviewPart] = {}
    for verdict in Verdict:
        rows = comparison.of(verdict)
        # A row of somebody new or changed is left out only where that was chosen.
        other = None if verdict in (Verdict.NEW, Verdict.CHANGED) else ImportChoice.LEAVE
        shown = [
            replace(row, choice=choices.get(row.listed.row, other), player=players.get(row.listed.row))
            for row in rows[:ROWS_SHOWN]
        ]
        parts[verdict.name.lower()] = PreviewPart(shown, len(rows))
    return parts


def _kept_choices(parts: Mapping[str, PreviewPart], choices: Mapping[int, ImportChoice]) -> dict[int, str]:
    """Return what was chosen for rows where the preview has no place for it now: other columns bring it back."""
    put_in_doubt = [ImportChoice.ADD, ImportChoice.CHANGE]
    shown = {
        row.listed.row: put_in_doubt if part in ("doubtful", "left_out") else [ImportChoice.LEAVE]
        for part in ("doubtful", "left_out", "new", "changed")
        if part in parts
        for row in parts[part].rows
    }
    return {row: choice.value for row, choice in choices.items() if choice not in shown.get(row, ())}
