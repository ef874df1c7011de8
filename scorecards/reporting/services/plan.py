"""Keep cards on phones in step with the event: who plays, who sits and meets whom where, and who left."""

from scorecards.cards.services.cards import CardChange, change_cards
from scorecards.models import CardCode, LeaverLine, Line, SignedCard
from scorecards.records.reports import closing_of
from scorecards.reporting.selectors.phone import FOR_GOOD
from scorecards.reporting.services.codes import by_phone, renew_pages
from tournaments.changes.audit import Outsider
from tournaments.models import AuditAction, AuditEntry, Entrant, Pairing, Tournament

ON_EVERY_PHONE = frozenset(
    {
        AuditAction.ENTRANT_ADDED,
        AuditAction.ENTRANT_CHANGED,
        AuditAction.ENTRANT_REMOVED,
        AuditAction.ENTRANT_WITHDRAWN,
        AuditAction.ENTRANT_ABSENT,
        AuditAction.ENTRANTS_ABSENT,
        AuditAction.ENTRANT_REINSTATED,
        AuditAction.ENTRANTS_IMPORTED,
        AuditAction.ENTRANTS_UNDONE,
        AuditAction.SUBSTITUTE_ADDED,
        AuditAction.SUBSTITUTE_REMOVED,
        AuditAction.SEATS_DRAWN,
        AuditAction.SEATS_CLEARED,
        AuditAction.SEAT_CHANGED,
        AuditAction.SEAT_TAKEN_OVER,
        AuditAction.SCHEDULE_MADE,
        AuditAction.SCHEDULE_IMPORTED,
        AuditAction.PAIRING_CHANGED,
        AuditAction.LATECOMER_PAIRED,
        AuditAction.GAMES_ADDED,
        AuditAction.TAKEN_OUT,
        AuditAction.SEATING_UNDONE,
        AuditAction.STANDINGS_POSTED,
        AuditAction.BRACKET_DRAWN,
        AuditAction.DRAW_UNDONE,
        AuditAction.DEPARTURE_NOTED,
        AuditAction.DEPARTURE_UNDONE,
        AuditAction.RESULT_RECORDED,
        AuditAction.RESULT_UNDONE,
        AuditAction.FORFEIT_RECORDED,
        AuditAction.MATCH_AWARDED,
        AuditAction.START_SET,
        AuditAction.CALLED_TO_TABLE,
        AuditAction.TABLE_CALL_UNDONE,
    }
)
"""Changes of who plays, sits and meets whom where, in the playoffs too."""


WHO_LEFT = ON_EVERY_PHONE | {AuditAction.ENTRANT_CHECKED_IN, AuditAction.SETTINGS_CHANGED, AuditAction.EVENT_IMPORTED}
"""Changes after which other lines may be due: who did not come is here after all, or phones are switched on."""


def follow_plan(tournament: Tournament, affects_cards: bool) -> None:
    """Let open pages, and the lines over those who left, follow the plan. Called within every change of an event."""
    if not tournament.has_phones:
        return
    last = AuditEntry.objects.filter(tournament=tournament).order_by("-number").values_list("action", "who").first()
    if last is None:
        return
    action, who = last
    if (action in WHO_LEFT and _follow_leavers(tournament, who)) or action in ON_EVERY_PHONE:
        renew_pages(CardCode.objects.active().filter(entrant__tournament=tournament))


def _follow_leavers(tournament: Tournament, who: str) -> bool:
    """Give each later opponent of those who left the line for that, revoke what no longer holds; tell if any did."""
    stored = {
        (line.entrant_id, line.game, line.opponent_id): line
        for line in LeaverLine.objects.active().filter(entrant__tournament=tournament)
    }
    due = _games_of_leavers(tournament)
    _revoke_lines(tournament, [line for key, line in stored.items() if key not in due], who)
    LeaverLine.objects.bulk_create(
        LeaverLine(entrant_id=entrant, game=game, opponent_id=opponent, made_by=who)
        for entrant, game, opponent in sorted(due - stored.keys())
    )
    return due != stored.keys()


def _games_of_leavers(tournament: Tournament) -> set[tuple[int, int, int]]:
    """Return who by the schedule meets in which game somebody who had left before it, by primary key."""
    withdrawn = Entrant.objects.filter(tournament=tournament, withdrawn_after_game__isnull=False)
    left = {who: game or 0 for who, game in withdrawn.values_list("pk", "withdrawn_after_game")}
    if not left:
        return set()
    pairs = Pairing.objects.filter(scheduled_game__tournament=tournament)
    return {
        (entrant, game, opponent)
        for game, *pair in pairs.values_list("scheduled_game__game", "first_id", "second_id")
        for entrant, opponent in (pair, pair[::-1])
        if left.get(opponent, FOR_GOOD) < game <= left.get(entrant, FOR_GOOD)
    }


def _revoke_lines(tournament: Tournament, gone: list[LeaverLine], who: str) -> None:
    """Revoke lines, and remove them from cards that were signed with them, where nobody changed these since."""
    LeaverLine.objects.filter(pk__in=[line.pk for line in gone]).revoke(who)
    if not gone or closing_of(tournament) is not None:
        return
    games = {(line.entrant_id, line.game, line.opponent_id) for line in gone}
    signed = SignedCard.objects.filter(entrant__in={entrant for entrant, _, _ in games}).select_related("entrant")
    changes = []
    for owner in (card.entrant for card in signed):
        written = Line.objects.filter(scorecard__entrant=owner, scorecard__saved_by=by_phone(owner).name)
        found = {line.game: None for line in written if (owner.pk, line.game, line.opponent_id) in games}
        if found:
            changes.append(CardChange(owner, found, Outsider(who), "The opponent had not left."))
    change_cards(tournament=tournament, changes=changes, actor=Outsider(who))
