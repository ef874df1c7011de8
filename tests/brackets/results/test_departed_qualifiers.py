"""What becomes of awards, money and files where a qualifier left, did not appear or was removed."""

import json
from urllib.parse import quote

import pytest
from django.test import Client

from brackets.models import Match, Posting
from brackets.payouts.selectors import Money
from brackets.payouts.services import set_payout
from brackets.playoffs.selectors import departures_of
from brackets.playoffs.services.draw import draw_bracket, note_departure
from brackets.results.selectors import candidates_of, working_results
from brackets.rules.payouts import Measure, PayoutRow
from tests.brackets.playoffs.playing import UPPER, director, drawn, give, play, posted, undo_result
from tests.brackets.playoffs.test_draw import post_again
from tests.pages import get_page
from tournaments.models import AuditEntry, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return posted(players=24)


def replace_top_qualifier(tournament: Tournament) -> int:
    """Let the top qualifier leave before the draw, to be replaced, and return the number."""
    number = Posting.objects.get().result.seeded[0]
    note_departure(tournament=tournament, actor=director(tournament), number=number, is_replaced=True)
    return number


def draw(tournament: Tournament) -> None:
    draw_bracket(tournament=tournament, actor=director(tournament), posting=1)


def test_staff_read_that_somebody_was_replaced(client: Client, tournament: Tournament) -> None:
    client.force_login(director(tournament).user)
    address = tournament.get_absolute_url()
    page = get_page(client, f"{address}awards/")
    assert [one for one in page.all("p") if one.attributes.get("id") == "lost"] == []
    number = replace_top_qualifier(tournament)

    page = get_page(client, f"{address}awards/")

    # The event file cannot say so.
    [link] = [one for one in page.all("a") if one.text == "Event file for other programs"]
    assert link.attributes["aria-describedby"] == "lost"
    assert page.by_id("lost").text.startswith("Somebody was replaced before the draw.")
    post_again(tournament)
    tournament.refresh_from_db()
    departed = departures_of(tournament, is_replaced=True)
    [candidate] = [one for one in candidates_of(working_results(tournament), departed) if one.has_left]
    assert (candidate.number, candidate.how.endswith(", left before the draw")) == (number, True)
    ticked = [
        int(one.attributes["value"] or "")
        for one in get_page(client, f"{address}side-events/").all("input")
        if one.attributes.get("name") == "chosen" and "checked" in one.attributes
    ]
    assert (len(ticked), number in ticked) == (17, False)


def test_everybody_reads_that_somebody_replaced_has_left(client: Client, tournament: Tournament) -> None:
    number = replace_top_qualifier(tournament)
    post_again(tournament)
    address = tournament.get_absolute_url()

    standings = get_page(client, f"{address}standings/").all("tbody")[0].all("small")
    verdict = get_page(client, f"{address}standings/{number}/").text
    screen = get_page(client, f"{address}screen/").by_id("below").texts("small")
    places = json.loads(client.get(f"{address}results.json").content)["places"]

    assert [small.text for small in standings] == ["left before the draw", "high non-qualifier"]
    assert "Does not qualify: left before the draw" in verdict
    assert screen[1:] == ["left"]  # after the heading's note of the correction
    assert [place["number"] for place in places if place["how"] == "left before the draw"] == [number]


# Who forfeits, and the award of the round's loser


OPEN_SLOT = 3
"""In a bracket of 6 on 8 places: seeds 4 and 5 play in slot 2, 3 and 6 in slot 3."""


def remove_in_round_one(client: Client, tournament: Tournament, **form: object) -> None:
    """Remove the upper side of a match, as the director's page does it."""
    client.force_login(director(tournament).user)
    where = f"{tournament.get_absolute_url()}playoffs/1/{OPEN_SLOT}/give/"
    client.post(where, {"side": "upper", "seen": 0, "ground": "removed", **form})


def test_removal_leads_to_the_call_of_the_three_judges_and_keeps_it(client: Client, tournament: Tournament) -> None:
    draw(tournament)
    remove_in_round_one(client, tournament, call="4")

    bout = get_page(client, f"{tournament.get_absolute_url()}playoffs/").by_id(f"match-1-{OPEN_SLOT}")

    assert f"{tournament.get_absolute_url()}calls/4/" in bout.links
    assert Match.objects.get().call == 4
    assert AuditEntry.objects.latest("pk").after == {"games": [0, 3], "forfeits": 3, "by": "upper", "call": 4}
    corrected = play(tournament, 1, OPEN_SLOT, 1, 3)
    undone = undo_result(tournament, 1, OPEN_SLOT)
    assert undone is not None
    assert [(one.upper_games, one.rule, one.call) for one in (corrected, undone)] == [
        (1, "11.4.b", 4),
        (0, "11.4.b", 4),
    ]


def test_removal_without_a_call_names_none_and_a_word_is_no_call(client: Client, tournament: Tournament) -> None:
    draw(tournament)
    remove_in_round_one(client, tournament, call="the one at noon")
    assert Match.objects.count() == 0

    remove_in_round_one(client, tournament, call="")

    assert Match.objects.get().call is None


def test_form_has_the_number_of_the_call_that_leads_to_it(client: Client, tournament: Tournament) -> None:
    draw(tournament)
    client.force_login(director(tournament).user)

    page = get_page(client, f"{tournament.get_absolute_url()}playoffs/?call=7")

    bout = page.by_id(f"match-1-{OPEN_SLOT}")
    [link] = [link for link in bout.links if "/give/" in link]
    award = get_page(client, link)
    assert award.by_id("call").attributes["value"] == "7"
    name = bout.all("summary")[0].texts("bdi")[0]
    assert f"{tournament.get_absolute_url()}calls/log/?player={quote(name)}" in award.links


@pytest.mark.parametrize(
    ("ground", "said"),
    [
        ("left", "did not appear, and still gets what this round's losers get (rule 13.1)"),
        ("removed", "removed (rule 11.4.b): no rule says whether the award is kept, so the director does"),
    ],
)
def test_award_of_who_forfeits_is_told_beside_place_and_prize(ground: str, said: str, client: Client) -> None:
    """One match, won without a game: the loser's place, points and prize are those of the round (rule 13.1)."""
    tournament = drawn(players=8, games=12)
    tournament.entrants.update(fee_owed=10_00, fee_paid=10_00)
    dee = director(tournament)
    set_payout(
        tournament=tournament,
        actor=dee,
        table=[PayoutRow(1, 1, 60_00), PayoutRow(2, 2, 40_00)],
        measure=Measure.PERCENT,
    )
    give(tournament, 1, UPPER, ground)
    results, found = working_results(tournament), Money(tournament)
    assert results is not None
    client.force_login(director(tournament).user)

    champion, loser = results.rows[:2]
    assert (champion.award, loser.place.place, loser.award) == ("", 2, said)
    assert loser.computed is not None
    assert loser.computed.playoff == 7
    assert [(due.number, due.amount, due.note) for due in found.dues] == [
        (champion.number, 48_00, ""),
        (loser.number, 32_00, said),
    ]
    for where in ("awards/", "money/", f"awards/points/{loser.number}/"):
        page = get_page(client, f"{tournament.get_absolute_url()}{where}")
        assert said in [note.text for note in page.all("span")]
