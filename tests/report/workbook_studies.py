"""Studies whose workbooks are recalculated as they were written."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.criteria import (
    Criterion,
    CriterionSetting,
    OwnKind,
    kind_of,
    own_criterion,
)
from arraywise.domain.estimates import LeastLikelyMost, MeanAndError
from arraywise.domain.options import parse_run_time
from arraywise.domain.pricing import Discount, PriceBasis
from arraywise.report.content import Identity
from arraywise.usecases.decide_study import answer, prepare
from arraywise.usecases.gather_content import assemble_content, build_workings
from tests.report.example import CRITERIA, FACTS, evidence, prepared
from tests.report.rich_example import FC, RICH, WEIGHTING
from tests.report.typed_workings import WORKINGS

if TYPE_CHECKING:
    from arraywise.domain.pricing import PriceSheet
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
_FURTHER = {
    Criterion.RESPONSE_TIME: (0.2, 0.15, 0.06, 60.0, ((0.165, 42.0), (0.12, 73.0))),
    Criterion.PRICE: (
        *(700_000.0, 530_000.0, 450_000.0, 45.0),
        ((620_000.0, 20.0), (510_000.0, 55.5), (470_000.0, 90.0)),
    ),
}
"""Limit, target, aspiration, worth of the target and further points."""


def _curved(given: CriterionSetting) -> CriterionSetting:
    """Return a criterion with further points, where it has some."""
    if given.criterion not in _FURTHER:
        return given
    limit, target, aspiration, worth, further = _FURTHER[given.criterion]
    anchors = replace(given, limit=limit, target=target, aspiration=aspiration)
    return replace(anchors, target_value=worth, further=further)


CURVED = replace(FACTS, criteria=tuple(map(_curved, CRITERIA)))
"""With value functions of five and of six points."""


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
    parse_run_time("Create the volume", 1, LeastLikelyMost(600.0, 720.0, 1200.0)),
    parse_run_time("Map it to the host", 1, 300.0),
    parse_run_time("Map it to the host", 2, MeanAndError(330.0, 15.0)),
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
_POWER = own_criterion(1, OwnKind("Power {drawn}", (), "W", 4000.0, 500.0))
_STAGES = own_criterion(2, OwnKind("Exit", ("none", "slow", "quick")))
OWN = replace(
    FACTS,
    criteria=(
        *CRITERIA,
        replace(kind_of(_POWER).setting, further=((900.0, 90.0),), target=2500.0, limit=4000.0,
                aspiration=500.0),
        kind_of(_STAGES).setting,
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
    "own criteria": OWN,
}
NOT_IRONCALC = {"words that differ in case"}
"""IronCalc 0.9 has no EXACT over an area, which tells such words apart."""


def content(facts: StudyFacts) -> ReportContent:
    """Bring together what a workbook says; curves are drawn again only for other runs."""
    runs = [known.load_runs for known in facts.options]
    same = runs == [known.load_runs for known in FACTS.options]
    ready = prepared() if same else prepare(facts)
    identity = Identity("0" * 64, datetime(2026, 9, 15, tzinfo=UTC))
    answered = answer(ready, facts, draws=200)
    built = assemble_content(facts, ready, answered, identity, evidence())
    if facts is not STUDIES["workings"]:
        return built
    return replace(built, workings=build_workings(WORKINGS, facts, answered))
