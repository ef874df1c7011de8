"""The pages of club matches: what they take, what they refuse, and who may open them."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from scorecards.models import ClubGame, ClubMatch, ClubMatchPosting
from scorecards.rules.clubs.match_terms import MatchFormat, MatchTerms
from tests.pages import get_page
from tests.scorecards.checking.check_pages import client_of, queries_of, staff
from tests.scorecards.club_matches.club_matches import EXAMPLE, FREE_PLAY, begin, club_night, play, stored
from tournaments.models import StaffMember, Tournament
from tournaments.term import take_term

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return club_night()


@pytest.fixture
def me(tournament: Tournament) -> StaffMember:
    return staff(tournament, "director", "Ada Birch", "AB")


def here(tournament: Tournament, tail: str = "") -> str:
    return f"/t/{tournament.slug}/club-matches/{tail}"


NEW = {"form": "two", "scheme": "free-play", "target": "5", "side-0": "1", "side-1": "2"}


def test_partners_and_seats_are_found(tournament: Tournament, me: StaffMember) -> None:
    seats = {entrant.number: entrant.seat for entrant in tournament.entrants.all()}

    client_of(me).post(here(tournament), {**NEW, "side-0": f"{seats[1]} 3", "side-1": "2+4"})

    assert [side.numbers for side in stored(ClubMatch.objects.get()).sides] == [(1, 3), (2, 4)]


def test_match_that_cannot_be_is_refused_with_what_was_typed(tournament: Tournament, me: StaffMember) -> None:
    for typed, said in [
        ({"side-1": "99"}, "No player has seat or number 99."),
        ({"side-1": ""}, "Enter a seat or number."),
        ({"side-1": "1"}, "is named twice."),
        ({"side-2": "3"}, "This match has 2 sides: leave this one blank."),
        ({"form": "two-against-one"}, "Side 1 is the pair: two players."),
        ({"form": "three-winner"}, "Enter a seat or number."),
        ({"target": "0"}, "0 is too small. Enter 1"),
    ]:
        response = client_of(me).post(here(tournament), NEW | typed)

        page = response.content.decode()
        assert (response.status_code, ClubMatch.objects.count()) == (422, 0)
        assert said in page
        assert 'value="1"' in page


def test_games_are_entered_until_the_match_is_won(tournament: Tournament, me: StaffMember) -> None:
    begin(tournament, me)
    client = client_of(me)

    for game, (first, second) in enumerate(EXAMPLE, start=1):
        response = client.post(here(tournament, "1/"), {"game": game, "pegged-0": first, "pegged-1": second})
        assert response.status_code == 302

    page = client.get(here(tournament, "1/")).content.decode()
    assert "won the match" in page
    assert "Save game" not in page


def test_side_left_blank_has_won(tournament: Tournament, me: StaffMember) -> None:
    begin(tournament, me)

    client_of(me).post(here(tournament, "1/"), {"game": 1, "pegged-0": "", "pegged-1": "90"})

    assert ClubGame.objects.get().pegged == [121, 90]


def test_pair_and_one_alone_left_blank_have_won_with_what_each_needs(tournament: Tournament, me: StaffMember) -> None:
    begin(tournament, me, (1, 2), (3,), terms=MatchTerms(MatchFormat.TWO_AGAINST_ONE, "", 3))
    client = client_of(me)
    page = client.get(here(tournament, "1/")).content.decode()

    client.post(here(tournament, "1/"), {"game": 1, "pegged-0": "", "pegged-1": "60"})
    client.post(here(tournament, "1/"), {"game": 2, "pegged-0": "90", "pegged-1": ""})

    assert "0 to 121 for the pair, 0 to 61 for the one alone" in page
    assert [game.pegged for game in ClubGame.objects.order_by("number")] == [[121, 60], [90, 61]]


@pytest.mark.parametrize(("pegged", "said"), [("62", "62 cannot be pegged (0 to 61)"), ("x", "Points pegged, 0 to 61")])
def test_game_to_61_takes_no_more(tournament: Tournament, me: StaffMember, pegged: str, said: str) -> None:
    begin(tournament, me, terms=MatchTerms(MatchFormat.TWO, "lurch-61", 3))

    response = client_of(me).post(here(tournament, "1/"), {"game": 1, "pegged-0": "61", "pegged-1": pegged})

    assert (response.status_code, ClubGame.objects.count()) == (422, 0)
    assert said in response.content.decode()


@pytest.mark.parametrize(
    ("typed", "stored_as", "sides"),
    [
        ({}, ("two", "free-play"), [(1,), (2,)]),
        ({"scheme": "lurch-61"}, ("two", "lurch-61"), [(1,), (2,)]),
        ({"form": "two-against-one", "side-0": "1 3", "scheme": "lurch-61"}, ("two-against-one", ""), [(1, 3), (2,)]),
        ({"form": "four-alone", "side-2": "3", "side-3": "4"}, ("four-alone", ""), [(1,), (2,), (3,), (4,)]),
    ],
)
def test_match_of_each_form_is_begun_and_its_page_opens(
    tournament: Tournament,
    me: StaffMember,
    typed: dict[str, str],
    stored_as: tuple[str, str],
    sides: list[tuple[int, ...]],
) -> None:
    response = client_of(me).post(here(tournament), NEW | typed)

    match = ClubMatch.objects.get()
    assert (response.status_code, response["Location"]) == (302, here(tournament, "1/"))
    assert (match.form, match.scheme, match.target) == (*stored_as, 5)
    assert [side.numbers for side in stored(match).sides] == sides


def test_game_that_cannot_be_is_refused_in_place(tournament: Tournament, me: StaffMember) -> None:
    begin(tournament, me)

    for first, second, said in [
        ("", "", "Points pegged, 0 to 121"),
        ("121", "121", "More than one has 121"),
        ("120", "90", "Nobody has 121"),
        ("122", "90", "122 cannot be pegged"),
        ("x", "90", "Points pegged, 0 to 121"),
    ]:
        response = client_of(me).post(here(tournament, "1/"), {"game": 1, "pegged-0": first, "pegged-1": second})

        assert (response.status_code, ClubGame.objects.count()) == (422, 0)
        assert said in response.content.decode()


def test_game_that_somebody_entered_meanwhile_is_told_with_what_was_typed(
    tournament: Tournament, me: StaffMember
) -> None:
    play(begin(tournament, me), me, EXAMPLE[0])

    response = client_of(me).post(here(tournament, "1/"), {"game": 1, "pegged-0": 77, "pegged-1": 121})

    page = response.content.decode()
    assert (response.status_code, ClubGame.objects.count()) == (409, 1)
    assert "this match has changed meanwhile" in page
    assert 'value="77"' in page


def test_order_out_is_asked_for_where_play_continues(tournament: Tournament, me: StaffMember) -> None:
    client = client_of(me)
    sides = {"side-2": "3", "form": "three-continued"}
    client.post(here(tournament), NEW | sides)
    pegged = {"game": 1, "pegged-0": 121, "pegged-1": 100, "pegged-2": 60}

    refused = client.post(here(tournament, "1/"), pegged | {"out-0": "1"})
    taken = client.post(here(tournament, "1/"), pegged | {"out-0": "2"})

    assert (refused.status_code, taken.status_code) == (422, 302)
    assert stored(ClubMatch.objects.get()).course.score == (4, 1, 0)


def test_last_game_and_then_the_match_are_taken_back(tournament: Tournament, me: StaffMember) -> None:
    play(begin(tournament, me), me, EXAMPLE[0])
    client = client_of(me)

    undone = client.post(here(tournament, "1/undo/"), {"game": 1}, follow=True)
    again = client.post(here(tournament, "1/undo/"), {"game": 1}, follow=True)
    gone = client.post(here(tournament, "1/removal/"), {"why": "a mistake"}, follow=True)

    assert "Game 1 is undone" in undone.content.decode()
    assert "Another person changed this match" in again.content.decode()
    assert "Match 1 is undone" in gone.content.decode()
    assert client.get(here(tournament, "1/")).status_code == 404


def test_matches_that_are_being_played_and_the_next_one_are_reached_from_the_top(
    tournament: Tournament, me: StaffMember
) -> None:
    play(begin(tournament, me), me, *EXAMPLE)
    begin(tournament, me, (3,), (4,))

    [first, *_] = [
        part
        for part in get_page(client_of(me), here(tournament)).all("p")
        if part.attributes.get("class") == "actions not-print"
    ]

    assert first.links == [here(tournament, "2/"), "#new-match"]


def test_finished_matches_are_posted_and_seen_by_everybody(tournament: Tournament, me: StaffMember) -> None:
    play(begin(tournament, me), me, *EXAMPLE)
    tournament.refresh_from_db()
    public = f"/t/{tournament.slug}/matches/"
    before = Client().get(public).content.decode()

    client_of(me).post(here(tournament, "posting/"), {"seen": tournament.version})

    after = Client().get(public).content.decode()
    assert "when the director posts them" in before
    assert "Posting 1 of the matches" in after
    assert after.count('id="match-1"') == 1


def test_matches_are_posted_at_the_time_of_the_hall(tournament: Tournament, me: StaffMember) -> None:
    play(begin(tournament, me), me, *EXAMPLE)
    tournament.refresh_from_db()
    client_of(me).post(here(tournament, "posting/"), {"seen": tournament.version})
    ClubMatchPosting.objects.update(made_at=datetime(2026, 11, 28, 3, 5, tzinfo=UTC))
    Tournament.objects.filter(pk=tournament.pk).update(time_zone="America/New_York")

    page = get_page(Client(), f"/t/{tournament.slug}/matches/")

    assert "Posting 1 of the matches, Fri, Nov 27, 10:05 PM, by Ada Birch." in page.text


@pytest.mark.usefixtures("first_term")
def test_page_of_another_term_posts_no_matches(tournament: Tournament, me: StaffMember) -> None:
    play(begin(tournament, me), me, *EXAMPLE)
    page = get_page(client_of(me), here(tournament))
    [seen] = [one.attributes["value"] for one in page.all("input") if one.attributes.get("name") == "seen"]
    take_term()

    response = client_of(me).post(here(tournament, "posting/"), {"seen": seen})

    assert (response.status_code, ClubMatchPosting.objects.count()) == (409, 0)


@pytest.mark.parametrize(
    ("terms", "games"), [(FREE_PLAY, EXAMPLE), (MatchTerms(MatchFormat.TWO, "lurch-61", 1), ((61, 30),))]
)
def test_public_page_explains_the_lurch_where_one_can_count(
    client: Client, tournament: Tournament, me: StaffMember, terms: MatchTerms, games: tuple[tuple[int, ...], ...]
) -> None:
    play(begin(tournament, me, terms=terms), me, *games)
    Tournament.objects.update(standings_shown="everybody")

    page = get_page(client, f"/t/{tournament.slug}/matches/").text

    assert ("general-rules.txt" in page, "with a lurch" in page) == (False, terms.scheme == "lurch-61")


def test_posting_what_is_not_there_says_why(tournament: Tournament, me: StaffMember) -> None:
    response = client_of(me).post(here(tournament, "posting/"), {"seen": tournament.version})

    assert response.status_code == 422
    assert "No match is finished yet." in response.content.decode()


def test_event_that_is_no_club_event_says_so() -> None:
    tournament = club_night(kind="main")
    me = staff(tournament, "director")

    response = client_of(me).get(here(tournament))

    assert "are for club events" in response.content.decode()


def test_queries_do_not_grow_with_the_matches(tournament: Tournament, me: StaffMember) -> None:
    client, counts = client_of(me), []
    for sides in (((1,), (2,)), ((3,), (4,)), ((5,), (6,))):
        play(begin(tournament, me, *sides), me, *EXAMPLE)
        counts.append(queries_of(client, here(tournament)))

    assert counts[1] == counts[2]
