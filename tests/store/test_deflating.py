"""Pieces of any length come back as they were, from the standard library's reader."""

from __future__ import annotations

import random
import zlib

import pytest

from arraywise.store.encoding import compress


@pytest.mark.parametrize("length", [0, 1, 255, 256, 1_200, 18_000, 32_768, 300_000])
@pytest.mark.parametrize("level", [1, 3])
def test_what_was_deflated_comes_back(length: int, level: int) -> None:
    chance = random.Random(length)  # noqa: S311 - bytes, not a secret
    for data in (chance.randbytes(length), b"transactions," * (length // 13)):
        assert zlib.decompress(compress(data, level)) == data
