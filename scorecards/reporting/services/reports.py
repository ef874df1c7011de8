"""Report games at the table, initial them on one phone, deny initials, and unlock what is locked."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from scorecards.cards.selectors.stack import is_own
from scorecards.cards.services.cards import CardChange, card_transaction, change_cards
from scorecards.errors import OWN_GAME
from scorecards.models import GameReport, GameUnlock, Line, SignedCard
from scorecards.records.facts import games_not_due_by, is_begun
from scorecards.records.reports import closing_of, game_at_the_tables, reports_around
from scorecards.reporting.selectors.phone import plan_of, scheduled_opponent
from scorecards.reporting.services.codes import by_phone, renew_pages_of
from scorecards.rules.line_points import CardError
from scorecards.rules.reasons import text_problem
from scorecards.rules.scoring_systems.registry import scoring_system
from scorecards.rules.table_reports import GameState, How, Report, Stage, problem_with, result_in_words
from tournaments.changes.audit import Outsider, record_change
from tournaments.changes.transaction import bump_public_version, tournament_change
from tournaments.changes.write_queue import write_queue
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.due_lines import games_due
from tournaments.rules.initials import MAX_INITIALS, initials_from
from tournaments.rules.schedule_check import games_in_words
from tournaments.rules.text import place_of, seat_and_name
from tournaments.rules.types import FootTotals
from tournaments.rules.types import Line as LineRecord


@contextmanager
def report_transaction(tournament: Tournament) -> Iterator[Tournament]:
    """Run a change of reports alone. Nothing that is worked out from the cards depends on them."""
    with write_queue(), transaction.atomic():
        yield Tournament.objects.present().select_for_update().get(pk=tournament.pk)


def why_closed(tournament: Tournament) -> str:
    """Say why players cannot report, and what to do; blank where they can."""
    if not tournament.has_phones:
        return "The director switched phones off. Use your paper card."
    if closing_of(tournament) is not None:
        return "The qualifying round is closed. Give your paper card to a checker."
    return ""


def refuse_if_closed(tournament: Tournament) -> None:
    """Refuse what only an open round takes."""
    if why := why_closed(tournament):
        raise Refused(why)


def report_game(
    *,
    entrant: Entrant,
    game: int,
    opponent: int,
    won: bool,
    spread: int,
    key: UUID,
    device: str,
    how: How = How.ENTERED,
    has_looked: bool = False,
) -> None:
    """Store what a player reports about a game of their own card. A key that was answered before counts once.

    ``opponent`` is the other's number; ``won`` and ``spread`` are from the side of the one who reports.
    A player who agrees with somebody other than the scheduled opponent must have looked twice: somebody may be named by
    mistake, and one tap would lock it. If the report that a player agrees with is missing, as the site continued from
    an older copy, the agreement counts as a report of their own: it is locked once the opponent's phone has come back.
    What comes after the round was closed is stored all the same: the board shows it, and it counts once the round is
    reopened.

    Raises:
        Refused: the result cannot be, the game is locked or on the scorecard already, the opponent's report is
            not the one that is agreed with, or the report came too late.
    """
    with report_transaction(entrant.tournament) as locked:
        why_late = why_closed(locked)
        if not (known := _answered_at(key, entrant, game)):
            met = _opponent(locked, opponent)
            state = reports_around(entrant, game).state(entrant.number, game)
            report = Report(0, game, entrant.number, met.number, won, spread, how)
            if (
                state.own is not None
                and state.own.says_the_same_as(report)
                and (why_late or state.own.how is How.HANDED or state.stage is Stage.LOCKED)
            ):
                # Known in time: a checker took it from the phone's code, say, before the network was back; or it was
                # reported again after a restore, and agreed with, before this came a second time.
                return
            _refuse(locked, entrant, report, state, is_late=bool(why_late))
            if how is How.AGREED:
                report = _agreement(entrant, met, report, has_looked=has_looked)
            store_report(entrant, met, report, key, device)
        is_late = bool(why_late) and (known is None or _came_late(locked, known))
    if is_late:
        raise Refused(f"{why_late} Your report of game {game} came too late: the director sees it.")


def _agreement(entrant: Entrant, opponent: Entrant, report: Report, *, has_looked: bool) -> Report:
    """Return what an agreement comes to: where a restore lost what it saw, a report of the player's own."""
    theirs = reports_around(entrant, report.game).current.get((opponent.number, report.game))
    if theirs is None:
        return replace(report, how=How.ENTERED)
    if not report.agrees_with(theirs):
        raise Refused(f"{opponent.name} changed the report meanwhile. See what it says now.")
    scheduled = scheduled_opponent(entrant, report.game)
    if not has_looked and opponent.number != scheduled:
        raise Refused(f"The schedule has another opponent for you in game {report.game}. Look again, then agree.")
    return report


def initial_game(*, entrant: Entrant, game: int, initials: str, key: UUID, device: str) -> None:
    """Store that the opponent agreed on the reporter's phone, under initials.

    Raises:
        Refused: the initials are none, there is nothing that waits for the opponent, or the round is closed.
    """
    with report_transaction(entrant.tournament) as locked:
        refuse_if_closed(locked)
        state = reports_around(entrant, game).state(entrant.number, game)
        own = state.own
        opponent = _opponent(locked, own.opponent) if own is not None else None
        if opponent is not None and _answered_at(key, opponent, game):
            return
        if own is None or opponent is None or state.stage is not Stage.WAITING:
            raise Refused(f"Nothing in game {game} waits for initials: the opponent reports on their own phone.")
        letters = initials_from(initials)
        if not letters:
            raise Refused(f"Enter the initials of {opponent.name}: 1 to {MAX_INITIALS} letters.")
        report = Report(0, game, opponent.number, entrant.number, not own.won, own.spread, How.INITIALED)
        _refuse(locked, opponent, report, reports_around(opponent, game).state(opponent.number, game))
        store_report(opponent, entrant, report, key, device, letters)


def deny_initials(*, entrant: Entrant, game: int, key: UUID, device: str) -> None:
    """Store that a player did not accept what was initialed for them on the opponent's phone.

    Raises:
        Refused: nothing was initialed on another phone, or the round is closed.
    """
    with report_transaction(entrant.tournament) as locked:
        refuse_if_closed(locked)
        if _answered_at(key, entrant, game):
            return
        state = reports_around(entrant, game).state(entrant.number, game)
        if state.own is None:
            raise Refused(f"Game {game} was not initialed on another phone.")
        own = state.own
        report = Report(0, game, entrant.number, own.opponent, own.won, own.spread, How.DENIED)
        _refuse(locked, entrant, report, state)
        store_report(entrant, _opponent(locked, own.opponent), report, key, device)


def deny_opponent(*, entrant: Entrant, game: int, opponent: int, key: UUID, device: str) -> None:
    """Store that a player did not meet somebody who named them: that player hears of it, this one is not asked again.

    Raises:
        Refused: that player does not name this one, or the round is closed.
    """
    with report_transaction(entrant.tournament) as locked:
        refuse_if_closed(locked)
        if _answered_at(key, entrant, game):
            return
        naming = reports_around(entrant, game).naming.get((entrant.number, game), ())
        theirs = next((report for report in naming if report.entrant == opponent), None)
        if theirs is None:
            raise Refused(f"That player does not report game {game} with you any more.")
        report = Report(0, game, entrant.number, opponent, not theirs.won, theirs.spread, How.NOT_PLAYED)
        store_report(entrant, _opponent(locked, opponent), report, key, device)


def _answered_at(key: UUID, entrant: Entrant, game: int) -> datetime | None:
    """Return when what has this key was stored, ``None`` where it is new."""
    found = GameReport.objects.filter(key=key).values_list("entrant_id", "game", "at").first()
    if found is None:
        return None
    if found[:2] != (entrant.pk, game):
        raise Refused("This was sent for another game. Reload the page and report again.")
    return found[2]


def _came_late(tournament: Tournament, at: datetime) -> bool:
    """Whether what is sent again was stored only after the round was closed: before, it counted."""
    closing = closing_of(tournament)
    return closing is not None and at > closing.made_at


def _opponent(tournament: Tournament, number: int) -> Entrant:
    opponent = Entrant.objects.filter(tournament=tournament, number=number).first()
    if opponent is None:
        raise Refused("Choose your opponent from the list.")
    return opponent


def _refuse(
    tournament: Tournament, entrant: Entrant, report: Report, state: GameState, *, is_late: bool = False
) -> None:
    if problem := problem_with(report, games=tournament.games, state=state):
        raise Refused(problem)
    # What closing wrote is no reason: it knew nothing of this report.
    if not is_late and Line.objects.filter(scorecard__entrant=entrant, game=report.game).exists():
        raise Refused(f"Game {report.game} is on the scorecard already. Ask the director to change it.")


def store_report(
    entrant: Entrant, opponent: Entrant, report: Report, key: UUID, device: str, initials: str = ""
) -> None:
    """Store a report within a transaction that holds the event, and let the pages that it concerns follow.

    With the first one public pages say that the round has begun, later which game is played.
    """
    before = is_begun(entrant.tournament), game_at_the_tables(entrant.tournament)
    GameReport.objects.create(
        entrant=entrant,
        opponent=opponent,
        game=report.game,
        won=report.won,
        spread=report.spread,
        how=report.how,
        initials=initials,
        key=key,
        device=device,
    )
    if before != (True, game_at_the_tables(entrant.tournament)):
        bump_public_version(entrant.tournament)
    # A player who named the reporter in this game learns whether the two still name each other.
    naming = GameReport.objects.filter(opponent=entrant, game=report.game).values_list("entrant_id", flat=True)
    renew_pages_of({entrant.pk, opponent.pk, *naming})


def unlock_own_game(*, entrant: Entrant, game: int) -> None:
    """Let one of the two who agreed on a game unlock it, while neither has signed: both report it again.

    A game that is not locked any more stays as it is.

    Raises:
        Refused: one of the two has signed, the game is on a scorecard, or the round is closed.
    """
    with tournament_change(entrant.tournament, affects_cards=False, public=False) as locked:
        refuse_if_closed(locked)
        state = reports_around(entrant, game).state(entrant.number, game)
        if state.stage is not Stage.LOCKED or state.own is None:
            return
        opponent = _opponent(locked, state.own.opponent)
        if signed := SignedCard.objects.filter(entrant__in=(entrant, opponent)).select_related("entrant").first():
            raise Refused(f"{signed.entrant.shown_name} has signed the card. Ask the director to unlock game {game}.")
        _unlock(locked, by_phone(entrant), entrant, opponent, state, f"{entrant.shown_name} unlocked it.")


def unlock_game(tournament: Tournament, actor: StaffMember, *, number: int, game: int, reason: str) -> None:
    """Unlock a game that both players agreed on, for a reason: both report it again.

    Raises:
        Refused: the game is not locked, is on a scorecard or the actor's own, or the reason cannot be stored.
    """
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        entrant = Entrant.objects.get(tournament=locked, number=number)
        state = reports_around(entrant, game).state(number, game)
        if is_own(actor, entrant) or (state.own is not None and is_own(actor, _opponent(locked, state.own.opponent))):
            raise Refused(OWN_GAME)
        if state.stage is not Stage.LOCKED or state.own is None:
            raise Refused(f"Game {game} of {place_of(entrant)} is not locked.")
        if not reason.strip():
            raise Refused("Enter the reason: both players see it.")
        if problem := text_problem(reason):
            raise Refused(problem)
        _unlock(locked, actor, entrant, _opponent(locked, state.own.opponent), state, reason.strip())


def _unlock(
    locked: Tournament,
    actor: StaffMember | Outsider,
    entrant: Entrant,
    opponent: Entrant,
    state: GameState,
    reason: str,
) -> None:
    """Store, within a change of a locked event, that the reports of two about a game count no longer."""
    assert state.own is not None
    if Line.objects.filter(scorecard__entrant__in=(entrant, opponent), game=state.game).exists():
        raise Refused(f"Game {state.game} is on a scorecard already. Re-enter the line there.")
    last = GameReport.objects.filter(entrant__tournament=locked).aggregate(last=Max("pk"))["last"]
    GameUnlock.objects.create(
        game=state.game, first=entrant, second=opponent, after=last, reason=reason, made_by=actor.name
    )
    renew_pages_of((entrant.pk, opponent.pk))
    words = result_in_words(won=state.own.won, spread=state.own.spread, scheme=locked.scored)
    record_change(
        locked,
        actor,
        AuditAction.GAME_UNLOCKED,
        f"game {state.game}: {seat_and_name(entrant)} and {seat_and_name(opponent)}",
        before={place_of(entrant): words},
        after={"reason": reason},
    )


class FootDiffers(Exception):
    """The foot totals are not what the lines add up to; ``errors`` has both."""

    def __init__(self, errors: Sequence[CardError]) -> None:
        super().__init__("the foot totals differ from the lines")
        self.errors = errors


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
        new = {line.game: line for line in lines if line.game not in written}
        change = CardChange(entrant, new, by_phone(entrant), foot=foot)
        change_cards(tournament=locked, changes=[change], actor=change.actor)
