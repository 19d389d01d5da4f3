"""How a long action tells how far it is, and learns that it shall stop."""

from __future__ import annotations

from collections.abc import Callable

from arraywise.domain.problems import Stopped

Progress = Callable[[int, int, str], None]
"""Takes what is done, the whole, and what is being done."""
StopAsked = Callable[[], bool]
"""Says whether the user asked to stop."""


def no_progress(_done: int, _total: int, _text: str) -> None:
    """Show no progress."""


def never_stopped() -> bool:
    """Never ask to stop."""
    return False


def stop_if_asked(stopped: StopAsked) -> None:
    """End the action when the user asked for it.

    Raises:
        Stopped: When so; nothing of the action is kept.
    """
    if stopped():
        raise Stopped
