"""Reads fio's terse lines, versions 2 to 5: fields by their place, found again where they moved.

A `;` in a job's name shifts all fields, so the percentile fields, which no other field looks
like, are the landmarks: 20 of them stand in the block of each direction.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.units import KIB, MICROSECOND
from arraywise.importers.fio.content import (
    LARGEST,
    Direction,
    Figure,
    Flow,
    Form,
    Job,
    Report,
    Spread,
    Times,
)
from arraywise.importers.fio.json_report import ALL_CLIENTS, percentile_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LINE = re.compile(r"[2-5];")
DISK_LINE = re.compile(r";[^;\n]{1,60};(?:\d{1,20};){7}[\d.]{1,9}%")
_LANDMARK = re.compile(r"(\d{1,3}(?:\.\d{1,9})?)%=(\d{1,15})")
_NUMBER = re.compile(r"\d{1,20}(?:\.\d{1,12})?")
_COUNT = re.compile(r"\d{1,9}")
_BUSY = re.compile(r"(\d{1,3}\.\d\d)%")
_PERCENTILES = 20
_BEFORE = 12
"""Fields of a block before its percentiles: amount, rate, IOPS, runtime, slat, clat."""
_LAT, _BW = 32, 36
_BLOCK = {2: 41, 3: 41, 4: 41, 5: 47}
"""Fields of a block; version 5 adds the samples of the IOPS."""
_TAIL = 34
"""Fields after the blocks: processor, queue depths, latency buckets."""
_DISK = 9
_DEPTH_ONE = 5
_LONGEST_NAME = 200
_LONGEST_LINE = 50_000
_DIRECTIONS = (Direction.READ, Direction.WRITE, Direction.TRIM)


class TerseLine(NamedTuple):
    """One job and what its line says of the disks, which all lines of a run share."""

    job: Job
    version: str | None
    whole: bool
    disks: tuple[str, ...]
    start: int
    stop: int


class _Fields(NamedTuple):
    texts: Sequence[str]
    columns: Sequence[int]
    line: int

    def figure(self, index: int, unit: float = 1.0) -> Figure | None:
        """Read a field as a number."""
        text = self.texts[index] if 0 <= index < len(self.texts) else ""
        if not _NUMBER.fullmatch(text):
            return None
        value = float(text) * unit
        return Figure(value, self.line, self.columns[index]) if value <= LARGEST else None

    def spread(self, indices: Sequence[int], unit: float = 1.0) -> Spread | None:
        """Read minimum, maximum, mean and deviation; None where nothing was measured."""
        least, most, mean, deviation = (self.figure(index, unit) for index in indices)
        if not mean or not mean.value:
            return None
        return Spread(mean, least if least and least.value else None, most, deviation)


def read_line(text: str, number: int, start: int) -> TerseLine | None:
    """Read one line; None where it is no terse line, or ends before the first figures."""
    if not LINE.match(text) or len(text) > _LONGEST_LINE:
        return None
    texts = text.split(";")
    columns = [1]
    for part in texts:
        columns.append(columns[-1] + len(part) + 1)
    fields = _Fields(texts, columns, number)
    blocks = _blocks(fields)
    if not blocks:
        return None
    layout = int(text[0])
    size = _BLOCK[layout]
    tail = blocks[-1] + size
    header = texts[: blocks[0]]
    name, group, error = _header(header, layout)
    job = Job(
        name=name[:_LONGEST_NAME],
        group=group,
        line=number,
        flows=tuple(_flows(fields, blocks, size)),
        error=error,
        depth_one_percent=_percent(texts, tail + _DEPTH_ONE),
    )
    return TerseLine(
        job,
        version=texts[1] if layout > 2 else None,
        whole=len(texts) >= tail + _TAIL,
        disks=tuple(texts[tail + _TAIL :]),
        start=start,
        stop=start + len(text),
    )


def make_report(lines: Sequence[TerseLine]) -> Report:
    """Put the lines of one run together; the client's own sums are left out."""
    return Report(
        form=Form.TERSE,
        start=lines[0].start,
        stop=lines[-1].stop,
        jobs=tuple(line.job for line in lines if line.job.name != ALL_CLIENTS),
        version=lines[0].version,
        whole=all(line.whole for line in lines),
        disks=tuple(_disks(lines[0].disks)),
    )


def _blocks(fields: _Fields) -> list[int]:
    """Return where the blocks begin."""
    texts = fields.texts
    marks = [bool(_LANDMARK.fullmatch(text)) for text in texts]
    first = next((i for i, mark in enumerate(marks) if mark), -1)
    blocks: list[int] = []
    size = _BLOCK.get(int(texts[0]), 41)
    while first >= _BEFORE + 3 and all(marks[first : first + _PERCENTILES]):
        if len(marks) < first - _BEFORE + _BW:
            break
        blocks.append(first - _BEFORE)
        first += size
        if len(blocks) == len(_DIRECTIONS) or first >= len(marks) or not marks[first]:
            break
    return blocks


def _header(header: Sequence[str], layout: int) -> tuple[str, int, int]:
    """Take group and error from the end, the name is what is left, separators and all."""
    first = 2 if layout > 2 else 1
    name = ";".join(header[first:-2])
    group, error = (int(text) if _COUNT.fullmatch(text) else 0 for text in header[-2:])
    return name, group, error


def _flows(fields: _Fields, blocks: Sequence[int], size: int) -> Iterator[Flow]:
    for direction, start in zip(_DIRECTIONS, blocks, strict=False):
        amount, rate, iops, runtime = (
            fields.figure(start + i, unit) for i, unit in enumerate((KIB, KIB, 1.0, 1.0))
        )
        if not (amount and amount.value) and not (iops and iops.value):
            continue
        bw, first = start + _BW, start + _BEFORE
        yield Flow(
            direction=direction,
            runtime_s=runtime.value / 1000 if runtime and runtime.value else None,
            data=amount,
            iops=iops,
            rate=rate,
            iops_samples=fields.spread(range(bw + 6, bw + 10)) if size > _BLOCK[3] else None,
            rate_samples=fields.spread((bw, bw + 1, bw + 3, bw + 4), KIB),
            total=_times(fields, start + _LAT),
            completion=_times(fields, start + 8, range(first, first + _PERCENTILES)),
            submission=_times(fields, start + 4),
        )


def _times(fields: _Fields, start: int, percentiles: Sequence[int] = ()) -> Times | None:
    """Read latencies, which are in microseconds in every version."""
    spread = fields.spread(range(start, start + 4), MICROSECOND)
    return Times(spread, tuple(_percentiles(fields, percentiles))) if spread else None


def _percentiles(fields: _Fields, indices: Sequence[int]) -> Iterator[tuple[str, Figure]]:
    for index in indices:
        match = _LANDMARK.fullmatch(fields.texts[index])
        name = percentile_name(match[1]) if match else None
        if match and name and int(match[2]):
            column = fields.columns[index] + match.start(2)
            yield name, Figure(int(match[2]) * MICROSECOND, fields.line, column)


def _percent(texts: Sequence[str], index: int) -> float | None:
    text = texts[index].removesuffix("%") if index < len(texts) else ""
    return float(text) if _NUMBER.fullmatch(text) else None


def _disks(texts: Sequence[str]) -> Iterator[tuple[str, float]]:
    for start in range(0, len(texts) - _DISK + 1, _DISK):
        busy = _BUSY.fullmatch(texts[start + _DISK - 1])
        if not busy:
            return
        yield texts[start][:_LONGEST_NAME], float(busy[1])
