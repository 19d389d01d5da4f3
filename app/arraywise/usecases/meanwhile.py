"""Something that is done in another thread while this one goes on."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Meanwhile(Generic[T]):
    """A call that is under way; it pays where DuckDB or the disk does most of the work of one."""

    def __init__(self, call: Callable[[], T]) -> None:
        self._call = call
        self._results: list[T] = []
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._results.append(self._call())
        except BaseException as error:  # noqa: BLE001 - raised where the result is asked for
            self._error = error

    def has_failed(self) -> bool:
        """Say whether there will be no result."""
        return self._error is not None

    def wait(self) -> None:
        """Wait for its end, however it ends."""
        self._thread.join()

    def result(self) -> T:
        """Wait for the result and return it; raises what the call raised."""
        self.wait()
        if self._error is not None:
            raise self._error
        return self._results[0]
