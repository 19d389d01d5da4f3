"""The Evidence page: the list of files, what was read of one, and its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QInputDialog,
    QLineEdit,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from arraywise.domain.evidence import Status
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import RowsModel
from arraywise.gui.grid.sheet import with_find_bar
from arraywise.gui.pages.base import EmptyState, Page, menu_button
from arraywise.gui.pages.evidence import actions
from arraywise.gui.pages.evidence.actions import OptionOffer
from arraywise.gui.pages.evidence.details import (
    EvidenceDetail,
    EvidenceList,
    EvidenceRow,
    file_columns,
    read_evidence_file,
    read_evidence_list,
)
from arraywise.gui.pages.evidence.options import OptionsDialog
from arraywise.gui.pages.evidence.settings import save_typed_setting, set_setting_from_text
from arraywise.gui.session.page_requests import ReadQuotes, ShowStatus
from arraywise.gui.widgets import figures, theme
from arraywise.gui.widgets import files as file_dialogs
from arraywise.gui.widgets.controls import (
    AllOrNothingLabel,
    button,
    fill,
    flush,
    hairline,
    panel,
    panel_title,
    splitter,
    with_accessible_name,
)
from arraywise.gui.widgets.files import DropZone
from arraywise.gui.widgets.messages import format_count
from arraywise.gui.widgets.painting import marker_icon
from arraywise.store.reading.evidence import run_ids_of_files
from arraywise.usecases.changes import Changes
from arraywise.usecases.edit_evidence import (
    confirm_guesses,
    remove_files,
    reread_with_decimal_mark,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from PySide6.QtGui import QShowEvent

    from arraywise.domain.options import Option
    from arraywise.gui.pages.evidence.settings import Value
    from arraywise.gui.session.session import Session
    from arraywise.usecases.import_files import ImportOutcome
    from arraywise.usecases.open_quote import QuoteFile

translate = QCoreApplication.translate


class EvidenceBar(DropZone):
    """Says what may be dropped, confirms guesses, and lists only files with problems."""

    confirmation_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(theme.px(44))
        drop = panel_title(self.tr("Drop result files or a folder here"))
        paste = panel_title(self.tr("or paste text with Ctrl+V"))
        paste.setFont(theme.font("control"))
        tools = AllOrNothingLabel("text3", "control")
        tools.setText(self.tr("ORION, Swingbench, fio, HammerDB, dstat and others, by content"))
        self.confirm = button("", self.confirmation_requested.emit)
        self.confirm.setToolTip(
            self.tr(
                "Dotted: options, users and repetitions guessed from names. Confirm them, or"
                " enter other values."
            )
        )
        self.only_problems = button("", lambda: None)
        self.only_problems.setCheckable(True)
        parts = (drop, paste, (tools, 1), self.confirm, self.only_problems)
        fill(QHBoxLayout(self), *parts, margins=(46, 0, 12, 0), spacing=14)
        for each in (self.confirm, self.only_problems):
            each.setFixedHeight(theme.height("field"))
            each.hide()

    def show_counts(self, guessed: int, problems: int) -> None:
        """Offer to confirm guesses, and to list only files with problems, where there are any."""
        one = self.tr("Confirm the guesses of 1 file")
        many = self.tr("Confirm the guesses of {count} files")
        self.confirm.setText(format_count(guessed, one, many))
        self.confirm.setVisible(guessed > 0)
        message = self.tr("Only those with problems ({count})")
        self.only_problems.setText(message.format(count=figures.number(problems)))
        self.only_problems.setVisible(problems > 0)
        if not problems:
            self.only_problems.setChecked(False)


def build_empty_state(ask_files: Callable[[], None], ask_folder: Callable[[], None]) -> EmptyState:
    """Return what the page says while the study has no files."""
    return EmptyState(
        "drop",
        translate("EvidencePage", "Drop result files or a folder here"),
        translate(
            "EvidencePage",
            "Files of ORION, Swingbench, fio, HammerDB, dstat and others are recognised by"
            " content. Folder names become options. Paste text with Ctrl+V.",
        ),
        button(translate("EvidencePage", "Open files"), ask_files, kind="primary"),
        button(translate("EvidencePage", "Open a folder"), ask_folder),
    )


_NAMED = 3  # proposed options that an entry names


class AssignMenu(QMenu):
    """The options of the study, a new one, none, and those that were proposed."""

    chosen = Signal(str)  # carries the name of an option, empty for none
    new_option_requested = Signal()
    proposed_options_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.show_options((), ())

    def show_options(self, options: Sequence[Option], proposed: Sequence[str]) -> None:
        """Offer these options, and to make those that are proposed for files without one."""
        self.clear()
        for option in options:
            sign = marker_icon(option.position, self.devicePixelRatioF())
            action = self.addAction(sign, option.name)
            action.triggered.connect(
                lambda _checked=False, name=option.name: self.chosen.emit(name)
            )
        if options:
            self.addSeparator()
        self.addAction(self.tr("New option\u2026")).triggered.connect(self.new_option_requested)
        self.addAction(self.tr("No option"), lambda: self.chosen.emit(""))
        if proposed:
            self.addSeparator()
            more = ["\u2026"] if len(proposed) > _NAMED else []
            text = self.tr("Make the proposed options: {names}")
            names = ", ".join([*proposed[:_NAMED], *more])
            self.addAction(text.format(names=names)).triggered.connect(
                self.proposed_options_requested
            )


_CHANGES = Changes.EVIDENCE | Changes.OPTIONS
_SHOWS = _CHANGES | Changes.STUDY
_OPTION_COLUMN = 4
_AROUND_HINT = 24  # pixels of a field around the words that say what it is for


class EvidencePage(Page):
    """The files of the study."""

    key = "evidence"
    icon = "evidence"
    disables_tools_when_empty = False
    listed = Signal()  # the list of files was read again

    def __init__(self, session: Session) -> None:
        super().__init__(self.tr("Evidence"))
        self._session = session
        self.files = EvidenceList((), ())
        self._shown_file: int | None = None
        self._file_to_select: str | None = None
        self.offer = OptionOffer(session, self.banner, self._show_summary)
        edits = (self._assign_from_cell, self._list_option_names, self._save_typed_users)
        self.model = RowsModel(file_columns(*edits), self)
        self.grid = with_accessible_name(Grid(self.model), self.tr("Files"))
        self.grid.setSelectionBehavior(Grid.SelectionBehavior.SelectRows)
        self.grid.span_cells(self._is_refused, _OPTION_COLUMN, 2)
        self.grid.selectionModel().currentRowChanged.connect(lambda *_: self._read_current_file())
        self.detail = EvidenceDetail()
        self.detail.setting_typed.connect(self._save_typed_setting)
        self.detail.mark_chosen.connect(self._read_again_with_decimal_mark)
        self._build_head_buttons()
        self.set_body(
            self._build_body(), build_empty_state(self.ask_for_files, self.ask_for_folder)
        )
        delete = QShortcut(QKeySequence(Qt.Key.Key_Delete), self.grid)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self.ask_to_remove)
        self._add_grid_actions()

    def _add_grid_actions(self) -> None:
        """Offer in the context menu what can be done with selected files."""
        for text, action in (
            (self.tr("Confirm guesses"), self.confirm_selected),
            (self.tr("Keep whole files in the study"), self.embed_selected),
            (self.tr("Remove files\u2026"), self.ask_to_remove),
            (self.tr("Edit options\u2026"), self.edit_options),
        ):
            built = QAction(text, self.grid)
            built.triggered.connect(lambda _checked=False, act=action: act())
            self.grid.addAction(built)

    def _build_head_buttons(self) -> None:
        text = self.tr("Find in files")
        self.find_field = with_accessible_name(QLineEdit(), text)
        self.find_field.setPlaceholderText(text)
        self.find_field.setClearButtonEnabled(True)
        hint = self.find_field.fontMetrics().horizontalAdvance(text)
        self.find_field.setFixedSize(max(170, hint + _AROUND_HINT), theme.height("field"))
        self.find_field.textChanged.connect(self._filter_files)
        self._options_menu = AssignMenu(self)
        self._options_menu.chosen.connect(lambda name: self._assign_to(self.selected_rows(), name))
        self._options_menu.new_option_requested.connect(self._ask_for_option)
        self._options_menu.proposed_options_requested.connect(self.offer.create_options)
        self.assign = menu_button(self.tr("Assign option"), self._options_menu)
        self.options = button(self.tr("Options\u2026"), self.edit_options)
        folder = button(self.tr("Open folder"), self.ask_for_folder, sign="folder")
        files = button(self.tr("Open files"), self.ask_for_files, sign="file")
        self.add_to_head(self.find_field, self.options, self.assign, folder, files)

    def _build_body(self) -> QWidget:
        body = panel()
        self.bar = EvidenceBar()
        self.bar.confirmation_requested.connect(self.confirm_shown)
        self.bar.only_problems.toggled.connect(lambda _on: self._filter_files())
        around = fill(QVBoxLayout(), self.bar, margins=(16, 8, 16, 8))
        parts = (with_find_bar(self.grid), self.detail)
        both = splitter(Qt.Orientation.Vertical, *parts, sizes=(450, 550))
        flush(QVBoxLayout(body), around, hairline(Qt.Orientation.Horizontal), (both, 1))
        return body

    def refresh(self, changes: Changes) -> None:
        """Read the list of files where it may have changed."""
        if changes & _SHOWS:
            self._session.read(read_evidence_list, self._show_list, key="evidence list")

    def _show_list(self, result: EvidenceList) -> None:
        self.files = result
        self._shown_file = None  # what was read from it may be stated otherwise now
        self.show_empty(empty=not result.rows)
        for each in (self.find_field, self.assign):
            each.setEnabled(bool(result.rows))
        self._show_counts()
        self.bar.show_counts(sum(r.is_guessed for r in result.rows), self.problem_count)
        self._options_menu.show_options(result.options, self.offer.update_proposals(result))
        self._filter_files()
        self.listed.emit()
        if not result.rows:
            self.detail.show_file(None)
            return
        if self._file_to_select is not None:
            self._select_file_named(self._file_to_select)

    def _show_counts(self) -> None:
        rows = self.files.rows
        refused = sum(r.file.status is Status.REFUSED for r in rows)
        runs = sum(r.file.run_count for r in rows)
        files = format_count(len(rows), self.tr("1 file"), self.tr("{count} files"))
        counts = format_count(runs, self.tr("1 run"), self.tr("{count} runs"))
        text = f"{files}, {counts}"
        if refused:
            text += self.tr(", {refused} refused").format(refused=refused)
        if self.files.unassigned_count:
            text += self.tr(", {count} without an option").format(
                count=self.files.unassigned_count
            )
        self.subtitle.setText(text)

    @property
    def problem_count(self) -> int:
        """Files that ask for attention: refused, incomplete or read with problems."""
        return sum(r.file.status is not Status.READ for r in self.files.rows)

    def _filter_files(self) -> None:
        """Show the files in which all words of the field occur; the chosen ones stay chosen."""
        current, before = self._current_row(), self._shown_ids()
        words = self.find_field.text().casefold().split()
        rows = self.files.rows
        if words:
            rows = tuple(r for r in rows if all(w in self._searchable_text(r) for w in words))
        if self.bar.only_problems.isChecked():
            rows = tuple(r for r in rows if r.file.status is not Status.READ)
        self.model.set_rows(rows)
        is_same = current is not None and self._shown_ids() == before
        if current is not None and not is_same:
            id_ = current.file.id
            if self._select_file(lambda r: r.file.id == id_):
                return
        if rows and not is_same:
            self.grid.select_cell(self.model.index(0, 0))
        elif not rows:
            self._shown_file = None
            self.detail.show_file(None)
        self._read_current_file()

    def _shown_ids(self) -> list[int]:
        return [row.file.id for row in self.model.rows]

    def _searchable_text(self, row: EvidenceRow) -> str:
        return " ".join(
            f"{shown.text} {shown.note}" for c in self.model.columns for shown in [c.show(row)]
        ).casefold()

    # Selecting

    def _current_row(self) -> EvidenceRow | None:
        place = self.grid.currentIndex().row()
        return self.model.rows[place] if 0 <= place < len(self.model.rows) else None

    def selected_rows(self) -> list[EvidenceRow]:
        """Return the files of the selected cells."""
        places = {i.row() for i in self.grid.selectionModel().selectedIndexes()}
        return [self.model.rows[place] for place in sorted(places)]

    def _select_file_named(self, name: str) -> bool:
        self._file_to_select = None
        return self._select_file(lambda r: r.file.name == name)

    def _select_file(self, wanted: Callable[[EvidenceRow], bool]) -> bool:
        place = next((i for i, r in enumerate(self.model.rows) if wanted(r)), None)
        if place is None:
            return False
        index = self.model.index(place, max(0, self.grid.currentIndex().column()))
        self.grid.select_cell(index)
        self.grid.scrollTo(index)
        self._read_current_file()
        return True

    def show_file(self, name: str, line: int | None, column: int | None = None) -> None:
        """Select a file by its name, a line of it, and a character of that."""
        self.find_field.clear()
        self.bar.only_problems.setChecked(False)
        self.detail.choose_in_next_file(line, column)
        self._shown_file = None
        if not self._select_file_named(name):
            self._file_to_select = name

    def showEvent(self, event: QShowEvent) -> None:
        """Read the chosen file now that it is seen."""
        super().showEvent(event)
        self._read_current_file()

    def _read_current_file(self) -> None:
        row = self._current_row()
        if row is None or row.file.id == self._shown_file or not self.isVisible():
            return
        file_id = row.file.id
        self._shown_file, before = file_id, self.detail.read
        self._session.read(
            lambda study: read_evidence_file(study, file_id, before),
            self.detail.show_file,
            key="evidence file",
        )

    @staticmethod
    def _is_refused(row: object) -> bool:
        return isinstance(row, EvidenceRow) and row.file.status is Status.REFUSED

    # Assigning

    def _list_option_names(self) -> tuple[str, ...]:
        return tuple(o.name for o in self.files.options)

    def _ask_for_option(self) -> None:
        """Ask for the name of a new option; the keys go to the field."""
        rows = self.selected_rows()
        asked = QInputDialog(self)
        asked.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        asked.setWindowTitle(self.tr("New option"))
        message = self.tr("Option for the selected files: {count}")
        asked.setLabelText(message.format(count=len(rows)))
        asked.textValueSelected.connect(lambda name: self._assign_to(rows, name.strip()))
        theme.apply_style(asked)
        asked.open()

    def _assign_from_cell(self, row: EvidenceRow, name: str) -> None:
        """Assign the row of an edited cell, or all selected rows where it is among them."""
        self._assign_to(self._row_or_selected_rows(row), name.strip())

    def _assign_to(self, rows: Sequence[EvidenceRow], name: str) -> None:
        """Assign files, and say which went where."""

        def report(count: int) -> None:
            message = self.tr("Assigned to {option}; files: {count}.")
            if not name:
                message = self.tr("Assigned to no option; files: {count}.")
            rest = self.tr("Ctrl+Z takes it back.")
            self.requested.emit(ShowStatus(f"{message.format(option=name, count=count)} {rest}"))

        actions.assign_files(self._session, rows, name, report)

    def _save_typed_users(self, row: EvidenceRow, text: str) -> None:
        """Save a typed number of users for the runs of the row, or of all selected rows.

        An empty text is what the files state.
        """
        study = self._session.study
        ids = [r.file.id for r in self._row_or_selected_rows(row) if r.file.run_count]
        self._session.write(
            lambda _watch: set_setting_from_text(
                study, run_ids_of_files(study, ids), "users", text.strip()
            ),
            Changes.EVIDENCE,
        )

    def _row_or_selected_rows(self, row: EvidenceRow) -> list[EvidenceRow]:
        selected = self.selected_rows()
        return selected if row in selected else [row]

    def _save_typed_setting(self, value: Value, text: str) -> None:
        """Save a setting that was typed among the values of the file that is shown."""
        read = self.detail.read
        if read is not None:
            ids = [r.file.id for r in self.selected_rows()]
            save_typed_setting(self._session, read, value, text, ids)

    def _read_again_with_decimal_mark(self, mark: str | None) -> None:
        """Read the file that is shown again with another decimal mark."""
        study, read = self._session.study, self.detail.read
        if read is not None:
            ids = [read.detail.file.id]
            self._session.write(
                lambda _watch: reread_with_decimal_mark(study, ids, mark), Changes.EVIDENCE
            )

    def confirm_shown(self) -> None:
        """Take all guesses of the files that are listed as true."""
        self._confirm_guesses_of(self.model.rows)

    def confirm_selected(self) -> None:
        """Take the guesses of the selected files as true."""
        self._confirm_guesses_of(self.selected_rows())

    def _confirm_guesses_of(self, rows: Sequence[EvidenceRow]) -> None:
        study, ids = self._session.study, [row.file.id for row in rows if row.is_guessed]
        if ids:
            self._session.write(lambda _watch: confirm_guesses(study, ids), _CHANGES)

    def edit_options(self) -> None:
        """Show the options to be named, described, ordered and removed."""
        OptionsDialog(self._session, self.window()).show()

    def open_archive_search(self) -> None:
        """Show the dialog that searches the archive of a firm."""
        # not before: few have an archive, and a study opens without its plots and packages
        from arraywise.gui.pages.evidence.from_archive import ArchiveDialog

        ArchiveDialog(self._session, self.window()).show()

    def open_archive_push(self) -> None:
        """Show the dialog that pushes the study to the archive of a firm."""
        from arraywise.gui.pages.evidence.to_archive import PushDialog

        PushDialog(self._session, self.window()).show()

    def ask_embed_limit(self) -> None:
        """Ask up to which size files are kept inside the study, for imports to come."""
        actions.ask_embed_limit(self._session, self)

    # Coming and going

    def import_files(self, paths: tuple[Path, ...]) -> None:
        """Import files and folders in the background; none where a dialog was left."""
        if paths:
            self.banner.hide()
            actions.import_paths(self._session, paths, self._show_outcome)

    def ask_for_files(self) -> None:
        """Ask for files to import."""
        self.import_files(file_dialogs.ask_evidence_files(self))

    def ask_for_folder(self) -> None:
        """Ask for a folder to import."""
        self.import_files(file_dialogs.ask_evidence_folder(self))

    def paste(self) -> None:
        """Import what is on the clipboard: files, or text as a file."""
        actions.import_clipboard(self._session, self._show_outcome, self.banner)

    def _show_outcome(self, outcome: ImportOutcome) -> None:
        message = actions.summarise_import(outcome)
        if outcome.quotes and not outcome.files:
            self._request_reading_of_quotes(outcome.quotes)
            return
        if not outcome.proposals:
            self._show_summary(message)
            if len(outcome.files) == 1 and outcome.files[0].id is not None:
                self.show_file(outcome.files[0].duplicate_of or outcome.files[0].name, None)
            return
        self.offer.show_proposals(outcome.proposals, message)

    def _show_summary(self, message: actions.ImportSummary) -> None:
        link = self.tr("Show those with problems") if message.problems else ""
        read = format_count(
            len(message.quotes), self.tr("Read the quote"), self.tr("Read the quotes")
        )
        self.banner.show_message(
            message.kind,
            message.strong,
            message.text,
            link=link,
            action=self.show_problems,
            other=(read, lambda: self._request_reading_of_quotes(message.quotes))
            if message.quotes
            else None,
        )

    def _request_reading_of_quotes(self, quotes: tuple[QuoteFile, ...]) -> None:
        """Request that the Pricing page reads the quotes that were among the files."""
        self.requested.emit(ReadQuotes(quotes))

    def show_problems(self) -> None:
        """List only the files that were refused, are incomplete or have problems."""
        self.find_field.clear()
        self.bar.only_problems.setChecked(True)

    def embed_selected(self) -> None:
        """Keep those of the selected files inside the study that are outside."""
        outside = [row for row in self.selected_rows() if not row.file.embedded]
        if outside:
            self.banner.hide()
            actions.embed_files(self._session, outside, self._show_embedded)
        else:
            self.banner.show_message(
                "info", self.tr("Select a file that is not stored in the study.")
            )

    def _show_embedded(self, message: actions.ImportSummary) -> None:
        self.detail.discard_text()  # it may be there now
        self._shown_file = None
        self.banner.show_message(message.kind, message.strong, message.text)

    def ask_to_remove(self) -> None:
        """Offer to remove the selected files; a banner asks, not a dialog."""
        rows = self.selected_rows()
        if not rows:
            return
        study, ids = self._session.study, [row.file.id for row in rows]
        one = self.tr("Remove {name} and its values?")
        many = self.tr("Remove {count} files and their values?")
        self.banner.show_message(
            "warn",
            format_count(len(rows), one.format(name=rows[0].file.name), many),
            link=self.tr("Remove"),
            action=lambda: self._session.write(lambda _watch: remove_files(study, ids), _CHANGES),
        )
