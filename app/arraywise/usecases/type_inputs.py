"""What is typed into the sheets of the requirement and of the criteria: a figure, or kept as text.

A figure that fits becomes the input's value; a formula, or what does not fit, is kept as typed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.analysis.scoring import fill_anchors
from arraywise.analysis.stale_weights import judge_by
from arraywise.domain.problems import UserError
from arraywise.domain.said import Said, say
from arraywise.domain.sheets import Place, TypedCell
from arraywise.sheets.numbers import read_number
from arraywise.usecases.checked_criteria import check_criteria
from arraywise.usecases.edit_requirement import check_requirement
from arraywise.usecases.edit_sheets import SheetEdit
from arraywise.usecases.sheet_fields import CRITERION_FIELDS, REQUIREMENT_FIELDS, SWING, Unfit
from arraywise.usecases.typed_sheets import CRITERIA_KEY, REQUIREMENT_KEY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.facts import StudyFacts
    from arraywise.domain.requirement import Requirement

Criteria = tuple["CriterionSetting", ...]


def type_requirement(
    cells: Mapping[Place, TypedCell],
    requirement: Requirement,
    texts: Mapping[int, str],
    decimal: str,
) -> SheetEdit:
    """Return the edit for texts that were typed, by row of the sheet of the requirement.

    Raises:
        UserError: When a cell was emptied that cannot be empty.
    """
    typed: list[TypedCell] = []
    gone: set[Place] = set()
    for row, text in texts.items():
        place = Place(REQUIREMENT_KEY, row, 1)
        try:
            requirement = _required(requirement, row, text, decimal)
        except Unfit as unfit:
            typed.append(_as_typed(place, text, decimal, unfit))
        else:
            gone.add(place)
    return SheetEdit(frozenset(gone & cells.keys()), tuple(typed), requirement=requirement)


def type_criteria(
    cells: Mapping[Place, TypedCell],
    criteria: Criteria,
    facts: StudyFacts,
    texts: Mapping[int, Mapping[int, str]],
    decimal: str,
) -> SheetEdit:
    """Return the edit for texts that were typed, by row and column of the sheet of criteria.

    The figures of a row count together or not at all, for its anchors must agree.

    Raises:
        UserError: When a cell was emptied that cannot be empty.
    """
    typed: list[TypedCell] = []
    gone: set[Place] = set()
    for row, line in texts.items():
        figures = {column: text for column, text in line.items() if not text.startswith("=")}
        try:
            criteria = _valued(criteria, facts, row, figures, decimal)
            unfit = None
        except Unfit as error:
            unfit = error
        for column, text in line.items():
            place = Place(CRITERIA_KEY, row, column)
            if unfit is None and column in figures:
                gone.add(place)
            else:
                typed.append(_as_typed(place, text, decimal, unfit))
    return SheetEdit(frozenset(gone & cells.keys()), tuple(typed), criteria=criteria)


def why_not_required(requirement: Requirement, row: int, text: str, decimal: str) -> Said | None:
    """Say why a text is not taken as a figure of the requirement; None where it would be."""
    try:
        _required(requirement, row, text, decimal)
    except Unfit as unfit:
        return unfit.said
    return None


def why_not_valued(
    criteria: Criteria, facts: StudyFacts, at: tuple[int, int], text: str, decimal: str
) -> Said | None:
    """Say why a text is not taken as a figure of a criterion, by row and column."""
    try:
        _valued(criteria, facts, at[0], {at[1]: text}, decimal)
    except Unfit as unfit:
        return unfit.said
    return None


def _as_typed(place: Place, text: str, decimal: str, unfit: Unfit | None) -> TypedCell:
    if not text and unfit is not None:
        raise UserError(unfit.said)
    return TypedCell(place, text, decimal)


def _figure(text: str, decimal: str) -> float | None:
    """Read a figure in the unit of its cell, in which a sign of percent changes nothing."""
    value = read_number(text.removesuffix("%").strip(), decimal) if text else None
    if text and value is None:
        raise Unfit(say("“{text}” is not a number.", text=text[:60]))
    return None if value is None else float(value)


def _required(requirement: Requirement, row: int, text: str, decimal: str) -> Requirement:
    changed = REQUIREMENT_FIELDS[row].put(requirement, _figure(text, decimal))
    try:
        check_requirement(changed)
    except UserError as error:
        raise Unfit(error.said) from error
    return changed


def _valued(
    criteria: Criteria, facts: StudyFacts, row: int, texts: Mapping[int, str], decimal: str
) -> Criteria:
    """Return the criteria with figures in one row; swings are given for the anchors there are."""
    setting = criteria[row]
    for column, text in texts.items():
        setting = CRITERION_FIELDS[column - 1].put(setting, _figure(text, decimal))
    changed = (*criteria[:row], setting, *criteria[row + 1 :])
    try:
        check_criteria(changed)
        used = fill_anchors((setting,), facts.requirement, facts.price_range)
    except UserError as error:
        raise Unfit(error.said) from error
    if SWING in texts:
        setting = judge_by((setting,), used)[0]
    else:
        setting = replace(setting, judged=criteria[row].judged)
    return (*changed[:row], setting, *changed[row + 1 :])
