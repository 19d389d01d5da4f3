"""The quick way through an ordinary summary says what the thorough one says, or nothing."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from arraywise.importers import orion as alike
from arraywise.importers.kit.importer import Source
from arraywise.importers.kit.text import decode, without_escapes
from arraywise.importers.orion import OrionImporter, read_single_file
from arraywise.importers.orion import summary as plain_summary
from arraywise.importers.orion.runs import read_set
from arraywise.importers.orion.summary import parse, parse_text
from tests.conftest import ROOT, corpus_files
from tests.importers.golden import SAMPLES

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.domain.evidence import Reading
    from arraywise.importers.orion.content import OrionFileContent, PlainSummary

EXAMPLES = sorted((ROOT / "data" / "worked-example").glob("*/orion/*summary.txt"))
OTHERS = [path for path in (SAMPLES / "orion").rglob("*") if path.is_file()]
PIECES = (" ", "*", "0", "1.5", "\t", "=", "ms", "usecs", "\n", "Writes: 5%", "ran (small): 1\n")


def is_read_alike(data: bytes) -> bool:
    """Compare both ways; False where the quick one leaves the file to the other."""
    decoded = decode(data)
    source = Source("any_20260102_1530_summary.txt", data)
    quick = parse(source)
    if quick.plain is None:
        return False
    thorough = parse_text(without_escapes(decoded.text), source, decoded)
    assert thorough == replace(quick, found=quick.segments, plain=None)
    assert repr(read_single_file(quick)) == repr(read_set([thorough])[0])
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


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_summaries_with_other_numbers_are_read_as_if_each_was_the_first(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled: list[Reading] = []
    fill = alike._filled

    def noted(kind: alike._Kind, parsed: OrionFileContent, plain: PlainSummary) -> Reading:
        filled.append(fill(kind, parsed, plain))
        return filled[-1]

    monkeypatch.setattr(alike, "_filled", noted)
    chance = random.Random(path.stem)  # noqa: S311 - numbers, not secrets
    text = path.read_text("utf-8")
    above = text.index("\n\nM")
    for variation in range(60):
        odd = ("0", "0.00", "usecs", "7") if variation % 2 else ()
        renumbered = re.sub(
            r"(?<=PS=|cy=|vg=|in=|ax=|ev=)\d+\.?\d*",
            lambda match, odd=odd: chance.choice((*odd, *8 * (match[0], "12", "3.456"))),  # type: ignore[misc]
            text[above:],
        )
        is_read_alike((text[:above] + renumbered).encode())
    assert len(filled) > 20


def test_kinds_that_the_caches_forget_are_forgotten() -> None:
    text = EXAMPLES[0].read_text("utf-8")
    for number in range(20):
        other = text.replace("\nTest: ", f"\nTest: {number}", 1)
        assert parse(Source("any_summary.txt", other.encode())).plain is not None
    assert len(plain_summary._once) >= 20
    plain_summary._likeness.cache_clear()
    plain_summary._columns.cache_clear()
    alike._kinds.clear()
    assert len(plain_summary._once) == 0


UNITLESS = """ORION VERSION {version}

Commandline:
-run oltp

Test: orion
Small IO size: 8 KB
Large IO size: 1024 KB

Maximum Small IOPS={iops} @ Small=8 and Large=0
Minimum Small Latency={latency} @ Small=1 and Large=0
"""


@pytest.mark.parametrize("version", ["11.1.0.7.0", "11.2.0.4.0", "none"])
def test_where_numbers_decide_on_the_unit_each_file_is_looked_at(version: str) -> None:
    for iops, latency in ((8000, 1.0), (8000, 1000), (80, 90.0), (8000, 0.0), (8000, 0.5)):
        text = UNITLESS.format(version=version, iops=iops, latency=latency)
        assert is_read_alike(text.encode())


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


def test_a_latency_line_that_is_broken_within_a_word_is_told() -> None:
    text = (
        "ORION VERSION 12.2.0.1.0\n\nMaximum Small IOPS=13185 @ Small=10 and Large=0\n"
        "Small Read Latency: avg=756.598 us, min=288.397 us, max=14976.572 us, std dev=51\n"
        "1.523 us @ Small=10 and Large=0\n"
    )
    (reading,) = OrionImporter().read([Source("orion_summary.txt", text.encode())])
    assert any(p.line == 4 and "cut or damaged" in p.text for p in reading.problems)
    assert len(reading.runs[0].measurements) == 1
