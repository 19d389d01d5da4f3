"""First steps: the welcome page, with recent and sample studies, and the tour of the example."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QCoreApplication,
    QDateTime,
    QEvent,
    QLocale,
    QObject,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from arraywise import __version__
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import Cell, Column, RowsModel
from arraywise.gui.pages.base import keep_content_height, wrap_widget_in_scroll_area
from arraywise.gui.session.page_requests import ShowPage
from arraywise.gui.shell import preferences
from arraywise.gui.widgets import controls, figures, painting, theme
from arraywise.gui.widgets.banner import Banner
from arraywise.gui.widgets.controls import (
    button,
    fill,
    flush,
    hairline,
    label,
    native_keys,
    panel,
    with_accessible_name,
)
from arraywise.gui.widgets.files import DropZone
from arraywise.gui.widgets.painting import RIGHT, smooth_painter, write
from arraywise.gui.widgets.theme import IconView, paint_icon

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings

    from arraywise.gui.shell.opening import RecentStudy
    from arraywise.gui.shell.study_frame import StudyFrame
    from arraywise.usecases.create_sample import SampleStudy


translate = QCoreApplication.translate
_LEFT_WIDTH = 360


class _BigButton(QPushButton):
    """A wide button with an icon at the left and its keys at the right."""

    def __init__(self, sign: str, text: str, keys: str, *, primary: bool) -> None:
        super().__init__()
        self._sign, self._text, self._keys, self._primary = sign, text, keys, primary
        self.setProperty("kind", "primary" if primary else "")
        self.setFixedHeight(36)
        self.setAccessibleName(text)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the standard button, then its content."""
        super().paintEvent(event)
        tone, keys_tone = ("accent_text_on",) * 2 if self._primary else ("text", "text3")
        painter, box = smooth_painter(self), self.rect()
        paint_icon(painter, QRectF(11, 10, 16, 16), self._sign, theme.look()[tone])
        font = theme.font("control", bold=True)
        write(painter, box.adjusted(34, 0, 0, 0), self._text, tone, font=font)
        font = theme.font("control", bold=self._primary)
        write(painter, box.adjusted(0, 0, -12, 0), self._keys, keys_tone, RIGHT, font)


class _Markers(QWidget):
    """The markers of a sample's options in a row."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._count = count
        self.setFixedSize(QSize(count * 16, 16))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw them."""
        painter = QPainter(self)
        for i in range(self._count):
            painting.paint_marker(painter, QRectF(i * 16, 0, 16, 16).center(), i, 11)


class WelcomePage(QWidget):
    """What is seen before a study is open."""

    new_study_requested = Signal()
    open_asked = Signal()
    folder_asked = Signal()
    template_asked = Signal()
    study_asked = Signal(str)  # carries the path of a recent study
    sample_asked = Signal(str)  # carries the key of a sample study

    language_asked = Signal(str)  # carries the code of a language
    guide_asked = Signal(str)  # carries a topic of the guide

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language
        self._asked = QTimer(self, singleShot=True)
        self.banner = Banner(self)
        self.drop_zone = DropZone()
        parts = self._build_left(), hairline(Qt.Orientation.Vertical), (self._build_right(), 1)
        flush(QHBoxLayout(self), *parts)

    def _build_left(self) -> QWidget:
        left = panel("sunken")
        left.setFixedWidth(theme.px(_LEFT_WIDTH))
        claim = self.tr("From result files to a purchase decision")
        brand = (
            IconView("logo", 40, "text"),
            (_build_titled_text("welcome", "Arraywise", claim), 1),
        )
        row = fill(QHBoxLayout(), *brand, spacing=14)
        column = fill(QVBoxLayout(left), row, 20, margins=(40, 44, 40, 16), spacing=8)
        self.new = _BigButton("file", self.tr("New study"), native_keys("Ctrl+N"), primary=True)
        self.new.clicked.connect(self.new_study_requested)
        column.addWidget(self.new)
        self.open = _BigButton(
            "folder", self.tr("Open study"), native_keys("Ctrl+O"), primary=False
        )
        self.open.clicked.connect(self.open_asked)
        text = self.tr("New study from a template\u2026")
        self.template = button(text, self.template_asked.emit, kind="link")
        text = self.tr("New study from a folder of results\u2026")
        self.folder = button(text, self.folder_asked.emit, kind="link")
        fill(column, self.open, self.template, self.folder, 8, self._build_drop_zone(), 24)
        for number, title, text in (
            ("1", self.tr("Drop result files"),
             self.tr("fio, ORION, Swingbench, AWR and others")),
            ("2", self.tr("Enter prices and times"), self.tr("or read them from a sheet")),
            ("3", self.tr("Set target and load"), self.tr("the answer follows every edit")),
        ):  # fmt: skip
            fill(column, hairline(Qt.Orientation.Horizontal), _build_step(number, title, text))
        fill(column, None, self._build_foot())
        return left

    def _build_foot(self) -> QHBoxLayout:
        self.languages = with_accessible_name(QComboBox(), self.tr("Language"))
        for code, name in preferences.LANGUAGES:
            self.languages.addItem(name, code)
        self.languages.setCurrentIndex(self.languages.findData(self._language))
        self.languages.setFixedHeight(theme.height("field"))
        self.languages.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.languages.activated.connect(
            lambda: self.language_asked.emit(self.languages.currentData())
        )
        version = label(self.tr("Version {version}").format(version=__version__), "body", "text3")
        return fill(QHBoxLayout(), self.languages, version, None, spacing=12)

    def _build_drop_zone(self) -> DropZone:
        self.drop_zone.setFixedHeight(theme.px(72))
        fill(
            QVBoxLayout(self.drop_zone),
            None,
            label(self.tr("Drop result files here"), "body", bold=True),
            label(self.tr("A new study is made from them"), "body", "text3"),
            None,
            margins=(50, 12, 8, 12),
            spacing=0,
        )
        return self.drop_zone

    def _build_right(self) -> QScrollArea:
        right = panel()
        column = fill(
            QVBoxLayout(right),
            20,
            self._build_guide_links(),
            24,
            label(self.tr("Recent studies"), "page_title", bold=True),
            4,
            self._build_recents(),
            margins=(40, 20, 40, 24),
            spacing=0,
        )
        none = self.tr("None yet. Open a sample study, or drop your result files.")
        self.nothing = label(none, "control", "text3", wraps=True)
        self.nothing.setContentsMargins(0, 6, 0, 0)
        title = label(self.tr("Sample studies"), "page_title", bold=True)
        line = hairline(Qt.Orientation.Horizontal)
        self._samples = fill(QVBoxLayout(), spacing=0)
        fill(column, self.nothing, 32, title, 8, line, self._samples, None)
        keep_content_height(right)
        area = wrap_widget_in_scroll_area(right)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return area

    def _build_guide_links(self) -> QVBoxLayout:
        links = (
            (self.tr("Tutorial: from your lab to a PDF in 15 minutes"), "tutorial"),
            (self.tr("How Arraywise decides"), "model"),
            (self.tr("All of the guide (F1)"), "welcome"),
        )
        title = label(self.tr("First steps"), "page_title", bold=True)
        column = fill(QVBoxLayout(), title, 4, spacing=0)
        for text, topic in links:
            link = button(text, partial(self.guide_asked.emit, topic), kind="link")
            link.setFixedHeight(theme.px(26))
            column.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
        return column

    def _build_recents(self) -> Grid:
        columns = (
            Column("study", self.tr("Study"), lambda r: Cell(r.name, bold=True, tip=r.path),
                   min_width=220, max_width=320),
            Column("folder", self.tr("Folder"), _folder_cell, stretch=True, min_width=140,
                   max_width=140),
            Column("changed", self.tr("Changed"), self._changed_cell, min_width=110),
            Column("recommended", self.tr("Recommended"), self._recommended_cell, min_width=150),
            Column("sure", self.tr("How sure"), _first_share_cell, self.tr("% of simulations"),
                   right=True),
        )  # fmt: skip
        self.recents = RowsModel(columns, self)
        self.recents_grid = Grid(self.recents, roomy=True, plain=True)
        self.recents_grid.setAccessibleName(self.tr("Recent studies"))
        self.recents_grid.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.recents_grid.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.recents_grid.opened.connect(self._open_recent)
        self.recents_grid.clicked.connect(lambda index: self._open_recent(index.row()))
        self.recents_grid.setCursor(Qt.CursorShape.PointingHandCursor)
        return self.recents_grid

    def _build_sample(self, sample: SampleStudy) -> QWidget:
        box = QWidget()
        title = label(translate("SampleStudies", sample.title), "control", bold=True, wraps=True)
        about = label(translate("SampleStudies", sample.about), "control", "text2", wraps=True)
        words = fill(QVBoxLayout(), title, about, spacing=1)
        copy = button(self.tr("Open a copy"), partial(self.sample_asked.emit, sample.name))
        parts = (words, 1), _Markers(sample.options), copy
        fill(QHBoxLayout(box), *parts, margins=(8, 11, 8, 11), spacing=16)
        return box

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses buttons."""
        if not controls.press_focused_button(event, self):
            super().keyPressEvent(event)

    def show_samples(self, samples: tuple[SampleStudy, ...]) -> None:
        """List the sample studies; once."""
        if self._samples.count():
            return
        for sample in samples:
            self._samples.addWidget(self._build_sample(sample))
            self._samples.addWidget(hairline(Qt.Orientation.Horizontal))

    def show_recents(self, recents: tuple[RecentStudy, ...]) -> None:
        """List the studies opened last."""
        self.recents.set_rows(recents)
        self.recents_grid.fit_columns()
        self.recents_grid.setFixedHeight(self.recents_grid.natural_height(8) + 1)
        self.recents_grid.setVisible(bool(recents))
        self.nothing.setVisible(not recents)

    def _open_recent(self, row: int) -> None:
        if not self._asked.isActive():  # the second click of a double one asks for nothing new
            self._asked.start(QApplication.doubleClickInterval())
            self.study_asked.emit(self.recents.rows[row].path)

    def _changed_cell(self, recent: RecentStudy) -> Cell:
        at = QDateTime.fromString(recent.changed, Qt.DateFormat.ISODate)
        if not at.isValid():
            return Cell()
        days = at.daysTo(QDateTime.currentDateTime())
        time = QLocale().toString(at.time(), "HH:mm")
        if days == 0:
            return Cell(self.tr("Today {time}").format(time=time), number=-days)
        if days == 1:
            return Cell(self.tr("Yesterday"), number=-days)
        return Cell(QLocale().toString(at.date(), "d MMM yyyy"), number=-days)

    def _recommended_cell(self, recent: RecentStudy) -> Cell:
        if recent.recommended:
            return Cell(recent.recommended, marker=recent.position)
        text = self.tr("No options yet") if recent.is_empty else self.tr("No recommendation")
        return Cell(text, colour="text2")


def _folder_cell(recent: RecentStudy) -> Cell:
    return Cell(str(Path(recent.path).parent), colour="text2", tip=recent.path)


def _first_share_cell(recent: RecentStudy) -> Cell:
    share = recent.first_share
    return Cell() if share is None else Cell(figures.percent(share), number=share)


def _build_titled_text(role: str, title: str, text: str) -> QVBoxLayout:
    """Return a title in a role of the type scale, and a grey text under it."""
    below = label(text, "body", "text3", wraps=True)
    return fill(QVBoxLayout(), label(title, role, bold=True), below, spacing=0)


def _build_step(number: str, title: str, text: str) -> QHBoxLayout:
    row = fill(QHBoxLayout(), margins=(0, 0, 0, 0), spacing=24)
    row.addWidget(label(number, "body", "text3", bold=True), 0, Qt.AlignmentFlag.AlignTop)
    return fill(row, (_build_titled_text("body", title, text), 1))


_SEEN = "tour_seen"
_WIDE, _AWAY = 380, 20


def steps() -> tuple[tuple[str, str, str], ...]:
    """Return page, title and text of each step."""
    return (
        ("overview", translate("Tour", "The answer first"),
         translate("Tour", "Which option to buy, why, and how sure that is. Click a figure to see"
                   " where it comes from.")),
        ("evidence", translate("Tour", "What it rests on"),
         translate("Tour", "Every file that was dropped, and each value beside the line it was"
                   " read from.")),
        ("pricing", translate("Tour", "Prices and times"),
         translate("Tour", "Type or paste as in a spreadsheet. Change a price: the answer follows."
                   " Ctrl+Z undoes it.")),
        ("decision", translate("Tour", "What would change it"),
         translate("Tour", "Each colour is the option that wins there. Drag the crosshair to"
                   " another load or target.")),
        ("report", translate("Tour", "Hand it over"),
         translate("Tour", "The client gets a PDF, and a workbook whose formulas give the same"
                   " figures.")),
    )  # fmt: skip


class Tour(QFrame):
    """A note over the lower right corner of a study; it goes to the page that it speaks of."""

    def __init__(self, frame: StudyFrame) -> None:
        super().__init__(frame)
        self._frame, self._steps, self.place = frame, steps(), 0
        self.setAccessibleName(translate("Tour", "Tour"))
        self.setProperty("ground", "border_strong")
        self.setProperty("help_topic", "tour")
        self.title = label("", "section", bold=True)
        self.text = label("", "control", "text2", wraps=True)
        self.count = label("", "body", "text3")
        self.back = button(translate("Tour", "Back"), lambda: self.go_to(self.place - 1))
        self.onward = button("", lambda: self.go_to(self.place + 1), kind="primary")
        leave = button(translate("Tour", "Leave the tour (Esc)"), self.leave, kind="link")
        inside = panel()
        row = fill(QHBoxLayout(), leave, None, self.back, self.onward, spacing=8)
        fill(
            QVBoxLayout(inside), self.count, self.title, self.text, 6, row,
            margins=(16, 14, 16, 14), spacing=4,
        )  # fmt: skip
        self._column = fill(QVBoxLayout(self), inside, margins=(1, 1, 1, 1))
        self.setFixedWidth(theme.px(_WIDE))
        theme.apply_style(self)
        frame.installEventFilter(self)
        self.go_to(0)

    def go_to(self, place: int) -> None:
        """Show a step; after the last one the tour ends."""
        if place >= len(self._steps):
            self.leave()
            return
        self.place = place
        page, title, text = self._steps[place]
        self.title.setText(title)
        self.text.setText(text)
        count = translate("Tour", "Step {number} of {all}")
        self.count.setText(count.format(number=place + 1, all=len(self._steps)))
        self.back.setEnabled(place > 0)
        is_last = place == len(self._steps) - 1
        self.onward.setText(translate("Tour", "Done") if is_last else translate("Tour", "Next"))
        self._frame.handle_request(ShowPage(page))
        self.show()
        self._move_to_corner()
        self.onward.setFocus()

    def _move_to_corner(self) -> None:
        self.setFixedHeight(self._column.totalHeightForWidth(self.width()))
        corner = self._frame.rect().bottomRight()
        self.move(corner.x() - self.width() - _AWAY, corner.y() - self.height() - _AWAY)
        self.raise_()

    def leave(self) -> None:
        """End it, and give the keys to the page."""
        self._frame.removeEventFilter(self)
        self.hide()
        self.deleteLater()
        self._frame.focus_page()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the corner."""
        if event.type() == QEvent.Type.Resize:
            self._move_to_corner()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc leaves."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)


def start_tour(frame: StudyFrame) -> Tour:
    """Begin the tour, or begin it again."""
    for shown in frame.findChildren(Tour):
        shown.leave()
    return Tour(frame)


def is_new(settings: QSettings) -> bool:
    """Return whether the tour was never shown, and note that it is now."""
    is_unseen = settings.value(_SEEN) is None
    settings.setValue(_SEEN, True)  # noqa: FBT003 - Qt's own
    return is_unseen
