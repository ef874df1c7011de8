"""Forms of the published site."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django import forms

from brackets.models import PublishTarget
from brackets.published.passwords import Secrets, forget_secrets, keep_secrets, kept_secrets
from brackets.published.places import NotSent, UnknownHost
from brackets.published.targets import PORT, is_git_address, place_by_git, place_by_sftp, target_at
from tournaments.backups.places import drives, problem_with
from tournaments.forms import SiteForm

MAX_KEY = 64 * 1024
MAX_PLACE = 400
PLAIN = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false", "dir": "ltr"}
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
            kind = PublishTarget.Kind.ZIP if place.suffix == ".zip" else PublishTarget.Kind.FOLDER
            try:
                if not is_other:
                    folder.mkdir(exist_ok=True)
                if problem := problem_with(str(folder)):
                    self.add_error(name, problem)
                else:
                    target_at(kind, str(place), "").try_it()
            except NotSent as failure:
                self.add_error(name, f"{failure}.")
            except OSError as error:
                self.add_error(name, f"{folder} cannot be written to: {error.strerror or error}.")
            cleaned |= {"kind": kind, "place": str(place)}
        return cleaned


class HostForm(SiteForm):
    """A target with a password or a key: what the forms of SFTP and git have in common.

    Where the key of the server is not known, nothing secret is sent: the form then shows its fingerprint, and is to be
    sent again. What was entered is kept meanwhile, and not written into the page.
    """

    kind: PublishTarget.Kind
    what: str
    fingerprint = ""
    """That of a server whose key is to be compared first."""

    password = forms.CharField(
        required=False, strip=False, max_length=1000, widget=forms.PasswordInput({"autocomplete": "new-password"})
    )
    key = forms.FileField(
        label="Key file", required=False, max_length=200, help_text="The private key, if your host wants one."
    )
    host_key = forms.CharField(required=False, max_length=4000, widget=forms.HiddenInput)

    def place(self, cleaned: Mapping[str, Any]) -> str:
        raise NotImplementedError

    def clean_key(self) -> str:
        file = self.cleaned_data["key"]
        try:
            return file.read(MAX_KEY).decode("ascii") if file else ""
        except ValueError:
            raise forms.ValidationError("This is no private key. Choose the file that your host gave you.") from None

    def clean(self) -> dict[str, Any]:
        """Try it."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        place = self.place(cleaned)
        entered = Secrets(cleaned["password"], cleaned["key"])
        secrets = entered if any(entered) else kept_secrets(place)
        if len(place) > MAX_PLACE:
            self.add_error(None, f"Together this is too long: {MAX_PLACE} letters at most.")
        elif secrets is None:
            self.add_error("password", "Enter the password, or choose a key file.")
        else:
            self._try(place, secrets)
        return cleaned

    def _try(self, place: str, secrets: Secrets) -> None:
        known = PublishTarget.objects.filter(kind=self.kind, place=place).first()
        host_key = known.host_key if known else self.cleaned_data["host_key"]
        self.cleaned_data |= {"kind": self.kind, "place": place, "host_key": host_key, "secrets": secrets}
        try:
            target_at(self.kind, place, host_key, secrets, is_known=known is not None).try_it()
        except UnknownHost as host:
            keep_secrets(place, secrets)
            self.fingerprint = host.fingerprint
            self.data = {**self.data.dict(), "host_key": host.key}  # type: ignore[attr-defined]
        except NotSent as failure:
            if known is None:
                forget_secrets(place)
            self.add_error(None, f"{failure}.")


class SftpForm(HostForm):
    """A folder of a web host."""

    kind = PublishTarget.Kind.SFTP
    what = "web host by SFTP"
    field_order = ("server", "folder", "user", "password", "key")

    server = forms.RegexField(
        r"^[\w.-]+(:\d{1,5})?$",
        max_length=200,
        help_text="Such as sftp.example.org. Another port than 22 behind a colon.",
        error_messages={"invalid": "Enter the name of the server, such as sftp.example.org or example.org:2222."},
        widget=forms.TextInput(PLAIN),
    )
    folder = forms.CharField(
        label="Folder on the server",
        required=False,
        max_length=200,
        help_text="Such as public_html/cribbage. It is made if it is not there.",
        widget=forms.TextInput(PLAIN),
    )
    user = forms.CharField(label="User name", max_length=100, widget=forms.TextInput(PLAIN))

    def place(self, cleaned: Mapping[str, Any]) -> str:
        host, _, port = cleaned["server"].partition(":")
        return place_by_sftp(cleaned["user"], host, int(port or PORT), cleaned["folder"].rstrip("/"))


class GitForm(HostForm):
    """A branch of a repository that a host of static pages shows."""

    kind = PublishTarget.Kind.GIT
    what = "git repository"
    field_order = ("address", "branch", "user", "password", "key")
    wide_fields = ("address",)

    address = forms.CharField(
        label="Address of the repository",
        max_length=300,
        help_text="It begins with https:// or git@",
        widget=forms.TextInput(PLAIN),
    )
    branch = forms.RegexField(
        r"^(?!.*(\.\.|//|\.lock$))[\w][\w./-]*[\w]$",
        max_length=60,
        help_text="Your host shows the pages of one branch, often gh-pages. Each time it is replaced.",
        error_messages={"invalid": "Enter the name of a branch, such as gh-pages."},
        widget=forms.TextInput(PLAIN),
    )
    user = forms.CharField(label="User name", required=False, max_length=100, widget=forms.TextInput(PLAIN))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].label = "Password or token"
        self.fields["branch"].initial = "gh-pages"

    def clean_address(self) -> str:
        address: str = self.cleaned_data["address"]
        if not is_git_address(address):
            raise forms.ValidationError(
                "Enter an address such as https://example.org/club/site.git or git@example.org:club/site.git, without"
                " the password."
            )
        return address

    def place(self, cleaned: Mapping[str, Any]) -> str:
        return place_by_git(cleaned["user"], cleaned["address"], cleaned["branch"])
