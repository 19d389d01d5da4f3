"""Which runs do not count, and which test would settle what is open, in sentences (MODEL D9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.level import Bottleneck
from arraywise.analysis.milliseconds import milliseconds
from arraywise.analysis.verdicts import FURTHEST
from arraywise.domain.decision import Verdict
from arraywise.domain.said import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.decision import Answer, LoadLevel, OptionAnswer
    from arraywise.domain.said import Said

_TEST = "One more test at about {users} users would narrow down {option}."
_PLAN = (
    "One more test at about {users} users ({runs} runs) would narrow {option} down to about "
    "{low:,.10g}\u2013{high:,.10g} ms."
)
_SETTLE = (
    "One more test at about {users} users ({runs} runs) would settle {option}: to be expected are "
    "{low:,.10g}\u2013{high:,.10g} ms."
)
_REPEAT = "Repeating the runs at {users} users would give {option} an interval."
_ANEW = "The same tests from {users} users up, {how}, could settle {option}."
_MORE_PROCESSORS = say("with more processors in the database host")
_OTHERWISE: dict[str, Said] = {
    Bottleneck.CLIENT: say("with another host to make the load"),
    Bottleneck.PAGING: say("with more memory in the database host"),
    Bottleneck.STOLEN: say("with processors that no other virtual machine takes"),
    Bottleneck.INVALID: say("with figures that agree"),
}
"""What has to be other for a level to count; for all other levels there are more processors."""
_UNCOUNTED: dict[str, str] = {
    Bottleneck.CLIENT: (
        "{option}: runs from {users} users up that were limited by the host "
        "that made the load and do not count: {runs}."
    ),
    Bottleneck.INVALID: (
        "{option}: runs from {users} users up that contradict themselves and do not count: {runs}."
    ),
}


def say_limits(answer: Answer) -> Iterator[Said]:
    """Say what does not count and what to test next."""
    yield from _say_busy_hosts(answer)
    yield from _say_far_demand(answer)
    for option in answer.options:
        bound = [level for level in option.levels if level.bottleneck in _UNCOUNTED]
        if bound:
            yield say(
                _UNCOUNTED[bound[0].bottleneck],
                option=option.option.name,
                runs=sum(level.runs for level in bound),
                users=bound[0].users,
            )
        if option.test_next_users is not None:
            yield _say_test(answer, option, option.test_next_users)
        if option.status is Verdict.NOT_COMPARABLE:
            yield from _say_other_rig(option)


def _say_far_demand(answer: Answer) -> Iterator[Said]:
    """Say that the demand is far from all that was tested."""
    rates = (level.rate_tps.point for option in answer.options for level in option.levels)
    most = max((rate for rate in rates if rate is not None), default=0.0)
    if most > 0 and answer.demand_tps > FURTHEST * most:
        yield say(
            "The demand is {times:.1f} times the highest rate that any option was shown to carry,"
            " {rate:.1f} tx/s: no test near those loads would settle it.",
            times=answer.demand_tps / most,
            rate=most,
        )


def _say_other_rig(option: OptionAnswer) -> Iterator[Said]:
    """Say what would have to be other in the lab for the storage to be compared (MODEL D3)."""
    first = next((level for level in option.levels if level.host_bound), None)
    if first is not None:
        how = _OTHERWISE.get(first.bottleneck, _MORE_PROCESSORS)
        yield say(_ANEW, users=first.users, how=how, option=option.option.name)


def _say_busy_hosts(answer: Answer) -> Iterator[Said]:
    """Say how many of all runs measured the database host rather than the storage."""
    total = sum(level.runs for option in answer.options for level in option.levels)
    bound = {
        option.option.name: runs
        for option in answer.options
        if (runs := sum(level.runs for level in option.levels if _is_host_bound(level)))
    }
    if bound:
        yield say(
            "{bound} of the {total} runs were limited by the database host and do not count "
            "({options}).",
            bound=sum(bound.values()),
            total=total,
            options=", ".join(bound),
        )


def _is_host_bound(level: LoadLevel) -> bool:
    return level.host_bound and level.bottleneck not in _UNCOUNTED


def _say_test(answer: Answer, option: OptionAnswer, users: int) -> Said:
    plan, name = option.next_test, option.option.name
    if plan is not None and plan.response_s.low is not None and plan.response_s.high is not None:
        target = answer.requirement.response_time_s
        decides = not plan.response_s.low <= target < plan.response_s.high
        return say(
            _SETTLE if decides else _PLAN,
            users=users,
            runs=plan.runs,
            option=name,
            low=milliseconds(plan.response_s.low),
            high=milliseconds(plan.response_s.high),
        )
    is_new = users not in {level.users for level in option.levels}
    repeated = any(level.runs > 1 for level in option.levels)
    return say(_TEST if repeated or is_new else _REPEAT, users=users, option=name)
