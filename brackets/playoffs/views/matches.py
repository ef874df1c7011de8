"""Views that record match results: tapped or typed, undone, forfeited, awarded."""

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST

from brackets.playoffs.selectors.rounds import MatchRow, entrants_named
from brackets.playoffs.selectors.state import half_of, now, playoffs_of
from brackets.playoffs.services.matches import award_to_opponent, record_forfeits, record_result, revoke_result
from brackets.playoffs.views.page import done, half_in, number_in, playoffs_page
from brackets.rules.forfeits import ABSENCE_RULE, Half
from brackets.standings.bracket import round_name
from tournaments.htmx import EventRequest
from tournaments.models import Tournament
from tournaments.records.entrants import display_name, people_of
from tournaments.refused import Refused
from tournaments.staff.access import staff_page
from tournaments.term import seen_in

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
