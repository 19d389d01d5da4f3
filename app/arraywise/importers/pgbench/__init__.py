"""Importer, files of one run.

Results go to standard output, progress to standard error and transactions to a log a thread, so
that one run leaves several files. None names the others; their figures tell whether they agree.

`output` (results and progress to runs), `transaction_log` (the numbers of -l).
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Metric
from arraywise.importers.kit.readings import LIMIT_BYTES, Log, RunDraft
from arraywise.importers.kit.text import DecodedText, decode, without_escapes
from arraywise.importers.pgbench.output import MARKS, PgbenchReader
from arraywise.importers.pgbench.transaction_log import (
    interval_of,
    looks_like_log,
    measure,
    parse_log,
    parse_single_file,
    pooled,
    warn_of_cut,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.domain.evidence import Reading, Run
    from arraywise.importers.kit.importer import Source
    from arraywise.importers.pgbench.transaction_log import ResponseTimes, ThreadLog

_LOG_LIMIT_BYTES = 32 * 1024 * 1024
_KEY = "pgbench"
_THREAD = re.compile(r"^(?P<process>.*\.\d{1,10})\.\d{1,5}$")
"""`pgbench_log.4711.1`: the second thread's log of process 4711."""
_SAME_COUNT = 0.05
"""Of the transactions, besides those that were under way at the end, one a client."""
_SAME_TIME = 0.1
_LOST_INTERVALS = 1.5
"""An aggregated log lacks the interval that the run ended in."""


@dataclass(slots=True)
class PgbenchFileContent:
    """What one file contains; the text itself is not kept."""

    source: Source
    decoded: DecodedText
    output: Log | None
    """None for a transaction log."""
    thread: ThreadLog | None = None

    @property
    def drafts(self) -> list[RunDraft]:
        """The runs that were printed."""
        return self.output.drafts if self.output else []

    @property
    def has_results(self) -> bool:
        """Return whether every run here has its rate."""
        return bool(self.drafts) and all(_rate(draft) for draft in self.drafts)

    @property
    def is_progress(self) -> bool:
        """Return whether this is standard error alone: progress without any result."""
        return bool(self.drafts) and all(d.series and not d.measurements for d in self.drafts)


@dataclass(slots=True)
class Set:
    """The files of one run."""

    result: PgbenchFileContent
    progress: PgbenchFileContent | None
    threads: list[PgbenchFileContent]


def parse(source: Source) -> PgbenchFileContent:
    """Read a file on its own, once."""
    known = source.understood.get(_KEY)
    if isinstance(known, PgbenchFileContent):
        return known
    decoded = decode(source.data, LIMIT_BYTES)
    text = without_escapes(decoded.text)
    if MARKS.search(text) is None and looks_like_log(text[:10_000]):
        decoded = decode(source.data, _LOG_LIMIT_BYTES)
        thread = parse_log(decoded.text, whole=not decoded.cut)
        parsed = PgbenchFileContent(source, _without_text(decoded), None, thread)
    else:
        parsed = PgbenchFileContent(
            source, _without_text(decoded), PgbenchReader().read(text.split("\n"))
        )
    source.understood[_KEY] = parsed
    return parsed


def _without_text(decoded: DecodedText) -> DecodedText:
    return DecodedText("", decoded.encoding, decoded.cut, decoded.limit)


def set_of(sources: Sequence[Source]) -> Set | None:
    """Return the parts that the files of a group play; None where they are not of one run."""
    sets = _sets([parse(source) for source in sources])
    return sets[0] if len(sets) == 1 else None


def _folder(source: Source) -> str:
    return source.name.replace("\\", "/").rpartition("/")[0]


def _sets(files: Sequence[PgbenchFileContent]) -> list[Set]:
    """Find what belongs to each result; where two files fit, neither is taken."""
    results = [file for file in files if file.has_results]
    progress = [file for file in files if file.is_progress]
    families = [(family, whole_of(family)) for family in _families(files)]
    sets = []
    for result in results:
        near = [file for file in progress if _is_progress_of(file, result)]
        logs = [family for family in families if _are_logs_of(family[1], result)]
        own = near[0] if len(near) == 1 else None
        threads = logs[0][0] if len(logs) == 1 else []
        if own and sum(_is_progress_of(own, other) for other in results) > 1:
            own = None
        if threads and sum(_are_logs_of(logs[0][1], other) for other in results) > 1:
            threads = []
        if own or threads:
            sets.append(Set(result, own, threads))
    return sets


def _families(files: Iterable[PgbenchFileContent]) -> list[list[PgbenchFileContent]]:
    """Put the logs of one process's threads together, by their names."""
    families: dict[str, list[PgbenchFileContent]] = {}
    for file in files:
        if file.thread and file.thread.times:
            match = _THREAD.match(file.source.name)
            families.setdefault(match["process"] if match else file.source.name, []).append(file)
    return list(families.values())


def _is_progress_of(progress: PgbenchFileContent, result: PgbenchFileContent) -> bool:
    """Return whether the means of the intervals and the last moment are those of the result."""
    pairs = list(zip(progress.drafts, result.drafts, strict=False))
    return len(progress.drafts) == len(result.drafts) and all(
        _is_same_run(own, other) for own, other in pairs
    )


def _is_same_run(progress: RunDraft, result: RunDraft) -> bool:
    rates = progress.series[0].values
    lasted, rate = progress.duration_s or 0.0, _rate(result)
    if not rates or not rate or not lasted:
        return False
    seconds = result.duration_s or _completed(result) / rate
    is_same_time = abs(lasted - seconds) <= max(_SAME_TIME * seconds, lasted / len(rates))
    shown, stated = sum(rates) / len(rates) * lasted, _completed(result) or rate * seconds
    return is_same_time and abs(shown - stated) <= max(
        _SAME_COUNT * stated, result.load.users or 0
    )


def _are_logs_of(times: ResponseTimes, result: PgbenchFileContent) -> bool:
    """Return whether the logs have as many transactions as the result, and take as long."""
    if len(result.drafts) != 1:
        return False
    completed = _completed(result.drafts[0])
    interval = interval_of(times)
    if not interval:
        return times.count == completed
    lasted = times.seconds[-1] - times.seconds[0] + interval
    lost = _LOST_INTERVALS * interval / lasted
    return completed * (1 - lost) <= times.count <= completed


def whole_of(threads: Sequence[PgbenchFileContent]) -> ResponseTimes:
    """Return the transactions of all threads."""
    return pooled([file.thread.times for file in threads if file.thread and file.thread.times])


def _value(draft: RunDraft, metric: Metric, statistic: str) -> float:
    result = (m.value for m in draft.measurements if (m.metric, m.statistic, m.group) == (
        metric, statistic, None
    ))  # fmt: skip
    return next(result, 0.0)


def _rate(draft: RunDraft) -> float:
    return _value(draft, Metric.TRANSACTION_RATE, "mean")


def _completed(draft: RunDraft) -> float:
    return _value(draft, Metric.TRANSACTIONS_COMPLETED, "total")


TOOL = "pgbench"
_LOGS_OF = (
    "Log of one thread of the run in {file}; the logs of its threads (files: {count}) were"
    " combined."
)


def _read_single_file(file: PgbenchFileContent) -> Reading:
    log = file.output or (parse_single_file(file.thread) if file.thread else Log())
    return log.reading(TOOL, file.source.name, file.decoded)


def _read_set(files: Set) -> dict[int, Reading]:
    """Read the result first: the other files' runs are its runs."""
    result, whole = files.result, whole_of(files.threads) if files.threads else None
    pooled = RunDraft(line=1, complete=True)
    if whole:
        measure(pooled, whole)
        result.drafts[0].started_at = result.drafts[0].started_at or pooled.started_at
    readings = {id(result.source): _reading(result.output or Log(), result, files)}
    runs = readings[id(result.source)].runs
    if files.progress:
        log = files.progress.output or Log()
        _adopt_names(log.drafts, runs)
        log.info("Progress of the run in {file}, with the same rate and time.", file=_name(result))
        readings[id(files.progress.source)] = _reading(log, files.progress, files)
    for index, thread in enumerate(files.threads):
        log = Log(is_next_to=True)
        log.info(_LOGS_OF, file=_name(result), count=len(files.threads))
        if index == 0:
            _adopt_names([pooled], runs)
            log.add(pooled)
        if thread.thread:
            warn_of_cut(log, thread.thread)
        readings[id(thread.source)] = _reading(log, thread, files)
    return readings


def _adopt_names(drafts: Sequence[RunDraft], runs: Sequence[Run]) -> None:
    """Name runs as the result names them, at its load."""
    for draft, run in zip(drafts, runs, strict=True):
        draft.name = run.name
        draft.complete = run.complete
        draft.problems.clear()
        draft.load = next((m.load for m in run.measurements), draft.load)
        draft.started_at = draft.started_at or run.started_at
        draft.duration_s = run.duration_s or draft.duration_s


def _reading(log: Log, file: PgbenchFileContent, files: Set) -> Reading:
    log.set_name = files.result.source.name
    log.version = log.version or (files.result.output.version if files.result.output else None)
    return log.reading(TOOL, file.source.name, file.decoded)


def _name(file: PgbenchFileContent) -> str:
    return posixpath.basename(file.source.name.replace("\\", "/"))


class PgbenchImporter:
    """Importer of pgbench: results, progress and logs of one run are read together."""

    tool = TOOL

    def recognises(self, source: Source) -> bool:
        """Look for pgbench's wording, or for the columns of its transaction log."""
        head = without_escapes(decode(source.head).text)
        return MARKS.search(head) is not None or looks_like_log(head)

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Put together the files of one folder whose figures are those of one run."""
        folders: dict[str, list[Source]] = {}
        for source in sources:
            folders.setdefault(_folder(source), []).append(source)
        groups: list[list[Source]] = []
        for own in folders.values():
            joined = _sets([parse(source) for source in own]) if len(own) > 1 else []
            taken: set[int] = set()
            for one in joined:
                members = [p.source for p in (one.result, one.progress, *one.threads) if p]
                taken |= {id(source) for source in members}
                groups.append(members)
            groups += [[source] for source in own if id(source) not in taken]
        return groups

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read the files of one run, or one file."""
        joined = set_of(group) if len(group) > 1 else None
        if joined is None:
            return [_read_single_file(parse(source)) for source in group]
        readings = _read_set(joined)
        return [readings[id(source)] for source in group]
