"""Drafts of runs and readings, their problems, numbers as printed.

Logs state late what matters first (how many users, whether the run ended), so that a run
is collected piece by piece and built in the end.
"""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from arraywise.domain.evidence import (
    NO_LOAD,
    Load,
    Measurement,
    Metric,
    Origin,
    Reading,
    Run,
    Series,
    Status,
)
from arraywise.domain.messages import CodedSentence, Problem, ProblemCode, Severity, message
from arraywise.domain.units import KIB, PERCENT, Unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import tzinfo

    from arraywise.domain.messages import Figure, Message, Template
    from arraywise.importers.kit.text import DecodedText

LIMIT_BYTES = 8 * 1024 * 1024
"""More of a log than this is not read; a day's run with a line a second stays below."""
MOST_RUNS = 1_000
MOST_PROBLEMS = 100
_MOST_MEASUREMENTS = 20_000
LARGEST = 1e15
"""No count, rate or time of a benchmark is larger; what is, comes from a damaged file."""
_PLAIN = re.compile(r"\d{1,25}(?:\.\d{0,25})?(?:[eE][-+]?\d{1,3})?|\.\d{1,25}")
_SAFE_DIGITS = 15
"""So many digits are a count below the largest."""
_EXTENSION = re.compile(r"\.[A-Za-z]\w{0,5}$")
TIMES = (Metric.LATENCY, Metric.RESPONSE_TIME)
SI_UNITS = {
    Metric.IOPS: Unit.PER_SECOND,
    Metric.THROUGHPUT: Unit.BYTE_PER_SECOND,
    Metric.LATENCY: Unit.SECOND,
    Metric.TRANSACTION_RATE: Unit.PER_SECOND,
    Metric.RESPONSE_TIME: Unit.SECOND,
    Metric.TRANSACTIONS_COMPLETED: Unit.ONE,
    Metric.TRANSACTIONS_FAILED: Unit.ONE,
}
"""The unit that a metric has in SI."""


class PrintedNumber(NamedTuple):
    """A number with its position in the file; line and column count from 1."""

    value: float
    line: int
    column: int | None = None

    def times(self, factor: float) -> PrintedNumber:
        """Return the number in another unit, at the same position."""
        return PrintedNumber(self.value * factor, self.line, self.column)


def parse_number(text: str) -> float | None:
    """Parse a plain number that is not negative; None for anything else, `NaN` included."""
    if len(text) <= _SAFE_DIGITS and text.isdigit() and text.isascii():
        return float(text)  # most numbers are such
    plain = text.strip()
    if not _PLAIN.fullmatch(plain):
        return None
    value = float(plain)
    return value if value <= LARGEST else None


def parse_matched_number(
    match: re.Match[str], group: str | int, line: int
) -> PrintedNumber | None:
    """Parse the number in a group of a line's match; None where it is no number."""
    text = match.group(group)
    value = None if text is None else parse_number(text)
    return None if value is None else PrintedNumber(value, line, match.start(group) + 1)


def parse_cells(
    line: str, line_number: int, delimiter: str, start: int = 0
) -> Iterator[tuple[str, PrintedNumber | None]]:
    """Yield the text of each cell of a line from an offset on, with its number if it is one."""
    column = start
    for cell in line[start:].split(delimiter):
        text = cell.strip()
        value = parse_number(text)
        if value is None:
            yield text, None
        else:
            at = column + len(cell) - len(cell.lstrip()) + 1
            yield text, PrintedNumber(value, line_number, at)
        column += len(cell) + len(delimiter)


_MONTHS: Final = (
    *("jan ene gen янв", "feb fev фев", "mar mrz mrt мар", "apr avr abr апр"),
    *("may mai mag mei май мая", "jun juin giu июн", "jul juil lug июл", "aug aou ago авг"),
    *("sep set сен", "oct okt out ott окт", "nov ноя", "dec dez dic дек"),
)
"""How their names begin in the languages of clients, without accents."""


def _without_accents(text: str) -> str:
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))


_MONTH_OF: Final = {
    _without_accents(name): month
    for month, names in enumerate(_MONTHS, 1)
    for name in names.split()
}


@lru_cache(maxsize=256)
def parse_month(word: str) -> int | None:
    """Return the month that a word names, whole or shortened; None where it names none."""
    plain = _without_accents(word)
    return _MONTH_OF.get(plain[:4]) or _MONTH_OF.get(plain[:3])


def datetime_from_match(match: re.Match[str], zone: tzinfo | None = None) -> datetime | None:
    """Return the moment of `year`, `month` (in letters), `day`, `h`, `m` and `s`, if it is one."""
    month = parse_month(match["month"])
    year, day, h, m, s = (int(match[name]) for name in ("year", "day", "h", "m", "s"))
    try:
        return datetime(year, month, day, h, m, s, tzinfo=zone) if month else None
    except ValueError:
        return None


def as_short_line(text: str, limit: int = 80) -> str:
    """Return text from a file as one printable line, shortened to the limit."""
    return _as_short_line(text[: 4 * limit], limit)


@lru_cache(maxsize=4096)  # thousands of files have the same names and settings
def _as_short_line(plain: str, limit: int) -> str:
    if not plain.isprintable():
        plain = "".join(c if c.isprintable() else " " for c in plain)
    plain = " ".join(plain.split())
    return plain if len(plain) <= limit else plain[: limit - 1] + "\N{HORIZONTAL ELLIPSIS}"


def rate_series_name(interval_s: float | None) -> str:
    """Name a series of rates; only one that goes second by second has the common name."""
    if interval_s is None:
        return "transaction_rate of an unknown interval"
    if abs(interval_s - 1) < 0.1:
        return "transaction_rate"
    return f"transaction_rate every {interval_s:g} s"


def info_problem(template: Template, line: int | None = None, /, **figures: Figure) -> Problem:
    """Build a problem that is only worth knowing."""
    return Problem(Severity.INFO, message(template, **figures), line)


def warning_problem(template: Template, line: int | None = None, /, **figures: Figure) -> Problem:
    """Build a problem that makes the figures less trustworthy."""
    return Problem(Severity.WARNING, message(template, **figures), line)


def error_problem(template: Template, line: int | None = None, /, **figures: Figure) -> Problem:
    """Build a problem that explains why there is no result."""
    return Problem(Severity.ERROR, message(template, **figures), line)


@dataclass(slots=True)
class ProblemCollector:
    """The problems of a file, in the order they were found."""

    problems: list[Problem] = field(default_factory=list)

    def info(self, template: Template, line: int | None = None, **figures: Figure) -> None:
        """Append what is worth knowing."""
        self.problems.append(info_problem(template, line, **figures))

    def warn(self, template: Template, line: int | None = None, **figures: Figure) -> None:
        """Append what makes the figures less trustworthy."""
        self.problems.append(warning_problem(template, line, **figures))

    def error(self, template: Template, line: int | None = None, **figures: Figure) -> None:
        """Append why there is no result."""
        self.problems.append(error_problem(template, line, **figures))


ROW_SENTENCES: Final = {
    "stray": (Severity.WARNING, "Other lines, left out: {count}."),
    "short": (Severity.WARNING, "Rows with too few values, left out: {count}."),
    "long": (Severity.WARNING, "Rows with too many values, left out: {count}."),
    "untimed": (
        Severity.WARNING,
        "Times not understood: {count}. A spreadsheet saves them without seconds.",
    ),
}
"""What is reported for lines of a recording that do not fit below their header."""


@dataclass(slots=True)
class LineProblemCounts:
    """Counts of lines that are no row, by kind of problem, and the first line of each."""

    counts: dict[str, int] = field(default_factory=dict)
    first_lines: dict[str, int] = field(default_factory=dict)

    def count_line(self, problem_key: str, line: int) -> None:
        """Count a line under the key of its problem's sentence."""
        self.counts[problem_key] = self.counts.get(problem_key, 0) + 1
        self.first_lines.setdefault(problem_key, line)

    def build_problems(
        self, sentences: Mapping[str, tuple[Severity, str]], **figures: Figure
    ) -> tuple[Problem, ...]:
        """Build a problem for each kind that was counted, in the order of the sentences."""
        return tuple(
            Problem(
                severity,
                message(template, count=self.counts[key], **figures),
                self.first_lines[key],
            )
            for key, (severity, template) in sentences.items()
            if key in self.counts
        )


@dataclass(slots=True)
class RunDraft(ProblemCollector):
    """One run while it is being read, all of it at one load."""

    line: int = 1
    """Where it begins."""
    name: str | None = None
    """None: it is called after the file."""
    load: Load = NO_LOAD
    complete: bool = False
    started_at: str | None = None
    duration_s: float | None = None
    host: str | None = None
    attributes: dict[str, str] = field(default_factory=dict)
    measurements: list[Measurement] = field(default_factory=list)
    series: list[Series] = field(default_factory=list)

    def add_measurement(
        self,
        metric: Metric,
        statistic: str,
        printed: PrintedNumber | None,
        group: str | None = None,
        origin: Origin = Origin.REPORTED,
    ) -> None:
        """Add a measurement in SI; a time of 0 is below the print's resolution, and unknown."""
        if printed is None or printed.value > LARGEST or (metric in TIMES and not printed.value):
            return
        if len(self.measurements) >= _MOST_MEASUREMENTS:
            return
        value, line, column = printed
        unit = SI_UNITS[metric]
        self.measurements.append(
            Measurement(metric, statistic, value, unit, NO_LOAD, group, line, column, origin)
        )

    def add_attributes(self, **attributes: str | None) -> None:
        """Add attributes as short lines; None and blank values are left out."""
        for name, value in attributes.items():
            shown = as_short_line(value) if value else ""
            if shown:
                self.attributes[name] = shown

    def build_run(self, default_name: str) -> Run:
        """Build the run, under its own name or a default one."""
        return Run(
            name=self.name or default_name,
            complete=self.complete,
            measurements=tuple(m._replace(load=self.load) for m in self.measurements),
            series=tuple(series for series in self.series if len(series.values)),
            started_at=self.started_at,
            duration_s=self.duration_s or None,
            host=self.host,
            attributes=tuple(self.attributes.items()),
        )


@dataclass(slots=True)
class ReadingDraft(ProblemCollector):
    """The reading of one file while it is being built."""

    drafts: list[RunDraft] = field(default_factory=list)
    left_out_runs: int = 0
    version: str | None = None
    run_type: str | None = None
    set_name: str | None = None
    is_companion_file: bool = False
    """Another file of the set has the figures, so that it is no refusal to have none."""
    file_name: str = ""
    """Some tools write into it what they leave out of the file."""

    def add_run(self, draft: RunDraft) -> None:
        """Add a run, unless there are far more than any lab makes."""
        if len(self.drafts) < MOST_RUNS:
            self.drafts.append(draft)
        else:
            self.left_out_runs += 1

    def add_run_if_measured(self, draft: RunDraft) -> None:
        """Add a run that has measurements; of another one add only its problems."""
        if draft.measurements:
            self.add_run(draft)
        else:
            self.problems += draft.problems

    def build_reading(self, tool: str, file_name: str, decoded: DecodedText) -> Reading:
        """Build the reading; without a run it is a refusal."""
        drafts = self.drafts
        if self.left_out_runs:
            template = "The file holds more runs than are read; left out: {count}."
            self.warn(template, count=self.left_out_runs)
        result = [*self.problems, *(problem for draft in drafts for problem in draft.problems)]
        problems = [*decoded.problems, *_drop_repeated_infos(result)]
        refused = not drafts and not self.is_companion_file
        if refused and all(p.severity is not Severity.ERROR for p in problems):
            sentence = message("No readable result. Import the file whole, as the tool wrote it.")
            problems.append(Problem(Severity.ERROR, sentence))
        stem = as_short_line(_EXTENSION.sub("", re.split(r"[/\\]", file_name)[-1])) or tool
        names = [stem if len(drafts) == 1 else f"{stem} ({i})" for i in range(1, len(drafts) + 1)]
        return Reading(
            tool,
            reading_status(drafts, problems, is_companion_file=self.is_companion_file),
            number_duplicate_names(
                [d.build_run(name) for d, name in zip(drafts, names, strict=True)]
            ),
            keep_gravest_problems(problems),
            self.version,
            self.run_type,
            self.set_name,
            decoded.encoding,
        )


def reading_status(
    runs: Sequence[RunDraft | Run], problems: Sequence[Problem], *, is_companion_file: bool = False
) -> Status:
    """Derive the status of a reading from its runs and problems.

    `is_companion_file`: another file of the set has the figures; to have none is no refusal.
    """
    if not runs and not is_companion_file:
        return Status.REFUSED
    if not all(run.complete for run in runs):
        return Status.INCOMPLETE
    serious = any(problem.severity is not Severity.INFO for problem in problems)
    return Status.READ_WITH_PROBLEMS if serious else Status.READ


def number_duplicate_names(runs: Sequence[Run]) -> tuple[Run, ...]:
    """Append a number to the names of runs that share one, in their order."""
    names = [run.name for run in runs]
    return tuple(
        replace(run, name=f"{run.name} ({names[: i + 1].count(run.name)})")
        if names.count(run.name) > 1
        else run
        for i, run in enumerate(runs)
    )


def _drop_repeated_infos(problems: Sequence[Problem]) -> list[Problem]:
    """Drop informational problems that repeat an earlier one; warnings and errors all stay."""
    seen: set[tuple[Severity, Message]] = set()
    stored = []
    for problem in problems:
        key = (problem.severity, problem.message)
        if problem.severity is not Severity.INFO or key not in seen:
            stored.append(problem)
        seen.add(key)
    return stored


def keep_gravest_problems(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Return at most MOST_PROBLEMS, the gravest, in file order, and how many were left out."""
    if len(problems) <= MOST_PROBLEMS:
        return tuple(problems)
    weights = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}
    gravest = sorted(range(len(problems)), key=lambda i: weights[problems[i].severity])
    stored = [problems[i] for i in sorted(gravest[:MOST_PROBLEMS])]
    sentence = message("{more} more problems are not listed.", more=len(problems) - MOST_PROBLEMS)
    return (*stored, Problem(Severity.WARNING, sentence))


DECIMAL_MARK_OPEN: Final = CodedSentence(
    ProblemCode.DECIMAL_MARK_OPEN,
    "{name} {text} may be {first} or {second}: the decimal mark is unclear; left out.",
)
"""For a number with two readings: `first` groups thousands, `second` has decimals."""
DECIMAL_MARK_CHOSEN: Final = CodedSentence(
    ProblemCode.DECIMAL_MARK_CHOSEN,
    "{name} {text} read as {value}, with {mark} as the decimal mark you set.",
)
DECIMAL_MARK: Final = "decimal_mark"
"""Attribute of runs: the decimal mark that the user chose."""

_DEVIATIONS = 4
"""Standard deviations of the sum of many roundings that are allowed: 6 of 100,000 are beyond."""


def printed_sum_tolerance(total_digit: Decimal, term_digits: Iterable[Decimal]) -> Decimal:
    """Return by how much a printed sum may differ from the sum of its printed terms.

    Each figure is off by half the worth of its last digit at most, so by as much as all of them
    together at most. Roundings of many terms level out: the error of one is even, with a variance
    of digit^2 / 12, so the sum is within four standard deviations, which is less from seven terms
    on. The worth of a term that is exact is 0.
    """
    digits = [total_digit, *term_digits]
    most = sum(digits, Decimal(0)) / 2
    variance = sum((digit * digit for digit in digits), Decimal(0)) / 12
    return min(most, _DEVIATIONS * variance.sqrt())


LARGE_FROM: Final = 256 * KIB
"""Bytes from which an I/O counts as large."""
_MOST_OUTSTANDING = 10_000_000
_SIZE = re.compile(r"(\d{1,15}(?:\.\d{1,6})?)[ \t]?([KMGT]?)(?:i?B)?", re.IGNORECASE)
_POWERS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4}


def parse_size_bytes(text: str) -> float | None:
    """Return the bytes of `4096`, `4KiB`, `4k` or `1 MiB`; None for anything else and for 0."""
    match = _SIZE.fullmatch(text.strip())
    size = float(match[1]) * KIB ** _POWERS[match[2].upper()] if match else 0.0
    return size if 0 < size <= LARGEST else None


def io_load(outstanding: int | None, io_bytes: float | None) -> Load:
    """Build a load of outstanding small or large I/Os; NO_LOAD where either is not known."""
    if not outstanding or not io_bytes or not 0 < outstanding <= _MOST_OUTSTANDING:
        return NO_LOAD
    if io_bytes >= LARGE_FROM:
        return Load(large_ios=outstanding)
    return Load(small_ios=outstanding)


@dataclass(frozen=True, slots=True)
class IoWorkload:
    """The I/O pattern of a test; what the file does not state stays None."""

    block_bytes: float | None = None
    write_percent: float | None = None
    random_percent: float | None = None
    outstanding: float | None = None

    def describe_run(self, draft: RunDraft) -> None:
        """Give a run its attributes, and its load where the outstanding I/Os are known."""
        draft.add_attributes(
            block_bytes=_format_number(self.block_bytes, 1, 0),
            write_percent=_format_number(self.write_percent),
            random_share=_format_number(self.random_percent, PERCENT),
            pattern=self._access_pattern,
        )
        load = io_load(round(self.outstanding or 0), self.block_bytes)
        draft.load = draft.load if load == NO_LOAD else load

    @property
    def _access_pattern(self) -> str | None:
        if self.random_percent is None:
            return None
        if not self.random_percent:
            return "sequential"
        return "random" if self.random_percent == 100 else "mixed"


def _format_number(value: float | None, factor: float = 1, digits: int = 3) -> str | None:
    return None if value is None else f"{round(value * factor, digits):.15g}"


def scale_printed(printed: PrintedNumber | None, factor: float) -> PrintedNumber | None:
    """Return a number, where there is one, in another unit."""
    return None if printed is None else printed.times(factor)


def add_derived_measurement(
    draft: RunDraft,
    metric: Metric,
    statistic: str,
    value: float,
    line: int,
    group: str | None = None,
) -> None:
    """Add a measurement in SI that was computed from what stands at a line."""
    draft.add_measurement(metric, statistic, PrintedNumber(value, line), group, Origin.DERIVED)


_FEWEST_BEYOND = 10


def nearest_rank_percentiles(sorted_values: Sequence[float]) -> Iterator[tuple[str, float]]:
    """Yield p50 to p99 of sorted values by nearest rank, each only if ten values lie beyond it."""
    for percent in (50, 90, 95, 99):
        if len(sorted_values) * (100 - percent) >= _FEWEST_BEYOND * 100:
            yield f"p{percent}", sorted_values[math.ceil(len(sorted_values) * percent / 100) - 1]


_Value = TypeVar("_Value")


def common_value(values: Iterable[_Value]) -> _Value | None:
    """Return the value that all share; None where they differ, or there is none."""
    different = set(values)
    return different.pop() if len(different) == 1 else None
