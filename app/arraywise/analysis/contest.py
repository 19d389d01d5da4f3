"""Who wins at which load and target: one vectorised rule for the answer, the map and changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.load_curve import capacity_tps, meets_target, misses_target, point_at
from arraywise.analysis.scoring import value_points
from arraywise.domain.decision import Criterion
from arraywise.domain.requirement import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.load_curve import ResponseCurve
    from arraywise.analysis.vectors import Flags, Floats, Ints
    from arraywise.domain.decision import CriterionSetting
    from arraywise.domain.options import Option
    from arraywise.domain.requirement import Requirement

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Contender:
    """What of an option takes part in the decision."""

    option: Option
    curve: ResponseCurve | None
    price: float | None
    """36-month price in the study's currency."""
    provisioning_s: float | None


@dataclass(frozen=True, slots=True)
class Contest:
    """The contenders and what they are judged by; anchors may be arrays over the points."""

    contenders: tuple[Contender, ...]
    requirement: Requirement
    settings: tuple[CriterionSetting, ...]
    """As used, anchors filled in."""
    response_follows_target: bool
    """True: the response-time anchors were derived and move with the target."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Every option at every asked-for point; arrays of shape (options, [criteria,] points)."""

    passes: Flags
    points: Floats
    """0 to 100; NaN where the evidence is missing."""


def stand(contest: Contest, rates_tps: Floats, targets_s: Floats) -> Standing:
    """Screen and value every option at pairs of demand and target, both of shape (points,)."""
    passes = [_passes(c, contest.requirement, rates_tps, targets_s) for c in contest.contenders]
    points = [
        [_points_of(contest, s, c, rates_tps, targets_s) for s in contest.settings]
        for c in contest.contenders
    ]
    shape = (len(contest.contenders), len(contest.settings), len(rates_tps))
    return Standing(
        passes=np.array(passes, dtype=bool).reshape(-1, shape[2]),
        points=np.array(points, dtype=np.float64).reshape(shape),
    )


def _passes(
    contender: Contender, requirement: Requirement, rates: Floats, targets: Floats
) -> Flags:
    if contender.curve is None or not _keeps_fixed_rules(contender, requirement):
        return np.zeros(rates.shape, dtype=bool)
    # What holds with the headroom asked for holds without it: response time rises with the rate.
    return meets_target(contender.curve, rates * (1.0 + requirement.min_headroom), targets)


def find_undecided(contest: Contest, rates_tps: Floats, targets_s: Floats) -> Flags:
    """Say where options are shown neither to pass nor to fail, shape (options, points).

    There a further test could decide.
    """
    asked = rates_tps * (1.0 + contest.requirement.min_headroom)
    undecided = np.zeros((len(contest.contenders), len(rates_tps)), dtype=bool)
    for row, contender in zip(undecided, contest.contenders, strict=True):
        curve = contender.curve
        if curve is not None and _keeps_fixed_rules(contender, contest.requirement):
            decided = meets_target(curve, asked, targets_s) | misses_target(
                curve, asked, targets_s
            )
            row[:] = ~decided
    return undecided


def _keeps_fixed_rules(contender: Contender, requirement: Requirement) -> bool:
    """Say whether an option keeps the rules that no load or target moves (MODEL D3)."""
    if requirement.needs_shared_storage and not contender.option.shared_storage:
        return False
    budget = requirement.budget
    return budget is None or (contender.price is not None and contender.price <= float(budget))


def _points_of(
    contest: Contest,
    setting: CriterionSetting,
    contender: Contender,
    rates: Floats,
    targets: Floats,
) -> Floats:
    attribute = _attribute(setting.criterion, contender, rates, targets)
    limit, target, aspiration = setting.limit, setting.target, setting.aspiration
    if attribute is None or limit is None or target is None or aspiration is None:
        return np.full(rates.shape, np.nan)
    follows = setting.criterion is Criterion.RESPONSE_TIME and contest.response_follows_target
    moved = targets / contest.requirement.response_time_s if follows else 1.0
    points = value_points(
        attribute, limit * moved, target * moved, aspiration * moved, setting.target_value
    )
    return np.broadcast_to(points, rates.shape)


def _attribute(
    criterion: Criterion, contender: Contender, rates: Floats, targets: Floats
) -> Floats | float | None:
    if criterion is Criterion.PRICE:
        return contender.price
    if criterion is Criterion.PROVISIONING:
        return contender.provisioning_s
    if contender.curve is None:
        return None
    if criterion is Criterion.RESPONSE_TIME:
        return point_at(contender.curve, rates)
    capacity, _ = capacity_tps(contender.curve, targets)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(capacity / rates - 1.0)


def total_values(points: Floats, weights: Floats) -> Floats:
    """Return V = sum of weight x points over the second axis; what is missing earns nothing.

    Args:
        points: shape (options, criteria, points).
        weights: shape (criteria,), or (criteria, points) where they differ.

    Source: MODEL D6. An option is valued by what was shown of it, so that a missing figure
    never helps.
    """
    spread = np.broadcast_to(weights.reshape(len(weights), -1), points.shape[1:])
    return np.asarray(np.einsum("cp,ocp->op", spread, np.nan_to_num(points, nan=0.0)))


def pick_winners(contest: Contest, standing: Standing, weights: Floats) -> Ints:
    """Return the index of the recommended option at every point, NOBODY where none passes."""
    return _best(contest, standing, weights, standing.passes)


def find_hopes(contest: Contest, standing: Standing, weights: Floats, undecided: Flags) -> Flags:
    """Say at which points an option that could still pass would win if it did (map hatch)."""
    hoped = _best(contest, standing, weights, standing.passes | undecided)
    return np.asarray(hoped != pick_winners(contest, standing, weights))


def _best(contest: Contest, standing: Standing, weights: Floats, allowed: Flags) -> Ints:
    order = tie_order(contest.contenders)
    if contest.requirement.rule is Rule.LOWEST_PRICE:
        merit = np.array([[-np.inf if c.price is None else -c.price] for c in contest.contenders])
        merit = np.broadcast_to(merit.reshape(-1, 1), allowed.shape)
    else:
        merit = np.round(total_values(standing.points, weights), 9)
    if not len(order):
        return np.full(allowed.shape[1:], NOBODY)
    scores = np.where(allowed, merit, -np.inf)[order]
    best = order[np.argmax(scores, axis=0)]
    return np.where(np.isfinite(scores.max(axis=0)), best, NOBODY)


def tie_order(contenders: Sequence[Contender]) -> Ints:
    """Return indices by price, then provisioning time, then creation: how ties are broken."""

    def key(index: int) -> tuple[float, float, int]:
        c = contenders[index]
        price = np.inf if c.price is None else c.price
        seconds = np.inf if c.provisioning_s is None else c.provisioning_s
        return price, seconds, c.option.position

    return np.array(sorted(range(len(contenders)), key=key), dtype=np.int64)
