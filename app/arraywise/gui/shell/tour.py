"""A tour of five steps through the worked example; Esc leaves it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from arraywise.gui.session.page_requests import ShowPage
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.controls import button, fill, label, panel

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings
    from PySide6.QtGui import QKeyEvent

    from arraywise.gui.shell.study_frame import StudyFrame

translate = QCoreApplication.translate
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
        self._frame.grant(ShowPage(page))
        self.show()
        self._stand()
        self.onward.setFocus()

    def _stand(self) -> None:
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
            self._stand()
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
