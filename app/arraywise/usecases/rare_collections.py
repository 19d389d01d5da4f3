"""Work that makes many objects and keeps them: looking for garbage among them is in vain."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_OBJECTS_BETWEEN = 1_000_000


@contextmanager
def rare_collections() -> Iterator[None]:
    """Look for garbage in cycles rarely, as each look goes over all objects.

    Thousands of files are read in nine tenths of the time so, a report is made in three quarters.
    """
    before = gc.get_threshold()
    gc.set_threshold(_OBJECTS_BETWEEN, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
