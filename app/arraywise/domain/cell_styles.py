"""How a cell looks beside its figure: bold, a fill, and a rule that fills it by its value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from urllib.parse import quote, unquote

from arraywise.domain.cells import AS_IT_COMES, NumberFormat, read_format

FILLS = {
    "red": "fail_tint",
    "yellow": "warn_tint",
    "green": "pass_tint",
    "blue": "accent_tint",
    "grey": "unknown_tint",
}
"""Fills, each with its token among the colours of a theme."""
_BOLD, _FILL, _RULE = "bold", "fill", "rule"


class RuleKind(StrEnum):
    """When a rule fills a cell."""

    GREATER = "greater"
    LESS = "less"
    BETWEEN = "between"
    EQUAL = "equal"
    CONTAINS = "contains"
    TOP = "top"
    """Among the greatest figures of the rule's cells."""
    SCALE = "scale"
    """Always: from red over yellow to green, or from green to red."""


@dataclass(frozen=True, slots=True)
class FormatRule:
    """A rule of some cells; those that have the same one are compared with each other."""

    number: int
    """Tells rules apart that are otherwise alike."""
    kind: RuleKind
    fill: str = "red"
    first: str = ""
    """A figure with a decimal point, or the text that is contained."""
    second: str = ""
    """The upper end of `between`."""

    def __str__(self) -> str:
        """Return it as it is stored."""
        parts = (_RULE, str(self.number), self.kind, self.fill, quote(self.first), self.second)
        return " ".join(parts).rstrip()


@dataclass(frozen=True, slots=True)
class CellStyle:
    """All of how a cell looks."""

    number: NumberFormat = AS_IT_COMES
    bold: bool = False
    fill: str = ""
    """One of `FILLS`, or empty."""
    rule: FormatRule | None = None

    def __str__(self) -> str:
        """Return it as it is stored; nothing where the cell looks as any other."""
        parts = [str(self.number)]
        parts += [_BOLD] if self.bold else []
        parts += [f"{_FILL} {self.fill}"] if self.fill else []
        parts += [str(self.rule)] if self.rule else []
        return ";".join(parts) if any(parts) else ""


_NOTHING = CellStyle()


def read_style(text: str) -> CellStyle:
    """Return a stored style; what cannot be read is left out."""
    if not text:
        return _NOTHING
    style = CellStyle(read_format(text))
    for part in text.split(";")[1:]:
        name, _, rest = part.partition(" ")
        if name == _BOLD:
            style = replace(style, bold=True)
        elif name == _FILL and rest in FILLS:
            style = replace(style, fill=rest)
        elif name == _RULE:
            style = replace(style, rule=_read_rule(rest))
    return style


def _read_rule(text: str) -> FormatRule | None:
    number, kind, fill, first, second, *_ = [*text.split(" "), *[""] * 5]
    known = {each.value: each for each in RuleKind}.get(kind)
    if known is None or not number.isdecimal() or fill not in FILLS:
        return None
    return FormatRule(int(number), known, fill, unquote(first), second)
