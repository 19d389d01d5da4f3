"""From the words of a results document to measurements in SI units."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from arraywise.domain.evidence import Load, Measurement, Metric, Origin
from arraywise.domain.problems import Severity
from arraywise.domain.units import SECONDS_PER_MINUTE, Unit
from arraywise.importers.swingbench.figures import is_comma_number, number, shortened
from arraywise.importers.swingbench.times import duration_s

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.importers.swingbench.record import Entry, Fields, Record

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
_PER_SECOND, _SECOND = Unit.PER_SECOND, Unit.SECOND
_REPORTED, _DERIVED = Origin.REPORTED, Origin.DERIVED
_ORDER = ("mean", "min", "max", "geometric_mean", *PERCENTILES)
_NOTHING = {"", "NaN", "-", "null"}
_MOST_NOTES = 3
_FEWEST_SHARE, _MOST_SHARE = 0.999, 1.02
"""Of the stated total, that the kinds of transaction may add up to."""


class Value(NamedTuple):
    """A number of the document and the place that it stands at."""

    value: float
    line: int | None
    column: int | None = None


_value_of: Callable[[tuple[float, int | None, int | None]], Value] = partial(tuple.__new__, Value)
_measured: Callable[[tuple[Any, ...]], Measurement] = partial(tuple.__new__, Measurement)
"""As their own names, in half the time: a file has a hundred of each."""


@dataclass(frozen=True, slots=True)
class TransactionFigures:
    """One kind of transaction in numbers."""

    name: str
    completed: Value | None
    failed: Value | None
    times_ms: dict[str, Value]
    """By statistic."""


@dataclass(frozen=True, slots=True)
class Figures:
    """A results document in numbers, still in the tool's own units."""

    users: Value | None
    duration_s: float | None
    completed: Value | None
    failed: Value | None
    rate: Value | None
    """Transactions per second over the whole run."""
    top_per_minute: Value | None
    """Most transactions within 60 seconds."""
    transactions: tuple[TransactionFigures, ...]


def figures_of(record: Record) -> Figures:
    """Read the numbers of a document; what is none is noted as a problem of the record."""
    unread: list[Entry] = []
    value = partial(_value, record.fields, unread)
    lasted = duration_s(record.text("TotalRunTime") or "")
    if lasted is None and record.text("TotalRunTime"):
        unread.append(record.fields["TotalRunTime"])
    figures = Figures(
        value("NumberOfUsers"),
        lasted,
        value("TotalCompletedTransactions"),
        value("TotalFailedTransactions"),
        value("AverageTransactionsPerSecond"),
        value("MaximumTransactionRate"),
        tuple(_transaction(t.name, t.fields, unread) for t in record.transactions),
    )
    _note_unread(record, unread)
    return figures


def measurements(figures: Figures) -> list[Measurement]:
    """Return the measurements of the whole run, then those of every kind of transaction."""
    load = Load(users=users_of(figures))
    found = _of_the_run(figures, load)
    for transaction in figures.transactions:
        name = transaction.name
        found += [
            _measured((_TIME, statistic, ms / 1000, _SECOND, load, name, line, column, _REPORTED))
            for statistic, (ms, line, column) in transaction.times_ms.items()
        ]
        found += _counts(transaction.completed, transaction.failed, load, name)
    return found


def users_of(figures: Figures) -> int | None:
    """Return the number of users that the run was to have."""
    return int(figures.users.value) or None if figures.users else None


def seconds(milliseconds: float) -> float:
    """Convert by division, which keeps `428` ms at `0.428` s."""
    return milliseconds / 1000


def _of_the_run(figures: Figures, load: Load) -> list[Measurement]:
    found = []
    rate, top, lasted = figures.rate, figures.top_per_minute, figures.duration_s
    if rate and rate.value:
        value, line, column = rate
        found.append(Measurement(_RATE, "mean", value, _PER_SECOND, load, None, line, column))
    if top and top.value and lasted and lasted >= SHORT_RUN_S:
        value, line, column = top
        value /= SECONDS_PER_MINUTE
        found.append(
            Measurement(_RATE, "max", value, _PER_SECOND, load, None, line, column, _DERIVED)
        )
    return found + _counts(figures.completed, figures.failed, load, None) + _overall(figures, load)


def _counts(
    completed: Value | None, failed: Value | None, load: Load, group: str | None
) -> list[Measurement]:
    counts = ((Metric.TRANSACTIONS_COMPLETED, completed), (Metric.TRANSACTIONS_FAILED, failed))
    return [
        Measurement(metric, "total", count.value, Unit.ONE, load, group, count.line, count.column)
        for metric, count in counts
        if count
    ]


def _overall(figures: Figures, load: Load) -> list[Measurement]:
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
        Measurement(_TIME, s, seconds(ms), Unit.SECOND, load, None, line, column, _DERIVED)
        for s, (ms, line, column) in derived
    ]


def _transaction(name: str, fields: Fields, unread: list[Entry]) -> TransactionFigures:
    value = partial(_value, fields, unread)
    completed = value("TransactionCount")
    times: dict[str, Value] = {}
    if completed is None or completed.value:
        for element, entry in fields.items():
            statistic = _STATISTICS.get(element)
            if statistic is None:
                continue
            text, line, column = entry
            time = number(text) or _number(entry, unread)
            if time:  # a time of 0.00 stands for "not measured"
                times[statistic] = _value_of((time, line, column))
    ordered = {statistic: times[statistic] for statistic in _ORDER if statistic in times}
    return TransactionFigures(shortened(name), completed, value("FailedTransactionCount"), ordered)


def _value(fields: Fields, unread: list[Entry], name: str) -> Value | None:
    entry = fields.get(name)
    if entry is None:
        return None
    value = _number(entry, unread)
    return None if value is None else Value(value, entry.line, entry.column)


def _number(entry: Entry, unread: list[Entry]) -> float | None:
    value = number(entry.text)
    if value is None and entry.text.strip() not in _NOTHING:
        unread.append(entry)
    return value


def _note_unread(record: Record, unread: list[Entry]) -> None:
    for entry in unread[:_MOST_NOTES]:
        reason = (
            "{text} may be a decimal or a thousands comma; the value was left out."
            if is_comma_number(entry.text)
            else "{text} is no number that a benchmark can have; the value was left out."
        )
        record.note(Severity.WARNING, reason, entry.line, text=shortened(entry.text, 30))
    if len(unread) > _MOST_NOTES:
        more = str(len(unread) - _MOST_NOTES)
        template = "{more} more values are no numbers and were left out."
        record.note(Severity.WARNING, template, unread[_MOST_NOTES].line, more=more)
