"""Figures that a publication states of an option without runs (MODEL E4)."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TIMES = re.compile(r"(?P<what>.+), times (?P<option>.+)")
_USERS = re.compile(r"users within (?P<seconds>\d+(?:\.\d+)?) s")


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """One stated figure, in SI units."""

    name: str
    """The metric, or the figure's own name."""
    statistic: str
    value: float
    file: str
    line: int | None = None
    is_derived: bool = False
    """It follows from stated figures by a formula that the file names."""


@dataclass(frozen=True, slots=True)
class StatedUsers:
    """So many users are answered within a time: a capacity at that time and above."""

    users: float
    within_s: float


@dataclass(frozen=True, slots=True)
class Ratio:
    """An option carries so many times as much as another one."""

    what: str
    against: str
    """Name of the other option."""
    times: float


def stated_ratio(figure: PublishedFigure) -> Ratio | None:
    """Return the ratio that a figure named `WHAT, times OPTION` states."""
    result = _TIMES.fullmatch(figure.name)
    if result is None or figure.value <= 0:
        return None
    return Ratio(result["what"], result["option"], figure.value)


def stated_users(figure: PublishedFigure) -> StatedUsers | None:
    """Return what a largest number of `users within T s` states; a derived one is none."""
    result = _USERS.fullmatch(figure.name)
    if result is None or figure.statistic != "max" or figure.is_derived:
        return None
    return StatedUsers(figure.value, float(result["seconds"]))


def stated_rate(figure: PublishedFigure) -> bool:
    """Return whether a figure is a rate of transactions that the option carries."""
    return figure.name == "transaction_rate" and figure.statistic in {"mean", "max"}
