"""What a transaction costs the host: read off between levels, never beyond them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arraywise.analysis.answer import answer_requirement
from arraywise.analysis.curves.levels import build_host_cpu_by_rate, host_cpu_at, host_cpu_interval
from arraywise.analysis.prepared import prepare_study
from arraywise.domain.criteria import DEFAULT_CRITERIA, Criterion, kind_of
from arraywise.domain.decision import Interval, LoadLevel
from tests.analysis.bench import three_options


def level(users: int, rate: float, cpu_s: float | None, *, past_knee: bool = False) -> LoadLevel:
    exact = Interval(rate, rate, rate)
    return LoadLevel(
        users, 1, exact, exact, 0.5, host_bound=False, past_knee=past_knee, host_cpu_s=cpu_s
    )


KNOWN = build_host_cpu_by_rate(
    [
        level(10, 40.0, 0.018),
        level(20, 80.0, 0.022),
        level(30, 90.0, None),
        level(40, 60.0, 0.5, past_knee=True),
    ]
)


@pytest.mark.parametrize(
    ("rate", "low", "point", "high"),
    [(40.0, 0.018, 0.018, 0.018), (50.0, 0.018, 0.019, 0.022), (80.0, 0.022, 0.022, 0.022)],
)
def test_it_lies_between_the_levels_on_both_sides(
    rate: float, low: float, point: float, high: float
) -> None:
    result = host_cpu_interval(KNOWN, rate)
    assert (result.low, result.point, result.high) == pytest.approx((low, point, high))


@pytest.mark.parametrize("rate", [39.9, 80.1])
def test_it_is_not_extrapolated(rate: float) -> None:
    assert host_cpu_interval(KNOWN, rate) == Interval(None, None, None)
    assert np.isnan(host_cpu_at(KNOWN, np.array([rate]))).all()


def test_without_a_monitor_nothing_is_known() -> None:
    assert build_host_cpu_by_rate([level(10, 40.0, None)]) is None
    assert np.isnan(host_cpu_at(None, np.array([40.0]))).all()


def test_it_is_valued_like_any_criterion() -> None:
    facts = three_options()
    prepared = prepare_study(facts)
    measured = prepared.measure_options("mean")
    for option_id, cpu_s in ((1, 0.012), (2, 0.02)):
        shown = tuple(replace(each, host_cpu_s=cpu_s) for each in measured[option_id].shown)
        known = replace(measured[option_id], shown=shown, host_cpu=build_host_cpu_by_rate(shown))
        measured[option_id] = known  # type: ignore[index]
    criteria = (*DEFAULT_CRITERIA, kind_of(Criterion.HOST_CPU).default_setting)
    result = answer_requirement(prepared, facts, criteria=criteria, draws=100)
    cells = {o.option.id: o.scores[-1] for o in result.options}
    assert cells[1].attribute.point == pytest.approx(0.012)
    assert cells[1].points.point == pytest.approx(60 + 40 * 8 / 15)  # 50 -> 0, 20 -> 60, 5 -> 100
    assert cells[2].points.point == pytest.approx(60.0)
    assert (cells[3].points.low, cells[3].points.high) == (0.0, 100.0)


@pytest.mark.parametrize("criterion", [Criterion.HOST_CPU, Criterion.AVAILABILITY])
def test_a_criterion_without_weight_changes_nothing(criterion: Criterion) -> None:
    facts = three_options()
    prepared = prepare_study(facts)
    plain = answer_requirement(prepared, facts)
    extra = replace(kind_of(criterion).default_setting, swing=0.0)
    result = answer_requirement(prepared, facts, criteria=(*DEFAULT_CRITERIA, extra))
    for before, after in zip(plain.options, result.options, strict=True):
        assert after.value == before.value
        assert (after.rank, after.status) == (before.rank, before.status)
        assert after.scores[:-1] == before.scores
    assert result.recommended == plain.recommended
