"""Tie games, tie orders, and the exemption from one in four."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorecards.errors import OWN_GAME, CheckRefused
from scorecards.keying.selectors.stack import is_own
from scorecards.models import TieGame, TieOrder, TieOrderPlace
from scorecards.records.recalculate import change_by_rulings
from scorecards.records.results import current_result
from scorecards.rules.citations import NO_RULE
from scorecards.rules.reasons import text_problem
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.records.entrants import entrants_by_number
from tournaments.rules.text import seat_and_name


class RankingChanged(CheckRefused):
    """The tie, or what was entered for it, changed since the person saw it."""


NOT_ASKED = -1
"""In the place of a number that a page showed: there was no page."""
ORDER_RULE = NO_RULE
EXEMPTION_RULE = {"acc-2020": "13.2.b", "acc-2010": "brackets 2", "games-55plus": "line 14"}
"""The rules under which a director enters an order, and lets another number qualify, by edition."""


def record_tie_game(*, tournament: Tournament, actor: StaffMember, winner: int, loser: int) -> None:
    """Record the result of a one-game playoff between two who are level on everything else (appendix 7.f).

    Raises:
        RankingChanged: these two are not tied where it matters, or have played already.
        CheckRefused: it is the actor's own game.
    """
    with change_by_rulings(tournament, public=False) as locked:
        outcome = current_result(locked)
        needed = outcome.result.ranking.tie_games_needed if outcome is not None else ()
        if sorted((winner, loser)) not in [sorted(pair) for pair in needed]:
            raise RankingChanged("These two have no tie game to play. Their tie is settled.")
        entrants = entrants_by_number(locked, (winner, loser))
        _refuse_own(actor, entrants.values())
        TieGame.objects.create(tournament=locked, winner=entrants[winner], loser=entrants[loser], made_by=actor.name)
        record_change(
            locked,
            actor,
            AuditAction.TIE_GAME_RECORDED,
            _named(entrants, (winner, loser)),
            after={"winner": winner},
            rule="App.7.f",
        )


def revoke_tie_game(*, tournament: Tournament, actor: StaffMember, tie_game: int, why: str = "") -> None:
    """Revoke the result of a tie game; RankingChanged where it was undone before, CheckRefused for one's own game."""
    with tournament_change(tournament, public=False) as locked:
        standing = TieGame.objects.active().filter(tournament=locked, pk=tie_game)
        found = standing.select_related("winner", "loser").first()
        if found is None:
            raise RankingChanged("This tie game was undone before.")
        _refuse_own(actor, (found.winner, found.loser))
        standing.revoke(actor.name, why)
        both = {found.winner.number: found.winner, found.loser.number: found.loser}
        record_change(
            locked,
            actor,
            AuditAction.TIE_GAME_UNDONE,
            _named(both, list(both)),
            before={"winner": found.winner.number},
            rule="App.7.f",
        )


def save_tie_order(*, tournament: Tournament, actor: StaffMember, order: Sequence[int], reason: str) -> None:
    """Enter the order of entrants who are level on everything else, best first, with the reason.

    Raises:
        RankingChanged: there is no such tie.
        CheckRefused: there is no reason, or one that cannot be kept, or the actor plays in this tie.
    """
    with change_by_rulings(tournament, public=False) as locked:
        outcome = current_result(locked)
        open_ties = outcome.result.ranking.open_ties if outcome is not None else ()
        if sorted(order) not in [sorted(group) for group in open_ties]:
            raise RankingChanged("Enter an order for everybody in an open tie. Check the ties again.")
        if not reason.strip():
            raise CheckRefused("Enter how the order was found.")
        if problem := text_problem(reason):
            raise CheckRefused(problem)
        entrants = entrants_by_number(locked, order)
        _refuse_own(actor, entrants.values())
        stored = TieOrder.objects.create(tournament=locked, reason=reason.strip(), made_by=actor.name)
        TieOrderPlace.objects.bulk_create(
            TieOrderPlace(tie_order=stored, place=place, entrant=entrants[number])
            for place, number in enumerate(order, start=1)
        )
        told = {"order": list(order), "reason": reason.strip()}
        rule = ORDER_RULE[locked.edition]
        record_change(locked, actor, AuditAction.TIE_ORDER_SET, _named(entrants, order), after=told, rule=rule)


def revoke_tie_order(*, tournament: Tournament, actor: StaffMember, tie_order: int, why: str = "") -> None:
    """Revoke an order that was entered for a tie; RankingChanged where it does not stand any more."""
    with tournament_change(tournament, public=False) as locked:
        standing = TieOrder.objects.active().filter(tournament=locked, pk=tie_order)
        found = standing.first()
        if found is None:
            raise RankingChanged("This order was undone before.")
        places = [place.entrant for place in found.places.select_related("entrant").order_by("place")]
        entrants = {entrant.number: entrant for entrant in places}
        _refuse_own(actor, places)
        standing.revoke(actor.name, why)
        told = {"order": list(entrants), "reason": found.reason}
        named, rule = _named(entrants, list(entrants)), ORDER_RULE[locked.edition]
        record_change(locked, actor, AuditAction.TIE_ORDER_UNDONE, named, before=told, rule=rule)


def set_exemption(
    *, tournament: Tournament, actor: StaffMember, qualifiers: int | None, reason: str, seen: int | None = NOT_ASKED
) -> None:
    """Override the number of qualifiers, with the reason; ``None`` goes back to one in four (rule 13.2.b).

    ``seen`` is the number that the page showed, ``None`` for one in four.

    Raises:
        RankingChanged: another number than ``seen`` qualifies by now.
        CheckRefused: the number is not 1 or more, or not all that are entered, or there is no reason.
    """
    with tournament_change(tournament, public=False) as locked:
        if seen not in (NOT_ASKED, locked.qualifiers):
            raise RankingChanged("Another person changed the number of qualifiers. Check it again.")
        entered = Entrant.objects.counting().filter(tournament=locked).count()
        if qualifiers is not None and not 1 <= qualifiers <= max(entered, 1):
            raise CheckRefused(f"{qualifiers} cannot qualify. Enter 1 to {entered}.")
        if qualifiers is not None and not reason.strip():
            raise CheckRefused("Enter a reason. The public page shows it.")
        if problem := text_problem(reason):
            raise CheckRefused(problem)
        before = {"qualifiers": locked.qualifiers, "reason": locked.qualifiers_reason}
        locked.qualifiers = qualifiers
        locked.qualifiers_reason = reason.strip() if qualifiers is not None else ""
        after = {"qualifiers": locked.qualifiers, "reason": locked.qualifiers_reason}
        if before == after:
            return
        locked.save(update_fields=["qualifiers", "qualifiers_reason"])
        rule = EXEMPTION_RULE[locked.edition]
        record_change(locked, actor, AuditAction.QUALIFIERS_OVERRIDDEN, before=before, after=after, rule=rule)


def _refuse_own(actor: StaffMember, entrants: Iterable[Entrant]) -> None:
    if any(is_own(actor, entrant) for entrant in entrants):
        raise CheckRefused(OWN_GAME)


def _named(entrants: dict[int, Entrant], order: Sequence[int]) -> str:
    return ", ".join(seat_and_name(entrants[number]) for number in order)[:200]
