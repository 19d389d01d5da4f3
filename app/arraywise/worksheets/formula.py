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

_SHEET = r"(?:(?P<quoted>'(?:[^']|'')+')|(?P<bare>[^\W\d][\w.]*))!"
_CORNER = r"\$?[A-Za-z]{1,3}\$?[1-9][0-9]{0,6}"
_COLUMN = r"\$?[A-Za-z]{1,3}"
_AREA = rf"(?:{_CORNER}(?:\s*:\s*{_CORNER})?|{_COLUMN}:{_COLUMN})(?![\w.(!])"
_OPTION = re.compile(r'option\s*\(\s*("(?:[^"]|"")*")\s*\)\s*\.\s*([^\W\d]\w*)', re.IGNORECASE)
_CORNER_PARTS = re.compile(r"(\$?)([A-Za-z]{1,3})(\$?)([0-9]*)")
MOST_NESTED = 32
"""The engine ends the whole program at some thousand."""
_PREFIX = frozenset("+-")
_REF_ERROR = "#REF!"
_EXACT_MATCH = "0"


class TokenKind(Enum):
    """What a token of a formula is."""

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
    """A token of a formula."""

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


@cache
def _token_pattern(decimal: str) -> re.Pattern[str]:
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


def tokenise(text: str, decimal: str) -> tuple[Token, ...]:
    """Return the tokens of a formula's text after the equals sign.

    Raises:
        FormulaError: At a letter that cannot stand where it is.
    """
    position = 1
    tokens: list[Token] = []
    scanner = _token_pattern(decimal)
    while position < len(text):
        result = scanner.match(text, position)
        if result is None or result.end() == position:
            raise _build_syntax_error(text, position, decimal)
        tokens.append(_build_token(result))
        position = result.end()
    return tuple(tokens)


def _build_token(result: re.Match[str]) -> Token:
    if result.lastgroup == "OPTION":
        return Token(
            TokenKind.NAME, _normalise_option_result_name(result["OPTION"]), *result.span("OPTION")
        )
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
        return Token(kind, text, start, end, _parse_reference(sheet, result["area"]))
    if kind is TokenKind.NUMBER:
        text = text.replace(",", ".")
    elif kind is TokenKind.SEPARATOR:
        text = ","
    elif kind is TokenKind.OPERATOR:
        text = text.replace("\u2212", "-")
    return Token(kind, text, start, end)


def option_result_name(option: str, result: str) -> str:
    """Return what formulas call an option's result: `Option("NAS").Price`."""
    quoted = option.replace('"', '""')
    return f'Option("{quoted}").{result}'


def _normalise_option_result_name(text: str) -> str:
    result = _OPTION.fullmatch(text)
    assert result is not None  # noqa: S101 - the scanner has matched it
    return f"Option({result[1]}).{result[2]}"


def _parse_reference(sheet: str | None, area: str) -> Reference:
    first, _, last = area.partition(":")
    return Reference(
        sheet, _parse_corner(first.strip()), _parse_corner(last.strip()) if last else None
    )


def _parse_corner(text: str) -> Corner:
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


def _build_syntax_error(text: str, position: int, decimal: str) -> FormulaError:
    rest = text[position:].strip()
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


_OPERANDS = frozenset(
    {TokenKind.NUMBER, TokenKind.STRING, TokenKind.REFERENCE, TokenKind.NAME, TokenKind.ERROR}
)


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula as its tokens."""

    tokens: tuple[Token, ...]

    @property
    def references(self) -> tuple[Reference, ...]:
        """The cells and ranges that it refers to."""
        return tuple(t.reference for t in self.tokens if t.reference is not None)

    @property
    def result_names(self) -> tuple[str, ...]:
        """The names of results that it uses."""
        return tuple(t.text for t in self.tokens if _is_result_name(t))

    def render(
        self,
        decimal: str = ".",
        reference: Callable[[Reference], str] | None = None,
        name: Callable[[str], str] | None = None,
    ) -> str:
        """Return the formula as text; `reference` and `name` may write these otherwise."""
        parts = (
            _render_token(token, decimal, reference or render_reference, name or str)
            for token in self.tokens
        )
        return f"={''.join(parts)}"

    def render_moved(self, rows_down: int, columns_right: int, decimal: str = ".") -> str:
        """Return the formula's text in a cell some rows further down and columns to the right."""
        return self.render(
            decimal, lambda r: render_reference(_shift_reference(r, rows_down, columns_right))
        )


def parse_formula(text: str, decimal: str) -> Formula:
    """Parse and check a formula that begins with an equals sign.

    Raises:
        FormulaError: When it is no valid formula; the fault says why.
    """
    if len(text) > LONGEST_TEXT:
        raise FormulaError(
            message("A formula has at most {most:,} characters.", most=LONGEST_TEXT)
        )
    tokens = tokenise(text, decimal)
    _check_syntax(tokens)
    return Formula(tokens)


def _check_syntax(tokens: tuple[Token, ...]) -> None:
    """Check that operands and operators take turns and that brackets pair."""
    open_functions: list[str] = []
    wants_operand = True
    for index, token in enumerate(tokens):
        before = tokens[index - 1] if index else None
        wants_operand = _check_token(token, before, open_functions, wants_operand=wants_operand)
        if len(open_functions) > MOST_NESTED:
            raise FormulaError(
                message("Brackets are nested more than {most} deep.", most=MOST_NESTED)
            )
    if open_functions:
        raise FormulaError(message("A closing bracket is missing."))
    if wants_operand:
        raise FormulaError(message("A value is missing at the end of the formula."))


def _check_token(
    token: Token, before: Token | None, open_functions: list[str], *, wants_operand: bool
) -> bool:
    """Check one token; return whether an operand must follow."""
    if token.kind in _OPERANDS or token.kind is TokenKind.FUNCTION:
        if not wants_operand:
            raise FormulaError(message("An operator is missing before “{text}”.",
                                               text=token.text[:40]))  # fmt: skip
        _check_operand(token, open_functions)
        return token.kind is TokenKind.FUNCTION
    if token.kind is TokenKind.OPEN:
        if not wants_operand:
            raise FormulaError(message("An operator is missing before “{text}”.", text="("))
        called = before is not None and before.kind is TokenKind.FUNCTION
        open_functions.append(before.text.upper() if called and before else "")
        return True
    if token.kind is TokenKind.OPERATOR:
        if wants_operand and token.text not in _PREFIX:
            raise FormulaError(message("A value is missing before “{text}”.", text=token.text))
        return token.text != "%"
    return _check_separator_or_close(token, before, open_functions, wants_operand=wants_operand)


def _check_separator_or_close(
    token: Token, before: Token | None, open_functions: list[str], *, wants_operand: bool
) -> bool:
    """Check a separator or a closing bracket; a function's argument may be left empty."""
    in_function = bool(open_functions) and bool(open_functions[-1])
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
    if not open_functions:
        raise FormulaError(message("An opening bracket is missing."))
    open_functions.pop()
    return False


def _check_operand(token: Token, open_functions: list[str]) -> None:
    if token.kind is TokenKind.FUNCTION:
        _check_function_allowed(token.text)
    is_range = token.reference is not None and token.reference.last is not None
    if is_range and not (
        open_functions and _innermost_function(open_functions) in functions.RANGE_FUNCTIONS
    ):
        sentence = message("{range} is a range. Use a function such as SUM.", range=token.text)
        raise FormulaError(sentence, ErrorCode.VALUE)


def _innermost_function(open_functions: list[str]) -> str:
    return next((name for name in reversed(open_functions) if name), "")


def _check_function_allowed(name: str) -> None:
    upper_name = name.upper()
    if upper_name in functions.ALLOWED_FUNCTIONS:
        return
    if upper_name == "OPTION":
        raise FormulaError(
            message(
                "Write an option's result as its name in quotation marks, a point and the"
                ' result: Option("NAS").Price.'
            ),
            ErrorCode.NAME,
        )
    if upper_name in functions.REFUSED_FUNCTIONS:
        why = message(
            "{name} is not available: its result changes on each calculation.", name=upper_name
        )
        raise FormulaError(why, ErrorCode.NAME)
    raise FormulaError(
        message("No function {name}. Function names are English.", name=name[:40]), ErrorCode.NAME
    )


def _is_result_name(token: Token) -> bool:
    return token.kind is TokenKind.NAME and token.text.upper() not in {"TRUE", "FALSE"}


def _render_token(
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


def render_reference(reference: Reference) -> str:
    """Return a reference as a user would type it; one that has left the sheet is #REF!."""
    corners = [reference.first, *([reference.last] if reference.last else [])]
    if any(c.column < 0 or (c.row is not None and c.row < 0) for c in corners):
        return "#REF!"
    area = ":".join(_render_corner(corner) for corner in corners)
    return f"{quote_sheet_name(reference.sheet)}!{area}" if reference.sheet is not None else area


def quote_sheet_name(sheet: str) -> str:
    """Return a sheet's name as formulas write it, in quotes where it needs them."""
    plain = sheet.isidentifier() and not sheet[-1].isdigit()
    return sheet if plain else "'" + sheet.replace("'", "''") + "'"


def _render_corner(corner: Corner) -> str:
    column = "$" * corner.fixed_column + column_letters(corner.column)
    return column if corner.row is None else f"{column}{'$' * corner.fixed_row}{corner.row + 1}"


def _shift_reference(reference: Reference, down: int, right: int) -> Reference:
    def corner(c: Corner) -> Corner:
        row = c.row if c.row is None or c.fixed_row else c.row + down
        return replace(c, row=row, column=c.column + (0 if c.fixed_column else right))

    return replace(
        reference,
        first=corner(reference.first),
        last=corner(reference.last) if reference.last else None,
    )


@dataclass(frozen=True, slots=True)
class LineShift:
    """Rows or columns that are inserted or deleted."""

    axis: Literal["row", "column"]
    first: int
    """From 0."""
    count: int

    @property
    def sheet_size(self) -> int:
        """How many rows, or columns, a sheet has."""
        return MOST_ROWS if self.axis == "row" else MOST_COLUMNS

    def index_after_insert(self, index: int) -> int:
        """Return the index of a row or column after these were inserted before the first."""
        return index if index < self.first else index + self.count

    def index_after_delete(self, index: int) -> int | None:
        """Return the index of a row or column after these were deleted; None for a deleted one."""
        if index < self.first:
            return index
        return None if index < self.first + self.count else index - self.count


def rewrite_after_insert(text: str, decimal: str, inserted: LineShift, sheet: str | None) -> str:
    """Return a formula's text after rows or columns were inserted.

    Args:
        text: What was typed; anything but a formula comes back as it is.
        decimal: Decimal mark that it was typed with.
        inserted: What was inserted.
        sheet: Name of the sheet that got them; None where it is the formula's own.
    """

    def bounds(low: int, high: int) -> tuple[int, int] | None:
        first, last = (
            inserted.index_after_insert(low),
            min(inserted.index_after_insert(high), inserted.sheet_size - 1),
        )
        return (first, last) if first < inserted.sheet_size else None

    return _rewrite_references(
        text, decimal, sheet, lambda r: _render_with_new_lines(r, inserted, bounds)
    )


def rewrite_after_delete(text: str, decimal: str, deleted: LineShift, sheet: str | None) -> str:
    """Return a formula's text after rows or columns were deleted; see above."""

    def bounds(low: int, high: int) -> tuple[int, int] | None:
        if deleted.first <= low and high < deleted.first + deleted.count:
            return None
        first, last = deleted.index_after_delete(low), deleted.index_after_delete(high)
        return (
            deleted.first if first is None else first,
            deleted.first - 1 if last is None else last,
        )

    return _rewrite_references(
        text, decimal, sheet, lambda r: _render_with_new_lines(r, deleted, bounds)
    )


def _render_with_new_lines(
    reference: Reference, shift: LineShift, new_lines: Callable[[int, int], tuple[int, int] | None]
) -> str:
    """Return a reference with rows, or columns, moved by `new_lines`; #REF! where that is None."""
    corners = [reference.first, reference.last or reference.first]
    indices = [index for corner in corners if (index := getattr(corner, shift.axis)) is not None]
    if len(indices) < len(corners):
        return render_reference(reference)  # whole columns know no rows
    low, high = sorted(indices)
    changed = new_lines(low, high)
    if changed is None:
        return _REF_ERROR
    new = dict(zip((low, high), changed, strict=True))
    first, last = (
        replace(corner, **{shift.axis: new[index]})
        for corner, index in zip(corners, indices, strict=True)
    )
    return render_reference(replace(reference, first=first, last=last if reference.last else None))


def rewrite_after_move(text: str, decimal: str, move: Move, sheet: str | None) -> str:
    """Return a formula's text after cells were moved; references into these go along."""

    def corner(c: Corner) -> Corner:
        row = None if c.row is None else c.row + move.rows_down
        return replace(c, row=row, column=c.column + move.columns_right)

    def rendered(r: Reference) -> str:
        corners = [r.first, r.last or r.first]
        if not all(c.row is not None and move.area.contains(c.row, c.column) for c in corners):
            return render_reference(r)
        last = corner(r.last) if r.last else None
        return render_reference(replace(r, first=corner(r.first), last=last))

    return _rewrite_references(text, decimal, sheet, rendered)


def rewrite_sheet_name(text: str, decimal: str, old: str, new: str) -> str:
    """Return a formula's text after a sheet was renamed."""
    return _rewrite_references(
        text, decimal, old, lambda reference: render_reference(replace(reference, sheet=new))
    )


def rewrite_result_names(text: str, decimal: str, rename: Callable[[str], str]) -> str:
    """Return a formula's text with other names of results."""
    try:
        formula = parse_formula(text, decimal)
    except FormulaError:
        return text
    return formula.render(decimal, name=rename)


def _rewrite_references(
    text: str, decimal: str, sheet: str | None, change: Callable[[Reference], str]
) -> str:
    """Return a text with other references to one sheet; what is no formula stays as it is."""
    if not text.startswith("="):
        return text
    try:
        formula = parse_formula(text, decimal)
    except FormulaError:
        return text

    def is_meant(reference: Reference) -> bool:
        if sheet is None or reference.sheet is None:
            return sheet is reference.sheet
        return reference.sheet.casefold() == sheet.casefold()

    def rendered(reference: Reference) -> str:
        return change(reference) if is_meant(reference) else render_reference(reference)

    if not any(is_meant(reference) for reference in formula.references):
        return text
    return formula.render(decimal, rendered)


class _NoIndexMatchEquivalent(Exception):  # noqa: N818 - a way out, not a fault
    """The formula holds a lookup that INDEX and MATCH cannot express."""


def replace_xlookup(formula: Formula) -> Formula | None:
    """Return a formula with INDEX and MATCH in place of XLOOKUP and XMATCH.

    Returns:
        The formula; None where a lookup is asked for that goes backwards,
        by wildcards or to the next smaller one, which only a value can stand for.
    """
    try:
        return Formula(tuple(_replace_lookups(formula.tokens)))
    except _NoIndexMatchEquivalent:
        return None


def _replace_lookups(tokens: Sequence[Token]) -> list[Token]:
    result: list[Token] = []
    index = 0
    while index < len(tokens):
        token = tokens[index]
        name = token.text.upper() if token.kind is TokenKind.FUNCTION else ""
        if name in {"XLOOKUP", "XMATCH"}:
            end = _closing_bracket_index(tokens, index + 1)
            arguments = [
                _replace_lookups(part) for part in _split_arguments(tokens[index + 2 : end])
            ]
            result += (
                _build_index_match(arguments)
                if name == "XLOOKUP"
                else _build_exact_match(*_require_two_arguments(arguments))
            )
            index = end
        else:
            result.append(token)
        index += 1
    return result


def _closing_bracket_index(tokens: Sequence[Token], first: int) -> int:
    """Return the index of the bracket that closes the one at `first`."""
    depth = 0
    for index in range(first, len(tokens)):
        depth += (tokens[index].kind is TokenKind.OPEN) - (tokens[index].kind is TokenKind.CLOSE)
        if depth == 0:
            return index
    raise _NoIndexMatchEquivalent


def _split_arguments(tokens: Sequence[Token]) -> list[list[Token]]:
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token.kind is TokenKind.OPEN) - (token.kind is TokenKind.CLOSE)
        if token.kind is TokenKind.SEPARATOR and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _require_two_arguments(arguments: list[list[Token]]) -> tuple[list[Token], list[Token]]:
    if len(arguments) != 2:
        raise _NoIndexMatchEquivalent
    return arguments[0], arguments[1]


def _build_index_match(arguments: list[list[Token]]) -> list[Token]:
    """Build `INDEX(result,MATCH(wanted,among,0))`, within IFNA where a default is given."""
    if len(arguments) not in {3, 4}:
        raise _NoIndexMatchEquivalent
    wanted, among, result, *rest = arguments
    found = _build_call("INDEX", result, _build_exact_match(wanted, among))
    return _build_call("IFNA", found, rest[0]) if rest and rest[0] else found


def _build_exact_match(wanted: list[Token], among: list[Token]) -> list[Token]:
    return _build_call("MATCH", wanted, among, [Token(TokenKind.NUMBER, _EXACT_MATCH, 0, 0)])


def _build_call(name: str, *arguments: list[Token]) -> list[Token]:
    tokens = [Token(TokenKind.FUNCTION, name, 0, 0), Token(TokenKind.OPEN, "(", 0, 0)]
    for number, argument in enumerate(arguments):
        tokens += [Token(TokenKind.SEPARATOR, ",", 0, 0)] if number else []
        tokens += argument
    return [*tokens, Token(TokenKind.CLOSE, ")", 0, 0)]
