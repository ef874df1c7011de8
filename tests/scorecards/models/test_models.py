"""What the database itself refuses about cards, rulings and decisions, and what it must let through."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db.models import Model
from django.utils import timezone

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


def second_code(**changes: object) -> None:
    code = CardCodeFactory()
    CardCodeFactory(**{"entrant": code.entrant, "serial": 2, **changes})


def second_code_of_a_digest() -> None:
    CardCodeFactory(digest=CardCodeFactory().digest)


def report_of_oneself() -> None:
    report = GameReportFactory()
    GameReportFactory(entrant=report.entrant, opponent=report.entrant)


def unlock_of_one() -> None:
    unlock = GameUnlockFactory()
    GameUnlockFactory(first=unlock.first, second=unlock.first)


def second_card() -> None:
    ScorecardFactory(entrant=ScorecardFactory().entrant)


def second_save_of_a_key() -> None:
    CardSaveFactory(key=CardSaveFactory().key)


def second_presence_on_a_card() -> None:
    presence = CardPresenceFactory()
    CardPresenceFactory(entrant=presence.entrant, member=presence.member)


def second_line_of_a_game() -> None:
    LineFactory(scorecard=LineFactory(game=4).scorecard, game=4)


def second_ruling_of_a_game() -> None:
    ruling = RulingFactory()
    RulingFactory(tournament=ruling.tournament, first=ruling.first, second=ruling.second)


def ruling_with_oneself() -> None:
    entrant = EntrantFactory()
    RulingFactory(first=entrant, second=entrant)


def second_decision_of_a_game() -> None:
    decision = DecisionFactory()
    DecisionFactory(tournament=decision.tournament, first=decision.first, second=decision.second)


def decision_with_oneself() -> None:
    entrant = EntrantFactory()
    DecisionFactory(first=entrant, second=entrant)


def second_decided_line() -> None:
    line = DecidedLineFactory()
    DecidedLineFactory(decision=line.decision, entrant=line.entrant)


def second_tie_game() -> None:
    tie = TieGameFactory()
    TieGameFactory(tournament=tie.tournament, winner=tie.winner, loser=tie.loser)


def tie_game_with_oneself() -> None:
    entrant = EntrantFactory()
    TieGameFactory(winner=entrant, loser=entrant)


def two_on_one_place() -> None:
    TieOrderPlaceFactory(tie_order=TieOrderPlaceFactory(place=2).tie_order, place=2)


def one_on_two_places() -> None:
    first = TieOrderPlaceFactory(place=1)
    TieOrderPlaceFactory(tie_order=first.tie_order, entrant=first.entrant, place=2)


def two_causes() -> None:
    CorrectionFactory(ruling=RulingFactory(), decision=DecisionFactory())


def second_stored_result() -> None:
    StoredResultFactory(tournament=StoredResultFactory().tournament)


def second_confirmation_of_a_line() -> None:
    ConfirmationFactory(entrant=ConfirmationFactory(game=4).entrant, game=4)


def second_confirmation_of_the_foot() -> None:
    ConfirmationFactory(entrant=ConfirmationFactory(game=None).entrant, game=None)


def second_signature() -> None:
    SignatureFactory(ruling=SignatureFactory().ruling)


def second_checker_at_a_table() -> None:
    TableHoldFactory(tournament=TableHoldFactory(table="B").tournament, table="B")


def on_a_sheet(prefix: str = "", **columns: int) -> dict[str, int | None]:
    """Return the columns of a game sheet's line: nothing else is written there."""
    written = {"own": 121, "theirs": 98} if "left" not in columns else {}
    blank = dict.fromkeys(("points", "plus", "minus"))
    return {f"{prefix}{name}": value for name, value in {**blank, **written, **columns}.items()}


def second_match_of_a_number() -> None:
    ClubMatchFactory(tournament=ClubMatchFactory().tournament)


def second_game_of_a_number() -> None:
    ClubGameFactory(match=ClubGameFactory().match)


def player_on_both_sides() -> None:
    first = ClubMatchPlayerFactory()
    ClubMatchPlayerFactory(match=first.match, entrant=first.entrant, side=1)


def second_match_posting_of_a_number() -> None:
    ClubMatchPostingFactory(tournament=ClubMatchPostingFactory().tournament)


def second_file_of_the_same_bytes() -> None:
    first = PictureFileFactory(stored="one.jpg")
    PictureFileFactory(tournament=first.tournament, digest=first.digest, stored="other.jpg")


REFUSED: dict[str, Make] = {
    "club_match_number_once": second_match_of_a_number,
    "club_match_is_to_1_or_more": lambda: ClubMatchFactory(target=0),
    "club_match_player_once": player_on_both_sides,
    "club_game_once": second_game_of_a_number,
    "match_posting_number_once": second_match_posting_of_a_number,
    "scorecard.entrant": second_card,
    "hand_of_28_or_29": lambda: HighHandFactory(points=27),
    "cardsave.key": second_save_of_a_key,
    "presence_once": second_presence_on_a_card,
    "line_once_per_game": second_line_of_a_game,
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
    "ruling_once_per_game": second_ruling_of_a_game,
    "ruling_of_two": ruling_with_oneself,
    "decision_once_per_game": second_decision_of_a_game,
    "decision_of_two": decision_with_oneself,
    "decided_line_once": second_decided_line,
    "decided_plus_is_spread": lambda: DecidedLineFactory(plus=122),
    "decided_minus_is_spread": lambda: DecidedLineFactory(points=0, plus=None, minus=122),
    "decided_line_is_consistent": lambda: DecidedLineFactory(points=0, plus=12),
    "correction_plus_is_spread": lambda: CorrectionFactory(after_plus=122),
    "correction_minus_is_spread": lambda: CorrectionFactory(after_points=0, after_plus=None, after_minus=122),
    "line_in_force_is_consistent": lambda: CorrectionFactory(after_points=0, after_plus=12),
    "correction_has_one_cause": two_causes,
    "tie_game_once": second_tie_game,
    "tie_game_of_two": tie_game_with_oneself,
    "tie_order_place_once": two_on_one_place,
    "tie_order_entrant_once": one_on_two_places,
    "storedresult.tournament": second_stored_result,
    "confirmation_once": second_confirmation_of_a_line,
    "foot_confirmation_once": second_confirmation_of_the_foot,
    "signature_once": second_signature,
    "table_held_once": second_checker_at_a_table,
    "card_code_once": second_code,
    "card_code_serial_once": lambda: second_code(serial=1, revoked_at=timezone.now()),
    "cardcode.digest": second_code_of_a_digest,
    "report_spread_is_spread": lambda: GameReportFactory(spread=122),
    "report_game_counts_from_one": lambda: GameReportFactory(game=0),
    "report_of_two": report_of_oneself,
    "gamereport.key": lambda: GameReportFactory(key=GameReportFactory().key),
    "unlock_of_two": unlock_of_one,
    "handover_once": lambda: CardHandoverFactory(entrant=CardHandoverFactory().entrant),
    "signedcard.entrant": lambda: SignedCardFactory(entrant=SignedCardFactory().entrant),
    "signedcard.key": lambda: SignedCardFactory(key=SignedCardFactory().key),
    "picturefile.key": lambda: PictureFileFactory(key=PictureFileFactory().key),
    "picture_file_once": second_file_of_the_same_bytes,
    "card_picture_once": lambda: CardPictureFactory(file=CardPictureFactory().file),
    "picture_counts_from_one": lambda: CardPictureFactory(page=0),
    "picture_confirmed_once": lambda: PictureConfirmationFactory(picture=PictureConfirmationFactory().picture),
    "picturesettings.tournament": lambda: PictureSettingsFactory(tournament=PictureSettingsFactory().tournament),
    "picture_days": lambda: PictureSettingsFactory(days=0),
    "round_closed_once": lambda: RoundClosingFactory(tournament=RoundClosingFactory().tournament),
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


def ruling_again() -> list[Model]:
    ended = RulingFactory(revoked_at=timezone.now())
    return [ended, RulingFactory(tournament=ended.tournament, first=ended.first, second=ended.second)]


def decision_again() -> list[Model]:
    ended = DecisionFactory(revoked_at=timezone.now())
    return [ended, DecisionFactory(tournament=ended.tournament, first=ended.first, second=ended.second)]


def tie_game_again() -> list[Model]:
    ended = TieGameFactory(revoked_at=timezone.now())
    return [ended, TieGameFactory(tournament=ended.tournament, winner=ended.winner, loser=ended.loser)]


def signature_again() -> list[Model]:
    ended = SignatureFactory(revoked_at=timezone.now())
    return [ended, SignatureFactory(ruling=ended.ruling)]


def confirmation_again() -> list[Model]:
    ended = ConfirmationFactory(revoked_at=timezone.now())
    return [ended, ConfirmationFactory(entrant=ended.entrant)]


def foot_confirmation_again() -> list[Model]:
    ended = ConfirmationFactory(game=None, revoked_at=timezone.now())
    return [ended, ConfirmationFactory(entrant=ended.entrant, game=None)]


def club_game_again() -> list[Model]:
    ended = ClubGameFactory(revoked_at=timezone.now())
    return [ended, ClubGameFactory(match=ended.match)]


@pytest.mark.parametrize(
    "make_both",
    [
        club_game_again,
        ruling_again,
        decision_again,
        tie_game_again,
        signature_again,
        confirmation_again,
        foot_confirmation_again,
    ],
)
def test_what_has_ended_leaves_room_for_another(make_both: Callable[[], list[Model]]) -> None:
    both = make_both()

    assert [type(row)._default_manager.filter(pk=row.pk).exists() for row in both] == [True, True]


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
