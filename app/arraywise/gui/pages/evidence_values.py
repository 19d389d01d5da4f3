"""What was read from one file, made ready for the grid of values: friendly units, lines."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from arraywise.domain.evidence import Metric, Origin
from arraywise.domain.units import Unit
from arraywise.gui import figures, wording
from arraywise.gui.sheets.columns import Column, Shown
from arraywise.store.reading.evidence import FileDetail, file_detail, raw_bytes
from arraywise.store.reading.samples import statistics
from arraywise.usecases.edit_evidence import read_outside

if TYPE_CHECKING:
    from arraywise.domain.evidence import Load, Measurement, Run
    from arraywise.store.reading.samples import SampleSet, SampleStatistics
    from arraywise.store.study import Study

translate = QCoreApplication.translate
_LARGEST_TEXT = 32 * 1024 * 1024
"""A file that is kept outside the study is shown up to this size."""


@dataclass(frozen=True, slots=True)
class Value:
    """One value as the grid shows it."""

    name: str
    statistic: str
    figure: float | None
    unit: str
    condition: str = ""
    line: int | None = None
    derived: bool = False
    digits: int = 6
    text: str = ""
    """Shown in place of a figure."""


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file with its values and its text."""

    detail: FileDetail
    values: tuple[Value, ...]
    lines: tuple[str, ...] | None
    """None where the text is not to be had."""


def read_file(study: Study, file_id: int) -> ReadFile | None:
    """Read everything that the lower half of the page shows; done in the background."""
    detail = file_detail(study, file_id)
    if detail is None:
        return None
    values = [v for each in detail.runs for v in _run_values(each.run.name, each.run)]
    for each in detail.runs:
        for samples in each.sample_sets:
            values += [_sampled(s, samples) for s in statistics(study, samples)]
    data = raw_bytes(study, file_id)
    file = detail.file
    if data is None and file.size_bytes <= _LARGEST_TEXT:
        data = read_outside(Path(file.path), file.sha256)
    lines = None if data is None else tuple(_decode(data, detail.encoding).splitlines())
    return ReadFile(detail, tuple(values), lines)


def _decode(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding or "utf-8", "replace")
    except LookupError:
        return data.decode("utf-8", "replace")


def _run_values(name: str, run: Run) -> list[Value]:
    values = [
        Value(
            translate("Evidence", "Run"),
            translate("Evidence", "complete")
            if run.complete
            else translate("Evidence", "incomplete"),
            None,
            "",
            text=name,
        )
    ]
    values += [_measured(m) for m in run.measurements]
    values += [
        Value(s.name, translate("Evidence", "{count} rows").format(count=len(s.values)),
              sum(s.values) / len(s.values) if len(s.values) else None, s.unit.value, line=s.line)
        for s in run.series
    ]  # fmt: skip
    return values


def _measured(m: Measurement) -> Value:
    figure, unit = friendly(m.value, m.unit, m.metric)
    name = wording.word(m.metric)
    if m.metric is Metric.OTHER and m.group:
        name = m.group
    elif m.group:
        name = f"{name}, {m.group.replace('_', ' ')}"
    derived = m.origin is Origin.DERIVED
    statistic = wording.statistic(m.statistic)
    return Value(name, statistic, figure, unit, _condition(m.load), m.line, derived)


def _sampled(s: SampleStatistics, samples: SampleSet) -> Value:
    name = s.series.name.replace("_", " ")
    if s.series.instance:
        name = f"{name}, {s.series.instance}"
    figure, unit = (None, s.series.unit.value)
    if s.mean is not None:
        figure, unit = friendly(s.mean, s.series.unit, None)
        if s.series.name.startswith("cpu_") and s.series.unit is Unit.ONE:
            figure, unit = s.mean * 100, "%"
    count = translate("Evidence", "mean of {count}").format(count=figures.number(s.rows))
    return Value(name, count, figure, unit, line=samples.first_line, digits=4)


def friendly(value: float, unit: Unit, metric: Metric | None) -> tuple[float, str]:
    """Return a value in the unit that people use for it, and that unit."""
    if unit is Unit.SECOND and (
        metric in {Metric.LATENCY, Metric.RESPONSE_TIME} or abs(value) < 1
    ):
        return value * 1000, "ms"
    if unit is Unit.BYTE_PER_SECOND:
        return value / 1e6, "MB/s"
    if unit is Unit.BYTE:
        return value / 1e6, "MB"
    return value, unit.value


def _condition(load: Load) -> str:
    parts = []
    if load.users is not None:
        parts.append(translate("Evidence", "{count} users").format(count=load.users))
    if load.small_ios is not None:
        parts.append(translate("Evidence", "small {count}").format(count=load.small_ios))
    if load.large_ios is not None:
        parts.append(translate("Evidence", "large {count}").format(count=load.large_ios))
    return ", ".join(parts)


def value_columns() -> tuple[Column, ...]:
    """Return the columns of the grid of values."""
    return (
        Column("value", translate("Evidence", "Value"), _name, least=130, most=240, stretch=True),
        Column("statistic", translate("Evidence", "Statistic"),
               lambda v: Shown(v.statistic, colour="text2"), most=110),
        Column("condition", translate("Evidence", "Condition"),
               lambda v: Shown(v.condition, colour="text2"), most=120),
        Column("figure", translate("Evidence", "Read as"), _figure, right=True, least=84),
        Column("unit", translate("Evidence", "Unit"), lambda v: Shown(v.unit, colour="text2")),
        Column("line", translate("Evidence", "Line"), _line, right=True),
    )  # fmt: skip


def _name(value: Value) -> Shown:
    if value.text:
        return Shown(value.text, bold=True, heading=True, tip=value.text)
    note = translate("Evidence", "derived") if value.derived else ""
    return Shown(value.name, note=note)


def _figure(value: Value) -> Shown:
    if value.text:
        return Shown()
    if value.figure is None:
        return Shown(missing=True)
    return Shown(figures.plain(value.figure, value.digits), number=value.figure)


def _line(value: Value) -> Shown:
    if value.line is None:
        return Shown()
    return Shown(figures.number(value.line), number=value.line, colour="accent")
