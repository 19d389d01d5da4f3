"""Reads what sysbench prints of tests of files, databases and processors."""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING, Final

from arraywise.domain.evidence import Load, Metric, Origin, Series
from arraywise.domain.units import MIB, MILLISECOND, Unit
from arraywise.importers.kit.importer import TextImporter
from arraywise.importers.kit.readings import (
    MOST_PROBLEMS,
    PrintedNumber,
    ReadingDraft,
    RunDraft,
    add_derived_measurement,
    as_short_line,
    io_load,
    parse_matched_number,
    parse_number,
    parse_size_bytes,
    rate_series_name,
    scale_printed,
)
from arraywise.importers.kit.text import LinePatterns, number_nonblank_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MOST_BUCKETS = 5_000
_COUNTS = ("events", "transactions", "reads", "writes", "iops", "read_iops", "write_iops")
_RATES = ("rate", "events", "read", "write")
"""Figures at the end, and of lines of progress, that show that work was done."""

_AT: Final = r"\[ {0,10}(?P<at>\d{1,9})s {0,10}\] "
_STATISTICS: Final = (
    r"(?:(?:SQL|OLTP test) statistics:|File operations:|Operations performed:|CPU speed:)"
)
"""Where the figures at the end of a run begin."""
_HEADER: Final = re.compile(
    r"[ \t>]*sysbench (?P<version>\d{1,2}\.\d{1,3}(?:\.\d{1,3})?)(?=[\s:(-]|$)"
)
_OPTIONS: Final = re.compile(r"[ \t>]*Running the test with following options:")
_CHECKPOINT: Final = re.compile(rf"[ \t>]*(?:{_AT})?Checkpoint report:")
_GOES_ON: Final = re.compile(rf"[ \t>]*(?:{_AT}\S|Checkpoint report:|{_STATISTICS})")
"""Figures that are not those of the statistics before them."""
_WITHIN: Final = re.compile(rf"[ \t>]*(?:{_AT}(?:thds|threads): \d|(?:SQL|OLTP test) statistics:)")
"""Where a run is at work, or ends, whose beginning was not kept."""
_LINES: Final[LinePatterns[Callable[[SysbenchOutput, re.Match[str], int], None]]] = LinePatterns()
"""Most lines of a long file are progress or histogram."""


class SysbenchImporter(TextImporter):
    """Importer of sysbench: every file is read on its own."""

    tool = "sysbench"
    signature = re.compile(
        r"^[ \t>]*(?:`{3} ?)?(?:sysbench \d{1,2}\.\d{1,3}[\s.:(]"
        r"|Running the test with following options:"
        r"|\[ {0,10}\d{1,9}s {0,10}\] (?:thds|threads): \d{1,6},? tps: "
        r"|(?:SQL|OLTP test) statistics:[ \t]*\n[ \t>]*queries performed)",
        re.MULTILINE,
    )

    def read_text(self, text: str, reading: ReadingDraft) -> None:
        """Read all lines of a file."""
        _SysbenchReader(reading).read_lines(text.split("\n"))


@dataclass(slots=True)
class SysbenchOutput:
    """What was printed of one run."""

    line: int
    settings: dict[str, str] = field(default_factory=dict)
    figures: dict[str, PrintedNumber] = field(default_factory=dict)
    """By the groups of the patterns; `p95` and the like; times in milliseconds."""
    derived_figures: set[str] = field(default_factory=set)
    """Figures that were computed from others."""
    progress: dict[str, array[float]] = field(default_factory=dict)
    progress_line: int | None = None
    progress_percent: str | None = None
    histogram: list[tuple[float, int]] = field(default_factory=list)
    """Milliseconds and counts, in the order of the file."""
    histogram_line: int | None = None
    started: bool = False
    fatal_error: tuple[int, str] | None = None
    fills: bool = False
    other_test: bool = False
    is_part: bool = False
    """Figures of the same run stand before or after these (--report-checkpoints)."""

    @property
    def has_result(self) -> bool:
        """Whether the statistics at the end were printed: a run that was stopped has none."""
        return "total_time" in self.figures

    @property
    def failed_at_once(self) -> bool:
        """Return whether an error came before anything was done; statistics are then all zero."""
        done = [self.figures[name].value for name in _COUNTS if name in self.figures]
        worked = any(any(self.progress.get(name, ())) for name in _RATES)
        return self.fatal_error is not None and not any(done) and not worked

    @property
    def is_file_test(self) -> bool:
        """Return whether files were read and written, rather than a database queried."""
        return bool({"block_size", "test"} & self.settings.keys()) or bool(
            {"read_iops", "write_iops", "reads", "iops"} & self.figures.keys()
        )

    @property
    def no_result_reason(self) -> str:
        """Return the sentence why there is no result of it."""
        if self.fills:
            return "This is sysbench preparing or removing its data, not a result."
        if self.other_test or self.has_result:
            return "This sysbench test uses neither files nor a database; not used."
        return "sysbench printed no figures here."

    def add_figure(self, name: str, printed: PrintedNumber | None) -> None:
        """Add a figure, where there is one, unless its name has one already."""
        if printed:
            self.figures.setdefault(name, printed)


class _SysbenchReader:
    """Reads line by line; every banner of sysbench begins another run."""

    def __init__(self, reading: ReadingDraft) -> None:
        self.reading = reading
        self.run: SysbenchOutput | None = None
        self.runs_without_result: list[tuple[int, str]] = []
        """Lines at which runs without a result begin, with the reasons."""

    def read_lines(self, lines: list[str]) -> None:
        """Read all lines of a file."""
        for line_number, line in number_nonblank_lines(lines):
            if header := _HEADER.match(line):
                self._begin_run(SysbenchOutput(line_number))
                self.reading.version = self.reading.version or header["version"]
            elif _OPTIONS.match(line):
                run = self.run  # options begin a run too, where the banner was not kept
                if run is None or run.settings or run.figures or run.started:
                    self._begin_run(SysbenchOutput(line_number))
            else:
                self._read_line(line, line_number)
        self._finish_run()
        tell = self.reading.info if self.reading.drafts else self.reading.error
        for line_number, reason in self.runs_without_result[:MOST_PROBLEMS]:
            tell(reason, line_number)

    def _read_line(self, line: str, line_number: int) -> None:
        """Read a line of a run; figures after its statistics begin another part of the run."""
        if self.run is None and _WITHIN.match(line):
            self.run = SysbenchOutput(line_number)  # what stood above was not kept
        if self.run and self.run.has_result and _GOES_ON.match(line):
            self.run.is_part = True
            settings = dict(self.run.settings)
            self._begin_run(SysbenchOutput(line_number, settings, started=True, is_part=True))
        if self.run and not _CHECKPOINT.match(line) and (found := _LINES.find(line)):
            take, match = found
            take(self.run, match, line_number)

    def _begin_run(self, run: SysbenchOutput) -> None:
        self._finish_run()
        self.run = run

    def _finish_run(self) -> None:
        run, self.run = self.run, None
        if run is None:
            return
        draft = None if run.failed_at_once else _build_run_draft(run)
        if draft:
            self.reading.add_run(draft)
            self.reading.run_type = self.reading.run_type or draft.attributes.get("benchmark")
        elif run.fatal_error is None:
            self.runs_without_result.append((run.line, run.no_result_reason))
        if run.fatal_error:
            self._report_fatal(*run.fatal_error, draft)

    def _report_fatal(self, line: int, text: str, draft: RunDraft | None) -> None:
        if draft is None:
            self.reading.error(
                "sysbench stopped with an error, without a result: {text}", line, text=text
            )
            return
        tell = self.reading.warn if draft.complete else self.reading.error
        tell("sysbench stopped with an error: {text}", line, text=text)


_N: Final = r"\d{1,18}(?:\.\d{1,12})?"
_COUNT: Final = r"\d{1,18}"
_SIZE: Final = r"\d{1,15}(?:\.\d{1,9})?[KMGT]?i?[Bb]"
_AT_WORK: Final = re.compile(r"(?:thds|threads): (?P<threads>\d{1,9})\b")
_PROGRESS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\btps: (?P<rate>{_N})",
        rf"\beps: (?P<events>{_N})",
        rf"\breads: (?P<read>{_N}) MiB/s",
        rf"\bwrites: (?P<write>{_N}) MiB/s",
        rf"\blat(?:ency)? \(ms,\s?(?P<percent>\d{{1,3}})%\): (?P<time>{_N})",
        rf"\bresponse time: (?P<time>{_N})ms \((?P<percent>\d{{1,3}})%\)",
    )
)


@_LINES.on(rf"{_AT}(?P<rest>\S.{{0,500}})")
def _read_progress_line(run: SysbenchOutput, match: re.Match[str], line: int) -> None:
    run.started = True
    run.progress_line = run.progress_line or line
    if "threads" not in run.settings and (at_work := _AT_WORK.match(match["rest"])):
        run.settings |= at_work.groupdict()
    result = {"at": match["at"]}
    for pattern in _PROGRESS:
        if found := pattern.search(match["rest"]):
            result |= found.groupdict()
    run.progress_percent = result.pop("percent", None) or run.progress_percent
    for name, text in result.items():
        run.progress.setdefault(name, array("d")).append(float(text))


@_LINES.on(r"(?P<value>\d{1,9}\.\d{3}) \|\**[ \t]+(?P<count>\d{1,18})[ \t]*$")
def _read_histogram_bucket(run: SysbenchOutput, match: re.Match[str], line: int) -> None:
    run.histogram_line = run.histogram_line or line
    if len(run.histogram) < _MOST_BUCKETS:
        run.histogram.append((float(match["value"]), int(match["count"])))


@_LINES.on(
    r"Number of threads: (?P<threads>\d{1,9})\b",
    r"Extra file open flags: (?P<open_flags>\S[^\n]{0,80})",
    r"(?P<files>\d{1,9}) files?, \S{1,20} each",
    rf"(?P<total_size>{_SIZE}) total file size",
    rf"Block size (?P<block_size>{_SIZE})\b",
    rf"Read/Write ratio for combined random IO test: (?P<read_write_ratio>{_N})",
    r"Periodic FSYNC enabled, calling fsync\(\) each (?P<fsync_every>\d{1,9}) requests",
    r"Using (?P<io_mode>synchronous|asynchronous|fast mmap|slow mmap|mmap)\b",
    r"Doing (?P<test>(?:random|sequential) .{1,40}?) test",
    r"(?:Prime numbers limit|Maximum prime number checked in CPU test): (?P<primes>\d{1,12})",
    r"Report intermediate results every (?P<report_every>\d{1,9}) second",
    rf"Target transaction rate: (?P<target_rate>{_N})/sec",
)
def _read_settings(run: SysbenchOutput, match: re.Match[str], _: int) -> None:
    """Store settings under the names of the groups."""
    run.settings |= {name: as_short_line(value) for name, value in match.groupdict().items()}


@_LINES.on(
    rf"(?:approx\.\s+)?(?P<percent>\d{{1,3}})(?:st|nd|rd|th)? percentile:\s+(?P<n>{_N})(?:ms)?"
)
def _read_percentile(run: SysbenchOutput, match: re.Match[str], line: int) -> None:
    run.add_figure(f"p{int(match['percent'])}", parse_matched_number(match, "n", line))


@_LINES.on(
    rf"transactions:\s+(?P<transactions>{_COUNT})\s+\((?P<rate>{_N}) per sec\.\)",
    rf"queries:\s+(?P<queries>{_COUNT})\s+\(",
    rf"(?:ignored errors|deadlocks):\s+(?P<failed>{_COUNT})\b",
    rf"reconnects:\s+(?P<reconnects>{_COUNT})\b",
    rf"reads/s:\s+(?P<read_iops>{_N})",
    rf"writes/s:\s+(?P<write_iops>{_N})",
    rf"fsyncs/s:\s+(?P<fsync_iops>{_N})",
    rf"read, MiB/s:\s+(?P<read_mib>{_N})",
    rf"written, MiB/s:\s+(?P<write_mib>{_N})",
    rf"read:\s+IOPS=(?P<read_iops>{_N})(?:\s+(?P<read_mib>{_N}) MiB/s)?",
    rf"write:\s+IOPS=(?P<write_iops>{_N})(?:\s+(?P<write_mib>{_N}) MiB/s)?",
    rf"fsync:\s+IOPS=(?P<fsync_iops>{_N})",
    rf"Operations performed:\s+(?P<reads>{_COUNT}) [Rr]eads?, (?P<writes>{_COUNT}) ",
    rf"(?P<iops>{_N}) Requests/sec executed",
    rf"events per second:\s+(?P<cpu_rate>{_N})",
    rf"(?:total time|time elapsed):\s+(?P<total_time>{_N})s",
    rf"total number of events:\s+(?P<events>{_COUNT})\b",
    rf"min:\s+(?P<min>{_N})(?:ms)?\s*$",
    rf"avg:\s+(?P<mean>{_N})(?:ms)?\s*$",
    rf"max:\s+(?P<max>{_N})(?:ms)?\s*$",
    rf"sum:\s+(?P<sum>{_N})\s*$",
)
def _read_statistics(run: SysbenchOutput, match: re.Match[str], line: int) -> None:
    """Store the statistics at the end under the names of the groups."""
    for name in match.groupdict():
        run.add_figure(name, parse_matched_number(match, name, line))


@_LINES.on(
    r"Read \S{1,20}  ?Written \S{1,20}  ?Total transferred \S{1,20} {1,3}"
    r"\((?P<n>\d{1,15}(?:\.\d{1,9})?)(?P<unit>[KMGT]?b)/sec\)"
)
def _read_transfer_rate(run: SysbenchOutput, match: re.Match[str], line: int) -> None:
    factor = (parse_size_bytes(f"1{match['unit']}") or 0.0) / MIB
    run.add_figure("mib", scale_printed(parse_matched_number(match, "n", line), factor))


@_LINES.on(r"FATAL: (?P<text>\S.{0,500})")
def _read_fatal_error(run: SysbenchOutput, match: re.Match[str], line: int) -> None:
    run.fatal_error = run.fatal_error or (line, as_short_line(match["text"], 160))


@_LINES.on(
    r"(?P<started>Threads started!)",
    r"(?P<fills>Creating (?:files for the test|table )|Inserting \d|Removing test files)",
    r"(?P<fills>Dropping table )",
    r"(?P<other_test>Running memory speed test|Doing (?:memory|thread|mutex)\b)",
)
def _set_flags(run: SysbenchOutput, match: re.Match[str], _: int) -> None:
    for name in match.groupdict():
        setattr(run, name, True)


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


def _build_run_draft(run: SysbenchOutput) -> RunDraft | None:
    """Build a run from what was printed; None where it tests neither files nor a database."""
    kind = _test_kind(run)
    if kind is None or not (run.figures or run.started):
        return None
    draft = RunDraft(line=run.line, complete=run.has_result)
    settings = run.settings
    threads = int(settings["threads"]) if "threads" in settings else None
    draft.load = Load(users=threads)
    draft.add_attributes(
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
        _add_file_results(run, draft, threads)
    elif kind == DATABASE:
        _add_database_results(run, draft)
    else:
        draft.add_attributes(primes_up_to=run.settings.get("primes"))
        draft.add_measurement(
            Metric.TRANSACTION_RATE, "mean", run.figures.get("cpu_rate"), _CPU_GROUP
        )
        _add_times(run, draft, Metric.RESPONSE_TIME, _CPU_GROUP)
        draft.info("A CPU test (prime numbers), not a storage test.", run.line)
    draft.series += _progress_series(run, draft)
    return draft


def _test_kind(run: SysbenchOutput) -> str | None:
    if run.is_file_test:
        return FILES
    if "transactions" in run.figures or "rate" in run.progress:
        return DATABASE
    if "cpu_rate" in run.figures or "primes" in run.settings:
        return PROCESSOR
    return None if run.has_result or run.other_test or not run.started else DATABASE


def _add_file_results(run: SysbenchOutput, draft: RunDraft, threads: int | None) -> None:
    _add_file_attributes(run, draft)
    block = parse_size_bytes(run.settings.get("block_size", ""))
    if block and threads and run.settings.get("io_mode") != "asynchronous":
        draft.load = io_load(threads, block)
    _derive_read_write_iops(run)
    for metric, names, factor in (
        (Metric.IOPS, ("read_iops", "write_iops", "fsync_iops"), 1.0),
        (Metric.THROUGHPUT, ("read_mib", "write_mib"), float(MIB)),
    ):
        parts = {n.split("_")[0]: run.figures[n].times(factor) for n in names if n in run.figures}
        origin = Origin.DERIVED if run.derived_figures.intersection(names) else Origin.REPORTED
        for group, result in parts.items():
            if result.value:
                draft.add_measurement(metric, "mean", result, group, origin)
        _add_read_write_total(run, draft, metric, parts)
    fsyncs = run.figures.get("fsync_iops")
    has_fsyncs = fsyncs is not None and bool(fsyncs.value)
    if fsyncs and has_fsyncs:
        draft.info("The latency is over reads, writes and fsyncs together.", fsyncs.line)
    _add_times(run, draft, Metric.LATENCY, _ALL_GROUP if has_fsyncs else None)
    _warn_of_host_cache(run, draft)


def _derive_read_write_iops(run: SysbenchOutput) -> None:
    """Compute the rates of reads and writes, of which 0.4 and 0.5 print the numbers only."""
    elapsed, figures = run.figures.get("total_time"), run.figures
    if elapsed and elapsed.value:
        for count, rate in (("reads", "read_iops"), ("writes", "write_iops")):
            if count in figures and rate not in figures:
                figures[rate] = figures[count].times(1 / elapsed.value)
                run.derived_figures.add(rate)


def _add_read_write_total(
    run: SysbenchOutput, draft: RunDraft, metric: Metric, parts: dict[str, PrintedNumber]
) -> None:
    """Add the total of reads and writes: as printed by 0.x, else derived."""
    name, factor = ("iops", 1.0) if metric is Metric.IOPS else ("mib", float(MIB))
    if name in run.figures:
        draft.add_measurement(metric, "mean", run.figures[name].times(factor))
        return
    moved = [parts[group] for group in ("read", "write") if group in parts]
    alone = [result for result in moved if result.value]
    if len(alone) == 1:
        draft.add_measurement(metric, "mean", alone[0])
    elif moved:
        add_derived_measurement(
            draft, metric, "mean", sum(result.value for result in moved), moved[0].line
        )


def _add_file_attributes(run: SysbenchOutput, draft: RunDraft) -> None:
    settings = run.settings
    block, total = (
        parse_size_bytes(settings.get(name, "")) for name in ("block_size", "total_size")
    )
    ratio = parse_number(settings.get("read_write_ratio", ""))
    is_mixed = settings.get("test") == "random r/w"
    draft.add_attributes(
        run_type=settings.get("test"),
        files=settings.get("files"),
        block_bytes=f"{block:.0f}" if block else None,
        working_set_bytes=f"{total:.0f}" if total else None,
        write_share=f"{1 / (1 + ratio):g}" if is_mixed and ratio is not None else None,
        io_mode=settings.get("io_mode"),
        direct=_parse_direct_flag(settings.get("open_flags")),
        fsync_every=settings.get("fsync_every"),
    )


def _parse_direct_flag(flags: str | None) -> str | None:
    """Return whether flags mean direct I/O: words in 1.x, the number of Linux in 0.x."""
    if flags is None:
        return None
    value = parse_number(flags)
    if value is None or not flags.isdecimal():
        return "yes" if "direct" in flags else "no"
    return "yes" if int(value) & _O_DIRECT or value == 3 else "no"


def _warn_of_host_cache(run: SysbenchOutput, draft: RunDraft) -> None:
    read = run.figures.get("read_iops")
    if draft.attributes.get("direct") == "no" and read and read.value:
        draft.warn(
            "Files were read through the host's cache (no --file-extra-flags=direct): this may"
            " be memory speed.",
            read.line,
        )


def _add_database_results(run: SysbenchOutput, draft: RunDraft) -> None:
    completed, rate = run.figures.get("transactions"), run.figures.get("rate")
    failed, queries = run.figures.get("failed"), run.figures.get("queries")
    draft.add_measurement(Metric.TRANSACTIONS_COMPLETED, "total", completed)
    draft.add_measurement(Metric.TRANSACTIONS_FAILED, "total", failed)
    draft.add_measurement(Metric.TRANSACTION_RATE, "mean", rate)
    _add_times(run, draft, Metric.RESPONSE_TIME, None)
    if queries and completed and completed.value:
        draft.add_attributes(queries_per_transaction=f"{queries.value / completed.value:.4g}")
    if failed and completed and failed.value > _FAILED_SHARE * completed.value:
        share = failed.value / (failed.value + completed.value)
        template = "{share:.2%} of the transactions failed and were repeated."
        draft.warn(template, failed.line, share=share)
    _warn_of_contradicting_rate(draft, completed, rate)
    reconnects = run.figures.get("reconnects")
    if reconnects and reconnects.value:
        draft.warn("Reconnections: {count:.0f}.", reconnects.line, count=reconnects.value)
    if "target_rate" not in run.settings:
        draft.add_attributes(think_time_s="0")
    else:
        draft.info("The rate was limited (--rate), so it is below the maximum.", run.line)


def _warn_of_contradicting_rate(
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


def _add_times(run: SysbenchOutput, draft: RunDraft, metric: Metric, group: str | None) -> None:
    for statistic, result in run.figures.items():
        percent = statistic.removeprefix("p")
        is_percentile = percent.isdecimal() and 0 < int(percent) < 100
        if is_percentile or statistic in ("min", "max"):
            draft.add_measurement(metric, statistic, result.times(MILLISECOND), group)
    mean, origin = _select_mean_ms(run)
    if mean:
        draft.add_measurement(metric, "mean", mean.times(MILLISECOND), group, origin)
    for statistic, value in _histogram_percentiles(run, draft):
        if statistic not in run.figures:
            add_derived_measurement(
                draft, metric, statistic, value, run.histogram_line or run.line, group
            )


def _select_mean_ms(run: SysbenchOutput) -> tuple[PrintedNumber | None, Origin]:
    """Return the mean and its origin, derived from the sum where two decimals are too few."""
    mean, total, events = (run.figures.get(name) for name in ("mean", "sum", "events"))
    if mean and mean.value >= _ROUGH_MS:
        return mean, Origin.REPORTED
    if total and events and events.value and total.value:
        return PrintedNumber(total.value / events.value, total.line), Origin.DERIVED
    return mean, Origin.REPORTED


def _histogram_percentiles(run: SysbenchOutput, draft: RunDraft) -> Iterator[tuple[str, float]]:
    """Yield percentiles of the histogram; a bucket is 2 % wide and counts as its printed value.

    Its counts are compared with the events: lost lines would move all percentiles.
    """
    count, events = sum(of_bucket for _, of_bucket in run.histogram), run.figures.get("events")
    if count and events and abs(count / (events.value or 1) - 1) > _HISTOGRAM_TOLERANCE:
        draft.warn(
            "The histogram has {count} of {events:.0f} events: cut or damaged. No percentiles.",
            run.histogram_line,
            count=count,
            events=events.value,
        )
        return
    passed, wanted = 0, list(_PERCENTILES)
    for value, of_bucket in run.histogram if count else ():
        passed += of_bucket
        while wanted and passed * 100 >= count * wanted[0]:
            yield f"p{wanted.pop(0)}", value * MILLISECOND


def _progress_interval_s(run: SysbenchOutput) -> float | None:
    """Return the seconds that a line of progress reports, None where it has none."""
    stated, moments = parse_number(run.settings.get("report_every", "")), run.progress["at"]
    if stated or len(moments) == 1:
        return stated
    return round((moments[-1] - moments[0]) / (len(moments) - 1), 1)


def _progress_series(run: SysbenchOutput, draft: RunDraft) -> Iterator[Series]:
    progress, line = run.progress, run.progress_line
    moments = progress.get("at")
    if not moments:
        return
    if "rate" in progress:
        interval = _progress_interval_s(run)
        name = rate_series_name(interval)
        if interval is None:
            draft.info("Only one progress line, of unknown interval.", line)
        yield Series(name, Unit.PER_SECOND, progress["rate"], None, line)
    if "events" in progress:
        yield Series("cpu_events", Unit.PER_SECOND, progress["events"], None, line)
    kind, percent = "latency" if run.is_file_test else "response_time", run.progress_percent
    time = kind if percent is None else f"{kind}_{'max' if percent == '100' else 'p' + percent}"
    for name, shown, unit, factor in (
        ("read", "read_throughput", Unit.BYTE_PER_SECOND, MIB),
        ("write", "write_throughput", Unit.BYTE_PER_SECOND, MIB),
        ("time", time, Unit.SECOND, MILLISECOND),
    ):
        values = progress.get(name)
        if values and fmean(values):
            in_si = array("d", (value * factor for value in values))
            yield Series(shown, unit, in_si, None, line)
