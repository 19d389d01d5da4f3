"""Importer of Swingbench: which output a file is, and which files are of one run."""

from __future__ import annotations

import re
from dataclasses import replace
from enum import Enum
from statistics import mode
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Metric, Reading, Run, Status
from arraywise.domain.messages import (
    NO_SESSIONS_ADJACENT,
    OTHER_RUN_ADJACENT,
    Message,
    Problem,
    ProblemCode,
    Severity,
    message,
)
from arraywise.domain.statement_counts import parse_statement_counts
from arraywise.importers.kit.importer import HEAD_BYTES
from arraywise.importers.kit.readings import error_problem, keep_gravest_problems, reading_status
from arraywise.importers.kit.text import DecodedText, decode, strip_terminal_escapes
from arraywise.importers.swingbench.values import parse_second_of_day

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.importers.kit.importer import Source
    from arraywise.importers.swingbench.runs import SwingbenchFileContent


_WORDS = re.compile(r"[^\W_]+")
_KIND = re.compile(
    r"(?:swingbench|charbench|results?|console|output|stdout|report|log|db|json|xml|txt|out)(\d*)"
)
"""Words in file names for the kind of file, not for the run; a number behind one is of the run."""
_SAVED = re.compile(rb"Saved results to (\S{1,200})")
_END_BYTES = 64 * 1024
"""A log names the file that it saved at its end."""
_CLOCK_TOLERANCE_S = 120
_SHIFTS = range(-5, 6)
_FEWEST_SECONDS = 10
_ALIKE = 0.5
_DAY_S = 86_400


def run_key(name: str) -> tuple[str, str]:
    """Return folder and file name without the words for the kind of file."""
    folder, _, file = name.replace("\\", "/").rpartition("/")
    words = (
        kind[1] if (kind := _KIND.fullmatch(word)) else word
        for word in _WORDS.findall(file.casefold())
    )
    return folder, "_".join(filter(None, words))


def pair_logs_with_saved_files(sources: Sequence[Source]) -> list[tuple[Source, Source]]:
    """Return pairs of a log and the results file of its folder that it alone names as saved."""
    logs_of: dict[str, list[Source]] = {}
    for log in sources:
        for saved in _SAVED.findall(log.data[-_END_BYTES:]) if log.data[:1] != b"<" else ():
            folder, _, _ = _normalise_path(log.name).rpartition("/")
            _, _, file = _normalise_path(saved.decode("utf-8", "replace")).rpartition("/")
            logs_of.setdefault(f"{folder}/{file}".lstrip("/"), []).append(log)
    files = {_normalise_path(source.name): source for source in sources} if logs_of else {}
    claimed = {place: logs[0] for place, logs in logs_of.items() if len(logs) == 1}
    return [(log, files[place]) for place, log in claimed.items() if place in files]


def _normalise_path(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").casefold()


def mark_sets_and_contradictions(
    readings: Sequence[Reading], names: Sequence[str]
) -> list[Reading]:
    """Return readings with a warning where the file beside one is of another run.

    Those that agree become one set: several forms of one run, to be counted once. Where the log
    states that the database refused sessions, no form of the run counts (MODEL P2.2).
    """
    name = "/".join(part for part in run_key(names[0]) if part) or "swingbench"
    result = []
    for this, reading in enumerate(readings):
        others = [that for that in range(len(readings)) if that != this]
        differences = {that: _describe_difference(reading, readings[that]) for that in others}
        news = [
            _other_run_message(names[that], text) for that, text in differences.items() if text
        ]
        has_partner = any(
            text is None and _has_one_run(readings[that]) for that, text in differences.items()
        )
        is_of_set = has_partner and _has_one_run(reading)
        stated = _with_warnings(reading, news, name if is_of_set else None)
        stated = _warn_of_missing_users(stated, [(names[that], readings[that]) for that in others])
        partners = [that for that, text in differences.items() if text is None and is_of_set]
        result.append(
            _reject_refused_sessions(stated, [(names[that], readings[that]) for that in partners])
        )
    return result


def _warn_of_missing_users(reading: Reading, others: Sequence[tuple[str, Reading]]) -> Reading:
    """Add a warning where the log shows fewer users logged on than the results file requested."""
    if not _has_one_run(reading):
        return reading
    requested = _user_attribute(reading, "users_requested")
    for name, other in others:
        logged_on = _user_attribute(other, "users_logged_on") if _has_one_run(other) else None
        if reading.set_name and requested and logged_on and logged_on < requested:
            sentence = message(
                "{asked} users requested; by {other} at most {users} logged on.",
                asked=requested,
                other=name,
                users=logged_on,
            )
            return replace(
                reading,
                problems=(*reading.problems, Problem(Severity.WARNING, sentence)),
                status=Status.READ_WITH_PROBLEMS
                if reading.status is Status.READ
                else reading.status,
            )
    return reading


def _user_attribute(reading: Reading, name: str) -> int | None:
    stated = dict(reading.runs[0].attributes).get(name, "")
    return int(stated) if stated.isdecimal() else None


def _reject_refused_sessions(
    reading: Reading, readings_of_same_run: Sequence[tuple[str, Reading]]
) -> Reading:
    """Mark the run as incomplete where the log of the same run reports refused sessions."""
    news = tuple(
        error_problem(
            NO_SESSIONS_ADJACENT,
            other=name,
            line=problem.line or 0,
            **dict(problem.message.figures),
        )
        for name, partner in readings_of_same_run
        for problem in partner.problems
        if problem.code == ProblemCode.SESSIONS_REFUSED
    )
    if not news:
        return reading
    return replace(
        reading,
        runs=tuple(replace(run, complete=False) for run in reading.runs),
        problems=(*reading.problems, *news),
        status=Status.INCOMPLETE,
    )


def _has_one_run(reading: Reading) -> bool:
    return len(reading.runs) == 1


def _with_warnings(reading: Reading, warnings: list[Message], set_name: str | None) -> Reading:
    problems = tuple(Problem(Severity.WARNING, sentence) for sentence in warnings)
    is_worse = warnings and reading.status is Status.READ
    return replace(
        reading,
        problems=(*reading.problems, *problems),
        status=Status.READ_WITH_PROBLEMS if is_worse else reading.status,
        set_name=set_name,
    )


def _other_run_message(other: str, difference: str) -> Message:
    return message(OTHER_RUN_ADJACENT, other=other, difference=difference)


def _describe_difference(one: Reading, other: Reading) -> str | None:
    """Describe how two readings differ that should be of one run; None where they agree."""
    if not (_has_one_run(one) and _has_one_run(other)):
        return None
    a, b = one.runs[0], other.runs[0]
    alike = _have_same_rates(a, b)
    if alike:
        return None  # whatever their clocks say: one may count in another zone
    result = [
        text
        for text in (_describe_start_difference(a, b), _describe_total_difference(a, b))
        if text
    ]
    if alike is False and not result:
        return "other transactions second by second"
    return ", ".join(result) or None


def _have_same_rates(a: Run, b: Run) -> bool | None:
    """Compare rates second by second, a few seconds shifted; None where one has too few."""
    if not (a.series and b.series):
        return None
    ours, theirs = a.series[0].values, b.series[0].values
    if min(len(ours), len(theirs)) < _FEWEST_SECONDS:
        return None
    usual = {mode(ours), mode(theirs)}
    shares = [
        _share_of_equal_seconds(ours[max(0, -s) :], theirs[max(0, s) :], usual) for s in _SHIFTS
    ]
    known = [share for share in shares if share is not None]
    return max(known) > _ALIKE if known else None


def _share_of_equal_seconds(
    ours: Sequence[float], theirs: Sequence[float], usual_rates: set[float]
) -> float | None:
    """Return the share of equal seconds; one at the usual rate is equal in any two runs."""
    stated = [(a, b) for a, b in zip(ours, theirs, strict=False) if not {a, b} <= usual_rates]
    if len(stated) < _FEWEST_SECONDS:
        return None
    return sum(a == b for a, b in stated) / len(stated)


def _describe_start_difference(a: Run, b: Run) -> str | None:
    """Describe how the starts of two runs differ, by the clock alone where one has no date."""
    ours, theirs = _local_start(a), _local_start(b)
    if not ours or not theirs:
        return None
    length = min(len(ours), len(theirs))
    ours, theirs = ours[-length:], theirs[-length:]
    apart = abs((parse_second_of_day(ours) or 0) - (parse_second_of_day(theirs) or 0))
    near = min(apart, _DAY_S - apart) <= _CLOCK_TOLERANCE_S
    if near and (length == len("14:18:01") or ours[:10] == theirs[:10]):
        return None
    return f"started {ours} against {theirs}".replace("T", " ")


def _local_start(run: Run) -> str | None:
    """Return date and time in the client's clock, or the time alone."""
    return run.started_at[:19] if run.started_at else dict(run.attributes).get("clock_at_start")


def _describe_total_difference(a: Run, b: Run) -> str | None:
    ours, theirs = _completed_transactions(a), _completed_transactions(b)
    if ours is None or theirs is None or ours == theirs:
        return None
    return f"{ours:.0f} against {theirs:.0f} transactions"


def _completed_transactions(run: Run) -> float | None:
    totals = (
        m.value
        for m in run.measurements
        if m.metric is Metric.TRANSACTIONS_COMPLETED and m.group is None
    )
    return next(totals, None)


class ResultForm(Enum):
    """A form that results come in."""

    XML = "results XML"
    JSON = "results JSON"
    CONSOLE = "charbench log"
    TABLES = "table of results"


_ROOT = re.compile(r"<(?![?!])(?:[\w.-]{1,40}:)?([\w.-]{1,80})")
_XML = re.compile(r"<(?:[\w.-]{1,40}:)?Results(?=[\s>/])")
_SWINGBENCH_XML = re.compile(
    r"dominicgiles|<(?:[\w.-]{1,40}:)?"
    r"(?:Overview|TransactionResults|BenchmarkMetrics|DMLResults)(?=[\s>/])"
)
_JSON = re.compile(r'\{\s{0,200}"Results"\s{0,200}:\s{0,200}\{')
_SWINGBENCH_JSON = re.compile(
    r'dominicgiles|"(?:TransactionResults|TotalCompletedTransactions|BenchmarkMetrics|TPSReadings)"'
)
_TABLES = re.compile(
    r"^[ \t]{0,40}== Overview ==[ \t]{0,40}\n[-+ \n]{0,2000}\|[ \t]{0,40}Metric\b"
    r"|^[\W]{0,4}Attribute[ \t]{0,80}[|,][^\n]{0,2000}\n[-+ \n]{0,2000}\W{0,4}Benchmark Name\b",
    re.MULTILINE,
)
_BANNER = re.compile(r"Author[ \t]{0,20}:\s{0,20}Dominic Giles")
_ROWS = re.compile(
    r"\d[:.]\d\d[:.]\d\d(?:[ \t]?[AaPp]\.?[Mm]\.?)?[\s\d]{1,200}\[\d{1,9}/\d{1,9}\]"
)
_HEADER = re.compile(r"^[ \t]{0,40}Time[ \t]{1,20}([^\n]{1,300})", re.MULTILINE)
_LIST = re.compile(r"^[ \t]{0,40}== Available Runs ==", re.MULTILINE)
_OLD_TABLE = re.compile(r"^Metric,[^\n]{0,2000}\nAverageTransactionsPerSecond,", re.MULTILINE)
_TAGLESS = re.compile(r"[\d\s.,eE+-]+")
_DEVIATION, _VARIANCE, _DECILES = 4, 5, slice(8, 17)

_NO_RESULTS = (
    ("swingbenchconfiguration", message("A Swingbench configuration, not a result.")),
    (
        "clusteroverviewconfiguration",
        message("A Swingbench cluster overview configuration, not a result."),
    ),
    ("wizard", message("A log or configuration of a Swingbench wizard, not a result.")),
)
"""By what the name of the XML's first element contains."""
_LIST_SAID = message("A list of recorded runs. Export the runs themselves.")
_OLD_TABLE_SAID = message(
    "A table of an old parse_results.py, which mixes up response times. Import the XML results"
    " files."
)
_PAGE_SAID = message("A web page made from Swingbench results. Import the XML results files.")
_TAGLESS_SAID = message(
    "Numbers of one Swingbench transaction without their tags: unusable. Import the XML results"
    " file."
)


def detect_form(head: str) -> ResultForm | None:
    """Detect the form of results in the head of a text; None where there are no results."""
    has_results = "Results" in head  # as all words below, found sooner than a pattern
    if has_results and _XML.search(head) and _SWINGBENCH_XML.search(head):
        return ResultForm.XML
    if describe_lookalike(head):
        return None
    if has_results and _JSON.search(head) and _SWINGBENCH_JSON.search(head):
        return ResultForm.JSON
    if ("== Overview ==" in head or "Benchmark Name" in head) and _TABLES.search(head):
        return ResultForm.TABLES
    return ResultForm.CONSOLE if is_console_output(head) else None


def describe_lookalike(head: str) -> Message | None:
    """Return a message for what looks like results and is none; None for anything else."""
    root = _ROOT.search(head) if "<" in head else None
    name = root[1].casefold() if root else ""
    for part, sentence in _NO_RESULTS:
        if part in name and (part != "wizard" or "swingbench" in head.casefold()):
            return sentence
    if 'class="dataframe"' in head and re.search("BenchmarkName|Transaction_id", head):
        return _PAGE_SAID
    if "== Available Runs ==" in head and _LIST.search(head):
        return _LIST_SAID
    if "AverageTransactionsPerSecond," in head and _OLD_TABLE.search(head):
        return _OLD_TABLE_SAID
    return _TAGLESS_SAID if _is_result_without_tags(head) else None


def is_console_output(head: str) -> bool:
    """Return whether charbench printed rows or a report here."""
    if "Dominic Giles" in head and _BANNER.search(head):
        return True
    if "[" in head and _ROWS.search(head):
        return True
    if "Users" in head and any(
        {"Users", "TPS"} <= set(match[1].split()) for match in _HEADER.finditer(head)
    ):
        return True
    if "|" not in head:
        return False
    from arraywise.importers.swingbench.charbench_files import is_report_line  # loads late

    return any(is_report_line(line) for line in head.split("\n"))


def _is_result_without_tags(head: str) -> bool:
    """Detect full statistics without tags: deviation squared is variance, deciles rise."""
    if len(head) > 10_000 or not _TAGLESS.fullmatch(head):
        return False
    try:
        numbers = [float(word) for word in head.partition(",")[0].split()]
    except ValueError:
        return False
    deciles = numbers[_DECILES]
    if len(deciles) < 9 or deciles != sorted(deciles):
        return False
    squared = numbers[_DEVIATION] * numbers[_DEVIATION]
    return squared > 0 and abs(squared - numbers[_VARIANCE]) < 1e-6 * squared


MOST_PROBLEMS = 100
_OF_ONE_RUN = (ResultForm.XML, ResultForm.JSON, ResultForm.CONSOLE)


class SwingbenchImporter:
    """Importer of the output of Swingbench and its helpers; explains files that are no result."""

    tool = "swingbench"

    def recognises(self, source: Source) -> bool:
        """Return whether Swingbench wrote the content, configurations included."""
        head = _decoded_head(decode(source.head))
        return detect_form(head) is not None or describe_lookalike(head) is not None

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Group files of one folder whose names differ only in the kind of file.

        A log that names the results file it saved goes with that one, whatever the log is called.
        """
        groups: dict[tuple[str, str], list[Source]] = {}
        for source in sources:
            groups.setdefault(run_key(source.name), []).append(source)
        for log, results in pair_logs_with_saved_files(sources):
            own, theirs = groups[run_key(log.name)], groups[run_key(results.name)]
            if own == [log] and theirs == [results]:
                own.append(results)
                theirs.clear()
        return [group for group in groups.values() if group]

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read each file, then compare those that should be of one run."""
        result = [_read_source(source) for source in group]
        readings = [reading for reading, _ in result]
        own = [i for i, (_, kind) in enumerate(result) if kind in _OF_ONE_RUN]
        if len(own) < 2 or len({result[i][1] for i in own}) < len(own):
            return readings
        names = [group[i].name for i in own]
        for i, reading in zip(
            own, mark_sets_and_contradictions([readings[i] for i in own], names), strict=True
        ):
            readings[i] = reading
        return readings


_TOOL = SwingbenchImporter.tool


def _decoded_head(decoded: DecodedText) -> str:
    return strip_terminal_escapes(decoded.text[:HEAD_BYTES])


def _read_source(source: Source) -> tuple[Reading, ResultForm | None]:
    decoded = decode(source.data)
    head = _decoded_head(decoded)
    kind = detect_form(head)
    if kind is None:
        sentence = describe_lookalike(head) or message("This is not Swingbench output.")
        problem = Problem(Severity.ERROR, sentence)
        refused = Reading(_TOOL, Status.REFUSED, problems=(problem,), encoding=decoded.encoding)
        return refused, None
    result = _load_form_reader(kind)(strip_terminal_escapes(decoded.text), source.name)
    is_document = kind in {ResultForm.XML, ResultForm.JSON}
    if is_document and head.lstrip()[:1] not in {"<", "{"} and is_console_output(head):
        result.info("The rows of charbench before the results document were not read.")
    if not result.runs and all(p.severity is not Severity.ERROR for p in result.problems):
        result.error("No run could be read from this file.")
    problems = keep_gravest_problems((*decoded.problems, *result.problems))
    reading = Reading(
        tool=_TOOL,
        status=reading_status(result.runs, problems),
        runs=tuple(result.runs),
        problems=problems,
        tool_version=result.version,
        run_type=result.benchmark,
        encoding=decoded.encoding,
        statements=parse_statement_counts(source.data),
    )
    return reading, kind


def _load_form_reader(form: ResultForm) -> Callable[[str, str], SwingbenchFileContent]:
    """Import the function that reads a form; most imports only need to recognise a file."""
    if form is ResultForm.CONSOLE:
        from arraywise.importers.swingbench.charbench_files import read_console_log

        return read_console_log

    from arraywise.importers.swingbench import results as documents

    finders = {
        ResultForm.XML: documents.read_xml_results,
        ResultForm.JSON: documents.read_json_results,
        ResultForm.TABLES: documents.read_comparison_tables,
    }
    return finders[form]
