"""Club matches in the event file: read, refused, stored, exported; other events know nothing of them."""

import json
from copy import deepcopy
from typing import Any

import pytest

from brackets.event_files.export import event_file_of
from brackets.event_files.reading import read_event
from brackets.event_files.store import import_event
from brackets.event_files.verify import differences
from scorecards.club_matches.selectors import matches_of
from scorecards.club_matches.services import revoke_match
from scorecards.models import ClubGame
from scorecards.rules.clubs.match_terms import SCHEMES, MatchFormat
from tests.events import round_robin
from tests.scorecards.checking.check_pages import staff
from tests.tournaments.event_file.samples import as_bytes
from tournaments.event_file import reading_matches as event_file_matches
from tournaments.event_file.errors import EventFileError
from tournaments.event_file.writing import event_file_to_json, write_event_file

EXAMPLE = [[121, 98], [121, 119], [82, 121], [121, 89], [92, 121], [121, 100]]


def club_file() -> dict[str, Any]:
    """Return an event of four with the example match, and a table of three that is being played."""
    plain = deepcopy(event_file_to_json(round_robin()))
    plain["event"]["kind"] = "club"
    plain["club_matches"] = [
        {
            "form": "two",
            "scheme": "free-play",
            "to": 5,
            "sides": [[1, 3], [2, 4]],
            "games": [{"pegged": pegged, "out": []} for pegged in EXAMPLE],
        },
        {
            "form": "three-continued",
            "scheme": None,
            "to": 7,
            "sides": [[1], [2], [3]],
            "games": [{"pegged": [121, 100, 60], "out": [3]}],
        },
    ]
    return plain


NEW_TERMS = [
    ("two", "lurch-121", [[1], [2]], [121, 60]),
    ("two", "lurch-61", [[1], [2]], [30, 61]),
    ("two-against-one", None, [[1, 2], [3]], [100, 61]),
    ("two-against-one-121", None, [[1, 2], [3]], [121, 61]),
    ("four-alone", None, [[1], [2], [3], [4]], [90, 20, 121, 120]),
]


def with_match(form: str, scheme: str | None, sides: list[list[int]], pegged: list[int]) -> dict[str, Any]:
    """Return an event of four with one game of one match."""
    game = {"pegged": pegged, "out": []}
    return club_file() | {"club_matches": [{"form": form, "scheme": scheme, "to": 5, "sides": sides, "games": [game]}]}


def errors_of(plain: dict[str, Any]) -> list[str]:
    with pytest.raises(EventFileError) as refused:
        read_event(as_bytes(plain))
    return refused.value.errors


@pytest.mark.django_db
def test_file_with_matches_imports_and_exports_again_byte_for_byte() -> None:
    text = json.dumps(club_file(), indent=1, ensure_ascii=False) + "\n"

    tournament = import_event(event_file=read_event(text.encode()))

    assert [match.course.score for match in matches_of(tournament)] == [(5, 3), (4, 0, 1)]
    assert write_event_file(event_file_of(tournament)) == text
    assert differences(tournament) == []


@pytest.mark.django_db
@pytest.mark.parametrize(("form", "scheme", "sides", "pegged"), NEW_TERMS)
def test_lurch_two_against_one_and_four_alone_import_and_export_byte_for_byte(
    form: str, scheme: str | None, sides: list[list[int]], pegged: list[int]
) -> None:
    text = json.dumps(with_match(form, scheme, sides, pegged), indent=1, ensure_ascii=False) + "\n"

    tournament = import_event(event_file=read_event(text.encode()))

    assert write_event_file(event_file_of(tournament)) == text
    assert differences(tournament) == []


@pytest.mark.parametrize(
    ("form", "scheme", "sides", "pegged", "said"),
    [
        ("two", "lurch-61", [[1], [2]], [121, 60], "games: 121 cannot be pegged (0 to 61)."),
        ("two-against-one", "acc", [[1, 2], [3]], [121, 60], "scheme: only two sides have one"),
        ("two-against-one", None, [[1], [2, 3]], [121, 60], "sides: Side 1 is the pair: two players."),
        ("two-against-one", None, [[1, 2], [3]], [60, 121], "games: 121 cannot be pegged (0 to 61)."),
        ("two-against-one-121", None, [[1, 2], [3, 4]], [121, 60], "sides: Side 2 is one player, alone."),
        ("four-alone", None, [[1], [2], [3]], [121, 60, 60], "sides: This match has 4 sides."),
    ],
)
def test_new_terms_with_a_mistake_are_refused(
    form: str, scheme: str | None, sides: list[list[int]], pegged: list[int], said: str
) -> None:
    assert errors_of(with_match(form, scheme, sides, pegged)) == [f"club_matches[0].{said}"]


def test_event_without_matches_is_written_without_the_key() -> None:
    assert "club_matches" not in write_event_file(round_robin())


@pytest.mark.django_db
def test_match_that_was_taken_back_is_not_exported() -> None:
    tournament = import_event(event_file=read_event(as_bytes(club_file())))

    revoke_match(tournament=tournament, actor=staff(tournament), number=1, why="")

    assert [match.form for match in event_file_of(tournament).club_matches] == ["three-continued"]


@pytest.mark.django_db
def test_verifying_finds_a_game_that_cannot_be() -> None:
    tournament = import_event(event_file=read_event(as_bytes(club_file())))
    first = ClubGame.objects.get(match__number=1, number=1)
    ClubGame.objects.filter(pk=first.pk).update(pegged=[121, 121])

    assert differences(tournament) == [
        "stored event: club_matches[0].games: More than one has 121: one side wins each game, with exactly 121."
    ]


@pytest.mark.parametrize(
    ("at", "key", "value", "said"),
    [
        (0, "form", "four", 'club_matches[0].form: "four" is not one of two, three-winner, three-continued, '),
        (0, "scheme", "best", 'club_matches[0].scheme: "best" is not one of acc, double-skunk, free-play'),
        (0, "scheme", None, "club_matches[0].scheme: two sides need one, and tables of three and five have none"),
        (0, "to", 0, "club_matches[0].to: 0 is not a number of match points (1 to 99)"),
        (0, "sides", [[1], [9]], "club_matches[0].sides[1][0]: no entrant has the number 9"),
        (0, "sides", [[1], [1]], "club_matches[0].sides[1][0]: entrant 1 is in this match already, "),
        (0, "sides", [[1], []], "club_matches[0].sides[1]: it must be a list of one entrant or more"),
        (0, "sides", [[1]], "club_matches[0].sides: 2 sides are needed"),
        (0, "sides", [[1, 3], [2]], "club_matches[0].sides: 2 sides are needed"),
        (0, "games", [{"pegged": [121, 122]}], "club_matches[0].games[0].pegged[1]: 122 is not points pegged"),
        (0, "games", [{"pegged": [121]}], "club_matches[0].games: A game of this match has 2 sides."),
        (0, "games", [{}], "club_matches[0].games[0].pegged: missing, it must be a list"),
        (0, "games", [{"pegged": [121, 0]}] * 2, "club_matches[0].games: The match was won before game 2."),
        (1, "games", [{"pegged": [121, 9, 8]}], "club_matches[1].games: Say who went out second"),
        (1, "out", [], "club_matches[1]"),
    ],
)
def test_match_with_a_mistake_is_refused_by_its_place(at: int, key: str, value: object, said: str) -> None:
    plain = club_file()
    plain["club_matches"][at][key] = value

    assert errors_of(plain)[0].startswith(said)


def test_matches_of_another_kind_of_event_are_refused() -> None:
    plain = club_file()
    plain["event"]["kind"] = "main"

    assert errors_of(plain)[0] == "club_matches[0]: club matches, but this event is of the kind main"


def test_file_and_engine_know_the_same_forms_and_schemes() -> None:
    assert tuple(form.value for form in MatchFormat) == event_file_matches.FORMS
    assert event_file_matches.SCHEMES == SCHEMES
