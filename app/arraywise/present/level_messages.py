"""What the tables of measured levels say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.claims import define_claim
from arraywise.domain.requirement import Outcome

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer
    from arraywise.domain.messages import Message


def _levels(answer: Answer) -> tuple[int, int]:
    """Return how many levels there are, and how many of them do not count."""
    all_ = [level for option in answer.options for level in option.levels]
    return len(all_), sum(level.host_bound or level.past_knee for level in all_)


_ALL_COUNT = define_claim(
    "All {count} measured levels count", lambda a, f: _levels(a) == (f["count"], 0)
)
_SOME_COUNT = define_claim(
    "{left_out} of {count} measured levels do not count",
    lambda a, f: _levels(a) == (f["count"], f["left_out"]),
)
_PASS_DEGRADED = define_claim(
    "{passing} of {count} tests with a part failed meet the target at the peak",
    lambda a, f: (
        [f["passing"], f["count"]]
        == [
            sum(found.outcome_at_peak is Outcome.PASS for o in a.options for found in o.degraded),
            sum(len(o.degraded) for o in a.options),
        ]
    ),
)


def describe_levels(answer: Answer) -> Message:
    """State how many of the measured levels count."""
    count, left_out = _levels(answer)
    if not left_out:
        return _ALL_COUNT.build_message(count=count)
    return _SOME_COUNT.build_message(count=count, left_out=left_out)


def describe_degraded(answer: Answer) -> Message:
    """State how many options keep the target with a part failed."""
    tested = [found for option in answer.options for found in option.degraded]
    passing = sum(found.outcome_at_peak is Outcome.PASS for found in tested)
    return _PASS_DEGRADED.build_message(passing=passing, count=len(tested))
