"""Discounts and rates of price sheets, and reading sheets from files."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
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
from arraywise.gui.session.background import Lane
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.controls import (
    ElidedLabel,
    UnitField,
    as_tip,
    dialog_column,
    fill,
    label,
    named,
    ok_and_cancel,
    panel,
    tab_through,
)
from arraywise.gui.widgets.figures import MINUS
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

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from arraywise.domain.options import Option
    from arraywise.domain.pricing import PriceSheet
    from arraywise.gui.session.session import Session
    from arraywise.gui.widgets.banner import Banner
    from arraywise.usecases.edit_prices import HeadedLines
    from arraywise.usecases.read_price_sheet import OfferedTable, PriceOutcome
    from arraywise.worksheets.input_parsing import PastedFigures


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
    """Return a discount with one field as it was typed; raises Fault when it cannot be read."""
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
        message = self.tr("the study is in {currency}, as the Report page says").format(
            currency=self._study_currency
        )
        line.addWidget(label(message, "body", "text3"))
        line.addStretch(1)
        fill(column, line, self.servers)
        self._arrange_discount(column)
        column.addWidget(label(self.tr("Rates"), "section", bold=True))
        note = label(
            self.tr(
                "What one unit of the first currency is worth in the second, on which day and"
                " by whose word. The newest rate counts; it stands beside every total."
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
            label(self.tr("empty: prices are the sums that are paid"), "body", "text3"),
            None,
        )
        fill(column, line)
        message = self.tr(
            "With a rate r, every price of the study is its net present value. Purchase, services"
            " paid once and maintenance quoted for the 36 months as a whole count in full; a"
            " monthly fee is paid at the end of each month t after the warranty and divided by"
            " (1 + r)^(t/12)."
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

    Raises Fault when a cell cannot be read. UserError: when something is missing.
    """
    of, into = code_of(texts[0]), code_of(texts[1])
    return validate_rate(
        ExchangeRate(of, into, amount_of(texts[2]) or Decimal(0), texts[3], texts[4])
    )


_SHOWN_ROWS = 5
_PRICED = frozenset({"unit_price", "extended_price", "fee", "price_per_month", "price_per_year"})
_WIDE = 150
_OPEN = "open"  # what a column holds that is asked about, until it is chosen


class MappingDialog(QDialog):
    """A column of choices above each column of the sheet."""

    def __init__(self, name: str, table: OfferedTable, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("What do the columns hold?"))
        self.resize(860, 420)
        self._table = table
        self.choices: list[QComboBox] = []
        """One for each column that has a heading, in the order of the sheet."""
        self._headings: list[str] = []
        column = dialog_column(self)
        message = self.tr(
            "The headings of {file} do not say which column holds what. A description and a unit"
            " price, or an extended price, are needed; the rest may stay open. It is remembered"
            " for sheets with the same headings."
        )
        if table.money:
            message = self.tr(
                "{file}: the headings {columns} do not say what money stands below them, or for"
                " how long. Choose what they hold, or leave them out. It is remembered for sheets"
                " with the same headings."
            )
        elif table.contradictions:
            message = self.tr("{file} contradicts itself. Choose which price counts.")
        named = ", ".join(f"\u201c{heading}\u201d" for heading in table.money)
        column.addWidget(label(message.format(file=name, columns=named), "control", wraps=True))
        column.addWidget(self._build_preview(), 1)
        self.counts: QComboBox | None = None
        if table.contradictions:
            self.counts = self._ask_which_counts(column)
        self.buttons = ok_and_cancel(self)
        column.addWidget(self.buttons)
        self._check()

    def _build_preview(self) -> QWidget:
        inside = panel()
        grid = QGridLayout(inside)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
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
        box = QComboBox()
        box.setMinimumWidth(_WIDE)
        box.setAccessibleName(self.tr("Column {heading} holds").format(heading=heading))
        if heading in self._table.money:
            box.addItem(self.tr("Choose what it holds"), _OPEN)
            likely = _OPEN
        box.addItem(self.tr("left out"), "")
        for field, word in words.items():
            box.addItem(word, field)
        box.setCurrentIndex(max(0, box.findData(likely or "")))
        box.currentIndexChanged.connect(lambda _index: self._check())
        self.choices.append(box)
        self._headings.append(heading)
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
        for box, heading in zip(self.choices, self._headings, strict=True):
            if box.currentData() not in {"", _OPEN}:
                result.setdefault(str(box.currentData()), heading)
        if self._table.money or self._table.contradictions:
            result |= in_fields((LEAVE_OUT, heading) for heading in self._left_out())
        return result

    def _left_out(self) -> list[str]:
        pairs = zip(self.choices, self._headings, strict=True)
        return [heading for box, heading in pairs if not box.currentData()]

    @property
    def extended(self) -> str:
        """Which counts where a line contradicts itself: `printed`, `computed`, or not asked."""
        return "" if self.counts is None else str(self.counts.currentData() or "")

    def _ask_which_counts(self, column: QVBoxLayout) -> QComboBox:
        """Show the lines that contradict themselves, with a choice that nothing is chosen of."""
        message = [translate_message(each) for each in self._table.contradictions[:_SHOWN_ROWS]]
        column.addWidget(label("\n".join(message), "control", wraps=True))
        box = named(QComboBox(), self.tr("Which price counts"))
        box.addItem(self.tr("Choose which price counts"), "")
        box.addItem(self.tr("unit price \u00d7 quantity"), COMPUTED)
        box.addItem(self.tr("the printed extended price"), PRINTED)
        box.currentIndexChanged.connect(lambda _index: self._check())
        column.addWidget(box)
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
    """Takes a file from the first look to the option's new price."""

    def __init__(
        self, session: Session, owner: QWidget, banner: Banner, ask_rates: Callable[[], None]
    ) -> None:
        """Read sheets; `ask_rates` lets the user state a rate where one is missing."""
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
        message: SheetNotes,
        then: Callable[[], None],
        currency: str | None = None,
    ) -> None:
        """Read a sheet in, after another currency for the study where one is given."""
        study = self._session.study
        notes = replace(message, memory=state_folder(), study_currency=currency)

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
                self._show_unknown(outcome, partial(self._accept, option, path, message, then))
                return
            then()
            self._show_read(option, path, outcome)

        changes = Changes.PRICES if currency is None else Changes.PRICES | Changes.STUDY
        self._session.write(work, changes, then=take, lane=Lane.WRITING)

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
    message = [named.format(names=", ".join(titles[key] for key in table.keys))]
    if table.left_out:
        left = translate("Pricing", "Left out: {names}.")
        message.append(left.format(names=", ".join(table.left_out)))
    if table.rows_left_out:
        rows = translate("Pricing", "No lines, and left out: {names}.")
        message.append(rows.format(names=", ".join(table.rows_left_out)))
    message.append(translate("Pricing", "Ctrl+Shift+V pastes cells as they stand."))
    message += map(translate_message, table.remarks)
    count = figures.number(len(table.lines))
    kind = "warn" if table.rows_left_out or table.remarks else "info"
    return kind, head.format(count=count), " ".join(message)


def describe_pasted_figures(pasted: PastedFigures) -> str:
    """Describe how pasted figures were read where that is not plain; else nothing."""
    if pasted.turned:
        message = translate(
            "Pricing",
            "The pasted figures have the other decimal mark, as in \u201c{text}\u201d; they were"
            " read so.",
        )
        return message.format(text=pasted.turned)
    if pasted.unsure:
        message = translate(
            "Pricing",
            "\u201c{text}\u201d was read with decimals, as it is written here; where it means"
            " thousands, type it without that mark.",
        )
        return message.format(text=pasted.unsure)
    return ""
