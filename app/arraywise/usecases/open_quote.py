"""A quote that somebody decides about, and files that look like one."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arraywise.importers import prices
from arraywise.importing.filename_metadata import guess_option
from arraywise.importing.find_files import QuoteFile
from arraywise.store.reading.inputs import list_options
from arraywise.usecases.read_price_sheet import load_decisions_for_layout, read_sheet_bytes

if TYPE_CHECKING:
    import mmap
    from collections.abc import Iterable
    from pathlib import Path

    from arraywise.domain.quotes import QuoteDecisions, QuoteReading, RoleEffect
    from arraywise.importers.prices import Quote
    from arraywise.store.study import Study

__all__ = ["QuoteFile"]

_SUFFIXES = (".csv", ".tsv", ".txt", ".xlsx", ".xlsm", ".html", ".htm")
_LARGEST_BYTES = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class OpenQuote:
    """A quote with its present reading; other decisions give another one."""

    option_name: str
    """Of the option that it is for; there may be none of that name yet."""
    reading: QuoteReading
    _quote: Quote
    sha256: str = ""
    """Of the file; empty where it was pasted."""

    def with_decisions(self, decisions: QuoteDecisions) -> OpenQuote:
        """Return the quote as it reads by other decisions."""
        return replace(self, reading=prices.propose(self._quote, decisions, self.option_name))

    def role_effects(self, sheet: str, row: int) -> tuple[RoleEffect, ...]:
        """Return what the sums would do with each role of a row."""
        return prices.role_effects(self._quote, self.reading.decisions, sheet, row)


def open_quote(file: QuoteFile, option_name: str, memory_folder: Path | None) -> OpenQuote:
    """Read a quote by what was decided of one with the same layout.

    Raises:
        UserError: When the file is no table.
    """
    quote = prices.parse_quote(file.name, file.data)
    reading = prices.propose(quote, load_decisions_for_layout(memory_folder, quote), option_name)
    return OpenQuote(option_name, reading, quote, hashlib.sha256(file.data).hexdigest())


def read_quote_file(path: Path) -> QuoteFile:
    """Read a file that was chosen as a quote.

    Raises:
        UserError: When it cannot be read, or is too large.
    """
    return QuoteFile(path.name, path, read_sheet_bytes(path))


def looks_like_quote(name: str, data: bytes | mmap.mmap) -> bool:
    """Return whether a file that no importer knows looks like a quote."""
    return _has_quote_name_and_size(name, len(data)) and prices.looks_like_quote(name, bytes(data))


def _has_quote_name_and_size(name: str, size: int) -> bool:
    """Return whether a file is worth a look, by its name and size."""
    return size <= _LARGEST_BYTES and name.lower().endswith(_SUFFIXES)


@dataclass(frozen=True, slots=True)
class SortedPaths:
    """Files that were dropped on an option."""

    quotes: tuple[QuoteFile, ...]
    others: tuple[Path, ...]
    """Results and folders, to be imported."""


def split_quotes_from_others(paths: Iterable[Path]) -> SortedPaths:
    """Tell quotes from other files and from folders; what cannot be read is no quote."""
    quotes: list[QuoteFile] = []
    others: list[Path] = []
    for path in paths:
        file = _read_if_quote(path)
        if file is None:
            others.append(path)
        else:
            quotes.append(file)
    return SortedPaths(tuple(quotes), tuple(others))


def _read_if_quote(path: Path) -> QuoteFile | None:
    try:
        if not path.is_file() or not _has_quote_name_and_size(path.name, path.stat().st_size):
            return None
        data = path.read_bytes()
    except OSError:
        return None  # the import says what is the matter with it
    return QuoteFile(path.name, path, data) if looks_like_quote(path.name, data) else None


def guess_quote_option(study: Study, quote: QuoteFile) -> str:
    """Return the option whose name the file or its folders bear; empty where none is."""
    option = guess_option(list_options(study), quote.path, quote.name)
    return "" if option is None else option.name
