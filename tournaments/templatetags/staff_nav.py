"""The tabs of the staff pages: what the person who is signed in may open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import template
from django.conf import settings
from django.urls import reverse

from tournaments.staff.access import may_open

register = template.Library()


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
    tabs = []
    for label, page, needs in settings.STAFF_TABS:
        if may_open(me, page) and (not needs or getattr(tournament, needs)):
            href = reverse(page, args=[tournament.slug])
            tabs.append(Tab(label, href, here.startswith(href)))
    return tabs
