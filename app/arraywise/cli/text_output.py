"""Results as plain text for a person at a terminal."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from arraywise.analysis.demand import load_in_units, needed_bytes, usable
from arraywise.cli.common import format_count, printable
from arraywise.domain.capacity import TB, TIB, format_capacity
from arraywise.domain.criteria import DEFAULT_CRITERIA, CriterionKind, Rating, kind_of, named_for
from arraywise.domain.estimates import describe_estimate
from arraywise.domain.messages import Problem, Severity
from arraywise.domain.pricing import PriceTotal, percent_of
from arraywise.domain.requirement import Goal, LoadUnit, Requirement
from arraywise.domain.units import Unit
from arraywise.domain.workload import PROFILE_FIELDS, FoundProfile, WorkloadProfile
from arraywise.present.findings import describe_change, describe_limits, list_changes
from arraywise.present.headline import build_headline
from arraywise.present.language import SOURCE_LANGUAGE, wording
from arraywise.present.runway import describe_runway, is_worth_showing
from arraywise.present.tables.overview import OptionColumn, Part, columns_of, ranked_options

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from arraywise.analysis.database_profile import DatabaseProfile
    from arraywise.domain.decision import Answer
    from arraywise.domain.evidence import Measurement, Run
    from arraywise.domain.options import Option
    from arraywise.domain.runway import Runway
    from arraywise.domain.study import StudyFacts
    from arraywise.importing.find_files import ImportedFile, ImportOutcome
    from arraywise.usecases.inspect_files import InspectedFile, SeriesSummary


_UNKNOWN = "-"
_LISTED_SINGLY = 3  # files beside each of which a remark is told that they share


def inspected_lines(inspected: InspectedFile) -> Iterator[str]:
    """One file: what it is, what is wrong with it, and its runs with their values."""
    file, reading = inspected.file, inspected.file.reading
    tool = " ".join(filter(None, (reading.tool, reading.tool_version, reading.run_type)))
    yield printable(f"{file.name}: {reading.status.value} ({tool})")
    if inspected.client_names:
        yield printable(f"  client's names: {', '.join(inspected.client_names)}")
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
    yield printable(f"  run {run.name} " + ", ".join(filter(None, facts)))
    if not run.measurements and not series:  # a description of a host says nothing else
        yield from (printable(f"    {name}: {value}") for name, value in run.attributes)
    for measurement in run.measurements:
        yield printable(f"    {_measurement_line(measurement)}")
    for s in series:
        mean = _UNKNOWN if s.mean is None else f"{s.mean:.6g}{_unit_suffix(s.unit)}"
        of = f" of {s.instance}" if s.instance else ""
        rows = "1 row" if s.rows == 1 else f"{s.rows} rows"
        yield printable(f"    series {s.name}{of}: {rows}, mean {mean}")


def _profile_lines(profile: DatabaseProfile, said: Container[str]) -> Iterator[str]:
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
        if problem.text not in said:
            yield printable(f"    {problem.severity.value}: {problem.text}")


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


def criterion_lines(facts: StudyFacts) -> Iterator[str]:
    """Describe the criteria that count, are rated or are the study's own, with options' values."""
    settings = named_for(facts.requirement.goal, facts.criteria or DEFAULT_CRITERIA)
    swings = {each.criterion: each.swing for each in settings}
    rated = (criterion for known in facts.options for criterion, _ in known.ratings)
    for criterion in dict.fromkeys((*swings, *facts.own_criteria, *rated)):
        kind, swing = kind_of(criterion), swings.get(criterion)
        matters = "does not count" if swing is None else f"swing {swing:g}"
        yield printable(f"{criterion.title}: {_describe_scale(kind)}, {matters}")
        for known in facts.options if kind.is_entered else ():
            rating = dict(known.ratings).get(criterion)
            value = "unknown" if rating is None else _format_rating(rating)
            yield printable(f"  {known.option.name}: {value}")


def _describe_scale(kind: CriterionKind) -> str:
    if kind.is_rating:
        return f"rated 1 to {len(kind.levels)}"
    if kind.criterion.own is None:
        return "from evidence and prices"
    limit, aspiration = kind.criterion.own.ends
    return f"{kind.unit}, 0 points at {limit:g}, 100 at {aspiration:g}"


def _format_rating(rating: Rating) -> str:
    if isinstance(rating, (int, float)):
        return f"{rating:.10g}"
    return str(describe_estimate(rating))


def option_line(option: Option) -> str:
    """What is known of an option, apart from its evidence and its prices."""
    answers = {True: "yes", False: "no", None: "unknown"}
    restore = "unknown" if option.restore_s is None else f"{option.restore_s / 3600:g} h"
    return printable(
        f"{option.name}: {option.architecture.value}, shared {answers[option.shared_storage]}, "
        f"files {answers[option.serves_files]}, restore {restore}, {_describe_capacity(option)}"
    )


def _describe_capacity(option: Option) -> str:
    """What an option can hold, in TB and TiB, with what it follows from."""
    held = usable(option)
    if option.capacity is None or held is None:
        return "usable capacity unknown"
    ends = sorted({held.least, held.most})
    tb, tib = (" to ".join(f"{end / unit:,.4g}" for end in ends) for unit in (TB, TIB))
    return f"usable {tb} TB ({tib} TiB): {format_capacity(option.capacity)}"


def imported_lines(outcome: ImportOutcome, *, made: bool) -> Iterator[str]:
    """Yield every file with its status and option, then proposed options and a summary.

    A remark that many files share is listed once, with the first of them.
    """
    shared = _shared_remarks(file for file in outcome.files if not file.is_folder)
    for file in outcome.files:
        if file.is_folder:
            yield from (printable(f"{file.name}: {p.text}") for p in file.problems)
            continue
        yield printable(f"{file.name}: {_describe_outcome(file)}")
        yield from _problem_lines(
            p
            for p in file.problems
            if p.severity is not Severity.INFO or p.message.kind not in shared
        )
    for (file, problem), count in shared.values():
        yield printable(f"in {count} files, as in {file.name}:")
        yield from _problem_lines((problem,))
    counts: dict[str, int] = {}
    files = [file for file in outcome.files if not file.is_folder]
    for file in files:
        fate = "duplicate" if file.duplicate_of else str(file.status)
        counts[fate] = counts.get(fate, 0) + 1
    word = "made" if made else "proposed (--make-options makes it)"
    for option in outcome.proposals:
        yield printable(
            f"option {word}: {option.name}, {format_count(len(option.file_ids), 'file')}"
        )
    for quote in outcome.quotes:
        yield printable(f"{quote.name}: looks like a quote, not imported; read it with price")
    yield from map(printable, _ambiguous_number_lines(outcome))
    summary = ", ".join(f"{count} {fate}" for fate, count in sorted(counts.items()))
    yield (f"{format_count(len(files), 'file')}: {summary}" if outcome.files else "no files found")


def _shared_remarks(
    files: Iterable[ImportedFile],
) -> dict[str, tuple[tuple[ImportedFile, Problem], int]]:
    """Find the remarks of many files, by their kind: where each was first, and in how many.

    What is wrong with a file is always told beside it.
    """
    firsts: dict[str, tuple[ImportedFile, Problem]] = {}
    counts: Counter[str] = Counter()
    for file in files:
        remarks = {p.message.kind: p for p in file.problems if p.severity is Severity.INFO}
        for kind, problem in remarks.items():
            counts[kind] += 1
            firsts.setdefault(kind, (file, problem))
    return {kind: (firsts[kind], n) for kind, n in counts.items() if n > _LISTED_SINGLY}


def _ambiguous_number_lines(outcome: ImportOutcome) -> Iterator[str]:
    """Yield how --decimal reads the ambiguous numbers of files."""
    asked = [file for file in outcome.files if file.tool == "io_calibrate" and file.problems]
    if not asked:
        return
    from arraywise.usecases.edit_evidence import both_number_readings  # loads that importer

    for file in asked:
        result = next(
            (r for p in file.problems if (r := both_number_readings(p)) is not None), None
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
        yield printable(f"  {problem.severity}: {where}{problem.text}")


def answer_lines(answer: Answer, runway: Runway | None = None) -> Iterator[str]:
    """The answer, how long options last, a row an option, what would change it, findings."""
    yield from map(printable, _headline_lines(answer))
    if runway is not None and is_worth_showing(runway):
        yield from (printable(str(sentence)) for sentence in describe_runway(answer, runway))
    yield from map(printable, _price_range_lines(answer))
    yield ""
    if not answer.options:
        yield "First: arraywise import STUDY FOLDER --make-options (or --option NAME)"
        return
    first, rest = [], []
    for column in columns_of(answer):
        if Part.SUMMARY in column.parts:
            first.append(column)
        if Part.SUMMARY not in column.parts or column.key == "option":
            rest.append(column)
    for columns in (first, rest):  # one table would be wider than a terminal
        yield from map(printable, _table_lines(answer, columns))
        yield ""
    yield from map(printable, _change_lines(answer))
    yield from (printable(str(message)) for message in describe_limits(answer))
    for finding in answer.findings:
        yield printable(f"{finding.severity.value}: {finding.message}")


def _headline_lines(answer: Answer) -> Iterator[str]:
    yield from (" ".join(map(str, line)) for line in build_headline(answer).lines)
    if answer.certainty.message is not None:
        yield str(answer.certainty.message)
    published = answer.published_conclusion
    if published is not None:
        yield f"The publication concludes: {published.text} ({published.citation})"


def price_range_question(currency: str, proposed: tuple[float, float]) -> str:
    """Return the request to confirm limit and aspiration that prices are valued over."""
    limit, best = proposed
    return (
        f"Prices are valued from {currency} {best:,.0f} (100 points) to {limit:,.0f} (none),"
        " proposed from the first price; options that are added do not move it. Confirm or"
        f" change it: arraywise require STUDY --price-range {best:.0f} {limit:.0f}"
    )


def _price_range_lines(answer: Answer) -> Iterator[str]:
    """Ask for the range that prices are valued over, and name who lies beyond it."""
    if answer.open_price_range is not None:
        yield price_range_question(answer.currency, answer.open_price_range)
    if answer.prices_outside:
        names = ", ".join(answer.prices_outside)
        yield (
            f"Beyond the range of prices, which stays as it is: {names}."
            " Change it: arraywise require STUDY --price-range BEST LIMIT"
        )


def _change_lines(answer: Answer) -> Iterator[str]:
    changes = list_changes(answer)
    if changes:
        yield "What would change the answer:"
        yield from (f"  {describe_change(change)}" for change in changes)
        yield ""


def _table_lines(answer: Answer, columns: Sequence[OptionColumn]) -> Iterator[str]:
    """Yield a header and a row an option, words to the left and figures to the right."""
    words = wording(SOURCE_LANGUAGE)
    rows = [
        [str(column.heading) for column in columns],
        *(
            [str(column.text(words, option)) for column in columns]
            for option in ranked_options(answer)
        ),
    ]
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            text.ljust(width) if column.is_text else text.rjust(width)
            for column, text, width in zip(columns, row, widths, strict=True)
        )
        yield "  ".join(cells).rstrip()


def requirement_line(requirement: Requirement) -> str:
    """The target and the load, as they are stated."""
    if requirement.goal is Goal.NONE:
        target = "no target"
    elif requirement.goal is Goal.STORAGE_LATENCY:
        target = f"{requirement.target_s * 1000:g} ms an I/O ({requirement.statistic})"
    else:
        target = f"{requirement.response_time_s * 1000:g} ms ({requirement.statistic})"
    if requirement.load is None:
        visits, convention = requirement.visits_per_month, requirement.convention
        return f"{target} at {visits:,} visits a month, {convention.value}"
    unit = requirement.load_unit  # how many make a visit nobody has said
    stated = (
        f"awr x {requirement.load:g}"
        if unit is LoadUnit.AWR
        else f"{requirement.load:,.10g} {unit}"
    )
    return f"{target} at {stated}"


def usable_capacity_line(requirement: Requirement, facts: StudyFacts) -> str:
    """The usable capacity that is needed today and at the horizon, and what says so."""
    needed, month = (
        needed_bytes(requirement, requirement.horizon_months) or 0.0,
        requirement.horizon_months,
    )
    today = f"{(requirement.usable_bytes or 0.0) / TB:,.4g} TB of usable capacity today"
    in_use = facts.capacity_in_use
    if in_use is not None and in_use.used_bytes == requirement.usable_bytes:
        today += f" (in use: {'; '.join(in_use.origins)})"
    return f"{today}, {needed / TB:,.4g} TB ({needed / TIB:,.4g} TiB) in month {month}"


def load_lines(requirement: Requirement, facts: StudyFacts) -> Iterator[str]:
    """The same load in every other unit that target and workload profile allow, if any."""
    load = load_in_units(requirement, facts.workload, facts.moved_bytes)
    rate = None if load.bytes_per_s is None else load.bytes_per_s / 1e6
    stated = (
        (load.tps if load.is_in_transactions else None, LoadUnit.TPS),
        (load.tpm if load.is_in_transactions else None, LoadUnit.TPM),
        (load.users, LoadUnit.USERS),
        (load.iops, LoadUnit.IOPS),
        (rate, "MB/s"),
        (None if requirement.load_unit is LoadUnit.AWR else load.times_awr, "times the AWR"),
    )
    known = [(v, unit) for v, unit in stated if v is not None and unit != requirement.load_unit]
    if known:
        each = (f"{v:,.4g} {unit}" if v < 1e4 else f"{v:,.0f} {unit}" for v, unit in known)
        yield "that is " + ", ".join(each)


def profile_lines(profile: WorkloadProfile, found: Sequence[FoundProfile]) -> Iterator[str]:
    """What a transaction asks of the storage, and where each value comes from."""
    for field in PROFILE_FIELDS:
        value, source = getattr(profile, field), profile.source_of(field)
        where = "" if source is None else f"  {source.origin}"
        line = f", line {source.line}" if source is not None and source.line else ""
        shown = _UNKNOWN if value is None else f"{value:,.10g}"
        bound = f" ({source.bound.value})" if source is not None and source.bound else ""
        yield printable(f"{field:<20}{shown:>14}{where}{line}{bound}")
    if len({each.origin for each in found}) > 1:
        yield ""
        yield "Reads and writes by every source:"
        yield from (
            printable(f"  {_format_figure(p.reads):>10}{_format_figure(p.writes):>10}  {origin}")
            for origin, p in {each.origin: each.profile for each in found}.items()
        )
    for origin, problems in {each.origin: each.problems for each in found}.items():
        yield from (printable(f"{p.severity.value}: {origin}: {p.text}") for p in problems)


def _format_figure(value: float | None) -> str:
    return _UNKNOWN if value is None else f"{value:,.4g}"


def priced_lines(option: str, total: PriceTotal) -> Iterator[str]:
    """An option's 36-month price, what it leaves out and the rates behind it."""
    label = "storage-only, " if total.storage_only else ""
    if total.discount_rate is not None:
        label += f"net present value at {percent_of(total.discount_rate):.10g} %/a, "
    yield printable(
        f"{option}: {total.total:,} {total.currency} over 36 months ({label}rounded up)"
    )
    if total.undiscounted is not None:
        yield printable(f"  undiscounted: {total.undiscounted.total:,} {total.currency}")
    servers = sum(line.is_server for line in total.left_out)
    if servers:
        yield f"  left out: {servers} lines of servers; --servers prices them"
    if len(total.left_out) > servers:
        yield f"  left out for all options: {len(total.left_out) - servers} lines"
    for used in total.rates:
        yield printable(
            f"  one {used.from_currency} is {used.rate:f} {used.to_currency}"
            f" ({used.dated}, {used.source})"
        )
