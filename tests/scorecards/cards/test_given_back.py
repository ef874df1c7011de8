"""The site goes on from an older copy: no number counts for another version, and what browsers kept comes back once."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from scorecards.models import CardSave, Scorecard
from tests.pages import read_page
from tests.scorecards.cards.card_entry import (
    card_address,
    checker,
    fields_of,
    form_of,
    paper,
    put_up,
    stored,
    with_line,
    written,
)
from tournaments.models import StaffMember, Tournament
from tournaments.page_cache.versions import VERSIONS
from tournaments.rules.types import CardRecord
from tournaments.term import Term, begin_term, current_term, in_term, standing, take_term

pytestmark = pytest.mark.django_db
EVENT = written()
CARD = paper(EVENT)
SCRIPT = {"accept": "application/json"}


def other(spread: int) -> CardRecord:
    """Return the card with another margin in its first game."""
    line = CARD.lines[0]
    return with_line(CARD, replace(line, points=2, plus=spread, minus=None))


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return put_up(EVENT)


@pytest.fixture(autouse=True)
def term(tmp_path: Path, settings: Any) -> Term:
    settings.BACKUP_DIR = tmp_path / "backups"
    return begin_term()


@pytest.fixture
def member(tournament: Tournament) -> StaffMember:
    return checker(tournament)


@pytest.fixture
def colleague(tournament: Tournament) -> Client:
    client = Client()
    client.force_login(checker(tournament, "Bo Cedar").user)
    return client


@pytest.fixture
def client(client: Client, member: StaffMember) -> Client:
    client.force_login(member.user)
    return client


@pytest.fixture
def restored(tournament: Tournament) -> Callable[[], Callable[[], None]]:
    """Return what makes a copy of the first card; what that returns goes back to it, in a new term."""

    def copy() -> Callable[[], None]:
        saves = list(CardSave.objects.all())
        rows = list(Scorecard.objects.all())
        lines = [line for row in rows for line in row.lines.all()]

        def restore() -> None:
            Scorecard.objects.all().delete()
            for row in (*rows, *saves, *lines):
                row.save(force_insert=True)
            take_term()

        return restore

    return copy


Copies = Callable[[], Callable[[], None]]


def open_form(client: Client, tournament: Tournament) -> dict[str, str]:
    return fields_of(read_page(client.get(card_address(tournament)).content.decode()))


def typed(form: dict[str, str], card: CardRecord) -> dict[str, str]:
    """Return what the opened form sends with this card typed into it."""
    return form | {name: value for name, value in form_of(card).items() if name not in ("key", "version")}


def send(client: Client, tournament: Tournament, form: dict[str, str], **more: str) -> Any:
    return client.post(card_address(tournament), form | more, headers=SCRIPT)


def test_version_that_was_used_twice_answers_409_and_a_colleagues_card_stays(
    client: Client, colleague: Client, tournament: Tournament, restored: Copies
) -> None:
    restore = restored()
    send(client, tournament, typed(open_form(client, tournament), CARD))
    seen = open_form(client, tournament)
    restore()
    send(colleague, tournament, typed(open_form(colleague, tournament), other(21)))

    answer = send(client, tournament, typed(seen, other(30)))

    assert (seen["version"].partition("/")[0], Scorecard.objects.get().version) == ("1", 1)
    assert (answer.status_code, stored(tournament)) == (409, other(21))
    # Both versions are on the page, and whoever has looked at them may choose.
    both = fields_of(read_page(answer.content.decode()))
    assert send(client, tournament, both).status_code == 200


def test_card_that_the_copy_has_is_corrected_from_a_page_of_before(
    client: Client, tournament: Tournament, restored: Copies
) -> None:
    send(client, tournament, typed(open_form(client, tournament), CARD))
    seen, restore = open_form(client, tournament), restored()
    restore()

    answer = send(client, tournament, typed(seen, other(30)))

    assert (answer.status_code, stored(tournament)) == (200, other(30))


def test_save_that_rests_on_one_of_another_browser_comes_back_after_that(
    client: Client, colleague: Client, tournament: Tournament, restored: Copies
) -> None:
    restore = restored()
    first = typed(open_form(client, tournament), CARD)
    send(client, tournament, first)
    second = typed(open_form(colleague, tournament), other(30))
    send(colleague, tournament, second)
    restore()

    answers = [
        send(who, tournament, form, again="1").status_code
        for who, form in ((colleague, second), (client, first), (colleague, second), (client, first))
    ]

    # The first once more: it is known by now, and changes nothing.
    assert answers == [409, 200, 200, 200]
    assert (stored(tournament), Scorecard.objects.get().version, CardSave.objects.count()) == (other(30), 2, 2)


def test_save_that_comes_back_over_a_colleagues_new_card_is_refused(
    client: Client, colleague: Client, tournament: Tournament, restored: Copies
) -> None:
    restore = restored()
    send(client, tournament, typed(open_form(client, tournament), CARD))
    second = typed(open_form(client, tournament), other(30))
    send(client, tournament, second)
    restore()
    send(colleague, tournament, typed(open_form(colleague, tournament), other(21)))

    assert send(client, tournament, second, again="1").status_code == 409
    assert stored(tournament) == other(21)


def test_page_of_a_refused_save_still_rests_on_the_version_that_was_seen(
    client: Client, colleague: Client, tournament: Tournament, restored: Copies
) -> None:
    restore = restored()
    send(client, tournament, typed(open_form(client, tournament), CARD))
    seen = typed(open_form(client, tournament), CARD)
    restore()
    send(colleague, tournament, typed(open_form(colleague, tournament), other(21)))

    wrong = send(client, tournament, seen, **{"foot-plus": "x"})
    mended = typed(fields_of(read_page(wrong.content.decode())), CARD)

    assert (wrong.status_code, mended["version"]) == (422, seen["version"])
    assert send(client, tournament, mended).status_code == 409


def test_saved_form_goes_on_from_what_it_saved(client: Client, tournament: Tournament) -> None:
    told = send(client, tournament, typed(open_form(client, tournament), CARD)).json()

    assert (told["version"], told["seen"]) == (1, open_form(client, tournament)["version"])


def test_totals_of_a_page_of_before_are_refused_too(
    client: Client, colleague: Client, tournament: Tournament, restored: Copies
) -> None:
    address = f"/t/{tournament.slug}/cards/totals/?card=1"
    restore = restored()
    send(client, tournament, typed(open_form(client, tournament), CARD))
    seen = fields_of(read_page(client.get(address).content.decode()))
    restore()
    send(colleague, tournament, typed(open_form(colleague, tournament), other(21)))

    answer = client.post(address, seen | {"foot-game_points": "3"}, headers=SCRIPT)

    assert (answer.status_code, stored(tournament)) == (409, other(21))


def test_each_answer_carries_the_term_and_a_higher_one_that_a_browser_has_is_met(
    client: Client, tournament: Tournament, term: Term
) -> None:
    own = client.get(f"/t/{tournament.slug}/now/")
    client.get("/healthz", headers={"site-term": "9-badokiru:made up"})
    before = standing().met
    client.get("/healthz", headers={"site-term": Term(2, "badokiru").signed()})

    assert own["Site-Term"] == term.signed()
    assert (before, standing().met) == ({}, {"term": "2-badokiru"})


def test_public_page_of_a_term_is_never_taken_for_one_of_another(client: Client, tournament: Tournament) -> None:
    page, now = f"/t/{tournament.slug}/seats/", f"/t/{tournament.slug}/now/"
    before = client.get(page)
    told = client.get(now).content
    take_term()
    VERSIONS.clear()

    after = client.get(page, headers={"if-none-match": before["ETag"]})

    assert str(current_term()) in client.get(now).content.decode()
    assert client.get(now).content == after["Posted-Version"].encode() != told == before["Posted-Version"].encode()
    assert (after.status_code, before["ETag"] == after["ETag"]) == (200, False)


def test_posting_by_a_page_of_before_is_refused(client: Client, tournament: Tournament, member: StaffMember) -> None:
    StaffMember.objects.filter(pk=member.pk).update(role="director")
    address = f"/t/{tournament.slug}/post/"
    seen = in_term(Tournament.objects.get(pk=tournament.pk).version)
    take_term()

    answer = client.post(address, {"version": seen})

    assert (answer.status_code, Tournament.objects.get(pk=tournament.pk).latest_posting) == (409, 0)
    assert "changed" in answer.content.decode()
