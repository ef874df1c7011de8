"""The director's decisions on games (rule 14.1, or against a rule with a reason), and revoking them."""

from collections.abc import Mapping

from django.db.models import Q

from scorecards.cards.selectors.stack import is_own
from scorecards.errors import OWN_GAME
from scorecards.models import DecidedLine, Decision, Line
from scorecards.records.outcomes import end_rulings
from scorecards.rules.reasons import text_problem
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.event_file.reading_decisions import DECIDED_BY
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.records.entrants import entrants_by_number
from tournaments.refused import Refused
from tournaments.rules.names import in_order
from tournaments.rules.text import place_of, seat_and_name, tidy
from tournaments.rules.types import Line as LineRecord

MAX_RULE_LENGTH = 40


class InvalidDecision(Exception):
    """Errors in a decision, by field: ``reason``, ``rule``, ``line-7`` by entrant's number."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__("; ".join(errors.values()))
        self.errors = errors


def decide_game(
    tournament: Tournament,
    actor: StaffMember,
    *,
    game: int,
    lines: Mapping[int, LineRecord],
    reason: str,
    rule: str = "",
    decided_by: str = "",
    seen: int | None = None,
) -> Decision:
    """Store both lines of a game as the director decides them. They count from the first step of cross-checking on.

    ``lines`` are the decided lines by entrant's number, two of them, each naming the other; only the line of the player
    who was there, if the other had left before (:func:`cards_to_decide`). ``seen`` is the key of the decision that the
    page showed for this game, ``None`` for none; a decision replaces the one before. ``rule`` is a number of the
    event's edition, blank for the one that fits where no other does (14.1; ``acc-2010``: 13); on game sheets, about
    which the rulebook has nothing, it is whatever the director names, or none at all. ``decided_by`` is who decided it,
    the head judge under 14.1; blank for the director who enters it.

    Raises:
        InvalidDecision: a line contradicts itself, the reason is missing, the rule cannot be cited, or there is no
            such game or entrant.
        Refused: somebody else has decided this game meanwhile, one of the two has a decided game with another
            opponent, or both cards name somebody else for this game.
    """
    with tournament_change(tournament, public=False) as locked:
        numbers = sorted({*lines, *(line.opponent for line in lines.values() if line.opponent is not None)})
        entrants = entrants_by_number(locked, numbers)
        if any(is_own(actor, entrant) for entrant in entrants.values()):
            raise Refused(OWN_GAME)
        rule = rule.strip() or default_rule(locked)
        decided_by = in_order(tidy(decided_by)) or actor.name
        errors = _errors_of_lines(locked, game, lines, entrants)
        errors |= _errors_of_words(locked, reason, rule, decided_by)
        if errors:
            raise InvalidDecision(errors)
        earlier = _decision_to_replace(locked, game, entrants, seen)
        before = _summary(earlier) if earlier is not None else None
        if earlier is not None:
            Decision.objects.filter(pk=earlier.pk).revoke(actor.name, "decision changed")
        decision = Decision.objects.create(
            tournament=locked,
            game=game,
            first=entrants[numbers[0]],
            second=entrants[numbers[1]],
            rule=rule,
            reason=reason.strip(),
            decided_by=decided_by,
            made_by=actor.name,
        )
        end_rulings(locked, [(entrant.pk, game) for entrant in entrants.values()])
        system = scoring_system(locked.scoring)
        DecidedLine.objects.bulk_create(
            DecidedLine(decision=decision, entrant=entrants[number], **system.decided_values(lines[number]))
            for number in sorted(lines)
        )
        record_change(
            locked,
            actor,
            AuditAction.GAME_DECIDED,
            _named(decision),
            before=before,
            after=_summary(decision),
            rule=decision.rule,
        )
    return decision


def cards_to_decide(tournament: Tournament, game: int, entrants: Mapping[int, Entrant]) -> list[int]:
    """Return whose lines a decision about a game has: not the line of who had left before, and wrote none.

    One query where somebody left. On game sheets the setting for drop-outs decides about such games.
    """
    left = [
        entrant
        for entrant in entrants.values()
        if entrant.withdrawn_after_game is not None and entrant.withdrawn_after_game < game
    ]
    if not left or tournament.is_of_sheets:
        return sorted(entrants)
    wrote = Line.objects.filter(scorecard__entrant__in=left, game=game).values_list("scorecard__entrant", flat=True)
    gone = {entrant.number for entrant in left} - {entrant.number for entrant in left if entrant.pk in set(wrote)}
    return sorted(entrants.keys() - gone)


def default_rule(tournament: Tournament) -> str:
    """Return the rule that a decision cites by default."""
    return next(iter(scoring_system(tournament.scoring).rules_to_cite(tournament.edition)))


def revoke_decision(tournament: Tournament, actor: StaffMember, *, decision: int, why: str = "") -> None:
    """Revoke a decision: the cards count as written again. Refused where it does not stand any more."""
    with tournament_change(tournament, public=False) as locked:
        standing = Decision.objects.active().filter(tournament=locked, pk=decision)
        found = standing.select_related("first", "second").first()
        if found is None:
            raise Refused("This decision was undone before.")
        if is_own(actor, found.first) or is_own(actor, found.second):
            raise Refused(OWN_GAME)
        before = _summary(found)
        standing.revoke(actor.name, why)
        record_change(
            locked,
            actor,
            AuditAction.DECISION_UNDONE,
            _named(found),
            before=before,
            after={"why": why} if why else None,
            rule=found.rule,
        )


def _errors_of_lines(
    tournament: Tournament, game: int, lines: Mapping[int, LineRecord], entrants: Mapping[int, Entrant]
) -> dict[str, str]:
    errors: dict[str, str] = {}
    system = scoring_system(tournament.scoring)
    if len(entrants) != 2:
        errors["lines"] = "A decision needs the lines of two entrants of this event."
    elif sorted(lines) != (needed := cards_to_decide(tournament, game, entrants)):
        whose = " and ".join(place_of(entrants[number]) for number in needed) or "nobody: both had left before"
        errors["lines"] = f"This decision needs the lines of {whose}."
    if not 1 <= game <= tournament.games:
        errors["game"] = f"There is no game {game}: the cards have {tournament.games}."
    for number, line in lines.items():
        if problem := system.decided_line_problem(line):
            errors[f"line-{number}"] = problem
    if not errors and len(lines) == 2 and (problem := system.decided_game_problem(*lines.values())):
        errors["lines"] = problem
    return errors


def _errors_of_words(tournament: Tournament, reason: str, rule: str, decided_by: str) -> dict[str, str]:
    errors: dict[str, str] = {}
    if not reason.strip():
        errors["reason"] = "Enter a reason. It is shown with the decision."
    elif problem := text_problem(reason):
        errors["reason"] = problem
    if len(rule) > MAX_RULE_LENGTH:
        errors["rule"] = f"A rule number has at most {MAX_RULE_LENGTH} characters."
    elif problem := scoring_system(tournament.scoring).citation_problem(tournament.edition, rule):
        errors["rule"] = problem
    if problem := text_problem(decided_by, DECIDED_BY, "The name"):
        errors["decided_by"] = problem
    return errors


def _decision_to_replace(
    tournament: Tournament, game: int, entrants: Mapping[int, Entrant], seen: int | None
) -> Decision | None:
    """Return the active decision on this game, ``None`` for none.

    Raises:
        Refused: it is not the decision that the page showed, or another game of one of the two is in the way.
    """
    of_game = Decision.objects.active().filter(tournament=tournament, game=game)
    earlier = of_game.filter(first__number__in=entrants, second__number__in=entrants).first()
    if (earlier.pk if earlier is not None else None) != seen:
        raise Refused("Another person decided this game meanwhile. Check it again.")
    either = of_game.filter(Q(first__number__in=entrants) | Q(second__number__in=entrants))
    if earlier is not None:
        either = either.exclude(pk=earlier.pk)
    other = either.select_related("first", "second").first()
    if other is not None:
        raise Refused(f"One of them has a decision already: {_named(other)}. Undo that first.")
    if earlier is None and (problem := _neither_names_the_other(game, entrants)):
        raise Refused(problem)
    return earlier


def _neither_names_the_other(game: int, entrants: Mapping[int, Entrant]) -> str | None:
    """Say so if both cards name somebody else for this game; a card that names nobody says nothing. One query."""
    rows = Line.objects.filter(scorecard__entrant__in=entrants.values(), game=game, opponent__isnull=False)
    named = {
        row.scorecard.entrant.number: row.opponent for row in rows.select_related("scorecard__entrant", "opponent")
    }
    others = [named.get(number) for number in entrants]
    if any(other is None or other.number in entrants for other in others):
        return None
    said = ", ".join(
        f"{place_of(entrants[number])} names {seat_and_name(other)}"
        for number, other in zip(entrants, others, strict=True)
        if other is not None
    )
    return (
        f"By their cards these two did not play game {game}: {said}. Decide the game that was played, "
        "or re-enter the wrong line first."
    )


def _summary(decision: Decision) -> dict[str, object]:
    lines = decision.lines.select_related("entrant")
    return {
        "reason": decision.reason,
        "rule": decision.rule,
        "decided by": decision.decided_by,
        **{place_of(line.entrant): _values_of(line) for line in lines},
    }


def _values_of(line: DecidedLine) -> list[int | None]:
    columns = ("own", "theirs", "left") if line.points is None else ("points", "plus", "minus")
    return [getattr(line, column) for column in columns]


def _named(decision: Decision) -> str:
    who = ", ".join(map(seat_and_name, (decision.first, decision.second)))
    return f"game {decision.game}: {who}"[:200]
