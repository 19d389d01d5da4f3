"""Changes cells of sheets: what was typed, and with it every input that a formula works out."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from arraywise.analysis.demand import check_requirement
from arraywise.domain.problems import UserError
from arraywise.domain.said import say
from arraywise.domain.sheets import LONGEST_TEXT, MOST_CELLS, MOST_COLUMNS, MOST_ROWS
from arraywise.store.reading.sheets import typed_cells
from arraywise.store.writing.criteria import write_criteria
from arraywise.store.writing.prices import replace_price_sheet
from arraywise.store.writing.provisioning import replace_times
from arraywise.store.writing.requirement import write_requirement
from arraywise.store.writing.sheets import change_cells
from arraywise.store.writing.transaction import transaction
from arraywise.store.writing.weighting import write_weighting
from arraywise.usecases.checked_criteria import check_criteria, check_weighting
from arraywise.usecases.derive_inputs import derive_inputs
from arraywise.usecases.sheet_inputs import Inputs, read_inputs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.facts import OptionFacts
    from arraywise.domain.pricing import PriceSheet
    from arraywise.domain.provisioning import ProvisioningTime
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.sheets import CellFault, Place, TypedCell
    from arraywise.domain.weighting import Weighting
    from arraywise.store.study import Study
    from arraywise.store.writing.transaction import Cursor


@dataclass(frozen=True, slots=True)
class SheetEdit:
    """One action on sheets; what it leaves alone is not named."""

    gone: frozenset[Place] = frozenset()
    """Cells that have no typed text any more."""
    typed: tuple[TypedCell, ...] = ()
    prices: Mapping[int, PriceSheet] = field(default_factory=dict)
    """By option."""
    times: Mapping[int, tuple[ProvisioningTime, ...]] = field(default_factory=dict)
    """By option."""
    requirement: Requirement | None = None
    criteria: tuple[CriterionSetting, ...] = ()
    weighting: Weighting | None = None
    """Stakeholders and who decides, where weights were given in the same action."""

    def applied_to(self, inputs: Inputs) -> Inputs:
        """Return the inputs after the action, before formulas are worked out."""
        return replace(
            inputs,
            prices={**inputs.prices, **self.prices},
            times={**inputs.times, **self.times},
            requirement=self.requirement or inputs.requirement,
            criteria=self.criteria or inputs.criteria,
            weighting=inputs.weighting if self.weighting is None else self.weighting,
        )

    @property
    def inputs_change(self) -> bool:
        """Whether values are given beside the typed cells."""
        given = (self.prices, self.times, self.requirement, self.criteria, self.weighting)
        return any(given)

    def option_after(self, known: OptionFacts) -> OptionFacts:
        """Return what is known of an option after the action."""
        option_id = known.option.id
        return replace(
            known,
            price_sheet=self.prices.get(option_id, known.price_sheet),
            provisioning=self.times.get(option_id, known.provisioning),
        )

    def cells_after(self, cells: Mapping[Place, TypedCell]) -> dict[Place, TypedCell]:
        """Return the typed cells after the action."""
        after = dict(cells)
        for place in self.gone:
            after.pop(place, None)
        after.update((cell.place, cell) for cell in self.typed)
        return after


@dataclass(frozen=True, slots=True)
class SheetsEdited:
    """What an action led to."""

    formulas_changed_inputs: bool
    """Whether other inputs follow than those that were edited."""
    faults: Mapping[Place, CellFault]
    """Formulas whose value their cell cannot take."""


def edit_sheets(study: Study, edit: SheetEdit, what: str) -> SheetsEdited:
    """Write an action on sheets, and all inputs that formulas work out from it, in one step.

    Raises:
        UserError: When a cell lies outside its sheet or is too long, there are too many cells,
            or a requirement or criterion makes no sense; nothing is changed then.
    """
    check_cells(edit.typed)
    before, cells = read_inputs(study), typed_cells(study)
    after_cells = edit.cells_after(cells)
    if len(after_cells) > MOST_CELLS:
        message = say("A study holds up to {count:,} typed cells.", count=MOST_CELLS)
        raise UserError(message)
    asked = edit.applied_to(before)
    derived = derive_inputs(asked, after_cells)
    check_requirement(derived.inputs.requirement)
    check_criteria(derived.inputs.criteria)
    if derived.inputs.weighting != before.weighting:
        check_weighting(derived.inputs.weighting)
    replaced = {cell.place for cell in edit.typed} & cells.keys()
    with transaction(study, what) as cursor:
        change_cells(cursor, edit.gone | replaced, edit.typed)
        _write_inputs(cursor, before, derived.inputs)
    return SheetsEdited(derived.inputs != asked, derived.faults)


def check_cells(cells: Iterable[TypedCell]) -> None:
    """Check cells before they are kept.

    Raises:
        UserError: When one lies outside its sheet or is too long.
    """
    for cell in cells:
        place = cell.place
        if not (0 <= place.row < MOST_ROWS and 0 <= place.column < MOST_COLUMNS):
            message = say("A sheet has 100,000 rows and 100 columns; this would reach beyond.")
            raise UserError(message)
        if len(cell.text) > LONGEST_TEXT:
            message = say("A cell holds up to {count:,} letters.", count=LONGEST_TEXT)
            raise UserError(message)


def _write_inputs(cursor: Cursor, before: Inputs, after: Inputs) -> None:
    """Write what differs."""
    for option_id, sheet in after.prices.items():
        if before.prices.get(option_id) != sheet:
            replace_price_sheet(cursor, option_id, sheet)
    for option_id, times in after.times.items():
        if before.times.get(option_id, ()) != times:
            replace_times(cursor, option_id, times)
    if after.requirement != before.requirement:
        write_requirement(cursor, after.requirement)
    if after.criteria != before.criteria:
        write_criteria(cursor, after.criteria)
    if after.weighting != before.weighting:
        write_weighting(cursor, after.weighting)
