"""Turns what a job or a whole run did into measurements, sums marked as computed."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Load, Measurement, Metric, Origin
from arraywise.domain.units import KIB, Unit
from arraywise.importers.fio.content import Direction, FioValue, agrees

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.importers.fio.content import Flow, LatencyFigures, LatencySpread

SYNC = "sync"
_FEW_UNITS = 1000
"""Below it a whole number is off by more than a thousandth."""
_SAME = 1e-6
_ROUNDED = 0.02
"""Of a rate: samples and mean are rounded, and taken over slightly different times."""
_DERIVED_PERCENTILES = (50.0, 90.0, 95.0, 99.0, 99.9, 99.99)


def of_flow(flow: Flow, group: str | None, load: Load) -> Iterator[Measurement]:
    """Return all figures of one direction of one job.

    The latency is that from submission to completion where fio measured it. Percentiles, which
    fio takes of the completion alone unless it is told otherwise, go by the same name.
    """
    yield from _mean(Metric.IOPS, iops_of(flow), flow.iops, group, load)
    yield from _around_rate(Metric.IOPS, iops_of(flow), flow.iops_samples, group, load)
    yield from _mean(Metric.THROUGHPUT, rate_of(flow), flow.rate, group, load)
    yield from _around_rate(Metric.THROUGHPUT, rate_of(flow), flow.rate_samples, group, load)
    times = flow.total or flow.completion
    if times:
        yield from summarise_times(times, percentiles_of(flow), group, load)
    label = f"{group} " if group else ""
    if flow.total and flow.completion:
        yield from _plain_mean(flow.completion, f"{label}clat", load)
    if flow.submission:
        yield from _plain_mean(flow.submission, f"{label}slat", load)


def summarise_times(
    times: LatencyFigures,
    percentiles: Sequence[tuple[str, FioValue]],
    group: str | None,
    load: Load,
) -> Iterator[Measurement]:
    """Give mean, extremes, deviation and percentiles of a latency."""
    yield from _plain_mean(times, group, load)
    yield from _around(Metric.LATENCY, times.spread, group, load)
    for statistic, figure in percentiles:
        yield _measurement(Metric.LATENCY, statistic, figure, group, load)


def percentiles_of(flow: Flow) -> Sequence[tuple[str, FioValue]]:
    """Return the percentiles of the whole latency, or else those of the completion."""
    of_all = flow.total.percentiles if flow.total else ()
    return of_all or (flow.completion.percentiles if flow.completion else ())


def iops_of(flow: Flow) -> FioValue | None:
    """Return the I/Os per second as printed, or by count and time where these disagree."""
    return _rate(flow, flow.iops, flow.ios, 1.0)


def rate_of(flow: Flow) -> FioValue | None:
    """Return the bytes per second as printed, or by amount and time where these disagree."""
    return _rate(flow, flow.rate, flow.data, KIB)


def _rate(
    flow: Flow, printed: FioValue | None, counted: FioValue | None, quantum: float
) -> FioValue | None:
    if not counted or not flow.runtime_s:
        return printed
    exact = counted._replace(value=counted.value / flow.runtime_s)
    if printed is None or flow.is_rounded:
        return exact
    if not agrees(printed, counted, flow.runtime_s, quantum):
        return exact
    return exact if _is_cut(printed, exact, quantum) else printed


def _is_cut(printed: FioValue, exact: FioValue, quantum: float) -> bool:
    """Return whether a rate lost its decimals, as up to fio 2.1, and is so low that they count."""
    units = printed.value / quantum
    lost = abs(exact.value / quantum - units)
    return units.is_integer() and units < _FEW_UNITS and _SAME <= lost <= 1


def total(flows: Sequence[Flow], group: str | None, load: Load) -> Iterator[Measurement]:
    """Return the rates and the mean latency of several directions or jobs that ran at once.

    Rates are sums of counts over the longest runtime; latencies are weighted by the I/Os.
    Percentiles cannot be added: only full distributions (json+) can.
    """
    if len(flows) == 1:
        yield from _of_one(flows[0], group, load)
        return
    for metric, figures in (
        (Metric.IOPS, [iops_of(flow) for flow in flows]),
        (Metric.THROUGHPUT, [rate_of(flow) for flow in flows]),
    ):
        known = [figure for figure in figures if figure]
        if len(known) == len(flows):
            summed = known[0]._replace(value=_sum(known, flows))
            yield _measurement(metric, "mean", summed, group, load, Origin.DERIVED)
    yield from _mean_latency(flows, group, load)
    yield from _merged_percentiles(flows, group, load)


def _of_one(flow: Flow, group: str | None, load: Load) -> Iterator[Measurement]:
    yield from _mean(Metric.IOPS, iops_of(flow), flow.iops, group, load)
    yield from _mean(Metric.THROUGHPUT, rate_of(flow), flow.rate, group, load)
    times = flow.total or flow.completion
    if times:
        yield from _plain_mean(times, group, load)


def _sum(rates: Sequence[FioValue], flows: Sequence[Flow]) -> float:
    longest = max((flow.runtime_s or 0.0 for flow in flows), default=0.0)
    return sum(
        rate.value * (flow.runtime_s or longest) / longest if longest else rate.value
        for rate, flow in zip(rates, flows, strict=True)
    )


def _mean_latency(flows: Sequence[Flow], group: str | None, load: Load) -> Iterator[Measurement]:
    times = [flow.total or flow.completion for flow in flows]
    means = [t.spread.mean for t in times if t and t.spread.mean]
    weights = [_weight(flow) for flow in flows]
    if len(means) == len(flows) and all(weights):
        value = sum(m.value * w for m, w in zip(means, weights, strict=True)) / sum(weights)
        figure = means[0]._replace(value=value)
        yield _measurement(Metric.LATENCY, "mean", figure, group, load, Origin.DERIVED)


def _weight(flow: Flow) -> float:
    """Return how many I/Os a direction did, by its rate where they were not counted."""
    if flow.ios:
        return flow.ios.value
    return flow.iops.value * (flow.runtime_s or 1.0) if flow.iops else 0.0


def _merged_percentiles(
    flows: Sequence[Flow], group: str | None, load: Load
) -> Iterator[Measurement]:
    times = [flow.completion for flow in flows]
    if not all(t and t.bins for t in times):
        return
    merged: dict[float, int] = {}
    for latency, count in (pair for t in times if t for pair in t.bins):
        merged[latency] = merged.get(latency, 0) + count
    place = next(t.spread.mean for t in times if t)
    for percent in _DERIVED_PERCENTILES:
        value = percentile_of_bins(merged, percent)
        if place and value:
            figure = place._replace(value=value)
            name = f"p{percent:g}"
            yield _measurement(Metric.LATENCY, name, figure, group, load, Origin.DERIVED)


def percentile_of_bins(bins: dict[float, int], percent: float) -> float:
    """Return the first bin up to which at least that share of the I/Os is reached, as fio does."""
    ordered = sorted(bins.items())
    wanted = percent / 100 * sum(bins.values())
    done = accumulate(count for _, count in ordered)
    return next(
        (
            latency
            for (latency, _), reached in zip(ordered, done, strict=True)
            if reached >= wanted
        ),
        0.0,
    )


def all_of(flows: Sequence[Flow]) -> list[Flow]:
    """Return the flows that make a job's whole: the mixed one, or else reads and writes."""
    mixed = [flow for flow in flows if flow.direction is Direction.MIXED]
    return mixed or [flow for flow in flows if flow.direction is not Direction.TRIM]


def _mean(
    metric: Metric,
    figure: FioValue | None,
    printed: FioValue | None,
    group: str | None,
    load: Load,
) -> Iterator[Measurement]:
    if figure:
        origin = Origin.REPORTED if figure == printed else Origin.DERIVED
        yield _measurement(metric, "mean", figure, group, load, origin)


def _plain_mean(times: LatencyFigures, group: str | None, load: Load) -> Iterator[Measurement]:
    if times.spread.mean:
        yield _measurement(Metric.LATENCY, "mean", times.spread.mean, group, load)


def _around_rate(
    metric: Metric,
    rate: FioValue | None,
    samples: LatencySpread | None,
    group: str | None,
    load: Load,
) -> Iterator[Measurement]:
    """Give extremes and deviation of a rate's samples, where they are those of the whole group.

    Of threads that are added up fio keeps the samples of each: their greatest lies below the
    group's mean.
    """
    if samples is None or rate is None:
        return
    least, most = samples.least, samples.most
    below = most is not None and most.value < (1 - _ROUNDED) * rate.value
    above = least is not None and least.value > (1 + _ROUNDED) * rate.value
    if not (below or above):
        yield from _around(metric, samples, group, load)


def _around(
    metric: Metric, spread: LatencySpread | None, group: str | None, load: Load
) -> Iterator[Measurement]:
    if spread is None:
        return
    for statistic, figure in (
        ("min", spread.least), ("max", spread.most), ("stddev", spread.deviation)
    ):  # fmt: skip
        if figure:
            yield _measurement(metric, statistic, figure, group, load)


def _measurement(
    metric: Metric,
    statistic: str,
    figure: FioValue,
    group: str | None,
    load: Load,
    origin: Origin = Origin.REPORTED,
) -> Measurement:
    unit = {
        Metric.IOPS: Unit.PER_SECOND,
        Metric.THROUGHPUT: Unit.BYTE_PER_SECOND,
    }.get(metric, Unit.SECOND)
    return Measurement(
        metric, statistic, figure.value, unit, load, group, figure.line, figure.column, origin
    )
