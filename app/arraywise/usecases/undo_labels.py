"""Says in a few words what an action changed, from the rows that it changed.

So every action has a name that is right, whichever page or command it came from.
"""

from __future__ import annotations

from enum import StrEnum
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from arraywise.domain.said import Said, say
from arraywise.domain.sheets import cell_name
from arraywise.store.price_settings import DISCOUNT_RATE
from arraywise.usecases.undo_run_labels import label_files, label_runs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from arraywise.store.history import RowChange

    Names = Mapping[int, str]
    Changed = Mapping[str, RowChange]
    Labeller = Callable[[Changed, Names], "Said | Label"]


class Place(StrEnum):
    """The page where an action is seen."""

    OVERVIEW = "overview"
    EVIDENCE = "evidence"
    PRICING = "pricing"
    PROVISIONING = "provisioning"
    DECISION = "decision"
    REPORT = "report"
    WORKINGS = "workings"
    EVERYWHERE = ""


class Label(NamedTuple):
    """What an action did, and where that is seen."""

    said: Said
    place: Place


def label_of(what: str, changes: Sequence[RowChange], names: Names, runs: Names) -> Label:
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
        return Label(label_runs(changes, runs), Place.EVIDENCE)
    for tables, place, label in _RULES:
        if not changed.keys().isdisjoint(tables):
            found = label(changed, names)
            return found if isinstance(found, Label) else Label(found, place)
    return Label(say("{what}", what=what), Place.EVERYWHERE)


def _names_in(options: RowChange | None) -> dict[int, str]:
    """Return names by id; where an option was renamed, the one that it had before."""
    return {row["id"]: row["name"] for row in options.rows()} if options else {}


def _differing(change: RowChange) -> list[str]:
    """Return the columns in which the one row that was changed differs; none for several rows."""
    if not len(change.taken) == len(change.put) == 1:
        return []
    pairs = zip(change.columns, change.taken[0], change.put[0], strict=True)
    return [column for column, old, new in pairs if old != new]


def _one_field(change: RowChange, fields: Mapping[str, Said], several: Said) -> Said:
    differing = _differing(change)
    return fields.get(differing[0], several) if len(differing) == 1 else several


def _of_files(changed: Changed, names: Names) -> Said:
    return label_files(changed["evidence_file"], names)


def _of_options(changed: Changed, _names: Names) -> Said:
    change = changed["option"]
    name = change.rows()[0]["name"]
    if not change.taken:
        return say("new option {option}", option=name)
    if not change.put:
        return say("removal of option {option}", option=name)
    if len(change.put) > 1 or _differing(change) == ["position"]:
        return say("order of the options")
    if _differing(change) == ["name"]:
        return say("renaming of {option}", option=change.taken_rows()[0]["name"])
    if "architecture" not in _differing(change):
        return say("abilities of {option}", option=name)
    return say("architecture of {option}", option=name)


_LINE_FIELDS = {
    "description": "description of {option}, line {line}",
    "unit_price": "price of {option}, line {line}",
    "quantity": "quantity of {option}, line {line}",
    "maintenance": "maintenance of {option}, line {line}",
    "maintenance_per_month": "maintenance of {option}, line {line}",
    "discount": "discount of {option}, line {line}",
}


def _of_prices(changed: Changed, names: Names) -> Said:
    change = next(changed[t] for t in ("price_line", "discount", "price_sheet") if t in changed)
    row = change.rows()[0]
    option = names.get(row["option_id"], "")
    if change.table == "price_line" and len(change.taken) <= 1 and len(change.put) <= 1:
        where: dict[str, Any] = {"option": option, "line": row["position"] + 1}
        differing = [each for each in _differing(change) if each != "printed_extended"]
        if len(differing) == 1 and differing[0] in _LINE_FIELDS:
            return say(_LINE_FIELDS[differing[0]], **where)
        return say("prices of {option}, line {line}", **where)
    return say("prices of {option}", option=option)


_TIMES = ("provisioning_time", "provisioning_estimate")
_RATINGS = ("option_rating", "rating_estimate")


def _of_times(changed: Changed, names: Names) -> Said:
    return say("provisioning times of {option}", option=_option_of(_TIMES, changed, names))


def _of_ratings(changed: Changed, names: Names) -> Said:
    return say("ratings of {option}", option=_option_of(_RATINGS, changed, names))


def _option_of(tables: Sequence[str], changed: Changed, names: Names) -> str:
    """Return the option of the first row that changed in the first of these tables."""
    row = next(changed[table] for table in tables if table in changed).rows()[0]
    return names.get(row["option_id"], "")


_REQUIREMENT = {
    "response_time_s": say("target response time"),
    "statistic": say("statistic of the target"),
    "visits_per_month": say("visits per month"),
    "budget": say("budget"),
    "rule": say("rule of the recommendation"),
}


def _of_requirement(changed: Changed, _names: Names) -> Said:
    return _one_field(changed["requirement"], _REQUIREMENT, say("requirement"))


def _of_criteria(changed: Changed, _names: Names) -> Said:
    change = changed["criterion"]
    swings = [sorted((r["criterion"], r["swing"]) for r in rows) for rows in _both(change)]
    return say("weights") if swings[0] != swings[1] else say("value functions")


def _both(change: RowChange) -> tuple[list[Mapping[str, Any]], list[Mapping[str, Any]]]:
    return change.taken_rows(), change.put_rows()


_STUDY = {
    "name": say("name of the study"),
    "client": say("client"),
    "currency": say("currency"),
}


def _of_study(changed: Changed, _names: Names) -> Said:
    return _one_field(changed["study_info"], _STUDY, say("study"))


def _of_scenarios(changed: Changed, _names: Names) -> Said:
    """Name what happened to scenarios, of which one is in use at any time."""
    change = changed["scenario"]
    before, after = ({row["id"]: row for row in rows} for rows in _both(change))
    gone, new = before.keys() - after.keys(), after.keys() - before.keys()
    in_use = next((row["name"] for row in after.values() if row["in_use"]), "")
    if gone:
        return say("removal of scenario {name}", name=before[min(gone)]["name"])
    if new:
        return say("new scenario {name}", name=after[max(new)]["name"])
    for id_, row in after.items():
        if before[id_]["name"] != row["name"]:
            return say("renaming of scenario {name}", name=before[id_]["name"])
    return say("switch to scenario {name}", name=in_use) if in_use else say("switch to the base")


def _of_weights(changed: Changed, _names: Names) -> Said:
    """Name weights by whose they are, where only one person's changed."""
    change = changed.get("stakeholder_swing")
    of = {row["stakeholder"] for row in change.rows()} if change else set()
    if len(of) == 1 and "criterion" not in changed:
        return say("weights of {stakeholder}", stakeholder=of.pop())
    return say("weights")


def _of_settings(changed: Changed, _names: Names) -> Said | Label:
    kept = {row["name"] for row in changed["setting"].rows()}
    if kept == {DISCOUNT_RATE}:
        return Label(say("discount rate of prices"), Place.PRICING)
    if all(name.startswith("report") for name in kept):
        return say("options of the report")
    if all(name.startswith("threshold.") for name in kept):
        return say("thresholds of the audit")
    return say("settings of the study")


_SHEETS = {
    "prices": Place.PRICING,
    "provisioning": Place.PROVISIONING,
    "criteria": Place.DECISION,
    "requirement": Place.EVERYWHERE,
}
"""Where a sheet is seen, by the first part of its name; all others are the workings."""


def _of_cells(changed: Changed, _names: Names) -> Label:
    """Name typed cells: the one, or how many; those of the input sheets are named by these."""
    change = changed["sheet_cell"]
    names = ("sheet", "row_number", "column_number")
    where = itemgetter(*(change.columns.index(name) for name in names))
    # Rows as they are: letting go of a dictionary for each of 200,000 holds all threads up.
    cells = {where(row) for rows in (change.put, change.taken) for row in rows}
    sheet, row_number, column_number = where((change.put or change.taken)[0])
    place = _SHEETS.get(sheet.partition("/")[0], Place.WORKINGS)
    if len(cells) == 1:
        cell = cell_name(row_number, column_number)
        return Label(say("cell {cell}", cell=cell), place)
    return Label(say("{count} cells", count=len(cells)), place)


def _just(said: Said) -> Labeller:
    return lambda _changed, _names: said


_OF_RUNS = frozenset({"run_attribute", "measurement"})
_RULES: tuple[tuple[tuple[str, ...], Place, Labeller], ...] = (
    (("scenario",), Place.DECISION, _of_scenarios),
    (("run", "problem"), Place.EVIDENCE, _just(say("another reading of files"))),
    (("evidence_file",), Place.EVIDENCE, _of_files),
    (("price_line", "discount", "price_sheet"), Place.PRICING, _of_prices),
    (_TIMES, Place.PROVISIONING, _of_times),
    (_RATINGS, Place.DECISION, _of_ratings),
    (("rating_level",), Place.DECISION, _just(say("levels of ratings"))),
    (("requirement",), Place.EVERYWHERE, _of_requirement),
    (("stakeholder_swing", "stakeholder", "weighting"), Place.DECISION, _of_weights),
    (("criterion",), Place.DECISION, _of_criteria),
    (("value_point",), Place.DECISION, _just(say("value functions"))),
    (("price_range",), Place.DECISION, _just(say("range of the price's value function"))),
    (("option",), Place.OVERVIEW, _of_options),
    (("study_info",), Place.EVERYWHERE, _of_study),
    (("exchange_rate",), Place.PRICING, _just(say("exchange rates"))),
    (("clock_shift",), Place.EVIDENCE, _just(say("offset of clocks"))),
    (("report_logo",), Place.REPORT, _just(say("logo of the report"))),
    (("sheet_cell",), Place.WORKINGS, _of_cells),
    (("setting",), Place.EVERYWHERE, _of_settings),
)
"""The first rule with a table that changed names the action."""
