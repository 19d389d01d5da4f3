"""What is open: findings, missing evidence, tests to run next, changes of the answer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.analysis.curves.load_level import Bottleneck
from arraywise.analysis.decision.break_even import EVIDENCE_FOR
from arraywise.analysis.decision.ranking import find_rival
from arraywise.analysis.decision.screening import FURTHEST
from arraywise.domain.decision import Change, Verdict, outcome_of
from arraywise.domain.messages import Severity, message, shown_ms
from arraywise.domain.requirement import Goal, Outcome
from arraywise.present.figures import load_words
from arraywise.present.labels import BY_RULE, basis_word
from arraywise.present.tables.overview import is_storage_alone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.decision import Answer, Finding, LoadLevel, OptionAnswer
    from arraywise.domain.messages import Message


_WORST_FIRST = (Severity.ERROR, Severity.WARNING, Severity.INFO)
MOST_FIRST = 3


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


def help_topic(check: str) -> str:
    """Return what the guide calls the help on a check of the audit."""
    return "finding-" + re.sub(r"\W+", "-", check)


_PAGES = (
    ("pric", "pricing"),
    ("spares", "pricing"),
    ("discount", "pricing"),
    ("provisioning", "provisioning"),
)


def page_of_finding(finding: Finding) -> str:
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
    return tuple(_missing(answer)) if is_storage_alone(answer) else ()


def _missing(answer: Answer) -> Iterator[MissingEvidence]:
    asked = answer.requirement
    if asked.goal is Goal.RESPONSE_TIME and asked.storage_share is not None:
        yield MissingEvidence(
            message("A run of whole transactions"),
            message(
                "Their CPU time at this load is unknown, so the storage gets {share:.0f} % of the"
                " target. A run at {load} would replace that share.",
                share=100 * asked.storage_share,
                load=load_words(asked),
            ),
        )
    names: dict[tuple[Message, Message], list[str]] = {}
    for option in answer.options:
        if option.outcome is Outcome.NOT_SHOWN:
            names.setdefault((basis_word(option), option.reason), []).append(option.option.name)
    for (word, reason), lacking in names.items():
        what = message("{option}: {reason}", option=", ".join(lacking), reason=word)
        yield MissingEvidence(what, reason)


MOST_CHANGES = 7


def list_changes(answer: Answer) -> tuple[Change, ...]:
    """Return at most seven changes; what evidence or a price could decide comes last."""
    found = [each for each in answer.changes if each.what.template != EVIDENCE_FOR]
    hopeful = [each.winner for each in answer.changes if each.what.template == EVIDENCE_FOR]
    hopeful += [each.option for each in answer.certainty.rivals]
    lacking = {o.option.name: _open_rules(o) for o in answer.options}
    tests = [
        _test_of(name, lacking.get(name, []))
        for name in dict.fromkeys(hopeful)
        if name is not None
    ]
    kept = tests[: max(1, MOST_CHANGES - len(found))]
    return (*found[: MOST_CHANGES - len(kept)], *kept)


def _open_rules(option: OptionAnswer) -> list[str]:
    return [rule for rule, verdict in option.screen if outcome_of(verdict) is not Outcome.PASS]


def _test_of(option: str, lacking: list[str]) -> Change:
    """Return what would show an option to pass: a test, where no input is missing."""
    if lacking == ["budget"]:
        what = message("A price of {option}", option=option)
        return Change(what, message("within the budget"), None, option)
    if not BY_RULE.keys().isdisjoint(lacking):
        what = message("Evidence and inputs that {option} lacks", option=option)
        return Change(what, message("show that it passes"), None, option)
    what = message("A test of {option}", option=option)
    return Change(what, message("shows that it passes"), None, option)


def describe_change(change: Change) -> Message:
    """Return a change in one line, for outputs without a table."""
    if change.winner is None:
        return message("{what} {to}: none is shown to pass", what=change.what, to=change.to)
    return message("{what} {to}: {option}", what=change.what, to=change.to, option=change.winner)


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
    rates = (level.rate_tps.point for option in answer.options for level in option.levels)
    most = max((rate for rate in rates if rate is not None), default=0.0)
    if most > 0 and answer.demand_tps > FURTHEST * most:
        yield message(
            "The demand is {times:.1f} times the highest rate shown by any option, {rate:.1f}"
            " tx/s. Test much higher loads.",
            times=answer.demand_tps / most,
            rate=most,
        )
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
            yield _describe_test(option, option.test_next_users)
        if option.status is Verdict.NOT_COMPARABLE:
            yield from _describe_other_setup(option)


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


def describe_next_test(option: OptionAnswer) -> Message | None:
    """Return which load of an option to test next; None where no test is planned."""
    users = option.test_next_users
    return None if users is None else _describe_test(option, users)


def _describe_test(option: OptionAnswer, users: int) -> Message:
    plan, name = option.next_test, option.option.name
    if plan is not None and plan.response_s.low is not None and plan.response_s.high is not None:
        return message(
            _SETTLE if plan.decides else _PLAN,
            users=users,
            runs=plan.runs,
            option=name,
            low=shown_ms(plan.response_s.low),
            high=shown_ms(plan.response_s.high),
        )
    is_new = users not in {level.users for level in option.levels}
    repeated = any(level.runs > 1 for level in option.levels)
    return message(_TEST if repeated or is_new else _REPEAT, users=users, option=name)
