"""Which reports from phones public pages follow, and what a phone says about the posting."""

import pytest
from django.test import Client

from brackets.models import Posting
from brackets.playoffs.services.draw import draw_bracket
from brackets.playoffs.services.matches import record_result
from brackets.public.selectors.player import posted_place
from brackets.public.services import post_announcement
from scorecards.reporting.services.closing import close_round
from tests.brackets.posting.posting import post
from tests.factories.tournaments import StaffMemberFactory
from tests.pages import get_page, read_page
from tests.scorecards.cards.card_entry import written
from tests.scorecards.reporting.phones import Phone, agree_on, agree_on_everything, pair_in, phones_event, say
from tournaments.models import Audience, StaffMember, Tournament
from tournaments.records.entrants import display_name
from tournaments.rules.text import number_of

pytestmark = pytest.mark.django_db

SHORT = {
    "game_points": ("game point", "game points"),
    "games_won": ("game won", "games won"),
    "net": ("point of net spread", "points of net spread"),
}
PAPERS = written(players=8, games=3)


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return phones_event()


@pytest.fixture
def ada(tournament: Tournament) -> StaffMember:
    return StaffMemberFactory(tournament=tournament, name="Ada Birch")


@pytest.fixture
def posted(tournament: Tournament, ada: StaffMember) -> Posting:
    agree_on_everything(tournament, PAPERS)
    close_round(tournament=tournament, actor=ada)
    return post(tournament, ada)


def said(tournament: Tournament) -> dict[int, str]:
    """Return what each phone says of the posting, by place."""
    tournament.refresh_from_db()
    places = {row["entrant"]: place for place, row in enumerate(Posting.objects.get().report["standings"], start=1)}
    found = {number: posted_place(tournament, number) for number in places}
    return {places[number]: one.sentence for number, one in found.items() if one is not None}


@pytest.mark.parametrize("audience", list(Audience))
def test_public_pages_say_that_the_round_has_begun_with_the_first_game_on_a_phone_and_nothing_of_it(
    tournament: Tournament, client: Client, audience: Audience
) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(standings_shown=audience)
    one, other = pair_in(tournament)
    address = tournament.get_absolute_url()
    before = [get_page(client, f"{address}{part}") for part in ("", f"p/{one}/")]

    agree_on(tournament, one, other, 121)

    after = [get_page(client, f"{address}{part}") for part in ("", f"p/{one}/")]
    phases = [pages[0].texts("strong")[0] for pages in (before, after)]
    assert phases == ["Before the first game.", "Game 1 of 3."]
    for part in ("", "standings/", f"p/{one}/", "screen/", f"standings/{one}/"):
        assert "121" not in read_page(client.get(f"{address}{part}").content.decode()).text


def test_the_player_s_page_calls_to_the_game_that_the_hall_plays(tournament: Tournament, client: Client) -> None:
    """Two phones tell it: one may have chosen a wrong game. Whose report is in, nobody is told."""
    Tournament.objects.filter(pk=tournament.pk).update(standings_shown=Audience.NOBODY)
    one, other = pair_in(tournament)
    address = f"{tournament.get_absolute_url()}p/{one}/"

    def called() -> str:
        return get_page(client, address).by_id("next").texts("p")[0].partition(":")[0]

    before = called()
    agree_on(tournament, one, other, 16)
    first = called()
    say(tournament, *pair_in(tournament, 3), 9, game=3)
    alone = called()
    agree_on(tournament, *pair_in(tournament, 2), 9, game=2)

    assert (before, first, alone, called()) == ("Game 1", "Game 1", "Game 1", "Game 2")


def test_an_announced_game_is_the_one_that_is_played(tournament: Tournament, ada: StaffMember, client: Client) -> None:
    """ "Before the first game" is over once one is called, on paper too."""
    post_announcement(tournament, ada, text="Game 2. Even seats move on.")

    page = get_page(client, tournament.get_absolute_url())

    assert page.texts("strong")[0] == "Game 2 of 3."


def test_a_phone_says_after_the_posting_who_comes_next_or_how_far_from_the_line(
    tournament: Tournament, posted: Posting
) -> None:
    rows = posted.report["standings"]
    second = rows[1]["entrant"]
    name = display_name(posted.people[str(second)])

    words = said(tournament)
    phone = Phone(tournament, second)
    page = phone.page()

    assert words[1] == f"You qualified, place 1: against {name}, final."
    assert words[2].startswith("You qualified, place 2: against ")
    for place in range(3, 9):
        own, last = rows[place - 1], rows[1]
        key, words_of = next((key, words_of) for key, words_of in SHORT.items() if own[key] != last[key])
        off = number_of(last[key] - own[key], *words_of)
        assert words[place].startswith(f"You did not qualify: {off} below the line, place ")
    shown = page.by_id("posted")
    assert words[2] in shown.text
    assert [one.attributes["href"] for one in shown.all("a")] == [f"/t/{tournament.slug}/bracket/"]


def test_the_phone_follows_the_posting_the_draw_and_the_results(tournament: Tournament, ada: StaffMember) -> None:
    agree_on_everything(tournament, PAPERS)
    phone = Phone(tournament, 1)
    phone.open()
    close_round(tournament=tournament, actor=ada)
    versions = [phone.open("now/").content]

    posting = post(tournament, ada)
    versions.append(phone.open("now/").content)
    first = posting.report["standings"][0]["entrant"]
    tournament.refresh_from_db()
    draw_bracket(tournament=tournament, actor=ada, posting=1)
    versions.append(phone.open("now/").content)
    record_result(tournament=tournament, actor=ada, round_number=1, slot=1, games=(3, 0), seen=0)
    versions.append(phone.open("now/").content)

    assert len(set(versions)) == 4
    tournament.refresh_from_db()
    found = posted_place(tournament, first)
    assert found is not None
    assert found.sentence == "You qualified, place 1: you won the final."
    assert said(tournament)[2].startswith("You qualified, place 2: lost to ")


def test_before_the_posting_a_phone_says_nothing_of_places(tournament: Tournament, ada: StaffMember) -> None:
    agree_on_everything(tournament, PAPERS)
    close_round(tournament=tournament, actor=ada)
    phone = Phone(tournament, 1)

    assert "place" not in phone.page().text.lower().replace("in place", "")
    assert posted_place(tournament, 1) is None
