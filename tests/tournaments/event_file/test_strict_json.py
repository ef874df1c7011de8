import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.event_file.strict_json import MAX_BYTES, OddNumber, StrictJsonError, load


def refusal_of(data: bytes) -> str:
    with pytest.raises(StrictJsonError) as caught:
        load(data)
    return str(caught.value)


def test_load_returns_the_value() -> None:
    data = b'{"a": [1, -2, null, true, "\xc3\xa9"]}'

    value = load(data)

    assert value == {"a": [1, -2, None, True, "é"]}


def test_load_accepts_a_byte_order_mark() -> None:
    assert load(b"\xef\xbb\xbf{}") == {}


@pytest.mark.parametrize("text", ["16.0", "1e400", "-0.5", "NaN", "Infinity", "-Infinity", "9" * 19, "9" * 5000])
def test_load_marks_numbers_that_are_no_whole_numbers(text: str) -> None:
    assert load(f"[{text}]".encode()) == [OddNumber(text)]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty, an event file is one JSON object"),
        (b" \n", "empty, an event file is one JSON object"),
        (b"\xef\xbb\xbf", "empty, an event file is one JSON object"),
        (b'{"a":\n "b', "not JSON, line 2 column 2: the file ends too early"),
        (b'{"a":\n 1', "not JSON, line 2 column 3: the file ends too early"),
        (b'{"a":\n 1 2}', "not JSON, line 2 column 4: expecting ',' delimiter"),
        (b"{} {}", "not JSON, line 1 column 4: extra data"),
        (b'{"a": 01}', "not JSON, line 1 column 8: expecting ',' delimiter"),
        (b'["a\tb"]', "not JSON, line 1 column 4: invalid control character at"),
        (b"{}\n\n\xff", "not UTF-8 text (see line 3), save the file as UTF-8"),
        (b'["\xed\xa0\x80"]', "not UTF-8 text (see line 1), save the file as UTF-8"),
        ("{}".encode("utf-16"), "not UTF-8 text (see line 1), save the file as UTF-8"),
    ],
)
def test_load_refuses_what_is_no_json(data: bytes, message: str) -> None:
    assert refusal_of(data) == message


def test_load_reads_20_levels_and_refuses_21() -> None:
    assert load(b"[" * 20 + b"]" * 20) is not None
    assert refusal_of(b"[" * 21 + b"]" * 21) == "nested more than 20 levels deep"
    assert refusal_of(b'{"a":' * 21 + b"1" + b"}" * 21) == "nested more than 20 levels deep"


@pytest.mark.parametrize("opening", [b"[", b'{"a":', b'[{"a":'])
def test_load_refuses_bottomless_nesting(opening: bytes) -> None:
    data = opening * (MAX_BYTES // len(opening))

    assert refusal_of(data) == "nested more than 20 levels deep"


def test_load_reads_20_mib_and_no_more() -> None:
    largest = b'"' + b"a" * (MAX_BYTES - 2) + b'"'

    assert load(largest) == "a" * (MAX_BYTES - 2)
    assert refusal_of(largest + b" ") == "larger than 20971520 bytes (20 MB), the most that is read"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.text(),
    lambda children: st.lists(children, max_size=4) | st.dictionaries(st.text(), children, max_size=4),
    max_leaves=15,
)


@given(json_values)
def test_load_reads_what_python_writes(value: object) -> None:
    assert load(json.dumps(value).encode()) == value
