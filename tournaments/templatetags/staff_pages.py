"""The tabs of the staff pages: what the person who is signed in may open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import template
from django.urls import reverse

from tournaments.models import Role

register = template.Library()

DIRECTOR = (Role.DIRECTOR,)
CHECKERS = (Role.DIRECTOR, Role.CHECKER)
JUDGES = (Role.DIRECTOR, Role.JUDGE)
ALL_STAFF = (Role.DIRECTOR, Role.CHECKER, Role.JUDGE)

TABS = (
    ("Desk", "brackets:desk", ALL_STAFF),
    ("Entrants", "tournaments:entrants", DIRECTOR),
    ("Seating", "tournaments:seating", DIRECTOR),
    ("Cards", "scorecards:cards", CHECKERS),
    ("Check", "scorecards:check", CHECKERS),
    ("Ranking", "scorecards:ranking", CHECKERS),
    ("Post", "brackets:post", CHECKERS),
    ("Playoffs", "brackets:playoffs", CHECKERS),
    ("Matches", "scorecards:club-matches", CHECKERS),
    ("Awards", "brackets:awards", DIRECTOR),
    ("Season", "brackets:season-edit", DIRECTOR),
    ("Money", "brackets:money", DIRECTOR),
    ("Calls", "judging:calls", JUDGES),
    ("Staff", "tournaments:staff", DIRECTOR),
    ("Log", "tournaments:log", DIRECTOR),
    ("Settings", "tournaments:settings", DIRECTOR),
)
ONLY_AT_CLUBS = {"scorecards:club-matches", "brackets:season-edit"}
ONLY_WITH_PLAYOFFS = {"brackets:playoffs"}


@dataclass(frozen=True, slots=True)
class Tab:
    """One tab: its label, its address, and whether it is the page that is open."""

    label: str
    href: str
    is_here: bool


@register.simple_tag(takes_context=True)
def staff_tabs(context: dict[str, Any]) -> list[Tab]:
    """Return the tabs for ``me`` at ``tournament``, both from the page's context."""
    tournament, me, here = context["tournament"], context["me"], context["request"].path
    hidden = (ONLY_AT_CLUBS if tournament.kind != "club" else set()) | (
        ONLY_WITH_PLAYOFFS if not tournament.has_playoffs else set()
    )
    tabs = []
    for label, name, roles in TABS:
        if me.role in roles and name not in hidden:
            href = reverse(name, args=[tournament.slug])
            tabs.append(Tab(label, href, here.startswith(href)))
    return tabs
