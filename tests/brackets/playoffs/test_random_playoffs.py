"""Fields of many sizes played through the services to a champion at random, with forfeits and corrections."""

from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from brackets.event_files.export import event_file_of
from brackets.event_files.reading import read_event
from brackets.event_files.store import import_event
from brackets.event_files.verify import differences
from brackets.models import Match
from brackets.playoffs.selectors import half_of
from brackets.playoffs.services.matches import LaterResultsStand, record_forfeits
from brackets.playoffs.services.rounds import note_absence, set_start
from brackets.rules.forfeits import Half
from brackets.rules.seeding import DrawnMatch, bracket_size
from tests.brackets.playoffs.playing import director, drawn, give, play, playoffs, seen
from tournaments.event_file.writing import write_event_file
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

# Two, three, four, nine, 31 and 75 qualifiers; every field without the services is in test_every_field_size.
FIELDS = (5, 9, 16, 33, 121, 300)


def forfeit_by_clock(tournament: Tournament, round_number: int, slot: int, half: Half) -> None:
    """Let one side miss the start by so long that the match is lost."""
    member = director(tournament)
    if round_number not in playoffs(tournament).starts:
        long_ago = timezone.now() - timedelta(hours=3)
        set_start(tournament=tournament, actor=member, round_number=round_number, starts_at=long_ago)
    where: dict[str, Any] = {"tournament": tournament, "actor": member, "round_number": round_number, "slot": slot}
    note_absence(**where, half=half)
    found = playoffs(tournament)
    match = found.match(round_number, slot)
    assert match is not None
    if found.absence(match, half.other) is not None:
        # Missing since before a correction: neither is there, and no rule says who moves on.
        give(tournament, slot, half, "decided", round_number=round_number)
        return
    record_forfeits(**where, seen=seen(tournament, round_number, slot))


def play_one(rng: Random, tournament: Tournament, match: DrawnMatch, scores: Sequence[tuple[int, int]]) -> None:
    """Bring one match to its end in one of the ways in which matches end."""
    round_number, slot = match.round, match.slot
    half, how = rng.choice(list(Half)), rng.random()
    if how < 0.08:
        forfeit_by_clock(tournament, round_number, slot, half)
    elif how < 0.16:
        give(tournament, slot, half, rng.choice(["left", "removed", "decided"]), round_number=round_number)
    else:
        play(tournament, round_number, slot, *rng.choice(scores))


def play_everything(rng: Random, tournament: Tournament) -> None:
    """Play until there is a champion."""
    while (found := playoffs(tournament)).champion is None:
        for match in found.rounds[found.current_round - 1]:
            if match.is_open:
                play_one(rng, tournament, match, found.scores(match))


def correct_one(rng: Random, tournament: Tournament) -> None:
    """Give a match that was played out to the other side, with all that rests on it."""
    found = playoffs(tournament)
    played = sorted(slot for slot, row in found.stored.items() if not row.forfeits)
    if not played:
        return
    round_number, slot = rng.choice(played)
    before = found.results[round_number, slot]
    games = (before.lower_games, before.upper_games)
    try:
        play(tournament, round_number, slot, *games)
    except LaterResultsStand as refused:
        later = [row.pk for row in refused.later]
        play(tournament, round_number, slot, *games, also_revoke=later)


@pytest.mark.parametrize("players", FIELDS)
def test_field_is_played_to_one_champion(players: int) -> None:
    rng = Random(players)
    best_of = [rng.choice([1, 3, 5, 7]) for _ in range(3)]
    tournament = drawn(players=players, games=4, best_of=best_of)

    play_everything(rng, tournament)
    for _ in range(3):
        correct_one(rng, tournament)
        play_everything(rng, tournament)

    found = playoffs(tournament)
    qualifiers = -(-players // 4)
    assert len(found.seeded) == qualifiers
    lost = [
        half_of(match, match.winner.entrant)
        for matches in found.rounds
        for match in matches
        if match.winner is not None and not match.is_bye
    ]
    losers = [
        side.entrant
        for matches in found.rounds
        for match in matches
        for side in (match.upper, match.lower)
        if side is not None and not match.is_bye and side != match.winner
    ]
    # Every loss ends a player, and one is left.
    assert len(lost) == len(losers) == len(set(losers)) == qualifiers - 1
    assert found.champion is not None
    assert {*losers, found.champion.entrant} == set(found.seeded)
    byes = [match.round for matches in found.rounds for match in matches if match.is_bye]
    assert byes == [1] * (bracket_size(qualifiers) - qualifiers)
    standing = Match.objects.active().values_list("round", "slot")
    assert len(standing) == len(set(standing)) == qualifiers - 1
    tournament.refresh_from_db()
    assert differences(tournament) == []


def test_corrected_playoffs_export_and_import_byte_for_byte() -> None:
    rng = Random(7)
    tournament = drawn(players=29, games=5, best_of=[3, 5])
    play_everything(rng, tournament)
    for _ in range(4):
        correct_one(rng, tournament)
        play_everything(rng, tournament)
    tournament.refresh_from_db()
    written = write_event_file(event_file_of(tournament))

    again = import_event(event_file=read_event(written.encode()))

    assert write_event_file(event_file_of(again)) == written
    assert Match.objects.filter(bracket__tournament=again).count() == 7
    assert Match.objects.filter(bracket__tournament=tournament).count() > 7
