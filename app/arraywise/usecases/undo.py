"""Undo, redo, names of actions.

So every action has a name that is right, whichever page or command it came from.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from arraywise.domain.cells import cell_name
from arraywise.domain.messages import Message, message
from arraywise.store.reading.evidence import run_name
from arraywise.store.reading.history import HistoryAction, changes_of, read_history, step_changes
from arraywise.store.reading.inputs import WORKLOAD, list_options
from arraywise.store.run_rows import FILE_SAYS, NAME_SAYS
from arraywise.store.scenarios import DISCOUNT_RATE
from arraywise.store.writing.rows import now
from arraywise.store.writing.transaction import clear_actions, committed, do_again, undo_last
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_evidence import END, SETTINGS, START, setting_word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import datetime

    from arraywise.store.history import RowChange
    from arraywise.store.study import Study
    from arraywise.store.writing.transaction import Cursor

    RunNames = Mapping[int, str]
    Names = Mapping[int, str]
    Changed = Mapping[str, RowChange]
    Labeller = Callable[[Changed, Names], "Message | ActionLabel"]


def runs_of(changes: Sequence[RowChange]) -> frozenset[int]:
    """Return the runs of which an action changed what is known beside their figures."""
    return frozenset(
        row["run_id"]
        for change in changes
        if change.table in {"run_attribute", "measurement"}
        for row in change.rows()
    )


def label_runs(changes: Sequence[RowChange], names: RunNames) -> Message:
    """Name the setting that was changed, and the run or how many runs it was.

    Args:
        changes: what became of the tables of runs.
        names: runs by id; where it was one, its name is needed only.
    """
    runs, changed = runs_of(changes), _settings(changes)
    one, count, what = names.get(next(iter(runs), 0), ""), len(runs), _word(changed)
    if not changed:  # what their names state was confirmed
        kind = (
            message("confirmation of {run}", run=one),
            message("confirmation of {count} runs", count=count),
        )
    elif what is None:
        kind = (
            message("settings of {run}", run=one),
            message("settings of {count} runs", count=count),
        )
    else:
        kind = (
            message("{setting} of {run}", setting=what, run=one),
            message("{setting} of {count} runs", setting=what, count=count),
        )
    return kind[0] if count == 1 and one else kind[1]


def _word(changed: frozenset[str]) -> str | None:
    if changed == {START, END}:
        return "measurement window"
    return setting_word(next(iter(changed))) if len(changed) == 1 else None


def _settings(changes: Sequence[RowChange]) -> frozenset[str]:
    """Return the settings whose values differ; a row that only moved up or down does not."""
    rows = [(c.deleted_rows(), c.inserted_rows()) for c in changes if c.table == "run_attribute"]
    before, after = ({_stated(r) for pair in rows for r in pair[side]} for side in (0, 1))
    stated = {
        name.removeprefix(FILE_SAYS).removeprefix(NAME_SAYS) for _, name, _ in before ^ after
    }
    return frozenset(stated & set(SETTINGS))


def _stated(row: Mapping[str, object]) -> tuple[object, str, object]:
    return row["run_id"], str(row["name"]), row["value"]


def label_files(change: RowChange, options: RunNames) -> Message:
    """Name what happened to files: one by its name, else how many."""
    one, count = change.rows()[0]["name"], max(len(change.taken), len(change.put))
    if not change.taken:
        kind = (
            message("import of {file}", file=one),
            message("import of {count} files", count=count),
        )
    elif not change.put:
        kind = (
            message("removal of {file}", file=one),
            message("removal of {count} files", count=count),
        )
    else:
        kind = _of_assigned(change, options, one, count)
    return kind[0] if count == 1 else kind[1]


def _of_assigned(
    change: RowChange, options: RunNames, one: str, count: int
) -> tuple[Message, Message]:
    before, after = (
        {row["id"]: row["option_id"] for row in rows}
        for rows in (change.deleted_rows(), change.inserted_rows())
    )
    to = set(after.values())
    if before == after:
        return (
            message("confirmation of {file}", file=one),
            message("confirmation of {count} files", count=count),
        )
    if len(to) == 1 and (option := options.get(next(iter(to)))):
        return (
            message("assignment of {file} to {option}", file=one, option=option),
            message("assignment of {count} files to {option}", count=count, option=option),
        )
    return message("assignment of {file}", file=one), message(
        "assignment of {count} files", count=count
    )


class PageName(StrEnum):
    """The page where an action is seen."""

    OVERVIEW = "overview"
    EVIDENCE = "evidence"
    PRICING = "pricing"
    PROVISIONING = "provisioning"
    DECISION = "decision"
    REPORT = "report"
    WORKINGS = "workings"
    EVERYWHERE = ""


class ActionLabel(NamedTuple):
    """What an action did, and where that is seen."""

    message: Message
    place: PageName


def label_of(what: str, changes: Sequence[RowChange], names: Names, runs: Names) -> ActionLabel:
    """Name an action.

    Args:
        what: What whoever did it called it; used where the tables tell nothing better.
        changes: What it changed.
        names: Options by id; those that the action made or removed are known from its rows.
        runs: The run by id, where the action changed what is known of one only.
    """
    changed = {change.table: change for change in changes}
    names = {**_names_in(changed.get("option")), **names}
    if changed.keys() <= _OF_RUNS:
        return ActionLabel(label_runs(changes, runs), PageName.EVIDENCE)
    for tables, place, label in _RULES:
        if not changed.keys().isdisjoint(tables):
            result = label(changed, names)
            return result if isinstance(result, ActionLabel) else ActionLabel(result, place)
    return ActionLabel(message("{what}", what=what), PageName.EVERYWHERE)


def _names_in(options: RowChange | None) -> dict[int, str]:
    """Return names by id; where an option was renamed, the one that it had before."""
    return {row["id"]: row["name"] for row in options.rows()} if options else {}


def _differing(change: RowChange) -> list[str]:
    """Return the columns in which the one row that was changed differs; none for several rows."""
    if not len(change.taken) == len(change.put) == 1:
        return []
    pairs = zip(change.columns, change.taken[0], change.put[0], strict=True)
    return [column for column, old, new in pairs if old != new]


def _one_field(change: RowChange, fields: Mapping[str, Message], several: Message) -> Message:
    differing = _differing(change)
    return fields.get(differing[0], several) if len(differing) == 1 else several


def _of_files(changed: Changed, names: Names) -> Message:
    return label_files(changed["evidence_file"], names)


def _of_options(changed: Changed, _names: Names) -> Message:
    change = changed["option"]
    name = change.rows()[0]["name"]
    if not change.taken:
        return message("new option {option}", option=name)
    if not change.put:
        return message("removal of option {option}", option=name)
    if len(change.put) > 1 or _differing(change) == ["position"]:
        return message("order of the options")
    if _differing(change) == ["name"]:
        return message("renaming of {option}", option=change.deleted_rows()[0]["name"])
    if "architecture" not in _differing(change):
        return message("abilities of {option}", option=name)
    return message("architecture of {option}", option=name)


_LINE_FIELDS = {
    "description": "description of {option}, line {line}",
    "unit_price": "price of {option}, line {line}",
    "quantity": "quantity of {option}, line {line}",
    "maintenance": "maintenance of {option}, line {line}",
    "maintenance_per_month": "maintenance of {option}, line {line}",
    "discount": "discount of {option}, line {line}",
}


def _of_prices(changed: Changed, names: Names) -> Message:
    change = next(changed[t] for t in ("price_line", "discount", "price_sheet") if t in changed)
    row = change.rows()[0]
    option = names.get(row["option_id"], "")
    if change.table == "price_line" and len(change.taken) <= 1 and len(change.put) <= 1:
        where: dict[str, Any] = {"option": option, "line": row["position"] + 1}
        differing = [each for each in _differing(change) if each != "printed_extended"]
        if len(differing) == 1 and differing[0] in _LINE_FIELDS:
            return message(_LINE_FIELDS[differing[0]], **where)
        return message("prices of {option}, line {line}", **where)
    return message("prices of {option}", option=option)


_TIMES = ("provisioning_time", "provisioning_estimate")
_RATINGS = ("option_rating", "rating_estimate")


def _of_times(changed: Changed, names: Names) -> Message:
    return message("provisioning times of {option}", option=_option_of(_TIMES, changed, names))


def _of_ratings(changed: Changed, names: Names) -> Message:
    return message("ratings of {option}", option=_option_of(_RATINGS, changed, names))


def _of_own_criteria(changed: Changed, _names: Names) -> Message:
    return message("criterion {title}", title=changed["own_criterion"].rows()[0]["title"])


def _option_of(tables: Sequence[str], changed: Changed, names: Names) -> str:
    """Return the option of the first row that changed in the first of these tables."""
    row = next(changed[table] for table in tables if table in changed).rows()[0]
    return names.get(row["option_id"], "")


_REQUIREMENT = {
    "response_time_s": message("target response time"),
    "statistic": message("statistic of the target"),
    "visits_per_month": message("visits per month"),
    "budget": message("budget"),
    "rule": message("rule of the recommendation"),
    "goal": message("target of the requirement"),
    "storage_share": message("share of the target for the storage"),
    "degraded": message("rule for degraded storage"),
}


def _of_requirement(changed: Changed, _names: Names) -> Message:
    return _one_field(changed["requirement"], _REQUIREMENT, message("requirement"))


def _of_criteria(changed: Changed, _names: Names) -> Message:
    change = changed["criterion"]
    swings = [sorted((r["criterion"], r["swing"]) for r in rows) for rows in _both(change)]
    return message("weights") if swings[0] != swings[1] else message("value functions")


def _both(change: RowChange) -> tuple[list[Mapping[str, Any]], list[Mapping[str, Any]]]:
    return change.deleted_rows(), change.inserted_rows()


_STUDY = {
    "name": message("name of the study"),
    "client": message("client"),
    "currency": message("currency"),
}


def _of_study(changed: Changed, _names: Names) -> Message:
    return _one_field(changed["study_info"], _STUDY, message("study"))


def _of_scenarios(changed: Changed, _names: Names) -> Message:
    """Name what happened to scenarios, of which one is in use at any time."""
    change = changed["scenario"]
    before, after = ({row["id"]: row for row in rows} for rows in _both(change))
    gone, new = before.keys() - after.keys(), after.keys() - before.keys()
    in_use = next((row["name"] for row in after.values() if row["in_use"]), "")
    if gone:
        return message("removal of scenario {name}", name=before[min(gone)]["name"])
    if new:
        return message("new scenario {name}", name=after[max(new)]["name"])
    for id_, row in after.items():
        if before[id_]["name"] != row["name"]:
            return message("renaming of scenario {name}", name=before[id_]["name"])
    return (
        message("switch to scenario {name}", name=in_use)
        if in_use
        else message("switch to the base")
    )


def _of_weights(changed: Changed, _names: Names) -> Message:
    """Name weights by whose they are, where only one person's changed."""
    change = changed.get("stakeholder_swing")
    of = {row["stakeholder"] for row in change.rows()} if change else set()
    if len(of) == 1 and "criterion" not in changed:
        return message("weights of {stakeholder}", stakeholder=of.pop())
    return message("weights")


def _of_settings(changed: Changed, _names: Names) -> Message | ActionLabel:
    stored = {row["name"] for row in changed["setting"].rows()}
    if stored == {DISCOUNT_RATE}:
        return ActionLabel(message("discount rate of prices"), PageName.PRICING)
    if all(name.startswith("report") for name in stored):
        return message("options of the report")
    if all(name.startswith("threshold.") for name in stored):
        return message("thresholds of the audit")
    if all(name.startswith(WORKLOAD) for name in stored):
        return message("workload profile")
    return message("settings of the study")


_SHEETS = {
    "prices": PageName.PRICING,
    "provisioning": PageName.PROVISIONING,
    "criteria": PageName.DECISION,
    "requirement": PageName.EVERYWHERE,
}
"""Where a sheet is seen, by the first part of its name; all others are the workings."""


def _of_cells(changed: Changed, _names: Names) -> ActionLabel:
    """Name typed cells: the one, or how many; those of the input sheets are named by these."""
    change = changed["sheet_cell"]
    names = ("sheet", "row_number", "column_number")
    where = itemgetter(*(change.columns.index(name) for name in names))
    # Rows as they are: letting go of a dictionary for each of 200,000 holds all threads up.
    cells = {where(row) for rows in (change.put, change.taken) for row in rows}
    sheet, row_number, column_number = where((change.put or change.taken)[0])
    place = _SHEETS.get(sheet.partition("/")[0], PageName.WORKINGS)
    if len(cells) == 1:
        return ActionLabel(
            message("cell {cell}", cell=cell_name(row_number, column_number)), place
        )
    return ActionLabel(message("{count} cells", count=len(cells)), place)


def _just(sentence: Message) -> Labeller:
    return lambda _changed, _names: sentence


_OF_RUNS = frozenset({"run_attribute", "measurement"})
_RULES: tuple[tuple[tuple[str, ...], PageName, Labeller], ...] = (
    (("scenario",), PageName.DECISION, _of_scenarios),
    (("run", "problem"), PageName.EVIDENCE, _just(message("another reading of files"))),
    (("evidence_file",), PageName.EVIDENCE, _of_files),
    (("price_line", "discount", "price_sheet"), PageName.PRICING, _of_prices),
    (_TIMES, PageName.PROVISIONING, _of_times),
    (("own_criterion",), PageName.DECISION, _of_own_criteria),
    (_RATINGS, PageName.DECISION, _of_ratings),
    (("rating_level",), PageName.DECISION, _just(message("levels of ratings"))),
    (("requirement",), PageName.EVERYWHERE, _of_requirement),
    (("stakeholder_swing", "stakeholder", "weighting"), PageName.DECISION, _of_weights),
    (("criterion",), PageName.DECISION, _of_criteria),
    (("value_point",), PageName.DECISION, _just(message("value functions"))),
    (("price_range",), PageName.DECISION, _just(message("range of the price's value function"))),
    (("option",), PageName.OVERVIEW, _of_options),
    (("study_info",), PageName.EVERYWHERE, _of_study),
    (("exchange_rate",), PageName.PRICING, _just(message("exchange rates"))),
    (("clock_shift",), PageName.EVIDENCE, _just(message("offset of clocks"))),
    (("report_logo",), PageName.REPORT, _just(message("logo of the report"))),
    (("sheet_cell",), PageName.WORKINGS, _of_cells),
    (("setting",), PageName.EVERYWHERE, _of_settings),
)
"""The first rule with a table that changed names the action."""

_TOGETHER = 5_000  # rows that are let go of at once


@dataclass(frozen=True, slots=True)
class UndoneAction:
    """An action that was undone or redone."""

    what: Message
    changes: Changes
    place: PageName


@dataclass(frozen=True, slots=True)
class UndoState:
    """What the next undo and the next redo would do; None where there is nothing."""

    undo: Message | None = None
    redo: Message | None = None


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
    "own_criterion": Changes.CRITERIA,
    "value_point": Changes.CRITERIA,
    "price_range": Changes.CRITERIA,
    "weighting": Changes.CRITERIA,
    "stakeholder": Changes.CRITERIA,
    "stakeholder_swing": Changes.CRITERIA,
    "weight_judgement": Changes.CRITERIA,
    "sheet_cell": Changes.SHEETS,
}
"""What depends on a table; on one that is not named here, everything may."""


def undo_step(study: Study) -> UndoneAction | None:
    """Undo the last action; None where there is none.

    Raises UserError when the study cannot be written, or its record of changes does not fit it.
    """
    return _move_through_history(study, "undo", undo_last)


def redo_step(study: Study) -> UndoneAction | None:
    """Do again what was undone last; None where nothing was, or something else was done since.

    Raises UserError when the study cannot be written, or its record of changes does not fit it.
    """
    return _move_through_history(study, "redo", do_again)


def _move_through_history(
    study: Study, what: str, way: Callable[[Cursor, datetime], HistoryAction | None]
) -> UndoneAction | None:
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
    return UndoneAction(label.message, touched_by(changes), label.place)


def undo_state(study: Study) -> UndoState:
    """Describe what undo and redo would do now."""
    history = read_history(study)
    names = _option_names(study)

    def sentence(steps: tuple[HistoryAction, ...]) -> Message | None:
        if not steps:
            return None
        changes = step_changes(study, steps[-1])
        label = label_of(steps[-1].what, changes, names, _one_run(study, changes))
        rows = [row for change in changes for part in (change.taken, change.put) for row in part]
        del changes
        while rows:  # let go of at once, 200,000 of them hold all threads up
            del rows[-_TOGETHER:]
        return label.message

    return UndoState(sentence(history.done), sentence(history.undone))


def clear_history(study: Study) -> None:
    """Forget all actions, and erase the files that only they could bring back.

    For a study that begins its life, or goes to somebody else.

    Raises UserError when the study cannot be written.
    """
    clear_actions(study)


def touched_by(changes: Iterable[RowChange]) -> Changes:
    """Return which parts of a study changes to its tables concern."""
    touched = Changes.NOTHING
    for change in changes:
        touched |= _TOUCHED.get(change.table, Changes.EVERYTHING)
    return touched


def _one_run(study: Study, changes: Sequence[RowChange]) -> dict[int, str]:
    """Return the run that changes are of by its id, where they are of one."""
    result = runs_of(changes)
    return {id_: run_name(study, id_) for id_ in result} if len(result) == 1 else {}


def _option_names(study: Study) -> dict[int, str]:
    return {option.id: option.name for option in list_options(study)}
