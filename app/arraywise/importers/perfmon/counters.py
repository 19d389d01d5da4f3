"""What the counters of Windows and of ESXi hold, and which of them count the same thing.

Windows writes the names of counters in its own language. A disk's `% Disk Time` is a queue length
in percent and is not read; what was not idle is its utilisation.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from arraywise.domain.units import BITS_PER_BYTE, MIB, MILLISECOND, PERCENT, Unit
from arraywise.importers.kit.host_samples import Meaning
from arraywise.importers.kit.readings import shortened

if TYPE_CHECKING:
    from collections.abc import Iterable


class Kind(Enum):
    """How a cell becomes the value that is kept."""

    PLAIN = "plain"
    REST = "rest"
    """What is missing to 100: not idle is busy."""
    TIME = "time"
    """A mean over the requests of the interval; without any, 0 is written."""


@dataclass(frozen=True, slots=True)
class PerfmonCounter:
    """A column that is read."""

    host: str
    meaning: Meaning
    instance: str | None
    position: int
    """Field of the row, from 0."""
    kind: Kind = Kind.PLAIN


_MEBIBYTES = Meaning("", Unit.BYTE_PER_SECOND, MIB)
_MEGABITS = Meaning("", Unit.BYTE_PER_SECOND, 1e6 / BITS_PER_BYTE)
_BYTES = Meaning("", Unit.BYTE_PER_SECOND)
_EVENTS = Meaning("", Unit.PER_SECOND)
_SECONDS = Meaning("", Unit.SECOND)
_MILLISECONDS = Meaning("", Unit.SECOND, MILLISECOND)
_SHARE = Meaning("", Unit.ONE, PERCENT)
_COUNT = Meaning("")

_Names = tuple[tuple[str, Meaning, Kind, str], ...]
_PROCESSOR: Final[_Names] = (
    ("cpu_user", _SHARE, Kind.PLAIN, "% user time|benutzerzeit (%)|% tempo de usuário"),
    ("cpu_system", _SHARE, Kind.PLAIN,
     "% privileged time|privilegierte zeit (%)|privilegierte systemzeit (%)|% tempo privilegiado"),
    ("cpu_idle", _SHARE, Kind.PLAIN, "% idle time|leerlaufzeit (%)|% tempo inativo"),
    ("cpu_busy", _SHARE, Kind.PLAIN,
     "% processor time|prozessorzeit (%)|% tempo de processador|% tempo do processador"),
)  # fmt: skip
_DISK: Final[_Names] = (
    ("disk_read_requests", _EVENTS, Kind.PLAIN,
     "disk reads/sec|lesevorgänge/s|leituras de disco/s"),
    ("disk_write_requests", _EVENTS, Kind.PLAIN,
     "disk writes/sec|schreibvorgänge/s|gravações de disco/s"),
    ("disk_requests", _EVENTS, Kind.PLAIN,
     "disk transfers/sec|übertragungen/s|transferências de disco/s"),
    ("disk_read", _BYTES, Kind.PLAIN,
     "disk read bytes/sec|bytes gelesen/s|bytes de leitura de disco/s|bytes lidos no disco/s"),
    ("disk_write", _BYTES, Kind.PLAIN,
     ("disk write bytes/sec|bytes geschrieben/s|bytes de gravação de disco/s"
     "|bytes gravados no disco/s")),
    ("disk_throughput", _BYTES, Kind.PLAIN, "disk bytes/sec|bytes/s|bytes de disco/s"),
    ("disk_read_await", _SECONDS, Kind.TIME,
     ("avg. disk sec/read|mittlere sek./lesevorgänge|média de disco s/leitura"
     "|média de segundos/leitura do disco")),
    ("disk_write_await", _SECONDS, Kind.TIME,
     ("avg. disk sec/write|mittlere sek./schreibvorgänge|média de disco s/gravação"
     "|média de segundos/gravação do disco")),
    ("disk_await", _SECONDS, Kind.TIME,
     ("avg. disk sec/transfer|mittlere sek./übertragung|durchschn. sek./übertragung"
     "|média de disco s/transferência")),
    ("disk_queue", _COUNT, Kind.PLAIN,
     ("avg. disk queue length|durchschnittl. warteschlangenlänge des datenträgers"
     "|comprimento médio da fila de disco")),
    ("disk_utilisation", _SHARE, Kind.REST, "% idle time|leerlaufzeit (%)|% tempo inativo"),
)  # fmt: skip
_NETWORK: Final[_Names] = (
    ("net_receive", _BYTES, Kind.PLAIN,
     "bytes received/sec|empfangene bytes/s|bytes recebidos/s"),
    ("net_send", _BYTES, Kind.PLAIN, "bytes sent/sec|gesendete bytes/s|bytes enviados/s"),
)  # fmt: skip
_MEMORY: Final[_Names] = (
    ("memory_available", Meaning("", Unit.BYTE, MIB), Kind.PLAIN,
     "available mbytes|verfügbare mb|mbytes disponíveis"),
    ("memory_available", Meaning("", Unit.BYTE), Kind.PLAIN,
     "available bytes|verfügbare bytes|bytes disponíveis"),
)  # fmt: skip
_ESX_PROCESSOR: Final[_Names] = (
    ("cpu_busy", _SHARE, Kind.PLAIN, "% util time"),
    ("cpu_busy", _SHARE, Kind.PLAIN, "% processor time"),
)
_ESX_DISK: Final[_Names] = (
    ("disk_read_requests", _EVENTS, Kind.PLAIN, "reads/sec"),
    ("disk_write_requests", _EVENTS, Kind.PLAIN, "writes/sec"),
    ("disk_requests", _EVENTS, Kind.PLAIN, "commands/sec"),
    ("disk_read", _MEBIBYTES, Kind.PLAIN, "mbytes read/sec"),
    ("disk_write", _MEBIBYTES, Kind.PLAIN, "mbytes written/sec"),
    ("disk_read_await", _MILLISECONDS, Kind.TIME, "average guest millisec/read"),
    ("disk_write_await", _MILLISECONDS, Kind.TIME, "average guest millisec/write"),
    ("disk_await", _MILLISECONDS, Kind.TIME, "average guest millisec/command"),
    ("disk_device_await", _MILLISECONDS, Kind.TIME, "average driver millisec/command"),
    ("disk_active_commands", _COUNT, Kind.PLAIN, "active commands"),
    ("disk_queued_commands", _COUNT, Kind.PLAIN, "queued commands"),
)
_ESX_NETWORK: Final[_Names] = (
    ("net_receive", _MEGABITS, Kind.PLAIN, "mbits received/sec"),
    ("net_send", _MEGABITS, Kind.PLAIN, "mbits transmitted/sec"),
)
_ESX_MEMORY: Final[_Names] = (
    ("memory_free", Meaning("", Unit.BYTE, MIB), Kind.PLAIN, "free mbytes"),
)

_ESXTOP, _WINDOWS = "esxtop", "perfmon"
_OBJECTS: Final = (
    (_ESXTOP, "cpu", 0, "physical cpu", _ESX_PROCESSOR),
    (_ESXTOP, "disk", 0, "physical disk scsi device|physical disk nfs volume", _ESX_DISK),
    (_ESXTOP, "disk", 1, "physical disk adapter", _ESX_DISK),
    (_ESXTOP, "disk", 2, "physical disk", _ESX_DISK),
    (_ESXTOP, "net", 0, "network port", _ESX_NETWORK),
    (_ESXTOP, "memory", 0, "memory", _ESX_MEMORY),
    (_WINDOWS, "cpu", 0, "processor|prozessor|processador", _PROCESSOR),
    (_WINDOWS, "cpu", 1,
     "processor information|prozessorinformationen|informações do processador", _PROCESSOR),
    (_WINDOWS, "disk", 0, "physicaldisk|physikalischer datenträger|disco físico", _DISK),
    (_WINDOWS, "disk", 1, "logicaldisk|logischer datenträger|disco lógico", _DISK),
    (_WINDOWS, "net", 0, "network interface|netzwerkschnittstelle|interface de rede", _NETWORK),
    (_WINDOWS, "net", 1, "network adapter|netzwerkadapter|adaptador de rede", _NETWORK),
    (_WINDOWS, "memory", 0, "memory|arbeitsspeicher|memória", _MEMORY),
)  # fmt: skip
"""Program, what is counted, choice, names of the object, its counters.

Of objects that count the same thing the first choice is taken.
"""


@dataclass(frozen=True, slots=True)
class _Known:
    program: str
    what: str
    choice: int
    rank: int
    """Of names of the same figure the first is taken."""
    meaning: Meaning
    kind: Kind


def _known() -> dict[tuple[str, str], _Known]:
    result: dict[tuple[str, str], _Known] = {}
    for program, what, choice, objects, names in _OBJECTS:
        for rank, (name, scale, kind, spellings) in enumerate(names):
            meaning = Meaning(name, scale.unit, scale.scale)
            for thing in objects.split("|"):
                for spelling in spellings.split("|"):
                    known = _Known(program, what, choice, rank, meaning, kind)
                    result.setdefault((thing, spelling), known)
    return result


_KNOWN: Final = _known()
_PATH: Final = re.compile(
    r"(?:\\\\(?P<host>[^\\]{1,255}))?\\(?P<object>[^\\(]{1,200})"
    r"(?:\((?P<instance>.{0,500})\))?\\(?P<counter>.{1,200})",
    re.DOTALL,
)
_TOTAL: Final = "_total"
_NO_LINK: Final = re.compile(r"loopback|isatap|teredo|6to4|pseudo", re.IGNORECASE)
_UPLINK: Final = re.compile(r"(?:^|:)(vmnic\d{1,4})$")
_OLD_ADAPTER: Final = re.compile(r"vmhba\d{1,4}")


def counters_in(header: Iterable[str]) -> tuple[list[PerfmonCounter], str]:
    """Return the columns that are read, of each figure one, and the program that wrote them."""
    found: dict[tuple[str, str], list[tuple[_Known, PerfmonCounter]]] = {}
    for position, path in enumerate(header):
        match = _PATH.fullmatch(path.strip())
        if position == 0 or match is None:
            continue
        spelling = " ".join(match["counter"].casefold().split())
        known = _KNOWN.get((match["object"].strip().casefold(), spelling))
        instance = _instance(known, match["instance"] or _TOTAL) if known else None
        if known is None or instance is None:
            continue
        host = shortened(match["host"] or "")
        counter = PerfmonCounter(host, known.meaning, instance or None, position, known.kind)
        found.setdefault((host, known.what), []).append((known, counter))
    kept = [pair for group in found.values() for pair in _first_choice(group)]
    program = next((k.program for k, _ in kept if k.program == _ESXTOP), _WINDOWS)
    return sorted((c for _, c in kept), key=lambda counter: counter.position), program


def _first_choice(
    group: list[tuple[_Known, PerfmonCounter]],
) -> Iterable[tuple[_Known, PerfmonCounter]]:
    best = min(known.choice for known, _ in group)
    named: dict[tuple[str, str | None], tuple[_Known, PerfmonCounter]] = {}
    for known, counter in sorted(group, key=lambda pair: pair[0].rank):
        if known.choice == best:
            named.setdefault((counter.meaning.name, counter.instance), (known, counter))
    return named.values()


def _instance(known: _Known, written: str) -> str | None:
    """Name a device; empty for the whole machine, None for what repeats others."""
    name = written.strip()
    is_total = name.casefold() == _TOTAL
    if known.what == "cpu":
        return _processor(name, is_total=is_total)
    if known.what == "net":
        return _link(known.program, name)
    if known.program == _ESXTOP and known.choice == 2 and not _OLD_ADAPTER.fullmatch(name):
        return None  # paths and worlds repeat what their adapter does
    if is_total and known.kind is Kind.REST:
        return None  # the mean of all disks bounds none of them
    return "" if is_total else name[:200]


def _processor(name: str, *, is_total: bool) -> str | None:
    """Processor Information writes group and number, and a total for each group."""
    if is_total:
        return ""
    group, _, number = name.rpartition(",")
    if not number.strip().isdecimal():
        return None
    return f"cpu{group.strip()}.{number.strip()}" if group else f"cpu{number.strip()}"


def _link(program: str, name: str) -> str | None:
    """Ports of virtual machines repeat what goes through the uplinks."""
    if program == _ESXTOP:
        uplink = _UPLINK.search(name)
        return uplink[1] if uplink else None
    return None if _NO_LINK.search(name) or name.casefold() == _TOTAL else name[:200]
