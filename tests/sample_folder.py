"""Writes the folder of a worked example again; git then shows what changed."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable


def write_folder(name: str, files: Iterable[tuple[str, str]]) -> None:
    """Write all files of `data/NAME`; what else is in the folder goes away."""
    target = ROOT / "data" / name
    shutil.rmtree(target, ignore_errors=True)
    for each, text in files:
        path = target / each
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
