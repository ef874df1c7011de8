"""What browser tests look at: events that are stored, what their pages have to say, and how to read it there."""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from brackets.demo.event import make_event
from brackets.event_files.store import import_event
from brackets.rules.report import report_on
from brackets.rules.seeding import rounds_of
from brackets.standings.bracket import round_name
from scorecards.rules.citations import summary_of
from tests.events import PHASES, with_format
from tests.load.sessions import new_session
from tournaments.models import StaffMember
from tournaments.rules.types import EntrantRecord, EventFile

# Milliseconds until something that should happen is given up: machines that test are busy.
PATIENCE = 40_000
WIDE: ViewportSize = {"width": 1280, "height": 900}
NARROW: ViewportSize = {"width": 390, "height": 844}
NARROWEST: ViewportSize = {"width": 320, "height": 640}
# What is left of a wide screen of 1280 by 900 when everything on it is shown twice as large.
ZOOMED: ViewportSize = {"width": 640, "height": 450}

FIND = "Name, club or seat"


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so that no page shows, or until it should long be so."""
    until = time.monotonic() + PATIENCE / 1_000
    while not is_so() and time.monotonic() < until:
        time.sleep(0.05)


@dataclass(frozen=True, slots=True)
class Event:
    """A stored event: where its pages are, and what the engines make of it without database or pages."""

    address: str
    file: EventFile
    report: Mapping[str, Any]
    people: Mapping[int, EntrantRecord]

    @property
    def name(self) -> str:
        return self.file.event.name

    @property
    def standings_address(self) -> str:
        return f"{self.address}standings/"

    @property
    def bracket_address(self) -> str:
        return f"{self.address}bracket/"

    def card_address(self, number: int) -> str:
        return f"{self.standings_address}{number}/"

    @property
    def names(self) -> list[str]:
        """Everybody's name, in order of place."""
        return [self.people[place["entrant"]].name for place in self.report["standings"]]

    def rows(self, places: Sequence[Mapping[str, Any]] | None = None) -> list[list[str]]:
        """Return the rows of the standings as they have to be shown."""
        shared = Counter(place["rank"] for place in self.report["standings"])
        return [
            [
                f"{place['rank']}{'=' if shared[place['rank']] > 1 else ''}",
                self.people[place["entrant"]].name,
                self.people[place["entrant"]].seat,
                f"{place['game_points']}/{place['games_won']} {place['net']:+d}",
                str(place["plus"]),
                place["decided_by"] or "",
            ]
            for place in (self.report["standings"] if places is None else places)
        ]

    @property
    def ruled(self) -> Mapping[str, Any]:
        """The first ruling that changes the card of a qualifier."""
        seeded = [place["entrant"] for place in self.report["standings"] if place["qualifies"]]
        return next(
            ruling
            for ruling in self.report["rulings"]
            if ruling["changes"] and ruling["changes"][0]["entrant"] in seeded
        )

    @property
    def ruled_entrant(self) -> int:
        """Whose card that is."""
        return int(self.ruled["changes"][0]["entrant"])

    @property
    def put_right(self) -> int:
        """The number of an entrant whose card's own arithmetic was put right."""
        return int(next(error["entrant"] for error in self.report["arithmetic"] if error["game"]))

    @property
    def decided(self) -> int:
        """The number of an entrant of whose games one was decided by the director."""
        return self.file.decisions[0].entrants[0]

    @property
    def untouched(self) -> int:
        """The number of an entrant about whose card there is nothing to say."""
        about = {number for ruling in self.report["rulings"] for number in ruling["entrants"]}
        about |= {number for decision in self.file.decisions for number in decision.entrants}
        about |= {error["entrant"] for error in self.report["arithmetic"]}
        return next(number for number in self.people if number not in about)

    @property
    def round_names(self) -> list[str]:
        size = self.report["bracket_size"]
        return [round_name(number, size) for number in range(1, rounds_of(size) + 1)]

    @property
    def current_round(self) -> str:
        """The round after the last one that has been played."""
        played = max(match.round for match in self.file.playoff.matches) if self.file.playoff else 0
        return self.round_names[min(played, len(self.round_names) - 1)]

    @property
    def first_round(self) -> list[list[str]]:
        """The pairs of the first round from top to bottom, each with seed and name."""
        return [
            [
                f"{side['seed']} {self.people[side['entrant']].name}" if side else "bye"
                for side in (match["upper"], match["lower"])
            ]
            for match in self.report["first_round"]
        ]


@cache
def worked_out(event_file: EventFile) -> Mapping[str, Any]:
    return report_on(event_file).to_json()


@cache
def demo_event() -> EventFile:
    """Return the demo of 124 players, two rounds of the playoffs played."""
    return make_event(playoff_rounds=2)


@cache
def small_events() -> Mapping[str, EventFile]:
    """Return a small event for each thing that pages can look like, all under different names."""
    return {
        "finished": make_event(players=24, games=9, playoff_rounds=3, name="Cedar Point Classic"),
        "open": make_event(players=24, games=9, settled=False, name="Gull Harbor Open"),
        "tied": PHASES["open ties"],
        "before": PHASES["no cards"],
        "no playoffs": with_format(make_event(players=24, games=9, name="Long Pier Social"), "qualifying"),
    }


def put_up(event_file: EventFile) -> Event:
    """Store an event."""
    tournament = import_event(event_file=event_file, imported_by="test")
    people = {entrant.number: entrant for entrant in event_file.entrants}
    return Event(tournament.get_absolute_url(), event_file, worked_out(event_file), people)


def put_up_gallery() -> dict[str, str]:
    """Store the small events and return the address of every kind of page, by what it shows."""
    events = {name: put_up(event_file) for name, event_file in small_events().items()}
    finished, undecided, before = events["finished"], events["open"], events["before"]
    return {
        "list": "/",
        "event, finished": finished.address,
        "event, names found": f"{finished.address}?name=a",
        "event, nobody found": f"{finished.address}?name=zzz",
        "event, games undecided": undecided.address,
        "event, before the first game": before.address,
        "standings": finished.standings_address,
        "standings by name": f"{finished.standings_address}?sort=name",
        "standings, names found": f"{finished.standings_address}?name=a",
        "standings, nobody found": f"{finished.standings_address}?name=zzz",
        "standings, games undecided": undecided.standings_address,
        "standings, tie open": events["tied"].standings_address,
        "standings, before the first game": before.standings_address,
        "card with a ruling": finished.card_address(finished.ruled_entrant),
        "card with a decision": finished.card_address(finished.decided),
        "card put right by itself": finished.card_address(finished.put_right),
        "card as written": finished.card_address(finished.untouched),
        "card, before the first game": before.card_address(1),
        "player, before the first game": f"{before.address}p/1/",
        "player, finished": f"{finished.address}p/1/",
        "seats": f"{before.address}seats/",
        "bracket": finished.bracket_address,
        "bracket, games undecided": undecided.bracket_address,
        "bracket, before the first game": before.bracket_address,
        "bracket, no playoffs": events["no playoffs"].bracket_address,
        "results": f"{finished.address}results/",
        "results, games undecided": f"{undecided.address}results/",
        "results, no playoffs": f"{events['no playoffs'].address}results/",
        "no such page": "/t/no-such-event/",
    }


def sign_in(context: BrowserContext, member: StaffMember, address: str) -> None:
    """Open a session for a member of the staff who has an account."""
    assert member.user is not None
    sign_in_user(context, member.user, address)


def sign_in_user(context: BrowserContext, user: Any, address: str) -> None:
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": new_session(user), "url": address}
    context.add_cookies([cookie])


@contextmanager
def just_shown(page: Page) -> Iterator[None]:
    """Let no time pass for what comes on a page: nobody has had half a second to look at it."""
    animations = page.context.new_cdp_session(page)
    animations.send("Animation.enable")
    animations.send("Animation.setPlaybackRate", {"playbackRate": 0})
    yield
    animations.send("Animation.setPlaybackRate", {"playbackRate": 1})


@contextmanager
def second_browser(
    browser: Browser, address: str, screen: ViewportSize = NARROW, member: StaffMember | None = None
) -> Iterator[Page]:
    """Open a page in a browser that knows nothing of the first, signed in where somebody is named."""
    with closing(browser.new_context(base_url=address, viewport=screen)) as context:
        context.set_default_timeout(PATIENCE)
        if member is not None:
            sign_in(context, member, address)
        yield context.new_page()


def plain(text: str | None) -> str:
    """Return a text with single spaces."""
    return " ".join((text or "").split())


def follow(link: Locator) -> None:
    """Press a link and wait until the page that it leads to has loaded, styles and script included."""
    with link.page.expect_navigation(wait_until="load"):
        link.click()


def heading(page: Page) -> Locator:
    return page.get_by_role("heading", level=1)


def search_field(page: Page) -> Locator:
    return page.get_by_role("searchbox", name=FIND)


def standings_shown(page: Page) -> list[list[str]]:
    """Read the table of the standings, heading and line included; of the name's cell the name alone."""
    rows = (
        page.get_by_role("table")
        .get_by_role("row")
        .evaluate_all(
            "rows => rows.map(row => [...row.cells].map(cell => (cell.querySelector('a') || cell).textContent))"
        )
    )
    return [[plain(text) for text in row] for row in rows]


def expect_standings(page: Page, event: Event) -> None:
    """Check every row of the standings, and the line after the last one who qualifies."""
    rows, qualifiers = event.rows(), event.report["qualifiers"]
    assert standings_shown(page) == [
        ["Place", "Name", "Seat", "Card", "Plus", "Decided by"],
        *rows[:qualifiers],
        [f"The line: {qualifiers} of {event.report['entrants']} qualify"],
        *rows[qualifiers:],
    ]


def round_shown(page: Page, name: str) -> list[list[str]]:
    """Read one round of the bracket, from top to bottom: seed and name of both sides of each match."""
    items = page.get_by_role("region", name=re.compile(f"^{name}")).get_by_role("listitem")
    texts = [plain(text) for text in items.all_text_contents()]
    return [[_side(part) for part in re.split(r" (?=Seed \d|bye)", text)] for text in texts]


def names_cut_short(page: Page) -> list[str]:
    """Return the names in the bracket of which not all can be read."""
    links = page.get_by_role("region", name="The bracket").get_by_role("link")
    return links.evaluate_all(
        """links => links.flatMap(link => [link, ...link.querySelectorAll('*')])
            .filter(part => getComputedStyle(part).overflow !== 'visible')
            .filter(part => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 1)
            .map(part => part.textContent)"""
    )


def _side(text: str) -> str:
    """Return seed and name without what was won."""
    return re.sub(r" \d+ games.*$", "", text).removeprefix("Seed ")


def expect_ruling_on_card(page: Page, event: Event) -> None:
    """Check that a card shows what was written, what is in force, and the rule that made the difference."""
    ruling, number = event.ruled, event.ruled_entrant
    change = ruling["changes"][0]
    lines = page.get_by_role("table", name="The lines as written").get_by_role("row")
    line = lines.filter(has=page.get_by_role("rowheader", name=str(ruling["game"]), exact=True))
    assert _figures(line) == _written(change["before"])
    now = lines.filter(has=in_force_link(page, ruling["game"]))
    assert _figures(now) == _written(change["after"])
    opponent = next(entrant for entrant in ruling["entrants"] if entrant != number)
    expect(line.get_by_role("link")).to_have_text(event.people[opponent].name)


def expect_rule_cited(page: Page, event: Event) -> None:
    """Check that the ruling about that line is in view, with its rule numbers and what they say."""
    heading = page.get_by_role("heading", name=re.compile(rf"^Game {event.ruled['game']}\b"))
    ruling = page.get_by_role("article").filter(has=heading)
    expect(ruling.get_by_role("heading")).to_be_in_viewport()
    rules = event.ruled["rules"]
    assert ruling.get_by_role("term").all_inner_texts() == rules
    assert ruling.get_by_role("definition").all_text_contents() == [summary_of(rule) for rule in rules]


def in_force_link(page: Page, game: int) -> Locator:
    """Return the link from a line in force to the ruling that made it so."""
    return page.get_by_role("link", name=re.compile(rf"in force.* game {game}\b"))


def _figures(row: Locator) -> list[str]:
    return [plain(text) for text in row.get_by_role("cell").all_text_contents()[-3:]]


def _written(line: Mapping[str, Any]) -> list[str]:
    """Return points, plus and minus as they have to be shown: spreads in two digits at least."""
    spreads = [line["plus"], line["minus"]]
    shown = ["" if spread is None else f"{spread:02d}" for spread in spreads]
    if spreads == [None, None]:
        shown = ["blank", "blank"]
    return ["blank" if line["points"] is None else str(line["points"]), *shown]
