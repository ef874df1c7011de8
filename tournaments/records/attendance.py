"""Who is here, from the stored event; the rules are in :mod:`tournaments.rules.attendance`."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from tournaments.models import AuditAction, AuditEntry, Entrant, Tournament
from tournaments.rules.attendance import counts, is_check_in_used


def check_in_used(tournament: Tournament, check_ins: Iterable[datetime | None] | None = None) -> bool:
    """Tell whether check-in says who is here. One query, two where somebody is checked in and seats are drawn.

    ``check_ins`` are the times at which those who count were checked in, where they are read already.
    """
    if check_ins is None:
        there = Entrant.objects.filter(tournament=tournament).counting().exclude(checked_in_at=None)
        check_ins = there.order_by().values_list("checked_in_at", flat=True)
    times = [time for time in check_ins if time is not None]
    return bool(times) and is_check_in_used(times, _drawn_at(tournament))


def _drawn_at(tournament: Tournament) -> datetime | None:
    """Return when the present seats were drawn, ``None`` if they are not drawn. One query."""
    if not tournament.seating_seed:
        return None
    drawn = AuditEntry.objects.filter(
        tournament=tournament, action=AuditAction.SEATS_DRAWN, subject=f"seed {tournament.seating_seed}"
    )
    return drawn.order_by("pk").values_list("at", flat=True).first()


def counting(people: Mapping[int, Mapping[str, Any]]) -> list[int]:
    """Return the numbers of those among these rows of entrants who count."""
    return [
        number
        for number, person in people.items()
        if counts(house_player=person["house_player"], withdrawn_after_game=person["withdrawn_after_game"])
    ]
