"""Judges: where they are, who leads them, and who is close to whom."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from judging.judges.services import add_relation, end_relation, name_head_judge, set_whereabouts
from judging.models import Relation
from judging.rules.conflicts import Bond
from tournaments.htmx import EventRequest
from tournaments.models import Entrant, StaffMember
from tournaments.rules.text import number_in
from tournaments.staff.access import back_to, staff_page


@require_POST
@staff_page("judge", shows=back_to("judging:calls"))
def whereabouts(request: EventRequest) -> HttpResponse:
    """Say where a judge is."""
    judge = number_in(request.POST, "judge") or request.me.pk
    set_whereabouts(request.event, request.me, judge=judge, whereabouts=request.POST.get("whereabouts", ""))
    return redirect("judging:calls", request.event.slug)


@require_POST
@staff_page(shows=back_to("judging:calls"))
def head_judge(request: EventRequest) -> HttpResponse:
    """Name the head judge."""
    name_head_judge(request.event, request.me, judge=number_in(request.POST, "judge") or 0)
    return redirect("judging:calls", request.event.slug)


def _relations_page(request: EventRequest) -> HttpResponse:
    staff = StaffMember.objects.filter(tournament=request.event).values_list("name", flat=True)
    names = {*staff, *Entrant.objects.filter(tournament=request.event).values_list("name", flat=True)}
    context = {
        "relations": Relation.objects.active().filter(tournament=request.event),
        "bonds": list(Bond),
        "names": sorted(names, key=str.casefold),
        "typed": request.POST,
    }
    return render(request, "judging/judges/relations.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page(shows=_relations_page)
def relations(request: EventRequest) -> HttpResponse:
    """Show who is close to whom, and enter more."""
    if request.method != "POST":
        return _relations_page(request)
    typed = {name: request.POST.get(name, "") for name in ("first", "second", "bond")}
    add_relation(request.event, request.me, **typed)
    return redirect("judging:relations", request.event.slug)


@require_POST
@staff_page(shows=back_to("judging:relations"))
def relation_removal(request: EventRequest, relation: int) -> HttpResponse:
    """Delete a relation."""
    end_relation(request.event, request.me, relation=relation)
    return redirect("judging:relations", request.event.slug)
