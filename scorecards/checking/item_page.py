"""The data of one item's page: a game or the sums of a card to check, with forms, history and who is at the table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from operator import itemgetter
from typing import Any

from django.db.models import Q
from django.http import Http404

from scorecards.cards.selectors.stack import own_numbers, seats_meant
from scorecards.checking.check_queue import CheckQueue
from scorecards.checking.items import CheckItem
from scorecards.checking.keys import RequestedGame, key_of_game, requested_game
from scorecards.checking.selectors.reading_list import decisions_of, reentered_lines
from scorecards.checking.services.decisions import cards_to_decide, default_rule
from scorecards.hooks import head_judge_of
from scorecards.models import Confirmation, DecidedLine, Decision, Revocable, Ruling, Signature, TableHold
from scorecards.records.pictures import Crop, crops_of_lines, has_picture
from scorecards.rules.citations import summary_of
from scorecards.rules.discrepancies import won_by_forfeit
from scorecards.rules.entry.card_reading import CardLimits, read_typed
from scorecards.rules.entry.line_notation import line_in_words
from scorecards.rules.entry.typed_cards import InvalidCard, TypedCard
from scorecards.rules.scoring_systems.interface import ScoringSystem
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.models import AuditEntry, Entrant, StaffMember, Tournament
from tournaments.records.entrants import entrants_by_number
from tournaments.rules.text import place_of, seat_and_name, whole_number
from tournaments.rules.types import Line

MAX_LETTERS = 40
MAX_REASON_LENGTH = 1000


def text_of(post: Mapping[str, str], field: str, most: int = MAX_LETTERS) -> str:
    """Return one field as typed, cut to its longest length."""
    return str(post.get(field, "")).replace("\0", "")[:most].strip()


def entered_line(post: Mapping[str, str], game: int, limits: CardLimits) -> Line:
    """Read one re-entered line: ``keys`` and ``opponent``.

    Raises:
        InvalidCard: the keys are not a line, or no card can have that line; by field ``line`` or ``opponent``.
    """
    try:
        typed = limits.system.read_keys(text_of(post, "keys"), game, text_of(post, "opponent"))
        [line], _ = read_typed(TypedCard([typed], {}), limits)
    except InvalidCard as invalid:
        raise InvalidCard(
            {"opponent" if field.startswith("opponent") else "line": text for field, text in invalid.errors.items()}
        ) from invalid
    return line


def lines_decided(
    post: Mapping[str, str], game: int, numbers: Sequence[int], system: ScoringSystem, both: Sequence[int]
) -> tuple[dict[int, Line], dict[str, str]]:
    """Return the lines of a decision between ``both``, and their errors by ``line-7``.

    By ``line-other`` where the director named the opponent.
    """
    lines: dict[int, Line] = {}
    errors: dict[str, str] = {}
    for number in numbers:
        other = next(one for one in both if one != number)
        field = f"line-{number}" if f"line-{number}" in post else "line-other"
        try:
            typed = system.read_keys(text_of(post, field), game, "")
            values = {column: _number(typed.value(column)) for column in system.columns.line}
        except InvalidCard as invalid:
            errors[field] = str(invalid)
        except ValueError:
            errors[field] = f"As written is {'/'.join(system.columns.line)}, in figures."
        else:
            lines[number] = Line(game, other, **values)
    return lines, errors


def _number(text: str) -> int | None:
    number = whole_number(text, digits=4)
    if text and number is None:
        raise ValueError(text)
    return number


LEFT = "The opponent had left: win by 10."
"""The reason with which a decision about a line against somebody who had left starts; custom, no rule."""


class ItemPage:
    """The data of one item's page. There may be nothing to do about the item, or nothing any more."""

    def __init__(self, tournament: Tournament, me: StaffMember, key: str) -> None:
        """Raise ``Http404`` where the address names no game of this event."""
        asked = requested_game(key)
        if asked is None or (asked.game or 1) > tournament.games:
            raise Http404("no such game")
        if asked.game is not None and key != key_of_game(asked.game, asked.numbers):
            raise Http404("a game is called by its entrants' numbers in order")
        self.tournament, self.me, self.key, self.asked = tournament, me, key, asked
        self.entrants = entrants_by_number(tournament, asked.numbers, is_photographed=has_picture())
        if len(self.entrants) != len(set(asked.numbers)):
            raise Http404("no such entrant")

    @cached_property
    def queue(self) -> CheckQueue:
        return CheckQueue(self.tournament)

    @cached_property
    def item(self) -> CheckItem | None:
        return self.queue.find(self.key)

    @cached_property
    def decision(self) -> Decision | None:
        found = decisions_of(self.tournament, self.queue) if self.asked.game is not None else []
        return next((decision for key, decision in found if key == self.key), None)

    @property
    def reentries(self) -> list[Confirmation]:
        """The lines of this game that were re-entered and still stand so."""
        found = reentered_lines(self.queue) if self.asked.game is not None else []
        return [line for _, line in found if line.game == self.asked.game and line.entrant.number in self.asked.numbers]

    @property
    def decision_rules(self) -> list[tuple[str, str]]:
        """The rule that the decision cites, and what it says."""
        if self.decision is None:
            return []
        rule = self.decision.rule
        return [(rule, summary_of(rule, self.tournament.edition, self.tournament.scoring))]

    @cached_property
    def system(self) -> ScoringSystem:
        return scoring_system(self.tournament.scoring)

    @property
    def rules(self) -> Mapping[str, str]:
        return self.system.rules_to_cite(self.tournament.edition)

    @property
    def hold(self) -> TableHold | None:
        """The other checker who is at the table."""
        hold = self.queue.holds.get(self.item.table) if self.item is not None else None
        return hold if hold is not None and hold.member_id != self.me.pk and not hold.is_idle else None

    @property
    def papers(self) -> list[tuple[Entrant, Crop]]:
        """The photographed line of each card, or the totals of the one whose sums are asked; of those that have one."""
        is_any = any(getattr(entrant, "is_photographed", False) for entrant in self.entrants.values())
        sides = self.item.in_order if self.item is not None and is_any else ()
        if not sides:
            return []
        crops = crops_of_lines(self.tournament, [(side.holder.number, self.asked.game) for side in sides])
        found = ((side.holder, crops.get((side.holder.number, self.asked.game))) for side in sides)
        return [(holder, crop) for holder, crop in found if crop is not None]

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the cards, first the card that is read aloud."""
        if self.item is None:
            return self.to_decide or self.asked.numbers
        return [side.holder.number for side in self.item.in_order]

    @cached_property
    def to_decide(self) -> Sequence[int]:
        """Whose lines a decision of this game has: not the line of who had left before it."""
        return cards_to_decide(self.tournament, self.asked.game or 0, self.entrants)

    @cached_property
    def is_own(self) -> bool:
        return not own_numbers(self.me).isdisjoint(self.asked.numbers)

    @property
    def state(self) -> str:
        """The item's content and progress. A page that shows another state says so."""
        if self.item is None:
            return f"decided-{self.decision.pk}" if self.decision is not None else "settled"
        confirmed = "".join("y" if side.confirmed else "n" for side in self.item.sides)
        held = self.hold.member_id if self.hold is not None else ""
        return f"{self.item.stamp}-{confirmed}-{'signed' if self.item.is_done else ''}-{held}"

    def limits(self, number: int, opponent: str) -> CardLimits:
        """Return the limits of a line of an entrant's card: of all others only whom it names."""
        return CardLimits(self.tournament.games, self.system, number, seats_meant(self.tournament, [opponent]))

    def line_forms(self, typed: dict[str, str] | None) -> list[dict[str, Any]]:
        """Return the form of each line with its first values: the keys of the line, and its opponent."""
        places = {number: self.queue.entrants[number].place for number in self.queue.people}
        forms = []
        for number in self.numbers:
            line, others = (
                self.queue.line(number, self.asked.game or 0),
                [other for other in self.asked.numbers if other != number],
            )
            opponent = line.opponent if line is not None else next(iter(others), None)
            start = {"keys": self.system.keys_of(line), "opponent": places.get(opponent or 0, "")}
            was_typed = typed is not None and typed["number"] == str(number)
            forms.append(
                {
                    "holder": self.queue.entrants[number],
                    "written": line,
                    "typed": typed if was_typed else start,
                    "is_typed": was_typed,
                }
            )
        return forms

    def deciding(self, typed: Mapping[str, Any] | None, errors: Mapping[str, str]) -> dict[str, Any]:
        """Return the first values of a decision's form: what was typed, or the active decision."""
        start: dict[str, Any] = {
            "rule": default_rule(self.tournament),
            "reason": "",
            "decided_by": "",
            "opponent": "",
            "lines": {},
        }
        if self.decision is not None:
            lines = {str(line.entrant.number): self.system.keys_of(line.record) for line in self.decision.lines.all()}
            start |= {
                "rule": self.decision.rule,
                "reason": self.decision.reason,
                "decided_by": self.decision.decided_by,
                "lines": lines,
            }
        elif typed is None and self.me.is_director:
            start["decided_by"] = who_decides(self.tournament, self.me)
            if len(self.asked.numbers) > len(self.to_decide) == 1 and self.asked.game is not None:
                won = won_by_forfeit(Line(self.asked.game), self.tournament.scored)
                start |= {"lines": {str(self.to_decide[0]): self.system.keys_of(won)}, "reason": LEFT}
        values = start if typed is None else typed
        fields = [
            {
                "name": f"line-{number}",
                "holder": self.queue.entrants[number],
                "value": values["lines"].get(str(number), ""),
                "error": errors.get(f"line-{number}", ""),
            }
            for number in self.numbers
        ]
        if len(self.asked.numbers) == 1:
            fields.append(
                {
                    "name": "line-other",
                    "holder": None,
                    "value": values["lines"].get("other", ""),
                    "error": errors.get("line-other", ""),
                }
            )
        return {**values, "fields": fields, "is_typed": typed is not None}

    def context(
        self,
        typed: dict[str, str] | None = None,
        deciding: Mapping[str, Any] | None = None,
        errors: Mapping[str, str] | None = None,
    ) -> dict[str, Any]:
        """Return the page's context: ``typed`` and ``deciding`` are what was typed in forms that were refused."""
        history = history_of(self.tournament, self.asked, self.entrants.values())
        item = self.item
        may_act = item is not None and not self.is_own and self.hold is None
        return {
            "tournament": self.tournament,
            "me": self.me,
            "page": self,
            "item": item,
            "queue": self.queue,
            "hold": self.hold,
            "following": self.queue.next_for(self.me, after=self.key),
            "is_own": self.is_own,
            "may_act": may_act,
            "line_is_typed": typed is not None,
            "line_forms": self.line_forms(typed) if self.asked.game is not None else [],
            "decision": self.decision,
            "decision_rules": self.decision_rules,
            "rules": self.rules.items(),
            "is_of_sheets": self.tournament.is_of_sheets,
            "columns": {"own": "points", "left": "left"}.get(self.system.columns.line[0], "spreads"),
            "cards": item.cards(self.system.columns.line) if item is not None else [],
            "papers": self.papers,
            "reentries": self.reentries,
            "history": history,
            "earlier": earlier_typing(history),
            "initials": self.me.initials,
            "errors": errors or {},
            "deciding": self.deciding(deciding, errors or {}),
        }


def who_decides(tournament: Tournament, actor: StaffMember) -> str:
    """Return the name that a decision's form starts with: the head judge's, or else the director's."""
    return head_judge_of(tournament) or actor.name


Act = dict[str, Any]
"""One act on a game: when (``at``), ``who``, ``what``, and ``why`` if a reason was given."""


def _act(at: datetime, who: str, what: str, why: str = "") -> Act:
    return {"at": at, "who": who, "what": what, "why": why}


def history_of(tournament: Tournament, asked: RequestedGame, entrants: Iterable[Entrant]) -> list[Act]:
    """Return the history of a game of entrants, or of a card's sums, latest first. At most six queries."""
    entries = [*_confirmed(tournament, asked)]
    if asked.game is not None:
        both = Q(first__number__in=asked.numbers, second__number__in=asked.numbers)
        of_game = Q(tournament=tournament, game=asked.game) & both
        entries += [*_ruled(of_game), *_decided(of_game), *_typed(tournament, asked, entrants)]
    return sorted(entries, key=itemgetter("at"), reverse=True)


def _ended(row: Revocable, what: str) -> Iterator[Act]:
    if row.revoked_at is not None:
        yield _act(row.revoked_at, row.revoked_by, f"{what}: undone", row.revoked_reason)


def _confirmed(tournament: Tournament, asked: RequestedGame) -> Iterator[Act]:
    rows = Confirmation.objects.filter(
        entrant__tournament=tournament, entrant__number__in=asked.numbers, game=asked.game
    )
    for row in rows.select_related("entrant"):
        place = place_of(row.entrant)
        if asked.game is None:
            what = f"initials {row.initials} under the sums of {place}"
        else:
            what = f"{place}: entry matches the paper ({row.entered}), {row.initials}"
        yield _act(row.made_at, row.made_by, what)
        yield from _ended(row, what)


def _ruled(of_game: Q) -> Iterator[Act]:
    rulings = Ruling.objects.filter(of_game)
    for ruling in rulings:
        what = f"ruling by {', '.join(ruling.rules)}"
        yield _act(ruling.made_at, ruling.made_by, what)
        yield from _ended(ruling, what)
    for signature in Signature.objects.filter(ruling__in=rulings).select_related("ruling"):
        what = f"initials {signature.initials} under the ruling by {', '.join(signature.ruling.rules)}"
        yield _act(signature.made_at, signature.made_by, what)
        yield from _ended(signature, what)


def _decided(of_game: Q) -> Iterator[Act]:
    decisions = list(Decision.objects.filter(of_game))
    lines: dict[int, list[str]] = {}
    if decisions:
        for line in DecidedLine.objects.filter(decision__in=decisions).select_related("entrant"):
            words = f"{place_of(line.entrant)} {line_in_words(line.record)}"
            lines.setdefault(line.decision_id, []).append(words)
    for decision in decisions:
        who = f" of {decision.decided_by}" if decision.decided_by else ""
        what = f"decision{who} by {decision.rule}: {', '.join(lines.get(decision.pk, []))}"
        yield _act(decision.made_at, decision.made_by, what, decision.reason)
        yield from _ended(decision, what)


def _typed(tournament: Tournament, asked: RequestedGame, entrants: Iterable[Entrant]) -> Iterator[Act]:
    """Yield the earlier entries of re-entered lines, from the log."""
    named = {seat_and_name(entrant): entrant for entrant in entrants}
    field = f"game {asked.game}"
    entries = AuditEntry.objects.filter(
        tournament=tournament, subject__in=named, before__has_key=field, after__has_key=field
    )
    for entry in entries:
        place = place_of(named[entry.subject])
        was, now = _line_of(entry.before, field), _line_of(entry.after, field)
        yield _act(entry.at, entry.who, f"{place} re-entered: {was} before, {now} now")


def _line_of(data: Any, field: str) -> str:
    return str(data[field]) if data[field] is not None else "no line"


def earlier_typing(history: Sequence[Act]) -> list[Act]:
    """Return the entries of the history that re-entered a line."""
    return [entry for entry in history if " re-entered: " in entry["what"]]
