"""Imported and inspected files as plain text for a person at a terminal.

Apart from the answer's text: an import need not load what works out an answer.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from arraywise.cli.common import format_count, make_printable
from arraywise.domain.messages import Problem, Severity
from arraywise.domain.units import Unit

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from arraywise.analysis.database_profile import DatabaseProfile
    from arraywise.domain.evidence import Measurement, Run
    from arraywise.importing.find_files import ImportedFile, ImportOutcome
    from arraywise.usecases.inspect_files import InspectedFile, SeriesSummary


_UNKNOWN = "-"
_LISTED_SINGLY = 3  # files beside each of which a remark is told that they share


def inspected_lines(inspected: InspectedFile) -> Iterator[str]:
    """One file: what it is, what is wrong with it, and its runs with their values."""
    file, reading = inspected.file, inspected.file.reading
    tool = " ".join(filter(None, (reading.tool, reading.tool_version, reading.run_type)))
    yield make_printable(f"{file.name}: {reading.status.value} ({tool})")
    if inspected.client_names:
        yield make_printable(f"  client's names: {', '.join(inspected.client_names)}")
    yield from _problem_lines(reading.problems)
    for run, series, profile in zip(
        reading.runs, inspected.series, inspected.profiles, strict=True
    ):
        yield from _run_lines(run, series)
        if profile is not None:
            yield from _profile_lines(profile, {p.text for p in reading.problems})


def _run_lines(run: Run, series: tuple[SeriesSummary, ...]) -> Iterator[str]:
    facts = [run.started_at, f"{run.duration_s:g} s" if run.duration_s else None, run.host]
    facts.append(None if run.complete else "not complete")
    yield make_printable(f"  run {run.name} " + ", ".join(filter(None, facts)))
    if not run.measurements and not series:  # a description of a host says nothing else
        yield from (make_printable(f"    {name}: {value}") for name, value in run.attributes)
    for measurement in run.measurements:
        yield make_printable(f"    {_measurement_line(measurement)}")
    for s in series:
        mean = _UNKNOWN if s.mean is None else f"{s.mean:.6g}{_unit_suffix(s.unit)}"
        of = f" of {s.instance}" if s.instance else ""
        rows = "1 row" if s.rows == 1 else f"{s.rows} rows"
        yield make_printable(f"    series {s.name}{of}: {rows}, mean {mean}")


def _profile_lines(profile: DatabaseProfile, known_problems: Container[str]) -> Iterator[str]:
    """What a transaction asks of the storage, and what makes that a bound."""
    named = (
        *(("reads", profile.reads), ("writes", profile.writes), ("redo", profile.redo_writes)),
        *(("block", profile.block_bytes), ("read waits, low", profile.waits_low)),
        *(("read waits, high", profile.waits_high), ("log waits", profile.commit_waits)),
        *(("processor", profile.cpu_s), ("rest", profile.rest_s)),
    )
    known = (f"{name} {v.value:.4g}{_unit_suffix(v.unit)}" for name, v in named if v is not None)
    yield f"    per transaction: {', '.join(known)}"
    for problem in profile.problems:
        if problem.text not in known_problems:
            yield make_printable(f"    {problem.severity.value}: {problem.text}")


def _unit_suffix(unit: Unit) -> str:
    return "" if unit is Unit.ONE else f" {unit.value}"


def _measurement_line(m: Measurement) -> str:
    load = m.load
    parts = [
        f"line {m.line}:" if m.line else "",
        m.metric.value,
        m.statistic,
        f"{m.value:.6g}{_unit_suffix(m.unit)}",
        f"({m.group})" if m.group else "",
        "" if load.users is None else f"users={load.users}",
        "" if load.small_ios is None else f"small={load.small_ios}",
        "" if load.large_ios is None else f"large={load.large_ios}",
        "" if m.origin.value == "reported" else m.origin.value,
    ]
    return " ".join(filter(None, parts))


def imported_lines(outcome: ImportOutcome, *, options_made: bool) -> Iterator[str]:
    """Yield every file with its status and option, then proposed options and a summary.

    A remark that many files share is listed once, with the first of them.
    """
    shared = _first_and_count_of_shared_remarks(
        file for file in outcome.files if not file.is_folder
    )
    for file in outcome.files:
        if file.is_folder:
            yield from (make_printable(f"{file.name}: {p.text}") for p in file.problems)
            continue
        yield make_printable(f"{file.name}: {_describe_outcome(file)}")
        yield from _problem_lines(
            p
            for p in file.problems
            if p.severity is not Severity.INFO or p.message.code_or_template not in shared
        )
    for (file, problem), count in shared.values():
        yield make_printable(f"in {count} files, as in {file.name}:")
        yield from _problem_lines((problem,))
    counts: dict[str, int] = {}
    files = [file for file in outcome.files if not file.is_folder]
    for file in files:
        fate = "duplicate" if file.duplicate_of else str(file.status)
        counts[fate] = counts.get(fate, 0) + 1
    word = "made" if options_made else "proposed (--make-options makes it)"
    for option in outcome.proposals:
        yield make_printable(
            f"option {word}: {option.name}, {format_count(len(option.file_ids), 'file')}"
        )
    for quote in outcome.quotes:
        yield make_printable(f"{quote.name}: looks like a quote, not imported; read it with price")
    yield from map(make_printable, _ambiguous_number_lines(outcome))
    summary = ", ".join(f"{count} {fate}" for fate, count in sorted(counts.items()))
    yield (f"{format_count(len(files), 'file')}: {summary}" if outcome.files else "no files found")


def _first_and_count_of_shared_remarks(
    files: Iterable[ImportedFile],
) -> dict[str, tuple[tuple[ImportedFile, Problem], int]]:
    """Find the remarks of many files, by their kind: where each was first, and in how many.

    What is wrong with a file is always told beside it.
    """
    firsts: dict[str, tuple[ImportedFile, Problem]] = {}
    counts: Counter[str] = Counter()
    for file in files:
        remarks = {
            p.message.code_or_template: p for p in file.problems if p.severity is Severity.INFO
        }
        for kind, problem in remarks.items():
            counts[kind] += 1
            firsts.setdefault(kind, (file, problem))
    return {kind: (firsts[kind], n) for kind, n in counts.items() if n > _LISTED_SINGLY}


def _ambiguous_number_lines(outcome: ImportOutcome) -> Iterator[str]:
    """Yield how --decimal reads the ambiguous numbers of files."""
    asked = [file for file in outcome.files if file.tool == "io_calibrate" and file.problems]
    if not asked:
        return
    from arraywise.usecases.edit_evidence import ambiguous_number_readings  # loads that importer

    for file in asked:
        result = next(
            (r for p in file.problems if (r := ambiguous_number_readings(p)) is not None), None
        )
        if result is not None:
            yield (
                f"{file.name}: {result.text} is {result.with_comma} with --decimal comma,"
                f" {result.with_point} with --decimal point; import it again with one of them"
            )


def _describe_outcome(file: ImportedFile) -> str:
    if file.duplicate_of:
        return f"already in the study as {file.duplicate_of}"
    option = file.option or "no option yet"
    guess = " (guess)" if file.option_is_guess else ""
    return f"{file.status}, {file.tool}, {option}{guess}"


def _problem_lines(problems: Iterable[Problem]) -> Iterator[str]:
    for problem in problems:
        where = f"line {problem.line}: " if problem.line else ""
        yield make_printable(f"  {problem.severity}: {where}{problem.text}")
