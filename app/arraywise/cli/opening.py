"""Opens a study while the code that a command needs is loaded, which takes as long."""

from __future__ import annotations

import threading
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
    opened: list[Study | BaseException] = []

    def open_it() -> None:
        try:
            opened.append(open_study(path))
        except BaseException as error:  # noqa: BLE001 - raised where it is waited for
            opened.append(error)

    beside = threading.Thread(target=open_it, name="opening")
    beside.start()

    def result() -> Study:
        beside.join()
        (study,) = opened
        if isinstance(study, BaseException):
            raise study
        return study

    try:
        yield result
    finally:
        beside.join()
