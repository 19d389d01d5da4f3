"""The winner over visits per month and target response time, and the two cuts through it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.decision.ladder import basis_places
from arraywise.analysis.decision.problem import NOBODY, survey_winners
from arraywise.analysis.demand import demand_tps
from arraywise.domain.basis import STRONGEST_FIRST
from arraywise.domain.decision import BASIS_OF_PASS, DecisionMap, InputRange, MapCuts
from arraywise.domain.requirement import Goal

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.analysis.arrays import Flags, Floats, Ints
    from arraywise.analysis.decision.problem import DecisionProblem

    _Decide = Callable[[Floats], tuple[Ints, Flags]]
    """Winners along a line, and where a further test could change them."""

_ZOOMS, _ZOOM_STEPS = 2, 21
"""How often a gap with a change in it is looked at more closely, and at how many points."""


@dataclass(frozen=True, slots=True)
class MapWindow:
    """The part of the plane that is looked at; all four ends are above zero."""

    visits: tuple[float, float]
    """Lowest and highest visits per month; spaced in logarithms."""
    targets_s: tuple[float, float]
    """Lowest and highest target response time; evenly spaced."""


def cut_map(question: DecisionProblem, window: MapWindow, points: int = 200) -> MapCuts:
    """Return the stretches of one answer along the load and along the target.

    The cuts run through the question's requirement; `points` says how finely each is looked at.
    """
    asked = question.requirement
    a_visit, target = demand_tps(asked, 1.0), asked.target_s
    return MapCuts(
        visits_per_month=_ranges(
            np.geomspace(*window.visits, points),
            lambda visits: _decide(question, visits * a_visit, np.full(len(visits), target)),
        ),
        response_time_s=_ranges(
            np.linspace(*window.targets_s, points),
            lambda targets: _decide(question, np.full(len(targets), question.demand_tps), targets),
        ),
    )


def draw_map(
    question: DecisionProblem, window: MapWindow, columns: int = 200, rows: int = 200
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
        bases=tuple(map(tuple, _bases(question, winners, rates, along_targets).tolist())),
    )


def _bases(question: DecisionProblem, winners: Ints, rates: Floats, targets: Floats) -> Ints:
    """Return what each place's winner passes on: the weakest link, as in `screen_option`."""
    result = np.zeros(winners.shape, dtype=np.int64)
    wanted = _asked_targets(question, targets)[:, None]
    room = question.requirement.min_headroom
    loads = (rates, rates * (1.0 + room)) if room > 0 else (rates,)
    for index in np.unique(winners[winners != NOBODY]).tolist():
        candidate = question.model.candidates[index]
        fixed = STRONGEST_FIRST.index(BASIS_OF_PASS[question.model.by_fixed_rules[index]])
        places = [basis_places(candidate, load[None, :], wanted) for load in loads]
        weakest = np.maximum(np.max(places, axis=0), fixed)
        np.copyto(result, weakest, where=winners == index)
    return result


def _decide(question: DecisionProblem, rates: Floats, targets: Floats) -> tuple[Ints, Flags]:
    """Return winners and open places; without a target all of these are the same."""
    asked = _asked_targets(question, targets)
    return survey_winners(question.model, question.weights, rates, asked)


def _asked_targets(question: DecisionProblem, targets: Floats) -> Floats:
    return np.full(targets.shape, np.inf) if question.requirement.goal is Goal.NONE else targets


def _ranges(values: Floats, decide: _Decide) -> tuple[InputRange, ...]:
    """Join neighbouring points with the same answer; stretches meet where it changes."""
    winners, undecided = decide(values)
    changes = np.flatnonzero(_differ(winners, undecided)) + 1
    starts = [0, *changes.tolist()]
    edges = [values[0], *_edges(values, changes, decide).tolist(), values[-1]]
    return tuple(
        InputRange(
            start=float(left),
            end=float(right),
            winner=None if winners[at] == NOBODY else int(winners[at]),
            undecided=bool(undecided[at]),
        )
        for at, left, right in zip(starts, edges[:-1], edges[1:], strict=True)
    )


def _edges(values: Floats, changes: Ints, decide: _Decide) -> Floats:
    """Return where the answer changes before each point, looked for in ever smaller gaps."""
    low, high = values[changes - 1], values[changes]
    for _ in range(_ZOOMS if len(changes) else 0):
        finer = np.linspace(low, high, _ZOOM_STEPS, axis=1)
        winners, undecided = decide(finer.ravel())
        changed = _differ(winners.reshape(finer.shape), undecided.reshape(finer.shape))
        rows, first = np.arange(len(finer)), np.argmax(changed, axis=1)
        low, high = finer[rows, first], finer[rows, first + 1]
    return (low + high) / 2


def _differ(winners: Ints, undecided: Flags) -> Flags:
    """Say between which neighbours along the last axis the answer is another one."""
    changed: Flags = winners[..., 1:] != winners[..., :-1]
    changed |= undecided[..., 1:] != undecided[..., :-1]
    return changed
