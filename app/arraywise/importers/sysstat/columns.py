"""Columns, numbers and times.

iostat before 11.6 counts sectors (`rsec/s`), later ones kB or MB; `sar` and `sadf` spell the same
figures differently again. A sector has 512 bytes, and kB is 1024 bytes in all of them. What has no
common name keeps its own.

Shares have a `%` behind them with -h.

Dates follow the locale of whoever recorded; only ISO 8601, sadf and seconds since 1970 tell how
far the clock was off UTC. Until then moments are kept as if the clock ran in UTC.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, timezone
from functools import lru_cache
from typing import TYPE_CHECKING

from arraywise.domain.units import KIB, MIB, MILLISECOND, PERCENT, Unit
from arraywise.importers.kit.readings import month_of

if TYPE_CHECKING:
    from collections.abc import Sequence

SECTOR = 512
_PAGE = 4096
_PAGES_OF_4_KIB = re.compile(r"x86_64|i[3-6]86")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a column holds: SI value = cell x scale."""

    name: str
    unit: Unit = Unit.ONE
    scale: float = 1.0


_SHARES = {
    "cpu_user": "%user %usr user usr",
    "cpu_nice": "%nice nice",
    "cpu_system": "%system %sys system sys",
    "cpu_wait": "%iowait iowait",
    "cpu_steal": "%steal steal",
    "cpu_hardirq": "%irq irq",
    "cpu_softirq": "%soft soft",
    "cpu_guest": "%guest guest",
    "cpu_guest_nice": "%gnice gnice",
    "cpu_idle": "%idle idle",
    "disk_utilisation": "%util util util-percent",
    "net_utilisation": "%ifutil ifutil ifutil-percent",
    "%rrqm": "%rrqm rrqm",
    "%wrqm": "%wrqm wrqm",
    "%drqm": "%drqm drqm",
}
_EVENTS = {
    "disk_requests": "tps",
    "disk_read_requests": "r/s rtps",
    "disk_write_requests": "w/s wtps",
    "disk_discard_requests": "d/s dtps",
    "disk_flush_requests": "f/s",
    "disk_read_merges": "rrqm/s",
    "disk_write_merges": "wrqm/s",
    "disk_discard_merges": "drqm/s",
    "net_receive_packets": "rxpck/s rxpck",
    "net_send_packets": "txpck/s txpck",
    "processes_new": "proc/s proc",
    "context_switches": "cswch/s cswch",
    "interrupts": "intr/s value",
}
_RATES = {
    "disk_read": "rkB/s rkB kB_read/s rMB/s MB_read/s"
    " rsec/s rd_sec/s rd_sec bread/s bread Blk_read/s",
    "disk_write": "wkB/s wkB kB_wrtn/s wMB/s MB_wrtn/s"
    " wsec/s wr_sec/s wr_sec bwrtn/s bwrtn Blk_wrtn/s",
    "disk_discard": "dkB/s dkB kB_dscd/s dMB/s MB_dscd/s"
    " dsec/s dc_sec/s dc_sec bdscd/s bdscd Blk_dscd/s",
    "disk_throughput": "kB/s MB/s sec/s",
    "net_receive": "rxkB/s rxkB rxbyt/s",
    "net_send": "txkB/s txkB txbyt/s",
    "pgpgin": "pgpgin/s pgpgin",
    "pgpgout": "pgpgout/s pgpgout",
}
_AMOUNTS = {
    "disk_request_size": "areq-sz avgrq-sz",
    "disk_read_request_size": "rareq-sz",
    "disk_write_request_size": "wareq-sz",
    "disk_discard_request_size": "dareq-sz",
    "memory_free": "kbmemfree memfree",
    "memory_available": "kbavail avail",
    "memory_buffers": "kbbuffers buffers",
    "memory_cached": "kbcached cached",
    "swap_free": "kbswpfree swpfree",
    "swap_used": "kbswpused swpused",
    "memused": "kbmemused memused",
}
_TIMES = {
    "disk_await": "await",
    "disk_read_await": "r_await",
    "disk_write_await": "w_await",
    "disk_discard_await": "d_await",
    "disk_flush_await": "f_await",
    "svctm": "svctm",
}
_COUNTS = {
    "disk_queue": "aqu-sz avgqu-sz",
    "processes_running": "runq-sz",
    "processes_blocked": "blocked",
    "load_1m": "ldavg-1",
    "load_5m": "ldavg-5",
    "load_15m": "ldavg-15",
}
_OWN_KB = frozenset(
    {"commit", "active", "inactive", "dirty", "anonpg", "slab", "kstack", "pgtbl", "vmused"}
    | {"swpcad", "kB_read", "kB_wrtn", "kB_dscd"}
)

_VMSTAT = {
    "r": Meaning("processes_running"),
    "b": Meaning("processes_blocked"),
    "swpd": Meaning("swap_used", Unit.BYTE, KIB),
    "free": Meaning("memory_free", Unit.BYTE, KIB),
    "buff": Meaning("memory_buffers", Unit.BYTE, KIB),
    "cache": Meaning("memory_cached", Unit.BYTE, KIB),
    "inact": Meaning("inactive", Unit.BYTE, KIB),
    "active": Meaning("active", Unit.BYTE, KIB),
    "si": Meaning("paging_in", Unit.BYTE_PER_SECOND, KIB),
    "so": Meaning("paging_out", Unit.BYTE_PER_SECOND, KIB),
    "bi": Meaning("disk_read", Unit.BYTE_PER_SECOND, KIB),
    "bo": Meaning("disk_write", Unit.BYTE_PER_SECOND, KIB),
    "in": Meaning("interrupts", Unit.PER_SECOND),
    "cs": Meaning("context_switches", Unit.PER_SECOND),
    "us": Meaning("cpu_user", Unit.ONE, PERCENT),
    "sy": Meaning("cpu_system", Unit.ONE, PERCENT),
    "id": Meaning("cpu_idle", Unit.ONE, PERCENT),
    "wa": Meaning("cpu_wait", Unit.ONE, PERCENT),
    "st": Meaning("cpu_steal", Unit.ONE, PERCENT),
    "gu": Meaning("cpu_guest", Unit.ONE, PERCENT),
}
VMSTAT_NAMES = frozenset(_VMSTAT)


def _size_of(heading: str) -> float:
    """Return the bytes in the unit that a heading of a rate or an amount names."""
    if "MB" in heading:
        return MIB
    sectors = ("sec", "Blk", "bread", "bwrtn", "bdscd", "avgrq")
    if any(part in heading for part in sectors):
        return SECTOR
    return 1 if "byt" in heading else KIB


def _known() -> dict[str, Meaning]:
    result: dict[str, Meaning] = {}
    for names, unit, scale in (
        (_SHARES, Unit.ONE, PERCENT),
        (_EVENTS, Unit.PER_SECOND, 1.0),
        (_TIMES, Unit.SECOND, MILLISECOND),
        (_COUNTS, Unit.ONE, 1.0),
    ):
        for name, headings in names.items():
            result |= dict.fromkeys(headings.split(), Meaning(name, unit, scale))
    for names, unit in ((_RATES, Unit.BYTE_PER_SECOND), (_AMOUNTS, Unit.BYTE)):
        for name, headings in names.items():
            result |= {h: Meaning(name, unit, _size_of(h)) for h in headings.split()}
    return result


_KNOWN = _known()


@lru_cache(maxsize=4096)
def meaning_of(heading: str, machine: str) -> Meaning:
    """Describe what a column of sysstat holds.

    Args:
        heading: As the file spells it.
        machine: Architecture of the host; it states the size of a page, in which swapping counts.
    """
    if heading in {"pswpin/s", "pswpin", "pswpout/s", "pswpout"}:
        if _PAGES_OF_4_KIB.fullmatch(machine):
            name = "paging_in" if "in" in heading[4:] else "paging_out"
            return Meaning(name, Unit.BYTE_PER_SECOND, _PAGE)
        return Meaning(heading.removesuffix("/s"), Unit.PER_SECOND)
    return _KNOWN.get(heading) or _by_spelling(heading)


def _by_spelling(heading: str) -> Meaning:
    if heading.startswith("%") or heading.endswith("-percent"):
        return Meaning(heading, Unit.ONE, PERCENT)
    if heading in _OWN_KB or (heading.startswith("kb") and len(heading) > 3):
        return Meaning(heading, Unit.BYTE, KIB)
    if heading.startswith(("MB_", "Blk_")):
        return Meaning(heading, Unit.BYTE, _size_of(heading))
    return Meaning(heading, Unit.PER_SECOND if heading.endswith("/s") else Unit.ONE)


def vmstat_meaning_of(heading: str, memory_unit: int = KIB) -> Meaning:
    """Describe what a column of vmstat holds.

    Args:
        heading: As vmstat spells it.
        memory_unit: Bytes that memory and swapping are counted in; blocks always have 1 KiB.
    """
    meaning = _VMSTAT.get(heading) or Meaning(heading)
    is_memory = meaning.unit is Unit.BYTE or meaning.name in {"paging_in", "paging_out"}
    return replace(meaning, scale=float(memory_unit)) if is_memory else meaning


def family_of(heading: str) -> str:
    """Return the kind of figure (`cpu`, `disk`, `net` ...), for lines that name no table."""
    name = meaning_of(heading, "").name
    head, _, rest = name.partition("_")
    return head if rest else "other"


INSTANCES = frozenset(
    {"CPU", "DEV", "IFACE", "INTR", "NODE", "Device", "Device:"}
    | {"cpu", "disk_device", "disk-device", "iface", "intr", "number", "dev", "node"}
)
"""Headings and keys below which the name of a device, interface or processor stands."""
UNREAD = frozenset(
    {"TTY", "BUS", "FAN", "TEMP", "IN", "FILESYSTEM", "MOUNTPOINT", "BAT", "DEVICE", "FCHOST"}
    | {"Filesystem:", "Tape:", "wghMHz"}
)
"""Headings of tables that say nothing about storage or load."""
OF_PROCESSES = frozenset({"PID", "TGID", "Command"})


def instance_of(heading: str, name: str) -> str | None:
    """Name a device or processor as the dstat family does; None for the whole machine."""
    name = name.strip()
    if name in {"all", "sum", "-1", "-", ""}:
        return None
    if heading in {"CPU", "cpu", "number"} and name.isdecimal():
        return f"cpu{name}"
    if heading in {"NODE", "node"} and name.isdecimal():
        return f"node{name}"
    return name[:200]


_FIGURE = r"-?\d{1,20}(?:[.,]\d{1,10})?%?"
NUMBER = re.compile(_FIGURE)
NUMBERS = re.compile(rf"{_FIGURE}(?:\n{_FIGURE})*")
"""Numbers with line ends between them: no word of a line holds one."""


def misfit(words: Sequence[str], wanted: int) -> str:
    """Tell a row of the wrong length (`short`, `long`) from a line that is no row (`stray`)."""
    figures = sum(NUMBER.fullmatch(word) is not None for word in words)
    if figures * 2 < len(words) or not words:
        return "stray"
    return "short" if len(words) < wanted else "long"


def cells_of(words: Sequence[str]) -> tuple[list[str], bool]:
    """Return words as cells with a decimal point, empty where one is no number; and if any is."""
    text = "\n".join(words)
    clean = NUMBERS.fullmatch(text) is not None
    if not clean:
        words = [word if NUMBER.fullmatch(word) else "" for word in words]
    if "%" in text:
        words = [word.removesuffix("%") for word in words]
    return [word.replace(",", ".") for word in words] if "," in text else list(words), clean


def written(value: object) -> str | None:
    """Write a JSON or XML value as a cell; None where it is no number."""
    if isinstance(value, str):
        is_plain = NUMBER.fullmatch(value.strip()) and not {",", "%"}.intersection(value)
        return value.strip() if is_plain else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, int):
        return str(value) if abs(value) < 10**20 else None
    return repr(value) if math.isfinite(value) and abs(value) < 1e20 else None


DAY_S = 86_400
_HALF_A_DAY_S = DAY_S / 2
_LATEST_S = 4.1e9
_AM = r"AM|am|a\. ?m\.|a\.m\.|上午|午前|오전"
_PM = r"PM|pm|p\. ?m\.|p\.m\.|下午|午後|오후"
_HALF = rf"(?:{_AM}|{_PM})"
CLOCK = re.compile(
    rf"(?:(?P<before>{_HALF})\s*)?(?P<h>\d{{1,2}})[:.時时시](?P<m>[0-5]\d)[:.分분](?P<s>[0-5]\d|60)(?!\d)[秒초]?"
    rf"(?:\s?(?P<after>{_HALF})(?!\S))?"
)
_DATES = (
    re.compile(r"(?P<y>\d{4})[-/.年](?P<m>\d{1,2})[-/.月](?P<d>\d{1,2})日?"),
    re.compile(r"(?P<d>\d{1,2})\.\s?(?P<m>\d{1,2})\.\s?(?P<y>\d{4}|\d\d)\.?"),
    re.compile(r"(?P<d>\d{1,2})-(?P<m>\d{1,2})-(?P<y>\d{4}|\d\d)"),
)
_SLASHED = re.compile(r"(?P<one>\d{1,2})/(?P<two>\d{1,2})/(?P<y>\d{4}|\d\d)")
_DECIMAL_COMMA = re.compile(r"(?<=\d),\d\d(?=\s)")
_AMERICAN = re.compile(r"(?<!\S)\d\d/\d\d/\d{4}(?!\S)")
_TWELVE_HOURS = re.compile(r"\d\d:\d\d:\d\d\s[AP]M")
_OFFSET = re.compile(r"(?P<sign>[+-])(?P<h>\d\d)(?::?(?P<m>[0-5]\d))?")
_IN_UTC = frozenset({"UTC", "GMT", "Z"})


@dataclass(frozen=True, slots=True)
class Moment:
    """A reading of a clock."""

    local_s: float
    """Seconds since 1970, as if the clock ran in UTC."""
    utc_offset_s: float | None = None
    """How far the clock is ahead of UTC; None where the file does not state it."""

    @property
    def utc_s(self) -> float:
        """Seconds since 1970; meaningful only where the offset is known."""
        return self.local_s - (self.utc_offset_s or 0.0)

    def iso(self) -> str:
        """Write it in ISO 8601, with an offset only where it is known."""
        moment = datetime.fromtimestamp(self.local_s, UTC)
        if self.utc_offset_s is None:
            return moment.replace(tzinfo=None).isoformat()
        return moment.replace(tzinfo=timezone(timedelta(seconds=self.utc_offset_s))).isoformat()

    def text(self) -> str:
        """Write it in the format `TEXT_FORMAT`."""
        return datetime.fromtimestamp(self.local_s, UTC).isoformat(" ")[:19]


TEXT_FORMAT = "%Y-%m-%d %H:%M:%S"


@dataclass(slots=True)
class Dates:
    """Reads the dates of one recording, and decides once which of 03/04 is the month."""

    day_first: bool | None = None
    """What is known from elsewhere: a decimal comma goes with day before month."""
    guessed: str = ""
    """The first date that can be read both ways, where nothing told the order."""

    def read(self, text: str) -> date | None:
        """Read a date; None where it is none."""
        for pattern in _DATES:
            match = pattern.fullmatch(text)
            if match:
                return _date(match["y"], match["m"], match["d"])
        match = _SLASHED.fullmatch(text)
        return self._read_slashed(match) if match else None

    def _read_slashed(self, match: re.Match[str]) -> date | None:
        """Month before day, as the C locale and America have it, unless something tells."""
        one, two = int(match["one"]), int(match["two"])
        if one > 12 or two > 12:
            self.day_first = one > 12
        elif self.day_first is None and one != two:
            self.guessed = self.guessed or match[0]
        month, day = (two, one) if self.day_first else (one, two)
        return _date(match["y"], str(month), str(day))


def day_first_in(text: str) -> bool | None:
    """Tell from other habits whether a text puts the day first; None where they leave it open.

    Nobody who writes a decimal comma writes the month first, and of those who write AM and PM
    with a year of four digits only Americans are seen.
    """
    if _DECIMAL_COMMA.search(text):
        return True
    return False if _AMERICAN.search(text) and _TWELVE_HOURS.search(text) else None


@lru_cache(maxsize=256)
def _date(year: str, month: str, day: str) -> date | None:
    try:
        return date(int(year) + (2000 if len(year) == 2 else 0), int(month), int(day))
    except ValueError:
        return None


def second_of_day(match: re.Match[str]) -> int | None:
    """Turn a match of CLOCK into seconds since midnight; None where there is no such time."""
    hour = int(match["h"])
    half = match["before"] or match["after"]
    if half is not None:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if re.fullmatch(_PM, half) else 0)
    return None if hour > 23 else hour * 3600 + int(match["m"]) * 60 + int(match["s"])


def moment_at(day: date, second: float, utc_offset_s: float | None = None) -> Moment | None:
    """Compose a time from a day and a second of it; None where it is too far from our time."""
    since = float((day.toordinal() - date(1970, 1, 1).toordinal()) * DAY_S + second)
    return Moment(since, utc_offset_s) if 0 <= since < _LATEST_S else None


def read_stamp(text: str, dates: Dates) -> Moment | None:
    """Read a date and a time in one text, with an offset or the name of a zone behind them."""
    text = text.strip()
    split = re.match(r"([\d./年月日-]+?\.?)(?:T|\s+)(\S.*)", text)
    if split is None:
        return _from_epoch(text)
    clock = CLOCK.match(split[2])
    second = second_of_day(clock) if clock else None
    if clock is None or second is None:
        return None
    day = dates.read(split[1])
    return moment_at(day, second, offset_of(split[2][clock.end() :])) if day else None


_YEAR = re.compile(r"(?<!\d)20\d\d(?!\d)")
_WITH_SIGNS = re.compile(
    r"(?P<y>20\d\d)\s?[年년.]\s*(?P<m>\d{1,2})\s?[月월.]\s*(?P<d>\d{1,2})\s?[日일.]"
)
_MOST_OF_A_DATE = 9
"""Words of what `date` prints in any locale."""


def read_date_line(line: str, dates: Dates) -> Moment | None:
    """Read a line that is a date and a time alone, as `date` prints it; None for any other.

    Scripts put it above a block, often with signs around it (`=== ... ===`, `zzz ***...`).
    """
    text = line.strip().removeprefix("zzz").removeprefix("date:").strip(" *=#-[]<>|\t")
    if not text or len(text) > 80 or len(text.split()) > _MOST_OF_A_DATE:
        return None
    if text[0].isdigit() and (moment := read_stamp(text, dates)) is not None:
        return moment
    return _from_signs(text) or _from_words(text)


def _from_signs(text: str) -> Moment | None:
    """Read what `date` prints in China, Japan and Korea: year, month and day have signs."""
    clock, day = CLOCK.search(text), _WITH_SIGNS.match(text)
    second = second_of_day(clock) if clock else None
    if clock is None or day is None or second is None:
        return None
    date_ = _date(day["y"], day["m"], day["d"])
    zone = text[clock.end() :].strip()
    return moment_at(date_, second, offset_of(zone)) if date_ else None


def _from_words(text: str) -> Moment | None:
    """Read `Wed Nov 25 09:08:32 UTC 2026`, `Mi 25. Nov 2026 09:08:32 CET` and their like."""
    clock, year = CLOCK.search(text), _YEAR.search(text)
    if clock is None or year is None:
        return None
    rest = text.replace(clock[0], " ", 1).replace(year[0], " ", 1).split()
    months = [m for w in rest if (m := month_of(w.strip(".,"))) is not None]
    days = [w.strip(".,") for w in rest if w.strip(".,").isdigit()]
    second = second_of_day(clock)
    if len(days) != 1 or not months or second is None:
        return None
    day = _date(year[0], str(months[-1]), days[0])
    offset = next((o for w in rest if (o := offset_of(w)) is not None), None)
    return moment_at(day, second, offset) if day else None


def _from_epoch(text: str) -> Moment | None:
    if not re.fullmatch(r"\d{9,10}(?:\.\d{1,9})?", text):
        return None
    since = float(text)
    return Moment(since, 0.0) if since < _LATEST_S else None


def offset_of(zone: str) -> float | None:
    """Return how far a zone is ahead of UTC; only UTC, GMT and figures say it."""
    zone = zone.strip().strip("()")
    if zone in _IN_UTC:
        return 0.0
    zone = zone.removeprefix("UTC").removeprefix("GMT")
    match = _OFFSET.fullmatch(zone)
    if match is None:
        return None
    size = int(match["h"]) * 3600.0 + int(match["m"] or 0) * 60.0
    return (-size if match["sign"] == "-" else size) if size <= 14 * 3600 else None


@dataclass(slots=True)
class Day:
    """Counts the days of a clock that shows no date: it goes back by half a day at midnight."""

    first: date | None
    _days: int = 0
    _last: float = 0.0

    def moment(self, second: float, utc_offset_s: float | None = None) -> Moment | None:
        """Return the moment of the next row; None where the date is not known."""
        if second < self._last - _HALF_A_DAY_S:
            self._days += 1
        self._last = second
        return (
            moment_at(self.first, second + self._days * DAY_S, utc_offset_s)
            if self.first
            else None
        )
