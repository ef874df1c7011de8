"""A card that a phone hands over without a network: what its code holds, and which codes are refused."""

from collections.abc import Callable

import pytest
import segno
from django.test import Client

from scorecards.models import CardCode, CardHandover, GameReport
from scorecards.records.reports import reports_of
from scorecards.reporting.services.closing import close_round
from scorecards.reporting.services.codes import replace_code, use_device
from scorecards.rules.handover import HandedGame, HandoverError, check_of, read_handover
from scorecards.rules.table_reports import Stage
from tests.factories.tournaments import StaffMemberFactory
from tests.pages import read_page
from tests.scorecards.checking.check_pages import client_of
from tests.scorecards.reporting.handovers import CASES, code_on_phone, rows_of_bytes
from tests.scorecards.reporting.phones import Phone, agree_on, entrant_of, pair_in, phones_event, say
from tournaments.models import AuditEntry, StaffMember, Tournament

FORGED_KEY = bytes(16)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_a_code_tells_the_card_and_is_sealed_against_every_change(case: dict[str, object]) -> None:
    games = {one["game"]: one for one in case["games"]}  # type: ignore[attr-defined]
    scheduled = {game: one["scheduled"] for game, one in games.items()}
    rows: list[str] = case["rows"]  # type: ignore[assignment]

    card = read_handover("\n".join(rows))

    key = bytes.fromhex(str(case["key"]))
    assert (card.event.hex(), card.entrant, card.reports) == (case["event"], case["entrant"], case["reports"])
    assert card.games == {
        game: HandedGame(
            one["spread"] > 0, abs(one["spread"]), one["opponent"] if one["opponent"] != one["scheduled"] else None
        )
        for game, one in games.items()
    }
    assert card.is_sealed_with(key, scheduled)
    assert not card.is_sealed_with(FORGED_KEY, scheduled)
    is_scheduled_told = all(game.opponent is not None for game in card.games.values())
    assert card.is_sealed_with(key, dict.fromkeys(scheduled, 999)) is is_scheduled_told
    assert read_handover("".join(rows)) == read_handover(" \n\n".join(rows).lower().replace("0", "o")) == card
    assert len("".join(rows)) < 500


def test_a_slip_in_typing_is_told_by_its_row() -> None:
    rows: list[str] = CASES[2]["rows"]
    third = rows[2]
    other = "B" if third[4] != "B" else "C"
    swapped = third[:4] + third[5] + third[4] + third[6:]

    for wrong in (third[:4] + other + third[5:], swapped if swapped != third else rows[3], rows[1]):
        with pytest.raises(HandoverError, match="Row 3 is not as the phone shows it"):
            read_handover("\n".join([*rows[:2], wrong, *rows[3:]]))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "Enter the code that the phone shows"),
        ("0123\n45", "Row 1 has 4 characters. It has to have 11."),
        ("01U34567890", "Row 1 has the character U"),
        ("0" * 501, "too long"),
        ("\n".join(CASES[2]["rows"][:2]), "Check that no row is missing"),
        ("\n".join(rows_of_bytes(b"\1\2" + b"\xff" * 5 + bytes(9))), "Check that no row is missing"),
        ("\n".join(rows_of_bytes(b"\1\2\3\1\1\x7b" + bytes(5))), "Check that no row is missing"),
        ("0" + check_of("0", 0), "Check that no row is missing"),
        (CASES[2]["rows"][0] + "11", "Row 2 is not as"),
        ("AAAAAAAAAAA0\n00", "Row 1 has 12 characters"),
        ("00\n000000000000", "Row 1 has 2 characters"),
    ],
)
def test_what_is_no_code_is_refused_in_words(text: str, said: str) -> None:
    with pytest.raises(HandoverError, match=said):
        read_handover(text)


# At the desk


@pytest.fixture
def checker(tournament: Tournament) -> StaffMember:
    return StaffMemberFactory(tournament=tournament, name="Ada Birch", role="checker")


@pytest.fixture
def client(checker: StaffMember) -> Client:
    return client_of(checker)


@pytest.fixture
def rosa(tournament: Tournament) -> int:
    """Return the number of somebody whose phone has the card open."""
    number = pair_in(tournament)[0]
    Phone(tournament, number).open()
    return number


def take(client: Client, tournament: Tournament, code: str) -> tuple[int, str, list[list[str]]]:
    """Return the status, what is said above the form, and the games with what became of each."""
    response = client.post(f"/t/{tournament.slug}/reports/handover/", {"code": code})
    page = read_page(response.content.decode())
    said = [one.text for one in page.all("p") if "message" in str(one.attributes.get("class"))]
    return response.status_code, " ".join(said), [row.texts("td") for row in page.all("tr") if row.all("td")]


def test_a_code_is_taken_as_if_the_phone_had_reported(tournament: Tournament, client: Client, rosa: int) -> None:
    say(tournament, pair_in(tournament)[1], rosa, -16)
    code = code_on_phone(tournament, rosa, {1: 16, 2: -35})

    status, said, games = take(client, tournament, code)

    assert (status, said) == (200, "2 games taken.")
    assert [(row[0], row[2], row[3]) for row in games] == [
        ("1", "won by 16", "taken"),
        ("2", "lost by 35, a skunk", "taken"),
    ]
    reported = reports_of(tournament)
    assert [reported.state(rosa, game).stage for game in (1, 2)] == [Stage.LOCKED, Stage.WAITING]
    entry = AuditEntry.objects.get(action="card handed over by code")
    assert (entry.who, entry.after) == ("Ada Birch", {"games": [1, 2]})


def test_locked_games_and_known_ones_stay(tournament: Tournament, client: Client, rosa: int) -> None:
    one, other = pair_in(tournament)
    agree_on(tournament, one, other, 16)
    stored = GameReport.objects.count()

    assert take(client, tournament, code_on_phone(tournament, rosa, {1: 16}))[1] == "Nothing new: every game was known."
    _, _, games = take(client, tournament, code_on_phone(tournament, rosa, {1: 17, 2: (9, 9999)}))

    assert [row[3].partition(":")[0] for row in games] == ["left as it is", "left as it is"]
    assert GameReport.objects.count() == stored


def test_the_phone_s_own_sending_afterwards_counts_nothing_twice(
    tournament: Tournament, client: Client, rosa: int
) -> None:
    phone, other = Phone(tournament, rosa), pair_in(tournament)[1]
    phone.post("device/")
    take(client, tournament, code_on_phone(tournament, rosa, {1: 16}))
    say(tournament, other, rosa, -16)

    assert phone.report(1, other, 16).status_code == 303
    assert GameReport.objects.filter(entrant=entrant_of(tournament, rosa)).count() == 1


Wrong = Callable[[Tournament, int], str]


def code_twice(tournament: Tournament, number: int) -> str:
    code = code_on_phone(tournament, number, {1: 16})
    take(client_of(StaffMemberFactory(tournament=tournament, name="Bo Cedar")), tournament, code)
    return code


def older_code(tournament: Tournament, number: int) -> str:
    older, newer = (code_on_phone(tournament, number, games) for games in ({1: 16}, {1: 16, 2: 7}))
    take(client_of(StaffMemberFactory(tournament=tournament)), tournament, newer)
    return older


def other_code_of_as_many_reports(tournament: Tournament, number: int) -> str:
    one, other = (code_on_phone(tournament, number, {1: spread}) for spread in (16, 17))
    take(client_of(StaffMemberFactory(tournament=tournament)), tournament, one)
    return other


def code_before_reports(tournament: Tournament, number: int) -> str:
    phone = Phone(tournament, number)
    phone.post("device/")
    code = code_on_phone(tournament, number, {1: 16})
    for spread in (17, 18):
        assert phone.report(1, pair_in(tournament)[1], spread).status_code == 303
    return code


def code_of_replaced(tournament: Tournament, number: int) -> str:
    code = code_on_phone(tournament, number, {1: 16})
    replace_code(tournament=tournament, actor=StaffMemberFactory(tournament=tournament), number=number)
    Phone(tournament, number).open()
    return code


def code_that_nobody_opened(tournament: Tournament, number: int) -> str:
    code = code_on_phone(tournament, number, {1: 16})
    replace_code(tournament=tournament, actor=StaffMemberFactory(tournament=tournament), number=number)
    return code


def code_of_old_phone(tournament: Tournament, number: int) -> str:
    code = code_on_phone(tournament, number, {1: 16})
    use_device(CardCode.objects.active().get(entrant=entrant_of(tournament, number)), "another phone")
    return code


def code_of_other_event(tournament: Tournament, number: int) -> str:
    other = phones_event(players=8, games=3)
    Phone(other, number).open()
    return code_on_phone(other, number, {1: 16})


def forged_code(tournament: Tournament, number: int) -> str:
    """Return a code in which a spread is changed and every row checks."""
    card = read_handover(code_on_phone(tournament, number, {1: 16}))
    content = card.content[:-1] + bytes([121])
    return "\n".join(rows_of_bytes(content + card.seal))


def code_after_close(tournament: Tournament, number: int) -> str:
    code = code_on_phone(tournament, number, {1: 16})
    close_round(tournament=tournament, actor=StaffMemberFactory(tournament=tournament))
    return code


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (code_twice, "was taken already, by Bo Cedar."),
        (older_code, "is older than what is stored."),
        (other_code_of_as_many_reports, "is older than what is stored."),
        (code_before_reports, "is older than what is stored."),
        (code_of_replaced, "does not fit the scorecard of"),
        (code_that_nobody_opened, "that no phone has open. Enter the paper card."),
        (code_of_old_phone, "does not fit the scorecard of"),
        (code_of_other_event, "This code is of another event."),
        (forged_code, "does not fit the scorecard of"),
        (code_after_close, "The qualifying round is closed."),
        (lambda *_: "0" * 11, "Check that no row is missing."),
    ],
)
def test_a_wrong_code_is_refused_in_words_and_stores_nothing(
    tournament: Tournament, client: Client, rosa: int, wrong: Wrong, said: str
) -> None:
    code = wrong(tournament, rosa)
    before = (GameReport.objects.count(), CardHandover.objects.count())

    status, words, _ = take(client, tournament, code)

    assert (status, said in words, words) == (422, True, words)
    assert (GameReport.objects.count(), CardHandover.objects.count()) == before


def test_nobody_takes_their_own_card(tournament: Tournament, client: Client, checker: StaffMember, rosa: int) -> None:
    checker.entrant = entrant_of(tournament, rosa)
    checker.save()

    status, said, _ = take(client, tournament, code_on_phone(tournament, rosa, {1: 16}))

    assert (status, "This is your own card." in said) == (422, True)


def test_a_picture_of_the_code_is_read(tournament: Tournament, client: Client) -> None:
    text = "".join(CASES[2]["rows"])
    rows = [
        bytes(20 if dark else 235 for dark in row for _ in range(4))
        for row in segno.make_qr(text, error="m").matrix_iter(border=4)
        for _ in range(4)
    ]
    page = f"/t/{tournament.slug}/reports/handover/picture/"
    size = f"?width={len(rows[0])}&height={len(rows)}"

    def read(query: str, gray: bytes) -> tuple[int, str]:
        answer = client.post(page + query, gray, content_type="application/octet-stream")
        return answer.status_code, answer.content.decode()

    assert read(size, b"".join(rows)) == (200, text)
    assert read(size, bytes(len(rows) * len(rows[0]))) == (200, "")
    assert [read(query, b"1234")[0] for query in ("", "?width=9&height=9", "?width=-1&height=-4")] == [422] * 3
