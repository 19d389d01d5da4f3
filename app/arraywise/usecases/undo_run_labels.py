"""Says in a few words what an action changed of files and runs, from the rows it changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.said import Said, say
from arraywise.store.reading.run_settings import FILE_SAYS, NAME_SAYS
from arraywise.usecases.edit_runs import SETTINGS, setting_word
from arraywise.usecases.edit_window import END, START

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arraywise.store.history import RowChange

    Names = Mapping[int, str]


def runs_of(changes: Sequence[RowChange]) -> frozenset[int]:
    """Return the runs of which an action changed what is known beside their figures."""
    return frozenset(
        row["run_id"]
        for change in changes
        if change.table in {"run_attribute", "measurement"}
        for row in change.rows()
    )


def label_runs(changes: Sequence[RowChange], names: Names) -> Said:
    """Name the setting that was changed, and the run or how many runs it was.

    Args:
        changes: what became of the tables of runs.
        names: runs by id; where it was one, its name is needed only.
    """
    runs, changed = runs_of(changes), _settings(changes)
    one, count, what = names.get(next(iter(runs), 0), ""), len(runs), _word(changed)
    if not changed:  # what their names say was confirmed
        kind = (
            say("confirmation of {run}", run=one),
            say("confirmation of {count} runs", count=count),
        )
    elif what is None:
        kind = say("settings of {run}", run=one), say("settings of {count} runs", count=count)
    else:
        kind = (
            say("{setting} of {run}", setting=what, run=one),
            say("{setting} of {count} runs", setting=what, count=count),
        )
    return kind[0] if count == 1 and one else kind[1]


def _word(changed: frozenset[str]) -> str | None:
    if changed == {START, END}:
        return "measurement window"
    return setting_word(next(iter(changed))) if len(changed) == 1 else None


def _settings(changes: Sequence[RowChange]) -> frozenset[str]:
    """Return the settings whose values differ; a row that only moved up or down does not."""
    rows = [(c.taken_rows(), c.put_rows()) for c in changes if c.table == "run_attribute"]
    before, after = ({_told(r) for pair in rows for r in pair[side]} for side in (0, 1))
    told = {name.removeprefix(FILE_SAYS).removeprefix(NAME_SAYS) for _, name, _ in before ^ after}
    return frozenset(told & set(SETTINGS))


def _told(row: Mapping[str, object]) -> tuple[object, str, object]:
    return row["run_id"], str(row["name"]), row["value"]


def label_files(change: RowChange, options: Names) -> Said:
    """Name what happened to files: one by its name, else how many."""
    one, count = change.rows()[0]["name"], max(len(change.taken), len(change.put))
    if not change.taken:
        kind = say("import of {file}", file=one), say("import of {count} files", count=count)
    elif not change.put:
        kind = say("removal of {file}", file=one), say("removal of {count} files", count=count)
    else:
        kind = _of_assigned(change, options, one, count)
    return kind[0] if count == 1 else kind[1]


def _of_assigned(change: RowChange, options: Names, one: str, count: int) -> tuple[Said, Said]:
    before, after = (
        {row["id"]: row["option_id"] for row in rows}
        for rows in (change.taken_rows(), change.put_rows())
    )
    to = set(after.values())
    if before == after:
        return (
            say("confirmation of {file}", file=one),
            say("confirmation of {count} files", count=count),
        )
    if len(to) == 1 and (option := options.get(next(iter(to)))):
        return (
            say("assignment of {file} to {option}", file=one, option=option),
            say("assignment of {count} files to {option}", count=count, option=option),
        )
    return say("assignment of {file}", file=one), say("assignment of {count} files", count=count)
