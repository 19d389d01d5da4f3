"""Every importer, a row each: all that is known of a tool outside its own package.

An importer is loaded when it is first asked: loading all of them takes longer than reading a
hundred files, and a folder seldom holds files of more than a few tools.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING

from arraywise.importers.kit.text import may_have

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.evidence import Reading
    from arraywise.importers.kit.importer import Importer, Source


@dataclass(frozen=True, eq=False)
class ListedImporter:
    """A tool's row; it is an importer itself, and loads the real one when it is needed."""

    tool: str
    """Short name of the tool family, as it is kept in studies."""
    importer: str
    """`module:Class` below this package, without arguments."""
    name: str = ""
    """Name of the product, where it is written otherwise than the short name."""
    family: str = ""
    """All tools whose output is read, where there are several."""
    is_program: bool = True
    """False for what is no program's name and is translated."""
    measures: bool = True
    """False for a listing of a host, which is the same for every option."""
    noise: str | None = None
    """Words in the names of files that name the tool and no option, as alternatives of a regular
    expression; None for the short name."""
    words: tuple[bytes, ...] = ()
    """The beginning of its files has one of them; without any, every file is looked at."""
    never_begins: bytes = b""
    """Characters that its files never begin with, so that their words are not sought."""
    binary: tuple[str, ...] = ()
    """Formats of its files that are no text, by the names that their first bytes tell."""
    keeps_bytes: bool = True
    """False for files that tell far more of a client than is read; studies keep none of these."""
    writes_own_files: bool = False
    """No other tool's output is in the same file; what others print is often kept together."""
    unless: tuple[bytes, ...] = ()
    """But with one of these words in it, somebody may have put two texts together."""

    beside: tuple[bytes, ...] = ()
    """In a text that another tool's output begins, one of these words means this tool's too."""
    joins: str = ""
    """`module:function` below this package that returns from a file's path what all files of its
    run have in common. Such files are read together also where imports bring them one by one;
    without it, only files of one import are."""

    @property
    def title(self) -> str:
        """Return the name of the tools as the user knows them."""
        return self.family or self.name or self.tool

    @property
    def noise_words(self) -> str:
        """Return alternatives of a regular expression for words that name no option."""
        return self.tool if self.noise is None else self.noise

    @cached_property
    def loaded(self) -> Importer:
        """Return the importer itself."""
        module, _, kind = self.importer.partition(":")
        built: Importer = getattr(import_module(f"arraywise.importers.{module}"), kind)()
        return built

    def run_key(self, path: str) -> object | None:
        """Return what the paths of files of one run have in common; None where nothing joins."""
        if not self.joins:
            return None
        module, _, name = self.joins.partition(":")
        key: object = getattr(import_module(f"arraywise.importers.{module}"), name)(path)
        return key

    def recognises(self, source: Source) -> bool:
        """Say from the content alone whether this is the tool's output, failed starts included."""
        head = source.head
        if head and head[0] in self.never_begins:
            return False
        if self.words and not may_have(head, self.words):
            return False
        return self.loaded.recognises(source)

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Put together the files that can only be understood as one set."""
        return self.loaded.groups(sources)

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read a group; one reading a source, in the same order. Never raises on bad content."""
        return self.loaded.read(group)


_OTHERS = (
    *(b"tps = ", b"transaction type", b"sysbench ", b"TEST RESULT : "),
    *(b"max_iops", b"MAX_IOPS", b"CALIBRATE_IO"),
)
ALL_IMPORTERS = (
    ListedImporter(
        "published",
        "published:PublishedImporter",
        is_program=False,
        noise="",
        words=(b"Arraywise",),
        writes_own_files=True,
    ),
    ListedImporter(
        "dstat",
        "dstat:DstatImporter",
        family="dstat, dool, pcp-dstat",
        noise="pcp|dstat|dool",
        words=(
            *(b"usr", b"writ", b"recv", b"send", b"idl"),
            *(b"Host", b"Cmd", b"output", b"\x1b"),
        ),
        never_begins=b"<{",
        writes_own_files=True,
        unless=(
            *(b"IOPS=", b"iops", b"avg-cpu", b"procs -", b"ORION VERSION", b"Dominic Giles"),
            *_OTHERS,
        ),
        beside=(b"-dsk/total-", b"-cpu-usage-", b"-net/total-"),
    ),
    ListedImporter(
        "swingbench",
        "swingbench:SwingbenchImporter",
        name="Swingbench",
        noise="swingbench|charbench",
        words=(
            *(b"<", b"[", b"|", b"==", b"Results", b"Benchmark"),
            *(b"Giles", b"Users", b"dataframe", b"AverageTransactions", b"\x1b"),
        ),
        writes_own_files=True,
        unless=(b"ORION VERSION", b"ORacle IO Numbers", *_OTHERS),
        joins="swingbench:run_key",
    ),
    ListedImporter(
        "orion", "orion:OrionImporter", name="ORION", writes_own_files=True, unless=_OTHERS
    ),
    ListedImporter("fio", "fio:FioImporter"),
    ListedImporter(
        "iometer",
        "iometer:IometerImporter",
        name="Iometer",
        words=(b"'Test", b"'Results", b"Target", b"'Iometer", b"\x1b"),
    ),
    ListedImporter(
        "diskspd", "diskspd:DiskspdImporter", name="DiskSpd", words=(b"imespan", b"TimeSpan")
    ),
    ListedImporter(
        "bdevperf",
        "bdevperf:BdevperfImporter",
        name="bdevperf",
        family="SPDK bdevperf, spdk_nvme_perf",
        noise="bdevperf|perf|spdk",
        words=(b"IOPS", b"IO/s", b"Running I/O", b'"mibps"'),
    ),
    ListedImporter("elbencho", "elbencho:ElbenchoImporter", words=(b"ISO date,label,",)),
    ListedImporter("ioping", "ioping:IopingImporter", words=(b"request=", b"ioping statistics")),
    ListedImporter(
        "iozone",
        "iozone:IozoneImporter",
        name="IOzone",
        words=(b"Iozone", b"reclen", b"Children see", b"riter report", b"riter Report"),
    ),
    ListedImporter(
        "bonnie",
        "bonnie:BonnieImporter",
        name="bonnie++",
        noise=r"bonnie(?:\+\+)?",
        words=(b"Sequential Output", b"us,", b"ms,"),
    ),
    ListedImporter(
        "hcibench",
        "hcibench:HcibenchImporter",
        name="HCIBench",
        noise="hcibench|vdb|res",
        words=(b"Datastore",),
    ),
    ListedImporter(
        "io_profile",
        "io_profile:IoProfileImporter",
        words=(b"parameters", b"[bytes],", b"\x1b"),
    ),
    ListedImporter("vdbench", "vdbench:VdbenchImporter", name="Vdbench", writes_own_files=True),
    ListedImporter(
        "awr",
        "awr:AwrImporter",
        name="AWR",
        family="AWR, Statspack, AWR-Miner",
        noise="awr|awrrpt|statspack",
        words=(b"WORKLOAD", b"Workload", b"STATSPACK", b"~~BEGIN"),
    ),
    ListedImporter("slob", "slob:SlobImporter", name="SLOB"),
    ListedImporter("pgbench", "pgbench:PgbenchImporter"),
    ListedImporter(
        "benchbase",
        "benchbase:BenchbaseImporter",
        name="BenchBase",
        words=(b"Latency Distribution", b"Measured Requests", b"Transaction Type Index"),
    ),
    ListedImporter(
        "sysbench",
        "sysbench:SysbenchImporter",
        words=(b"sysbench", b"following", b"thds:", b"threads:", b"queries", b"\x1b"),
    ),
    ListedImporter(
        "sysstat",
        "sysstat:SysstatImporter",
        family="sysstat (iostat, sar, mpstat), vmstat",
        noise="sar|iostat|vmstat|mpstat|sadf|sysstat",
    ),
    ListedImporter(
        "perfmon",
        "perfmon:PerfmonImporter",
        family="perfmon, relog, typeperf, esxtop",
        noise="perfmon|relog|typeperf|esxtop",
        words=(b"(PDH-",),
    ),
    ListedImporter("nmon", "nmon:NmonImporter", words=(b"AAA,", b"ZZZZ,")),
    ListedImporter(
        "collectl",
        "collectl:CollectlImporter",
        words=(b"Collectl:", b"RECORD", b"#<-", b"CPU", b"#cpu sys", b"DSK:", b"NET:", b"PROCESS"),
    ),
    ListedImporter(
        "rvtools",
        "rvtools:RvtoolsImporter",
        name="RVTools",
        measures=False,
        noise=r"rvtools\w*|export|all",
        words=(b"In Use Mi", b"In Use MB"),
        binary=("ZIP",),
        keeps_bytes=False,
    ),
    ListedImporter("iperf", "iperf:IperfImporter", words=(b"bits_per_second", b"/sec", b"[ ID]")),
    ListedImporter("hammerdb", "hammerdb:HammerdbImporter", name="HammerDB", binary=("SQLite",)),
    ListedImporter(
        "io_calibrate",
        "io_calibrate:IoCalibrateImporter",
        name="I/O calibration",
        is_program=False,
        noise=r"calibrat\w*",
    ),
    ListedImporter(
        "lshw",
        "lshw:LshwImporter",
        family="lshw, lsblk, lscpu",
        measures=False,
        noise="lshw|lsblk|lscpu",
    ),
)
"""Asked in this order; the first that recognises a file reads it.

Formats with an unmistakable head come first, and those that come by the thousand; a database
transcript, which may quote any other tool, comes last.
"""
IMPORTER_OF = {importer.tool: importer for importer in ALL_IMPORTERS}


NEVER_KEPT = "The file itself is not kept: it names hosts, users and serial numbers."


def keeps_bytes(tool: str) -> bool:
    """Return whether a study may keep the bytes of a tool's files."""
    row = IMPORTER_OF.get(tool)
    return row is None or row.keeps_bytes


_VARIANTS = {"awr_miner": "AWR-Miner", "statspack": "Statspack"}
"""Tools whose files the importer of another one reads, where written otherwise."""


def product_name(tool: str) -> str:
    """Return the name of the product that wrote a file, as the user knows it."""
    row = IMPORTER_OF.get(tool)
    return (row.name if row else "") or _VARIANTS.get(tool, tool)
