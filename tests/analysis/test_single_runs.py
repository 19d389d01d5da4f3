"""Levels of one run (MODEL E1): spread, intervals and what is judged by them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arraywise.analysis.curves.levels import build_levels
from arraywise.analysis.curves.response_curve import estimate_curve, high_at, low_at
from arraywise.analysis.curves.statistics import (
    ASSUMED_RESPONSE,
    ASSUMED_SPREAD,
    Spread,
    draw_single_runs,
    log_deviation,
    pool_spread,
    response_variation,
)
from arraywise.analysis.decision.screening import judge_curve
from arraywise.domain.decision import Verdict
from arraywise.domain.study import LoadRun
from tests.analysis.bench import LEVELS, TWO_QUEUES, make_runs

TR_3105 = {"F840": (28360, 0.21, 20), "RAID 0+1": (24695, 0.25, 21), "RAID 5": (24085, 0.28, 23)}
"""Transactions in five minutes, response time and users of TR-3105."""


def level_of(name: str, tool: str = "published") -> LoadRun:
    count, response, users = TR_3105[name]
    return LoadRun(1, "f.csv", tool, users, count / 300, (("mean", response),))


def test_golden_deviation() -> None:
    assert log_deviation(172 / 619) == pytest.approx(0.272717, abs=5e-7)


@pytest.mark.parametrize(
    ("name", "ends", "rate"),
    [
        ("F840", (0.123, 0.358), 85.7),
        ("RAID 0+1", (0.146, 0.427), 74.6),
        ("RAID 5", (0.164, 0.478), 72.8),
    ],
)
def test_golden_intervals_of_tr_3105(name: str, ends: tuple[float, float], rate: float) -> None:
    levels = build_levels([level_of(name)], "mean")
    curve = estimate_curve(levels, spread=ASSUMED_SPREAD)
    assert curve is not None
    at = np.array([curve.demonstrated_tps])
    assert (low_at(curve, np.array([curve.first_tps]))[0], high_at(curve, at)[0]) == pytest.approx(
        ends, abs=0.0006
    )
    assert curve.demonstrated_tps == pytest.approx(rate, abs=0.06)


def test_golden_verdicts_of_tr_3105() -> None:
    curves = {name: estimate_curve(build_levels([level_of(name)], "mean"), spread=ASSUMED_SPREAD)
              for name in TR_3105}  # fmt: skip
    assert {judge_curve(curve, 70.0, 1.0) for curve in curves.values()} == {Verdict.PASS_ONCE}
    at_80 = [
        name
        for name, curve in curves.items()
        if judge_curve(curve, 80.0, 1.0) is Verdict.PASS_ONCE
    ]
    assert at_80 == ["F840"]
    assert judge_curve(curves["F840"], 80.0, 0.36) is Verdict.PASS_ONCE
    assert judge_curve(curves["F840"], 80.0, 0.35) is not Verdict.PASS_ONCE


def test_without_a_spread_single_runs_judge_nothing() -> None:
    curve = estimate_curve(build_levels([level_of("F840")], "mean"))
    assert judge_curve(curve, 80.0, 1.0) is Verdict.UNDETERMINED


def test_known_users_lead_to_the_share_of_a_cycle() -> None:
    run = replace(level_of("F840", tool="swingbench"), users=80)
    (level,) = build_levels([run], "mean")
    share = 28360 / 300 * 0.21 / 80
    assert response_variation(level, ASSUMED_SPREAD) == pytest.approx(0.05 / share)
    assert response_variation(level, ASSUMED_SPREAD, is_mean=False) == ASSUMED_RESPONSE
    (idle,) = build_levels([replace(run, users=20_000)], "mean")
    assert response_variation(idle, ASSUMED_SPREAD) == ASSUMED_RESPONSE


def test_repeated_levels_of_the_study_tell_the_spread() -> None:
    runs = [
        LoadRun(i, f"f{i}.xml", "swingbench", 30, rate, (("mean", seconds),))
        for i, (rate, seconds) in enumerate(
            [(98.0, 0.1), (100.0, 0.1), (102.0, 0.1), (100.0, 0.1)]
        )
    ]
    pooled = pool_spread(build_levels(runs, "mean"))
    assert pooled == Spread(pytest.approx((8e-4 / 3) ** 0.5), 0.0, 3)
    assert pool_spread(build_levels(runs[:3], "mean")) is ASSUMED_SPREAD


def test_one_deviate_moves_rate_and_response_apart() -> None:
    levels = build_levels([level_of("F840")], "mean")
    rates, responses = draw_single_runs(levels, ASSUMED_SPREAD, 1000, 1)
    order = np.argsort(rates[:, 0])
    assert (np.diff(responses[order, 0]) <= 0).all()
    assert np.corrcoef(np.log(rates[:, 0]), np.log(responses[:, 0]))[0, 1] == pytest.approx(-1)


def test_several_single_levels_bracket_the_truth() -> None:
    runs = make_runs(TWO_QUEUES, LEVELS, runs=1)
    curve = estimate_curve(build_levels(runs, "mean"), spread=ASSUMED_SPREAD)
    assert curve is not None
    assert curve.spread is ASSUMED_SPREAD
    assert judge_curve(curve, 84.0, 0.5) is Verdict.PASS_ONCE
    assert judge_curve(curve, 84.0, 0.005) is Verdict.FAIL
    low, high = low_at(curve, np.array([84.0]))[0], high_at(curve, np.array([84.0]))[0]
    assert low < 0.03145 < high
