"""Judges: where they are, who leads them, and who is close to whom."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from judging.errors import CallRefused
from judging.judges.services import add_relation, end_relation, name_head_judge, set_whereabouts
from judging.models import Relation
from judging.rules.conflicts import Bond
from tournaments.htmx import EventRequest
from tournaments.models import Entrant, StaffMember
from tournaments.rules.text import number_in
from tournaments.staff.access import staff_page


@require_POST
@staff_page("judge")
def whereabouts(request: EventRequest) -> HttpResponse:
    """Say where a judge is."""
    judge = number_in(request.POST, "judge") or request.me.pk
    try:
        set_whereabouts(request.event, request.me, judge=judge, whereabouts=request.POST.get("whereabouts", ""))
    except CallRefused as refusal:
        messages.warning(request, str(refusal))
    return redirect("judging:calls", request.event.slug)


@require_POST
@staff_page()
def head_judge(request: EventRequest) -> HttpResponse:
    """Name the head judge."""
    try:
        name_head_judge(request.event, request.me, judge=number_in(request.POST, "judge") or 0)
    except CallRefused as refusal:
        messages.warning(request, str(refusal))
    return redirect("judging:calls", request.event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def relations(request: EventRequest) -> HttpResponse:
    """Show who is close to whom, and enter more."""
    if request.method != "POST":
        return _relations_page(request)
    try:
        add_relation(
            request.event,
            request.me,
            first=request.POST.get("first", ""),
            second=request.POST.get("second", ""),
            bond=request.POST.get("bond", ""),
        )
    except CallRefused as refusal:
        return _relations_page(request, refusal)
    return redirect("judging:relations", request.event.slug)


def _relations_page(request: EventRequest, refusal: CallRefused | None = None) -> HttpResponse:
    staff = StaffMember.objects.filter(tournament=request.event).values_list("name", flat=True)
    names = {*staff, *Entrant.objects.filter(tournament=request.event).values_list("name", flat=True)}
    context = {
        "relations": Relation.objects.active().filter(tournament=request.event),
        "bonds": list(Bond),
        "names": sorted(names, key=str.casefold),
        "typed": request.POST,
        "refusal": refusal,
    }
    return render(request, "judging/judges/relations.html", context, status=422 if refusal else 200)


@require_POST
@staff_page()
def relation_removal(request: EventRequest, relation: int) -> HttpResponse:
    """Delete a relation."""
    try:
        end_relation(request.event, request.me, relation=relation)
    except CallRefused as refusal:
        messages.warning(request, str(refusal))
    return redirect("judging:relations", request.event.slug)
