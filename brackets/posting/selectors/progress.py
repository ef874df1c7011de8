"""Read how far an event is, for the next step of the dashboard and for what holds it up."""

from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse

from brackets.posting.selectors.checklist import Checklist, condition_of
from brackets.posting.selectors.next_posting import NextPosting
from brackets.rules.checklist import ChecklistItem
from brackets.rules.next_step import Phase, Progress
from brackets.standings.bracket import bracket_view
from scorecards.club_matches.selectors import number_of_matches
from scorecards.photographs.selectors.pictures import PictureCounts
from scorecards.records.reports import is_reporting
from tournaments.hooks import open_calls
from tournaments.models import StaffMember, Tournament
from tournaments.pages import page_url
from tournaments.records.entrants import people_of
from tournaments.records.progress import DeskCounts
from tournaments.rules.text import number_of
from tournaments.seating.selectors.seats import seating_of
from tournaments.seating.selectors.warnings import warnings_of
from tournaments.staff.access import may_open


@dataclass(frozen=True, slots=True)
class Holdup:
    """One thing that others wait for: how many, of what, and the page where it is settled (blank: another role's)."""

    count: int
    what: str
    link: str


def progress_of(
    tournament: Tournament,
    counts: DeskCounts,
    found: Checklist,
    following: NextPosting | None,
    pictures: PictureCounts | None,
) -> Progress:
    """Return how far the event is. Ten queries or fewer, whatever the size.

    ``pictures`` are the photographed cards, ``None`` where nobody sent one. What the director waived is neither missing
    nor to check: posting does not wait for it.
    """
    bracket = bracket_view(tournament, people_of(tournament)) if tournament.latest_posting else None
    is_drawn = bracket is not None
    open_matches = [
        match
        for drawn_round in (bracket.rounds_to_play if bracket is not None else ())
        for match in drawn_round.matches
        if not match.is_won and all(side is not None for side in match.sides)
    ]
    unmet = {condition.item: condition.text for condition in found.unmet}
    to_check = [
        item
        for item in found.queue.open
        if (ChecklistItem.TOTALS if item.kind.is_arithmetic else ChecklistItem.CHECKED) in unmet
    ]
    has_cards = found.queue.outcome is not None and found.queue.outcome.result.has_cards
    return Progress(
        entrants=counts.entrants,
        to_seat=counts.to_seat,
        seated=counts.seated,
        awaited=counts.awaited,
        checked_in=counts.checked_in,
        schedule_problems=_schedule_problems(tournament, counts) if not has_cards else 0,
        games=tournament.games,
        games_planned=counts.games_planned,
        has_cards=has_cards,
        matches=number_of_matches(tournament),
        missing=[card.seat or str(card.number) for card in found.to_come if ChecklistItem.CARDS in unmet],
        undecided=_open(found, ChecklistItem.UNDECIDED),
        to_check=len(to_check),
        ties=_open(found, ChecklistItem.TIES),
        first_unmet=next(iter(unmet.values()), ""),
        is_posted=following is not None and following.last is not None,
        has_changed=following is not None and following.last is not None and following.is_new,
        is_held=following is not None and not found.unmet and following.is_as_held,
        has_playoffs=tournament.has_playoffs,
        qualifiers=following.report.qualifiers if following is not None else 0,
        is_drawn=is_drawn,
        matches_open=len(open_matches),
        is_reporting=is_reporting(tournament),
        photographed=pictures.to_confirm if pictures is not None else 0,
        is_club=tournament.kind == "club",
        champion=bracket.champion.name if bracket is not None and bracket.champion is not None else "",
    )


def _schedule_problems(tournament: Tournament, counts: DeskCounts) -> int:
    """Count what the check of seats and schedule finds, once every game is scheduled. Three queries."""
    return len(warnings_of(tournament, seating_of(tournament))) if counts.games_planned >= tournament.games else 0


def _open(found: Checklist, item: ChecklistItem) -> int:
    return condition_of(found, item).open if any(one.item is item for one in found.conditions) else 0


def holdups_of(tournament: Tournament, me: StaffMember, progress: Progress) -> list[Holdup]:
    """Return what the event waits for, with the way to where it is settled. One query."""
    qualifying = progress.phase is Phase.QUALIFYING
    in_playoffs = progress.phase is Phase.PLAYOFFS
    cards, check, ranking, bracket = (
        reverse(page, args=[tournament.slug]) if may_open(me, page) else ""
        for page in ("scorecards:cards", "scorecards:check", "scorecards:ranking", "brackets:playoffs")
    )
    calls = page_url("calls", tournament.slug) if may_open(me, settings.PAGES["calls"]) else ""
    rows = [
        (len(progress.missing) if qualifying else 0, "scorecard", "", "missing", cards),
        (progress.to_check if qualifying else 0, "discrepancy", "discrepancies", "open", check),
        (progress.undecided if qualifying else 0, "game", "", "to decide", check),
        (progress.ties if qualifying else 0, "tie", "", "to settle", ranking),
        (progress.matches_open if in_playoffs else 0, "match", "matches", "without a result", bracket),
        (open_calls(tournament), "judge call", "", "open", calls),
    ]
    return [
        Holdup(count, f"{number_of(count, one, many).partition(' ')[2]} {state}", link)
        for count, one, many, state, link in rows
        if count
    ]
