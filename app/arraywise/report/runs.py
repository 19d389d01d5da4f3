"""What a paragraph is made of: stretches of text in one look. Nothing in a text is interpreted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from arraywise.report import fonts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from reportlab.lib.colors import Color

_RAISED = re.compile(r"<(sub|super)>(.*?)</\1>")
_RISES = {"sub": -2.0, "super": 3.5}
_SMALL = 7.0
"""Size of an index or a power in a formula."""


class Run(NamedTuple):
    """A text in one look; what is not said is as the paragraph's style has it."""

    text: str
    font: str = ""
    size: float = 0.0
    ink: Color | None = None
    rise: float = 0.0
    """Points above the line."""
    leads_to: str = ""
    """Key of the place that it is a link to."""


NEW_LINE = Run("\n")


def strong(text: str) -> Run:
    """Return a text in semibold."""
    return Run(text, font=fonts.SEMIBOLD)


def inked(runs: Iterable[Run], ink: Color) -> list[Run]:
    """Return runs in a colour."""
    return [run._replace(ink=ink) for run in runs]


def linked(runs: Iterable[Run], key: str) -> list[Run]:
    """Return runs that lead to a place."""
    return [run._replace(leads_to=key) for run in runs]


def sized(runs: Iterable[Run], size: float) -> list[Run]:
    """Return runs in a size, in points."""
    return [run._replace(size=size) for run in runs]


def joined(parts: Sequence[Iterable[Run]], between: str) -> list[Run]:
    """Return all runs of several parts with a text between the parts."""
    found: list[Run] = []
    for part in parts:
        if found:
            found.append(Run(between))
        found += part
    return found


def formula(text: str) -> list[Run]:
    """Read a formula of ours, in which <sub> marks an index and <super> a power."""
    found: list[Run] = []
    end = 0
    for marked in _RAISED.finditer(text):
        kind, raised = marked.groups()
        found += [Run(text[end : marked.start()]), Run(raised, size=_SMALL, rise=_RISES[kind])]
        end = marked.end()
    return [run for run in [*found, Run(text[end:])] if run.text]
