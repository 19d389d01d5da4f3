"""The true answer of the worked example, computed from the model alone (not by the product)."""

from __future__ import annotations

from statistics import median
from typing import Any

from tests.worked_example.options import OPTIONS, LabOption
from tests.worked_example.price_sheets import SHEETS
from tests.worked_example.provisioning import readings
from tests.worked_example.queueing import rate_at, response_at

VISITS_PER_MONTH = 54_432_000
TARGET_S = 0.2
TRAFFIC_SHARE, TIME_SHARE = 0.8, 0.2
DEMAND_TPS = VISITS_PER_MONTH / (30 * 86_400) * TRAFFIC_SHARE / TIME_SHARE
"""MODEL P1."""
MIN_HEADROOM = 0.05
BUDGET = 700_000

Anchors = tuple[float, float, float]
CRITERIA: dict[str, tuple[int, Anchors]] = {
    "response time": (45, (0.200, 0.150, 0.060)),
    "provisioning": (27, (7200.0, 3600.0, 900.0)),
    "headroom": (18, (0.0, 0.2, 0.5)),
    "36-month price": (10, (700_000.0, 600_000.0, 450_000.0)),
}
"""Swing, and the values worth 0, 60 and 100 points (MODEL D4)."""


def truth() -> dict[str, Any]:
    """Return the true figures of every option and what they recommend."""
    options = {option.name: _figures(option) for option in OPTIONS}
    able = [name for name, figures in options.items() if figures["passes"]]
    return {
        "synthetic": True,
        "demand_tps": DEMAND_TPS,
        "target_s": TARGET_S,
        "recommended": max(able, key=lambda name: options[name]["value"]),
        "options": options,
    }


def _figures(option: LabOption) -> dict[str, Any]:
    points = option.truth()
    response = response_at(points, DEMAND_TPS)
    capacity = rate_at(points, TARGET_S)
    minutes: dict[int, int] = {}
    for _, repetition, seconds in readings(option.folder):
        minutes[repetition] = minutes.get(repetition, 0) + seconds
    attributes = {
        "response time": response,
        "provisioning": float(median(minutes.values())),
        "headroom": capacity / DEMAND_TPS - 1.0,
        "36-month price": float(SHEETS[option.folder].total),
    }
    return {
        "response_time_s": round(response, 9),
        "capacity_tps": round(capacity, 6),
        "headroom": round(attributes["headroom"], 9),
        "price": str(SHEETS[option.folder].total),
        "provisioning_s": attributes["provisioning"],
        "host_hides_its_limit": any(share > 0.9 for share in option.polling.values()),
        "passes": response <= TARGET_S,
        "value": round(_value(attributes), 6),
    }


def _value(attributes: dict[str, float]) -> float:
    weights = sum(weight for weight, _ in CRITERIA.values())
    return sum(
        weight / weights * _points(attributes[name], anchors)
        for name, (weight, anchors) in CRITERIA.items()
    )


def _points(value: float, anchors: Anchors) -> float:
    """Piecewise-linear value function: limit 0, target 60, aspiration 100."""
    limit, target, aspiration = anchors
    to_target = (value - limit) / (target - limit)
    if to_target <= 1.0:
        return 60.0 * max(0.0, to_target)
    return 60.0 + 40.0 * min(1.0, (value - target) / (aspiration - target))
