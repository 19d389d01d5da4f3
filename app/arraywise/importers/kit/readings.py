"""Run drafts, problems noted while reading, ambiguous numbers.

Logs say late what they should say first (how many users, whether the run ended), so that a run
is noted down piece by piece and made in the end.

Whoever shows it knows it by its words, and asks for the decimal mark of the file.
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
    """A number with its place in the file; line and column count from 1."""

    value: float
    line: int
    column: int | None = None

    def times(self, factor: float) -> PrintedNumber:
        """Return the number in another unit, at the same place."""
        return PrintedNumber(self.value * factor, self.line, self.column)


def number(text: str) -> float | None:
    """Read a plain number that is not negative; None for anything else, `NaN` included."""
    if len(text) <= _SAFE_DIGITS and text.isdigit() and text.isascii():
        return float(text)  # most numbers are such
    plain = text.strip()
    if not _PLAIN.fullmatch(plain):
        return None
    value = float(plain)
    return value if value <= LARGEST else None


def printed(match: re.Match[str], group: str | int, line: int) -> PrintedNumber | None:
    """Take a number that a pattern found in a line; None where it is none."""
    text = match.group(group)
    value = None if text is None else number(text)
    return None if value is None else PrintedNumber(value, line, match.start(group) + 1)


def cells_in(
    line: str, line_number: int, delimiter: str, start: int = 0
) -> Iterator[tuple[str, PrintedNumber | None]]:
    """Return the text of each cell of a line from a place on, with its number if it is one."""
    column = start
    for cell in line[start:].split(delimiter):
        text = cell.strip()
        value = number(text)
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
def month_of(word: str) -> int | None:
    """Return the month that a word names, whole or shortened; None where it names none."""
    plain = _without_accents(word)
    return _MONTH_OF.get(plain[:4]) or _MONTH_OF.get(plain[:3])


def moment_in(match: re.Match[str], zone: tzinfo | None = None) -> datetime | None:
    """Return the moment of `year`, `month` (in letters), `day`, `h`, `m` and `s`, if it is one."""
    month = month_of(match["month"])
    year, day, h, m, s = (int(match[name]) for name in ("year", "day", "h", "m", "s"))
    try:
        return datetime(year, month, day, h, m, s, tzinfo=zone) if month else None
    except ValueError:
        return None


def shortened(text: str, limit: int = 80) -> str:
    """Make text from a file fit to be shown: one line, printable, not long."""
    return _shortened(text[: 4 * limit], limit)


@lru_cache(maxsize=4096)  # thousands of files have the same names and settings
def _shortened(plain: str, limit: int) -> str:
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


def info(template: Template, line: int | None = None, /, **figures: Figure) -> Problem:
    """Say what is worth knowing."""
    return Problem(Severity.INFO, message(template, **figures), line)


def warning(template: Template, line: int | None = None, /, **figures: Figure) -> Problem:
    """Say what makes the figures less trustworthy."""
    return Problem(Severity.WARNING, message(template, **figures), line)


def error(template: Template, line: int | None = None, /, **figures: Figure) -> Problem:
    """Say why there is no result."""
    return Problem(Severity.ERROR, message(template, **figures), line)


@dataclass(slots=True)
class Notes:
    """What there is to say about a file."""

    problems: list[Problem] = field(default_factory=list)

    def info(self, template: Template, line: int | None = None, **figures: Figure) -> None:
        """Note what is worth knowing."""
        self.problems.append(info(template, line, **figures))

    def warn(self, template: Template, line: int | None = None, **figures: Figure) -> None:
        """Note what makes the figures less trustworthy."""
        self.problems.append(warning(template, line, **figures))

    def fail(self, template: Template, line: int | None = None, **figures: Figure) -> None:
        """Note why there is no result."""
        self.problems.append(error(template, line, **figures))


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
class LineTroubles:
    """How often each kind of line was met that is no row, and the first line of each."""

    counts: dict[str, int] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def note(self, trouble: str, line: int) -> None:
        """Count one problem by its key in the sentences."""
        self.counts[trouble] = self.counts.get(trouble, 0) + 1
        self.lines.setdefault(trouble, line)

    def problems(
        self, sentences: Mapping[str, tuple[Severity, str]], **figures: Figure
    ) -> tuple[Problem, ...]:
        """Report all of them, in the order of the sentences."""
        return tuple(
            Problem(
                severity, message(template, count=self.counts[key], **figures), self.lines[key]
            )
            for key, (severity, template) in sentences.items()
            if key in self.counts
        )


@dataclass(slots=True)
class RunDraft(Notes):
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

    def measure(
        self,
        metric: Metric,
        statistic: str,
        result: PrintedNumber | None,
        group: str | None = None,
        origin: Origin = Origin.REPORTED,
    ) -> None:
        """Add a measurement in SI; a time of 0 is below the print's resolution, and unknown."""
        if result is None or result.value > LARGEST or (metric in TIMES and not result.value):
            return
        if len(self.measurements) >= _MOST_MEASUREMENTS:
            return
        value, line, column = result
        unit = SI_UNITS[metric]
        self.measurements.append(
            Measurement(metric, statistic, value, unit, NO_LOAD, group, line, column, origin)
        )

    def describe(self, **attributes: str | None) -> None:
        """Add attributes; what is not known is left out."""
        for name, value in attributes.items():
            shown = shortened(value) if value else ""
            if shown:
                self.attributes[name] = shown

    def finished(self, name: str) -> Run:
        """Build the run from the report."""
        return Run(
            name=self.name or name,
            complete=self.complete,
            measurements=tuple(m._replace(load=self.load) for m in self.measurements),
            series=tuple(series for series in self.series if len(series.values)),
            started_at=self.started_at,
            duration_s=self.duration_s or None,
            host=self.host,
            attributes=tuple(self.attributes.items()),
        )


@dataclass(slots=True)
class Log(Notes):
    """One file while it is being read."""

    drafts: list[RunDraft] = field(default_factory=list)
    left_out: int = 0
    version: str | None = None
    run_type: str | None = None
    set_name: str | None = None
    is_next_to: bool = False
    """Another file of the set has the figures, so that it is no refusal to have none."""
    file_name: str = ""
    """Some tools write into it what they leave out of the file."""

    def add(self, draft: RunDraft) -> None:
        """Add a run, unless there are far more than any lab makes."""
        if len(self.drafts) < MOST_RUNS:
            self.drafts.append(draft)
        else:
            self.left_out += 1

    def take(self, draft: RunDraft) -> None:
        """Add a run that was measured; of another one keep what there is to say about it."""
        if draft.measurements:
            self.add(draft)
        else:
            self.problems += draft.problems

    def reading(self, tool: str, file: str, decoded: DecodedText) -> Reading:
        """Build the reading; without a run it is a refusal."""
        drafts = self.drafts
        if self.left_out:
            template = "The file holds more runs than are read; left out: {count}."
            self.warn(template, count=self.left_out)
        result = [*self.problems, *(problem for draft in drafts for problem in draft.problems)]
        problems = [*decoded.problems, *_drop_repeated(result)]
        refused = not drafts and not self.is_next_to
        if refused and all(p.severity is not Severity.ERROR for p in problems):
            sentence = message("No readable result. Import the file whole, as the tool wrote it.")
            problems.append(Problem(Severity.ERROR, sentence))
        stem = shortened(_EXTENSION.sub("", re.split(r"[/\\]", file)[-1])) or tool
        names = [stem if len(drafts) == 1 else f"{stem} ({i})" for i in range(1, len(drafts) + 1)]
        return Reading(
            tool,
            status_of(drafts, problems, is_beside=self.is_next_to),
            number_duplicates([d.finished(name) for d, name in zip(drafts, names, strict=True)]),
            limit_count(problems),
            self.version,
            self.run_type,
            self.set_name,
            decoded.encoding,
        )


def status_of(
    runs: Sequence[RunDraft | Run], problems: Sequence[Problem], *, is_beside: bool = False
) -> Status:
    """Describe how reading a file ended, by what was found and what there is to say about it.

    `is_beside`: another file of the set has the figures, so that it is no refusal to have none.
    """
    if not runs and not is_beside:
        return Status.REFUSED
    if not all(run.complete for run in runs):
        return Status.INCOMPLETE
    serious = any(problem.severity is not Severity.INFO for problem in problems)
    return Status.READ_WITH_PROBLEMS if serious else Status.READ


def number_duplicates(runs: Sequence[Run]) -> tuple[Run, ...]:
    """Number runs of the same name in their order."""
    names = [run.name for run in runs]
    return tuple(
        replace(run, name=f"{run.name} ({names[: i + 1].count(run.name)})")
        if names.count(run.name) > 1
        else run
        for i, run in enumerate(runs)
    )


def _drop_repeated(problems: Sequence[Problem]) -> list[Problem]:
    """Leave out what is worth knowing once and is true of other runs of the file too."""
    heard: set[tuple[Severity, Message]] = set()
    stored = []
    for problem in problems:
        key = (problem.severity, problem.message)
        if problem.severity is not Severity.INFO or key not in heard:
            stored.append(problem)
        heard.add(key)
    return stored


def limit_count(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Keep the gravest where there are too many, in the order of the file."""
    if len(problems) <= MOST_PROBLEMS:
        return tuple(problems)
    weights = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}
    gravest = sorted(range(len(problems)), key=lambda i: weights[problems[i].severity])
    stored = [problems[i] for i in sorted(gravest[:MOST_PROBLEMS])]
    sentence = message("{more} more problems are not listed.", more=len(problems) - MOST_PROBLEMS)
    return (*stored, Problem(Severity.WARNING, sentence))


OPEN: Final = CodedSentence(
    ProblemCode.DECIMAL_MARK_OPEN,
    "{name} {text} may be {first} or {second}: the decimal mark is unclear; left out.",
)
"""Said of a number with two readings: `first` groups thousands, `second` has decimals."""
CHOSEN: Final = CodedSentence(
    ProblemCode.DECIMAL_MARK_CHOSEN,
    "{name} {text} read as {value}, with {mark} as the decimal mark you set.",
)
DECIMAL_MARK: Final = "decimal_mark"
"""Attribute of runs: the decimal mark that the user said."""

_DEVIATIONS = 4
"""Standard deviations of the sum of many roundings that are allowed: 6 of 100,000 are beyond."""


def last_digit(printed: Decimal) -> Decimal:
    """Return the worth of the last digit of a printed figure: 0.01 for 9.90, 1 for 120."""
    exponent = printed.as_tuple().exponent
    return Decimal(1).scaleb(min(0, exponent) if isinstance(exponent, int) else 0)


def sum_tolerance(total: Decimal, terms: Iterable[Decimal]) -> Decimal:
    """Return by how much a printed sum may differ from the sum of its printed terms.

    Each figure is off by half the worth of its last digit at most, so by as much as all of them
    together at most. Roundings of many terms level out: the error of one is even, with a variance
    of digit^2 / 12, so the sum is within four standard deviations, which is less from seven terms
    on. The worth of a term that is exact is 0.
    """
    digits = [total, *terms]
    most = sum(digits, Decimal(0)) / 2
    variance = sum((digit * digit for digit in digits), Decimal(0)) / 12
    return min(most, _DEVIATIONS * variance.sqrt())


LARGE_FROM: Final = 256 * KIB
"""Bytes from which an I/O counts as large."""
_MOST_OUTSTANDING = 10_000_000
_SIZE = re.compile(r"(\d{1,15}(?:\.\d{1,6})?)[ \t]?([KMGT]?)(?:i?B)?", re.IGNORECASE)
_POWERS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4}


def size_in(text: str) -> float | None:
    """Return the bytes of `4096`, `4KiB`, `4k` or `1 MiB`; None for anything else and for 0."""
    match = _SIZE.fullmatch(text.strip())
    size = float(match[1]) * KIB ** _POWERS[match[2].upper()] if match else 0.0
    return size if 0 < size <= LARGEST else None


def io_load(outstanding: int | None, io_bytes: float | None) -> Load:
    """Return outstanding I/Os as small or large ones; no load where either is not known."""
    if not outstanding or not io_bytes or not 0 < outstanding <= _MOST_OUTSTANDING:
        return NO_LOAD
    if io_bytes >= LARGE_FROM:
        return Load(large_ios=outstanding)
    return Load(small_ios=outstanding)


@dataclass(frozen=True, slots=True)
class IoWork:
    """The I/Os of a test; what is not stated stays None."""

    block_bytes: float | None = None
    write_percent: float | None = None
    random_percent: float | None = None
    outstanding: float | None = None

    def describe(self, draft: RunDraft) -> None:
        """Give a run its attributes, and its load where the outstanding I/Os are known."""
        draft.describe(
            block_bytes=_shown(self.block_bytes, 1, 0),
            write_percent=_shown(self.write_percent),
            random_share=_shown(self.random_percent, PERCENT),
            pattern=self._pattern,
        )
        load = io_load(round(self.outstanding or 0), self.block_bytes)
        draft.load = draft.load if load == NO_LOAD else load

    @property
    def _pattern(self) -> str | None:
        if self.random_percent is None:
            return None
        if not self.random_percent:
            return "sequential"
        return "random" if self.random_percent == 100 else "mixed"


def _shown(value: float | None, factor: float = 1, digits: int = 3) -> str | None:
    return None if value is None else f"{round(value * factor, digits):.15g}"


def scaled(result: PrintedNumber | None, factor: float) -> PrintedNumber | None:
    """Return a number, where there is one, in another unit."""
    return None if result is None else result.times(factor)


def derive(
    draft: RunDraft,
    metric: Metric,
    statistic: str,
    value: float,
    line: int,
    group: str | None = None,
) -> None:
    """Add a measurement in SI that was computed from what stands at a line."""
    draft.measure(metric, statistic, PrintedNumber(value, line), group, Origin.DERIVED)


_FEWEST_BEYOND = 10


def percentiles(ordered: Sequence[float]) -> Iterator[tuple[str, float]]:
    """Give percentiles by nearest rank of values in order, where ten of them lie beyond."""
    for percent in (50, 90, 95, 99):
        if len(ordered) * (100 - percent) >= _FEWEST_BEYOND * 100:
            yield f"p{percent}", ordered[math.ceil(len(ordered) * percent / 100) - 1]


_Value = TypeVar("_Value")


def common(values: Iterable[_Value]) -> _Value | None:
    """Return the value that all are; None where they differ, or there is none."""
    different = set(values)
    return different.pop() if len(different) == 1 else None
