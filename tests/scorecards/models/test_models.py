"""What the database itself refuses about cards, rulings and decisions, and what it must let through."""

import pytest
from django.db.models import Model
from django.utils import timezone

from scorecards.models import (
    CardCode,
    CardHandover,
    CardPicture,
    CardPresence,
    CardSave,
    ClubGame,
    ClubMatch,
    ClubMatchPlayer,
    ClubMatchPosting,
    Confirmation,
    Correction,
    DecidedLine,
    Decision,
    GameReport,
    GameUnlock,
    HighHand,
    LeaverLine,
    Line,
    PictureConfirmation,
    PictureFile,
    PictureSettings,
    RoundClosing,
    Ruling,
    Scorecard,
    Signature,
    SignedCard,
    StoredResult,
    TableHold,
    TieGame,
    TieOrderPlace,
)
from tests.factories.rows import row
from tests.factories.tournaments import EntrantFactory
from tests.refusals import Make, assert_refused, rules_of, twice

pytestmark = pytest.mark.django_db


def oneself(model: type[Model], *sides: str) -> Make:
    """Return what stores a row with the same entrant on both sides."""
    return lambda: row(model, **dict.fromkeys(sides, EntrantFactory()))


def on_a_sheet(prefix: str = "", **columns: int) -> dict[str, int | None]:
    """Return the columns of a game sheet's line: nothing else is written there."""
    written = {"own": 121, "theirs": 98} if "left" not in columns else {}
    blank = dict.fromkeys(("points", "plus", "minus"))
    return {f"{prefix}{name}": value for name, value in {**blank, **written, **columns}.items()}


REFUSED: dict[str, Make] = {
    "club_match_number_once": twice(ClubMatch, "tournament"),
    "club_match_is_to_1_or_more": lambda: row(ClubMatch, target=0),
    "club_match_player_once": twice(ClubMatchPlayer, "match", "entrant", second={"side": 1}),
    "club_game_once": twice(ClubGame, "match"),
    "match_posting_number_once": twice(ClubMatchPosting, "tournament"),
    "scorecard.entrant": twice(Scorecard, "entrant"),
    "hand_of_28_or_29": lambda: row(HighHand, points=27),
    "cardsave.key": twice(CardSave, "key"),
    "presence_once": twice(CardPresence, "entrant", "member"),
    "line_once_per_game": twice(Line, "scorecard", game=4),
    "line_plus_is_spread": lambda: row(Line, plus=122),
    "line_minus_is_spread": lambda: row(Line, minus=122),
    "line_own_fits_on_the_board": lambda: row(Line, own=122),
    "line_theirs_fits_on_the_board": lambda: row(Line, theirs=122),
    "line_left_fits_on_the_board": lambda: row(Line, left=122),
    "decided_own_fits_on_the_board": lambda: row(DecidedLine, **on_a_sheet(own=122)),
    "decided_theirs_fits_on_the_board": lambda: row(DecidedLine, **on_a_sheet(own=98, theirs=122)),
    "decided_left_fits_on_the_board": lambda: row(DecidedLine, **on_a_sheet(left=122)),
    "correction_own_fits_on_the_board": lambda: row(Correction, **on_a_sheet("after_", own=122)),
    "correction_theirs_fits_on_the_board": lambda: row(Correction, **on_a_sheet("after_", own=98, theirs=122)),
    "correction_left_fits_on_the_board": lambda: row(Correction, **on_a_sheet("after_", left=122)),
    "line_game_counts_from_one": lambda: row(Line, game=0),
    "ruling_once_per_game": twice(Ruling, "tournament", "first", "second"),
    "ruling_of_two": oneself(Ruling, "first", "second"),
    "decision_once_per_game": twice(Decision, "tournament", "first", "second"),
    "decision_of_two": oneself(Decision, "first", "second"),
    "decided_line_once": twice(DecidedLine, "decision", "entrant"),
    "decided_plus_is_spread": lambda: row(DecidedLine, plus=122),
    "decided_minus_is_spread": lambda: row(DecidedLine, points=0, plus=None, minus=122),
    "decided_line_is_consistent": lambda: row(DecidedLine, points=0, plus=12),
    "correction_plus_is_spread": lambda: row(Correction, after_plus=122),
    "correction_minus_is_spread": lambda: row(Correction, after_points=0, after_plus=None, after_minus=122),
    "line_in_force_is_consistent": lambda: row(Correction, after_points=0, after_plus=12),
    "correction_has_one_cause": lambda: row(Correction, ruling=row(Ruling), decision=row(Decision)),
    "tie_game_once": twice(TieGame, "tournament", "winner", "loser"),
    "tie_game_of_two": oneself(TieGame, "winner", "loser"),
    "tie_order_place_once": twice(TieOrderPlace, "tie_order", place=2),
    "tie_order_entrant_once": twice(TieOrderPlace, "tie_order", "entrant", second={"place": 2}),
    "storedresult.tournament": twice(StoredResult, "tournament"),
    "confirmation_once": twice(Confirmation, "entrant", game=4),
    "foot_confirmation_once": twice(Confirmation, "entrant", game=None),
    "signature_once": twice(Signature, "ruling"),
    "table_held_once": twice(TableHold, "tournament", table="B"),
    "card_code_once": twice(CardCode, "entrant", second={"serial": 2}),
    "card_code_serial_once": twice(CardCode, "entrant", revoked_at=timezone.now()),
    "cardcode.digest": twice(CardCode, "digest"),
    "report_spread_is_spread": lambda: row(GameReport, spread=122),
    "report_game_counts_from_one": lambda: row(GameReport, game=0),
    "report_of_two": oneself(GameReport, "entrant", "opponent"),
    "gamereport.key": twice(GameReport, "key"),
    "unlock_of_two": oneself(GameUnlock, "first", "second"),
    "handover_once": twice(CardHandover, "entrant"),
    "leaver_line_once": twice(LeaverLine, "entrant"),
    "leaver_line_of_two": oneself(LeaverLine, "entrant", "opponent"),
    "signedcard.entrant": twice(SignedCard, "entrant"),
    "signedcard.key": twice(SignedCard, "key"),
    "picturefile.key": twice(PictureFile, "key"),
    "picture_file_once": twice(PictureFile, "tournament", "digest", stored="one.jpg", second={"name": "two.jpg"}),
    "card_picture_once": twice(CardPicture, "file"),
    "picture_counts_from_one": lambda: row(CardPicture, page=0),
    "picture_confirmed_once": twice(PictureConfirmation, "picture"),
    "picturesettings.tournament": twice(PictureSettings, "tournament"),
    "picture_days": lambda: row(PictureSettings, days=0),
    "round_closed_once": twice(RoundClosing, "tournament"),
}


@pytest.mark.parametrize("rule", REFUSED)
def test_database_refuses_what_breaks_a_rule(rule: str) -> None:
    assert_refused("scorecards", rule, REFUSED[rule])


def test_database_rules_of_scorecards_are_all_tried() -> None:
    assert sorted(rules_of("scorecards")) == sorted(REFUSED)


@pytest.mark.parametrize("column", ["plus", "minus"])
def test_line_spread_of_nothing_is_refused(column: str) -> None:
    assert_refused("scorecards", f"line_{column}_is_spread", lambda: row(Line, **{column: 0}))


@pytest.mark.parametrize("spread", [None, 1, 121])
def test_line_spread_may_be_blank_or_1_to_121(spread: int | None) -> None:
    line = row(Line, plus=spread, minus=spread)

    assert Line.objects.get(plus=spread, minus=spread) == line


def test_line_as_written_may_contradict_itself() -> None:
    line = row(Line, points=0, plus=31, minus=12)

    assert Line.objects.get(points=0, plus=31, minus=12) == line


@pytest.mark.parametrize(
    ("points", "plus", "minus"), [(2, None, None), (2, None, 12), (2, 12, 12), (3, 40, 40), (0, 12, None), (0, 12, 12)]
)
def test_line_in_force_may_not_contradict_itself(points: int, plus: int | None, minus: int | None) -> None:
    assert_refused(
        "scorecards",
        "line_in_force_is_consistent",
        lambda: row(Correction, after_points=points, after_plus=plus, after_minus=minus),
    )


@pytest.mark.parametrize(("points", "plus", "minus"), [(2, 1, None), (3, 121, None), (0, None, 1), (0, None, None)])
def test_line_in_force_is_a_win_with_plus_or_a_loss_without(points: int, plus: int | None, minus: int | None) -> None:
    correction = row(Correction, after_points=points, after_plus=plus, after_minus=minus)

    correction.refresh_from_db()

    assert (correction.after_points, correction.after_plus, correction.after_minus) == (points, plus, minus)


@pytest.mark.parametrize(
    ("model", "values", "same"),
    [
        (ClubGame, {}, ["match"]),
        (Ruling, {}, ["tournament", "first", "second"]),
        (Decision, {}, ["tournament", "first", "second"]),
        (TieGame, {}, ["tournament", "winner", "loser"]),
        (Signature, {}, ["ruling"]),
        (Confirmation, {}, ["entrant"]),
        (Confirmation, {"game": None}, ["entrant"]),
    ],
)
def test_what_has_ended_leaves_room_for_another(model: type[Model], values: dict[str, object], same: list[str]) -> None:
    ended = row(model, revoked_at=timezone.now(), **values)

    another = row(model, **{name: getattr(ended, name) for name in same}, **values)

    assert type(ended)._default_manager.filter(pk__in=(ended.pk, another.pk)).count() == 2


@pytest.mark.parametrize(
    "columns",
    [
        {"own": 121, "theirs": 121},
        {"own": 121, "theirs": None},
        {"own": None, "theirs": 121},
        {"own": 121, "theirs": 98, "left": 0},
        {"own": None, "theirs": None, "left": None},
        {"own": 121, "theirs": 98, "points": 2, "plus": 23},
    ],
)
def test_game_sheet_in_force_may_not_contradict_itself(columns: dict[str, int]) -> None:
    assert_refused("scorecards", "decided_line_is_consistent", lambda: row(DecidedLine, **on_a_sheet(**columns)))


@pytest.mark.parametrize(
    "columns",
    [{"own": 121, "theirs": 0}, {"own": 0, "theirs": 121}, {"own": 90, "theirs": 80}, {"left": 0}, {"left": 121}],
)
def test_game_sheet_in_force_has_both_sides_points_or_what_was_left(columns: dict[str, int]) -> None:
    line = row(DecidedLine, **on_a_sheet(**columns))

    line.refresh_from_db()

    assert {name: getattr(line, name) for name in columns} == columns
