"""The playoffs page: draw, tap results, be asked, take back, run the clock; each act without script."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db.models import F
from django.http import HttpResponse
from django.test import Client

from brackets.event_files.store import import_event
from brackets.models import Bracket, Match, NonAppearance, RoundStart, TableCall
from brackets.playoffs.services.draw import draw_bracket
from scorecards.checking.services.decisions import decide_game
from scorecards.ranking.actions import set_exemption
from tests.brackets.playoffs.playing import director, drawn, play, play_round, playoffs, posted, seen, winner
from tests.brackets.posting.posting import post
from tests.builders import event, loss, win
from tests.builders import line as card_line
from tests.factories.tournaments import EntrantFactory, StaffMemberFactory
from tests.pages import Element, get_page, read_page
from tests.scorecards.checking.cross_checks import four_cards
from tournaments.models import Tournament
from tournaments.term import in_term, take_term

pytestmark = pytest.mark.django_db

SLOT = 2


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return drawn()


def sign_in(client: Client, tournament: Tournament, role: str = "director") -> None:
    member = StaffMemberFactory(tournament=tournament, name="Cy Alder", role=role)
    client.force_login(member.user)


def address(tournament: Tournament, rest: str = "") -> str:
    return f"/t/{tournament.slug}/playoffs/{rest}"


def send(client: Client, tournament: Tournament, rest: str, **fields: object) -> HttpResponse:
    response: Any = client.post(address(tournament, rest), {name: str(field) for name, field in fields.items()})
    return response


def tap(client: Client, tournament: Tournament, games: str, slot: int = SLOT, **more: object) -> HttpResponse:
    fields = {"seen": seen(tournament, 1, slot), "games": games, **more}
    return send(client, tournament, f"1/{slot}/result/", **fields)


def page(client: Client, tournament: Tournament, query: str = "") -> Element:
    return get_page(client, address(tournament, query))


def bouts(found: Element) -> list[Element]:
    return [item for item in found.all("li") if str(item.attributes.get("class", "")).startswith("match-card")]


def test_draw_is_taken_back_from_the_page(client: Client, tournament: Tournament) -> None:
    sign_in(client, tournament)

    response = send(client, tournament, "draw/removal/")

    assert (response.status_code, Bracket.objects.count()) == (302, 0)


def test_tap_records_a_result_and_comes_back_to_the_match(client: Client, tournament: Tournament) -> None:
    sign_in(client, tournament, role="checker")

    response = tap(client, tournament, "3-1")

    assert (response.status_code, response["Location"]) == (302, f"{address(tournament)}?round=1#match-1-2")
    assert Match.objects.get().made_by == "Cy Alder"
    text = page(client, tournament).by_id("messages").text
    assert text.endswith("3–1.")


def test_tap_that_is_no_result_is_refused(client: Client, tournament: Tournament) -> None:
    sign_in(client, tournament)

    for games in ("", "3", "3-3", "x-y", "33-1", "3–1", "2-1"):
        response = tap(client, tournament, games)
        assert (response.status_code, Match.objects.count()) == (422, 0), games
    assert len(read_page(response.content.decode()).texts("h1")) == 1


def test_later_of_two_results_is_answered_with_both(client: Client, tournament: Tournament) -> None:
    play(tournament, 1, SLOT, 3, 1)
    sign_in(client, tournament)

    response = tap(client, tournament, "2-3", seen=0)

    assert response.status_code == 409
    asked = next(
        part
        for part in read_page(response.content.decode()).all("section")
        if "asked" in str(part.attributes.get("class", ""))
    )
    assert ("Dee Rector" in asked.text, winner(tournament, 1, SLOT)) == (True, 8)
    [button] = asked.all("button")
    assert (button.attributes["value"], button.text) == ("2-3", "Record mine instead")

    # The button sends what the page holds: the key of what stands.
    tap(client, tournament, "2-3")
    assert winner(tournament, 1, SLOT) == 9


@pytest.mark.usefixtures("first_term")
def test_result_of_the_same_number_in_another_term_is_another_one(client: Client, tournament: Tournament) -> None:
    play(tournament, 1, SLOT, 3, 1)
    sign_in(client, tournament)
    match = next(one for one in bouts(page(client, tournament)) if one.attributes.get("id") == f"match-1-{SLOT}")
    shown = {field.attributes["value"] for field in match.all("input") if field.attributes.get("name") == "seen"}
    take_term()

    response = tap(client, tournament, "2-3", seen=shown.pop())

    assert (response.status_code, winner(tournament, 1, SLOT)) == (409, 8)
    assert tap(client, tournament, "2-3", seen=in_term(seen(tournament, 1, SLOT))).status_code == 302


def test_correction_that_others_rest_on_is_asked_about_and_done_in_one_step(
    client: Client, tournament: Tournament
) -> None:
    for number in (1, 2, 3, 4):
        play_round(tournament, number)
    sign_in(client, tournament)

    response = tap(client, tournament, "0-3")

    assert response.status_code == 409
    fields = {
        field.attributes["name"]: field.attributes["value"]
        for field in read_page(response.content.decode()).all("section")[0].all("input")
        if field.attributes["name"] in ("seen", "taking_back")
    }
    assert len(str(fields["taking_back"]).split()) == 3
    tap(client, tournament, "0-3", **fields)
    assert (winner(tournament, 1, SLOT), Match.objects.active().count()) == (9, 8)


def test_result_is_typed_in_one_line_by_seed_or_name(client: Client, tournament: Tournament) -> None:
    sign_in(client, tournament)
    match = playoffs(tournament).match(1, SLOT)
    assert match is not None
    assert match.lower is not None
    name = tournament.entrants.get(number=match.lower.entrant).name.upper()

    for line, expected in (
        ("8 3-1", (3, 1)),
        ("9 31", (1, 3)),
        ("9, 3 - 2", (2, 3)),
        ("8 1-3", (1, 3)),
        (f"{name} 3-0", (0, 3)),
    ):
        assert send(client, tournament, "quick/", line=line).status_code == 302
        current = Match.objects.get()
        assert (current.slot, current.upper_games, current.lower_games) == (SLOT, *expected)
        Match.objects.all().delete()


def test_line_that_says_no_result_is_refused(client: Client, tournament: Tournament) -> None:
    sign_in(client, tournament)

    for line in ("", "99 3-1", "nobody 3-1", "a 3-1", "1 3-0", "8 4-4", "8 2-2"):
        response = send(client, tournament, "quick/", line=line)
        assert (response.status_code, Match.objects.count()) == (422, 0), line
    play(tournament, 1, SLOT, 3, 1)
    assert send(client, tournament, "quick/", line="9 3-0").status_code == 409


@pytest.mark.parametrize("line", ["8", "cobble", "3-1", "Ann  Birch & Co"])
def test_line_without_games_finds_the_match(client: Client, tournament: Tournament, line: str) -> None:
    """One box takes a result or a name."""
    sign_in(client, tournament)

    response = send(client, tournament, "quick/", line=line, round=1)

    assert (response.status_code, Match.objects.count()) == (302, 0)
    shown = get_page(client, response["Location"])
    assert shown.by_id("line").attributes["value"] == line
    assert "in this round" in shown.by_id("playoffs").text


def test_of_two_of_a_name_the_one_who_still_plays_is_meant(client: Client, tournament: Tournament) -> None:
    """An Alder who has played already is not asked about."""
    sign_in(client, tournament)
    played, still = (playoffs(tournament).rounds[0][slot - 1].upper for slot in (SLOT, SLOT + 1))
    assert played is not None
    assert still is not None
    for side, name in ((played, "Ann Alder"), (still, "Bo Alder")):
        first, last = name.split()
        tournament.entrants.filter(number=side.entrant).update(name=name, first_name=first, last_name=last)

    both = send(client, tournament, "quick/", line="alder 3-1")
    play(tournament, 1, SLOT, 3, 1)
    one = send(client, tournament, "quick/", line="alder 3-1")

    assert (both.status_code, one.status_code) == (422, 302)
    assert winner(tournament, 1, SLOT + 1) == still.seed


def test_matches_are_found_by_name_and_seed(client: Client, tournament: Tournament) -> None:
    sign_in(client, tournament)

    assert [bout.attributes["id"] for bout in bouts(page(client, tournament, "?name=9"))] == ["match-1-2"]
    assert bouts(page(client, tournament, "?name=nobody+at+all")) == []


def test_clock_is_run_from_the_page(client: Client, tournament: Tournament, settings: Any) -> None:
    sign_in(client, tournament, role="checker")
    at = datetime.now(UTC)
    send(client, tournament, "1/start/", round=1, starts_at=f"{at:%H:%M}")
    send(client, tournament, "1/2/absence/", side="upper", what="missing")
    settings.CLOCK_AHEAD = timedelta(minutes=7)
    assert page(client, tournament).by_id("late-1-2").all("button")[0].text == "Record this forfeit"

    assert send(client, tournament, "1/2/forfeit/", seen=0).status_code == 302
    assert send(client, tournament, "1/2/forfeit/", seen=0).status_code == 409
    again = send(client, tournament, "1/2/forfeit/", seen=seen(tournament, 1, SLOT))
    assert again.status_code == 422

    send(client, tournament, "1/2/absence/", side="upper", what="arrived")
    assert NonAppearance.objects.get().arrived_at is not None
    send(client, tournament, "1/2/absence/", side="upper", what="back")
    assert NonAppearance.objects.active().get().arrived_at is None
    assert send(client, tournament, "1/2/absence/", side="upper", what="lost").status_code == 422
    assert send(client, tournament, "1/2/absence/", side="middle", what="missing").status_code == 422
    assert (Match.objects.active().get().forfeits, RoundStart.objects.count()) == (1, 1)


def test_match_to_which_nobody_came_is_left_to_the_head_judge(
    client: Client, tournament: Tournament, settings: Any
) -> None:
    sign_in(client, tournament)
    send(client, tournament, "1/start/", round=1, starts_at=f"{datetime.now(UTC):%H:%M}")
    for side in ("upper", "lower"):
        send(client, tournament, "1/2/absence/", side=side, what="missing")
    settings.CLOCK_AHEAD = timedelta(minutes=40)
    assert "rule 14.1" in page(client, tournament).by_id("late-1-2").text
    award = get_page(client, f"{tournament.get_absolute_url()}playoffs/1/2/give/")
    assert [part.attributes["value"] for part in award.all("input") if part.attributes["name"] == "ground"] == [
        *("left", "removed", "decided")
    ]
    assert send(client, tournament, "1/2/forfeit/", seen=0).status_code == 422

    send(client, tournament, "1/2/give/", side="lower", ground="decided", seen=0)

    assert (winner(tournament, 1, SLOT), Match.objects.active().get().rule) == (8, "14.1")


def test_clock_alone_is_answered_by_the_hall_clock(client: Client, tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(time_zone="America/Los_Angeles")
    sign_in(client, tournament)
    send(client, tournament, "1/start/", round=1, starts_at="14:30")

    response = client.get(address(tournament, "?round=1"), headers={"HX-Request": "true", "HX-Target": "clock"})

    found = read_page(response.content.decode())
    assert found.by_id("clock-name").text.startswith("Starts at 2:30 PM")
    assert found.all("h1") == []


def test_start_is_opened_again_and_odd_times_are_refused(client: Client, tournament: Tournament) -> None:
    sign_in(client, tournament)
    send(client, tournament, "1/start/", round=1, starts_at="14:30")
    assert send(client, tournament, "1/start/", round=1, starts_at="half past two").status_code == 422

    send(client, tournament, "1/start/", round=1, starts_at="")

    assert RoundStart.objects.active().count() == 0


def test_tables_are_called_from_the_page(client: Client, tournament: Tournament) -> None:
    sign_in(client, tournament, role="checker")

    send(client, tournament, "1/2/table/", table="B")
    send(client, tournament, "1/tables/", round=1, first=1)
    assert send(client, tournament, "1/tables/", round=1, first="x").status_code == 422

    assert sorted(TableCall.objects.active().values_list("table", flat=True)) == ["1", "2", "3", "B"]


def test_checker_is_offered_neither_draw_nor_given_matches(client: Client, tournament: Tournament) -> None:
    sign_in(client, tournament, role="checker")

    found = page(client, tournament)

    assert "Undo draw" not in found.texts("button")
    assert [link for link in found.links if link.endswith("/give/")] == []


def test_every_act_is_in_the_log(client: Client, tournament: Tournament) -> None:
    sign_in(client, tournament)
    tap(client, tournament, "3-1")
    response = send(client, tournament, "1/2/take-back/", seen=seen(tournament, 1, SLOT))
    assert (response.status_code, Match.objects.active().count()) == (302, 0)
    send(client, tournament, "1/2/table/", table="B")
    send(client, tournament, "1/start/", round=1, starts_at="14:30")
    send(client, tournament, "1/2/absence/", side="upper", what="missing")

    actions = tournament.audit_entries.filter(who="Cy Alder").order_by("pk").values_list("action", flat=True)
    assert list(actions) == [
        "result recorded",
        "result undone",
        "match called to table",
        "start of round set",
        "absence noted",
    ]
    assert director(tournament).name != "Cy Alder"


def test_page_of_a_round_gives_each_id_once(client: Client, tournament: Tournament) -> None:
    sign_in(client, tournament)
    play(tournament, 1, SLOT, 3, 1)
    send(client, tournament, "1/start/", round=1, starts_at="14:30")
    send(client, tournament, "1/3/absence/", side="upper", what="missing")
    response = tap(client, tournament, "2-3", seen=0)

    for found in (page(client, tournament), read_page(response.content.decode())):
        ids = [element.attributes["id"] for element in found.inner if "id" in element.attributes]
        assert sorted(set(ids)) == sorted(ids)


def test_result_typed_after_a_forfeit_completes_the_match(
    client: Client, tournament: Tournament, settings: Any
) -> None:
    sign_in(client, tournament)
    send(client, tournament, "1/start/", round=1, starts_at=f"{datetime.now(UTC):%H:%M}")
    send(client, tournament, "1/2/absence/", side="lower", what="missing")
    settings.CLOCK_AHEAD = timedelta(minutes=7)
    send(client, tournament, "1/2/forfeit/", seen=0)
    send(client, tournament, "1/2/absence/", side="lower", what="arrived")

    response = send(client, tournament, "quick/", line="8 3-2", round=1)

    assert (response.status_code, winner(tournament, 1, SLOT)) == (302, 8)
    assert Match.objects.active().get().forfeits == 1


def test_typed_result_goes_to_the_round_on_the_page_and_no_other(client: Client) -> None:
    tournament = drawn(players=16)
    sign_in(client, tournament)
    play_round(tournament, 1)
    loser = next(seed for seed in range(1, 5) if seed not in {winner(tournament, 1, slot) for slot in (1, 2)})
    before = list(Match.objects.values_list("pk", flat=True))

    response = send(client, tournament, "quick/", line=f"{loser} 3-1", round=2)

    assert response.status_code == 422
    assert "has no match in this round (Final)" in response.content.decode()
    assert list(Match.objects.values_list("pk", flat=True)) == before


def test_draw_from_a_posting_whose_seeds_have_changed_is_asked_about(client: Client) -> None:
    tournament = posted(players=24)
    member = director(tournament)
    sign_in(client, tournament)
    set_exemption(tournament=tournament, actor=member, qualifiers=7, reason="one more table")

    assert page(client, tournament).by_id("other-seeds").links == [f"{tournament.get_absolute_url()}post/"]
    refused = send(client, tournament, "draw/", posting=1)
    assert (refused.status_code, Bracket.objects.filter(tournament=tournament).count()) == (422, 0)

    confirmed = send(client, tournament, "draw/", posting=1, confirmed=1)
    assert (confirmed.status_code, Bracket.objects.get(tournament=tournament).seeds.count()) == (302, 6)


def test_round_that_is_won_leads_to_the_next(client: Client) -> None:
    tournament = drawn(players=16)
    sign_in(client, tournament)

    def offered() -> list[str]:
        """Return where the first round and the page lead."""
        links = [*page(client, tournament, query="?round=1").all("a"), *page(client, tournament).all("a")]
        return [link.text for link in links if link.attributes.get("id") == "onwards"]

    assert offered() == []
    play_round(tournament, 1)
    assert offered() == ["Next: Final"]
    play_round(tournament, 2)
    assert offered() == ["Next: Final"]


def test_drawn_bracket_says_who_qualifies_by_now_and_what_can_be_done(client: Client) -> None:
    tournament = import_event(event_file=event(four_cards(), games=3, qualifiers=2))
    member = director(tournament)
    post(tournament, member)
    draw_bracket(tournament=tournament, actor=member, posting=1)
    sign_in(client, tournament)
    as_drawn = [part.attributes.get("id") for part in page(client, tournament).all("p")]
    lines = {2: card_line(2, 4, loss(31)), 4: card_line(2, 2, win(31))}
    decide_game(tournament=tournament, actor=member, game=2, lines=lines, reason="the wrong player was written down")

    corrected = page(client, tournament).by_id("other-seeds")
    post(tournament, member, "a game was corrected")
    posted_again = page(client, tournament).by_id("other-seeds")
    play(tournament, 1, 1, 3, 1)
    played = page(client, tournament).by_id("other-seeds")

    assert "other-seeds" not in as_drawn
    who = "Entrant 4 now qualifies. Entrant 2 no longer qualifies. The bracket keeps its seeds."
    assert corrected.text == f"{who} Post again. Then undo the draw, and draw again."
    assert corrected.links == [f"{tournament.get_absolute_url()}post/"]
    assert posted_again.text == f"{who} Undo the draw, and draw again."
    assert played.text == f"{who} To draw again, undo every result first."


def test_drawn_bracket_says_that_the_order_of_its_seeds_is_another_or_open(client: Client) -> None:
    tournament = import_event(event_file=event(four_cards(), games=3, qualifiers=2))
    member = director(tournament)
    post(tournament, member)
    draw_bracket(tournament=tournament, actor=member, posting=1)
    sign_in(client, tournament)

    lines = {1: card_line(3, 2, loss(121)), 2: card_line(3, 1, win(121))}
    decide_game(tournament=tournament, actor=member, game=3, lines=lines, reason="the wrong player was written down")
    assert page(client, tournament).by_id("other-seeds").text.startswith("The seeds are in another order by now. ")
    EntrantFactory(tournament=tournament, number=5, name="Zed Late")
    Tournament.objects.filter(pk=tournament.pk).update(cards_version=F("cards_version") + 1)
    assert page(client, tournament).by_id("other-seeds").text.startswith("Who qualifies is open again. ")
