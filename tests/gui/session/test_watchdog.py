from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from tests.gui.watchdog import Watchdog

if TYPE_CHECKING:
    import pytest
    from pytestqt.qtbot import QtBot

    from tests.gui.watchdog import Stretch


def busy_for(seconds: float) -> None:
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        sum(range(1_000))


def test_a_long_stretch_is_told_with_where_it_was_spent(
    qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    watchdog = Watchdog()

    def is_ours(stretch: Stretch) -> bool:
        return any("busy_for" in each for each in stretch.where)

    stated = qtbot.waitSignal(watchdog.found, check_params_cb=is_ours)
    with caplog.at_level(logging.WARNING), stated:
        QTimer.singleShot(20, lambda: busy_for(0.2))
    watchdog.close()
    stretch: Stretch = stated.args[0]
    assert stretch.wall_s > 0.05
    assert "busy for" in caplog.text
    caplog.clear()


def test_short_stretches_and_rest_are_not_told(qtbot: QtBot) -> None:
    watchdog = Watchdog(limit_s=60.0)
    result: list[Stretch] = []
    watchdog.found.connect(result.append)
    done: list[int] = []
    for turn in range(5):
        QTimer.singleShot(turn, lambda turn=turn: done.append(turn))
    qtbot.waitUntil(lambda: len(done) == 5)
    watchdog.close()
    assert not result


def test_time_of_others_does_not_count_by_the_threads_own_clock(qtbot: QtBot) -> None:
    watchdog = Watchdog(own_time=True)
    result: list[Stretch] = []
    watchdog.found.connect(result.append)
    done: list[bool] = []

    def wait_for_a_thread() -> None:
        time.sleep(0.2)
        done.append(True)

    QTimer.singleShot(0, wait_for_a_thread)
    qtbot.waitUntil(lambda: bool(done))
    watchdog.close()
    assert not result
