"""Sentences about an answer are held against the answer, on random studies and shipped ones.

`make sentences COUNT=5000` tries more of them.
"""

from __future__ import annotations

import os
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from arraywise.analysis.decision.problem import build_problem
from arraywise.analysis.runway import find_runway
from arraywise.domain.claims import CLAIMS, find_claim, find_false_claims
from arraywise.present.answer_claims import OPTION_REASON
from arraywise.present.figures import describe_requirement
from arraywise.present.findings import (
    describe_change,
    describe_limits,
    list_answer_changes,
    missing_evidence,
)
from arraywise.present.headline import build_headline
from arraywise.present.runway import describe_runway, describe_unknown_lifetimes
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import open_study
from arraywise.usecases.create_sample import SAMPLE_STUDIES
from arraywise.usecases.decide_study import answer, prepare
from tests.present.finding_claims import list_checkable_findings
from tests.present.random_studies import random_study
from tests.present.requirement_claims import list_requirement_sentences
from tests.report.example import FACTS
from tests.report.rich_example import RICH

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

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


def false_sentences(facts: StudyFacts) -> list[str]:
    prepared = prepare(facts)
    result = answer(prepared, facts, draws=200)
    runway = find_runway(build_problem(prepared, facts))
    said = [*sentences_of(result), *reasons_of(result), *other_sentences(result, runway)]
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
