"""How each option was tested, by its files: hosts, versions and settings side by side."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from arraywise.domain.messages import (
    FROM_ARCHIVE,
    NO_SESSIONS,
    NO_SESSIONS_ADJACENT,
    OTHER_RUN_ADJACENT,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from arraywise.domain.study import RunSetup

HOST, VERSION = "host", "tool_version"
_DECIMAL = re.compile(r"-?\d+\.\d+")


@dataclass(frozen=True, slots=True)
class LabSetup:
    """The settings under which an option's files were made."""

    values: Mapping[tuple[str, str], Mapping[str, str]] = field(default_factory=dict)
    """By tool and setting: each value with the first file that states it."""
    stale: tuple[str, ...] = ()
    """Results files whose log is of another run."""
    refused: tuple[str, ...] = ()
    """Where logs tell that the database refused sessions: files with their lines."""
    days: Mapping[date, str] = field(default_factory=dict)
    """On which runs began, each with its first file."""
    taken: bool = False
    """Whether runs of another study are among them, taken from an archive."""

    def all_of(self, name: str) -> dict[str, str]:
        """Return the values of a setting by any tool, each with its first file."""
        return {
            value: file
            for (_, setting), values in self.values.items()
            if setting == name
            for value, file in values.items()
        }

    def figures_of(self, name: str) -> dict[float, str]:
        """Return the values of a setting that are numbers, each with its first file."""
        result: dict[float, str] = {}
        for value, file in self.all_of(name).items():
            number = number_in(value)
            if number is not None:
                result.setdefault(number, file)
        return result


NO_TEST_SETUP = LabSetup()


def read_test_setup(setups: Sequence[RunSetup]) -> LabSetup:
    """Put the settings of an option's runs side by side."""
    values: dict[tuple[str, str], dict[str, str]] = {}
    stale: dict[str, None] = {}
    refused: dict[str, None] = {}
    days: dict[date, str] = {}
    for setup in setups:
        for name, value in (
            *((name, _shortest(value)) for name, value in setup.attributes),
            (HOST, setup.host),
            (VERSION, setup.tool_version),
        ):
            if value:
                values.setdefault((setup.tool, name), {}).setdefault(value, setup.file)
        if _is_told(setup, OTHER_RUN_ADJACENT):
            stale[setup.file] = None
        refused |= dict.fromkeys(_refusals(setup))
        with suppress(ValueError):
            days.setdefault(date.fromisoformat((setup.started_at or "")[:10]), setup.file)
    taken = any(_is_told(setup, FROM_ARCHIVE) for setup in setups)
    return LabSetup(values, tuple(stale), tuple(refused), days, taken)


def _is_told(setup: RunSetup, template: str) -> bool:
    return any(problem.message.template == template for problem in setup.problems)


def _shortest(text: str) -> str:
    """Write a decimal number one way: files of one setting say `1` and `1.0`, `0.5` and `0.50`."""
    if not _DECIMAL.fullmatch(text):
        return text
    return text.rstrip("0").removesuffix(".")


def _refusals(setup: RunSetup) -> Iterator[str]:
    for problem in setup.problems:
        if problem.message.template == NO_SESSIONS:
            yield f"{setup.file}:{problem.line}"
        elif problem.message.template == NO_SESSIONS_ADJACENT:
            stated = dict(problem.message.figures)
            yield f"{stated['other']}:{stated['line']}"


def number_in(text: str) -> float | None:
    """Read what a setting says as a number; None where it is none."""
    try:
        return float(text)
    except ValueError:
        return None
