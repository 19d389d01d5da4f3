"""Bytes of files come back as they were, whatever form they are kept in."""

from __future__ import annotations

import random
import zlib
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from arraywise.store.encoding import bytes_of, parts_of, raw_of
from arraywise.store.reading.evidence import raw_bytes, raw_parts
from arraywise.store.study import open_study
from tests.store.older_study import older_study

if TYPE_CHECKING:
    from pathlib import Path

BEFORE = 13
"""The last version that packed every file by itself."""


@pytest.mark.parametrize("starred", [True, False])
@pytest.mark.parametrize("length", [0, 1, 1_200, 64 * 1024, 64 * 1024 + 1, 3_000_000])
def test_what_is_kept_comes_back(length: int, starred: bool) -> None:  # noqa: FBT001
    chance = random.Random(length)  # noqa: S311 - bytes, not a secret
    for data in (chance.randbytes(length), (b"transactions," * (length // 13 + 1))[:length]):
        raw = raw_of(data, starred=starred)
        assert raw.is_starred is starred
        assert bytes_of(raw, length) == data
        assert bytes_of(raw, length // 2) == data[: max(length // 2, 0)] or length < 2
        assert b"".join(parts_of(raw, 10_000)) == data


def test_large_files_are_packed_and_small_ones_left_to_the_table() -> None:
    text = b"Maximum Small IOPS=1234 @ Small=8 and Large=0\n"
    assert raw_of(text).data == text
    assert len(raw_of(text * 10_000).data) < len(text) * 1_000


def test_files_of_an_older_study_are_still_there(tmp_path: Path) -> None:
    texts = (b"one file", b"password=hunter2", b"gone")
    starred = b"password=*******"
    rows = [
        (1, "zlib", texts[0], texts[0]),
        (2, "zlib, starred", texts[1], starred),
        (3, "zlib", texts[2], b"else"),
    ]
    statements = [text for row in rows for text in (evidence(*row), raw_file(*row))]
    with open_study(older_study(tmp_path, BEFORE, *statements)) as study:
        assert [raw_bytes(study, id_) for id_, *_ in rows] == [texts[0], starred, None]
        assert b"".join(raw_parts(study, 2)) == starred


def evidence(id_: int, _form: str, read: bytes, _kept: bytes) -> str:
    digest = sha256(read).hexdigest()
    cells = f"{id_}, 'a', '{digest}', {len(read)}, '/lab/a', now()::TIMESTAMP, 'orion', NULL"
    return f"INSERT INTO evidence_file VALUES ({cells}, NULL, NULL, 'read', 'utf-8', NULL, false)"  # noqa: S608


def raw_file(id_: int, form: str, _read: bytes, kept: bytes) -> str:
    packed = zlib.compress(kept).hex()
    return f"INSERT INTO raw_file VALUES ({id_}, '{form}', from_hex('{packed}'))"  # noqa: S608
