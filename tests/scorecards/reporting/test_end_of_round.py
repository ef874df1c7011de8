"""The end of the round: a card that its player signs, what closing writes, what reopening takes back, and paper."""

from uuid import uuid4

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scorecards.models import GameUnlock, LeaverLine, Line, RoundClosing, Scorecard, SignedCard
from scorecards.records.results import current_result
from scorecards.reporting.selectors.board import Board
from scorecards.reporting.services.closing import close_round, reopen_round
from scorecards.reporting.services.reports import unlock_game
from tests.factories.tournaments import StaffMemberFactory
from tests.pages import read_page
from tests.scorecards.cards.card_entry import checker, paper, save, written
from tests.scorecards.checking.check_pages import client_of
from tests.scorecards.reporting.phones import (
    Phone,
    agree_on,
    agree_on_everything,
    entrant_of,
    pair_in,
    say,
    switch_phones,
)
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.entrants.services.absence import record_absence
from tournaments.entrants.services.registration import check_in, reinstate_entrant, withdraw_entrant
from tournaments.models import AuditAction, AuditEntry, Reporting, StaffMember, Tournament
from tournaments.records.schedule import schedule_of
from tournaments.refused import Refused
from tournaments.rules.types import CardRecord
from tournaments.rules.types import Line as LineRecord

pytestmark = pytest.mark.django_db

PAPERS = written(players=8, games=3)


def lines_of(tournament: Tournament, number: int) -> dict[int, tuple[int | None, ...]]:
    lines = Line.objects.filter(scorecard__entrant=entrant_of(tournament, number))
    return {line.game: (line.opponent and line.opponent.number, line.points, line.plus, line.minus) for line in lines}


def as_on_paper(number: int) -> dict[int, tuple[int | None, ...]]:
    return {line.game: (line.opponent, line.points, line.plus, line.minus) for line in paper(PAPERS, number).lines}


def with_a_line(owner: int, opponent: int, plus: int, game: int = 1) -> CardRecord:
    """Return a paper card with one line, of a game that its owner won."""
    return CardRecord(owner, (LineRecord(game, opponent, 2, plus, None),))


def sign(phone: Phone, number: int, **other: object) -> HttpResponse:
    foot = paper(PAPERS, number).recorded
    totals = {name: getattr(foot, name) for name in ("game_points", "games_won", "plus", "minus")}
    return phone.post("signing/", **{**totals, **other})


def test_a_player_signs_a_card_whose_games_are_all_locked(tournament: Tournament) -> None:
    agree_on_everything(tournament, PAPERS)
    phone = Phone(tournament, 1)
    page = phone.page()
    offered = dict(zip(page.texts("dt"), page.texts("dd"), strict=True))
    foot = paper(PAPERS, 1).recorded

    answer = sign(phone, 1)

    card = Scorecard.objects.get(entrant=entrant_of(tournament, 1))
    name = entrant_of(tournament, 1).name
    assert foot is not None
    assert (offered["Game points"], offered["Plus"]) == (str(foot.game_points), str(foot.plus))
    # More than one tap: a tick that they were compared, or the totals typed.
    assert ["required" in one.attributes for one in page.all("input") if one.attributes.get("type") == "checkbox"] == [
        True
    ]
    assert [
        one.attributes["value"] for one in page.all("input") if str(one.attributes.get("id")).startswith("total-")
    ] == [""] * 4
    assert (answer.status_code, lines_of(tournament, 1)) == (303, as_on_paper(1))
    assert (card.game_points, card.games_won, card.plus, card.minus) == (
        *(foot.game_points, foot.games_won),
        *(foot.plus, foot.minus),
    )
    assert card.saved_by == f"{name} (phone)"
    assert AuditEntry.objects.get(action="card entered").who == f"{name} (phone)"
    assert "You signed this card." in phone.page().text


def test_a_signature_sent_again_counts_once_and_a_second_is_refused(tournament: Tournament) -> None:
    agree_on_everything(tournament, PAPERS)
    phone, key = Phone(tournament, 1), str(uuid4())
    phone.open()

    answers = [sign(phone, 1, key=key).status_code for _ in range(2)]
    second = sign(phone, 1)

    assert (answers, SignedCard.objects.count()) == ([303, 303], 1)
    assert phone.alerts(second) == ["This card is signed already."]


def test_foot_totals_that_differ_are_shown_and_kept_only_as_written(tournament: Tournament) -> None:
    agree_on_everything(tournament, PAPERS)
    phone, right = Phone(tournament, 1), paper(PAPERS, 1).recorded
    phone.open()
    assert right is not None
    assert right.plus is not None

    refused = sign(phone, 1, plus=right.plus + 1)
    kept = sign(phone, 1, plus=right.plus + 1, as_written="1")

    assert (refused.status_code, kept.status_code) == (422, 303)
    assert f"Plus: you wrote {right.plus + 1}, your lines add up to {right.plus}" in phone.alerts(refused)[0]
    assert Scorecard.objects.get(entrant=entrant_of(tournament, 1)).plus == right.plus + 1


def test_a_card_with_an_open_game_is_not_signed(tournament: Tournament) -> None:
    one, other = pair_in(tournament)
    agree_on(tournament, one, other, 16)
    phone = Phone(tournament, one)
    phone.open()

    assert phone.alerts(sign(phone, one)) == ["Games 2 and 3 not locked yet. Your opponent has to agree."]
    assert phone.alerts(sign(phone, one, plus="")) == ["Plus: enter the total on your paper card."]
    assert not Scorecard.objects.exists()


def test_with_every_game_agreed_closing_completes_the_round_with_nothing_to_cross_check(
    tournament: Tournament, director: StaffMember
) -> None:
    agree_on_everything(tournament, PAPERS)
    phone = Phone(tournament, 1)
    phone.open()
    sign(phone, 1)

    cards = close_round(tournament=tournament, actor=director)

    tournament.refresh_from_db()
    outcome = current_result(tournament)
    assert cards == 7
    assert {number: lines_of(tournament, number) for number in range(1, 9)} == {
        number: as_on_paper(number) for number in range(1, 9)
    }
    assert outcome is not None
    assert outcome.result.complete
    assert outcome.result.rulings == ()


def test_closing_writes_each_card_as_its_own_player_says(tournament: Tournament, director: StaffMember) -> None:
    one, other = pair_in(tournament)
    say(tournament, one, other, 16)
    say(tournament, other, one, -15)

    close_round(tournament=tournament, actor=director)

    assert (lines_of(tournament, one), lines_of(tournament, other)) == (
        {1: (other, 2, 16, None)},
        {1: (one, 0, None, 15)},
    )
    assert not Scorecard.objects.get(entrant=entrant_of(tournament, one)).foot_written
    assert close_round(tournament=tournament, actor=director) == 0


def test_closing_and_reopening_take_few_queries_for_all_cards(tournament: Tournament, director: StaffMember) -> None:
    agree_on_everything(tournament, PAPERS)

    with CaptureQueriesContext(connection) as closing:
        assert close_round(tournament=tournament, actor=director) == 8
    with CaptureQueriesContext(connection) as reopening:
        reopen_round(tournament=tournament, actor=director)

    # Each card alone would take eight.
    assert max(len(closing), len(reopening)) <= 36
    assert [lines_of(tournament, number) for number in range(1, 9)] == [{}] * 8


def test_phones_are_frozen_when_the_round_is_closed(tournament: Tournament, director: StaffMember) -> None:
    one, other = pair_in(tournament)
    phone = Phone(tournament, one)
    phone.open()
    close_round(tournament=tournament, actor=director)

    refused = phone.report(1, other, 16)

    said = "The qualifying round is closed. Give your paper card to a checker."
    late = f"{said} Your report of game 1 came too late: the director sees it."
    assert (refused.status_code, phone.alerts(refused)) == (422, [late])
    # The late report is stored: an older version would let the page be taken again, without its refusal.
    shown = read_page(refused.content.decode()).by_id("phone-card")
    assert shown.attributes["data-version"] == phone.page().by_id("phone-card").attributes["data-version"]
    assert phone.page().all("form") == []
    assert "This report came after the round was closed." in phone.page().text


def test_a_late_report_is_on_the_board_until_its_card_is_entered_and_counts_when_the_round_is_reopened(
    tournament: Tournament, director: StaffMember
) -> None:
    one, other = pair_in(tournament)
    say(tournament, other, one, -15)
    phone, key = Phone(tournament, one), str(uuid4())
    phone.open()
    close_round(tournament=tournament, actor=director)
    on_board = [Board(tournament).late]

    statuses = [phone.report(1, other, 16, key=key).status_code for _ in range(2)]
    on_board.append(Board(tournament).late)
    assert [one.said for one in on_board[1]] == ["won by 16"]
    assert (statuses, on_board[0], lines_of(tournament, one)) == ([422, 422], [], {})
    reopen_round(tournament=tournament, actor=director)
    assert (phone.stage, phone.report(1, other, 16, key=key).status_code) == ("1 differs", 303)
    close_round(tournament=tournament, actor=director)
    assert (Board(tournament).late, lines_of(tournament, one)) == ([], {1: (other, 2, 16, None)})


def test_a_late_change_of_what_closing_wrote_is_on_the_board_until_a_checker_changes_the_card(
    tournament: Tournament, director: StaffMember
) -> None:
    one, other = pair_in(tournament)
    say(tournament, one, other, 16)
    phone = Phone(tournament, one)
    phone.open()
    close_round(tournament=tournament, actor=director)

    answers = [phone.report(1, other, spread).status_code for spread in (16, 17)]

    late = Board(tournament).late
    save(tournament, director, with_a_line(one, other, 18), version=1)
    # What closing wrote already is no news, under whatever key.
    assert answers == [303, 422]
    assert ([one.said for one in late], Board(tournament).late) == (["won by 17"], [])


def test_what_was_answered_before_closing_and_is_sent_again_after_it_was_in_time(
    tournament: Tournament, director: StaffMember
) -> None:
    one, other = pair_in(tournament)
    phone, key = Phone(tournament, one), str(uuid4())
    phone.open()
    phone.report(1, other, 16, key=key)
    close_round(tournament=tournament, actor=director)

    assert phone.report(1, other, 16, key=key).status_code == 303


def test_lines_from_paper_stay_when_the_round_is_closed(tournament: Tournament, director: StaffMember) -> None:
    one, other = pair_in(tournament)
    say(tournament, one, other, 16)
    save(tournament, director, with_a_line(one, other, 17))

    assert close_round(tournament=tournament, actor=director) == 0
    assert lines_of(tournament, one) == {1: (other, 2, 17, None)}


def test_reopening_takes_back_what_closing_wrote_but_not_what_a_checker_changed_since(
    tournament: Tournament, director: StaffMember
) -> None:
    one, other = pair_in(tournament)
    agree_on(tournament, one, other, 16)
    close_round(tournament=tournament, actor=director)
    save(tournament, director, with_a_line(one, other, 17), version=1)

    reopen_round(tournament=tournament, actor=director)
    reopen_round(tournament=tournament, actor=director)

    assert (lines_of(tournament, one), lines_of(tournament, other)) == ({1: (other, 2, 17, None)}, {})
    assert RoundClosing.objects.active().count() == 0
    actions = ["qualifying round closed", "qualifying round reopened"]
    assert sorted(AuditEntry.objects.filter(action__in=actions).values_list("action", flat=True)) == actions


# Unlocking


def test_a_locked_game_is_unlocked_in_the_open_with_a_reason(tournament: Tournament, director: StaffMember) -> None:
    one, other = pair_in(tournament)
    agree_on(tournament, one, other, 16)
    phone = Phone(tournament, one)
    phone.open()

    unlock_game(tournament=tournament, actor=director, number=one, game=1, reason="Wrong board.")

    entry = AuditEntry.objects.get(action="reported game unlocked")
    assert (entry.who, entry.after) == ("Ada Birch", {"reason": "Wrong board."})
    assert phone.stage == "1 empty"
    assert "This game is unlocked. Report it again. Reason: Wrong board." in phone.page().text
    agree_on(tournament, one, other, 17)
    assert phone.stage == "2 empty"


@pytest.mark.parametrize(
    ("game", "reason", "said"),
    [
        (2, "Wrong board.", "is not locked"),
        (1, " ", "Enter the reason: both players see it."),
        (1, "x" * 5000, "The reason"),
    ],
)
def test_what_is_not_locked_or_has_no_reason_is_not_unlocked(
    tournament: Tournament, director: StaffMember, game: int, reason: str, said: str
) -> None:
    one, other = pair_in(tournament)
    agree_on(tournament, one, other, 16)

    with pytest.raises(Refused, match=said):
        unlock_game(tournament=tournament, actor=director, number=one, game=game, reason=reason)


def test_either_player_unlocks_a_game_while_neither_has_signed(tournament: Tournament, director: StaffMember) -> None:
    agree_on_everything(tournament, PAPERS)
    one, other = pair_in(tournament)
    phones = [Phone(tournament, number) for number in (one, other)]
    offered = ["Unlock game 1" in phone.page("?game=1").texts("button") for phone in phones]

    answer = phones[0].post("games/1/unlocking/")

    entry = AuditEntry.objects.get(action="reported game unlocked")
    name = entrant_of(tournament, one).name
    assert (offered, answer.status_code, entry.who) == ([True, True], 303, f"{name} (phone)")
    assert [phone.stage for phone in phones] == ["1 empty", "1 empty"]
    assert f"Reason: {name} unlocked it." in phones[1].page().text
    assert phones[1].post("games/1/unlocking/").status_code == 303
    assert GameUnlock.objects.count() == 1


def test_no_player_unlocks_a_game_once_one_of_the_two_has_signed(tournament: Tournament) -> None:
    agree_on_everything(tournament, PAPERS)
    one, other = pair_in(tournament)
    signer, phone = Phone(tournament, one), Phone(tournament, other)
    signer.open()
    phone.open()
    sign(signer, one)

    refused = phone.post("games/1/unlocking/")

    name = entrant_of(tournament, one).name
    assert phone.alerts(refused) == [f"{name} has signed the card. Ask the director to unlock game 1."]
    assert "Unlock game 1" not in signer.page("?game=1").texts("button")
    assert not GameUnlock.objects.exists()


@pytest.mark.parametrize("at", [0, 1])
@pytest.mark.parametrize("is_named", [True, False])
def test_nobody_unlocks_a_game_of_their_own_from_either_card(
    tournament: Tournament, at: int, *, is_named: bool
) -> None:
    pair = pair_in(tournament)
    agree_on(tournament, *pair, 16)
    own = entrant_of(tournament, pair[at])
    player = StaffMemberFactory(tournament=tournament, **({"name": own.name} if is_named else {"entrant": own}))

    for number in pair:
        typed = {"seat": entrant_of(tournament, number).seat, "game": "1", "reason": "Wrong board."}
        refused = client_of(player).post(f"/t/{tournament.slug}/reports/unlocking/", typed)
        assert (refused.status_code, "This is your own game." in refused.content.decode()) == (422, True)
    assert not GameUnlock.objects.exists()
    assert not AuditEntry.objects.filter(action="reported game unlocked").exists()


def test_a_game_on_a_scorecard_is_neither_unlocked_nor_reported(tournament: Tournament, director: StaffMember) -> None:
    one, other = pair_in(tournament)
    agree_on(tournament, one, other, 16)
    save(tournament, director, with_a_line(one, other, 16))
    save(tournament, director, with_a_line(other, 3 if one != 3 and other != 3 else 4, 16, game=2))

    with pytest.raises(Refused, match="on a scorecard already"):
        unlock_game(tournament=tournament, actor=director, number=one, game=1, reason="x")
    with pytest.raises(Refused, match="Game 2 is on the scorecard already"):
        say(tournament, other, one, 3, game=2)


# Opponents who left


def opponents_of(tournament: Tournament, number: int) -> dict[int, int]:
    pairs = [(game.game, pair) for game in schedule_of(tournament) for pair in game.pairs if number in pair]
    return {game: next(iter({*pair} - {number})) for game, pair in pairs}


def test_a_game_against_somebody_who_left_is_not_asked_and_is_gone_again_when_they_are_reinstated(
    tournament: Tournament, director: StaffMember
) -> None:
    met = opponents_of(tournament, 1)
    phone = Phone(tournament, 1)
    phone.open()
    agree_on(tournament, 1, met[1], 16)
    before = phone.open("now/").content

    withdraw_entrant(tournament=tournament, actor=director, number=met[2], after_game=1)

    name = entrant_of(tournament, met[2]).name
    assert phone.open("now/").content != before
    assert phone.stage == "3 empty"
    assert f"{name} left: you won by 10. You need not report this game." in phone.page("?game=2").text
    assert [one.game for one in Board(tournament).games if 1 in {person.number for person in one.players}] == []
    reinstate_entrant(tournament=tournament, actor=director, number=met[2])
    assert phone.stage == "2 empty"


@pytest.mark.parametrize("by_signing", [True, False])
def test_a_win_over_somebody_who_left_is_written_by_signing_or_closing(
    tournament: Tournament, director: StaffMember, *, by_signing: bool
) -> None:
    met = opponents_of(tournament, 1)
    phone = Phone(tournament, 1)
    phone.open()
    agree_on(tournament, 1, met[1], 16)
    agree_on(tournament, 1, met[3], -5, 3)
    withdraw_entrant(tournament=tournament, actor=director, number=met[2], after_game=1)

    if by_signing:
        assert phone.tap("Sign card").status_code == 303
    else:
        close_round(tournament=tournament, actor=director)

    assert lines_of(tournament, 1) == {1: (met[1], 2, 16, None), 2: (met[2], 2, 10, None), 3: (met[3], 0, None, 5)}


def lines_over(tournament: Tournament, leaver: int) -> list[tuple[int, int, str, str]]:
    """Return entrant, game, who recorded the leaving, and who took it back."""
    rows = LeaverLine.objects.filter(opponent=entrant_of(tournament, leaver)).order_by("game")
    return list(rows.values_list("entrant__number", "game", "made_by", "revoked_by"))


def test_a_leaving_is_stored_on_each_later_opponents_card_by_who_recorded_it_and_taken_back_by_another_record(
    tournament: Tournament, director: StaffMember
) -> None:
    met, other = opponents_of(tournament, 1), checker(tournament, role="director")

    withdraw_entrant(tournament=tournament, actor=director, number=1, after_game=1)
    assert lines_over(tournament, 1) == [(met[2], 2, director.name, ""), (met[3], 3, director.name, "")]
    withdraw_entrant(tournament=tournament, actor=other, number=1, after_game=2)
    reinstate_entrant(tournament=tournament, actor=other, number=1)

    assert lines_over(tournament, 1) == [(met[2], 2, director.name, other.name), (met[3], 3, director.name, other.name)]


def test_lines_follow_who_did_not_come_and_came_after_all(tournament: Tournament, director: StaffMember) -> None:
    met = opponents_of(tournament, 1)
    record_absence(tournament=tournament, actor=director, numbers=[1])
    assert [row[:2] for row in lines_over(tournament, 1)] == [(met[game], game) for game in (1, 2, 3)]

    check_in(tournament=tournament, actor=director, number=1, is_here=True)

    assert {row[3] for row in lines_over(tournament, 1)} == {director.name}


def test_a_leaving_recorded_before_phones_were_switched_on_is_stored_then(director: StaffMember) -> None:
    tournament = director.tournament
    switch_phones(tournament, is_on=False)
    withdraw_entrant(tournament=tournament, actor=director, number=1, after_game=1)
    assert lines_over(tournament, 1) == []

    with tournament_change(tournament) as locked:
        locked.reporting = Reporting.PHONES
        locked.save()
        record_change(locked, director, AuditAction.SETTINGS_CHANGED)

    assert len(lines_over(tournament, 1)) == 2


def test_what_a_player_reported_stands_beside_a_leaving_that_was_recorded_late(
    tournament: Tournament, director: StaffMember
) -> None:
    met = opponents_of(tournament, 1)
    phone = Phone(tournament, 1)
    phone.open()
    agree_on(tournament, 1, met[1], 16)
    agree_on(tournament, 1, met[2], -7, 2)
    agree_on(tournament, 1, met[3], -5, 3)

    withdraw_entrant(tournament=tournament, actor=director, number=met[2], after_game=1)
    assert phone.tap("Sign card").status_code == 303

    assert lines_of(tournament, 1)[2] == (met[2], 0, None, 7)


def test_a_line_that_was_signed_goes_when_the_opponent_is_reinstated_unless_a_checker_changed_the_card(
    tournament: Tournament, director: StaffMember
) -> None:
    met = opponents_of(tournament, 1)
    phone = Phone(tournament, 1)
    phone.open()
    agree_on(tournament, 1, met[1], 16)
    agree_on(tournament, 1, met[3], -5, 3)
    withdraw_entrant(tournament=tournament, actor=director, number=met[2], after_game=1)
    phone.tap("Sign card")

    reinstate_entrant(tournament=tournament, actor=director, number=met[2])

    assert sorted(lines_of(tournament, 1)) == [1, 3]
    assert phone.stage == "2 empty"
    agree_on(tournament, 1, met[2], 12, 2)
    close_round(tournament=tournament, actor=director)
    assert lines_of(tournament, 1)[2] == (met[2], 2, 12, None)
    withdraw_entrant(tournament=tournament, actor=director, number=met[2], after_game=1)
    reinstate_entrant(tournament=tournament, actor=director, number=met[2])
    assert sorted(lines_of(tournament, 1)) == [1, 2, 3]


def test_a_game_reported_with_another_player_than_the_one_who_left_waits_for_them(
    tournament: Tournament, director: StaffMember
) -> None:
    met = opponents_of(tournament, 1)
    phone = Phone(tournament, 1)
    phone.open()
    agree_on(tournament, 1, met[1], 16)
    agree_on(tournament, 1, met[3], -5, 3)
    say(tournament, 1, met[3], 7, 2)
    withdraw_entrant(tournament=tournament, actor=director, number=met[2], after_game=1)

    assert phone.alerts(sign(phone, 1)) == ["Game 2 not locked yet. Your opponent has to agree."]


# Paper beside phones


def test_the_grid_tells_what_the_opponent_reported_only_beside_a_line_that_differs(
    tournament: Tournament, director: StaffMember
) -> None:
    one, other = pair_in(tournament)
    say(tournament, other, one, -15)
    client: Client = client_of(director)
    address = f"/t/{tournament.slug}/cards/{one}/"
    said = f"{entrant_of(tournament, other).seat} reported lost by 15"

    before = client.get(address).content.decode()
    save(tournament, director, with_a_line(one, other, 16))
    differs = client.get(address).content.decode()
    save(tournament, director, with_a_line(one, other, 15), version=1)

    assert [said in page for page in (before, differs, client.get(address).content.decode())] == [False, True, False]


def test_a_line_otherwise_than_agreed_needs_a_reason_which_the_log_has(
    tournament: Tournament, director: StaffMember
) -> None:
    one, other = pair_in(tournament)
    agree_on(tournament, one, other, 16)
    client = client_of(director)
    seat = entrant_of(tournament, other).seat
    typed = {"opponent-1": seat, "points-1": "2", "plus-1": "15", "minus-1": "", "version": "0"}

    refused = client.post(f"/t/{tournament.slug}/cards/{one}/", {**typed, "key": str(uuid4())})
    saved = client.post(
        f"/t/{tournament.slug}/cards/{one}/", {**typed, "key": str(uuid4()), "reason": "The paper says 15."}
    )

    assert (refused.status_code, saved.status_code) == (422, 302)
    assert "Both players agreed on game 1 at the table" in refused.content.decode()
    assert 'name="reason"' in refused.content.decode()
    assert AuditEntry.objects.get(action="card entered").after["reason"] == "The paper says 15."
