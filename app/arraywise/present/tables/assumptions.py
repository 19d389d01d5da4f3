"""Rows of the register of assumptions, for window, report, workbook and command line (MODEL I1).

`assumption_rows` writes them with a language's numbers; the nearest seven come first.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.assumptions import SHOWN, AssumptionKind
from arraywise.domain.messages import Message, message
from arraywise.domain.requirement import Outcome
from arraywise.present.language import SOURCE_LANGUAGE, create_wording
from arraywise.present.numbers import NONE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.assumptions import (
        AnswerThere,
        Assumption,
        AssumptionPair,
        AssumptionRegister,
        FactValue,
        StatedFact,
        SwitchingValue,
    )
    from arraywise.present.numbers import NumberWriter

KIND_LABELS = {
    AssumptionKind.TYPED: message("typed"),
    AssumptionKind.DEFAULT: message("default"),
    AssumptionKind.CONVENTION: message("convention"),
}
COLUMNS = {
    "name": message("Assumption"),
    "value": message("Value"),
    "unit": message("Unit"),
    "range": message("Thinkable range"),
    "change": message("Answer changes"),
    "distance": message("Distance, %"),
    "kind": message("Basis"),
    "source": message("Source"),
    "agreed": message("Agreed by"),
    "note": message("Note"),
}
"""Headings by the field of `AssumptionRow`."""
NOTHING_CHANGES = message("nothing in its range changes the answer")
_DIGITS = 4
"""Significant digits of a switching value as it is shown."""
_MOST_DECIMALS = 4


@dataclass(frozen=True, slots=True)
class AssumptionRow:
    """A row of the register as it is shown."""

    key: str
    name: Message
    value: Message | str
    unit: Message | str
    range: Message | str
    change: Message
    distance: str
    kind: Message
    source: str
    agreed: str
    """Who agreed and on which day; empty where nobody did."""
    note: str
    winner: str | None
    """Option that is recommended beyond the switching value; None where none is or nothing
    changes."""
    changes: bool
    """Whether some value in its range changes the answer."""


def assumption_rows(
    register: AssumptionRegister, words: NumberWriter
) -> tuple[AssumptionRow, ...]:
    """Return all rows of a register, the nearest first; the first `SHOWN` are shown at first."""
    return tuple(_build_row(row, words) for row in register.rows)


def _build_row(row: Assumption, words: NumberWriter) -> AssumptionRow:
    fact, nearest = row.fact, row.nearest
    distance = None if nearest is None else nearest.distance
    agreed = ", ".join(filter(None, (row.note.agreed_by, row.note.agreed_on)))
    return AssumptionRow(
        key=fact.key,
        name=fact.label,
        value=write_fact_value(fact, fact.value, words),
        unit=fact.unit,
        range=_write_range(fact, words),
        change=describe_switch(fact, nearest, words),
        distance=NONE if distance is None else words.number(100 * distance, 1, sign=True),
        kind=KIND_LABELS[row.kind],
        source=row.source,
        agreed=agreed,
        note=row.note.note,
        winner=None if nearest is None else nearest.answer.option,
        changes=nearest is not None,
    )


def write_fact_value(fact: StatedFact, value: FactValue, words: NumberWriter) -> Message | str:
    """Write a value of a fact, without its unit: a figure, or the words of a choice."""
    if isinstance(value, str):
        return next((c.label for c in fact.choices if c.value == value), value)
    return words.number(value, decimals_of(value))


def decimals_of(value: float) -> int:
    """Return the decimals that a figure needs, at most four."""
    text = f"{value:.{_MOST_DECIMALS}f}".rstrip("0")
    return len(text.partition(".")[2])


def _write_range(fact: StatedFact, words: NumberWriter) -> Message | str:
    if fact.span is None:
        return message("{count} choices", count=len(fact.choices))
    low, high = (float(f"{end:.{_DIGITS}g}") for end in fact.span)
    if fact.step:
        low, high = fact.span
    ends = (words.number(each, decimals_of(each)) for each in (low, high))
    return f" {NONE} ".join(ends)


def shown_switch(fact: StatedFact, switch: SwitchingValue) -> float:
    """Return a switching value with few digits, rounded away from the present value.

    So what is said to hold beyond it holds there.
    """
    value = float(switch.value)
    if not value or fact.step:
        return value
    scale = 10.0 ** (_DIGITS - 1 - math.floor(math.log10(abs(value))))
    turned = math.ceil if value > float(fact.value) else math.floor
    return turned(float(f"{value * scale:.9g}")) / scale


def describe_switch(
    fact: StatedFact, switch: SwitchingValue | None, words: NumberWriter
) -> Message:
    """Say at which value another answer is given, and which."""
    if switch is None:
        return NOTHING_CHANGES
    answer = describe_answer_there(switch.answer)
    if isinstance(switch.value, str):
        choice = write_fact_value(fact, switch.value, words)
        return message("{choice}: {answer}", choice=choice, answer=answer)
    shown = shown_switch(fact, switch)
    value = words.number(shown, decimals_of(shown))
    if switch.value > float(fact.value):
        return message("from {value} up: {answer}", value=value, answer=answer)
    return message("from {value} down: {answer}", value=value, answer=answer)


def describe_answer_there(answer: AnswerThere) -> Message:
    """Name the option that would be recommended; where none is, why."""
    if answer.option is not None:
        return message("{option}", option=answer.option)
    if answer.outcome is Outcome.FAIL:
        return message("every option fails")
    return message("none is shown to pass")


def describe_register(register: AssumptionRegister) -> Message:
    """Say what a reader should know first: what of the nearest rows nobody agreed to."""
    nearest = [row for row in register.shown if row.nearest is not None]
    if not register.rows:
        return message("Nothing was assumed.")
    if not nearest:
        return message("No assumption changes the answer within its range.")
    left = sum(not row.note.is_agreed for row in nearest)
    if not left:
        return message("The nearest assumptions are agreed.")
    return message(
        "Not agreed yet: {left} of the {count} nearest assumptions.",
        left=left,
        count=len(nearest),
    )


def describe_pair(pair: AssumptionPair, words: NumberWriter) -> Message:
    """Say which two facts change the answer together."""
    first, second = (
        message(
            "{name} {value}",
            name=row.fact.label,
            value=write_fact_value(row.fact, value, words),
        )
        for row, value in zip((pair.first, pair.second), pair.values, strict=True)
    )
    return message(
        "No single assumption changes the answer; two together do: {first}, {second}: {answer}.",
        first=first,
        second=second,
        answer=describe_answer_there(pair.answer),
    )


def list_assumption_lines(register: AssumptionRegister) -> Iterator[str]:
    """Write the register for a terminal, in English."""
    words = create_wording(SOURCE_LANGUAGE)
    yield str(describe_register(register))
    if register.pair is not None:
        yield str(describe_pair(register.pair, words))
    for place, row in enumerate(assumption_rows(register, words)):
        if place == SHOWN:
            yield f"{len(register.folded)} more:"
        agreed = f"; agreed by {row.agreed}" if row.agreed else ""
        source = f", {row.source}" if row.source else ""
        yield (
            f"{row.name}: {row.value} {row.unit}".rstrip()
            + f" ({row.kind}{source}{agreed}); {row.change}"
        )
