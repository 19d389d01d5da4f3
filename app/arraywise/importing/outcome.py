"""What became of every file of an import."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.evidence import Status
from arraywise.domain.messages import Problem, Severity, message

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from arraywise.domain.options import OptionProposal
    from arraywise.importing.find_files import FoundFile, Unreadable
    from arraywise.store.reading.evidence import NewFile, StoredFile


class ImportedFile(NamedTuple):
    """What became of one file."""

    name: str
    path: Path
    status: Status
    tool: str
    id: int | None = None
    """None for a path that gave no bytes."""
    sha256: str | None = None
    size_bytes: int | None = None
    option: str | None = None
    option_is_guess: bool = False
    problems: tuple[Problem, ...] = ()
    duplicate_of: str | None = None
    """Name of the file with the same bytes that is in the study already."""


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """What became of every file, in the order in which they were found."""

    files: tuple[ImportedFile, ...]
    option: str | None = None
    """The option that was named."""
    proposals: tuple[OptionProposal, ...] = ()
    """Options that could be made for files that belong to none yet; none of them is made."""
    left: int = 0
    """Files that were not read, because the user asked to stop; they are not in `files`."""

    def assigned(self, names: Iterable[str]) -> ImportOutcome:
        """Return it with the files of each proposal in the option that was made of it."""
        built = zip(self.proposals, names, strict=True)
        option_of = {id_: name for proposal, name in built for id_ in proposal.file_ids}
        files = (
            file._replace(option=option_of[file.id]) if file.id in option_of else file
            for file in self.files
        )
        return replace(self, files=tuple(files))


def unreadable(result: Unreadable) -> ImportedFile:
    """A path that gave no bytes: it is in no study."""
    return ImportedFile(
        result.name, result.path, Status.REFUSED, "unknown", problems=(result.problem,)
    )


def duplicate_of_first(result: FoundFile, first: ImportedFile) -> ImportedFile:
    """A file with the bytes of another one of the same import."""
    return first._replace(name=result.name, path=result.path, problems=(), duplicate_of=first.name)


_ELSEWHERE = "Already in the study for {option}. To move it, assign it to another option."


def duplicate_of_kept(result: FoundFile, kept: StoredFile, named: str | None) -> ImportedFile:
    """A file whose bytes are in the study since an earlier import."""
    problems: tuple[Problem, ...] = ()
    if named is not None and kept.option_name not in {None, named}:
        sentence = message(_ELSEWHERE, option=kept.option_name or "")
        problems = (Problem(Severity.WARNING, sentence),)
    return ImportedFile(
        name=result.name,
        path=result.path,
        status=kept.status,
        tool=kept.tool,
        id=kept.id,
        sha256=kept.sha256,
        size_bytes=kept.size_bytes,
        option=kept.option_name,
        option_is_guess=kept.option_is_guess,
        problems=problems,
        duplicate_of=kept.name,
    )


def imported(result: FoundFile, id_: int, new: NewFile, option: str | None) -> ImportedFile:
    """A file that is in the study now."""
    return ImportedFile(
        name=result.name,
        path=result.path,
        status=new.file.reading.status,
        tool=new.file.reading.tool,
        id=id_,
        sha256=new.file.sha256,
        size_bytes=new.file.size_bytes,
        option=option,
        option_is_guess=new.option_is_guess,
        problems=new.file.reading.problems,
    )


def rejected_by(file: ImportedFile, problem: Problem) -> ImportedFile:
    """A file whose runs do not count, by a log that an earlier import brought."""
    return file._replace(status=Status.INCOMPLETE, problems=(*file.problems, problem))
