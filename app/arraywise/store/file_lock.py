"""A lock on a study file that lasts as long as the study is open.

DuckDB's own is a POSIX lock, which falls when this process closes any handle on the file: a file
dialog that looks into files to choose their icons is enough, and a second process could write to
the study then. A lock by `flock` belongs to the handle that it was asked for with.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.store.connection import StudyInUse, in_use_by, in_use_by_process
from arraywise.store.study_file import said_of

if TYPE_CHECKING:
    from typing import BinaryIO


def hold(path: Path) -> BinaryIO | None:
    """Lock a study file; closing what is returned lets go of it.

    Returns:
        A handle to read by; None where there is no file yet, and on systems on which DuckDB's own
        lock lasts or both would collide.

    Raises:
        StudyInUse: When another process has the study open.
        UserError: When the file may not be read.
    """
    if sys.platform != "linux" or not path.exists():
        return None
    import fcntl

    with said_of(path):
        handle = path.open("rb")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        inode = os.fstat(handle.fileno()).st_ino
        handle.close()
        raise _in_use(path, inode) from error
    except OSError:
        pass  # a file system without such locks: DuckDB's own has to do
    return handle


def _in_use(path: Path, inode: int) -> StudyInUse:
    """Name the process that holds the lock, where the system tells."""
    with suppress(OSError):
        for line in Path("/proc/locks").read_text().splitlines():
            words = line.split()
            if "FLOCK" in words and words[-3].endswith(f":{inode}"):
                number = words[-4]
                name = Path("/proc", number, "comm").read_text().strip()
                return in_use_by_process(path, name, number)
    return in_use_by(path, say("another program"))
