"""Names in reports: statistics and events that are kept, whole where a report cuts them short."""

from __future__ import annotations

import re
from typing import Final

STATISTICS: Final = (
    *("user commits", "user rollbacks", "user calls", "execute count"),
    *("physical read total IO requests", "physical write total IO requests"),
    *("physical read requests optimized", "physical write requests optimized"),
    *("physical read total multi block requests", "physical write total multi block requests"),
    *("physical read total bytes", "physical write total bytes"),
    *("physical read IO requests", "physical write IO requests"),
    *("physical read bytes", "physical write bytes", "physical reads", "physical writes"),
    *("physical reads direct", "physical writes direct", "physical reads cache"),
    *("redo writes", "redo size", "redo write time", "redo blocks written"),
    *("session logical reads", "db block gets", "consistent gets"),
)
"""Of the section Instance Activity."""
EVENTS: Final = (
    *("db file sequential read", "db file scattered read", "db file parallel read"),
    *("db file single write", "db file parallel write", "db file async I/O submit"),
    *("direct path read", "direct path read temp", "direct path write", "direct path write temp"),
    *("direct path sync", "read by other session", "local write wait", "Data file init write"),
    *("cell single block physical read", "cell multiblock physical read"),
    *("cell list of blocks physical read", "cell smart table scan", "cell smart index scan"),
    *("Disk file operations I/O", "Disk file Mirror Read", "ASM file metadata operation"),
    *("log file sync", "log file parallel write", "log file sequential read"),
    *("log buffer space", "log file switch completion", "free buffer waits"),
    *("control file sequential read", "control file parallel write"),
    *("RMAN backup & recovery I/O", "Log archive I/O"),
)
"""Events that say something of the storage; others are left out."""
_KEPT_EVENTS: Final = re.compile(r"db file |direct path |cell |log file |gc c\w+ disk read")
CLASSES: Final = (
    *("Administrative", "Application", "Cluster", "Commit", "Concurrency", "Configuration"),
    *("DB CPU", "Network", "Other", "Scheduler", "System I/O", "User I/O", "Queueing"),
)
TIMES: Final = (
    *("DB time", "DB CPU", "sql execute elapsed time", "PL/SQL execution elapsed time"),
    *("parse time elapsed", "background elapsed time", "background cpu time"),
    *("RMAN cpu time (backup/restore)", "total CPU time"),
)
"""Of the section Time Model."""
FUNCTIONS: Final = (
    *("Buffer Cache Reads", "DBWR", "LGWR", "ARCH", "RMAN", "Data Pump", "Direct Reads"),
    *("Direct Writes", "Smart Scan", "Recovery", "Streams AQ", "XDB", "Archive Manager"),
    *("Inmemory Populate", "Others", "TOTAL:"),
)
OS: Final = (
    *("NUM_CPUS", "NUM_CPU_CORES", "NUM_CPU_SOCKETS", "PHYSICAL_MEMORY_BYTES"),
    *("BUSY_TIME", "IDLE_TIME", "IOWAIT_TIME", "USER_TIME", "SYS_TIME"),
)
_LEAST_CUT: Final = 13
"""Characters from which on a name may be the beginning of a longer one."""


def whole(text: str, known: tuple[str, ...]) -> str | None:
    """Return the known name that a cell holds; None where it holds another one.

    Columns of text reports are narrow: `physical read total multi block` is the beginning of one.
    """
    plain = text.split(" [", maxsplit=1)[0].strip()
    small = plain.lower()
    same = [name for name in known if name.lower() == small]
    if same:
        return same[0]
    longer = [name for name in known if name.lower().startswith(small)]
    return longer[0] if len(longer) == 1 and len(plain) >= _LEAST_CUT else None


def event(text: str) -> str | None:
    """Return the name of an event that is kept; None for any other."""
    known = whole(text, EVENTS)
    if known is not None:
        return known
    return text if _KEPT_EVENTS.match(text) else None
