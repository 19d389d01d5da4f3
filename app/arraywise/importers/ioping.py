"""Reads what ioping prints: the latency of single I/Os, one after the other."""

from __future__ import annotations

import re
from math import log2
from typing import Final

from arraywise.domain.evidence import Metric
from arraywise.domain.units import KIB, MICROSECOND, MILLISECOND
from arraywise.importers.kit.labelled import LabelledFigure, LabelledValues, LineByLine
from arraywise.importers.kit.readings import IoWorkload, ReadingDraft, RunDraft, parse_size_bytes

_N: Final = r"\d[\d.]{0,12}"
_COUNT: Final = rf"{_N}(?: [kMGT])?"
_BYTES: Final = rf"{_N} (?:(?:[KMGT]i)?B|mb)"
_TIME: Final = rf"{_N} \w{{1,5}}"
_STATISTICS: Final = ("mean", "min", "max", "stddev")
_FIGURES: Final = (
    LabelledFigure("iops", Metric.IOPS),
    LabelledFigure("rate", Metric.THROUGHPUT),
    *(LabelledFigure(name, Metric.LATENCY, 1.0, name) for name in _STATISTICS),
    *(LabelledFigure(f"old_{name}", Metric.LATENCY, MILLISECOND, name) for name in _STATISTICS),
)
_UNITS: Final = {
    "": 1.0,
    "k": 1e3,
    "M": 1e6,
    "G": 1e9,
    "T": 1e12,
    "B": 1.0,
    "KiB": KIB,
    "MiB": KIB**2,
    "mb": KIB**2,
    "GiB": KIB**3,
    "TiB": KIB**4,
    "ns": 1e-9,
    "us": MICROSECOND,
    "usec": MICROSECOND,
    "ms": MILLISECOND,
    "msec": MILLISECOND,
    "s": 1.0,
    "sec": 1.0,
    "min": 60.0,
    "hour": 3600.0,
    "day": 86400.0,
}
"""What old versions call mb is MiB."""
_WRITES: Final = {"<<<": 0.0, "read": 0.0, ">>>": 100.0, "written": 100.0}
_PAUSED: Final = 1.5
_NEAR: Final = 0.02
_STOPPED: Final = "The test was stopped before its statistics."
_PAUSES: Final = "The tool paused between requests: the rate is that of the requests alone."
_NO_DEPTH: Final = "Requests came one after the other; parallel I/O was not measured."


class IopingImporter(LineByLine):
    """Importer of ioping: every file is read on its own."""

    tool = "ioping"
    run_type = "I/O test"
    signature = re.compile(
        r"^.{0,400}?(?:<<<|>>>|<>|from|to) .{1,300}?request=\d+ time=|ioping statistics ---",
        re.MULTILINE,
    )
    facts = (
        (
            r".{0,40}?(?P<size>\d[\d.]{0,12} ?(?:[KMGT]i?B|B|bytes)) (?P<way><<<|>>>|<>|from|to)"
            r" .{1,300}?request=\d"
        ),
    )
    are_facts_of_one_run = True
    begins = (
        r".{0,40}?--- .{1,300} \((?P<file_system>[^()]{0,80}?)(?: [\d.]+ [KMGTP]iB)?\)"
        r" ioping statistics ---"
    )
    figures = (
        (
            rf".{{0,40}}?(?P<count>{_COUNT}) requests completed in (?P<busy>{_TIME})"
            rf"(?:, (?P<moved>{_N} (?:[KMGT]i)?B) ?(?P<done>read|written)?)?"
            rf", (?P<iops>{_COUNT}) iops, (?P<rate>{_BYTES})/s"
        ),
        (rf".*\bgenerated \S+(?: [kMGT])? requests in (?P<generated>{_TIME})"),
        (
            rf".{{0,40}}?min/avg/max/mdev = (?P<min>{_TIME}) ?/ ?(?P<mean>{_TIME}) ?/"
            rf" ?(?P<max>{_TIME}) ?/ ?(?P<stddev>{_TIME})"
        ),
        (  # of old versions: one unit behind them all
            rf".{{0,40}}?min/avg/max/mdev = (?P<old_min>{_N})/ ?(?P<old_mean>{_N})/"
            rf" ?(?P<old_max>{_N})/ ?(?P<old_stddev>{_N}) ms"
        ),
    )
    units = _UNITS
    ends = frozenset({"mean", "old_mean"})

    def read_text(self, text: str, reading: ReadingDraft) -> None:
        """Read a text; each block of statistics is a run."""
        super().read_text(text, reading)
        if reading.drafts:
            reading.info(_NO_DEPTH)
        else:
            reading.error(_STOPPED)

    def read_run(self, values: LabelledValues, draft: RunDraft) -> None:
        """Fill a run from its statistics."""
        count, iops = values.value("count"), values.printed_number("iops")
        if iops is None or not iops.value:
            return
        values.describe_run(draft, {"file_system": "file_system"})
        values.add_measurements(draft, _FIGURES)
        busy_s = values.value("busy") or 0.0
        if count and busy_s > _PAUSED * count / iops.value:  # of old versions: all the time
            draft.info(_PAUSES, iops.line)
        generated = values.printed_number("generated")
        draft.duration_s = (generated.value if generated else busy_s) or None
        if generated and generated.value > _PAUSED * busy_s:
            draft.info(_PAUSES, generated.line)
        size = parse_size_bytes(values.text("size").replace("bytes", ""))
        IoWorkload(
            block_bytes=size or _infer_request_bytes(values.value("moved"), count),
            write_percent=_WRITES.get(values.text("done") or values.text("way")),
            outstanding=1,
        ).describe_run(draft)


def _infer_request_bytes(moved: float | None, count: float | None) -> float | None:
    """Return the power of two that bytes over requests are nearly, both printed rounded."""
    if not moved or not count:
        return None
    power = 2.0 ** round(log2(moved / count))
    return power if abs(moved / count / power - 1.0) <= _NEAR else None
