"""Log entries of one sentence: stored values filled into the words of a table.

In braces stands what an entry stores: ``subject`` (``named``: without the entrant's number before the name; ``place``
and ``name`` of "A-3 Cy Dune"), a field of ``before`` or ``after`` (``after.role``), or ``reason``; behind a colon how
it is written (:class:`Said`). What stands in brackets is left out where nothing is stored of it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from tournaments.log.words.parts import READERS, People, Stored, Words, count, fields_of, named, sentence, value
from tournaments.models import AuditAction
from tournaments.rules.log_chain import seal_of

WITH_REASON = "[. Reason: {reason}]"
JOINED = "[ as {after.role}][, initials {after.initials}][, plays as {after.plays as}]"
SENTENCES: Mapping[AuditAction, str] = {
    AuditAction.EVENT_COPIED: (
        "{subject} is a copy of {after.copy of:or another event}, with {after.entrants:count entrant}"
    ),
    AuditAction.EVENT_UNPUBLISHED: "{subject} is unpublished: its files are deleted at every target",
    AuditAction.EVENT_HIDDEN: "{subject} is hidden from the public",
    AuditAction.EVENT_SHOWN: "{subject} is shown to the public again",
    AuditAction.EVENT_ARCHIVED: "{subject} is in the archive",
    AuditAction.EVENT_UNARCHIVED: "{subject} is back in the lists of events",
    AuditAction.EVENT_DELETED: "{subject} is deleted; its directors can restore it for 30 days",
    AuditAction.EVENT_RESTORED: "{subject} is restored",
    AuditAction.EVENT_RESTORED_FROM_ARCHIVE: "{subject} is restored from a file[ (seal {after.content:seal})]",
    AuditAction.INVITATION_CREATED: "Invitation for a {subject}[, valid until {after.ends:time}]",
    AuditAction.STAFF_MEMBER_JOINED: "{subject} joined" + JOINED,
    AuditAction.STAFF_MEMBER_RETURNED: "{subject} came back" + JOINED,
    AuditAction.DIRECTOR_APPOINTED: "{subject} is a director[ (signs in as {after.user})]",
    AuditAction.ACCESS_REMOVED: "{subject} can no longer work[ as {after.role}]",
    AuditAction.ACCESS_RESTORED: "{subject} can work[ as {after.role}]",
    AuditAction.ENTRANT_CHECKED_IN: "{named} checked in[ on {after.checked_in_at:time}]",
    AuditAction.ENTRANTS_CHECKED_IN: "{subject} checked in at once",
    AuditAction.CHECK_IN_UNDONE: "{named} is not checked in",
    AuditAction.ENTRANT_ABSENT: "{named} did not come",
    AuditAction.ENTRANTS_ABSENT: "{subject} did not come",
    AuditAction.ENTRANT_REINSTATED: "{named} plays again[ (had withdrawn after game {before.withdrawn_after_game})]",
    AuditAction.FEE_REFUNDED: "{named}:[ {after.amount}] refunded[ {after.event}]" + WITH_REASON,
    AuditAction.FEE_KEPT: "{named}:[ {after.amount}] kept[ {after.event}]" + WITH_REASON,
    AuditAction.FEE_MOVED: "{named}:[ {after.amount}] moved to[ {after.event}]" + WITH_REASON,
    AuditAction.FEE_RECEIVED: "{named}:[ {after.amount}] received from[ {after.event}]" + WITH_REASON,
    AuditAction.SUBSTITUTE_ADDED: "{after.substitute} plays for {named}[ from game {after.from_game}]",
    AuditAction.SUBSTITUTE_REMOVED: "{before.substitute} does not play for {named}[ from game {before.from_game}]",
    AuditAction.PLAYER_MERGE_UNDONE: "{after.name} and {subject:or another player} are two players again",
    AuditAction.INITIALS_UNDONE: "Initials {before.initials}[ ({before.by})] deleted: {subject}" + WITH_REASON,
    AuditAction.TABLE_TAKEN_OVER: "Checker of {subject}: {before.checker} → {after.checker}",
    AuditAction.RESULT_RECALCULATED: (
        "Results recalculated, version of the rules: {before.rules version} → {after.rules version}"
    ),
    AuditAction.TIE_GAME_RECORDED: "{subject}[: {after.winner:seat and name} won]",
    AuditAction.TIE_GAME_UNDONE: "Tie game deleted, {subject}[: {before.winner:seat and name} won]",
    AuditAction.TIE_ORDER_SET: "Order: {subject}" + WITH_REASON,
    AuditAction.TIE_ORDER_UNDONE: "Order deleted: {subject}[. Reason: {before.reason}]",
    AuditAction.QUALIFIERS_OVERRIDDEN: (
        "Number of qualifiers: {before.qualifiers:or one in four} → {after.qualifiers:or one in four}" + WITH_REASON
    ),
    AuditAction.PICTURE_NAMED: "Photograph {after.picture} is of {subject}'s card[, not of {before.card}'s]",
    AuditAction.PICTURE_SET_ASIDE: "Photograph {after.picture}[, {subject}]" + WITH_REASON,
    AuditAction.PICTURE_BROUGHT_BACK: (
        "Photograph {before.picture} no longer set aside[, {subject}]. The reason was: {before.reason}"
    ),
    AuditAction.CARD_CODE_REPLACED: "{place}'s card ({name}) has a new code; the old one opens nothing",
    AuditAction.CARD_HANDED_OVER: "[{subject}, ]taken from the code on the phone, new games: {after.games:or none}",
    AuditAction.ROUND_CLOSED: (
        "Players can no longer report games; their reports are written on {after.cards:count card}"
    ),
    AuditAction.ROUND_REOPENED: (
        "Players can report games again; lines written by closing are removed from {after.cards:count card}"
    ),
    AuditAction.CALL_OPENED: "{subject}[: {after.asked}]",
    AuditAction.JUDGE_TAKEN_OFF: "{subject}: {before} removed as judge",
    AuditAction.DISAGREEMENT_RECORDED: "{subject}: {after.player} disagrees[: {after.note}]",
    AuditAction.DISAGREEMENT_WITHDRAWN: "{subject}: {before} agrees after all",
    AuditAction.POSTING_HOLD_UNDONE: "{subject} by {before.held by}, not revealed" + WITH_REASON,
    AuditAction.PAYMENT_MADE: "{named}: {after.amount} paid",
    AuditAction.PAYMENT_UNDONE: "{named}: {before.amount} not paid",
    AuditAction.SIDE_POOL_OPENED: "{subject}: {after.stake} each, {after.sharing}[, rounded to {after.unit}]",
    AuditAction.SIDE_POOL_CLOSED: "{subject} closed[: {before.stakes:count stake} returned, {before.staked}]",
}
OPTIONAL = re.compile(r"\[([^]]*)\]")


@dataclass(slots=True)
class Said:
    """Something stored, written as the words behind its colon say; ``fits`` remembers whether all so far was there.

    ``time`` is on the clock of the hall, ``seat and name`` and ``seal`` are what they say, ``count card`` is a number
    of cards, and ``or nobody`` stands for nothing; nothing is else "blank".
    """

    stored: Any
    entry: "Filled"

    def __getattr__(self, field: str) -> "Said":
        return Said(fields_of(self.stored).get(field), self.entry)

    def __format__(self, how: str) -> str:
        self.entry.has_all &= bool(self.stored)
        kind, _, word = how.partition(" ")
        if kind == "count":
            return count(self.stored or 0, word)
        if kind == "or":
            return value(self.stored) if self.stored else word
        if how == "seat and name":
            return self.entry.people.seat_and_name(self.stored)
        if not self.stored or how == "":
            return value(self.stored)
        return self.entry.people.time(self.stored) if how == "time" else seal_of(self.stored)


class Filled:
    """What one entry stores, to be filled into the sentence of its action."""

    def __init__(self, entry: Stored, people: People) -> None:
        self.people, self.has_all = people, True
        place, _, name = entry.subject.partition(" ")
        after = fields_of(entry.after)
        stored = {
            "subject": entry.subject,
            "named": named(entry.subject),
            "place": place,
            "name": name or "no name",
            "before": entry.before,
            "after": entry.after,
            "reason": after.get("reason") or after.get("why"),
        }
        self.said = {known: Said(part, self) for known, part in stored.items()}

    def part(self, words: str, *, is_optional: bool) -> str:
        """Fill in a part of the sentence; an optional one is blank where nothing is stored of it."""
        self.has_all = True
        filled = words.format(**self.said)
        return filled if self.has_all or not is_optional else ""


def _say(words: str, entry: Stored, people: People) -> Words:
    filled = Filled(entry, people)
    parts = OPTIONAL.split(words)  # every second one stood in brackets
    return Words(sentence("".join(filled.part(part, is_optional=at % 2 == 1) for at, part in enumerate(parts))))


READERS.update({action: partial(_say, words) for action, words in SENTENCES.items()})
