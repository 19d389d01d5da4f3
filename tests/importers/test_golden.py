"""Every sample and every real file reads as expected, whole or damaged."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arraywise.domain.evidence import Status
from arraywise.domain.messages import Severity
from arraywise.importers.kit.importer import Source
from arraywise.importers.recognition import read_sources
from arraywise.importers.registry import ALL_IMPORTERS
from tests.conftest import CORPUS, corpus_files
from tests.importers.golden import (
    CORPUS_FOLDERS,
    SAMPLES,
    describe,
    expected,
    read_folder,
    sample_files,
)

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.domain.evidence import Reading
    from arraywise.importers.kit.importer import Importer

OWN = sample_files()
REAL = [path for folder in CORPUS_FOLDERS for path in corpus_files(folder)]
LONGEST = 40_000


def top(path: Path, base: Path) -> Path:
    """Return the tool's folder that a file is in."""
    return base / path.relative_to(base).parts[0]


def check(reading: Reading, data: bytes) -> None:
    """Hold a reading to what is true of every one."""
    if reading.status is Status.REFUSED:
        assert reading.runs == ()
        assert any(problem.severity is Severity.ERROR for problem in reading.problems)
    lines = data.count(b"\n") + data.count(b"\r") + 1
    for problem in reading.problems:
        assert problem.text
        assert problem.line is None or 1 <= problem.line <= lines
    for measurement in (m for run in reading.runs for m in run.measurements):
        assert math.isfinite(measurement.value)
        assert measurement.value >= 0
        assert measurement.line is None or 1 <= measurement.line <= lines


@pytest.mark.parametrize("path", OWN, ids=lambda p: p.relative_to(SAMPLES).as_posix())
def test_a_sample_reads_as_expected(path: Path) -> None:
    reading = read_folder(top(path, SAMPLES))[path]
    assert describe(reading) == expected(path)
    check(reading, path.read_bytes())


@pytest.mark.parametrize("path", REAL, ids=lambda p: p.relative_to(CORPUS).as_posix())
def test_a_real_file_reads_as_expected(path: Path) -> None:
    reading = read_folder(top(path, CORPUS))[path]
    assert describe(reading) == expected(path)
    check(reading, path.read_bytes())


@pytest.mark.parametrize("path", OWN, ids=lambda p: p.relative_to(SAMPLES).as_posix())
def test_a_damaged_sample_never_stops_the_reading(path: Path) -> None:
    data = path.read_bytes()[:LONGEST]
    chance = random.Random(path.name)  # noqa: S311
    for _ in range(3):
        cut = data[: chance.randrange(len(data) + 1)]
        check(read_sources([Source(path.name, cut)])[0], cut)
        flipped = bytearray(data)
        for _ in range(chance.randrange(1, 20)):
            flipped[chance.randrange(len(data))] = chance.randrange(256)
        check(read_sources([Source(path.name, bytes(flipped))])[0], flipped)


@pytest.mark.parametrize("importer", ALL_IMPORTERS, ids=lambda i: i.tool)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_pieces_of_samples_in_any_order_are_survived(
    importer: Importer, data: st.DataObject
) -> None:
    lines = data.draw(st.lists(st.sampled_from(LINES), max_size=30))
    text = data.draw(st.sampled_from([b"\n", b"\r\n", b" ", b""])).join(lines)
    source = Source("pieces.txt", text)
    importer.recognises(source)
    for group in importer.groups([source]):
        check(importer.read(group)[0], text)


LINES = sorted(
    {line[:400] for path in OWN for line in path.read_bytes()[:8_000].splitlines()[:40]}
    | {b"", b"\xff\xfe", b"\x1b[33;1m", b"0", b","}
)
