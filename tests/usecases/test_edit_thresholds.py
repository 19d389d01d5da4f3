"""The lines between the bottleneck's classes are settings: they turn answers, undo brings back."""

from __future__ import annotations

from math import inf, nan
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.messages import Severity, UserError
from arraywise.domain.requirement import (
    DEFAULT_THRESHOLDS,
    THRESHOLD_NAMES,
    Thresholds,
    describe_threshold,
)
from arraywise.store.reading.facts import read_facts
from arraywise.store.reading.inputs import read_thresholds
from arraywise.store.study import Study, open_study
from arraywise.store.writing.evidence import copy_shared_measurements
from arraywise.store.writing.inputs import write_setting
from arraywise.store.writing.transaction import transaction
from arraywise.usecases.decide_study import answer, prepare
from arraywise.usecases.edit_study import set_thresholds
from arraywise.usecases.undo import redo_step, undo_step
from tests.answer_text import answer_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from arraywise.domain.decision import Answer


@pytest.fixture
def example(copied_sample: Callable[..., Path], tmp_path: Path) -> Iterator[Study]:
    with open_study(copied_sample(tmp_path / "a.arraywise")) as study:
        yield study


def decided(study: Study) -> Answer:
    facts = read_facts(study)
    return answer(prepare(facts), facts, draws=0)


def bound_users(answered: Answer, name: str) -> list[int]:
    (option,) = (o for o in answered.options if o.option.name == name)
    return [level.users for level in option.levels if level.host_bound]


def verdict(answered: Answer, name: str) -> str:
    (option,) = (o for o in answered.options if o.option.name == name)
    return option.verdict.value


def test_a_moved_line_turns_classes_and_verdicts_and_undo_brings_them_back(
    example: Study,
) -> None:
    """The host is 75 % busy under Fluid Cache at 60 users, and 64 % under the NAS at 120."""
    before = decided(example)
    assert bound_users(before, "Fluid Cache on DAS") == [90, 120, 150]
    assert (bound_users(before, "NAS NFS"), verdict(before, "NAS NFS")) == ([], "PASS-measured")
    set_thresholds(example, {"near_busy": 0.6})
    after = decided(example)
    assert after.thresholds == Thresholds(near_busy=0.6)
    assert bound_users(after, "Fluid Cache on DAS") == [60, 90, 120, 150]
    assert bound_users(after, "NAS NFS") == [120, 150]
    assert verdict(after, "NAS NFS") == "NOT COMPARABLE"
    exhausted = [f for f in after.findings if "NAS NFS: host CPU exhausted" in str(f.message)]
    assert len(exhausted) == 1
    travelled = undo_step(example)
    assert travelled is not None
    assert str(travelled.what) == "thresholds of the audit"
    assert decided(example) == before
    redo_step(example)
    assert decided(example) == after


def test_what_counts_as_exhausted_is_a_setting(example: Study) -> None:
    """Its processors wait a little under Fluid Cache: with no wait allowed, none is exhausted."""
    set_thresholds(example, {"exhausted_wait": 0, "near_busy": 1})
    (fluid,) = (o for o in decided(example).options if o.option.name == "Fluid Cache on DAS")
    assert not [level for level in fluid.levels if "exhausted" in level.bottleneck]


def test_a_study_keeps_only_what_differs(study: Study) -> None:
    assert set_thresholds(study, {"near_busy": 0.85, "steal": 0.1}).near_busy == 0.85
    with study.cursor() as cursor:
        stored = cursor.execute("SELECT * FROM setting WHERE starts_with(name, 'thr')").fetchall()
    assert stored == [("threshold.near_busy", "0.85")]
    set_thresholds(study, {"link_share": 1})
    assert read_thresholds(study) == Thresholds(near_busy=0.85, link_share=1.0)
    assert set_thresholds(study, {"steal": 0.2}, reset=True) == Thresholds(steal=0.2)
    set_thresholds(study, {}, reset=True)
    assert read_thresholds(study) == DEFAULT_THRESHOLDS
    undo_step(study)
    undo_step(study)
    assert read_thresholds(study) == Thresholds(near_busy=0.85, link_share=1.0)


@pytest.mark.parametrize(
    ("name", "share", "words"),
    [
        (
            "near_busy",
            0.0,
            ("utilisation, from 0 % is out of range. Enter more than 0 and at most 100 %."),
        ),
        ("near_busy", 1.2, "utilisation, from 120 % is out"),
        ("steal", -0.1, "stolen, from -10 % is out"),
        ("flat_slope", nan, "below nan % is out"),
        ("paging_share", inf, "over inf % is out of range. Enter 0 to 100 %."),
        ("busy", 0.5, "No threshold “busy”. Choose one of paging_share, steal,"),
    ],
)
def test_what_cannot_be_is_refused(study: Study, name: str, share: float, words: str) -> None:
    with pytest.raises(UserError) as refused:
        set_thresholds(study, {"link_share": 0.8, name: share})
    assert words in str(refused.value)
    assert read_thresholds(study) == DEFAULT_THRESHOLDS


def test_zero_is_a_line_that_may_be_passed(study: Study) -> None:
    assert set_thresholds(study, {"paging_share": 0}).paging_share == 0


@pytest.mark.parametrize("text", ["", "much", "nan", "7", "-1", "0"])
def test_what_a_stranger_s_file_says_does_no_harm(study: Study, text: str) -> None:
    with transaction(study, "test") as cursor:
        write_setting(cursor, "threshold.near_busy", text)
        write_setting(cursor, "threshold.unheard_of", "0.5")
        write_setting(cursor, "threshold.steal", "0.2")
    assert read_thresholds(study) == Thresholds(steal=0.2)


def test_every_threshold_is_described() -> None:
    assert (
        len({str(describe_threshold(name)) for name in THRESHOLD_NAMES})
        == len(THRESHOLD_NAMES)
        == 16
    )


def checks_of(answered: Answer, check: str) -> int:
    return sum(finding.check == check for finding in answered.findings)


@pytest.mark.parametrize(
    ("name", "share", "check"),
    [
        ("most_drift", 1e-6, "unsteady runs"),
        ("most_failures", 0.0, "failed transactions"),
        ("doubtful_law", 1e-6, "Little's law doubtful"),
        ("broken_law", 1e-6, "Little's law broken"),
    ],
)
def test_the_lines_for_runs_are_the_studys_own(
    example: Study, name: str, share: float, check: str
) -> None:
    """MODEL P2: steady to 5 %, failures to 0.1 %, the interactive law to 5 and 15 %."""
    with example.cursor() as cursor:
        runs = cursor.execute("SELECT id FROM run").fetchall()
        copy_shared_measurements(cursor, [id_ for (id_,) in runs])
        cursor.execute("UPDATE measurement SET value = 1 WHERE metric = 'transactions_failed'")
    before = checks_of(decided(example), check)
    set_thresholds(example, {name: share})
    assert checks_of(decided(example), check) > before
    set_thresholds(example, {name: 1.0})
    assert checks_of(decided(example), check) == 0


def test_systems_may_be_compared_as_tested(example: Study) -> None:
    """MODEL P4: levels that hosts limited are not comparable as storage unless it is picked."""
    assert verdict(decided(example), "Fluid Cache on DAS") == "NOT COMPARABLE"
    stored = set_thresholds(example, {"near_busy": 0.85}, as_tested=True)
    assert (stored.as_tested, read_thresholds(example)) == (True, stored)
    result = decided(example)
    assert verdict(result, "Fluid Cache on DAS") == "PASS-measured"
    assert bound_users(result, "Fluid Cache on DAS") == []
    assert "do not count" not in answer_text(result)
    (exhausted,) = (f for f in result.findings if f.check == "host processors exhausted")
    assert exhausted.severity is Severity.WARNING
    assert "these levels count" in str(exhausted.consequence)
    assert set_thresholds(example, {}).as_tested
    undo_step(example)
    undo_step(example)
    assert not read_thresholds(example).as_tested
    assert not set_thresholds(example, {}, reset=True, as_tested=None).as_tested
