"""Each guide of Help is walked to the letter: every step's page has what it names, and pressing it leads on.

With ``GUIDE_PICTURES`` in the environment the walk makes the pictures (``make guide``).
"""

import io
import os
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Error, Locator, Page, Request, expect

from brackets.demo.club import make_matches
from brackets.demo.event import Station, make_event
from brackets.demo.store import store_tournament
from brackets.demo.views import day
from brackets.event_files.store import import_event
from brackets.models import Bracket, Posting
from scorecards.models.reports import secret_of
from tests.browser.fit import faults
from tests.browser.pages import PATIENCE, sign_in_user
from tests.browser.snapshots import Store
from tests.conftest import ROOT
from tests.scorecards.reporting.phones import switch_phones
from tests.tournaments.staff.people import make_invitation
from tournaments.events.time_zones import today_in
from tournaments.help.guide import CHAPTERS, SITE, Section, Step, chapters
from tournaments.models import Entrant, StaffMember, Tournament

PICTURES = ROOT / "static" / "guide"
MOST = 40_000
"""Bytes of a picture."""
WIDE = {"viewport": {"width": 800, "height": 520}}
PHONE = {"viewport": {"width": 400, "height": 560}, "device_scale_factor": 2}
SCREENS = {"judge": PHONE, "player": PHONE}
PLAYER = 3
INVITED = {"checker": "cards", "judge": "play"}
"""Roles with the event that they are invited to, by a link that ends with the name of the role."""
MARK = """element => {
    const box = element.getBoundingClientRect(), mark = document.createElement('div'), style = mark.style
    mark.id = 'marked'
    Object.assign(style, { position: 'fixed', zIndex: 9999, border: '4px solid #c2185b', borderRadius: '8px',
        pointerEvents: 'none', left: `${box.left - 8}px`, top: `${box.top - 8}px`,
        width: `${box.width + 16}px`, height: `${box.height + 16}px`, boxSizing: 'border-box' })
    ;(element.closest('[popover], dialog') ?? document.body).append(mark)
}"""


def put_up_events() -> dict[str, str]:
    """Store the events that the steps name, and return the address of each."""
    director = User.objects.create_user("Dana Ashdown")
    events = {station.value: store_tournament(day(station), station, director) for station in list(Station)[:4]}
    ready = events["ready"] = store_tournament(day(Station.PLAYOFFS), Station.PLAYOFFS, director)
    Bracket.objects.filter(tournament=ready).delete()
    Posting.objects.filter(tournament=ready).delete()
    made = make_event(players=24, games=9, seed=5, name="Posted", playoff_rounds=1)
    events["posted"] = store_tournament(made, Station.PLAYOFFS, director)
    events["club"] = import_event(event_file=make_matches(), director=director)
    Entrant.objects.filter(tournament=events["club"]).update(seat="")
    names = {event.pk: f"Harbor {name.title()}" for name, event in events.items()}
    for event in Tournament.objects.all():
        event.name, event.practice, event.is_hidden = names[event.pk], "", False
        event.latest_posting = 0 if event == ready else event.latest_posting
        event.starts_on = today_in(event.time_zone)
        event.save()
    switch_phones(Tournament.objects.get(pk=events["play"].pk), is_on=True)
    for role, event in INVITED.items():
        make_invitation(events[event], role, secret=role)
    StaffMember.objects.update(name="Dana Ashdown", initials="DA")
    return {SITE: "/", **{name: event.get_absolute_url() for name, event in events.items()}}


def code() -> str:
    """Return the code of the card that the player's guide reports games on."""
    event = Tournament.objects.get(name="Harbor Play")
    return secret_of(Entrant.objects.get(tournament=event, number=PLAYER).pk, 1)


def control(page: Page, step: Step) -> Locator:
    """Return what a step presses: the first of its name."""
    if step.role == "label":  # is pressed for the button in it, which nobody sees
        found = page.locator("label", has_text=re.compile(rf"^\s*{re.escape(step.name)}\s*$"))
    elif step.role == "summary":
        found = page.locator("summary", has_text=step.name)
    else:
        role: Any = step.role
        found = page.get_by_role(role, name=step.name)
    return found.filter(visible=True).first


def do(page: Page, step: Step, sent: set[Request]) -> None:
    """Press what a step names, or type there what it says, and wait until all that is ``sent`` is answered."""
    found = control(page, step)
    if step.typed:
        found.fill(step.typed)
        if step.where != "." and found.evaluate("element => element.tagName") == "INPUT":
            found.press("Enter")
    elif step.role in ("button", "link", "label", "summary"):
        found.click()
    page.wait_for_load_state()
    page.locator(".htmx-request").first.wait_for(state="detached")
    page.wait_for_function("() => true")
    for _ in range(PATIENCE // 20):
        if sent:
            page.wait_for_timeout(20)


def photograph(page: Page, section: Section) -> None:
    """Make the picture of a step."""
    from PIL import Image  # comes with the extra photo; only whoever makes pictures needs it

    assert section.step is not None
    found = control(page, section.step)
    found.evaluate("element => element.scrollIntoView({ block: 'center', behavior: 'instant' })")
    page.evaluate("document.activeElement?.blur()")
    found.evaluate(MARK)
    shot = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    shot.save(PICTURES / section.step.picture, "WEBP", quality=60, method=6)
    page.evaluate("document.getElementById('marked').remove()")


@pytest.mark.thorough
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_guide_is_walked_to_the_letter(chapter: str, browser: Any, live_server: Any, store: Store) -> None:
    addresses = store(put_up_events)
    context: BrowserContext = browser.new_context(
        base_url=live_server.url, service_workers="block", color_scheme="light", **SCREENS.get(chapter, WIDE)
    )
    context.set_default_timeout(PATIENCE)
    if chapter != "player":
        sign_in_user(context, User.objects.get(), live_server.url)
    page = context.new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    sent: set[Request] = set()
    page.on("request", lambda request: sent.add(request) if request.method == "POST" else None)
    page.on("requestfinished", lambda request: sent.discard(request))
    page.on("requestfailed", lambda request: sent.discard(request))
    wrong = []

    for section in chapters()[chapter].steps:
        step = section.step
        assert step is not None
        if step.where != ".":
            response = page.goto(addresses[step.event] + step.address.replace("{code}", code()))
            assert response is not None
            assert response.status < 400, section
        try:
            control(page, step).wait_for()
        except Error as error:
            wrong.append(f"{section.title}: no {step.role} {step.name!r} at {page.url}: {str(error)[:60]}")
            continue
        shown = " ".join(page.locator("body").inner_text().split()).casefold()
        names = re.findall(r"<em>(.+?)</em>", section.html)
        wrong += [f"{section.title}: {name}" for name in names if name.casefold() not in shown and name != step.name]
        if "GUIDE_PICTURES" in os.environ:
            photograph(page, section)
        do(page, step, sent)
        expect(page.locator("h1").first, section.title).to_be_visible()

    context.close()
    assert not wrong, "\n".join(wrong)


def test_every_picture_is_there_and_small() -> None:
    files = {path.name: path.stat().st_size for path in Path(PICTURES).iterdir()}
    named = {section.step.picture for chapter in chapters().values() for section in chapter.steps if section.step}

    assert set(files) == named
    assert {name: size for name, size in files.items() if size > MOST} == {}


def test_help_is_fit_for_everybody(page: Page, transactional_db: None) -> None:
    pages = ["/help/", "/help/?q=skunk", "/help/booklet/", *(f"/help/{name}/" for name in CHAPTERS)]

    assert faults(page, pages) == {}
