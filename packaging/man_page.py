"""Prints the manual page, made from the parser: `python packaging/man_page.py | man -l -`."""

from __future__ import annotations

import argparse

from arraywise import __version__
from arraywise.cli import COMMANDS, build_parser

_FOOT = r""".SH EXIT STATUS
0 done; 1 could not, or some files were refused; 2 usage.
.SH FILES
.TP
.I ~/.local/state/arraywise
Log and crash traces.
.TP
.I /usr/share/doc/arraywise
Licences of all parts, and the changes.
"""


def page() -> str:
    """Return the page: every command with its arguments."""
    main = build_parser()
    lines = [f'.TH ARRAYWISE 1 "" "Arraywise {__version__}"', ".SH NAME"]
    lines += [r"arraywise \- " + _escaped(f"{main.description}").rstrip(".")]
    lines += [".SH SYNOPSIS", ".B arraywise", r"[\fISTUDY\fR]", ".br", ".B arraywise"]
    lines += [r"\fICOMMAND\fR ...", ".SH DESCRIPTION", "Without a command the window opens."]
    lines.append(".SH COMMANDS")
    for name, (_, purpose) in COMMANDS.items():
        lines += _section(name, purpose, _actions_of(build_parser(name)).choices[name])
    return "\n".join([*lines, _FOOT])


def _section(name: str, purpose: str, command: argparse.ArgumentParser) -> list[str]:
    """Return what a command does with its arguments, and a section for each of its actions."""
    lines = [f".SS {_escaped(name)}", _escaped(f"{purpose[0].upper()}{purpose[1:]}.")]
    actions: list[str] = []
    for action in command._actions:  # noqa: SLF001
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for each in action._choices_actions:  # noqa: SLF001
                actions += _section(f"{name} {each.dest}", each.help, action.choices[each.dest])
        elif not isinstance(action, argparse._HelpAction) and action.help is not argparse.SUPPRESS:  # noqa: SLF001
            lines += [".TP", rf"\fB{_escaped(_usage(action))}\fR", _escaped(action.help or "")]
    return lines + actions


def _actions_of(command: argparse.ArgumentParser) -> argparse._SubParsersAction:
    return next(a for a in command._actions if isinstance(a, argparse._SubParsersAction))  # noqa: SLF001


def _usage(action: argparse.Action) -> str:
    value = action.metavar or action.dest.upper()
    shown = ", ".join(action.option_strings) or str(action.metavar or action.dest)
    if action.option_strings and action.nargs != 0:
        shown += f" {' '.join(value) if isinstance(value, tuple) else value}"
    return shown


def _escaped(text: str) -> str:
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("%%", "%")
    return rf"\&{text}" if text[:1] in {".", "'"} else text


if __name__ == "__main__":
    print(page())  # noqa: T201
