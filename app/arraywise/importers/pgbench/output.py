"""Pgbench's printed output to runs: results, progress lines, several runs in one file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Load, Metric
from arraywise.domain.units import MILLISECOND
from arraywise.importers.drafts import Draft, Log, Printed, number, printed, shortened
from arraywise.importers.pgbench import wording
from arraywise.importers.pgbench.checks import check_run
from arraywise.importers.pgbench.progress import Progress
from arraywise.importers.text import numbered

if TYPE_CHECKING:
    import re
    from collections.abc import Callable

_LONGEST_GROUP = 60
_TPS = Metric.TRANSACTION_RATE
_STATISTICS = {"average": "mean", "stddev": "stddev"}
_OF_HEADER = frozenset({"benchmark", "think_time_s", *wording.SETTINGS.values()})
"""Attributes that a header states for every result below it."""
_INCLUDING = "including connections establishing"
_RECONNECTING = "including reconnection times"


@dataclass(slots=True)
class OpenRun:
    """The run that is being read."""

    draft: Draft
    seen: set[str] = field(default_factory=set)
    """Marks of a beginning that were printed."""
    has_result: bool = False
    is_damaged: bool = False
    """A rate was printed that cannot be read."""
    damaged: list[str] = field(default_factory=list)
    """Lines that begin as a figure does and could not be read."""
    aborted: bool = False
    progress: Progress = field(default_factory=Progress)
    script: str | None = None
    """The script whose figures are being printed; None for the whole run."""
    counts_before_statement: int | None = None
    """Columns between time and statement; None outside of a list of statements."""
    statements: Counter[str] = field(default_factory=Counter)


class OutputReader:
    """Reads line by line; a mark of a beginning that is printed again begins another run."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.log = Log()
        self.run: OpenRun | None = None
        self.errors: list[tuple[int, str]] = []
        self.clients_lost = 0
        self.fills_tables = False
        self.asked: Load | None = None
        """Clients that the command line above the next run asked for."""

    def read(self, lines: list[str]) -> Log:
        """Read all lines of a file."""
        for line_number, line in numbered(lines):
            if not self._take_statement(line_number, line):
                self._take(line_number, line)
        self._close()
        if not self.log.drafts and self.fills_tables:
            self.log.fail("This is pgbench filling its tables (-i); import what a run printed.")
        if self.errors:
            tell = self.log.warn if self.log.drafts else self.log.fail
            at, text = self.errors[0]
            template = "pgbench reported errors ({count}), the first one: {text}"
            tell(template, at, count=len(self.errors), text=text)
        return self.log

    def begin(self, mark: str, line: int) -> OpenRun:
        """Return the run that a mark of a beginning belongs to."""
        if self.run is None or self.run.has_result or mark in self.run.seen:
            self.begin_anew(line)
        run = self.run or self.begin_anew(line)
        run.seen.add(mark)
        return run

    def begin_anew(self, line: int, header: OpenRun | None = None) -> OpenRun:
        """End the run that is being read and begin another, which may take over a header."""
        self._close()
        self.run = OpenRun(Draft(line=line))
        if header is not None:
            self.run.draft.load = header.draft.load
            self.run.draft.attributes = {
                name: value
                for name, value in header.draft.attributes.items()
                if name in _OF_HEADER
            }
        if self.asked is not None:
            self.run.draft.load, self.asked = self.asked, None
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
    ) -> OpenRun | None:
        """Return the run that a line is of; clients, settings and a further result begin one.

        Several results below one header are several runs, each with that header.
        """
        is_over = self.run is None or self.run.has_result
        if is_over and pattern in _BEGINNING:
            return self.begin_anew(line, self.run)
        is_result = pattern in _RESULT and not match.groupdict().get("part")
        return self.begin_anew(line, self.run) if is_over and is_result else self.run

    def _take_statement(self, line_number: int, line: str) -> bool:
        """Read a line of a list of statements, where one is being printed."""
        run = self.run
        if run is None or run.counts_before_statement is None:
            return False
        match = wording.STATEMENT.match(line)
        if match is None:
            run.counts_before_statement = None
            return False
        words = match["rest"].split(maxsplit=run.counts_before_statement)
        if len(words) > run.counts_before_statement and not words[-1].startswith("\\"):
            found = printed(match, "n", line_number)
            _time(run.draft, "mean", found, _statement_group(run, words[-1]))
        return True

    def _close(self) -> None:
        run, self.run = self.run, None
        if run is None:
            return
        run.draft.series += run.progress.series()
        run.draft.started_at = run.progress.started_at
        run.draft.duration_s = run.draft.duration_s or run.progress.lasted_s
        run.draft.complete = run.has_result and not run.aborted
        if run.has_result or not run.is_damaged:
            check_run(
                run.draft,
                has_result=run.has_result,
                has_header="version" in run.seen,
                damaged=run.damaged,
            )
        self.log.add(run.draft)


def _time(draft: Draft, statistic: str, found: Printed | None, group: str | None) -> None:
    if found:
        draft.measure(Metric.RESPONSE_TIME, statistic, found.times(MILLISECOND), group)


def _statement_group(run: OpenRun, statement: str) -> str:
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


def _version(reader: OutputReader, match: re.Match[str], line: int) -> None:
    reader.begin("version", line)
    reader.log.version = reader.log.version or match["version"]


def _vacuum(reader: OutputReader, _: re.Match[str], line: int) -> None:
    reader.begin("vacuum", line)


def _kind(reader: OutputReader, match: re.Match[str], line: int) -> None:
    run = reader.begin("type", line)
    kind = _script_name(match["type"])
    run.draft.describe(benchmark=kind)
    reader.log.run_type = reader.log.run_type or kind
    if match["type"].startswith("<builtin: ") or kind.startswith("TPC-B"):
        run.draft.describe(think_time_s="0")


def _command(reader: OutputReader, match: re.Match[str], _: int) -> None:
    """Take the clients that a command asks for; a run of it has yet to begin."""
    reader.asked = Load(users=int(match["n"]))
    run = reader.run
    if run is not None and not run.has_result and run.seen <= {"version"}:
        run.draft.load = reader.asked


def _heading(reader: OutputReader, match: re.Match[str], _: int) -> None:
    """Take the clients that a script prints above a result, or between it and a header."""
    reader.asked = Load(users=int(match["n"] or match["first"]))
    run = reader.run
    if run is not None and not run.has_result and run.draft.load.users is None:
        run.draft.load = reader.asked


def _progress(reader: OutputReader, match: re.Match[str], line: int) -> None:
    run = reader.run
    if run is None or run.has_result or run.progress.is_past(match["at"]):
        run = reader.begin_anew(line)
    run.progress.take(match, line)


def _rate(reader: OutputReader, match: re.Match[str], line: int) -> None:
    """Take the rate; up to 13 there is a second one, which counts the time to connect too."""
    group = "including connecting" if match["how"] == _INCLUDING else None
    run = reader.run
    rates = [m.group for m in run.draft.measurements if m.metric is _TPS] if run else []
    if run is None or group in rates:
        run = reader.begin_anew(line, run)
    run.has_result, reader.asked = True, None
    run.draft.measure(_TPS, "mean", printed(match, "n", line), group)
    if match["how"] == _RECONNECTING:
        run.draft.describe(connections="one per transaction")


def _error(reader: OutputReader, match: re.Match[str], line: int) -> None:
    text = match["new"] or match["old"]
    reader.errors.append((line, shortened(text, 160)))
    if wording.CLIENT_LOST.match(text):
        run = reader.begin("client lost", line)
        run.seen.discard("client lost")
        run.aborted = True


def _aborted(reader: OutputReader, _: re.Match[str], line: int) -> None:
    if reader.run:
        reader.run.aborted = True
        reader.run.draft.warn("pgbench says that the run was aborted.", line)


def _filling(reader: OutputReader, *_: object) -> None:
    reader.fills_tables = True


def _clients(run: OpenRun, match: re.Match[str], _: int) -> None:
    run.draft.load = Load(users=int(match["n"]))


def _duration(run: OpenRun, match: re.Match[str], _: int) -> None:
    run.draft.duration_s = number(match["n"])


def _completed(run: OpenRun, match: re.Match[str], line: int) -> None:
    run.draft.measure(Metric.TRANSACTIONS_COMPLETED, "total", printed(match, "n", line))


def _failed(run: OpenRun, match: re.Match[str], line: int) -> None:
    group = run.script if match["part"] else None
    run.draft.measure(Metric.TRANSACTIONS_FAILED, "total", printed(match, "n", line), group)


def _skipped(run: OpenRun, match: re.Match[str], line: int) -> None:
    if int(match["n"]):
        template = "{count} transactions were skipped: the rate asked for was not reached."
        run.draft.warn(template, line, count=int(match["n"]))


def _above(run: OpenRun, match: re.Match[str], _: int) -> None:
    run.draft.describe(latency_limit_ms=match["limit"], above_latency_limit=match["n"])


def _lag(run: OpenRun, match: re.Match[str], line: int) -> None:
    run.draft.describe(rate="limited", mean_schedule_lag_ms=match["n"])
    run.draft.attributes.pop("think_time_s", None)
    run.draft.info(
        "The rate was limited (-R): it is what was asked for, not what could be had, and the"
        " response time counts from the moment a transaction was due.",
        line,
    )


def _latency(run: OpenRun, match: re.Match[str], line: int) -> None:
    group = run.script if match["part"] else None
    _time(run.draft, _STATISTICS[match["statistic"]], printed(match, "n", line), group)


def _damaged(run: OpenRun, match: re.Match[str], line: int) -> None:
    run.is_damaged |= match["tps"] is not None
    run.damaged.append(match["text"])
    run.draft.warn(
        "This line is damaged, and no figure was taken from it: {text}",
        line,
        text=shortened(match["text"]),
    )


def _connecting(run: OpenRun, match: re.Match[str], _: int) -> None:
    run.draft.describe(connection_time_ms=match["n"])


def _script(run: OpenRun, match: re.Match[str], _: int) -> None:
    run.script = _script_name(match["name"])


def _script_count(run: OpenRun, match: re.Match[str], line: int) -> None:
    completed, rate = printed(match, "n", line), printed(match, "rate", line)
    run.draft.measure(Metric.TRANSACTIONS_COMPLETED, "total", completed, run.script)
    run.draft.measure(_TPS, "mean", rate, run.script)


def _statements(run: OpenRun, match: re.Match[str], _: int) -> None:
    run.counts_before_statement = bool(match["failures"]) + bool(match["retries"])


def _setting(run: OpenRun, match: re.Match[str], _: int) -> None:
    name = wording.SETTINGS.get(match["label"])
    if name:
        run.draft.describe(**{name: match["value"]})


_MARKS: tuple[tuple[re.Pattern[str], Callable[[OutputReader, re.Match[str], int], None]], ...] = (
    (wording.PROGRESS, _progress),
    (wording.COMMAND, _command),
    (wording.HEADING, _heading),
    (wording.VERSION, _version),
    (wording.VACUUM, _vacuum),
    (wording.KIND, _kind),
    (wording.RATE, _rate),
    (wording.ABORTED, _aborted),
    (wording.ERROR, _error),
    (wording.FILLING, _filling),
)
_FIELDS: tuple[tuple[re.Pattern[str], Callable[[OpenRun, re.Match[str], int], None]], ...] = (
    (wording.CLIENTS, _clients),
    (wording.DURATION, _duration),
    (wording.COMPLETED, _completed),
    (wording.FAILED, _failed),
    (wording.SKIPPED, _skipped),
    (wording.ABOVE, _above),
    (wording.LAG, _lag),
    (wording.LATENCY, _latency),
    (wording.CONNECTING, _connecting),
    (wording.SCRIPT, _script),
    (wording.SCRIPT_COUNT, _script_count),
    (wording.STATEMENTS, _statements),
    (wording.DAMAGED, _damaged),
    (wording.SETTING, _setting),
)
_BEGINNING = (wording.CLIENTS, wording.SETTING)
"""Fields that stand before every result."""
_RESULT = (wording.DURATION, wording.COMPLETED, wording.FAILED, wording.LATENCY)
"""Fields of a result that stand before its rate."""
