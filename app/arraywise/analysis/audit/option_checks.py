"""Options: evenness of testing, prices, abilities, usable capacity; sizes stated in names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.analysis.audit.case import (
    create_option_remark,
    list_files_with_lines,
    price_line_reference,
)
from arraywise.analysis.decision.attributes import attribute_source
from arraywise.analysis.decision.candidates import degraded_outcomes, describe_degraded_outcome
from arraywise.analysis.decision.screening import (
    FILES,
    RESTORE,
    SHARED_STORAGE,
    USABLE,
    judge_fixed_rules,
)
from arraywise.analysis.demand import break_even_reduction, has_needed_capacity, most_needed_bytes
from arraywise.analysis.price_at_demand import unknown_demand_names
from arraywise.analysis.pricing import (
    MORE_THAN_ALL,
    has_any_price,
    misprinted_lines,
    missing_rates,
)
from arraywise.domain.capacity import NO_REDUCTION, format_drives, format_reduction
from arraywise.domain.criteria import Criterion, kind_of
from arraywise.domain.decision import Remark, Verdict
from arraywise.domain.messages import ProblemCode, message
from arraywise.domain.pricing import DEMAND_IOPS, DEMAND_TB
from arraywise.domain.requirement import DegradedRule, Goal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.analysis.audit.case import Case
    from arraywise.analysis.decision.problem import DecisionProblem
    from arraywise.analysis.prepared import LoadIndependentOption
    from arraywise.domain.capacity import Capacity
    from arraywise.domain.messages import Message
    from arraywise.domain.options import Option
    from arraywise.domain.pricing import PriceSheet


CALIBRATION = "io_calibrate"


def find_missing_evidence(case: Case) -> Iterator[Remark]:
    """An option that neither a complete load run nor a bound by other evidence speaks for."""
    requirement = case.question.requirement
    pairs = zip(case.question.known, case.question.model.candidates, strict=True)
    for known, candidate in pairs:
        if known.measured.levels or candidate.bounds:
            continue
        on_storage = requirement.goal is Goal.STORAGE_LATENCY
        yield create_option_remark(
            known.facts.option,
            "{option}: no I/O test counts for this workload."
            if on_storage
            else "{option}: no complete run measured the response time ({statistic}).",
            "Its latency at the demand is unknown."
            if on_storage
            else "Its response time at the demand is unknown.",
            statistic=requirement.curve_statistic,
        )


def _is_weighed(case: Case, criterion: Criterion) -> bool:
    settings = case.question.model.settings
    return any(each.criterion == criterion and each.swing > 0 for each in settings)


def find_missing_prices(case: Case) -> Iterator[Remark]:
    """An option without a price."""
    weighs = _is_weighed(case, Criterion.PRICE)
    for known in case.question.known:
        if known.price is None and not _missing_rates_of_option(known, case.question):
            sheet, meant = known.facts.price_sheet, _describe_missing_demand(known)
            if (
                meant is None
                and sheet is not None
                and not sheet.unparsed
                and _has_any_price(sheet)
            ):
                meant = message(MORE_THAN_ALL)
            quote = known.facts.open_quote
            if meant is None and quote is not None and not quote.state.gives_price:
                meant = message("The quote {file} does not add up.", file=quote.file)
            none_yet = (
                "The price criterion scores 0 until prices are entered."
                if weighs
                else "It cannot be compared by price until prices are entered."
            )
            option = known.facts.option
            yield create_option_remark(option, "{option}: no 36-month price.", meant or none_yet)


_WHERE_STATED = {
    DEMAND_IOPS: message("the I/Os of a transaction, in the workload profile"),
    DEMAND_TB: message("the data, in the requirement"),
}


def _describe_missing_demand(known: LoadIndependentOption) -> Message | None:
    """Name what quantities follow and nobody stated."""
    sheet = known.facts.price_sheet
    unknown = () if sheet is None else unknown_demand_names(sheet, known.priced_by[2])
    for name in unknown:
        return message(
            "Its quantities depend on {name}, which is unknown: state {what}.",
            name=name,
            what=_WHERE_STATED[name],
        )
    return None


def find_zero_price_sheets(case: Case) -> Iterator[Remark]:
    """An option whose price sheet comes to nothing: prices were left at 0, or taken off whole."""
    for known in case.question.known:
        sheet = known.facts.price_sheet
        if known.price is not None and not known.price.total and sheet is not None:
            yield create_option_remark(
                known.facts.option,
                "{option}: its 36-month price comes to 0.",
                "A price of 0 makes it the cheapest. Enter its cost, or clear its prices.",
                tuple(price_line_reference(line) for line in sheet.lines if has_any_price(line)),
            )


_ABILITIES = {
    SHARED_STORAGE: message("whether several hosts can use it at once"),
    FILES: message("whether it serves files (NFS, SMB)"),
    RESTORE: message("how long restoring the service takes"),
    USABLE: message("how much data it can hold"),
}


def find_unknown_abilities(case: Case) -> Iterator[Remark]:
    """An ability that is asked for, of which nobody said whether an option has it (MODEL D3)."""
    question = case.question
    for candidate in question.model.candidates:
        for rule, verdict in judge_fixed_rules(candidate, question.requirement):
            if rule == USABLE and candidate.option.capacity is not None:
                continue
            if rule in _ABILITIES and verdict is Verdict.UNDETERMINED:
                yield create_option_remark(
                    candidate.option,
                    "{option}: it is not stated {what}.",
                    "Not stated. Enter it in the list of options.",
                    what=_ABILITIES[rule],
                )


def find_foreign_prices(case: Case) -> Iterator[Remark]:
    """A price in another currency, and no dated rate to convert it by (MODEL D2)."""
    for known in case.question.known:
        for of, into in _missing_rates_of_option(known, case.question):
            yield create_option_remark(
                known.facts.option,
                "{option}: prices in {found} without a dated rate to {wanted}.",
                "Prices in different currencies cannot be compared; this option has no price.",
                _lines_in_currency(known, of),
                found=of,
                wanted=into,
            )


def _lines_in_currency(known: LoadIndependentOption, currency: str) -> Iterator[str]:
    """Name the lines in a currency, those without one of their own being in the sheet's."""
    sheet = known.facts.price_sheet
    for line in () if sheet is None else sheet.lines:
        if sheet is not None and (line.currency or sheet.currency) == currency:
            yield price_line_reference(line)


def _missing_rates_of_option(
    known: LoadIndependentOption, question: DecisionProblem
) -> tuple[tuple[str, str], ...]:
    sheet = known.facts.price_sheet
    if sheet is None or not _has_any_price(sheet):
        return ()
    return missing_rates(sheet, question.price_basis, question.currency)


def _has_any_price(sheet: PriceSheet) -> bool:
    return any(map(has_any_price, sheet.lines))


def find_misprinted_lines(case: Case) -> Iterator[Remark]:
    """A printed extended price that is not unit price x quantity."""
    for known in case.question.known:
        sheet = known.facts.price_sheet
        wrong = misprinted_lines(sheet) if sheet is not None else ()
        if wrong:
            yield create_option_remark(
                known.facts.option,
                "{option}: {lines} extended prices in the sheet are not unit price x quantity."
                if len(wrong) > 1
                else "{option}: an extended price in the sheet is not unit price x quantity.",
                "Unit price x quantity was used.",
                map(price_line_reference, wrong),
                lines=len(wrong),
            )


def find_missing_provisioning(case: Case) -> Iterator[Remark]:
    """An option without provisioning times, where they are a criterion."""
    for known in case.question.known if _is_weighed(case, Criterion.PROVISIONING) else ():
        if known.provisioning_s.point is None:
            yield create_option_remark(
                known.facts.option,
                "{option}: no provisioning times.",
                "The provisioning criterion scores 0 until times are entered.",
            )


def find_degraded_outcomes(case: Case) -> Iterator[Remark]:
    """What options do with a part failed, as far as that was tested (MODEL F5)."""
    question = case.question
    for known, candidate in zip(question.known, question.model.candidates, strict=True):
        name = known.facts.option.name
        alone = question.model.is_storage_alone
        asked, demand = question.requirement, question.demand_tps
        is_asked = asked.degraded is not DegradedRule.NOT_ASKED
        if is_asked and not candidate.degraded:
            yield create_option_remark(
                known.facts.option,
                "{option}: no runs with a failed part.",
                "Without them the rule for a failed part is not shown.",
            )
        for found in degraded_outcomes(known, candidate, asked, demand, alone=alone):
            runs = next(r for r in known.facts.degraded if r.state is found.state)
            files = list_files_with_lines(runs.load_runs) or tuple(
                dict.fromkeys(p.file for p in runs.io_points)
            )
            yield Remark(
                (name,),
                describe_degraded_outcome(name, found),
                message("These runs form no normal curve; the rule for a failed part judges them.")
                if is_asked
                else message("These runs form no normal curve, and no rule uses them."),
                files,
            )


def find_unknown_attributes(case: Case) -> Iterator[Remark]:
    """An option of which a weighing criterion is not known: a rating, or what it holds or uses."""
    for setting in case.question.model.settings:
        kind = kind_of(setting.criterion)
        for candidate in case.question.model.candidates if setting.swing > 0 else ():
            if attribute_source(setting.criterion).is_missing(candidate):
                yield create_option_remark(
                    candidate.option,
                    "{option}: {criterion} is not known.",
                    "The criterion scores 0 until then.",
                    criterion=kind.short_label,
                )


def find_unequal_tops(case: Case) -> Iterator[Remark]:
    """Options driven to different numbers of users."""
    tops = {
        known.facts.option.name: max(level.users for level in known.measured.levels)
        for known, _ in case.options()
    }
    most = max(tops.values(), default=0)
    short = {name: users for name, users in tops.items() if users < most}
    if short:
        yield Remark(
            tuple(short),
            message(
                "Options were tested with different numbers of users: {options}; others: {most}.",
                options="; ".join(f"{name}: {users}" for name, users in short.items()),
                most=most,
            ),
            message("An option tested with less load may look too small. Test equal loads."),
            tuple(
                file
                for known, _ in case.options()
                if known.facts.option.name in short
                for file in list_files_with_lines(known.measured.levels[-1].runs)
            ),
        )


def find_same_files(case: Case) -> Iterator[Remark]:
    """One file that was found, byte for byte, in the folders of several options."""
    for known in case.question.known:
        for setup in known.facts.setups:
            for problem in setup.problems:
                if problem.code == ProblemCode.SAME_FILE:
                    figures = dict(problem.message.figures)
                    yield create_option_remark(
                        known.facts.option,
                        "{option}: {file} is identical in the folders of several options"
                        " ({options}).",
                        "A result may belong to the other option. Check which is right.",
                        (setup.file,),
                        file=setup.file,
                        options=str(figures["options"]),
                    )
                    break


def find_single_calibrations(case: Case) -> Iterator[Remark]:
    """An I/O calibration that was run once: its figures scatter by several per cent."""
    for known in case.question.known:
        points = [p for p in known.facts.io_points if p.tool == CALIBRATION]
        if len({point.run_id for point in points}) == 1:
            yield create_option_remark(
                known.facts.option,
                "{option}: the I/O calibration was run once.",
                "The spread of its figures is unknown.",
                tuple(dict.fromkeys(point.file for point in points)),
            )


_GIGA = {"MB": 1e6, "GB": 1e9, "GIB": 2.0**30, "TB": 1e12, "TIB": 2.0**40}
_SIZE = (
    r"(?:(?<![\d.,])(?P<count>\d{1,3})\s*[x\u00d7]\s*)?"
    r"(?<![\d.,])(?P<number>\d+(?:[.,]\d+)*)\s?(?P<unit>MB|GB|GiB|TB|TiB)\b"
)
_DISKS = re.compile(_SIZE, re.IGNORECASE)
_CACHE = re.compile(
    _SIZE + r"(?![^,;()]*\b(?:RAM|memory|file|page))[^,;()]{0,30}\bcache\b"
    r"(?P<each>\s*(?:each|per controller)\b)?",
    re.IGNORECASE,
)
_CONTROLLERS = re.compile(r"\b(\d{1,2})\s*[x\u00d7]?\s*(?:controllers?|nodes?)\b", re.IGNORECASE)
_THOUSANDS = re.compile(r"\d{1,3}([.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?")


def parse_disk_bytes(text: str) -> float:
    """Return the bytes of the first size that a text states, times its count; else 0."""
    size = _DISKS.search(text)
    return 0.0 if size is None else _size_times_count(size)


def parse_cache_bytes(text: str) -> float:
    """Return the bytes of all caches that a text states: `2 controllers, 16 GB cache each`."""
    controllers = _CONTROLLERS.search(text)
    each = int(controllers[1]) if controllers else 1
    return sum(
        _size_times_count(size) * (each if size["each"] else 1) for size in _CACHE.finditer(text)
    )


def _size_times_count(size: re.Match[str]) -> float:
    """Return what a size states, times its count: `24 x 600 GB`."""
    number, unit = _parse_number(size["number"], size["unit"].upper()), _GIGA[size["unit"].upper()]
    return int(size["count"] or 1) * number * unit


def _parse_number(text: str, unit: str) -> float:
    """Read a number of either notation; three digits behind a mark are thousands, but of TB."""
    grouped = _THOUSANDS.fullmatch(text)
    if grouped and (unit[0] != "T" or sum(map(text.count, ".,")) > 1):
        text = text.replace(grouped[1], "")
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return 0.0


def find_drives_left_over(case: Case) -> Iterator[Remark]:
    """Drives that fill no whole group: they are paid for and hold nothing."""
    for known in case.question.known:
        option = known.facts.option
        for drives in () if option.capacity is None else option.capacity.drives:
            if drives.unused_drives:
                yield create_option_remark(
                    option,
                    "{option}: {count} of {drives} do not fill a group.",
                    "They add no capacity. Make them spares, or change the groups.",
                    count=drives.unused_drives,
                    drives=format_drives((drives,)),
                )


def _stated_capacities(case: Case) -> Iterator[tuple[Option, Capacity, float]]:
    """Give the options that state a capacity, with the bytes needed, where they are asked for."""
    asked = case.question.requirement
    needed = most_needed_bytes(asked)
    for known in case.question.known if needed is not None else ():
        option = known.facts.option
        if needed is not None and option.capacity is not None:
            yield option, option.capacity, needed


def find_open_reduction(case: Case) -> Iterator[Remark]:
    """A reduction ratio on which it depends whether an option holds what is needed."""
    for option, capacity, needed in _stated_capacities(case):
        if has_needed_capacity(option, needed) is None:
            yield create_option_remark(
                option,
                "{option}: needs data reduction of {ratio:.2f} : 1 or more; stated: {stated}.",
                "Capacity is not shown. Enter a ratio measured on the client's data.",
                ratio=break_even_reduction(option, needed) or 0.0,
                stated=format_reduction(capacity.reduction),
            )


def find_claimed_reduction(case: Case) -> Iterator[Remark]:
    """An option that holds what is needed only by a reduction ratio that nobody measured."""
    for option, capacity, needed in _stated_capacities(case):
        ratio, is_claimed = break_even_reduction(option, needed) or 0.0, not capacity.is_measured
        is_reduced = ratio > 1 and capacity.reduction != NO_REDUCTION
        if is_claimed and is_reduced and has_needed_capacity(option, needed):
            yield create_option_remark(
                option,
                "{option}: needs data reduction of {ratio:.2f} : 1 or more; {stated} is a"
                " vendor's claim.",
                "Data that reduces less, such as encrypted data, would not fit.",
                ratio=ratio,
                stated=format_reduction(capacity.reduction),
            )


def find_worthless_capacity(case: Case) -> Iterator[Remark]:
    """Usable capacity weighs, and neither a need nor anchors say what it is worth (MODEL F1)."""
    for setting in case.question.model.settings:
        if setting.criterion is Criterion.USABLE and setting.swing > 0 and not setting.corners:
            yield Remark(
                (),
                message("Usable capacity has a weight but no anchors."),
                message("State the usable capacity needed, or enter the anchors."),
            )
