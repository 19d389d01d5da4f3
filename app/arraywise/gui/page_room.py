"""Room for the page that is seen: it scrolls sideways where the trace leaves it too little."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget

from arraywise.gui import theme


class PageStack(QStackedWidget):
    """Pages of which one is seen; that one alone says how much room is needed."""

    def minimumSizeHint(self) -> QSize:
        """Return what the page that is seen needs."""
        page = self.currentWidget()
        return QSize() if page is None else page.minimumSizeHint()

    def heightForWidth(self, _width: int) -> int:
        """Pages take the height that is there: what is higher scrolls inside of them."""
        return 0


class PageRoom(QScrollArea):
    """Never asks the window for more width than it has."""

    def __init__(self, stack: PageStack) -> None:
        super().__init__()
        self._stack = stack
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setWidget(stack)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        theme.dress(self.horizontalScrollBar())
        stack.currentChanged.connect(self._fit)

    def _fit(self, _place: int) -> None:
        self._stack.updateGeometry()
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """Return the height of the page, in hardly any width."""
        return QSize(1, self._stack.minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """Return what the pages would like."""
        return self._stack.sizeHint()
