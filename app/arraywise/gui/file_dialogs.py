"""Asks the user for files, and says where studies lie by default."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale, QStandardPaths
from PySide6.QtWidgets import QFileDialog

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

translate = QCoreApplication.translate


def documents() -> Path:
    """Return the folder in which studies are offered to be kept."""
    place = QStandardPaths.StandardLocation.DocumentsLocation
    found = Path(QStandardPaths.writableLocation(place) or Path.home())
    return found if found.is_dir() else Path.home()


def study_suffix() -> str:
    """Return how the name of a study ends."""
    from arraywise.store.study import SUFFIX  # the store takes long to load

    return SUFFIX


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
    return translate("FileDialogs", "Arraywise studies (*{suffix})").format(suffix=study_suffix())


def ask_study(parent: QWidget) -> Path | None:
    """Ask which study to open."""
    title = translate("FileDialogs", "Open study")
    name, _ = QFileDialog.getOpenFileName(parent, title, str(documents()), _study_filter())
    return Path(name) if name else None


def ask_new_study(parent: QWidget, evidence: Path | None = None) -> Path | None:
    """Ask where a new study is to lie; what it is made from gives it a name."""
    title = translate("FileDialogs", "New study")
    stem = evidence.stem if evidence else translate("FileDialogs", "New study")
    offered = free_path(documents() / f"{stem}{study_suffix()}")
    return _ask_target(parent, title, offered, _study_filter())


def ask_copy(parent: QWidget, study: Path) -> Path | None:
    """Ask where a copy of a study is to lie."""
    title = translate("FileDialogs", "Save a copy")
    return _ask_target(parent, title, free_path(study), _study_filter())


def ask_document(parent: QWidget, study: Path, suffix: str, kind: str) -> Path | None:
    """Ask where a document of a study is to lie; offered beside the study."""
    return _ask_target(parent, kind, study.with_suffix(suffix), f"{kind} (*{suffix})")


def ask_price_sheet(parent: QWidget) -> Path | None:
    """Ask for a price sheet."""
    title = translate("FileDialogs", "Read a price sheet")
    kinds = translate("FileDialogs", "Price sheets") + " (*.csv *.xlsx)"
    name, _ = QFileDialog.getOpenFileName(parent, title, str(documents()), kinds)
    return Path(name) if name else None


def ask_evidence_files(parent: QWidget) -> tuple[Path, ...]:
    """Ask for result files."""
    title = translate("FileDialogs", "Open result files")
    every = translate("FileDialogs", "All files") + " (*)"
    names, _ = QFileDialog.getOpenFileNames(parent, title, str(documents()), every)
    return tuple(Path(name) for name in names)


def ask_evidence_folder(parent: QWidget) -> tuple[Path, ...]:
    """Ask for a folder of result files."""
    title = translate("FileDialogs", "Open a folder of result files")
    name = QFileDialog.getExistingDirectory(parent, title, str(documents()))
    return (Path(name),) if name else ()


def _ask_target(parent: QWidget, title: str, offered: Path, kinds: str) -> Path | None:
    name, _ = QFileDialog.getSaveFileName(parent, title, str(offered), kinds)
    if not name:
        return None
    path = Path(name)
    return path if path.suffix else path.with_name(path.name + offered.suffix)


def ask_picture(parent: QWidget) -> Path | None:
    """Ask for a logo."""
    title = translate("FileDialogs", "Choose a logo")
    kinds = translate("FileDialogs", "Pictures") + " (*.png *.jpg *.jpeg *.gif *.webp)"
    name, _ = QFileDialog.getOpenFileName(parent, title, str(documents()), kinds)
    return Path(name) if name else None
