"""What a command line asked to be recorded, and what of it the file does not hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.importers.dstat.columns import Heading

_OPTIONS = {
    "c": "cpu",
    "d": "disk",
    "g": "page",
    "l": "load",
    "m": "mem",
    "n": "net",
    "p": "proc",
    "r": "io",
    "s": "swap",
    "t": "time",
    "T": "epoch",
    "y": "sys",
}
"""Letters with the same meaning in the whole family; -a and -v stand for others by version."""
_FAMILIES = {"page": "paging", "mem": "memory", "proc": "procs", "sys": "system"}
"""Families of columns that are not named like their option."""
_LETTERS = re.compile(r"-([a-zA-Z]+)")
_TAKES_VALUE = "CDIMNSo"


def asked_for(options: Sequence[str]) -> tuple[str, ...]:
    """Give the long names of the options that ask for columns, each once."""
    return tuple(dict.fromkeys(name for option in options for name in _asked_by(option)))


def absent(asked: Sequence[str], headings: Sequence[Heading]) -> list[str]:
    """Give the options that asked for columns of which there is none."""
    return [f"--{name}" for name in asked if not any(_is_of(h, name) for h in headings)]


def _asked_by(option: str) -> Iterator[str]:
    if option.startswith("--"):
        yield from (name for name in _OPTIONS.values() if option == f"--{name}")
        return
    letters = _LETTERS.match(option)
    for letter in letters[1] if letters else "":
        if letter in _TAKES_VALUE:
            return
        if letter in _OPTIONS:
            yield _OPTIONS[letter]


def _is_of(heading: Heading, name: str) -> bool:
    if name in {"time", "epoch"}:  # either will do
        return heading.is_time or heading.is_epoch
    return heading.family == _FAMILIES.get(name, name) and not heading.is_time
