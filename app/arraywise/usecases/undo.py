"""Undo, redo, and the labels of actions.

Labels follow from the changed rows, so they hold whichever page or command made the action.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from arraywise.domain.cells import cell_name
from arraywise.domain.messages import Figure, Message, message
from arraywise.domain.price_scope import scope_item_by_key
from arraywise.store.encoding import FILE_SAYS, NAME_SAYS
from arraywise.store.reading.evidence import read_run_name
from arraywise.store.reading.history import HistoryAction, read_action_changes, read_history
from arraywise.store.reading.inputs import WORKLOAD, list_options
from arraywise.store.scenarios import DISCOUNT_RATE
from arraywise.store.writing.rows import utc_now
from arraywise.store.writing.transaction import redo_last, transaction_without_undo, undo_last
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_evidence import END, SETTINGS, START, setting_label

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import datetime

    from arraywise.store.connection import Cursor
    from arraywise.store.history import RowChange
    from arraywise.store.study import Study

    RunNames = Mapping[int, str]
    Names = Mapping[int, str]
    Changed = Mapping[str, RowChange]
    Labeller = Callable[[Changed, Names], "Message | ActionLabel"]


_RUN_TABLES = frozenset({"run_attribute", "measurement"})


def edited_run_ids(changes: Sequence[RowChange]) -> frozenset[int]:
    """Return the ids of the runs whose attributes or measurements an action changed."""
    return frozenset(
        row["run_id"]
        for change in changes
        if change.table in {"run_attribute", "measurement"}
        for row in change.rows()
    )


def describe_run_change(changes: Sequence[RowChange], names: RunNames) -> Message:
    """Describe a change of runs by its setting, and by the run's name or the number of runs."""
    runs, changed = edited_run_ids(changes), _changed_settings(changes)
    one, count, what = (
        names.get(next(iter(runs), 0), ""),
        len(runs),
        _changed_setting_label(changed),
    )
    if not changed:  # what their names state was confirmed
        texts = "confirmation of {run}", "confirmation of {count} runs"
    elif what is None:
        texts = "settings of {run}", "settings of {count} runs"
    else:
        texts = "{setting} of {run}", "{setting} of {count} runs"
    return _singular_or_plural(
        texts, count if one else 0, run=one, count=count, setting=what or ""
    )


def _singular_or_plural(texts: tuple[str, str], number: int, **figures: Figure) -> Message:
    """Return a message of the first text for one thing, else of the second."""
    text = texts[0] if number == 1 else texts[1]
    named = {name: figure for name, figure in figures.items() if f"{{{name}}}" in text}
    return message(text, **named)


def _changed_setting_label(changed: frozenset[str]) -> str | None:
    if changed == {START, END}:
        return "measurement window"
    return setting_label(next(iter(changed))) if len(changed) == 1 else None


def _changed_settings(changes: Sequence[RowChange]) -> frozenset[str]:
    """Return the settings whose values differ between the rows before and after."""
    rows = [
        _rows_before_and_after(change) for change in changes if change.table == "run_attribute"
    ]
    before, after = (
        {(r["run_id"], str(r["name"]), r["value"]) for pair in rows for r in pair[side]}
        for side in (0, 1)
    )
    stated = {
        name.removeprefix(FILE_SAYS).removeprefix(NAME_SAYS) for _, name, _ in before ^ after
    }
    return frozenset(stated & set(SETTINGS))


def _describe_file_change(changed: Changed, options: Names) -> Message:
    """Describe a change of files, by the name of the one or by their number."""
    change = changed["evidence_file"]
    one, count = change.rows()[0]["name"], max(len(change.deleted), len(change.inserted))
    to = ""
    if not change.deleted:
        texts = "import of {file}", "import of {count} files"
    elif not change.inserted:
        texts = "removal of {file}", "removal of {count} files"
    else:
        before, after = (
            {row["id"]: row["option_id"] for row in rows}
            for rows in _rows_before_and_after(change)
        )
        assigned = set(after.values())
        to = options.get(next(iter(assigned)), "") if len(assigned) == 1 else ""
        if before == after:
            texts = "confirmation of {file}", "confirmation of {count} files"
        elif to:
            texts = "assignment of {file} to {option}", "assignment of {count} files to {option}"
        else:
            texts = "assignment of {file}", "assignment of {count} files"
    return _singular_or_plural(texts, count, file=one, count=count, option=to)


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
    page: PageName


def label_action(
    stored_name: str, changes: Sequence[RowChange], option_names: Names, run_names: Names
) -> ActionLabel:
    """Return the label of an action by the tables it changed, else its stored name `stored_name`.

    `option_names` are those of options, `run_names` of the run if the action is of one only.
    """
    changed = {change.table: change for change in changes}
    options = changed["option"].rows() if "option" in changed else ()
    option_names = {row["id"]: row["name"] for row in options} | {
        **option_names
    }  # as renamed ones were before
    if changed.keys() <= _RUN_TABLES:
        return ActionLabel(describe_run_change(changes, run_names), PageName.EVIDENCE)
    for tables, place, label in _RULES:
        if not changed.keys().isdisjoint(tables):
            result = label if isinstance(label, Message) else label(changed, option_names)
            return result if isinstance(result, ActionLabel) else ActionLabel(result, place)
    return ActionLabel(message("{what}", what=stored_name), PageName.EVERYWHERE)


def _changed_columns(change: RowChange) -> list[str]:
    """Return the columns in which the one row that was changed differs; none for several rows."""
    if not len(change.deleted) == len(change.inserted) == 1:
        return []
    pairs = zip(change.columns, change.deleted[0], change.inserted[0], strict=True)
    return [column for column, old, new in pairs if old != new]


def _describe_field_change(
    table: str, fields: Mapping[str, Message], several: Message, changed: Changed, _names: Names
) -> Message:
    differing = _changed_columns(changed[table])
    return fields.get(differing[0], several) if len(differing) == 1 else several


def _describe_options_change(changed: Changed, _names: Names) -> Message:
    change = changed["option"]
    name = change.rows()[0]["name"]
    if not change.deleted:
        return message("new option {option}", option=name)
    if not change.inserted:
        return message("removal of option {option}", option=name)
    if len(change.inserted) > 1 or _changed_columns(change) == ["position"]:
        return message("order of the options")
    if _changed_columns(change) == ["name"]:
        return message("renaming of {option}", option=change.deleted_rows()[0]["name"])
    if "architecture" not in _changed_columns(change):
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


def _describe_price_change(changed: Changed, names: Names) -> Message:
    change = next(changed[t] for t in ("price_line", "discount", "price_sheet") if t in changed)
    row = change.rows()[0]
    option = names.get(row["option_id"], "")
    if change.table == "price_line" and len(change.deleted) <= 1 and len(change.inserted) <= 1:
        where: dict[str, Any] = {"option": option, "line": row["position"] + 1}
        differing = [each for each in _changed_columns(change) if each != "printed_extended"]
        if len(differing) == 1 and differing[0] in _LINE_FIELDS:
            return message(_LINE_FIELDS[differing[0]], **where)
        return message("prices of {option}, line {line}", **where)
    return message("prices of {option}", option=option)


_QUOTES = ("quote_finding", "quote_record")
_TIMES = ("provisioning_time", "provisioning_estimate")
_RATINGS = ("option_rating", "rating_estimate")


def _describe_change_of_option(
    tables: Sequence[str], text: str, changed: Changed, names: Names
) -> Message:
    """Format a text with the option of the first changed row in the first of these tables."""
    row = next(changed[table] for table in tables if table in changed).rows()[0]
    return message(text, option=names.get(row["option_id"], ""))


def _describe_scope_change(changed: Changed, names: Names) -> Message:
    row = changed["scope_decision"].rows()[0]
    item = scope_item_by_key(row["item"]).title
    if row["option_id"] is None:
        return message("{item} in all prices", item=item)
    return message("{item} of {option}", item=item, option=names.get(row["option_id"], ""))


def _describe_own_criterion_change(changed: Changed, _names: Names) -> Message:
    return message("criterion {title}", title=changed["own_criterion"].rows()[0]["title"])


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


def _describe_criteria_change(changed: Changed, _names: Names) -> Message:
    change = changed["criterion"]
    swings = [
        sorted((r["criterion"], r["swing"]) for r in rows)
        for rows in _rows_before_and_after(change)
    ]
    return message("weights") if swings[0] != swings[1] else message("value functions")


def _rows_before_and_after(
    change: RowChange,
) -> tuple[list[Mapping[str, Any]], list[Mapping[str, Any]]]:
    return change.deleted_rows(), change.inserted_rows()


_STUDY = {
    "name": message("name of the study"),
    "client": message("client"),
    "currency": message("currency"),
}


def _describe_scenario_change(changed: Changed, _names: Names) -> Message:
    """Describe what happened to scenarios, of which at most one is in use."""
    change = changed["scenario"]
    before, after = ({row["id"]: row for row in rows} for rows in _rows_before_and_after(change))
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


def _describe_weight_change(changed: Changed, _names: Names) -> Message:
    """Describe a change of weights, with the stakeholder where it is only one's."""
    change = changed.get("stakeholder_swing")
    of = {row["stakeholder"] for row in change.rows()} if change else set()
    if len(of) == 1 and "criterion" not in changed:
        return message("weights of {stakeholder}", stakeholder=of.pop())
    return message("weights")


def _describe_setting_change(changed: Changed, _names: Names) -> Message | ActionLabel:
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


def _describe_cell_change(changed: Changed, _names: Names) -> ActionLabel:
    """Describe a change of typed cells, with the page of their sheet."""
    change = changed["sheet_cell"]
    names = ("sheet", "row_number", "column_number")
    where = itemgetter(*(change.columns.index(name) for name in names))
    # Rows as they are: letting go of a dictionary for each of 200,000 holds all threads up.
    cells = {where(row) for rows in (change.inserted, change.deleted) for row in rows}
    sheet, row_number, column_number = where((change.inserted or change.deleted)[0])
    page = _SHEETS.get(sheet.partition("/")[0], PageName.WORKINGS)
    if len(cells) == 1:
        return ActionLabel(message("cell {cell}", cell=cell_name(row_number, column_number)), page)
    return ActionLabel(message("{count} cells", count=len(cells)), page)


_RULES: tuple[tuple[tuple[str, ...], PageName, Labeller | Message], ...] = (
    (("scenario",), PageName.DECISION, _describe_scenario_change),
    (("run", "problem"), PageName.EVIDENCE, message("another reading of files")),
    (("evidence_file",), PageName.EVIDENCE, _describe_file_change),
    (("price_line", "discount", "price_sheet"), PageName.PRICING, _describe_price_change),
    (
        _QUOTES,
        PageName.PRICING,
        partial(_describe_change_of_option, _QUOTES, "finding of the quote of {option}"),
    ),
    (("scope_decision",), PageName.PRICING, _describe_scope_change),
    (
        _TIMES,
        PageName.PROVISIONING,
        partial(_describe_change_of_option, _TIMES, "provisioning times of {option}"),
    ),
    (("own_criterion",), PageName.DECISION, _describe_own_criterion_change),
    (
        _RATINGS,
        PageName.DECISION,
        partial(_describe_change_of_option, _RATINGS, "ratings of {option}"),
    ),
    (("rating_level",), PageName.DECISION, message("levels of ratings")),
    (
        ("requirement",),
        PageName.EVERYWHERE,
        partial(_describe_field_change, "requirement", _REQUIREMENT, message("requirement")),
    ),
    (
        ("stakeholder_swing", "stakeholder", "weighting"),
        PageName.DECISION,
        _describe_weight_change,
    ),
    (("criterion",), PageName.DECISION, _describe_criteria_change),
    (("value_point",), PageName.DECISION, message("value functions")),
    (("price_range",), PageName.DECISION, message("range of the price's value function")),
    (("option",), PageName.OVERVIEW, _describe_options_change),
    (
        ("study_info",),
        PageName.EVERYWHERE,
        partial(_describe_field_change, "study_info", _STUDY, message("study")),
    ),
    (("exchange_rate",), PageName.PRICING, message("exchange rates")),
    (("assumption_note",), PageName.DECISION, message("note on an assumption")),
    (("clock_shift",), PageName.EVIDENCE, message("offset of clocks")),
    (("report_logo",), PageName.REPORT, message("logo of the report")),
    (("sheet_cell",), PageName.WORKINGS, _describe_cell_change),
    (("setting",), PageName.EVERYWHERE, _describe_setting_change),
)
"""The first rule with a table that changed names the action."""

_ROWS_FREED_AT_ONCE = 5_000  # rows that are let go of at once


@dataclass(frozen=True, slots=True)
class UndoneAction:
    """An action that was undone or redone."""

    what: Message
    changes: Changes
    page: PageName


@dataclass(frozen=True, slots=True)
class UndoState:
    """What the next undo and the next redo would do; None where there is nothing."""

    undo: Message | None = None
    redo: Message | None = None


_PARTS_BY_TABLE = {
    table: part
    for part, tables in {
        Changes.STUDY: ("study_info",),
        Changes.EVIDENCE | Changes.OPTIONS: ("evidence_file",),
        Changes.EVIDENCE: (
            *("clock_shift", "problem", "statement_count", "series", "run"),
            *_RUN_TABLES,
        ),
        Changes.OPTIONS: ("option",),
        Changes.PRICES: (
            *("price_sheet", "price_line", "discount", "exchange_rate"),
            *(*_QUOTES, "scope_decision"),
        ),
        Changes.PROVISIONING: _TIMES,
        Changes.REQUIREMENT: ("requirement",),
        Changes.CRITERIA: (
            *("criterion", "own_criterion", "price_range", "rating_level"),
            *("weighting", "stakeholder", "stakeholder_swing", *_RATINGS),
        ),
        Changes.SHEETS: ("sheet_cell",),
        Changes.NOTES: ("assumption_note",),
    }.items()
    for table in tables
}
"""What depends on a table; on one that is not named here, everything may."""


def undo_step(study: Study) -> UndoneAction | None:
    """Undo the last action; None where there is none.

    Raises:
        UserError: When the study cannot be written, or its record of changes does not fit it.
    """
    return _move_through_history(study, "undo", undo_last)


def redo_step(study: Study) -> UndoneAction | None:
    """Do again what was undone last; None where nothing was, or something else was done since.

    Raises:
        UserError: When the study cannot be written, or its record of changes does not fit it.
    """
    return _move_through_history(study, "redo", redo_last)


def _move_through_history(
    study: Study, undo_or_redo: str, move: Callable[[Cursor, datetime], HistoryAction | None]
) -> UndoneAction | None:
    history = read_history(study)
    if not (history.done if undo_or_redo == "undo" else history.undone):
        return None
    names = _option_names(study)
    moment = utc_now()
    with transaction_without_undo(study, undo_or_redo, moment) as cursor:
        step = move(cursor, moment)
        changes = read_action_changes(cursor, step.id) if step else ()
    if step is None:
        return None
    names = _option_names(study) | names
    label = label_action(step.what, changes, names, _name_single_run(study, changes))
    return UndoneAction(label.message, changed_parts(changes), label.page)


def undo_state(study: Study) -> UndoState:
    """Describe what undo and redo would do now."""
    history = read_history(study)
    names = _option_names(study)

    def describe_next(steps: tuple[HistoryAction, ...]) -> Message | None:
        if not steps:
            return None
        with study.cursor() as cursor:
            changes = read_action_changes(cursor, steps[-1].id)
        label = label_action(steps[-1].what, changes, names, _name_single_run(study, changes))
        rows = [
            row for change in changes for part in (change.deleted, change.inserted) for row in part
        ]
        del changes
        while rows:  # let go of at once, 200,000 of them hold all threads up
            del rows[-_ROWS_FREED_AT_ONCE:]
        return label.message

    return UndoState(describe_next(history.done), describe_next(history.undone))


def changed_parts(changes: Iterable[RowChange]) -> Changes:
    """Return which parts of a study depend on the changed tables."""
    touched = Changes.NOTHING
    for change in changes:
        touched |= _PARTS_BY_TABLE.get(change.table, Changes.EVERYTHING)
    return touched


def _name_single_run(study: Study, changes: Sequence[RowChange]) -> dict[int, str]:
    """Return id and name of the changed run; empty where there are several or none."""
    result = edited_run_ids(changes)
    return {id_: read_run_name(study, id_) for id_ in result} if len(result) == 1 else {}


def _option_names(study: Study) -> dict[int, str]:
    return {option.id: option.name for option in list_options(study)}
