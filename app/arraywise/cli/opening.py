"""Opens a study while the code that a command needs is loaded, which takes as long."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING

from arraywise.store.study import open_study

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from arraywise.store.study import Study


@contextmanager
def opening(path: Path) -> Iterator[Callable[[], Study]]:
    """Begin to open a study; what is given waits for it, and raises what `open_study` raises.

    DuckDB works on the second processor meanwhile; the study is closed by whoever took it.
    """
    with ThreadPoolExecutor(1, thread_name_prefix="opening") as beside:
        yield beside.submit(open_study, path).result
