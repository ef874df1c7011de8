"""The desk: the checklist of the appendix, and posting the qualifiers."""

from dataclasses import dataclass
from zlib import crc32

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from brackets.models import Waiver
from brackets.posting.selectors.checklist import Checklist, checklist_of
from brackets.posting.selectors.next_posting import next_posting
from brackets.posting.selectors.progress import holdups_of, progress_of
from brackets.posting.services import (
    POSTING_RULE,
    hold_posting,
    post_qualifiers,
    reveal_posting,
    revoke_waiver,
    waive_condition,
)
from brackets.posting.services import undo_hold as undo_held_posting
from brackets.rules.checklist import ChecklistItem, Condition
from brackets.rules.next_step import Phase, Progress, duties, next_step
from brackets.standings.bracket import drawn_bracket
from brackets.standings.postings import latest_posting, posting_summaries
from scorecards.photographs.selectors.pictures import picture_counts
from scorecards.records.progress import has_entered_cards
from scorecards.records.reports import last_reported_game
from scorecards.reporting.selectors.board import differing_games
from scorecards.reporting.services.closing import close_whole_round
from tournaments.backups.state import backups, last_failure
from tournaments.hooks import highest_keyed_game
from tournaments.htmx import EventRequest
from tournaments.models import Audience, StaffMember, Tournament
from tournaments.page_cache.cache import is_fragment
from tournaments.records.progress import DeskCounts, desk_counts
from tournaments.refused import Refused
from tournaments.staff.access import may_open, staff_page
from tournaments.term import in_term, seen_in

# Where each condition is mended: the page, and what follows in its address.
CONDITION_PAGES = {
    ChecklistItem.ENTRANTS: ("tournaments:entrants", ""),
    ChecklistItem.CARDS: ("scorecards:cards", ""),
    ChecklistItem.TOTALS: ("scorecards:check", "?show=sums"),
    ChecklistItem.LINE: ("scorecards:ranking", ""),
    ChecklistItem.CHECKED: ("scorecards:check", ""),
    ChecklistItem.UNDECIDED: ("scorecards:check", "?show=undecided"),
    ChecklistItem.DEAD_ZONE: ("scorecards:check", "?show=joined"),
    ChecklistItem.TIES: ("scorecards:ranking", "#ties"),
    ChecklistItem.HIGH_NONQUALIFIER: ("scorecards:ranking", ""),
}
MAX_NAMED = 8
# Where the next step is taken.
STEP_PAGES = {
    "import-entrants": ("tournaments:import-entrants", ""),
    "entrants": ("tournaments:entrants", ""),
    "check-in": ("tournaments:door", ""),
    "seating": ("tournaments:seating", ""),
    "schedule": ("tournaments:schedule", ""),
    "latecomers": ("tournaments:schedule", "#latecomers"),
    "print-cards": ("tournaments:print-cards", ""),
    "matches": ("scorecards:club-matches", ""),
    "reports": ("scorecards:reports", ""),
    "photographs": ("scorecards:confirm-photographs", ""),
    "card": ("scorecards:card", ""),
    "decide": ("scorecards:check", "?show=undecided"),
    "check": ("scorecards:check", ""),
    "ties": ("scorecards:ranking", "#ties"),
    "checklist": ("brackets:desk", "#checklist"),
    "post": ("brackets:post", ""),
    "bracket": ("brackets:playoffs", ""),
    "results": ("brackets:awards", ""),
}


@dataclass(frozen=True, slots=True)
class ConditionRow:
    """One condition of the checklist as the desk shows it: where it is mended, and what was waived."""

    condition: Condition
    link: str
    waiver: Waiver | None

    @property
    def is_unmet(self) -> bool:
        return not self.condition.is_met and self.waiver is None


def condition_rows(found: Checklist, tournament: Tournament, me: StaffMember) -> list[ConditionRow]:
    """Return every condition with the link to where it is mended, for those who may open that page."""
    rows = []
    for condition in found.conditions:
        name, more = CONDITION_PAGES[condition.item]
        if condition.item is ChecklistItem.HIGH_NONQUALIFIER and condition.open and not condition.blocked_by:
            more = "#ties"  # several share the first place below the line
        link = reverse(name, args=[tournament.slug]) + more if may_open(me, name) else ""
        waiver = found.waivers.get(condition.item.value) if condition.may_be_waived else None
        rows.append(ConditionRow(condition, link, waiver))
    return rows


def _last_game(tournament: Tournament, counts: DeskCounts, progress: Progress) -> int:
    """Return the last game of which something is known. No query where every card is in, three while they come in."""
    if progress.phase in (Phase.PLAYOFFS, Phase.FINISHED) or (progress.has_cards and not progress.missing):
        return tournament.games
    return max(highest_keyed_game(tournament), last_reported_game(tournament)) if counts.games_planned else 0


@require_safe
@staff_page("checker", "judge")
def desk(request: EventRequest) -> HttpResponse:
    """Show the checklist of the appendix as it stands, each condition with the way to where it is mended."""
    if is_fragment(request, "site-state"):
        state = {"backups": backups(), "failure": last_failure()}
        return render(request, "tournaments/backups/_state.html", state)
    differing = differing_games(request.event)
    # Reports leave the event's version alone; their age is shown in minutes.
    shown = repr([(one.game, one.said, one.minutes) for one in differing])
    seen = f"{request.event.version}.{crc32(shown.encode())}" if differing else str(request.event.version)
    seen = in_term(seen)
    if request.GET.get("seen") == seen:
        return HttpResponse(status=204)
    found, counts = checklist_of(request.event), desk_counts(request.event)
    following = next_posting(request.event, found)
    pictures = picture_counts(request.event)
    progress = progress_of(request.event, counts, found, following, pictures)
    step = next_step(progress)
    context = {
        "phase": progress.phase.value,
        "duties": duties(
            progress,
            edition=request.event.edition if not request.event.is_of_sheets else "",
            first_deal=request.event.first_deal,
            games=request.event.games_each,
            last_game=_last_game(request.event, counts, progress),
        )
        if request.me.is_director
        else (),
        "step": step,
        "step_link": _step_link(step.page, request.event, request.me, found),
        "seen": seen,
        "differing": differing,
        "holdups": holdups_of(request.event, request.me, progress),
        "backups": backups(),
        "failure": last_failure(),
        "counts": counts,
        "photographs": pictures,
        "is_without_cards": request.event.kind == "club" and not has_entered_cards(request.event),
        "cards_due": found.cards,
        "cards_in": found.cards - len(found.to_come),
        "posting_rule": POSTING_RULE[request.event.edition],
        "checklist": found,
        "conditions": condition_rows(found, request.event, request.me),
        "to_come": found.to_come[:MAX_NAMED],
        "more_to_come": max(len(found.to_come) - MAX_NAMED, 0),
        "posting": latest_posting(request.event),
        "next": following,
        "has_playoffs": request.event.latest_posting and request.event.has_playoffs,
        "drawn": drawn_bracket(request.event) if request.event.latest_posting else None,
    }
    template = "brackets/posting/_desk.html" if is_fragment(request, "desk") else "brackets/posting/desk.html"
    return render(request, template, context)


def _step_link(page: str, tournament: Tournament, me: StaffMember, found: Checklist) -> str:
    """Return the address of the next step, blank where it is another role's."""
    name, more = STEP_PAGES[page]
    if not may_open(me, name):
        return ""
    if page == "card":
        return reverse(name, args=[tournament.slug, found.to_come[0].number])
    return reverse(name, args=[tournament.slug]) + more


def _post_page(request: EventRequest, **more: str) -> HttpResponse:
    request.event.refresh_from_db()
    found = checklist_of(request.event)
    context = {
        "checklist": found,
        "unmet": [row for row in condition_rows(found, request.event, request.me) if row.is_unmet],
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
    return redirect("brackets:desk", request.event.slug)


@require_POST
@staff_page(shows=_post_page)
def close_and_post(request: EventRequest) -> HttpResponse:
    """Close a round of which nothing is open, then post or hold it: two changes, each under its own conditions.

    Where the second is refused the first stands: what is left, such as a tie, is settled on the cards that it wrote.
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
    return redirect("brackets:desk", request.event.slug)


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
