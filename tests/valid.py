"""What is wrong with the HTML of a page, as far as pages of this site have ever got it wrong."""

import re
from collections import Counter

from tests.pages import Element, read_page

REFERENCES = ("for", "form", "list", "aria-describedby", "aria-labelledby", "aria-controls")
PHRASES = ("p", "span", "h1", "h2", "h3", "h4", "button", "label", "strong", "em", "bdi", "time", "pre")
BLOCKS = ("address", "article", "details", "dialog", "div", "dl", "fieldset", "figure", "form", "h1", "h2", "h3", "h4")
BLOCKS += ("hr", "main", "nav", "ol", "p", "pre", "section", "table", "ul")
MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?([+-]\d{2}:?\d{2}|Z)?)?|\d{2}:\d{2}")


def wrong_in(text: str) -> list[str]:
    """Return what is wrong with a page, or with a part of one, in words."""
    page = read_page(text)
    ids = Counter(one.attributes["id"] for one in page.inner if "id" in one.attributes)
    wanted = {name for one in page.inner for kind in REFERENCES for name in (one.attributes.get(kind) or "").split()}
    wanted |= {(one.attributes.get("href") or "")[1:] for one in page.all("a") if _leads_within(one)}
    is_whole = "<html" in text
    return [
        *["no doctype"] * (is_whole and not text.lstrip().startswith("<!DOCTYPE html>")),
        *[f"id {name} {times} times" for name, times in ids.items() if times > 1],
        *[f"id {name} nowhere" for name in sorted(wanted - ids.keys())],
        *["autofocus twice"] * (sum("autofocus" in one.attributes for one in page.inner) > 1),
        *[fault for one in page.inner for fault in _wrong_with(one)],
    ]


def _leads_within(link: Element) -> bool:
    return (link.attributes.get("href") or "").startswith("#")


def _wrong_with(one: Element) -> list[str]:
    has = one.attributes
    faults = [f"{name}={value}" for name, value in has.items() if name.startswith("on") or name == "style"]
    faults += [f"<{inner.tag}> in <{one.tag}>" for inner in one.inner if one.tag in PHRASES and inner.tag in BLOCKS]
    is_data = has.get("type") == "application/json"
    if one.tag in ("link", "img", "script") and not (has.get("href") or has.get("src") or is_data):
        faults.append(f"<{one.tag}> without an address")
    if one.tag in ("ul", "ol") and has.get("role", "list") != "list":
        faults.append(f"list with the role {has['role']}")
    if one.tag == "img" and "alt" not in has:
        faults.append("picture without words")
    if has.get("action", "/") == "":
        faults.append("empty action")
    if "datetime" in has and not MOMENT.fullmatch(has["datetime"] or ""):
        faults.append(f"datetime={has['datetime']}")
    if (
        one.tag == "select"
        and "required" in has
        and (first := one.all("option")[:1])
        and first[0].attributes.get("value")
    ):
        faults.append(f"required list {has.get('name')} without a blank first choice")
    return faults
