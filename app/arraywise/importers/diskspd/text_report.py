"""DiskSpd's text: parameters, then tables of each time span; several commands in one file."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from arraywise.domain.evidence import Metric
from arraywise.domain.units import MIB, MILLISECOND
from arraywise.importers.diskspd.profile import (
    PERCENTILES,
    DiskspdProfile,
    DiskspdTarget,
    moment_of,
)
from arraywise.importers.kit.io_work import size_in
from arraywise.importers.kit.readings import MOST_RUNS, RunDraft, cells_in, number, shortened
from arraywise.importers.kit.text import numbered

if TYPE_CHECKING:
    from collections.abc import Sequence

_COMMAND = re.compile(r"Command Line: |Input parameters:")
_SPAN = re.compile(r"timespan: {1,9}\d+$")
_FIELD = re.compile(r"([A-Za-z][\w /-]{1,60}?):\s{0,20}(.{1,300})")
_MIX = re.compile(r"performing (?:(read|write) test|mix test \(read/write ratio: \d+/(\d+)\))")
_RANDOM = re.compile(r"using (?:(random)|mixed random/sequential|(?:interlocked )?sequential) I/O")
_SHARE = re.compile(r"\((\d{1,3})% random\)")
_POOL = re.compile(r"thread pool with (\d{1,9}) threads")
_LIMITED = re.compile(r"throughput rate-limited|max throughput")
_CACHE: Final = {"using software cache": True, "software cache disabled": False}
_RESULT = re.compile(r"Results for timespan (\d{1,4}):")
_SECTION = re.compile(r"(?:(Total)|(Read|Write)) IO")
_RANK = re.compile(r"(?:(min|max)|(\d{1,2})(?:st|nd|rd|th)|(\d)-nines) *(\|.*)")
_COLUMNS: Final = {
    "mib/s": (Metric.THROUGHPUT, "mean", float(MIB)),
    "mb/s": (Metric.THROUGHPUT, "mean", float(MIB)),
    "i/o per s": (Metric.IOPS, "mean", 1.0),
    "avglat": (Metric.LATENCY, "mean", MILLISECOND),
    "latstddev": (Metric.LATENCY, "stddev", MILLISECOND),
    "iopsstddev": (Metric.IOPS, "stddev", 1.0),
}
"""The oldest versions say MB and mean MiB."""
_GROUPS: Final = {"read (ms)": "read", "write (ms)": "write", "total (ms)": None}


@dataclass(slots=True)
class _DiskspdCommand:
    """One call of the program."""

    profiles: list[DiskspdProfile] = field(default_factory=list)
    host: str | None = None
    started_at: str | None = None
    is_timed: bool = False


class DiskspdText:
    """Reads a text line by line."""

    def __init__(self) -> None:
        self.drafts: list[RunDraft] = []
        self._command = _DiskspdCommand()
        self._draft: RunDraft | None = None
        self._group: str | None = ""
        self._columns: list[str] = []
        self._done: set[str | None] = set()

    def read(self, lines: Sequence[str]) -> list[RunDraft]:
        """Return the runs of a text."""
        for line_number, line in numbered(list(lines)):
            text = line.strip()
            if not self._opens(text, line_number):
                if self._draft is None:
                    self._take_parameter(text)
                else:
                    self._take_result(self._draft, line, line_number)
        self._close()
        return self.drafts

    def _opens(self, text: str, line_number: int) -> bool:
        if _COMMAND.match(text):
            self._close()
            self._command = _DiskspdCommand() if self._command.profiles else self._command
        elif _SPAN.match(text):
            self._close()
            self._command.profiles.append(DiskspdProfile())
        elif (result := _RESULT.match(text)) and len(self.drafts) < MOST_RUNS:
            self._close()
            self._open(int(result[1]), line_number)
        else:
            return False
        return True

    def _open(self, span: int, line_number: int) -> None:
        command = self._command
        draft = RunDraft(line=line_number, host=command.host)
        if span <= 1:
            draft.started_at = command.started_at
        if 1 <= span <= len(command.profiles):
            command.profiles[span - 1].describe(draft)
        self._draft, self._group, self._done = draft, "", set()

    def _close(self) -> None:
        draft, self._draft = self._draft, None
        if draft is None:
            return
        draft.complete = "write" in self._done and (
            not self._command.is_timed or "max" in self._done
        )
        if draft.measurements:
            self.drafts.append(draft)

    def _take_parameter(self, text: str) -> None:
        stated = _FIELD.fullmatch(text)
        name, value = (stated[1], stated[2]) if stated else (text, "")
        command = self._command
        if name == "computer name":
            command.host = shortened(value)
        elif name == "start time":
            command.started_at = moment_of(value)
        elif name == "measuring latency":
            command.is_timed = True
        elif command.profiles:
            _take_setting(command.profiles[-1], name, value, text)

    def _take_result(self, draft: RunDraft, line: str, line_number: int) -> None:
        text = line.strip()
        section, rank = _SECTION.fullmatch(text), _RANK.match(text)
        if section:
            self._group = section[2].lower() if section[2] else None
        elif text.startswith("actual test time:"):
            draft.duration_s = number(text.partition(":")[2].strip().rstrip("s"))
        elif text.startswith("avg.|"):
            draft.describe(cpu_percent=text.split("|")[1].strip(" %"))
        elif text.startswith(("thread |", "%-ile |")):
            self._columns = [cell.strip().lower() for cell in text.split("|")[1:]]
        elif text.startswith("total:") and self._group != "":
            self._measure_total(draft, line, line_number)
        elif rank:
            self._measure_rank(draft, rank, line, line_number)

    def _measure_total(self, draft: RunDraft, line: str, line_number: int) -> None:
        cells = dict(
            zip(
                self._columns,
                (value for _, value in cells_in(line, line_number, "|", line.find(":") + 1)),
                strict=False,
            )
        )
        rate = cells.get("i/o per s")
        self._done.add(self._group)
        if rate is None or not rate.value:
            return
        for name, (metric, statistic, factor) in _COLUMNS.items():
            cell = cells.get(name)
            draft.measure(metric, statistic, cell.times(factor) if cell else None, self._group)

    def _measure_rank(
        self, draft: RunDraft, rank: re.Match[str], line: str, line_number: int
    ) -> None:
        percent = float(rank[2] or 0) or 100 - 10.0 ** (2 - int(rank[3] or 0))
        known = next((p for p in PERCENTILES if abs(p - percent) < 1e-6), None)
        statistic = rank[1] or (f"p{known:g}" if known else "")
        if not statistic:
            return
        self._done.add(statistic)
        cells = (value for _, value in cells_in(line, line_number, "|", line.find("|") + 1))
        for name, cell in zip(self._columns, cells, strict=False):
            if name in _GROUPS and cell:
                draft.measure(Metric.LATENCY, statistic, cell.times(MILLISECOND), _GROUPS[name])


def _take_setting(profile: DiskspdProfile, name: str, value: str, text: str) -> None:
    pool = _POOL.fullmatch(text)
    if name == "path":
        profile.targets.append(DiskspdTarget())
    elif name == "warm up time":
        profile.warm_up_s = number(value.rstrip("s"))
    elif pool:
        profile.pool_threads = float(pool[1])
    elif name.startswith("number of outstanding I/O operations"):
        if profile.targets:
            profile.targets[-1].depth = number(value)
        else:
            profile.pool_depth = number(value)
    elif profile.targets:
        _take_target(profile.targets[-1], name, value, text)


def _take_target(target: DiskspdTarget, name: str, value: str, text: str) -> None:
    mix, random, share = _MIX.match(text), _RANDOM.match(text), _SHARE.search(text)
    if name == "block size":
        target.block_bytes = size_in(value)
    elif name == "threads per file":
        target.threads = number(value)
    elif mix:
        target.write_percent = float(mix[2] or {"read": 0, "write": 100}[mix[1]])
    elif random:
        target.random_percent = float(share[1]) if share else 100.0 if random[1] else 0.0
    elif text in _CACHE:
        target.is_cached = _CACHE[text]
    elif _LIMITED.match(text):
        target.is_limited = True
