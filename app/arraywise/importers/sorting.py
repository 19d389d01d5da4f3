"""Finds the importer of each file by its content, and says of the others what they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.evidence import Reading, Status
from arraywise.domain.problems import Problem, Severity
from arraywise.importers import ALL_IMPORTERS
from arraywise.importers.presentable import presentable
from arraywise.importers.strangers import describe_stranger

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.importers.importer import Importer, Source

UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Group:
    """Files that one importer reads together; most are groups of one."""

    importer: Importer
    sources: tuple[Source, ...]

    def read(self) -> list[Reading]:
        """Read the group; one reading a source, in the same order."""
        readings = self.importer.read(self.sources)
        pairs = zip(readings, self.sources, strict=True)
        return [presentable(reading, source.data) for reading, source in pairs]


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
    if not len(source.data):
        return None
    return next((known for known in ALL_IMPORTERS if known.recognises(source)), None)
