"""The rule index: public, the same for every event, and changed only with the program."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from judging.rules.edition_changes import comparison_in_words, differences
from judging.rules.quick_reference import quick_reference
from judging.rules.remedy import NOT_COVERED
from judging.rules.rulebook import (
    BOOK_NAMES,
    BOOKS,
    BY_LINE,
    IN_FORCE,
    YEARS,
    depth_of,
    find_number,
    find_rule,
    in_other_edition,
    neighbors_of,
    other_edition,
    parents_of,
    parts_below,
    parts_of,
)
from judging.rules.search import MAX_QUERY_LENGTH
from judging.unfound import search_noted
from tournaments.htmx import EventRequest
from tournaments.page_cache.cache import PageVersion, is_fragment, with_version
from tournaments.staff.access import staff_page

View = Callable[..., HttpResponse]
MAX_SLUG_LENGTH = 80


def rules_page(view: View) -> View:
    """Make a view a public page that rests on nothing but the program: sent again only when it has changed."""

    @wraps(view)
    def wrapper(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if kwargs.get("edition", IN_FORCE) not in BOOKS:
            raise Http404("no such edition")
        response = view(request, **kwargs)
        return (
            with_version(response, PageVersion(None, (), is_cacheable=False))
            if response.status_code == 200
            else response
        )

    return login_not_required(require_safe(wrapper))


@rules_page
def rules(request: HttpRequest) -> HttpResponse:
    """Show every rulebook, the search in the one in force, and what happens most at the table."""
    context = search_context(request, IN_FORCE) | {"quick_reference": quick_reference(IN_FORCE)}
    return render(request, found_or(request, "judging/lookup/rules.html"), context)


@require_safe
@staff_page("judge", "checker")
def event_rules(request: EventRequest) -> HttpResponse:
    """Lead to the rulebook of an event, from where the event is one link away."""
    index = reverse("judging:rule-index", args=[request.event.edition])
    return redirect(f"{index}?{urlencode({'event': request.event.slug})}")


@rules_page
def rule_index(request: HttpRequest, edition: str) -> HttpResponse:
    """Show every number of an edition, and find rules by words."""
    context = search_context(request, edition)
    if not is_fragment(request, "found"):
        parts = [
            (f"part-{place}", name, [(part, depth_of(part.number)) for part in within])
            for place, (name, within) in enumerate(parts_of(edition), start=1)
        ]
        context["parts"] = parts
        if edition not in BY_LINE:
            context["quick_reference"] = quick_reference(edition)
    return render(request, found_or(request, "judging/lookup/rule_index.html"), context)


@rules_page
def rule(request: HttpRequest, edition: str, number: str) -> HttpResponse:
    """Show one rule with its parts, its neighbors, and the other edition beside it."""
    shown = find_rule(edition, number)
    if shown is None:
        # People who type 4.4d9 mean 4.4.d.(9).
        if meant := find_number(edition, number):
            return redirect(
                reverse("judging:rule", args=[edition, meant])
                + editions_context(request, edition).get("event_query", "")
            )
        raise Http404("no such rule")
    before, after = neighbors_of(shown)
    depth = depth_of(number)
    context = {
        "rule": shown,
        "parents": parents_of(shown),
        "parts": [(part, depth_of(part.number) - depth - 1) for part in parts_below(shown)],
        "before": before,
        "after": after,
        "there": in_other_edition(shown),
        "comparison": comparison_in_words(shown),
        **editions_context(request, edition),
    }
    return render(request, "judging/lookup/rule.html", context)


@rules_page
def changes(request: HttpRequest) -> HttpResponse:
    """Show what differs between the editions, rule by rule."""
    shown = [(difference, comparison_in_words(difference.rule)) for difference in differences()]
    return render(
        request, "judging/lookup/rule_changes.html", {"differences": shown, **editions_context(request, IN_FORCE)}
    )


def search_context(request: HttpRequest, edition: str) -> dict[str, Any]:
    """Return what was looked for in an edition, and what was found."""
    wanted = request.GET.get("q", "").strip()[:MAX_QUERY_LENGTH]
    return {
        "wanted": wanted,
        "found": search_noted(edition, wanted),
        "not_covered": find_rule(edition, NOT_COVERED.get(edition, "")),
        **editions_context(request, edition),
    }


def editions_context(request: HttpRequest, edition: str) -> dict[str, Any]:
    """Return the names of a book and of its other edition, if it has one, every book for the tabs, and the way back.

    ``?event=bay`` is kept from page to page: who came from an event finds back to it.
    """
    context: dict[str, Any] = {"edition": edition, "book": BOOK_NAMES[edition], "books": BOOK_NAMES.items()}
    if slug := slugify(request.GET.get("event", ""))[:MAX_SLUG_LENGTH]:
        context |= {"event_slug": slug, "event_query": f"?event={slug}"}
    if other := other_edition(edition):
        context |= {"year": YEARS[edition], "other": other, "other_year": YEARS[other]}
    return context


def found_or(request: HttpRequest, page: str) -> str:
    """Return the template of the results alone if htmx asks for that, else the page's."""
    return "judging/lookup/_found.html" if is_fragment(request, "found") else page
