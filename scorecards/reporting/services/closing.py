"""Close the qualifying round for phones, and reopen it."""

from collections import defaultdict

from scorecards.cards.services.cards import CardChange, card_transaction, change_cards
from scorecards.models import CardCode, Line, RoundClosing, Scorecard
from scorecards.records.reports import closing_of, reports_of
from scorecards.reporting.selectors.board import Board
from scorecards.reporting.selectors.phone import plan_of
from scorecards.reporting.services.codes import BY_PHONE, by_phone, renew_pages
from tournaments.changes.audit import record_change
from tournaments.models import AuditAction, AuditEntry, Entrant, StaffMember, Tournament
from tournaments.refused import Refused

ROUND = "the qualifying round"


def close_round(tournament: Tournament, actor: StaffMember) -> int:
    """Write what players reported on their own cards, each line as its owner says, and return on how many cards.

    Lines that are entered already stay. Foot totals stay blank, and lines that nobody reported are left for checkers.
    A round that is closed stays as it is.
    """
    with card_transaction(tournament) as locked:
        return 0 if closing_of(locked) is not None else _close(locked, actor)


def close_whole_round(tournament: Tournament, actor: StaffMember, *, seen: int) -> int:
    """Close a round of which nothing is open, and return the event's version after it: only that may be posted.

    ``seen`` is the number of the last log entry that the page knew. Players who signed their cards since are no reason
    to look again: each writes what was locked already.

    Raises:
        Refused: the round is closed, phones are off, something else changed since, or something is open.
    """
    with card_transaction(tournament) as locked:
        if closing_of(locked) is not None:
            raise Refused("The qualifying round is closed already.")
        if not locked.has_phones:
            raise Refused("Phones are switched off: there is no round to close.")
        later = AuditEntry.objects.filter(tournament=locked, number__gt=seen)
        if later.exclude(user=None, who__endswith=BY_PHONE).exists():
            raise Refused("Something changed since you opened this page. Check it, then close and post.")
        if in_the_way := Board(locked).in_the_way:
            raise Refused(f"Not closed, not posted: {in_the_way}.")
        _close(locked, actor)
    return locked.version


def _close(locked: Tournament, actor: StaffMember) -> int:
    """Write the cards and freeze the phones, within the change of a locked event; return on how many cards."""
    entered: defaultdict[int, set[int]] = defaultdict(set)
    lines = Line.objects.filter(scorecard__entrant__tournament=locked)
    for number, game in lines.values_list("scorecard__entrant__number", "game"):
        entered[number].add(game)
    reported, scheme = reports_of(locked), locked.scored
    reporters = {number for number, _ in reported.current}
    changes, plan = [], plan_of(locked.pk, locked.version)
    for entrant in Entrant.objects.filter(tournament=locked, number__in=reporters):
        own = {line.game: line for line in reported.lines(entrant.number, scheme)}
        own = plan.wins_over_leavers(entrant.number, scheme) | own
        new = {game: line for game, line in own.items() if game not in entered[entrant.number]}
        if new:
            changes.append(CardChange(entrant, new, by_phone(entrant), "The qualifying round is closed."))
    versions = change_cards(tournament=locked, changes=changes, actor=actor)
    written = {
        str(change.entrant.number): {"version": versions[change.entrant.number], "games": sorted(change.lines)}
        for change in changes
    }
    RoundClosing.objects.create(tournament=locked, made_by=actor.name, written=written)
    renew_pages(CardCode.objects.active().filter(entrant__tournament=locked))
    record_change(locked, actor, AuditAction.ROUND_CLOSED, ROUND, after={"cards": len(written)})
    return len(written)


def reopen_round(tournament: Tournament, actor: StaffMember) -> None:
    """Let players report again, and remove what closing wrote from cards that nobody has changed since.

    Raises:
        Refused: standings are posted.
    """
    with card_transaction(tournament) as locked:
        closing = closing_of(locked)
        if closing is None:
            return
        if locked.latest_posting:
            raise Refused(
                f"Posting {locked.latest_posting} shows the scorecards of this round. It cannot be reopened any more."
            )
        cards = Scorecard.objects.filter(entrant__tournament=locked).select_related("entrant")
        changes = [
            CardChange(card.entrant, dict.fromkeys(made["games"]), actor)
            for card in cards
            for made in [closing.written.get(str(card.entrant.number))]
            if made is not None and made["version"] == card.version
        ]
        change_cards(tournament=locked, changes=changes, actor=actor)
        RoundClosing.objects.filter(pk=closing.pk).revoke(actor.name)
        renew_pages(CardCode.objects.active().filter(entrant__tournament=locked))
        record_change(locked, actor, AuditAction.ROUND_REOPENED, ROUND, after={"cards": len(changes)})
