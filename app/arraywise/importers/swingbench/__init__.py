"""Swingbench's results in every form that people keep them in, each brought to the same words."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Reading, Status
from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say
from arraywise.importers.importer import HEAD_BYTES
from arraywise.importers.swingbench.kinds import Kind, decoy_of, is_console, kind_of
from arraywise.importers.swingbench.siblings import compared, key_of, saved_by
from arraywise.importers.text import Decoded, decode, without_escapes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.importers.importer import Source
    from arraywise.importers.swingbench.runs import Found

MOST_PROBLEMS = 100
_LOOK_AT_BYTES = 1 << 20
_AUTHOR = "Dominic Giles"
_BANNER_BEGINS = 40
"""Characters at most between the beginning of its line and the author's name."""
_OF_ONE_RUN = (Kind.XML, Kind.JSON, Kind.CONSOLE)


class SwingbenchImporter:
    """Reads what Swingbench and its helpers leave behind, and names what is no result."""

    tool = "swingbench"

    def recognises(self, source: Source) -> bool:
        """Say from the content whether Swingbench wrote this, configurations included."""
        head = _head_of(decode(source.head))
        if kind_of(head) is not None or decoy_of(head) is not None:
            return True
        late = source.data[:_LOOK_AT_BYTES]
        return late.find(_AUTHOR.encode()) > 0 and kind_of(_late_head(decode(late))) is not None

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Put files of one folder together that differ only in what kind of file they are.

        A log that names the results file it saved goes with that one, whatever the log is called.
        """
        groups: dict[tuple[str, str], list[Source]] = {}
        for source in sources:
            groups.setdefault(key_of(source.name), []).append(source)
        for log, results in saved_by(sources):
            own, theirs = groups[key_of(log.name)], groups[key_of(results.name)]
            if own == [log] and theirs == [results]:
                own.append(results)
                theirs.clear()
        return [group for group in groups.values() if group]

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read each file, then compare those that ought to be of one run."""
        found = [_read(source) for source in group]
        readings = [reading for reading, _ in found]
        own = [i for i, (_, kind) in enumerate(found) if kind in _OF_ONE_RUN]
        if len(own) < 2 or len({found[i][1] for i in own}) < len(own):
            return readings
        names = [group[i].name for i in own]
        for i, reading in zip(own, compared([readings[i] for i in own], names), strict=True):
            readings[i] = reading
        return readings


_TOOL = SwingbenchImporter.tool


def _head_of(decoded: Decoded) -> str:
    return without_escapes(decoded.text[:HEAD_BYTES])


def _late_head(decoded: Decoded) -> str:
    """Return what begins at the banner, behind output of something else."""
    at = max(0, decoded.text.find(_AUTHOR, 0, _LOOK_AT_BYTES) - _BANNER_BEGINS)
    return without_escapes(decoded.text[at : at + HEAD_BYTES])


def _read(source: Source) -> tuple[Reading, Kind | None]:
    decoded = decode(source.data)
    head = _head_of(decoded)
    kind = kind_of(head)
    if kind is None and decoy_of(head) is None:
        kind = kind_of(_late_head(decoded))
    if kind is None:
        said = decoy_of(head) or say("This is no output of Swingbench.")
        problem = Problem(Severity.ERROR, said)
        refused = Reading(_TOOL, Status.REFUSED, problems=(problem,), encoding=decoded.encoding)
        return refused, None
    found = _finder_of(kind, source.decimal)(without_escapes(decoded.text), source.name)
    if kind in {Kind.XML, Kind.JSON} and head.lstrip()[:1] not in {"<", "{"} and is_console(head):
        template = "The rows of charbench before the results document were not read."
        found.note(Severity.INFO, template, None)
    if not found.runs and all(p.severity is not Severity.ERROR for p in found.problems):
        found.note(Severity.ERROR, "No run could be read from this file.", None)
    problems = _not_too_many((*decoded.problems, *found.problems))
    reading = Reading(
        tool=_TOOL,
        status=_status(found, problems),
        runs=tuple(found.runs),
        problems=problems,
        tool_version=found.version,
        run_type=found.benchmark,
        encoding=decoded.encoding,
    )
    return reading, kind


def _finder_of(kind: Kind, decimal: str | None) -> Callable[[str, str], Found]:
    """Load what a form is read with; most imports only ask whether a file is of Swingbench."""
    if kind is Kind.CONSOLE:
        from arraywise.importers.swingbench.console_files import find_in_console

        return partial(find_in_console, decimal=decimal)
    from arraywise.importers.swingbench import documents

    finders = {
        Kind.XML: documents.find_in_xml,
        Kind.JSON: documents.find_in_json,
        Kind.TABLES: documents.find_in_tables,
    }
    return finders[kind]


def _not_too_many(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    if len(problems) <= MOST_PROBLEMS:
        return problems
    said = say("{more} more problems are not listed.", more=len(problems) - MOST_PROBLEMS)
    return (*problems[:MOST_PROBLEMS], Problem(Severity.WARNING, said))


def _status(found: Found, problems: tuple[Problem, ...]) -> Status:
    if not found.runs:
        return Status.REFUSED
    if not all(run.complete for run in found.runs):
        return Status.INCOMPLETE
    if any(problem.severity is not Severity.INFO for problem in problems):
        return Status.READ_WITH_PROBLEMS
    return Status.READ
