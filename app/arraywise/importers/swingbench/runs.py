"""Results documents to runs: SI measurements, checks.

The XML file, the database's JSON, charbench's `-mr` report and the comparison tables state the
same things; all are brought to the XML's element names and read in one place.

Percentiles of single kinds of transaction must never be averaged; counts may be added up.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import partial
from itertools import accumulate, islice
from operator import sub
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.evidence import HIGH_END, LOW_END, Load, Measurement, Metric, Origin, Run
from arraywise.domain.messages import Problem, Severity, message
from arraywise.domain.requirement import ESTIMABLE, ESTIMATED_P90
from arraywise.domain.units import SECONDS_PER_MINUTE, Unit
from arraywise.importers.kit.readings import (
    PrintedNumber,
    ProblemCollector,
    as_short_line,
    error_problem,
    parse_number,
    printed_sum_tolerance,
    warning_problem,
)
from arraywise.importers.swingbench.values import (
    PerSecondReadings,
    determine_start,
    has_gaps,
    is_number,
    longest_outage,
    parse_duration_s,
    parse_readings,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from arraywise.domain.evidence import Series


_DECILES = tuple(f"p{share}" for share in range(10, 100, 10))
_GREATEST = {"min": "max", **dict.fromkeys(_DECILES, "p90")}


class DocumentText(NamedTuple):
    """A text of the document and its position."""

    text: str
    line: int
    column: int | None = None
    """Character in the line, from 1, where lines alone say little."""


MOST_RECORDS = 1_000
"""A file with more documents than this is no file of results."""
Fields = dict[str, DocumentText]
"""Texts by element name, without namespace."""


@dataclass(slots=True)
class Transaction:
    """One kind of transaction with its counts and times."""

    name: str
    fields: Fields


@dataclass(slots=True)
class ResultsDocument(ProblemCollector):
    """One run as a results document states it."""

    fields: Fields = field(default_factory=dict)
    """Of the overview, the configuration and the statement counts, which share no names."""
    transactions: list[Transaction] = field(default_factory=list)
    readings_text: DocumentText | None = None
    """Pairs of stamp and transactions, as printed."""
    wait_events: list[tuple[str, str]] = field(default_factory=list)
    """Wait events of the database with their share of the time, in percent."""
    states_unit: bool = True
    """Whether this form of document names the unit of its times; the others are in ms."""
    are_readings_cut: bool = False
    """True when the list of readings ends where the document broke off."""
    is_complete: bool = True
    """False when the document ends early or breaks off."""

    def field_text(self, name: str) -> str | None:
        """Return the text of a field, None where it is absent or empty."""
        entry = self.fields.get(name)
        return entry.text.strip() or None if entry else None

    def field_line(self, name: str) -> int | None:
        """Return the line of a field."""
        entry = self.fields.get(name)
        return entry.line if entry else None

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all was found."""
        return not (self.fields or self.transactions or self.readings_text)


_ORDINALS = {
    10: ("Tenth",),
    20: ("Twentieth",),
    30: ("Thirtieth",),
    40: ("Fortieth",),
    50: ("Fiftyth", "Fiftieth"),
    60: ("Sixtieth",),
    70: ("Seventieth",),
    80: ("Eightieth",),
    90: ("Ninetieth",),
    91: ("NinetyFirst",),
    92: ("NinetySecond",),
    93: ("NinetyThird",),
    94: ("NinetyFourth",),
    95: ("NinetyFifth",),
    96: ("NinetySixth",),
    97: ("NinetySeventh",),
    98: ("NinetyEigth", "NinetyEighth"),
    99: ("NinetyNinth",),
}
_STATISTICS = {
    "AverageResponse": "mean",
    "MinimumResponse": "min",
    "MaximumResponse": "max",
    "GeometricMean": "geometric_mean",
    "MedianResponse": "p50",
} | {
    f"{ordinal}{word}": f"p{share}"
    for share, ordinals in _ORDINALS.items()
    for ordinal in ordinals
    for word in ("Percentile", "Precentile")
}
"""Statistic by element name; percentiles in the tool's spelling and in the right one."""
KNOWN_ELEMENTS = frozenset(
    {*_STATISTICS, "TransactionCount", "FailedTransactionCount", "RollbackCount"}
)
"""What is read of a kind of transaction by name."""
PERCENTILES = tuple(f"p{share}" for share in _ORDINALS)
SHORT_RUN_S = 60
"""The highest rate is that of a minute; a shorter run has none."""
_RATE, _TIME = Metric.TRANSACTION_RATE, Metric.RESPONSE_TIME
_PER_SECOND = Unit.PER_SECOND
_DERIVED = Origin.DERIVED
_ORDER = ("mean", "min", "max", "geometric_mean", *PERCENTILES)
_NOTHING = {"", "NaN", "-", "null"}
_MOST_NOTES = 3
_FEWEST_SHARE, _MOST_SHARE = 0.999, 1.02
"""Of the stated total, that the kinds of transaction may add up to."""


@dataclass(frozen=True, slots=True)
class TransactionFigures:
    """One kind of transaction in numbers."""

    name: str
    completed: PrintedNumber | None
    failed: PrintedNumber | None
    times_ms: dict[str, PrintedNumber]
    """By statistic."""


@dataclass(frozen=True, slots=True)
class RunFigures:
    """A results document in numbers, still in the tool's own units."""

    users: PrintedNumber | None
    duration_s: float | None
    completed: PrintedNumber | None
    failed: PrintedNumber | None
    rate: PrintedNumber | None
    """Transactions per second over the whole run."""
    top_per_minute: PrintedNumber | None
    """Most transactions within 60 seconds."""
    transactions: tuple[TransactionFigures, ...]


def parse_figures(document: ResultsDocument) -> RunFigures:
    """Parse the numbers of a document; a text that is none becomes a problem of the document."""
    unparsed: list[DocumentText] = []
    value = partial(_parse_field, document.fields, unparsed)
    lasted = parse_duration_s(document.field_text("TotalRunTime") or "")
    if lasted is None and document.field_text("TotalRunTime"):
        unparsed.append(document.fields["TotalRunTime"])
    figures = RunFigures(
        value("NumberOfUsers"),
        lasted,
        value("TotalCompletedTransactions"),
        value("TotalFailedTransactions"),
        value("AverageTransactionsPerSecond"),
        value("MaximumTransactionRate"),
        tuple(_parse_transaction(t.name, t.fields, unparsed) for t in document.transactions),
    )
    for entry in unparsed[:_MOST_NOTES]:
        reason = "{text} is not plausible; left out."
        document.warn(reason, entry.line, text=as_short_line(entry.text, 30))
    if len(unparsed) > _MOST_NOTES:
        more = str(len(unparsed) - _MOST_NOTES)
        template = "{more} more values are not numbers; left out."
        document.warn(template, unparsed[_MOST_NOTES].line, more=more)
    return figures


def build_measurements(figures: RunFigures) -> list[Measurement]:
    """Build the measurements of the whole run, then those of every kind of transaction."""
    load = Load(users=user_count(figures))
    result = _run_measurements(figures, load)
    for transaction in figures.transactions:
        name = transaction.name
        result += [
            Measurement(
                _TIME,
                statistic,
                milliseconds_to_seconds(ms),
                Unit.SECOND,
                load,
                name,
                line,
                column,
            )
            for statistic, (ms, line, column) in transaction.times_ms.items()
        ]
        result += _count_measurements(transaction.completed, transaction.failed, load, name)
    return result


def user_count(figures: RunFigures) -> int | None:
    """Return the number of users that the run was to have."""
    return int(figures.users.value) or None if figures.users else None


def milliseconds_to_seconds(milliseconds: float) -> float:
    """Convert milliseconds by division, which keeps `428` ms at `0.428` s."""
    return milliseconds / 1000


def _run_measurements(figures: RunFigures, load: Load) -> list[Measurement]:
    result = []
    rate, top, lasted = figures.rate, figures.top_per_minute, figures.duration_s
    if rate and rate.value:
        value, line, column = rate
        result.append(Measurement(_RATE, "mean", value, _PER_SECOND, load, None, line, column))
    if top and top.value and lasted and lasted >= SHORT_RUN_S:
        value, line, column = top
        value /= SECONDS_PER_MINUTE
        result.append(
            Measurement(_RATE, "max", value, _PER_SECOND, load, None, line, column, _DERIVED)
        )
    return (
        result
        + _count_measurements(figures.completed, figures.failed, load, None)
        + _derive_overall_times(figures, load)
    )


def _count_measurements(
    completed: PrintedNumber | None, failed: PrintedNumber | None, load: Load, group: str | None
) -> list[Measurement]:
    counts = ((Metric.TRANSACTIONS_COMPLETED, completed), (Metric.TRANSACTIONS_FAILED, failed))
    return [
        Measurement(metric, "total", count.value, Unit.ONE, load, group, count.line, count.column)
        for metric, count in counts
        if count
    ]


def _derive_overall_times(figures: RunFigures, load: Load) -> list[Measurement]:
    """Derive the response time over all transactions: the mean by count, and the extremes.

    Left out when a kind of transaction is missing, that is when the counts add up to less than
    the run's own (they may be a little more: sessions finish what they began when a run is
    stopped). Percentiles cannot be had by averaging and are not derived here.
    """
    ran = [t for t in figures.transactions if t.completed and t.completed.value]
    total = sum(t.completed.value for t in ran if t.completed)
    stated = figures.completed.value if figures.completed else 0.0
    if not stated or not _FEWEST_SHARE <= total / stated <= _MOST_SHARE:
        return []
    derived = []
    means = [(t.times_ms["mean"], t.completed) for t in ran if "mean" in t.times_ms]
    if len(means) == len(ran):
        mean = sum(ms.value * done.value for ms, done in means if done) / total
        derived.append(("mean", means[0][0]._replace(value=mean)))
    for statistic, extreme in (("min", min), ("max", max)):
        values = [t.times_ms[statistic] for t in ran if statistic in t.times_ms]
        if len(values) == len(ran):
            derived.append((statistic, extreme(values, key=lambda v: v.value)))
    return [
        Measurement(
            _TIME, s, milliseconds_to_seconds(ms), Unit.SECOND, load, None, line, column, _DERIVED
        )
        for s, (ms, line, column) in derived
    ]


def _parse_transaction(
    name: str, fields: Fields, unparsed: list[DocumentText]
) -> TransactionFigures:
    value = partial(_parse_field, fields, unparsed)
    completed = value("TransactionCount")
    times: dict[str, PrintedNumber] = {}
    if completed is None or completed.value:
        for element, entry in fields.items():
            statistic = _STATISTICS.get(element)
            if statistic is None:
                continue
            time = _parse_entry(entry, unparsed)
            if time is not None:
                times[statistic] = PrintedNumber(time, entry.line, entry.column)
    ordered = {s: times[s] for s in _ORDER if s in times and _is_measured(s, times)}
    return TransactionFigures(
        as_short_line(name), completed, value("FailedTransactionCount"), ordered
    )


def _is_measured(statistic: str, times: Mapping[str, PrintedNumber]) -> bool:
    """Return whether a time was measured: 0.00 stands for "not measured".

    A least time or a low decile of 0 is one below half of a printed unit, where greater ones of
    its kind are above it.
    """
    greatest = _GREATEST.get(statistic, statistic)
    return times.get(greatest, times[statistic]).value > 0


def _parse_field(fields: Fields, unparsed: list[DocumentText], name: str) -> PrintedNumber | None:
    entry = fields.get(name)
    if entry is None:
        return None
    value = _parse_entry(entry, unparsed)
    return None if value is None else PrintedNumber(value, entry.line, entry.column)


def _parse_entry(entry: DocumentText, unparsed: list[DocumentText]) -> float | None:
    value = parse_number(entry.text)
    if value is None and entry.text.strip() not in _NOTHING:
        unparsed.append(entry)
    return value


POOLED = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99}
MOST_APART = 1.5
"""Upper over lower end of a p90, up to which it can be estimated."""
_HALVINGS = 40
_TINY = 1e-9
_ELEMENT = "ResultsHistogram"
_FEWEST, _MOST = 10, 1_000
Histogram = tuple[float, float, list[float]]
"""Lowest time, width of a bucket (both ms) and the counts."""


def derive_pooled_percentiles(document: ResultsDocument, figures: RunFigures) -> list[Measurement]:
    """Derive the run's percentiles, exact to a bucket; nothing unless every kind has counts.

    The histogram has buckets of equal width from the minimum to the maximum, and its counts add
    up to those of the transaction.
    """
    histograms: list[Histogram] = []
    for transaction, numbers in zip(document.transactions, figures.transactions, strict=True):
        if numbers.completed and not numbers.completed.value:
            continue
        entry = transaction.fields.get(_ELEMENT)
        histogram = _parse_histogram(entry.text, numbers) if entry else None
        if histogram is None:
            return []
        histograms.append(histogram)
    done = figures.completed
    if not histograms or not done or sum(sum(h[2]) for h in histograms) != done.value:
        return []
    line = document.transactions[0].fields[_ELEMENT].line
    values = [(name, _pooled_quantile(histograms, share)) for name, share in POOLED.items()]
    return _derived_time_measurements(values, Load(users=user_count(figures)), line)


def derive_percentile_bounds(document: ResultsDocument, figures: RunFigures) -> list[Measurement]:
    """Derive between which times the run's percentiles lie, from each kind's deciles and counts.

    At any time the share of a kind's transactions that were quicker lies between two tenths, so
    the share of all lies between their weighted sums; a quantile of the whole lies where these
    reach it (MODEL P3.1). Beyond the last decile only the lower end is known. Nothing unless every
    kind that completed transactions has its count and all nine deciles.
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
    line = document.transactions[0].fields["TransactionCount"].line
    ends = _percentile_bounds_ms(kinds)
    values = [(name + end, value) for name, found in ends.items() for end, value in found]
    values += _estimate_p90(kinds, [value for _, value in ends[ESTIMABLE]])
    return _derived_time_measurements(values, Load(users=user_count(figures)), line)


def _estimate_p90(
    kinds: list[tuple[float, list[float]]], bounds: list[float]
) -> list[tuple[str, float]]:
    """Estimate the p90 between its bounds; nothing where these lie too far apart (MODEL P3.1).

    Between two deciles the logarithm of the share that is slower is taken to fall evenly with
    time, and beyond the last one as between the last two.
    """
    if len(bounds) < 2 or not 0 < bounds[0] < bounds[1] <= MOST_APART * bounds[0]:
        return []
    low, high = bounds
    slower = (1 - POOLED[ESTIMABLE]) * sum(count for count, _ in kinds)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if sum(count * _share_slower(deciles, middle) for count, deciles in kinds) > slower:
            low = middle
        else:
            high = middle
    return [(ESTIMATED_P90, (low + high) / 2)]


def _share_slower(deciles: list[float], time: float) -> float:
    """Return the share of a kind's transactions that took longer than a time."""
    passed = bisect_right(deciles, time)
    if not passed:
        return 1 - 0.1 * time / deciles[0]
    place = min(passed, len(deciles) - 1)
    before, after = deciles[place - 1 : place + 1]
    above, below = 1 - place / 10, 1 - (place + 1) / 10
    if after <= before:
        return below
    return float(above * (below / above) ** ((time - before) / (after - before)))


def _derived_time_measurements(
    times_ms: list[tuple[str, float]], load: Load, line: int | None
) -> list[Measurement]:
    return [
        Measurement(
            _TIME, name, milliseconds_to_seconds(ms), Unit.SECOND, load, line=line, origin=_DERIVED
        )
        for name, ms in times_ms
    ]


def _percentile_bounds_ms(
    kinds: list[tuple[float, list[float]]],
) -> dict[str, list[tuple[str, float]]]:
    """Return of each quantile the lower end, and the upper one where it is known, in ms.

    By a decile of a kind a tenth of its transactions more was quicker at least; at most it was a
    tenth of every kind more than that.
    """
    whole = sum(count for count, _ in kinds)
    times, tenths = [0.0], [0.0]
    for time, count in sorted((time, count) for count, deciles in kinds for time in deciles):
        if time != times[-1]:
            times.append(time)
            tenths.append(tenths[-1])
        tenths[-1] += count
    result: dict[str, list[tuple[str, float]]] = {}
    for name, share in POOLED.items():
        wanted = 10 * (share - _TINY) * whole
        high = bisect_left(tenths, wanted)
        result[name] = [(LOW_END, times[bisect_left(tenths, wanted - whole)])]
        result[name] += [(HIGH_END, times[high])] if high < len(times) else []
    return result


def _parse_histogram(text: str, numbers: TransactionFigures) -> Histogram | None:
    low, high = numbers.times_ms.get("min"), numbers.times_ms.get("max")
    if not _FEWEST <= text.count(",") <= _MOST:
        return None
    counts = [parse_number(cell) for cell in text.strip(", \n").split(",")]
    known = [count for count in counts if count is not None]
    if not (low and high and numbers.completed) or len(known) < len(counts):
        return None
    if sum(known) != numbers.completed.value:
        return None
    width = (high.value - low.value) / len(known)
    return (low.value, width, known) if width > 0 else None


def _pooled_quantile(histograms: list[Histogram], share: float) -> float:
    """Find the time below which this share of all transactions was, by bisection."""
    target = share * sum(sum(counts) for _, _, counts in histograms)
    low = min(start for start, _, _ in histograms)
    high = max(start + width * len(counts) for start, width, counts in histograms)
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        below = sum(_count_below(histogram, middle) for histogram in histograms)
        low, high = (low, middle) if below >= target else (middle, high)
    return (low + high) / 2


def _count_below(histogram: Histogram, time_ms: float) -> float:
    """Count the transactions quicker than a time, spread evenly within a bucket."""
    start, width, counts = histogram
    place = (time_ms - start) / width
    if place <= 0:
        return 0.0
    bucket = min(int(place), len(counts))
    part = counts[bucket] * (place - bucket) if bucket < len(counts) else 0.0
    return sum(counts[:bucket]) + part


FAILED_SHARE = 0.001
"""More failed transactions than this are worth a word (MODEL P2.2)."""
_MOST_NAMED = 9
_MEAN_ABOVE_P90 = 2.0
_ROUNDING = 0.01
_RATE_TOLERANCE = 0.001
_READINGS_TOLERANCE = 0.02
_ONE = Decimal(1)
_SHORTEST_OUTAGE_S, _MISSED_IN_OUTAGE = 3, 10


def _drop_degenerate_percentiles(figures: RunFigures) -> tuple[RunFigures, list[Problem]]:
    """Return the figures without percentiles that cannot be true, and a problem that names them.

    Normal statistics estimate percentiles, and the estimate fails: all the same, or the mean
    more than twice the 90th.
    """
    bad = [t for t in figures.transactions if _has_degenerate_percentiles(t)]
    if not bad:
        return figures, []
    names, more = [t.name for t in bad], len(bad) - _MOST_NAMED
    problem = warning_problem(
        "Percentiles of {names} are implausible (equal, out of order, or under half the"
        " average); left out.",
        next(v.line for s, v in bad[0].times_ms.items() if s in PERCENTILES),
        names=", ".join(names[:_MOST_NAMED]) + (f" +{more}" if more > 0 else ""),
    )
    stored = tuple(_without_percentiles(t) if t in bad else t for t in figures.transactions)
    return replace(figures, transactions=stored), [problem]


def _has_degenerate_percentiles(transaction: TransactionFigures) -> bool:
    times = transaction.times_ms
    deciles = [times[s].value for s in _DECILES if s in times]
    if len(deciles) > 2 and (len(set(deciles)) == 1 or deciles != sorted(deciles)):
        return True
    mean, p90 = times.get("mean"), times.get("p90")
    return bool(mean and p90 and mean.value > _MEAN_ABOVE_P90 * p90.value)


def _without_percentiles(transaction: TransactionFigures) -> TransactionFigures:
    stored = {s: v for s, v in transaction.times_ms.items() if s not in PERCENTILES}
    return replace(transaction, times_ms=stored)


def check_figures(figures: RunFigures, readings: PerSecondReadings) -> Iterator[Problem]:
    """Yield what does not add up within one document."""
    if figures.completed is None:
        yield warning_problem("Completed transactions missing or unreadable.")
    elif not figures.completed.value:
        line = figures.completed.line
        yield error_problem("The run completed no transaction: it has no result.", line)
    expected = _expected_rate_if_contradicted(figures)
    if figures.rate and expected is not None:
        yield warning_problem(
            "Average rate {rate:.2f}/s is not completed transactions over time, {expected:.2f}/s,"
            " which is used.",
            figures.rate.line,
            rate=figures.rate.value,
            expected=expected,
        )
    yield from _check_top_rate(figures)
    yield from _check_sums(figures)
    for transaction in figures.transactions:
        times = [transaction.times_ms.get(statistic) for statistic in ("min", "mean", "max")]
        known = [time for time in times if time]
        if known != sorted(known, key=lambda time: time.value):
            template = "Minimum, mean and maximum of {name} are out of order."
            yield warning_problem(template, (times[1] or known[0]).line, name=transaction.name)
    yield from _check_readings(figures, readings)


def _expected_rate_if_contradicted(figures: RunFigures) -> float | None:
    """Return completed transactions over the run time, if the printed rate contradicts it."""
    rate, completed, lasted = figures.rate, figures.completed, figures.duration_s
    if not (rate and completed and lasted):
        return None
    expected = completed.value / lasted
    is_same = abs(rate.value - expected) <= _ROUNDING + _RATE_TOLERANCE * expected
    return None if is_same else expected


def correct_contradicted_rate(figures: RunFigures) -> RunFigures:
    """Replace a rate that contradicts them by completed transactions over the run time."""
    expected = _expected_rate_if_contradicted(figures)
    if figures.rate is None or expected is None:
        return figures
    return replace(figures, rate=figures.rate._replace(value=expected))


def _check_top_rate(figures: RunFigures) -> Iterator[Problem]:
    top, lasted = figures.top_per_minute, figures.duration_s
    mean = 60.0 * figures.rate.value if figures.rate else 0.0
    if top and lasted and lasted < SHORT_RUN_S:
        yield warning_problem(
            "The maximum transaction rate is a sum over 60 s; the run took {lasted:.0f} s. Left"
            " out.",
            top.line,
            lasted=lasted,
        )
    elif top and lasted and top.value < (1.0 - _READINGS_TOLERANCE) * mean:
        yield warning_problem(
            "Maximum rate {top:,.0f}/min is below the average {mean:,.0f}/min: one is wrong.",
            top.line,
            top=top.value,
            mean=mean,
        )


def _check_sums(figures: RunFigures) -> Iterator[Problem]:
    """Yield warnings where kinds of transaction do not add up to the totals, or many failed."""
    failed, completed = figures.failed, figures.completed
    for what, total, parts in (
        (message("completed"), completed, [t.completed for t in figures.transactions]),
        (message("failed"), failed, [t.failed for t in figures.transactions]),
    ):
        counts = [part.value for part in parts if part]
        slack = printed_sum_tolerance(_ONE, [_ONE] * len(counts))
        if total and counts and abs(sum(counts) - total.value) > slack:
            template = "{what} transactions add up to {added:.0f}; the total is {total:.0f}."
            yield warning_problem(
                template, total.line, what=what, added=sum(counts), total=total.value
            )
    if failed and completed and failed.value:
        share = failed.value / (failed.value + completed.value)
        if share > FAILED_SHARE:
            yield warning_problem(
                "{share:.2%} of the transactions failed.", failed.line, share=share
            )


def _check_readings(figures: RunFigures, readings: PerSecondReadings) -> Iterator[Problem]:
    series = readings.series
    if not readings.is_complete:
        yield warning_problem(
            "The list of readings is damaged; {kept} readings were kept.",
            series.line if series else None,
            kept=len(series.values) if series else 0,
        )
    if series is None or not readings.is_complete:
        return
    outage = longest_outage(series)
    if outage and _is_significant_outage(outage[1], series.values):
        start, length = outage
        yield warning_problem(
            "No transaction completed for {length} s from second {start}: an outage or a stall.",
            series.line,
            length=length,
            start=start + 1,
        )
    if figures.completed:
        yield from _check_reading_sum(figures.completed, series.values)
    yield from _check_best_minute(figures.top_per_minute, series)


def _is_significant_outage(length_s: int, values: Sequence[float]) -> bool:
    """Return whether an outage is long enough to matter: at a low rate idle seconds are normal."""
    expected = length_s * sum(values) / len(values)
    return length_s >= _SHORTEST_OUTAGE_S and expected >= _MISSED_IN_OUTAGE


def _check_reading_sum(completed: PrintedNumber, values: Sequence[float]) -> Iterator[Problem]:
    """Yield a warning where the readings do not add up to the completed transactions."""
    added = sum(values)
    tolerance = _READINGS_TOLERANCE * completed.value
    if not -tolerance <= completed.value - added <= max(tolerance, 3 * max(values)):
        yield warning_problem(
            "The readings add up to {added:.0f} transactions, the run completed {completed:.0f}.",
            completed.line,
            added=added,
            completed=completed.value,
        )


def _check_best_minute(top: PrintedNumber | None, series: Series) -> Iterator[Problem]:
    """Yield a warning where the maximum rate is not the highest sum of sixty readings in a row."""
    if top is None or len(series.values) < SHORT_RUN_S or has_gaps(series):
        return
    sums = list(accumulate(series.values, initial=0.0))
    best = max(map(sub, sums[SHORT_RUN_S:], sums))
    if abs(best - top.value) > _READINGS_TOLERANCE * top.value:
        yield warning_problem(
            "Maximum rate {top:,.0f}/min contradicts the readings: their best minute has"
            " {best:,.0f} transactions.",
            top.line,
            top=top.value,
            best=best,
        )


MILLISECONDS = "milliseconds"
MOST_LINES, LONGEST_LINE = 300_000, 2_000
"""A line a second for three days."""
_MOST_TRANSACTIONS = 500
_MOST_WAITS = 11
_MOST_OTHERS = 200
_ATTRIBUTES = (
    ("users_requested", "NumberOfUsers"),
    ("min_inter_think_ms", "MinimumInterThinkTime"),
    ("max_inter_think_ms", "MaximumInterThinkTime"),
    ("min_intra_think_ms", "MinimumIntraThinkTime"),
    ("max_intra_think_ms", "MaximumIntraThinkTime"),
    ("timings_in", "TimingsIn"),
    ("wait_till_all_logon", "WaitTillAllLogon"),
    ("logon_time", "TotalLogonTime"),
    ("driver", "Driver"),
    ("cpu_user_percent", "AverageUsrCPU"),
    ("cpu_system_percent", "AverageSysCPU"),
)
"""The connect string and the comment are not read: they may name hosts and people."""


@dataclass(slots=True)
class SwingbenchFileContent(ProblemCollector):
    """What one file holds."""

    runs: list[Run] = field(default_factory=list)
    version: str | None = None
    benchmark: str | None = None


def build_document_run(
    document: ResultsDocument, name: str, console_users: PrintedNumber | None = None
) -> tuple[Run, list[Problem]]:
    """Build a run from a results document, and return it with its problems.

    `console_users` are those seen on the console, for documents that do not state them.
    """
    if len(document.transactions) > _MOST_TRANSACTIONS:
        document.is_complete = False
        del document.transactions[_MOST_TRANSACTIONS:]
        document.error("The document has far more transactions than any run.")
    readings = PerSecondReadings(None, is_complete=True)
    if document.readings_text:
        text, line, _ = document.readings_text
        readings = parse_readings(text, line, is_cut=document.are_readings_cut)
    figures = parse_figures(document)
    if figures.users is None and console_users:
        figures = replace(figures, users=console_users)
    figures, problems = _drop_unreliable_times(figures, document)
    problems += check_figures(figures, readings)
    figures = correct_contradicted_rate(figures)
    time_of_run, at = document.field_text("TimeOfRun"), document.field_line("TimeOfRun")
    started_at, problem = determine_start(time_of_run, readings.first_stamp_s, at)
    problems += [problem] if problem else []
    pooled = derive_pooled_percentiles(document, figures)
    if pooled:
        sentence = message(
            "Percentiles over all transactions were found by adding up their histograms."
        )
        problems.append(Problem(Severity.INFO, sentence, pooled[0].line))
    else:
        pooled = derive_percentile_bounds(document, figures)
    run = Run(
        name=name,
        complete=document.is_complete and bool(figures.completed and figures.completed.value),
        measurements=(*build_measurements(figures), *pooled),
        series=(*((readings.series,) if readings.series else ()), *_other_series(document)),
        started_at=started_at,
        duration_s=figures.duration_s or None,
        attributes=_build_attributes(document),
    )
    return run, [*document.problems, *problems]


def _other_series(document: ResultsDocument) -> Iterator[Series]:
    """Yield series of other lists of stamps and figures (`CPUReadings`), under their own names."""
    for name, entry in document.fields.items():
        if name.endswith("Readings"):
            series = parse_readings(entry.text, entry.line).series
            if series:
                yield replace(series, name=as_short_line(name), unit=Unit.ONE)


def split_lines(text: str) -> list[str]:
    """Split a text into lines, as many and as long as the tool may ever print."""
    return [line[:LONGEST_LINE] for line in text.split("\n", MOST_LINES)[:MOST_LINES]]


def run_name(file_name: str, index: int, run_count: int) -> str:
    """Return the name of a run: that of its file, with a number where the file holds several."""
    stem = re.split(r"[/\\]", file_name)[-1].rsplit(".", 1)[0]
    name = as_short_line(stem) or "swingbench"
    return name if run_count == 1 else f"{name} ({index + 1})"


def benchmark_name(document: ResultsDocument) -> str | None:
    """Return the benchmark's name without the quotes that the tool puts around it."""
    return as_short_line((document.field_text("BenchmarkName") or "").strip('"')) or None


def _drop_unreliable_times(
    figures: RunFigures, document: ResultsDocument
) -> tuple[RunFigures, list[Problem]]:
    """Return figures without times of unknown unit and degenerate percentiles, with problems."""
    timings = document.field_text("TimingsIn") or MILLISECONDS
    may_be_missing = (
        document.states_unit and not document.is_complete and "TimingsIn" not in document.fields
    )
    if timings.casefold() == MILLISECONDS and not (may_be_missing and figures.transactions):
        return _drop_degenerate_percentiles(figures)
    if may_be_missing:
        sentence = message("Unit of the response times missing; left out.")
    else:
        sentence = message(
            "Response times in {unit} instead of milliseconds; left out.",
            unit=as_short_line(timings),
        )
    stored = tuple(replace(t, times_ms={}) for t in figures.transactions)
    problem = Problem(Severity.WARNING, sentence, document.field_line("TimingsIn"))
    return replace(figures, transactions=stored), [problem]


def _build_attributes(document: ResultsDocument) -> tuple[tuple[str, str], ...]:
    result = [("benchmark", name)] if (name := benchmark_name(document)) else []
    for attribute, element in _ATTRIBUTES:
        if text := document.field_text(element):
            result.append((attribute, as_short_line(text)))
    waits = [f"{name} {share} %" for name, share in document.wait_events[:_MOST_WAITS]]
    if waits:
        result.append(("wait_events", as_short_line(", ".join(waits), 500)))
    think_time = _mean_think_time_s(document)
    if think_time is not None:
        result.append(("think_time_s", f"{think_time:g}"))
    others = dict(islice(_other_statistics(document), _MOST_OTHERS))
    return (*result, *others.items())


def _other_statistics(document: ResultsDocument) -> Iterator[tuple[str, str]]:
    """Yield what full statistics state of transactions besides times and counts, by name."""
    for transaction in document.transactions:
        for name in sorted(transaction.fields.keys() - KNOWN_ELEMENTS):
            text = transaction.fields[name].text.strip()
            if is_number(text):
                yield f"{as_short_line(transaction.name)}: {as_short_line(name)}", text


def _mean_think_time_s(document: ResultsDocument) -> float | None:
    """Return the mean think time between transactions (MODEL P2.3).

    None where there are think times inside of transactions: the file does not state how many of
    them a transaction has.
    """
    low, high = _think_time_ms(document, "MinimumInter"), _think_time_ms(document, "MaximumInter")
    within = _think_time_ms(document, "MaximumIntra")
    if low is None or high is None or within != 0 or low > high:
        return None
    return (low + high) / 2 / 1000


def _think_time_ms(document: ResultsDocument, prefix: str) -> float | None:
    text = document.field_text(f"{prefix}ThinkTime")
    return parse_number(text) if text else None
