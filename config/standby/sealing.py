"""What two laptops say to each other over the hall's network: nobody else reads it, makes it up, or sends it again."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: without letters that pass for figures."""
LETTERS_OF_A_CODE = 26
READ_AS = str.maketrans("ILO", "110")


class NotOfThisCode(Exception):
    """What was heard was not said by somebody who has the code."""


def new_code() -> str:
    """Make the code that both laptops must have: 130 random bits, in groups that can be typed."""
    return grouped("".join(secrets.choice(LETTERS) for _ in range(LETTERS_OF_A_CODE)))


def grouped(letters: str) -> str:
    """Write a code as it is shown: ``7Q4M-0ZKD-...``."""
    return "-".join(letters[start : start + 4] for start in range(0, len(letters), 4))


def read_code(typed: str) -> str:
    """Return a code as it is shown, however it was typed.

    Raises:
        ValueError: it cannot be one.
    """
    letters = "".join(typed.upper().replace("-", " ").split()).translate(READ_AS)
    if len(letters) != LETTERS_OF_A_CODE or not set(letters) <= set(LETTERS):
        raise ValueError(f"A code has {LETTERS_OF_A_CODE} letters and figures.")
    return grouped(letters)


def proof(code: str, *parts: str) -> str:
    """Return what shows that somebody has the code and says these parts, in hexadecimal."""
    return hmac.new(code.encode(), "\n".join(parts).encode(), hashlib.sha256).hexdigest()


def is_proof(told: str, code: str, *parts: str) -> bool:
    """Tell whether it is the proof for these parts, in a time that tells nothing."""
    return hmac.compare_digest(told.encode(), proof(code, *parts).encode())


class Sealer:
    """Seals or opens the messages of one connection, in their order.

    Its key is of this connection alone, so that a counter serves as nonce: what is left out, changed places, or was
    said on another connection does not open.
    """

    def __init__(self, code: str, connection: str) -> None:
        """``connection`` is a number used once, which both sides know."""
        key = HKDF(SHA256(), 32, salt=connection.encode(), info=b"cribbage standby 1").derive(code.encode())
        self._cipher = ChaCha20Poly1305(key)
        self._number = 0

    def _nonce(self) -> bytes:
        self._number += 1
        return struct.pack(">IQ", 0, self._number)

    def seal(self, data: bytes) -> bytes:
        """Return the next message as it is sent."""
        return self._cipher.encrypt(self._nonce(), data, None)

    def open(self, sealed: bytes) -> bytes:
        """Return the next message as it was meant.

        Raises:
            NotOfThisCode: it was not sealed with this code, for this connection, as the next one.
        """
        try:
            return self._cipher.decrypt(self._nonce(), sealed, None)
        except InvalidTag:
            raise NotOfThisCode from None
