"""The movements that a director can choose from, each with its effect on this field."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, groupby
from typing import Any

from tournaments.models import OddField, Tournament
from tournaments.rules.labels import rounds_in_words
from tournaments.rules.movement.choices import Stays, keep_seated, section_choices, sentence
from tournaments.rules.movement.drawing import draw_room
from tournaments.rules.movement.plan import plan
from tournaments.rules.movement.proof import ProofLine, prove, walk_of
from tournaments.rules.movement.setup import MovementError, MovementKind, ScheduleTerms, Setup, terms_for
from tournaments.rules.schedule_check import Attendance
from tournaments.rules.seating import facing, in_seat_order, table_of
from tournaments.rules.types import ScheduledGame
from tournaments.seating.selectors.seats import Seating
from tournaments.seating.selectors.warnings import meetings_in_words, terms_of

TITLES = {
    MovementKind.ONE_WAY: "One way round",
    MovementKind.RING: "Everybody moves but one",
    MovementKind.SECTIONS: "Sections",
}


def playing_order(seating: Seating, *, makeups: bool) -> list[int]:
    """Return who is to be paired, in seat order: house players only where they make the number even."""
    order = [n for n in in_seat_order(seating.seat_of) if seating.chairs[n].counts or seating.chairs[n].house_player]
    house_players = [n for n in order if seating.chairs[n].house_player]
    if makeups:
        return [n for n in order if not seating.chairs[n].house_player]
    return [n for n in order if n != house_players[-1]] if len(order) % 2 and house_players else order


def setup_of(tournament: Tournament, order: Sequence[int], odd_field: str) -> Setup:
    """Return what is asked of a movement of no kind yet, for players in this order."""
    is_odd = len(order) % 2 == 1
    makeups = is_odd and odd_field == OddField.MAKEUP
    games, per_opponent = tournament.games_each, tournament.games_per_opponent
    return Setup(len(order), games, per_opponent, house_player=is_odd and not makeups, makeups=makeups)


def proof_of_schedule(tournament: Tournament, seating: Seating) -> tuple[ProofLine, ...]:
    """Return the proof of the schedule that is stored; nothing of a double round robin, held to other terms."""
    if tournament.is_double_round_robin or not seating.schedule:
        return ()
    seated = tuple(seating.seat_of.items())
    return _proof(seating.schedule, tuple(seating.field), terms_of(tournament, seating), seated)


@lru_cache(maxsize=8)
def _proof(
    schedule: tuple[ScheduledGame, ...],
    field: tuple[Attendance, ...],
    terms: ScheduleTerms,
    seated: tuple[tuple[int, str], ...],
) -> tuple[ProofLine, ...]:
    return prove(schedule, field, terms, dict(seated))


def room_sections(tournament: Tournament, seating: Seating, odd_field: str) -> tuple[tuple[int, ...], ...]:
    """Return how the room can be divided into sections."""
    order = playing_order(seating, makeups=odd_field == OddField.MAKEUP)
    setup = setup_of(tournament, order, odd_field)
    tables = _in_a_row(map(table_of, _boards(seating, order, setup)))
    return section_choices(setup, tables, _boards_by_room(seating, order, setup))


def _boards(seating: Seating, order: Sequence[int], setup: Setup) -> list[str]:
    """Return the odd seat of each board."""
    return _labels(seating, order, 2 * setup.boards)[::2] if order else []


def _boards_by_room(seating: Seating, order: Sequence[int], setup: Setup) -> tuple[int, ...]:
    """Return how many boards there are in each room."""
    return _in_a_row(seating.room_of.get(table_of(seat), "") for seat in _boards(seating, order, setup))


def _in_a_row(names: Iterable[str]) -> tuple[int, ...]:
    """Return how often each name stands in a row."""
    return tuple(len(list(group)) for _, group in groupby(names))


def movement_choices(
    tournament: Tournament, seating: Seating, odd_field: str, *, stay: Sequence[int] = (), sections: Sequence[int] = ()
) -> list[dict[str, Any]]:
    """Return every kind of movement for those who have a seat, and what the page says of it. No query.

    ``stay`` and ``sections`` are what a director asks for; ``why_not`` is blank where a movement can be played.
    """
    order = playing_order(seating, makeups=odd_field == OddField.MAKEUP)
    base = setup_of(tournament, order, odd_field)
    divided = room_sections(tournament, seating, odd_field)
    rooms = _boards_by_room(seating, order, base)
    usual = rooms if rooms in divided else _usual_sections(divided, base)
    chosen = tuple(sections) if sections in divided else usual
    kinds = ((MovementKind.ONE_WAY, ()), (MovementKind.RING, ()), (MovementKind.SECTIONS, chosen))
    return [
        {"kind": kind, "title": TITLES[kind], **_choice(seating, order, replace(base, kind=kind, sections=sizes), stay)}
        for kind, sizes in kinds
    ]


def _usual_sections(divided: Sequence[tuple[int, ...]], setup: Setup) -> tuple[int, ...]:
    """Return the division with the shortest way that movers never leave, else the one with the fewest sections."""
    whole = [sizes for sizes in divided if min(sizes) >= setup.stops]
    return next(iter([*reversed(whole), *divided]), ())


def _choice(seating: Seating, order: Sequence[int], setup: Setup, stay: Sequence[int]) -> dict[str, Any]:
    assert setup.kind is not None
    if setup.kind is MovementKind.SECTIONS and not setup.sections:
        return {"why_not": "The room is too small for sections of enough tables."}
    try:
        terms = terms_for(setup)
    except MovementError as refusal:
        text = str(refusal)
        return {"why_not": f"{text[:1].upper()}{text[1:]}."}
    labels = _labels(seating, order, 2 * setup.boards)
    stays = keep_seated(order, setup, stay)
    field = [*stays.order, *([NEWCOMER] if setup.house_player else [])]
    seat_of = dict(zip(field, labels, strict=False))
    anchors, farthest, proof = _movement_in(setup, tuple(labels), len(field))
    called = {**{number: chair.shown_name for number, chair in seating.chairs.items()}, NEWCOMER: "a house player"}
    facts = [
        ("Games", rounds_in_words(terms.games, terms.rounds - terms.games)),
        ("Stays seated", _who_stays([field[place] for place in anchors], seat_of, called)),
        ("Walk", _walk_in_words(setup.kind, farthest)),
        *_room_changes(setup, labels, seating.room_of),
        ("Meetings", _meetings_in_words(setup)),
        *([("House player", f"takes {labels[-1]}, is not ranked")] if setup.house_player else []),
        *_trades(stays, dict(zip(order, labels, strict=False)), called),
    ]
    return {
        "sentence": sentence(setup, labels),
        "is_usual": replace(setup, kind=None, sections=()).form is setup.kind,
        "sections": setup.sections,
        "facts": facts,
        "proof": proof,
        "drawing": draw_room(setup, labels, seating.room_of),
    }


@lru_cache(maxsize=32)
def _movement_in(setup: Setup, labels: tuple[str, ...], players: int) -> tuple[Sequence[int], int, Sequence[ProofLine]]:
    """Return the places of those who stay, the longest walk and the proof of a movement in a room.

    Players are numbered as they sit, from 0. Of a large room it takes long.
    """
    seat_of = dict(zip(range(players), labels, strict=False))
    movement = plan(
        range(players),
        setup.games,
        per_opponent=setup.per_opponent,
        makeups=setup.makeups,
        kind=setup.kind,
        sections=setup.sections,
    )
    attending = [Attendance(number, seat) for number, seat in seat_of.items()]
    walk = walk_of(movement.schedule, seat_of, rounds=setup.games)
    proof = prove(movement.schedule, attending, terms_for(setup), seat_of)
    return movement.anchors, walk.farthest, proof


NEWCOMER = 0
"""Stands for the house player who would come: no entrant has this number."""


def _labels(seating: Seating, order: Sequence[int], count: int) -> list[str]:
    """Return the seats of those in order, and the one that is left at the last board."""
    labels = [seating.chairs[number].seat for number in order]
    if len(labels) < count:
        labels.append(facing(labels[-1]) or seating.labels[count - 1])
    return labels


def _who_stays(anchors: Sequence[int], seat_of: Mapping[int, str], called: Mapping[int, str]) -> str:
    if not anchors:
        return "nobody"
    if len(anchors) == 1:
        return f"{called[anchors[0]]} in {seat_of[anchors[0]]}"
    return f"the {len(anchors)} players in odd seats"


def _walk_in_words(kind: MovementKind, farthest: int) -> str:
    if kind is MovementKind.RING:
        return "1 seat after each move, for everybody" if farthest <= 1 else f"1 seat; {farthest} boards at the end"
    if farthest <= 1:
        return "1 board after each move"
    return f"1 board after each move; {farthest} boards for the player who comes to the end of the row"


def _room_changes(setup: Setup, labels: Sequence[str], room_of: Mapping[str, str]) -> list[tuple[str, str]]:
    """Say whether players change rooms; nothing in a hall of one."""
    rooms = [room_of.get(table_of(seat), "") for seat in labels[::2]]
    if len(set(rooms)) < 2:
        return []
    ends = list(accumulate(setup.sections or (setup.boards,)))
    within = all(len(set(rooms[start:end])) == 1 for start, end in zip([0, *ends], ends, strict=False))
    if setup.kind is MovementKind.SECTIONS and within and min(setup.sections) >= setup.stops:
        return [("Rooms", "nobody changes rooms")]
    first = [
        f"{labels[2 * board - 1]} to {labels[2 * board + 1]}"
        for board in range(1, len(rooms))
        if rooms[board] != rooms[board - 1]
    ]
    return [("Rooms", f"players change rooms, from {' and '.join(first)}")]


def _meetings_in_words(setup: Setup) -> str:
    if setup.per_opponent != 1:
        return "two games against each opponent, one after the other"
    return meetings_in_words(setup) or "nobody meets anybody a second time"


def _trades(stays: Stays, seat_of: Mapping[int, str], called: Mapping[int, str]) -> list[tuple[str, str]]:
    traded = [
        ("Trade seats", f"{called[one]} ({seat_of[one]}) with {called[other]} ({seat_of[other]})")
        for one, other in stays.traded
    ]
    return [
        *traded,
        *(("Cannot stay", f"{called[number]}: this form has no seat left that stays") for number in stays.moving),
    ]
