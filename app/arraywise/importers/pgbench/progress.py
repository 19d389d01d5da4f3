"""Pgbench's progress lines to series: rate and response time over the run."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Series
from arraywise.domain.units import MILLISECOND, Unit
from arraywise.importers.drafts import number, rate_series_name

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

EARLIEST_EPOCH, LATEST_EPOCH = 9.4e8, 7.3e9
"""1999 to 2201, in seconds since 1970: a number between is a moment, not seconds of a run."""


@dataclass(slots=True)
class Progress:
    """The lines of one run."""

    first_line: int | None = None
    moments: array[float] = field(default_factory=lambda: array("d"))
    """Seconds since the start, or since 1970 with `--progress-timestamp`."""
    rates: array[float] = field(default_factory=lambda: array("d"))
    times: array[float] = field(default_factory=lambda: array("d"))

    def is_past(self, at: str) -> bool:
        """Say whether a moment lies before the last line: then another run has begun."""
        return bool(len(self.moments)) and (number(at) or 0.0) <= self.moments[-1]

    def take(self, match: re.Match[str], line: int) -> None:
        """Take one line; without a transaction it has no response time."""
        at, rate = number(match["at"]), number(match["rate"])
        if at is None or rate is None:
            return
        self.first_line = self.first_line or line
        self.moments.append(at)
        self.rates.append(rate)
        mean = number(match["mean"] or "")
        if mean:
            self.times.append(mean * MILLISECOND)

    @property
    def interval_s(self) -> float:
        """The time between two lines, of which the first interval is one too."""
        first = self.moments[0]
        if len(self.moments) > 1:
            return round((self.moments[-1] - first) / (len(self.moments) - 1), 1)
        return first if first < EARLIEST_EPOCH else 1.0

    @property
    def lasted_s(self) -> float | None:
        """How long all intervals took together; None without a line."""
        if not self.moments:
            return None
        return self.moments[-1] - self.moments[0] + self.interval_s

    @property
    def started_at(self) -> str | None:
        """When the first interval began, where the lines tell the time."""
        if not self._tells_time:
            return None
        return datetime.fromtimestamp(self.moments[0] - self.interval_s, UTC).isoformat()

    @property
    def _tells_time(self) -> bool:
        moments = self.moments
        return bool(moments) and EARLIEST_EPOCH < moments[0] <= moments[-1] < LATEST_EPOCH

    def series(self) -> Iterator[Series]:
        """Give the series; response times have no moment where a line had none."""
        if not self.moments:
            return
        name, moments = rate_series_name(self.interval_s), self.moments
        known = moments if self._tells_time else None
        yield Series(name, Unit.PER_SECOND, self.rates, known, self.first_line)
        same = len(self.times) == len(self.rates)
        yield Series(
            "response_time", Unit.SECOND, self.times, known if same else None, self.first_line
        )
