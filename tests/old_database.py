"""Visit a site whose database an earlier commit made, and tell what was seen.

    export DATABASE_URL=sqlite:////path/copy.sqlite3 DJANGO_SETTINGS_MODULE=tests.settings
    python -m tests.old_database < before_part_7.json

A process of its own, because the tests' database and settings are others. It knows the site from outside alone, by
addresses, commands and tables, so that it holds whatever is moved or renamed within.
"""

import csv
import io
import json
import re
import sys
from typing import Any

import django
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection
from django.test import Client

from tests.pages import read_page

DIRECTOR = "dana"
# Where a browser keeps as whom it was let in: browsers of before are still let in.
STAFF_IN_SESSION = "staff"
SEATED = "/t/lantern-bay-open/"


def main() -> None:
    """Migrate, verify, visit, undo; print everything as JSON."""
    django.setup()
    asked = json.load(sys.stdin)
    call_command("migrate", verbosity=0)
    call_command("recalculate", stdout=io.StringIO())
    clients = {role: client_of(role) for role in asked["pages"]}
    seen = {
        "verified": {slug: verified(slug) for slug in slugs()},
        "texts": {path: text_of(clients["stranger"], path) for path in asked["texts"]},
        "not_served": [
            [role, path, status]
            for role, paths in asked["pages"].items()
            for path in paths
            if (status := clients[role].get(path).status_code) != 200
        ],
        "undone": [undone(clients["director"]) for _ in asked["undone"]],
    }
    json.dump(seen, sys.stdout, ensure_ascii=False, indent=0, sort_keys=True)


def slugs() -> list[str]:
    """Return the address of every tournament."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT slug FROM tournaments_tournament ORDER BY id")
        return [slug for (slug,) in cursor.fetchall()]


def client_of(role: str) -> Client:
    """Return the browser of somebody who works everywhere in this role, or of a stranger."""
    client = Client(raise_request_exception=False)
    if role == "director":
        client.force_login(get_user_model().objects.get(username=DIRECTOR))
    elif role != "stranger":
        with connection.cursor() as cursor:
            cursor.execute("SELECT id FROM tournaments_staffmember WHERE role = %s", [role])
            members = [pk for (pk,) in cursor.fetchall()]
        session = client.session
        session[STAFF_IN_SESSION] = members
        session.save()
    return client


def verified(slug: str) -> list[Any]:
    """Return how verifying a tournament ends, and what it says."""
    out = io.StringIO()
    try:
        call_command("verify_tournament", slug, stdout=out)
    except SystemExit as end:
        return [end.code, out.getvalue()]
    return [0, out.getvalue()]


PICTURE = re.compile(r'(<h2[^>]*>[^<]*</h2>\s*)?<figure class="figure">.*?</figure>', re.DOTALL)


def text_of(client: Client, path: str) -> str:
    """Return what stands on a page between its head and its foot, or a file as it is; of no page its status."""
    response = client.get(path)
    if response.status_code != 200:
        return str(response.status_code)
    text = b"".join(response).decode()
    if not response["Content-Type"].startswith("text/html"):
        return text
    # Pictures came later, and show what the page says besides.
    [main] = read_page(PICTURE.sub("", text)).all("main")
    return main.text


def undone(director: Client) -> dict[str, Any]:
    """Undo the last change of seats or schedule, and return who sits where and who meets whom then."""
    page = read_page(director.get(f"{SEATED}seating/").content.decode())
    [undo] = [form for form in page.all("form") if form.texts("button") == ["Undo"]]
    response = director.post(undo.attributes["action"] or "")
    schedule = director.get(f"{SEATED}seating/schedule/schedule.csv").content.decode("utf-8-sig")
    return {
        "status": response.status_code,
        "seats": text_of(director, f"{SEATED}seats/?sort=seat"),
        "schedule": list(csv.reader(io.StringIO(schedule))),
    }


if __name__ == "__main__":
    main()
