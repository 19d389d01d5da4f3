"""Printed results and progress."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from arraywise.domain.evidence import Load, Metric, Series
from arraywise.domain.units import MILLISECOND, Unit
from arraywise.importers.kit.readings import (
    Log,
    PrintedNumber,
    RunDraft,
    number,
    printed,
    rate_series_name,
    shortened,
)
from arraywise.importers.kit.text import numbered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arraywise.domain.evidence import Measurement

_BEFORE: Final = r"[ \t>]*"
_NUMBER: Final = r"\d{1,20}(?:\.\d{1,20})?"


def _line(pattern: str) -> re.Pattern[str]:
    return re.compile(_BEFORE + pattern)


VERSION: Final = _line(r"pgbench \((?P<version>\d{1,3}(?:\.\d{1,3}){0,3}(?:beta\d|rc\d|devel)?)")
VACUUM: Final = _line(r"starting vacuum")
KIND: Final = _line(r"transaction type *: +(?P<type>\S.{0,300})")
PROGRESS: Final = _line(
    rf"progress: (?P<at>{_NUMBER}) s, (?P<rate>{_NUMBER}) tps"
    rf"(?:, lat (?P<mean>{_NUMBER}|NaN) ms(?: stddev (?P<stddev>{_NUMBER}|NaN))?)?"
)
SETTING: Final = _line(r"(?P<label>[a-z][a-z ]{3,50}?) *: +(?P<value>\S.{0,200})")
CLIENTS: Final = _line(r"number of clients *: +(?P<n>\d{1,9})\b(?![.,]\d)")
DURATION: Final = _line(rf"duration *: +(?P<n>{_NUMBER}) s\b")
COMPLETED: Final = _line(
    r"number of transactions actually processed *: +(?P<n>\d{1,18})\b(?![.,]\d)"
)
FAILED: Final = _line(r"(?P<part>- )?number of failed transactions: (?P<n>\d{1,18})\b")
SKIPPED: Final = _line(r"(?:- )?number of transactions skipped: (?P<n>\d{1,18})\b")
ABOVE: Final = _line(
    rf"number of transactions above the (?P<limit>{_NUMBER}) ms latency limit:"
    r" (?P<n>\d{1,18}(?:/\d{1,18})?)"
)
LAG: Final = _line(rf"rate limit schedule lag: avg (?P<n>{_NUMBER})")
LATENCY: Final = _line(
    rf"(?P<part>- )?latency (?P<statistic>average|stddev) *[:=] +(?P<n>{_NUMBER}) +ms"
)
CONNECTING: Final = _line(rf"(?:initial|average) connection time += +(?P<n>{_NUMBER}) +ms")
RATE: Final = _line(
    rf"tps += +(?P<n>{_NUMBER}) +\((?P<how>without initial connection time"
    r"|(?:including|excluding) connections establishing|including reconnection times)\)"
)
SCRIPT: Final = _line(r"SQL script (?P<number>\d{1,5}): (?P<name>\S.{0,300})")
SCRIPT_COUNT: Final = _line(
    rf"- (?P<n>\d{{1,18}}) transactions \({_NUMBER}% of total(?:, tps = (?P<rate>{_NUMBER}))?\)"
)
STATEMENTS: Final = _line(
    r"(?:- )?statement latencies in milliseconds(?P<failures>(?: and|,) failures)?"
    r"(?P<retries> and retries)?:"
)
STATEMENT: Final = re.compile(r"[ \t]*(?P<n>\d{1,15}\.\d{1,9})[ \t]+(?P<rest>\S.{0,2000})")
ERROR: Final = _line(
    r"(?:pgbench: (?:error|fatal): (?P<new>\S.{0,500})"
    r"|(?P<old>(?:connection to database \"[^\"]{0,100}\" failed|client \d{1,9} aborted)\b"
    r".{0,500}))"
)
CLIENT_LOST: Final = re.compile(r"client \d{1,9} (?:script \d{1,5} )?aborted\b")
ABORTED: Final = _line(r"(?:pgbench: (?:error|fatal): )?Run was aborted")
FILLING: Final = _line(
    r"(?:dropping old tables|creating tables|generating data|\d{1,12} of \d{1,12} tuples )"
)

MARKS: Final = re.compile(
    r"^[ \t>]*(?:pgbench \(\d|starting vacuum\.\.\.|transaction type *: "
    r"|pgbench: (?:error|fatal): "
    r"|progress: \d{1,20}(?:\.\d{1,9})? s, \d{1,20}(?:\.\d{1,9})? tps"
    r"|tps += +\d{1,20}(?:\.\d{1,9})? +\((?:without|including|excluding) "
    r"|\d{1,12} of \d{1,12} tuples \()",
    re.MULTILINE,
)
"""Words that only pgbench prints."""
SETTINGS: Final = {
    "scaling factor": "scale_factor",
    "query mode": "query_mode",
    "number of threads": "threads",
    "maximum number of tries": "tries",
    "partition method": "partition_method",
    "partitions": "partitions",
    "number of transactions per client": "transactions_per_client",
    "number of transactions retried": "transactions_retried",
}
"""Labels of settings, and the attributes they become."""

EARLIEST_EPOCH, LATEST_EPOCH = 9.4e8, 7.3e9
"""1999 to 2201, in seconds since 1970: a number between is a moment, not seconds of a run."""


@dataclass(slots=True)
class Progress:
    """The lines of one run."""

    first_line: int | None = None
    moments: array[float] = field(default_factory=lambda: array("d"))
    """Seconds since the start, or since 1970 with `--progress-timestamp`."""
    rates: array[float] = field(default_factory=lambda: array("d"))
    times: array[float] = field(default_factory=lambda: array("d"))

    def is_past(self, at: str) -> bool:
        """Return whether a moment lies before the last line: then another run has begun."""
        return bool(len(self.moments)) and (number(at) or 0.0) <= self.moments[-1]

    def take(self, match: re.Match[str], line: int) -> None:
        """Take one line; without a transaction it has no response time."""
        at, rate = number(match["at"]), number(match["rate"])
        if at is None or rate is None:
            return
        self.first_line = self.first_line or line
        self.moments.append(at)
        self.rates.append(rate)
        mean = number(match["mean"] or "")
        if mean:
            self.times.append(mean * MILLISECOND)

    @property
    def interval_s(self) -> float:
        """The time between two lines, of which the first interval is one too."""
        first = self.moments[0]
        if len(self.moments) > 1:
            return round((self.moments[-1] - first) / (len(self.moments) - 1), 1)
        return first if first < EARLIEST_EPOCH else 1.0

    @property
    def lasted_s(self) -> float | None:
        """How long all intervals took together; None without a line."""
        if not self.moments:
            return None
        return self.moments[-1] - self.moments[0] + self.interval_s

    @property
    def started_at(self) -> str | None:
        """When the first interval began, where the lines tell the time."""
        if not self._tells_time:
            return None
        return datetime.fromtimestamp(self.moments[0] - self.interval_s, UTC).isoformat()

    @property
    def _tells_time(self) -> bool:
        moments = self.moments
        return bool(moments) and EARLIEST_EPOCH < moments[0] <= moments[-1] < LATEST_EPOCH

    def series(self) -> Iterator[Series]:
        """Return the series; response times have no moment where a line had none."""
        if not self.moments:
            return
        name, moments = rate_series_name(self.interval_s), self.moments
        known = moments if self._tells_time else None
        yield Series(name, Unit.PER_SECOND, self.rates, known, self.first_line)
        same = len(self.times) == len(self.rates)
        yield Series(
            "response_time", Unit.SECOND, self.times, known if same else None, self.first_line
        )


_FAILED_SHARE = 0.001
"""More failed transactions than this are worth a word (MODEL P2.2)."""
_TOLERANCE = 0.05
_CONNECTING_SHARE = 0.02


def check_run(draft: RunDraft, *, has_result: bool, has_header: bool) -> None:
    """Note what is missing or odd in a run, all of it read.

    `has_result`: the rate was printed, which is the last thing; `has_header`: standard output is
    here too (progress goes to standard error).
    """
    if not has_result:
        _report_incomplete(draft, has_header=has_header)
        return
    if not draft.complete:
        template = "pgbench lost clients; the load was below {users} clients."
        draft.warn(template, draft.line, users=draft.load.users or "the number of")
    if draft.load.users is None:
        draft.warn("The number of clients is missing: the load is unknown.")
    _check_times(draft)
    failed = _value(draft, Metric.TRANSACTIONS_FAILED, "total")
    completed = _value(draft, Metric.TRANSACTIONS_COMPLETED, "total")
    if completed is not None and not completed.value:
        draft.warn("The run completed no transaction.", completed.line)
    if failed and failed.value:
        share = failed.value / (failed.value + (completed.value if completed else 0.0))
        if share > _FAILED_SHARE:
            draft.warn("{share:.2%} of the transactions failed.", failed.line, share=share)
    _check_connecting(draft)


def _report_incomplete(draft: RunDraft, *, has_header: bool) -> None:
    if has_header:
        draft.warn("The results are missing: the run was stopped before its end.", draft.line)
    else:
        template = (
            "Only standard error of pgbench: results are in standard output, or the run was"
            " stopped."
        )
        draft.warn(template, draft.line)


def _value(
    draft: RunDraft, metric: Metric, statistic: str, group: str | None = None
) -> Measurement | None:
    wanted = (metric, statistic, group)
    result = (m for m in draft.measurements if (m.metric, m.statistic, m.group) == wanted)
    return next(result, None)


def _check_times(draft: RunDraft) -> None:
    """Hold clients against rate x response time (Little's law, MODEL P2.3)."""
    rate = _value(draft, Metric.TRANSACTION_RATE, "mean")
    mean = _value(draft, Metric.RESPONSE_TIME, "mean")
    if mean is None:
        draft.warn("No response time is stated.", draft.line)
        return
    if _value(draft, Metric.RESPONSE_TIME, "stddev") is None:
        draft.info(
            "pgbench timed no transactions (it does with -P, -R or -L): mean response time is"
            " clients divided by rate.",
            mean.line,
        )
        return
    users = draft.load.users
    if rate and users and rate.value * mean.value > (1 + _TOLERANCE) * users:
        draft.warn(
            "{rate:.1f} tx/s at {ms:.3f} ms need {busy:.1f} clients; there were {users}.",
            mean.line,
            rate=rate.value,
            ms=1000 * mean.value,
            busy=rate.value * mean.value,
            users=users,
        )


def _check_connecting(draft: RunDraft) -> None:
    """Up to version 13 a second rate counts the time to connect as well."""
    rate = _value(draft, Metric.TRANSACTION_RATE, "mean")
    lower = _value(draft, Metric.TRANSACTION_RATE, "mean", "including connecting")
    if not (rate and lower and rate.value):
        return
    share = 1 - lower.value / rate.value
    if share > _CONNECTING_SHARE:
        draft.info(
            "Connecting took {share:.1%} of the run; the rate leaves it out.",
            rate.line,
            share=share,
        )


_LONGEST_GROUP = 60
_TPS = Metric.TRANSACTION_RATE
_STATISTICS = {"average": "mean", "stddev": "stddev"}
_OF_HEADER = frozenset({"benchmark", "think_time_s", *SETTINGS.values()})
"""Attributes that a header states for every result below it."""
_INCLUDING = "including connections establishing"
_RECONNECTING = "including reconnection times"


@dataclass(slots=True)
class PgbenchRunDraft:
    """The run that is being read."""

    draft: RunDraft
    seen: set[str] = field(default_factory=set)
    """Marks of a beginning that were printed."""
    has_result: bool = False
    aborted: bool = False
    progress: Progress = field(default_factory=Progress)
    script: str | None = None
    """The script whose figures are being printed; None for the whole run."""
    counts_before_statement: int | None = None
    """Columns between time and statement; None outside of a list of statements."""
    statements: Counter[str] = field(default_factory=Counter)


class PgbenchReader:
    """Reads line by line; a mark of a beginning that is printed again begins another run."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.log = Log()
        self.run: PgbenchRunDraft | None = None
        self.errors: list[tuple[int, str]] = []
        self.fills_tables = False
        """Clients that the command line above the next run asked for."""

    def read(self, lines: list[str]) -> Log:
        """Read all lines of a file."""
        for line_number, line in numbered(lines):
            if not self._parse_statement(line_number, line):
                self._take(line_number, line)
        self._close()
        if not self.log.drafts and self.fills_tables:
            self.log.fail("Initialisation of pgbench (-i). Import the output of a run.")
        if self.errors:
            tell = self.log.warn if self.log.drafts else self.log.fail
            at, text = self.errors[0]
            template = "pgbench reported errors ({count}), the first one: {text}"
            tell(template, at, count=len(self.errors), text=text)
        return self.log

    def begin(self, mark: str, line: int) -> PgbenchRunDraft:
        """Return the run that a mark of a beginning belongs to."""
        if self.run is None or self.run.has_result or mark in self.run.seen:
            self.restart(line)
        run = self.run or self.restart(line)
        run.seen.add(mark)
        return run

    def restart(self, line: int, header: PgbenchRunDraft | None = None) -> PgbenchRunDraft:
        """End the run that is being read and begin another, which may take over a header."""
        self._close()
        self.run = PgbenchRunDraft(RunDraft(line=line))
        if header is not None:
            self.run.draft.load = header.draft.load
            self.run.draft.attributes = {
                name: value
                for name, value in header.draft.attributes.items()
                if name in _OF_HEADER
            }
        return self.run

    def _take(self, line_number: int, line: str) -> None:
        for pattern, act in _MARKS:
            match = pattern.match(line)
            if match:
                act(self, match, line_number)
                return
        for pattern, take in _FIELDS:
            match = pattern.match(line)
            if match:
                run = self._run_with(pattern, match, line_number)
                if run is not None:
                    take(run, match, line_number)
                return

    def _run_with(
        self, pattern: re.Pattern[str], match: re.Match[str], line: int
    ) -> PgbenchRunDraft | None:
        """Return the run that a line is of; clients, settings and a further result begin one.

        Several results below one header are several runs, each with that header.
        """
        is_over = self.run is None or self.run.has_result
        if is_over and pattern in _BEGINNING:
            return self.restart(line, self.run)
        is_result = pattern in _RESULT and not match.groupdict().get("part")
        return self.restart(line, self.run) if is_over and is_result else self.run

    def _parse_statement(self, line_number: int, line: str) -> bool:
        """Read a line of a list of statements, where one is being printed."""
        run = self.run
        if run is None or run.counts_before_statement is None:
            return False
        match = STATEMENT.match(line)
        if match is None:
            run.counts_before_statement = None
            return False
        words = match["rest"].split(maxsplit=run.counts_before_statement)
        if len(words) > run.counts_before_statement and not words[-1].startswith("\\"):
            result = printed(match, "n", line_number)
            _time(run.draft, "mean", result, _statement_group(run, words[-1]))
        return True

    def _close(self) -> None:
        run, self.run = self.run, None
        if run is None:
            return
        run.draft.series += run.progress.series()
        run.draft.started_at = run.progress.started_at
        run.draft.duration_s = run.draft.duration_s or run.progress.lasted_s
        run.draft.complete = run.has_result and not run.aborted
        check_run(run.draft, has_result=run.has_result, has_header="version" in run.seen)
        self.log.add(run.draft)


def _time(
    draft: RunDraft, statistic: str, result: PrintedNumber | None, group: str | None
) -> None:
    if result:
        draft.measure(Metric.RESPONSE_TIME, statistic, result.times(MILLISECOND), group)


def _statement_group(run: PgbenchRunDraft, statement: str) -> str:
    """Name a statement; the same text a second time gets a number."""
    text = shortened(statement, _LONGEST_GROUP)
    name = f"{run.script}: {text}" if run.script else text
    run.statements[name] += 1
    times = run.statements[name]
    return f"{name} ({times})" if times > 1 else name


def _script_name(text: str) -> str:
    name = text.strip()
    name = name.removeprefix("<builtin: ").removesuffix(">") if name.endswith(">") else name
    return shortened(name.replace("\\", "/").rsplit("/", 1)[-1], _LONGEST_GROUP) or "script"


def _version(reader: PgbenchReader, match: re.Match[str], line: int) -> None:
    reader.begin("version", line)
    reader.log.version = reader.log.version or match["version"]


def _vacuum(reader: PgbenchReader, _: re.Match[str], line: int) -> None:
    reader.begin("vacuum", line)


def _kind(reader: PgbenchReader, match: re.Match[str], line: int) -> None:
    run = reader.begin("type", line)
    kind = _script_name(match["type"])
    run.draft.describe(benchmark=kind)
    reader.log.run_type = reader.log.run_type or kind
    if match["type"].startswith("<builtin: ") or kind.startswith("TPC-B"):
        run.draft.describe(think_time_s="0")


def _progress(reader: PgbenchReader, match: re.Match[str], line: int) -> None:
    run = reader.run
    if run is None or run.has_result or run.progress.is_past(match["at"]):
        run = reader.restart(line)
    run.progress.take(match, line)


def _rate(reader: PgbenchReader, match: re.Match[str], line: int) -> None:
    """Take the rate; up to 13 there is a second one, which counts the time to connect too."""
    group = "including connecting" if match["how"] == _INCLUDING else None
    run = reader.run
    rates = [m.group for m in run.draft.measurements if m.metric is _TPS] if run else []
    if run is None or group in rates:
        run = reader.restart(line, run)
    run.has_result = True
    run.draft.measure(_TPS, "mean", printed(match, "n", line), group)
    if match["how"] == _RECONNECTING:
        run.draft.describe(connections="one per transaction")


def _error(reader: PgbenchReader, match: re.Match[str], line: int) -> None:
    text = match["new"] or match["old"]
    reader.errors.append((line, shortened(text, 160)))
    if CLIENT_LOST.match(text):
        run = reader.begin("client lost", line)
        run.seen.discard("client lost")
        run.aborted = True


def _aborted(reader: PgbenchReader, _: re.Match[str], line: int) -> None:
    if reader.run:
        reader.run.aborted = True
        reader.run.draft.warn("pgbench reports an aborted run.", line)


def _filling(reader: PgbenchReader, *_: object) -> None:
    reader.fills_tables = True


def _clients(run: PgbenchRunDraft, match: re.Match[str], _: int) -> None:
    run.draft.load = Load(users=int(match["n"]))


def _duration(run: PgbenchRunDraft, match: re.Match[str], _: int) -> None:
    run.draft.duration_s = number(match["n"])


def _completed(run: PgbenchRunDraft, match: re.Match[str], line: int) -> None:
    run.draft.measure(Metric.TRANSACTIONS_COMPLETED, "total", printed(match, "n", line))


def _failed(run: PgbenchRunDraft, match: re.Match[str], line: int) -> None:
    group = run.script if match["part"] else None
    run.draft.measure(Metric.TRANSACTIONS_FAILED, "total", printed(match, "n", line), group)


def _skipped(run: PgbenchRunDraft, match: re.Match[str], line: int) -> None:
    if int(match["n"]):
        template = "{count} transactions were skipped: the requested rate was not reached."
        run.draft.warn(template, line, count=int(match["n"]))


def _above(run: PgbenchRunDraft, match: re.Match[str], _: int) -> None:
    run.draft.describe(latency_limit_ms=match["limit"], above_latency_limit=match["n"])


def _lag(run: PgbenchRunDraft, match: re.Match[str], line: int) -> None:
    run.draft.describe(rate="limited", mean_schedule_lag_ms=match["n"])
    run.draft.attributes.pop("think_time_s", None)
    run.draft.info(
        "The rate was limited (-R), so it is below the maximum; response times count from the"
        " scheduled start.",
        line,
    )


def _latency(run: PgbenchRunDraft, match: re.Match[str], line: int) -> None:
    group = run.script if match["part"] else None
    _time(run.draft, _STATISTICS[match["statistic"]], printed(match, "n", line), group)


def _connecting(run: PgbenchRunDraft, match: re.Match[str], _: int) -> None:
    run.draft.describe(connection_time_ms=match["n"])


def _script(run: PgbenchRunDraft, match: re.Match[str], _: int) -> None:
    run.script = _script_name(match["name"])


def _script_count(run: PgbenchRunDraft, match: re.Match[str], line: int) -> None:
    completed, rate = printed(match, "n", line), printed(match, "rate", line)
    run.draft.measure(Metric.TRANSACTIONS_COMPLETED, "total", completed, run.script)
    run.draft.measure(_TPS, "mean", rate, run.script)


def _statements(run: PgbenchRunDraft, match: re.Match[str], _: int) -> None:
    run.counts_before_statement = bool(match["failures"]) + bool(match["retries"])


def _setting(run: PgbenchRunDraft, match: re.Match[str], _: int) -> None:
    name = SETTINGS.get(match["label"])
    if name:
        run.draft.describe(**{name: match["value"]})


_MARKS: tuple[tuple[re.Pattern[str], Callable[[PgbenchReader, re.Match[str], int], None]], ...] = (
    (PROGRESS, _progress),
    (VERSION, _version),
    (VACUUM, _vacuum),
    (KIND, _kind),
    (RATE, _rate),
    (ABORTED, _aborted),
    (ERROR, _error),
    (FILLING, _filling),
)
_FIELDS: tuple[
    tuple[re.Pattern[str], Callable[[PgbenchRunDraft, re.Match[str], int], None]], ...
] = (
    (CLIENTS, _clients),
    (DURATION, _duration),
    (COMPLETED, _completed),
    (FAILED, _failed),
    (SKIPPED, _skipped),
    (ABOVE, _above),
    (LAG, _lag),
    (LATENCY, _latency),
    (CONNECTING, _connecting),
    (SCRIPT, _script),
    (SCRIPT_COUNT, _script_count),
    (STATEMENTS, _statements),
    (SETTING, _setting),
)
_BEGINNING = (CLIENTS, SETTING)
"""Fields that are before every result."""
_RESULT = (DURATION, COMPLETED, FAILED, LATENCY)
"""Fields of a result that are before its rate."""
