"""The import of a price sheet: from the file or the clipboard to the option's lines."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from arraywise.gui.session.background import Lane
from arraywise.gui.widgets import figures, theme
from arraywise.gui.widgets.controls import (
    ElidedLabel,
    dialog_column,
    label,
    named,
    ok_and_cancel,
    panel,
)
from arraywise.gui.widgets.messages import error_text, translate_message
from arraywise.shipped import state_folder
from arraywise.usecases.changes import Changes
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
    from arraywise.gui.grid.model import Column
    from arraywise.gui.session.session import Session
    from arraywise.gui.widgets.banner import Banner
    from arraywise.usecases.edit_prices import HeadedLines
    from arraywise.usecases.read_price_sheet import OfferedTable, PriceOutcome
    from arraywise.worksheets.input_parsing import PastedFigures


translate = QCoreApplication.translate

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
        self._headings: list[str] = []
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
        messages = [translate_message(each) for each in self._table.contradictions[:_SHOWN_ROWS]]
        column.addWidget(label("\n".join(messages), "control", wraps=True))
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
    if pasted.turned:
        message = translate(
            "Pricing",
            "The pasted figures, such as “{text}”, were read with the other decimal mark.",
        )
        return message.format(text=pasted.turned)
    if pasted.unsure:
        message = translate(
            "Pricing",
            "“{text}” was read with decimals. For thousands, type it without that mark.",
        )
        return message.format(text=pasted.unsure)
    return ""
