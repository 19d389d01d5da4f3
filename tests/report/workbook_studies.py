"""Studies whose workbooks are recalculated as they were written."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from arraywise.domain.capacity import Capacity, parse_capacity
from arraywise.domain.criteria import (
    Criterion,
    CriterionSetting,
    OwnCriterionDefinition,
    build_own_criterion,
    kind_of,
)
from arraywise.domain.estimates import LeastLikelyMost, MeanAndError
from arraywise.domain.options import build_provisioning_time
from arraywise.domain.pricing import (
    Discount,
    DiscountBase,
    PriceBasis,
    PriceLine,
    PriceSheet,
    Spares,
)
from arraywise.domain.requirement import DegradedRule, DegradedState
from arraywise.domain.study import DegradedRuns, IoPoint
from arraywise.domain.workload import NO_PROFILE, TYPED, with_values
from arraywise.report.content import Identity
from arraywise.usecases.decide_study import answer, prepare
from arraywise.usecases.gather_content import assemble_report_content, build_workings
from tests.report.example import CRITERIA, FACTS, evidence, prepared
from tests.report.rich_example import FC, NAS, RICH, WEIGHTING
from tests.report.typed_workings import WORKINGS

if TYPE_CHECKING:
    from arraywise.domain.study import StudyFacts
    from arraywise.report.content import ReportContent

_NOTHING_KNOWN = tuple(
    replace(facts, load_runs=(), price_sheet=None, provisioning=()) for facts in FACTS.options
)
_SOME_KNOWN = (
    replace(FACTS.options[0], price_sheet=None),
    replace(FACTS.options[1], provisioning=()),
    replace(FACTS.options[2], load_runs=FACTS.options[2].load_runs[:5]),
    replace(FACTS.options[3], load_runs=()),
    FACTS.options[4],
)
_MORE_CRITERIA = (
    *CRITERIA,
    CriterionSetting(Criterion.HOST_CPU, 20.0, None, None, None),
    CriterionSetting(Criterion.AVAILABILITY, 35.0, None, None, None),
)
_ANCHORS = {
    Criterion.RESPONSE_TIME: (0.2, 0.12, 0.06, 73.0),
    Criterion.PRICE: (700_000.0, 470_000.0, 450_000.0, 45.0),
}
"""Limit, target, aspiration and worth of the target."""


def _curved(given: CriterionSetting) -> CriterionSetting:
    """Return a criterion with anchors of its own, where it has some."""
    if given.criterion not in _ANCHORS:
        return given
    limit, target, aspiration, worth = _ANCHORS[given.criterion]
    return replace(given, limit=limit, target=target, aspiration=aspiration, target_value=worth)


CURVED = replace(FACTS, criteria=tuple(map(_curved, CRITERIA)))
"""With given anchors whose targets are worth other points."""


def _with_sheet(facts: StudyFacts, sheet: PriceSheet) -> StudyFacts:
    options = list(facts.options)
    options[2] = replace(options[2], price_sheet=sheet)
    return replace(facts, options=tuple(options))


_NO_BUDGET = replace(RICH, requirement=replace(RICH.requirement, budget=None))
_CASES = replace(
    FC,
    lines=(*FC.lines, replace(FC.lines[1], category="storage", description="storage too")),
    discounts=(*FC.discounts, Discount("only lower case", Decimal("0.5"), category="storage")),
)
DISCOUNTED = replace(
    _NO_BUDGET, price_basis=replace(RICH.price_basis, discount_rate=Decimal("0.08"))
)
"""Everything that a price sheet can hold, at its net present value."""
_ESTIMATED = (
    build_provisioning_time("Create the volume", 1, LeastLikelyMost(600.0, 720.0, 1200.0)),
    build_provisioning_time("Map it to the host", 1, 300.0),
    build_provisioning_time("Map it to the host", 2, MeanAndError(330.0, 15.0)),
)
_BETWEEN = ((Criterion.AVAILABILITY, LeastLikelyMost(2, 3, 5)),)
ESTIMATED = replace(
    FACTS,
    criteria=_MORE_CRITERIA,
    weighting=WEIGHTING,
    options=(
        replace(FACTS.options[0], provisioning=_ESTIMATED, ratings=_BETWEEN),
        replace(FACTS.options[1], ratings=((Criterion.AVAILABILITY, 4),)),
        *FACTS.options[2:],
    ),
)
"""With an option whose provisioning times are judged but for one, rated between levels."""


def _by_demand(formula: str, fee: str | None, price: str | None = None, **more: Any) -> PriceLine:
    monthly, unit = (None if each is None else Decimal(each) for each in (fee, price))
    return PriceLine(
        more.pop("description", formula), unit, maintenance_per_month=monthly,
        quantity_formula=formula, category=more.pop("category", "Cloud"), **more,
    )  # fmt: skip


RENTED = PriceSheet(
    "BRL",
    (
        _by_demand("Demand.TB*1000", "0.125", description="Storage, GB-month"),
        _by_demand("MAX(0,MIN(Demand.IOPS,1500)-500)", "0.065", description="IOPS, first tier"),
        _by_demand("IFS(Demand.IOPS>=1500,Demand.IOPS-1500,TRUE,0)", "0.046", discount=Decimal(0)),
        _by_demand("ROUNDUP(Demand.TPS/40,0)", "900", "41000.5", warranty_months=12,
                   description="Gateway", spares=Spares.ADDED, discount=Decimal("0.1")),
        _by_demand("IF(Month>12,2,1)", "150", description="Support"),
        PriceLine("Set-up", Decimal(2500), category="Services", one_off_service=True),
    ),
    (Discount("Volume", Decimal("0.05"), DiscountBase.MAINTENANCE, category="Cloud"),),
)  # fmt: skip
_ROOMY = Capacity(stated_bytes=900e12)
_LARGE = replace(
    FACTS,
    options=tuple(replace(k, option=replace(k.option, capacity=_ROOMY)) for k in FACTS.options),
)
CLOUD = replace(
    _with_sheet(_LARGE, RENTED),
    requirement=replace(
        FACTS.requirement, growth_per_month=0.02, horizon_months=6, visits_per_month=48_000_000,
        usable_bytes=8e12, usable_growth_per_year=0.2,
    ),
    profile=with_values(NO_PROFILE, {"reads": 11.0, "writes": 4.0}, TYPED),
)  # fmt: skip
"""With an option whose quantities follow the demand."""
_HOLD = {
    "NAS NFS": Capacity(stated_bytes=14e12),
    "iSCSI SAN": Capacity(stated_bytes=6.2e12),
    "FC SAN": Capacity(stated_bytes=6e12, reduction=LeastLikelyMost(1.0, 1.2, 1.5)),
    "DAS RAID-10": Capacity(stated_bytes=5e12),
}
GROWING = replace(
    FACTS,
    requirement=replace(
        FACTS.requirement,
        growth_per_month=0.005,
        horizon_months=3,
        usable_bytes=5.9e12,
        usable_growth_per_year=0.2,
    ),
    options=tuple(
        replace(
            known,
            option=replace(known.option, capacity=_HOLD.get(known.option.name)),
        )
        for known in FACTS.options
    ),
)
"""With load and data that outgrow one option by the load, one by the data and one today."""
_HELD = (
    "24 x 3.84 TB RAID 6 8+2, 2 spares, reduction 1.2/2/3",
    "64 x 0.6 TB RAID 10 of 8; 32 x 2 TB RAID 5 4+1, 12 spares, reserve 15 %",
    "90 TB",
    "42 x 3 TB RAID-DP, 2 spares, measured reduction 1.1",
    None,
)
HELD = replace(
    FACTS,
    requirement=replace(
        FACTS.requirement, usable_bytes=50e12, usable_growth_per_year=0.2, horizon_months=36
    ),
    criteria=(*CRITERIA, CriterionSetting(Criterion.USABLE, 25.0, None, None, None)),
    options=tuple(
        replace(known, option=replace(known.option, capacity=text and parse_capacity(text)))
        for known, text in zip(FACTS.options, _HELD, strict=True)
    ),
)
"""With usable capacity asked for, stated, from drives, and not known."""
_LOST, _REBUILD = DegradedState.CONTROLLER, DegradedState.REBUILD
_RUNS = {known.option.name: known.load_runs for known in FACTS.options}
_SWEEP = tuple(
    IoPoint(90 + at, "rebuild.json", "fio", 2**at, 0, iops=900.0 * 1.8**at,
            latency_s=0.0004 * 1.3**at, read_latency_s=0.0004 * 1.3**at,
            write_latency_s=0.0006 * 1.3**at)
    for at in range(6)
)  # fmt: skip
_DEGRADED = {
    "NAS NFS": (DegradedRuns(_REBUILD, _RUNS["NAS NFS"][:10]),),
    "iSCSI SAN": (DegradedRuns(_REBUILD, (), _SWEEP),),
    "FC SAN": (
        DegradedRuns(_LOST, _RUNS["iSCSI SAN"]), DegradedRuns(_REBUILD, _RUNS["DAS RAID-10"]),
    ),
    "DAS RAID-10": (DegradedRuns(_LOST, _RUNS["FC SAN"]),),
}  # fmt: skip
_CAPACITIES = {
    name: text and parse_capacity(text) for name, text in zip(_RUNS, _HELD, strict=True)
}
LIVE = replace(
    CLOUD,
    requirement=replace(
        CLOUD.requirement,
        usable_bytes=20e12,
        degraded=DegradedRule.AVERAGE,
        budget=None,
        min_headroom=0.0,
        response_time_s=0.26,
    ),
    criteria=HELD.criteria,
    price_basis=PriceBasis(rates=RICH.price_basis.rates),
    options=tuple(
        replace(
            known,
            option=replace(known.option, capacity=_CAPACITIES[known.option.name]),
            degraded=_DEGRADED.get(known.option.name, ()),
            price_sheet=NAS if known.option.name == "NAS NFS" else known.price_sheet,
        )
        for known in CLOUD.options
    ),
)
"""Growing load and data, drives, prices by the demand, two currencies, degraded runs."""
LIVE_WHOLE = replace(LIVE, requirement=replace(LIVE.requirement, degraded=DegradedRule.NOT_ASKED))
"""The same without a rule on degraded storage."""
_POWER = build_own_criterion(1, OwnCriterionDefinition("Power {drawn}", (), "W", 4000.0, 500.0))
_STAGES = build_own_criterion(2, OwnCriterionDefinition("Exit", ("none", "slow", "quick")))
OWN = replace(
    FACTS,
    criteria=(
        *CRITERIA,
        replace(kind_of(_POWER).default_setting, target=2500.0, limit=4000.0, aspiration=500.0),
        kind_of(_STAGES).default_setting,
    ),
    own_criteria=(_POWER, _STAGES),
    options=(
        replace(FACTS.options[0], ratings=((_POWER, 1250.5), (_STAGES, 2))),
        replace(FACTS.options[1], ratings=((_POWER, MeanAndError(900.0, 50.0)),)),
        replace(FACTS.options[2], ratings=((_STAGES, LeastLikelyMost(1, 3, 3)),)),
        *FACTS.options[3:],
    ),
)  # fmt: skip
"""With two criteria of its own, of which some options have no value."""
STUDIES = {
    "cloud": CLOUD,
    "cloud, discounted": replace(CLOUD, price_basis=PriceBasis(discount_rate=Decimal("0.08"))),
    "cloud, data not known": replace(
        CLOUD, requirement=replace(CLOUD.requirement, usable_bytes=None)
    ),
    "held": HELD,
    "whole": FACTS,
    "nothing known": replace(FACTS, options=_NOTHING_KNOWN),
    "parts missing": replace(
        FACTS,
        requirement=replace(FACTS.requirement, budget=None),
        criteria=(),
        options=_SOME_KNOWN,
    ),
    "no option": replace(FACTS, options=()),
    "rich": RICH,
    "servers priced": replace(
        _NO_BUDGET, price_basis=PriceBasis(servers=True, rates=RICH.price_basis.rates)
    ),
    "no rate": replace(_NO_BUDGET, price_basis=PriceBasis()),
    "unread cells": _with_sheet(_NO_BUDGET, replace(FC, unparsed=2)),
    "more criteria": replace(FACTS, criteria=_MORE_CRITERIA, weighting=WEIGHTING),
    "words that differ in case": _with_sheet(_NO_BUDGET, _CASES),
    "workings": replace(RICH),
    "curved": CURVED,
    "discounted": DISCOUNTED,
    "estimated": ESTIMATED,
    "growing": GROWING,
    "own criteria": OWN,
    "live": LIVE,
    "live, whole": LIVE_WHOLE,
}


def content(facts: StudyFacts) -> ReportContent:
    """Bring together what a workbook says; curves are drawn again only for other runs."""
    runs = [known.load_runs for known in facts.options]
    same = runs == [known.load_runs for known in FACTS.options]
    ready = prepared() if same else prepare(facts)
    identity = Identity("0" * 64, datetime(2026, 9, 15, tzinfo=UTC))
    answered = answer(ready, facts, draws=200)
    built = assemble_report_content(facts, ready, answered, identity, evidence())
    if facts is not STUDIES["workings"]:
        return built
    return replace(built, workings=build_workings(WORKINGS, facts, answered))
