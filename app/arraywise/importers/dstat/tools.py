"""Which tool of the family wrote a run, and in which units it writes rates."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say
from arraywise.importers.dstat.columns import DOOL_BITS, DSTAT, PCP, UNKNOWN, Factors
from arraywise.importers.dstat.headless import guess_tool
from arraywise.importers.dstat.layout import figure

if TYPE_CHECKING:
    from arraywise.importers.dstat.command import Command
    from arraywise.importers.dstat.layout import Layout, Rows
    from arraywise.importers.dstat.segments import Preamble

_FIRST_WITH_BITS = (1, 3)
_LEAST_REQUEST = 500.0
"""A request moves one sector of 512 bytes at least; rounding takes a little."""
_USUAL_REQUEST = 2048.0


def tool_of(preamble: Preamble, command: Command) -> str:
    """Tell the tool from how it writes, then from the command, then from the title.

    A title stands above the first run of a file only, and was seen to be of another tool than
    the rows. pcp-dstat may call itself dstat on its command line.
    """
    names = {name.rpartition(":")[2] for name in preamble.names}
    if "total usage" in preamble.groups or "buf" in names:
        return "pcp-dstat"
    if "avai" in names:
        return "dool"
    not_pcp = preamble.blank_line or "total cpu usage" in preamble.groups or "buff" in names
    told = [command.program, preamble.tool]
    if told == ["dstat", "pcp-dstat"]:
        told.reverse()
    known = [tool for tool in told if tool and not (not_pcp and tool == "pcp-dstat")]
    return known[0] if known else guess_tool(preamble.names)


def version_of(preamble: Preamble, tool: str) -> str | None:
    """Return the version in the title, where the title is that of the tool."""
    return preamble.version or None if preamble.tool == tool else None


def title_problem(preamble: Preamble, tool: str, line: int) -> list[Problem]:
    """Say where the title names another tool than the one that wrote the rows."""
    if not tool or preamble.tool in {"", tool}:
        return []
    said = say(
        "The title names {title}, but command line and rows are those of {tool}; "
        "the units are taken to be those of {tool}.",
        title=preamble.tool,
        tool=tool,
    )
    return [Problem(Severity.WARNING, said, line)]


def factors_of(
    tool: str, version: str | None, command: Command, layout: Layout, rows: Rows
) -> tuple[Factors, list[Problem]]:
    """Give the factors to SI, with the assumption that they rest on where there is one.

    dool writes bits per second from 1.3 on unless `--bytes` or `--dstat` comes last; DOOL_OPTS
    can say so too and does not show, which request sizes give away.
    """
    if tool != "dool":
        return {"dstat": DSTAT, "pcp-dstat": PCP}.get(tool, UNKNOWN), []
    if command.rates == "bytes":
        return DSTAT, []
    if version is None:
        return UNKNOWN, []
    if _numbers(version) < _FIRST_WITH_BITS:
        return DSTAT, []
    return _bits_or_bytes(version, command, layout, rows)


def _bits_or_bytes(
    version: str, command: Command, layout: Layout, rows: Rows
) -> tuple[Factors, list[Problem]]:
    """Take bits, unless the size of requests that follows from them is impossible."""
    size = _mean_request(layout, rows)
    if size is not None and size / 8 < _LEAST_REQUEST:
        return DSTAT, [_problem(Severity.WARNING, _BYTES_AFTER_ALL, version, size)]
    if command.rates == "bits" or not any(h.family in {"disk", "net"} for h in layout.headings):
        return DOOL_BITS, []
    if size is not None and size / 8 < _USUAL_REQUEST:
        return DOOL_BITS, [_problem(Severity.WARNING, _PERHAPS_BYTES, version, size / 8)]
    return DOOL_BITS, [_problem(Severity.INFO, _BITS, version, 0.0)]


_BITS = (
    "Disk and network rates are taken to be bits per second, as dool {version} writes them "
    "unless --bytes or --dstat is given. An option in DOOL_OPTS would not show in the file."
)
_PERHAPS_BYTES = (
    "Disk and network rates are taken to be bits per second, as dool {version} writes them. "
    "Disk requests of {size:.0f} bytes on average follow from that, which is little: "
    "perhaps DOOL_OPTS asked for bytes."
)
_BYTES_AFTER_ALL = (
    "Disk and network rates are taken to be bytes per second, although dool {version} writes "
    "bits unless asked: with bits, disk requests would be smaller than a sector. "
    "Their mean size is {size:.0f} bytes."
)


def _problem(severity: Severity, template: str, version: str, size: float) -> Problem:
    return Problem(severity, say(template, version=version, size=size))


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d{1,6}", version)[:3])


def _mean_request(layout: Layout, rows: Rows) -> float | None:
    """Return the mean of disk rate over request rate, in the file's own unit."""
    places: dict[tuple[str, str, str], int] = {}
    for heading in layout.headings:
        kind = "requests" if heading.family == "io" or heading.name.startswith("#") else "rate"
        if heading.family in {"disk", "io"}:
            key = (kind, heading.instance or "", heading.name.lstrip("#"))
            places.setdefault(key, heading.position)
    pairs = [
        (figure(row, places[key]), figure(row, places["requests", *key[1:]]))
        for key in places
        if key[0] == "rate" and ("requests", *key[1:]) in places
        for row in rows[1:]
    ]
    known = [(rate, requests) for rate, requests in pairs if rate is not None and requests]
    total = sum(requests for _, requests in known)
    return sum(rate for rate, _ in known) / total if total else None
