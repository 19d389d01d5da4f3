"""Rows of published figures turned into runs: one for each condition of an option."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from arraywise.domain.evidence import (
    MAX_LARGE_MBPS,
    MAX_SMALL_IOPS,
    MIN_SMALL_LATENCY,
    Load,
    Measurement,
    Metric,
    Origin,
)
from arraywise.importers.drafts import Draft, number, shortened
from arraywise.importers.published.table import HEADS
from arraywise.importers.published.units import KINDS, UNITS

if TYPE_CHECKING:
    from arraywise.importers.drafts import Log
    from arraywise.importers.published.table import Row, Table

_CERTAINTIES: Final = {
    "stated": Origin.REPORTED,
    "found": Origin.REPORTED,
    "derived": Origin.DERIVED,
}
_HEADLINES: Final = {
    (Metric.IOPS, "max"): MAX_SMALL_IOPS,
    (Metric.THROUGHPUT, "max"): MAX_LARGE_MBPS,
    (Metric.LATENCY, "min"): MIN_SMALL_LATENCY,
}
_STATISTIC = re.compile(r"[a-z][a-z0-9_]{0,30}")
_COUNT = re.compile(r"\d{1,15}")
_LOADS: Final = ("users", "small_ios", "large_ios")
_LONGEST = 300
_DURATION = "duration"
"""A row of this name says how long the measurement took."""


def add_figures(table: Table, notes: Log) -> None:
    """Turn a table into runs; without a citation nothing is taken."""
    missing = [name for name in HEADS if not table.head.get(name)]
    if missing:
        notes.fail(
            "The head does not say {missing} of the publication: figures are taken only with "
            "their source.",
            missing=", ".join(missing),
        )
        return
    _note_what_is_wrong(table, notes)
    options = list(dict.fromkeys(row.text("option") for row in table.rows))
    for draft in _drafts(table, notes, mixed=len(options) > 1):
        notes.add(draft)
    if len(options) > 1:
        notes.warn(
            "The file has figures of {count} options. A file belongs to one option: none of them "
            "counts for it. Give each option a file of its own.",
            count=len(options),
        )


def _note_what_is_wrong(table: Table, notes: Log) -> None:
    for line in table.damaged:
        notes.warn("This row does not have the cells of the headings; it was not taken.", line)
    if table.left_out:
        notes.warn("The file has too many rows; left out: {count}.", count=table.left_out)


def _drafts(table: Table, notes: Log, *, mixed: bool) -> list[Draft]:
    """Bring the figures of one condition and load together."""
    citation = _cite(table.head)
    drafts: dict[tuple[str, ...], Draft] = {}
    for row in table.rows:
        load = _load(row)
        if load is None:
            notes.warn("Users and outstanding I/Os must be whole numbers; left out.", row.line)
            continue
        key = tuple(row.text(name) for name in ("option", "condition", *_LOADS))
        draft = drafts.get(key) or _begin(row, load, citation)
        if _take(row, draft, notes, mixed=mixed):
            drafts[key] = draft
    return list(drafts.values())


def _cite(head: dict[str, str]) -> str:
    title, authors, year, where = (head[name] for name in HEADS)
    return shortened(f"{authors}: {title} ({year}), {where}", _LONGEST)


def _load(row: Row) -> Load | None:
    """Read the load; None where a cell is no whole number."""
    texts = [row.text(name) for name in _LOADS]
    if any(text and not _COUNT.fullmatch(text) for text in texts):
        return None
    return Load(*(int(text) if text else None for text in texts))


def _begin(row: Row, load: Load, citation: str) -> Draft:
    option, condition = row.text("option"), row.text("condition")
    draft = Draft(line=row.line, name=shortened(f"{option}: {condition}"), load=load)
    draft.complete = True
    draft.attributes["citation"] = citation
    draft.describe(published_option=option, condition=condition)
    return draft


def _take(row: Row, draft: Draft, notes: Log, *, mixed: bool) -> bool:
    """Add a row's figure to its run; say what is wrong with one that cannot be taken."""
    if not _is_described(row):
        notes.warn(
            "This row needs a metric, a statistic, and a certainty: stated, found or derived.",
            row.line,
        )
        return False
    measured = _measurement(row, draft.load)
    if measured is None:
        notes.warn("Value or unit of this row cannot be read; it was not taken.", row.line)
        return False
    if mixed:
        group = f"{shortened(row.text('option'))}: {measured.group or measured.metric}"
        measured = measured._replace(group=group)
    draft.measurements.append(measured)
    if row.text("metric") == _DURATION:
        draft.duration_s = measured.value
    if row.text("note"):
        draft.attributes[f"note, line {row.line}"] = shortened(row.text("note"), _LONGEST)
    return True


def _is_described(row: Row) -> bool:
    named = bool(row.text("metric")) and row.text("certainty") in _CERTAINTIES
    return named and _STATISTIC.fullmatch(row.text("statistic")) is not None


def _measurement(row: Row, load: Load) -> Measurement | None:
    """Read a figure in SI; None where it is no number, or its unit is not one of the metric."""
    value, name = number(row.text("value")), row.text("metric")
    metric = Metric(name) if name in set(Metric) else Metric.OTHER
    unit, factor = UNITS.get(row.text("unit").lower(), (None, 1.0))
    if value is None or unit is None or KINDS.get(metric, unit) is not unit:
        return None
    statistic = row.text("statistic")
    return Measurement(
        metric,
        statistic,
        value * factor,
        unit,
        group=shortened(name) if metric is Metric.OTHER else _headline(metric, statistic, load),
        line=row.line,
        column=row.cells["value"].column,
        origin=_CERTAINTIES[row.text("certainty")],
    )


def _headline(metric: Metric, statistic: str, load: Load) -> str | None:
    """Name the headline group of a largest rate or least latency that has no load of its own."""
    if load.small_ios is not None or load.large_ios is not None:
        return None
    return _HEADLINES.get((metric, statistic))
