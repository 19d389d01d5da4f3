"""Bytes of files come back as they were, whatever form they are kept in."""

from __future__ import annotations

import random

import pytest

from arraywise.store.encoding import decode_raw, decode_raw_in_parts, encode_raw


@pytest.mark.parametrize("starred", [True, False])
@pytest.mark.parametrize("length", [0, 1, 1_200, 64 * 1024, 64 * 1024 + 1, 3_000_000])
def test_what_is_kept_comes_back(length: int, starred: bool) -> None:  # noqa: FBT001
    chance = random.Random(length)  # noqa: S311 - bytes, not a secret
    for data in (chance.randbytes(length), (b"transactions," * (length // 13 + 1))[:length]):
        raw = encode_raw(data, starred=starred)
        assert raw.is_starred is starred
        assert decode_raw(raw, length) == data
        most = (length // 2) * (4 if starred else 1)  # passwords in stars are longer in UTF-16
        assert decode_raw(raw, length // 2) == data[:most] or length < 2
        assert b"".join(decode_raw_in_parts(raw, 10_000)) == data


def test_large_files_are_packed_and_small_ones_left_to_the_table() -> None:
    text = b"Maximum Small IOPS=1234 @ Small=8 and Large=0\n"
    assert encode_raw(text).data == text
    assert len(encode_raw(text * 10_000).data) < len(text) * 1_000
