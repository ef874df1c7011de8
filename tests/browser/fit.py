"""Whether pages are fit for everybody: axe, light and dark, room for thumbs and weak eyes, nothing that runs out."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, ViewportSize

from tests.browser.pages import NARROW, NARROWEST, WIDE, ZOOMED

SCREENS = {"wide": WIDE, "zoomed": ZOOMED, "narrowest": NARROWEST}

COLOURS = ["color-contrast", "link-in-text-block"]
STRUCTURE = {
    "resultTypes": ["violations"],
    "preload": False,
    "rules": {"target-size": {"enabled": True}, **{name: {"enabled": False} for name in COLOURS}},
}
# What depends on the room that there is.
SIZES = {**STRUCTURE, "runOnly": ["target-size", "scrollable-region-focusable"]}

# What is wider than there is room for, and what can only be seen by scrolling sideways or not at all.
# The drawn bracket may be scrolled; text that only screen readers are to find is one pixel wide; a name that ends in an
# ellipsis on paper is cut on purpose (test_print_names.py says which may be).
RUNS_OUT = """() => {
    const page = document.scrollingElement;
    const wide = page.scrollWidth > innerWidth ? [`the page: ${page.scrollWidth} of ${innerWidth}`] : [];
    const bracket = document.querySelector('[role=region][aria-label="The bracket"]');
    const inside = [...document.querySelectorAll('main *')].filter(part =>
        part !== bracket && !part.matches('.rounds-nav') && part.clientWidth > 1
        && part.scrollWidth > part.clientWidth + 1
        && getComputedStyle(part).overflowX !== 'visible' && !part.matches('.fitted > bdi'));
    return [...wide, ...inside.map(part => `${part.tagName} ${part.textContent.trim().slice(0, 60)}`)];
}"""

LEAST = 44
STEPS = 1  # half a pixel upwards and half a pixel downwards

# How high the ground is that belongs to a link, a button or a field: what is hit above and below its middle.
# Some links are short, but the whole row around them is theirs.
HEIGHTS = """targets => targets.filter(target => target.checkVisibility()).map(target => {
    target.scrollIntoView({block: 'center', behavior: 'instant'});
    const box = target.getBoundingClientRect();
    const x = box.left + box.width / 2, middle = box.top + box.height / 2;
    const isHit = y => target.contains(document.elementFromPoint(x, y));
    let top = middle, bottom = middle;
    while (isHit(top - 0.5) && middle - top < 200) top -= 0.5;
    while (isHit(bottom + 0.5) && bottom - middle < 200) bottom += 0.5;
    const name = target.labels && target.labels[0] ? target.labels[0].textContent : target.textContent;
    return [name.trim().replace(/\\s+/g, ' '), bottom - top];
})"""

# Controls nearer than 8 pixels, targets lower than 44, text under 15, what is cut, words that are broken. Free of them:
# the lines of one scorecard, links in a sentence, the sides of the drawn bracket (its list has them too), a sheet that
# shows how it is printed. A box to tick is as high as its label.
TIGHT = """() => {
    const found = new Map(), isShown = part => part.checkVisibility({visibilityProperty: true, opacityProperty: true});
    // One of each kind is named: a list has many.
    const note = (what, part, more) => {
        const kind = `${what}: ${part.tagName.toLowerCase()}${[...part.classList].map(name => '.' + name).join('')}`;
        const text = part.textContent.trim().replace(/\\s+/g, ' ').slice(0, 30) || part.name || part.id;
        if (!found.has(kind)) found.set(kind, `${kind} ${text}${more}`);
    };
    const isThere = part => isShown(part) && !part.closest('.visually-hidden, .skip');
    const all = selector => [...document.querySelectorAll(selector)].filter(isThere);
    const boxes = parts => parts.map(part => [part, part.getBoundingClientRect()])
        .filter(([, box]) => box.width > 2 && box.height > 2);
    const controls = boxes(all('button, a.button, label.button, input:not([type=hidden]), select, textarea'));
    controls.forEach(([one, a], at) => controls.slice(at + 1).forEach(([other, b]) => {
        const right = Math.max(0, a.left - b.right, b.left - a.right);
        const down = Math.max(0, a.top - b.bottom, b.top - a.bottom);
        if (Math.hypot(right, down) > 7.4 || one.contains(other) || other.contains(one)) return;
        const grid = one.closest('.cardgrid');
        if (!grid || grid !== other.closest('.cardgrid'))
            note('nearer than 8', one, ` | ${other.textContent.trim().slice(0, 30) || other.name}`);
    }));
    const isInSentence = link => {
        if (getComputedStyle(link).display !== 'inline') return false;
        let block = link.parentElement;
        while (getComputedStyle(block).display === 'inline') block = block.parentElement;
        return /\\w/.test(block.textContent.replace(link.textContent, ''));
    };
    const isHit = (part, x, y) => part.contains(document.elementFromPoint(x, y));
    const targets = all('button, input:not([type=hidden]), select, textarea, a[href], summary')
        .map(part => part.matches('[type=checkbox], [type=radio]') && part.labels[0] || part);
    for (const [part, box] of boxes(targets)) {
        if (box.height > 43.4 || part.closest('.cardgrid, .lines, .sheet, .side')) continue;
        if (part.tagName === 'A' && isInSentence(part)) continue;
        part.scrollIntoView({block: 'center', behavior: 'instant'});
        const {left, top, width, height} = part.getBoundingClientRect(), x = left + width / 2, y = top + height / 2;
        let ground = 1;
        for (const step of [-1, 1]) for (let at = 1; at < 44 && isHit(part, x, y + step * at); at += 1) ground += 1;
        if (ground < 43) note('lower than 44', part, `: ${Math.round(ground)}`);
    }
    for (const part of all('body *')) {
        if (part.closest('svg, .sheet') || part.getBoundingClientRect().width <= 2) continue;
        const isText = [...part.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
        const size = parseFloat(getComputedStyle(part).fontSize);
        if (isText && size < 14.9) note('text under 15', part, `: ${size}`);
    }
    for (const part of document.querySelectorAll(':is(a[href], button).visually-hidden'))
        if (part.tabIndex >= 0) note('Tab comes to what nobody sees', part, '');
    // A name of most lengths is whole, what a box asks for too; a game, a seat, a score, a card, a word is in one line.
    const whole = /Game \\d+|[A-Z]{1,2}-\\d+|\\d+–\\d+|\\d+\\/\\d+ [+-]\\d+|[\\p{L}\\p{N}]+/gu;
    const pen = document.createElement('canvas').getContext('2d'), range = document.createRange();
    for (const part of all('body *')) {
        const style = getComputedStyle(part);
        const isCut = (style.textOverflow === 'ellipsis' && part.scrollWidth > part.clientWidth + 1)
            || (style.webkitLineClamp !== 'none' && part.scrollHeight > part.clientHeight + 1);
        if (isCut && !part.closest('.sheet') && part.textContent.trim().length <= 24) note('cut', part, '');
        if (part.placeholder) {
            pen.font = style.font;
            const room = part.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
            if (pen.measureText(part.placeholder).width > room + 1) note('cut', part, `: ${part.placeholder}`);
        }
        if (part.closest('svg, .sheet, .screen, code, pre, textarea, select')) continue;
        for (const node of part.childNodes) {
            if (node.nodeType !== Node.TEXT_NODE) continue;
            for (const {0: word, index} of node.data.matchAll(whole)) {
                if (word.length < 3 || word.length > 20) continue;
                range.setStart(node, index);
                range.setEnd(node, index + word.length);
                const tops = [...range.getClientRects()].map(box => box.top);
                if (tops.length > 1 && tops.at(-1) > tops[0] + 4) note('broken', part, `: ${word}`);
            }
        }
    }
    for (const rule of all('h3 .rule-number')) {
        const {left, top, bottom} = rule.getBoundingClientRect();
        range.selectNodeContents(rule.closest('h3'));
        const before = [...range.getClientRects()].filter(box => box.left < left && box.width > 9);
        if (!before.some(box => box.top < bottom && box.bottom > top)) note('alone in its line', rule, '');
    }
    scrollTo(0, 0);
    const {scrollWidth} = document.scrollingElement;
    return [...found.values(), ...scrollWidth > innerWidth ? [`scrolls sideways: ${scrollWidth}`] : []];
}"""

# What is still fading in has the colours of neither before nor after. Below the edge of the screen nothing moves on.
STILL = """() => Promise.race([
    Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
    new Promise(done => setTimeout(done, 1_000)),
]).then(() => null)"""

# Each kind of part that is shown, with the kind that it stands in: element, looks, and what it tells by attributes.
KIND = """const own = part => part && [part.tagName, ...[...part.attributes].map(({ name, value }) =>
        ['class', 'role', 'type', 'scope', 'style'].includes(name) ? `${name}=${value}` : name).sort()].join(' ');
    const kind = part => `${own(part.parentElement)} > ${own(part)}`;"""
KINDS = f"""() => {{
    {KIND}
    return [...document.querySelectorAll('*')].filter(part => part.checkVisibility() || !part.closest('body'))
        .map(kind);
}}"""

# What axe finds wrong with colours. That takes long, so that of parts of one kind, in parts of the same kinds, it looks
# at the first three alone, and where kinds are named, only at those and what is in them.
CONTRAST = f"""async ([rules, kinds]) => {{
    {KIND}
    const fresh = kinds && new Set(kinds), counted = {{}}, exclude = [];
    const isNeeded = (part, path, isInNew) => {{
        const here = `${{path}} ${{own(part)}}`, isNew = isInNew || !fresh || fresh.has(kind(part));
        counted[here] = (counted[here] ?? 0) + 1;
        const isWanted = isNew && counted[here] <= 3;
        const idle = [...part.children].filter(child => !isNeeded(child, here, isNew));
        if (!isWanted && idle.length === part.children.length) return false;
        exclude.push(...idle);
        return true;
    }};
    if (!isNeeded(document.body, '', false)) return [];
    const options = {{ runOnly: rules, resultTypes: ['violations'], preload: false }};
    return (await axe.run({{ include: [document], exclude }}, options)).violations;
}}"""

# What stood on the pages that axe has looked at, on any screen and on each, in all tests of this process.
LOOKED_AT: dict[str, set[str]] = defaultdict(set)
ANYWHERE = "anywhere"


def violations(page: Page) -> list[str]:
    """Return what axe finds once nothing moves, one line for each element and rule."""
    return structure(page) + contrast(page)


def structure(page: Page, options: dict[str, Any] = STRUCTURE) -> list[str]:
    """Return what axe finds but for colours, or what options ask for."""
    page.evaluate(STILL)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return _lines(page.evaluate("async options => (await axe.run(document, options)).violations", options))


def contrast(page: Page, kinds: Iterable[str] | None = None) -> list[str]:
    """Return what axe finds about the colours of a page that it has looked at: anywhere, or in parts of kinds."""
    page.evaluate(STILL)
    return _lines(page.evaluate(CONTRAST, [COLOURS, kinds and sorted(kinds)]))


def _lines(found: list[dict[str, Any]]) -> list[str]:
    return [
        f"{violation['id']}: {node['html']}: {node.get('failureSummary', '')}"
        for violation in found
        for node in violation["nodes"]
    ]


def violations_in_what_is_new(page: Page, screen: str) -> list[str]:
    """Return what axe finds, light and dark, unless all that is shown was on pages before with other words in it.

    Of what was, but on another screen, it looks at the sizes alone.
    """
    kinds = set(page.evaluate(KINDS))
    new = kinds - LOOKED_AT[ANYWHERE]
    if new:
        found = structure(page) + contrast(page, new)
        page.emulate_media(color_scheme="dark")
        found += [f"dark: {violation}" for violation in contrast(page, new)]
        page.emulate_media(color_scheme="light")
    else:
        found = [] if kinds <= LOOKED_AT[screen] else structure(page, SIZES)
    if not found:  # A test that failed may be tried again.
        LOOKED_AT[ANYWHERE] |= kinds
        LOOKED_AT[screen] |= kinds
    return found


def turn_to(page: Page, screen: ViewportSize) -> None:
    """Show the page at another size, as it is once its scripts have heard of it: that comes with the next frame."""
    if page.viewport_size == screen:
        return
    page.set_viewport_size(screen)
    page.evaluate("new Promise(shown => requestAnimationFrame(() => shown(null)))")


def faults_shown(page: Page, alone: str = "") -> list[str]:
    """Return what is wrong with the page as it is shown now, on each screen; and what stands alone and is too low."""
    found = []
    for name, screen in SCREENS.items():
        turn_to(page, screen)
        lines = [f"{line} runs out" for line in page.evaluate(RUNS_OUT)]
        if screen != ZOOMED:
            lines += violations_in_what_is_new(page, name)
        found += [f"{name}: {line}" for line in lines]
    if alone:
        # The last screen is that of a phone.
        heights = page.locator(alone).evaluate_all(HEIGHTS)
        found += [f"too low: {target}: {height}" for target, height in heights if 0 < height < LEAST - STEPS]
    return found


def cramped(page: Page, address: str) -> list[str]:
    """Return what on a page is too near, too low, too small or too wide, at three widths.

    It is opened at the width that the page before was left at, the widest or the narrowest: a turn lays out all anew.
    """
    found = []
    page.goto(address)
    for screen in (WIDE, NARROW, NARROWEST)[:: 1 if page.viewport_size == WIDE else -1]:
        turn_to(page, screen)
        found += [f"{address} at {screen['width']}: {line}" for line in page.evaluate(TIGHT)]
    return found


def faults(page: Page, addresses: Mapping[str, str] | Iterable[str], alone: str = "") -> dict[str, list[str]]:
    """Return what is wrong with pages, by what they show or their address: what axe finds, runs out, is too low."""
    named = addresses if isinstance(addresses, Mapping) else {address: address for address in addresses}
    found = {}
    page.emulate_media(color_scheme="light")
    for name, address in named.items():
        page.goto(address)
        if lines := faults_shown(page, alone):
            found[name] = lines
    return found
