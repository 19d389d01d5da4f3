"""`make soak`: a window in which things are done at random for long, and what it holds meanwhile.

`python -m tests.bench.soak [ACTIONS] [SEED]` prints a line each 500 actions. What was done is
undone at times, so that the study itself does not grow. The figures: resident MiB, what DuckDB
holds of it, and objects of Python and Qt.
"""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
import tracemalloc
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tests.bench.memory import MIB, in_use, release

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.gui.shell.main_window import MainWindow

ACTIONS, EVERY = 10_000, 500
_TRACED = "--traced"


def main() -> None:
    """Do so many actions with a copy of the worked example."""
    traced = _TRACED in sys.argv
    numbers = [int(text) for text in sys.argv[1:] if text != _TRACED]
    actions, seed = (*numbers, *(ACTIONS, 1)[len(numbers) :])
    with TemporaryDirectory() as folder:
        demo = [sys.executable, "-m", "arraywise", "demo", "--out", folder]
        subprocess.run(demo, check=True, stdout=subprocess.DEVNULL)
        study = next(Path(folder).glob("*.arraywise"))
        if traced:
            tracemalloc.start(12)
        drive(Path(shutil.copy(study, Path(folder, "soak.arraywise"))), actions, seed)


def drive(path: Path, actions: int, seed: int) -> None:
    """Open a study in a window, act, and print."""
    from PySide6.QtCore import QSettings

    from arraywise.gui.session.background import GarbageCollector
    from arraywise.gui.shell.main_window import MainWindow
    from arraywise.launch import build_application
    from tests.bench.slider import rest, until

    app = build_application()
    collector = app.findChild(GarbageCollector)
    settings = QSettings(str(path.with_suffix(".ini")), QSettings.Format.IniFormat)
    window = MainWindow(lambda: window, settings, path)
    window.show()
    chance = Random(seed)  # noqa: S311 - no secrets
    before = None
    print(f"{'actions':>8} {'MiB':>7} {'DuckDB':>7} {'objects':>9} {'widgets':>8}", flush=True)
    for number in range(actions + 1):
        until(partial(_is_answered, window), app)
        release()
        if number % EVERY == 0:
            rest(window, app)
            collector.collect_all()
            before = _print_held(number, window, before)
        chance.choice(ACTS)(window, chance)
    until(partial(_is_answered, window), app)
    window.close()


def _is_answered(window: MainWindow) -> bool:
    session = window.session
    return (
        window.frame is not None
        and session is not None
        and session.answer is not None
        and not (session.is_saving or session.is_moving)
    )


def _print_held(number: int, window: MainWindow, before: Any) -> Any:
    """Print what is held now; return what Python's memory was made by, where that is traced."""
    from PySide6.QtWidgets import QApplication

    session = window.session
    assert session is not None
    with session.study.cursor() as cursor:
        rows = cursor.execute("SELECT sum(memory_usage_bytes) FROM duckdb_memory()").fetchall()
    widgets = len(QApplication.allWidgets())
    held = in_use() / MIB, int(rows[0][0]) / MIB, len(gc.get_objects()), widgets
    print("{:8} {:7.1f} {:7.1f} {:9} {:8}".format(number, *held), flush=True)
    if not tracemalloc.is_tracing():
        return None
    now = tracemalloc.take_snapshot()
    for grown in now.compare_to(before, "traceback")[:8] if before else ():
        print(f"   {grown.size_diff / 1024:8.0f} KiB {grown.count_diff:7}", *grown.traceback[-4:])
    return now


def _turn(window: MainWindow, chance: Random) -> None:
    assert window.frame is not None
    window.go_to(chance.randrange(len(window.frame.pages)))


def _edit(window: MainWindow, chance: Random) -> None:
    session = window.session
    assert session is not None
    assert session.facts is not None
    visits = 50_000_000 + 10_000 * chance.randrange(500)
    session.save_requirement(replace(session.facts.requirement, visits_per_month=visits))


def _try(window: MainWindow, chance: Random) -> None:
    session = window.session
    assert session is not None
    assert session.facts is not None
    for _ in range(5):
        seconds = chance.uniform(0.05, 0.3)
        session.try_requirement(replace(session.facts.requirement, response_time_s=seconds))


def _price(window: MainWindow, chance: Random) -> None:
    from arraywise.usecases.changes import Changes
    from arraywise.usecases.edit_prices import set_prices
    from tests.usecases.busy_user import sheet

    session = window.session
    assert session is not None
    assert session.facts is not None
    option = chance.choice(session.facts.options).option.name
    session.edit(
        lambda study: set_prices(study, option, sheet(chance.randrange(99))), Changes.PRICES
    )


def _back(window: MainWindow, chance: Random) -> None:
    for _ in range(chance.randrange(1, 4)):
        window.undoing.undo()


def _dialogs(window: MainWindow, _chance: Random) -> None:
    from arraywise.gui.shell.palette import CommandPalette, HelpDialog

    window.show_keys()
    window.show_palette()
    for shown in (*window.findChildren(HelpDialog), *window.findChildren(CommandPalette)):
        shown.close()


def _look(window: MainWindow, chance: Random) -> None:
    from arraywise.gui.shell.preferences import LANGUAGES
    from arraywise.gui.widgets.theme import ThemeChoice

    if chance.random() < 0.5:
        window.choose_theme(chance.choice(list(ThemeChoice)))
    else:
        window.choose_language(chance.choice(LANGUAGES)[0])


def _present(window: MainWindow, _chance: Random) -> None:
    window.present()
    release()
    window.presenter.stop()


def _resize(window: MainWindow, chance: Random) -> None:
    window.resize(chance.randrange(1000, 1700), chance.randrange(650, 1000))


def _trace(window: MainWindow, _chance: Random) -> None:
    window.frame.toggle_trace()


ACTS: tuple[Callable[[MainWindow, Random], None], ...] = (
    *(_turn, _edit, _try, _back) * 4,
    *(_price, _trace, _resize, _dialogs) * 2,
    *(_present, _look),
)
"""As often as they stand here."""


if __name__ == "__main__":
    main()
    sys.stdout.flush()
    os._exit(0)  # as the program leaves
