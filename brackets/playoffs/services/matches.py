"""Play the bracket: results, corrections, undo. Every result is a separate record, with actor and time."""

from collections.abc import Collection, Sequence
from typing import Any

from brackets.models import Match, TableCall
from brackets.playoffs.selectors import Playoffs, now, playoffs_of
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
KEPT = ("forfeits", "forfeited_by", "rule", "call")
"""What a corrected result takes over from the one before it."""


class ResultStands(Refused):
    """Something stands against the result of a match. ``games`` is what was to be recorded, as text, blank for none."""

    status = 409

    def __init__(self, sentence: str, match: DrawnMatch, games: str, later: Sequence[Match] = ()) -> None:
        super().__init__(sentence)
        self.match, self.games, self.later = match, games, tuple(later)


class MatchChanged(ResultStands):
    """Somebody else changed the result meanwhile."""


class LaterResultsStand(ResultStands):
    """Later results depend on this match; ``later`` are those to revoke first, the latest round first."""


class _Play:
    """A match whose result the actor may record, anybody's but their own, within the change that does so."""

    def __init__(self, locked: Tournament, actor: StaffMember, round_number: int, slot: int, games: str = "") -> None:
        self.event, self.actor, self.games, self.playoffs = locked, actor, games, drawn_playoffs(locked)
        self.match = match = match_in(self.playoffs, round_number, slot)
        self.current = self.playoffs.stored.get((round_number, slot))
        self.best_of = self.playoffs.best_of_in(round_number)
        if not own_numbers(actor).isdisjoint(side.entrant for side in (match.upper, match.lower) if side):
            raise Refused("You play in this match. Another checker or director records its result.")

    @property
    def forfeits(self) -> int:
        """How many games were forfeited so far."""
        return self.current.forfeits if self.current is not None else 0

    def refuse_if_changed(self, seen: int) -> None:
        if (self.current.pk if self.current is not None else 0) != seen:
            text = "This match already has another result. Compare both, then choose."
            raise MatchChanged(text, self.match, self.games)

    def refuse_impossible(self, games: tuple[int, int]) -> None:
        if games not in ends_of(self.best_of):
            raise Refused(
                f"{games[0]}-{games[1]} cannot end a best of {self.best_of}."
                f" The winner needs {games_to_win(self.best_of)} games, the loser has fewer."
            )
        if self.current is not None and games not in self.playoffs.scores(self.match):
            forfeited = number_of(self.forfeits, "game")
            raise Refused(f"{forfeited} already forfeited here. Undo the forfeit first if that was wrong.")

    def forfeited_by(self, half: Half) -> str:
        """Return the side that has forfeited games, blank where both have (or it is not known)."""
        return half.value if not self.forfeits or (self.current and self.current.forfeited_by == half.value) else ""

    def loser_never_arrived(self, result: MatchResult) -> bool:
        """Return whether the loser is noted as absent and never arrived (rule 13.1)."""
        loser = next((half for half in Half if half.other.games_in(result) >= games_to_win(self.best_of)), None)
        absence = self.playoffs.absence(self.match, loser) if loser is not None else None
        return absence is not None and absence.arrived_at is None and loser is not None and not loser.games_in(result)

    def revoke_later_results(self, result: MatchResult | None, also_revoke: Collection[int]) -> None:
        """Revoke later results that depend on the match before its winner changes, the latest round first."""
        match, playoffs = self.match, self.playoffs
        slots = results_resting_on(playoffs.results, match.round, match.slot, result, self.best_of)
        later = [playoffs.stored[slot] for slot in slots]
        if {row.pk for row in later} - set(also_revoke):
            text = "Later results depend on who won this match. Undo them together with it."
            raise LaterResultsStand(text, match, self.games, later)
        for row in later:
            why = f"round {match.round}, match {match.slot}, on which it depends, was corrected"
            Match.objects.filter(pk=row.pk).revoke(self.actor.name, why)
            calls = TableCall.objects.active().filter(bracket=row.bracket, round=row.round, slot=row.slot)
            calls.revoke(self.actor.name, "the match before it was corrected")
            rested = playoffs.match(row.round, row.slot)
            self.log(AuditAction.RESULT_UNDONE, rested, before=match_to_json(row))

    def store(self, result: MatchResult, action: AuditAction, **more: Any) -> Match:
        """Store a result in place of the present one, and log it."""
        if self.current is not None:
            why = "undone" if action == AuditAction.RESULT_UNDONE else "replaced by another result"
            Match.objects.filter(pk=self.current.pk).revoke(self.actor.name, why)
        stored = Match.objects.create(
            bracket=self.playoffs.bracket,
            round=self.match.round,
            slot=self.match.slot,
            upper_games=result.upper_games,
            lower_games=result.lower_games,
            made_by=self.actor.name,
            **{"replaces": self.current, **more},
        )
        before = match_to_json(self.current) if self.current is not None else None
        self.log(action, self.match, before=before, after=match_to_json(stored), rule=stored.rule)
        return stored

    def log(self, action: AuditAction, match: DrawnMatch | None, **more: Any) -> None:
        assert match is not None, "a result is of a match"
        record_change(self.event, self.actor, action, subject_of_match(self.event, match), **more)


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
        play = _Play(locked, actor, round_number, slot, "{}-{}".format(*games))
        current = play.current
        if current is not None and (current.upper_games, current.lower_games) == games:
            return current
        play.refuse_if_changed(seen)
        play.refuse_impossible(games)
        result = MatchResult(*games)
        play.revoke_later_results(result, also_revoke)
        is_forfeited = current is not None and current.forfeits and current.forfeited_by
        kept = {name: getattr(current, name) for name in KEPT} if is_forfeited else {}
        return play.store(result, AuditAction.RESULT_RECORDED, **kept, keeps_award=play.loser_never_arrived(result))


def record_forfeits(tournament: Tournament, actor: StaffMember, *, round_number: int, slot: int, seen: int) -> Match:
    """Record every forfeit that has fallen due in a match by now (rule 13.1; ``acc-2010``: rule 12.2).

    Raises:
        MatchChanged: the match has another result than the page showed.
        Refused: no forfeit is due.
    """
    with tournament_change(tournament, affects_cards=False) as locked:
        play = _Play(locked, actor, round_number, slot)
        play.refuse_if_changed(seen)
        clock = play.playoffs.clock(play.match, now())
        if clock is None or not clock.to_record:
            raise Refused("No forfeit is due in this match.")
        due = clock.to_record
        return play.store(
            clock.result,
            AuditAction.FORFEIT_RECORDED,
            forfeits=play.forfeits + len(due),
            forfeited_by=play.forfeited_by(due[0].side),
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
        play = _Play(locked, actor, round_number, slot)
        play.refuse_if_changed(seen)
        if ground not in GROUNDS:
            raise Refused("Choose why the match is awarded.")
        if play.match.winner is not None:
            raise Refused("This match is already won. Undo its result first.")
        given = remove_from_match(out, best_of=play.best_of, result=play.match.result, edition=locked.edition)
        return play.store(
            given.result,
            AuditAction.MATCH_AWARDED,
            forfeits=play.forfeits + given.games_given,
            forfeited_by=play.forfeited_by(out),
            rule=GROUNDS[ground][locked.edition],
            # A player who never appears keeps what that round's loser gets; of a removal no rule says so.
            keeps_award=(ground == "left" and not out.games_in(given.result))
            or (ground == "decided" and play.loser_never_arrived(given.result)),
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
        play = _Play(locked, actor, round_number, slot)
        play.refuse_if_changed(seen)
        if (current := play.current) is None:
            raise Refused("This match has no result to undo.")
        before = current.replaces
        result = MatchResult(before.upper_games, before.lower_games) if before is not None else None
        play.revoke_later_results(result, also_revoke)
        if before is None or result is None:
            Match.objects.filter(pk=current.pk).revoke(actor.name, "undone")
            play.log(AuditAction.RESULT_UNDONE, play.match, before=match_to_json(current))
            return None
        again = {name: getattr(before, name) for name in (*KEPT, "keeps_award", "replaces")}
        return play.store(result, AuditAction.RESULT_UNDONE, **again)


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
