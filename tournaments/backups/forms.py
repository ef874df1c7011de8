"""The second place for backups."""

from pathlib import Path
from typing import Any

from django import forms

from tournaments.backups.places import drives, problem_with
from tournaments.forms import SiteForm

OTHER = "other"
NONE = "none"


class SecondPlaceForm(SiteForm):
    """A drive that is connected, another folder, or no second place."""

    wide_fields = ("drive", "folder")
    never_blank = ("drive",)

    drive = forms.ChoiceField(label="Copy every backup to")
    folder = forms.CharField(
        label="Folder",
        required=False,
        max_length=400,
        help_text="For “Another folder”: the whole path, such as /media/stick or E:\\backups. It must be there.",
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false", "dir": "ltr"}),
    )

    def __init__(self, *args: Any, chosen: Path | None, **kwargs: Any) -> None:
        """``chosen`` is the second place until now."""
        places = [str(place) for place in drives()]
        is_drive = str(chosen) in places
        before = {"drive": NONE} if chosen is None else {"drive": str(chosen) if is_drive else OTHER}
        super().__init__(*args, initial={**before, "folder": "" if chosen is None or is_drive else chosen}, **kwargs)
        self.fields["drive"].choices = [  # type: ignore[attr-defined]
            *((place, place) for place in places),
            (OTHER, "Another folder"),
            (NONE, "No second place"),
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        drive = cleaned.get("drive")
        if drive != OTHER and cleaned.get("folder") not in ("", str(self.initial["folder"])):
            if drive != self.initial["drive"] or drive != NONE:
                self.add_error("drive", "Choose “Another folder” for the folder below, or clear it.")
            cleaned["drive"] = drive = OTHER
        text = cleaned.get("folder", "") if drive == OTHER else drive
        if drive == OTHER and not text:
            self.add_error("folder", "Enter a folder.")
        elif text and text != NONE and (problem := problem_with(text)):
            self.add_error("folder" if drive == OTHER else "drive", problem)
        return cleaned

    @property
    def place(self) -> Path | None:
        """Return the folder that was chosen."""
        drive = self.cleaned_data["drive"]
        if drive == NONE:
            return None
        return Path(self.cleaned_data["folder"] if drive == OTHER else drive).expanduser()
