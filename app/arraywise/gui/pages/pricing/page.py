"""The page of prices: the lines of each option as a sheet, and edits of it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import chain
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from arraywise.analysis.decision.break_even import break_even_prices
from arraywise.analysis.price_at_demand import asked_sheet
from arraywise.analysis.pricing import lacks_rates, price_discounts, price_lines
from arraywise.domain.cells import CellAddress, InputCell
from arraywise.domain.messages import UserError, message
from arraywise.domain.price_steps import find_steps
from arraywise.domain.pricing import PLAIN_BASIS, PRICE_FIELDS, PriceSheet, price_word
from arraywise.gui.charts.painted import PictureButton
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import RowsModel, describe_fault, show_decimal
from arraywise.gui.pages.base import (
    CollapsiblePair,
    EmptyState,
    OptionSheetPage,
    add_to_head,
    scrolling_side,
    section_head,
)
from arraywise.gui.pages.pricing import discounts as pricing_discounts
from arraywise.gui.pages.pricing.comparison import Composition, PriceBars, PriceNotes
from arraywise.gui.pages.pricing.discounts import CurrencyChoice, DiscountRow, RatesDialog
from arraywise.gui.pages.pricing.import_sheet import (
    MappingDialog,
    SheetReader,
    describe_headed_paste,
    describe_pasted_figures,
)
from arraywise.gui.pages.pricing.lines import (
    EMPTY_LINE,
    InputText,
    PriceInputError,
    PriceRow,
    columns,
    parse_field,
    show,
)
from arraywise.gui.pages.pricing.steps import StepsDialog, empty_steps
from arraywise.gui.widgets import figures, theme
from arraywise.gui.widgets import files as file_dialogs
from arraywise.gui.widgets.controls import ElidedLabel, button, fill, label, named, panel, restyle
from arraywise.gui.widgets.messages import error_text, translate_message
from arraywise.present.labels import describe_list_prices, price_head
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_prices import FileHints, read_headed
from arraywise.worksheets.fields import FIELD_IN_COLUMN, PRICE_COLUMNS, prices_key
from arraywise.worksheets.input_parsing import read_pasted
from arraywise.worksheets.sheets import SheetEdit, insert_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from PySide6.QtGui import QResizeEvent

    from arraywise.analysis.pricing import TotalledLine
    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.options import Option
    from arraywise.domain.price_steps import SteppedPrice
    from arraywise.domain.pricing import (
        BreakEvenPrice,
        Discount,
        PriceBasis,
        PriceField,
        PriceLine,
        PriceTotal,
    )
    from arraywise.domain.study import StudyFacts
    from arraywise.gui.grid.model import Column
    from arraywise.gui.session.session import Session
    from arraywise.usecases.edit_prices import HeadedLines
    from arraywise.usecases.read_price_sheet import OfferedTable
    from arraywise.worksheets.input_parsing import Typed


UNFIT = message("The cell cannot take this figure.")
_Faults = dict[tuple[int, str], tuple[str, str]]
"""What was typed and why it cannot be read, by row and field."""


class SheetEdits:
    """The rows of every option's sheet, with the faults of what was typed into them."""

    def __init__(self, session: Session, refuse: Callable[[str], None]) -> None:
        """Edit the sheets of a session's study; `refuse` is told why something cannot be done."""
        self._session, self._refuse = session, refuse
        self._sheets = session.sheets
        self._discounts: dict[int, _Faults] = {}

    def sheet(self, option: Option) -> PriceSheet:
        """Return an option's price sheet, an empty one where it has none."""
        facts, known = self._session.facts, self._session.known(option.id)
        if known is not None and known.price_sheet is not None:
            return known.price_sheet
        return PriceSheet(facts.currency if facts else "")

    def asked_sheet(self, option: Option) -> PriceSheet:
        """Return an option's price sheet with the quantities that the demand asks for."""
        facts, answer = self._session.facts, self._session.answer
        sheet = self.sheet(option)
        return sheet if facts is None or answer is None else asked_sheet(sheet, facts, answer)

    def rows(self, option: Option) -> tuple[PriceRow, ...]:
        """Return the lines as rows, with an empty one at the end."""
        priced, sheet = self._priced(option), self.sheet(option)
        typed: dict[int, list[InputText]] = {}
        for place in self._sheets.cells:
            if place.sheet == prices_key(option.id) and place.column in FIELD_IN_COLUMN:
                typed.setdefault(place.row, []).append(self._typed(place, sheet))
        rows = [PriceRow(i, each, tuple(typed.get(i, ()))) for i, each in enumerate(priced)]
        return (*rows, PriceRow(len(rows), None, tuple(typed.get(len(rows), ()))))

    def _typed(self, place: CellAddress, sheet: PriceSheet) -> InputText:
        """Return what is typed in a cell, with what is wrong with it."""
        field = FIELD_IN_COLUMN[place.column]
        text = self._sheets.typed(place) or ""
        result = self._sheets.result(place)
        if text.startswith("="):
            fault = result.fault if result is not None else None
            reason = describe_fault(fault) if fault is not None else ""
            return InputText(field.key, text, fault.code if fault is not None else "", reason)
        try:
            line = sheet.lines[place.row] if place.row < len(sheet.lines) else EMPTY_LINE
            parse_field(line, field.key, text, sheet.currency)
        except PriceInputError as fault:
            return InputText(field.key, text, text, str(fault))
        return InputText(field.key, text, text, translate_message(UNFIT))

    def discount_rows(self, option: Option) -> tuple[DiscountRow, ...]:
        """Return the discounts as rows, with an empty one at the end."""
        sheet = self.sheet(option)
        faults = self._discounts.get(option.id, {})
        taken = price_discounts(sheet, self._priced(option))
        rows = [
            DiscountRow(i, discount, *amounts, _at(faults, i))
            for i, (discount, amounts) in enumerate(zip(sheet.discounts, taken, strict=True))
        ]
        return (*rows, DiscountRow(len(rows), faults=_at(faults, len(rows))))

    def _priced(self, option: Option) -> tuple[TotalledLine, ...]:
        facts = self._session.facts
        basis = facts.price_basis if facts else PLAIN_BASIS
        return price_lines(self.asked_sheet(option), basis)

    def apply_lines(self, option: Option, edits: Sequence[Typed]) -> None:
        """Write typed texts into the lines; the sheet grows where they reach beyond its end.

        Formulas, and what cannot be read, are kept as they were typed.
        """
        sheet = self.sheet(option)
        lines: list[PriceLine] = list(sheet.lines)
        gone: set[CellAddress] = set()
        typed: dict[CellAddress, InputCell] = {}
        for place, key, text in edits:
            if place >= len(lines) and not text.strip():
                continue
            lines += [EMPTY_LINE] * (place + 1 - len(lines))
            cell = line_cell(option, place, key)
            gone.add(cell)
            if not text.startswith("="):
                with suppress(
                    PriceInputError
                ):  # what stood there before counts on, and the cell is marked
                    after = parse_field(lines[place], key, text, sheet.currency)
                    lines[place] = lines[place].changed_into(after)
                    continue
            typed[cell] = self._sheets.cell(cell, text)
        written = replace(sheet, lines=tuple(lines))
        stored = frozenset((gone - typed.keys()) & self._sheets.cells.keys())
        edit = SheetEdit(stored, tuple(typed.values()), prices={option.id: written})
        self._sheets.try_edit(edit, "prices")

    def faults(self, option: Option) -> int:
        """Return how many cells of the lines are at fault."""
        return sum(bool(typed.fault) for row in self.rows(option) for typed in row.typed)

    def apply_discounts(self, option: Option, edits: Sequence[Typed]) -> None:
        """Write typed texts into the discounts."""
        sheet = self.sheet(option)
        discounts: list[Discount] = list(sheet.discounts)
        faults = self._discounts.setdefault(option.id, {})
        for place, key, text in edits:
            if place >= len(discounts) and not text.strip():
                continue
            discounts += [pricing_discounts.NEW] * (place + 1 - len(discounts))
            faults.pop((place, key), None)
            try:
                discounts[place] = pricing_discounts.put(sheet, discounts[place], key, text)
            except PriceInputError as fault:
                faults[place, key] = (text, str(fault))
        self._session.save_prices(option, replace(sheet, discounts=tuple(discounts)))

    def remove_lines(self, option: Option, gone: set[int]) -> None:
        """Delete lines; formulas everywhere follow."""
        sheet = self.sheet(option)
        cells = self._sheets.without_rows(prices_key(option.id), gone)
        lines = tuple(line for i, line in enumerate(sheet.lines) if i not in gone)
        self._save_moved(option, cells, replace(sheet, lines=lines))

    def insert_lines(self, option: Option, place: int, count: int) -> None:
        """Insert empty lines; formulas everywhere follow."""
        sheet = self.sheet(option)
        cells, name = self._sheets.cells, self._sheets.name_of(prices_key(option.id))
        try:
            edit = insert_rows(cells, prices_key(option.id), name, place, count)
        except UserError as error:
            self._refuse(error_text(error))
            return
        lines = (*sheet.lines[:place], *[EMPTY_LINE] * count, *sheet.lines[place:])
        self._save_moved(option, edit.cells_after(cells), replace(sheet, lines=lines))

    def apply_steps(self, option: Option, taken: range, price: SteppedPrice) -> None:
        """Write a price by steps in the place of lines; formulas everywhere follow.

        Raises:
            UserError: when the steps are none, or the sheet has no room.
        """
        sheet, key = self.sheet(option), prices_key(option.id)
        like = sheet.lines[taken.start] if taken else EMPTY_LINE
        new = price.lines(like)
        cells: Mapping[CellAddress, InputCell] = self._sheets.cells
        if len(new) < len(taken):
            cells = self._sheets.without_rows(key, set(taken[len(new) :]))
        elif len(new) > len(taken) and taken.stop < len(sheet.lines):
            name = self._sheets.name_of(key)
            edit = insert_rows(cells, key, name, taken.stop, len(new) - len(taken))
            cells = edit.cells_after(cells)
        written = dict(cells)
        for row, line in enumerate(new, taken.start):
            for field in _BY_STEPS:
                written.pop(line_cell(option, row, field), None)
            place = line_cell(option, row, "quantity")
            written[place] = InputCell(place, f"={line.quantity_formula}", ".")
        lines = (*sheet.lines[: taken.start], *new, *sheet.lines[taken.stop :])
        self._save_moved(option, written, replace(sheet, lines=lines))

    def _save_moved(
        self, option: Option, cells: Mapping[CellAddress, InputCell], sheet: PriceSheet
    ) -> None:
        before = self._sheets.cells
        typed = tuple(cell for place, cell in cells.items() if before.get(place) != cell)
        gone = frozenset(before.keys() - cells.keys())
        self._sheets.try_edit(SheetEdit(gone, typed, prices={option.id: sheet}), "prices")

    def remove_discounts(self, option: Option, gone: set[int]) -> None:
        """Delete discounts."""
        sheet = self.sheet(option)
        self._discounts.pop(option.id, None)
        stored = tuple(each for i, each in enumerate(sheet.discounts) if i not in gone)
        self._session.save_prices(option, replace(sheet, discounts=stored))

    def forget(self, option: Option) -> None:
        """Forget the faults of an option whose sheet was read again."""
        self._discounts.pop(option.id, None)


_BY_STEPS = ("description", "unit_price", "maintenance", "per_month")
"""Fields that a price by steps writes as values."""


def line_cell(option: Option, row: int, key: str) -> CellAddress:
    """Return the cell of a field of a line."""
    return CellAddress(prices_key(option.id), row, PRICE_COLUMNS[key])


def _at(faults: _Faults, place: int) -> tuple[tuple[str, str, str], ...]:
    return tuple((key, *sentence) for (at, key), sentence in faults.items() if at == place)


class PriceTotalLine(QFrame):
    """An option's 36-month price with what it is made of, or the rates that it was made by."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("ground", "page")
        self.setFixedHeight(theme.px(40))
        self.name = ElidedLabel("text", "control")
        self.name.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.note = ElidedLabel("text2", "control")
        self.note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.total = label("", "answer", bold=True)
        fill(
            QHBoxLayout(self),
            self.name,
            (self.note, 1),
            self.total,
            margins=(16, 0, 16, 0),
            spacing=8,
        )

    def show_price(
        self, option: Option, result: OptionAnswer | None, sheet: PriceSheet, facts: StudyFacts
    ) -> None:
        """Show what an option costs in the study's currency, or why that is not known."""
        restyle(self.note, tone="text2")
        price = result.price if result else None
        self.name.setText(self._describe_name(option, price))
        self.total.setText(self._describe_total(price, sheet, facts))
        to_check = describe_list_prices(sheet.lines, datetime.now().astimezone().date())
        if to_check is not None:
            restyle(self.note, tone="warn")
            self.note.setText(translate_message(to_check))
        else:
            self.note.setText("" if price is None else self._describe_note(price))

    def _describe_name(self, option: Option, price: PriceTotal | None) -> str:
        """Describe what the total is; a net present value is never called a total."""
        is_storage = price is not None and price.storage_only
        if price is None or price.discount_rate is None:
            text = self.tr("{option}, 36-month total")
            if is_storage:
                text = self.tr("{option}, 36-month total, storage only")
            return text.format(option=option.name)
        text = self.tr("{option}, {price}")
        if is_storage:
            text = self.tr("{option}, {price}, storage only")
        return text.format(
            option=option.name, price=translate_message(price_word(price.discount_rate))
        )

    def _describe_total(
        self, price: PriceTotal | None, sheet: PriceSheet, facts: StudyFacts
    ) -> str:
        if price is not None:
            return f"{figures.number(price.total, 2)} {price.currency}"
        if sheet.unparsed:
            return self.tr("not known")
        for of, into in lacks_rates(sheet, facts):
            return self.tr("no rate from {of} to {into}").format(of=of, into=into)
        return self.tr("nothing priced yet")

    def _describe_note(self, price: PriceTotal) -> str:
        """State what is paid and the rates, which must be beside it, or else its parts."""
        sentence = []
        if price.undiscounted is not None:
            paid = figures.number(price.undiscounted.total, 2)
            sentence.append(self.tr("undiscounted {amount}").format(amount=paid))
        rates = [f"{show_decimal(r.rate)} ({r.dated}, {r.source})" for r in price.rates]
        if rates:
            sentence.append(self.tr("at {rates}").format(rates=", ".join(rates)))
        return "; ".join(sentence) or self._describe_parts(price)

    def _describe_parts(self, price: PriceTotal) -> str:
        parts = [figures.number(price.purchase, 2)]
        if price.discount:
            parts.append(f"{figures.MINUS} {figures.number(price.discount, 2)}")
        parts.append(f"+ {figures.number(price.maintenance, 2)} =")
        return " ".join(parts)

    def doubt(self, faults: int) -> None:
        """State that cells cannot be read, so that the total may be wrong; 0 says nothing."""
        if faults:
            restyle(self.note, tone="fail")
            sentence = self.tr("Cells that cannot be read: {count}")
            self.note.setText(sentence.format(count=faults))


_SIDE_WIDTH = 352
_ROOM_FOR_BOTH = 1092
_MOST_DISCOUNTS = 4  # rows of discounts that are shown without scrolling


class PricingPage(OptionSheetPage):
    """Grids of price lines."""

    key = "pricing"
    icon = "pricing"

    def __init__(self, session: Session) -> None:
        title, lines = self.tr("Pricing"), self.tr("Lines of the price sheet")
        super().__init__(session, title, self.tr("Options"), lines)
        self.edits = SheetEdits(session, self.grid.refused.emit)
        self._wanted: set[str] = set()  # rare columns that the user asked for
        self.discounts = RowsModel((), self)
        self.discount_grid = named(Grid(self.discounts), self.tr("Discounts of the price sheet"))
        self.discount_grid.block_target = self._apply_discounts
        self.grid.headed_taken_by = self._apply_headed
        self.total_line = PriceTotalLine()
        self.banner.reserve_free(self.total_line)
        self.side, self.composition, self.notes = PriceBars(), Composition(), PriceNotes()
        self.reader = SheetReader(session, self, self.banner, self.ask_for_rates)
        self._next_to = self._build_body()
        self._fill_head()
        self.set_body(self._next_to.body, self._build_empty())

    def _fill_head(self) -> None:
        """Put the page's actions into its head."""
        steps = button(self.tr("Price by steps"), self.ask_for_steps, kind="flat", sign="add")
        read = button(self.tr("Read a sheet"), self.ask_for_sheet, sign="folder")
        remove = button(self.tr("Delete lines"), self.remove_lines, kind="flat", sign="remove")
        self.columns_menu = QMenu(self)
        self.columns_menu.aboutToShow.connect(self._fill_columns_menu)
        self.columns_button = button(self.tr("Columns"), lambda: None, sign="columns")
        self.columns_button.setMenu(self.columns_menu)
        self.currency_button = button("", self.ask_for_rates)
        self.currency_button.setAccessibleName(self.tr("Currencies, scope and discount rate"))
        self.currency_button.setToolTip(
            self.tr("Currency, dated exchange rates, servers, discount rate")
        )
        for each in (read, self.columns_button, self.currency_button):
            each.setFixedHeight(theme.height("field"))
        toggle = self._next_to.toggle
        self.add_to_head(toggle, steps, remove, self.columns_button, self.currency_button, read)
        self.discount_grid.rows_removed_by = lambda _row, _count: self.remove_lines()

    def _build_body(self) -> CollapsiblePair:
        main = self._build_main(self.discount_grid, self.total_line)
        return CollapsiblePair(main, self._build_side(), self.tr("Side by side"), _ROOM_FOR_BOTH)

    def _build_side(self) -> QWidget:
        inside = panel()
        column = fill(QVBoxLayout(inside), margins=(0, 0, 0, 12), spacing=0)
        head, title, self._side_note = section_head(self.tr("Side by side"))
        add_to_head(head, PictureButton(self.side, title.text()))
        column.addWidget(head)
        fill(column, fill(QVBoxLayout(), self.side, margins=(16, 0, 16, 0)), 8)
        parts = fill(QVBoxLayout(), self.composition, margins=(12, 0, 12, 0))
        fill(column, parts, self.notes, None)
        return scrolling_side(inside)

    def _build_empty(self) -> EmptyState:
        return EmptyState(
            "pricing",
            self.tr("No options to price yet"),
            self.tr(
                "Import result files and assign them to options; each option then has a price"
                " sheet here."
            ),
            self.evidence_button(),
        )

    def refresh(self, changes: Changes) -> None:
        """Show the session's price sheets."""
        facts, answer = self._session.facts, self._session.answer
        if facts is None or answer is None or changes is Changes.NOTHING:
            return
        self.show_empty(empty=not facts.options)
        if not facts.options:
            self.currency_button.setText(facts.currency)
        self.subtitle.setText(self._describe_scope(facts.price_basis))
        self.tabs.show_options(tuple(known.option for known in facts.options))
        self._side_note.setText(self._describe_sums(facts))
        self.side.show_answer(answer, self._lacking_rates(), self._unparsed())
        self.composition.show_answer(answer)
        self.notes.show_answer(answer, self._levels())
        if not changes.is_of_question or self._front_sheet().follows_demand:
            self._show_sheet()

    def _describe_scope(self, basis: PriceBasis) -> str:
        scope = (
            self.tr("Total cost over 36 months, with servers")
            if basis.servers
            else self.tr("Total cost over 36 months, without servers")
        )
        if basis.discount_rate is None:
            return scope
        text = self.tr("{scope}, net present value at {percent} %/a")
        return text.format(scope=scope, percent=show_decimal(basis.discount_rate * 100))

    def _describe_sums(self, facts: StudyFacts) -> str:
        head = translate_message(price_head(facts.price_basis.discount_rate))
        return self.tr("{price}, {currency}").format(price=head, currency=facts.currency)

    def _levels(self) -> tuple[BreakEvenPrice, ...]:
        """Return at which prices options would be level with each other."""
        answer_inputs = self._session.answer_inputs
        if answer_inputs is None:
            return ()
        return break_even_prices(
            answer_inputs.prepared,
            answer_inputs.facts,
            answer_inputs.requirement,
            answer_inputs.criteria,
        )

    def _unparsed(self) -> frozenset[int]:
        """Return the options whose sheets have cells that cannot be read."""
        facts = self._session.facts
        known = facts.options if facts else ()
        return frozenset(k.option.id for k in known if k.price_sheet and k.price_sheet.unparsed)

    def _lacking_rates(self) -> frozenset[int]:
        """Return the options that are priced, but in a currency without a rate."""
        facts, answer = self._session.facts, self._session.answer
        if facts is None or answer is None:
            return frozenset()
        unpriced = {o.option.id for o in answer.options if o.price is None}
        sheets = {k.option.id: k.price_sheet for k in facts.options if k.option.id in unpriced}
        return frozenset(
            id_ for id_, sheet in sheets.items() if sheet and lacks_rates(sheet, facts)
        )

    def _front_sheet(self) -> PriceSheet:
        option = self.tabs.option
        return self.edits.sheet(option) if option else PriceSheet("")

    def _show_sheet(self) -> None:
        option = self.tabs.option
        if option is None:
            return
        sheet = self.edits.sheet(option)
        self.currency_button.setText(sheet.currency)
        facts = self._session.facts
        is_discounted = facts is not None and facts.price_basis.discount_rate is not None
        wanted = columns(sheet.currency, self._edit, is_discounted=is_discounted)
        if _heads(wanted) != _heads(self.model.columns):
            self.model.set_columns(wanted)
            result = pricing_discounts.columns(
                self._front_sheet, sheet.currency, self._edit_discount
            )
            self.discounts.set_columns(result)
        before = len(self.model.rows)
        self.model.set_rows(self.edits.rows(option))
        self._hide_rare(sheet)
        self.discounts.set_rows(self.edits.discount_rows(option))
        self.discount_grid.setFixedHeight(self.discount_grid.natural_height(_MOST_DISCOUNTS))
        if before == 0:
            self.grid.fit_columns()
        self.grid.ensure_current()
        if self._session.facts is not None:
            answered = self._session.answered(option.id)
            asked = self.edits.asked_sheet(option)
            self.total_line.show_price(option, answered, asked, self._session.facts)
            self.total_line.doubt(self.edits.faults(option))

    def _hide_rare(self, sheet: PriceSheet) -> None:
        """Hide the columns that are seldom needed, unless they are asked for or change a total."""
        changed = False
        for place, each in self._rare_fields():
            used = each.shows_itself and any(show(each, line) for line in sheet.lines)
            hidden = each.key not in self._wanted and not used
            changed = changed or self.grid.isColumnHidden(place) != hidden
            self.grid.setColumnHidden(place, hidden)
        if changed:
            self.grid.fit_columns()

    def _rare_fields(self) -> list[tuple[int, PriceField]]:
        """Return the rare fields with the places of their columns."""
        fields = {each.key: each for each in PRICE_FIELDS if each.rare}
        return [(i, fields[c.key]) for i, c in enumerate(self.model.columns) if c.key in fields]

    def _fill_columns_menu(self) -> None:
        self.columns_menu.clear()
        for place, each in self._rare_fields():
            action = self.columns_menu.addAction(self.model.columns[place].name)
            action.setCheckable(True)
            action.setChecked(not self.grid.isColumnHidden(place))
            action.toggled.connect(lambda shown, key=each.key: self.show_column(key, shown=shown))

    def show_column(self, key: str, *, shown: bool) -> None:
        """Show a rare column, or hide it again while nothing is in it."""
        (self._wanted.add if shown else self._wanted.discard)(key)
        self._hide_rare(self._front_sheet())

    # Editing

    def _edit(self, row: PriceRow, key: str, text: str) -> None:
        option = self.tabs.option
        if option is not None:
            self.edits.apply_lines(option, [(row.place, key, text)])

    def _apply_block(self, row: int, column: int, block: list[list[str]]) -> None:
        """Put pasted or cleared cells in; the sheet grows where they reach beyond its end."""
        option = self.tabs.option
        if option is None:
            return
        places = self._positions_from(option, row, len(block))
        shown = [
            each
            for place, each in enumerate(self.model.columns)
            if place >= column and not self.grid.isColumnHidden(place)
        ]
        edits = [
            (place, each.key, text)
            for place, texts in zip(places, block, strict=True)
            for each, text in zip(shown, texts, strict=False)
            if each.edit is not None
        ]
        sentence = self._insert_pasted(option, edits)
        if sentence:
            self.banner.show_message("warn", sentence)

    def _insert_pasted(
        self, option: Option, edits: list[Typed], beside: Iterable[str] = ()
    ) -> str:
        """Insert cells, their figures read together; return what is to be reported of these."""
        pasted = read_pasted(edits, QLocale().decimalPoint(), beside)
        self.edits.apply_lines(option, pasted.edits)
        return describe_pasted_figures(pasted)

    def _positions_from(self, option: Option, row: int, count: int) -> list[int]:
        """Return the lines of so many rows from a shown one on, new ones beyond the last."""
        places = [each.place for each in self.model.rows[row : row + count]]
        beyond = len(self.edits.sheet(option).lines) + 1
        return [*places, *range(beyond, beyond + count - len(places))]

    def _apply_headed(self, row: int, cells: list[list[str]]) -> bool:
        """Insert a table by its own headings, and report that; False where it has none."""
        option = self.tabs.option
        table = read_headed(cells, self._front_sheet().currency)
        if option is None or table is None:
            return False
        if table.offer is not None:
            self._ask_of_pasted(option, row, cells, table.offer)
        elif table.refused:
            why = " ".join(translate_message(each) for each in table.refused)
            self.banner.show_message("fail", self.tr("Nothing was pasted."), why)
        elif not table.lines:
            sentence = self.tr("Only headings were pasted. Copy the lines with them.")
            self.banner.show_message("warn", sentence)
        else:
            self._insert_headed(option, row, cells, table)
        return True

    def _ask_of_pasted(
        self, option: Option, row: int, cells: list[list[str]], offer: OfferedTable
    ) -> None:
        """Ask what the columns of a pasted table hold, and put it in then."""
        dialog = MappingDialog(self.tr("The pasted table"), offer, self)
        self.reader.dialog = dialog

        def take() -> None:
            asked = FileHints(mapping=dialog.mapping, extended=dialog.extended)
            table = read_headed(cells, self._front_sheet().currency, asked)
            if table is not None and not table.offer and not table.refused:
                self._insert_headed(option, row, cells, table)
                return
            why = " ".join(translate_message(each) for each in table.refused) if table else ""
            self.banner.show_message("fail", self.tr("Nothing was pasted."), why)

        dialog.accepted.connect(take)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _insert_headed(
        self, option: Option, row: int, cells: list[list[str]], table: HeadedLines
    ) -> None:
        places = self._positions_from(option, row, len(table.lines))
        edits = [
            (place, key, text)
            for place, line in zip(places, table.lines, strict=True)
            for key, text in line
        ]
        kind, head, sentence = describe_headed_paste(table, self.model.columns)
        of_figures = self._insert_pasted(option, edits, chain.from_iterable(cells))
        self.banner.show_message(
            "warn" if of_figures else kind, head, f"{sentence} {of_figures}".strip()
        )

    def _insert_lines(self, row: int, count: int) -> None:
        if self.tabs.option is not None:
            self.edits.insert_lines(self.tabs.option, self.model.rows[row].place, count)

    def _edit_discount(self, row: DiscountRow, key: str, text: str) -> None:
        option = self.tabs.option
        if option is not None:
            self.edits.apply_discounts(option, [(row.place, key, text)])

    def _apply_discounts(self, row: int, column: int, block: list[list[str]]) -> None:
        """Put pasted or cleared cells into the discounts."""
        option = self.tabs.option
        if option is None:
            return
        keys = [each.key for each in self.discounts.columns if each.edit][column:]
        first = self.discounts.rows[row].place
        self.edits.apply_discounts(
            option,
            [
                (first + down, key, text)
                for down, texts in enumerate(block)
                for key, text in zip(keys, texts, strict=False)
            ],
        )

    def remove_lines(self) -> None:
        """Delete the lines, or the discounts, of the selected cells."""
        option = self.tabs.option
        grid = self.discount_grid if self.discount_grid.hasFocus() else self.grid
        places = {grid.rows.rows[i.row()].place for i in grid.selectionModel().selectedIndexes()}
        if option is None or not places:
            return
        if grid is self.discount_grid:
            self.edits.remove_discounts(option, places)
        else:
            self.edits.remove_lines(option, places)

    def _key_of(self, option_id: int) -> str:
        return prices_key(option_id)

    # Sheets and currencies

    def leads_to(self) -> tuple[tuple[str, Callable[[], object]], ...]:
        """Lead to a sheet that is read in, and to currencies and terms."""
        rates = self.currency_button.accessibleName()
        return (
            (self.tr("Read a sheet"), self.ask_for_sheet),
            (self.tr("Price by steps"), self.ask_for_steps),
            (rates, self.ask_for_rates),
        )

    def ask_for_steps(self) -> None:
        """Ask for the steps of the price in the current line, or of a new one."""
        option, index = self.tabs.option, self.grid.currentIndex()
        if option is None:
            return
        sheet = self.edits.sheet(option)
        place = self.model.rows[index.row()].place if index.isValid() else len(sheet.lines)
        end = range(len(sheet.lines), len(sheet.lines))
        taken, price = find_steps(sheet.lines, place) or (end, empty_steps())
        dialog = StepsDialog(price, sheet.currency, self)
        dialog.accepted.connect(lambda: self._apply_steps(option, taken, dialog.price))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _apply_steps(self, option: Option, taken: range, price: SteppedPrice | None) -> None:
        if price is None:
            return
        try:
            self.edits.apply_steps(option, taken, price)
        except UserError as error:
            self.grid.refused.emit(error_text(error))

    def ask_for_sheet(self) -> None:
        """Ask for a price sheet, and read it into the option in front."""
        option = self.tabs.option
        path = file_dialogs.ask_price_sheet(self) if option is not None else None
        if option is not None and path is not None:
            self.reader.read(option, path, lambda: self.edits.forget(option))

    def ask_for_rates(self) -> None:
        """Ask for the sheet's currency, the rates and the scope."""
        option, facts = self.tabs.option, self._session.facts
        if option is None or facts is None:
            return
        present = CurrencyChoice(self.edits.sheet(option).currency, facts.price_basis)
        dialog = RatesDialog(present, facts.currency, self)
        dialog.accepted.connect(lambda: self._apply_choice(option, dialog.choice))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _apply_choice(self, option: Option, choice: CurrencyChoice | None) -> None:
        if choice is None:
            return
        self._session.save_price_basis(choice.basis)
        sheet = self.edits.sheet(option)
        if sheet.currency != choice.sheet_currency:
            self._session.save_prices(option, replace(sheet, currency=choice.sheet_currency))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow page shows either the sheet or the comparison."""
        super().resizeEvent(event)
        self._next_to.fit(self.width(), theme.px(_SIDE_WIDTH))


def _heads(columns: Sequence[Column]) -> list[tuple[str, str]]:
    return [(column.name, column.unit) for column in columns]
