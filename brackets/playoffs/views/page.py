"""The playoffs page, and its actions: redirect to it, or show on it why not and ask."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from brackets.models import Match
from brackets.playoffs.selectors.rounds import MatchRow, RoundView, entrants_named
from brackets.playoffs.selectors.state import Playoffs, departures_of, has_other_seeds, now, playoffs_of, report_now
from brackets.playoffs.services.matches import LaterResultsStand, MatchChanged
from brackets.rules.forfeits import Half
from brackets.standings.bracket import bracket_view, round_name, seed_changes
from brackets.standings.postings import latest_posting
from tournaments.htmx import EventRequest
from tournaments.models import Tournament
from tournaments.page_cache.cache import is_fragment
from tournaments.records.entrants import display_name, people_of
from tournaments.refused import Refused
from tournaments.rules.text import whole_number
from tournaments.staff.access import staff_page


@require_safe
@staff_page("checker")
def playoffs(request: EventRequest) -> HttpResponse:
    """Show the round being played as a list of matches to tap; before the draw, what it will be drawn from."""
    return playoffs_page(request)


def playoffs_page(
    request: EventRequest,
    *,
    status: int = 200,
    refusal: str = "",
    confirmation: dict[str, Any] | None = None,
    line: str = "",
) -> HttpResponse:
    """Render the present page, with the refusal of an action, if any."""
    found = playoffs_of(request.event)
    context = {"has_playoffs": request.event.has_playoffs, "refusal": refusal}
    context |= {"confirmation": confirmation, "line": line}
    if found is None:
        context |= _before_the_draw(request.event)
        return render(request, "brackets/playoffs/playoffs.html", context, status=status)
    people, at = people_of(request.event), now()
    number = _round_asked_for(request, found)
    view = RoundView(found, number, people, at)
    if is_fragment(request, "clock"):
        return render(request, "brackets/playoffs/_clock.html", {**context, "round": view, "at": at})
    wanted = request.GET.get("name", "").strip()
    rounds = [(n, round_name(n, found.bracket.size)) for n in range(1, len(found.rounds) + 1)]
    named = set(entrants_named(found, wanted, people)) if wanted else set()
    posting = latest_posting(request.event)
    now_seeded = report_now(request.event, posting)
    context |= {
        "playoffs": found,
        "round": view,
        "rounds": rounds,
        "next_round": rounds[number] if view.is_won and number < len(rounds) else None,
        "at": at,
        "wanted": wanted,
        "call_named": number_in(request.GET.get("call", "")),
        "matches": [match for match in view.to_play if not wanted or {side.number for side in match.sides} & named],
        "last": _last_change(found, people),
        "champion": display_name(people[found.champion.entrant]) if found.champion else "",
        "other_seeds": seed_changes(now_seeded, found.seeded, people) if now_seeded is not None else None,
        "must_post_again": posting is None or now_seeded is None or now_seeded.seeded != posting.result.seeded,
        "bracket": bracket_view(request.event, people),
    }
    return render(request, "brackets/playoffs/playoffs.html", context, status=status)


def _before_the_draw(tournament: Tournament) -> dict[str, Any]:
    posting = latest_posting(tournament)
    if posting is None:
        return {"posting": None}
    people = {int(number): person for number, person in posting.people.items()}
    kept = departures_of(tournament, is_replaced=False)
    replaced = departures_of(tournament, is_replaced=True)
    seeded = posting.result.seeded
    return {
        "posting": posting,
        "to_seed": [(seed, number, display_name(people[number])) for seed, number in enumerate(seeded, start=1)],
        "left": [(number, display_name(people[number]), number in replaced) for number in [*kept, *replaced]],
        "has_other_seeds": has_other_seeds(tournament, posting),
        "must_post_again": bool(set(replaced) & set(seeded)),
    }


def _round_asked_for(request: HttpRequest, found: Playoffs) -> int:
    asked = number_in(request.GET.get("round", "") or request.POST.get("round", ""))
    return asked if 1 <= asked <= len(found.rounds) else found.current_round


def _last_change(found: Playoffs, people: Any) -> Any:
    """Return the match whose result was entered last, for the undo at the head of the page."""
    rows = Match.objects.active().filter(bracket=found.bracket).exclude(made_by="the event file")
    last = rows.order_by("-pk").first()
    match = found.match(last.round, last.slot) if last is not None else None
    return MatchRow(found, match, people, now()) if match is not None else None


def run_action(
    request: EventRequest, act: Callable[[], str], *, where: tuple[int, int] | None = None, games: str = ""
) -> HttpResponse:
    """Do it and redirect to the match at round and slot; if refused, show the result in force, offer ``games``."""
    number = where[0] if where else number_in(request.POST.get("round", ""))
    try:
        message = act()
    except (LaterResultsStand, MatchChanged) as refused:
        asked = _confirmation(request.event, where, refused, games)
        return playoffs_page(request, status=409, refusal=str(refused), confirmation=asked)
    except Refused as refused:
        return playoffs_page(request, status=422, refusal=str(refused))
    messages.success(request, message)
    address = reverse("brackets:playoffs", args=[request.event.slug])
    query = f"?round={number}" if number else ""
    return redirect(f"{address}{query}" + (f"#match-{where[0]}-{where[1]}" if where else ""))


def _confirmation(
    tournament: Tournament, where: tuple[int, int] | None, refused: LaterResultsStand | MatchChanged, games: str
) -> dict[str, Any]:
    """Return what the page asks again with: the result in force, the one asked for, and later results to revoke."""
    found = playoffs_of(tournament)
    assert found is not None, "a match was asked for"
    assert where is not None, "a match was asked for"
    people, at = people_of(tournament), now()
    match = found.match(*where)
    assert match is not None, "the service found it"
    later = refused.later if isinstance(refused, LaterResultsStand) else ()
    drawn = [(row, found.match(row.round, row.slot)) for row in later]
    return {
        "match": MatchRow(found, match, people, at),
        "later": [MatchRow(found, one, people, at) for _, one in drawn if one is not None],
        "also_revoke": " ".join(str(row.pk) for row in later),
        "size": found.bracket.size,
        "games": games,
    }


def half_in(request: HttpRequest) -> Half:
    """Return which side a form names, or raise Refused."""
    named = {half.value: half for half in Half}.get(request.POST.get("side", ""))
    if named is None:
        raise Refused("Choose one of the two players.")
    return named


def number_in(text: str) -> int:
    """Return a number that came with a form, 0 where it is none."""
    return whole_number(text) or 0
