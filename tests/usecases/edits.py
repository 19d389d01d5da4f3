"""Edits of criteria at once, as the window makes them cell by cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.criteria import DEFAULT_CRITERIA
from arraywise.store.reading.inputs import read_criteria, read_input_cells, read_weighting
from arraywise.store.writing.inputs import write_criteria
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.edit_cells import delete_typed_cells, edit_replacing_criteria, edit_sheets
from arraywise.worksheets.fields import CRITERIA_KEY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.criteria import CriterionSetting, Weighting
    from arraywise.store.study import Study


def set_criteria(study: Study, criteria: Sequence[CriterionSetting]) -> None:
    """Write the criteria with their swings and anchors; none brings the defaults back.

    Raises UserError when swings leave 0 to 100 or are all zero, or an anchor is no number.
    """
    before = read_criteria(study) or DEFAULT_CRITERIA
    if criteria:
        people = read_weighting(study)
        edit = edit_replacing_criteria(
            read_input_cells(study), before, tuple(criteria), (people, people)
        )
        edit_sheets(study, edit, "criteria")
        return
    with transaction(study, "criteria") as cursor:
        delete_typed_cells(cursor, study, CRITERIA_KEY)
        write_criteria(cursor, ())


def set_weighting(
    study: Study, weighting: Weighting, criteria: Sequence[CriterionSetting] | None = None
) -> None:
    """Write the stakeholders, whose weights decide, and how weights were given."""
    before = read_criteria(study) or DEFAULT_CRITERIA
    after = before if criteria is None else tuple(criteria)
    people = (read_weighting(study), weighting)
    edit_sheets(
        study, edit_replacing_criteria(read_input_cells(study), before, after, people), "weights"
    )
