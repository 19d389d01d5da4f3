"""Reads what HammerDB leaves behind: log, transaction counter, time profiles, job database.

`patterns` (what is printed), `log` (the tests in a log), `tables` (counters, time profiles, query
times), `jobs` (the database).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.importers.hammerdb.jobs import (
    LARGEST_BYTES,
    MARK,
    UnreadableJobsError,
    job_transcripts,
)
from arraywise.importers.hammerdb.log import CourseReader
from arraywise.importers.hammerdb.patterns import MARKS, ONE_OF
from arraywise.importers.kit.importer import FileByFile
from arraywise.importers.kit.readings import LIMIT_BYTES, Log
from arraywise.importers.kit.text import DecodedText, decode, without_escapes

if TYPE_CHECKING:
    from arraywise.domain.evidence import Reading
    from arraywise.importers.kit.importer import Source


class HammerdbImporter(FileByFile):
    """Importer of HammerDB: every file is read on its own."""

    tool = "hammerdb"

    def recognises(self, source: Source) -> bool:
        """Look for HammerDB's wording."""
        if source.head.startswith(MARK):
            return b"JOBOUTPUT" in source.head or b"JOBMAIN" in source.head
        head = without_escapes(decode(source.head).text)
        return any(words in head for words in ONE_OF) and MARKS.search(head) is not None

    def read_file(self, source: Source) -> Reading:
        """Read a file."""
        if source.head.startswith(MARK):
            return self._read_jobs(source)
        decoded = decode(source.data, LIMIT_BYTES)
        log = CourseReader().read(without_escapes(decoded.text).split("\n"))
        return log.reading(self.tool, source.name, decoded)

    def _read_jobs(self, source: Source) -> Reading:
        """Read a job database; its rows have no lines."""
        whole = Log()
        try:
            for lines in job_transcripts(bytes(source.data[: LARGEST_BYTES + 1])):
                _take(whole, CourseReader().read(lines))
        except UnreadableJobsError:
            whole.fail(_UNREADABLE)
        return whole.reading(self.tool, source.name, DecodedText("", "utf-8"))


_UNREADABLE = "The job database is damaged or too large. Import the log, or the text of `jobs`."


def _take(whole: Log, job: Log) -> None:
    """Add the runs of a job; places in its transcript are none in the file."""
    whole.run_type = whole.run_type or job.run_type
    problems = [replace(problem, line=None) for problem in job.problems]
    whole.problems += [problem for problem in problems if problem not in whole.problems]
    for draft in job.drafts:
        draft.line = 1
        draft.measurements = [m._replace(line=None, column=None) for m in draft.measurements]
        draft.series = [replace(series, line=None) for series in draft.series]
        draft.problems = [replace(problem, line=None) for problem in draft.problems]
        whole.add(draft)
