"""Base of all charts: keys and wheel, tooltips, and export of pictures and figures."""

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
    QPaintEvent,
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
from arraywise.gui.charts.scene_painting import WindowType, paint_scene
from arraywise.gui.grid.clipboard import CopiedCell, build_mime_data
from arraywise.gui.widgets import painting
from arraywise.gui.widgets.controls import as_tooltip
from arraywise.gui.widgets.files import documents_folder
from arraywise.gui.widgets.theme import icon
from arraywise.present.charts.axes import MapRange
from arraywise.present.charts.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from PySide6.QtCore import QMimeData

    from arraywise.present.charts.scene import Medium


_ZOOM_STEP = 0.8
"""Length of the visible range after one notch of the wheel or one key, as a share of before."""
PAN_STEP = 0.1
"""How far an arrow pans, as a share of the visible range."""
_ZOOMS = {
    Qt.Key.Key_Plus: _ZOOM_STEP,
    Qt.Key.Key_Equal: _ZOOM_STEP,
    Qt.Key.Key_Minus: 1 / _ZOOM_STEP,
    Qt.Key.Key_Underscore: 1 / _ZOOM_STEP,
}
_WATCHED_EVENTS = {QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.FocusOut}
ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}
"""Steps to the right and up."""
Table: TypeAlias = list[list[str | float | None]]
"""A row of titles, and rows of names and figures; what is not known is None."""
translate = QCoreApplication.translate
_STEPS = {
    Qt.Key.Key_PageUp: -1,
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: 1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
}


def is_wheel_for_page(chart: QWidget, event: QWheelEvent) -> bool:
    """Return whether the wheel scrolls the page around a chart; with Ctrl it never does."""
    if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
        return False
    parent = chart.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea) and parent.verticalScrollBar().maximum() > 0:
            return True
        parent = parent.parentWidget()
    return False


def wheel_zoom_factor(chart: QWidget, event: QWheelEvent) -> float | None:
    """Return the zoom factor of a wheel event; None, and ignore it, if the page scrolls."""
    is_for_chart = not is_wheel_for_page(chart, event)
    event.setAccepted(is_for_chart)
    return _ZOOM_STEP ** (event.angleDelta().y() / 120) if is_for_chart else None


def key_zoom_factor(event: QKeyEvent) -> float | None:
    """Return the zoom factor of a key; None for another key."""
    return _ZOOMS.get(Qt.Key(event.key()))


def key_lines(*names: str) -> tuple[tuple[str, str], ...]:
    """Return keys with the descriptions of what they do, by names of actions."""
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
    """Zooms and pans a pyqtgraph plot by keys."""

    def __init__(
        self,
        plot: Any,  # noqa: ANN401 - pyqtgraph has no types
        fit: Callable[[], None],
        handle_own_key: Callable[[QEvent], bool],
    ) -> None:
        """Filter the events of a PlotWidget; `fit` resets its view.

        `handle_own_key` handles the chart's own keys before; it returns whether it did.
        """
        super().__init__(plot)
        self._box = plot.getPlotItem().getViewBox()
        self._fit, self._handle_own_key = fit, handle_own_key
        plot.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        plot.setProperty("ringed", True)  # noqa: FBT003 - Qt's way
        plot.installEventFilter(self)
        plot.viewport().installEventFilter(self)
        self._plot = plot

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the keys of the plot, and leave the wheel to a page that scrolls."""
        if watched is not self._plot:
            if isinstance(event, QWheelEvent) and is_wheel_for_page(self._plot, event):
                event.ignore()
                return True
            return False
        if event.type() in _WATCHED_EVENTS and self._handle_own_key(event):
            return True
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._handle_key(event)
        return super().eventFilter(watched, event)

    def _handle_key(self, event: QKeyEvent) -> bool:
        across, up = (1.0 if enabled else 0.0 for enabled in self._box.state["mouseEnabled"])
        zoom, arrow = key_zoom_factor(event), ARROWS.get(Qt.Key(event.key()))
        if event.key() == Qt.Key.Key_Home:
            self._fit()
        elif zoom is not None:
            self._box.scaleBy((zoom if across else 1.0, zoom if up else 1.0))
        elif arrow is not None and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            seen = self._box.viewRect()
            step = seen.width() * PAN_STEP * across, seen.height() * PAN_STEP * up
            self._box.translateBy((arrow[0] * step[0], arrow[1] * step[1]))
        else:
            return False
        if event.key() != Qt.Key.Key_Home:
            self._box.sigRangeChangedManually.emit(self._box.state["mouseEnabled"])
        return True


class FigureSource(QWidget):
    """A chart whose figures can be copied or dragged into other programs."""

    def table(self) -> Table:
        """Return the drawn figures as a table; empty where there are none."""
        return []

    def figures_as_mime(self) -> QMimeData | None:
        """Return the figures as MIME data; None where there are none."""
        table = self.table()
        if len(table) < 2:
            return None
        return build_mime_data(
            [[_build_copied_cell(value) for value in row] for row in table], (0, 0)
        )

    def copy(self) -> None:
        """Copy the figures to the clipboard."""
        data = self.figures_as_mime()
        if data is not None:
            QGuiApplication.clipboard().setMimeData(data)


def _build_copied_cell(value: str | float | None) -> CopiedCell:
    """Return a cell for the clipboard, with figures unrounded and ungrouped."""
    if value is None or isinstance(value, str):
        return CopiedCell(value or "", value or "")
    text = f"{value:.15g}".replace(".", QLocale().decimalPoint())
    return CopiedCell(text, text, float(value))


def drag_figures(chart: FigureSource, source: QWidget) -> None:
    """Start to drag the figures and the picture of a chart."""
    data = chart.figures_as_mime()
    if data is not None:
        data.setImageData(chart.grab().toImage())
        drag = QDrag(source)
        drag.setMimeData(data)
        drag.exec(Qt.DropAction.CopyAction)


def is_drag_distance(start: QPointF, now: QPointF) -> bool:
    """Return whether the mouse moved far enough to start a drag."""
    distance = (now - start).toPoint().manhattanLength()
    return distance >= QGuiApplication.styleHints().startDragDistance()


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
        copies = chart if isinstance(chart, FigureSource) else None
        has_table = type(copies).table is not FigureSource.table if copies is not None else False
        self._figures = copies if has_table else None
        self._press_position: QPointF | None = None
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
            self._press_position = event.position()
            self.setDown(True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the figures out."""
        if self._figures is None or self._press_position is None:
            return
        if is_drag_distance(self._press_position, event.position()):
            self._release()
            drag_figures(self._figures, self)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Open the menu where nothing was dragged."""
        if self._release():
            self.showMenu()

    def _release(self) -> bool:
        was_pressed, self._press_position = self._press_position is not None, None
        self.setDown(False)
        return was_pressed

    def _save(self, suffix: str) -> None:
        offered = str(documents_folder() / f"{self._name}{suffix}")
        title = translate("Charts", "Save picture")
        name, _ = QFileDialog.getSaveFileName(self, title, offered, f"*{suffix}")
        if name:
            path = Path(name)
            self.save_as(path if path.suffix else path.with_suffix(suffix))

    def save_as(self, path: Path) -> None:
        """Write the picture of the chart; raises UserError when the file cannot be written."""
        save_picture(self._chart, path)


class ReadableChart(FigureSource):
    """Base of painted charts whose points have tooltips, and can be read out by keys.

    Bars are not zoomed: they share a scale from zero, which is what they are compared by, and
    everything they state is beside them, under the mouse and in the figures that are copied or
    dragged out. Charts with axes are a `ZoomedChart`.
    """

    message = Signal(str)
    """Carries the description of the point that keys came to."""

    hint = QSize(320, 220)
    """A size that shows the chart well."""
    _scene: Scene | None = None
    """Of the present facts, size and type; None until it is built."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._point_index = -1
        """Index of the point that keys came to."""
        self._press_position: QPointF | None = None
        """Where the mouse pressed, until it is let go or drags the figures out."""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setProperty("ringed", True)  # noqa: FBT003 - Qt's way

    def sizeHint(self) -> QSize:
        """Return a size that shows the chart well."""
        return self.hint

    def build_scene(self, _medium: Medium) -> Scene:
        """Build what the chart shows, in the size of the widget."""
        return Scene(self.width(), self.height(), ())

    def scene(self) -> Scene:
        """Return what the chart shows, in the size of the widget."""
        if self._scene is None:
            self._scene = self.build_scene(WindowType().medium())
        return self._scene

    def redraw(self) -> None:
        """Build the scene again and paint it."""
        self._scene = None
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the scene."""
        paint_scene(painting.smooth_painter(self), self.scene(), WindowType())

    def describe(self, _key: Hashable) -> str:
        """Return the description of a spot of the scene."""
        return ""

    def describe_at(self, point: QPointF) -> str:
        """Return the description of what is at a point; empty where there is nothing."""
        scene = self.scene()
        key = scene.key_at(point.x(), scene.height - point.y())
        return "" if key is None else self.describe(key)

    def readable_points(self) -> Sequence[QPointF]:
        """Return the points that keys step through, each with a description."""
        scene = self.scene()
        return [
            QPointF((box.left + box.right) / 2, scene.height - (box.bottom + box.top) / 2)
            for box in (spot.box for spot in scene.spots if spot.is_step)
        ]

    def event(self, event: QEvent) -> bool:
        """Show the description under the mouse as a tooltip; forget a scene of another size."""
        if event.type() in {QEvent.Type.Resize, QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._scene = None
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text = self.describe_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), as_tooltip(text), self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to drag the figures."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._press_position = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the figures into another program."""
        if self._press_position is not None and is_drag_distance(
            self._press_position, event.position()
        ):
            self._press_position = None
            drag_figures(self, self)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Release what is held."""
        self._press_position = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step to the next point or the one before; copy the figures."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None or not self._step_to_point(step):
            super().keyPressEvent(event)

    def _step_to_point(self, step: int) -> bool:
        points = self.readable_points()
        if not points:
            return False
        first = 0 if step > 0 else len(points) - 1
        self._point_index = (
            first if self._point_index < 0 else (self._point_index + step) % len(points)
        )
        point = points[self._point_index]
        text = self.describe_at(point)
        QToolTip.showText(self.mapToGlobal(point.toPoint()), as_tooltip(text), self)
        self.message.emit(text.replace("\n", "; "))
        return True

    def key_lines(self) -> tuple[tuple[str, str], ...]:
        """Return the keys of the chart, with what they do."""
        return key_lines("point", "copy") if self.readable_points() else ()


class ZoomedChart(ReadableChart):
    """A chart that wheel, mouse and keys zoom and pan; Home or a double click resets it."""

    range_changed = Signal(bool)
    """Emitted with another visible range; carries whether it is zoomed in."""

    def __init__(self) -> None:
        super().__init__()
        self.visible_range = MapRange()
        self._drag_position = QPointF()
        """Last mouse position while the chart is panned; null otherwise."""

    def area(self) -> QRectF:
        """Return the rectangle between the axes; an empty one where nothing is drawn."""
        scene = self.scene()
        if scene.plane is None:
            return QRectF()
        box = scene.plane
        size = box.right - box.left, box.top - box.bottom
        return QRectF(box.left, scene.height - box.top, *size)

    def show_range(self, seen: MapRange) -> None:
        """Show another visible range."""
        if seen != self.visible_range:
            self.visible_range = seen
            self.range_changed.emit(not seen.shows_all)
            self.refresh()

    def refresh(self) -> None:
        """Update what is shown."""
        self.redraw()

    def fit(self) -> None:
        """Show everything again."""
        self.show_range(MapRange())

    def _zoom(self, factor: float, point: QPointF) -> None:
        area = self.area()
        if area.isEmpty():  # nothing is drawn yet
            return
        fixed = point if area.contains(point) else area.center()
        across = (fixed.x() - area.left()) / area.width()
        self.show_range(
            self.visible_range.zoomed(factor, across, (area.bottom() - fixed.y()) / area.height())
        )

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom around the mouse position."""
        zoom = wheel_zoom_factor(self, event)
        if zoom is not None:
            self._zoom(zoom, event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to pan the chart."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._drag_position = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan the chart with the mouse."""
        area = self.area()
        if not (self._drag_position.isNull() or area.isEmpty()):
            way = event.position() - self._drag_position
            self._drag_position = event.position()
            self.show_range(
                self.visible_range.moved(-way.x() / area.width(), way.y() / area.height())
            )

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show everything again."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.fit()

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Release what is held."""
        self._drag_position = QPointF()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Zoom, pan and reset; other keys step through points."""
        arrow, zoom = ARROWS.get(Qt.Key(event.key())), key_zoom_factor(event)
        if event.key() == Qt.Key.Key_Home:
            self.fit()
        elif zoom is not None:
            self._zoom(zoom, self.area().center())
        elif arrow is not None and not self.visible_range.shows_all:
            self.show_range(self.visible_range.moved(arrow[0] * PAN_STEP, arrow[1] * PAN_STEP))
        else:
            super().keyPressEvent(event)

    def key_lines(self) -> tuple[tuple[str, str], ...]:
        """Return the keys of the chart, with what they do."""
        return *key_lines("zoom", "home", "pan"), *super().key_lines()
