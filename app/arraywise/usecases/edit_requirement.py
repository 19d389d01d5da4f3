"""Changes the requirement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.demand import check_requirement
from arraywise.store.writing.requirement import write_requirement
from arraywise.store.writing.transaction import transaction

if TYPE_CHECKING:
    from arraywise.domain.requirement import Requirement
    from arraywise.store.study import Study


def set_requirement(study: Study, requirement: Requirement) -> None:
    """Write a requirement.

    Raises:
        UserError: When it makes no sense; the sentence says which part.
    """
    check_requirement(requirement)
    with transaction(study, "requirement") as cursor:
        write_requirement(cursor, requirement)
