"""Registration of pairs: partners, ages, provinces; what speaks against a pair is told, and settled with a reason."""

from datetime import date
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.factories.tournaments import EntrantFactory
from tests.pages import Element, read_page
from tests.tournaments.entrants.conftest import Post
from tests.tournaments.entrants.importing import undone
from tournaments.models import AuditEntry, Entrant, Tournament

GOOD = {
    "name": "Ada Birch",
    "birth_year": "1960",
    "partner": "Ben Cole",
    "partner_birth_year": "1971",
    "province": "Yukon",
}
TOO_YOUNG = "Ada Birch, born 1980, is 46 at the end of 2026: 55 is the lowest age."


@pytest.fixture(autouse=True)
def pairs(tournament: Tournament) -> Tournament:
    """Make the event one of pairs, in 2026."""
    tournament.scoring, tournament.starts_on = "total-points", date(2026, 5, 16)
    tournament.save()
    return tournament


def enter(tournament: Tournament, count: int, province: str = "Yukon") -> None:
    for number in range(1, count + 1):
        EntrantFactory(
            tournament=tournament,
            number=number,
            name=f"Player {number}",
            partner=f"Partner {number}",
            province=province,
            ages_confirmed=True,
        )


def value_of(page: Element, name: str) -> str:
    return next(
        field.attributes.get("value") or "" for field in page.all("input") if field.attributes.get("name") == name
    )


def text(response: HttpResponse) -> str:
    return read_page(response.content.decode()).text


def test_pair_is_added_with_ages_and_province(post: Post) -> None:
    response = post(**GOOD)

    pair = Entrant.objects.get()
    assert response.status_code == 302
    assert (pair.name, pair.partner, pair.province) == ("Ada Birch", "Ben Cole", "Yukon")
    assert (pair.birth_year, pair.partner_birth_year, pair.ages_confirmed) == (1960, 1971, False)
    assert (pair.accepted_doubts, pair.acceptance_reason) == ("", "")


@pytest.mark.parametrize("target", ["", "add"])
@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"birth_year": "1980"}, TOO_YOUNG),
        ({"partner": ""}, "Ada Birch has no partner yet: a pair is two, the same throughout."),
        ({"partner": "player 2"}, "player 2 is in pair 2 already (Player 2 and Partner 2): nobody plays in two pairs."),
        ({}, "Yukon has 5 other pairs: 5 from each province or territory may play."),
    ],
)
def test_what_speaks_against_a_pair_is_told_and_nothing_is_stored(
    post: Post, tournament: Tournament, target: str, changed: dict[str, str], told: str
) -> None:
    enter(tournament, 5, "Yukon" if not changed else "Alberta")

    response = post(target=target, **{**GOOD, **changed})

    assert response.status_code == 422
    assert text(response).count(told) == 1
    assert "Why this pair plays all the same" in text(response)
    assert Entrant.objects.count() == 5


def test_pair_plays_all_the_same_with_a_reason_that_is_kept(post: Post, director: Client) -> None:
    young = {**GOOD, "birth_year": "1980"}
    asked = read_page(post(**young).content.decode())

    post(**young, accepted_doubts=value_of(asked, "accepted_doubts"), acceptance_reason="the Games office agreed")

    pair = Entrant.objects.get()
    assert (pair.accepted_doubts, pair.acceptance_reason) == ("too young", "the Games office agreed")
    entry = AuditEntry.objects.get(action="entrant added")
    assert (entry.who, entry.after and entry.after["acceptance_reason"]) == ("Dee Rector", "the Games office agreed")
    page = text(director.get("/t/bay/entrants/"))
    assert "plays in spite of: too young because: the Games office agreed" in page


def test_reason_holds_for_nothing_that_was_not_shown(post: Post, tournament: Tournament) -> None:
    enter(tournament, 5)

    response = post(**{**GOOD, "birth_year": "1980"}, accepted_doubts="too young", acceptance_reason="agreed")

    assert response.status_code == 422
    assert "Yukon has 5 other pairs" in text(response)
    assert TOO_YOUNG not in text(response)
    assert value_of(read_page(response.content.decode()), "accepted_doubts") == ("too young, province full")


def test_without_a_reason_nothing_is_settled(post: Post) -> None:
    response = post(**{**GOOD, "birth_year": "1980"}, accepted_doubts="too young", acceptance_reason="  ")

    assert response.status_code == 422
    assert not Entrant.objects.exists()


def test_nobody_is_their_own_partner_whatever_the_reason(post: Post) -> None:
    response = post(**{**GOOD, "partner": "ada birch"}, accepted_doubts="same person twice", acceptance_reason="yes")

    assert response.status_code == 422
    assert "Partner: Ada Birch cannot be their own partner: write the other name." in text(response)


def test_year_that_is_none_is_refused_with_what_was_typed(post: Post) -> None:
    response = post(**{**GOOD, "birth_year": "61"})

    page = read_page(response.content.decode())
    assert response.status_code == 422
    assert value_of(page, "birth_year") == "61"
    assert "Write the year in four digits, such as 1961." in page.text


def test_limits_are_the_events_own(post: Post, tournament: Tournament) -> None:
    enter(tournament, 5)
    Tournament.objects.update(pairs_per_province=6, lowest_age=None)

    response = post(**{**GOOD, "birth_year": "2001"})

    assert response.status_code == 302


def test_event_that_is_not_of_pairs_asks_nothing_of_this(post: Post, director: Client, tournament: Tournament) -> None:
    Tournament.objects.update(scoring="acc")

    post(**{**GOOD, "birth_year": "1999"})

    entrant = Entrant.objects.get()
    assert (entrant.name, entrant.birth_year, entrant.province) == ("Ada Birch", None, "")
    page = director.get("/t/bay/entrants/").content.decode()
    assert [page.count(f'name="{name}"') for name in ("birth_year", "province", "accepted_doubts")] == [0, 0, 0]
    entry = AuditEntry.objects.get(action="entrant added")
    assert {"province", "birth_year", "accepted_doubts"}.isdisjoint(entry.after)


def test_list_says_what_is_open_and_counts_provinces(director: Client, tournament: Tournament) -> None:
    enter(tournament, 3)
    EntrantFactory(tournament=tournament, number=4, name="Ada Birch", partner="Ben Cole")

    page = text(director.get("/t/bay/entrants/"))
    alone = text(director.get("/t/bay/entrants/?show=open"))

    assert "Yukon 3 of 5" in page
    assert "not known yet: province, age of Ada Birch, age of Ben Cole" in page
    assert "To be settled 1" in page
    assert ("Ada Birch" in alone, "Player 1" in alone) == (True, False)


@pytest.mark.parametrize("target", ["", "entrant-1"])
def test_pair_about_which_something_is_open_is_not_checked_in(post: Post, tournament: Tournament, target: str) -> None:
    EntrantFactory(tournament=tournament, number=1, name="Ada Birch", partner="Ben Cole", birth_year=1980)

    response = post("1/check-in/", target=target, is_here="1")

    assert response.status_code == 422
    said = f"Not checked in. {TOO_YOUNG} Not known yet: province, age of Ben Cole."
    assert text(response).count(said) == 1
    assert Entrant.objects.get().checked_in_at is None


def test_pair_of_whom_all_is_known_is_checked_in(post: Post, tournament: Tournament) -> None:
    enter(tournament, 1)

    post("1/check-in/", is_here="1")

    assert Entrant.objects.get().checked_in_at is not None


def page_of(director: Client, number: int) -> dict[str, str]:
    page = read_page(director.get(f"/t/bay/entrants/{number}/").content.decode())
    names = ("accepted_doubts", "seen", "first_game", "fee_owed", "fee_paid")
    return {name: value_of(page, name) for name in names}


def test_changes_of_a_pair_are_held_to_the_same(post: Post, director: Client) -> None:
    post(**GOOD)
    shown = page_of(director, 1)

    young = {**GOOD, **shown, "birth_year": "1980"}
    refused = post("1/", **young)
    accepted_doubts = post("1/", **{**young, "accepted_doubts": "too young", "acceptance_reason": "agreed"})

    assert (refused.status_code, accepted_doubts.status_code) == (422, 302)
    assert TOO_YOUNG in text(refused)
    pair = Entrant.objects.get()
    assert (pair.birth_year, pair.accepted_doubts, pair.acceptance_reason) == (1980, "too young", "agreed")


def test_reason_goes_with_what_it_was_given_for(post: Post, director: Client) -> None:
    post(**{**GOOD, "birth_year": "1980"}, accepted_doubts="too young", acceptance_reason="agreed")

    post("1/", **{**GOOD, **page_of(director, 1), "birth_year": "1960", "acceptance_reason": "agreed"})

    pair = Entrant.objects.get()
    assert (pair.birth_year, pair.accepted_doubts, pair.acceptance_reason) == (1960, "", "")


def test_adding_a_pair_can_be_undone_and_done_again(post: Post, tournament: Tournament) -> None:
    post(**{**GOOD, "birth_year": "1980"}, accepted_doubts="too young", acceptance_reason="agreed")

    taken_back = undone(tournament, AuditEntry.objects.get(action="entrant added"))
    assert not Entrant.objects.exists()
    undone(tournament, taken_back)

    pair = Entrant.objects.get()
    assert (pair.birth_year, pair.province, pair.acceptance_reason) == (1980, "Yukon", "agreed")


def test_export_has_what_is_written_down_of_pairs(director: Client, post: Post) -> None:
    post(**GOOD)

    header, row = director.get("/t/bay/entrants/entrants.csv").content.decode("utf-8-sig").splitlines()

    assert header.endswith(
        "State or province,E-mail,Phone,Must stay seated,Seating note,Pool,Birth year,Partner's birth year,"
        "Ages confirmed,Plays in spite of,Because"
    )
    assert row.endswith("Yukon,,,,,,1960,1971,,,")


LIST = """Name,Partner,Province,Birth year,Partner's birth date,Pool
Ada Birch,Ben Cole,Yukon,1960,1965-03-02,a
Cy Dunn,Di Elm,Yukon,1985,1950,b
Ed Fir,Ben Cole,Alberta,1950,1950,b
Flo Gum,flo gum,Alberta,1950,1950,b
"""


def preview_of(post: Post, listed: str = LIST) -> tuple[HttpResponse, dict[str, Any]]:
    response = post("import/", pasted=listed)
    page = read_page(response.content.decode())
    data: dict[str, Any] = {name: value_of(page, name) for name in ("packed", "seen", "headings_before")}
    data["headings"] = "1"
    for place, field in enumerate(("name", "partner", "province", "birth_year", "partner_birth_year", "pool")):
        data[f"column-{place}"] = field
    return response, data


def test_list_of_pairs_is_compared_with_what_they_are_held_to(post: Post) -> None:
    response, _ = preview_of(post)

    page = text(response)
    assert "Doubtful: 2" in page
    assert "Cy Dunn, born 1985, is 41 at the end of 2026: 55 is the lowest age." in page
    assert "Ben Cole is in row 2 too (Ada Birch and Ben Cole): nobody plays in two pairs." in page
    assert "New: 1" in page
    assert "Flo Gum cannot be their own partner: write the other name." in page


def test_doubtful_pairs_are_taken_in_with_a_reason_only(post: Post) -> None:
    _, data = preview_of(post)
    data["row-3"] = "add"

    refused = post("import/store/", **data)
    stored = post("import/store/", **data, acceptance_reason="the province said so")

    assert (refused.status_code, stored.status_code) == (422, 302)
    assert "A pair you chose to import needs a reason." in text(refused)
    assert list(
        Entrant.objects.values_list("name", "partner_birth_year", "pool", "accepted_doubts", "acceptance_reason")
    ) == [("Ada Birch", 1965, "A", "", ""), ("Cy Dunn", 1950, "B", "too young", "the province said so")]


def test_sixth_pair_of_a_province_in_a_list_is_doubtful(post: Post) -> None:
    rows = [f"Player {number},Partner {number},Yukon,1950,1950," for number in range(1, 8)]

    response, _ = preview_of(post, "\n".join([LIST.splitlines()[0], *rows]))

    page = text(response)
    assert ("New: 5" in page, "Doubtful: 2" in page) == (True, True)


def test_list_that_changes_a_pair_is_held_to_the_same(post: Post) -> None:
    post(**GOOD)
    _, data = preview_of(post, LIST.splitlines()[0] + "\nAda Birch,Ben Cole,Yukon,1990,1971,")

    post("import/store/", **data, **{"row-2": "change"}, acceptance_reason="agreed")

    pair = Entrant.objects.get()
    assert (pair.birth_year, pair.accepted_doubts, pair.acceptance_reason) == (1990, "too young", "agreed")


def test_list_of_another_event_has_no_columns_of_pairs(post: Post) -> None:
    Tournament.objects.update(scoring="acc")

    page = post("import/", pasted=LIST).content.decode()

    assert 'value="birth_year"' not in page
    assert "New: 4" in read_page(page).text


def test_nobody_takes_over_from_one_of_a_pair(post: Post) -> None:
    post(**GOOD)

    response = post("1/substitutes/", name="Cy Dunn", from_game="2")

    assert response.status_code == 422
    assert "A pair has the same partners throughout, so nobody can take over." in text(response)
    assert not Entrant.objects.get().substitutions.exists()
