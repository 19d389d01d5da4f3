"""`python -m arraywise` and the command `arraywise`."""

from __future__ import annotations

import gc
import logging
import os
import signal
import sys
from contextlib import suppress
from typing import NoReturn

from arraywise.cli import is_command, run

_OBJECTS_BETWEEN = 500_000
"""New objects between two searches for garbage in cycles, in place of Python's 700."""
_ALGEBRA_THREADS = "OPENBLAS_NUM_THREADS"
"""Of NumPy and SciPy, which read it when they are loaded."""


def main() -> NoReturn:
    """Run the command line, or the window, and leave with its exit status.

    Nothing is taken apart in the end, where Python and Qt may each hold parts of the other: files
    and studies are closed by then, and the system takes the memory back at once.

    A command makes many objects that stay and hardly any garbage. Searching for it while code is
    loaded, and taking everything apart at the end, was a sixth of the time of a short command.
    So was starting threads for products of matrices: ours have some thousand figures at most, and
    on one thread they come out the same to the last bit on every number of processors.
    """
    _open_closed_streams()
    os.environ.setdefault(_ALGEBRA_THREADS, "1")
    arguments = sys.argv[1:]
    if is_command(arguments):
        gc.set_threshold(_OBJECTS_BETWEEN, *gc.get_threshold()[1:])
    else:  # Ctrl+C ends the program while its parts are loaded, until the window takes it
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        status = run(arguments)
    except SystemExit as end:  # of argparse: help, versions, wrong usage
        status = end.code if isinstance(end.code, int) else 0
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # a program without a terminal has none
            with suppress(OSError):  # of a full one the command has spoken
                stream.flush()
    os._exit(status)


def _open_closed_streams() -> None:
    """Let what is closed (`>&-`) lead nowhere: the next file opened would get what is printed."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(number)
        except OSError:
            if os.open(os.devnull, os.O_RDWR) == number:
                setattr(sys, name, os.fdopen(number, mode, encoding="utf-8"))


if __name__ == "__main__":
    main()
