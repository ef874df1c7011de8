"""The published site: plain files that lead to one another, the same bytes for the same posting."""

import io
import json
import re
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

import pytest
from django.db.models import F

from brackets.models import Bracket
from brackets.public.services import post_announcement
from brackets.published.places import Folder, send
from brackets.published.site import ALL, FEED, Site, as_zip, digest, make_site, one_page, read_feeds
from judging.models import Call
from scorecards.models import HighHand, Line
from tests.brackets.playoffs.playing import director
from tests.brackets.posting.posting import post
from tests.brackets.published.site import broken_links, correct_and_post, play, posted_event
from tests.brackets.seasons.club_seasons import club_week, season_of_weeks
from tests.factories.rows import row
from tests.pages import read_page
from tournaments.models import Audience, Entrant, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.slow]

HOSTILE = "../../etc\\..\\<script>alert(1)</script>\"'&\u0007\u202e Łódź 日本 محمد"


@pytest.fixture(scope="module")
def shared_event(module_db: None) -> Tournament:
    return posted_event()


@pytest.fixture(scope="module")
def site(shared_event: Tournament) -> Site:
    return make_site([shared_event])


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
        *(f"{slug}/standings/1/index.html", f"{slug}/results/standings.csv", f"{slug}/results/bracket.csv"),
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
    listed = pages(make_site([tournament], indexed=frozenset([tournament.slug])))

    assert all('content="noindex"' in text for text in pages(site).values())
    assert 'content="noindex"' not in listed[f"{tournament.slug}/bracket/index.html"]


def test_feeds_name_each_file_with_its_digest(site: Site) -> None:
    feed = json.loads(site.files[FEED])

    assert digests_told(site) == digests_of(site)
    assert (feed["events"][0]["posting"], [*feed["files"]]) == (1, [ALL])


def test_feed_names_what_changed_since_and_what_is_gone() -> None:
    tournament = posted_event(8)
    before = make_site([tournament])
    play(tournament, 1)
    after = make_site([tournament], before.files.get)
    gone = make_site([], after.files.get)

    assert after.files[ALL] == before.files[ALL]
    assert digests_told(after) == digests_of(after)
    assert digests_told(gone) == digests_of(gone)


def digests_told(site: Site) -> dict[str, str]:
    return {path: told["sha256"] for path, told in read_feeds(site.files.get).items()}


def digests_of(site: Site) -> dict[str, str]:
    return {path: digest(content) for path, content in site.files.items() if path != FEED}


@pytest.mark.parametrize("feed", [None, b"", b"[]", b"{", b'{"files": [1]}', b'{"files": {"a": 3}}'])
def test_feed_of_somebody_else_says_nothing(feed: bytes | None) -> None:
    assert read_feeds(lambda _: feed) == {}


def test_workbook_and_points_come_with_the_last_result() -> None:
    tournament = posted_event(8)
    before = make_site([tournament]).files
    play(tournament, 1)
    after = make_site([tournament]).files

    assert {path.rpartition("/")[2] for path in after.keys() - before.keys()} == {"results.xlsx", "awards.csv"}
    assert broken_links(before) == broken_links(after) == []


def test_the_same_event_makes_the_same_bytes_whenever(site: Site, tournament: Tournament) -> None:
    again = make_site([tournament], site.files.get)

    assert again.files == site.files
    assert as_zip(again.files) == as_zip(site.files)


@pytest.mark.thorough
def test_sizes_of_a_large_event() -> None:
    tournament = posted_event(124, games=22)
    play(tournament, 2)
    before = make_site([tournament])
    play(tournament, 3)
    after = make_site([tournament], before.files.get)
    changed = sorted(path for path, content in after.files.items() if before.files.get(path) != content)

    assert sum(map(len, after.files.values())) < 4_000_000
    assert len(changed) <= 12 - len(["index.html"]), changed
    assert sum(len(zlib.compress(after.files[path])) for path in changed) <= 25_000
    assert len(one_page(tournament)) < 300_000


def test_cards_of_earlier_postings_stay_as_they_were_posted() -> None:
    tournament = posted_event(8)
    before = make_site([tournament]).files
    correct_and_post(tournament)
    files = make_site([tournament]).files
    slug = tournament.slug
    posted, earlier, now = (
        read_page(one.decode()).all("table")[0].text
        for one in (
            before[f"{slug}/standings/1/index.html"],
            files[f"{slug}/postings/1/cards/1/index.html"],
            files[f"{slug}/standings/1/index.html"],
        )
    )

    assert (earlier == posted, now == posted) == (True, False)
    assert b'href="cards/1/index.html"' in files[f"{slug}/postings/1/index.html"]
    assert b'href="../../standings/1/index.html"' in files[f"{slug}/postings/2/index.html"]
    assert broken_links(files) == []


def test_season_of_the_event_is_there_and_leads_only_to_what_is_published() -> None:
    weeks = [club_week(0), club_week(1)]
    season_of_weeks(*weeks)
    alone, both = make_site(weeks[:1]).files, make_site(weeks).files
    page, other = f"{weeks[0].slug}/season/index.html", f"../../{weeks[1].slug}/standings/index.html"

    assert {page, f"{weeks[0].slug}/season/season.csv", f"{weeks[0].slug}/season.json"} <= alone.keys()
    assert (other in alone[page].decode(), other in both[page].decode()) == (False, True)
    assert broken_links(alone) == broken_links(both) == []


def test_announcement_and_other_published_events_are_there(tournament: Tournament) -> None:
    other = posted_event(8)
    post_announcement(tournament, director(tournament), text="Lunch at noon.")
    tournament.refresh_from_db()
    both = make_site([tournament, other])

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
    Entrant.objects.filter(tournament=tournament).update(club=HOSTILE, city="A" * 200)
    Entrant.objects.filter(tournament=tournament, number__lte=3).update(name=HOSTILE, acc_number="/etc/passwd")
    post_announcement(tournament, director(tournament), text=HOSTILE)
    tournament.refresh_from_db()
    made = make_site([tournament])

    assert all(re.fullmatch(r"[\w-]+(/[\w-]+)*(\.[\w-]+)+", path.replace(".min", "")) for path in made.files), sorted(
        made.files
    )
    assert [path for path, text in pages(made).items() if "<script>" in text] == []
    assert broken_links(made.files) == []


def not_posted(players: int) -> Tournament:
    """Store an event whose cards are all in, and public nowhere."""
    tournament = posted_event(players)
    Bracket.objects.filter(tournament=tournament).delete()
    tournament.postings.all().delete()
    Tournament.objects.filter(pk=tournament.pk).update(latest_posting=0, standings_shown=Audience.NOBODY)
    tournament.refresh_from_db()
    return tournament


def test_before_posting_no_byte_depends_on_the_cards() -> None:
    tournament = not_posted(8)
    before = make_site([tournament])
    mailed = one_page(tournament)
    lines = Line.objects.filter(scorecard__entrant__tournament=tournament)
    changed = lines.filter(plus__isnull=False).update(plus=F("plus") + 1)

    assert changed
    assert make_site([tournament], before.files.get).files == before.files
    assert without_time(one_page(tournament)) == without_time(mailed)


def without_time(page: bytes) -> str:
    return re.sub(r"As of \d+:\d\d", "", page.decode())


@pytest.mark.parametrize("is_posted", [True, False])
def test_nothing_private_is_in_any_byte_of_any_target(is_posted: bool, tmp_path: Path) -> None:
    tournament = posted_event(12) if is_posted else not_posted(12)
    me = director(tournament)
    told = ("name", "partner", "acc_number", "club", "city", "email", "phone", "note", "seating_note")
    marks, numbers = ["zqcallx"], []
    first, second = Entrant.objects.filter(tournament=tournament, number__gte=11)
    called = {"asked": "ZqCallx", "place": "ZqCallx", "opened_by": "ZqCallx"}
    row(Call, tournament=tournament, first=first, second=second, **called)
    for one in Entrant.objects.filter(tournament=tournament, number__lte=4):
        marked = {name: f"Zq{name.title().replace('_', '')}{one.number}x" for name in told}
        Entrant.objects.filter(pk=one.pk).update(
            **marked, is_unnamed=True, birth_year=7700 + one.number, fee_paid=987_650
        )
        text = f"Would {marked['name']} come to the desk with {marked['partner'].upper()}?"
        post_announcement(tournament, me, text=text)
        row(HighHand, tournament=tournament, entrant=one, points=28, witnesses=f"{marked['name']} and others")
        marks += [value.casefold() for value in marked.values()]
        numbers += [f"770{one.number}", "9876"]
    if is_posted:
        post(tournament, me, reason="Zqname1x is here")
    tournament.refresh_from_db()

    files = make_site([tournament]).files
    send(Folder(tmp_path), files)
    in_folder = {str(path): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with zipfile.ZipFile(io.BytesIO(as_zip(files))) as packed:
        in_zip = {name: packed.read(name) for name in packed.namelist()}
    mailed = {"mail": re.sub(rb"base64,[^\"]*", b"", one_page(tournament))}
    everywhere = {"folder": in_folder, "zip": in_zip, "mail": mailed}

    found = {
        (where, mark, path)
        for where, those in everywhere.items()
        for path, text in searchable(those).items()
        for mark in (*marks, *(numbers if not is_digests(path) else ()))
        if mark in text
    }
    assert found == set()
    assert "player 3" in "".join(searchable(in_zip).values())


def is_digests(path: str) -> bool:
    """Tell whether a file has digests, or figures that every site has."""
    return path.endswith((FEED, ALL)) or "static/" in path or "rules/" in path


# The parts of a second in a time and the check code of a log: by chance they have any four figures.
BY_CHANCE = re.compile(r"(?<=:\d\d)\.\d{6}|(?<=log check code)(?: [0-9a-f]{4})+")


def searchable(files: Mapping[str, bytes]) -> dict[str, str]:
    """Return each file with its name, and what is packed in it, as text that can be searched for names and figures."""
    found = dict(files)
    for path in [path for path in found if path.endswith(".xlsx")]:
        with zipfile.ZipFile(io.BytesIO(found.pop(path))) as book:
            found |= {f"{path} {name}": book.read(name) for name in book.namelist()}
    texts = {path: f"{path} {content.decode(errors='replace')}".casefold() for path, content in found.items()}
    return {path: BY_CHANCE.sub("", text) for path, text in texts.items()}
