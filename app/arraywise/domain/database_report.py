"""AWR and Statspack reports: what a database did between two snapshots, as the report prints it.

The figures are kept as those of any other run: each is a measurement of the kind "other", and its
group is the section of the report and the name that it has there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.evidence import Metric

if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterable, Mapping

    from arraywise.domain.evidence import Run
    from arraywise.domain.units import Unit

AWR, STATSPACK, AWR_MINER = "awr", "statspack", "awr_miner"
DATABASE_REPORTS = frozenset({AWR, STATSPACK, AWR_MINER})
"""Tools whose files describe a client's database; no option was tested with them."""


class Section(StrEnum):
    """Part of a report, as its English headings call it."""

    LOAD = "Load Profile"
    EFFICIENCY = "Instance Efficiency"
    MEMORY = "Memory"
    ACTIVITY = "Instance Activity"
    TIME_MODEL = "Time Model"
    OS = "OS Statistics"
    FOREGROUND_CLASS = "Foreground Wait Class"
    FOREGROUND = "Foreground Wait Events"
    BACKGROUND = "Background Wait Events"
    ALL_EVENTS = "Wait Events"
    """Of foreground and background together, which is all that there is before 11.1."""
    TOP = "Top Timed Events"
    """The longest waits of foreground processes, where a report prints no others."""
    HISTOGRAM = "Wait Event Histogram"
    FUNCTION = "IOStat by Function"
    FILE_TYPE = "IOStat by Filetype"
    METRICS = "System Metrics"
    """Averages of snapshots that AWR-Miner prints."""


class Form(StrEnum):
    """What a report describes."""

    INSTANCE = "instance"
    RAC_INSTANCE = "instance of a cluster"
    RAC = "cluster"
    PDB = "pluggable database"
    COMPARED = "one of two periods"
    SNAPSHOTS = "series of snapshots"


FORM, RELEASE, INSTANCE, SNAPSHOTS = "report_of", "database_release", "instance", "snapshots"
"""Attributes of a run that is a report; the instance is a number, for names are not kept."""
INSTANCES, ASM = "instances", "asm"
"""How many instances the database has, and `yes` where its files are in ASM."""
TOTAL, WAITS, MEAN = "total", "waits", "mean"
"""Statistics of a figure: events have all three, counters a total only."""
BUSIEST = "busiest snapshot"


def measurement_group(section: Section, name: str) -> str:
    """Return the group of a measurement."""
    return f"{section.value} / {name}"


class Figure(NamedTuple):
    """A figure of a report with its place."""

    section: Section
    name: str
    statistic: str
    value: float
    """In `unit`, which is SI."""
    unit: Unit
    line: int | None = None


_Key = tuple[Section, str, str]


@dataclass(frozen=True, slots=True)
class DatabaseReport:
    """One report; of a report on two periods, one of them."""

    name: str
    form: Form
    file: str = ""
    tool: str = AWR
    release: str = ""
    instance: str = ""
    """Its number; empty for a whole cluster."""
    snapshots: str = ""
    """First and last: `2668-2669`."""
    started_at: str | None = None
    """ISO 8601, without a zone: the report states none."""
    elapsed_s: float | None = None
    instances: int | None = None
    """Of the whole database; None where the report does not tell."""
    uses_asm: bool = False
    """Its files are in ASM, which may write each block twice or three times."""
    figures: Mapping[_Key, Figure] = field(default_factory=dict)
    series: Mapping[str, tuple[array[float] | None, array[float]]] = field(default_factory=dict)
    """Of a series of snapshots: when each ended, in seconds since 1970 read as if UTC, and the
    values."""

    def find_figure(self, section: Section, name: str, statistic: str = TOTAL) -> Figure | None:
        """Return a figure; None where the report does not print it."""
        return self.figures.get((section, name, statistic))

    def section_figures(self, section: Section, statistic: str) -> dict[str, Figure]:
        """Return the figures of a section by their names."""
        return {
            figure.name: figure
            for key, figure in self.figures.items()
            if key[0] is section and key[2] == statistic
        }


def parse_database_report(run: Run, file: str = "", tool: str = AWR) -> DatabaseReport | None:
    """Return the database report that a run is; None for any other run."""
    attributes = dict(reversed(run.attributes))
    if attributes.get(FORM) not in set(Form):
        return None
    figures = list(_parse_figures(run))
    instances = attributes.get(INSTANCES, "")
    return DatabaseReport(
        run.name,
        Form(attributes[FORM]),
        file,
        tool,
        attributes.get(RELEASE, ""),
        attributes.get(INSTANCE, ""),
        attributes.get(SNAPSHOTS, ""),
        run.started_at,
        run.duration_s,
        int(instances) if instances.isdecimal() else None,
        attributes.get(ASM) == "yes",
        {(f.section, f.name, f.statistic): f for f in reversed(figures)},
        {series.name: (series.times, series.values) for series in run.series},
    )


def _parse_figures(run: Run) -> Iterable[Figure]:
    for m in run.measurements:
        section, slash, name = (m.group or "").partition(" / ")
        if m.metric is Metric.OTHER and slash and section in set(Section):
            yield Figure(Section(section), name, m.statistic, m.value, m.unit, m.line)
