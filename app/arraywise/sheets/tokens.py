"""Cuts a formula into its parts, in the user's decimal mark; says where it cannot be read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache

from arraywise.domain.said import Said, say
from arraywise.domain.sheets import MOST_COLUMNS, MOST_ROWS, CellFault, ErrorCode


class Kind(Enum):
    """What a part of a formula is."""

    NUMBER = auto()
    STRING = auto()
    REFERENCE = auto()
    FUNCTION = auto()
    NAME = auto()
    ERROR = auto()
    OPERATOR = auto()
    OPEN = auto()
    CLOSE = auto()
    SEPARATOR = auto()


@dataclass(frozen=True, slots=True)
class Corner:
    """A row and a column, each of which stays, or goes along when the formula moves."""

    row: int | None
    """From 0; None for a whole column."""
    column: int
    fixed_row: bool = False
    fixed_column: bool = False


@dataclass(frozen=True, slots=True)
class Reference:
    """A cell or a range."""

    sheet: str | None
    """As it is called; None for the formula's own."""
    first: Corner
    last: Corner | None = None
    """None for a single cell."""


@dataclass(frozen=True, slots=True)
class Token:
    """A part of a formula."""

    kind: Kind
    text: str
    """Numbers with a point, separators as commas, names as typed but for blanks."""
    start: int
    """First letter in the text."""
    end: int
    reference: Reference | None = None


class NotUnderstood(Exception):  # noqa: N818 - it is what is wrong with a formula
    """The formula cannot be read; carries the fault."""

    def __init__(self, code: str, said: Said) -> None:
        super().__init__(str(said))
        self.fault = CellFault(code, said)


_SHEET = r"(?:(?P<quoted>'(?:[^']|'')+')|(?P<bare>[^\W\d][\w.]*))!"
_CORNER = r"\$?[A-Za-z]{1,3}\$?[1-9][0-9]{0,6}"
_COLUMN = r"\$?[A-Za-z]{1,3}"
_AREA = rf"(?:{_CORNER}(?:\s*:\s*{_CORNER})?|{_COLUMN}:{_COLUMN})(?![\w.(!])"
_OPTION = re.compile(r'option\s*\(\s*("(?:[^"]|"")*")\s*\)\s*\.\s*([^\W\d]\w*)', re.IGNORECASE)
_CORNER_PARTS = re.compile(r"(\$?)([A-Za-z]{1,3})(\$?)([0-9]*)")


@cache
def _scanner(decimal: str) -> re.Pattern[str]:
    mark = re.escape(decimal)
    separator = ";" if decimal == "," else "[;,]"
    return re.compile(
        rf"""\s*(?:
        (?P<NUMBER>(?:\d+(?:{mark}\d*)?|{mark}\d+)(?:[eE][+-]?\d{{1,3}})?)
        |(?P<STRING>"(?:[^"]|"")*")
        |(?P<OPTION>(?i:option)\s*\(\s*"(?:[^"]|"")*"\s*\)\s*\.\s*[^\W\d]\w*)
        |(?P<ERROR>\#(?:REF!|DIV/0!|VALUE!|N/A|NAME\?|NUM!))
        |(?P<REFERENCE>(?:{_SHEET})?(?P<area>{_AREA}))
        |(?P<FUNCTION>[^\W\d][\w.]*+)\s*(?=\()
        |(?P<NAME>[^\W\d][\w.]*+)(?!!)
        |(?P<OPERATOR><>|<=|>=|[-+*/^&=<>%\u2212])
        |(?P<OPEN>\()|(?P<CLOSE>\))|(?P<SEPARATOR>{separator})
        )\s*""",
        re.VERBOSE,
    )


def cut(text: str, decimal: str) -> tuple[Token, ...]:
    """Cut what stands behind the equals sign.

    Raises:
        NotUnderstood: At a letter that cannot stand where it stands.
    """
    place = 1
    tokens: list[Token] = []
    scanner = _scanner(decimal)
    while place < len(text):
        found = scanner.match(text, place)
        if found is None or found.end() == place:
            raise _unreadable(text, place, decimal)
        tokens.append(_token(found))
        place = found.end()
    return tuple(tokens)


def _token(found: re.Match[str]) -> Token:
    if found.lastgroup == "OPTION":
        return Token(Kind.NAME, _name_of_option(found["OPTION"]), *found.span("OPTION"))
    kind = Kind[str(found.lastgroup)] if found.lastgroup in Kind.__members__ else Kind.REFERENCE
    text = found[kind.name]
    start, end = found.span(kind.name)
    if kind is Kind.REFERENCE:
        quoted, sheet = found["quoted"], found["bare"]
        if quoted:
            sheet = quoted[1:-1].replace("''", "'")
        return Token(kind, text, start, end, _reference(sheet, found["area"]))
    if kind is Kind.NUMBER:
        text = text.replace(",", ".")
    elif kind is Kind.SEPARATOR:
        text = ","
    elif kind is Kind.OPERATOR:
        text = text.replace("\u2212", "-")
    return Token(kind, text, start, end)


def name_by_option(option: str, result: str) -> str:
    """Return the name of an option's result by the option's own name: `Option("NAS").Price`."""
    quoted = option.replace('"', '""')
    return f'Option("{quoted}").{result}'


def _name_of_option(text: str) -> str:
    found = _OPTION.fullmatch(text)
    assert found is not None  # noqa: S101 - the scanner has matched it
    return f"Option({found[1]}).{found[2]}"


def _reference(sheet: str | None, area: str) -> Reference:
    first, _, last = area.partition(":")
    return Reference(sheet, _corner(first.strip()), _corner(last.strip()) if last else None)


def _corner(text: str) -> Corner:
    found = _CORNER_PARTS.fullmatch(text)
    assert found is not None  # noqa: S101 - the scanner has matched it
    fixed_column, letters, fixed_row, digits = found.groups()
    column = 0
    for letter in letters.upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    row = int(digits) - 1 if digits else None
    if column > MOST_COLUMNS or (row or 0) >= MOST_ROWS:
        raise NotUnderstood(
            ErrorCode.REF,
            say(
                "{cell} lies outside the sheet, which has {rows:,} rows and the columns A to CV.",
                cell=text,
                rows=MOST_ROWS,
            ),
        )
    return Corner(row, column - 1, bool(fixed_row), bool(fixed_column))


def _unreadable(text: str, place: int, decimal: str) -> NotUnderstood:
    rest = text[place:].strip()
    if rest[:1] == '"':
        return NotUnderstood(
            ErrorCode.ERROR, say("A text begins with a quotation mark and never ends.")
        )
    if decimal == "," and rest[:1] in {".", ","}:
        return NotUnderstood(
            ErrorCode.ERROR,
            say("“{letter}” cannot stand here: decimals have a comma, arguments a semicolon"
                " between them.", letter=rest[:1]),
        )  # fmt: skip
    if "!" in rest:
        name = rest.partition("!")[0]
        return NotUnderstood(
            ErrorCode.REF, say("There is no cell “{name}”.", name=name[:40] + "!")
        )
    return NotUnderstood(
        ErrorCode.ERROR, say("“{letter}” cannot stand where it stands.", letter=rest[:1] or "=")
    )
