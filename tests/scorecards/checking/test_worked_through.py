"""The sample cases, their last cards entered and checked by several people in random order: the same report."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest

from brackets.event_files.store import import_event
from brackets.event_files.verify import differences
from brackets.rules.report import with_bracket
from scorecards.cards.services.cards import save_card
from scorecards.checking.check_queue import CheckQueue
from scorecards.checking.items import CheckItemKind
from scorecards.checking.services.decisions import decide_game
from scorecards.checking.services.initials import confirm_lines, sign_item, take_table
from scorecards.models import StoredResult
from scorecards.ranking.actions import record_tie_game, save_tie_order
from scorecards.rules.event_result import EventResult
from tests.conftest import SHARE_OF_EXAMPLES
from tests.events import CASES_SETTLED, sample_case, without_cards
from tests.reference import without_free_text
from tests.scorecards.cards.card_entry import checker
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.rules.types import CardRecord, DecisionRecord, EventFile, Line, TieGameRecord, TieOrderRecord

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

# Nobody of these names plays: a namesake could not enter the card.
CHECKERS = ("Ada Keeper", "Bo Keeper", "Cy Keeper")
MAX_STEPS = 2000
KEYED = 12
"""How many cards of a case are keyed: each recalculates the event, and the others are there from the start."""

type_pending = list[DecisionRecord | TieGameRecord | TieOrderRecord]


def key_cards(rng: Random, tournament: Tournament, members: list[StaffMember], cards: Sequence[CardRecord]) -> None:
    entrants = {entrant.number: entrant for entrant in Entrant.objects.filter(tournament=tournament)}
    for card in cards:
        save_card(
            tournament=tournament,
            entrant=entrants[card.entrant],
            lines=card.lines,
            foot=card.recorded,
            version=0,
            key=uuid4(),
            actor=rng.choice(members),
        )


def check(rng: Random, tournament: Tournament, members: list[StaffMember], queue: CheckQueue) -> bool:
    """Let somebody settle one open item, if there is one that a checker can settle."""
    todo = [item for item in queue.open if item.kind is not CheckItemKind.UNDECIDED]
    if not todo:
        return False
    item, member = rng.choice(todo), rng.choice(members)
    take_table(tournament=tournament, actor=member, table=item.table, over=True)
    if item.kind is CheckItemKind.RULING:
        confirm_lines(tournament=tournament, actor=member, key=item.key, stamp=item.stamp)
    sign_item(tournament=tournament, actor=member, key=item.key, stamp=item.stamp)
    return True


def settle(rng: Random, tournament: Tournament, director: StaffMember, pending: type_pending) -> bool:
    """Let the director enter one thing that can be entered by now."""
    report = StoredResult.objects.get(tournament=tournament).report
    games = [sorted(pair) for pair in report["tie_games_needed"]]
    orders = [sorted(group) for group in (*report["tie_orders_needed"], *report["tie_games_needed"])]
    for found in rng.sample(pending, len(pending)):
        match found:
            case DecisionRecord():
                other = dict(zip(found.entrants, reversed(found.entrants), strict=True))
                lines = {
                    one.entrant: Line(found.game, other[one.entrant], one.points, one.plus, one.minus)
                    for one in found.lines
                }
                decide_game(
                    tournament=tournament,
                    actor=director,
                    game=found.game,
                    lines=lines,
                    reason=found.reason or "as in the file",
                    rule=found.rule,
                )
            case TieGameRecord() if sorted((found.winner, found.loser)) in games:
                record_tie_game(tournament=tournament, actor=director, winner=found.winner, loser=found.loser)
            case TieOrderRecord() if sorted(found.order) in orders:
                save_tie_order(
                    tournament=tournament, actor=director, order=found.order, reason=found.reason or "as in the file"
                )
            case _:
                continue
        pending.remove(found)
        return True
    return False


def work_through(rng: Random, tournament: Tournament, cards: Sequence[CardRecord], event_file: EventFile) -> None:
    """Key, check, decide and settle everything in random order until nobody finds anything more to do."""
    members = [checker(tournament, name) for name in CHECKERS]
    director = checker(tournament, "Dee Rector", "director")
    key_cards(rng, tournament, members, cards)
    pending: type_pending = [*event_file.decisions, *event_file.tie_games, *event_file.tie_orders]
    for _ in range(MAX_STEPS):
        is_settling = rng.random() < 0.3
        queue = CheckQueue(tournament)
        if is_settling and settle(rng, tournament, director, pending):
            continue
        if not check(rng, tournament, members, queue) and not settle(rng, tournament, director, pending):
            break
    assert pending == []


@pytest.mark.parametrize("name", CASES_SETTLED[:: 1 if SHARE_OF_EXAMPLES == 2 else 4])
def test_case_worked_through_in_random_order_comes_to_the_same_report(name: str, cases_dir: Path) -> None:
    event_file = sample_case(cases_dir, name)
    expected = json.loads((cases_dir / f"{name}.report.json").read_text(encoding="utf-8"))
    rng = Random(f"worked through: {name}")
    cards = rng.sample(event_file.scorecards, len(event_file.scorecards))
    begun = replace(without_cards(event_file), scorecards=tuple(cards[KEYED:]))
    tournament = import_event(event_file=begun)

    work_through(rng, tournament, cards[:KEYED], event_file)

    found = with_bracket(EventResult.from_json(StoredResult.objects.get(tournament=tournament).report)).to_json()
    assert without_free_text(found) == without_free_text(expected)
    assert differences(tournament) == []
    left = [item.kind for item in CheckQueue(tournament).open]
    assert left == [CheckItemKind.UNDECIDED] * len(expected["undecided"])
