"""Harmful paths and bodies: only static files are served as such, no redirect leads elsewhere, no bomb unpacks."""

import asyncio
import gzip
import io
import tracemalloc
import zipfile
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from config.asgi import application
from tests.config.test_asgi import scope_of, send_to
from tests.tournaments.staff.people import directed_event, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.once]

SECRET_FILES = (
    "config/settings.py",
    "var/secret_key",
    "var/db.sqlite3",
    "manage.py",
    "etc/passwd",
    "proc/self/environ",
)
WAYS_UP = (
    *("../", "../../../../../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%252f", "..\\", "..%5c", ".%00./", "....//"),
    *("%c0%ae%c0%ae/", "/", "//", "./../", "css/../../", "css/..%2f..%2f", "..;/", "%ff../"),
)
MEGABYTE = 1024**2


def answer_to(path: str, **headers: str) -> tuple[int, dict[bytes, bytes], bytes]:
    """Return how the site answers a path that no client tidied up, percent-decoded as its server does."""
    scope = scope_of("GET", path, host="testserver", **headers)
    scope["path"] = unquote(scope["path"])
    return asyncio.run(send_to(application, scope))


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", WAYS_UP)
def test_nothing_but_static_files_is_served_as_one(way: str) -> None:
    assert answer_to("/static/css/base.css")[0] == 200

    answers = [answer_to(f"/{folder}{way}{file}") for folder in ("static/", "") for file in SECRET_FILES]

    assert [status for status, _, _ in answers if status not in (301, 302, 400, 404)] == []
    assert not any(b"SECRET_KEY" in body or b"root:" in body for _, _, body in answers)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "path",
    [
        *("//evil.example", "//evil.example/", "/\\evil.example", "/%5cevil.example", "///evil.example/%2e%2e"),
        *("/https://evil.example", "/%0d%0aLocation:%20//evil.example", "/t/x%0d%0aSet-Cookie:a=b", "/t/../../account"),
        *(
            "/sign-in//evil.example",
            "/.",
            "/..",
            "/%",
            "/%zz",
            "/" + "a" * 7_000,
            "/" + "a/" * 3_000,
            "/t/" + "-" * 5_000,
        ),
    ],
)
def test_nobody_is_led_elsewhere_by_a_path(path: str) -> None:
    status, headers, _ = answer_to(path)

    location = headers.get(b"location", b"").decode()
    assert status in (301, 302, 400, 404)
    assert urlsplit(location).netloc == ""
    assert not location.startswith(("//", "/\\"))
    assert b"set-cookie" not in {name.lower() for name in headers}


@pytest.mark.parametrize(
    "wanted",
    [
        *(
            "//evil.example",
            "///evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "https:evil.example",
            "evil.example",
        ),
        *("javascript:alert(1)", "/\t/evil.example", "\x01//evil.example", "http://testserver@evil.example/", "x", ""),
    ],
)
def test_nobody_is_led_elsewhere_after_signing_in(wanted: str, client: Client) -> None:
    client.force_login(make_user())

    response = client.get("/sign-in/", {"next": wanted})

    assert (response.status_code, response["Location"]) in ((302, "/account/"), (400, ""))


def test_compressed_form_is_not_unpacked(client: Client) -> None:
    bomb = gzip.compress(bytes(50 * MEGABYTE))
    tracemalloc.start()
    try:
        response = client.generic(
            "POST",
            "/sign-in/",
            bomb,
            content_type="application/x-www-form-urlencoded",
            headers={"Content-Encoding": "gzip"},
        )
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert (response.status_code, most < 20 * MEGABYTE) == (400, True)


def packed(files: Mapping[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as parts:
        for name, content in files.items():
            parts.writestr(name, content)
    return file.getvalue()


def bomb_of_sheets() -> bytes:
    return packed({"[Content_Types].xml": b"<Types/>", "xl/worksheets/sheet1.xml": b"<row/>" * (8 * MEGABYTE)})


def bomb_in_a_bomb() -> bytes:
    inner = packed({"zeros": bytes(20 * MEGABYTE)})
    return packed({"[Content_Types].xml": b"<Types/>", **{f"xl/{number}.zip": inner for number in range(300)}})


def many_parts() -> bytes:
    return packed({"[Content_Types].xml": b"<Types/>", **{f"xl/{number}.xml": b"" for number in range(20_000)}})


def paths_upward() -> bytes:
    return packed({"[Content_Types].xml": b"<Types/>", "../../../../tmp/evil": b"x", "/etc/evil": b"x"})


@pytest.mark.slow
@pytest.mark.parametrize("make", [bomb_of_sheets, bomb_in_a_bomb, many_parts, paths_upward])
def test_workbook_that_is_a_bomb_is_refused_in_words_with_little_memory(make: Any, client: Client) -> None:
    tournament = directed_event(client)
    data = make()
    tracemalloc.start()
    try:
        response = client.post(
            f"/t/{tournament.slug}/entrants/import/", {"file": SimpleUploadedFile("../../list.xlsx", data)}
        )
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert response.status_code == 422
    assert most < 60 * MEGABYTE + 4 * len(data)
    assert tournament.entrants.count() == 0
