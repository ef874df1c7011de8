"""Continue an event from a stick on this laptop: check everything first, and leave this laptop's own events alone."""

import http.client
import json
import shutil
import socket
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from errno import ENOSPC
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings

from tournaments.backups import stick
from tournaments.backups.copies import CopyDamaged, check_copy
from tournaments.backups.places import FOLDER as ON_A_DRIVE
from tournaments.backups.places import drives
from tournaments.backups.services import migrations_in
from tournaments.backups.state import SECOND_PLACE
from tournaments.backups.stick import FOLDER, PICTURES, Head, NotWhole, copies_on, head_of, heads_on, named_in
from tournaments.backups.upgrades import TOO_OLD, is_too_old, later_migrations
from tournaments.hall_check.addresses import own_addresses
from tournaments.models import words_of_action
from tournaments.term import FILE as TERM_FILE
from tournaments.term import Standing, Term, read_signed, time_asleep, write_standing

CONTINUED = "continued"
IN_USE = "continued.json"
PATIENCE = 2.0
LAST = 10
TICK = "The first laptop is off; I looked"


class ContinueRefused(Exception):
    """Nothing was taken; the text says why, and what to do. ``choices`` are the terms of which somebody must choose."""

    def __init__(self, text: str, choices: Sequence[Head] = ()) -> None:
        super().__init__(text)
        self.choices = choices


@dataclass(frozen=True, slots=True)
class Found:
    """What is on a stick, checked; ``last`` is what was saved lately: when, who, what. ``folder`` has it."""

    folder: Path
    head: Head
    events: Sequence[str]
    last: Sequence[tuple[str, str, str]]

    @property
    def at(self) -> datetime:
        return datetime.fromisoformat(self.head.at)


def folders_with_event(given: Path | None = None) -> list[Path]:
    """Return the folders of events on the sticks that are connected, or in the folder that was given."""
    places = [given, given / FOLDER, given / ON_A_DRIVE / FOLDER] if given else [one / FOLDER for one in drives()]
    found = []
    for place in places:
        with suppress(OSError):
            if any(heads_on(place)):
                found.append(place)
    return found


def try_stick(folder: Path, data: Path, chosen: str = "") -> Found:
    """Check everything about the newest copy on a stick, and take nothing: whole, version, room on this computer.

    ``chosen`` is the term of one of two laptops that both went on with the event.

    Raises:
        ContinueRefused: it cannot be continued here.
    """
    with TemporaryDirectory(dir=data, prefix="try-") as temporary:
        file = Path(temporary) / "db.sqlite3"
        head = _unpack_newest(folder, file, chosen)
        try:
            check_copy(file)
            applied = migrations_in(file)
        except (CopyDamaged, sqlite3.Error) as damage:
            raise ContinueRefused(f"The copy on the stick is damaged: {damage}. Restore a backup instead.") from damage
        if later_migrations(applied):
            raise ContinueRefused(
                f"The first laptop has a later version of this program ({head.version}). Install that version here."
            )
        if is_too_old(applied):
            raise ContinueRefused(TOO_OLD)
        pictures = folder / PICTURES
        needed = sum(one.stat().st_size for one in pictures.iterdir()) if pictures.is_dir() else 0
        if shutil.disk_usage(data).free < needed + head.size + 100 * stick.BLOCK:
            raise ContinueRefused(f"This computer needs {(needed + head.size) // stick.BLOCK + 100} MB of free space.")
        with closing(sqlite3.connect(file)) as opened:
            events = [name for (name,) in opened.execute(EVENTS)]
            last = [_saved(*row) for row in opened.execute(LAST_SAVED, [LAST])]
    return Found(folder, head, events, last)


EVENTS = "SELECT name FROM tournaments_tournament WHERE deleted_at IS NULL ORDER BY starts_on DESC, id DESC"
LAST_SAVED = """
    SELECT entry.at, event.time_zone, entry.who, entry.action, entry.subject
    FROM tournaments_auditentry AS entry JOIN tournaments_tournament AS event ON event.id = entry.tournament_id
    ORDER BY entry.id DESC LIMIT ?"""


def _saved(at: str, zone: str, who: str, done: str, subject: str) -> tuple[str, str, str]:
    when = datetime.fromisoformat(at).replace(tzinfo=UTC)
    return clock_time(when, zone), who, f"{subject}: {words_of_action(done)}".lstrip(": ")


def clock_time(at: datetime, zone: str) -> str:
    """Return a time as people of an event read it, with its seconds."""
    return f"{at.astimezone(ZoneInfo(zone)):%I:%M:%S %p}".lstrip("0")


def _unpack_newest(folder: Path, file: Path, chosen: str) -> Head:
    """Unpack the newest whole copy, of the term that was chosen.

    Raises:
        ContinueRefused: there is none, or two laptops each say that they have the event.
    """
    try:
        found = [(copy, head) for copy in copies_on(folder) if (head := head_of(copy))]
        if len({head.site for _, head in found}) > 1:
            raise ContinueRefused("There are events of two sites on this stick. Use a stick for each.")
        highest = {copy.term: head for copy, head in reversed(found) if copy.term.number == found[0][0].term.number}
        if len(highest) > 1 and chosen not in map(str, highest):
            names = " and ".join(sorted(map(str, highest)))
            said = f"Two laptops continued this event: {names}. Choose which counts. The other is kept on the stick."
            raise ContinueRefused(said, list(highest.values()))
        unreadable: OSError | None = None
        for copy in [copy for copy, _ in found if str(copy.term) == chosen or not chosen]:
            file.unlink(missing_ok=True)
            try:
                return stick.unpack(copy, file)
            except NotWhole:
                continue
            except OSError as error:  # where it was pulled, the stick may have lost the way to a file's blocks
                if error.errno == ENOSPC:
                    raise
                unreadable = unreadable or error
        if unreadable:
            raise unreadable
    except OSError as error:
        raise ContinueRefused(f"The stick cannot be read: {error.strerror or error}.") from error
    raise ContinueRefused("There is no whole copy of an event on this stick.")


def who_answers(head: Head) -> str:
    """Return the address at which the first laptop still serves this event; blank where none answers."""

    def ask(host: str) -> str:
        with suppress(OSError, http.client.HTTPException, ValueError):
            with closing(http.client.HTTPConnection(host, head.port, timeout=PATIENCE)) as connection:
                connection.request("GET", "/healthz")
                lines = connection.getresponse().read(10_000).decode(errors="replace").splitlines()
            signed = [line.removeprefix("term: ") for line in lines if line.startswith("term: ")]
            if any(read_signed(one, head.secret_key) for one in signed):
                return f"http://{host}:{head.port}/"
        return ""

    with ThreadPoolExecutor(max(1, len(head.addresses))) as pool:
        return next(filter(None, pool.map(ask, head.addresses)), "")


def continue_event(folder: Path, data: Path, *, first_is_off: bool, chosen: str = "") -> Found:
    """Go on with the event of a stick: from its next start on, this laptop serves that.

    ``data`` is the folder of this laptop's own events. All checks come first; nothing is taken before. Returns what
    was found, with the folder in which it is now.

    Raises:
        ContinueRefused: see the text.
    """
    found = try_stick(folder, data, chosen)
    if address := who_answers(found.head):
        raise ContinueRefused(f"The first laptop answers at {address}. Turn it off, then try again.")
    if not first_is_off:
        raise ContinueRefused("Look at the first laptop. If it is off, say so.")
    try:
        key, term = found.head.secret_key, Term.above(named_in(folder)[0].term.number)
        own = data / CONTINUED / str(term)
        known = {"laptop": socket.gethostname(), "addresses": own_addresses(), "port": found.head.port}
        known |= {"at": datetime.now(UTC).isoformat(), "continued": found.head.as_continued}
        stick.write_term(folder, term, key, known)
        own.mkdir(mode=0o700, parents=True)
        head = _unpack_newest(folder, own / "db.sqlite3", chosen)  # the first may have written one more
        (own / "secret_key").touch(mode=0o600)
        (own / "secret_key").write_text(key)
        backups = own / "backups"
        backups.mkdir(mode=0o700)
        (backups / "pictures-to-come").touch()  # the copier fetches them while the event goes on
        (backups / SECOND_PLACE).write_text(str(folder.parent), encoding="utf-8")
        write_standing(backups / TERM_FILE, Standing(term, head.as_continued, slept=time_asleep()))
        everywhere = "0.0.0.0"  # noqa: S104 - as the first laptop did
        host = head.host if head.host in {"127.0.0.1", "localhost", *own_addresses()} else everywhere
        served = {"folder": own.name, "host": host, "port": head.port, "laptop": head.laptop, "at": head.at}
        (own / IN_USE).write_text(json.dumps(served), encoding="utf-8")
        serve_from(data, own.name)
    except OSError as error:
        raise ContinueRefused(f"It could not be continued: {error.strerror or error}. Try again.") from error
    return replace(found, folder=own, head=head)


def own_folder() -> Path:
    """Return the folder of this laptop's own events, also while it goes on with the event of another one."""
    data = Path(settings.VAR_DIR)
    return data.parent.parent if data.parent.name == CONTINUED else data


def folders_here(data: Path) -> list[dict[str, Any]]:
    """Return what this laptop can serve: its own events, with a blank name, and each event that it continued."""
    found: list[dict[str, Any]] = [{"folder": "", "is_served": own_folder() == Path(settings.VAR_DIR)}]
    for path in sorted((data / CONTINUED).glob(f"*/{IN_USE}")):
        with suppress(OSError, ValueError):
            one = json.loads(path.read_text(encoding="utf-8"))
            found.append({**one, "is_served": path.parent == Path(settings.VAR_DIR)})
    return found


def serve_from(data: Path, name: str) -> None:
    """Let this laptop serve an event that it continued, by its folder, from its next start on; blank: its own ones.

    Raises:
        OSError: there is no such folder, or it cannot be written to.
    """
    if not name:
        (data / IN_USE).unlink(missing_ok=True)
        return
    part = data / f"{IN_USE}.part"
    shutil.copyfile(data / CONTINUED / name / IN_USE, part)
    part.replace(data / IN_USE)


def steps_after(head: Head) -> list[str]:
    """Say how this laptop gets the numeric addresses of the first one that it lacks: phones know the event by them."""
    found = []
    for address in head.addresses:
        with suppress(ValueError):  # a name
            if not ip_address(address).is_loopback and address not in own_addresses():
                found.append(
                    f"Phones know this event at {address}, which this laptop does not have. Give it that address: in"
                    f" the settings of its network choose manual (static) IPv4, enter {address} and save. The first"
                    " laptop must be off."
                )
    return found
