"""Importer, printed output.

`wording` (what is printed), `gathered` and `output` (what was found of a run), `measures` (what
it means).
"""

from __future__ import annotations

import re
from array import array
from typing import TYPE_CHECKING

from arraywise.importers.kit.importer import FileByFile
from arraywise.importers.kit.readings import (
    LIMIT_BYTES,
    MOST_PROBLEMS,
    Log,
    PrintedNumber,
    printed,
    shortened,
)
from arraywise.importers.kit.text import decode, numbered, without_escapes
from arraywise.importers.sysbench import runs as wording
from arraywise.importers.sysbench.runs import SIZES, SysbenchOutput, parse_file

if TYPE_CHECKING:
    from arraywise.domain.evidence import Reading
    from arraywise.importers.kit.importer import Source
    from arraywise.importers.kit.readings import RunDraft

_MOST_BUCKETS = 5_000


class SysbenchReader:
    """Reads line by line; every banner of sysbench begins another run."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.log = Log()
        self.run: SysbenchOutput | None = None
        self.nothing: list[tuple[int, str]] = []
        """Lines at which runs begin that have nothing to tell, with the reasons."""

    def read(self, lines: list[str]) -> Log:
        """Read all lines of a file."""
        for line_number, line in numbered(lines):
            header = wording.HEADER.match(line)
            if header:
                self._close()
                self.run = SysbenchOutput(line_number)
                self.log.version = self.log.version or header["version"]
            elif wording.OPTIONS.match(line):
                self._begin_options(line_number)
            else:
                if self.run is None and wording.WITHIN.match(line):
                    self.run = SysbenchOutput(line_number)  # what stood above was not kept
                if self.run and self.run.has_result and _goes_on(line):
                    part = self.run.next_part(line_number)
                    self._close()
                    self.run = part
                if self.run and not wording.CHECKPOINT.match(line):
                    _take(self.run, line, line_number)
        self._close()
        tell = self.log.info if self.log.drafts else self.log.fail
        for line_number, reason in self.nothing[:MOST_PROBLEMS]:
            tell(reason, line_number)
        return self.log

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
    signs = (wording.PROGRESS, wording.CHECKPOINT, wording.STATISTICS)
    return any(sign.match(line) for sign in signs)


def _nothing_reason(run: SysbenchOutput) -> str:
    if run.fills:
        return "This is sysbench preparing or removing its data, not a result."
    if run.other_test or run.has_result:
        return "This sysbench test uses neither files nor a database; not used."
    return "sysbench printed no figures here."


def _take(run: SysbenchOutput, line: str, line_number: int) -> None:
    """Look at one line; most lines of a long file are progress or histogram."""
    progress = wording.PROGRESS.match(line)
    if progress:
        _parse_progress(run, progress, line_number)
        return
    row = wording.HISTOGRAM_ROW.fullmatch(line)
    if row:
        _parse_bucket(run, row, line_number)
        return
    for take in (_parse_setting, _parse_figure, _parse_mark):
        if take(run, line, line_number):
            return


def _parse_progress(run: SysbenchOutput, match: re.Match[str], line_number: int) -> None:
    run.started = True
    run.progress_line = run.progress_line or line_number
    if "threads" not in run.settings and (at_work := wording.AT_WORK.match(match["rest"])):
        run.settings |= {"threads": at_work["threads"]}
    result = {"at": match["at"]}
    for name, pattern in wording.PROGRESS_FIELDS:
        value = pattern.search(match["rest"])
        if value:
            result[name] = value["n"]
            run.progress_percent = value.groupdict().get("percent") or run.progress_percent
    for name, text in result.items():
        run.progress.setdefault(name, array("d")).append(float(text))


def _parse_bucket(run: SysbenchOutput, match: re.Match[str], line_number: int) -> None:
    run.histogram_line = run.histogram_line or line_number
    if len(run.histogram) < _MOST_BUCKETS:
        run.histogram.append((float(match["value"]), int(match["count"])))


def _parse_setting(run: SysbenchOutput, line: str, _: int) -> bool:
    for pattern in wording.SETTINGS:
        match = pattern.match(line)
        if match:
            run.settings |= {name: shortened(value) for name, value in match.groupdict().items()}
            return True
    return False


def _parse_figure(run: SysbenchOutput, line: str, line_number: int) -> bool:
    percentile = wording.PERCENTILE.match(line)
    if percentile:
        _save(run, f"p{int(percentile['percent'])}", printed(percentile, "n", line_number))
        return True
    for name, pattern in wording.FIGURES:
        match = pattern.match(line)
        if match:
            _save(run, name, printed(match, "n", line_number))
            _parse_second(run, name, match, line_number)
            return True
    return _parse_transferred(run, line, line_number)


def _parse_second(run: SysbenchOutput, name: str, match: re.Match[str], line_number: int) -> None:
    groups = match.groupdict()
    if groups.get("rate"):
        _save(run, "rate", printed(match, "rate", line_number))
    if groups.get("writes"):
        _save(run, "writes", printed(match, "writes", line_number))
    if groups.get("mib"):
        _save(run, name.replace("iops", "mib"), printed(match, "mib", line_number))


def _parse_transferred(run: SysbenchOutput, line: str, line_number: int) -> bool:
    match = wording.TRANSFERRED.match(line)
    if match is None:
        return False
    result = printed(match, "n", line_number)
    factor = SIZES[match["unit"].removesuffix("b")] / SIZES["M"]
    _save(run, "mib", result and result.times(factor))
    return True


def _save(run: SysbenchOutput, name: str, result: PrintedNumber | None) -> None:
    if result:
        run.figures.setdefault(name, result)


def _parse_mark(run: SysbenchOutput, line: str, line_number: int) -> bool:
    fatal = wording.FATAL.match(line)
    if fatal and run.fatal is None:
        run.fatal = (line_number, shortened(fatal["text"], 160))
    run.started |= wording.STARTED.match(line) is not None
    run.fills |= wording.FILLING.match(line) is not None
    run.other_test |= wording.OTHER_TEST.match(line) is not None
    return True


_MARKS = re.compile(
    r"^[ \t>]*(?:`{3} ?)?(?:sysbench \d{1,2}\.\d{1,3}[\s.:(]"
    r"|Running the test with following options:"
    r"|\[ {0,10}\d{1,9}s {0,10}\] (?:thds|threads): \d{1,6},? tps: "
    r"|(?:SQL|OLTP test) statistics:[ \t]*\n[ \t>]*queries performed)",
    re.MULTILINE,
)


class SysbenchImporter(FileByFile):
    """Importer of sysbench: every file is read on its own."""

    tool = "sysbench"
    sign = _MARKS

    def read_file(self, source: Source) -> Reading:
        """Read a file."""
        decoded = decode(source.data, LIMIT_BYTES)
        log = SysbenchReader().read(without_escapes(decoded.text).split("\n"))
        return log.reading(self.tool, source.name, decoded)
