"""The quick way through an ordinary summary says what the thorough one says, or nothing."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from arraywise.importers.importer import Source
from arraywise.importers.orion.plain_summary import plain_summary
from arraywise.importers.orion.segments import parse_text, settings_alone
from arraywise.importers.text import decode, without_escapes
from tests.conftest import ROOT, corpus_files
from tests.importers.golden import SAMPLES

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLES = sorted((ROOT / "data" / "worked-example").glob("*/orion/*summary.txt"))
OTHERS = [path for path in (SAMPLES / "orion").rglob("*") if path.is_file()]
PIECES = (" ", "*", "0", "1.5", "\t", "=", "ms", "usecs", "\n", "Writes: 5%", "ran (small): 1\n")


def is_read_alike(data: bytes) -> bool:
    """Compare both ways; False where the quick one leaves the file to the other."""
    decoded = decode(data)
    quick = plain_summary(decoded.text, settings_alone)
    if quick is None:
        return False
    thorough = parse_text(without_escapes(decoded.text), Source("any.txt", data), decoded)
    assert thorough.segments == (quick,)
    assert not thorough.is_trace
    return True


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_ordinary_summary_goes_the_quick_way(path: Path) -> None:
    assert is_read_alike(path.read_bytes())


def test_what_the_quick_way_takes_it_reads_alike() -> None:
    paths = [*OTHERS, *corpus_files("orion")]
    taken = [path for path in paths if is_read_alike(path.read_bytes())]
    assert 0 < len(taken) < len(paths)


@pytest.mark.parametrize("path", EXAMPLES[:3], ids=lambda path: path.stem)
def test_damage_is_read_alike_or_left_to_the_thorough_way(path: Path) -> None:
    chance = random.Random(path.stem)  # noqa: S311 - damage, not a secret
    text = path.read_text("utf-8")
    outcomes = {is_read_alike(damaged(text, chance).encode()) for _ in range(300)}
    assert outcomes == {True, False}


def damaged(text: str, chance: random.Random) -> str:
    """Cut a text, put a piece into it, or repeat, drop or swap lines."""
    at = chance.randrange(len(text))
    lines = text.split("\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    swapped = [*lines]
    swapped[one], swapped[other] = swapped[other], swapped[one]
    return chance.choice(
        (
            text[:at],
            text[:at] + chance.choice(PIECES) + text[at + chance.randrange(3) :],
            "\n".join((*lines[:one], *lines[one + 1 :])),
            "\n".join((*lines[:one], lines[other], *lines[one:])),
            "\n".join(swapped),
        )
    )
