"""The answer to one requirement, put together from the prepared evidence in milliseconds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.break_even import find_changes, stand_today
from arraywise.analysis.certainty import find_open_rivals, judge_certainty, without_shares
from arraywise.analysis.comparability import audit, grade_options
from arraywise.analysis.comparisons import compare_responses
from arraywise.analysis.draws import DRAWS, SEED
from arraywise.analysis.opinions import check_pairs, hear_opinions
from arraywise.analysis.option_answer import answer_options
from arraywise.analysis.question import pose_question
from arraywise.analysis.ranking import (
    compare_options,
    doubts,
    frontier_steps,
    recommend,
    take_over_sureness,
)
from arraywise.analysis.screening import screen_rules
from arraywise.analysis.stale_weights import (
    find_open_range,
    find_prices_outside,
    find_stale,
)
from arraywise.domain.decision import Answer
from arraywise.domain.requirement import Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.analysis.prepared_study import Prepared
    from arraywise.domain.criteria import CriterionSetting
    from arraywise.domain.facts import StudyFacts
    from arraywise.domain.requirement import Requirement


def answer_requirement(
    prepared: Prepared,
    facts: StudyFacts,
    requirement: Requirement | None = None,
    criteria: Sequence[CriterionSetting] | None = None,
    draws: int = DRAWS,
    earlier: Answer | None = None,
) -> Answer:
    """Answer a requirement: verdicts, values, ranks, the recommendation and how sure it is.

    Args:
        prepared: from `prepare_study` on the same evidence.
        facts: options, prices, times, and the requirement and criteria unless given.
        requirement: in place of the study's own.
        criteria: in place of the study's own; anchors left open are derived.
        draws: for `first_share`; 0 leaves it out.
        earlier: how sure it is, is taken over from this answer instead of being drawn.

    Raises:
        UserError: when the requirement or a setting makes no sense.
    """
    question = pose_question(prepared, facts, requirement, criteria)
    asked = question.requirement
    # By price alone nothing is drawn, so nothing has to settle.
    settling = earlier is not None and asked.rule is not Rule.LOWEST_PRICE
    findings = audit(question, prepared.windows)
    today = stand_today(question)
    options = answer_options(question, today, grade_options(question, findings))
    options = compare_options(question, options, 0 if settling else draws)
    if earlier is not None and settling:
        options, draws = take_over_sureness(options, earlier.options), earlier.draws
    if earlier is not None and settling:
        rivals = earlier.certainty.rivals
    else:
        rivals = find_open_rivals(question, options, draws)
    certainty = judge_certainty(question, options, findings, rivals)
    if not certainty.is_of_a_comparison:
        options = tuple(map(without_shares, options))
    comparisons = compare_responses(question, options)
    chosen = recommend(options, asked.rule)
    changes, ranges = find_changes(question, today)
    used = question.contest.settings
    return Answer(
        requirement=asked,
        demand_tps=question.demand_tps,
        currency=question.currency,
        weights=tuple(
            (setting.criterion, float(weight))
            for setting, weight in zip(used, question.weights, strict=True)
        ),
        settings=used,
        rules=screen_rules(asked, question.currency, question.price_basis.discount_rate),
        options=options,
        recommended=None if chosen is None else chosen.option,
        clear=certainty.stands and not doubts(options, asked.rule, comparisons),
        certainty=certainty,
        findings=findings,
        changes=changes,
        draws=draws,
        seed=SEED,
        weight_ranges=ranges,
        comparisons=comparisons,
        published_conclusion=facts.published_conclusion,
        frontier=frontier_steps(options, question.weights.tolist()),
        opinions=hear_opinions(question, options),
        consistency=check_pairs([s.criterion for s in used], facts.weighting.judgements),
        stale_weights=find_stale(used),
        rating_words=facts.rating_words,
        prices_outside=find_prices_outside(question.own_settings, facts.price_range, options),
        open_price_range=find_open_range(question, confirmed=facts.price_range_confirmed),
        thresholds=question.thresholds,
        discount_rate=question.price_basis.discount_rate,
        is_settling=settling,
    )
