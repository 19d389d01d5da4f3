"""Audit input and Check; evidence grade.

A: at both levels around the demand there are at least 5 repetitions, the runs were steady, the
   database host was monitored and not exhausted, and no check found anything wrong with them.
B: both levels were repeated at least twice, with at most minor findings (a warning).
C: everything else: a level that was measured once, a host that was the limit, a serious
   finding, a demand outside the measured loads, or no evidence at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from operator import is_
from typing import TYPE_CHECKING

from arraywise.domain.decision import CachedRemarks, Remark
from arraywise.domain.messages import Message, Severity, message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from arraywise.analysis.curves.load_level import Level
    from arraywise.analysis.curves.steady_state import SteadyWindow
    from arraywise.analysis.decision.problem import DecisionProblem
    from arraywise.analysis.prepared import LoadIndependentOption
    from arraywise.domain.messages import Figure
    from arraywise.domain.options import Option
    from arraywise.domain.pricing import PriceLine
    from arraywise.domain.study import LoadRun


@dataclass(frozen=True)
class Case:
    """A question with the levels that its answer leans on."""

    question: DecisionProblem
    windows: Mapping[int, SteadyWindow]
    """Steady part of each run, by the run's id, where its rates are known by the second."""
    used: Mapping[int, tuple[Level, ...]]
    """The levels around the demand, by the option's id."""

    @cached_property
    def leaned_on(self) -> tuple[object, ...]:
        """The options and the levels around the demand: most edits leave them as they are."""
        return *self.question.known, *(level for used in self.used.values() for level in used)

    def options(self) -> Iterator[tuple[LoadIndependentOption, tuple[Level, ...]]]:
        """Go through the options that have a measured level, with the levels used of each."""
        for known in self.question.known:
            if known.measured.levels:
                yield known, self.used[known.facts.option.id]


class CheckedFacts(Enum):
    """What a check looks at; what it found is kept while that is the same."""

    FACTS = "files and price sheets alone"
    LEVELS = "these and the levels around the demand"
    ALL = "the requirement and the settings too"


@dataclass(frozen=True, slots=True)
class Check:
    """One rule of the audit."""

    name: str
    severity: Severity
    look: Callable[[Case], Iterable[Remark]]
    source: str
    """Where the rule comes from."""
    reads: CheckedFacts = CheckedFacts.ALL
    lowers_grade: bool = True
    """Whether it counts for the grade of an option's performance evidence."""


def create_option_remark(
    option: Option,
    sentence: str,
    consequence: str | Message,
    evidence: Iterable[str] = (),
    severity: Severity | None = None,
    **figures: Figure,
) -> Remark:
    """Say something of one option, whose name is `{option}` in the sentence."""
    meant = consequence if isinstance(consequence, Message) else message(consequence)
    said = message(sentence, option=option.name, **figures)
    return Remark((option.name,), said, meant, tuple(evidence), severity)


def list_user_counts(levels: Iterable[Level]) -> str:
    """Name levels by their users: `60, 90`."""
    return ", ".join(str(level.users) for level in levels)


def list_files_with_lines(runs: Iterable[LoadRun]) -> tuple[str, ...]:
    """Name the files of runs, each with the line of its rate where it is known."""
    return tuple(
        run.file if run.rate_line is None else f"{run.file}:{run.rate_line}" for run in runs
    )


def price_line_reference(line: PriceLine) -> str:
    """Name a line of a price sheet, with the row where it is known: `disk:7`."""
    return line.description if line.row is None else f"{line.description}:{line.row}"


def run_check_or_reuse(check: Check, case: Case) -> Iterable[Remark]:
    """Look, or take what was found in the same facts before: most edits leave them alone."""
    if check.reads is CheckedFacts.ALL:
        return check.look(case)
    question = case.question
    seen = case.leaned_on if check.reads is CheckedFacts.LEVELS else question.known
    stored = question.stored.get(check.name)
    if stored is None or len(stored.seen) != len(seen) or not all(map(is_, stored.seen, seen)):
        stored = CachedRemarks(seen, tuple(check.look(case)))
        question.stored[check.name] = stored
    return stored.remarks


FULL_REPETITIONS = 5
"""Repetitions of the order-entry paper (ease of operation) and of MODEL D1."""
LEAST_REPETITIONS = 2


def grade_evidence(levels_used: Sequence[Level], severities: Iterable[Severity]) -> str:
    """Return A, B or C by the levels around the demand, if any, and the findings about them."""
    found, fewest = set(severities), min((len(x.runs) for x in levels_used), default=0)
    host_bound = any(level.host_bound for level in levels_used)
    if Severity.ERROR in found or host_bound or fewest < LEAST_REPETITIONS:
        return "C"
    monitored = all(level.host_busy is not None for level in levels_used)
    if fewest < FULL_REPETITIONS or Severity.WARNING in found or not monitored:
        return "B"
    return "A"
