"""The evidence: a notice for everybody whose place or qualifying the rulings changed (rule 12.2.i)."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from scorecards.ranking.selectors.evidence import NoticeSubject, evidence_of
from scorecards.ranking.selectors.ranking import is_meant
from scorecards.records.pictures import crops_of_lines
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.page_cache.cache import is_fragment
from tournaments.paging import page_of_rows
from tournaments.staff.access import staff_page

ABOUT = {"qualifiers": (NoticeSubject.QUALIFYING, NoticeSubject.PLACE_AMONG_QUALIFIERS), "all": tuple(NoticeSubject)}
"""What can be shown: what bears on qualifying, as is usual, or every change of place."""


MOST_ON_PAPER = 20
"""So many notices are printed with their list; more have a page for paper."""
MOST_OTHERS = 12
"""So many cards that went past the player's own are on a notice that is printed with others; the rest on its page."""


@require_safe
@staff_page("checker")
def evidence(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """List who was moved, those about qualifying first; on paper each notice is a page of its own."""
    found = evidence_of(tournament)
    wanted, show = request.GET.get("name", "").strip(), request.GET.get("show", "")
    show = show if show in ABOUT else "qualifiers"
    chosen = [one for one in found.moved if one.about in ABOUT[show] or wanted]
    page = page_of_rows(request.GET, [one for one in chosen if is_meant(one.holder, wanted)])
    is_for_paper = "print" in request.GET
    context = {
        "tournament": tournament,
        "me": me,
        "page": page,
        "count_all": len(found.moved),
        "count_qualifiers": sum(one.about in ABOUT["qualifiers"] for one in found.moved),
        "wanted": wanted,
        "show": show,
    }
    if is_for_paper or page.count <= MOST_ON_PAPER:
        context["notices"] = found.notices(page.rows, MOST_OTHERS)
    if is_for_paper:
        return render(request, "scorecards/ranking/evidence_print.html", context)
    context["is_fragment"] = is_fragment(request, "notices")
    template = "_notices.html" if is_fragment(request, "notices") else "evidence.html"
    return render(request, f"scorecards/ranking/{template}", context)


@require_safe
@staff_page("checker")
def notice(request: HttpRequest, tournament: Tournament, me: StaffMember, number: int) -> HttpResponse:
    entrant = get_object_or_404(Entrant, tournament=tournament, number=number)
    found = evidence_of(tournament)
    own = found.notices(one for one in found.moved if one.holder.number == number)
    context = {
        "tournament": tournament,
        "me": me,
        "entrant": entrant,
        "notice": own[0] if own else None,
        "crops": crops_of_lines(tournament, own[0].lines) if own else {},
    }
    return render(request, "scorecards/ranking/notice.html", context)
