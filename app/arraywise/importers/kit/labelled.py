"""Results as labelled values: rows below a heading, `label: value` lines, members of JSON.

A tool states in a table what each label means (`Figure`), whatever the form that prints it; one
reader walks the table. A row that is shorter than its heading was cut: it is left out and named
with its line, and what stands before and behind it counts.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from arraywise.importers.kit.importer import TextByText
from arraywise.importers.kit.json_scan import Leaf, without_escapes
from arraywise.importers.kit.readings import (
    ROW_SENTENCES,
    TIMES,
    LineTroubles,
    PrintedNumber,
    cells_in,
    derive,
    number,
)
from arraywise.importers.kit.text import numbered

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arraywise.domain.evidence import Metric
    from arraywise.importers.kit.json_scan import Members
    from arraywise.importers.kit.readings import Log, RunDraft
    from arraywise.importers.kit.text import TextPositions


class Figure(NamedTuple):
    """What the value behind a label is: SI value = value x factor."""

    labels: str
    """As printed, in the notation that the reader gives values; other words for it behind `|`."""
    metric: Metric
    factor: float = 1.0
    statistic: str = "mean"
    group: str | None = None


@dataclass(slots=True)
class LabelledValues:
    """The values of one run or part of it, by label; what is not printed is not in it."""

    texts: Mapping[str, str]
    numbers: Mapping[str, PrintedNumber]
    line: int

    def value(self, labels: str) -> float | None:
        """Return the number behind the first of some labels that has one."""
        result = self.printed(labels)
        return None if result is None else result.value

    def printed(self, labels: str) -> PrintedNumber | None:
        """Return the same with its position in the file."""
        known = (self.numbers.get(label) for label in labels.split("|"))
        return next((result for result in known if result), None)

    def measure(
        self,
        draft: RunDraft,
        figures: Iterable[Figure],
        group: str | None = None,
        prefix: str = "",
    ) -> None:
        """Add the figures of a table to a run; a figure of 0 measured nothing.

        Args:
            draft: the run.
            figures: what the labels mean.
            group: what the figures are of, where the table does not state it.
            prefix: stands before every label of this part of the values.
        """
        for figure in figures:
            labels = "|".join(prefix + label for label in figure.labels.split("|"))
            result = self.printed(labels)
            if result is not None and result.value:
                scaled = result.times(figure.factor)
                draft.measure(figure.metric, figure.statistic, scaled, figure.group or group)


def measure_sum(
    draft: RunDraft,
    parts: Sequence[LabelledValues],
    figures: Sequence[Figure],
    group: str | None = None,
) -> None:
    """Add up what ran together; a mean time is weighted by the rates, which come first.

    A figure that one of the parts lacks is not added.
    """
    rates = [part.value(figures[0].labels) or 0.0 for part in parts]
    for figure in figures if sum(rates) else ():
        values = [value for part in parts if (value := part.value(figure.labels))]
        if len(values) < len(parts):
            continue
        result = {"min": min(values), "max": max(values)}.get(figure.statistic, math.fsum(values))
        if figure.statistic == "mean" and figure.metric in TIMES:
            result = math.fsum(v * rate for v, rate in zip(values, rates, strict=True)) / sum(
                rates
            )
        derive(draft, figure.metric, figure.statistic, result * figure.factor, draft.line, group)


def values_of_json(members: Members, places: TextPositions) -> LabelledValues:
    """Return the plain members of an object, and the line where they begin."""
    leaves = {name: leaf for name, leaf in members.items() if isinstance(leaf, Leaf)}
    numbers = {
        name: PrintedNumber(value, *places.at(leaf.at))
        for name, leaf in leaves.items()
        if (value := number(leaf.text)) is not None
    }
    texts = {n: without_escapes(leaf.text) for n, leaf in leaves.items() if leaf.text != "null"}
    line = min((places.line(leaf.at) for leaf in leaves.values()), default=1)
    return LabelledValues(texts, numbers, line)


class RowByRow(TextByText):
    """Importer of a table with a run a row, below a heading that the tool's sign finds."""

    delimiter: ClassVar[str] = ","

    def read_text(self, text: str, notes: Log) -> None:
        """Read the rows below each heading."""
        labels: list[str] = []
        troubles = LineTroubles()
        for line, row in numbered(text.split("\n")):
            if self.sign.match(row):
                labels = [label.strip().lower() for label in row.split(self.delimiter)]
            elif labels and self.delimiter in row:
                cells = list(cells_in(row, line, self.delimiter))
                if len(cells) < len(labels):
                    troubles.note("short", line)
                    continue
                named = list(zip(labels, cells, strict=False))
                texts = {label: cell for label, (cell, _) in named}
                numbers = {label: value for label, (_, value) in named if value is not None}
                self.read_row(LabelledValues(texts, numbers, line), notes)
        notes.problems += troubles.problems(ROW_SENTENCES)

    @abstractmethod
    def read_row(self, values: LabelledValues, notes: Log) -> None:
        """Read the values of a row, by headings in small letters."""
