"""Whether a results document agrees with itself: what a careful reader would add up."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from itertools import accumulate
from operator import sub
from typing import TYPE_CHECKING

from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say
from arraywise.importers.rounding import sum_tolerance
from arraywise.importers.swingbench.measures import PERCENTILES, SHORT_RUN_S
from arraywise.importers.swingbench.readings import has_gaps, longest_outage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.evidence import Series
    from arraywise.domain.said import Said
    from arraywise.importers.swingbench.measures import Figures, TransactionFigures, Value
    from arraywise.importers.swingbench.readings import Readings

FAILED_SHARE = 0.001
"""More failed transactions than this are worth a word (MODEL P2.2)."""
_MOST_NAMED = 9
_DECILES = tuple(f"p{share}" for share in range(10, 100, 10))
_MEAN_ABOVE_P90 = 2.0
_ROUNDING = 0.01
_RATE_TOLERANCE = 0.001
_READINGS_TOLERANCE = 0.02
_ONE = Decimal(1)
_SHORTEST_OUTAGE_S, _MISSED_IN_OUTAGE = 3, 10


def without_degenerate_percentiles(figures: Figures) -> tuple[Figures, list[Problem]]:
    """Take out percentiles that cannot be true, and say whose they were.

    Normal statistics estimate percentiles, and the estimate fails: all the same, or the mean
    more than twice the 90th.
    """
    bad = [t for t in figures.transactions if _is_degenerate(t)]
    if not bad:
        return figures, []
    lines = [v.line for s, v in bad[0].times_ms.items() if s in PERCENTILES]
    said = say(
        "The percentiles of {names} are not usable (all the same, out of order, or less than half"
        " the average) and were left out; do not decide on them.",
        names=_listed([t.name for t in bad]),
    )
    kept = tuple(_without(t) if t in bad else t for t in figures.transactions)
    return replace(figures, transactions=kept), [Problem(Severity.WARNING, said, lines[0])]


def check(figures: Figures, readings: Readings) -> list[Problem]:
    """Return what does not add up within one document."""
    return [
        *_check_emptiness(figures),
        *_check_rate(figures),
        *_check_top_rate(figures),
        *_check_sums(figures),
        *_check_failures(figures),
        *_check_times(figures),
        *_check_readings(figures, readings),
    ]


def _listed(names: list[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" +{more}" if more > 0 else "")


def _is_degenerate(transaction: TransactionFigures) -> bool:
    times = transaction.times_ms
    deciles = [times[s].value for s in _DECILES if s in times]
    if len(deciles) > 2 and (len(set(deciles)) == 1 or deciles != sorted(deciles)):
        return True
    mean, p90 = times.get("mean"), times.get("p90")
    return bool(mean and p90 and mean.value > _MEAN_ABOVE_P90 * p90.value)


def _without(transaction: TransactionFigures) -> TransactionFigures:
    kept = {s: v for s, v in transaction.times_ms.items() if s not in PERCENTILES}
    return replace(transaction, times_ms=kept)


def _check_emptiness(figures: Figures) -> list[Problem]:
    if figures.completed is None:
        said = say("The number of completed transactions is not stated or could not be read.")
        return [Problem(Severity.WARNING, said)]
    if not figures.completed.value:
        said = say("The run completed no transaction: it has no result.")
        return [Problem(Severity.ERROR, said, figures.completed.line)]
    return []


def _check_rate(figures: Figures) -> list[Problem]:
    rate, completed, lasted = figures.rate, figures.completed, figures.duration_s
    if not (rate and completed and lasted):
        return []
    expected = completed.value / lasted
    if abs(rate.value - expected) <= _ROUNDING + _RATE_TOLERANCE * expected:
        return []
    said = say(
        "The average rate of {rate:.2f}/s is not the completed transactions over the run time,"
        " {expected:.2f}/s; the latter is used.",
        rate=rate.value,
        expected=expected,
    )
    return [Problem(Severity.WARNING, said, rate.line)]


def settle_rate(figures: Figures) -> Figures:
    """Take the completed transactions over the run time for a rate that contradicts them."""
    if not _check_rate(figures):
        return figures
    rate, completed, lasted = figures.rate, figures.completed, figures.duration_s
    if not (rate and completed and lasted):
        return figures
    return replace(figures, rate=rate._replace(value=completed.value / lasted))


def _check_top_rate(figures: Figures) -> list[Problem]:
    top, lasted = figures.top_per_minute, figures.duration_s
    if not top or not lasted:
        return []
    if lasted >= SHORT_RUN_S:
        return _check_top_and_mean(top, figures.rate)
    said = say(
        "The run took {lasted:.0f} s; the maximum transaction rate is a sum over 60 s and means"
        " nothing here. It was left out.",
        lasted=lasted,
    )
    return [Problem(Severity.WARNING, said, top.line)]


def _check_top_and_mean(top: Value, rate: Value | None) -> list[Problem]:
    mean = 60.0 * rate.value if rate else 0.0
    if top.value >= (1.0 - _READINGS_TOLERANCE) * mean:
        return []
    said = say(
        "The maximum transaction rate of {top:,.0f}/min is below the average of {mean:,.0f}/min:"
        " one of the two is wrong.",
        top=top.value,
        mean=mean,
    )
    return [Problem(Severity.WARNING, said, top.line)]


def _check_sums(figures: Figures) -> list[Problem]:
    totals = (
        (say("completed"), figures.completed, [t.completed for t in figures.transactions]),
        (say("failed"), figures.failed, [t.failed for t in figures.transactions]),
    )
    return [
        problem for what, total, parts in totals if (problem := _check_sum(what, total, parts))
    ]


def _check_sum(what: Said, total: Value | None, parts: list[Value | None]) -> Problem | None:
    counts = [part.value for part in parts if part]
    if total is None or not counts:
        return None
    if abs(sum(counts) - total.value) <= sum_tolerance(_ONE, [_ONE] * len(counts)):
        return None  # they are not taken at the very same moment
    said = say(
        "The {what} transactions of all kinds add up to {added:.0f}, the total says {total:.0f}.",
        what=what,
        added=sum(counts),
        total=total.value,
    )
    return Problem(Severity.WARNING, said, total.line)


def _check_failures(figures: Figures) -> list[Problem]:
    failed, completed = figures.failed, figures.completed
    if not (failed and completed and failed.value):
        return []
    share = failed.value / (failed.value + completed.value)
    if share <= FAILED_SHARE:
        return []
    said = say("{share:.2%} of the transactions failed.", share=share)
    return [Problem(Severity.WARNING, said, failed.line)]


def _check_times(figures: Figures) -> list[Problem]:
    problems = []
    for transaction in figures.transactions:
        times = transaction.times_ms
        low, mean, high = times.get("min"), times.get("mean"), times.get("max")
        values = [v.value for v in (low, mean, high) if v]
        if values != sorted(values):
            said = say(
                "Minimum, mean and maximum of {name} are out of order.", name=transaction.name
            )
            line = next(v.line for v in (mean, low, high) if v)
            problems.append(Problem(Severity.WARNING, said, line))
    return problems


def _check_readings(figures: Figures, readings: Readings) -> list[Problem]:
    series, problems = readings.series, []
    if not readings.whole:
        said = say(
            "The list of readings is damaged; {kept} readings were kept.",
            kept=len(series.values) if series else 0,
        )
        problems.append(Problem(Severity.WARNING, said, series.line if series else None))
    if series is None or not readings.whole:
        return problems
    outage = longest_outage(series)
    if outage and _is_telling(outage[1], series.values):
        said = say(
            "No transaction was completed for {length} s from second {start} of the run on: an"
            " outage or a stall.",
            length=outage[1],
            start=outage[0] + 1,
        )
        problems.append(Problem(Severity.WARNING, said, series.line))
    if figures.completed:
        problems += _check_reading_sum(figures.completed, sum(series.values), max(series.values))
    return problems + _check_best_minute(figures.top_per_minute, series)


def _check_best_minute(top: Value | None, series: Series) -> list[Problem]:
    """The maximum rate is the highest sum of sixty readings in a row."""
    if top is None or len(series.values) < SHORT_RUN_S or has_gaps(series):
        return []
    sums = list(accumulate(series.values, initial=0.0))
    best = max(map(sub, sums[SHORT_RUN_S:], sums))
    if abs(best - top.value) <= _READINGS_TOLERANCE * top.value:
        return []
    said = say(
        "The maximum transaction rate of {top:,.0f}/min is not that of the readings: their best"
        " minute has {best:,.0f} transactions.",
        top=top.value,
        best=best,
    )
    return [Problem(Severity.WARNING, said, top.line)]


def _is_telling(length: int, values: Sequence[float]) -> bool:
    """At a low rate seconds without a transaction are nothing odd."""
    expected = length * sum(values) / len(values)
    return length >= _SHORTEST_OUTAGE_S and expected >= _MISSED_IN_OUTAGE


def _check_reading_sum(completed: Value, added: float, most: float) -> list[Problem]:
    """The readings miss the first and the last moments of a run, and count nothing else."""
    missing = completed.value - added
    tolerance = _READINGS_TOLERANCE * completed.value
    if -tolerance <= missing <= max(tolerance, 3 * most):
        return []
    said = say(
        "The readings add up to {added:.0f} transactions, the run completed {completed:.0f}.",
        added=added,
        completed=completed.value,
    )
    return [Problem(Severity.WARNING, said, completed.line)]
