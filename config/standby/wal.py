"""The write-ahead log of an SQLite database, read beside those who write it.

The format is SQLite's own: https://www.sqlite.org/fileformat2.html#the_write_ahead_log . A log is a header and frames,
each a page of the database with its checksum, which goes on from that of the frame before. The last frame of a
transaction says how many pages the database then has. After a checkpoint the log begins again with other salts.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import BinaryIO

HEADER = struct.Struct(">8I")
FRAME = struct.Struct(">6I")
MAGIC = 0x377F0682
"""Of a log whose checksums are little-endian; the next number is of a big-endian one."""
MOST_BYTES = 512 * 1024
"""Read at once: what is longer, such as an import, goes out in parts."""

Sums = tuple[int, int]


class DamagedLog(Exception):
    """The bytes do not go on from those before: the copy has to begin again."""


@dataclass(frozen=True, slots=True)
class Head:
    """What the header of a log says."""

    page_size: int
    salts: bytes
    sums: Sums
    is_big_endian: bool

    @property
    def frame_size(self) -> int:
        return FRAME.size + self.page_size


@dataclass(frozen=True, slots=True)
class Part:
    """Whole transactions of one log, as they stand in it from ``offset`` on. From 0 on the header is among them."""

    salts: bytes
    offset: int
    data: bytes

    @property
    def end(self) -> int:
        return self.offset + len(self.data)


def add_up(data: bytes, sums: Sums, is_big_endian: bool) -> Sums:
    """Return the checksums after these bytes, whose number is a multiple of eight."""
    first, second = sums
    words = struct.unpack(f"{'>' if is_big_endian else '<'}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second


def read_head(data: bytes) -> Head:
    """Read the header of a log, its first 32 bytes.

    Raises:
        DamagedLog: they are no header, or one that is just being written.
    """
    if len(data) < HEADER.size:
        raise DamagedLog
    magic, _, page_size, _, _, _, first, second = HEADER.unpack(data[: HEADER.size])
    head = Head(page_size, data[16:24], (first, second), is_big_endian=magic == MAGIC + 1)
    if magic not in {MAGIC, MAGIC + 1} or add_up(data[:24], (0, 0), head.is_big_endian) != head.sums:
        raise DamagedLog
    return head


def sums_of(frame: bytes) -> Sums:
    """Return the checksums that a frame says it has."""
    _, _, _, _, first, second = FRAME.unpack(frame[: FRAME.size])
    return first, second


def check_frame(head: Head, frame: bytes, before: Sums) -> Sums:
    """Return the checksums of a frame, which must go on from those of the frame before.

    Raises:
        DamagedLog: it does not, or it is of an earlier log.
    """
    told = sums_of(frame)
    if frame[8:16] != head.salts:
        raise DamagedLog
    sums = add_up(frame[FRAME.size :], add_up(frame[:8], before, head.is_big_endian), head.is_big_endian)
    if sums != told:
        raise DamagedLog
    return sums


def check_frames(head: Head, frames: bytes, before: Sums) -> Sums:
    """Return the checksums of the last of these frames.

    Raises:
        DamagedLog: one of them does not go on from the one before, or the last is cut off.
    """
    if len(frames) % head.frame_size:
        raise DamagedLog
    for start in range(0, len(frames), head.frame_size):
        before = check_frame(head, frames[start : start + head.frame_size], before)
    return before


class LogReader:
    """Reads what is new in a log, transaction by transaction."""

    def __init__(self, file: BinaryIO) -> None:
        """``file`` is the log, opened without a buffer: what is there now is read, not what was."""
        self._file = file
        self._salts = b""
        self._offset = 0
        self._sums: Sums = (0, 0)
        self.is_in_doubt = False
        """Whether a transaction ends in the log that does not go on from what was read: it is still being written, or
        another one stands where one was that failed."""

    def can_go_on(self, salts: bytes, offset: int, sums: Sums) -> bool:
        """Go on where a reader of before has stopped, if the log is still the same one."""
        try:
            head = read_head(self._read(0, HEADER.size))
        except DamagedLog:
            return False
        if head.salts != salts or offset <= HEADER.size or (offset - HEADER.size) % head.frame_size:
            return False
        last = self._read(offset - head.frame_size, FRAME.size)
        if len(last) < FRAME.size or last[8:16] != salts or sums_of(last) != sums:
            return False
        self._salts, self._offset, self._sums = salts, offset, sums
        return True

    def read(self) -> Part | None:
        """Return the transactions that are new; nothing where there are none.

        A log that has begun again is read from its header on. Who calls this prevents that it begins again before it
        was read to its end (feed.py).
        """
        try:
            first = self._read(0, HEADER.size)
            head = read_head(first)
        except DamagedLog:  # still empty, or its header is being written
            return None
        if self._salts != head.salts:
            self._salts, self._offset, self._sums = head.salts, 0, head.sums
        start = self._offset or HEADER.size
        if self._read(start, FRAME.size)[8:16] != head.salts:  # nothing, or what is left of an earlier log
            return None
        most = max(1, MOST_BYTES // head.frame_size) * head.frame_size
        data = self._read(start, most)
        length = self._whole_transactions(head, data)
        while not length and len(data) >= most and (more := self._read(start + len(data), len(data))):
            data += more  # one transaction that is longer than that
            length = self._whole_transactions(head, data)
        if not length:
            return None
        part = Part(head.salts, self._offset, (b"" if self._offset else first) + data[:length])
        self._offset = start + length
        self._sums = sums_of(data[length - head.frame_size :])
        return part

    def _whole_transactions(self, head: Head, data: bytes) -> int:
        """Return how many bytes belong to transactions that are whole.

        Frames are written one after the other: where the last of a transaction is right, those before are.
        """
        size = head.frame_size
        length = 0
        self.is_in_doubt = False
        for start in range(0, len(data) - size + 1, size):
            if data[start + 8 : start + 16] != head.salts:
                break
            pages_then = FRAME.unpack_from(data, start)[1]
            if not pages_then:
                continue
            before = sums_of(data[start - size :]) if start else self._sums
            try:
                check_frame(head, data[start : start + size], before)
            except DamagedLog:
                self.is_in_doubt = True
                break
            length = start + size
        return length

    def _read(self, offset: int, size: int) -> bytes:
        self._file.seek(offset)
        return self._file.read(size)
