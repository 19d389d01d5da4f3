"""What `sadf -d` and `sadf -p` print: one sample, or one value, a line; numbers with a point."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.importers.sysstat.columns import (
    INSTANCES,
    OF_PROCESSES,
    UNREAD,
    family_of,
    instance_of,
)
from arraywise.importers.sysstat.figures import cells_of, misfit
from arraywise.importers.sysstat.lines import Lines
from arraywise.importers.sysstat.moments import Dates, Moment, read_stamp
from arraywise.importers.sysstat.recording import MOST_RUNS, Recording

if TYPE_CHECKING:
    import mmap

HEADING = re.compile(r"#\s*hostname;interval;timestamp;(.+)")
VALUE = re.compile(
    r"(?P<host>\S+)\s(?P<interval>-?\d{1,9})\s"
    r"(?P<stamp>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?: \S+)?|\d{9,10})\s"
    r"(?P<device>\S+)\s+(?P<name>\S+)\s+(?P<value>-?[\d.]+)\s*"
)


def read_lines(data: bytes | mmap.mmap, encoding: str) -> list[Recording]:
    """Read a file of `sadf -d` or `sadf -p`; every host is a recording."""
    reader = _SadfReader()
    lines = Lines(data, encoding)
    for number, line in lines:
        reader.take(number, line.strip())
    if lines.cut:
        reader.recording_of("").end_early(lines.cut[0])
    return list(reader.recordings.values())


@dataclass(slots=True)
class _SadfReader:
    """Takes the lines one by one."""

    recordings: dict[str, Recording] = field(default_factory=dict)
    _headings: tuple[str, ...] = ()
    _named_by: str | None = None
    _skips: bool = False
    _dates: Dates = field(default_factory=Dates)
    _stamp: str = ""
    _stamped: Recording | None = None
    _last: Recording | None = None

    def recording_of(self, host: str) -> Recording:
        """Return the recording of a host; of the last one where it is not named."""
        if (not host or len(self.recordings) >= MOST_RUNS) and self._last is not None:
            return self._last
        self._last = self.recordings.setdefault(host, Recording("sadf", host[:200]))
        return self._last

    def take(self, number: int, line: str) -> None:
        """Take a line."""
        if not line:
            return
        if line.startswith("#"):
            self._head(line)
        elif ";" in line:
            self._take_sample(number, line.split(";"))
        else:
            match = VALUE.fullmatch(line)
            if match:
                self._take_value(number, match)
            else:
                self._take_other(number, line)

    def _take_other(self, number: int, line: str) -> None:
        restart = "LINUX-RESTART" in line
        self.recording_of("").troubles.note("restart" if restart else "stray", number)

    def _head(self, line: str) -> None:
        match = HEADING.fullmatch(line)
        if match is None:
            return
        names = [name.removesuffix("[...]") for name in match[1].strip(";").split(";")]
        self._named_by = names[0] if names[0] in INSTANCES else None
        self._headings = tuple(names[1:] if self._named_by else names)
        self._skips = not (OF_PROCESSES | UNREAD).isdisjoint(names)
        if self._skips:
            table = next(name for name in names if name in OF_PROCESSES | UNREAD)
            self.recording_of("").unread.add(table)

    def _take_sample(self, number: int, cells: list[str]) -> None:
        recording = self.recording_of(cells[0])
        if any("LINUX-RESTART" in cell for cell in cells):
            recording.troubles.note("restart", number)
            return
        if self._skips or len(cells) < 4 or not self._headings:
            recording.troubles.note("stray", number)
            return
        instance = None
        values = cells[3:]
        if self._named_by is not None:
            instance = instance_of(self._named_by, values.pop(0))
        if len(values) != len(self._headings):
            several = len(values) > len(self._headings) and len(values) % 2 == 0
            trouble = "horizontal" if several else misfit(values, len(self._headings))
            recording.troubles.note(trouble, number)
            return
        if self._begin(recording, number, cells[1], cells[2]):
            cells, clean = cells_of(values)
            if not clean:
                recording.troubles.note("cells", number)
            recording.take(self._headings, number, instance, self._headings, cells)

    def _take_value(self, number: int, match: re.Match[str]) -> None:
        recording = self.recording_of(match["host"])
        name, device = match["name"], match["device"]
        cells, clean = cells_of([match["value"]])
        if not clean:
            recording.troubles.note("stray", number)
        elif self._begin(recording, number, match["interval"], match["stamp"]):
            family = family_of(name)
            named_by = "CPU" if family == "cpu" else "DEV"
            instance = instance_of(
                named_by, device.removeprefix("cpu") if family == "cpu" else device
            )
            recording.take(family, number, instance, (name,), cells)

    def _begin(self, recording: Recording, number: int, interval: str, stamp: str) -> bool:
        """Begin the row of another moment; False where the time cannot be read."""
        if stamp == self._stamp and recording is self._stamped:
            return True
        moment = read_stamp(stamp, self._dates)
        if moment is None:
            recording.troubles.note("timeless", number)
            return False
        self._stamp, self._stamped = stamp, recording
        if recording.began is None:
            before = float(interval) if re.fullmatch(r"\d{1,9}", interval) else 0.0
            recording.began = Moment(max(0.0, moment.local_s - before), moment.utc_offset_s)
        recording.begin(moment)
        return True
