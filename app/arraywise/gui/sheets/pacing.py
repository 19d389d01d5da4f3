"""Says when long work on the window's thread is to give the others a turn."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Generator

Result = TypeVar("Result")
_TURN_S = 0.012
"""Less than a frame, for what is drawn meanwhile needs time too."""


class Pace:
    """Asked again and again by work that is done in portions."""

    def __init__(self) -> None:
        self._end: float | None = None
        """None until the turn begins, which others may put off."""

    @property
    def is_due(self) -> bool:
        """Whether it is the others' turn; ours begins anew when this is asked again."""
        now = perf_counter()
        if self._end is None:
            self._end = now + _TURN_S
        if now < self._end:
            return False
        self._end = None
        return True


def at_once(work: Generator[None, None, Result]) -> Result:
    """Do work that is done in portions without a pause between them."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            result: Result = done.value
            return result
