"""Reads what HCIBench sums up of its VMs (`*-res.txt`), Vdbench or fio inside.

Its "95%tile" is no percentile: of Vdbench the mean plus 1.645 standard deviations, of fio the mean
of the VMs' percentiles.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from arraywise.domain.evidence import Metric
from arraywise.domain.units import MIB, MILLISECOND
from arraywise.importers.kit.importer import FileByFile
from arraywise.importers.kit.readings import (
    LIMIT_BYTES,
    IoWork,
    Log,
    PrintedNumber,
    RunDraft,
    printed,
    shortened,
    size_in,
)
from arraywise.importers.kit.text import decode, numbered, without_escapes

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


class HcibenchImporter(FileByFile):
    """Importer of HCIBench's sums: every file is read on its own."""

    tool = "hcibench"
    sign = _SIGN

    def read_file(self, source: Source) -> Reading:
        """Read a file."""
        decoded = decode(source.data, LIMIT_BYTES)
        notes = Log(run_type="sum of VMs")
        reader = _HcibenchReader(notes)
        for line_number, line in numbered(without_escapes(decoded.text).split("\n")):
            reader.take(line, line_number)
        reader.close()
        work = _WORK.search(source.name)
        if work:
            for draft in notes.drafts:
                _describe(draft, work)
            notes.info(
                "Block size, mix and depth are those in the name that HCIBench gave the file."
            )
        if notes.drafts:
            notes.info("These are sums over all VMs: files of single VMs are parts of them.")
            notes.info(
                "HCIBench's 95 % figures are computed from means, not percentiles; left out."
            )
        return notes.reading(self.tool, source.name, decoded)


class _HcibenchReader:
    def __init__(self, notes: Log) -> None:
        self._notes = notes
        self._datastore = ""
        self._version: str | None = None
        self._draft: RunDraft | None = None

    def take(self, line: str, line_number: int) -> None:
        """Read a line."""
        match = _LINE.fullmatch(line)
        if match is None:
            if "VMs finished test" in line:
                self._notes.warn("Some VMs did not finish and are not in the sums.", line_number)
            return
        name, text = match["name"].strip(), match["text"].strip()
        if name == "Datastore":
            self._datastore = shortened(text)
        elif name == "Version":
            self._notes.version = shortened(text, 40)
        elif name in ("JOB_NAME", "Run Def"):
            self.close()
            self._draft = RunDraft(line=line_number)
            self._draft.name = shortened(f"{self._datastore} {text.split(';')[0]}") or None
            self._draft.describe(datastore=self._datastore)
        elif self._draft is not None:
            self._measure(self._draft, name, printed(match, "figure", line_number))

    def _measure(self, draft: RunDraft, name: str, result: PrintedNumber | None) -> None:
        if result is None:
            return
        if name == "VMs":
            draft.describe(vms=f"{result.value:.0f}")
        elif name in _FIGURES:
            metric, factor, group = _FIGURES[name]
            draft.measure(metric, "mean", result.times(factor), group)
        elif name.startswith("95%tile"):
            draft.complete = True

    def close(self) -> None:
        """End the run that was being read."""
        draft, self._draft = self._draft, None
        if draft is None or not draft.measurements:
            return
        if not draft.complete:
            draft.warn("The file ends before the end of this test.", draft.line)
        self._notes.add(draft)


def _describe(draft: RunDraft, work: re.Match[str]) -> None:
    vms = draft.attributes.get("vms", "")
    threads = int(work["disks"]) * int(work["threads"])
    reads, random = float(work["reads"]), float(work["random"])
    IoWork(
        block_bytes=size_in(work["block"]),
        write_percent=100 - reads if reads <= 100 else None,
        random_percent=random if random <= 100 else None,
        outstanding=threads * int(vms) if vms.isdecimal() else None,
    ).describe(draft)
    draft.describe(disks=work["disks"], threads=work["threads"])
