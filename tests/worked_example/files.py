"""All files of the worked example by path, as a lab and its architect would deliver them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.worked_example import dstat, io_tools, swingbench
from tests.worked_example.lab import LabRun, run, runs_of
from tests.worked_example.options import FC, ISCSI, NAS, OPTIONS, LabOption
from tests.worked_example.price_sheets import CURRENCY, SHEETS, sheet_csv
from tests.worked_example.provisioning import readings
from tests.worked_example.truth import (
    BUDGET,
    CRITERIA,
    MIN_HEADROOM,
    TARGET_S,
    TIME_SHARE,
    TRAFFIC_SHARE,
    VISITS_PER_MONTH,
    truth,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

CONSOLE_AT = 90
"""Users of the runs whose console was kept (first repetition)."""
ABORTED_AFTER = 2200
"""Characters of the results file that were written before the disk was full."""
ARCHITECTURES = {
    "nas-nfs": "NAS",
    "iscsi-san": "iSCSI SAN",
    "fc-san": "FC SAN",
    "das-raid10": "DAS",
    "fluid-cache-das": "host flash cache",
}
SHARED = ("nas-nfs", "iscsi-san", "fc-san")
DRIVES = {
    "nas-nfs": "33 x 0.6 TB RAID-DP 13+2, 3 spares",
    "iscsi-san": "33 x 0.6 TB RAID 5 4+1, 3 spares",
    "fc-san": "33 x 0.6 TB RAID 5 4+1, 3 spares",
    "das-raid10": "27 x 0.6 TB RAID 10 of 8, 3 spares",
    "fluid-cache-das": "27 x 0.6 TB RAID 10 of 8, 3 spares",
}
"""Those of the price sheets."""
NOT_NEEDED = {"das-raid10": {"software licences": "RAID 10 in the controllers, no software"}}
"""What an option's price lacks beside the others' and does without, and why."""
USABLE_BYTES, USABLE_GROWTH, HORIZON_MONTHS = 3.5e12, 0.2, 36

README = """\
# Worked example: everything here is synthetic

No file in this folder was measured on a real system, and no price is a quotation. The files were
made by a program (`tests/worked_example/`, run with `python -m tests.worked_example`) from a
queueing model whose true response times are known (`tests/worked_example/truth.json`), so that
the product's answer can be checked against the truth. They have the exact formats of the tools
that they imitate, so that the importers can be tried on them. Each file says that it is
synthetic: in its comment, host name, test name or title.

| folder or file | what a lab would have put there |
|---|---|
| `<option>/swingbench/` | order-entry runs: results XML of each run, one console log |
| `<option>/dstat/` | host monitor of each run, every 10 s |
| `<option>/orion/` | one ORION `simple` run: summary and matrices |
| `<option>/calibration/` | five I/O calibrations in one SQL*Plus transcript |
| `prices/` | 36-month price sheet of each option, TPC columns |
| `provisioning.csv` | stop-watch readings of providing storage |
| `study.toml` | the question: requirement, criteria, options |

Load levels are 30, 60, 90, 120 and 150 users with one second of thinking, five runs of ten
minutes each after a warm-up. As happens in labs, not all went well:

- `nas-nfs/swingbench/nas_u090_r3.xml` breaks off: the run was aborted, and repetitions 4 and 5
  of that level were never made. NAS NFS has two runs at 90 users.
- `fc-san/swingbench/fc_u090_r3 (copy).xml` is the same file as `fc_u090_r3.xml`.
- `iscsi-san/orion/synthetic_iscsi_first_try_console.txt` is an ORION that never started.
- On Fluid Cache on DAS the host has no idle processor left from 90 users up.
"""


def all_files() -> Iterator[tuple[str, str]]:
    """Give path and text of every file of the folder."""
    yield "README.md", README
    yield "study.toml", _study()
    yield "provisioning.csv", _provisioning()
    for option in OPTIONS:
        yield f"prices/{option.folder}.csv", sheet_csv(option.name, SHEETS[option.folder])
        yield from _evidence(option)
    yield from _mishaps()


def truth_json() -> str:
    """Return the text of `truth.json`."""
    return json.dumps(truth(), indent=1) + "\n"


def _evidence(option: LabOption) -> Iterator[tuple[str, str]]:
    folder = option.folder
    for done in runs_of(option):
        yield f"{folder}/swingbench/{done.name}.xml", swingbench.results_xml(done)
        yield f"{folder}/dstat/{done.name}_dstat.csv", dstat.samples(done)
        if done.users == CONSOLE_AT and done.repetition == 1:
            yield f"{folder}/swingbench/{done.name}_charbench.log", swingbench.console(done)
    for name, text in io_tools.orion_set(option).items():
        yield f"{folder}/orion/{name}", text
    yield f"{folder}/calibration/{option.prefix}_calibrate_io.txt", io_tools.calibration(option)


def _mishaps() -> Iterator[tuple[str, str]]:
    aborted = swingbench.results_xml(_run(NAS, 90, 2, repetition=3))
    yield f"{NAS.folder}/swingbench/nas_u090_r3.xml", aborted[:ABORTED_AFTER]
    copied = swingbench.results_xml(_run(FC, 90, 3))
    yield f"{FC.folder}/swingbench/fc_u090_r3 (copy).xml", copied
    name = "synthetic_iscsi_first_try_console.txt"
    yield f"{ISCSI.folder}/orion/{name}", io_tools.failed_orion(ISCSI)


def _run(option: LabOption, users: int, nth: int, *, repetition: int | None = None) -> LabRun:
    """Find a run, or make it again as a later repetition."""
    result = next(r for r in runs_of(option) if (r.users, r.repetition) == (users, nth))
    return run(option, users, repetition, result.started) if repetition else result


def _provisioning() -> str:
    rows = [
        f'"{option.name}","{step}",{repetition},{seconds}\n'
        for option in OPTIONS
        for step, repetition, seconds in readings(option.folder)
    ]
    return "option,step (synthetic worked example),repetition,seconds\n" + "".join(rows)


def _not_needed(folder: str) -> str:
    reasons = ", ".join(f'"{part}" = "{why}"' for part, why in NOT_NEEDED.get(folder, {}).items())
    return f"not_needed = {{ {reasons} }}\n" if reasons else ""


def _study() -> str:
    criteria = "".join(
        f'\n[[criteria]]\nname = "{name}"\nswing = {swing}\n'
        f"limit = {limit!r}\ntarget = {target!r}\naspiration = {aspiration!r}\n"
        for name, (swing, (limit, target, aspiration)) in CRITERIA.items()
    )
    options = "".join(
        f'\n[[options]]\nname = "{option.name}"\n'
        f'architecture = "{ARCHITECTURES[option.folder]}"\n'
        f"shared_storage = {str(option.folder in SHARED).lower()}\n"
        f'evidence = "{option.folder}"\nprices = "prices/{option.folder}.csv"\n'
        f"{_not_needed(option.folder)}"
        f'capacity = "{DRIVES[option.folder]}"\n'
        for option in OPTIONS
    )
    return (
        "# The question of the worked example. Synthetic: nothing here was measured.\n"
        "# Anchors are in seconds, shares and currency units: worth 0, 60 and 100 points.\n"
        'name = "Worked example (synthetic)"\nclient = "Example client (invented)"\n'
        f'currency = "{CURRENCY}"\nsynthetic = true\nprovisioning = "provisioning.csv"\n'
        f'\n[requirement]\nresponse_time_s = {TARGET_S}\nstatistic = "mean"\n'
        f'visits_per_month = {VISITS_PER_MONTH}\nconvention = "peak-sized"\n'
        f"traffic_share = {TRAFFIC_SHARE}\ntime_share = {TIME_SHARE}\n"
        f"min_headroom = {MIN_HEADROOM}\nbudget = {BUDGET}\n"
        f"usable_bytes = {USABLE_BYTES}\nusable_growth_per_year = {USABLE_GROWTH}\n"
        f"horizon_months = {HORIZON_MONTHS}\n"
        f'rule = "best value"\n{criteria}{options}'
    )
