"""What is read once while the published site is made, and each time elsewhere."""

from tournaments.page_cache.read_once import read_once, reading_once


def test_read_once_within_and_each_time_elsewhere() -> None:
    calls = []

    @read_once
    def read(number: int) -> list[int]:
        calls.append(number)
        return [number]

    with reading_once():
        first, again, other = read(1), read(1), read(2)
    read(1)
    with reading_once():
        read(1)

    assert calls == [1, 2, 1, 1]
    assert (first is again, other) == (True, [2])
