"""What would change the answer, checked by changing it (MODEL D7)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from arraywise.analysis.answer import answer_requirement
from arraywise.analysis.decision.break_even import find_deciding_changes
from arraywise.analysis.decision.problem import build_problem, evaluate_today
from arraywise.analysis.decision.sensitivity import weights_with_one_set
from arraywise.domain.criteria import Criterion, kind_of
from arraywise.domain.decision import round_visits, round_weight_range_to_percents
from arraywise.domain.messages import rounded_milliseconds
from arraywise.domain.requirement import Rule
from tests.analysis.bench import DEMAND_84
from tests.analysis.test_answer import ANCHORED, PREPARED, STUDY
from tests.answer_text import answer_text

if TYPE_CHECKING:
    from arraywise.analysis.decision.problem import DecisionProblem
    from arraywise.domain.decision import Change

QUESTION = build_problem(PREPARED, STUDY)
CHANGES, RANGES = find_deciding_changes(QUESTION, evaluate_today(QUESTION))
TODAY = answer_requirement(PREPARED, STUDY, draws=0).recommended
INPUTS = [c for c in CHANGES if not str(c.what).startswith("Weight")]
WEIGHTS = [c for c in CHANGES if str(c.what).startswith("Weight")]
_CRITERIA = {
    "Weight of response time": Criterion.RESPONSE_TIME,
    "Weight of provisioning": Criterion.PROVISIONING,
    "Weight of headroom": Criterion.HEADROOM,
    "Weight of the 36-month price": Criterion.PRICE,
}


def recommended(change: Change, factor: float) -> str | None:
    """Answer again with the changed input a little before or beyond the change."""
    asked = DEMAND_84
    moved = 1.0 + (change.by or 0.0)
    if str(change.what) == "Visits per month":
        asked = replace(asked, visits_per_month=round(asked.visits_per_month * moved * factor))
    else:
        asked = replace(asked, response_time_s=asked.response_time_s * moved * factor)
    chosen = answer_requirement(PREPARED, STUDY, asked, draws=0).recommended
    return chosen.name if chosen else None


def test_there_is_something_to_say() -> None:
    assert {str(c.what) for c in INPUTS} == {"Visits per month", "Target response time"}
    assert WEIGHTS


@pytest.mark.parametrize("change", INPUTS, ids=lambda c: f"{c.what} {c.to}")
def test_input_flips_the_answer_just_there(change: Change) -> None:
    assert TODAY is not None
    beyond = 1.001 if "above" in str(change.to) else 0.999
    assert recommended(change, 1 / beyond) == TODAY.name
    assert recommended(change, beyond) == change.winner != TODAY.name


@pytest.mark.parametrize("change", WEIGHTS, ids=lambda c: f"{c.what} {c.to}")
def test_weight_flips_the_answer_just_there(change: Change) -> None:
    assert TODAY is not None
    index = [s.criterion for s in ANCHORED].index(_CRITERIA[str(change.what)])
    end = QUESTION.weights[index] * (1 + (change.by or 0.0))
    beyond = 1e-4 if "above" in str(change.to) else -1e-4
    names = []
    for value in (end - beyond, end + beyond):
        moved = weights_with_one_set(QUESTION.weights, index, value)
        criteria = [replace(s, swing=float(100 * w)) for s, w in zip(ANCHORED, moved, strict=True)]
        chosen = answer_requirement(PREPARED, STUDY, criteria=criteria, draws=0).recommended
        names.append(chosen.name if chosen else None)
    assert names == [TODAY.name, change.winner]


def test_nearest_change_comes_first() -> None:
    sizes = [abs(c.by) for c in CHANGES if c.by is not None]
    assert sizes == sorted(sizes)


def changes_of(question: DecisionProblem) -> tuple[Change, ...]:
    return find_deciding_changes(question, evaluate_today(question))[0]


def test_weights_do_not_matter_for_the_lowest_price() -> None:
    question = build_problem(PREPARED, STUDY, replace(DEMAND_84, rule=Rule.LOWEST_PRICE))
    assert not [c for c in changes_of(question) if str(c.what).startswith("Weight")]


def test_without_a_single_recommendation_nothing_changes_it() -> None:
    question = build_problem(PREPARED, STUDY, replace(DEMAND_84, rule=Rule.FRONTIER))
    assert changes_of(question) == ()


def test_no_change_is_invented() -> None:
    """One option that passes everywhere near: only the load and the target can end that."""
    alone = replace(STUDY, options=STUDY.options[:1])
    changes = changes_of(build_problem(PREPARED, alone))
    assert {c.winner for c in changes} == {None}
    assert all(np.sign(c.by or 0) == (1 if "above" in str(c.to) else -1) for c in changes)


def test_evidence_that_would_change_the_answer_is_named() -> None:
    """At a load where the best option is undetermined, showing that it passes flips the answer."""
    asked = replace(DEMAND_84, visits_per_month=62_500_000)
    answer = answer_requirement(PREPARED, STUDY, asked, draws=0)
    (change,) = (c for c in answer.changes if str(c.what).startswith("Evidence"))
    hopeful = next(o for o in answer.options if o.option.name == change.winner)
    assert hopeful.test_next_users is not None
    assert str(hopeful.test_next_users) in answer_text(answer)


@pytest.mark.parametrize(("visits", "words"), [(2_000, "above 2,"), (54_432_000, "million")])
def test_visits_are_said_at_a_readable_size(visits: int, words: str) -> None:
    small = replace(DEMAND_84, visits_per_month=visits, transactions_per_visit=54_432_000 / visits)
    changes = changes_of(build_problem(PREPARED, STUDY, small))
    assert any(words in str(c.to) for c in changes if str(c.what) == "Visits per month")


def test_ranges_end_where_weights_flip() -> None:
    ends = {end for _, *both in RANGES for end in both if 0 < end < 1}
    stated = set()
    for change in WEIGHTS:
        index = [s.criterion for s in ANCHORED].index(_CRITERIA[str(change.what)])
        stated.add(round(QUESTION.weights[index] * (1 + (change.by or 0)), 9))
    assert stated == {round(end, 9) for end in ends}
    assert all(
        low <= w <= high for (_, low, high), w in zip(RANGES, QUESTION.weights, strict=True)
    )


def test_a_weight_at_which_it_changes_is_said_as_it_is_elsewhere() -> None:
    """36 % beside 35.2 % stood on one page: the sentence and the change are rounded alike."""
    result = answer_requirement(PREPARED, STUDY)
    ranges = {criterion: ends for criterion, *ends in result.weight_ranges}
    weights = dict(result.weights)
    message = {str(change.what): str(change.to) for change in result.changes}
    shown = 0
    for criterion, (low, high) in ranges.items():
        least, most = round_weight_range_to_percents(low, high, weights[criterion])
        texts = [message.get(str(kind_of(criterion).weight_label), "")]
        shown += any(text in {f"below {least:.10g} %", f"above {most:.10g} %"} for text in texts)
    assert shown


@pytest.mark.parametrize(
    ("visits", "shown"),
    [(54_449_999.0, 54_400_000), (999_999.4, 999_999), (1_049_999.0, 1_000_000)],
)
def test_visits_are_rounded_in_one_way(visits: float, shown: float) -> None:
    assert round_visits(visits) == shown


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0.11736, 117.4), (0.000123456, 0.123), (0.0, 0.0)]
)
def test_response_times_are_rounded_in_one_way(seconds: float, shown: float) -> None:
    assert rounded_milliseconds(seconds) == shown
