"""Whether the file of an open study is still the one that was opened, and whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.store.connection import StudyDisplaced
from arraywise.store.study_file import identity_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_GONE = (
    "{path} was deleted or moved while it was open. Changes no longer reach it: save a copy of the"
    " study under another name."
)
_REPLACED = (
    "{path} was replaced by another file while it was open. Changes no longer reach it: save a"
    " copy of the study under another name."
)
_CUT = (
    "{path} was cut short by another program while it was open. Changes in it cannot be kept: save"
    " a copy of the study under another name."
)


class FilePlace:
    """Where a study was opened: path, device, inode and size in bytes."""

    def __init__(self, path: Path) -> None:
        found = path.stat()
        self._path = path
        self._identity = identity_of(path, found)
        self._size = found.st_size
        """When it was last looked at."""

    def check(self, allocated: Callable[[], int]) -> None:
        """Look whether the file is there, the same and not cut.

        Args:
            allocated: Tells how long the file is as far as the database knows, which makes it
                shorter at times.

        Raises:
            StudyDisplaced: When it is not.
        """
        size = self.check_identity()
        if size < self._size and self._path.stat().st_size < allocated():
            raise StudyDisplaced(say(_CUT, path=str(self._path)))
        self._size = size

    def check_identity(self) -> int:
        """Return the size of the file, where it is the one that was opened.

        Raises:
            StudyDisplaced: When it is not.
        """
        try:
            found = self._path.stat()
        except FileNotFoundError as error:
            raise StudyDisplaced(say(_GONE, path=str(self._path))) from error
        except OSError:
            return self._size  # a folder that cannot be looked into says nothing of the file
        if identity_of(self._path, found) != self._identity:
            raise StudyDisplaced(say(_REPLACED, path=str(self._path)))
        return found.st_size
