"""Which I/O runs count for a block size and share of writes, and what they count as.

For the Performance page: it lists every run, and why one does not count.
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
    least_sequential_write_latency_s,
    match_work,
)
from arraywise.analysis.storage_bound import CPU_SHARE, REST_SHARE, choose_measurements
from arraywise.domain.evidence import MAX_LARGE_MBPS
from arraywise.domain.messages import message, rounded_milliseconds
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


class RunUse(StrEnum):
    """What an I/O run counts as."""

    CURVE = "curve"
    """Bounds the latency from both sides."""
    BOUND = "bound"
    """Bounds it from one side, or indicates it."""
    OTHER = "other"
    """Large I/O or log writes."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class IoRun:
    """A sweep of one tool and kind of I/O, or a file of other figures, and what it counts as."""

    option: Option
    tool: str
    files: tuple[str, ...]
    use: RunUse
    reason: Message
    block_bytes: float | None = None
    write_share: float | None = None
    levels: int | None = None
    measurement: IoMeasurement | None = None
    """The measurement that is drawn, if one is."""
    note: Message | None = None
    """Why it does not count fully, in a few words beside its curve."""

    @property
    def is_drawn(self) -> bool:
        """Whether the run counts for the latency, and latencies were measured."""
        counted = self.measurement is not None and self.use in {RunUse.CURVE, RunUse.BOUND}
        return counted and bool(levels_with_latency(self))


@dataclass(frozen=True, slots=True)
class DrawnLevel:
    """A measured level of a run with a latency."""

    outstanding: int | None
    iops: float
    latency_s: float
    counts: bool
    """False beyond the level with the highest rate."""


def levels_with_latency(run: IoRun) -> tuple[DrawnLevel, ...]:
    """Return the levels of a run whose latency was measured."""
    if run.measurement is None:
        return ()
    levels = [level for level in run.measurement.levels if level.latency_s is not None]
    top = max(range(len(levels)), key=lambda index: levels[index].iops, default=0)
    return tuple(
        DrawnLevel(
            level.outstanding,
            level.iops,
            level.latency_s or 0.0,
            run.use is RunUse.CURVE and index <= top,
        )
        for index, level in enumerate(levels)
    )


def run_latency_band(run: IoRun) -> LatencyBand | None:
    """Return the latency band of a run that bounds it from both sides; None for another one."""
    if run.measurement is None or run.use is not RunUse.CURVE:
        return None
    return latency_band(run.measurement)


def workload_io_mix(profile: WorkloadProfile) -> Work | None:
    """Return the I/O mix of the workload; None while its share of writes is not known."""
    share = profile.write_share
    return None if share is None else Work(share, profile.block_bytes)


def measured_io_mixes(options: Sequence[OptionFacts]) -> tuple[Work, ...]:
    """Return the I/O mixes that were measured at random, those with most levels first."""
    levels: dict[Work, int] = {}
    for measured in _measurements_of_options(options):
        if measured.write_share is not None and measured.is_random:
            work = Work(measured.write_share, measured.block_bytes)
            levels[work] = levels.get(work, 0) + len(measured.levels)
    return tuple(sorted(levels, key=lambda work: -levels[work]))


def _measurements_of_options(options: Iterable[OptionFacts]) -> Iterator[IoMeasurement]:
    for option_facts in options:
        yield from gather_measurements(option_facts.io_points, option_facts.setups)


def list_io_runs(options: Sequence[OptionFacts], work: Work | None) -> tuple[IoRun, ...]:
    """Return every I/O run with what it counts as for an I/O mix, those that count first."""
    runs = [
        run
        for option_facts in options
        for run in (
            *_list_option_runs(option_facts, work),
            *_list_degraded_runs(option_facts, work),
        )
    ]
    order = list(RunUse)
    return tuple(sorted(runs, key=lambda run: order.index(run.use)))


def _list_degraded_runs(option_facts: OptionFacts, work: Work | None) -> Iterator[IoRun]:
    """Yield the runs in a degraded state, which never count for the normal curve."""
    for runs in option_facts.degraded:
        state = STATE_WORDS[runs.state]
        for run in _list_option_runs(replace(option_facts, io_points=runs.io_points), work):
            counts = run.use is RunUse.CURVE
            both = message("{one}; {other}", one=state, other=run.reason)
            use, reason = (RunUse.BOUND, state) if counts else (run.use, both)
            yield replace(run, use=use, reason=reason, note=state)


def _list_option_runs(option_facts: OptionFacts, work: Work | None) -> Iterator[IoRun]:
    measured = gather_measurements(option_facts.io_points, option_facts.setups)
    chosen = None if work is None else choose_measurements(measured, work)
    log_write_s = least_sequential_write_latency_s(measured)
    for each in measured:
        judged = _judge_measurement(each, work, chosen, log_write_s)
        yield IoRun(
            option_facts.option,
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
    for point in option_facts.io_points:
        if (point.tool, point.file) not in listed:
            others.setdefault((point.tool, point.file), []).append(point)
    most = largest_throughput(option_facts.io_points)
    tools = {each.tool for each in measured}
    for (tool, file), points in others.items():
        judged = _judge_file_without_small_io(points, most, has_sweep=tool in tools)
        yield IoRun(option_facts.option, tool, (file,), judged.use, judged.reason)


@dataclass(frozen=True, slots=True)
class _Judgement:
    use: RunUse
    reason: Message
    note: Message | None = None


def _judge_unused(reason: Message) -> _Judgement:
    return _Judgement(RunUse.NONE, reason)


def _judge_measurement(
    measured: IoMeasurement,
    work: Work | None,
    chosen: ChosenMeasurements | None,
    log_write_s: float | None,
) -> _Judgement:
    if measured.write_share is None:
        return _judge_unused(message("not used: share of writes unknown"))
    if not measured.is_random:
        waits = [level.latency_s for level in measured.levels if level.latency_s]
        if log_write_s in waits and _is_log_write(measured):
            text = message(
                "log writes: {time:,.10g} ms", time=rounded_milliseconds(log_write_s or 0.0)
            )
            return _Judgement(RunUse.OTHER, text)
        return _judge_unused(message("not used: sequential"))
    if work is None:
        return _judge_unused(message("not used: reads and writes per transaction unknown"))
    result = match_work(measured, work)
    if result is None or chosen is None:
        return _judge_unused(
            message("not used: {why}", why=_mixed_difference_reason(measured, work))
        )
    return _judge_match(result, work, chosen)


def _is_log_write(measured: IoMeasurement) -> bool:
    is_small = measured.block_bytes is None or measured.block_bytes <= LARGEST_LOG_WRITE
    return is_small and (measured.write_share or 0.0) > 1 - SAME_SHARE


def _judge_match(result: Match, work: Work, chosen: ChosenMeasurements) -> _Judgement:
    measured = result.measurement
    is_chosen = any(
        measured in _measurements_behind(each) for each in (chosen.top, chosen.nearest)
    )
    is_full = result.lower and measured.is_saturated
    full = message("full at {top:,.0f} a second", top=measured.top_iops)
    if not is_chosen and is_full:
        return _Judgement(RunUse.BOUND, full, full)
    if not is_chosen and result.upper:
        return _judge_unused(message("not used: another run reached more"))
    if not is_chosen:
        return _judge_unused(message("not used: another run is nearer"))
    judged = _judge_chosen_run(result, work, chosen)
    if all(level.latency_s is None for level in measured.levels):
        judged = _Judgement(RunUse.BOUND, _rate_only_reason(measured, judged.note))
    elif judged.use is RunUse.CURVE and chosen.nearest is not chosen.top:
        judged = _judge_curve_end(measured, chosen)
    if is_full and judged.use is RunUse.BOUND:
        reason = message("{one}; {other}", one=judged.reason, other=full)
        judged = replace(judged, reason=reason)
    if measured.is_stated:
        judged = replace(judged, reason=message("{one}, as published", one=judged.reason))
    return judged


def _measurements_behind(result: Match | None) -> tuple[IoMeasurement, ...]:
    """Return a match's measurement, and those that it was computed from."""
    return () if result is None else (result.measurement, *result.measurement.parts)


def _judge_chosen_run(result: Match, work: Work, chosen: ChosenMeasurements) -> _Judgement:
    """Return what a chosen run counts as, by itself or interpolated with a second one."""
    if result.measurement not in _measurements_behind(chosen.top)[1:]:
        return _judge_latency_bound(result, work)
    is_proof = result.upper and not result.is_indicative
    alone = _judge_latency_bound(replace(result, fewer_writes=0.0, upper=is_proof), work)
    between = message("upper bound, interpolated between two mixes")
    reason = message("{one}; {other}", one=alone.reason, other=between)
    return _Judgement(RunUse.BOUND, reason, alone.note)


def _judge_curve_end(measured: IoMeasurement, chosen: ChosenMeasurements) -> _Judgement:
    """Return which end of the curve a run of the same mix gives, where another gives the other."""
    if chosen.top is not None and chosen.top.measurement is measured:
        why = message("reached the most")
        return _Judgement(RunUse.CURVE, message("upper end: {why}", why=why))
    return _Judgement(RunUse.CURVE, message("the curve, its lower end"))


def _rate_only_reason(measured: IoMeasurement, note: Message | None) -> Message:
    rate = message("up to {top:,.0f} IOPS, latency unknown", top=measured.top_iops)
    return rate if note is None else message("{one}; {other}", one=note, other=rate)


def _judge_latency_bound(result: Match, work: Work) -> _Judgement:
    """Return from which sides a run bounds the latency, and why not from both."""
    measured = result.measurement
    if result.is_indicative:
        why = message(
            "{fewer:.0f} percentage points fewer writes", fewer=100 * result.fewer_writes
        )
        return _Judgement(RunUse.BOUND, message("upper end, indicative: {why}", why=why), why)
    if not result.lower:
        why = _harder_io_reason(measured, work)
        note = message("{why}: at most this", why=why)
        return _Judgement(RunUse.BOUND, message("upper end: {why}", why=why), note)
    if not result.upper:
        why = _easier_io_reason(measured, work)
        note = message("{why}: at least this", why=why)
        return _Judgement(RunUse.BOUND, message("lower end: {why}", why=why), note)
    if result.other_block and measured.block_bytes is not None:
        why = message("blocks of {size:,.10g} KiB", size=measured.block_bytes / KIB)
        return _Judgement(RunUse.CURVE, message("the curve, {why}", why=why), why)
    return _Judgement(RunUse.CURVE, message("the curve"))


def _harder_io_reason(measured: IoMeasurement, work: Work) -> Message:
    more_writes = (measured.write_share or 0.0) - work.write_share > SAME_SHARE
    run_block, wanted_block = measured.block_bytes, work.block_bytes
    if run_block is None or wanted_block is None or run_block <= wanted_block:
        return message("more writes")
    return message("more writes, larger blocks") if more_writes else message("larger blocks")


def _easier_io_reason(measured: IoMeasurement, work: Work) -> Message:
    fewer_writes = work.write_share - (measured.write_share or 0.0) > SAME_SHARE
    run_block, wanted_block = measured.block_bytes, work.block_bytes
    if run_block is None or wanted_block is None or run_block >= wanted_block:
        return message("fewer writes")
    return message("fewer writes, smaller blocks") if fewer_writes else message("smaller blocks")


def _mixed_difference_reason(measured: IoMeasurement, work: Work) -> Message:
    if (measured.write_share or 0.0) > work.write_share:
        return message("more writes, but smaller blocks")
    return message("fewer writes, but larger blocks")


def _judge_file_without_small_io(
    points: Sequence[IoPoint], most: float | None, *, has_sweep: bool
) -> _Judgement:
    """Return what a file without a rate of small I/O counts as."""
    rates = [
        p.throughput_b_s
        for p in points
        if p.throughput_b_s and (p.group == MAX_LARGE_MBPS or p.large_ios)
    ]
    if rates and max(rates) == most:
        rate = max(rates) / 1e6
        return _Judgement(RunUse.OTHER, message("large I/O: {rate:,.0f} MB/s", rate=rate))
    if rates:
        return _judge_unused(message("not used: another run moved more"))
    if has_sweep and any(p.group for p in points):
        return _judge_unused(message("not used: the same tool's sweep counts"))
    return _judge_unused(message("not used: no rate of small I/O"))


# The demand and the target


def demand_iops(
    requirement: Requirement, profile: WorkloadProfile, demand_tps: float
) -> float | None:
    """Return the I/Os a second of the demand; None while they are not known."""
    if profile.requests is not None:
        return demand_tps * profile.requests
    return demand_tps if requirement.load_unit is LoadUnit.IOPS else None


@dataclass(frozen=True, slots=True)
class IoTimes:
    """How long one I/O may take so that the target is met."""

    full_target_s: float
    """If the storage may take all of the target."""
    storage_part_s: float | None = None
    """By the part of the target that the storage may take; None where that is not stated."""
    share: float | None = None
    """That part as a stated share; None where the time of the rest was measured instead."""


def allowed_io_times(
    requirement: Requirement, profile: WorkloadProfile, demand_tps: float
) -> IoTimes | None:
    """Return how long one I/O may take at a demand; None where the target does not limit it.

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
    if profile.max_read_waits is None:
        return None
    waits = profile.max_read_waits / (profile.overlap or 1.0) + profile.log_waits
    if waits <= 0:
        return None
    share = requirement.storage_share
    is_inside = demand_tps <= profile.rest_known_until_tps
    if profile.rest_s is not None and (is_inside or share is None):
        most = (REST_SHARE if is_inside else CPU_SHARE) * target
        return IoTimes(target / waits, max(0.0, most - profile.rest_s) / waits)
    part = None if share is None else share * target / waits
    return IoTimes(target / waits, part, share)


@dataclass(frozen=True, slots=True)
class LatencyInterval:
    """The interval of an option's latency at a rate; None for an unknown end."""

    option: Option
    low_s: float | None
    high_s: float | None


@dataclass(frozen=True, slots=True)
class LatencyBounds:
    """The bands that bound an option's latency from below and above, by rate."""

    option: Option
    low: LatencyBand | None
    high: LatencyBand | None


def latency_bounds(options: Sequence[OptionFacts], work: Work) -> tuple[LatencyBounds, ...]:
    """Return the latency bounds of every option that was measured for an I/O mix."""
    result = []
    for option_facts in options:
        measured = gather_measurements(option_facts.io_points, option_facts.setups)
        chosen = choose_measurements(measured, work)
        if chosen is not None:
            near, top = chosen.nearest_for_mean(work.write_share), chosen.top
            low = None if near is None else latency_band(near.measurement, by=near)
            high = None if top is None else latency_band(top.measurement)
            result.append(LatencyBounds(option_facts.option, low, high))
    return tuple(result)


def latency_intervals_at(bounds: Sequence[LatencyBounds], iops: float) -> list[LatencyInterval]:
    """Return the latency intervals at a rate of the options with any bound."""
    result, rates = [], np.array([iops])
    for each in bounds:
        least = 0.0 if each.low is None else float(each.low.low_at(rates)[0])
        most = math.inf if each.high is None else float(each.high.high_at(rates)[0])
        if least > 0 or math.isfinite(most):
            interval = least if least > 0 else None, most if math.isfinite(most) else None
            result.append(LatencyInterval(each.option, *interval))
    return result
