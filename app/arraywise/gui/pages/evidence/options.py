"""The dialog of the options: a sheet of them, and what one can hold, typed or from drives."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QCoreApplication,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from arraywise.analysis.demand import effective_capacity, tested_reduction
from arraywise.domain.capacity import (
    DEFAULT_RESERVE,
    NO_REDUCTION,
    TB,
    TIB,
    Capacity,
    format_capacity,
    format_drives,
    format_reduction,
    parse_capacity,
    parse_reduction,
)
from arraywise.domain.messages import UserError, message
from arraywise.domain.options import Architecture, Option, kind_of_architecture
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import Cell, Column, RowsModel
from arraywise.gui.pages.base import fill_combo_box
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.banner import Banner
from arraywise.gui.widgets.controls import (
    ENTER,
    UnitField,
    button,
    fill,
    fit_on_screen,
    flush,
    hairline,
    label,
    restyle,
    with_accessible_name,
)
from arraywise.gui.widgets.messages import error_text
from arraywise.store.reading.inputs import OptionHoldings, count_option_holdings, list_options
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_options import (
    add_option,
    find_option,
    move_option,
    remove_option,
    rename_option,
    set_architecture,
    set_capacity,
    set_restore_time,
    set_serves_files,
    set_shared_storage,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent

    from arraywise.domain.study import OptionFacts
    from arraywise.gui.session.session import Session
    from arraywise.store.study import Study


translate = QCoreApplication.translate

_SIZE = (1060, 500)
SECONDS_PER_HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class OptionRow:
    """An option with what belongs to it."""

    option: Option
    holdings: OptionHoldings


def read_options(study: Study) -> tuple[OptionRow, ...]:
    """Read the options with what belongs to each; done in the background."""
    holdings = count_option_holdings(study)
    return tuple(OptionRow(o, holdings.get(o.id, OptionHoldings())) for o in list_options(study))


class OptionsDialog(QDialog):
    """A sheet of the options; every edit is kept at once."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._option_to_select: int | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Options"))
        fit_on_screen(self, QSize(*map(theme.px, _SIZE)))
        self.model = RowsModel(self._columns(), self)
        self.grid = with_accessible_name(Grid(self.model), self.tr("Options"))
        self.banner = Banner(self.grid)
        self.capacity = CapacityEditor()
        self._arrange_widgets()
        self.grid.selectionModel().currentChanged.connect(self._show_capacity)
        self.capacity.given.connect(self._save_capacity)
        session.changed.connect(self._read_after_change)
        session.background.show_error.connect(self._show_error)
        self._read_options()

    def _arrange_widgets(self) -> None:
        text = self.tr(
            "An option is one configuration to buy. Double-click a cell to edit it. Colours"
            " and markers follow the order."
        )
        message = label(text, "control", "text2", wraps=True)
        message.setContentsMargins(16, 12, 16, 12)
        self.add = button(self.tr("Add option"), self._add_option)
        self.remove = button(self.tr("Remove\u2026"), self._ask_to_remove)
        self.up = button(self.tr("Move up"), lambda: self._move_option(-1))
        self.down = button(self.tr("Move down"), lambda: self._move_option(1))
        self.finished_button = button(self.tr("Close"), self.close, kind="primary")
        buttons = (self.add, self.remove, self.up, self.down, None, self.finished_button)
        row = fill(QHBoxLayout(), *buttons, margins=(16, 10, 16, 10), spacing=8)
        lines = [hairline(Qt.Orientation.Horizontal) for _ in range(3)]
        parts = (message, lines[0], (self.grid, 1), lines[1], self.capacity, lines[2], row)
        flush(QVBoxLayout(self), *parts)
        for each in self.findChildren(QPushButton):
            each.setAutoDefault(False)  # Enter belongs to the sheet
        self.finished_button.setDefault(True)
        self.grid.setFocus()

    def _columns(self) -> tuple[Column, ...]:
        answers = tuple(self._ability_words())
        kinds = tuple(messages.display_name(a) for a in Architecture)
        return (
            Column("name", self.tr("Option"),
                   lambda r: Cell(r.option.name, marker=r.option.position), min_width=170,
                   stretch=True, edit=self._rename),
            Column("architecture", self.tr("Architecture"),
                   _architecture_cell, min_width=150,
                   edit=self._save_architecture, choices=lambda _index: kinds),
            Column("shared", self.tr("Shared storage"),
                   lambda r: self._ability_cell(r.option.shared_storage),
                   tip=self.tr("Usable by several hosts at once, as clusters need"),
                   min_width=80, edit=self._save_shared_storage, choices=lambda _index: answers),
            Column("serves", self.tr("Serves files"),
                   lambda r: self._ability_cell(r.option.serves_files),
                   tip=self.tr("Serves files to hosts: NFS, SMB"),
                   min_width=80, edit=self._save_serves_files, choices=lambda _index: answers),
            Column("restore", self.tr("Restored in"), _restore_time_cell, unit=self.tr("h"),
                   right=True, tip=self.tr("Longest time that restoring the service takes"),
                   min_width=80, edit=self._save_restore_time),
            Column("usable", self.tr("Usable"), _usable_capacity_cell, unit=self.tr("TB"),
                   right=True,
                   tip=self.tr("Usable capacity: TB, or drives such as 24 x 3.84 TB RAID 6 8+2,"
                               " 2 spares"),
                   min_width=80, edit=self._save_typed_capacity),
            Column("files", self.tr("Files"), lambda r: _count_cell(r.holdings.files), right=True),
            Column("prices", self.tr("Price lines"), lambda r: _count_cell(r.holdings.price_lines),
                   right=True),
            Column("times", self.tr("Times"), lambda r: _count_cell(r.holdings.times), right=True,
                   tip=self.tr("Provisioning times")),
        )  # fmt: skip

    # Reading

    def _read_after_change(self, changes: Changes) -> None:
        if changes & (Changes.OPTIONS | Changes.EVIDENCE | Changes.STUDY):
            self._read_options()

    def _read_options(self) -> None:
        self._session.read(read_options, self._show_options, key="options dialog")

    def _show_options(self, rows: tuple[OptionRow, ...]) -> None:
        current = self._current_row()
        wanted = (
            self._option_to_select
            if self._option_to_select is not None
            else current and current.option.id
        )
        self._option_to_select = None
        self.model.set_rows(rows)
        place = next((i for i, r in enumerate(rows) if r.option.id == wanted), 0)
        if rows:
            column = max(0, self.grid.currentIndex().column())
            self.grid.select_cell(self.model.index(place, column))
        for each in (self.remove, self.up, self.down):
            each.setEnabled(bool(rows))
        self._show_capacity()

    def _current_row(self) -> OptionRow | None:
        place = self.grid.currentIndex().row()
        return self.model.rows[place] if 0 <= place < len(self.model.rows) else None

    # Editing

    def _edit_study(self, work: Callable[[Study], object]) -> None:
        self.banner.hide()
        study = self._session.study
        self._session.write(lambda _watch: work(study), Changes.OPTIONS | Changes.EVIDENCE)

    def _show_error(self, sentence: str) -> None:
        self.banner.show_message("fail", sentence)

    def _rename(self, row: OptionRow, text: str) -> None:
        self._edit_study(lambda study: rename_option(study, row.option.id, text))

    def _save_architecture(self, row: OptionRow, text: str) -> None:
        kind = next((a for a in Architecture if messages.display_name(a) == text), None)
        if kind is None:
            message = self.tr("{text} is not in the list. Choose an architecture from it.")
            self._show_error(message.format(text=text))
        else:
            self._edit_study(lambda study: set_architecture(study, row.option.id, kind))

    def _ability_words(self) -> dict[str, bool | None]:
        """Return what can be stated of an ability, by the word for it."""
        return {self.tr("Yes"): True, self.tr("No"): False, self.tr("Not known"): None}

    def _ability_cell(self, has: bool | None) -> Cell:  # noqa: FBT001 - what it is about
        word = next(word for word, meant in self._ability_words().items() if meant is has)
        return Cell(word, colour="text" if has is not None else "text2")

    def _save_shared_storage(self, row: OptionRow, text: str) -> None:
        self._save_ability(text, lambda s, has: set_shared_storage(s, row.option.id, shared=has))

    def _save_serves_files(self, row: OptionRow, text: str) -> None:
        self._save_ability(text, lambda s, has: set_serves_files(s, row.option.id, serves=has))

    def _save_ability(self, text: str, save: Callable[[Study, bool | None], object]) -> None:
        """State what an option can, by a word of the list; another word is reported."""
        meant = {word.casefold(): has for word, has in self._ability_words().items()}
        word = text.strip().casefold()
        if word in meant:
            self._edit_study(lambda study: save(study, meant[word]))
            return
        wrong = self.tr("Choose one of {answers}; {text} is none.")
        self._show_error(wrong.format(answers=", ".join(self._ability_words()), text=text))

    def _save_restore_time(self, row: OptionRow, text: str) -> None:
        hours = figures.parse_number(text)
        if hours is None and text.strip():
            self._show_error(self.tr("Hours, or empty if unknown."))
            return
        seconds = None if hours is None else hours * SECONDS_PER_HOUR
        self._edit_study(lambda study: set_restore_time(study, row.option.id, seconds))

    def _save_typed_capacity(self, row: OptionRow, text: str) -> None:
        try:
            capacity = parse_capacity(text) if text.strip() else None
        except UserError as error:
            self._show_error(messages.error_text(error))
        else:
            self._edit_study(lambda study: set_capacity(study, row.option.id, capacity))

    def _show_capacity(self) -> None:
        """Show the capacity of the option that the sheet is at."""
        row = self._current_row()
        option = None if row is None else row.option
        known = None if option is None else self._session.option_facts(option.id)
        self.capacity.show_option(option, known)

    def _save_capacity(self, capacity: Capacity | None) -> None:
        row = self._current_row()
        if row is not None:
            self._edit_study(lambda study: set_capacity(study, row.option.id, capacity))

    def _add_option(self) -> None:
        wanted = self.tr("New option")

        def work(study: Study) -> None:
            name, count = wanted, 1
            while find_option(study, name) is not None:
                count += 1
                name = f"{wanted} {count}"
            self._option_to_select = add_option(study, name).id

        self._edit_study(work)

    def _move_option(self, steps: int) -> None:
        row = self._current_row()
        if row is not None:
            self._option_to_select = row.option.id
            self._edit_study(lambda study: move_option(study, row.option.id, steps))

    def _ask_to_remove(self) -> None:
        """Describe what is lost with an option before it is removed."""
        row = self._current_row()
        if row is None:
            return
        self.banner.show_message(
            "warn",
            self.tr("Remove {option}?").format(option=row.option.name),
            _describe_removal(row.holdings),
            link=self.tr("Remove"),
            action=lambda: self._edit_study(lambda study: remove_option(study, row.option.id)),
        )


def _architecture_cell(row: OptionRow) -> Cell:
    kind = kind_of_architecture(row.option.architecture)
    return Cell(messages.display_name(kind.architecture), icon=kind.icon)


def _restore_time_cell(row: OptionRow) -> Cell:
    if row.option.restore_s is None:
        return Cell(missing=True)
    hours = row.option.restore_s / SECONDS_PER_HOUR
    return Cell(figures.plain(hours, 4), number=hours)


def _usable_capacity_cell(row: OptionRow) -> Cell:
    held, capacity = effective_capacity(row.option), row.option.capacity
    if held is None or capacity is None:
        return Cell(missing=True)
    ends = sorted({held.least, held.most})
    text = figures.EN_DASH.join(figures.number(end / TB, 1) for end in ends)
    typed = format_capacity(capacity)
    return Cell(text, number=held.least / TB, typed=typed, tip=typed)


def _count_cell(count: int) -> Cell:
    return Cell(figures.number(count) if count else "", number=count)


def _describe_removal(holdings: OptionHoldings) -> str:
    message = (
        (holdings.price_lines, translate("OptionsDialog", "1 price line goes"),
         translate("OptionsDialog", "{count} price lines go")),
        (holdings.times, translate("OptionsDialog", "1 provisioning time goes"),
         translate("OptionsDialog", "{count} provisioning times go")),
        (holdings.files, translate("OptionsDialog", "1 file stays, without an option"),
         translate("OptionsDialog", "{count} files stay, without an option")),
    )  # fmt: skip
    parts = [messages.format_count(count, one, many) for count, one, many in message if count]
    return "; ".join(parts) or translate("OptionsDialog", "Nothing belongs to it.")


_PARTS_APART = " \u00b7 "


class CapacityEditor(QWidget):
    """Lines under the sheet of options: fields, and what they come to."""

    given = Signal(object)  # the Capacity of the option that is shown; None: not known

    def __init__(self) -> None:
        super().__init__()
        self._option: Option | None = None
        self._tested_reduction: float | None = None
        self.title = label("", "control", bold=True)
        self.holds = with_accessible_name(QLineEdit(), self.tr("Usable capacity, or drives"))
        self.holds.setPlaceholderText(self.tr("80 TB, or 24 x 3.84 TB RAID 6 8+2, 2 spares"))
        self.holds.setFont(theme.font("control", bold=True))
        self.holds.setFixedHeight(theme.height("field"))
        self.reserve = UnitField(self.tr("Reserve of file system and snapshots"), "%", 4)
        self.reduction = UnitField(self.tr("Reduction ratio: least / likely / most"), ": 1", 12)
        self.origin = with_accessible_name(
            QComboBox(), self.tr("Where the reduction ratio is from")
        )
        fill_combo_box(self.origin, ((self.tr("claimed"), False), (self.tr("measured"), True)))
        self.origin.setFont(theme.font("control"))
        self.origin.setFixedHeight(theme.height("field"))
        self.live = label("", "control", "text2", wraps=True)
        first = fill(QHBoxLayout(), self.title, (self.holds, 1), spacing=8)
        of_drives = label(self.tr("Reserve of drives"), "control", "text2"), self.reserve
        reduced = label(self.tr("Reduction"), "control", "text2"), self.reduction
        second = fill(QHBoxLayout(), *of_drives, *reduced, self.origin, None, spacing=8)
        fill(QVBoxLayout(self), first, second, self.live, margins=(16, 8, 16, 8), spacing=6)
        for field in (self.holds, self.reserve, self.reduction):
            field.textEdited.connect(self._show_derived_capacity)
            field.editingFinished.connect(self._emit_capacity)
        self.origin.activated.connect(self._emit_capacity)

    def show_option(self, option: Option | None, known: OptionFacts | None) -> None:
        """Show what is stated of an option, unless the same one is being typed."""
        same = option is not None and self._option is not None and option.id == self._option.id
        if same and self.holds.hasFocus() and self.holds.isModified():
            return
        self._option = option
        self._tested_reduction = None if known is None else tested_reduction(known)
        capacity = None if option is None else option.capacity
        self.setEnabled(option is not None)
        self.title.setText("" if option is None else option.name)
        self.holds.setText("" if capacity is None else _format_without_reduction(capacity))
        self.reserve.setText(
            figures.plain(100 * (DEFAULT_RESERVE if capacity is None else capacity.reserve))
        )
        reduction = NO_REDUCTION if capacity is None else capacity.reduction
        self.reduction.setText(figures.localise(format_reduction(reduction)))
        self.origin.setCurrentIndex(int(capacity is not None and capacity.is_measured))
        self._show_derived_capacity()

    def _parse_fields(self) -> Capacity | None:
        """Return what the fields say; None where nothing is typed.

        Raises:
            UserError: One of them says nothing that makes sense.
        """
        if not self.holds.text().strip():
            return None
        capacity = parse_capacity(self.holds.text())
        if capacity.reduction == NO_REDUCTION:  # else it was typed with the drives
            ratio = parse_reduction(self.reduction.text() or "1")
            is_measured = bool(self.origin.currentData())
            capacity = replace(capacity, reduction=ratio, is_measured=is_measured)
        if capacity.drives and capacity.reserve == DEFAULT_RESERVE:
            share = figures.parse_number(self.reserve.text().replace("%", ""))
            if share is None or not 0 <= share < 100:
                raise UserError(message("The reserve must be at least 0 % and below 100 %."))
            capacity = replace(capacity, reserve=share / 100)
        return capacity

    def _show_derived_capacity(self) -> None:
        """Show what the fields come to, or why they come to nothing."""
        try:
            text, is_wrong = self._describe_capacity(self._parse_fields()), False
        except UserError as error:
            text, is_wrong = error_text(error), True
        self.live.setText(text)
        restyle(self.live, tone="fail" if is_wrong else "text2")

    def _describe_capacity(self, capacity: Capacity | None) -> str:
        if capacity is None or self._option is None:
            return self.tr("Usable capacity unknown. Enter TB, or drives with their RAID.")
        held = effective_capacity(replace(self._option, capacity=capacity))
        ends = sorted(set(held or ()))
        tb, tib = (" / ".join(figures.number(e / unit, 1) for e in ends) for unit in (TB, TIB))
        parts = [self.tr("{tb} TB usable ({tib} TiB)").format(tb=tb, tib=tib)]
        for drives in capacity.drives:
            parts.append(
                self.tr("groups of {width}: {groups}, drives of data: {data}").format(
                    groups=drives.whole_groups,
                    width=drives.drives_per_group,
                    data=figures.plain(drives.data_drives),
                )
            )
            if drives.unused_drives:
                left = self.tr("{count} drives fill no group")
                parts.append(left.format(count=drives.unused_drives))
        if self._tested_reduction is not None:
            tested = self.tr("test data reduces {ratio} : 1")
            parts.append(tested.format(ratio=figures.plain(self._tested_reduction, 3)))
        return _PARTS_APART.join(parts)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep Enter, which a field has taken, from closing the dialog."""
        if event.key() not in ENTER:
            super().keyPressEvent(event)

    def _emit_capacity(self) -> None:
        """Hand on what was typed, where it makes sense and is something else than before."""
        try:
            typed = self._parse_fields()
        except UserError:
            return
        if self._option is not None and typed != self._option.capacity:
            self._option = replace(self._option, capacity=typed)
            self.holds.setModified(False)
            self.given.emit(typed)


def _format_without_reduction(capacity: Capacity) -> str:
    """Write drives or usable bytes, without what has fields of its own."""
    if capacity.drives:
        return format_drives(capacity.drives)
    return format_capacity(replace(capacity, reduction=NO_REDUCTION, is_measured=False))
