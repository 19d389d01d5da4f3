"""DiskSpd's XML (-Rxml): the profile, then a `TimeSpan` with counts of each thread and target.

It has no rates: they are the counts over the time of the test.
"""

from __future__ import annotations

import re
from array import array
from typing import TYPE_CHECKING, cast

from lxml import etree

from arraywise.domain.evidence import Metric, Origin, Series
from arraywise.domain.units import MILLISECOND, Unit
from arraywise.importers.diskspd.profile import (
    PERCENTILES,
    DiskspdProfile,
    DiskspdTarget,
    moment_of,
)
from arraywise.importers.kit.readings import PrintedNumber, RunDraft, number, shortened
from arraywise.importers.kit.xml_parsers import whole_parser

if TYPE_CHECKING:
    from lxml.etree import _Element

    from arraywise.importers.kit.readings import Log

_BEGIN = re.compile(r"<Results>")
_DIRECTIONS = (("read", "Read"), ("write", "Write"))
_GROUPS = (*_DIRECTIONS, (None, "Total"))
_DEVIATIONS = {"read": "ReadLatencyStdev", "write": "WriteLatencyStdev", None: "LatencyStdev"}
_MOST_SAMPLES = 500_000


def read_documents(text: str, notes: Log) -> None:
    """Read the documents in a text, one after the other; of a cut one what is there."""
    starts = [match.start() for match in _BEGIN.finditer(text)]
    for start, stop in zip(starts, [*starts[1:], len(text)], strict=False):
        document = text[start:stop]
        end = document.find("</Results>")
        parser = whole_parser(recover=True)
        whole = document if end < 0 else document[: end + len("</Results>")]
        root = etree.fromstring(whole.encode("utf-8", "replace"), parser)
        if root is not None:
            _read_document(root, text.count("\n", 0, start), notes, is_whole=end >= 0)


def _read_document(root: _Element, lines_before: int, notes: Log, *, is_whole: bool) -> None:
    notes.version = shortened(root.findtext("System/Tool/Version") or "", 40) or notes.version
    profiles = [_profile(span) for span in root.iterfind("Profile/TimeSpans/TimeSpan")]
    for i, span in enumerate(root.iterfind("TimeSpan")):
        draft = _SpanReader(span, lines_before).draft
        draft.host = shortened(root.findtext("System/ComputerName") or "") or None
        if not i:
            draft.started_at = moment_of(root.findtext("System/RunTime"))
        if i < len(profiles):
            profiles[i].describe(draft)
        draft.complete = is_whole
        if draft.measurements:
            notes.add(draft)


def _profile(span: _Element) -> DiskspdProfile:
    threads = _number(span, "ThreadCount")
    return DiskspdProfile(
        targets=[_target(target) for target in span.iterfind("Targets/Target")],
        warm_up_s=_number(span, "Warmup"),
        pool_threads=threads or None,
        pool_depth=_number(span, "RequestCount") or None,
    )


def _target(target: _Element) -> DiskspdTarget:
    share = _number(target, "RandomRatio")
    is_random = target.find("Random") is not None
    return DiskspdTarget(
        block_bytes=_number(target, "BlockSize"),
        write_percent=_number(target, "WriteRatio"),
        random_percent=share if share is not None else 100.0 if is_random else 0.0,
        depth=_number(target, "RequestCount"),
        threads=_number(target, "ThreadsPerFile"),
        is_limited=bool(_number(target, "Throughput")),
        is_cached=(target.findtext("DisableOSCache") or "").strip() != "true",
    )


class _SpanReader:
    """Measures one time span."""

    def __init__(self, span: _Element, lines_before: int) -> None:
        self._before = lines_before
        self.draft = RunDraft(line=self._line(span))
        self.draft.duration_s = _number(span, "TestTimeSeconds")
        self.draft.describe(
            cpu_percent=span.findtext("CpuUtilization/Average/UsagePercent"),
        )
        self._measure_rates(span)
        self._measure_latency(span.find("Latency"))
        self._take_series(span)

    def _line(self, element: _Element) -> int:
        return self._before + (cast("int | None", element.sourceline) or 1)

    def _printed(self, element: _Element | None) -> PrintedNumber | None:
        value = number(element.text or "") if element is not None else None
        if value is None or element is None:
            return None
        return PrintedNumber(value, self._line(element))

    def _measure_rates(self, span: _Element) -> None:
        seconds = self.draft.duration_s
        targets = span.findall("Thread/Target")
        if not seconds or not targets:
            return
        for metric, end in ((Metric.IOPS, "Count"), (Metric.THROUGHPUT, "Bytes")):
            total = 0.0
            for group, name in _DIRECTIONS:
                counts = [self._printed(target.find(name + end)) for target in targets]
                known = [count for count in counts if count]
                if len(known) < len(counts):
                    return
                added = sum(count.value for count in known) / seconds
                total += added
                self._derive(metric, added, known[0].line, group)
            self._derive(metric, total, self.draft.line, None)

    def _derive(self, metric: Metric, value: float, line: int, group: str | None) -> None:
        if value:
            self.draft.measure(metric, "mean", PrintedNumber(value, line), group, Origin.DERIVED)

    def _measure_latency(self, latency: _Element | None) -> None:
        if latency is None:
            return
        for group, name in _GROUPS:
            for statistic, tag in (
                ("mean", f"Average{name}Milliseconds"),
                ("stddev", _DEVIATIONS[group]),
            ):
                self._measure_time(statistic, latency.find(tag), group)
        for bucket in latency.iterfind("Bucket"):
            statistic = _statistic(_number(bucket, "Percentile"))
            for group, name in _GROUPS if statistic else ():
                self._measure_time(statistic, bucket.find(f"{name}Milliseconds"), group)

    def _measure_time(self, statistic: str, element: _Element | None, group: str | None) -> None:
        result = self._printed(element)
        if result:
            self.draft.measure(Metric.LATENCY, statistic, result.times(MILLISECOND), group)

    def _take_series(self, span: _Element) -> None:
        """Take the rates by interval (-D)."""
        values = array("d")
        for bucket in span.iterfind("Iops/Bucket"):
            value = number(bucket.get("Total") or "")
            if value is None or len(values) >= _MOST_SAMPLES:
                return
            values.append(value)
        self.draft.series.append(Series("iops", Unit.PER_SECOND, values, line=self.draft.line))


def _statistic(percent: float | None) -> str:
    ends = {None: "", 0.0: "min", 100.0: "max"}
    if percent in ends:
        return ends[percent]
    return f"p{percent:g}" if percent in PERCENTILES else ""


def _number(element: _Element, path: str) -> float | None:
    return number(element.findtext(path) or "")
