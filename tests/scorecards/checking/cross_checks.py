"""What tests of cross-checking share: events with something to check, and acting on what stands in the queue."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from brackets.event_files.store import import_event
from scorecards.checking.check_queue import CheckQueue
from scorecards.checking.items import CheckItem
from scorecards.checking.services.initials import confirm_lines, reenter_line, sign_item
from scorecards.models import StoredResult
from scorecards.records.recalculate import bring_up_to_date
from tests.builders import BLANK, Entry, both_cards, card, event, line, loss, win
from tests.scorecards.cards.card_entry import stored
from tournaments.models import StaffMember, Tournament
from tournaments.rules.types import CardRecord, EventFile, FootTotals

SEATS = {1: "A-1", 2: "B-1", 3: "A-2", 4: "B-2"}
DISPUTED = "3-1-2"
"""Game 3 of 1 (an apparent qualifier, +11) and 2 (-8): by rule 12.2.a the qualifier's card goes down to +8."""

UNDECIDED = "2-1-2"
SUMS = "card-1"


def seated(event_file: EventFile) -> EventFile:
    """Return the event with a seat for everybody: 1 and 3 start at table A, 2 and 4 at B."""
    return replace(
        event_file, entrants=tuple(replace(entrant, seat=SEATS[entrant.number]) for entrant in event_file.entrants)
    )


def four_cards() -> tuple[CardRecord, ...]:
    """Return the cards of four entrants who have all met; 1 won every game, 4 none."""
    spreads = {(1, 1, 4): 40, (1, 2, 3): 20, (2, 1, 3): 15, (2, 2, 4): 12, (3, 1, 2): 11, (3, 3, 4): 10}
    return both_cards(spreads)


def with_line(cards: Sequence[CardRecord], number: int, game: int, entry: Entry) -> tuple[CardRecord, ...]:
    """Return the cards with one line written otherwise."""
    return tuple(
        replace(found, lines=tuple(line(game, one.opponent, entry) if one.game == game else one for one in found.lines))
        if found.entrant == number
        else found
        for found in cards
    )


def with_foot(cards: Sequence[CardRecord], number: int, foot: FootTotals) -> tuple[CardRecord, ...]:
    """Return the cards with the foot totals of one."""
    return tuple(replace(found, recorded=foot) if found.entrant == number else found for found in cards)


def agreed() -> EventFile:
    """Return an event whose cards all agree: one of four qualifies, entrant 1."""
    return seated(event(four_cards(), games=3))


def disputed() -> EventFile:
    """Return the same event with one disagreement, :data:`DISPUTED`."""
    return seated(event(with_line(four_cards(), 2, 3, loss(8)), games=3))


def adds_up_wrongly() -> EventFile:
    """Return the same event, with plus spread added up wrongly at the foot of card 1."""
    return seated(event(with_foot(four_cards(), 1, FootTotals(7, 3, 67, 0)), games=3))


def with_a_leaver(spread: int = 25) -> EventFile:
    """Return four of whom 2 left after game 2; 1, who qualifies, wrote a win against them in game 3."""
    cards = tuple(
        CardRecord(card.entrant, tuple(one for one in card.lines if (card.entrant, one.game) != (2, 3)))
        for card in with_line(four_cards(), 1, 3, win(spread))
    )
    return seated(event(cards, games=3, withdrawn={2: 2}))


def undecided() -> EventFile:
    """Return two entrants, both qualifying, whose second game shows no spread on either card."""
    cards = [card(1, (2, win(16)), (2, BLANK)), card(2, (1, loss(16)), (1, BLANK))]
    return seated(event(cards, games=2, qualifiers=2))


def late_flag() -> EventFile:
    """Return an event where a ruling against 1 brings 2 into the one qualifying place, whose game differs too.

    By the cards as they stood 1 leads with +50; rule 12.2.a makes +20 of it, so that 2 with +30 is ahead.
    """
    cards = [
        card(1, (3, win(25)), (4, win(25))),
        card(2, (4, win(20)), (3, win(10))),
        card(3, (1, loss(1)), (2, loss(8))),
        card(4, (2, loss(20)), (1, loss(19))),
    ]
    return event(cards, games=2)


def latest(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def corrected(tournament: Tournament, spread: int) -> CardRecord:
    """Return the card of 2 as it is stored, with another loss to 1 in game 3."""
    card = stored(tournament, 2)
    return replace(card, lines=(*card.lines[:2], line(3, 1, loss(spread))))


def put_up_to_check(event_file: EventFile) -> Tournament:
    """Store the event with all its cards."""
    return import_event(event_file=event_file)


def keys(tournament: Tournament) -> list[str]:
    """Return what stands in the queue, in its order."""
    return [found.key for found in CheckQueue(tournament).items]


def open_keys(tournament: Tournament) -> list[str]:
    """Return what is still to do."""
    return [found.key for found in CheckQueue(tournament).open]


def item(tournament: Tournament, key: str = DISPUTED) -> CheckItem:
    found = CheckQueue(tournament).find(key)
    assert found is not None, f"{key} is not in the queue"
    return found


def confirm(tournament: Tournament, member: StaffMember, key: str = DISPUTED) -> None:
    confirm_lines(tournament=tournament, actor=member, key=key, stamp=item(tournament, key).stamp)


def sign(tournament: Tournament, member: StaffMember, key: str = DISPUTED, initials: str = "") -> None:
    stamp = item(tournament, key).stamp
    sign_item(tournament=tournament, actor=member, key=key, stamp=stamp, initials=initials)


def confirm_and_sign(tournament: Tournament, member: StaffMember, key: str = DISPUTED) -> None:
    confirm(tournament, member, key)
    sign(tournament, member, key)


def rekey(
    tournament: Tournament,
    member: StaffMember,
    number: int,
    entry: Entry,
    key: str = DISPUTED,
    reason: str = "as on the paper",
) -> None:
    """Re-enter the line of one side of a game, against the same opponent."""
    found = item(tournament, key)
    assert found.game is not None
    [opponent] = [side.holder.number for side in found.sides if side.holder.number != number]
    reenter_line(
        tournament=tournament,
        actor=member,
        key=key,
        stamp=found.stamp,
        number=number,
        line=line(found.game, opponent, entry),
        reason=reason,
    )


def report(tournament: Tournament) -> dict[str, Any]:
    """Return what is stored of what the cards come to, once somebody has read it."""
    bring_up_to_date(tournament)
    found: dict[str, Any] = StoredResult.objects.get(tournament=tournament).report
    return found


def cards_of(tournament: Tournament, numbers: Collection[int]) -> dict[int, tuple[int, int, int]]:
    """Return game points, games won and net spread of some entrants, as stored."""
    return {
        place["entrant"]: (place["game_points"], place["games_won"], place["net"])
        for place in report(tournament)["standings"]
        if place["entrant"] in numbers
    }
