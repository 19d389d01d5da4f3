"""Facts of the options: prices and what all prices share, times, capacities, abilities."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.analysis.decision.stated.common import (
    ANY_SPREAD,
    CONVENTION_KIND,
    DEFAULT_KIND,
    TYPED_KIND,
    FactBuilder,
    RangeWidths,
    Span,
    StudyAtHand,
    replace_option,
)
from arraywise.analysis.demand import effective_capacity, most_needed_bytes
from arraywise.analysis.pricing import find_rate, is_server_line, scale_price_sheet
from arraywise.domain.assumptions import (
    STUDY_PLACE,
    VALUE_PLACE,
    Choice,
    StatedFact,
    format_fact_value,
)
from arraywise.domain.capacity import NO_REDUCTION, TB, Capacity, format_reduction
from arraywise.domain.criteria import (
    Criterion,
)
from arraywise.domain.estimates import LeastLikelyMost
from arraywise.domain.messages import Message, message
from arraywise.domain.options import ProvisioningTime

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arraywise.domain.assumptions import FactValue
    from arraywise.domain.options import Option
    from arraywise.domain.study import OptionFacts, StudyFacts

PRICE_SPREAD = RangeWidths(0.15, 0.15)
PROVISIONING_SPREAD = RangeWidths(0.5, 1.0)
CAPACITY_SPREAD = RangeWidths(0.2, 0.2)
REDUCTION_SPREAD = RangeWidths(0.25, 0.25)
RATE_SPREAD = RangeWidths(0.1, 0.1)
DISCOUNT_RATES: Span = (0.0, 12.0)
DISCOUNT_RATE_STEP = 0.25


def list_price_facts(study: StudyAtHand) -> Iterator[StatedFact]:
    """List the 36-month price of each option that has one."""
    for known, stated in zip(study.question.known, study.facts.options, strict=True):
        total, sheet = known.price, stated.price_sheet
        if total is None or sheet is None or total.unrounded <= 0:
            continue
        option, present = stated.option, total.unrounded

        def change(
            facts: StudyFacts, value: FactValue, id_: int = option.id, present: Decimal = present
        ) -> StudyFacts:
            def scale(each: OptionFacts) -> OptionFacts:
                if each.price_sheet is None:
                    return each
                sheet = scale_price_sheet(each.price_sheet, present, round(float(value)))
                return replace(each, price_sheet=sheet)

            return replace_option(facts, id_, scale)

        sources = dict.fromkeys(line.source for line in sheet.lines if not line.source.isdigit())
        common = FactBuilder(
            f"price/{option.id}",
            message("36-month price of {option}", option=option.name),
            TYPED_KIND,
            ("price_line", f"{option.id}/"),
            ", ".join(filter(None, sources)),
        )
        yield common.figure(
            float(total.total),
            PRICE_SPREAD.around(float(total.total), 1.0),
            change,
            ("terms", STUDY_PLACE, "--option", option.name, "--total", VALUE_PLACE),
            unit=study.facts.currency,
            step=1.0,
        )


def list_provisioning_facts(study: StudyAtHand) -> Iterator[StatedFact]:
    """List the provisioning time of each option that has one."""
    for known, stated in zip(study.question.known, study.facts.options, strict=True):
        seconds, option = known.provisioning_s.point, stated.option
        if seconds is None or seconds <= 0:
            continue

        def change(facts: StudyFacts, value: FactValue, id_: int = option.id) -> StudyFacts:
            times = (ProvisioningTime("all steps", 1, float(value) * 60.0),)
            return replace_option(facts, id_, lambda each: replace(each, provisioning=times))

        common = FactBuilder(
            f"provisioning/{option.id}",
            message("Provisioning of {option}", option=option.name),
            TYPED_KIND,
            ("provisioning_time", f"{option.id}/"),
        )
        yield common.figure(
            round(seconds / 60, 12),
            PROVISIONING_SPREAD.around(seconds / 60),
            change,
            ("provision", STUDY_PLACE, "--option", option.name, "--minutes", VALUE_PLACE),
            unit=message("min"),
        )


def list_capacity_facts(study: StudyAtHand) -> Iterator[StatedFact]:
    """List what options hold, where a need is stated or they are valued by it."""
    is_valued = any(s.criterion == Criterion.USABLE for s in study.question.model.settings)
    if most_needed_bytes(study.facts.requirement) is None and not is_valued:
        return
    for stated in study.facts.options:
        option, capacity = stated.option, stated.option.capacity
        if capacity is None or effective_capacity(option) is None:
            continue
        yield _unreduced_fact(option, capacity)
        if capacity.reduction != NO_REDUCTION:
            yield _reduction_fact(option, capacity)


def _changing_capacity(
    option: Option, build: Callable[[float], Capacity]
) -> Callable[[StudyFacts, FactValue], StudyFacts]:
    def change(facts: StudyFacts, value: FactValue) -> StudyFacts:
        capacity = build(float(value))
        return replace_option(
            facts,
            option.id,
            lambda each: replace(each, option=replace(each.option, capacity=capacity)),
        )

    return change


def _unreduced_fact(option: Option, capacity: Capacity) -> StatedFact:
    base = capacity.unreduced_bytes / TB
    ratio = capacity.reduction
    words = "" if ratio == NO_REDUCTION else f", reduction {format_reduction(ratio)}"
    common = FactBuilder(
        f"usable/{option.id}",
        message("Usable capacity of {option}, before reduction", option=option.name),
        TYPED_KIND,
    )
    return common.figure(
        round(base, 12),
        CAPACITY_SPREAD.around(base, 0.0),
        _changing_capacity(option, lambda v: Capacity(v * TB, reduction=ratio)),
        ("option", STUDY_PLACE, option.name, "--usable", f"{VALUE_PLACE}TB{words}"),
        unit="TB",
    )


def _reduction_fact(option: Option, capacity: Capacity) -> StatedFact:
    ratio, base = capacity.reduction, format_fact_value(capacity.unreduced_bytes / TB)
    low, high = REDUCTION_SPREAD.around(ratio.likely, 0.01)

    def build(value: float) -> Capacity:
        exact = LeastLikelyMost(value, value, value)
        return Capacity(capacity.unreduced_bytes, reduction=exact)

    common = FactBuilder(
        f"reduction/{option.id}",
        message("Reduction ratio of {option}", option=option.name),
        TYPED_KIND,
    )
    command = ("option", STUDY_PLACE, option.name, "--usable", f"{base}TB, reduction {{value}}")
    return common.figure(
        ratio.least,
        (min(low, ratio.least), max(high, ratio.most)),
        _changing_capacity(option, build),
        command,
        unit=": 1",
    )


def list_ability_facts(study: StudyAtHand) -> Iterator[StatedFact]:
    """List what options can do, as far as the requirement asks for it."""
    asked = study.facts.requirement
    for stated in study.facts.options:
        option = stated.option
        if asked.needs_shared_storage:
            label = message("{option} serves several hosts", option=option.name)
            yield _yes_or_no_fact(option, "shared_storage", "--shared", label)
        if asked.needs_files:
            label = message("{option} serves files", option=option.name)
            yield _yes_or_no_fact(option, "serves_files", "--files", label)
        if asked.max_restore_s is not None and option.restore_s is not None:
            yield _restore_fact(option, option.restore_s)


_ANSWERS: dict[str, tuple[bool | None, Message]] = {
    "yes": (True, message("yes")),
    "no": (False, message("no")),
    "unknown": (None, message("not known")),
}


def _yes_or_no_fact(option: Option, name: str, flag: str, label: Message) -> StatedFact:
    present = next(k for k, (v, _) in _ANSWERS.items() if v is getattr(option, name))

    def change(facts: StudyFacts, value: FactValue) -> StudyFacts:
        changed = {name: _ANSWERS[str(value)][0]}
        return replace_option(
            facts,
            option.id,
            lambda each: replace(each, option=replace(each.option, **changed)),  # type: ignore[arg-type]
        )

    return FactBuilder(f"{name}/{option.id}", label, TYPED_KIND).discrete(
        present,
        (Choice(k, words) for k, (v, words) in _ANSWERS.items() if v is not None or k == present),
        change,
        ("option", STUDY_PLACE, option.name, flag, VALUE_PLACE),
    )


def _restore_fact(option: Option, seconds: float) -> StatedFact:
    def change(facts: StudyFacts, value: FactValue) -> StudyFacts:
        time = float(value) * 3600.0
        return replace_option(
            facts,
            option.id,
            lambda each: replace(each, option=replace(each.option, restore_s=time)),
        )

    label = message("Time to restore {option}", option=option.name)
    return FactBuilder(f"restore/{option.id}", label, TYPED_KIND).figure(
        round(seconds / 3600, 12),
        ANY_SPREAD.around(seconds / 3600, 0.0),
        change,
        ("option", STUDY_PLACE, option.name, "--restore", VALUE_PLACE + "h"),
        unit="h",
    )


def list_price_term_facts(study: StudyAtHand) -> Iterator[StatedFact]:
    """List the terms that all prices share."""
    facts = study.facts
    if any(known.price is not None for known in study.question.known):
        yield _discount_rate_fact(study)
    lines = [line for o in facts.options if o.price_sheet for line in o.price_sheet.lines]
    if any(is_server_line(line) for line in lines):
        yield _servers_fact(study)
    used = {
        (rate.from_currency, rate.to_currency)
        for known in study.question.known
        if known.price is not None
        for rate in known.price.rates
    }
    for pair in sorted(used):
        yield _exchange_rate_fact(study, *pair)
    for decision in facts.left_out:
        yield _left_out_fact(decision.item)


def _discount_rate_fact(study: StudyAtHand) -> StatedFact:
    rate = study.facts.price_basis.discount_rate

    def change(facts: StudyFacts, value: FactValue) -> StudyFacts:
        share = Decimal(format_fact_value(float(value))) / 100
        basis = replace(facts.price_basis, discount_rate=share or None)
        return replace(facts, price_basis=basis)

    label = message("Discount rate of prices, a year")
    return FactBuilder(
        "discount_rate", label, DEFAULT_KIND if rate is None else TYPED_KIND
    ).figure(
        float((rate or Decimal(0)) * 100),
        DISCOUNT_RATES,
        change,
        ("terms", STUDY_PLACE, "--discount-rate", VALUE_PLACE),
        unit="%",
        step=DISCOUNT_RATE_STEP,
    )


def _servers_fact(study: StudyAtHand) -> StatedFact:
    def change(facts: StudyFacts, value: FactValue) -> StudyFacts:
        basis = replace(facts.price_basis, servers=value == "servers")
        return replace(facts, price_basis=basis)

    stated = study.facts.price_basis.servers
    kind = TYPED_KIND if stated else CONVENTION_KIND
    return FactBuilder("servers", message("Servers are in the prices"), kind).discrete(
        "servers" if stated else "no-servers",
        (Choice("servers", message("yes")), Choice("no-servers", message("no"))),
        change,
        ("terms", STUDY_PLACE, "--" + VALUE_PLACE),
    )


def _exchange_rate_fact(study: StudyAtHand, of: str, into: str) -> StatedFact:
    known = find_rate(study.facts.price_basis, of, into)
    rate = Decimal(1) if known is None else known.rate

    def change(facts: StudyFacts, value: FactValue) -> StudyFacts:
        figure = Decimal(format_fact_value(float(value)))
        rates = tuple(
            replace(each, rate=figure) if each == known else each
            for each in facts.price_basis.rates
        )
        return replace(facts, price_basis=replace(facts.price_basis, rates=rates))

    common = FactBuilder(
        f"exchange_rate/{of}/{into}",
        message("Exchange rate from {of} to {into}", of=of, into=into),
        TYPED_KIND,
        source="" if known is None else f"{known.source}, {known.dated}",
    )
    pair = f"{of}/{into}={VALUE_PLACE}"
    return common.figure(
        float(rate),
        RATE_SPREAD.around(float(rate)),
        change,
        ("terms", STUDY_PLACE, "--exchange-rate", pair),
        unit=into,
    )


def _left_out_fact(item: str) -> StatedFact:
    def change(facts: StudyFacts, value: FactValue) -> StudyFacts:
        is_out = value == "leave-out"
        others = tuple(each for each in facts.left_out if each.item != item)
        basis = facts.price_basis
        names = basis.left_out | {item} if is_out else basis.left_out - {item}
        left_out = facts.left_out if is_out else others
        return replace(facts, left_out=left_out, price_basis=replace(basis, left_out=names))

    label = message("{item} is left out of all prices", item=item)
    return FactBuilder(f"left_out/{item}", label, TYPED_KIND).discrete(
        "leave-out",
        (Choice("leave-out", message("yes")), Choice("include", message("no"))),
        change,
        ("terms", STUDY_PLACE, "--" + VALUE_PLACE, item),
    )
