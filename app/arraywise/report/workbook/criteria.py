"""Weights and anchors: swings are inputs, anchors too unless they follow from the requirement."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.criteria import DEFAULT_CRITERIA, Criterion
from arraywise.report.workbook.grid import Kind, Live, absolute

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.decision import Answer
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.grid import Grid, Value

LABELS = {
    Criterion.RESPONSE_TIME: ("Response time", "ms", "0.00"),
    Criterion.PROVISIONING: ("Provisioning", "min", "0.00"),
    Criterion.HEADROOM: ("Headroom", "share", "0.0%"),
    Criterion.PRICE: ("36-month price", "", "#,##0"),
}
"""Label, unit and number format of each criterion's attribute."""
_TITLES = (
    "Criterion", "Unit", "Swing", "Weight", "0 points at", "Target", "Points at target",
    "100 points at",
)  # fmt: skip
_SWING, _WEIGHT, _LIMIT, _TARGET, _WORTH, _ASPIRATION = 2, 3, 4, 5, 6, 7
_SCALE = {Criterion.RESPONSE_TIME: 1000.0, Criterion.PROVISIONING: 1 / 60}
"""From SI to the unit of the sheet."""
_NOTHING = '""'


@dataclass(frozen=True, slots=True)
class CriterionCells:
    """Cells of one criterion, for formulas of the same sheet."""

    weight: str
    limit: str
    target: str
    worth: str
    aspiration: str


def in_unit(criterion: Criterion, value: float | None) -> float | None:
    """Return an attribute in the unit of the sheet."""
    return None if value is None else value * _SCALE.get(criterion, 1.0)


def write_criteria(
    grid: Grid, row: int, content: ReportContent, prices: Sequence[str]
) -> tuple[int, dict[Criterion, CriterionCells]]:
    """Write the table of criteria; return the row after it and the cells of each criterion.

    Args:
        grid: the sheet.
        row: where to begin.
        content: of the study.
        prices: cells of the options' unrounded prices.
    """
    answer = content.answer
    grid.put(row, 0, "Criteria", Kind.SECTION)
    grid.head(row + 1, _TITLES, text_columns=2)
    first = row + 2
    last = first + len(answer.settings) - 1
    below = last + 2
    derived = _write_price_anchors(grid, below, answer, prices)
    given = {s.criterion: s for s in content.facts.criteria or DEFAULT_CRITERIA}
    cells = {}
    for at, used in enumerate(answer.settings, start=first):
        anchors = _Anchors(at, used, given[used.criterion], derived)
        cells[used.criterion] = _write_criterion(grid, at, used, anchors, answer, (first, last))
    return below + 5, cells


@dataclass(frozen=True, slots=True)
class _Anchors:
    """What stands in the anchor cells of one criterion: a figure, or what it follows from."""

    row: int
    used: CriterionSetting
    given: CriterionSetting
    derived: dict[str, str]
    """Cells of the anchors that follow from budget and prices."""

    def limit(self) -> Value:
        by_default = {
            Criterion.RESPONSE_TIME: "=Target_ms",
            Criterion.PRICE: f"={self.derived['limit']}",
        }
        return self._cell(self.given.limit, self.used.limit, by_default)

    def target(self) -> Value:
        limit = absolute(self.row, _LIMIT)
        by_default = {
            Criterion.RESPONSE_TIME: f"=0.75*{limit}",
            Criterion.PROVISIONING: f"=0.5*{limit}",
            Criterion.PRICE: f"={self.derived['target']}",
        }
        return self._cell(self.given.target, self.used.target, by_default)

    def aspiration(self) -> Value:
        limit = absolute(self.row, _LIMIT)
        by_default = {
            Criterion.RESPONSE_TIME: f"=0.3*{limit}",
            Criterion.PROVISIONING: f"=0.125*{limit}",
            Criterion.PRICE: f"={self.derived['best']}",
        }
        return self._cell(self.given.aspiration, self.used.aspiration, by_default)

    def _cell(
        self, given: float | None, used: float | None, by_default: dict[Criterion, str]
    ) -> Value:
        criterion = self.used.criterion
        value = in_unit(criterion, used)
        if given is not None or criterion not in by_default:
            return value
        return Live(by_default[criterion], "" if value is None else value)


def _write_criterion(
    grid: Grid,
    row: int,
    used: CriterionSetting,
    anchors: _Anchors,
    answer: Answer,
    rows: tuple[int, int],
) -> CriterionCells:
    label, unit, form = LABELS[used.criterion]
    grid.put(row, 0, label)
    grid.put(row, 1, unit or answer.currency, Kind.UNIT)
    swing = grid.put(row, _SWING, used.swing, Kind.INPUT, "0.##")
    limits = {"validate": "decimal", "criteria": "between", "minimum": 0, "maximum": 100}
    grid.allow(swing, limits)
    swings = f"SUM({absolute(rows[0], _SWING)}:{absolute(rows[1], _SWING)})"
    weight = Live(f"={absolute(row, _SWING)}/{swings}", dict(answer.weights)[used.criterion])
    grid.put(row, _WEIGHT, weight, Kind.COMPUTED, "0.0%")
    values = ((_LIMIT, anchors.limit()), (_TARGET, anchors.target()),
              (_ASPIRATION, anchors.aspiration()))  # fmt: skip
    for column, value in values:
        grid.put(
            row, column, value, Kind.COMPUTED if isinstance(value, Live) else Kind.INPUT, form
        )
    grid.put(row, _WORTH, used.target_value, Kind.INPUT, "0.##")
    name = used.criterion.name.title()
    grid.call(f"Swing_{name}", swing)
    return CriterionCells(
        *(absolute(row, column) for column in (_WEIGHT, _LIMIT, _TARGET, _WORTH, _ASPIRATION))
    )


def _write_price_anchors(
    grid: Grid, row: int, answer: Answer, prices: Sequence[str]
) -> dict[str, str]:
    """Write the anchors that follow from the budget, or else from the prices at round figures."""
    known = [float(o.price.unrounded) for o in answer.options if o.price is not None]
    worth = next((s.target_value for s in answer.settings if s.criterion is Criterion.PRICE), 60.0)
    cell = next(
        (absolute(i, _WORTH) for i, s in enumerate(answer.settings, start=_first_of(row, answer))
         if s.criterion is Criterion.PRICE),
        "60",
    )  # fmt: skip
    figures = _price_anchors(answer, known, worth)
    step, best, limit = (absolute(row + i, _SWING) for i in range(3))
    every = ",".join(prices)
    top = f"MAX({every},1)" if prices else "1"
    low = f"INT(MIN({every})/{step})*{step}" if prices else _NOTHING
    high = f"(INT(MAX({every})/{step})+1)*{step}" if prices else _NOTHING
    between = f"{best}+(1-{cell}/100)*({limit}-{best})" if prices else _NOTHING
    lines = (
        ("Price step of round figures", f"=10^INT(LOG10({top}))/2"),
        ("Price worth 100 points", f"=IF(ISNUMBER(Budget),0.5*Budget,{low})"),
        ("Price worth 0 points", f"=IF(ISNUMBER(Budget),Budget,{high})"),
        ("Price at the target", f"=IF(ISNUMBER(Budget),0.75*Budget,{between})"),
    )
    for offset, ((label, formula), value) in enumerate(zip(lines, figures, strict=True)):
        grid.put(row + offset, 0, label)
        grid.put(row + offset, 1, answer.currency, Kind.UNIT)
        grid.put(row + offset, _SWING, Live(formula, value), Kind.COMPUTED, "#,##0.00")
    return {"best": best, "limit": limit, "target": absolute(row + 3, _SWING)}


def _first_of(below: int, answer: Answer) -> int:
    """Return the first row of the table that ends two rows above `below`."""
    return below - 1 - len(answer.settings)


def _price_anchors(
    answer: Answer, known: Sequence[float], worth: float
) -> tuple[float | str, ...]:
    """Return step, best, limit and target as the formulas give them."""
    step = 10.0 ** math.floor(math.log10(max([*known, 1.0]))) / 2
    budget = answer.requirement.budget
    if budget is not None:
        money = float(budget)
        return step, 0.5 * money, money, 0.75 * money
    if not known:
        return step, "", "", ""
    best = math.floor(min(known) / step) * step
    limit = (math.floor(max(known) / step) + 1) * step
    return step, best, limit, best + (1 - worth / 100) * (limit - best)
