from __future__ import annotations

import shutil
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from arraywise.store.reading.facts import read_facts
from arraywise.store.study import open_study
from arraywise.usecases.decide_study import answer, prepare
from arraywise.usecases.trace_figure import (
    trace_capacity,
    trace_price,
    trace_provisioning,
    trace_response,
)
from tests.gui.small_study import RUNS, swingbench_file

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.study import StudyFacts


@pytest.fixture(scope="module")
def decided(
    small_study_file: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[StudyFacts, Answer]:
    path = tmp_path_factory.mktemp("trace") / "small.arraywise"
    with open_study(shutil.copy(small_study_file, path)) as study:
        facts = read_facts(study)
    return facts, answer(prepare(facts), facts)


@pytest.fixture
def fc_san(decided: tuple[StudyFacts, Answer]) -> OptionAnswer:
    return next(o for o in decided[1].options if o.option.name == "FC SAN")


def test_a_response_time_leads_to_the_levels_around_the_demand(
    decided: tuple[StudyFacts, Answer], fc_san: OptionAnswer
) -> None:
    facts, given = decided
    below, above = trace_response(facts, given, fc_san).levels
    assert below.rate_tps <= given.demand_tps <= above.rate_tps
    assert (below.users, above.users) == (90, 120)
    assert len(below.responses) == len(RUNS)
    mean = sum(run.value for run in below.responses) / len(below.responses)
    assert below.response_s == pytest.approx(mean)


def test_a_traced_rate_stands_in_its_line(
    decided: tuple[StudyFacts, Answer], fc_san: OptionAnswer
) -> None:
    facts, given = decided
    run = trace_capacity(facts, given, fc_san).levels[0].rates[0]
    users = trace_capacity(facts, given, fc_san).levels[0].users
    path = swingbench_file("fc-san", "fc", users, 1)
    assert run.file == path.name
    line = path.read_text("utf-8").splitlines()[(run.line or 0) - 1]
    assert f">{run.value:g}<" in line


def test_the_lines_of_a_price_add_up_to_it(
    decided: tuple[StudyFacts, Answer], fc_san: OptionAnswer
) -> None:
    lines = trace_price(*decided, fc_san).lines
    price = fc_san.price
    assert price is not None
    assert sum((line.purchase for line in lines), Decimal(0)) == price.purchase
    assert sum((line.maintenance for line in lines), Decimal(0)) == price.maintenance


def test_the_steps_of_provisioning_add_up_to_it(
    decided: tuple[StudyFacts, Answer], fc_san: OptionAnswer
) -> None:
    (step,) = trace_provisioning(decided[0], fc_san).steps
    assert step.mean_s == pytest.approx(fc_san.provisioning_s.point)
    assert step.repetitions == 3
