"""What dstat 0.7.3 writes beside a run: `dstat -tcdngms --output <run>_dstat.csv 10 65`."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from tests.worked_example.dice import Dice
from tests.worked_example.lab import SECONDS
from tests.worked_example.options import IOS_PER_TRANSACTION, READ_SHARE

if TYPE_CHECKING:
    from tests.worked_example.lab import LabRun

INTERVAL_S = 10
BEFORE_S = 20
"""The monitor starts while the warm-up still runs ..."""
AFTER_S = 30
"""... and ends after the users have left."""
HOST = "synthetic-db01"
BLOCK = 8192
CLIENT_BYTES = (2600, 9200)
"""Received from and sent to the users, a transaction."""
GIB = 1024**3
COLUMNS = (
    ("system", ("time",)),
    ("total cpu usage", ("usr", "sys", "idl", "wai", "stl")),
    ("dsk/total", ("read", "writ")),
    ("net/total", ("recv", "send")),
    ("paging", ("in", "out")),
    ("memory usage", ("used", "free", "buff", "cach")),
    ("swap", ("used", "free")),
)


def samples(run: LabRun) -> str:
    """Write the monitor's file of a run."""
    count = (BEFORE_S + SECONDS + AFTER_S) // INTERVAL_S
    start = run.started - timedelta(seconds=BEFORE_S)
    dice = Dice(run.name, "dstat")
    rows = [_row(run, start, dice, load=0.35)]
    for step in range(1, count + 1):
        after = step * INTERVAL_S > BEFORE_S + SECONDS
        clock = start + timedelta(seconds=step * INTERVAL_S)
        rows.append(_row(run, clock, dice, load=0.0 if after else dice.spread(0.02)))
    command = f"dstat -tcdngms --output {run.name}_dstat.csv {INTERVAL_S} {count}"
    preamble = (
        '"Dstat 0.7.3 CSV output"\n'
        '"Author:","Dag Wieers <dag@wieers.com>",,,,'
        '"URL:","http://dag.wieers.com/home-made/dstat/"\n'
        f'"Host:","{HOST}",,,,"User:","oracle"\n'
        f'"Cmdline:","{command}",,,,"Date:","{start:%d Oct %Y %H:%M:%S} UTC"\n'
    )
    groups = ",".join(f'"{group}"' + "," * (len(names) - 1) for group, names in COLUMNS)
    names = ",".join(f'"{name}"' for _, names in COLUMNS for name in names)
    return preamble + f"{groups}\n{names}\n" + "".join(rows)


def _row(run: LabRun, clock: object, dice: Dice, *, load: float) -> str:
    cells = [*_processors(run, dice, load), *_traffic(run, dice, load), 0, 0, *_memory(dice)]
    return f"{clock:%d-%m %H:%M:%S}," + ",".join(_cell(cell) for cell in cells) + "\n"


def _processors(run: LabRun, dice: Dice, load: float) -> list[float]:
    """Percent user, system, idle, waiting and stolen; together 100."""
    idle = 1.0 - run.busy
    if load == 0.0:
        return [1.5, 0.75, 97.5, 0.25, 0]
    idle = min(0.97, idle * dice.spread(0.08)) if load > 0.5 else 0.6
    busy = round(100.0 * (1.0 - idle), 3)
    user = round(busy * 0.78 * dice.spread(0.01), 3)
    waiting = round(100.0 * min(run.waiting * dice.spread(0.1), idle * 0.95), 3)
    return [user, round(busy - user, 3), round(100.0 - busy - waiting, 3), waiting, 0]


def _traffic(run: LabRun, dice: Dice, load: float) -> list[int]:
    """Bytes a second: disk read and written, network received and sent."""
    rate = run.rate_tps * load
    storage = rate * IOS_PER_TRANSACTION * BLOCK * dice.spread(0.02)
    read, written = storage * READ_SHARE, storage * (1.0 - READ_SHARE)
    received, sent = (rate * size for size in CLIENT_BYTES)
    if run.option.over_network:
        received, sent = received + read * 1.04, sent + written * 1.04
    local = 4096 * dice.between(1, 12)
    as_disk = run.option.prefix != "nas"
    disk = [round(read / 512) * 512, round(written / 512) * 512 + local]
    return [*(disk if as_disk else [0, local]), round(received), round(sent)]


def _memory(dice: Dice) -> list[int]:
    """Bytes: memory used, free, buffers and cached; swap used and free."""
    free = 4096 * dice.between(180_000, 260_000)
    used, buffers, total = 22 * GIB, 4096 * 52_000, 32 * GIB
    return [used, free, buffers, total - used - free - buffers, 0, 8 * GIB]


def _cell(value: float) -> str:
    """Whole numbers bare, others with three decimals, as dstat writes them."""
    return str(int(value)) if value == int(value) else f"{value:.3f}"
