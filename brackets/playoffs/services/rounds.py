"""Run a round: its start, absences, and calls to tables."""

from datetime import datetime

from brackets.models import NonAppearance, RoundStart, TableCall
from brackets.playoffs.selectors import Playoffs, now
from brackets.playoffs.services.matches import drawn_playoffs, match_in, subject_of_match
from brackets.rules.forfeits import ABSENCE_RULE, Half
from brackets.rules.seeding import DrawnMatch
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.refused import Refused

TABLE_LENGTH = 20


def set_start(tournament: Tournament, actor: StaffMember, *, round_number: int, starts_at: datetime | None) -> None:
    """Set when a round starts, or with ``None`` that this is open again; the forfeit clock runs from there.

    Raises:
        Refused: there is no such round, or games were forfeited by the clock in it already.
    """
    with tournament_change(tournament, affects_cards=False) as locked:
        playoffs = drawn_playoffs(locked)
        if not 1 <= round_number <= len(playoffs.rounds):
            raise Refused("This bracket has no such round.")
        before = playoffs.starts.get(round_number)
        if (before.starts_at if before is not None else None) == starts_at:
            return
        rule = ABSENCE_RULE[locked.edition]
        forfeited = (row for row in playoffs.stored.values() if row.round == round_number and row.rule == rule)
        if before is not None and any(forfeited):
            raise Refused("Games of this round are already forfeited by the clock. Undo those forfeits first.")
        RoundStart.objects.active().filter(bracket=playoffs.bracket, round=round_number).revoke(actor.name, "changed")
        if starts_at is not None:
            RoundStart.objects.create(
                bracket=playoffs.bracket, round=round_number, starts_at=starts_at, made_by=actor.name
            )
        record_change(
            locked,
            actor,
            AuditAction.START_SET,
            f"round {round_number}",
            before=before.starts_at.isoformat() if before is not None else None,
            after=starts_at.isoformat() if starts_at is not None else None,
        )


def note_absence(tournament: Tournament, actor: StaffMember, *, round_number: int, slot: int, half: Half) -> None:
    """Note that a side is absent. Do nothing if that is noted already.

    Raises:
        Refused: the round has no start, the match cannot be played or is won, or both facts are noted:
            that they were missing and that they came.
    """
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        playoffs, match = _open_match(locked, round_number, slot)
        if round_number not in playoffs.starts:
            raise Refused("Set the start time of this round first. The clock runs from there.")
        found = playoffs.absence(match, half)
        if found is not None and found.arrived_at is not None:
            raise Refused("This player has already arrived. Undo the arrival if that was wrong.")
        if found is None:
            side = half.side_of(match)
            assert side is not None, "an open match has both sides"
            entrant = Entrant.objects.get(tournament=locked, number=side.entrant)
            NonAppearance.objects.create(
                bracket=playoffs.bracket, round=round_number, entrant=entrant, made_by=actor.name
            )
            record_change(
                locked, actor, AuditAction.ABSENCE_NOTED, _about(entrant, round_number), after={"absent": True}
            )


def note_arrival(tournament: Tournament, actor: StaffMember, *, round_number: int, slot: int, half: Half) -> None:
    """Note once that a side has arrived, which stops its clock (13.1); Refused if it was not missing."""
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        _, found = _absence(locked, round_number, slot, half)
        if found.arrived_at is None:
            found.arrived_at, found.arrival_by = now(), actor.name
            found.save(update_fields=["arrived_at", "arrival_by"])
            record_change(
                locked,
                actor,
                AuditAction.ARRIVAL_NOTED,
                _about(found.entrant, round_number),
                after=found.arrived_at.isoformat(),
            )


def revoke_absence(tournament: Tournament, actor: StaffMember, *, round_number: int, slot: int, half: Half) -> None:
    """Revoke a side's arrival, or else its absence; Refused without one, and once games are forfeited."""
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        playoffs, found = _absence(locked, round_number, slot, half)
        current = playoffs.stored.get((round_number, slot))
        is_forfeited = current is not None and bool(current.forfeits) and current.forfeited_by == half.value
        if found.arrived_at is None and is_forfeited:
            raise Refused("Games are forfeited for this absence. Undo those forfeits first.")
        NonAppearance.objects.filter(pk=found.pk).revoke(actor.name, "undone")
        if found.arrived_at is not None:
            NonAppearance.objects.create(
                bracket=playoffs.bracket, round=round_number, entrant=found.entrant, made_by=found.made_by
            )
        action = AuditAction.ARRIVAL_UNDONE if found.arrived_at is not None else AuditAction.ABSENCE_UNDONE
        record_change(locked, actor, action, _about(found.entrant, round_number))


def call_to_table(tournament: Tournament, actor: StaffMember, *, round_number: int, slot: int, table: str) -> None:
    """Call both sides of a match to a table; a blank one revokes the call.

    Raises:
        Refused: the match cannot be played or is won, the name is too long, or another match that is not
            won yet is at that table.
    """
    table = " ".join(table.split())
    with tournament_change(tournament, affects_cards=False) as locked:
        playoffs, match = _open_match(locked, round_number, slot)
        if len(table) > TABLE_LENGTH:
            raise Refused(f"Table name “{table[:40]}” is too long. Use at most {TABLE_LENGTH} characters.")
        busy = _busy_tables(playoffs, but=(round_number, slot))
        if table.casefold() in busy:
            other = busy[table.casefold()]
            raise Refused(
                f"Table {table} is in use by match {other.slot} of round {other.round}. Choose another table."
            )
        _call(locked, actor, playoffs, match, table)


def call_round(tournament: Tournament, actor: StaffMember, *, round_number: int, first: int) -> int:
    """Call every match of a round that can be played and has no table, to the free tables from ``first`` on.

    Returns how many were called.

    Raises:
        Refused: there is no such round, no match in it waits for a table, or ``first`` is not from 1 to 999.
    """
    with tournament_change(tournament, affects_cards=False) as locked:
        playoffs = drawn_playoffs(locked)
        if not 1 <= first <= 999:
            raise Refused("Enter a table number from 1 to 999.")
        matches = playoffs.rounds[round_number - 1] if 1 <= round_number <= len(playoffs.rounds) else ()
        waiting = [match for match in matches if match.is_open and (match.round, match.slot) not in playoffs.tables]
        if not waiting:
            raise Refused("No match of this round needs a table.")
        busy = _busy_tables(playoffs)
        number = first
        for match in waiting:
            while str(number) in busy:
                number += 1
            _call(locked, actor, playoffs, match, str(number))
            number += 1
        return len(waiting)


def _absence(tournament: Tournament, round_number: int, slot: int, half: Half) -> tuple[Playoffs, NonAppearance]:
    playoffs = drawn_playoffs(tournament)
    found = playoffs.absence(match_in(playoffs, round_number, slot), half)
    if found is None:
        raise Refused("This player is not marked as missing.")
    return playoffs, found


def _open_match(tournament: Tournament, round_number: int, slot: int) -> tuple[Playoffs, DrawnMatch]:
    playoffs = drawn_playoffs(tournament)
    match = match_in(playoffs, round_number, slot)
    if match.winner is not None:
        raise Refused("This match is already won.")
    return playoffs, match


def _busy_tables(playoffs: Playoffs, but: tuple[int, int] | None = None) -> dict[str, TableCall]:
    busy = {}
    for slot, call in playoffs.tables.items():
        match = playoffs.match(*slot)
        if slot != but and match is not None and match.is_open:
            busy[call.table.casefold()] = call
    return busy


def _call(tournament: Tournament, actor: StaffMember, playoffs: Playoffs, match: DrawnMatch, table: str) -> None:
    before = playoffs.tables.get((match.round, match.slot))
    if (before.table if before is not None else "") == table:
        return
    active = TableCall.objects.active().filter(bracket=playoffs.bracket, round=match.round, slot=match.slot)
    active.revoke(actor.name, "called elsewhere" if table else "undone")
    if table:
        TableCall.objects.create(
            bracket=playoffs.bracket, round=match.round, slot=match.slot, table=table, made_by=actor.name
        )
    record_change(
        tournament,
        actor,
        AuditAction.CALLED_TO_TABLE if table else AuditAction.TABLE_CALL_UNDONE,
        subject_of_match(tournament, match),
        before=before.table if before is not None else None,
        after=table or None,
    )


def _about(entrant: Entrant, round_number: int) -> str:
    return f"{entrant.name[:180]}, round {round_number}"
