"""Importer, pages of one execution.

`wording` (which page, and what is on it), `rows` and `histograms` (tables), `times` (when),
`runs` (what was measured), `sets` (pages of one execution).
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.importers.kit.readings import Log, RunDraft
from arraywise.importers.kit.text import decode, without_escapes
from arraywise.importers.vdbench.pages import (
    WITH_FIGURES,
    VdbenchPage,
    VdbenchTables,
    measure,
    page_of,
    read_flatfile,
    read_histograms,
    read_summary,
)
from arraywise.importers.vdbench.runs import parse_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.domain.evidence import Reading
    from arraywise.importers.kit.importer import Source
    from arraywise.importers.kit.text import DecodedText
    from arraywise.importers.vdbench.pages import Buckets, Execution

TOOL = "vdbench"
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


@dataclass(slots=True)
class VdbenchFileContent:
    """One page."""

    source: Source
    decoded: DecodedText
    page: VdbenchPage
    tables: VdbenchTables
    histograms: list[Buckets]

    @property
    def has_figures(self) -> bool:
        """Return whether there is anything to measure."""
        return self.page in WITH_FIGURES and bool(self.tables.executions)

    @property
    def has_histograms(self) -> bool:
        """Return whether any response time was counted."""
        return any(any(table.counts) for table in self.histograms)


def key_of(name: str) -> tuple[str, str]:
    """Return what the names of the pages of one execution have in common."""
    folder, _, file = name.replace("\\", "/").rpartition("/")
    return folder, _KINDS.sub("*", posixpath.splitext(file)[0])


def sets_of(sources: Sequence[Source]) -> list[list[Source]]:
    """Put together the pages of one folder whose names differ in the kind of page only.

    Pages of one host or device (`hd1.html`) go with the only execution of their folder.
    """
    sets: dict[tuple[str, str], list[Source]] = {}
    for source in sources:
        sets.setdefault(key_of(source.name), []).append(source)
    named: dict[str, list[tuple[str, str]]] = {}
    for folder, name in sets:
        if "*" in name:
            named.setdefault(folder, []).append((folder, name))
    for key in [key for key in sets if "*" not in key[1]]:
        if len(named.get(key[0], ())) == 1:
            sets[named[key[0]][0]] += sets.pop(key)
    return list(sets.values())


def parse(source: Source) -> VdbenchFileContent:
    """Read one page on its own."""
    decoded = decode(source.data)
    text = without_escapes(decoded.text)
    lines = text.split("\n")
    page = page_of(text[:_HEAD_CHARACTERS]) or VdbenchPage.OTHER
    tables = VdbenchTables()
    if page is VdbenchPage.FLATFILE:
        tables = read_flatfile(lines)
    elif page is not VdbenchPage.OTHER:
        tables = read_summary(lines)
    histograms = read_histograms(lines, tables.executions) if page is VdbenchPage.HISTOGRAM else []
    return VdbenchFileContent(source, decoded, page, tables, histograms)


def read_set(sources: Sequence[Source]) -> list[Reading]:
    """Read the pages of one execution; only the best one has the figures."""
    pages = [parse(source) for source in sources]
    with_figures = [page for page in pages if page.has_figures]
    best = min(with_figures, key=lambda p: WITH_FIGURES.index(p.page), default=None)
    others = [page for page in pages if page is not best]
    if best:
        for page in others:
            if _is_same(best.tables, page.tables):
                _complete(best.tables, page.tables)
    return _readings(pages, best)


def _is_same(best: VdbenchTables, other: VdbenchTables) -> bool:
    """Return whether two pages report the same runs, ended at the same moments."""
    ours, theirs = (
        [(e.name, e.average.tod_s) for e in tables.executions if e.average]
        for tables in (best, other)
    )
    if not other.executions or len(ours) != len(theirs):
        return False
    return all(
        a[0] == b[0] and abs(a[1] - b[1]) < _SAME_MOMENT_S
        for a, b in zip(ours, theirs, strict=True)
    )


def _complete(best: VdbenchTables, other: VdbenchTables) -> None:
    """Add to the page with the figures what only another one says."""
    best.completed |= other.completed
    best.created = best.created or other.created
    best.version = best.version or other.version
    best.listed = best.listed or other.listed
    for ours, theirs in zip(best.executions, other.executions, strict=False):
        if ours.name == theirs.name:
            ours.start_s = theirs.start_s if ours.start_s is None else ours.start_s
            ours.date = ours.date or theirs.date
            ours.settings = theirs.settings | ours.settings


def _readings(
    pages: Sequence[VdbenchFileContent], best: VdbenchFileContent | None
) -> list[Reading]:
    """Read the pages; what they share is found once, for there may be thousands."""
    versions = (page.tables.version for page in pages if page.tables.version)
    version = next(versions, None)
    keys = {key_of(page.source.name) for page in pages}
    named = min(keys, key=lambda key: ("*" not in key[1], key))
    set_name = "/".join(part for part in named if part)
    return [
        _reading(page, best, pages, Log(version=page.tables.version or version), set_name)
        for page in pages
    ]


def _reading(
    page: VdbenchFileContent,
    best: VdbenchFileContent | None,
    pages: Sequence[VdbenchFileContent],
    record: Log,
    set_name: str,
) -> Reading:
    is_repeated = best is not None and page is not best and _is_same(best.tables, page.tables)
    is_other = page.has_figures and page is not best and not is_repeated
    if len(pages) > 1 and not is_other:
        record.set_name = set_name
    if page.has_figures and not is_repeated:
        _measure(page, record, pages)
    elif best and is_repeated and page.page in WITH_FIGURES:
        record.is_next_to = True
        template = "Same figures as {file}, where they were read."
        record.info(template, file=posixpath.basename(best.source.name))
    elif page.has_histograms:
        _measure_histograms(page, best, record)
    else:
        record.is_next_to = best is not None
        _exclude(page, record)
    return record.reading(TOOL, page.source.name, page.decoded)


def _drafts(tables: VdbenchTables) -> Iterator[RunDraft]:
    """Build the runs, and tell those of one definition apart by what was varied."""
    times = Counter(execution.name for execution in tables.executions)
    seen: Counter[str] = Counter()
    for execution, draft in zip(tables.executions, parse_file(tables), strict=True):
        seen[execution.name] += 1
        if times[execution.name] > 1:
            loops = draft.attributes.get("loops") or str(seen[execution.name])
            draft.name = f"{execution.name} ({loops})"
        yield draft


def _measure_histograms(
    page: VdbenchFileContent, best: VdbenchFileContent | None, record: Log
) -> None:
    """Give the percentiles to the runs of the page with the figures, or to runs of their own."""
    own = [execution.name for execution in page.tables.executions]
    known = list(_drafts(best.tables)) if best else []
    if not best or [execution.name for execution in best.tables.executions] != own:
        known = list(_drafts(page.tables)) or [RunDraft()]
        record.set_name = None
        record.info("Rates stand in flatfile.html or summary.html of the same folder.")
    for index, run in enumerate(known):
        draft = RunDraft(
            line=page.tables.executions[index].line if own else 1, name=run.name, load=run.load,
            complete=run.complete or best is None, started_at=run.started_at,
            duration_s=run.duration_s,
        )  # fmt: skip
        measure((t for t in page.histograms if t.execution == index or not own), draft)
        record.add(draft)
    record.run_type = "response times"


def _measure(page: VdbenchFileContent, record: Log, pages: Sequence[VdbenchFileContent]) -> None:
    tables = page.tables
    for draft in _drafts(tables):
        record.add(draft)
    is_files = any(_is_of_files(execution) for execution in tables.executions)
    record.run_type = "files" if is_files else "devices"
    tells_end = any(
        other.page in (VdbenchPage.SUMMARY, VdbenchPage.LOGFILE) for other in (page, *pages)
    )
    if tells_end and not tables.completed:
        record.warn("Vdbench did not complete: stopped early.")
    missing = len(tables.listed) - len(tables.executions)
    if missing > 0:
        record.warn(
            "{missing} of {listed} runs that were to be made are missing.",
            missing=missing,
            listed=len(tables.listed),
        )


def _is_of_files(execution: Execution) -> bool:
    row = execution.average or (execution.rows[0] if execution.rows else None)
    return row is not None and "read_rate" in row.values


def _exclude(page: VdbenchFileContent, record: Log) -> None:
    """Explain what a page without figures is; alone it is refused with what to import instead."""
    tell = record.info if record.is_next_to else record.fail
    if page.page is VdbenchPage.ERRORS:
        _report_errors(page, record)
    elif page.page in WITH_FIGURES:
        tell("The Vdbench page has no figures: stopped before the first interval.")
    else:
        tell(_SET_ASIDE[page.page])
        if not record.is_next_to:
            record.info(_IMPORT_INSTEAD)


def _report_errors(page: VdbenchFileContent, record: Log) -> None:
    text = page.decoded.text
    end = text.find(_ERRORS_BELOW)
    below = text[text.find("\n", end) :].strip() if 0 <= end < text.rfind("\n") else ""
    if below:
        line = text.count("\n", 0, end) + 2
        template = "Vdbench met errors (lines in its error log: {count})."
        record.warn(template, line, count=len(below.split("\n")))
    elif record.is_next_to:
        record.info("Vdbench's error log, without errors.")
    if not record.is_next_to:
        record.fail("This is Vdbench's error log, which has no figures.")
        record.info(_IMPORT_INSTEAD)


class VdbenchImporter:
    """Importer of Vdbench: the pages of one folder are read together."""

    tool = TOOL

    def recognises(self, source: Source) -> bool:
        """Find what is on top of each page."""
        return page_of(without_escapes(decode(source.head).text)) is not None

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Put together the pages of one execution, by folders and names."""
        return sets_of(sources)

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read the pages of one execution."""
        return read_set(group)
