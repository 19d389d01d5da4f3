"""Goes back and forth through the user's actions, one at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.store.reading.history import changes_of, read_history, step_changes
from arraywise.store.reading.options import list_options
from arraywise.store.reading.run_settings import run_name
from arraywise.store.writing.history import do_again, take_back
from arraywise.store.writing.moment import now
from arraywise.store.writing.transaction import committed, forget_steps
from arraywise.usecases.changes import Changes
from arraywise.usecases.undo_labels import Place, label_of
from arraywise.usecases.undo_run_labels import runs_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime

    from arraywise.domain.said import Said
    from arraywise.store.history import RowChange
    from arraywise.store.reading.history import Step
    from arraywise.store.study import Study
    from arraywise.store.writing.transaction import Cursor

_TOGETHER = 5_000
"""Rows that are let go of at once."""


@dataclass(frozen=True, slots=True)
class Travelled:
    """An action that was undone or redone."""

    what: Said
    changes: Changes
    place: Place


@dataclass(frozen=True, slots=True)
class UndoState:
    """What the next undo and the next redo would do; None where there is nothing."""

    undo: Said | None = None
    redo: Said | None = None


_TOUCHED = {
    "study_info": Changes.STUDY,
    "evidence_file": Changes.EVIDENCE | Changes.OPTIONS,
    "clock_shift": Changes.EVIDENCE,
    "run": Changes.EVIDENCE,
    "problem": Changes.EVIDENCE,
    "series": Changes.EVIDENCE,
    "run_attribute": Changes.EVIDENCE,
    "measurement": Changes.EVIDENCE,
    "option": Changes.OPTIONS,
    "price_sheet": Changes.PRICES,
    "price_line": Changes.PRICES,
    "discount": Changes.PRICES,
    "exchange_rate": Changes.PRICES,
    "provisioning_time": Changes.PROVISIONING,
    "provisioning_estimate": Changes.PROVISIONING,
    "requirement": Changes.REQUIREMENT,
    "criterion": Changes.CRITERIA,
    "option_rating": Changes.CRITERIA,
    "rating_estimate": Changes.CRITERIA,
    "rating_level": Changes.CRITERIA,
    "value_point": Changes.CRITERIA,
    "price_range": Changes.CRITERIA,
    "weighting": Changes.CRITERIA,
    "stakeholder": Changes.CRITERIA,
    "stakeholder_swing": Changes.CRITERIA,
    "weight_judgement": Changes.CRITERIA,
    "sheet_cell": Changes.SHEETS,
}
"""What depends on a table; on one that is not named here, everything may."""


def undo_step(study: Study) -> Travelled | None:
    """Undo the last action; None where there is none.

    Raises:
        UserError: When the study cannot be written, or its record of changes does not fit it.
    """
    return _travel(study, "undo", take_back)


def redo_step(study: Study) -> Travelled | None:
    """Do again what was undone last; None where nothing was, or something else was done since.

    Raises:
        UserError: When the study cannot be written, or its record of changes does not fit it.
    """
    return _travel(study, "redo", do_again)


def _travel(
    study: Study, what: str, way: Callable[[Cursor, datetime], Step | None]
) -> Travelled | None:
    history = read_history(study)
    if not (history.done if what == "undo" else history.undone):
        return None
    names = _option_names(study)
    moment = now()
    with committed(study, what, moment) as cursor:
        step = way(cursor, moment)
        changes = changes_of(cursor, step.id) if step else ()
    if step is None:
        return None
    names = _option_names(study) | names
    label = label_of(step.what, changes, names, _one_run(study, changes))
    return Travelled(label.said, touched_by(changes), label.place)


def undo_state(study: Study) -> UndoState:
    """Say what undo and redo would do now."""
    history = read_history(study)
    names = _option_names(study)

    def said(steps: tuple[Step, ...]) -> Said | None:
        if not steps:
            return None
        changes = step_changes(study, steps[-1])
        label = label_of(steps[-1].what, changes, names, _one_run(study, changes))
        rows = [row for change in changes for part in (change.taken, change.put) for row in part]
        del changes
        while rows:  # let go of at once, 200,000 of them hold all threads up
            del rows[-_TOGETHER:]
        return label.said

    return UndoState(said(history.done), said(history.undone))


def forget_history(study: Study) -> None:
    """Forget all actions, and erase the files that only they could bring back.

    For a study that begins its life, or goes to somebody else.

    Raises:
        UserError: When the study cannot be written.
    """
    forget_steps(study)


def touched_by(changes: Iterable[RowChange]) -> Changes:
    """Say which parts of a study changes to its tables concern."""
    touched = Changes.NOTHING
    for change in changes:
        touched |= _TOUCHED.get(change.table, Changes.EVERYTHING)
    return touched


def _one_run(study: Study, changes: Sequence[RowChange]) -> dict[int, str]:
    """Return the run that changes are of by its id, where they are of one."""
    found = runs_of(changes)
    return {id_: run_name(study, id_) for id_ in found} if len(found) == 1 else {}


def _option_names(study: Study) -> dict[int, str]:
    return {option.id: option.name for option in list_options(study)}
