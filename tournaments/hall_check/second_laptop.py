"""The page of the second laptop: how to start it, and how far it is."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.module_loading import import_string
from django.views.decorators.http import require_safe

from tournaments.hall_check.addresses import own_addresses
from tournaments.models import Role, StaffMember, Tournament
from tournaments.sign_in.confirming import must_confirm, to_confirm
from tournaments.staff.access import staff_page

ALONE = {"127.0.0.1", "localhost", "::1"}


@require_safe
@staff_page()
def second_laptop(request: HttpRequest, tournament: Tournament, me: StaffMember) -> HttpResponse:
    """Show the code, which opens everything on this laptop, to a person who directs everything on it."""
    second = import_string(settings.SECOND_LAPTOP)()
    others = events_of_others(me)[:5] if second else []
    if second and not others and must_confirm(request):
        return to_confirm(request.path)
    context = {
        "tournament": tournament,
        "me": me,
        "second": second,
        "others": others,
        "is_alone": settings.SERVED_HOST in ALONE,
        "address": f"http://{next(iter(own_addresses()), '127.0.0.1')}:{request.get_port()}",
    }
    return render(request, "tournaments/hall_check/second_laptop.html", context)


def events_of_others(me: StaffMember) -> list[str]:
    """Return the names of events that somebody directs, but not this person. One query."""
    directed = Tournament.objects.filter(deleted_at=None, staff__role=Role.DIRECTOR, staff__user__isnull=False)
    own = Tournament.objects.filter(staff__role=Role.DIRECTOR, staff__user=me.user_id, staff__ended_at=None)
    return list(directed.exclude(pk__in=own).distinct().values_list("name", flat=True))
