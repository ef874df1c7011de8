"""Loading a list of ACC members, and deleting it; filling in ACC numbers that are missing."""

import csv
from collections.abc import Mapping, Sequence
from datetime import date, datetime

from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.entrants.imports.cells import tidy_acc_number
from tournaments.entrants.imports.columns import FIELD_OF_HEADING, heading_key
from tournaments.entrants.services.history import entrant_to_dict
from tournaments.entrants.services.registration import save_change
from tournaments.models import AuditAction, Entrant, Member, MemberFile, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.names import in_order
from tournaments.rules.text import folded, tidy
from tournaments.spreadsheets.table import FileRefused, decode, separator_of

EXPIRY = frozenset(
    (
        *("expires", "expiry", "expiration", "expirationdate", "expirydate", "expdate", "exp"),
        *("memberuntil", "paidthrough"),
    )
)
DATES = ("%Y-%m-%d", "%m/%d/%Y", "%m/%d/%y", "%B %d, %Y", "%b %d, %Y", "%d-%b-%y", "%d-%b-%Y")
MAX_MEMBERS = 50_000
BATCH = 1_000
MAX_LENGTH = 40


def read_members(data: bytes) -> list[Member]:
    """Return the members of a CSV with headings: number, name (or last and first), and perhaps club and expiry.

    Raises:
        FileRefused: it is no such list, or far too long.
    """
    rows = _rows(decode(data))
    columns = {}
    for place, heading in reversed(list(enumerate(rows[0] if rows else ()))):
        key = heading_key(heading)
        columns["expires" if key in EXPIRY else str(FIELD_OF_HEADING.get(key))] = place
    columns.setdefault("acc_number", columns.pop("number", -1))
    if columns["acc_number"] < 0 or not ({"name", "last_name"} & columns.keys()):
        raise FileRefused("The first row needs headings: ACC number, name, and perhaps club and expiry.")
    members = {}
    for row in rows[1:]:
        cells = {name: tidy(row[place]) for name, place in columns.items() if place < len(row)}
        name = in_order(cells.get("name", "")) or " ".join(
            filter(None, (cells.get("first_name"), cells.get("last_name")))
        )
        number = tidy_acc_number(cells.get("acc_number", ""))
        if name and number:
            members[number] = Member(
                acc_number=number[:MAX_LENGTH],
                name=name[:200],
                folded_name=folded(name)[:200],
                club=cells.get("club", "")[:200],
                expires_on=_day(cells.get("expires", "")),
            )
    if not members:
        raise FileRefused("No row has a name and an ACC number.")
    return list(members.values())


def _rows(text: str) -> list[list[str]]:
    lines = text.splitlines()
    try:
        rows = [row for row in csv.reader(lines, delimiter=separator_of(lines)) if any(row)]
    except csv.Error as error:
        raise FileRefused("This list cannot be read. Save it as “CSV UTF-8” and try again.") from error
    if len(rows) > MAX_MEMBERS + 1:
        raise FileRefused(f"There are more than {MAX_MEMBERS:,} rows. Is it the right file?")
    return rows


def _day(text: str) -> date | None:
    for form in DATES:
        try:
            return datetime.strptime(text, form).date()  # noqa: DTZ007
        except ValueError:
            continue
    return None


def load_members(tournament: Tournament, me: StaffMember, *, source: str, members: Sequence[Member]) -> None:
    """Store a director's list in place of the one before. The log says how many there are, and nobody's name.

    Raises:
        Refused: the director has no account.
    """
    if me.user is None:
        raise Refused("A member file needs an account. Sign in with yours, then load it.")
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        MemberFile.objects.filter(owner=me.user).delete()
        file = MemberFile.objects.create(owner=me.user, source=source[:200])
        for member in members:
            member.file = file
        Member.objects.bulk_create(members, batch_size=BATCH)
        record_change(locked, me, AuditAction.MEMBER_FILE_LOADED, after={"members": len(members)})


def delete_members(tournament: Tournament, me: StaffMember) -> None:
    """Delete a director's list with all its members. Do nothing if there is none."""
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        gone, _ = MemberFile.objects.filter(owner=me.user_id or 0).delete()
        if gone:
            record_change(locked, me, AuditAction.MEMBER_FILE_DELETED, before={"members": gone - 1})


def give_acc_numbers(tournament: Tournament, actor: StaffMember, numbers: Mapping[int, str]) -> Sequence[Entrant]:
    """Give entrants their ACC numbers, by entrant's number, and return those who got one. Blanks are passed over.

    Raises:
        Refused: somebody has another number by now, or two would have the same one; nothing is stored then.
    """
    given = {number: found for number, text in numbers.items() if (found := tidy_acc_number(text))}
    with tournament_change(tournament) as locked:
        entrants = Entrant.objects.filter(tournament=locked, house_player=False).order_by("number")
        holders = {tidy_acc_number(one.acc_number): one for one in entrants if one.acc_number}
        changed = []
        for entrant in (one for one in entrants if one.number in given):
            found = given[entrant.number]
            where = f"acc-{entrant.number}"
            if len(found) > MAX_LENGTH:
                raise Refused(f"{len(found)} characters are too many. Enter up to {MAX_LENGTH}.", where)
            holder = holders.setdefault(found, entrant)
            if holder.pk != entrant.pk:
                raise Refused(f"{found} is the number of {holder.shown_name}. Enter another one.", where)
            if entrant.acc_number and tidy_acc_number(entrant.acc_number) != found:
                raise Refused(f"{entrant.shown_name} has number {entrant.acc_number} by now.", where)
            if not entrant.acc_number:
                before = entrant_to_dict(entrant)
                entrant.acc_number = found
                save_change(locked, actor, entrant, before, AuditAction.ENTRANT_CHANGED)
                changed.append(entrant)
    return changed
