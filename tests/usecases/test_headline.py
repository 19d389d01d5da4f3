"""What is said first of the published studies and of the worked example, in every state."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from arraywise.analysis.demand import state_in_visits
from arraywise.cli.text_output import answer_lines
from arraywise.domain.requirement import Goal, LoadUnit, Rule
from arraywise.domain.study import LANGUAGES
from arraywise.present.figures import describe_requirement, describe_study_question
from arraywise.present.findings import missing_evidence
from arraywise.present.headline import MOST_SENTENCES, build_headline
from arraywise.present.labels import basis_or_reason_label, outcome_label
from arraywise.present.language import create_wording
from arraywise.present.tables.overview import option_columns
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import open_study
from arraywise.usecases.create_sample import SAMPLE_STUDIES
from arraywise.usecases.decide_study import answer, prepare

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from arraywise.domain.decision import Answer
    from arraywise.domain.study import StudyFacts
    from arraywise.present.headline import Headline

WORKED, PAYMENTS, LEDGER, ORDER_ENTRY, ORION, TR_3105, SAN_NAS, FLUID_CACHE = (
    s.name for s in SAMPLE_STUDIES
)


@pytest.fixture(scope="module")
def facts(
    copied_sample: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, StudyFacts]:
    folder, result = tmp_path_factory.mktemp("headline"), {}
    for sample in SAMPLE_STUDIES:
        path = copied_sample(folder / f"{sample.name}.arraywise", sample.name)
        with open_study(path) as study:
            result[sample.name] = read_facts(study)
    return result


def decide(known: StudyFacts, **changes: Any) -> Answer:
    return answer(prepare(known), known, replace(known.requirement, **changes), draws=200)


def texts(said: Headline) -> str:
    return " ".join(map(str, said.sentences))


def unpriced(known: StudyFacts, **changes: Any) -> Answer:
    bare = replace(known, options=tuple(replace(o, price_sheet=None) for o in known.options))
    return decide(bare, **changes)


MOST_WORDS, MOST_NUMBERS = 65, 8
STATES: dict[str, dict[str, Any]] = {
    "none passes": {"response_time_s": 0.01},
    "not shown": {"visits_per_month": 300_000_000},
    "a test settles it": {"response_time_s": 0.13},
    "lowest price": {"rule": Rule.LOWEST_PRICE},
    "frontier": {"rule": Rule.FRONTIER},
    "no target": {"goal": Goal.NONE},
    "a third is cheaper": {"budget": None, "response_time_s": 0.4},
}


def shortened(said: Headline, known: StudyFacts, language: str) -> str:
    """Return all of it with a letter for each option: their names are not ours to count."""
    parts = [said.title, *said.sentences, *said.beside]
    parts += [each for each in (said.next_step, said.beside_title) if each is not None]
    text = " ".join(map(create_wording(language).localise, parts))
    for name in sorted((o.option.name for o in known.options), key=len, reverse=True):
        text = text.replace(name, "X")
    return text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*(s.name for s in SAMPLE_STUDIES), *STATES])
def test_every_state_is_said_in_65_words_and_eight_numbers(
    facts: dict[str, StudyFacts], name: str, language: str
) -> None:
    known = facts[WORKED if name in STATES else name]
    said = build_headline(decide(known, **STATES.get(name, {})))
    assert 0 < len(said.sentences) <= MOST_SENTENCES
    assert len(said.beside) <= MOST_SENTENCES
    text = shortened(said, known, language)
    assert len(text.split()) <= MOST_WORDS, text
    assert len(re.findall(r"\d[\d.,]*", text)) <= MOST_NUMBERS, text


def test_the_difference_in_price_names_its_base_and_what_it_buys(
    facts: dict[str, StudyFacts],
) -> None:
    """A cheaper third option that passes is named too."""
    result = decide(facts[WORKED], response_time_s=0.4)
    said = build_headline(result)
    prices = {o.option.name: o.price.total for o in result.options if o.rank and o.price}
    cheapest = min(prices, key=lambda name: prices[name])
    named = {said.chosen[0].option.name, said.rival.option.name if said.rival else ""}
    assert (f"{cheapest} passes too and is the cheapest." in map(str, said.beside)) is (
        cheapest not in named
    )
    assert " more than " in str(said.beside[0])


def test_a_measured_answer_agrees_with_the_table(facts: dict[str, StudyFacts]) -> None:
    said = build_headline(decide(facts[WORKED]))
    assert str(said.title) == "Buy FC SAN"
    assert "117 ms where you allow 200" in texts(said)
    assert str(said.beside_title) == "NAS NFS also passes"
    assert [str(s) for s in said.beside] == [
        "BRL 86,400 more than NAS NFS buys 57 ms less response time and 17 % more load.",
        "NAS NFS has faster provisioning.",
    ]


def test_none_passes_names_who_comes_closest(facts: dict[str, StudyFacts]) -> None:
    said = build_headline(decide(facts[WORKED], response_time_s=0.01))
    assert str(said.title) == "No option passes"
    assert "comes closest" in texts(said)
    beyond = build_headline(decide(facts[ORDER_ENTRY], visits_per_month=90_000_000))
    assert "FC SAN comes closest: it carries 27 % less than you need." in texts(beyond)
    assert str(beyond.next_step).endswith("FC SAN would pass.")


def test_not_shown_yet_says_what_is_open_and_the_next_step(
    facts: dict[str, StudyFacts],
) -> None:
    said = build_headline(decide(facts[WORKED], visits_per_month=300_000_000))
    assert str(said.title) == "Not shown yet"
    assert "Fluid Cache on DAS (limited by the host)" in texts(said)
    assert said.next_step is not None


def test_missing_prices_are_the_next_step(facts: dict[str, StudyFacts]) -> None:
    for budget in (None, Decimal(700_000)):
        said = build_headline(unpriced(facts[WORKED], budget=budget))
        assert str(said.next_step) == "Enter the missing prices."
    said = build_headline(unpriced(facts[WORKED], budget=None))
    assert "Buy" not in str(said.title)


def test_without_a_target_no_response_time_is_claimed(facts: dict[str, StudyFacts]) -> None:
    said = build_headline(decide(facts[ORDER_ENTRY]))
    assert str(said.title) == "NAS NFS or iSCSI SAN"
    assert "you set no response time" in texts(said)
    assert "Published figures" in texts(said)


def test_one_run_says_how_far_off_it_would_have_to_be(facts: dict[str, StudyFacts]) -> None:
    said = build_headline(decide(facts[TR_3105]))
    assert "off 4.8 times" in texts(said)


def test_io_evidence_never_claims_a_response_time(facts: dict[str, StudyFacts]) -> None:
    result = decide(facts[SAN_NAS])
    said = build_headline(result)
    assert "Its storage takes up to 4.4 of the 100 ms that storage may take" in texts(said)
    assert "the whole transaction was not measured" in texts(said)
    titles = [str(column.title) for column in option_columns(result)]
    assert "Storage time" in titles
    assert "Response time" not in titles
    (whole,) = missing_evidence(result)
    assert "50 % of the target" in str(whole.why)


def test_what_is_not_shown_by_io_evidence_is_listed_as_missing(
    facts: dict[str, StudyFacts],
) -> None:
    result = decide(facts[SAN_NAS], load=5000.0)
    missing = [str(each.what) for each in missing_evidence(result)]
    assert len(missing) == 1 + len(result.options)
    assert missing_evidence(decide(facts[WORKED])) == ()


@pytest.mark.parametrize(
    ("unit", "load", "words"),
    [
        (LoadUnit.TPS, 80.0, "80 transactions a second"),
        (LoadUnit.TPM, 4800.0, "4,800 transactions a minute"),
        (LoadUnit.VISITS, None, "visits a month"),
    ],
)
def test_the_load_leads_in_its_own_unit(
    facts: dict[str, StudyFacts], unit: LoadUnit, load: float | None, words: str
) -> None:
    assert words in str(describe_study_question(decide(facts[TR_3105], load=load, load_unit=unit)))


ON_STORAGE = {"goal": Goal.STORAGE_LATENCY, "storage_latency_s": 0.0003}
IOPS = {"load_unit": LoadUnit.IOPS}


@pytest.mark.parametrize(
    ("study", "changes", "said", "unsaid"),
    [
        (PAYMENTS, {}, "Load: 1,500 transactions a second.", "visits"),
        (PAYMENTS, ON_STORAGE, "ms an I/O", "transaction was not measured"),
        (PAYMENTS, {"load_unit": LoadUnit.AWR, "load": 1.5}, "12.7  ", "visits"),
        (SAN_NAS, ON_STORAGE, "Target latency of an I/O below", "Target response time"),
        (SAN_NAS, ON_STORAGE | IOPS, "Compared by storage latency and load only", "visits"),
        (
            WORKED,
            ON_STORAGE | IOPS | {"load": 2000.0},
            "Storage time, ms an I/O",
            "A test at about",
        ),
        (ORION, {}, "Storage time, ms an I/O", "tpm"),
        (ORION, {}, "Compared by load only", "response time and load"),
    ],
)
def test_nothing_is_told_in_terms_that_the_requirement_does_not_use(
    facts: dict[str, StudyFacts], study: str, changes: dict[str, Any], said: str, unsaid: str
) -> None:
    known = facts[study]
    asked = state_in_visits(replace(known.requirement, **changes), known.workload)
    result = answer(prepare(known), known, asked, draws=200)
    text = "\n".join((*map(str, describe_requirement(result)), *answer_lines(result)))
    assert said in text
    assert unsaid not in text


def test_every_option_has_an_outcome_and_a_short_basis_or_reason(
    facts: dict[str, StudyFacts],
) -> None:
    for known in facts.values():
        for goal in (known.requirement.goal, Goal.NONE):
            for option in decide(known, goal=goal).options:
                assert str(outcome_label(option)) in {"Pass", "Fail", "Not shown"}
                assert 1 <= len(str(basis_or_reason_label(option)).split()) <= 4


def test_a_time_stands_at_the_load_that_it_is_of(facts: dict[str, StudyFacts]) -> None:
    """154 ms with a reserve are those of 100.8 tx/s, not of the 84 that were stated."""
    asked = {"load": 84.0, "load_unit": LoadUnit.TPS}
    assert "reserve" not in texts(build_headline(decide(facts[WORKED], **asked)))
    result = decide(facts[WORKED], **asked, reserve=0.2)
    said = str(build_headline(result).sentences[0])
    assert "at 100.8 tx/s (84 and 20 % reserve)" in said
    assert result.recommended_answer is not None
    assert f"{1000 * (result.recommended_answer.response_s.point or 0):.0f} ms" in said
    grown = decide(facts[WORKED], **asked, growth_per_month=0.01, horizon_months=12)
    assert "tx/s with growth" in str(build_headline(grown).sentences[0])
