"""Cross-checking: the queue, its tables, people's own cards, and the sheets for paper."""

import time
from collections import defaultdict
from operator import attrgetter
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scorecards.cards.card_sheet import COLUMN_LABELS
from scorecards.cards.selectors.stack import seats_meant
from scorecards.checking.check_queue import CheckQueue
from scorecards.checking.item_page import text_of
from scorecards.checking.items import table_of
from scorecards.checking.keys import key_of_game
from scorecards.checking.selectors import reading_list
from scorecards.checking.selectors.reading_list import games_not_checked
from scorecards.checking.services.initials import leave_table, take_table
from scorecards.rules.entry.line_notation import reading
from tournaments.htmx import EventRequest
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.page_cache.cache import is_fragment
from tournaments.paging import ROWS_ON_A_PAGE, page_of_rows
from tournaments.refused import Refused
from tournaments.rules.seating import seat_key
from tournaments.rules.types import Line
from tournaments.staff.access import staff_page
from tournaments.staff.services import name_own_card

IDLE_LOOKED_AT_EVERY = 120
"""Seconds after which a queue that nobody changed is shown again: a table may be idle by then."""


@require_safe
@never_cache
@staff_page("checker")
def queue(request: EventRequest) -> HttpResponse:
    """Show the items to check by table. The page polls every few seconds."""
    as_of = f"{request.event.version}-{int(time.time()) // IDLE_LOOKED_AT_EVERY}"
    if is_fragment(request, "queue") and request.GET.get("as_of") == as_of:
        return HttpResponse(status=204)
    context = _queue_context(request.event, request.me, reading_list.QueueFilter.at(request.GET.dict()), request.GET)
    is_page = not is_fragment(request, "queue")
    template = "scorecards/checking/queue.html" if is_page else "scorecards/checking/_queue.html"
    return render(request, template, {**context, "as_of": as_of, "is_page": is_page})


def _queue_context(
    tournament: Tournament, me: StaffMember, looked: reading_list.QueueFilter, asked: QueryDict
) -> dict[str, Any]:
    found = CheckQueue(tournament)
    query = asked.copy()
    query.pop("as_of", None)
    items = reading_list.filter_items(found, me, looked)
    following = found.next_for(me, among=items) or found.next_for(me)
    chosen = reading_list.chosen_table(found, looked, following) if looked.is_by_table else None
    page = page_of_rows(query, [item for item in items if chosen is None or item.table == chosen.table])
    all_reentered = reading_list.reentered_lines(found)
    reentered = all_reentered if looked.show in ("done", "all") else []
    wanted = looked.words.casefold()
    decisions = reading_list.decisions_of(tournament, found) if found.entrants else []
    return {
        "tournament": tournament,
        "me": me,
        "is_of_sheets": tournament.is_of_sheets,
        "queue": found,
        "looked": looked,
        "shows": reading_list.SHOWS.items(),
        "sorts": reading_list.SORTS.items(),
        "page": page,
        "chosen": chosen,
        "columns": [COLUMN_LABELS[name][0] for name in tournament.scored.columns.line],
        "rows": [(item, item.cards(tournament.scored.columns.line)) for item in page.rows],
        "own": found.own_items(me),
        "reentered": [
            (key, one) for key, one in reentered if wanted in f"{one.entrant.place} {one.entrant.shown_name}".casefold()
        ],
        "has_reentries": bool(all_reentered),
        "next": following,
        "decisions": decisions,
        "has_cards": found.items or reading_list.has_lines(found),
        "agreed": reading_list.games_agreed(found, decisions),
        "not_checked": games_not_checked(tournament, found),
        "holders": found.holders if len(found.entrants) <= ROWS_ON_A_PAGE else (),
    }


@require_POST
@staff_page("checker")
def tables(request: EventRequest) -> HttpResponse:
    table, act = text_of(request.POST, "table"), text_of(request.POST, "act")
    refusal = ""
    if table not in {found.table for found in CheckQueue(request.event).tables}:
        refusal = "No items at that table."
    elif act == "leave":
        leave_table(request.event, request.me, table=table)
    else:
        try:
            take_table(request.event, request.me, table=table, over=act == "over")
        except Refused as refused:
            refusal = str(refused)
    if is_fragment(request, "queue"):
        request.event.refresh_from_db()
        context = _queue_context(
            request.event, request.me, reading_list.QueueFilter.at(request.POST.dict()), request.POST
        )
        return render(request, "scorecards/checking/_queue.html", {**context, "as_of": "", "refusal": refusal})
    if refusal:
        messages.warning(request, refusal)
    key = request.POST.get("key", "")
    if CheckQueue(request.event).find(key) is not None:
        return redirect("scorecards:check-item", request.event.slug, key)
    return redirect("scorecards:check", request.event.slug)


@require_POST
@staff_page("checker")
def own_card(request: EventRequest) -> HttpResponse:
    """Save which entrant this person plays as, so that somebody else checks that card."""
    _name_own_card(request, request.me, "you play", "you do not play")
    return redirect("scorecards:check", request.event.slug)


@require_POST
@staff_page()
def own_card_of(request: EventRequest, number: int) -> HttpResponse:
    member = get_object_or_404(StaffMember, pk=number, tournament=request.event)
    _name_own_card(request, member, f"{member.name} plays", f"{member.name} does not play")
    return redirect("tournaments:staff", request.event.slug)


def _name_own_card(request: EventRequest, member: StaffMember, plays: str, does_not: str) -> None:
    text = text_of(request.POST, "entrant")
    number = seats_meant(request.event, [text]).find(text)
    if text and number is None:
        messages.error(request, f"No player has seat or number {text[:20]}.")
        return
    entrant = Entrant.objects.get(tournament=request.event, number=number) if number is not None else None
    if member.pk == request.me.pk and request.me.entrant is not None and request.me.entrant != entrant:
        director = "Another director" if request.me.is_director else "A director"
        messages.error(request, f"You play as {request.me.entrant.name}. {director} can change that under Staff.")
        return
    name_own_card(request.event, request.me, member=member, entrant=entrant)
    said = f"{does_not} here" if entrant is None else f"{plays} as {entrant.shown_name}"
    messages.success(request, f"Saved: {said}.")


@require_safe
@staff_page("checker")
def check_sheets(request: EventRequest) -> HttpResponse:
    sheets = sheets_of(CheckQueue(request.event))
    context = {"sheets": sheets, "is_of_sheets": request.event.is_of_sheets}
    return render(request, "scorecards/checking/print.html", context)


def sheets_of(queue: CheckQueue) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return the qualifiers' cards by table, in order of tables and seats. No query."""
    if queue.outcome is None:
        return []
    flagged = {number for once in queue.outcome.passes for number in once}
    differing = {item.key for item in queue.items}
    written = {card.entrant: card.lines for card in queue.cards if card.entrant in flagged and card.lines}
    by_table: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for holder in sorted(
        (queue.entrants[number] for number in written), key=lambda one: (seat_key(one.seat), one.number)
    ):
        lines = [
            _read(queue, holder.number, line, differing)
            for line in sorted(written[holder.number], key=attrgetter("game"))
        ]
        card = {"holder": holder, "lines": lines, "has_wrong_sums": f"card-{holder.number}" in differing}
        by_table[table_of(holder.seat)].append(card)
    return sorted(by_table.items(), key=lambda sheet: (not sheet[0], len(sheet[0]), sheet[0]))


def _read(queue: CheckQueue, number: int, line: Line, differing: set[str]) -> dict[str, Any]:
    """Return one line of a qualifier's card: whose card to look at, and what it should say."""
    other = line.opponent
    differs = other is None or key_of_game(line.game, (number, other)) in differing
    return {
        "game": line.game,
        "other": queue.entrants[other] if other is not None else None,
        "should": reading(line),
        "differs": differs,
    }
