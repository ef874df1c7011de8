"""Calls: the open ones, opening one, everything that is done on one, and their log."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from judging.calls.forms import MAX_TEXT_LENGTH, REASONS, RulingForm, draft_in, key_in, why_in
from judging.calls.selectors import (
    FILTERS,
    LOG_HEADER,
    CallLog,
    boards_in,
    calls_of,
    entrants_by_name,
    game_key,
    game_proposed,
    left_open_in,
    number_of_player,
    open_calls,
    removals_of,
    rows_for_export,
    rules_cited,
)
from judging.calls.services.calls import (
    RuledMeanwhile,
    change_parties,
    close,
    disagree,
    may_rule,
    open_call,
    rule_on,
    sign,
    take_back_disagreement,
    take_off,
    why_they_stay,
)
from judging.calls.services.signing import signer_of
from judging.judges.selectors import candidates_for, judges_of
from judging.models import Call, Whereabouts
from judging.rules.conflicts import CONFLICTS, PEGGING_WATCHED
from judging.rules.rulebook import find_rule
from judging.rules.situations.by_edition import situations_of
from judging.unfound import search_noted
from tournaments.htmx import EventRequest, htmx_of
from tournaments.models import StaffMember, Tournament
from tournaments.page_cache.cache import is_fragment
from tournaments.refused import Refused
from tournaments.rules.text import number_in
from tournaments.spreadsheets.csv import write_csv
from tournaments.spreadsheets.responses import CSV, download
from tournaments.staff.access import staff_page
from tournaments.term import in_term, seen_here, seen_in

type_view = Callable[..., HttpResponse]


def tag_of(tournament: Tournament, me: StaffMember) -> str:
    """Return what changes whenever a part that follows could: every change of the event raises its version."""
    return f'W/"{tournament.pk}-{tournament.version}-{me.pk}"'


def following(request: HttpRequest, tag: str, render_part: Callable[[], HttpResponse]) -> HttpResponse:
    """Answer a part that asks whether it has changed: with 304 and no work if it has not."""
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified()
    response = render_part()
    response["ETag"], response["Cache-Control"] = tag, "private, no-store"
    return response


@require_safe
@staff_page("judge")
def calls(request: EventRequest) -> HttpResponse:
    """Show the open calls, where the judges are (a part that follows by itself), and the boards to open a call at."""
    tag = tag_of(request.event, request.me)

    def render_part(template: str = "judging/calls/_open_calls.html", **more: Any) -> HttpResponse:
        judges = judges_of(request.event)
        context = {
            **more,
            "tag": tag,
            "calls": open_calls(request.event),
            "judges": judges,
            "mine": next((row for row in judges if row.member.pk == request.me.pk), None),
            "whereabouts": Whereabouts.choices,
        }
        return render(request, template, context)

    if is_fragment(request, "open-calls"):
        return following(request, tag, render_part)
    return render_part("judging/calls/calls.html", **_new_call_context(request))


def _game_in(request: EventRequest) -> int | None:
    data = request.POST or request.GET
    return number_in(data, "game") if "game" in data else game_proposed(request.event)


def _new_call_context(request: EventRequest) -> dict[str, Any]:
    game = _game_in(request)
    return {
        "game": game,
        "games": range(1, request.event.games + 1),
        "boards": boards_in(request.event, game),
        "people": entrants_by_name(request.event),
        "key": request.POST.get("key") or uuid4(),
        "typed": request.POST,
    }


def _new_call_page(request: EventRequest) -> HttpResponse:
    return render(request, "judging/calls/new_call.html", _new_call_context(request))


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page("judge", shows=_new_call_page)
def new_call(request: EventRequest) -> HttpResponse:
    """Choose a board of the game that is being played, or two players, and open a call about them."""
    data = request.POST if request.method == "POST" else request.GET
    if request.method != "POST":
        return _new_call_page(request)
    first, _, second = data.get("board", "").partition("-")
    game = _game_in(request)
    both = {"first": first, "second": second} if second else data
    place = data.get("place", "")
    if second:
        place = next((one.place for one in boards_in(request.event, game) if str(one.first.number) == first), "")
    made = open_call(
        request.event,
        request.me,
        key=key_in(data),
        first=number_of_player(request.event, both.get("first", "")),
        second=number_of_player(request.event, both.get("second", "")),
        game=game,
        place=place,
    )
    # htmx loads it whole.
    return HttpResponseClientRedirect(made.get_absolute_url()) if htmx_of(request) else redirect(made)


def call_page(view: type_view) -> Callable[..., HttpResponse]:
    """Make a view of one call a page for judges, called with the call; the call's page shows what it refuses."""

    @wraps(view)
    def wrapper(request: EventRequest, number: int, **kwargs: Any) -> HttpResponse:
        found = calls_of(request.event).filter(number=number).first()
        if found is None:
            raise Http404("no such call")
        try:
            return view(request, found, **kwargs)
        except Refused as refusal:
            return show_call(request, found, request.POST, status=422, refusal=refusal)
        except RuledMeanwhile as meanwhile:
            return show_call(request, found, request.POST, status=409, meanwhile=meanwhile.ruling)

    return staff_page("judge")(wrapper)


@require_safe
@call_page
def call(request: EventRequest, found: Call) -> HttpResponse:
    """Show one call; its form is calculated again with every answer, its state follows by itself."""
    if is_fragment(request, "ruling"):
        context = _context(request, found) | _form_context(request, found, request.GET)
        return render(request, "judging/calls/_ruling_form.html", context)
    if is_fragment(request, "call-state"):
        part = "judging/calls/_call_state.html"
        return following(
            request, tag_of(request.event, request.me), lambda: render(request, part, _context(request, found))
        )
    return show_call(request, found, request.GET)


def show_call(request: EventRequest, found: Call, data: QueryDict, *, status: int = 200, **more: Any) -> HttpResponse:
    """Show a call, whole or, where htmx asks, from its heading down. ``data`` is what was tapped and typed so far."""
    context = _context(request, found) | _form_context(request, found, data) | more
    context["people"] = entrants_by_name(found.tournament)
    context["is_swapped"] = is_fragment(request, "call")
    template = "judging/calls/_call.html" if context["is_swapped"] else "judging/calls/call.html"
    return render(request, template, context, status=status)


def _context(request: EventRequest, found: Call) -> dict[str, Any]:
    """Return what every part of a call shows: the ruling in force, who signed, who may."""
    ruling, edition, me = found.ruling, found.tournament.edition, request.me
    signers = sorted(candidates_for(found), key=lambda one: one.member.pk != me.pk)
    return {
        "call": found,
        "tag": tag_of(found.tournament, me),
        "current": ruling,
        "cited": rules_cited(edition, ruling.rules) if ruling else [],
        "mine": next((one for one in signers if one.member.pk == me.pk), None),
        "candidates": [one for one in signers if not one.party],
        "barred": [one for one in signers if one.party],
        "may_leave": [one.place for one in found.judges_on_it if not why_they_stay(found, one.place, me)],
        "left_open": left_open_in(found),
        "removals": removals_of(found),
        "game_key": game_key(found),
        "reasons": REASONS,
        "party_rule": find_rule(edition, CONFLICTS[edition][0]),
        "third_rule": find_rule(edition, "11.4.a"),
        "watch_rule": find_rule(edition, PEGGING_WATCHED[edition]),
    }


def _form_context(request: EventRequest, found: Call, data: QueryDict) -> dict[str, Any]:
    """Return what the form of a ruling shows: the situations, and what the answers come to."""
    edition, form = found.tournament.edition, RulingForm(found, _plain(data))
    if form.is_searched:
        search_noted(edition, data.get("words", ""))
    return {
        "form": form,
        "situations": situations_of(edition),
        "form_rules": rules_cited(edition, form.numbers),
        "seen": in_term(seen_here(data.get("seen", "")) or (found.ruling.pk if found.ruling else 0)),
        "typed": data,
        "may_rule": may_rule(found, request.me),
    }


def _plain(data: QueryDict) -> dict[str, str]:
    return {name: str(value) for name, value in data.items()}


@require_POST
@call_page
def ruling(request: EventRequest, found: Call) -> HttpResponse:
    """Rule on a call and sign it."""
    rule_on(
        call=found,
        actor=request.me,
        draft=draft_in(RulingForm(found, _plain(request.POST))),
        seen=seen_in(request.POST),
        reason=request.POST.get("reason", "")[:MAX_TEXT_LENGTH],
        why=why_in(request.POST),
    )
    return _done(request, found)


@require_POST
@call_page
def signatures(request: EventRequest, found: Call) -> HttpResponse:
    """Take a judge's signature: somebody of the staff, or a name and initials."""
    chosen = number_in(request.POST, "judge")
    judges = {one.member.pk: one.member for one in judges_of(found.tournament)}
    if chosen is not None and chosen not in judges:
        raise Refused("No judge at this event has that name.", "judge")
    signer = signer_of(
        judges[chosen] if chosen is not None else None,
        why_in(request.POST),
        name=request.POST.get("name", ""),
        initials=request.POST.get("initials", "")[:10],
    )
    sign(call=found, actor=request.me, signer=signer, seen=seen_in(request.POST))
    return _done(request, found)


@require_POST
@call_page
def signature_removal(request: EventRequest, found: Call, place: int) -> HttpResponse:
    """Take a judge off the call again."""
    take_off(call=found, actor=request.me, place=place)
    return _done(request, found)


@require_POST
@call_page
def disagreement(request: EventRequest, found: Call) -> HttpResponse:
    """Note that a player disagrees."""
    note = request.POST.get("note", "")[:MAX_TEXT_LENGTH]
    disagree(call=found, actor=request.me, player=number_in(request.POST, "player") or 0, note=note)
    return _done(request, found)


@require_POST
@call_page
def disagreement_removal(request: EventRequest, found: Call) -> HttpResponse:
    """Note that the player accepts the ruling after all."""
    take_back_disagreement(call=found, actor=request.me)
    return _done(request, found)


@require_POST
@call_page
def closing(request: EventRequest, found: Call) -> HttpResponse:
    """Close a call."""
    close(call=found, actor=request.me)
    return _done(request, found)


@require_POST
@call_page
def players(request: EventRequest, found: Call) -> HttpResponse:
    """Say who the players are and what was asked."""
    change_parties(
        call=found,
        actor=request.me,
        first=number_of_player(found.tournament, request.POST.get("first", "")),
        second=number_of_player(found.tournament, request.POST.get("second", "")),
        asked=request.POST.get("asked", "")[:MAX_TEXT_LENGTH],
    )
    return _done(request, found)


def _done(request: EventRequest, found: Call) -> HttpResponse:
    """Show the call as it is by now, in place or by a redirect."""
    if not is_fragment(request, "call"):
        return redirect(found)
    fresh = calls_of(Tournament.objects.get(pk=found.tournament_id)).get(pk=found.pk)
    return show_call(request, fresh, QueryDict())


MAX_FILTER_LENGTH = 80


@require_safe
@staff_page("judge")
def log(request: EventRequest) -> HttpResponse:
    """Show the calls of an event, narrowed down by rule, table, player and judge."""
    context = {"log": _log(request), "query": request.GET.urlencode()}
    template = "judging/calls/_call_log.html" if is_fragment(request, "call-log") else "judging/calls/call_log.html"
    return render(request, template, context)


@require_safe
@staff_page("judge")
def log_csv(request: EventRequest) -> HttpResponse:
    """Send what a filter finds as CSV."""
    table = write_csv(LOG_HEADER, rows_for_export(request.event, _log(request).calls))
    return download(table.encode(), CSV, f"{request.event.slug}-calls.csv")


def _log(request: EventRequest) -> CallLog:
    wanted = {name: request.GET.get(name, "").strip()[:MAX_FILTER_LENGTH] for name in FILTERS}
    return CallLog(request.event, wanted)
