"""One game of two cards, in the queue or not, and its history."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from operator import itemgetter
from typing import Any

from django.db.models import Q

from scorecards.checking.items import RequestedGame
from scorecards.hooks import head_judge_of
from scorecards.models import Confirmation, DecidedLine, Decision, Line, Revocable, Ruling, Signature
from scorecards.rules.entry.line_notation import line_in_words
from tournaments.models import AuditEntry, Entrant, StaffMember, Tournament
from tournaments.rules.scorings import LINE_COLUMNS
from tournaments.rules.text import place_of, seat_and_name
from tournaments.rules.types import Line as LineRecord


def who_decides(tournament: Tournament, actor: StaffMember) -> str:
    """Return the name that a decision's form starts with: the head judge's, or else the director's."""
    return head_judge_of(tournament) or actor.name


def lines_written(tournament: Tournament, asked: RequestedGame) -> dict[int, LineRecord]:
    """Return the lines of a game as written, by entrant's number. One query."""
    rows = Line.objects.filter(
        scorecard__entrant__tournament=tournament, scorecard__entrant__number__in=asked.numbers, game=asked.game or 0
    ).values_list("scorecard__entrant__number", "game", "opponent__number", *LINE_COLUMNS)
    return {number: LineRecord(game, *rest) for number, game, *rest in rows}


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
