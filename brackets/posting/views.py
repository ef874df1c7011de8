"""Posting the qualifiers."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from brackets.posting.selectors import Checklist, next_posting
from brackets.posting.services import hold_posting, post_qualifiers, reveal_posting, revoke_waiver, waive_condition
from brackets.posting.services import undo_hold as undo_held_posting
from brackets.standings.postings import posting_summaries
from scorecards.reporting.services.closing import close_whole_round
from tournaments.htmx import EventRequest
from tournaments.models import Audience
from tournaments.page_cache.cache import is_fragment
from tournaments.refused import Refused
from tournaments.staff.access import staff_page
from tournaments.term import in_term, seen_in


def _post_page(request: EventRequest, **more: str) -> HttpResponse:
    request.event.refresh_from_db()
    found = Checklist(request.event)
    context = {
        "checklist": found,
        "unmet": [row for row in found.rows(request.event, request.me) if row.is_unmet],
        "next": next_posting(request.event, found),
        "may_hold": not request.event.latest_posting and request.event.standings_shown == Audience.NOBODY,
        "earlier": posting_summaries(request.event),
        "keeps": request.method == "POST",
        "reason": request.POST.get("reason", ""),
        **more,
    }
    template = "brackets/posting/_post.html" if is_fragment(request, "post-now") else "brackets/posting/post.html"
    return render(request, template, context)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page("checker", shows=_post_page)
def post(request: EventRequest) -> HttpResponse:
    if request.method != "POST":
        if is_fragment(request, "post-now") and request.GET.get("seen") == in_term(request.event.version):
            return HttpResponse(status=204)
        return _post_page(request)
    if not request.me.is_director:
        raise Refused("Only a director can post.", status=403)
    return _post_or_hold(request, seen_in(request.POST, "version"), request.POST.get("reason", ""))


def _post_or_hold(request: EventRequest, seen: int, reason: str = "", *, closed: str = "") -> HttpResponse:
    """Do what the button says; ``closed`` says first that the round is closed, where the same button did that."""
    if "hold" in request.POST:
        hold_posting(request.event, request.me, seen=seen)
        messages.success(request, f"{closed}The posting is held. Only staff can see it. Reveal it here.")
        return redirect("brackets:post", request.event.slug)
    posting = post_qualifiers(request.event, request.me, seen=seen, reason=reason)
    messages.success(request, f"{closed}Posting {posting.number} is public now.")
    return redirect("brackets:dashboard", request.event.slug)


@require_POST
@staff_page(shows=_post_page)
def close_and_post(request: EventRequest) -> HttpResponse:
    """Close a round of which nothing is open, then post or hold it: two changes, each under its own conditions.

    Where the second is refused the first stands: anything left, such as a tie, is settled on the cards that it wrote.
    """
    try:
        closed = close_whole_round(request.event, request.me, seen=seen_in(request.POST))
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("scorecards:reports", request.event.slug)
    said = "The qualifying round is closed. "
    try:
        return _post_or_hold(request, closed, closed=said)
    except Refused as refused:
        raise Refused(f"{said}{refused}", status=refused.status) from refused


@require_POST
@staff_page(shows=_post_page)
def reveal(request: EventRequest) -> HttpResponse:
    posting = reveal_posting(request.event, request.me, held=seen_in(request.POST, "held"))
    messages.success(request, f"Posting {posting.number} is public now.")
    return redirect("brackets:dashboard", request.event.slug)


@require_POST
@staff_page()
def undo_hold(request: EventRequest) -> HttpResponse:
    undo_held_posting(tournament=request.event, actor=request.me)
    messages.success(request, "Hold undone. Nothing was posted.")
    return redirect("brackets:post", request.event.slug)


def _waiver_refused(request: EventRequest) -> HttpResponse:
    said = {"waiver_refusal": str(request.refusal), "waiver_reason": request.POST.get("reason", "")}
    return _post_page(request, **said, waived_item=request.POST.get("item", ""), reason="", refusal="")


@require_POST
@staff_page(shows=_waiver_refused)
def waive(request: EventRequest) -> HttpResponse:
    item, reason = request.POST.get("item", ""), request.POST.get("reason", "")
    waive_condition(request.event, request.me, item=item, reason=reason)
    messages.success(request, "Condition skipped.")
    return redirect("brackets:post", request.event.slug)


@require_POST
@staff_page()
def undo_waiver(request: EventRequest, item: str) -> HttpResponse:
    revoke_waiver(request.event, request.me, item=item)
    messages.success(request, "Condition required again.")
    return redirect("brackets:post", request.event.slug)
