"""All files of the third worked example by path: an array is bought or volumes are rented.

A posting asks the storage for what a payment of the second example does; the I/O tests come from
the same queues. The prices of the rented volumes are the price books of `data/price-books/`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tests.payments_2027.evidence import fio_files, profile
from tests.payments_2027.lab import IOS, capacity_tps, response_s
from tests.worked_example.options import LabOption

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "Ledger 2027, bought or rented (synthetic)"
DEMAND_TPS, TARGET_S, STORAGE_SHARE, MIN_HEADROOM = 450.0, 0.012, 0.5, 0.1
GROWTH, HORIZON, DATA_TB, DATA_GROWTH = 0.02, 24, 8, 0.2


def _option(
    name: str, folder: str, prefix: str, day: int, device: str, *times: float
) -> LabOption:
    path_s, delay_s, sets, service_s = times
    return LabOption(
        name=name, folder=folder, prefix=prefix, day=day, device=device, processor_s=0.0009,
        sets=int(sets), large_service_s=0.004, large_path_s=0.0009,
        path_s=path_s, delay_s=delay_s, service_s=service_s,
    )  # fmt: skip


BOUGHT = _option(
    "FC SAN, bought", "fc-san", "fc", 12, "/dev/mapper/synthetic_fc{:02d}",
    12e-6, 90e-6, 8, 240e-6,
)  # fmt: skip
GP3 = _option(
    "Cloud volume, gp3", "cloud-gp3", "gp3", 13, "/dev/synthetic_gp3_{:02d}",
    62.5e-6, 380e-6, 16, 150e-6,
)  # fmt: skip
IO2 = _option(
    "Cloud volume, io2", "cloud-io2", "io2", 14, "/dev/synthetic_io2_{:02d}",
    16e-6, 190e-6, 16, 110e-6,
)  # fmt: skip
OPTIONS = (BOUGHT, GP3, IO2)
ONE_CONTROLLER = replace(
    BOUGHT, folder="fc-san/controller-lost", prefix="fc_ctrl", day=15, path_s=24e-6, sets=4
)
"""The array with one of its two controllers lost: half of the paths and of the disk sets."""
BOOKS = {GP3.name: "gp3", IO2.name: "io2"}
CAPACITY = {
    BOUGHT.name: "10 x 1.92 TB RAID 6 8+2, reduction 1.2 / 1.5 / 2",
    GP3.name: "16 TB",
    IO2.name: "64 TB",
}
_SHEET = """\
Synthetic worked example: invented prices
Currency,USD

Category,Description,Part Number,Source,Unit Price,Qty,Maintenance per month
Storage,"Array, 2 controllers",AR-0016,1,14900,1,95
Storage,Drive 1.92 TB,DR-0192,1,640,"=ROUNDUP(Demand.TB*1.25/1.92,0)+2",
Network,"Adapter, dual port",AD-0002,2,780,4,
Services,Installation and acceptance,PS-INST,3,2400,1,
Running,"Power, cooling and rack space",RUN-01,3,,1,145
"""
_STEPS = {
    BOUGHT.name: (("Zone and map LUNs", 3400), ("Create disk group", 1300)),
    GP3.name: (("Create and attach volumes", 240), ("Create disk group", 1300)),
    IO2.name: (("Create and attach volumes", 240), ("Create disk group", 1300)),
}
_CRITERIA = (
    ("response time", 25, 0.012, 0.006, 0.002),
    ("provisioning", 10, 7200.0, 3600.0, 900.0),
    ("headroom", 15, 0.0, 0.5, 2.0),
    ("36-month price", 50, 120_000.0, 60_000.0, 30_000.0),
)


def all_files() -> Iterator[tuple[str, str]]:
    """Give path and text of every file of the folder."""
    yield "README.md", _readme()
    yield "study.toml", _study()
    yield "provisioning.csv", _provisioning()
    yield f"prices/{BOUGHT.folder}.csv", _SHEET
    for option in (*OPTIONS, ONE_CONTROLLER):
        for name, text in fio_files(option).items():
            yield f"{option.folder}/{name}", text


_OWN_CRITERIA = (
    ("ransomware", 10, {BOUGHT.name: "3", GP3.name: "4", IO2.name: "4"}),
    ("lock-in", 5, {BOUGHT.name: "4", GP3.name: "2", IO2.name: "2"}),
    ("power", 5, {BOUGHT.name: "620 ± 40", GP3.name: "0", IO2.name: "0"}),
)
"""Preset, swing, and the level of each option, or what was measured in its own rack."""


def _provisioning() -> str:
    lines = ["option,step (synthetic worked example),repetition,seconds"]
    for name, steps in _STEPS.items():
        for step, seconds in steps:
            lines += [f'"{name}","{step}",{n},{seconds + 20 * (n - 3)}' for n in range(1, 6)]
    return "\n".join(lines) + "\n"


def _prices(option: LabOption) -> str:
    book = BOOKS.get(option.name)
    return f"../price-books/aws-ebs-{book}-us-east-1.csv" if book else "prices/fc-san.csv"


def _study() -> str:
    wanted = ("reads", "writes", "block_bytes", "sync_reads", "log_writes", "cpu_s")
    numbers = "".join(f"{n} = {v!r}\n" for n, v in profile().items() if n in wanted)
    criteria = "".join(
        f'\n[[criteria]]\nname = "{name}"\nswing = {swing}\n'
        f"limit = {limit!r}\ntarget = {target!r}\naspiration = {aspiration!r}\n"
        for name, swing, limit, target, aspiration in _CRITERIA
    )
    options = "".join(
        f'\n[[options]]\nname = "{each.name}"\n'
        f'architecture = "{"cloud block storage" if each.name in BOOKS else "FC SAN"}"\n'
        f"shared_storage = {str(each is not GP3).lower()}\n"
        f'capacity = "{CAPACITY[each.name]}"\n'
        f'evidence = "{each.folder}"\nprices = "{_prices(each)}"\n'
        for each in OPTIONS
    )
    return (
        "# The question of the third worked example. Synthetic: nothing here was measured.\n"
        f'name = "{NAME}"\nclient = "Example client (invented)"\ncurrency = "USD"\n'
        'synthetic = true\nprovisioning = "provisioning.csv"\n'
        "\n# What a posting asks of the storage: typed, as a payment of the second example.\n"
        f"[profile]\n{numbers}"
        f'\n[requirement]\nresponse_time_s = {TARGET_S}\nstatistic = "mean"\n'
        f'load = {DEMAND_TPS}\nload_unit = "tx/s"\nconvention = "peak-sized"\n'
        f"growth_per_month = {GROWTH}\nhorizon_months = {HORIZON}\n"
        f"usable_bytes = {DATA_TB}e12\nusable_growth_per_year = {DATA_GROWTH}\n"
        f"storage_share = {STORAGE_SHARE}\nmin_headroom = {MIN_HEADROOM}\n"
        f'rule = "best value"\n{criteria}{_own_criteria()}{options}'
    )


def _own_criteria() -> str:
    return "".join(
        f'\n[[own_criteria]]\npreset = "{preset}"\nswing = {swing}\n[own_criteria.values]\n'
        + "".join(f'"{name}" = "{value}"\n' for name, value in values.items())
        for preset, swing, values in _OWN_CRITERIA
    )


def _readme() -> str:
    load = DEMAND_TPS * (1 + GROWTH) ** HORIZON
    rows = "".join(
        f"| {name} | {1000 * response_s(o, load):.2f} ms | {capacity_tps(o):,.0f} |\n"
        for name, o in (
            *((o.name, o) for o in OPTIONS),
            (f"{BOUGHT.name}; a controller lost", ONE_CONTROLLER),
        )
    )
    return f"""\
# Ledger 2027: an array is bought, or volumes are rented in a cloud

Everything here is synthetic but for the list prices of the volumes, which stand in
`data/price-books/` with their source and date and are to be checked before use. A program made the
files (`tests/ledger_2027/`, run with `python -m tests.ledger_2027`) from queues whose true answer
is known.

The question: {DEMAND_TPS:,.0f} postings a second today ({IOS} I/Os each), {100 * GROWTH:.0f} %
more every month, looked at {HORIZON} months ahead ({load:,.0f} a second), within
{1000 * TARGET_S:g} ms; {DATA_TB} TB of data that grow by {100 * DATA_GROWTH:.0f} % a year.

| option | true response time at that load | carries, postings a second |
|---|---|---|
{rows}
What is rented is priced month by month at the load and the data of that month; of the array, the
number of drives follows the data at the horizon. The array was tested with a controller lost too.
Criteria of the client's own: protection from ransomware and freedom to change the vendor, both
rated, and power drawn, measured.

| folder or file | what a lab would have put there |
|---|---|
| `fc-san/`, `cloud-gp3/`, `cloud-io2/` | fio: random reads and writes, one file for each depth |
| `fc-san/controller-lost/` | the same of the array, with a controller pulled |
| `prices/`, `provisioning.csv`, `study.toml` | prices, stop-watch readings, the question |
"""
