"""Iostat, sar, mpstat, vmstat, sadf -d/-p.

Columns are known by the headings of each block. sar and mpstat begin every line with the time,
iostat puts it above a report if asked to; its first report is of the time since the boot.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from arraywise.importers.kit.clocks import (
    CLOCK,
    DateParser,
    DayCounter,
    Moment,
    detect_day_first,
    parse_date_line,
    parse_timestamp,
    parse_utc_offset_s,
    seconds_since_midnight,
)
from arraywise.importers.kit.host_samples import MOST_RUNS
from arraywise.importers.kit.text import StreamedLines
from arraywise.importers.sysstat.columns import (
    INSTANCES,
    MOST_NEAR_A_DATE,
    NUMBER,
    OF_PROCESSES,
    UNREAD,
    VMSTAT_NAMES,
    RecordingDraft,
    figure_family,
    instance_name,
    misfit_kind,
    vmstat_heading_meaning,
    words_to_cells,
)

if TYPE_CHECKING:
    import mmap
    from collections.abc import Callable, Iterator, Sequence
    from datetime import date


_HEAD_OF_FILE = 65_536
BEFORE = (
    r"[ \t]{0,4}(?P<stamp>\[?"
    r"(?:\d{4}[-/]\d\d[-/]\d\d[ T]|(?:[A-Z][a-z]{2} )?[A-Z][a-z]{2} [ \d]\d )?"
    r"\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z| ?[+-]\d\d:?\d\d)?(?: (?:[A-Z]{3,4} )?20\d\d)?\]?)"
    r"(?: [OE])?[:,;|]?(?=\s|$)"
)
"""The time that `ts`, `annotate-output` or a loop around `date` writes before each line."""
_BEFORE = re.compile(BEFORE)
_IS_STAMPED = re.compile(
    rf"^{BEFORE}[ \t]+(?:-*procs-* |r +b +swpd |Linux \d|avg-cpu:|Device)", re.MULTILINE
)
OF_HOST = r"(?P<host>\w[\w.-]{0,62}): +"
"""What pdsh, salt and their like write before each line."""
_OF_HOST = re.compile(rf"{OF_HOST}(?:Linux \d|-*procs-* -)")
_MOST_HOSTS = 100


def find_line_hosts(data: bytes | mmap.mmap, encoding: str) -> list[str]:
    """Return the hosts whose names stand before every line; most files have none."""
    if not _OF_HOST.match(
        bytes(data[:_HEAD_OF_FILE]).decode(encoding, "replace").lstrip("\ufeff")
    ):
        return []
    found = (_OF_HOST.match(line) for _, line in StreamedLines(data, encoding))
    return list(dict.fromkeys(match["host"] for match in found if match))[:_MOST_HOSTS]


def line_prefix(host: str) -> str:
    """Return what every line of a host begins with; nothing where hosts are not named."""
    return f"{host}:" if host else ""


def host_lines(
    data: bytes | mmap.mmap, encoding: str, lines: StreamedLines, host: str
) -> Iterator[tuple[int, str, str]]:
    """Yield every line, of one host where it is named, with the time before it."""
    if host:
        start = line_prefix(host)
        own = ((number, line) for number, line in lines if line.startswith(start))
        yield from ((number, "", line[len(start) + 1 :]) for number, line in own)
        return
    if not _IS_STAMPED.search(bytes(data[:_HEAD_OF_FILE]).decode(encoding, "replace")):
        yield from ((number, "", line) for number, line in lines)
        return
    for number, line in lines:
        before = _BEFORE.match(line)
        yield (number, before["stamp"], line[before.end() :]) if before else (number, "", line)


BANNER = re.compile(
    r"Linux (?P<kernel>\d\S*) \((?P<host>[^)\n]*)\)\s+(?P<date>\S.*?)"
    r"(?:\s+_(?P<machine>\w+)_)?(?:\s+\((?P<count>\d+) [^)\n]*\))?\s*"
)
_COMMAND = re.compile(
    r"(?:[^\n]{0,80}[$#>%])?\s*(?:\S{1,80}/)?iostat(?P<options>(?:\s[^\n]{0,300})?)"
)
_WITHOUT_BOOT = re.compile(r"\s-[a-zA-Z]{0,10}y[a-zA-Z]{0,10}(?!\S)")
_HEAD = 65_536
_PLACES = frozenset({"CORE", "SOCK", "NODE"})
_MOST_OF_A_BLOCK = 30
"""Reports of one iostat, up to which the next one of the same host goes on with its recording."""
_MOST_OF_A_TIME, _MOST_OF_A_STAMP = 3, 4
"""Words of a time, and of a date with a time and a zone."""


@dataclass(slots=True)
class _ReportBlock:
    """Lines below one heading."""

    headings: tuple[str, ...]
    """Without the one above the names of devices."""
    instance_heading: str | None
    """Heading above the names of devices or processors."""
    name_index: int
    """0 where names come first, -1 where they come last."""
    day: DayCounter
    second: int | None = None
    """Time in the heading: when the interval of the first row began."""
    is_skipped: bool = False
    topology_cells: int = 0
    """Cells of core, socket and node (mpstat -T), which the row of all processors lacks."""
    indent: int = 0
    """Blanks before the heading."""
    has_devices: bool = False
    """Whether a row of a device stood below it already."""


def read_report_recordings(data: bytes | mmap.mmap, encoding: str) -> list[RecordingDraft]:
    """Read a file of text reports; several recordings may follow one another."""
    return _read_recordings_by_host(_read_reports_of_host, data, encoding)


def _read_recordings_by_host(
    read_host: Callable[..., _ReportReader | _VmstatReader], data: bytes | mmap.mmap, encoding: str
) -> list[RecordingDraft]:
    """Read a file, each host on its own where its name stands before every line.

    It is read again without times where a date above a block is that of its start alone.
    """
    recordings = []
    for host in find_line_hosts(data, encoding) or [""]:
        reader = read_host(data, encoding, host)
        if not reader.dates_are_times:
            reader = read_host(data, encoding, host, with_block_times=False)
        for recording in reader.recordings:
            if recording.has_rows:
                recording.host = recording.host or host
        recordings += reader.recordings
    return recordings[:MOST_RUNS]


def _read_reports_of_host(
    data: bytes | mmap.mmap, encoding: str, host: str, *, with_block_times: bool = True
) -> _ReportReader:
    lines = StreamedLines(data, encoding)
    day_first = detect_day_first(bytes(data[:_HEAD]).decode(encoding, "replace"))
    reader = _ReportReader(day_first, with_block_times=with_block_times)
    for number, stamp, line in host_lines(data, encoding, lines, host):
        reader.time_before_line = stamp
        reader.read_line(number, line)
    if lines.cut_line and lines.cut_line[1].startswith(line_prefix(host)):
        reader.read_cut_line(*lines.cut_line)
    reader.finish()
    return reader


@dataclass(slots=True)
class _ReportReader:
    day_first: bool | None
    with_block_times: bool = True
    """A date above an iostat is the time of its reports, and not of the start alone."""
    dates_are_times: bool = field(init=False, default=True)
    """No dated iostat was met whose reports lie too far behind its date."""
    recordings: list[RecordingDraft] = field(default_factory=list)
    time_before_line: str = ""
    """The time that a script wrote before the present line."""
    _recording: RecordingDraft = field(default_factory=lambda: RecordingDraft("sysstat"))
    _dates: DateParser = field(default_factory=DateParser)
    _date: date | None = None
    _day: DayCounter = field(default_factory=lambda: DayCounter(None))
    _blocks: dict[tuple[str, ...], _ReportBlock] = field(default_factory=dict)
    _block: _ReportBlock | None = None
    _report_count: int = 0
    _seen_headings: set[tuple[str, ...]] = field(default_factory=set)
    _second: int | None = None
    _has_averages: bool = False
    _omits_boot_report: bool = False
    """The command line above told iostat to leave out the report since the boot."""
    _block_date: Moment | None = None
    """The time that a line above the current iostat states."""
    _is_dated: bool = False
    """Whether there was such a line since the last heading of a recording."""
    _pending_report_time: Moment | None = None
    """A date and time whose report has not begun: with a heading next, it is a script's."""
    _line: int = 0

    def __post_init__(self) -> None:
        self._open_recording(RecordingDraft("sysstat", lacks_banner=True), None)

    def read_line(self, number: int, line: str) -> None:
        """Read a line."""
        words = line.split()
        if not words:
            return
        self._line = number
        banner = BANNER.fullmatch(line.strip()) if words[0] == "Linux" else None
        if banner is not None and self._pending_report_time is not None:
            self._block_date, self._is_dated, self._pending_report_time = (
                self._pending_report_time,
                True,
                None,
            )
        if banner is not None and self._continues_recording(banner):
            self._report_count, self._seen_headings, self._second = 0, set(), None
        elif banner:
            self._begin_recording(banner)
        elif "iostat" in line and (command := _COMMAND.fullmatch(line)):
            self._omits_boot_report = _WITHOUT_BOOT.search(command["options"]) is not None
        elif self._read_report_time(words, line) or self._read_date_line(words, line):
            pass
        else:
            self._begin_timed_report()
            self._read_report_line(words, line)

    def _read_report_line(self, words: list[str], line: str) -> None:
        if clock := CLOCK.match(line.lstrip()):
            self._read_timed_line(clock, line.lstrip()[clock.end() :].split())
        elif words[0] == "avg-cpu:" or "Device" in words[0] or words[-1] == "Device":
            # take a heading of iostat; one that was there already begins the next report
            key = tuple(words)
            if not self._report_count or key in self._seen_headings:
                self._begin_report()
            self._seen_headings.add(key)
            self._recording.program = "iostat"
            if self._block_date is not None and self._recording.tick.moment == self._block_date:
                self.dates_are_times &= self._report_count <= MOST_NEAR_A_DATE
            self._block = self._find_or_add_block(key)
            self._block.indent, self._block.has_devices = _indent_width(line), False
        elif words[0] == "#" and not OF_PROCESSES.isdisjoint(words):
            self._block = self._find_or_add_block(tuple(words[1:]))
        elif not self._is_group_sum(line):
            self._read_row(words)

    def _is_group_sum(self, line: str) -> bool:
        """Return whether a row is the sum of the devices above it (`-g`), set in by a blank."""
        block = self._block
        if block is None or block.instance_heading is None or block.second is not None:
            return False
        is_set_in = _indent_width(line) > block.indent
        block.has_devices = block.has_devices or not is_set_in
        return is_set_in and block.has_devices and block.name_index == 0

    def read_cut_line(self, number: int, line: str) -> None:
        """Read the last line where it has no line end: it may be anything but a whole row."""
        if _is_average_line(line.split()):
            self._has_averages = True
        else:
            self._recording.mark_as_cut(number)

    def finish(self) -> None:
        """Finish the open recording; count a line where the averages at its end are missing."""
        recording = self._recording
        recording.ambiguous_date = self._dates.first_ambiguous_date
        is_timed = recording.program in {"sar", "mpstat"}
        if is_timed and recording.has_rows and recording.complete and not self._has_averages:
            recording.line_problems.count_line("averages", self._line)

    def _continues_recording(self, banner: re.Match[str]) -> bool:
        """Return whether a script appended another short iostat of the same host."""
        recording = self._recording
        same = recording.program == "iostat" and recording.host == banner["host"].strip()
        is_dated, self._is_dated = self._is_dated, False
        return same and is_dated and recording.complete and self._report_count <= _MOST_OF_A_BLOCK

    def _read_date_line(self, words: Sequence[str], line: str) -> bool:
        """Read a line of `date`, which a script writes above each iostat; False for others."""
        if not any(word[:4].isdigit() or ":" in word for word in words):
            return False
        moment = parse_date_line(line, self._dates)
        if moment is None:
            return False
        self._block_date, self._is_dated = moment, True
        return True

    def _begin_recording(self, banner: re.Match[str]) -> None:
        """Begin a recording; whatever stood above the first one is no recording of its own."""
        self.finish()
        host, machine = banner["host"].strip(), banner["machine"] or ""
        recording = RecordingDraft("sysstat", host, machine=machine)
        recording.attributes.append(("kernel", banner["kernel"]))
        if banner["machine"]:
            recording.attributes.append(("machine", banner["machine"]))
        if banner["count"]:
            recording.attributes.append(("processors", banner["count"].lstrip("0") or "0"))
        self._open_recording(recording, banner["date"])

    def _open_recording(self, recording: RecordingDraft, date_text: str | None) -> None:
        if len(self.recordings) < MOST_RUNS:
            self.recordings.append(recording)
        self._recording = recording
        self._dates = DateParser(self.day_first)
        self._date = self._dates.parse(date_text) if date_text else None
        self._day = DayCounter(self._date)
        self._blocks, self._block, self._has_averages = {}, None, False
        self._report_count, self._seen_headings, self._second = 0, set(), None

    def _read_report_time(self, words: Sequence[str], line: str) -> bool:
        """Read the time above a report of iostat; False for other lines.

        Up to sysstat 9 it is a time alone (`Time: 11:49:34 AM`); the date is in the heading.
        """
        moment = None
        if words[0] == "Time:" and len(words) <= _MOST_OF_A_TIME:
            second = seconds_since_midnight(CLOCK.match(" ".join(words[1:])))
            moment = None if second is None else self._day.next_moment(second)
        elif words[0][0].isdigit() and len(words) <= _MOST_OF_A_STAMP:
            moment = parse_timestamp(line, self._dates)
        if moment is None:
            return False
        self._begin_timed_report()
        self._pending_report_time = moment
        return True

    def _begin_timed_report(self) -> None:
        """Begin the report of the pending date and time, if there is one."""
        moment, self._pending_report_time = self._pending_report_time, None
        if moment is None:
            return
        self._begin_report()
        self._recording.has_clock = True
        self._recording.started = self._recording.started or moment
        self._recording.begin_row(moment)

    def _parse_time_before_line(self) -> Moment | None:
        """Parse the time before the line; a time alone is of the day in the heading."""
        moment = (
            parse_date_line(self.time_before_line, self._dates) if self.time_before_line else None
        )
        second = (
            seconds_since_midnight(CLOCK.search(self.time_before_line)) if moment is None else None
        )
        return moment if second is None else self._day.next_moment(second)

    def _begin_report(self) -> None:
        moment = self._parse_time_before_line()
        if moment is not None:
            self._recording.has_clock = True
            self._recording.started = self._recording.started or moment
            self._recording.begin_row(moment)
        else:
            self._recording.begin_row(self._block_date if self.with_block_times else None)
        if self._block_date is not None:
            self._recording.started = self._recording.started or self._block_date
        self._report_count += 1
        self._seen_headings = set()

    def _find_or_add_block(self, words: tuple[str, ...]) -> _ReportBlock:
        if words not in self._blocks:
            first, last = words[0], words[-1]
            if first in INSTANCES:
                headings = tuple(word for word in words[1:] if word not in _PLACES)
                block = _ReportBlock(headings, first.rstrip(":"), 0, DayCounter(self._date))
                block.topology_cells = len(words) - 1 - len(headings)
            elif last in INSTANCES:
                block = _ReportBlock(words[:-1], last, -1, DayCounter(self._date))
            else:
                headings = words[1:] if first == "avg-cpu:" else words
                block = _ReportBlock(headings, None, 0, DayCounter(self._date))
            self._blocks[words] = self._mark_block_if_skipped(block, words)
        return self._blocks[words]

    def _mark_block_if_skipped(self, block: _ReportBlock, words: tuple[str, ...]) -> _ReportBlock:
        if not OF_PROCESSES.isdisjoint(words):
            self._recording.line_problems.count_line("processes", self._line)
            block.is_skipped = True
        elif not UNREAD.isdisjoint(words):
            self._recording.unread_tables.add(next(word for word in words if word in UNREAD))
            block.is_skipped = True
        return block

    def _read_timed_line(self, clock: re.Match[str], words: list[str]) -> None:
        """Read a line of sar or mpstat."""
        second = seconds_since_midnight(clock)
        if second is None or not words:
            self._recording.line_problems.count_line("stray", self._line)
        elif "RESTART" in words or words[0] == "COM":
            if words[0] != "COM":
                self._recording.line_problems.count_line("restart", self._line)
        elif any(NUMBER.fullmatch(word) for word in words):
            self._read_timed_row(second, words)
        else:
            recording, block = self._recording, self._find_or_add_block(tuple(words))
            if recording.program == "sysstat" and not block.is_skipped:
                recording.program = "mpstat" if ("%iowait %irq" in " ".join(words)) else "sar"
            recording.has_clock = True
            block.second = second
            moment = block.day.next_moment(second)
            recording.started = recording.started or moment
            self._block = block

    def _read_timed_row(self, second: int, words: list[str]) -> None:
        block = self._block
        if block is None or block.second is None:
            self._recording.line_problems.count_line("stray", self._line)
        elif second == block.second and self._second is None:
            self._recording.line_problems.count_line("since boot", self._line)
        else:
            moment = block.day.next_moment(second)
            if second != self._second or moment != self._recording.tick.moment:
                self._recording.begin_row(moment)
                self._second = second
            self._put_row(block, words)

    def _read_row(self, words: list[str]) -> None:
        """Read a line of iostat, or of the averages that end the other reports."""
        block = self._block
        if _is_average_line(words):
            self._has_averages = True
        elif block is None or block.second is not None:
            self._recording.line_problems.count_line("stray", self._line)
        elif self._report_count == 1 and not self._omits_boot_report:
            self._recording.line_problems.count_line("since boot", self._line)
        else:
            self._put_row(block, words)

    def _put_row(self, block: _ReportBlock, words: list[str]) -> None:
        if block.is_skipped:
            return
        instance = None
        if block.instance_heading is not None:
            name = words.pop(block.name_index)
            instance = instance_name(block.instance_heading, name)
        if block.topology_cells and len(words) == len(block.headings) + block.topology_cells:
            del words[: block.topology_cells]
        if len(words) != len(block.headings):
            self._recording.line_problems.count_line(
                misfit_kind(words, len(block.headings)), self._line
            )
            return
        cells, clean = words_to_cells(words)
        if not any(cells):
            self._recording.line_problems.count_line("stray", self._line)
            return
        if not clean:
            self._recording.line_problems.count_line("cells", self._line)
        self._recording.put_instance_cells(id(block), self._line, instance, block.headings, cells)


def _indent_width(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_average_line(words: Sequence[str]) -> bool:
    """Return whether a line begins with `Average:` in any language."""
    return words[0].endswith((":", "\uff1a")) or words[1:2] == [":"]


_VMSTAT_COMMAND = re.compile(
    r"(?:.{0,80}[$#>%])?\s*(?:\S{1,80}/)?vmstat(?P<options>(?:\s.{0,200})?)"
)
_UNIT = re.compile(r"\s(?:-[a-zA-Z]{0,8}S\s*|--unit[ =])(?P<unit>[kKmM])(?!\S)")
_VMSTAT_WITHOUT_BOOT = re.compile(r"\s(?:-[a-zA-RT-Z]{0,8}y[a-zA-Z]{0,8}|--no-first)(?!\S)")
_DELAY = re.compile(r"\s(\d{1,5}(?:\.\d{1,3})?)(?=\s+\d{1,9}(?:\s|$)|\s*$)")
_PAGE = 15
"""vmstat repeats its headings after a page; below a page they begin another call."""
_UNITS = {"k": 1000, "K": 1024, "m": 1000**2, "M": 1024**2}


def read_vmstat_recordings(data: bytes | mmap.mmap, encoding: str) -> list[RecordingDraft]:
    """Read a file of vmstat; every command line in it begins another recording."""
    return _read_recordings_by_host(_read_vmstat_of_host, data, encoding)


def _read_vmstat_of_host(
    data: bytes | mmap.mmap, encoding: str, host: str, *, with_block_times: bool = True
) -> _VmstatReader:
    lines = StreamedLines(data, encoding)
    reader = _VmstatReader(with_block_times=with_block_times)
    for number, stamp, line in host_lines(data, encoding, lines, host):
        if "vmstat" not in line or not reader.read_command(line):
            reader.time_before_line = stamp
            reader.read_line(number, line.split())
    if lines.cut_line and lines.cut_line[1].startswith(line_prefix(host)):
        reader.recording.mark_as_cut(lines.cut_line[0])
    return reader


def _is_above_headings(words: list[str]) -> bool:
    """Return whether words are `procs ----memory---- ---swap--` in any language."""
    dashed = len(words) > 1 and all(word.startswith("--") for word in words[1:3])
    return words[0].strip("-") == "procs" or dashed


@dataclass(slots=True)
class _VmstatBlock:
    """Rows of one call of vmstat, as a script appends one to another."""

    date: Moment | None = None
    """What a line above it states."""
    is_new: bool = True
    """Its first row, the mean since the boot, is still to come."""
    rows: int = 0

    def last_row_moment(self, delay_s: float | None) -> Moment | None:
        """Return when its last row was taken: reports follow the date above one by one."""
        if self.date is None:
            return None
        later = (self.rows - 1) * (delay_s or 0.0)
        return Moment(self.date.local_s + later, self.date.utc_offset_s)


@dataclass(slots=True)
class _VmstatReader:
    with_block_times: bool = True
    """A date above a block is the time of its rows, and not of the start alone."""
    dates_are_times: bool = field(init=False, default=True)
    """No dated block was met whose rows lie too far behind its date."""
    recordings: list[RecordingDraft] = field(default_factory=list)
    time_before_line: str = ""
    """The time that a script wrote before the present line."""
    _headings: tuple[str, ...] = ()
    _zone: str = ""
    _rows: int = 0
    _omits_boot_report: bool = False
    """The command told vmstat to leave out the report since the boot."""
    _delay_s: float | None = None
    """Seconds between reports, as the command line states."""
    _block: _VmstatBlock = field(default_factory=_VmstatBlock)
    _dates: DateParser = field(default_factory=DateParser)

    def __post_init__(self) -> None:
        self._begin_recording()

    @property
    def recording(self) -> RecordingDraft:
        """Return the recording under way."""
        return self.recordings[-1]

    def _begin_recording(self) -> None:
        self.recordings.append(
            RecordingDraft("vmstat", own_heading_meaning=vmstat_heading_meaning)
        )
        self._headings, self._zone, self._rows, self._omits_boot_report = (), "", 0, False
        self._delay_s, self._block = None, _VmstatBlock()

    def read_command(self, line: str) -> bool:
        """Read a command line and return True; False where this is none."""
        command = _VMSTAT_COMMAND.fullmatch(line)
        if command is None:
            return False
        if self._rows and len(self.recordings) < MOST_RUNS:
            self._begin_recording()
        unit = _UNIT.search(command["options"])
        self.recording.states_memory_unit = True
        memory_unit = _UNITS[unit["unit"] if unit else "K"]
        self.recording.own_heading_meaning = partial(
            vmstat_heading_meaning, memory_unit=memory_unit
        )
        self._omits_boot_report = _VMSTAT_WITHOUT_BOOT.search(command["options"]) is not None
        delay = _DELAY.search(command["options"])
        self._delay_s = float(delay[1]) if delay else None
        return True

    def read_line(self, number: int, words: list[str]) -> None:
        """Read a line, split into words."""
        if not words or _is_above_headings(words):
            return
        if words[0] == "r" and words[1:2] == ["b"]:
            self._read_headings(words)
            return
        date = parse_date_line(" ".join(words), self._dates)
        if date is not None:
            self._block = _VmstatBlock(date)
            return
        count = len(self._headings)
        if not count:
            self.recording.line_problems.count_line("stray", number)
            return
        cells, clean = words_to_cells(words[:count])
        if not clean or len(cells) < count:
            self.recording.line_problems.count_line(misfit_kind(words, count), number)
        else:
            self._read_row(number, cells, words[count:])

    def _read_headings(self, words: list[str]) -> None:
        """Read the headings; the words after them are the zone of the times."""
        if 0 < self._block.rows < _PAGE:
            self._block = _VmstatBlock()
        known = next((i for i, w in enumerate(words) if w not in VMSTAT_NAMES), len(words))
        self._headings = tuple(words[:known])
        self._zone = " ".join(words[known:])
        if self._zone and ("zone", self._zone) not in self.recording.attributes:
            self.recording.attributes.append(("zone", self._zone[:40]))

    def _read_row(self, number: int, cells: list[str], behind: list[str]) -> None:
        self._rows += 1
        self._block.rows += 1
        moment = self._parse_row_time(behind) if behind else self._row_moment()
        if behind and moment is None:
            self.recording.line_problems.count_line("timeless", number)
            return
        self.recording.started = self.recording.started or moment or self._block.date
        if self._block.is_new and not self._omits_boot_report:
            self._block.is_new = False
            self.recording.line_problems.count_line("since boot", number)
            return
        self.recording.begin_row(moment)
        self.recording.put_instance_cells("vmstat", number, None, self._headings, cells)

    def _row_moment(self) -> Moment | None:
        """Return the moment before the row, else that of the date above it."""
        stamped = (
            parse_date_line(self.time_before_line, self._dates) if self.time_before_line else None
        )
        return stamped or self._block_moment()

    def _block_moment(self) -> Moment | None:
        """Return the moment of a row without one of its own.

        Where nothing states how far rows are apart, the date above is that of short blocks only.
        """
        if self._delay_s is None and self._block.date is not None:
            self.dates_are_times &= self._block.rows <= MOST_NEAR_A_DATE
        is_timed = self.with_block_times or self._delay_s is not None
        return self._block.last_row_moment(self._delay_s) if is_timed else None

    def _parse_row_time(self, behind: list[str]) -> Moment | None:
        """Parse date, time and, in older versions, zone at the end of a row."""
        moment = parse_timestamp(" ".join(behind[:2]), self._dates)
        if moment is None or moment.utc_offset_s is not None:
            return moment
        zone = " ".join(behind[2:]) or self._zone
        return Moment(moment.local_s, parse_utc_offset_s(zone))


HEADING = re.compile(r"#\s*hostname;interval;timestamp;(.+)")
VALUE = re.compile(
    r"(?P<host>\S+)\s(?P<interval>-?\d{1,9})\s"
    r"(?P<stamp>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?: \S+)?|\d{9,10})\s"
    r"(?P<device>\S+)\s+(?P<name>\S+)\s+(?P<value>-?[\d.]+)\s*"
)


def read_sadf_recordings(data: bytes | mmap.mmap, encoding: str) -> list[RecordingDraft]:
    """Read a file of `sadf -d` or `sadf -p`; every host is a recording."""
    reader = _SadfReader()
    lines = StreamedLines(data, encoding)
    for number, line in lines:
        reader.read_line(number, line.strip())
    if lines.cut_line:
        reader.find_or_add_recording("").mark_as_cut(lines.cut_line[0])
    return list(reader.recordings.values())


@dataclass(slots=True)
class _SadfReader:
    recordings: dict[str, RecordingDraft] = field(default_factory=dict)
    _headings: tuple[str, ...] = ()
    _instance_heading: str | None = None
    _is_table_skipped: bool = False
    _dates: DateParser = field(default_factory=DateParser)
    _stamp: str = ""
    _stamped: RecordingDraft | None = None
    _last: RecordingDraft | None = None

    def find_or_add_recording(self, host: str) -> RecordingDraft:
        """Return the recording of a host; of the last one where it is not named."""
        if (not host or len(self.recordings) >= MOST_RUNS) and self._last is not None:
            return self._last
        self._last = self.recordings.setdefault(host, RecordingDraft("sadf", host[:200]))
        return self._last

    def read_line(self, number: int, line: str) -> None:
        """Read a line."""
        if not line:
            return
        if line.startswith("#"):
            self._read_headings(line)
        elif ";" in line:
            self._read_sample_row(number, line.split(";"))
        else:
            match = VALUE.fullmatch(line)
            if match:
                self._read_value_line(number, match)
            else:
                restart = "LINUX-RESTART" in line
                self.find_or_add_recording("").line_problems.count_line(
                    "restart" if restart else "stray", number
                )

    def _read_headings(self, line: str) -> None:
        match = HEADING.fullmatch(line)
        if match is None:
            return
        names = [name.removesuffix("[...]") for name in match[1].strip(";").split(";")]
        self._instance_heading = names[0] if names[0] in INSTANCES else None
        self._headings = tuple(names[1:] if self._instance_heading else names)
        self._is_table_skipped = not (OF_PROCESSES | UNREAD).isdisjoint(names)
        if self._is_table_skipped:
            table = next(name for name in names if name in OF_PROCESSES | UNREAD)
            self.find_or_add_recording("").unread_tables.add(table)

    def _read_sample_row(self, number: int, cells: list[str]) -> None:
        recording = self.find_or_add_recording(cells[0])
        if any("LINUX-RESTART" in cell for cell in cells):
            recording.line_problems.count_line("restart", number)
            return
        if self._is_table_skipped or len(cells) < 4 or not self._headings:
            recording.line_problems.count_line("stray", number)
            return
        instance = None
        values = cells[3:]
        if self._instance_heading is not None:
            instance = instance_name(self._instance_heading, values.pop(0))
        if len(values) != len(self._headings):
            several = len(values) > len(self._headings) and len(values) % 2 == 0
            trouble = "horizontal" if several else misfit_kind(values, len(self._headings))
            recording.line_problems.count_line(trouble, number)
            return
        if self._begin_row(recording, number, cells[1], cells[2]):
            cells, clean = words_to_cells(values)
            if not clean:
                recording.line_problems.count_line("cells", number)
            recording.put_instance_cells(self._headings, number, instance, self._headings, cells)

    def _read_value_line(self, number: int, match: re.Match[str]) -> None:
        recording = self.find_or_add_recording(match["host"])
        name, device = match["name"], match["device"]
        cells, clean = words_to_cells([match["value"]])
        if not clean:
            recording.line_problems.count_line("stray", number)
        elif self._begin_row(recording, number, match["interval"], match["stamp"]):
            family = figure_family(name)
            named_by = "CPU" if family == "cpu" else "DEV"
            instance = instance_name(
                named_by, device.removeprefix("cpu") if family == "cpu" else device
            )
            recording.put_instance_cells(family, number, instance, (name,), cells)

    def _begin_row(
        self, recording: RecordingDraft, number: int, interval: str, stamp: str
    ) -> bool:
        """Begin a row for another moment; False where the time cannot be parsed."""
        if stamp == self._stamp and recording is self._stamped:
            return True
        moment = parse_timestamp(stamp, self._dates)
        if moment is None:
            recording.line_problems.count_line("timeless", number)
            return False
        self._stamp, self._stamped = stamp, recording
        if recording.started is None:
            before = float(interval) if re.fullmatch(r"\d{1,9}", interval) else 0.0
            recording.started = Moment(max(0.0, moment.local_s - before), moment.utc_offset_s)
        recording.begin_row(moment)
        return True
