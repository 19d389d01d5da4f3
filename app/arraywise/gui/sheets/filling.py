"""What the fill handle and Ctrl+D put into further cells: copies, series, formulas that move."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale

from arraywise.gui.sheets.grid_view import Block, Laid
from arraywise.gui.sheets.money import parse_decimal
from arraywise.usecases.typed_texts import moved_text
from arraywise.usecases.typed_times import is_estimate

if TYPE_CHECKING:
    from collections.abc import Callable
    from decimal import Decimal

    Continue = Callable[[list[str], int, int, int], list[str]]

_ENDING = re.compile(r"(.*?)(\d+)")


def continued(laid: Laid, down: int, right: int) -> Laid:
    """Return the rows or columns that follow cells; negative: that stand before them.

    A single number is copied, two or more with the same step go on as a series, a text that ends
    in a number counts on, formulas move, and formats repeat.
    """
    return _each_line(laid, down, right, fill)


def copied(laid: Laid, down: int, right: int) -> Laid:
    """Return the rows or columns that follow cells as copies of these; formulas move."""
    return _each_line(laid, down, right, _copied)


def _each_line(laid: Laid, down: int, right: int, go_on: Continue) -> Laid:
    """Continue each row or column for itself."""

    def grown(block: Block, of: Continue) -> Block:
        if right:
            return [of(list(row), right, 0, 1) for row in block]
        columns = [of(list(column), down, 1, 0) for column in zip(*block, strict=True)]
        return [list(row) for row in zip(*columns, strict=True)]

    formats = None if laid.formats is None else grown(laid.formats, _repeated)
    return Laid(grown(laid.texts, go_on), formats)


def _repeated(line: list[str], count: int, _down: int, _right: int) -> list[str]:
    """Continue formats."""
    places = range(count) if count > 0 else range(count, 0)
    return [line[place % len(line)] for place in places]


def _copied(line: list[str], count: int, down: int, right: int) -> list[str]:
    """Continue a line of cells by copies."""
    decimal, long = QLocale().decimalPoint(), len(line)
    aways = [place - place % long + long for place in range(count)]
    return [
        moved_text(line[place % long], decimal, down * away, right * away)
        for place, away in enumerate(aways)
    ]


def fill(line: list[str], count: int, down: int, right: int) -> list[str]:
    """Continue a line of cells; see `continued`."""
    if count < 0:
        turned = fill(line[::-1], -count, -down, -right)
        return turned[::-1]
    step = _step_of(line)
    return [_continued(line, place, step, down, right) for place in range(count)]


def _continued(line: list[str], place: int, step: Decimal | None, down: int, right: int) -> str:
    source = place % len(line)
    away = place + len(line) - source
    text = line[source]
    if text.startswith("="):
        return moved_text(text, QLocale().decimalPoint(), down * away, right * away)
    if step is not None:
        last = parse_decimal(line[-1])
        assert last is not None  # noqa: S101 - a step is known of numbers only
        return _written(last + step * (place + 1))
    return _counted_on(text, line, place, forwards=down + right > 0)


def _step_of(line: list[str]) -> Decimal | None:
    """Return the step of two or more numbers that have the same one."""
    numbers = [parse_decimal(text) for text in line]
    known = [number for number in numbers if number is not None]
    if len(known) < 2 or len(known) != len(line):
        return None
    steps = {after - before for before, after in pairwise(known)}
    return steps.pop() if len(steps) == 1 else None


def _written(number: Decimal) -> str:
    return f"{number:f}".replace(".", QLocale().decimalPoint())


def _counted_on(text: str, line: list[str], place: int, *, forwards: bool) -> str:
    found = _ENDING.fullmatch(text)
    if found is None or not found[1].strip() or _is_figure(text):
        return text
    rounds = place // len(line) + 1
    number = int(found[2]) + (rounds if forwards else -rounds) * _stride(line)
    return f"{found[1]}{max(0, number):0{len(found[2])}d}"


def _is_figure(text: str) -> bool:
    return parse_decimal(text) is not None or is_estimate(text, QLocale().decimalPoint())


def _stride(line: list[str]) -> int:
    """Return by how much a text counts on: as many as stand in the line with the same words."""
    words = {found[1] for text in line if (found := _ENDING.fullmatch(text)) is not None}
    return len(line) if len(words) == 1 else 1
