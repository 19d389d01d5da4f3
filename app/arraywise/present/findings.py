"""What is open: findings, missing evidence, tests to run next, changes of the answer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.analysis.audit.case import FULL_REPETITIONS
from arraywise.analysis.curves.load_level import Bottleneck
from arraywise.analysis.decision.break_even import EVIDENCE_FOR
from arraywise.analysis.decision.ranking import find_rival
from arraywise.analysis.decision.screening import FURTHEST
from arraywise.domain.claims import always_holds, define_claim, find_claim
from arraywise.domain.decision import Change, FurtherTest, Verdict, outcome_of, round_load
from arraywise.domain.messages import Message, Severity, message, rounded_milliseconds
from arraywise.domain.requirement import Goal, Outcome
from arraywise.present.certainty_claims import (
    SHARE_OF_TARGET,
    WHOLE_RUN,
    can_reach_demand,
    is_statistic_readable,
)
from arraywise.present.figures import demand_unit, describe_stated_load
from arraywise.present.labels import BY_RULE, basis_or_reason_label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.claims import Claim, Figures, Predicate
    from arraywise.domain.decision import Answer, Finding, LoadLevel, OptionAnswer


_WORST_FIRST = (Severity.ERROR, Severity.WARNING, Severity.INFO)
MOST_FIRST = 3

_IN_BUDGET = define_claim("within the budget", lambda a, _f: a.requirement.budget is not None)
_SHOW_PASS = define_claim("show that it passes", always_holds)
_SHOWS_PASS = define_claim("shows that it passes", always_holds)


def sort_findings(answer: Answer) -> tuple[Finding, ...]:
    """Sort findings by their effect on the answer: severity, then whether they concern it."""
    first = {answer.recommended.name} if answer.recommended is not None else set()
    rival = find_rival(answer.options)
    first |= {rival.option.name} if rival is not None else set()
    first |= {each.option for each in answer.certainty.rivals}

    def effect(finding: Finding) -> tuple[int, bool]:
        concerns = not finding.options or not first.isdisjoint(finding.options)
        return _WORST_FIRST.index(finding.severity), not concerns

    return tuple(sorted(answer.findings, key=effect))


def first_findings(answer: Answer) -> tuple[Finding, ...]:
    """Return at most three findings, of three different checks."""
    by_check: dict[str, Finding] = {}
    for finding in sort_findings(answer):
        by_check.setdefault(finding.check, finding)
    return tuple(by_check.values())[:MOST_FIRST]


def check_help_topic(check: str) -> str:
    """Return what the guide calls the help on a check of the audit."""
    return "finding-" + re.sub(r"\W+", "-", check)


_PAGES = (
    ("pric", "pricing"),
    ("spares", "pricing"),
    ("discount", "pricing"),
    ("provisioning", "provisioning"),
)


def page_to_resolve_finding(finding: Finding) -> str:
    """Return the key of the page on which a finding is mended."""
    return next((page for part, page in _PAGES if part in finding.check), "evidence")


@dataclass(frozen=True, slots=True)
class MissingEvidence:
    """One thing that is missing."""

    what: Message
    why: Message
    """What it changes, and which run mends it."""


def missing_evidence(answer: Answer) -> tuple[MissingEvidence, ...]:
    """Return what is missing; nothing where transactions were measured."""
    return tuple(_list_missing_evidence(answer)) if answer.is_storage_alone else ()


def _list_missing_evidence(answer: Answer) -> Iterator[MissingEvidence]:
    asked = answer.requirement
    if asked.goal is Goal.RESPONSE_TIME and asked.storage_share is not None:
        yield MissingEvidence(
            WHOLE_RUN.build_message(),
            SHARE_OF_TARGET.build_message(
                share=100 * asked.storage_share,
                load=describe_stated_load(asked),
            ),
        )
    names: dict[tuple[Message, Message], list[str]] = {}
    for option in answer.options:
        if option.outcome is Outcome.NOT_SHOWN:
            names.setdefault((basis_or_reason_label(option), option.reason), []).append(
                option.option.name
            )
    for (word, reason), lacking in names.items():
        what = message("{option}: {reason}", option=", ".join(lacking), reason=word)
        yield MissingEvidence(what, reason)


MOST_CHANGES = 7
LEAST_SHARE = 0.005
"""Of the simulations that an option must win for a test of it to be proposed."""


def list_answer_changes(answer: Answer) -> tuple[Change, ...]:
    """Return at most seven changes; what evidence or a price could decide comes last.

    A test is named only of an option that would be recommended if it passed, that is not first in
    none of the simulations in which it passes, and of which a test can show it.
    """
    found = [each for each in answer.changes if each.what.code != EVIDENCE_FOR.code]
    would_win = {each.winner for each in answer.changes if each.what.code == EVIDENCE_FOR.code}
    hopeless = {each.option for each in answer.certainty.rivals if each.share < LEAST_SHARE}
    tests = [
        _build_change_to_pass(answer, option)
        for option in answer.options
        if option.option.name in would_win - hopeless
        and option.further_test is not FurtherTest.RATE_TOO_LOW
    ]
    kept = tests[: max(1, MOST_CHANGES - len(found))]
    return (*found[: MOST_CHANGES - len(kept)], *kept)


def _rules_not_passed(option: OptionAnswer) -> list[str]:
    return [
        rule for rule, verdict in option.rule_verdicts if outcome_of(verdict) is not Outcome.PASS
    ]


def _build_change_to_pass(answer: Answer, passing: OptionAnswer) -> Change:
    """Return what would show an option to pass: a test, where no input is missing."""
    option, lacking = passing.option.name, _rules_not_passed(passing)
    if lacking == ["budget"]:
        return Change(
            _PRICE_OF.build_message(option=option), _IN_BUDGET.build_message(), None, option
        )
    if not BY_RULE.keys().isdisjoint(lacking):
        return Change(
            _LACKS.build_message(option=option), _SHOW_PASS.build_message(), None, option
        )
    if passing.further_test is FurtherTest.OTHER_STATISTIC:
        what = _RESULTS_OF.build_message(option=option, statistic=answer.requirement.statistic)
        return Change(what, _SHOW_PASS.build_message(), None, option)
    return Change(_TEST_OF.build_message(option=option), _SHOWS_PASS.build_message(), None, option)


def _is_candidate_for_test(answer: Answer, figures: Figures) -> bool:
    """Hold of an option that does not pass, and is not first in no simulation at all."""
    option = _option_named_in(answer, figures)
    shares = [each.share for each in answer.certainty.rivals if each.option == option.option.name]
    return option.outcome is not Outcome.PASS and all(share >= LEAST_SHARE for share in shares)


_PRICE_OF = define_claim("A price of {option}", lambda a, f: _option_named_in(a, f).price is None)
_LACKS = define_claim("Evidence and inputs that {option} lacks", _is_candidate_for_test)
_TEST_OF = define_claim(
    "A test of {option}",
    lambda a, f: (
        _is_candidate_for_test(a, f)
        and is_statistic_readable(_option_named_in(a, f))
        and can_reach_demand(a, _option_named_in(a, f))
    ),
)
_RESULTS_OF = define_claim(
    "Results of {option} with {statistic}",
    lambda a, f: (
        _is_candidate_for_test(a, f)
        and f["statistic"] == a.requirement.statistic
        and a.requirement.goal is not Goal.NONE
        and a.requirement.statistic != "mean"
    ),
)


def describe_change(change: Change) -> Message:
    """Return a change in one line, for outputs without a table."""
    if change.winner is None:
        return _NONE_THEN.build_message(what=change.what, to=change.to)
    return _WINS_THEN.build_message(what=change.what, to=change.to, option=change.winner)


def _is_listed_change(answer: Answer, figures: Figures) -> bool:
    what = figures["what"]
    inner = dict(what.figures) if isinstance(what, Message) else {}
    known = find_claim(what) if isinstance(what, Message) else None
    if known is not None and not known.holds(answer, {**figures, **inner}):
        return False
    return any(
        (each.what, each.to, each.winner)
        == (figures["what"], figures["to"], figures.get("option"))
        for each in list_answer_changes(answer)
    )


_NONE_THEN = define_claim(
    "{what} {to}: none is shown to pass", _is_listed_change, judges_nested=True
)
_WINS_THEN = define_claim("{what} {to}: {option}", _is_listed_change, judges_nested=True)


def _option_named_in(answer: Answer, figures: Figures) -> OptionAnswer:
    return next(o for o in answer.options if o.option.name == figures["option"])


def _measured_user_counts(answer: Answer, figures: Figures) -> set[int]:
    return {level.users for level in _option_named_in(answer, figures).levels}


def _is_planned_test(answer: Answer, figures: Figures) -> bool:
    option = _option_named_in(answer, figures)
    return option.test_next_users == figures["users"] and option.outcome is Outcome.NOT_SHOWN


def _is_test_decisive(answer: Answer, figures: Figures) -> bool:
    """Hold where all of the interval that is expected lies on one side of the target."""
    target = rounded_milliseconds(answer.requirement.target_s)
    low, high = float(str(figures["low"])), float(str(figures["high"]))
    return high <= target or low >= target


_TEST = define_claim("A test at about {users} users would narrow {option}.", _is_planned_test)
_PLAN = define_claim(
    "A test at about {users} users ({runs} runs) would narrow {option} to about"
    " {low:,.10g}\N{EN DASH}{high:,.10g} ms.",
    lambda a, f: _is_planned_test(a, f) and float(str(f["low"])) <= float(str(f["high"])),
)
_SETTLE = define_claim(
    "A test at about {users} users ({runs} runs) would decide {option}; expected:"
    " {low:,.10g}\N{EN DASH}{high:,.10g} ms.",
    lambda a, f: _is_planned_test(a, f) and _is_test_decisive(a, f),
)
_REPEAT = define_claim(
    "Repeat the runs at {users} users to get an interval for {option}.",
    lambda a, f: _is_planned_test(a, f) and f["users"] in _measured_user_counts(a, f),
)
_AGAIN = define_claim(
    "The same tests from {users} users, {how}, could decide {option}.",
    lambda a, f: any(
        level.users == f["users"] and level.host_bound for level in _option_named_in(a, f).levels
    ),
)


def _describe_required_setup(words: str) -> Message:
    """Return how the lab would have to be; judged with the sentence that it stands in."""
    return define_claim(words, always_holds).build_message()


_MORE_PROCESSORS = _describe_required_setup("with more CPUs in the database host")
_OTHERWISE: dict[str, Message] = {
    Bottleneck.CLIENT: _describe_required_setup("with another load generator"),
    Bottleneck.PAGING: _describe_required_setup("with more memory in the database host"),
    Bottleneck.STOLEN: _describe_required_setup(
        "with CPUs not shared with other virtual machines"
    ),
    Bottleneck.INVALID: _describe_required_setup("with figures that agree"),
}
"""What has to be other for a level to count; for all other levels there are more processors."""


def _matches_limited_run_count(limit: Bottleneck) -> Predicate:
    def holds(answer: Answer, figures: Figures) -> bool:
        levels = [x for x in _option_named_in(answer, figures).levels if x.bottleneck == limit]
        stated = figures["runs"], figures["users"]
        return stated == (sum(x.runs for x in levels), min(x.users for x in levels))

    return holds


_UNCOUNTED: dict[str, Claim] = {
    Bottleneck.CLIENT: define_claim(
        "{option}: limited by the load generator from {users} users, not counted: {runs}.",
        _matches_limited_run_count(Bottleneck.CLIENT),
    ),
    Bottleneck.INVALID: define_claim(
        "{option}: contradictory from {users} users, not counted: {runs}.",
        _matches_limited_run_count(Bottleneck.INVALID),
    ),
}
_FAR_BEYOND = define_claim(
    "The demand is {times:.1f} times the highest rate shown by any option, {rate:.1f}"
    " tx/s. Test much higher loads.",
    lambda a, f: abs(a.demand_tps / float(str(f["rate"])) - float(str(f["times"]))) < 1e-6,
)
_HOST_LIMITS = frozenset(
    {
        *(Bottleneck.PAGING, Bottleneck.STOLEN, Bottleneck.HOST),
        *(Bottleneck.HOST_NEAR, Bottleneck.SINGLE_THREAD),
    }
)
_HOST_LIMITED = define_claim(
    "{bound} of the {total} runs were limited by the database host and do not count ({options}).",
    lambda a, f: (
        f["bound"]
        == sum(x.runs for o in a.options for x in o.levels if x.bottleneck in _HOST_LIMITS)
    ),
)


def describe_limits(answer: Answer) -> Iterator[Message]:
    """Describe what does not count and what to test next."""
    yield from _describe_busy_hosts(answer)
    rates = (level.rate_tps.point for option in answer.options for level in option.levels)
    most = max((rate for rate in rates if rate is not None), default=0.0)
    if most > 0 and answer.demand_tps > FURTHEST * most:
        yield _FAR_BEYOND.build_message(times=answer.demand_tps / most, rate=most)
    for option in answer.options:
        yield from _describe_runs_not_counted(option)
        if option.test_next_users is not None:
            yield _describe_planned_test(option, option.test_next_users)
        if option.status is Verdict.NOT_COMPARABLE:
            yield from _describe_other_setup(option)


def _describe_runs_not_counted(option: OptionAnswer) -> Iterator[Message]:
    for limit, sentence in _UNCOUNTED.items():
        levels = [level for level in option.levels if level.bottleneck == limit]
        if levels:
            yield sentence.build_message(
                option=option.option.name,
                runs=sum(level.runs for level in levels),
                users=levels[0].users,
            )


def _describe_other_setup(option: OptionAnswer) -> Iterator[Message]:
    """Say what would have to be other in the lab for the storage to be compared (MODEL D3)."""
    first = next((level for level in option.levels if level.host_bound), None)
    if first is not None:
        how = _OTHERWISE.get(first.bottleneck, _MORE_PROCESSORS)
        yield _AGAIN.build_message(users=first.users, how=how, option=option.option.name)


def _describe_busy_hosts(answer: Answer) -> Iterator[Message]:
    """Describe how many of all runs measured the database host rather than the storage."""
    total = sum(level.runs for option in answer.options for level in option.levels)
    bound = {
        option.option.name: runs
        for option in answer.options
        if (runs := sum(level.runs for level in option.levels if _is_host_bound(level)))
    }
    if bound:
        yield _HOST_LIMITED.build_message(
            bound=sum(bound.values()),
            total=total,
            options=", ".join(bound),
        )


def _is_host_bound(level: LoadLevel) -> bool:
    return level.host_bound and level.bottleneck not in _UNCOUNTED


def describe_next_test(option: OptionAnswer) -> Message | None:
    """Return which load of an option to test next; None where no test is planned."""
    users = option.test_next_users
    return None if users is None else _describe_planned_test(option, users)


AROUND = (0.8, 1.0, 1.25)
"""Loads to be tested where nothing is known, as shares of the required one."""


def describe_test_that_would_decide(answer: Answer, option: OptionAnswer) -> Message:
    """Return the test that decides an option: as planned, in another lab, or around the load."""
    planned = describe_next_test(option) or next(_describe_other_setup(option), None)
    if planned is not None:
        return planned
    low, rate, high = (round_load(answer.demand_tps * share) for share in AROUND)
    unit = demand_unit(answer).value
    return _TESTS_AROUND.build_message(
        runs=FULL_REPETITIONS, low=low, rate=rate, high=high, unit=unit
    )


_TESTS_AROUND = define_claim(
    "{runs} runs each at {low:,.10g}, {rate:,.10g} and {high:,.10g} {unit}.",
    lambda a, f: (
        f["rate"] == round_load(a.demand_tps)
        and float(str(f["low"])) <= float(str(f["rate"])) <= float(str(f["high"]))
        and f["unit"] == demand_unit(a).value
    ),
)


def _describe_planned_test(option: OptionAnswer, users: int) -> Message:
    plan, name = option.next_test, option.option.name
    if plan is not None and plan.response_s.low is not None and plan.response_s.high is not None:
        return (_SETTLE if plan.decides else _PLAN).build_message(
            users=users,
            runs=plan.runs,
            option=name,
            low=rounded_milliseconds(plan.response_s.low),
            high=rounded_milliseconds(plan.response_s.high),
        )
    is_new = users not in {level.users for level in option.levels}
    repeated = any(level.runs > 1 for level in option.levels)
    return (_TEST if repeated or is_new else _REPEAT).build_message(users=users, option=name)
