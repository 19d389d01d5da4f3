"""What iostat, sar and mpstat print: blocks of a heading and rows, in any locale and version.

Columns are known by the headings of each block. sar and mpstat begin every line with the time,
iostat puts it above a report if asked to; its first report is of the time since the boot.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.importers.sysstat.columns import INSTANCES, OF_PROCESSES, UNREAD, instance_of
from arraywise.importers.sysstat.figures import NUMBER, cells_of, misfit
from arraywise.importers.sysstat.lines import Lines
from arraywise.importers.sysstat.moments import (
    CLOCK,
    Dates,
    Day,
    day_first_in,
    read_date_line,
    read_stamp,
    second_of_day,
)
from arraywise.importers.sysstat.recording import MOST_NEAR_A_DATE, MOST_RUNS, Recording

if TYPE_CHECKING:
    import mmap
    from collections.abc import Sequence
    from datetime import date

    from arraywise.importers.sysstat.moments import Moment

BANNER = re.compile(
    r"Linux (?P<kernel>\d\S*) \((?P<host>[^)\n]*)\)\s+(?P<date>\S.*?)"
    r"(?:\s+_(?P<machine>\w+)_)?(?:\s+\((?P<count>\d+) [^)\n]*\))?\s*"
)
_COMMAND = re.compile(
    r"(?:[^\n]{0,80}[$#>%])?\s*(?:\S{1,80}/)?iostat(?P<options>(?:\s[^\n]{0,300})?)"
)
_WITHOUT_BOOT = re.compile(r"\s-[a-zA-Z]{0,10}y[a-zA-Z]{0,10}(?!\S)")
_NEVER_A_NUMBER = frozenset({"Device", "DEV", "IFACE"})
"""Headings of names; a number below one is the second half of a row that a mail broke."""
_HEAD = 65_536
_MOST_OF_A_BLOCK = 30
"""Reports of one iostat, up to which the next one of the same host goes on with its recording."""
_MOST_OF_A_TIME, _MOST_OF_A_STAMP = 3, 4
"""Words of a time, and of a date with a time and a zone."""


@dataclass(slots=True)
class _Block:
    """Lines below one heading."""

    headings: tuple[str, ...]
    """Without the one above the names of devices."""
    named_by: str | None
    """Heading above the names of devices or processors."""
    name_at: int
    """0 where names stand first, -1 where they stand last."""
    day: Day
    second: int | None = None
    """Time in the heading: when the interval of the first row began."""
    skipped: bool = False


def read_reports(data: bytes | mmap.mmap, encoding: str) -> list[Recording]:
    """Read a file of text reports; several recordings may follow one another."""
    reader = _read(data, encoding)
    if not reader.dates_are_times:
        reader = _read(data, encoding, with_block_times=False)
    return reader.recordings


def _read(
    data: bytes | mmap.mmap, encoding: str, *, with_block_times: bool = True
) -> _ReportReader:
    lines = Lines(data, encoding)
    day_first = day_first_in(bytes(data[:_HEAD]).decode(encoding, "replace"))
    reader = _ReportReader(day_first, with_block_times=with_block_times)
    for number, line in lines:
        reader.take(number, line)
    if lines.cut:
        reader.take_cut(*lines.cut)
    reader.close()
    return reader


@dataclass(slots=True)
class _ReportReader:
    """Takes the lines one by one."""

    day_first: bool | None
    with_block_times: bool = True
    """A date above an iostat is the time of its reports, and not of the start alone."""
    dates_are_times: bool = field(init=False, default=True)
    """No dated iostat was met whose reports lie too far behind its date."""
    recordings: list[Recording] = field(default_factory=list)
    _recording: Recording = field(default_factory=lambda: Recording("sysstat"))
    _dates: Dates = field(default_factory=Dates)
    _date: date | None = None
    _day: Day = field(default_factory=lambda: Day(None))
    _blocks: dict[tuple[str, ...], _Block] = field(default_factory=dict)
    _block: _Block | None = None
    _reports: int = 0
    _seen: set[tuple[str, ...]] = field(default_factory=set)
    _second: int | None = None
    _averages: bool = False
    _starts_now: bool = False
    """The command line above told iostat to leave out the report since the boot."""
    _block_date: Moment | None = None
    """What a line above the present iostat says."""
    _is_dated: bool = False
    """Such a line was met since the last heading of a recording."""
    _stamped: Moment | None = None
    """A date and time whose report has not begun: with a heading next, it is a script's."""
    _line: int = 0

    def __post_init__(self) -> None:
        self._open(Recording("sysstat", lacks_banner=True), None)

    def take(self, number: int, line: str) -> None:
        """Take a line."""
        words = line.split()
        if not words:
            return
        self._line = number
        banner = BANNER.fullmatch(line.strip()) if words[0] == "Linux" else None
        if banner is not None and self._stamped is not None:
            self._block_date, self._is_dated, self._stamped = self._stamped, True, None
        if banner is not None and self._goes_on(banner):
            self._reports, self._seen, self._second = 0, set(), None
        elif banner:
            self._begin(banner)
        elif "iostat" in line and (command := _COMMAND.fullmatch(line)):
            self._starts_now = _WITHOUT_BOOT.search(command["options"]) is not None
        elif self._stamp(words, line) or self._take_date(words, line):
            pass
        else:
            self._begin_stamped()
            self._take_report(words, line)

    def _take_report(self, words: list[str], line: str) -> None:
        """Take a line of a report."""
        if clock := CLOCK.match(line.lstrip()):
            self._take_timed(clock, line.lstrip()[clock.end() :].split())
        elif words[0] == "avg-cpu:" or "Device" in words[0] or words[-1] == "Device":
            self._head_report(words)
        else:
            self._take_row(words)

    def take_cut(self, number: int, line: str) -> None:
        """Take the last line where it has no end: it may be anything but a whole row."""
        if _is_average(line.split()):
            self._averages = True
        else:
            self._recording.end_early(number)

    def close(self) -> None:
        """End the recording that is open."""
        recording = self._recording
        recording.date_guessed = self._dates.guessed
        is_timed = recording.program in {"sar", "mpstat"}
        if is_timed and recording.has_rows and recording.complete and not self._averages:
            recording.troubles.note("averages", self._line)

    def _goes_on(self, banner: re.Match[str]) -> bool:
        """Say whether a script appended another short iostat of the same host to the last one."""
        recording = self._recording
        same = recording.program == "iostat" and recording.host == banner["host"].strip()
        is_dated, self._is_dated = self._is_dated, False
        return same and is_dated and recording.complete and self._reports <= _MOST_OF_A_BLOCK

    def _take_date(self, words: Sequence[str], line: str) -> bool:
        """Take a line of `date`, which a script writes above each iostat."""
        if not any(word[:4].isdigit() or ":" in word for word in words):
            return False
        moment = read_date_line(line, self._dates)
        if moment is None:
            return False
        self._block_date, self._is_dated = moment, True
        return True

    def _begin(self, banner: re.Match[str]) -> None:
        """Begin a recording; whatever stood above the first one is no recording of its own."""
        self.close()
        recording = Recording("sysstat", banner["host"].strip(), banner["machine"] or "")
        recording.attributes.append(("kernel", banner["kernel"]))
        if banner["machine"]:
            recording.attributes.append(("machine", banner["machine"]))
        if banner["count"]:
            recording.attributes.append(("processors", banner["count"].lstrip("0") or "0"))
        self._open(recording, banner["date"])

    def _open(self, recording: Recording, date_text: str | None) -> None:
        if len(self.recordings) < MOST_RUNS:
            self.recordings.append(recording)
        self._recording = recording
        self._dates = Dates(self.day_first)
        self._date = self._dates.read(date_text) if date_text else None
        self._day = Day(self._date)
        self._blocks, self._block, self._averages = {}, None, False
        self._reports, self._seen, self._second = 0, set(), None

    def _stamp(self, words: Sequence[str], line: str) -> bool:
        """Take the moment above a report of iostat.

        Up to sysstat 9 it is a time alone (`Time: 11:49:34 AM`); the date stands in the heading.
        """
        moment = None
        if words[0] == "Time:" and len(words) <= _MOST_OF_A_TIME:
            clock = CLOCK.match(" ".join(words[1:]))
            second = second_of_day(clock) if clock else None
            moment = None if second is None else self._day.moment(second)
        elif words[0][0].isdigit() and len(words) <= _MOST_OF_A_STAMP:
            moment = read_stamp(line, self._dates)
        if moment is None:
            return False
        self._begin_stamped()
        self._stamped = moment
        return True

    def _begin_stamped(self) -> None:
        """Begin the report below the last date and time; nothing where none stands above."""
        moment, self._stamped = self._stamped, None
        if moment is None:
            return
        self._next_report()
        self._recording.has_clock = True
        self._recording.began = self._recording.began or moment
        self._recording.begin(moment)

    def _next_report(self) -> None:
        self._recording.begin(self._block_date if self.with_block_times else None)
        if self._block_date is not None:
            self._recording.began = self._recording.began or self._block_date
        self._reports += 1
        self._seen = set()

    def _head_report(self, words: Sequence[str]) -> None:
        """Take a heading of iostat; one that was there already begins the next report."""
        key = tuple(words)
        if not self._reports or key in self._seen:
            self._next_report()
        self._seen.add(key)
        self._recording.program = "iostat"
        if self._block_date is not None and self._recording.tick.moment == self._block_date:
            self.dates_are_times &= self._reports <= MOST_NEAR_A_DATE
        self._block = self._block_of(key)

    def _block_of(self, words: tuple[str, ...]) -> _Block:
        if words not in self._blocks:
            first, last = words[0], words[-1]
            if first in INSTANCES:
                block = _Block(words[1:], first.rstrip(":"), 0, Day(self._date))
            elif last in INSTANCES:
                block = _Block(words[:-1], last, -1, Day(self._date))
            else:
                headings = words[1:] if first == "avg-cpu:" else words
                block = _Block(headings, None, 0, Day(self._date))
            self._blocks[words] = self._sorted_out(block, words)
        return self._blocks[words]

    def _sorted_out(self, block: _Block, words: tuple[str, ...]) -> _Block:
        if not OF_PROCESSES.isdisjoint(words):
            self._recording.troubles.note("processes", self._line)
            block.skipped = True
        elif not UNREAD.isdisjoint(words):
            self._recording.unread.add(next(word for word in words if word in UNREAD))
            block.skipped = True
        return block

    def _take_timed(self, clock: re.Match[str], words: list[str]) -> None:
        """Take a line of sar or mpstat."""
        second = second_of_day(clock)
        if second is None or not words:
            self._recording.troubles.note("stray", self._line)
        elif "RESTART" in words or words[0] == "COM":
            if words[0] != "COM":
                self._recording.troubles.note("restart", self._line)
        elif any(NUMBER.fullmatch(word) for word in words):
            self._take_timed_row(second, words)
        else:
            self._head_timed(second, words)

    def _head_timed(self, second: int, words: list[str]) -> None:
        recording, block = self._recording, self._block_of(tuple(words))
        if recording.program == "sysstat" and not block.skipped:
            recording.program = "mpstat" if ("%iowait %irq" in " ".join(words)) else "sar"
        recording.has_clock = True
        block.second = second
        moment = block.day.moment(second)
        recording.began = recording.began or moment
        self._block = block

    def _take_timed_row(self, second: int, words: list[str]) -> None:
        block = self._block
        if block is None or block.second is None:
            self._recording.troubles.note("stray", self._line)
        elif second == block.second and self._second is None:
            self._recording.troubles.note("since boot", self._line)
        else:
            moment = block.day.moment(second)
            if second != self._second or moment != self._recording.tick.moment:
                self._recording.begin(moment)
                self._second = second
            self._keep(block, words)

    def _take_row(self, words: list[str]) -> None:
        """Take a line of iostat, or of the averages that end the others."""
        block = self._block
        if _is_average(words):
            self._averages = True
        elif block is None or block.second is not None:
            self._recording.troubles.note("stray", self._line)
        elif self._reports == 1 and not self._starts_now:
            self._recording.troubles.note("since boot", self._line)
        else:
            self._keep(block, words)

    def _keep(self, block: _Block, words: list[str]) -> None:
        if block.skipped:
            return
        instance = None
        if block.named_by is not None:
            name = words.pop(block.name_at)
            if block.named_by in _NEVER_A_NUMBER and NUMBER.fullmatch(name):
                self._recording.troubles.note("stray", self._line)
                return
            instance = instance_of(block.named_by, name)
        if len(words) != len(block.headings):
            self._recording.troubles.note(misfit(words, len(block.headings)), self._line)
            return
        cells, clean = cells_of(words)
        if not any(cells):
            self._recording.troubles.note("stray", self._line)
            return
        if not clean:
            self._recording.troubles.note("cells", self._line)
        self._recording.take(id(block), self._line, instance, block.headings, cells)


def _is_average(words: Sequence[str]) -> bool:
    """Say whether a line begins with `Average:` in any language."""
    return words[0].endswith((":", "\uff1a")) or words[1:2] == [":"]
