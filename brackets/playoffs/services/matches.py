"""Play the bracket: results, corrections, undo. Every result is a record of its own, with actor and time."""

from collections.abc import Collection, Sequence
from typing import Any

from brackets.models import Match, TableCall
from brackets.playoffs.selectors.state import Playoffs, now, playoffs_of
from brackets.rules.forfeits import ABSENCE_RULE, OPEN_RULE, REMOVAL_RULE, Half, remove_from_match
from brackets.rules.seeding import DrawnMatch, MatchResult, ends_of, games_to_win, results_resting_on
from scorecards.cards.selectors.stack import own_numbers
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, StaffMember, Tournament
from tournaments.records.entrants import entrants_by_number
from tournaments.refused import Refused
from tournaments.rules.text import number_of

# Why a match is given to one side without being played out, and the rule that is cited for it.
GROUNDS = {"left": ABSENCE_RULE, "removed": REMOVAL_RULE, "decided": OPEN_RULE}


class MatchChanged(Refused):
    """Somebody else changed the result meanwhile; ``current`` is the new one, ``None`` if it was undone."""

    def __init__(self, current: Match | None) -> None:
        super().__init__("This match already has another result. Compare both, then choose.")
        self.current = current


class LaterResultsStand(Refused):
    """Later results depend on this match; ``later`` are those to revoke first, the latest round first."""

    def __init__(self, later: Sequence[Match]) -> None:
        super().__init__("Later results depend on who won this match. Undo them together with it.")
        self.later = tuple(later)


def record_result(
    tournament: Tournament,
    actor: StaffMember,
    *,
    round_number: int,
    slot: int,
    games: tuple[int, int],
    seen: int,
    also_revoke: Collection[int] = (),
) -> Match:
    """Record how a match ended, in games won by the upper and the lower side; the winner moves on.

    ``seen`` is the key of the result that the page showed, 0 for none. Where another winner would move on and
    later matches have results, their keys must be in ``also_revoke``: they are undone with it. Recording what
    stands already changes nothing.

    Raises:
        MatchChanged: the match has another result than the page showed.
        LaterResultsStand: other results than ``also_revoke`` rest on this match.
        Refused: there is no such match to be won, it is the actor's own, or it cannot end like this.
    """
    with tournament_change(tournament, affects_cards=False) as locked:
        playoffs, match = _match_to_play(locked, actor, round_number, slot)
        current = playoffs.stored.get((round_number, slot))
        if current is not None and (current.upper_games, current.lower_games) == games:
            return current
        _refuse_if_changed(current, seen)
        _refuse_impossible(playoffs, match, games, current)
        result = MatchResult(*games)
        _revoke_later_results(locked, actor, playoffs, match, result, also_revoke)
        kept = _forfeits_kept(current) | {"keeps_award": _loser_never_arrived(playoffs, match, result)}
        return _store(locked, actor, playoffs, match, result, AuditAction.RESULT_RECORDED, **kept)


def record_forfeits(tournament: Tournament, actor: StaffMember, *, round_number: int, slot: int, seen: int) -> Match:
    """Record every forfeit that has fallen due in a match by now (rule 13.1; ``acc-2010``: rule 12.2).

    Raises:
        MatchChanged: the match has another result than the page showed.
        Refused: no forfeit is due.
    """
    with tournament_change(tournament, affects_cards=False) as locked:
        playoffs, match = _match_to_play(locked, actor, round_number, slot)
        current = playoffs.stored.get((round_number, slot))
        _refuse_if_changed(current, seen)
        clock = playoffs.clock(match, now())
        if clock is None or not clock.to_record:
            raise Refused("No forfeit is due in this match.")
        due = clock.to_record
        return _store(
            locked,
            actor,
            playoffs,
            match,
            clock.result,
            AuditAction.FORFEIT_RECORDED,
            forfeits=(current.forfeits if current is not None else 0) + len(due),
            forfeited_by=_forfeited_by(current, due[0].side),
            rule=due[0].rule,
            keeps_award=clock.keeps_losers_award is not None,
        )


def award_to_opponent(
    tournament: Tournament,
    actor: StaffMember,
    *,
    round_number: int,
    slot: int,
    out: Half,
    ground: str,
    seen: int,
    call: int | None = None,
) -> Match:
    """Award a match to the opponent of the side that is ``out``; games won before count.

    ``ground`` is ``left`` (a qualifier who will not appear), ``removed`` (after three judges) or ``decided`` (by the
    head judge, where neither side appeared); the rule cited follows from it and the edition. ``call`` is the number
    of the judges' call behind a removal, and left out of account otherwise.

    Raises:
        MatchChanged: the match has another result than the page showed.
        Refused: there is no such match to be won, it is won already, or no such ground.
    """
    with tournament_change(tournament, affects_cards=False) as locked:
        playoffs, match = _match_to_play(locked, actor, round_number, slot)
        current = playoffs.stored.get((round_number, slot))
        _refuse_if_changed(current, seen)
        if ground not in GROUNDS:
            raise Refused("Choose why the match is awarded.")
        if match.winner is not None:
            raise Refused("This match is already won. Undo its result first.")
        best_of = playoffs.best_of_in(round_number)
        given = remove_from_match(out, best_of=best_of, result=match.result, edition=locked.edition)
        return _store(
            locked,
            actor,
            playoffs,
            match,
            given.result,
            AuditAction.MATCH_AWARDED,
            forfeits=(current.forfeits if current is not None else 0) + given.games_given,
            forfeited_by=_forfeited_by(current, out),
            rule=GROUNDS[ground][locked.edition],
            # Whoever never appears keeps what that round's loser gets; of a removal no rule says so.
            keeps_award=(ground == "left" and not out.games_in(given.result))
            or (ground == "decided" and _loser_never_arrived(playoffs, match, given.result)),
            call=call if ground == "removed" else None,
        )


def revoke_result(
    tournament: Tournament,
    actor: StaffMember,
    *,
    round_number: int,
    slot: int,
    seen: int,
    also_revoke: Collection[int] = (),
) -> Match | None:
    """Revoke the latest result of a match: the one before it is in force again, or none.

    Raises:
        MatchChanged: the match has another result than the page showed.
        LaterResultsStand: other results than ``also_revoke`` rest on this match.
        Refused: there is nothing to undo.
    """
    with tournament_change(tournament, affects_cards=False) as locked:
        playoffs, match = _match_to_play(locked, actor, round_number, slot)
        current = playoffs.stored.get((round_number, slot))
        _refuse_if_changed(current, seen)
        if current is None:
            raise Refused("This match has no result to undo.")
        before = current.replaces
        result = MatchResult(before.upper_games, before.lower_games) if before is not None else None
        _revoke_later_results(locked, actor, playoffs, match, result, also_revoke)
        if before is None:
            Match.objects.filter(pk=current.pk).revoke(actor.name, "undone")
            record_change(
                locked, actor, AuditAction.RESULT_UNDONE, subject_of_match(locked, match), before=match_to_json(current)
            )
            return None
        return _store(
            locked,
            actor,
            playoffs,
            match,
            MatchResult(before.upper_games, before.lower_games),
            AuditAction.RESULT_UNDONE,
            forfeits=before.forfeits,
            forfeited_by=before.forfeited_by,
            rule=before.rule,
            keeps_award=before.keeps_award,
            call=before.call,
            replaces=before.replaces,
        )


def subject_of_match(tournament: Tournament, match: DrawnMatch) -> str:
    """Return what the log calls a match: where it stands in the bracket, and the names of both sides. One query."""
    numbers = [side.entrant for side in (match.upper, match.lower) if side is not None]
    people = entrants_by_number(tournament, numbers)
    return f"round {match.round}, slot {match.slot}: {' and '.join(people[number].shown_name for number in numbers)}"


def match_to_json(match: Match) -> dict[str, Any]:
    """Return a result as the log keeps it."""
    values: dict[str, Any] = {"games": [match.upper_games, match.lower_games]}
    if match.forfeits:
        values |= {"forfeits": match.forfeits, "by": match.forfeited_by}
    if match.call is not None:
        values["call"] = match.call
    return values


def drawn_playoffs(tournament: Tournament) -> Playoffs:
    """Return the playoffs; Refused before the bracket is drawn."""
    playoffs = playoffs_of(tournament)
    if playoffs is None:
        raise Refused("The bracket is not drawn yet.")
    return playoffs


def match_in(playoffs: Playoffs, round_number: int, slot: int) -> DrawnMatch:
    """Return a match whose two sides are known; Refused for a bye, and while somebody has to win first."""
    match = playoffs.match(round_number, slot)
    if match is None:
        raise Refused("This bracket has no such match.")
    if match.is_bye:
        raise Refused("This is a bye. There is no match to play.")
    if match.upper is None or match.lower is None:
        raise Refused("An earlier match decides who plays here. Record its result first.")
    return match


def _match_to_play(
    tournament: Tournament, actor: StaffMember, round_number: int, slot: int
) -> tuple[Playoffs, DrawnMatch]:
    """Return a match whose result the actor may record: anybody's but their own."""
    playoffs = drawn_playoffs(tournament)
    match = match_in(playoffs, round_number, slot)
    if not own_numbers(actor).isdisjoint(side.entrant for side in (match.upper, match.lower) if side):
        raise Refused("You play in this match. Another checker or director records its result.")
    return playoffs, match


def _refuse_if_changed(current: Match | None, seen: int) -> None:
    if (current.pk if current is not None else 0) != seen:
        raise MatchChanged(current)


def _refuse_impossible(playoffs: Playoffs, match: DrawnMatch, games: tuple[int, int], current: Match | None) -> None:
    best_of = playoffs.best_of_in(match.round)
    if games not in ends_of(best_of):
        raise Refused(
            f"{games[0]}-{games[1]} cannot end a best of {best_of}."
            f" The winner needs {games_to_win(best_of)} games, the loser has fewer."
        )
    if current is not None and games not in playoffs.scores(match):
        raise Refused(
            f"{number_of(current.forfeits, 'game')} already forfeited here. Undo the forfeit first if that was wrong."
        )


def _forfeits_kept(current: Match | None) -> dict[str, Any]:
    if current is None or not current.forfeits or not current.forfeited_by:
        return {}
    return {
        "forfeits": current.forfeits,
        "forfeited_by": current.forfeited_by,
        "rule": current.rule,
        "call": current.call,
    }


def _forfeited_by(current: Match | None, half: Half) -> str:
    """Return the side that has forfeited games of a match, blank where both have (or it is not known)."""
    if current is None or not current.forfeits:
        return half.value
    return half.value if current.forfeited_by == half.value else ""


def _loser_never_arrived(playoffs: Playoffs, match: DrawnMatch, result: MatchResult) -> bool:
    """Return whether the loser of a match is noted as absent and never arrived (rule 13.1)."""
    needed = games_to_win(playoffs.best_of_in(match.round))
    loser = next((half for half in Half if half.other.games_in(result) >= needed), None)
    absence = playoffs.absence(match, loser) if loser is not None else None
    return absence is not None and absence.arrived_at is None and loser is not None and not loser.games_in(result)


def _revoke_later_results(
    tournament: Tournament,
    actor: StaffMember,
    playoffs: Playoffs,
    match: DrawnMatch,
    result: MatchResult | None,
    also_revoke: Collection[int],
) -> None:
    """Revoke later results that depend on a match before its winner changes, the latest round first."""
    slots = results_resting_on(playoffs.results, match.round, match.slot, result, playoffs.best_of_in(match.round))
    later = [playoffs.stored[slot] for slot in slots]
    if {row.pk for row in later} - set(also_revoke):
        raise LaterResultsStand(later)
    for row in later:
        Match.objects.filter(pk=row.pk).revoke(
            actor.name, f"round {match.round}, match {match.slot}, on which it depends, was corrected"
        )
        calls = TableCall.objects.active().filter(bracket=row.bracket, round=row.round, slot=row.slot)
        calls.revoke(actor.name, "the match before it was corrected")
        rested = playoffs.match(row.round, row.slot)
        subject = subject_of_match(tournament, rested) if rested is not None else str(row)
        record_change(tournament, actor, AuditAction.RESULT_UNDONE, subject, before=match_to_json(row))


def _store(
    tournament: Tournament,
    actor: StaffMember,
    playoffs: Playoffs,
    match: DrawnMatch,
    result: MatchResult,
    action: AuditAction,
    **more: Any,
) -> Match:
    current = playoffs.stored.get((match.round, match.slot))
    if current is not None:
        why = "undone" if action == AuditAction.RESULT_UNDONE else "replaced by another result"
        Match.objects.filter(pk=current.pk).revoke(actor.name, why)
    stored = Match.objects.create(
        bracket=playoffs.bracket,
        round=match.round,
        slot=match.slot,
        upper_games=result.upper_games,
        lower_games=result.lower_games,
        made_by=actor.name,
        **{"replaces": current, **more},
    )
    before = match_to_json(current) if current is not None else None
    subject, after = subject_of_match(tournament, match), match_to_json(stored)
    record_change(tournament, actor, action, subject, before=before, after=after, rule=stored.rule)
    return stored
