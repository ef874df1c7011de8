"""The site as the server of ``make run`` calls it: the front, and the site behind it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpResponse, parse_cookie
from django.http.request import split_domain_port, validate_host

from config.addresses import client_address
from config.background.renewal import TOLD
from config.busy import busy_page, closing_connections
from config.followers import Followers
from config.front import Answer, Environment, Front
from config.wsgi import application as site
from tournaments.hall_check.visits import VISITS
from tournaments.models import Role
from tournaments.page_cache.cache import PAGE_CACHE
from tournaments.page_cache.versions import tags_of
from tournaments.staff.access import works_at
from tournaments.term import standing

QUICK = re.compile(r"/healthz|/static/.+|/t/[-\w]+/now/")


def get_ready() -> None:
    """Connect this thread to the database, which reads what it knows of each table when that is asked for first."""
    with closing_connections(), suppress(DatabaseError), connection.cursor() as cursor:
        for table in connection.introspection.django_table_names():
            cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 0")  # noqa: S608 - our own tables


def is_ours(host: str) -> bool:
    """Tell whether a Host header names this site."""
    return validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)


def knows(cookies: str) -> bool:
    """Tell whether somebody has signed in or joined with the session that the cookies name."""
    with closing_connections():
        return bool(session_of(cookies))


def may_photograph(cookies: str, event: str) -> bool:
    """Tell whether the cookies name somebody who may enter cards of an event, and so send photographs of them."""
    with closing_connections():
        return works_at(session_of(cookies), event, Role.CHECKER)


def session_of(cookies: str) -> Mapping[str, Any]:
    """Return what the session holds that the cookies name."""
    key = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME)
    return import_module(settings.SESSION_ENGINE).SessionStore(key).load() if key else {}


def answer_of(page: HttpResponse) -> Answer:
    """Return a page as the front answers it."""
    headers = [(name.lower().encode(), value.encode()) for name, value in page.items()]
    return Answer(page.status_code, headers, page.content)


def is_quick(environ: Environment) -> bool:
    """Tell whether an answer is ready: a page for everybody that nobody who asks for it need wait for, or a file."""
    path = environ["PATH_INFO"]
    if QUICK.fullmatch(path):
        return True
    page = None if "HTTP_HX_REQUEST" in environ else PAGE_CACHE.peek((path, environ["QUERY_STRING"], ""))
    return page is not None and environ.get(TOLD, page.page_version.tag) == page.page_version.tag


def make_front(is_ending: Callable[[], bool] = lambda: False) -> Front:
    """Put the front before the site."""

    def busy() -> Answer:
        return answer_of(busy_page())

    return Front(
        site,
        busy=busy,
        knows=knows,
        may_photograph=may_photograph,
        is_quick=is_quick,
        followers=Followers(closing_connections()(tags_of), is_ours, lambda: is_ending() or not standing().serves),
        address_of=lambda environ: client_address(environ, settings.PROXIES),
        saw=VISITS.note,
        session_cookie=settings.SESSION_COOKIE_NAME,
    )


application = make_front()
