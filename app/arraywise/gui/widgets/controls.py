"""Builders of buttons, labels, fields and layouts."""

from __future__ import annotations

from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QFontMetrics,
    QIcon,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QTabWidget,
    QToolButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import Shiboken

from arraywise.gui.widgets import theme
from arraywise.gui.widgets.theme import icon

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QKeyEvent, QResizeEvent
    from PySide6.QtWidgets import QBoxLayout, QComboBox

Box = TypeVar("Box", bound="QBoxLayout")
Named = TypeVar("Named", bound=QWidget)
Part = QWidget | QLayout | tuple[QWidget | QLayout, int] | int | None
"""With its stretch where it has one; pixels of room; None stretches."""
_FRAME = 24  # pixels that are left to the frame of a window, and under its title
_MAX_LIST_WIDTH, _AROUND_ENTRY = 800, 32
"""Pixels that the list of a box takes at most, and those beside its entries."""
_MAX_WORD_WIDTH = 90  # pixels that a text which gives way keeps at most
_REASON_SHOWN_MS = 10_000
ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


def fill(
    box: Box,
    *parts: Part,
    margins: tuple[int, int, int, int] | None = None,
    spacing: int | None = None,
) -> Box:
    """Add parts to a box layout, and return it.

    PySide makes a Python object for everything in an inner layout then, and is not told when Qt
    deletes what that stands for, as it does with each widget that goes. Whatever Qt makes at the
    same place later would be taken for it, with a crash at some other time: so it is forgotten.
    """
    if margins is not None:
        box.setContentsMargins(*margins)
    if spacing is not None:
        box.setSpacing(spacing)
    for each in parts:
        part, stretch = each if isinstance(each, tuple) else (each, 0)
        if part is None:
            box.addStretch(1)
        elif isinstance(part, int):
            box.addSpacing(part)
        elif isinstance(part, QWidget):
            box.addWidget(part, stretch)
        else:
            box.addLayout(part, stretch)
            _invalidate_items(part)
    return box


def flush(box: Box, *parts: Part) -> Box:
    """Add parts to a box layout without margins and spacing, and return it."""
    return fill(box, *parts, margins=(0, 0, 0, 0), spacing=0)


def _invalidate_items(layout: QLayout) -> None:
    for index in range(layout.count()):
        item = layout.itemAt(index)
        if isinstance(item, QLayout):
            _invalidate_items(item)
        elif item is not None:
            Shiboken.invalidate(item)


class UnitField(QLineEdit):
    """A line for one figure, with its unit in grey at the right end."""

    given = Signal(str)  # the user finished typing; carries the text

    def __init__(self, name: str, unit: str, digits: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._unit = unit
        self.setAccessibleName(name)
        self.setFont(theme.font("control", bold=True))
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFixedHeight(theme.height("field"))
        metrics = QFontMetrics(self.font())
        unit_width = metrics.horizontalAdvance(unit) + 5 if unit else 0
        self.setTextMargins(0, 0, unit_width, 0)
        self.setFixedWidth(metrics.horizontalAdvance("0" * digits) + unit_width + 30)
        self._shown = ""
        self._is_doubted = False
        self.is_confirmed = False
        """Whether what is given was doubted, and then given again as it is."""
        self.returnPressed.connect(self._confirm_if_doubted)
        self.editingFinished.connect(self._emit_if_modified)

    def _emit_if_modified(self) -> None:
        if self.isModified():
            self.setModified(False)
            self.given.emit(self.text())

    def _confirm_if_doubted(self) -> None:
        """Give the text again where it was doubted and stands as it was."""
        if self._is_doubted and not self.isModified():
            self.is_confirmed = True
            self.given.emit(self.text())
            self.is_confirmed = False

    def show_text(self, text: str) -> None:
        """Show a value, unless the user is typing or what was typed is refused in its favour.

        All stays selected for what is typed next.
        """
        if (self.hasFocus() and self.isModified()) or (self.is_faulty and text == self._shown):
            return
        self._shown = text
        is_all_selected = bool(self.text()) and self.selectedText() == self.text()
        self.setText(text)
        if is_all_selected:
            self.selectAll()
        self.show_fault("")

    def drop_refused(self) -> bool:
        """Show the value again in the place of a text that is refused; return whether one was."""
        was_refused = self.is_faulty
        if was_refused:
            self.show_fault("")
            self.show_text(self._shown)
        return was_refused

    def show_fault(self, reason: str, *, is_doubt: bool = False) -> None:
        """Mark the text as invalid and say why below it; an empty reason takes the mark away.

        What is only doubted is given once more by Enter, and is then confirmed.
        """
        self._is_doubted = is_doubt
        self.setToolTip(reason)
        if reason and self.isVisible():
            below = self.mapToGlobal(QPoint(0, self.height() // 2))
            QToolTip.showText(below, as_tooltip(reason), self, QRect(), _REASON_SHOWN_MS)
        if self.is_faulty != bool(reason):
            restyle(self, invalid=bool(reason))

    @property
    def is_faulty(self) -> bool:
        """Whether the text is marked as invalid."""
        return bool(self.property("invalid"))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the unit behind the text."""
        super().paintEvent(event)
        if self._unit:
            painter = QPainter(self)
            painter.setFont(theme.font("control"))
            painter.setPen(theme.look()["text3" if self.isEnabled() else "disabled"])
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(self.rect().adjusted(0, 0, -10, 0), right, self._unit)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Select all, as fields of a form do."""
        super().focusInEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.selectAll()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select all where the unit is clicked, which is no part of the text."""
        if event.position().x() < self.width() - self.textMargins().right():
            super().mousePressEvent(event)
        else:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self.selectAll()

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        """Select all: a decimal mark does not divide a figure into words."""
        self.selectAll()


def button(
    text: str, action: Callable[[], object], *, kind: str = "", sign: str = ""
) -> QPushButton:
    """Return a button; kind is empty, `primary`, `flat` or `link`, sign the name of an icon."""
    built = QPushButton(text)
    built.setProperty("kind", kind)
    built.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    built.setFixedHeight(theme.height("button" if kind != "flat" else "field"))
    built.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    if kind in {"link", "flat"}:
        built.setAutoDefault(False)  # Enter in a dialog is not meant for them
    if kind == "link":
        built.setCursor(Qt.CursorShape.PointingHandCursor)
    if sign:
        built.setIcon(icon(sign, "accent_text_on" if kind == "primary" else "text2"))
        built.setIconSize(QSize(19, 16))
    built.clicked.connect(lambda _checked=False: action())
    return built


def with_accessible_name(widget: Named, name: str, tip: str = "") -> Named:
    """Set a widget's accessible name and tooltip, and return it."""
    widget.setAccessibleName(name)
    if tip:
        widget.setToolTip(tip)
    return widget


def close_button(name: str, action: Callable[[], object]) -> QToolButton:
    """Return a tool button with a cross."""
    built = with_accessible_name(QToolButton(), name)
    built.setIcon(icon("close"))
    built.setIconSize(QSize(14, 14))
    built.setAutoRaise(True)
    built.clicked.connect(lambda _checked=False: action())
    return built


def chip(text: str, *, segment: str = "") -> QToolButton:
    """Return a checkable button; `segment` joins it to its neighbours."""
    built = QToolButton()
    built.setText(text)
    built.setCheckable(True)
    built.setProperty("kind", "chip")
    if segment:
        built.setProperty("segment", segment)
    return built


def splitter(orientation: Qt.Orientation, *parts: QWidget, sizes: Sequence[int]) -> QSplitter:
    """Return a splitter of parts whose sizes are in the ratio of `sizes`."""
    built = QSplitter(orientation)
    built.setHandleWidth(1)
    built.setChildrenCollapsible(False)
    for index, (part, share) in enumerate(zip(parts, sizes, strict=True)):
        built.addWidget(part)
        if len(parts) > 1:
            built.setStretchFactor(index, round(100 * share / sum(sizes)))  # 255 at most
    built.setSizes(list(sizes))
    return built


def build_ok_cancel_box(dialog: QDialog, ok: str = "") -> QDialogButtonBox:
    """Return OK and Cancel of a dialog, connected to it; `ok` is another text of OK."""
    standard = QDialogButtonBox.StandardButton
    built = QDialogButtonBox(standard.Ok | standard.Cancel, dialog)
    primary = built.button(standard.Ok)
    primary.setProperty("kind", "primary")
    primary.setDefault(True)
    if ok:
        primary.setText(ok)
    remove_icons(built)
    built.accepted.connect(dialog.accept)
    built.rejected.connect(dialog.reject)
    return built


def remove_icons(box: QDialogButtonBox) -> None:
    """Remove the icons of standard buttons, and set their height."""
    for each in box.buttons():
        each.setIcon(QIcon())
        each.setFixedHeight(theme.height("button"))


def label(
    text: str = "",
    role: str = "body",
    tone: str = "text",
    *,
    bold: bool = False,
    wraps: bool = False,
) -> QLabel:
    """Return a label in a role of the type scale and a token's colour; text is never markup."""
    built = QLabel(text)
    built.setProperty("tone", tone)
    built.setFont(theme.font(role, bold=bold))
    built.setTextFormat(Qt.TextFormat.PlainText)
    built.setWordWrap(wraps)
    return built


def paragraph(text: str, width: int) -> QLabel:
    """Return a wrapped grey text of a width in reference pixels, as high as it needs."""
    built = label(text, "control", "text2", wraps=True)
    pixel_width = theme.px(width)
    built.setFixedSize(pixel_width, built.heightForWidth(pixel_width))
    return built


def native_keys(keys: str | QKeySequence) -> str:
    """Return a shortcut as the platform writes it."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def as_tooltip(text: str) -> str:
    """Return plain text as a tooltip that wraps, with markup escaped."""
    return f"<p style='white-space: pre-line'>{escape(text)}</p>" if text else ""


class ElidedLabel(QLabel):
    """A label that shrinks to two small lines where they fit, and else is elided.

    An elided text is shown in the tooltip.
    """

    is_whole = False
    """Whether it asks for the room that two small lines need, so that nothing is cut."""

    def __init__(self, tone: str = "text", role: str = "body", *, bold: bool = False) -> None:
        super().__init__()
        self.setProperty("tone", tone)
        self.setFont(theme.font(role, bold=bold))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        """Return the width of the longest word, unless it is no word: the text may be cut."""
        metrics = QFontMetrics(theme.font("caption"))
        if self.is_whole:
            return QSize(
                two_line_width(self.text(), metrics) + 2, super().minimumSizeHint().height()
            )
        widest = max(map(metrics.horizontalAdvance, self.text().split(" ")))
        return QSize(min(widest, theme.px(_MAX_WORD_WIDTH)), super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Write what fits."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        font, lines = self._fitted_lines()
        painter.setFont(font)
        rect, elide = self.contentsRect(), Qt.TextElideMode.ElideRight
        metrics = painter.fontMetrics()
        shown = [metrics.elidedText(line, elide, rect.width() + 2) for line in lines]
        painter.drawText(rect, self.alignment(), "\n".join(shown))

    def _fitted_lines(self) -> tuple[QFont, tuple[str, ...]]:
        """Return the font and the lines in which the text is shown."""
        rect, text = self.contentsRect(), self.text()
        if self.fontMetrics().horizontalAdvance(text) <= rect.width():
            return self.font(), (text,)
        small = QFont(theme.font("caption"))
        small.setWeight(self.font().weight())
        metrics = QFontMetrics(small)
        if 2 * metrics.height() > rect.height() + 2:
            return self.font(), (text,)
        return small, break_in_two_lines(text, metrics, rect.width())

    @property
    def fits(self) -> bool:
        """Whether all of the text is shown, in one line or in two small ones."""
        font, lines = self._fitted_lines()
        widest = max(map(QFontMetrics(font).horizontalAdvance, lines))
        return widest <= self.contentsRect().width()

    def event(self, event: QEvent) -> bool:
        """Set the tooltip to the text where it is elided."""
        if event.type() == QEvent.Type.ToolTip:
            self.setToolTip("" if self.fits else self.text())
        return super().event(event)


class AllOrNothingLabel(ElidedLabel):
    """A text that is left out where it fits neither in one line nor in two small ones."""

    def minimumSizeHint(self) -> QSize:
        """Return a width of zero, so that a layout may leave the line out."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text if all of it fits."""
        if self.fits:
            super().paintEvent(event)


def panel_title(text: str, role: str = "section") -> ElidedLabel:
    """Return a bold label as the title of a panel."""
    built = ElidedLabel("text", role, bold=True)
    built.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
    built.setText(text)
    return built


def break_in_two_lines(text: str, metrics: QFontMetrics, width: int) -> tuple[str, ...]:
    """Break a text into at most two lines, the first of a width, the second with the rest."""
    words = text.split(" ")
    for count in range(len(words), 0, -1):
        first = " ".join(words[:count])
        if metrics.horizontalAdvance(first) <= width:
            second = " ".join(words[count:])
            return (first, second) if second else (first,)
    return (text,)


def two_line_width(text: str, metrics: QFontMetrics) -> int:
    """Return the least width in which a text fits in two lines."""
    words = text.split(" ")
    broken_at = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words) + 1)]
    return min(max(map(metrics.horizontalAdvance, lines)) for lines in broken_at)


def restyle(widget: QWidget, **properties: object) -> None:
    """Set properties that the style sheet depends on, and apply the style again."""
    for name, value in properties.items():
        widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


class _RuleLine(QWidget):
    """A line in a token's colour."""

    tone = "hair"

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill it."""
        QPainter(self).fillRect(event.rect(), theme.look()[self.tone])


def hairline(orientation: Qt.Orientation, tone: str = "hair") -> QWidget:
    """Return a line of one pixel between panels."""
    built = _RuleLine()
    built.tone = tone
    if orientation is Qt.Orientation.Horizontal:
        built.setFixedHeight(1)
    else:
        built.setFixedWidth(1)
    return built


def panel(tone: str = "page") -> QFrame:
    """Return an empty frame in a token's colour."""
    built = QFrame()
    built.setProperty("ground", tone)
    return built


def fit_on_screen(dialog: QDialog, wanted: QSize) -> None:
    """Resize a dialog, limited to the available size of its screen."""
    dialog.resize(wanted.boundedTo(dialog.screen().availableSize() - QSize(_FRAME, 2 * _FRAME)))


def dialog_column(dialog: QDialog) -> QVBoxLayout:
    """Return a vertical layout of a dialog, with the margins of all dialogs."""
    return fill(QVBoxLayout(dialog), margins=(16, 16, 16, 16), spacing=12)


def set_tab_order(*widgets: QWidget) -> None:
    """Set the tab order of widgets."""
    for one, other in pairwise(widgets):
        QWidget.setTabOrder(one, other)


def widen_combo_list(box: QComboBox) -> None:
    """Widen the popup list of a combo box to its entries."""
    texts = (box.itemText(index) for index in range(box.count()))
    widest = max(map(box.fontMetrics().horizontalAdvance, texts), default=0)
    box.view().setMinimumWidth(min(theme.px(_MAX_LIST_WIDTH), widest + theme.px(_AROUND_ENTRY)))


class WidthKeeper(QObject):
    """Keeps the minimum width of a scroll area at what its contents need."""

    def __init__(self, area: QScrollArea, inside: QWidget) -> None:
        super().__init__(area)
        self._area, self._inside = area, inside
        self._later = QTimer(self, singleShot=True)
        self._later.timeout.connect(self._update_minimum_width)
        inside.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow what is held, once its layouts took what asks for it: they remember sizes."""
        if event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.Show}:
            self._later.start(0)
        return super().eventFilter(watched, event)

    def _update_minimum_width(self) -> None:
        bar = self._area.verticalScrollBar().sizeHint().width()
        self._area.setMinimumWidth(self._inside.minimumSizeHint().width() + bar)


def wrap_in_scroll_area(layout: QLayout) -> QScrollArea:
    """Return a vertical scroll area with a layout inside."""
    inside, area = QWidget(), QScrollArea()
    fill(QVBoxLayout(inside), layout, None, margins=(0, 0, 8, 0))
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setProperty("ground", "none")
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    WidthKeeper(area, inside)
    area.setWidget(inside)
    return area


def clear_layout(layout: QLayout) -> None:
    """Remove and delete all widgets of a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()


def named_tabs(name: str) -> QTabWidget:
    """Return a tab widget with an accessible name."""
    tabs = with_accessible_name(QTabWidget(), name)
    tabs.tabBar().setAccessibleName(name)
    return tabs


def press_focused_button(event: QKeyEvent, within: QWidget) -> bool:
    """Click the focused button if a key is Enter; return whether it did."""
    focused = within.window().focusWidget()
    if event.key() not in ENTER or not isinstance(focused, QAbstractButton):
        return False
    focused.click()
    return True


class WrappedLabel(QWidget):
    """A wrapped label without a layout around it.

    Qt lays a whole page out again when the text of a label changes; here it does so only when
    the text needs another height.
    """

    def __init__(self, role: str, tone: str) -> None:
        super().__init__()
        self._label = label("", role, tone, wraps=True)
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._label.setContentsMargins(16, 0, 16, 4)
        self._label.setParent(self)
        self._font = self._label.font()
        self._heights: dict[int, int] = {}
        """What the text needs, by width: Qt asks several times, and it takes long to find out."""
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def setText(self, text: str) -> None:
        """Set the text."""
        old_height = self.heightForWidth(self.width())
        self._label.setText(text)
        self._heights = {}
        if self.heightForWidth(self.width()) != old_height:
            self.updateGeometry()

    def text(self) -> str:
        """Return the text."""
        return self._label.text()

    def sizeHint(self) -> QSize:
        """Return that of the text."""
        return self._label.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return that of the text."""
        return self._label.minimumSizeHint()

    def heightForWidth(self, width: int) -> int:
        """Return how high the text is when it is so wide."""
        if width not in self._heights:
            self._heights[width] = self._label.heightForWidth(width)
        return self._heights[width]

    def event(self, event: QEvent) -> bool:
        """Measure again in another font: the label asks for a layout then."""
        if event.type() == QEvent.Type.LayoutRequest and self._font != self._label.font():
            self._font, self._heights = self._label.font(), {}
            self.updateGeometry()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the text all the room."""
        super().resizeEvent(event)
        self._label.resize(self.size())
