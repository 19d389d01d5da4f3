"""An empty study, and result files of the real tools to import."""

from __future__ import annotations

import shutil
from functools import cache
from typing import TYPE_CHECKING

import pytest

from arraywise.usecases.create_sample import PUBLISHED_STUDIES
from tests.blank_study import blank_study_file, study
from tests.gui.small_study import small_study, small_study_file
from tests.usecases.published import look_at
from tests.usecases.result_files import orion

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.usecases.published import Built

__all__ = ["blank_study_file", "lab", "small_study", "small_study_file", "study"]


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """Return a folder with a summary in a folder for each of two options, and a stray note."""
    lab = tmp_path / "lab"
    for number, folder in enumerate(("nas_10gbe", "das")):
        (lab / folder).mkdir(parents=True)
        (lab / folder / "summary.txt").write_text(orion(1000 + number))
    (lab / "notes.txt").write_text("Rewired the shelf before the second run.\n")
    return lab


@pytest.fixture(scope="session")
def built_once(
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[[Callable[[Path], object], Path], Path]:
    """Return a function that copies the study that another writes, which is called once."""
    folder = tmp_path_factory.mktemp("built")

    @cache
    def file_of(build: Callable[[Path], object]) -> Path:
        path = folder / f"{build.__module__}.arraywise"
        build(path)
        return path

    return lambda build, target: shutil.copy(file_of(build), target)


@pytest.fixture(scope="session")
def studies(
    copied_sample: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Built]:
    """Return the published studies by their names; nobody changes them."""
    folder = tmp_path_factory.mktemp("published")
    names = [sample.name for sample in PUBLISHED_STUDIES]
    return {name: look_at(copied_sample(folder / f"{name}.arraywise", name)) for name in names}
