"""Registration: adding, changing, checking in and withdrawing entrants, each logged with the step that undoes it."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Max
from django.utils import timezone

from tournaments.changes.audit import record_change
from tournaments.changes.transaction import bump_public_version, tournament_change
from tournaments.entrants.fields import PUBLIC, TYPED
from tournaments.entrants.known import Person, people_known_to
from tournaments.entrants.members import fill_acc_number
from tournaments.entrants.pairs import pair_of_entrant, pair_state, pair_states, pairs_in
from tournaments.entrants.search import is_name_like
from tournaments.entrants.services.history import (
    Fields,
    addition,
    change_of,
    entrant_to_dict,
    record_many,
    record_one,
    subject_of,
)
from tournaments.entrants.services.players import link_players
from tournaments.hooks import entered_lines
from tournaments.models import AuditAction, AuditEntry, Entrant, StaffMember, Substitution, Tournament
from tournaments.records.attendance import check_in_used
from tournaments.records.pairs import pair_terms
from tournaments.records.progress import is_past_qualifying
from tournaments.refused import Refused
from tournaments.rules import pairs
from tournaments.rules.currency import money, money_in
from tournaments.rules.names import possible_parts
from tournaments.rules.text import folded, number_of


class Done(NamedTuple):
    """A change that was made: the entrant as it is now (or was last) and the entry in the log."""

    entrant: Entrant
    entry: AuditEntry


class MoneyOpen(Refused):
    """Somebody who does not play has paid, and nobody said what happens to the fee."""

    def __init__(self, entrant: Entrant) -> None:
        paid = money_in(entrant.fee_paid, entrant.tournament.currency)
        super().__init__(f"{entrant.shown_name} has paid {paid}. Say whether you refund, keep or move it.")


class AddingDoubtful(Exception):
    """Others of this name or ACC number are entered, or the qualifiers are known. Adding all the same is allowed.

    ``known`` are people of other events of whom this may be one: it must be said whether it is.
    """

    def __init__(self, others: Sequence[Entrant], *, is_late: bool, known: Sequence[Person]) -> None:
        super().__init__(", ".join([*(str(other) for other in others), *(person.name for person in known)]))
        self.others = others
        self.is_late = is_late
        self.known = known


class PairDoubtful(Exception):
    """Something speaks against a pair that nobody has accepted."""

    def __init__(self, doubts: Sequence[pairs.Doubt], all_doubts: Sequence[pairs.Doubt]) -> None:
        super().__init__(" ".join(one.text for one in doubts))
        self.doubts = doubts
        self.accepted_doubts = pairs.doubts_in_words(all_doubts)


NOBODY_KNOWN = 0


def add_entrant(
    tournament: Tournament, actor: StaffMember, entrant: Entrant, *, is_sure: bool = False, player: int | None = None
) -> Done:
    """Add an entrant under the next free number, who owes the fee; late ones can be added as long as the event lasts.

    ``player`` is who they are of the people known from other events, or ``NOBODY_KNOWN``; ``None`` is not said yet.

    Raises:
        AddingDoubtful: the name or the ACC number is entered already, or the qualifiers are known, and nobody said
            that this is meant; or it may be somebody known, and nobody said whether it is.
        PairDoubtful: something speaks against a pair, and there is no reason to accept it.
        Refused: the first game is not one of the event's, or somebody is their own partner.
    """
    with tournament_change(tournament) as locked:
        entrant.tournament, entrant.number = locked, next_number(locked)
        entrant.fee_owed = 0 if entrant.house_player else locked.entry_fee
        check_details(entrant)
        fill_acc_number(entrant)
        is_namesake = pairs.DoubtKind.IN_TWO_PAIRS.value in entrant.accepted_doubts
        others = [] if is_namesake else possible_duplicates(entrant)
        is_late = is_past_qualifying(locked)
        people = people_known_to(actor, besides=locked)
        is_open = player is None and not entrant.house_player and len(people.exactly(entrant)) != 1
        known = people.like(entrant) if is_open else []
        if known or (not is_sure and (others or is_late)):
            raise AddingDoubtful([] if is_sure else others, is_late=is_late and not is_sure, known=known)
        link_players([entrant], people, answers={} if player is None else {entrant.number: player})
        entrant.save()
        return Done(entrant, record_one(locked, actor, AuditAction.ENTRANT_ADDED, addition(entrant)))


def check_in(tournament: Tournament, actor: StaffMember, *, number: int, is_here: bool) -> Done:
    """Write down that an entrant is here, or undo it. One who did not come, and is here after all, plays again.

    Raises:
        Refused: a pair's ages or province are not known, or something speaks against it that nobody settled.
    """
    with tournament_change(tournament, public=False) as locked:
        entrant = Entrant.objects.get(tournament=locked, number=number)
        before = entrant_to_dict(entrant)
        if is_here:
            state = pair_state(locked, entrant)
            if not state.is_settled:
                reasons = [one.text for one in state.doubts]
                reasons += [f"Not known yet: {', '.join(state.open)}."] if state.open else []
                raise Refused(f"Not checked in. {' '.join(reasons)} Settle it on the page of the pair first.")
            fill_acc_number(entrant)
        if is_here and not entrant.counts:
            entrant.withdrawn_after_game = None  # they came after all
        if is_here != (entrant.checked_in_at is not None):
            entrant.checked_in_at = timezone.now() if is_here else None
        action = AuditAction.ENTRANT_CHECKED_IN if is_here else AuditAction.CHECK_IN_UNDONE
        return save_change(locked, actor, entrant, before, action)


def check_in_all(tournament: Tournament, actor: StaffMember) -> AuditEntry:
    """Check in everybody who plays and is not checked in; pairs about which something is open stay as they are.

    Raises:
        Refused: there is nobody to check in.
    """
    with tournament_change(tournament, public=False) as locked:
        awaited = Entrant.objects.counting().filter(tournament=locked, withdrawn_after_game=None, checked_in_at=None)
        entrants = list(awaited.order_by("number"))
        if locked.is_of_pairs:
            states = pair_states(pairs_in(locked), pair_terms(locked))
            entrants = [entrant for entrant in entrants if states[entrant.number].is_settled]
        if not entrants:
            raise Refused("Nobody to check in.")
        now = timezone.now()
        changes = []
        for entrant in entrants:
            before = entrant_to_dict(entrant)
            entrant.checked_in_at = now
            changes.append(change_of(entrant, before))
        Entrant.objects.bulk_update(entrants, ["checked_in_at"], batch_size=200)
        return record_many(locked, actor, AuditAction.ENTRANTS_CHECKED_IN, number_of(len(entrants), "entrant"), changes)


def take_fee(tournament: Tournament, actor: StaffMember, *, number: int, amount: str | None = None) -> Done:
    """Write down that an entrant has paid what was owed; ``amount`` is what the page said was owed, such as ``5.00``.

    Raises:
        Refused: another amount is owed by now, or none.
    """
    with tournament_change(tournament, public=False) as locked:
        entrant = Entrant.objects.get(tournament=locked, number=number)
        before = entrant_to_dict(entrant)
        owes = max(entrant.fee_owed - entrant.fee_paid, 0)
        if amount not in (None, money(owes)):
            due, paid = (money_in(one, locked.currency) for one in (owes, entrant.fee_paid))
            raise Refused(
                f"Payment not recorded: the balance due is now {due}. If all of it was paid, record it again."
                if owes
                else f"Payment not recorded: nothing is due any more, {paid} is paid.",
                status=409,
            )
        entrant.fee_paid = max(entrant.fee_paid, entrant.fee_owed)
        return save_change(locked, actor, entrant, before, AuditAction.ENTRANT_FEE_PAID)


def follow_entry_fee(tournament: Tournament, actor: StaffMember, *, before: int) -> None:
    """Let everybody who owed the former entry fee owe the new one.

    Another amount was somebody's own and stays, as it does for house players and for those who left before the first
    game. Works inside the change of the settings: ``tournament`` is locked and has the new fee.
    """
    meant = Entrant.objects.counting().filter(tournament=tournament, fee_owed=before)
    entrants = list(meant.order_by("number"))
    changes = []
    for entrant in entrants:
        state = entrant_to_dict(entrant)
        entrant.fee_owed = tournament.entry_fee
        changes.append(change_of(entrant, state))
    if changes:
        Entrant.objects.bulk_update(entrants, ["fee_owed"], batch_size=200)
        subject = f"{money(before)} to {money(tournament.entry_fee)}"
        record_many(tournament, actor, AuditAction.ENTRY_FEE_CHANGED, subject, changes, may_be_undone=False)


def withdraw_entrant(tournament: Tournament, actor: StaffMember, *, number: int, after_game: int) -> Done:
    """Let an entrant leave after a game, the games left are forfeited; 0 is for one who was here and did not play.

    Raises:
        MoneyOpen: who does not play has paid, and it was not said what becomes of it.
        Refused: there is no such game, the entrant has not begun by then, or did not play but has a line on a
            card or has not come at all.
    """
    with tournament_change(tournament, public=False) as locked:
        entrant = Entrant.objects.get(tournament=locked, number=number)
        lowest = entrant.first_game - 1
        if not lowest <= after_game < locked.games:
            raise Refused(
                f"Withdrawal is after game {lowest} to {locked.games - 1}: {entrant.shown_name} starts with game"
                f" {entrant.first_game}, and after game {locked.games} there is nothing left to forfeit.",
                "after_game",
            )
        if after_game == 0:
            refuse_lines(locked, [entrant])
            if not entrant.has_come(check_in_used=check_in_used(locked)):
                raise Refused(f"{entrant.shown_name} is not checked in: choose Did not come.", "after_game")
            if entrant.fee_paid:
                raise MoneyOpen(entrant)
        before = entrant_to_dict(entrant)
        entrant.withdrawn_after_game = after_game
        return save_change(locked, actor, entrant, before, AuditAction.ENTRANT_WITHDRAWN)


def refuse_lines(tournament: Tournament, entrants: Sequence[Entrant]) -> None:
    """Raise Refused where one of these did play: a line is on their card. One query."""
    with_lines = {number for number, _ in entered_lines(tournament)}
    for entrant in entrants:
        if entrant.number in with_lines:
            raise Refused(f"{entrant.shown_name} has a line on a scorecard. Withdraw them after their last game.")


def reinstate_entrant(tournament: Tournament, actor: StaffMember, *, number: int) -> Done:
    """Take a withdrawal back."""
    with tournament_change(tournament, public=False) as locked:
        entrant = Entrant.objects.get(tournament=locked, number=number)
        before = entrant_to_dict(entrant)
        entrant.withdrawn_after_game = None
        return save_change(locked, actor, entrant, before, AuditAction.ENTRANT_REINSTATED)


def add_substitute(
    tournament: Tournament, actor: StaffMember, *, number: int, name: str, from_game: int
) -> Substitution:
    """Write down who plays in an entrant's seat from a game on. Card and seat stay the entrant's.

    Nothing happens where the same was written down before: a page sent twice counts once.

    Raises:
        Refused: there is no such game, somebody else is written down for it already, or it is an event of pairs.
    """
    with tournament_change(tournament) as locked:
        entrant = Entrant.objects.get(tournament=locked, number=number)
        if locked.is_of_pairs:
            raise Refused(pairs.SAME_PARTNERS, "name")
        if not 1 <= from_game <= locked.games:
            raise Refused(f"The event has games 1 to {locked.games}.", "from_game")
        if there := entrant.substitutions.filter(from_game=from_game).first():
            if there.name == name:
                return there
            raise Refused(f"Somebody takes over from game {from_game} already.", "from_game")
        substitution = entrant.substitutions.create(name=name, from_game=from_game, made_by=actor.name)
        after = {"substitute": name, "from_game": from_game}
        record_change(locked, actor, AuditAction.SUBSTITUTE_ADDED, subject_of(entrant), after=after)
    return substitution


def remove_substitute(tournament: Tournament, actor: StaffMember, *, number: int, substitution: int) -> None:
    """Take a substitute back. Nothing happens where that was done already."""
    with tournament_change(tournament) as locked:
        entrant = Entrant.objects.get(tournament=locked, number=number)
        for gone in entrant.substitutions.filter(pk=substitution):
            gone.delete()
            before = {"substitute": gone.name, "from_game": gone.from_game}
            record_change(locked, actor, AuditAction.SUBSTITUTE_REMOVED, subject_of(entrant), before=before)


def possible_duplicates(entrant: Entrant) -> list[Entrant]:
    """Return who has the same name, one much like it, or the same ACC number as one who is to be added. One query."""
    name, acc = folded(entrant.name), entrant.acc_number.casefold()
    return [
        other
        for other in Entrant.objects.filter(tournament=entrant.tournament).order_by("number")
        if folded(other.name) == name
        or (acc and other.acc_number.casefold() == acc)
        or (is_name_like(other.name, entrant.name) and not (acc and other.acc_number))
    ]


def next_number(tournament: Tournament) -> int:
    """Return the number after the highest that is given."""
    return int(tournament.entrants.aggregate(highest=Max("number"))["highest"] or 0) + 1


def digest_of(entrant: Entrant) -> str:
    """Tell one state of an entrant's details from another."""
    plain = entrant_to_dict(entrant)
    return hashlib.sha256(repr([plain[field] for field in TYPED]).encode()).hexdigest()[:32]


def save_change(
    tournament: Tournament, actor: StaffMember, entrant: Entrant, before: Fields, action: AuditAction
) -> Done:
    """Store and log what was changed of an entrant; public pages follow where it is on any of them."""
    entrant.save()
    change = change_of(entrant, before)
    if PUBLIC.intersection(change.after or ()) - {"number"}:
        bump_public_version(tournament)
    return Done(entrant, record_one(tournament, actor, action, change))


def check_details(entrant: Entrant) -> None:
    """Refuse what cannot be entered of somebody; a pair may keep its present doubts, but only with a reason.

    Raises:
        PairDoubtful: something speaks against a pair, and there is no reason to accept it.
        Refused: the first game is not one of the event's, or somebody is their own partner.
    """
    tournament = entrant.tournament
    if not 1 <= entrant.first_game <= tournament.games:
        raise Refused(f"The event has games 1 to {tournament.games}.", "first_game")
    if not tournament.is_of_pairs:
        return
    pair = pair_of_entrant(entrant)
    doubts = pairs.doubts_about(pair, pairs.FieldOfPairs.of(pairs_in(tournament)), pair_terms(tournament))
    for one in doubts:
        if one.kind is pairs.DoubtKind.SAME_PERSON:
            raise Refused(one.text, "partner")
    if unsettled := pairs.not_settled(pair, doubts) if entrant.acceptance_reason else doubts:
        raise PairDoubtful(unsettled, doubts)
    entrant.accepted_doubts = pairs.doubts_in_words(doubts)
    entrant.acceptance_reason = entrant.acceptance_reason if doubts else ""


def set_name_parts(tournament: Tournament, actor: StaffMember, *, number: int, way: int) -> Done:
    """Settle which words of a name are the last name: one of the ways in which it can be split.

    Raises:
        Refused: there is no such way; the name has been changed since.
    """
    with tournament_change(tournament, public=False) as locked:
        entrant = Entrant.objects.get(tournament=locked, number=number)
        ways = possible_parts(entrant.name)
        if way >= len(ways):
            raise Refused("The name has been changed since. Choose again.")
        before = entrant_to_dict(entrant)
        parts = ways[way]
        entrant.last_name, entrant.first_name, entrant.suffix = parts.last, parts.first, parts.suffix
        entrant.is_name_doubtful = False
        return save_change(locked, actor, entrant, before, AuditAction.ENTRANT_CHANGED)
