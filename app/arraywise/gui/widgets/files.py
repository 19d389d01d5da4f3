"""File dialogs, the folders they start in, and dropping of files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QObject, QRectF, QStandardPaths
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QPaintEvent, QPen
from PySide6.QtWidgets import QFileDialog, QFrame

from arraywise.gui.widgets import theme
from arraywise.gui.widgets.painting import smooth_painter
from arraywise.gui.widgets.theme import paint_icon
from arraywise.store.study_file import SUFFIX

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QMimeData, QPoint, QSettings
    from PySide6.QtWidgets import QWidget

translate = QCoreApplication.translate
_STUDIES, _RESULTS, _PRICES, _OTHERS = "studies", "results", "prices", "others"


def documents_folder() -> Path:
    """Return the user's documents folder, or else the home folder."""
    location = QStandardPaths.StandardLocation.DocumentsLocation
    result = Path(QStandardPaths.writableLocation(location) or Path.home())
    return result if result.is_dir() else Path.home()


class _LastFolders:
    """Remembers the folders where files of each kind were chosen last."""

    _settings: QSettings | None = None

    def remember_in(self, settings: QSettings) -> None:
        """Store the folders in settings."""
        self._settings = settings

    def start_folder(self, kind: str) -> str:
        """Return the folder that a dialog for a kind of file starts in."""
        settings = self._settings
        stored = "" if settings is None else str(settings.value(f"folders/{kind}", ""))
        return stored if stored and Path(stored).is_dir() else str(documents_folder())

    def remember(self, kind: str, name: str, *, is_folder: bool = False) -> Path | None:
        """Remember the folder of a chosen file, and return its path; None without a choice."""
        if not name:
            return None
        path = Path(name)
        if self._settings is not None:
            self._settings.setValue(f"folders/{kind}", str(path if is_folder else path.parent))
        return path


folders = _LastFolders()


def free_path(wanted: Path) -> Path:
    """Return `wanted`, or the first name like it that does not exist."""
    count, path = 1, wanted
    while path.exists():
        count += 1
        path = wanted.with_name(f"{wanted.stem} {count}{wanted.suffix}")
    return path


def home_currency() -> str:
    """Return the currency of the user's country, euro where it is not known."""
    code = QLocale.system().currencySymbol(QLocale.CurrencySymbolFormat.CurrencyIsoCode)
    return code or "EUR"


def _study_filter() -> str:
    return translate("FileDialogs", "Arraywise studies (*{suffix})").format(suffix=SUFFIX)


def _all_files() -> str:
    return translate("FileDialogs", "All files") + " (*)"


def ask_study(parent: QWidget) -> Path | None:
    """Ask which study to open."""
    title = translate("FileDialogs", "Open study")
    return _ask_file(parent, title, _STUDIES, _study_filter())


def ask_new_study(parent: QWidget, evidence: Path | None = None) -> Path | None:
    """Ask where a new study is to lie; what it is made from gives it a name."""
    title = translate("FileDialogs", "New study")
    stem = evidence.stem if evidence else translate("FileDialogs", "New study")
    offered = free_path(Path(folders.start_folder(_STUDIES)) / f"{stem}{SUFFIX}")
    return _ask_target(parent, title, offered, _study_filter())


def ask_copy(parent: QWidget, study: Path) -> Path | None:
    """Ask where a copy of a study is to lie."""
    title = translate("FileDialogs", "Save a copy")
    return _ask_target(parent, title, free_path(study), _study_filter())


def ask_template(parent: QWidget) -> Path | None:
    """Ask which template, or study, to begin from."""
    title = translate("FileDialogs", "Choose a template or a study")
    return _ask_file(parent, title, _STUDIES, _study_filter())


def ask_new_template(parent: QWidget, study: Path) -> Path | None:
    """Ask where a template made from a study is to lie."""
    title = translate("FileDialogs", "Save as template")
    stem = translate("FileDialogs", "{study} template").format(study=study.stem)
    return _ask_target(parent, title, free_path(study.with_stem(stem)), _study_filter())


def ask_bundle(parent: QWidget) -> Path | None:
    """Ask where a support bundle is to lie."""
    title = translate("FileDialogs", "Save a support bundle")
    offered = free_path(Path(folders.start_folder(_OTHERS)) / "arraywise-support.zip")
    return _ask_target(parent, title, offered, "*.zip")


def ask_document(parent: QWidget, study: Path, suffix: str, kind: str) -> Path | None:
    """Ask where a document of a study is to lie; offered beside the study."""
    return _ask_target(parent, kind, study.with_suffix(suffix), f"{kind} (*{suffix})")


def ask_price_sheet(parent: QWidget) -> Path | None:
    """Ask for a price sheet."""
    title = translate("FileDialogs", "Read a price sheet")
    kinds = translate("FileDialogs", "Price sheets") + " (*.csv *.xlsx)"
    return _ask_file(parent, title, _PRICES, kinds)


def ask_profile_file(parent: QWidget) -> Path | None:
    """Ask for a file that holds a workload profile."""
    title = translate("FileDialogs", "Take the workload profile from a file")
    return _ask_file(parent, title, _RESULTS, _all_files())


def ask_evidence_files(parent: QWidget) -> tuple[Path, ...]:
    """Ask for result files."""
    title = translate("FileDialogs", "Open result files")
    names, _ = QFileDialog.getOpenFileNames(
        parent, title, folders.start_folder(_RESULTS), _all_files()
    )
    folders.remember(_RESULTS, names[0] if names else "")
    return tuple(Path(name) for name in names)


def ask_evidence_folder(parent: QWidget) -> tuple[Path, ...]:
    """Ask for a folder of result files."""
    title = translate("FileDialogs", "Open a folder of result files")
    name = QFileDialog.getExistingDirectory(parent, title, folders.start_folder(_RESULTS))
    path = folders.remember(_RESULTS, name, is_folder=True)
    return () if path is None else (path,)


def _ask_file(parent: QWidget, title: str, kind: str, kinds: str) -> Path | None:
    name, _ = QFileDialog.getOpenFileName(parent, title, folders.start_folder(kind), kinds)
    return folders.remember(kind, name)


def _ask_target(parent: QWidget, title: str, offered: Path, kinds: str) -> Path | None:
    name, _ = QFileDialog.getSaveFileName(parent, title, str(offered), kinds)
    if not name:
        return None
    path = Path(name)
    if offered.suffix == SUFFIX:
        folders.remember(_STUDIES, name)
    return path if path.suffix else path.with_name(path.name + offered.suffix)


def ask_picture(parent: QWidget) -> Path | None:
    """Ask for a logo."""
    title = translate("FileDialogs", "Choose a logo")
    kinds = translate("FileDialogs", "Pictures") + " (*.png *.jpg *.jpeg *.gif *.webp)"
    return _ask_file(parent, title, _OTHERS, kinds)


class DropZone(QFrame):
    """A dashed box where files can be dropped."""

    is_hot = False

    def set_hot(self, *, hot: bool) -> None:
        """Show whether dragged files can be dropped here."""
        self.is_hot = hot
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the dashed border and the icon."""
        look, painter = theme.look(), smooth_painter(self)
        pen = QPen(look["accent" if self.is_hot else "border_strong"], 1)
        pen.setDashPattern([3, 2.5])
        painter.setPen(pen)
        if self.is_hot:
            painter.setBrush(look["accent_tint"])
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        box = QRectF(18, (self.height() - 18) / 2, 18, 18)
        paint_icon(painter, box, "drop", look["accent" if self.is_hot else "text"])


def local_paths(data: QMimeData) -> tuple[Path, ...]:
    """Return the local files and folders of a drag or of the clipboard."""
    return tuple(Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())


class DropFilter(QObject):
    """Accepts files dropped on a window, and highlights its drop zones during a drag."""

    def __init__(
        self, window: QWidget, take: Callable[[tuple[Path, ...], QPoint], object]
    ) -> None:
        """Take files with the point of the window that they were dropped on."""
        super().__init__(window)
        self._window, self._on_drop = window, take
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Accept local files; leave all else to Qt."""
        if isinstance(event, QDropEvent) and event.type() == QEvent.Type.Drop:
            self._set_zones_hot(hot=False)
            paths = local_paths(event.mimeData())
            if paths:
                event.acceptProposedAction()
                self._on_drop(paths, event.position().toPoint())
                return True
        elif isinstance(event, QDragEnterEvent):
            if local_paths(event.mimeData()):
                self._set_zones_hot(hot=True)
                event.acceptProposedAction()
                return True
        elif isinstance(event, QDragLeaveEvent):
            self._set_zones_hot(hot=False)
        return super().eventFilter(watched, event)

    def _set_zones_hot(self, *, hot: bool) -> None:
        for zone in self._window.findChildren(DropZone):
            zone.set_hot(hot=hot)
