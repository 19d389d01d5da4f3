"""Studies that are shipped, built once for all tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.store.study import open_study
from tests.translations import sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture(scope="session", autouse=True)
def _studies_are_built_once(copied_sample: Callable[..., Path]) -> Iterator[None]:
    """Let what shipped studies say be read in those that other tests build too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            sentences,
            "build_sample_study",
            lambda path, name: open_study(copied_sample(path, name)),
        )
        yield
