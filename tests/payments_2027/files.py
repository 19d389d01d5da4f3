"""All files of the second worked example by path."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tests.payments_2027.evidence import awr_report, fio_files, profile
from tests.payments_2027.lab import (
    DAS,
    DEMAND_TPS,
    FC,
    ISCSI,
    MIN_HEADROOM,
    NAS,
    OPTIONS,
    STORAGE_SHARE,
    TARGET_S,
    capacity_tps,
    keeps_target,
    response_s,
)
from tests.worked_example.io_tools import calibration, orion_set
from tests.worked_example.price_sheets import CURRENCY, Line, Sheet, sheet_csv

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.worked_example.options import LabOption

NAME = "Payments 2027 (synthetic)"
AWR = "awr_41_42.html"
ARCHITECTURES = {DAS.name: "DAS", FC.name: "FC SAN", ISCSI.name: "iSCSI SAN", NAS.name: "NAS"}
CRITERIA = {
    "response time": (40, (0.008, 0.004, 0.001)),
    "provisioning": (15, (7200.0, 3600.0, 900.0)),
    "headroom": (20, (0.0, 0.5, 2.0)),
    "36-month price": (25, (600_000.0, 500_000.0, 300_000.0)),
}


def _sheet(base: int, each: int, adapters: int, maintenance: int) -> Sheet:
    storage = (
        Line("Storage, 2 controllers", "ST-2700", 1, base, 1, maintenance),
        Line("Drive 3.84 TB", "DR-0384", 1, each, 24),
    )
    network = (Line("Adapter, dual port", "AD-0002", 2, adapters, 4),)
    services = (Line("Installation and acceptance", "PS-INST", 3, 14_000, 1),)
    return Sheet((("Storage", storage), ("Network", network), ("Services", services)), 5)


SHEETS = {
    DAS.name: _sheet(96_000, 6_900, 2_100, 31_000),
    FC.name: _sheet(232_000, 7_400, 5_200, 54_000),
    ISCSI.name: _sheet(141_000, 6_200, 3_900, 43_000),
    NAS.name: _sheet(188_000, 6_800, 3_900, 49_000),
}
STEPS = {
    DAS.name: (("Create disk group", 1500),),
    FC.name: (("Zone and map LUNs", 3400), ("Create disk group", 1300)),
    ISCSI.name: (("Map LUNs, log in", 1900), ("Create disk group", 1300)),
    NAS.name: (("Create volume and export", 600), ("Mount on hosts", 450)),
}


def all_files() -> Iterator[tuple[str, str]]:
    """Give path and text of every file of the folder."""
    yield "README.md", _readme()
    yield "study.toml", _study()
    yield "provisioning.csv", _provisioning()
    yield f"common/{AWR}", awr_report()
    for option in OPTIONS:
        sheet = sheet_csv(option.name, SHEETS[option.name])
        yield f"prices/{option.folder}.csv", sheet
        for name, text in _evidence(option).items():
            yield f"{option.folder}/{name}", text


def _evidence(option: LabOption) -> dict[str, str]:
    if option is FC:
        return orion_set(option)
    if option is NAS:
        return {"calibrate_io.txt": calibration(option)}
    return fio_files(option)


def _provisioning() -> str:
    lines = ["option,step (synthetic worked example),repetition,seconds"]
    for name, steps in STEPS.items():
        for step, seconds in steps:
            lines += [f'"{name}","{step}",{n},{seconds + 20 * (n - 3)}' for n in range(1, 6)]
    return "\n".join(lines) + "\n"


def _study() -> str:
    numbers = "".join(f"{name} = {value!r}\n" for name, value in profile().items())
    criteria = "".join(
        f'\n[[criteria]]\nname = "{name}"\nswing = {swing}\n'
        f"limit = {limit!r}\ntarget = {target!r}\naspiration = {aspiration!r}\n"
        for name, (swing, (limit, target, aspiration)) in CRITERIA.items()
    )
    options = "".join(
        f'\n[[options]]\nname = "{option.name}"\narchitecture = "{ARCHITECTURES[option.name]}"\n'
        f"shared_storage = {str(option is not DAS).lower()}\n"
        f'evidence = "{option.folder}"\nprices = "prices/{option.folder}.csv"\n'
        for option in OPTIONS
    )
    return (
        "# The question of the second worked example. Synthetic: nothing here was measured.\n"
        f'name = "{NAME}"\nclient = "Example client (invented)"\ncurrency = "{CURRENCY}"\n'
        'synthetic = true\nprovisioning = "provisioning.csv"\ncommon = "common"\n'
        "\n# What the AWR report of the busiest hour says of a payment.\n"
        f'[profile]\nfrom = "{AWR}"\n'
        f"{numbers}"
        f'\n[requirement]\nresponse_time_s = {TARGET_S}\nstatistic = "mean"\n'
        f'load = {DEMAND_TPS}\nload_unit = "tx/s"\nconvention = "peak-sized"\n'
        f"storage_share = {STORAGE_SHARE}\nmin_headroom = {MIN_HEADROOM}\n"
        f'rule = "best value"\n{criteria}{options}'
    )


def _readme() -> str:
    rows = "".join(
        f"| {o.name} | {_ms(response_s(o, DEMAND_TPS))} | {capacity_tps(o):,.0f} |"
        f" {'yes' if keeps_target(o) else 'no'} |\n"
        for o in OPTIONS
    )
    return f"""\
# Payments 2027: everything here is synthetic

No file in this folder was measured on a real system, and no price is a quotation. A program made
them (`tests/payments_2027/`, run with `python -m tests.payments_2027`) from queues whose true
answer is known. No transaction was run on any option: there are I/O tests and one AWR report of
the database of today.

The question: {DEMAND_TPS:,.0f} payments a second within {1000 * TARGET_S:g} ms on average, of
which the storage may take {100 * STORAGE_SHARE:.0f} %, and {100 * MIN_HEADROOM:.0f} % of headroom.

| option | true response time at that load | carries, payments a second | keeps the target |
|---|---|---|---|
{rows}
| folder or file | what a lab would have put there |
|---|---|
| `common/` | AWR report of the busiest hour |
| `{DAS.folder}/`, `{ISCSI.folder}/` | fio: random reads and writes, one file for each depth |
| `{FC.folder}/` | one ORION run: summary and matrices |
| `{NAS.folder}/` | five I/O calibrations in one SQL*Plus transcript |
| `prices/`, `provisioning.csv`, `study.toml` | prices, stop-watch readings, the question |

A calibration reads only, so of NAS NFS too little is known to show a pass, though it keeps the
target: the program names the test that would settle it.
"""


def _ms(seconds: float) -> str:
    return "never" if math.isinf(seconds) else f"{1000 * seconds:.2f} ms"
