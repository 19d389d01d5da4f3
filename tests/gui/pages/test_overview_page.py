"""What Overview says beside its grid, in a real window."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from arraywise.analysis.decision.break_even import EVIDENCE_FOR
from arraywise.domain.decision import Change, OpenRival, Verdict
from arraywise.domain.messages import message
from arraywise.gui.pages.answer_parts import ChangesTable
from arraywise.gui.pages.overview import ScreenTable
from arraywise.gui.widgets import theme
from arraywise.present.findings import MOST_CHANGES, first_findings, list_answer_changes
from tests.gui.acting import shown_page
from tests.gui.conftest import wait_for_answer
from tests.gui.example_answer import example_answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


def test_what_a_publication_concludes_stands_under_the_answer(
    make_window: Callable[[], MainWindow],
    copied_sample: Callable[..., Path],
    qtbot: QtBot,
    tmp_path: Path,
) -> None:
    path = copied_sample(tmp_path / "published.arraywise", "san-versus-nas")
    window = make_window()
    window.open_path(path)
    wait_for_answer(qtbot, window)
    published = window.session.answer.published_conclusion
    line = shown_page(window, "overview").headline.published
    assert line.isVisible()
    assert published.text in line.text()
    assert f"({published.citation})" in line.text()


def test_a_study_of_one_s_own_has_no_line_of_a_publication(
    shared_window: MainWindow,
) -> None:
    assert not shown_page(shared_window, "overview").headline.published.isVisible()


def test_a_price_per_tpm_tells_its_three_digits_and_the_host_its_bound(
    shared_window: MainWindow,
) -> None:
    window = shared_window
    grid = shown_page(window, "overview").grid
    answers = {option.option.name: option for option in window.session.answer.options}
    by_key = {column.key: at for at, column in enumerate(grid.model().columns)}
    stated = 0
    for row in range(grid.model().rowCount()):
        option = answers[grid.model().cell_at(row, by_key["option"]).text]
        price, host = (grid.model().cell_at(row, by_key[key]).tip for key in ("per_tpm", "cpu"))
        assert ("up to three digits" in price) == (option.price_per_tpm_by_digits is not None)
        assert ("tx/s at most" in host) == (option.host_limit_tps is not None)
        stated += bool(price)
    assert stated


def test_the_screen_follows_verdicts_rules_and_options(qtbot: QtBot) -> None:
    table, fresh = ScreenTable(), ScreenTable()
    qtbot.addWidget(table)
    qtbot.addWidget(fresh)
    answer = example_answer()
    first, *others = answer.options
    failing = tuple((name, Verdict.FAIL) for name, _ in first.rule_verdicts)
    renamed = replace(first, option=replace(first.option, name="Another name"))
    for shown in (
        answer,
        replace(answer, options=(replace(first, rule_verdicts=failing), *others)),
        replace(answer, options=(renamed, *others)),
        replace(answer, rules=answer.rules[:-1]),
        replace(answer, options=tuple(others)),
    ):
        table.show_answer(shown)
        fresh.show_answer(replace(answer, options=(), rules=()))
        fresh.show_answer(shown)
        assert table.grid.cells.grid_as_tsv() == fresh.grid.cells.grid_as_tsv()
        assert icons(table) == icons(fresh)
        assert len(icons(table)) == len(shown.rules) * (len(shown.options) + 1)


def icons(table: ScreenTable) -> list[str]:
    """Return the icons of all cells."""
    rows, columns = table.model.rowCount(), table.model.columnCount()
    return [table.model.cell_at(row, at).icon for row in range(rows) for at in range(columns)]


def test_a_load_that_moves_no_verdict_leaves_the_screen_alone(qtbot: QtBot) -> None:
    table, answer = ScreenTable(), example_answer()
    qtbot.addWidget(table)
    table.show_answer(answer)
    with qtbot.assertNotEmitted(table.model.rows_shown):
        table.show_answer(replace(answer, demand_tps=answer.demand_tps + 1.0))


def test_intervals_stay_apart_from_the_target_beside_the_trace(
    shared_window: MainWindow, qtbot: QtBot
) -> None:
    window = shared_window
    window.resize(1024, 768)
    window.frame.trace.show()
    grid = shown_page(window, "overview").grid
    place = next(at for at, c in enumerate(grid.rows.columns) if c.key == "interval")
    qtbot.waitUntil(lambda: grid.width() < theme.px(800))
    assert grid.columnWidth(place) >= theme.px(100)


def test_columns_that_grew_for_a_longer_answer_give_their_room_back(qtbot: QtBot) -> None:
    answer = example_answer()
    table = ChangesTable()
    qtbot.addWidget(table)
    short = answer.changes
    table.resize(table.needed_width() + 400, 400)
    table.show()
    table.show_answer(replace(answer, changes=(replace(short[0], what=message("long " * 60)),)))
    table.resize(560, 400)
    table.show_answer(answer)
    header, inside = table.grid.horizontalHeader(), table.grid.viewport()
    qtbot.waitUntil(lambda: header.length() <= max(inside.width(), table.needed_width()))
    assert table.grid.model().cell_at(0, 3).text


def test_the_table_begins_with_nine_columns_at_most_and_the_others_by_columns(
    open_shared: Callable[[], MainWindow],
) -> None:
    page = shown_page(open_shared(), "overview")
    shown = [
        column.key
        for at, column in enumerate(page.model.columns)
        if not page.grid.isColumnHidden(at)
    ]
    assert {"rank", "option", "verdict", "response", "interval", "capacity"} <= set(shown)
    assert len(shown) <= 9 < len(page.model.columns)
    place = next(at for at, c in enumerate(page.model.columns) if c.key == "headroom")
    action = next(a for a in page._columns_menu.actions() if not a.isChecked())
    assert action.text() == page.model.columns[place].name
    action.trigger()
    assert not page.grid.isColumnHidden(place)


def test_three_findings_stand_under_the_answer_and_the_rest_beside_the_map(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    page, decision = window.frame.overview, window.frame.page("decision")
    findings = window.session.answer.findings
    lines = [line for line in page.findings.lines if line.isVisible()]
    assert [line.text.text() for line in lines] == [
        str(each.message) for each in first_findings(window.session.answer)
    ]
    assert len({each.check for each in first_findings(window.session.answer)}) == len(lines) <= 3
    page.findings.all.click()
    assert window.frame.present_page is decision
    assert decision.findings.isVisible()
    assert not decision.weights.isVisible()
    assert len(decision.findings.rows) == len(findings)
    qtbot.keyClick(decision.findings, Qt.Key.Key_Escape)
    assert not decision.findings.isVisible()
    assert decision.changes.isVisible()


def test_the_one_list_of_changes_has_seven_rows_and_keeps_a_test() -> None:
    answer = example_answer()
    (first, *_), rival = answer.changes, answer.options[-1].option.name
    many = tuple(replace(first, by=0.1 * at) for at in range(1, 12))
    listed = list_answer_changes(replace(answer, changes=(*many, evidence_for(rival))))
    assert len(listed) == MOST_CHANGES
    assert listed[:-1] == many[: MOST_CHANGES - 1]
    assert (listed[-1].by, listed[-1].winner) == (None, rival)


def evidence_for(option: str) -> Change:
    """Return what the analysis finds of an option that would be recommended if it passed."""
    return Change(
        message(EVIDENCE_FOR, option=option),
        message("shown to meet the requirement"),
        None,
        option,
    )


def test_no_test_is_listed_of_an_option_that_a_pass_would_not_make_the_recommended_one() -> None:
    """Catches a test that is promised of whatever is first in some of the simulations."""
    answer = example_answer()
    rival = answer.options[-1].option.name
    certainty = replace(answer.certainty, rivals=(OpenRival(rival, 0.4),))
    found = tuple(each for each in answer.changes if each.what.code != EVIDENCE_FOR.code)
    assert (
        list_answer_changes(replace(answer, changes=found, certainty=certainty))
        == found[:MOST_CHANGES]
    )


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (["mean"], "A test of"),
        (["budget"], "A price of"),
        (["mean", "budget"], "Evidence and inputs"),
    ],
)
def test_what_an_option_lacks_is_what_could_change_the_answer(rules: list[str], said: str) -> None:
    """A test does not bring the price that is missing."""
    answer = example_answer()
    *others, rival = answer.options
    screen = tuple((rule, Verdict.NO_DATA) for rule in rules)
    rival = replace(rival, rule_verdicts=screen, status=Verdict.NO_DATA)
    changes = (*answer.changes, evidence_for(rival.option.name))
    listed = list_answer_changes(replace(answer, options=(*others, rival), changes=changes))
    assert str(listed[-1].what).startswith(said)
