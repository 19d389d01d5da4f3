"""Typed cells and all inputs that follow.

A figure that fits becomes the input's value; a formula, or what does not fit, is kept as typed.

As a number typed over a formula takes its place, so does one that a slider is moved to: the typed
cell goes with it, in the same step, and undo brings it back.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arraywise.analysis.decision.scoring import (
    check_criteria,
    check_weighting,
    clear_response_settings_for_target,
    criteria_with_swings_of,
    fill_open_anchors,
    find_stakeholder,
    stamp_swings_with_anchors,
    with_setting,
)
from arraywise.analysis.demand import check_requirement
from arraywise.domain.cells import (
    CRITERIA,
    LONGEST_TEXT,
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_ROWS,
    CellAddress,
    InputCell,
)
from arraywise.domain.criteria import kind_of
from arraywise.domain.messages import Message, UserError, message, refuse
from arraywise.domain.requirement_fields import SHEET_FIELDS, RequirementKind
from arraywise.store.reading.inputs import read_input_cells
from arraywise.store.writing import inputs as writing
from arraywise.store.writing.transaction import transaction
from arraywise.worksheets import fields
from arraywise.worksheets.evaluation import derive_inputs
from arraywise.worksheets.input_parsing import parse_amount, parse_money
from arraywise.worksheets.sheets import (
    Inputs,
    SheetEdit,
    build_column_deletion,
    build_column_insertion,
    build_row_deletion,
    load_inputs,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from arraywise.domain.cells import CellFault
    from arraywise.domain.criteria import CriterionSetting, Weighting
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.study import StudyFacts
    from arraywise.store.connection import Cursor
    from arraywise.store.study import Study


@dataclass(frozen=True, slots=True)
class SheetEditResult:
    """What an edit of sheets changed beside the edited cells."""

    formulas_changed_inputs: bool  # whether other inputs follow than those that were edited
    faults: Mapping[CellAddress, CellFault]  # formulas whose value their cell cannot take


def edit_sheets(study: Study, edit: SheetEdit, action_name: str) -> SheetEditResult:
    """Write an edit of sheets, and all inputs that formulas derive from it, in one action.

    Raises:
        UserError: When a cell is outside its sheet or is too long, there are too many cells, or a
            requirement or criterion makes no sense; nothing is changed then.
    """
    check_cell_limits(edit.typed)
    before, cells = load_inputs(study), read_input_cells(study)
    after_cells = edit.typed_cells_after(cells)
    if len(after_cells) > MOST_CELLS:
        refuse("A study holds at most {count:,} typed cells.", count=MOST_CELLS)
    edited = edit.apply_to_inputs(before)
    derived = derive_inputs(edited, after_cells)
    check_requirement(derived.inputs.requirement)
    check_criteria(derived.inputs.criteria)
    if derived.inputs.weighting != before.weighting:
        check_weighting(derived.inputs.weighting)
    replaced = {cell.address for cell in edit.typed} & cells.keys()
    with transaction(study, action_name) as cursor:
        writing.replace_cells(cursor, edit.cleared | replaced, edit.typed)
        is_stated = edit.requirement is not None  # though it is the one that was offered
        _write_inputs(cursor, before, derived.inputs, is_stated=is_stated)
    return SheetEditResult(derived.inputs != edited, derived.faults)


def check_cell_limits(cells: Iterable[InputCell]) -> None:
    """Check cells before they are stored.

    Raises:
        UserError: When one is outside its sheet or is too long.
    """
    for cell in cells:
        address = cell.address
        if not (0 <= address.row < MOST_ROWS and 0 <= address.column < MOST_COLUMNS):
            refuse("A sheet has at most 100,000 rows and 100 columns.")
        if len(cell.text) > LONGEST_TEXT:
            refuse("A cell holds at most {count:,} characters.", count=LONGEST_TEXT)


def _write_inputs(cursor: Cursor, before: Inputs, after: Inputs, *, is_stated: bool) -> None:
    """Write the inputs that differ."""
    for option_id, sheet in after.prices.items():
        if before.prices.get(option_id) != sheet:
            writing.replace_price_sheet(cursor, option_id, sheet)
    for option_id, times in after.times.items():
        if before.times.get(option_id, ()) != times:
            writing.replace_provisioning_times(cursor, option_id, times)
    if is_stated or after.requirement != before.requirement:
        writing.write_requirement(cursor, after.requirement)
    if after.criteria != before.criteria:
        writing.write_criteria(cursor, after.criteria)
    if after.weighting != before.weighting:
        writing.write_weighting(cursor, after.weighting)


Criteria = tuple["CriterionSetting", ...]


def parse_requirement_edit(
    typed_cells: Mapping[CellAddress, InputCell],
    requirement: Requirement,
    texts: Mapping[int, str],
    decimal: str,
    currency: str = "",
) -> SheetEdit:
    """Parse texts typed into the requirement sheet, by row, to an edit.

    A sign of `currency`, an ISO code, may be beside an amount.

    Raises:
        UserError: When a cell was emptied that cannot be empty.
    """
    typed: list[InputCell] = []
    cleared: set[CellAddress] = set()
    for row, text in texts.items():
        address = CellAddress(fields.REQUIREMENT_KEY, row, 1)
        try:
            requirement = _apply_requirement_text(requirement, row, text, decimal, currency)
        except fields.InvalidValue as unfit:
            typed.append(_build_typed_cell(address, text, decimal, unfit))
        else:
            cleared.add(address)
    return SheetEdit(
        frozenset(cleared & typed_cells.keys()), tuple(typed), requirement=requirement
    )


def parse_criteria_edit(
    typed_cells: Mapping[CellAddress, InputCell],
    criteria: Criteria,
    facts: StudyFacts,
    texts: Mapping[int, Mapping[int, str]],
    decimal: str,
) -> SheetEdit:
    """Parse texts typed into the criteria sheet, by row and column, to an edit.

    The figures of a row count together or not at all, for its anchors must agree.

    Raises:
        UserError: When a cell was emptied that cannot be empty.
    """
    unfits: dict[CellAddress, fields.InvalidValue] = {}
    for row, line in texts.items():
        figures = {
            column: text
            for column, text in line.items()
            if column < fields.FIRST_STAKEHOLDER_COLUMN
        }
        plain = {column: text for column, text in figures.items() if not text.startswith("=")}
        try:
            criteria = _apply_criterion_texts(criteria, facts, row, plain, decimal)
        except fields.InvalidValue as unfit:
            unfits |= {CellAddress(fields.CRITERIA_KEY, row, column): unfit for column in figures}
    weighting = facts.weighting
    for column, lines in _swing_texts_by_column(texts).items():
        known = replace(facts, weighting=weighting)
        weighting, wrong = _apply_swing_texts(criteria, known, column, lines, decimal)
        unfits |= {
            CellAddress(fields.CRITERIA_KEY, row, column): unfit for row, unfit in wrong.items()
        }
    typed, cleared = _collect_typed_cells(texts, unfits, decimal)
    return SheetEdit(
        cleared & typed_cells.keys(),
        typed,
        criteria=criteria,
        weighting=weighting if weighting != facts.weighting else None,
    )


def _collect_typed_cells(
    texts: Mapping[int, Mapping[int, str]],
    unfits: Mapping[CellAddress, fields.InvalidValue],
    decimal: str,
) -> tuple[tuple[InputCell, ...], frozenset[CellAddress]]:
    """Return cells for formulas and invalid texts, and the addresses of parsed figures."""
    typed: list[InputCell] = []
    parsed: set[CellAddress] = set()
    for row, line in texts.items():
        for column, text in line.items():
            address = CellAddress(fields.CRITERIA_KEY, row, column)
            if address in unfits or text.startswith("="):
                typed.append(_build_typed_cell(address, text, decimal, unfits.get(address)))
            else:
                parsed.add(address)
    return tuple(typed), frozenset(parsed)


def _swing_texts_by_column(texts: Mapping[int, Mapping[int, str]]) -> dict[int, dict[int, str]]:
    """Return the texts in stakeholders' columns, by column and row."""
    columns: dict[int, dict[int, str]] = defaultdict(dict)
    for row, line in texts.items():
        for column, text in line.items():
            if column >= fields.FIRST_STAKEHOLDER_COLUMN:
                columns[column][row] = text
    return columns


def _apply_swing_texts(
    criteria: Criteria, facts: StudyFacts, column: int, texts: Mapping[int, str], decimal: str
) -> tuple[Weighting, dict[int, fields.InvalidValue]]:
    """Apply typed swings to a stakeholder; return the weighting and the errors by row."""
    owner, weighting = fields.stakeholder_in_column(facts.weighting, column), facts.weighting
    unfits: dict[int, fields.InvalidValue] = {}
    figures: dict[int, float | None] = {}
    for row, text in texts.items():
        try:
            if not text.startswith("="):
                figures[row] = _parse_figure(text, decimal)
        except fields.InvalidValue as unfit:
            unfits[row] = unfit
    if owner is not None and figures:
        used = fill_open_anchors(criteria, facts.requirement, facts.price_range)
        weighting, wrong = fields.with_stakeholder_swings(
            criteria, weighting, owner, figures, used
        )
        unfits |= {row: fields.InvalidValue(sentence) for row, sentence in wrong.items()}
    return weighting, unfits


def requirement_text_error(
    requirement: Requirement, row: int, text: str, decimal: str, currency: str = ""
) -> Message | None:
    """Return why a text is no valid figure of the requirement; None where it is."""
    try:
        _apply_requirement_text(requirement, row, text, decimal, currency)
    except fields.InvalidValue as unfit:
        return unfit.message
    return None


def criterion_text_error(
    criteria: Criteria, facts: StudyFacts, cell: tuple[int, int], text: str, decimal: str
) -> Message | None:
    """Return why a text is no valid figure of a criterion's cell (row, column)."""
    if cell[1] >= fields.FIRST_STAKEHOLDER_COLUMN:
        unfit = _apply_swing_texts(criteria, facts, cell[1], {cell[0]: text}, decimal)[1].get(
            cell[0]
        )
        return unfit.message if unfit is not None else None
    try:
        _apply_criterion_texts(criteria, facts, cell[0], {cell[1]: text}, decimal)
    except fields.InvalidValue as unfit:
        return unfit.message
    return None


def _build_typed_cell(
    address: CellAddress, text: str, decimal: str, unfit: fields.InvalidValue | None
) -> InputCell:
    if not text and unfit is not None:
        raise UserError(unfit.message)
    return InputCell(address, text, decimal)


def _parse_figure(text: str, decimal: str, currency: str = "") -> float | None:
    """Parse a figure in the unit of its cell; a percent sign is ignored.

    So is the sign of `currency`, where it is an amount of money.
    """
    plain = text.removesuffix("%").strip()
    value = parse_money(plain, decimal, currency) if currency else parse_amount(plain, decimal)
    if text and value is None:
        raise fields.InvalidValue(message("“{text}” is not a number.", text=text[:60]))
    return None if value is None else float(value)


def _apply_requirement_text(
    requirement: Requirement, row: int, text: str, decimal: str, currency: str
) -> Requirement:
    field = SHEET_FIELDS[row]
    unit = currency if field.kind is RequirementKind.MONEY else ""
    changed = fields.with_requirement_figure(
        field, requirement, _parse_figure(text, decimal, unit)
    )
    try:
        check_requirement(changed)
    except UserError as error:
        raise fields.InvalidValue(error.message) from error
    return changed


def _apply_criterion_texts(
    criteria: Criteria,
    facts: StudyFacts,
    row: int,
    texts: Mapping[int, str],
    decimal: str,
) -> Criteria:
    """Return the criteria with a row's texts applied; swings count for the present anchors."""
    setting = criteria[row]
    for column, text in texts.items():
        of = facts.currency if kind_of(setting.criterion).unit is None else ""
        setting = fields.CRITERION_FIELDS[column - 1].with_figure(
            setting, _parse_figure(text, decimal, of)
        )
    try:
        changed, used = with_setting(criteria, row, setting, facts.requirement, facts.price_range)
    except UserError as error:
        raise fields.InvalidValue(error.message) from error
    if fields.SWING_COLUMN in texts:
        setting = stamp_swings_with_anchors((setting,), used)[0]
    else:
        setting = replace(setting, judged=criteria[row].judged)
    return (*changed[:row], setting, *changed[row + 1 :])


def edit_replacing_requirement(
    typed_cells: Mapping[CellAddress, InputCell],
    before: Requirement,
    after: Requirement,
    criteria_and_weighting: tuple[tuple[CriterionSetting, ...], Weighting],
) -> SheetEdit:
    """Return the edit to another requirement; typed cells of changed fields are cleared.

    Anchors of another kind of target are removed from `criteria_and_weighting`.
    """
    changed = {
        CellAddress(fields.REQUIREMENT_KEY, row, 1)
        for row, field in enumerate(SHEET_FIELDS)
        if field.value_in(before) != field.value_in(after)
    } & typed_cells.keys()
    opened = clear_response_settings_for_target(*criteria_and_weighting, before, after)
    if opened == criteria_and_weighting:
        return SheetEdit(frozenset(changed), requirement=after)
    (criteria, weighting), (criteria_after, weighting_after) = criteria_and_weighting, opened
    edit = edit_replacing_criteria(
        typed_cells, criteria, criteria_after, (weighting, weighting_after)
    )
    return replace(edit, cleared=edit.cleared | changed, requirement=after)


def edit_replacing_criteria(
    typed_cells: Mapping[CellAddress, InputCell],
    before: tuple[CriterionSetting, ...],
    after: tuple[CriterionSetting, ...],
    weighting: tuple[Weighting, Weighting],
) -> SheetEdit:
    """Return the edit to other criteria; typed cells of changed fields are cleared.

    A criterion that is removed takes its row out of the sheet, a stakeholder their column;
    formulas follow. `weighting` has the stakeholders before and after.
    """
    remaining = {setting.criterion: setting for setting in after}
    left, moved = list(before), dict(typed_cells)
    for setting in before:
        if setting.criterion not in remaining:
            row = left.index(setting)
            moved = build_row_deletion(
                moved, fields.CRITERIA_KEY, CRITERIA, row, 1
            ).typed_cells_after(moved)
            left.remove(setting)
    for row, setting in enumerate(left):
        for column, field in enumerate(fields.CRITERION_FIELDS, start=1):
            if field.get(setting) != field.get(remaining[setting.criterion]):
                moved.pop(CellAddress(fields.CRITERIA_KEY, row, column), None)
    moved = _move_stakeholder_cells(moved, after, *weighting)
    return SheetEdit(
        frozenset(typed_cells.keys() - moved.keys()),
        tuple(cell for place, cell in moved.items() if typed_cells.get(place) != cell),
        criteria=after,
        weighting=weighting[1] if weighting[0] != weighting[1] else None,
    )


def _move_stakeholder_cells(
    cells: Mapping[CellAddress, InputCell],
    criteria: tuple[CriterionSetting, ...],
    before: Weighting,
    after: Weighting,
) -> dict[CellAddress, InputCell]:
    """Return the cells with columns moved as stakeholders come and go, and changed swings cleared.

    New stakeholders get columns behind those who stay.
    """
    left, moved = list(before.stakeholders), dict(cells)
    for person in before.stakeholders:
        if find_stakeholder(after, person.name) is None:
            column = fields.FIRST_STAKEHOLDER_COLUMN + left.index(person)
            moved = build_column_deletion(
                moved, fields.CRITERIA_KEY, CRITERIA, column, 1
            ).typed_cells_after(moved)
            left.remove(person)
    came, end = len(after.stakeholders) - len(left), fields.FIRST_STAKEHOLDER_COLUMN + len(left)
    if came:
        moved = build_column_insertion(
            moved, fields.CRITERIA_KEY, CRITERIA, end, came
        ).typed_cells_after(moved)
    for column, person in enumerate(left, start=fields.FIRST_STAKEHOLDER_COLUMN):
        pairs = zip(
            *(criteria_with_swings_of(criteria, w, person.name) for w in (before, after)),
            strict=True,
        )
        for row, (old, new) in enumerate(pairs):
            if old.swing != new.swing:
                moved.pop(CellAddress(fields.CRITERIA_KEY, row, column), None)
    return moved


def delete_typed_cells(cursor: Cursor, study: Study, *sheet_keys: str) -> None:
    """Delete the typed cells of sheets, by their keys, within an action."""
    addresses = [place for place in read_input_cells(study) if place.sheet in sheet_keys]
    if addresses:
        writing.replace_cells(cursor, addresses, ())
