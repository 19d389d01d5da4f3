"""An empty study in a folder of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arraywise.store.study import Study, create_study

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def study(tmp_path: Path) -> Iterator[Study]:
    with create_study(tmp_path / "a.arraywise", name="Order entry") as study:
        yield study
