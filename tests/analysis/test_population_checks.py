"""Options at one load each: the same users and think time must explain all (MODEL P2.3)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.analysis.answer import answer_requirement
from arraywise.analysis.prepared import prepare_study
from arraywise.domain.study import LoadRun, StudyFacts
from tests.analysis.bench import DEMAND_84, make_option, make_study

if TYPE_CHECKING:
    from arraywise.domain.decision import Finding

PRINTED = ((94.5333333, 0.21), (82.3166667, 0.25), (80.2833333, 0.28))
"""TR-3105's rates and response times: its three systems."""


def study(*figures: tuple[float, float]) -> StudyFacts:
    options = [
        make_option(n, (LoadRun(n, f"{n}.xml", "swingbench", 37, rate, (("mean", seconds),)),))
        for n, (rate, seconds) in enumerate(figures, start=1)
    ]
    return make_study(*options, requirement=replace(DEMAND_84, response_time_s=1.0))


def findings(facts: StudyFacts) -> list[Finding]:
    answer = answer_requirement(prepare_study(facts), facts, draws=0)
    return [f for f in answer.findings if f.check == "users unlike between options"]


def test_the_printed_figures_fit_no_users_within_five_milliseconds() -> None:
    (result,) = findings(study(*PRINTED))
    assert "9.3 ms or more" in str(result.message)
    assert result.options == ("option 1", "option 2", "option 3")
    assert result.evidence == ("1.xml", "2.xml", "3.xml")


def test_one_number_of_users_is_no_finding() -> None:
    assert not findings(study(*((rate, 40 / rate - 0.2) for rate in (94.5, 82.3, 80.3))))


def test_two_options_always_fit_some_users() -> None:
    assert not findings(study(*PRINTED[:2]))


def test_percentiles_are_not_held_against_the_law() -> None:
    facts = study(*PRINTED)
    assert not findings(replace(facts, requirement=replace(facts.requirement, statistic="p90")))


def test_options_with_several_levels_are_judged_by_their_own() -> None:
    facts = study(*PRINTED)
    first = facts.options[0]
    more = LoadRun(9, "9.xml", "swingbench", 60, 99.0, (("mean", 0.4),))
    runs = (*first.load_runs, more)
    options = (replace(first, load_runs=runs), *facts.options[1:])
    assert not findings(replace(facts, options=options))


def test_where_files_state_think_times_the_law_itself_tells() -> None:
    facts = study(*PRINTED)
    options = tuple(
        replace(each, load_runs=tuple(replace(r, think_time_s=0.2) for r in each.load_runs))
        for each in facts.options
    )
    assert not findings(replace(facts, options=options))
