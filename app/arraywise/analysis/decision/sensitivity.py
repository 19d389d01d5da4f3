"""Weight-stability intervals, ties, tornado, and the winner over load and target."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from arraywise.analysis.decision.attributes import OptionAtDemand, attribute_intervals
from arraywise.analysis.decision.problem import (
    NOBODY,
    OptionScores,
    evaluate,
    evaluate_today,
    find_winners_and_open_points,
    pick_winners,
    total_values,
)
from arraywise.analysis.decision.scoring import value_points
from arraywise.analysis.decision.screening import basis_indices, capacity_at, response_at
from arraywise.analysis.demand import demand_tps
from arraywise.domain.criteria import MILLISECONDS, Criterion, kind_of
from arraywise.domain.decision import (
    BASIS_OF_PASS,
    DecisionMap,
    InputRange,
    Interval,
    LeadBar,
    MapCuts,
    NearestTie,
)
from arraywise.domain.messages import message, rounded_milliseconds
from arraywise.domain.requirement import STRONGEST_FIRST, Goal, LoadUnit, Rule, load_label

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from arraywise.analysis.arrays import Flags, Floats, Ints
    from arraywise.analysis.decision.problem import DecisionProblem
    from arraywise.analysis.prepared import LoadIndependentOption
    from arraywise.domain.messages import Message


def stability_interval(leads: Floats, weights: Floats, index: int) -> tuple[float, float]:
    """Return between which values one weight may move while the leader stays first.

    The other weights keep their proportions; where there are none they share equally. Leads are
    points of the leader minus those of each rival, shape (rivals, criteria); weights sum to 1.

    Source: MODEL D7.1: f(x) = x d_k + (1-x) c, root x0 = c / (c - d_k).
    """
    others = _rescaled_other_weights(weights, index)
    low, high = 0.0, 1.0
    for lead in leads:
        own, rest = lead[index], float(others @ lead)
        if own == rest:
            continue
        root = rest / (rest - own)
        if own > rest:
            low = max(low, min(root, weights[index]))
        else:
            high = min(high, max(root, weights[index]))
    return float(low), float(high)


def _rescaled_other_weights(weights: Floats, index: int) -> Floats:
    others = weights.copy()
    others[index] = 0.0
    if others.sum() <= 0:
        others = np.ones_like(weights)
        others[index] = 0.0
    return np.asarray(others / max(others.sum(), 1e-300))


def weights_with_one_set(weights: Floats, index: int, value: float) -> Floats:
    """Return weights with one of them set and the others rescaled in proportion."""
    changed = _rescaled_other_weights(weights, index) * (1.0 - value)
    changed[index] = value
    return changed


def nearest_tie(lead: Floats, weights: Floats) -> Floats | None:
    """Return the weights nearest to the stated ones at which two options tie.

    Nearest by the root of summed squares; None where no weights from 0 to 1 make a tie. The lead
    are points of one option minus those of the other, shape (criteria,); weights sum to 1.

    Source: MODEL D7.2: w - (d w)(d - mean d) / |d - mean d|^2; where that leaves 0 to 1, the
    same with some weights held at zero, of which the nearest is taken.
    """
    if abs(float(lead @ weights)) <= 1e-12:
        return weights
    ties = [
        tie
        for stored in _index_subsets(len(weights))
        if (tie := _nearest_tie_among(lead, weights, stored)) is not None
    ]
    return min(ties, key=lambda tie: float(((tie - weights) ** 2).sum()), default=None)


def _index_subsets(count: int) -> Iterator[tuple[int, ...]]:
    return chain.from_iterable(combinations(range(count), size) for size in range(1, count + 1))


def _nearest_tie_among(lead: Floats, weights: Floats, kept: tuple[int, ...]) -> Floats | None:
    """Return the nearest tie among the kept criteria, None where a weight would be negative."""
    chosen = list(kept)
    start = weights[chosen] + (1.0 - weights[chosen].sum()) / len(chosen)
    slope = lead[chosen] - lead[chosen].mean()
    margin, steepness = float(lead[chosen] @ start), float(slope @ slope)
    if steepness <= 1e-18 * float(lead @ lead):
        return None
    moved = start - margin / steepness * slope
    if (moved < -1e-12).any():
        return None
    tie = np.zeros_like(weights)
    tie[chosen] = np.maximum(moved, 0.0)
    return tie


def find_ties(question: DecisionProblem) -> tuple[NearestTie, ...]:
    """Return the nearest tie with each option that passes, the nearest rival first.

    Empty where weights do not decide or there is no rival.
    """
    if question.requirement.rule is not Rule.BEST_VALUE or question.demand_tps <= 0:
        return ()
    scores = evaluate_today(question)
    first = int(pick_winners(question.model, scores, question.weights)[0])
    if first == NOBODY:
        return ()
    points = np.nan_to_num(scores.points[:, :, 0], nan=0.0)
    rivals = [i for i in np.flatnonzero(scores.passes[:, 0]).tolist() if i != first]
    result = [
        _build_nearest_tie(question, rival, points[first] - points[rival]) for rival in rivals
    ]
    return tuple(sorted(result, key=lambda tie: np.inf if tie.distance is None else tie.distance))


def _build_nearest_tie(question: DecisionProblem, rival: int, lead: Floats) -> NearestTie:
    name = question.known[rival].facts.option.name
    tie = nearest_tie(lead, question.weights)
    if tie is None:
        return NearestTie(name, None, None)
    distance = float(np.linalg.norm(tie - question.weights))
    return NearestTie(name, question.name_weights(tie), distance)


STEPS = 81
LOAD_SHARE = 0.25
MILLION = 1e6
SWING_POINTS = 20.0
QUOTE_SHARE = 0.02
"""How far a quotation may still move."""


@dataclass(frozen=True, slots=True)
class _LeaderAndRunnerUp:
    """The question with the option that leads today and the one behind it."""

    question: DecisionProblem
    scores: OptionScores
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class _MovedInput:
    """One input moved from its low to its high."""

    what: Message
    values: Floats
    now: float
    localise: Callable[[float], Message]
    scores: OptionScores
    weights: Floats
    """Shape (criteria, steps)."""
    closer: Callable[[float, float], _MovedInput] | None = None
    """Moves it from another low to another high; None where values run straight from step to
    step."""


def compute_tornado(question: DecisionProblem) -> tuple[LeadBar, ...]:
    """Return how each input moves the lead over the runner-up, the widest bar first.

    Load -25 to +25 %, swings +-20 points, prices of both options +-2 %, what was measured of
    them from end to end of its interval, ratings by a level up and down where they
    are not estimated. Empty without two options that pass, where points do not decide, and where
    two options that are alike stay level whatever moves.
    """
    by_points = question.requirement.rule is Rule.BEST_VALUE
    if not by_points or not question.known or question.demand_tps <= 0:
        return ()
    pair = _find_leader_and_runner_up(question)
    if pair is None:
        return ()
    visits = question.requirement.visits_per_month
    load = _move_load(pair, visits * (1 - LOAD_SHARE), visits * (1 + LOAD_SHARE))
    bars = [
        _build_bar(pair, moved) for moved in (load, *_move_swings(pair), *_move_attributes(pair))
    ]
    if not any(bar.least_lead or bar.most_lead for bar in bars):
        return ()
    return tuple(sorted(bars, key=lambda b: b.least_lead - b.most_lead))


def _find_leader_and_runner_up(question: DecisionProblem) -> _LeaderAndRunnerUp | None:
    scores = evaluate_today(question)
    first = int(pick_winners(question.model, scores, question.weights)[0])
    others = scores.passes.copy()
    others[first] = False
    rest = replace(scores, passes=others)
    second = int(pick_winners(question.model, rest, question.weights)[0])
    return (
        None if NOBODY in {first, second} else _LeaderAndRunnerUp(question, scores, first, second)
    )


def _build_bar(pair: _LeaderAndRunnerUp, moved: _MovedInput) -> LeadBar:
    values = total_values(moved.scores.points, moved.weights)
    leads = values[pair.first] - values[pair.second]
    winners = pick_winners(pair.question.model, moved.scores, moved.weights)
    known = leads[winners != NOBODY]  # never none: today's load is a step, else nobody falls out
    return LeadBar(
        what=moved.what,
        low=moved.localise(float(moved.values[0])),
        high=moved.localise(float(moved.values[-1])),
        lead_at_low=None if winners[0] == NOBODY else float(leads[0]),
        lead_at_high=None if winners[-1] == NOBODY else float(leads[-1]),
        least_lead=float(known.min()),
        most_lead=float(known.max()),
        winner_at_low=pair.question.name_winner(winners[0]),
        winner_at_high=pair.question.name_winner(winners[-1]),
        flip=_switch_point(pair, moved),
    )


def _switch_point(pair: _LeaderAndRunnerUp, moved: _MovedInput) -> Message | None:
    """State the value nearest to today's at which another option leads."""
    values = total_values(moved.scores.points, moved.weights)
    winners = pick_winners(pair.question.model, moved.scores, moved.weights)
    other = np.flatnonzero(winners != pair.first)
    if not len(other):
        return None
    at = int(other[np.argmin(np.abs(moved.values[other] - moved.now))])
    nearer = at + 1 if moved.values[at] < moved.now else at - 1
    before = min(max(0, nearer), len(moved.values) - 1)
    low, high = float(moved.values[before]), float(moved.values[at])
    if moved.closer is not None:
        rising = moved.closer(min(low, high), max(low, high))
        return _switch_point(pair, replace(rising, now=low, closer=None))
    if winners[at] == NOBODY:
        return moved.localise(high)
    leads = values[pair.first, [before, at]] - values[winners[at], [before, at]]
    return moved.localise(float(np.interp(0.0, -leads, [low, high])))


def _describe_load(unit: LoadUnit, load: float) -> Message:
    """Write a load, as a figure of the unit it was stated in."""
    if unit is not LoadUnit.VISITS:
        return message("{load:,.10g}", load=float(f"{load:.3g}"))
    if load < MILLION:
        return message("{figure:,.0f}", figure=load)
    return message("{millions:,.1f} M", millions=load / MILLION)


def _move_load(pair: _LeaderAndRunnerUp, low: float, high: float) -> _MovedInput:
    question = pair.question
    visits = question.requirement.visits_per_month
    unit, load = question.requirement.stated_load
    values = np.linspace(low, high, STEPS)
    targets = np.full(STEPS, question.requirement.target_s)
    return _MovedInput(
        what=load_label(question.requirement),
        values=values,
        now=float(visits),
        localise=lambda figure: _describe_load(unit, figure * load / visits),
        scores=evaluate(question.model, question.demand_tps * values / visits, targets),
        weights=np.repeat(question.weights[:, None], STEPS, axis=1),
        closer=lambda low, high: _move_load(pair, low, high),
    )


def _move_swings(pair: _LeaderAndRunnerUp) -> Iterator[_MovedInput]:
    settings = pair.question.model.settings
    swings = np.array([setting.swing for setting in settings])
    for index, setting in enumerate(settings):
        low, high = np.clip([setting.swing - SWING_POINTS, setting.swing + SWING_POINTS], 0, 100)
        values = np.linspace(low, high, STEPS)
        moved = np.repeat(swings[:, None], STEPS, axis=1)
        moved[index] = values
        if (moved.sum(axis=0) > 0).all():
            yield _MovedInput(
                what=kind_of(setting.criterion).weight_label,
                values=values,
                now=setting.swing,
                localise=_weight_formatter(float(swings.sum() - setting.swing), setting.swing),
                scores=pair.scores.repeat_point(STEPS),
                weights=moved / moved.sum(axis=0),
            )


def _weight_formatter(others: float, today: float) -> Callable[[float], Message]:
    """Return what writes a swing as the weight it makes, rounded as ranges of weights are."""

    def write(swing: float) -> Message:
        percent = 1000.0 * swing / (swing + others)
        tenths = math.floor(percent + 1e-6) if swing > today else math.ceil(percent - 1e-6)
        return message("{percent:.10g} %", percent=tenths / 10)

    return write


def _move_attributes(pair: _LeaderAndRunnerUp) -> Iterator[_MovedInput]:
    settings = pair.question.model.settings
    for option in (pair.first, pair.second):
        known, (demand, target) = pair.question.known[option], pair.question.point
        curve = known.measured.curve
        capacity, _ = capacity_at(curve, float(target[0]))
        response_s = response_at(curve, float(demand[0]))
        here = OptionAtDemand(known, pair.question.demand_tps, response_s, capacity)
        attributes = attribute_intervals((setting.criterion for setting in settings), here)
        for index, setting in enumerate(settings):
            ends = _low_present_high(pair.question, known, setting.criterion, attributes)
            if ends is None or not setting.corners:
                continue
            values = np.linspace(ends[0], ends[2], STEPS)
            scores = pair.scores.repeat_point(STEPS)
            scores.points[option, index] = value_points(values, setting.corners)
            yield _MovedInput(
                what=kind_of(setting.criterion).describe_attribute(known.facts.option.name),
                values=values,
                now=ends[1],
                localise=_figure_formatter(setting.criterion),
                scores=scores,
                weights=np.repeat(pair.question.weights[:, None], STEPS, axis=1),
            )


def _low_present_high(
    question: DecisionProblem,
    known: LoadIndependentOption,
    criterion: Criterion,
    attributes: Mapping[Criterion, Interval],
) -> tuple[float, float, float] | None:
    """Return the low, the present and the high value of an attribute, where all are known.

    None for what is exact: it moves nothing.
    """
    rating = dict(known.facts.ratings).get(criterion)
    if isinstance(rating, (int, float)):
        return _neighbouring_ratings(rating, criterion)
    interval = attributes[criterion]
    if criterion is Criterion.PRICE and known.price is not None:
        price, budget = float(known.price.total), question.requirement.budget
        most = price * (1 + QUOTE_SHARE)
        if budget is not None and price <= budget:
            most = min(most, float(budget))  # beyond it there is no score
        interval = Interval(price * (1 - QUOTE_SHARE), price, most)
    low, point, high = interval.low, interval.point, interval.high
    if low is None or point is None or high is None or low == high:
        return None
    return low, point, high


def _neighbouring_ratings(level: float, criterion: Criterion) -> tuple[float, float, float] | None:
    """Return a rating with its neighbours: somebody else could have judged it so.

    None for a value that was entered as exact.
    """
    if not kind_of(criterion).is_rating:
        return None
    return max(1, level - 1), level, min(len(kind_of(criterion).levels), level + 1)


def _figure_formatter(criterion: Criterion) -> Callable[[float], Message]:
    kind = kind_of(criterion)
    if kind.unit == MILLISECONDS:
        return lambda figure: kind.describe_figure(rounded_milliseconds(figure))
    if criterion.own is not None:
        return lambda figure: kind.describe_figure(float(f"{figure:.4g}"))
    return lambda figure: kind.describe_figure(figure * kind.units_per_si)


_Decide: TypeAlias = "Callable[[Floats], tuple[Ints, Flags]]"
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


def compute_map_cuts(question: DecisionProblem, window: MapWindow, points: int = 200) -> MapCuts:
    """Return the stretches of one answer along the load and along the target.

    The cuts run through the question's requirement; `points` says how finely each is looked at.
    """
    asked = question.requirement
    a_visit, target = demand_tps(asked, 1.0), asked.target_s
    return MapCuts(
        visits_per_month=_join_equal_answers(
            np.geomspace(*window.visits, points),
            lambda visits: _winners_and_open_points(
                question, visits * a_visit, np.full(len(visits), target)
            ),
        ),
        response_time_s=_join_equal_answers(
            np.linspace(*window.targets_s, points),
            lambda targets: _winners_and_open_points(
                question, np.full(len(targets), question.demand_tps), targets
            ),
        ),
    )


def compute_map(
    question: DecisionProblem, window: MapWindow, columns: int = 200, rows: int = 200
) -> DecisionMap:
    """Return the recommended option over the plane (MODEL D7.6)."""
    along_visits = np.geomspace(*window.visits, columns)
    along_targets = np.linspace(*window.targets_s, rows)
    rates = along_visits * demand_tps(question.requirement, 1.0)
    winners, undecided = _winners_and_open_points(question, rates[None, :], along_targets[:, None])
    return DecisionMap(
        visits_per_month=tuple(along_visits.tolist()),
        response_time_s=tuple(along_targets.tolist()),
        winners=tuple(map(tuple, winners.tolist())),
        undecided=tuple(map(tuple, undecided.tolist())),
        bases=tuple(map(tuple, _winner_bases(question, winners, rates, along_targets).tolist())),
    )


def _winner_bases(
    question: DecisionProblem, winners: Ints, rates: Floats, targets: Floats
) -> Ints:
    """Return what each place's winner passes on: the weakest link, as in `screen_option`."""
    result = np.zeros(winners.shape, dtype=np.int64)
    wanted = _targets_or_infinite(question, targets)[:, None]
    room = question.requirement.min_headroom
    loads = (rates, rates * (1.0 + room)) if room > 0 else (rates,)
    for index in np.unique(winners[winners != NOBODY]).tolist():
        candidate = question.model.candidates[index]
        fixed = STRONGEST_FIRST.index(BASIS_OF_PASS[question.model.by_fixed_rules[index]])
        places = [basis_indices(candidate, load[None, :], wanted) for load in loads]
        weakest = np.maximum(np.max(places, axis=0), fixed)
        np.copyto(result, weakest, where=winners == index)
    return result


def _winners_and_open_points(
    question: DecisionProblem, rates: Floats, targets: Floats
) -> tuple[Ints, Flags]:
    """Return winners and open places; without a target all of these are the same."""
    asked = _targets_or_infinite(question, targets)
    return find_winners_and_open_points(question.model, question.weights, rates, asked)


def _targets_or_infinite(question: DecisionProblem, targets: Floats) -> Floats:
    return np.full(targets.shape, np.inf) if question.requirement.goal is Goal.NONE else targets


def _join_equal_answers(values: Floats, decide: _Decide) -> tuple[InputRange, ...]:
    """Join neighbouring points with the same answer; stretches meet where it changes."""
    winners, undecided = decide(values)
    changes = np.flatnonzero(_answer_differs(winners, undecided)) + 1
    starts = [0, *changes.tolist()]
    edges = [values[0], *_locate_changes(values, changes, decide).tolist(), values[-1]]
    return tuple(
        InputRange(
            start=float(left),
            end=float(right),
            winner=None if winners[at] == NOBODY else int(winners[at]),
            undecided=bool(undecided[at]),
        )
        for at, left, right in zip(starts, edges[:-1], edges[1:], strict=True)
    )


def _locate_changes(values: Floats, changes: Ints, decide: _Decide) -> Floats:
    """Return where the answer changes before each point, looked for in ever smaller gaps."""
    low, high = values[changes - 1], values[changes]
    for _ in range(_ZOOMS if len(changes) else 0):
        finer = np.linspace(low, high, _ZOOM_STEPS, axis=1)
        winners, undecided = decide(finer.ravel())
        changed = _answer_differs(winners.reshape(finer.shape), undecided.reshape(finer.shape))
        rows, first = np.arange(len(finer)), np.argmax(changed, axis=1)
        low, high = finer[rows, first], finer[rows, first + 1]
    return (low + high) / 2


def _answer_differs(winners: Ints, undecided: Flags) -> Flags:
    """Say between which neighbours along the last axis the answer is another one."""
    changed: Flags = winners[..., 1:] != winners[..., :-1]
    changed |= undecided[..., 1:] != undecided[..., :-1]
    return changed
