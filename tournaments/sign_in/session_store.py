"""Sessions in the database, each stored once for a request that changes it: Django does it twice at a sign-in."""

from __future__ import annotations

from django.contrib.sessions.backends.base import VALID_KEY_CHARS, CreateError
from django.contrib.sessions.backends.db import SessionStore as StoredSession
from django.db import IntegrityError
from django.utils.crypto import get_random_string


class SessionStore(StoredSession):
    """A session whose row is made with its content. The key of 165 random bits is known before."""

    def __init__(self, session_key: str | None = None) -> None:
        super().__init__(session_key)
        self._is_new = False
        self._saved: tuple[str | None, bytes] | None = None

    def create(self) -> None:
        """Take a new key; the next :meth:`save` makes the row."""
        self._session_key = None
        self.keys()  # what it holds already, or nothing: nothing is stored under the new key
        self._session_key = get_random_string(32, VALID_KEY_CHARS)
        self._is_new = self.modified = True

    def save(self, must_create: bool = False) -> None:
        """Store the session, unless just that was stored: the middleware saves again what a sign-in has saved.

        Raises:
            CreateError: the key is somebody else's.
            UpdateError: the session was deleted meanwhile.
        """
        if self.session_key is None:
            self.create()
        now = (self.session_key, self.serializer().dumps(dict(self.items())))
        if now == self._saved:
            return
        if must_create or self._is_new:
            # Without asking for the key first, and without a savepoint: within a sign-in nothing is left to save.
            try:
                self.create_model_instance(dict(self.items())).save(force_insert=True)
            except IntegrityError as error:
                raise CreateError from error
        else:
            super().save()
        self._is_new, self._saved = False, now
