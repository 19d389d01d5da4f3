"""Field tables of price lines, requirement, criteria: get, set, unit.

A cell's value is the figure that it shows, in the unit of its column: percents, months, minutes.

Points that are figures alone belong to the criterion, in the order of their worth. Where a formula
works one out, or one half is missing, the row's points are kept as typed, each in its cell.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from decimal import Decimal
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias

from arraywise.analysis.decision.scoring import (
    check_criteria,
    rank_by_rule,
    set_weights,
    weights_of,
)
from arraywise.domain.cells import CellAddress, InputCell
from arraywise.domain.criteria import MOST_FURTHER, kind_of
from arraywise.domain.messages import Message, UserError, message
from arraywise.domain.pricing import PRICE_FIELDS, FieldType
from arraywise.domain.requirement import RequirementKind
from arraywise.worksheets.input_parsing import parse_typed_number, write_number

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping, Sequence

    from arraywise.domain.cells import CellFault, CellResult, Value
    from arraywise.domain.criteria import Corners, CriterionSetting, Stakeholder, Weighting
    from arraywise.domain.pricing import PriceField, PriceLine
    from arraywise.domain.requirement import Requirement, RequirementField

SECONDS_PER_HOUR = 3600.0
Figure: TypeAlias = float | None
"""What a formula amounts to; None where it has a fault."""
TypedCells: TypeAlias = "Mapping[CellAddress, InputCell]"
Results: TypeAlias = "Mapping[CellAddress, CellResult]"
Values: TypeAlias = "Mapping[CellAddress, Value]"
Figures: TypeAlias = "Mapping[CellAddress, Figure]"
Faults: TypeAlias = "dict[CellAddress, CellFault]"


class InvalidValue(Exception):  # noqa: N818 - it is what is wrong with a value
    """A value that a field cannot take; says why."""

    def __init__(self, sentence: Message) -> None:
        super().__init__(str(sentence))
        self.message = sentence


def _number(value: Decimal | None) -> Value:
    return None if value is None else float(value)


def exact(figure: Figure) -> Decimal | None:
    """Return a result as the decimal that spreadsheets show: 15 digits.

    Raises:
        Unfit: When it is negative.
    """
    if figure is None:
        return None
    if figure < 0:
        raise InvalidValue(message("{figure:,.6g} is below zero.", figure=figure))
    return Decimal(f"{figure:.15g}")


def price_value(field: PriceField, line: PriceLine) -> Value:
    """Return a field of a line as formulas see it."""
    value = field.of(line)
    if field.kind is FieldType.SHARE:
        return float(value * 100)
    if field.is_figure:
        return None if value is None else float(value)
    if field.kind is FieldType.YES:
        return bool(value)
    return str(value) or None


def set_figure(field: PriceField, line: PriceLine, figure: Figure) -> PriceLine:
    """Return a line with what a formula amounts to.

    Raises:
        Unfit: It is nothing for the field.
    """
    if field.kind is FieldType.SHARE:
        share = (exact(figure) or Decimal(0)) / 100
        if share > 1:
            raise InvalidValue(message("A discount is at most 100 %."))
        return field.put(line, share)
    if field.kind is FieldType.MONTHS:
        if figure is None or not (0 <= figure <= 600 and figure == int(figure)):
            raise InvalidValue(message("A warranty is a whole number of months."))
        return field.put(line, int(figure))
    value = exact(figure)
    return line if value is None and field.kind is FieldType.COUNT else field.put(line, value)


EXTENDED = 9
"""Column of the extended price; that of the maintenance for 36 months follows."""
COMPUTED = frozenset({EXTENDED, EXTENDED + 1})
QUANTITY = next(place for place, field in enumerate(PRICE_FIELDS) if field.name == "quantity")
BY_DEMAND = frozenset({QUANTITY})
PRICE_COLUMNS = {
    field.key: place if place < EXTENDED else place + len(COMPUTED)
    for place, field in enumerate(PRICE_FIELDS)
}
"""Column of each field, A being 0; the seldom ones stand behind the computed ones."""
FIELD_IN_COLUMN = {PRICE_COLUMNS[field.key]: field for field in PRICE_FIELDS}


def _entered(figure: Figure) -> float:
    if figure is None or not math.isfinite(figure):
        raise InvalidValue(message("A number is needed here."))
    return figure


_MAY_BE_EMPTY = frozenset({"max_restore_s", "usable_bytes"})


def set_required(field: RequirementField, requirement: Requirement, figure: Figure) -> Requirement:
    """Return a requirement with what was typed for a field, or what its formula amounts to.

    Raises:
        Unfit: It is nothing for the field.
    """
    value: object
    if field.kind is RequirementKind.YES:
        if figure not in {0.0, 1.0}:
            raise InvalidValue(message("Enter yes or no: 1 or 0."))
        value = figure == 1.0
    elif field.kind is RequirementKind.MONEY:
        value = exact(figure)
    elif figure is None and field.name in _MAY_BE_EMPTY:
        value = None
    elif field.kind is RequirementKind.COUNT:
        value = round(_entered(figure))
    else:
        shown = {RequirementKind.SHARE: 100.0, RequirementKind.QUANTITY: field.per_si}
        value = _entered(figure) / shown.get(field.kind, 1.0)
    changes: dict[str, Any] = {field.name: value}
    return replace(requirement, **changes)


@dataclass(frozen=True, slots=True)
class CriterionField:
    """A column of the sheet of criteria, from B on."""

    name: str
    get: Callable[[CriterionSetting], Value]
    put: Callable[[CriterionSetting, Figure], CriterionSetting]


def in_unit(setting: CriterionSetting, anchor: float | None) -> Value:
    """Return an anchor in the unit that people use for its criterion."""
    if anchor is None:
        return None
    return float(f"{anchor * kind_of(setting.criterion).per_unit:.10g}")


def in_si(setting: CriterionSetting, figure: Figure) -> float | None:
    """Return a figure of a criterion's unit in SI."""
    return None if figure is None else figure / kind_of(setting.criterion).per_unit


def _anchor(title: str, name: str) -> CriterionField:
    def put(setting: CriterionSetting, figure: Figure) -> CriterionSetting:
        changes: dict[str, Any] = {name: in_si(setting, figure)}
        return replace(setting, **changes)

    return CriterionField(title, lambda setting: in_unit(setting, getattr(setting, name)), put)


CRITERION_FIELDS = (
    CriterionField(
        "Swing", lambda c: c.swing, lambda c, v: replace(c, swing=_entered(v), judged=None)
    ),
    _anchor("Limit", "limit"),
    _anchor("Target", "target"),
    _anchor("Aspiration", "aspiration"),
    CriterionField(
        "Worth of the target",
        lambda c: c.target_value,
        lambda c, v: replace(c, target_value=_entered(v)),
    ),
)
"""Columns of the sheet of criteria, from B on; a row is a criterion, in the unit people use."""
SWING = 1
"""Column of the swings."""
FIRST_STAKEHOLDER = 8
"""Column of the first stakeholder's swings: two columns of what follows lie before it."""


def owner_of(weighting: Weighting, column: int) -> Stakeholder | None:
    """Return the stakeholder of a column; None where it is nobody's."""
    place = column - FIRST_STAKEHOLDER
    return weighting.stakeholders[place] if 0 <= place < len(weighting.stakeholders) else None


def with_swings(
    criteria: Sequence[CriterionSetting],
    weighting: Weighting,
    owner: Stakeholder,
    figures: Mapping[int, Figure],
    used: Sequence[CriterionSetting] = (),
) -> tuple[Weighting, dict[int, Message]]:
    """Give a stakeholder other swings, by row of the sheet.

    Where anchors are filled in, `used`, the swings are given for these. Returns the weighting, and
    why rows cannot take their figures; a column without any weight takes none.
    """
    before = weights_of(criteria, weighting, owner.name)
    after = list(before)
    faults: dict[int, Message] = {}
    for row, figure in figures.items():
        try:
            given = CRITERION_FIELDS[SWING - 1].put(before[row], figure)
            check_criteria((given,) if given.swing else ())
        except (InvalidValue, UserError) as wrong:
            faults[row] = wrong.message
        else:
            if used:
                after[row] = rank_by_rule((given,), used)[0]
            elif given.swing != before[row].swing:
                after[row] = given
    try:
        check_criteria(after)
    except UserError as wrong:
        return weighting, dict.fromkeys(figures, wrong.message)
    if tuple(after) == before:
        return weighting, faults
    return set_weights(criteria, weighting, owner.name, after)[1], faults


WORKINGS_KEY, REQUIREMENT_KEY, CRITERIA_KEY = "workings", "requirement", "criteria"


def prices_key(option_id: int) -> str:
    """Return the key of an option's price sheet."""
    return f"prices/{option_id}"


def times_key(option_id: int) -> str:
    """Return the key of an option's sheet of provisioning times."""
    return f"provisioning/{option_id}"


_HALF = message("A further point needs a value and its score; one is missing.")


def point_columns(weighting: Weighting) -> range:
    """Return the columns of the further points; they follow those of the stakeholders."""
    first = FIRST_STAKEHOLDER + len(weighting.stakeholders)
    return range(first, first + 2 * MOST_FURTHER)


def are_typed(places: Container[CellAddress], row: int, columns: range) -> bool:
    """Return whether a row's points are kept as typed."""
    return any(CellAddress(CRITERIA_KEY, row, column) in places for column in columns)


def point_figures(setting: CriterionSetting) -> list[Value]:
    """Return the figures of all columns, in the unit people use; None where there is no point."""
    pairs = ((in_unit(setting, attribute), worth) for attribute, worth in setting.further)
    result = [figure for pair in pairs for figure in pair]
    return [*result, *([None] * (2 * MOST_FURTHER - len(result)))]


def read_points(setting: CriterionSetting, figures: Sequence[Figure]) -> Corners:
    """Return points by what they are worth, in SI units, from the figures of all columns.

    Raises:
        Unfit: When one half of a point is missing.
    """
    points = []
    for figure, worth in zip(figures[::2], figures[1::2], strict=True):
        attribute = in_si(setting, figure)
        if (attribute is None) != (worth is None):
            raise InvalidValue(_HALF)
        if attribute is not None and worth is not None:
            points.append((attribute, worth))
    return tuple(sorted(points, key=itemgetter(1)))


def type_points(
    cells: TypedCells,
    setting: CriterionSetting,
    weighting: Weighting,
    line: tuple[int, Mapping[int, str]],
    decimal: str,
) -> dict[CellAddress, InputCell | None]:
    """Return all cells of a row's points as typed, those that are empty as None.

    Args:
        cells: All typed cells.
        setting: Of the row.
        weighting: With the stakeholders.
        line: The row, and what was typed into it by column; nothing is returned where that is
            beside the points.
        decimal: Mark that it was typed with.
    """
    row, texts = line
    columns = point_columns(weighting)
    if texts.keys().isdisjoint(columns):
        return {}
    typed, known = are_typed(cells, row, columns), point_figures(setting)
    result: dict[CellAddress, InputCell | None] = {}
    for column, figure in zip(columns, known, strict=True):
        place = CellAddress(CRITERIA_KEY, row, column)
        text = "" if figure is None else write_number(f"{figure:.15g}", decimal)
        if column in texts:
            text = _plain(texts[column])
        elif typed:
            result[place] = cells.get(place)
            continue
        result[place] = InputCell(place, text, decimal) if text else None
    return result


def _plain(text: str) -> str:
    """Leave a sign of percent out, which changes nothing in the unit of the cell."""
    return text if text.startswith("=") else text.removesuffix("%").strip()


def figures_alone(cells: Iterable[InputCell | None]) -> list[Figure] | None:
    """Return the figures of cells; None where one holds a formula or no number."""
    figures: list[Figure] = []
    for cell in cells:
        number = None if cell is None else parse_typed_number(cell.text, cell.decimal)
        if cell is not None and number is None:
            return None
        figures.append(None if number is None else float(number))
    return figures
