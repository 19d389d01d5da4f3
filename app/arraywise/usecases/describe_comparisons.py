"""Says how the response times of two options compare at the same number of users."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.said import Said, say

if TYPE_CHECKING:
    from arraywise.domain.decision import ResponseComparison


def describe_comparison(compared: ResponseComparison) -> Said:
    """Say in a sentence what a pair came to; a percentage is on the quicker one's time."""
    first, second = compared.options
    ratio = compared.ratio.point or 1.0
    if compared.equivalent:
        return say(
            "{first} and {second} answer alike at {users} users: within 5 % of each other.",
            first=first,
            second=second,
            users=compared.users,
        )
    if compared.tied:
        return say(
            "{first} and {second} cannot be told apart at {users} users.",
            first=first,
            second=second,
            users=compared.users,
        )
    if ratio < 1.0:
        first, second, ratio = second, first, 1.0 / ratio
    return say(
        "{first} takes {percent:.1f} % longer than {second} at {users} users.",
        first=first,
        second=second,
        percent=(ratio - 1.0) * 100,
        users=compared.users,
    )
