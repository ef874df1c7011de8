"""Make and replace the codes of scorecards, and tell on which phone a card is open."""

import secrets
from collections.abc import Iterable

from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils import timezone

from scorecards.models import CardCode
from scorecards.models.reports import secret_of
from tournaments.changes.audit import Outsider, record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.rules.text import seat_and_name
from tournaments.sign_in.links import digest_of

NOBODY = "phones on"
"""Who made a code that came by itself, when phones were switched on or an entrant was added."""


def make_missing_codes(tournament: Tournament, affects_cards: bool) -> None:
    """Give each entrant a code where players report on phones. Called within every change of an event."""
    if tournament.has_phones:
        _make(entrants_without_code(tournament), NOBODY)


def _make(missing: list[tuple[int, int]], by: str) -> None:
    # A code that cannot be printed again, because the site's key changed, is replaced by one that can.
    CardCode.objects.active().filter(entrant_id__in=[pk for pk, _ in missing]).revoke(by)
    CardCode.objects.bulk_create(
        CardCode(entrant_id=pk, serial=last + 1, digest=digest_of(secret_of(pk, last + 1)), made_by=by)
        for pk, last in missing
    )


def replace_code(tournament: Tournament, actor: StaffMember, *, number: int) -> None:
    """Revoke the code of a card and make another: the old one opens nothing any more, on no phone."""
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        entrant = Entrant.objects.get(tournament=locked, number=number)
        last = CardCode.objects.filter(entrant=entrant).order_by("-serial").first()
        _make([(entrant.pk, last.serial if last else 0)], actor.name)
        record_change(locked, actor, AuditAction.CARD_CODE_REPLACED, seat_and_name(entrant))


BY_PHONE = " (phone)"


def by_phone(entrant: Entrant) -> Outsider:
    """Return the name under which a player's own card is in the log."""
    return Outsider(f"{entrant.name[: 150 - len(BY_PHONE)]}{BY_PHONE}")


def new_device() -> str:
    """Return what a phone keeps to be known again; only its digest is stored."""
    return secrets.token_urlsafe(16)


def use_device(code: CardCode, device: str) -> None:
    """Let a phone, by the digest of its secret, be the one that reports with this code."""
    code.device, code.device_at = device, timezone.now()
    code.save(update_fields=["device", "device_at"])
    renew_pages(CardCode.objects.filter(pk=code.pk))
    code.version += 1


def renew_pages(codes: QuerySet[CardCode]) -> None:
    """Let the open pages of these codes follow a change that they show."""
    codes.update(version=F("version") + 1)


def renew_pages_of(entrants: Iterable[int]) -> None:
    """Let the open pages of these entrants, by primary key, follow a change. One query."""
    renew_pages(CardCode.objects.active().filter(entrant__in=list(entrants)))


def addresses_of_cards(tournament: Tournament) -> dict[int, str]:
    """Return the address that each card's code leads to, by entrant's number; none where players use paper only.

    A code that was made under another key of the site is left out: it works, but cannot be printed again. One query.
    """
    if not tournament.has_phones:
        return {}
    codes = CardCode.objects.active().filter(entrant__tournament=tournament)
    rows = codes.values_list("entrant__number", "entrant_id", "serial", "digest")
    return {
        number: reverse("scorecards:phone", args=[tournament.slug, secret])
        for number, pk, serial, digest in rows
        if digest_of(secret := secret_of(pk, serial)) == digest
    }


def code_at(slug: str, secret: str) -> CardCode | None:
    """Return the code of an address: ``None`` for one that is wrong, replaced, or of another event. One query."""
    codes = CardCode.objects.active().filter(
        digest=digest_of(secret), entrant__tournament__slug=slug, entrant__tournament__deleted_at=None
    )
    return codes.select_related("entrant__tournament", "entrant__scorecard", "entrant__signed_card").first()


def entrants_without_code(tournament: Tournament) -> list[tuple[int, int]]:
    """Return who has no code that is valid and can be printed, as primary key and last serial. One query."""
    rows = (
        Entrant.objects.filter(tournament=tournament)
        .order_by("pk", "card_codes__serial")
        .values_list("pk", "card_codes__serial", "card_codes__digest", "card_codes__revoked_at")
    )
    last = {pk: (serial or 0, digest, revoked_at) for pk, serial, digest, revoked_at in rows}
    return [
        (pk, serial)
        for pk, (serial, digest, revoked_at) in last.items()
        if not serial or revoked_at is not None or digest_of(secret_of(pk, serial)) != digest
    ]
