"""A criterion is one record: by it options are valued, audited and written; none is left out."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import openpyxl
import pytest

from arraywise.analysis.answer import answer_requirement
from arraywise.analysis.prepared import prepare_study
from arraywise.domain import criteria
from arraywise.domain.criteria import (
    ALL_CRITERIA,
    Criterion,
    CriterionKind,
    ValueSource,
    require_each_computed,
)
from arraywise.domain.messages import message
from tests.report.calculated import build_workbook
from tests.report.example import CRITERIA, FACTS, content_of

RESTORE = CriterionKind(
    criterion=Criterion("RESTORE", "restore time"),
    value_source=lambda option: option.restore_s,
    label=message("{text}", text="Restore time"),
    short_label=message("{text}", text="Restore time"),
    unit=message("{text}", text="h"),
    units_per_si=1 / 3600,
    figure_template="{figure:.3g} h",
    more_is_better=False,
    swing=80.0,
    is_default=False,
    limit=86_400.0,
    target=0.5,
    aspiration=0.125,
    weight_label=message("{text}", text="Weight of the restore time"),
    option_template="Restore time of {option}",
    levels=(),
)
HOURS = (3.0, 12.0, 18.0, None, 30.0)
POINTS = [100.0, 60.0, 30.0, None, 0.0]
"""Worth 100 at 3 h, 60 at 12 h, 0 at 24 h and later."""
STATED = replace(
    FACTS,
    criteria=(*CRITERIA, RESTORE.default_setting),
    options=tuple(
        replace(facts, option=replace(facts.option, restore_s=hours and hours * 3600))
        for facts, hours in zip(FACTS.options, HOURS, strict=True)
    ),
)


@pytest.fixture
def _in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(criteria._KINDS, RESTORE.criterion, RESTORE)


@pytest.mark.usefixtures("_in_the_table")
def test_a_fact_that_studies_state_is_valued_by_its_record_alone() -> None:
    answer = answer_requirement(prepare_study(STATED), STATED, draws=0)
    points = [option.scores[-1].points.point for option in answer.options]
    assert points == [pytest.approx(worth) for worth in POINTS]
    missing = [
        finding.options for finding in answer.findings if "Restore time" in str(finding.message)
    ]
    assert missing == [(FACTS.options[3].option.name,)]


@pytest.mark.usefixtures("_in_the_table")
def test_what_is_stated_as_exact_is_no_bar_of_the_tornado() -> None:
    moved = [str(bar.what) for bar in content_of(STATED).lead_bars]
    assert "Weight of the restore time" in moved
    assert not any("Restore time of" in what for what in moved)


@pytest.mark.usefixtures("_in_the_table")
def test_the_workbook_has_its_values_and_their_points() -> None:
    data = build_workbook(content_of(STATED))
    book = openpyxl.load_workbook(BytesIO(data), data_only=True)
    rows = {
        str(row[0]): list(row[2:])
        for sheet in book
        for row in sheet.iter_rows(max_col=2 + len(HOURS), values_only=True)
        if row[1] in {"h (value)", "of 100"}
    }
    assert rows["Restore time"] == [hours and pytest.approx(hours) for hours in HOURS]
    assert rows["Restore time: points"][:3] == [pytest.approx(worth) for worth in POINTS[:3]]


def test_a_table_without_a_row_for_what_is_computed_is_refused() -> None:
    rows = {k.criterion: 1 for k in ALL_CRITERIA if k.value_source is ValueSource.COMPUTED}
    assert require_each_computed(rows) == rows
    with pytest.raises(LookupError, match="without a row: PRICE;"):
        require_each_computed({c: 1 for c in rows if c is not Criterion.PRICE})
    with pytest.raises(LookupError, match="rows of others: AVAILABILITY"):
        require_each_computed(rows | {Criterion.AVAILABILITY: 1})
