"""Slips: the slip of one game fills a line on both cards."""

from collections.abc import Mapping
from uuid import UUID

from scorecards.cards.selectors.stack import is_own
from scorecards.cards.services.cards import refuse_errors, stamp
from scorecards.cards.services.transaction import card_transaction
from scorecards.errors import OWN_GAME
from scorecards.models import CardSave, Line, Scorecard
from scorecards.records.outcomes import end_rulings
from scorecards.rules.entry.typed_cards import InvalidCard
from scorecards.rules.entry.typed_slips import SlipFields, TypedSlip
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.changes.audit import record_change
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.records.entrants import entrants_by_number
from tournaments.rules.scorings import LINE_COLUMNS
from tournaments.rules.text import seat_and_name
from tournaments.rules.types import Line as LineRecord

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
            if _standing_lines(locked, slip) != lines:
                raise InvalidCard({_form_of(locked).sides[0]: SAVED_BEFORE})
            return
        _refuse_own(locked, both, actor)
        for number, line in lines.items():
            refuse_errors(locked, both[number], [line], None, slip.numbers)
        if standing := _standing_lines(locked, slip):
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
        if _standing_lines(locked, slip) != scoring_system(locked.scoring).lines_of_slip(slip):
            raise SlipMissing
        end_rulings(locked, [entrant.pk for entrant in both.values()], [slip.game])
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


def _standing_lines(tournament: Tournament, slip: TypedSlip) -> dict[int, LineRecord]:
    rows = Line.objects.filter(
        scorecard__entrant__tournament=tournament, scorecard__entrant__number__in=slip.numbers, game=slip.game
    ).values_list("scorecard__entrant__number", "game", "opponent__number", *LINE_COLUMNS)
    return {number: LineRecord(game, *line) for number, game, *line in rows}


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
