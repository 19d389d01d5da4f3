"""Matches runs with monitors' recordings, whose clocks may differ.

A monitor writes UTC where the load generator writes local time, or runs on a host whose clock is
off. Then its recordings are beside no run, or beside the wrong ones, and shifting all recordings
of that host by one offset puts each beside its run. An offset is only assumed when a single one
fits far better than none; what names state (users, repetition) counts. The user may set another.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.evidence import Clock
from arraywise.store.encoding import group_by_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

LEAST_COVERAGE = 0.5
"""Share of a run that a monitor must have watched to say anything about it."""
_SLACK_S, _SLACK_SHARE = 60.0, 0.05
"""Where the clock is set right, a recording begins and ends with its run, give or take as much."""
HOUR_S = 3600.0
_QUARTER_S = 900.0
_STEPS = 56
"""Zones lie up to 14 hours from UTC."""
_ALIKE_S = 60.0
"""A clock that is off by anything: recordings began this evenly before their runs."""
_LEAST_PAIRS = 2
_FARTHEST_FOR_ONE_S = 26 * HOUR_S
_YEARS = range(1970, 2200)
_LONGEST_S = 1e9
_MOST_LOOKED_AT = 60
_ANCHORS = 5


RunIdentity = tuple[int | None, int | None]
"""Users and repetition; None where nothing says it."""


class ClockBasis(StrEnum):
    """What the times of a run and a monitor were compared by."""

    UTC = "both in UTC"
    WRITTEN = "as written"
    ASSUMED = "assumed offset"
    SET = "offset set by hand"


@dataclass(frozen=True, slots=True)
class RecordedTime:
    """The time that a monitor recorded, as its clock showed it."""

    key: int
    group: tuple[object, ...]
    """Recordings of one group ran on one clock."""
    clock: Clock
    utc_offset_s: float | None
    first_at: datetime
    last_at: datetime
    shift_s: float | None = None
    """How far its clock is ahead of the runs', where the user states it."""
    stated: RunIdentity = (None, None)
    """What its name states of the run that it was recorded with."""


@dataclass(frozen=True, slots=True)
class RunTimeSpan:
    """The time of a run, as its tool's clock showed it."""

    key: int
    began: datetime
    """With a zone where it is known."""
    duration_s: float
    stated: RunIdentity = (None, None)


@dataclass(frozen=True, slots=True)
class ClockMatch:
    """A monitor's recording with its run."""

    run: int
    recording: int
    begin: datetime
    """Of the run, on the monitor's clock."""
    end: datetime
    basis: ClockBasis
    shift_s: float = 0.0
    """How far the monitor's clock is ahead of the run's beyond what both files state."""


def build_run_span(
    key: int, started_at: str | None, duration_s: float | None, stated: RunIdentity = (None, None)
) -> RunTimeSpan | None:
    """Build the time span of a run; None where its file does not state it."""
    if started_at is None or not duration_s or not 0 < duration_s < _LONGEST_S:
        return None
    try:
        began = datetime.fromisoformat(started_at)
    except ValueError:
        return None
    return RunTimeSpan(key, began, duration_s, stated) if began.year in _YEARS else None


def offset_if_begun_together(recording: RecordedTime, run: RunTimeSpan) -> float:
    """Return how many seconds a monitor's clock is ahead if its recording began with the run."""
    moment, _ = _convert_to_monitor_clock(recording, run.began)
    return _to_seconds(recording.first_at) - _to_seconds(moment)


def match_clocks(
    recordings: Sequence[RecordedTime], runs: Sequence[RunTimeSpan]
) -> Iterator[ClockMatch]:
    """Yield the matches of recordings and runs, all of one option."""
    for group in group_by_key(((*each.group, each.shift_s), each) for each in recordings).values():
        yield from _match_group(group, runs)


def _match_group(
    group: Sequence[RecordedTime], runs: Sequence[RunTimeSpan]
) -> Iterator[ClockMatch]:
    spans = _spans_on_clock(group[0], runs)
    line = _Timeline(spans)
    if group[0].shift_s is not None:
        yield from _match_by_coverage(group, line, group[0].shift_s, ClockBasis.SET)
        return
    comparable = _Timeline([span for span in spans if span.basis is not None])
    plain = list(_match_by_coverage(group, comparable, 0.0, None))
    shift_s = _find_assumed_shift(group, line, plain)
    if shift_s is None:
        yield from plain
    else:
        yield from _match_by_coverage(group, line, shift_s, ClockBasis.ASSUMED)


@dataclass(frozen=True, slots=True)
class _RunSpan:
    """A run on a group's clock, in seconds; no basis where the clocks cannot be compared."""

    run: int
    begin_s: float
    duration_s: float
    basis: ClockBasis | None
    stated: RunIdentity

    @property
    def end_s(self) -> float:
        return self.begin_s + self.duration_s


class _Timeline:
    """Runs in the order of their beginning."""

    def __init__(self, spans: Sequence[_RunSpan]) -> None:
        self.spans = spans
        self.begins = [span.begin_s for span in spans]
        self._longest_s = max((span.duration_s for span in spans), default=0.0)

    def overlapping_runs(
        self, recording: RecordedTime, shift_s: float
    ) -> Iterator[tuple[_RunSpan, float, float]]:
        """Yield the runs that a recording would overlap, were its clock ahead by so much.

        Yields:
            A run, and the seconds from its beginning to those of the recording and to its end.
        """
        first, last = (
            _to_seconds(recording.first_at) - shift_s,
            _to_seconds(recording.last_at) - shift_s,
        )
        for span in self.spans[bisect_left(self.begins, first - self._longest_s) :]:
            if span.begin_s > last:
                return
            yield span, first - span.begin_s, last - span.begin_s

    def offset_from_nearest_start(self, second: float) -> float | None:
        """Return how long after the nearest start of a run a moment is, if one is near."""
        at = bisect_left(self.begins, second - _ALIKE_S)
        gaps = [second - begin for begin in self.begins[at : at + 3]]
        return min((gap for gap in gaps if abs(gap) <= _ALIKE_S), key=abs, default=None)


def _spans_on_clock(recording: RecordedTime, runs: Iterable[RunTimeSpan]) -> list[_RunSpan]:
    """Convert runs to a monitor's clock, in the order of their beginning."""
    spans = []
    for run in runs:
        moment, basis = _convert_to_monitor_clock(recording, run.began)
        spans.append(_RunSpan(run.key, _to_seconds(moment), run.duration_s, basis, run.stated))
    return sorted(spans, key=lambda span: (span.begin_s, span.run))


def _convert_to_monitor_clock(
    recording: RecordedTime, moment: datetime
) -> tuple[datetime, ClockBasis | None]:
    """Convert a moment to a monitor's clock: seconds since 1970 are UTC, text is local time."""
    local = moment.replace(tzinfo=None)
    offset = None if recording.utc_offset_s is None else timedelta(seconds=recording.utc_offset_s)
    if moment.tzinfo is None:
        if recording.clock is not Clock.EPOCH:
            return local, ClockBasis.WRITTEN
        return (local, None) if offset is None else (local - offset, ClockBasis.WRITTEN)
    utc = moment.astimezone(UTC).replace(tzinfo=None)
    if recording.clock is Clock.EPOCH:
        return utc, ClockBasis.UTC
    return (local, ClockBasis.WRITTEN) if offset is None else (utc + offset, ClockBasis.UTC)


def _to_seconds(moment: datetime) -> float:
    return (moment - datetime(1970, 1, 1)).total_seconds()  # noqa: DTZ001 - a clock's own time


def _from_seconds(seconds: float) -> datetime:
    return datetime(1970, 1, 1) + timedelta(seconds=seconds)  # noqa: DTZ001


def _match_by_coverage(
    group: Iterable[RecordedTime], line: _Timeline, shift_s: float, basis: ClockBasis | None
) -> Iterator[ClockMatch]:
    for one in group:
        for span, first, last in line.overlapping_runs(one, shift_s):
            watched = min(span.duration_s, last) - max(0.0, first)
            if watched >= LEAST_COVERAGE * span.duration_s:
                begin, end = (
                    _from_seconds(span.begin_s + shift_s),
                    _from_seconds(span.end_s + shift_s),
                )
                by = basis or span.basis or ClockBasis.WRITTEN
                yield ClockMatch(span.run, one.key, begin, end, by, shift_s)


class _Score(NamedTuple):
    """How well recordings fit by one offset; more is better, in this order."""

    agreeing: int
    """Recordings beside a run that their name speaks of, less those beside another."""
    fitting: int
    """Recordings that hold a whole run."""
    runs: int
    """Runs that a recording holds."""


def _score_shift(group: Sequence[RecordedTime], line: _Timeline, shift_s: float) -> _Score:
    agreeing = fitting = 0
    runs = set()
    for one in group:
        held = [
            span
            for span, first, last in line.overlapping_runs(one, shift_s)
            if _covers_run(span, first, last)
        ]
        fitting += bool(held)
        runs |= {span.run for span in held}
        verdicts = {_names_agree(one.stated, span.stated) for span in held} - {None}
        agreeing += 1 if True in verdicts else -1 if verdicts else 0
    return _Score(agreeing, fitting, len(runs))


def _covers_run(span: _RunSpan, first: float, last: float) -> bool:
    slack = max(_SLACK_S, _SLACK_SHARE * span.duration_s)
    return first <= slack and last >= span.duration_s - slack


def _names_agree(one: RunIdentity, other: RunIdentity) -> bool | None:
    """Return whether two names mean one run; None where they state nothing comparable."""
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if a is not None and b is not None]
    return all(a == b for a, b in pairs) if pairs else None


def _find_assumed_shift(
    group: Sequence[RecordedTime], line: _Timeline, unshifted_matches: Sequence[ClockMatch]
) -> float | None:
    """Return the only offset that fits far better than none.

    Whole hours come before quarters of them, and those before any constant.
    """
    group = group[:_MOST_LOOKED_AT]
    none = _score_shift(group, line, 0.0) if unshifted_matches else _Score(0, 0, 0)
    if none.agreeing > 0 or (none.agreeing == 0 and 0 < len(group) <= 2 * none.fitting):
        return None
    quarters = [i * _QUARTER_S for i in range(-_STEPS, _STEPS + 1) if i or not unshifted_matches]
    hours = [shift_s for shift_s in quarters if shift_s % HOUR_S == 0]
    for candidates in (
        hours,
        quarters,
        _shifts_with_even_starts(group, line),
        _shift_of_only_named_pair(group, line),
    ):
        scores = {shift_s: _score_shift(group, line, shift_s) for shift_s in candidates}
        best = max(scores.values(), default=_Score(0, 0, 0))
        fitting = [shift_s for shift_s, score in scores.items() if score == best]
        if _is_far_better(best, none, group, any_unshifted=bool(unshifted_matches)):
            return fitting[0] if len(fitting) == 1 else None
    return None


def _is_far_better(
    shifted: _Score, unshifted: _Score, group: Sequence[RecordedTime], *, any_unshifted: bool
) -> bool:
    """Weigh an offset against none: by names where they speak, else by how many fit."""
    named = sum(any(part is not None for part in one.stated) for one in group)
    if shifted.agreeing > 0 and unshifted.agreeing <= 0:
        return shifted.agreeing * 2 >= named
    if shifted.agreeing < unshifted.agreeing:
        return False
    needed = 2 * unshifted.fitting + 1 if unshifted.fitting or not any_unshifted else _LEAST_PAIRS
    share = 0.8 if any_unshifted else 0.5
    return shifted.fitting >= max(needed, share * len(group))


def _shifts_with_even_starts(group: Sequence[RecordedTime], line: _Timeline) -> list[float]:
    """Return the offsets by which several recordings begin with a run each.

    One pair would fit by some offset, whatever it is; several that agree are no accident.
    """
    if len(group) < _LEAST_PAIRS or len(line.spans) < _LEAST_PAIRS:
        return []
    firsts = sorted(_to_seconds(one.first_at) for one in group)
    result: list[float] = []
    for first in firsts[:_ANCHORS]:
        for begin in line.begins:
            rough = first - begin
            gaps = [
                gap
                for f in firsts
                if (gap := line.offset_from_nearest_start(f - rough)) is not None
            ]
            shift_s = rough + median(gaps or [0.0])
            is_new = all(abs(shift_s - other) > _ALIKE_S for other in result)
            if len(gaps) >= max(_LEAST_PAIRS, len(firsts) / 2) and is_new:
                result.append(shift_s)
    return result


def _shift_of_only_named_pair(group: Sequence[RecordedTime], line: _Timeline) -> list[float]:
    """Return the offset of the only recording and run whose names speak of each other."""
    pairs = [
        (one, span)
        for one in group
        for span in line.spans
        if _names_agree(one.stated, span.stated)
    ]
    shifts = [_to_seconds(one.first_at) - span.begin_s for one, span in pairs[:2]]
    return [s for s in shifts if len(shifts) == 1 and abs(s) <= _FARTHEST_FOR_ONE_S]
