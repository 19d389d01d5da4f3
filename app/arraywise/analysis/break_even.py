"""What would have to change for the recommendation to change, found on the evaluated model."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.contest import NOBODY, find_undecided, find_winners, pick_winners, stand
from arraywise.analysis.milliseconds import milliseconds
from arraywise.analysis.weight_stability import set_weight, stability_interval
from arraywise.domain.break_evens import shown_visits
from arraywise.domain.criteria import Criterion, kind_of
from arraywise.domain.decision import Change
from arraywise.domain.requirement import Rule
from arraywise.domain.said import say
from arraywise.domain.sureness import rounded_inwards

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.analysis.contest import Standing
    from arraywise.analysis.question import Question
    from arraywise.analysis.vectors import Floats, Ints
    from arraywise.domain.said import Said

WeightRanges = tuple[tuple[Criterion, float, float], ...]

STEPS = 240
"""Points of the first look in each direction."""
ZOOMS, ZOOM_STEPS = 2, 64
"""Each zoom divides the step that holds the change by 63: less than 1e-5 is left."""
_EVEN = np.linspace(0.0, 1.0, ZOOM_STEPS)
REACH = 8.0
"""How many times less or more load or target is looked at."""


@dataclass(frozen=True, slots=True)
class _Search:
    """One direction: today's value times a growing or shrinking factor."""

    moves_load: bool
    upward: bool


SEARCHES = tuple(_Search(load, up) for load in (True, False) for up in (False, True))
FIRST_LOOK = np.array(
    [np.geomspace(1.0, REACH if search.upward else 1.0 / REACH, STEPS) for search in SEARCHES]
)
"""Factors of each search."""


def stand_today(question: Question) -> Standing:
    """Screen and value every option at the demand and target that are asked for."""
    return stand(question.contest, *_point(question))


def find_changes(question: Question, today: Standing) -> tuple[tuple[Change, ...], WeightRanges]:
    """Return the nearest change in load, target and each weight that moves the recommendation.

    Sorted by how small the relative change is; what further tests could do comes last. Nothing is
    said of what changes nothing from an eighth to eight times of today's load and target, nor
    where no single option is recommended (the frontier).

    Returns:
        The changes, and between which weights each criterion leaves the recommendation as it is
        (empty where weights do not decide).
    """
    is_single = question.requirement.rule is not Rule.FRONTIER
    if not is_single or question.demand_tps <= 0 or not question.known:
        return (), ()
    ranges = weight_ranges(question, today)
    changes = [
        *_in_inputs(question, int(pick_winners(question.contest, today, question.weights)[0])),
        *_in_weights(question, today, ranges),
        *_in_evidence(question, today),
    ]
    by_size = sorted(changes, key=lambda c: abs(c.by) if c.by is not None else np.inf)
    return tuple(by_size), ranges


def _point(question: Question) -> tuple[Floats, Floats]:
    target = question.requirement.response_time_s
    return np.array([question.demand_tps]), np.array([target])


def _in_inputs(question: Question, today: int) -> Iterator[Change]:
    winners = _look(question, SEARCHES, FIRST_LOOK)
    rows = np.flatnonzero((winners != today).any(axis=1)).tolist()
    searches, grids, winners = [SEARCHES[row] for row in rows], FIRST_LOOK[rows], winners[rows]
    first = np.argmax(winners != today, axis=1)
    for _ in range(ZOOMS if rows else 0):
        grids = _between(*_ends_of(grids, first))
        winners = _look(question, searches, grids)
        first = np.maximum(np.argmax(winners != today, axis=1), 1)
    last_same, _ = _ends_of(grids, first)
    for row, search in enumerate(searches):
        winner = int(winners[row, first[row]])
        yield _input_change(question, search, float(last_same[row]), winner)


def _ends_of(grids: Floats, first: Ints) -> tuple[Floats, Floats]:
    rows = np.arange(len(grids))
    return grids[rows, np.maximum(first - 1, 0)], grids[rows, first]


def _between(starts: Floats, ends: Floats) -> Floats:
    """Return numbers in even ratios from starts to ends, both among them; a row each."""
    grids = starts[:, None] * (ends / starts)[:, None] ** _EVEN
    grids[:, -1] = ends  # however the powers were rounded
    return np.asarray(grids)


def _look(question: Question, searches: Sequence[_Search], grids: Floats) -> Ints:
    """Return the winners along all searches' factors at once; shape as `grids`."""
    by_load = np.array([[s.moves_load] for s in searches])
    loads = np.where(by_load, grids, 1.0).ravel()
    targets = np.where(by_load, 1.0, grids).ravel()
    return _winners(question, loads, targets).reshape(grids.shape)


def _winners(question: Question, loads: Floats, targets: Floats) -> Ints:
    rates = question.demand_tps * loads
    asked = question.requirement.response_time_s * targets
    return find_winners(question.contest, question.weights, rates, asked)


def _input_change(question: Question, search: _Search, factor: float, winner: int) -> Change:
    asked, up = question.requirement, search.upward
    if search.moves_load:
        what, to = "Visits per month", _say_visits(asked.visits_per_month * factor, upward=up)
    else:
        what, to = "Target response time", _say_target(asked.response_time_s * factor, upward=up)
    return Change(say(what), to, factor - 1.0, _name(question, winner))


def _say_visits(exact: float, *, upward: bool) -> Said:
    visits = shown_visits(exact)
    if visits < 1e6:
        return say("above {visits:,.0f}" if upward else "below {visits:,.0f}", visits=visits)
    template = "above {millions:,.1f} million" if upward else "below {millions:,.1f} million"
    return say(template, millions=visits / 1e6)


def _say_target(target_s: float, *, upward: bool) -> Said:
    template = "above {target:,.10g} ms" if upward else "below {target:,.10g} ms"
    return say(template, target=milliseconds(target_s))


def _name(question: Question, winner: int) -> str | None:
    return None if winner == NOBODY else question.known[winner].facts.option.name


def weight_ranges(question: Question, standing: Standing) -> WeightRanges:
    """Return between which weights each criterion leaves the recommendation as it is (D7.1).

    Empty where nothing is recommended by value or there is no other option that passes.
    """
    contest = question.contest
    today = int(pick_winners(contest, standing, question.weights)[0])
    rivals = [i for i in np.flatnonzero(standing.passes[:, 0]).tolist() if i != today]
    if contest.requirement.rule is not Rule.BEST_VALUE or today == NOBODY or not rivals:
        return ()
    points = np.nan_to_num(standing.points[:, :, 0], nan=0.0)
    leads = points[today] - points[rivals]
    return tuple(
        (setting.criterion, *stability_interval(leads, question.weights, index))
        for index, setting in enumerate(contest.settings)
    )


def _in_weights(question: Question, standing: Standing, ranges: WeightRanges) -> Iterator[Change]:
    """Return each weight's nearest flips."""
    flips = []
    for index, (criterion, low, high) in enumerate(ranges):
        least, most = rounded_inwards(low, high, float(question.weights[index]))
        ends = ((low, -1e-6, least), (high, 1e-6, most))
        flips += [(index, criterion, *end) for end in ends if 0.0 < end[0] < 1.0]
    if not flips:
        return
    moved = [set_weight(question.weights, index, end + by) for index, _, end, by, _ in flips]
    winners = pick_winners(question.contest, _many_times(standing, len(flips)), np.array(moved).T)
    for (index, criterion, end, by, shown), winner in zip(flips, winners.tolist(), strict=True):
        weight = float(question.weights[index])
        yield Change(
            kind_of(criterion).weight_of,
            _say_weight(shown, upward=by > 0),
            end / weight - 1.0 if weight > 0 else None,
            _name(question, winner),
        )


def _many_times(standing: Standing, count: int) -> Standing:
    """Put one point beside itself, for as many weights."""
    passes, points = standing.passes, standing.points
    return replace(
        standing,
        passes=np.repeat(passes, count, axis=1),
        points=np.repeat(points, count, axis=2),
    )


def _in_evidence(question: Question, standing: Standing) -> Iterator[Change]:
    """Name the options that would be recommended if a further test showed them to pass."""
    contest = question.contest
    undecided = find_undecided(contest, *_point(question))
    for index in np.flatnonzero(undecided[:, 0]).tolist():
        shown = standing.passes.copy()
        shown[index] = True
        if pick_winners(contest, replace(standing, passes=shown), question.weights)[0] == index:
            name = question.known[index].facts.option.name
            what = say("Evidence for {option}", option=name)
            yield Change(what, say("shown to meet the requirement"), None, name)


def _say_weight(percent: float, *, upward: bool) -> Said:
    template = "above {percent:.10g} %" if upward else "below {percent:.10g} %"
    return say(template, percent=percent)
