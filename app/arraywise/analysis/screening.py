"""The screen before any weight: which rules an option keeps (MODEL D3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.milliseconds import milliseconds
from arraywise.analysis.verdicts import judge
from arraywise.domain.decision import ScreenRule, Verdict
from arraywise.domain.price_words import price_word
from arraywise.domain.said import say

if TYPE_CHECKING:
    from collections.abc import Iterator
    from decimal import Decimal

    from arraywise.analysis.contender import Contender
    from arraywise.domain.requirement import Requirement

SECONDS_PER_HOUR = 3600.0
RESPONSE_TIME = "response time"
HEADROOM = "headroom"
BUDGET = "budget"
SHARED_STORAGE = "shared storage"
FILES = "files"
RESTORE = "restore"
BY_LOAD = frozenset({RESPONSE_TIME, HEADROOM})
"""Rules that a test can settle."""


def screen_rules(
    requirement: Requirement, currency: str, discount_rate: Decimal | None = None
) -> tuple[ScreenRule, ...]:
    """List the rules that the requirement asks for; by a discount rate, of net present values."""
    rules = [
        ScreenRule(
            RESPONSE_TIME,
            say(
                "Response time ({statistic}) at most {target_ms:,.10g} ms",
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
            "{price} at most {currency} {budget:,.12g}",
            price=price_word(discount_rate),
            currency=currency,
            budget=requirement.budget,
        )
        rules.append(ScreenRule(BUDGET, said))
    if requirement.needs_shared_storage:
        rules.append(ScreenRule(SHARED_STORAGE, say("Several hosts can use the storage at once")))
    if requirement.needs_files:
        rules.append(ScreenRule(FILES, say("Files are served to hosts (NFS, SMB)")))
    if requirement.max_restore_s is not None:
        hours = round(requirement.max_restore_s / SECONDS_PER_HOUR, 6)
        said = say("Service restored within {hours:g} h", hours=hours)
        rules.append(ScreenRule(RESTORE, said))
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
    return (*verdicts, *judge_fixed_rules(contender, requirement))


def judge_fixed_rules(
    contender: Contender, requirement: Requirement
) -> Iterator[tuple[str, Verdict]]:
    """Give the verdicts of the rules that no load or target moves (MODEL D3).

    What nobody said of an option is undetermined, never a failure.
    """
    option, longest_s = contender.option, requirement.max_restore_s
    if requirement.budget is not None:
        yield BUDGET, _judge_price(contender, float(requirement.budget))
    if requirement.needs_shared_storage:
        yield SHARED_STORAGE, _judge_ability(option.shared_storage)
    if requirement.needs_files:
        yield FILES, _judge_ability(option.serves_files)
    if longest_s is not None:
        stated_s = option.restore_s
        yield RESTORE, _judge_ability(None if stated_s is None else stated_s <= longest_s)


def _judge_ability(has: bool | None) -> Verdict:  # noqa: FBT001 - the only thing it is about
    if has is None:
        return Verdict.UNDETERMINED
    return Verdict.PASS_MEASURED if has else Verdict.FAIL


def _judge_price(contender: Contender, budget: float) -> Verdict:
    if contender.price is None:
        return Verdict.NO_DATA
    return Verdict.PASS_MEASURED if contender.price <= budget else Verdict.FAIL
