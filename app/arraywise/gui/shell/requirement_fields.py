"""Target and load as people type them, in all units, and what the requirement's parts mean."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from arraywise.analysis.decision.screening import DEGRADED
from arraywise.analysis.demand import (
    fullest_month,
    growth_factor,
    has_needed_capacity,
    is_beyond_any_system,
    load_in_units,
    most_needed_bytes,
)
from arraywise.domain.capacity import TB, TIB
from arraywise.domain.decision import FAILS, PASSES
from arraywise.domain.requirement import Convention, Goal, LoadUnit, target_or_previous_s
from arraywise.domain.runway import growth_percent_as_entered
from arraywise.domain.workload import NO_PROFILE, ValueBound
from arraywise.gui.widgets import figures, messages
from arraywise.present.figures import describe_available_statistics
from arraywise.present.numbers import AT_MOST
from arraywise.worksheets.input_parsing import parse_amount

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.analysis.demand import LoadInUnits
    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.study import StudyFacts


_TIMES = {
    "": 1e-3,
    "ms": 1e-3,
    "s": 1.0,
    "sec": 1.0,
    "us": 1e-6,
    "\N{MICRO SIGN}s": 1e-6,
    "\N{GREEK SMALL LETTER MU}s": 1e-6,
    "min": 60.0,
}
_TIME = re.compile(r"\s*(.*?\d[.,]?)\s*([A-Za-z\N{MICRO SIGN}\N{GREEK SMALL LETTER MU}]*)\s*")
_UNIT_WORDS = {
    **dict.fromkeys(("tx/s", "tps", "/s", "1/s", "tx", "commits/s"), LoadUnit.TPS),
    **dict.fromkeys(("tx/min", "tpm", "/min", "tx a minute", "tx por minuto"), LoadUnit.TPM),
    **dict.fromkeys(("tx je minute", "tx pro minute", "a minute"), LoadUnit.TPM),
    **dict.fromkeys(("users", "user", "benutzer", "usuários", "usuarios"), LoadUnit.USERS),
    **dict.fromkeys(("iops", "io/s", "i/o/s"), LoadUnit.IOPS),
    **dict.fromkeys(("x awr", "times the awr", "awr"), LoadUnit.AWR),
    **dict.fromkeys(("a month", "visits a month", "visits/month", "visits"), LoadUnit.VISITS),
    **dict.fromkeys(("/month", "im monat", "besuche im monat", "besuche"), LoadUnit.VISITS),
    **dict.fromkeys(("por mês", "visitas por mês", "por mes", "visitas"), LoadUnit.VISITS),
}
"""What may stand behind a load, in the window's languages."""
_AWR_FIRST = re.compile(r"awr\s*[x*\N{MULTIPLICATION SIGN}]\s*(.+)", re.IGNORECASE)
_LOAD = re.compile(
    r"\s*(?P<number>[\d.,'\s\u00a0\u202f]*\d[.,]?)\s*(?:(?P<scale>[kKM]|Mio\.?|mi)(?![A-Za-z/]))?"
    r"\s*(?P<unit>\D*?)\s*"
)
UNITS = tuple(LoadUnit)
"""The load's units in the order of the list."""
MOST_TIME_S = 3600.0
_IN_MILLIONS = 1e6
translate = QCoreApplication.translate


def parse_time(text: str) -> float | None:
    """Read a time such as `200`, `0.2 s` or `500 us`; milliseconds where no unit stands."""
    match = _TIME.fullmatch(text)
    if match is None or match[2].lower() not in _TIMES:
        return None
    value = figures.parse_number(match[1])
    if value is None:
        return None
    seconds = value * _TIMES[match[2].lower()]
    return seconds if 0 < seconds <= MOST_TIME_S else None


def read_load(text: str, unit: LoadUnit) -> tuple[LoadUnit, float] | None:
    """Read a load such as `60 M` or `12 k a month`, else in `unit`; None where it is none."""
    times = _AWR_FIRST.fullmatch(text.strip())
    match = _LOAD.fullmatch(text if times is None else times[1])
    if match is None:
        return None
    scale = match["scale"] or ""
    value = parse_amount(f"{match['number']} {scale}".strip(), QLocale().decimalPoint())
    word = match["unit"].lower().replace("\N{MULTIPLICATION SIGN}", "x")
    stated = LoadUnit.AWR if times is not None else _UNIT_WORDS.get(word, unit)
    if value is None or (word and word not in _UNIT_WORDS):
        return None
    return stated, float(value)


def convert_load_to_units(requirement: Requirement, facts: StudyFacts | None) -> LoadInUnits:
    """State the load in every known unit; UserError where transactions cannot be told."""
    if facts is None:
        return load_in_units(requirement, NO_PROFILE, None)
    return load_in_units(requirement, facts.workload, facts.moved_bytes)


def describe_doubtful_load(requirement: Requirement, facts: StudyFacts | None) -> str:
    """Ask about a load beyond what any system does; empty for others.

    Raises:
        UserError: where the load cannot be stated in transactions.
    """
    profile = NO_PROFILE if facts is None else facts.workload
    if not is_beyond_any_system(requirement, profile):
        return ""
    text = translate(
        "Requirement",
        "{rate} transactions a second are more than any published system does. Press Enter again"
        " if that is meant.",
    )
    return text.format(rate=figures.number(convert_load_to_units(requirement, facts).tps))


def load_in_unit(unit: LoadUnit, loads: LoadInUnits) -> float | None:
    """Return the load in a unit; None where nothing tells."""
    values = {
        LoadUnit.VISITS: loads.visits_per_month,
        LoadUnit.TPS: loads.tps,
        LoadUnit.TPM: loads.tpm,
        LoadUnit.USERS: loads.users,
        LoadUnit.IOPS: loads.iops,
        LoadUnit.AWR: loads.times_awr,
    }
    return values[unit]


def unit_name(unit: LoadUnit) -> str:
    """Return a unit as the list of units calls it."""
    names = {
        LoadUnit.VISITS: translate("Requirement", "visits a month"),
        LoadUnit.TPS: translate("Requirement", "tx/s"),
        LoadUnit.TPM: translate("Requirement", "tx a minute"),
        LoadUnit.USERS: translate("Requirement", "users"),
        LoadUnit.IOPS: translate("Requirement", "IOPS"),
        LoadUnit.AWR: translate("Requirement", "times the AWR"),
    }
    return names[unit]


def missing_for_unit(unit: LoadUnit) -> str:
    """Say what is missing before a load can be stated in a unit."""
    if unit is LoadUnit.USERS:
        return translate("Requirement", "Needs a transaction target and a think time.")
    if unit is LoadUnit.AWR:
        return translate(
            "Requirement", "Import an AWR or Statspack report of the client's database first."
        )
    return translate("Requirement", "Needs reads and writes per transaction (workload profile).")


def write_load(value: float, unit: LoadUnit) -> str:
    """Write a load for its field: visits and users whole, others with the digits they need."""
    if unit in {LoadUnit.VISITS, LoadUnit.USERS}:
        return figures.number(value)
    return figures.plain(value)


def format_load_beside_field(unit: LoadUnit, value: float, convention: Convention) -> str:
    """Write a load with its unit, as text beside a field."""
    if unit is LoadUnit.TPS:
        text = translate("Requirement", "{demand} tx/s sustained")
        if convention is Convention.PEAK_SIZED:
            text = translate("Requirement", "{demand} tx/s at peak")
        return text.format(demand=figures.number(value, 1))
    if unit is LoadUnit.AWR:
        text = translate("Requirement", "{times} times the AWR")
        return text.format(times=figures.plain(value, 3))
    if value >= _IN_MILLIONS:
        return f"{figures.millions(value)}\u00a0M\u00a0{unit_name(unit)}"
    decimals = 0 if value >= 10 else 1
    return f"{figures.number(value, decimals)}\u00a0{unit_name(unit)}"


def describe_growth(requirement: Requirement) -> str:
    """Write by how much the load grows, and for which month it is asked; empty without growth."""
    parts = []
    if requirement.growth_per_month:
        parts.append(_format_growth(requirement.growth_per_month, by_year=False))
    if requirement.horizon_months and (parts or describe_data_growth(requirement)):
        asked = translate("Requirement", "in month {month}")
        parts.append(asked.format(month=figures.number(requirement.horizon_months)))
    return ", ".join(parts)


def describe_data_growth(requirement: Requirement) -> str:
    """Write the data of today and by how much they grow; empty where they do not."""
    if requirement.usable_bytes is None or not requirement.usable_growth_per_year:
        return ""
    text = translate("Requirement", "{data} TB, {growth}")
    return text.format(
        data=figures.plain(requirement.usable_bytes / TB),
        growth=_format_growth(requirement.usable_growth_per_year, by_year=True),
    )


def _format_growth(share: float, *, by_year: bool) -> str:
    """Write a growth in the unit in which it was stated."""
    percent, is_of_year = growth_percent_as_entered(share, by_year=by_year)
    text = translate("Requirement", "{percent} % a month")
    if is_of_year:
        text = translate("Requirement", "{percent} % a year")
    written = figures.plain(round(percent, 2))
    return text.format(percent=f"+{written}" if percent > 0 else written)


def format_other_units(requirement: Requirement, loads: LoadInUnits, most: int = 2) -> list[str]:
    """Write the same load in the next known units; never in visits, which nobody stated."""
    place = UNITS.index(requirement.load_unit)
    others = (*UNITS[place + 1 :], *UNITS[1:place])
    known = known_in(others, loads)
    return [
        format_load_beside_field(unit, value, requirement.convention)
        for unit, value in known[:most]
    ]


def known_in(units: Sequence[LoadUnit], loads: LoadInUnits) -> list[tuple[LoadUnit, float]]:
    """Return in which units, other than its own, a load is known, and how much it is there."""
    if not loads.is_in_transactions:
        return []
    return [(unit, value) for unit in units if (value := load_in_unit(unit, loads)) is not None]


MONTHS = (12, 36)
"""Of which the grown load is told."""


def rest_is_unknown(facts: StudyFacts) -> bool:
    """Return whether I/O evidence stands alone: neither host nor report tell the rest."""
    with_io = [known for known in facts.options if known.io_points]
    hosts = any(run.host_use is not None for known in with_io for run in known.load_runs)
    return bool(with_io) and not hosts and facts.workload.rest_s is None


def describe_target_effect(answer: Answer, facts: StudyFacts) -> str:
    """Say what is left for the storage, or what the client has to say first."""
    asked = answer.requirement
    if asked.goal is Goal.NONE:
        return translate("Requirement", "Load, price and the other rules decide.")
    if asked.goal is Goal.STORAGE_LATENCY:
        alone = translate(
            "Requirement",
            "Only I/O tests count; transactions do not measure single I/Os.",
        )
        return " ".join([alone, *_describe_held_statistics(answer)])
    sentences = []
    if asked.storage_share is not None:
        share = translate("Requirement", "{ms} ms for the storage, where only I/O tests exist.")
        left = figures.milliseconds(asked.storage_share * target_or_previous_s(asked), 1)
        sentences.append(share.format(ms=left))
    elif rest_is_unknown(facts):
        sentences.append(
            translate(
                "Requirement",
                "State the storage's share: host CPU and AWR reports do not give the rest of a"
                " transaction.",
            )
        )
    return " ".join([*sentences, *_describe_held_statistics(answer)])


def _describe_held_statistics(answer: Answer) -> list[str]:
    held = describe_available_statistics(answer.available_statistics)
    return [] if held is None else [messages.translate_message(held)]


def load_means(asked: Requirement, facts: StudyFacts) -> str:
    """State the load in all other units, and what is missing for I/Os."""
    loads = convert_load_to_units(asked, facts)
    others = [unit for unit in UNITS if unit not in {asked.load_unit, LoadUnit.VISITS}]
    is_most = facts.workload.has_bound(ValueBound.AT_MOST, "reads", "writes")
    signs = {LoadUnit.IOPS: AT_MOST.replace(" ", "\u00a0")} if is_most else {}
    known = [
        signs.get(unit, "") + format_load_beside_field(unit, value, asked.convention)
        for unit, value in known_in(others, loads)
    ]
    if loads.bytes_per_s is not None:
        known.append(f"{figures.number(loads.bytes_per_s / 1e6, 1)}\u00a0MB/s")
    if not loads.is_in_transactions:
        known.append(translate("Requirement", "Transactions: unknown without a workload profile"))
    text = ", ".join(known) + "."
    if asked.convention is Convention.PEAK_SIZED and asked.load_unit is LoadUnit.VISITS:
        average = translate("Requirement", "{average} tx/s on average.")
        share = asked.traffic_share / asked.time_share
        text += " " + average.format(average=figures.number(loads.tps / share, 1))
    if loads.iops is None:
        text += " " + translate("Requirement", "IOPS: unknown without a workload profile.")
    return text


def describe_growth_effect(asked: Requirement) -> str:
    """State the growth of a month and the visits that it leads to."""
    if not asked.growth_per_month and not asked.reserve:
        return translate("Requirement", "The load stays as it is.")
    parts = []
    if asked.growth_per_month:
        month = translate("Requirement", "{percent} % a month.")
        parts.append(month.format(percent=figures.percent(asked.growth_per_month, 1)))
        unit, load = asked.stated_load
        text = translate("Requirement", "{load} in month {month}")
        if unit is LoadUnit.VISITS:
            text = translate("Requirement", "{visits} million visits in month {month}")
        grown = []
        for at in MONTHS:
            value = load * (1.0 + asked.growth_per_month) ** at
            stated = format_load_beside_field(unit, value, asked.convention)
            grown.append(text.format(visits=figures.millions(value), load=stated, month=at))
        parts.append(", ".join(grown) + ".")
    if asked.growth_per_month and growth_factor(asked) <= 1.0:
        parts.append(translate("Requirement", "Today's load is required."))
    return " ".join(parts)


def describe_capacity_effect(asked: Requirement, answer: Answer, facts: StudyFacts) -> str:
    """State what data need at the horizon, and how many options are shown to hold it."""
    needed = most_needed_bytes(asked)
    if needed is None:
        return translate("Requirement", "Not required; no option fails by capacity.")
    in_use = facts.capacity_in_use
    if in_use is not None and in_use.used_bytes == asked.usable_bytes:
        origin = translate("Requirement", "In use by {files}.")
        return (
            origin.format(files="; ".join(in_use.origins))
            + " "
            + _describe_needed_capacity(answer, needed)
        )
    return _describe_needed_capacity(answer, needed)


def _describe_needed_capacity(answer: Answer, needed: float) -> str:
    text = translate(
        "Requirement",
        "{tb} TB ({tib} TiB) in month {month}; shown by {holding} of {all} options.",
    )
    return text.format(
        tb=figures.number(needed / TB, 1),
        tib=figures.number(needed / TIB, 1),
        month=fullest_month(answer.requirement),
        holding=sum(
            has_needed_capacity(option.option, needed) is True for option in answer.options
        ),
        all=len(answer.options),
    )


def describe_budget_effect(asked: Requirement, answer: Answer) -> str:
    """State the budget of a month and the options inside of it."""
    if asked.budget is None:
        return translate("Requirement", "No limit; the price is weighed.")
    priced = [option for option in answer.options if option.price is not None]
    inside = [o for o in priced if o.price is not None and o.price.total <= asked.budget]
    text = translate(
        "Requirement",
        "{amount} {currency} a month; {inside} of {priced} priced options within it.",
    )
    return text.format(
        amount=figures.number(asked.budget / 36),
        currency=answer.currency,
        inside=len(inside),
        priced=len(priced),
    )


def describe_abilities_effect(asked: Requirement, answer: Answer) -> str:
    """Name the options that abilities leave out."""
    without = []
    if asked.needs_shared_storage:
        text = translate("Requirement", "Shared storage leaves out {options}.")
        without += _left_out(text, (o for o in answer.options if not o.option.shared_storage))
    if asked.needs_files:
        text = translate("Requirement", "Serving files leaves out {options}.")
        without += _left_out(text, (o for o in answer.options if not o.option.serves_files))
    degraded = (o for o in answer.options if dict(o.rule_verdicts).get(DEGRADED) in FAILS)
    text = translate("Requirement", "A failed part leaves out {options}.")
    without += _left_out(text, degraded)
    if without:
        return " ".join(without)
    passing = sum(option.status in PASSES for option in answer.options)
    text = translate("Requirement", "{passing} of {all} options meet all requirements.")
    return text.format(passing=passing, all=len(answer.options))


def _left_out(text: str, options: Iterable[OptionAnswer]) -> list[str]:
    names = ", ".join(each.option.name for each in options)
    return [text.format(options=names)] if names else []


def basis_means(answer: Answer) -> str:
    """State on how many options' outcome the setting bears."""
    shown = sum(option.basis.value != "none" for option in answer.options)
    text = translate("Requirement", "{shown} of {all} options pass or fail.")
    return text.format(shown=shown, all=len(answer.options))
