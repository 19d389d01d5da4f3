"""The page of prices: the lines of each option as a sheet, and edits of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from itertools import chain
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from arraywise.analysis.decision.break_even import break_even_prices
from arraywise.analysis.pricing import missing_rates_for_study, round_half_up_to_cent
from arraywise.domain.messages import UserError
from arraywise.domain.pricing import (
    DEMAND_TB,
    PRICE_FIELDS,
    ZERO,
    PriceSheet,
    PriceStep,
    SteppedPrice,
    find_stepped_price,
    price_label,
)
from arraywise.domain.quotes import NO_DECISIONS
from arraywise.gui.charts.painted import PictureButton
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import RowsModel, format_decimal
from arraywise.gui.pages.base import (
    CollapsiblePair,
    EmptyState,
    OptionSheetPage,
    build_side_panel,
    section_head,
)
from arraywise.gui.pages.pricing.comparison import Composition, PriceBars, PriceNotes
from arraywise.gui.pages.pricing.dialogs import (
    CurrencyChoice,
    RatesDialog,
    SteppedPriceDialog,
    describe_headed_paste,
    describe_pasted_figures,
    parse_copied_lines,
)
from arraywise.gui.pages.pricing.lines import (
    SheetEdits,
    discount_columns,
    format_field,
    price_columns,
)
from arraywise.gui.pages.pricing.quote_line import QuoteLine
from arraywise.gui.pages.pricing.quote_reader import QuoteReader
from arraywise.gui.pages.pricing.scope import ScopeView, TextDialog, parse_reason
from arraywise.gui.pages.pricing.scope_table import has_prices_to_compare
from arraywise.gui.widgets import figures, theme
from arraywise.gui.widgets import files as file_dialogs
from arraywise.gui.widgets.controls import (
    ElidedLabel,
    button,
    fill,
    hairline,
    label,
    panel,
    restyle,
    with_accessible_name,
)
from arraywise.gui.widgets.messages import error_text, translate_message
from arraywise.present.labels import describe_list_prices, price_column_title
from arraywise.present.price_scope import describe_open_cells
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_quotes import agree_to_finding
from arraywise.usecases.paste_prices import open_pasted_quote, parse_table_with_headings
from arraywise.worksheets.fields import price_sheet_key
from arraywise.worksheets.input_parsing import convert_pasted_figures

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from PySide6.QtGui import QResizeEvent

    from arraywise.domain.cells import CellAddress, InputCell
    from arraywise.domain.decision import Answer, OptionAnswer
    from arraywise.domain.options import Option
    from arraywise.domain.pricing import (
        BreakEvenPrice,
        PriceBasis,
        PriceField,
        PriceTotal,
    )
    from arraywise.domain.quotes import QuoteDecisions, QuoteFindingCode
    from arraywise.domain.study import StudyFacts
    from arraywise.gui.grid.model import Column
    from arraywise.gui.session.session import Session
    from arraywise.usecases.paste_prices import HeadedLines
    from arraywise.worksheets.input_parsing import TypedEdit


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
        self.name.setText(self._describe_total_kind(option, price))
        self.total.setText(self._format_total(result, price, sheet, facts))
        to_check = describe_list_prices(sheet.lines, datetime.now().astimezone().date())
        if to_check is not None:
            restyle(self.note, tone="warn")
            self.note.setText(translate_message(to_check))
        else:
            self.note.setText("" if price is None else self._describe_rates_or_parts(price))

    def _describe_total_kind(self, option: Option, price: PriceTotal | None) -> str:
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
            option=option.name, price=translate_message(price_label(price.discount_rate))
        )

    def _format_total(
        self,
        result: OptionAnswer | None,
        price: PriceTotal | None,
        sheet: PriceSheet,
        facts: StudyFacts,
    ) -> str:
        if price is not None:
            return f"{figures.number(price.total)} {price.currency}"
        if sheet.unparsed:
            return self.tr("not known")
        if result is not None and result.quote is not None and not result.quote.state.gives_price:
            return self.tr("the quote does not add up")
        for of, into in missing_rates_for_study(sheet, facts):
            return self.tr("no rate from {of} to {into}").format(of=of, into=into)
        return self.tr("nothing priced yet")

    def _describe_rates_or_parts(self, price: PriceTotal) -> str:
        """State what is paid and the rates, which must be beside it, or else its parts.

        The parts add up as they are written; the total beside them is rounded up.
        """
        sentence = []
        if price.undiscounted is not None:
            paid = figures.number(price.undiscounted.total, 2)
            sentence.append(self.tr("undiscounted {amount}").format(amount=paid))
        rates = [f"{format_decimal(r.rate)} ({r.dated}, {r.source})" for r in price.rates]
        if rates:
            sentence.append(self.tr("at {rates}").format(rates=", ".join(rates)))
        if sentence:
            return "; ".join(sentence)
        off = f"{figures.MINUS} {figures.number(price.discount, 2)} " if price.discount else ""
        sums = (price.purchase, price.maintenance, price.unrounded)
        bought, care, whole = (figures.number(round_half_up_to_cent(each), 2) for each in sums)
        parts = f"{bought} {off}+ {care} ="
        if price.unrounded == price.total:
            return parts
        return self.tr("{parts} {sum}, rounded up").format(parts=parts, sum=whole)

    def show_unreadable_count(self, faults: int) -> None:
        """Show how many cells cannot be read; 0 changes nothing."""
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
        super().__init__(session, title, lines, price_sheet_key, self.tr("Who includes what"))
        self.edits = SheetEdits(session)
        self._chosen_rare_columns: set[str] = set()  # rare columns that the user asked for
        self.discounts = RowsModel((), self)
        self.discount_grid = with_accessible_name(
            Grid(self.discounts), self.tr("Discounts of the price sheet")
        )
        self.discount_grid.block_target = self._apply_discounts
        self.grid.paste_by_headings = self._apply_headed_block
        self.total_line, self.quote_line = PriceTotalLine(), QuoteLine()
        self.quote_line.agreement_requested.connect(self._ask_reason_of_agreement)
        self.reason: TextDialog | None = None  # open while a reason is asked for
        self.banner.keep_above(self.total_line)
        self.side, self.composition, self.notes = PriceBars(), Composition(), PriceNotes()
        self.quotes = QuoteReader(
            session, self, self.open_rates_dialog, self._bring_option_to_front
        )
        foot = panel()
        parts = self.quote_line, self.total_line
        fill(QVBoxLayout(foot), *parts, margins=(0, 0, 0, 0), spacing=0)
        main = self._build_main(self.discount_grid, foot, has_tabs=False)
        side = self._build_comparison_panel()
        self._next_to = CollapsiblePair(main, side, self.tr("Side by side"), _ROOM_FOR_BOTH)
        self.scope = ScopeView(session)
        self._sheet_buttons: tuple[QWidget, ...] = ()  # buttons of the head that act on a sheet
        self._fill_head()
        self.scope.grid.sheet_step_requested.connect(self._show_adjacent_tab)
        self.tabs.leading_chosen.connect(self._show_scope_or_sheet)
        self.tabs.option_chosen.connect(lambda _option: self._show_scope_or_sheet())
        self.set_body(self._build_body(), self._build_empty())

    def _build_body(self) -> QWidget:
        self.pages = QStackedWidget()
        self.pages.addWidget(self._next_to.body)
        self.pages.addWidget(self.scope)
        body = panel()
        line = hairline(Qt.Orientation.Horizontal)
        fill(QVBoxLayout(body), self.tabs, line, (self.pages, 1), margins=(0, 0, 0, 0), spacing=0)
        return body

    def _ask_reason_of_agreement(self, code: QuoteFindingCode) -> None:
        """Ask for the reason of an agreement to findings of the quote in front, and save it."""
        name = self.front.name
        text = self.tr("Why may this finding of the quote stay? The reason is in the report.")
        dialog = TextDialog(self.tr("Reason"), text, parse_reason, self)
        self.reason = dialog

        def keep() -> None:
            study, reason = self._session.study, dialog.field.text()
            self._session.write(
                lambda _watch: agree_to_finding(study, name, code, reason), Changes.PRICES
            )

        dialog.accepted.connect(keep)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _show_scope_or_sheet(self) -> None:
        """Show who includes what while its tab is in front, else the sheet of an option."""
        self.pages.setCurrentIndex(int(self.tabs.is_leading))
        for each in self._sheet_buttons:
            each.setVisible(not self.tabs.is_leading)

    def _show_adjacent_tab(self, by: int) -> None:
        """Show the tab beside this one, with the focus in its table."""
        super()._show_adjacent_tab(by)
        (self.scope.grid if self.tabs.is_leading else self.grid).setFocus()

    def _update_scope_tab(self, answered: Answer) -> None:
        """Show or hide the tab of scopes, with a sign where they differ."""
        table = answered.scope
        is_shown, warning = has_prices_to_compare(table), ""
        if table is not None and table.is_open:
            warning = translate_message(describe_open_cells(table))
        self.tabs.set_leading_tab(shown=is_shown, warning=warning)
        if is_shown:
            self.scope.show_answer(answered)
        self._show_scope_or_sheet()

    def _fill_head(self) -> None:
        """Put the page's actions into its head."""
        steps = button(self.tr("Price by steps"), self.open_steps_dialog, kind="flat", sign="add")
        read = button(self.tr("Read a quote\u2026"), self.ask_for_quote_file, sign="folder")
        remove = button(self.tr("Delete lines"), self.remove_lines, kind="flat", sign="remove")
        self.columns_menu = QMenu(self)
        self.columns_menu.aboutToShow.connect(self._fill_columns_menu)
        self.columns_button = button(self.tr("Columns"), lambda: None, sign="columns")
        self.columns_button.setMenu(self.columns_menu)
        self.currency_button = with_accessible_name(
            button("", self.open_rates_dialog),
            self.tr("Currencies, scope and discount rate"),
            self.tr("Currency, dated exchange rates, servers, discount rate"),
        )
        toggle = self._next_to.toggle
        self.add_to_head(toggle, steps, remove, self.columns_button, self.currency_button, read)
        self._sheet_buttons = (steps, remove, self.columns_button)
        self.discount_grid.delete_rows_at = lambda _row, _count: self.remove_lines()

    def _build_comparison_panel(self) -> QWidget:
        inside, title = panel(), self.tr("Side by side")
        picture = PictureButton(self.side, title)
        head, _title, self._side_note = section_head(title, "", picture)
        bars = fill(QVBoxLayout(), self.side, margins=(16, 0, 16, 0))
        parts = fill(QVBoxLayout(), self.composition, margins=(12, 0, 12, 0))
        fill(
            QVBoxLayout(inside), *(head, bars, 8, parts, self.notes, None),
            margins=(0, 0, 0, 12), spacing=0,
        )  # fmt: skip
        return build_side_panel(inside)

    def _build_empty(self) -> EmptyState:
        return self.build_no_evidence_state(
            self.tr("No options to price yet"),
            self.tr(
                "Import result files and assign them to options; each option then has a price"
                " sheet here."
            ),
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
        self._update_scope_tab(answer)
        head = translate_message(price_column_title(facts.price_basis.discount_rate))
        text = self.tr("{price}, {currency}")
        self._side_note.setText(text.format(price=head, currency=facts.currency))
        sheets = {k.option.id: k.price_sheet for k in facts.options if k.price_sheet is not None}
        unpriced = {o.option.id for o in answer.options if o.price is None}
        lacking = (id_ for id_, sheet in sheets.items() if missing_rates_for_study(sheet, facts))
        unparsed = frozenset(id_ for id_, sheet in sheets.items() if sheet.unparsed)
        self.side.show_answer(answer, frozenset(lacking) & unpriced, unparsed)
        self.composition.show_answer(answer)
        self.notes.show_answer(answer, self._compute_break_even_prices())
        if not changes.is_question_only or self._front_sheet().follows_demand:
            self._show_sheet()

    def _describe_scope(self, basis: PriceBasis) -> str:
        scope = self.tr("Total cost over 36 months, without servers")
        if basis.servers:
            scope = self.tr("Total cost over 36 months, with servers")
        if basis.discount_rate is None:
            return scope
        text = self.tr("{scope}, net present value at {percent} %/a")
        return text.format(scope=scope, percent=format_decimal(basis.discount_rate * 100))

    def _compute_break_even_prices(self) -> tuple[BreakEvenPrice, ...]:
        """Return at which prices options would be level with each other."""
        known = self._session.answer_inputs
        if known is None:
            return ()
        return break_even_prices(known.prepared, known.facts, known.requirement, known.criteria)

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
        wanted = price_columns(
            sheet.currency,
            lambda row, key, text: self.edits.apply_lines(self.front, [(row.place, key, text)]),
            is_discounted=is_discounted,
        )
        if _column_titles(wanted) != _column_titles(self.model.columns):
            self.model.set_columns(wanted)
            self.discounts.set_columns(
                discount_columns(
                    self._front_sheet,
                    sheet.currency,
                    lambda row, key, text: self.edits.apply_discounts(
                        self.front, [(row.place, key, text)]
                    ),
                )
            )
        before = len(self.model.rows)
        self.model.set_rows(self.edits.rows(option))
        self._hide_unused_rare_columns(sheet)
        self.discounts.set_rows(self.edits.discount_rows(option))
        self.discount_grid.setFixedHeight(self.discount_grid.natural_height(_MOST_DISCOUNTS))
        if before == 0:
            self.grid.fit_columns()
        self.grid.ensure_current()
        if facts is not None:
            answered = self._session.option_answer(option.id)
            asked = self.edits.sheet_at_demand(option)
            self.total_line.show_price(option, answered, asked, facts)
            self.quote_line.show_quote(answered)
            self.total_line.show_unreadable_count(self.edits.count_faults(option))

    def _hide_unused_rare_columns(self, sheet: PriceSheet) -> None:
        """Hide the columns that are seldom needed, unless they are asked for or change a total."""
        changed = False
        for place, each in self._list_rare_fields():
            used = each.shown_when_filled and any(format_field(each, line) for line in sheet.lines)
            hidden = each.key not in self._chosen_rare_columns and not used
            changed = changed or self.grid.isColumnHidden(place) != hidden
            self.grid.setColumnHidden(place, hidden)
        if changed:
            self.grid.fit_columns()

    def _list_rare_fields(self) -> list[tuple[int, PriceField]]:
        """Return the rare fields with the places of their columns."""
        fields = {each.key: each for each in PRICE_FIELDS if each.is_rare}
        return [(i, fields[c.key]) for i, c in enumerate(self.model.columns) if c.key in fields]

    def _fill_columns_menu(self) -> None:
        self.columns_menu.clear()
        for place, each in self._list_rare_fields():
            action = self.columns_menu.addAction(self.model.columns[place].name)
            action.setCheckable(True)
            action.setChecked(not self.grid.isColumnHidden(place))
            action.toggled.connect(lambda shown, key=each.key: self.show_column(key, shown=shown))

    def show_column(self, key: str, *, shown: bool) -> None:
        """Show a rare column, or hide it again while nothing is in it."""
        (self._chosen_rare_columns.add if shown else self._chosen_rare_columns.discard)(key)
        self._hide_unused_rare_columns(self._front_sheet())

    # Editing

    def _apply_block(self, row: int, column: int, block: list[list[str]]) -> None:
        """Put pasted or cleared cells in; the sheet grows where they reach beyond its end."""
        option = self.tabs.option
        if option is None:
            return
        places = self._line_positions_from(option, row, len(block))
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
        sentence = self._apply_pasted(option, edits)
        if sentence:
            self.banner.show_message("warn", sentence)

    def _apply_pasted(
        self, option: Option, edits: list[TypedEdit], beside: Iterable[str] = ()
    ) -> str:
        """Insert cells, their figures read together; return what is to be reported of these."""
        pasted = convert_pasted_figures(edits, QLocale().decimalPoint(), beside)
        self.edits.apply_lines(option, pasted.edits)
        return describe_pasted_figures(pasted)

    def _line_positions_from(self, option: Option, row: int, count: int) -> list[int]:
        """Return the lines of so many rows from a shown one on, new ones beyond the last."""
        places = [each.place for each in self.model.rows[row : row + count]]
        beyond = len(self.edits.sheet(option).lines) + 1
        return [*places, *range(beyond, beyond + count - len(places))]

    def _apply_headed_block(
        self, row: int, cells: list[list[str]], decisions: QuoteDecisions = NO_DECISIONS
    ) -> bool:
        """Insert a table by its own headings, and report that; False where it has none."""
        option = self.tabs.option
        table = parse_copied_lines(cells, self.model.columns) or parse_table_with_headings(
            cells, self._front_sheet().currency, decisions
        )
        if option is None or table is None:
            return False
        if table.undecided_reading is not None:
            self._open_pasted_quote(row, cells)
        elif table.errors:
            why = " ".join(translate_message(each) for each in table.errors)
            self.banner.show_message("fail", self.tr("Nothing was pasted."), why)
        elif not table.lines:
            sentence = self.tr("Only headings were pasted. Copy the lines with them.")
            self.banner.show_message("warn", sentence)
        else:
            self._apply_headed_lines(option, row, cells, table)
        return True

    def _open_pasted_quote(self, row: int, cells: list[list[str]]) -> None:
        """Open the quote dialog for a pasted table, and insert its lines once that counts."""
        quote = open_pasted_quote(self.tr("The pasted table"), cells, self.front.name)
        self.quotes.open_dialog(
            quote, lambda reading: self._apply_headed_block(row, cells, reading.decisions)
        )

    def _apply_headed_lines(
        self, option: Option, row: int, cells: list[list[str]], table: HeadedLines
    ) -> None:
        places = self._line_positions_from(option, row, len(table.lines))
        edits = [
            (place, key, text)
            for place, line in zip(places, table.lines, strict=True)
            for key, text in line
        ]
        kind, head, sentence = describe_headed_paste(table, self.model.columns)
        of_figures = self._apply_pasted(option, edits, chain.from_iterable(cells))
        self.banner.show_message(
            "warn" if of_figures else kind, head, f"{sentence} {of_figures}".strip()
        )

    def _save_inserted_lines(
        self, place: int, count: int, cells: Mapping[CellAddress, InputCell]
    ) -> None:
        self.edits.insert_lines(self.front, place, count, cells)

    def _apply_discounts(self, row: int, column: int, block: list[list[str]]) -> None:
        """Put pasted or cleared cells into the discounts."""
        keys = [each.key for each in self.discounts.columns if each.edit][column:]
        edits = [
            (place, key, text)
            for place, texts in enumerate(block, self.discounts.rows[row].place)
            for key, text in zip(keys, texts, strict=False)
        ]
        self.edits.apply_discounts(self.front, edits)

    def remove_lines(self) -> None:
        """Delete the lines, or the discounts, of the selected cells."""
        grid = self.discount_grid if self.discount_grid.hasFocus() else self.grid
        places = {grid.rows.rows[i.row()].place for i in grid.selectionModel().selectedIndexes()}
        remove = self.edits.remove_lines if grid is self.grid else self.edits.remove_discounts
        if places:
            remove(self.front, places)

    # Sheets and currencies

    def list_palette_targets(self) -> tuple[tuple[str, Callable[[], object]], ...]:
        """Return the dialogs of quotes, steps and currencies, each with what opens it."""
        rates = self.currency_button.accessibleName()
        return (
            (self.tr("Read a quote\u2026"), self.ask_for_quote_file),
            (self.tr("Price by steps"), self.open_steps_dialog),
            (rates, self.open_rates_dialog),
        )

    def open_steps_dialog(self) -> None:
        """Ask for the steps of the price in the current line, or of a new one."""
        option, index = self.tabs.option, self.grid.currentIndex()
        if option is None:
            return
        sheet = self.edits.sheet(option)
        place = self.model.rows[index.row()].place if index.isValid() else len(sheet.lines)
        end = range(len(sheet.lines), len(sheet.lines))
        empty = SteppedPrice("", DEMAND_TB, (PriceStep(ZERO, None, ZERO),))
        taken, price = find_stepped_price(sheet.lines, place) or (end, empty)
        dialog = SteppedPriceDialog(price, sheet.currency, self)

        def apply() -> None:
            try:
                self.edits.apply_steps(option, taken, dialog.price)
            except UserError as error:
                self.grid.refused.emit(error_text(error))

        dialog.accepted.connect(apply)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def ask_for_quote_file(self) -> None:
        """Ask for a quote or price sheet, and read it for the option in front."""
        option = self.tabs.option
        path = file_dialogs.ask_price_sheet(self) if option is not None else None
        if option is not None and path is not None:
            self.quotes.read_file(path, option.name)

    def _bring_option_to_front(self, name: str) -> None:
        """Bring an option to the front by its name; its discount faults are forgotten."""
        facts = self._session.facts
        known = () if facts is None else facts.options
        option = next((each.option for each in known if each.option.name == name), None)
        if option is not None:
            self.edits.forget_discount_faults(option)
            self.tabs.select_option(option.id)

    def open_rates_dialog(self) -> None:
        """Ask for the sheet's currency, the rates and the scope."""
        option, facts = self.tabs.option, self._session.facts
        if option is None or facts is None:
            return
        present = CurrencyChoice(self.edits.sheet(option).currency, facts.price_basis)
        dialog = RatesDialog(present, facts.currency, self)
        dialog.accepted.connect(lambda: self._save_currency_choice(option, dialog.choice))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _save_currency_choice(self, option: Option, choice: CurrencyChoice | None) -> None:
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


def _column_titles(columns: Sequence[Column]) -> list[tuple[str, str]]:
    return [(column.name, column.unit) for column in columns]
