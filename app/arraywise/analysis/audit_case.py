"""What the comparability audit looks at, and the shape of a check and of its remarks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from operator import is_
from typing import TYPE_CHECKING

from arraywise.analysis.remarks import Kept, Remark

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from arraywise.analysis.known_option import KnownOption
    from arraywise.analysis.level import Level
    from arraywise.analysis.question import Question
    from arraywise.analysis.steady_state import SteadyWindow
    from arraywise.domain.facts import LoadRun
    from arraywise.domain.pricing import PriceLine
    from arraywise.domain.problems import Severity


@dataclass(frozen=True)
class Case:
    """A question with the levels that its answer leans on."""

    question: Question
    windows: Mapping[int, SteadyWindow]
    """Steady part of each run, by the run's id, where its rates are known by the second."""
    used: Mapping[int, tuple[Level, ...]]
    """The levels around the demand, by the option's id."""

    @cached_property
    def leaned_on(self) -> tuple[object, ...]:
        """The options and the levels around the demand: most edits leave them as they are."""
        return *self.question.known, *(level for used in self.used.values() for level in used)

    def options(self) -> Iterator[tuple[KnownOption, tuple[Level, ...]]]:
        """Go through the options that have a measured level, with the levels used of each."""
        for known in self.question.known:
            if known.measured.levels:
                yield known, self.used[known.facts.option.id]


@dataclass(frozen=True, slots=True)
class Check:
    """One rule of the audit."""

    name: str
    severity: Severity
    look: Callable[[Case], Iterable[Remark]]
    source: str
    """Where the rule comes from."""
    lowers_grade: bool = True
    """Whether it counts for the grade of an option's performance evidence."""
    of_facts: bool = False
    """It looks at files and price sheets alone: what it found is kept while they are the same."""
    of_levels: bool = False
    """It looks at files and at the levels around the demand alone: so is what it found."""


def name_users(levels: Iterable[Level]) -> str:
    """Name levels by their users: `60, 90`."""
    return ", ".join(str(level.users) for level in levels)


def name_files(runs: Iterable[LoadRun]) -> tuple[str, ...]:
    """Name the files of runs, each with the line of its rate where it is known."""
    return tuple(
        run.file if run.rate_line is None else f"{run.file}:{run.rate_line}" for run in runs
    )


def name_line(line: PriceLine) -> str:
    """Name a line of a price sheet, with the row where it is known: `disk:7`."""
    return line.description if line.row is None else f"{line.description}:{line.row}"


def look_once(check: Check, case: Case) -> Iterable[Remark]:
    """Look, or take what was found in the same facts before: most edits leave them alone."""
    if not (check.of_facts or check.of_levels):
        return check.look(case)
    question = case.question
    seen = case.leaned_on if check.of_levels else question.known
    kept = question.kept.get(check.name)
    if kept is None or not _are_same(kept.seen, seen):
        kept = Kept(seen, tuple(check.look(case)))
        question.kept[check.name] = kept
    return kept.remarks


def _are_same(ours: tuple[object, ...], theirs: tuple[object, ...]) -> bool:
    return len(ours) == len(theirs) and all(map(is_, ours, theirs))
