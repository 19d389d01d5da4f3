"""What vmstat prints: a row a report, the first of them since the boot; times only with -t."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from arraywise.importers.sysstat.columns import VMSTAT_NAMES, vmstat_meaning_of
from arraywise.importers.sysstat.figures import cells_of, misfit
from arraywise.importers.sysstat.lines import Lines
from arraywise.importers.sysstat.moments import (
    Dates,
    Moment,
    offset_of,
    read_date_line,
    read_stamp,
)
from arraywise.importers.sysstat.recording import MOST_NEAR_A_DATE, MOST_RUNS, Recording

if TYPE_CHECKING:
    import mmap


_COMMAND = re.compile(r"(?:.{0,80}[$#>%])?\s*(?:\S{1,80}/)?vmstat(?P<options>(?:\s.{0,200})?)")
_UNIT = re.compile(r"\s(?:-[a-zA-Z]{0,8}S\s*|--unit[ =])(?P<unit>[kKmM])(?!\S)")
_WITHOUT_BOOT = re.compile(r"\s(?:-[a-zA-RT-Z]{0,8}y[a-zA-Z]{0,8}|--no-first)(?!\S)")
_DELAY = re.compile(r"\s(\d{1,5}(?:\.\d{1,3})?)(?=\s+\d{1,9}(?:\s|$)|\s*$)")
_PAGE = 15
"""vmstat repeats its headings after a page; below a page they begin another call."""
_UNITS = {"k": 1000, "K": 1024, "m": 1000**2, "M": 1024**2}


def read_vmstat(data: bytes | mmap.mmap, encoding: str) -> list[Recording]:
    """Read a file of vmstat; every command line in it begins another recording."""
    reader = _read(data, encoding)
    if not reader.dates_are_times:
        reader = _read(data, encoding, with_block_times=False)
    return reader.recordings


def _read(
    data: bytes | mmap.mmap, encoding: str, *, with_block_times: bool = True
) -> _VmstatReader:
    lines = Lines(data, encoding)
    reader = _VmstatReader(with_block_times=with_block_times)
    for number, line in lines:
        if "vmstat" not in line or not reader.take_command(line):
            reader.take(number, line.split())
    if lines.cut:
        reader.recording.end_early(lines.cut[0])
    return reader


def _is_above_headings(words: list[str]) -> bool:
    """Know `procs ----memory---- ---swap--`, whatever language the words are in."""
    dashed = len(words) > 1 and all(word.startswith("--") for word in words[1:3])
    return words[0].strip("-") == "procs" or dashed


@dataclass(slots=True)
class _Block:
    """Rows of one call of vmstat, as a script appends one to another."""

    date: Moment | None = None
    """What a line above it says."""
    is_new: bool = True
    """Its first row, the mean since the boot, is still to come."""
    rows: int = 0

    def moment(self, delay_s: float | None) -> Moment | None:
        """Return when its last row was taken: reports follow the date above one by one."""
        if self.date is None:
            return None
        later = (self.rows - 1) * (delay_s or 0.0)
        return Moment(self.date.local_s + later, self.date.utc_offset_s)


@dataclass(slots=True)
class _VmstatReader:
    """Takes the lines one by one."""

    with_block_times: bool = True
    """A date above a block is the time of its rows, and not of the start alone."""
    dates_are_times: bool = field(init=False, default=True)
    """No dated block was met whose rows lie too far behind its date."""
    recordings: list[Recording] = field(default_factory=list)
    _headings: tuple[str, ...] = ()
    _zone: str = ""
    _rows: int = 0
    _starts_now: bool = False
    """The command told vmstat to leave out the report since the boot."""
    _delay_s: float | None = None
    """Seconds between reports, as the command line says."""
    _block: _Block = field(default_factory=_Block)
    _dates: Dates = field(default_factory=Dates)

    def __post_init__(self) -> None:
        self._begin()

    @property
    def recording(self) -> Recording:
        """The one that is under way."""
        return self.recordings[-1]

    def _begin(self) -> None:
        self.recordings.append(Recording("vmstat", meaning_of=vmstat_meaning_of))
        self._headings, self._zone, self._rows, self._starts_now = (), "", 0, False
        self._delay_s, self._block = None, _Block()

    def take_command(self, line: str) -> bool:
        """Take the command line, where it was kept; False where this is none."""
        command = _COMMAND.fullmatch(line)
        if command is None:
            return False
        if self._rows and len(self.recordings) < MOST_RUNS:
            self._begin()
        unit = _UNIT.search(command["options"])
        self.recording.tells_unit = True
        memory_unit = _UNITS[unit["unit"] if unit else "K"]
        self.recording.meaning_of = partial(vmstat_meaning_of, memory_unit=memory_unit)
        self._starts_now = _WITHOUT_BOOT.search(command["options"]) is not None
        delay = _DELAY.search(command["options"])
        self._delay_s = float(delay[1]) if delay else None
        return True

    def take(self, number: int, words: list[str]) -> None:
        """Take a line, split."""
        if not words or _is_above_headings(words):
            return
        if words[0] == "r" and words[1:2] == ["b"]:
            self._head(words)
            return
        date = read_date_line(" ".join(words), self._dates)
        if date is not None:
            self._block = _Block(date)
            return
        count = len(self._headings)
        if not count:
            self.recording.troubles.note("stray", number)
            return
        cells, clean = cells_of(words[:count])
        if not clean or len(cells) < count:
            self.recording.troubles.note(misfit(words, count), number)
        else:
            self._take_row(number, cells, words[count:])

    def _head(self, words: list[str]) -> None:
        """Take the names; whatever follows them is the zone of the times."""
        if 0 < self._block.rows < _PAGE:
            self._block = _Block()
        known = next((i for i, w in enumerate(words) if w not in VMSTAT_NAMES), len(words))
        self._headings = tuple(words[:known])
        self._zone = " ".join(words[known:])
        if self._zone and ("zone", self._zone) not in self.recording.attributes:
            self.recording.attributes.append(("zone", self._zone[:40]))

    def _take_row(self, number: int, cells: list[str], behind: list[str]) -> None:
        self._rows += 1
        self._block.rows += 1
        moment = self._moment(behind) if behind else self._block_moment()
        if behind and moment is None:
            self.recording.troubles.note("timeless", number)
            return
        self.recording.began = self.recording.began or moment or self._block.date
        if self._block.is_new and not self._starts_now:
            self._block.is_new = False
            self.recording.troubles.note("since boot", number)
            return
        self.recording.begin(moment)
        self.recording.take("vmstat", number, None, self._headings, cells)

    def _block_moment(self) -> Moment | None:
        """Return the moment of a row without one of its own.

        Where nothing tells how far rows are apart, the date above is that of short blocks only.
        """
        if self._delay_s is None and self._block.date is not None:
            self.dates_are_times &= self._block.rows <= MOST_NEAR_A_DATE
        is_timed = self.with_block_times or self._delay_s is not None
        return self._block.moment(self._delay_s) if is_timed else None

    def _moment(self, behind: list[str]) -> Moment | None:
        """Read date, time and, in older versions, zone at the end of a row."""
        moment = read_stamp(" ".join(behind[:2]), self._dates)
        if moment is None or moment.utc_offset_s is not None:
            return moment
        zone = " ".join(behind[2:]) or self._zone
        return Moment(moment.local_s, offset_of(zone))
