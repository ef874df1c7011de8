"""Enter cards: the stack, one card, and who else has it open."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_http_methods, require_safe

from scorecards.keying.card_page import SaveMessage, differences, make_sheet, opponents_again, save_message
from scorecards.keying.forms.card import (
    key_of,
    new_key,
    reason_of,
    typed_card,
    typed_from_stored,
    version_of,
    with_choices,
)
from scorecards.keying.selectors.seats import seats_meant
from scorecards.keying.selectors.stack import (
    CardHolder,
    card_holders,
    card_stack,
    is_own,
    next_card,
    not_next_for,
    scheduled_opponents,
    seat_plan,
)
from scorecards.keying.services.cards import (
    SavedCard,
    StaleCard,
    StoredCard,
    close_card,
    open_card,
    save_card,
    stored_card,
    stored_version,
)
from scorecards.records.facts import games_not_due_by
from scorecards.records.reports import said_by_opponents
from scorecards.records.results import current_result, last_result
from scorecards.rules.entry.card_reading import CardLimits, read_typed
from scorecards.rules.entry.typed_cards import InvalidCard, SeatPlan, TypedCard
from scorecards.rules.scoring_systems.interface import ScoringSystem
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.htmx import htmx_of
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.page_cache.cache import is_fragment
from tournaments.paging import page_of_rows
from tournaments.records.entrants import entrants_by_number
from tournaments.rules.due_lines import games_due
from tournaments.rules.text import place_of
from tournaments.rules.types import FootTotals, Line
from tournaments.staff.access import staff_page

MAX_SEAT_LENGTH = 12
NO_MORE: Mapping[str, Any] = {}


@require_safe
@staff_page("checker")
def cards(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    stack = card_stack(tournament)
    state, name = request.GET.get("state", ""), request.GET.get("name", "")
    context = {
        "tournament": tournament,
        "me": me,
        "stack": stack,
        "states": [(found.name, found.value, count) for found, count in stack.counts.items()],
        "page": page_of_rows(request.GET, stack.find(state, name)),
        "first_open": stack.first_open(not_next_for(me)),
        "state": state,
        "name": name,
        "is_of_sheets": tournament.is_of_sheets,
    }
    template = "scorecards/keying/_stack.html" if is_fragment(request, "stack") else "scorecards/keying/cards.html"
    return render(request, template, context)


@require_safe
@staff_page("checker")
def open_by_seat(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """Open the scorecard of a seat (``B-3``, ``b3``, ``2-3``) or of an entrant by number."""
    typed = request.GET.get("seat", "").strip()[:MAX_SEAT_LENGTH]
    number = seat_plan(card_holders(tournament)).find(typed)
    if number is not None:
        return redirect("scorecards:card", tournament.slug, number)
    messages.error(request, f"No scorecard for “{typed}”. Enter a seat such as B-3, b3 or 2-3.")
    return redirect("scorecards:cards", tournament.slug)


@dataclass(frozen=True)
class CardPage:
    """The data of one card's page: its holder, the other holders, and the schedule."""

    tournament: Tournament
    me: StaffMember
    entrant: Entrant
    template: ClassVar[str] = "scorecards/keying/card.html"

    @cached_property
    def system(self) -> ScoringSystem:
        return scoring_system(self.tournament.scoring)

    @cached_property
    def holders(self) -> Sequence[CardHolder]:
        return card_holders(self.tournament)

    @cached_property
    def plan(self) -> SeatPlan:
        return seat_plan(self.holders)

    @cached_property
    def places(self) -> Mapping[int, str]:
        return {holder.number: holder.place for holder in self.holders}

    @cached_property
    def names(self) -> Mapping[int, str]:
        return {holder.number: holder.name for holder in self.holders}

    @cached_property
    def scheduled(self) -> Mapping[int, int]:
        return scheduled_opponents(self.entrant)

    @cached_property
    def sat_out(self) -> Set[int]:
        return games_not_due_by(self.tournament, self.entrant)

    @cached_property
    def left(self) -> Mapping[int, int]:
        """By number, after which game entrants withdrew."""
        left = {holder.number: holder.withdrawn_after_game for holder in self.holders}
        return {number: after for number, after in left.items() if after is not None}

    @cached_property
    def reported(self) -> Mapping[int, str]:
        """What opponents reported at the table, by game, where the stored line says otherwise."""
        if not self.tournament.has_phones:
            return {}
        return said_by_opponents(self.tournament, self.entrant, stored_card(self.entrant).lines)

    @cached_property
    def due(self) -> Collection[int]:
        left = self.entrant.withdrawn_after_game
        return games_due(self.tournament.games, withdrawn_after_game=left, sat_out=self.sat_out)

    @property
    def games(self) -> range:
        return range(1, self.tournament.games + 1)

    @property
    def holder(self) -> CardHolder:
        return next(holder for holder in self.holders if holder.number == self.entrant.number)

    def limits(self, typed: TypedCard) -> CardLimits:
        """Return the limits of what was typed: of all others only whom it names."""
        plan = seats_meant(self.tournament, (line.opponent for line in typed.lines))
        return CardLimits(self.tournament.games, self.system, self.entrant.number, plan)

    @cached_property
    def following(self) -> Entrant | None:
        """The holder of the next card in seat order that is not in; ``None`` after the last one.

        Cards that others have open are passed over, and so is one's own.
        """
        return next_card(self.tournament, self.entrant, self.me)

    @property
    def address(self) -> str:
        """The address of this page, to which its form is sent."""
        return reverse("scorecards:card", args=[self.tournament.slug, self.entrant.number])

    @property
    def presence(self) -> str:
        """The address that hears that this page is open."""
        return reverse("scorecards:presence", args=[self.tournament.slug, self.entrant.number])

    @property
    def draft(self) -> str:
        """What the browser calls the draft of this page."""
        return f"{self.tournament.slug}/{self.entrant.number}/{self.me.pk}"

    @property
    def next_address(self) -> str:
        """The address of the next card, or of the stack after the last one."""
        if self.following is None:
            return reverse("scorecards:cards", args=[self.tournament.slug])
        return reverse("scorecards:card", args=[self.tournament.slug, self.following.number])

    @property
    def ahead_address(self) -> str:
        """The address at which the next card is fetched ahead, blank after the last one; another once it changed."""
        if self.following is None:
            return ""
        return f"{self.next_address}?ahead={stored_version(self.following)}.{self.tournament.latest_posting}"

    def told(self, message: SaveMessage) -> str:
        """Return what the next page says of a save: with a link back if something is missing or does not add up."""
        if message.is_whole:
            return message.text
        back = reverse("scorecards:card", args=[self.tournament.slug, self.entrant.number])
        return format_html('{} <a href="{}">Back to {}</a>', message.text, back, place_of(self.entrant))

    def qualified(self, *, by_last_result: bool = False) -> frozenset[int]:
        """Return who qualifies by the cards as they are now; nobody while nothing is posted.

        ``by_last_result``: by what was worked out last, without working out the cards once more.
        """
        if not self.tournament.latest_posting:
            return frozenset()
        self.tournament.refresh_from_db()
        outcome = (last_result(self.tournament) if by_last_result else None) or current_result(self.tournament)
        standings = outcome.result.standings if outcome is not None else ()
        return frozenset(place.entrant for place in standings if place.qualifies)

    def typed(self, stored: StoredCard) -> TypedCard:
        return typed_from_stored(stored.lines, stored.foot, self.games, self.scheduled, self.places, self.system)

    def context(self, typed: TypedCard, version: int, errors: Mapping[str, str] | None = None) -> dict[str, Any]:
        people = [[holder.number, holder.seat, holder.name] for holder in self.holders]
        return {
            "tournament": self.tournament,
            "me": self.me,
            "entrant": self.entrant,
            "holder": self.holder,
            "address": self.address,
            "draft": self.draft,
            "presence": self.presence,
            "is_own": is_own(self.me, self.entrant),
            "sheet": make_sheet(typed, self, errors or {}),
            "version": version,
            "key": new_key(),
            "is_posted": bool(self.tournament.latest_posting and version),
            "grid": {
                "columns": self.system.columns.line,
                "foot": tuple(self.system.foot),
                "bySpread": self.system.by_spread,
                "points": self.system.points,
                "people": people,
                "owner": self.entrant.number,
                "left": self.left,
            },
        }


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page("checker")
def card(request: HttpRequest, tournament: Tournament, me: StaffMember, number: int) -> HttpResponse:
    entrant = get_object_or_404(Entrant, tournament=tournament, number=number)
    page = CardPage(tournament, me, entrant)
    if request.method == "POST":
        return _save(request, page)
    stored = stored_card(entrant)
    context = page.context(page.typed(stored), stored.version)
    context |= {
        "stored": stored,
        "lines": [(game, page.places.get(line.opponent or 0, ""), line) for game, line in sorted(stored.lines.items())],
        "is_in": not any(game not in stored.lines for game in page.due),
    }
    if "ahead" in request.GET:
        # Fetched before it is needed: nobody has it open yet, and what is to be told is for the page that is shown.
        return render(request, "scorecards/keying/_ahead.html", context | {"messages": ()})
    context["opened"] = None if context["is_own"] else open_card(entrant=entrant, actor=me)
    return render(request, "scorecards/keying/card.html", context)


def _save(request: HttpRequest, page: CardPage) -> HttpResponse:
    typed = _typed(request, page)
    qualified = page.qualified(by_last_result=True)
    try:
        lines, foot = read_typed(typed, page.limits(typed))
        saved = store(request, page, lines, foot)
    except InvalidCard as invalid:
        context = page.context(typed, version_of(request.POST), invalid.errors)
        context["reason"] = reason_of(request.POST)
        return answer(request, page, "scorecards/keying/_card.html", context, 422)
    except StaleCard as stale:
        return show_both(request, page, typed, stale.current)
    show_saved(request, page, saved.stored)
    show_new_qualifiers(request, page, qualified)
    if wants_data(request):
        return JsonResponse({"version": saved.version, "next": page.next_address} | told_ahead(request, page))
    return redirect(page.next_address)


def told_ahead(request: HttpRequest, page: CardPage) -> dict[str, str]:
    """Return what the next page tells, where the browser has that page as it is now and opens it without asking."""
    ahead = request.POST.get("ahead", "")
    if not ahead or ahead != page.ahead_address:
        return {}
    return {"told": render_to_string("scorecards/keying/_told.html", request=request)}


def _typed(request: HttpRequest, page: CardPage) -> TypedCard:
    """Return the typed card, with the lines that the person chose from somebody else's version."""
    typed = typed_card(request.POST, page.games, page.system)
    if "choice" not in request.POST:
        return typed
    stored = stored_card(page.entrant)
    return with_choices(typed, page.typed(stored), request.POST, stored)


def store(request: HttpRequest, page: CardPage, lines: Sequence[Line] | None, foot: FootTotals | None) -> SavedCard:
    key = key_of(request.POST)
    if key is None:
        raise InvalidCard({"key": "This page is out of date: open the card again."})
    return save_card(
        tournament=page.tournament,
        entrant=page.entrant,
        lines=lines,
        foot=foot,
        version=version_of(request.POST),
        key=key,
        actor=page.me,
        after=key_of(request.POST, "after"),
        is_again="again" in request.POST,
        reason=reason_of(request.POST),
    )


def show_new_qualifiers(request: HttpRequest, page: CardPage, before: frozenset[int]) -> None:
    """Say whether a correction after a posting changed who qualifies; ``before`` is who did, as last known."""
    after = page.qualified()
    moved = (("now qualify", after - before), ("no longer qualify", before - after))
    said = [
        f"{', '.join(f'{page.places[number]} {page.names[number]}' for number in sorted(numbers))} {what}"
        for what, numbers in moved
        if numbers
    ]
    if said:
        messages.warning(request, f"The qualifiers changed: {'; '.join(said)}. The director has to post again.")


def wants_data(request: HttpRequest) -> bool:
    """Tell whether the page's script sent the request: it opens the next card by itself."""
    return request.headers.get("Accept", "") == "application/json"


def answer(request: HttpRequest, page: CardPage, fragment: str, context: dict[str, Any], status: int) -> HttpResponse:
    """Answer with the fragment where a script asks, else with the whole page around it."""
    if wants_data(request) or htmx_of(request):
        return render(request, fragment, context, status=status)
    return render(request, page.template, {**context, "fragment": fragment}, status=status)


def show_both(
    request: HttpRequest, page: CardPage, typed: TypedCard, current: StoredCard, more: Mapping[str, Any] = NO_MORE
) -> HttpResponse:
    """Show what was typed beside what somebody else saved meanwhile, to choose line by line."""
    context = page.context(typed, current.version)
    theirs = page.typed(current)
    context |= {"stored": current, "differences": differences(typed, theirs, page.plan), **more}
    return answer(request, page, "scorecards/keying/_conflict.html", context, 409)


def show_saved(request: HttpRequest, page: CardPage, stored: StoredCard) -> None:
    """Show on the next page what was saved, with a link back if something is missing or does not add up."""
    is_full = len(stored.lines) == page.tournament.games
    message = save_message(
        place_of(page.entrant),
        lines=stored.lines,
        foot=stored.foot,
        due=page.games if is_full else page.due,
        system=page.system,
        again=_met_again(page, stored),
    )
    show_message(request, page, message)


def _met_again(page: CardPage, stored: StoredCard) -> dict[str, list[int]]:
    """Return the places of opponents on more lines than the schedule has, with the games."""
    opponents = [line.opponent for line in stored.lines.values()]
    if len(opponents) == page.tournament.games and len(set(opponents)) == len(opponents):
        return {}
    lines = {game: stored.lines.get(game) for game in page.games}
    named = {game: line.opponent if line else page.scheduled.get(game) for game, line in lines.items()}
    again = opponents_again(named, page.scheduled)
    holders = entrants_by_number(page.tournament, again) if again else {}
    return {place_of(holders[number]): games for number, games in again.items()}


def show_message(request: HttpRequest, page: CardPage, message: SaveMessage) -> None:
    (messages.success if message.is_whole else messages.warning)(request, page.told(message))


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page("checker")
def presence(request: HttpRequest, tournament: Tournament, me: StaffMember, number: int) -> HttpResponse:
    return show_presence(
        request, CardPage(tournament, me, get_object_or_404(Entrant, tournament=tournament, number=number))
    )


def show_presence(request: HttpRequest, page: CardPage) -> HttpResponse:
    """Store that this card is open here; return who else has it open, and which card to fetch ahead.

    A page that is left posts that it is.
    """
    if request.method == "POST":
        try:
            seen_at = datetime.fromisoformat(request.POST.get("seen_at", "")).astimezone()
        except (ValueError, OverflowError):
            return HttpResponseBadRequest("Send when this page was last seen.", content_type="text/plain")
        close_card(entrant=page.entrant, actor=page.me, seen_at=seen_at)
        return HttpResponse(status=204)
    is_mine = is_own(page.me, page.entrant)
    context = {
        "presence": page.presence,
        "opened": None if is_mine else open_card(entrant=page.entrant, actor=page.me, is_still_open=True),
        "ahead": page.ahead_address,
    }
    return render(request, "scorecards/keying/_presence.html", context)
