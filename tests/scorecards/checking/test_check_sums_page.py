"""Cards that do not add up: each figure with what adds up, and the rule by which it is looked at."""

import pytest

from brackets.event_files.store import import_event
from tests.builders import card, event, loss, win
from tests.pages import get_page
from tests.scorecards.checking.check_pages import client_of, queue_of, staff
from tournaments.rules.types import FootTotals

pytestmark = pytest.mark.django_db

SWAPPED = FootTotals(game_points=2, games_won=5, plus=70, minus=0)
WRONG_PLUS = FootTotals(game_points=5, games_won=2, plus=80, minus=0)
WRONG_POINTS = FootTotals(game_points=6, games_won=2, plus=70, minus=0)


@pytest.mark.parametrize(
    ("recorded", "rules"),
    [
        pytest.param(SWAPPED, ["App.4"], id="swapped"),
        pytest.param(WRONG_PLUS, ["App.6"], id="plus"),
        pytest.param(WRONG_POINTS, ["App.5"], id="game points"),
    ],
)
def test_page_cites_the_rule_of_each_figure(recorded: FootTotals, rules: list[str]) -> None:
    cards = [card(1, (2, win(30)), (2, win(40)), recorded=recorded), card(2, (1, loss(30)), (1, loss(40)))]
    tournament = import_event(event_file=event(cards, games=2))
    [item] = queue_of(tournament).items

    page = get_page(client_of(staff(tournament)), f"{tournament.get_absolute_url()}check/{item.key}/").by_id("item")

    assert page.texts("dt") == rules
    assert [link.attributes["href"] for link in page.all("a") if link.text in rules] == [
        f"/rules/acc-2020/{rule}/?event={tournament.slug}" for rule in rules
    ]
    assert page.texts("dd") == [summary for _, summary in item.rules]
