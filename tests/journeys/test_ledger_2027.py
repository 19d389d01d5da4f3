"""The third worked example: an array is bought, or volumes are rented as the load grows."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np
import pytest

from arraywise.analysis.decision.problem import build_problem, find_passes
from arraywise.domain.requirement import Outcome
from arraywise.present.figures import describe_break_even_load
from arraywise.store.study import open_study
from arraywise.usecases.decide_study import answer, build_decision_map, decide_study, prepare
from arraywise.usecases.workload_profile import read_study
from tests.conftest import ROOT
from tests.ledger_2027.files import (
    BOUGHT,
    DATA_GROWTH,
    DATA_TB,
    DEMAND_TPS,
    GP3,
    GROWTH,
    HORIZON,
    IO2,
    OPTIONS,
    TARGET_S,
    all_files,
)
from tests.payments_2027.lab import IOS, response_s

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from arraywise.store.study import Study

FOLDER = ROOT / "data" / "ledger-2027"


@pytest.fixture(scope="module")
def study(
    copied_sample: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Study]:
    path = tmp_path_factory.mktemp("ledger") / "ledger.arraywise"
    with open_study(copied_sample(path, "ledger-2027")) as opened:
        yield opened


def test_committed_files_are_those_of_the_generator() -> None:
    built = {name: text.encode() for name, text in all_files()}
    there = {p.relative_to(FOLDER).as_posix() for p in FOLDER.rglob("*") if p.is_file()}
    assert there == set(built)
    assert not [name for name, data in built.items() if (FOLDER / name).read_bytes() != data]


def test_all_options_keep_the_target_as_they_truly_do(study: Study) -> None:
    load = DEMAND_TPS * (1 + GROWTH) ** HORIZON
    assert all(response_s(option, load) <= TARGET_S for option in OPTIONS)
    assert {o.outcome for o in decide_study(study).options} == {Outcome.PASS}


def gp3_price() -> float:
    """Add the months of the volume up, by what the price book says."""
    total = 0.0
    for month in range(1, 37):
        iops = DEMAND_TPS * IOS * (1 + GROWTH) ** month
        total += 0.08 * 1000 * DATA_TB * (1 + DATA_GROWTH) ** (month / 12)
        total += 0.005 * max(0.0, iops - 3000)
    return total


def test_what_is_rented_costs_what_each_month_asks_for(study: Study) -> None:
    prices = {o.option.name: o.price for o in decide_study(study).options}
    assert float(prices[GP3.name].unrounded) == pytest.approx(gp3_price(), rel=1e-9)
    assert prices[GP3.name].capex == 0
    drives = math.ceil(DATA_TB * (1 + DATA_GROWTH) ** (HORIZON / 12) * 1.25 / 1.92) + 2
    assert prices[BOUGHT.name].capex == 14_900 + 640 * drives + 4 * 780 + 2400
    assert prices[BOUGHT.name].opex == 36 * (95 + 145)


def test_renting_pays_off_below_a_load_and_the_map_knows(study: Study) -> None:
    found = decide_study(study)
    load = next(x for x in found.break_even_loads if x.cheaper_above == BOUGHT.name)
    assert load.cheaper_below in {GP3.name, IO2.name}
    facts = read_study(study)
    prepared = prepare(facts)
    cheapest = replace(facts.requirement, rule="lowest price")
    for factor, wanted in ((0.999, load.cheaper_below), (1.001, load.cheaper_above)):
        moved = replace(cheapest, load=DEMAND_TPS * factor * load.rate_tps / found.demand_tps)
        prices = {o.option.name: o.price for o in answer(prepared, facts, moved, draws=0).options}
        pair = (load.cheaper_below, load.cheaper_above)
        assert min(pair, key=lambda name: prices[name].unrounded) == wanted
    plane = build_decision_map(prepared, facts)
    assert len({winner for row in plane.winners for winner in row}) > 1


def test_the_budget_is_judged_load_by_load(study: Study) -> None:
    facts = read_study(study)
    asked = replace(facts.requirement, budget=Decimal(33_000))
    question = build_problem(prepare(facts), facts, asked)
    loads = np.array([0.5, 1.0, 1.5, 2.0]) * question.demand_tps
    passes = find_passes(question.model, loads, np.full(4, TARGET_S))
    by_name = {
        c.option.name: row.tolist()
        for c, row in zip(question.model.candidates, passes, strict=True)
    }
    assert by_name[BOUGHT.name] == [False] * 4
    wanted = [
        answer(prepare(facts), facts, replace(asked, load=DEMAND_TPS * factor), draws=0)
        for factor in (0.5, 1.0, 1.5, 2.0)
    ]
    shown = [o.outcome for a in wanted for o in a.options if o.option.name == GP3.name]
    assert by_name[GP3.name] == [outcome is Outcome.PASS for outcome in shown]
    assert len(set(by_name[GP3.name])) == 2


def test_from_which_load_on_buying_is_cheaper_is_said_in_the_load_s_unit(
    study: Study,
) -> None:
    decided = decide_study(study)
    (load,) = [
        each for each in decided.break_even_loads if each.cheaper_below == GP3.name
        and each.cheaper_above == BOUGHT.name
    ][:1]  # fmt: skip
    today = load.rate_tps / (1 + GROWTH) ** HORIZON
    assert f"{today:,.0f} transactions a second" in str(describe_break_even_load(load, decided))
    visits = replace(decided, requirement=replace(decided.requirement, load=None))
    assert "visits a month" in str(describe_break_even_load(load, visits))


def test_files_of_runs_with_a_part_failed_are_named_in_the_order_of_their_depths(
    study: Study,
) -> None:
    """They came out of a set: no two reports of a study were alike."""
    (found,) = [each for each in decide_study(study).findings if each.check == "degraded storage"]
    assert list(found.evidence) == sorted(found.evidence)
