"""What two laptops say to each other is nobody else's, and nobody else can say it."""

from __future__ import annotations

from io import BytesIO

import pytest

from config.standby.messages import BrokenMessage, Kind, Message, read_message
from config.standby.sealing import NotOfThisCode, Sealer, is_proof, new_code, proof, read_code

CODE = "7Q4M-0ZKD-1AAA-BBBB-CCCC-DDDD-EE"


def sealed(*messages: Message, code: str = CODE, connection: str = "one") -> bytes:
    sealer = Sealer(code, connection)
    return b"".join(message.to_bytes(sealer) for message in messages)


HELLO = Message(Kind.HELLO, {"epoch": 3})
LOG = Message(Kind.LOG, {"offset": 32}, b"frames" * 1_000)


def test_messages_arrive_as_they_were_meant() -> None:
    data = BytesIO(sealed(HELLO, LOG))
    sealer = Sealer(CODE, "one")

    assert [read_message(data.read, sealer), read_message(data.read, sealer)] == [HELLO, LOG]


def test_nothing_of_a_message_is_readable() -> None:
    assert b"frames" not in sealed(LOG)
    assert b"hello" not in sealed(HELLO)


@pytest.mark.parametrize(
    ("code", "connection"), [("7Q4M-0ZKD-1AAA-BBBB-CCCC-DDDD-EF", "one"), (CODE, "another")], ids=["code", "connection"]
)
def test_other_code_or_connection_does_not_open(code: str, connection: str) -> None:
    with pytest.raises(NotOfThisCode):
        read_message(BytesIO(sealed(HELLO)).read, Sealer(code, connection))


def test_message_that_was_left_out_is_noticed() -> None:
    second = sealed(HELLO, LOG)[len(sealed(HELLO)) :]

    with pytest.raises(NotOfThisCode):
        read_message(BytesIO(second).read, Sealer(CODE, "one"))


def test_changed_byte_is_noticed() -> None:
    data = bytearray(sealed(HELLO))
    data[10] ^= 1

    with pytest.raises(NotOfThisCode):
        read_message(BytesIO(bytes(data)).read, Sealer(CODE, "one"))


@pytest.mark.parametrize("data", [b"", b"\0", sealed(HELLO)[:-1], b"\xff" * 40])
def test_cut_or_endless_message_is_refused(data: bytes) -> None:
    with pytest.raises(BrokenMessage):
        read_message(BytesIO(data).read, Sealer(CODE, "one"))


def test_code_is_read_however_it_was_typed() -> None:
    code = new_code()

    assert read_code(code.lower().replace("-", " ").replace("0", "o").replace("1", "l")) == code


@pytest.mark.parametrize("typed", ["", "7Q4M", CODE + "A", CODE.replace("7", "U")])
def test_what_cannot_be_a_code_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="26 letters and figures"):
        read_code(typed)


def test_proof_is_of_these_parts_in_this_order() -> None:
    assert is_proof(proof(CODE, "feed", "a", "b"), CODE, "feed", "a", "b")
    assert not is_proof(proof(CODE, "feed", "b", "a"), CODE, "feed", "a", "b")
