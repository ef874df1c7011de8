"""Slips: the slip of one game fills a line on both cards."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from scorecards.cards.selectors.stack import is_own
from scorecards.cards.services.cards import card_transaction, refuse_errors, stamp
from scorecards.errors import OWN_GAME
from scorecards.models import CardSave, Line, Scorecard
from scorecards.records.facts import lines_of_game
from scorecards.records.outcomes import end_rulings
from scorecards.rules.entry.typed_cards import InvalidCard, SeatPlan
from scorecards.rules.entry.typed_slips import SlipFields, TypedSlip
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.changes.audit import record_change
from tournaments.models import AuditAction, Entrant, Pairing, StaffMember, Tournament
from tournaments.records.entrants import entrants_by_number
from tournaments.rules.scorings import LINE_COLUMNS
from tournaments.rules.text import seat_and_name, whole_number
from tournaments.rules.types import Line as LineRecord

MAX_LETTERS = 40


def typed_slip(post: Mapping[str, str], form: SlipFields) -> dict[str, str]:
    """Return every field as it was typed."""
    return {name: post.get(name, "")[:MAX_LETTERS].strip() for name in form.fields}


def read_slip(
    game: int, typed: Mapping[str, str], plan: SeatPlan, scheduled: Callable[[int], int | None], form: SlipFields
) -> TypedSlip:
    """Read a slip, the other side from the schedule if blank; InvalidCard, by field, for what cannot be read."""
    one, two = form.sides
    errors = {
        name: f"{typed[name] or 'Nothing'} {form.not_a_value}"
        for name in form.value_names
        if whole_number(typed[name], digits=4) is None
    }
    first = plan.find(typed[one])
    if first is None:
        errors[one] = f"No player has seat or number {typed[one] or '(none)'}."
    second = plan.find(typed[two]) if typed[two] else (None if first is None else scheduled(first))
    if second is None and typed[two]:
        errors[two] = f"No player has seat or number {typed[two]}."
    elif second is None and first is not None:
        errors[two] = form.side_unknown
    if first is None or second is None or errors:
        raise InvalidCard(errors)
    return TypedSlip(game, first, second, tuple(int(typed[name]) for name in form.value_names))


def slip_to_undo(post: Mapping[str, str], form: SlipFields) -> TypedSlip:
    """Return the slip to undo. A text that is not a number counts as 0, which no entrant has."""

    def number(name: str) -> int:
        return whole_number(post.get(name, "")) or 0

    first, second = form.sides
    values = tuple(number(name) for name in form.value_names)
    return TypedSlip(number("game"), number(first), number(second), values)


SAVED_BEFORE = "This page has saved a slip already, and the cards say something else: check what is entered."


class GameAlreadyEntered(Exception):
    """A card has a line for this game already. ``lines`` are by entrant's number, as they stand."""

    def __init__(self, lines: Mapping[int, LineRecord]) -> None:
        super().__init__("a card has a line for this game already")
        self.lines = lines


class SlipMissing(Exception):
    """The two cards no longer agree with the slip."""


def save_slip(*, tournament: Tournament, slip: TypedSlip, key: UUID, actor: StaffMember) -> None:
    """Store a slip's two lines, one on each card, in one transaction.

    A ``key`` that was answered before counts once: it is answered again as long as the cards say what this slip says.

    Raises:
        InvalidCard: the slip cannot be: no such game, nobody of that number, no such margin; its key was answered
            before and the cards do not say this slip (it was another one, or undone since); or it is of the actor's
            own game.
        GameAlreadyEntered: a card has a line for the game already, which is left as it stands.
    """
    with card_transaction(tournament) as locked:
        both = _both(locked, slip)
        lines = scoring_system(locked.scoring).lines_of_slip(slip)
        if CardSave.objects.filter(key=key).exists():
            if lines_of_game(locked, slip.game, slip.numbers) != lines:
                raise InvalidCard({_form_of(locked).sides[0]: SAVED_BEFORE})
            return
        _refuse_own(locked, both, actor)
        for number, line in lines.items():
            refuse_errors(locked, both[number], [line], None, slip.numbers)
        if standing := lines_of_game(locked, slip.game, slip.numbers):
            raise GameAlreadyEntered(standing)
        for number, line in lines.items():
            card, _ = Scorecard.objects.get_or_create(entrant=both[number], defaults={"version": 0})
            stamp(card, actor)
            other = both[line.opponent or 0]
            Line.objects.create(
                scorecard=card,
                game=line.game,
                opponent=other,
                **{column: getattr(line, column) for column in LINE_COLUMNS},
            )
            if number == slip.numbers[0]:
                CardSave.objects.create(scorecard=card, key=key, version=card.version, who=actor.name)
        _record(locked, slip, both, actor, AuditAction.SLIP_ENTERED)


def undo_slip(*, tournament: Tournament, slip: TypedSlip, actor: StaffMember) -> None:
    """Remove a slip's two lines from both cards. The log keeps them.

    Raises:
        InvalidCard: there is nobody of that number, it is the actor's own game, or a posting shows the cards.
        SlipMissing: a card says something else by now.
    """
    with card_transaction(tournament) as locked:
        both = _both(locked, slip)
        _refuse_own(locked, both, actor)
        if locked.latest_posting:
            said = f"Posting {locked.latest_posting} shows both cards. Correct the game on each card, with a reason."
            raise InvalidCard({_form_of(locked).sides[0]: said})
        if lines_of_game(locked, slip.game, slip.numbers) != scoring_system(locked.scoring).lines_of_slip(slip):
            raise SlipMissing
        end_rulings(locked, [(entrant.pk, slip.game) for entrant in both.values()])
        Line.objects.filter(scorecard__entrant__in=both.values(), game=slip.game).delete()
        for card in Scorecard.objects.filter(entrant__in=both.values()):
            stamp(card, actor)
        _record(locked, slip, both, actor, AuditAction.SLIP_UNDONE)


def _refuse_own(tournament: Tournament, both: Mapping[int, Entrant], actor: StaffMember) -> None:
    if any(is_own(actor, entrant) for entrant in both.values()):
        raise InvalidCard({_form_of(tournament).sides[0]: OWN_GAME})


def _form_of(tournament: Tournament) -> SlipFields:
    return scoring_system(tournament.scoring).slip_form


def _both(tournament: Tournament, slip: TypedSlip) -> dict[int, Entrant]:
    both = entrants_by_number(tournament, slip.numbers)
    if len(both) != 2:
        raise InvalidCard({_form_of(tournament).sides[1]: "A game needs two different entrants."})
    return both


def _record(
    tournament: Tournament, slip: TypedSlip, both: Mapping[int, Entrant], actor: StaffMember, action: AuditAction
) -> None:
    values = _form_of(tournament).values(slip)
    is_new = action == AuditAction.SLIP_ENTERED
    record_change(
        tournament,
        actor,
        action,
        f"game {slip.game}: {', '.join(seat_and_name(both[number]) for number in slip.numbers)}"[:200],
        before=None if is_new else values,
        after=values if is_new else None,
    )


class SlipRow(NamedTuple):
    """A game on which both cards agree, as a slip with both names."""

    slip: TypedSlip
    form: SlipFields
    winner: Entrant
    loser: Entrant

    @property
    def result(self) -> int:
        """The margin, or what the loser pegged or had left."""
        return self.slip.values[-1]

    @property
    def fields(self) -> dict[str, int]:
        return self.form.values(self.slip)


def are_slips_open(tournament: Tournament) -> bool:
    """Whether slips may be entered: at a club, or as long as no card has its totals."""
    if tournament.kind == "club":
        return True
    return not Scorecard.objects.filter(entrant__tournament=tournament, foot_written=True).exists()


def is_answered(key: UUID) -> bool:
    """Whether the save with this key was answered before. A save sent twice counts once."""
    return CardSave.objects.filter(key=key).exists()


def slips_game(tournament: Tournament, game: int, holders: Mapping[int, Entrant]) -> dict[str, Any]:
    """Return one game's ``slips``, the last one first, and the pairs that are ``to_come``. Two queries."""
    rows = Line.objects.filter(scorecard__entrant__tournament=tournament, game=game).order_by("-pk")
    columns = ("scorecard__entrant__number", "game", "opponent__number", *LINE_COLUMNS)
    lines = {number: LineRecord(*line) for number, *line in rows.values_list(*columns)}
    system, slips = scoring_system(tournament.scoring), []
    for number, line in lines.items():
        theirs = lines.get(line.opponent or 0)
        if theirs is None or theirs.opponent != number:
            continue
        if slip := system.slip_of(number, line, theirs):
            slips.append(SlipRow(slip, system.slip_form, holders[number], holders[slip.second]))
    pairs = Pairing.objects.filter(scheduled_game__tournament=tournament, scheduled_game__game=game)
    to_come = [
        (holders[first], holders[second])
        for first, second in pairs.values_list("first__number", "second__number")
        if first not in lines and second not in lines
    ]
    return {"game": game, "slips": slips, "to_come": to_come}
