"""The columns of the grid of files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from arraywise.domain.evidence import Status
from arraywise.gui import figures, wording
from arraywise.gui.sheets.columns import Column, Shown
from arraywise.store.reading.evidence import FileRow, file_detail, list_files
from arraywise.store.reading.options import list_options
from arraywise.usecases.proposing_options import propose_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.domain.options import Option
    from arraywise.domain.problems import Problem
    from arraywise.store.study import Study
    from arraywise.usecases.proposing_options import OptionProposal

translate = QCoreApplication.translate

STATUS_SIGNS = {
    Status.READ: ("pass-measured", "pass"),
    Status.READ_WITH_PROBLEMS: ("warning", "warn"),
    Status.INCOMPLETE: ("warning", "warn"),
    Status.REFUSED: ("fail", "fail"),
}
"""Icon and colour of each way that reading can end."""


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """A file of the grid."""

    file: FileRow
    position: int | None
    """Position of its option."""
    reason: Problem | None
    """Why it was refused."""

    @property
    def is_guessed(self) -> bool:
        """Whether its option, or what its runs were made with, is a guess; none where refused."""
        if self.file.status is Status.REFUSED:
            return False
        return self.file.option_is_guess or bool(self.file.guessed)


@dataclass(frozen=True, slots=True)
class EvidenceList:
    """All that the upper half of the page shows."""

    rows: tuple[EvidenceRow, ...]
    options: tuple[Option, ...]
    proposals: tuple[OptionProposal, ...] = ()
    """Options that names of files without one speak of."""

    @property
    def loose(self) -> int:
        """Files that were read and belong to no option."""
        refused = Status.REFUSED
        return sum(r.file.option_id is None and r.file.status is not refused for r in self.rows)


def read_list(study: Study) -> EvidenceList:
    """Read the files with their options, real and proposed, and the reasons of refusals."""
    options = list_options(study)
    positions = {o.id: o.position for o in options}
    files = list_files(study)
    rows = tuple(EvidenceRow(f, positions.get(f.option_id or 0), _reason(study, f)) for f in files)
    return EvidenceList(rows, options, propose_for(files))


def _reason(study: Study, file: FileRow) -> Problem | None:
    if file.status is not Status.REFUSED:
        return None
    detail = file_detail(study, file.id)
    problems = detail.problems if detail else ()
    return max(problems, key=lambda p: p.severity == "error", default=None)


def said_reason(row: EvidenceRow) -> str:
    """Say why a file was refused, with the line."""
    if row.reason is None:
        return ""
    said = wording.tell(row.reason.said)
    if row.reason.line is None:
        return said
    text = translate("Evidence", "line {line}: {reason}")
    return text.format(line=figures.number(row.reason.line), reason=said)


def columns(
    assign: Callable[[EvidenceRow, str], None],
    names: Callable[[], tuple[str, ...]],
    set_users: Callable[[EvidenceRow, str], None],
) -> tuple[Column, ...]:
    """Return the columns; `assign` takes an option's name, `set_users` the number of users."""
    return (
        Column("file", translate("Evidence", "File"), _file, least=150, most=300,
               gives_to=150),
        Column("tool", translate("Evidence", "Tool"), _tool, most=150, gives_to=80),
        Column("run_type", translate("Evidence", "Run type"),
               lambda r: Shown(wording.run_type(r.file.run_type or "")), most=190,
               gives_to=90),
        Column("status", translate("Evidence", "Status"), _status, most=180),
        Column("option", translate("Evidence", "Option"), _option, least=110, most=220,
               gives_to=110,
               edit=assign, choices=lambda _row: names(),
               is_editable=lambda r: r.file.status is not Status.REFUSED),
        Column("condition", translate("Evidence", "Condition"), _condition, least=90, most=190,
               stretch=True, edit=set_users, is_editable=_takes_users),
        Column("rows", translate("Evidence", "Rows"), _rows, right=True),
        Column("warnings", translate("Evidence", "Warn."), _warnings, right=True),
        Column("sha256", "SHA-256", _hash),
    )  # fmt: skip


def _file(row: EvidenceRow) -> Shown:
    return Shown(row.file.name, tip=row.file.path)


def _tool(row: EvidenceRow) -> Shown:
    name = wording.tool_name(row.file.tool)
    return Shown(f"{name} {row.file.tool_version}" if row.file.tool_version else name)


def _status(row: EvidenceRow) -> Shown:
    icon, colour = STATUS_SIGNS[row.file.status]
    return Shown(wording.word(row.file.status), icon=icon, colour=colour, bold=True,
                 tip=said_reason(row))  # fmt: skip


def _option(row: EvidenceRow) -> Shown:
    if row.file.status is Status.REFUSED:
        said = said_reason(row)
        return Shown(said, colour="text2", tip=said, overflows=True)
    if row.file.option_name is None:
        return Shown("", note=translate("Evidence", "choose an option"))
    guess = row.file.option_is_guess
    note = translate("Evidence", "guess") if guess else ""
    return Shown(row.file.option_name, marker=row.position, note=note, guess=guess)


def _takes_users(row: EvidenceRow) -> bool:
    return bool(row.file.run_count) and len(row.file.users) < 2


def _condition(row: EvidenceRow) -> Shown:
    """Say users and repetition; guesses are dotted, what was typed is in bold."""
    file = row.file
    parts = [_users(file.users)] if file.users else []
    if len(file.repetitions) == 1:
        parts.append(translate("Evidence", "run {number}").format(number=file.repetitions[0]))
    guess = bool({"users", "repetition"} & set(file.guessed))
    typed = bool({"users", "repetition"} & set(file.typed))
    tip = ""
    if guess:
        tip = translate("Evidence", "A guess from the name of the file or its folder")
    elif typed:
        tip = translate("Evidence", "Typed by the user")
    return Shown(", ".join(parts), bold=typed, guess=guess and bool(parts), tip=tip)


def _users(users: tuple[int, ...]) -> str:
    if len(users) == 1:
        return wording.users(users[0])
    text = translate("Evidence", "{low} to {high} users")
    return text.format(low=users[0], high=users[-1])


def _rows(row: EvidenceRow) -> Shown:
    rows = row.file.sample_rows
    return Shown(figures.number(rows), number=rows) if rows else Shown()


def _warnings(row: EvidenceRow) -> Shown:
    count = row.file.warnings
    colour = "warn" if count else "text3"
    return Shown(str(count), number=count, colour=colour)


def _hash(row: EvidenceRow) -> Shown:
    sha = row.file.sha256
    return Shown(f"{sha[:6]}\u2026{sha[-4:]}", mono=True, colour="text3", tip=sha)
