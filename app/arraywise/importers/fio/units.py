"""The units of fio's JSON, which changed with its versions without a word in the file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.domain.problems import Problem, Severity
from arraywise.domain.said import say
from arraywise.domain.units import KIB

if TYPE_CHECKING:
    from arraywise.importers.fio.content import Figure, Flow

_VERSION = re.compile(r"(\d{1,3})\.(\d{1,3})")
BYTES_SINCE = (2, 21)
"""Up to 2.20 `io_bytes` counts KiB (fio commit c12d597a)."""
_FACTOR = 1.5
_TOLERANCE = 0.02
_MILLISECONDS = 0.002


def version_of(text: str | None) -> tuple[int, int] | None:
    """Read `fio-3.33` or `fio-3.41-12-gabcdef`."""
    match = _VERSION.search(text) if text else None
    return (int(match[1]), int(match[2])) if match else None


def data_bytes(
    printed: Figure, kib: float | None, per_s: float | None, version: str | None
) -> tuple[Figure | None, Problem | None]:
    """Turn `io_bytes` into bytes: the rate decides the unit, and the version where it cannot.

    Args:
        printed: `io_bytes` as it stands in the file.
        kib: `io_kbytes`, which newer versions print beside it.
        per_s: Bytes that rate and runtime make.
        version: As printed.
    """
    number = version_of(version)
    stated = None if number is None else 1 if number >= BYTES_SINCE else KIB
    if kib is not None and kib > 0 and _near(printed.value, kib * KIB):
        return printed, None
    fitting = [unit for unit in (1, KIB) if per_s and _near(printed.value * unit, per_s)]
    unit = fitting[0] if len(fitting) == 1 else stated
    if unit is None:
        return None, _unknown(printed.line)
    problem = None
    if stated not in {None, unit}:
        problem = _against_version(printed.line, version or "", unit)
    return printed._replace(value=printed.value * unit), problem


def _near(value: float, other: float) -> bool:
    return other / _FACTOR <= value <= other * _FACTOR


def _unknown(line: int) -> Problem:
    said = say(
        "Neither version nor rate tell whether io_bytes is in bytes or KiB; it was left out."
    )
    return Problem(Severity.WARNING, said, line)


def _against_version(line: int, version: str, unit: int) -> Problem:
    said = say(
        "io_bytes is read as {unit}, because only so it fits rate and runtime; {version} is known "
        "to write the other.",
        unit="bytes" if unit == 1 else "KiB",
        version=version,
    )
    return Problem(Severity.WARNING, said, line)


def doubts(flow: Flow) -> list[Problem]:
    """Hold printed rates against counts divided by runtime; both ought to be the same."""
    pairs = ((flow.iops, flow.ios, 1.0, "I/Os"), (flow.rate, flow.data, KIB, "bytes"))
    return [
        _differs(rate, counted, flow.runtime_s, name)
        for rate, counted, quantum, name in pairs
        if rate and counted and flow.runtime_s
        and not agrees(rate, counted, flow.runtime_s, quantum)
    ]  # fmt: skip


def agrees(rate: Figure, counted: Figure, runtime_s: float, quantum: float) -> bool:
    """Say whether a printed rate is the count by the runtime, roundings aside.

    Args:
        rate: Per second, as printed.
        counted: What was counted over the runtime.
        runtime_s: Rounded to milliseconds by fio.
        quantum: What fio rounds the rate to: one I/O, or a KiB.
    """
    slack = max(_TOLERANCE * rate.value, rate.value * _MILLISECONDS / runtime_s, quantum)
    return abs(rate.value - counted.value / runtime_s) <= slack


def _differs(rate: Figure, counted: Figure, runtime_s: float, name: str) -> Problem:
    said = say(
        "{printed:.6g} {name} per second are printed, but {count:.9g} {name} in {seconds:.3f} s "
        "are {counted:.6g} per second, which was taken.",
        printed=rate.value,
        name=name,
        count=counted.value,
        seconds=runtime_s,
        counted=counted.value / runtime_s,
    )
    return Problem(Severity.WARNING, said, rate.line)
