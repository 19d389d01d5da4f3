"""Encodes values, files, runs and messages for a study, and decodes them.

With the usual quarter of a megabyte of tables, clearing these takes longer than compressing a
kilobyte. What comes out is read by any zlib.

What is mapped counts as memory of the process from the first look at it on, and a recording of
ten million rows has a gigabyte.

What a run measured says beside its values (metric, line, load ...) is the same for thousands of
files of a lab; it is kept apart from the values, and once for all that share it.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import sys
import weakref
import zlib
from array import array
from collections import defaultdict
from dataclasses import fields
from decimal import Decimal
from enum import Enum
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar, overload

from arraywise.domain.evidence import Metric, Run
from arraywise.domain.messages import Figure, Message, message

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence
    from typing import BinaryIO, Self, SupportsIndex

    from _typeshed import DataclassInstance


_Key = TypeVar("_Key", bound="Hashable")
_Value = TypeVar("_Value")
_LEAST_BITS, _MOST_BITS = 9, 15
_MOST_MEMORY = 8

_NOT_WHOLE = "series that is cut or endless"


def compress(data: bytes | mmap.mmap, level: int) -> bytes:
    """Compress bytes in zlib's format."""
    bits = min(max(len(data).bit_length(), _LEAST_BITS), _MOST_BITS)
    memory = bits - (_MOST_BITS - _MOST_MEMORY)
    packer = zlib.compressobj(level, zlib.DEFLATED, bits, memory)
    return packer.compress(data) + packer.flush()


def pack_series(values: array[float]) -> bytes:
    """Compress doubles to the bytes that are stored."""
    return compress(_to_little_endian(values).tobytes(), 1)


_MOST_UNPACKED = 256 << 20
"""Bytes: 32 million values, for which a file of gigabytes would have to be read."""


def unpack_series(stored: bytes) -> array[float]:
    """Decompress stored bytes to doubles.

    Raises:
        ValueError: When there are more of them than any file holds, or half ones.
    """
    unpacking = zlib.decompressobj()
    values = array("d")
    values.frombytes(unpacking.decompress(stored, _MOST_UNPACKED))
    if not unpacking.eof:
        raise ValueError(_NOT_WHOLE)
    return _to_little_endian(values)


_HIGHEST_EXPONENT = 60


def parse_stored_decimal(text: str) -> Decimal:
    """Parse a stored amount or share.

    Raises:
        ValueError: When it is none that anybody could have entered.
    """
    try:
        value = Decimal(text)
    except ArithmeticError as error:
        raise ValueError(text[:_HIGHEST_EXPONENT]) from error
    if not (value.is_finite() and abs(value.adjusted()) <= _HIGHEST_EXPONENT):
        raise ValueError(text[:_HIGHEST_EXPONENT])
    return value


def _to_little_endian(values: array[float]) -> array[float]:
    if sys.byteorder == "little":
        return values
    values = array("d", values)
    values.byteswap()
    return values


_AS_IS: Final = "plain"
_PACKED: Final = "zlib"
_STARRED: Final = ", starred"
"""Passwords were starred out: the bytes have not the hash of the file any more."""
_AS_IS_BYTES = 64 * 1024
"""Larger ones are packed one by one. Smaller ones come by the thousand and alike: the table packs
them together, at a third of the cost and into a fifth of the space."""
_LEVEL = 3
"""On the corpus: 0.22 of the size at 100 MB/s; level 6 gives 0.20 at half the speed."""
_PACKED_PART_BYTES = 1024 * 1024


class StoredBytes(NamedTuple):
    """The bytes of a file in the form in which they are stored."""

    form: str
    data: bytes

    @property
    def is_starred(self) -> bool:
        """Passwords were starred out."""
        return self.form.endswith(_STARRED)


def encode_raw(data: bytes | mmap.mmap, *, starred: bool = False) -> StoredBytes:
    """Encode the bytes of a file, which have no passwords, for storing."""
    is_small = len(data) <= _AS_IS_BYTES
    form = (_AS_IS if is_small else _PACKED) + (_STARRED if starred else "")
    return StoredBytes(form, data[:] if is_small else compress(data, _LEVEL))


_LONGER_BY_STARS = 4
"""UTF-16 grows by as many times at most where passwords are starred out."""


def decode_raw(raw: StoredBytes, size: int) -> bytes:
    """Decode the bytes of a file, at most as many as a file of that size can have."""
    longest = _LONGER_BY_STARS * size if raw.is_starred else size
    if raw.form.startswith(_AS_IS):
        return raw.data[:longest]
    return zlib.decompressobj().decompress(raw.data, longest or 1)


def decode_checked_raw(raw: StoredBytes, size: int, sha256: str) -> bytes | None:
    """Decode the bytes of a file; None where they no longer have the hash of the import.

    Bytes in which passwords were starred out have another hash by right.
    """
    data = decode_raw(raw, size)
    return data if raw.is_starred or hashlib.sha256(data).hexdigest() == sha256 else None


def decode_raw_in_parts(raw: StoredBytes, part_bytes: int) -> Iterator[bytes]:
    """Decode the bytes of a file, a part at a time."""
    if raw.form.startswith(_AS_IS):
        yield raw.data
        return
    unpacking = zlib.decompressobj()
    for start in range(0, len(raw.data), _PACKED_PART_BYTES):
        left = raw.data[start : start + _PACKED_PART_BYTES]
        while left:
            yield unpacking.decompress(left, part_bytes)
            left = unpacking.unconsumed_tail
    yield unpacking.flush()


BLOCK_BYTES = 8 * 1024 * 1024
_DONT_NEED = getattr(mmap, "MADV_DONTNEED", None)
"""Missing where the system knows no such advice."""
_HANDLES = Path("/proc/self/fd")
"""Where Linux shows what a process has open, so that it can be opened again."""
_REOPENED_BYTES = 16 * 1024 * 1024
"""From this size on a second handle is kept, of which there may be no more than a thousand."""


class MappedFile(mmap.mmap):
    """A mapped file that is only read; slices and searches release memory they have read."""

    reopen_path: Path | None = None
    """Where this process can open the file again, although it may have no name any more; None
    for a small one, and where the system has no such place."""

    @classmethod
    def map_file(cls, file: BinaryIO) -> Self:
        """Map a file, which may be closed then."""
        mapped = cls(file.fileno(), 0, access=mmap.ACCESS_READ)
        if len(mapped) >= _REOPENED_BYTES and _HANDLES.is_dir():
            handle = os.dup(file.fileno())
            weakref.finalize(mapped, os.close, handle)
            mapped.reopen_path = _HANDLES / str(handle)
        return mapped

    def release(self) -> None:
        """Tell the system that nothing that was looked at is needed soon."""
        if _DONT_NEED is not None:
            self.madvise(_DONT_NEED)

    @overload
    def __getitem__(self, key: SupportsIndex, /) -> int: ...
    @overload
    def __getitem__(self, key: slice, /) -> bytes: ...
    def __getitem__(self, key: SupportsIndex | slice, /) -> int | bytes:
        """Return a byte, or a copy of some."""
        part = super().__getitem__(key)
        if isinstance(part, bytes) and len(part) >= BLOCK_BYTES // 8:
            self.release()
        return part

    def find(self, sub: bytes, start: int = 0, stop: int | None = None, /) -> int:  # type: ignore[override]
        """Return where bytes are found first, -1 where they are not."""
        stop = len(self) if stop is None else min(stop, len(self))
        while start < stop:
            result = super().find(sub, start, min(start + BLOCK_BYTES + len(sub) - 1, stop))
            if result >= 0:
                return result
            start += BLOCK_BYTES
            self.release()
        return -1

    def rfind(self, sub: bytes, start: int = 0, stop: int | None = None, /) -> int:  # type: ignore[override]
        """Return where bytes are found last, -1 where they are not."""
        stop = len(self) if stop is None else min(stop, len(self))
        while start < stop:
            block = max(start, stop - BLOCK_BYTES - len(sub) + 1)
            result = super().rfind(sub, block, stop)
            if result >= 0 or block == start:
                return result
            stop = block + len(sub) - 1
            self.release()
        return -1


def decode_undecodable_name(name: str) -> str:
    """Return a name with its letters where its bytes are no UTF-8 but an older code page's."""
    if name.isascii() or not any("\udc80" <= c <= "\udcff" for c in name):
        return name
    return name.encode("utf-8", "surrogateescape").decode("cp1252", "replace")


def replace_non_unicode(text: str) -> str:
    """Replace what is no Unicode text (half a character of an odd file name) by `?`."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def to_cell(value: object) -> Any:  # noqa: ANN401 - whatever a table holds
    """Convert a value to that of a table's cell: money and enum members to text."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str):
        return replace_non_unicode(value)
    if isinstance(value, tuple):
        return [to_cell(each) for each in value]
    return str(value) if isinstance(value, Decimal) else value


def to_row(record: DataclassInstance) -> tuple[Any, ...]:
    """Convert a record to a row of a table that has a column for each field, in their order."""
    return tuple(to_cell(getattr(record, field.name)) for field in fields(record))


def group_by_key(pairs: Iterable[tuple[_Key, _Value]]) -> dict[_Key, tuple[_Value, ...]]:
    """Return the values of each key, in their order."""
    result: dict[_Key, list[_Value]] = defaultdict(list)
    for key, value in pairs:
        result[key].append(value)
    return {key: tuple(values) for key, values in result.items()}


_NUMBERS = frozenset({int, float, Decimal})
_KINDS = {"str": str, "int": int, "float": float, "decimal": Decimal}
_MESSAGE = "said"
"""What study files call the kind of a message inside another one."""


def figures_to_json(message: Message) -> str:
    """Write the figures of a sentence as JSON: `[[name, kind, text], ...]`.

    In place of the text of a sentence inside the sentence stand its template and its figures.
    """
    if all(
        type(figure) in _NUMBERS for _, figure in message.figures
    ):  # most, and in half the time
        numbers = (
            f'["{name}", "{_figure_kind(figure)}", "{figure}"]' for name, figure in message.figures
        )
        return f"[{', '.join(numbers)}]"
    return json.dumps(_figures_to_list(message))


def _figures_to_list(message: Message) -> list[list[Any]]:
    return [
        [replace_non_unicode(name), _figure_kind(figure), _figure_to_json(figure)]
        for name, figure in message.figures
    ]


def _figure_to_json(figure: Figure) -> str | list[Any]:
    if isinstance(figure, Message):
        return [replace_non_unicode(figure.template), _figures_to_list(figure)]
    return replace_non_unicode(str(figure))


def _figure_kind(figure: Figure) -> str:
    return _MESSAGE if isinstance(figure, Message) else type(figure).__name__.lower()


def message_from_row(template: str, figures: str) -> Message:
    """Build a message from its stored parts; a damaged one becomes a message that says so."""
    try:
        return _message_from_list(template, json.loads(figures))
    except (ValueError, TypeError, KeyError, RecursionError):
        return message("A message stored here is damaged: {text}", text=template)


def _message_from_list(template: str, listed: list[list[Any]]) -> Message:
    figures = (
        (name, _message_from_list(*written) if kind == _MESSAGE else _KINDS[kind](written))
        for name, kind, written in listed
    )
    return Message(template, tuple(figures))


FROM_NAME = "told_by_name"
"""Attribute that lists the attributes of a run which are in its name only."""
CONFIRMED = "confirmed"
"""Attribute that lists those which are in its name only, and which the user confirmed."""
BY_HAND = "set_by_hand"
"""Attribute that lists the attributes of a run that the user set."""
FILE_SAYS, NAME_SAYS = "file_says:", "name_says:"
"""Before the name of an attribute that the user set: what it was before."""
LOAD_METRICS = frozenset(
    {
        *(Metric.TRANSACTION_RATE, Metric.RESPONSE_TIME),
        *(Metric.TRANSACTIONS_COMPLETED, Metric.TRANSACTIONS_FAILED),
    }
)
"""What is measured at a number of users."""

_conditions = itemgetter(0, 1, 3, 4, 5, 6, 8)
"""Metric, statistic, unit, load, group, line and origin of a measurement."""
_MOST_SHARED = 1_000
_shared: dict[tuple[Any, ...], tuple[Any, ...]] = {}


class RunRows(NamedTuple):
    """One run; ids and positions come when it is written."""

    run: tuple[Any, ...]
    """Its name, whether it is complete, when it started, its length and its host."""
    attributes: tuple[tuple[str, str], ...]
    measured: tuple[tuple[Any, ...], ...]
    """Of each measurement all but value and column, in the order of `Measurement`."""
    values: Sequence[float]
    """Of each measurement, in SI."""
    columns: Sequence[int | None]
    """Of each measurement, the character in its line."""
    series: tuple[tuple[Any, ...], ...]


def encode_run(run: Run) -> RunRows:
    """Encode a run as rows for the study's tables."""
    row = (
        *(replace_non_unicode(run.name), run.complete, to_cell(run.started_at)),
        *(run.duration_s, to_cell(run.host)),
    )
    series = tuple(
        (
            *(replace_non_unicode(s.name), s.unit.value, s.line, len(s.values)),
            *(pack_series(s.values), None if s.times is None else pack_series(s.times)),
        )
        for s in run.series
    )
    return RunRows(
        row,
        _intern_rows(run.attributes),
        _intern_rows(tuple(map(_conditions, run.measurements))),
        array("d", (m.value for m in run.measurements)),
        tuple(m.column for m in run.measurements),
        series,
    )


def _intern_rows(rows: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return one shared object for equal rows, so that they can be compared by identity."""
    if len(_shared) >= _MOST_SHARED:
        _shared.clear()
    return _shared.setdefault(rows, rows)


def measurement_row(measured: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return what is in a row of a list of measurements."""
    metric, statistic, unit, load, group, line, origin = measured
    group = to_cell(group)
    return (
        metric.value,
        replace_non_unicode(statistic),
        unit.value,
        *load,
        group,
        line,
        origin.value,
    )


def attribute_row(attribute: tuple[str, str]) -> tuple[Any, ...]:
    """Return what is in a row of a list of attributes."""
    name, value = attribute
    return replace_non_unicode(name), replace_non_unicode(value)
