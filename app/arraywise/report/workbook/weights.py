"""Everybody's weights side by side, and whose decide (MODEL D5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.domain.criteria import DEFAULT_CRITERIA
from arraywise.domain.said import say
from arraywise.domain.weighting import Decider
from arraywise.report.workbook.codes import MEAN, OWN, code
from arraywise.report.workbook.criteria import LABELS, SWINGS, swing_name
from arraywise.report.workbook.grid import Kind, Live, absolute, alike, cell_text

if TYPE_CHECKING:
    from arraywise.domain.criteria import Criterion
    from arraywise.domain.sureness import Opinion
    from arraywise.report.content import ReportContent
    from arraywise.report.workbook.grid import Book, Grid, Text

_FIRST = 1
"""Column of the first set of weights."""


@dataclass(frozen=True, slots=True)
class WeightCells:
    """Where the weights stand that other sheets use; empty without stakeholders."""

    swings: dict[Criterion, str]
    """Of whoever decides."""
    sets: tuple[tuple[str, Opinion, dict[Criterion, str]], ...] = ()
    """Name, what it comes to and the cells of the weights."""


def write_weights(book: Book, content: ReportContent, footer: Text) -> WeightCells:
    """Write the sheet where there are stakeholders."""
    opinions = content.answer.opinions
    if not opinions:
        return WeightCells({})
    note = say("Yellow cells are inputs. A weight is a swing over the sum of its column.")
    grid = book.sheet(say("Weights"), say("Whose weights decide"), note)
    return _Table(grid, content).write(footer)


class _Table:
    """A column for each set of weights: the study's own, each stakeholder's, their mean."""

    def __init__(self, grid: Grid, content: ReportContent) -> None:
        self._grid = grid
        self._opinions = content.answer.opinions
        self._criteria = [setting.criterion for setting in content.answer.settings]
        given = content.facts.criteria or DEFAULT_CRITERIA
        self._swings = [{s.criterion: s.swing for s in given}]
        for person in content.facts.weighting.stakeholders:
            self._swings.append({s.criterion: s.swing for s in person.swings})
        self._used = {s.criterion: s.swing for s in content.answer.settings}
        self._weighting = content.facts.weighting
        self._head = 5
        self._last = _FIRST + len(self._opinions) - 1

    def write(self, footer: Text) -> WeightCells:
        """Write swings, weights and what follows."""
        grid, count = self._grid, len(self._criteria)
        self._decider()
        self._names(self._head, say("Swings"))
        weights_head = self._head + count + 2
        for offset, criterion in enumerate(self._criteria, start=1):
            self._swing_row(self._head + offset, weights_head + offset, criterion)
        self._names(weights_head, say("Weights"))
        for offset, criterion in enumerate(self._criteria, start=1):
            self._weight_row(weights_head + offset, self._head + offset, criterion)
        cells = self._deciding(weights_head + count + 2)
        self._methods(weights_head + 2 * count + 4)
        grid.widths(34, *[18] * len(self._opinions))
        grid.finish(footer, (0, 1))
        sets = tuple(
            (
                self._name(index),
                opinion,
                {
                    criterion: grid.ref(weights_head + offset, _FIRST + index)
                    for offset, criterion in enumerate(self._criteria, start=1)
                },
            )
            for index, opinion in enumerate(self._opinions)
        )
        return WeightCells(cells, sets)

    def _name(self, index: int) -> str:
        if index == 0:
            return OWN
        return MEAN if self._opinions[index].is_mean else cell_text(self._opinions[index].name)

    def _shown(self, index: int) -> Text:
        """Return a name as a cell shows it: two of them are words of ours."""
        is_ours = index == 0 or self._opinions[index].is_mean
        return code(self._name(index)) if is_ours else self._name(index)

    def _decider(self) -> None:
        weighting = self._weighting
        ours = {Decider.STUDY: code(OWN), Decider.MEAN: code(MEAN)}
        name: Text = ours.get(weighting.decider, weighting.decider_name)
        self._grid.put(3, 0, say("These weights decide"), Kind.STRONG)
        cell = self._grid.put(3, 1, name, Kind.INPUT)
        self._grid.call("Weights_of", cell)
        names = f"={absolute(self._head, _FIRST)}:{absolute(self._head, self._last)}"
        self._grid.allow(cell, {"validate": "list", "source": names})

    def _names(self, row: int, title: Text) -> None:
        names = [self._shown(index) for index in range(len(self._opinions))]
        self._grid.head(row, (title, *names))

    def _swing_row(self, row: int, weights: int, criterion: Criterion) -> None:
        grid = self._grid
        grid.put(row, 0, LABELS[criterion][0])
        for index, swings in enumerate(self._swings):
            value = swings.get(criterion, 0.0)
            swing = grid.put(row, _FIRST + index, value, Kind.INPUT, "0.##")
            grid.allow(swing, SWINGS)
            if index == 0:
                grid.call(swing_name(criterion), swing)
        mean = dict(self._opinions[-1].weights)[criterion]
        live = Live(f"=100*{absolute(weights, self._last)}", 100.0 * mean)
        grid.put(row, self._last, live, Kind.COMPUTED, "0.##")

    def _weight_row(self, row: int, swings: int, criterion: Criterion) -> None:
        grid = self._grid
        grid.put(row, 0, LABELS[criterion][0])
        for column, opinion in enumerate(self._opinions, start=_FIRST):
            top, end = self._head + 1, self._head + len(self._criteria)
            total = f"SUM({absolute(top, column)}:{absolute(end, column)})"
            formula = f"={absolute(swings, column)}/{total}"
            if opinion.is_mean:
                first, last = absolute(row, _FIRST + 1), absolute(row, self._last - 1)
                formula = f"=AVERAGE({first}:{last})"
            value = dict(opinion.weights)[criterion]
            grid.put(row, column, Live(formula, value), Kind.COMPUTED, "0.0%")

    def _deciding(self, row: int) -> dict[Criterion, str]:
        """Write the swings of whoever decides, by the name that was chosen."""
        grid, cells = self._grid, {}
        grid.put(row, 0, say("Swings that decide"), Kind.SECTION)
        names = f"{absolute(self._head, _FIRST)}:{absolute(self._head, self._last)}"
        chosen = alike(names, "Weights_of", map(self._name, range(len(self._opinions))))
        for offset, criterion in enumerate(self._criteria, start=1):
            at = self._head + offset
            own = f"{absolute(at, _FIRST)}:{absolute(at, self._last)}"
            formula = f"=SUMPRODUCT({chosen},{own})"
            grid.put(row + offset, 0, LABELS[criterion][0])
            live = Live(formula, self._used[criterion])
            cells[criterion] = grid.put(row + offset, 1, live, Kind.COMPUTED, "0.##")
        return cells

    def _methods(self, row: int) -> None:
        grid = self._grid
        grid.put(row, 0, say("How they were given (value)"), Kind.NOTE)
        grid.put(row + 1, 0, say("Consistency ratio of pairs (value)"), Kind.NOTE)
        for column, opinion in enumerate(self._opinions, start=_FIRST):
            grid.put(
                row, column, "" if opinion.is_mean else code(opinion.method.value), Kind.PLAIN
            )
            if opinion.consistency is not None:
                ratio = opinion.consistency.ratio
                grid.put(row + 1, column, ratio, Kind.PLAIN, "0.000")
