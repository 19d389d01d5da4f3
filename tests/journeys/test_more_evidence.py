"""Real files, one after the other: one that makes the option worse is named by a finding."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from arraywise.analysis.decision.problem import build_problem
from arraywise.analysis.decision.screening import judge_load
from arraywise.analysis.prepared import prepare_study
from arraywise.domain.decision import outcome_of
from arraywise.domain.requirement import LoadUnit, Outcome, Requirement
from arraywise.domain.workload import NO_PROFILE, with_values
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import create_study
from arraywise.usecases.import_files import import_files
from tests.analysis.audit.test_comparability import find

if TYPE_CHECKING:
    from pathlib import Path

BEST_FIRST = (Outcome.PASS, Outcome.NOT_SHOWN, Outcome.FAIL)
ASKED = {
    "reads": 7.0, "writes": 3.0, "sync_reads": 7.0, "log_writes": 1.0, "cpu_s": 0.001,
    "rest_s": 0.001,
}  # fmt: skip
FOLDERS = ("swingbench", "fio", "orion", "vdbench", "diskspd", "pgbench_sysbench", "hammerdb")


@pytest.mark.parametrize("seed", range(4))
def test_no_real_file_harms_without_being_named(seed: int, corpus: Path, tmp_path: Path) -> None:
    """Catches what simulated files do not have: forms, units and gaps of real tools."""
    rng = Random(seed)  # noqa: S311 - chance, no secret
    found = [p for name in FOLDERS for p in sorted((corpus / name).rglob("*")) if p.is_file()]
    files = rng.sample([p for p in found if p.stat().st_size < 200_000], 8)
    asked = Requirement(
        response_time_s=10.0 ** rng.uniform(-2.5, 0.0),
        load_unit=LoadUnit.TPS,
        load=10.0 ** rng.uniform(0.5, 3.0),
    )
    before = None
    with create_study(tmp_path / "s.arraywise", name="S") as study:
        for file in files:
            import_files(study, [file], option="A")
            facts = read_facts(study)
            facts = replace(
                facts,
                requirement=asked,
                is_requirement_stated=True,
                profile=with_values(NO_PROFILE, ASKED),
            )
            question = build_problem(prepare_study(facts), facts)
            (candidate,) = question.model.candidates
            judged = judge_load(candidate, question.demand_tps, asked.target_s)
            outcome = outcome_of(judged.verdict)
            named = [f.evidence for f in find(facts) if f.check == "worse by one file"]
            if before is not None and BEST_FIRST.index(outcome) > BEST_FIRST.index(before):
                assert named == [(file.name,)], (file, before, outcome)
            (known,) = facts.options
            before = outcome if known.load_runs or known.io_points else None
