"""The published site: plain files that lead to one another, the same bytes for the same posting."""

import io
import json
import re
import zipfile
from collections.abc import Mapping

import pytest

from brackets.models import Bracket
from brackets.public.services import post_announcement
from brackets.published.site import FEED, Site, as_zip, digest, make_site, read_feed
from scorecards.models import HighHand
from tests.brackets.playoffs.playing import director
from tests.brackets.posting.posting import post
from tests.brackets.published.site import broken_links, play, posted_event
from tests.factories.rows import row
from tests.pages import read_page
from tournaments.models import Audience, Entrant, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.slow]

HOSTILE = "../../<script>alert(1)</script>\"'&\u0007\u202e"


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return posted_event()


@pytest.fixture(scope="module")
def site(shared_event: Tournament) -> Site:
    return make_site([shared_event], {})


def pages(site: Site) -> dict[str, str]:
    return {path: content.decode() for path, content in site.files.items() if path.endswith(".html")}


def test_every_link_leads_to_a_file_of_the_site(site: Site) -> None:
    assert broken_links(site.files) == []


def test_nothing_in_it_needs_the_server(site: Site) -> None:
    found = {
        path: re.findall(r"<form|<button|\bhx-\w+|data-follow|type=\"module\"|<script(?! defer)", text)
        for path, text in pages(site).items()
    }

    assert {path: needs for path, needs in found.items() if needs} == {}


def test_it_has_every_kind_of_page(site: Site, tournament: Tournament) -> None:
    slug = tournament.slug
    expected = {
        *("index.html", FEED, "rules/acc-2020/index.html"),
        *(f"{slug}/{page}index.html" for page in ("", "standings/", "bracket/", "results/", "seats/", "p/1/")),
        *(f"{slug}/standings/1/index.html", f"{slug}/results/results.xlsx", f"{slug}/results/standings.csv"),
        *(f"{slug}/{name}.json" for name in ("results", "standings", "bracket")),
    }

    assert expected <= site.files.keys()


def test_each_page_says_of_when_it_is_by_which_posting_and_the_log_check_code(
    site: Site, tournament: Tournament
) -> None:
    posting = tournament.postings.get()
    said = rf"As of \d+:\d\d [AP]M, posting 1 · Log check code {posting.log_seal}"

    assert [
        path for path, text in pages(site).items() if path.startswith(tournament.slug) and not re.search(said, text)
    ] == []


def test_pages_are_well_formed_and_not_for_search_engines(site: Site, tournament: Tournament) -> None:
    for text in pages(site).values():
        assert read_page(text).all("main")
    listed = pages(make_site([tournament], {}, frozenset([tournament.slug])))

    assert all('content="noindex"' in text for text in pages(site).values())
    assert 'content="noindex"' not in listed[f"{tournament.slug}/bracket/index.html"]


def test_feed_names_each_file_with_its_digest(site: Site) -> None:
    feed = json.loads(site.files[FEED])

    assert {path: told["sha256"] for path, told in feed["files"].items()} == {
        path: digest(content) for path, content in site.files.items() if path != FEED
    }
    assert feed["events"][0]["posting"] == 1


def test_the_same_event_makes_the_same_bytes_whenever(site: Site, tournament: Tournament) -> None:
    again = make_site([tournament], read_feed(site.files[FEED]))

    assert again.files == site.files
    assert as_zip(again.files) == as_zip(site.files)


def test_one_more_result_changes_few_files(tournament: Tournament) -> None:
    play(tournament, 2)
    before = make_site([tournament], {})
    play(tournament, 3)
    after = make_site([tournament], read_feed(before.files[FEED]))
    changed = {path for path, content in after.files.items() if before.files.get(path) != content}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in changed:
            archive.writestr(path, after.files[path])

    assert len(changed) <= 12, sorted(changed)
    # A third is the workbook, which is packed already; 25 kB are wished for.
    assert packed.tell() <= 32_000


def test_announcement_and_other_published_events_are_there(tournament: Tournament) -> None:
    other = posted_event(8)
    post_announcement(tournament, director(tournament), text="Lunch at noon.")
    tournament.refresh_from_db()
    both = make_site([tournament, other], {})

    assert "Lunch at noon." in both.files[f"{tournament.slug}/index.html"].decode()
    assert [href for href in read_page(both.files["index.html"].decode()).links if href.endswith("/index.html")] == [
        f"{tournament.slug}/index.html",
        f"{other.slug}/index.html",
    ]
    assert broken_links(both.files) == []


def test_hostile_names_stay_text_and_inside_the_folder(tournament: Tournament) -> None:
    tournament.name = HOSTILE
    tournament.venue = HOSTILE
    tournament.save()
    Entrant.objects.filter(tournament=tournament).update(club=HOSTILE)
    post_announcement(tournament, director(tournament), text=HOSTILE)
    tournament.refresh_from_db()
    made = make_site([tournament], {})

    assert all(re.fullmatch(r"[\w-]+(/[\w-]+)*(\.[\w-]+)+", path.replace(".min", "")) for path in made.files), sorted(
        made.files
    )
    assert [path for path, text in pages(made).items() if "<script>" in text] == []
    assert broken_links(made.files) == []


@pytest.mark.parametrize("is_posted", [True, False])
def test_nothing_private_is_in_any_file(is_posted: bool) -> None:
    tournament = posted_event(12)
    me = director(tournament)
    if not is_posted:
        Bracket.objects.filter(tournament=tournament).delete()
        tournament.postings.all().delete()
        Tournament.objects.filter(pk=tournament.pk).update(latest_posting=0, standings_shown=Audience.NOBODY)
    told = ("name", "partner", "acc_number", "club", "city", "email", "phone", "note", "seating_note")
    marks = []
    for one in Entrant.objects.filter(tournament=tournament, number__lte=4):
        marked = {name: f"Zq{name.title().replace('_', '')}{one.number}x" for name in told}
        Entrant.objects.filter(pk=one.pk).update(
            **marked, is_unnamed=True, birth_year=7700 + one.number, fee_paid=987_650
        )
        text = f"Would {marked['name']} come to the desk with {marked['partner'].upper()}?"
        post_announcement(tournament, me, text=text)
        row(HighHand, tournament=tournament, entrant=one, points=28, witnesses=f"{marked['name']} and others")
        marks += [*marked.values(), f"770{one.number}", "9876"]
    if is_posted:
        post(tournament, me, reason="Zqname1x is here")
    tournament.refresh_from_db()

    unpacked = searchable(make_site([tournament], {}).files)

    assert [mark for mark in marks if mark.casefold() in unpacked] == []
    assert "player 3" in unpacked


def searchable(files: Mapping[str, bytes]) -> str:
    """Return all that is in files, also in packed ones, but digests and what every site has."""
    own = {
        path: content for path, content in files.items() if not path.startswith(("static/", "rules/")) and path != FEED
    }
    for path in [path for path in own if path.endswith(".xlsx")]:
        with zipfile.ZipFile(io.BytesIO(own.pop(path))) as book:
            own |= {f"{path} {name}": book.read(name) for name in book.namelist()}
    return "\n".join((*files, *(content.decode() for content in own.values()))).casefold()
