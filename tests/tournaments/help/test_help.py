"""Help: every page's "?" leads to a section that is there, and what Help has can be found."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import resolve, reverse
from django.utils.html import escape

from tests.load.growth import make
from tests.scorecards.reporting.phones import switch_phones
from tests.test_namesakes import addresses
from tournaments.help.guide import CHAPTERS, MARKDOWN, anchor_of, chapters, help_for, search, sections
from tournaments.models import StaffMember, Tournament

MARK = re.compile(r'class="help-mark not-print"\s+href="([^"]+)"')


def anchors(address: str) -> set[str]:
    return set(re.findall(r' id="([^"]+)"', Client().get(address).content.decode()))


@pytest.mark.slow
@pytest.mark.django_db
def test_every_page_of_staff_and_phones_has_a_mark_that_leads_somewhere(tmp_path: Path, settings: object) -> None:
    event = Tournament.objects.get(slug=make(12, "open"))
    switch_phones(event, is_on=True)
    client = Client()
    client.force_login(StaffMember.objects.get(tournament=event, user__username="director").user)
    led_to = {}

    for address in [*addresses(event, without=()), "/account/", "/new/", "/practice/", "/sign-in/"]:
        response = client.get(address)
        text = b"" if response.streaming else response.content
        if response.status_code == 200 and b"<html" in text[:200] and b"masthead-line" in text:
            led_to[address] = MARK.findall(text.decode())

    there = {"/help/", *(f"/help/{name}/" for name in CHAPTERS)}
    there |= {f"{address}#{anchor}" for address in list(there) for anchor in anchors(address)}
    assert len(led_to) > 50
    assert {address: marks for address, marks in led_to.items() if len(marks) != 1 or marks[0] not in there} == {}


def test_every_page_of_the_menu_leads_to_a_section() -> None:
    pages = [name for group in settings.STAFF_NAV.values() for _, name, _ in group]
    routes = {name: resolve(reverse(name, args=["an-event"])).route for name in pages}

    assert {name for name, route in routes.items() if "#" not in help_for(route)} == set()


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_day_has_12_to_20_steps_of_one_sentence_and_one_picture(chapter: str) -> None:
    steps = chapters()[chapter].steps

    assert 12 <= len(steps) <= 20
    for section in steps:
        assert section.step is not None
        assert section.step.words
        assert section.step.picture == f"{chapter}-{section.anchor}.webp"
        assert section.html.count("<p>") == 1
        words = re.sub(r"<em>.*?</em>|<[^>]+>", "", section.html).strip()
        assert len(re.findall(r"[.!?](?: |$)", words)) == 1, words


def test_anchors_are_given_once_and_links_lead_to_them() -> None:
    anchors_by_chapter = {name: [one.anchor for one in chapter.sections] for name, chapter in chapters().items()}

    assert {name: found for name, found in anchors_by_chapter.items() if len(found) != len(set(found))} == {}
    for section in sections():
        for chapter, anchor in re.findall(r'href="/help/(\w+)/(?:#([^"]+))?"', section.html):
            assert not anchor or anchor in anchors_by_chapter[chapter], section
        assert ".md" not in section.html


@pytest.mark.parametrize(
    ("route", "first", "leads_to"),
    [
        ("t/<slug:slug>/seating/", [], "/help/director/#draw-the-seats"),
        ("t/<slug:slug>/cards/", ["checker"], "/help/checker/#see-what-is-missing"),
        ("t/<slug:slug>/cards/", ["director"], "/help/director/#enter-the-cards"),
        ("t/<slug:slug>/cards/photographs/settings/", ["director"], "/help/checker/#slips-totals-photographs"),
        ("t/<slug:slug>/seating/print/seats/", ["director"], "/help/director/#draw-the-seats"),
        ("t/<slug:slug>/me/<str:code>/signing/", ["player"], "/help/player/#open-your-card"),
        ("t/<slug:slug>/", ["player"], "/help/player/#open-the-event"),
        ("t/<slug:slug>/nothing/", ["judge"], "/help/judge/"),
        ("nothing/", [], "/help/"),
        ("", [], "/help/"),
    ],
)
def test_mark_leads_to_the_page_or_to_the_one_above_it(route: str, first: list[str], leads_to: str) -> None:
    assert help_for(route, first) == leads_to


def test_search_finds_every_word_and_headings_first() -> None:
    assert search("draw the SEATS")[0].title == "Draw the seats"
    assert "Match points" in [one.title for one in search("lurch")]
    assert search("xyzzy") == search(" ") == []


@pytest.mark.django_db
def test_pages_of_help_need_no_sign_in_and_search_needs_no_script() -> None:
    found, unknown = (Client().get("/help/", {"q": word}).content.decode() for word in ("skunk", "xyzzy"))
    booklet = Client().get("/help/booklet/").content.decode()

    assert 'href="/help/club/#match-points"' in found
    assert "No section has all of these words." in unknown
    assert all(escape(chapter.title) in booklet for chapter in chapters().values())
    assert Client().get("/help/nothing/").status_code == 404


@pytest.mark.django_db
def test_pages_of_help_are_light_and_its_pictures_are_4_mb_at_most_in_the_wheel() -> None:
    pages = ("", "booklet/", *(f"{name}/" for name in CHAPTERS))
    sizes = {page: len(Client().get(f"/help/{page}").content) for page in pages}
    pictures = [path.stat().st_size for path in Path(settings.BASE_DIR, "static", "guide").glob("*.webp")]

    assert {page: size for page, size in sizes.items() if size > 60_000} == {}
    assert len(pictures) > 60
    assert sum(pictures) < 4_000_000


def test_a_step_says_where_its_page_is_in_the_menu_and_its_picture_opens_alone() -> None:
    steps = {one.anchor: one.step for one in chapters()["director"].steps if one.step}
    page = Client().get("/help/director/").content.decode()

    assert steps["invite-your-staff"].menu == "More › Staff"
    assert steps["follow-the-dashboard"].menu == "Dashboard"
    assert steps["check-the-hall"].menu == "More › Hall check"
    assert steps["create-the-event"].menu == ""
    assert {one.step.menu for one in chapters()["player"].steps if one.step} == {""}
    assert "In the menu: More › Staff" in page
    assert page.count('<a href="/static/guide/') == len(steps)


def test_html_in_a_guide_stays_text() -> None:
    assert "<script" not in MARKDOWN.render("<script>alert(1)</script>")
    assert anchor_of("Print scorecards, and 2 signs") == "print-scorecards-and-2-signs"
