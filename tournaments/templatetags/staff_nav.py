"""The navigation of staff pages: the stations of the day, with what the person signed in may open."""

from typing import Any

from django import template
from django.conf import settings
from django.urls import reverse

from tournaments.staff.access import may_open, roles_by_page

register = template.Library()


@register.simple_tag(takes_context=True)
def staff_nav(context: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the groups for ``me`` at ``tournament``, both from the page's context; none is empty.

    Of a group: ``label``, ``href`` of its first page, ``is_done``, ``is_one`` (it is its page), and its ``pages``, each
    with ``label``, ``href`` and ``is_here`` (it or a page below it is open).

    A page for everybody, such as the hall screen, stands with those of its group and is no reason to show it.

    A page that belongs to another, but has no address below it, names that one's as ``belongs_to``.
    """
    tournament, me = context["tournament"], context["me"]
    here = context.get("belongs_to") or context["request"].path
    shown = {}
    of_staff = roles_by_page()
    for label, group in settings.STAFF_NAV.items():
        pages = {
            page: (name, reverse(page, args=[tournament.slug]))
            for name, page, needs in group
            if (page not in of_staff or may_open(me, page)) and (not needs or getattr(tournament, needs))
        }
        if any(page in of_staff for page in pages):
            shown[label] = dict(pages.values())
    done = me.done()
    # The schedule lies below the seating: the longest address is the page that is open.
    addresses = [href for pages in shown.values() for href in pages.values() if here.startswith(href)]
    opened = max(addresses, key=len, default="")
    return [
        {
            "label": label,
            "href": next(iter(pages.values())),
            "is_done": label in done,
            "is_one": [label] == list(pages),
            "is_here": opened in pages.values(),
            "pages": [{"label": name, "href": href, "is_here": href == opened} for name, href in pages.items()],
        }
        for label, pages in shown.items()
    ]


@register.filter
def page_here(groups: list[dict[str, Any]]) -> str:
    """Return the label of the page that is open, of what ``staff_nav`` returns; empty where no page of it is."""
    return next((page["label"] for group in groups for page in group["pages"] if page["is_here"]), "")
