"""What must know a field of entrants that was invented: run by test_invented_field in a copy of the program."""

import io
import zipfile

from django.test import Client

from tests.pages import get_page
from tests.tournaments.entrants.conftest import Post, change
from tests.tournaments.entrants.importing import form_of
from tournaments.entrants.fields import FIELDS
from tournaments.models import AuditEntry, Entrant, StaffMember

NAME = FIELDS[-1].name


def test_form_and_log(director: Client, post: Post, ann: Entrant, dee: StaffMember) -> None:
    page = get_page(director, "/t/bay/entrants/1/")
    assert "T-shirt (optional)" in page.by_id("details").texts("label")

    change(ann, dee, **{NAME: "large"})

    entry = AuditEntry.objects.get()
    assert (entry.before, entry.after) == ({"number": 1, NAME: ""}, {"number": 1, NAME: "large"})
    assert "large" in get_page(director, "/t/bay/log/").text
    post(f"undo/{entry.pk}/")
    assert getattr(Entrant.objects.get(), NAME) == ""


def test_import_export_and_archive(director: Client, post: Post, ann: Entrant) -> None:
    preview = post("import/", pasted="Name,T-Shirt\nAnn Lee,large\nBo Quist,small\n")
    post("import/store/", **form_of(preview))

    assert list(Entrant.objects.order_by("number").values_list(NAME, flat=True)) == ["large", "small"]
    heading, first, second = director.get("/t/bay/entrants/entrants.csv").content.decode("utf-8-sig").splitlines()
    assert [line.split(",")[-1] for line in (heading, first, second)] == ["T-shirt", "large", "small"]
    again = post("import/", pasted=f"{heading}\n{first}\n{second}\n")
    assert "Unchanged: 2" in again.content.decode()
    data = b"".join(director.get("/t/bay/settings/archive/").streaming_content)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        content = [archive.read(name).decode() for name in archive.namelist()]
    assert sum(f'"{NAME}"' in text and "large" in text for text in content) >= 1
