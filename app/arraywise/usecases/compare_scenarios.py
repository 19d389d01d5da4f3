"""Scenarios: answers side by side, edits."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from arraywise.domain.messages import Message, message, refuse
from arraywise.domain.requirement import LoadUnit
from arraywise.present.figures import describe_load_in_unit
from arraywise.store.history import parse_changes
from arraywise.store.reading.facts import with_scenario_inputs
from arraywise.store.reading.history import (
    BASE,
    Scenario,
    inputs_view,
    list_scenarios,
    read_inputs_by_scenario,
    scenario_in_use_id,
    scenario_view,
)
from arraywise.store.reading.inputs import read_requirement
from arraywise.store.scenarios import (
    DISCOUNT_RATE,
    PRICE_SERVERS,
    PRICES,
    PROVISIONING,
    RATES,
    RATINGS,
    REQUIREMENT,
    InputKey,
)
from arraywise.store.writing import inputs as writing
from arraywise.store.writing.inputs import write_requirement
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.decide_study import analyse_sensitivity, answer, prepare
from arraywise.usecases.workload_profile import read_study

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arraywise.analysis.prepared import PreparedEvidence
    from arraywise.domain.decision import Answer, Robustness
    from arraywise.domain.study import StudyFacts
    from arraywise.store.scenarios import Inputs
    from arraywise.store.study import Study

__all__ = ["BASE", "Scenario", "list_scenarios"]

LONGEST_NAME = 200
_BASE_WORDS = frozenset({"base", "base case", "basis", "basisfall", "caso base", "caso-base"})
"""What the base case is called in each language: in tables it is listed with scenarios."""

_OPTION_TEXTS = {
    PRICES: "prices of {option}",
    RATINGS: "ratings of {option}",
    PROVISIONING: "provisioning times of {option}",
}
_LOAD_FIELDS = ("load_unit", "load", "visits_per_month")


def add_scenario(study: Study, name: str) -> int:
    """Create a scenario from the inputs as they are and put it in use; return its id.

    From then on edits belong to the scenario; the base stays as it was.

    Raises:
        UserError: When the name is empty, too long, taken or that of the base case.
    """
    name = _validate_scenario_name(study, name)
    requirement = read_requirement(study)
    with transaction(study, "scenario") as cursor:
        if not cursor.execute("SELECT count(*) FROM requirement").fetchall()[0][0]:
            write_requirement(cursor, requirement)  # so that each of its fields can differ
        return writing.add_scenario(cursor, name)


def use_scenario(study: Study, scenario_id: int) -> None:
    """Use a scenario, or BASE; what was in use keeps its inputs.

    Raises:
        UserError: When it is gone.
    """
    if scenario_id != BASE:
        _get_scenario(study, scenario_id)
    with transaction(study, "scenario") as cursor:
        writing.use_scenario(cursor, scenario_id)


def rename_scenario(study: Study, scenario_id: int, name: str) -> None:
    """Rename a scenario.

    Raises:
        UserError: When it is gone, or the name is empty, too long, taken or that of the base case.
    """
    _get_scenario(study, scenario_id)
    name = _validate_scenario_name(study, name, except_id=scenario_id)
    with transaction(study, "scenario") as cursor:
        writing.rename_scenario(cursor, scenario_id, name)


def remove_scenario(study: Study, scenario_id: int) -> None:
    """Remove a scenario; where it was in use, the base is in use again.

    Raises:
        UserError: When it is gone.
    """
    _get_scenario(study, scenario_id)
    with transaction(study, "scenario") as cursor:
        writing.remove_scenario(cursor, scenario_id)


def find_scenario(study: Study, name: str) -> Scenario:
    """Find a scenario by its name, whatever its case.

    Raises:
        UserError: When there is none of that name; the sentence says which there are.
    """
    known = {each.name.casefold(): each for each in list_scenarios(study)}
    if name.strip().casefold() not in known:
        names = ", ".join(each.name for each in known.values()) or "none"
        refuse("No scenario {name}. Choose one of {names}.", name=name, names=names)
    return known[name.strip().casefold()]


def _get_scenario(study: Study, scenario_id: int) -> Scenario:
    known = {each.id: each for each in list_scenarios(study)}
    if scenario_id not in known:
        refuse("The scenario no longer exists.")
    return known[scenario_id]


def _validate_scenario_name(study: Study, name: str, except_id: int | None = None) -> str:
    name = name.strip()
    if not name:
        refuse("A scenario needs a name.")
    if len(name) > LONGEST_NAME:
        refuse("A scenario name has at most {count} characters.", count=LONGEST_NAME)
    if name.casefold() in _BASE_WORDS:
        refuse("{name} is the name of the base case. Choose another name.", name=name)
    for each in list_scenarios(study):
        if each.id != except_id and each.name.casefold() == name.casefold():
            refuse("A scenario {name} already exists.", name=each.name)
    return name


@dataclass(frozen=True, slots=True)
class ScenarioComparison:
    """One scenario with its answer."""

    id: int  # BASE for the base
    name: str  # empty for the base
    in_use: bool
    answer: Answer
    differences: tuple[Message, ...]  # in which inputs it differs from the base


def compare_scenarios(
    study: Study, facts_and_evidence: tuple[StudyFacts, PreparedEvidence] | None = None
) -> tuple[ScenarioComparison, ...]:
    """Answer the base and every scenario; nothing where there are no scenarios.

    What is `facts_and_evidence` are its facts, and what was prepared of its evidence.
    Raises UserError when an input of a scenario makes no sense.
    """
    scenarios = list_scenarios(study)
    if not scenarios:
        return ()
    facts = facts_and_evidence[0] if facts_and_evidence else read_study(study)
    prepared = facts_and_evidence[1] if facts_and_evidence else prepare(facts)
    with study.cursor() as cursor:
        inputs, in_use = read_inputs_by_scenario(cursor), scenario_in_use_id(cursor)
    names = {str(option.option.id): option.option.name for option in facts.options}
    result = []
    for id_, name in ((BASE, ""), *((each.id, each.name) for each in scenarios)):
        its_facts = facts
        if id_ != in_use:
            with inputs_view(study, inputs[in_use], inputs[id_]) as view:
                its_facts = with_scenario_inputs(view, facts)
        differs = tuple(_describe_differences(inputs[BASE], inputs[id_], names))
        result.append(
            ScenarioComparison(id_, name, id_ == in_use, answer(prepared, its_facts), differs)
        )
    return tuple(result)


def decide_scenario(study: Study, name: str) -> tuple[Answer, Robustness]:
    """Answer a study as it is in a scenario; `base` is the base unless a scenario is called so.

    Raises:
        UserError: When there is no scenario of that name, or its inputs make no sense.
    """
    names = {each.name.casefold() for each in list_scenarios(study)}
    is_base = name.strip().casefold() == "base" and "base" not in names
    id_ = BASE if is_base else find_scenario(study, name).id
    with scenario_view(study, id_) as view:
        facts = read_study(view)
    prepared = prepare(facts)
    return answer(prepared, facts), analyse_sensitivity(prepared, facts)


def _describe_differences(
    base: Inputs, scenario: Inputs, option_names: Mapping[str, str]
) -> Iterator[Message]:
    for key, text in scenario.items():
        # A base kept by an earlier version has no ratings: they are those of all scenarios.
        if base.get(key) != text and (key in base or key.kind != RATINGS):
            if key.kind == RATES:
                yield from _describe_price_basis_differences(base.get(key, ""), text)
                continue
            sentence = _describe_difference(key, base, scenario, option_names)
            if sentence is not None:
                yield sentence


def _describe_difference(
    key: InputKey, base: Inputs, scenario: Inputs, option_names: Mapping[str, str]
) -> Message | None:
    """Name a difference; None for one of an option that is gone."""
    if key.kind == REQUIREMENT and key.key in _LOAD_FIELDS:
        return _describe_load_difference(key.key, base, scenario)
    if key.kind in {PRICES, PROVISIONING, RATINGS}:
        option = option_names.get(key.key)
        if option is None:
            return None
        return message(_OPTION_TEXTS[key.kind], option=option)
    if key.kind == REQUIREMENT:
        return _describe_field_difference(
            key.key, _parse_single_value(base.get(key, "")), _parse_single_value(scenario[key])
        )
    return message("weights")


def _describe_price_basis_differences(was: str, now: str) -> Iterator[Message]:
    """Name what differs of what all prices are added up by."""
    before, after = _parse_price_basis_rows(was), _parse_price_basis_rows(now)
    words = {
        "": message("exchange rates"),
        "scope_decision": message("what prices include"),
        DISCOUNT_RATE: message("discount rate of prices"),
        PRICE_SERVERS: message("whether servers are priced"),
    }
    for name, sentence in words.items():
        if before.get(name) != after.get(name):
            yield sentence


def _parse_price_basis_rows(text: str) -> dict[str, tuple[Any, ...]]:
    """Return the settings by their names, the rates of exchange under an empty one, and decisions.

    Earlier versions wrote down that servers are not priced, which none at all says too.
    """
    result: dict[str, tuple[Any, ...]] = {}
    for change in parse_changes(text):
        if change.table in {"exchange_rate", "scope_decision"}:
            result["" if change.table == "exchange_rate" else change.table] = change.inserted
        else:
            values = {row["name"]: (row["value"],) for row in change.rows()}
            result |= {name: value for name, value in values.items() if value != ("no",)}
    return result


def _describe_budget_difference(was: object, now: object) -> Message:
    if now is None:
        return message("no budget")
    amount = Decimal(str(now))
    if was is None:
        return message("budget of {now:,.12g} instead of none", now=amount)
    before = Decimal(str(was))
    return message("budget of {now:,.12g} instead of {before:,.12g}", now=amount, before=before)


def _parse_single_value(text: str) -> object:
    changes = parse_changes(text)
    return changes[0].inserted[0][0] if changes and changes[0].inserted else None


def _describe_load_difference(column: str, base: Inputs, scenario: Inputs) -> Message | None:
    """Name a difference in the load with both loads as they are stated, once for all fields."""
    (was, before), (unit, now) = _load_in_its_unit(base), _load_in_its_unit(scenario)
    described_at = "load" if was is unit else "load_unit"
    if was is unit is LoadUnit.VISITS:
        described_at = "visits_per_month"
    if column != described_at:  # such as the visits that another load amounts to
        return None
    if column == "visits_per_month":
        text = "{now:,} visits per month instead of {before:,}"
        return message(text, now=round(now), before=round(before))
    return message(
        "load of {now} instead of {before}",
        now=describe_load_in_unit(unit, now),
        before=describe_load_in_unit(was, before),
    )


def _load_in_its_unit(inputs: Inputs) -> tuple[LoadUnit, float]:
    unit, load, visits = (
        _parse_single_value(inputs.get(InputKey(REQUIREMENT, field), "")) for field in _LOAD_FIELDS
    )
    if load is None or unit is None:
        return LoadUnit.VISITS, float(str(visits or 0))
    return LoadUnit(str(unit)), float(str(load))


def _describe_field_difference(column: str, was: object, now: object) -> Message:
    """Name a difference in the requirement with both values, where they say more than its name."""
    is_time = column in {"response_time_s", "storage_latency_s"}
    if is_time and isinstance(was, int | float) and isinstance(now, int | float):
        milliseconds = {"now": round(now * 1000, 3), "before": round(was * 1000, 3)}
        return message("target {now:g} ms instead of {before:g} ms", **milliseconds)
    if column == "statistic":
        return message("target for {statistic}", statistic=str(now))
    if column == "budget":
        return _describe_budget_difference(was, now)
    return message("rule of the recommendation") if column == "rule" else message("requirement")
