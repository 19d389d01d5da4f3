"""Results as labelled values: rows below a heading, `label: value` lines, members of JSON.

A tool states in a table what each label means (`LabelledFigure`), whatever the form that prints
it; one reader walks the table. Damage costs what it touches: a row that is shorter than its
heading is left out and named with its line, a run that breaks off keeps what stands above; other
runs count.
"""

from __future__ import annotations

import math
import re
from abc import abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from arraywise.importers.kit.importer import TextImporter
from arraywise.importers.kit.json_scan import Leaf, unescape_json
from arraywise.importers.kit.readings import (
    ROW_SENTENCES,
    TIMES,
    LineProblemCounts,
    PrintedNumber,
    RunDraft,
    add_derived_measurement,
    parse_number,
    warning_problem,
)
from arraywise.importers.kit.text import number_nonblank_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arraywise.domain.evidence import Metric
    from arraywise.importers.kit.json_scan import Members
    from arraywise.importers.kit.readings import ReadingDraft
    from arraywise.importers.kit.text import TextPositions


class LabelledFigure(NamedTuple):
    """What the value behind a label is: SI value = value x factor."""

    labels: str
    """As the reader gives them; other words for the same behind `|`."""
    metric: Metric
    factor: float = 1.0
    statistic: str = "mean"
    group: str | None = None


_Cell = tuple[str, int, int]
"""Text, line, and the column before it."""


@dataclass(slots=True)
class LabelledValues:
    """The values of a run or of a part of it, by label; what is not printed is not in it.

    A text is read as a number when a table asks for it: most columns of a wide row are not.
    """

    line: int = 1
    facts: Mapping[str, str] = field(default_factory=dict)
    """What stands elsewhere and holds for it too."""
    cells: dict[str, _Cell] = field(default_factory=dict)
    units: Mapping[str, float] = field(default_factory=dict)
    """What a unit behind a value multiplies it by; empty where values have no unit behind."""
    _numbers: dict[str, PrintedNumber | None] = field(default_factory=dict)

    def text(self, label: str) -> str:
        """Return the text behind a label; empty where there is none."""
        cell = self.cells.get(label)
        return self.facts.get(label, "") if cell is None else cell[0].strip()

    def printed_number(self, labels: str) -> PrintedNumber | None:
        """Return the number behind the first of some labels that has one, with its position."""
        if labels in self.cells:
            return self._parse_cell(labels)
        if "|" not in labels:
            return None
        known = (label for label in labels.split("|") if label in self.cells)
        return next((result for label in known if (result := self._parse_cell(label))), None)

    def _parse_cell(self, label: str) -> PrintedNumber | None:
        if label in self._numbers:
            return self._numbers[label]
        text, line, before = self.cells[label]
        figure, factor = text.strip(), 1.0
        if self.units:
            figure, _, unit = figure.partition(" ")
            factor = self.units.get(unit, 0.0)
        value = parse_number(figure) if factor else None
        result = None
        if value is not None:
            column = before + len(text) - len(text.lstrip()) + 1
            result = PrintedNumber(value * factor, line, column)
        self._numbers[label] = result
        return result

    def value(self, labels: str) -> float | None:
        """Return the same without its position."""
        result = self.printed_number(labels)
        return None if result is None else result.value

    def add_measurements(
        self, draft: RunDraft, figures: Iterable[LabelledFigure], group: str | None = None
    ) -> None:
        """Add the figures of a table to a run, of `group` where the table states none.

        A figure of 0 measured nothing.
        """
        for labels, metric, factor, statistic, own_group in figures:
            result = self.printed_number(labels)
            if result is not None and result.value:
                draft.add_measurement(metric, statistic, result.times(factor), own_group or group)

    def describe_run(self, draft: RunDraft, attributes: Mapping[str, str]) -> None:
        """Add attributes to a run: by their names, the labels that state them.

        What did not fit its column, and was printed as `####`, is unknown.
        """
        texts = {name: self.text(label) for name, label in attributes.items()}
        draft.add_attributes(**{name: text for name, text in texts.items() if text.strip("#")})

    def rename_labels(self, labels: Mapping[str, str]) -> LabelledValues:
        """Return the values behind some labels by other ones: a part of a row as a whole one."""
        known = [(old, new) for old, new in labels.items() if old in self.cells]
        cells = {new: self.cells[old] for old, new in known}
        numbers = {new: self._parse_cell(old) for old, new in known}
        return LabelledValues(self.line, self.facts, cells, self.units, numbers)


def add_summed_measurements(
    draft: RunDraft,
    parts: Sequence[LabelledValues],
    figures: Sequence[LabelledFigure],
    group: str | None = None,
) -> None:
    """Add up what ran together; a mean time is weighted by the rates, which come first.

    A figure that one of the parts lacks is not added; a time of 0 is unknown.
    """
    rates = [part.value(figures[0].labels) or 0.0 for part in parts]
    for labels, metric, factor, statistic, _ in figures if sum(rates) else ():
        found = [part.value(labels) for part in parts]
        values = [v for v in found if v is not None and (v or metric not in TIMES)]
        if len(values) < len(parts):
            continue
        if statistic in ("min", "max"):
            result = min(values) if statistic == "min" else max(values)
        elif metric in TIMES:
            busy = math.fsum(value * rate for value, rate in zip(values, rates, strict=True))
            result = busy / sum(rates)
        else:
            result = math.fsum(values)
        if result:
            add_derived_measurement(draft, metric, statistic, result * factor, draft.line, group)


def labelled_json_values(members: Members, places: TextPositions) -> LabelledValues:
    """Return the plain members of an object, and the line where they begin."""
    cells: dict[str, _Cell] = {}
    for name, leaf in members.items():
        if isinstance(leaf, Leaf) and leaf.text != "null":
            line, column = places.line_and_column(leaf.offset)
            cells[name] = unescape_json(leaf.text), line, column - 1
    line = min((line for _, line, _ in cells.values()), default=1)
    return LabelledValues(line, cells=cells)


class RowByRow(TextImporter):
    """Importer of a table with a run a row, below a heading that the tool's signature finds."""

    delimiter: ClassVar[str] = ","
    without_run: ClassVar[str] = ""
    """Sentence for rows that are no run, with their number `n`."""

    def read_text(self, text: str, reading: ReadingDraft) -> None:
        """Read the rows below each heading."""
        labels: list[str] = []
        troubles, others = LineProblemCounts(), 0
        for line, row in number_nonblank_lines(text.split("\n")):
            if self.signature.match(row):
                labels = [label.strip().lower() for label in row.split(self.delimiter)]
            elif labels and self.delimiter in row:
                cells = row.split(self.delimiter)
                if len(cells) < len(labels):
                    troubles.count_line("short", line)
                    continue
                values, before = LabelledValues(line), 0
                for label, cell in zip(labels, cells, strict=False):
                    values.cells[label] = cell, line, before
                    before += len(cell) + 1
                draft = self.read_row(values)
                _move_version(draft, reading)
                reading.add_run_if_measured(draft)
                others += not draft.measurements
        reading.problems += troubles.build_problems(ROW_SENTENCES)
        if others and reading.drafts and self.without_run:
            reading.info(self.without_run, n=others)

    @abstractmethod
    def read_row(self, values: LabelledValues) -> RunDraft:
        """Read the values of a row, by headings in small letters; no figures: it is no run.

        The attribute `version` is that of the tool.
        """


class LineByLine(TextImporter):
    """Importer of runs as lines: what begins a run, what it is set to, its figures.

    Patterns match from the beginning of a line, and the first that does counts. Each group has a
    name of its own, which is a label: of a value with its unit behind a blank or, where it is
    none, of a text. The groups `label` and `value` of figures are what they say.
    """

    facts: ClassVar[tuple[str, ...]] = ()
    """What holds for the runs below, until it is stated again."""
    are_facts_of_one_run: ClassVar[bool] = False
    """Whether facts hold for the next run alone."""
    begins: ClassVar[str]
    figures: ClassVar[tuple[str, ...]]
    ends: ClassVar[frozenset[str]]
    """Labels of the last figures of a run; a run without one of them was cut."""
    units: ClassVar[Mapping[str, float]] = {}
    """What a unit behind a value multiplies it by; empty where values have no unit behind."""
    warnings: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Words of lines that make the figures doubtful, and the sentence for each."""
    cut: ClassVar[str] = "The file ends before the end of this test."
    _line: ClassVar[re.Pattern[str]]
    _facts: ClassVar[frozenset[str]]
    _begins: ClassVar[frozenset[str]]
    _names: ClassVar[Mapping[str, tuple[str, ...]]]
    """Of each group those of its pattern."""

    def __init_subclass__(cls) -> None:
        """Compile the patterns to one."""
        patterns = (*cls.facts, cls.begins, *cls.figures)
        groups = [tuple(re.compile(pattern).groupindex) for pattern in patterns]
        cls._names = {name: names for names in groups for name in names}
        cls._facts = frozenset(name for names in groups[: len(cls.facts)] for name in names)
        cls._begins = frozenset(groups[len(cls.facts)])
        cls._line = re.compile("|".join(patterns))

    def read_text(self, text: str, reading: ReadingDraft) -> None:
        """Read all lines."""
        facts = {"file": reading.file_name}
        run: LabelledValues | None = None
        match_line = self._line.match
        for line, whole in number_nonblank_lines(text.split("\n")):
            match = match_line(whole, 0, 400)
            if match is None:
                reading.problems += [
                    warning_problem(s, line) for words, s in self.warnings if words in whole
                ]
            elif (group := match.lastgroup or "") in self._facts:
                facts |= self._group_texts(match, group)
            elif group in self._begins:
                self._finish_run(run, reading)
                run = LabelledValues(line, facts | self._group_texts(match, group), {}, self.units)
                if self.are_facts_of_one_run:
                    facts = {"file": reading.file_name}
            elif run is not None:
                self._store_values(run, match, line)
        self._finish_run(run, reading)

    def _group_texts(self, match: re.Match[str], group: str) -> dict[str, str]:
        return {name: text for name in self._names[group] if (text := match[name])}

    def _store_values(self, run: LabelledValues, match: re.Match[str], line: int) -> None:
        if match.lastgroup == "value":
            label = match["label"].strip()
            run.cells.setdefault(label, (match["value"], line, match.start("value")))
            return
        for name in self._names[match.lastgroup or ""]:
            if text := match[name]:
                run.cells.setdefault(name, (text, line, match.start(name)))

    def _finish_run(self, run: LabelledValues | None, reading: ReadingDraft) -> None:
        if run is None:
            return
        is_whole = not run.cells.keys().isdisjoint(self.ends)
        draft = RunDraft(line=run.line, complete=is_whole)
        self.read_run(run, draft)
        _move_version(draft, reading)
        if not is_whole and draft.measurements:
            draft.warn(self.cut, draft.line)
        reading.add_run_if_measured(draft)

    @abstractmethod
    def read_run(self, values: LabelledValues, draft: RunDraft) -> None:
        """Fill the draft of a run from its values; the text `file` is the name of the file.

        The attribute `version` is that of the tool.
        """


def _move_version(draft: RunDraft, reading: ReadingDraft) -> None:
    reading.version = draft.attributes.pop("version", None) or reading.version
