"""The columns of further points in the sheet of criteria: a figure and its worth in turn.

Points that are figures alone belong to the criterion, in the order of their worth. Where a formula
works one out, or one half is missing, the row's points are kept as typed, each in its cell.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.domain.sheets import Place, TypedCell
from arraywise.domain.value_function import MOST_FURTHER
from arraywise.sheets.numbers import read_number, write_number
from arraywise.usecases.sheet_fields import FIRST_STAKEHOLDER, Unfit, in_si, in_unit
from arraywise.usecases.typed_sheets import CRITERIA_KEY

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.sheets import Value
    from arraywise.domain.value_function import Corners
    from arraywise.domain.weighting import Weighting
    from arraywise.usecases.sheet_fields import Figure

_HALF = say("A further point is a figure and what it is worth; one of them is missing.")


def point_columns(weighting: Weighting) -> range:
    """Return the columns of the further points; they follow those of the stakeholders."""
    first = FIRST_STAKEHOLDER + len(weighting.stakeholders)
    return range(first, first + 2 * MOST_FURTHER)


def are_typed(places: Container[Place], row: int, columns: range) -> bool:
    """Say whether a row's points are kept as typed."""
    return any(Place(CRITERIA_KEY, row, column) in places for column in columns)


def point_figures(setting: CriterionSetting) -> list[Value]:
    """Return the figures of all columns, in the unit people use; None where there is no point."""
    pairs = ((in_unit(setting, attribute), worth) for attribute, worth in setting.further)
    found = [figure for pair in pairs for figure in pair]
    return [*found, *([None] * (2 * MOST_FURTHER - len(found)))]


def read_points(setting: CriterionSetting, figures: Sequence[Figure]) -> Corners:
    """Return points by what they are worth, in SI units, from the figures of all columns.

    Raises:
        Unfit: When one half of a point is missing.
    """
    points = []
    for figure, worth in zip(figures[::2], figures[1::2], strict=True):
        attribute = in_si(setting, figure)
        if (attribute is None) != (worth is None):
            raise Unfit(_HALF)
        if attribute is not None and worth is not None:
            points.append((attribute, worth))
    return tuple(sorted(points, key=itemgetter(1)))


def type_points(
    cells: Mapping[Place, TypedCell],
    setting: CriterionSetting,
    weighting: Weighting,
    line: tuple[int, Mapping[int, str]],
    decimal: str,
) -> dict[Place, TypedCell | None]:
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
    found: dict[Place, TypedCell | None] = {}
    for column, figure in zip(columns, known, strict=True):
        place = Place(CRITERIA_KEY, row, column)
        text = "" if figure is None else write_number(f"{figure:.15g}", decimal)
        if column in texts:
            text = _plain(texts[column])
        elif typed:
            found[place] = cells.get(place)
            continue
        found[place] = TypedCell(place, text, decimal) if text else None
    return found


def _plain(text: str) -> str:
    """Leave a sign of percent out, which changes nothing in the unit of the cell."""
    return text if text.startswith("=") else text.removesuffix("%").strip()


def figures_alone(cells: Iterable[TypedCell | None]) -> list[Figure] | None:
    """Return the figures of cells; None where one holds a formula or no number."""
    figures: list[Figure] = []
    for cell in cells:
        number = None if cell is None else read_number(cell.text, cell.decimal)
        if cell is not None and number is None:
            return None
        figures.append(None if number is None else float(number))
    return figures
