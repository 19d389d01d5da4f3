"""The rates of a mix of reads and writes between two sweeps of other mixes (MODEL E3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.io_evidence import SAME_BLOCK, SAME_SHARE, IoMeasurement, IoRate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arraywise.analysis.io_evidence import Work


def interpolate_mix(measurements: Iterable[IoMeasurement], work: Work) -> IoMeasurement | None:
    """Return the least rates of a mix that lies between two sweeps of one tool.

    With n outstanding a mix takes of every device its parts' times by their shares, so that 1/X is
    at most the mean of both sweeps' 1/X (utilisation law). None where no two sweeps enclose it.
    """
    usable = [m for m in measurements if _is_usable(m, work)]
    pairs = [
        (fewer, more)
        for fewer in usable
        for more in usable
        if fewer.tool == more.tool
        if (fewer.write_share or 0.0) < work.write_share - SAME_SHARE
        if (more.write_share or 0.0) > work.write_share + SAME_SHARE
    ]
    mixes = [mix for pair in pairs if len((mix := _mix_of(*pair, work.write_share)).levels) > 1]
    return min(mixes, key=_width, default=None)


def _is_usable(measured: IoMeasurement, work: Work) -> bool:
    own, asked = measured.block_bytes, work.block_bytes
    size = 1.0 if own is None or asked is None else own / asked
    is_known = measured.write_share is not None and not measured.is_stated
    return is_known and measured.is_random and 1 / SAME_BLOCK <= size <= SAME_BLOCK


def _width(mix: IoMeasurement) -> float:
    fewer, more = mix.parts
    return (more.write_share or 0.0) - (fewer.write_share or 0.0)


def _mix_of(fewer: IoMeasurement, more: IoMeasurement, share: float) -> IoMeasurement:
    one, other = fewer.write_share or 0.0, more.write_share or 0.0
    part = (share - one) / (other - one)
    slower = {level.outstanding: level for level in more.levels if level.outstanding}
    read_s, write_s = _least_read_s((fewer, more)), _least_write_s((fewer, more))
    levels = []
    for level in fewer.levels:
        if level.outstanding in slower and level.outstanding:
            second = slower[level.outstanding]
            each_s = (1.0 - part) / level.iops + part / second.iops
            every_s = level.outstanding * each_s
            levels.append(
                IoRate(
                    level.outstanding,
                    1.0 / each_s,
                    every_s,
                    None if write_s is None else (every_s - share * write_s) / (1.0 - share),
                    None if read_s is None else (every_s - (1.0 - share) * read_s) / share,
                )
            )
    blocks = [m.block_bytes for m in (fewer, more) if m.block_bytes is not None]
    return IoMeasurement(
        tool=fewer.tool,
        files=tuple(dict.fromkeys((*fewer.files, *more.files))),
        levels=tuple(levels),
        block_bytes=min(blocks, default=None),
        write_share=share,
        parts=(fewer, more),
    )


def _least_read_s(sweeps: Sequence[IoMeasurement]) -> float | None:
    """Return the shortest mean of reads: in a mix they wait for writes too."""
    told = [level.read_s for m in sweeps for level in m.levels]
    alone = [level.latency_s for m in sweeps if m.write_share == 0.0 for level in m.levels]
    return min((seconds for seconds in (*told, *alone) if seconds), default=None)


def _least_write_s(sweeps: Sequence[IoMeasurement]) -> float | None:
    told = [level.write_s for m in sweeps for level in m.levels]
    alone = [level.latency_s for m in sweeps if m.write_share == 1.0 for level in m.levels]
    return min((seconds for seconds in (*told, *alone) if seconds), default=None)
