"""A new study asks first: without a requirement nothing passes and nothing fails."""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from openpyxl import load_workbook

from arraywise.analysis.answer import answer_requirement
from arraywise.analysis.prepared import prepare_study
from arraywise.cli import run
from arraywise.domain.decision import PASSES
from arraywise.domain.requirement import LoadUnit, Outcome, Requirement
from arraywise.domain.study import ReportOptions
from arraywise.present.headline import build_headline
from arraywise.present.labels import basis_or_reason_label
from arraywise.report.document import build_pdf
from arraywise.store.study import open_study
from arraywise.usecases.decide_study import build_decision_map, decide_study
from arraywise.usecases.edit_cells import edit_sheets
from arraywise.usecases.edit_study import set_requirement
from arraywise.usecases.gather_content import build_report_content
from arraywise.usecases.workload_profile import read_study
from arraywise.worksheets.sheets import SheetEdit
from tests.conftest import ROOT
from tests.report.calculated import build_workbook
from tests.report.test_document import pages_of

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLE = ROOT / "data" / "worked-example"
REPORT = ROOT / "data" / "payments-2027" / "common" / "awr_41_42.html"


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    """Return a study of tests, without a requirement."""
    path = tmp_path / "lab.arraywise"
    assert run(["new", str(path)]) == 0
    for option in ("fc-san", "nas-nfs"):
        folder = EXAMPLE / option / "swingbench"
        assert run(["import", str(path), str(folder), "--option", option]) == 0
    return path


def test_what_nobody_required_is_judged_by_nobody(lab: Path) -> None:
    with open_study(lab) as study:
        answer, facts = decide_study(study), read_study(study)
        assert {o.outcome for o in answer.options} == {Outcome.NOT_SHOWN}
        assert {str(basis_or_reason_label(o)) for o in answer.options} == {"no requirement stated"}
        assert all(option.levels for option in answer.options)
        assert answer.recommended is None
        said = build_headline(answer)
        assert str(said.title) == "State what you need"
        assert "target response time and the load" in str(said.next_step)
        assert {
            each for row in build_decision_map(prepare_study(facts), facts).winners for each in row
        } == {-1}
        assert build_report_content(study).answer.recommended is None


def test_stating_it_though_it_is_what_was_offered_judges(lab: Path) -> None:
    with open_study(lab) as study:
        offered = read_study(study).requirement
        assert offered == Requirement()
        edit_sheets(study, SheetEdit(requirement=offered), "requirement")
        answer = decide_study(study)
        assert answer.is_stated
        assert {o.status for o in answer.options} <= PASSES


def test_a_trial_is_judged_before_it_is_kept(lab: Path) -> None:
    with open_study(lab) as study:
        facts = read_study(study)
        tried = Requirement(response_time_s=0.3, visits_per_month=10_000_000)
        assert answer_requirement(prepare_study(facts), facts, tried).is_stated
        assert not answer_requirement(prepare_study(facts), facts, facts.requirement).is_stated


def test_the_load_of_a_database_report_is_offered(lab: Path) -> None:
    assert run(["import", str(lab), str(REPORT)]) == 0
    with open_study(lab) as study:
        facts = read_study(study)
        rate = facts.workload.transactions_per_s
        assert rate is not None
        assert facts.requirement.stated_load == (LoadUnit.AWR, 1.0)
        answer = decide_study(study)
        assert answer.demand_tps == pytest.approx(rate)
        assert f"{rate:,.1f} tx/s" in str(build_headline(answer).next_step)
        set_requirement(study, facts.requirement)
        assert decide_study(study).is_stated


def test_documents_name_no_target_that_nobody_stated(lab: Path) -> None:
    """Catches "target 200 ms" over a table, in a chart or on the workbook's first sheet."""
    with open_study(lab) as study:
        content = build_report_content(study)
    text = " ".join(pages_of(build_pdf(content, options=ReportOptions())))
    assert "The requirement is still to be stated" in text
    assert not re.search(r"200\s?ms|at most 200|[Dd]emand 84", text)
    summary = load_workbook(BytesIO(build_workbook(content)), data_only=True)["Summary"]
    values = [cell.value for row in summary.iter_rows() for cell in row]
    assert 200 not in values
    assert any("No requirement is stated" in str(value) for value in values)
