"""Prize fund, payouts, side pools and seasons, in words."""

from tournaments.log.words.parts import People, Stored, Words, changes, count, fields_of, reads, short, value
from tournaments.models import AuditAction

LABELS = {
    "added": "added to the fund",
    "sanctioning": "sanctioning fee per entrant",
    "kept": "kept by the club",
    "sanction_number": "sanction number",
    "ends_on": "last day",
    "form": "played out as",
    "other_income": "other income",
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


@reads(AuditAction.PRIZE_FUND_SET, AuditAction.PAYOUT_SET, AuditAction.SEASON_CHANGED, AuditAction.ACC_REPORT_CHANGED)
def changed(entry: Stored, people: People) -> Words:
    return short(entry.subject, changes(entry.before, entry.after, labels=LABELS))


@reads(AuditAction.MEMBER_FILE_LOADED, AuditAction.MEMBER_FILE_DELETED)
def members(entry: Stored, people: People) -> Words:
    return Words(count(fields_of(entry.after or entry.before).get("members", 0), "member"))


@reads(AuditAction.PAYOUT_TEMPLATE_SAVED, AuditAction.PAYOUT_TEMPLATE_USED, AuditAction.PAYOUT_TEMPLATE_DELETED)
def template(entry: Stored, people: People) -> Words:
    return short(f"“{entry.subject}”", changes(entry.before, entry.after, labels=LABELS))


@reads(AuditAction.SEASON_CREATED)
def created(entry: Stored, people: People) -> Words:
    said = fields_of(entry.after).items()
    return Words(entry.subject, tuple(f"{LABELS.get(name, name)} {value(part)}" for name, part in said if part))


@reads(AuditAction.STAKES_CHANGED)
def stakes(entry: Stored, people: People) -> Words:
    joined, left = (fields_of(entry.after).get("in") or (), fields_of(entry.before).get("out") or ())
    listed = (
        *(f"{people.seat_and_name(number)} joins" for number in joined),
        *(f"{people.seat_and_name(number)} leaves" for number in left),
    )
    return short(entry.subject, listed)
