"""A mapped file reads like bytes, whatever it lets go of in between."""

from __future__ import annotations

import mmap
from typing import TYPE_CHECKING

import pytest

from arraywise.store import encoding
from arraywise.store.encoding import MappedFile

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CONTENT = b"".join(b"%07d\n" % number for number in range(5000))


@pytest.fixture
def mapped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MappedFile]:
    monkeypatch.setattr(encoding, "BLOCK_BYTES", 4096)
    path = tmp_path / "long.csv"
    path.write_bytes(CONTENT)
    with (
        path.open("rb") as file,
        MappedFile(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped,
    ):
        yield mapped


@pytest.mark.parametrize("sought", [b"0000000", b"511\n0000512", b"0004999\n", b"x", b"\n"])
@pytest.mark.parametrize(("start", "stop"), [(0, None), (1, 40_000), (4090, 4100), (9, 9)])
def test_finds_what_bytes_find(
    mapped: MappedFile, sought: bytes, start: int, stop: int | None
) -> None:
    end = len(CONTENT) if stop is None else stop
    result = mapped.find(sought, start) if stop is None else mapped.find(sought, start, stop)
    assert result == CONTENT.find(sought, start, end)


@pytest.mark.parametrize("sought", [b"0000000", b"511\n0000512", b"0004999\n", b"x", b"\n"])
@pytest.mark.parametrize(("start", "stop"), [(0, None), (1, 39_999), (4090, 4100), (9, 9)])
def test_finds_last_what_bytes_find_last(
    mapped: MappedFile, sought: bytes, start: int, stop: int | None
) -> None:
    end = len(CONTENT) if stop is None else stop
    result = mapped.rfind(sought, start) if stop is None else mapped.rfind(sought, start, stop)
    assert result == CONTENT.rfind(sought, start, end)


def test_slices_are_those_of_the_bytes(mapped: MappedFile) -> None:
    assert mapped[10:30_000] == CONTENT[10:30_000]
    assert (mapped[7], len(mapped)) == (10, len(CONTENT))
