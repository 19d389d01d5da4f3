"""Which I/O runs count for a block size and share of writes, and the latencies that they show.

What the Performance page draws and lists: every run is there, and one that does not count says
why.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.io_evidence import (
    LARGEST_LOG_WRITE,
    SAME_SHARE,
    Work,
    gather_measurements,
    largest_throughput,
    latency_band,
    match,
    sequential_write_latency,
)
from arraywise.analysis.storage_bound import CPU_SHARE, REST_SHARE, choose_measurements
from arraywise.domain.evidence import MAX_LARGE_MBPS
from arraywise.domain.messages import message, shown_ms
from arraywise.domain.requirement import STATE_WORDS, Goal, LoadUnit
from arraywise.domain.units import KIB

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from arraywise.analysis.io_evidence import IoMeasurement, LatencyBand, Match
    from arraywise.analysis.storage_bound import ChosenMeasurements
    from arraywise.domain.messages import Message
    from arraywise.domain.options import Option
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.study import IoPoint, OptionFacts
    from arraywise.domain.workload import WorkloadProfile

MEAN = "mean"


class Use(StrEnum):
    """What a run counts as."""

    CURVE = "curve"
    """Both ends of the latency."""
    BOUND = "bound"
    """One end, or an indication."""
    OTHER = "other"
    """Large I/O or log writes."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class IoRun:
    """Runs of one tool and kind of I/O, or a file of other figures, and what they count as."""

    option: Option
    tool: str
    files: tuple[str, ...]
    use: Use
    reason: Message
    block_bytes: float | None = None
    write_share: float | None = None
    levels: int | None = None
    measurement: IoMeasurement | None = None
    """What is drawn, where it is."""
    note: Message | None = None
    """Why it does not count fully, in a few words beside its curve."""

    @property
    def is_drawn(self) -> bool:
        """Whether it counts for the latency, and latencies were measured."""
        counted = self.measurement is not None and self.use in {Use.CURVE, Use.BOUND}
        return counted and bool(drawn_levels(self))


@dataclass(frozen=True, slots=True)
class DrawnLevel:
    """A measured level of a run with a latency."""

    outstanding: int | None
    iops: float
    latency_s: float
    counts: bool
    """False past the highest rate."""


def drawn_levels(run: IoRun) -> tuple[DrawnLevel, ...]:
    """Return the levels whose latency is known."""
    if run.measurement is None:
        return ()
    known = [level for level in run.measurement.levels if level.latency_s is not None]
    top = max(range(len(known)), key=lambda at: known[at].iops, default=0)
    return tuple(
        DrawnLevel(
            level.outstanding,
            level.iops,
            level.latency_s or 0.0,
            run.use is Use.CURVE and place <= top,
        )
        for place, level in enumerate(known)
    )


def band_of(run: IoRun) -> LatencyBand | None:
    """Return between which ends the latency lies; None where one end alone is known."""
    if run.measurement is None or run.use is not Use.CURVE:
        return None
    return latency_band(run.measurement)


def demanded_work(profile: WorkloadProfile) -> Work | None:
    """Return the small I/Os that are asked for; None while reads or writes are not known."""
    share = profile.write_share
    return None if share is None else Work(share, profile.block_bytes)


def measured_works(options: Sequence[OptionFacts]) -> tuple[Work, ...]:
    """Return block size and share of writes of random I/O that was measured, most levels first."""
    levels: dict[Work, int] = {}
    for measured in _measurements(options):
        if measured.write_share is not None and measured.is_random:
            work = Work(measured.write_share, measured.block_bytes)
            levels[work] = levels.get(work, 0) + len(measured.levels)
    return tuple(sorted(levels, key=lambda work: -levels[work]))


def _measurements(options: Iterable[OptionFacts]) -> Iterator[IoMeasurement]:
    for known in options:
        yield from gather_measurements(known.io_points, known.setups)


def list_runs(options: Sequence[OptionFacts], work: Work | None) -> tuple[IoRun, ...]:
    """Return every I/O run with what it counts as for a work, those that count first."""
    runs = [run for known in options for run in (*_runs_of(known, work), *_degraded(known, work))]
    order = list(Use)
    return tuple(sorted(runs, key=lambda run: order.index(run.use)))


def _degraded(known: OptionFacts, work: Work | None) -> Iterator[IoRun]:
    """Return the runs with a part failed: drawn, with their state, and in no normal curve."""
    for runs in known.degraded:
        state = STATE_WORDS[runs.state]
        for run in _runs_of(replace(known, io_points=runs.io_points), work):
            counts = run.use is Use.CURVE
            both = message("{one}; {other}", one=state, other=run.reason)
            use, reason = (Use.BOUND, state) if counts else (run.use, both)
            yield replace(run, use=use, reason=reason, note=state)


def _runs_of(known: OptionFacts, work: Work | None) -> Iterator[IoRun]:
    measured = gather_measurements(known.io_points, known.setups)
    chosen = None if work is None else choose_measurements(measured, work)
    log_write_s = sequential_write_latency(measured)
    for each in measured:
        judged = _judge(each, work, chosen, log_write_s)
        yield IoRun(
            known.option,
            each.tool,
            each.files,
            judged.use,
            judged.reason,
            each.block_bytes,
            each.write_share,
            len(each.levels),
            each,
            judged.note,
        )
    listed = {(each.tool, file) for each in measured for file in each.files}
    others: dict[tuple[str, str], list[IoPoint]] = {}
    for point in known.io_points:
        if (point.tool, point.file) not in listed:
            others.setdefault((point.tool, point.file), []).append(point)
    most = largest_throughput(known.io_points)
    tools = {each.tool for each in measured}
    for (tool, file), points in others.items():
        judged = _judge_others(points, most, has_sweep=tool in tools)
        yield IoRun(known.option, tool, (file,), judged.use, judged.reason)


@dataclass(frozen=True, slots=True)
class _Judged:
    use: Use
    reason: Message
    note: Message | None = None


def _unused(reason: Message) -> _Judged:
    return _Judged(Use.NONE, reason)


def _judge(
    measured: IoMeasurement,
    work: Work | None,
    chosen: ChosenMeasurements | None,
    log_write_s: float | None,
) -> _Judged:
    if measured.write_share is None:
        return _unused(message("not used: share of writes unknown"))
    if not measured.is_random:
        waits = [level.latency_s for level in measured.levels if level.latency_s]
        if log_write_s in waits and _is_log_write(measured):
            text = message("log writes: {time:,.10g} ms", time=shown_ms(log_write_s or 0.0))
            return _Judged(Use.OTHER, text)
        return _unused(message("not used: sequential"))
    if work is None:
        return _unused(message("not used: reads and writes per transaction unknown"))
    result = match(measured, work)
    if result is None or chosen is None:
        return _unused(message("not used: {why}", why=_mixed_difference(measured, work)))
    return _judge_match(result, work, chosen)


def _is_log_write(measured: IoMeasurement) -> bool:
    is_small = measured.block_bytes is None or measured.block_bytes <= LARGEST_LOG_WRITE
    return is_small and (measured.write_share or 0.0) > 1 - SAME_SHARE


def _judge_match(result: Match, work: Work, chosen: ChosenMeasurements) -> _Judged:
    measured = result.measurement
    is_chosen = any(measured in _sources(each) for each in (chosen.top, chosen.nearest))
    is_full = result.lower and measured.is_saturated
    full = message("full at {top:,.0f} a second", top=measured.top_iops)
    if not is_chosen and is_full:
        return _Judged(Use.BOUND, full, full)
    if not is_chosen and result.upper:
        return _unused(message("not used: another run reached more"))
    if not is_chosen:
        return _unused(message("not used: another run is nearer"))
    judged = _judge_ends(result, work, chosen)
    if all(level.latency_s is None for level in measured.levels):
        judged = _Judged(Use.BOUND, _rate_alone(measured, judged.note))
    elif judged.use is Use.CURVE and chosen.nearest is not chosen.top:
        judged = _judge_part(measured, chosen)
    if is_full and judged.use is Use.BOUND:
        reason = message("{one}; {other}", one=judged.reason, other=full)
        judged = replace(judged, reason=reason)
    if measured.is_stated:
        judged = replace(judged, reason=message("{one}, as published", one=judged.reason))
    return judged


def _sources(result: Match | None) -> tuple[IoMeasurement, ...]:
    """Return the measurement, and those that it was computed from."""
    return () if result is None else (result.measurement, *result.measurement.parts)


def _judge_ends(result: Match, work: Work, chosen: ChosenMeasurements) -> _Judged:
    """Return which end a run gives, and whether it gives another one with a second run."""
    if result.measurement not in _sources(chosen.top)[1:]:
        return _judge_end(result, work)
    is_proof = result.upper and not result.is_indicative
    alone = _judge_end(replace(result, fewer_writes=0.0, upper=is_proof), work)
    between = message("upper bound, interpolated between two mixes")
    reason = message("{one}; {other}", one=alone.reason, other=between)
    return _Judged(Use.BOUND, reason, alone.note)


def _judge_part(measured: IoMeasurement, chosen: ChosenMeasurements) -> _Judged:
    """Return which end a run of the very mix gives, where another one gives the other end."""
    if chosen.top is not None and chosen.top.measurement is measured:
        why = message("reached the most")
        return _Judged(Use.CURVE, message("upper end: {why}", why=why))
    return _Judged(Use.CURVE, message("the curve, its lower end"))


def _rate_alone(measured: IoMeasurement, note: Message | None) -> Message:
    rate = message("up to {top:,.0f} IOPS, latency unknown", top=measured.top_iops)
    return rate if note is None else message("{one}; {other}", one=note, other=rate)


def _judge_end(result: Match, work: Work) -> _Judged:
    """Return which end of the latency a run gives, and why not both."""
    measured = result.measurement
    if result.is_indicative:
        why = message(
            "{fewer:.0f} percentage points fewer writes", fewer=100 * result.fewer_writes
        )
        return _Judged(Use.BOUND, message("upper end, indicative: {why}", why=why), why)
    if not result.lower:
        why = _harder(measured, work)
        note = message("{why}: at most this", why=why)
        return _Judged(Use.BOUND, message("upper end: {why}", why=why), note)
    if not result.upper:
        why = _easier(measured, work)
        note = message("{why}: at least this", why=why)
        return _Judged(Use.BOUND, message("lower end: {why}", why=why), note)
    if result.other_block and measured.block_bytes is not None:
        why = message("blocks of {size:,.10g} KiB", size=measured.block_bytes / KIB)
        return _Judged(Use.CURVE, message("the curve, {why}", why=why), why)
    return _Judged(Use.CURVE, message("the curve"))


def _harder(measured: IoMeasurement, work: Work) -> Message:
    more_writes = (measured.write_share or 0.0) - work.write_share > SAME_SHARE
    own, asked = measured.block_bytes, work.block_bytes
    if own is None or asked is None or own <= asked:
        return message("more writes")
    return message("more writes, larger blocks") if more_writes else message("larger blocks")


def _easier(measured: IoMeasurement, work: Work) -> Message:
    fewer_writes = work.write_share - (measured.write_share or 0.0) > SAME_SHARE
    own, asked = measured.block_bytes, work.block_bytes
    if own is None or asked is None or own >= asked:
        return message("fewer writes")
    return message("fewer writes, smaller blocks") if fewer_writes else message("smaller blocks")


def _mixed_difference(measured: IoMeasurement, work: Work) -> Message:
    if (measured.write_share or 0.0) > work.write_share:
        return message("more writes, but smaller blocks")
    return message("fewer writes, but larger blocks")


def _judge_others(points: Sequence[IoPoint], most: float | None, *, has_sweep: bool) -> _Judged:
    """Return what a file without a rate of small I/O, or only with headlines, counts as."""
    rates = [
        p.throughput_b_s
        for p in points
        if p.throughput_b_s and (p.group == MAX_LARGE_MBPS or p.large_ios)
    ]
    if rates and max(rates) == most:
        rate = max(rates) / 1e6
        return _Judged(Use.OTHER, message("large I/O: {rate:,.0f} MB/s", rate=rate))
    if rates:
        return _unused(message("not used: another run moved more"))
    if has_sweep and any(p.group for p in points):
        return _unused(message("not used: the same tool's sweep counts"))
    return _unused(message("not used: no rate of small I/O"))


# The demand and the target


def demand_iops(
    requirement: Requirement, profile: WorkloadProfile, demand_tps: float
) -> float | None:
    """Return the I/Os a second that the demand comes to; None while they are not known."""
    if profile.requests is not None:
        return demand_tps * profile.requests
    return demand_tps if requirement.load_unit is LoadUnit.IOPS else None


@dataclass(frozen=True, slots=True)
class IoTimes:
    """How long one I/O may take by the target."""

    whole_s: float
    """Where the storage took all of the target."""
    part_s: float | None = None
    """By what the storage may take of it; None where nobody said."""
    share: float | None = None
    """That share, where it is stated; None where the rest of a transaction is known instead."""


def io_times(
    requirement: Requirement, profile: WorkloadProfile, demand_tps: float
) -> IoTimes | None:
    """Return how long one I/O may take at a demand; None where the target says nothing of it.

    A transaction waits for its reads and for the log one after the other, so that the target is
    shared out among them. The curves are those of means. As options are judged: beyond the rate
    of its report the rest of a transaction is not known, and the stated share counts, else half
    of the target with the rest of the report.
    """
    target = requirement.target_s
    if not math.isfinite(target) or requirement.statistic != MEAN:
        return None
    if requirement.goal is Goal.STORAGE_LATENCY:
        return IoTimes(target)
    if profile.waits_high is None:
        return None
    waits = profile.waits_high / (profile.overlap or 1.0) + profile.log_waits
    if waits <= 0:
        return None
    share = requirement.storage_share
    is_inside = demand_tps <= profile.rest_until_tps
    if profile.rest_s is not None and (is_inside or share is None):
        most = (REST_SHARE if is_inside else CPU_SHARE) * target
        return IoTimes(target / waits, max(0.0, most - profile.rest_s) / waits)
    part = None if share is None else share * target / waits
    return IoTimes(target / waits, part, share)


@dataclass(frozen=True, slots=True)
class LatencyAt:
    """Between which ends the latency of an option lies at a rate; None where one is not known."""

    option: Option
    low_s: float | None
    high_s: float | None


@dataclass(frozen=True, slots=True)
class LatencyEnds:
    """What bounds the latency of an option from below and from above, by rate."""

    option: Option
    low: LatencyBand | None
    high: LatencyBand | None


def latency_ends(options: Sequence[OptionFacts], work: Work) -> tuple[LatencyEnds, ...]:
    """Return what bounds the latency of every option that was measured for some work."""
    result = []
    for known in options:
        measured = gather_measurements(known.io_points, known.setups)
        chosen = choose_measurements(measured, work)
        if chosen is not None:
            near, top = chosen.nearest_for_mean(work.write_share), chosen.top
            low = None if near is None else latency_band(near.measurement, by=near)
            high = None if top is None else latency_band(top.measurement)
            result.append(LatencyEnds(known.option, low, high))
    return tuple(result)


def latencies_at(ends: Sequence[LatencyEnds], iops: float) -> list[LatencyAt]:
    """Return the latency of every option at a rate, of which anything is known."""
    result, at = [], np.array([iops])
    for each in ends:
        least = 0.0 if each.low is None else float(each.low.low_at(at)[0])
        most = math.inf if each.high is None else float(each.high.high_at(at)[0])
        if least > 0 or math.isfinite(most):
            known = least if least > 0 else None, most if math.isfinite(most) else None
            result.append(LatencyAt(each.option, *known))
    return result
