"""Facts of the requirement: every field that has an option of `require`, and the load."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from arraywise.analysis.decision.stated.common import (
    ANY_SPREAD,
    CONVENTION_KIND,
    DEFAULT_KIND,
    TYPED_KIND,
    FactBuilder,
    RangeWidths,
    Span,
    StudyAtHand,
    points_around,
)
from arraywise.analysis.prepared import cached_held_statistics
from arraywise.domain.assumptions import (
    STUDY_PLACE,
    VALUE_PLACE,
    AssumptionKind,
    Choice,
    Effect,
    StatedFact,
    format_fact_value,
)
from arraywise.domain.messages import Message, message
from arraywise.domain.requirement import (
    ESTIMABLE,
    Basis,
    Convention,
    DegradedRule,
    Goal,
    LoadUnit,
    Requirement,
    Rule,
    load_label,
    with_load,
)
from arraywise.domain.requirement_fields import (
    REQUIREMENT_FIELDS,
    AllowedRange,
    GrowthPeriod,
    RequirementField,
    RequirementKind,
)
from arraywise.domain.runway import MONTHS_SHOWN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from arraywise.domain.assumptions import FactValue
    from arraywise.domain.study import StudyFacts

LOAD_SPREAD = RangeWidths(0.25, 0.5)
_REQUIREMENT_SPREADS = {
    "visits_per_month": LOAD_SPREAD,
    "transactions_per_visit": RangeWidths(0.2, 0.2),
    "days_per_month": points_around(3),
    "horizon_months": points_around(MONTHS_SHOWN),
    "growth_per_month": points_around(1.0),
    "budget": RangeWidths(0.2, 0.2),
    "reserve": points_around(20, 30),
    "min_headroom": points_around(20, 30),
    "storage_share": points_around(25),
    "usable_bytes": RangeWidths(0.25, 0.25),
}
_FURTHER_SPREADS = {RequirementKind.SHARE: points_around(10.0)}
_LIMITS: dict[AllowedRange, Span] = {
    AllowedRange.ANYTHING: (-math.inf, math.inf),
    AllowedRange.NOT_NEGATIVE: (0.0, math.inf),
    AllowedRange.POSITIVE: (0.0, math.inf),
    AllowedRange.SHARE: (0.0, 1.0),
    AllowedRange.PART: (0.0, 1.0),
    AllowedRange.DAYS_OF_A_MONTH: (28.0, 31.0),
    AllowedRange.TERM: (0.0, float(MONTHS_SHOWN)),
}
_CONVENTIONS = frozenset(
    {"convention", "traffic_share", "time_share", "days_per_month", "reserve"}
)
"""Fields of the requirement whose default is a convention of the field."""
_MOVES_LOAD_OR_TARGET = frozenset(
    {
        *("response_time_s", "storage_latency_s", "visits_per_month", "transactions_per_visit"),
        *("days_per_month", "traffic_share", "time_share", "growth_per_month", "reserve"),
    }
)


def list_requirement_facts(study: StudyAtHand) -> Iterator[StatedFact]:
    """List the fields that the requirement is judged by, and its load."""
    asked = study.facts.requirement
    for field in REQUIREMENT_FIELDS:
        if (
            field.value_in(asked) is not None
            and field.option is not None
            and _is_read(field, study)
        ):
            yield _requirement_fact(field, study)
    if not asked.is_in_visits:
        yield _stated_load(asked)


def _is_of_peak(asked: Requirement) -> bool:
    return asked.is_in_visits or asked.degraded is DegradedRule.AVERAGE


_READ_WHERE: dict[str, Callable[[Requirement], bool]] = {
    "response_time_s": lambda asked: asked.goal is Goal.RESPONSE_TIME,
    "storage_latency_s": lambda asked: asked.goal is Goal.STORAGE_LATENCY,
    "visits_per_month": lambda asked: asked.is_in_visits,
    "transactions_per_visit": lambda asked: asked.is_in_visits,
    "days_per_month": lambda asked: asked.is_in_visits,
    "convention": _is_of_peak,
    **dict.fromkeys(
        ("traffic_share", "time_share"),
        lambda asked: _is_of_peak(asked) and asked.convention is Convention.PEAK_SIZED,
    ),
    "usable_growth_per_year": lambda asked: asked.usable_bytes is not None,
}
"""Where the model reads a field, of those that it does not always read."""


def _is_read(field: RequirementField, study: StudyAtHand) -> bool:
    """Return whether the requirement is judged by a field, and another value is thinkable."""
    is_read = _READ_WHERE.get(field.name)
    if is_read is not None and not is_read(study.facts.requirement):
        return False
    is_discrete = field.kind in {RequirementKind.CHOICE, RequirementKind.YES}
    return not is_discrete or len(_thinkable_choices(field, study)) > 1


def _requirement_fact(field: RequirementField, study: StudyAtHand) -> StatedFact:
    asked, flag = study.facts.requirement, field.option.flag if field.option else ""
    common = FactBuilder(
        f"requirement/{field.name}",
        field.label,
        _kind_of_field(field, asked),
        ("requirement", field.name),
    )
    if field.kind in {RequirementKind.CHOICE, RequirementKind.YES}:
        is_choice = field.kind is RequirementKind.CHOICE
        argument = (flag, VALUE_PLACE) if is_choice else ("--" + VALUE_PLACE,)
        return common.discrete(
            _choice_value(field, field.value_in(asked)),
            _thinkable_choices(field, study),
            _changing_choice(field),
            ("require", STUDY_PLACE, *argument),
            Effect.PROBLEM,
        )
    per, (least, most) = field.displayed_per_si, _LIMITS[field.allowed]
    spread = _REQUIREMENT_SPREADS.get(field.name, _FURTHER_SPREADS.get(field.kind, ANY_SPREAD))
    value = float(field.value_in(asked)) * per
    return common.figure(
        round(value, 12),
        spread.around(value, least * per, most * per),
        _changing_field(field),
        ("require", STUDY_PLACE, flag, VALUE_PLACE + _command_unit(field)),
        unit=_unit_of_field(field, study),
        step=1.0 if field.kind is RequirementKind.COUNT else 0.0,
        effect=Effect.LOAD_OR_TARGET if field.name in _MOVES_LOAD_OR_TARGET else Effect.PROBLEM,
    )


def _kind_of_field(field: RequirementField, asked: Requirement) -> AssumptionKind:
    if field.value_in(asked) != field.value_in(Requirement()):
        return TYPED_KIND
    return CONVENTION_KIND if field.name in _CONVENTIONS else DEFAULT_KIND


def _unit_of_field(field: RequirementField, study: StudyAtHand) -> Message | str:
    return study.facts.currency if field.kind is RequirementKind.MONEY else field.unit


def _command_unit(field: RequirementField) -> str:
    if field.growth is not None:
        return "%/month" if field.growth is GrowthPeriod.MONTH else "%/year"
    return (
        str(field.unit) if field.kind in {RequirementKind.SHARE, RequirementKind.QUANTITY} else ""
    )


def _changing_field(field: RequirementField) -> Callable[[StudyFacts, FactValue], StudyFacts]:
    def change(facts: StudyFacts, value: FactValue) -> StudyFacts:
        figure: float | int | Decimal = float(value)
        if field.kind is RequirementKind.MONEY:
            figure = Decimal(format_fact_value(float(value)))
        elif field.kind is RequirementKind.COUNT:
            figure = round(float(value))
        elif field.kind is not RequirementKind.NUMBER:
            figure = float(value) / field.displayed_per_si
        return replace(facts, requirement=field.with_value(facts.requirement, figure))

    return change


def _choice_value(field: RequirementField, value: object) -> str:
    """Return a choice as the command line takes it: of a yes the flag without its hyphens."""
    if field.kind is RequirementKind.CHOICE:
        return str(value).replace(" ", "-")
    flag = field.option.flag.removeprefix("--") if field.option else field.name
    return flag if value else f"no-{flag}"


def _changing_choice(field: RequirementField) -> Callable[[StudyFacts, FactValue], StudyFacts]:
    values = {_choice_value(field, value): value for value, _ in _all_choices(field)}

    def change(facts: StudyFacts, value: FactValue) -> StudyFacts:
        asked = field.with_value(facts.requirement, values[str(value)])
        return replace(facts, requirement=asked)

    return change


_YES_OR_NO = ((False, message("no")), (True, message("yes")))


def _all_choices(field: RequirementField) -> Iterable[tuple[object, Message | str]]:
    return _YES_OR_NO if field.kind is RequirementKind.YES else field.choices


def _thinkable_choices(field: RequirementField, study: StudyAtHand) -> tuple[Choice, ...]:
    """Return what a choice may be: its value, and what some option is able to meet."""
    present = field.value_in(study.facts.requirement)
    return tuple(
        Choice(
            _choice_value(field, value), label if isinstance(label, Message) else message(label)
        )
        for value, label in _all_choices(field)
        if value == present or _is_thinkable(field.name, value, study)
    )


def _is_statistic_held(value: object, study: StudyAtHand) -> bool:
    on_storage = study.facts.requirement.goal is Goal.STORAGE_LATENCY
    held = cached_held_statistics(study.prepared, study.facts, on_storage=on_storage)
    return value in dict(held)


_THINKABLE: dict[str, Callable[[Any, StudyAtHand], bool]] = {
    "statistic": _is_statistic_held,
    "degraded": lambda value, study: (
        value is DegradedRule.NOT_ASKED or any(each.degraded for each in study.facts.options)
    ),
    "needs_shared_storage": lambda value, study: (
        not value or any(each.option.shared_storage for each in study.facts.options)
    ),
    "needs_files": lambda value, study: (
        not value or any(each.option.serves_files for each in study.facts.options)
    ),
    "rule": lambda value, _: value is not Rule.FRONTIER,
    "least_basis": lambda value, study: (
        value is not Basis.ESTIMATED or study.facts.requirement.statistic == ESTIMABLE
    ),
}
"""Which choices some option could meet at all: nothing passes what nobody tested. The frontier
recommends nobody, whatever the facts."""


def _is_thinkable(name: str, value: object, study: StudyAtHand) -> bool:
    judge = _THINKABLE.get(name)
    return judge is None or judge(value, study)


_LOAD_UNITS = {
    LoadUnit.TPS: f"{VALUE_PLACE} tx/s",
    LoadUnit.TPM: f"{VALUE_PLACE} tx/min",
    LoadUnit.USERS: f"{VALUE_PLACE} users",
    LoadUnit.IOPS: f"{VALUE_PLACE} IOPS",
    LoadUnit.AWR: f"awr x {VALUE_PLACE}",
}


def _stated_load(asked: Requirement) -> StatedFact:
    unit, load = asked.stated_load

    def change(facts: StudyFacts, value: FactValue) -> StudyFacts:
        moved = with_load(facts.requirement, unit, float(value))
        return replace(facts, requirement=moved)

    common = FactBuilder(
        "requirement/load", load_label(asked), TYPED_KIND, ("requirement", "load")
    )
    return common.figure(
        load,
        LOAD_SPREAD.around(load),
        change,
        ("require", STUDY_PLACE, "--load", _LOAD_UNITS[unit]),
        unit=message("times the AWR report\u2019s load") if unit is LoadUnit.AWR else str(unit),
        effect=Effect.LOAD_OR_TARGET,
    )
