"""Workbooks (.xlsx) of strangers: what would unpack to too much or holds entities is refused."""

from __future__ import annotations

import warnings
import zipfile
import zlib
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from arraywise.domain.messages import message
from arraywise.domain.units import MIB

if TYPE_CHECKING:
    from collections.abc import Iterator

    from openpyxl import Workbook

    from arraywise.domain.messages import Message

LARGEST_RATIO = 200
MOST_PARTS = 2_000
_SMALL = MIB
"""A part that unpacks to less may be packed as tightly as it likes."""
_BLOCK = MIB
_MARKS = (b"<!DOCTYPE", b"<!ENTITY")
BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    ArithmeticError,
    EOFError,
    OSError,
    RuntimeError,
    SyntaxError,
)
"""What openpyxl lets through when a file is not what it states (SyntaxError: broken XML)."""
DAMAGED = "The workbook is damaged or password-protected."
_LARGE = "The workbook is over {mib:.0f} MiB, too large to be read."
_BOMB = "The workbook is too large unpacked; not read."
_ENTITIES = "The workbook holds XML entities; not read for safety."


class RefusedFileError(Exception):
    """A file that is not read, with the reason for the user."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class WorkbookLimits(NamedTuple):
    """How large a workbook may be."""

    packed_bytes: int
    unpacked_bytes: int


def check_workbook_limits(data: bytes, limits: WorkbookLimits) -> None:
    """Raise if a workbook would unpack to too much or holds entities, before it is opened.

    Raises:
        RefusedFileError: when it is too large, unpacks to too much or holds entities.
    """
    if len(data) > limits.packed_bytes:
        raise RefusedFileError(message(_LARGE, mib=limits.packed_bytes / MIB))
    with zipfile.ZipFile(BytesIO(data)) as archive:
        parts = archive.infolist()
        unpacked = sum(part.file_size for part in parts)
        if len(parts) > MOST_PARTS or unpacked > limits.unpacked_bytes:
            raise RefusedFileError(message(_BOMB))
        for part in parts:
            ratio = part.file_size / max(1, part.compress_size)
            if part.file_size > _SMALL and ratio > LARGEST_RATIO:
                raise RefusedFileError(message(_BOMB))
            if "/media/" not in part.filename:
                end = b""
                for block in _read_part_in_blocks(archive, part):
                    seen = end + block.replace(b"\0", b"")
                    if any(mark in seen for mark in _MARKS):
                        raise RefusedFileError(message(_ENTITIES))
                    end = seen[-len(_MARKS[0]) :]


def _read_part_in_blocks(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> Iterator[bytes]:
    with archive.open(part) as opened:
        while block := opened.read(_BLOCK):
            yield block


def open_workbook(data: bytes, *, values: bool) -> Workbook:
    """Open a workbook that was checked; with the values of formulas, or the formulas."""
    import openpyxl

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # styles and extensions that openpyxl does not know
        return openpyxl.load_workbook(BytesIO(data), read_only=True, data_only=values)


def column_letters(column_index: int) -> str:
    """Name a column as a spreadsheet does: `F`."""
    letters, rest = "", column_index + 1
    while rest:
        rest, letter = divmod(rest - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters
