"""Register of assumptions: facts that were not measured, and how far each may be wrong (MODEL I1).

A fact is stated in the unit that people type, so that its switching value can be typed back.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from arraywise.domain.messages import Message
    from arraywise.domain.requirement import Outcome
    from arraywise.domain.study import StudyFacts

FactValue: TypeAlias = "float | str"
"""A figure in the unit of its fact, or one of its alternatives."""
SHOWN = 7
"""Rows that are shown at first; the others fold."""
STUDY_PLACE, VALUE_PLACE = "STUDY", "{value}"
"""What a command has in the place of the study's path, and of the value."""


class AssumptionKind(StrEnum):
    """On what a fact rests that was not measured."""

    TYPED = "typed"
    DEFAULT = "default"
    """The program's, until somebody states another one."""
    CONVENTION = "convention"
    """The field's: 80/20, 30 days, the spread of a single run, the lines of the audit."""


class Effect(StrEnum):
    """What of a decision a fact moves: the less it is, the faster many values are tried."""

    LOAD_OR_TARGET = "load or target"
    WEIGHTS = "weights"
    PROBLEM = "problem"
    EVIDENCE = "evidence"
    """Levels and curves are read differently."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the values that a discrete fact can have."""

    value: str
    """As the command takes it."""
    label: Message | str


@dataclass(frozen=True, slots=True)
class StatedFact:
    """A fact that the model reads and that nobody measured."""

    key: str
    """Names it in the study: sources and agreements are stored by it."""
    label: Message
    value: FactValue
    change: Callable[[StudyFacts, FactValue], StudyFacts]
    """Returns the study with another value of it, everything else as it is."""
    kind: AssumptionKind
    """While nobody is known to have typed it."""
    command: tuple[str, ...]
    """Arguments that set it, with `STUDY` and `{value}` for what is to be filled in."""
    unit: Message | str = ""
    span: tuple[float, float] | None = None
    """Between which figures it may lie; None for discrete facts."""
    step: float = 0.0
    """Between the figures that it can have; 0 where it can have any."""
    choices: tuple[Choice, ...] = ()
    """Its own value is one of them."""
    effect: Effect = Effect.PROBLEM
    typed_in: tuple[str, str] | None = None
    """Table of the study, and the item in it, by which its author is known."""
    source: str = ""
    """As the fact itself states it: a price line's."""

    @property
    def width(self) -> float:
        """How wide its thinkable range is."""
        return 0.0 if self.span is None else self.span[1] - self.span[0]

    @property
    def alternatives(self) -> tuple[Choice, ...]:
        """What else a discrete fact may be."""
        return tuple(each for each in self.choices if each.value != self.value)

    def arguments(self, value: FactValue, study: str = STUDY_PLACE) -> tuple[str, ...]:
        """Return the arguments that set a value."""
        text = format_fact_value(value)
        filled = (each.replace(VALUE_PLACE, text) for each in self.command)
        return tuple(study if each == STUDY_PLACE else each for each in filled)


def format_fact_value(value: FactValue) -> str:
    """Write a value as the command line takes it: never with an exponent."""
    if isinstance(value, str):
        return value
    text = f"{value:.12g}"
    if "e" in text:
        text = f"{value:.12f}".rstrip("0").rstrip(".") if abs(value) < 1 else f"{value:.0f}"
    return text


@dataclass(frozen=True, slots=True)
class AnswerThere:
    """What would be answered at another value of a fact."""

    option: str | None
    """That is recommended; None where none is."""
    outcome: Outcome
    """Of that option; without one fail where every option fails, else not shown."""


@dataclass(frozen=True, slots=True)
class SwitchingValue:
    """The first value, away from the present one, at which the answer is another one."""

    value: FactValue
    unchanged: FactValue
    """The last value before it at which the answer is the present one."""
    answer: AnswerThere
    distance: float | None
    """Of the present value, as a share of it; None for discrete facts and from 0."""
    share: float
    """Of the thinkable range; 0 for discrete facts, which come first."""


@dataclass(frozen=True, slots=True)
class AssumptionNote:
    """What people typed about an assumption."""

    source: str = ""
    agreed_by: str = ""
    agreed_on: str = ""
    """ISO 8601 date."""
    note: str = ""

    @property
    def is_agreed(self) -> bool:
        """Whether somebody agreed to it."""
        return bool(self.agreed_by)


NO_NOTE = AssumptionNote()


@dataclass(frozen=True, slots=True)
class Assumption:
    """A row of the register."""

    fact: StatedFact
    kind: AssumptionKind
    below: SwitchingValue | None = None
    """Nearest below the present value; of a discrete fact its first alternative that switches."""
    above: SwitchingValue | None = None
    note: AssumptionNote = NO_NOTE
    by: str = ""
    """Who typed the value; empty where nobody is known ..."""
    at: datetime | None = None
    """... and when, in UTC."""

    @property
    def nearest(self) -> SwitchingValue | None:
        """The nearer switching value; None where nothing in its range changes the answer."""
        found = [each for each in (self.below, self.above) if each is not None]
        return min(found, key=lambda each: each.share, default=None)

    @property
    def source(self) -> str:
        """Where the value comes from: what was typed about it, else what the fact itself says."""
        return self.note.source or self.fact.source

    @property
    def rank(self) -> float:
        """By which rows are ordered: the nearest first, those that change nothing last."""
        return math.inf if self.nearest is None else self.nearest.share


@dataclass(frozen=True, slots=True)
class AssumptionPair:
    """Two facts that change the answer together, where none does alone."""

    first: Assumption
    second: Assumption
    values: tuple[float, float]
    share: float
    """Of both thinkable ranges, moved from the present values."""
    answer: AnswerThere


@dataclass(frozen=True, slots=True)
class AssumptionRegister:
    """All assumptions of a study, the nearest first."""

    rows: tuple[Assumption, ...]
    today: AnswerThere
    pair: AssumptionPair | None = None
    """The smallest pair among the nearest rows; only where no fact changes the answer alone."""

    @property
    def shown(self) -> tuple[Assumption, ...]:
        """The nearest rows, which are shown at first."""
        return self.rows[:SHOWN]

    @property
    def folded(self) -> tuple[Assumption, ...]:
        """The other rows."""
        return self.rows[SHOWN:]

    @property
    def agreed(self) -> int:
        """How many rows somebody agreed to."""
        return sum(row.note.is_agreed for row in self.rows)


def order_rows(rows: Sequence[Assumption]) -> tuple[Assumption, ...]:
    """Return rows with the nearest first; equals stay in their order."""
    return tuple(sorted(rows, key=lambda row: row.rank))
