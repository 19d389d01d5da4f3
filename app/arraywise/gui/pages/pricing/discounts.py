"""The discounts of a price sheet, and the dialog of currencies, scope and discount rate."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from arraywise.domain.messages import UserError
from arraywise.domain.pricing import ZERO, Discount, DiscountBase, ExchangeRate, PriceBasis
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import Cell, Column, RowsModel, parse_decimal, show_decimal
from arraywise.gui.pages.pricing.lines import (
    PriceInputError,
    amount_of,
    chosen,
    code_of,
    share_of,
    show_share,
)
from arraywise.gui.widgets import messages, theme
from arraywise.gui.widgets.controls import (
    UnitField,
    as_tip,
    dialog_column,
    fill,
    label,
    named,
    ok_and_cancel,
    tab_through,
)
from arraywise.gui.widgets.figures import MINUS
from arraywise.usecases.edit_prices import validate_discount_rate, validate_rate

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.domain.pricing import PriceSheet


translate = QCoreApplication.translate
NEW = Discount("", ZERO)


@dataclass(frozen=True, slots=True)
class DiscountRow:
    """A discount with what it takes off, or the empty row for a new one."""

    place: int
    discount: Discount | None = None
    purchase: Decimal = ZERO
    maintenance: Decimal = ZERO
    faults: tuple[tuple[str, str, str], ...] = ()
    """Field, what was typed, and why it cannot be read."""


def put(sheet: PriceSheet, discount: Discount, key: str, text: str) -> Discount:
    """Return a discount with one typed field; raises PriceInputError when it cannot be read."""
    typed = text.strip()
    if key == "description":
        return replace(discount, description=typed)
    if key == "share":
        return replace(discount, share=share_of(typed))
    if key == "base":
        return replace(discount, base=DiscountBase(chosen(_bases(), typed)))
    known = _sources(sheet) if key == "source" else _categories(sheet)
    if typed and typed not in known:
        message = translate("Pricing", "No line has this; there are: {names}")
        raise PriceInputError(message.format(names=", ".join(filter(None, known)) or "\u2013"))
    if key == "source":
        return replace(discount, source=typed or None)
    return replace(discount, category=typed or None)


def _sources(sheet: PriceSheet) -> tuple[str, ...]:
    return ("", *dict.fromkeys(line.source for line in sheet.lines if line.source))


def _categories(sheet: PriceSheet) -> tuple[str, ...]:
    return ("", *dict.fromkeys(line.category for line in sheet.lines if line.category))


def _bases() -> dict[str, str]:
    return {
        DiscountBase.BOTH.value: translate("Pricing", "purchase and maintenance"),
        DiscountBase.PRICE.value: translate("Pricing", "purchase only"),
        DiscountBase.MAINTENANCE.value: translate("Pricing", "maintenance only"),
    }


def columns(
    sheet: Callable[[], PriceSheet], currency: str, edit: Callable[[DiscountRow, str, str], None]
) -> tuple[Column, ...]:
    """Return the columns; `edit` takes row, field and typed text."""
    offered: dict[str, Callable[[], tuple[str, ...]]] = {
        "base": lambda: tuple(_bases().values()),
        "source": lambda: _sources(sheet()),
        "category": lambda: _categories(sheet()),
    }
    titles = {
        "description": (translate("Pricing", "Discount"), ""),
        "share": (translate("Pricing", "Off"), "%"),
        "base": (translate("Pricing", "Taken off"), ""),
        "source": (translate("Pricing", "Only source"), ""),
        "category": (translate("Pricing", "Only category"), ""),
    }

    def typed(key: str) -> Column:
        choices = offered.get(key)
        return Column(
            key,
            titles[key][0],
            lambda row: _show(row, key),
            titles[key][1],
            right=key == "share",
            least=180 if key == "description" else 0,
            most=260,
            stretch=key == "description",
            edit=lambda row, text: edit(row, key, text),
            choices=None if choices is None else lambda _row: choices(),
        )

    return (
        *(typed(key) for key in titles),
        Column("purchase", translate("Pricing", "Off purchase"), lambda row: _deducted(row, 0),
               currency, right=True),
        Column("maintenance", translate("Pricing", "Off maint."), lambda row: _deducted(row, 1),
               currency, right=True),
    )  # fmt: skip


def _show(row: DiscountRow, key: str) -> Cell:
    for field, text, reason in row.faults:
        if field == key:
            return Cell(text, icon="warning", colour="fail", invalid=True, tip=reason)
    discount = row.discount
    if discount is None:
        new = translate("Pricing", "New discount: type what it is called")
        return Cell(note=new) if key == "description" else Cell()
    if key == "description":
        return Cell(discount.description)
    if key == "share":
        return Cell(show_share(discount.share), number=float(discount.share * 100))
    if key == "base":
        return Cell(_bases()[discount.base.value])
    return Cell((discount.source if key == "source" else discount.category) or "")


def _deducted(row: DiscountRow, place: int) -> Cell:
    amount = (row.purchase, row.maintenance)[place]
    if row.discount is None or not amount:
        return Cell(sunken=True)
    text = f"{MINUS}{show_decimal(amount, 2)}"
    return Cell(text, number=-float(amount), colour="text2", sunken=True)


_KEYS = ("from_currency", "to_currency", "rate", "dated", "source")


@dataclass(frozen=True, slots=True)
class RateRow:
    """What is in the cells of one rate, as it was typed."""

    place: int
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CurrencyChoice:
    """What was chosen in the dialog."""

    sheet_currency: str
    basis: PriceBasis


class RatesDialog(QDialog):
    """Asks in which currency a sheet is, by which rates, and how all prices are added up."""

    def __init__(self, choice: CurrencyChoice, study_currency: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Currencies, scope and discount rate"))
        self.setMinimumWidth(theme.px(620))
        self.choice: CurrencyChoice | None = None  # what was chosen, once the dialog was accepted
        self._study_currency = study_currency
        self._texts = [_texts(rate) for rate in choice.basis.rates]
        self.code = QLineEdit(choice.sheet_currency)
        self.code.setMaxLength(3)
        self.code.setFixedWidth(theme.px(64))
        self.code.setAccessibleName(self.tr("Currency of this price sheet"))
        self.servers = QCheckBox(self.tr("Price the lines marked as servers"))
        self.servers.setChecked(choice.basis.servers)
        self.discount = UnitField(self.tr("Discount rate in percent a year"), self.tr("%/a"), 5)
        rate = choice.basis.discount_rate
        self.discount.setText("" if rate is None else show_decimal(rate * 100))
        self.model = RowsModel(self._columns(), self)
        self.grid = named(Grid(self.model), self.tr("Rates between currencies"))
        self.grid.block_target = self._apply_block
        self.fault = label("", "body", "fail", wraps=True)
        self.buttons = ok_and_cancel(self)
        self._arrange_widgets()
        self._show_rows()

    def _arrange_widgets(self) -> None:
        column = dialog_column(self)
        line = fill(QHBoxLayout(), label(self.tr("Currency of this price sheet")), self.code)
        message = self.tr("the study's currency is {currency} (see Report)").format(
            currency=self._study_currency
        )
        line.addWidget(label(message, "body", "text3"))
        line.addStretch(1)
        fill(column, line, self.servers)
        self._arrange_discount(column)
        column.addWidget(label(self.tr("Rates"), "section", bold=True))
        note = label(
            self.tr(
                "Exchange rate, its date and its source. The newest one counts and is shown"
                " beside every total."
            ),
            "body",
            "text2",
            wraps=True,
        )
        column.addWidget(note)
        self.grid.setMinimumHeight(150)
        fill(column, (self.grid, 1), self.fault, self.buttons)
        tab_through(self.code, self.servers, self.discount, self.grid, *self.buttons.buttons())
        self.code.setFocus()

    def _arrange_discount(self, column: QVBoxLayout) -> None:
        line = fill(
            QHBoxLayout(),
            label(self.tr("Discount rate")),
            self.discount,
            label(self.tr("empty: undiscounted prices"), "body", "text3"),
            None,
        )
        fill(column, line)
        message = self.tr(
            "Prices are net present values at rate r. One-time costs count in full; a fee in"
            " month t is divided by (1 + r)^(t/12)."
        )
        self.discount.setToolTip(as_tip(message))
        column.addWidget(label(message, "body", "text2", wraps=True))

    def _columns(self) -> tuple[Column, ...]:
        titles = (
            self.tr("From"),
            self.tr("To"),
            self.tr("Exchange rate"),
            self.tr("Date"),
            self.tr("Source"),
        )

        def built(place: int) -> Column:
            return Column(
                _KEYS[place],
                titles[place],
                lambda row: self._shown(row, place),
                right=place == 2,
                least=110 if place == 3 else 70,
                stretch=place == 4,
                edit=lambda row, text: self._put(row.place, place, text),
            )

        return tuple(built(place) for place in range(len(_KEYS)))

    def _shown(self, row: RateRow, place: int) -> Cell:
        if row.place >= len(self._texts):
            return Cell(note=self.tr("New rate")) if place == 0 else Cell()
        return Cell(row.texts[place])

    def _put(self, row: int, place: int, text: str) -> None:
        self._apply_block(row, place, [[text]])

    def _apply_block(self, row: int, column: int, block: list[list[str]]) -> None:
        """Put typed, pasted or cleared cells in; a new rate is offered as of today."""
        for down, texts in enumerate(block):
            if row + down >= len(self._texts):
                if not any(text.strip() for text in texts):
                    continue
                today = datetime.now(UTC).astimezone().date().isoformat()
                self._texts.append(["", self._study_currency, "", today, ""])
            cells = self._texts[min(row + down, len(self._texts) - 1)]
            for right, text in enumerate(texts[: len(_KEYS) - column]):
                cells[column + right] = text.strip()
        self._texts = [cells for cells in self._texts if cells[0] or cells[2] or cells[4]]
        self._show_rows()

    def _show_rows(self) -> None:
        rows = [RateRow(i, tuple(texts)) for i, texts in enumerate(self._texts)]
        self.model.set_rows((*rows, RateRow(len(rows), ())))

    def accept(self) -> None:
        """Close with what was chosen, unless something cannot be read: then say what."""
        try:
            rates = tuple(map(_read, self._texts))
            code = code_of(self.code.text()) or self._study_currency
            discount_rate = _discount_rate(self.discount.text())
        except (PriceInputError, UserError) as error:
            self.fault.setText(
                messages.error_text(error) if isinstance(error, UserError) else str(error)
            )
            return
        basis = PriceBasis(self.servers.isChecked(), rates, discount_rate)
        self.choice = CurrencyChoice(code, basis)
        super().accept()

    def keyPressEvent(self, event: object) -> None:
        """Leave Enter to the cell that is being typed into."""
        if not self.grid.hasFocus():
            super().keyPressEvent(event)  # type: ignore[arg-type]


def _texts(rate: ExchangeRate) -> list[str]:
    shown = show_decimal(rate.rate)
    return [rate.from_currency, rate.to_currency, shown, rate.dated, rate.source]


def _discount_rate(text: str) -> Decimal | None:
    """Read a percentage a year as a share; nothing is none.

    Raises UserError when it is none, or not from 0 to 100.
    """
    typed = text.partition("%")[0].strip()
    if not typed:
        return None
    percent = parse_decimal(typed)
    return validate_discount_rate(Decimal("NaN") if percent is None else percent / 100)


def _read(texts: list[str]) -> ExchangeRate:
    """Read a rate from its cells.

    Raises PriceInputError when a cell cannot be read, UserError when something is missing.
    """
    of, into = code_of(texts[0]), code_of(texts[1])
    return validate_rate(
        ExchangeRate(of, into, amount_of(texts[2]) or Decimal(0), texts[3], texts[4])
    )
