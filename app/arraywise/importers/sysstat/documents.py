"""Samples of the documents that iostat, mpstat (JSON) and sadf (JSON, XML) write."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.importers.sysstat.columns import INSTANCES, instance_of
from arraywise.importers.sysstat.figures import written
from arraywise.importers.sysstat.moments import (
    CLOCK,
    Dates,
    Day,
    Moment,
    moment_at,
    offset_of,
    read_stamp,
    second_of_day,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arraywise.importers.sysstat.recording import Recording

_DEEPEST = 6
_OF_IOSTAT = frozenset({"avg-cpu", "disk"})


@dataclass(slots=True)
class Samples:
    """Takes the samples of one host."""

    recording: Recording
    date_text: str = ""
    """Date of the recording, for times that go without."""
    zone: str = ""
    _dates: Dates = field(default_factory=Dates)
    _day: Day = field(default_factory=lambda: Day(None))
    _count: int = 0

    def __post_init__(self) -> None:
        self._day = Day(self._dates.read(self.date_text))

    def take(self, line: int, stamp: object, activities: Mapping[str, object]) -> None:
        """Take a sample.

        Args:
            line: Where it begins.
            stamp: Its time: a text, an object of date and time, or None.
            activities: Figures of processors, disks ...
        """
        self._count += 1
        moment = self._moment(stamp)
        if stamp is not None and moment is None and self.date_text:
            self.recording.troubles.note("timeless", line)
            return
        self._start(stamp, moment)
        if self._count == 1 and self._is_iostat(stamp, activities):
            self.recording.program = "iostat"
            self.recording.troubles.note("since boot", line)
            return
        self.recording.begin(moment)
        for activity, value in activities.items():
            for instance, cells in figures_in(value):
                names = tuple(cells)
                self.recording.take(activity, line, instance, names, list(cells.values()))

    def _is_iostat(self, stamp: object, activities: Mapping[str, object]) -> bool:
        return not isinstance(stamp, dict) and not _OF_IOSTAT.isdisjoint(activities)

    def _start(self, stamp: object, moment: Moment | None) -> None:
        recording = self.recording
        recording.has_clock = recording.has_clock or stamp is not None
        recording.date_guessed = self._dates.guessed
        if recording.program == "sysstat" and isinstance(stamp, str):
            recording.program = "mpstat"
        if recording.began is None and moment is not None:
            interval = written(stamp.get("interval")) if isinstance(stamp, dict) else None
            before = float(interval) if interval and not interval.startswith("-") else 0.0
            recording.began = Moment(max(0.0, moment.local_s - before), moment.utc_offset_s)

    def _moment(self, stamp: object) -> Moment | None:
        if isinstance(stamp, dict):
            return self._from_parts(stamp)
        if not isinstance(stamp, str):
            return None
        moment = read_stamp(stamp, self._dates)
        clock = None if moment else CLOCK.fullmatch(stamp.strip())
        second = second_of_day(clock) if clock else None
        return moment if second is None else self._day.moment(second)

    def _from_parts(self, stamp: Mapping[str, object]) -> Moment | None:
        """Read what sadf writes: date, time, and whether they are in UTC."""
        day = self._dates.read(str(stamp.get("date")))
        clock = CLOCK.fullmatch(str(stamp.get("time")))
        second = second_of_day(clock) if clock else None
        if day is None or second is None:
            return None
        if str(stamp.get("utc")) == "1":
            return moment_at(day, second, 0.0)
        return moment_at(day, second, offset_of(str(stamp.get("tz") or self.zone)))


def figures_in(value: object, depth: int = 0) -> Iterator[tuple[str | None, dict[str, str]]]:
    """Give the figures of every device in an activity, or those of the whole machine.

    An activity is an object, objects in an object, or a list of objects with names in them.
    """
    if isinstance(value, list):
        for element in value if depth < _DEEPEST else ():
            yield from figures_in(element, depth + 1)
    elif isinstance(value, dict):
        inner = [v for v in value.values() if isinstance(v, dict | list)]
        for element in inner if depth < _DEEPEST else ():
            yield from figures_in(element, depth + 1)
        cells = {str(k): text for k, v in value.items() if (text := written(v)) is not None}
        named_by = next((key for key in value if key in INSTANCES), None)
        if named_by is not None:
            cells.pop(named_by, None)
        if cells:
            yield instance_of(named_by or "", str(value.get(named_by, ""))), cells
