"""Study inputs as sheets; names of results; rows inserted and removed.

An option's results have a second name, in which its own stands as it is: `Option("NAS").Price`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from arraywise.analysis.decision.scoring import criteria_with_swings_of
from arraywise.analysis.price_at_demand import demand_figures, demand_path, price_sheet_at_demand
from arraywise.analysis.pricing import total_each_line
from arraywise.domain.cells import CRITERIA, REQUIREMENT, WORKINGS, CellAddress
from arraywise.domain.criteria import DEFAULT_CRITERIA
from arraywise.domain.messages import UserError
from arraywise.domain.options import list_steps_by_row
from arraywise.domain.pricing import DEMAND_NAMES, PRICE_FIELDS
from arraywise.domain.requirement_fields import SHEET_FIELDS
from arraywise.domain.units import SECONDS_PER_MINUTE
from arraywise.present.numbers import to_milliseconds, to_minutes
from arraywise.store.reading.inputs import (
    list_options,
    read_criteria,
    read_input_cells,
    read_price_basis,
    read_price_sheets,
    read_provisioning_times,
    read_requirement,
    read_weighting,
)
from arraywise.worksheets.fields import (
    COMPUTED_COLUMNS,
    CRITERIA_KEY,
    CRITERION_FIELDS,
    DEMAND_COLUMNS,
    EXTENDED_PRICE_COLUMN,
    FIRST_STAKEHOLDER_COLUMN,
    REQUIREMENT_KEY,
    WORKINGS_KEY,
    price_field_value,
    price_sheet_key,
    provisioning_sheet_key,
)
from arraywise.worksheets.formula import (
    LineShift,
    option_result_name,
    rewrite_after_delete,
    rewrite_after_insert,
    rewrite_after_move,
    rewrite_result_names,
    rewrite_sheet_name,
)
from arraywise.worksheets.workbook import BookSheet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from arraywise.domain.cells import InputCell, Move, Value
    from arraywise.domain.criteria import CriterionSetting, Weighting
    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.options import Option, ProvisioningTime
    from arraywise.domain.pricing import PriceBasis, PriceSheet
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.study import OptionFacts, StudyFacts
    from arraywise.domain.workload import WorkloadProfile
    from arraywise.store.study import Study
    from arraywise.worksheets.fields import TypedCells

_LONGEST_SHEET_NAME = 60
_LONGEST_PREFIX = 40
_FIXED_NAMES = frozenset(name.casefold() for name in (WORKINGS, REQUIREMENT, CRITERIA))
_STUDY_RESULTS: tuple[tuple[str, Callable[[Answer], Value]], ...] = (
    ("Demand.VisitsPerMonth", lambda a: float(a.requirement.visits_per_month)),
    ("Target.ResponseMs", lambda a: to_milliseconds(a.requirement.response_time_s)),
    ("Recommended.Option", lambda a: a.recommended.name if a.recommended else None),
)
_SHEET_FULL = {
    "row": "No room for more rows: the last ones are not empty.",
    "column": "No room for more columns: the last ones are not empty.",
}


def price_sheet_name(option: Option) -> str:
    """Return the name of an option's price sheet: the option's own, unless that is taken."""
    name = option.name[:_LONGEST_SHEET_NAME]
    return f"{name} prices" if name.casefold() in _FIXED_NAMES else name


def provisioning_sheet_name(option: Option) -> str:
    """Return the name of an option's sheet of provisioning times."""
    return f"{option.name[:_LONGEST_SHEET_NAME]} provisioning"


def result_name_prefixes(options: Iterable[Option]) -> dict[int, str]:
    """Return by option what the names of its results begin with: `Option_NAS_NFS`.

    What is no letter or digit becomes an underscore; names that would be the same get a number.
    """
    prefixes: dict[int, str] = {}
    taken: set[str] = set()
    for option in options:
        plain = re.sub(r"\W+", "_", option.name).strip("_")[:_LONGEST_PREFIX] or "unnamed"
        name, number = f"Option_{plain}", 2
        while name.casefold() in taken:
            name, number = f"Option_{plain}_{number}", number + 1
        taken.add(name.casefold())
        prefixes[option.id] = name
    return prefixes


def _option_call_prefix(option: Option) -> str:
    """Return how the aliases of an option's results begin: `Option("NAS")`."""
    return option_result_name(option.name, "").removesuffix(".")


def rewrite_formulas_after_rename(study: Study, renamed: Option) -> tuple[InputCell, ...]:
    """Return the cells whose formulas change with an option's new name, rewritten."""
    before = list_options(study)
    after = tuple(renamed if option.id == renamed.id else option for option in before)
    sheets = [
        (name(old), name(new))
        for old, new in zip(before, after, strict=True)
        for name in (price_sheet_name, provisioning_sheet_name)
        if name(old) != name(new)
    ]
    old_names, new_names = result_name_prefixes(before), result_name_prefixes(after)
    results = {old_names[id_].casefold(): new_names[id_] for id_ in old_names}
    own_names = (
        (_option_call_prefix(one), _option_call_prefix(other))
        for one, other in zip(before, after, strict=True)
    )
    results |= {old.casefold(): new for old, new in own_names}

    def renamed_result(name: str) -> str:
        prefix, dot, result = name.rpartition(".")
        return results.get(prefix.casefold(), prefix) + dot + result

    changed = []
    for cell in read_input_cells(study).values():
        text = cell.text
        if not text.startswith("="):
            continue
        for old, new in sheets:
            text = rewrite_sheet_name(text, cell.decimal, old, new)
        if "option" in text.casefold():
            text = rewrite_result_names(text, cell.decimal, renamed_result)
        if text != cell.text:
            changed.append(cell.with_text(text))
    return tuple(changed)


@dataclass(frozen=True, slots=True)
class Inputs:
    """All that the input sheets show."""

    options: tuple[Option, ...]
    prices: Mapping[int, PriceSheet]
    times: Mapping[int, tuple[ProvisioningTime, ...]]
    requirement: Requirement
    criteria: tuple[CriterionSetting, ...]
    basis: PriceBasis
    weighting: Weighting


def collect_inputs(facts: StudyFacts) -> Inputs:
    """Return the inputs of a loaded study."""
    return Inputs(
        tuple(facts_of_option.option for facts_of_option in facts.options),
        {
            facts_of_option.option.id: facts_of_option.price_sheet
            for facts_of_option in facts.options
            if facts_of_option.price_sheet is not None
        },
        {
            facts_of_option.option.id: facts_of_option.provisioning
            for facts_of_option in facts.options
            if facts_of_option.provisioning
        },
        facts.requirement,
        facts.criteria or DEFAULT_CRITERIA,
        facts.price_basis,
        facts.weighting,
    )


def with_quantities_at_demand(inputs: Inputs, answer: Answer, profile: WorkloadProfile) -> Inputs:
    """Return the inputs with quantities evaluated at the demand."""
    path = demand_path(answer.requirement, profile)
    prices = {
        option_id: price_sheet_at_demand(sheet, path, answer.demand_tps)
        for option_id, sheet in inputs.prices.items()
    }
    return replace(inputs, prices=prices)


def load_inputs(study: Study) -> Inputs:
    """Load the inputs of a study from its store, without the evidence."""
    return Inputs(
        list_options(study),
        read_price_sheets(study),
        read_provisioning_times(study),
        read_requirement(study),
        read_criteria(study) or DEFAULT_CRITERIA,
        read_price_basis(study),
        read_weighting(study),
    )


def build_book_sheets(options: Iterable[Option]) -> tuple[BookSheet, ...]:
    """Return the sheets of the workbook; a price sheet has its option's name.

    Where that is another sheet's name the price sheet is called `<name> prices`.
    """
    sheets = [
        BookSheet(WORKINGS_KEY, WORKINGS, feeds_model=False),
        BookSheet(REQUIREMENT_KEY, REQUIREMENT),
        BookSheet(CRITERIA_KEY, CRITERIA),
    ]
    for option in options:
        key, name = price_sheet_key(option.id), price_sheet_name(option)
        sheets.append(
            BookSheet(key, name, computed_columns=COMPUTED_COLUMNS, demand_columns=DEMAND_COLUMNS)
        )
        sheets.append(
            BookSheet(provisioning_sheet_key(option.id), provisioning_sheet_name(option))
        )
    return tuple(sheets)


def input_sheet_values(inputs: Inputs, cells: TypedCells) -> dict[CellAddress, Value]:
    """Return the values of all cells of the input sheets; empty cells are left out.

    An anchor that follows the requirement or the prices is missing here: None, and not left out,
    for it shows a figure, and an empty cell would count as zero.
    """
    values: dict[CellAddress, Value] = {}
    for key, rows in _input_sheet_rows(inputs, cells):
        for row, figures in rows:
            for column, value in enumerate(figures):
                is_anchor = key == CRITERIA_KEY and column <= len(CRITERION_FIELDS)
                if value is not None or is_anchor:
                    values[CellAddress(key, row, column)] = value
    return values


def _input_sheet_rows(
    inputs: Inputs, cells: TypedCells
) -> Iterator[tuple[str, Iterator[tuple[int, list[Value]]]]]:
    for option_id, sheet in inputs.prices.items():
        yield price_sheet_key(option_id), _price_rows(sheet, inputs.basis)
    for option in inputs.options:
        times = inputs.times.get(option.id, ())
        yield (
            provisioning_sheet_key(option.id),
            _time_rows(times, list_step_names(option.id, times, cells)),
        )
    yield REQUIREMENT_KEY, _requirement_rows(inputs.requirement)
    yield CRITERIA_KEY, _criteria_rows(inputs.criteria, inputs.weighting)


def _price_rows(sheet: PriceSheet, basis: PriceBasis) -> Iterator[tuple[int, list[Value]]]:
    for row, priced in enumerate(total_each_line(sheet, basis)):
        entered = [price_field_value(field, priced.line) for field in PRICE_FIELDS]
        is_known = not priced.rate_missing
        totals = [float(priced.purchase), float(priced.maintenance)] if is_known else [None, None]
        yield row, [*entered[:EXTENDED_PRICE_COLUMN], *totals, *entered[EXTENDED_PRICE_COLUMN:]]


def list_step_names(
    option_id: int, times: Iterable[ProvisioningTime], cells: TypedCells
) -> list[str]:
    """Return the steps by row: those with readings in their order, around those typed alone.

    A step without a valid reading, or with a formula, is held in its row by its typed name.
    """
    key = provisioning_sheet_key(option_id)
    alone = {p.row: c.text for p, c in cells.items() if p.sheet == key and p.column == 0}
    return list_steps_by_row(times, alone)


def _time_rows(
    times: Iterable[ProvisioningTime], names: list[str]
) -> Iterator[tuple[int, list[Value]]]:
    by_step: dict[str, dict[int, float]] = {}
    for time in times:
        by_step.setdefault(time.step, {})[time.repetition] = time.seconds / SECONDS_PER_MINUTE
    for row, name in enumerate(names):
        minutes = by_step.get(name, {})
        last = max(minutes, default=0)
        yield row, [name, *(minutes.get(n) for n in range(1, last + 1))]


def _requirement_rows(requirement: Requirement) -> Iterator[tuple[int, list[Value]]]:
    for row, each in enumerate(SHEET_FIELDS):
        yield row, [str(each.label), each.displayed_value(requirement), str(each.unit) or None]


def _criteria_rows(
    criteria: Sequence[CriterionSetting], weighting: Weighting
) -> Iterator[tuple[int, list[Value]]]:
    """Yield for each criterion its own figures, computed ones and swings."""
    stakeholder_settings = [
        criteria_with_swings_of(criteria, weighting, each.name) for each in weighting.stakeholders
    ]
    for row, setting in enumerate(criteria):
        own = [setting.criterion.title, *(field.get(setting) for field in CRITERION_FIELDS)]
        computed = [None] * (FIRST_STAKEHOLDER_COLUMN - len(own))
        swings = (float(settings[row].swing) for settings in stakeholder_settings)
        yield row, [*own, *computed, *swings]


def _to_float(value: object) -> Value:
    return None if value is None else float(str(value))


_OPTION_RESULTS: tuple[tuple[str, Callable[[OptionAnswer], Value]], ...] = (
    ("Price", lambda o: float(o.price.total) if o.price else None),
    ("PricePerTPM", lambda o: _to_float(o.price_per_tpm)),
    ("PricePerMillionVisits", lambda o: _to_float(o.price_per_million_visits)),
    ("ResponseMs", lambda o: to_milliseconds(o.response_s.point)),
    ("ResponseLowMs", lambda o: to_milliseconds(o.response_s.low)),
    ("ResponseHighMs", lambda o: to_milliseconds(o.response_s.high)),
    ("CapacityTPS", lambda o: o.limit_tps),
    ("CapacityVisits", lambda o: _to_float(o.limit_visits_per_month)),
    ("Headroom", lambda o: o.spare_share),
    ("ProvisioningMinutes", lambda o: to_minutes(o.provisioning_s.point)),
    ("EaseFactor", lambda o: o.ease_factor),
    ("Value", lambda o: o.value.point),
    ("Rank", lambda o: _to_float(o.rank)),
    ("FirstShare", lambda o: o.first_share),
    ("Status", lambda o: o.status.value),
)


def result_names(options: Iterable[Option]) -> tuple[str, ...]:
    """Return the names of all results, in the order in which they are offered."""
    prefixes = result_name_prefixes(options)
    option_names = [
        f"{prefix}.{name}" for prefix in prefixes.values() for name, _ in _OPTION_RESULTS
    ]
    return (*DEMAND_NAMES, *(name for name, _ in _STUDY_RESULTS), *option_names)


def result_aliases(options: Iterable[Option]) -> dict[str, str]:
    """Return aliases of result names, `Option("NAS NFS").Price`, with the names they stand for."""
    listed = tuple(options)
    prefixes = result_name_prefixes(listed)
    return {
        option_result_name(option.name, name): f"{prefixes[option.id]}.{name}"
        for option in listed
        for name, _ in _OPTION_RESULTS
    }


def model_results_by_name(answer: Answer, profile: WorkloadProfile) -> dict[str, Value]:
    """Return the requirement and the results of an answer by name; None for an unknown one."""
    values: dict[str, Value] = {**demand_figures(answer.requirement, profile)}
    values |= {name: get(answer) for name, get in _STUDY_RESULTS}
    prefixes = result_name_prefixes(option.option for option in answer.options)
    for each in answer.options:
        prefix = prefixes[each.option.id]
        values |= {f"{prefix}.{name}": get(each) for name, get in _OPTION_RESULTS}
    return values


@dataclass(frozen=True, slots=True)
class SheetEdit:
    """One edit of sheets; it holds only what changes."""

    cleared: frozenset[CellAddress] = frozenset()
    """Cells whose typed text is cleared."""
    typed: tuple[InputCell, ...] = ()
    prices: Mapping[int, PriceSheet] = field(default_factory=dict)
    """By option."""
    times: Mapping[int, tuple[ProvisioningTime, ...]] = field(default_factory=dict)
    """By option."""
    requirement: Requirement | None = None
    criteria: tuple[CriterionSetting, ...] = ()
    weighting: Weighting | None = None
    """Stakeholders and who decides, where weights were given in the same edit."""

    def apply_to_inputs(self, inputs: Inputs) -> Inputs:
        """Return the inputs after the edit, before formulas are computed."""
        return replace(
            inputs,
            prices={**inputs.prices, **self.prices},
            times={**inputs.times, **self.times},
            requirement=self.requirement or inputs.requirement,
            criteria=self.criteria or inputs.criteria,
            weighting=inputs.weighting if self.weighting is None else self.weighting,
        )

    @property
    def changes_inputs(self) -> bool:
        """Whether the edit changes inputs beside the typed cells."""
        given = (self.prices, self.times, self.requirement, self.criteria, self.weighting)
        return any(given)

    def option_facts_after(self, option_facts: OptionFacts) -> OptionFacts:
        """Return the facts of an option after the edit."""
        option_id = option_facts.option.id
        return replace(
            option_facts,
            price_sheet=self.prices.get(option_id, option_facts.price_sheet),
            provisioning=self.times.get(option_id, option_facts.provisioning),
        )

    def typed_cells_after(self, cells: TypedCells) -> dict[CellAddress, InputCell]:
        """Return all typed cells after the edit."""
        after = dict(cells)
        for address in self.cleared:
            after.pop(address, None)
        after.update((cell.address, cell) for cell in self.typed)
        return after


def build_row_insertion(cells: TypedCells, key: str, name: str, row: int, count: int) -> SheetEdit:
    """Return the edit that puts empty rows in before `row`.

    Args:
        cells: All typed cells.
        key: Of the sheet.
        name: What formulas call the sheet.
        row: From 0.
        count: How many rows.

    Raises:
        UserError: When the last rows would leave the sheet.
    """
    return _build_insertion(cells, key, name, LineShift("row", row, count))


def build_column_insertion(
    cells: TypedCells, key: str, name: str, column: int, count: int
) -> SheetEdit:
    """Return the edit that puts empty columns in before `column`; see above.

    Raises:
        UserError: When the last columns would leave the sheet.
    """
    return _build_insertion(cells, key, name, LineShift("column", column, count))


def build_row_deletion(cells: TypedCells, key: str, name: str, row: int, count: int) -> SheetEdit:
    """Return the edit that takes rows out from `row` on; what referred to them is #REF!."""
    return _build_shift_edit(cells, key, name, LineShift("row", row, count), rewrite_after_delete)


def build_column_deletion(
    cells: TypedCells, key: str, name: str, column: int, count: int
) -> SheetEdit:
    """Return the edit that takes columns out from `column` on; see above."""
    return _build_shift_edit(
        cells, key, name, LineShift("column", column, count), rewrite_after_delete
    )


def rewrite_formulas_after_move(
    cells: TypedCells, key: str, name: str, move: Move
) -> dict[CellAddress, InputCell]:
    """Return the cells whose formulas change after cells were cut and pasted elsewhere.

    No formula changes where something was typed into the old cells since.
    """
    if any(
        p.sheet == key and move.area.contains(p.row, p.column) and cells[p].text for p in cells
    ):
        return {}
    changed: dict[CellAddress, InputCell] = {}
    for address, cell in cells.items():
        text = rewrite_after_move(cell.text, cell.decimal, move, name)
        if address.sheet == key:
            text = rewrite_after_move(text, cell.decimal, move, None)
        if text != cell.text:
            changed[address] = cell.with_text(text)
    return changed


def _build_insertion(cells: TypedCells, key: str, name: str, shift: LineShift) -> SheetEdit:
    lines = (getattr(address, shift.axis) for address in cells if address.sheet == key)
    if any(line + shift.count >= shift.sheet_size for line in lines):
        raise UserError(_SHEET_FULL[shift.axis])
    return _build_shift_edit(cells, key, name, shift, rewrite_after_insert)


def _build_shift_edit(
    cells: TypedCells,
    key: str,
    name: str,
    shift: LineShift,
    rewrite: Callable[[str, str, LineShift, str | None], str],
) -> SheetEdit:
    """Return the edit that shifts the cells of a sheet and rewrites all formulas."""
    new_index = (
        shift.index_after_insert if rewrite is rewrite_after_insert else shift.index_after_delete
    )
    after: dict[CellAddress, InputCell] = {}
    for address, cell in cells.items():
        text, target = rewrite(cell.text, cell.decimal, shift, name), address
        if address.sheet == key:
            line = new_index(getattr(address, shift.axis))
            if line is None:
                continue
            text = rewrite(text, cell.decimal, shift, None)
            target = (
                address._replace(row=line)
                if shift.axis == "row"
                else address._replace(column=line)
            )
        after[target] = replace(cell, address=target, text=text)
    gone = frozenset(cells.keys() - after.keys())
    return SheetEdit(gone, tuple(c for p, c in after.items() if cells.get(p) != c))
