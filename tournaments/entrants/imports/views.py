"""Import a list of entrants: uploaded, previewed, stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.entrants.forms import UploadForm
from tournaments.entrants.imports import services
from tournaments.entrants.imports.columns import FIELD_LABELS, Field
from tournaments.entrants.imports.compare import ComparedRow, Comparison, FieldValue, KnownEntrant, Verdict
from tournaments.entrants.imports.forms import (
    ColumnsForm,
    ListDraft,
    acceptance_reason,
    choices_in,
    players_in,
    read_draft,
)
from tournaments.entrants.imports.rows import ListedEntrant
from tournaments.entrants.known import Person, people_known_to
from tournaments.entrants.services.history import in_words
from tournaments.hooks import stakes_of_pools
from tournaments.htmx import EventRequest
from tournaments.models import StaffMember, Tournament
from tournaments.records.progress import is_past_qualifying
from tournaments.refused import Refused
from tournaments.spreadsheets.table import MAX_ROWS, FileRefused
from tournaments.staff.access import staff_page

# What the preview shows as the name.
PARTS_OF_NAME = {Field.NAME, Field.LAST_NAME, Field.FIRST_NAME, Field.SUFFIX}
# A page of thousands of rows helps nobody; what is not shown is counted.
ROWS_SHOWN = 300
CHANGED_SINCE = "The entrants changed since the preview. The preview below is up to date."
LATE_ROWS = "Nothing is imported yet. Confirm below that new entrants are meant, or leave their rows out."
REASON_WANTED = "A pair you chose to import needs a reason. Enter it below the doubtful rows, or leave the row out."
COLUMNS_ASKED = "Nothing was imported: are the columns right? Change them, or tick “The columns are right”."
NOTHING_NEW = "Nothing to import: every row is unchanged, left out or refused."


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """One row as the preview shows it, with the names of its columns and what was chosen for it."""

    listed: ListedEntrant
    stated: Sequence[tuple[str, FieldValue]]
    reasons: Sequence[str]
    entrant: KnownEntrant | None
    differences: Sequence[tuple[str, str, str]]
    choice: str
    people: Sequence[Person]
    player: str


@dataclass(frozen=True, slots=True)
class PreviewPart:
    """The rows of one kind as the preview shows them: the first of them, and how many more there are."""

    rows: Sequence[PreviewRow]
    count: int

    @property
    def more(self) -> int:
        return self.count - len(self.rows)


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
        entry = services.import_entrants(
            request.event,
            request.me,
            listed=columns.listed(),
            seen=request.POST.get("seen", ""),
            choices=choices_in(request.POST),
            source=draft.source,
            acceptance_reason=acceptance_reason(request.POST),
            is_sure="is_sure" in request.POST,
            stakes=columns.stakes,
            players=players_in(request.POST),
        )
    except services.ListChanged:
        return _show(request, columns, packed, status=409, warning=CHANGED_SINCE)
    except services.NothingToStore:
        return _show(request, columns, packed, status=422, warning=NOTHING_NEW)
    except services.LateRowsUnconfirmed:
        return _show(request, columns, packed, status=422, warning=LATE_ROWS)
    except Refused as refusal:
        return _show(request, columns, packed, status=409, warning=str(refusal))
    except services.ReasonWanted:
        return _show(request, columns, packed, status=422, warning=REASON_WANTED)
    services.remember_columns(actor=request.me, headings=columns.titles(columns.headings), fields=columns.fields)
    return redirect(f"{reverse('tournaments:entrants', args=[request.event.slug])}?done={entry.pk}")


def _columns(
    posted: Mapping[str, Any] | None, tournament: Tournament, me: StaffMember, draft: ListDraft
) -> ColumnsForm:
    """Return what the columns are imported as, as the preview was sent, or at first as it is guessed."""
    return ColumnsForm(
        draft,
        posted,
        tournament=tournament,
        remembered=services.remembered_columns(me),
        open_pools=stakes_of_pools(tournament),
    )


def _ask(request: EventRequest, refusal: str = "") -> HttpResponse:
    form = UploadForm(initial={"pasted": request.POST.get("pasted", "")})
    context = {"form": form, "refusal": refusal, "max_rows": MAX_ROWS}
    return render(request, "tournaments/entrants/import.html", context, status=422 if refusal else 200)


def _show(request: EventRequest, columns: ColumnsForm, packed: str, *, status: int, warning: str = "") -> HttpResponse:
    comparison = None
    if not columns.error:
        comparison = services.compared(
            request.event, columns.listed(), people_known_to(request.me, besides=request.event)
        )
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
    comparison: Comparison, choices: Mapping[int, services.ImportChoice], players: Mapping[int, int]
) -> dict[str, PreviewPart]:
    parts: dict[str, PreviewPart] = {}
    for verdict in Verdict:
        rows = comparison.of(verdict)
        # A row of somebody new or changed is left out only where that was chosen.
        other = None if verdict in (Verdict.NEW, Verdict.CHANGED) else services.ImportChoice.LEAVE
        shown = [
            _row_shown(row, choices.get(row.listed.row, other), players.get(row.listed.row))
            for row in rows[:ROWS_SHOWN]
        ]
        parts[verdict.name.lower()] = PreviewPart(shown, len(rows))
    return parts


def _kept_choices(parts: Mapping[str, PreviewPart], choices: Mapping[int, services.ImportChoice]) -> dict[int, str]:
    """Return what was chosen for rows where the preview has no place for it now: other columns bring it back."""
    put_in_doubt = [services.ImportChoice.ADD, services.ImportChoice.CHANGE]
    shown = {
        row.listed.row: put_in_doubt if part in ("doubtful", "left_out") else [services.ImportChoice.LEAVE]
        for part in ("doubtful", "left_out", "new", "changed")
        if part in parts
        for row in parts[part].rows
    }
    return {row: choice.value for row, choice in choices.items() if choice not in shown.get(row, ())}


def _row_shown(row: ComparedRow, choice: services.ImportChoice | None, player: int | None) -> PreviewRow:
    stated = row.listed.stated.items()
    return PreviewRow(
        listed=row.listed,
        stated=[
            *((FIELD_LABELS[field], in_words(field, value)) for field, value in stated if field not in PARTS_OF_NAME),
            *((pool, "joins") for pool in row.listed.pools),
        ],
        reasons=row.reasons,
        entrant=row.entrant,
        differences=[
            (
                FIELD_LABELS[change.field],
                in_words(change.field, change.before) or "blank",
                in_words(change.field, change.after),
            )
            for change in row.differences
        ],
        choice=choice.value if choice else "",
        people=row.people,
        player="" if player is None else str(player),
    )
