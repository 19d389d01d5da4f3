"""What no load moves is worked out once an option, and anew when its facts change."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.analysis.decision.problem import pose_question
from arraywise.analysis.prepared import prepare_study
from arraywise.domain.pricing import PriceLine, PriceSheet
from tests.analysis.bench import three_options

if TYPE_CHECKING:
    from arraywise.analysis.prepared import KnownOption

STUDY = three_options()


def test_what_is_known_of_an_option_is_worked_out_once() -> None:
    prepared = prepare_study(STUDY)
    before = pose_question(prepared, STUDY).known
    moved = replace(STUDY.requirement, visits_per_month=1_000_000)
    after = pose_question(prepared, STUDY, moved).known
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
        fresh = pose_question(prepare_study(facts), facts).known
        assert _told(pose_question(prepared, facts).known) == _told(fresh)


def _told(known: tuple[KnownOption, ...]) -> list[object]:
    return [(k.facts, k.price, k.priced_by, k.provisioning_s, k.levels) for k in known]
