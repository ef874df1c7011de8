"""The evidence: a notice for everybody whose place or qualifying the rulings changed (rule 12.2.i)."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from scorecards.ranking.selectors.evidence import NoticeSubject, notices
from scorecards.ranking.selectors.ranking import is_meant
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.pagecache.cache import is_fragment
from tournaments.staff.access import staff_page

ABOUT = {"qualifiers": (NoticeSubject.QUALIFYING, NoticeSubject.PLACE_AMONG_QUALIFIERS), "all": tuple(NoticeSubject)}
"""What can be shown: what bears on qualifying, as is usual, or every change of place."""


@require_safe
@staff_page("checker")
def evidence(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """List the notices, those about qualifying first; on paper each is a page of its own."""
    found = notices(tournament)
    wanted, show = request.GET.get("name", "").strip(), request.GET.get("show", "")
    show = show if show in ABOUT else "qualifiers"
    chosen = [notice for notice in found if notice.about in ABOUT[show] or wanted]
    context = {
        "tournament": tournament,
        "me": me,
        "notices": [notice for notice in chosen if is_meant(notice.holder, wanted)],
        "count_all": len(found),
        "count_qualifiers": sum(notice.about in ABOUT["qualifiers"] for notice in found),
        "wanted": wanted,
        "show": show,
    }
    template = "_notices.html" if is_fragment(request, "notices") else "evidence.html"
    return render(request, f"scorecards/ranking/{template}", context)


@require_safe
@staff_page("checker")
def notice(request: HttpRequest, tournament: Tournament, me: StaffMember, number: int) -> HttpResponse:
    entrant = get_object_or_404(Entrant, tournament=tournament, number=number)
    found = next((one for one in notices(tournament) if one.holder.number == number), None)
    context = {"tournament": tournament, "me": me, "entrant": entrant, "notice": found}
    return render(request, "scorecards/ranking/notice.html", context)
