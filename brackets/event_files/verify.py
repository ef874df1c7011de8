"""Verify a stored tournament: everything is calculated again from the cards as written."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import F
from django.utils.dateformat import format as date_format

from brackets.event_files.export import event_file_of
from brackets.event_files.reading import read_event
from brackets.models import Bracket, HeldPosting, Posting, Seed
from brackets.rules.report import with_bracket
from scorecards.models import Correction, Decision, Ruling, StoredResult
from scorecards.records.facts import facts_of
from scorecards.records.recalculate import bring_up_to_date
from scorecards.rules.calculation import RULES_VERSION, Calculation, calculate
from scorecards.rules.corrections import corrections_of
from scorecards.rules.crosscheck import CrossCheck, FoundRuling
from scorecards.rules.event_result import EventResult, places_to_json
from tournaments.event_file.errors import EventFileError
from tournaments.event_file.writing import write_event_file
from tournaments.models import AuditEntry, Tournament
from tournaments.rules.log_chain import first_misfit, plain_seal, seal_of
from tournaments.rules.scorings import LINE_COLUMNS
from tournaments.rules.types import DecisionRecord, EventFile, Line


def log_differences(tournament: Tournament, seal: str = "") -> list[str]:
    """Return what shows that the activity log was altered.

    That is the first entry that does not fit, entries cut off at the end, and each posting whose seal is gone. The log
    may be altered with all its seals; paper that was printed before, and copies, then show another one: ``seal``, which
    somebody read there, must be of an entry.
    """
    entries = AuditEntry.objects.filter(tournament=tournament).order_by(F("number").asc(nulls_last=True), "pk")
    found = []
    if misfit := first_misfit(entry.linked for entry in entries.iterator()):
        entry, what = misfit
        when = date_format(entry.at.astimezone(ZoneInfo(tournament.time_zone)), "D, M j, g:i A")
        place = f"entry {entry.number}" if entry.number else "an entry"
        found.append(f"log: {place} ({when}, {entry.who}, {entry.action} {entry.subject}) {what}")
    else:
        found += _end_of_log(tournament, entries.last())
    digests = set(entries.values_list("digest", flat=True))
    postings = Posting.objects.filter(tournament=tournament).exclude(log_head="").order_by("number")
    unknown = [posting for posting in postings if posting.log_head not in digests]
    found += [f"log: no entry has the seal of posting {one.number}, {one.log_seal}" for one in unknown]
    held = HeldPosting.objects.filter(tournament=tournament).exclude(log_head="").order_by("pk").defer("cards")
    lost = [hold for hold in held if hold.log_head not in digests]
    found += [f"log: no entry has the seal of the posting held by {hold.made_by}, {hold.log_seal}" for hold in lost]
    if seal and plain_seal(seal) not in {plain_seal(seal_of(digest)) for digest in digests}:
        found.append(f"log: no entry has the seal {seal}")
    return found


def _end_of_log(tournament: Tournament, last: AuditEntry | None) -> Iterator[str]:
    """Compare the end of the log with what the event keeps about it."""
    length, head = Tournament.objects.filter(pk=tournament.pk).values_list("log_length", "log_head").get()
    number, digest = (last.number or 0, last.digest) if last is not None else (0, "")
    if number < length:
        lost = f"entry {length} was" if length == number + 1 else f"entries {number + 1} to {length} were"
        yield f"log: {lost} written and cut off at the end"
    elif (number, digest) != (length, head):
        is_last, was_last = f"{number}, seal {seal_of(digest)}", f"{length}, {seal_of(head)}"
        yield f"log: entry {is_last}, is not the last that was written: {was_last}"


def all_differences(tournament: Tournament, seal: str = "") -> list[str]:
    """Return what is wrong with the log (:func:`log_differences`), and what does not follow from the cards."""
    return [*log_differences(tournament, seal), *differences(tournament)]


def differences(tournament: Tournament) -> list[str]:
    """Return every difference between what is stored and what the cards as written come to, in words.

    An empty list proves the rulings, corrections, standings and the bracket. What is stored is first read as an event
    file would be: where that is refused already, nothing can be worked out from it. A result that nobody has read since
    the last change is worked out and stored before it is compared.
    """
    if halves := list(_incomplete_decisions(tournament)):
        return halves
    try:
        event_file = read_event(write_event_file(event_file_of(tournament)).encode())
    except EventFileError as error:
        return [f"stored event: {message}" for message in error.errors]
    bring_up_to_date(tournament)
    # What qualifies by the cards may be more than the bracket was drawn for.
    event_file = replace(event_file, event=facts_of(tournament).event)
    calculation = calculate(event_file)
    return [
        *_decisions_dropped(tournament, event_file),
        *_report_differences(tournament, event_file, calculation),
        *_ruling_differences(tournament, calculation.result),
        *_correction_differences(tournament, event_file, calculation.check),
        *_bracket_differences(tournament, calculation.result),
    ]


def earlier_rules(tournament: Tournament) -> int | None:
    """Return by which version of the rules a posted event was calculated, if not by the one of today."""
    results = StoredResult.objects.filter(tournament=tournament, tournament__latest_posting__gt=0)
    return results.filter(rules__lt=RULES_VERSION).values_list("rules", flat=True).first()


def _incomplete_decisions(tournament: Tournament) -> Iterator[str]:
    """Yield decisions without any line; where one line is too few or too many reading them says."""
    for decision in (
        Decision.objects.active().filter(tournament=tournament, lines__isnull=True).select_related("first", "second")
    ):
        who = f"{decision.first.number} and {decision.second.number}"
        yield f"decision: game {decision.game} of {who} has no line"


def _decisions_dropped(tournament: Tournament, event_file: EventFile) -> Iterator[str]:
    """Yield decisions of one line where both owe one: reinstating, or entering a line, would have revoked them."""
    held = {(decision.game, *decision.entrants) for decision in event_file.decisions}
    for decision in Decision.objects.active().filter(tournament=tournament).select_related("first", "second"):
        if (key := (decision.game, decision.first.number, decision.second.number)) not in held:
            yield "decision: game {} of {} and {} has one line, both owe one".format(*key)


def _report_differences(tournament: Tournament, event_file: EventFile, calculation: Calculation) -> Iterator[str]:
    stored = StoredResult.objects.filter(tournament=tournament).first()
    if stored is None and not (event_file.scorecards or event_file.decisions):
        return
    if stored is None:
        yield "report: none is stored"
    else:
        yield from _compare("report", stored.report, calculation.result.to_json())
        yield from _compare("before any ruling", stored.before, places_to_json(calculation.before.places))
        yield from _compare("flags", stored.passes, [list(flagged) for flagged in calculation.check.passes])


def _compare(path: str, stored: Any, computed: Any) -> Iterator[str]:
    if isinstance(stored, dict) and isinstance(computed, dict):
        for key in dict.fromkeys((*computed, *stored)):
            yield from _compare(f"{path}.{key}", stored.get(key), computed.get(key))
    elif isinstance(stored, list) and isinstance(computed, list) and len(stored) == len(computed):
        for index, (one, other) in enumerate(zip(stored, computed, strict=True)):
            yield from _compare(f"{path}[{index}]", one, other)
    elif type(stored) is not type(computed) or stored != computed:
        yield f"{path}: stored {stored!r}, worked out {computed!r}"


def _ruling_differences(tournament: Tournament, result: EventResult) -> Iterator[str]:
    stored = Counter(
        (ruling.game, ruling.first.number, ruling.second.number, tuple(ruling.rules))
        for ruling in Ruling.objects.active().filter(tournament=tournament).select_related("first", "second")
    )
    computed = Counter((ruling.game, *ruling.entrants, ruling.rules) for ruling in result.rulings)
    yield from _count_differences("ruling", stored, computed)


def _correction_differences(tournament: Tournament, event_file: EventFile, check: CrossCheck) -> Iterator[str]:
    """Compare the corrections of each line, in the order in which they lead to the line in force."""
    cause = (
        *("ruling__game", "ruling__first__number", "ruling__second__number"),
        *("decision__game", "decision__first__number", "decision__second__number"),
    )
    numbers = [f"{side}_{name}" for side in ("before", "after") for name in _LINE]
    rows = Correction.objects.active().filter(entrant__tournament=tournament).order_by("pk")
    stored: dict[tuple[int, int], list[tuple[Any, ...]]] = {}
    for entrant, game, *values in rows.values_list("entrant__number", "game", "rule", *numbers, *cause):
        stored.setdefault((entrant, game), []).append(tuple(values))
    computed: dict[tuple[int, int], list[tuple[Any, ...]]] = {}
    for record in corrections_of(event_file, check):
        values = (record.rule, *_values(record.before), *_values(record.after), *_cause(record.cause))
        computed.setdefault((record.entrant, record.after.game), []).append(values)
    for entrant, game in sorted(stored.keys() | computed.keys()):
        path = f"corrections of entrant {entrant}, game {game}"
        yield from _compare(path, stored.get((entrant, game), []), computed.get((entrant, game), []))


_LINE = ("opponent__number", *LINE_COLUMNS)


def _values(line: Line | None) -> tuple[int | None, ...]:
    if line is None:
        return (None,) * len(_LINE)
    return (line.opponent, *(getattr(line, column) for column in LINE_COLUMNS))


def _cause(cause: FoundRuling | DecisionRecord | None) -> tuple[int | None, ...]:
    nothing = (None, None, None)
    if isinstance(cause, FoundRuling):
        return (cause.game, *cause.entrants, *nothing)
    if cause is not None:
        return (*nothing, cause.game, *cause.entrants)
    return nothing + nothing


def _bracket_differences(tournament: Tournament, result: EventResult) -> Iterator[str]:
    """Compare a drawn bracket with the posting it was drawn from, or with the cards where a file brought it along.

    Incomplete cards, as of somebody who was added since, give no bracket.
    """
    bracket = Bracket.objects.filter(tournament=tournament).select_related("posting").first()
    if bracket is None:
        return
    source = bracket.posting.result if bracket.posting is not None else with_bracket(result)
    if bracket.posting is None and not source.seeded:
        return
    yield from _compare("bracket.size", bracket.size, source.bracket_size)
    stored = list(Seed.objects.filter(bracket=bracket).order_by("seed").values_list("seed", "entrant__number"))
    yield from _compare("bracket.seeds", stored, list(enumerate(source.seeded, start=1)))


def _count_differences(
    what: str, stored: Counter[tuple[Any, ...]], computed: Counter[tuple[Any, ...]]
) -> Iterator[str]:
    for key in sorted(stored - computed, key=repr):
        yield f"{what}: stored {key}, but the cards do not lead to it"
    for key in sorted(computed - stored, key=repr):
        yield f"{what}: the cards lead to {key}, but it is not stored"
