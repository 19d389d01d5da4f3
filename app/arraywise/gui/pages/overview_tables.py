"""The two small tables of the Overview: the screen, and what would change the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QSizePolicy, QVBoxLayout, QWidget

from arraywise.domain.decision import Verdict
from arraywise.gui import figures, painting, theme, wording
from arraywise.gui.nesting import nest
from arraywise.gui.pages.page import section_head
from arraywise.gui.sheets.columns import Column, Shown
from arraywise.gui.sheets.grid import Grid
from arraywise.gui.sheets.rows_model import RowsModel

if TYPE_CHECKING:
    from arraywise.domain.decision import Answer, Change, ScreenRule
    from arraywise.domain.options import Option

_LEGEND = (
    Verdict.PASS_MEASURED,
    Verdict.PASS_MODELLED,
    Verdict.UNDETERMINED,
    Verdict.NOT_DEMONSTRATED,
    Verdict.NOT_COMPARABLE,
    Verdict.FAIL,
    Verdict.NO_DATA,
)
_SIDE = 11
"""Left and right of a table, in pixels."""


class VerdictLegend(QWidget):
    """The icons of the verdicts that a table shows, each with its word."""

    def __init__(self) -> None:
        super().__init__()
        self._verdicts: tuple[Verdict, ...] = ()
        self.setFixedHeight(20)

    def show_verdicts(self, shown: set[Verdict]) -> None:
        """Explain these."""
        if Verdict.FAIL_CAPACITY in shown:
            shown = shown | {Verdict.FAIL}
        verdicts = tuple(v for v in _LEGEND if v in shown)
        if verdicts != self._verdicts:
            self._verdicts = verdicts
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw icon and word of each, as many as fit."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.look()["text3"])
        metrics = QFontMetrics(painter.font())
        x = 16.0
        for verdict in self._verdicts:
            word = wording.word(verdict).lower()
            wide = metrics.horizontalAdvance(word)
            if x + 18 + wide > self.width():
                break
            painting.paint_verdict_icon(painter, QRectF(x, 4, 12, 12), verdict)
            painter.drawText(QRectF(x + 16, 0, wide + 2, 20), Qt.AlignmentFlag.AlignVCenter, word)
            x += 16 + wide + 12


class _SmallTable(QWidget):
    """A titled table that is as high as its rows."""

    def __init__(self) -> None:
        super().__init__()
        self.model = RowsModel((), self)
        self.grid = Grid(self.model, plain=True)
        self.grid.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.grid.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.grid.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(0)
        head, self.title, self.note = section_head("")
        column.addWidget(head)
        inner = QVBoxLayout()
        inner.setContentsMargins(_SIDE, 0, _SIDE, 0)
        inner.addWidget(self.grid)
        nest(column, inner)
        self._column = column

    def needed_width(self) -> int:
        """Return the width at which no column is cut."""
        return self.grid.needed_width() + 2 * _SIDE

    def _name(self, title: str) -> None:
        self.title.setText(title)
        self.grid.setAccessibleName(title)

    def _show(self, rows: tuple[object, ...]) -> None:
        self.model.set_rows(rows)
        if self.grid.horizontalHeader().length() > self.grid.viewport().width():
            self.grid.fit_columns()  # columns grew for what is no longer said
        high = self.grid.natural_height(12) + 1
        if high != self.grid.height():
            self.grid.setFixedHeight(high)


class ScreenTable(_SmallTable):
    """Rules against options, a verdict a cell."""

    def __init__(self) -> None:
        super().__init__()
        self._name(self.tr("Screen, before any weight"))
        self._options: tuple[Option, ...] = ()
        self._screened: object = None
        """The options, rules and verdicts that are shown."""
        self._verdicts: dict[int, dict[str, Verdict]] = {}
        self.legend = VerdictLegend()
        self._column.addWidget(self.legend)
        self._column.addStretch(1)

    def show_answer(self, answer: Answer) -> None:
        """Show the screen of an answer."""
        options = tuple(o.option for o in answer.options)
        screened = (options, answer.rules, tuple(o.screen for o in answer.options))
        if screened == self._screened:
            return
        self._screened = screened
        self._verdicts = {o.option.id: dict(o.screen) for o in answer.options}
        if options != self._options:
            self._options = options
            self.model.set_columns((self._rule_column(), *map(self._column_of, options)))
        self._show(answer.rules)
        self.legend.show_verdicts({v for o in answer.options for _, v in o.screen})
        self.setVisible(bool(options))

    def _rule_column(self) -> Column:
        return Column(
            "rule",
            self.tr("Rule"),
            lambda r: Shown(wording.tell(r.said)),
            stretch=True,
            least=120,
        )

    def _column_of(self, option: Option) -> Column:
        def show(rule: ScreenRule) -> Shown:
            verdict = self._verdicts.get(option.id, {}).get(rule.name)
            if verdict is None:
                return Shown(missing=True)
            icon, colour = painting.VERDICT_ICONS[verdict]
            return Shown(icon=icon, colour=colour, tip=wording.word(verdict))

        return Column(
            option.name, option.name, show, centred=True, marker=option.position, least=46
        )


class ChangesTable(_SmallTable):
    """What would change the recommendation, how far off it is, and what would be bought then."""

    def __init__(self) -> None:
        super().__init__()
        self._name(self.tr("What would change the answer"))
        self._positions: dict[str, int] = {}
        self.model.set_columns(
            (
                Column("what", self.tr("If this changes"), _what, least=150),
                Column("to", self.tr("to"), lambda c: Shown(wording.tell(c.to)), least=100),
                Column("by", self.tr("by"), self._by, right=True, least=70),
                Column("then", self.tr("then"), self._then, least=150, stretch=True),
            )
        )

    def show_answer(self, answer: Answer) -> None:
        """Show the changes of an answer."""
        self._positions = {o.option.name: o.option.position for o in answer.options}
        self._show(answer.changes)
        self.setVisible(bool(answer.changes))

    def _by(self, change: Change) -> Shown:
        if change.by is None:
            return Shown(figures.EN_DASH, colour="text2")
        text = f"{figures.percent(change.by, 1, signed=True)} %"
        return Shown(text, number=change.by * 100)

    def _then(self, change: Change) -> Shown:
        if change.winner is None:
            text = self.tr("none is shown to pass")
            return Shown(text, icon="undetermined", colour="unknown")
        return Shown(change.winner, marker=self._positions.get(change.winner))

    def sizeHint(self) -> QSize:
        """Return the height of title and rows."""
        return QSize(600, self.grid.height() + theme.height("panel_head") + 8)


def _what(change: Change) -> Shown:
    return Shown(wording.tell(change.what))
