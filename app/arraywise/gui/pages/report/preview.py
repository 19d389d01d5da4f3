"""The pages of the report as they will be printed, made anew after every change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, QTime, QTimer, Signal
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSpinBox, QVBoxLayout, QWidget

from arraywise.domain.messages import Stopped
from arraywise.gui.session.background import Job, Lane
from arraywise.gui.session.exports import PdfPages, draw_page, look_through
from arraywise.gui.widgets import messages, theme
from arraywise.gui.widgets.controls import fill, flush, hairline, label
from arraywise.usecases.export_documents import make_report

if TYPE_CHECKING:
    from arraywise.domain.messages import UserError
    from arraywise.domain.study import ReportOptions
    from arraywise.gui.session.background import Watch
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

    made = Signal(object)  # carries the PdfPages that are shown now
    turned = Signal(int)  # carries the number of the page that is shown, counted from 0
    said = Signal(str)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._options: ReportOptions | None = None
        self.pages: PdfPages | None = None
        self.sheet = PageSheet()
        self.number = QSpinBox()
        self.number.setButtonSymbols(QSpinBox.ButtonSymbols.NoButtons)
        self.number.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.number.setFixedWidth(theme.px(64))
        self.number.setFixedHeight(theme.height("field"))
        self.number.setAccessibleName(self.tr("Page"))
        self.count = label("", "body", "text2")
        self.state = label("", "body", "text3")
        self.sheet.setAccessibleName(self.number.accessibleName())
        self.zoom = self._make_zoom()
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(_DELAY_MS)
        self._wait.timeout.connect(self._make)
        self._lay_out()
        self._say_waiting()
        self.number.valueChanged.connect(lambda _number: self._draw())
        self.sheet.turned.connect(lambda step: self.number.setValue(self.number.value() + step))
        self.sheet.resized.connect(self._draw)
        self.sheet.zoomed.connect(self._show_zoom)
        self.zoom.activated.connect(lambda _at: self._choose_zoom())

    def _make_zoom(self) -> QComboBox:
        box = QComboBox()
        box.setFixedHeight(theme.height("field"))
        box.setAccessibleName(self.tr("Zoom"))
        box.setToolTip(self.tr("Ctrl and the wheel zoom; Ctrl+0 fits the page"))
        box.addItem(self.tr("Fit page"), FIT_PAGE)
        box.addItem(self.tr("Fit width"), FIT_WIDTH)
        for factor in _ZOOMS:
            box.addItem(self.locale().toString(factor * 100, "f", 0) + " %", factor)
        return box

    def _choose_zoom(self) -> None:
        self.sheet.set_zoom(float(self.zoom.currentData()))

    def _show_zoom(self, zoom: float) -> None:
        """Show what Ctrl and the wheel have set, and draw the page in that size."""
        at = self.zoom.findData(zoom)
        self.zoom.setCurrentIndex(at)
        if at < 0:
            self.zoom.setPlaceholderText(self.locale().toString(zoom * 100, "f", 0) + " %")
        self._draw()

    def _lay_out(self) -> None:
        head = QWidget()
        head.setFixedHeight(theme.height("panel_head"))
        row = fill(QHBoxLayout(head), margins=(16, 0, 16, 0), spacing=8)
        self._word = label(self.tr("Page"), "body", "text2")
        fill(row, self._word, self.number, self.count, None, self.state, self.zoom)
        flush(QVBoxLayout(self), head, hairline(Qt.Orientation.Horizontal), (self.sheet, 1))
        self._count_pages(0)

    def _count_pages(self, count: int) -> None:
        """Let a page be chosen, where there are any."""
        self.number.setRange(min(count, 1), count)
        self.count.setText(self.tr("of {count}").format(count=count))
        for each in (self._word, self.number, self.count):
            each.setVisible(count > 0)

    def show_nothing(self) -> None:
        """Say what to do before there can be a report."""
        self._wait.stop()
        self._options = self.pages = None
        self._count_pages(0)
        self.state.setText("")
        self.sheet.show_text(self.tr("Nothing to print yet. Add options and evidence first."))

    def show_report(self, options: ReportOptions) -> None:
        """Make the report anew, soon."""
        self._options = options
        if self.pages is None:
            self._say_waiting()
        else:
            self.state.setText(self.tr("making pages\u2026"))
            self.sheet.fade()
        self._wait.start()

    def _say_waiting(self) -> None:
        self.sheet.show_text(self.tr("The pages are being made\u2026"), as_page=True)

    def _make(self) -> None:
        options, study = self._options, self._session.study
        if options is None:
            return

        def work(watch: Watch) -> PdfPages:
            def on_page(_number: int) -> None:
                if watch.stopped():
                    raise Stopped

            return look_through(make_report(study, options, on_page))

        job = Job(Lane.PRINTING, work, self._take, key="report preview", otherwise=self._could_not)
        self._session.background.start(job)

    def _take(self, pages: PdfPages) -> None:
        self.pages = pages
        self._count_pages(pages.count)
        self.state.setText("")
        self.made.emit(pages)
        self._draw()

    def _could_not(self, error: UserError) -> None:
        self.state.setText(messages.why(error))
        if self.pages is None:
            self.sheet.show_text(self.state.text())

    def go_to(self, page: int) -> None:
        """Show a page, counted from 0."""
        self.number.setValue(page + 1)

    def _draw(self) -> None:
        pages = self.pages
        if pages is None:
            return
        at = self.number.value() - 1
        self.turned.emit(at)
        width = self.sheet.width_in_pixels(*pages.sizes[at])

        def take(image: QImage) -> None:
            self.sheet.show_image(image)
            now = self.locale().toString(QTime.currentTime(), "HH:mm:ss")
            said = self.tr("Preview of page {page}, made at {time}")
            self.said.emit(said.format(page=at + 1, time=now))
            self.sheet.setAccessibleName(said.format(page=at + 1, time=now))

        work = Job(Lane.PRINTING, lambda _w: draw_page(pages, at, width), take, key="report page")
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

    def width_in_pixels(self, width: float, height: float) -> int:
        """Return how wide a page of this form is drawn, in pixels of the screen."""
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

    def _scroll(self, pixels: float) -> None:
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
            painter.drawText(
                self.rect().adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE),
                int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap),
                self._text,
            )
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
            self._scroll(-self.height() / 4 if up else self.height() / 4)
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
