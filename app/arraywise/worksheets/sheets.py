"""Study inputs as sheets; names of results; rows inserted and removed.

An option's results have a second name, in which its own stands as it is: `Option("NAS").Price`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from arraywise.analysis.decision.scoring import weights_of
from arraywise.analysis.price_at_demand import demand_figures, demand_path, sheet_at
from arraywise.analysis.pricing import price_lines
from arraywise.domain.cells import CRITERIA, REQUIREMENT, WORKINGS, CellAddress
from arraywise.domain.criteria import DEFAULT_CRITERIA
from arraywise.domain.messages import UserError
from arraywise.domain.options import steps_by_row
from arraywise.domain.pricing import DEMAND_NAMES, PRICE_FIELDS
from arraywise.domain.requirement import REQUIREMENT_FIELDS
from arraywise.domain.units import SECONDS_PER_MINUTE
from arraywise.present.numbers import milliseconds, minutes
from arraywise.store.reading.inputs import (
    input_cells,
    list_options,
    price_basis,
    price_sheets,
    provisioning_times,
    read_criteria,
    read_requirement,
    read_weighting,
)
from arraywise.worksheets.fields import (
    BY_DEMAND,
    COMPUTED,
    CRITERIA_KEY,
    CRITERION_FIELDS,
    EXTENDED,
    FIRST_STAKEHOLDER,
    REQUIREMENT_KEY,
    WORKINGS_KEY,
    are_typed,
    point_columns,
    point_figures,
    price_value,
    prices_key,
    times_key,
)
from arraywise.worksheets.formula import (
    LineShift,
    name_by_option,
    with_deleted,
    with_inserted,
    with_moved,
    with_name_renamed,
    with_sheet_renamed,
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

_LONGEST_SHEET = 60
_LONGEST_PREFIX = 40
_OWN = frozenset(name.casefold() for name in (WORKINGS, REQUIREMENT, CRITERIA))


def prices_name(option: Option) -> str:
    """Return what an option's price sheet is called: as the option, unless that is taken."""
    name = option.name[:_LONGEST_SHEET]
    return f"{name} prices" if name.casefold() in _OWN else name


def times_name(option: Option) -> str:
    """Return what an option's sheet of provisioning times is called."""
    return f"{option.name[:_LONGEST_SHEET]} provisioning"


def option_prefixes(options: Iterable[Option]) -> dict[int, str]:
    """Return what the names of an option's results begin with: `Option_NAS_NFS`.

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


def _by_own_name(option: Option) -> str:
    """Return what the names by an option's own name begin with: `Option("NAS")`."""
    return name_by_option(option.name, "").removesuffix(".")


def formulas_after_rename(study: Study, renamed: Option) -> tuple[InputCell, ...]:
    """Return the cells whose formulas read otherwise once an option has its new name."""
    before = list_options(study)
    after = tuple(renamed if option.id == renamed.id else option for option in before)
    sheets = [
        (name(old), name(new))
        for old, new in zip(before, after, strict=True)
        for name in (prices_name, times_name)
        if name(old) != name(new)
    ]
    old_names, new_names = option_prefixes(before), option_prefixes(after)
    results = {old_names[id_].casefold(): new_names[id_] for id_ in old_names}
    own_names = (
        (_by_own_name(one), _by_own_name(other)) for one, other in zip(before, after, strict=True)
    )
    results |= {old.casefold(): new for old, new in own_names}

    def called(name: str) -> str:
        prefix, dot, rest = name.rpartition(".")
        return results.get(prefix.casefold(), prefix) + dot + rest

    changed = []
    for cell in input_cells(study).values():
        text = cell.text
        if not text.startswith("="):
            continue
        for old, new in sheets:
            text = with_sheet_renamed(text, cell.decimal, old, new)
        if "option" in text.casefold():
            text = with_name_renamed(text, cell.decimal, called)
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


def inputs_of(facts: StudyFacts) -> Inputs:
    """Return the inputs of a study that has been read."""
    return Inputs(
        tuple(known.option for known in facts.options),
        {k.option.id: k.price_sheet for k in facts.options if k.price_sheet is not None},
        {k.option.id: k.provisioning for k in facts.options if k.provisioning},
        facts.requirement,
        facts.criteria or DEFAULT_CRITERIA,
        facts.price_basis,
        facts.weighting,
    )


def at_demand(inputs: Inputs, answer: Answer, profile: WorkloadProfile) -> Inputs:
    """Return the inputs with the quantities that the demand asks for."""
    path = demand_path(answer.requirement, profile)
    prices = {
        option_id: sheet_at(sheet, path, answer.demand_tps)
        for option_id, sheet in inputs.prices.items()
    }
    return replace(inputs, prices=prices)


def read_inputs(study: Study) -> Inputs:
    """Read the inputs, and nothing of the evidence."""
    return Inputs(
        list_options(study),
        price_sheets(study),
        provisioning_times(study),
        read_requirement(study),
        read_criteria(study) or DEFAULT_CRITERIA,
        price_basis(study),
        read_weighting(study),
    )


def book_sheets(options: Iterable[Option], weighting: Weighting) -> tuple[BookSheet, ...]:
    """Return the sheets of the workbook; a price sheet is called as its option.

    An option with the name of another sheet has its price sheet called `<name> prices`.
    """
    sheets = [
        BookSheet(WORKINGS_KEY, WORKINGS, feeds_model=False),
        BookSheet(REQUIREMENT_KEY, REQUIREMENT),
        BookSheet(CRITERIA_KEY, CRITERIA, counted=frozenset(point_columns(weighting))),
    ]
    for option in options:
        key, name = prices_key(option.id), prices_name(option)
        sheets.append(BookSheet(key, name, computed=COMPUTED, by_demand=BY_DEMAND))
        sheets.append(BookSheet(times_key(option.id), times_name(option)))
    return tuple(sheets)


def entered_values(inputs: Inputs, cells: TypedCells) -> dict[CellAddress, Value]:
    """Return what is in the cells of the input sheets; empty cells are left out.

    An anchor that follows the requirement or the prices is missing here: None, and not left out,
    for it shows a figure, and an empty cell would count as zero.
    """
    values: dict[CellAddress, Value] = {}
    for key, rows in _all_rows(inputs, cells):
        for row, figures in rows:
            for column, value in enumerate(figures):
                follows = key == CRITERIA_KEY and column <= len(CRITERION_FIELDS)
                if value is not None or follows:
                    values[CellAddress(key, row, column)] = value
    return values


def _all_rows(
    inputs: Inputs, cells: TypedCells
) -> Iterator[tuple[str, Iterator[tuple[int, list[Value]]]]]:
    for option_id, sheet in inputs.prices.items():
        yield prices_key(option_id), _price_rows(sheet, inputs.basis)
    for option in inputs.options:
        times = inputs.times.get(option.id, ())
        yield times_key(option.id), _time_rows(times, step_names(option.id, times, cells))
    yield REQUIREMENT_KEY, _requirement_rows(inputs.requirement)
    yield CRITERIA_KEY, _criteria_rows(inputs.criteria, inputs.weighting, cells)


def _price_rows(sheet: PriceSheet, basis: PriceBasis) -> Iterator[tuple[int, list[Value]]]:
    for row, priced in enumerate(price_lines(sheet, basis)):
        typed = [price_value(field, priced.line) for field in PRICE_FIELDS]
        known = not priced.rate_missing
        totals = [float(priced.purchase), float(priced.maintenance)] if known else [None, None]
        yield row, [*typed[:EXTENDED], *totals, *typed[EXTENDED:]]


def step_names(option_id: int, times: Iterable[ProvisioningTime], cells: TypedCells) -> list[str]:
    """Return the steps by row: those with readings in their order, around those typed alone.

    A step without a valid reading, or with a formula, is held in its row by its typed name.
    """
    key = times_key(option_id)
    alone = {p.row: c.text for p, c in cells.items() if p.sheet == key and p.column == 0}
    return steps_by_row(times, alone)


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
    for row, asked in enumerate(REQUIREMENT_FIELDS):
        yield row, [str(asked.label), asked.shown(requirement), str(asked.unit) or None]


def _criteria_rows(
    criteria: Sequence[CriterionSetting], weighting: Weighting, cells: TypedCells
) -> Iterator[tuple[int, list[Value]]]:
    """List own figures, what follows from them, the stakeholders' swings and further points."""
    people = [weights_of(criteria, weighting, each.name) for each in weighting.stakeholders]
    columns = point_columns(weighting)
    for row, setting in enumerate(criteria):
        own = [setting.criterion.title, *(field.get(setting) for field in CRITERION_FIELDS)]
        follows = [None] * (FIRST_STAKEHOLDER - len(own))
        swings = (float(settings[row].swing) for settings in people)
        points = [] if are_typed(cells, row, columns) else point_figures(setting)
        yield row, [*own, *follows, *swings, *points]


def _float(value: object) -> Value:
    return None if value is None else float(str(value))


_OF_STUDY: tuple[tuple[str, Callable[[Answer], Value]], ...] = (
    ("Demand.VisitsPerMonth", lambda a: float(a.requirement.visits_per_month)),
    ("Target.ResponseMs", lambda a: milliseconds(a.requirement.response_time_s)),
    ("Recommended.Option", lambda a: a.recommended.name if a.recommended else None),
)

_OF_OPTION: tuple[tuple[str, Callable[[OptionAnswer], Value]], ...] = (
    ("Price", lambda o: float(o.price.total) if o.price else None),
    ("PricePerTPM", lambda o: _float(o.price_per_tpm)),
    ("PricePerMillionVisits", lambda o: _float(o.price_per_million_visits)),
    ("ResponseMs", lambda o: milliseconds(o.response_s.point)),
    ("ResponseLowMs", lambda o: milliseconds(o.response_s.low)),
    ("ResponseHighMs", lambda o: milliseconds(o.response_s.high)),
    ("CapacityTPS", lambda o: o.limit_tps),
    ("CapacityVisits", lambda o: _float(o.limit_visits_per_month)),
    ("Headroom", lambda o: o.spare),
    ("ProvisioningMinutes", lambda o: minutes(o.provisioning_s.point)),
    ("EaseFactor", lambda o: o.ease_factor),
    ("Value", lambda o: o.value.point),
    ("Rank", lambda o: _float(o.rank)),
    ("FirstShare", lambda o: o.first_share),
    ("Status", lambda o: o.status.value),
)


def result_names(options: Iterable[Option]) -> tuple[str, ...]:
    """Return the names of all results, in the order in which they are offered."""
    prefixes = option_prefixes(options)
    ofs = [f"{prefix}.{name}" for prefix in prefixes.values() for name, _ in _OF_OPTION]
    return (*DEMAND_NAMES, *(name for name, _ in _OF_STUDY), *ofs)


def result_aliases(options: Iterable[Option]) -> dict[str, str]:
    """Return names by the options' own names, `Option("NAS NFS").Price`, with the plain ones."""
    listed = tuple(options)
    prefixes = option_prefixes(listed)
    return {
        name_by_option(option.name, name): f"{prefixes[option.id]}.{name}"
        for option in listed
        for name, _ in _OF_OPTION
    }


def results_of(answer: Answer, profile: WorkloadProfile) -> dict[str, Value]:
    """Return what is asked and the results of an answer by name; what is not known is None."""
    values: dict[str, Value] = {**demand_figures(answer.requirement, profile)}
    values |= {name: get(answer) for name, get in _OF_STUDY}
    prefixes = option_prefixes(option.option for option in answer.options)
    for each in answer.options:
        prefix = prefixes[each.option.id]
        values |= {f"{prefix}.{name}": get(each) for name, get in _OF_OPTION}
    return values


@dataclass(frozen=True, slots=True)
class SheetEdit:
    """One action on sheets; what it leaves alone is not named."""

    gone: frozenset[CellAddress] = frozenset()
    """Cells that have no typed text any more."""
    typed: tuple[InputCell, ...] = ()
    prices: Mapping[int, PriceSheet] = field(default_factory=dict)
    """By option."""
    times: Mapping[int, tuple[ProvisioningTime, ...]] = field(default_factory=dict)
    """By option."""
    requirement: Requirement | None = None
    criteria: tuple[CriterionSetting, ...] = ()
    weighting: Weighting | None = None
    """Stakeholders and who decides, where weights were given in the same action."""

    def applied_to(self, inputs: Inputs) -> Inputs:
        """Return the inputs after the action, before formulas are computed."""
        return replace(
            inputs,
            prices={**inputs.prices, **self.prices},
            times={**inputs.times, **self.times},
            requirement=self.requirement or inputs.requirement,
            criteria=self.criteria or inputs.criteria,
            weighting=inputs.weighting if self.weighting is None else self.weighting,
        )

    @property
    def inputs_change(self) -> bool:
        """Whether values are given beside the typed cells."""
        given = (self.prices, self.times, self.requirement, self.criteria, self.weighting)
        return any(given)

    def option_after(self, known: OptionFacts) -> OptionFacts:
        """Return what is known of an option after the action."""
        option_id = known.option.id
        return replace(
            known,
            price_sheet=self.prices.get(option_id, known.price_sheet),
            provisioning=self.times.get(option_id, known.provisioning),
        )

    def cells_after(self, cells: TypedCells) -> dict[CellAddress, InputCell]:
        """Return the typed cells after the action."""
        after = dict(cells)
        for place in self.gone:
            after.pop(place, None)
        after.update((cell.place, cell) for cell in self.typed)
        return after


_NO_ROOM = {
    "row": "No room for more rows: the last ones are not empty.",
    "column": "No room for more columns: the last ones are not empty.",
}


def insert_rows(cells: TypedCells, key: str, name: str, row: int, count: int) -> SheetEdit:
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
    return _inserted(cells, key, name, LineShift("row", row, count))


def insert_columns(cells: TypedCells, key: str, name: str, column: int, count: int) -> SheetEdit:
    """Return the edit that puts empty columns in before `column`; see above.

    Raises:
        UserError: When the last columns would leave the sheet.
    """
    return _inserted(cells, key, name, LineShift("column", column, count))


def delete_rows(cells: TypedCells, key: str, name: str, row: int, count: int) -> SheetEdit:
    """Return the edit that takes rows out from `row` on; what referred to them is #REF!."""
    return _edit(cells, key, name, LineShift("row", row, count), with_deleted)


def delete_columns(cells: TypedCells, key: str, name: str, column: int, count: int) -> SheetEdit:
    """Return the edit that takes columns out from `column` on; see above."""
    return _edit(cells, key, name, LineShift("column", column, count), with_deleted)


def following(cells: TypedCells, key: str, name: str, move: Move) -> dict[CellAddress, InputCell]:
    """Return the formulas that read otherwise once cells were cut out and put in elsewhere.

    None does where something stands again in the place of these.
    """
    if any(p.sheet == key and move.area.holds(p.row, p.column) and cells[p].text for p in cells):
        return {}
    changed: dict[CellAddress, InputCell] = {}
    for place, cell in cells.items():
        text = with_moved(cell.text, cell.decimal, move, name)
        if place.sheet == key:
            text = with_moved(text, cell.decimal, move, None)
        if text != cell.text:
            changed[place] = cell.with_text(text)
    return changed


def _inserted(cells: TypedCells, key: str, name: str, came: LineShift) -> SheetEdit:
    lines = (getattr(place, came.axis) for place in cells if place.sheet == key)
    if any(line + came.count >= came.most for line in lines):
        raise UserError(_NO_ROOM[came.axis])
    return _edit(cells, key, name, came, with_inserted)


def _edit(
    cells: TypedCells,
    key: str,
    name: str,
    shift: LineShift,
    rewritten: Callable[[str, str, LineShift, str | None], str],
) -> SheetEdit:
    """Return the difference between the cells and what becomes of them."""
    moved = shift.inserted if rewritten is with_inserted else shift.deleted
    after: dict[CellAddress, InputCell] = {}
    for place, cell in cells.items():
        text, target = rewritten(cell.text, cell.decimal, shift, name), place
        if place.sheet == key:
            line = moved(getattr(place, shift.axis))
            if line is None:
                continue
            text = rewritten(text, cell.decimal, shift, None)
            target = (
                place._replace(row=line) if shift.axis == "row" else place._replace(column=line)
            )
        after[target] = replace(cell, place=target, text=text)
    gone = frozenset(cells.keys() - after.keys())
    return SheetEdit(gone, tuple(c for p, c in after.items() if cells.get(p) != c))
