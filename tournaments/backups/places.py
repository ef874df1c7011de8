"""The second place for backups, chosen in the browser: which drives are connected, and whether a folder can be used."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
from django import forms
from django.conf import settings

from tournaments.backups import stick
from tournaments.backups.copies import BackupFailed
from tournaments.backups.services import back_up_site
from tournaments.backups.state import Backups, backups, choose_second_place, second_place
from tournaments.forms import SiteForm

FOLDER = "cribbage-backups"
"""On a drive: its own folder, which is made when the drive is chosen."""
MOUNTED_BELOW = (Path("/media"), Path("/run/media"), Path("/mnt"), Path("/Volumes"))
OF_OTHERS = {"removable", "remote", "network"}
"""What Windows calls a drive that is not built into this computer."""


def drives() -> list[Path]:
    """Return the folder for backups on each stick and network drive that is connected; it may not exist yet."""
    found = []
    with suppress(OSError):
        for one in psutil.disk_partitions(all=True):
            place = Path(one.mountpoint)
            is_below = any(above in place.parents for above in MOUNTED_BELOW)
            if (is_below or OF_OTHERS & set(one.opts.split(","))) and "ro" not in one.opts.split(","):
                found.append(place / FOLDER)
    return sorted(set(found))


def is_on_the_same_disk(folder: Path) -> bool:
    """Tell whether a disk that breaks takes the data and these backups with it."""
    with suppress(OSError):
        return folder.stat().st_dev == Path(settings.VAR_DIR).stat().st_dev
    return False


def problem_with(text: str) -> str:
    """Return what is wrong with a folder that somebody entered, and what would be right; nothing where it will do."""
    folder = Path(text).expanduser()
    if not folder.is_absolute():
        return "Enter the whole path, such as /media/stick or E:\\backups."
    if folder.name != FOLDER and not folder.is_dir():
        return f"There is no folder {folder}. Plug in the stick, or make the folder first."
    if folder.name == FOLDER and not folder.parent.is_dir():
        return f"There is no folder {folder.parent}. Plug in the stick again."
    own = [Path(place).resolve() for place in (settings.VAR_DIR, settings.BASE_DIR, settings.STATIC_ROOT)]
    if any(place == folder.resolve() or place in folder.resolve().parents for place in own):
        return f"{folder} is a folder of the site itself. Choose one on another disk."
    return ""


def use_second_place(database: Path, folder: Path | None) -> Backups:
    """Copy every backup to this folder from now on, and the latest state at once; ``None``: to no second folder.

    Raises:
        BackupFailed: nothing can be stored there. The second place is the one before.
    """
    before = second_place()
    if folder is not None:
        with suppress(OSError):  # the copy below says so
            if folder.name == FOLDER:
                folder.mkdir(mode=0o700, exist_ok=True)
            (folder / stick.FOLDER).mkdir(mode=0o700, exist_ok=True)
            if other := stick.of_another_site(folder / stick.FOLDER):
                raise BackupFailed(other)
    choose_second_place(folder)
    found = back_up_site(database, backups())
    failed = next((place.error for place in found.places if place.is_second and place.error), "")
    if folder is not None and failed:
        choose_second_place(before)
        back_up_site(database, backups())
        raise BackupFailed(failed)
    return found


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
        drive = self.cleaned_data["drive"]
        if drive == NONE:
            return None
        return Path(self.cleaned_data["folder"] if drive == OTHER else drive).expanduser()
