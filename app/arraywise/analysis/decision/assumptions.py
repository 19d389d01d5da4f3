"""How far each fact that was not measured may be wrong before the answer changes (MODEL I1).

Answers are not monotone in a fact: each range is looked at in 256 points, outwards from the value,
before the first change is located. Everything else stays as it is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from arraywise.analysis.curves.levels import build_levels
from arraywise.analysis.decision.problem import (
    NOBODY,
    build_problem,
    evaluate_judged,
    evaluate_today,
    find_winners,
    judge_load,
    pick_winners,
    revalue,
    total_values,
)
from arraywise.analysis.decision.ranking import efficient_options
from arraywise.analysis.decision.screening import screen_option, worst_verdict
from arraywise.analysis.decision.stated import StudyAtHand, list_stated_facts
from arraywise.analysis.demand import (
    degraded_share,
    demand_tps,
    most_needed_bytes,
    state_in_visits,
)
from arraywise.analysis.prepared import with_thresholds
from arraywise.analysis.price_at_demand import demand_path, total_price_in_currency
from arraywise.analysis.provisioning import provisioning_time
from arraywise.domain.assumptions import (
    SHOWN,
    AnswerThere,
    Assumption,
    AssumptionPair,
    AssumptionRegister,
    Effect,
    SwitchingValue,
    order_rows,
)
from arraywise.domain.criteria import Criterion, rating_mean
from arraywise.domain.decision import outcome_of
from arraywise.domain.messages import (
    UserError,
    ignore_progress,
    is_never_stopped,
    raise_if_stopped,
)
from arraywise.domain.requirement import Outcome, Rule

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.analysis.arrays import Floats
    from arraywise.analysis.decision.problem import DecisionProblem, LoadJudgement, OptionScores
    from arraywise.analysis.prepared import Candidate, PreparedEvidence
    from arraywise.domain.assumptions import StatedFact
    from arraywise.domain.messages import IsStopped, Progress
    from arraywise.domain.study import OptionFacts, StudyFacts

POINTS = 256
"""Values of a range that are looked at."""
FEWEST = 16
"""On each side of the value, however near it lies to the end of its range."""
_EXACT = 1e-6
"""Of the range: so near to its change a value is located, far enough for ties to be none ..."""
CLOSE = 1e-4
"""... and so near it is stated, with as few digits as that takes."""
_HALVINGS = 40
_LEVEL_HALVINGS = 10
_PAIR_STEPS = 24

_MOVE_NO_EVIDENCE = (
    *("budget", "usable_bytes", "usable_growth_per_year", "max_restore_s", "min_throughput_b_s"),
    *("needs_shared_storage", "needs_files", "rule"),
)
"""Fields of the requirement by which no curve and no bound is judged."""

Answered: TypeAlias = "tuple[int, ...]"
"""The recommended option by its place, `NOBODY` where there is none; by the rule of the frontier
all options on it."""


def find_assumptions(
    prepared: PreparedEvidence,
    facts: StudyFacts,
    progress: Progress = ignore_progress,
    stopped: IsStopped = is_never_stopped,
) -> AssumptionRegister:
    """Return all facts that were not measured, those that change the answer nearest first.

    Args:
        prepared: the evidence of the study.
        facts: the study.
        progress: is called with how many facts have been looked at.
        stopped: is asked after each of them.

    Raises:
        UserError: When the requirement or a setting makes no sense.
        Stopped: When the user asked for it.
    """
    trials = Trials.start(prepared, facts)
    stated = list_stated_facts(trials.study)
    rows = []
    for done, fact in enumerate(stated):
        progress(done, len(stated), str(fact.label))
        raise_if_stopped(stopped)
        rows.append(_find_switches(trials, fact))
    ordered = order_rows(rows)
    pair = None
    if trials.is_judged and all(row.nearest is None for row in ordered):
        pair = _find_smallest_pair(trials, rows, stopped)
    progress(len(stated), len(stated), "")
    return AssumptionRegister(ordered, trials.answer_there(facts), pair)


@dataclass(slots=True)
class Trials:
    """A study, and what would be answered with one of its facts changed."""

    study: StudyAtHand
    today: Answered
    judged: LoadJudgement
    _by_levels: list[tuple[object, Answered]] = field(default_factory=list)

    @classmethod
    def start(cls, prepared: PreparedEvidence, facts: StudyFacts) -> Trials:
        """Answer the study as it is; what is computed from here on is kept apart from it."""
        own = replace(
            prepared,
            known=dict(prepared.known),
            at_demand=dict(prepared.at_demand),
            storage=dict(prepared.storage),
        )
        question = build_problem(own, facts)
        return cls(StudyAtHand(facts, own, question), _answer(question), judge_load(question))

    @property
    def is_judged(self) -> bool:
        """Whether anything is judged: a requirement is stated, and there are options."""
        return self.study.question.is_stated and bool(self.study.question.known)

    def answer(self, facts: StudyFacts) -> Answered | None:
        """Return what would be answered; None where the facts make no sense."""
        try:
            if self._keeps_evidence(facts):
                return _answer(self.problem(facts), self.judged)
            return _answer(self.problem(facts))
        except UserError:
            return None

    def problem(self, facts: StudyFacts) -> DecisionProblem:
        """Return the problem with other facts. Raises a `UserError` where they make no sense."""
        before = self.study.facts
        prepared = self.study.prepared
        if facts.thresholds != before.thresholds:
            return build_problem(with_thresholds(prepared, facts.thresholds), facts)
        if self._keeps_evidence(facts):
            candidates = self._changed_candidates(facts)
            return revalue(self.study.question, facts, candidates)
        return build_problem(prepared, facts)

    def _keeps_evidence(self, facts: StudyFacts) -> bool:
        """Return whether evidence, load and target are the same, so that judgements stay."""
        before = self.study.facts
        has_tables = any(c.price_table is not None for c in self.study.question.model.candidates)
        asked = facts.requirement
        if asked is not before.requirement and not has_tables:
            unmoved = {name: getattr(before.requirement, name) for name in _MOVE_NO_EVIDENCE}
            if replace(asked, **unmoved) != before.requirement:
                return False
        elif asked is not before.requirement:
            return False
        is_same = (
            facts.profile is before.profile
            and facts.price_basis is before.price_basis
            and facts.thresholds is before.thresholds
            and facts.price_range is before.price_range is not None
        )
        return is_same and all(
            each.price_sheet is was.price_sheet
            or (each.price_sheet is not None and not each.price_sheet.follows_demand)
            for each, was in zip(facts.options, before.options, strict=True)
        )

    def _changed_candidates(self, facts: StudyFacts) -> tuple[Candidate, ...]:
        return tuple(
            candidate if each is was else self._changed_candidate(candidate, each, was)
            for candidate, each, was in zip(
                self.study.question.model.candidates,
                facts.options,
                self.study.facts.options,
                strict=True,
            )
        )

    def _changed_candidate(
        self, candidate: Candidate, each: OptionFacts, was: OptionFacts
    ) -> Candidate:
        if each.price_sheet is not was.price_sheet and each.price_sheet is not None:
            facts = self.study.facts
            total = total_price_in_currency(each.price_sheet, facts.price_basis, facts.currency)
            candidate = replace(candidate, price=None if total is None else float(total.total))
        if each.provisioning is not was.provisioning:
            seconds = provisioning_time(each.provisioning).point
            candidate = replace(candidate, provisioning_s=seconds)
        return replace(
            candidate,
            option=each.option,
            ratings={criterion: rating_mean(rating) for criterion, rating in each.ratings},
        )

    def answer_there(self, facts: StudyFacts) -> AnswerThere:
        """Say what would be answered. Raises a `UserError` where the facts make no sense."""
        question = self.problem(facts)
        answered = _answer(question)
        if question.requirement.rule is not Rule.FRONTIER and answered != (NOBODY,):
            return AnswerThere(question.name_winner(answered[0]), Outcome.PASS)
        if question.requirement.rule is Rule.FRONTIER and answered:
            names = (question.name_winner(index) or "" for index in answered)
            return AnswerThere(", ".join(names), Outcome.PASS)
        outcomes = {
            outcome_of(worst_verdict(tuple(v for _, v in screened.rules)))
            for candidate in question.model.candidates
            for screened in (screen_option(candidate, question.requirement, question.demand_tps),)
        }
        is_all_failing = outcomes == {Outcome.FAIL} and question.is_stated
        return AnswerThere(None, Outcome.FAIL if is_all_failing else Outcome.NOT_SHOWN)

    def answer_by_levels(self, facts: StudyFacts) -> Answered | None:
        """Return what would be answered where the evidence is read by other thresholds.

        Curves are drawn for levels that were not met before alone.
        """
        levels = self.levels(facts)
        for known, answered in self._by_levels:
            if known == levels:
                return answered
        result = self.answer(facts)
        if result is not None:
            self._by_levels.append((levels, result))
        return result

    def levels(self, facts: StudyFacts) -> tuple[object, ...]:
        """Return the levels of all options as thresholds class them."""
        statistic = self.study.question.requirement.curve_or_estimate_statistic
        return tuple(
            build_levels(runs, statistic, facts.thresholds)
            for runs in self.study.prepared.runs.values()
        )

    def load_and_target(self, facts: StudyFacts) -> tuple[float, float] | None:
        """Return demand and target where nothing else of the problem is another one.

        Raises a `UserError` where the requirement makes no sense.
        """
        profile, question = facts.workload, self.study.question
        asked = state_in_visits(facts.requirement, profile)
        rate, today = demand_tps(asked, profile=profile), question.requirement
        follows = any(c.price_table is not None for c in question.model.candidates)
        is_same = (
            most_needed_bytes(asked) == most_needed_bytes(today)
            and degraded_share(asked) == degraded_share(today)
            and asked.curve_or_estimate_statistic == today.curve_or_estimate_statistic
            and (not follows or demand_path(asked, profile) == demand_path(today, profile))
        )
        return (rate, asked.target_s) if is_same and rate > 0 else None


def _answer(question: DecisionProblem, judged: LoadJudgement | None = None) -> Answered:
    if not question.known or not question.is_stated or question.demand_tps <= 0:
        return (NOBODY,)
    scores = evaluate_today(question) if judged is None else evaluate_judged(question, judged)
    if question.requirement.rule is Rule.FRONTIER:
        return _frontier(question, scores)
    return (int(pick_winners(question.model, scores, question.weights)[0]),)


def _frontier(question: DecisionProblem, scores: OptionScores) -> Answered:
    """Return the places of the efficient options."""
    passing = np.flatnonzero(scores.passes[:, 0]).tolist()
    is_price = np.array([s.criterion == Criterion.PRICE for s in question.model.settings])
    rest = np.where(is_price, 0.0, question.weights)
    merits = total_values(scores.points, rest)[:, 0]
    prices = [question.model.candidates[index].price for index in passing]
    efficient = efficient_options(prices, [float(merits[index]) for index in passing])
    return tuple(index for index, is_on in zip(passing, efficient, strict=True) if is_on)


def _find_switches(trials: Trials, fact: StatedFact) -> Assumption:
    """Return a fact with the nearest values on each side at which the answer changes."""
    if not trials.is_judged:
        return Assumption(fact, fact.kind)
    if fact.span is None:
        return Assumption(fact, fact.kind, below=_find_alternative(trials, fact))
    sides = (None if end == fact.value else _find_switch(trials, fact, end) for end in fact.span)
    below, above = sides
    return Assumption(fact, fact.kind, below, above)


def _find_alternative(trials: Trials, fact: StatedFact) -> SwitchingValue | None:
    """Return the first alternative of a discrete fact that changes the answer."""
    for each in fact.alternatives:
        facts = fact.change(trials.study.facts, each.value)
        answered = trials.answer(facts)
        if answered is not None and answered != trials.today:
            there = trials.answer_there(facts)
            return SwitchingValue(each.value, fact.value, there, None, 0.0)
    return None


def _find_switch(trials: Trials, fact: StatedFact, end: float) -> SwitchingValue | None:
    """Return the nearest value towards an end of its range at which the answer changes."""
    bracket = _SCANS[fact.effect](trials, fact, end)
    if bracket is None:
        return None
    same, other = _narrow(trials, fact, *bracket)
    value = _shortest(trials, fact, same, other, end)
    now = float(fact.value)
    return SwitchingValue(
        value=value,
        unchanged=same,
        answer=trials.answer_there(fact.change(trials.study.facts, value)),
        distance=(value - now) / abs(now) if now else None,
        share=abs(value - now) / fact.width,
    )


def scanned_values(fact: StatedFact, end: float) -> list[float]:
    """Return the values between a fact's own and an end of its range, outwards, the end too."""
    now = float(fact.value)
    count = max(FEWEST, round(POINTS * abs(end - now) / fact.width))
    values = np.linspace(now, end, count + 1)[1:]
    if fact.step:
        values = now + np.round((values - now) / fact.step) * fact.step
        inside = (values - end) * math.copysign(1.0, end - now) <= 0
        values = values[inside & (values != now)]
        _, first = np.unique(values, return_index=True)
        values = values[np.sort(first)]
    return [float(each) for each in values]


_Bracket: TypeAlias = "tuple[float, float]"
"""A value with the present answer, and one beyond it with another."""


def _scan(trials: Trials, fact: StatedFact, end: float) -> _Bracket | None:
    """Answer value by value; a value that makes no sense ends the range."""
    same = float(fact.value)
    for value in scanned_values(fact, end):
        answered = trials.answer(fact.change(trials.study.facts, value))
        if answered is None:
            return None
        if answered != trials.today:
            return same, value
        same = value
    return None


def _scan_load_or_target(trials: Trials, fact: StatedFact, end: float) -> _Bracket | None:
    """Answer all values of a fact at once that moves nothing but the load or the target."""
    question = trials.study.question
    if question.requirement.rule is Rule.FRONTIER:
        return _scan(trials, fact, end)
    values = [float(fact.value)]
    pairs: list[tuple[float, float]] = [(question.demand_tps, question.requirement.target_s)]
    for value in scanned_values(fact, end):
        try:
            pair = trials.load_and_target(fact.change(trials.study.facts, value))
        except UserError:
            break
        if pair is None:
            return _scan(trials, fact, end)
        values.append(value)
        pairs.append(pair)
    rates, targets = (np.array(each) for each in zip(*pairs, strict=True))
    steps = _loads_of_price_steps(question, rates)
    if len(steps) and np.ptp(targets) == 0:
        tried = np.interp(steps, *_ascending(rates, np.array(values)))
        values, rates = _merge(values, rates, tried, steps)
        targets = np.full(len(rates), targets[0])
    winners = find_winners(question.model, question.weights, rates, targets)
    other = np.flatnonzero(winners[1:] != trials.today[0])
    if not len(other):
        return None
    at = int(other[0]) + 1
    bracket = values[at - 1], values[at]
    answered = trials.answer(fact.change(trials.study.facts, bracket[1]))
    is_sure = answered is not None and answered != trials.today
    return bracket if is_sure else _scan(trials, fact, end)


def _loads_of_price_steps(question: DecisionProblem, rates: Floats) -> Floats:
    """Return the loads, between some, at which a price that follows the load is tabulated."""
    low, high = float(rates.min()), float(rates.max())
    tables = [c.price_table for c in question.model.candidates if c.price_table is not None]
    if low == high or not tables:
        return np.empty(0)
    return np.unique(np.concatenate([table.loads_between(low, high) for table in tables]))


def _ascending(rates: Floats, values: Floats) -> tuple[Floats, Floats]:
    order = np.argsort(rates)
    return rates[order], values[order]


def _merge(
    values: Sequence[float], rates: Floats, more: Floats, steps: Floats
) -> tuple[list[float], Floats]:
    """Return values and their loads with further ones among them, from the first one outwards."""
    every, loads = np.concatenate([values, more]), np.concatenate([rates, steps])
    order = np.argsort(np.abs(every - values[0]), kind="stable")
    return every[order].tolist(), loads[order]


def _scan_weights(trials: Trials, fact: StatedFact, end: float) -> _Bracket | None:
    """Answer all values of a weight at once: points stay as they are."""
    question = trials.study.question
    if question.requirement.rule is Rule.FRONTIER:
        return _scan(trials, fact, end)
    values, weights = [], []
    for value in scanned_values(fact, end):
        try:
            moved = revalue(
                question, fact.change(trials.study.facts, value), question.model.candidates
            )
        except UserError:
            break
        values.append(value)
        weights.append(moved.weights)
    if not values:
        return None
    scores = evaluate_today(question).repeat_point(len(values))
    winners = pick_winners(question.model, scores, np.array(weights).T)
    other = np.flatnonzero(winners != trials.today[0])
    if not len(other):
        return None
    at = int(other[0])
    return (float(fact.value) if at == 0 else values[at - 1]), values[at]


def _scan_evidence(trials: Trials, fact: StatedFact, end: float) -> _Bracket | None:
    """Look for the first levels that are classed otherwise and change the answer.

    A threshold that moves one way turns each comparison once, so that nothing changes between two
    values at which all levels are the same: only stretches whose ends differ are cut in two.
    """

    def levels(value: float) -> tuple[object, ...]:
        return trials.levels(fact.change(trials.study.facts, value))

    def look(ends: _Bracket, at_ends: tuple[object, object], depth: int) -> _Bracket | None:
        if at_ends[0] == at_ends[1]:
            return None
        if depth == 0:
            answered = trials.answer_by_levels(fact.change(trials.study.facts, ends[1]))
            is_other = answered is not None and answered != trials.today
            return ends if is_other else None
        middle = (ends[0] + ends[1]) / 2
        between = levels(middle)
        first = look((ends[0], middle), (at_ends[0], between), depth - 1)
        return first or look((middle, ends[1]), (between, at_ends[1]), depth - 1)

    now = float(fact.value)
    return look((now, end), (levels(now), levels(end)), _LEVEL_HALVINGS)


_SCANS: dict[Effect, Callable[[Trials, StatedFact, float], _Bracket | None]] = {
    Effect.LOAD_OR_TARGET: _scan_load_or_target,
    Effect.WEIGHTS: _scan_weights,
    Effect.PROBLEM: _scan,
    Effect.EVIDENCE: _scan_evidence,
}


def _narrow(trials: Trials, fact: StatedFact, same: float, other: float) -> _Bracket:
    """Return values closer to each other on both sides of a change."""
    if fact.effect is Effect.EVIDENCE:
        return same, other
    for _ in range(_HALVINGS):
        middle = (same + other) / 2
        if fact.step:
            count = round((other - same) / fact.step)
            middle = same + int(count / 2) * fact.step
        if abs(other - same) <= max(_EXACT * fact.width, fact.step) or middle in {same, other}:
            break
        if trials.answer(fact.change(trials.study.facts, middle)) == trials.today:
            same = middle
        else:
            other = middle
    return same, other


def _shortest(trials: Trials, fact: StatedFact, same: float, other: float, end: float) -> float:
    """Return the value of fewest digits just beyond a change at which the answer has changed.

    It is what people can type: within a ten-thousandth of the range.
    """
    outwards = math.copysign(1.0, other - same)
    ask = trials.answer_by_levels if fact.effect is Effect.EVIDENCE else trials.answer
    wanted = ask(fact.change(trials.study.facts, other))
    coarsest = max(math.floor(math.log10(CLOSE * fact.width)), 0 if fact.step else -_FINEST)
    for exponent in range(coarsest, -_FINEST - 1, -1):
        value = _rounded_outwards(other, exponent, outwards)
        is_within = (end - value) * outwards >= 0
        if not is_within or (fact.step and not _is_step(fact, value)):
            continue
        if ask(fact.change(trials.study.facts, value)) == wanted:
            return value
    return other


_FINEST = 12


def _rounded_outwards(value: float, exponent: int, outwards: float) -> float:
    """Return the next multiple of a power of ten: up where outwards is positive, else down."""
    scale = 10.0**-exponent
    turned = math.ceil if outwards > 0 else math.floor
    return float(f"{turned(value * scale - outwards * 1e-9) / scale:.14g}")


def _is_step(fact: StatedFact, value: float) -> bool:
    steps = (value - float(fact.value)) / fact.step
    return math.isclose(steps, round(steps), abs_tol=1e-9)


# Pairs


def _find_smallest_pair(
    trials: Trials, rows: Sequence[Assumption], stopped: IsStopped
) -> AssumptionPair | None:
    """Return the two facts that change the answer together by the smallest share of their ranges.

    Among the seven facts that bring the runner-up nearest at an end of their ranges; both move by
    the same share of the way to an end.
    """
    numeric = [row for row in rows if row.fact.span and row.fact.effect is not Effect.EVIDENCE]
    leads = {row.fact.key: _least_lead(trials, row.fact) for row in numeric}
    nearest = sorted(numeric, key=lambda row: leads[row.fact.key])[:SHOWN]
    best: AssumptionPair | None = None
    for first, second in combinations(nearest, 2):
        raise_if_stopped(stopped)
        for ends in product(first.fact.span or (), second.fact.span or ()):
            found = _pair_towards(trials, first, second, ends, 1.0 if best is None else best.share)
            best = found or best
    return best


def _least_lead(trials: Trials, fact: StatedFact) -> float:
    """Return the lead over the runner-up at the end of its range where it is least, in points."""
    leads = []
    for end in fact.span or ():
        try:
            question = trials.problem(fact.change(trials.study.facts, end))
        except UserError:
            continue
        scores = evaluate_today(question)
        values = np.sort(total_values(scores.points, question.weights)[scores.passes[:, 0], 0])
        leads.append(float(values[-1] - values[-2]) if len(values) > 1 else math.inf)
    return min(leads, default=math.inf)


def _pair_towards(
    trials: Trials,
    first: Assumption,
    second: Assumption,
    ends: tuple[float, ...],
    within: float,
) -> AssumptionPair | None:
    """Return the pair moved towards two ends, by less than a share of the way if it can be."""

    def moved(share: float) -> tuple[float, float]:
        starts = float(first.fact.value), float(second.fact.value)
        one, other = (a + share * (b - a) for a, b in zip(starts, ends, strict=True))
        return _on_grid(first.fact, one), _on_grid(second.fact, other)

    def changed(values: tuple[float, float]) -> StudyFacts:
        return second.fact.change(first.fact.change(trials.study.facts, values[0]), values[1])

    for step in range(1, _PAIR_STEPS + 1):
        share = step / _PAIR_STEPS
        if share >= within and within < 1.0:
            return None
        values = moved(share)
        answered = trials.answer(changed(values))
        if answered is None:
            return None
        if answered != trials.today:
            there = trials.answer_there(changed(values))
            return AssumptionPair(first, second, values, share, there)
    return None


def _on_grid(fact: StatedFact, value: float) -> float:
    if not fact.step:
        return float(f"{value:.6g}")
    now = float(fact.value)
    return now + round((value - now) / fact.step) * fact.step
