"""Inputs that are given elsewhere than in their cells: a slider, a dialog. What is given counts.

As a number typed over a formula takes its place, so does one that a slider is moved to: the typed
cell goes with it, in the same step, and undo brings it back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.sheets import CRITERIA, Place
from arraywise.usecases.edit_sheets import SheetEdit
from arraywise.usecases.edit_weighting import find_stakeholder, weights_of
from arraywise.usecases.point_columns import point_columns, point_figures
from arraywise.usecases.sheet_fields import (
    CRITERION_FIELDS,
    FIRST_STAKEHOLDER,
    REQUIREMENT_FIELDS,
)
from arraywise.usecases.sheet_rows import delete_columns, delete_rows, insert_columns
from arraywise.usecases.typed_sheets import CRITERIA_KEY, REQUIREMENT_KEY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.sheets import TypedCell
    from arraywise.domain.weighting import Weighting


def replace_requirement(
    cells: Mapping[Place, TypedCell], before: Requirement, after: Requirement
) -> SheetEdit:
    """Return the edit that gives another requirement, in the place of what was typed for it."""
    changed = {
        Place(REQUIREMENT_KEY, row, 1)
        for row, field in enumerate(REQUIREMENT_FIELDS)
        if field.get(before) != field.get(after)
    }
    return SheetEdit(frozenset(changed & cells.keys()), requirement=after)


def replace_criteria(
    cells: Mapping[Place, TypedCell],
    before: tuple[CriterionSetting, ...],
    after: tuple[CriterionSetting, ...],
    weighting: tuple[Weighting, Weighting],
) -> SheetEdit:
    """Return the edit that gives other criteria, in the place of what was typed for them.

    A criterion that is taken out takes its row out of the sheet, a stakeholder their column;
    formulas follow.

    Args:
        cells: All typed cells.
        before: The criteria.
        after: Those in their place.
        weighting: The stakeholders, and those in their place.
    """
    points = point_columns(weighting[0])
    kept = {setting.criterion: setting for setting in after}
    left, moved = list(before), dict(cells)
    for setting in before:
        if setting.criterion not in kept:
            row = left.index(setting)
            moved = delete_rows(moved, CRITERIA_KEY, CRITERIA, row, 1).cells_after(moved)
            left.remove(setting)
    for row, setting in enumerate(left):
        for column, field in enumerate(CRITERION_FIELDS, start=1):
            if field.get(setting) != field.get(kept[setting.criterion]):
                moved.pop(Place(CRITERIA_KEY, row, column), None)
        if point_figures(setting) != point_figures(kept[setting.criterion]):
            for column in points:
                moved.pop(Place(CRITERIA_KEY, row, column), None)
    moved = _with_people(moved, after, *weighting)
    return SheetEdit(
        frozenset(cells.keys() - moved.keys()),
        tuple(cell for place, cell in moved.items() if cells.get(place) != cell),
        criteria=after,
        weighting=weighting[1] if weighting[0] != weighting[1] else None,
    )


def _with_people(
    cells: Mapping[Place, TypedCell],
    criteria: tuple[CriterionSetting, ...],
    before: Weighting,
    after: Weighting,
) -> dict[Place, TypedCell]:
    """Return the cells without what was typed for swings that are given otherwise.

    Whoever comes gets a column behind those who stay; what follows makes room.
    """
    left, moved = list(before.stakeholders), dict(cells)
    for person in before.stakeholders:
        if find_stakeholder(after, person.name) is None:
            column = FIRST_STAKEHOLDER + left.index(person)
            moved = delete_columns(moved, CRITERIA_KEY, CRITERIA, column, 1).cells_after(moved)
            left.remove(person)
    came, end = len(after.stakeholders) - len(left), FIRST_STAKEHOLDER + len(left)
    if came:
        moved = insert_columns(moved, CRITERIA_KEY, CRITERIA, end, came).cells_after(moved)
    for column, person in enumerate(left, start=FIRST_STAKEHOLDER):
        pairs = zip(*(weights_of(criteria, w, person.name) for w in (before, after)), strict=True)
        for row, (old, new) in enumerate(pairs):
            if old.swing != new.swing:
                moved.pop(Place(CRITERIA_KEY, row, column), None)
    return moved
