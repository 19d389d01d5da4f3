"""The screen before any weight: which rules an option keeps (MODEL D3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.milliseconds import milliseconds
from arraywise.analysis.verdicts import judge
from arraywise.domain.decision import ScreenRule, Verdict
from arraywise.domain.said import say

if TYPE_CHECKING:
    from arraywise.analysis.contest import Contender
    from arraywise.domain.requirement import Requirement

RESPONSE_TIME = "response time"
HEADROOM = "headroom"
BUDGET = "budget"
SHARED_STORAGE = "shared storage"


def screen_rules(requirement: Requirement, currency: str) -> tuple[ScreenRule, ...]:
    """List the rules that the requirement asks for."""
    rules = [
        ScreenRule(
            RESPONSE_TIME,
            say(
                "Response time ({statistic}) at most {target_ms:g} ms",
                statistic=requirement.statistic,
                target_ms=milliseconds(requirement.response_time_s),
            ),
        )
    ]
    if requirement.min_headroom > 0:
        said = say("Headroom at least {percent:.0f} %", percent=requirement.min_headroom * 100)
        rules.append(ScreenRule(HEADROOM, said))
    if requirement.budget is not None:
        said = say(
            "36-month price at most {currency} {budget:,.0f}",
            currency=currency,
            budget=requirement.budget,
        )
        rules.append(ScreenRule(BUDGET, said))
    if requirement.needs_shared_storage:
        rules.append(ScreenRule(SHARED_STORAGE, say("Several hosts can use the storage at once")))
    return tuple(rules)


def screen_option(
    contender: Contender, requirement: Requirement, demand_tps: float
) -> tuple[tuple[str, Verdict], ...]:
    """Return each rule's verdict for one option, in the order of `screen_rules`.

    The headroom asked for is the same question at a higher load, so it has the same verdicts.
    """
    target = requirement.response_time_s
    verdicts = [(RESPONSE_TIME, judge(contender.curve, demand_tps, target))]
    if requirement.min_headroom > 0:
        asked = demand_tps * (1.0 + requirement.min_headroom)
        verdicts.append((HEADROOM, judge(contender.curve, asked, target)))
    if requirement.budget is not None:
        verdicts.append((BUDGET, _judge_price(contender, float(requirement.budget))))
    if requirement.needs_shared_storage:
        shared = contender.option.shared_storage
        verdicts.append((SHARED_STORAGE, Verdict.PASS_MEASURED if shared else Verdict.FAIL))
    return tuple(verdicts)


def _judge_price(contender: Contender, budget: float) -> Verdict:
    if contender.price is None:
        return Verdict.NO_DATA
    return Verdict.PASS_MEASURED if contender.price <= budget else Verdict.FAIL
