"""What no load moves is computed once an option, and again when its facts change."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.analysis.decision.problem import build_problem
from arraywise.analysis.prepared import prepare_study
from arraywise.domain.pricing import PriceLine, PriceSheet
from tests.analysis.bench import three_options

if TYPE_CHECKING:
    from arraywise.analysis.prepared import LoadIndependentOption

STUDY = three_options()


def test_what_is_known_of_an_option_is_worked_out_once() -> None:
    prepared = prepare_study(STUDY)
    before = build_problem(prepared, STUDY).known
    moved = replace(STUDY.requirement, visits_per_month=1_000_000)
    after = build_problem(prepared, STUDY, moved).known
    assert all(one is other for one, other in zip(before, after, strict=True))


def test_what_is_known_of_an_option_follows_its_facts() -> None:
    prepared = prepare_study(STUDY)
    first, *others = STUDY.options
    sheet = PriceSheet(STUDY.currency, (PriceLine("HBA 8 Gb FC", Decimal(500), Decimal(2)),))
    dearer = replace(first, price_sheet=sheet)
    for facts in (
        STUDY,
        replace(STUDY, options=(dearer, *others)),
        replace(STUDY, options=(replace(first, price_sheet=None), *others)),
        replace(STUDY, price_basis=replace(STUDY.price_basis, servers=False)),
        replace(STUDY, currency="XXX"),
        replace(STUDY, requirement=replace(STUDY.requirement, statistic="p95")),
        STUDY,
    ):
        fresh = build_problem(prepare_study(facts), facts).known
        assert _stated(build_problem(prepared, facts).known) == _stated(fresh)


def _stated(known: tuple[LoadIndependentOption, ...]) -> list[object]:
    return [(k.facts, k.price, k.priced_by, k.provisioning_s, k.levels) for k in known]
