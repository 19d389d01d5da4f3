"""Numbers of statements that a Swingbench results document counts (DMLResults)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import mmap

_COUNT: Final = re.compile(rb"<(Select|Insert|Update|Delete)Statements>\s*(\d{1,18})\s*</")
_COMPLETED: Final = re.compile(rb"<TotalCompletedTransactions>\s*(\d{1,18})\s*</")


@dataclass(frozen=True, slots=True)
class StatementCounts:
    """Statements of each kind for a completed transaction."""

    per_transaction: tuple[tuple[str, float], ...]
    """`select`, `insert` ... with their number."""
    line: int
    """Of the first count, from 1."""


def parse_statement_counts(data: bytes | mmap.mmap) -> StatementCounts | None:
    """Read the counts; None where the document has none, or no completed transaction.

    Looked up as text: nothing of a stranger's document is interpreted.
    """
    completed, counts = _COMPLETED.search(data), list(_COUNT.finditer(data))
    if completed is None or not counts or int(completed[1]) == 0:
        return None
    transactions = int(completed[1])
    each = tuple((m[1].decode("ascii").lower(), int(m[2]) / transactions) for m in counts)
    return StatementCounts(each, data[: counts[0].start()].count(b"\n") + 1)
