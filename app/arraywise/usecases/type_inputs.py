"""What is typed into the sheets of the requirement and of the criteria: a figure, or kept as text.

A figure that fits becomes the input's value; a formula, or what does not fit, is kept as typed.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.analysis.demand import check_requirement
from arraywise.analysis.scoring import fill_anchors
from arraywise.analysis.stale_weights import judge_by
from arraywise.domain.criteria import Criterion
from arraywise.domain.problems import UserError
from arraywise.domain.said import Said, say
from arraywise.domain.sheets import Place, TypedCell
from arraywise.usecases.checked_criteria import put_setting
from arraywise.usecases.edit_sheets import SheetEdit
from arraywise.usecases.point_columns import figures_alone, read_points, type_points
from arraywise.usecases.sheet_fields import (
    CRITERION_FIELDS,
    FIRST_STAKEHOLDER,
    REQUIREMENT_FIELDS,
    SWING,
    Unfit,
)
from arraywise.usecases.swing_columns import owner_of, put_swings
from arraywise.usecases.typed_amounts import read_amount, read_money
from arraywise.usecases.typed_sheets import CRITERIA_KEY, REQUIREMENT_KEY

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.facts import StudyFacts
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.value_function import Corners
    from arraywise.domain.weighting import Weighting

Criteria = tuple["CriterionSetting", ...]


def type_requirement(
    cells: Mapping[Place, TypedCell],
    requirement: Requirement,
    texts: Mapping[int, str],
    decimal: str,
    currency: str = "",
) -> SheetEdit:
    """Return the edit for texts that were typed, by row of the sheet of the requirement.

    A sign of `currency`, an ISO code, may stand beside an amount.

    Raises:
        UserError: When a cell was emptied that cannot be empty.
    """
    typed: list[TypedCell] = []
    gone: set[Place] = set()
    for row, text in texts.items():
        place = Place(REQUIREMENT_KEY, row, 1)
        try:
            requirement = _required(requirement, row, text, decimal, currency)
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

    The figures of a row count together or not at all, for its anchors must agree. Further points
    that make no sense beside them stay as typed, and are tried again with every edit.

    Raises:
        UserError: When a cell was emptied that cannot be empty.
    """
    unfits: dict[Place, Unfit] = {}
    points: dict[Place, TypedCell | None] = {}
    for row, line in texts.items():
        own = {column: text for column, text in line.items() if column < FIRST_STAKEHOLDER}
        there = type_points(cells, criteria[row], facts.weighting, (row, line), decimal)
        points |= there
        try:
            criteria, fitted = _row_valued(criteria, facts, row, own, there, decimal)
            points |= dict.fromkeys(fitted)
        except Unfit as unfit:
            unfits |= {Place(CRITERIA_KEY, row, column): unfit for column in own}
    weighting = facts.weighting
    texts = {row: {c: t for c, t in line.items() if Place(CRITERIA_KEY, row, c) not in points}
             for row, line in texts.items()}  # fmt: skip
    for column, lines in _by_column(texts).items():
        known = replace(facts, weighting=weighting)
        weighting, wrong = _weighed(criteria, known, column, lines, decimal)
        unfits |= {Place(CRITERIA_KEY, row, column): unfit for row, unfit in wrong.items()}
    typed, gone = _kept_as_typed(texts, unfits, decimal)
    gone |= {place for place, cell in points.items() if cell is None}
    return SheetEdit(
        gone & cells.keys(),
        (*typed, *(cell for cell in points.values() if cell is not None)),
        criteria=criteria,
        weighting=weighting if weighting != facts.weighting else None,
    )


def _row_valued(
    criteria: Criteria,
    facts: StudyFacts,
    row: int,
    texts: Mapping[int, str],
    points: Mapping[Place, TypedCell | None],
    decimal: str,
) -> tuple[Criteria, Iterable[Place]]:
    """Return the criteria with what was typed into a row, and the cells of points put in.

    Raises:
        Unfit: When the figures beside the points do not fit.
    """
    figures = {column: text for column, text in texts.items() if not text.startswith("=")}
    numbers = figures_alone(points.values()) if len(figures) == len(texts) else None
    if points and numbers is not None:
        with suppress(Unfit):
            further = read_points(criteria[row], numbers)
            return _valued(criteria, facts, row, figures, decimal, further), points
    return _valued(criteria, facts, row, figures, decimal), ()


def _kept_as_typed(
    texts: Mapping[int, Mapping[int, str]], unfits: Mapping[Place, Unfit], decimal: str
) -> tuple[tuple[TypedCell, ...], frozenset[Place]]:
    """Return the formulas and the texts that do not fit, and where figures were taken."""
    typed: list[TypedCell] = []
    taken: set[Place] = set()
    for row, line in texts.items():
        for column, text in line.items():
            place = Place(CRITERIA_KEY, row, column)
            if place in unfits or text.startswith("="):
                typed.append(_as_typed(place, text, decimal, unfits.get(place)))
            else:
                taken.add(place)
    return tuple(typed), frozenset(taken)


def _by_column(texts: Mapping[int, Mapping[int, str]]) -> dict[int, dict[int, str]]:
    """Return what is typed for stakeholders, by column and row."""
    columns: dict[int, dict[int, str]] = defaultdict(dict)
    for row, line in texts.items():
        for column, text in line.items():
            if column >= FIRST_STAKEHOLDER:
                columns[column][row] = text
    return columns


def _weighed(
    criteria: Criteria,
    facts: StudyFacts,
    column: int,
    texts: Mapping[int, str],
    decimal: str,
) -> tuple[Weighting, dict[int, Unfit]]:
    """Put typed swings into a stakeholder's column; say which rows cannot take theirs."""
    owner, weighting = owner_of(facts.weighting, column), facts.weighting
    unfits: dict[int, Unfit] = {}
    figures: dict[int, float | None] = {}
    for row, text in texts.items():
        try:
            if not text.startswith("="):
                figures[row] = _figure(text, decimal)
        except Unfit as unfit:
            unfits[row] = unfit
    if owner is not None and figures:
        used = fill_anchors(criteria, facts.requirement, facts.price_range)
        weighting, wrong = put_swings(criteria, weighting, owner, figures, used)
        unfits |= {row: Unfit(said) for row, said in wrong.items()}
    return weighting, unfits


def why_not_required(
    requirement: Requirement, row: int, text: str, decimal: str, currency: str = ""
) -> Said | None:
    """Say why a text is not taken as a figure of the requirement; None where it would be."""
    try:
        _required(requirement, row, text, decimal, currency)
    except Unfit as unfit:
        return unfit.said
    return None


def why_not_valued(
    criteria: Criteria, facts: StudyFacts, at: tuple[int, int], text: str, decimal: str
) -> Said | None:
    """Say why a text is not taken as a figure of a criterion, by row and column."""
    if at[1] >= FIRST_STAKEHOLDER:
        unfit = _weighed(criteria, facts, at[1], {at[0]: text}, decimal)[1].get(at[0])
        return unfit.said if unfit is not None else None
    try:
        _valued(criteria, facts, at[0], {at[1]: text}, decimal)
    except Unfit as unfit:
        return unfit.said
    return None


def _as_typed(place: Place, text: str, decimal: str, unfit: Unfit | None) -> TypedCell:
    if not text and unfit is not None:
        raise UserError(unfit.said)
    return TypedCell(place, text, decimal)


def _figure(text: str, decimal: str, currency: str = "") -> float | None:
    """Read a figure in the unit of its cell, in which a sign of percent changes nothing.

    So does that of `currency`, where it is an amount of money.
    """
    plain = text.removesuffix("%").strip()
    value = read_money(plain, decimal, currency) if currency else read_amount(plain, decimal)
    if text and value is None:
        raise Unfit(say("“{text}” is not a number.", text=text[:60]))
    return None if value is None else float(value)


def _required(
    requirement: Requirement, row: int, text: str, decimal: str, currency: str
) -> Requirement:
    field = REQUIREMENT_FIELDS[row]
    changed = field.put(requirement, _figure(text, decimal, currency if field.is_money else ""))
    try:
        check_requirement(changed)
    except UserError as error:
        raise Unfit(error.said) from error
    return changed


def _valued(
    criteria: Criteria,
    facts: StudyFacts,
    row: int,
    texts: Mapping[int, str],
    decimal: str,
    further: Corners | None = None,
) -> Criteria:
    """Return the criteria with figures in one row; swings are given for the anchors there are."""
    setting = criteria[row] if further is None else replace(criteria[row], further=further)
    for column, text in texts.items():
        of = facts.currency if setting.criterion is Criterion.PRICE else ""
        setting = CRITERION_FIELDS[column - 1].put(setting, _figure(text, decimal, of))
    try:
        changed, used = put_setting(criteria, row, setting, facts.requirement, facts.price_range)
    except UserError as error:
        raise Unfit(error.said) from error
    if SWING in texts:
        setting = judge_by((setting,), used)[0]
    else:
        setting = replace(setting, judged=criteria[row].judged)
    return (*changed[:row], setting, *changed[row + 1 :])
