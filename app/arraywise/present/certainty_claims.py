"""The sentences on how sure an answer is and on what is missing, each with its condition.

They are made in `analysis.decision.certainty`; the conditions read the answer by another way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.decision.ranking import find_rival
from arraywise.analysis.decision.screening import BY_LOAD
from arraywise.domain.claims import always_holds, define_claim
from arraywise.domain.decision import (
    FAILS,
    LEAST_OPEN_SHARE,
    PASSES,
    FurtherTest,
    Verdict,
    WeightKnowledge,
)
from arraywise.domain.messages import Severity
from arraywise.domain.requirement import Goal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from arraywise.domain.claims import Figures, Predicate
    from arraywise.domain.decision import Answer, OptionAnswer


def _named(answer: Answer, name: object) -> OptionAnswer:
    return next(o for o in answer.options if o.option.name == name)


def _names(options: Iterable[OptionAnswer]) -> str:
    return ", ".join(o.option.name for o in options)


def _passing(answer: Answer) -> list[OptionAnswer]:
    return [o for o in answer.options if o.status in PASSES]


def _lists(holds: Callable[[OptionAnswer], bool]) -> Predicate:
    """Return the condition that exactly these options beside the recommended one are named."""
    return lambda a, f: (
        f["options"] == _names(o for o in a.options if o.option != a.recommended and holds(o))
    )


def _ahead(answer: Answer, figures: Figures) -> float:
    shares = _named(answer, figures["option"]).rank_shares
    stated = next(each for each in shares if each.knowledge is WeightKnowledge.STATED)
    return dict(stated.beats)[str(figures["rival"])]


def _is_pair(answer: Answer, figures: Figures) -> bool:
    rival = find_rival(answer.options)
    pair = (
        (None if answer.recommended is None else answer.recommended.name),
        (None if rival is None else rival.option.name),
    )
    return pair == (figures["option"], figures["rival"])


def _prices(answer: Answer, figures: Figures) -> tuple[object, object]:
    ours, theirs = (_named(answer, figures[key]).price for key in ("option", "rival"))
    return (ours and ours.total), (theirs and theirs.total)


define_claim(
    "{option} is ahead of {rival} {often}.",
    lambda a, f: _is_pair(a, f) and not a.certainty.doubts,
)
define_claim(
    "{option} is narrowly ahead of {rival}, {often}.",
    lambda a, f: _is_pair(a, f) and bool(a.certainty.doubts),
)
define_claim(
    "{times} times in a hundred",
    lambda a, f: 0 <= 100 * _ahead(a, f) - float(str(f["times"])) <= 1 + 1e-6,
)
define_claim(
    "{times} times in ten",
    lambda a, f: abs(10 * _ahead(a, f) - float(str(f["times"]))) <= 0.5 + 1e-6,
)
define_claim(
    "{option} costs less than {rival}.",
    lambda a, f: (
        _is_pair(a, f) and None not in (both := _prices(a, f)) and both[0] < both[1]  # type: ignore[operator]
    ),
)
define_claim(
    "No clear winner: {option} and {rival} cost the same.",
    lambda a, f: _is_pair(a, f) and len({*_prices(a, f)}) == 1,
)
define_claim(
    "No clear winner: {option} and {rival} answer as fast.",
    lambda a, f: _is_pair(a, f) and a.certainty.is_tied,
)
define_claim(
    "{option} is the only one shown to pass.",
    lambda a, f: _names(_passing(a)) == f["option"],
)
define_claim("Shown to fail: {options}.", _lists(lambda o: o.status in FAILS))
define_claim(
    "Not tested, or a required value is missing: {options}.",
    _lists(lambda o: o.status is Verdict.NO_DATA),
)
define_claim(
    "Limited by the host, not the storage: {options}.",
    _lists(lambda o: o.status is Verdict.NOT_COMPARABLE),
)


def _is_open(option: OptionAnswer) -> bool:
    return option.status in {Verdict.UNDETERMINED, Verdict.NOT_DEMONSTRATED}


def _is_further(option: OptionAnswer, test: FurtherTest) -> bool:
    return _is_open(option) and _is_open_by_load(option) and option.further_test is test


def is_statistic_readable(option: OptionAnswer) -> bool:
    """Return whether the option's runs hold the statistic that the target is set on.

    Its reason names what they hold instead; a level that is bounded from below only has no point.
    """
    has_points = all(level.response_s.point is not None for level in option.levels)
    return has_points and not option.reason.mentions_figure("held")


def can_reach_demand(answer: Answer, option: OptionAnswer) -> bool:
    """Return whether the demand was reached, or no level shows a lower rate at more users."""
    counted = [x for x in option.levels if not x.host_bound]
    rates = [level.rate_tps.point or 0.0 for level in counted]
    falls = any(level.past_knee for level in counted)
    is_of_transactions = answer.requirement.goal is not Goal.STORAGE_LATENCY
    return not (is_of_transactions and falls and max(rates) < answer.demand_tps)


def _is_open_by_load(option: OptionAnswer) -> bool:
    return all(rule in BY_LOAD for rule, verdict in option.rule_verdicts if verdict not in PASSES)


define_claim(
    "Not shown to pass; a further test could settle it: {options}.",
    lambda a, f: (
        _lists(lambda o: _is_further(o, FurtherTest.POSSIBLE))(a, f)
        and all(
            is_statistic_readable(o) and can_reach_demand(a, o)
            for o in a.options
            if o.option.name in str(f["options"]).split(", ")
        )
    ),
)
define_claim(
    "Not shown to pass; results with {statistic} could settle it: {options}.",
    lambda a, f: (
        f["statistic"] == a.requirement.statistic
        and _lists(lambda o: _is_further(o, FurtherTest.OTHER_STATISTIC))(a, f)
    ),
)
define_claim(
    "Not shown to pass; their rate stops rising below the demand: {options}.",
    lambda a, f: (
        _lists(lambda o: _is_further(o, FurtherTest.RATE_TOO_LOW))(a, f)
        and not any(
            can_reach_demand(a, o) for o in a.options if o.option.name in str(f["options"])
        )
    ),
)
define_claim(
    "Not shown to pass, by what nobody stated: {options}.",
    _lists(lambda o: _is_open(o) and not _is_open_by_load(o)),
)
define_claim(
    "{option} is not shown to pass; it would pass and rank first in {percent:.0f} %"
    " of the simulations.",
    lambda a, f: (
        _named(a, f["option"]).status not in PASSES
        and any(
            each.option == f["option"] and 100 * each.share == f["percent"]
            for each in a.certainty.rivals
        )
    ),
)
define_claim(
    "Open: {option} could win.",
    lambda a, f: any(
        each.option == f["option"] and each.share >= LEAST_OPEN_SHARE
        for each in a.certainty.rivals
    ),
)


def _serious(answer: Answer) -> int:
    rival, pair = find_rival(answer.options), set()
    if answer.recommended is not None:
        pair.add(answer.recommended.name)
    if rival is not None:
        pair.add(rival.option.name)
    return sum(
        each.severity is Severity.ERROR and (not each.options or bool(pair & {*each.options}))
        for each in answer.findings
    )


define_claim(
    "Serious findings on the options compared: {count}.",
    lambda a, f: f["count"] == _serious(a),
)
define_claim(
    "Without a price: {options}.",
    lambda a, f: f["options"] == _names(o for o in _passing(a) if o.price is None),
)


def _no_prices(answer: Answer, figures: Figures, *, of_all: bool) -> bool:
    lacking = [o for o in _passing(answer) if o.price is None]
    return figures["options"] == _names(lacking) and (lacking == _passing(answer)) is of_all


define_claim("No price yet; enter prices: {options}.", lambda a, f: _no_prices(a, f, of_all=False))
define_claim(
    "Compared by {what} only; enter prices: {options}.",
    lambda a, f: _no_prices(a, f, of_all=True),
)


def _is_untested(option: OptionAnswer) -> bool:
    return option.verdict is Verdict.NO_DATA and not option.levels


define_claim(
    "Compares the {count} tested options; not tested: {options}.",
    lambda a, f: (
        f["options"] == _names(filter(_is_untested, a.options))
        and f["count"] == sum(not _is_untested(o) for o in a.options)
    ),
)
define_claim(
    "Prices or times of {options} contain invalid cells. Correct them first.", always_holds
)

# What is missing
WHOLE_RUN = define_claim(
    "A run of whole transactions", lambda a, _f: not any(o.levels for o in a.options)
)
SHARE_OF_TARGET = define_claim(
    "Their CPU time at this load is unknown, so the storage gets {share:.0f} % of the"
    " target. A run at {load} would replace that share.",
    lambda a, f: 100 * (a.requirement.storage_share or 0.0) == f["share"],
)
