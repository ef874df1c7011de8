"""Every page of paper with names of 2 to 60 letters, of one player and of pairs: measured as it is printed."""

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from brackets.demo.club import make_matches
from brackets.demo.event import make_event
from brackets.demo.game_sheets import make_sheets
from brackets.event_files.store import import_event
from brackets.payouts.services import open_pool, set_fund, set_stakes, use_template
from brackets.rules.payouts import PoolSharing
from tests.browser.fit import turn_to
from tests.browser.pages import sign_in
from tests.browser.test_print import MM, PAPERS, sheets
from tests.factories.tournaments import StaffMemberFactory
from tournaments.models import Entrant, Reporting, Tournament
from tournaments.rules.types import EventFile

LETTERS = "Bartholomew Featherstonehaugh-Papadopoulos Wilhelmina Montgomery"
WIDE_LETTERS = "WOMMELSDORF MCMAWGAM GWENDOLYN MAUDWOMM-WOMMELSDORF WILLIAM GOW"
ROOMS = "Ballroom: 3 x 12\nThe patio room of the Elks lodge: 3 x 12"
MARGIN = 12
WIDTHS = {"Letter": 215.9, "A4": 210.0}
LEAST = 9 * 96 / 72
LEAST_OF_BRACKET = 8 * 96 / 72
OF_SEATING = tuple(f"seating/print/{what}/" for what in ("seats", "cards", "tables", "caller", "movement"))
LISTS = ("seating/schedule/whole/", "seating/schedule/whole/?name=a", "seats/", "standings/", "check/print/")
OF_PAIRS = tuple(f"seating/print/{what}/" for what in ("days", "boards", "cards"))
AFTERWARDS = ("results/", "awards/", "money/", "ranking/evidence/")
ACROSS = ("seating/print/photo-cards/", "bracket/")

# All that is wrong with the text of a page: two that run into each other, what is cut and is no name of 9 points that
# ends in an ellipsis, what runs out of its sheet, rows of different height, a seat smaller than the name beside it.
FAULTS = """least => {
    const shown = element => element.checkVisibility() && !element.closest('.visually-hidden');
    const clip = (box, element) => {
        let { left, top, right, bottom } = box;
        for (let over = element; over; over = over.parentElement) {
            if (over.tagName.toLowerCase() === 'svg' || getComputedStyle(over).overflow === 'visible') continue;
            const frame = over.getBoundingClientRect();
            left = Math.max(left, frame.left); right = Math.min(right, frame.right);
            top = Math.max(top, frame.top); bottom = Math.min(bottom, frame.bottom);
        }
        return { left, top, right, bottom };
    };
    const words = [], found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement, text = node.textContent.trim();
        if (!text || !shown(element) || ['SCRIPT', 'STYLE', 'TITLE'].includes(element.tagName)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const line of element.closest('svg') ? [element.getBoundingClientRect()] : range.getClientRects()) {
            const box = clip(line, element), high = line.height / 5;
            if (box.right - box.left < 1 || box.bottom - box.top < 1) continue;
            words.push({ text, element, ...box, top: box.top + high, bottom: box.bottom - high });
        }
        const paper = element.closest('.sheet, .photo-card, main') ?? document.body;
        const sheet = paper.getBoundingClientRect();
        const box = clip(range.getBoundingClientRect(), element);
        if (box.left < sheet.left - 1 || box.right > sheet.right + 1) found.push(`beside the paper: ${text}`);
    }
    for (const image of document.querySelectorAll('main img'))
        if (shown(image))
            words.push({ text: image.alt, element: image, ...clip(image.getBoundingClientRect(), image) });
    words.sort((one, other) => one.top - other.top);
    words.forEach((one, place) => {
        for (let next = place + 1; next < words.length && words[next].top < one.bottom; next++) {
            const other = words[next];
            const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
            if (wide > 1 && high > 1 && one.element !== other.element)
                found.push(`overlap: ${one.text} | ${other.text}`);
        }
    });
    const ends = style => style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    for (const part of document.querySelectorAll('main *')) {
        const style = getComputedStyle(part);
        if (!shown(part) || style.overflowX === 'visible' || part.closest('svg')) continue;
        const isHigher = part.scrollHeight > part.clientHeight + 1 && part.clientHeight > 0;
        if (part.scrollWidth > part.clientWidth + 1 && !ends(style) || isHigher && style.webkitLineClamp === 'none')
            found.push(`cut: ${part.className} ${part.textContent.trim()}`);
        else if (part.scrollWidth > part.clientWidth + 1 && parseFloat(style.fontSize) > least + 0.1)
            found.push(`cut at ${style.fontSize}: ${part.textContent.trim()}`);
    }
    for (const name of document.querySelectorAll('bdi')) {
        if (shown(name) && name.closest('.fitted') && name.getClientRects().length > 1)
            found.push(`lines: ${name.textContent}`);
        if (shown(name) && parseFloat(getComputedStyle(name).fontSize) < least - 0.1)
            found.push(`small: ${getComputedStyle(name).fontSize} ${name.textContent}`);
    }
    for (const how of document.querySelectorAll('.results td.how')) {
        const range = document.createRange();
        range.selectNodeContents(how);
        if (range.getClientRects().length > 1) found.push(`lines: ${how.textContent}`);
    }
    const size = part => parseFloat(getComputedStyle(part).fontSize);
    for (const name of document.querySelectorAll('.paper-card tbody bdi')) {
        const seat = name.parentElement.querySelector('b');
        if (seat && size(seat) < size(name)) found.push(`seat smaller than ${name.textContent}`);
    }
    const rows = [...document.querySelectorAll('.paper-card tbody tr')].map(row => row.getBoundingClientRect().height);
    if (rows.length && Math.max(...rows) - Math.min(...rows) > 0.6)
        found.push(`rows of ${Math.min(...rows)} to ${Math.max(...rows)}`);
    return [...new Set(found)];
}"""


def name_of(number: int) -> str:
    """Return a name of 2 to 60 letters, every third one of wide capitals."""
    letters = WIDE_LETTERS if number % 3 == 0 else LETTERS
    return letters[: 2 + number * 7 % 59].strip(" -")


def long_named(event_file: EventFile, *, is_of_pairs: bool) -> Tournament:
    """Store an event whose entrants have such names, with rooms, codes of cards, and who left after one game."""
    people = [replace(one, name=name_of(one.number)) for one in event_file.entrants]
    tournament = import_event(event_file=replace(event_file, entrants=tuple(people)))
    if is_of_pairs:
        for entrant in tournament.entrants.all():
            entrant.partner = name_of(entrant.number + 3)
            entrant.save()
    Tournament.objects.filter(pk=tournament.pk).update(
        rooms=ROOMS, reporting=Reporting.PHONES, name="The Harbor Lights and Lantern Bay Open of the Old Elks Lodge"
    )
    return tournament


def look(page: Page, addresses: tuple[str, ...], tournament: Tournament) -> dict[str, list[str]]:
    """Return what is wrong with each of these pages on each paper; whoever prints on another opens no page anew."""
    found = {}
    page.emulate_media(media="print")
    for address in addresses:
        is_across, is_bracket = address in ACROSS, address == "bracket/"
        edge = 0 if "photo" in address else MARGIN
        page.goto(f"{tournament.get_absolute_url()}{address}")
        for paper in PAPERS:
            wide = (279.4 if paper == "Letter" else 297) if is_across else WIDTHS[paper]
            turn_to(page, {"width": round((wide - 2 * edge) * MM), "height": 900})
            faults = page.evaluate(FAULTS, LEAST_OF_BRACKET if is_bracket else LEAST)
            says = page.locator(".print-button button").all_text_contents()
            announced = int("".join(filter(str.isdigit, "".join(says))) or 0)
            if page.locator(".sheet:not(.sheet-long), .photo-sheet").count() != announced:
                faults.append(f"the button says {says}")
            printed = len(sheets(page, paper))
            if announced and printed != announced:
                faults.append(f"{printed} pages, {announced} announced")
            if faults:
                found[f"{address} {paper}"] = faults
    return found


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("players", "games", "is_of_pairs"), [(62, 22, False), (18, 22, True), (34, 9, False), (34, 9, True)]
)
def test_names_of_any_length_neither_overlap_nor_are_cut(
    transactional_db: None,
    context: BrowserContext,
    page: Page,
    live_server: Any,
    players: int,
    games: int,
    is_of_pairs: bool,
) -> None:
    made = make_event(players=players, games=games, playoff_rounds=1)
    tournament = long_named(made, is_of_pairs=is_of_pairs)
    Entrant.objects.filter(tournament=tournament, number__in=(5, 6)).update(withdrawn_after_game=3)
    sign_in(context, StaffMemberFactory(tournament=tournament, name="Dee Rector"), live_server.url)

    assert look(page, (*OF_SEATING, *LISTS, *ACROSS), tournament) == {}


@pytest.mark.thorough
@pytest.mark.parametrize("scoring", ["total-points", "points-left"])
def test_pairs_of_a_double_round_robin_neither_overlap_nor_are_cut(
    transactional_db: None, context: BrowserContext, page: Page, live_server: Any, scoring: str
) -> None:
    tournament = long_named(make_sheets(pairs=16, scoring=scoring), is_of_pairs=True)
    sign_in(context, StaffMemberFactory(tournament=tournament, name="Dee Rector"), live_server.url)

    assert look(page, (*OF_PAIRS, "seating/print/seats/"), tournament) == {}


@pytest.mark.thorough
@pytest.mark.parametrize(("players", "games"), [(46, 44), (32, 60)])
def test_cards_of_more_than_40_games_neither_overlap_nor_are_cut(
    transactional_db: None, context: BrowserContext, page: Page, live_server: Any, players: int, games: int
) -> None:
    tournament = long_named(make_event(players=players, games=games), is_of_pairs=False)
    sign_in(context, StaffMemberFactory(tournament=tournament, name="Dee Rector"), live_server.url)

    assert look(page, ("seating/print/cards/", "seating/print/photo-cards/", "p/3/"), tournament) == {}


@pytest.mark.thorough
@pytest.mark.parametrize("is_of_pairs", [False, True])
def test_results_and_payouts_neither_overlap_nor_are_cut(
    transactional_db: None, context: BrowserContext, page: Page, live_server: Any, is_of_pairs: bool
) -> None:
    made = make_event(players=62, games=22, playoff_rounds=4)
    tournament = long_named(made, is_of_pairs=is_of_pairs)
    director = StaffMemberFactory(tournament=tournament, name="Dee Rector")
    set_fund(tournament=tournament, actor=director, added=500_00, sanctioning=62_00, kept=0)
    use_template(tournament=tournament, actor=director, template="16 places: each round doubles")
    pool = open_pool(tournament=tournament, actor=director, name="Q pool", sharing=PoolSharing.GRADUATED, stake=10_00)
    set_stakes(tournament=tournament, actor=director, pool=pool.pk, chosen=range(1, 25), seen=())
    sign_in(context, director, live_server.url)

    assert look(page, AFTERWARDS, tournament) == {}


@pytest.mark.thorough
def test_matches_of_a_club_neither_overlap_nor_are_cut(
    transactional_db: None, context: BrowserContext, page: Page, live_server: Any
) -> None:
    tournament = long_named(make_matches(), is_of_pairs=False)
    director = StaffMemberFactory(tournament=tournament, name="Dee Rector")
    sign_in(context, director, live_server.url)

    assert look(page, ("matches/", "standings/"), tournament) == {}
