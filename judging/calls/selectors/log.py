"""The log of calls: narrowed down, counted by rule, and as a table for a spreadsheet."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from zoneinfo import ZoneInfo

from judging.calls.selectors.calls import calls_of
from judging.models import Call
from judging.rules.rulebook import Rule, find_number, find_rule, place_of
from judging.rules.situations.by_edition import situation_of
from scorecards.models import HighHand
from tournaments.models import Tournament
from tournaments.rules.figures import Figure, bars_figure
from tournaments.rules.text import number_of

LOG_HEADER = (
    *("Call", "Opened", "Opened by", "Game", "Board", "First player", "Second player", "Asked", "Ruling", "Rules"),
    *("First back", "First forward", "Second back", "Second forward", "Judges", "Disagreed", "State"),
    *("Closed", "Closed by"),
)


FILTERS = ("rule", "table", "player", "judge")


class CallLog:
    """The calls of an event that are ``wanted`` (by :data:`FILTERS`, blank where it does not matter), latest first."""

    def __init__(self, tournament: Tournament, wanted: Mapping[str, str]) -> None:
        everything = list(calls_of(tournament))
        self.edition, self.wanted, self.total = tournament.edition, wanted, len(everything)
        self.calls = [call for call in everything if self._takes(call)]

    def _takes(self, call: Call) -> bool:
        """Whether a call is wanted: a rule with its parts, a table or seat as people write them, parts of names."""
        rule, table, player, judge = (self.wanted[name] for name in FILTERS)
        rule = find_number(self.edition, rule) or rule
        players = " ".join(f"{one.number} {one.shown_name}" for one in (call.first, call.second)).casefold()
        judges = " ".join(f"{one.name} {one.initials}" for one in call.judges_on_it).casefold()
        return (
            (not rule or any(_is_under(cited, rule) for cited in _cited(call)))
            and (not table or any(_is_at(seat, table) for seat in call.place.split("/")))
            and player.casefold() in players
            and judge.casefold() in judges
        )

    @property
    def by_kind(self) -> Figure | None:
        """How many of the calls with a ruling were of each kind, the commonest first; nothing without one."""
        kinds = Counter(self._kind(call) for call in self.calls if call.ruling)
        counts = sorted(kinds.items(), key=lambda counted: (-counted[1], counted[0]))
        if not counts:
            return None
        ruled, (first, most) = number_of(kinds.total(), "call"), counts[0]
        return bars_figure(f"{ruled} with a ruling. The commonest kind: {first}, {most}.", ("Kind", "Calls"), counts)

    def _kind(self, call: Call) -> str:
        found = situation_of(self.edition, call.ruling.situation) if call.ruling else None
        return found.title if found else "Something else"

    @property
    def by_rule(self) -> list[tuple[str, Rule | None, int]]:
        """How many of the calls were ruled by each rule: its number, the rule, and how many; the commonest first."""
        times = Counter(number for call in self.calls for number in _cited(call))
        numbers = sorted(times, key=lambda number: (-times[number], place_of(number)))
        return [(number, find_rule(self.edition, number), times[number]) for number in numbers]


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
