"""Results documents that differ in nothing but the values between their tags.

A lab has thousands of them from one program. Their markup, the form, is parsed once, with numbers
in place of the values; what the parser gives for a number is then where that value belongs.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from arraywise.importers.swingbench.record import Entry, Record, Transaction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from arraywise.importers.swingbench.record import Fields

    Parse = Callable[[str, int], Record]
    _Slot = tuple[str, int | None, tuple[str, int | None, int | None]]

_LONGEST = 1024 * 1024
_KNOWN = 64
_MARK = "\ue000"
"""Stands before the number of a value."""
_UNFIT = ("<!", "<?", _MARK)
"""Within comments and the like, values may be markup."""
_VALUE = re.compile(
    r">([^\s\x00-\x1f<>&\ud800-\udfff\ufffe\uffff]"
    r"[^\x00-\x08\n-\x1f<>&\ud800-\udfff\ufffe\uffff]*)</"
)
"""A text that the parser takes as it stands; all others count as markup."""
_NUMBERED = re.compile(rf"{_MARK}\d+")
CLOSE = re.compile(r"</(?:[\w.-]+:)?Results\s*>")


def read_by_form(text: str, lines_before: int, parse: Parse) -> Record | None:
    """Read a document whose form is known by now, or can be.

    Args:
        text: A document.
        lines_before: Lines of the file above it.
        parse: Reads any document, given the same.

    Returns:
        What `parse` gives for the text; None where values can make a difference to the parser.
    """
    # a rare character alone is found fifty times quicker than behind a frequent one
    if len(text) > _LONGEST or any(sign[-1] in text and sign in text for sign in _UNFIT):
        return None
    pieces = _VALUE.split(text)
    form = _form(tuple(pieces[0::2]), lines_before, parse)
    return None if form is None else form.filled(pieces[1::2])


_entry: Callable[[tuple[str, int | None, int | None]], Entry] = partial(tuple.__new__, Entry)
"""As `Entry`, in half the time: a file has a hundred."""


class _Form:
    """A document's record with, for each text, the number of the value that it is."""

    def __init__(self, record: Record) -> None:
        self._fields = _slots(record.fields)
        self._transactions = [(t.name, _slots(t.fields)) for t in record.transactions]
        self._readings = _slots({"": record.readings}) if record.readings else []
        self._waits = record.waits

    def filled(self, values: Sequence[str]) -> Record:
        """Make the record of a document with other values."""
        return Record(
            fields=_filled(self._fields, values),
            transactions=[
                Transaction(name, _filled(slots, values)) for name, slots in self._transactions
            ],
            readings=_filled(self._readings, values).get(""),
            waits=[*self._waits],
        )


def _slots(fields: Fields) -> list[_Slot]:
    return [
        (name, int(text[1:]) if text[:1] == _MARK else None, (text, line, column))
        for name, (text, line, column) in fields.items()
    ]


def _filled(slots: Sequence[_Slot], values: Sequence[str]) -> Fields:
    return {
        name: _entry((text if number is None else values[number], line, column))
        for name, number, (text, line, column) in slots
    }


@lru_cache(maxsize=_KNOWN)
def _form(markup: tuple[str, ...], lines_before: int, parse: Parse) -> _Form | None:
    """Parse the markup around values; None where values may not stand as they do."""
    if any("\n" not in piece for piece in markup[1:-1]):  # columns would depend on values
        return None
    numbered = (f">{_MARK}{number}</{piece}" for number, piece in enumerate(markup[1:]))
    text = markup[0] + "".join(numbered)
    if len(CLOSE.findall(text)) != 1:
        return None
    record = parse(text, lines_before)
    is_sound = record.whole and not record.problems and all(map(_is_apart, _texts(record)))
    return _Form(record) if is_sound else None


def _texts(record: Record) -> Iterator[str]:
    for fields in (record.fields, *(t.fields for t in record.transactions)):
        yield from (entry.text for entry in fields.values())
    if record.readings:
        yield record.readings.text


def _is_apart(text: str) -> bool:
    """Tell whether a text is either all value or all markup."""
    return _MARK not in text or bool(_NUMBERED.fullmatch(text))
