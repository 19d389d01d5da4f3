"""What the bench's rows may come to, against the bare work in the same run, on two quiet cores.

`make bench` fails where a row is above a ceiling that was met; of one that was not met yet it
prints how far it is. A later change may lower a ceiling and may not raise one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.bench.processes import Result


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The most that a row may come to."""

    ratio: float | None = None
    """Times the bare work, by the clock on the wall."""
    value: float | None = None
    """In the unit of the row."""
    is_met: bool = False
    """Whether the program keeps within it; it may not get above it any more then."""


DSTAT: Final = Ceiling(ratio=1.10)
ORION: Final = Ceiling(ratio=1.6)
SWINGBENCH: Final = Ceiling(ratio=1.3)
AGAIN: Final = Ceiling(ratio=1.8)
MIXED: Final = Ceiling(value=8.0)
"""0.8 ms for each of 10,000 files."""
AWR: Final = Ceiling(ratio=1.5, value=0.5, is_met=True)


def state(result: Result) -> str:
    """Return what the ceiling of a row is, and whether it is kept; nothing without one."""
    if result.ceiling is None:
        return ""
    limits = [f"{result.ceiling.ratio:g} times"] if result.ceiling.ratio is not None else []
    limits += [f"{result.ceiling.value:g} {result.unit}"] if result.ceiling.value else []
    verdict = "above it" if is_above(result) else "kept"
    more = "" if result.ceiling.is_met else ", which was not met yet"
    return f"  ceiling {' and '.join(limits)}{more}: {verdict}"


def is_above(result: Result) -> bool:
    """Return whether a row is above its ceiling."""
    ceiling = result.ceiling
    if ceiling is None:
        return False
    pairs = ((ceiling.ratio, result.ratio), (ceiling.value, result.value))
    return any(most is not None and reached > most for most, reached in pairs)


def broken(results: Iterable[Result]) -> list[Result]:
    """Return the rows above a ceiling that was met before."""
    return [r for r in results if r.ceiling is not None and r.ceiling.is_met and is_above(r)]
