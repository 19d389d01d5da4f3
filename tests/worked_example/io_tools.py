"""What ORION 11.2 and the database's I/O calibration leave behind for an option."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.worked_example.dice import Dice
from tests.worked_example.queueing import Network, solve

if TYPE_CHECKING:
    from tests.worked_example.options import LabOption

LUNS = 6
LUN_BYTES = 402_653_184_000
SMALL = tuple(range(1, 5 * LUNS + 1))
LARGE = tuple(range(1, 2 * LUNS + 1))
POINT_CV = 0.004
MAX_LATENCY_MS = 20
PROCEDURE_REPEATS = 5
DATABASE_BLOCKS_AHEAD = 32
"""Outstanding reads of 1 MiB during the calibration's second half."""


def orion_set(option: LabOption) -> dict[str, str]:
    """Write an ORION `simple` run: name of each file and its text."""
    test = f"synthetic_{option.prefix}"
    stem = f"{test}_202610{option.day:02d}_0415"
    small = _sweep(option.small_ios(), SMALL, Dice(option.folder, "small"))
    large = _sweep(option.large_ios(), LARGE, Dice(option.folder, "large"))
    return {
        f"{stem}_summary.txt": _summary(option, test, small, large),
        f"{stem}_iops.csv": _matrix(
            "Contains the rates sustained by small I/Os in IOPS.",
            SMALL,
            [(0, [f"{rate:.0f}" for rate, _ in small]), *((row, []) for row in LARGE)],
        ),
        f"{stem}_lat.csv": _matrix(
            "Contains the average latency sustained by small I/Os in microseconds.",
            SMALL,
            [(0, [f"{us:.2f}" for _, us in small]), *((row, []) for row in LARGE)],
        ),
        f"{stem}_mbps.csv": _matrix(
            "Contains the rates sustained by large I/Os in MBPS.",
            (0, *SMALL),
            [(row, [f"{rate:.2f}"]) for row, (rate, _) in zip(LARGE, large, strict=True)],
        ),
    }


def failed_orion(option: LabOption) -> str:
    """Write the console of an ORION that found no list of devices."""
    test = f"synthetic_{option.prefix}_first_try"
    return (
        "ORION: ORacle IO Numbers -- Version 11.2.0.4.0\n"
        f"{test}_202610{option.day:02d}_0402\n"
        f"Failure in opening .lun file {test}.lun (rwbase_read_luncfg:SlfFopen)"
        "orion_parse_args: rwbase_read_luncfg failed\n"
    )


def calibration(option: LabOption) -> str:
    """Write an SQL*Plus transcript of five calibrations, each said twice as 19c does."""
    dice = Dice(option.folder, "calibration")
    head = (
        "SQL*Plus: Release 19.0.0.0.0 - Production\n\n"
        "SQL> prompt synthetic worked example, made from a queueing model\n"
        "synthetic worked example, made from a queueing model\n"
        'SQL> show instance\ninstance "synthetic-db01"\n'
        "SQL> set serveroutput on timing on\n"
    )
    return head + "".join(_calibration_run(option, dice) for _ in range(PROCEDURE_REPEATS))


def _calibration_run(option: LabOption, dice: Dice) -> str:
    points = solve(option.small_ios(dice.spread(0.012)), 200)
    point = [p for p in points if p.response_s * 1000 < MAX_LATENCY_MS][-1]
    large = solve(option.large_ios(dice.spread(0.012)), DATABASE_BLOCKS_AHEAD)[-1]
    iops, mbps = int(point.rate), int(large.rate)
    latency = 1000.0 * point.users / iops
    return (
        "SQL> declare\n  2    iops integer;\n  3    lat integer;\n  4    mbps integer;\n"
        "  5  begin\n"
        "  6    dbms_resource_manager.calibrate_io"
        f" ({LUNS}, {MAX_LATENCY_MS}, iops, mbps, lat);\n"
        "  7    dbms_output.put_line('max_iops = ' || iops);\n"
        "  8    dbms_output.put_line('latency  = ' || lat);\n"
        "  9    dbms_output.put_line('max_mbps = ' || mbps);\n"
        " 10  end;\n 11  /\n"
        f"max_iops = {iops}\nlatency  = {latency:.3f}\nmax_mbps = {mbps}\n"
        f"max_iops = {iops}\nlatency  = {latency:.0f}\nmax_mbps = {mbps}\n\n"
        "PL/SQL procedure successfully completed.\n\n"
        f"Elapsed: 00:0{dice.between(6, 8)}:{dice.between(10, 59)}.{dice.between(10, 99)}\n"
    )


def _sweep(network: Network, loads: tuple[int, ...], dice: Dice) -> list[tuple[float, float]]:
    """Return rate a second and microseconds at each number of outstanding I/Os."""
    points = solve(network, loads[-1])
    measured = []
    for load in loads:
        rate = points[load - 1].rate * dice.spread(POINT_CV)
        measured.append((rate, 1e6 * load / rate))
    return measured


def _matrix(prose: str, columns: tuple[int, ...], rows: list[tuple[int, list[str]]]) -> str:
    """Write a matrix as ORION does: cells that were not measured are absent."""
    head = "Large/Small," + ",".join(f"{column:7d}" for column in columns)
    lines = [f"{row:11d}" + "".join(f",{cell:>7}" for cell in cells) for row, cells in rows]
    note = (
        "Each value corresponds to a data point test that used a fixed number of\n"
        "outstanding small and large I/Os. Synthetic worked example, not measured."
    )
    return "\n".join([prose, note, "", head, *lines]) + "\n"


def _summary(
    option: LabOption,
    test: str,
    small: list[tuple[float, float]],
    large: list[tuple[float, float]],
) -> str:
    best = max(range(len(small)), key=lambda at: small[at][0])
    quickest = min(range(len(small)), key=lambda at: small[at][1])
    widest = max(range(len(large)), key=lambda at: large[at][0])
    devices = "".join(
        f"Name: {option.device.format(number)}  Size: {LUN_BYTES}\n"
        for number in range(1, LUNS + 1)
    )
    columns = ",".join(f"{row:7d}" for row in (0, *LARGE))
    return (
        "ORION VERSION 11.2.0.4.0\n\nCommand line:\n"
        f"-run simple -testname {test} -num_disks {LUNS}\n\n"
        f"These options enable these settings:\nTest: {test}\n"
        "Small IO size: 8 KB\nLarge IO size: 1024 KB\n"
        "IO types: small random IOs, large random IOs\n"
        "Sequential stream pattern: one LUN per stream\nWrites: 0%\n"
        "Cache size: not specified\nDuration for each data point: 60 seconds\n"
        f"Small Columns:,      0\nLarge Columns:,{columns}\n"
        f"Total data points: {len(SMALL) + len(LARGE) + 1}\n\n"
        f"{devices}{LUNS} files found.\n\n"
        f"Maximum Large MBPS={large[widest][0]:.2f} @ Small=0 and Large={LARGE[widest]}\n\n"
        f"Maximum Small IOPS={small[best][0]:.0f} @ Small={SMALL[best]} and Large=0\n"
        f"{_latency(SMALL[best], small[best][1])}\n"
        f"Minimum Small Latency={small[quickest][1]:.2f} usecs"
        f" @ Small={SMALL[quickest]} and Large=0\n{_latency(SMALL[quickest], small[quickest][1])}"
    )


def _latency(small: int, us: float) -> str:
    return (
        f"Small Read Latency: avg={us:.2f} us, min={us * 0.21:.2f} us, max={us * 14.6:.2f} us,"
        f" std dev={us * 0.47:.2f} us @ Small={small} and Large=0\n"
    )
