"""Lets a test of root's meet permissions as everybody else does.

A change of the user would do so too, but where the program lies below `/root` that user may not
even read its modules. Root without its capabilities enters what is its own, and nothing more.
"""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

_VERSION = 0x20080522
"""Of the kernel's interface (`_LINUX_CAPABILITY_VERSION_3`): 64 capabilities in two halves."""
_OVERRIDING = 1 << 1 | 1 << 2
"""CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH: to read, write and enter whatever the mode says."""
_SET_BITS, _GET_BITS = 28, 27
_NO_FIXUP = 1 << 2
"""SECBIT_NO_SETUID_FIXUP: `access()` answers for what is in force, not for what could be."""


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("process", ctypes.c_int))


class _Half(ctypes.Structure):
    _fields_ = tuple((n, ctypes.c_uint32) for n in ("effective", "permitted", "inheritable"))


@contextmanager
def without_root_powers() -> Iterator[None]:
    """Let permissions bind this thread, and those that it starts, where root runs the test too."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        yield
        return
    if sys.platform != "linux":
        pytest.skip("only on Linux can root give up its powers for a while")
    system = ctypes.CDLL(None, use_errno=True)
    header, halves = _Header(_VERSION, 0), (_Half * 2)()

    def call(name: str, *arguments: object) -> int:
        result: int = getattr(system, name)(*arguments)
        if result < 0:
            raise OSError(ctypes.get_errno(), f"{name}: {os.strerror(ctypes.get_errno())}")
        return result

    call("capget", ctypes.byref(header), halves)
    effective, bits = halves[0].effective, call("prctl", _GET_BITS)
    call("prctl", _SET_BITS, bits | _NO_FIXUP)
    try:
        halves[0].effective = effective & ~_OVERRIDING
        call("capset", ctypes.byref(header), halves)
        try:
            yield
        finally:
            halves[0].effective = effective
            call("capset", ctypes.byref(header), halves)
    finally:
        call("prctl", _SET_BITS, bits)
