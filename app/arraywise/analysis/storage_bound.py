"""What I/O evidence and publications say of a transaction: capacity and time (MODEL E3, E4).

The response time of a transaction is at least its processor time and its waits for the storage.
That bound can show that a target is missed. That a target is kept follows only where the rest of
a transaction is known or the client says what share of the target the storage may take.

A capacity that a publication states is taken as stated: no lower end of ours is put under it. A
demand within 10 % of it lies within the spread of one run, which is said and changes no outcome
below it. A ratio to another option gives a capacity where the other's is known, and else the
premium that it justifies.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.io_evidence import (
    MEAN,
    SAME_BLOCK,
    SAME_SHARE,
    TOOL_SPREAD,
    WRITE_COST,
    IoDirection,
    IoMeasurement,
    IoRate,
    Match,
    Work,
    gather_measurements,
    idle_read_s,
    largest_throughput,
    latency_band,
    least_sequential_write_latency_s,
    match_work,
    throughput_lower_bound_from_small_io,
)
from arraywise.domain.decision import Premium
from arraywise.domain.evidence import (
    is_transaction_rate,
    parse_published_ratio,
    parse_users_within,
)
from arraywise.domain.requirement import STATISTICS, Basis
from arraywise.domain.units import MIB
from arraywise.domain.workload import ValueBound

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arraywise.analysis.arrays import Flags, Floats
    from arraywise.analysis.io_evidence import LatencyBand
    from arraywise.domain.evidence import PublishedFigure, UsersWithin
    from arraywise.domain.study import IoPoint, RunSetup
    from arraywise.domain.workload import WorkloadProfile


def interpolate_mix(measurements: Iterable[IoMeasurement], work: Work) -> IoMeasurement | None:
    """Return the least rates of a mix that lies between two sweeps of one tool.

    With n outstanding a mix takes of every device its parts' times by their shares, so that 1/X is
    at most the mean of both sweeps' 1/X (utilisation law). None where no two sweeps enclose it.
    """
    usable = [m for m in measurements if _can_be_interpolated(m, work)]
    pairs = [
        (fewer, more)
        for fewer in usable
        for more in usable
        if fewer.tool == more.tool
        if (fewer.write_share or 0.0) < work.write_share - SAME_SHARE
        if (more.write_share or 0.0) > work.write_share + SAME_SHARE
    ]
    mixes = [
        mix
        for pair in pairs
        if len((mix := _interpolate_levels(*pair, work.write_share)).levels) > 1
    ]
    return min(mixes, key=_write_share_distance, default=None)


def _can_be_interpolated(measured: IoMeasurement, work: Work) -> bool:
    own, asked = measured.block_bytes, work.block_bytes
    size = 1.0 if own is None or asked is None else own / asked
    is_known = measured.write_share is not None and not measured.is_stated
    return is_known and measured.is_random and 1 / SAME_BLOCK <= size <= SAME_BLOCK


def _write_share_distance(mix: IoMeasurement) -> float:
    fewer, more = mix.parts
    return (more.write_share or 0.0) - (fewer.write_share or 0.0)


def _interpolate_levels(fewer: IoMeasurement, more: IoMeasurement, share: float) -> IoMeasurement:
    one, other = fewer.write_share or 0.0, more.write_share or 0.0
    part = (share - one) / (other - one)
    slower = {level.outstanding: level for level in more.levels if level.outstanding}
    read_s, write_s = (
        _shortest_mean_latency_s((fewer, more), way)
        for way in (IoDirection.READ, IoDirection.WRITE)
    )
    levels = []
    for level in fewer.levels:
        if level.outstanding in slower and level.outstanding:
            second = slower[level.outstanding]
            each_s = (1.0 - part) / level.iops + part / second.iops
            every_s = level.outstanding * each_s
            levels.append(
                IoRate(
                    level.outstanding,
                    1.0 / each_s,
                    every_s,
                    None if write_s is None else (every_s - share * write_s) / (1.0 - share),
                    None if read_s is None else (every_s - (1.0 - share) * read_s) / share,
                )
            )
    blocks = [m.block_bytes for m in (fewer, more) if m.block_bytes is not None]
    return IoMeasurement(
        tool=fewer.tool,
        files=tuple(dict.fromkeys((*fewer.files, *more.files))),
        levels=tuple(levels),
        block_bytes=min(blocks, default=None),
        write_share=share,
        parts=(fewer, more),
    )


def _shortest_mean_latency_s(sweeps: Sequence[IoMeasurement], way: IoDirection) -> float | None:
    """Return the shortest mean of reads or writes: in a mix they wait for the others too."""
    is_read = way is IoDirection.READ
    told = [level.read_s if is_read else level.write_s for m in sweeps for level in m.levels]
    pure = [m for m in sweeps if m.write_share == (0.0 if is_read else 1.0)]
    told += [level.latency_s for m in pure for level in m.levels]
    return min((seconds for seconds in told if seconds), default=None)


SAFE_SHARE = 0.8
"""Share of the capacity up to which the bound is close to the truth: median 1.08 there."""
SWEPT_SHARE = 1.0 - TOOL_SPREAD
"""The same where a sweep tells how the waits grow towards the top: one run of the tool may show
as much more than the mean of many."""
REST_SHARE = 2.0 / 3.0
"""Share of the target that storage and the known rest of a transaction may take: network and
application may add half of it, and the target is still kept."""
CPU_SHARE = 0.5
"""The same where only the host's processor time is known of the rest."""
SPREAD = 0.10
"""Within this share of a stated figure the demand lies within the spread of one run."""
LARGE_IO = float(MIB)
"""Size of a large I/O of ORION and of a calibration."""
BEYOND_TOP = 1.05
"""A rate so many times the flat top of a saturated curve cannot be carried."""


class StorageTimeRule(StrEnum):
    """By which rule it is judged whether the storage leaves enough of the target."""

    REST = "rest of the transaction known"
    CPU = "processor time known"
    SHARE = "share of the storage stated"
    STORAGE = "target on the storage"
    UNKNOWN = "nothing known of the rest"


@dataclass(frozen=True, slots=True)
class JudgementTerms:
    """What of the requirement and of the host the judgement needs."""

    statistic: str = MEAN
    """What the target is set on."""
    on_storage: bool = False
    """The target is a latency of an I/O."""
    storage_share: float | None = None
    host_cpu_s: float | None = None
    """Processor seconds of a transaction on the database's host, D_cpu."""
    processors: float | None = None
    """Of all hosts of the database, as far as this load can fill them."""

    @property
    def tells_time(self) -> bool:
        """Whether I/O evidence can show that the target is missed or kept.

        Means of I/Os say nothing of a percentile of transactions.
        """
        return self.on_storage or self.statistic == MEAN


@dataclass(frozen=True, slots=True)
class StorageBound:
    """Storage time and capacity of one option for one workload."""

    profile: WorkloadProfile
    terms: JudgementTerms
    small_iops: float
    """The most small I/Os of this work by what was measured, or by nearly this work ..."""
    fewer_writes: float
    """... that lacked this share of writes; 0 where it is proof."""
    easier: float
    """An I/O of the work costs at most so many times what one of the upper end's did."""
    larger: float
    """Its blocks are at most so many times larger."""
    can_pass: bool
    """Whether what was measured says anything of the longest that the work takes."""
    lower: LatencyBand | None
    upper: LatencyBand | None
    writes: LatencyBand | None
    """Of writes, where the tool tells it apart: its upper end is that of a wait for the log."""
    saturated_iops: float | None
    """Rate of the work that the flat top of a saturated curve bounds."""
    throughput_b_s: float | None
    """Of large I/O ..."""
    large_as_small: bool
    """... by what small I/O shows, since large was not measured."""
    log_write_s: float | None
    tools: tuple[str, ...]
    files: tuple[str, ...]
    other_block: bool
    held: tuple[str, ...] = ()
    """Statistics that the tests hold of the latency."""
    fewer_reads: float = 1.0
    """The work has so many times the reads of what was measured: it carries as much less."""
    basis: Basis = Basis.IO
    """Published where somebody states the figures without runs."""

    @property
    def requests(self) -> float:
        """I/Os of a transaction; a load in I/Os without a profile counts each as one."""
        return self.profile.requests or 1.0

    @property
    def is_indicative(self) -> bool:
        """Whether the measured work had noticeably fewer writes."""
        return self.fewer_writes > 0

    @property
    def tells_capacity(self) -> bool:
        """Whether `capacity_tps` is a rate at which the target may be kept."""
        return self.can_pass and self.terms.tells_time

    @property
    def capacity_tps(self) -> float:
        """x_max: small and large I/O share the path, the processors are a limit of their own."""
        return 1.0 / max(self.path_s, self._host_time_s)

    @property
    def _host_time_s(self) -> float:
        """Time that a transaction takes of all processors together; 0 where it is not known."""
        each_s, processors = self.terms.host_cpu_s, self.terms.processors
        return each_s / processors if each_s and processors else 0.0

    @property
    def path_s(self) -> float:
        """Time that a transaction takes of the storage that small and large I/O share."""
        large, rate_b_s = self.profile.large_bytes, self.throughput_b_s
        small = self.requests / self.small_iops
        return small + large / rate_b_s if large and rate_b_s else small

    @property
    def most_requests(self) -> float:
        """I/Os of a transaction as the measured ones, at most.

        Large ones take part of the path, and writes that were not measured cost more.
        """
        return self.path_s * self.small_iops * self.larger * self.easier

    @property
    def large_is_unknown(self) -> bool:
        """Whether transactions move large I/O and nothing bounds its throughput."""
        return bool(self.profile.large_bytes) and self.throughput_b_s is None

    @property
    def work_is_unbounded(self) -> bool:
        """Whether a transaction may ask for more than the profile says: nothing passes by it."""
        return self.profile.has_bound(ValueBound.AT_LEAST, "reads", "writes")

    @property
    def work_may_be_less(self) -> bool:
        """Whether a transaction may ask for less than the profile says: nothing fails by it."""
        return self.profile.has_bound(ValueBound.AT_MOST, "reads", "writes")

    @property
    def waits_may_be_fewer(self) -> bool:
        """Whether a transaction may wait for fewer reads than the profile says."""
        names = ("reads",) if self.profile.sync_reads is None else ("sync_reads",)
        return self.profile.has_bound(ValueBound.AT_MOST, *names)

    @property
    def most_share(self) -> float:
        """Share of the capacity up to which a pass is shown; what is stated is taken as stated."""
        if self.basis is Basis.PUBLISHED:
            safe = 1.0
        else:
            is_swept = self.upper is not None and self.upper.by_chance and not self.is_indicative
            safe = SWEPT_SHARE if is_swept else SAFE_SHARE
        return safe / (1.0 + WRITE_COST * self.fewer_writes)

    @property
    def limit_tps(self) -> float:
        """The highest rate at which a pass can be shown."""
        if self.large_is_unknown or self.work_is_unbounded or not self.can_pass:
            return 0.0
        by_host = SAFE_SHARE / self._host_time_s if self._host_time_s else math.inf
        limit = self.most_share * self.capacity_tps / self.fewer_reads
        return limit if self.basis is Basis.PUBLISHED else min(limit, by_host)

    def budget(self, rate_tps: float) -> StorageTimeRule:
        """By which rule the target is judged at a rate."""
        if self.terms.on_storage:
            return StorageTimeRule.STORAGE
        is_known = (
            self.profile.rest_s is not None and rate_tps <= self.profile.rest_known_until_tps
        )
        return StorageTimeRule.REST if is_known else self._target_rule_without_rest

    @property
    def _target_rule_without_rest(self) -> StorageTimeRule:
        if self.terms.host_cpu_s is not None:
            return StorageTimeRule.CPU
        if self.terms.storage_share is not None:
            return StorageTimeRule.SHARE
        return StorageTimeRule.UNKNOWN if self.profile.rest_s is None else StorageTimeRule.CPU

    @property
    def share_without_rest(self) -> float | None:
        """Share of the target that may be taken where the rest is not known at the rate."""
        budget = self._target_rule_without_rest
        return CPU_SHARE if budget is StorageTimeRule.CPU else self.terms.storage_share

    @property
    def fixed_s(self) -> float:
        """What is taken of that share beside the storage.

        The host's processor time; where no monitor tells it, a report's whole rest, of which it is
        a part.
        """
        if self._target_rule_without_rest is not StorageTimeRule.CPU:
            return 0.0
        is_monitored = self.terms.host_cpu_s is not None
        return self.cpu_s if is_monitored else self.profile.rest_s or 0.0

    @property
    def cpu_s(self) -> float:
        """Processor time of a transaction: the larger one of what host and database tell."""
        return max(self.terms.host_cpu_s or 0.0, self.profile.cpu_s or 0.0)

    def low_s(self, rates_tps: Floats) -> Floats:
        """Return S_low, the least that the storage takes of a transaction."""
        waits = 1.0 if self.terms.on_storage else self.profile.min_read_waits
        if self.lower is None or waits is None:
            return np.zeros(np.shape(rates_tps))
        seconds = waits * self.lower.low_at(rates_tps * self.requests) / self._io_overlap
        if self.log_write_s is not None and not self.terms.on_storage:
            seconds = seconds + self.profile.log_waits * self.log_write_s
        return np.asarray(seconds)

    def high_s(self, rates_tps: Floats) -> Floats:
        """Return S_high, the most that the storage takes of a transaction.

        Where the tool does not tell writes apart, a wait for the log is not counted shorter than
        a read: write-back caches may answer sooner, which nobody can rely on.
        """
        waits = 1.0 if self.terms.on_storage else self.profile.max_read_waits
        if self.upper is None or waits is None:
            return np.full(np.shape(rates_tps), np.inf)
        high = self.latency_high_s(rates_tps)
        if self.terms.on_storage:
            return high
        seconds = waits * high / self._io_overlap
        if self.profile.log_waits:
            log = np.maximum(self.log_high_s(rates_tps), self.log_write_s or 0.0)
            seconds = seconds + self.profile.log_waits * log
        return np.asarray(seconds)

    def contradicts_itself(self, rates_tps: Floats) -> Flags:
        """Return where one test shows more time than another allows: they are of two storages."""
        return _bounds_contradict(self.low_s(rates_tps), self.high_s(rates_tps))

    def latency_high_s(self, rates_tps: Floats) -> Floats:
        """Return the longest that an I/O takes, its waits behind others included."""
        if self.upper is None or self.large_hides_percentile:
            return np.full(np.shape(rates_tps), np.inf)
        return self._longest_latency_s(self.upper, rates_tps)

    def log_high_s(self, rates_tps: Floats) -> Floats:
        """Return the longest that a write of the log takes beside all others at a rate."""
        if self.writes is None:
            return self.latency_high_s(rates_tps)
        return self._longest_latency_s(self.writes, rates_tps)

    def _longest_latency_s(self, band: LatencyBand, rates_tps: Floats) -> Floats:
        """Add the wait behind what one transaction sends at once (Pollaczek and Khinchine)."""
        busy = np.minimum(rates_tps * self.path_s, SWEPT_SHARE)
        behind = rates_tps * self.behind_s2 / (1.0 - busy)
        return np.asarray(band.high_at(rates_tps * self.most_requests) + behind)

    @property
    def behind_s2(self) -> float:
        """What an I/O waits for behind others, by rate and by the part of the path that is free.

        Half the summed squared times on the path, in s^2: of large I/Os of one size, a
        calibration's; and of the I/Os that a transaction does not wait for, which the database
        may send together. A calibration's latency is one of a full queue already.
        """
        is_one_by_one = self.upper is not None and self.upper.by_chance
        if self.terms.on_storage or not is_one_by_one:
            return self._large_io_second_moment / 2.0
        waited = (self.profile.min_read_waits or 0.0) + self.profile.log_waits
        together = max(self.requests - waited, 0.0)
        each_s = self.easier / self.small_iops
        return (
            self._large_io_second_moment + max(together - 1.0, 0.0) * together * each_s**2
        ) / 2.0

    @property
    def large_hides_percentile(self) -> bool:
        """Whether the target is a percentile, of which waits behind large I/Os are not known."""
        is_percentile = self.terms.on_storage and self.terms.statistic != MEAN
        return is_percentile and self._large_io_second_moment > 0

    @property
    def _large_io_second_moment(self) -> float:
        large, rate_b_s = self.profile.large_bytes, self.throughput_b_s
        return large / rate_b_s * LARGE_IO / rate_b_s if large and rate_b_s else 0.0

    @property
    def _io_overlap(self) -> float:
        return self.profile.overlap or 1.0

    def fails(self, rates_tps: Floats, targets_s: Floats) -> Flags:
        """Return where it is shown that the target is missed, or that the rate is not carried."""
        is_sound = ~self.contradicts_itself(rates_tps)
        missed = (self.least_s(rates_tps) > targets_s) & self.terms.tells_time & is_sound
        iops = rates_tps * self.requests
        if self.work_may_be_less:
            return np.asarray(missed)
        if self.saturated_iops is not None:
            missed = missed | (iops > BEYOND_TOP * self.saturated_iops)
        if self.basis is Basis.PUBLISHED:
            missed = missed | (iops > (1.0 + SPREAD) * self.small_iops * self.larger)
        return np.asarray(missed)

    def least_s(self, rates_tps: Floats) -> Floats:
        """Return what a transaction takes for certain: waits for the storage and processor."""
        least = self.low_s(rates_tps) if self.is_sure else np.zeros(np.shape(rates_tps))
        return least if self.terms.on_storage else least + (self.profile.cpu_s or 0.0)

    @property
    def is_sure(self) -> bool:
        """Whether the least time of the storage can show that a target is missed."""
        may_be_less = self.waits_may_be_fewer or self.work_may_be_less
        return self.terms.on_storage or not may_be_less

    def passes(self, rates_tps: Floats, targets_s: Floats) -> Flags:
        """Return where the storage fits and leaves enough of the target for the rest."""
        inside, most = rates_tps <= self.limit_tps * (1 + 1e-12), self.high_s(rates_tps)
        if self.terms.on_storage:
            stored = most <= targets_s
        elif self.terms.tells_time:
            is_known = (
                self.profile.rest_s is not None and rates_tps <= self.profile.rest_known_until_tps
            )
            stored = is_known | self._meets_share_of_target(most, targets_s)
            stored = stored & self.leaves_rest(most, targets_s)
        else:
            stored = np.zeros(np.broadcast(rates_tps, targets_s).shape, dtype=bool)
        stored = stored & ~_bounds_contradict(self.low_s(rates_tps), most)
        return np.asarray(inside & np.where(np.isinf(targets_s), rates_tps >= 0, stored))

    def leaves_rest(self, most_s: Floats, targets_s: Floats) -> Flags:
        """Return where a target leaves room for the known rest, which more load does not shorten.

        Everywhere, where nothing is known of it.
        """
        rest_s = self.profile.rest_s
        if rest_s is None:
            return np.ones(np.broadcast(most_s, targets_s).shape, dtype=bool)
        return np.asarray(rest_s + most_s <= REST_SHARE * targets_s)

    def _meets_share_of_target(self, most_s: Floats, targets_s: Floats) -> Flags:
        share = self.share_without_rest
        if share is None:
            return np.zeros(np.broadcast(most_s, targets_s).shape, dtype=bool)
        return np.asarray(self.fixed_s + most_s <= share * targets_s)


def _bounds_contradict(low_s: Floats, high_s: Floats) -> Flags:
    return np.asarray(low_s > (1.0 + SPREAD) * high_s)


def bound_storage(
    points: Sequence[IoPoint],
    setups: Sequence[RunSetup],
    profile: WorkloadProfile,
    terms: JudgementTerms,
) -> StorageBound | None:
    """Return what the I/O evidence of an option says of a workload.

    None where nothing small and random was measured, or the share of writes is not known.
    """
    share = profile.write_share
    measurements = gather_measurements(points, setups)
    if share is None:
        return None
    log = 0.0 if terms.on_storage else profile.log_waits / (profile.requests or 1.0)
    statistic = terms.statistic if terms.on_storage else MEAN
    chosen = choose_measurements(measurements, Work(share, profile.block_bytes, log), statistic)
    if chosen is None:
        return None
    top, best, lower = chosen.top, chosen.best, chosen.lower
    nearest = chosen.nearest_for_mean(share) if terms.on_storage else chosen.nearest
    full = max(
        (m for m in lower if m.measurement.is_saturated),
        key=lambda m: (*_nearness_sort_key(m), m.top_iops),
        default=None,
    )
    carried = 0.0 if top is None or best.fewer_writes else best.top_iops / best.larger
    large = largest_throughput(points)
    by_small = (
        None if large else throughput_lower_bound_from_small_io(measurements, profile.block_bytes)
    )
    way = IoDirection.ALL if terms.on_storage else IoDirection.READ
    used = [best, *(m for m in lower if m is not best)]
    lowest = upper = saturated = None
    if nearest is not None and chosen.tells:
        lowest = _least_latency_band(nearest, lower, way, statistic)
    if top is not None and chosen.tells:
        upper = latency_band(top.measurement, way, statistic=statistic)
    if full is not None:
        saturated = max(full.top_iops / (full.fewest * (1.0 - TOOL_SPREAD)), carried)
    return StorageBound(
        profile=profile,
        terms=terms,
        small_iops=best.top_iops / best.larger,
        fewer_writes=best.fewer_writes,
        easier=best.easier,
        fewer_reads=best.fewer_reads,
        larger=best.larger,
        can_pass=top is not None,
        lower=lowest,
        upper=upper,
        writes=None if top is None else latency_band(top.measurement, IoDirection.WRITE),
        saturated_iops=saturated,
        throughput_b_s=large or by_small,
        large_as_small=bool(profile.large_bytes and by_small),
        log_write_s=least_sequential_write_latency_s(measurements),
        tools=tuple(dict.fromkeys(m.measurement.tool for m in used)),
        files=tuple(dict.fromkeys(file for m in used for file in m.measurement.files)),
        other_block=best.other_block,
        held=tuple(name for name in STATISTICS if any(m.tells(name) for m in measurements)),
        basis=Basis.PUBLISHED if best.measurement.is_stated else Basis.IO,
    )


def _least_latency_band(
    nearest: Match, lower: Sequence[Match], way: IoDirection, statistic: str
) -> LatencyBand | None:
    """Return the least latency by the nearest work, and never less than that of an idle read."""
    band = latency_band(nearest.measurement, way, nearest, statistic)
    if band is None or way is not IoDirection.READ:
        return band
    return replace(band, floor_s=idle_read_s(lower))


@dataclass(frozen=True, slots=True)
class ChosenMeasurements:
    """Which measurements of an option count for some work."""

    top: Match | None
    """Gives the longest time: the work itself before harder work; None where nothing bounds it."""
    best: Match
    """Gives the most I/Os a second: `top`, where there is one."""
    lower: tuple[Match, ...]
    """Say the least that the work takes, and the most that the storage can do."""
    nearest: Match | None
    """Gives the least time: the nearest work, and of several that of the most levels."""
    tells: bool = True
    """Whether they hold the statistic asked for; a percentile only with the work's writes."""

    def nearest_for_mean(self, share: float) -> Match | None:
        """Return what gives the least mean of reads and writes together.

        None where the work has a larger share of writes, which may shorten that mean.
        """
        near = self.nearest
        if near is None or (near.measurement.write_share or 0.0) < share - SAME_SHARE:
            return None
        return near


def choose_measurements(
    measurements: Sequence[IoMeasurement], work: Work, statistic: str = MEAN
) -> ChosenMeasurements | None:
    """Choose what counts for some work; None where nothing speaks for it.

    Of a percentile those that hold it count, with the same share of writes: more or fewer of them
    move a percentile either way (MODEL P5.9). Without any the others tell the rate alone.
    """
    matches = [result for m in measurements if (result := match_work(m, work)) is not None]
    told = [m for m in matches if m.has_same_writes and m.measurement.tells(statistic)]
    matches = told if told and statistic != MEAN else matches
    if not matches:
        return None
    upper = [m for m in matches if m.upper]
    lower = tuple(m for m in matches if m.lower)
    proof = [m for m in upper if not m.is_indicative]
    is_measured = any(m.lower for m in proof) or statistic != MEAN
    mix = None if is_measured else interpolate_mix(measurements, work)
    between = None if mix is None else match_work(mix, work)
    fitting = [m for m in proof if m.lower]
    others = [m for m in upper if not m.lower or m.is_indicative]
    if between is not None:  # the upper end of a mix that was not measured
        others.append(replace(between, lower=False))
    if fitting:  # the work itself, to a tenth; no other sweep takes its place
        top: Match | None = max(fitting, key=lambda m: (*_nearness_sort_key(m), m.top_iops))
    else:
        top = max(others, key=_pass_limit_iops, default=None)
    known = [m for m in lower if m.measurement.tells(statistic)]
    return ChosenMeasurements(
        top=top,
        best=top or max(matches, key=lambda m: m.top_iops),
        lower=lower,
        nearest=max(
            known, key=lambda m: (*_nearness_sort_key(m), len(m.measurement.levels)), default=None
        ),
        tells=statistic == MEAN or bool(told),
    )


def _pass_limit_iops(result: Match) -> float:
    """Return up to which rate of the work a measurement that is none of it can show a pass."""
    rate = result.top_iops / (result.larger * result.easier)
    return rate * (SAFE_SHARE if result.is_indicative else 1.0)


def _nearness_sort_key(result: Match) -> tuple[bool, float]:
    """Return a key by which the work itself comes before more or less of it, to a tenth."""
    factor = max(result.harder, result.easier, result.larger)
    return result.upper and result.lower, -round(factor, 1)


def measurements_around_work(
    measurements: Sequence[IoMeasurement], work: Work
) -> tuple[IoMeasurement, ...]:
    """Return the two measurements between whose mixes the work lies, where they count so."""
    chosen = choose_measurements(measurements, work)
    return () if chosen is None or chosen.top is None else chosen.top.measurement.parts


RATE = "transaction"
"""A ratio whose name begins so is one of rates."""


@dataclass(frozen=True, slots=True)
class PublishedBound:
    """The capacity that a publication states of an option."""

    capacity_tps: float | None
    """Whatever the response time; None where no rate is stated."""
    is_derived: bool = False
    """The rate follows from other figures."""
    users: tuple[UsersWithin, ...] = ()
    think_time_s: float | None = None
    """Turns users into a rate; None where the requirement does not state it."""
    basis: Basis = Basis.PUBLISHED

    def passes(self, rates_tps: Floats, targets_s: Floats) -> Flags:
        """Return where the demand is stated to be carried within the target."""
        most = -np.inf if self.capacity_tps is None else self.capacity_tps * (1 + 1e-9)
        passed = np.isinf(targets_s) & (rates_tps <= most)
        if self.think_time_s is not None:
            for stated in self.users:
                asked = rates_tps * (np.where(np.isinf(targets_s), 0, targets_s))
                asked = asked + rates_tps * self.think_time_s
                inside = asked <= stated.users * (1 + 1e-9)
                passed = passed | (inside & (targets_s >= stated.within_s))
        return np.asarray(passed, dtype=bool)

    def fails(self, rates_tps: Floats, targets_s: Floats) -> Flags:
        """Return where the demand lies beyond the stated capacity and the spread of one run."""
        most = np.inf if self.capacity_tps is None else (1 + SPREAD) * self.capacity_tps
        return np.broadcast_arrays(rates_tps > most, targets_s)[0]

    def is_near(self, rate_tps: float) -> bool:
        """Return whether the demand lies within the spread of one run of the capacity."""
        return self.capacity_tps is not None and rate_tps > self.capacity_tps / (1 + SPREAD)


def bound_published(
    figures: Mapping[str, Sequence[PublishedFigure]], think_time_s: float | None = None
) -> dict[str, PublishedBound]:
    """Return the bounds of options by their names; those without any are left out."""
    rates = {
        name: [(f.value, f.is_derived) for f in stated if is_transaction_rate(f)]
        for name, stated in figures.items()
    }
    own = {name: max(each, default=None) for name, each in rates.items()}
    result = {}
    for name, stated in figures.items():
        rate = own[name] or _derive_capacity_from_ratio(stated, own)
        users = tuple(u for figure in stated if (u := parse_users_within(figure)) is not None)
        if rate is not None or users:
            capacity, derived = rate or (None, False)
            result[name] = PublishedBound(capacity, derived, users, think_time_s)
    return result


def _derive_capacity_from_ratio(
    figures: Sequence[PublishedFigure], own: Mapping[str, tuple[float, bool] | None]
) -> tuple[float, bool] | None:
    """Return f times the capacity of another option whose own is stated."""
    for figure in figures:
        ratio = parse_published_ratio(figure)
        base = None if ratio is None else own.get(ratio.against)
        if ratio is not None and base is not None and ratio.what.startswith(RATE):
            return ratio.times * base[0], True
    return None


def justified_premium(figures: Sequence[PublishedFigure]) -> Premium | None:
    """Return what an option may cost more than another one at equal price for each unit carried.

    price_B / price_A <= f. None where no ratio to another option is stated.
    """
    ratios = [ratio for figure in figures if (ratio := parse_published_ratio(figure)) is not None]
    if not ratios:
        return None
    against = ratios[0].against
    return Premium(against, tuple((r.what, r.times) for r in ratios if r.against == against))
