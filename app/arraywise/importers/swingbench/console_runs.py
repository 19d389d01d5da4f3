"""A charbench log to runs: rates of the rows with all users on, times of the transactions."""

from __future__ import annotations

import itertools
import re
from array import array
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from statistics import fmean, median
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Load, Measurement, Metric, Origin, Run, Series
from arraywise.domain.problems import NO_SESSIONS, Problem, Severity
from arraywise.domain.said import Figure, say
from arraywise.domain.units import Unit
from arraywise.importers.swingbench.console import DAY_S
from arraywise.importers.swingbench.figures import shortened
from arraywise.importers.swingbench.measures import seconds
from arraywise.importers.swingbench.readings import NAME

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.importers.swingbench.console import ConsoleRun, Row

FEWEST_ROWS = 5
"""Fewer rows with all users on than this give no rate worth keeping."""
FINEST_MEAN_MS = 10
"""Below this, half a millisecond of rounding is more than 5 %."""
_SHORT_NAME = re.compile(r"(?!(?:CPU|IO|DML|TPM|TPS)$)[A-Z][A-Z0-9_]{0,7}")
_CELL = re.compile(r"\[[^\]]*\]|[^\s\[]+")
_NEAR_S = 2 * 3600
_OVERALL = ("Response", "Resp")
"""Column of the response time of all transactions."""
_MINUTE_S = 60
_FEW_SKIPPED_S, _SKIPPED_SHARE = 5, 0.1
"""Seconds, and share of the time; a busy client skips a second now and then."""
_GAP = 2.5
"""Times the usual step between rows: a longer one is a gap."""
_LEAST_GROWN = 0.5
"""Of the transactions that the rates come to; rows are a second apart, or a few."""
_NO_SESSION = frozenset({"ORA-00018", "ORA-00020", "ORA-12516", "ORA-12518", "ORA-12519",
                         "ORA-12520"})  # fmt: skip
"""More sessions, processes or connections than the database takes (MODEL P2.2: reject)."""
"""A date printed this long before the first row at most is that row's date."""


@dataclass(slots=True)
class _Table:
    """The rows of one run, and what can be said about them."""

    run: ConsoleRun
    measurements: list[Measurement] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    users: int | None = field(init=False)
    """Most users that were ever logged on, which may be fewer than were asked for."""
    requested: int | None = field(init=False)
    """Users that the run was to have."""
    steady: list[Row] = field(init=False)
    """Rows with all users logged on; all rows where users were not printed."""

    def __post_init__(self) -> None:
        """Look through the rows once."""
        rows = self.run.rows
        self.users = max((row.logged_on for row in rows if row.logged_on), default=None)
        self.requested = max((row.requested for row in rows if row.requested), default=None)
        self.steady = [row for row in rows if row.logged_on == self.users]

    def column(self, name: str) -> int | None:
        """Return the place of a column, None where it was not printed."""
        return self.run.columns.index(name) if name in self.run.columns else None

    def measure(
        self,
        metric: Metric,
        statistic: str,
        value: float,
        line: int,
        group: str | None = None,
        column: int | None = None,
    ) -> None:
        """Add a measurement worked out from rows; counts of one kind stand there as they are."""
        unit = {Metric.TRANSACTION_RATE: Unit.PER_SECOND, Metric.RESPONSE_TIME: Unit.SECOND}
        is_printed = statistic == "total" and group is not None
        load, origin = Load(users=self.users), Origin.REPORTED if is_printed else Origin.DERIVED
        self.measurements.append(
            Measurement(
                metric,
                statistic,
                value,
                unit.get(metric, Unit.ONE),
                load,
                group,
                line,
                column,
                origin,
            )
        )

    def note(self, severity: Severity, template: str, line: int | None, **figures: Figure) -> None:
        """Add a problem."""
        self.problems.append(Problem(severity, say(template, **figures), line))


def understand_rows(
    run: ConsoleRun, name: str, *, with_measurements: bool = True
) -> tuple[Run, list[Problem]]:
    """Make a run of the rows that were printed.

    Args:
        run: The table; not one that two processes wrote together.
        name: What the run is called.
        with_measurements: False where a report in the same log states the figures itself.
    """
    table = _Table(run)
    _check_users(table)
    _check_rows(table)
    if with_measurements and run.rows:
        _measure_rate(table)
        _measure_overall_time(table)
        blocks = _blocks(run.columns)
        for place, block in enumerate(blocks):
            _measure_transactions(table, block, _asked_kind(run, place, len(blocks)))
        _measure_rate_of_minutes(table)
    midnight = _midnight(run)
    began, ended = (run.rows[0].second, run.rows[-1].second) if run.rows else (0, 0)
    understood = Run(
        name=name,
        complete=run.completed and _refused_sessions(run) is None,
        measurements=tuple(table.measurements),
        series=_series(run, midnight),
        started_at=_moment(midnight, began).isoformat() if midnight and run.rows else None,
        duration_s=float(ended - began) if ended > began else None,
        attributes=_attributes(table),
    )
    return understood, table.problems


def _check_users(table: _Table) -> None:
    users, requested = table.users, table.requested
    if requested and requested > (users or 0):
        table.note(
            Severity.WARNING,
            "{requested} users were asked for, at most {users} were ever logged on.",
            table.run.rows[-1].line,
            requested=requested,
            users=users or 0,
        )


def _check_rows(table: _Table) -> None:
    run = table.run
    if run.odd_rows:
        template = "Rows that do not fit the columns of the header and were left out: {rows}."
        table.note(Severity.WARNING, template, run.odd_rows[0], rows=len(run.odd_rows))
    saved, announced = _file_name(run.saved), _file_name(run.announced)
    if saved and announced and saved != announced:
        table.note(
            Severity.WARNING,
            "The results were saved to {saved}: a file {announced} beside this log is of an"
            " earlier run.",
            run.saved_line,
            saved=saved,
            announced=announced,
        )
    _check_gaps(table)
    _check_errors(table)


def _check_gaps(table: _Table) -> None:
    """Say where rows are missing: the rate is that of the time that the rows cover."""
    rows = table.run.rows
    steps = [later.second - row.second for row, later in itertools.pairwise(rows)]
    if len(steps) < FEWEST_ROWS or {"TPS", "TPM"}.isdisjoint(table.run.columns):
        return
    usual = max(1, median(steps))
    gaps = [place for place, step in enumerate(steps) if step > _GAP * usual and step - usual > 1]
    if not gaps:
        longer = [place for place, step in enumerate(steps) if step > usual]
        skipped = sum(steps[place] - usual for place in longer)
        gaps = longer if skipped > max(_FEW_SKIPPED_S, _SKIPPED_SHARE * sum(steps)) else []
    if not gaps:
        if usual > 1:
            _note_sparse_rows(table, usual)
        return
    template = (
        "Rows of {missing} s are missing, the first ones after this line ({gaps} gaps in all); the"
        " rate is that of the {covered} s that the rows cover."
    )
    if table.column("TPS") is None:
        template = (
            "Rows of {missing} s are missing, the first ones after this line ({gaps} gaps in all);"
            " the rate is that of the minutes whose TPM is printed."
        )
    table.note(
        Severity.WARNING,
        template,
        rows[gaps[0]].line,
        missing=round(sum(steps[place] - usual for place in gaps)),
        gaps=len(gaps),
        covered=round(len(rows) * usual),
    )


def _note_sparse_rows(table: _Table, step_s: float) -> None:
    """Say that rows lie further apart than charbench prints them by itself.

    It may have been told to (`RefreshRate`), or rows were thinned out evenly: nothing in the log
    tells one from the other, as TPM sums up whole minutes and TPS is a rate in both.
    """
    template = (
        "Rows are {step:g} s apart, where charbench prints one each second by itself: unless its"
        " RefreshRate was changed, rows are missing between them. The rate is that of the {rows}"
        " rows that are there, over {time} s."
    )
    if table.column("TPS") is None:
        template = (
            "Rows are {step:g} s apart, where charbench prints one each second by itself: unless"
            " its RefreshRate was changed, rows are missing between them. The rate is that of the"
            " minutes whose TPM is printed."
        )
    rows = table.run.rows
    time = round(rows[-1].second - rows[0].second)
    table.note(Severity.INFO, template, rows[0].line, step=step_s, rows=len(rows), time=time)


def _refused_sessions(run: ConsoleRun) -> tuple[int, str] | None:
    """Return line and code of the first error that kept users from logging on, if any did."""
    return next((error for error in run.oracle_errors if error[1] in _NO_SESSION), None)


def _check_errors(table: _Table) -> None:
    run = table.run
    if (at := table.column("Errors")) is not None and run.rows:
        worst = max(run.rows, key=lambda row: row.cells[at])
        if worst.cells[at]:
            template = "The run shows up to {errors:.0f} errors."
            table.note(Severity.WARNING, template, worst.line, errors=worst.cells[at])
    refused = _refused_sessions(run)
    if refused is not None:
        line, code = refused
        table.note(Severity.ERROR, NO_SESSIONS, line, code=code)
    elif run.oracle_errors:
        line, code = run.oracle_errors[0]
        template = (
            "The database reported errors during the run, first {code}; lines with one: {lines}."
        )
        table.note(Severity.WARNING, template, line, code=code, lines=len(run.oracle_errors))


def _measure_rate(table: _Table) -> None:
    """Average the rate of the rows with all users on.

    `TPM` is a sum over the last minute and climbs for a minute: it is taken apart where
    nothing else tells the rate.
    """
    at, rows = table.column("TPS"), table.steady
    if at is None and table.column("TPM") is not None:
        return
    if at is None:
        template = "No transaction rate was printed (charbench's option -v)."
        if not any(True for _ in _blocks(table.run.columns)):
            table.note(Severity.WARNING, template, table.run.line)
        return
    if len(rows) < FEWEST_ROWS:
        template = "Rows with all users logged on: {rows}, too few for a rate."
        table.note(Severity.WARNING, template, table.run.line, rows=len(rows))
        return
    rate = fmean(row.cells[at] for row in rows)
    if not rate:
        return
    table.measure(Metric.TRANSACTION_RATE, "mean", rate, rows[0].line)
    table.note(
        Severity.INFO,
        "The rate is the mean of the {rows} rows with all {users} users logged on.",
        rows[0].line,
        rows=len(rows),
        users=table.users or "",
    )


def _measure_rate_of_minutes(table: _Table) -> None:
    """Average `TPM`, the transactions of the last minute, over minutes that do not overlap.

    Only minutes count that lie in the time with all users on; rows that are missing inside of
    a minute take nothing from it.
    """
    at = table.column("TPM")
    is_known = any(m.metric is Metric.TRANSACTION_RATE for m in table.measurements)
    if at is None or is_known or table.column("TPS") is not None:
        return
    picked: list[Row] = []
    since = table.steady[0].second if table.steady else 0
    for row in table.steady:
        if row.second >= (picked[-1].second if picked else since) + _MINUTE_S:
            picked.append(row)
    if not picked:
        template = (
            "Only transactions per minute were printed, and no whole minute has all users logged"
            " on: there is no rate."
        )
        table.note(Severity.WARNING, template, table.run.line)
        return
    rate = fmean(row.cells[at] for row in picked) / _MINUTE_S
    if not rate:
        return
    table.measure(Metric.TRANSACTION_RATE, "mean", rate, picked[0].line)
    table.note(
        Severity.INFO,
        "The rate is the mean of {minutes} whole minutes of the column TPM, with all users logged"
        " on.",
        picked[0].line,
        minutes=len(picked),
    )


def _measure_overall_time(table: _Table) -> None:
    """Average the response time of all transactions, ms, over the rows with all users on.

    Each second counts by its transactions, where the rate is printed beside it.
    """
    at = next((place for name in _OVERALL if (place := table.column(name)) is not None), None)
    rate = table.column("TPS")
    if at is None or len(table.steady) < FEWEST_ROWS:
        return
    pairs = [
        (row.cells[at], row.cells[rate] if rate is not None else 1.0)
        for row in table.steady
        if row.cells[at]
    ]
    weight = sum(count for _, count in pairs)
    if not weight:
        return
    mean_ms = sum(time * count for time, count in pairs) / weight
    line = table.steady[0].line
    if mean_ms < FINEST_MEAN_MS:
        template = (
            "The overall response time is left out: printed in whole milliseconds it is too"
            " coarse; the results file has a better one."
        )
        table.note(Severity.INFO, template, line)
        return
    table.measure(Metric.RESPONSE_TIME, "mean", seconds(mean_ms), line)
    template = (
        "The response time is the mean of what was printed each second, weighted by the"
        " transactions; the results file has a better one."
    )
    table.note(Severity.INFO, template, line)


def _blocks(columns: tuple[str, ...]) -> list[dict[str, int]]:
    """Find the columns named after transactions; a name that comes again begins a new block."""
    blocks: list[dict[str, int]] = []
    for place, name in enumerate(columns):
        if not _SHORT_NAME.fullmatch(name):
            continue
        if not blocks or name in blocks[-1]:
            blocks.append({})
        blocks[-1][name] = place
    return blocks


def _asked_kind(run: ConsoleRun, place: int, count: int) -> str | None:
    """Return what the command line asked for at a place, where it is known for every block."""
    asked = [word for word in run.asked if word in {"trans", "vresp"}]
    return asked[place] if len(asked) == count else None


def _measure_transactions(table: _Table, block: dict[str, int], asked: str | None) -> None:
    """Read a block of columns: `-v trans` prints counts so far, `-v vresp` times of a second."""
    kinds: dict[str, Callable[[_Table, dict[str, int]], None]] = {
        "trans": _measure_counts,
        "vresp": _measure_times,
    }
    kind = asked or _kind(table, block)
    if kind is None:
        template = "Whether the columns of {names} are counts or times cannot be told."
        table.note(Severity.WARNING, template, table.run.line, names=", ".join(block))
    else:
        kinds[kind](table, block)


def _kind(table: _Table, block: dict[str, int]) -> str | None:
    """Tell counts, which never fall and grow by the rate, from times, which do neither."""
    places = list(block.values())
    figures = [[row.cells[place] for place in places] for row in table.run.rows]
    pairs = list(itertools.pairwise(figures))
    if any(b < a for earlier, later in pairs for a, b in zip(earlier, later, strict=True)):
        return "vresp"
    risen = sum(sum(later) > sum(earlier) for earlier, later in pairs)
    if risen <= 2:
        return None
    rate = table.column("TPS")
    if rate is None:
        return "trans"
    expected = sum(row.cells[rate] for row in table.run.rows[1:])
    grown = sum(figures[-1]) - sum(figures[0])
    return "trans" if _LEAST_GROWN * expected <= grown <= expected / _LEAST_GROWN else None


def _measure_counts(table: _Table, block: dict[str, int]) -> None:
    last = table.run.rows[-1]
    starts = [word.start() for word in _CELL.finditer(table.run.last_cells)]
    for name, place in block.items():
        value, column = last.cells[place], table.run.last_cells_at + starts[place] + 1
        table.measure(Metric.TRANSACTIONS_COMPLETED, "total", value, last.line, name, column)
    total = sum(last.cells[place] for place in block.values())
    table.measure(Metric.TRANSACTIONS_COMPLETED, "total", total, last.line)
    if table.column("TPS") is None and len(table.steady) >= FEWEST_ROWS:
        _measure_rate_of_counts(table, block)


def _measure_rate_of_counts(table: _Table, block: dict[str, int]) -> None:
    first, last = table.steady[0], table.steady[-1]
    if last.second <= first.second:
        return
    risen = sum(last.cells[place] - first.cells[place] for place in block.values())
    rate = risen / (last.second - first.second)
    if rate <= 0:
        return
    table.measure(Metric.TRANSACTION_RATE, "mean", rate, first.line)
    template = "The rate is worked out from the counts of the {rows} rows with all users on."
    table.note(Severity.INFO, template, first.line, rows=len(table.steady))


def _measure_times(table: _Table, block: dict[str, int]) -> None:
    """Average the printed times of each kind.

    Times are printed in whole milliseconds: 0 stands for "none completed" as well as for less
    than one, and short times are too coarse to be averaged; so those are left out.
    """
    rows, coarse = table.steady, []
    if len(rows) < FEWEST_ROWS:
        return
    before = len(table.measurements)
    for name, place in block.items():
        times = [row.cells[place] for row in rows if row.cells[place]]
        if times and fmean(times) < FINEST_MEAN_MS:
            coarse.append(name)
        elif times:
            value = seconds(fmean(times))
            table.measure(Metric.RESPONSE_TIME, "mean", value, rows[0].line, name)
    if coarse:
        template = (
            "Response times of {names} are left out: printed in whole milliseconds they are too"
            " coarse; the results file has better ones."
        )
        table.note(Severity.INFO, template, rows[0].line, names=", ".join(coarse))
    if len(table.measurements) > before:
        template = (
            "Response times are means of what was printed each second, not weighted by count; the"
            " results file has better ones."
        )
        table.note(Severity.INFO, template, rows[0].line)


def _series(run: ConsoleRun, midnight: datetime | None) -> tuple[Series, ...]:
    if "TPS" not in run.columns or not run.rows:
        return ()
    at = run.columns.index("TPS")
    values = array("d", [row.cells[at] for row in run.rows])
    times = None
    if midnight:
        zero = midnight.replace(tzinfo=UTC).timestamp()
        times = array("d", [zero + row.second for row in run.rows])
    return (Series(NAME, Unit.PER_SECOND, values, times, run.rows[0].line),)


def _midnight(run: ConsoleRun) -> datetime | None:
    """Return the midnight before the first row, where a date was printed shortly before it."""
    if run.date is None or not run.rows:
        return None
    after = (run.rows[0].second - run.date_second + DAY_S // 2) % DAY_S - DAY_S // 2
    if abs(after) > _NEAR_S:
        return None
    try:
        day = datetime(*run.date)  # noqa: DTZ001 - the client's own clock
        return day + timedelta(days=(run.date_second + after) // DAY_S)
    except (ValueError, OverflowError):
        return None


def _moment(midnight: datetime, second: int) -> datetime:
    return midnight + timedelta(seconds=second)


def _attributes(table: _Table) -> tuple[tuple[str, str], ...]:
    run = table.run
    first = run.rows[0].second if run.rows else None
    clock = None if first is None else f"{first // 3600:02}:{first // 60 % 60:02}:{first % 60:02}"
    found = (
        ("users_requested", table.requested and str(table.requested)),
        ("users_logged_on", table.users and str(table.users)),
        ("clock_at_start", clock),
        ("results_file", _file_name(run.saved or run.announced)),
    )
    return tuple((name, value) for name, value in found if value)


def _file_name(path: str | None) -> str | None:
    """Keep the name alone: folders may tell who and where."""
    return shortened(re.split(r"[/\\]", path)[-1]) if path else None
