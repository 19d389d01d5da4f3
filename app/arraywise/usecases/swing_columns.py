"""The columns of the stakeholders in the sheet of criteria: swings, one column each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.stale_weights import judge_by
from arraywise.domain.problems import UserError
from arraywise.usecases.checked_criteria import check_criteria
from arraywise.usecases.edit_weighting import give_weights, weights_of
from arraywise.usecases.sheet_fields import CRITERION_FIELDS, FIRST_STAKEHOLDER, SWING, Unfit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.said import Said
    from arraywise.domain.weighting import Stakeholder, Weighting
    from arraywise.usecases.sheet_fields import Figure


def owner_of(weighting: Weighting, column: int) -> Stakeholder | None:
    """Return the stakeholder of a column; None where it is nobody's."""
    place = column - FIRST_STAKEHOLDER
    return weighting.stakeholders[place] if 0 <= place < len(weighting.stakeholders) else None


def put_swings(
    criteria: Sequence[CriterionSetting],
    weighting: Weighting,
    owner: Stakeholder,
    figures: Mapping[int, Figure],
    used: Sequence[CriterionSetting] = (),
) -> tuple[Weighting, dict[int, Said]]:
    """Give a stakeholder other swings.

    Args:
        criteria: The study's own.
        weighting: The present one.
        owner: Whose swings.
        figures: By row of the sheet.
        used: The criteria with their anchors filled in, where the swings are given for these.

    Returns:
        The weighting, and why rows cannot take their figures; a column without any weight takes
        none.
    """
    before = weights_of(criteria, weighting, owner.name)
    after = list(before)
    faults: dict[int, Said] = {}
    for row, figure in figures.items():
        try:
            given = CRITERION_FIELDS[SWING - 1].put(before[row], figure)
            check_criteria((given,) if given.swing else ())
        except (Unfit, UserError) as wrong:
            faults[row] = wrong.said
        else:
            if used:
                after[row] = judge_by((given,), used)[0]
            elif given.swing != before[row].swing:
                after[row] = given
    try:
        check_criteria(after)
    except UserError as wrong:
        return weighting, dict.fromkeys(figures, wrong.said)
    if tuple(after) == before:
        return weighting, faults
    return give_weights(criteria, weighting, owner.name, after)[1], faults
