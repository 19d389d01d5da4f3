"""Importer of sysbench's printed output."""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING, Final

from arraywise.domain.evidence import Load, Metric, Origin, Series
from arraywise.domain.units import MIB, MILLISECOND, Unit
from arraywise.importers.kit.importer import TextByText
from arraywise.importers.kit.readings import (
    MOST_PROBLEMS,
    Log,
    PrintedNumber,
    RunDraft,
    io_load,
    number,
    printed,
    rate_series_name,
    shortened,
    size_in,
)
from arraywise.importers.kit.text import numbered

if TYPE_CHECKING:
    from collections.abc import Iterator


_COUNTS = ("events", "transactions", "reads", "writes", "iops", "read_iops", "write_iops")
_RATES = ("rate", "events", "read", "write")
"""Figures at the end, and of lines of progress, that tell of work done."""


@dataclass(slots=True)
class SysbenchOutput:
    """What was printed of one run."""

    line: int
    settings: dict[str, str] = field(default_factory=dict)
    figures: dict[str, PrintedNumber] = field(default_factory=dict)
    """By the names of `FIGURES`; `p95` and the like; times in milliseconds."""
    derived: set[str] = field(default_factory=set)
    """Figures that were computed from others."""
    progress: dict[str, array[float]] = field(default_factory=dict)
    progress_line: int | None = None
    progress_percent: str | None = None
    histogram: list[tuple[float, int]] = field(default_factory=list)
    """Milliseconds and counts, in the order of the file."""
    histogram_line: int | None = None
    started: bool = False
    fatal: tuple[int, str] | None = None
    fills: bool = False
    other_test: bool = False
    is_part: bool = False
    """Figures of the same run were told before, or are told afterwards (--report-checkpoints)."""

    def next_part(self, line: int) -> SysbenchOutput:
        """Return what is reported next of the same run, whose counters began again."""
        self.is_part = True
        return SysbenchOutput(line, dict(self.settings), started=True, is_part=True)

    @property
    def has_result(self) -> bool:
        """The statistics stand at the end: a run that was stopped has none."""
        return "total_time" in self.figures

    @property
    def failed_at_once(self) -> bool:
        """Return whether an error came before anything was done; statistics are then all zero."""
        done = [self.figures[name].value for name in _COUNTS if name in self.figures]
        worked = any(any(self.progress.get(name, ())) for name in _RATES)
        return self.fatal is not None and not any(done) and not worked

    @property
    def is_files(self) -> bool:
        """Return whether files were read and written, rather than a database queried."""
        return bool({"block_size", "test"} & self.settings.keys()) or bool(
            {"read_iops", "write_iops", "reads", "iops"} & self.figures.keys()
        )


FILES, DATABASE, PROCESSOR = "fileio", "oltp", "cpu"
_ROUGH_MS = 0.1
"""Two decimals of a mean below this are off by more than 5 %."""
_FAILED_SHARE = 0.001
_RATE_TOLERANCE = 0.01
_HISTOGRAM_TOLERANCE = 0.01
_PERCENTILES = (50, 90, 95, 99)
_O_DIRECT = 16_384
_CPU_GROUP = "cpu events"
_ALL_GROUP = "reads, writes and fsyncs"


def parse_file(run: SysbenchOutput) -> RunDraft | None:
    """Build a run from what was printed; None where it tests neither files nor a database."""
    kind = _kind(run)
    if kind is None or not (run.figures or run.started):
        return None
    draft = RunDraft(line=run.line, complete=run.has_result)
    settings = run.settings
    threads = int(settings["threads"]) if "threads" in settings else None
    draft.load = Load(users=threads)
    draft.describe(
        benchmark=kind, threads=settings.get("threads"), target_rate=settings.get("target_rate")
    )
    if run.is_part:
        draft.info(
            "The run printed statistics several times (--report-checkpoints), each since the"
            " last: read as separate runs.",
            run.line,
        )
    if not run.has_result:
        draft.warn("Final statistics missing: the run was stopped early.", run.line)
    elapsed = run.figures.get("total_time")
    draft.duration_s = elapsed.value if elapsed else None
    if kind == FILES:
        _measure_files(run, draft, threads)
    elif kind == DATABASE:
        _measure_database(run, draft)
    else:
        _measure_processor(run, draft)
    draft.series += _series(run, draft)
    return draft


def _kind(run: SysbenchOutput) -> str | None:
    if run.is_files:
        return FILES
    if "transactions" in run.figures or "rate" in run.progress:
        return DATABASE
    if "cpu_rate" in run.figures or "primes" in run.settings:
        return PROCESSOR
    return None if run.has_result or run.other_test or not run.started else DATABASE


def _measure_files(run: SysbenchOutput, draft: RunDraft, threads: int | None) -> None:
    _describe_files(run, draft)
    block = size_in(run.settings.get("block_size", ""))
    if block and threads and run.settings.get("io_mode") != "asynchronous":
        draft.load = io_load(threads, block)
    _split_requests(run)
    for metric, names, factor in (
        (Metric.IOPS, ("read_iops", "write_iops", "fsync_iops"), 1.0),
        (Metric.THROUGHPUT, ("read_mib", "write_mib"), float(MIB)),
    ):
        parts = {n.split("_")[0]: run.figures[n].times(factor) for n in names if n in run.figures}
        origin = Origin.DERIVED if run.derived.intersection(names) else Origin.REPORTED
        for group, result in parts.items():
            if result.value:
                draft.measure(metric, "mean", result, group, origin)
        _measure_total(run, draft, metric, parts)
    fsyncs = run.figures.get("fsync_iops")
    if fsyncs and fsyncs.value:
        draft.info("The latency is over reads, writes and fsyncs together.", fsyncs.line)
        _measure_times(run, draft, Metric.LATENCY, _ALL_GROUP)
    else:
        _measure_times(run, draft, Metric.LATENCY, None)
    read = run.figures.get("read_iops")
    if draft.attributes.get("direct") == "no" and read and read.value:
        draft.warn(
            "Files were read through the host's cache (no --file-extra-flags=direct): this may"
            " be memory speed.",
            read.line,
        )


def _split_requests(run: SysbenchOutput) -> None:
    """Compute the rates of reads and writes, of which 0.4 and 0.5 print the numbers only."""
    elapsed, figures = run.figures.get("total_time"), run.figures
    if elapsed and elapsed.value:
        for count, rate in (("reads", "read_iops"), ("writes", "write_iops")):
            if count in figures and rate not in figures:
                figures[rate] = figures[count].times(1 / elapsed.value)
                run.derived.add(rate)


def _measure_total(
    run: SysbenchOutput, draft: RunDraft, metric: Metric, parts: dict[str, PrintedNumber]
) -> None:
    """Give reads and writes together: as printed by 0.x, else added up."""
    name, factor = ("iops", 1.0) if metric is Metric.IOPS else ("mib", float(MIB))
    if name in run.figures:
        draft.measure(metric, "mean", run.figures[name].times(factor))
        return
    moved = [parts[group] for group in ("read", "write") if group in parts]
    alone = [result for result in moved if result.value]
    if len(alone) == 1:
        draft.measure(metric, "mean", alone[0])
    elif moved:
        added = PrintedNumber(sum(result.value for result in moved), moved[0].line)
        draft.measure(metric, "mean", added, None, Origin.DERIVED)


def _describe_files(run: SysbenchOutput, draft: RunDraft) -> None:
    settings = run.settings
    block, total = (size_in(settings.get(name, "")) for name in ("block_size", "total_size"))
    ratio = number(settings.get("read_write_ratio", ""))
    is_mixed = settings.get("test") == "random r/w"
    draft.describe(
        run_type=settings.get("test"),
        files=settings.get("files"),
        block_bytes=f"{block:.0f}" if block else None,
        working_set_bytes=f"{total:.0f}" if total else None,
        write_share=f"{1 / (1 + ratio):g}" if is_mixed and ratio is not None else None,
        io_mode=settings.get("io_mode"),
        direct=_direct_flag(settings.get("open_flags")),
        fsync_every=settings.get("fsync_every"),
    )


def _direct_flag(flags: str | None) -> str | None:
    """Read the flags: words in 1.x, the number that Linux has for them in 0.x."""
    if flags is None:
        return None
    value = number(flags)
    if value is None or not flags.isdecimal():
        return "yes" if "direct" in flags else "no"
    return "yes" if int(value) & _O_DIRECT or value == 3 else "no"


def _measure_database(run: SysbenchOutput, draft: RunDraft) -> None:
    completed, rate = run.figures.get("transactions"), run.figures.get("rate")
    failed, queries = run.figures.get("failed"), run.figures.get("queries")
    draft.measure(Metric.TRANSACTIONS_COMPLETED, "total", completed)
    draft.measure(Metric.TRANSACTIONS_FAILED, "total", failed)
    draft.measure(Metric.TRANSACTION_RATE, "mean", rate)
    _measure_times(run, draft, Metric.RESPONSE_TIME, None)
    if queries and completed and completed.value:
        draft.describe(queries_per_transaction=f"{queries.value / completed.value:.4g}")
    if failed and completed and failed.value > _FAILED_SHARE * completed.value:
        share = failed.value / (failed.value + completed.value)
        template = "{share:.2%} of the transactions failed and were repeated."
        draft.warn(template, failed.line, share=share)
    _check_rate(draft, completed, rate)
    reconnects = run.figures.get("reconnects")
    if reconnects and reconnects.value:
        draft.warn("Reconnections: {count:.0f}.", reconnects.line, count=reconnects.value)
    if "target_rate" not in run.settings:
        draft.describe(think_time_s="0")
    else:
        draft.info("The rate was limited (--rate), so it is below the maximum.", run.line)


def _check_rate(
    draft: RunDraft, completed: PrintedNumber | None, rate: PrintedNumber | None
) -> None:
    if not (completed and rate and draft.duration_s):
        return
    expected = completed.value / draft.duration_s
    if abs(rate.value - expected) > _RATE_TOLERANCE * expected + 0.01:
        draft.warn(
            "Rate {rate:.2f}/s is not transactions over time, {expected:.2f}/s.",
            rate.line,
            rate=rate.value,
            expected=expected,
        )


def _measure_processor(run: SysbenchOutput, draft: RunDraft) -> None:
    draft.describe(primes_up_to=run.settings.get("primes"))
    draft.measure(Metric.TRANSACTION_RATE, "mean", run.figures.get("cpu_rate"), _CPU_GROUP)
    _measure_times(run, draft, Metric.RESPONSE_TIME, _CPU_GROUP)
    draft.info("A CPU test (prime numbers), not a storage test.", run.line)


def _measure_times(
    run: SysbenchOutput, draft: RunDraft, metric: Metric, group: str | None
) -> None:
    for statistic, result in run.figures.items():
        percent = statistic.removeprefix("p")
        is_percentile = percent.isdecimal() and 0 < int(percent) < 100
        if is_percentile or statistic in ("min", "max"):
            draft.measure(metric, statistic, result.times(MILLISECOND), group)
    mean, origin = _mean_ms(run)
    if mean:
        draft.measure(metric, "mean", mean.times(MILLISECOND), group, origin)
    if _is_histogram_whole(run, draft):
        _measure_histogram(run, draft, metric, group)


def _measure_histogram(
    run: SysbenchOutput, draft: RunDraft, metric: Metric, group: str | None
) -> None:
    for statistic, result in _histogram_percentiles(run):
        if statistic not in run.figures:
            draft.measure(metric, statistic, result, group, Origin.DERIVED)


def _mean_ms(run: SysbenchOutput) -> tuple[PrintedNumber | None, Origin]:
    """Take the mean, computed from the sum where two decimals are too few for it."""
    mean, total, events = (run.figures.get(name) for name in ("mean", "sum", "events"))
    if mean and mean.value >= _ROUGH_MS:
        return mean, Origin.REPORTED
    if total and events and events.value and total.value:
        return PrintedNumber(total.value / events.value, total.line), Origin.DERIVED
    return mean, Origin.REPORTED


def _is_histogram_whole(run: SysbenchOutput, draft: RunDraft) -> bool:
    """Hold the buckets against the events; lines that are lost would move all percentiles."""
    count = sum(of_bucket for _, of_bucket in run.histogram)
    events = run.figures.get("events")
    if not count or not events or abs(count / (events.value or 1) - 1) <= _HISTOGRAM_TOLERANCE:
        return True
    draft.warn(
        "The histogram has {count} of {events:.0f} events: cut or damaged. No percentiles.",
        run.histogram_line,
        count=count,
        events=events.value,
    )
    return False


def _histogram_percentiles(run: SysbenchOutput) -> Iterator[tuple[str, PrintedNumber]]:
    """Count up the histogram; a bucket is 2 % wide and stands for its printed value."""
    count = sum(of_bucket for _, of_bucket in run.histogram)
    if not count or run.histogram_line is None:
        return
    passed, wanted = 0, list(_PERCENTILES)
    for value, of_bucket in run.histogram:
        passed += of_bucket
        while wanted and passed * 100 >= count * wanted[0]:
            percent = wanted.pop(0)
            yield f"p{percent}", PrintedNumber(value * MILLISECOND, run.histogram_line)


def _interval_s(run: SysbenchOutput) -> float | None:
    """Return the seconds that a line of progress reports, None where it has none."""
    stated, moments = number(run.settings.get("report_every", "")), run.progress["at"]
    if stated or len(moments) == 1:
        return stated
    return round((moments[-1] - moments[0]) / (len(moments) - 1), 1)


def _series(run: SysbenchOutput, draft: RunDraft) -> Iterator[Series]:
    progress, line = run.progress, run.progress_line
    moments = progress.get("at")
    if not moments:
        return
    if "rate" in progress:
        interval = _interval_s(run)
        name = rate_series_name(interval)
        if interval is None:
            draft.info("Only one progress line, of unknown interval.", line)
        yield Series(name, Unit.PER_SECOND, progress["rate"], None, line)
    if "events" in progress:
        yield Series("cpu_events", Unit.PER_SECOND, progress["events"], None, line)
    for name, unit, factor in (
        ("read", Unit.BYTE_PER_SECOND, MIB),
        ("write", Unit.BYTE_PER_SECOND, MIB),
        ("time", Unit.SECOND, MILLISECOND),
    ):
        values = progress.get(name)
        if values and fmean(values):
            shown = f"{name}_throughput" if unit is Unit.BYTE_PER_SECOND else _time_name(run)
            scaled = type(values)("d", (value * factor for value in values))
            yield Series(shown, unit, scaled, None, line)


def _time_name(run: SysbenchOutput) -> str:
    kind = "latency" if run.is_files else "response_time"
    percent = run.progress_percent
    return kind if percent is None else f"{kind}_{'max' if percent == '100' else 'p' + percent}"


_BEFORE: Final = r"[ \t>]*"
_N: Final = r"\d{1,18}(?:\.\d{1,12})?"


def _line(pattern: str) -> re.Pattern[str]:
    return re.compile(_BEFORE + pattern)


HEADER: Final = _line(r"sysbench (?P<version>\d{1,2}\.\d{1,3}(?:\.\d{1,3})?)(?=[\s:(-]|$)")
OPTIONS: Final = _line(r"Running the test with following options:")
STARTED: Final = _line(r"Threads started!")
FATAL: Final = _line(r"FATAL: (?P<text>\S.{0,500})")
FILLING: Final = _line(
    r"(?:Creating (?:files for the test|table )|Inserting \d|Removing test files|Dropping table )"
)
OTHER_TEST: Final = _line(
    r"(?:Running memory speed test|Doing (?P<what>memory|thread|mutex)\b)"
)  # fmt: skip

SETTINGS: Final = (
    _line(r"Number of threads: (?P<threads>\d{1,9})\b"),
    _line(r"Extra file open flags: (?P<open_flags>\S[^\n]{0,80})"),
    _line(r"(?P<files>\d{1,9}) files?, \S{1,20} each"),
    _line(r"(?P<total_size>\d{1,15}(?:\.\d{1,9})?[KMGT]?i?[Bb]) total file size"),
    _line(r"Block size (?P<block_size>\d{1,12}(?:\.\d{1,9})?[KMGT]?i?[Bb])\b"),
    _line(rf"Read/Write ratio for combined random IO test: (?P<read_write_ratio>{_N})"),
    _line(r"Periodic FSYNC enabled, calling fsync\(\) each (?P<fsync_every>\d{1,9}) requests"),
    _line(r"Using (?P<io_mode>synchronous|asynchronous|fast mmap|slow mmap|mmap)\b"),
    _line(r"Doing (?P<test>(?:random|sequential) .{1,40}?) test"),
    _line(
        r"(?:Prime numbers limit|Maximum prime number checked in CPU test): (?P<primes>\d{1,12})"
    ),
    _line(r"Report intermediate results every (?P<report_every>\d{1,9}) second"),
    _line(rf"Target transaction rate: (?P<target_rate>{_N})/sec"),
)
"""Each names the attribute that it gives."""

PROGRESS: Final = _line(r"\[ {0,10}(?P<at>\d{1,9})s {0,10}\] (?P<rest>\S.{0,500})")
CHECKPOINT: Final = _line(r"(?:\[ {0,10}\d{1,9}s {0,10}\] )?Checkpoint report:")
STATISTICS: Final = _line(
    r"(?:(?:SQL|OLTP test) statistics:|File operations:|Operations performed:|CPU speed:)"
)
"""Where the figures at the end of a run begin."""
AT_WORK: Final = re.compile(r"(?:thds|threads): (?P<threads>\d{1,9})\b")
WITHIN: Final = re.compile(
    r"[ \t>]*(?:\[ {0,10}\d{1,9}s {0,10}\] (?:thds|threads): \d|(?:SQL|OLTP test) statistics:)"
)
"""Where a run is at work, or ends, whose beginning was not kept."""
PROGRESS_FIELDS: Final = (
    ("rate", re.compile(rf"\btps: (?P<n>{_N})")),
    ("events", re.compile(rf"\beps: (?P<n>{_N})")),
    ("read", re.compile(rf"\breads: (?P<n>{_N}) MiB/s")),
    ("write", re.compile(rf"\bwrites: (?P<n>{_N}) MiB/s")),
    ("errors", re.compile(rf"\berr/s:? (?P<n>{_N})")),
    ("time", re.compile(rf"\blat(?:ency)? \(ms,\s?(?P<percent>\d{{1,3}})%\): (?P<n>{_N})")),
    ("time", re.compile(rf"\bresponse time: (?P<n>{_N})ms \((?P<percent>\d{{1,3}})%\)")),
)

FIGURES: Final = (
    ("transactions", _line(rf"transactions:\s+(?P<n>\d{{1,18}})\s+\((?P<rate>{_N}) per sec\.\)")),
    ("queries", _line(r"queries:\s+(?P<n>\d{1,18})\s+\(")),
    ("failed", _line(r"(?:ignored errors|deadlocks):\s+(?P<n>\d{1,18})\b")),
    ("reconnects", _line(r"reconnects:\s+(?P<n>\d{1,18})\b")),
    ("read_iops", _line(rf"reads/s:\s+(?P<n>{_N})")),
    ("write_iops", _line(rf"writes/s:\s+(?P<n>{_N})")),
    ("fsync_iops", _line(rf"fsyncs/s:\s+(?P<n>{_N})")),
    ("read_mib", _line(rf"read, MiB/s:\s+(?P<n>{_N})")),
    ("write_mib", _line(rf"written, MiB/s:\s+(?P<n>{_N})")),
    ("read_iops", _line(rf"read:\s+IOPS=(?P<n>{_N})(?:\s+(?P<mib>{_N}) MiB/s)?")),
    ("write_iops", _line(rf"write:\s+IOPS=(?P<n>{_N})(?:\s+(?P<mib>{_N}) MiB/s)?")),
    ("fsync_iops", _line(rf"fsync:\s+IOPS=(?P<n>{_N})")),
    ("reads", _line(r"Operations performed:\s+(?P<n>\d{1,18}) [Rr]eads?, (?P<writes>\d{1,18}) ")),
    ("iops", _line(rf"(?P<n>{_N}) Requests/sec executed")),
    ("cpu_rate", _line(rf"events per second:\s+(?P<n>{_N})")),
    ("total_time", _line(rf"(?:total time|time elapsed):\s+(?P<n>{_N})s")),
    ("events", _line(r"total number of events:\s+(?P<n>\d{1,18})\b")),
    ("min", _line(rf"min:\s+(?P<n>{_N})(?:ms)?\s*$")),
    ("mean", _line(rf"avg:\s+(?P<n>{_N})(?:ms)?\s*$")),
    ("max", _line(rf"max:\s+(?P<n>{_N})(?:ms)?\s*$")),
    ("sum", _line(rf"sum:\s+(?P<n>{_N})\s*$")),
)
"""Statistics at the end; the place of `n` is that of the value."""
TRANSFERRED: Final = _line(
    r"Read \S{1,20}  ?Written \S{1,20}  ?Total transferred \S{1,20} {1,3}"
    r"\((?P<n>\d{1,15}(?:\.\d{1,9})?)(?P<unit>[KMGT]?b)/sec\)"
)
PERCENTILE: Final = _line(
    rf"(?:approx\.\s+)?(?P<percent>\d{{1,3}})(?:st|nd|rd|th)? percentile:\s+(?P<n>{_N})(?:ms)?"
)
HISTOGRAM_ROW: Final = re.compile(
    r"[ \t]*(?P<value>\d{1,9}\.\d{3}) \|\**[ \t]+(?P<count>\d{1,18})[ \t]*"
)


_MOST_BUCKETS = 5_000


class SysbenchReader:
    """Reads line by line; every banner of sysbench begins another run."""

    def __init__(self, log: Log) -> None:
        """Start with nothing."""
        self.log = log
        self.run: SysbenchOutput | None = None
        self.nothing: list[tuple[int, str]] = []
        """Lines at which runs begin that have nothing to tell, with the reasons."""

    def read(self, lines: list[str]) -> None:
        """Read all lines of a file."""
        for line_number, line in numbered(lines):
            header = HEADER.match(line)
            if header:
                self._close()
                self.run = SysbenchOutput(line_number)
                self.log.version = self.log.version or header["version"]
            elif OPTIONS.match(line):
                self._begin_options(line_number)
            else:
                if self.run is None and WITHIN.match(line):
                    self.run = SysbenchOutput(line_number)  # what stood above was not kept
                if self.run and self.run.has_result and _goes_on(line):
                    part = self.run.next_part(line_number)
                    self._close()
                    self.run = part
                if self.run and not CHECKPOINT.match(line):
                    _take(self.run, line, line_number)
        self._close()
        tell = self.log.info if self.log.drafts else self.log.fail
        for line_number, reason in self.nothing[:MOST_PROBLEMS]:
            tell(reason, line_number)

    def _begin_options(self, line_number: int) -> None:
        """Options begin a run too, where the banner was not kept."""
        if self.run is None or self.run.settings or self.run.figures or self.run.started:
            self._close()
            self.run = SysbenchOutput(line_number)

    def _close(self) -> None:
        run, self.run = self.run, None
        if run is None:
            return
        draft = None if run.failed_at_once else parse_file(run)
        if draft:
            self.log.add(draft)
            benchmark = draft.attributes.get("benchmark")
            self.log.run_type = self.log.run_type or benchmark
        elif run.fatal is None:
            self.nothing.append((run.line, _nothing_reason(run)))
        if run.fatal:
            self._report_fatal(*run.fatal, draft)

    def _report_fatal(self, line: int, text: str, draft: RunDraft | None) -> None:
        if draft is None:
            self.log.fail(
                "sysbench stopped with an error, without a result: {text}", line, text=text
            )
            return
        tell = self.log.warn if draft.complete else self.log.fail
        tell("sysbench stopped with an error: {text}", line, text=text)


def _goes_on(line: str) -> bool:
    """Return whether figures follow that are not those of the statistics before them."""
    signs = (PROGRESS, CHECKPOINT, STATISTICS)
    return any(sign.match(line) for sign in signs)


def _nothing_reason(run: SysbenchOutput) -> str:
    if run.fills:
        return "This is sysbench preparing or removing its data, not a result."
    if run.other_test or run.has_result:
        return "This sysbench test uses neither files nor a database; not used."
    return "sysbench printed no figures here."


def _take(run: SysbenchOutput, line: str, line_number: int) -> None:
    """Look at one line; most lines of a long file are progress or histogram."""
    progress = PROGRESS.match(line)
    if progress:
        _parse_progress(run, progress, line_number)
        return
    row = HISTOGRAM_ROW.fullmatch(line)
    if row:
        run.histogram_line = run.histogram_line or line_number
        if len(run.histogram) < _MOST_BUCKETS:
            run.histogram.append((float(row["value"]), int(row["count"])))
        return
    for take in (_parse_setting, _parse_figure, _parse_mark):
        if take(run, line, line_number):
            return


def _parse_progress(run: SysbenchOutput, match: re.Match[str], line_number: int) -> None:
    run.started = True
    run.progress_line = run.progress_line or line_number
    if "threads" not in run.settings and (at_work := AT_WORK.match(match["rest"])):
        run.settings |= {"threads": at_work["threads"]}
    result = {"at": match["at"]}
    for name, pattern in PROGRESS_FIELDS:
        value = pattern.search(match["rest"])
        if value:
            result[name] = value["n"]
            run.progress_percent = value.groupdict().get("percent") or run.progress_percent
    for name, text in result.items():
        run.progress.setdefault(name, array("d")).append(float(text))


def _parse_setting(run: SysbenchOutput, line: str, _: int) -> bool:
    for pattern in SETTINGS:
        match = pattern.match(line)
        if match:
            run.settings |= {name: shortened(value) for name, value in match.groupdict().items()}
            return True
    return False


def _parse_figure(run: SysbenchOutput, line: str, line_number: int) -> bool:
    percentile = PERCENTILE.match(line)
    if percentile:
        _save(run, f"p{int(percentile['percent'])}", printed(percentile, "n", line_number))
        return True
    for name, pattern in FIGURES:
        match = pattern.match(line)
        if match:
            _save(run, name, printed(match, "n", line_number))
            groups = match.groupdict()
            if groups.get("rate"):
                _save(run, "rate", printed(match, "rate", line_number))
            if groups.get("writes"):
                _save(run, "writes", printed(match, "writes", line_number))
            if groups.get("mib"):
                _save(run, name.replace("iops", "mib"), printed(match, "mib", line_number))
            return True
    return _parse_transferred(run, line, line_number)


def _parse_transferred(run: SysbenchOutput, line: str, line_number: int) -> bool:
    match = TRANSFERRED.match(line)
    if match is None:
        return False
    result = printed(match, "n", line_number)
    factor = (size_in(f"1{match['unit']}") or 0.0) / MIB
    _save(run, "mib", result and result.times(factor))
    return True


def _save(run: SysbenchOutput, name: str, result: PrintedNumber | None) -> None:
    if result:
        run.figures.setdefault(name, result)


def _parse_mark(run: SysbenchOutput, line: str, line_number: int) -> bool:
    fatal = FATAL.match(line)
    if fatal and run.fatal is None:
        run.fatal = (line_number, shortened(fatal["text"], 160))
    run.started |= STARTED.match(line) is not None
    run.fills |= FILLING.match(line) is not None
    run.other_test |= OTHER_TEST.match(line) is not None
    return True


_MARKS = re.compile(
    r"^[ \t>]*(?:`{3} ?)?(?:sysbench \d{1,2}\.\d{1,3}[\s.:(]"
    r"|Running the test with following options:"
    r"|\[ {0,10}\d{1,9}s {0,10}\] (?:thds|threads): \d{1,6},? tps: "
    r"|(?:SQL|OLTP test) statistics:[ \t]*\n[ \t>]*queries performed)",
    re.MULTILINE,
)


class SysbenchImporter(TextByText):
    """Importer of sysbench: every file is read on its own."""

    tool = "sysbench"
    sign = _MARKS

    def read_text(self, text: str, notes: Log) -> None:
        """Read a file."""
        SysbenchReader(notes).read(text.split("\n"))
