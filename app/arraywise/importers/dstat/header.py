"""Columns and command line of dstat, dool and pcp-dstat.

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


class ValueKind(Enum):
    """What kind of value a column holds, which decides its factor."""

    PERCENT = "percent"
    DISK = "disk"
    NET = "net"
    MEMORY = "memory"
    PAGING = "paging"
    PLAIN = "plain"


Factors = Mapping[ValueKind, float | None]
"""SI value = cell x factor; None where the file does not state it."""
DSTAT: Factors = {ValueKind.PERCENT: PERCENT} | dict.fromkeys(
    (ValueKind.DISK, ValueKind.NET, ValueKind.MEMORY, ValueKind.PAGING, ValueKind.PLAIN), 1.0
)
DOOL_BITS = {**DSTAT, ValueKind.DISK: 1 / BITS_PER_BYTE, ValueKind.NET: 1 / BITS_PER_BYTE}
PCP = {**DSTAT, ValueKind.DISK: float(KIB), ValueKind.MEMORY: float(KIB), ValueKind.PAGING: None}
PCP_SCREEN = {**DSTAT, ValueKind.PAGING: None}
"""A screen has sizes in bytes, whatever the tool writes into its file."""
UNKNOWN = {**DSTAT, ValueKind.DISK: None, ValueKind.NET: None}


@dataclass(frozen=True, slots=True)
class ColumnHeading:
    """One column as the file names it."""

    position: int
    group: str
    name: str

    @property
    def full_name(self) -> str:
        """Return the tool's name for it, with the group."""
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
    ("cpu", "usr"): ("cpu_user", Unit.ONE, ValueKind.PERCENT),
    ("cpu", "sys"): ("cpu_system", Unit.ONE, ValueKind.PERCENT),
    ("cpu", "idl"): ("cpu_idle", Unit.ONE, ValueKind.PERCENT),
    ("cpu", "wai"): ("cpu_wait", Unit.ONE, ValueKind.PERCENT),
    ("cpu", "stl"): ("cpu_steal", Unit.ONE, ValueKind.PERCENT),
    ("cpu", "hiq"): ("cpu_hardirq", Unit.ONE, ValueKind.PERCENT),
    ("cpu", "siq"): ("cpu_softirq", Unit.ONE, ValueKind.PERCENT),
    ("disk", "read"): ("disk_read", Unit.BYTE_PER_SECOND, ValueKind.DISK),
    ("disk", "writ"): ("disk_write", Unit.BYTE_PER_SECOND, ValueKind.DISK),
    ("disk", "#read"): ("disk_read_requests", Unit.PER_SECOND, ValueKind.PLAIN),
    ("disk", "#writ"): ("disk_write_requests", Unit.PER_SECOND, ValueKind.PLAIN),
    ("disk", "util"): ("disk_utilisation", Unit.ONE, ValueKind.PERCENT),
    ("", "util"): ("disk_utilisation", Unit.ONE, ValueKind.PERCENT),
    ("io", "read"): ("disk_read_requests", Unit.PER_SECOND, ValueKind.PLAIN),
    ("io", "writ"): ("disk_write_requests", Unit.PER_SECOND, ValueKind.PLAIN),
    ("net", "recv"): ("net_receive", Unit.BYTE_PER_SECOND, ValueKind.NET),
    ("net", "send"): ("net_send", Unit.BYTE_PER_SECOND, ValueKind.NET),
    ("memory", "used"): ("memory_used", Unit.BYTE, ValueKind.MEMORY),
    ("memory", "free"): ("memory_free", Unit.BYTE, ValueKind.MEMORY),
    ("memory", "buff"): ("memory_buffers", Unit.BYTE, ValueKind.MEMORY),
    ("memory", "buf"): ("memory_buffers", Unit.BYTE, ValueKind.MEMORY),
    ("memory", "cach"): ("memory_cached", Unit.BYTE, ValueKind.MEMORY),
    ("memory", "avai"): ("memory_available", Unit.BYTE, ValueKind.MEMORY),
    ("swap", "used"): ("swap_used", Unit.BYTE, ValueKind.MEMORY),
    ("swap", "free"): ("swap_free", Unit.BYTE, ValueKind.MEMORY),
    ("paging", "in"): ("paging_in", Unit.BYTE_PER_SECOND, ValueKind.PAGING),
    ("paging", "out"): ("paging_out", Unit.BYTE_PER_SECOND, ValueKind.PAGING),
    ("system", "int"): ("interrupts", Unit.PER_SECOND, ValueKind.PLAIN),
    ("system", "csw"): ("context_switches", Unit.PER_SECOND, ValueKind.PLAIN),
    ("procs", "run"): ("processes_running", Unit.ONE, ValueKind.PLAIN),
    ("procs", "blk"): ("processes_blocked", Unit.ONE, ValueKind.PLAIN),
    ("procs", "new"): ("processes_new", Unit.PER_SECOND, ValueKind.PLAIN),
    ("load", "1m"): ("load_1m", Unit.ONE, ValueKind.PLAIN),
    ("load", "5m"): ("load_5m", Unit.ONE, ValueKind.PLAIN),
    ("load", "15m"): ("load_15m", Unit.ONE, ValueKind.PLAIN),
}


def build_headings(
    groups: Sequence[str], names: Sequence[str], positions: Sequence[int]
) -> list[ColumnHeading]:
    """Build headings from names and groups; a group is named above its first column only.

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


def select_columns(
    headings: Iterable[ColumnHeading], factors: Factors
) -> tuple[tuple[SampleColumn, ...], list[str]]:
    """Select the columns to load, and return the names of those whose unit is not stated.

    Two columns that are the same (requests from `io` and from `disk-tps`) are kept: the first
    under the common name, the second under the tool's own.
    """
    columns: list[SampleColumn] = []
    left_out: list[str] = []
    used_names: set[tuple[str, str | None]] = set()
    for heading in headings:
        if heading.is_text or heading.is_time or heading.is_epoch or not heading.name:
            continue
        column = _build_column(heading, factors)
        if column is None:
            left_out.append(heading.full_name)
            continue
        if (column.name, column.instance) in used_names:
            column = replace(column, name=_unused_name(heading, used_names), instance=None)
        used_names.add((column.name, column.instance))
        columns.append(column)
    return tuple(columns), left_out


def _build_column(heading: ColumnHeading, factors: Factors) -> SampleColumn | None:
    metric = _METRICS.get((heading.family, heading.name))
    if metric is None:
        ambiguous = not heading.group and heading.name in {"read", "writ"}
        own = SampleColumn(heading.full_name, Unit.ONE, 1.0, heading.position)
        return None if ambiguous else own
    name, unit, measure = metric
    factor = factors[measure]
    if factor is not None:
        return SampleColumn(name, unit, factor, heading.position, heading.instance)
    if measure is ValueKind.PAGING:  # pages, whose size is not known
        return SampleColumn(heading.full_name, Unit.PER_SECOND, 1.0, heading.position)
    return None


def _unused_name(heading: ColumnHeading, used_names: set[tuple[str, str | None]]) -> str:
    name = heading.full_name
    return f"{name} ({heading.position + 1})" if (name, None) in used_names else name


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


def split_flattened_names(names: Sequence[str]) -> tuple[list[str], list[str]] | None:
    """Split headings that hold group and name; None where they do not."""
    parts = [_FLATTENED.fullmatch(name) for name in names]
    if sum(part is not None for part in parts) < max(2, len(names) - 1):
        return None
    return (
        [part[1] if part else "" for part in parts],
        [part[2] if part else name for part, name in zip(parts, names, strict=True)],
    )


def is_names_line(names: Sequence[str]) -> bool:
    """Return whether a line is one of dstat's lines of column names."""
    flattened = split_flattened_names(names)
    own = {name.rpartition(":")[2] for name in (flattened[1] if flattened else names)}
    telling = ({"usr", "sys", "idl", "wai"}, {"read", "writ"}, {"recv", "send"})
    return len(names) > 1 and any(pair <= own for pair in telling)


def guess_groups(names: Sequence[str]) -> list[str]:
    """Return the group of every name; empty where names alone do not show it."""
    groups: list[str] = []
    while len(groups) < len(names):
        following = tuple(names[len(groups) : len(groups) + 6])
        result = next(
            ((k, g) for k, g in _KNOWN if following[: len(k)] == k), ((following[0],), "")
        )
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


def rebuild_pcp_header(option_letters: str | None) -> tuple[list[str], list[str]] | None:
    """Return the groups and names that pcp-dstat's option letters make; None for other options.

    Before 6.0.4 its header lists only what a narrow terminal shows, while the rows are whole.
    """
    if not option_letters or not set(option_letters) <= set(_PCP_OPTIONS):
        return None
    groups: list[str] = []
    names: list[str] = []
    for letter in option_letters:
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


def options_without_columns(
    column_options: Sequence[str], headings: Sequence[ColumnHeading]
) -> list[str]:
    """Return the options whose columns are missing."""
    return [
        f"--{name}"
        for name in column_options
        if not any(_belongs_to_option(h, name) for h in headings)
    ]


def _column_options(option: str) -> Iterator[str]:
    if option.startswith("--"):
        yield from (name for name in _OPTIONS.values() if option == f"--{name}")
        return
    letters = _LETTERS.match(option)
    for letter in letters[1] if letters else "":
        if letter in _ASKED_TAKES_VALUE:
            return
        if letter in _OPTIONS:
            yield _OPTIONS[letter]


def _belongs_to_option(heading: ColumnHeading, option: str) -> bool:
    if option in {"time", "epoch"}:  # either will do
        return heading.is_time or heading.is_epoch
    return heading.family == _ASKED_FAMILIES.get(option, option) and not heading.is_time


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
    """The parts of a command line."""

    text: str
    """Without passwords and names of users."""
    program: str
    """`dstat`, `dool`, `pcp-dstat`, or empty."""
    delay_s: float = 1.0
    row_count: int | None = None
    """Rows requested; None for a recording without an end."""
    rate_unit: str | None = None
    """`bits` or `bytes` where an option states it, the last one counting."""
    option_letters: str | None = None
    """Letters of the only option (`tcdnm` of `-tcdnm`) where there are no others but --output."""
    column_options: tuple[str, ...] = ()
    """Long names of the options that request columns."""


def parse_command(text: str) -> Command:
    """Parse the text behind `Cmdline:`; an empty one gives the tool's defaults."""
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
        text=mask_secrets(text),
        program=_program_name(words[0] if words else ""),
        delay_s=delay or 1.0,
        row_count=int(float(numbers[1])) if len(numbers) > 1 else None,
        rate_unit=_stated_rate_unit(options),
        option_letters=_sole_option_letters(options),
        column_options=tuple(
            dict.fromkeys(name for option in options for name in _column_options(option))
        ),
    )


def mask_secrets(text: str) -> str:
    """Replace passwords on a command line by asterisks, and home directories by a tilde."""
    hidden = _SECRET_IN_URL.sub(r"\1***@", _SECRET.sub(r"\1***", text))
    return _HOME.sub("~", hidden)


def _program_name(word: str) -> str:
    result = _PROGRAM.match(PurePosixPath(word).name)
    name = result[1].lower() if result else ""
    return "pcp-dstat" if name.startswith("pcp") else name


def _stated_rate_unit(options: list[str]) -> str | None:
    """Return `bits` or `bytes` by the last option that states it; None without one."""
    units = {"--bits": "bits", "--bytes": "bytes", "--dstat": "bytes"}
    given = [units[option] for option in options if option in units]
    return given[-1] if given else None


def _sole_option_letters(options: list[str]) -> str | None:
    shown = [o for o in options if not o.startswith(("--output", "--nocolor", "--noheaders"))]
    shown = [o for o in shown if o != "-o"]
    if len(shown) != 1 or not re.fullmatch(r"-[a-z]+", shown[0]):
        return None
    return shown[0][1:]


_QUOTED = re.compile(r'"[^"]*"')
_DELIMITERS = ",;\t"


def decode_printable(line: bytes) -> str:
    """Decode bytes of a preamble into text that is safe to show."""
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


def split_names_line(line: bytes) -> tuple[list[str], str]:
    """Split a line of column names; return them and the delimiter that the file uses."""
    text = decode_printable(line).strip("\ufeff ")
    bare = _QUOTED.sub("", text)
    delimiter = max(_DELIMITERS, key=bare.count)
    return split_cells(text, delimiter), delimiter


@dataclass(frozen=True, slots=True)
class Preamble:
    """What a run states above its rows; missing texts are empty."""

    tool: str = ""
    """From the title: `dstat`, `dool`, `pcp-dstat`."""
    version: str = ""
    host: str = ""
    command: str = ""
    date: str = ""
    groups: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    delimiter: str = ","
    has_blank_line: bool = False
    """An empty line above the groups, as dstat before 0.7.3 writes it."""
