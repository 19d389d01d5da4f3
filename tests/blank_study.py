"""An empty study in a folder of its own: made once, and copied for every test."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from arraywise.store.study import Study, create_study, open_study

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="session")
def blank_study_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a study that nothing was done to."""
    path = tmp_path_factory.mktemp("blank") / "blank.arraywise"
    create_study(path, name="Order entry").close()
    return path


@pytest.fixture
def study(blank_study_file: Path, tmp_path: Path) -> Iterator[Study]:
    """Open a study of the test's own."""
    with open_study(shutil.copy(blank_study_file, tmp_path / "a.arraywise")) as study:
        yield study
