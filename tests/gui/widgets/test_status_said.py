"""An option's verdict is that of the worst rule, and the reason beside it is of this rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arraywise.domain.decision import ScreenRule, Verdict
from arraywise.domain.messages import message
from arraywise.gui.charts.scene_painting import WindowType
from arraywise.gui.pages.overview import _verdict_cell, build_overview_rows
from arraywise.gui.widgets import messages
from arraywise.present.charts.ranking import describe_unranked
from tests.gui.example_answer import example_answer

ANSWER = example_answer()
RULES = (
    ScreenRule("response time", message("Response time at most 200 ms")),
    ScreenRule("headroom", message("Headroom at least {percent:.0f} %", percent=5)),
)
OPEN = replace(
    next(option for option in ANSWER.options if option.option.name == "iSCSI SAN"),
    verdict=Verdict.UNDETERMINED,
    status=Verdict.FAIL,
    rule_verdicts=(("response time", Verdict.UNDETERMINED), ("headroom", Verdict.FAIL)),
    reason=message("between 171 and 212 ms"),
    rank=None,
)
FAILS_BY_HEADROOM = replace(ANSWER, rules=RULES, options=(OPEN,))


def test_the_overview_shows_the_verdict_of_all_rules() -> None:
    (row,) = build_overview_rows(FAILS_BY_HEADROOM)
    shown = _verdict_cell(row)
    assert shown.text == messages.display_name(Verdict.FAIL)
    assert shown.tip == "Headroom at least 5\u00a0%"


@pytest.mark.usefixtures("qtbot")
def test_a_bar_without_score_names_the_rule_that_fails() -> None:
    reasons = describe_unranked(OPEN, FAILS_BY_HEADROOM, WindowType().medium())
    assert reasons[0] == f"{messages.display_name(Verdict.FAIL)}: Headroom at least 5\u00a0%"
    assert not any("ms" in reason for reason in reasons)


@pytest.mark.parametrize("verdict", [Verdict.FAIL, Verdict.UNDETERMINED])
def test_where_the_response_time_decides_its_reason_is_said(verdict: Verdict) -> None:
    option = replace(OPEN, verdict=verdict, status=verdict)
    (row,) = build_overview_rows(replace(FAILS_BY_HEADROOM, options=(option,)))
    assert _verdict_cell(row).tip == "between 171 and 212 ms"
