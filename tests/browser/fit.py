"""Whether pages are fit for everybody: axe, light and dark, and nothing that runs out of a small screen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser.pages import NARROWEST, WIDE, ZOOMED

SCREENS = {"wide": WIDE, "zoomed": ZOOMED, "narrowest": NARROWEST}

EVERYTHING = {"resultTypes": ["violations"], "preload": False, "rules": {"target-size": {"enabled": True}}}
# All that light or dark can make a difference to.
COLOURS = {"resultTypes": ["violations"], "preload": False, "runOnly": ["color-contrast", "link-in-text-block"]}

# What depends on the room that there is.
SIZES = {**EVERYTHING, "runOnly": ["target-size", "scrollable-region-focusable"]}

# What is wider than there is room for, and what can only be seen by scrolling sideways or not at all.
# The drawn bracket may be scrolled; text that only screen readers are to find is one pixel wide.
RUNS_OUT = """() => {
    const page = document.scrollingElement;
    const wide = page.scrollWidth > innerWidth ? [`the page: ${page.scrollWidth} of ${innerWidth}`] : [];
    const bracket = document.querySelector('[role=region][aria-label="The bracket"]');
    const inside = [...document.querySelectorAll('main *')].filter(part =>
        part !== bracket && part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1
        && getComputedStyle(part).overflowX !== 'visible');
    return [...wide, ...inside.map(part => `${part.tagName} ${part.textContent.trim().slice(0, 60)}`)];
}"""

# What is still fading in has the colours of neither before nor after.
STILL = "Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => null)"

# Each kind of part that is shown, with the kind that it stands in: element, looks, and what it tells by attributes.
KIND = """const own = part => part && [part.tagName, ...[...part.attributes].map(({ name, value }) =>
        ['class', 'role', 'type', 'scope', 'style'].includes(name) ? `${name}=${value}` : name).sort()].join(' ');
    const kind = part => `${own(part.parentElement)} > ${own(part)}`;"""
KINDS = f"""() => {{
    {KIND}
    return [...document.querySelectorAll('*')].filter(part => part.checkVisibility() || !part.closest('body'))
        .map(kind);
}}"""

# What axe finds in parts of new kinds, where those are named, and in all that is in them. Of parts side by side that
# are alike but for their words it looks at the first three and the last.
RUN = f"""([options, kinds]) => {{
    {KIND}
    const fresh = kinds && new Set(kinds), exclude = [];
    // Returns what a part looks like, and whether it holds anything new.
    const look = (part, isInNew) => {{
        const isNew = isInNew || !fresh || fresh.has(kind(part)), seen = {{}};
        const words = [...part.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
        const parts = [...part.children].map(child => [child, ...look(child, isNew)]);
        const holdsNew = isNew || parts.some(([, , holds]) => holds);
        for (const [child, looks, holds] of parts) {{
            (seen[looks] ??= []).push(child);
            if (holdsNew && !holds) exclude.push(child);
        }}
        exclude.push(...Object.values(seen).flatMap(same => same.slice(3, -1)));
        const within = parts.map(([, looks]) => looks);
        return [`${{part.checkVisibility()}} ${{words}} ${{own(part)}} (${{within}})`, holdsNew];
    }};
    look(document.body, !fresh);
    return axe.run({{ include: [document], exclude }}, options);
}}"""

# What stood on the pages that axe has looked at, on any screen and on each, in all tests of this process.
LOOKED_AT: dict[str, set[str]] = defaultdict(set)
ANYWHERE = "anywhere"


def violations(page: Page, options: dict[str, Any] = EVERYTHING, kinds: Iterable[str] | None = None) -> list[str]:
    """Return what axe finds once nothing moves, one line for each element and rule; anywhere or in parts of kinds."""
    page.evaluate(STILL)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(RUN, [options, kinds and sorted(kinds)])["violations"]
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
    new, new_here = kinds - LOOKED_AT[ANYWHERE], kinds - LOOKED_AT[screen]
    LOOKED_AT[ANYWHERE] |= kinds
    LOOKED_AT[screen] |= kinds
    if not new:
        return violations(page, SIZES, new_here) if new_here else []
    found = violations(page, EVERYTHING, new_here)
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {violation}" for violation in violations(page, COLOURS, new)]
    page.emulate_media(color_scheme="light")
    return found


def faults_shown(page: Page) -> list[str]:
    """Return what is wrong with the page as it is shown now, on each screen."""
    found = []
    for name, screen in SCREENS.items():
        page.set_viewport_size(screen)
        lines = [f"{line} runs out" for line in page.evaluate(RUNS_OUT)]
        if screen != ZOOMED:
            lines += violations_in_what_is_new(page, name)
        found += [f"{name}: {line}" for line in lines]
    return found


def faults(page: Page, addresses: Mapping[str, str] | Iterable[str]) -> dict[str, list[str]]:
    """Return what is wrong with pages: what axe finds and what runs out, by what they show or their address."""
    named = addresses if isinstance(addresses, Mapping) else {address: address for address in addresses}
    found = {}
    page.emulate_media(color_scheme="light")
    for name, address in named.items():
        page.goto(address)
        if lines := faults_shown(page):
            found[name] = lines
    return found
