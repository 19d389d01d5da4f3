"""Each bar is what the answer says when that input alone is moved (MODEL D7.4)."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from arraywise.analysis.answer import answer_requirement
from arraywise.analysis.decision.break_even import find_deciding_changes
from arraywise.analysis.decision.problem import build_problem, evaluate_today
from arraywise.analysis.decision.ranking import lead_in_points
from arraywise.analysis.decision.sensitivity import compute_tornado
from arraywise.domain.criteria import Criterion
from arraywise.domain.pricing import PriceLine, PriceSheet
from arraywise.domain.requirement import LoadUnit, Rule
from tests.analysis.bench import DEMAND_84
from tests.analysis.test_answer import ANCHORED, BASE, PREPARED, STUDY

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer
    from arraywise.domain.study import StudyFacts

BARS = {str(bar.what): bar for bar in compute_tornado(build_problem(PREPARED, STUDY))}
FIRST, SECOND = (next(o.option for o in BASE.options if o.rank == rank) for rank in (1, 2))


def lead_in(answer: Answer) -> float:
    options = {o.option: o for o in answer.options}
    return lead_in_points(options[FIRST], options[SECOND])


def points_ahead(answer: Answer) -> float:
    """Return the lead by points, whether or not the two pass."""
    first, second = (next(o for o in answer.options if o.option == x) for x in (FIRST, SECOND))
    ours, theirs = ([c.contribution or 0.0 for c in o.scores] for o in (first, second))
    return sum(ours) - sum(theirs)


@pytest.mark.parametrize(("factor", "end"), [(0.75, "low"), (1.1, None)])
def test_load(factor: float, end: str | None) -> None:
    visits = round(DEMAND_84.visits_per_month * factor)
    moved = answer_requirement(
        PREPARED, STUDY, replace(DEMAND_84, visits_per_month=visits), draws=0
    )
    bar = BARS["Visits per month"]
    if end:
        assert bar.lead_at_low == pytest.approx(lead_in(moved), abs=1e-6)
        assert bar.winner_at_low == (moved.recommended.name if moved.recommended else None)
    else:
        assert bar.winner_at_high is None
        assert bar.lead_at_high is None


def test_a_load_in_transactions_is_told_in_them() -> None:
    asked = replace(DEMAND_84, load=84.0, load_unit=LoadUnit.TPS)
    bars = {str(bar.what): bar for bar in compute_tornado(build_problem(PREPARED, STUDY, asked))}
    assert "Visits per month" not in bars
    assert (str(bars["Load"].low), str(bars["Load"].high)) == ("63", "105")


@pytest.mark.parametrize(("index", "name"), [(0, "response time"), (1, "provisioning")])
def test_swings(index: int, name: str) -> None:
    criteria = list(ANCHORED)
    criteria[index] = replace(criteria[index], swing=criteria[index].swing + 20)
    moved = answer_requirement(PREPARED, STUDY, criteria=criteria, draws=0)
    bar = BARS[f"Weight of {name}"]
    assert bar.lead_at_high == pytest.approx(lead_in(moved))
    assert bar.winner_at_high == (moved.recommended.name if moved.recommended else None)


def test_price_quotes() -> None:
    index = STUDY.options.index(next(o for o in STUDY.options if o.option == FIRST))
    sheet = STUDY.options[index].price_sheet
    assert sheet is not None
    price = (sheet.lines[0].unit_price or Decimal(0)) * Decimal("1.02")
    options = list(STUDY.options)
    dearer = PriceSheet("EUR", (PriceLine("array", price),))
    options[index] = replace(options[index], price_sheet=dearer)
    moved = answer_requirement(PREPARED, replace(STUDY, options=tuple(options)), draws=0)
    bar = BARS[f"36-month price of {FIRST.name}"]
    assert bar.lead_at_high == pytest.approx(lead_in(moved), abs=1e-3)


def test_widest_bar_first() -> None:
    widths = [b.most_lead - b.least_lead for b in BARS.values()]
    assert widths == sorted(widths, reverse=True)


def test_a_bar_reaches_over_today_and_over_its_ends() -> None:
    today = lead_in(BASE)
    for bar in BARS.values():
        assert bar.least_lead - 1e-9 <= today <= bar.most_lead + 1e-9
        ends = [end for end in (bar.lead_at_low, bar.lead_at_high) if end is not None]
        assert all(bar.least_lead <= end <= bar.most_lead for end in ends)


def test_a_bar_ends_where_no_option_passes_any_more() -> None:
    loads = [DEMAND_84.visits_per_month * (0.75 + 0.5 * step / 80) for step in range(81)]
    answers = [answer_requirement(PREPARED, asking(visits), draws=0) for visits in loads]
    leads = [points_ahead(answer) for answer in answers if answer.recommended is not None]
    assert 2 < len(leads) < len(loads)
    bar = BARS["Visits per month"]
    assert (bar.least_lead, bar.most_lead) == pytest.approx((min(leads), max(leads)), abs=1e-6)


@pytest.mark.parametrize("rule", [Rule.LOWEST_PRICE, Rule.FRONTIER])
def test_where_points_do_not_decide_nothing_leads_by_points(rule: Rule) -> None:
    question = build_problem(PREPARED, STUDY, replace(DEMAND_84, rule=rule))
    assert compute_tornado(question) == ()


def test_flip_is_said_where_the_winner_changes() -> None:
    assert any(bar.flip for bar in BARS.values())
    for bar in BARS.values():
        moved = {bar.winner_at_low, bar.winner_at_high} != {FIRST.name}
        assert bar.flip is not None or not moved


def test_flips_are_those_of_the_break_evens() -> None:
    """The load at which another option leads is the same in both places."""
    question = build_problem(PREPARED, STUDY)
    changes, _ = find_deciding_changes(question, evaluate_today(question))
    flip = BARS["Visits per month"].flip
    load = min(
        (c for c in changes if str(c.what) == "Visits per month"), key=lambda c: abs(c.by or 9)
    )
    assert flip is not None
    assert str(flip).removesuffix(" M") in str(load.to)


def asking(visits: float) -> StudyFacts:
    return replace(STUDY, requirement=replace(STUDY.requirement, visits_per_month=visits))


def winner(visits: float) -> str | None:
    recommended = answer_requirement(PREPARED, asking(visits), draws=0).recommended
    return recommended.name if recommended else None


@pytest.mark.parametrize("visits", [42_304_168.4, 42_590_652.6, 50e6, 56e6, 61e6])
def test_the_load_of_a_flip_is_where_the_winner_changes(visits: float) -> None:
    bars = compute_tornado(build_problem(PREPARED, asking(visits)))
    (flip,) = [bar.flip for bar in bars if str(bar.what) == "Visits per month"]
    assert flip is not None
    load = dict(flip.figures)["millions"] * 1e6
    nearer, farther = sorted((0.999 * load, 1.001 * load), key=lambda end: abs(end - visits))
    assert winner(nearer) == winner(visits) != winner(farther)


def test_better_response_of_the_leader_widens_the_lead() -> None:
    bar = BARS[f"Response time of {FIRST.name}"]
    assert bar.lead_at_low > bar.lead_at_high


def test_headroom_moves_to_what_the_lower_response_end_allows() -> None:
    cells = {o.option: {c.criterion: c for c in o.scores} for o in BASE.options}
    for sign, option in ((1, FIRST), (-1, SECOND)):
        cell = cells[option][Criterion.HEADROOM]
        assert cell.attribute.high is not None
        bar = BARS[f"Headroom of {option.name}"]
        gain = (cell.points.high or 0.0) - (cell.points.point or 0.0)
        weight = dict(BASE.weights)[Criterion.HEADROOM]
        loss = (cell.points.low or 0.0) - (cell.points.point or 0.0)
        assert bar.lead_at_low == pytest.approx(lead_in(BASE) + sign * weight * loss, abs=1e-6)
        assert bar.lead_at_high == pytest.approx(lead_in(BASE) + sign * weight * gain, abs=1e-6)


def test_no_bars_without_a_runner_up() -> None:
    alone = replace(STUDY, options=STUDY.options[:1])
    assert compute_tornado(build_problem(PREPARED, alone)) == ()
    assert compute_tornado(build_problem(PREPARED, replace(STUDY, options=()))) == ()
