"""Keeps the evidence of a test that hangs: the native stacks of its process, if gdb is there.

Pytest itself writes where each thread is in Python (`faulthandler_timeout`). A test that waits
within Qt, or for the lock of the interpreter, cannot tell more from inside; a process beside it
can.
"""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import IO

_GDB = ("--batch", "-nx", "-ex", "set pagination off", "-ex", "thread apply all bt 60")


class Watcher:
    """Tells a process of its own which test has begun; it looks where one stays for too long."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds if shutil.which("gdb") is not None else 0.0
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self, test: str) -> None:
        """Count the time from now on; without a name nothing is waited for."""
        if self._seconds <= 0:
            return
        if self._process is None:
            command = [sys.executable, "-I", "-S", __file__, str(os.getpid()), str(self._seconds)]
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, bufsize=0, start_new_session=True
            )
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(f"{test}\n".encode(errors="replace"))

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.communicate()


def _watch(process: str, seconds: float, tests: IO[bytes]) -> None:
    test = ""
    while True:
        ready, _, _ = select.select([tests], [], [], seconds if test else None)
        if not ready:
            message = f"\n{test} runs for over {seconds:g} s in process {process}:\n"
            os.write(2, message.encode(errors="replace"))
            subprocess.run(["gdb", *_GDB, "-p", process], stdout=2, check=False)
            test = ""
            continue
        stated = os.read(tests.fileno(), 1 << 16)
        if not stated:
            return
        test = stated.decode(errors="replace").removesuffix("\n").rpartition("\n")[2]


if __name__ == "__main__":
    _watch(sys.argv[1], float(sys.argv[2]), sys.stdin.buffer)
