"""Prints the manual page, made from the parser: `python packaging/man_page.py | man -l -`."""

from __future__ import annotations

import argparse

from arraywise import __version__
from arraywise.cli import COMMANDS, parser

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
    main = parser()
    lines = [f'.TH ARRAYWISE 1 "" "Arraywise {__version__}"', ".SH NAME"]
    lines += [r"arraywise \- " + _escaped(f"{main.description}").rstrip(".")]
    lines += [".SH SYNOPSIS", ".B arraywise", r"[\fISTUDY\fR]", ".br", ".B arraywise"]
    lines += [r"\fICOMMAND\fR ...", ".SH DESCRIPTION", "Without a command the window opens."]
    lines.append(".SH COMMANDS")
    for name, (_, purpose) in COMMANDS.items():
        lines += [f".SS {_escaped(name)}", _escaped(f"{purpose[0].upper()}{purpose[1:]}.")]
        lines += _arguments(name)
    return "\n".join([*lines, _FOOT])


def _arguments(name: str) -> list[str]:
    lines = []
    sub = next(a for a in parser(name)._actions if isinstance(a, argparse._SubParsersAction))  # noqa: SLF001
    for action in sub.choices[name]._actions:  # noqa: SLF001
        if isinstance(action, argparse._HelpAction) or action.help is argparse.SUPPRESS:  # noqa: SLF001
            continue
        shown = ", ".join(action.option_strings) or str(action.metavar or action.dest)
        value = action.metavar or action.dest.upper()
        if action.option_strings and action.nargs != 0:
            shown += f" {' '.join(value) if isinstance(value, tuple) else value}"
        lines += [".TP", rf"\fB{_escaped(shown)}\fR", _escaped(action.help or "")]
    return lines


def _escaped(text: str) -> str:
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("%%", "%")
    return rf"\&{text}" if text[:1] in {".", "'"} else text


if __name__ == "__main__":
    print(page())  # noqa: T201
