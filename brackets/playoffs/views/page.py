"""The playoffs page. Its actions redirect to it, or show there why they were refused and ask."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from brackets.models import Match
from brackets.playoffs.selectors.rounds import MatchRow, RoundView, entrants_named
from brackets.playoffs.selectors.state import Playoffs, departures_of, has_other_seeds, now, playoffs_of, report_now
from brackets.playoffs.services.matches import ResultStands
from brackets.rules.forfeits import Half
from brackets.standings.bracket import BracketView, round_name, seed_changes
from brackets.standings.postings import latest_posting
from tournaments.htmx import EventRequest
from tournaments.models import Tournament
from tournaments.page_cache.cache import is_fragment
from tournaments.records.entrants import display_name, people_of
from tournaments.refused import Refused
from tournaments.rules.text import whole_number
from tournaments.staff.access import staff_page


def playoffs_page(request: EventRequest, **_: object) -> HttpResponse:
    """Render the page as it is now; after a refusal with the line that was typed, or with what it asks again."""
    found = playoffs_of(request.event)
    refused = getattr(request, "refusal", None)
    asked = _confirmation(request.event, refused) if isinstance(refused, ResultStands) else None
    context: dict[str, Any] = {"has_playoffs": request.event.has_playoffs, "confirmation": asked}
    if found is None:
        context |= _before_the_draw(request.event)
        return render(request, "brackets/playoffs/playoffs.html", context)
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
        "line": "" if asked else request.POST.get("line", "").strip(),
        "call_named": number_in(request.GET.get("call", "")),
        "matches": [match for match in view.to_play if not wanted or {side.number for side in match.sides} & named],
        "last": _last_change(found, people),
        "champion": display_name(people[found.champion.entrant]) if found.champion else "",
        "other_seeds": seed_changes(now_seeded, found.seeded, people) if now_seeded is not None else None,
        "must_post_again": posting is None or now_seeded is None or now_seeded.seeded != posting.result.seeded,
        "bracket": BracketView(found, people),
    }
    return render(request, "brackets/playoffs/playoffs.html", context)


playoffs = require_safe(staff_page("checker")(playoffs_page))
"""The round being played as a list of matches to tap; before the draw, what it will be drawn from."""


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


def done(request: EventRequest, message: str, *match: int) -> HttpResponse:
    """Say what was done, and redirect to the match (round and slot), or to the round that the form names."""
    messages.success(request, message)
    number = match[0] if match else number_in(request.POST.get("round", ""))
    query = f"?round={number}" if number else ""
    where = "#match-{}-{}".format(*match) if match else ""
    return redirect(f"{reverse('brackets:playoffs', args=[request.event.slug])}{query}{where}")


def _confirmation(tournament: Tournament, refused: ResultStands) -> dict[str, Any]:
    """Return what the page asks again with: the result in force, the one asked for, and later results to revoke."""
    found = playoffs_of(tournament)
    assert found is not None, "a match was asked for"
    people, at = people_of(tournament), now()
    drawn = [refused.match, *(found.match(row.round, row.slot) for row in refused.later)]
    match, *later = [MatchRow(found, one, people, at) for one in drawn if one is not None]
    return {
        "match": match,
        "later": later,
        "also_revoke": " ".join(str(row.pk) for row in refused.later),
        "games": refused.games,
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
