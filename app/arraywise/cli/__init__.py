"""The command line: the same core without a window.

Results go to stdout, messages to stderr; exit status 0 done, 1 could not (or some files refused),
2 usage.
"""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING

from arraywise.cli.arguments import COMMANDS, parser
from arraywise.domain.messages import Stopped, UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

DONE, COULD_NOT, USAGE = 0, 1, 2
_WATCH = "--watch"


def is_command(arguments: Sequence[str]) -> bool:
    """Say whether a command or an option is asked for; otherwise the window opens."""
    first = arguments[0] if arguments else _WATCH
    return first in COMMANDS or (first.startswith("-") and first != _WATCH)


def run(arguments: Sequence[str]) -> int:
    """Run one command; return the exit status.

    Without a command the window opens, on the study that is named or on the welcome page.
    """
    if arguments and arguments[0] == _WATCH:
        os.environ["ARRAYWISE_WATCH"] = "1"  # the log tells when the window was busy for long
        arguments = arguments[1:]
    if not is_command(arguments):
        return _open_window(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # What a terminal or a redirect to cp1252 cannot show is no reason to end.
            stream.reconfigure(errors="replace")
    options = parser(arguments[0]).parse_args(arguments)
    try:
        status: int = options.command(options)
        sys.stdout.flush()
    except UserError as error:
        print(f"arraywise: {error}", file=sys.stderr)
        return COULD_NOT
    except (Stopped, KeyboardInterrupt):
        print("arraywise: stopped; nothing of this action was kept", file=sys.stderr)
        return COULD_NOT
    except BrokenPipeError:
        # The reader has gone (`| head`): nothing is left to say, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return COULD_NOT
    return status


def _open_window(arguments: Sequence[str]) -> int:
    if len(arguments) > 1:
        parser().error(f"'{arguments[0]}' is no command")  # leaves with status 2
    if "" in arguments:
        parser().error("the path of the study is empty")
    from arraywise.launch import end, launch

    status = launch(arguments[0] if arguments else None)
    end()
    return status
