"""The checklist of the appendix: each condition blocks posting, says what is outstanding, and unblocks."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from django.utils import timezone

from brackets.event_files.store import import_event
from brackets.models import Posting
from brackets.posting.selectors import Checklist
from brackets.posting.services import PostingRefused, waive_condition
from brackets.rules.checklist import ChecklistItem, Condition
from scorecards.checking.services.decisions import decide_game
from scorecards.models import Line, Scorecard
from scorecards.ranking.actions import record_tie_game, save_tie_order
from tests.brackets.posting.posting import post
from tests.builders import BLANK, line, loss, win
from tests.events import in_a_circle
from tests.factories.tournaments import director_of
from tests.scorecards.cards.card_entry import checker, save
from tests.scorecards.checking.cross_checks import (
    DISPUTED,
    SUMS,
    adds_up_wrongly,
    agreed,
    confirm,
    confirm_and_sign,
    disputed,
    late_flag,
    sign,
)
from tests.scorecards.checking.cross_checks import undecided as undecided_event
from tests.scorecards.ranking.test_ranking_services import two_level
from tournaments.entrants.services.registration import add_entrant, check_in
from tournaments.models import AuditEntry, Entrant, StaffMember, Tournament
from tournaments.rules.types import CardRecord, EntrantRecord, EventFile

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def director(tournament: Tournament) -> StaffMember:
    return checker(tournament, "Dee Rector", "director")


def found(tournament: Tournament, which: ChecklistItem) -> Condition:
    tournament.refresh_from_db()
    return Checklist(tournament).condition(which)


def blocked_by(tournament: Tournament) -> set[ChecklistItem]:
    tournament.refresh_from_db()
    return {condition.item for condition in Checklist(tournament).unmet}


# What stands in the way, and how it goes away. Each returns what to do about it.


@dataclass(frozen=True)
class Obstacle:
    """An event held up by one condition and what waits for it, what it says, and what mends it and is said then."""

    event_file: EventFile
    item: ChecklistItem
    text: str
    mend: Callable[[Tournament, StaffMember], object]
    prepare: Callable[[Tournament, StaffMember], object] = lambda tournament, member: None
    waiting: tuple[ChecklistItem, ...] = ()
    mended: str | None = None


def somebody_joins(tournament: Tournament, member: StaffMember) -> None:
    """Enter a fifth who withdraws nowhere and has not arrived, and let the director go on without the card."""
    add_entrant(tournament=tournament, actor=director_of(tournament, "Dee Rector"), entrant=Entrant(name="Late Comer"))
    waive_condition(tournament=tournament, actor=member, item="cards", reason="not here yet")


def arrive_without_a_card(tournament: Tournament, member: StaffMember) -> None:
    check_in(tournament=tournament, actor=member, number=4, is_here=True)


def save_missing_card(tournament: Tournament, member: StaffMember) -> None:
    save(tournament, member, agreed().scorecards[3])


def save_every_card(tournament: Tournament, member: StaffMember) -> None:
    for one in agreed().scorecards:
        save(tournament, member, one)


def play_the_tie(tournament: Tournament, member: StaffMember) -> None:
    record_tie_game(tournament=tournament, actor=member, winner=2, loser=1)


def decide(tournament: Tournament, member: StaffMember) -> None:
    lines = {1: line(2, 2, win(12)), 2: line(2, 1, loss(12))}
    decide_game(tournament=tournament, actor=member, game=2, lines=lines, reason="both remember it")


def check_late_flag(tournament: Tournament, member: StaffMember) -> None:
    confirm_and_sign(tournament, member, "2-2-3")


def check_first_flag(tournament: Tournament, member: StaffMember) -> None:
    for key in ("1-1-3", "2-1-4"):
        confirm_and_sign(tournament, member, key)


def without_card(event_file: EventFile, number: int) -> EventFile:
    return replace(event_file, scorecards=tuple(one for one in event_file.scorecards if one.entrant != number))


UNMET_WITHOUT_CARDS = tuple(one for one in ChecklistItem if one is not ChecklistItem.UNDECIDED)
WAITING_FOR_A_CARD = tuple(
    one for one in UNMET_WITHOUT_CARDS if one not in (ChecklistItem.ENTRANTS, ChecklistItem.TOTALS)
)

OBSTACLES = {
    "entrants": Obstacle(
        agreed(),
        ChecklistItem.ENTRANTS,
        "did Late Comer come? Not checked in, and on no card",
        lambda tournament, member: check_in(tournament=tournament, actor=member, number=5, is_here=True),
        somebody_joins,
    ),
    "cards": Obstacle(
        without_card(agreed(), 4),
        ChecklistItem.CARDS,
        "1 of 4 scorecards missing",
        save_missing_card,
        arrive_without_a_card,
        WAITING_FOR_A_CARD,
    ),
    "cards: none yet": Obstacle(
        replace(agreed(), scorecards=()),
        ChecklistItem.CARDS,
        "no scorecards yet",
        save_every_card,
        waiting=UNMET_WITHOUT_CARDS,
    ),
    "totals": Obstacle(
        adds_up_wrongly(),
        ChecklistItem.TOTALS,
        "1 card does not add up and is not initialed",
        lambda tournament, member: sign(tournament, member, SUMS),
    ),
    "line": Obstacle(
        replace(agreed(), scorecards=()),
        ChecklistItem.LINE,
        "no qualifying line before the first scorecard",
        save_every_card,
        waiting=UNMET_WITHOUT_CARDS,
        mended="the last qualifying card is 7/3 +66",
    ),
    "checked": Obstacle(
        disputed(),
        ChecklistItem.CHECKED,
        "1 of 1 discrepancy not initialed",
        lambda tournament, member: confirm_and_sign(tournament, member, DISPUTED),
        waiting=(ChecklistItem.DEAD_ZONE, ChecklistItem.TIES),
    ),
    "undecided": Obstacle(
        undecided_event(),
        ChecklistItem.UNDECIDED,
        "1 game for the director to decide",
        decide,
        waiting=(ChecklistItem.DEAD_ZONE, ChecklistItem.TIES),
    ),
    "dead zone": Obstacle(
        late_flag(),
        ChecklistItem.DEAD_ZONE,
        "1 game of players moved up by corrections not initialed",
        check_late_flag,
        check_first_flag,
        (ChecklistItem.CHECKED, ChecklistItem.TIES),
        mended="1 more player checked after corrections moved them up",
    ),
    "ties: a game": Obstacle(two_level(), ChecklistItem.TIES, "1 tie among the qualifiers to settle", play_the_tie),
    "ties: an order": Obstacle(
        replace(in_a_circle(), event=replace(in_a_circle().event, qualifiers=3)),
        ChecklistItem.TIES,
        "1 tie among the qualifiers to settle",
        lambda tournament, member: save_tie_order(
            tournament=tournament, actor=member, order=[3, 1, 2], reason="cut for it"
        ),
    ),
    "high non-qualifier": Obstacle(
        replace(two_level(), event=replace(two_level().event, qualifiers=1)),
        ChecklistItem.HIGH_NONQUALIFIER,
        "settle the tie for the first place below the qualifying line",
        play_the_tie,
        waiting=(ChecklistItem.TIES,),
        mended="Entrant 1, 4/2 +20",
    ),
}


def held_up(name: str) -> tuple[Obstacle, Tournament, StaffMember]:
    """Store an event with what stands in its way, and return its director as well."""
    obstacle = OBSTACLES[name]
    tournament = import_event(event_file=obstacle.event_file)
    member = director(tournament)
    obstacle.prepare(tournament, member)
    return obstacle, tournament, member


@pytest.mark.parametrize("name", OBSTACLES)
def test_condition_blocks_posting_says_so_and_unblocks(name: str) -> None:
    obstacle, tournament, member = held_up(name)

    condition = found(tournament, obstacle.item)
    before = (tournament.version, AuditEntry.objects.count())
    assert (condition.is_met, condition.open, condition.text) == (False, 1, obstacle.text)
    with pytest.raises(PostingRefused) as refusal:
        post(tournament, member)
    unmet = {obstacle.item, *obstacle.waiting}
    assert [one.item for one in refusal.value.conditions] == [one for one in ChecklistItem if one in unmet]
    # A refused posting leaves nothing at all.
    tournament.refresh_from_db()
    assert (tournament.version, AuditEntry.objects.count(), Posting.objects.count()) == (*before, 0)

    obstacle.mend(tournament, member)

    condition = found(tournament, obstacle.item)
    assert (condition.is_met, condition.open) == (True, 0)
    assert obstacle.mended in (None, condition.text)
    assert post(tournament, member).number == 1


def test_nobody_is_below_the_line_where_everybody_qualifies() -> None:
    everybody = replace(agreed(), event=replace(agreed().event, qualifiers=4))

    condition = found(import_event(event_file=everybody), ChecklistItem.HIGH_NONQUALIFIER)

    assert (condition.is_met, condition.text) == (True, "every player qualifies")


def test_sums_in_the_dead_zone_need_no_touch() -> None:
    cards = tuple(
        replace(one, recorded=replace(adds_up_wrongly().scorecards[0].recorded, game_points=1))  # type: ignore[type-var]
        if one.entrant == 4
        else one
        for one in agreed().scorecards
    )
    tournament = import_event(event_file=replace(agreed(), scorecards=cards))

    assert found(tournament, ChecklistItem.TOTALS).is_met
    assert Checklist(tournament).queue.items[0].is_required is False
    assert post(tournament, director(tournament)).number == 1


def test_who_never_came_is_no_entrant_and_owes_no_card() -> None:
    entrants = (*agreed().entrants, EntrantRecord(5, "Gone", withdrawn_after_game=0))
    tournament = import_event(event_file=replace(agreed(), entrants=entrants))

    assert found(tournament, ChecklistItem.ENTRANTS).text == "4 entrants: 1 qualify"
    assert found(tournament, ChecklistItem.CARDS).text == "all 4 scorecards entered"


def test_house_player_is_no_entrant_but_has_a_card() -> None:
    house = EntrantRecord(9, "House", house_player=True)
    tournament = import_event(event_file=replace(agreed(), entrants=(*agreed().entrants, house)))

    assert found(tournament, ChecklistItem.ENTRANTS).is_met
    assert found(tournament, ChecklistItem.CARDS).text == "1 of 5 scorecards missing"


def test_checklist_is_in_the_order_of_the_appendix_with_the_rules_of_the_edition() -> None:
    new, old = (
        import_event(event_file=replace(agreed(), event=replace(agreed().event, edition=edition)))
        for edition in ("acc-2020", "acc-2010")
    )

    assert [(one.item, one.rule) for one in Checklist(new).conditions] == [
        (ChecklistItem.ENTRANTS, "App.2"),
        (ChecklistItem.CARDS, "App.3"),
        (ChecklistItem.TOTALS, "App.5"),
        (ChecklistItem.LINE, "App.4"),
        (ChecklistItem.CHECKED, "App.10"),
        (ChecklistItem.UNDECIDED, "14.1"),
        (ChecklistItem.DEAD_ZONE, "App.11"),
        (ChecklistItem.TIES, "App.7"),
        (ChecklistItem.HIGH_NONQUALIFIER, "App.8"),
    ]
    assert [one.rule for one in Checklist(old).conditions] == [
        *("guideline 2", "guideline 3", "guideline 5", "guideline 4", "guideline 10", "13"),
        *("guideline 12", "guideline 7", "guideline 8"),
    ]


def test_line_confirmed_only_is_not_initialled() -> None:
    tournament = import_event(event_file=disputed())
    member = director(tournament)

    confirm(tournament, member)

    assert found(tournament, ChecklistItem.CHECKED).open == 1


def test_decided_game_needs_no_line_for_its_card_to_be_in() -> None:
    cards = (CardRecord(1, (line(1, 2, win(16)),)), CardRecord(2, (line(1, 1, loss(16)), line(2, 1, BLANK))))
    tournament = import_event(event_file=replace(undecided_event(), scorecards=cards))
    member = director(tournament)
    assert found(tournament, ChecklistItem.CARDS).text == "1 of 2 scorecards missing"

    decide(tournament, member)

    assert found(tournament, ChecklistItem.CARDS).is_met
    assert post(tournament, member).report["complete"] is True


@pytest.mark.usefixtures("keeps_rows")
def test_checklist_takes_no_more_queries_for_more_cards(django_assert_max_num_queries) -> None:
    for event_file in (agreed(), disputed(), late_flag()):
        tournament = import_event(event_file=event_file)
        Checklist(tournament)
        with django_assert_max_num_queries(11):
            Checklist(tournament)


def test_scorecard_without_lines_is_not_in() -> None:
    tournament = import_event(event_file=agreed())
    Line.objects.filter(scorecard__entrant__number=4).delete()
    Scorecard.objects.filter(entrant__number=4).update(saved_at=timezone.now())

    assert found(tournament, ChecklistItem.CARDS).text == "1 of 4 scorecards missing"
