"""What the first laptop tells the second, as bytes: a length, then a kind with its values and content, sealed."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from config.standby.sealing import Sealer

LENGTH = struct.Struct(">I")
LONGEST = 64 * 1024**2


class Kind(StrEnum):
    """What a message is."""

    HELLO = "hello"
    """values: epoch, secret_key, goes_on (else the whole database follows)"""
    COPY = "copy"
    """content: the next part of the database's file; values: is_last"""
    LOG = "log"
    """content: transactions; values: salts, offset, read_at"""
    PICTURES = "pictures"
    """content: the names of all pictures beside the database, as JSON; told before what was written after them"""
    PICTURE = "picture"
    """content: the next part of one picture; values: is_last, is_gone. On a connection of its own."""
    BEAT = "beat"
    """values: read_at. There was nothing new then."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message. ``values`` go by JSON."""

    kind: Kind
    values: dict[str, Any]
    content: bytes = b""

    def to_bytes(self, sealer: Sealer) -> bytes:
        """Return it as it is sent: compressed, sealed, with its length before it."""
        head = json.dumps({"kind": self.kind, **self.values}).encode()
        level = 0 if self.kind is Kind.PICTURE else 1  # they are compressed already
        sealed = sealer.seal(LENGTH.pack(len(head)) + head + zlib.compress(self.content, level))
        return LENGTH.pack(len(sealed)) + sealed


class BrokenMessage(Exception):
    """It ended before its end, or is longer than any message."""


def read_message(read: Callable[[int], bytes], sealer: Sealer) -> Message:
    """Read the next message. ``read`` returns so many bytes, fewer only where the connection ended.

    Raises:
        BrokenMessage: the connection ended, or this is no message.
        NotOfThisCode: the other side has another code.
    """

    def whole(size: int) -> bytes:
        data = read(size)
        if len(data) < size:
            raise BrokenMessage
        return data

    (size,) = LENGTH.unpack(whole(LENGTH.size))
    if size > LONGEST:
        raise BrokenMessage
    data = sealer.open(whole(size))
    (length,) = LENGTH.unpack(data[: LENGTH.size])
    end = LENGTH.size + length
    values = json.loads(data[LENGTH.size : end])
    return Message(Kind(values.pop("kind")), values, zlib.decompress(data[end:]))
