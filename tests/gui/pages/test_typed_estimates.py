"""Times and ratings that are estimated, typed and chosen in a real window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QLabel

from arraywise.domain.criteria import Criterion
from arraywise.domain.estimates import LeastLikelyMost, MeanAndError
from arraywise.gui.grid.actions import extend_line
from arraywise.gui.session.page_requests import ShowTrace, TraceableFigure
from arraywise.gui.widgets.figures import EN_DASH
from arraywise.gui.widgets.trace_parts import TraceTable
from arraywise.store.reading.facts import read_facts
from arraywise.store.study import open_study
from arraywise.usecases.undo import redo_step, undo_step
from tests.gui.acting import shown_page
from tests.gui.conftest import wait_for_answer
from tests.gui.pages.test_decision_page import weighing_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QComboBox
    from pytestqt.qtbot import QtBot

    from arraywise.domain.criteria import Rating
    from arraywise.domain.estimates import Estimate
    from arraywise.domain.options import ProvisioningTime
    from arraywise.gui.pages.provisioning import ProvisioningPage
    from arraywise.gui.shell.main_window import MainWindow

NORMAL, TRIANGLE = MeanAndError(750.0, 90.0), LeastLikelyMost(600.0, 720.0, 1200.0)


def typed(window: MainWindow, qtbot: QtBot, *cells: str) -> ProvisioningPage:
    """Type into the first step, from its first repetition on."""
    page = shown_page(window, "provisioning")
    page._apply_block(0, 1, [list(cells)])
    qtbot.waitUntil(lambda: window.background.is_idle, timeout=20_000)
    return page


def judged(times: tuple[ProvisioningTime, ...]) -> list[Estimate | None]:
    return [time.estimate for time in times]


@pytest.mark.parametrize(
    ("locale", "normal"), [("en_US", "12.5 ± 1.5"), ("de_DE", "12,5 ± 1,5"), ("pt_BR", "12,5±1,5")]
)
def test_what_is_typed_is_read_kept_and_shown(
    open_shared: Callable[[], MainWindow],
    qtbot: QtBot,
    small_study: Path,
    locale: str,
    normal: str,
) -> None:
    QLocale.setDefault(QLocale(locale))
    window = open_shared()
    page = typed(window, qtbot, normal, "10 / 12 / 20", "")
    first, second = (page.model.cell_at(0, column) for column in (1, 2))
    assert first.text == normal.replace("±", " ± ").replace("  ", " ")
    assert second.text == "10 / 12 / 20"
    assert (first.number, second.number) == (12.5, 14)
    assert "14" in second.tip
    assert [page.model.editor_text_at(0, column) for column in (1, 2)] == [first.text, second.text]
    option = page.tabs.option.id
    window.close()
    with open_study(small_study) as study:
        known = next(o for o in read_facts(study).options if o.option.id == option)
        assert judged(known.provisioning) == [NORMAL, TRIANGLE]
        assert [time.seconds for time in known.provisioning] == [750, 840]


def test_undo_takes_an_estimate_back_in_one_step(
    open_shared: Callable[[], MainWindow], qtbot: QtBot, small_study: Path
) -> None:
    window = open_shared()
    page = typed(window, qtbot, "12.5 ± 1", "", "")
    option = page.tabs.option.id
    typed(window, qtbot, "12.5 ± 1.5")
    window.close()
    with open_study(small_study) as study:

        def now() -> list[Estimate | None]:
            return judged(
                next(o for o in read_facts(study).options if o.option.id == option).provisioning
            )

        assert now() == [NORMAL]
        taken = undo_step(study)
        assert taken is not None
        assert str(taken.what).startswith("provisioning times of")
        assert now() == [MeanAndError(750.0, 60.0)]
        undo_step(study)
        assert now() == [None, None, None]
        redo_step(study)
        redo_step(study)
        assert now() == [NORMAL]


def test_what_does_not_rise_is_kept_as_typed_and_told(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    page = typed(window, qtbot, "20 / 12 / 10", "12 ± -1", "10/12/20")
    shown = [page.model.cell_at(0, column) for column in (1, 2, 3)]
    assert all(each.invalid for each in shown)
    assert [each.text for each in shown] == ["20 / 12 / 10", "12 ± -1", "10/12/20"]
    assert "not in rising order" in shown[0].tip
    assert "never negative" in shown[1].tip
    assert "spaces around" in shown[2].tip
    assert window.session.option_facts(page.tabs.option.id).provisioning == ()
    assert page.banner.text.startswith("Cells that cannot be read: 3 The other cells give the")
    page._apply_block(0, 1, [["", "", ""]])
    assert page.banner.isHidden()


def test_what_was_no_time_in_another_locale_is_still_told_of(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    page = typed(window, qtbot, "12 ± 1,5", "", "")
    QLocale.setDefault(QLocale("de_DE"))
    page._show_sheet()
    shown = page.model.cell_at(0, 1)
    assert (shown.text, shown.invalid) == ("12 ± 1,5", True)
    assert shown.tip.endswith("enter it again")
    assert window.session.option_facts(page.tabs.option.id).provisioning == ()


def test_formulas_take_the_mean_of_an_estimate(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    page = typed(window, qtbot, "10 / 12 / 20", "=B1*2", "")
    option = page.tabs.option.id
    qtbot.waitUntil(
        lambda: (
            [t.seconds for t in window.session.option_facts(option).provisioning] == [840, 1680]
        )
    )
    assert judged(window.session.option_facts(option).provisioning) == [TRIANGLE, None]


def test_answer_and_trace_tell_of_estimates(
    open_shared: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_shared()
    page = typed(window, qtbot, "10 / 12 / 20", "", "")
    option = page.tabs.option
    interval = window.session.option_answer(option.id).provisioning_s
    assert interval.point == 840
    assert (interval.low, interval.high) == pytest.approx((642.4, 1115.1), abs=0.1)
    window.frame.handle_request(ShowTrace(option.id, TraceableFigure.PROVISIONING))
    trace = window.frame.trace
    (table,) = trace.findChildren(TraceTable)
    assert table.accessibleName() == "Provide (10 / 12 / 20) 14.0 min"
    texts = " ".join(result.text() for result in trace.findChildren(QLabel))
    assert "95\N{NO-BREAK SPACE}% interval 10.7 to 18.6 min" in texts.replace(
        "95 %", "95\N{NO-BREAK SPACE}%"
    )
    assert "triangular" in texts


def test_estimates_are_copied_and_not_counted_on() -> None:
    for text in ("12 ± 1.5", "10 / 12 / 20"):
        assert extend_line([text], 2, 1, 0) == [text, text]


def test_a_rating_lies_between_levels(open_shared: Callable[[], MainWindow], qtbot: QtBot) -> None:
    window = open_shared()
    tab = weighing_of(window).ratings
    tab.choice.setCurrentIndex(tab.choice.findData(Criterion.OPERABILITY))
    option_id, box = next(iter(tab.levels.items()))
    low, high = tab.ends[option_id]
    assert not low.isEnabled()

    def choose(field: QComboBox, level: int) -> Rating:
        index = level if field is box else field.findData(level)
        field.setCurrentIndex(index)
        field.activated.emit(index)
        wait_for_answer(qtbot, window)
        return dict(window.session.option_facts(option_id).ratings)[Criterion.OPERABILITY]

    assert choose(box, 3) == 3
    assert [low.itemText(i) for i in range(low.count())] == [EN_DASH, "1", "2"]
    assert [high.itemText(i) for i in range(high.count())] == [EN_DASH, "4", "5"]
    assert choose(low, 2) == LeastLikelyMost(2, 3, 3)
    assert choose(high, 5) == LeastLikelyMost(2, 3, 5)
    assert (low.currentText(), box.currentIndex(), high.currentText()) == ("2", 3, "5")
    assert choose(box, 1) == LeastLikelyMost(1, 1, 5)
    assert (low.isEnabled(), low.currentText()) == (False, EN_DASH)
    assert choose(box, 5) == 5
    assert not high.isEnabled()
