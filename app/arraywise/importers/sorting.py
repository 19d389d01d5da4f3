"""Finds the importer of each file by its content, and says of the others what they are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Reading, Status
from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say
from arraywise.importers import ALL_IMPORTERS
from arraywise.importers.importer import HEAD_BYTES
from arraywise.importers.mail import is_mail
from arraywise.importers.presentable import presentable
from arraywise.importers.signatures import kind_of
from arraywise.importers.strangers import IN_WORDS, describe_stranger, title_of
from arraywise.importers.text import once_for_alike

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.importers.importer import Importer, Source

UNKNOWN = "unknown"
_NEVER_MIXED = {"published", "dstat", "swingbench", "orion", "vdbench"}
"""They write their files themselves, by the thousand; what others print is often kept together."""
_TEXTS = (b"tps = ", b"transaction type", b"sysbench ", b"TEST RESULT : ")
_CALIBRATIONS = (b"max_iops", b"MAX_IOPS", b"CALIBRATE_IO")
_SELDOM_MIXED = {
    "orion": (*_TEXTS, *_CALIBRATIONS),
    "swingbench": (b"ORION VERSION", b"ORacle IO Numbers", *_TEXTS, *_CALIBRATIONS),
}
"""Of these somebody may have put a text together with another tool's; a word of that one tells."""
_NEVER_MIXED_FORMS = (b"{", b"[", b"<")


@dataclass(frozen=True, slots=True)
class Group:
    """Files that one importer reads together; most are groups of one."""

    importer: Importer
    sources: tuple[Source, ...]

    def read(self) -> list[Reading]:
        """Read the group; one reading a source, in the same order."""
        readings = self.importer.read(self.sources)
        pairs = zip(readings, self.sources, strict=True)
        return [
            presentable(_with_others(reading, source, self.importer.tool), source.data)
            for reading, source in pairs
        ]


@dataclass(frozen=True, slots=True)
class Sorted:
    """Sources by what to do with them; each source is in exactly one place."""

    groups: tuple[Group, ...]
    refused: tuple[tuple[Source, Reading], ...]
    """What no importer recognises, with the reason."""


def sort_out(sources: Sequence[Source]) -> Sorted:
    """Recognise each source by its content, and group what belongs together."""
    recognised: dict[Importer, list[Source]] = {importer: [] for importer in ALL_IMPORTERS}
    refused: list[tuple[Source, Reading]] = []
    for source in sources:
        importer = _importer_of(source)
        if importer:
            recognised[importer].append(source)
        else:
            refused.append((source, refuse(source)))
    groups = tuple(
        Group(importer, tuple(group))
        for importer, own in recognised.items()
        if own
        for group in importer.groups(own)
    )
    return Sorted(groups, tuple(refused))


def read_all(sources: Sequence[Source]) -> list[Reading]:
    """Sort sources out and read them; one reading a source, in the same order."""
    outcome = sort_out(sources)
    readings = {id(source): reading for source, reading in outcome.refused}
    for group in outcome.groups:
        for source, reading in zip(group.sources, group.read(), strict=True):
            readings[id(source)] = reading
    return [readings[id(source)] for source in sources]


def refuse(source: Source) -> Reading:
    """Make the reading of a file that no importer recognises."""
    problem = Problem(Severity.ERROR, describe_stranger(source))
    return Reading(UNKNOWN, Status.REFUSED, problems=(problem,))


def _importer_of(source: Source) -> Importer | None:
    if not len(source.data) or kind_of(source.head) is not None:
        return None  # an archive holds the words of every file in it
    return next((known for known in ALL_IMPORTERS if known.recognises(source)), None)


def _with_others(reading: Reading, source: Source, tool: str) -> Reading:
    """Say what else a small text holds, since each file is read as the result of one tool."""
    said = [
        say(
            "The file also holds an Oracle I/O calibration, which was not read; put it into a file"
            " of its own and import that."
        )
        if other.tool in IN_WORDS
        else say(
            "The file also holds what {tool} printed, which was not read; put it into a file of"
            " its own and import that.",
            tool=title_of(other.tool),
        )
        for other in _others_in(source, tool)
    ]
    if not said:
        return reading
    problems = (*reading.problems, *(Problem(Severity.WARNING, sentence) for sentence in said))
    is_fine = reading.status is Status.READ
    status = Status.READ_WITH_PROBLEMS if is_fine else reading.status
    return replace(reading, problems=problems, status=status)


def _others_in(source: Source, tool: str) -> list[Importer]:
    """Give the importers that would read a source too, had not another one come first."""
    if len(source.data) > HEAD_BYTES or _is_one_tools(source.head, tool):
        return []
    first = next(i for i, known in enumerate(ALL_IMPORTERS) if known.tool == tool)
    return [known for known in ALL_IMPORTERS[first + 1 :] if known.recognises(source)]


@once_for_alike
def _is_one_tools(text: bytes, tool: str) -> bool:
    """Say whether a text of a tool need not be looked through for what others printed."""
    if text.lstrip().startswith(_NEVER_MIXED_FORMS):
        return True
    words = _SELDOM_MIXED.get(tool, ())
    is_told = words and (is_mail(text) or any(word in text for word in words))
    return tool in _NEVER_MIXED and not is_told
