"""What does not count of the evidence, and which test would settle what it leaves open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.curves.load_level import Bottleneck
from arraywise.analysis.decision.screening import FURTHEST
from arraywise.domain.decision import Verdict
from arraywise.domain.messages import message, milliseconds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.decision import Answer, LoadLevel, OptionAnswer
    from arraywise.domain.messages import Message

_TEST = "A test at about {users} users would narrow {option}."
_PLAN = (
    "A test at about {users} users ({runs} runs) would narrow {option} to about"
    " {low:,.10g}\N{EN DASH}{high:,.10g} ms."
)
_SETTLE = (
    "A test at about {users} users ({runs} runs) would decide {option}; expected:"
    " {low:,.10g}\N{EN DASH}{high:,.10g} ms."
)
_REPEAT = "Repeat the runs at {users} users to get an interval for {option}."
_AGAIN = "The same tests from {users} users, {how}, could decide {option}."
_MORE_PROCESSORS = message("with more CPUs in the database host")
_OTHERWISE: dict[str, Message] = {
    Bottleneck.CLIENT: message("with another load generator"),
    Bottleneck.PAGING: message("with more memory in the database host"),
    Bottleneck.STOLEN: message("with CPUs not shared with other virtual machines"),
    Bottleneck.INVALID: message("with figures that agree"),
}
"""What has to be other for a level to count; for all other levels there are more processors."""
_UNCOUNTED: dict[str, str] = {
    Bottleneck.CLIENT: (
        "{option}: limited by the load generator from {users} users, not counted: {runs}."
    ),
    Bottleneck.INVALID: ("{option}: contradictory from {users} users, not counted: {runs}."),
}


def describe_limits(answer: Answer) -> Iterator[Message]:
    """Describe what does not count and what to test next."""
    yield from _describe_busy_hosts(answer)
    yield from _describe_far_demand(answer)
    for option in answer.options:
        bound = [level for level in option.levels if level.bottleneck in _UNCOUNTED]
        if bound:
            yield message(
                _UNCOUNTED[bound[0].bottleneck],
                option=option.option.name,
                runs=sum(level.runs for level in bound),
                users=bound[0].users,
            )
        if option.test_next_users is not None:
            yield _describe_test(answer, option, option.test_next_users)
        if option.status is Verdict.NOT_COMPARABLE:
            yield from _describe_other_setup(option)


def _describe_far_demand(answer: Answer) -> Iterator[Message]:
    """State that the demand is far from all that was tested."""
    rates = (level.rate_tps.point for option in answer.options for level in option.levels)
    most = max((rate for rate in rates if rate is not None), default=0.0)
    if most > 0 and answer.demand_tps > FURTHEST * most:
        yield message(
            "The demand is {times:.1f} times the highest rate shown by any option, {rate:.1f}"
            " tx/s. Test much higher loads.",
            times=answer.demand_tps / most,
            rate=most,
        )


def _describe_other_setup(option: OptionAnswer) -> Iterator[Message]:
    """Say what would have to be other in the lab for the storage to be compared (MODEL D3)."""
    first = next((level for level in option.levels if level.host_bound), None)
    if first is not None:
        how = _OTHERWISE.get(first.bottleneck, _MORE_PROCESSORS)
        yield message(_AGAIN, users=first.users, how=how, option=option.option.name)


def _describe_busy_hosts(answer: Answer) -> Iterator[Message]:
    """Describe how many of all runs measured the database host rather than the storage."""
    total = sum(level.runs for option in answer.options for level in option.levels)
    bound = {
        option.option.name: runs
        for option in answer.options
        if (runs := sum(level.runs for level in option.levels if _is_host_bound(level)))
    }
    if bound:
        yield message(
            "{bound} of the {total} runs were limited by the database host and do not count "
            "({options}).",
            bound=sum(bound.values()),
            total=total,
            options=", ".join(bound),
        )


def _is_host_bound(level: LoadLevel) -> bool:
    return level.host_bound and level.bottleneck not in _UNCOUNTED


def describe_next_test(answer: Answer, option: OptionAnswer) -> Message | None:
    """Return which load of an option to test next; None where no test is planned."""
    users = option.test_next_users
    return None if users is None else _describe_test(answer, option, users)


def _describe_test(answer: Answer, option: OptionAnswer, users: int) -> Message:
    plan, name = option.next_test, option.option.name
    if plan is not None and plan.response_s.low is not None and plan.response_s.high is not None:
        target = answer.requirement.target_s
        decides = not plan.response_s.low <= target < plan.response_s.high
        return message(
            _SETTLE if decides else _PLAN,
            users=users,
            runs=plan.runs,
            option=name,
            low=milliseconds(plan.response_s.low),
            high=milliseconds(plan.response_s.high),
        )
    is_new = users not in {level.users for level in option.levels}
    repeated = any(level.runs > 1 for level in option.levels)
    return message(_TEST if repeated or is_new else _REPEAT, users=users, option=name)
