"""Units that scripts write beside a calibration's figures, and what they stand for in SI."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from arraywise.domain.units import KIB, MIB, MICROSECOND, MILLISECOND
from arraywise.importers.io_calibrate.content import Kind

if TYPE_CHECKING:
    from arraywise.importers.io_calibrate.content import Cell

_SECONDS: Final = r"s(?:ec(?:ond)?s?)?"
_TIMES: Final = (
    (rf"m{_SECONDS}|milli{_SECONDS}", MILLISECOND),
    (rf"[u\u00b5\u03bc]{_SECONDS}|micro{_SECONDS}", MICROSECOND),
    (_SECONDS, 1.0),
)
_PER_SECOND: Final = rf"(?:ytes?)?[ \t]?(?:/|p|per)[ \t]?{_SECONDS}"
_RATES: Final = (
    (rf"Mi?B{_PER_SECOND}", float(MIB)),
    (rf"Gi?B{_PER_SECOND}", float(KIB * MIB)),
    (rf"Ki?B{_PER_SECOND}", float(KIB)),
    (rf"B{_PER_SECOND}", 1.0),
)
_OF_KIND: Final = {Kind.LATENCY: _TIMES, Kind.MBPS: _RATES, Kind.PMBPS: _RATES}
_LIKE_TIME: Final = r"[^\W\d_]{0,12}(?:s|se[ckg][^\W\d_]{0,8})"
_LIKE_RATE: Final = r"(?!PL/SQL)[^\W\d_]{1,10}(?:/[^\W\d_]{1,10}|ps)"


def known(kind: Kind) -> str:
    """Return the pattern of the units that a figure of a kind may have; IOPS need none."""
    return "|".join(pattern for pattern, _ in _OF_KIND.get(kind, ())) or "IOPS"


def beside(kind: Kind) -> str:
    """Return the pattern of a unit behind a number, also of an unknown one that ends the line."""
    if kind not in _OF_KIND:
        return r"(?!)"
    like = _LIKE_TIME if kind is Kind.LATENCY else _LIKE_RATE
    return rf"(?:{known(kind)})(?![\w/])|{like}(?=[ \t]*$)"


def factor(cell: Cell) -> float | None:
    """Return what a figure is multiplied by for SI; None where its unit is not known."""
    units = _OF_KIND.get(cell.kind)
    if units is None:
        return 1.0
    if cell.unit is None:
        return units[0][1]
    matching = (f for pattern, f in units if re.fullmatch(pattern, cell.unit, re.IGNORECASE))
    return next(matching, None)


def in_megabytes(cell: Cell) -> bool:
    """Say whether a throughput is in MB, whose size Oracle does not state."""
    return cell.kind is Kind.MBPS and (cell.unit or "MB")[:2].upper() == "MB"
