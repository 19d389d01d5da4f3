"""Reads what HCIBench sums up of its VMs (`*-res.txt`), Vdbench or fio inside.

Its "95%tile" is no percentile: of Vdbench the mean plus 1.645 standard deviations, of fio the mean
of the VMs' percentiles.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from arraywise.domain.evidence import Metric
from arraywise.domain.units import MIB, MILLISECOND
from arraywise.importers.kit.importer import FileImporter
from arraywise.importers.kit.readings import (
    LIMIT_BYTES,
    IoWorkload,
    PrintedNumber,
    ReadingDraft,
    RunDraft,
    as_short_line,
    parse_matched_number,
    parse_size_bytes,
)
from arraywise.importers.kit.text import decode, number_nonblank_lines, strip_terminal_escapes

if TYPE_CHECKING:
    from arraywise.domain.evidence import Reading
    from arraywise.importers.kit.importer import Source

_SIGN: Final = re.compile(
    r"^[ \t]{0,9}(?:Datastore[ \t]{0,9}[:=].{0,200}\n(?:.{0,200}\n){0,9}?"
    r"[ \t]{0,9}(?:JOB_NAME[ \t]{0,9}=|Run Def:|VMs[ \t]{0,9}=))",
    re.MULTILINE,
)
_LINE = re.compile(
    r"\s*(?P<name>[\w%][\w %]{0,30}?)\s{0,20}[:=]\s{0,20}(?P<text>(?P<figure>\S+).{0,300})"
)
_WORK = re.compile(
    r"(?P<disks>\d{1,4})vmdk-\d{1,3}ws-(?P<block>\d{1,6}[kKmM]?)-(?P<reads>\d{1,3})rdpct-"
    r"(?P<random>\d{1,3})randompct-(?P<threads>\d{1,5})threads"
)
_FIGURES: Final = {
    "IOPS": (Metric.IOPS, 1.0, None),
    "THROUGHPUT": (Metric.THROUGHPUT, float(MIB), None),
    "LATENCY": (Metric.LATENCY, MILLISECOND, None),
    "R_LATENCY": (Metric.LATENCY, MILLISECOND, "read"),
    "W_LATENCY": (Metric.LATENCY, MILLISECOND, "write"),
}


class HcibenchImporter(FileImporter):
    """Importer of HCIBench's sums: every file is read on its own."""

    tool = "hcibench"
    signature = _SIGN

    def read_file(self, source: Source) -> Reading:
        """Read a file."""
        decoded = decode(source.data, LIMIT_BYTES)
        reading = ReadingDraft(run_type="sum of VMs")
        reader = _HcibenchReader(reading)
        for line_number, line in number_nonblank_lines(
            strip_terminal_escapes(decoded.text).split("\n")
        ):
            reader.read_line(line, line_number)
        reader.finish_run()
        work = _WORK.search(source.name)
        if work:
            for draft in reading.drafts:
                _add_workload_from_file_name(draft, work)
            reading.info(
                "Block size, mix and depth are those in the name that HCIBench gave the file."
            )
        if reading.drafts:
            reading.info("These are sums over all VMs: files of single VMs are parts of them.")
            reading.info(
                "HCIBench's 95 % figures are computed from means, not percentiles; left out."
            )
        return reading.build_reading(self.tool, source.name, decoded)


class _HcibenchReader:
    def __init__(self, reading: ReadingDraft) -> None:
        self._reading = reading
        self._datastore = ""
        self._version: str | None = None
        self._draft: RunDraft | None = None

    def read_line(self, line: str, line_number: int) -> None:
        """Read a line."""
        match = _LINE.fullmatch(line)
        if match is None:
            if "VMs finished test" in line:
                self._reading.warn("Some VMs did not finish and are not in the sums.", line_number)
            return
        name, text = match["name"].strip(), match["text"].strip()
        if name == "Datastore":
            self._datastore = as_short_line(text)
        elif name == "Version":
            self._reading.version = as_short_line(text, 40)
        elif name in ("JOB_NAME", "Run Def"):
            self.finish_run()
            self._draft = RunDraft(line=line_number)
            self._draft.name = as_short_line(f"{self._datastore} {text.split(';')[0]}") or None
            self._draft.add_attributes(datastore=self._datastore)
        elif self._draft is not None:
            self._read_figure(
                self._draft, name, parse_matched_number(match, "figure", line_number)
            )

    def _read_figure(self, draft: RunDraft, name: str, figure: PrintedNumber | None) -> None:
        if figure is None:
            return
        if name == "VMs":
            draft.add_attributes(vms=f"{figure.value:.0f}")
        elif name in _FIGURES:
            metric, factor, group = _FIGURES[name]
            draft.add_measurement(metric, "mean", figure.times(factor), group)
        elif name.startswith("95%tile"):
            draft.complete = True

    def finish_run(self) -> None:
        """Add the run that was being read, if it has measurements."""
        draft, self._draft = self._draft, None
        if draft is None or not draft.measurements:
            return
        if not draft.complete:
            draft.warn("The file ends before the end of this test.", draft.line)
        self._reading.add_run(draft)


def _add_workload_from_file_name(draft: RunDraft, work: re.Match[str]) -> None:
    vms = draft.attributes.get("vms", "")
    threads = int(work["disks"]) * int(work["threads"])
    reads, random = float(work["reads"]), float(work["random"])
    IoWorkload(
        block_bytes=parse_size_bytes(work["block"]),
        write_percent=100 - reads if reads <= 100 else None,
        random_percent=random if random <= 100 else None,
        outstanding=threads * int(vms) if vms.isdecimal() else None,
    ).describe_run(draft)
    draft.add_attributes(disks=work["disks"], threads=work["threads"])
