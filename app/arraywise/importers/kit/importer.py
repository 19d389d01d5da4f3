"""The interface of an importer: whether files are its own, and what they state."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from arraywise.importers.kit.readings import LIMIT_BYTES, Log
from arraywise.importers.kit.text import decode, without_escapes

if TYPE_CHECKING:
    import mmap
    import re
    from collections.abc import Sequence

    from arraywise.domain.evidence import Reading

HEAD_BYTES = 65_536


@dataclass(frozen=True, slots=True)
class Source:
    """The bytes of one file with the name they came under."""

    name: str
    """File name, or path relative to the folder that was dropped; a hint, never relied on."""
    data: bytes | mmap.mmap
    decimal: str | None = None
    """Decimal mark of its numbers, where the user said it; None leaves it to the importer."""
    understood: dict[str, object] = field(default_factory=dict, compare=False, repr=False)
    """What an importer found out while it grouped files, kept under its name until it reads."""

    @property
    def head(self) -> bytes:
        """The first 64 KiB, enough to recognise any tool's output."""
        return self.data[:HEAD_BYTES]


class Importer(Protocol):
    """One tool's reader."""

    @property
    def tool(self) -> str:
        """Short name of the tool family."""

    def recognises(self, source: Source) -> bool:
        """Say from the content alone whether this is the tool's output, failed starts included."""

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Put together the files that can only be understood as one set."""

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read a group; one reading a source, in the same order. Never raises on bad content."""


class FileByFile(ABC):
    """What importers have in common that understand every file on its own."""

    tool: str
    """Short name of the tool family."""
    sign: re.Pattern[str]
    """Found in the beginning of every file of the tool, terminal colours taken off."""

    def recognises(self, source: Source) -> bool:
        """Look for the tool's sign."""
        return self.sign.search(without_escapes(decode(source.head).text)) is not None

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Every file is a group."""
        return [[source] for source in sources]

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read files one by one."""
        return [self.read_file(source) for source in group]

    @abstractmethod
    def read_file(self, source: Source) -> Reading:
        """Read a file. Never raises on bad content."""


class TextByText(FileByFile):
    """What importers have in common that read the text of a file into one log of runs."""

    run_type: str | None = None
    """What the tool's runs are."""

    def read_file(self, source: Source) -> Reading:
        """Read a file."""
        decoded = decode(source.data, LIMIT_BYTES)
        notes = Log(run_type=self.run_type, file_name=source.name)
        self.read_text(without_escapes(decoded.text), notes)
        return notes.reading(self.tool, source.name, decoded)

    @abstractmethod
    def read_text(self, text: str, notes: Log) -> None:
        """Read a text without terminal colours into a log. Never raises on bad content."""
