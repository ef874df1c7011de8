"""What the database itself refuses about cards, rulings and decisions, and what it must let through."""

import pytest
from django.utils import timezone
from factory.django import DjangoModelFactory

from scorecards.models import Line
from tests.factories.scorecards import (
    CardCodeFactory,
    CardHandoverFactory,
    CardPictureFactory,
    CardPresenceFactory,
    CardSaveFactory,
    ClubGameFactory,
    ClubMatchFactory,
    ClubMatchPlayerFactory,
    ClubMatchPostingFactory,
    ConfirmationFactory,
    CorrectionFactory,
    DecidedLineFactory,
    DecisionFactory,
    GameReportFactory,
    GameUnlockFactory,
    HighHandFactory,
    LeaverLineFactory,
    LineFactory,
    PictureConfirmationFactory,
    PictureFileFactory,
    PictureSettingsFactory,
    RoundClosingFactory,
    RulingFactory,
    ScorecardFactory,
    SignatureFactory,
    SignedCardFactory,
    StoredResultFactory,
    TableHoldFactory,
    TieGameFactory,
    TieOrderPlaceFactory,
)
from tests.factories.tournaments import EntrantFactory
from tests.refusals import Make, assert_refused, rules_of

pytestmark = pytest.mark.django_db


def twice(factory: type[DjangoModelFactory], *same: str, **values: object) -> Make:
    """Return what stores two rows with these values, the second with the same in these columns as the first."""

    def make() -> None:
        first = factory(**values)
        factory(**{name: getattr(first, name) for name in same}, **values)

    return make


def oneself(factory: type[DjangoModelFactory], *sides: str) -> Make:
    """Return what stores a row with the same entrant on both sides."""
    return lambda: factory(**dict.fromkeys(sides, EntrantFactory()))


def second_code(**changes: object) -> None:
    code = CardCodeFactory()
    CardCodeFactory(**{"entrant": code.entrant, "serial": 2, **changes})


def player_on_both_sides() -> None:
    first = ClubMatchPlayerFactory()
    ClubMatchPlayerFactory(match=first.match, entrant=first.entrant, side=1)


def one_on_two_places() -> None:
    first = TieOrderPlaceFactory(place=1)
    TieOrderPlaceFactory(tie_order=first.tie_order, entrant=first.entrant, place=2)


def second_file_of_the_same_bytes() -> None:
    first = PictureFileFactory(stored="one.jpg")
    PictureFileFactory(tournament=first.tournament, digest=first.digest, stored="other.jpg")


def on_a_sheet(prefix: str = "", **columns: int) -> dict[str, int | None]:
    """Return the columns of a game sheet's line: nothing else is written there."""
    written = {"own": 121, "theirs": 98} if "left" not in columns else {}
    blank = dict.fromkeys(("points", "plus", "minus"))
    return {f"{prefix}{name}": value for name, value in {**blank, **written, **columns}.items()}


REFUSED: dict[str, Make] = {
    "club_match_number_once": twice(ClubMatchFactory, "tournament"),
    "club_match_is_to_1_or_more": lambda: ClubMatchFactory(target=0),
    "club_match_player_once": player_on_both_sides,
    "club_game_once": twice(ClubGameFactory, "match"),
    "match_posting_number_once": twice(ClubMatchPostingFactory, "tournament"),
    "scorecard.entrant": twice(ScorecardFactory, "entrant"),
    "hand_of_28_or_29": lambda: HighHandFactory(points=27),
    "cardsave.key": twice(CardSaveFactory, "key"),
    "presence_once": twice(CardPresenceFactory, "entrant", "member"),
    "line_once_per_game": twice(LineFactory, "scorecard", game=4),
    "line_plus_is_spread": lambda: LineFactory(plus=122),
    "line_minus_is_spread": lambda: LineFactory(minus=122),
    "line_own_fits_on_the_board": lambda: LineFactory(own=122),
    "line_theirs_fits_on_the_board": lambda: LineFactory(theirs=122),
    "line_left_fits_on_the_board": lambda: LineFactory(left=122),
    "decided_own_fits_on_the_board": lambda: DecidedLineFactory(**on_a_sheet(own=122)),
    "decided_theirs_fits_on_the_board": lambda: DecidedLineFactory(**on_a_sheet(own=98, theirs=122)),
    "decided_left_fits_on_the_board": lambda: DecidedLineFactory(**on_a_sheet(left=122)),
    "correction_own_fits_on_the_board": lambda: CorrectionFactory(**on_a_sheet("after_", own=122)),
    "correction_theirs_fits_on_the_board": lambda: CorrectionFactory(**on_a_sheet("after_", own=98, theirs=122)),
    "correction_left_fits_on_the_board": lambda: CorrectionFactory(**on_a_sheet("after_", left=122)),
    "line_game_counts_from_one": lambda: LineFactory(game=0),
    "ruling_once_per_game": twice(RulingFactory, "tournament", "first", "second"),
    "ruling_of_two": oneself(RulingFactory, "first", "second"),
    "decision_once_per_game": twice(DecisionFactory, "tournament", "first", "second"),
    "decision_of_two": oneself(DecisionFactory, "first", "second"),
    "decided_line_once": twice(DecidedLineFactory, "decision", "entrant"),
    "decided_plus_is_spread": lambda: DecidedLineFactory(plus=122),
    "decided_minus_is_spread": lambda: DecidedLineFactory(points=0, plus=None, minus=122),
    "decided_line_is_consistent": lambda: DecidedLineFactory(points=0, plus=12),
    "correction_plus_is_spread": lambda: CorrectionFactory(after_plus=122),
    "correction_minus_is_spread": lambda: CorrectionFactory(after_points=0, after_plus=None, after_minus=122),
    "line_in_force_is_consistent": lambda: CorrectionFactory(after_points=0, after_plus=12),
    "correction_has_one_cause": lambda: CorrectionFactory(ruling=RulingFactory(), decision=DecisionFactory()),
    "tie_game_once": twice(TieGameFactory, "tournament", "winner", "loser"),
    "tie_game_of_two": oneself(TieGameFactory, "winner", "loser"),
    "tie_order_place_once": twice(TieOrderPlaceFactory, "tie_order", place=2),
    "tie_order_entrant_once": one_on_two_places,
    "storedresult.tournament": twice(StoredResultFactory, "tournament"),
    "confirmation_once": twice(ConfirmationFactory, "entrant", game=4),
    "foot_confirmation_once": twice(ConfirmationFactory, "entrant", game=None),
    "signature_once": twice(SignatureFactory, "ruling"),
    "table_held_once": twice(TableHoldFactory, "tournament", table="B"),
    "card_code_once": second_code,
    "card_code_serial_once": lambda: second_code(serial=1, revoked_at=timezone.now()),
    "cardcode.digest": twice(CardCodeFactory, "digest"),
    "report_spread_is_spread": lambda: GameReportFactory(spread=122),
    "report_game_counts_from_one": lambda: GameReportFactory(game=0),
    "report_of_two": oneself(GameReportFactory, "entrant", "opponent"),
    "gamereport.key": twice(GameReportFactory, "key"),
    "unlock_of_two": oneself(GameUnlockFactory, "first", "second"),
    "handover_once": twice(CardHandoverFactory, "entrant"),
    "leaver_line_once": twice(LeaverLineFactory, "entrant"),
    "leaver_line_of_two": oneself(LeaverLineFactory, "entrant", "opponent"),
    "signedcard.entrant": twice(SignedCardFactory, "entrant"),
    "signedcard.key": twice(SignedCardFactory, "key"),
    "picturefile.key": twice(PictureFileFactory, "key"),
    "picture_file_once": second_file_of_the_same_bytes,
    "card_picture_once": twice(CardPictureFactory, "file"),
    "picture_counts_from_one": lambda: CardPictureFactory(page=0),
    "picture_confirmed_once": twice(PictureConfirmationFactory, "picture"),
    "picturesettings.tournament": twice(PictureSettingsFactory, "tournament"),
    "picture_days": lambda: PictureSettingsFactory(days=0),
    "round_closed_once": twice(RoundClosingFactory, "tournament"),
}


@pytest.mark.parametrize("rule", REFUSED)
def test_database_refuses_what_breaks_a_rule(rule: str) -> None:
    assert_refused("scorecards", rule, REFUSED[rule])


def test_database_rules_of_scorecards_are_all_tried() -> None:
    assert sorted(rules_of("scorecards")) == sorted(REFUSED)


@pytest.mark.parametrize("column", ["plus", "minus"])
def test_line_spread_of_nothing_is_refused(column: str) -> None:
    assert_refused("scorecards", f"line_{column}_is_spread", lambda: LineFactory(**{column: 0}))


@pytest.mark.parametrize("spread", [None, 1, 121])
def test_line_spread_may_be_blank_or_1_to_121(spread: int | None) -> None:
    line = LineFactory(plus=spread, minus=spread)

    assert Line.objects.get(plus=spread, minus=spread) == line


def test_line_as_written_may_contradict_itself() -> None:
    line = LineFactory(points=0, plus=31, minus=12)

    assert Line.objects.get(points=0, plus=31, minus=12) == line


@pytest.mark.parametrize(
    ("points", "plus", "minus"), [(2, None, None), (2, None, 12), (2, 12, 12), (3, 40, 40), (0, 12, None), (0, 12, 12)]
)
def test_line_in_force_may_not_contradict_itself(points: int, plus: int | None, minus: int | None) -> None:
    assert_refused(
        "scorecards",
        "line_in_force_is_consistent",
        lambda: CorrectionFactory(after_points=points, after_plus=plus, after_minus=minus),
    )


@pytest.mark.parametrize(("points", "plus", "minus"), [(2, 1, None), (3, 121, None), (0, None, 1), (0, None, None)])
def test_line_in_force_is_a_win_with_plus_or_a_loss_without(points: int, plus: int | None, minus: int | None) -> None:
    correction = CorrectionFactory(after_points=points, after_plus=plus, after_minus=minus)

    correction.refresh_from_db()

    assert (correction.after_points, correction.after_plus, correction.after_minus) == (points, plus, minus)


@pytest.mark.parametrize(
    ("factory", "values", "same"),
    [
        (ClubGameFactory, {}, ["match"]),
        (RulingFactory, {}, ["tournament", "first", "second"]),
        (DecisionFactory, {}, ["tournament", "first", "second"]),
        (TieGameFactory, {}, ["tournament", "winner", "loser"]),
        (SignatureFactory, {}, ["ruling"]),
        (ConfirmationFactory, {}, ["entrant"]),
        (ConfirmationFactory, {"game": None}, ["entrant"]),
    ],
)
def test_what_has_ended_leaves_room_for_another(
    factory: type[DjangoModelFactory], values: dict[str, object], same: list[str]
) -> None:
    ended = factory(revoked_at=timezone.now(), **values)

    another = factory(**{name: getattr(ended, name) for name in same}, **values)

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
    assert_refused("scorecards", "decided_line_is_consistent", lambda: DecidedLineFactory(**on_a_sheet(**columns)))


@pytest.mark.parametrize(
    "columns",
    [{"own": 121, "theirs": 0}, {"own": 0, "theirs": 121}, {"own": 90, "theirs": 80}, {"left": 0}, {"left": 121}],
)
def test_game_sheet_in_force_has_both_sides_points_or_what_was_left(columns: dict[str, int]) -> None:
    line = DecidedLineFactory(**on_a_sheet(**columns))

    line.refresh_from_db()

    assert {name: getattr(line, name) for name in columns} == columns
