"""Reads elbencho's results as CSV (--csvfile): a row a phase."""

from __future__ import annotations

import re
from typing import Final

from arraywise.domain.evidence import Metric
from arraywise.domain.units import MIB, MICROSECOND, MILLISECOND
from arraywise.importers.kit.clocks import parse_datetime
from arraywise.importers.kit.labelled import (
    LabelledFigure,
    LabelledValues,
    RowByRow,
    add_summed_measurements,
)
from arraywise.importers.kit.readings import IoWorkload, RunDraft, as_short_line

_FIGURES: Final = (
    LabelledFigure("iops [last]", Metric.IOPS),
    LabelledFigure("mib/s [last]", Metric.THROUGHPUT, float(MIB)),
    LabelledFigure("io lat us [avg]", Metric.LATENCY, MICROSECOND),
    LabelledFigure("io lat us [min]", Metric.LATENCY, MICROSECOND, "min"),
    LabelledFigure("io lat us [max]", Metric.LATENCY, MICROSECOND, "max"),
)
_ATTRIBUTES: Final = {
    "threads": "threads",
    "hosts": "hosts",
    "queue_depth": "io depth",
    "paths": "paths",
    "cpu_percent": "cpu% [last]",
    "version": "version",
}
_MIXED: Final = "rwmix read "
_START: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:[+-]\d{4}|Z)?")


class ElbenchoImporter(RowByRow):
    """Importer of elbencho: every file is read on its own."""

    tool = "elbencho"
    run_type = "I/O test"
    signature = re.compile(r"^ISO date,label,(?:.*,)?operation,", re.MULTILINE)

    without_run = "Operations without I/O (directories, deletion), left out: {n}."

    def read_row(self, values: LabelledValues) -> RunDraft:
        """Build a run from a phase that read or wrote."""
        draft = RunDraft(line=values.line, complete=True)
        operation = values.text("operation").upper()
        rate = values.value("iops [last]")
        if rate is None or not operation.startswith(("READ", "WRITE", "RWMIX")):
            return draft
        draft.name = as_short_line(f"{values.text('label')} {operation}") or None
        began = values.text("iso date")
        moment = parse_datetime(began) if _START.fullmatch(began) else None
        draft.started_at = moment.isoformat() if moment else None
        seconds = values.value("time ms [last]")
        draft.duration_s = round(seconds * MILLISECOND, 3) if seconds else None
        reads = values.value(f"{_MIXED}iops [last]")
        written = 0.0 if operation.startswith("READ") else 100.0
        if reads is None:
            values.add_measurements(draft, _FIGURES)
        else:  # the plain columns are the writes
            plain = {_MIXED + figure.labels: figure.labels for figure in _FIGURES}
            parts = [values, values.rename_labels(plain)]
            for part, group in zip(parts, ("write", "read"), strict=True):
                part.add_measurements(draft, _FIGURES, group)
            add_summed_measurements(draft, parts, _FIGURES)
            written = round(100 * rate / (rate + reads), 1) if rate + reads else 100.0
        _add_attributes(draft, values, written)
        return draft


def _add_attributes(draft: RunDraft, values: LabelledValues, write_percent: float) -> None:
    block, size = values.value("block size"), values.value("file size")
    threads, random = values.value("threads"), values.value("random")
    depths = (values.value("hosts") or 1) * (values.value("io depth") or 1)
    IoWorkload(
        block_bytes=min(block, size) if block and size else block,
        write_percent=write_percent,
        random_percent=None if random is None else 100.0 if random else 0.0,
        outstanding=threads * depths if threads else None,
    ).describe_run(draft)
    direct = values.value("direct io")
    draft.add_attributes(direct=None if direct is None else "yes" if direct else "no")
    values.describe_run(draft, _ATTRIBUTES)
    if direct == 0:
        draft.warn(
            "Without direct I/O the host's cache took part: this may be memory speed.", draft.line
        )
