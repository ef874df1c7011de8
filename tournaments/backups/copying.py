"""Keep the event on a stick, seconds old, beside the workers: a stick that hangs holds up nobody."""

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

from tournaments.backups import state, stick
from tournaments.backups.copies import copies_in
from tournaments.backups.places import drives
from tournaments.backups.services import LOOK_EVERY
from tournaments.backups.state import OnStick, choose_second_place, offered, on_stick, second_place, store_on_stick
from tournaments.backups.stick import FOLDER, PICTURES, copies_on, heads_on, terms_on
from tournaments.hall_check.addresses import EVERYWHERE, own_addresses
from tournaments.term import Term, change_standing, meet_term, read_signed, standing, time_asleep

BUSY = 0.1
"""Seconds between two looks at a copy that is being made."""
HANGS = 30.0
SECONDS_AT_THE_END = 4.0
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
    """Return what a copy says about the laptop that makes it."""
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


class NotThere(OSError):
    """The stick of this site is not there; the text says so."""


def find_place(chosen: Path | None) -> Path:
    """Return the folder of the event on the stick that was chosen, wherever that is plugged in.

    It is made beside backups of this site where an earlier version chose the place, else never.

    Raises:
        OSError: the stick is not there, or is that of another site.
    """
    if chosen is None:
        raise NotThere(errno.ENOENT, OUT)
    folder = chosen / FOLDER
    if not folder.is_dir() and not settings.BACKUP_TO:
        for drive in drives():  # the letter or mount point may be another one today
            with suppress(OSError):
                if (drive / FOLDER).is_dir() and terms_on(drive / FOLDER):
                    if chosen == second_place():  # else another was chosen while this one hung
                        choose_second_place(drive)
                    return drive / FOLDER
    if not folder.is_dir():
        if not (chosen.is_dir() and copies_in(chosen)):
            raise NotThere(errno.ENOENT, OUT)
        folder.mkdir(mode=0o700)
    if other := stick.of_another_site(folder):
        raise NotThere(errno.ENOENT, other)
    return folder


def judge(folder: Path) -> bool:
    """Compare the terms on the stick with the own one; tell whether this laptop has the event."""
    for told in terms_on(folder)[:8]:
        signed = told.pop("term")
        if told.get("chosen") == str(standing().term) and (term := read_signed(signed)):
            change_standing(lambda before, term=term: before.in_next(term))  # type: ignore[misc]
        elif meet_term(signed, **told):
            return False
    return not change_standing(
        lambda before: before if before.met else replace(before, unsure=False, slept=time_asleep())
    ).met


def leave_event() -> None:
    """Leave the event to the other of two laptops that took one number: it reads so on the stick, and goes on.

    Raises:
        OSError: the stick cannot be written to.
    """
    now = standing()
    term = Term.above(now.term.number)
    known = {**now.met, "at": datetime.now(UTC).isoformat(), "chosen": now.met["term"]}
    stick.write_term(find_place(second_place()), term, settings.SECRET_KEY, known)
    del known["term"]
    meet_term(term.signed(), **known)


class Look:
    """What was found by looking at one place, as ``told`` to pages.

    ``copied`` is the version of the database that is on the stick, at least as it was at ``as_of``. ``whole`` has the
    names of copies that were read already.
    """

    def __init__(self, told: OnStick) -> None:
        self.told, self.as_of, self.whole = told, 0.0, set[str]()
        self.copied: int | None = None

    def run(self, database: Path | None, version: int = 0) -> None:
        """Look at the stick, and copy to it what has changed there: in a thread, which may hang forever."""
        began, is_there, problem, pictures = time.monotonic(), False, "", 0
        try:
            if (chosen := second_place()) is None:
                change_standing(lambda before: before if before.unsure else replace(before, slept=time_asleep()))
            elif judge(folder := find_place(chosen)):
                own = standing().term
                if database and (version != self.copied or all(one.term != own for one in copies_on(folder))):
                    self._copy(database, folder, own)
                is_there = True
                pictures = follow_pictures(folder) if database else 0
        except (OSError, sqlite3.Error) as error:
            text = getattr(error, "strerror", None) or str(error)
            problem = REASONS.get(getattr(error, "errno", 0)) or f"{BROKEN} ({text})"
            if isinstance(error, NotThere):
                problem = text
            if problem == OUT or isinstance(error, NotThere):  # what became of the event while it slept?
                change_standing(lambda now: now if now.serves or now.met else replace(now, unsure=True))
        except Exception:
            logger.exception("The stick could not be copied to. It is tried again.")
            problem = BROKEN
        self.told = replace(self.told, problem=problem, pictures=pictures, offers=_offers())
        if is_there:
            self.as_of, self.copied = began, version

    def _copy(self, database: Path, folder: Path, own: Term) -> None:
        """Copy the event, which is there when this returns; a full stick gives up older ones first."""
        try:
            copy, head = stick.write_copy(database, folder, of_this_laptop(), own)
        except OSError as error:
            if REASONS.get(error.errno or 0) != FULL:
                raise
            stick.delete_old(folder, own, self.whole, keep=1)
            copy, head = stick.write_copy(database, folder, of_this_laptop(), own)
        self.whole.add(copy.path.name)
        stick.delete_old(folder, own, self.whole)
        self.told = replace(self.told, copied_at=head.at)


def follow_pictures(folder: Path) -> int:
    """Copy pictures for a while, first those that still come from the stick; return how many are left.

    Raises:
        OSError: the stick was pulled, or cannot be read or written to.
    """
    until = time.monotonic() + LOOK_EVERY
    here, there, coming = Path(settings.PICTURES_DIR), folder / PICTURES, state.pictures_to_come()
    if not coming.exists():
        return stick.copy_pictures(here, there, lambda: time.monotonic() < until)
    left = stick.copy_pictures(there, here, lambda: time.monotonic() < until, deletes=False)
    if not folder.is_dir():  # what was not found was not deleted: it is still to come
        raise NotThere(errno.ENOENT, OUT)
    if not left:
        coming.unlink()
    return left


def _offers() -> list[dict[str, Any]]:
    """Return the folders on sticks that have an event, except this laptop's own."""
    found, now = [], standing()
    for drive in drives():
        with suppress(OSError):
            if head := next(heads_on(drive / FOLDER), None):
                is_known = read_signed(head.term) == now.term or (now.serves and head.site == stick.site_id())
                if drive != second_place() or not is_known:
                    found.append({"folder": str(drive / FOLDER), "laptop": head.laptop, "at": head.at})
    return found


class Copier:
    """Watches the database, and has it copied to the stick."""

    def __init__(self, database: Path) -> None:
        self._database, self._watching = database, sqlite3.connect(database, check_same_thread=False)
        self.state = OnStick()
        self._look, self._thread, self._began, self._same_at = Look(self.state), Thread(), 0.0, 0.0

    @property
    def is_busy(self) -> bool:
        return self._thread.is_alive()

    def step(self, *, begins: bool = True) -> None:
        """Look for changes, and begin the next look at the stick. Keep how it stands, for every process of the site."""
        now, place = time.monotonic(), str(second_place() or "")
        if place != self.state.place:
            if self.is_busy:  # who erases the former one waits until this is told; but the look may hang there forever
                self._thread.join(1.5 * LOOK_EVERY)
            self._look, self._thread, self._same_at = Look(OnStick(place, offers=self.state.offers)), Thread(), now
        version, look = int(self._watching.execute("PRAGMA data_version").fetchone()[0]), self._look
        is_there = not place or version == look.copied
        self._same_at = now if is_there else max(self._same_at, look.as_of)
        told = replace(look.told, alive_at=float(int(now)), waiting_since=None if is_there else self._same_at)
        if not self.is_busy and begins:
            self._thread, self._began = Thread(target=look.run, args=[self._database, version], daemon=True), now
            self._thread.start()
        elif self.is_busy and place and now - self._began > HANGS:
            told = replace(told, problem=HUNG)
        if told != self.state:
            self.state = told
            store_on_stick(told)

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
    copier = Copier(database)
    while not is_ending(BUSY if copier.is_busy else LOOK_EVERY if copier.state.alive_at else 0):
        copier.step()
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
        while (known := on_stick()) and not known.has_stopped and time.monotonic() < until:
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
    (state.folder_of_backups() / state.NEW_KEY).touch()
    part.replace(file)
    choose_second_place(None)
    return True


def know_at_start() -> bool:
    """Find out before the site serves whether it may, and which sticks it offers on its very first page.

    Its own stick with its own term answers without a question. Returns whether somebody must be asked. A stick that
    hangs is not waited for.
    """
    look, place = Look(OnStick()), second_place()
    thread = Thread(target=look.run, args=[None], daemon=True)
    thread.start()
    thread.join(SECONDS_AT_THE_END)
    now = time.monotonic()
    until_it_copies = now + HANGS  # on a busy computer its process takes its time
    store_on_stick(OnStick(str(place or ""), until_it_copies, now if place else None, offers=look.told.offers))
    if (last := state.backups()) is not None:  # what has not begun yet was not stopped by anybody
        with suppress(OSError):
            state.store(replace(last, alive_at=datetime.now(UTC), waiting_since=None))
    is_asked = place is not None and look.copied is None
    return change_standing(lambda before: replace(before, unsure=is_asked and not before.met)).unsure
