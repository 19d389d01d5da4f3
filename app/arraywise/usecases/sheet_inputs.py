"""The inputs of a study as the sheets of one workbook: what stands in which cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.criteria import DEFAULT_CRITERIA
from arraywise.domain.provisioning import steps_by_row
from arraywise.domain.sheets import CRITERIA, REQUIREMENT, WORKINGS, Place
from arraywise.domain.units import SECONDS_PER_MINUTE
from arraywise.sheets.book import BookSheet
from arraywise.store.reading.options import list_options
from arraywise.store.reading.prices import price_basis, price_sheets
from arraywise.store.reading.provisioning import provisioning_times
from arraywise.store.reading.requirement import read_criteria, read_requirement
from arraywise.store.reading.weighting import read_weighting
from arraywise.usecases.edit_weighting import weights_of
from arraywise.usecases.point_columns import are_typed, point_columns, point_figures
from arraywise.usecases.price_lines import price_lines
from arraywise.usecases.sheet_fields import (
    COMPUTED,
    CRITERION_FIELDS,
    EXTENDED,
    FIRST_STAKEHOLDER,
    PRICE_FIELDS,
    REQUIREMENT_FIELDS,
)
from arraywise.usecases.sheet_names import prices_name, times_name
from arraywise.usecases.typed_sheets import (
    CRITERIA_KEY,
    REQUIREMENT_KEY,
    WORKINGS_KEY,
    prices_key,
    times_key,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.facts import StudyFacts
    from arraywise.domain.options import Option
    from arraywise.domain.pricing import PriceBasis, PriceSheet
    from arraywise.domain.provisioning import ProvisioningTime
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.sheets import TypedCell, Value
    from arraywise.domain.weighting import Weighting
    from arraywise.store.study import Study


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
        sheets.append(BookSheet(prices_key(option.id), prices_name(option), computed=COMPUTED))
        sheets.append(BookSheet(times_key(option.id), times_name(option)))
    return tuple(sheets)


def given_values(inputs: Inputs, cells: Mapping[Place, TypedCell]) -> dict[Place, Value]:
    """Return what stands in the cells of the input sheets; empty cells are left out.

    An anchor that follows the requirement or the prices is missing here: None, and not left out,
    for it shows a figure, and an empty cell would count as zero.
    """
    values: dict[Place, Value] = {}
    for key, rows in _all_rows(inputs, cells):
        for row, figures in rows:
            for column, value in enumerate(figures):
                follows = key == CRITERIA_KEY and column <= len(CRITERION_FIELDS)
                if value is not None or follows:
                    values[Place(key, row, column)] = value
    return values


def _all_rows(
    inputs: Inputs, cells: Mapping[Place, TypedCell]
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
        typed = [field.get(priced.line) for field in PRICE_FIELDS]
        known = not priced.rate_missing
        totals = [float(priced.purchase), float(priced.maintenance)] if known else [None, None]
        yield row, [*typed[:EXTENDED], *totals, *typed[EXTENDED:]]


def step_names(
    option_id: int, times: Iterable[ProvisioningTime], cells: Mapping[Place, TypedCell]
) -> list[str]:
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
        yield row, [asked.name, asked.get(requirement), asked.unit or None]


def _criteria_rows(
    criteria: Sequence[CriterionSetting],
    weighting: Weighting,
    cells: Mapping[Place, TypedCell],
) -> Iterator[tuple[int, list[Value]]]:
    """List own figures, what follows from them, the stakeholders' swings and further points."""
    people = [weights_of(criteria, weighting, each.name) for each in weighting.stakeholders]
    columns = point_columns(weighting)
    for row, setting in enumerate(criteria):
        own = [setting.criterion.value, *(field.get(setting) for field in CRITERION_FIELDS)]
        follows = [None] * (FIRST_STAKEHOLDER - len(own))
        swings = (float(settings[row].swing) for settings in people)
        points = [] if are_typed(cells, row, columns) else point_figures(setting)
        yield row, [*own, *follows, *swings, *points]
