"""What a phone needs to hand its card over without a network, and what the server checks it with."""

from hashlib import sha256

from django.db.models import Count, Max, Q
from django.utils.crypto import salted_hmac

from scorecards.models import CardCode, CardHandover
from scorecards.rules.handover import EVENT_BYTES
from scorecards.rules.table_reports import How
from tournaments.models import Entrant, Tournament

KEY_BYTES = 16


def event_mark(tournament: Tournament) -> bytes:
    """Return what tells the codes of one event from those of another; what proves them is the seal."""
    return sha256(f"event {tournament.pk}".encode()).digest()[:EVENT_BYTES]


def handover_key(code: CardCode) -> bytes:
    """Return the key of a card on one phone: another phone's differs, and so does that of a replaced code."""
    digest = salted_hmac("scorecards.handover", f"{code.digest}/{code.device}", algorithm="sha256").digest()
    return digest[:KEY_BYTES]


def reports_known_of(entrant: Entrant) -> int:
    """Return how many reports of a card its own phone may know of: what came from it. One query."""
    by_itself = ~Q(game_reports__how=How.INITIALED)
    found = Entrant.objects.filter(pk=entrant.pk).aggregate(
        stored=Count("game_reports", filter=by_itself, distinct=True), taken=Max("card_handovers__reports")
    )
    stored: int = found["stored"]
    return max(stored, found["taken"] or 0)


def last_handover_of(entrant: Entrant) -> int:
    """Return how many reports the phone knew of whose code was taken last, 0 before the first."""
    found = CardHandover.objects.filter(entrant=entrant).aggregate(most=Max("reports"))
    return found["most"] or 0


def kit_of(code: CardCode) -> dict[str, str | int]:
    """Return what the page of a card keeps: event and key in hex, and how many reports are stored. One query."""
    return {
        "event": event_mark(code.entrant.tournament).hex(),
        "key": handover_key(code).hex(),
        "entrant": code.entrant.number,
        "reports": reports_known_of(code.entrant),
    }
