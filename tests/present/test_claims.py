"""Sentences about an answer are held against the answer, on random studies and shipped ones.

`make sentences COUNT=5000` tries more of them.
"""

from __future__ import annotations

import os
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from arraywise.analysis.audit.audit import ALL_CHECKS
from arraywise.analysis.decision.break_even import break_even_prices
from arraywise.analysis.decision.problem import build_problem
from arraywise.analysis.runway import find_runway
from arraywise.domain.claims import CLAIMS, find_claim, find_false_claims
from arraywise.domain.decision import round_weight_range_to_percents
from arraywise.present.answer_claims import OPTION_REASON
from arraywise.present.cost_messages import (
    describe_costs,
    describe_price_order,
    describe_price_reach,
    describe_scope_effect,
    describe_support_share,
)
from arraywise.present.figures import describe_requirement
from arraywise.present.findings import (
    describe_change,
    describe_limits,
    describe_test_that_would_decide,
    list_answer_changes,
    missing_evidence,
)
from arraywise.present.flips import nearest_flips
from arraywise.present.headline import build_headline
from arraywise.present.level_messages import describe_levels
from arraywise.present.plan_messages import describe_lab_time, describe_outcomes, describe_plan
from arraywise.present.report_messages import (
    describe_advantages,
    describe_condition,
    describe_contributions,
    describe_known,
    describe_load_curve,
    describe_map,
    describe_near_flips,
    describe_nearest_weight,
    describe_need,
    describe_not_shown,
    describe_opinions,
    describe_options,
    describe_scores,
    describe_screen,
    describe_weights,
    is_undecided,
)
from arraywise.present.risks import ACTIONS, SPOKEN_TO_USERS, list_risks
from arraywise.present.runway import describe_runway, describe_unknown_lifetimes
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import open_study
from arraywise.usecases.create_sample import SAMPLE_STUDIES
from arraywise.usecases.decide_study import answer, find_map_cuts, prepare
from tests.present.finding_claims import list_checkable_findings
from tests.present.random_studies import random_study
from tests.present.requirement_claims import list_requirement_sentences
from tests.report.example import FACTS
from tests.report.rich_example import RICH

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from arraywise.analysis.prepared import PreparedEvidence
    from arraywise.domain.decision import Answer
    from arraywise.domain.messages import Message
    from arraywise.domain.runway import Runway
    from arraywise.domain.study import StudyFacts

COUNT = int(os.environ.get("ARRAYWISE_SENTENCES", "400"))
BLOCKS = 4


@pytest.fixture(scope="module")
def bases(
    copied_sample: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory
) -> list[StudyFacts]:
    folder, result = tmp_path_factory.mktemp("claims"), [FACTS, RICH]
    for sample in SAMPLE_STUDIES:
        path = copied_sample(folder / f"{sample.name}.arraywise", sample.name)
        with open_study(path) as study:
            result.append(read_facts(study))
    return result


def sentences_of(result: Answer) -> list[Message]:
    return [
        *(each for line in build_headline(result).lines for each in line),
        *describe_limits(result),
        *map(describe_change, list_answer_changes(result)),
    ]


def reasons_of(result: Answer) -> list[Message]:
    """Return the reason of every option: pages, PDF and workbook show them all."""
    return [
        OPTION_REASON.build_message(option=each.option.name, reason=each.reason)
        for each in result.options
    ]


def other_sentences(result: Answer, runway: Runway) -> list[Message]:
    """Return what pages, PDF and workbook say beside the headline."""
    sure = result.certainty
    return [
        *describe_runway(result, runway),
        *describe_unknown_lifetimes(runway),
        *([] if sure.message is None else [sure.message]),
        *sure.details,
        *(lack.why for lack in missing_evidence(result) if find_claim(lack.why) is not None),
        *list_requirement_sentences(result),
        *list_checkable_findings(result),
    ]


def report_sentences(
    prepared: PreparedEvidence, facts: StudyFacts, result: Answer
) -> list[Message]:
    """Return the titles and texts that only the report says."""
    prices = break_even_prices(prepared, facts, result.requirement)
    flips = nearest_flips(result, prices)
    asked = result.requirement
    own = [finding.consequence for finding in result.findings]  # judged with their options
    visits = asked.visits_per_month
    stretches = find_map_cuts(prepared, facts, asked).visits_per_month if visits else ()
    said = [
        describe_advantages(result),
        describe_weights(result),
        describe_screen(result),
        describe_options(result),
        describe_load_curve(result),
        describe_near_flips([flip.by for flip in flips]),
        describe_map(result, stretches),
        describe_condition(result, stretches),
        describe_scores(result),
        describe_contributions(result),
        describe_nearest_weight(result, round_weight_range_to_percents),
        describe_not_shown(result),
        describe_known(result),
        describe_costs(result),
        describe_scope_effect(result),
        describe_price_reach(result, prices),
        describe_levels(result),
        describe_need(result),
        *(flip.sentence for flip in flips),
        *(describe_test_that_would_decide(result, option) for option in result.options),
        *(part for pair in describe_outcomes(result) for part in pair),
        *(
            each
            for risk in list_risks(result)
            for each in risk.consequence
            if find_claim(each) is not None and each not in own
        ),
    ]
    if any(option.price is not None for option in result.options):
        said += [describe_price_order(result), describe_support_share(result)]
    if result.opinions:
        said.append(describe_opinions(result))
    if is_undecided(result) and result.options:
        said += [describe_plan(result), describe_lab_time(result, 600.0)]
    return [each for each in said if each is not None]


def false_sentences(facts: StudyFacts) -> list[str]:
    prepared = prepare(facts)
    result = answer(prepared, facts, draws=200)
    runway = find_runway(build_problem(prepared, facts))
    said = [*sentences_of(result), *reasons_of(result), *other_sentences(result, runway)]
    said += report_sentences(prepared, facts, result)
    return find_false_claims(result, said)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_no_sentence_is_refuted_by_the_figures_of_its_own_answer(
    bases: list[StudyFacts], block: int
) -> None:
    """Catches a sentence that is chosen by a wrong condition, whatever its words are."""
    wrong = {}
    for seed in range(block, COUNT, BLOCKS):
        rng = Random(seed)  # noqa: S311
        if found := false_sentences(random_study(rng.choice(bases), rng)):
            wrong[seed] = found
    assert not wrong


def test_shipped_studies_say_nothing_that_their_figures_refute(bases: list[StudyFacts]) -> None:
    assert not [found for facts in bases for found in false_sentences(facts)]


def test_a_predicate_sees_a_sentence_that_is_not_so() -> None:
    """Catches predicates that hold of anything."""
    result = answer(prepare(FACTS), FACTS, draws=200)
    other = replace(result, options=tuple(reversed(result.options)), recommended=None)
    title = build_headline(result).title
    assert not find_false_claims(result, [title])
    cheaper = next(o for o in result.options if o.option != result.recommended)
    false = CLAIMS["Buy {option}"].build_message(option=cheaper.option.name)
    assert find_false_claims(result, [false]) == [f"false: Buy {cheaper.option.name}"]
    assert find_false_claims(other, [title])


def test_sentences_on_another_requirement_and_another_price_are_seen() -> None:
    """Catches predicates of the requirement and of findings that hold of anything."""
    result = answer(prepare(FACTS), FACTS, draws=0)
    asked = result.requirement
    other = replace(
        asked,
        response_time_s=2 * asked.response_time_s,
        visits_per_month=2 * asked.visits_per_month,
        reserve=0.3,
        min_headroom=0.4,
        usable_bytes=7e12,
    )
    stated = describe_requirement(replace(result, requirement=other, demand_tps=99.0))
    assert len(find_false_claims(result, stated)) >= 5
    assert not find_false_claims(result, describe_requirement(result))
    unpriced = replace(result, options=tuple(replace(o, price=None) for o in result.options))
    missing = CLAIMS["{option}: no 36-month price."]
    named = missing.build_message(option=result.options[0].option.name)
    assert find_false_claims(result, [named])
    assert not find_false_claims(unpriced, [named])


def test_every_check_of_the_audit_has_an_action_and_an_owner() -> None:
    """Catches a new check whose finding could not be printed in a report."""
    checks = {check.name for check in ALL_CHECKS}
    assert set(ACTIONS) == checks
    assert checks >= SPOKEN_TO_USERS
