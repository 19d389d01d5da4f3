"""What all charts share: keys and wheel, tips, pictures and figures for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QLocale,
    QObject,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QDrag,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QWheelEvent,
)
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import (
    QFileDialog,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QToolTip,
    QWidget,
)

from arraywise.domain.messages import UserError
from arraywise.gui.grid.clipboard import CopiedCell, as_mime
from arraywise.gui.widgets.controls import as_tip
from arraywise.gui.widgets.files import documents
from arraywise.gui.widgets.theme import icon
from arraywise.present.charts.axes import MapRange

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtCore import QMimeData


_ZOOM = 0.8
"""What is seen after one notch of the wheel or one key, as a share of what was seen before."""


def is_page_key(chart: QWidget, event: QWheelEvent) -> bool:
    """Return whether the wheel is for the page that a chart is on; with Ctrl it never is."""
    if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
        return False
    around = chart.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea) and around.verticalScrollBar().maximum() > 0:
            return True
        around = around.parentWidget()
    return False


def zoom_by_wheel(chart: QWidget, event: QWheelEvent) -> float | None:
    """Return what the wheel leaves of the view, as a share of it; None gives it to the page."""
    is_taken = not is_page_key(chart, event)
    event.setAccepted(is_taken)
    return _ZOOM ** (event.angleDelta().y() / 120) if is_taken else None


PAN = 0.1
"""How far an arrow goes, as a share of what is seen."""
_ZOOMS = {
    Qt.Key.Key_Plus: _ZOOM,
    Qt.Key.Key_Equal: _ZOOM,
    Qt.Key.Key_Minus: 1 / _ZOOM,
    Qt.Key.Key_Underscore: 1 / _ZOOM,
}
_HEARD = {QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.FocusOut}
ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
"""Steps to the right and up."""


def zoom_of(event: QKeyEvent) -> float | None:
    """Return what a key leaves of the view, as a share of it; None where it zooms nothing."""
    return _ZOOMS.get(Qt.Key(event.key()))


def key_lines(*names: str) -> tuple[tuple[str, str], ...]:
    """Return keys of charts by their names, each with what it does."""
    pages = translate("Charts", "Page up, Page down")
    move = translate("Charts", "Move what is seen of the chart")
    lines = {
        "zoom": ("+  \u2212", translate("Charts", "Zoom the chart in or out")),
        "home": (translate("Charts", "Home"), translate("Charts", "Show the whole chart again")),
        "pan": ("\u2190 \u2192 \u2191 \u2193", move),
        "point": (pages, translate("Charts", "Previous or next point")),
        "measured": (pages, translate("Charts", "Previous or next measured point")),
        "copy": ("Ctrl+C", translate("Charts", "Copy figures")),
        "load": ("\u2190 \u2192", translate("Charts", "Less or more load")),
        "target": ("\u2191 \u2193", translate("Charts", "Longer or shorter target")),
        "pan map": (translate("Charts", "Ctrl+arrows"), move),
        "begins": (
            translate("Charts", "Shift+\u2190 \u2192"),
            translate("Charts", "Move where the part that counts begins"),
        ),
        "ends": (
            translate("Charts", "Ctrl+\u2190 \u2192"),
            translate("Charts", "Move where the part that counts ends"),
        ),
        "month": (
            translate("Charts", "Left, Right"),
            translate("Charts", "The month before, the next one"),
        ),
    }
    return tuple(lines[name] for name in names)


class PlotKeys(QObject):
    """Works a plot by keys, as wheel and hand do; other keys go to who holds it."""

    def __init__(
        self,
        plot: Any,  # noqa: ANN401 - pyqtgraph has no types
        fit: Callable[[], None],
        more: Callable[[QEvent], bool],
    ) -> None:
        """Listen to a PlotWidget; `fit` shows everything again.

        `more` takes the keys that are the chart's own, and what may end them; says whether it
        knew them.
        """
        super().__init__(plot)
        self._box = plot.getPlotItem().getViewBox()
        self._fit, self._more = fit, more
        plot.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        plot.setProperty("ringed", True)  # noqa: FBT003 - Qt's way
        plot.installEventFilter(self)
        plot.viewport().installEventFilter(self)
        self._plot = plot

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys of the plot, and the wheel where it is for the page."""
        if watched is not self._plot:
            if isinstance(event, QWheelEvent) and is_page_key(self._plot, event):
                event.ignore()
                return True
            return False
        if event.type() in _HEARD and self._more(event):
            return True
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._take(event)
        return super().eventFilter(watched, event)

    def _take(self, event: QKeyEvent) -> bool:
        across, up = (1.0 if enabled else 0.0 for enabled in self._box.state["mouseEnabled"])
        zoom, arrow = zoom_of(event), ARROWS.get(Qt.Key(event.key()))
        if event.key() == Qt.Key.Key_Home:
            self._fit()
        elif zoom is not None:
            self._box.scaleBy((zoom if across else 1.0, zoom if up else 1.0))
        elif arrow is not None and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            seen = self._box.viewRect()
            step = seen.width() * PAN * across, seen.height() * PAN * up
            self._box.translateBy((arrow[0] * step[0], arrow[1] * step[1]))
        else:
            return False
        if event.key() != Qt.Key.Key_Home:
            self._box.sigRangeChangedManually.emit(self._box.state["mouseEnabled"])
        return True


Table: TypeAlias = list[list[str | float | None]]
"""A row of titles, and rows of names and figures; what is not known is None."""


class CopiesFigures(QWidget):
    """A chart that may give its figures to other programs."""

    def table(self) -> Table:
        """Return what is drawn; nothing but titles where that is nothing."""
        return []

    def as_mime(self) -> QMimeData | None:
        """Return the figures as other programs take them; None where there are none now."""
        table = self.table()
        if len(table) < 2:
            return None
        return as_mime([[_cell(value) for value in row] for row in table], (0, 0))

    def copy(self) -> None:
        """Put the figures onto the clipboard."""
        data = self.as_mime()
        if data is not None:
            QGuiApplication.clipboard().setMimeData(data)


def _cell(value: str | float | None) -> CopiedCell:
    """Return a cell; a figure goes out as it is, without marks between thousands."""
    if value is None or isinstance(value, str):
        return CopiedCell(value or "", value or "")
    text = f"{value:.15g}".replace(".", QLocale().decimalPoint())
    return CopiedCell(text, text, float(value))


def drag_out(chart: CopiesFigures, source: QWidget) -> None:
    """Let the figures of a chart, and its picture, go along with the mouse."""
    data = chart.as_mime()
    if data is not None:
        data.setImageData(chart.grab().toImage())
        drag = QDrag(source)
        drag.setMimeData(data)
        drag.exec(Qt.DropAction.CopyAction)


def is_outside(first: QPointF, now: QPointF) -> bool:
    """Return whether the mouse has gone far enough to drag."""
    way = (now - first).toPoint().manhattanLength()
    return way >= QGuiApplication.styleHints().startDragDistance()


def save_picture(chart: QWidget, path: Path) -> None:
    """Write a picture as PNG or SVG, by the path's ending; UserError where that fails."""
    is_svg = path.suffix.lower() == ".svg"
    if not (_save_svg(chart, path) if is_svg else chart.grab().save(str(path), "PNG")):
        text = translate("Charts", "{path} could not be written.")
        raise UserError(text.format(path=path))


def _save_svg(chart: QWidget, path: Path) -> bool:
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(QSize(chart.width(), chart.height()))
    generator.setViewBox(QRect(0, 0, chart.width(), chart.height()))
    generator.setTitle(chart.accessibleName())
    painter = QPainter()
    if not painter.begin(generator):
        return False
    chart.render(painter, QPoint())
    return painter.end()


class PictureButton(QToolButton):
    """Copies or saves the picture of a chart, or its figures; dragged, it carries both out."""

    def __init__(self, chart: QWidget, name: str) -> None:
        super().__init__()
        self._chart, self._name = chart, name
        copies = chart if isinstance(chart, CopiesFigures) else None
        has_table = type(copies).table is not CopiesFigures.table if copies is not None else False
        self._figures = copies if has_table else None
        self._from: QPointF | None = None
        """Where the mouse pressed, until it is let go or drags."""
        self.setIcon(icon("copy"))
        message = translate("Charts", "Copy or save the picture of {chart}").format(chart=name)
        self.setAccessibleName(message)
        if self._figures is not None:
            message += "\n" + translate("Charts", "Drag into a spreadsheet to copy the figures")
        self.setToolTip(message)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        clipboard = QGuiApplication.clipboard()
        menu.addAction(
            translate("Charts", "Copy picture"), lambda: clipboard.setPixmap(chart.grab())
        )
        menu.addAction(translate("Charts", "Save as PNG\u2026"), lambda: self._save(".png"))
        menu.addAction(translate("Charts", "Save as SVG\u2026"), lambda: self._save(".svg"))
        if self._figures is not None:
            menu.addSeparator()
            menu.addAction(translate("Charts", "Copy figures"), self._figures.copy)
        self.setMenu(menu)
        self.setStyleSheet("QToolButton::menu-indicator { image: none; }")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Wait for what the mouse does: it opens the menu, or drags."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._from = event.position()
            self.setDown(True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the figures out."""
        if self._figures is None or self._from is None:
            return
        if is_outside(self._from, event.position()):
            self._release()
            drag_out(self._figures, self)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Open the menu where nothing was dragged."""
        if self._release():
            self.showMenu()

    def _release(self) -> bool:
        held, self._from = self._from is not None, None
        self.setDown(False)
        return held

    def _save(self, suffix: str) -> None:
        offered = str(documents() / f"{self._name}{suffix}")
        title = translate("Charts", "Save picture")
        name, _ = QFileDialog.getSaveFileName(self, title, offered, f"*{suffix}")
        if name:
            path = Path(name)
            self.save_as(path if path.suffix else path.with_suffix(suffix))

    def save_as(self, path: Path) -> None:
        """Write the picture of the chart; raises UserError when the file cannot be written."""
        save_picture(self._chart, path)


translate = QCoreApplication.translate
_STEPS = {
    Qt.Key.Key_PageUp: -1,
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: 1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
}


class TippedChart(CopiesFigures):
    """Base of painted charts whose places have something to say.

    Bars are not zoomed: they share a scale from zero, which is what they are compared by, and
    everything they state is beside them, under the mouse and in the figures that are copied or
    dragged out. Charts with axes are a `ZoomedChart`.
    """

    message = Signal(str)
    """What the place says that keys came to."""

    hint = QSize(320, 220)
    """A size that shows the chart well."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._at = -1
        """The place that keys came to, counted from 0."""
        self._held: QPointF | None = None
        """Where the mouse pressed, until it is let go or drags the figures out."""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setProperty("ringed", True)  # noqa: FBT003 - Qt's way

    def sizeHint(self) -> QSize:
        """Return a size that shows the chart well."""
        return self.hint

    def tip_at(self, _place: QPointF) -> str:
        """Return what is reported for a place; nothing where there is nothing to say."""
        return ""

    def places(self) -> Sequence[QPointF]:
        """Return the places that have something to say, in the order that keys go to them."""
        return ()

    def event(self, event: QEvent) -> bool:
        """Show the tip of the place under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), as_tip(self.tip_at(QPointF(event.pos()))), self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the figures."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._held = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the figures into another program."""
        if self._held is not None and is_outside(self._held, event.position()):
            self._held = None
            drag_out(self, self)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Release what is held."""
        self._held = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the next place, or the one before; copy the figures."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None or not self._walk(step):
            super().keyPressEvent(event)

    def _walk(self, step: int) -> bool:
        places = self.places()
        if not places:
            return False
        first = 0 if step > 0 else len(places) - 1
        self._at = first if self._at < 0 else (self._at + step) % len(places)
        place = places[self._at]
        text = self.tip_at(place)
        QToolTip.showText(self.mapToGlobal(place.toPoint()), as_tip(text), self)
        self.message.emit(text.replace("\n", "; "))
        return True

    def key_lines(self) -> tuple[tuple[str, str], ...]:
        """Return the keys of the chart, with what they do."""
        return key_lines("point", "copy") if self.places() else ()


class ZoomedChart(TippedChart):
    """Wheel, hand and keys zoom and pan; Home or a double click shows everything again."""

    looked = Signal(bool)
    """Another part is seen; says whether it is a closer look."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = MapRange()
        self._pulled = QPointF()
        """Where the hand was that pulls the chart along; null without a hand."""

    def area(self) -> QRectF:
        """Return where the axes span."""
        return QRectF(self.rect())

    def look_at(self, seen: MapRange) -> None:
        """Show another part."""
        if seen != self.seen:
            self.seen = seen
            self.looked.emit(not seen.is_whole)
            self.refresh()

    def refresh(self) -> None:
        """Show what there is now."""
        self.update()

    def fit(self) -> None:
        """Show everything again."""
        self.look_at(MapRange())

    def _zoom(self, factor: float, place: QPointF) -> None:
        area = self.area()
        if area.isEmpty():  # nothing is drawn yet
            return
        held = place if area.contains(place) else area.center()
        across = (held.x() - area.left()) / area.width()
        self.look_at(self.seen.zoomed(factor, across, (area.bottom() - held.y()) / area.height()))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom in on what is under the mouse, or out."""
        zoom = zoom_by_wheel(self, event)
        if zoom is not None:
            self._zoom(zoom, event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the chart into the hand."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._pulled = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pull the chart along."""
        area = self.area()
        if not (self._pulled.isNull() or area.isEmpty()):
            way = event.position() - self._pulled
            self._pulled = event.position()
            self.look_at(self.seen.moved(-way.x() / area.width(), way.y() / area.height()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show everything again."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.fit()

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Release what is held."""
        self._pulled = QPointF()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Zoom, pan and reset; other keys read places out."""
        arrow, zoom = ARROWS.get(Qt.Key(event.key())), zoom_of(event)
        if event.key() == Qt.Key.Key_Home:
            self.fit()
        elif zoom is not None:
            self._zoom(zoom, self.area().center())
        elif arrow is not None and not self.seen.is_whole:
            self.look_at(self.seen.moved(arrow[0] * PAN, arrow[1] * PAN))
        else:
            super().keyPressEvent(event)

    def key_lines(self) -> tuple[tuple[str, str], ...]:
        """Return the keys of the chart, with what they do."""
        return *key_lines("zoom", "home", "pan"), *super().key_lines()


def place_label(
    mark: QPointF, size: tuple[float, float], area: QRectF, taken: list[QRectF], gap: float = 9.0
) -> QRectF | None:
    """Return a free box of a size in an area beside a mark, and take it; None where there is none.

    The gap lies between the middle of the mark and the label.
    """
    wide, high = size
    x, y = mark.x(), mark.y()
    corners = (
        (x + gap, y - high / 2),
        (x - gap - wide, y - high / 2),
        (x - wide / 2, y - gap - high),
        (x - wide / 2, y + gap),
        (x + gap, y - gap - high),
        (x - gap - wide, y - gap - high),
        (x + gap, y + gap),
        (x - gap - wide, y + gap),
    )
    for wanted, top in corners:
        # beside its mark a label keeps its side; above and below it may give way
        beside = abs(top + high / 2 - y) < 1
        left = wanted if beside else min(max(wanted, area.left()), area.right() - wide)
        box = QRectF(left, top, wide, high)
        if area.contains(box) and not any(box.intersects(other) for other in taken):
            taken.append(box)
            return box
    return None
