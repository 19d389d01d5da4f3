"""Telling how far an action is, and ending it when the user asks for that."""

from __future__ import annotations

from collections.abc import Callable

from arraywise.domain.messages import Stopped

Progress = Callable[[int, int, str], None]
"""Takes what is done, the whole, and what is being done."""
StopAsked = Callable[[], bool]
"""Says whether the user asked to stop."""


def ignore_progress(_done: int, _total: int, _text: str) -> None:
    """Show no progress."""


def is_never_stopped() -> bool:
    """Never ask to stop."""
    return False


def stop_if_asked(stopped: StopAsked) -> None:
    """End the action when the user asked for it.

    Raises:
        Stopped: When so; nothing of the action is kept.
    """
    if stopped():
        raise Stopped
