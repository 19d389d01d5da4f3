"""System calls that fail, for the test in hand only: a seccomp filter in a forked child.

What DuckDB does with a file happens below Python, where nothing can be patched.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

_NUMBERS = {
    "x86_64": {"fsync": 74, "fdatasync": 75, "pwrite64": 18, "fcntl": 72, "flock": 73},
    "aarch64": {"fsync": 82, "fdatasync": 83, "pwrite64": 68, "fcntl": 25, "flock": 32},
}
_NO_NEW_PRIVILEGES, _SECCOMP, _FILTER = 38, 22, 2
_LOAD, _JUMP_IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000


def outcome_where(fault: dict[str, int], act: Callable[[], object]) -> str:
    """Return what an action says in a process whose system calls fail.

    Args:
        fault: Error number of each system call that fails.
        act: Is done in a forked child, which must not use what the parent has open.

    Returns:
        Text of the value or of the exception, its type before it.
    """
    numbers = _NUMBERS.get(platform.machine())
    if sys.platform != "linux" or numbers is None:
        pytest.skip("system calls are made to fail by seccomp on Linux only")
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            _refuse({numbers[name]: number for name, number in fault.items()})
            said = repr(act())
        except BaseException as error:  # noqa: BLE001 - told to the parent
            said = f"{type(error).__name__}: {error}"
        os.write(writing, said.encode()[:60_000])
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read().decode()
    os.waitpid(child, 0)
    return said


def _refuse(fault: dict[int, int]) -> None:
    """Make calls of this process fail, by number and error number."""
    program = [struct.pack("HBBI", _LOAD, 0, 0, 0)]
    for call, number in fault.items():
        program += [
            struct.pack("HBBI", _JUMP_IF_EQUAL, 0, 1, call),
            struct.pack("HBBI", _RETURN, 0, 0, _FAIL | number),
        ]
    program.append(struct.pack("HBBI", _RETURN, 0, 0, _ALLOW))
    filters = ctypes.create_string_buffer(b"".join(program))
    header = struct.pack("HxxxxxxP", len(program), ctypes.addressof(filters))
    library = ctypes.CDLL(None, use_errno=True)
    library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    if library.prctl(_SECCOMP, _FILTER, header, 0, 0):
        raise OSError(ctypes.get_errno(), errno.errorcode[ctypes.get_errno()])
