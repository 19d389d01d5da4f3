"""Takes pictures of every page: `QT_QPA_PLATFORM=xcb xvfb-run python -m tests.gui.screenshots`.

The worked example is built once and opened in each theme, size and language. Needs a window
system (xcb), so that what is seen is what a user sees. Pictures go to build/screenshots; with
`--keep` those of the README are written to resources/screenshots.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication, QSettings
from PySide6.QtGui import QImage

from arraywise import launch
from arraywise.gui.session.page_requests import ShowTrace, TraceableFigure
from arraywise.gui.shell import preferences
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.theme import ThemeChoice
from arraywise.gui.widgets.trace_parts import RunChips
from arraywise.usecases.create_sample import build_sample_study
from tests.conftest import ROOT

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from arraywise.gui.shell.main_window import MainWindow

OUT = ROOT / "build" / "screenshots"
KEPT = ROOT / "resources" / "screenshots"
SIZES = ((1280, 800), (1920, 1080))
LOOKS = ((ThemeChoice.LIGHT, "en"), (ThemeChoice.DARK, "en"), (ThemeChoice.LIGHT, "de"))
LONGEST_MS = 30_000


def let_run(milliseconds: int) -> None:
    """Let the window live for a while; the sleep leaves the processor to background threads."""
    end = time.monotonic() + milliseconds / 1000
    while time.monotonic() < end:
        QCoreApplication.processEvents()
        time.sleep(0.01)


def finish_changes(window: MainWindow) -> None:
    """Wait until a study is shown, nothing is under way and no tint fades any more."""
    for _ in range(LONGEST_MS // 50):
        let_run(50)
        session = window.session
        if session is not None and session.answer is not None and window.background.is_idle:
            let_run(900)
            return
    message = "the window did not settle"
    raise TimeoutError(message)


def take(window: MainWindow, name: str) -> None:
    """Save a picture of a window."""
    OUT.mkdir(parents=True, exist_ok=True)
    window.grab().save(str(OUT / f"{name}.png"))


def shoot_study(window: MainWindow, suffix: str) -> None:
    """Take all pages of the open study."""
    frame = window.frame
    assert frame is not None
    for number, page in enumerate(frame.pages):
        frame.go_to(number)
        if page is frame.evidence:
            frame.evidence.show_file("swingbench/fc_u090_r1.xml", 11)
        finish_changes(window)
        if page is frame.report:
            finish_changes(window)  # its pages are begun a moment after it is shown
        take(window, f"{page.key}-{suffix}")
    frame.go_to(0)
    answer = frame.session.answer
    assert answer is not None
    assert answer.recommended is not None
    frame.grant(ShowTrace(answer.recommended.id, TraceableFigure.RESPONSE))
    response_times = frame.trace.findChildren(RunChips)[0]
    response_times.chosen.emit(2)
    finish_changes(window)
    take(window, f"trace-{suffix}")


def shoot_all(app: QApplication, folder: Path) -> None:
    """Take every picture."""
    built = folder / "built.arraywise"
    build_sample_study(built).close()
    for choice, language in LOOKS:
        preferences.speak(language)
        theme.apply_theme(app, choice)
        for width, height in SIZES:
            suffix = f"{choice.value}-{language}-{width}"
            study = folder / f"{suffix}.arraywise"
            shutil.copy(built, study)
            settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
            settings.setValue("language", language)
            windows = launch.Windows(settings)
            window = windows.open()
            window.resize(width, height)
            let_run(300)
            take(window, f"welcome-{suffix}")
            window.open_path(study)
            finish_changes(window)
            shoot_study(window, suffix)
            window.close()
            let_run(100)


def in_few_colours(picture: QImage) -> QImage:
    """Return a picture in 256 colours: the tokens and the most frequent; others to the nearest."""
    picture = picture.convertToFormat(QImage.Format.Format_RGB32)
    shape = (picture.height(), picture.bytesPerLine() // 4)
    pixels = np.frombuffer(picture.constBits(), np.uint32).reshape(shape) | 0xFF000000
    colours, where, counts = np.unique(pixels, return_inverse=True, return_counts=True)
    look = theme.look()
    tokens = [colour.rgb() for colour in look.colours.values()]
    tokens += [colour.rgb() for option in look.options for colour in (option.fill, option.line)]
    counts[np.isin(colours, np.array(tokens, np.uint32))] = pixels.size
    stored = colours[np.argsort(-counts)[:256]]

    def parts(of: np.ndarray) -> np.ndarray:
        return np.stack([(of >> shift) & 0xFF for shift in (16, 8, 0)], axis=1).astype(np.int32)

    distance = ((parts(colours)[:, None, :] - parts(stored)[None, :, :]) ** 2).sum(axis=2)
    indexed = distance.argmin(axis=1).astype(np.uint8)[where].reshape(shape)
    small = QImage(indexed.tobytes(), *shape[::-1], shape[1], QImage.Format.Format_Indexed8)
    small.setColorTable([int(colour) for colour in stored])
    return small.copy()


def keep(app: QApplication) -> None:
    """Keep the pictures that the README shows."""
    theme.apply_theme(app, ThemeChoice.LIGHT)
    KEPT.mkdir(parents=True, exist_ok=True)
    for page in ("overview", "decision", "evidence"):
        picture = QImage(str(OUT / f"{page}-light-en-1280.png"))
        in_few_colours(picture).save(str(KEPT / f"{page}.png"), "PNG", 0)


def main() -> None:
    """Take the pictures and leave."""
    app = launch.build_application()
    with tempfile.TemporaryDirectory() as folder:
        shoot_all(app, Path(folder))
    if "--keep" in sys.argv:
        keep(app)


if __name__ == "__main__":
    main()
