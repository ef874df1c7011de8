"""Every address, requested by its director with absurd values: none of them causes a server error."""

import re
from functools import cache
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.test import Client

from tests.conftest import ON_POSTGRESQL
from tests.test_access import address_of, clients, cookies, shared_event  # noqa: F401 - fixtures
from tests.test_layers import APPS
from tests.test_urls import ACCESS
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

HOSTILE = {
    "more digits than Python reads": "9" * 5_000,
    "more than a database counts": "9" * 25,
    "below zero": "-1",
    "spaces": " " * 8_000 + "!",
    "a digit that is none": "²",
    "no number": "NaN",
    "without end": "1e999",
    "the year 0": "0000-00-00T99:99",
    "brackets": "[" * 2_000,
    "half a character": "\U0001f600\u202e\ufffd\u200d",
}
ROOT = Path(__file__).resolve().parent.parent.parent
NUL = "Ann\0Ash"


@cache
def fields() -> tuple[str, ...]:
    """Return every name that a form or an address of ours may have, as views and forms ask for it."""
    asked = re.compile(
        r"""(?:GET|POST|data|typed)\.(?:get|getlist)\(\s*f?["']([\w-]+)["']|^    (\w+) = (?:forms\.\w+|\w+)Field\("""
        r"""|^    (\w+) = _\w+_field\(|["'](line|games|seen|key|version)["']""",
        re.MULTILINE,
    )
    sources = "\n".join(path.read_text() for app in APPS for path in sorted((ROOT / app).rglob("*.py")))
    return tuple(sorted({name for found in asked.findall(sources) for name in found if name}))


@cache
def typed() -> tuple[tuple[str, bytes], ...]:
    """Return what is typed into every field, in an address and in a form: one value everywhere, and each somewhere.

    Both databases are asked with what is more than either counts, and each with values and a mixture of its own.
    """
    alike = ("more than a database counts", "below zero" if ON_POSTGRESQL else "more digits than Python reads")
    values = list(HOSTILE.values())
    mixture = {name: values[(4 * ON_POSTGRESQL + at) % len(values)] for at, name in enumerate(fields())}
    return tuple(
        # Brackets as they are: to read thousands of them encoded takes longer than the page.
        (urlencode({name: value[:300] for name, value in each.items()}), urlencode(each, safe="[").encode())
        for each in (*(dict.fromkeys(fields(), HOSTILE[what]) for what in alike), mixture)
    )


def test_names_of_fields_are_found() -> None:
    assert {"name", "find", "who", "line", "username", "best_of", "entry_fee"} <= {*fields()}
    # Longer, and none of the forms would be read.
    assert max(len(form) for _, form in typed()) < settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert len(fields()) < settings.DATA_UPLOAD_MAX_NUMBER_FIELDS


@pytest.mark.thorough
@pytest.mark.parametrize(
    "pattern", [pattern for pattern in ACCESS if pattern not in ("sign-out/", "account/sign-ins/end/")]
)
def test_no_hostile_value_is_an_error_of_the_site(
    pattern: str,
    tournament: Tournament,
    clients: dict[str, Client],  # noqa: F811
) -> None:
    client, address = clients["director"], address_of(pattern, tournament)
    client.raise_request_exception = False
    broken = []
    for number, (query, form) in enumerate(typed()):
        answers = (
            client.get(f"{address}?{query}"),
            client.post(address, form, content_type="application/x-www-form-urlencoded"),
        )
        broken += [(number, answer.request["REQUEST_METHOD"]) for answer in answers if answer.status_code >= 500]
    for found in re.finditer(r"(?<=/)\d+(?=/)", address):
        other = address[: found.start()] + HOSTILE["more than a database counts"] + address[found.end() :]
        broken += [(other, "GET")] if client.get(other).status_code >= 500 else []

    assert broken == []


@pytest.mark.parametrize("pattern", ["sign-in/", "t/<slug:slug>/entrants/", "new/", "account/", ""])
def test_nul_is_refused_wherever_it_stands(
    pattern: str,
    tournament: Tournament,
    clients: dict[str, Client],  # noqa: F811
) -> None:
    client, address = clients["director"], address_of(pattern, tournament)
    damaged = Client()
    damaged.cookies.load('sessionid="\\000abc"')

    assert client.get(f"{address}?find=a%00b").status_code == 400
    assert client.get(f"{address}%00/").status_code == 400
    assert damaged.get(address).status_code == 400
    for data in ({"name": NUL}, {NUL: "name"}, {"name": ["Ann", NUL]}):
        assert client.post(address, data).status_code == 400
    in_place = client.post(address, {"name": NUL}, headers={"HX-Request": "true"})
    assert (in_place.status_code, in_place["HX-Retarget"]) == (422, "#messages")
