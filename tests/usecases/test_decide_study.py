"""A study is decided as it is stored, and again without the store on every edit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.domain.decision import Verdict
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import create_study
from arraywise.usecases.decide_study import (
    answer,
    build_decision_map,
    decide_study,
    find_map_cuts,
    prepare,
)
from tests.analysis.bench import (
    DEMAND_84,
    LEVELS,
    TWO_QUEUES,
    make_option,
    make_runs,
    three_options,
)
from tests.answer_text import answer_text

if TYPE_CHECKING:
    from pathlib import Path


def test_an_empty_study_has_an_answer(tmp_path: Path) -> None:
    with create_study(tmp_path / "empty.arraywise", name="empty") as study:
        decided = decide_study(study)
        facts = read_facts(study)
    assert decided.recommended is None
    assert decided == answer(prepare(facts), facts)
    assert answer_text(decided).startswith("No options yet.")


def test_an_edit_needs_no_preparation() -> None:
    """Prices, times, criteria and the requirement are read again with every answer."""
    facts = three_options()
    prepared = prepare(facts)
    tighter = replace(DEMAND_84, response_time_s=0.042, statistic="mean")
    changed = replace(facts, requirement=tighter)
    assert answer(prepared, changed, draws=50) == answer(prepare(changed), changed, draws=50)
    assert answer(prepared, facts, tighter, draws=50) == answer(prepared, changed, draws=50)


def test_an_option_without_preparation_has_no_data_yet() -> None:
    facts = three_options()
    newer = make_option(9, make_runs(TWO_QUEUES, LEVELS))
    result = answer(prepare(facts), replace(facts, options=(*facts.options, newer)), draws=0)
    assert result.options[-1].verdict is Verdict.NO_DATA


def test_another_statistic_is_prepared_when_it_is_asked_for() -> None:
    facts = three_options()
    result = answer(prepare(facts), facts, replace(DEMAND_84, statistic="p95"), draws=0)
    assert {option.verdict for option in result.options} == {Verdict.NO_DATA}


def test_ribbons_reach_around_the_requirement() -> None:
    facts = three_options()
    prepared = prepare(facts)
    cuts = find_map_cuts(prepared, facts, visits=(1e7, 1e8))
    assert (round(cuts.visits_per_month[0].start), round(cuts.visits_per_month[-1].end)) == (
        10_000_000,
        100_000_000,
    )
    first, last = cuts.response_time_s[0], cuts.response_time_s[-1]
    assert first.start < DEMAND_84.response_time_s < last.end
    result = build_decision_map(prepared, facts)
    assert (len(result.winners), len(result.winners[0])) == (200, 200)
