"""Reads what HammerDB leaves behind: log, transaction counter, time profiles, job database.

`log` (the tests in a log), `tables` (counters, time profiles, query times). The job database
(hammer.DB, SQLite) is read as the transcript that its jobs would have printed. It is a stranger's:
it is opened in memory, nothing of its schema is trusted, only plain tables of known names are
read, no function runs, and a query that takes too long is ended.
"""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from arraywise.domain.units import MIB
from arraywise.importers.hammerdb.log import SETTINGS, HammerdbLogReader
from arraywise.importers.hammerdb.tables import PROCEDURES
from arraywise.importers.kit.clocks import parse_datetime
from arraywise.importers.kit.importer import FileImporter
from arraywise.importers.kit.readings import LIMIT_BYTES, ReadingDraft
from arraywise.importers.kit.text import DecodedText, decode, strip_terminal_escapes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.domain.evidence import Measurement, Reading
    from arraywise.importers.kit.importer import Source

_ONE_OF: Final = (
    "Vuser ",
    "ammerdb ",
    "HammerDB",
    "Steve Shaw",
    "TEST RESULT",
    ">>>>> ",
    " tpm @ ",
    ' tpm"',
    "_ms",
)
"""Looked for before the marks, since that takes no time."""
_MARKS: Final = re.compile(
    r"^[ \t>]*(?:(?:\w[\w ]{1,30} )?"
    r"Hammerdb (?:Log|Transaction Counter Log|Time Profile Report) @ "
    r"|HammerDB (?:CLI |Web Service |GUI )?v\d|Copyright \(C\) 2003-\d{4} Steve Shaw"
    r"|Vuser \d{1,9}:(?:RUNNING|FINISHED |query \d|Timing test|Beginning rampup)"
    r"|>>>>> (?:PROC: \w|SUMMARY OF \d|VIRTUAL USER \d)"
    r"|\d{1,15} \w[\w ]{1,30} tpm @ \w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d )"
    r"|TEST RESULT : System achieved [^$\[\n]"
    rf'|"(?:{PROCEDURES})"\s*:\s*\{{\s*"elapsed_ms"'
    r'|"\w[\w ]{1,30} tpm"\s*:\s*\{\s*"\d{1,15}"\s*:\s*"\d{4}-',
    re.MULTILINE,
)

_SQLITE: Final = b"SQLite format 3\0"
_LARGEST_BYTES: Final = 64 * MIB


class HammerdbImporter(FileImporter):
    """Importer of HammerDB: every file is read on its own."""

    tool = "hammerdb"

    def recognises(self, source: Source) -> bool:
        """Look for HammerDB's wording."""
        if source.head.startswith(_SQLITE):
            return b"JOBOUTPUT" in source.head or b"JOBMAIN" in source.head
        head = strip_terminal_escapes(decode(source.head).text)
        return any(words in head for words in _ONE_OF) and _MARKS.search(head) is not None

    def read_file(self, source: Source) -> Reading:
        """Read a file."""
        if source.head.startswith(_SQLITE):
            return self._read_jobs(source)
        decoded = decode(source.data, LIMIT_BYTES)
        text = strip_terminal_escapes(decoded.text)
        answer = _parse_json(text)
        if answer is None:
            log = HammerdbLogReader().read_lines(text.split("\n"))
        elif counts := _counter_lines_of_json(answer):
            _add_job_runs(log := ReadingDraft(), HammerdbLogReader().read_lines(counts))
        else:
            pieces = _split_json_into_lines(text)
            _add_job_runs(
                log := ReadingDraft(),
                HammerdbLogReader().read_lines([p.text for p in pieces]),
                pieces,
            )
        return log.build_reading(self.tool, source.name, decoded)

    def _read_jobs(self, source: Source) -> Reading:
        """Read a job database; its rows have no lines."""
        whole = ReadingDraft()
        try:
            for lines in _build_job_transcripts(bytes(source.data[: _LARGEST_BYTES + 1])):
                _add_job_runs(whole, HammerdbLogReader().read_lines(lines))
        except _UnreadableJobsError:
            whole.error(
                "The job database is damaged or too large. Import the log, or the text of `jobs`."
            )
        return whole.build_reading(self.tool, source.name, DecodedText("", "utf-8"))


class _JsonPart(NamedTuple):
    """A part of a JSON answer as if it were a line of its own."""

    line: int
    offset: int
    """Characters before it in its line."""
    text: str


_PIECE: Final = re.compile(r'(?:"(?:[^"\\\n]|\\.)*"|[^"\[{,\n])*+[\[{,]?')
"""Up to the end of a line, an opening bracket or a comma outside strings."""


def _parse_json(text: str) -> object:
    """Return what `jobs` answers in JSON; None for other text."""
    if not text.lstrip().startswith(("[", "{")):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _split_json_into_lines(text: str) -> list[_JsonPart]:
    """Part JSON, which may stand on few lines, as if it were indented."""
    return [
        _JsonPart(number, match.start(), match.group())
        for number, line in enumerate(text.split("\n"), 1)
        for match in _PIECE.finditer(line)
        if match.group()
    ]


def _counter_lines_of_json(answer: object) -> list[str]:
    """Return counter rows of `{"PostgreSQL tpm": {"24000": "2023-02-23 04:01:30"}}`."""
    result: list[str] = []
    for name, counts in answer.items() if isinstance(answer, dict) else ():
        if isinstance(counts, dict) and name.endswith(" tpm"):
            rows = [("", count, "tpm", moment) for count, moment in counts.items()]
            result += _counter_lines(rows, name.removesuffix(" tpm"))
    return result


def _add_job_runs(
    reading: ReadingDraft, job: ReadingDraft, parts: Sequence[_JsonPart] = ()
) -> None:
    """Add the runs of a job; its lines are pieces of the file, or a transcript that is none."""

    def line_of(line: int | None) -> int | None:
        return parts[line - 1].line if parts and line else None

    def placed(measurement: Measurement) -> Measurement:
        line, column = measurement.line, measurement.column
        if not parts or not line:
            return measurement._replace(line=None, column=None)
        if isinstance(column, int):
            column += parts[line - 1].offset
        return measurement._replace(line=line_of(line), column=column)

    reading.run_type = reading.run_type or job.run_type
    problems = [replace(problem, line=line_of(problem.line)) for problem in job.problems]
    reading.problems += [problem for problem in problems if problem not in reading.problems]
    for draft in job.drafts:
        draft.line = line_of(draft.line) or 1
        draft.measurements = [placed(m) for m in draft.measurements]
        draft.series = [replace(each, line=line_of(each.line)) for each in draft.series]
        draft.problems = [replace(each, line=line_of(each.line)) for each in draft.problems]
        reading.add_run(draft)


_JOURNAL: Final = slice(18, 20)
_ROLLBACK: Final = b"\1\1"
"""Instead of the versions of a write-ahead log, whose other files are not here."""
_LONGEST: Final = MIB
_MOST_ROWS: Final = 300_000
_MOST_JOBS: Final = 500
_STEPS: Final = 10_000
_MOST_CALLS: Final = 20_000
"""So often a query may be asked whether it goes on: two hundred million steps in all."""
_TABLES: Final = {
    "JOBMAIN": ("jobid", "db", "bm", "jobdict", "timestamp"),
    "JOBOUTPUT": ("jobid", "vu", "output"),
    "JOBTIMING": (
        *("jobid", "vu", "procname", "calls", "min_ms", "avg_ms", "max_ms", "total_ms", "p99_ms"),
        *("p95_ms", "p50_ms", "sd", "elapsed_ms", "summary"),
    ),
    "JOBTCOUNT": ("jobid", "counter", "metric", "timestamp"),
}
_PLAIN: Final = re.compile(r"\s*CREATE\s+TABLE\s", re.IGNORECASE)
_NAMES: Final = {
    "ora": "Oracle",
    "oracle": "Oracle",
    "mssqls": "SQL Server",
    "db2": "Db2",
    "mysql": "MySQL",
    "maria": "MariaDB",
    "pg": "PostgreSQL",
    "postgresql": "PostgreSQL",
}
_ENDS: Final = "|".join(end for end, _ in SETTINGS)
_SETTING: Final = re.compile(rf"(?<![\w])(\w{{0,40}}(?:{_ENDS}))\s+([^\s{{}}]{{1,60}})")
Row = tuple[Any, ...]


class _UnreadableJobsError(Exception):
    """The database is damaged, or is none of HammerDB's."""


_CTIME = "%a %b %d %H:%M:%S %Y"


def _build_job_transcripts(data: bytes) -> list[list[str]]:
    """Return the lines of each job, in the order of the jobs.

    Raises:
        _UnreadableJobsError: The file is too large, or cannot be read as a job database.
    """
    if len(data) > _LARGEST_BYTES:
        raise _UnreadableJobsError
    try:
        with closing(_open_read_only(data)) as database:
            tables = {
                name: _read_table_rows(database, name) for name in _readable_tables(database)
            }
    except (sqlite3.Error, ValueError, OverflowError, MemoryError) as error:
        raise _UnreadableJobsError from error
    outputs, timings, counts = (
        _group_by_job(tables.get(name, ())) for name in ("JOBOUTPUT", "JOBTIMING", "JOBTCOUNT")
    )
    jobs = {job: rows[0] for job, rows in _group_by_job(tables.get("JOBMAIN", ())).items()}
    for job in (*outputs, *timings):
        jobs.setdefault(job, (job, "", "", "", ""))
    return [
        [*_job_header_lines(row), *_output_lines(outputs.get(job, ())),
         *_profile_lines(timings.get(job, ())),
         *_counter_lines(counts.get(job, ()), _as_line(row[1]))]
        for job, row in list(jobs.items())[:_MOST_JOBS]
    ]  # fmt: skip


def _open_read_only(data: bytes) -> sqlite3.Connection:
    database = sqlite3.connect(":memory:", isolation_level=None)
    try:
        database.deserialize(data[: _JOURNAL.start] + _ROLLBACK + data[_JOURNAL.stop :])
        database.text_factory = lambda raw: raw.decode("utf-8", "replace")
        for pragma in ("trusted_schema = OFF", "query_only = ON", "cell_size_check = ON"):
            database.execute(f"PRAGMA {pragma}")
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)
        database.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        calls = iter(range(_MOST_CALLS))
        database.set_progress_handler(lambda: next(calls, None) is None, _STEPS)
        database.set_authorizer(_authorise_action)
    except BaseException:
        database.close()
        raise
    return database


def _authorise_action(action: int, table: str | None, *_: object) -> int:
    """Allow to read known tables; no function, pragma, view, trigger or write."""
    is_read = action == sqlite3.SQLITE_READ and table in (*_TABLES, "sqlite_master")
    is_fine = action == sqlite3.SQLITE_SELECT or is_read
    return sqlite3.SQLITE_OK if is_fine else sqlite3.SQLITE_DENY


def _readable_tables(database: sqlite3.Connection) -> list[str]:
    """Return the tables that are plain ones: no views and no virtual tables."""
    rows = database.execute("SELECT name, type, sql FROM sqlite_master LIMIT 1000").fetchall()
    plain = {name for name, kind, sql in rows if kind == "table" and _PLAIN.match(_as_line(sql))}
    return [name for name in _TABLES if name in plain]


def _read_table_rows(database: sqlite3.Connection, table: str) -> list[Row]:
    query = f"SELECT {', '.join(_TABLES[table])} FROM {table} LIMIT {_MOST_ROWS}"  # noqa: S608
    return database.execute(query).fetchall()


def _as_line(value: object) -> str:
    """Return a value on one line; nothing for what is neither text nor number."""
    shown = str(value) if isinstance(value, str | int | float) else ""
    return " ".join(shown.split("\n"))


def _group_by_job(rows: Sequence[Row]) -> dict[str, list[Row]]:
    result: dict[str, list[Row]] = {}
    for row in rows:
        result.setdefault(_as_line(row[0]), []).append(row)
    return result


def _job_header_lines(row: Row) -> Iterator[str]:
    """Give what HammerDB prints first: benchmark, settings, when the log began."""
    _, database, benchmark, settings, moment = map(_as_line, row)
    if benchmark:
        yield f"Benchmark set to {benchmark} for {_NAMES.get(database.lower(), database)}"
    for key, value in _SETTING.findall(settings):
        yield f"Value {value} for tpcc:{key} is the same as existing value {value}"
    if began := parse_datetime(moment):
        yield f"Hammerdb Log @ {began:{_CTIME}}"


def _output_lines(rows: Sequence[Row]) -> Iterator[str]:
    for _, user, output in rows:
        for line in str(output).splitlines() if isinstance(output, str) else ():
            yield line if line.startswith("Vuser ") else f"Vuser {_as_line(user)}:{line}"


def _profile_lines(rows: Sequence[Row]) -> Iterator[str]:
    """Give the time profile of all users together."""
    summed = [row for row in rows if row[-1] == 1]
    for place, row in enumerate(summed):
        _, _, name, *figures, elapsed, _ = map(_as_line, row)
        calls, least, mean, most, total, p99, p95, p50, deviation = figures
        if not place:
            users = len({each[1] for each in rows if each[-1] == 0}) or 1
            yield (
                f">>>>> SUMMARY OF {users} ACTIVE VIRTUAL USERS"
                f" : MEDIAN ELAPSED TIME : {elapsed}ms"
            )
        yield f">>>>> PROC: {name}"
        yield f"CALLS: {calls} MIN: {least}ms AVG: {mean}ms MAX: {most}ms TOTAL: {total}ms"
        yield f"P99: {p99}ms P95: {p95}ms P50: {p50}ms SD: {deviation} RATIO: 0%"


def _counter_lines(rows: Sequence[Row], database: str) -> Iterator[str]:
    name = _NAMES.get(database.lower(), database) or "Oracle"
    known = [
        (row, f"{began:{_CTIME}}")
        for row in rows
        if row[2] == "tpm" and (began := parse_datetime(_as_line(row[3])))
    ]
    if known:
        yield f"Hammerdb Transaction Counter Log @ {known[0][1]}"
    for row, moment in known:
        yield f"{_as_line(row[1])} {name} tpm @ {moment}"
