"""What tests of reports share: an event whose players report on phones, and the phones."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client

from scorecards.reporting.polling import CARD_VERSIONS
from scorecards.reporting.services.codes import addresses_of_cards, make_missing_codes
from scorecards.reporting.services.reports import report_game
from scorecards.rules.table_reports import How
from tests.pages import Element, read_page
from tests.scorecards.cards.card_entry import put_up, written
from tournaments.events.time_zones import today_in
from tournaments.models import Entrant, Reporting, Tournament
from tournaments.records.schedule import schedule_of
from tournaments.rules.types import EventFile, Line


def phones_event(*, players: int = 8, games: int = 3) -> Tournament:
    """Store an event before its first card, phones switched on."""
    tournament = put_up(written(players=players, games=games))
    switch_phones(tournament, is_on=True)
    return tournament


def switch_phones(tournament: Tournament, *, is_on: bool) -> None:
    """Switch phones on or off; where they are on the event is today's."""
    tournament.reporting = Reporting.PHONES if is_on else Reporting.PAPER
    tournament.starts_on = today_in(tournament.time_zone)
    tournament.save(update_fields=["reporting", "starts_on"])
    make_missing_codes(tournament, False)


def entrant_of(tournament: Tournament, number: int) -> Entrant:
    return Entrant.objects.select_related("tournament").get(tournament=tournament, number=number)


def pair_in(tournament: Tournament, game: int = 1) -> tuple[int, int]:
    """Return the first two who meet in a game."""
    return next(scheduled for scheduled in schedule_of(tournament) if scheduled.game == game).pairs[0]


def say(tournament: Tournament, number: int, opponent: int, spread: int, game: int = 1, how: How = How.ENTERED) -> None:
    """Report a game of a card: won by a spread, or lost where it is below 0."""
    report_game(
        entrant=entrant_of(tournament, number),
        game=game,
        opponent=opponent,
        won=spread > 0,
        spread=abs(spread),
        key=uuid4(),
        device="",
        how=how,
    )


def agree_on(tournament: Tournament, one: int, other: int, spread: int, game: int = 1) -> None:
    """Let two players report the same result."""
    say(tournament, one, other, spread, game)
    say(tournament, other, one, -spread, game)


def agree_on_everything(tournament: Tournament, event_file: EventFile) -> None:
    """Let everybody report what is on the papers, where nobody disagrees."""
    for card in event_file.scorecards:
        for line in card.lines:
            say(tournament, card.entrant, line.opponent or 0, spread_of(line), line.game)


def spread_of(line: Line) -> int:
    return line.plus if line.plus is not None else -(line.minus or 0)


class Phone:
    """A phone that opened a card's code."""

    def __init__(self, tournament: Tournament, number: int, address: str = "") -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.address = address or addresses_of_cards(tournament)[number]

    def open(self, below: str = "") -> HttpResponse:
        CARD_VERSIONS.clear()  # the answer is a quarter of a second old at most
        return self.client.get(self.address + below)

    def page(self, below: str = "") -> Element:
        return read_page(self.open(below).content.decode())

    def post(self, below: str, *, headers: Mapping[str, str] | None = None, **data: Any) -> HttpResponse:
        return self.client.post(self.address + below, {"key": str(uuid4()), **data}, headers=headers)

    def fields(self, button: str) -> dict[str, Any]:
        """Return what the form of a button sends."""
        form = next(form for form in self.page().all("form") if button in form.texts("button"))
        return {str(one.attributes["name"]): one.attributes["value"] for one in form.all("input")}

    def tap(self, button: str) -> HttpResponse:
        """Send the form of a button as it stands."""
        form = next(form for form in self.page().all("form") if button in form.texts("button"))
        return self.client.post(form.attributes["action"], self.fields(button))

    def report(self, game: int, opponent: int, spread: int, **more: Any) -> HttpResponse:
        won = "1" if spread > 0 else "0"
        return self.post(f"games/{game}/", opponent=opponent, won=won, spread=abs(spread), **more)

    @property
    def stage(self) -> str:
        """Where the game stands that the page leads to."""
        [shown] = [one for one in self.page().all("section") if "data-stage" in one.attributes] or [None]
        return "" if shown is None else f"{shown.attributes['data-game']} {shown.attributes['data-stage']}"

    def alerts(self, response: HttpResponse) -> list[str]:
        page = read_page(response.content.decode())
        return [one.text for one in page.inner if one.attributes.get("role") == "alert"]
