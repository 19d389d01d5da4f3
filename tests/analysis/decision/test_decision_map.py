"""The map and its cuts say the same as the answer (MODEL D7.6)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from arraywise.analysis.answer import answer_requirement
from arraywise.analysis.decision.problem import build_problem
from arraywise.analysis.decision.sensitivity import MapWindow, compute_map, compute_map_cuts
from arraywise.analysis.prepared import prepare_study
from arraywise.domain.criteria import Criterion, CriterionSetting
from arraywise.domain.decision import Verdict
from arraywise.domain.requirement import STRONGEST_FIRST, Rule
from tests.analysis.bench import (
    DEMAND_84,
    LEVELS,
    TWO_QUEUES,
    faster,
    make_option,
    make_runs,
    make_study,
)
from tests.analysis.test_answer import PREPARED, STUDY

QUESTION = build_problem(PREPARED, STUDY)
WINDOW = MapWindow(visits=(1e7, 2e8), targets_s=(0.01, 0.2))
ONE = make_runs(TWO_QUEUES, (30,))
"""Five runs at one level."""


def chosen(visits: float, target: float) -> int | None:
    asked = replace(DEMAND_84, visits_per_month=round(visits), response_time_s=target)
    option = answer_requirement(PREPARED, STUDY, asked, draws=0).recommended
    return None if option is None else option.position


def test_map_agrees_with_the_answer() -> None:
    result = compute_map(QUESTION, WINDOW, columns=9, rows=7)
    for row, target in zip(result.winners, result.response_time_s, strict=True):
        for winner, visits in zip(row, result.visits_per_month, strict=True):
            assert winner == (-1 if (name := chosen(visits, target)) is None else name)
    assert len({winner for row in result.winners for winner in row}) > 2


def test_map_tells_the_basis_that_the_answer_tells() -> None:
    result = compute_map(QUESTION, WINDOW, columns=9, rows=7)
    told = set()
    for row, target in enumerate(result.response_time_s):
        for column, visits in enumerate(result.visits_per_month):
            winner = result.winners[row][column]
            if winner < 0:
                continue
            asked = replace(DEMAND_84, visits_per_month=round(visits), response_time_s=target)
            answer = answer_requirement(PREPARED, STUDY, asked, draws=0)
            basis = STRONGEST_FIRST[result.bases[row][column]]
            assert basis is answer.options[winner].basis
            told.add(basis)
    assert told


@pytest.mark.parametrize(
    "anchors",
    [(None, 0.005), (0.04, 0.02), (0.04, None)],
    ids=str,
)
def test_an_open_limit_moves_with_the_target_beside_anchors_that_are_given(
    anchors: tuple[float | None, float | None],
) -> None:
    """Two options whose ranks hang on how much the response time is worth."""
    settings = (
        CriterionSetting(Criterion.RESPONSE_TIME, 100.0, None, *anchors),
        CriterionSetting(Criterion.PROVISIONING, 60.0, 7200.0, 3600.0, 900.0),
    )
    quick, slow = (make_runs(faster(f), LEVELS, noise=(0.005, 0.01), seed=3) for f in (1.1, 1.0))
    options = make_option(1, quick, "300000", 60), make_option(2, slow, "600000", 20)
    study = replace(make_study(*options), criteria=settings)
    prepared = prepare_study(study)
    window = MapWindow(visits=(3e7, 9e7), targets_s=(0.05, 0.1))
    result = compute_map(build_problem(prepared, study), window, columns=5, rows=5)
    for row, target in zip(result.winners, result.response_time_s, strict=True):
        for winner, visits in zip(row, result.visits_per_month, strict=True):
            asked = replace(
                study.requirement, visits_per_month=round(visits), response_time_s=target
            )
            first = answer_requirement(prepared, study, asked, draws=0).recommended
            assert winner == (-1 if first is None else first.position)


@pytest.mark.parametrize("along", ["visits", "target"])
def test_cuts_agree_with_the_answer(along: str) -> None:
    cuts = compute_map_cuts(QUESTION, WINDOW)
    stretches = cuts.visits_per_month if along == "visits" else cuts.response_time_s
    assert len(stretches) > 2
    for stretch in stretches:
        middle = (stretch.start + stretch.end) / 2
        visits, target = (middle, 0.05) if along == "visits" else (54_432_000, middle)
        assert chosen(visits, target) == stretch.winner


def test_cuts_end_where_the_answer_changes() -> None:
    cuts = compute_map_cuts(QUESTION, WINDOW, points=20)
    for before, after in pairwise(s for s in cuts.visits_per_month if not s.undecided):
        if before.end == after.start:
            assert chosen(before.end * 0.9995, 0.05) == before.winner
            assert chosen(before.end * 1.0005, 0.05) == after.winner
    for before, after in pairwise(s for s in cuts.response_time_s if not s.undecided):
        if before.end == after.start:
            assert chosen(54_432_000, before.end * 0.9995) == before.winner
            assert chosen(54_432_000, before.end * 1.0005) == after.winner


def test_stretches_leave_no_gap() -> None:
    cuts = compute_map_cuts(QUESTION, WINDOW)
    for stretches, ends in (
        (cuts.visits_per_month, WINDOW.visits),
        (cuts.response_time_s, WINDOW.targets_s),
    ):
        assert (stretches[0].start, stretches[-1].end) == pytest.approx(ends)
        assert all(a.end == b.start for a, b in pairwise(stretches))
        assert all(
            (a.winner, a.undecided) != (b.winner, b.undecided) for a, b in pairwise(stretches)
        )


def test_hatched_where_a_test_could_change_the_answer() -> None:
    cuts = compute_map_cuts(QUESTION, WINDOW)
    hatched = next(s for s in cuts.visits_per_month if s.undecided and s.winner is None)
    asked = replace(DEMAND_84, visits_per_month=round((hatched.start + hatched.end) / 2))
    verdicts = {o.verdict for o in answer_requirement(PREPARED, STUDY, asked, draws=0).options}
    assert verdicts & {Verdict.UNDETERMINED, Verdict.NOT_DEMONSTRATED, Verdict.NOT_COMPARABLE}


def test_break_even_loads_of_the_paper() -> None:
    """MODEL D2: NAS is cheaper in total up to its 54.432 M; above only FC, to 66.096 M."""
    fc, nas = (
        make_option(number, [replace(run, rate_tps=rate, think_time_s=None) for run in ONE], price)
        for number, rate, price in ((1, 102.0, "615000"), (2, 84.0, "528600"))
    )
    asked = replace(DEMAND_84, rule=Rule.LOWEST_PRICE)
    facts = make_study(fc, nas, requirement=asked)
    cuts = compute_map_cuts(build_problem(prepare_study(facts), facts), WINDOW)
    known = [s for s in cuts.visits_per_month if s.winner is not None]
    assert [(s.winner, pytest.approx(s.end, rel=1e-3)) for s in known] == [
        (1, 54_432_000),
        (0, 66_096_000),
    ]


def test_no_options_no_winner() -> None:
    empty = build_problem(PREPARED, replace(STUDY, options=()))
    assert {w for row in compute_map(empty, WINDOW, 3, 2).winners for w in row} == {-1}
