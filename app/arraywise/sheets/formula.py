"""A formula that has been understood: what it refers to, and how it is written elsewhere.

Every formula is checked part by part before the engine sees it, for the engine takes the beginning
of what it does not understand: `=12,5*2` comes to 12 there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arraywise.domain.said import say
from arraywise.domain.sheets import LONGEST_TEXT, ErrorCode, column_letters
from arraywise.sheets import functions
from arraywise.sheets.tokens import Corner, Kind, NotUnderstood, Reference, Token, cut

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_NESTED = 32
"""The engine ends the whole program at some thousand."""
_PREFIX = frozenset("+-")
_OPERANDS = frozenset({Kind.NUMBER, Kind.STRING, Kind.REFERENCE, Kind.NAME, Kind.ERROR})


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
        said = "".join(_write(token, decimal, reference or written_reference, name or str)
                       for token in self.tokens)  # fmt: skip
        return f"={said}"

    def moved(self, down: int, right: int, decimal: str = ".") -> str:
        """Write it as it reads in a cell some rows further down and columns further right."""
        return self.written(decimal, lambda r: written_reference(_moved(r, down, right)))


def read_formula(text: str, decimal: str) -> Formula:
    """Understand a formula that begins with an equals sign.

    Raises:
        NotUnderstood: Where it is none; the fault says why.
    """
    if len(text) > LONGEST_TEXT:
        raise NotUnderstood(
            ErrorCode.ERROR, say("A formula has up to {most:,} letters.", most=LONGEST_TEXT)
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
            raise NotUnderstood(ErrorCode.ERROR, say("Brackets stand in each other more than"
                                               " {most} deep.", most=MOST_NESTED))  # fmt: skip
    if open_:
        raise NotUnderstood(ErrorCode.ERROR, say("A bracket is opened and never closed."))
    if wants_operand:
        raise NotUnderstood(ErrorCode.ERROR, say("The formula ends where a value is missing."))


def _checked(token: Token, before: Token | None, open_: list[str], *, wants_operand: bool) -> bool:
    """Check one part; return whether a value must follow."""
    if token.kind in _OPERANDS or token.kind is Kind.FUNCTION:
        if not wants_operand:
            raise NotUnderstood(ErrorCode.ERROR, say("An operator is missing before “{text}”.",
                                               text=token.text[:40]))  # fmt: skip
        _check_operand(token, open_)
        return token.kind is Kind.FUNCTION
    if token.kind is Kind.OPEN:
        if not wants_operand:
            raise NotUnderstood(
                ErrorCode.ERROR, say("An operator is missing before “{text}”.", text="(")
            )
        called = before is not None and before.kind is Kind.FUNCTION
        open_.append(before.text.upper() if called and before else "")
        return True
    if token.kind is Kind.OPERATOR:
        return _checked_operator(token, wants_operand=wants_operand)
    return _checked_end(token, before, open_, wants_operand=wants_operand)


def _checked_operator(token: Token, *, wants_operand: bool) -> bool:
    if wants_operand and token.text not in _PREFIX:
        raise NotUnderstood(
            ErrorCode.ERROR, say("A value is missing before “{text}”.", text=token.text)
        )
    return token.text != "%"


def _checked_end(
    token: Token, before: Token | None, open_: list[str], *, wants_operand: bool
) -> bool:
    """Check a separator or a closing bracket; a function's argument may be left empty."""
    in_function = bool(open_) and bool(open_[-1])
    may_be_empty = (
        before is not None and before.kind in {Kind.OPEN, Kind.SEPARATOR} and in_function
    )
    if wants_operand and not may_be_empty:
        raise NotUnderstood(
            ErrorCode.ERROR, say("A value is missing before “{text}”.", text=token.text)
        )
    if token.kind is Kind.SEPARATOR:
        if not in_function:
            raise NotUnderstood(
                ErrorCode.ERROR, say("“{text}” parts the arguments of a function; here is none."
                                     " Numbers have no thousands marks in formulas.",
                                     text=token.text)
            )  # fmt: skip
        return True
    if not open_:
        raise NotUnderstood(ErrorCode.ERROR, say("A bracket is closed that was never opened."))
    open_.pop()
    return False


def _check_operand(token: Token, open_: list[str]) -> None:
    if token.kind is Kind.FUNCTION:
        _check_function(token.text)
    is_range = token.reference is not None and token.reference.last is not None
    if is_range and not (open_ and _innermost(open_) in functions.OF_RANGES):
        raise NotUnderstood(
            ErrorCode.VALUE, say("{range} is a range; a function such as SUM must make one"
                                     " value of it.", range=token.text)
        )  # fmt: skip


def _innermost(open_: list[str]) -> str:
    return next((name for name in reversed(open_) if name), "")


def _check_function(name: str) -> None:
    known = name.upper()
    if known in functions.ALL:
        return
    if known == "OPTION":
        raise NotUnderstood(
            ErrorCode.NAME, say("An option's result is called by the option's name in quotation"
                                ' marks, a point and what is wanted: Option("NAS").Price.')
        )  # fmt: skip
    if known in functions.REFUSED:
        raise NotUnderstood(
            ErrorCode.NAME, say("{name} is not offered: a cell must show what it depends on and"
                                " give the same figure on every look.", name=known)
        )  # fmt: skip
    raise NotUnderstood(ErrorCode.NAME, say("There is no function {name}; names of functions are"
                                      " English.", name=name[:40]))  # fmt: skip


def _is_result_name(token: Token) -> bool:
    return token.kind is Kind.NAME and token.text.upper() not in {"TRUE", "FALSE"}


def _write(
    token: Token,
    decimal: str,
    reference: Callable[[Reference], str],
    name: Callable[[str], str],
) -> str:
    if token.reference is not None:
        return reference(token.reference)
    if token.kind is Kind.NUMBER:
        return token.text.replace(".", decimal)
    if token.kind is Kind.SEPARATOR:
        return ";" if decimal == "," else ","
    if _is_result_name(token):
        return name(token.text)
    return token.text.upper() if token.kind is Kind.FUNCTION else token.text


def written_reference(reference: Reference) -> str:
    """Write a reference as a user would; one that has left the sheet is #REF!."""
    corners = [reference.first, *([reference.last] if reference.last else [])]
    if any(c.column < 0 or (c.row is not None and c.row < 0) for c in corners):
        return "#REF!"
    area = ":".join(_written_corner(corner) for corner in corners)
    return f"{quoted(reference.sheet)}!{area}" if reference.sheet is not None else area


def quoted(sheet: str) -> str:
    """Write a sheet's name as it stands in a formula."""
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
