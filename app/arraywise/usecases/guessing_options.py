"""Guesses from folder and file names which option a file belongs to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.domain.options import Architecture, guess_architecture

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from arraywise.domain.options import Option


def guess_option(options: Sequence[Option], path: Path, name: str) -> Option | None:
    """Return the option that a file's name or folder points to; None where none or several do.

    Args:
        options: The options of the study.
        path: Where the file lies.
        name: Its name as it was found: with the folders below the one that was named.
    """
    depth = name.count("/") + 1  # the folder that was named, or that the file lies in, counts too
    for part in reversed(path.parts[-depth - 1 :]):
        found = _by_name(options, part) or _by_architecture(options, part)
        if found is not None:
            return found
    return None


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
    return re.sub(r"[\W_]+", " ", text).strip().casefold()
