"""Announcements: the director's page for them."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from brackets.models import Announcement
from brackets.public.forms import AnnouncementForm
from brackets.public.selectors.announcements import announcements_of, next_game_text, standing_call
from brackets.public.services import call_player, post_announcement, withdraw_announcement
from tournaments.forms import posted
from tournaments.htmx import EventRequest
from tournaments.models import Entrant
from tournaments.refused import Refused
from tournaments.rules.text import whole_number
from tournaments.staff.access import back_to, staff_page


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def announcements(request: EventRequest, number: int | None = None) -> HttpResponse:
    """Post an announcement, or edit the one of this number."""
    edited = get_object_or_404(Announcement, tournament=request.event, pk=number) if number is not None else None
    game = None if edited else whole_number(request.GET.get("game", ""))
    initial = {} if game is None else {"text": next_game_text(request.event, game)}
    form = AnnouncementForm(posted(request), instance=edited, initial=initial)
    status = 422 if form.is_bound else 200
    if form.is_valid():
        status = 409
        with form.refusals():
            post_announcement(request.event, request.me, edits=number, **form.cleaned_data)
            said = "Announcement edited." if edited else "Announcement posted. Everybody sees it now."
            messages.success(request, said)
            return redirect("brackets:announcements", request.event.slug)
    past = request.event.announcements.exclude(revoked_at=None)
    context = {
        "form": form,
        "edited": edited,
        "announcements": announcements_of(request.event),
        "past": past.select_related("replaced_by", "entrant").order_by("-pk"),
        "games": request.event.scheduled_games.values_list("game", flat=True),
    }
    return render(request, "brackets/public/announcements.html", context, status=status)


@require_POST
@staff_page(shows=back_to("brackets:announcements", messages.ERROR))
def withdraw(request: EventRequest, number: int) -> HttpResponse:
    withdraw_announcement(request.event, request.me, number)
    messages.success(request, "Announcement withdrawn.")
    return redirect("brackets:announcements", request.event.slug)


@require_POST
@staff_page()
def call(request: EventRequest, number: int) -> HttpResponse:
    """Call an entrant to their board, or with ``what=undo`` take the call back."""
    entrant = get_object_or_404(Entrant, tournament=request.event, number=number)
    standing = standing_call(entrant)
    try:
        if request.POST.get("what") != "undo":
            text = call_player(request.event, request.me, entrant)
            messages.success(request, f"{entrant.shown_name} is called: {text}.")
        elif standing is not None:
            withdraw_announcement(request.event, request.me, standing.pk)
            messages.success(request, "Call undone.")
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("tournaments:entrant", request.event.slug, number)
