"""Usable capacity as a rule, as a criterion, and the reduction ratio that decides (MODEL F1)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from arraywise.analysis.answer import answer_requirement
from arraywise.analysis.prepared import prepare_study
from arraywise.analysis.pricing import price_per_usable_tb
from arraywise.domain.capacity import parse_capacity
from arraywise.domain.criteria import DEFAULT_CRITERIA, Criterion, CriterionSetting
from arraywise.domain.decision import Verdict
from arraywise.present.labels import basis_or_reason_label
from arraywise.present.tables.overview import option_columns
from tests.analysis.bench import DEMAND_84, LEVELS, faster, make_option, make_runs, make_study
from tests.answer_text import answer_text

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer, OptionAnswer

NEED = replace(
    DEMAND_84,
    response_time_s=0.06,
    usable_bytes=50e12,
    usable_growth_per_year=0.2,
    horizon_months=36,
)
DRIVES = "24 x 3.84TB RAID 6 8+2, 2 spares, reduction "
RUNS = [make_runs(faster(1.2), LEVELS, noise=(0.005, 0.01), seed=seed) for seed in (1, 2)]


def decide(first: str, second: str, *criteria: CriterionSetting) -> Answer:
    """Decide between a cheaper first option and a dearer second one, alike in time."""
    options = [
        make_option(index + 1, runs, price, 30)
        for index, (runs, price) in enumerate(zip(RUNS, ("400000", "500000"), strict=True))
    ]
    held = [
        replace(o, option=replace(o.option, capacity=parse_capacity(text)))
        for o, text in zip(options, (first, second), strict=True)
    ]
    facts = replace(make_study(*held, requirement=NEED), criteria=criteria or DEFAULT_CRITERIA)
    return answer_requirement(prepare_study(facts), facts, draws=200)


def change(answer: Answer) -> tuple[str, str | None] | None:
    named = [c for c in answer.changes if str(c.what) == "Reduction ratio of option 1"]
    return (str(named[0].to), named[0].winner) if named else None


def verdicts(answer: Answer) -> list[Verdict]:
    return [dict(each.rule_verdicts)["usable capacity"] for each in answer.options]


def test_below_the_break_even_ratio_the_answer_is_another() -> None:
    """55.296 TB before reduction hold 86.4 TB from 1.5625 : 1 on."""
    answer = decide(DRIVES + "2/3/4", "90 TB")
    assert verdicts(answer) == [Verdict.PASS_MEASURED, Verdict.PASS_MEASURED]
    assert answer.recommended is not None
    assert answer.recommended.name == "option 1"
    assert change(answer) == ("below 1.56 : 1", "option 2")


def test_an_open_ratio_decides_from_the_break_even_on() -> None:
    """The screen takes the least; the greatest would do."""
    answer = decide(DRIVES + "1/1.2/3", "90 TB")
    assert verdicts(answer) == [Verdict.UNDETERMINED, Verdict.PASS_MEASURED]
    assert change(answer) == ("above 1.56 : 1", "option 1")
    assert "reduction ratio open" in {f.check for f in answer.findings}


def test_without_a_stated_ratio_nothing_is_said_of_one() -> None:
    """What is not reduced holds what it holds."""
    answer = decide("55.296 TB", "90 TB")
    assert verdicts(answer) == [Verdict.FAIL, Verdict.PASS_MEASURED]
    assert change(answer) is None


def test_where_all_hold_too_little_the_nearest_is_said() -> None:
    """MODEL D3."""
    answer = decide("80 TB", "86 TB")
    assert "option 2 holds 0.4 TB less than you need." in answer_text(answer)


def test_capacity_as_a_criterion() -> None:
    """Worth nothing at the need, 60 points at 1.25 and 100 at 1.5 times it."""
    answer = decide("108 TB", "200 TB", CriterionSetting(Criterion.USABLE, 50, None, None, None))
    points = [_cell(option) for option in answer.options]
    assert points == pytest.approx([60, 100])
    assert answer.recommended is not None
    assert answer.recommended.name == "option 2"


def test_capacity_that_nothing_gives_a_worth_is_a_finding() -> None:
    """Without a need its anchors are open, and all options earn nothing by it."""
    setting = CriterionSetting(Criterion.USABLE, 50, None, None, None)
    for need, is_found in ((None, True), (50e12, False)):
        facts = make_study(make_option(1, RUNS[0], "400000", 30), requirement=NEED)
        asked = replace(NEED, usable_bytes=need)
        answer = answer_requirement(
            prepare_study(facts), facts, asked, [*DEFAULT_CRITERIA, setting]
        )
        checks = {finding.check for finding in answer.findings}
        assert ("capacity without a worth" in checks) is is_found
        assert "criterion unknown" in checks


def test_a_claimed_ratio_is_a_finding_and_a_measured_one_is_not() -> None:
    """Only where the data would not fit without it."""
    for text, is_found in (
        (DRIVES + "2", True),
        (DRIVES.replace("red", "measured red") + "2", False),
    ):
        checks = {finding.check for finding in decide(text, "90 TB").findings}
        assert ("reduction ratio claimed" in checks) is is_found
        assert "drives in no group" in checks


def test_price_of_a_usable_tb_and_its_column() -> None:
    """By the least that is held."""
    answer = decide("100 TB", "90 TB, reduction 1/2/3")
    price = answer.options[0].price
    assert price is not None
    assert str(price_per_usable_tb(price, 100e12)) == "4000.00"
    (column,) = [c for c in option_columns(answer) if c.key == "usable"]
    assert column.figure is not None
    assert [column.figure(option) for option in answer.options] == [100, 90]


def _cell(option: OptionAnswer) -> float | None:
    (cell,) = [c for c in option.scores if c.criterion is Criterion.USABLE]
    return cell.points.point


def test_what_is_open_is_named_by_the_rule_that_is_open() -> None:
    """A reduction that may not suffice is no target within an interval."""
    answer = decide("55.296 TB, reduction 1/2/3", "90 TB")
    assert [str(basis_or_reason_label(option)) for option in answer.options] == [
        "capacity not shown",
        "measured",
    ]
    assert (
        str(basis_or_reason_label(decide("55.296 TB", "90 TB").options[0])) == "holds too little"
    )
