"""What a part of the requirement means in other units, or for the options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from arraywise.analysis.decision.screening import DEGRADED
from arraywise.analysis.demand import holds, needed_bytes
from arraywise.domain.capacity import TB, TIB
from arraywise.domain.decision import FAILS, PASSES
from arraywise.domain.requirement import Convention, Goal, LoadUnit, target_of
from arraywise.domain.workload import ValueBound
from arraywise.gui.shell.requirement_fields import UNITS, in_words, known_in, loads_of
from arraywise.gui.widgets import figures, messages
from arraywise.present.figures import describe_held
from arraywise.present.numbers import AT_MOST

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.study import StudyFacts

translate = QCoreApplication.translate
MONTHS = (12, 36)
"""Of which the grown load is told."""


def rest_is_unknown(facts: StudyFacts) -> bool:
    """Return whether I/O evidence stands alone: neither host nor report tell the rest."""
    with_io = [known for known in facts.options if known.io_points]
    hosts = any(run.host_use is not None for known in with_io for run in known.load_runs)
    return bool(with_io) and not hosts and facts.workload.rest_s is None


def target_means(answer: Answer, facts: StudyFacts) -> str:
    """Say what is left for the storage, or what the client has to say first."""
    asked = answer.requirement
    if asked.goal is Goal.NONE:
        return translate("Requirement", "Load, price and the other rules decide.")
    if asked.goal is Goal.STORAGE_LATENCY:
        alone = translate(
            "Requirement",
            "Only I/O tests count; transactions do not measure single I/Os.",
        )
        return " ".join([alone, *_held(answer)])
    sentences = []
    if asked.storage_share is not None:
        share = translate("Requirement", "{ms} ms for the storage, where only I/O tests exist.")
        left = figures.milliseconds(asked.storage_share * target_of(asked), 1)
        sentences.append(share.format(ms=left))
    elif rest_is_unknown(facts):
        sentences.append(
            translate(
                "Requirement",
                "State the storage's share: host CPU and AWR reports do not give the rest of a"
                " transaction.",
            )
        )
    return " ".join([*sentences, *_held(answer)])


def _held(answer: Answer) -> list[str]:
    held = describe_held(answer.held)
    return [] if held is None else [messages.translate_message(held)]


def load_means(asked: Requirement, facts: StudyFacts) -> str:
    """State the load in all other units, and what is missing for I/Os."""
    loads = loads_of(asked, facts)
    others = [unit for unit in UNITS if unit not in {asked.load_unit, LoadUnit.VISITS}]
    is_most = facts.workload.is_bound(ValueBound.AT_MOST, "reads", "writes")
    signs = {
        LoadUnit.IOPS: AT_MOST.replace(" ", "\u00a0")
        if is_most and asked.load_unit is not LoadUnit.IOPS
        else ""
    }
    known = [
        signs.get(unit, "") + in_words(unit, value, asked.convention)
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


def growth_means(asked: Requirement) -> str:
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
        loads = ((month, load * (1.0 + asked.growth_per_month) ** month) for month in MONTHS)
        grown = [
            text.format(
                visits=figures.millions(value),
                load=in_words(unit, value, asked.convention),
                month=month,
            )
            for month, value in loads
        ]
        parts.append(", ".join(grown) + ".")
    if asked.horizon_months == 0 and asked.growth_per_month:
        parts.append(translate("Requirement", "Today's load is required."))
    return " ".join(parts)


def usable_means(asked: Requirement, answer: Answer, facts: StudyFacts) -> str:
    """State what data need at the horizon, and how many options are shown to hold it."""
    needed = needed_bytes(asked, asked.horizon_months)
    if needed is None:
        return translate("Requirement", "Not required; no option fails by capacity.")
    in_use = facts.capacity_in_use
    if in_use is not None and in_use.used_bytes == asked.usable_bytes:
        origin = translate("Requirement", "In use by {files}.")
        return origin.format(files="; ".join(in_use.origins)) + " " + _held_by(answer, needed)
    return _held_by(answer, needed)


def _held_by(answer: Answer, needed: float) -> str:
    text = translate(
        "Requirement",
        "{tb} TB ({tib} TiB) in month {month}; shown by {holding} of {all} options.",
    )
    return text.format(
        tb=figures.number(needed / TB, 1),
        tib=figures.number(needed / TIB, 1),
        month=answer.requirement.horizon_months,
        holding=sum(holds(option.option, needed) is True for option in answer.options),
        all=len(answer.options),
    )


def budget_means(asked: Requirement, answer: Answer) -> str:
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


def demands_mean(asked: Requirement, answer: Answer) -> str:
    """Name the options that abilities leave out."""
    without = []
    if asked.needs_shared_storage:
        text = translate("Requirement", "Shared storage leaves out {options}.")
        without += _left_out(text, (o for o in answer.options if not o.option.shared_storage))
    if asked.needs_files:
        text = translate("Requirement", "Serving files leaves out {options}.")
        without += _left_out(text, (o for o in answer.options if not o.option.serves_files))
    degraded = (o for o in answer.options if dict(o.screen).get(DEGRADED) in FAILS)
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
