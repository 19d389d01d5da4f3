"""Percentiles over all transactions, where full statistics give histograms that can be pooled.

Percentiles of single kinds of transaction must never be averaged; counts may be added up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.evidence import Load, Measurement, Metric, Origin
from arraywise.domain.units import Unit
from arraywise.importers.swingbench.figures import number
from arraywise.importers.swingbench.measures import seconds, users_of

if TYPE_CHECKING:
    from arraywise.importers.swingbench.measures import Figures, TransactionFigures
    from arraywise.importers.swingbench.record import Record

POOLED = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99}
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
