"""The codes of scorecards: the address of each, and the card that an address opens."""

from django.urls import reverse

from scorecards.models import CardCode
from scorecards.models.reports import secret_of
from tournaments.models import Entrant, Tournament
from tournaments.sign_in.links import digest_of


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
