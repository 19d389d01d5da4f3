"""The trace says who changed what is typed, and when."""

from __future__ import annotations

import getpass
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QLocale

from arraywise.domain.options import ProvisioningTime
from arraywise.domain.pricing import PriceLine, PriceSheet
from arraywise.domain.requirement import Requirement
from arraywise.gui.session.page_requests import ShowTrace, TraceableFigure
from arraywise.store.study import open_study
from arraywise.usecases.edit_options import upsert_provisioning_times
from arraywise.usecases.edit_prices import upsert_prices
from arraywise.usecases.edit_study import set_requirement
from arraywise.usecases.undo import undo_step
from tests.gui.conftest import wait_for_answer
from tests.gui.pages.test_decision_page import weighing_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from arraywise.gui.session.last_changes import LastChangesTable
    from arraywise.gui.shell.main_window import MainWindow

FIRST = datetime(2026, 3, 1, 12, 5, tzinfo=UTC)
SECOND = datetime(2026, 3, 2, 18, 40, tzinfo=UTC)
HEAD, SHELF = PriceLine("Head", Decimal(100)), PriceLine("Shelf", Decimal(20))


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime, str], None]:
    """Return a function that states when and by whom the next actions are done."""

    def say(moment: datetime, who: str) -> None:
        monkeypatch.setattr(getpass, "getuser", lambda: who)
        for module in ("store.writing.transaction", "usecases.undo"):
            monkeypatch.setattr(f"arraywise.{module}.utc_now", lambda: moment.replace(tzinfo=None))

    return say


@pytest.fixture
def window(
    make_window: Callable[[], MainWindow],
    small_study: Path,
    qtbot: QtBot,
    at: Callable[[datetime, str], None],
) -> MainWindow:
    """Return a window with a study that Ann and Bob filled on two days."""
    with open_study(small_study) as study:
        at(FIRST, "ann")
        upsert_prices(study, "FC SAN", PriceSheet("BRL", (HEAD, SHELF)))
        upsert_prices(study, "NAS NFS", PriceSheet("BRL", (HEAD, SHELF)))
        upsert_provisioning_times(study, "FC SAN", [ProvisioningTime("Zone", 1, 60.0)])
        at(SECOND, "bob")
        upsert_prices(study, "FC SAN", PriceSheet("BRL", (HEAD, PriceLine("Shelf", Decimal(25)))))
        set_requirement(study, Requirement(0.25, "mean", 54_432_000))
    window = make_window()
    window.open_path(small_study)
    wait_for_answer(qtbot, window)
    return window


def said(moment: datetime, who: str) -> str:
    """Return what is beneath a row."""
    when = QLocale().toString(moment.astimezone(), QLocale.FormatType.ShortFormat)
    return f"Last changed by {who}, {when}"


def table(window: MainWindow, option: str, figure: TraceableFigure) -> LastChangesTable:
    """Trace a figure and return the table of what was typed for it."""
    from arraywise.gui.session.last_changes import LastChangesTable

    options = {known.option.name: known.option.id for known in window.session.answer.options}
    window.frame.handle_request(ShowTrace(options[option], figure))
    (result,) = window.frame.trace.findChildren(LastChangesTable)
    return result


def test_lines_of_different_days_say_so_each(window: MainWindow, qtbot: QtBot) -> None:
    shown = table(window, "FC SAN", TraceableFigure.PRICE)
    low = shown.height()
    qtbot.waitUntil(lambda: shown.notes == (said(FIRST, "ann"), said(SECOND, "bob")))
    assert shown.height() > low
    assert said(SECOND, "bob") in shown.accessibleName()
    assert not shown.common_label.isVisible()


def test_lines_of_one_day_say_so_once(window: MainWindow, qtbot: QtBot) -> None:
    shown = table(window, "NAS NFS", TraceableFigure.PRICE)
    qtbot.waitUntil(shown.common_label.isVisible)
    assert shown.common_label.text() == said(FIRST, "ann")
    assert not any(shown.notes)


def test_steps_and_the_target_say_so(window: MainWindow, qtbot: QtBot) -> None:
    shown = table(window, "FC SAN", TraceableFigure.PROVISIONING)
    qtbot.waitUntil(lambda: shown.notes == (said(FIRST, "ann"),))
    target = table(window, "FC SAN", TraceableFigure.CAPACITY)
    qtbot.waitUntil(lambda: target.notes == (said(SECOND, "bob"),))


def test_a_rating_says_so_in_its_tip(
    window: MainWindow, qtbot: QtBot, at: Callable[[datetime, str], None]
) -> None:
    option = window.session.answer.options[0].option
    dialog = weighing_of(window)
    rated, others = dialog.ratings.levels[option.id], dialog.ratings.words[1].text()
    assert not rated.accessibleDescription()
    at(SECOND, "bob")
    rated.setCurrentIndex(2)
    rated.activated.emit(2)
    qtbot.waitUntil(lambda: rated.accessibleDescription() == said(SECOND, "bob"))
    assert others in rated.toolTip()
    assert said(SECOND, "bob") in rated.toolTip()
    dialog.ratings.choice.setCurrentIndex(1)
    assert not rated.accessibleDescription()
    dialog.ratings.choice.setCurrentIndex(0)
    assert rated.accessibleDescription() == said(SECOND, "bob")
    dialog.close()


def test_undoing_is_said_as_the_last_change(
    window: MainWindow, qtbot: QtBot, at: Callable[[datetime, str], None]
) -> None:
    third = datetime(2026, 3, 3, 8, 0, tzinfo=UTC)
    upsert_prices(window.session.study, "FC SAN", PriceSheet("BRL", (HEAD,)))
    at(third, "eve")
    window.session.move_through_history(undo_step, lambda _came: None)
    wait_for_answer(qtbot, window)
    shown = table(window, "FC SAN", TraceableFigure.PRICE)
    qtbot.waitUntil(lambda: shown.notes == (said(FIRST, "ann"), said(third, "eve")))


def test_of_nobody_known_the_moment_is_said(
    make_window: Callable[[], MainWindow],
    small_study: Path,
    qtbot: QtBot,
    at: Callable[[datetime, str], None],
) -> None:
    with open_study(small_study) as study:
        with study.cursor() as cursor:
            cursor.execute("DELETE FROM typed")
        at(FIRST, "")
        upsert_provisioning_times(study, "FC SAN", [ProvisioningTime("Zone", 1, 60.0)])
    window = make_window()
    window.open_path(small_study)
    wait_for_answer(qtbot, window)
    shown = table(window, "FC SAN", TraceableFigure.PROVISIONING)
    qtbot.waitUntil(lambda: any(shown.notes))
    assert shown.notes == (said(FIRST, "").replace(" by ,", ""),)
    old = table(window, "NAS NFS", TraceableFigure.PRICE)
    with qtbot.waitSignal(window.session.changed):
        window.session.reload()
    wait_for_answer(qtbot, window)
    assert not any(old.notes)
