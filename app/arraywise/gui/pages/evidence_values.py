"""What was read from one file, made ready for the grid of values: friendly units, lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from arraywise.domain.evidence import Metric, Origin
from arraywise.domain.units import Unit
from arraywise.gui import figures, wording
from arraywise.gui.pages.evidence_settings import clock_rows, setting_rows
from arraywise.gui.pages.evidence_value import ReadFile, Value
from arraywise.gui.sheets.columns import Column, Shown
from arraywise.store.reading.evidence import file_detail
from arraywise.store.reading.monitor_matches import monitor_clock
from arraywise.store.reading.samples import statistics
from arraywise.usecases.raw_lines import RawLines, read_raw_lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.domain.evidence import Load, Measurement
    from arraywise.store.reading.evidence import FileRow, RunDetail
    from arraywise.store.reading.samples import SampleSet, SampleStatistics
    from arraywise.store.study import Study

translate = QCoreApplication.translate
_FEW_RUNS = 20
"""Of so many runs in a file at most, settings that nobody stated are shown too."""


def read_file(study: Study, file_id: int, before: ReadFile | None = None) -> ReadFile | None:
    """Read everything that the lower half of the page shows; done in the background.

    The text of the file that was shown before is not read again.
    """
    detail = file_detail(study, file_id)
    if detail is None:
        return None
    clock = monitor_clock(study, file_id) if detail.file.sample_rows else None
    values = [] if clock is None else list(clock_rows(clock))
    for each in detail.runs:
        values += _run_values(each, few=len(detail.runs) <= _FEW_RUNS)
        for samples in each.sample_sets:
            values += [_sampled(s, samples) for s in statistics(study, samples)]
    file = detail.file
    if before is not None and before.lines is not None and _is_same(before.detail.file, file):
        lines: RawLines | None = before.lines
    else:
        lines = read_raw_lines(study, file, detail.encoding)
    return ReadFile(detail, tuple(values), lines, clock)


def _is_same(one: FileRow, other: FileRow) -> bool:
    return (one.id, one.sha256) == (other.id, other.sha256)


def _run_values(detail: RunDetail, *, few: bool) -> list[Value]:
    run = detail.run
    complete = translate("Evidence", "complete")
    incomplete = translate("Evidence", "incomplete")
    said = complete if run.complete else incomplete
    values = [Value(translate("Evidence", "Run"), said, None, "", text=run.name)]
    values += setting_rows(detail, all_of_them=few)
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
    place = (m.line, None if derived else m.column)
    return Value(name, statistic, figure, unit, _condition(m.load), *place, derived=derived)


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
    place = (samples.first_line, s.series.column_in_line)
    return Value(name, count, figure, unit, "", *place, digits=4)


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
        parts.append(wording.users(load.users))
    if load.small_ios is not None:
        parts.append(translate("Evidence", "small {count}").format(count=load.small_ios))
    if load.large_ios is not None:
        parts.append(translate("Evidence", "large {count}").format(count=load.large_ios))
    return ", ".join(parts)


def value_columns(
    edit: Callable[[Value, str], None], choices: Callable[[object], tuple[str, ...]]
) -> tuple[Column, ...]:
    """Return the columns of the grid of values; `edit` takes settings that are typed."""
    return (
        Column("value", translate("Evidence", "Value"), _name, least=130, most=188, stretch=True),
        Column("statistic", translate("Evidence", "Statistic"),
               lambda v: Shown(v.statistic, colour="text2", tip=v.tip), most=180),
        Column("condition", translate("Evidence", "Condition"),
               lambda v: Shown(v.condition, colour="text2"), most=120),
        Column("figure", translate("Evidence", "Read as"), _figure, right=True, least=84,
               edit=edit, is_editable=lambda v: bool(v.setting), choices=choices),
        Column("unit", translate("Evidence", "Unit"), lambda v: Shown(v.unit, colour="text2")),
        Column("line", translate("Evidence", "Line"), _line, right=True),
    )  # fmt: skip


def _name(value: Value) -> Shown:
    if value.text:
        return Shown(value.text, bold=True, heading=True, tip=value.text)
    note = translate("Evidence", "derived") if value.derived else value.note
    return Shown(value.name, note=note, tip=value.tip)


def _figure(value: Value) -> Shown:
    if value.text:
        return Shown()
    if value.setting:
        return Shown(value.typed, bold=value.is_typed, guess=value.is_guess, tip=value.tip)
    if value.figure is None:
        return Shown(missing=True)
    return Shown(figures.plain(value.figure, value.digits), number=value.figure)


def _line(value: Value) -> Shown:
    if value.line is None:
        return Shown()
    return Shown(figures.number(value.line), number=value.line, colour="accent")
