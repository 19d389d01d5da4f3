"""The dialogs of pricing: currencies and scope, a price by steps; what was pasted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QWidget,
)

from arraywise.domain.messages import UserError
from arraywise.domain.pricing import (
    DEMAND_IOPS,
    DEMAND_TB,
    DEMAND_TPS,
    MOST_STEPS,
    ZERO,
    ExchangeRate,
    PriceBasis,
    PriceStep,
    SteppedPrice,
)
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import Cell, Column, RowsModel, format_decimal, parse_decimal
from arraywise.gui.pages.base import fill_grid
from arraywise.gui.pages.pricing.lines import (
    PriceInputError,
    parse_currency_code,
    parse_nonnegative_amount,
    parse_optional_amount,
)
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import (
    UnitField,
    as_tooltip,
    build_ok_cancel_box,
    dialog_column,
    fill,
    label,
    set_tab_order,
    with_accessible_name,
)
from arraywise.gui.widgets.messages import error_text, translate_message
from arraywise.usecases.edit_prices import validate_discount_rate, validate_exchange_rate
from arraywise.usecases.paste_prices import HeadedLines
from arraywise.worksheets.formula import FormulaError, parse_formula
from arraywise.worksheets.input_parsing import convert_decimal_mark

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.worksheets.input_parsing import PastedFigures


translate = QCoreApplication.translate


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
        self._study_currency, self._basis = study_currency, choice.basis
        self._texts = [
            [r.from_currency, r.to_currency, format_decimal(r.rate), r.dated, r.source]
            for r in choice.basis.rates
        ]
        self.code = with_accessible_name(
            QLineEdit(choice.sheet_currency), self.tr("Currency of this price sheet")
        )
        self.code.setMaxLength(3)
        self.code.setFixedWidth(theme.px(64))
        self.servers = QCheckBox(self.tr("Price the lines marked as servers"))
        self.servers.setChecked(choice.basis.servers)
        self.discount = UnitField(self.tr("Discount rate in percent a year"), self.tr("%/a"), 5)
        rate = choice.basis.discount_rate
        self.discount.setText("" if rate is None else format_decimal(rate * 100))
        self.model = RowsModel(self._columns(), self)
        self.grid = with_accessible_name(Grid(self.model), self.tr("Rates between currencies"))
        self.grid.block_target = self._apply_block
        self.fault = label("", "body", "fail", wraps=True)
        self.buttons = build_ok_cancel_box(self)
        self._arrange_widgets()
        self._show_rows()

    def _arrange_widgets(self) -> None:
        text = self.tr("the study's currency is {currency} (see Report)")
        of_study = label(text.format(currency=self._study_currency), "body", "text3")
        code = fill(QHBoxLayout(), label(self.code.accessibleName()), self.code, of_study, None)
        none = label(self.tr("empty: undiscounted prices"), "body", "text3")
        rate = label(self.tr("Discount rate"))
        discount = fill(QHBoxLayout(), rate, self.discount, none, None)
        convention = self.tr(
            "Prices are net present values at rate r. One-time costs count in full; a fee in"
            " month t is divided by (1 + r)^(t/12)."
        )
        self.discount.setToolTip(as_tooltip(convention))
        note = self.tr(
            "Exchange rate, its date and its source. The newest one counts and is shown"
            " beside every total."
        )
        notes = [label(each, "body", "text2", wraps=True) for each in (convention, note)]
        title = label(self.tr("Rates"), "section", bold=True)
        self.grid.setMinimumHeight(150)
        parts = code, self.servers, discount, notes[0], title, notes[1], (self.grid, 1)
        fill(dialog_column(self), *parts, self.fault, self.buttons)
        set_tab_order(self.code, self.servers, self.discount, self.grid, *self.buttons.buttons())
        self.code.setFocus()

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
                lambda row: self._rate_cell(row, place),
                right=place == 2,
                min_width=110 if place == 3 else 70,
                stretch=place == 4,
                edit=lambda row, text: self._apply_block(row.place, place, [[text]]),
            )

        return tuple(built(place) for place in range(len(_KEYS)))

    def _rate_cell(self, row: RateRow, place: int) -> Cell:
        if row.place >= len(self._texts):
            return Cell(note=self.tr("New rate")) if place == 0 else Cell()
        return Cell(row.texts[place])

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
            rates = tuple(map(_parse_rate, self._texts))
            code = parse_currency_code(self.code.text()) or self._study_currency
            discount_rate = _parse_discount_rate(self.discount.text())
        except (PriceInputError, UserError) as error:
            self.fault.setText(
                messages.error_text(error) if isinstance(error, UserError) else str(error)
            )
            return
        basis = replace(
            self._basis,
            servers=self.servers.isChecked(),
            rates=rates,
            discount_rate=discount_rate,
        )
        self.choice = CurrencyChoice(code, basis)
        super().accept()

    def keyPressEvent(self, event: object) -> None:
        """Leave Enter to the cell that is being typed into."""
        if not self.grid.hasFocus():
            super().keyPressEvent(event)  # type: ignore[arg-type]


def _parse_discount_rate(text: str) -> Decimal | None:
    """Read a percentage a year as a share; nothing is none.

    Raises:
        UserError: When it is none, or not from 0 to 100.
    """
    typed = text.partition("%")[0].strip()
    if not typed:
        return None
    percent = parse_decimal(typed)
    return validate_discount_rate(Decimal("NaN") if percent is None else percent / 100)


def _parse_rate(texts: list[str]) -> ExchangeRate:
    """Read a rate from its cells.

    Raises:
        PriceInputError: When a cell cannot be read, UserError when something is missing.
    """
    of, into = parse_currency_code(texts[0]), parse_currency_code(texts[1])
    return validate_exchange_rate(
        ExchangeRate(of, into, parse_optional_amount(texts[2]) or Decimal(0), texts[3], texts[4])
    )


_EMPTY_STEPS = 6
"""Rows of an empty table."""
_OFFERED_QUANTITIES = (DEMAND_TB, f"{DEMAND_TB}*1000", DEMAND_IOPS, DEMAND_TPS)


class SteppedPriceDialog(QDialog):
    """Asks for the steps of a price: each from where the one before ends."""

    def __init__(self, price: SteppedPrice, currency: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Price by steps"))
        self.setMinimumWidth(theme.px(460))
        self.price = price  # with what was typed, once the dialog was accepted
        self._decimal = QLocale().decimalPoint()
        self.description = with_accessible_name(
            QLineEdit(price.description), self.tr("Description")
        )
        self.quantity = with_accessible_name(QComboBox(), self.tr("Quantity that is divided"))
        self.quantity.setEditable(True)
        shown = convert_decimal_mark(f"={price.quantity}", ".", self._decimal).removeprefix("=")
        self.quantity.addItems(list(dict.fromkeys((shown, *_OFFERED_QUANTITIES))))
        self.paid = with_accessible_name(QComboBox(), self.tr("Paid"))
        self.paid.addItems([self.tr("each month"), self.tr("once")])
        self.paid.setCurrentIndex(0 if price.is_monthly else 1)
        self.ends: list[QLineEdit] = []
        self.prices: list[QLineEdit] = []
        self.fault = label("", "body", "fail", wraps=True)
        self.buttons = build_ok_cancel_box(self)
        rows = (
            (label(self.tr("Description")), self.description),
            (label(self.tr("Quantity")), self.quantity),
            (label(self.tr("Paid")), self.paid),
        )
        head = fill_grid(QGridLayout(), *rows, stretch=1)
        note = self.tr(
            "Each step begins where the one before ends; leave the last end empty. Price 0: free."
        )
        table = self._build_table(price, currency)
        fill(dialog_column(self), head, label(note, "body", "text2", wraps=True), table,
             self.fault, self.buttons)  # fmt: skip

    def _build_table(self, price: SteppedPrice, currency: str) -> QGridLayout:
        heads = self.tr("Up to"), self.tr("Price, {currency}").format(currency=currency)
        titles = [label(text, "caption", "text2", bold=True) for text in heads]
        table = fill_grid(QGridLayout(), titles)
        count = min(MOST_STEPS, max(_EMPTY_STEPS, len(price.steps) + 1))
        steps = [*price.steps, *[None] * (count - len(price.steps))]
        for row, step in enumerate(steps[:count], 1):
            end = "" if step is None or step.up_to is None else format_decimal(step.up_to)
            paid = "" if step is None else format_decimal(step.price)
            for column, (fields, text) in enumerate(((self.ends, end), (self.prices, paid))):
                name = self.tr("{heading}, step {number}")
                field = QLineEdit(text)
                fields.append(
                    with_accessible_name(field, name.format(heading=heads[column], number=row))
                )
                table.addWidget(field, row, column)
        return table

    def accept(self) -> None:
        """Take the steps, or say what is wrong with them."""
        try:
            written = parse_formula(f"={self.quantity.currentText().strip()}", self._decimal)
            price = SteppedPrice(
                self.description.text().strip(),
                written.render().removeprefix("="),
                self._parse_steps(),
                self.paid.currentIndex() == 0,
            )
            price.require_valid_steps()
        except FormulaError as error:
            self.fault.setText(translate_message(error.fault.message))
        except UserError as error:
            self.fault.setText(error_text(error))
        except PriceInputError as error:
            self.fault.setText(str(error))
        else:
            self.price = price
            super().accept()

    def _parse_steps(self) -> tuple[PriceStep, ...]:
        steps: list[PriceStep] = []
        above = ZERO
        for end, price in zip(self.ends, self.prices, strict=True):
            paid = parse_nonnegative_amount(price.text())
            if paid is None:
                continue
            up_to = parse_nonnegative_amount(end.text())
            steps.append(PriceStep(above, up_to, paid))
            above = above if up_to is None else up_to
        return tuple(steps)


def parse_copied_lines(
    cells: Sequence[Sequence[str]], columns: Sequence[Column]
) -> HeadedLines | None:
    """Return lines that were copied with the titles of this sheet, its sums among them.

    Returns:
        None for cells from elsewhere: these are read as a quote is.
    """
    own = {f"{c.name} ({c.unit})" if c.unit else c.name: c for c in columns}
    titles = [text.strip() for text in cells[0]] if cells else []
    sums = {title for title, column in own.items() if column.edit is None}
    if not sums <= set(titles) or not all(title in own for title in titles):
        return None
    taken = {at: own[t].key for at, t in enumerate(titles) if own[t].edit is not None}
    lines = [
        tuple((key, row[at]) for at, key in taken.items() if at < len(row) and row[at])
        for row in cells[1:]
    ]
    return HeadedLines(tuple(filter(None, lines)), tuple(taken.values()), ())


def describe_headed_paste(table: HeadedLines, columns: Sequence[Column]) -> tuple[str, str, str]:
    """Return kind, head and text of the banner: what was taken, and which columns were not."""
    titles = {column.key: column.name for column in columns}
    head = translate("Pricing", "Pasted by its headings, lines: {count}.")
    named = translate("Pricing", "Taken: {names}.")
    sentences = [named.format(names=", ".join(titles[key] for key in table.keys))]
    if table.left_out:
        left = translate("Pricing", "Left out: {names}.")
        sentences.append(left.format(names=", ".join(table.left_out)))
    if table.rows_left_out:
        rows = translate("Pricing", "No lines, and left out: {names}.")
        sentences.append(rows.format(names=", ".join(table.rows_left_out)))
    sentences.append(translate("Pricing", "Ctrl+Shift+V pastes cells as they stand."))
    sentences += map(translate_message, table.remarks)
    count = figures.number(len(table.lines))
    kind = "warn" if table.rows_left_out or table.remarks else "info"
    return kind, head.format(count=count), " ".join(sentences)


def describe_pasted_figures(pasted: PastedFigures) -> str:
    """Describe how pasted figures were read where that is not plain; else nothing."""
    if pasted.converted_example:
        message = translate(
            "Pricing",
            "The pasted figures, such as “{text}”, were read with the other decimal mark.",
        )
        return message.format(text=pasted.converted_example)
    if pasted.ambiguous_example:
        message = translate(
            "Pricing",
            "“{text}” was read with decimals. For thousands, type it without that mark.",
        )
        return message.format(text=pasted.ambiguous_example)
    return ""
