"""How each option was tested, by its files and names: hosts, versions, settings, links.

Payload of a port in each direction. Fibre Channel: 100 MB/s for each nominal Gb/s (FC-PI-5,
8b/10b and 64b/66b alike). Ethernet: TCP payload at an MTU of 1500 bytes, 118.7 MB/s for each
Gb/s (MODEL P4: 1460 of 1538 bytes on the wire), and 123.9 MB/s where jumbo frames are named.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from arraywise.domain.messages import ProblemCode
from arraywise.domain.options import Architecture, kind_of_architecture

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from arraywise.domain.study import HostUse, OptionFacts, RunSetup


HOST, VERSION = "host", "tool_version"
_DECIMAL = re.compile(r"-?\d+\.\d+")


@dataclass(frozen=True, slots=True)
class LabSetup:
    """The settings under which an option's files were made."""

    values: Mapping[tuple[str, str], Mapping[str, str]] = field(default_factory=dict)
    """By tool and setting: each value with the first file that states it."""
    stale: tuple[str, ...] = ()
    """Results files whose log is of another run."""
    refused: tuple[str, ...] = ()
    """Where logs tell that the database refused sessions: files with their lines."""
    days: Mapping[date, str] = field(default_factory=dict)
    """On which runs began, each with its first file."""
    taken: bool = False
    """Whether runs of another study are among them, taken from an archive."""

    def all_of(self, name: str) -> dict[str, str]:
        """Return the values of a setting by any tool, each with its first file."""
        return {
            value: file
            for (_, setting), values in self.values.items()
            if setting == name
            for value, file in values.items()
        }

    def figures_of(self, name: str) -> dict[float, str]:
        """Return the values of a setting that are numbers, each with its first file."""
        result: dict[float, str] = {}
        for value, file in self.all_of(name).items():
            number = parse_setting_number(value)
            if number is not None:
                result.setdefault(number, file)
        return result


NO_TEST_SETUP = LabSetup()


def read_test_setup(setups: Sequence[RunSetup]) -> LabSetup:
    """Put the settings of an option's runs side by side."""
    values: dict[tuple[str, str], dict[str, str]] = {}
    stale: dict[str, None] = {}
    refused: dict[str, None] = {}
    days: dict[date, str] = {}
    for setup in setups:
        for name, value in (
            *((name, _normalise_decimal(value)) for name, value in setup.attributes),
            (HOST, setup.host),
            (VERSION, setup.tool_version),
        ):
            if value:
                values.setdefault((setup.tool, name), {}).setdefault(value, setup.file)
        if _has_problem_code(setup, ProblemCode.OTHER_RUN_BESIDE):
            stale[setup.file] = None
        refused |= dict.fromkeys(_list_refused_sessions(setup))
        with suppress(ValueError):
            days.setdefault(date.fromisoformat((setup.started_at or "")[:10]), setup.file)
    taken = any(_has_problem_code(setup, ProblemCode.FROM_ARCHIVE) for setup in setups)
    return LabSetup(values, tuple(stale), tuple(refused), days, taken)


def _has_problem_code(setup: RunSetup, code: ProblemCode) -> bool:
    return any(problem.code == code for problem in setup.problems)


def _normalise_decimal(text: str) -> str:
    """Write a decimal number one way: files of one setting say `1` and `1.0`, `0.5` and `0.50`."""
    if not _DECIMAL.fullmatch(text):
        return text
    return text.rstrip("0").removesuffix(".")


def _list_refused_sessions(setup: RunSetup) -> Iterator[str]:
    for problem in setup.problems:
        if problem.code == ProblemCode.SESSIONS_REFUSED:
            yield f"{setup.file}:{problem.line}"
        elif problem.code == ProblemCode.SESSIONS_REFUSED_BESIDE:
            stated = dict(problem.message.figures)
            yield f"{stated['other']}:{stated['line']}"


def parse_setting_number(text: str) -> float | None:
    """Read what a setting says as a number; None where it is none."""
    try:
        return float(text)
    except ValueError:
        return None


ETHERNET_B_S_PER_GBIT = 118.7e6
JUMBO_B_S_PER_GBIT = 123.9e6
FIBRE_CHANNEL_B_S_PER_GBIT = 100e6
_ETHERNET_RATES = (1, 10, 25, 40, 50, 100, 200, 400)
LINK_RATES = tuple(
    [(f"{rate} GbE", rate * ETHERNET_B_S_PER_GBIT) for rate in _ETHERNET_RATES]
    + [(f"{rate} GbE jumbo", rate * JUMBO_B_S_PER_GBIT) for rate in _ETHERNET_RATES]
    + [(f"{rate}GFC", rate * FIBRE_CHANNEL_B_S_PER_GBIT) for rate in (1, 2, 4, 8, 16, 32, 64, 128)]
)
"""Nominal links and the payload of one port, B/s."""
_PAYLOADS = dict(LINK_RATES)

_COUNT = r"(?:(?:(?<!\d)(?<!\d[.,])(?P<count>\d{1,2})\s*[x\u00d7]|\b(?P<word>dual|quad))\s*)?"
_AFTER = r"(?:\s*[x\u00d7]\s*(?P<after>\d{1,2})(?![\d.,]|\s?G))?"
_GIGABIT = r"Gb(?:it)?(?:/s)?"
_ETHERNET = re.compile(
    rf"{_COUNT}(?<![\d.,])(?P<rate>\d{{1,3}})\s?"
    rf"(?:GbE|GigE|GBASE\w*|{_GIGABIT}\s?Ethernet)\b{_AFTER}",
    re.IGNORECASE,
)
_FIBRE_CHANNEL = re.compile(
    rf"{_COUNT}(?<![\d.,])(?P<rate>\d{{1,3}})\s?"
    rf"(?:GFC|Gb?(?:it)?(?:/s)?\s?(?:FC|Fib(?:re|er)[ -]Channel))\b{_AFTER}",
    re.IGNORECASE,
)
_KIND_FIRST = re.compile(
    r"\b(?P<kind>FC|Fib(?:re|er)[ -]Channel|iSCSI|TCP|NFS|NAS)(?: SAN)?[ ,]+"
    rf"{_COUNT}(?P<rate>\d{{1,3}})\s?{_GIGABIT}(?![\w/]|\s?Eth){_AFTER}"
)
"""`FC 8Gb`, `NVMe/TCP 2 x 25 Gbit/s`; a GB is of memory or disks."""
_WORDS = {"dual": 2, "quad": 4}
_JUMBO = re.compile(r"\bjumbo\b|\bMTU[ =]?9\d{3}\b", re.IGNORECASE)
_ADAPTER_RATE = re.compile(r"\bHBA\b.{0,40}?(\d{1,2})\s?Gb?(?:it)?\b", re.IGNORECASE)
_ADAPTER = re.compile(r"\b(?:HBAs?|NICs?|CNAs?|adapter|adaptador)\b", re.IGNORECASE)
_PORTS = ((re.compile(r"\bquad|\b4[- ]port", re.IGNORECASE), 4),
          (re.compile(r"\bdual|\b2[- ]port", re.IGNORECASE), 2))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Link:
    """Ports of one kind between a host and its storage."""

    name: str
    ports: int

    @property
    def payload_b_s(self) -> float:
        """What all ports together carry in one direction."""
        return self.ports * _PAYLOADS[self.name]


@lru_cache(maxsize=4096)
def find_links(text: str) -> tuple[Link, ...]:
    """Find links that a text names: `NAS NFS, 2 x 10 GbE`. No word is read as two links."""
    ethernet = "GbE jumbo" if _JUMBO.search(text) else "GbE"
    result: list[re.Match[str]] = []
    for pattern in (_ETHERNET, _FIBRE_CHANNEL, _KIND_FIRST):
        stated = {match.start("rate") for match in result}
        result += [match for match in pattern.finditer(text) if match.start("rate") not in stated]
    links = (Link(_link_name(match, ethernet), _port_count(match)) for match in result)
    return tuple(link for link in links if link.name in _PAYLOADS)


def _link_name(match: re.Match[str], ethernet: str) -> str:
    of_ethernet = match.re is _ETHERNET or match.groupdict().get("kind", "F")[0] != "F"
    return f"{match['rate']} {ethernet}" if of_ethernet else f"{match['rate']}GFC"


def _port_count(match: re.Match[str]) -> int:
    if match["word"]:
        return _WORDS[match["word"].lower()]
    return int(match["count"] or match["after"] or 1)


def option_links(known: OptionFacts) -> tuple[Link, ...]:
    """Return the links that an option's name states, else those of the adapters it is priced with.

    An adapter's ports count all, so what they carry is never understated. Where data reach the
    host on other paths too, no link bounds them.
    """
    if not kind_of_architecture(known.option.architecture).has_one_path:
        return ()
    return find_links(known.option.name) or tuple(_priced_links(known))


def _priced_links(known: OptionFacts) -> Iterator[Link]:
    for line in known.price_sheet.lines if known.price_sheet is not None else ():
        if line.quantity_formula:
            continue  # how many there were in the lab is not what a demand asks for
        for link in _adapter_links(line.description):
            if line.quantity >= 1:
                yield Link(link.name, link.ports * int(line.quantity))


@lru_cache(maxsize=4096)
def _adapter_links(text: str) -> tuple[Link, ...]:
    """Return the links of one adapter, none where the text is not about an adapter."""
    if not _ADAPTER.search(text):
        return ()
    ports = next((count for sign, count in _PORTS if sign.search(text)), 1)
    named = [Link(link.name, max(link.ports, ports)) for link in find_links(text)]
    rates = () if named else _ADAPTER_RATE.findall(text)
    named += [Link(f"{rate}GFC", ports) for rate in rates]
    return tuple(link for link in named if link.name in _PAYLOADS)


def payload_b_s(links: Iterable[Link]) -> float:
    """Return what several links carry together in one direction."""
    return sum(link.payload_b_s for link in links)


def ethernet_b_s(known: OptionFacts) -> float | None:
    """Return what Ethernet links carry: the host's network series is held against it.

    What a network test measured counts before what names say.
    """
    return measured_link_b_s(known) or payload_b_s(_ethernet_links(known)) or None


def _ethernet_links(known: OptionFacts) -> list[Link]:
    return [link for link in option_links(known) if "GbE" in link.name]


_OVER_ETHERNET = frozenset({Architecture.ISCSI_SAN, Architecture.NAS, Architecture.NVME_TCP_SAN})
_MEASURED = "network_b_s"
_ONE_PORT = 1.05
"""Of a port's payload: up to this a test went over one port, beyond it over several."""


def measured_link_b_s(known: OptionFacts) -> float | None:
    """Return what a network test measured of an option's path, times the ports that are named.

    None where none was made, or where data take no Ethernet to the host. Of several tests the
    fastest counts: a link carries what it was seen to carry.
    """
    if known.option.architecture not in _OVER_ETHERNET:
        return None
    stated = (dict(setup.attributes).get(_MEASURED) for setup in known.setups if setup.complete)
    rate = max((float(text) for text in stated if text and text.isdecimal()), default=0.0)
    ethernet = _ethernet_links(known)
    ports = sum(link.ports for link in ethernet)
    of_port = max((_PAYLOADS[link.name] for link in ethernet), default=0.0)
    return (rate * ports if ports > 1 and rate <= _ONE_PORT * of_port else rate) or None


def path_b_s(known: OptionFacts) -> float:
    """Return what the option's path to the host carries in one direction; 0 where unknown."""
    return measured_link_b_s(known) or payload_b_s(option_links(known))


def describe_path(known: OptionFacts) -> str:
    """Name what `path_b_s` is of: `2 x 10 GbE`, and what was measured of it."""
    named, measured = describe_links(option_links(known)), measured_link_b_s(known)
    tested = "" if measured is None else f"iperf {measured / 1e6:,.0f} MB/s"
    return ", ".join(part for part in (named, tested) if part)


def fibre_channel_b_s(known: OptionFacts) -> float | None:
    """Return what Fibre Channel links carry: the host's disk series is held against it."""
    return payload_b_s(x for x in option_links(known) if x.name.endswith("GFC")) or None


def path_utilisation(known: OptionFacts, use: HostUse) -> float | None:
    """Return the share of its busier kind of link that a host used; None where unknown."""
    flows = ((use.net_b_s, ethernet_b_s(known)), (use.disk_b_s, fibre_channel_b_s(known)))
    shares = [flow / payload for flow, payload in flows if flow is not None and payload]
    return max(shares, default=None)


def describe_links(links: Iterable[Link]) -> str:
    """Name links: `2 x 8GFC`."""
    return ", ".join(f"{link.ports} x {link.name}" for link in links)


_GAP_SHARE = 0.02
"""Of the time that is looked at. Shorter pauses do not end a stretch, shorter ones are none."""
_PAUSE = 3
"""Samples: the same for recordings of few."""


def exhausted_time_ranges(
    times_s: Sequence[float], idle: Sequence[float], idle_at_most: float
) -> tuple[tuple[float, float], ...]:
    """Return from when to when there was next to no idle time, pauses of a moment aside.

    `idle` is the share of the processors, 0 to 1, at each of the ascending times; up to
    `idle_at_most` counts as exhausted (MODEL P4, rule 2).
    """
    if len(times_s) < 2:
        return ()
    apart = median(b - a for a, b in pairwise(times_s))
    shortest = _GAP_SHARE * (times_s[-1] - times_s[0])
    pause = max(_PAUSE * apart, shortest)
    result: list[list[float]] = []
    for time, share in zip(times_s, idle, strict=True):
        if share > idle_at_most:
            continue
        if result and time - result[-1][1] <= pause:
            result[-1][1] = time
        else:
            result.append([time, time])
    return tuple((start, end) for start, end in result if end - start >= max(apart, shortest))
