"""The data of one item's page: a game or the sums of a card to check, with forms, history and who is at the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import Http404

from scorecards.cards.selectors.stack import card_holders, own_numbers, seat_plan
from scorecards.checking.check_queue import CheckQueue
from scorecards.checking.items import CheckItem, RequestedGame, key_of_game, requested_game
from scorecards.checking.selectors.game import earlier_typing, history_of, who_decides
from scorecards.checking.selectors.queue import check_queue
from scorecards.checking.selectors.reading_list import decisions_of, reentered_lines
from scorecards.checking.services.decisions import cards_to_decide, default_rule
from scorecards.models import Confirmation, Decision, TableHold
from scorecards.records.pictures import Crop, crops_of_lines, has_picture
from scorecards.rules.citations import summary_of
from scorecards.rules.discrepancies import won_by_forfeit
from scorecards.rules.entry.card_reading import CardLimits
from scorecards.rules.scoring_systems.interface import ScoringSystem
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.records.entrants import entrants_by_number
from tournaments.rules.types import Line

LEFT = "The opponent had left: win by 10."
"""The reason with which a decision about a line against somebody who had left starts; custom, no rule."""


@dataclass(frozen=True)
class ItemPage:
    """The data of one item's page. There may be nothing to do about the item, or nothing any more."""

    tournament: Tournament
    me: StaffMember
    key: str
    asked: RequestedGame
    entrants: Mapping[int, Entrant]

    @cached_property
    def queue(self) -> CheckQueue:
        return check_queue(self.tournament)

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

    @cached_property
    def holders(self) -> Sequence[Entrant]:
        return card_holders(self.tournament)

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

    def limits(self, number: int) -> CardLimits:
        return CardLimits(self.tournament.games, self.system, number, seat_plan(self.holders))

    def line_forms(self, typed: dict[str, str] | None = None) -> list[dict[str, Any]]:
        """Return the form of each line with its first values: the keys of the line, and its opponent."""
        places = {number: self.queue.entrants[number].place for number in self.queue.people}
        cards = (card for card in self.queue.cards if card.entrant in self.asked.numbers)
        written = {card.entrant: line for card in cards for line in card.lines if line.game == self.asked.game}
        forms = []
        for number in self.numbers:
            line, others = written.get(number), [other for other in self.asked.numbers if other != number]
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


def page_of(tournament: Tournament, me: StaffMember, key: str) -> ItemPage:
    """Return the page for an item's key; an address that names no game of this event is none."""
    asked = requested_game(key)
    if asked is None or (asked.game or 1) > tournament.games:
        raise Http404("no such game")
    if asked.game is not None and key != key_of_game(asked.game, asked.numbers):
        raise Http404("a game is called by its entrants' numbers in order")
    entrants = entrants_by_number(tournament, asked.numbers, is_photographed=has_picture())
    if len(entrants) != len(set(asked.numbers)):
        raise Http404("no such entrant")
    return ItemPage(tournament, me, key, asked, entrants)
