"""Runs of a transaction load, with how busy the hosts were meanwhile."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Metric
from arraywise.domain.facts import LoadRun
from arraywise.store.reading.host_use import RunTime, Watched, host_uses
from arraywise.store.reading.run_settings import BY_HAND
from arraywise.store.run_lists import ATTRIBUTES, MEASUREMENTS
from arraywise.store.series import unpacked

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterable, Mapping
    from typing import Any

    import duckdb

    from arraywise.store.study import Study

Window = tuple[float, float | None]

RATES = "transaction_rate"
"""Name of the series of transactions per second."""
RESPONSES = "response_time"
"""Name of the series of mean response times beside it."""

_RUNS = f"""
SELECT f.option_id, r.id, f.name, f.tool, r.started_at, r.duration_s, m.users, m.value, m.line,
       CASE WHEN m.origin = 'reported' THEN m.column_in_line END,
       f.set_name, f.imported_at, r.position, r.host
FROM run r JOIN evidence_file f ON f.id = r.file_id JOIN {MEASUREMENTS} m ON m.run_id = r.id
WHERE f.option_id IS NOT NULL AND r.complete AND m.metric = 'transaction_rate'
  AND m.statistic = 'mean' AND m.group_name IS NULL AND m.users IS NOT NULL
ORDER BY f.option_id, m.users, f.id, r.position, m.position
"""  # noqa: S608 - own words
_TOTALS = f"""
SELECT m.run_id, m.metric, m.statistic, m.value, m.line,
       CASE WHEN m.origin = 'reported' THEN m.column_in_line END
FROM {MEASUREMENTS} m
WHERE m.group_name IS NULL
  AND m.metric IN ('response_time', 'transactions_completed', 'transactions_failed')
ORDER BY m.run_id, m.position
"""  # noqa: S608 - own words
_THINK_TIMES = f"""
SELECT run_id, try_cast(value AS DOUBLE) FROM {ATTRIBUTES} WHERE name = 'think_time_s'
ORDER BY position DESC
"""  # noqa: S608 - own words
_WINDOWS = f"""
WITH told AS (FROM {ATTRIBUTES} WHERE name IN (?, 'warm_up_s', 'window_end_s'))
SELECT h.run_id,
       (SELECT try_cast(a.value AS DOUBLE) FROM told a
        WHERE a.run_id = h.run_id AND a.name = 'warm_up_s'
          AND list_contains(string_split(h.value, ', '), 'warm_up_s') LIMIT 1),
       (SELECT try_cast(a.value AS DOUBLE) FROM told a
        WHERE a.run_id = h.run_id AND a.name = 'window_end_s' LIMIT 1)
FROM told h WHERE h.name = ?
"""  # noqa: S608 - own words
_SERIES = """
SELECT run_id, name, series_values FROM series WHERE name IN (?, ?) ORDER BY run_id, position
"""


def load_runs(study: Study) -> dict[int, tuple[LoadRun, ...]]:
    """Read the complete runs that state a user count and a transaction rate, by option id.

    Within an option they are in the order of users, then of import. Files of one set (a results
    document and the log beside it) are forms of the same run, which counts once.
    """
    with study.cursor() as cursor:
        rows = cursor.execute(_RUNS).fetchall()
        totals = _totals(cursor)
        series = _series(cursor)
        windows = _windows(cursor)
        think_times = dict(cursor.execute(_THINK_TIMES).fetchall())
    uses = host_uses(study, (_time(row, windows) for row in rows))
    forms: dict[tuple[Any, ...], list[LoadRun]] = {}
    for row in rows:
        option_id, run_id, *_, set_name, imported_at, position, _ = row
        is_one_of_set = (set_name, imported_at, position) if set_name else run_id
        run = _load_run(row, totals.get(run_id, []), series.get(run_id, {}), uses[run_id])
        run = replace(run, window_s=windows.get(run_id), think_time_s=think_times.get(run_id))
        forms.setdefault((option_id, run.users, is_one_of_set), []).append(run)
    found: dict[int, list[LoadRun]] = {}
    for (option_id, *_), runs in forms.items():
        found.setdefault(option_id, []).append(_joined(runs))
    return {option_id: tuple(runs) for option_id, runs in found.items()}


def run_times(study: Study) -> list[RunTime]:
    """Return when the runs took place that `load_runs` gives, whatever form they have."""
    with study.cursor() as cursor:
        rows = cursor.execute(_RUNS).fetchall()
        windows = _windows(cursor)
    return [_time(row, windows) for row in rows]


def _time(row: tuple[Any, ...], windows: Mapping[int, Window]) -> RunTime:
    return RunTime(row[1], row[0], row[4], row[5], row[-1], row[6], windows.get(row[1]))


def _windows(cursor: duckdb.DuckDBPyConnection) -> dict[int, Window]:
    """Read between which seconds runs count, where the user says so."""
    return {
        run_id: (start or 0.0, end)
        for run_id, start, end in cursor.execute(_WINDOWS, [BY_HAND, BY_HAND]).fetchall()
        if start is not None or end is not None
    }


def _load_run(
    row: tuple[Any, ...],
    total: list[tuple[Any, ...]],
    series: Mapping[str, array[float]],
    use: Watched,
) -> LoadRun:
    _, run_id, file, tool, _, duration_s, users, rate, line, column, *_ = row
    responses = [rest for metric, *rest in total if metric == Metric.RESPONSE_TIME]
    return LoadRun(
        run_id=run_id,
        file=file,
        tool=tool,
        users=users,
        rate_tps=rate,
        responses_s=tuple((statistic, value) for statistic, value, *_ in responses),
        rate_line=line,
        rate_column=column,
        response_line=next((at for _, _, at, _ in responses), None),
        response_places=tuple((statistic, *place) for statistic, _, *place in responses),
        duration_s=duration_s,
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


def _totals(cursor: duckdb.DuckDBPyConnection) -> dict[int, list[tuple[Any, ...]]]:
    totals: dict[int, list[tuple[Any, ...]]] = {}
    for run_id, *total in cursor.execute(_TOTALS).fetchall():
        totals.setdefault(run_id, []).append(tuple(total))
    return totals


def _series(cursor: duckdb.DuckDBPyConnection) -> dict[int, dict[str, array[float]]]:
    """Read the first series of each name, by run."""
    found: dict[int, dict[str, array[float]]] = {}
    for run_id, name, values in reversed(cursor.execute(_SERIES, [RATES, RESPONSES]).fetchall()):
        found.setdefault(run_id, {})[name] = unpacked(values)
    return found


def _count(total: Iterable[tuple[Any, ...]], metric: Metric) -> float | None:
    return next((value for m, _, value, *_ in total if m == metric), None)
