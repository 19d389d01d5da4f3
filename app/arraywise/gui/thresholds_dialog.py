"""Where the rules of runs and bottlenecks draw their lines: a row for each, in per cent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QGridLayout,
    QWidget,
)

from arraywise.domain.problems import UserError
from arraywise.domain.thresholds import (
    DEFAULT_THRESHOLDS,
    THRESHOLD_NAMES,
    rule_of,
    share_of,
    with_shares,
)
from arraywise.gui import figures, wording
from arraywise.gui.fields import (
    UnitField,
    button,
    dialog_column,
    fit_on_screen,
    label,
    ok_and_cancel,
    paragraph,
    scrolled,
)
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_thresholds import set_thresholds

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLabel, QPushButton

    from arraywise.gui.session import Session

_WIDE = 640
_BESIDE_BAR = 8  # pixels between the rows and the bar that scrolls them


class ThresholdsDialog(QDialog):
    """Asks for the thresholds of a study; nothing changes before it is accepted."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Thresholds of the audit"))
        self.fields = {name: _field(wording.tell(rule_of(name))) for name in THRESHOLD_NAMES}
        self.resets: dict[str, QPushButton] = {}
        self.as_tested = QCheckBox(
            self.tr("Compare systems as tested: levels that the host limited count too")
        )
        self.fault = label("", "body", "fail", wraps=True)
        self._lay_out()
        facts = session.facts
        self.before = facts.thresholds if facts else DEFAULT_THRESHOLDS
        self.as_tested.setChecked(self.before.as_tested)
        for name, field in self.fields.items():
            field.textChanged.connect(lambda _text, name=name: self._offer_reset(name))
            field.setText(_percent(share_of(self.before, name)))

    def _lay_out(self) -> None:
        column = dialog_column(self)
        said = self.tr(
            "By these lines it is told what limited a load level, and which runs are doubted."
            " A level that the host limited does not count as storage. The report prints the"
            " lines and marks those that were moved."
        )
        column.addWidget(paragraph(said, _WIDE))
        rows = QGridLayout()
        rows.setHorizontalSpacing(12)
        rows.setVerticalSpacing(6)
        rows.setColumnStretch(0, 1)
        for at, name in enumerate(THRESHOLD_NAMES):
            for place, widget in enumerate(self._row(name)):
                rows.addWidget(widget, at, place)
        area, inside = scrolled(rows), rows.sizeHint()
        bar = area.verticalScrollBar().sizeHint().width()
        area.setMinimumWidth(inside.width() + bar + _BESIDE_BAR)
        column.addWidget(area, 1)
        column.addWidget(self.as_tested)
        column.addWidget(self.fault)
        self.buttons = ok_and_cancel(self)
        column.addWidget(self.buttons)
        more = QSize(0, inside.height() - area.sizeHint().height())
        fit_on_screen(self, self.sizeHint() + more)

    def _row(self, name: str) -> tuple[QLabel, UnitField, QLabel, QPushButton]:
        default = _percent(share_of(DEFAULT_THRESHOLDS, name))
        words = label(wording.tell(rule_of(name)))
        words.setBuddy(self.fields[name])
        usual = label(self.tr("default {percent} %").format(percent=default), "body", "text3")
        reset = button(self.tr("Reset"), lambda: self.fields[name].setText(default), kind="flat")
        reset.setAccessibleName(f"{reset.text()}: {words.text()}")
        policy = reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        reset.setSizePolicy(policy)
        self.resets[name] = reset
        return words, self.fields[name], usual, reset

    def _offer_reset(self, name: str) -> None:
        """Offer to go back to the default where something else is typed."""
        default = _percent(share_of(DEFAULT_THRESHOLDS, name))
        self.resets[name].setVisible(self.fields[name].text() != default)

    def accept(self) -> None:
        """Close and work the answer out anew, unless something cannot be: then say what."""
        faults = {name: self._fault_of(name) for name in THRESHOLD_NAMES}
        for name, field in self.fields.items():
            field.show_fault(faults[name])
        wrong = [name for name in THRESHOLD_NAMES if faults[name]]
        if wrong:
            self.fault.setText(faults[wrong[0]])
            self.fields[wrong[0]].setFocus()
            return
        moved = {name: _share(self._percent_of(name) or 0.0) for name in self._moved()}
        as_tested = self.as_tested.isChecked()
        if moved or as_tested != self.before.as_tested:
            self._session.edit(
                lambda study: set_thresholds(study, moved, as_tested=as_tested), Changes.EVERYTHING
            )
        super().accept()

    def _moved(self) -> list[str]:
        """Name the thresholds with another text than they began with."""
        return [
            name
            for name, field in self.fields.items()
            if field.text() != _percent(share_of(self.before, name))
        ]

    def _percent_of(self, name: str) -> float | None:
        return figures.parse_number(self.fields[name].text().strip().removesuffix("%"))

    def _fault_of(self, name: str) -> str:
        """Say why a threshold cannot be what is typed; nothing where it can."""
        percent = self._percent_of(name)
        if percent is None:
            text = self.tr("\u201c{text}\u201d is no number.")
            return text.format(text=self.fields[name].text())
        try:
            with_shares(self.before, {name: _share(percent)})
        except UserError as error:
            return wording.why(error)
        return ""


def show_thresholds(session: Session, parent: QWidget) -> None:
    """Show the thresholds, to be moved."""
    ThresholdsDialog(session, parent).show()


def _field(name: str) -> UnitField:
    return UnitField(name, "%", 5)


def _percent(share: float) -> str:
    return figures.plain(round(100 * share, 9))


def _share(percent: float) -> float:
    """Return a share of 1 without the dust of the division."""
    return round(percent / 100, 12)
