"""Write formulas so that programs without the newest functions work them out too.

LibreOffice knows XLOOKUP from 24.8 on, Excel from 2021 on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.worksheets.formula import Formula, Token, TokenKind

if TYPE_CHECKING:
    from collections.abc import Sequence

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
