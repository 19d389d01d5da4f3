"""The second worked example: what I/O evidence alone decides, held against the truth behind it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from arraywise.analysis.database_profile import workload_values
from arraywise.analysis.decision.problem import build_problem, find_passes
from arraywise.analysis.decision.screening import screen_option
from arraywise.domain.decision import PASSES
from arraywise.domain.evidence import Status
from arraywise.domain.requirement import Basis, Outcome
from arraywise.store.reading.evidence import list_files
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import open_study
from arraywise.usecases.decide_study import answer, decide_study, prepare
from arraywise.usecases.workload_profile import compute_database_profiles, read_database_reports
from tests.conftest import ROOT
from tests.payments_2027.files import all_files
from tests.payments_2027.lab import DAS, FC, ISCSI, NAS, OPTIONS, keeps_target, response_s

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from arraywise.analysis.arrays import Floats
    from arraywise.analysis.decision.screening import ScreenResult
    from arraywise.analysis.prepared import Candidate
    from arraywise.domain.requirement import Requirement
    from arraywise.store.study import Study

FOLDER = ROOT / "data" / "payments-2027"


@pytest.fixture(scope="module")
def study(
    copied_sample: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Study]:
    path = tmp_path_factory.mktemp("payments") / "payments.arraywise"
    with open_study(copied_sample(path, "payments-2027")) as opened:
        yield opened


def test_committed_files_are_those_of_the_generator() -> None:
    built = {name: text.encode() for name, text in all_files()}
    there = {p.relative_to(FOLDER).as_posix() for p in FOLDER.rglob("*") if p.is_file()}
    assert there == set(built)
    assert not [name for name, data in built.items() if (FOLDER / name).read_bytes() != data]


def test_every_file_is_read_and_says_that_it_is_synthetic(study: Study) -> None:
    rows = list_files(study)
    assert {row.status for row in rows} == {Status.READ}
    assert {row.tool for row in rows} == {"fio", "orion", "io_calibrate", "awr"}
    assert read_facts(study).synthetic
    assert not [name for name, text in all_files() if "synth" not in text.lower()]


def test_outcomes_agree_with_the_truth(study: Study) -> None:
    found = {o.option.name: (o.outcome, o.basis) for o in decide_study(study).options}
    assert found == {
        DAS.name: (Outcome.PASS, Basis.IO),
        FC.name: (Outcome.PASS, Basis.IO),
        ISCSI.name: (Outcome.FAIL, Basis.IO),
        NAS.name: (Outcome.NOT_SHOWN, Basis.NONE),
    }
    assert [keeps_target(option) for option in OPTIONS] == [True, True, False, True]


def test_the_map_shows_a_pass_where_the_answer_does(study: Study) -> None:
    """Around the rate of the report, above which the rest of a transaction is not known."""
    facts = read_facts(study)
    question = build_problem(prepare(facts), facts)
    loads, targets = np.linspace(450, 750, 13), np.geomspace(1.5e-3, 8e-3, 13)
    passes = find_passes(question.model, loads[None, :], targets[:, None])
    for candidate, shown in zip(question.model.candidates, passes, strict=True):
        answered = [
            [all(verdict in PASSES for _, verdict in screened.rules[:2]) for screened in row]
            for row in _screened(candidate, facts.requirement, loads, targets)
        ]
        assert shown.tolist() == answered, candidate.option.name


def _screened(
    candidate: Candidate, asked: Requirement, loads: Floats, targets: Floats
) -> Iterator[list[ScreenResult]]:
    for target in targets:
        at = replace(asked, response_time_s=float(target))
        yield [screen_option(candidate, at, float(load)) for load in loads]


def test_no_load_or_target_is_decided_against_the_truth(study: Study) -> None:
    """Half of the target is for the storage: the rest takes 2.2 ms, so that is so from 4.4 ms."""
    facts = read_facts(study)
    prepared = prepare(facts)
    decided = 0
    for rate in (300.0, 600.0, 900.0, 1200.0, 2400.0, 4000.0, 6000.0):
        for target in (0.001, 0.0015, 0.0045, 0.008, 0.016, 0.1):
            asked = replace(facts.requirement, load=rate, response_time_s=target, min_headroom=0.0)
            for option, found in zip(
                OPTIONS, answer(prepared, facts, asked, draws=0).options, strict=True
            ):
                if found.outcome is not Outcome.NOT_SHOWN:
                    decided += 1
                    keeps = response_s(option, rate) <= target
                    assert (found.outcome is Outcome.PASS) == keeps, (option.name, rate, target)
    assert decided > 70


def test_the_profile_is_that_of_the_report(study: Study) -> None:
    (report,) = compute_database_profiles(read_database_reports(study))
    values, _ = workload_values(report)
    stated = read_facts(study).profile
    for name in ("reads", "writes", "block_bytes", "sync_reads", "log_writes", "cpu_s"):
        assert values[name] == pytest.approx(getattr(stated, name)), name
    assert values["rest_s"] == pytest.approx(stated.rest_s, rel=1e-3)
    assert values["transactions_per_s"] == pytest.approx(stated.transactions_per_s)
