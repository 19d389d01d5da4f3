"""Parses fio's normal and terse output.

A `;` in a job's name shifts all fields, so the percentile fields, which no other field looks
like, are the landmarks: 20 of them stand in the block of each direction.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from arraywise.domain.units import BITS_PER_BYTE, KIB, MICROSECOND
from arraywise.importers.fio.content import (
    ALL_CLIENTS,
    LARGEST,
    Direction,
    FioJob,
    FioOutputForm,
    FioReport,
    Flow,
    LatencyFigures,
    LatencySpread,
    parse_ctime,
    percentile_name,
)
from arraywise.importers.kit.readings import PrintedNumber

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_N: Final = r"\d{1,18}(?:\.\d{1,6})?"
_SIZE: Final = rf"(?:\d{{1,3}}(?:,\d{{3}}){{1,5}}(?:\.\d{{1,6}})?|{_N})"
"""A number whose thousands may be grouped, as people and old versions write them."""
_OWNER: Final = r"[ \t]{0,60}(?:<(?P<host>[^<>\n]{1,200})> )?(?P<name>\S[^\n]{0,200}?): "
"""The client, if any, and the job, perhaps indented as a whole where the text was quoted."""
HEADER: Final = re.compile(
    _OWNER + r"\(g=(?P<group>\d{1,6})\): rw=(?P<rw>\w+), bs=(?P<bs>[^\n]{0,300}?)"
    r"(?:, ioengine=(?P<engine>[^,\s]+))?(?:, iodepth=(?P<depth>\d{1,9}))?\s*$"
)
JOB: Final = re.compile(
    _OWNER + r"\(groupid=(?P<group>\d{1,6}), jobs=(?P<jobs>\d{1,6})\): "
    r"err=\s*(?P<error>\d{1,6})(?P<rest>[^\n]*)"
)
STATUS: Final = re.compile(r"[ \t]{0,72}Run status group \d")
VERSION: Final = re.compile(
    r"[ \t]{0,60}(?:hostname=[^\n]{1,200}, fio=)?(fio-\d[\w.-]{0,40})(?: *$|, )"
)
_BARE_VERSION = re.compile(r"[ \t]{0,60}(?:fio )?([12]\.\d{1,2}(?:\.\d{1,2})?)\s*$")
"""As fio up to 2.0.9 printed it, between its announcements and its results."""
_PID = re.compile(r"pid=(\d{1,10})")
_FLOW = re.compile(
    r"[ \t]{0,72}(?P<direction>read|write|trim|mixed)\s*: (?:"
    rf"IOPS=(?P<iops>{_SIZE}[kMGT]?), BW=(?P<rate>{_SIZE}\w*/s)[^(]*(?:\([^()]*\)\s*)?"
    rf"\((?P<data>{_SIZE}\w*)/(?P<ms>\d{{1,15}})\s*msec\)|"
    rf"io=(?P<old_data>{_SIZE} ?\w*), bw=(?P<old_rate>{_SIZE} ?\w*/s), "
    rf"iops=(?P<old_iops>{_SIZE}[kMGT]?)\s*, runt=\s*(?P<old_ms>\d{{1,15}})\s*msec)"
)
_ANY_FLOW = re.compile(r"[ \t]{0,72}(?:read|write|trim|mixed)\s*: (?=IOPS=|io=)")
"""The line of a direction, however its figures are written."""
_SPREAD = (
    rf"min=\s*({_N}[kKMG]?) ?, max=\s*({_N}[kKMG]?) ?,(?: per=[^,]*,)?"
    rf" avg=\s*({_N}[kKMG]?) ?, stdev=\s*"
    rf"(?:({_N}[kKMG]?)(?:(?=\s*,)|(?:(?<=\.\d\d)|(?<=\d[kKMG]))(?=\s*$)))?"
)
"""Two decimals end a line; with fewer it was broken or cut within the last number."""
_TIMES = re.compile(rf"[ \t]{{0,72}}(slat|clat|lat|sync)\s*\((nsec|usec|msec|sec)\)\s*: {_SPREAD}")
_PERCENTILES = re.compile(
    r"[ \t]{0,72}(?:(slat|clat|lat|sync)\s+)?.{0,60}percentiles \((nsec|usec|msec|sec)\)"
)
_PLAIN_PERCENTILES = re.compile(r"[ \t]{0,72}(?:slat|clat|lat|sync)\s+percentiles ")
_ANY_TIMES = re.compile(r"[ \t]{0,72}c?lat\s*\(\w+\)\s*:\s*min\b")
_PERCENTILE = re.compile(r"(\d{1,3}\.\d{1,9})th=\[\s*(\d{1,15})\]")
_RATE_SAMPLES = re.compile(rf"[ \t]{{0,72}}bw \(\s*(\w{{1,6}})\s*/s\)\s*: {_SPREAD}")
_IOPS_SAMPLES = re.compile(rf"[ \t]{{0,72}}iops\s*: {_SPREAD}")
_OF_A_FLOW = re.compile(
    r"[ \t]{0,72}(?:[cs]?lat\s*\(\w+\)\s*: min=|.{0,60}percentiles|\||bw |iops )"
)
_ISSUED = re.compile(
    r"[ \t]{0,72}issued\s*(?:rwts?|r/w/d)?\s*: total=(?:r=)?(\d{1,18})[,/](?:w=)?(\d{1,18})"
    r"[,/](?:d=)?(\d{1,18})"
)
_DEPTHS = re.compile(r"[ \t]{0,72}IO depths\s*: 1=(\d{1,3}(?:\.\d+)?)%")
_TARGET = re.compile(r"[ \t]{0,72}latency\s*: target=(\d{1,12}),.{0,80}depth=(\d{1,9})")
_STEADY = re.compile(r"[ \t]{0,72}steadystate\s*: attained=(yes|no)")
_DISK = re.compile(r"[ \t]{0,72}(\S{1,60}): ios=\d.{0,200}util=(\d{1,3}\.\d+)%")
_FLUSH_LEFT = re.compile(
    r"(?:read|write|trim|mixed|slat|clat|lat|sync|bw|iops|IO depths|issued|latency|steadystate)\b"
    r"[^:\n]{0,60}:|\||\d{1,3}\.\d{1,9}th=\[|\S{1,60}: ios=\d"
)
"""A job's line that lost its leading blanks in a form or a mail."""
_AMOUNT = re.compile(rf"({_N})([kKMGTPE]?)(i?)(B|bit)?(?:/s)?")
_ONE_SIZE = re.compile(r"(\d{1,12}(?:\.\d+)?[KMGT]?(?:i?B)?)-\1")
_SECONDS = {"nsec": 1e-9, "usec": 1e-6, "msec": 1e-3, "sec": 1.0}
_THOUSANDS = {"": 1.0, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}
_PREFIXES = "KMGTPE"
_LONGEST_LINE = 1_000
_DIRECTIONS = (Direction.READ, Direction.WRITE, Direction.TRIM)


_KINDS: Final = {"lat": "total", "clat": "completion", "slat": "submission"}
"""Attribute of a direction by the kind of its latencies."""


@dataclass(slots=True, kw_only=True)
class _NormalJob(FioJob):
    """A job whose lines are still being read."""

    header_tail: str
    """The end of its first line, behind name, group and error."""
    issued: dict[Direction, PrintedNumber] = field(default_factory=dict)
    is_flow_unreadable: bool = False
    """Whether what follows is of a direction whose line could not be read."""
    percentile_heading: tuple[str, float] | None = None
    """Kind and unit of the percentiles in the next lines."""

    def latencies(self, kind: str) -> LatencyFigures | None:
        """Return the latencies of a kind that were read last."""
        if kind == "sync":
            return self.syncs
        return getattr(self.flows[-1], _KINDS[kind]) if self.flows else None

    def complete(self, settings: dict[str, str], block_bytes: int | None) -> FioJob:
        """Set its settings and exact counts, and return it; exact numbers of I/Os replace amounts.

        The samples of a group are those of single threads, so its extremes are not known.
        """
        self.settings = settings
        self.is_idle = bool(self.issued) and not any(f.value for f in self.issued.values())
        for flow in self.flows:
            flow.ios = self.issued.get(flow.direction)
            if flow.ios and block_bytes and flow.moved_bytes:
                exact = flow.ios.value * block_bytes
                if abs(exact - flow.moved_bytes.value) <= 0.02 * flow.moved_bytes.value:
                    flow.moved_bytes = flow.ios._replace(value=exact)
            if self.threads != 1:
                flow.iops_samples = flow.throughput_samples = None
        return self


class NormalTextReader:
    """Reads the lines of a text into reports."""

    def __init__(self) -> None:
        self.reports: list[FioReport] = []
        self.announced_jobs: dict[str, int] = {}
        """Jobs that were to run, with their lines."""
        self.version: str | None = None
        self._settings: dict[str, dict[str, str]] = {}
        self._groups: dict[int, set[str]] = {}
        self._blocks: dict[str, int | None] = {}
        self._jobs: list[_NormalJob] = []
        self._disks: list[tuple[str, float]] = []
        self._span = (0, 0)
        self._ended = False
        self._indent = 0
        self._is_announcing = False
        self._has_started = False
        """The version was printed, which follows the names of all jobs of a call."""

    def read_line(self, text: str, number: int, start: int) -> bool:
        """Read one line; False where it is none of this form's."""
        text = text[:_LONGEST_LINE]
        blanks = len(text) - len(text.lstrip())
        job = JOB.match(text) if "(groupid=" in text else None
        if job:
            self._begin_job(job, number, start)
            self._indent = blanks
        elif "(g=" in text or self._is_outside_job(text, blanks):
            return self._read_outer_line(text, number, blanks)
        elif self._jobs and not self._ended:
            self._read_job_line(text, number)
        elif self._ended and (disk := _DISK.match(text)):
            self._disks.append((disk[1], float(disk[2])))
        self._span = (self._span[0], start + len(text))
        return True

    def _is_outside_job(self, text: str, indent: int) -> bool:
        return indent <= self._indent and not (self._jobs and _FLUSH_LEFT.match(text, indent))

    def finish(self) -> list[FioReport]:
        """Close the last report and return all."""
        jobs = [job for job in self._jobs if job.name != ALL_CLIENTS]
        if jobs:
            report = FioReport(
                form=FioOutputForm.NORMAL,
                start=self._span[0],
                stop=self._span[1],
                jobs=tuple(map(self._complete_job, jobs)),
                version=self.version,
                written_at=parse_ctime(jobs[-1].header_tail),
                is_complete=self._ended,
                disks=tuple(self._disks),
            )
            self.reports.append(report)
        self._jobs, self._disks, self._ended = [], [], False
        return self.reports

    def _complete_job(self, job: _NormalJob) -> FioJob:
        """Complete a job; its threads are clones where nothing else runs in their group."""
        settings = dict(self._settings.get(job.name, {}))
        if settings and self._groups.get(job.group) == {job.name}:
            settings["numjobs"] = f"{job.threads:.0f}"
        return job.complete(settings, self._blocks.get(job.name))

    def _begin_job(self, head: re.Match[str], number: int, start: int) -> None:
        self._is_announcing = False
        if self._ended:
            self.finish()
        if not self._jobs:
            self._span = (start, start)
        pid = _PID.search(head["rest"])
        job = _NormalJob(
            name=head["name"],
            group=int(head["group"]),
            line=number,
            error=int(head["error"]),
            host=head["host"],
            threads=float(head["jobs"]),
            pid=int(pid[1]) if pid else None,
            header_tail=head["rest"],
        )
        self._jobs.append(job)

    def _read_outer_line(self, text: str, number: int, blanks: int) -> bool:
        header = HEADER.match(text) if "(g=" in text else None
        if header:
            if self._jobs:
                self.finish()
            if self._has_started or not self._is_announcing:
                self._begin_call()
            self._is_announcing, self._indent = True, blanks
            self._store_announced_job(header, number)
            return True
        if STATUS.match(text):
            self._ended = bool(self._jobs)
            return True
        version = VERSION.match(text) if "fio-" in text else None
        if version:
            self.version = version[1]
        elif self._is_announcing and (version := _BARE_VERSION.match(text)):
            self.version = f"fio-{version[1]}"
        self._has_started = self._has_started or bool(version)
        return bool(version)

    def _begin_call(self) -> None:
        """Forget the jobs of the call above: each call counts its groups from 0."""
        self._settings, self._groups, self._blocks = {}, {}, {}
        self._has_started = False

    def _store_announced_job(self, header: re.Match[str], number: int) -> None:
        name = header["name"]
        self.announced_jobs.setdefault(name, number)
        self._groups.setdefault(int(header["group"]), set()).add(name)
        sizes = [match[1] for match in _ONE_SIZE.finditer(header["bs"])]
        is_one = len(set(sizes)) == 1 and len(sizes) == header["bs"].count("-")
        block = parse_amount(sizes[0], is_old=True) if is_one else None
        settings = {"rw": header["rw"], "ioengine": header["engine"], "iodepth": header["depth"]}
        if block:
            settings["bs"] = f"{block:.0f}"
        self._settings[name] = {key: value for key, value in settings.items() if value}
        self._blocks[name] = int(block) if block else None

    def _read_job_line(self, text: str, number: int) -> None:
        job = self._jobs[-1]
        if _read_flow_line(job, text, number):
            return
        if match := _TIMES.match(text):
            _store_latencies(job, match, number)
        elif match := _PERCENTILES.match(text):
            is_plain = _PLAIN_PERCENTILES.match(text)
            job.unread_times_line = job.unread_times_line or number
            job.percentile_heading = (match[1], _SECONDS[match[2]]) if is_plain else None
        elif text.lstrip().startswith("|") or _PERCENTILE.match(text.lstrip()):
            _store_percentiles(job, text, number)
        elif job.flows and (match := _RATE_SAMPLES.match(text)):
            unit = parse_amount(f"1{match[1]}", is_old=True)
            job.flows[-1].throughput_samples = _parse_spread(match, 2, unit or KIB, number)
        elif job.flows and (match := _IOPS_SAMPLES.match(text)):
            job.flows[-1].iops_samples = _parse_spread(match, 1, 1.0, number)
        elif _ANY_TIMES.match(text):
            job.unread_times_line = job.unread_times_line or number
        else:
            _store_counts(job, text, number)


def _read_flow_line(job: _NormalJob, text: str, number: int) -> bool:
    """Read a direction's line, or skip what follows an unreadable one; False for other lines."""
    flow = _FLOW.match(text)
    if flow:
        job.flows.append(_parse_flow(flow, number))
        job.is_flow_unreadable = False
    elif _ANY_FLOW.match(text):
        job.is_flow_unreadable, job.unread_line = True, job.unread_line or number
    else:
        return job.is_flow_unreadable and _OF_A_FLOW.match(text) is not None
    return True


def _parse_flow(match: re.Match[str], number: int) -> Flow:
    old = "" if match["ms"] else "old_"
    is_old = bool(old)

    def figure(name: str, value: float) -> PrintedNumber:
        return PrintedNumber(value, number, match.start(old + name) + 1)

    iops = match[old + "iops"]
    return Flow(
        Direction(match["direction"]),
        float(match[old + "ms"]) / 1000,
        iops=figure("iops", _parse_scaled(iops)),
        throughput=figure("rate", parse_amount(match[old + "rate"], is_old=is_old) or 0.0),
        moved_bytes=figure("data", parse_amount(match[old + "data"], is_old=is_old) or 0.0),
        is_rounded=not is_old,
    )


def parse_amount(text: str, *, is_old: bool) -> float | None:
    """Parse `370MiB/s` or `388MB/s` as bytes; in old versions (`422512KB/s`) K is 1024."""
    match = _AMOUNT.fullmatch(text.replace(" ", "").replace(",", ""))
    if not match:
        return None
    number, prefix, binary, unit = match.groups()
    base = KIB if binary or (is_old and prefix != "k") else 1000
    power = _PREFIXES.index(prefix.upper()) + 1 if prefix else 0
    value = float(number) * float(base) ** power
    return value / BITS_PER_BYTE if unit == "bit" else value


def _parse_scaled(text: str) -> float:
    suffix = text[-1] if text[-1].isalpha() else ""
    return float(text.removesuffix(suffix).replace(",", "")) * _THOUSANDS[suffix]


def _parse_spread(
    match: re.Match[str], first_group: int, unit: float, number: int
) -> LatencySpread:
    figures = [
        PrintedNumber(_parse_scaled(match[i]) * unit, number, match.start(i) + 1)
        if match[i]
        else None
        for i in range(first_group, first_group + 4)
    ]
    least, most, mean, deviation = figures
    return LatencySpread(mean, least if least and least.value else None, most, deviation)


def _store_latencies(job: _NormalJob, match: re.Match[str], number: int) -> None:
    spread = _parse_spread(match, 3, _SECONDS[match[2]], number)
    if spread.mean is None or not spread.mean.value:
        return
    if match[1] == "sync":
        job.syncs = LatencyFigures(spread)
    elif job.flows:
        setattr(job.flows[-1], _KINDS[match[1]], LatencyFigures(spread))


def _store_percentiles(job: _NormalJob, text: str, number: int) -> None:
    """Store the percentiles of a line; without a mean above them they are ignored."""
    kind, unit = job.percentile_heading or ("", 0.0)
    times = job.latencies(kind) if kind else None
    if times is not None:
        times.percentiles += [
            (name, PrintedNumber(int(match[2]) * unit, number, match.start(2) + 1))
            for match in _PERCENTILE.finditer(text)
            if (name := percentile_name(match[1])) and int(match[2])
        ]


def _store_counts(job: _NormalJob, text: str, number: int) -> None:
    if issued := _ISSUED.match(text):
        for i, direction in enumerate(_DIRECTIONS, 1):
            job.issued[direction] = PrintedNumber(float(issued[i]), number, issued.start(i) + 1)
    elif depths := _DEPTHS.match(text):
        job.depth_one_percent = float(depths[1])
    elif target := _TARGET.match(text):
        job.has_target, job.final_depth = bool(int(target[1])), int(target[2])
    elif steady := _STEADY.match(text):
        job.steady_state = "attained" if steady[1] == "yes" else "not attained"


LINE = re.compile(r"[2-5];")
DISK_LINE = re.compile(r";[^;\n]{1,60};(?:\d{1,20};){7}[\d.]{1,9}%")
_LANDMARK = re.compile(r"(\d{1,3}(?:\.\d{1,9})?)%=(\d{1,15})")
_NUMBER = re.compile(r"\d{1,20}(?:\.\d{1,12})?")
_COUNT = re.compile(r"\d{1,9}")
_BUSY = re.compile(r"(\d{1,3}\.\d\d)%")
_TERSE_PERCENTILES = 20
_BEFORE = 12
"""Fields of a block before its percentiles: amount, rate, IOPS, runtime, slat, clat."""
_LAT, _BW = 32, 36
_BLOCK = {2: 41, 3: 41, 4: 41, 5: 47}
"""Fields of a block; version 5 adds the samples of the IOPS."""
_TAIL = 34
"""Fields after the blocks: processor, queue depths, latency buckets."""
_TERSE_DISK = 9
_DEPTH_ONE = 5
_LONGEST_NAME = 200
_TERSE_LONGEST_LINE = 50_000
_TERSE_DIRECTIONS = (Direction.READ, Direction.WRITE, Direction.TRIM)


class TerseLine(NamedTuple):
    """One job and the figures of the disks in its line, which all lines of a run share."""

    job: FioJob
    version: str | None
    is_complete: bool
    disks: tuple[str, ...]
    start: int
    stop: int


class _TerseFields(NamedTuple):
    texts: Sequence[str]
    columns: Sequence[int]
    line: int

    def number(self, index: int, unit: float = 1.0) -> PrintedNumber | None:
        """Parse a field as a number with its position; None where it is none."""
        text = self.texts[index] if 0 <= index < len(self.texts) else ""
        if not _NUMBER.fullmatch(text):
            return None
        value = float(text) * unit
        return PrintedNumber(value, self.line, self.columns[index]) if value <= LARGEST else None

    def spread(self, indices: Sequence[int], unit: float = 1.0) -> LatencySpread | None:
        """Parse minimum, maximum, mean and deviation; None where nothing was measured."""
        least, most, mean, deviation = (self.number(index, unit) for index in indices)
        if not mean or not mean.value:
            return None
        return LatencySpread(mean, least if least and least.value else None, most, deviation)


def parse_terse_line(text: str, number: int, start: int) -> TerseLine | None:
    """Parse one line; None where it is no terse line, or ends before the first figures."""
    if not LINE.match(text) or len(text) > _TERSE_LONGEST_LINE:
        return None
    texts = text.split(";")
    columns = [1]
    for part in texts:
        columns.append(columns[-1] + len(part) + 1)
    fields = _TerseFields(texts, columns, number)
    blocks = _find_direction_blocks(fields)
    if not blocks:
        return None
    layout = int(text[0])
    size = _BLOCK[layout]
    tail = blocks[-1] + size
    header = texts[: blocks[0]]
    name, group, error = _parse_header(header, layout)
    job = FioJob(
        name=name[:_LONGEST_NAME],
        group=group,
        line=number,
        flows=list(_parse_flows(fields, blocks, size)),
        error=error,
        depth_one_percent=_parse_percent(texts, tail + _DEPTH_ONE),
    )
    return TerseLine(
        job,
        version=texts[1] if layout > 2 else None,
        is_complete=len(texts) >= tail + _TAIL,
        disks=tuple(texts[tail + _TAIL :]),
        start=start,
        stop=start + len(text),
    )


def build_terse_report(lines: Sequence[TerseLine]) -> FioReport:
    """Build the report of one run from its lines; the client's own sums are left out."""
    return FioReport(
        form=FioOutputForm.TERSE,
        start=lines[0].start,
        stop=lines[-1].stop,
        jobs=tuple(line.job for line in lines if line.job.name != ALL_CLIENTS),
        version=lines[0].version,
        is_complete=all(line.is_complete for line in lines),
        disks=tuple(_parse_disks(lines[0].disks)),
    )


def _find_direction_blocks(fields: _TerseFields) -> list[int]:
    texts = fields.texts
    marks = [bool(_LANDMARK.fullmatch(text)) for text in texts]
    first = next((i for i, mark in enumerate(marks) if mark), -1)
    blocks: list[int] = []
    size = _BLOCK.get(int(texts[0]), 41)
    while first >= _BEFORE + 3 and all(marks[first : first + _TERSE_PERCENTILES]):
        if len(marks) < first - _BEFORE + _BW:
            break
        blocks.append(first - _BEFORE)
        first += size
        if len(blocks) == len(_TERSE_DIRECTIONS) or first >= len(marks) or not marks[first]:
            break
    return blocks


def _parse_header(header: Sequence[str], layout: int) -> tuple[str, int, int]:
    """Return name, group and error; the name may hold separators."""
    first = 2 if layout > 2 else 1
    name = ";".join(header[first:-2])
    group, error = (int(text) if _COUNT.fullmatch(text) else 0 for text in header[-2:])
    return name, group, error


def _parse_flows(fields: _TerseFields, blocks: Sequence[int], size: int) -> Iterator[Flow]:
    for direction, start in zip(_TERSE_DIRECTIONS, blocks, strict=False):
        amount, rate, iops, runtime = (
            fields.number(start + i, unit) for i, unit in enumerate((KIB, KIB, 1.0, 1.0))
        )
        if not (amount and amount.value) and not (iops and iops.value):
            continue
        bw, first = start + _BW, start + _BEFORE
        yield Flow(
            direction=direction,
            runtime_s=runtime.value / 1000 if runtime and runtime.value else None,
            moved_bytes=amount,
            iops=iops,
            throughput=rate,
            iops_samples=fields.spread(range(bw + 6, bw + 10)) if size > _BLOCK[3] else None,
            throughput_samples=fields.spread((bw, bw + 1, bw + 3, bw + 4), KIB),
            total=_parse_latencies(fields, start + _LAT),
            completion=_parse_latencies(
                fields, start + 8, range(first, first + _TERSE_PERCENTILES)
            ),
            submission=_parse_latencies(fields, start + 4),
        )


def _parse_latencies(
    fields: _TerseFields, start: int, percentiles: Sequence[int] = ()
) -> LatencyFigures | None:
    """Parse latencies, which are in microseconds in every version."""
    spread = fields.spread(range(start, start + 4), MICROSECOND)
    return (
        LatencyFigures(spread, list(_parse_percentiles(fields, percentiles))) if spread else None
    )


def _parse_percentiles(
    fields: _TerseFields, indices: Sequence[int]
) -> Iterator[tuple[str, PrintedNumber]]:
    for index in indices:
        match = _LANDMARK.fullmatch(fields.texts[index])
        name = percentile_name(match[1]) if match else None
        if match and name and int(match[2]):
            column = fields.columns[index] + match.start(2)
            yield name, PrintedNumber(int(match[2]) * MICROSECOND, fields.line, column)


def _parse_percent(texts: Sequence[str], index: int) -> float | None:
    text = texts[index].removesuffix("%") if index < len(texts) else ""
    return float(text) if _NUMBER.fullmatch(text) else None


def _parse_disks(texts: Sequence[str]) -> Iterator[tuple[str, float]]:
    for start in range(0, len(texts) - _TERSE_DISK + 1, _TERSE_DISK):
        busy = _BUSY.fullmatch(texts[start + _TERSE_DISK - 1])
        if not busy:
            return
        yield texts[start][:_LONGEST_NAME], float(busy[1])
