"""The pages of the report as they will be printed, made anew after every change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTime, QTimer, Signal
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QSpinBox, QVBoxLayout, QWidget

from arraywise.domain.problems import Stopped
from arraywise.gui import theme, wording
from arraywise.gui.background import Job, Lane
from arraywise.gui.fields import hairline, label
from arraywise.gui.pdf_pages import PdfPages, draw_page, look_through
from arraywise.usecases.export_report import make_report

if TYPE_CHECKING:
    from arraywise.domain.problems import UserError
    from arraywise.domain.report_options import ReportOptions
    from arraywise.gui.background import Watch
    from arraywise.gui.session import Session

_DELAY_MS = 350
"""After the last edit, so that a dragged slider does not print a page for each step."""
_EDGE = 16


class ReportPreview(QWidget):
    """One page at a time, with its number; wheel and Page keys turn pages."""

    made = Signal(object)
    """Carries the PdfPages that are shown now."""
    turned = Signal(int)
    """Carries the number of the page that is shown, counted from 0."""
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
        self.number.setFixedWidth(64)
        self.number.setFixedHeight(theme.height("field"))
        self.number.setAccessibleName(self.tr("Page"))
        self.number.setEnabled(False)
        self.count = label("", "body", "text2")
        self.state = label("", "body", "text3")
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(_DELAY_MS)
        self._wait.timeout.connect(self._make)
        self._lay_out()
        self.number.valueChanged.connect(lambda _number: self._draw())
        self.sheet.turned.connect(lambda step: self.number.setValue(self.number.value() + step))
        self.sheet.resized.connect(self._draw)

    def _lay_out(self) -> None:
        head = QWidget()
        head.setFixedHeight(theme.height("panel_head"))
        row = QHBoxLayout(head)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(8)
        row.addWidget(label(self.tr("Page"), "body", "text2"))
        row.addWidget(self.number)
        row.addWidget(self.count)
        row.addStretch(1)
        row.addWidget(self.state)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(hairline(Qt.Orientation.Horizontal))
        column.addWidget(self.sheet, 1)

    def show_report(self, options: ReportOptions) -> None:
        """Make the report anew, soon."""
        self._options = options
        self.state.setText(self.tr("making pages\u2026"))
        self.sheet.fade()
        self._wait.start()

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
        self.number.setEnabled(True)
        self.number.setRange(1, pages.count)
        self.count.setText(self.tr("of {count}").format(count=pages.count))
        self.state.setText("")
        self.made.emit(pages)
        self._draw()

    def _could_not(self, error: UserError) -> None:
        self.state.setText(wording.why(error))

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

    def __init__(self) -> None:
        super().__init__()
        self._image: QImage | None = None
        self._is_faded = False
        self.setMinimumSize(240, 240)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:
        """Return a size at which a page can be read."""
        return QSize(520, 640)

    def width_in_pixels(self, width: float, height: float) -> int:
        """Return how wide a page of this form is drawn, in pixels of the screen."""
        room_wide, room_high = self.width() - 2 * _EDGE, self.height() - 2 * _EDGE
        shown = max(80.0, min(room_wide, room_high * width / height))
        return round(shown * self.devicePixelRatioF())

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
            return
        size = self._image.deviceIndependentSize()
        left, top = (self.width() - size.width()) / 2, (self.height() - size.height()) / 2
        painter.setOpacity(0.6 if self._is_faded else 1.0)
        painter.drawImage(round(left), round(top), self._image)
        painter.setOpacity(1.0)
        painter.setPen(look["border"])
        painter.drawRect(
            round(left) - 1, round(top) - 1, round(size.width()) + 1, round(size.height()) + 1
        )

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn a page."""
        self.turned.emit(-1 if event.angleDelta().y() > 0 else 1)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Turn pages by keys."""
        steps = {
            Qt.Key.Key_PageDown: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Right: 1,
            Qt.Key.Key_PageUp: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Left: -1,
            Qt.Key.Key_Home: -10_000, Qt.Key.Key_End: 10_000,
        }  # fmt: skip
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.turned.emit(step)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for a picture of the new size."""
        super().resizeEvent(event)
        self.resized.emit()
