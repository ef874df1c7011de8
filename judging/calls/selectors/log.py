"""The log of calls: narrowed down, counted by rule, and as a table for a spreadsheet."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from judging.calls.selectors.calls import calls_of
from judging.models import Call
from judging.rules.rulebook import find_number, find_rule, place_of
from scorecards.models import HighHand
from tournaments.models import Tournament

LOG_HEADER = (
    *("Call", "Opened", "Opened by", "Game", "Board", "First player", "Second player", "Asked", "Ruling", "Rules"),
    *("First back", "First forward", "Second back", "Second forward", "Judges", "Disagreed", "State"),
    *("Closed", "Closed by"),
)


@dataclass(frozen=True, slots=True)
class CallFilter:
    """What the log is narrowed down to; blank where it does not matter."""

    rule: str = ""
    table: str = ""
    player: str = ""
    judge: str = ""

    def takes(self, call: Call) -> bool:
        """Whether a call is wanted: a rule with its parts, a table or seat as people write them, parts of names."""
        rule = find_number(call.tournament.edition, self.rule) or self.rule
        players = " ".join(f"{one.number} {one.shown_name}" for one in (call.first, call.second)).casefold()
        judges = " ".join(f"{one.name} {one.initials}" for one in call.judges_on_it).casefold()
        return (
            (not rule or any(_is_under(cited, rule) for cited in _cited(call)))
            and (not self.table or any(_is_at(seat, self.table) for seat in call.place.split("/")))
            and self.player.casefold() in players
            and self.judge.casefold() in judges
        )


@dataclass(frozen=True, slots=True)
class CountedRule:
    """How many of the calls were ruled by a rule."""

    number: str
    title: str
    times: int


@dataclass(frozen=True, slots=True)
class CallLog:
    """The calls that were wanted, the latest first, and what they were ruled by."""

    calls: Sequence[Call]
    total: int
    by_rule: Sequence[CountedRule]


def call_log(tournament: Tournament, wanted: CallFilter) -> CallLog:
    """Return the log of an event's calls."""
    everything = list(calls_of(tournament))
    calls = [call for call in everything if wanted.takes(call)]
    times = Counter(number for call in calls for number in _cited(call))
    return CallLog(calls, len(everything), list(_counted(tournament.edition, times)))


def rows_for_export(tournament: Tournament, calls: Iterable[Call]) -> Iterable[list[object]]:
    """Return the rows that stand below :data:`LOG_HEADER`, in the event's time zone."""
    zone = ZoneInfo(tournament.time_zone)
    for call in calls:
        ruling, disagreement = call.ruling, call.disagreement
        yield [
            call.number,
            call.opened_at.astimezone(zone).isoformat(sep=" ", timespec="seconds"),
            call.opened_by,
            call.game or "playoffs",
            call.place,
            f"{call.first.number} {call.first.shown_name}",
            f"{call.second.number} {call.second.shown_name}",
            call.asked,
            ruling.text if ruling else "",
            ", ".join(ruling.rules) if ruling else "",
            *(
                (ruling.first_back, ruling.first_forward, ruling.second_back, ruling.second_forward)
                if ruling
                else ("", "", "", "")
            ),
            ", ".join(f"{signature.judge.name} ({signature.judge.initials})" for signature in call.signed),
            disagreement.player.shown_name if disagreement else "",
            call.state.words,
            call.closed_at.astimezone(zone).isoformat(sep=" ", timespec="seconds") if call.closed_at else "",
            call.closed_by,
        ]


def high_hands_of(tournament: Tournament) -> list[HighHand]:
    """Return the register, 29s first; also what was written down without its cards."""
    rows = HighHand.objects.active().filter(tournament=tournament).select_related("entrant")
    return list(rows.order_by("-points", "pk"))


def _cited(call: Call) -> list[str]:
    ruling = call.ruling
    return ruling.rules if ruling else []


def _is_under(number: str, wanted: str) -> bool:
    return f"{number}.".casefold().startswith(f"{wanted}.".casefold())


def _is_at(seat: str, wanted: str) -> bool:
    return _bare(wanted) in filter(None, (_bare(seat), _bare(seat.rpartition("-")[0])))


def _bare(place: str) -> str:
    """Return ``b3`` for ``B-3``, ``seat B 3`` and the like."""
    without_word = re.sub(r"^\s*(table|seat|board)\b", "", place.casefold())
    return "".join(sign for sign in without_word if sign.isalnum())


def _counted(edition: str, times: Counter[str]) -> Iterable[CountedRule]:
    for number in sorted(times, key=lambda number: (-times[number], place_of(number))):
        rule = find_rule(edition, number)
        yield CountedRule(number, rule.title if rule else "", times[number])
