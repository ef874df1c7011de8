"""Change many cards at once: a few statements for all of them, where each alone would take ten."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import uuid4

from django.utils import timezone

from scorecards.cards.services.cards import (
    StoredCard,
    card_as_stored,
    change_to_log,
    filled,
    opponents_named,
    refuse_errors,
    refuse_without_reason,
)
from scorecards.models import CardSave, Line, Scorecard
from scorecards.records.outcomes import end_rulings_on
from tournaments.changes.audit import Change, Outsider, record_changes
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.rules.scorings import LINE_COLUMNS
from tournaments.rules.types import Line as LineRecord


@dataclass(frozen=True, slots=True)
class CardChange:
    """What is changed on one card: lines by game, ``None`` removes one; by whom, and why."""

    entrant: Entrant
    lines: Mapping[int, LineRecord | None]
    actor: StaffMember | Outsider
    reason: str = ""


def change_cards(
    *, tournament: Tournament, changes: Sequence[CardChange], actor: StaffMember | Outsider
) -> dict[int, int]:
    """Write lines on cards inside the change of a locked tournament; return new versions by entrant's number.

    Each card is changed, saved and logged as ``change_lines`` does; a card that
    says so already stays. About ten queries for any number of cards.

    Raises:
        InvalidCard: a line cannot stand on a card, or a posted card would change without a reason.
    """
    own = Scorecard.objects.filter(entrant__in=[change.entrant.pk for change in changes])
    cards = {card.entrant_id: card for card in own}
    rows: defaultdict[int, list[Line]] = defaultdict(list)
    for row in Line.objects.filter(scorecard__in=own.values("pk")).select_related("opponent"):
        rows[row.scorecard_id].append(row)
    new = [line for change in changes for line in change.lines.values() if line is not None]
    opponents = opponents_named(tournament, [row for some in rows.values() for row in some], new)
    now = timezone.now()
    written: dict[int, Scorecard] = {}
    lines: list[Line] = []
    gone: list[int] = []
    log: list[Change] = []
    ended: set[tuple[int, int]] = set()
    for change in changes:
        entrant = change.entrant
        card = cards.get(entrant.pk) or Scorecard(entrant=entrant, version=0)
        stored = rows[card.pk] if card.pk else []
        before = card_as_stored(card, stored)
        refuse_errors(
            tournament, entrant, [line for line in change.lines.values() if line is not None], None, opponents
        )
        wanted = {game: line for game, line in {**before.lines, **change.lines}.items() if line is not None}
        if wanted == before.lines:
            continue
        refuse_without_reason(tournament, before, change.reason)
        card.version, card.saved_by, card.saved_at = card.version + 1, change.actor.name, now
        changed = {game for game in (*before.lines, *wanted) if before.lines.get(game) != wanted.get(game)}
        if before.version:
            ended |= {(entrant.pk, game) for game in changed}
        gone += [row.pk for row in stored if row.game not in wanted]
        lines += [
            filled(Line(scorecard=card, game=game), line, opponents)
            for game, line in sorted(wanted.items())
            if game in changed
        ]
        written[entrant.number] = card
        after = StoredCard(card.version, wanted, before.foot, card.saved_by, card.saved_at)
        why = change.reason if tournament.latest_posting and before.version else ""
        named = {line.opponent for line in (*before.lines.values(), *wanted.values())}
        of_card = {number: opponents[number] for number in named if number is not None}
        log.append(change_to_log(entrant, before, after, of_card, why)._replace(actor=change.actor))
    if ended:
        end_rulings_on(tournament, ended)
    _store(list(written.values()), lines, gone)
    record_changes(tournament, actor, log)
    return {number: card.version for number, card in written.items()}


def _store(cards: Sequence[Scorecard], lines: Sequence[Line], gone: Sequence[int]) -> None:
    # One statement for new and changed rows: an update of many rows takes many times as long.
    Scorecard.objects.bulk_create(card for card in cards if not card.pk)
    Scorecard.objects.bulk_create(
        [card for card in cards if card.version > 1],
        update_conflicts=True,
        unique_fields=("pk",),
        update_fields=("version", "saved_by", "saved_at"),
    )
    Line.objects.filter(pk__in=gone).delete()
    for line in lines:
        line.scorecard_id = line.scorecard.pk
    Line.objects.bulk_create(
        lines, update_conflicts=True, unique_fields=("scorecard", "game"), update_fields=("opponent", *LINE_COLUMNS)
    )
    CardSave.objects.bulk_create(
        CardSave(scorecard=card, key=uuid4(), version=card.version, who=card.saved_by) for card in cards
    )
