from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.domain.pricing import PriceBasis
from arraywise.gui.session.background import Background
from arraywise.usecases.changes import Changes
from tests.gui.acting import said, shown_page

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest
    from pytestqt.qtbot import QtBot

    from arraywise.gui.shell.main_window import MainWindow


def at_rest(window: MainWindow) -> bool:
    return not window.session.is_moving and window.background.is_idle


def test_a_drag_is_answered_at_once_and_the_rest_follows(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    session, page = window.session, shown_page(window, "decision")
    before, hidden = session.answer, page.prices.table()
    asked = replace(before.requirement, visits_per_month=before.requirement.visits_per_month // 2)
    with qtbot.waitSignal(session.changed):
        session.try_requirement(asked)
    live = session.answer
    assert live.requirement == asked
    assert live.is_preliminary
    assert session.is_moving
    assert "settling" in said(window, "sure")
    shares = [o.first_share for o in before.options]
    assert [o.first_share for o in live.options] == shares
    assert (live.changes, live.findings) == (before.changes, before.findings)
    assert page.changes.note.text() == "settling\u2026"
    assert page.prices.table() == hidden
    rows = page.changes.model.rows
    qtbot.waitUntil(lambda: at_rest(window), timeout=20_000)
    assert session.answer.requirement == asked
    assert not session.answer.is_preliminary
    assert "settling" not in said(window, "sure")
    assert session.answer.changes != live.changes
    assert page.changes.note.text() == "nearest first"
    assert page.changes.model.rows != rows
    assert page.prices.table() != hidden


def test_an_edit_is_shown_though_the_rest_of_an_earlier_one_comes_before_its_answer(
    open_small: Callable[[], MainWindow], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_small()
    session, settled = window.session, []
    monkeypatch.setattr(Background, "start", lambda _background, job: settled.append(job))
    session.save_price_basis(PriceBasis(servers=True))
    qtbot.waitUntil(lambda: any(job.key == "answer" for job in settled))
    monkeypatch.undo()
    session.save_price_basis(PriceBasis())
    earlier = next(job for job in settled if job.key == "answer")
    earlier.on_result(session.answer)
    shown: list[Changes] = []
    session.changed.connect(shown.append)
    qtbot.waitUntil(lambda: bool(shown))
    assert Changes.PRICES in shown[0]


def test_weights_that_come_back_to_where_they_were_are_answered(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    session = window.session
    before = session.answer
    first, *others = session.criteria
    with qtbot.waitSignal(session.changed):
        session.try_criteria((replace(first, swing=first.swing / 2), *others))
    assert session.answer.weights != before.weights
    session.try_criteria(session.facts.criteria)
    session.save_criteria(session.facts.criteria)
    qtbot.waitUntil(lambda: at_rest(window), timeout=20_000)
    assert session.answer.weights == before.weights


def test_heavier_work_waits_for_the_hand(
    open_small: Callable[[], MainWindow], qtbot: QtBot
) -> None:
    window = open_small()
    session, worked = window.session, []
    with qtbot.waitSignal(session.changed):
        session.try_requirement(session.answer.requirement)
    for number in range(3):
        session.compute_in_background(lambda n=number: n, worked.append, key="test")
    assert worked == []
    qtbot.waitUntil(lambda: at_rest(window), timeout=20_000)
    assert worked == [2], "only the newest of a key"
