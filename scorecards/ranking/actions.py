"""Actions on the Standings page: tie games, orders of ties, and another number of qualifiers than one in four."""

from collections.abc import Sequence
from typing import Any

from scorecards.cards.selectors.stack import is_own
from scorecards.errors import OWN_GAME
from scorecards.models import TieGame, TieOrder, TieOrderPlace
from scorecards.models.base import RevocableQuerySet
from scorecards.models.ties import TieRecord
from scorecards.records.recalculate import change_by_rulings
from scorecards.records.results import current_result
from scorecards.rules.citations import NO_RULE
from scorecards.rules.reasons import text_problem
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.records.entrants import entrants_by_number
from tournaments.refused import Refused
from tournaments.rules.text import seat_and_name

NOT_ASKED = -1
"""In the place of a number that a page showed: there was no page."""
EXEMPTION_RULE = {"acc-2020": "13.2.b", "acc-2010": "brackets 2", "games-55plus": "line 14"}


class RankingChanged(Refused):
    """The tie, or what was entered for it, changed since the person saw it."""

    status = 409


def record_tie_game(tournament: Tournament, actor: StaffMember, winner: int, loser: int) -> None:
    """Record the result of a one-game playoff between two who are level on everything else (appendix 7.f)."""
    with change_by_rulings(tournament, public=False) as locked:
        outcome = current_result(locked)
        needed = outcome.result.ranking.tie_games_needed if outcome else ()
        if {winner, loser} not in map(set, needed):
            raise RankingChanged("These two have no tie game to play. Their tie is settled.")
        players = _players(locked, actor, (winner, loser))
        game = TieGame.objects.create(tournament=locked, winner=players[0], loser=players[1], made_by=actor.name)
        _log(locked, AuditAction.TIE_GAME_RECORDED, game, actor, players, after=game.told())


def save_tie_order(tournament: Tournament, actor: StaffMember, order: Sequence[int], reason: str) -> None:
    """Enter the order of entrants who are level on everything else, best first, with the reason."""
    reason = reason.strip()
    with change_by_rulings(tournament, public=False) as locked:
        outcome = current_result(locked)
        open_ties = outcome.result.ranking.open_ties if outcome else ()
        if sorted(order) not in map(sorted, open_ties):
            raise RankingChanged("Enter an order for everybody in an open tie. Check the ties again.")
        if problem := text_problem(reason) if reason else "Enter how the order was found.":
            raise Refused(problem)
        players = _players(locked, actor, order)
        stored = TieOrder.objects.create(tournament=locked, reason=reason, made_by=actor.name)
        TieOrderPlace.objects.bulk_create(
            TieOrderPlace(tie_order=stored, place=place, entrant=player)
            for place, player in enumerate(players, start=1)
        )
        _log(locked, AuditAction.TIE_ORDER_SET, stored, actor, players, after=stored.told())


def revoke_tie_game(tournament: Tournament, actor: StaffMember, tie_game: int, why: str = "") -> None:
    """Undo a tie game, which stays stored as revoked."""
    games = TieGame.objects.filter(pk=tie_game)
    _revoke(games, "tie game", AuditAction.TIE_GAME_UNDONE, tournament, actor, why)


def revoke_tie_order(tournament: Tournament, actor: StaffMember, tie_order: int, why: str = "") -> None:
    """Undo an order, which stays stored as revoked."""
    orders = TieOrder.objects.filter(pk=tie_order)
    _revoke(orders, "order", AuditAction.TIE_ORDER_UNDONE, tournament, actor, why)


def _revoke(
    records: RevocableQuerySet[Any],
    called: str,
    action: AuditAction,
    tournament: Tournament,
    actor: StaffMember,
    why: str,
) -> None:
    with tournament_change(tournament, public=False) as locked:
        standing = records.active().filter(tournament=locked)
        found = standing.first()
        if found is None:
            raise RankingChanged(f"This {called} was undone before.")
        players = _players(locked, actor, found.numbers)
        standing.revoke(actor.name, why)
        _log(locked, action, found, actor, players, before=found.told())


def set_exemption(
    tournament: Tournament, actor: StaffMember, qualifiers: int | None, reason: str, seen: int | None = NOT_ASKED
) -> None:
    """Override the number of qualifiers, with the reason; ``None`` goes back to one in four (rule 13.2.b).

    ``seen`` is the number that the page showed, ``None`` for one in four.
    """
    with tournament_change(tournament, public=False) as locked:
        if seen not in (NOT_ASKED, locked.qualifiers):
            raise RankingChanged("Another person changed the number of qualifiers. Check it again.")
        entered = Entrant.objects.counting().filter(tournament=locked).count()
        if qualifiers is not None and not 1 <= qualifiers <= max(entered, 1):
            raise Refused(f"{qualifiers} cannot qualify. Enter 1 to {entered}.")
        if qualifiers is not None and not reason.strip():
            raise Refused("Enter a reason. The public page shows it.")
        if problem := text_problem(reason):
            raise Refused(problem)
        before = {"qualifiers": locked.qualifiers, "reason": locked.qualifiers_reason}
        locked.qualifiers, locked.qualifiers_reason = qualifiers, reason.strip() if qualifiers is not None else ""
        after = {"qualifiers": locked.qualifiers, "reason": locked.qualifiers_reason}
        if before != after:
            locked.save(update_fields=["qualifiers", "qualifiers_reason"])
            rule = EXEMPTION_RULE[locked.edition]
            record_change(locked, actor, AuditAction.QUALIFIERS_OVERRIDDEN, before=before, after=after, rule=rule)


def _players(tournament: Tournament, actor: StaffMember, numbers: Sequence[int]) -> list[Entrant]:
    """Return these entrants in this order; refuse who plays as one of them."""
    found = entrants_by_number(tournament, numbers)
    if any(is_own(actor, entrant) for entrant in found.values()):
        raise Refused(OWN_GAME)
    return [found[number] for number in numbers]


def _log(
    locked: Tournament,
    action: AuditAction,
    record: TieRecord,
    actor: StaffMember,
    players: Sequence[Entrant],
    **states: object,
) -> None:
    rule = "App.7.f" if record.is_game else NO_RULE[locked.edition]
    record_change(locked, actor, action, ", ".join(map(seat_and_name, players)), rule=rule, **states)
