"""Runs of I/O tools as curves of latency by rate, and which of them speak for a workload (E3).

A curve of one block size, pattern and share of writes bounds the latency of another mix on one
side only: more writes or larger blocks are never faster, fewer or smaller ones never slower.
A transaction waits for reads: where a tool tells only the mean of reads and writes, that of the
reads is bounded by what a write can cost.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from statistics import fmean
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.curves.response_curve import bracket_response_s, is_convex
from arraywise.analysis.curves.statistics import enforce_monotone
from arraywise.domain.evidence import MAX_LARGE_MBPS, MAX_SMALL_IOPS, MIN_SMALL_LATENCY
from arraywise.domain.percentiles import mixture_bounds, statistic_bounds
from arraywise.domain.requirement import STATISTICS
from arraywise.domain.units import KIB, MIB, PERCENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from arraywise.analysis.arrays import Floats
    from arraywise.domain.percentiles import StatisticBounds
    from arraywise.domain.study import IoPoint, RunSetup

MEAN = "mean"
SAME_SHARE = 0.10
"""Write shares that differ by no more count as the same."""
INDICATIVE_SHARE = 0.30
"""Up to so many fewer writes a curve still gives an indicative upper end."""
SAME_MIX = 0.04
"""Write shares of one sweep: a tool that mixes by chance comes out a little off at each depth."""
SAME_BLOCK = 2.0
"""Block sizes within this factor count as the same; a difference is stated."""
WRITE_COST = 3.0
"""By how much a share of writes that was not measured lowers the rate: RAID 5 turns a small write
into four I/Os, so d more writes cost 3 d."""
TOOL_SPREAD = 0.05
"""How far one run of an I/O tool may lie above the mean of many (as MODEL E1 assumes of rates)."""
FLAT = 0.05
"""Growth of the rate, of the growth in outstanding I/Os, at which a curve has reached its top: of
equal disks with queues of their own, what is missing to the top is as large as that."""
PUBLISHED_TOOL = "published"
_CALIBRATION = "io_calibrate"
_ORION = "orion"
_RANDOM, SEQUENTIAL = "random", "sequential"

LARGEST_LOG_WRITE = 64 * KIB
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([KMG]?)i?B?", re.IGNORECASE)
_FACTORS = {"": 1.0, "K": float(KIB), "M": float(MIB), "G": 1024.0 * MIB}
_LEAST_WORK = 1e-6
"""Of the measured I/Os, so that transactions of log writes alone have a rate."""
_JUST_BELOW = 1.0 - 1e-9
_JUST_BEFORE = 1e-9
"""A percentile that is only known to rise steps up at a level: there and not before."""
_MOST_LOAD = 0.98
"""Nearer to the top nothing is asked: a pass ends far below."""
_LEAST_READS = 0.05
"""Share of reads below which the mean of all I/Os says nothing of them."""


@dataclass(frozen=True, slots=True)
class IoRate:
    """One point of a curve."""

    outstanding: int | None
    iops: float
    latency_s: float | None
    """Of all I/Os; None where neither the tool nor Little's law tells it."""
    read_s: float | None = None
    write_s: float | None = None
    percentiles_s: tuple[tuple[str, StatisticBounds], ...] = ()
    """Ends of the percentiles that a target can be set on, of all I/Os (MODEL P3.1)."""

    def ends_of(self, statistic: str) -> StatisticBounds | None:
        """Return between which values a statistic of all I/Os lies."""
        if statistic == MEAN:
            return None if self.latency_s is None else (self.latency_s, self.latency_s)
        return dict(self.percentiles_s).get(statistic)


@dataclass(frozen=True, slots=True)
class IoMeasurement:
    """The points of one tool and one kind of small I/O, ascending by outstanding I/Os."""

    tool: str
    files: tuple[str, ...]
    levels: tuple[IoRate, ...]
    block_bytes: float | None = None
    """None where the tool used the database's or does not state it."""
    write_share: float | None = None
    """None where nobody said."""
    pattern: str = _RANDOM
    is_calibration: bool = False
    """One point (most I/Os, latency there) instead of a sweep."""
    parts: tuple[IoMeasurement, ...] = ()
    """The sweeps of fewer and of more writes that it was computed from."""

    @property
    def top_iops(self) -> float:
        """The highest measured rate."""
        return max(level.iops for level in self.levels)

    def tells(self, statistic: str) -> bool:
        """Whether any of its levels says something of a statistic of the latency."""
        return any(level.ends_of(statistic) is not None for level in self.levels)

    @property
    def is_saturated(self) -> bool:
        """Whether the rate hardly rises at the end: d ln IOPS / d ln depth below `FLAT`."""
        known = [level for level in self.levels if level.outstanding]
        if self.is_calibration or len(known) < 2:
            return False
        before, last = known[-2:]
        depths = math.log((last.outstanding or 1) / (before.outstanding or 1))
        return math.log(last.iops / before.iops) / depths < FLAT

    @property
    def is_random(self) -> bool:
        """Whether its I/Os go anywhere."""
        return self.pattern == _RANDOM

    @property
    def is_stated(self) -> bool:
        """Whether a publication states it, without runs."""
        return self.tool == PUBLISHED_TOOL


def gather_measurements(
    points: Sequence[IoPoint], setups: Sequence[RunSetup] = ()
) -> tuple[IoMeasurement, ...]:
    """Bring the points of an option's I/O tools together by tool and kind of I/O.

    Sweeps come first. A headline figure counts only where its tool has no sweep of that kind.
    """
    stated = {setup.run_id: setup for setup in setups}
    sweeps: dict[IoKind, list[IoPoint]] = {}
    headlines: dict[IoKind, list[IoPoint]] = {}
    known: list[IoKind] = []
    for point in points:
        kind = _matching_kind(parse_io_kind(point.tool, stated.get(point.run_id)), known)
        is_level = point.group is None and bool(point.iops) and not point.large_ios
        if is_level:
            sweeps.setdefault(kind, []).append(point)
        elif point.group in {MAX_SMALL_IOPS, MIN_SMALL_LATENCY}:
            headlines.setdefault(kind, []).append(point)
    result = [
        _build_measurement(kind, same, _build_sweep(kind, same)) for kind, same in sweeps.items()
    ]
    result += [
        _build_measurement(kind, same, levels, is_calibration=kind.tool == _CALIBRATION)
        for kind, same in headlines.items()
        if kind not in sweeps and (levels := _build_headline_point(kind, same))
    ]
    return tuple(result)


def _matching_kind(kind: IoKind, known: list[IoKind]) -> IoKind:
    """Return the kind met first that is like this one; the share of writes counts as its."""
    found = next((each for each in known if each.is_like(kind)), None)
    if found is None:
        known.append(kind)
    return found or kind


def largest_throughput(points: Iterable[IoPoint]) -> float | None:
    """Return the highest rate of large I/Os that a tool's own headline or a large sweep gives."""
    rates = [
        point.throughput_b_s
        for point in points
        if point.throughput_b_s and (point.group == MAX_LARGE_MBPS or point.large_ios)
    ]
    return max(rates, default=None)


def throughput_lower_bound_from_small_io(
    measurements: Iterable[IoMeasurement], block_bytes: float | None
) -> float | None:
    """Return the bytes a second of large I/O that small I/O shows to be carried, at least (E3).

    A large I/O takes no longer than the small ones of as many bytes. It may be a write where
    reads were measured, and a write costs up to 1 + `WRITE_COST` reads. Small ones are of the
    database's block where a tool does not state its own.
    """
    rates = [
        size * m.top_iops * (1.0 + WRITE_COST * m.write_share) / (1.0 + WRITE_COST)
        for m in measurements
        if m.write_share is not None and not m.is_stated and (size := m.block_bytes or block_bytes)
    ]
    return max(rates, default=None)


def least_sequential_write_latency_s(measurements: Iterable[IoMeasurement]) -> float | None:
    """Return the least latency of sequential writes as small as a log's, in seconds."""
    result = [
        level.latency_s
        for m in measurements
        if m.pattern == SEQUENTIAL and m.write_share is not None and m.write_share > 1 - SAME_SHARE
        if m.block_bytes is None or m.block_bytes <= LARGEST_LOG_WRITE
        for level in m.levels
        if level.latency_s
    ]
    return min(result, default=None)


def _build_sweep(kind: IoKind, points: Sequence[IoPoint]) -> list[IoRate]:
    by_depth: dict[int, list[IoPoint]] = {}
    for point in points:
        if point.small_ios:
            by_depth.setdefault(point.small_ios, []).append(point)
    levels = [
        _pool_repetitions(depth, same, kind.write_share)
        for depth, same in sorted(by_depth.items())
    ]
    at_a_rate = [point for point in points if not point.small_ios]
    if at_a_rate:  # the tool held a rate instead of a depth: each is a level of its own
        levels += [_pool_repetitions(None, [point], kind.write_share) for point in at_a_rate]
        levels.sort(key=lambda level: level.iops)
    return levels


def _pool_repetitions(
    depth: int | None, points: Sequence[IoPoint], write_share: float | None
) -> IoRate:
    """Pool repetitions at one number of outstanding I/Os; Little's law fills in the latency."""
    iops = fmean(point.iops or 0.0 for point in points)
    latency = _mean_of_known(point.latency_s for point in points)
    if latency is None and depth:
        latency = depth / iops
    by_way = (
        _mean_of_known(point.read_latency_s for point in points),
        _mean_of_known(point.write_latency_s for point in points),
    )
    return IoRate(
        depth, iops, latency, *by_way, tuple(_pooled_percentile_ends(points, write_share))
    )


def _pooled_percentile_ends(
    points: Sequence[IoPoint], write_share: float | None
) -> Iterator[tuple[str, StatisticBounds]]:
    """Return the ends of each percentile over repetitions, of which none is averaged."""
    told = [p for p in points if p.percentiles_s or p.read_percentiles_s or p.write_percentiles_s]
    for name in STATISTICS if told else ():
        known = [e for p in told if (e := percentile_ends(p, name, write_share)) is not None]
        if known and name != MEAN:
            lows, highs = zip(*known, strict=True)
            yield name, (min(lows), max(highs))


def percentile_ends(
    point: IoPoint, name: str, write_share: float | None
) -> StatisticBounds | None:
    """Return the ends of a percentile of all I/Os at a point.

    Where a tool tells reads and writes apart it lies between theirs; of one direction alone it
    is that direction's.
    """
    own = statistic_bounds(point.percentiles_s, name)
    if own is not None or write_share is None:
        return own
    ways = (point.read_percentiles_s, 1.0 - write_share), (point.write_percentiles_s, write_share)
    return mixture_bounds([statistic_bounds(stated, name) for stated, share in ways if share > 0])


def _mean_of_known(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def _build_headline_point(kind: IoKind, points: Sequence[IoPoint]) -> list[IoRate]:
    """Return most I/Os a second as one point, where it was measured.

    A calibration measures its latency there; ORION's least latency is that of another point, so
    Little's law has to tell it. Of several calibrations the least rate and longest latency count.
    """
    rated = [(point.iops, point) for point in points if point.iops]
    if not rated:
        return []
    if kind.tool == _CALIBRATION:
        waits = [point.latency_s for point in points if point.latency_s]
        return [IoRate(None, min(iops for iops, _ in rated), max(waits, default=None))]
    _, best = max(rated, key=lambda each: each[0])
    return [_pool_repetitions(best.small_ios, [best], kind.write_share)]


def _build_measurement(
    kind: IoKind,
    points: Sequence[IoPoint],
    levels: Sequence[IoRate],
    *,
    is_calibration: bool = False,
) -> IoMeasurement:
    return IoMeasurement(
        tool=kind.tool,
        files=tuple(dict.fromkeys(point.file for point in points)),
        levels=tuple(levels),
        block_bytes=kind.block_bytes,
        write_share=kind.write_share,
        pattern=kind.pattern,
        is_calibration=is_calibration,
    )


@dataclass(frozen=True, slots=True)
class IoKind:
    """What tells one curve from another."""

    tool: str
    block_bytes: float | None
    write_share: float | None
    pattern: str

    def is_like(self, other: IoKind) -> bool:
        """Return whether both are of one curve."""
        one, two = self.write_share, other.write_share
        if one is None or two is None or 0.0 in {one, two}:
            return self == other
        return replace(self, write_share=two) == other and abs(one - two) <= SAME_MIX


def parse_io_kind(tool: str, setup: RunSetup | None) -> IoKind:
    """Return block size, share of writes and pattern of a run."""
    stated = {} if setup is None else dict(setup.attributes)
    words = (stated.get("pattern"), setup.run_type if setup else None, stated.get("condition"))
    text = " ".join(word for word in words if word).lower()
    share = _parse_write_share(stated, text)
    if share is None and tool in {_CALIBRATION, _ORION}:
        share = 0.0  # both read unless they are told to write
    return IoKind(tool, _parse_block_bytes(stated), share, _parse_pattern(stated, text, tool))


def _parse_block_bytes(told: Mapping[str, str]) -> float | None:
    names = ("block_bytes", "small_io_bytes", "mean_io_bytes")
    sizes = (_SIZE.fullmatch(told.get(name, "").strip()) for name in names)
    found = next((size for size in sizes if size), None)
    return float(found[1]) * _FACTORS[found[2].upper()] if found else None


def _parse_write_share(told: Mapping[str, str], text: str) -> float | None:
    writes = _parse_number(told.get("write_percent"))
    if writes is not None:
        return writes * PERCENT
    share, reads = _parse_number(told.get("write_share")), _parse_number(told.get("read_share"))
    if share is not None:
        return share
    if reads is not None:
        return 1.0 - reads
    if re.search(r"\bread\b|randread|seqrd|rndrd", text):
        return 0.0
    return 1.0 if re.search(r"\bwrite\b|randwrite|seqwr|rndwr", text) else None


def _parse_number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if math.isfinite(value) and value >= 0 else None


def _parse_pattern(told: Mapping[str, str], text: str, tool: str) -> str:
    random = _parse_number(told.get("random_share"))
    if random is not None:
        return _RANDOM if random > 1 - SAME_SHARE else SEQUENTIAL
    if "seq" in text or (tool == "fio" and told.get("pattern") in {"read", "write", "rw"}):
        return SEQUENTIAL
    return _RANDOM


@dataclass(frozen=True, slots=True)
class Work:
    """The small I/Os that are asked for."""

    write_share: float
    block_bytes: float | None = None
    log_share: float = 0.0
    """Share of the writes of the log: sequential ones, which may cost next to nothing."""


@dataclass(frozen=True, slots=True)
class Match:
    """How a measurement speaks for some work."""

    measurement: IoMeasurement
    upper: bool
    """The latency of the work is at most the measured one."""
    lower: bool
    """It is at least the measured one."""
    fewer_writes: float = 0.0
    """Share of writes that the measurement lacks, where its upper end is indicative only."""
    other_block: bool = False
    """The block size differs, within the factor that counts as the same."""
    harder: float = 1.0
    """At most so many times the work that was asked for is one I/O that was measured."""
    fewest: float = 1.0
    """One I/O of the work is no less than so many of the measured ones, whatever a write costs."""
    easier: float = 1.0
    """And the other way round: with fewer writes a device was measured with less work."""
    fewer_reads: float = 1.0
    """The work has so many times the reads of what was measured, within the tolerance."""
    larger: float = 1.0
    """The work's blocks are so many times larger: a path carries as many fewer of them."""
    has_same_writes: bool = True
    """The shares of writes count as the same."""

    @property
    def top_iops(self) -> float:
        """The highest rate that was measured."""
        return self.measurement.top_iops

    @property
    def is_indicative(self) -> bool:
        """Whether the upper end is no proof."""
        return self.fewer_writes > 0


def match_work(measurement: IoMeasurement, work: Work) -> Match | None:
    """Describe what a measurement says of some work; None where it states nothing.

    Where a tool does not state its block size it used the database's.
    """
    if not measurement.is_random or measurement.write_share is None:
        return None
    more = measurement.write_share - work.write_share
    own, asked = measurement.block_bytes, work.block_bytes
    size = 1.0 if own is None or asked is None else own / asked
    is_same_block = 1 / SAME_BLOCK <= size <= SAME_BLOCK
    is_same_share = abs(more) <= SAME_SHARE + 1e-9
    other_block = is_same_block and abs(size - 1.0) > 1e-6
    if is_same_share and is_same_block:
        writes = (1 + WRITE_COST * measurement.write_share) / (1 + WRITE_COST * work.write_share)
        return Match(
            measurement,
            upper=True,
            lower=True,
            other_block=other_block,
            harder=max(size, 1.0) * max(writes, 1.0),
            fewest=_fewest_measured_ios(measurement.write_share, work) / max(size, 1.0),
            easier=max(1.0 / writes, 1.0),
            fewer_reads=max(_measured_ios_per_read(measurement.write_share, work), 1.0),
            larger=max(1.0 / size, 1.0),
        )
    is_no_easier = (more > 0 or is_same_share) and (size > 1 or is_same_block)
    if is_no_easier:
        if measurement.write_share >= 1.0 > work.write_share:
            return None  # what a read takes was not measured
        return Match(
            measurement,
            upper=True,
            lower=False,
            other_block=other_block,
            easier=max(_measured_ios_per_read(measurement.write_share, work), 1.0),
            has_same_writes=is_same_share,
        )
    is_no_harder = (more < 0 or is_same_share) and (size < 1 or is_same_block)
    if not is_no_harder:
        return None
    lacks = -more if is_same_block and SAME_SHARE < -more <= INDICATIVE_SHARE + 1e-9 else 0.0
    return Match(
        measurement,
        upper=lacks > 0,
        lower=True,
        fewer_writes=lacks,
        other_block=other_block,
        fewest=_fewest_measured_ios(measurement.write_share, work),
        easier=1.0 + WRITE_COST * lacks,
        larger=max(1.0 / size, 1.0),
        has_same_writes=is_same_share,
    )


def _measured_ios_per_read(measured_share: float, work: Work) -> float:
    """Return how many measured I/Os hold the reads of one of the work; writes may cost nothing."""
    return (1.0 - work.write_share) / (1.0 - measured_share) if measured_share < 1.0 else 1.0


def _fewest_measured_ios(measured_share: float, work: Work) -> float:
    """Return how many I/Os as measured are no more than one of the work.

    A write costs c reads, from nothing (flash behind a cache) to 1 + WRITE_COST: what is measured
    and what is asked for are linear in c, so that both ends bound all between.
    """
    reads, random = 1.0 - work.write_share, max(work.write_share - work.log_share, 0.0)
    dear = (reads + (1.0 + WRITE_COST) * random) / (1.0 + WRITE_COST * measured_share)
    free = _measured_ios_per_read(measured_share, work) if measured_share < 1.0 else dear
    return max(min(free, dear), _LEAST_WORK)


@dataclass(frozen=True, slots=True)
class LatencyBand:
    """Between which ends the latency lies, by rate from 0 on; read off linearly between knots."""

    iops: Floats
    low_s: Floats
    high_s: Floats
    top_iops: float
    """Beyond the highest measured rate nothing is known."""
    harder: float = 1.0
    """From `Match`: an I/O of the work takes at least one such part of what was measured ..."""
    fewest: float = 1.0
    """... and so at a rate of the measured ones that is lower by this factor."""
    by_chance: bool = False
    """The upper end is that of I/Os that arrive by chance, and so rises without end towards the
    top (`_open_to_closed_latency_ratio`)."""
    floor_s: float = 0.0
    """No latency is below this one, whatever the rate."""

    @property
    def low_line(self) -> tuple[Floats, Floats]:
        """Rates of the work, and the least latency at each.

        A run that shows less rate than many would, shows longer latencies (Little's law).
        """
        run = 1.0 - TOOL_SPREAD
        low_s = np.maximum(self.low_s * (run / self.harder), self.floor_s)
        return self.iops / (self.fewest * run), low_s

    def low_at(self, iops: Floats) -> Floats:
        """Return lower ends."""
        return np.interp(iops, *self.low_line)

    def high_at(self, iops: Floats) -> Floats:
        """Return upper ends; infinite beyond the highest measured rate."""
        high = np.interp(iops, self.iops, self.high_s)
        return np.where(iops <= self.top_iops * (1 + 1e-12), high, np.inf)


_KNOTS = 40


def idle_read_s(matches: Iterable[Match]) -> float:
    """Return the least time of a read that waits for no other; 0 where nobody measured it.

    Reads alone, one at a time, never wait. Of that sweep the shortest latency counts.
    """
    least = (
        min(level.latency_s or 0.0 for level in m.measurement.levels)
        * (1.0 - TOOL_SPREAD)
        / m.harder
        for m in matches
        if m.measurement.write_share == 0.0 and m.measurement.levels[0].outstanding == 1
    )
    return max(least, default=0.0)


class IoDirection(Enum):
    """Of which I/Os a latency is."""

    ALL = "all"
    READ = "reads"
    WRITE = "writes"


@lru_cache(maxsize=128)
def latency_band(
    measurement: IoMeasurement,
    way: IoDirection = IoDirection.ALL,
    by: Match | None = None,
    statistic: str = MEAN,
) -> LatencyBand | None:
    """Bracket the latency by rate (MODEL P5.2); None where no latency was measured.

    Of a single point it is known that smaller rates take no longer, and nothing else. That is all
    that is used of percentiles (P5.9): these need not be convex.
    """
    known = [
        x
        for x in measurement.levels
        if _level_latency_ends(x, measurement, way, statistic) is not None
    ]
    if not known:
        return None
    top = max(range(len(known)), key=lambda i: known[i].iops)
    used = known[: top + 1]
    if statistic != MEAN:
        band = _percentile_band(measurement, used, statistic)
    else:
        band = _mean_band(measurement, used, way)
    return band if by is None else replace(band, harder=by.harder, fewest=by.fewest)


def _mean_band(
    measurement: IoMeasurement, used: Sequence[IoRate], way: IoDirection
) -> LatencyBand:
    iops = np.array([level.iops for level in used])
    ends = np.array([_level_latency_ends(level, measurement, way, MEAN) for level in used])
    # Both rise with the depth. Out of order the lower end takes the most that was reached before
    # and the least latency after, the upper end the other way round.
    rising, falling = np.maximum.accumulate, np.minimum.accumulate
    fast, least = rising(iops)[None], falling(ends[::-1, 0])[None, ::-1]
    slow, most = falling(iops[::-1])[None, ::-1], rising(ends[:, 1])[None]
    even = np.linspace(slow[0, 0], iops[-1], _KNOTS)
    at = np.unique(np.concatenate((even, slow[0], fast[0])))
    convex = is_convex(fast, least)
    low, _ = bracket_response_s(fast, least, at, convex=convex)
    _, high = bracket_response_s(slow, most, at, convex=is_convex(slow, most))
    ratio = None if way is IoDirection.ALL else _open_to_closed_latency_ratio(used, at)
    highest = high[0] if ratio is None else high[0] * ratio
    rate, first, second = _least_latency_below_first(used, fast[0], least[0], is_convex=convex)
    if used[0].outstanding == 1 and measurement.write_share == 0.0:  # a read that never waited
        first = second = float(least[0, 0])
    return LatencyBand(
        np.concatenate(((0.0, rate), at)),
        np.concatenate(((first, second), low[0])),
        np.concatenate(
            ((most[0, 0], np.interp(rate, (0.0, at[0]), (most[0, 0], highest[0]))), highest)
        ),
        top_iops=float(iops[-1]),
        by_chance=ratio is not None,
    )


def _percentile_band(
    measurement: IoMeasurement, levels: Sequence[IoRate], statistic: str
) -> LatencyBand:
    """Bracket a percentile, of which only is known that it rises (P5.9): in steps."""
    weights = np.ones(len(levels))
    rates = enforce_monotone(np.array([[level.iops for level in levels]]), weights)[0]
    even = np.linspace(rates[0], rates[-1], _KNOTS)
    before = np.maximum(rates * (1.0 - _JUST_BEFORE), rates[0])
    at = np.unique(np.concatenate((even, rates, before)))
    stated = zip(
        *(
            _level_latency_ends(x, measurement, IoDirection.ALL, statistic) or (0.0, np.inf)
            for x in levels
        ),
        strict=True,
    )
    waits = [_enforce_rising(np.array([waits_s]), weights) for waits_s in stated]
    (low, _), (_, high) = (
        bracket_response_s(rates[None], each, at, convex=False) for each in waits
    )
    alone = levels[0].outstanding == 1 and measurement.write_share == 0.0  # a read never waited
    first = low[0, 0] if alone else 0.0
    return LatencyBand(
        np.concatenate(((0.0, rates[0] * _JUST_BELOW), at)),
        np.concatenate(((first, first), low[0])),
        np.concatenate(((high[0, 0], high[0, 0]), high[0])),
        top_iops=float(rates[-1]),
    )


def _least_latency_below_first(
    levels: Sequence[IoRate], rates: Floats, waits: Floats, *, is_convex: bool
) -> tuple[float, float, float]:
    """Return a rate below the first level, and the least latency at none and at that rate.

    A convex curve lies above its first chord. Nothing is known where the tool kept no number of
    I/Os outstanding, or where there is one level.
    """
    below = float(rates[0]) * _JUST_BELOW
    is_swept = len(levels) > 1 and levels[0].outstanding is not None
    if not is_swept or not is_convex or rates[1] <= rates[0]:
        return below, 0.0, 0.0
    slope = float((waits[1] - waits[0]) / (rates[1] - rates[0]))
    first = float(waits[0] - slope * rates[0])
    if first >= 0:
        return below, first, float(waits[0])
    return min(float(rates[0] - waits[0] / slope), below), 0.0, 0.0


def _enforce_rising(waits: Floats, weights: Floats) -> Floats:
    """Repair latencies that fall; those that nothing bounds from above stay endless."""
    known = np.isfinite(waits[0])
    if known.all():
        return enforce_monotone(waits, weights)
    result = np.full(waits.shape, np.inf)
    first = int(np.argmin(known))
    if first:
        result[:, :first] = enforce_monotone(waits[:, :first], weights[:first])
    return result


_MOST_DEPTH = 2048


def _open_to_closed_latency_ratio(levels: Sequence[IoRate], at: Floats) -> Floats | None:
    """Return how many times longer I/Os take that arrive by chance than those of a fixed depth.

    None where no sweep of depths tells it.

    The storage serves X(n) I/Os a second while n are outstanding, which the sweep measured. Under
    transactions n varies, with probabilities in proportion to rate^n / (X(1) ... X(n)), the
    flow-equivalent server of Chandy, Herzog and Woo (1975); by Little's law the time is mean n /
    rate. A tool that keeps n fixed meets no moment of more.
    """
    swept = [level for level in levels if level.outstanding and level.latency_s]
    if len(swept) < 2 or swept[-1].outstanding is None or swept[-1].outstanding > _MOST_DEPTH:
        return None
    depths = np.array([0.0, *(level.outstanding or 0 for level in swept)])
    speeds = np.maximum.accumulate([0.0, *(level.iops for level in swept)])
    waits = np.maximum.accumulate([level.latency_s or 0.0 for level in swept])
    n = np.arange(1, int(depths[-1]) + 1)
    served = np.interp(n, depths, speeds)
    rate = np.minimum(at, _MOST_LOAD * speeds[-1])[:, None]
    weight = np.cumsum(np.log(rate / served), axis=1)
    share = np.exp(weight - np.maximum(weight.max(axis=1, keepdims=True), 0.0))
    none = np.exp(-np.maximum(weight.max(axis=1), 0.0))
    beyond = rate[:, 0] / speeds[-1]  # deeper than was measured: a geometric series
    tail = share[:, -1] * beyond / (1.0 - beyond)
    mean = (share * n).sum(axis=1) + tail * (n[-1] + 1.0 / (1.0 - beyond))
    varied = mean / (none + share.sum(axis=1) + tail) / rate[:, 0]
    fixed = np.interp(rate[:, 0], speeds[1:], waits)
    return np.asarray(np.maximum(varied / fixed, 1.0))


def _level_latency_ends(
    level: IoRate, measurement: IoMeasurement, way: IoDirection, statistic: str
) -> StatisticBounds | None:
    """Return between which latencies a level lies; None where nothing is known of it.

    Where reads were not told apart from writes, a write takes between nothing and what it costs
    at most.
    """
    if statistic != MEAN:
        return level.ends_of(statistic)
    every = level.latency_s
    if way is IoDirection.WRITE or every is None:
        own = level.write_s if way is IoDirection.WRITE else None
        return None if own is None else (own, own)
    share = measurement.write_share or 0.0
    if way is IoDirection.ALL or share == 0.0:
        return every, every
    if level.read_s is not None:
        return level.read_s, level.read_s
    return every / (1.0 + WRITE_COST * share), every / max(1.0 - share, _LEAST_READS)
