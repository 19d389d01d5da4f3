"""Reads what Vdbench leaves behind: the pages of one execution are a set.

`pages` (what is on a page); here: which page has the figures, and what was measured in each run
definition (averages to measurements, intervals to series).
"""

from __future__ import annotations

import posixpath
import re
from array import array
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Load, Metric, Series
from arraywise.domain.units import MIB, MILLISECOND, PERCENT, Unit
from arraywise.importers.kit.readings import (
    PrintedNumber,
    ReadingDraft,
    RunDraft,
    add_derived_measurement,
    io_load,
    parse_number,
    scale_printed,
)
from arraywise.importers.kit.text import decode, strip_terminal_escapes
from arraywise.importers.vdbench.pages import (
    AVERAGE,
    FILE_OPERATIONS,
    SERIES_COLUMNS,
    WITH_FIGURES,
    VdbenchPage,
    VdbenchTables,
    add_percentiles,
    detect_page,
    execution_start,
    infer_timezone,
    interval_length_s,
    parse_flatfile,
    parse_histogram_tables,
    parse_summary_tables,
    row_moments,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import timezone

    from arraywise.domain.evidence import Reading
    from arraywise.importers.kit.importer import Source
    from arraywise.importers.kit.text import DecodedText
    from arraywise.importers.vdbench.pages import HistogramTable, IntervalRow, RunExecution

_KINDS = re.compile(r"(?i)(?:flatfile|summary|totals|histogram|logfile|errorlog)")
_HEAD_CHARACTERS = 65_536
_SAME_MOMENT_S = 5.0
_SET_ASIDE = {
    VdbenchPage.HISTOGRAM: ("An empty Vdbench histogram of response times."),
    VdbenchPage.LOGFILE: ("Vdbench's log, with the tables of summary.html. Not used."),
    VdbenchPage.OTHER: ("A Vdbench page of one host, device, workload or of settings; not used."),
}
_ERRORS_BELOW = "no error messages beyond this line"
_IMPORT_INSTEAD = "Import flatfile.html or summary.html of the same folder."


class VdbenchImporter:
    """Importer of Vdbench: the pages of one folder are read together."""

    tool = "vdbench"

    def recognises(self, source: Source) -> bool:
        """Find what is on top of each page."""
        return detect_page(strip_terminal_escapes(decode(source.head).text)) is not None

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Put together the pages of one folder whose names differ in the kind of page only.

        Pages of one host or device (`hd1.html`) go with the only execution of their folder.
        """
        sets: dict[tuple[str, str], list[Source]] = {}
        for source in sources:
            sets.setdefault(_execution_key(source.name), []).append(source)
        named: dict[str, list[tuple[str, str]]] = {}
        for folder, name in sets:
            if "*" in name:
                named.setdefault(folder, []).append((folder, name))
        for key in [key for key in sets if "*" not in key[1]]:
            if len(named.get(key[0], ())) == 1:
                sets[named[key[0]][0]] += sets.pop(key)
        return list(sets.values())

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read the pages of one execution; only the best one has the figures."""
        pages = [_parse_page(source) for source in group]
        with_figures = [page for page in pages if page.has_figures]
        best = min(with_figures, key=lambda p: WITH_FIGURES.index(p.page), default=None)
        for page in pages if best else ():
            if best and page is not best and _reports_same_runs(best.tables, page.tables):
                _fill_from_other_page(best.tables, page.tables)
        version = next((page.tables.version for page in pages if page.tables.version), None)
        keys = {_execution_key(page.source.name) for page in pages}
        named = min(keys, key=lambda key: ("*" not in key[1], key))
        set_name = "/".join(part for part in named if part)
        return [
            _build_reading(
                page, best, pages, ReadingDraft(version=page.tables.version or version), set_name
            )
            for page in pages
        ]


@dataclass(slots=True)
class VdbenchFileContent:
    """One page."""

    source: Source
    decoded: DecodedText
    page: VdbenchPage
    tables: VdbenchTables
    histograms: list[HistogramTable]

    @property
    def has_figures(self) -> bool:
        """Return whether there is anything to measure."""
        return self.page in WITH_FIGURES and bool(self.tables.executions)

    @property
    def has_histograms(self) -> bool:
        """Return whether any response time was counted."""
        return any(any(table.counts) for table in self.histograms)


def _execution_key(name: str) -> tuple[str, str]:
    """Return what the names of the pages of one execution have in common."""
    folder, _, file = name.replace("\\", "/").rpartition("/")
    return folder, _KINDS.sub("*", posixpath.splitext(file)[0])


def _parse_page(source: Source) -> VdbenchFileContent:
    """Read one page on its own."""
    decoded = decode(source.data)
    text = strip_terminal_escapes(decoded.text)
    lines = text.split("\n")
    page = detect_page(text[:_HEAD_CHARACTERS]) or VdbenchPage.OTHER
    tables = VdbenchTables()
    if page is VdbenchPage.FLATFILE:
        tables = parse_flatfile(lines)
    elif page is not VdbenchPage.OTHER:
        tables = parse_summary_tables(lines)
    histograms = (
        parse_histogram_tables(lines, tables.executions) if page is VdbenchPage.HISTOGRAM else []
    )
    return VdbenchFileContent(source, decoded, page, tables, histograms)


def _reports_same_runs(best: VdbenchTables, other: VdbenchTables) -> bool:
    """Return whether two pages report the same runs, ended at the same moments."""
    ours, theirs = (
        [(e.name, e.average.second_of_day) for e in tables.executions if e.average]
        for tables in (best, other)
    )
    if not other.executions or len(ours) != len(theirs):
        return False
    return all(
        a[0] == b[0] and abs(a[1] - b[1]) < _SAME_MOMENT_S
        for a, b in zip(ours, theirs, strict=True)
    )


def _fill_from_other_page(best: VdbenchTables, other: VdbenchTables) -> None:
    """Add to the page with the figures what only another one says."""
    best.is_completed |= other.is_completed
    best.creation_match = best.creation_match or other.creation_match
    best.version = best.version or other.version
    best.planned_runs = best.planned_runs or other.planned_runs
    for ours, theirs in zip(best.executions, other.executions, strict=False):
        if ours.name == theirs.name:
            ours.start_second_of_day = (
                theirs.start_second_of_day
                if ours.start_second_of_day is None
                else ours.start_second_of_day
            )
            ours.date = ours.date or theirs.date
            ours.settings = theirs.settings | ours.settings


def _build_reading(
    page: VdbenchFileContent,
    best: VdbenchFileContent | None,
    pages: Sequence[VdbenchFileContent],
    reading: ReadingDraft,
    set_name: str,
) -> Reading:
    is_repeated = (
        best is not None and page is not best and _reports_same_runs(best.tables, page.tables)
    )
    is_other = page.has_figures and page is not best and not is_repeated
    if len(pages) > 1 and not is_other:
        reading.set_name = set_name
    if page.has_figures and not is_repeated:
        _add_runs(page, reading, pages)
    elif best and is_repeated and page.page in WITH_FIGURES:
        reading.is_companion_file = True
        template = "Same figures as {file}, where they were read."
        reading.info(template, file=posixpath.basename(best.source.name))
    elif page.has_histograms:
        _add_histogram_runs(page, best, reading)
    else:
        reading.is_companion_file = best is not None
        _explain_page_without_figures(page, reading)
    return reading.build_reading(VdbenchImporter.tool, page.source.name, page.decoded)


def _add_histogram_runs(
    page: VdbenchFileContent, best: VdbenchFileContent | None, reading: ReadingDraft
) -> None:
    """Give the percentiles to the runs of the page with the figures, or to runs of their own."""
    own = [execution.name for execution in page.tables.executions]
    drafts = list(_build_drafts(best.tables)) if best else []
    if not best or [execution.name for execution in best.tables.executions] != own:
        drafts = list(_build_drafts(page.tables)) or [RunDraft()]
        reading.set_name = None
        reading.info("Rates stand in flatfile.html or summary.html of the same folder.")
    for index, run in enumerate(drafts):
        draft = RunDraft(
            line=page.tables.executions[index].line if own else 1, name=run.name, load=run.load,
            complete=run.complete or best is None, started_at=run.started_at,
            duration_s=run.duration_s,
        )  # fmt: skip
        add_percentiles((t for t in page.histograms if t.execution == index or not own), draft)
        reading.add_run(draft)
    reading.run_type = "response times"


def _add_runs(
    page: VdbenchFileContent, reading: ReadingDraft, pages: Sequence[VdbenchFileContent]
) -> None:
    tables = page.tables
    for draft in _build_drafts(tables):
        reading.add_run(draft)
    rows = (execution.average_or_first for execution in tables.executions)
    is_files = any(row is not None and "read_rate" in row.values for row in rows)
    reading.run_type = "files" if is_files else "devices"
    tells_end = any(
        other.page in (VdbenchPage.SUMMARY, VdbenchPage.LOGFILE) for other in (page, *pages)
    )
    if tells_end and not tables.is_completed:
        reading.warn("Vdbench did not complete: stopped early.")
    missing = len(tables.planned_runs) - len(tables.executions)
    if missing > 0:
        reading.warn(
            "{missing} of {listed} runs that were to be made are missing.",
            missing=missing,
            listed=len(tables.planned_runs),
        )


def _explain_page_without_figures(page: VdbenchFileContent, reading: ReadingDraft) -> None:
    """Explain what a page without figures is; alone it is refused with what to import instead."""
    tell = reading.info if reading.is_companion_file else reading.error
    if page.page is VdbenchPage.ERRORS:
        _add_error_log_problems(page, reading)
    elif page.page in WITH_FIGURES:
        tell("The Vdbench page has no figures: stopped before the first interval.")
    else:
        tell(_SET_ASIDE[page.page])
        if not reading.is_companion_file:
            reading.info(_IMPORT_INSTEAD)


def _add_error_log_problems(page: VdbenchFileContent, reading: ReadingDraft) -> None:
    text = page.decoded.text
    end = text.find(_ERRORS_BELOW)
    below = text[text.find("\n", end) :].strip() if 0 <= end < text.rfind("\n") else ""
    if below:
        line = text.count("\n", 0, end) + 2
        template = "Vdbench met errors (lines in its error log: {count})."
        reading.warn(template, line, count=len(below.split("\n")))
    elif reading.is_companion_file:
        reading.info("Vdbench's error log, without errors.")
    if not reading.is_companion_file:
        reading.error("This is Vdbench's error log, which has no figures.")
        reading.info(_IMPORT_INSTEAD)


_GIB = 1024**3
_CODES = {999_988: "max", 9_999_988: "max", 999_977: "curve", 9_999_977: "curve"}
"""Requested rates that stand for "as many as possible" and "a point of a curve": older versions
have one digit less."""
_FORMATS = ("format_for_", "SD_format")
"""Beginnings of the names of runs that Vdbench puts before the tests, to write their files."""
_FORMAT = "format"
_SERIES = (
    ("iops", Unit.PER_SECOND, 1.0),
    ("throughput", Unit.BYTE_PER_SECOND, float(MIB)),
    ("latency", Unit.SECOND, MILLISECOND),
    ("cpu_used", Unit.ONE, PERCENT),
    ("cpu_system", Unit.ONE, PERCENT),
)
"""What the series columns become."""
_KEPT_UP = 0.9
_ROUNDING = 0.05


def _build_drafts(tables: VdbenchTables) -> Iterator[RunDraft]:
    """Build the runs, and tell those of one definition apart by what was varied."""
    offset = infer_timezone(tables.creation_match)
    times = Counter(execution.name for execution in tables.executions)
    seen: Counter[str] = Counter()
    for execution in tables.executions:
        draft = _build_draft(execution, offset)
        seen[execution.name] += 1
        if times[execution.name] > 1:
            loops = draft.attributes.get("loops") or str(seen[execution.name])
            draft.name = f"{execution.name} ({loops})"
        yield draft


def _build_draft(execution: RunExecution, zone: timezone | None) -> RunDraft:
    draft = RunDraft(line=execution.line, name=execution.name or None)
    average = execution.average
    draft.complete = average is not None
    begin = execution_start(execution, zone)
    draft.started_at = begin.isoformat() if begin else None
    draft.duration_s = len(execution.rows) * interval_length_s(execution) or parse_number(
        execution.settings.get("elapsed_s", "")
    )
    _add_attributes(execution, draft)
    if average is None:
        draft.warn(
            "{name} has no average: stopped early, or too short.",
            execution.line,
            name=execution.name or "This run",
        )
    else:
        _add_average(average, draft, is_format=execution.name.startswith(_FORMATS))
        _note_missed_rate(execution, average, draft)
    draft.series += _interval_series(execution, zone)
    return draft


def _add_attributes(execution: RunExecution, draft: RunDraft) -> None:
    row = execution.average_or_first
    settings, words = execution.settings, row.words if row else {}
    printed_rate = settings.get("requested_rate")  # as a summary prints it above a run
    block = row.values.get("bytes/io") if row else None
    size = row.values.get("lunsize") if row else None
    draft.add_attributes(
        requested_rate=_format_requested_rate(words.get("reqrate"))
        or _format_requested_rate(printed_rate)
        or printed_rate,
        threads=_format_number(words.get("threads")) or _loop_value(settings, "threads"),
        block_bytes=f"{block.value:.0f}" if block and block.value else None,
        transfer_size=_format_number(words.get("xfersize")) or _loop_value(settings, "xfersize"),
        read_share=_format_share(words.get("rdpct")),
        random_share=_format_share(words.get("seekpct")),
        working_set_bytes=f"{size.value * _GIB:.0f}" if size and size.value else None,
        compression_ratio=_format_number(words.get("compratio")),
        deduplication_ratio=_format_number(words.get("dedupratio")),
        loops=settings.get("loops") if settings.get("loops") != "None" else None,
    )
    average = AVERAGE.fullmatch(execution.average.interval) if execution.average else None
    if average:
        warm_up = (int(average["first"]) - 1) * interval_length_s(execution)
        draft.add_attributes(averaged_intervals=f"{average['first']}-{average['last']}")
        draft.add_attributes(warm_up_s=f"{warm_up:g}" if execution.rows else None)


def _format_requested_rate(text: str | None) -> str | None:
    value = parse_number(text or "")
    if value is None:
        return None
    return _CODES.get(int(value), f"{value:g}")


def _format_number(text: str | None) -> str | None:
    value = parse_number(text or "")
    return f"{value:g}" if value is not None else None


def _format_share(text: str | None) -> str | None:
    value = parse_number(text or "")
    return f"{value * PERCENT:g}" if value is not None and value <= 100 else None


def _loop_value(settings: dict[str, str], name: str) -> str | None:
    words = settings.get("loops", "").replace(",", " ").split()
    return dict(word.split("=", 1) for word in words if "=" in word).get(name)


def _add_average(row: IntervalRow, draft: RunDraft, *, is_format: bool) -> None:
    """Measure the average; writing the files to test with is no test, and no total."""
    draft.load = _infer_load(row, parse_number(draft.attributes.get("threads", "")))
    before, total = (f"{_FORMAT}: ", _FORMAT) if is_format else ("", None)
    if is_format:
        draft.info("Vdbench creates its files here: not the test.", row.line)
    _add_rate_and_times(row, draft, "", total)
    draft.add_measurement(Metric.THROUGHPUT, "mean", _scaled_value(row, "mb/sec", MIB), total)
    for group in ("read", "write"):
        if f"{group}_rate" in row.values:
            _add_rate_and_times(row, draft, f"{group}_", before + group)
        else:
            _derive_direction_rate(row, draft, group, before + group)
        moved = _scaled_value(row, f"mb_{group}", MIB)
        if moved and moved.value:
            draft.add_measurement(Metric.THROUGHPUT, "mean", moved, before + group)
    for operation in FILE_OPERATIONS:
        _add_rate_and_times(row, draft, f"{operation}_", before + operation)


def _scaled_value(
    row: IntervalRow, name: str, factor: float = MILLISECOND
) -> PrintedNumber | None:
    return scale_printed(row.values.get(name), factor)


def _add_rate_and_times(row: IntervalRow, draft: RunDraft, prefix: str, group: str | None) -> None:
    """Give rate and times of one kind of operation, where there was any."""
    rate = row.values.get(f"{prefix}rate")
    if rate is not None and rate.value:
        draft.add_measurement(Metric.IOPS, "mean", rate, group)
        _add_times(row, draft, prefix, group)


def _add_times(row: IntervalRow, draft: RunDraft, prefix: str, group: str | None) -> None:
    draft.add_measurement(Metric.LATENCY, "mean", _scaled_value(row, f"{prefix}resp"), group)
    # some summaries have the longest of all as that of reads and that of writes only
    names = [prefix] if prefix else ["", "read_", "write_"]
    longest = [most for name in names if (most := _scaled_value(row, f"{name}resp_max"))]
    draft.add_measurement(Metric.LATENCY, "max", max(longest, default=None), group)
    draft.add_measurement(Metric.LATENCY, "stddev", _scaled_value(row, f"{prefix}resp_std"), group)


def _derive_direction_rate(row: IntervalRow, draft: RunDraft, group: str, name: str) -> None:
    """Split the rate by the share of reads; raw devices have no rate for each."""
    rate, percent = row.values.get("rate"), row.values.get("read%")
    if rate is None or percent is None or percent.value > 100:
        return
    share = percent.value * PERCENT if group == "read" else 1 - percent.value * PERCENT
    if share * rate.value:
        add_derived_measurement(draft, Metric.IOPS, "mean", rate.value * share, rate.line, name)
        _add_times(row, draft, f"{group}_", name)


def _infer_load(row: IntervalRow, threads: float | None) -> Load:
    """Describe how many I/Os were outstanding, where all threads were busy all the time.

    `threads` is of each storage definition, so that the number of definitions is needed: the
    average queue depth shows it, unless the rate was limited and threads waited.
    """
    depth, block = row.values.get("queue_depth"), row.values.get("bytes/io")
    if not (threads and depth and block and threads >= 1):
        return Load()
    definitions = round(depth.value / threads)
    outstanding = definitions * threads
    if not definitions or abs(depth.value / outstanding - 1) > _ROUNDING:
        return Load()
    return io_load(int(outstanding), block.value)


def _note_missed_rate(execution: RunExecution, average: IntervalRow, draft: RunDraft) -> None:
    """Say so where what was asked for was not reached: then it is the most that could be had."""
    wanted = parse_number(average.words.get("reqrate", "")) or parse_number(
        execution.settings.get("requested_rate", "")
    )
    rate = average.values.get("rate")
    if wanted and rate and int(wanted) not in _CODES and rate.value < _KEPT_UP * wanted:
        draft.info(
            "{wanted:.0f} operations per second requested, {rate:.1f} reached: this is the"
            " maximum.",
            rate.line,
            wanted=wanted,
            rate=rate.value,
        )


def _interval_series(execution: RunExecution, zone: timezone | None) -> Iterator[Series]:
    moments = row_moments(execution, zone)
    for column, (name, unit, factor) in zip(SERIES_COLUMNS, _SERIES, strict=True):
        result = [r.values[column].value * factor for r in execution.rows if column in r.values]
        is_stale = unit is Unit.ONE and len(set(result)) == 1  # left over from the run before
        if any(result) and not is_stale:
            whole = len(result) == len(execution.rows)
            line = execution.rows[0].line
            yield Series(name, unit, array("d", result), moments if whole else None, line)
