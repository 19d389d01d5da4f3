"""Percentiles over all transactions: pooled from histograms, else bounded by deciles.

Percentiles of single kinds of transaction must never be averaged; counts may be added up.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from arraywise.domain.evidence import HIGH_END, LOW_END, Load, Measurement, Metric, Origin
from arraywise.domain.units import Unit
from arraywise.importers.swingbench.figures import number
from arraywise.importers.swingbench.measures import seconds, users_of

if TYPE_CHECKING:
    from arraywise.importers.swingbench.measures import Figures, TransactionFigures
    from arraywise.importers.swingbench.record import Record

POOLED = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99}
_DECILES = tuple(f"p{share}" for share in range(10, 100, 10))
_TINY = 1e-9
_ELEMENT = "ResultsHistogram"
_FEWEST, _MOST = 10, 1_000
Histogram = tuple[float, float, list[float]]
"""Lowest time, width of a bucket (both ms) and the counts."""


def pooled_percentiles(record: Record, figures: Figures) -> list[Measurement]:
    """Derive the run's percentiles, exact to a bucket; nothing unless every kind has counts.

    The histogram has buckets of equal width from the minimum to the maximum, and its counts add
    up to those of the transaction.
    """
    histograms: list[Histogram] = []
    for transaction, numbers in zip(record.transactions, figures.transactions, strict=True):
        if numbers.completed and not numbers.completed.value:
            continue
        entry = transaction.fields.get(_ELEMENT)
        histogram = _histogram(entry.text, numbers) if entry else None
        if histogram is None:
            return []
        histograms.append(histogram)
    done = figures.completed
    if not histograms or not done or sum(sum(h[2]) for h in histograms) != done.value:
        return []
    load = Load(users=users_of(figures))
    line = record.transactions[0].fields[_ELEMENT].line if record.transactions else None
    return [
        Measurement(
            Metric.RESPONSE_TIME,
            statistic,
            seconds(_quantile(histograms, share)),
            Unit.SECOND,
            load,
            line=line,
            origin=Origin.DERIVED,
        )
        for statistic, share in POOLED.items()
    ]


def bounded_percentiles(record: Record, figures: Figures) -> list[Measurement]:
    """Derive between which times the run's percentiles lie, from each kind's deciles and counts.

    At any time the share of a kind's transactions that were quicker lies between two tenths, so
    the share of all lies between their weighted sums; a quantile of the whole lies where these
    reach it. Beyond the last decile only the lower end is known. Nothing unless every kind that
    completed transactions has its count and all nine deciles.
    """
    kinds: list[tuple[float, list[float]]] = []
    for numbers in figures.transactions:
        count = numbers.completed.value if numbers.completed else None
        if count == 0:
            continue
        deciles = [numbers.times_ms[name].value for name in _DECILES if name in numbers.times_ms]
        if count is None or len(deciles) < len(_DECILES):
            return []
        kinds.append((count, deciles))
    done = figures.completed
    if not kinds or not done or sum(count for count, _ in kinds) != done.value:
        return []
    line = record.transactions[0].fields["TransactionCount"].line if record.transactions else None
    load = Load(users=users_of(figures))
    return [
        Measurement(
            Metric.RESPONSE_TIME,
            statistic + end,
            seconds(value),
            Unit.SECOND,
            load,
            line=line,
            origin=Origin.DERIVED,
        )
        for statistic, share in POOLED.items()
        for end, value in _bounds(kinds, share)
    ]


def _bounds(kinds: list[tuple[float, list[float]]], share: float) -> list[tuple[str, float]]:
    """Return the lower end, and the upper one where it is known, in ms."""
    whole = sum(count for count, _ in kinds)
    times = sorted({time for _, deciles in kinds for time in deciles})
    most = ((t, _quicker(kinds, t, at_most=True) / whole) for t in (0.0, *times))
    least = ((t, _quicker(kinds, t, at_most=False) / whole) for t in times)
    low = next(time for time, reached in most if reached >= share - _TINY)
    high = next((time for time, reached in least if reached >= share - _TINY), None)
    found = [(LOW_END, low)]
    return found if high is None else [*found, (HIGH_END, high)]


def _quicker(kinds: list[tuple[float, list[float]]], time: float, *, at_most: bool) -> float:
    """Return how many transactions took no longer than a time, at least or at most."""
    tenths = ((count, min(10, bisect_right(deciles, time) + at_most)) for count, deciles in kinds)
    return sum(count * passed / 10 for count, passed in tenths)


def _histogram(text: str, numbers: TransactionFigures) -> Histogram | None:
    low, high = numbers.times_ms.get("min"), numbers.times_ms.get("max")
    if not _FEWEST <= text.count(",") <= _MOST:
        return None
    counts = [number(cell) for cell in text.strip(", \n").split(",")]
    known = [count for count in counts if count is not None]
    if not (low and high and numbers.completed) or len(known) < len(counts):
        return None
    if sum(known) != numbers.completed.value:
        return None
    width = (high.value - low.value) / len(known)
    return (low.value, width, known) if width > 0 else None


def _quantile(histograms: list[Histogram], share: float) -> float:
    """Find the time below which this share of all transactions was, by bisection."""
    target = share * sum(sum(counts) for _, _, counts in histograms)
    low = min(start for start, _, _ in histograms)
    high = max(start + width * len(counts) for start, width, counts in histograms)
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        below = sum(_below(histogram, middle) for histogram in histograms)
        low, high = (low, middle) if below >= target else (middle, high)
    return (low + high) / 2


def _below(histogram: Histogram, time: float) -> float:
    """Count the transactions quicker than a time, spread evenly within a bucket."""
    start, width, counts = histogram
    place = (time - start) / width
    if place <= 0:
        return 0.0
    bucket = min(int(place), len(counts))
    part = counts[bucket] * (place - bucket) if bucket < len(counts) else 0.0
    return sum(counts[:bucket]) + part
