"""Runs of a transaction load, with how busy the hosts were meanwhile."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.evidence import Metric
from arraywise.domain.facts import LoadRun
from arraywise.store.reading.host_use import RunTime, Watched, host_uses
from arraywise.store.reading.run_attributes import attributes_of_runs, first_told, seconds_told
from arraywise.store.reading.run_settings import BY_HAND
from arraywise.store.run_lists import MEASUREMENTS
from arraywise.store.series import unpacked

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    import duckdb

    from arraywise.store.reading.run_attributes import Told
    from arraywise.store.study import Study

Window = tuple[float, float | None]

RATES = "transaction_rate"
"""Name of the series of transactions per second."""
RESPONSES = "response_time"
"""Name of the series of mean response times beside it."""

_RUNS = """
SELECT f.option_id, r.id, f.name, f.tool, r.started_at, r.duration_s,
       f.set_name, f.imported_at, r.position, r.host
FROM run r JOIN evidence_file f ON f.id = r.file_id
WHERE f.option_id IS NOT NULL AND r.complete ORDER BY f.option_id, f.id, r.position
"""
_MEASURED = f"""
SELECT m.run_id, m.metric, m.statistic, m.value, m.line,
       CASE WHEN m.origin = 'reported' THEN m.column_in_line END, m.users
FROM {MEASUREMENTS} m
WHERE m.group_name IS NULL
  AND m.metric IN ('transaction_rate', 'response_time', 'transactions_completed',
                   'transactions_failed')
ORDER BY m.run_id, m.position
"""  # noqa: S608 - own words
_SERIES = """
SELECT run_id, name, series_values FROM series WHERE name IN (?, ?) ORDER BY run_id, position
"""


class _Measured(NamedTuple):
    """A figure of a run as a whole."""

    metric: str
    statistic: str
    value: float
    line: int | None
    column: int | None
    users: int | None


class _Rated(NamedTuple):
    """A run with one transaction rate."""

    option_id: int
    run_id: int
    file: str
    tool: str
    started_at: str | None
    duration_s: float | None
    set_name: str | None
    imported_at: datetime
    position: int
    host: str | None
    rate: _Measured

    def time(self, windows: Mapping[int, Window]) -> RunTime:
        """Return when it took place."""
        window, users = windows.get(self.run_id), self.rate.users or 0
        when = self.started_at, self.duration_s
        return RunTime(self.run_id, self.option_id, *when, self.host, users, window)


def load_runs(study: Study) -> dict[int, tuple[LoadRun, ...]]:
    """Read the complete runs that state a user count and a transaction rate, by option id.

    Within an option they are in the order of users, then of import. Files of one set (a results
    document and the log beside it) are forms of the same run, which counts once.
    """
    with study.cursor() as cursor:
        measured = _measured(cursor)
        rows = _rated(cursor, measured)
        series = _series(cursor)
        told = attributes_of_runs(cursor)
    windows = _windows(told)
    uses = host_uses(study, (row.time(windows) for row in rows))
    forms: dict[tuple[Any, ...], list[LoadRun]] = {}
    for row in rows:
        id_ = row.run_id
        is_one_of_set = (row.set_name, row.imported_at, row.position) if row.set_name else id_
        run = replace(
            _load_run(row, measured[id_], series.get(id_, {}), uses[id_]),
            window_s=windows.get(id_),
            think_time_s=seconds_told(told.get(id_, ()), "think_time_s"),
        )
        forms.setdefault((row.option_id, run.users, is_one_of_set), []).append(run)
    found: dict[int, list[LoadRun]] = {}
    for (option_id, *_), runs in forms.items():
        found.setdefault(option_id, []).append(_joined(runs))
    return {option_id: tuple(runs) for option_id, runs in found.items()}


def run_times(study: Study) -> list[RunTime]:
    """Return when the runs took place that `load_runs` gives, whatever form they have."""
    with study.cursor() as cursor:
        rows = _rated(cursor, _measured(cursor))
        windows = _windows(attributes_of_runs(cursor))
    return [row.time(windows) for row in rows]


def _measured(cursor: duckdb.DuckDBPyConnection) -> dict[int, list[_Measured]]:
    found: dict[int, list[_Measured]] = {}
    for run_id, *row in cursor.execute(_MEASURED).fetchall():
        found.setdefault(run_id, []).append(_Measured(*row))
    return found


def _rated(
    cursor: duckdb.DuckDBPyConnection, measured: Mapping[int, Sequence[_Measured]]
) -> list[_Rated]:
    """Give each run with each of its mean rates at a number of users, in the order of these."""
    rows = [
        _Rated._make((*run, rate))
        for run in cursor.execute(_RUNS).fetchall()
        for rate in measured.get(run[1], ())
        if (rate.metric, rate.statistic) == (RATES, "mean") and rate.users is not None
    ]
    return sorted(rows, key=lambda row: (row.option_id, row.rate.users))


def _windows(told: Mapping[int, Told]) -> dict[int, Window]:
    """Tell between which seconds runs count, where the user says so."""
    found: dict[int, Window] = {}
    for run_id, attributes in told.items():
        by_hand = first_told(attributes, BY_HAND)
        if by_hand is not None:
            is_set = "warm_up_s" in by_hand.split(", ")
            start = seconds_told(attributes, "warm_up_s") if is_set else None
            end = seconds_told(attributes, "window_end_s")
            if start is not None or end is not None:
                found[run_id] = start or 0.0, end
    return found


def _load_run(
    row: _Rated, total: Sequence[_Measured], series: Mapping[str, array[float]], use: Watched
) -> LoadRun:
    responses = [m for m in total if m.metric == Metric.RESPONSE_TIME]
    return LoadRun(
        run_id=row.run_id,
        file=row.file,
        tool=row.tool,
        users=row.rate.users or 0,
        rate_tps=row.rate.value,
        responses_s=tuple((m.statistic, m.value) for m in responses),
        rate_line=row.rate.line,
        rate_column=row.rate.column,
        response_line=next((m.line for m in responses), None),
        response_places=tuple((m.statistic, m.line, m.column) for m in responses),
        duration_s=row.duration_s,
        completed=_count(total, Metric.TRANSACTIONS_COMPLETED),
        failed=_count(total, Metric.TRANSACTIONS_FAILED),
        rates_tps=series.get(RATES),
        mean_responses_s=series.get(RESPONSES),
        host_use=use.database,
        client_use=use.client,
    )


_FILLED_IN = (
    *("duration_s", "completed", "failed", "think_time_s", "rates_tps"),
    *("host_use", "client_use", "window_s", "mean_responses_s"),
)


def _joined(runs: list[LoadRun]) -> LoadRun:
    """Take the form with most response times; fill in what only another form tells."""
    best = max(runs, key=lambda run: len(run.responses_s))
    told: dict[str, Any] = {
        name: next((v for run in runs if (v := getattr(run, name)) is not None), None)
        for name in _FILLED_IN
        if getattr(best, name) is None
    }
    return replace(best, **told)


def _series(cursor: duckdb.DuckDBPyConnection) -> dict[int, dict[str, array[float]]]:
    """Read the first series of each name, by run."""
    found: dict[int, dict[str, array[float]]] = {}
    for run_id, name, values in reversed(cursor.execute(_SERIES, [RATES, RESPONSES]).fetchall()):
        found.setdefault(run_id, {})[name] = unpacked(values)
    return found


def _count(total: Iterable[_Measured], metric: Metric) -> float | None:
    return next((m.value for m in total if m.metric == metric), None)
