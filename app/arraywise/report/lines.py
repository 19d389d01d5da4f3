"""Breaks text into lines: as many words as fit; a word longer than a line, letter by letter."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from arraywise.report import fonts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from reportlab.lib.colors import Color

_SHRINKAGE = 0.05
"""Part of its blanks that a line may be too long by: nobody sees it."""


class Face(NamedTuple):
    """How a stretch of text is set, and where it leads."""

    font: str
    size: float
    ink: Color
    rise: float = 0.0
    leads_to: str = ""

    def width(self, text: str) -> float:
        """Return how wide a text runs, in points."""
        return fonts.width(text, self.size, self.font)


class Piece(NamedTuple):
    """Text in one face."""

    text: str
    face: Face

    @property
    def width(self) -> float:
        """In points."""
        return self.face.width(self.text)


class Line(NamedTuple):
    """What stands on one line."""

    pieces: tuple[Piece, ...]
    width: float


class _Word(NamedTuple):
    pieces: tuple[Piece, ...]
    width: float


def break_lines(pieces: Sequence[Piece], width: float) -> list[Line]:
    """Break pieces into lines of a width in points; a piece may hold line breaks of its own."""
    found: list[Line] = []
    for stretch in _between_breaks(pieces):
        whole = sum(piece.width for piece in stretch)
        if whole <= width:
            found.append(Line(tuple(stretch), whole))
        else:
            found += _filled(list(_words(stretch)), width)
    return found


def _between_breaks(pieces: Iterable[Piece]) -> list[list[Piece]]:
    """Part pieces where one is a line break."""
    found: list[list[Piece]] = [[]]
    for piece in pieces:
        if piece.text == "\n":
            found.append([])
        elif piece.text:
            found[-1].append(piece)
    return found if found != [[]] else []


def _words(pieces: Sequence[Piece]) -> Iterator[_Word]:
    """Take pieces apart at their blanks; a word may run over several pieces."""
    begun: list[Piece] = []
    for text, face in pieces:
        first, *others = text.split(" ")
        if first:
            begun.append(Piece(first, face))
        for other in others:
            if begun:
                yield _word(begun)
            begun = [Piece(other, face)] if other else []
    if begun:
        yield _word(begun)


def _word(pieces: Sequence[Piece]) -> _Word:
    return _Word(tuple(pieces), sum(piece.width for piece in pieces))


def _filled(words: Sequence[_Word], width: float) -> list[Line]:
    """Fill lines with words."""
    found: list[Line] = []
    line: list[_Word] = []
    taken = blanks = 0.0
    for word in words:
        blank = line[-1].pieces[-1].face.width(" ") if line else 0.0
        if taken + blank + word.width <= width + _SHRINKAGE * (blanks + blank):
            taken, blanks = taken + blank + word.width, blanks + blank
            line.append(word)
            continue
        *full, rest = [word]
        if word.width > width:
            *full, rest = _broken(word, width - taken - blank, width)
        if full:
            line.append(full.pop(0))
        if line:
            found.append(_line(line))
        found += [_line([part]) for part in full]
        line, taken, blanks = [rest], rest.width, 0.0
    return [*found, _line(line)]


def _broken(word: _Word, room: float, width: float) -> list[_Word]:
    """Break a word into what fits into a room and what fits into lines, letter by letter."""
    parts: list[list[Piece]] = [[]]
    taken, limit = 0.0, room
    for text, face in word.pieces:
        for letter in text:
            wide = face.width(letter)
            if taken + wide > limit and (parts[-1] or len(parts) == 1):
                parts.append([])
                taken, limit = 0.0, width
            parts[-1].append(Piece(letter, face))
            taken += wide
    return [_word(_merged(part)) for part in parts]


def _merged(letters: Iterable[Piece]) -> list[Piece]:
    return [
        Piece("".join(piece.text for piece in same), face)
        for face, same in groupby(letters, key=lambda piece: piece.face)
    ]


def _line(words: Sequence[_Word]) -> Line:
    """Put words on a line, with a blank after each in the face that it ends with."""
    spaced: list[Piece] = []
    for word in words:
        if spaced and word.pieces:
            spaced.append(Piece(" ", spaced[-1].face))
        spaced += word.pieces
    merged = tuple(_merged(spaced))
    return Line(merged, sum(piece.width for piece in merged))
