"""Close the qualifying round for phones, and reopen it."""

from __future__ import annotations

from collections import defaultdict
from uuid import uuid4

from scorecards.keying.services.cards import change_lines
from scorecards.keying.services.transaction import card_transaction
from scorecards.models import CardCode, Line, RoundClosing, Scorecard
from scorecards.records.reports import closing_of, reports_of
from scorecards.reporting.services.codes import renew_pages
from scorecards.reporting.services.signing import by_phone
from scorecards.reporting.services.transaction import ReportRefused
from scorecards.rules.line_points import SCHEMES
from tournaments.changes.audit import record_change
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament

ROUND = "the qualifying round"


def close_round(*, tournament: Tournament, actor: StaffMember) -> int:
    """Write what players reported on their own cards, each line as its owner says, and return on how many cards.

    Lines that are entered already stay. Foot totals stay blank, and lines that nobody reported are left for checkers.
    A round that is closed stays as it is.
    """
    with card_transaction(tournament) as locked:
        if closing_of(locked) is not None:
            return 0
        entered: defaultdict[int, set[int]] = defaultdict(set)
        lines = Line.objects.filter(scorecard__entrant__tournament=locked)
        for number, game in lines.values_list("scorecard__entrant__number", "game"):
            entered[number].add(game)
        reported, scheme, written = reports_of(locked), SCHEMES[locked.scoring], {}
        reporters = {number for number, _ in reported.current}
        for entrant in Entrant.objects.filter(tournament=locked, number__in=reporters):
            number = entrant.number
            new = {line.game: line for line in reported.lines(number, scheme) if line.game not in entered[number]}
            if not new:
                continue
            version = change_lines(
                tournament=locked,
                entrant=entrant,
                lines=new,
                key=uuid4(),
                actor=by_phone(entrant),
                reason="The qualifying round is closed.",
            )
            written[str(number)] = {"version": version, "games": sorted(new)}
        RoundClosing.objects.create(tournament=locked, made_by=actor.name, written=written)
        renew_pages(CardCode.objects.active().filter(entrant__tournament=locked))
        record_change(locked, actor, AuditAction.ROUND_CLOSED, ROUND, after={"cards": len(written)})
        return len(written)


def reopen_round(*, tournament: Tournament, actor: StaffMember) -> None:
    """Let players report again, and remove what closing wrote from cards that nobody changed since.

    Raises:
        ReportRefused: standings are posted.
    """
    with card_transaction(tournament) as locked:
        closing = closing_of(locked)
        if closing is None:
            return
        if locked.latest_posting:
            raise ReportRefused(
                f"Posting {locked.latest_posting} shows the scorecards of this round. It cannot be reopened any more."
            )
        cards = Scorecard.objects.filter(entrant__tournament=locked).select_related("entrant")
        untouched = 0
        for card in cards:
            made = closing.written.get(str(card.entrant.number))
            if made is not None and made["version"] == card.version:
                untouched += 1
                change_lines(
                    tournament=locked,
                    entrant=card.entrant,
                    lines=dict.fromkeys(made["games"]),
                    key=uuid4(),
                    actor=actor,
                )
        RoundClosing.objects.filter(pk=closing.pk).revoke(actor.name)
        renew_pages(CardCode.objects.active().filter(entrant__tournament=locked))
        record_change(locked, actor, AuditAction.ROUND_REOPENED, ROUND, after={"cards": untouched})
