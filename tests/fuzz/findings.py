"""Runs one input against a target, within time, and keeps the inputs that broke a law."""

from __future__ import annotations

import hashlib
import signal
import traceback
from dataclasses import dataclass, field
from time import process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import FrameType

MOST_SECONDS = 2.0
"""Of processor time, which does not grow on a busy machine."""


class TooSlowError(Exception):
    """An input took longer than any may."""


@dataclass(slots=True)
class Trial:
    """One target under fire: how many inputs, what was found."""

    name: str
    target: Callable[[bytes], None]
    folder: Path
    seconds_allowed: float = MOST_SECONDS
    inputs: int = 0
    slowest_s: float = 0.0
    found: dict[str, int] = field(default_factory=dict)
    """How often each finding, by the kind of exception and the place it was raised at."""

    def run(self, data: bytes) -> None:
        """Try one input; what goes wrong is noted and the next one may come."""
        self.inputs += 1
        signal.signal(signal.SIGVTALRM, _too_slow)
        signal.setitimer(signal.ITIMER_VIRTUAL, self.seconds_allowed)
        start = process_time()
        try:
            self.target(data)
        except Exception as error:  # noqa: BLE001 - the whole point
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            self._note(error, data)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        self.slowest_s = max(self.slowest_s, process_time() - start)

    def _note(self, error: Exception, data: bytes) -> None:
        frames = traceback.extract_tb(error.__traceback__)
        own = [f for f in frames if "/arraywise/" in f.filename] or frames
        last = frames[-1] if isinstance(error, AssertionError) else own[-1]
        key = f"{type(error).__name__} {last.filename.rsplit('arraywise/')[-1]}:{last.lineno}"
        self.found[key] = self.found.get(key, 0) + 1
        name = hashlib.sha256(key.encode()).hexdigest()[:8]
        stored = self.folder / f"{self.name}-{name}"
        if not stored.exists() or len(data) < stored.stat().st_size:  # the shortest is kept
            stored.write_bytes(data)
            story = "".join(traceback.format_exception(error))
            stored.with_name(stored.name + ".txt").write_text(story[-6_000:], "utf-8", "replace")


def _too_slow(signum: int, frame: FrameType | None) -> None:
    raise TooSlowError(signum, frame)
