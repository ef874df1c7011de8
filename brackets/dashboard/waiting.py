"""What waits for a person during the day of an event, each with when it began and the page where it ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from django.conf import settings
from django.db.models import Max

from brackets.models import NonAppearance
from brackets.rules.duties import Phase
from scorecards.models import Scorecard
from scorecards.reporting.selectors.board import Need
from tournaments.hooks import Waiting, open_calls
from tournaments.rules.text import number_of
from tournaments.staff.access import may_open

if TYPE_CHECKING:
    from brackets.dashboard.day import Day


def waiting(day: Day) -> list[Waiting]:
    """Return what waits, the most urgent first; without a link where the page is another role's."""
    return [*_failing_backups(day), *_reports(day), *_calls(day), *_absent(day), *_rankings(day), *_drawn_before(day)]


def _failing_backups(day: Day) -> Iterator[Waiting]:
    found = day.backups
    if found is None or not found.is_failing or not day.me.is_director:
        return
    to_backups = "Open backups", day.page("tournaments:backups")
    if found.has_stopped:
        yield Waiting("Backups have stopped", found.alive_at, *to_backups, "Restart the site.", is_wrong=True)
    for place in found.places:
        if place.error:
            what = f"{place.folder}: {place.error}"
            yield Waiting("Backups are failing", place.last, *to_backups, what, is_wrong=True)


def _reports(day: Day) -> Iterator[Waiting]:
    for one in day.games:
        differs = one.need is Need.DIFFERS
        where = f"game {one.game}" + (f" at {one.seat}" if one.seat else "")
        names = ", ".join(person.shown_name for person in one.players)
        yield Waiting(
            f"{'Reports differ' if differs else 'Late'}: {where}",
            one.since if differs else one.late_since,
            f"Open {where}",
            day.page(f"scorecards:reports#game-{one.game}-{one.players[0].number}"),
            f"{names}: {' · '.join(one.said)}",
            is_wrong=differs,
        )


def _calls(day: Day) -> Sequence[Waiting]:
    calls = open_calls(day.event)
    return calls if may_open(day.me, settings.PAGES["calls"]) else [call._replace(href="") for call in calls]


def _absent(day: Day) -> Iterator[Waiting]:
    """Yield who is not at their table of the playoffs, while their match is open. One query in the playoffs."""
    sides = {(match.round, side.number) for match in day.open_matches for side in match.sides if side}
    if not sides:
        return
    missing = NonAppearance.objects.active().filter(bracket__tournament=day.event, arrived_at=None)
    page = day.page("brackets:playoffs")
    for row in missing.select_related("entrant"):
        if (row.round, row.entrant.number) in sides:
            yield Waiting(f"Late: {row.entrant.shown_name}", row.made_at, "Open match", page, "Not there at the start")


def _rankings(day: Day) -> list[Waiting]:
    """Return games to decide and ties, since the last card was saved, except what the next step names already."""
    ties, undecided = day.ties, day.undecided
    if day.phase is not Phase.QUALIFYING or not ties + undecided:
        return []
    cards = Scorecard.objects.filter(entrant__tournament=day.event)
    last = cards.aggregate(last=Max("saved_at"))["last"]
    decide = Waiting(
        f"{number_of(undecided, 'game')} to decide", last, "Decide", day.page("scorecards:check?show=undecided")
    )
    tie = Waiting(f"{number_of(ties, 'tie')} to settle", last, "Settle ties", day.page("scorecards:ranking#ties"))
    found = [decide] * bool(undecided) + [tie] * bool(ties)
    return [one for one in found if one.href != day.step_href]


def _drawn_before(day: Day) -> Iterator[Waiting]:
    """Yield a bracket that another posting came after."""
    drawn, posting = day.bracket and day.bracket.drawn_from, day.posting
    if drawn and posting is not None and drawn != posting.number:
        after = f"Posting {posting.number} came after the draw"
        page = day.page("brackets:playoffs")
        yield Waiting(f"Bracket drawn from posting {drawn}", posting.made_at, "Open bracket", page, after)
