"""ORION's latency histograms: counts per bucket, and the percentiles that they support."""

from __future__ import annotations

from array import array
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Load, Measurement, Metric, Origin, Series
from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say
from arraywise.domain.units import MICROSECOND, Unit
from arraywise.importers.orion.content import Bucket, Histogram
from arraywise.importers.orion.wording import HISTOGRAM_COLUMN, HISTOGRAM_ROW, HISTOGRAM_TITLE
from arraywise.importers.text import lines_between

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from arraywise.importers.text import Places

OPEN_END_US = 2**28
"""Upper end that ORION prints for its last bucket; it means no upper end."""
PERCENTILES = (50, 90, 95, 99)
_ROUNDING = 0.011
"""The cumulative percentages are printed with two decimals."""


def read_histograms(text: str, start: int, stop: int, places: Places) -> Iterator[Histogram]:
    """Give every histogram between two offsets of a text."""
    for title in HISTOGRAM_TITLE.finditer(text, start, stop):
        operations = tuple(
            word.strip().rstrip("s").lower() for word in title.group("ops").split("/")
        )
        load = Load(small_ios=int(title.group("small")), large_ios=int(title.group("large")))
        after = lines_between(text, title.end(), stop, places)
        buckets = tuple(_buckets(after, len(operations)))
        yield Histogram(
            title.group("size").lower(), operations, load, buckets, places.line(title.start())
        )


def _buckets(lines: Iterable[tuple[int, str]], width: int) -> Iterator[Bucket]:
    """Read lines until, after the first bucket, one is no bucket; blank ones say nothing."""
    begun = False
    for number, line in lines:
        bucket = _bucket(line, width, number)
        if bucket:
            begun = True
            yield bucket
        elif (begun and line.strip()) or HISTOGRAM_TITLE.search(line):
            return


def _bucket(line: str, width: int, number: int) -> Bucket | None:
    row = HISTOGRAM_ROW.match(line)
    pairs = HISTOGRAM_COLUMN.findall(row.group("columns")) if row else []
    if not row or len(pairs) != width:
        return None
    counts, shares = zip(*pairs, strict=True)
    return Bucket(
        int(row.group("low")), int(row.group("high")),
        tuple(map(int, counts)), tuple(map(float, shares)), number,
    )  # fmt: skip


def series_of(histogram: Histogram) -> Iterator[Series]:
    """Give the lower bounds of the buckets and, an operation each, the counts in them."""
    if not histogram.buckets:
        return
    where = f"{histogram.load.small_ios}/{histogram.load.large_ios}"
    bounds = array("d", (bucket.low_us * MICROSECOND for bucket in histogram.buckets))
    name = f"latency_bucket_from {histogram.size} @{where}"
    yield Series(name, Unit.SECOND, bounds, line=histogram.line)
    for position, operation in enumerate(histogram.operations):
        counts = array("d", (bucket.counts[position] for bucket in histogram.buckets))
        if any(counts):
            name = f"latency_bucket_count {histogram.size}_{operation} @{where}"
            yield Series(name, Unit.ONE, counts, line=histogram.line)


def percentiles_of(histogram: Histogram) -> tuple[list[Measurement], list[Problem]]:
    """Interpolate percentiles within their buckets; none where lines are missing."""
    measurements: list[Measurement] = []
    problems: list[Problem] = []
    for position, operation in enumerate(histogram.operations):
        counts = [bucket.counts[position] for bucket in histogram.buckets]
        if not any(counts):
            continue
        if not _adds_up(histogram.buckets, position):
            problems.append(_does_not_add_up(histogram, operation))
            continue
        measurements += _percentiles(histogram, counts, f"{histogram.size}_{operation}")
    if measurements:
        problems.append(_within_bucket(histogram))
    return measurements, problems


def _adds_up(buckets: Sequence[Bucket], position: int) -> bool:
    """Check the printed cumulative percentages against the counts: lost lines show here."""
    total = sum(bucket.counts[position] for bucket in buckets)
    sums = accumulate(bucket.counts[position] for bucket in buckets)
    agree = all(
        abs(100 * done / total - bucket.shares[position]) <= _ROUNDING
        for bucket, done in zip(buckets, sums, strict=True)
    )
    follow = all(a.high_us == b.low_us for a, b in pairwise(buckets))
    return agree and follow and buckets[0].low_us == 0


def _percentiles(histogram: Histogram, counts: list[int], group: str) -> Iterator[Measurement]:
    total = sum(counts)
    for percent in PERCENTILES:
        wanted = total * percent / 100
        bucket, within = _bucket_of(histogram.buckets, counts, wanted)
        if bucket.high_us >= OPEN_END_US:
            continue
        value = (bucket.low_us + within * (bucket.high_us - bucket.low_us)) * MICROSECOND
        yield Measurement(
            Metric.LATENCY, f"p{percent}", value, Unit.SECOND, histogram.load, group,
            bucket.line, origin=Origin.DERIVED,
        )  # fmt: skip


def _bucket_of(
    buckets: Sequence[Bucket], counts: Sequence[int], wanted: float
) -> tuple[Bucket, float]:
    """Find the bucket that holds the wanted I/O in order of latency, and how far into it."""
    done = 0
    for bucket, count in zip(buckets, counts, strict=True):
        if count and done + count >= wanted:
            return bucket, (wanted - done) / count
        done += count
    return buckets[-1], 1.0


def _within_bucket(histogram: Histogram) -> Problem:
    said = say(
        "Percentiles at Small={small} and Large={large} are interpolated within the histogram's "
        "buckets: each is known to its bucket only.",
        small=histogram.load.small_ios or 0,
        large=histogram.load.large_ios or 0,
    )
    return Problem(Severity.INFO, said, histogram.line)


def _does_not_add_up(histogram: Histogram, operation: str) -> Problem:
    said = say(
        "The histogram of {size} {operation} latencies at Small={small} and Large={large} does "
        "not add up to its own percentages: lines are missing or damaged. No percentiles are "
        "taken from it.",
        size=histogram.size,
        operation=operation,
        small=histogram.load.small_ios or 0,
        large=histogram.load.large_ios or 0,
    )
    return Problem(Severity.WARNING, said, histogram.line)
