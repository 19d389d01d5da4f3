"""Field tables of price lines, requirement, criteria: get, set, unit.

A cell's value is the figure that it shows, in the unit of its column: percents, months, minutes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeAlias

from arraywise.analysis.decision.scoring import (
    check_criteria,
    criteria_with_swings_of,
    set_weights,
    stamp_swings_with_anchors,
)
from arraywise.domain.criteria import kind_of
from arraywise.domain.messages import Message, UserError, message
from arraywise.domain.pricing import PRICE_FIELDS, FieldType
from arraywise.domain.requirement_fields import RequirementKind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from arraywise.domain.cells import CellAddress, CellFault, CellResult, InputCell, Value
    from arraywise.domain.criteria import CriterionSetting, Stakeholder, Weighting
    from arraywise.domain.pricing import PriceField, PriceLine
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.requirement_fields import RequirementField

SECONDS_PER_HOUR = 3600.0
Figure: TypeAlias = float | None
"""A formula's numeric result; None where it has a fault."""
TypedCells: TypeAlias = "Mapping[CellAddress, InputCell]"
Results: TypeAlias = "Mapping[CellAddress, CellResult]"
Values: TypeAlias = "Mapping[CellAddress, Value]"
Figures: TypeAlias = "Mapping[CellAddress, Figure]"
Faults: TypeAlias = "dict[CellAddress, CellFault]"
EXTENDED_PRICE_COLUMN = 9
"""Index of the extended price's column; the maintenance for 36 months follows."""
COMPUTED_COLUMNS = frozenset({EXTENDED_PRICE_COLUMN, EXTENDED_PRICE_COLUMN + 1})
QUANTITY_COLUMN = next(
    column for column, field in enumerate(PRICE_FIELDS) if field.name == "quantity"
)
DEMAND_COLUMNS = frozenset({QUANTITY_COLUMN})
PRICE_COLUMNS = {
    field.key: column if column < EXTENDED_PRICE_COLUMN else column + len(COMPUTED_COLUMNS)
    for column, field in enumerate(PRICE_FIELDS)
}
"""Column of each field, A being 0; the seldom ones stand behind the computed ones."""
FIELD_IN_COLUMN = {PRICE_COLUMNS[field.key]: field for field in PRICE_FIELDS}
SWING_COLUMN = 1
"""Index of the column of the swings."""
FIRST_STAKEHOLDER_COLUMN = 8
"""Index of the first stakeholder's column; two computed columns lie before it."""
WORKINGS_KEY, REQUIREMENT_KEY, CRITERIA_KEY = "workings", "requirement", "criteria"


class InvalidValue(Exception):  # noqa: N818 - it is what is wrong with a value
    """A value that a field cannot take; its message says why."""

    def __init__(self, sentence: Message) -> None:
        super().__init__(str(sentence))
        self.message = sentence


def to_non_negative_decimal(figure: Figure) -> Decimal | None:
    """Return a figure as a decimal of the 15 digits that spreadsheets show.

    Raises:
        InvalidValue: When it is negative.
    """
    if figure is None:
        return None
    if figure < 0:
        raise InvalidValue(message("{figure:,.6g} is below zero.", figure=figure))
    return Decimal(f"{figure:.15g}")


def price_field_value(field: PriceField, line: PriceLine) -> Value:
    """Return the value that formulas see for a field of a price line."""
    value = field.value_in(line)
    if field.kind is FieldType.SHARE:
        return float(value * 100)
    if field.is_figure:
        return None if value is None else float(value)
    if field.kind is FieldType.YES:
        return bool(value)
    return str(value) or None


def with_price_figure(field: PriceField, line: PriceLine, figure: Figure) -> PriceLine:
    """Return a price line with a field set to a formula's result.

    Raises:
        InvalidValue: When the field cannot take it.
    """
    if field.kind is FieldType.SHARE:
        share = (to_non_negative_decimal(figure) or Decimal(0)) / 100
        if share > 1:
            raise InvalidValue(message("A discount is at most 100 %."))
        return field.with_value(line, share)
    if field.kind is FieldType.MONTHS:
        if figure is None or not (0 <= figure <= 600 and figure == int(figure)):
            raise InvalidValue(message("A warranty is a whole number of months."))
        return field.with_value(line, int(figure))
    value = to_non_negative_decimal(figure)
    return (
        line if value is None and field.kind is FieldType.COUNT else field.with_value(line, value)
    )


def _require_number(figure: Figure) -> float:
    if figure is None or not math.isfinite(figure):
        raise InvalidValue(message("A number is needed here."))
    return figure


def with_requirement_figure(
    field: RequirementField, requirement: Requirement, figure: Figure
) -> Requirement:
    """Return a requirement with a field set to a typed figure or a formula's result.

    Raises:
        InvalidValue: When the field cannot take it.
    """
    value: object
    if field.kind is RequirementKind.YES:
        if figure not in {0.0, 1.0}:
            raise InvalidValue(message("Enter yes or no: 1 or 0."))
        value = figure == 1.0
    elif field.kind is RequirementKind.MONEY:
        value = to_non_negative_decimal(figure)
    elif figure is None and field.is_optional:
        value = None
    elif field.kind is RequirementKind.COUNT:
        value = round(_require_number(figure))
    else:
        value = _require_number(figure) / field.displayed_per_si
    changes: dict[str, Any] = {field.name: value}
    return replace(requirement, **changes)


@dataclass(frozen=True, slots=True)
class CriterionField:
    """A column of the sheet of criteria, from B on."""

    name: str
    get: Callable[[CriterionSetting], Value]
    with_figure: Callable[[CriterionSetting, Figure], CriterionSetting]


def anchor_in_unit(setting: CriterionSetting, anchor: float | None) -> Value:
    """Return an anchor in the unit that people use for its criterion."""
    if anchor is None:
        return None
    return float(f"{anchor * kind_of(setting.criterion).units_per_si:.10g}")


def figure_in_si(setting: CriterionSetting, figure: Figure) -> float | None:
    """Return a figure of a criterion's unit in SI."""
    return None if figure is None else figure / kind_of(setting.criterion).units_per_si


def _anchor_field(title: str, name: str) -> CriterionField:
    def put(setting: CriterionSetting, figure: Figure) -> CriterionSetting:
        changes: dict[str, Any] = {name: figure_in_si(setting, figure)}
        return replace(setting, **changes)

    return CriterionField(
        title, lambda setting: anchor_in_unit(setting, getattr(setting, name)), put
    )


CRITERION_FIELDS = (
    CriterionField(
        "Swing",
        lambda c: c.swing,
        lambda c, v: replace(c, swing=_require_number(v), judged=None),
    ),
    _anchor_field("Limit", "limit"),
    _anchor_field("Target", "target"),
    _anchor_field("Aspiration", "aspiration"),
    CriterionField(
        "Worth of the target",
        lambda c: c.target_value,
        lambda c, v: replace(c, target_value=_require_number(v)),
    ),
)
"""Columns of the sheet of criteria, from B on; a row is a criterion, in the unit people use."""


def stakeholder_in_column(weighting: Weighting, column: int) -> Stakeholder | None:
    """Return the stakeholder whose swings a column holds; None for another column."""
    index = column - FIRST_STAKEHOLDER_COLUMN
    return weighting.stakeholders[index] if 0 <= index < len(weighting.stakeholders) else None


def with_stakeholder_swings(
    criteria: Sequence[CriterionSetting],
    weighting: Weighting,
    owner: Stakeholder,
    figures: Mapping[int, Figure],
    used: Sequence[CriterionSetting] = (),
) -> tuple[Weighting, dict[int, Message]]:
    """Return a weighting with other swings of a stakeholder, by row of the sheet.

    Where anchors are filled in, `used`, the swings are for these. Returns the weighting, and an
    error by row that cannot take its figure; a column without any weight takes none.
    """
    before = criteria_with_swings_of(criteria, weighting, owner.name)
    after = list(before)
    faults: dict[int, Message] = {}
    for row, figure in figures.items():
        try:
            with_swing = CRITERION_FIELDS[SWING_COLUMN - 1].with_figure(before[row], figure)
            check_criteria((with_swing,) if with_swing.swing else ())
        except (InvalidValue, UserError) as error:
            faults[row] = error.message
        else:
            if used:
                after[row] = stamp_swings_with_anchors((with_swing,), used)[0]
            elif with_swing.swing != before[row].swing:
                after[row] = with_swing
    try:
        check_criteria(after)
    except UserError as error:
        return weighting, dict.fromkeys(figures, error.message)
    if tuple(after) == before:
        return weighting, faults
    return set_weights(criteria, weighting, owner.name, after)[1], faults


def price_sheet_key(option_id: int) -> str:
    """Return the key of an option's price sheet."""
    return f"prices/{option_id}"


def provisioning_sheet_key(option_id: int) -> str:
    """Return the key of an option's sheet of provisioning times."""
    return f"provisioning/{option_id}"
