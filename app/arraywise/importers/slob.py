"""Reads what SLOB's awr_info.sh makes of AWR reports: one line a report, one report a run."""

from __future__ import annotations

import re
from typing import Final

from arraywise.domain.evidence import Load, Metric
from arraywise.domain.units import MIB, MICROSECOND
from arraywise.importers.kit.labelled import (
    LabelledFigure,
    LabelledValues,
    RowByRow,
    add_summed_measurements,
)
from arraywise.importers.kit.readings import RunDraft, as_short_line

_FIGURES: Final = (
    LabelledFigure("preads", Metric.IOPS, group="read"),
    LabelledFigure("pwrites", Metric.IOPS, group="write"),
    LabelledFigure("read_mbs", Metric.THROUGHPUT, float(MIB), group="read"),
    LabelledFigure("write_mbs", Metric.THROUGHPUT, float(MIB), group="write"),
    LabelledFigure("redo_mbs", Metric.THROUGHPUT, float(MIB), group="redo"),
    LabelledFigure("dfsr_lat", Metric.LATENCY, MICROSECOND, group="db file sequential read"),
    LabelledFigure("dpr_lat", Metric.LATENCY, MICROSECOND, group="direct path read"),
    LabelledFigure("dfpr_lat", Metric.LATENCY, MICROSECOND, group="db file parallel read"),
    LabelledFigure("dfpw_lat", Metric.LATENCY, MICROSECOND, group="db file parallel write"),
    LabelledFigure("lfpw_lat", Metric.LATENCY, MICROSECOND, group="log file parallel write"),
)
"""An event that nobody waited for has 0."""
_RATES: Final = (
    LabelledFigure("iops", Metric.IOPS),
    LabelledFigure("mbs", Metric.THROUGHPUT, float(MIB)),
)
_PARTS: Final = ({"preads": "iops", "read_mbs": "mbs"}, {"pwrites": "iops", "write_mbs": "mbs"})
_ATTRIBUTES: Final = {
    "db_cpu_per_s": "db cpu",
    "db_time_per_s": "db tm",
    "executes_per_s": "executes",
    "logical_reads_per_s": "lio",
    "top_wait": "top wait",
}
_SLOW_REDO_S: Final = 0.02


class SlobImporter(RowByRow):
    """Importer of the table that awr_info.sh writes; every file is read on its own."""

    tool = "slob"
    run_type = "AWR figures"
    signature = re.compile(r"^[ \t]*FILE\|SESSIONS\|ELAPSED\|", re.MULTILINE)
    delimiter = "|"

    def read_row(self, values: LabelledValues) -> RunDraft:
        """Build a run from the row of one AWR report."""
        draft = RunDraft(line=values.line, complete=True)
        draft.name = as_short_line(values.text("file")) or None
        sessions = values.value("sessions")
        draft.load = Load(users=int(sessions)) if sessions else Load()
        draft.duration_s = values.value("elapsed")
        values.describe_run(draft, _ATTRIBUTES)
        values.add_measurements(draft, _FIGURES)
        add_summed_measurements(draft, [values.rename_labels(part) for part in _PARTS], _RATES)
        if not draft.measurements:
            draft.warn("A row without a figure was left out.", draft.line)
        elif not sessions:
            draft.warn("The number of sessions is unknown. It is the end of the AWR file's name"
                       " (`awr.txt.128`).", draft.line)  # fmt: skip
        redo_us = values.value("lfpw_lat") or 0.0
        if redo_us * MICROSECOND > _SLOW_REDO_S:  # then SLOB measured that, not the reads
            draft.warn(
                "Redo writes took {ms:.1f} ms on average: redo logs may have limited the"
                " sessions.",
                draft.line,
                ms=redo_us / 1000,
            )
        return draft
