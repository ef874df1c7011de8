"""Help: the guides, each step with its picture, for everybody and without the internet."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.help.guide import chapters, search


@require_safe
@login_not_required
def contents(request: HttpRequest) -> HttpResponse:
    """Show the chapters, and the sections that have what somebody looks for."""
    wanted = request.GET.get("q", "").strip()[:80]
    shown = {"chapters": chapters().values(), "wanted": wanted, "found": search(wanted)}
    return render(request, "tournaments/help/contents.html", shown)


@require_safe
@login_not_required
def chapter(request: HttpRequest, name: str) -> HttpResponse:
    """Show one guide."""
    if name not in chapters():
        raise Http404
    return render(request, "tournaments/help/chapter.html", {"chapter": chapters()[name]})


@require_safe
@login_not_required
def booklet(request: HttpRequest) -> HttpResponse:
    """Show all guides on one page, to print."""
    return render(request, "tournaments/help/booklet.html", {"chapters": chapters().values(), "is_booklet": True})
