"""Pricing: a price sheet an option in the TPC's columns, side by side with the totals."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from arraywise.domain.pricing import DiscountBase, PriceSheet
from arraywise.gui import figures, file_dialogs, theme
from arraywise.gui.background import Lane
from arraywise.gui.fields import ElidedLabel, button, hairline, label, panel
from arraywise.gui.pages.option_tabs import OptionTabs
from arraywise.gui.pages.page import EmptyState, Page, scrolling, section_head
from arraywise.gui.pages.pricing_lines import EMPTY_LINE, FIELDS, Fault, PriceRow, columns
from arraywise.gui.pages.side_by_side import SideBySide
from arraywise.gui.sheets.grid import Grid
from arraywise.gui.sheets.money import show_decimal
from arraywise.gui.sheets.rows_model import RowsModel
from arraywise.gui.wording import tell
from arraywise.usecases.changes import Changes
from arraywise.usecases.price_lines import price_lines
from arraywise.usecases.read_price_sheet import read_price_sheet

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from arraywise.domain.decision import OptionAnswer
    from arraywise.domain.options import Option
    from arraywise.domain.pricing import Discount, PriceLine
    from arraywise.gui.session import Session
    from arraywise.usecases.read_price_sheet import PriceOutcome

_SIDE_WIDTH = 320
_SIDE_HIDDEN_BELOW = 1092
_Faults = dict[tuple[int, str], tuple[str, str]]


class PricingPage(Page):
    """Grids of price lines."""

    key = "pricing"
    icon = "pricing"

    def __init__(self, session: Session) -> None:
        super().__init__(self.tr("Pricing"))
        self._session = session
        self._faults: dict[int, _Faults] = {}
        """Cells that cannot be read, by option and place; what was typed is kept."""
        self.tabs = OptionTabs(self.tr("Options"))
        self.tabs.option_chosen.connect(lambda _option: self._show_sheet())
        self.model = RowsModel((), self)
        self.grid = Grid(self.model)
        self.grid.setAccessibleName(self.tr("Lines of the price sheet"))
        self.grid.verticalHeader().show()
        self.grid.verticalHeader().setFixedWidth(28)
        self.grid.block_given_to = self._take_block
        self.grid.set_spanned(lambda row: isinstance(row, PriceRow) and bool(row.discount), 0, 4)
        self.total = label("", "answer", bold=True)
        self.total_note = ElidedLabel("text2", "control")
        self.total_note.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.total_name = ElidedLabel("text", "control")
        self.side = SideBySide()
        read = button(self.tr("Read a sheet"), self.ask_for_sheet, sign="folder")
        remove = button(self.tr("Delete lines"), self.remove_lines, kind="flat", sign="remove")
        read.setFixedHeight(theme.height("field"))
        self.add_to_head(remove, read)
        shortcut = QShortcut(QKeySequence("Ctrl+-"), self.grid)
        shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        shortcut.activated.connect(self.remove_lines)
        self.set_body(self._make_body(), self._make_empty())

    def _make_body(self) -> QWidget:
        body = panel()
        row = QHBoxLayout(body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        left = QVBoxLayout()
        left.setSpacing(0)
        left.addWidget(self.tabs)
        left.addWidget(hairline(Qt.Orientation.Horizontal))
        left.addWidget(self.grid, 1)
        left.addWidget(hairline(Qt.Orientation.Horizontal, "border"))
        left.addWidget(self._make_total())
        row.addLayout(left, 1)
        self._side_panel = self._make_side()
        row.addWidget(self._side_panel)
        return body

    def _make_total(self) -> QWidget:
        """Return the total line, which does not scroll away."""
        box = panel()
        box.setFixedHeight(40)
        row = QHBoxLayout(box)
        row.setContentsMargins(16, 0, 16, 0)
        row.setSpacing(8)
        row.addWidget(self.total_name, 1)
        row.addWidget(self.total_note, 1)
        row.addWidget(self.total)
        return box

    def _make_side(self) -> QWidget:
        outer = panel()
        outer.setFixedWidth(_SIDE_WIDTH)
        row = QHBoxLayout(outer)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(hairline(Qt.Orientation.Vertical))
        inside = panel()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 12)
        column.setSpacing(0)
        head, _title, self._side_note = section_head(self.tr("Side by side"))
        column.addWidget(head)
        bars = QVBoxLayout()
        bars.setContentsMargins(16, 0, 16, 0)
        bars.addWidget(self.side)
        column.addLayout(bars)
        column.addStretch(1)
        row.addWidget(scrolling(inside))
        return outer

    def _make_empty(self) -> EmptyState:
        return EmptyState(
            "pricing",
            self.tr("No options to price yet"),
            self.tr(
                "Prices belong to options. Import result files and say which option they"
                " belong to; each option then has a price sheet here."
            ),
            self.evidence_button(),
        )

    def refresh(self, changes: Changes) -> None:
        """Show the session's price sheets."""
        facts, answer = self._session.facts, self._session.answer
        if facts is None or answer is None or changes is Changes.NOTHING:
            return
        self.show_empty(empty=not facts.options)
        self.subtitle.setText(self.tr("36 months, in the columns of the TPC"))
        self.tabs.show_options(tuple(known.option for known in facts.options))
        self._side_note.setText(self.tr("36 months, {currency}").format(currency=facts.currency))
        self.side.show_answer(answer)
        self._show_sheet()

    def _sheet(self, option: Option) -> PriceSheet:
        """Return an option's price sheet, an empty one where it has none."""
        facts, known = self._session.facts, self._session.known(option.id)
        if known is not None and known.price_sheet is not None:
            return known.price_sheet
        return PriceSheet(facts.currency if facts else "")

    def _show_sheet(self) -> None:
        option = self.tabs.option
        if option is None:
            return
        sheet = self._sheet(option)
        wanted = columns(sheet.currency, self._edit)
        if [c.unit for c in wanted] != [c.unit for c in self.model.columns]:
            self.model.set_columns(wanted)
        before = len(self.model.rows)
        self.model.set_rows(self._rows(option, sheet))
        if before == 0:
            self.grid.fit_columns()
        self._show_total(option)

    def _rows(self, option: Option, sheet: PriceSheet) -> tuple[PriceRow, ...]:
        faults = self._faults.get(option.id, {})
        count = len(sheet.lines)

        def of(place: int) -> tuple[tuple[str, str, str], ...]:
            return tuple((key, *said) for (at, key), said in faults.items() if at == place)

        lines = [PriceRow(i, p, of(i)) for i, p in enumerate(price_lines(sheet))]
        discounts = [
            PriceRow(-1, discount=self._said_discount(d), share=d.share) for d in sheet.discounts
        ]
        return (*lines, *discounts, PriceRow(count, None, of(count)))

    def _said_discount(self, discount: Discount) -> str:
        bases = {
            DiscountBase.PRICE: self.tr("purchase only"),
            DiscountBase.MAINTENANCE: self.tr("maintenance only"),
            DiscountBase.BOTH: self.tr("purchase and maintenance"),
        }
        if discount.description:
            return discount.description
        text = self.tr("Discount {percent} % on {source}, {base}")
        return text.format(
            percent=show_decimal(discount.share * 100),
            source=discount.source or self.tr("all sources"),
            base=bases[discount.base],
        )

    def _show_total(self, option: Option) -> None:
        found = self._session.answered(option.id)
        name = self.tr("{option}, 36-month total").format(option=option.name)
        self.total_name.setText(name)
        self.total.setText(self._said_total(found))
        price = found.price if found else None
        self.total_note.setText("")
        if price is not None:
            off = price.purchase_discount + price.maintenance_discount
            parts = [figures.number(price.purchase, 2)]
            parts += [f"{figures.MINUS} {figures.number(off, 2)}"] if off else []
            parts.append(f"+ {figures.number(price.maintenance, 2)} =")
            self.total_note.setText(" ".join(parts))

    def _said_total(self, found: OptionAnswer | None) -> str:
        if found is None or found.price is None:
            return self.tr("nothing priced yet")
        return f"{figures.number(found.price.total, 2)} {found.price.currency}"

    # Editing

    def _edit(self, row: PriceRow, key: str, text: str) -> None:
        option = self.tabs.option
        if option is not None and not row.discount:
            self._apply(option, [(row.place, key, text)])

    def _take_block(self, row: int, column: int, block: list[list[str]]) -> None:
        """Put pasted or cleared cells in; the sheet grows where they reach beyond its end."""
        option = self.tabs.option
        if option is None:
            return
        count = len(self._sheet(option).lines)
        first = self.model.rows[row].place if row < len(self.model.rows) else count
        if first < 0:
            return
        keys = [field.key for field in FIELDS][column:]
        self._apply(
            option,
            [
                (first + down, key, text)
                for down, texts in enumerate(block)
                for key, text in zip(keys, texts, strict=False)
            ],
        )

    def _apply(self, option: Option, edits: list[tuple[int, str, str]]) -> None:
        """Write typed texts into the sheet; what cannot be read stays as it was typed."""
        sheet = self._sheet(option)
        lines: list[PriceLine] = list(sheet.lines)
        faults = self._faults.setdefault(option.id, {})
        fields = {field.key: field for field in FIELDS}
        for place, key, text in edits:
            if place >= len(lines) and not text.strip():
                continue
            while len(lines) <= place:
                lines.append(EMPTY_LINE)
            faults.pop((place, key), None)
            try:
                lines[place] = fields[key].put(lines[place], text)
            except Fault as fault:
                faults[place, key] = (text, str(fault))
        self._session.keep_prices(option, replace(sheet, lines=tuple(lines)))

    def remove_lines(self) -> None:
        """Delete the lines, and discounts, of the selected cells."""
        option = self.tabs.option
        indexes = self.grid.selectionModel().selectedIndexes()
        if option is None or not indexes:
            return
        sheet = self._sheet(option)
        chosen = {i.row() for i in indexes}
        count = len(sheet.lines)
        lines = tuple(x for i, x in enumerate(sheet.lines) if i not in chosen)
        discounts = tuple(d for i, d in enumerate(sheet.discounts) if count + i not in chosen)
        self._faults.pop(option.id, None)
        self._session.keep_prices(option, replace(sheet, lines=lines, discounts=discounts))

    def paste(self) -> None:
        """Paste cells into the grid."""
        self.grid.paste()

    def ask_for_sheet(self) -> None:
        """Ask for a price sheet, and read it into the option in front."""
        option = self.tabs.option
        path = file_dialogs.ask_price_sheet(self) if option is not None else None
        if option is None or path is None:
            return

        def take(outcome: PriceOutcome) -> None:
            self._faults.pop(option.id, None)
            remarks = " ".join(tell(problem.said) for problem in outcome.problems)
            said = self.tr("{file} was read into {option}.")
            self.banner.say(
                "warn" if outcome.problems else "pass",
                said.format(file=path.name, option=option.name),
                remarks,
            )

        self._session.write(
            lambda _watch: read_price_sheet(self._session.study, option.name, path),
            Changes.PRICES,
            then=take,
            lane=Lane.WRITING,
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow page leaves the comparison out."""
        super().resizeEvent(event)
        self._side_panel.setVisible(self.width() >= _SIDE_HIDDEN_BELOW)
