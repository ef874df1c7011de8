"""What a director does next, from the first entrant to the finished event: one step, by how far the day is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from brackets.rules.duties import Phase
from tournaments.rules.text import first_of, number_of

if TYPE_CHECKING:
    from brackets.dashboard.day import Day

MAX_NAMED = 3


class NextStep(NamedTuple):
    """One step: the situation, the words of the button, and the page that it opens, with the end of its address."""

    sentence: str
    action: str
    page: str

    @property
    def number(self) -> str:
        """The number with which the sentence begins, blank where it has none."""
        found = re.match(r"(?:Game )?\d{1,5}(?: of \d{1,5})?(?=[ :])", self.sentence)
        return found[0] if found else ""

    @property
    def words(self) -> str:
        """The sentence after its number."""
        return self.sentence.removeprefix(self.number)


def next_step(day: Day) -> NextStep:
    """Return the one step that brings the event on."""
    steps = {Phase.BEFORE: _before, Phase.QUALIFYING: _qualifying, Phase.PLAYOFFS: _playoffs, Phase.FINISHED: _finished}
    # No card is entered before one is signed, or before the first photograph is confirmed.
    is_under_way = (day.is_reporting or day.photographed > 0) and day.phase is Phase.BEFORE
    return _qualifying(day) if is_under_way else steps[day.phase](day)


def _before(day: Day) -> NextStep:
    counts, games = day.counts, day.event.games
    if not counts.entrants:
        return NextStep("No entrants yet.", "Import entrants", "tournaments:import-entrants")
    if counts.entrants < 2:
        return NextStep("1 entrant is not enough to play.", "Add entrants", "tournaments:entrants")
    if day.matches:
        return NextStep(
            f"{number_of(day.matches, 'match', 'matches')} entered.", "Open matches", "scorecards:club-matches"
        )
    if not counts.seated and day.here < counts.entrants and not day.event.is_at_club:
        after = "Say who did not come." if day.here else "Check in everybody who comes."
        here = number_of(counts.entrants, "entrant is", "entrants are")
        return NextStep(f"{day.here} of {here} here. {after}", "Open check-in", "tournaments:check-in")
    if (unseated := counts.to_seat - counts.seated) > 0:
        said = f"{number_of(unseated, 'player needs', 'players need')} a seat."
        is_late = counts.seated > 0 and counts.games_planned >= games
        late = NextStep(said, "Add latecomers", "tournaments:schedule#latecomers")
        return late if is_late else NextStep(said, "Assign seats", "tournaments:seating")
    if counts.games_planned < games:
        planned = f"{counts.games_planned} of {number_of(games, 'game')} scheduled."
        return NextStep(planned, "Make the schedule", "tournaments:schedule")
    if day.schedule_problems:
        found = f"{number_of(day.schedule_problems, 'problem')} found in seats and schedule."
        return NextStep(found, "Review the seating", "tournaments:seating")
    if counts.awaited:
        absent = f"{number_of(counts.awaited, 'entrant is', 'entrants are')} not here yet."
        return NextStep(
            f"{absent} Check in who comes late. Say who did not come.", "Open check-in", "tournaments:check-in"
        )
    seated = number_of(counts.seated, "player has", "players have")
    return NextStep(f"{seated} seats. Everything is ready to play.", "Print scorecards", "tournaments:print-cards")


def _qualifying(day: Day) -> NextStep:
    if day.posting:
        return NextStep("The standings have changed since the last posting.", "Review and post again", "brackets:post")
    if day.is_held:
        return NextStep("The posting is held for the reveal.", "Review and reveal", "brackets:post")
    if day.photographed:
        wait = number_of(day.photographed, "photographed scorecard waits", "photographed scorecards wait")
        return NextStep(f"{wait} to be confirmed.", "Confirm photographs", "scorecards:confirm-photographs")
    if day.missing and day.is_reporting:
        at = f"Game {day.last_game} of {day.event.games}: players" if day.last_game else "Players"
        return NextStep(f"{at} report games on phones.", "Open reports", "scorecards:reports")
    if missing := day.missing:
        named = f"{number_of(len(missing), 'scorecard is', 'scorecards are')} missing: {first_of(missing, MAX_NAMED)}"
        return NextStep(f"{named}.", "Enter scorecards", "scorecards:card")
    if day.undecided:
        need = number_of(day.undecided, "game needs", "games need")
        return NextStep(f"{need} a decision.", "Decide", "scorecards:check?show=undecided")
    if day.to_check:
        differ = number_of(day.to_check, "discrepancy", "discrepancies")
        return NextStep(f"{differ} to settle.", "Cross-check", "scorecards:check")
    if day.ties:
        return NextStep(f"{number_of(day.ties, 'tie')} to settle.", "Settle ties", "scorecards:ranking#ties")
    if day.unmet:
        return NextStep(
            f"Not ready to post: {next(iter(day.unmet.values()))}.",
            "Open the checklist",
            "brackets:dashboard#checklist",
        )
    checked = f"{number_of(day.qualifiers, 'player')} qualify. " * bool(day.qualifiers) + "Everything is checked."
    if day.is_reporting:
        return NextStep(checked, "Close the round and post", "scorecards:reports")
    return NextStep(checked, f"Post the {'qualifiers' if day.qualifiers else 'standings'}", "brackets:post")


def _playoffs(day: Day) -> NextStep:
    if day.bracket is None:
        posted = number_of(day.qualifiers, "qualifier is", "qualifiers are")
        return NextStep(f"{posted} posted.", "Draw the bracket", "brackets:playoffs")
    wait = number_of(len(day.open_matches), "match waits", "matches wait")
    return NextStep(f"{wait} for a result.", "Open bracket", "brackets:playoffs")


def _finished(day: Day) -> NextStep:
    won = f" {day.champion} won." if day.champion else ""
    return NextStep(f"The event is finished.{won}", "Open results", "brackets:awards")
