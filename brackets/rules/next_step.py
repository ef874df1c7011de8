"""What a director does next, from the first entrant to the finished event: counts go in, one step comes out."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from tournaments.rules.text import number_of

MAX_NAMED = 3


class Phase(Enum):
    """The parts of an event, in order."""

    BEFORE = "before"
    QUALIFYING = "qualifying"
    PLAYOFFS = "playoffs"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an event is: counts unless said otherwise.

    ``to_seat`` are those who need a seat, house players too; ``awaited`` are entrants who are not here yet, and
    ``checked_in`` those who were checked in.
    ``schedule_problems`` is what the check of seats and schedule finds. ``matches`` are those of a club's night.
    ``missing`` names the cards that are not in whole, by seat. ``first_unmet`` says which condition of the checklist
    prevents posting, in words; blank where none does. ``is_held`` tells that a posting waits for its reveal.
    ``last_game`` is the last game of which something is known. ``has_changed`` tells that the standings are not as
    posted. ``matches_open`` are matches of the playoffs that wait for a result. ``is_reporting`` tells that players
    have reported games on phones, and that the round is not closed. ``photographed`` are photographed cards that nobody
    has confirmed yet. ``is_club`` tells that it is a club's own night, where nobody has to check people in.
    """

    entrants: int
    to_seat: int
    seated: int
    games: int
    games_planned: int
    last_game: int = 0
    awaited: int = 0
    checked_in: int = 0
    schedule_problems: int = 0
    has_cards: bool = False
    matches: int = 0
    missing: Sequence[str] = ()
    undecided: int = 0
    to_check: int = 0
    ties: int = 0
    first_unmet: str = ""
    is_posted: bool = False
    is_held: bool = False
    has_changed: bool = False
    has_playoffs: bool = True
    qualifiers: int = 0
    is_drawn: bool = False
    matches_open: int = 0
    champion: str = ""
    is_reporting: bool = False
    photographed: int = 0
    is_club: bool = False

    @property
    def here(self) -> int:
        """How many have come, or were given a seat."""
        return self.entrants - self.awaited if self.checked_in or self.seated else 0

    @property
    def phase(self) -> Phase:
        """The part of the event that is going on."""
        if self.is_posted and not self.has_changed:
            is_over = self.champion or not self.has_playoffs or self.qualifiers < 2
            return Phase.FINISHED if is_over else Phase.PLAYOFFS
        return Phase.QUALIFYING if self.has_cards else Phase.BEFORE


@dataclass(frozen=True, slots=True)
class NextStep:
    """One step: what is so, what the button says, and a name for the page that it opens."""

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


@dataclass(frozen=True, slots=True)
class Duty:
    """Something that the rulebook gives the director to do now: in words, and by which rule."""

    text: str
    rule: str


def duties(progress: Progress, *, edition: str, first_deal: str, games: int, last_game: int) -> list[Duty]:
    """Return what the 2020 rules give the director to do at this time; the other editions give none of it.

    ``first_deal`` says how the first dealer is found, blank while nobody has said; ``games`` are those that everybody
    plays, ``last_game`` the last one of which something is known, 0 on paper until cards come in.
    """
    if edition != "acc-2020":
        return []
    found = []
    midway = (games + 1) // 2
    is_seated = progress.seated > 0 and progress.games_planned > 0
    if is_seated and progress.phase is Phase.BEFORE and last_game == 0:
        if not first_deal:
            text = "Decide under Settings how the first dealer is found: cut for deal, or alternate deal."
            found.append(Duty(text, "1.5.a"))
        else:
            found.append(Duty(f"Announce before game 1 who deals first. {first_deal}.", "1.5.a"))
    if is_seated and games > 1 and progress.phase in (Phase.BEFORE, Phase.QUALIFYING) and not progress.is_posted:
        new_deck = "put a new deck of the same color at each stationary seat."
        if last_game == 0:
            found.append(Duty(f"After game {midway} of {games}: {new_deck}", "4.2.d"))
        elif last_game in (midway, midway + 1):
            found.append(Duty(f"Midway, after game {midway} of {games}: {new_deck}", "4.2.d"))
    if progress.phase is Phase.PLAYOFFS:
        found.append(Duty("A player may ask for another deck after a game, once in each match.", "4.2.d"))
    return found


def next_step(progress: Progress) -> NextStep:
    """Return the one step that brings the event on."""
    steps = {Phase.BEFORE: _before, Phase.QUALIFYING: _qualifying, Phase.PLAYOFFS: _playoffs, Phase.FINISHED: _finished}
    # No card is entered before one is signed, or before the first photograph is confirmed.
    is_under_way = (progress.is_reporting or progress.photographed > 0) and progress.phase is Phase.BEFORE
    return _qualifying(progress) if is_under_way else steps[progress.phase](progress)


def _before(progress: Progress) -> NextStep:
    if not progress.entrants:
        return NextStep("No entrants yet.", "Import entrants", "import-entrants")
    if progress.entrants < 2:
        return NextStep("1 entrant is not enough to play.", "Add entrants", "entrants")
    if progress.matches:
        return NextStep(f"{number_of(progress.matches, 'match', 'matches')} entered.", "Open matches", "matches")
    if not progress.seated and progress.here < progress.entrants and not progress.is_club:
        here = f"{progress.here} of {number_of(progress.entrants, 'entrant')} {_are(progress.entrants)} here."
        after = " Check in everybody who comes." if not progress.here else " Say who did not come."
        return NextStep(f"{here}{after}", "Open check-in", "check-in")
    unseated = progress.to_seat - progress.seated
    if unseated > 0:
        is_late = progress.seated > 0 and progress.games_planned >= progress.games
        action, page = ("Add latecomers", "latecomers") if is_late else ("Assign seats", "seating")
        return NextStep(f"{number_of(unseated, 'player')} {_need(unseated)} a seat.", action, page)
    if progress.games_planned < progress.games:
        planned = f"{progress.games_planned} of {number_of(progress.games, 'game')} scheduled."
        return NextStep(planned, "Make the schedule", "schedule")
    if progress.schedule_problems:
        found = number_of(progress.schedule_problems, "problem")
        return NextStep(f"{found} found in seats and schedule.", "Review the seating", "seating")
    if progress.awaited:
        absent = f"{number_of(progress.awaited, 'entrant')} {_are(progress.awaited)} not here yet."
        return NextStep(f"{absent} Check in who comes late. Say who did not come.", "Open check-in", "check-in")
    return NextStep(
        f"{number_of(progress.seated, 'player')} {_have(progress.seated)} seats. Everything is ready to play.",
        "Print scorecards",
        "print-cards",
    )


def _qualifying(progress: Progress) -> NextStep:
    if progress.is_posted:
        return NextStep("The standings have changed since the last posting.", "Review and post again", "post")
    if progress.is_held:
        return NextStep("The posting is held for the reveal.", "Review and reveal", "post")
    if progress.photographed:
        wait = "waits" if progress.photographed == 1 else "wait"
        cards = number_of(progress.photographed, "photographed scorecard")
        return NextStep(f"{cards} {wait} to be confirmed.", "Confirm photographs", "photographs")
    missing = progress.missing
    if missing and progress.is_reporting:
        at = f"Game {progress.last_game} of {progress.games}: players" if progress.last_game else "Players"
        return NextStep(f"{at} report games on phones.", "Open reports", "reports")
    if missing:
        named = ", ".join(missing[:MAX_NAMED])
        more = f" and {len(missing) - MAX_NAMED} more" if len(missing) > MAX_NAMED else ""
        are = "is" if len(missing) == 1 else "are"
        return NextStep(
            f"{number_of(len(missing), 'scorecard')} {are} missing: {named}{more}.", "Enter scorecards", "card"
        )
    if progress.undecided:
        return NextStep(
            f"{number_of(progress.undecided, 'game')} {_need(progress.undecided)} a decision.", "Decide", "decide"
        )
    if progress.to_check:
        return NextStep(
            f"{number_of(progress.to_check, 'discrepancy', 'discrepancies')} to settle.", "Cross-check", "check"
        )
    if progress.ties:
        return NextStep(f"{number_of(progress.ties, 'tie')} to settle.", "Settle ties", "ties")
    if progress.first_unmet:
        return NextStep(f"Not ready to post: {progress.first_unmet}.", "Open the checklist", "checklist")
    qualify = f"{number_of(progress.qualifiers, 'player')} qualify. " if progress.qualifiers else ""
    if progress.is_reporting:
        return NextStep(f"{qualify}Everything is checked.", "Close the round and post", "reports")
    what = "qualifiers" if progress.qualifiers else "standings"
    return NextStep(f"{qualify}Everything is checked.", f"Post the {what}", "post")


def _playoffs(progress: Progress) -> NextStep:
    if not progress.is_drawn:
        return NextStep(
            f"{number_of(progress.qualifiers, 'qualifier')} {_are(progress.qualifiers)} posted.",
            "Draw the bracket",
            "bracket",
        )
    open_ = progress.matches_open
    return NextStep(
        f"{number_of(open_, 'match', 'matches')} {'waits' if open_ == 1 else 'wait'} for a result.",
        "Open bracket",
        "bracket",
    )


def _finished(progress: Progress) -> NextStep:
    won = f" {progress.champion} won." if progress.champion else ""
    return NextStep(f"The event is finished.{won}", "Open results", "results")


def _need(number: int) -> str:
    return "needs" if number == 1 else "need"


def _have(number: int) -> str:
    return "has" if number == 1 else "have"


def _are(number: int) -> str:
    return "is" if number == 1 else "are"
