"""DecisionModel: problem at one requirement, vectorised evaluation."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from arraywise.analysis.decision.attributes import attribute_source
from arraywise.analysis.decision.candidates import (
    build_candidates,
    meets_target_degraded,
    misses_target_degraded,
    without_evidence,
)
from arraywise.analysis.decision.scoring import (
    anchor_range,
    deciding_settings,
    fill_open_anchors,
    fill_response_anchors,
    propose_price_range,
    value_points,
    weights_from_swings,
)
from arraywise.analysis.decision.screening import (
    BUDGET,
    has_evidence,
    judge_fixed_rules,
    meets_with_headroom,
    misses_targets,
    worst_verdict,
)
from arraywise.analysis.demand import (
    check_requirement,
    demand_tps,
    state_in_visits,
    with_moved_visits,
)
from arraywise.analysis.lab_setup import NO_TEST_SETUP
from arraywise.analysis.prepared import (
    NOT_MEASURED,
    Candidate,
    LoadIndependentOption,
    limited_levels,
)
from arraywise.analysis.price_at_demand import (
    NO_PATH,
    build_price_table,
    demand_path,
    price_sheet_at_demand,
    total_price_in_currency,
)
from arraywise.analysis.provisioning import provisioning_time
from arraywise.domain.criteria import (
    DEFAULT_CRITERIA,
    NO_STAKEHOLDERS,
    Criterion,
    CriterionSetting,
    with_response_time_named_by_goal,
)
from arraywise.domain.decision import PASSES, Verdict
from arraywise.domain.pricing import PLAIN_BASIS
from arraywise.domain.requirement import DEFAULT_THRESHOLDS, Goal, Rule
from arraywise.domain.workload import NO_PROFILE, combine_profiles

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arraywise.analysis.arrays import Flags, Floats, Ints
    from arraywise.analysis.prepared import MeasuredOption, PreparedEvidence
    from arraywise.analysis.price_at_demand import DemandPath
    from arraywise.domain.criteria import Weighting
    from arraywise.domain.decision import CachedRemarks, Weights
    from arraywise.domain.evidence import PublishedConclusion, PublishedRemark
    from arraywise.domain.pricing import PriceBasis
    from arraywise.domain.requirement import Requirement, Thresholds
    from arraywise.domain.study import OptionFacts, StudyFacts
    from arraywise.domain.workload import FoundProfile, WorkloadProfile

NOBODY = -1
SAME = 1e-9
"""Points that make no difference: binary fractions."""
_EVERYWHERE: Flags = np.ones((), dtype=bool)


@dataclass(frozen=True)
class DecisionModel:
    """The contenders and what they are judged by; what no load or target moves is kept."""

    candidates: tuple[Candidate, ...]
    requirement: Requirement
    settings: tuple[CriterionSetting, ...]
    """As used, anchors filled in."""
    open_response: CriterionSetting | None
    """The response time's setting as given, where its limit is open and moves with the target."""
    is_storage_alone: bool = False
    """No option has a curve: storage times are compared among themselves."""

    @cached_property
    def by_fixed_rules(self) -> tuple[Verdict, ...]:
        """Each contender's worst verdict of the rules that no load or target moves."""
        return tuple(self._worst_by_fixed_rules(c) for c in self.candidates)

    def _worst_by_fixed_rules(self, candidate: Candidate) -> Verdict:
        """Leave the budget out where the price follows the load: it is judged load by load."""
        moves = {BUDGET} if candidate.price_table is not None else frozenset()
        verdicts = judge_fixed_rules(candidate, self.requirement)
        return worst_verdict(
            (Verdict.PASS_MEASURED, *(v for name, v in verdicts if name not in moves))
        )

    @cached_property
    def fixed_points(self) -> dict[CriterionSetting, Floats]:
        """The points of what no load or target moves, shape (options,), NaN where missing."""
        fixed = (s for s in self.settings if self.is_criterion_fixed(s.criterion))
        none = np.empty(0)  # no load or target
        return {
            s: value_points(attribute_source(s.criterion).values(self, none, none), s.corners)
            for s in fixed
        }

    def is_criterion_fixed(self, criterion: Criterion) -> bool:
        """Return whether no load or target moves any contender's attribute."""
        return not any(map(attribute_source(criterion).moves, self.candidates))

    def is_affordable(self, candidate: Candidate, rates_tps: Floats) -> Flags:
        """Return where a price that follows the load keeps to the budget; else everywhere."""
        budget = self.requirement.budget
        if budget is None or candidate.price_table is None:
            return _EVERYWHERE
        return np.asarray(candidate.rounded_prices_at(rates_tps) <= float(budget))

    @cached_property
    def tie_order(self) -> tuple[int, ...]:
        """Contenders by price, then provisioning time, then creation: how ties are broken."""

        def key(index: int) -> tuple[float, float, int]:
            c = self.candidates[index]
            price = np.inf if c.price is None else c.price
            seconds = np.inf if c.provisioning_s is None else c.provisioning_s
            return price, seconds, c.option.position

        return tuple(sorted(range(len(self.candidates)), key=key))


@dataclass(frozen=True, slots=True)
class OptionScores:
    """Every option at every asked-for point; arrays of shape (options, [criteria,] points)."""

    passes: Flags
    points: Floats
    """0 to 100; NaN where the evidence is missing."""

    def repeat_point(self, count: int) -> OptionScores:
        """Return one point so many times, a copy."""
        return OptionScores(np.repeat(self.passes, count, 1), np.repeat(self.points, count, 2))


def evaluate(model: DecisionModel, rates_tps: Floats, targets_s: Floats) -> OptionScores:
    """Screen and value every option at pairs of demand and target, both of shape (points,)."""
    shape = (len(model.candidates), len(model.settings), len(rates_tps))
    points = np.empty(shape)
    for place, part in enumerate(criterion_points(model, rates_tps, targets_s)):
        points[:, place] = part
    return OptionScores(passes=find_passes(model, rates_tps, targets_s), points=points)


def evaluate_today(question: DecisionProblem) -> OptionScores:
    """Screen and value every option at the demand and target that are asked for."""
    return evaluate(question.model, *question.point)


@dataclass(frozen=True, slots=True)
class LoadJudgement:
    """What demand and target make of the options, whatever they cost and are valued by."""

    meets: Flags
    """Whether each keeps the rules that load or target move, the budget aside; (options, 1)."""
    attributes: Mapping[Criterion, Floats]
    """Of the criteria that load or target move."""


def judge_load(question: DecisionProblem) -> LoadJudgement:
    """Judge every option at the demand and target that are asked for."""
    model, point = question.model, question.point
    meets = np.array(
        [
            has_evidence(c) and bool(_meets_load_rules(model, c, *point)[0])
            for c in model.candidates
        ]
    )
    moved = (s.criterion for s in model.settings if not model.is_criterion_fixed(s.criterion))
    return LoadJudgement(
        meets.reshape(-1, 1),
        {criterion: attribute_source(criterion).values(model, *point) for criterion in moved},
    )


def evaluate_judged(question: DecisionProblem, judged: LoadJudgement) -> OptionScores:
    """Screen and value every option as it was judged at the same demand and target before."""
    model, point = question.model, question.point
    is_fixed_pass = np.array([verdict in PASSES for verdict in model.by_fixed_rules])
    affordable = [bool(np.all(model.is_affordable(c, point[0]))) for c in model.candidates]
    points = np.empty((len(model.candidates), len(model.settings), 1))
    for place, setting in enumerate(model.settings):
        attribute = judged.attributes.get(setting.criterion)
        if attribute is None:
            attribute = attribute_source(setting.criterion).values(model, *point)
        valued = _points_by_setting(model, setting, attribute, point[1])
        points[:, place] = valued.reshape(len(model.candidates), -1)
    passes = judged.meets & (is_fixed_pass & np.array(affordable)).reshape(-1, 1)
    return OptionScores(passes=passes, points=points)


def find_passes(model: DecisionModel, rates_tps: Floats, targets_s: Floats) -> Flags:
    """Return where options keep all rules, shape (options, *points).

    Rates and targets are broadcast against each other: a row and a column make a plane.
    """
    shape = np.broadcast(rates_tps, targets_s).shape
    passes = np.zeros((len(model.candidates), *shape), dtype=bool)
    for row, candidate, fixed in zip(passes, model.candidates, model.by_fixed_rules, strict=True):
        if has_evidence(candidate) and fixed in PASSES:
            row[...] = _meets_load_rules(model, candidate, rates_tps, targets_s)
    return passes


def _meets_load_rules(
    model: DecisionModel, candidate: Candidate, rates_tps: Floats, targets_s: Floats
) -> Flags:
    """Return where an option is shown to keep the rules that load or target move."""
    asked = model.requirement
    kept = meets_target_degraded(candidate, asked, rates_tps, targets_s)
    met = meets_with_headroom(candidate, rates_tps, asked.min_headroom, targets_s)
    return met & kept & model.is_affordable(candidate, rates_tps)


def find_undecided(model: DecisionModel, rates_tps: Floats, targets_s: Floats) -> Flags:
    """Return where options are shown neither to pass nor to fail, shape (options, *points).

    There a further test could decide, or what nobody has said of an option yet.
    """
    asked, shape = model.requirement, np.broadcast(rates_tps, targets_s).shape
    undecided = np.zeros((len(model.candidates), *shape), dtype=bool)
    each = zip(undecided, model.candidates, model.by_fixed_rules, strict=True)
    for row, candidate, fixed in each:
        if not has_evidence(candidate) or not (fixed in PASSES or fixed is Verdict.UNDETERMINED):
            continue
        decided = misses_targets(candidate, rates_tps * (1.0 + asked.min_headroom), targets_s)
        decided = decided | misses_target_degraded(candidate, asked, rates_tps, targets_s)
        decided = decided | ~model.is_affordable(candidate, rates_tps)
        if fixed in PASSES:
            decided = decided | _meets_load_rules(model, candidate, rates_tps, targets_s)
        row[...] = ~decided
    return undecided


def criterion_points(
    model: DecisionModel, rates_tps: Floats, targets_s: Floats
) -> tuple[Floats, ...]:
    """Return each criterion's points of all options, NaN where the evidence is missing.

    Each array broadcasts to (options, *points): what no load moves has length one there, and
    what depends on the load alone or the target alone is looked up once for each of them.
    """
    kinds = {s.criterion for s in model.settings if not model.is_criterion_fixed(s.criterion)}
    attributes = {
        kind: attribute_source(kind).values(model, rates_tps, targets_s) for kind in kinds
    }
    ones = (1,) * rates_tps.ndim
    return tuple(
        model.fixed_points[setting].reshape(-1, *ones).copy()
        if model.is_criterion_fixed(setting.criterion)
        else _points_by_setting(model, setting, attributes[setting.criterion], targets_s)
        for setting in model.settings
    )


def _points_by_setting(
    model: DecisionModel, setting: CriterionSetting, attribute: Floats, targets_s: Floats
) -> Floats:
    """Return the points of an attribute; the response time's anchors may move with the target."""
    given = model.open_response
    if given is None or setting.criterion != Criterion.RESPONSE_TIME:
        return value_points(attribute, setting.corners)
    if given.target is given.aspiration is None:
        # All anchors move: the same as a response time measured by the target.
        moved = targets_s / model.requirement.target_s
        return value_points(attribute / moved, setting.corners)
    return _points_by_target(given, attribute, targets_s)


def _points_by_target(setting: CriterionSetting, responses_s: Floats, targets_s: Floats) -> Floats:
    """Value response times by a function whose limit is each point's target."""
    everywhere = np.broadcast_to(targets_s, np.broadcast(responses_s[0], targets_s).shape)
    responses = np.broadcast_to(responses_s, (len(responses_s), *everywhere.shape))
    points = np.empty(responses.shape)
    for target in np.unique(everywhere).tolist():
        there = everywhere == target
        corners = fill_response_anchors(setting, target).corners
        points[:, there] = value_points(responses[:, there], corners)
    return points


def total_values(points: Floats, weights: Floats) -> Floats:
    """Return V = sum of weight x points over the second axis; what is missing earns nothing.

    Points are of shape (options, criteria, points), weights of (criteria,) or (criteria, points).
    An option is valued by what was shown of it, so that a missing figure never helps (MODEL D6).
    """
    shown = np.where(np.isnan(points), 0.0, points)
    return np.asarray((weights.reshape(len(weights), -1) * shown).sum(axis=1))


def pick_winners(model: DecisionModel, standing: OptionScores, weights: Floats) -> Ints:
    """Return the index of the recommended option at every point, NOBODY where none passes."""
    if model.requirement.rule is Rule.LOWEST_PRICE:
        merits = _negated_prices(model, standing.passes.shape)
    else:
        merits = total_values(standing.points, weights)
    return _best_allowed(model, merits, standing.passes)


def find_winners(
    model: DecisionModel, weights: Floats, rates_tps: Floats, targets_s: Floats
) -> Ints:
    """Return the index of the recommended option at pairs of demand and target, or NOBODY.

    Rates and targets are broadcast against each other.
    """
    passes = find_passes(model, rates_tps, targets_s)
    return _best_allowed(model, _ranking_values(model, weights, rates_tps, targets_s), passes)


def find_winners_and_open_points(
    model: DecisionModel, weights: Floats, rates_tps: Floats, targets_s: Floats
) -> tuple[Ints, Flags]:
    """Return winners and where a further test could change them, over rates x targets.

    Rates and targets are broadcast against each other.
    """
    passes = find_passes(model, rates_tps, targets_s)
    undecided = find_undecided(model, rates_tps, targets_s)
    merits = np.empty(passes.shape)
    for row, candidate in zip(merits, model.candidates, strict=True):
        # One after the other, so that what is worked with stays in the processor's cache.
        alone = replace(model, candidates=(candidate,))
        row[...] = _ranking_values(alone, weights, rates_tps, targets_s)[0]
    winners = _best_allowed(model, merits, passes)
    if not undecided.any():
        return winners, np.zeros(winners.shape, dtype=bool)
    return winners, _best_allowed(model, merits, passes | undecided) != winners


def _ranking_values(
    model: DecisionModel, weights: Floats, rates_tps: Floats, targets_s: Floats
) -> Floats:
    """Return what the options are chosen by, shape (options, *points); missing earns nothing."""
    shape = (len(model.candidates), *np.broadcast(rates_tps, targets_s).shape)
    if model.requirement.rule is Rule.LOWEST_PRICE:
        return _negated_prices(model, shape, rates_tps)
    values = np.zeros(shape)
    parts = criterion_points(model, rates_tps, targets_s)
    for weight, part in zip(weights.tolist(), parts, strict=True):
        worth = part
        np.copyto(worth, 0.0, where=np.isnan(worth))
        worth *= weight
        values += worth
    return values


def _negated_prices(
    model: DecisionModel, shape: tuple[int, ...], rates_tps: Floats | None = None
) -> Floats:
    """Return the lower price as the higher merit; without rates at the demand."""
    at = np.empty(0) if rates_tps is None else rates_tps
    merits = np.empty(shape)
    for row, candidate in zip(merits, model.candidates, strict=True):
        if candidate.price_table is not None and at.size:
            row[...] = -candidate.rounded_prices_at(at)
        else:
            row[...] = -np.inf if candidate.price is None else -candidate.price
    return np.where(np.isnan(merits), -np.inf, merits)


def _best_allowed(model: DecisionModel, merits: Floats, allowed: Flags) -> Ints:
    """Return the allowed option with the highest merit; ties by price, time, creation."""
    best = np.full(allowed.shape[1:], -np.inf)
    winners = np.full(allowed.shape[1:], NOBODY)
    for index in model.tie_order:
        better = merits[index] > best + SAME
        better &= allowed[index]
        np.copyto(best, merits[index], where=better)
        np.copyto(winners, index, where=better)
    return winners


@dataclass(frozen=True, slots=True)
class DecisionProblem:
    """A study's options, a requirement and how options are valued."""

    known: tuple[LoadIndependentOption, ...]
    model: DecisionModel
    weights: Floats
    demand_tps: float
    currency: str
    remarks: tuple[PublishedRemark, ...] = ()
    """Contradictions of the publication that the evidence comes from."""
    stored: dict[str, CachedRemarks] = field(default_factory=dict)
    """What the audit found in the same facts before."""
    price_basis: PriceBasis = PLAIN_BASIS
    weighting: Weighting = NO_STAKEHOLDERS
    own_settings: tuple[CriterionSetting, ...] = ()
    """With the study's own swings, whoever decides."""
    thresholds: Thresholds = DEFAULT_THRESHOLDS
    """By which the levels were classed."""
    conclusion: PublishedConclusion | None = None
    """What the authors conclude of a publication that the evidence comes from."""
    profile: WorkloadProfile = NO_PROFILE
    """As far as it was entered."""
    found_profiles: tuple[FoundProfile, ...] = ()
    is_stated: bool = True
    """False: nobody stated the requirement, so nothing is judged."""

    @property
    def requirement(self) -> Requirement:
        """What is asked for."""
        return self.model.requirement

    @property
    def workload(self) -> WorkloadProfile:
        """What a transaction asks of the storage: what was entered, else what was found."""
        return combine_profiles(self.profile, self.found_profiles)

    @property
    def point(self) -> tuple[Floats, Floats]:
        """Demand and target that are asked for, both of shape (1,)."""
        return np.array([self.demand_tps]), np.array([self.requirement.target_s])

    def name_weights(self, weights: Floats) -> Weights:
        """Return weights with their criteria."""
        criteria = [setting.criterion for setting in self.model.settings]
        return tuple(zip(criteria, weights.tolist(), strict=True))

    def name_winner(self, index: int) -> str | None:
        """Return an option's name; None for `NOBODY`."""
        return None if index == NOBODY else self.known[index].facts.option.name


def build_problem(
    prepared: PreparedEvidence,
    facts: StudyFacts,
    requirement: Requirement | None = None,
    criteria: Sequence[CriterionSetting] | None = None,
) -> DecisionProblem:
    """Bring together evidence, prices, times, requirement and settings.

    Raises a `UserError` where the requirement, an anchor, a weight or a discount makes no sense.
    """
    profile = facts.workload
    is_stated = facts.is_requirement_stated or requirement not in {None, facts.requirement}
    asked = with_moved_visits(requirement or facts.requirement, facts.requirement, profile)
    asked = state_in_visits(asked, profile)
    demand = demand_tps(asked, profile=profile)
    measured = prepared.measure_options(asked.curve_or_estimate_statistic)
    path = demand_path(asked, profile)
    known = tuple(
        _priced_at_demand(
            prepared,
            _load_independent_option(
                prepared, facts, each, measured.get(each.option.id, NOT_MEASURED), path
            ),
            demand,
        )
        for each in facts.options
    )
    candidates = build_candidates(prepared, known, asked, profile, demand)
    if not is_stated:
        candidates = tuple(map(without_evidence, candidates))
    valuation = _build_valuation(facts, asked, criteria, known)
    model = DecisionModel(
        candidates=candidates,
        requirement=asked,
        settings=valuation.settings,
        open_response=valuation.open_response,
        is_storage_alone=all(each.curve is None for each in candidates),
    )
    return DecisionProblem(
        *(known, model, valuation.weights, demand, facts.currency),
        *(facts.remarks, prepared.stored, facts.price_basis),
        weighting=facts.weighting,
        own_settings=valuation.own,
        thresholds=prepared.thresholds,
        conclusion=facts.published_conclusion,
        profile=facts.profile,
        found_profiles=facts.found_profiles,
        is_stated=is_stated,
    )


class _Valuation(NamedTuple):
    """By which value functions and weights options are valued."""

    settings: tuple[CriterionSetting, ...]
    """As used, anchors filled in."""
    own: tuple[CriterionSetting, ...]
    """With the study's own swings, whoever decides."""
    open_response: CriterionSetting | None
    weights: Floats


def _build_valuation(
    facts: StudyFacts,
    asked: Requirement,
    criteria: Sequence[CriterionSetting] | None,
    known: Sequence[LoadIndependentOption],
) -> _Valuation:
    """Return how options are valued by a study's criteria, stakeholders and price range."""
    settings = tuple(facts.criteria if criteria is None else criteria) or DEFAULT_CRITERIA
    settings = with_response_time_named_by_goal(asked.goal, settings)
    own = _settings_without_target(settings, asked)
    settings = _settings_without_target(deciding_settings(settings, facts.weighting), asked)
    prices = [float(k.price.total) for k in known if k.price is not None]
    is_open = (s for s in settings if s.criterion == Criterion.RESPONSE_TIME and s.limit is None)
    filled = fill_open_anchors(settings, asked, facts.price_range or propose_price_range(prices))
    return _Valuation(filled, own, next(is_open, None), weights_from_swings(settings))


def revalue(
    question: DecisionProblem, facts: StudyFacts, candidates: tuple[Candidate, ...]
) -> DecisionProblem:
    """Return a problem with other criteria, rules or facts that are stated of options.

    Evidence, load, target and what is asked of the storage are those that it was built from.

    Args:
        question: of the same evidence, load and target.
        facts: with the criteria, stakeholders and rules of the screen to go by.
        candidates: its own, or copies with another price, time, rating or ability.

    Raises a `UserError` where an anchor or a weight makes no sense.
    """
    asked = state_in_visits(facts.requirement, facts.workload)
    check_requirement(asked)
    valuation = _build_valuation(facts, asked, None, question.known)
    model = replace(
        question.model,
        candidates=candidates,
        requirement=asked,
        settings=valuation.settings,
        open_response=valuation.open_response,
    )
    return replace(
        question,
        model=model,
        weights=valuation.weights,
        weighting=facts.weighting,
        own_settings=valuation.own,
    )


def _settings_without_target(
    settings: Sequence[CriterionSetting], asked: Requirement
) -> tuple[CriterionSetting, ...]:
    """Leave out the response time where there is no target; only the headroom is in."""
    if asked.goal is not Goal.NONE:
        return tuple(settings)
    rest = tuple(s for s in settings if s.criterion != Criterion.RESPONSE_TIME)
    weighs = any(setting.swing > 0 for setting in rest)
    return rest if weighs else (CriterionSetting(Criterion.HEADROOM, 100.0, None, None, None),)


def _priced_at_demand(
    prepared: PreparedEvidence, known: LoadIndependentOption, rate_tps: float
) -> LoadIndependentOption:
    """Return an option with its price at a demand, where that follows it (F3)."""
    sheet, option_id = known.facts.price_sheet, known.facts.option.id
    if sheet is None or not sheet.follows_demand:
        return known
    before = prepared.at_demand.get(option_id)
    if before is not None and before[0] is known and before[1] == rate_tps:
        return before[2]
    basis, currency, path = known.priced_by
    asked = price_sheet_at_demand(sheet, path, rate_tps)
    priced = replace(
        known,
        facts=replace(known.facts, price_sheet=asked),
        price=total_price_in_currency(asked, basis, currency),
    )
    prepared.at_demand[option_id] = known, rate_tps, priced
    return priced


def _load_independent_option(
    prepared: PreparedEvidence,
    facts: StudyFacts,
    each: OptionFacts,
    measured: MeasuredOption,
    path: DemandPath,
) -> LoadIndependentOption:
    """Return what is known of an option, the same as before while the facts are the same."""
    before, sheet = prepared.known.get(each.option.id), each.price_sheet
    moves = sheet is not None and sheet.follows_demand
    priced_by = (facts.price_basis, facts.currency, path if moves else NO_PATH)
    if before is not None and before.is_of(each, measured, priced_by):
        return before
    known = LoadIndependentOption(
        facts=each,
        measured=measured,
        price=None if sheet is None or moves else total_price_in_currency(sheet, *priced_by[:2]),
        provisioning_s=provisioning_time(each.provisioning),
        io_curves=prepared.io_curves.get(each.option.id, ()),
        test_setup=prepared.test_setups.get(each.option.id, NO_TEST_SETUP),
        levels=limited_levels(each, measured, prepared.thresholds),
        repeated={level.users: level for level in measured.levels if level.can_be_compared},
        priced_by=priced_by,
        price_table=None if sheet is None else build_price_table(sheet, *priced_by),
    )
    prepared.known[each.option.id] = known
    return known


def find_unconfirmed_price_range(
    question: DecisionProblem, *, confirmed: bool
) -> tuple[float, float] | None:
    """Return limit and aspiration of the price where nobody gave or confirmed them.

    None where the budget gives them, the criterion has its own, price is no criterion, or no
    option has a price.
    """
    own = _price_setting(question.own_settings)
    if own is None or confirmed or question.requirement.budget is not None:
        return None
    used = _price_setting(question.model.settings)
    is_own = own.limit is not None and own.aspiration is not None
    return None if is_own or used is None else anchor_range(used)


def _price_setting(settings: Sequence[CriterionSetting]) -> CriterionSetting | None:
    return next((s for s in settings if s.criterion is Criterion.PRICE), None)
