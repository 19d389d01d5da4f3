"""What the output holds: labels, units and times, and the pairs of label and number in a text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from arraywise.domain.units import KIB, MIB, MICROSECOND, MILLISECOND
from arraywise.importers.kit.readings import parse_month

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.importers.kit.text import TextPositions


class CalibrationField(StrEnum):
    """The fields of a calibration, by their names in DBA_RSRC_IO_CALIBRATE."""

    IOPS = "MAX_IOPS"
    MBPS = "MAX_MBPS"
    PMBPS = "MAX_PMBPS"
    LATENCY = "LATENCY"
    DISKS = "NUM_PHYSICAL_DISKS"
    START = "START_TIME"
    END = "END_TIME"
    INFO = "ADDITIONAL_INFO"


FIGURES = (
    CalibrationField.IOPS,
    CalibrationField.MBPS,
    CalibrationField.PMBPS,
    CalibrationField.LATENCY,
)
NUMERIC = (*FIGURES, CalibrationField.DISKS)


@dataclass(frozen=True, slots=True)
class CalibrationCell:
    """One printed value."""

    kind: CalibrationField
    text: str
    line: int
    column: int
    unit: str | None = None
    ends_file: bool = False
    """Nothing follows, not even a line end: the number may have been cut."""


@dataclass(frozen=True, slots=True)
class CalibrationResult:
    """One set of printed values that belong together: three lines of text, or a row of a view."""

    cells: tuple[CalibrationCell, ...]
    offset: int
    """Where in the text it begins, to keep runs in order and find what belongs to them."""
    call_number: int = -1
    """Number of the PL/SQL call that printed it; -1 for a row of the view."""

    def cell(self, kind: CalibrationField) -> CalibrationCell | None:
        """Return a value by its kind."""
        return next((cell for cell in self.cells if cell.kind is kind), None)

    def cell_text(self, kind: CalibrationField) -> str | None:
        """Return a value as printed."""
        cell = self.cell(kind)
        return cell.text if cell else None

    @property
    def figures(self) -> tuple[CalibrationCell, ...]:
        """The measured values alone."""
        return tuple(cell for cell in self.cells if cell.kind in FIGURES)

    @property
    def is_view_row(self) -> bool:
        """True for a row of DBA_RSRC_IO_CALIBRATE, which holds the latest run only."""
        return self.call_number < 0


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
_OF_KIND: Final = {
    CalibrationField.LATENCY: _TIMES,
    CalibrationField.MBPS: _RATES,
    CalibrationField.PMBPS: _RATES,
}
_LIKE_TIME: Final = r"[^\W\d_]{0,12}(?:s|se[ckg][^\W\d_]{0,8})"
_LIKE_RATE: Final = r"(?!PL/SQL)[^\W\d_]{1,10}(?:/[^\W\d_]{1,10}|ps)"


def known_units_pattern(kind: CalibrationField) -> str:
    """Return the pattern of the units that a figure of a kind may have; IOPS need none."""
    return "|".join(pattern for pattern, _ in _OF_KIND.get(kind, ())) or "IOPS"


def trailing_unit_pattern(kind: CalibrationField) -> str:
    """Return the pattern of a unit behind a number, also of an unknown one that ends the line."""
    if kind not in _OF_KIND:
        return r"(?!)"
    like = _LIKE_TIME if kind is CalibrationField.LATENCY else _LIKE_RATE
    return rf"(?:{known_units_pattern(kind)})(?![\w/])|{like}(?=[ \t]*$)"


def si_factor(cell: CalibrationCell) -> float | None:
    """Return what a figure is multiplied by for SI; None where its unit is not known."""
    units = _OF_KIND.get(cell.kind)
    if units is None:
        return 1.0
    if cell.unit is None:
        return units[0][1]
    matching = (f for pattern, f in units if re.fullmatch(pattern, cell.unit, re.IGNORECASE))
    return next(matching, None)


def is_in_megabytes(cell: CalibrationCell) -> bool:
    """Return whether a throughput is in MB, whose size Oracle does not define."""
    return cell.kind is CalibrationField.MBPS and (cell.unit or "MB")[:2].upper() == "MB"


FLAGS: Final = re.IGNORECASE | re.MULTILINE
NUMBER: Final = r"#+|\d(?:[\d.,']{0,28}\d)?|[.,]\d{1,20}"
"""A number in any country's writing, or SQL*Plus' sign for one that does not fit."""
_SPACED: Final = r"\d{1,3}(?:[ ]\d{3})+(?![\w.,]|[ ]\d)"
_UNSPACED: Final = rf"(?!\d{{1,3}}[ ]\d{{3}})(?:{NUMBER})"
_BEFORE: Final = r"(?<![\w.$#&%])(?:[lv]_|calc\\?_)?"
_JOIN: Final = r"[ \t]*\\?[_ \t-][ \t]*"
_NO_LIMIT: Final = r"(?<!max )(?<!max_)(?<!max\. )(?<!maximum )(?<!maximale )"
"""A latency with this before it is the limit that was set."""
_MAX: Final = rf"max(?:imum|imale|\.)?{_JOIN}"
_BEHIND: Final = r"[ \t]+m[a\u00e1]ximo"
_MB_PER_S: Final = r"mb(?:ytes)?[ \t]*(?:/|per\b)[ \t]*s(?:ec)?"
_FOUND: Final = r"act(?:ual|\.)?[ \t_]*|calc(?:ulated|\.)?[ \t_]*|avg[ \t_.]*"
_IO_PER_S: Final = r"ios?(?:ps|[ \t]*/[ \t]*sec|[ \t]+per[ \t]+sec)"
_LATENCY: Final = r"lat(?:ency|enz|[e\u00ea]ncia)?"
_PHRASES: Final = (
    (CalibrationField.PMBPS, rf"{_MAX}pmbps"),
    (CalibrationField.IOPS, rf"{_MAX}{_IO_PER_S}|I/O[ \t]+Ops/sec|IOPS{_BEHIND}"),
    (CalibrationField.MBPS, rf"{_MAX}(?:mbps|mbytes?-per-sec|{_MB_PER_S})|MB/sec|MBPS{_BEHIND}"),
    (CalibrationField.LATENCY, rf"(?:{_FOUND})?{_LATENCY}"),
    (CalibrationField.DISKS, rf"num{_JOIN}physical{_JOIN}disks|#disks"),
)
_SEPARATOR: Final = r"(?:&nbsp;|[ \t])*(?:[=:|])(?:&nbsp;|[ \t])*"
PAIRS: Final = tuple(
    (
        kind,
        re.compile(
            rf"{_NO_LIMIT}{_BEFORE}(?:{phrase})"
            rf"(?:[ \t]*\([ \t]*(?P<label_unit>{known_units_pattern(kind)})[ \t]*\))?"
            rf"{_SEPARATOR}(?P<number>{_SPACED}|{_UNSPACED})(?![\w#%])(?![.,'][.,'\d])"
            rf"(?:[ \t]*(?P<unit>{trailing_unit_pattern(kind)}))?",
            FLAGS,
        ),
    )
    for kind, phrase in _PHRASES
)
"""A label, a separator and a number; a label in code is followed by a quote instead."""
TIMES: Final = tuple(
    (
        kind,
        re.compile(
            rf"{_BEFORE}{name}\\?_time{_SEPARATOR}(?P<number>\d[^\n|]{{6,50}}?)[ \t|]*$", FLAGS
        ),
    )
    for kind, name in ((CalibrationField.START, "start"), (CalibrationField.END, "end"))
)
NOT_OUTPUT: Final = re.compile(
    r"^[ \t>]{0,200}(?:(?:SQL|\w{1,40}@[\w.]{1,60})\\?>[ \t]{0,200})?"
    r"(?:pro(?:mpt)?|rem(?:ark)?|--|/\*|enter value for|(?:old|new)[ \t]+\d{1,6}:)[^\n]*"
    r"|\bput_line\b[^\n]*",
    FLAGS,
)
"""Lines that only look like output: comments, prompts of a script, questions, echoed code."""

BLOCK_END: Final = re.compile(
    r"\bPL/SQL(?!\s+Release\b)[ \t]*(?:[^\W\d_]|-)[^\n=|;()'\"]{0,80}"
    r"|^[ \t]*(?:SQL|\w{1,40}@[\w.]{1,60})\\?>"
    r"|^[ \t]*[^\W\d_]{2,20}[ \t]*[:\uff1a][ \t]*\d\d:[ ]?\d\d:[ ]?\d\d[.,]\d\d[ \t]*$",
    re.MULTILINE,
)
"""The end of a PL/SQL call: its completion message, the next prompt, or the time it took."""
PROMPT: Final = re.compile(r"^[ \t]*(?:SQL|\w{1,40}@[\w.]{1,60})\\?>", re.MULTILINE)
CODE: Final = re.compile(r"\bcalibrate_io\b|\bdba_rsrc_io_calibrate\b", re.IGNORECASE)

STATUS_VIEW: Final = re.compile(r"\bCALIBRATION_TIME\b|\bV\$IO_CALIBRATION_STATUS\b", FLAGS)

_AFTERNOON = ("pm", "下午", "午後", "오후", "p.m.")
_HALF = r"(?P<half>am|pm|a\.m\.|p\.m\.|上午|下午|午前|午後|오전|오후)"
_TIME = (
    r"(?:[ T]+(?P<hour>\d{1,2})[.:](?P<minute>\d{2})[.:](?P<second>\d{2})"
    r"(?:[.,](?P<fraction>\d{1,9}))?)?"
)
_PATTERNS = tuple(
    re.compile(pattern + _TIME + rf"(?:\s*{_HALF})?", re.IGNORECASE)
    for pattern in (
        r"(?P<day>\d{1,2})[-. /](?P<name>[^\W\d_]{3,10})\.? {0,9}[-. /](?P<year>\d{2,4})",
        r"(?P<day>\d{1,2})[-. /](?P<month>\d{1,2})(?:月|월)\s?[-. /](?P<year>\d{2,4})",
        r"(?P<year>\d{4})[-./](?P<month>\d{2})[-./](?P<day>\d{2})",
        r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{2,4})",
        r"(?P<day>1[3-9]|2\d|3[01])[-/](?P<month>\d{1,2})[-/](?P<year>\d{4})",
        r"(?P<month>\d{1,2})[-/](?P<day>1[3-9]|2\d|3[01])[-/](?P<year>\d{4})",
        r"(?P<year>\d{4})(?P<month>\d{2})(?P<day>\d{2})",
    )
)


def parse_view_timestamp(text: str) -> datetime | None:
    """Read a timestamp without a zone; None where day and month cannot be told for sure.

    Years of two digits are of this century. `5/4/21` and the like are left unread.
    """
    for pattern in _PATTERNS:
        match = pattern.fullmatch(text.strip())
        if match:
            return _build_datetime(match.groupdict())
    return None


def _build_datetime(parts: dict[str, str | None]) -> datetime | None:
    name = parts.get("name")
    month = int(parts.get("month") or 0) if name is None else parse_month(name) or 0
    year = int(parts.get("year") or 0)
    hour = int(parts.get("hour") or 0)
    half = (parts.get("half") or "").lower()
    if half and hour <= 12:
        hour = hour % 12 + (12 if half in _AFTERNOON else 0)
    fraction = (parts.get("fraction") or "0")[:6].ljust(6, "0")
    try:
        return datetime(  # noqa: DTZ001 - the zone is not written
            year + 2000 if year < 100 else year,
            month,
            int(parts.get("day") or 0),
            hour,
            int(parts.get("minute") or 0),
            int(parts.get("second") or 0),
            int(fraction),
        )
    except ValueError:
        return None


_TRIPLE = {CalibrationField.IOPS, CalibrationField.MBPS, CalibrationField.LATENCY}
_SIGNS = {kind: [p for k, p in PAIRS if k is kind] for kind in sorted(_TRIPLE)}
_LIKELY: Final = {
    kind: re.compile(
        rf"(?:{_LATENCY if kind is CalibrationField.LATENCY else phrase.lower()})"
        rf"(?:[ \t]*\([^()\n]{{0,80}}\))?{_SEPARATOR}[#\d.,]"
    )
    for kind, phrase in _PHRASES
    if kind in _TRIPLE
}
"""What is in every pair of a kind, in small letters: found many times as fast as the pair."""
_FEWEST_KINDS = 2

_Event = tuple[int, "tuple[CalibrationField, re.Match[str]] | None"]
"""An offset with a label and its number, or with None for the end of a call."""


@dataclass(slots=True)
class _OpenResult:
    call_number: int = 0
    cells: list[CalibrationCell] = field(default_factory=list)
    offset: int = 0

    def has(self, kind: CalibrationField) -> bool:
        return any(cell.kind is kind for cell in self.cells)

    def build_result(self) -> CalibrationResult | None:
        result = CalibrationResult(tuple(self.cells), self.offset, self.call_number)
        self.cells = []
        return result if result.figures else None


def parse_pairs(text: str, positions: TextPositions) -> list[CalibrationResult]:
    """Gather results; a repeated label or the end of a call begins the next one.

    Figures of two kinds are a calibration only where the text speaks of one; a setting such as
    a lone `max_iops = 500` is none.
    """
    if not _may_hold_figures(text, _FEWEST_KINDS):
        return []
    is_spoken_of = CODE.search(text) or STATUS_VIEW.search(text) or BLOCK_END.search(text)
    needed = _FEWEST_KINDS if is_spoken_of else len(_TRIPLE)
    results = [result for result in _collect_results(text, positions) if result]
    kinds = {cell.kind for result in results for cell in result.figures}
    return results if len(kinds & _TRIPLE) >= needed else []


def _may_hold_figures(text: str, fewest_kinds: int) -> bool:
    """Say whether figures of so many kinds may be there; most texts lack the first one already."""
    lacking, lowered = 0, text.lower()
    for kind, patterns in _SIGNS.items():
        is_likely = _LIKELY[kind].search(lowered) is not None
        lacking += not (is_likely and any(pattern.search(text) for pattern in patterns))
        if lacking > len(_SIGNS) - fewest_kinds:
            return False
    return True


def _collect_results(text: str, positions: TextPositions) -> Iterator[CalibrationResult | None]:
    collected = _OpenResult()
    for offset, event in _find_events(text):
        if event is None:
            yield collected.build_result()
            collected.call_number += 1
            continue
        kind, match = event
        if collected.has(kind):
            yield collected.build_result()
        if not collected.cells:
            collected.offset = offset
        collected.cells.append(_build_cell(kind, match, positions, len(text)))
    yield collected.build_result()


def _find_events(text: str) -> list[_Event]:
    """List pairs and ends of calls in the order of the text, code left out."""
    excluded = [match.span() for match in NOT_OUTPUT.finditer(text)]
    events: list[_Event] = [(match.start(), None) for match in BLOCK_END.finditer(text)]
    for kind, pattern in (*PAIRS, *TIMES):
        events += [(match.start("number"), (kind, match)) for match in pattern.finditer(text)]
    events.sort(key=lambda event: event[0])
    return list(_drop_excluded(events, excluded))


def _drop_excluded(events: list[_Event], excluded: list[tuple[int, int]]) -> Iterator[_Event]:
    spans = iter(excluded)
    span = next(spans, None)
    for offset, event in events:
        while span and span[1] <= offset:
            span = next(spans, None)
        if not span or offset < span[0]:
            yield offset, event


def _build_cell(
    kind: CalibrationField, match: re.Match[str], positions: TextPositions, text_length: int
) -> CalibrationCell:
    at = match.start("number")
    groups = match.groupdict()
    unit = groups.get("unit") or groups.get("label_unit")
    return CalibrationCell(
        kind, match.group("number").strip(), positions.line(at), positions.column(at), unit,
        ends_file=kind in FIGURES and match.end("number") == text_length,
    )  # fmt: skip
