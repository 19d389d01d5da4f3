from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel

from arraywise.domain.decision import (
    Certainty,
    CertaintyBasis,
    DoubtReason,
    InputRange,
    MapCuts,
    OpenRival,
    Verdict,
)
from arraywise.domain.messages import message
from arraywise.domain.requirement import Requirement
from arraywise.gui.shell.answer_strip import AnswerCell, AnswerStrip, CellText
from arraywise.gui.shell.presentation import AnswerPanel
from arraywise.gui.shell.requirement_bar import RequirementBar
from arraywise.gui.widgets.painting import RibbonPart, RibbonSlider, Scale
from arraywise.store.reading.history import Scenario
from tests.gui.example_answer import REQUIREMENT, example_answer

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@given(st.floats(0, 1), st.booleans())
def test_a_scale_goes_there_and_back(share: float, logarithmic: bool) -> None:  # noqa: FBT001
    scale = Scale(15e6, 110e6, logarithmic)
    assert scale.share_of(scale.value_at(share)) == pytest.approx(share, abs=1e-9)


@pytest.fixture
def slider(qtbot: QtBot) -> RibbonSlider:
    built = RibbonSlider("Visits")
    built.set_scale(Scale(0, 100))
    built.show_value(50)
    built.resize(300, 34)
    qtbot.addWidget(built)
    built.show()
    return built


def test_keys_move_a_slider(slider: RibbonSlider, qtbot: QtBot) -> None:
    with qtbot.waitSignals([slider.moved_to, slider.settled]):
        qtbot.keyClick(slider, Qt.Key.Key_Right)
    assert slider.current == pytest.approx(51)
    qtbot.keyClick(slider, Qt.Key.Key_PageDown)
    assert slider.current == pytest.approx(41)


def test_shift_and_arrow_go_to_the_next_change(slider: RibbonSlider, qtbot: QtBot) -> None:
    slider.show_ribbon((RibbonPart(20, 0), RibbonPart(70, 1), RibbonPart(100, None)))
    qtbot.keyClick(slider, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert slider.current == pytest.approx(70, abs=0.1)
    qtbot.keyClick(slider, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(slider, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert slider.current == pytest.approx(20, abs=0.1)


def test_dragging_tries_and_letting_go_keeps(slider: RibbonSlider, qtbot: QtBot) -> None:
    with qtbot.waitSignal(slider.moved_to):
        qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(10, 12))
    assert slider.current == pytest.approx(0)
    with qtbot.waitSignal(slider.settled):
        qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(10, 12))


@pytest.fixture
def bar(qtbot: QtBot) -> RequirementBar:
    built = RequirementBar()
    qtbot.addWidget(built)
    built.resize(1280, 60)
    built.show()
    built.fit_scales(REQUIREMENT)
    return built


def test_a_typed_target_is_kept(bar: RequirementBar, qtbot: QtBot) -> None:
    bar.target_field.selectAll()
    qtbot.keyClicks(bar.target_field, "150")
    with qtbot.waitSignal(bar.given) as given_:
        qtbot.keyClick(bar.target_field, Qt.Key.Key_Return)
    assert given_.args == [replace(REQUIREMENT, response_time_s=0.15)]


@pytest.mark.parametrize("typed", ["54,4x", "0", "-3", ""])
def test_nonsense_is_marked_and_kept_out(bar: RequirementBar, qtbot: QtBot, typed: str) -> None:
    bar.visits_field.selectAll()
    qtbot.keyClicks(bar.visits_field, typed) if typed else bar.visits_field.del_()
    with qtbot.assertNotEmitted(bar.given):
        qtbot.keyClick(bar.visits_field, Qt.Key.Key_Return)
    assert bar.visits_field.property("invalid")
    assert bar.visits_field.toolTip()
    assert bar.requirement == REQUIREMENT


def test_sliders_keep_their_ends_until_a_value_leaves_them(bar: RequirementBar) -> None:
    before = bar.visits_slider.scale
    bar.show_requirement(replace(REQUIREMENT, visits_per_month=60_000_000))
    assert bar.visits_slider.scale == before
    bar.show_requirement(replace(REQUIREMENT, visits_per_month=900_000_000))
    assert bar.visits_slider.scale.holds(900_000_000)


def test_the_statistic_is_chosen(bar: RequirementBar, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bar.given) as given_:
        bar.statistic.setCurrentIndex(bar.statistic.findData("p95"))
        bar.statistic.activated.emit(bar.statistic.currentIndex())
    assert given_.args[0].statistic == "p95"


def test_scenarios_are_put_in_use_or_compared(bar: RequirementBar, qtbot: QtBot) -> None:
    box = bar.scenario
    assert box.currentText() == "Base case"
    bar.scenario.show_scenarios((Scenario(7, "Dearer switch", in_use=True),))
    assert box.currentText() == "Dearer switch"
    assert "Dearer switch" in box.toolTip()
    with qtbot.waitSignal(box.used) as used:
        box.setCurrentIndex(0)
        box.activated.emit(0)
    assert used.args == [0]
    assert box.currentText() == "Dearer switch"  # until the study says otherwise
    with qtbot.assertNotEmitted(box.used), qtbot.waitSignal(box.table_wanted):
        box.setCurrentIndex(box.count() - 1)
        box.activated.emit(box.currentIndex())
    assert box.currentText() == "Dearer switch"


def test_other_scenarios_take_the_place_of_those_shown(bar: RequirementBar) -> None:
    box = bar.scenario
    for name, in_use in (("Dearer", True), ("Dearest", True), ("Dearest", False)):
        box.show_scenarios((Scenario(7, name, in_use=in_use),))
        assert box.itemText(1) == name
        assert box.currentText() == (name if in_use else "Base case")


def test_the_ribbon_has_the_winners_colours(bar: RequirementBar) -> None:
    cuts = MapCuts(
        (
            InputRange(15e6, 50e6, 2, undecided=False),
            InputRange(50e6, 110e6, None, undecided=True),
        ),
        (InputRange(0.04, 0.4, 0, undecided=False),),
    )
    bar.show_cuts(cuts, example_answer().options)
    assert bar.visits_slider._ribbon == (
        RibbonPart(50e6, 2),
        RibbonPart(110e6, None, hatched=True),
    )


@pytest.fixture
def strip(qtbot: QtBot) -> AnswerStrip:
    built = AnswerStrip()
    qtbot.addWidget(built)
    built.resize(1280, 48)
    built.show()
    return built


def said(strip: AnswerStrip, cell: str) -> str:
    return strip.cells[cell].accessibleName()


def test_the_answer_in_six_cells(strip: AnswerStrip) -> None:
    strip.show_answer(example_answer())
    assert said(strip, "recommended") == "Recommended, best value FC SAN"
    assert said(strip, "response") == (
        "Meets 200 ms at 84.0 tx/s Pass 120 [112\u2013129] ms, measured"
    )
    assert said(strip, "price") == "36-month price, BRL 615,000 86,400 more than NAS NFS"
    assert said(strip, "headroom") == "Load it carries 70.8 M visits, 30\u00a0% spare"
    assert said(strip, "sure") == "How sure 8 times in ten FC SAN ahead of NAS NFS"
    assert said(strip, "findings") == "Findings open 2, 1 serious"


@pytest.mark.parametrize("proven", [0, 1])
def test_what_is_undetermined_is_not_said_to_fail(strip: AnswerStrip, proven: int) -> None:
    answer = example_answer()
    options = tuple(
        replace(o, status=Verdict.FAIL if at < proven else Verdict.UNDETERMINED, rank=None)
        for at, o in enumerate(answer.options)
    )
    strip.show_answer(replace(answer, recommended=None, options=options))
    assert said(strip, "recommended").endswith("No option is shown to pass")


@pytest.mark.parametrize(
    ("certainty", "title", "sure"),
    [
        (
            Certainty(CertaintyBasis.OPEN, message("x"), rivals=(OpenRival("Fluid Cache", 0.3),)),
            "Recommended, best value",
            "How sure Open: Fluid Cache could win",
        ),
        (
            Certainty(CertaintyBasis.ALONE, message("x")),
            "The only one shown to pass",
            "How sure not compared one option passes",
        ),
        (
            Certainty(CertaintyBasis.UNPRICED, message("x"), without_prices=True),
            "First, prices missing",
            "How sure enter prices the first place is provisional",
        ),
        (
            Certainty(CertaintyBasis.AT_FAULT, message("x")),
            "Recommended, best value",
            "How sure not shown correct the inputs first",
        ),
        (
            Certainty(CertaintyBasis.COMPARED, message("x"), share_ahead=1.0, serious_findings=2),
            "Recommended, best value",
            "How sure 99 times in a hundred FC SAN ahead of NAS NFS; 2 serious findings on them",
        ),
    ],
)
def test_how_sure_is_of_a_comparison(
    strip: AnswerStrip, certainty: Certainty, title: str, sure: str
) -> None:
    strip.show_answer(replace(example_answer(), certainty=certainty))
    assert said(strip, "recommended").startswith(title)
    assert said(strip, "sure") == sure
    assert "%" not in said(strip, "sure")


def test_no_recommendation_is_said_and_not_zero(strip: AnswerStrip) -> None:
    answer = example_answer()
    failed = tuple(replace(o, status=Verdict.FAIL, rank=None) for o in answer.options)
    strip.show_answer(replace(answer, recommended=None, options=failed))
    assert said(strip, "recommended").endswith("No option passes")
    assert said(strip, "response").endswith("0 of 5 options")
    assert "0 %" not in said(strip, "headroom")


def test_a_narrow_strip_drops_grey_words_from_the_right(strip: AnswerStrip) -> None:
    strip.show_answer(example_answer())
    strip.resize(1000, 48)
    short = [name for name, cell in strip.cells.items() if cell.is_short]
    order = ["findings", "headroom", "price", "response", "recommended", "sure"]
    assert short
    assert set(short) == set(order[: len(short)]), "who could win is the last to go"
    widths = sum(cell.sizeHint().width() + 1 for cell in strip.cells.values())
    assert widths <= 1000
    strip.resize(1600, 48)
    assert not any(cell.is_short for cell in strip.cells.values())


def test_cells_are_as_wide_as_what_they_say(strip: AnswerStrip) -> None:
    strip.show_answer(example_answer())
    cell = strip.cells["response"]
    for said_now in (CellText("a", "1"), CellText("a", "1,000,000,000", "of many more things")):
        cell.show_message(said_now)
        fresh = AnswerCell()
        fresh.show_message(said_now)
        assert cell.sizeHint().width() == fresh.sizeHint().width() > 30
        assert cell.minimumSizeHint().width() <= cell.sizeHint().width()


def test_a_click_asks_where_a_figure_comes_from(strip: AnswerStrip, qtbot: QtBot) -> None:
    with qtbot.waitSignal(strip.origin_requested) as asked:
        qtbot.mouseClick(strip.cells["price"], Qt.MouseButton.LeftButton)
    assert asked.args == ["price"]


def test_the_convention_is_named(bar: RequirementBar) -> None:
    bar.show_answer(example_answer())
    assert bar.demand.text() == "84.0 tx/s at peak"
    assert bar.convention.text() == "5,040\u00a0tx a minute"
    assert bar.demand.toolTip() == "80 % of load in 20 % of time"
    assert Requirement().convention.value == "peak-sized"


@pytest.mark.parametrize(
    ("doubt", "stated"),
    [
        (DoubtReason.MARGIN, "How sure 8 times in ten FC SAN narrowly ahead of NAS NFS"),
        (DoubtReason.TIE, "How sure no clear winner FC SAN or NAS NFS"),
    ],
)
def test_a_doubt_is_part_of_how_sure_it_is(
    strip: AnswerStrip, doubt: DoubtReason, stated: str
) -> None:
    """It stood as "no clear winner" beside "9 times in ten ahead"."""
    answer = example_answer()
    strip.show_answer(replace(answer, certainty=replace(answer.certainty, doubts=(doubt,))))
    assert said(strip, "sure") == stated
    assert said(strip, "recommended") == "Recommended, best value FC SAN"


def test_no_share_of_a_moment_ago_is_shown_while_the_answer_settles(
    strip: AnswerStrip, qtbot: QtBot
) -> None:
    answer = example_answer()
    panel = AnswerPanel()
    qtbot.addWidget(panel)
    for is_settling in (False, True):
        shown = replace(answer, is_preliminary=is_settling)
        strip.show_answer(shown)
        panel.show_answer(shown, None)
        texts = {each.text() for each in panel.findChildren(QLabel)}
        assert ("times in ten" in said(strip, "sure")) is not is_settling
        assert ("settling\u2026" in texts) is is_settling


def test_an_equal_price_is_called_the_same(strip: AnswerStrip) -> None:
    answer = example_answer()
    chosen = next(o for o in answer.options if o.option == answer.recommended)
    options = tuple(replace(o, price=chosen.price) if o.price else o for o in answer.options)
    strip.show_answer(replace(answer, options=options))
    assert "the same as" in said(strip, "price")
