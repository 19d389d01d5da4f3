"""What would change the answer: the one list of it that every output shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.decision.break_even import EVIDENCE_FOR
from arraywise.domain.basis import Outcome
from arraywise.domain.decision import Change, outcome_of
from arraywise.domain.messages import message
from arraywise.present.labels import BY_RULE

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.messages import Message

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
