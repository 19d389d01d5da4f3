"""The workload profile beside the I/O chart: what a transaction asks of the storage."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout

from arraywise.domain.messages import UserError
from arraywise.domain.requirement import Goal
from arraywise.domain.units import KIB, PERCENT
from arraywise.domain.workload import TYPED
from arraywise.gui.charts.io_plot import short_ms
from arraywise.gui.pages.base import fill_grid
from arraywise.gui.widgets import figures, messages
from arraywise.gui.widgets.controls import UnitField, as_tip, button, fill, hairline, label
from arraywise.gui.widgets.files import ask_profile_file
from arraywise.gui.widgets.painting import RibbonSlider, Scale
from arraywise.present.charts.io_curves import demand_iops, io_times
from arraywise.present.figures import has_transactions
from arraywise.usecases.workload_profile import profile_from_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from arraywise.domain.decision import Answer
    from arraywise.domain.requirement import Requirement
    from arraywise.domain.workload import WorkloadProfile
    from arraywise.gui.session.session import Session

translate = QCoreApplication.translate
_DIGITS = 8


@dataclass(frozen=True, slots=True)
class _Entry:
    """One value of the profile: how it is called, typed and shown."""

    name: str
    title: Any
    unit: Any
    factor: float = 1.0
    usual: str = ""
    """Property of the profile that counts where nobody said."""
    is_rare: bool = False
    """Shown only where it is known."""


_ENTRIES = (
    _Entry("reads", QT_TRANSLATE_NOOP("ProfileEditor", "Reads"), "I/O"),
    _Entry("writes", QT_TRANSLATE_NOOP("ProfileEditor", "Writes"), "I/O"),
    _Entry("block_bytes", QT_TRANSLATE_NOOP("ProfileEditor", "Block size"), "KiB", KIB),
    _Entry("large_bytes", QT_TRANSLATE_NOOP("ProfileEditor", "In large I/O"), "MB", 1e6),
    _Entry(
        "sync_reads",
        QT_TRANSLATE_NOOP("ProfileEditor", "Reads it waits for"),
        "I/O",
        usual="waits_low",
    ),
    _Entry(
        "sync_reads_high",
        QT_TRANSLATE_NOOP("ProfileEditor", "Reads it waits for, at most"),
        "I/O",
        is_rare=True,
    ),
    _Entry(
        "log_writes",
        QT_TRANSLATE_NOOP("ProfileEditor", "Log writes it waits for"),
        "I/O",
        usual="log_waits",
    ),
    _Entry("overlap", QT_TRANSLATE_NOOP("ProfileEditor", "Reads at a time"), "I/O", is_rare=True),
    _Entry("cpu_s", QT_TRANSLATE_NOOP("ProfileEditor", "Processor time"), "ms", 1e-3),
    _Entry("rest_s", QT_TRANSLATE_NOOP("ProfileEditor", "All but the storage"), "ms", 1e-3),
    _Entry(
        "transactions_per_s",
        QT_TRANSLATE_NOOP("ProfileEditor", "Measured at"),
        QT_TRANSLATE_NOOP("ProfileEditor", "tx/s"),
        is_rare=True,
    ),
)


class _Row:
    """The widgets of one value."""

    def __init__(self, title: str, unit: str) -> None:
        self.title = label(title)
        self.field = UnitField(title, unit, _DIGITS)
        self.title.setBuddy(self.field)
        self.source = label("", "caption", "text2")
        self.source.setProperty("ground", "sunken")
        self.source.setContentsMargins(6, 2, 6, 2)
        self.parts = (self.title, self.field, self.source)

    def show(self, text: str, source: str, tip: str) -> None:
        self.field.show_text(text)
        self.source.setText(source)
        self.source.setToolTip(as_tip(tip))

    def set_visible(self, *, visible: bool) -> None:
        for each in self.parts:
            each.setVisible(visible)


class ProfileEditor(QFrame):
    """Fields of the profile with their sources, the storage's share, and what follows."""

    refused = Signal(str)  # carries why what was typed is not taken; empty once it is

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._requirement: Requirement | None = None
        self.setProperty("ground", "page")
        self.rows = {
            e.name: _Row(translate("ProfileEditor", e.title), translate("ProfileEditor", e.unit))
            for e in _ENTRIES
        }
        self.share = _Row(self.tr("Storage may take"), "%")
        self.share_slider = RibbonSlider(self.tr("Share of the target for the storage"))
        self.share_slider.set_scale(Scale(0.01, 1.0))
        self.results = tuple((label("", wraps=True), label("", bold=True)) for _ in range(4))
        self.advice = label("", "body", "text2", wraps=True)
        self.from_file = button(self.tr("Take from a file…"), self._ask_for_file)
        title = label(self.tr("Workload profile"), "section", bold=True)
        note = label(self.tr("one transaction"), "caption", "text2")
        head = fill(QHBoxLayout(), title, (note, 1), self.from_file, spacing=8)
        line = hairline(Qt.Orientation.Horizontal)
        parts = head, self._build_fields(), line, self._build_results(), self.advice, None
        fill(QVBoxLayout(self), *parts, margins=(16, 10, 16, 10), spacing=8)
        self._connect()

    def _build_fields(self) -> QGridLayout:
        rows = (*self.rows.values(), self.share)
        parts = (row.parts for row in rows)
        grid = fill_grid(QGridLayout(), *parts, spacing=(8, 4), stretch=0)
        grid.addWidget(self.share_slider, len(rows), 0, 1, 3)
        wide = max(row.field.width() for row in rows)
        for row in rows:
            row.field.setFixedWidth(wide)
        return grid

    def _build_results(self) -> QGridLayout:
        grid = fill_grid(QGridLayout(), *self.results, stretch=0)
        for _title, value in self.results:
            grid.setAlignment(value, Qt.AlignmentFlag.AlignRight)
        return grid

    def _connect(self) -> None:
        for entry in _ENTRIES:
            field = self.rows[entry.name].field
            field.given.connect(lambda text, entry=entry: self._take(entry, text))
        self.share.field.given.connect(self._take_share)
        self.share_slider.moved_to.connect(self._drag_share)
        self.share_slider.settled.connect(self._keep_share)

    # Showing

    def show_profile(self, profile: WorkloadProfile, answer: Answer) -> None:
        """Show the values that count, each with where it comes from."""
        self._requirement = answer.requirement
        for entry in _ENTRIES:
            self._show_entry(entry, profile)
        self._show_share(answer.requirement)
        self._show_results(profile, answer)

    def _show_entry(self, entry: _Entry, profile: WorkloadProfile) -> None:
        value: float | None = getattr(profile, entry.name)
        row, source = self.rows[entry.name], profile.source_of(entry.name)
        row.set_visible(visible=value is not None or not entry.is_rare)
        if value is not None:
            tip = "" if source is None else source.origin
            if source is not None and source.line is not None:
                text = self.tr("{file}, line {line}")
                tip = text.format(file=source.origin, line=figures.number(source.line))
            is_typed = source is None or source.origin == TYPED
            word = self.tr("typed") if is_typed else self.tr("file")
            row.show(figures.plain(value / entry.factor), word, "" if is_typed else tip)
            return
        usual = getattr(profile, entry.usual) if entry.usual else None
        if usual is None:
            row.show(figures.EN_DASH, self.tr("not known"), "")
        else:
            tip = self.tr("Default")
            row.show(figures.plain(usual / entry.factor), self.tr("usual"), tip)

    def _show_share(self, asked: Requirement) -> None:
        share, has_target = asked.storage_share, asked.goal is Goal.RESPONSE_TIME
        self.share.set_visible(visible=has_target)
        self.share_slider.setVisible(has_target)
        text = figures.EN_DASH if share is None else figures.plain(share / PERCENT)
        word = self.tr("not known") if share is None else self.tr("typed")
        self.share.show(text, word, self.tr("Share of the target; for I/O evidence only"))
        if not self.share_slider.isSliderDown():
            self.share_slider.show_value(share or 0.0)

    def _rate_title(self, answer: Answer) -> str:
        if not has_transactions(answer):
            return self.tr("I/Os a second")
        rate = figures.number(answer.demand_tps, 1)
        return self.tr("I/Os a second at {rate} tx/s").format(rate=rate)

    def _show_results(self, profile: WorkloadProfile, answer: Answer) -> None:
        iops = demand_iops(answer.requirement, profile, answer.demand_tps)
        moved = None
        if iops is not None and profile.block_bytes is not None:
            moved = iops * profile.block_bytes + answer.demand_tps * (profile.large_bytes or 0.0)
        share = profile.write_share
        times = io_times(answer.requirement, profile, answer.demand_tps)
        longest = None if times is None else times.part_s or times.whole_s
        percent = None if share is None else share / PERCENT
        shown: tuple[tuple[str, float | None, Callable[[float], str]], ...] = (
            (self._rate_title(answer), iops, figures.number),
            (self.tr("Throughput, MB/s"), None if moved is None else moved / 1e6, _one_decimal),
            (self.tr("Share of writes, %"), percent, _one_decimal),
            (self.tr("Time for one I/O, at most, ms"), longest, short_ms),
        )
        for (title, value), (name, figure, write) in zip(self.results, shown, strict=True):
            title.setText(name)
            value.setText(figures.EN_DASH if figure is None else write(figure))
        self.advice.setText(_advice(profile, answer.requirement))
        self.advice.setVisible(bool(self.advice.text()))

    # Typing

    def _take(self, entry: _Entry, text: str) -> None:
        field, value = self.rows[entry.name].field, _typed(text)
        if value is _WRONG:
            self._fault(field, self.tr("A number, or empty if unknown"))
            return
        values = {entry.name: None if value is None else value * entry.factor}
        if entry.name == "sync_reads":
            values["sync_reads_high"] = None  # one figure is typed, not a range
        try:
            self._session.save_profile(values)
        except UserError as error:
            self._fault(field, messages.error_text(error))
        else:
            self._fault(field, "")

    def _take_share(self, text: str) -> None:
        value = _typed(text)
        if value is _WRONG or (value is not None and not 0 < value <= 1 / PERCENT):
            self._fault(self.share.field, self.tr("A share above 0 and up to 100 %"))
            return
        self._fault(self.share.field, "")
        if self._requirement is not None:
            share = None if value is None else value * PERCENT
            self._session.save_requirement(replace(self._requirement, storage_share=share))

    def _drag_share(self, share: float) -> None:
        if self._requirement is not None:
            self._requirement = replace(self._requirement, storage_share=round(share, 2))
            self.share.field.setText(figures.plain(round(share, 2) / PERCENT))
            self._session.try_requirement(self._requirement)

    def _keep_share(self) -> None:
        if self._requirement is not None:
            self._session.save_requirement(self._requirement)

    def _fault(self, field: UnitField, reason: str) -> None:
        if reason or field.is_faulty:
            self.refused.emit(f"{field.accessibleName()}: {reason}" if reason else "")
        field.show_fault(reason)

    def _ask_for_file(self) -> None:
        path = ask_profile_file(self)
        if path is not None:
            self._session.read(
                lambda _study: profile_from_file(path),
                self._session.keep_profile,
                key="workload profile",
            )


def _one_decimal(value: float) -> str:
    return figures.plain(round(value, 1), 9)


_WRONG = float("nan")


def _typed(text: str) -> float | None:
    """Return the figure that was typed; None for nothing, `_WRONG` where it is no number."""
    if text.strip() in {"", "-", figures.EN_DASH}:
        return None
    value = figures.parse_number(text)
    return _WRONG if value is None else value


def _advice(profile: WorkloadProfile, asked: Requirement) -> str:
    """Return what to enter next; empty where nothing is missing."""
    if profile.requests is None:
        return translate(
            "ProfileEditor",
            "Enter reads and writes per transaction, or take them from a file. Without them the"
            " required IOPS are unknown.",
        )
    if asked.goal is not Goal.RESPONSE_TIME:
        return ""
    if asked.statistic != "mean":
        return translate("ProfileEditor", "I/O tests measure means. Require the mean to use them.")
    if profile.rest_s is None and asked.storage_share is None:
        return translate(
            "ProfileEditor",
            "State the storage's share of the target, or enter the transaction time outside the"
            " storage. Otherwise no option can pass by I/O tests.",
        )
    return ""
