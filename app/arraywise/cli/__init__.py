"""The command line: the same core without a window.

Results go to stdout, messages to stderr; exit status 0 done, 1 could not (or some files refused),
2 usage.
"""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from arraywise.cli.common import print_lines
from arraywise.domain.messages import LogUnusable, Stopped, UserError
from arraywise.shipped import versions

if TYPE_CHECKING:
    from collections.abc import Sequence

DONE, COULD_NOT, USAGE = 0, 1, 2

COMMANDS = {
    "demo": ("studies", "build the sample study and its documents"),
    "new": ("studies", "make an empty study"),
    "template": ("studies", "save options, criteria and price lines of a study as a template"),
    "inspect": ("evidence", "say what is in result files, without a study"),
    "import": ("evidence", "import result files or folders as evidence"),
    "price": ("options", "read an option's price sheet (.csv, .xlsx)"),
    "terms": ("options", "change what all prices share, or scale one of them"),
    "provision": ("options", "set an option's provisioning times"),
    "option": ("options", "list the options, or state what one can do"),
    "criterion": ("question", "list, add, value or remove criteria of the study's own"),
    "require": ("question", "set the requirement; what is not named stays"),
    "profile": ("question", "say, or print, what a transaction asks of the storage"),
    "thresholds": ("question", "list or move the lines of the audit"),
    "assumptions": ("assumptions", "list what was not measured and where it changes the answer"),
    "decide": ("results", "screen, score, recommend"),
    "report": ("results", "write the PDF"),
    "export": ("results", "write the workbook with live formulas"),
    "repair": ("studies", "open a study without the log beside it that cannot be used"),
    "archive": ("archive", "keep and find the evidence of many studies in one place"),
    "support-bundle": (
        "studies",
        "collect log, versions and a study's bare figures for a fault report",
    ),
}
"""Module and purpose of each command; the module has `add_COMMAND_arguments` and `run_COMMAND`."""


def is_command(arguments: Sequence[str]) -> bool:
    """Return whether a command or an option is asked for; otherwise the window opens."""
    return bool(arguments) and (arguments[0] in COMMANDS or arguments[0].startswith("-"))


def run(arguments: Sequence[str]) -> int:
    """Run one command; return the exit status.

    Without a command the window opens, on the study that is named or on the welcome page.
    """
    if not is_command(arguments):
        return _open_window(arguments)
    return _run_command(arguments)


def _hints_for(error: UserError) -> tuple[str, ...]:
    """Return which command helps, where one does."""
    is_of_log = isinstance(error, LogUnusable)
    return ("arraywise: to open it without: arraywise repair STUDY",) if is_of_log else ()


def _run_command(arguments: Sequence[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # What a terminal or a redirect to cp1252 cannot show is no reason to end.
            stream.reconfigure(errors="replace")
    try:
        try:
            status = _parse_and_run(arguments)
        finally:  # help and versions, too, which argparse ends with SystemExit
            sys.stdout.flush()
    except UserError as error:
        print_lines(f"arraywise: {error}", *_hints_for(error), error=True)
        return COULD_NOT
    except (Stopped, KeyboardInterrupt):
        print_lines("arraywise: stopped; nothing of this action was kept", error=True)
        return COULD_NOT
    except OSError as error:
        if not isinstance(error, BrokenPipeError):  # the reader has gone (`| head`)
            print_lines(f"arraywise: {error.filename or 'output'}: {error.strerror}", error=True)
        # Nothing is left to say, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return COULD_NOT
    return status


def _parse_and_run(arguments: Sequence[str]) -> int:
    options, unknown = build_parser(arguments[0]).parse_known_args(arguments)
    of_command = vars(options).pop("parser")  # commands look at all that is left
    if unknown:  # the usage of the command helps, not that of the program
        of_command.error(f"unrecognized arguments: {' '.join(unknown)}")
    status: int = options.command(options)
    return status


def build_parser(command: str = "") -> argparse.ArgumentParser:
    """Build the parser; where a command is asked for, with that alone and its arguments."""
    main = _ShortUsage(
        prog="arraywise",
        description="From the result files of a storage lab to a purchase decision.",
        epilog="Without a command the window opens: arraywise [STUDY]",
    )
    main.add_argument("--version", action=_Version, nargs=0, default=argparse.SUPPRESS,
                      help="print the versions of the program and its parts")  # fmt: skip
    commands = main.add_subparsers(metavar="COMMAND", required=True)
    for name in (command,) if command in COMMANDS else COMMANDS:
        topic, purpose = COMMANDS[name]
        command_parser = commands.add_parser(name, help=purpose, description=purpose)
        if name == command:
            module, called = import_module(f"arraywise.cli.{topic}"), name.replace("-", "_")
            getattr(module, f"add_{called}_arguments")(command_parser)
            run_command = getattr(module, f"run_{called}")
            command_parser.set_defaults(command=run_command, parser=command_parser)
    return main


class _ShortUsage(argparse.ArgumentParser):
    """Says what was wrong in one line, which twenty of usage would hide."""

    def error(self, message: str) -> NoReturn:
        said = f"{self.prog}: error: {message.rstrip('.')}; see: {self.prog} --help"
        print_lines(said, error=True)
        self.exit(USAGE)


class _Version(argparse.Action):
    """Prints the versions of all parts; PySide6's is Qt's too, which is not loaded for it."""

    def __call__(self, parser: argparse.ArgumentParser, *_given: object) -> NoReturn:
        print_lines(*versions())
        parser.exit()


def _open_window(arguments: Sequence[str]) -> int:
    if len(arguments) > 1:
        build_parser().error(f"'{arguments[0]}' is no command")  # leaves with status 2
    if "" in arguments:
        build_parser().error("the path of the study is empty")
    if arguments and not Path(arguments[0]).suffix and not Path(arguments[0]).exists():
        build_parser().error(f"'{arguments[0]}' is no command, and there is no such study")
    from arraywise.launch import end, launch

    status = launch(arguments[0] if arguments else None)
    end()
    return status
