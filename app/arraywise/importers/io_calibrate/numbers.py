"""Numbers whose country is not said: one decision for a file, and both readings where it fails."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say
from arraywise.importers.io_calibrate.content import Cell, Kind
from arraywise.importers.open_numbers import CHOSEN, OPEN

if TYPE_CHECKING:
    from collections.abc import Iterable

_SINGLE = re.compile(r"(?P<whole>\d{1,3})(?P<mark>[.,'])(?P<rest>\d{3})")
_REPEATED = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})+")
_MIXED = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?!\1)[.,]\d+")
_OTHER = {".": ",", ",": "."}
_WHOLE = (Kind.IOPS, Kind.MBPS, Kind.PMBPS, Kind.DISKS)


class NumberWriting:
    """Which mark is the decimal one in a file, judged from all its numbers together."""

    def __init__(self, cells: Iterable[Cell], chosen: str | None = None) -> None:
        """Weigh the numbers: a leading or odd mark is decimal, a repeated one groups thousands.

        Args:
            cells: All numbers of the file.
            chosen: The decimal mark, where the user said it; for numbers that are open only.
        """
        cells = tuple(cells)
        certain = {mark for cell in cells if (mark := _certain_decimal(cell.text))}
        grouping = {mark for cell in cells if (mark := _grouping(cell))}
        likely = certain or {_OTHER[mark] for mark in grouping if mark in _OTHER}
        self.decimal = next(iter(likely)) if len(likely) == 1 else None
        self.contradicts_itself = len(likely) > 1
        self.chosen = chosen
        self.blanks_group = any(cell.text.count(" ") > 1 for cell in cells)

    def read(self, cell: Cell) -> tuple[float | None, Problem | None]:
        """Read one number; None with a problem where two readings remain."""
        text = cell.text
        if "#" in text:
            return None, _overflow(cell)
        if text.isdecimal():
            return float(text), None
        if " " in text:
            return self._read_spaced(cell)
        single = _SINGLE.fullmatch(text)
        if single and not single.group("whole").startswith("0"):
            return self._read_single(cell, single)
        return self._read_plain(cell)

    def _read_spaced(self, cell: Cell) -> tuple[float | None, Problem | None]:
        """Blanks group thousands; a lone one may also stand between two numbers."""
        joined = cell.text.replace(" ", "")
        if self.blanks_group:
            return float(joined), None
        return None, _open(cell, joined, cell.text.split(" ")[0])

    def _read_single(
        self, cell: Cell, match: re.Match[str]
    ) -> tuple[float | None, Problem | None]:
        """Read `104.580`: thousands in a whole quantity, decimals in a latency."""
        mark = match.group("mark")
        grouped = match.group("whole") + match.group("rest")
        decimal = f"{match.group('whole')}.{match.group('rest')}"
        if mark == "'":
            return float(grouped), _grouped(cell, grouped)
        if self.contradicts_itself:
            return self._ask(cell, mark, grouped, decimal)
        if _is_whole(cell) and mark != self.decimal:
            return float(grouped), _grouped(cell, grouped)
        if not _is_whole(cell) and self.decimal in (None, mark):
            return float(decimal), None
        return self._ask(cell, mark, grouped, decimal)

    def _ask(
        self, cell: Cell, mark: str, grouped: str, decimal: str
    ) -> tuple[float | None, Problem | None]:
        """Take what the user said of a number that the file leaves open, else ask."""
        if self.chosen is None:
            return None, _open(cell, grouped, decimal)
        return _chosen(cell, decimal if mark == self.chosen else grouped, self.chosen)

    def _read_plain(self, cell: Cell) -> tuple[float | None, Problem | None]:
        """Read a number that has only one reading, or none."""
        text = re.sub(r"(?<=\d)'(?=\d{3}(?!\d))", "", cell.text)
        decimal = _certain_decimal(text)
        if decimal is None:
            return None, _unreadable(cell)
        plain = text.replace(_OTHER[decimal], "").replace(decimal, ".")
        try:
            return float(plain), None
        except ValueError:
            return None, _unreadable(cell)


def _certain_decimal(text: str) -> str | None:
    """Give the decimal mark where a number leaves no doubt.

    `,11`, `0,110`, `10.86` and `1.234,5` show theirs; `1.353.418` shows the other's.
    """
    marks = [character for character in text if character in ".,"]
    if not marks or "#" in text:
        return None
    last = marks[-1]
    whole, _, rest = text.rpartition(last)
    if len(set(marks)) == 2:
        return last if _MIXED.fullmatch(text) else None
    if len(marks) > 1:
        return _OTHER[last] if _REPEATED.fullmatch(text) else None
    return last if whole in ("", "0") or len(rest) != 3 or len(whole) > 3 else None


def _is_whole(cell: Cell) -> bool:
    """Oracle gives these without decimals; a script that writes GB/s has divided."""
    return cell.kind in _WHOLE and not (cell.unit or "").upper().startswith("G")


def _grouping(cell: Cell) -> str | None:
    """Give the mark before exactly three digits of a whole quantity: it groups thousands."""
    match = _SINGLE.fullmatch(cell.text)
    if not match or not _is_whole(cell) or match.group("whole").startswith("0"):
        return None
    return match.group("mark")


def _chosen(cell: Cell, value: str, mark: str) -> tuple[float, Problem]:
    said = say(CHOSEN, name=cell.kind.value, text=cell.text, value=value, mark=mark)
    return float(value), Problem(Severity.INFO, said, cell.line)


def _grouped(cell: Cell, grouped: str) -> Problem:
    said = say(
        "{text} is read as {value}: {name} is a whole number, so the mark groups thousands.",
        text=cell.text,
        value=grouped,
        name=cell.kind.value,
    )
    return Problem(Severity.INFO, said, cell.line)


def _open(cell: Cell, first: str, second: str) -> Problem:
    said = say(
        OPEN,
        name=cell.kind.value,
        text=cell.text,
        first=first,
        second=second,
    )
    return Problem(Severity.WARNING, said, cell.line)


def _overflow(cell: Cell) -> Problem:
    said = say(
        "{name} did not fit its column and was printed as {text}: it is not known.",
        name=cell.kind.value,
        text=cell.text,
    )
    return Problem(Severity.WARNING, said, cell.line)


def _unreadable(cell: Cell) -> Problem:
    said = say('{name} "{text}" is no number.', name=cell.kind.value, text=cell.text)
    return Problem(Severity.WARNING, said, cell.line)
