"""What the user once said of a client's columns, kept by their headings for the next sheet."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from arraywise.domain.problems import UserError
from arraywise.importers.prices.headers import MAPPED_FIELDS, heading_words
from arraywise.usecases.whole_file import write_whole_file

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

FILE = "price-headings.json"
_MOST = 200
"""Sheets that are remembered, the newest last."""
_LARGEST_BYTES = 1_000_000


def remembered(folder: Path | None, headings: Sequence[str]) -> Mapping[str, str]:
    """Return field and heading as they were said of a sheet with the same headings; else empty."""
    return _known(folder).get(_key(headings), {})


def remember(folder: Path | None, headings: Sequence[str], mapping: Mapping[str, str]) -> None:
    """Keep what was said of a sheet; without a folder, or where it cannot be written, nothing."""
    if folder is None or not mapping:
        return
    known = _known(folder)
    known.pop(_key(headings), None)
    known[_key(headings)] = dict(mapping)
    newest = dict(list(known.items())[-_MOST:])
    text = json.dumps(newest, ensure_ascii=False, indent=1)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole_file(folder / FILE, text.encode("utf-8", "replace"))
    except (OSError, UserError):
        return  # what cannot be kept is asked again


def _key(headings: Sequence[str]) -> str:
    """Name a set of headings, in whatever order they stand."""
    return " | ".join(sorted({words for h in headings if (words := heading_words(h))}))


def _known(folder: Path | None) -> dict[str, dict[str, str]]:
    """Read what is kept; a damaged file counts as none."""
    path = None if folder is None else folder / FILE
    try:
        if path is None or path.stat().st_size > _LARGEST_BYTES:
            return {}
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    pairs = found.items() if isinstance(found, dict) else ()
    return {key: said for key, said in pairs if _is_mapping(said)}


def _is_mapping(said: object) -> bool:
    return isinstance(said, dict) and all(
        field in MAPPED_FIELDS and isinstance(heading, str) for field, heading in said.items()
    )
