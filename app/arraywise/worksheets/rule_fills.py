"""Which cells their rules fill, and with what."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from arraywise.domain.cell_styles import FormatRule, RuleKind, read_style

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from arraywise.domain.cells import CellAddress, CellResult, InputCell, Value

_SCALE = ("red", "yellow", "green")


def rules_of(cells: Iterable[InputCell]) -> dict[FormatRule, list[CellAddress]]:
    """Return the cells of every rule."""
    found: dict[FormatRule, list[CellAddress]] = defaultdict(list)
    for cell in cells:
        if "rule " in cell.number_format:
            rule = read_style(cell.number_format).rule
            if rule is not None:
                found[rule].append(cell.place)
    return found


def rule_fills(
    rules: Mapping[FormatRule, list[CellAddress]], results: Mapping[CellAddress, CellResult]
) -> dict[CellAddress, str]:
    """Return the fills of the cells whose value meets their rule."""
    fills: dict[CellAddress, str] = {}
    for rule, places in rules.items():
        values = {place: results[place].value for place in places if place in results}
        figures = {p: v for p, v in values.items() if isinstance(v, float)}
        if rule.kind is RuleKind.SCALE:
            fills |= _on_scale(figures, upwards=rule.fill != "red")
        elif rule.kind is RuleKind.TOP:
            count = int(rule.first) if rule.first.isdecimal() else 0
            first = sorted(figures, key=lambda place: -figures[place])[:count]
            fills |= dict.fromkeys(first, rule.fill)
        else:
            fills |= {p: rule.fill for p, value in values.items() if _meets(rule, value)}
    return fills


def _on_scale(figures: Mapping[CellAddress, float], *, upwards: bool) -> dict[CellAddress, str]:
    """Fill by thirds of the way from the least to the greatest figure."""
    if not figures:
        return {}
    least, most = min(figures.values()), max(figures.values())
    order = _SCALE if upwards else _SCALE[::-1]
    wide = (most - least) or 1.0
    return {p: order[min(2, int(3 * (v - least) / wide))] for p, v in figures.items()}


def _meets(rule: FormatRule, value: Value) -> bool:
    if rule.kind is RuleKind.CONTAINS:
        return rule.first.casefold() in str("" if value is None else value).casefold()
    if not isinstance(value, float):
        is_equal = rule.kind is RuleKind.EQUAL and isinstance(value, str)
        return is_equal and str(value).casefold() == rule.first.casefold()
    first = _figure(rule.first)
    return {
        RuleKind.GREATER: value > first,
        RuleKind.LESS: value < first,
        RuleKind.EQUAL: value == first,
        RuleKind.BETWEEN: first <= value <= _figure(rule.second),
    }.get(rule.kind, False)


def _figure(text: str) -> float:
    """Return a stored figure; one that cannot be read is met by nothing."""
    try:
        return float(text)
    except ValueError:
        return float("nan")
