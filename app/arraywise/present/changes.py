"""What would change the answer: the one list of it that every output shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.decision.break_even import EVIDENCE_FOR
from arraywise.domain.decision import Change
from arraywise.domain.messages import message

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer
    from arraywise.domain.messages import Message

MOST_CHANGES = 7


def list_changes(answer: Answer) -> tuple[Change, ...]:
    """Return at most seven changes, the nearest first and a test that could decide last."""
    found = [each for each in answer.changes if each.what.template != EVIDENCE_FOR]
    hopeful = [each.winner for each in answer.changes if each.what.template == EVIDENCE_FOR]
    hopeful += [each.option for each in answer.certainty.rivals]
    tests = [_test_of(option) for option in dict.fromkeys(hopeful) if option is not None]
    kept = tests[: max(1, MOST_CHANGES - len(found))]
    return (*found[: MOST_CHANGES - len(kept)], *kept)


def _test_of(option: str) -> Change:
    what = message("A test of {option}", option=option)
    return Change(what, message("shows that it passes"), None, option)


def describe_change(change: Change) -> Message:
    """Return a change in one line, for outputs without a table."""
    if change.winner is None:
        return message("{what} {to}: none is shown to pass", what=change.what, to=change.to)
    return message("{what} {to}: {option}", what=change.what, to=change.to, option=change.winner)
