"""A card that a phone hands over without a network: the short text that it shows, as a code to scan and to be typed.

The text is in Crockford's base 32, in rows of ten characters and one to check them. It holds, byte by byte:

- 2 bytes that tell the event;
- the owner's number, and how many reports of the card the phone knows of, in 7 bits a byte, the lowest first; the
  eighth bit says that more follow;
- how many games follow, then a byte for each, from game 1: 0 where it is not reported, else the spread, and
  :data:`LOST` more where the owner lost;
- for each game against somebody else than scheduled its number, and the opponent's as above;
- :data:`SEAL_BYTES` of an HMAC-SHA-256 over all of that, and over every reported game's number and opponent: who was
  scheduled when the phone last reached the server is sealed without being told.

``static/js/reporting/handover.js`` writes it; ``tests/cases/keys/handover.json`` tests both.
"""

import hmac
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tournaments.rules.constants import MAX_SPREAD, MIN_SPREAD

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
ROW = 10
EVENT_BYTES = 2
SEAL_BYTES = 5
LOST = 128
MAX_TEXT = 500
_BITS = 5
_PRIME = 31
_MISREAD = str.maketrans("OIL", "011")


class HandoverError(Exception):
    """The text is no card. The words say where it is wrong."""


@dataclass(frozen=True, slots=True)
class HandedGame:
    """What the owner says about one game; ``opponent`` is ``None`` where it is who was scheduled."""

    won: bool
    spread: int
    opponent: int | None = None


@dataclass(frozen=True, slots=True)
class HandedCard:
    """A card as a phone hands it over: ``reports`` is how many the phone knows of: the card with more is newer."""

    event: bytes
    entrant: int
    reports: int
    games: Mapping[int, HandedGame]
    content: bytes
    seal: bytes

    def is_sealed_with(self, key: bytes, scheduled: Mapping[int, int | None]) -> bool:
        """Whether this is what a phone with the key wrote, against these opponents by the schedule."""
        return hmac.compare_digest(self.seal, seal_of(self.content, self.opponents(scheduled), key))

    def opponents(self, scheduled: Mapping[int, int | None]) -> dict[int, int]:
        """Return the opponent of each game, 0 where neither the card nor the schedule tells one."""
        return {
            game: (handed.opponent if handed.opponent is not None else scheduled.get(game)) or 0
            for game, handed in self.games.items()
        }


def seal_of(content: bytes, opponents: Mapping[int, int], key: bytes) -> bytes:
    """Return what proves that a card is the owner's: from its content, its opponents by game, and the phone's key."""
    told = b"".join(bytes([game]) + number_bytes(opponent) for game, opponent in sorted(opponents.items()))
    return hmac.digest(key, content + b"\0" + told, "sha256")[:SEAL_BYTES]


def number_bytes(number: int) -> bytes:
    """Return a number in 7 bits a byte, the lowest first."""
    low, rest = number & 127, number >> 7
    return bytes([low | 128]) + number_bytes(rest) if rest else bytes([low])


def read_handover(text: str) -> HandedCard:
    """Return the card that a text holds, as it was scanned or typed: O is read as 0, I and L as 1.

    Raises:
        HandoverError: a row has a wrong length or a wrong character, or the text is no card.
    """
    data = _bytes_of("".join(_checked_rows(text)))
    content, seal = data[:-SEAL_BYTES], data[-SEAL_BYTES:]
    event, stream = content[:EVENT_BYTES], iter(content[EVENT_BYTES:])
    try:
        entrant, reports = _number(stream), _number(stream)
        results = [next(stream) for _ in range(next(stream))]
        others = {}
        for game in stream:
            others[game] = _number(stream)
    except StopIteration as end:
        raise HandoverError("This is no code of a scorecard. Check that no row is missing.") from end
    games = {
        game: HandedGame(result < LOST, result % LOST, others.get(game))
        for game, result in enumerate(results, start=1)
        if result
    }
    if not all(MIN_SPREAD <= game.spread <= MAX_SPREAD for game in games.values()):
        raise HandoverError("This is no code of a scorecard. Check that no row is missing.")
    return HandedCard(event, entrant, reports, games, content, seal)


def _number(stream: Iterator[int]) -> int:
    number = shift = 0
    while shift < 7 * 4:
        byte = next(stream)
        number |= (byte & 127) << shift
        if byte < LOST:
            return number
        shift += 7
    raise HandoverError("This is no code of a scorecard. Check that no row is missing.")


def _checked_rows(text: str) -> Iterator[str]:
    """Give each row without the character that checks it; a text in one piece is cut into rows."""
    if len(text) > MAX_TEXT:
        raise HandoverError("This is too long for the code of a scorecard.")
    plain = [re.sub(r"[\s-]", "", line).upper().translate(_MISREAD) for line in text.splitlines()]
    rows = [row for row in plain if row]
    if len(rows) == 1:
        rows = [rows[0][start : start + ROW + 1] for start in range(0, len(rows[0]), ROW + 1)]
    if not rows:
        raise HandoverError("Enter the code that the phone shows, row by row.")
    for number, row in enumerate(rows, start=1):
        if wrong := [sign for sign in row if sign not in ALPHABET]:
            raise HandoverError(f"Row {number} has the character {wrong[0]}, which is in no code.")
        if len(row) != ROW + 1 and number < len(rows):
            raise HandoverError(f"Row {number} has {len(row)} characters. It has to have {ROW + 1}.")
        if len(row) > ROW + 1 or check_of(row[:-1], number - 1) != row[-1]:
            raise HandoverError(f"Row {number} is not as the phone shows it. Compare it character by character.")
        yield row[:-1]


def check_of(row: str, index: int) -> str:
    """Return the character that checks a row: it tells one wrong character, two that changed places, and two rows."""
    weighted = ((index + place) * ALPHABET.index(sign) for place, sign in enumerate(row, start=1))
    return ALPHABET[sum(weighted) % _PRIME]


def _bytes_of(signs: str) -> bytes:
    bits = "".join(f"{ALPHABET.index(sign):0{_BITS}b}" for sign in signs)
    return bytes(int(bits[start : start + 8], 2) for start in range(0, len(bits) - 7, 8))
