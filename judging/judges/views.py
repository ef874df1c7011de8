"""Judges: where they are, who leads them, and who is close to whom."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from judging.errors import CallRefused
from judging.judges.services import add_relation, end_relation, name_head_judge, set_whereabouts
from judging.models import Relation
from judging.rules.conflicts import Bond
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.rules.text import number_in
from tournaments.staff.access import staff_page


@require_POST
@staff_page("judge")
def whereabouts(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """Say where a judge is."""
    judge = number_in(request.POST, "judge") or me.pk
    try:
        set_whereabouts(tournament=tournament, actor=me, judge=judge, whereabouts=request.POST.get("whereabouts", ""))
    except CallRefused as refusal:
        messages.warning(request, str(refusal))
    return redirect("judging:calls", tournament.slug)


@require_POST
@staff_page()
def head_judge(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """Name the head judge."""
    try:
        name_head_judge(tournament=tournament, actor=me, judge=number_in(request.POST, "judge") or 0)
    except CallRefused as refusal:
        messages.warning(request, str(refusal))
    return redirect("judging:calls", tournament.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def relations(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """Show who is close to whom, and enter more."""
    if request.method != "POST":
        return _relations_page(request, tournament, me)
    try:
        add_relation(
            tournament=tournament,
            actor=me,
            first=request.POST.get("first", ""),
            second=request.POST.get("second", ""),
            bond=request.POST.get("bond", ""),
        )
    except CallRefused as refusal:
        return _relations_page(request, tournament, me, refusal)
    return redirect("judging:relations", tournament.slug)


def _relations_page(
    request: HttpRequest, tournament: Tournament, me: StaffMember, refusal: CallRefused | None = None
) -> HttpResponse:
    staff = StaffMember.objects.filter(tournament=tournament).values_list("name", flat=True)
    names = {*staff, *Entrant.objects.filter(tournament=tournament).values_list("name", flat=True)}
    context = {
        "tournament": tournament,
        "me": me,
        "relations": Relation.objects.active().filter(tournament=tournament),
        "bonds": list(Bond),
        "names": sorted(names, key=str.casefold),
        "typed": request.POST,
        "refusal": refusal,
    }
    return render(request, "judging/judges/relations.html", context, status=422 if refusal else 200)


@require_POST
@staff_page()
def relation_removal(request: HttpRequest, tournament: Tournament, me: StaffMember, relation: int) -> HttpResponse:
    """Delete a relation."""
    try:
        end_relation(tournament=tournament, actor=me, relation=relation)
    except CallRefused as refusal:
        messages.warning(request, str(refusal))
    return redirect("judging:relations", tournament.slug)
