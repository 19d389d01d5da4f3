"""An estimated p90 decides only where a study lets it, and is named as such in every output.

No other study holds estimates: elsewhere the basis could be lost between answer, sentence, report
and workbook, or count unasked.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from arraywise.analysis.decision.problem import build_problem
from arraywise.analysis.decision.screening import (
    basis_indices,
    judge_load,
    meets_targets,
    misses_targets,
)
from arraywise.cli import run
from arraywise.domain.decision import FAILS, PASSES
from arraywise.domain.requirement import STRONGEST_FIRST, Basis, Outcome
from arraywise.domain.study import ReportOptions
from arraywise.importers.swingbench import runs
from arraywise.present.labels import BASIS_WORDS
from arraywise.present.language import create_wording
from arraywise.report.document import build_pdf
from arraywise.store.reading.facts import read_facts
from arraywise.store.reading.inputs import read_requirement
from arraywise.store.study import open_study
from arraywise.usecases.create_sample import build_sample_study
from arraywise.usecases.decide_study import answer, prepare
from arraywise.usecases.edit_study import set_requirement
from arraywise.usecases.gather_content import build_report_content
from arraywise.usecases.undo import undo_step
from tests.report.calculated import build_workbook
from tests.report.recalculation import by_ironcalc
from tests.report.test_document import text_of
from tests.report.test_published_workbooks import _moved, _wrong_figures

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer
    from arraywise.domain.study import StudyFacts

TARGETS_S = (0.1, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.8)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The worked example, whose ends are 1.51 to 1.76 apart, with estimates up to 1.8."""
    path = tmp_path_factory.mktemp("estimates") / "lab.arraywise"
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(runs, "MOST_APART", 1.8)
        build_sample_study(path).close()
    return path


@pytest.fixture
def study(sample: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sample, tmp_path))


@pytest.fixture(scope="module")
def facts(sample: Path) -> StudyFacts:
    with open_study(sample) as opened:
        return read_facts(opened)


def decided(facts: StudyFacts, least: Basis, target_s: float, statistic: str = "p90") -> Answer:
    asked = replace(
        facts.requirement, statistic=statistic, response_time_s=target_s, least_basis=least
    )
    known = replace(facts, requirement=asked)
    return answer(prepare(known), known, draws=0)


def test_estimates_settle_what_ends_leave_open_and_change_nothing_else(facts: StudyFacts) -> None:
    settled = set()
    for target in TARGETS_S:
        by_ends, by_all = (decided(facts, b, target) for b in (Basis.PUBLISHED, Basis.ESTIMATED))
        for before, after in zip(by_ends.options, by_all.options, strict=True):
            assert before.basis is not Basis.ESTIMATED
            if before.outcome is not Outcome.NOT_SHOWN:
                assert (after.outcome, after.basis) == (before.outcome, before.basis)
            elif after.outcome is not Outcome.NOT_SHOWN:
                assert after.basis is Basis.ESTIMATED
                settled.add(after.outcome)
            (low, high), (least, most) = (
                (o.response_s.low or 0.0, o.response_s.high or np.inf) for o in (before, after)
            )
            assert low - 1e-9 <= least <= most <= high + 1e-9
    assert settled == {Outcome.PASS, Outcome.FAIL}


@pytest.mark.parametrize("statistic", ["mean", "p50", "p95", "p99"])
def test_no_other_statistic_is_estimated(facts: StudyFacts, statistic: str) -> None:
    by_ends, by_all = (
        decided(facts, b, 0.35, statistic).options for b in (Basis.PUBLISHED, Basis.ESTIMATED)
    )
    assert [(o.outcome, o.basis, o.response_s) for o in by_all] == [
        (o.outcome, o.basis, o.response_s) for o in by_ends
    ]


def test_the_map_stands_on_the_basis_of_the_outcomes(facts: StudyFacts) -> None:
    result = decided(facts, Basis.ESTIMATED, 0.35)
    known = replace(facts, requirement=result.requirement)
    seen = set()
    for candidate in build_problem(prepare(known), known).model.candidates:
        for rate in (20.0, 60.0, 84.0):
            for target in TARGETS_S:
                judged = judge_load(candidate, rate, target)
                at = np.array([rate]), np.array([target])
                assert meets_targets(candidate, *at)[0] == (judged.verdict in PASSES)
                assert misses_targets(candidate, *at)[0] == (judged.verdict in FAILS)
                if judged.verdict in PASSES:
                    assert STRONGEST_FIRST[basis_indices(candidate, *at)[0]] is judged.basis
                    seen.add(judged.basis)
    assert seen >= {Basis.MEASURED, Basis.ESTIMATED}


@pytest.mark.parametrize("target_s", [0.25, 0.35, 0.5])
def test_report_and_workbook_name_the_estimate(
    study: Path, tmp_path: Path, target_s: float
) -> None:
    with open_study(study) as opened:
        asked = replace(
            read_requirement(opened),
            statistic="p90",
            response_time_s=target_s,
            least_basis=Basis.ESTIMATED,
        )
        set_requirement(opened, asked)
        content = build_report_content(opened)
    assert Basis.ESTIMATED in {option.basis for option in content.answer.options}
    data = build_workbook(content)
    sheets = by_ironcalc(data, tmp_path)
    assert [*_wrong_figures(content, sheets), *_moved(data, sheets)] == []
    for language in ("en", "de", "pt_BR"):
        word = create_wording(language).localise(BASIS_WORDS[Basis.ESTIMATED])
        assert word in text_of(
            build_pdf(content, options=ReportOptions(language=language))
        ).replace("\n", " ")


def test_the_command_line_lets_estimates_count_and_undo_takes_it_back(
    study: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def bases() -> set[str]:
        capsys.readouterr()
        assert run(["decide", str(study), "--json"]) == 0
        return {option["basis"] for option in json.loads(capsys.readouterr().out)["options"]}

    asked = ["require", str(study), "--statistic", "p90", "--response-time", "350ms"]
    assert run(asked) == 0
    assert "estimated" not in bases()
    assert run(["require", str(study), "--least-basis", "estimated"]) == 0
    assert "estimated" in bases()
    with open_study(study) as opened:
        undo_step(opened)
    assert "estimated" not in bases()
