"""Reading the record of changes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from tournaments.models import OLD_ACTIONS, AuditEntry, StaffMember, Tournament, spellings_of, words_of_action

LOG_HEADER = ("when", "who", "role", "action", "subject", "before", "after", "rule")


@dataclass(frozen=True, slots=True)
class LogFilter:
    """What is looked for in the log, blank for anything; ``since`` and ``until`` are whole minutes, both included."""

    who: str = ""
    action: str = ""
    text: str = ""
    since: datetime | None = None
    until: datetime | None = None

    def __bool__(self) -> bool:
        return any((self.who, self.action, self.text, self.since, self.until))


def log_of(tournament: Tournament, wanted: LogFilter) -> QuerySet[AuditEntry]:
    """Return the entries that a filter finds, the latest first."""
    entries = AuditEntry.objects.filter(tournament=tournament)
    if wanted.who:
        entries = entries.filter(who=wanted.who)
    if wanted.action:
        entries = entries.filter(action__in=spellings_of(wanted.action))
    if wanted.since:
        entries = entries.filter(at__gte=wanted.since)
    if wanted.until:
        entries = entries.filter(at__lt=wanted.until + timedelta(minutes=1))
    if wanted.text:
        entries = entries.annotate(before_text=Cast("before", TextField()), after_text=Cast("after", TextField()))
    for word in wanted.text.split():
        found = Q()
        for column in ("who", "action", "subject", "rule", "before_text", "after_text"):
            found |= Q(**{f"{column}__icontains": word})
        # An entry from before is found by the words that the page shows, too.
        found |= Q(action__in=[old for old, now in OLD_ACTIONS.items() if word.casefold() in now])
        entries = entries.filter(found)
    return entries.order_by("-pk")


def names_in_log(tournament: Tournament) -> tuple[list[str], list[str]]:
    """Return everybody who stands in the log and every action, for choosing from. Two queries."""
    entries = AuditEntry.objects.filter(tournament=tournament).order_by()
    people = entries.values_list("who", flat=True).distinct()
    actions = {words_of_action(stored) for stored in entries.values_list("action", flat=True).distinct()}
    return sorted(people, key=str.casefold), sorted(actions, key=str.casefold)


def roles_in_log(tournament: Tournament) -> Callable[[AuditEntry], str]:
    """Return what tells in which role somebody made a change, so that two of one name are told apart. One query.

    Of those who came by invitation under one name, one after the other, it is the one who had come last by then.
    It is empty for what no member of staff did.
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


def in_words(value: Any) -> str:
    """Write what the log keeps of a state so that a person can read it: ``games: 22, muggins: no``."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        parts = ((str(name).replace("_", " "), in_words(part) or "blank") for name, part in value.items())
        return ", ".join(f"{name}: {part}" for name, part in parts)
    if isinstance(value, list | tuple):
        return "; ".join(in_words(part) or "blank" for part in value)
    return value if isinstance(value, str) else json.dumps(value)


def rows_for_export(tournament: Tournament, wanted: LogFilter) -> Iterator[tuple[str, ...]]:
    """Yield what a filter finds as rows of text, the earliest first, in the event's time zone."""
    zone, role_of = ZoneInfo(tournament.time_zone), roles_in_log(tournament)
    for entry in log_of(tournament, wanted).order_by("pk").iterator():
        when = entry.at.astimezone(zone).isoformat(sep=" ", timespec="seconds")
        before, after = in_words(entry.before), in_words(entry.after)
        yield (when, entry.who, role_of(entry), entry.action_in_words, entry.subject, before, after, entry.rule)
