"""The interface of an importer: which files it recognises, and how it reads them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from arraywise.importers.kit.readings import LIMIT_BYTES, ReadingDraft
from arraywise.importers.kit.text import decode, strip_terminal_escapes

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
    group_findings: dict[str, object] = field(default_factory=dict, compare=False, repr=False)
    """What importers parsed while grouping files, by importer name, reused when they read."""

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
        """Return whether the content is the tool's output, failed starts included."""

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Group the files that can only be understood as one set."""

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read a group; one reading a source, in the same order. Never raises on bad content."""


class FileImporter(ABC):
    """Base of importers that read every file on its own."""

    tool: str
    """Short name of the tool family."""
    signature: re.Pattern[str]
    """Found in the beginning of every file of the tool, terminal colours taken off."""

    def recognises(self, source: Source) -> bool:
        """Search the head of the file for the tool's signature."""
        return self.signature.search(strip_terminal_escapes(decode(source.head).text)) is not None

    def groups(self, sources: Sequence[Source]) -> list[list[Source]]:
        """Put every file into a group of its own."""
        return [[source] for source in sources]

    def read(self, group: Sequence[Source]) -> list[Reading]:
        """Read files one by one."""
        return [self.read_file(source) for source in group]

    @abstractmethod
    def read_file(self, source: Source) -> Reading:
        """Read a file. Never raises on bad content."""


class TextImporter(FileImporter):
    """Base of importers that read the text of a file into one draft of a reading."""

    run_type: str | None = None
    """What the tool's runs are."""

    def read_file(self, source: Source) -> Reading:
        """Read a file."""
        decoded = decode(source.data, LIMIT_BYTES)
        reading = ReadingDraft(run_type=self.run_type, file_name=source.name)
        self.read_text(strip_terminal_escapes(decoded.text), reading)
        return reading.build_reading(self.tool, source.name, decoded)

    @abstractmethod
    def read_text(self, text: str, reading: ReadingDraft) -> None:
        """Add the runs of a text without terminal colours. Never raises on bad content."""
