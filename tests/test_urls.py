"""Every address has a stated access rule, and keeps it."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver

from brackets.event_files.store import import_event
from tests.events import round_robin
from tests.test_layers import APPS
from tests.valid import wrong_in
from tournaments.pages import page_url

PUBLIC = "public"
WAY_IN = "way in"  # open to strangers, but not a page about an event
SIGNED_IN = "signed in"
DIRECTOR = "director"
CHECKER = "checker"  # and the director, as in all that follow
JUDGE = "judge"
STAFF = "staff"
BY_CODE = "by code"  # whoever has the code of a card; tests/scorecards/reporting/test_codes.py asks without one

# Whoever adds an address states here who may open it. tests/test_access.py walks them all as everybody.
ACCESS = {
    "": PUBLIC,
    "t/<slug:slug>/now/": PUBLIC,
    "help/": PUBLIC,
    "help/booklet/": PUBLIC,
    "help/<str:name>/": PUBLIC,
    "sign-in/": WAY_IN,
    "sign-in/code/": WAY_IN,
    "sign-in/<str:secret>/": WAY_IN,
    "sign-out/": WAY_IN,
    "join/<str:secret>/": WAY_IN,
    "laptop/": WAY_IN,  # only on the computer that serves, which the client of the tests sits at
    "laptop/continue/": WAY_IN,
    "account/": SIGNED_IN,
    "account/password/": SIGNED_IN,
    "account/confirm/": SIGNED_IN,
    "account/sign-ins/<int:number>/end/": SIGNED_IN,
    "account/sign-ins/end/": SIGNED_IN,
    "account/second-step/": SIGNED_IN,
    "account/everything/": SIGNED_IN,
    "new/": SIGNED_IN,
    "practice/": SIGNED_IN,
    "t/<slug:slug>/practice/cards/": CHECKER,
    "t/<slug:slug>/practice/end/": DIRECTOR,
    "new/restore/": SIGNED_IN,
    "t/<slug:slug>/desk/": STAFF,
    "t/<slug:slug>/staff/": DIRECTOR,
    "t/<slug:slug>/staff/invitations/": DIRECTOR,
    "t/<slug:slug>/staff/invitations/<int:number>/end/": DIRECTOR,
    "t/<slug:slug>/staff/invitations/<int:number>/reopen/": DIRECTOR,
    "t/<slug:slug>/staff/<int:number>/code/": DIRECTOR,
    "t/<slug:slug>/staff/directors/": DIRECTOR,
    "t/<slug:slug>/staff/<int:number>/end/": DIRECTOR,
    "t/<slug:slug>/staff/<int:number>/restore/": DIRECTOR,
    "t/<slug:slug>/log/": DIRECTOR,
    "t/<slug:slug>/log/csv/": DIRECTOR,
    "t/<slug:slug>/hall/": DIRECTOR,
    "t/<slug:slug>/hall/backups/": DIRECTOR,
    "t/<slug:slug>/settings/": DIRECTOR,
    "t/<slug:slug>/settings/archive/": DIRECTOR,
    "t/<slug:slug>/settings/copy/": DIRECTOR,
    "t/<slug:slug>/settings/visibility/": DIRECTOR,
    "t/<slug:slug>/settings/delete/": DIRECTOR,
    "account/events/<int:number>/restore/": SIGNED_IN,
    "t/<slug:slug>/entrants/": DIRECTOR,
    "t/<slug:slug>/entrants/check-in/": DIRECTOR,
    "t/<slug:slug>/entrants/known/": DIRECTOR,
    "t/<slug:slug>/entrants/undo/<int:entry>/": DIRECTOR,
    "t/<slug:slug>/entrants/entrants.csv": DIRECTOR,
    "t/<slug:slug>/entrants/entrants.xlsx": DIRECTOR,
    "t/<slug:slug>/entrants/import/": DIRECTOR,
    "t/<slug:slug>/entrants/import/store/": DIRECTOR,
    "t/<slug:slug>/entrants/<int:number>/": DIRECTOR,
    "t/<slug:slug>/entrants/<int:number>/call/": DIRECTOR,
    "t/<slug:slug>/entrants/<int:number>/check-in/": DIRECTOR,
    "t/<slug:slug>/entrants/<int:number>/fee/": DIRECTOR,
    "t/<slug:slug>/entrants/<int:number>/merge/": DIRECTOR,
    "t/<slug:slug>/entrants/<int:number>/name/": DIRECTOR,
    "t/<slug:slug>/entrants/did-not-come/": DIRECTOR,
    "t/<slug:slug>/entrants/<int:number>/withdrawal/": DIRECTOR,
    "t/<slug:slug>/entrants/<int:number>/reinstatement/": DIRECTOR,
    "t/<slug:slug>/entrants/<int:number>/substitutes/": DIRECTOR,
    "t/<slug:slug>/entrants/<int:number>/substitutes/<int:substitution>/removal/": DIRECTOR,
    "t/<slug:slug>/entrants/<int:number>/removal/": DIRECTOR,
    "t/<slug:slug>/cards/": CHECKER,
    "t/<slug:slug>/cards/open/": STAFF,
    "t/<slug:slug>/find/": STAFF,
    "t/<slug:slug>/cards/totals/": CHECKER,
    "t/<slug:slug>/cards/slips/": CHECKER,
    "t/<slug:slug>/cards/slips/take-back/": CHECKER,
    "t/<slug:slug>/cards/<int:number>/": CHECKER,
    "t/<slug:slug>/cards/<int:number>/presence/": CHECKER,
    "t/<slug:slug>/cards/photographs/": CHECKER,
    "t/<slug:slug>/cards/photographs/send/": CHECKER,
    "t/<slug:slug>/cards/photographs/set-aside/": CHECKER,
    "t/<slug:slug>/cards/photographs/settings/": DIRECTOR,
    "t/<slug:slug>/cards/photographs/settings/boxes.zip": DIRECTOR,
    "t/<slug:slug>/cards/photographs/<int:pk>/image/": CHECKER,
    "t/<slug:slug>/cards/photographs/<int:pk>/original/": CHECKER,
    "t/<slug:slug>/cards/photographs/confirm/": CHECKER,
    "t/<slug:slug>/cards/photographs/<int:pk>/": CHECKER,
    "t/<slug:slug>/cards/photographs/<int:pk>/presence/": CHECKER,
    "t/<slug:slug>/cards/photographs/<int:pk>/whose/": CHECKER,
    "t/<slug:slug>/cards/photographs/<int:pk>/set-aside/": CHECKER,
    "t/<slug:slug>/ranking/": CHECKER,
    "t/<slug:slug>/ranking/tie-games/": CHECKER,
    "t/<slug:slug>/ranking/tie-games/<int:number>/end/": CHECKER,
    "t/<slug:slug>/ranking/tie-orders/": DIRECTOR,
    "t/<slug:slug>/ranking/tie-orders/<int:number>/end/": DIRECTOR,
    "t/<slug:slug>/ranking/exemption/": DIRECTOR,
    "t/<slug:slug>/ranking/evidence/": CHECKER,
    "t/<slug:slug>/ranking/evidence/<int:number>/": CHECKER,
    "t/<slug:slug>/matches/": PUBLIC,
    "t/<slug:slug>/club-matches/": CHECKER,
    "t/<slug:slug>/club-matches/posting/": DIRECTOR,
    "t/<slug:slug>/club-matches/<int:number>/": CHECKER,
    "t/<slug:slug>/club-matches/<int:number>/undo/": CHECKER,
    "t/<slug:slug>/club-matches/<int:number>/removal/": CHECKER,
    "t/<slug:slug>/check/": CHECKER,
    "t/<slug:slug>/check/tables/": CHECKER,
    "t/<slug:slug>/check/own-card/": CHECKER,
    "t/<slug:slug>/check/own-card/<int:number>/": DIRECTOR,
    "t/<slug:slug>/check/print/": CHECKER,
    "t/<slug:slug>/check/game/": DIRECTOR,
    "t/<slug:slug>/check/<slug:key>/": CHECKER,
    "t/<slug:slug>/check/<slug:key>/as-written/": CHECKER,
    "t/<slug:slug>/check/<slug:key>/lines/<int:number>/": CHECKER,
    "t/<slug:slug>/check/<slug:key>/lines/<int:number>/undo/": CHECKER,
    "t/<slug:slug>/check/<slug:key>/initials/": CHECKER,
    "t/<slug:slug>/check/<slug:key>/initials/take-back/": CHECKER,
    "t/<slug:slug>/check/<slug:key>/decision/": DIRECTOR,
    "t/<slug:slug>/check/<slug:key>/decision/take-back/": DIRECTOR,
    "t/<slug:slug>/reports/": CHECKER,
    "t/<slug:slug>/reports/call/": DIRECTOR,
    "t/<slug:slug>/reports/closing/": DIRECTOR,
    "t/<slug:slug>/reports/closing/undo/": DIRECTOR,
    "t/<slug:slug>/reports/unlocking/": CHECKER,
    "t/<slug:slug>/reports/handover/": CHECKER,
    "t/<slug:slug>/reports/handover/picture/": CHECKER,
    "t/<slug:slug>/reports/codes/": DIRECTOR,
    "t/<slug:slug>/reports/codes/<int:number>/": DIRECTOR,
    "t/<slug:slug>/practice/": PUBLIC,
    "t/<slug:slug>/me/<str:code>/": BY_CODE,
    "t/<slug:slug>/me/<str:code>/now/": BY_CODE,
    "t/<slug:slug>/me/<str:code>/worker.js": BY_CODE,
    "t/<slug:slug>/me/<str:code>/device/": BY_CODE,
    "t/<slug:slug>/me/<str:code>/signing/": BY_CODE,
    "t/<slug:slug>/me/<str:code>/games/<int:game>/": BY_CODE,
    "t/<slug:slug>/me/<str:code>/games/<int:game>/initials/": BY_CODE,
    "t/<slug:slug>/me/<str:code>/games/<int:game>/denial/": BY_CODE,
    "t/<slug:slug>/me/<str:code>/games/<int:game>/stranger/": BY_CODE,
    "t/<slug:slug>/me/<str:code>/games/<int:game>/unlocking/": BY_CODE,
    "t/<slug:slug>/me/<str:code>/games/<int:game>/judge/": BY_CODE,
    "t/<slug:slug>/seats/": PUBLIC,
    "t/<slug:slug>/seating/": DIRECTOR,
    "t/<slug:slug>/seating/draw/": DIRECTOR,
    "t/<slug:slug>/seating/clear/": DIRECTOR,
    "t/<slug:slug>/seating/undo/<int:entry>/": DIRECTOR,
    "t/<slug:slug>/seating/seats/<int:number>/": DIRECTOR,
    "t/<slug:slug>/seating/schedule/": DIRECTOR,
    "t/<slug:slug>/seating/movements/": DIRECTOR,
    "t/<slug:slug>/seating/schedule/more/": DIRECTOR,
    "t/<slug:slug>/seating/schedule/whole/": DIRECTOR,
    "t/<slug:slug>/seating/schedule/make/": DIRECTOR,
    "t/<slug:slug>/seating/schedule/games/<int:number>/": DIRECTOR,
    "t/<slug:slug>/seating/schedule/robin/": DIRECTOR,
    "t/<slug:slug>/seating/pools/": DIRECTOR,
    "t/<slug:slug>/seating/print/days/": DIRECTOR,
    "t/<slug:slug>/seating/print/boards/": DIRECTOR,
    "t/<slug:slug>/seating/schedule/latecomer/": DIRECTOR,
    "t/<slug:slug>/seating/schedule/chair/": DIRECTOR,
    "t/<slug:slug>/seating/schedule/out/": DIRECTOR,
    "t/<slug:slug>/seating/schedule/table/": DIRECTOR,
    "t/<slug:slug>/seating/schedule/schedule.csv": DIRECTOR,
    "t/<slug:slug>/seating/schedule/import/": DIRECTOR,
    "t/<slug:slug>/seating/schedule/import/store/": DIRECTOR,
    "t/<slug:slug>/seating/print/seats/": DIRECTOR,
    "t/<slug:slug>/seating/print/cards/": DIRECTOR,
    "t/<slug:slug>/seating/print/photo-cards/": DIRECTOR,
    "t/<slug:slug>/seating/print/tables/": DIRECTOR,
    "t/<slug:slug>/seating/print/caller/": DIRECTOR,
    "t/<slug:slug>/seating/print/movement/": DIRECTOR,
    "healthz": PUBLIC,
    "t/<slug:slug>/": PUBLIC,
    "t/<slug:slug>/standings/": PUBLIC,
    "t/<slug:slug>/standings/<int:number>/": PUBLIC,
    "t/<slug:slug>/p/<int:number>/": PUBLIC,
    "t/<slug:slug>/bracket/": PUBLIC,
    "t/<slug:slug>/postings/": PUBLIC,
    "t/<slug:slug>/postings/<int:number>/": PUBLIC,
    "t/<slug:slug>/postings/<int:posting>/cards/<int:number>/": PUBLIC,
    "t/<slug:slug>/post/": CHECKER,
    "t/<slug:slug>/post/closing/": DIRECTOR,
    "t/<slug:slug>/post/reveal/": DIRECTOR,
    "t/<slug:slug>/post/hold/removal/": DIRECTOR,
    "t/<slug:slug>/post/waivers/": DIRECTOR,
    "t/<slug:slug>/post/waivers/<slug:item>/removal/": DIRECTOR,
    "t/<slug:slug>/playoffs/": CHECKER,
    "t/<slug:slug>/playoffs/draw/": DIRECTOR,
    "t/<slug:slug>/playoffs/draw/removal/": DIRECTOR,
    "t/<slug:slug>/playoffs/left/": DIRECTOR,
    "t/<slug:slug>/playoffs/quick/": CHECKER,
    "t/<slug:slug>/playoffs/<int:round_number>/start/": CHECKER,
    "t/<slug:slug>/playoffs/<int:round_number>/tables/": CHECKER,
    "t/<slug:slug>/playoffs/<int:round_number>/<int:slot>/result/": CHECKER,
    "t/<slug:slug>/playoffs/<int:round_number>/<int:slot>/take-back/": CHECKER,
    "t/<slug:slug>/playoffs/<int:round_number>/<int:slot>/forfeit/": CHECKER,
    "t/<slug:slug>/playoffs/<int:round_number>/<int:slot>/give/": DIRECTOR,
    "t/<slug:slug>/playoffs/<int:round_number>/<int:slot>/absence/": CHECKER,
    "t/<slug:slug>/playoffs/<int:round_number>/<int:slot>/table/": CHECKER,
    "t/<slug:slug>/results/": PUBLIC,
    "t/<slug:slug>/results/standings.csv": PUBLIC,
    "t/<slug:slug>/results/bracket.csv": PUBLIC,
    "t/<slug:slug>/results/awards.csv": PUBLIC,
    "t/<slug:slug>/results/results.xlsx": PUBLIC,
    "t/<slug:slug>/standings.json": PUBLIC,
    "t/<slug:slug>/bracket.json": PUBLIC,
    "t/<slug:slug>/results.json": PUBLIC,
    "t/<slug:slug>/event-file/": DIRECTOR,
    "t/<slug:slug>/awards/": DIRECTOR,
    "t/<slug:slug>/awards/points/<int:number>/": DIRECTOR,
    "t/<slug:slug>/awards/points/<int:number>/removal/": DIRECTOR,
    "t/<slug:slug>/awards/hands/": DIRECTOR,
    "t/<slug:slug>/awards/hands/<int:number>/removal/": DIRECTOR,
    "t/<slug:slug>/side-events/": DIRECTOR,
    "t/<slug:slug>/publish/": DIRECTOR,
    "t/<slug:slug>/publish/targets/": DIRECTOR,
    "t/<slug:slug>/publish/site.zip": DIRECTOR,
    "t/<slug:slug>/publish/page.html": DIRECTOR,
    "t/<slug:slug>/acc-report/": DIRECTOR,
    "t/<slug:slug>/acc-report/facts/": DIRECTOR,
    "t/<slug:slug>/acc-report/numbers/": DIRECTOR,
    "t/<slug:slug>/acc-report/members/": DIRECTOR,
    "t/<slug:slug>/acc-report/members/removal/": DIRECTOR,
    "t/<slug:slug>/acc-report/report.json": DIRECTOR,
    "t/<slug:slug>/acc-report/report.csv": DIRECTOR,
    "t/<slug:slug>/acc-report/report.xlsx": DIRECTOR,
    "t/<slug:slug>/money/": DIRECTOR,
    "t/<slug:slug>/money/fund/": DIRECTOR,
    "t/<slug:slug>/money/payout/": DIRECTOR,
    "t/<slug:slug>/money/templates/": DIRECTOR,
    "t/<slug:slug>/money/payments/": DIRECTOR,
    "t/<slug:slug>/money/payments/<int:number>/removal/": DIRECTOR,
    "t/<slug:slug>/money/pools/": DIRECTOR,
    "t/<slug:slug>/money/pools/<int:number>/": DIRECTOR,
    "t/<slug:slug>/money/pools/<int:number>/removal/": DIRECTOR,
    "t/<slug:slug>/money/money.csv": DIRECTOR,
    "t/<slug:slug>/money/money.xlsx": DIRECTOR,
    "t/<slug:slug>/season/": PUBLIC,
    "t/<slug:slug>/season/season.csv": PUBLIC,
    "t/<slug:slug>/season.json": PUBLIC,
    "t/<slug:slug>/matches/matches.csv": PUBLIC,
    "t/<slug:slug>/matches.json": PUBLIC,
    "t/<slug:slug>/season/edit/": DIRECTOR,
    "t/<slug:slug>/season/joining/": DIRECTOR,
    "t/<slug:slug>/season/leaving/": DIRECTOR,
    "t/<slug:slug>/screen/": PUBLIC,
    "t/<slug:slug>/announcements/": DIRECTOR,
    "t/<slug:slug>/announcements/<int:number>/": DIRECTOR,
    "t/<slug:slug>/announcements/<int:number>/withdrawal/": DIRECTOR,
    "t/<slug:slug>/calls/": JUDGE,
    "t/<slug:slug>/calls/new/": JUDGE,
    "t/<slug:slug>/calls/<int:number>/": JUDGE,
    "t/<slug:slug>/calls/<int:number>/ruling/": JUDGE,
    "t/<slug:slug>/calls/<int:number>/signatures/": JUDGE,
    "t/<slug:slug>/calls/<int:number>/signatures/<int:place>/removal/": JUDGE,
    "t/<slug:slug>/calls/<int:number>/disagreement/": JUDGE,
    "t/<slug:slug>/calls/<int:number>/disagreement/removal/": JUDGE,
    "t/<slug:slug>/calls/<int:number>/closing/": JUDGE,
    "t/<slug:slug>/calls/<int:number>/players/": JUDGE,
    "t/<slug:slug>/calls/judges/": JUDGE,
    "t/<slug:slug>/calls/judges/head/": DIRECTOR,
    "t/<slug:slug>/calls/relations/": DIRECTOR,
    "t/<slug:slug>/calls/relations/<int:relation>/removal/": DIRECTOR,
    "t/<slug:slug>/calls/log/": JUDGE,
    "t/<slug:slug>/calls/log/csv/": JUDGE,
    "t/<slug:slug>/calls/play/": JUDGE,
    "t/<slug:slug>/calls/hand/": JUDGE,
    "t/<slug:slug>/rules/": STAFF,
    "t/<slug:slug>/calls/high-hands/": JUDGE,
    "t/<slug:slug>/calls/high-hands/<int:hand>/removal/": JUDGE,
    "rules/": PUBLIC,
    "rules/changes/": PUBLIC,
    "rules/<str:edition>/": PUBLIC,
    "rules/<str:edition>/<str:number>/": PUBLIC,
}


def addresses(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """Return the address of every view, as the URL tables write it."""
    for pattern in patterns:
        address = f"{before}{pattern.pattern}"
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, address)
        else:
            yield address


def test_every_address_has_an_access_rule() -> None:
    assert sorted(addresses(get_resolver().url_patterns)) == sorted(ACCESS)


def test_no_address_is_given_twice() -> None:
    found = list(addresses(get_resolver().url_patterns))

    assert len(found) == len(set(found))


def test_every_link_of_a_template_has_a_view() -> None:
    """A link inside a condition that is seldom met would else end the page only when it is."""
    resolver = get_resolver()
    spaces = {"": resolver, **{name: space for name, (_, space) in resolver.namespace_dict.items()}}
    names = {f"{space}:{name}".lstrip(":") for space, found in spaces.items() for name in found.reverse_dict}
    wanted = {
        name
        for path in (Path(settings.BASE_DIR) / "templates").rglob("*.html")
        for name in re.findall(r"""{% url ['"]([^'"]+)""", path.read_text())
    }

    assert (len(wanted) > 50, wanted - names) == (True, set())


def test_every_page_that_apps_lead_to_by_name_is_there_and_is_led_to() -> None:
    used = {
        name
        for app in ("templates", *APPS)
        for path in (Path(settings.BASE_DIR) / app).rglob("*.*")
        if path.suffix in (".html", ".py")
        for name in re.findall(r"""page_url\(?\s*['"]([^'"]+)""", path.read_text())
    }

    assert used == set(settings.PAGES)
    assert [page for page in settings.PAGES if not leads_somewhere(page)] == []


def leads_somewhere(page: str) -> bool:
    """Whether a page of the site, of an event, of one thing in it, or of a rule has this name."""
    for arguments in ((), ("bay",), ("bay", 1), ("acc-2020", "12.2.c")):
        with suppress(NoReverseMatch):
            return bool(page_url(page, *arguments))
    return False


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/nowhere/", "/t/", "/t//", "/admin/", "/t/a b/", "/standings/"])
def test_unknown_address_is_not_there(address: str, client: Client) -> None:
    response = client.get(address)

    assert (response.status_code, wrong_in(response.content.decode())) == (404, [])


@pytest.mark.django_db
def test_address_without_its_last_slash_leads_to_the_page(client: Client) -> None:
    tournament = import_event(event_file=round_robin())

    response = client.get(tournament.get_absolute_url().rstrip("/"))

    assert (response.status_code, response["Location"]) == (301, tournament.get_absolute_url())
