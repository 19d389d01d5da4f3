"""Evidence from the archive of a firm: search, curves, and an option of its own in the study."""

from __future__ import annotations

import os
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QComboBox, QDialog, QHBoxLayout, QLineEdit, QVBoxLayout

from arraywise.archive.place import ENVIRONMENT
from arraywise.archive.tables import Search
from arraywise.domain.messages import UserError, message
from arraywise.domain.options import Architecture, Option
from arraywise.gui.charts.plots import CurvePlot, PlottedCurve, Point
from arraywise.gui.grid.grid import Grid
from arraywise.gui.grid.model import Cell, Column, RowsModel
from arraywise.gui.pages.base import fill_combo_box
from arraywise.gui.session.background import BackgroundJob, Worker
from arraywise.gui.widgets import figures, messages, theme
from arraywise.gui.widgets.banner import Banner
from arraywise.gui.widgets.controls import (
    button,
    fill,
    fit_on_screen,
    flush,
    hairline,
    label,
    splitter,
    with_accessible_name,
)
from arraywise.gui.widgets.messages import format_count
from arraywise.usecases.archive_study import (
    EvidenceSelection,
    copy_evidence_from_archive,
    search_archive,
)
from arraywise.usecases.changes import Changes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from arraywise.archive.tables import ArchivedPoint, FoundOption
    from arraywise.gui.session.background import JobControl
    from arraywise.gui.session.session import Session
    from arraywise.usecases.archive_study import CopiedOption


_SIZE = (1120, 640)
_SHARES = (300, 220)
_SEARCH = "archive search"
_CHANGES = Changes.EVIDENCE | Changes.OPTIONS


class ArchiveDialog(QDialog):
    """Searches an archive and takes what is chosen; nothing is read before it is asked for."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("From the archive"))
        fit_on_screen(self, QSize(*map(theme.px, _SIZE)))
        self.place = self._build_field(self.tr("Folder or s3://bucket/prefix"))
        self.place.setText(os.environ.get(ENVIRONMENT, ""))
        kinds = ((messages.display_name(each), each.value) for each in Architecture)
        self.architecture = with_accessible_name(QComboBox(), self.tr("Architecture"))
        fill_combo_box(self.architecture, ((self.tr("Any architecture"), None), *kinds))
        self.model = self._build_field(self.tr("Part of the model's name"))
        self.tool = self._build_field(self.tr("Any tool"))
        self.users = self._build_field(self.tr("Users, at least"))
        self.since = self._build_field(self.tr("Since"), self.tr("Day of the run: 2026-01-31"))
        self.found = RowsModel(self._columns(), self)
        self.grid = with_accessible_name(Grid(self.found), self.tr("From the archive"))
        self.plot = CurvePlot(self.tr("Response time against load"))
        statistic = messages.statistic_name("mean")
        text = self.tr("Response time, ms ({statistic})").format(statistic=statistic)
        self.plot.name_axes(self.tr("Transactions per second"), text)
        self.banner = Banner(self.grid)
        self._arrange_widgets()
        self.grid.selectionModel().currentChanged.connect(self._show_curve)
        session.background.show_error.connect(self._show_error)

    def _build_field(self, name: str, tip: str = "") -> QLineEdit:
        field = with_accessible_name(QLineEdit(), name, tip)
        field.setPlaceholderText(name)
        field.setFixedHeight(theme.height("field"))
        return field

    def _arrange_widgets(self) -> None:
        text = self.tr(
            "Runs of other studies come as an option of their own; they never join this"
            " study's runs."
        )
        note = label(text, "control", "text2", wraps=True)
        self.search = button(self.tr("Search"), self.start_search, kind="primary")
        self.take = button(self.tr("Take into the study"), self.start_copying)
        self.take.setEnabled(False)
        self.finished_button = button(self.tr("Close"), self.close)
        conditions = (self.architecture, self.model, self.tool, self.users, self.since)
        place = fill(QHBoxLayout(), self.place, margins=(16, 4, 16, 4))
        asked = fill(QHBoxLayout(), *conditions, self.search, margins=(16, 4, 16, 12), spacing=8)
        note.setContentsMargins(16, 12, 16, 8)
        parts = splitter(Qt.Orientation.Vertical, self.grid, self.plot, sizes=_SHARES)
        feet = fill(QHBoxLayout(), self.take, None, self.finished_button, margins=(16, 10, 16, 10))
        line = Qt.Orientation.Horizontal
        fill(flush(QVBoxLayout(self)), note, place, asked, hairline(line), (parts, 1), feet)
        for each in (self.take, self.finished_button):
            each.setAutoDefault(False)
        self.search.setDefault(True)
        self.place.setFocus()

    def _columns(self) -> tuple[Column, ...]:
        return (
            Column("option", self.tr("Option"), lambda f: Cell(f.option), min_width=150,
                   stretch=True),
            Column("study", self.tr("Study, revision"),
                   lambda f: Cell(f"{f.name}, {f.revision}"), min_width=150),
            Column("architecture", self.tr("Architecture"),
                   lambda f: Cell(messages.display_name(Architecture(f.architecture))),
                   min_width=110),
            Column("model", self.tr("Model"), lambda f: Cell(f.model), min_width=110),
            Column("tool", self.tr("Tool"),
                   lambda f: Cell(", ".join(map(messages.tool_name, f.tools))), min_width=80),
            Column("hosts", self.tr("Hosts"), lambda f: Cell(", ".join(f.hosts)), min_width=80),
            Column("users", self.tr("Users measured"), _users_cell, right=True),
            Column("rate", self.tr("Highest rate"), _rate_cell, unit=self.tr("tx/s"), right=True),
            Column("day", self.tr("Measured between"), _days_cell, min_width=120),
        )  # fmt: skip

    # Search

    def start_search(self) -> None:
        """Look into the archive in the background; a newer search replaces an older one."""
        self.banner.hide()
        place = self.place.text().strip()
        try:
            wanted = self._parse_search()
        except UserError as error:
            self._show_error(messages.error_text(error))
            return
        self._session.background.start(
            BackgroundJob(
                Worker.READING,
                lambda _watch: search_archive(place, wanted),
                self._show_found,
                title=self.tr("Searching the archive"),
                key=_SEARCH,
                on_error=lambda error: self._show_error(messages.error_text(error)),
            )
        )

    def _parse_search(self) -> Search:
        users, day = self.users.text().strip(), self.since.text().strip()
        count = figures.parse_number(users) if users else None
        if users and count is None:
            raise UserError(message("'{text}' is not a number of users.", text=users))
        try:
            since = date.fromisoformat(day) if day else None
        except ValueError:
            text = message("'{text}' is not a day. Write it as 2026-01-31.", text=day)
            raise UserError(text) from None
        return Search(
            *(self.architecture.currentData(), self.model.text().strip() or None),
            tool=self.tool.text().strip().lower() or None,
            least_users=None if count is None else int(count),
            since=since,
        )

    def _show_found(self, found: Sequence[FoundOption]) -> None:
        self.found.set_rows(found)
        self.take.setEnabled(bool(found))
        if not found:
            self.plot.show_curves(())
            self.banner.show_message("info", self.tr("Nothing in the archive matches."))
            return
        one, many = self.tr("1 option found."), self.tr("{count} options found.")
        self.banner.show_message("pass", format_count(len(found), one, many))
        self.grid.select_cell(self.found.index(0, 0))
        self._show_curve()

    def _current_option(self) -> FoundOption | None:
        place = self.grid.currentIndex().row()
        rows: Sequence[FoundOption] = self.found.rows
        return rows[place] if 0 <= place < len(rows) else None

    def _show_curve(self) -> None:
        found = self._current_option()
        if found is None:
            return
        option = Option(0, found.option, Architecture(found.architecture), 0, None)
        self.plot.show_curves((PlottedCurve(option, _curve_points(found.points)),))

    def _show_error(self, sentence: str) -> None:
        self.banner.show_message("fail", sentence)

    # Taking

    def start_copying(self) -> None:
        """Copy the chosen option's runs into the study, in one step that can be undone."""
        found = self._current_option()
        if found is None:
            return
        place = self.place.text().strip()
        wanted = EvidenceSelection(found.study, found.revision, (found.option,))
        study, title = self._session.study, self.tr("Taking from the archive")

        def work(watch: JobControl) -> list[CopiedOption]:
            return copy_evidence_from_archive(study, place, wanted, watch.progress, watch.stopped)

        def then(taken: Sequence[CopiedOption]) -> None:
            text = self.tr("Taken from the archive: {names}.")
            names = ", ".join(each.name for each in taken)
            self.banner.show_message("pass", text.format(names=names))

        self._session.write(work, _CHANGES, then=then, title=title, worker=Worker.IMPORTING)


def _users_cell(found: FoundOption) -> Cell:
    users = [point.users for point in found.points if point.users is not None]
    if not users:
        return Cell(missing=True)
    low, high = figures.number(min(users)), figures.number(max(users))
    return Cell(low if low == high else f"{low}\u2013{high}", number=max(users))


def _rate_cell(found: FoundOption) -> Cell:
    rates = [p.transactions_per_s for p in found.points if p.transactions_per_s is not None]
    return Cell(figures.number(max(rates), 1), number=max(rates)) if rates else Cell(missing=True)


def _days_cell(found: FoundOption) -> Cell:
    days = sorted({str(day) for day in (found.first_on, found.last_on) if day is not None})
    return Cell("\u2013".join(days)) if days else Cell(missing=True)


def _curve_points(points: Sequence[ArchivedPoint]) -> tuple[Point, ...]:
    """Return the points of a load curve, in the order of the load."""
    known = [
        (p.transactions_per_s, p.response_mean_s * 1e3, p.users)
        for p in points
        if p.transactions_per_s is not None and p.response_mean_s is not None
    ]
    return tuple(
        Point(
            *(rate, response, None, None),
            counts=True,
            message=f"{figures.number(response, 1)} ms, {figures.number(rate, 1)} tx/s",
            users=users,
        )
        for rate, response, users in sorted(known, key=lambda point: (point[2] or 0, point[0]))
    )
