"""Columns and command line.

dstat writes disk and network rates in bytes per second. dool from 1.3 writes bits unless told
otherwise. pcp-dstat writes disk rates in KiB/s, memory in KiB and paging in pages.

The names alone are ambiguous (`read` of disks or of requests), so that a group is only given where
the neighbours of a name leave no other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from arraywise.domain.evidence import SampleColumn
from arraywise.domain.units import BITS_PER_BYTE, KIB, PERCENT, Unit
from arraywise.importers.kit.text import detect_narrow_encoding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


_FAMILIES = (
    ("cpu", re.compile(r"total(?: cpu)? usage|(?P<one>(?:cpu|node)\d+) usage")),
    ("disk", re.compile(r"dsk/(?P<one>.+)")),
    ("io", re.compile(r"io/(?P<one>.+)")),
    ("net", re.compile(r"net/(?P<one>.+)")),
    ("memory", re.compile(r"memory usage")),
    ("swap", re.compile(r"swap|swp/(?P<one>.+)")),
    ("paging", re.compile(r"paging")),
    ("system", re.compile(r"system")),
    ("procs", re.compile(r"procs")),
    ("load", re.compile(r"load avg")),
)


class Measure(Enum):
    """What kind of value a column holds, which decides its factor."""

    PERCENT = "percent"
    DISK = "disk"
    NET = "net"
    MEMORY = "memory"
    PAGING = "paging"
    PLAIN = "plain"


Factors = Mapping[Measure, float | None]
"""SI value = cell x factor; None where the file does not state it."""
DSTAT: Factors = {Measure.PERCENT: PERCENT} | dict.fromkeys(
    (Measure.DISK, Measure.NET, Measure.MEMORY, Measure.PAGING, Measure.PLAIN), 1.0
)
DOOL_BITS = {**DSTAT, Measure.DISK: 1 / BITS_PER_BYTE, Measure.NET: 1 / BITS_PER_BYTE}
PCP = {**DSTAT, Measure.DISK: float(KIB), Measure.MEMORY: float(KIB), Measure.PAGING: None}
PCP_SCREEN = {**DSTAT, Measure.PAGING: None}
"""A screen has sizes in bytes, whatever the tool writes into its file."""
UNKNOWN = {**DSTAT, Measure.DISK: None, Measure.NET: None}


@dataclass(frozen=True, slots=True)
class ColumnHeading:
    """One column as the file names it."""

    position: int
    group: str
    name: str

    @property
    def own_name(self) -> str:
        """The tool's name for it, group and all."""
        return f"{self.group}:{self.name}" if self.group else self.name

    @property
    def family(self) -> str:
        """Return the kind of group: `cpu`, `disk`, `io`, `net` ... or empty."""
        return next((f for f, p in _FAMILIES if p.fullmatch(self.group)), "")

    @property
    def instance(self) -> str | None:
        """Return the device or processor; None for the whole machine."""
        if self.name == "util":
            return self.group
        result = next((m for _, p in _FAMILIES if (m := p.fullmatch(self.group))), None)
        name = result["one"] if result and "one" in result.groupdict() else None
        return None if name == "total" else name

    @property
    def is_text(self) -> bool:
        """Whether it holds names of processes."""
        return self.group.startswith(("most expensive", "top"))

    @property
    def is_time(self) -> bool:
        """Whether it holds the local time as text."""
        return self.name in {"time", "date/time"} and self.group in {"system", ""}

    @property
    def is_epoch(self) -> bool:
        """Whether it holds seconds since 1970."""
        return self.name == "epoch"


_METRICS = {
    ("cpu", "usr"): ("cpu_user", Unit.ONE, Measure.PERCENT),
    ("cpu", "sys"): ("cpu_system", Unit.ONE, Measure.PERCENT),
    ("cpu", "idl"): ("cpu_idle", Unit.ONE, Measure.PERCENT),
    ("cpu", "wai"): ("cpu_wait", Unit.ONE, Measure.PERCENT),
    ("cpu", "stl"): ("cpu_steal", Unit.ONE, Measure.PERCENT),
    ("cpu", "hiq"): ("cpu_hardirq", Unit.ONE, Measure.PERCENT),
    ("cpu", "siq"): ("cpu_softirq", Unit.ONE, Measure.PERCENT),
    ("disk", "read"): ("disk_read", Unit.BYTE_PER_SECOND, Measure.DISK),
    ("disk", "writ"): ("disk_write", Unit.BYTE_PER_SECOND, Measure.DISK),
    ("disk", "#read"): ("disk_read_requests", Unit.PER_SECOND, Measure.PLAIN),
    ("disk", "#writ"): ("disk_write_requests", Unit.PER_SECOND, Measure.PLAIN),
    ("disk", "util"): ("disk_utilisation", Unit.ONE, Measure.PERCENT),
    ("", "util"): ("disk_utilisation", Unit.ONE, Measure.PERCENT),
    ("io", "read"): ("disk_read_requests", Unit.PER_SECOND, Measure.PLAIN),
    ("io", "writ"): ("disk_write_requests", Unit.PER_SECOND, Measure.PLAIN),
    ("net", "recv"): ("net_receive", Unit.BYTE_PER_SECOND, Measure.NET),
    ("net", "send"): ("net_send", Unit.BYTE_PER_SECOND, Measure.NET),
    ("memory", "used"): ("memory_used", Unit.BYTE, Measure.MEMORY),
    ("memory", "free"): ("memory_free", Unit.BYTE, Measure.MEMORY),
    ("memory", "buff"): ("memory_buffers", Unit.BYTE, Measure.MEMORY),
    ("memory", "buf"): ("memory_buffers", Unit.BYTE, Measure.MEMORY),
    ("memory", "cach"): ("memory_cached", Unit.BYTE, Measure.MEMORY),
    ("memory", "avai"): ("memory_available", Unit.BYTE, Measure.MEMORY),
    ("swap", "used"): ("swap_used", Unit.BYTE, Measure.MEMORY),
    ("swap", "free"): ("swap_free", Unit.BYTE, Measure.MEMORY),
    ("paging", "in"): ("paging_in", Unit.BYTE_PER_SECOND, Measure.PAGING),
    ("paging", "out"): ("paging_out", Unit.BYTE_PER_SECOND, Measure.PAGING),
    ("system", "int"): ("interrupts", Unit.PER_SECOND, Measure.PLAIN),
    ("system", "csw"): ("context_switches", Unit.PER_SECOND, Measure.PLAIN),
    ("procs", "run"): ("processes_running", Unit.ONE, Measure.PLAIN),
    ("procs", "blk"): ("processes_blocked", Unit.ONE, Measure.PLAIN),
    ("procs", "new"): ("processes_new", Unit.PER_SECOND, Measure.PLAIN),
    ("load", "1m"): ("load_1m", Unit.ONE, Measure.PLAIN),
    ("load", "5m"): ("load_5m", Unit.ONE, Measure.PLAIN),
    ("load", "15m"): ("load_15m", Unit.ONE, Measure.PLAIN),
}


def headings_of(
    groups: Sequence[str], names: Sequence[str], positions: Sequence[int]
) -> list[ColumnHeading]:
    """Put every name below its group, which is named above its first column only.

    A name with a prefix (`dsk/vda:read`) carries its group itself.
    """
    headings: list[ColumnHeading] = []
    current = ""
    for index, (name, position) in enumerate(zip(names, positions, strict=True)):
        current = (groups[index] if index < len(groups) else "") or current
        prefix, _, column = name.rpartition(":")
        group = " ".join((prefix or current).split())
        headings.append(ColumnHeading(position, group, " ".join(column.split())))
    return headings


def columns_of(
    headings: Iterable[ColumnHeading], factors: Factors
) -> tuple[tuple[SampleColumn, ...], list[str]]:
    """Return the columns to load, and the names of those whose unit the file does not state.

    Two columns that are the same (requests from `io` and from `disk-tps`) are kept: the first
    under the common name, the second under the tool's own.
    """
    columns: list[SampleColumn] = []
    left_out: list[str] = []
    taken: set[tuple[str, str | None]] = set()
    for heading in headings:
        if heading.is_text or heading.is_time or heading.is_epoch or not heading.name:
            continue
        column = _column(heading, factors)
        if column is None:
            left_out.append(heading.own_name)
            continue
        if (column.name, column.instance) in taken:
            column = replace(column, name=_free_name(heading, taken), instance=None)
        taken.add((column.name, column.instance))
        columns.append(column)
    return tuple(columns), left_out


def _column(heading: ColumnHeading, factors: Factors) -> SampleColumn | None:
    metric = _METRICS.get((heading.family, heading.name))
    if metric is None:
        ambiguous = not heading.group and heading.name in {"read", "writ"}
        own = SampleColumn(heading.own_name, Unit.ONE, 1.0, heading.position)
        return None if ambiguous else own
    name, unit, measure = metric
    factor = factors[measure]
    if factor is not None:
        return SampleColumn(name, unit, factor, heading.position, heading.instance)
    if measure is Measure.PAGING:  # pages, whose size is not known
        return SampleColumn(heading.own_name, Unit.PER_SECOND, 1.0, heading.position)
    return None


def _free_name(heading: ColumnHeading, taken: set[tuple[str, str | None]]) -> str:
    name = heading.own_name
    return f"{name} ({heading.position + 1})" if (name, None) in taken else name


_KNOWN = (
    (("epoch",), "epoch"),
    (("time",), "system"),
    (("date/time",), "system"),
    (("usr", "sys", "idl", "wai", "hiq", "siq"), "total cpu usage"),
    (("usr", "sys", "idl", "wai", "stl"), "total cpu usage"),
    (("recv", "send"), "net/total"),
    (("used", "buff", "cach", "free"), "memory usage"),
    (("used", "free", "buff", "cach"), "memory usage"),
    (("used", "free", "cach", "avai"), "memory usage"),
    (("used", "free"), "swap"),
    (("in", "out"), "paging"),
    (("int", "csw"), "system"),
    (("run", "blk", "new"), "procs"),
    (("1m", "5m", "15m"), "load avg"),
    (("read", "writ"), ""),
)
SECTOR = 512


_FLATTENED = re.compile(
    r"[('\" ]*(total (?:cpu )?usage|cpu\d+ usage|(?:dsk|net|io)/[\w-]+?|memory usage|system|paging"
    r"|procs|load avg|swap|epoch)['\" ]*[ ._:,/|-]['\" ]*([\w/]+)[)'\" ]*"
)
"""Group and column in one heading, as tables are flattened: `total cpu usage.usr`."""


def unflatten(names: Sequence[str]) -> tuple[list[str], list[str]] | None:
    """Return groups and names of headings that hold both; None where they do not."""
    parts = [_FLATTENED.fullmatch(name) for name in names]
    if sum(part is not None for part in parts) < max(2, len(names) - 1):
        return None
    return (
        [part[1] if part else "" for part in parts],
        [part[2] if part else name for part, name in zip(parts, names, strict=True)],
    )


def is_header(names: Sequence[str]) -> bool:
    """Return whether a line is one of dstat's lines of column names."""
    flattened = unflatten(names)
    own = {name.rpartition(":")[2] for name in (flattened[1] if flattened else names)}
    telling = ({"usr", "sys", "idl", "wai"}, {"read", "writ"}, {"recv", "send"})
    return len(names) > 1 and any(pair <= own for pair in telling)


def guess_groups(names: Sequence[str]) -> list[str]:
    """Give every name its group; empty where names alone do not tell it."""
    groups: list[str] = []
    while len(groups) < len(names):
        rest = tuple(names[len(groups) : len(groups) + 6])
        result = next(((k, g) for k, g in _KNOWN if rest[: len(k)] == k), ((rest[0],), ""))
        groups += [result[1]] * len(result[0])
    return groups


def are_disk_bytes(values: Sequence[float]) -> bool:
    """Return whether rates can only be bytes: each a whole number of 512-byte sectors.

    Requests a second would all be multiples of 512 by chance only; five that are not zero and
    not alike suffice.
    """
    sectors = [value / SECTOR for value in values if value]
    return len(set(sectors)) >= 5 and all(sector.is_integer() for sector in sectors)


_PCP_OPTIONS = {
    "t": ("system", ("time",)),
    "c": (
        "total usage",
        tuple(f"total usage:{name}" for name in ("usr", "sys", "idl", "wai", "stl")),
    ),
    "d": ("dsk/total", ("dsk/total:read", "dsk/total:writ")),
    "n": ("net/total", ("net/total:recv", "net/total:send")),
    "m": ("memory usage", ("used", "free", "buf", "cach")),
    "g": ("paging", ("in", "out")),
    "y": ("system", ("int", "csw")),
    "p": ("procs", ("run", "blk", "new")),
    "l": ("load avg", ("1m", "5m", "15m")),
}


def rebuild(bundle: str | None) -> tuple[list[str], list[str]] | None:
    """Return the groups and names that pcp-dstat's options make, where all of them are plain ones.

    Before 6.0.4 its header lists only what a narrow terminal shows, while the rows are whole.
    """
    if not bundle or not set(bundle) <= set(_PCP_OPTIONS):
        return None
    groups: list[str] = []
    names: list[str] = []
    for letter in bundle:
        group, own = _PCP_OPTIONS[letter]
        groups += [group] * len(own)
        names += own
    return groups, names


_OPTIONS = {
    "c": "cpu",
    "d": "disk",
    "g": "page",
    "l": "load",
    "m": "mem",
    "n": "net",
    "p": "proc",
    "r": "io",
    "s": "swap",
    "t": "time",
    "T": "epoch",
    "y": "sys",
}
"""Letters with the same meaning in the whole family; -a and -v stand for others by version."""
_ASKED_FAMILIES = {"page": "paging", "mem": "memory", "proc": "procs", "sys": "system"}
"""Families of columns that are not named like their option."""
_LETTERS = re.compile(r"-([a-zA-Z]+)")
_ASKED_TAKES_VALUE = "CDIMNSo"


def absent(asked: Sequence[str], headings: Sequence[ColumnHeading]) -> list[str]:
    """Return the options that asked for columns of which there is none."""
    return [f"--{name}" for name in asked if not any(_is_of(h, name) for h in headings)]


def _asked_by(option: str) -> Iterator[str]:
    if option.startswith("--"):
        yield from (name for name in _OPTIONS.values() if option == f"--{name}")
        return
    letters = _LETTERS.match(option)
    for letter in letters[1] if letters else "":
        if letter in _ASKED_TAKES_VALUE:
            return
        if letter in _OPTIONS:
            yield _OPTIONS[letter]


def _is_of(heading: ColumnHeading, name: str) -> bool:
    if name in {"time", "epoch"}:  # either will do
        return heading.is_time or heading.is_epoch
    return heading.family == _ASKED_FAMILIES.get(name, name) and not heading.is_time


_TAKES_VALUE = re.compile(
    r"-[a-zA-Z]*[CDIMNSo]|--(?:output|profile|unit|host|hostspec|archive|timezone|start|finish)"
)
_NUMBER = re.compile(r"\d{1,9}(?:\.\d{1,6})?")
_KEY = r"[\w-]{0,40}(?:passw|passphrase|pwd|secret|token|credential)[\w-]{0,40}"
_SECRET = re.compile(rf"(?i)(-{_KEY}(?:\s*[=:]\s*|\s+)|\b{_KEY}[=:]\s*)(\S+)")
_SECRET_IN_URL = re.compile(r"(//[^\s/:@]+:)[^\s/@]+@")
_HOME = re.compile(r"(?:/mnt/\w)?/(?:home|Users)/[^/\s]+|[A-Za-z]:\\Users\\[^\\\s]+")
_PROGRAM = re.compile(r"(pcp-dstat|pcpd?|dstat|dool)", re.I)


@dataclass(frozen=True, slots=True)
class Command:
    """A command line, understood."""

    text: str
    """Without passwords and names of users."""
    program: str
    """`dstat`, `dool`, `pcp-dstat`, or empty."""
    delay_s: float = 1.0
    count: int | None = None
    """Rows asked for; None for a recording without an end."""
    rates: str | None = None
    """`bits` or `bytes` where an option states it, the last one counting."""
    bundle: str | None = None
    """Letters of the only option (`tcdnm` of `-tcdnm`) where there are no others but --output."""
    asked: tuple[str, ...] = ()
    """Long names of the options that ask for columns."""


def read_command(text: str) -> Command:
    """Understand the text behind `Cmdline:`; an empty one gives what the tool does unasked."""
    words = text.split()
    numbers: list[str] = []
    options: list[str] = []
    takes_value = True  # the program's own name is skipped like a value
    for word in words:
        if takes_value:
            takes_value = False
        elif word.startswith("-"):
            options.append(word)
            takes_value = _TAKES_VALUE.fullmatch(word) is not None
        elif _NUMBER.fullmatch(word):
            numbers.append(word)
    numbers = numbers[-2:]
    delay = float(numbers[0]) if numbers else 1.0
    return Command(
        text=without_secrets(text),
        program=_program(words[0] if words else ""),
        delay_s=delay or 1.0,
        count=int(float(numbers[1])) if len(numbers) > 1 else None,
        rates=_rates(options),
        bundle=_bundle(options),
        asked=tuple(dict.fromkeys(name for option in options for name in _asked_by(option))),
    )


def without_secrets(text: str) -> str:
    """Replace passwords on a command line by asterisks, and home directories by a tilde."""
    hidden = _SECRET_IN_URL.sub(r"\1***@", _SECRET.sub(r"\1***", text))
    return _HOME.sub("~", hidden)


def _program(word: str) -> str:
    result = _PROGRAM.match(PurePosixPath(word).name)
    name = result[1].lower() if result else ""
    return "pcp-dstat" if name.startswith("pcp") else name


def _rates(options: list[str]) -> str | None:
    """Dool writes bits unless `--bytes` or `--dstat` is given; the last one counts."""
    message = {"--bits": "bits", "--bytes": "bytes", "--dstat": "bytes"}
    given = [message[option] for option in options if option in message]
    return given[-1] if given else None


def _bundle(options: list[str]) -> str | None:
    shown = [o for o in options if not o.startswith(("--output", "--nocolor", "--noheaders"))]
    shown = [o for o in shown if o != "-o"]
    if len(shown) != 1 or not re.fullmatch(r"-[a-z]+", shown[0]):
        return None
    return shown[0][1:]


_QUOTED = re.compile(r'"[^"]*"')
_DELIMITERS = ",;\t"


def plain_text(line: bytes) -> str:
    """Turn bytes from a preamble into text that is safe to show."""
    text = line.decode("ascii" if line.isascii() else detect_narrow_encoding(line), "replace")
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\t" else " " for c in text)


def split_cells(line: str, delimiter: str) -> list[str]:
    """Split a line at the delimiters outside quotes, and take the quotes off."""
    if '"' not in line:
        return [cell.strip() for cell in line.split(delimiter)]
    hidden = _QUOTED.sub(lambda quoted: quoted[0].replace(delimiter, "\0"), line)
    return [cell.replace("\0", delimiter).strip().strip('"') for cell in hidden.split(delimiter)]


def names_of(line: bytes) -> tuple[list[str], str]:
    """Split a line of column names; return them and the delimiter that the file uses."""
    text = plain_text(line).strip("\ufeff ")
    bare = _QUOTED.sub("", text)
    delimiter = max(_DELIMITERS, key=bare.count)
    return split_cells(text, delimiter), delimiter


@dataclass(frozen=True, slots=True)
class Preamble:
    """What a run states above its rows; a text that is not there is empty."""

    tool: str = ""
    """From the title: `dstat`, `dool`, `pcp-dstat`."""
    version: str = ""
    host: str = ""
    command: str = ""
    date: str = ""
    groups: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    delimiter: str = ","
    blank_line: bool = False
    """An empty line above the groups, as dstat before 0.7.3 writes it."""
