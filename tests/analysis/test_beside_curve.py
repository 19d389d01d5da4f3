"""Measured beats inferred: I/O tests move no outcome at loads whose response time was measured."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from arraywise.analysis.beside_curve import measured_rate_range
from arraywise.analysis.decision.problem import build_problem
from arraywise.analysis.decision.screening import judge_load, meets_targets, misses_targets
from arraywise.analysis.prepared import prepare_study
from arraywise.domain.decision import outcome_of
from tests.analysis.audit.test_comparability import find
from tests.present.random_studies import random_study, with_io_tests
from tests.report.example import FACTS

if TYPE_CHECKING:
    from arraywise.analysis.prepared import Candidate
    from arraywise.domain.study import StudyFacts

TARGETS = np.geomspace(0.005, 5.0, 25)[:, None]


def candidates(facts: StudyFacts) -> tuple[Candidate, ...]:
    question = build_problem(prepare_study(facts), facts)
    return question.model.candidates


@pytest.mark.parametrize("block", range(4))
def test_tests_of_the_storage_move_nothing_where_transactions_were_measured(block: int) -> None:
    """Catches "at least 133.99 ms" by I/O bounds beside a measured 117 ms."""
    refuted = kept = 0
    for seed in range(block, 120, 4):
        rng = Random(seed)  # noqa: S311 - chance, no secret
        plain = random_study(FACTS, rng)
        tested = with_io_tests(plain, rng)
        for before, after in zip(candidates(plain), candidates(tested), strict=True):
            known = measured_rate_range(after.curve)
            refuted, kept = refuted + bool(after.refuted), kept + bool(after.bounds)
            if known is None:
                continue
            rates = np.linspace(known.first_tps, known.limit_tps, 20)
            assert (
                meets_targets(after, rates, TARGETS) == meets_targets(before, rates, TARGETS)
            ).all()
            assert (
                misses_targets(after, rates, TARGETS) == misses_targets(before, rates, TARGETS)
            ).all()
            rate, target = float(rates[7]), float(TARGETS[9, 0])
            outcomes = {
                outcome_of(judge_load(each, rate, target).verdict) for each in (before, after)
            }
            assert len(outcomes) == 1
            every = np.geomspace(known.first_tps / 4, known.limit_tps * 4, 60)
            passed, failed = (
                meets_targets(after, every, TARGETS),
                misses_targets(after, every, TARGETS),
            )
            later = np.maximum.accumulate(failed, axis=1)
            assert not (passed & later).any()
    assert refuted
    assert kept


def test_tests_that_the_runs_refute_are_named_with_both_figures_and_files() -> None:
    found = 0
    for seed in range(40):
        rng = Random(seed)  # noqa: S311 - chance, no secret
        facts = with_io_tests(FACTS, rng)
        remarks = [f for f in find(facts) if f.check == "I/O tests refuted"]
        refuted = {c.option.name: c.refuted for c in candidates(facts) if c.refuted}
        assert {name for f in remarks for name in f.options} == set(refuted)
        for finding in remarks:
            figures = dict(finding.message.figures)
            known = refuted[finding.options[0]]
            assert known is not None
            assert figures["measured"] == pytest.approx(1e3 * known.measured_s, rel=0.01)
            assert any(file.startswith("io_") for file in finding.evidence)
            assert any(not file.startswith("io_") for file in finding.evidence)
            found += 1
    assert found
