"""Read the activity log."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import QuerySet

from tournaments.log.words import People, Words, words_of
from tournaments.models import AuditEntry, StaffMember, Tournament, spellings_of, words_of_action
from tournaments.rules.text import plain_text, search_words

LOG_HEADER = ("when", "who", "role", "action", "change", "rule", "seal")


Wanted = Mapping[str, Any]
"""What is looked for in the log: ``who``, ``action``, ``text``, ``since`` and ``until``; blank or missing is anything.

The times are whole minutes, both included.
"""


class LogReader:
    """Reads stored entries: names and roles are read once for all of them. Two queries."""

    def __init__(self, tournament: Tournament) -> None:
        entrants = list(tournament.entrants.only("tournament", "number", "name", "partner", "told_apart_by", "seat"))
        self.people = People(
            {entrant.number: entrant.shown_name for entrant in entrants},
            {entrant.number: entrant.seat for entrant in entrants},
            ZoneInfo(tournament.time_zone),
        )
        self.role_of = roles_in_log(tournament)

    def read(self, row: AuditEntry) -> tuple[AuditEntry, str, Words]:
        """Return an entry, in which role somebody made the change, and what the log says of it."""
        return row, self.role_of(row), words_of(row.action_in_words, row, self.people)

    def holds(self, entry: AuditEntry, words: list[str]) -> bool:
        """Whether every one of these words stands in what the log shows, or in the action as it was stored."""
        row, role, said = self.read(entry)
        shown = (row.who, role, row.action, row.action_in_words, row.subject, str(said), row.rule)
        text = plain_text(" ".join(shown))
        return all(word in text for word in words)


def entries_found(tournament: Tournament, wanted: Wanted) -> QuerySet[AuditEntry] | list[AuditEntry]:
    """Return the rows that a filter finds, the latest first. A text is looked for in what the log shows of each."""
    rows = tournament.audit_entries.order_by("-pk")
    if who := wanted.get("who"):
        rows = rows.filter(who=who)
    if action := wanted.get("action"):
        rows = rows.filter(action__in=spellings_of(action))
    if since := wanted.get("since"):
        rows = rows.filter(at__gte=since)
    if until := wanted.get("until"):
        rows = rows.filter(at__lt=until + timedelta(minutes=1))
    words = search_words(wanted.get("text", ""))
    if not words:
        return rows
    reader = LogReader(tournament)
    return [row for row in rows.iterator() if reader.holds(row, words)]


def names_in_log(tournament: Tournament) -> tuple[list[str], list[str]]:
    """Return everybody who stands in the log and every action, for choosing from. Two queries."""
    entries = AuditEntry.objects.filter(tournament=tournament).order_by()
    people = entries.values_list("who", flat=True).distinct()
    actions = {words_of_action(stored) for stored in entries.values_list("action", flat=True).distinct()}
    return sorted(people, key=str.casefold), sorted(actions, key=str.casefold)


def roles_in_log(tournament: Tournament) -> Callable[[AuditEntry], str]:
    """Return what says in which role somebody made a change, to tell two people of one name apart. One query.

    If several came by invitation under one name, one after the other, it is the latest at that time.
    It is empty if no member of staff did it.
    """
    by_account: dict[int, str] = {}
    invited: dict[str, list[tuple[datetime, str]]] = {}
    members = StaffMember.objects.filter(tournament=tournament).order_by("joined_at", "pk")
    for name, role, user, joined_at in members.values_list("name", "role", "user_id", "joined_at"):
        if user is None:
            invited.setdefault(name, []).append((joined_at, role))
        else:
            by_account.setdefault(user, role)

    def role_of(entry: AuditEntry) -> str:
        if entry.user_id is not None:
            return by_account.get(entry.user_id, "")
        roles = [role for joined_at, role in invited.get(entry.who, ()) if joined_at <= entry.at]
        return roles[-1] if roles else ""

    return role_of


def rows_for_export(tournament: Tournament, wanted: Wanted) -> Iterator[tuple[str, ...]]:
    """Yield what a filter finds as rows of text, the earliest first, in the event's time zone."""
    reader, found = LogReader(tournament), entries_found(tournament, wanted)
    rows = reversed(found) if isinstance(found, list) else found.order_by("pk").iterator()
    for row, role, words in map(reader.read, rows):
        when = row.at.astimezone(reader.people.zone).isoformat(sep=" ", timespec="seconds")
        yield when, row.who, role, row.action_in_words, str(words), row.rule, row.seal
