"""Read calls: the open ones, one of them, which two players sit at a board in a game, and the log."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Max, Prefetch, QuerySet
from django.urls import reverse

from judging.models import Call, CallJudge, CallSignature
from judging.rules.call_questions import SECOND, SIDES, Facts, work_out
from judging.rules.call_situations import OTHER, REMOVAL, REMOVAL_RULE
from judging.rules.call_state import JUDGES
from judging.rules.rulebook import Rule, find_number, find_rule, place_of
from judging.rules.situations.by_edition import situation_of
from scorecards.checking.keys import key_of_game
from scorecards.models import HighHand
from scorecards.records.progress import entered_lines
from tournaments.hooks import Waiting, open_matches
from tournaments.models import Entrant, Tournament
from tournaments.records.schedule import kept_schedule_of
from tournaments.rules.figures import Figure, bars_figure
from tournaments.rules.movement.boards import places_in
from tournaments.rules.movement.setup import MovementError
from tournaments.rules.seating import seat_key
from tournaments.rules.text import number_of, plain_text, whole_number


def calls_of(tournament: Tournament) -> QuerySet[Call]:
    """Return calls with all that hangs on them, the latest first: five queries whatever their number."""
    return (
        Call.objects.filter(tournament=tournament)
        .select_related("first", "second", "tournament")
        .prefetch_related("rulings", "disagreements__player")
        .prefetch_related(Prefetch("rulings__signatures", CallSignature.objects.select_related("judge")))
        .prefetch_related(Prefetch("judges", CallJudge.objects.select_related("member")))
    )


def open_calls(tournament: Tournament) -> list[Call]:
    """Return the calls that are not closed, the one that has waited longest first."""
    return list(calls_of(tournament).filter(closed_at__isnull=True).order_by("number"))


def waiting_calls(tournament: Tournament) -> list[Waiting]:
    """Return the calls that are not closed as the dashboard lists them. One query."""
    calls = Call.objects.filter(tournament=tournament, closed_at__isnull=True).order_by("number")
    pages = {call: reverse("judging:call", args=[tournament.slug, call.number]) for call in calls}
    return [Waiting(f"Judge call: {call.where}", call.opened_at, "Open call", href) for call, href in pages.items()]


def rules_cited(edition: str, numbers: list[str] | tuple[str, ...]) -> list[Rule]:
    """Return the rules with these numbers, for their titles and summaries."""
    return [rule for number in numbers if (rule := find_rule(edition, number))]


def game_key(call: Call) -> str:
    """Return what cross-checking calls the game of a call in addresses, blank in the playoffs."""
    return key_of_game(call.game, (call.first.number, call.second.number)) if call.game else ""


def left_open_in(call: Call) -> str:
    """Return what the book leaves open in the ruling in force, blank where judges have put it in their own words."""
    ruling = call.ruling
    if ruling is None or ruling.text != ruling.proposed:
        return ""
    situation = situation_of(call.tournament.edition, ruling.situation)
    if situation is None:
        return ""
    event, names = call.tournament, (call.first.shown_name, call.second.shown_name)
    facts = Facts(event.edition, event.muggins, names, ruling.answers, is_match=call.game is None)
    proposal = work_out(situation, facts).proposal
    return proposal.left_open if proposal else ""


def removals_of(call: Call) -> list[tuple[Entrant, Entrant]]:
    """Return who is out of the event by a ruling that two have signed (rule 11.4.b), each with the opponent.

    "Something else" has asked who refused where that rule was chosen. Where judges wrote the ruling themselves it does
    not say who: then it is either of the two.
    """
    ruling, both = call.ruling, (call.first, call.second)
    if ruling is None or len(call.signed) < JUDGES or REMOVAL_RULE not in ruling.rules:
        return []
    who = ruling.answers.get("who")
    is_found_by_words = ruling.situation == OTHER and ruling.answers.get("rule") == REMOVAL_RULE
    if ruling.situation != REMOVAL and not (is_found_by_words and who in SIDES):
        return [both, both[::-1]]
    return [both[::-1] if who == SECOND else both]


class Board(NamedTuple):
    """A board in one game, or a match of the playoffs. ``place`` is blank where it is not known."""

    place: str
    first: Entrant
    second: Entrant

    @property
    def table(self) -> str:
        """The table of a board in a game; a match has none but its place."""
        return self.place.partition("/")[0].rpartition("-")[0]


def boards_in(tournament: Tournament, game: int | None) -> list[Board]:
    """Return every board of a game, table by table; in the playoffs every match that is still to be won."""
    people = Entrant.objects.filter(tournament=tournament).order_by("number")
    by_number = {one.number: one for one in people}
    if game is None:
        return [Board(place, by_number[one], by_number[other]) for place, one, other in open_matches(tournament)]
    schedule = kept_schedule_of(tournament)
    pairs = next((scheduled.pairs for scheduled in schedule if scheduled.game == game), ())
    try:
        sits = places_in(schedule, {number: one.seat for number, one in by_number.items() if one.seat}, game)
    except MovementError:
        sits = {}
    boards = []
    for pair in pairs:
        both = sorted(pair, key=lambda number: seat_key(sits.get(number, "")))
        place = "/".join(filter(None, (sits.get(number, "") for number in both)))
        boards.append(Board(place, *(by_number[number] for number in both)))
    return sorted(boards, key=lambda board: seat_key(board.place.partition("/")[0]))


def game_proposed(tournament: Tournament) -> int | None:
    """Return the game that is being played, as far as anything tells; ``None`` in the playoffs.

    It follows the last game of which most boards have a report or a line, and those after which somebody left; it is
    no earlier than a latecomer's first game or that of the latest call.
    """
    latest = Call.objects.filter(tournament=tournament).order_by("number").last()
    is_in_playoffs = latest is not None and latest.game is None
    if is_in_playoffs or (tournament.latest_posting and tournament.has_playoffs):
        return None
    entered = Counter(game for _, game in entered_lines(tournament))
    over = [
        scheduled.game for scheduled in kept_schedule_of(tournament) if entered[scheduled.game] >= len(scheduled.pairs)
    ]
    told = Entrant.objects.filter(tournament=tournament).aggregate(
        left=Max("withdrawn_after_game"), came=Max("first_game")
    )
    games = (max(over, default=0) + 1, (told["left"] or 0) + 1, told["came"] or 1, (latest and latest.game) or 1)
    return min(max(games), tournament.games)


MOST_LISTED = 200


def entrants_by_name(tournament: Tournament) -> list[Entrant]:
    """Return everybody by last name, to choose from; nobody in a large event, where a seat or number is written."""
    found = list(Entrant.objects.filter(tournament=tournament).order_by("number")[: MOST_LISTED + 1])
    return sorted(found, key=lambda one: plain_text(one.listed_name)) if len(found) <= MOST_LISTED else []


def number_of_player(tournament: Tournament, text: str) -> int:
    """Return the number of the entrant that somebody writes as a number or a seat, 0 for nobody. One query at most."""
    text = text.strip()
    if (number := whole_number(text)) is not None:
        return number
    seated = Entrant.objects.filter(tournament=tournament, seat__iexact=text) if text else Entrant.objects.none()
    return seated.values_list("number", flat=True).first() or 0


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
