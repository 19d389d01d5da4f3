"""Switching values are held against the model: beyond one the answer is another, before it not.

No other test would notice a value that a fact cannot be typed back at, a flip between two points
of a range, or a way to try many values at once that answers otherwise than the model does.
`ARRAYWISE_ASSUMPTIONS=200` tries so many random studies.
"""

from __future__ import annotations

import os
from dataclasses import replace
from decimal import Decimal
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest

from arraywise.analysis.answer import answer_requirement
from arraywise.analysis.decision.assumptions import (
    Trials,
    find_assumptions,
    scanned_values,
)
from arraywise.analysis.decision.problem import build_problem, evaluate_today, pick_winners
from arraywise.analysis.decision.stated import list_stated_facts
from arraywise.analysis.prepared import prepare_study
from arraywise.domain.assumptions import SHOWN, AssumptionRegister, Effect
from arraywise.domain.messages import Stopped, UserError
from arraywise.domain.pricing import PriceLine, PriceSheet
from arraywise.domain.requirement import Basis, Outcome, Rule
from arraywise.store.study import open_study
from arraywise.usecases.create_sample import SAMPLE_STUDIES, WORKED_EXAMPLE
from arraywise.usecases.workload_profile import read_study
from tests.present.random_studies import random_study
from tests.report.example import FACTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from arraywise.domain.assumptions import Assumption, SwitchingValue
    from arraywise.domain.study import StudyFacts

COUNT = int(os.environ.get("ARRAYWISE_ASSUMPTIONS", "4"))


@pytest.fixture(scope="module")
def samples(
    copied_sample: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, StudyFacts]:
    folder, result = tmp_path_factory.mktemp("assumptions"), {}
    for sample in SAMPLE_STUDIES:
        path = copied_sample(folder / f"{sample.name}.arraywise", sample.name)
        with open_study(path) as study:
            result[sample.name] = read_study(study)
    return result


@pytest.fixture(scope="module")
def register_of(samples: dict[str, StudyFacts]) -> Callable[[str], AssumptionRegister]:
    """Return a function that searches a sample once for all tests."""

    @cache
    def search(name: str) -> AssumptionRegister:
        return find_assumptions(prepare_study(samples[name]), samples[name])

    return search


def signature(facts: StudyFacts) -> tuple[object, ...] | None:
    """Return what is recommended, computed from the facts alone; None where they make no sense."""
    try:
        question = build_problem(prepare_study(facts), facts)
    except UserError:
        return None
    scores = evaluate_today(question)
    if question.requirement.rule is Rule.FRONTIER:
        return tuple(scores.passes[:, 0].tolist())
    if not question.is_stated or question.demand_tps <= 0 or not question.known:
        return (None,)
    winner = int(pick_winners(question.model, scores, question.weights)[0])
    return (question.name_winner(winner),)


def find_wrong_switches(facts: StudyFacts, register: AssumptionRegister, rng: Random) -> list[str]:
    """Return what of a register the model refutes, each fact changed in a study of its own."""
    if facts.requirement.rule is Rule.FRONTIER:
        return []  # nobody is recommended: which options are efficient is tested below
    today = signature(facts)
    wrong = []
    for row in register.rows:
        for switch in filter(None, (row.below, row.above)):
            there = signature(row.fact.change(facts, switch.value))
            if there == today:
                wrong.append(f"{row.fact.key}: {switch.value} changes nothing")
            elif there != (switch.answer.option,):
                wrong.append(f"{row.fact.key}: {switch.value} gives {there}")
            wrong.extend(
                f"{row.fact.key}: {value} is before {switch.value}"
                for value in values_before(row, switch, rng)
                if signature(row.fact.change(facts, value)) != today
            )
    return wrong


def values_before(row: Assumption, switch: SwitchingValue, rng: Random) -> Iterator[float]:
    """Return the value just before a switch, and one between it and the present one."""
    if row.fact.span is None:
        return
    yield float(switch.unchanged)
    if not row.fact.step and row.fact.effect is not Effect.EVIDENCE:
        share = rng.random()
        yield float(row.fact.value) * (1 - share) + float(switch.unchanged) * share


@pytest.mark.parametrize("name", [sample.name for sample in SAMPLE_STUDIES])
def test_an_answer_changes_beyond_a_switching_value_and_not_before(
    samples: dict[str, StudyFacts], register_of: Callable[[str], AssumptionRegister], name: str
) -> None:
    facts, register = samples[name], register_of(name)
    assert register.rows
    assert find_wrong_switches(facts, register, Random(1)) == []  # noqa: S311


@pytest.mark.parametrize("rule", Rule)
def test_what_is_answered_today_is_what_the_whole_answer_recommends(
    samples: dict[str, StudyFacts], rule: Rule
) -> None:
    facts = samples[WORKED_EXAMPLE.name]
    facts = replace(facts, requirement=replace(facts.requirement, rule=rule))
    result = answer_requirement(prepare_study(facts), facts, draws=0)
    today = Trials.start(prepare_study(facts), facts).answer_there(facts).option
    if rule is Rule.FRONTIER:
        efficient = [o.option.name for o in result.options if o.on_frontier]
        assert today == ", ".join(efficient)
    else:
        assert result.recommended is not None
        assert today == result.recommended.name


@pytest.mark.parametrize("seed", range(COUNT))
def test_the_same_holds_for_random_studies(samples: dict[str, StudyFacts], seed: int) -> None:
    rng = Random(seed)  # noqa: S311 - examples
    base = rng.choice([FACTS, *samples.values()])
    facts = random_study(base, rng)
    try:
        register = find_assumptions(prepare_study(facts), facts)
    except UserError:
        pytest.skip("the random requirement contradicts itself")
    assert find_wrong_switches(facts, register, rng) == []


def test_the_worked_example_has_the_switching_values_of_the_model(
    register_of: Callable[[str], AssumptionRegister],
) -> None:
    """Golden: where the map, the tornado and the break-evens of the answer have them too."""
    register = register_of(WORKED_EXAMPLE.name)
    rows = {row.fact.key: row for row in register.rows}
    assert register.today.option == "FC SAN"
    found = {
        key: (rows[key].nearest.value, rows[key].nearest.answer.option)  # type: ignore[union-attr]
        for key in (
            "requirement/visits_per_month",
            "requirement/transactions_per_visit",
            "requirement/traffic_share",
            "requirement/response_time_s",
            "price/3",
        )
    }
    assert found == {
        "requirement/visits_per_month": (51_269_000.0, "iSCSI SAN"),
        "requirement/transactions_per_visit": (0.9419, "iSCSI SAN"),
        "requirement/traffic_share": (75.352, "iSCSI SAN"),
        "requirement/response_time_s": (263.86, "NAS NFS"),
        "price/3": (697_810.0, "NAS NFS"),
    }


def test_rows_come_nearest_first_and_discrete_switches_before_all(
    register_of: Callable[[str], AssumptionRegister],
) -> None:
    register = register_of(WORKED_EXAMPLE.name)
    ranks = [row.rank for row in register.rows]
    assert ranks == sorted(ranks)
    assert len(register.shown) == SHOWN
    assert register.shown + register.folded == register.rows


def test_values_are_scanned_outwards_to_the_end_of_the_range(
    samples: dict[str, StudyFacts],
) -> None:
    facts = samples[WORKED_EXAMPLE.name]
    trials = Trials.start(prepare_study(facts), facts)
    for fact in list_stated_facts(trials.study):
        for end in fact.span or ():
            if end != fact.value:
                values = scanned_values(fact, end)
                away = [abs(each - float(fact.value)) for each in values]
                assert away == sorted(away), fact.key
                assert fact.step or values[-1] == end


def test_two_facts_may_flip_together_what_neither_does_alone() -> None:
    """By the lowest price, with a gap that takes both prices to close: 15 % is thinkable."""
    facts = _two_options_that_only_a_pair_flips()
    register = find_assumptions(prepare_study(facts), facts)
    flips = [row.fact.key for row in register.rows if row.nearest is not None]
    assert flips == []
    pair = register.pair
    assert pair is not None
    assert {pair.first.fact.key, pair.second.fact.key} == {"price/3", "price/99"}
    moved = pair.first.fact.change(facts, pair.values[0])
    assert signature(pair.second.fact.change(moved, pair.values[1])) != signature(facts)
    assert signature(moved) == signature(facts)


def _two_options_that_only_a_pair_flips() -> StudyFacts:
    """Return two options alike but for their prices, at a load that both carry easily."""
    first = next(o for o in FACTS.options if o.option.name == "FC SAN")
    first = replace(first, option=replace(first.option, id=3))
    sheets = [
        PriceSheet(FACTS.currency, (PriceLine("Array", Decimal(price)),))
        for price in (100_000, 120_000)
    ]
    options = (
        replace(first, price_sheet=sheets[0]),
        replace(
            first,
            option=replace(first.option, id=99, name="Twin", position=1),
            price_sheet=sheets[1],
        ),
    )
    asked = replace(
        FACTS.requirement,
        rule=Rule.LOWEST_PRICE,
        budget=None,
        visits_per_month=20_000_000,
        min_headroom=0.0,
        least_basis=Basis.MEASURED,
    )
    return replace(FACTS, options=options, requirement=asked, price_range=(200_000.0, 50_000.0))


def test_the_search_stops_when_asked(samples: dict[str, StudyFacts]) -> None:
    facts = samples[WORKED_EXAMPLE.name]
    with pytest.raises(Stopped):
        find_assumptions(prepare_study(facts), facts, stopped=lambda: True)


def test_nothing_is_searched_while_no_requirement_is_stated() -> None:
    facts = replace(FACTS, is_requirement_stated=False)
    register = find_assumptions(prepare_study(facts), facts)
    assert register.rows
    assert all(row.nearest is None for row in register.rows)
    assert register.today.outcome is Outcome.NOT_SHOWN


def test_the_search_leaves_the_evidence_as_it_was(samples: dict[str, StudyFacts]) -> None:
    """The window answers from the same evidence while the search runs beside it."""
    facts = samples[WORKED_EXAMPLE.name]
    prepared = prepare_study(facts)
    build_problem(prepared, facts)
    known = dict(prepared.known)
    find_assumptions(prepared, facts)
    assert all(prepared.known[key] is value for key, value in known.items())
