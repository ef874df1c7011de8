"""Store the outcome of an event's cards: the result, its rulings and corrections.

Rulings and corrections follow from the cards. Those that still hold stay, with the initials under them. Those that do
not are revoked, and new ones are records of their own.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from django.db.models import Q
from django.utils import timezone

from scorecards.models import Correction, Decision, Ruling, Signature, StoredResult
from scorecards.rules.calculation import RULES_VERSION, Calculation, calculate
from scorecards.rules.corrections import CorrectionRecord, corrections_of
from scorecards.rules.crosscheck import FoundRuling
from scorecards.rules.event_result import places_to_json
from tournaments.models import Entrant, Tournament
from tournaments.records.entrants import entrants_by_number
from tournaments.rules.scorings import LINE_COLUMNS
from tournaments.rules.types import DecisionRecord, EventFile

MADE_BY_CHECK = "cross-check"
CARDS_CHANGED = "the cards lead to something else now"

GameKey = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the cards of one version come to; ``calculation`` is ``None`` where there is nothing on any card yet."""

    cards_version: int
    event_file: EventFile
    calculation: Calculation | None


def calculate_outcome(cards_version: int, event_file: EventFile) -> Outcome:
    """Calculate the result of an event if there is anything on a card."""
    has_cards = bool(event_file.scorecards or event_file.decisions)
    return Outcome(cards_version, event_file, calculate(event_file) if has_cards else None)


def store_outcome(tournament: Tournament, outcome: Outcome) -> None:
    """Store what the cards come to. ``tournament`` is locked; runs inside the caller's transaction."""
    if outcome.calculation is not None:
        store_result(tournament, outcome.event_file, outcome.calculation)
        return
    store_rulings(tournament, outcome.event_file, None)
    StoredResult.objects.filter(tournament=tournament).delete()


def store_result(tournament: Tournament, event_file: EventFile, calculation: Calculation) -> None:
    """Store a calculated result with its rulings. Runs inside the caller's transaction."""
    store_rulings(tournament, event_file, calculation)
    _end_decisions_without_cause(tournament, event_file)
    values = {
        "report": calculation.result.to_json(),
        "passes": [list(flagged) for flagged in calculation.check.passes],
        "before": places_to_json(calculation.before.places),
        "version": tournament.version,
        "rules": RULES_VERSION,
        "calculated_at": timezone.now(),
    }
    # The tournament is locked, so nobody else stores a result now.
    if not StoredResult.objects.filter(tournament=tournament).update(**values):
        StoredResult.objects.create(tournament=tournament, **values)


def _end_decisions_without_cause(tournament: Tournament, event_file: EventFile) -> None:
    """Revoke decisions that no longer fit the facts: of one line, and the other side is back or has a line by now."""
    known = {(decision.game, *decision.entrants) for decision in event_file.decisions}
    rows = Decision.objects.active().filter(tournament=tournament).order_by()
    stored = rows.values_list("pk", "game", "first__number", "second__number")
    ended = [key for key, *game in stored if tuple(game) not in known]
    if ended:
        Decision.objects.filter(pk__in=ended).revoke(MADE_BY_CHECK, "the opponent is back, or has a line")


def store_rulings(tournament: Tournament, event_file: EventFile, calculation: Calculation | None) -> None:
    """Store the rulings and corrections that a cross-check found, and revoke those it no longer finds."""
    found = calculation.check.rulings if calculation is not None else ()
    wanted: dict[tuple[int, int], list[CorrectionRecord]] = {}
    if calculation is not None:
        for record in corrections_of(event_file, calculation.check):
            wanted.setdefault((record.entrant, record.after.game), []).append(record)
    numbers = dict(Entrant.objects.filter(tournament=tournament).values_list("pk", "number"))
    chains = _chains_stored(tournament, numbers)
    changed = {
        key for key, chain in wanted.items() if _found_values(chain) != _stored_values(chains.get(key, ()), numbers)
    }
    rulings = _store_rulings_found(tournament, found, [wanted[key] for key in changed], numbers)
    standing = {None, *(ruling.pk for ruling in rulings.values())}  # None: no ruling leads to the correction
    # A correction goes with its ruling or decision: where that is revoked, so is the correction.
    orphaned = {
        key
        for key, chain in chains.items()
        if any(row.ruling_id not in standing or (row.decision and row.decision.revoked_at) for row in chain)
    }
    stale = {key for key in chains if key not in wanted} | (changed & chains.keys()) | orphaned
    if stale:
        rows = [row.pk for key in stale for row in chains[key]]
        Correction.objects.filter(pk__in=rows).revoke(MADE_BY_CHECK, CARDS_CHANGED)
    fresh = [key for key in wanted if key in changed or key in orphaned]
    if fresh:
        _store_corrections(tournament, [record for key in fresh for record in wanted[key]], rulings)


def end_rulings(tournament: Tournament, lines: Collection[tuple[int, int]]) -> None:
    """End the rulings on lines, by their entrants' primary keys and games, and the initials. One query, or three.

    The lines, or a decision in their place, have changed: whatever the cards lead to now, nobody has initialed it.
    """
    entrants, games = {entrant for entrant, _ in lines}, {game for _, game in lines}
    concerned = Q(first__in=entrants) | Q(second__in=entrants)
    rows = Ruling.objects.active().filter(concerned, tournament=tournament, game__in=games)
    ended = [
        key
        for key, game, *both in rows.values_list("pk", "game", "first_id", "second_id")
        if any((entrant, game) in lines for entrant in both)
    ]
    if ended:
        _end(ended)


def _end(rulings: Collection[int]) -> None:
    Ruling.objects.filter(pk__in=rulings).revoke(MADE_BY_CHECK, CARDS_CHANGED)
    Signature.objects.active().filter(ruling__in=rulings).revoke(MADE_BY_CHECK, CARDS_CHANGED)


def _chains_stored(tournament: Tournament, numbers: Mapping[int, int]) -> dict[tuple[int, int], list[Correction]]:
    """Return the corrections in force by entrant and game, each chain in the order in which it applies."""
    rows = Correction.objects.active().filter(entrant__tournament=tournament).order_by("pk")
    chains: dict[tuple[int, int], list[Correction]] = {}
    for row in rows.select_related("decision"):
        chains.setdefault((numbers[row.entrant_id], row.game), []).append(row)
    return chains


CorrectionValues = list[tuple[object, ...]]
# The columns of a line, and of both sides of a stored correction, in their order.
_columns, _columns_before, _columns_after = (
    attrgetter(*(prefix + column for column in LINE_COLUMNS)) for prefix in ("", "before_", "after_")
)


def _stored_values(chain: Sequence[Correction], numbers: Mapping[int, int]) -> CorrectionValues:
    """Return stored corrections in the form in which :func:`_found_values` returns those that were found."""
    return [
        (
            row.rule,
            (row.before_opponent_id and numbers[row.before_opponent_id], *_columns_before(row)),
            (row.after_opponent_id and numbers[row.after_opponent_id], *_columns_after(row)),
            "ruling" if row.ruling_id else "decision" if row.decision_id else "arithmetic",
        )
        for row in chain
    ]


def _found_values(chain: Sequence[CorrectionRecord]) -> CorrectionValues:
    values: CorrectionValues = []
    for record in chain:
        before, after = record.before, record.after
        cause = record.cause
        kind = "ruling" if isinstance(cause, FoundRuling) else "decision" if cause is not None else "arithmetic"
        values.append(
            (
                record.rule,
                (before.opponent, *_columns(before)) if before else (None, *(None for _ in LINE_COLUMNS)),
                (after.opponent, *_columns(after)),
                kind,
            )
        )
    return values


def _store_rulings_found(
    tournament: Tournament,
    found: Sequence[FoundRuling],
    fresh: Sequence[Sequence[CorrectionRecord]],
    numbers: Mapping[int, int],
) -> dict[GameKey, Ruling]:
    """Return the active ruling of each game; one with other corrections is stored again and needs initials again."""
    changed = {_game(record.cause) for chain in fresh for record in chain if isinstance(record.cause, FoundRuling)}
    stored = {
        (ruling.game, *sorted((numbers[ruling.first_id], numbers[ruling.second_id]))): ruling
        for ruling in Ruling.objects.active().filter(tournament=tournament)
    }
    wanted = {_game(ruling): ruling for ruling in found}
    kept = {
        key: ruling
        for key, ruling in stored.items()
        if key in wanted and tuple(ruling.rules) == wanted[key].rules and key not in changed
    }
    ended = [ruling.pk for key, ruling in stored.items() if key not in kept]
    if ended:
        _end(ended)
    missing = [ruling for key, ruling in wanted.items() if key not in kept]
    if missing:
        entrants = entrants_by_number(tournament, {number for ruling in missing for number in ruling.entrants})
        new = Ruling.objects.bulk_create(
            Ruling(
                tournament=tournament,
                game=ruling.game,
                first=entrants[ruling.entrants[0]],
                second=entrants[ruling.entrants[1]],
                rules=list(ruling.rules),
                made_by=MADE_BY_CHECK,
            )
            for ruling in missing
        )
        kept |= {_game(ruling): row for ruling, row in zip(missing, new, strict=True)}
    return kept


def _game(ruling: FoundRuling) -> GameKey:
    return (ruling.game, *ruling.entrants)


def _store_corrections(
    tournament: Tournament, records: Sequence[CorrectionRecord], rulings: Mapping[GameKey, Ruling]
) -> None:
    named = {record.entrant for record in records}
    for record in records:
        lines = (record.before, record.after)
        named |= {line.opponent for line in lines if line is not None and line.opponent is not None}
    entrants = entrants_by_number(tournament, named)
    decisions = {
        (decision.game, decision.first.number, decision.second.number): decision
        for decision in Decision.objects.active().filter(tournament=tournament).select_related("first", "second")
    }
    rows = []
    for record in records:
        row = _correction(entrants, record)
        if isinstance(record.cause, FoundRuling):
            row.ruling = rulings[_game(record.cause)]
        elif isinstance(record.cause, DecisionRecord):
            row.decision = decisions[record.cause.game, *record.cause.entrants]
            row.made_by = row.decision.made_by
        rows.append(row)
    Correction.objects.bulk_create(rows)


def _correction(entrants: Mapping[int, Entrant], record: CorrectionRecord) -> Correction:
    before, after = record.before, record.after
    return Correction(
        entrant=entrants[record.entrant],
        game=after.game,
        before_opponent=entrants[before.opponent] if before and before.opponent else None,
        after_opponent=entrants[after.opponent] if after.opponent else None,
        **{f"before_{column}": getattr(before, column) if before else None for column in LINE_COLUMNS},
        **{f"after_{column}": getattr(after, column) for column in LINE_COLUMNS},
        rule=record.rule,
        made_by=MADE_BY_CHECK,
    )
