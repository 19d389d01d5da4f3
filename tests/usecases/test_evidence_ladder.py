"""What the five published studies decide, and on which basis (MODEL E1 to E4)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from arraywise.cli.json_output import decision_document
from arraywise.domain.decision import Robustness
from arraywise.domain.requirement import Basis, Goal, LoadUnit, Outcome
from arraywise.domain.workload import NO_PROFILE, with_values
from arraywise.usecases.create_sample import PUBLISHED_STUDIES
from arraywise.usecases.decide_study import answer, build_decision_map, find_map_cuts, prepare
from tests.answer_text import answer_text

if TYPE_CHECKING:
    from typing import Any

    from arraywise.domain.decision import Answer
    from arraywise.domain.study import StudyFacts
    from tests.usecases.published import Built

ORDER_ENTRY, ORION, TR_3105, SAN_NAS, FLUID_CACHE = [s.name for s in PUBLISHED_STUDIES]
NAS, ISCSI, FC = "NAS NFS", "iSCSI SAN", "FC SAN"
ONE_LUN = ["ASM, 1 LUN a head", "Filesystem, 1 LUN a head", "dNFS, 1 mount a head"]


def decide(facts: StudyFacts, **changes: Any) -> Answer:
    asked = replace(facts.requirement, **changes)
    return answer(prepare(facts), facts, asked, draws=200)


def passing(found: Answer) -> list[str]:
    return [o.option.name for o in found.options if o.outcome is Outcome.PASS]


def outcomes(found: Answer) -> dict[str, tuple[Outcome, Basis]]:
    return {o.option.name: (o.outcome, o.basis) for o in found.options}


@pytest.mark.parametrize(
    ("visits", "names"),
    [
        (54_432_000, [NAS, ISCSI, FC]),
        (60_000_000, [ISCSI, FC]),
        (66_096_000, [FC]),
        (70_000_000, []),
    ],
)
def test_order_entry_decides_by_what_is_stated(
    studies: dict[str, Built], visits: int, names: list[str]
) -> None:
    result = decide(studies[ORDER_ENTRY].facts, visits_per_month=visits)
    assert passing(result) == names
    assert {o.basis for o in result.options if o.rank} <= {Basis.PUBLISHED}
    assert (result.recommended is None) == (not names)


def test_order_entry_as_it_is_shipped(studies: dict[str, Built]) -> None:
    result = studies[ORDER_ENTRY].answer
    assert result.recommended is not None
    assert result.recommended.name == NAS
    message = answer_text(result)
    assert "Published figures; nothing was measured here." in message
    iscsi = next(o for o in result.options if o.option.name == ISCSI)
    assert "Derived from other figures" in str(iscsi.reason)
    (fc,) = (o for o in decide(studies[ORDER_ENTRY].facts, visits_per_month=66_096_000).options
             if o.option.name == FC)  # fmt: skip
    assert fc.headroom == pytest.approx(0, abs=1e-12)
    assert "within the assumed spread of one run" in str(fc.reason)


def test_a_weaker_basis_can_be_left_out(studies: dict[str, Built]) -> None:
    facts = studies[ORDER_ENTRY].facts
    assert passing(decide(facts, least_basis=Basis.IO)) == []
    facts = studies[SAN_NAS].facts
    assert len(passing(decide(facts, least_basis=Basis.IO))) == 5
    assert passing(decide(facts, least_basis=Basis.MODELLED)) == []
    facts = studies[TR_3105].facts
    assert passing(decide(facts, least_basis=Basis.MEASURED_ONCE)) == ["NetApp F840 over NFS"]
    assert passing(decide(facts, least_basis=Basis.MEASURED)) == []


@pytest.mark.parametrize(("rate", "count"), [(70.0, 3), (80.0, 1), (90.0, 0)])
def test_tr_3105_is_judged_by_single_runs(
    studies: dict[str, Built], rate: float, count: int
) -> None:
    result = decide(studies[TR_3105].facts, load=rate)
    assert len(passing(result)) == count
    assert {o.basis for o in result.options if o.rank} <= {Basis.MEASURED_ONCE}


def test_visits_that_are_moved_take_the_place_of_the_stated_load(
    studies: dict[str, Built],
) -> None:
    """As a slider does: 70 tx/s sustained are 181,440,000 visits a month."""
    result = decide(studies[TR_3105].facts, visits_per_month=181_440_000)
    assert result.demand_tps == pytest.approx(70)
    assert result.requirement.load is None
    assert len(passing(result)) == 3


def test_the_factor_that_a_single_run_would_have_to_be_off(studies: dict[str, Built]) -> None:
    filer = studies[TR_3105].answer.options[0]
    assert filer.single_run_margin == pytest.approx(1 / 0.21)
    assert "margin 4.8x" in str(filer.reason)
    assert "Assumed spread" in str(filer.reason)


def test_the_webinar_s_storage_fits_at_2000_tx_s(studies: dict[str, Built]) -> None:
    result = studies[SAN_NAS].answer
    assert set(outcomes(result).values()) == {(Outcome.PASS, Basis.IO)}
    assert [round(100 * (o.headroom or 0), 1) for o in result.options] == [
        *(109.2, 140.1, 199.2),
        *(247.8, 297.4),
    ]
    assert [round(1000 * (o.response_s.high or 0), 2) for o in result.options] == [
        *(2.20, 4.80, 4.40),
        *(16.00, 10.40),
    ]
    assert sorted(o.rank or 0 for o in result.options) == [1, 2, 3, 4, 5]
    assert "Whole transaction not measured" in str(result.options[0].reason)


@pytest.mark.parametrize("rate", [5000.0, 7000.0])
def test_beyond_half_of_what_was_read_nothing_is_shown(
    studies: dict[str, Built], rate: float
) -> None:
    result = decide(studies[SAN_NAS].facts, load=rate)
    assert {o.outcome for o in result.options} == {Outcome.NOT_SHOWN}
    last = result.options[-1]
    assert last.headroom is not None
    assert last.headroom > 0
    assert "of what it carries" in str(last.reason)


def test_without_the_client_s_share_nothing_is_shown(studies: dict[str, Built]) -> None:
    result = decide(studies[SAN_NAS].facts, storage_share=None)
    assert {o.outcome for o in result.options} == {Outcome.NOT_SHOWN}
    assert "State the storage's share" in str(result.options[0].reason)


def test_a_target_on_the_storage(studies: dict[str, Built]) -> None:
    result = decide(
        studies[SAN_NAS].facts,
        goal=Goal.STORAGE_LATENCY,
        storage_latency_s=0.3e-3,
        load=50_000.0,
        load_unit=LoadUnit.IOPS,
    )
    assert result.demand_tps == pytest.approx(2000)
    assert passing(result) == ONE_LUN
    others = {o.outcome for o in result.options if o.option.name not in ONE_LUN}
    assert others == {Outcome.NOT_SHOWN}
    assert result.options[0].response_s.high == pytest.approx(0.11e-3)


def test_without_a_profile_i_o_evidence_says_nothing(studies: dict[str, Built]) -> None:
    facts = replace(studies[SAN_NAS].facts, profile=NO_PROFILE)
    assert passing(answer(prepare(facts), facts, draws=0)) == []
    known = replace(facts, profile=with_values(NO_PROFILE, {"reads": 20.0}))
    assert passing(answer(prepare(known), known, draws=0)) == []


def test_orion_is_screened_by_i_os_and_throughput(studies: dict[str, Built]) -> None:
    result = studies[ORION].answer
    stated = Basis.PUBLISHED
    assert list(outcomes(result).values()) == [
        (Outcome.FAIL, stated),
        (Outcome.PASS, stated),
        (Outcome.PASS, stated),
    ]
    faster = decide(studies[ORION].facts, min_throughput_b_s=195e6)
    assert list(outcomes(faster).values()) == [
        (Outcome.FAIL, stated),
        (Outcome.NOT_SHOWN, Basis.NONE),
        (Outcome.PASS, stated),
    ]
    fastest = decide(studies[ORION].facts, min_throughput_b_s=250e6)
    assert {o.outcome for o in fastest.options} == {Outcome.FAIL}


def test_fluid_cache_is_worth_a_premium(studies: dict[str, Built]) -> None:
    built = studies[FLUID_CACHE]
    cache = built.answer.options[1]
    assert cache.premium is not None
    assert (cache.premium.least, cache.premium.most) == (1.34, 1.60)
    assert {o.outcome for o in built.answer.options} == {Outcome.NOT_SHOWN}
    message = answer_text(built.answer)
    assert "may cost 34 to 60 % more than DAS RAID 10." in message


@pytest.mark.parametrize("name", [ORDER_ENTRY, ORION, TR_3105, SAN_NAS, FLUID_CACHE])
def test_json_names_outcome_and_basis(studies: dict[str, Built], name: str) -> None:
    result = studies[name].answer
    stated = decision_document(result, Robustness((), ()))
    assert [(o["outcome"], o["basis"]) for o in stated["options"]] == [
        (o.outcome.value, o.basis.value) for o in result.options
    ]
    has_target = result.requirement.goal is Goal.RESPONSE_TIME
    assert (stated["requirement"]["response_time_s"] is not None) == has_target


@pytest.mark.parametrize("name", [ORDER_ENTRY, ORION, TR_3105, SAN_NAS, FLUID_CACHE])
def test_the_map_agrees_with_the_answer(studies: dict[str, Built], name: str) -> None:
    facts = studies[name].facts
    prepared = prepare(facts)
    result = answer(prepared, facts, draws=0)
    visits = float(result.requirement.visits_per_month)
    target = result.requirement.target_s
    window = (target, target * 1.01) if target < 1e9 else (0.1, 0.2)
    drawn = build_decision_map(
        prepared, facts, visits=(visits * 0.99999, visits), targets_s=window
    )
    first = drawn.winners[0][-1]
    names = [o.option.name for o in result.options]
    chosen = None if result.recommended is None else result.recommended.name
    assert (None if first < 0 else names[first]) == chosen
    assert find_map_cuts(prepared, facts).visits_per_month


def test_i_o_judged_options_beside_measured_ones_have_an_open_interval(
    studies: dict[str, Built],
) -> None:
    """One option measured by transactions, the others by I/O: R lies between S_low and T."""
    facts = studies[SAN_NAS].facts
    measured = studies[TR_3105].facts.options[0]
    mixed = replace(
        facts,
        options=(*facts.options, replace(measured, option=replace(measured.option, id=99))),
    )
    result = decide(mixed, load=80.0, response_time_s=1.0)
    assert passing(result) == [o.option.name for o in mixed.options]
    by_io, by_run = result.options[0], result.options[-1]
    assert (by_io.basis, by_run.basis) == (Basis.IO, Basis.MEASURED_ONCE)
    assert by_io.response_s.low == 0.0
    assert by_io.response_s.point is None
    assert by_io.response_s.high == 1.0
    response = by_io.scores[0].points
    assert (response.low, response.high) == (0.0, 100.0)
