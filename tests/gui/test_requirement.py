"""The load's units in the bar, and the whole requirement in its popover."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QStandardItemModel

from arraywise.analysis.demand import load_in_units
from arraywise.domain.decision import Verdict
from arraywise.domain.percentiles import Censoring
from arraywise.domain.requirement import (
    Basis,
    DegradedRule,
    Goal,
    LoadUnit,
    Requirement,
    with_load,
)
from arraywise.domain.workload import NO_PROFILE, WorkloadProfile
from arraywise.gui.shell.requirement_bar import RequirementBar
from arraywise.gui.shell.requirement_fields import format_other_units, parse_time, read_load
from arraywise.gui.widgets.controls import UnitField
from arraywise.store.study import open_study
from arraywise.usecases.edit_study import set_requirement
from arraywise.usecases.workload_profile import set_profile_values
from tests.gui.example_answer import example_answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow
    from arraywise.gui.shell.requirement_popover import RequirementPopover


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("60 M", LoadUnit.VISITS, 60e6),
        ("2000 tps", LoadUnit.TPS, 2000),
        ("12 k a month", LoadUnit.VISITS, 12_000),
        ("5,040 tx/min", LoadUnit.TPM, 5040),
        ("50k IOPS", LoadUnit.IOPS, 50_000),
        ("300 users", LoadUnit.USERS, 300),
        ("awr x 1.5", LoadUnit.AWR, 1.5),
        ("1.5 x AWR", LoadUnit.AWR, 1.5),
        ("84.5", LoadUnit.VISITS, 84.5),
    ],
)
def test_loads_are_read_as_people_type_them(text: str, unit: LoadUnit, value: float) -> None:
    assert read_load(text, LoadUnit.VISITS) == (unit, value)


@pytest.mark.parametrize("text", ["", "-3", "54,4x", "84 apples", "tps"])
def test_what_is_no_load_is_refused(text: str) -> None:
    assert read_load(text, LoadUnit.VISITS) is None


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("200", 0.2), ("0.2 s", 0.2), ("500 us", 0.0005), ("1ms", 0.001), ("0", None), ("x", None)],
)
def test_times_are_read_as_people_type_them(text: str, seconds: float | None) -> None:
    assert parse_time(text) == (None if seconds is None else pytest.approx(seconds))


def test_a_decimal_comma_is_read_where_it_is_usual() -> None:
    QLocale.setDefault(QLocale("de_DE"))
    assert parse_time("0,2 s") == pytest.approx(0.2)
    assert read_load("2,5 M Besuche im Monat", LoadUnit.TPS) == (LoadUnit.VISITS, 2.5e6)


def test_the_same_load_stands_beside_it_in_the_next_two_units(qtbot: QtBot) -> None:
    bar = RequirementBar()
    qtbot.addWidget(bar)
    bar.fit_scales(example_answer().requirement)
    bar.show_answer(example_answer())
    assert bar.demand.text() == "84.0 tx/s at peak"
    assert bar.convention.text() == "5,040\u00a0tx a minute"


def typed(field: UnitField, text: str, qtbot: QtBot) -> None:
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


@pytest.fixture
def window(open_small: Callable[[], MainWindow]) -> MainWindow:
    return open_small()


@pytest.fixture
def popover(window: MainWindow, qtbot: QtBot) -> RequirementPopover:
    assert window.frame is not None
    window.frame.toggle_requirement()
    qtbot.waitUntil(window.frame.popover.isVisible)
    return window.frame.popover


def settled(window: MainWindow, qtbot: QtBot) -> Requirement:
    """Return what is asked for once it is written and answered."""
    session = window.session
    assert session is not None

    def is_written() -> bool:
        facts, answer = session.facts, session.answer
        return (
            window.background.is_idle
            and facts is not None
            and answer is not None
            and facts.requirement.goal is answer.requirement.goal
            and facts.requirement.load == answer.requirement.load
        )

    qtbot.waitUntil(is_written, timeout=20_000)
    assert session.facts is not None
    return session.facts.requirement


def test_a_load_in_another_unit_is_kept_so_and_undone(window: MainWindow, qtbot: QtBot) -> None:
    frame = window.frame
    assert frame is not None
    before = settled(window, qtbot)
    typed(frame.bar.visits_field, "84 tps", qtbot)
    qtbot.waitUntil(lambda: settled(window, qtbot).load_unit is LoadUnit.TPS)
    assert frame.bar.unit.unit is LoadUnit.TPS
    typed(frame.bar.target_field, "0.15 s", qtbot)  # the load stays as it was stated
    qtbot.waitUntil(lambda: settled(window, qtbot).response_time_s == 0.15)
    assert settled(window, qtbot).load == 84.0
    window.undoing.back.trigger()
    window.undoing.back.trigger()
    qtbot.waitUntil(lambda: settled(window, qtbot) == before)


def test_ctrl_r_opens_the_requirement_and_esc_closes_it(window: MainWindow, qtbot: QtBot) -> None:
    frame = window.frame
    assert frame is not None
    qtbot.keyClick(frame, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert frame.popover.isVisible()
    assert frame.popover.geometry().top() >= frame.bar.more.geometry().bottom()
    assert frame.rect().contains(frame.popover.geometry())
    assert not frame.popover.isModal()
    qtbot.keyClick(frame.popover.load, Qt.Key.Key_Escape)
    assert not frame.popover.isVisible()


def test_a_target_is_taken_away_or_set_on_the_storage(
    window: MainWindow, popover: RequirementPopover, qtbot: QtBot
) -> None:
    popover.goals[Goal.NONE].click()
    qtbot.waitUntil(lambda: settled(window, qtbot).goal is Goal.NONE)
    assert not popover.target.isVisible()
    assert popover.means["target"].isVisible()  # the row stays
    assert window.frame is not None
    assert not window.frame.bar.target_field.isEnabled()
    popover.goals[Goal.STORAGE_LATENCY].click()
    qtbot.waitUntil(lambda: settled(window, qtbot).goal is Goal.STORAGE_LATENCY)
    typed(popover.target, "2", qtbot)
    qtbot.waitUntil(lambda: settled(window, qtbot).storage_latency_s == 0.002)
    typed(popover.controls["min_throughput_b_s"], "1.5 GB/s", qtbot)
    qtbot.waitUntil(lambda: settled(window, qtbot).min_throughput_b_s == 1.5e9)


def test_every_field_works_at_once(
    window: MainWindow, popover: RequirementPopover, qtbot: QtBot
) -> None:
    typed(popover.controls["growth_per_month"], "26.82418", qtbot)
    qtbot.waitUntil(lambda: settled(window, qtbot).growth_per_month == pytest.approx(0.02))
    assert "2.0 % a month" in popover.means["growth"].text()
    assert "Not required" in popover.means["usable"].text()
    typed(popover.controls["usable_bytes"], "50 TB", qtbot)
    qtbot.waitUntil(lambda: settled(window, qtbot).usable_bytes == 5e13)
    typed(popover.controls["usable_growth_per_year"], "20", qtbot)
    qtbot.waitUntil(lambda: settled(window, qtbot).usable_growth_per_year == 0.2)
    assert "50.0 TB (45.5 TiB) in month 0; shown by 0 of " in popover.means["usable"].text()
    typed(popover.controls["usable_bytes"], " ", qtbot)
    qtbot.waitUntil(lambda: settled(window, qtbot).usable_bytes is None)
    typed(popover.controls["storage_share"], "50", qtbot)
    qtbot.waitUntil(lambda: settled(window, qtbot).storage_share == 0.5)
    popover.controls["least_basis"].setCurrentIndex(
        popover.controls["least_basis"].findData(Basis.MEASURED)
    )
    popover.controls["least_basis"].activated.emit(popover.controls["least_basis"].currentIndex())
    qtbot.waitUntil(lambda: settled(window, qtbot).least_basis is Basis.MEASURED)
    popover.controls["needs_shared_storage"].click()
    qtbot.waitUntil(lambda: settled(window, qtbot).needs_shared_storage)


def test_estimates_count_when_they_are_chosen_until_that_is_undone(
    window: MainWindow, popover: RequirementPopover, qtbot: QtBot
) -> None:
    """The weakest basis of all was shown as the one above it, and could not be chosen."""
    assert popover.controls["least_basis"].currentData() == Basis.PUBLISHED
    popover.controls["least_basis"].setCurrentIndex(
        popover.controls["least_basis"].findData(Basis.ESTIMATED)
    )
    popover.controls["least_basis"].activated.emit(popover.controls["least_basis"].currentIndex())
    qtbot.waitUntil(lambda: settled(window, qtbot).least_basis is Basis.ESTIMATED)
    assert popover.controls["least_basis"].currentData() == Basis.ESTIMATED
    window.undoing.back.trigger()
    qtbot.waitUntil(lambda: settled(window, qtbot).least_basis is Basis.PUBLISHED)
    qtbot.waitUntil(lambda: popover.controls["least_basis"].currentData() == Basis.PUBLISHED)


def test_a_figure_that_cannot_be_is_marked_and_kept_out(
    window: MainWindow, popover: RequirementPopover, qtbot: QtBot
) -> None:
    before = settled(window, qtbot)
    typed(popover.load, "84 apples", qtbot)
    assert popover.load.is_faulty
    typed(popover.controls["traffic_share"], "10", qtbot)
    assert "average load" in popover.problem.text()
    assert settled(window, qtbot) == before


def test_units_that_nothing_tells_of_are_grey_with_the_reason(
    popover: RequirementPopover,
) -> None:
    place = popover.unit.findData(LoadUnit.AWR)
    model = popover.unit.model()
    assert not model.flags(model.index(place, 0)) & Qt.ItemFlag.ItemIsEnabled
    assert "AWR" in popover.unit.itemData(place, Qt.ItemDataRole.ToolTipRole)


def test_degraded_storage_is_asked_for_in_the_popover(
    window: MainWindow, popover: RequirementPopover, qtbot: QtBot
) -> None:
    popover.controls["degraded"].setCurrentIndex(
        popover.controls["degraded"].findData(DegradedRule.PEAK)
    )
    popover.controls["degraded"].activated.emit(popover.controls["degraded"].currentIndex())
    assert window.session is not None
    qtbot.waitUntil(
        lambda: window.session.answer.requirement.degraded is DegradedRule.PEAK, timeout=20_000
    )
    answer = window.session.answer
    assert "degraded operation" in [rule.name for rule in answer.rules]
    assert all(
        dict(o.rule_verdicts)["degraded operation"] is Verdict.NO_DATA for o in answer.options
    )


HELD = (
    ("mean", Censoring.MEASURED),
    ("p50", Censoring.BOUNDED),
    ("p95", Censoring.AT_LEAST),
)


def test_statistics_that_the_files_lack_are_grey_with_the_reason(
    window: MainWindow, popover: RequirementPopover
) -> None:
    session = window.session
    assert session is not None
    assert session.facts is not None
    assert session.answer is not None
    assert window.frame is not None
    answer = replace(session.answer, available_statistics=HELD)
    popover.show_study(session.facts, answer)
    window.frame.bar.show_answer(answer)
    for box in (popover.statistic, window.frame.bar.statistic):
        model = box.model()
        assert isinstance(model, QStandardItemModel)
        enabled = {box.itemData(i): model.item(i).isEnabled() for i in range(box.count())}
        assert enabled == {"mean": True, "p50": True, "p90": False, "p95": True, "p99": False}
        tips = [box.itemData(i, Qt.ItemDataRole.ToolTipRole) for i in range(box.count())]
        assert not tips[0]
        assert "a lower and an upper bound" in tips[1]
        assert tips[2] == tips[4] == "The files hold no such statistic."
        assert "only a lower bound" in tips[3]
    assert "The files hold mean, p50; p95 from below only." in popover.means["target"].text()


def test_a_target_on_the_storage_keeps_its_statistic(
    window: MainWindow, popover: RequirementPopover, qtbot: QtBot
) -> None:
    popover.goals[Goal.STORAGE_LATENCY].click()
    asked = settled(window, qtbot)
    assert asked.goal is Goal.STORAGE_LATENCY
    assert popover.statistic.isVisible()
    assert asked.curve_statistic == "mean"
    assert "Only I/O tests count" in popover.means["target"].text()


def test_an_answer_that_comes_leaves_a_field_selected(qtbot: QtBot) -> None:
    """Or what is typed next is appended to what the field held."""
    field = UnitField("Load", "", 8)
    qtbot.addWidget(field)
    field.show()
    field.show_text("1,000,000")
    field.selectAll()
    field.show_text("1,000,000")
    qtbot.keyClicks(field, "2000")
    assert field.text() == "2000"


def test_ios_are_not_told_in_transactions_without_a_profile() -> None:
    asked = Requirement(load=20_000.0, load_unit=LoadUnit.IOPS)
    assert format_other_units(asked, load_in_units(asked, NO_PROFILE)) == []
    known = load_in_units(asked, WorkloadProfile(reads=3.0, writes=1.0))
    assert "5,000.0 tx/s at peak" in format_other_units(asked, known, most=4)


def test_sliders_and_map_hold_a_load_that_a_later_profile_makes_fewer_visits(
    small_study: Path, open_small: Callable[[], MainWindow]
) -> None:
    """The ends followed the visits of before the profile, and the map lacked the demand."""
    with open_study(small_study) as study:
        set_requirement(study, with_load(Requirement(), LoadUnit.IOPS, 2000.0))
        set_profile_values(study, {"reads": 7.0, "writes": 3.0})
    window = open_small()
    assert window.frame is not None
    assert window.session is not None
    assert window.session.answer is not None
    visits = float(window.session.answer.requirement.visits_per_month)
    assert window.frame.bar.visits_slider.scale.holds(visits)


def test_a_load_beyond_any_system_counts_once_it_is_given_twice(
    window: MainWindow, qtbot: QtBot
) -> None:
    """A slip of the unit was taken as it stood: 13 billion transactions a second."""
    frame = window.frame
    assert frame is not None
    field, before = frame.bar.visits_field, settled(window, qtbot)
    typed(field, "13000000000 tps", qtbot)
    assert field.is_faulty
    assert field.text() == "13000000000 tps"
    assert "13,000,000,000" in field.toolTip()
    assert settled(window, qtbot) == before
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: settled(window, qtbot).load == 13e9)
    assert not field.is_faulty


def test_a_refused_text_goes_when_something_valid_is_given_elsewhere(
    window: MainWindow, qtbot: QtBot
) -> None:
    frame = window.frame
    assert frame is not None
    bar = frame.bar
    shown = bar.visits_field.text()
    typed(bar.visits_field, "300 users", qtbot)  # nobody said how long they think
    bar.show_requirement(bar.requirement)  # an answer comes, to what was asked before
    assert (bar.visits_field.text(), bar.visits_field.is_faulty) == ("300 users", True)
    typed(bar.target_field, "150", qtbot)
    assert (bar.visits_field.text(), bar.visits_field.is_faulty) == (shown, False)


def test_a_double_click_selects_the_whole_figure(window: MainWindow, qtbot: QtBot) -> None:
    """Of 29.6 it selected 29, and what was typed then became 50.6."""
    frame = window.frame
    assert frame is not None
    field = frame.bar.target_field
    typed(field, "29.6", qtbot)
    qtbot.mouseDClick(field, Qt.MouseButton.LeftButton, pos=field.rect().center())
    assert field.selectedText() == "29.6"
    field.deselect()
    beside = field.rect().center()
    beside.setX(field.width() - 12)  # on the unit
    qtbot.mouseClick(field, Qt.MouseButton.LeftButton, pos=beside)
    assert field.selectedText() == "29.6"


def test_why_something_is_refused_covers_no_row(popover: RequirementPopover, qtbot: QtBot) -> None:
    typed(popover.load, "300 apples", qtbot)
    qtbot.waitUntil(popover.problem.isVisible)
    rows = popover.control_of("least_basis")
    bottom = rows.mapTo(popover, rows.rect().bottomLeft()).y()
    assert bottom < popover.problem.geometry().top()
    assert popover.problem.text().startswith("Load: ")


def test_the_rail_stays_where_it_is_on_every_page(window: MainWindow, qtbot: QtBot) -> None:
    """It stood 48 pixels higher on the Overview: the next click went to another page."""
    frame = window.frame
    assert frame is not None
    tops = set()
    for number in range(len(frame.pages)):
        frame.go_to(number)
        qtbot.wait(0)
        button = frame.rail.buttons[0]
        tops.add(button.mapTo(window, button.rect().topLeft()).y())
    assert len(tops) == 1
