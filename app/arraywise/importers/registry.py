"""Every importer, a row each: all that the program knows of a tool outside its own package.

An importer is loaded when it is first used: loading all of them takes longer than reading a
hundred files, and a folder seldom holds files of more than a few tools.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING

from arraywise.importers.kit.text import may_contain_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.evidence import Reading
    from arraywise.importers.kit.importer import Importer, Source


@dataclass(frozen=True, eq=False)
class ListedImporter:
    """A tool's row; it is an importer itself, and loads the real one when it is needed."""

    tool: str
    """Short name of the tool family, as studies store it."""
    class_path: str
    """`module:Class` below this package, without arguments."""
    name: str = ""
    """Name of the product, where it is written otherwise than the short name."""
    family: str = ""
    """All tools whose output is read, where there are several."""
    is_program: bool = True
    """False for what is no program's name and is translated."""
    has_measurements: bool = True
    """False for a listing of a host, which is the same for every option."""
    filename_noise: str | None = None
    """Words in the names of files that name the tool and no option, as alternatives of a regular
    expression; None for the short name."""
    head_words: tuple[bytes, ...] = ()
    """The head of its files has one of them; without any, every file is searched."""
    never_begins_with: bytes = b""
    """Characters that its files never begin with, so that their words are not searched for."""
    binary_formats: tuple[str, ...] = ()
    """Formats of its files that are no text, by the names of BinaryFormat."""
    keeps_bytes: bool = True
    """False for files that reveal far more of a client than is read; none is stored."""
    writes_own_files: bool = False
    """No other tool's output is in the same file; what others print is often kept together."""
    foreign_words: tuple[bytes, ...] = ()
    """But with one of these words in it, somebody may have put two texts together."""

    words_inside_other_files: tuple[bytes, ...] = ()
    """In a text that another tool's output begins, one of these words means this tool's too."""
    run_key_path: str = ""
    """`module:function` below this package that returns from a file's path what all files of its
    run have in common. Such files are read together also where imports bring them one by one;
    without it, only files of one import are."""

    @property
    def title(self) -> str:
        """Return the name of the tools for the user."""
        return self.family or self.name or self.tool

    @property
    def noise_words(self) -> str:
        """Return alternatives of a regular expression for words that name no option."""
        return self.tool if self.filename_noise is None else self.filename_noise

    @cached_property
    def loaded_importer(self) -> Importer:
        """Import its module and build the importer, once."""
        module, _, kind = self.class_path.partition(":")
        built: Importer = getattr(import_module(f"arraywise.importers.{module}"), kind)()
        return built

    def run_key(self, path: str) -> object | None:
        """Return what the paths of a run's files have in common; None for tools without sets."""
        if not self.run_key_path:
            return None
        module, _, name = self.run_key_path.partition(":")
        key: object = getattr(import_module(f"arraywise.importers.{module}"), name)(path)
        return key

    def recognises(self, source: Source) -> bool:
        """Return whether the content is the tool's output, failed starts included."""
        head = source.head
        if head and head[0] in self.never_begins_with:
            return False
        if self.head_words and not may_contain_words(head, self.head_words):
            return False
        return self.loaded_importer.recognises(source)

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Group the files that can only be understood as one set."""
        return self.loaded_importer.groups(sources)

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read a group; one reading a source, in the same order. Never raises on bad content."""
        return self.loaded_importer.read(group)


_OTHERS = (
    *(b"tps = ", b"transaction type", b"sysbench ", b"TEST RESULT : "),
    *(b"max_iops", b"MAX_IOPS", b"CALIBRATE_IO"),
)
ALL_IMPORTERS = (
    ListedImporter(
        "published",
        "published:PublishedImporter",
        is_program=False,
        filename_noise="",
        head_words=(b"Arraywise",),
        writes_own_files=True,
    ),
    ListedImporter(
        "dstat",
        "dstat:DstatImporter",
        family="dstat, dool, pcp-dstat",
        filename_noise="pcp|dstat|dool",
        head_words=(
            *(b"usr", b"writ", b"recv", b"send", b"idl"),
            *(b"Host", b"Cmd", b"output", b"\x1b"),
        ),
        never_begins_with=b"<{",
        writes_own_files=True,
        foreign_words=(
            *(b"IOPS=", b"iops", b"avg-cpu", b"procs -", b"ORION VERSION", b"Dominic Giles"),
            *_OTHERS,
        ),
        words_inside_other_files=(b"-dsk/total-", b"-cpu-usage-", b"-net/total-"),
    ),
    ListedImporter(
        "swingbench",
        "swingbench:SwingbenchImporter",
        name="Swingbench",
        filename_noise="swingbench|charbench",
        head_words=(
            *(b"<", b"[", b"|", b"==", b"Results", b"Benchmark"),
            *(b"Giles", b"Users", b"dataframe", b"AverageTransactions", b"\x1b"),
        ),
        writes_own_files=True,
        foreign_words=(b"ORION VERSION", b"ORacle IO Numbers", *_OTHERS),
        run_key_path="swingbench:run_key",
    ),
    ListedImporter(
        "orion", "orion:OrionImporter", name="ORION", writes_own_files=True, foreign_words=_OTHERS
    ),
    ListedImporter("fio", "fio:FioImporter"),
    ListedImporter(
        "iometer",
        "iometer:IometerImporter",
        name="Iometer",
        head_words=(b"'Test", b"'Results", b"Target", b"'Iometer", b"\x1b"),
    ),
    ListedImporter(
        "diskspd", "diskspd:DiskspdImporter", name="DiskSpd", head_words=(b"imespan", b"TimeSpan")
    ),
    ListedImporter(
        "bdevperf",
        "bdevperf:BdevperfImporter",
        family="SPDK bdevperf, spdk_nvme_perf",
        filename_noise="bdevperf|perf|spdk",
        head_words=(b"IOPS", b"IO/s", b"Running I/O", b'"mibps"'),
    ),
    ListedImporter("elbencho", "elbencho:ElbenchoImporter", head_words=(b"ISO date,label,",)),
    ListedImporter(
        "ioping", "ioping:IopingImporter", head_words=(b"request=", b"ioping statistics")
    ),
    ListedImporter(
        "iozone",
        "iozone:IozoneImporter",
        name="IOzone",
        head_words=(b"Iozone", b"reclen", b"Children see", b"riter report", b"riter Report"),
    ),
    ListedImporter(
        "bonnie",
        "bonnie:BonnieImporter",
        name="bonnie++",
        filename_noise=r"bonnie(?:\+\+)?",
        head_words=(b"Sequential Output", b"us,", b"ms,"),
    ),
    ListedImporter(
        "hcibench",
        "hcibench:HcibenchImporter",
        name="HCIBench",
        filename_noise="hcibench|vdb|res",
        head_words=(b"Datastore",),
    ),
    ListedImporter(
        "io_profile",
        "io_profile:IoProfileImporter",
        head_words=(b"parameters", b"[bytes],", b"\x1b"),
    ),
    ListedImporter("vdbench", "vdbench:VdbenchImporter", name="Vdbench", writes_own_files=True),
    ListedImporter(
        "awr",
        "awr:AwrImporter",
        name="AWR",
        family="AWR, Statspack, AWR-Miner",
        filename_noise="awr|awrrpt|statspack",
        head_words=(b"WORKLOAD", b"Workload", b"STATSPACK", b"~~BEGIN"),
    ),
    ListedImporter("slob", "slob:SlobImporter", name="SLOB"),
    ListedImporter("pgbench", "pgbench:PgbenchImporter"),
    ListedImporter(
        "benchbase",
        "benchbase:BenchbaseImporter",
        name="BenchBase",
        head_words=(b"Latency Distribution", b"Measured Requests", b"Transaction Type Index"),
    ),
    ListedImporter(
        "sysbench",
        "sysbench:SysbenchImporter",
        head_words=(b"sysbench", b"following", b"thds:", b"threads:", b"queries", b"\x1b"),
    ),
    ListedImporter(
        "sysstat",
        "sysstat:SysstatImporter",
        family="sysstat (iostat, sar, mpstat), vmstat",
        filename_noise="sar|iostat|vmstat|mpstat|sadf|sysstat",
    ),
    ListedImporter(
        "perfmon",
        "perfmon:PerfmonImporter",
        family="perfmon, relog, typeperf, esxtop",
        filename_noise="perfmon|relog|typeperf|esxtop",
        head_words=(b"(PDH-",),
    ),
    ListedImporter("nmon", "nmon:NmonImporter", head_words=(b"AAA,", b"ZZZZ,")),
    ListedImporter(
        "collectl",
        "collectl:CollectlImporter",
        head_words=(
            b"Collectl:",
            b"RECORD",
            b"#<-",
            b"CPU",
            b"#cpu sys",
            b"DSK:",
            b"NET:",
            b"PROCESS",
        ),
    ),
    ListedImporter(
        "rvtools",
        "rvtools:RvtoolsImporter",
        name="RVTools",
        has_measurements=False,
        filename_noise=r"rvtools\w*|export|all",
        head_words=(b"In Use Mi", b"In Use MB"),
        binary_formats=("ZIP",),
        keeps_bytes=False,
    ),
    ListedImporter(
        "iperf", "iperf:IperfImporter", head_words=(b"bits_per_second", b"/sec", b"[ ID]")
    ),
    ListedImporter(
        "hammerdb", "hammerdb:HammerdbImporter", name="HammerDB", binary_formats=("SQLite",)
    ),
    ListedImporter(
        "io_calibrate",
        "io_calibrate:IoCalibrateImporter",
        name="I/O calibration",
        is_program=False,
        filename_noise=r"calibrat\w*",
    ),
    ListedImporter(
        "lshw",
        "lshw:LshwImporter",
        family="lshw, lsblk, lscpu",
        has_measurements=False,
        filename_noise="lshw|lsblk|lscpu",
    ),
)
"""Tried in this order; the first that recognises a file reads it.

Formats with an unmistakable head come first, and those that come by the thousand; a database
transcript, which may quote any other tool, comes last.
"""
IMPORTERS_BY_TOOL = {importer.tool: importer for importer in ALL_IMPORTERS}


NEVER_KEPT = "The file itself is not kept: it names hosts, users and serial numbers."


def may_store_bytes(tool: str) -> bool:
    """Return whether a study may keep the bytes of a tool's files."""
    row = IMPORTERS_BY_TOOL.get(tool)
    return row is None or row.keeps_bytes


_VARIANTS = {"awr_miner": "AWR-Miner", "statspack": "Statspack"}
"""Tools whose files the importer of another one reads, where written otherwise."""


def product_name(tool: str) -> str:
    """Return the name of the product that wrote a file, for the user."""
    row = IMPORTERS_BY_TOOL.get(tool)
    return (row.name if row else "") or _VARIANTS.get(tool, tool)
