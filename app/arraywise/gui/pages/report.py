"""The page of the report: what goes in, and the pages as they will be printed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QBuffer,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    QTime,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QIcon,
    QImage,
    QImageReader,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QColorDialog,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from arraywise.domain.messages import Stopped, UserError
from arraywise.domain.study import LANGUAGES, PAPERS, ReportOptions
from arraywise.gui.pages.base import Page, fill_combo_box, section_head, wrap_widget_in_scroll_area
from arraywise.gui.pages.budget import ask_for_budgets_after_currency_change
from arraywise.gui.session.background import BackgroundJob, Worker
from arraywise.gui.session.exports import PdfPages, read_pdf_pages, render_page
from arraywise.gui.session.page_requests import DocumentKind, ExportDocument, ShowStatus
from arraywise.gui.widgets import files as file_dialogs
from arraywise.gui.widgets import messages, theme
from arraywise.gui.widgets.controls import (
    button,
    fill,
    flush,
    hairline,
    label,
    panel,
    restyle,
    with_accessible_name,
)
from arraywise.gui.widgets.messages import format_count
from arraywise.present.language import is_currency
from arraywise.store.reading.inputs import read_report_options
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_study import LOGO_PIXELS, set_report_options, set_study_info
from arraywise.usecases.export_documents import build_report

if TYPE_CHECKING:
    from collections.abc import Mapping
    from decimal import Decimal
    from pathlib import Path

    from PySide6.QtGui import QShowEvent

    from arraywise.gui.pages.budget import BudgetDialog
    from arraywise.gui.session.background import JobControl
    from arraywise.gui.session.session import Session


_DELAY_MS = 350
"""After the last edit, so that a dragged slider does not print a page for each step."""
_EDGE = 16
_STEP = 1.25  # by which Ctrl and the wheel zoom
_LEAST, _MOST = 0.25, 4.0
_SCREEN = 96 / 72  # pixels of a point at 100 %
FIT_PAGE, FIT_WIDTH = 0.0, -1.0
_ZOOMS = (0.75, 1.0, 1.5, 2.0)
_A4 = 2**0.5  # height of a page over its width, for one that is not made yet


class ReportPreview(QWidget):
    """One page at a time, with its number; wheel and Page keys turn pages."""

    built = Signal(object)  # carries the PdfPages that are shown now
    turned = Signal(int)  # carries the number of the page that is shown, counted from 0
    message = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._options: ReportOptions | None = None
        self.pages: PdfPages | None = None
        self.sheet = PageSheet()
        self.number = with_accessible_name(QSpinBox(), self.tr("Page"))
        self.number.setButtonSymbols(QSpinBox.ButtonSymbols.NoButtons)
        self.number.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.number.setFixedSize(theme.px(64), theme.height("field"))
        self.count = label("", "body", "text2")
        self.state = label("", "body", "text3")
        self.sheet.setAccessibleName(self.number.accessibleName())
        self.zoom = self._build_zoom()
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(_DELAY_MS)
        self._wait.timeout.connect(self._start_rendering)
        self._arrange_widgets()
        self._show_waiting()
        self.number.valueChanged.connect(lambda _number: self._start_rendering_page())
        self.sheet.turned.connect(lambda step: self.number.setValue(self.number.value() + step))
        self.sheet.resized.connect(self._start_rendering_page)
        self.sheet.zoomed.connect(self._show_zoom)
        self.zoom.activated.connect(lambda _at: self.sheet.set_zoom(self.zoom.currentData()))

    def _build_zoom(self) -> QComboBox:
        tip = self.tr("Ctrl and the wheel zoom; Ctrl+0 fits the page")
        box = with_accessible_name(QComboBox(), self.tr("Zoom"), tip)
        box.setFixedHeight(theme.height("field"))
        factors = ((self.locale().toString(z * 100, "f", 0) + " %", z) for z in _ZOOMS)
        fits = (self.tr("Fit page"), FIT_PAGE), (self.tr("Fit width"), FIT_WIDTH)
        return fill_combo_box(box, (*fits, *factors))

    def _show_zoom(self, zoom: float) -> None:
        """Show what Ctrl and the wheel have set, and draw the page in that size."""
        at = self.zoom.findData(zoom)
        self.zoom.setCurrentIndex(at)
        if at < 0:
            self.zoom.setPlaceholderText(self.locale().toString(zoom * 100, "f", 0) + " %")
        self._start_rendering_page()

    def _arrange_widgets(self) -> None:
        head = QWidget()
        head.setFixedHeight(theme.height("panel_head"))
        self._word = label(self.tr("Page"), "body", "text2")
        parts = self._word, self.number, self.count, None, self.state, self.zoom
        fill(QHBoxLayout(head), *parts, margins=(16, 0, 16, 0), spacing=8)
        flush(QVBoxLayout(self), head, hairline(Qt.Orientation.Horizontal), (self.sheet, 1))
        self._set_page_count(0)

    def _set_page_count(self, count: int) -> None:
        """Let a page be chosen, where there are any."""
        self.number.setRange(min(count, 1), count)
        self.count.setText(self.tr("of {count}").format(count=count))
        for each in (self._word, self.number, self.count):
            each.setVisible(count > 0)

    def show_nothing_to_print(self) -> None:
        """Show in place of a page what to do before there can be a report."""
        self._wait.stop()
        self._options = self.pages = None
        self._set_page_count(0)
        self.state.setText("")
        self.sheet.show_text(self.tr("Nothing to print yet. Add options and evidence first."))

    def schedule_rendering(self, options: ReportOptions) -> None:
        """Render the report again, soon."""
        self._options = options
        if self.pages is None:
            self._show_waiting()
        else:
            self.state.setText(self.tr("making pages\u2026"))
            self.sheet.fade()
        self._wait.start()

    def _show_waiting(self) -> None:
        self.sheet.show_text(self.tr("The pages are being made\u2026"), as_page=True)

    def _start_rendering(self) -> None:
        options, study = self._options, self._session.study
        if options is None:
            return

        def work(watch: JobControl) -> PdfPages:
            def on_page(_number: int) -> None:
                if watch.stopped():
                    raise Stopped

            begun: dict[str, int] = {}

            def on_section(key: str, page: int) -> None:
                begun[key] = page - 1

            return read_pdf_pages(build_report(study, options, on_page, on_section), begun)

        job = BackgroundJob(
            Worker.RENDERING,
            work,
            self._show_rendered_report,
            key="report preview",
            on_error=self._show_error,
        )
        self._session.background.start(job)

    def _show_rendered_report(self, pages: PdfPages) -> None:
        self.pages = pages
        self._set_page_count(pages.count)
        self.state.setText("")
        self.built.emit(pages)
        self._start_rendering_page()

    def _show_error(self, error: UserError) -> None:
        self.state.setText(messages.error_text(error))
        if self.pages is None:
            self.sheet.show_text(self.state.text())

    def go_to_page(self, page: int) -> None:
        """Show a page, counted from 0."""
        self.number.setValue(page + 1)

    def _start_rendering_page(self) -> None:
        pages = self.pages
        if pages is None:
            return
        at = self.number.value() - 1
        self.turned.emit(at)
        width = self.sheet.fit_page_width_px(*pages.sizes[at])

        def take(image: QImage) -> None:
            self.sheet.show_image(image)
            now = self.locale().toString(QTime.currentTime(), "HH:mm:ss")
            message = self.tr("Preview of page {page}, made at {time}")
            self.message.emit(message.format(page=at + 1, time=now))
            self.sheet.setAccessibleName(message.format(page=at + 1, time=now))

        work = BackgroundJob(
            Worker.RENDERING, lambda _w: render_page(pages, at, width), take, key="report page"
        )
        self._session.background.start(work)


class PageSheet(QWidget):
    """The picture of a page on a grey ground."""

    turned = Signal(int)
    resized = Signal()
    zoomed = Signal(float)  # carries FIT_PAGE, FIT_WIDTH or a factor

    def __init__(self) -> None:
        super().__init__()
        self._image: QImage | None = None
        self._text, self._has_page = "", False
        self._is_faded = False
        self._zoom = FIT_PAGE
        self._page_width = 1.0
        self._scrolled = 0.0  # of the page that lies above the view, in pixels
        self.setMinimumSize(240, 240)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty("ringed", True)  # noqa: FBT003 - Qt's way

    def sizeHint(self) -> QSize:
        """Return a size at which a page can be read."""
        return QSize(520, 640)

    def fit_page_width_px(self, width: float, height: float) -> int:
        """Return how wide a page of a size in points is drawn, in device pixels."""
        self._page_width = width
        room_wide, room_high = self.width() - 2 * _EDGE, self.height() - 2 * _EDGE
        fits = {FIT_PAGE: min(room_wide, room_high * width / height), FIT_WIDTH: room_wide}
        shown = max(80.0, fits.get(self._zoom, width * _SCREEN * self._zoom))
        return round(shown * self.devicePixelRatioF())

    def set_zoom(self, zoom: float) -> None:
        """Show the page whole, as wide as the view, or by a factor."""
        self._zoom = zoom if zoom <= 0 else min(max(zoom, _LEAST), _MOST)
        self._scrolled = 0.0
        self.zoomed.emit(self._zoom)

    def _zoom_by(self, factor: float) -> None:
        now = self._zoom
        if now <= 0 and self._image is not None:
            now = self._image.deviceIndependentSize().width() / (self._page_width * _SCREEN)
        self.set_zoom(max(now, _LEAST) * factor)

    @property
    def _hidden_height(self) -> float:
        """How much of the page does not fit into the view, in pixels."""
        high = self._image.deviceIndependentSize().height() if self._image else 0.0
        return max(0.0, high + 2 * _EDGE - self.height())

    def _scroll_or_turn(self, pixels: float) -> None:
        """Move within the page; beyond its end turn to the next one."""
        end = self._hidden_height if pixels > 0 else 0.0
        if self._hidden_height and self._scrolled != end:
            self._scrolled = min(max(self._scrolled + pixels, 0.0), self._hidden_height)
            self.update()
            return
        self._scrolled = 0.0
        self.turned.emit(1 if pixels > 0 else -1)

    def show_text(self, text: str, *, as_page: bool = False) -> None:
        """Show a sentence in place of a page, or on an empty one that is to come."""
        self._image, self._text, self._has_page = None, text, as_page
        self.update()

    def show_image(self, image: QImage) -> None:
        """Show a page."""
        image.setDevicePixelRatio(self.devicePixelRatioF())
        self._image, self._is_faded = image, False
        self.update()

    def fade(self) -> None:
        """Show that a newer page is on its way."""
        self._is_faded = True
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw ground and page."""
        painter, look = QPainter(self), theme.look()
        painter.fillRect(self.rect(), look["sunken"])
        if self._image is None:
            if self._has_page:
                high = self.height() - 2.0 * _EDGE
                page = QRectF(0, _EDGE, min(high / _A4, self.width() - 2 * _EDGE), high)
                page.moveLeft((self.width() - page.width()) / 2)
                painter.fillRect(page, look["page"])
                painter.setPen(look["border"])
                painter.drawRect(page)
            painter.setFont(theme.font("control"))
            painter.setPen(look["text2"])
            room = self.rect().adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
            wrapped = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(room, wrapped, self._text)
            return
        size = self._image.deviceIndependentSize()
        left, top = (self.width() - size.width()) / 2, (self.height() - size.height()) / 2
        if self._hidden_height:
            top = _EDGE - min(self._scrolled, self._hidden_height)
        painter.setOpacity(0.6 if self._is_faded else 1.0)
        painter.drawImage(round(left), round(top), self._image)
        painter.setOpacity(1.0)
        painter.setPen(look["border"])
        painter.drawRect(
            round(left) - 1, round(top) - 1, round(size.width()) + 1, round(size.height()) + 1
        )

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl; else move within a large page, and turn pages."""
        up = event.angleDelta().y() > 0
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._zoom_by(_STEP if up else 1 / _STEP)
        else:
            self._scroll_or_turn(-self.height() / 4 if up else self.height() / 4)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Turn pages and zoom by keys."""
        zooms = {Qt.Key.Key_Plus: _STEP, Qt.Key.Key_Minus: 1 / _STEP}
        key = Qt.Key(event.key())
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier and key == Qt.Key.Key_0:
            self.set_zoom(FIT_PAGE)
            return
        if key in zooms:
            self._zoom_by(zooms[key])
            return
        steps = {
            Qt.Key.Key_PageDown: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Right: 1,
            Qt.Key.Key_PageUp: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Left: -1,
            Qt.Key.Key_Home: -10_000, Qt.Key.Key_End: 10_000,
        }  # fmt: skip
        step = steps.get(key)
        if step is None:
            super().keyPressEvent(event)
        else:
            self.turned.emit(step)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for a picture of the new size."""
        super().resizeEvent(event)
        self.resized.emit()


LANGUAGE_NAMES = dict(
    zip(LANGUAGES, ("English", "Deutsch", "Portugu\u00eas (Brasil)"), strict=True)
)
EDITIONS = (
    ("", QT_TRANSLATE_NOOP("ReportForm", "Full or plan")),
    ("short", QT_TRANSLATE_NOOP("ReportForm", "Short")),
    ("full", QT_TRANSLATE_NOOP("ReportForm", "Full")),
    ("plan", QT_TRANSLATE_NOOP("ReportForm", "Test plan")),
)
"""Keys of the editions and what they are called."""
_OURS = "#3B46A6"
_ACCENTS = (_OURS, "#1F5561", "#5F3F29", "#34393E")
"""Ours first; all of them print well on white."""


class ReportForm(QWidget):
    """Fields of the options of a report; says when one was changed."""

    changed = Signal(object)  # carries the new ReportOptions
    refused = Signal(str)  # carries why a picture was not accepted

    def __init__(self) -> None:
        super().__init__()
        self._options = ReportOptions()
        self.author, self.language, self.paper = QLineEdit(), QComboBox(), QComboBox()
        self.edition = QComboBox()
        fill_combo_box(self.edition, ((self.tr(str(text)), key) for key, text in EDITIONS))
        fill_combo_box(self.language, ((name, code) for code, name in LANGUAGE_NAMES.items()))
        self.paper.addItems(list(PAPERS))
        self.logo = QLabel()
        self.workbook = QCheckBox(self.tr("Put the workbook inside the PDF"))
        self.evidence = QCheckBox(self.tr("Put the evidence files inside the PDF"))
        self.accents = [self._build_accent_button(colour) for colour in _ACCENTS]
        self._arrange_widgets()
        self.author.editingFinished.connect(
            lambda: self._apply_changes(author=self.author.text().strip())
        )
        self.language.activated.connect(
            lambda _at: self._apply_changes(language=str(self.language.currentData()))
        )
        self.edition.activated.connect(
            lambda _at: self._apply_changes(edition=str(self.edition.currentData()))
        )
        self.paper.activated.connect(
            lambda _at: self._apply_changes(paper=self.paper.currentText())
        )
        self.workbook.clicked.connect(lambda on: self._apply_changes(attach_workbook=bool(on)))
        self.evidence.clicked.connect(lambda on: self._apply_changes(attach_evidence=bool(on)))

    @property
    def options(self) -> ReportOptions:
        """What the form says."""
        return self._options

    def show_options(self, options: ReportOptions) -> None:
        """Show the options that the study keeps."""
        self._options = options
        if not (self.author.hasFocus() and self.author.isModified()):
            self.author.setText(options.author)
        self.language.setCurrentIndex(max(0, self.language.findData(options.language)))
        self.paper.setCurrentText(options.paper)
        self.edition.setCurrentIndex(max(0, self.edition.findData(options.edition)))
        self.workbook.setChecked(options.attach_workbook)
        self.evidence.setChecked(options.attach_evidence)
        for each, colour in zip(self.accents, _ACCENTS, strict=True):
            each.setChecked(colour == (options.accent or _OURS))
        self._show_logo(options.logo)

    def add_fields(self, rows: list[tuple[str, QWidget]]) -> None:
        """Put fields above those that are there."""
        for place, (text, field) in enumerate(rows):
            field.setFixedHeight(theme.height("field"))
            field.setAccessibleName(text)
            self._form.insertRow(place, label(text, "body", "text2"), field)

    def _arrange_widgets(self) -> None:
        self._form = QFormLayout()
        self._form.setVerticalSpacing(8)
        self._form.setHorizontalSpacing(16)
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.drop_logo = button(
            self.tr("Remove"), lambda: self._apply_changes(logo=b""), kind="link"
        )
        choose = button(self.tr("Choose\u2026"), self._choose_logo, kind="link")
        other = button(self.tr("Other\u2026"), self._choose_accent, kind="link")
        self.add_fields(
            [
                (self.tr("Edition"), self.edition),
                (self.tr("Author"), self.author),
                (self.tr("Language"), self.language),
                (self.tr("Paper"), self.paper),
                (self.tr("Logo"), _build_row(self.logo, None, self.drop_logo, choose)),
                (self.tr("Accent colour"), _build_row(*self.accents, None, other)),
            ]
        )
        parts = self._form, self.workbook, self.evidence
        fill(QVBoxLayout(self), *parts, margins=(16, 4, 16, 0), spacing=10)

    def _show_logo(self, image: bytes) -> None:
        picture = _decode_thumbnail(image, theme.height("field") - 6) if image else None
        if picture is not None:
            self.logo.setPixmap(picture)
            self.logo.setToolTip(self.tr("The logo at the head of the cover"))
        else:
            self.logo.setText(self.tr("cannot be read") if image else self.tr("no file"))
            self.logo.setToolTip("")
        self.drop_logo.setVisible(bool(image))

    def _choose_logo(self) -> None:
        path = file_dialogs.ask_picture(self)
        if path is not None:
            self.set_logo(path)

    def set_logo(self, path: Path) -> None:
        """Make a picture file the logo."""
        from arraywise.usecases.edit_study import load_logo_as_png  # the store takes long to load

        try:
            self._apply_changes(logo=load_logo_as_png(path))
        except UserError as error:
            self.refused.emit(messages.error_text(error))

    def _build_accent_button(self, colour: str) -> QToolButton:
        patch = QPixmap(18, 18)
        patch.fill(QColor(colour))
        name = self.tr("Accent colour {colour}").format(colour=colour)
        choice = with_accessible_name(QToolButton(), name, colour)
        choice.setIcon(QIcon(patch))
        choice.setIconSize(QSize(18, 18))
        choice.setCheckable(True)
        choice.clicked.connect(
            lambda: self._apply_changes(accent="" if colour == _OURS else colour)
        )
        return choice

    def _choose_accent(self) -> None:
        title = self.tr("Accent colour of the report")
        result = QColorDialog.getColor(QColor(self._options.accent or _OURS), self, title)
        if result.isValid():
            self._apply_changes(accent=result.name())

    def _apply_changes(self, **changes: str | bytes | bool) -> None:
        options = replace(self._options, **changes)  # type: ignore[arg-type]
        self.author.setModified(False)  # what is typed in it is given with anything else
        if options != self._options:
            self.show_options(options)
            self.changed.emit(options)

    def set_excluded_sections(self, keys: frozenset[str]) -> None:
        """Replace the sections that are not printed."""
        options = replace(self._options, left_out=keys)
        if options != self._options:
            self._options = options
            self.changed.emit(options)


def _decode_thumbnail(image: bytes, height: int) -> QPixmap | None:
    """Return a PNG scaled to a height; None where it cannot be read or is too large."""
    buffer = QBuffer()
    buffer.setData(image)
    reader = QImageReader(buffer, b"png")
    reader.setAutoDetectImageFormat(False)
    size = reader.size()
    if size.isEmpty() or size.width() * size.height() > LOGO_PIXELS:
        return None
    reader.setScaledSize(size.scaled(size.width(), height, Qt.AspectRatioMode.KeepAspectRatio))
    thumbnail = reader.read()
    return None if thumbnail.isNull() else QPixmap.fromImage(thumbnail)


def _build_row(*parts: QWidget | None) -> QWidget:
    whole = QWidget()
    fill(QHBoxLayout(whole), *parts, margins=(0, 0, 0, 0), spacing=8)
    for part in parts:
        if isinstance(part, QPushButton):
            part.setFixedHeight(theme.height("field"))
    return whole


COVER, PLAN = "cover", "plan"
ALWAYS = frozenset({COVER, PLAN})
"""Sections that nobody can leave out."""
SECTIONS = (
    (COVER, QT_TRANSLATE_NOOP("SectionList", "Cover")),
    (PLAN, QT_TRANSLATE_NOOP("SectionList", "Test plan")),
    ("summary", QT_TRANSLATE_NOOP("SectionList", "Summary")),
    ("question", QT_TRANSLATE_NOOP("SectionList", "The question")),
    ("options", QT_TRANSLATE_NOOP("SectionList", "The options")),
    ("fit", QT_TRANSLATE_NOOP("SectionList", "Does it fit")),
    ("costs", QT_TRANSLATE_NOOP("SectionList", "What it costs")),
    ("lifetime", QT_TRANSLATE_NOOP("SectionList", "Over time")),
    ("reasons", QT_TRANSLATE_NOOP("SectionList", "Why this one")),
    ("changes", QT_TRANSLATE_NOOP("SectionList", "What would change it")),
    ("risks", QT_TRANSLATE_NOOP("SectionList", "Risks and findings")),
    ("not-shown", QT_TRANSLATE_NOOP("SectionList", "Not shown")),
    ("steps", QT_TRANSLATE_NOOP("SectionList", "Next steps")),
    ("materials", QT_TRANSLATE_NOOP("SectionList", "A  Bill of materials")),
    ("levels", QT_TRANSLATE_NOOP("SectionList", "B  Levels and I/O")),
    ("method", QT_TRANSLATE_NOOP("SectionList", "C  Methods")),
    ("glossary", QT_TRANSLATE_NOOP("SectionList", "D  Terms")),
    ("evidence", QT_TRANSLATE_NOOP("SectionList", "E  Evidence")),
)
"""Keys and titles in the order of the report."""
_NOWHERE = "\u2013"
_AROUND = 72
"""Pixels of a row beside its words: the tick, the padding of both cells and of the list."""


class SectionList(QTreeWidget):
    """A row a section, with a box to leave it out; choosing one shows its first page."""

    chosen = Signal(int)  # carries a page, counted from 0
    excluded_changed = Signal(object)  # carries the keys of the sections without a tick

    def __init__(self) -> None:
        super().__init__()
        self._pages: dict[str, int] = {}
        self._items = {key: self._build_item(key, self.tr(str(title))) for key, title in SECTIONS}
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setFrameShape(QTreeWidget.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setAccessibleName(self.tr("Sections of the report"))
        self.setProperty("ringed", "inside")
        self.addTopLevelItems(list(self._items.values()))
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.itemChanged.connect(lambda _item, _column: self.excluded_changed.emit(self.excluded))
        self.currentItemChanged.connect(self._emit_first_page)

    def _build_item(self, key: str, title: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem([title, ""])
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setSizeHint(0, QSize(0, theme.height("button")))
        item.setCheckState(0, Qt.CheckState.Checked)
        if key in ALWAYS:
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsUserCheckable)
        return item

    def needed_width(self) -> int:
        """Return the width in which no title is cut, with room for three figures of a page."""
        advance = self.fontMetrics().horizontalAdvance
        titles = (item.text(0) for item in self._items.values())
        return max(map(advance, titles)) + advance("0000") + _AROUND

    @property
    def excluded(self) -> frozenset[str]:
        """Keys of the sections without a tick."""
        out = Qt.CheckState.Unchecked
        return frozenset(key for key, item in self._items.items() if item.checkState(0) is out)

    def show_excluded(self, keys: frozenset[str]) -> None:
        """Tick all but these."""
        ticks = Qt.CheckState.Checked, Qt.CheckState.Unchecked
        with QSignalBlocker(self):
            for key, item in self._items.items():
                item.setCheckState(0, ticks[key in keys])

    def show_page_numbers(self, pages: PdfPages) -> None:
        """Write where each section begins."""
        self._pages = dict(pages.sections)
        if PLAN not in self._pages:
            self._pages[COVER] = 0
        with QSignalBlocker(self):
            for key, item in self._items.items():
                page = self._pages.get(key)
                item.setText(1, _NOWHERE if page is None else str(page + 1))
                item.setHidden(key in ALWAYS and page is None)

    def select_section_of_page(self, page: int) -> None:
        """Mark the section that a page belongs to."""
        begun = [key for key, _ in SECTIONS if self._pages.get(key, page + 1) <= page]
        with QSignalBlocker(self):
            for key in begun[-1:]:
                self.setCurrentItem(self._items[key])

    def _emit_first_page(
        self, item: QTreeWidgetItem | None, _before: QTreeWidgetItem | None
    ) -> None:
        at = self.indexOfTopLevelItem(item) if item is not None else -1
        page = self._pages.get(SECTIONS[at][0]) if at >= 0 else None
        if page is not None:
            self.chosen.emit(page)


_FORM_WIDTH = 300
_LIST_WIDTH = 250


class ReportPage(Page):
    """What goes into the documents, how they look, and Export."""

    key = "report"
    icon = "report"

    def __init__(self, session: Session) -> None:
        super().__init__(self.tr("Report"))
        self._session = session
        self._is_stale = True
        self.name_field, self.client_field = QLineEdit(), QLineEdit()
        self.currency_field = QLineEdit()
        self.budget_dialog: BudgetDialog | None = None  # open while the budget is asked for
        self.sections, self.preview = SectionList(), ReportPreview(session)
        self.form = ReportForm()
        self.form.add_fields(
            [
                (self.tr("Study"), self.name_field),
                (self.tr("Client"), self.client_field),
                (self.tr("Currency"), self.currency_field),
            ]
        )
        self.set_body(self._build_body())
        self._connect()

    def _connect(self) -> None:
        for field in (self.name_field, self.client_field, self.currency_field):
            field.editingFinished.connect(self._save_info)
        self.form.changed.connect(self._save_options)
        self.form.refused.connect(lambda why: self.banner.show_message("fail", why))
        self.sections.excluded_changed.connect(self.form.set_excluded_sections)
        self.sections.chosen.connect(self.preview.go_to_page)
        self.preview.built.connect(self._show_pages)
        self.preview.turned.connect(self.sections.select_section_of_page)
        self.preview.message.connect(lambda text: self.requested.emit(ShowStatus(text)))

    def _build_body(self) -> QWidget:
        body, lines = panel(), [hairline(Qt.Orientation.Vertical) for _ in range(2)]
        self.sections.setFixedWidth(max(_LIST_WIDTH, self.sections.needed_width()))
        parts = self.sections, lines[0], (self.preview, 1), lines[1], self._build_options_panel()
        flush(QHBoxLayout(body), *parts)
        return body

    def _build_options_panel(self) -> QWidget:
        side = panel()
        side.setMinimumWidth(theme.px(_FORM_WIDTH))
        head, _title, _note = section_head(self.tr("Options of the report"))
        inside = panel()
        fill(QVBoxLayout(inside), self.form, None, margins=(0, 0, 0, 12))
        form, line = (
            wrap_widget_in_scroll_area(inside, keeps_width=True),
            hairline(Qt.Orientation.Horizontal),
        )
        parts = head, (form, 1), line, self._build_buttons()
        fill(QVBoxLayout(side), *parts, margins=(0, 0, 0, 16), spacing=0)
        return side

    def _build_buttons(self) -> QVBoxLayout:
        self.pdf = button(
            self.tr("Export PDF"),
            lambda: self.requested.emit(ExportDocument(DocumentKind.REPORT)),
            kind="primary",
            sign="file",
        )
        self.workbook = button(
            self.tr("Export workbook"),
            lambda: self.requested.emit(ExportDocument(DocumentKind.WORKBOOK)),
            sign="table",
        )
        self.workbook.setToolTip(self.tr("A workbook with live formulas"))
        for each in (self.pdf, self.workbook):
            each.setFixedHeight(theme.px(32))
            each.setMaximumWidth(10_000)
            each.setSizePolicy(each.sizePolicy().Policy.Expanding, each.sizePolicy().Policy.Fixed)
        text = self.tr("The same study always gives exactly the same file.")
        note = label(text, "body", "text3", wraps=True)
        parts = self.pdf, self.workbook, note
        return fill(QVBoxLayout(), *parts, margins=(16, 16, 16, 0), spacing=8)

    def refresh(self, changes: Changes) -> None:
        """Show the study's head, and make the pages again while they are looked at."""
        facts, answer = self._session.facts, self._session.answer
        if facts is None or answer is None or changes is Changes.NOTHING:
            return
        for field, text in (
            (self.name_field, facts.name),
            (self.client_field, facts.client),
            (self.currency_field, facts.currency),
        ):
            if not (field.hasFocus() and field.isModified()):  # the user is not typing
                field.setText(text)
        self._is_stale = True
        if self.isVisible() and not self._session.is_moving:
            self._read_options_and_render()

    def showEvent(self, event: QShowEvent) -> None:
        """Render the pages when the page is shown after a change."""
        super().showEvent(event)
        if self._is_stale:
            self._read_options_and_render()

    def _read_options_and_render(self) -> None:
        """Read the options of the report from the study, and render the pages."""
        self._is_stale = False

        def show(options: ReportOptions) -> None:
            self.form.show_options(options)
            self.sections.show_excluded(options.left_out)
            self._show_preview(options)

        self._session.read(read_report_options, show, key="report options")

    def _save_options(self, options: ReportOptions) -> None:
        study = self._session.study
        self._session.write(lambda _w: set_report_options(study, options), None, key="report")
        self._show_preview(options)

    def _show_preview(self, options: ReportOptions) -> None:
        facts = self._session.facts
        is_nothing = facts is not None and not facts.options
        for each in (self.pdf, self.workbook):
            each.setEnabled(not is_nothing)
        if is_nothing:
            self.preview.show_nothing_to_print()
        else:
            self.preview.schedule_rendering(options)

    def _show_pages(self, pages: PdfPages) -> None:
        self.sections.show_page_numbers(pages)
        self.subtitle.setText(
            format_count(pages.count, self.tr("1 page"), self.tr("{count} pages"))
        )

    def _save_info(self) -> None:
        facts = self._session.facts
        fields = self.name_field, self.client_field, self.currency_field
        name, client, currency = (field.text().strip() for field in fields)
        currency = currency.upper()
        if facts is None or (name, client, currency) == (facts.name, facts.client, facts.currency):
            return
        good = is_currency(currency)
        restyle(self.currency_field, invalid=not good)
        reason = "" if good else self.tr("Three letters, such as EUR or BRL")
        self.currency_field.setToolTip(reason)
        if name and good and self.budget_dialog is None:
            for field in fields:
                field.setModified(False)
            self.budget_dialog = ask_for_budgets_after_currency_change(
                facts,
                self._session.budgets,
                currency,
                self,
                lambda budgets: self._write_study_info(name, client, currency, budgets),
                lambda: self._restore_currency(facts.currency),
            )

    def _write_study_info(
        self, name: str, client: str, currency: str, budgets: Mapping[Decimal, Decimal | None]
    ) -> None:
        self.budget_dialog = None
        facts, study = self._session.facts, self._session.study
        is_other = facts is not None and currency != facts.currency
        self._session.write(
            lambda _watch: set_study_info(
                study, name=name, client=client, currency=currency, budgets=budgets
            ),
            Changes.STUDY | Changes.REQUIREMENT | Changes.CRITERIA if is_other else Changes.STUDY,
            key="info",
        )

    def _restore_currency(self, currency: str) -> None:
        """Put the earlier currency back into its field, and save what else was typed."""
        self.budget_dialog = None
        self.currency_field.setText(currency)
        self._save_info()
