"""Opens a study while the code that a command needs is loaded, which takes as long."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from arraywise.store.study import announced, open_study
from arraywise.usecases.meanwhile import Meanwhile

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from arraywise.store.study import Study


@contextmanager
def opening(path: Path) -> Iterator[Meanwhile[Study]]:
    """Begin to open a study; its result is the study, or raises what `open_study` raises.

    DuckDB works on the second processor meanwhile; the study is closed by whoever took it.
    """
    with announced(path):
        beside = Meanwhile(partial(open_study, path))
        try:
            yield beside
        finally:
            beside.wait()
