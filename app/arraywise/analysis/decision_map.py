"""The winner over visits per month and target response time, and the two cuts through it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.contest import NOBODY, look_over
from arraywise.analysis.demand import demand_tps
from arraywise.domain.decision import DecisionMap, MapCuts, Stretch

if TYPE_CHECKING:
    from arraywise.analysis.question import Question
    from arraywise.analysis.vectors import Flags, Floats, Ints


@dataclass(frozen=True, slots=True)
class MapWindow:
    """The part of the plane that is looked at; all four ends are above zero."""

    visits: tuple[float, float]
    """Lowest and highest visits per month; spaced in logarithms."""
    targets_s: tuple[float, float]
    """Lowest and highest target response time; evenly spaced."""


def cut_map(question: Question, window: MapWindow, points: int = 200) -> MapCuts:
    """Return the stretches of one answer along the load and along the target.

    The cuts run through the question's requirement; `points` says how finely each is looked at.
    """
    asked = question.requirement
    along_visits = np.geomspace(*window.visits, points)
    along_targets = np.linspace(*window.targets_s, points)
    rates = along_visits * demand_tps(asked, 1.0)
    by_load = _decide(question, rates, np.full(points, asked.response_time_s))
    by_target = _decide(question, np.full(points, question.demand_tps), along_targets)
    return MapCuts(
        visits_per_month=_stretches(along_visits, *by_load),
        response_time_s=_stretches(along_targets, *by_target),
    )


def draw_map(
    question: Question, window: MapWindow, columns: int = 200, rows: int = 200
) -> DecisionMap:
    """Return the recommended option over the plane (MODEL D7.6)."""
    along_visits = np.geomspace(*window.visits, columns)
    along_targets = np.linspace(*window.targets_s, rows)
    rates = along_visits * demand_tps(question.requirement, 1.0)
    winners, undecided = _decide(question, rates[None, :], along_targets[:, None])
    return DecisionMap(
        visits_per_month=tuple(along_visits.tolist()),
        response_time_s=tuple(along_targets.tolist()),
        winners=tuple(map(tuple, winners.tolist())),
        undecided=tuple(map(tuple, undecided.tolist())),
    )


def _decide(question: Question, rates: Floats, targets: Floats) -> tuple[Ints, Flags]:
    return look_over(question.contest, question.weights, rates, targets)


def _stretches(values: Floats, winners: Ints, undecided: Flags) -> tuple[Stretch, ...]:
    """Join neighbouring points with the same answer; stretches meet half-way between points."""
    changes = np.flatnonzero((np.diff(winners) != 0) | (undecided[1:] != undecided[:-1])) + 1
    starts = [0, *changes.tolist()]
    edges = [values[0], *((values[changes - 1] + values[changes]) / 2).tolist(), values[-1]]
    return tuple(
        Stretch(
            start=float(left),
            end=float(right),
            winner=None if winners[at] == NOBODY else int(winners[at]),
            undecided=bool(undecided[at]),
        )
        for at, left, right in zip(starts, edges[:-1], edges[1:], strict=True)
    )
