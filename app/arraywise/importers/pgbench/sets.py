"""From the files of a run of pgbench to readings: what it printed names the run for them all."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from arraywise.importers.drafts import Draft, Log
from arraywise.importers.pgbench.joining import parse, set_of, whole_of
from arraywise.importers.pgbench.transaction_log import measure, understand_alone, warn_of_cut

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.evidence import Reading, Run
    from arraywise.importers.importer import Source
    from arraywise.importers.pgbench.joining import Parsed, Set

TOOL = "pgbench"
_PROGRESS_OF = (
    "This is the progress of the run whose results stand in {file}: rate and time are the same."
)
_LOGS_OF = (
    "This is the log of a thread of the run whose results stand in {file}: the logs of its"
    " threads (files: {count}) have its transactions, and were put together."
)


def read_group(group: Sequence[Source]) -> list[Reading]:
    """Read the files of one run, or files that stand alone; one reading a source, in order."""
    joined = set_of(group) if len(group) > 1 else None
    if joined is None:
        return [_read_alone(parse(source)) for source in group]
    readings = _read_set(joined)
    return [readings[id(source)] for source in group]


def _read_alone(file: Parsed) -> Reading:
    log = file.output or (understand_alone(file.thread) if file.thread else Log())
    return log.reading(TOOL, file.source.name, file.decoded)


def _read_set(files: Set) -> dict[int, Reading]:
    """Read the result first: the other files' runs are its runs."""
    result, whole = files.result, whole_of(files.threads) if files.threads else None
    pooled = Draft(line=1, complete=True)
    if whole:
        measure(pooled, whole)
        result.drafts[0].started_at = result.drafts[0].started_at or pooled.started_at
    readings = {id(result.source): _reading(result.output or Log(), result, files)}
    runs = readings[id(result.source)].runs
    if files.progress:
        log = files.progress.output or Log()
        _take_over(log.drafts, runs)
        log.info(_PROGRESS_OF, file=_name(result))
        readings[id(files.progress.source)] = _reading(log, files.progress, files)
    for index, thread in enumerate(files.threads):
        log = Log(is_beside=True)
        log.info(_LOGS_OF, file=_name(result), count=len(files.threads))
        if index == 0:
            _take_over([pooled], runs)
            log.add(pooled)
        if thread.thread:
            warn_of_cut(log, thread.thread)
        readings[id(thread.source)] = _reading(log, thread, files)
    return readings


def _take_over(drafts: Sequence[Draft], runs: Sequence[Run]) -> None:
    """Name runs as the result names them, at its load."""
    for draft, run in zip(drafts, runs, strict=True):
        draft.name = run.name
        draft.complete = run.complete
        draft.problems.clear()
        draft.load = next((m.load for m in run.measurements), draft.load)
        draft.started_at = draft.started_at or run.started_at
        draft.duration_s = run.duration_s or draft.duration_s


def _reading(log: Log, file: Parsed, files: Set) -> Reading:
    log.set_name = files.result.source.name
    log.version = log.version or (files.result.output.version if files.result.output else None)
    return log.reading(TOOL, file.source.name, file.decoded)


def _name(file: Parsed) -> str:
    return posixpath.basename(file.source.name.replace("\\", "/"))
