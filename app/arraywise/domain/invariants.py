"""What must hold in any reading, of whichever tool; figures that break it do not count.

`remove_contradictions` looks at the figures of runs, once after every reading; `sample_rules` says
what must hold in the rows of a monitor, which are looked at while they are loaded. Which of two
figures that contradict each other is wrong cannot be known, so neither counts: missing, not
wrong. The tolerances are those of docs/FORMATS.md.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from arraywise.domain.evidence import Load, Measurement, Metric, Status
from arraywise.domain.messages import Problem, Severity, message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from arraywise.domain.evidence import Reading, Run, SampleColumn
    from arraywise.domain.messages import Message

_LARGEST_COUNT: Final = 2**53
_ROUNDED: Final = 0.05
"""Share by which a statistic may lie beyond another: buckets are wide, prints are short."""
_MORE_THAN_LOAD: Final = 1.5
"""Times the outstanding I/Os or users that rate times latency may come to (Little's law)."""
_OF_A_COUNT: Final = 0.25
"""Share by which count over time may miss the rate: programs warm up and let sessions finish."""
_OF_A_BLOCK: Final = 0.25
"""Share by which rate times block may miss the throughput: the last block of a file is short."""

_OF_COMPLETION: Final = ("percentiles_of", "clat")
"""Attribute of runs of fio: percentiles leave out the time that submitting an I/O takes."""

_OUT_OF_RANGE: Final = "A value in this line is not finite or out of range; left out."
_NO_LENGTH: Final = "{run} ends before it begins; its length does not count."
_OUT_OF_ORDER: Final = (
    "{run}: {first} {less:.6g} {unit} must not exceed {second} {more:.6g} {unit}; left out with"
    " the other statistics of the same figure."
)
_UNLAWFUL: Final = (
    "{run}: {rate:.6g} per second at {ms:.4g} ms need {busy:.0f} at a time, but {load} were set"
    " (Little's law). They contradict each other; neither counts."
)
_UNCOUNTED: Final = (
    "{run}: {count:.0f} transactions in {seconds:.6g} s are {computed:.6g} per second; {rate:.6g}"
    " is stated. Neither counts."
)
_UNLIKE_BLOCK: Final = (
    "{run}: {rate:.6g} I/Os per second of {block:.0f} bytes are {computed:.6g} MB/s; {stated:.6g}"
    " is stated. The throughput does not count."
)

_Point = dict[tuple[Metric, str], Measurement]
"""What was measured of one group under one load, by metric and statistic."""


_LITTLE: Final = (
    (Metric.IOPS, Metric.LATENCY),
    (Metric.TRANSACTION_RATE, Metric.RESPONSE_TIME),
)


class _BrokenFigures(NamedTuple):
    """Figures that do not count, and why."""

    figures: tuple[Measurement, ...]
    sentence: Message
    line: int | None


def remove_contradictions(reading: Reading) -> Reading:
    """Leave out figures that cannot be; each is named with its line."""
    runs: list[Run] = []
    problems: list[Problem] = []
    for run in reading.runs:
        broken = list(_find_broken_figures(run))
        if broken:
            lost = {id(figure) for each in broken for figure in each.figures}
            kept = tuple(m for m in run.measurements if id(m) not in lost)
            run = replace(run, measurements=kept)  # noqa: PLW2901 - without what is broken
            problems += [Problem(Severity.WARNING, b.sentence, b.line) for b in broken]
        if run.duration_s is not None and not 0 < run.duration_s < math.inf:
            problems.append(Problem(Severity.WARNING, message(_NO_LENGTH, run=run.name)))
            run = replace(run, duration_s=None)  # noqa: PLW2901 - as above
        runs.append(run)
    if not problems:
        return reading
    problems = list(dict.fromkeys(problems))
    status = Status.READ_WITH_PROBLEMS if reading.status is Status.READ else reading.status
    return replace(
        reading, status=status, runs=tuple(runs), problems=(*reading.problems, *problems)
    )


def _find_broken_figures(run: Run) -> Iterator[_BrokenFigures]:
    points: dict[tuple[str | None, Load], _Point] = {}
    for m in run.measurements:
        if math.isfinite(m.value) and _are_load_counts_in_range(m.load):
            points.setdefault((m.group, m.load), {}).setdefault((m.metric, m.statistic), m)
        else:
            yield _BrokenFigures((m,), message(_OUT_OF_RANGE), m.line)
    for point in points.values():
        if len(point) > 1:
            for check in _CHECKS:
                yield from check(run, point)


@lru_cache(maxsize=1_000)
def _are_load_counts_in_range(load: Load) -> bool:
    return all(count is None or 0 <= count <= _LARGEST_COUNT for count in load)


@lru_cache(maxsize=200)
def _percent_of_statistic(statistic: str) -> float | None:
    """Return where a statistic stands among the values: 0 for the least, 100 for the greatest."""
    if statistic in {"min", "max"}:
        return 0.0 if statistic == "min" else 100.0
    try:
        return float(statistic[1:]) if statistic[:1] == "p" else None
    except ValueError:
        return None


def _check_statistic_order(run: Run, point: _Point) -> Iterator[_BrokenFigures]:
    """Percentiles rise, and the mean is between least and greatest."""
    by_metric: dict[Metric, dict[str, Measurement]] = {}
    for (metric, statistic), figure in point.items():
        by_metric.setdefault(metric, {})[statistic] = figure
    for figures in by_metric.values():
        if len(figures) > 1:
            yield from _find_figures_out_of_order(run, figures)


def _find_figures_out_of_order(
    run: Run, figures: dict[str, Measurement]
) -> Iterator[_BrokenFigures]:
    by_percent = {
        at: f for f in figures.values() if (at := _percent_of_statistic(f.statistic)) is not None
    }
    if _OF_COMPLETION in run.attributes:
        by_percent.pop(0.0, None)  # the least includes the submission, percentiles do not
    pairs = list(pairwise(by_percent[at] for at in sorted(by_percent)))
    mean = figures.get("mean")
    if mean is not None:
        pairs += [(figures["min"], mean)] if "min" in figures else []
        pairs += [(mean, figures["max"])] if "max" in figures else []
    for less, more in pairs:
        if less.value > more.value * (1 + _ROUNDED):
            is_of_mean = mean is less or mean is more
            kept = () if is_of_mean else (mean,)
            lost = tuple(
                f
                for f in figures.values()
                if f not in kept and (f is mean or _percent_of_statistic(f.statistic) is not None)
            )
            sentence = message(
                _OUT_OF_ORDER,
                run=run.name,
                first=less.statistic,
                second=more.statistic,
                less=less.value,
                more=more.value,
                unit=str(less.unit),
            )
            yield _BrokenFigures(lost, sentence, more.line)
            return


def _check_littles_law(run: Run, point: _Point) -> Iterator[_BrokenFigures]:
    """So many are under way as the rate times the time that each takes."""
    for rate_of, time_of in _LITTLE:
        rate, time = point.get((rate_of, "mean")), point.get((time_of, "mean"))
        if rate is None or time is None:
            continue
        users, small, large = rate.load
        load = users if rate_of is Metric.TRANSACTION_RATE else (small or 0) + (large or 0)
        busy = rate.value * time.value
        if load and busy > _MORE_THAN_LOAD * load:
            sentence = message(
                _UNLAWFUL,
                run=run.name,
                rate=rate.value,
                ms=1000 * time.value,
                busy=busy,
                load=load,
            )
            lost = tuple(f for (metric, _), f in point.items() if metric in {rate_of, time_of})
            yield _BrokenFigures(lost, sentence, time.line)


def _check_count_against_rate(run: Run, point: _Point) -> Iterator[_BrokenFigures]:
    """Count over time is the rate."""
    rate = point.get((Metric.TRANSACTION_RATE, "mean"))
    count = point.get((Metric.TRANSACTIONS_COMPLETED, "total"))
    if rate is None or count is None or not run.duration_s or rate.group is not None:
        return
    computed = count.value / run.duration_s
    if not _is_near(computed, rate.value, _OF_A_COUNT):
        sentence = message(
            _UNCOUNTED,
            run=run.name,
            count=count.value,
            seconds=run.duration_s,
            computed=computed,
            rate=rate.value,
        )
        yield _BrokenFigures((rate, count), sentence, rate.line)


def _check_throughput_against_block(run: Run, point: _Point) -> Iterator[_BrokenFigures]:
    """Rate times block is the throughput."""
    rate, data = point.get((Metric.IOPS, "mean")), point.get((Metric.THROUGHPUT, "mean"))
    if rate is None or data is None or not rate.value:
        return
    text = next((value for name, value in run.attributes if name == "block_bytes"), "")
    block = float(text) if text.isdecimal() else 0.0
    if block and not _is_near(rate.value * block, data.value, _OF_A_BLOCK):
        sentence = message(
            _UNLIKE_BLOCK,
            run=run.name,
            rate=rate.value,
            block=block,
            computed=rate.value * block / 1e6,
            stated=data.value / 1e6,
        )
        lost = tuple(f for (metric, _), f in point.items() if metric is Metric.THROUGHPUT)
        yield _BrokenFigures(lost, sentence, data.line)


def _is_near(computed: float, stated: float, tolerance: float) -> bool:
    return abs(computed - stated) <= tolerance * max(abs(computed), abs(stated))


_CHECKS: Final[tuple[Callable[[Run, _Point], Iterable[_BrokenFigures]], ...]] = (
    _check_statistic_order,
    _check_littles_law,
    _check_count_against_rate,
    _check_throughput_against_block,
)


MOST_SHARES: Final = 1.05
"""What the shares of a processor may add up to: each is rounded."""
_SHARES: Final = frozenset(
    {"cpu_user", "cpu_nice", "cpu_system", "cpu_wait", "cpu_steal", "cpu_idle"}
    | {"cpu_hardirq", "cpu_softirq"}
)
"""Shares that exclude each other; guests are within user or beside it."""
_REQUESTS: Final = {
    "disk_await": ("disk_read_requests", "disk_write_requests"),
    "svctm": ("disk_read_requests", "disk_write_requests"),
    "disk_request_size": ("disk_read_requests", "disk_write_requests"),
    "disk_device_await": ("disk_read_requests", "disk_write_requests"),
    "disk_read_await": ("disk_read_requests",),
    "disk_read_request_size": ("disk_read_requests",),
    "disk_write_await": ("disk_write_requests",),
    "disk_write_request_size": ("disk_write_requests",),
    "disk_discard_await": ("disk_discard_requests",),
    "disk_discard_request_size": ("disk_discard_requests",),
    "disk_flush_await": ("disk_flush_requests",),
}
"""What is a mean over the requests of an interval, and which requests these are."""
_ALL_REQUESTS: Final = "disk_requests"


class SampleRules(NamedTuple):
    """What must hold in the rows of a table, by the places of its columns from 0."""

    exclusive_shares: tuple[tuple[int, ...], ...]
    """Shares of one processor: together no more than `MOST_SHARES`, or the row does not count."""
    request_means: tuple[tuple[int, tuple[int, ...]], ...]
    """A mean over the requests of an interval with its requests: without any, 0 is no mean, and
    a mean over intervals is weighted by them. Where nothing counts requests 0 is none either."""


def sample_rules(columns: Sequence[tuple[str, str | None]]) -> SampleRules:
    """Return what must hold for columns, given by name and instance."""
    return _build_sample_rules(tuple(columns))


@lru_cache(maxsize=200)
def _build_sample_rules(columns: tuple[tuple[str, str | None], ...]) -> SampleRules:
    positions = {named: at for at, named in enumerate(columns)}
    exclusive_shares: dict[str | None, list[int]] = {}
    means = []
    for at, (name, instance) in enumerate(columns):
        if name in _SHARES:
            exclusive_shares.setdefault(instance, []).append(at)
        elif name in _REQUESTS:
            own = [(each, instance) for each in _REQUESTS[name]]
            own = own if all(each in positions for each in own) else [(_ALL_REQUESTS, instance)]
            means.append((at, tuple(positions[each] for each in own if each in positions)))
    return SampleRules(
        tuple(tuple(w) for w in exclusive_shares.values() if len(w) > 1), tuple(means)
    )


def column_names_and_instances(
    columns: Iterable[SampleColumn],
) -> tuple[tuple[str, str | None], ...]:
    """Return names and instances of columns, as `sample_rules` takes them."""
    return tuple((column.name, column.instance) for column in columns)


_STRETCHED: Final = (
    "Shares of a processor add up to {most:.0f} % (limit {limit:.0f}) in {count} rows: samples of"
    " another length. These rows do not count."
)


def excess_shares_problem(count: int, most: float, line: int | None) -> Problem:
    """Report rows in which the shares of a processor add up to too much."""
    sentence = message(_STRETCHED, limit=100 * MOST_SHARES, count=count, most=100 * most)
    return Problem(Severity.WARNING, sentence, line)


WEIGHT_OF: Final = {"latency": "iops", "response_time": "transaction_rate"}
"""Series whose mean over intervals is weighted by another series of the run."""
