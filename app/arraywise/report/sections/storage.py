"""What I/O tests and publications show of the storage."""

from __future__ import annotations

import math
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.decision.evidence_reasons import describe_premium
from arraywise.analysis.io_evidence import Match, Work, gather_measurements, match_work
from arraywise.analysis.storage_bound import (
    CPU_SHARE,
    REST_SHARE,
    SAFE_SHARE,
    SWEPT_SHARE,
    PublishedBound,
    StorageBound,
    StorageTimeRule,
    measurements_around_work,
)
from arraywise.domain.decision import Verdict
from arraywise.domain.evidence import Metric
from arraywise.domain.messages import message
from arraywise.domain.requirement import Basis
from arraywise.domain.units import KIB, Unit
from arraywise.present import numbers
from arraywise.present.figures import is_demand_in_transactions
from arraywise.report.pdf.style import Style
from arraywise.report.pdf.tables import Rows, TableColumn, titled_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.analysis.io_evidence import IoMeasurement
    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.messages import Message
    from arraywise.domain.workload import WorkloadProfile
    from arraywise.report.content import CurveTable, PublishedEntry, ReportContent
    from arraywise.report.pdf.layout import PageLayout, Text
    from arraywise.report.pdf.tables import Row
    from arraywise.report.pdf.text import Blocks


_FIELDS: dict[str, tuple[Message, str, float]] = {
    "reads": (message("Reads of a transaction"), "", 1.0),
    "writes": (message("Writes of a transaction, redo included"), "", 1.0),
    "block_bytes": (message("Size of a small I/O"), "KiB", float(KIB)),
    "large_bytes": (message("Moved by large I/O"), "KiB", float(KIB)),
    "sync_reads": (message("Reads waited for, at least"), "", 1.0),
    "sync_reads_high": (message("Reads waited for, at most"), "", 1.0),
    "log_writes": (message("Waits for the log"), "", 1.0),
    "cpu_s": (message("Processor time of the database"), "ms", 1e-3),
    "rest_s": (message("Rest of a transaction"), "ms", 1e-3),
    "overlap": (message("Reads at the same time"), "", 1.0),
    "transactions_per_s": (message("Rate it was taken at"), "1/s", 1.0),
}
"""What a value of the profile is called, its unit, and that in SI."""


def storage_evidence_blocks(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set profile, demand, storage time and which runs count; nothing without I/O evidence."""
    known = [
        (o, bound)
        for o in content.ranked
        if (bound := _find_storage_bound(content, o)) is not None
    ]
    if not known:
        return []
    return [
        *_build_profile(content, layout, known[0][1]),
        *_build_storage_times(content, layout, known),
        *_build_io_tests(content, layout, known[0][1].profile),
    ]


def _find_storage_bound(content: ReportContent, option: OptionAnswer) -> StorageBound | None:
    bounds = content.bounds.get(option.option.id, ())
    return next((bound for bound in bounds if isinstance(bound, StorageBound)), None)


def _build_profile(content: ReportContent, layout: PageLayout, bound: StorageBound) -> Blocks:
    """Set what a transaction asks of the storage, each value with its source."""
    profile, words = bound.profile, layout.words
    rows: list[Row] = []
    for field, (label, unit, size) in _FIELDS.items():
        value, source = getattr(profile, field), profile.source_of(field)
        if value is None:
            continue
        rows.append([label, words.number(value / size, _decimals_for_value(value / size)), unit,
                     _source_reference(source.origin, source.line) if source else ""])  # fmt: skip
    if profile.log_writes is None and not bound.terms.on_storage:
        label, _, _ = _FIELDS["log_writes"]
        rows.append([label, words.number(profile.log_waits), "", message("usual")])
    columns = (
        TableColumn(message("Workload profile"), share=1),
        TableColumn(message("Value"), figures=True),
        TableColumn(message("Unit")),
        TableColumn(message("Source"), share=1),
    )
    demand = layout.paragraph(_describe_io_demand(content, bound))
    if not rows:
        return [demand]
    title = message("I/O demand of a transaction")
    return [*titled_table(layout, title, columns, Rows(rows)), layout.space(0.4), demand]


def _source_reference(origin: str, line: int | None) -> Text:
    if origin == "typed":
        return message("typed")
    return origin if line is None else f"{origin}:{line}"


def _decimals_for_value(value: float) -> int:
    return next((n for n in range(3) if abs(value - round(value, n)) <= 5e-4 * abs(value)), 3)


def _describe_io_demand(content: ReportContent, bound: StorageBound) -> Message:
    """Say which I/Os the demand asks for, and of the profile what is known."""
    profile, tps = bound.profile, content.answer.demand_tps
    needed = message("{iops:,.0f} IOPS", iops=tps * bound.requests)
    if profile.block_bytes is not None:
        size = profile.block_bytes / KIB
        needed = message("{iops} of {kib:,.10g} KiB", iops=needed, kib=size)
    if profile.write_share is not None:
        writes = 100 * profile.write_share
        needed = message("{iops}, {writes:.0f} % writes", iops=needed, writes=writes)
    if not is_demand_in_transactions(content.answer):
        return message("Required: {iops}.", iops=needed)
    return message("{tps:,.1f} tx/s need {iops}.", tps=tps, iops=needed)


def _build_storage_times(
    content: ReportContent, layout: PageLayout, known: list[tuple[OptionAnswer, StorageBound]]
) -> Blocks:
    target = content.answer.requirement.target_s
    share = [] if math.isinf(target) else [
        TableColumn(message("of the target, at most"), "%", figures=True)
    ]  # fmt: skip
    columns = (
        TableColumn(message("Option"), share=1),
        TableColumn(message("Latency of an I/O"), "ms", figures=True),
        TableColumn(message("Storage takes"), "ms", figures=True),
        *share,
        TableColumn(message("I/O capacity"), "1/s", figures=True),
        TableColumn(message("used"), "%", figures=True),
        TableColumn(message("Pass shown up to"), "1/s", figures=True),
    )
    rows: list[Row] = [_build_storage_row(content, layout, *each) for each in known]
    note = message(
        "Lower and upper bound of each; dash: unknown. I/O capacity: tx/s that small and large I/O"
        " and CPU allow. A pass is shown up to {swept:.0f} % of it with a sweep, else"
        " {safe:.0f} %, less with fewer writes.",
        swept=100 * SWEPT_SHARE,
        safe=100 * SAFE_SHARE,
    )
    title = message("What I/O evidence shows at the demand")
    return titled_table(
        layout, title, columns, Rows(rows), note, *_list_storage_time_rules(content, known)
    )


def _build_storage_row(
    content: ReportContent, layout: PageLayout, option: OptionAnswer, bound: StorageBound
) -> Row:
    words, rate = layout.words, np.array([content.answer.demand_tps])
    target = content.answer.requirement.target_s
    iops = rate * bound.requests
    latency = (
        None if bound.lower is None else float(bound.lower.low_at(iops)[0]),
        None if bound.upper is None else _finite_or_none(float(bound.upper.high_at(iops)[0])),
    )
    low, high = float(bound.low_s(rate)[0]), _finite_or_none(float(bound.high_s(rate)[0]))
    most = [] if math.isinf(target) else [words.number(high and 100 * high / target, 1)]
    return [
        layout.option_cell(option.option, Style.CELL),
        words.span(numbers.to_milliseconds(latency[0]), numbers.to_milliseconds(latency[1]), 2),
        words.span(numbers.to_milliseconds(low), numbers.to_milliseconds(high), 2),
        *most,
        words.number(bound.capacity_tps if bound.can_pass else None, 1),
        words.number(100 * float(rate[0]) / bound.capacity_tps if bound.can_pass else None, 0),
        words.number(bound.limit_tps or None, 1),
    ]


def _finite_or_none(seconds: float) -> float | None:
    return seconds if math.isfinite(seconds) else None


def _list_storage_time_rules(
    content: ReportContent, known: list[tuple[OptionAnswer, StorageBound]]
) -> list[Message]:
    """Say by which rule it is judged whether the storage leaves enough of the target."""
    if math.isinf(content.answer.requirement.target_s):
        return []
    rate = content.answer.demand_tps
    budgets = {bound.budget(rate): bound for _, bound in known}
    return [_describe_storage_time_rule(budget, bound) for budget, bound in budgets.items()]


def _describe_storage_time_rule(budget: StorageTimeRule, bound: StorageBound) -> Message:
    if budget is StorageTimeRule.STORAGE:
        return message("The target is a storage latency, compared with the longest storage time.")
    if budget is StorageTimeRule.REST:
        return message(
            "The transaction time outside the storage is known: the storage may take"
            " {share:.0f} % of the target.",
            share=100 * REST_SHARE,
        )
    if budget is StorageTimeRule.CPU:
        return message(
            "The CPU time of a transaction is known: the storage may take {share:.0f} % of the"
            " target.",
            share=100 * CPU_SHARE,
        )
    if budget is StorageTimeRule.SHARE:
        return message(
            "The stated storage share is {share:.0f} % of the target.",
            share=100 * (bound.terms.storage_share or 0.0),
        )
    return message(
        "The transaction time outside the storage is unknown and no storage share of the target"
        " is stated: no pass can be shown."
    )


def _build_io_tests(
    content: ReportContent, layout: PageLayout, profile: WorkloadProfile
) -> Blocks:
    """List every test with what it counts as; those that do not count say why."""
    work = Work(profile.write_share or 0.0, profile.block_bytes)
    words = layout.words
    rows: list[Row] = [
        [
            layout.option_cell(option.option, Style.CELL),
            test.tool,
            _describe_io_kind(test),
            words.number(None if test.write_share is None else 100 * test.write_share),
            words.number(test.top_iops),
            message("upper bound, interpolated between two mixes")
            if any(test is part for part in parts)
            else _describe_how_test_counts(test, match_work(test, work)),
        ]
        for option in content.ranked
        if (facts := content.facts_of(option.option)) is not None
        if (tests := gather_measurements(facts.io_points, facts.setups))
        for parts in (measurements_around_work(tests, work),)
        for test in tests
    ]
    columns = (
        TableColumn(message("Option"), share=1),
        TableColumn(message("Tool")),
        TableColumn(message("I/O")),
        TableColumn(message("Writes"), "%", figures=True),
        TableColumn(message("At most"), "1/s", figures=True),
        TableColumn(message("Counts as"), share=1.2),
    )
    title = message("Which I/O tests count")
    return titled_table(layout, title, columns, Rows(rows, tight=True, breakable=True))


def _describe_io_kind(test: IoMeasurement) -> Message:
    sequential = test.pattern != "random"
    if test.block_bytes is None:
        return message("sequential") if sequential else message("random")
    kib = test.block_bytes / KIB
    if sequential:
        return message("sequential, {kib:,.10g} KiB", kib=kib)
    return message("random, {kib:,.10g} KiB", kib=kib)


def _describe_how_test_counts(test: IoMeasurement, result: Match | None) -> Message:
    if result is None:
        return _describe_why_test_is_excluded(test)
    if result.is_indicative:
        return message(
            "indicative: {fewer:.0f} percentage points fewer writes than required",
            fewer=100 * result.fewer_writes,
        )
    if not result.lower:
        return message("upper bound only: more writes or larger I/Os than required")
    if not result.upper:
        return message("lower bound only: fewer writes or smaller I/Os than required")
    if result.other_block:
        return message("the same work, with another block size")
    return message("the same work")


def _describe_why_test_is_excluded(test: IoMeasurement) -> Message:
    if test.pattern != "random":
        return message("does not count: sequential")
    if test.write_share is None:
        return message("does not count: share of writes unknown")
    return message("does not count: writes and size differ in opposite ways")


def published_loads_table(content: ReportContent, layout: PageLayout) -> Blocks:
    """Set stated capacities, and what a published ratio lets an option cost more."""
    words = layout.words
    rows: list[Row] = [
        [
            layout.option_cell(option.option, Style.CELL),
            words.number(bound.capacity_tps, 2),
            message("derived") if bound.is_derived else message("as printed"),
            layout.comma_separated_cell(tuple(_describe_published_users(bound)))
            if bound.users
            else "",
            _describe_load_against_demand(content, bound),
        ]
        for option in content.ranked
        for bound in content.bounds.get(option.option.id, ())
        if isinstance(bound, PublishedBound)
    ]
    columns = (
        TableColumn(message("Option"), share=1),
        TableColumn(message("Published load"), "1/s", figures=True),
        TableColumn(message("Origin")),
        TableColumn(message("Users"), share=0.6),
        TableColumn(message("At the demand"), share=1),
    )
    note = message(
        "Published loads are taken as stated; nothing was measured here. A demand within 10 %"
        " is within one run's assumed spread."
    )
    title = message("Published loads")
    table = titled_table(layout, title, columns, Rows(rows), note) if rows else []
    premiums = [
        layout.bullet_item(describe_premium(option.option.name, option.premium))
        for option in content.ranked
        if option.premium is not None
    ]
    if not premiums:
        return table
    return [*table, *layout.titled_part(message("What published ratios justify"), premiums)]


def _describe_published_users(bound: PublishedBound) -> Iterator[Message]:
    for stated in bound.users:
        yield message(
            "{users:,.0f} within {seconds:,.10g} s", users=stated.users, seconds=stated.within_s
        )


def _describe_load_against_demand(content: ReportContent, bound: PublishedBound) -> Text:
    capacity, demand = bound.capacity_tps, content.answer.demand_tps
    if capacity is None or demand <= 0:
        return ""
    if bound.is_near(demand):
        return message(
            "{times:.3f} times the demand, within the spread of one run", times=capacity / demand
        )
    return message("{times:.2f} times the demand", times=capacity / demand)


def single_run_notes(content: ReportContent, layout: PageLayout) -> Blocks:
    """Say of options that stand on single runs how far a run would have to be off."""
    curves = {curve.option.id: curve for curve in content.curves}
    blocks = [
        layout.bullet_item(sentence)
        for option in content.ranked
        if (curve := curves.get(option.option.id)) is not None
        and (option.basis is Basis.MEASURED_ONCE or curve.spread is not None)
        for sentence in _describe_single_run(option, curve)
    ]
    title = message("Options that were measured once")
    return layout.titled_part(title, blocks) if blocks else []


def _describe_single_run(option: OptionAnswer, curve: CurveTable) -> Iterator[Message]:
    name, spread = option.option.name, curve.spread
    if spread is None:
        yield message("{option}: a level around the demand has one run.", option=name)
    elif spread.is_assumed:
        yield message(
            "{option}: one run at a level. Assumed spread: {rate:.0f} % of the rate, up to"
            " {response:.0f} % of the response time.",
            option=name,
            rate=100 * spread.rate,
            response=100 * spread.response,
        )
    else:
        yield message(
            "{option}: one run at a level. Spread pooled over this study's repeated levels"
            " ({degrees} degrees of freedom): {rate:.1f} % of the rate, {response:.1f} % of the"
            " response time.",
            option=name,
            degrees=spread.degrees or 0,
            rate=100 * spread.rate,
            response=100 * spread.response,
        )
    if option.single_run_margin is not None and option.verdict is not Verdict.NO_DATA:
        yield message(
            "{option}: its run would have to be off by a factor of {margin:.2g} to change the"
            " outcome.",
            option=name,
            margin=option.single_run_margin,
        )


_MEGABYTE = 1e6
_NAMES = {
    Metric.IOPS: message("I/O rate"),
    Metric.THROUGHPUT: message("I/O throughput"),
    Metric.LATENCY: message("I/O latency"),
    Metric.TRANSACTION_RATE: message("Transaction rate"),
    Metric.RESPONSE_TIME: message("Response time"),
    Metric.TRANSACTIONS_COMPLETED: message("Transactions completed"),
    Metric.TRANSACTIONS_FAILED: message("Transactions failed"),
}
_STATISTICS = {
    "value": message("value"),
    "mean": message("mean"),
    "min": message("least"),
    "max": message("greatest"),
    "stddev": message("standard deviation"),
}
_UNITS = {
    Unit.BYTE_PER_SECOND: ("MB/s", _MEGABYTE),
    Unit.BYTE: ("MB", _MEGABYTE),
    Unit.ONE: ("", 1.0),
}


def published_figures_table(content: ReportContent, layout: PageLayout) -> Blocks:
    """Store the figures of publications, with the line that each is in."""
    rows: list[Row] = []
    spanned = []
    for (option, condition), figures in groupby(
        content.published, key=lambda f: (f.option, f.condition)
    ):
        spanned.append(len(rows))
        rows.append([layout.paragraph(condition or option or "", Style.CELL_STRONG)])
        rows += [_build_published_row(layout, figure) for figure in figures]
    if not rows:
        return []
    columns = (
        TableColumn(message("Figure"), share=1),
        TableColumn(message("Statistic")),
        TableColumn(message("Value"), figures=True),
        TableColumn(message("Unit")),
        TableColumn(message("Origin")),
        TableColumn(message("Place"), share=0.6),
    )
    table = Rows(rows, spanned=frozenset(spanned), tight=True, breakable=True)
    return titled_table(layout, message("Figures as published"), columns, table)


def _build_published_row(layout: PageLayout, figure: PublishedEntry) -> Row:
    unit, factor = _UNITS.get(figure.unit, (figure.unit.value, 1.0))
    value = figure.value / factor
    return [
        _NAMES.get(figure.metric, figure.name),
        _STATISTICS.get(figure.statistic, figure.statistic),
        layout.words.number(value, _decimals_for_four_digits(value)),
        unit,
        message("derived") if figure.derived else message("as printed"),
        figure.place,
    ]


def _decimals_for_four_digits(value: float) -> int:
    """Return the decimals that show a value to four digits, without zeros at the end."""
    return next((n for n in range(5) if abs(value - round(value, n)) < 5e-4 * abs(value)), 5)
