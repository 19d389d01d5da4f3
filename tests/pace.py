"""How slow the machine is at this moment, by a fixed piece of work.

The same core may take twice the processor time for the same work while others use it. Goals in
milliseconds are meant for two quiet cores of 2.6 GHz.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_STEPS = 200_000
_QUIET_S = 0.0065
"""Processor time of the fixed work on two quiet cores of 2.6 GHz."""


def own_time(act: Callable[[], object]) -> float:
    """Return the processor seconds that this thread takes for something."""
    before = time.thread_time()
    act()
    return time.thread_time() - before


def slowness() -> float:
    """Return how many times as long the fixed work takes as on the quiet machine."""
    return own_time(_fixed_work) / _QUIET_S


def _fixed_work() -> None:
    total = 0
    for number in range(_STEPS):
        total += number * number
