"""The playoffs page and its actions, which redirect to it, or show there why they were refused and ask."""

import re
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.dateformat import format as date_format
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from brackets.models import Match
from brackets.playoffs.selectors import (
    MatchRow,
    Playoffs,
    RoundView,
    departures_of,
    entrants_named,
    half_of,
    has_other_seeds,
    now,
    playoffs_of,
    report_now,
)
from brackets.playoffs.services import rounds
from brackets.playoffs.services.draw import delete_draw, draw_bracket, note_departure, revoke_departure
from brackets.playoffs.services.matches import (
    ResultStands,
    award_to_opponent,
    record_forfeits,
    record_result,
    revoke_result,
)
from brackets.rules.forfeits import ABSENCE_RULE, Half
from brackets.standings.bracket import BracketView, round_name, seed_changes
from brackets.standings.postings import latest_posting
from tournaments.htmx import EventRequest
from tournaments.models import Tournament
from tournaments.page_cache.cache import is_fragment
from tournaments.records.entrants import display_name, people_of
from tournaments.refused import Refused
from tournaments.rules.text import number_of, whole_number
from tournaments.staff.access import staff_page
from tournaments.term import seen_in


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
    number = number_in(request.GET.get("round", "") or request.POST.get("round", ""))
    number = number if 1 <= number <= len(found.rounds) else found.current_round
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


@require_POST
@staff_page(shows=playoffs_page)
def draw(request: EventRequest) -> HttpResponse:
    posting, is_confirmed = seen_in(request.POST, "posting"), bool(request.POST.get("confirmed"))
    bracket = draw_bracket(request.event, request.me, posting=posting, is_confirmed=is_confirmed)
    return done(request, f"Bracket of {bracket.size} drawn.")


@require_POST
@staff_page(shows=playoffs_page)
def undo_draw(request: EventRequest) -> HttpResponse:
    delete_draw(request.event, request.me)
    return done(request, "Draw undone.")


@require_POST
@staff_page(shows=playoffs_page)
def departures(request: EventRequest) -> HttpResponse:
    number, what = number_in(request.POST.get("number", "")), request.POST.get("what", "")
    if what == "back":
        revoke_departure(request.event, request.me, number=number)
        return done(request, "Departure undone.")
    note_departure(request.event, request.me, number=number, is_replaced=what == "replaced")
    next_ = "Post again now." if what == "replaced" else "The player keeps the place and forfeits."
    return done(request, f"Departure saved. {next_}")


ABSENCE_ACTIONS = {
    "missing": (rounds.note_absence, "Marked missing. The forfeit clock is running."),
    "arrived": (rounds.note_arrival, "Marked arrived. The forfeit clock has stopped."),
    "back": (rounds.revoke_absence, "Undone."),
}


@require_POST
@staff_page("checker", shows=playoffs_page)
def start(request: EventRequest, round_number: int) -> HttpResponse:
    """Set when a round starts, by the clock in the hall; blank clears it."""
    text = request.POST.get("starts_at", "").strip()
    starts_at = nearest(text, now(), ZoneInfo(request.event.time_zone)) if text else None
    rounds.set_start(request.event, request.me, round_number=round_number, starts_at=starts_at)
    return done(request, f"Start saved: {date_format(starts_at, 'g:i A')}." if starts_at else "Start deleted.")


def nearest(text: str, at: datetime, zone: ZoneInfo) -> datetime:
    """Return the moment nearest to ``at`` (00:10 said at 23:50 is tomorrow's); Refused for no time of day.

    In the hour that comes twice when clocks are set back it is the nearer of the two.
    """
    try:
        said = time.fromisoformat(text)
    except ValueError:
        raise Refused(f"“{text}” is not a time. Enter a time such as 14:30.") from None
    today = at.astimezone(zone).date()
    days = (today + timedelta(days=by) for by in (-1, 0, 1))
    moments = [datetime.combine(day, said.replace(tzinfo=None), tzinfo=zone) for day in days]
    # The second time of the hour that comes twice. Of one that clocks leave out this would be an hour before.
    second = [moment.replace(fold=1) for moment in moments]
    moments += [two for one, two in zip(moments, second, strict=True) if two.astimezone(UTC) > one.astimezone(UTC)]
    return min(moments, key=lambda moment: abs(moment - at))


@require_POST
@staff_page("checker", shows=playoffs_page)
def absence(request: EventRequest, round_number: int, slot: int) -> HttpResponse:
    note, message = ABSENCE_ACTIONS.get(request.POST.get("what", ""), (None, ""))
    if note is None:
        raise Refused("Choose missing, arrived, or undo.")
    note(tournament=request.event, actor=request.me, round_number=round_number, slot=slot, half=half_in(request))
    return done(request, message, round_number, slot)


@require_POST
@staff_page("checker", shows=playoffs_page)
def table(request: EventRequest, round_number: int, slot: int) -> HttpResponse:
    name = request.POST.get("table", "")
    rounds.call_to_table(request.event, request.me, round_number=round_number, slot=slot, table=name)
    said = f"Called to table {name.strip()}." if name.strip() else "Table call undone."
    return done(request, said, round_number, slot)


@require_POST
@staff_page("checker", shows=playoffs_page)
def tables(request: EventRequest, round_number: int) -> HttpResponse:
    first = number_in(request.POST.get("first", ""))
    called = rounds.call_round(request.event, request.me, round_number=round_number, first=first)
    return done(request, f"{number_of(called, 'match', 'matches')} called to tables.")


MAX_LINE = 200
QUICK_RESULT = re.compile(r"(?P<who>.+?)[\s,]+(?P<won>[0-4])\s*[-–:. ]?\s*(?P<lost>[0-4])")


@require_POST
@staff_page("checker", shows=playoffs_page)
def result(request: EventRequest, round_number: int, slot: int) -> HttpResponse:
    games = _games_in(request.POST.get("games", ""))
    seen, also = seen_in(request.POST), _keys_in(request)
    match = {"round_number": round_number, "slot": slot}
    record_result(request.event, request.me, **match, games=games, seen=seen, also_revoke=also)
    return done(request, _summary(request.event, round_number, slot), round_number, slot)


@require_POST
@staff_page("checker", shows=playoffs_page)
def quick(request: EventRequest) -> HttpResponse:
    """Record a result typed in one line: who won, by seed or name, and the games of both; or find a name."""
    text, asked = request.POST.get("line", "").strip(), number_in(request.POST.get("round", ""))
    if text and QUICK_RESULT.fullmatch(_tidy(text)) is None:
        query = urlencode({"round": str(asked), "name": text[:MAX_LINE]})
        return redirect(f"{reverse('brackets:playoffs', args=[request.event.slug])}?{query}")
    (round_number, slot), games, seen = _parse_quick_result(request.event, text, asked)
    record_result(request.event, request.me, round_number=round_number, slot=slot, games=games, seen=seen)
    return done(request, _summary(request.event, round_number, slot), round_number, slot)


def _tidy(text: str) -> str:
    """Return a line with single spaces, no more of it than a result has: the pattern tries each end of the name."""
    return " ".join(text.split())[:MAX_LINE]


def _parse_quick_result(
    tournament: Tournament, text: str, round_number: int
) -> tuple[tuple[int, int], tuple[int, int], int]:
    """Read ``5 3-1`` or ``birch 31`` as a match of the round on the page; Refused for anything else.

    Return the slot, the games of its upper and lower side, and the key of the result that this one completes: of a
    match that is not won yet, such as one with a forfeit, 0 otherwise.
    """
    line, found = QUICK_RESULT.fullmatch(_tidy(text)), playoffs_of(tournament)
    if line is None or found is None:
        raise Refused("Enter a seed or name, then the games: 5 3-1.")
    people = people_of(tournament)
    round_number = round_number if 1 <= round_number <= len(found.rounds) else found.current_round
    here = round_name(round_number, found.bracket.size)
    named = entrants_named(found, line["who"], people)
    if len(named) > 1:
        # If several people have a name, it means those who still play in this round.
        matches = [match for match in found.rounds[round_number - 1] if match.is_open]
        named = [one for one in named if any(half_of(match, one) is not None for match in matches)] or named
    if len(named) != 1:
        names = ", ".join(display_name(people[number]) for number in named[:5])
        raise Refused(
            f"Several qualifiers match “{line['who']}”: {names}. Enter the seed or more of the name."
            if named
            else f"No player matches “{line['who']}”."
        )
    match = next((match for match in found.rounds[round_number - 1] if half_of(match, named[0]) is not None), None)
    if match is None:
        raise Refused(
            f"{display_name(people[named[0]])} has no match in this round ({here}). Open the right round first."
        )
    if match.is_bye or match.upper is None or match.lower is None:
        raise Refused(f"{display_name(people[named[0]])} has no opponent in this round ({here}).")
    won, lost = int(line["won"]), int(line["lost"])
    games = (won, lost) if half_of(match, named[0]) is Half.UPPER else (lost, won)
    current = found.stored.get((match.round, match.slot))
    return (match.round, match.slot), games, current.pk if current is not None and match.winner is None else 0


@require_POST
@staff_page("checker", shows=playoffs_page)
def undo_result(request: EventRequest, round_number: int, slot: int) -> HttpResponse:
    seen, also = seen_in(request.POST), _keys_in(request)
    match = {"round_number": round_number, "slot": slot}
    before = revoke_result(request.event, request.me, **match, seen=seen, also_revoke=also)
    again = f" {_summary(request.event, round_number, slot)}" if before is not None else ""
    return done(request, f"Result undone.{again}", round_number, slot)


@require_POST
@staff_page("checker", shows=playoffs_page)
def forfeit(request: EventRequest, round_number: int, slot: int) -> HttpResponse:
    seen = seen_in(request.POST)
    stored = record_forfeits(request.event, request.me, round_number=round_number, slot=slot, seen=seen)
    said = f"Forfeit recorded by rule {stored.rule}. {_summary(request.event, round_number, slot)}"
    return done(request, said, round_number, slot)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page(shows=playoffs_page)
def award_match(request: EventRequest, round_number: int, slot: int) -> HttpResponse:
    """Award a match that is not played out: a page of its own, away from the results."""
    if request.method != "POST":
        return _award_page(request, round_number, slot)
    stored = award_to_opponent(
        request.event,
        request.me,
        round_number=round_number,
        slot=slot,
        out=half_in(request),
        ground=request.POST.get("ground", ""),
        seen=seen_in(request.POST),
        call=_call_in(request),
    )
    said = f"Match awarded by rule {stored.rule}. {_summary(request.event, round_number, slot)}"
    return done(request, said, round_number, slot)


def _award_page(request: EventRequest, round_number: int, slot: int) -> HttpResponse:
    found = playoffs_of(request.event)
    match = found.match(round_number, slot) if found is not None else None
    if found is None or match is None or not match.is_open:
        return redirect("brackets:playoffs", request.event.slug)
    context = {
        "match": MatchRow(found, match, people_of(request.event), now()),
        "round_name": round_name(round_number, found.bracket.size),
        "absence_rule": ABSENCE_RULE[request.event.edition],
        "call_named": number_in(request.GET.get("call", "")) or "",
    }
    return render(request, "brackets/playoffs/award.html", context)


def _summary(tournament: Tournament, round_number: int, slot: int) -> str:
    found = playoffs_of(tournament)
    match = found.match(round_number, slot) if found is not None else None
    if found is None or match is None:
        return ""
    row = MatchRow(found, match, people_of(tournament), now())
    games = sorted((side.games or 0 for side in row.sides), reverse=True)
    winner = next((side.name for side in row.sides if side.is_winner), None)
    if winner is None:
        return f"{row.names}: " + "–".join(str(side.games or 0) for side in row.sides)
    loser = next(side.name for side in row.sides if not side.is_winner)
    return f"{winner} beat {loser} {games[0]}–{games[1]}."


def _games_in(text: str) -> tuple[int, int]:
    if re.fullmatch("[0-9]-[0-9]", text) is None:
        raise Refused("Choose the games of the winner.")
    return int(text[0]), int(text[2])


def _call_in(request: HttpRequest) -> int | None:
    """Return the number of the judges' call that a form names; Refused if that is no number."""
    text = request.POST.get("call", "").strip()
    if text and not number_in(text):
        raise Refused(f"“{text}” is not a call number. Enter a number from the list of calls.")
    return number_in(text) or None


def _keys_in(request: HttpRequest) -> list[int]:
    return [number_in(key) for key in request.POST.get("taking_back", "").split()[:300]]
