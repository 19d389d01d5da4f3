"""Copies a study for another place or another person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.store.study import open_copy
from arraywise.usecases.undo_steps import forget_history

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.store.study import Study


def copy_study(path: Path, target: Path) -> Study:
    """Copy a study, as it is at this moment, and open the copy; it may be open elsewhere.

    The copy begins with no history: whoever gets it finds neither earlier prices nor files that
    were removed.

    Raises:
        UserError: When the target exists, or the source cannot be read.
    """
    study = open_copy(path, target)
    try:
        forget_history(study)
    except BaseException:
        study.close()
        raise
    study.fold()
    return study
