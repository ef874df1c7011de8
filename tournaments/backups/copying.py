"""Keep the event on a stick, seconds old, in a process of its own: a stick that hangs holds up nobody."""

import errno
import logging
import secrets
import socket
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from typing import Any

from django.conf import settings

from tournaments.backups import stick
from tournaments.backups.copies import copies_in
from tournaments.backups.on_stick import OnStick, offered, on_stick, store
from tournaments.backups.places import drives
from tournaments.backups.services import LOOK_EVERY
from tournaments.backups.state import NEW_KEY, choose_second_place, folder_of_backups, pictures_to_come, second_place
from tournaments.backups.stick import FOLDER, PICTURES, copies_on, heads_on, others_on, terms_on
from tournaments.hall_check.addresses import own_addresses
from tournaments.term import Term, change_standing, meet_term, read_signed, standing, time_asleep

BUSY = 0.1
"""Seconds between two looks at a copy that is being made."""
HANGS = 30.0
SECONDS_AT_THE_END = 4.0
EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 - compared with, not bound
OUT = "The stick is out. Plug it in again"
HUNG = "The stick does not answer. Pull it out and plug it in again, or choose another one"
FULL = "The stick is full. Delete files on it that you do not need, or choose another one"
READ_ONLY = "The stick is read-only. Move its lock switch, or choose another one"
BROKEN = "The stick cannot be written to. Choose another one"
REASONS = {errno.ENOSPC: FULL, getattr(errno, "EDQUOT", errno.ENOSPC): FULL}
REASONS |= dict.fromkeys((errno.EROFS, errno.EACCES, errno.EPERM), READ_ONLY)
REASONS |= dict.fromkeys((errno.ENOENT, errno.ENODEV, errno.ENOTDIR, getattr(errno, "ENOTCONN", errno.ENODEV)), OUT)

logger = logging.getLogger(__name__)


def of_this_laptop() -> dict[str, Any]:
    """Return what a copy says of the laptop that makes it."""
    host = settings.SERVED_HOST or "127.0.0.1"
    hosts = [*own_addresses(), settings.NETWORK_NAME] if host in EVERYWHERE else [host]
    return {
        "at": datetime.now(UTC).isoformat(),
        "laptop": socket.gethostname(),
        "host": host,
        "port": settings.SERVED_PORT,
        "addresses": [one for one in hosts if one],
        "version": settings.VERSION,
        "secret_key": settings.SECRET_KEY,
        "continued": dict(standing().continued),
    }


def find_place() -> Path:
    """Return the folder of the event on the stick, wherever that is plugged in.

    It is made beside backups of this site where an earlier version chose the place, else never.

    Raises:
        OSError: the stick is not there.
    """
    chosen = second_place()
    if chosen is None:
        raise FileNotFoundError(errno.ENOENT, OUT)
    folder = chosen / FOLDER
    if not folder.is_dir() and not settings.BACKUP_TO:
        for drive in drives():  # the letter or mount point may be another one today
            with suppress(OSError):
                if (drive / FOLDER).is_dir() and terms_on(drive / FOLDER):
                    choose_second_place(drive)
                    return drive / FOLDER
    if not folder.is_dir():
        if not (chosen.is_dir() and copies_in(chosen)):
            raise FileNotFoundError(errno.ENOENT, OUT)
        folder.mkdir(mode=0o700)
    return folder


def judge(folder: Path) -> bool:
    """Compare the terms on the stick with the own one; tell whether this laptop has the event."""
    for told in terms_on(folder)[:8]:
        signed = told.pop("term")
        if told.get("chosen") == str(standing().term) and (term := read_signed(signed)):
            change_standing(lambda before, term=term: before.in_next(term))  # type: ignore[misc]
        elif meet_term(signed, **told):
            return False
    if standing().met:
        return False
    change_standing(lambda before: replace(before, unsure=False, slept=time_asleep()))
    return True


def leave_event() -> None:
    """Leave the event to the other of two laptops that took one number: it reads so on the stick, and goes on.

    Raises:
        OSError: the stick cannot be written to.
    """
    now = standing()
    term = Term.above(now.term.number)
    known = {**now.met, "at": datetime.now(UTC).isoformat(), "chosen": now.met["term"]}
    stick.write_term(find_place(), term, settings.SECRET_KEY, known)
    del known["term"]
    meet_term(term.signed(), **known)


def missing() -> None:
    """Take note that the stick is not there after this laptop has slept: somebody must say what became of the event."""
    now = standing()
    if not (now.serves or now.met or now.unsure):
        change_standing(lambda before: replace(before, unsure=True))


def _offers() -> list[dict[str, Any]]:
    """Return the folders on sticks that have an event, but for the own one."""
    found, now = [], standing()
    for drive in drives():
        with suppress(OSError):
            if head := next(heads_on(drive / FOLDER), None):
                is_known = read_signed(head.term) == now.term or (now.serves and head.site == stick.site_id())
                if drive != second_place() or not is_known:
                    found.append({"folder": str(drive / FOLDER), "laptop": head.laptop, "at": head.at})
    return found


class Look(Thread):
    """One look at the stick, and a copy to it where that is wanted: a thread of its own, which may hang there for ever.

    ``version`` is that of the database now; ``of`` that of what is then on the stick, ``told`` what became of it.
    """

    def __init__(self, database: Path, version: int, whole: set[str], *, copies: bool) -> None:
        super().__init__(daemon=True)
        self._database, self._version, self._whole, self._copies = database, version, whole, copies
        self.began_at = time.monotonic()
        self.of: int | None = None
        self.told: dict[str, Any] = {"problem": "", "pictures": 0, "offers": ()}
        self.start()

    def run(self) -> None:
        try:
            if second_place() is not None:
                self._copy(find_place())
            else:
                change_standing(lambda before: before if before.unsure else replace(before, slept=time_asleep()))
        except (OSError, sqlite3.Error) as error:
            number = error.errno if isinstance(error, OSError) else None
            self.told["problem"] = REASONS.get(number or 0) or f"{BROKEN} ({getattr(error, 'strerror', None) or error})"
            if self.told["problem"] == OUT:
                missing()
        except Exception:
            logger.exception("The stick could not be copied to. It is tried again.")
            self.told["problem"] = BROKEN
        with suppress(OSError):
            self.told["offers"] = _offers()

    def _copy(self, folder: Path) -> None:
        if other := others_on(folder):
            self.told["problem"] = stick.of_another_site(other)
            missing()
            return
        if not judge(folder):
            return
        own = standing().term
        if self._copies or not any(one.term == own for one in copies_on(folder)):
            try:
                self._write(folder, own)
            except OSError as error:
                if REASONS.get(error.errno or 0) != FULL:
                    raise
                stick.delete_old(folder, own, self._whole, keep=1)
                self._write(folder, own)
            stick.delete_old(folder, own, self._whole)
        self.of = self._version
        until = time.monotonic() + LOOK_EVERY
        here, there, coming = Path(settings.PICTURES_DIR), folder / PICTURES, pictures_to_come()
        if coming.exists():
            left = stick.copy_pictures(there, here, lambda: time.monotonic() < until, deletes=False)
            self.told["pictures"] = left
            if not left:
                coming.unlink()
        elif here.is_dir():  # without it nobody has deleted any
            self.told["pictures"] = stick.copy_pictures(here, there, lambda: time.monotonic() < until)

    def _write(self, folder: Path, own: Term) -> None:
        copy, head = stick.write_copy(self._database, folder, of_this_laptop(), own)
        self._whole.add(copy.path.name)
        self.told["copied_at"] = head.at


class Copier:
    """Watches the database, and has it copied to the stick."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._watching = sqlite3.connect(database, check_same_thread=False)
        self._look: Look | None = None
        self._whole: set[str] = set()
        self._seen, self._looked_at = self._version(), time.monotonic()
        self._copied: int | None = None
        self.state = OnStick()

    def _version(self) -> int:
        return int(self._watching.execute("PRAGMA data_version").fetchone()[0])

    @property
    def is_busy(self) -> bool:
        return self._look is not None and self._look.is_alive()

    def step(self, *, begins: bool = True) -> None:
        """Look for changes and for what became of the last copy, and begin the next one."""
        now, place = time.monotonic(), str(second_place() or "")
        if place != self.state.place:
            self._look = self._copied = None  # the last look may hang at the place before, for ever
            self._whole = set()
            self.state = OnStick(place, waiting_since=now if place else None, offers=self.state.offers)
        version = self._version()
        if version != self._seen and place:
            self.state = replace(self.state, waiting_since=self.state.waiting_since or self._looked_at)
        self._seen, self._looked_at = version, now
        if self._look is None or not self._look.is_alive():
            if self._look is not None:
                self._note(self._look)
            self._look = None
            if begins:
                self._look = Look(self._database, version, self._whole, copies=self._copied != version)
        elif now - self._look.began_at > HANGS and place:
            self.state = replace(self.state, problem=HUNG)
        self.state = replace(self.state, alive_at=now)

    def _note(self, look: Look) -> None:
        self.state = replace(self.state, **look.told)
        if look.of is not None:
            self._copied = look.of
            self.state = replace(self.state, waiting_since=None if look.of == self._seen else look.began_at)

    def end(self) -> None:
        """Copy what is not there yet, and do not wait long for it."""
        until = time.monotonic() + SECONDS_AT_THE_END
        for is_last in (False, True):
            while self.is_busy and time.monotonic() < until:
                time.sleep(BUSY)
            self.step(begins=not is_last)
        self._watching.close()


def keep_copying(database: Path, is_ending: Callable[[float], bool]) -> None:
    """Copy a database to the stick every two seconds where it has changed, until the end; then once more.

    ``is_ending`` waits for so many seconds, or less where the end comes, and tells whether it has come.
    """
    copier, stored = Copier(database), OnStick()
    while not is_ending(BUSY if copier.is_busy else LOOK_EVERY if stored.alive_at else 0):
        copier.step()
        state = copier.state
        if replace(state, alive_at=stored.alive_at) != stored or state.alive_at - stored.alive_at > 1:
            store(state)
            stored = state
    copier.end()


def sticks() -> list[Path]:
    """Return the places with copies of an event that can be erased here: the second place, and other sticks."""
    chosen = second_place()
    found = [Path(one["folder"]).parent for one in offered()]
    return list(dict.fromkeys(([chosen] if chosen else []) + found))


def erase_stick(place: Path) -> None:
    """Delete every copy, backup and picture from a place, which is the second one no more.

    Raises:
        OSError: something cannot be deleted.
    """
    if place == second_place():
        choose_second_place(None)
        until = time.monotonic() + 3 * LOOK_EVERY
        while (state := on_stick()) and not state.has_stopped and time.monotonic() < until:
            time.sleep(BUSY)  # the copier may be at it
    for file in copies_in(place).values():
        file.unlink()
    if (place / FOLDER).is_dir():
        stick.erase(place / FOLDER)


def take_new_key() -> bool:
    """Give the site another key, for somebody else may have the stick with the one before.

    At the next start everybody must sign in again, and the codes of scorecards are replaced. Returns whether it was
    done: a key that the environment sets cannot be changed here.
    """
    file = Path(settings.VAR_DIR) / "secret_key"
    if not file.exists() or file.read_text().strip() != settings.SECRET_KEY:
        return False
    part = file.with_suffix(".part")
    part.touch(mode=0o600)
    part.write_text(secrets.token_urlsafe(64))
    (folder_of_backups() / NEW_KEY).touch()
    part.replace(file)
    choose_second_place(None)
    return True


def know_at_start() -> bool:
    """Find out before the site serves whether it may, and which sticks it offers on its very first page.

    Its own stick with its own term answers without a question. Returns whether somebody must be asked. A stick that
    hangs is not waited for.
    """
    place, looked = second_place(), [False]

    def look() -> None:
        with suppress(OSError):  # without it, too
            folder = find_place()
            looked[0] = others_on(folder) is None and (judge(folder) or bool(standing().met))
        now = time.monotonic()
        until_it_copies = now + HANGS  # on a busy computer its process takes its time
        waiting = now if place else None
        store(OnStick(str(place or ""), alive_at=until_it_copies, waiting_since=waiting, offers=_offers()))

    thread = Thread(target=look, daemon=True)
    thread.start()
    thread.join(SECONDS_AT_THE_END)
    if place is None:
        change_standing(lambda before: replace(before, unsure=False))
    elif not looked[0]:
        change_standing(lambda before: replace(before, unsure=not before.met))
    return standing().unsure
