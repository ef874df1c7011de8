"""Who has a card open: two people who enter the same card see each other."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from scorecards.cards.selectors.stack import PRESENT_FOR
from scorecards.models import CardPresence
from tournaments.changes.write_queue import attempt
from tournaments.models import Entrant, StaffMember

RENEWED_AFTER = timedelta(seconds=5)


def open_card(*, entrant: Entrant, actor: StaffMember, is_still_open: bool = False) -> dict[str, Any]:
    """Store that a member has this card open; return when (``seen_at``), and the names of the ``others`` who do.

    What is still open is stored again only after :data:`RENEWED_AFTER`: a page that is left while it asks says as of
    which answer it is left.
    """
    now = timezone.now()
    of_card = CardPresence.objects.filter(entrant=entrant, seen_at__gt=now - PRESENT_FOR)
    seen_at = of_card.filter(member=actor).values_list("seen_at", flat=True).first() if is_still_open else None
    if seen_at is None or seen_at < now - RENEWED_AFTER:
        seen_at = now
        with attempt():
            CardPresence.objects.update_or_create(entrant=entrant, member=actor, defaults={"seen_at": now})
    names = of_card.exclude(member=actor).order_by("pk").values_list("member__name", flat=True)
    return {"seen_at": seen_at.isoformat(), "others": list(names)}


def close_card(*, entrant: Entrant, actor: StaffMember, seen_at: datetime) -> None:
    """Store that a member left the page that was last heard of then: the same card opened again since stays open."""
    with attempt():
        CardPresence.objects.filter(entrant=entrant, member=actor, seen_at__lte=seen_at).delete()
