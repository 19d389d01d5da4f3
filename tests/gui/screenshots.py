"""`make pictures`: takes the pictures of the guide and of the README from the real window.

The worked example is built once and opened in each language; the pictures go to
resources/guide/pictures, those of other languages into a folder of their own.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication, QSettings
from PySide6.QtGui import QImage

from arraywise import launch
from arraywise.gui.session.page_requests import ShowPage, ShowTrace, TraceableFigure
from arraywise.gui.shell import preferences
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.theme import ThemeChoice
from arraywise.usecases.create_sample import build_sample_study
from tests.conftest import ROOT

if TYPE_CHECKING:
    from arraywise.gui.shell.main_window import MainWindow

OUT = ROOT / "resources" / "guide" / "pictures"
SIZE = (1120, 700)
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


def take(window: MainWindow, folder: Path, name: str) -> None:
    """Save a picture of a window."""
    folder.mkdir(parents=True, exist_ok=True)
    picture = in_few_colours(window.grab().toImage())
    picture.save(str(folder / f"{name}.png"), "PNG", 0)


def shoot_study(window: MainWindow, folder: Path) -> None:
    """Take the pages of the open study, a trace, the runway and the presentation."""
    frame = window.frame
    assert frame is not None
    for key in ("overview", "evidence", "performance", "pricing", "decision", "report"):
        frame.handle_request(ShowPage(key))
        if key == "evidence":
            frame.evidence.show_file("swingbench/fc_u090_r1.xml", 11)
        finish_changes(window)
        if key == "report":
            finish_changes(window)  # its pages are begun a moment after it is shown
        take(window, folder, key)
    frame.go_to(0)
    answer = frame.session.answer
    assert answer is not None
    assert answer.recommended is not None
    frame.handle_request(ShowTrace(answer.recommended.id, TraceableFigure.RESPONSE))
    finish_changes(window)
    take(window, folder, "trace")
    frame.trace.hide()
    window.present()
    let_run(1500)
    finish_changes(window)
    take(window, folder, "presentation")
    window.presenter.stop()


def shoot_all(folder: Path) -> None:
    """Take every picture."""
    built = folder / "built.arraywise"
    build_sample_study(built).close()
    for language, _ in preferences.LANGUAGES:
        preferences.install_language(language)
        study = folder / f"{language}.arraywise"
        shutil.copy(built, study)
        settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
        settings.setValue("language", language)
        settings.remove("recent_studies")
        window = launch.Windows(settings).open()
        window.resize(*SIZE)
        out = OUT if language == "en" else OUT / language
        while not window._samples:
            let_run(100)
        let_run(500)
        take(window, out, "welcome")
        window.open_path(study)
        finish_changes(window)
        shoot_study(window, out)
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


def main() -> None:
    """Take the pictures and leave."""
    app = launch.build_application()
    theme.apply_theme(app, ThemeChoice.LIGHT)
    with tempfile.TemporaryDirectory() as folder:
        shoot_all(Path(folder))


if __name__ == "__main__":
    main()
