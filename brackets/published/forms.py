"""Forms of the published site."""

from pathlib import Path
from typing import Any

from django import forms

from tournaments.backups.places import drives, problem_with
from tournaments.forms import SiteForm

OTHER = "other"
SITE = "cribbage-site"
"""On a drive: the folder of the published site, which is made when the drive is chosen."""


class PublishForm(SiteForm):
    """How an event is published."""

    by_itself = forms.BooleanField(label="Publish each posting, result and announcement by itself", required=False)
    is_indexed = forms.BooleanField(label="Let search engines find it", required=False)


class FolderForm(SiteForm):
    """A drive that is connected, or another folder."""

    wide_fields = ("drive", "folder")
    never_blank = ("drive",)

    drive = forms.ChoiceField(label="Publish to")
    folder = forms.CharField(
        label="Folder",
        required=False,
        max_length=390,
        help_text="For “Another folder”: the whole path. It must be there. A path that ends in .zip makes one file.",
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false", "dir": "ltr"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        places = [str(one.parent / SITE) for one in drives()]
        self.fields["drive"].choices = [*((one, one) for one in places), (OTHER, "Another folder")]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Try the place: a stick may be full or read-only."""
        cleaned = super().clean() or {}
        is_other = cleaned.get("drive") == OTHER
        text = cleaned.get("folder", "") if is_other else cleaned.get("drive", "")
        name = "folder" if is_other else "drive"
        if is_other and not text:
            self.add_error("folder", "Enter a folder.")
        elif text:
            place = Path(text).expanduser()
            folder = place.parent if place.suffix == ".zip" else place
            try:
                if not is_other:
                    folder.mkdir(exist_ok=True)
                if problem := problem_with(str(folder)):
                    self.add_error(name, problem)
                else:
                    (folder / ".try").write_bytes(b"")
                    (folder / ".try").unlink()
            except OSError as error:
                self.add_error(name, f"{folder} cannot be written to: {error.strerror or error}.")
            cleaned["place"] = str(place)
        return cleaned
