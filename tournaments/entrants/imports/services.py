"""Import a list of entrants: compare it with the entrants at that moment, then store all of it or nothing."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tournaments.changes.audit import Change
from tournaments.changes.transaction import tournament_change
from tournaments.entrants.imports.columns import guess_field, heading_key
from tournaments.entrants.imports.compare import ComparedRow, Comparison, ImportChoice, Verdict, compare, with_doubts
from tournaments.entrants.imports.rows import ListedEntrant
from tournaments.entrants.known import People, people_known_to
from tournaments.entrants.members import with_numbers
from tournaments.entrants.pairs import pairs_in
from tournaments.entrants.services.history import PARTS, addition, change_of, entrant_to_dict, record_many
from tournaments.entrants.services.players import forget_players, link_players, relink_players
from tournaments.hooks import join_pool
from tournaments.models import AuditAction, AuditEntry, Entrant, ImportedHeadings, StaffMember, Tournament
from tournaments.records.pairs import pair_terms
from tournaments.records.progress import is_past_qualifying
from tournaments.refused import Refused


def compared(tournament: Tournament, listed: Sequence[ListedEntrant], people: People) -> Comparison:
    """Compare a list with the event's entrants and other known players; of pairs also with what they are held to."""
    known = list(tournament.entrants.order_by("number"))
    comparison = compare(with_numbers(tournament, listed), known, people, entry_fee=tournament.entry_fee)
    if not tournament.is_of_pairs:
        return comparison
    return with_doubts(comparison, pairs_in(tournament), pair_terms(tournament))


def import_entrants(
    tournament: Tournament,
    actor: StaffMember,
    *,
    listed: Sequence[ListedEntrant],
    seen: str,
    choices: Mapping[int, ImportChoice],
    source: str,
    acceptance_reason: str,
    is_sure: bool,
    stakes: Mapping[str, int],
    players: Mapping[int, int],
) -> tuple[AuditEntry, int]:
    """Store a list of entrants as its preview showed it; ``choices`` are by row number.

    Return the entry of the log, and how many doubtful rows were left out.

    Doubtful rows and those left out are stored where they say so, the others unless they say ``LEAVE``.

    ``acceptance_reason`` says why pairs play that something speaks against; it is kept with each of them. ``stakes``
    are the side pools that rows join, with what each stakes in cents; ``players`` who of the people known from other
    events rows are.

    Raises:
        Refused: the comparison is not any more the one that was seen (its digest); nobody is sure that new entrants
            are meant, though the qualifiers are known; pairs that something speaks against have no reason; nobody can
            join one of the side pools any more; or there is nothing to store.
    """
    with tournament_change(tournament) as locked:
        people = people_known_to(actor, besides=locked)
        comparison = compared(locked, listed, people)
        if comparison.digest != seen:
            raise Refused("The entrants changed since the preview. The preview below is up to date.", status=409)
        added = list(_wanted(comparison, choices, Verdict.NEW, ImportChoice.ADD))
        changed = list(_wanted(comparison, choices, Verdict.CHANGED, ImportChoice.CHANGE))
        if added and not is_sure and is_past_qualifying(locked):
            raise Refused(
                "Nothing is imported yet. Confirm below that new entrants are meant, or leave their rows out."
            )
        if not acceptance_reason and any(row.accepted_doubts for row in (*added, *changed)):
            raise Refused(
                "A pair you chose to import needs a reason. Enter it below the doubtful rows, or leave the row out."
            )
        changes = _change(locked, actor, changed, acceptance_reason)
        entrants = _add(locked, added, acceptance_reason, people, players)
        changes += map(addition, entrants)
        here = [(row, row.entrant.number) for row in (*changed, *comparison.of(Verdict.UNCHANGED)) if row.entrant]
        numbers = [*here, *zip(added, (entrant.number for entrant in entrants), strict=True)]
        has_joined = _join_pools(locked, actor, numbers, stakes)
        if not changes and not has_joined:
            raise Refused("Nothing to import: every row is unchanged, left out or refused.")
        stored = [row for row in (*added, *changed) if row.verdict is Verdict.DOUBTFUL]
        left_out = len(comparison.of(Verdict.DOUBTFUL)) - len(stored)
        return record_many(locked, actor, AuditAction.ENTRANTS_IMPORTED, source, changes), left_out


def _wanted(
    comparison: Comparison, choices: Mapping[int, ImportChoice], verdict: Verdict, choice: ImportChoice
) -> Iterator[ComparedRow]:
    """Yield the rows of this verdict unless they are left out, and those in doubt for which this was chosen."""
    for row in comparison.rows:
        chosen = choices.get(row.listed.row)
        may_be = row.verdict is Verdict.DOUBTFUL or (row.listed.may_be_put_back and choice is ImportChoice.ADD)
        is_left = chosen is ImportChoice.LEAVE
        if (row.verdict is verdict and not is_left) or (may_be and chosen is choice):
            yield row


MAX_HEADINGS = 200


def remember_columns(*, actor: StaffMember, headings: Sequence[str], fields: Sequence[str | None]) -> None:
    """Keep for a director's next list what was chosen otherwise than the headings say, and forget what was not."""
    if actor.user is None:
        return
    kept = ImportedHeadings.objects.filter(user=actor.user).first() or ImportedHeadings(user=actor.user)
    known = dict(kept.fields)
    for heading, field in zip(headings, fields, strict=False):
        if key := heading_key(heading):
            known.pop(key, None)
            if field != guess_field(heading):
                known[key] = field or ""
    if known != kept.fields:
        kept.fields = dict(list(known.items())[-MAX_HEADINGS:])
        kept.save()


def _let_in(row: ComparedRow, because: str) -> dict[str, Any]:
    """Return what an entrant keeps of the doubts in spite of which the pair of a row plays."""
    return {"accepted_doubts": row.accepted_doubts, "acceptance_reason": because} if row.accepted_doubts else {}


def _join_pools(
    tournament: Tournament, actor: StaffMember, rows: Sequence[tuple[ComparedRow, int]], stakes: Mapping[str, int]
) -> bool:
    """Let those rows join side pools that say so, by entrants' numbers; tell whether anybody did."""
    try:
        joined = [
            join_pool(tournament, actor, pool, stake, [number for row, number in rows if pool in row.listed.pools])
            for pool, stake in stakes.items()
        ]
    except Refused as refused:
        raise Refused(str(refused), status=409) from refused
    return any(joined)


def _add(
    tournament: Tournament, rows: Sequence[ComparedRow], because: str, people: People, players: Mapping[int, int]
) -> list[Entrant]:
    taken = set(Entrant.objects.filter(tournament=tournament).values_list("number", flat=True))
    # Numbers that the list gives itself are not handed to others.
    given = {row.listed.row: int(row.listed.stated["number"]) for row in rows if "number" in row.listed.stated}
    free = itertools.count(max(taken | set(given.values()), default=0) + 1)
    entrants = []
    answers = {}
    for row in rows:
        number = given.get(row.listed.row)
        if number is None or number in taken:
            number = next(free)
        taken.add(number)
        if row.listed.row in players:
            answers[number] = players[row.listed.row]
        stated: dict[str, Any] = {field: value for field, value in row.listed.stated.items() if field != "number"}
        owed = 0 if stated.get("house_player") else tournament.entry_fee
        entrants.append(
            Entrant(tournament=tournament, number=number, **{"fee_owed": owed, **stated, **_let_in(row, because)})
        )
    link_players(entrants, people, answers=answers)
    return Entrant.objects.bulk_create(entrants)


def _change(tournament: Tournament, actor: StaffMember, rows: Sequence[ComparedRow], because: str) -> list[Change]:
    wanted = [
        (row.entrant.number, field, value)
        for row in rows
        if row.entrant and row.differences
        for field, value in (*((field, after) for field, _, after in row.differences), *_let_in(row, because).items())
    ]
    entrants = list(Entrant.objects.filter(tournament=tournament, number__in={number for number, *_ in wanted}))
    states = [entrant_to_dict(entrant) for entrant in entrants]
    players = [entrant.player_id for entrant in entrants]
    by_number = {entrant.number: entrant for entrant in entrants}
    for number, field, value in wanted:
        setattr(by_number[number], field, value)
    for entrant, state in zip(entrants, states, strict=True):
        if entrant.name != state["name"] and all(getattr(entrant, part) == state[part] for part in PARTS):
            entrant.split_name()
    fields = sorted({*PARTS, *(field for _, field, _ in wanted)})
    if entrants:
        relink_players(tournament, actor, changed=list(zip(entrants, states, strict=True)))
        Entrant.objects.bulk_update(entrants, [*fields, "player"], batch_size=200)
        forget_players(players)
    return [change_of(entrant, state) for state, entrant in zip(states, entrants, strict=True)]
