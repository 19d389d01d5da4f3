"""What the errors of cells mean, in words."""

from __future__ import annotations

from arraywise.domain.said import Said, say
from arraywise.domain.sheets import CellFault, ErrorCode

_MEANINGS: dict[str, Said] = {
    ErrorCode.DIV: say("Something is divided by zero, or by an empty cell."),
    ErrorCode.REF: say("The formula refers to a cell or sheet that is not there any more."),
    ErrorCode.NAME: say("The formula uses a name that is not known."),
    ErrorCode.VALUE: say("A number is needed where there is a text, or a text where a number is."),
    ErrorCode.NUM: say("The result is no number, or too large for one."),
    ErrorCode.NA: say("A value is not known or was not found: missing, which is not zero."),
    ErrorCode.CIRCLE: say("The cell depends on itself."),
    ErrorCode.SPILL: say("The result needs more cells than one."),
}
_ELSE = say("The formula cannot be worked out.")


def fault_of(code: str) -> CellFault:
    """Return an error of the engine with its meaning."""
    return CellFault(code, _MEANINGS.get(code, _ELSE))


STOPPED = CellFault(
    ErrorCode.ERROR,
    say("The calculation stopped at one of the formulas; change the one that was typed last."),
)
TOO_MUCH = CellFault(
    ErrorCode.ERROR, say("All formulas together look at more cells than can be added up at once.")
)
JOINED_AGAIN = CellFault(
    ErrorCode.ERROR, say("A text that was joined by a formula cannot be joined to a further one.")
)
