"""The dialogs of pricing: currencies and scope, a price by steps, what a sheet's columns hold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
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
from arraywise.gui.pages.base import fill_grid, offer
from arraywise.gui.pages.pricing.lines import PriceInputError, amount_of, at_least_zero, code_of
from arraywise.gui.session.background import Worker
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import (
    ElidedLabel,
    UnitField,
    as_tooltip,
    build_ok_cancel_box,
    dialog_column,
    fill,
    label,
    panel,
    set_tab_order,
    with_accessible_name,
)
from arraywise.gui.widgets.messages import error_text, translate_message
from arraywise.shipped import state_folder
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_prices import validate_discount_rate, validate_rate
from arraywise.usecases.read_price_sheet import (
    COMPUTED,
    LEAVE_OUT,
    MAPPED_FIELDS,
    PRINTED,
    RateUnknownError,
    SheetNotes,
    UnknownColumns,
    in_fields,
    inspect_sheet,
    read_price_sheet,
)
from arraywise.worksheets.formula import FormulaError, parse_formula
from arraywise.worksheets.input_parsing import convert_decimal_mark

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from arraywise.domain.options import Option
    from arraywise.gui.session.session import Session
    from arraywise.gui.widgets.banner import Banner
    from arraywise.usecases.edit_prices import HeadedLines
    from arraywise.usecases.read_price_sheet import OfferedTable, PriceOutcome
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
        self._study_currency = study_currency
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
                lambda row: self._shown(row, place),
                right=place == 2,
                min_width=110 if place == 3 else 70,
                stretch=place == 4,
                edit=lambda row, text: self._apply_block(row.place, place, [[text]]),
            )

        return tuple(built(place) for place in range(len(_KEYS)))

    def _shown(self, row: RateRow, place: int) -> Cell:
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


def _discount_rate(text: str) -> Decimal | None:
    """Read a percentage a year as a share; nothing is none.

    Raises:
        UserError: When it is none, or not from 0 to 100.
    """
    typed = text.partition("%")[0].strip()
    if not typed:
        return None
    percent = parse_decimal(typed)
    return validate_discount_rate(Decimal("NaN") if percent is None else percent / 100)


def _read(texts: list[str]) -> ExchangeRate:
    """Read a rate from its cells.

    Raises:
        PriceInputError: When a cell cannot be read, UserError when something is missing.
    """
    of, into = code_of(texts[0]), code_of(texts[1])
    return validate_rate(
        ExchangeRate(of, into, amount_of(texts[2]) or Decimal(0), texts[3], texts[4])
    )


_EMPTY_STEPS = 6
"""Rows of an empty table."""
_WHOLE = (DEMAND_TB, f"{DEMAND_TB}*1000", DEMAND_IOPS, DEMAND_TPS)


class StepsDialog(QDialog):
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
        self.quantity.addItems(list(dict.fromkeys((shown, *_WHOLE))))
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
                self._steps(),
                self.paid.currentIndex() == 0,
            )
            price.check()
        except FormulaError as error:
            self.fault.setText(translate_message(error.fault.message))
        except UserError as error:
            self.fault.setText(error_text(error))
        except PriceInputError as error:
            self.fault.setText(str(error))
        else:
            self.price = price
            super().accept()

    def _steps(self) -> tuple[PriceStep, ...]:
        steps: list[PriceStep] = []
        above = ZERO
        for end, price in zip(self.ends, self.prices, strict=True):
            paid = at_least_zero(price.text())
            if paid is None:
                continue
            up_to = at_least_zero(end.text())
            steps.append(PriceStep(above, up_to, paid))
            above = above if up_to is None else up_to
        return tuple(steps)


_SHOWN_ROWS = 5
_PRICED = frozenset({"unit_price", "extended_price", "fee", "price_per_month", "price_per_year"})
_WIDE = 150
_OPEN = "open"  # what a column holds that is asked about, until it is chosen


class MappingDialog(QDialog):
    """Asks what the columns hold: a list of choices stands above each column of the sheet."""

    def __init__(self, name: str, table: OfferedTable, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("What do the columns hold?"))
        self.resize(860, 420)
        self._table = table
        self.choices: list[QComboBox] = []
        """One for each column that has a heading, in the order of the sheet."""
        column = dialog_column(self)
        message = self.tr(
            "Assign the columns of {file}: a description and a unit or extended price are"
            " required. The choice is remembered for these headings."
        )
        if table.money:
            message = self.tr(
                "{file}: the kind or period of the amounts below {columns} is unclear. Choose"
                " it, or leave the columns out. The choice is remembered."
            )
        elif table.contradictions:
            message = self.tr("{file} contradicts itself. Choose which price counts.")
        quoted = self.tr("\u201c{heading}\u201d")
        named = ", ".join(quoted.format(heading=heading) for heading in table.money)
        column.addWidget(label(message.format(file=name, columns=named), "control", wraps=True))
        column.addWidget(self._build_preview(), 1)
        self.counts: QComboBox | None = None
        if table.contradictions:
            self.counts = self._ask_which_counts(column)
        self.buttons = build_ok_cancel_box(self)
        column.addWidget(self.buttons)
        self._check()

    def _build_preview(self) -> QWidget:
        inside = panel()
        grid = fill_grid(QGridLayout(inside), spacing=(8, 4))
        words = self._words()
        for place, heading in enumerate(self._table.headings):
            if not heading:
                continue
            at = len(self.choices)
            grid.addWidget(self._build_choice(heading, words, self._table.likely[place]), 0, at)
            grid.addWidget(_cell(heading, bold=True), 1, at)
            for down, row in enumerate(self._table.rows[:_SHOWN_ROWS]):
                grid.addWidget(_cell(row[place]), 2 + down, at)
        grid.setRowStretch(2 + _SHOWN_ROWS, 1)
        area = QScrollArea()
        area.setWidget(inside)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return area

    def _build_choice(self, heading: str, words: dict[str, str], likely: str | None) -> QComboBox:
        box = with_accessible_name(
            QComboBox(), self.tr("Column {heading} holds").format(heading=heading)
        )
        box.setMinimumWidth(_WIDE)
        items = [(self.tr("left out"), ""), *((word, field) for field, word in words.items())]
        if heading in self._table.money:
            items.insert(0, (self.tr("Choose what it holds"), _OPEN))
            likely = _OPEN
        offer(box, items, likely or "")
        box.currentIndexChanged.connect(lambda _index: self._check())
        self.choices.append(box)
        return box

    def _words(self) -> dict[str, str]:
        words = {
            "description": self.tr("description"),
            "part_number": self.tr("part number"),
            "source": self.tr("source"),
            "category": self.tr("category"),
            "unit_price": self.tr("unit price"),
            "quantity": self.tr("quantity"),
            "extended_price": self.tr("extended price"),
            "discount": self.tr("discount, %"),
            "maintenance": self.tr("maintenance, 36 months"),
            "maintenance_per_month": self.tr("maintenance a month"),
            "maintenance_per_year": self.tr("maintenance a year"),
            "fee": self.tr("price for the period in its heading"),
            "price_per_month": self.tr("price a month"),
            "price_per_year": self.tr("price a year"),
            "warranty_months": self.tr("warranty, months"),
            "maintenance_discount": self.tr("discount on maintenance, %"),
            "currency": self.tr("currency"),
            "licence": self.tr("licence model"),
            "support": self.tr("support level"),
            "spared": self.tr("spares, yes or no"),
            "is_server": self.tr("server, yes or no"),
            "note": self.tr("note"),
        }
        return {field: words[field] for field in MAPPED_FIELDS if field != LEAVE_OUT}

    @property
    def mapping(self) -> dict[str, str]:
        """Field and heading, as chosen; a field chosen twice keeps its first column."""
        result: dict[str, str] = {}
        chosen = [box.currentData() for box in self.choices]
        pairs = list(zip(chosen, filter(None, self._table.headings), strict=True))
        for field, heading in pairs:
            if field not in {"", _OPEN}:
                result.setdefault(str(field), heading)
        if self._table.money or self._table.contradictions:
            result |= in_fields((LEAVE_OUT, heading) for field, heading in pairs if not field)
        return result

    @property
    def extended(self) -> str:
        """Which counts where a line contradicts itself: `printed`, `computed`, or not asked."""
        return "" if self.counts is None else str(self.counts.currentData() or "")

    def _ask_which_counts(self, column: QVBoxLayout) -> QComboBox:
        """Show the lines that contradict themselves, with a choice that nothing is chosen of."""
        messages = [translate_message(each) for each in self._table.contradictions[:_SHOWN_ROWS]]
        box = with_accessible_name(QComboBox(), self.tr("Which price counts"))
        choices = (
            (self.tr("Choose which price counts"), ""),
            (self.tr("unit price \u00d7 quantity"), COMPUTED),
            (self.tr("the printed extended price"), PRINTED),
        )
        offer(box, choices)
        box.currentIndexChanged.connect(lambda _index: self._check())
        fill(column, label("\n".join(messages), "control", wraps=True), box)
        return box

    def _check(self) -> None:
        """Let it be read once there are a name and a price, no field twice, nothing open."""
        chosen = [box.currentData() for box in self.choices if box.currentData()]
        named = {"description", "part_number"} & set(chosen)
        enough = bool(named and (_PRICED & set(chosen))) and len(chosen) == len(set(chosen))
        enough = enough and (self.counts is None or bool(self.extended)) and _OPEN not in chosen
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(enough)


def _cell(text: str, *, bold: bool = False) -> QWidget:
    built = ElidedLabel("text" if bold else "text2")
    built.setFont(theme.font("body", bold=bold))
    built.setText(text)
    built.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    built.setMinimumHeight(theme.height("grid_row"))
    return built


class SheetReader:
    """Reads a file, asks what is open, and gives the option its new price sheet."""

    def __init__(
        self, session: Session, owner: QWidget, banner: Banner, ask_rates: Callable[[], None]
    ) -> None:
        """Prepare to read sheets; `ask_rates` lets the user state a rate where one is missing."""
        self._session, self._ask_rates = session, ask_rates
        self._owner = owner
        self._banner = banner
        self.dialog: MappingDialog | None = None  # open while the user is asked

    def read(self, option: Option, path: Path, then: Callable[[], None]) -> None:
        """Read a file; `then` is called once the option has its prices."""

        def look(_study: object) -> OfferedTable | None:
            return inspect_sheet(option.name, path, state_folder())

        def take(offer: OfferedTable | None) -> None:
            if offer is None:
                self._accept(option, path, SheetNotes(), then)
            else:
                self._ask(option, path, offer, then)

        self._session.read(look, take, key="price sheet")

    def _ask(
        self, option: Option, path: Path, offer: OfferedTable, then: Callable[[], None]
    ) -> None:
        dialog = MappingDialog(path.name, offer, self._owner)
        self.dialog = dialog
        dialog.accepted.connect(
            lambda: self._accept(
                option, path, SheetNotes(dialog.mapping, extended=dialog.extended), then
            )
        )
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _accept(
        self,
        option: Option,
        path: Path,
        stated: SheetNotes,
        then: Callable[[], None],
        currency: str | None = None,
    ) -> None:
        """Read a sheet in, after another currency for the study where one is given."""
        study = self._session.study
        notes = replace(stated, memory=state_folder(), study_currency=currency)

        def work(_watch: object) -> PriceOutcome | RateUnknownError | UnknownColumns:
            try:
                return read_price_sheet(study, option.name, path, notes)
            except (RateUnknownError, UnknownColumns) as error:
                return error

        def take(outcome: PriceOutcome | RateUnknownError | UnknownColumns) -> None:
            if isinstance(outcome, UnknownColumns):
                self._ask(option, path, outcome.offer, then)
                return
            if isinstance(outcome, RateUnknownError):
                self._show_unknown(outcome, partial(self._accept, option, path, stated, then))
                return
            then()
            self._show_read(option, path, outcome)

        changes = Changes.PRICES if currency is None else Changes.PRICES | Changes.STUDY
        self._session.write(work, changes, then=take, worker=Worker.WRITING)

    def _show_unknown(self, error: RateUnknownError, again: Callable[[str], None]) -> None:
        """State that a rate is needed; a study without prices may take the sheet's currency."""
        facts = self._session.facts
        if facts is None or any(o.price_sheet and o.price_sheet.lines for o in facts.options):
            link = translate("PricingPage", "State the rate\u2026")
            self._banner.show_message("fail", error_text(error), link=link, action=self._ask_rates)
            return
        link = translate("PricingPage", "Keep the study in {currency}")
        self._banner.show_message(
            "warn",
            error_text(error),
            link=link.format(currency=error.currency),
            action=lambda: again(error.currency),
        )

    def _show_read(self, option: Option, path: Path, outcome: PriceOutcome) -> None:
        remarks = " ".join(translate_message(problem.message) for problem in outcome.problems)
        message = translate("PricingPage", "{file} was read into {option}.")
        self._banner.show_message(
            "warn" if outcome.problems else "pass",
            message.format(file=path.name, option=option.name),
            remarks,
        )


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
