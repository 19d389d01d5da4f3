"""The Decision page on a real study: dragging the cross-hair, moving weights, pictures."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from arraywise.domain.criteria import Criterion
from arraywise.domain.decision import (
    InputRange,
    closest_break_even,
    find_break_evens,
    nearest_break_evens,
)
from arraywise.domain.requirement import Goal, LoadUnit, Rule, with_load
from arraywise.gui.charts.painted import save_picture
from arraywise.gui.pages.decision.page import DecisionPage
from arraywise.gui.widgets import messages
from arraywise.gui.widgets.painting import STEPS
from arraywise.present.charts.axes import Axis
from arraywise.present.charts.decision_map import legend_contents
from arraywise.present.headline import build_headline
from arraywise.store.reading.facts import read_facts
from arraywise.store.reading.inputs import read_requirement
from arraywise.store.study import open_study
from arraywise.usecases.decide_study import answer
from tests.gui.acting import shown_page
from tests.gui.conftest import wait_for_answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from arraywise.domain.decision import Answer
    from arraywise.gui.pages.decision.stakeholders import WeightingPanel
    from arraywise.gui.shell.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(open_small: Callable[[], MainWindow], qtbot: QtBot) -> MainWindow:
    """Return a window that shows the Decision page of the small study."""
    window = open_small()
    assert window.frame is not None
    window.frame.go_to(window.frame.pages.index(window.frame.page("decision")))
    wait_for_answer(qtbot, window)
    return window


@pytest.fixture
def seen(shared_window: MainWindow, qtbot: QtBot) -> MainWindow:
    """Return a window that shows the Decision page, and may only be looked at."""
    shown_page(shared_window, "decision")
    wait_for_answer(qtbot, shared_window)
    return shared_window


def page_of(window: MainWindow) -> DecisionPage:
    """Return the page."""
    assert window.frame is not None
    page = window.frame.page("decision")
    assert isinstance(page, DecisionPage)
    return page


def weighing_of(window: MainWindow) -> WeightingPanel:
    """Open the weights and value functions."""
    assert window.frame is not None
    page = page_of(window)
    window.frame.go_to(window.frame.pages.index(page))
    page.open_weights()
    assert page.weighing is not None
    return page.weighing


def answer_of(window: MainWindow) -> Answer:
    """Return the present answer."""
    assert window.session is not None
    assert window.session.answer is not None
    return window.session.answer


def point_at(window: MainWindow, visits: float, target_s: float) -> QPoint:
    """Return where a requirement is on the map."""
    asked = replace(
        answer_of(window).requirement, visits_per_month=round(visits), response_time_s=target_s
    )
    return page_of(window).map.position_of(asked).toPoint()


def ask_easily(window: MainWindow, qtbot: QtBot) -> None:
    """Ask for what both options meet, so that weights decide."""
    assert window.session is not None
    asked = answer_of(window).requirement
    window.session.save_requirement(
        replace(asked, visits_per_month=48_000_000, response_time_s=0.17)
    )
    wait_for_answer(qtbot, window)
    assert len([o for o in answer_of(window).options if o.rank]) == 2


def drag(window: MainWindow, to: QPoint, qtbot: QtBot) -> None:
    """Take the cross-hair and hold it elsewhere."""
    chart = page_of(window).map
    start = chart.position_of(answer_of(window).requirement).toPoint()
    before = answer_of(window).requirement
    QTest.mousePress(chart, LEFT, pos=start)
    for share in (0.4, 0.8, 1.0):
        QTest.mouseMove(chart, start + (to - start) * share)
    qtbot.waitUntil(lambda: answer_of(window).requirement != before)


def stored(path: Path) -> tuple[float, int]:
    """Return target and visits as they are in the file."""
    with open_study(path) as study:
        asked = read_facts(study).requirement
    return asked.response_time_s, asked.visits_per_month


def test_dragging_the_cross_hair_answers_live_and_is_kept_once(
    window: MainWindow, small_study: Path, qtbot: QtBot
) -> None:
    to = point_at(window, 40e6, 0.25)
    assert window.frame is not None
    strip_before = window.frame.strip.cells["response"].message
    before = answer_of(window)
    drag(window, to, qtbot)
    assert window.session is not None
    assert window.session.facts is not None
    assert window.session.facts.requirement == before.requirement, "not kept while it is held"
    kept: list[object] = []
    window.session.saving_changed.connect(lambda: kept.append(window.session))
    QTest.mouseRelease(page_of(window).map, LEFT, pos=to)
    wait_for_answer(qtbot, window)
    asked = answer_of(window).requirement
    assert asked.visits_per_month == pytest.approx(40e6, rel=0.02)
    assert asked.response_time_s == pytest.approx(0.25, abs=0.004)
    assert window.frame is not None
    assert window.frame.bar.requirement == asked
    assert window.frame.strip.cells["response"].message != strip_before
    assert len(kept) == 3, "one action: begun, done, ended"
    window.close_study()
    assert stored(small_study) == (asked.response_time_s, asked.visits_per_month)


@pytest.mark.parametrize("unit", [LoadUnit.VISITS, LoadUnit.TPS])
def test_arrows_move_the_cross_hair_and_keep_it(
    window: MainWindow, qtbot: QtBot, unit: LoadUnit
) -> None:
    chart, before = page_of(window).map, answer_of(window).requirement
    if unit is LoadUnit.TPS:
        assert window.session is not None
        window.session.save_requirement(with_load(before, unit, 80.0))
        wait_for_answer(qtbot, window)
        before = answer_of(window).requirement
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Left)
    wait_for_answer(qtbot, window)
    now = answer_of(window).requirement
    assert now.visits_per_month < before.visits_per_month
    assert (now.response_time_s, now.load_unit) == (before.response_time_s, unit)
    assert now.stated_load[1] < before.stated_load[1]
    QTest.keyClick(chart, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    wait_for_answer(qtbot, window)
    assert answer_of(window).requirement.response_time_s > now.response_time_s
    assert window.session is not None
    assert window.session.facts is not None
    assert window.session.facts.requirement == answer_of(window).requirement


def test_the_map_says_what_the_answer_says(seen: MainWindow) -> None:
    picture = page_of(seen).map.picture
    assert picture is not None
    assert seen.session is not None
    answer_inputs = seen.session.answer_inputs
    assert answer_inputs is not None
    drawn = picture.drawn
    for column in range(7, 200, 37):
        for row in range(7, 200, 37):
            asked = replace(
                answer_inputs.requirement,
                visits_per_month=round(drawn.visits_per_month[column]),
                response_time_s=drawn.response_time_s[row],
            )
            result = answer(answer_inputs.prepared, answer_inputs.facts, asked, draws=10)
            winner = drawn.winners[row][column]
            expected = None if winner < 0 else result.options[winner].option
            assert result.recommended == expected, (asked, winner)


def test_the_picture_shows_the_map(seen: MainWindow) -> None:
    picture = page_of(seen).map.picture
    assert picture is not None
    drawn, image = picture.drawn, picture.image
    colours = {
        (column, row): image.pixelColor(
            round(column * (image.width() - 1) / 199),
            round((199 - row) * (image.height() - 1) / 199),
        ).name()
        for column, row in ((3, 196), (196, 196), (196, 3))
    }
    by_winner: dict[int, set[str]] = {}
    for (column, row), colour in colours.items():
        if not drawn.undecided[row][column]:
            by_winner.setdefault(drawn.winners[row][column], set()).add(colour)
    assert by_winner
    assert all(len(result) == 1 for result in by_winner.values())
    assert len({c for result in by_winner.values() for c in result}) == len(by_winner)


def test_the_key_of_the_map_names_what_occurs_on_it_alone(seen: MainWindow) -> None:
    page = page_of(seen)
    picture = page.map.picture
    assert picture is not None
    bases, is_hatched, is_empty = legend_contents(picture.drawn)
    assert bases
    assert len(page.map_key.words) == len(bases) + is_hatched + is_empty
    assert page.map_key.words[-1:] == (("none passes",) if is_empty else ("not shown",))


def test_a_dragged_weight_changes_the_ranking_and_is_kept_once(
    window: MainWindow, small_study: Path, qtbot: QtBot
) -> None:
    ask_easily(window, qtbot)
    row = page_of(window).weights.rows[Criterion.PRICE]
    assert window.session is not None
    writes: list[str] = []
    window.session.saving_changed.connect(lambda: writes.append("changed"))
    slider = row.slider
    start = QPoint(round(10 + slider.value() / STEPS * (slider.width() - 20)), 12)
    end = QPoint(slider.width() - 14, 12)
    before = answer_of(window)
    QTest.mousePress(slider, LEFT, pos=start)
    QTest.mouseMove(slider, (start + end) / 2)
    QTest.mouseMove(slider, end)
    qtbot.waitUntil(lambda: dict(answer_of(window).weights)[Criterion.PRICE] > 0.9)
    assert not writes, "nothing is written while the thumb is held"
    values = {o.option.name: o.value for o in answer_of(window).options}
    assert values != {o.option.name: o.value for o in before.options}
    assert answer_of(window).recommended != before.recommended
    QTest.mouseRelease(slider, LEFT, pos=end)
    wait_for_answer(qtbot, window)
    assert len(writes) == 3
    weights = dict(answer_of(window).weights)
    assert sum(weights.values()) == pytest.approx(1)
    others = [c for c in weights if c is not Criterion.PRICE]
    was = dict(before.weights)
    ratios = [weights[c] / was[c] for c in others]
    assert max(ratios) == pytest.approx(min(ratios), rel=1e-3), "the others keep proportions"
    window.close_study()
    with open_study(small_study) as study:
        swings = {s.criterion: s.swing for s in read_facts(study).criteria}
    assert swings[Criterion.PRICE] == pytest.approx(100 * weights[Criterion.PRICE])


def test_a_typed_weight_counts_and_a_wrong_one_says_why(window: MainWindow, qtbot: QtBot) -> None:
    field = page_of(window).weights.rows[Criterion.HEADROOM].field
    field.setFocus()
    for text, fault in (("150", True), ("40", False)):
        field.selectAll()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert bool(field.property("invalid")) is fault
    wait_for_answer(qtbot, window)
    assert dict(answer_of(window).weights)[Criterion.HEADROOM] == pytest.approx(0.4)
    texts = [row.field.text() for row in page_of(window).weights.rows.values()]
    assert len({len(text.partition(".")[2]) for text in texts}) == 1  # one width a column
    assert "40.0" in texts
    QTest.mouseClick(page_of(window).weights.equal, LEFT)
    wait_for_answer(qtbot, window)
    assert {w for _, w in answer_of(window).weights} == {0.25}
    slider = page_of(window).weights.rows[Criterion.HEADROOM].slider
    assert "share the change equally" not in slider.toolTip()
    field.selectAll()
    QTest.keyClicks(field, "100")
    QTest.keyClick(field, Qt.Key.Key_Return)
    wait_for_answer(qtbot, window)
    assert dict(answer_of(window).weights)[Criterion.HEADROOM] == 1.0
    assert slider.toolTip().endswith("the others share the change equally")


def test_bars_have_tips_and_the_map_is_read_out(window: MainWindow, qtbot: QtBot) -> None:
    first = answer_of(window).recommended
    assert first is not None
    message = f"Map: 54.4 M visits, 200 ms: {first.name}"
    assert page_of(window).map.describe_state().startswith(message)
    ask_easily(window, qtbot)
    page, result = page_of(window), answer_of(window)
    ranking = page.ranking
    tips = {ranking.describe_at(QPointF(x, 50)) for x in range(0, ranking.width(), 8)}
    assert len(tips) == 1 + len(result.weights)
    assert page.lead.describe_at(QPointF(50, 30))


def test_the_rule_is_chosen_beside_the_title(window: MainWindow, qtbot: QtBot) -> None:
    page = page_of(window)
    assert page.rule.currentText() == "Best value"
    page.rule.setCurrentIndex(page.rule.findData(Rule.LOWEST_PRICE))
    page.rule.activated.emit(page.rule.currentIndex())
    wait_for_answer(qtbot, window)
    assert answer_of(window).requirement.rule is Rule.LOWEST_PRICE
    assert page.subtitle.text() == "lowest price of those that pass"


@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_pictures_of_the_map_are_saved(seen: MainWindow, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"map{suffix}"
    save_picture(page_of(seen).map, path)
    image = QImage(str(path))
    assert not image.isNull()
    assert image.width() >= page_of(seen).map.width()
    wide, high = range(70, image.width() - 20, 9), range(20, image.height() - 60, 9)
    colours = {image.pixelColor(x, y).name() for x in wide for y in high}
    assert len(colours) > 3


def test_presentation_mode_shows_map_and_answer_and_leaves(
    window: MainWindow, qtbot: QtBot
) -> None:
    QTest.keyClick(window, Qt.Key.Key_F11)
    view = window.presenter.view
    assert view is not None
    wait_for_answer(qtbot, window)
    assert not window.menuBar().isVisible()
    headline = build_headline(answer_of(window))
    assert view.answer.name.text() == messages.translate_message(headline.title)
    before = answer_of(window).requirement.visits_per_month
    QTest.keyClick(view.map, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: answer_of(window).requirement.visits_per_month < before)
    QTest.keyClick(view, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: answer_of(window).requirement.visits_per_month == before)
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert window.presenter.view is None
    assert window.menuBar().isVisible()
    assert page_of(window).isVisible()


def asked_in_study(window: MainWindow) -> int:
    assert window.session is not None
    return read_requirement(window.session.study).visits_per_month


def test_what_is_dragged_while_presenting_is_a_trial_until_it_is_kept(
    window: MainWindow, qtbot: QtBot
) -> None:
    """It overwrote the study's requirement in front of the client."""
    before = asked_in_study(window)
    QTest.keyClick(window, Qt.Key.Key_F11)
    view = window.presenter.view
    assert view is not None
    assert not view.trial.isVisible()
    wait_for_answer(qtbot, window)
    places = view.map.geometry(), view.answer.geometry()
    QTest.keyClick(view.map, Qt.Key.Key_Left)
    qtbot.waitUntil(view.trial.isVisible)
    wait_for_answer(qtbot, window)
    assert (view.map.geometry(), view.answer.geometry()) == places  # nothing moves
    assert asked_in_study(window) == before
    QTest.keyClick(view, Qt.Key.Key_F11)
    (asked,) = view.findChildren(QMessageBox)
    assert window.presenter.view is view
    back = next(b for b in asked.buttons() if b.text() == "Put back")
    qtbot.mouseClick(back, Qt.MouseButton.LeftButton)
    assert window.presenter.view is None
    wait_for_answer(qtbot, window)
    assert asked_in_study(window) == before == answer_of(window).requirement.visits_per_month


def test_presentation_shows_a_target_only_where_one_is_asked_for(
    window: MainWindow, qtbot: QtBot
) -> None:
    QTest.keyClick(window, Qt.Key.Key_F11)
    view, session = window.presenter.view, window.session
    assert view is not None
    assert session is not None
    assert view.target_slider.isVisible()
    session.save_requirement(replace(answer_of(window).requirement, goal=Goal.NONE))
    wait_for_answer(qtbot, window)
    qtbot.waitUntil(lambda: not view.target_slider.isVisible())
    assert view.visits_slider.isVisible()


def test_a_trial_that_is_kept_is_in_the_study(window: MainWindow, qtbot: QtBot) -> None:
    before = asked_in_study(window)
    QTest.keyClick(window, Qt.Key.Key_F11)
    view = window.presenter.view
    assert view is not None
    QTest.keyClick(view.map, Qt.Key.Key_Left)
    qtbot.waitUntil(view.trial.isVisible)
    QTest.keyClick(view.map, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: asked_in_study(window) < before)
    assert not view.trial.isVisible()
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert window.presenter.view is None


def test_single_keys_show_runner_up_findings_and_runway(window: MainWindow, qtbot: QtBot) -> None:
    """In a meeting nobody leaves the map to answer "and the other one?"."""
    ask_easily(window, qtbot)
    QTest.keyClick(window, Qt.Key.Key_F11)
    view = window.presenter.view
    assert view is not None
    first = view.answer.name.text()
    rival = next(o.option.name for o in answer_of(window).options if o.rank == 2)
    assert rival in view.answer.other.text()
    QTest.keyClick(view.map, Qt.Key.Key_R)
    assert (rival in view.answer.name.text(), view.answer.other.text()) == (True, first)
    QTest.keyClick(view.map, Qt.Key.Key_R)
    assert view.answer.name.text() == first
    QTest.keyClick(view.map, Qt.Key.Key_F)
    assert view.findings.isVisible()
    assert len(view.findings.rows) == len(answer_of(window).findings)
    QTest.keyClick(view.findings, Qt.Key.Key_F)
    assert view.answer.isVisible()
    QTest.keyClick(view.map, Qt.Key.Key_M)
    assert not view.map.isVisible()
    wait_for_answer(qtbot, window)
    QTest.keyClick(view, Qt.Key.Key_M)
    assert view.map.isVisible()
    window.presenter.stop()


def test_break_evens_are_named_nearest_first() -> None:
    parts = (
        InputRange(1, 2, 0, undecided=False),
        InputRange(2, 3, 0, undecided=True),
        InputRange(3, 4, 1, undecided=False),
        InputRange(4, 5, 2, undecided=False),
        InputRange(5, 6, 0, undecided=False),
        InputRange(6, 9, None, undecided=False),
    )
    result = find_break_evens(parts)
    assert [b.value for b in result] == [3, 4, 5, 6]
    assert [b.value for b in nearest_break_evens(result, 5.5)] == [4, 5, 6]
    change = closest_break_even(result, 5.9)
    assert change is not None
    assert (change.value, change.before, change.after) == (6, 0, None)
    assert closest_break_even((), 1.0) is None


@pytest.mark.parametrize("logarithmic", [False, True])
def test_axes_go_there_and_back(*, logarithmic: bool) -> None:
    axis = Axis(15e6, 110e6, 50, 650, logarithmic=logarithmic)
    for value in (15e6, 40e6, 110e6):
        assert axis.value(axis.to_position(value)) == pytest.approx(value)
    assert axis.value(9999) == pytest.approx(110e6)
    ticks = axis.ticks(8)
    assert 3 <= len(ticks) <= 9
    assert all(axis.holds(tick.value) for tick in ticks)
