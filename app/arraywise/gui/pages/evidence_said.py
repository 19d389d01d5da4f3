"""How an import ended, in the words of a banner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from arraywise.domain.evidence import Status
from arraywise.gui import figures, wording
from arraywise.gui.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.usecases.import_files import ImportOutcome
    from arraywise.usecases.import_outcome import ImportedFile
    from arraywise.usecases.proposing_options import OptionProposal

translate = QCoreApplication.translate

_NAMED = 12
"""Files that a banner names; its tip shows what it has no room for."""


@dataclass(frozen=True, slots=True)
class Summary:
    """An import in one line."""

    kind: str
    """Kind of the banner."""
    strong: str
    text: str
    problems: int = 0
    """Files in the study that are worth a look."""
    link: str = ""


def describe(outcome: ImportOutcome) -> Summary:
    """Say how an import ended."""
    listed = [file for file in outcome.files if file.id is not None]
    twice = sum(file.duplicate_of is not None for file in listed)
    statuses = [file.status for file in listed if file.duplicate_of is None]
    refused = statuses.count(Status.REFUSED)
    incomplete = statuses.count(Status.INCOMPLETE)
    doubtful = statuses.count(Status.READ_WITH_PROBLEMS)
    parts = [
        text.format(count=figures.number(count))
        for count, text in (
            (refused, translate("Evidence", "{count} refused")),
            (twice, translate("Evidence", "{count} already in the study")),
            (incomplete, translate("Evidence", "{count} incomplete")),
            (doubtful, translate("Evidence", "{count} with problems")),
            (outcome.left, translate("Evidence", "cancelled: {count} not read")),
        )
        if count
    ]
    loose = sum(f.option is None and f.status is not Status.REFUSED for f in listed)
    if loose and not outcome.proposals:
        said = translate("Evidence", "{count} without an option: select them, then Assign option")
        parts.append(said.format(count=figures.number(loose)))
    parts += _sole_refusal([file for file in listed if file.status is Status.REFUSED])
    parts += _without_bytes([file for file in outcome.files if file.id is None])
    parts += _named_twice([file for file in listed if file.duplicate_of is not None])
    read = len(statuses) - refused
    if not outcome.files and not outcome.left:
        nothing = translate("Evidence", "Nothing was read:")
        return Summary("warn", nothing, translate("Evidence", "there is no file in it."))
    one, many = translate("Evidence", "1 file read."), translate("Evidence", "{count} files read.")
    none = translate("Evidence", "No file was read.")
    bad = refused or outcome.left or len(listed) < len(outcome.files)
    kind = "pass" if read and not bad else "warn"
    return Summary(
        kind,
        counted(read, one, many) if read else none,
        ", ".join([*(part.removesuffix(".") for part in parts[:-1]), *parts[-1:]]),
        refused + incomplete + doubtful,
    )


def _sole_refusal(refused: Sequence[ImportedFile]) -> list[str]:
    """Name the one file that was refused, and why; where there are more, the list tells."""
    return _without_bytes(refused) if len(refused) == 1 else []


def _without_bytes(files: Sequence[ImportedFile]) -> list[str]:
    """Say which paths gave nothing to import, and why; they are in no list."""
    return [f"{file.name}: {wording.tell(p.said)}" for file in files for p in file.problems[:1]]


def _named_twice(files: Sequence[ImportedFile]) -> list[str]:
    """Name the files that have the bytes of another, and that other; at most so many of them."""
    said = translate("Evidence", "{file} has the same bytes as {other}")
    files = [file for file in files if file.name != file.duplicate_of]
    named = [said.format(file=f.name, other=f.duplicate_of) for f in files[:_NAMED]]
    return [*named, "…"] if len(files) > _NAMED else named


def offer(proposals: Sequence[OptionProposal], said: Summary) -> Summary:
    """Offer the options that were proposed; without a yes the files stay unassigned."""
    count = len(proposals)
    names = ", ".join(f"{proposal.name} ({len(proposal.file_ids)})" for proposal in proposals)
    return Summary(
        "warn" if said.problems else "info",
        counted(
            count,
            translate("Evidence", "1 option is proposed from folders and names:"),
            translate("Evidence", "{count} options are proposed from folders and names:"),
        ),
        f"{names}. {said.strong} {said.text}".strip(),
        link=counted(
            count,
            translate("Evidence", "Make this option"),
            translate("Evidence", "Make these options"),
        ),
    )


def describe_kept(count: int, refusals: Sequence[str]) -> Summary:
    """Say what became of the wish to keep files inside the study."""
    said = counted(
        count,
        translate("Evidence", "1 file is now whole in the study."),
        translate("Evidence", "{count} files are now whole in the study."),
    )
    if not refusals:
        return Summary("pass", said, "")
    strong = counted(
        len(refusals),
        translate("Evidence", "1 file still lies outside the study:"),
        translate("Evidence", "{count} files still lie outside the study:"),
    )
    return Summary("fail", strong, " ".join((*refusals, *([said] * bool(count)))))
