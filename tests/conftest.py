"""What every test may lean on: an off-screen window system, and the real files where they lie."""

from __future__ import annotations

import gc
import json
import os
import shutil
from functools import cache
from itertools import groupby
from pathlib import Path
from random import Random
from shutil import disk_usage
from typing import TYPE_CHECKING, Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from hypothesis import settings
from pytestqt.qtbot import QtBot

from tests.leftovers import SharedState
from tests.slow_tests import Watcher

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtWidgets import QWidget

# Seeded: the same examples every time, so that a red run can be run again. `make fuzz` tries many.
settings.register_profile("seeded", derandomize=True, deadline=None, max_examples=25)
settings.load_profile("seeded")

# What is waited for comes late on a busy machine, which is no fault.
for wait in (QtBot.waitUntil, QtBot.waitSignal, QtBot.waitSignals, QtBot.waitActive):
    wait.__kwdefaults__["timeout"] = 30_000

_added: list[QWidget] = []
"""Widgets of the test that runs. Python lets no part of one go before Qt has closed it: garbage
that is looked for in between would take its parts away in any order."""


def _add_and_keep(self: QtBot, widget: QWidget, **more: Any) -> None:
    _added.append(widget)
    _add_widget(self, widget, **more)


_add_widget, QtBot.addWidget = QtBot.addWidget, _add_and_keep

_MANY = 20_000
"""New objects after which a test's garbage is looked for."""
_SELDOM = (50_000, 20, 20)
"""Thresholds of Python's own search for garbage; its 700 took a sixth of tests of documents."""

_WATCHER = pytest.StashKey[Watcher]()

_MEMORY = Path("/dev/shm")  # noqa: S108 - where Linux keeps files in memory
_ROOM = 4 * 1024**3

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"
CORPUS = SHARED / "corpus"


def corpus_files(folder: str) -> list[Path]:
    """List the real result files of one tool; empty on a clone that is read on its own."""
    base = CORPUS / folder
    return sorted(p for p in base.rglob("*") if p.is_file()) if base.is_dir() else []


@pytest.fixture
def corpus() -> Path:
    """Return the folder of real result files, or skip where a clone is read on its own."""
    if not CORPUS.is_dir():
        pytest.skip("the real result files are not beside this clone")
    return CORPUS


@pytest.fixture(scope="session")
def built_sample(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Callable[..., Path]:
    """Return a function that returns a shipped study, built when it is first asked for.

    All processes of a run share it: the one that asks first builds it. Nobody may change it; the
    steps that the building told of lie beside it as JSON.
    """
    from arraywise.usecases.create_sample import build_sample_study

    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "samples"
    folder.mkdir(exist_ok=True)

    @cache
    def built(name: str) -> Path:
        path = folder / f"{name}.arraywise"
        if not path.exists():
            own = folder / f"{name}-{worker_id}.arraywise"
            steps: list[tuple[int, int, str]] = []
            build_sample_study(own, name, lambda *step: steps.append(step)).close()
            path.with_suffix(".json").write_text(json.dumps(steps), "utf-8")
            own.replace(path)
        return path

    return built


@pytest.fixture(scope="session")
def copied_sample(built_sample: Callable[..., Path]) -> Callable[..., Path]:
    """Return a function that copies a shipped study."""
    from arraywise.usecases.create_sample import WORKED_EXAMPLE

    def copied(target: Path, name: str = WORKED_EXAMPLE.name) -> Path:
        return shutil.copy(built_sample(name), target)

    return copied


@pytest.fixture(scope="session", autouse=True)
def _folder_of_settings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Let no setting of who runs the tests count, and change none."""
    folder = tmp_path_factory.mktemp("settings")
    for kind in ("CONFIG", "STATE", "DATA"):
        os.environ[f"XDG_{kind}_HOME"] = str(folder)
    return folder


@pytest.fixture(autouse=True)
def _nothing_is_left_behind(_folder_of_settings: Path) -> Iterator[None]:
    """Put back what all tests share (`tests/leftovers.py`)."""
    before = SharedState()
    yield
    before.restore()
    for stored in _folder_of_settings.iterdir():
        shutil.rmtree(stored) if stored.is_dir() else stored.unlink()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer an order of the tests that nobody thought of."""
    stated = "shuffle the files, and the tests in each; the same seed gives the same order"
    parser.addoption("--shuffle", type=int, metavar="SEED", help=stated)


def pytest_configure(config: pytest.Config) -> None:
    """Let studies of tests lie in memory, if there is room: they need not outlast a power cut."""
    if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) and disk_usage(_MEMORY).free > _ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))
    config.stash[_WATCHER] = Watcher(float(config.getini("faulthandler_timeout")))


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Let Python take apart at exit what no search has gone through."""
    config.stash[_WATCHER].close()
    gc.unfreeze()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Shuffle the tests if that is asked for; those of a file stay together and share fixtures."""
    seed = config.getoption("shuffle")
    if seed is None:
        return
    shuffle = Random(seed).shuffle  # noqa: S311 - an order, no secret
    files = [list(tests) for _, tests in groupby(items, key=lambda item: item.path)]
    shuffle(files)
    for tests in files:
        shuffle(tests)
    items[:] = [test for tests in files for test in tests]


def pytest_collection_finish() -> None:
    """What is loaded and collected by now stays; it is not gone through for garbage any more."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_SELDOM)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Let the stacks of a test that hangs be written down (`tests/slow_tests.py`)."""
    watcher = item.config.stash[_WATCHER]
    watcher.begin(item.nodeid)
    try:
        return (yield)
    finally:
        watcher.begin("")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let Python collect garbage by itself only without Qt (`gui/session/background.py`)."""
    if "qapp" in getattr(item, "fixturenames", ()):
        gc.disable()
    elif not gc.isenabled():
        gc.collect()
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Look for the garbage of a test of Qt once it is over and its widgets are closed."""
    _added.clear()
    if not gc.isenabled() and gc.get_count()[0] > _MANY:
        gc.collect(1)
