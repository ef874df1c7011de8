"""Who counts in an event, and who is here."""

from datetime import UTC, datetime

import pytest

from tournaments.rules.attendance import counts, has_come, is_check_in_used

EIGHT, NINE, TEN = (datetime(2026, 5, 16, hour, tzinfo=UTC) for hour in (8, 9, 10))


@pytest.mark.parametrize(
    ("house_player", "left", "expected"),
    [(False, None, True), (False, 1, True), (False, 0, False), (True, None, False), (True, 3, False), (True, 0, False)],
)
def test_who_never_came_and_house_players_do_not_count(house_player: bool, left: int | None, expected: bool) -> None:
    assert counts(house_player=house_player, withdrawn_after_game=left) is expected


@pytest.mark.parametrize(
    ("check_ins", "drawn_at", "expected"),
    [([], None, False), ([EIGHT], None, True), ([EIGHT, TEN], NINE, True), ([TEN], NINE, False), ([], NINE, False)],
)
def test_check_in_is_used_where_somebody_was_checked_in_before_the_draw(
    check_ins: list[datetime], drawn_at: datetime | None, expected: bool
) -> None:
    assert is_check_in_used(check_ins, drawn_at) is expected


@pytest.mark.parametrize(
    ("does_count", "seat", "is_checked_in", "check_in_used", "expected"),
    [
        (True, "", False, False, True),
        (True, "", False, True, False),
        (True, "", True, True, True),
        (True, "A-1", False, True, True),
        (False, "A-1", True, False, False),
    ],
)
def test_who_has_come(does_count: bool, seat: str, is_checked_in: bool, check_in_used: bool, expected: bool) -> None:
    found = has_come(does_count=does_count, seat=seat, is_checked_in=is_checked_in, check_in_used=check_in_used)

    assert found is expected
