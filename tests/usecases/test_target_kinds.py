"""A target on an I/O in the place of one on a transaction: names, anchors, printed lines."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from arraywise.cli import run
from arraywise.domain.criteria import Criterion, kind_of
from arraywise.domain.requirement import Goal
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import open_study
from arraywise.usecases.decide_study import answer, prepare
from arraywise.usecases.edit_study import set_requirement
from arraywise.usecases.undo import undo_step

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from arraywise.domain.criteria import CriterionSetting
    from arraywise.store.study import Study

ON_AN_IO = {"goal": Goal.STORAGE_LATENCY, "storage_latency_s": 0.001}


@pytest.fixture
def study_path(copied_sample: Callable[..., Path], tmp_path: Path) -> Path:
    return copied_sample(tmp_path / "study.arraywise")


def timed(settings: tuple[CriterionSetting, ...]) -> CriterionSetting:
    return next(s for s in settings if s.criterion == Criterion.RESPONSE_TIME)


def anchors(study: Study) -> tuple[float | None, ...]:
    setting = timed(read_facts(study).criteria)
    return setting.limit, setting.target, setting.aspiration


def test_anchors_go_with_the_kind_of_target_and_come_back_by_undo(study_path: Path) -> None:
    """Else 200, 150 and 60 ms would score every I/O of 1 ms with 100 points."""
    with open_study(study_path) as study:
        asked, given = read_facts(study).requirement, anchors(study)
        assert None not in given
        assert set_requirement(study, replace(asked, goal=Goal.NONE)) is None
        assert anchors(study) == given
        said = set_requirement(study, replace(asked, **ON_AN_IO))  # type: ignore[arg-type]
        assert said is not None
        assert anchors(study) == (None, None, None)
        facts = read_facts(study)
        used = timed(answer(prepare(facts), facts, facts.requirement, draws=10).settings)
        assert (used.limit, str(kind_of(used.criterion).label)) == (0.001, "Latency of an I/O")
        undo_step(study)
        assert anchors(study) == given


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (["--load", "84 tx/s"], ["200 ms (mean) at 84 tx/s", "that is 5,040 tx/min, 4,237 IOPS"]),
        (
            ["--load", "300 users", "--think-time", "1s"],
            ["200 ms (mean) at 300 users", "that is 250 tx/s, 15,000 tx/min, 12,610 IOPS"],
        ),
        (
            ["--visits-per-month", "50e6", "--response-time", "none"],
            ["no target at 50,000,000 visits a month, peak-sized"],
        ),
    ],
)
def test_what_was_asked_is_printed_with_the_conversions_that_are_known(
    study_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], lines: list[str]
) -> None:
    """No visits beside a load in tx/s: nobody has said how many make one."""
    capsys.readouterr()
    assert run(["require", str(study_path), *arguments]) == 0
    assert capsys.readouterr().out.splitlines()[: len(lines)] == lines
