"""A practice game for everybody: what reporting on a phone is like. Nothing is kept."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from scorecards.reporting.forms import result_of
from scorecards.reporting.selectors.phone import PhoneGame
from scorecards.rules.table_reports import GameState, Report, Stage, problem_with, result_in_words
from tournaments.htmx import EventRequest
from tournaments.models import Entrant, Tournament
from tournaments.refused import Refused

OPPONENT = Entrant(number=2, name="Your opponent", seat="A-2")
GAME = PhoneGame(GameState(1, Stage.EMPTY), "A-1", OPPONENT, is_due=True)


@require_safe
@login_not_required
def practice(request: EventRequest, slug: str) -> HttpResponse:
    request.event = get_object_or_404(Tournament.objects.public(), slug=slug)
    if request.event.is_of_sheets:
        raise Http404("nothing to practice")
    context: dict[str, Any] = {"shown": GAME, "people": [OPPONENT], "step": "report", "key": ""}
    if "won" in request.GET or "spread" in request.GET:
        try:
            context |= _reported(request)
        except Refused as refusal:
            context |= {"refusal": str(refusal), "typed": request.GET}
    return render(request, "scorecards/reporting/practice.html", context)


def _reported(request: EventRequest) -> dict[str, Any]:
    result, scheme = result_of(request.GET), request.event.scored
    report = Report(0, 1, 1, OPPONENT.number, result["won"], result["spread"])
    if problem := problem_with(report, games=1, state=GAME.state):
        raise Refused(problem)
    sides = {
        "own": result_in_words(won=report.won, spread=report.spread, scheme=scheme),
        "theirs": result_in_words(won=not report.won, spread=report.spread, scheme=scheme),
    }
    said = {name: f"you {words}" for name, words in sides.items()}
    return {**said, "result": result, "step": "locked" if request.GET.get("agreed") else "agree"}
