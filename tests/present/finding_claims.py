"""Findings of the audit, each with the condition under which it is true of an answer.

Of those alone whose figures the answer holds: what a finding says of single runs, of monitors or
of cells of a price sheet is checked where it is found. The consequence of a finding is judged
with the finding's own figures.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from arraywise.domain.claims import always_holds, define_claim, find_claim
from arraywise.domain.criteria import Criterion
from arraywise.domain.messages import Message
from arraywise.domain.requirement import DegradedRule, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arraywise.domain.claims import Figures, Predicate
    from arraywise.domain.decision import Answer, LoadLevel, OptionAnswer

_FINDING = define_claim("{finding}", always_holds)
_CONSEQUENCE = define_claim("{consequence}", always_holds)


def list_checkable_findings(answer: Answer) -> Iterator[Message]:
    """Yield the findings, and what follows from them, that have a condition."""
    for each in answer.findings:
        figures = {k: v for k, v in each.message.figures if not isinstance(v, Message)}
        if each.options:
            figures |= {"option": each.options[0]}
        if find_claim(each.message) is not None:
            yield _FINDING.build_message(**figures, finding=each.message)
        if find_claim(each.consequence) is not None:
            yield _CONSEQUENCE.build_message(**figures, consequence=each.consequence)


def _option(answer: Answer, figures: Figures) -> OptionAnswer:
    return next(o for o in answer.options if o.option.name == figures["option"])


def _levels(answer: Answer, figures: Figures) -> list[LoadLevel]:
    """Return the levels that a finding names by their users.

    Raises:
        LookupError: when the option has no level of such users.
    """
    named = [int(users) for users in str(figures["users"]).split(", ")]
    by_users = {level.users: level for level in _option(answer, figures).levels}
    return [by_users[users] for users in named]


def _all_levels(holds: Callable[[LoadLevel], bool]) -> Predicate:
    return lambda a, f: all(map(holds, _levels(a, f)))


def _response_s(level: LoadLevel) -> float:
    return level.response_s.point or math.inf


def _is_slower_than_more_users(answer: Answer, figures: Figures) -> bool:
    (level,) = _levels(answer, figures)
    more = [x for x in _option(answer, figures).levels if x.users > level.users]
    return any(_response_s(level) > _response_s(other) for other in more)


def _is_slower_than_neighbours(answer: Answer, figures: Figures) -> bool:
    (level,) = _levels(answer, figures)
    every = _option(answer, figures).levels
    below = [x for x in every if x.users < level.users]
    above = [x for x in every if x.users > level.users]
    return any(
        _response_s(level)
        > _response_s(one)
        + (level.users - one.users)
        / (other.users - one.users)
        * (_response_s(other) - _response_s(one))
        for one in below
        for other in above
    )


# Findings on levels and loads
define_claim("{option}: {users} users are slower than more users.", _is_slower_than_more_users)
define_claim(
    "{option}: {users} users are slower than the neighbouring levels allow.",
    _is_slower_than_neighbours,
)
define_claim(
    "Several other levels contradict it, so they decide without it.",
    lambda a, f: len(_option(a, f).levels) > 2 and _levels(a, f)[0].contaminated,
)
define_claim(
    "{option}: measured once at {users} users, a level that the answer depends on.",
    _all_levels(lambda level: level.runs == 1),
)
define_claim(
    "One run has no interval; the spread of other levels is used.",
    lambda a, f: any(level.runs > 1 for level in _option(a, f).levels),
)
define_claim(
    "No level was repeated: the spread between runs is unknown.",
    lambda a, f: all(level.runs == 1 for level in _option(a, f).levels),
)
define_claim(
    "{option}: {runs} repetitions at {users} users; the method requires {wanted}.",
    lambda a, f: all(
        level.runs == f["runs"] and level.runs < int(str(f["wanted"])) for level in _levels(a, f)
    ),
)
define_claim(
    "{option}: {demand:,.1f} tx/s are below its lowest measured load of {lowest:,.1f} tx/s.",
    lambda a, f: (
        f["demand"] == a.demand_tps
        and a.demand_tps < float(str(f["lowest"]))
        and min(x.rate_tps.point or math.inf for x in _option(a, f).levels)
        <= float(str(f["lowest"])) * (1 + 1e-9)
    ),
)
define_claim(
    "{option}: the spread of the runs leaves {shown:,.1f} of {top:,.1f} tx/s shown (95 %).",
    lambda a, f: (
        float(str(f["shown"]))
        < float(str(f["top"]))
        <= max(x.rate_tps.point or 0.0 for x in _option(a, f).levels) * (1 + 1e-9)
    ),
)
define_claim(
    "{option}: at {users} users rate or response time falls significantly.",
    _all_levels(lambda _level: True),
)
define_claim(
    "{option}: host CPU exhausted at {users} users (up to {busy:.0f} % busy); runs: {runs}.",
    lambda a, f: f["runs"] == sum(level.runs for level in _levels(a, f)),
)
define_claim(
    "These levels do not describe the storage and do not count.",
    lambda a, f: a.thresholds.as_tested or all(level.host_bound for level in _levels(a, f)),
)
define_claim(
    "{option}: no host monitor ran at {users} users.",
    _all_levels(lambda level: level.host_busy is None),
)
define_claim("The demand is zero: no visits are required.", lambda a, _f: not a.demand_tps > 0)

# Findings on what is missing
define_claim(
    "{option}: no complete run measured the response time ({statistic}).",
    lambda a, f: not _option(a, f).levels and f["statistic"] == a.requirement.curve_statistic,
)
define_claim(
    "Its response time at the demand is unknown.",
    lambda a, f: _option(a, f).response_s.point is None and _option(a, f).response_s.high is None,
)
define_claim("{option}: no 36-month price.", lambda a, f: _option(a, f).price is None)
define_claim(
    "{option}: no provisioning times.",
    lambda a, f: _option(a, f).provisioning_s.point is None,
)


def _scores_nothing(answer: Answer, figures: Figures, criterion: Criterion) -> bool:
    """Return whether a criterion weighs, and an option's least points of it are 0."""
    weighs = dict(answer.weights).get(criterion, 0.0) > 0
    cells = [c for c in _option(answer, figures).scores if c.criterion == criterion]
    return weighs and all((cell.contribution or 0.0) == 0.0 for cell in cells)


define_claim(
    "The price criterion scores 0 until prices are entered.",
    lambda a, f: _scores_nothing(a, f, Criterion.PRICE),
)
define_claim(
    "It cannot be compared by price until prices are entered.",
    lambda a, f: dict(a.weights).get(Criterion.PRICE, 0.0) == 0.0 and _option(a, f).price is None,
)
define_claim(
    "The provisioning criterion scores 0 until times are entered.",
    lambda a, f: _scores_nothing(a, f, Criterion.PROVISIONING),
)
define_claim(
    "{option} passed before {file} was added, and is not shown to pass with it: {why}.",
    lambda a, f: _option(a, f).outcome is not Outcome.PASS,
    judges_nested=True,
)
define_claim("{option}: no runs with a failed part.", lambda a, f: not _option(a, f).degraded)
define_claim(
    "These runs form no normal curve, and no rule uses them.",
    lambda a, _f: a.requirement.degraded is DegradedRule.NOT_ASKED,
)
define_claim(
    "These runs form no normal curve; the rule for a failed part judges them.",
    lambda a, _f: a.requirement.degraded is not DegradedRule.NOT_ASKED,
)
define_claim(
    "At the price of {option} it adds {currency} {amount:,.0f} to each. Price it, mark it as not"
    " needed, or leave it out for all.",
    lambda a, f: f["currency"] == a.currency and float(str(f["amount"])) > 0,
)
