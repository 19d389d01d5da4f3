"""What cells come to, and what is wrong with them, in the user's language and locale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.gui import figures
from arraywise.gui.wording import tell

if TYPE_CHECKING:
    from arraywise.domain.sheets import CellFault, Value


def said_fault(fault: CellFault) -> str:
    """Say what is wrong with a cell, and where that comes from."""
    said = tell(fault.said)
    return f"{fault.code}  {fault.origin}: {said}" if fault.origin else f"{fault.code}  {said}"


def shown_value(value: Value) -> str:
    """Write what a formula comes to, in the locale."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return figures.plain(value, 10)
    return value or ""
