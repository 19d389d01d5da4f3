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
    ReadingDraft,
    RunDraft,
    as_short_line,
    parse_matched_number,
    parse_number,
    rate_series_name,
    scale_printed,
)
from arraywise.importers.kit.text import LinePatterns, number_nonblank_lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.domain.evidence import Measurement

    _Take = Callable[["PgbenchRunDraft", re.Match[str], int], None]

_NUMBER: Final = r"\d{1,20}(?:\.\d{1,20})?"

MARKS: Final = re.compile(
    r"^[ \t>]*(?:pgbench \(\d|starting vacuum\.\.\.|transaction type *: "
    r"|pgbench: (?:error|fatal): "
    r"|progress: \d{1,20}(?:\.\d{1,9})? s, \d{1,20}(?:\.\d{1,9})? tps"
    r"|tps += +\d{1,20}(?:\.\d{1,9})? +\((?:without|including|excluding) "
    r"|\d{1,12} of \d{1,12} tuples \()",
    re.MULTILINE,
)
"""Words that only pgbench prints."""
IN_MARKS: Final = (
    *("pgbench ", "starting vacuum", "transaction type", "pgbench: ", "progress: ", "tps "),
    "tuples (",
)
"""One of these is in each of them."""
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


_WITH_CONNECTING = "including connecting"
_MARKS: Final[LinePatterns[Callable[[PgbenchReader, re.Match[str], int], None]]] = LinePatterns()
"""Lines that may begin or end a run."""
_OF_RESULT: Final[LinePatterns[_Take]] = LinePatterns()
"""Lines of a run that are before its rate."""
_WITHIN: Final[LinePatterns[_Take]] = LinePatterns()
_OF_HEADER: Final[LinePatterns[_Take]] = LinePatterns()
"""Lines that are before every result; looked for last, since any setting is one."""


@dataclass(slots=True)
class ProgressLines:
    """The lines of one run."""

    first_line: int | None = None
    moments: array[float] = field(default_factory=lambda: array("d"))
    """Seconds since the start, or since 1970 with `--progress-timestamp`."""
    rates: array[float] = field(default_factory=lambda: array("d"))
    mean_times_s: array[float] = field(default_factory=lambda: array("d"))

    def is_before_last_line(self, moment_text: str) -> bool:
        """Return whether a moment lies before the last line: then another run has begun."""
        return bool(len(self.moments)) and (parse_number(moment_text) or 0.0) <= self.moments[-1]

    def add_line(self, match: re.Match[str], line: int) -> None:
        """Take one line; without a transaction it has no response time."""
        at, rate = parse_number(match["at"]), parse_number(match["rate"])
        if at is None or rate is None:
            return
        self.first_line = self.first_line or line
        self.moments.append(at)
        self.rates.append(rate)
        mean = parse_number(match["mean"] or "")
        if mean:
            self.mean_times_s.append(mean * MILLISECOND)

    @property
    def interval_s(self) -> float:
        """The time between two lines, of which the first interval is one too."""
        first = self.moments[0]
        if len(self.moments) > 1:
            return round((self.moments[-1] - first) / (len(self.moments) - 1), 1)
        return first if first < EARLIEST_EPOCH else 1.0

    def add_series_to(self, draft: RunDraft) -> None:
        """Give a run its series; without a line there is none.

        Response times have no moment where a line had none.
        """
        if not self.moments:
            return
        moments, interval = self.moments, self.interval_s
        draft.duration_s = draft.duration_s or moments[-1] - moments[0] + interval
        epoch_moments = None
        if EARLIEST_EPOCH < moments[0] <= moments[-1] < LATEST_EPOCH:  # the lines tell the time
            epoch_moments = moments
            draft.started_at = datetime.fromtimestamp(moments[0] - interval, UTC).isoformat()
        name, line = rate_series_name(interval), self.first_line
        draft.series.append(Series(name, Unit.PER_SECOND, self.rates, epoch_moments, line))
        times = epoch_moments if len(self.mean_times_s) == len(self.rates) else None
        draft.series.append(Series("response_time", Unit.SECOND, self.mean_times_s, times, line))


_FAILED_SHARE = 0.001
"""More failed transactions than this are worth a word (MODEL P2.2)."""
_TOLERANCE = 0.05
_CONNECTING_SHARE = 0.02


def find_measurement(
    draft: RunDraft, metric: Metric, statistic: str, group: str | None = None
) -> Measurement | None:
    """Return a figure of a run; None where it has none of that kind."""
    wanted = (metric, statistic, group)
    result = (m for m in draft.measurements if (m.metric, m.statistic, m.group) == wanted)
    return next(result, None)


def _add_doubts(run: PgbenchRunDraft) -> None:
    """Note what is missing or odd in a run, all of it read."""
    draft = run.draft
    if not run.has_result and "version" in run.start_marks:
        draft.warn("The results are missing: the run was stopped before its end.", draft.line)
    elif not run.has_result:
        draft.warn(
            "Only standard error of pgbench: results are in standard output, or the run was"
            " stopped.",
            draft.line,
        )
    else:
        if not draft.complete:
            template = "pgbench lost clients; the load was below {users} clients."
            draft.warn(template, draft.line, users=draft.load.users or "the number of")
        if draft.load.users is None:
            draft.warn("The number of clients is missing: the load is unknown.")
        _doubt_times(draft)
        _doubt_failures(draft)
        _note_connecting_time(draft)


def _doubt_times(draft: RunDraft) -> None:
    """Hold clients against rate x response time (Little's law, MODEL P2.3)."""
    rate = find_measurement(draft, Metric.TRANSACTION_RATE, "mean")
    mean = find_measurement(draft, Metric.RESPONSE_TIME, "mean")
    users = draft.load.users
    if mean is None:
        draft.warn("No response time is stated.", draft.line)
    elif find_measurement(draft, Metric.RESPONSE_TIME, "stddev") is None:
        draft.info(
            "pgbench timed no transactions (it does with -P, -R or -L): mean response time is"
            " clients divided by rate.",
            mean.line,
        )
    elif rate and users and rate.value * mean.value > (1 + _TOLERANCE) * users:
        draft.warn(
            "{rate:.1f} tx/s at {ms:.3f} ms need {busy:.1f} clients; there were {users}.",
            mean.line,
            rate=rate.value,
            ms=1000 * mean.value,
            busy=rate.value * mean.value,
            users=users,
        )


def _doubt_failures(draft: RunDraft) -> None:
    failed = find_measurement(draft, Metric.TRANSACTIONS_FAILED, "total")
    completed = find_measurement(draft, Metric.TRANSACTIONS_COMPLETED, "total")
    if completed is not None and not completed.value:
        draft.warn("The run completed no transaction.", completed.line)
    if failed and failed.value:
        share = failed.value / (failed.value + (completed.value if completed else 0.0))
        if share > _FAILED_SHARE:
            draft.warn("{share:.2%} of the transactions failed.", failed.line, share=share)


def _note_connecting_time(draft: RunDraft) -> None:
    """Up to version 13 a second rate counts the time to connect as well."""
    rate = find_measurement(draft, Metric.TRANSACTION_RATE, "mean")
    lower = find_measurement(draft, Metric.TRANSACTION_RATE, "mean", _WITH_CONNECTING)
    share = 1 - lower.value / rate.value if rate and lower and rate.value else 0.0
    if rate and share > _CONNECTING_SHARE:
        draft.info(
            "Connecting took {share:.1%} of the run; the rate leaves it out.",
            rate.line,
            share=share,
        )


_LONGEST_GROUP = 60
_STAYING = frozenset({"benchmark", "think_time_s", *SETTINGS.values()})
"""Attributes that a header states for every result below it."""
_CLIENT_LOST = re.compile(r"client \d{1,9} (?:script \d{1,5} )?aborted\b")
_STATEMENT = re.compile(r"[ \t]*(?P<n>\d{1,15}\.\d{1,9})[ \t]+(?P<rest>\S.{0,2000})")


@dataclass(slots=True)
class PgbenchRunDraft:
    """The run that is being read."""

    draft: RunDraft
    start_marks: set[str] = field(default_factory=set)
    """Marks of a beginning that were printed."""
    has_result: bool = False
    is_aborted: bool = False
    progress: ProgressLines = field(default_factory=ProgressLines)
    current_script: str | None = None
    """The script whose figures are being printed; None for the whole run."""
    counts_before_statement: int | None = None
    """Columns between time and statement; None outside of a list of statements."""
    statements: Counter[str] = field(default_factory=Counter)

    def read_statement(self, line_number: int, line: str) -> bool:
        """Read a line of a list of statements, where one is being printed."""
        before = self.counts_before_statement
        match = None if before is None else _STATEMENT.match(line)
        if before is None or match is None:
            self.counts_before_statement = None
            return False
        words = match["rest"].split(maxsplit=before)
        if len(words) > before and not words[-1].startswith("\\"):
            result = scale_printed(parse_matched_number(match, "n", line_number), MILLISECOND)
            if result:
                group = self._statement_group(words[-1])
                self.draft.add_measurement(Metric.RESPONSE_TIME, "mean", result, group)
        return True

    def _statement_group(self, statement: str) -> str:
        """Name a statement; the same text a second time gets a number."""
        text = as_short_line(statement, _LONGEST_GROUP)
        name = f"{self.current_script}: {text}" if self.current_script else text
        self.statements[name] += 1
        times = self.statements[name]
        return f"{name} ({times})" if times > 1 else name


class PgbenchReader:
    """Reads line by line; a mark of a beginning that is printed again begins another run."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.reading = ReadingDraft()
        self.run: PgbenchRunDraft | None = None
        self.errors: list[tuple[int, str]] = []
        self.fills_tables = False

    def read_lines(self, lines: list[str]) -> ReadingDraft:
        """Read all lines of a file."""
        for line_number, line in number_nonblank_lines(lines):
            if self.run is None or not self.run.read_statement(line_number, line):
                self._read_line(line_number, line)
        self._finish_run()
        if not self.reading.drafts and self.fills_tables:
            self.reading.error("Initialisation of pgbench (-i). Import the output of a run.")
        if self.errors:
            tell = self.reading.warn if self.reading.drafts else self.reading.error
            at, text = self.errors[0]
            template = "pgbench reported errors ({count}), the first one: {text}"
            tell(template, at, count=len(self.errors), text=text)
        return self.reading

    def _read_line(self, line_number: int, line: str) -> None:
        """Take a line; of a run that is over, settings and a further result begin another.

        Several results below one header are several runs, each with that header.
        """
        if mark := _MARKS.find(line):
            act, match = mark
            act(self, match, line_number)
            return
        for patterns in (_OF_RESULT, _WITHIN, _OF_HEADER):
            if found := patterns.find(line):
                take, match = found
                is_over = self.run is None or self.run.has_result
                is_part = patterns is _WITHIN or match.groupdict().get("part")
                run = (
                    self.begin_next_run(line_number, self.run)
                    if is_over and not is_part
                    else self.run
                )
                if run is not None:
                    take(run, match, line_number)
                return

    def find_or_begin_run(self, mark: str, line: int) -> PgbenchRunDraft:
        """Return the run that a mark of a beginning belongs to."""
        run = self.run
        if run is None or run.has_result or mark in run.start_marks:
            run = self.begin_next_run(line)
        run.start_marks.add(mark)
        return run

    def begin_next_run(self, line: int, header: PgbenchRunDraft | None = None) -> PgbenchRunDraft:
        """End the run that is being read and begin another, which may take over a header."""
        self._finish_run()
        self.run = PgbenchRunDraft(RunDraft(line=line))
        if header is not None:
            stated = header.draft.attributes.items()
            self.run.draft.load = header.draft.load
            self.run.draft.attributes = {n: value for n, value in stated if n in _STAYING}
        return self.run

    def _finish_run(self) -> None:
        run, self.run = self.run, None
        if run is None:
            return
        run.progress.add_series_to(run.draft)
        run.draft.complete = run.has_result and not run.is_aborted
        _add_doubts(run)
        self.reading.add_run(run.draft)


def _script_name(text: str) -> str:
    name = text.strip()
    name = name.removeprefix("<builtin: ").removesuffix(">") if name.endswith(">") else name
    return as_short_line(name.replace("\\", "/").rsplit("/", 1)[-1], _LONGEST_GROUP) or "script"


@_MARKS.on(
    rf"progress: (?P<at>{_NUMBER}) s, (?P<rate>{_NUMBER}) tps"
    rf"(?:, lat (?P<mean>{_NUMBER}|NaN) ms(?: stddev (?P<stddev>{_NUMBER}|NaN))?)?"
)
def _read_progress(reader: PgbenchReader, match: re.Match[str], line: int) -> None:
    run = reader.run
    if run is None or run.has_result or run.progress.is_before_last_line(match["at"]):
        run = reader.begin_next_run(line)
    run.progress.add_line(match, line)


@_MARKS.on(r"pgbench \((?P<version>\d{1,3}(?:\.\d{1,3}){0,3}(?:beta\d|rc\d|devel)?)")
def _read_version(reader: PgbenchReader, match: re.Match[str], line: int) -> None:
    reader.find_or_begin_run("version", line)
    reader.reading.version = reader.reading.version or match["version"]


@_MARKS.on(r"starting vacuum")
def _read_vacuum(reader: PgbenchReader, _: re.Match[str], line: int) -> None:
    reader.find_or_begin_run("vacuum", line)


@_MARKS.on(r"transaction type *: +(?P<type>\S.{0,300})")
def _read_transaction_type(reader: PgbenchReader, match: re.Match[str], line: int) -> None:
    run = reader.find_or_begin_run("type", line)
    kind = _script_name(match["type"])
    run.draft.add_attributes(benchmark=kind)
    reader.reading.run_type = reader.reading.run_type or kind
    if match["type"].startswith("<builtin: ") or kind.startswith("TPC-B"):
        run.draft.add_attributes(think_time_s="0")


@_MARKS.on(
    rf"tps += +(?P<n>{_NUMBER}) +\((?P<how>without initial connection time"
    r"|(?:including|excluding) connections establishing|including reconnection times)\)"
)
def _read_rate(reader: PgbenchReader, match: re.Match[str], line: int) -> None:
    """Take the rate; up to 13 there is a second one, which counts the time to connect too."""
    group = _WITH_CONNECTING if match["how"] == "including connections establishing" else None
    run = reader.run
    if run is None or find_measurement(run.draft, Metric.TRANSACTION_RATE, "mean", group):
        run = reader.begin_next_run(line, run)
    run.has_result = True
    run.draft.add_measurement(
        Metric.TRANSACTION_RATE, "mean", parse_matched_number(match, "n", line), group
    )
    if match["how"] == "including reconnection times":
        run.draft.add_attributes(connections="one per transaction")


@_MARKS.on(r"(?:pgbench: (?:error|fatal): )?Run was aborted")
def _read_abortion(reader: PgbenchReader, _: re.Match[str], line: int) -> None:
    if reader.run:
        reader.run.is_aborted = True
        reader.run.draft.warn("pgbench reports an aborted run.", line)


@_MARKS.on(
    r"pgbench: (?:error|fatal): (?P<text>\S.{0,500})",
    r"(?P<text>(?:connection to database \"[^\"]{0,100}\" failed|client \d{1,9} aborted)\b"
    r".{0,500})",
)
def _read_error(reader: PgbenchReader, match: re.Match[str], line: int) -> None:
    reader.errors.append((line, as_short_line(match["text"], 160)))
    if _CLIENT_LOST.match(match["text"]):
        run = reader.find_or_begin_run("client lost", line)
        run.start_marks.discard("client lost")
        run.is_aborted = True


@_MARKS.on(r"(?:dropping old tables|creating tables|generating data|\d{1,12} of \d{1,12} tuples )")
def _read_table_filling(reader: PgbenchReader, *_: object) -> None:
    reader.fills_tables = True


@_OF_RESULT.on(rf"duration *: +(?P<n>{_NUMBER}) s\b")
def _read_duration(run: PgbenchRunDraft, match: re.Match[str], _: int) -> None:
    run.draft.duration_s = parse_number(match["n"])


def _build_figure_handler(metric: Metric, statistic: str, factor: float = 1.0) -> _Take:
    """Return what measures the number of a line, of a script where one is being printed."""

    def take(run: PgbenchRunDraft, match: re.Match[str], line: int) -> None:
        group = run.current_script if match.groupdict().get("part") else None
        run.draft.add_measurement(
            metric, statistic, scale_printed(parse_matched_number(match, "n", line), factor), group
        )

    return take


_OF_RESULT.add(
    _build_figure_handler(Metric.TRANSACTIONS_COMPLETED, "total"),
    r"number of transactions actually processed *: +(?P<n>\d{1,18})\b(?![.,]\d)",
)
_OF_RESULT.add(
    _build_figure_handler(Metric.TRANSACTIONS_FAILED, "total"),
    r"(?P<part>- )?number of failed transactions: (?P<n>\d{1,18})\b",
)
for _label, _statistic in (("average", "mean"), ("stddev", "stddev")):
    _OF_RESULT.add(
        _build_figure_handler(Metric.RESPONSE_TIME, _statistic, MILLISECOND),
        rf"(?P<part>- )?latency {_label} *[:=] +(?P<n>{_NUMBER}) +ms",
    )


@_WITHIN.on(
    rf"number of transactions above the (?P<latency_limit_ms>{_NUMBER}) ms latency limit:"
    r" (?P<above_latency_limit>\d{1,18}(?:/\d{1,18})?)",
    rf"(?:initial|average) connection time += +(?P<connection_time_ms>{_NUMBER}) +ms",
)
def _read_named_values(run: PgbenchRunDraft, match: re.Match[str], _: int) -> None:
    """Note what a line states by the names of the attributes."""
    run.draft.add_attributes(**match.groupdict())


@_WITHIN.on(r"(?:- )?number of transactions skipped: (?P<n>\d{1,18})\b")
def _read_skipped_count(run: PgbenchRunDraft, match: re.Match[str], line: int) -> None:
    if int(match["n"]):
        template = "{count} transactions were skipped: the requested rate was not reached."
        run.draft.warn(template, line, count=int(match["n"]))


@_WITHIN.on(rf"rate limit schedule lag: avg (?P<n>{_NUMBER})")
def _read_schedule_lag(run: PgbenchRunDraft, match: re.Match[str], line: int) -> None:
    run.draft.add_attributes(rate="limited", mean_schedule_lag_ms=match["n"])
    run.draft.attributes.pop("think_time_s", None)
    run.draft.info(
        "The rate was limited (-R), so it is below the maximum; response times count from the"
        " scheduled start.",
        line,
    )


@_WITHIN.on(r"SQL script \d{1,5}: (?P<name>\S.{0,300})")
def _read_script_name(run: PgbenchRunDraft, match: re.Match[str], _: int) -> None:
    run.current_script = _script_name(match["name"])


@_WITHIN.on(
    rf"- (?P<n>\d{{1,18}}) transactions \({_NUMBER}% of total(?:, tps = (?P<rate>{_NUMBER}))?\)"
)
def _read_script_counts(run: PgbenchRunDraft, match: re.Match[str], line: int) -> None:
    completed, rate = (
        parse_matched_number(match, "n", line),
        parse_matched_number(match, "rate", line),
    )
    run.draft.add_measurement(
        Metric.TRANSACTIONS_COMPLETED, "total", completed, run.current_script
    )
    run.draft.add_measurement(Metric.TRANSACTION_RATE, "mean", rate, run.current_script)


@_WITHIN.on(
    r"(?:- )?statement latencies in milliseconds(?P<failures>(?: and|,) failures)?"
    r"(?P<retries> and retries)?:"
)
def _read_statement_heading(run: PgbenchRunDraft, match: re.Match[str], _: int) -> None:
    run.counts_before_statement = bool(match["failures"]) + bool(match["retries"])


@_OF_HEADER.on(r"number of clients *: +(?P<n>\d{1,9})\b(?![.,]\d)")
def _read_client_count(run: PgbenchRunDraft, match: re.Match[str], _: int) -> None:
    run.draft.load = Load(users=int(match["n"]))


@_OF_HEADER.on(r"(?P<label>[a-z][a-z ]{3,50}?) *: +(?P<value>\S.{0,200})")
def _read_setting(run: PgbenchRunDraft, match: re.Match[str], _: int) -> None:
    name = SETTINGS.get(match["label"])
    if name:
        run.draft.add_attributes(**{name: match["value"]})
