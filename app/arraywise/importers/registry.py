"""Readers of result files; each knows one tool and none knows another."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from arraywise.importers.kit.text import may_have

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.domain.evidence import Reading
    from arraywise.importers.kit.importer import Importer, Source


class ListedImporter:
    """An importer that is loaded when it is first asked.

    Loading all of them takes longer than reading a hundred files, and a folder seldom holds files
    of more than a few tools. Those that are asked first say which words a file must have one of.
    """

    def __init__(self, tool: str, load: Callable[[], Importer], *words: bytes) -> None:
        self.tool = tool
        """Short name of the tool family."""
        self._load = load
        self._words = words

    @cached_property
    def _importer(self) -> Importer:
        return self._load()

    def recognises(self, source: Source) -> bool:
        """Say from the content alone whether this is the tool's output, failed starts included."""
        if self._words and not may_have(source.head, self._words):
            return False
        return self._importer.recognises(source)

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Put together the files that can only be understood as one set."""
        return self._importer.groups(sources)

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read a group; one reading a source, in the same order. Never raises on bad content."""
        return self._importer.read(group)


def _published() -> Importer:
    from arraywise.importers.published import PublishedImporter

    return PublishedImporter()


def _dstat() -> Importer:
    from arraywise.importers.dstat import DstatImporter

    return DstatImporter()


def _swingbench() -> Importer:
    from arraywise.importers.swingbench import SwingbenchImporter

    return SwingbenchImporter()


def _orion() -> Importer:
    from arraywise.importers.orion import OrionImporter

    return OrionImporter()


def _fio() -> Importer:
    from arraywise.importers.fio import FioImporter

    return FioImporter()


def _iometer() -> Importer:
    from arraywise.importers.iometer import IometerImporter

    return IometerImporter()


def _io_profile() -> Importer:
    from arraywise.importers.io_profile import IoProfileImporter

    return IoProfileImporter()


def _vdbench() -> Importer:
    from arraywise.importers.vdbench import VdbenchImporter

    return VdbenchImporter()


def _awr() -> Importer:
    from arraywise.importers.awr import AwrImporter

    return AwrImporter()


def _slob() -> Importer:
    from arraywise.importers.slob import SlobImporter

    return SlobImporter()


def _pgbench() -> Importer:
    from arraywise.importers.pgbench import PgbenchImporter

    return PgbenchImporter()


def _sysbench() -> Importer:
    from arraywise.importers.sysbench import SysbenchImporter

    return SysbenchImporter()


def _sysstat() -> Importer:
    from arraywise.importers.sysstat import SysstatImporter

    return SysstatImporter()


def _hammerdb() -> Importer:
    from arraywise.importers.hammerdb import HammerdbImporter

    return HammerdbImporter()


def _io_calibrate() -> Importer:
    from arraywise.importers.io_calibrate import IoCalibrateImporter

    return IoCalibrateImporter()


def _lshw() -> Importer:
    from arraywise.importers.lshw import LshwImporter

    return LshwImporter()


ALL_IMPORTERS: tuple[Importer, ...] = (
    ListedImporter("published", _published, b"Arraywise"),
    ListedImporter(
        *("dstat", _dstat, b"usr", b"writ", b"recv", b"send", b"idl"),
        *(b"Host", b"Cmd", b"output", b"\x1b"),
    ),
    ListedImporter(
        *("swingbench", _swingbench, b"<", b"[", b"|", b"==", b"Results", b"Benchmark"),
        *(b"Giles", b"Users", b"dataframe", b"AverageTransactions", b"\x1b"),
    ),
    ListedImporter("orion", _orion),
    ListedImporter("fio", _fio),
    ListedImporter("iometer", _iometer),
    ListedImporter("io_profile", _io_profile),
    ListedImporter("vdbench", _vdbench),
    ListedImporter("awr", _awr, b"WORKLOAD", b"Workload", b"STATSPACK", b"~~BEGIN"),
    ListedImporter("slob", _slob),
    ListedImporter("pgbench", _pgbench),
    ListedImporter("sysbench", _sysbench),
    ListedImporter("sysstat", _sysstat),
    ListedImporter("hammerdb", _hammerdb),
    ListedImporter("io_calibrate", _io_calibrate),
    ListedImporter("lshw", _lshw),
)
"""Asked in this order; the first that recognises a file reads it. A new importer is a line here.

Formats with an unmistakable head come first, and those that come by the thousand; a database
transcript, which may quote any other tool, comes last.
"""
