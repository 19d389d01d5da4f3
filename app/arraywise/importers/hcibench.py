"""Reads what HCIBench sums up of its VMs (`*-res.txt`), Vdbench or fio inside.

Its "95%tile" is no percentile: of Vdbench the mean plus 1.645 standard deviations, of fio the mean
of the VMs' percentiles.
"""

from __future__ import annotations

import re
from typing import Final

from arraywise.domain.evidence import Metric
from arraywise.domain.units import MIB, MILLISECOND
from arraywise.importers.kit.labelled import LabelledFigure, LabelledValues, LineByLine
from arraywise.importers.kit.readings import (
    IoWorkload,
    ReadingDraft,
    RunDraft,
    as_short_line,
    parse_size_bytes,
)

_FIGURES: Final = (
    LabelledFigure("IOPS", Metric.IOPS),
    LabelledFigure("THROUGHPUT", Metric.THROUGHPUT, float(MIB)),
    LabelledFigure("LATENCY", Metric.LATENCY, MILLISECOND),
    LabelledFigure("R_LATENCY", Metric.LATENCY, MILLISECOND, group="read"),
    LabelledFigure("W_LATENCY", Metric.LATENCY, MILLISECOND, group="write"),
)
_WORK: Final = re.compile(
    r"(?P<disks>\d{1,4})vmdk-\d{1,3}ws-(?P<block>\d{1,6}[kKmM]?)-(?P<reads>\d{1,3})rdpct-"
    r"(?P<random>\d{1,3})randompct-(?P<threads>\d{1,5})threads"
)


class HcibenchImporter(LineByLine):
    """Importer of HCIBench's sums: every file is read on its own."""

    tool = "hcibench"
    run_type = "sum of VMs"
    signature = re.compile(
        r"^[ \t]{0,9}(?:Datastore[ \t]{0,9}[:=].{0,200}\n(?:.{0,200}\n){0,9}?"
        r"[ \t]{0,9}(?:JOB_NAME[ \t]{0,9}=|Run Def:|VMs[ \t]{0,9}=))",
        re.MULTILINE,
    )
    facts = (
        r"\s*Datastore\s*[:=]\s*(?P<datastore>\S.*)",
        r"\s*Version\s*[:=]\s*(?P<version>\S.*)",
    )
    begins = r"\s*(?:JOB_NAME|Run Def)\s*[:=]\s*(?P<job>[^;]{1,300})"
    figures = (r"\s*(?P<label>[\w%][\w %]{0,30}?)\s{0,20}[:=]\s{0,20}(?P<value>\S+)",)
    ends = frozenset({"95%tile_LAT", "95%tile_R_LAT", "95%tile_W_LAT"})
    warnings = (("VMs finished test", "Some VMs did not finish and are not in the sums."),)

    def read_text(self, text: str, reading: ReadingDraft) -> None:
        """Read a text, and what the name that HCIBench gave the file says."""
        super().read_text(text, reading)
        if reading.drafts:
            if _WORK.search(reading.file_name):
                reading.info(
                    "Block size, mix and depth are those in the name that HCIBench gave the file."
                )
            reading.info("These are sums over all VMs: files of single VMs are parts of them.")
            reading.info(
                "HCIBench's 95 % figures are computed from means, not percentiles; left out."
            )

    def read_run(self, values: LabelledValues, draft: RunDraft) -> None:
        """Fill the run of one test."""
        datastore, vms = as_short_line(values.text("datastore")), values.value("VMs")
        draft.name = as_short_line(f"{datastore} {values.text('job')}") or None
        values.describe_run(draft, {"version": "version"})
        draft.add_attributes(datastore=datastore, vms=None if vms is None else f"{vms:.0f}")
        values.add_measurements(draft, _FIGURES)
        if work := _WORK.search(values.text("file")):
            threads = int(work["disks"]) * int(work["threads"])
            reads, random = float(work["reads"]), float(work["random"])
            IoWorkload(
                block_bytes=parse_size_bytes(work["block"]),
                write_percent=100 - reads if reads <= 100 else None,
                random_percent=random if random <= 100 else None,
                outstanding=None if vms is None else threads * vms,
            ).describe_run(draft)
            draft.add_attributes(disks=work["disks"], threads=work["threads"])
