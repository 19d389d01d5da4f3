"""Results as plain text for a person at a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.demand import (
    effective_capacity,
    fullest_month,
    load_in_units,
    most_needed_bytes,
)
from arraywise.cli.common import make_printable
from arraywise.domain.capacity import TB, TIB, format_capacity
from arraywise.domain.criteria import (
    DEFAULT_CRITERIA,
    CriterionKind,
    Rating,
    kind_of,
    with_response_time_named_by_goal,
)
from arraywise.domain.estimates import describe_estimate
from arraywise.domain.pricing import PriceTotal, rate_in_percent
from arraywise.domain.requirement import Goal, LoadUnit, Requirement
from arraywise.domain.workload import PROFILE_FIELDS, FoundProfile, WorkloadProfile
from arraywise.present.findings import describe_change, describe_limits, list_answer_changes
from arraywise.present.headline import build_headline
from arraywise.present.language import SOURCE_LANGUAGE, create_wording
from arraywise.present.runway import describe_runway, has_growth
from arraywise.present.tables.overview import (
    OptionColumn,
    TablePart,
    option_columns,
    ranked_options,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.domain.decision import Answer
    from arraywise.domain.options import Option
    from arraywise.domain.runway import Runway
    from arraywise.domain.study import StudyFacts


_UNKNOWN = "-"


def criterion_lines(facts: StudyFacts) -> Iterator[str]:
    """Describe the criteria that count, are rated or are the study's own, with options' values."""
    settings = with_response_time_named_by_goal(
        facts.requirement.goal, facts.criteria or DEFAULT_CRITERIA
    )
    swings = {each.criterion: each.swing for each in settings}
    rated = (criterion for known in facts.options for criterion, _ in known.ratings)
    for criterion in dict.fromkeys((*swings, *facts.own_criteria, *rated)):
        kind, swing = kind_of(criterion), swings.get(criterion)
        matters = "does not count" if swing is None else f"swing {swing:g}"
        yield make_printable(f"{criterion.title}: {_describe_scale(kind)}, {matters}")
        for known in facts.options if kind.is_entered else ():
            rating = dict(known.ratings).get(criterion)
            value = "unknown" if rating is None else _format_rating(rating)
            yield make_printable(f"  {known.option.name}: {value}")


def _describe_scale(kind: CriterionKind) -> str:
    if kind.is_rating:
        return f"rated 1 to {len(kind.levels)}"
    if kind.criterion.own is None:
        return "from evidence and prices"
    limit, aspiration = kind.criterion.own.limit_and_aspiration
    return f"{kind.unit}, 0 points at {limit:g}, 100 at {aspiration:g}"


def _format_rating(rating: Rating) -> str:
    if isinstance(rating, (int, float)):
        return f"{rating:.10g}"
    return str(describe_estimate(rating))


def option_line(option: Option) -> str:
    """What is known of an option, apart from its evidence and its prices."""
    answers = {True: "yes", False: "no", None: "unknown"}
    restore = "unknown" if option.restore_s is None else f"{option.restore_s / 3600:g} h"
    return make_printable(
        f"{option.name}: {option.architecture.value}, shared {answers[option.shared_storage]}, "
        f"files {answers[option.serves_files]}, restore {restore}, {_describe_capacity(option)}"
    )


def _describe_capacity(option: Option) -> str:
    """What an option can hold, in TB and TiB, with what it follows from."""
    held = effective_capacity(option)
    if option.capacity is None or held is None:
        return "usable capacity unknown"
    ends = sorted({held.least, held.most})
    tb, tib = (" to ".join(f"{end / unit:,.4g}" for end in ends) for unit in (TB, TIB))
    return f"usable {tb} TB ({tib} TiB): {format_capacity(option.capacity)}"


def answer_lines(answer: Answer, runway: Runway | None = None) -> Iterator[str]:
    """The answer, how long options last, a row an option, what would change it, findings."""
    yield from map(make_printable, _headline_lines(answer))
    if runway is not None and has_growth(runway):
        yield from (make_printable(str(sentence)) for sentence in describe_runway(answer, runway))
    yield from map(make_printable, _price_range_lines(answer))
    yield ""
    if not answer.options:
        yield "First: arraywise import STUDY FOLDER --make-options (or --option NAME)"
        return
    first, rest = [], []
    for column in option_columns(answer):
        if TablePart.SUMMARY in column.parts:
            first.append(column)
        if TablePart.SUMMARY not in column.parts or column.key == "option":
            rest.append(column)
    for columns in (first, rest):  # one table would be wider than a terminal
        yield from map(make_printable, _table_lines(answer, columns))
        yield ""
    yield from map(make_printable, _answer_change_lines(answer))
    yield from (make_printable(str(message)) for message in describe_limits(answer))
    for finding in answer.findings:
        yield make_printable(f"{finding.severity.value}: {finding.message}")


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


def _answer_change_lines(answer: Answer) -> Iterator[str]:
    changes = list_answer_changes(answer)
    if changes:
        yield "What would change the answer:"
        yield from (f"  {describe_change(change)}" for change in changes)
        yield ""


def _table_lines(answer: Answer, columns: Sequence[OptionColumn]) -> Iterator[str]:
    """Yield a header and a row an option, words to the left and figures to the right."""
    words = create_wording(SOURCE_LANGUAGE)
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
    needed, month = most_needed_bytes(requirement) or 0.0, fullest_month(requirement)
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
        yield make_printable(f"{field:<20}{shown:>14}{where}{line}{bound}")
    if len({each.origin for each in found}) > 1:
        yield ""
        yield "Reads and writes by every source:"
        yield from (
            make_printable(
                f"  {_format_figure(p.reads):>10}{_format_figure(p.writes):>10}  {origin}"
            )
            for origin, p in {each.origin: each.profile for each in found}.items()
        )
    for origin, problems in {each.origin: each.problems for each in found}.items():
        yield from (make_printable(f"{p.severity.value}: {origin}: {p.text}") for p in problems)


def _format_figure(value: float | None) -> str:
    return _UNKNOWN if value is None else f"{value:,.4g}"


def price_total_lines(option: str, total: PriceTotal) -> Iterator[str]:
    """An option's 36-month price, what it leaves out and the rates behind it."""
    label = "storage-only, " if total.storage_only else ""
    if total.discount_rate is not None:
        label += f"net present value at {rate_in_percent(total.discount_rate):.10g} %/a, "
    yield make_printable(
        f"{option}: {total.total:,} {total.currency} over 36 months ({label}rounded up)"
    )
    if total.undiscounted is not None:
        yield make_printable(f"  undiscounted: {total.undiscounted.total:,} {total.currency}")
    servers = sum(line.is_server for line in total.left_out)
    if servers:
        yield f"  left out: {servers} lines of servers; --servers prices them"
    if len(total.left_out) > servers:
        yield f"  left out for all options: {len(total.left_out) - servers} lines"
    for used in total.rates:
        yield make_printable(
            f"  one {used.from_currency} is {used.rate:f} {used.to_currency}"
            f" ({used.dated}, {used.source})"
        )
