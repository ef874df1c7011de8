"""Details of the checklist steps: the rule to read, the piles, how many cards are in, who joined later."""

from pathlib import Path

import pytest
from django.test import Client

from brackets.demo.event import make_event
from brackets.rules.report import report_on
from tests.brackets.posting.posting import directed
from tests.events import PHASES, sample_case
from tests.pages import get_page
from tests.scorecards.checking.cross_checks import disputed
from tournaments.rules.types import EventFile

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SKUNK = 3


def rules_in(links: list[str]) -> list[str]:
    return [link for link in links if link.startswith("/rules/")]


@pytest.mark.parametrize("edition", ["acc-2020", "acc-2010"])
def test_every_step_leads_to_its_rule(edition: str, client: Client) -> None:
    tournament, _ = directed(client, disputed())
    tournament.edition = edition
    tournament.save()
    links: set[str] = set()

    for where, count in (("desk", 10), ("post", 3)):
        page = get_page(client, f"/t/{tournament.slug}/{where}/")
        steps = [part for part in page.all("li") if (part.attributes.get("id") or "").startswith("condition-")]
        found = [rules_in(step.all("h3")[0].links) for step in steps]
        assert [len(links) for links in found] == [1] * count
        links |= {link for [link] in found}
    assert {client.get(link).status_code for link in links} == {200}


def in_piles(event_file: EventFile) -> list[int]:
    """Count by hand: above the line by more than a skunk, on it or less above, below by no more, further below."""
    report = report_on(event_file)
    points = [place.totals.game_points for place in report.ranking.places]
    line = points[report.qualifiers - 1]
    return [
        sum(own > line + SKUNK for own in points),
        sum(line <= own <= line + SKUNK for own in points),
        sum(line - SKUNK <= own < line for own in points),
        sum(own < line - SKUNK for own in points),
    ]


def test_desk_counts_the_piles(client: Client) -> None:
    event_file = make_event(players=24, games=9)
    tournament, _ = directed(client, event_file)
    definite, probable, probable_not, dead = in_piles(event_file)

    step = get_page(client, f"/t/{tournament.slug}/desk/").by_id("condition-line")

    assert step.texts("p")[-1] == (
        f"{definite} definite, {probable} probable, {probable_not} probable not, "
        f"{dead} too low to qualify. Piles by total"
    )
    assert step.by_id("to-piles").attributes["href"] == f"/t/{tournament.slug}/cards/totals/#piles"


def test_desk_counts_no_piles_while_cards_are_to_come(client: Client) -> None:
    tournament, _ = directed(client, PHASES["incomplete"])

    step = get_page(client, f"/t/{tournament.slug}/desk/").by_id("condition-line")

    assert step.texts("p")[-1] == "Piles by total"


def test_desk_measures_the_cards_that_are_in_whole_and_leads_to_those_who_joined_later(
    cases_dir: Path, client: Client
) -> None:
    tournament, _ = directed(client, sample_case(cases_dir, "untidy-40-players"))

    page = get_page(client, f"/t/{tournament.slug}/desk/")

    [progress] = page.all("progress")
    assert page.by_id("to-card-32").text == "32"  # one game of it is keyed, all the same it is not in
    assert (progress.attributes["value"], progress.attributes["max"]) == ("39", "40")
    [joined] = page.by_id("condition-dead-zone").links[:1]
    assert joined == f"/t/{tournament.slug}/check/?show=joined"
    queue = get_page(client, joined).all("table")[0]
    assert [link.attributes["aria-label"] for link in queue.all("a")] == ["Seat 22, game 5, lost by 13"]


@pytest.mark.parametrize(("case", "place"), [("club-night-three-way-tie", "#ties"), ("club-night-ties", "")])
def test_high_nonqualifier_leads_to_the_tie_that_hides_it(
    case: str, place: str, cases_dir: Path, client: Client
) -> None:
    tournament, _ = directed(client, sample_case(cases_dir, case))

    step = get_page(client, f"/t/{tournament.slug}/desk/").by_id("condition-high-nonqualifier")

    assert step.links[0] == f"/t/{tournament.slug}/ranking/{place}"
