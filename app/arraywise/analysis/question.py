"""What an answer is worked out from: evidence, prices, times, requirement and settings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arraywise.analysis.contender import Contender
from arraywise.analysis.contest import Contest
from arraywise.analysis.deciders import deciding_settings
from arraywise.analysis.demand import demand_tps
from arraywise.analysis.exchange import missing_rates
from arraywise.analysis.known_option import NOT_MEASURED, KnownOption
from arraywise.analysis.limited_levels import limited_levels
from arraywise.analysis.pricing import MoreThanAll, total_price
from arraywise.analysis.provisioning import provisioning_time
from arraywise.analysis.rig import NO_RIG
from arraywise.analysis.scoring import fill_anchors, propose_price_range, weights_from_swings
from arraywise.domain.criteria import DEFAULT_CRITERIA, Criterion
from arraywise.domain.pricing import PLAIN_BASIS
from arraywise.domain.thresholds import DEFAULT_THRESHOLDS
from arraywise.domain.weighting import NOBODY_ELSE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.known_option import MeasuredOption
    from arraywise.analysis.prepared_study import Prepared
    from arraywise.analysis.remarks import Kept
    from arraywise.analysis.vectors import Floats
    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.facts import OptionFacts, StudyFacts
    from arraywise.domain.pricing import PriceBasis, PriceTotal
    from arraywise.domain.published import PublishedConclusion, PublishedRemark
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.thresholds import Thresholds
    from arraywise.domain.weighting import Weighting


@dataclass(frozen=True, slots=True)
class Question:
    """A study's options, a requirement and how options are valued."""

    known: tuple[KnownOption, ...]
    contest: Contest
    weights: Floats
    demand_tps: float
    currency: str
    remarks: tuple[PublishedRemark, ...] = ()
    """Contradictions of the publication that the evidence comes from."""
    kept: dict[str, Kept] = field(default_factory=dict)
    """What the audit found in the same facts before."""
    price_basis: PriceBasis = PLAIN_BASIS
    weighting: Weighting = NOBODY_ELSE
    own_settings: tuple[CriterionSetting, ...] = ()
    """With the study's own swings, whoever decides."""
    thresholds: Thresholds = DEFAULT_THRESHOLDS
    """By which the levels were classed."""
    conclusion: PublishedConclusion | None = None
    """What the authors conclude of a publication that the evidence comes from."""

    @property
    def requirement(self) -> Requirement:
        """What is asked for."""
        return self.contest.requirement


def pose_question(
    prepared: Prepared,
    facts: StudyFacts,
    requirement: Requirement | None = None,
    criteria: Sequence[CriterionSetting] | None = None,
) -> Question:
    """Bring together evidence, prices, times, requirement and settings.

    Raises:
        UserError: when the requirement, an anchor, a weight or a discount makes no sense.
    """
    asked = facts.requirement if requirement is None else requirement
    settings = tuple(facts.criteria if criteria is None else criteria) or DEFAULT_CRITERIA
    own, settings = settings, deciding_settings(settings, facts.weighting)
    demand = demand_tps(asked)
    measured = prepared.measured(asked.statistic)
    known = tuple(
        _known(prepared, facts, each, measured.get(each.option.id, NOT_MEASURED))
        for each in facts.options
    )
    prices = [float(k.price.total) for k in known if k.price is not None]
    contest = Contest(
        contenders=tuple(_contender(each) for each in known),
        requirement=asked,
        settings=fill_anchors(settings, asked, facts.price_range or propose_price_range(prices)),
        open_response=_open_response(settings),
    )
    return Question(
        *(known, contest, weights_from_swings(settings), demand, facts.currency),
        *(facts.remarks, prepared.kept, facts.price_basis),
        weighting=facts.weighting,
        own_settings=own,
        thresholds=prepared.thresholds,
        conclusion=facts.published_conclusion,
    )


def _known(
    prepared: Prepared, facts: StudyFacts, each: OptionFacts, measured: MeasuredOption
) -> KnownOption:
    """Return what is known of an option, the same as before while the facts are the same."""
    before = prepared.known.get(each.option.id)
    priced_by = (facts.price_basis, facts.currency)
    if before is not None and before.is_of(each, measured, priced_by):
        return before
    known = KnownOption(
        facts=each,
        measured=measured,
        price=_price_in(each, facts),
        provisioning_s=provisioning_time(each.provisioning),
        io_curves=prepared.io_curves.get(each.option.id, ()),
        rig=prepared.rigs.get(each.option.id, NO_RIG),
        levels=limited_levels(each, measured, prepared.thresholds),
        repeated={level.users: level for level in measured.levels if level.can_be_compared},
        priced_by=priced_by,
    )
    prepared.known[each.option.id] = known
    return known


def _price_in(known: OptionFacts, facts: StudyFacts) -> PriceTotal | None:
    """Return the option's total in the study's currency (D2).

    None where a rate is missing, or where credits and discounts take away more than there is.
    """
    sheet, basis = known.price_sheet, facts.price_basis
    if sheet is None or missing_rates(sheet, basis, facts.currency):
        return None
    try:
        return total_price(sheet, basis, facts.currency)
    except MoreThanAll:
        return None


def _contender(known: KnownOption) -> Contender:
    return Contender(
        option=known.facts.option,
        curve=known.measured.curve,
        price=None if known.price is None else float(known.price.total),
        provisioning_s=known.provisioning_s.point,
        host_cpu=known.measured.host_cpu,
        ratings={
            criterion: rating if isinstance(rating, int) else rating.mean
            for criterion, rating in known.facts.ratings
        },
    )


def _open_response(settings: Sequence[CriterionSetting]) -> CriterionSetting | None:
    """Return the response time's setting where its limit is left open."""
    return next(
        (s for s in settings if s.criterion is Criterion.RESPONSE_TIME and s.limit is None), None
    )
