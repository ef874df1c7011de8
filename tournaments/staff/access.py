"""Who may open which page of an event: strangers are told nothing, the wrong role is refused."""

import threading
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from functools import cache, wraps
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth import SESSION_KEY as USER_KEY
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLResolver, get_resolver, reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.http import urlencode
from django_htmx.http import HttpResponseClientRedirect

from tournaments.changes.write_queue import attempt
from tournaments.hooks import cards_of_members, cards_posted_of_members, is_as_posted
from tournaments.htmx import EventRequest, htmx_of, page_before, refused_in_place, typed_in
from tournaments.models import Entrant, Role, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.sign_in.services import note_seen
from tournaments.term import is_of_before

SESSION_KEY = "staff"
SEEN_EVERY = timedelta(seconds=30)
OF_BEFORE = (
    "Not saved. The event was continued from an older copy after this page was opened. Open the page again, look, then"
    " enter it again."
)
SIGNED_OUT = "You are signed out here. Sign in, then enter it again."

View = Callable[..., HttpResponse]


class SignInNeeded(Exception):
    """The visitor is unknown: they may sign in and come back."""


def get_tournament_for(request: HttpRequest, slug: str, *roles: str) -> tuple[Tournament, StaffMember]:
    """Return the tournament and who is asking, if they may: a director may do all that a checker or judge may.

    Raises:
        SignInNeeded: the visitor has neither signed in nor joined by an invitation.
        Http404: there is no such tournament, or none that they may know of.
        PermissionDenied: they work at the event, but in another role, or their access has ended.
    """
    kept = request.session.get(SESSION_KEY, [])
    user = request.user
    if not kept and not user.is_authenticated:
        raise SignInNeeded
    mine = Q(pk__in=kept)
    if user.is_authenticated:
        mine |= Q(user=user)
    # A script that polls says so, where the site has a certificate or is this computer.
    is_opened = request.headers.get("Sec-Fetch-Mode", "navigate") == "navigate"
    shows_nav = request.method == "GET" and is_opened and not htmx_of(request)
    members = _with_stations() if shows_nav else StaffMember.objects.all()
    members = members.filter(mine, tournament__slug=slug, tournament__deleted_at=None)
    now = timezone.now()
    # The latest to come in counts first, in a role that may open the page.
    order = {pk: place for place, pk in enumerate(kept, start=1)}
    found = sorted(
        members.select_related("tournament", "invitation"),
        key=lambda one: (not one.may_work(now), one.role not in roles, -order.get(one.pk, 0), -one.pk),
    )
    if not found:
        raise Http404("no such tournament")
    member = found[0]
    # What is saved or polled shows no navigation, or only with a refusal: it asks then.
    again = _with_stations().select_related("tournament")
    member.done = lambda: _done(member if shows_nav else again.get(pk=member.pk))
    if not member.may_work(now):
        ask = "to restore it" if member.ended_at else "for a new invitation"
        raise PermissionDenied(f"Your access to this event has ended. Ask the director {ask}.")
    if member.role not in roles:
        named = " and ".join(f"{Role(role).label}s" for role in roles)
        raise PermissionDenied(f"This page is for {named}. You are here as {member.role}.")
    if len(found) > 1:
        others = {one.pk: one for one in (*member.others_here, *found) if one.pk != member.pk}
        member.others_here = list(others.values())
        member.other_roles = tuple({one.role for one in found[1:] if one.may_work(now)})
    if now - member.last_seen_at > SEEN_EVERY:
        with attempt():
            StaffMember.objects.filter(pk=member.pk).update(last_seen_at=now)
            if user.is_authenticated:
                note_seen(request)
    return member.tournament, member


_KEPT = threading.local()


def _with_stations() -> QuerySet[StaffMember]:
    """Return staff with what the database tells of the event's stations: every page asks it, so it is built once.

    Once in each thread: its subqueries count their aliases while they are written as SQL.
    """
    if hasattr(_KEPT, "staff"):
        return cast("QuerySet[StaffMember]", _KEPT.staff)
    entrants = Entrant.objects.filter(tournament=OuterRef("tournament"))
    awaited = entrants.counting().filter(seat="", checked_in_at=None)
    has_begun, cards_in = cards_of_members()
    door_done = (Exists(entrants.exclude(seat="")) & ~Exists(awaited)) | has_begun
    stations = {"door_done": door_done, "cards_in": cards_in, "cards_as_posted": cards_posted_of_members()}
    _KEPT.staff = StaffMember.objects.annotate(**stations)
    return _with_stations()


def _done(member: Any) -> frozenset[str]:
    event = member.tournament
    if event.latest_posting:
        # What is posted was played, entered and checked. A correction that changes the standings is to be posted, too.
        last = ["Check", *["Playoffs"] * (not event.has_playoffs)]
        return frozenset(["Door", "Play", "Cards", *last * (member.cards_as_posted or is_as_posted(event))])
    return frozenset(["Door"] * member.door_done + ["Play", "Cards"] * bool(member.cards_in))


def works_at(session: Mapping[str, Any], slug: str, *roles: str) -> bool:
    """Tell, from what a session holds, whether somebody works at an event as a director or in one of these roles.

    It is asked before a request is read; the page itself asks again, and more closely.
    """
    mine = Q(pk__in=session.get(SESSION_KEY, []))
    if (user := session.get(USER_KEY)) is not None:
        mine |= Q(user=user)
    members = StaffMember.objects.filter(mine, tournament__slug=slug, tournament__deleted_at=None)
    now = timezone.now()
    found = members.filter(role__in=(Role.DIRECTOR, *roles)).select_related("invitation")
    return any(member.may_work(now) for member in found)


def back_to(page: str, tag: int = messages.WARNING) -> View:
    """Lead back to a page of the event, which says what was refused."""

    def show(request: EventRequest, **_: object) -> HttpResponse:
        messages.add_message(request, tag, str(request.refusal))
        return redirect(page, request.event.slug)

    return show


def staff_page(*roles: str, shows: View | None = None) -> Callable[[View], View]:
    """Make a view of one tournament a page for staff; the request has the event and who is asking.

    ``roles`` are those besides the director who may open it. Without a session, a page leads to signing in and
    a fragment tells htmx to go there. What the view refuses is said on the page that ``shows`` renders, where
    templates know it as ``refusal``; it is called like the view.
    """
    allowed = (Role.DIRECTOR.value, *roles)

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapper(request: EventRequest, slug: str, **kwargs: Any) -> HttpResponse:
            try:
                request.event, request.me = get_tournament_for(request, slug, *allowed)
            except SignInNeeded:
                return to_sign_in(request)
            except PermissionDenied as refusal:
                if htmx_of(request):
                    return refused_in_place(request, str(refusal))
                raise
            if request.method == "POST" and is_of_before(request.POST):
                return _of_before(request)
            try:
                response = view(request, **kwargs)
            except Refused as refused:
                if shows is None:
                    raise
                request.refusal = refused
                response = shows(request, **kwargs)
                if response.status_code == 200:
                    response.status_code = refused.status
            except Tournament.DoesNotExist as deleted:
                raise Http404("deleted meanwhile") from deleted
            # No browser or proxy keeps what only staff may see.
            patch_cache_control(response, private=True, no_store=True)
            return response

        wrapper.__dict__["roles"] = allowed
        # Django's own requirement of an account is replaced, not dropped: invited staff have none.
        return cast("View", login_not_required(wrapper))

    return decorate


@cache
def roles_by_page() -> Mapping[str, tuple[str, ...]]:
    """Return the roles that may open each page for staff, by the name of its address: what its view says itself."""
    return dict(_pages_of(get_resolver()))


def _pages_of(resolver: URLResolver, namespace: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    for entry in resolver.url_patterns:
        if isinstance(entry, URLResolver):
            yield from _pages_of(entry, f"{namespace}{entry.namespace}:" if entry.namespace else namespace)
        elif (roles := getattr(entry.callback, "roles", None)) is not None:
            yield f"{namespace}{entry.name}", roles


def may_open(member: StaffMember, page: str) -> bool:
    """Tell whether somebody's roles let them open a page for staff, named as its address is (``tournaments:log``)."""
    return not {member.role, *member.other_roles}.isdisjoint(roles_by_page()[page])


def _of_before(request: EventRequest) -> HttpResponse:
    """Refuse a form that was made before the event went on from an older copy; what was typed stays to be read."""
    if htmx_of(request):
        return refused_in_place(request, OF_BEFORE, status=409)
    context = {"reason": OF_BEFORE, "typed": typed_in(request), "page": page_before(request)}
    return render(request, "tournaments/staff/not_saved.html", context, status=409)


def to_sign_in(request: HttpRequest) -> HttpResponse:
    """Send somebody to sign in and back; htmx loads the sign-in page whole. What was typed stays to be read first."""
    if htmx_of(request):
        wanted = urlencode({"next": page_before(request)})
        return HttpResponseClientRedirect(f"{reverse('tournaments:sign-in')}?{wanted}")
    if request.method != "POST":
        return redirect_to_login(request.get_full_path(), reverse("tournaments:sign-in"))
    # A script that sends a form looks whether it is led elsewhere, and keeps what it sent.
    if "text/html" in request.headers.get("Accept", "") and (typed := typed_in(request)):
        context = {"reason": SIGNED_OUT, "typed": typed, "page": page_before(request)}
        return render(request, "tournaments/staff/not_saved.html", context, status=403)
    return redirect_to_login(page_before(request), reverse("tournaments:sign-in"))
