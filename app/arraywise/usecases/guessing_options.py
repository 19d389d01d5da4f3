"""Guesses which option a file belongs to: from what stands in it, then from its names.

Tests are often named after what they test: ORION by `-testname`, a monitor by the file that it was
told to write to. Only then folder and file names are asked.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from arraywise.domain.options import Architecture, guess_architecture

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from arraywise.domain.evidence import Reading
    from arraywise.domain.options import Option


_TELLING = frozenset({"test_name", "label", "comment", "results_file"})
"""Attributes of a run that whoever ran it chose."""
_COMMANDS = frozenset({"cmdline", "commandline"})
_CHOSEN = re.compile(r"(?:--output|--log|-o|-testname)[ =](\S+)")
"""Words of a command that name a test or what it writes."""


def guess_option(
    options: Sequence[Option], path: Path, name: str, told: Iterable[Sequence[str]] = ()
) -> Option | None:
    """Return the option that a file points to; None where it points to none or several.

    Args:
        options: The options of the study.
        path: Where the file lies.
        name: Its name as it was found: with the folders below the one that was named.
        told: The names in it, as `names_in` gives them.
    """
    if not options:
        return None
    pointed = (_first_pointed(options, names) for names in told)
    meant = {found.id: found for found in pointed if found is not None}
    if len(meant) == 1:
        return next(iter(meant.values()))
    depth = name.count("/") + 1  # the folder that was named, or that the file lies in, counts too
    return _first_pointed(options, reversed(path.parts[-depth - 1 :]))


def names_in(reading: Reading) -> tuple[tuple[str, ...], ...]:
    """Return the names in a file that may be those of an option, each with its folder's."""
    return tuple(chain.from_iterable(_names_told(run.attributes) for run in reading.runs))


@lru_cache(maxsize=1_000)
def _names_told(attributes: tuple[tuple[str, str], ...]) -> tuple[tuple[str, ...], ...]:
    """Find the names in the attributes of a run, which thousands of runs may share."""
    names: list[tuple[str, ...]] = []
    for name, value in attributes:
        if name in _TELLING:
            names.append((value,))
        elif name in _COMMANDS:
            names += [tuple(path.split("/")[:-3:-1]) for path in _CHOSEN.findall(value)]
    return tuple(names)


def _first_pointed(options: Sequence[Option], parts: Iterable[str]) -> Option | None:
    return next((found for part in parts if (found := _pointed(options, part))), None)


def _pointed(options: Sequence[Option], part: str) -> Option | None:
    return _by_name(options, part) or _by_architecture(options, part)


def _by_name(options: Sequence[Option], part: str) -> Option | None:
    """Find the longest option name that stands in a part of the path as whole words."""
    words = f" {_plain(part)} "
    named = [o for o in options if _plain(o.name) and f" {_plain(o.name)} " in words]
    return max(named, key=lambda option: len(option.name), default=None)


def _by_architecture(options: Sequence[Option], part: str) -> Option | None:
    architecture = guess_architecture(part)
    if architecture is Architecture.OTHER:
        return None
    of_kind = [option for option in options if option.architecture is architecture]
    return of_kind[0] if len(of_kind) == 1 else None


def _plain(text: str) -> str:
    """Return words and numbers apart: `raid10` and RAID 10 are the same."""
    return " ".join(re.findall(r"[^\W\d_]+|\d+", text.casefold()))
