"""Announcements: the director's page for them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from brackets.announcements.forms import AnnouncementForm
from brackets.announcements.selectors import announcements_of, next_game_text, past_announcements
from brackets.announcements.services import (
    AnnouncementRefused,
    edit_announcement,
    post_announcement,
    withdraw_announcement,
)
from brackets.models import Announcement
from tournaments.models import StaffMember, Tournament
from tournaments.rules.text import whole_number
from tournaments.staff.access import staff_page


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def announcements(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    game = whole_number(request.GET.get("game", ""))
    initial = {"text": next_game_text(tournament, game)} if game is not None else {}
    form = AnnouncementForm(request.POST or None, initial=initial)
    if form.is_valid():
        post_announcement(tournament=tournament, actor=me, **form.cleaned_data)
        messages.success(request, "Announcement posted. Everybody sees it now.")
        return redirect("brackets:announcements", tournament.slug)
    return _page(request, tournament, me, form)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page()
def announcement(request: HttpRequest, tournament: Tournament, me: StaffMember, number: int) -> HttpResponse:
    edited = get_object_or_404(Announcement, tournament=tournament, pk=number)
    form = AnnouncementForm(request.POST or None, initial={"text": edited.text})
    if form.is_valid():
        try:
            edit_announcement(tournament=tournament, actor=me, number=number, **form.cleaned_data)
        except AnnouncementRefused as refused:
            form.add_error(None, str(refused))
            return _page(request, tournament, me, form, edited, status=409)
        messages.success(request, "Announcement edited.")
        return redirect("brackets:announcements", tournament.slug)
    return _page(request, tournament, me, form, edited)


@require_POST
@staff_page()
def withdraw(request: HttpRequest, tournament: Tournament, me: StaffMember, number: int) -> HttpResponse:
    try:
        withdraw_announcement(tournament=tournament, actor=me, number=number)
    except AnnouncementRefused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, "Announcement withdrawn.")
    return redirect("brackets:announcements", tournament.slug)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    me: StaffMember,
    form: AnnouncementForm,
    edited: Announcement | None = None,
    status: int | None = None,
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "me": me,
        "form": form,
        "edited": edited,
        "announcements": announcements_of(tournament),
        "past": past_announcements(tournament),
        "games": tournament.scheduled_games.values_list("game", flat=True),
    }
    status = status or (422 if form.is_bound else 200)
    return render(request, "brackets/announcements/announcements.html", context, status=status)
