"""A player signs the card on the phone: the games that are locked, and the foot totals as the player wrote them."""

from collections.abc import Sequence
from uuid import UUID

from scorecards.cards.services.cards import change_lines
from scorecards.cards.services.transaction import card_transaction
from scorecards.models import Line, SignedCard
from scorecards.records.facts import games_not_due_by
from scorecards.records.reports import reports_around
from scorecards.reporting.selectors.phone import plan_of
from scorecards.reporting.services.codes import renew_pages_of
from scorecards.reporting.services.transaction import refuse_if_closed
from scorecards.rules.line_points import CardError
from scorecards.rules.scoring_systems.registry import scoring_system
from scorecards.rules.table_reports import Stage
from tournaments.changes.audit import Outsider
from tournaments.models import Entrant, Tournament
from tournaments.refused import Refused
from tournaments.rules.due_lines import games_due
from tournaments.rules.schedule_check import games_in_words
from tournaments.rules.types import FootTotals
from tournaments.rules.types import Line as LineRecord


class FootDiffers(Exception):
    """The foot totals are not what the lines add up to; ``errors`` has both."""

    def __init__(self, errors: Sequence[CardError]) -> None:
        super().__init__("the foot totals differ from the lines")
        self.errors = errors


BY_PHONE = " (phone)"


def by_phone(entrant: Entrant) -> Outsider:
    """Return the name under which a player's own card is in the log."""
    return Outsider(f"{entrant.name[: 150 - len(BY_PHONE)]}{BY_PHONE}")


def games_to_lock(tournament: Tournament, entrant: Entrant) -> list[int]:
    """Return the games that are due on a card and neither locked nor written on it, ascending. Five queries."""
    reported = reports_around(entrant)
    written = set(Line.objects.filter(scorecard__entrant=entrant).values_list("game", flat=True))
    due = games_due(
        tournament.games,
        withdrawn_after_game=entrant.withdrawn_after_game,
        sat_out=games_not_due_by(tournament, entrant),
    )
    locked = {game for game in due if reported.state(entrant.number, game).stage is Stage.LOCKED}
    wins = _wins_over_leavers(tournament, entrant)
    locked |= {game for game in wins if (entrant.number, game) not in reported.current}
    return [game for game in due if game not in written and game not in locked]


def _wins_over_leavers(tournament: Tournament, entrant: Entrant) -> dict[int, LineRecord]:
    plan = plan_of(tournament.pk, tournament.version)
    return plan.wins_over_leavers(entrant.number, tournament.scored)


def sign_card(*, entrant: Entrant, foot: FootTotals, key: UUID, device: str, as_written: bool) -> None:
    """Write a card whose games are all locked, with the foot totals as the player wrote them.

    Lines that a checker entered from paper stay. ``as_written`` keeps totals that differ from the lines.

    Raises:
        Refused: a game is not locked, the card is signed, or the round is closed.
        FootDiffers: the totals are not what the lines add up to.
    """
    with card_transaction(entrant.tournament) as locked:
        signed = SignedCard.objects.filter(entrant=entrant).first()
        if signed is not None and signed.key == key:
            return
        refuse_if_closed(locked)
        if signed is not None:
            raise Refused("This card is signed already.")
        if open_games := games_to_lock(locked, entrant):
            raise Refused(f"{games_in_words(open_games).capitalize()} not locked yet. Your opponent has to agree.")
        written = set(Line.objects.filter(scorecard__entrant=entrant).values_list("game", flat=True))
        reported = reports_around(entrant).lines(entrant.number, locked.scored)
        by_game = _wins_over_leavers(locked, entrant) | {line.game: line for line in reported}
        lines = tuple(line for _, line in sorted(by_game.items()))
        errors = scoring_system(locked.scoring).foot_errors(foot, lines)
        if errors and not as_written:
            raise FootDiffers(errors)
        SignedCard.objects.create(
            entrant=entrant,
            game_points=foot.game_points or 0,
            games_won=foot.games_won or 0,
            plus=foot.plus or 0,
            minus=foot.minus or 0,
            key=key,
            device=device,
        )
        renew_pages_of((entrant.pk,))
        change_lines(
            tournament=locked,
            entrant=entrant,
            lines={line.game: line for line in lines if line.game not in written},
            foot=foot,
            key=key,
            actor=by_phone(entrant),
        )
