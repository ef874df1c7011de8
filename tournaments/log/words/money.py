"""Prize fund, payouts, side pools and seasons, in words."""

from tournaments.log.words.parts import (
    People,
    Stored,
    Words,
    changes,
    count,
    fields_of,
    named,
    reads,
    sentence,
    short,
    value,
)
from tournaments.models import AuditAction

LABELS = {
    "added": "added to the fund",
    "sanctioning": "sanctioning fee per entrant",
    "kept": "kept by the club",
    "places": "payouts",
    "rounded": "rounding",
    "remainder to place": "remainder goes to place",
    "from": "first day",
    "to": "last day",
    "best of": "best results that count",
    "points": "points by place",
    "points of others": "points of all other places",
    "source": "source of the points",
}


@reads(AuditAction.PRIZE_FUND_SET, AuditAction.PAYOUT_SET, AuditAction.SEASON_CHANGED)
def changed(entry: Stored, people: People) -> Words:
    return short(entry.subject, changes(entry.before, entry.after, labels=LABELS))


@reads(AuditAction.PAYOUT_TEMPLATE_SAVED, AuditAction.PAYOUT_TEMPLATE_USED, AuditAction.PAYOUT_TEMPLATE_DELETED)
def template(entry: Stored, people: People) -> Words:
    return short(f"“{entry.subject}”", changes(entry.before, entry.after, labels=LABELS))


@reads(AuditAction.SEASON_CREATED)
def created(entry: Stored, people: People) -> Words:
    said = fields_of(entry.after).items()
    return Words(entry.subject, tuple(f"{LABELS.get(name, name)} {value(part)}" for name, part in said if part))


@reads(AuditAction.PAYMENT_MADE, AuditAction.PAYMENT_UNDONE)
def payment(entry: Stored, people: People) -> Words:
    amount = value(fields_of(entry.before if entry.after is None else entry.after).get("amount"))
    return Words(f"{named(entry.subject)}: {amount} {'not paid' if entry.after is None else 'paid'}")


@reads(AuditAction.SIDE_POOL_OPENED, AuditAction.SIDE_POOL_CLOSED)
def pool(entry: Stored, people: People) -> Words:
    if entry.after is None:
        said = fields_of(entry.before)
        stakes = f": {count(said['stakes'], 'stake')} returned, {value(said.get('staked'))}" if "stakes" in said else ""
        return Words(f"{entry.subject} closed{stakes}")
    said = fields_of(entry.after)
    unit = f"rounded to {said['unit']}" if said.get("unit") else ""
    return Words(sentence(f"{entry.subject}: {value(said.get('stake'))} each", value(said.get("sharing")), unit))


@reads(AuditAction.STAKES_CHANGED)
def stakes(entry: Stored, people: People) -> Words:
    joined, left = (fields_of(entry.after).get("in") or (), fields_of(entry.before).get("out") or ())
    listed = (
        *(f"{people.seat_and_name(number)} joins" for number in joined),
        *(f"{people.seat_and_name(number)} leaves" for number in left),
    )
    return short(entry.subject, listed)
