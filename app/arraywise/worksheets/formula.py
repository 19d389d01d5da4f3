"""Tokenise, parse, move and rewrite formulas.

Every formula is checked part by part before the engine sees it, for the engine takes the beginning
of what it does not understand: `=12,5*2` amounts to 12 there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache
from typing import TYPE_CHECKING, Literal

from arraywise.domain.cells import (
    LONGEST_TEXT,
    MOST_COLUMNS,
    MOST_ROWS,
    CellFault,
    ErrorCode,
    column_letters,
)
from arraywise.domain.messages import Message, message
from arraywise.worksheets import engine as functions

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arraywise.domain.cells import Move


class TokenKind(Enum):
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

    kind: TokenKind
    text: str
    """Numbers with a point, separators as commas, names as typed but for blanks."""
    start: int
    """First letter in the text."""
    end: int
    reference: Reference | None = None


class FormulaError(Exception):
    """The formula cannot be read; carries the fault."""

    def __init__(self, sentence: Message, code: str = ErrorCode.ERROR) -> None:
        super().__init__(str(sentence))
        self.fault = CellFault(code, sentence)


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
    """Cut what is behind the equals sign.

    Raises:
        NotUnderstood: At a letter that cannot stand where it is.
    """
    place = 1
    tokens: list[Token] = []
    scanner = _scanner(decimal)
    while place < len(text):
        result = scanner.match(text, place)
        if result is None or result.end() == place:
            raise _unreadable(text, place, decimal)
        tokens.append(_token(result))
        place = result.end()
    return tuple(tokens)


def _token(result: re.Match[str]) -> Token:
    if result.lastgroup == "OPTION":
        return Token(TokenKind.NAME, _name_of_option(result["OPTION"]), *result.span("OPTION"))
    kind = (
        TokenKind[str(result.lastgroup)]
        if result.lastgroup in TokenKind.__members__
        else TokenKind.REFERENCE
    )
    text = result[kind.name]
    start, end = result.span(kind.name)
    if kind is TokenKind.REFERENCE:
        quoted, sheet = result["quoted"], result["bare"]
        if quoted:
            sheet = quoted[1:-1].replace("''", "'")
        return Token(kind, text, start, end, _reference(sheet, result["area"]))
    if kind is TokenKind.NUMBER:
        text = text.replace(",", ".")
    elif kind is TokenKind.SEPARATOR:
        text = ","
    elif kind is TokenKind.OPERATOR:
        text = text.replace("\u2212", "-")
    return Token(kind, text, start, end)


def name_by_option(option: str, result: str) -> str:
    """Return the name of an option's result by the option's own name: `Option("NAS").Price`."""
    quoted = option.replace('"', '""')
    return f'Option("{quoted}").{result}'


def _name_of_option(text: str) -> str:
    result = _OPTION.fullmatch(text)
    assert result is not None  # noqa: S101 - the scanner has matched it
    return f"Option({result[1]}).{result[2]}"


def _reference(sheet: str | None, area: str) -> Reference:
    first, _, last = area.partition(":")
    return Reference(sheet, _corner(first.strip()), _corner(last.strip()) if last else None)


def _corner(text: str) -> Corner:
    result = _CORNER_PARTS.fullmatch(text)
    assert result is not None  # noqa: S101 - the scanner has matched it
    fixed_column, letters, fixed_row, digits = result.groups()
    column = 0
    for letter in letters.upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    row = int(digits) - 1 if digits else None
    if column > MOST_COLUMNS or (row or 0) >= MOST_ROWS:
        raise FormulaError(
            message(
                "{cell} is outside the sheet ({rows:,} rows, columns A to CV).",
                cell=text,
                rows=MOST_ROWS,
            ),
            ErrorCode.REF,
        )
    return Corner(row, column - 1, bool(fixed_row), bool(fixed_column))


def _unreadable(text: str, place: int, decimal: str) -> FormulaError:
    rest = text[place:].strip()
    if rest[:1] == '"':
        return FormulaError(message("A quotation mark is missing at the end of a text."))
    if decimal == "," and rest[:1] in {".", ","}:
        return FormulaError(
            message("“{letter}” is not allowed here. Use a comma for decimals and semicolons"
                    " between arguments.", letter=rest[:1]))  # fmt: skip
    if "!" in rest:
        name = rest.partition("!")[0]
        return FormulaError(
            message("There is no cell “{name}”.", name=name[:40] + "!"), ErrorCode.REF
        )
    return FormulaError(
        message("“{letter}” cannot stand where it stands.", letter=rest[:1] or "=")
    )


MOST_NESTED = 32
"""The engine ends the whole program at some thousand."""
_PREFIX = frozenset("+-")
_OPERANDS = frozenset(
    {TokenKind.NUMBER, TokenKind.STRING, TokenKind.REFERENCE, TokenKind.NAME, TokenKind.ERROR}
)


@dataclass(frozen=True, slots=True)
class Formula:
    """The parts of a formula."""

    tokens: tuple[Token, ...]

    @property
    def references(self) -> tuple[Reference, ...]:
        """The cells and ranges that it names."""
        return tuple(t.reference for t in self.tokens if t.reference is not None)

    @property
    def names(self) -> tuple[str, ...]:
        """The names that it uses."""
        return tuple(t.text for t in self.tokens if _is_result_name(t))

    def written(
        self,
        decimal: str = ".",
        reference: Callable[[Reference], str] | None = None,
        name: Callable[[str], str] | None = None,
    ) -> str:
        """Write it, with other references or names where a function gives them."""
        sentence = "".join(_write(token, decimal, reference or written_reference, name or str)
                       for token in self.tokens)  # fmt: skip
        return f"={sentence}"

    def moved(self, down: int, right: int, decimal: str = ".") -> str:
        """Write it as it reads in a cell some rows further down and columns further right."""
        return self.written(decimal, lambda r: written_reference(_moved(r, down, right)))


def read_formula(text: str, decimal: str) -> Formula:
    """Understand a formula that begins with an equals sign.

    Raises:
        NotUnderstood: Where it is none; the fault says why.
    """
    if len(text) > LONGEST_TEXT:
        raise FormulaError(
            message("A formula has at most {most:,} characters.", most=LONGEST_TEXT)
        )
    tokens = cut(text, decimal)
    _check(tokens)
    return Formula(tokens)


def _check(tokens: tuple[Token, ...]) -> None:
    """Check that operands and operators take turns and that brackets pair."""
    open_: list[str] = []
    wants_operand = True
    for place, token in enumerate(tokens):
        before = tokens[place - 1] if place else None
        wants_operand = _checked(token, before, open_, wants_operand=wants_operand)
        if len(open_) > MOST_NESTED:
            raise FormulaError(
                message("Brackets are nested more than {most} deep.", most=MOST_NESTED)
            )
    if open_:
        raise FormulaError(message("A closing bracket is missing."))
    if wants_operand:
        raise FormulaError(message("A value is missing at the end of the formula."))


def _checked(token: Token, before: Token | None, open_: list[str], *, wants_operand: bool) -> bool:
    """Check one part; return whether a value must follow."""
    if token.kind in _OPERANDS or token.kind is TokenKind.FUNCTION:
        if not wants_operand:
            raise FormulaError(message("An operator is missing before “{text}”.",
                                               text=token.text[:40]))  # fmt: skip
        _check_operand(token, open_)
        return token.kind is TokenKind.FUNCTION
    if token.kind is TokenKind.OPEN:
        if not wants_operand:
            raise FormulaError(message("An operator is missing before “{text}”.", text="("))
        called = before is not None and before.kind is TokenKind.FUNCTION
        open_.append(before.text.upper() if called and before else "")
        return True
    if token.kind is TokenKind.OPERATOR:
        if wants_operand and token.text not in _PREFIX:
            raise FormulaError(message("A value is missing before “{text}”.", text=token.text))
        return token.text != "%"
    return _validate_end(token, before, open_, wants_operand=wants_operand)


def _validate_end(
    token: Token, before: Token | None, open_: list[str], *, wants_operand: bool
) -> bool:
    """Check a separator or a closing bracket; a function's argument may be left empty."""
    in_function = bool(open_) and bool(open_[-1])
    may_be_empty = (
        before is not None and before.kind in {TokenKind.OPEN, TokenKind.SEPARATOR} and in_function
    )
    if wants_operand and not may_be_empty:
        raise FormulaError(message("A value is missing before “{text}”.", text=token.text))
    if token.kind is TokenKind.SEPARATOR:
        if not in_function:
            raise FormulaError(
                message(
                    "“{text}” separates function arguments; there is no function here. Write"
                    " numbers without thousands separators.",
                    text=token.text,
                )
            )
        return True
    if not open_:
        raise FormulaError(message("An opening bracket is missing."))
    open_.pop()
    return False


def _check_operand(token: Token, open_: list[str]) -> None:
    if token.kind is TokenKind.FUNCTION:
        _check_function(token.text)
    is_range = token.reference is not None and token.reference.last is not None
    if is_range and not (open_ and _innermost(open_) in functions.OF_RANGES):
        sentence = message("{range} is a range. Use a function such as SUM.", range=token.text)
        raise FormulaError(sentence, ErrorCode.VALUE)


def _innermost(open_: list[str]) -> str:
    return next((name for name in reversed(open_) if name), "")


def _check_function(name: str) -> None:
    known = name.upper()
    if known in functions.ALL:
        return
    if known == "OPTION":
        raise FormulaError(
            message(
                "Write an option's result as its name in quotation marks, a point and the"
                ' result: Option("NAS").Price.'
            ),
            ErrorCode.NAME,
        )
    if known in functions.REFUSED:
        why = message(
            "{name} is not available: its result changes on each calculation.", name=known
        )
        raise FormulaError(why, ErrorCode.NAME)
    raise FormulaError(
        message("No function {name}. Function names are English.", name=name[:40]), ErrorCode.NAME
    )


def _is_result_name(token: Token) -> bool:
    return token.kind is TokenKind.NAME and token.text.upper() not in {"TRUE", "FALSE"}


def _write(
    token: Token, decimal: str, reference: Callable[[Reference], str], name: Callable[[str], str]
) -> str:
    if token.reference is not None:
        return reference(token.reference)
    if token.kind is TokenKind.NUMBER:
        return token.text.replace(".", decimal)
    if token.kind is TokenKind.SEPARATOR:
        return ";" if decimal == "," else ","
    if _is_result_name(token):
        return name(token.text)
    return token.text.upper() if token.kind is TokenKind.FUNCTION else token.text


def written_reference(reference: Reference) -> str:
    """Write a reference as a user would; one that has left the sheet is #REF!."""
    corners = [reference.first, *([reference.last] if reference.last else [])]
    if any(c.column < 0 or (c.row is not None and c.row < 0) for c in corners):
        return "#REF!"
    area = ":".join(_written_corner(corner) for corner in corners)
    return f"{quoted(reference.sheet)}!{area}" if reference.sheet is not None else area


def quoted(sheet: str) -> str:
    """Write a sheet's name as it is in a formula."""
    plain = sheet.isidentifier() and not sheet[-1].isdigit()
    return sheet if plain else "'" + sheet.replace("'", "''") + "'"


def _written_corner(corner: Corner) -> str:
    column = "$" * corner.fixed_column + column_letters(corner.column)
    return column if corner.row is None else f"{column}{'$' * corner.fixed_row}{corner.row + 1}"


def _moved(reference: Reference, down: int, right: int) -> Reference:
    def corner(c: Corner) -> Corner:
        row = c.row if c.row is None or c.fixed_row else c.row + down
        return replace(c, row=row, column=c.column + (0 if c.fixed_column else right))

    return replace(
        reference,
        first=corner(reference.first),
        last=corner(reference.last) if reference.last else None,
    )


_GONE = "#REF!"


@dataclass(frozen=True, slots=True)
class LineShift:
    """Rows or columns that come or go."""

    axis: Literal["row", "column"]
    first: int
    """From 0."""
    count: int

    @property
    def most(self) -> int:
        """How many rows or columns a sheet has."""
        return MOST_ROWS if self.axis == "row" else MOST_COLUMNS

    def inserted(self, place: int) -> int:
        """Return where a row or column is once these came in before the first."""
        return place if place < self.first else place + self.count

    def deleted(self, place: int) -> int | None:
        """Return where one is once these are gone; None where it is one of them."""
        if place < self.first:
            return place
        return None if place < self.first + self.count else place - self.count


def with_inserted(text: str, decimal: str, came: LineShift, sheet: str | None) -> str:
    """Write a formula as it reads after rows or columns were inserted.

    Args:
        text: What was typed; anything but a formula comes back as it is.
        decimal: Decimal mark that it was typed with.
        came: What was inserted.
        sheet: Name of the sheet that got them; None where it is the formula's own.
    """

    def ends(low: int, high: int) -> tuple[int, int] | None:
        first, last = came.inserted(low), min(came.inserted(high), came.most - 1)
        return (first, last) if first < came.most else None

    return _rewritten(text, decimal, sheet, lambda r: _with_ends(r, came, ends))


def with_deleted(text: str, decimal: str, gone: LineShift, sheet: str | None) -> str:
    """Write a formula as it reads after rows or columns were deleted; see above."""

    def ends(low: int, high: int) -> tuple[int, int] | None:
        if gone.first <= low and high < gone.first + gone.count:
            return None
        first, last = gone.deleted(low), gone.deleted(high)
        return gone.first if first is None else first, gone.first - 1 if last is None else last

    return _rewritten(text, decimal, sheet, lambda r: _with_ends(r, gone, ends))


def _with_ends(
    reference: Reference, stretch: LineShift, ends: Callable[[int, int], tuple[int, int] | None]
) -> str:
    """Write a reference whose first and last row, or column, are others; None is #REF!."""
    corners = [reference.first, reference.last or reference.first]
    places = [place for corner in corners if (place := getattr(corner, stretch.axis)) is not None]
    if len(places) < len(corners):
        return written_reference(reference)  # whole columns know no rows
    low, high = sorted(places)
    changed = ends(low, high)
    if changed is None:
        return _GONE
    new = dict(zip((low, high), changed, strict=True))
    first, last = (
        replace(corner, **{stretch.axis: new[place]})
        for corner, place in zip(corners, places, strict=True)
    )
    return written_reference(
        replace(reference, first=first, last=last if reference.last else None)
    )


def with_moved(text: str, decimal: str, move: Move, sheet: str | None) -> str:
    """Write a formula as it reads after cells were moved: what is among these is followed."""

    def corner(c: Corner) -> Corner:
        row = None if c.row is None else c.row + move.down
        return replace(c, row=row, column=c.column + move.right)

    def changed(r: Reference) -> str:
        corners = [r.first, r.last or r.first]
        if not all(c.row is not None and move.area.holds(c.row, c.column) for c in corners):
            return written_reference(r)
        last = corner(r.last) if r.last else None
        return written_reference(replace(r, first=corner(r.first), last=last))

    return _rewritten(text, decimal, sheet, changed)


def with_sheet_renamed(text: str, decimal: str, old: str, new: str) -> str:
    """Write a formula as it reads after a sheet got another name."""
    return _rewritten(
        text, decimal, old, lambda reference: written_reference(replace(reference, sheet=new))
    )


def with_name_renamed(text: str, decimal: str, rename: Callable[[str], str]) -> str:
    """Write a formula with other names of results."""
    try:
        formula = read_formula(text, decimal)
    except FormulaError:
        return text
    return formula.written(decimal, name=rename)


def _rewritten(
    text: str, decimal: str, sheet: str | None, change: Callable[[Reference], str]
) -> str:
    """Change the references to one sheet; what is no formula, or names no such cell, stays."""
    if not text.startswith("="):
        return text
    try:
        formula = read_formula(text, decimal)
    except FormulaError:
        return text

    def meant(reference: Reference) -> bool:
        if sheet is None or reference.sheet is None:
            return sheet is reference.sheet
        return reference.sheet.casefold() == sheet.casefold()

    def written(reference: Reference) -> str:
        return change(reference) if meant(reference) else written_reference(reference)

    if not any(meant(reference) for reference in formula.references):
        return text
    return formula.written(decimal, written)


_EXACT = "0"


class _NotInOlder(Exception):  # noqa: N818 - a way out, not a fault
    """A lookup is asked for that INDEX and MATCH do not have."""


def in_older_functions(formula: Formula) -> Formula | None:
    """Return a formula with INDEX and MATCH in place of XLOOKUP and XMATCH.

    Returns:
        The formula; None where a lookup is asked for that goes backwards,
        by wildcards or to the next smaller one, which only a value can stand for.
    """
    try:
        return Formula(tuple(_older(formula.tokens)))
    except _NotInOlder:
        return None


def _older(tokens: Sequence[Token]) -> list[Token]:
    result: list[Token] = []
    place = 0
    while place < len(tokens):
        token = tokens[place]
        name = token.text.upper() if token.kind is TokenKind.FUNCTION else ""
        if name in {"XLOOKUP", "XMATCH"}:
            end = _end(tokens, place + 1)
            arguments = [_older(part) for part in _arguments(tokens[place + 2 : end])]
            result += _lookup(arguments) if name == "XLOOKUP" else _match(*_two(arguments))
            place = end
        else:
            result.append(token)
        place += 1
    return result


def _end(tokens: Sequence[Token], first: int) -> int:
    """Return the place of the bracket that closes the one at a place."""
    depth = 0
    for place in range(first, len(tokens)):
        depth += (tokens[place].kind is TokenKind.OPEN) - (tokens[place].kind is TokenKind.CLOSE)
        if depth == 0:
            return place
    raise _NotInOlder


def _arguments(tokens: Sequence[Token]) -> list[list[Token]]:
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token.kind is TokenKind.OPEN) - (token.kind is TokenKind.CLOSE)
        if token.kind is TokenKind.SEPARATOR and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _two(arguments: list[list[Token]]) -> tuple[list[Token], list[Token]]:
    if len(arguments) != 2:
        raise _NotInOlder
    return arguments[0], arguments[1]


def _lookup(arguments: list[list[Token]]) -> list[Token]:
    """Write `INDEX(result,MATCH(wanted,among,0))`, with IFNA where there is something else."""
    if len(arguments) not in {3, 4}:
        raise _NotInOlder
    wanted, among, result, *rest = arguments
    found = _call("INDEX", result, _match(wanted, among))
    return _call("IFNA", found, rest[0]) if rest and rest[0] else found


def _match(wanted: list[Token], among: list[Token]) -> list[Token]:
    return _call("MATCH", wanted, among, [Token(TokenKind.NUMBER, _EXACT, 0, 0)])


def _call(name: str, *arguments: list[Token]) -> list[Token]:
    tokens = [Token(TokenKind.FUNCTION, name, 0, 0), Token(TokenKind.OPEN, "(", 0, 0)]
    for number, argument in enumerate(arguments):
        tokens += [Token(TokenKind.SEPARATOR, ",", 0, 0)] if number else []
        tokens += argument
    return [*tokens, Token(TokenKind.CLOSE, ")", 0, 0)]
