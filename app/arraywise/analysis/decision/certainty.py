"""How sure a recommendation is: of a comparison of two options with prices (MODEL E5, D7.8).

Whether the response times of two options can be distinguished (MODEL P3): runs at the same number
of users are compared on the ratio scale by Welch's test on logarithms, adjusted over all pairs by
Holm. Equivalent are two whose ratio lies within 1/1.05 to 1.05 by two one-sided tests (TOST).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.curves.load_level import LEAST_RUNS, levels_around
from arraywise.analysis.curves.statistics import (
    CONFIDENCE,
    runs_to_distinguish,
    sample_moments,
    smallest_difference,
    typical_variation,
    welch_test,
)
from arraywise.analysis.decision.attributes import attribute_source
from arraywise.analysis.decision.ranking import (
    draw_attribute,
    draw_points,
    even_shares,
    find_doubt_reasons,
    find_rival,
    price_as_float,
    recommend,
    value_draws,
)
from arraywise.analysis.decision.screening import BY_LOAD
from arraywise.domain.criteria import Criterion
from arraywise.domain.decision import (
    FAILS,
    LEAST_OPEN_SHARE,
    NOT_COMPARED,
    PASSES,
    Certainty,
    CertaintyBasis,
    DoubtReason,
    FurtherTest,
    Interval,
    OpenRival,
    ResponseComparison,
    Verdict,
    WeightKnowledge,
    share_as_times_out_of,
)
from arraywise.domain.messages import Severity, message
from arraywise.domain.requirement import Goal, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.analysis.arrays import Flags, Floats
    from arraywise.analysis.curves.load_level import Level
    from arraywise.analysis.decision.problem import DecisionProblem
    from arraywise.analysis.prepared import LoadIndependentOption
    from arraywise.domain.decision import Finding, OptionAnswer
    from arraywise.domain.messages import Message
    from arraywise.domain.requirement import Requirement


_LACKS: tuple[tuple[frozenset[Verdict], str], ...] = (
    (FAILS, "Shown to fail: {options}."),
    (frozenset({Verdict.NO_DATA}), "Not tested, or a required value is missing: {options}."),
    (frozenset({Verdict.NOT_COMPARABLE}), "Limited by the host, not the storage: {options}."),
)
_OPEN = frozenset({Verdict.UNDETERMINED, Verdict.NOT_DEMONSTRATED})


def estimate_certainty(
    question: DecisionProblem,
    options: Sequence[OptionAnswer],
    findings: Sequence[Finding],
    rivals: Sequence[OpenRival],
    comparisons: Sequence[ResponseComparison] = (),
) -> Certainty:
    """Describe how sure the recommendation is, or why that cannot be stated.

    The options are compared with each other, the rivals from `find_open_rivals`.
    """
    first, second = recommend(options, question.requirement.rule), find_rival(options)
    if first is None:
        return NOT_COMPARED
    unpriced = tuple(o.option.name for o in options if o.status in PASSES and o.price is None)
    pair = {first.option.name, *([second.option.name] if second is not None else [])}
    serious = sum(
        finding.severity is Severity.ERROR
        and (not finding.options or bool(pair & {*finding.options}))
        for finding in findings
    )
    pair_priced = first.price is not None and (second is None or second.price is not None)
    result = Certainty(
        CertaintyBasis.COMPARED,
        rivals=tuple(rivals),
        unpriced=unpriced,
        without_prices=not pair_priced,
        has_second=second is not None,
        serious_findings=serious,
        doubts=find_doubt_reasons(options, question.requirement.rule, comparisons),
    )

    def because(basis: CertaintyBasis, sentence: Message, *details: Message) -> Certainty:
        return replace(result, basis=basis, message=sentence, details=details)

    faults = _options_with_unusable_inputs(question, options)
    open_ = [rival for rival in rivals if rival.share >= LEAST_OPEN_SHARE]
    passing = sum(option.status in PASSES for option in options)
    could_win, found = _describe_open_rivals(rivals), _describe_serious_findings(result)
    if faults:
        text = "Prices or times of {options} contain invalid cells. Correct them first."
        return because(CertaintyBasis.AT_FAULT, message(text, options=", ".join(faults)))
    if passing > 1 and (second is None or not pair_priced):
        sentence = _describe_unpriced_options(question.requirement, options, unpriced)
        return because(CertaintyBasis.UNPRICED, sentence, *could_win)
    if open_:
        sentence = message("Open: {option} could win.", option=open_[0].option)
        details = (*could_win, *found, *_describe_untested_options(options))
        return because(CertaintyBasis.OPEN, sentence, *details)
    if second is None:
        sentence = message("{option} is the only one shown to pass.", option=first.option.name)
        details = (
            *_describe_missing_inputs(first, options, question.requirement.statistic),
            *could_win,
            *found,
        )
        others = [o for o in options if o is not first]
        stands = bool(others) and all(o.status in FAILS for o in others)
        alone = because(CertaintyBasis.ALONE, sentence, *details)
        return replace(alone, stands=stands and not unpriced and not serious)
    return _certainty_of_first_two(question, result, first, second, options)


def _certainty_of_first_two(
    question: DecisionProblem,
    result: Certainty,
    first: OptionAnswer,
    second: OptionAnswer,
    options: Sequence[OptionAnswer],
) -> Certainty:
    details = [*_describe_serious_findings(result)]
    if result.unpriced:
        details.append(message("Without a price: {options}.", options=", ".join(result.unpriced)))
    details += [*_describe_open_rivals(result.rivals), *_describe_untested_options(options)]
    ahead, sentence = None, None
    names = {"option": first.option.name, "rival": second.option.name}
    if question.requirement.rule is Rule.LOWEST_PRICE:
        if price_as_float(first) != price_as_float(second):
            sentence = message("{option} costs less than {rival}.", **names)
    else:
        stated = next(
            (s for s in first.rank_shares if s.knowledge is WeightKnowledge.STATED), None
        )
        ahead = None if stated is None else dict(stated.beats).get(second.option.name)
        if ahead is not None:
            sentence = describe_share_ahead(**names, share=ahead, narrowly=bool(result.doubts))
    if DoubtReason.PRICE in result.doubts:
        sentence = message("No clear winner: {option} and {rival} cost the same.", **names)
    elif result.is_tied:
        sentence = message("No clear winner: {option} and {rival} answer as fast.", **names)
    stands = not (result.unpriced or result.serious_findings or result.doubts)
    return replace(
        result, message=sentence, details=tuple(details), share_ahead=ahead, stands=stands
    )


def describe_share_ahead(
    option: str, rival: str, share: float, *, narrowly: bool = False
) -> Message:
    """Describe how often an option is ahead of another one, rounded down, never as always."""
    return message(
        "{option} is narrowly ahead of {rival}, {often}."
        if narrowly
        else "{option} is ahead of {rival} {often}.",
        option=option,
        rival=rival,
        often=describe_draw_share(share),
    )


def describe_draw_share(share: float) -> Message:
    """Describe a share of the draws."""
    times, of = share_as_times_out_of(share)
    text = "{times} times in a hundred" if of == 100 else "{times} times in ten"
    return message(text, times=times)


_COMPARED = {
    Goal.RESPONSE_TIME: message("response time and load"),
    Goal.STORAGE_LATENCY: message("storage latency and load"),
    Goal.NONE: message("load"),
}


def describe_comparison_basis(asked: Requirement) -> Message:
    """Name by what options without prices are compared."""
    return _COMPARED[asked.goal]


def _describe_unpriced_options(
    asked: Requirement, options: Sequence[OptionAnswer], names: Sequence[str]
) -> Message:
    has_prices = any(o.status in PASSES and o.price is not None for o in options)
    return message(
        "No price yet; enter prices: {options}."
        if has_prices
        else "Compared by {what} only; enter prices: {options}.",
        what=describe_comparison_basis(asked),
        options=", ".join(names),
    )


def _options_with_unusable_inputs(
    question: DecisionProblem, options: Sequence[OptionAnswer]
) -> list[str]:
    """Name the options with inputs that cannot be used and that could take part with them."""
    result = []
    for known, option in zip(question.known, options, strict=True):
        facts, sheet = known.facts, known.facts.price_sheet
        unpriced = sheet is not None and bool(
            sheet.unparsed or (sheet.lines and option.price is None)
        )
        is_out = option.verdict in FAILS or option.verdict is Verdict.NO_DATA
        if (unpriced or facts.unread_times) and not is_out and option.status not in FAILS:
            result.append(option.option.name)
    return result


def _describe_missing_inputs(
    first: OptionAnswer, options: Sequence[OptionAnswer], statistic: str
) -> Iterator[Message]:
    for verdicts, template in _LACKS:
        names = [o.option.name for o in options if o is not first and o.status in verdicts]
        if names:
            yield message(template, options=", ".join(names))
    open_ = [o for o in options if o is not first and o.status in _OPEN]
    by_load = [o for o in open_ if _is_open_by_load(o)]
    by_test = [o.option.name for o in by_load if o.further_test is FurtherTest.POSSIBLE]
    by_results = [o.option.name for o in by_load if o.further_test is FurtherTest.OTHER_STATISTIC]
    beyond = [o.option.name for o in by_load if o.further_test is FurtherTest.RATE_TOO_LOW]
    by_input = [o.option.name for o in open_ if not _is_open_by_load(o)]
    if by_test:
        yield message(
            "Not shown to pass; a further test could settle it: {options}.",
            options=", ".join(by_test),
        )
    if by_results:
        yield message(
            "Not shown to pass; results with {statistic} could settle it: {options}.",
            statistic=statistic,
            options=", ".join(by_results),
        )
    if beyond:
        yield message(
            "Not shown to pass; their rate stops rising below the demand: {options}.",
            options=", ".join(beyond),
        )
    if by_input:
        yield message(
            "Not shown to pass, by what nobody stated: {options}.", options=", ".join(by_input)
        )


def _is_open_by_load(option: OptionAnswer) -> bool:
    """Return whether tests of transactions or I/O alone could show an option to pass."""
    return all(rule in BY_LOAD for rule, verdict in option.rule_verdicts if verdict not in PASSES)


def _describe_open_rivals(rivals: Sequence[OpenRival]) -> Iterator[Message]:
    for rival in rivals:
        if rival.share >= 0.005:
            yield message(
                "{option} is not shown to pass; it would pass and rank first in {percent:.0f} %"
                " of the simulations.",
                option=rival.option,
                percent=100 * rival.share,
            )


def _describe_serious_findings(result: Certainty) -> Iterator[Message]:
    if result.serious_findings:
        yield message(
            "Serious findings on the options compared: {count}.", count=result.serious_findings
        )


def _describe_untested_options(options: Sequence[OptionAnswer]) -> Iterator[Message]:
    names = [o.option.name for o in options if o.verdict is Verdict.NO_DATA and not o.levels]
    if names:
        yield message(
            "Compares the {count} tested options; not tested: {options}.",
            count=len(options) - len(names),
            options=", ".join(names),
        )


def find_open_rivals(
    question: DecisionProblem, options: Sequence[OptionAnswer], draws: int
) -> tuple[OpenRival, ...]:
    """Return how often each option that is not shown to pass would both pass and be first.

    It takes part in those draws in which its drawn response time keeps the target. Options
    without an interval at the demand take no part.

    Source: MODEL D7.8 as corrected.
    """
    passing = [o for o in options if o.status in PASSES]
    waiting = [o for o in options if _is_undecided_option(o)]
    if not passing or not waiting or draws <= 0 or question.requirement.rule is Rule.FRONTIER:
        return ()
    both = [*passing, *waiting]
    settings = question.model.settings
    shares = even_shares(len(both), len(settings), draws)
    if question.requirement.rule is Rule.LOWEST_PRICE:
        prices = [price_as_float(o) for o in both]
        cheap = np.array([-np.inf if price is None else -price for price in prices])
        values = np.broadcast_to(cheap[:, None], (len(both), draws)).copy()
    else:
        attributes = [
            [_fill_missing_low_with_zero(cell.attribute) for cell in option.scores]
            for option in both
        ]
        points = draw_points(attributes, settings, draws)
        for option, row, own in zip(both, points, shares, strict=True):
            _widen_points_in_place(option, row, own[0])
        values = value_draws(points, question.weights)
    for row, option, own in zip(values, both, shares, strict=True):
        if option.status not in PASSES:
            row[~_meets_rules_in_draws(question, option, own[0])] = -np.inf
    best = values[: len(passing)].max(axis=0)
    leader = np.argmax(values, axis=0)
    result = [
        OpenRival(option.option.name, float(((leader == at) & (values[at] > best)).mean()))
        for at, option in enumerate(waiting, start=len(passing))
    ]
    return tuple(sorted(result, key=lambda rival: -rival.share))


def _is_undecided_option(option: OptionAnswer) -> bool:
    response = option.response_s
    known = response.high is not None or (response.low is not None and response.point is not None)
    return known and option.status not in PASSES and option.status not in FAILS


def _fill_missing_low_with_zero(interval: Interval) -> Interval:
    """Return an interval that reaches from nothing where only its upper end is known."""
    if interval.low is None and interval.high is not None:
        return replace(interval, low=0.0)
    return interval


def _widen_points_in_place(option: OptionAnswer, points: Floats, shares: Floats) -> None:
    """Where a host was the limit the storage may be anything better than measured (P4)."""
    if option.verdict is not Verdict.NOT_COMPARABLE:
        return
    for row, cell in zip(points, option.scores, strict=True):
        if attribute_source(cell.criterion).is_from_curve:
            low, high = cell.points.low or 0.0, cell.points.high or 0.0
            row[...] = high - (high - low) * shares


def _meets_rules_in_draws(
    question: DecisionProblem, option: OptionAnswer, shares: Floats
) -> Flags:
    """Return in which draws an option keeps the target, and the headroom that is asked for."""
    asked = question.requirement
    drawn = draw_attribute(_fill_missing_low_with_zero(option.response_s), shares)
    keeps = np.ones(shares.shape, bool) if drawn is None else drawn <= asked.target_s
    headroom = next(
        (c.attribute for c in option.scores if c.criterion is Criterion.HEADROOM), None
    )
    is_judged = option.verdict is not Verdict.NOT_COMPARABLE and headroom is not None
    if asked.min_headroom > 0 and is_judged and headroom is not None:
        spare = draw_attribute(headroom, 1.0 - shares)
        if spare is not None:
            keeps &= spare >= asked.min_headroom
    return np.asarray(keeps)


EQUIVALENT = 1.05
"""Ratios from 1 / 1.05 to 1.05 make no difference that would decide."""
SIGNIFICANT = 1.0 - CONFIDENCE
_BOOTSTRAP_DRAWS, _SEED = 1_000, 95
MOST_RUNS = 1_000


@dataclass(frozen=True, slots=True)
class ResponseRatio:
    """The ratio of two samples' geometric means."""

    interval: Interval
    """95 %, the wider of Welch's and the bootstrap's at either end."""
    p_value: float
    equivalent: bool
    smallest_difference: float
    runs_to_distinguish: int | None


@lru_cache(maxsize=1024)
def compare_samples(first: tuple[float, ...], second: tuple[float, ...]) -> ResponseRatio:
    """Compare two samples of at least two positive values each on the ratio scale."""
    logs = [[math.log(value) for value in sample] for sample in (first, second)]
    test = welch_test(*map(sample_moments, logs))
    ends = [math.exp(end) for end in test.ends(CONFIDENCE)]
    drawn = bootstrap_ratio(logs[0], logs[1])
    variation, ratio = typical_variation((first, second)), math.exp(test.difference)
    inner = [math.exp(end) for end in test.ends(2 * CONFIDENCE - 1)]
    return ResponseRatio(
        Interval(min(ends[0], drawn[0]), ratio, max(ends[1], drawn[1])),
        test.p_value,
        inner[0] >= 1 / EQUIVALENT and inner[1] <= EQUIVALENT,
        smallest_difference(variation, min(len(first), len(second))),
        _runs_to_distinguish_or_none(variation, abs(ratio - 1.0)),
    )


def bootstrap_ratio(
    first_logs: Sequence[float], second_logs: Sequence[float]
) -> tuple[float, float]:
    """Return the 95 % percentile interval of exp(difference of means), runs drawn again.

    Residuals are stretched by sqrt(n / (n - 1)) against the bootstrap's narrowness.
    """
    generator = np.random.Generator(np.random.PCG64(_SEED))
    drawn = [_bootstrap_means(np.asarray(x), generator) for x in (first_logs, second_logs)]
    low, high = np.exp(np.quantile(drawn[0] - drawn[1], (0.025, 0.975))).tolist()
    return low, high


def _bootstrap_means(logs: Floats, generator: np.random.Generator) -> Floats:
    runs, mean = len(logs), logs.mean()
    residuals = (logs - mean) * math.sqrt(runs / (runs - 1))
    return np.asarray(
        mean + residuals[generator.integers(runs, size=(_BOOTSTRAP_DRAWS, runs))].mean(axis=1)
    )


def adjust_by_holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return p-values adjusted for their number, in the same order.

    Source: Holm, A Simple Sequentially Rejective Multiple Test Procedure, 1979.
    """
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    adjusted, highest = [0.0] * len(p_values), 0.0
    for place, index in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - place) * p_values[index]))
        adjusted[index] = highest
    return tuple(adjusted)


def compare_responses(
    question: DecisionProblem, options: Sequence[OptionAnswer]
) -> tuple[ResponseComparison, ...]:
    """Compare the response times of all pairs of options that pass, near the demand.

    Each pair is compared at the number of users, tested with both at least twice, whose rates
    lie nearest to the demand, and next to it with both: what is the same at another load need
    not be at this one. Pairs without such a level are left out.
    """
    passing = [i for i, option in enumerate(options) if option.status in PASSES]
    pairs = ((question.known[a], question.known[b]) for a, b in combinations(passing, 2))
    result = [
        (pair, *level)
        for pair in pairs
        if (level := _compare_pair(*pair, question.demand_tps)) is not None
    ]
    adjusted = adjust_by_holm([ratio.p_value for _, _, ratio in result])
    return tuple(_build_comparison(*each, p) for each, p in zip(result, adjusted, strict=True))


def _build_comparison(
    pair: tuple[LoadIndependentOption, LoadIndependentOption],
    users: int,
    ratio: ResponseRatio,
    adjusted_p: float,
) -> ResponseComparison:
    low, high = ratio.interval.low or 0.0, ratio.interval.high
    holds_one = low <= 1.0 <= (math.inf if high is None else high)  # either may be faster (P3)
    return ResponseComparison(
        options=(pair[0].facts.option.name, pair[1].facts.option.name),
        users=users,
        ratio=ratio.interval,
        p_value=ratio.p_value,
        adjusted_p=adjusted_p,
        tied=adjusted_p > SIGNIFICANT or holds_one,
        equivalent=ratio.equivalent,
        smallest_difference=ratio.smallest_difference,
        runs_to_distinguish=ratio.runs_to_distinguish,
    )


def _compare_pair(
    first: LoadIndependentOption, second: LoadIndependentOption, demand_tps: float
) -> tuple[int, ResponseRatio] | None:
    """Return the users of the level nearest to the demand, and how the two compare there."""
    if demand_tps <= 0:
        return None
    ours, theirs = (_repeated_levels_around(known, demand_tps) for known in (first, second))
    common = [(ours[users], theirs[users]) for users in ours if users in theirs]
    if not common:
        return None
    our, their = min(
        common, key=lambda two: abs(math.log(two[0].rate_tps * two[1].rate_tps / demand_tps**2))
    )
    return our.users, compare_samples(our.responses_s, their.responses_s)


def _repeated_levels_around(known: LoadIndependentOption, demand_tps: float) -> dict[int, Level]:
    around = levels_around(known.measured.levels, demand_tps)
    if not around or around[0].rate_tps > demand_tps:
        return {}  # below the lowest measured load nothing was compared
    return {x.users: x for x in around if x.users in known.repeated}


def _runs_to_distinguish_or_none(variation: float, difference: float) -> int | None:
    """Return the runs of each that tell a difference; None beyond what anybody would make."""
    if difference <= 0:
        return None
    runs = max(LEAST_RUNS, runs_to_distinguish(variation, difference))
    return runs if runs <= MOST_RUNS else None
