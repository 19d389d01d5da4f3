"""The line that says from which quote a sheet is, and what is open of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu

from arraywise.domain.quotes import QuoteState
from arraywise.gui.widgets import theme
from arraywise.gui.widgets.controls import ElidedLabel, as_tooltip, button, fill
from arraywise.gui.widgets.messages import translate_message
from arraywise.gui.widgets.theme import IconView
from arraywise.present.price_scope import describe_quote

if TYPE_CHECKING:
    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.quotes import QuoteRecord


class QuoteLine(QFrame):
    """States the quote of the option in front; its findings are agreed to from a menu."""

    agreement_requested = Signal(object)  # carries the QuoteFindingCode that is to be agreed to

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("ground", "page")
        self.setFixedHeight(theme.px(32))
        self._signs = {"warning": IconView("warning", 14, "warn"), "info": IconView("info", 14)}
        self.text = ElidedLabel("text2", "control")
        self.menu = QMenu(self)
        self.agree = button(self.tr("Agree…"), self._open_menu, kind="link")
        signs = self._signs.values()
        row = QHBoxLayout(self)
        fill(row, *signs, (self.text, 1), self.agree, margins=(16, 0, 16, 0), spacing=8)
        self.hide()

    def show_quote(self, answered: OptionAnswer | None) -> None:
        """Show what is known of an option's quote; nothing of one whose prices were typed."""
        record = None if answered is None else answered.quote
        self.setVisible(record is not None)
        if record is None or answered is None:
            return
        is_changed = answered.quote_is_changed
        sentences = [
            translate_message(each) for each in describe_quote(record, is_changed=is_changed)
        ]
        self.text.setText(" ".join(sentences))
        self.text.setToolTip(as_tooltip("\n".join(sentences)))
        is_open = _has_open_points(record)
        self._signs["warning"].setVisible(is_open)
        self._signs["info"].setVisible(not is_open)
        self.menu.clear()
        for each in record.findings:
            if each.agreement is None and record.state.gives_price:
                act = self.menu.addAction(translate_message(each.finding.text))
                act.triggered.connect(partial(self._request_agreement, each.finding.code))
        self.agree.setVisible(not self.menu.isEmpty())

    def _request_agreement(self, code: object, _checked: object = None) -> None:
        self.agreement_requested.emit(code)

    def _open_menu(self) -> None:
        self.menu.popup(self.agree.mapToGlobal(self.agree.rect().topLeft()))


def _has_open_points(record: QuoteRecord) -> bool:
    """Return whether something of a quote is neither settled nor agreed to."""
    if record.state in {QuoteState.OPEN, QuoteState.ASKS}:
        return True
    return any(each.agreement is None for each in record.findings)
