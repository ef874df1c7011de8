"""What a save asks of the database is the same whatever the size of the event: counted, not timed."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from tests.scorecards.cards.card_entry import checker, form_of, stored
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

MOST_QUERIES = 21
"""With the two of the savepoint that a test has around it."""


class Counted:
    """Counts what goes to the database, and the rows that come back."""

    def __init__(self) -> None:
        self.queries = self.rows = 0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        self.queries += 1
        found = execute(sql, params, many, context)
        cursor = context["cursor"].cursor
        for name in ("fetchmany", "fetchone", "fetchall"):
            setattr(context["cursor"], name, self._counting(getattr(cursor, name)))
        return found

    def _counting(self, fetch: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any) -> Any:
            rows = fetch(*args)
            self.rows += len(rows) if isinstance(rows, list) else rows is not None
            return rows

        return counted


def cost_of_a_save(client: Client, tournament: Tournament, number: int, minus: int) -> Counted:
    """Re-enter a whole card that names its opponents by seat, one line of it otherwise than before."""
    card = stored(tournament, number)
    seats = dict(tournament.entrants.values_list("number", "seat"))
    form = form_of(card, version=tournament.entrants.get(number=number).scorecard.version)
    form |= {f"opponent-{line.game}": seats[line.opponent or 0] for line in card.lines}
    form |= {"points-3": "0", "plus-3": "", "minus-3": str(minus)}
    counted = Counted()
    with connection.execute_wrapper(counted):
        response = client.post(
            f"{tournament.get_absolute_url()}cards/{number}/", form, headers={"accept": "application/json"}
        )
    assert response.status_code == 200
    return counted


def test_save_takes_the_same_queries_and_rows_at_any_size(client: Client) -> None:
    costs = []
    for players in (24, 240):
        tournament = import_event(event_file=make_event(players=players, games=9, errors=False))
        client.force_login(checker(tournament).user)
        # Now and then a request notes when somebody was last seen: not every save does.
        saves = [cost_of_a_save(client, tournament, 5, minus) for minus in (16, 17, 18)]
        costs.append(min(saves, key=lambda save: save.queries))

    small, large = costs
    assert small.rows > 9
    assert (large.queries, large.rows) == (small.queries, small.rows)
    assert large.queries <= MOST_QUERIES
