"""An empty study, and result files of the real tools to import."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.store.study import Study, create_study
from tests.usecases.result_files import orion

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def study(tmp_path: Path) -> Iterator[Study]:
    with create_study(tmp_path / "a.arraywise", name="Order entry") as study:
        yield study


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """Return a folder with a summary in a folder for each of two options, and a stray note."""
    lab = tmp_path / "lab"
    for number, folder in enumerate(("nas_10gbe", "das")):
        (lab / folder).mkdir(parents=True)
        (lab / folder / "summary.txt").write_text(orion(1000 + number))
    (lab / "notes.txt").write_text("Rewired the shelf before the second run.\n")
    return lab
