"""Checks of the clocks by which host recordings were laid beside the runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.remarks import Remark
from arraywise.domain.said import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.analysis.audit_case import Case
    from arraywise.domain.facts import HostUse


def find_assumed_clocks(case: Case) -> Iterator[Remark]:
    """An offset between clocks was concluded: the recordings lie beside the runs by no other."""
    for known in case.question.known:
        by_shift: dict[float, list[tuple[int, HostUse]]] = {}
        for run in known.facts.load_runs:
            for use in (run.host_use, run.client_use):
                if use is not None and use.clock_is_assumed:
                    by_shift.setdefault(use.clock_shift_s, []).append((run.run_id, use))
        name = known.facts.option.name
        for shift_s, uses in by_shift.items():
            yield Remark(
                (name,),
                say(
                    "{option}: the clock of the monitor is taken to be {offset} off that of "
                    "{runs} runs; its recordings lie beside them by no other offset.",
                    option=name,
                    offset=offset_text(shift_s),
                    runs=len({run_id for run_id, _ in uses}),
                ),
                say("Zones or clocks differed in the lab; where this is wrong, set the offset."),
                tuple(dict.fromkeys(use.file for _, use in uses)),
            )


def offset_text(seconds: float) -> str:
    """Write an offset as `+02:00` or `-00:21:40`."""
    rest = round(abs(seconds))
    sign = "-" if seconds < 0 and rest else "+"
    hours, minutes, left = rest // 3600, rest // 60 % 60, rest % 60
    return f"{sign}{hours:02}:{minutes:02}" + (f":{left:02}" if left else "")
