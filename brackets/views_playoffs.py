"""The playoffs page: draw, tap results, take them back, call to tables, run the forfeit clock."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from brackets.forfeits import Half
from brackets.models import Match
from brackets.report import seeds_in
from brackets.selectors_bracket import bracket_shown, round_name
from brackets.selectors_matches import entrants_named, last_match_of, match_at_desk, round_at_desk
from brackets.selectors_playoffs import Playoffs, departures_of, half_of, now, playoffs_of
from brackets.selectors_posted import latest_posting
from brackets.services_draw import (
    WITH_PLAYOFFS,
    draw_bracket,
    note_departure,
    take_departure_back,
    take_draw_back,
)
from brackets.services_playoffs import (
    MatchChanged,
    PlayoffsRefused,
    TakeBackFirst,
    give_match,
    record_forfeits,
    record_result,
    take_result_back,
)
from scorecards.models import STANDS
from tournaments.access import staff_page
from tournaments.models import StaffMember, Tournament
from tournaments.posted import is_fragment
from tournaments.selectors import display_name, people_of

QUICK = re.compile(r"(?P<who>.+?)[\s,]+(?P<won>[0-4])\s*[-–:. ]?\s*(?P<lost>[0-4])")


@require_safe
@staff_page("checker")
def playoffs(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """Show the round being played as a list of matches to tap; before the draw, what it will be drawn from."""
    return playoffs_page(request, tournament, me)


def playoffs_page(
    request: HttpRequest, tournament: Tournament, me: StaffMember, *, status: int = 200, **more: Any
) -> HttpResponse:
    """Render the page as it stands, with whatever a refused act has to say."""
    found = playoffs_of(tournament)
    context = {"tournament": tournament, "me": me, "has_playoffs": tournament.format == WITH_PLAYOFFS, **more}
    if found is None:
        context |= _before_the_draw(tournament)
        return render(request, "brackets/playoffs.html", context, status=status)
    people, at = people_of(tournament), now()
    number = _round_asked_for(request, found)
    shown = round_at_desk(found, number, people, at)
    if is_fragment(request, "clock"):
        return render(request, "brackets/_clock.html", {**context, "round": shown, "at": at})
    wanted = request.GET.get("name", "").strip()
    rounds = [(n, round_name(n, found.bracket.size)) for n in range(1, len(found.rounds) + 1)]
    named = set(entrants_named(found, wanted, people)) if wanted else set()
    context |= {
        "playoffs": found,
        "round": shown,
        "rounds": rounds,
        "next_round": rounds[number] if shown.is_won and number < len(rounds) else None,
        "at": at,
        "wanted": wanted,
        "call_named": number_in(request.GET.get("call", "")) or request.POST.get("call", ""),
        "matches": [
            match for match in shown.to_play if not wanted or {side.number for side in match.sides} & named
        ],
        "last": _last_change(found, people),
        "champion": display_name(people[found.champion.entrant]) if found.champion else "",
        "posting": latest_posting(tournament),
        "bracket": bracket_shown(tournament, {"first_round": []}, people),
    }
    return render(request, "brackets/playoffs.html", context, status=status)


def _before_the_draw(tournament: Tournament) -> dict[str, Any]:
    posting = latest_posting(tournament)
    if posting is None:
        return {"posting": None}
    people = {int(number): person for number, person in posting.people.items()}
    kept = departures_of(tournament, is_replaced=False)
    replaced = departures_of(tournament, is_replaced=True)
    seeded = seeds_in(posting.report)
    return {
        "posting": posting,
        "to_seed": [
            (seed, number, display_name(people[number])) for seed, number in enumerate(seeded, start=1)
        ],
        "left": [(number, display_name(people[number]), number in replaced) for number in [*kept, *replaced]],
        "must_post_again": bool(set(replaced) & set(seeded)),
    }


def _round_asked_for(request: HttpRequest, found: Playoffs) -> int:
    asked = number_in(request.GET.get("round", "") or request.POST.get("round", ""))
    return asked if 1 <= asked <= len(found.rounds) else found.current_round


def _last_change(found: Playoffs, people: Any) -> Any:
    """Return the match whose result was entered last, for the undo at the head of the page."""
    rows = Match.objects.filter(STANDS, bracket=found.bracket).exclude(made_by="the event file")
    last = rows.order_by("-pk").first()
    match = found.match(last.round, last.slot) if last is not None else None
    return match_at_desk(found, match, people, now()) if match is not None else None


def act(
    request: HttpRequest,
    tournament: Tournament,
    me: StaffMember,
    job: Callable[[], str],
    *,
    where: tuple[int, int] | None = None,
    **wanted: Any,
) -> HttpResponse:
    """Do something and go back to the match it was about; where it is refused, show what stands and ask.

    ``where`` is the round and slot; ``wanted`` what the form asked for, to be offered again.
    """
    number = where[0] if where else number_in(request.POST.get("round", ""))
    try:
        told = job()
    except (TakeBackFirst, MatchChanged) as refused:
        more = {"refusal": str(refused), "asked": _asked(tournament, where, refused, wanted)}
        return playoffs_page(request, tournament, me, status=409, **more)
    except PlayoffsRefused as refused:
        return playoffs_page(request, tournament, me, status=422, refusal=str(refused))
    messages.success(request, told)
    address = reverse("brackets:playoffs", args=[tournament.slug])
    query = f"?round={number}" if number else ""
    return redirect(f"{address}{query}" + (f"#match-{where[0]}-{where[1]}" if where else ""))


def _asked(
    tournament: Tournament,
    where: tuple[int, int] | None,
    refused: TakeBackFirst | MatchChanged,
    wanted: dict[str, Any],
) -> dict[str, Any]:
    """Return what the page needs to ask again: what stands, what was wanted, what would be taken back."""
    found = playoffs_of(tournament)
    assert found is not None, "a match was asked for"
    assert where is not None, "a match was asked for"
    people, at = people_of(tournament), now()
    match = found.match(*where)
    assert match is not None, "the service found it"
    later = refused.later if isinstance(refused, TakeBackFirst) else ()
    drawn = [(row, found.match(row.round, row.slot)) for row in later]
    return {
        "match": match_at_desk(found, match, people, at),
        "later": [match_at_desk(found, one, people, at) for _, one in drawn if one is not None],
        "taking_back": " ".join(str(row.pk) for row in later),
        "size": found.bracket.size,
        **wanted,
    }


@require_POST
@staff_page()
def draw(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """Draw the bracket from the latest posting."""

    def job() -> str:
        posting = number_in(request.POST.get("posting", ""))
        bracket = draw_bracket(tournament=tournament, member=me, posting=posting)
        return f"The bracket of {bracket.size} is drawn."

    return act(request, tournament, me, job)


@require_POST
@staff_page()
def undo_draw(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """Take the draw back."""

    def job() -> str:
        take_draw_back(tournament=tournament, member=me)
        return "The draw is taken back."

    return act(request, tournament, me, job)


@require_POST
@staff_page()
def left(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """Note that a qualifier has left before the draw, or take that back."""
    number, what = number_in(request.POST.get("number", "")), request.POST.get("what", "")

    def job() -> str:
        if what == "back":
            take_departure_back(tournament=tournament, member=me, number=number)
            return "Taken back: nobody has left there."
        is_replaced = what == "replaced"
        note_departure(tournament=tournament, member=me, number=number, is_replaced=is_replaced)
        return (
            "Noted: post again now." if is_replaced else "Noted: the place is kept, its match is forfeited."
        )

    return act(request, tournament, me, job)


@require_POST
@staff_page("checker")
def result(
    request: HttpRequest, tournament: Tournament, me: StaffMember, round_number: int, slot: int
) -> HttpResponse:
    """Record how a match ended."""
    text = request.POST.get("games", "")

    def job() -> str:
        record_result(
            tournament=tournament,
            member=me,
            round_number=round_number,
            slot=slot,
            games=_games_in(text),
            seen=number_in(request.POST.get("seen", "")),
            taking_back=_keys_in(request),
        )
        return _told(tournament, round_number, slot)

    return act(request, tournament, me, job, where=(round_number, slot), games=text)


@require_POST
@staff_page("checker")
def quick(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """Record a result typed in one line: who won, by seed or name, and the games of both."""
    text = request.POST.get("line", "").strip()
    try:
        where, games = _quick(tournament, text)
    except PlayoffsRefused as refused:
        return playoffs_page(request, tournament, me, status=422, refusal=str(refused), line=text)

    def job() -> str:
        record_result(
            tournament=tournament, member=me, round_number=where[0], slot=where[1], games=games, seen=0
        )
        return _told(tournament, *where)

    return act(request, tournament, me, job, where=where, games=f"{games[0]}-{games[1]}")


def _quick(tournament: Tournament, text: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Read a line such as ``5 3-1`` or ``birch 31``: the slot, and the games of its upper and lower side.

    Raises:
        PlayoffsRefused: it says no match and result.
    """
    line, found = QUICK.fullmatch(text), playoffs_of(tournament)
    if line is None or found is None:
        raise PlayoffsRefused("Type a seed or name and the games of both, the named one's first: 5 3-1.")
    people = people_of(tournament)
    named = entrants_named(found, line["who"], people)
    if len(named) != 1:
        names = ", ".join(display_name(people[number]) for number in named[:5])
        raise PlayoffsRefused(
            f"More than one qualifier is meant by {line['who']}: {names}. Type the seed or more of the name."
            if named
            else f"Nobody in the bracket is meant by {line['who']}."
        )
    match = last_match_of(found, named[0])
    if match is None:
        raise PlayoffsRefused(f"{display_name(people[named[0]])} waits for an opponent.")
    won, lost = int(line["won"]), int(line["lost"])
    games = (won, lost) if half_of(match, named[0]) is Half.UPPER else (lost, won)
    return (match.round, match.slot), games


@require_POST
@staff_page("checker")
def take_back(
    request: HttpRequest, tournament: Tournament, me: StaffMember, round_number: int, slot: int
) -> HttpResponse:
    """Take back what was entered last for a match."""

    def job() -> str:
        before = take_result_back(
            tournament=tournament,
            member=me,
            round_number=round_number,
            slot=slot,
            seen=number_in(request.POST.get("seen", "")),
            taking_back=_keys_in(request),
        )
        return "Taken back." if before is None else f"Taken back. {_told(tournament, round_number, slot)}"

    return act(request, tournament, me, job, where=(round_number, slot), games="")


@require_POST
@staff_page("checker")
def forfeit(
    request: HttpRequest, tournament: Tournament, me: StaffMember, round_number: int, slot: int
) -> HttpResponse:
    """Record the forfeits that have fallen due in a match."""

    def job() -> str:
        stored = record_forfeits(
            tournament=tournament,
            member=me,
            round_number=round_number,
            slot=slot,
            seen=number_in(request.POST.get("seen", "")),
        )
        return f"Forfeit recorded by rule {stored.rule}. {_told(tournament, round_number, slot)}"

    return act(request, tournament, me, job, where=(round_number, slot), games="")


@require_POST
@staff_page()
def give(
    request: HttpRequest, tournament: Tournament, me: StaffMember, round_number: int, slot: int
) -> HttpResponse:
    """Give a match to the opponent of whoever is out of it."""

    def job() -> str:
        stored = give_match(
            tournament=tournament,
            member=me,
            round_number=round_number,
            slot=slot,
            out=half_in(request),
            ground=request.POST.get("ground", ""),
            seen=number_in(request.POST.get("seen", "")),
            call=_call_in(request),
        )
        return f"Given by rule {stored.rule}. {_told(tournament, round_number, slot)}"

    return act(request, tournament, me, job, where=(round_number, slot), games="")


def _told(tournament: Tournament, round_number: int, slot: int) -> str:
    """Say in words what stands of a match."""
    found = playoffs_of(tournament)
    match = found.match(round_number, slot) if found is not None else None
    if found is None or match is None:
        return ""
    shown = match_at_desk(found, match, people_of(tournament), now())
    games = sorted((side.games for side in shown.sides), reverse=True)
    winner = next((side.name for side in shown.sides if side.is_winner), None)
    if winner is None:
        return f"{shown.names}: " + "–".join(str(side.games) for side in shown.sides)
    loser = next(side.name for side in shown.sides if not side.is_winner)
    return f"{winner} beat {loser} {games[0]}–{games[1]}."


def half_in(request: HttpRequest) -> Half:
    """Return which side a form names.

    Raises:
        PlayoffsRefused: neither.
    """
    named = {half.value: half for half in Half}.get(request.POST.get("side", ""))
    if named is None:
        raise PlayoffsRefused("Say which of the two.")
    return named


def number_in(text: str) -> int:
    """Return a number that came with a form, 0 where it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _games_in(text: str) -> tuple[int, int]:
    if re.fullmatch("[0-9]-[0-9]", text) is None:
        raise PlayoffsRefused("Tap the games of the side that has won.")
    return int(text[0]), int(text[2])


def _call_in(request: HttpRequest) -> int | None:
    """Return the number of the judges' call that a form names.

    Raises:
        PlayoffsRefused: what it names is no number.
    """
    text = request.POST.get("call", "").strip()
    if text and not number_in(text):
        raise PlayoffsRefused("The number of a call is a whole number, as it stands on the page of calls.")
    return number_in(text) or None


def _keys_in(request: HttpRequest) -> list[int]:
    return [number_in(key) for key in request.POST.get("taking_back", "").split()[:300]]
