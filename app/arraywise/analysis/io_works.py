"""What kind of I/O a run made: runs of other kinds are no repetitions of each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arraywise.domain.facts import IoPoint, RunSetup

_LONGEST = 30
_KIB = 1024


def name_works(points: Sequence[IoPoint], setups: Sequence[RunSetup]) -> dict[int, str]:
    """Name the work of each run by block size, pattern and share of writes.

    Empty where all runs of the tool did the same, or their files do not say.

    Args:
        points: of one option.
        setups: of its runs.
    """
    told = {setup.run_id: _name(setup) for setup in setups}
    by_tool: dict[str, dict[int, str]] = {}
    for point in points:
        by_tool.setdefault(point.tool, {})[point.run_id] = told.get(point.run_id, "")
    return {
        run_id: work if len(set(works.values())) > 1 else ""
        for works in by_tool.values()
        for run_id, work in works.items()
    }


def _name(setup: RunSetup) -> str:
    told = dict(setup.attributes)
    block = next((told[n] for n in ("block_bytes", "small_io_bytes") if n in told), "")
    writes = told.get("write_percent", "")
    parts = (
        told.get("pattern", "")[:_LONGEST],
        f"{int(block) / _KIB:g} KiB" if block.isdecimal() else block[:_LONGEST],
        f"W {writes} %" if writes.isdecimal() else "",
    )
    return ", ".join(part for part in parts if part)
