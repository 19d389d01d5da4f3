"""Stop-watch readings of providing storage with each option: steps x five repetitions."""

from __future__ import annotations

from tests.worked_example.dice import Dice

OFFSETS = (0, -20, 40, 20, -40)
"""Of a repetition's total from the usual time, in thousandths; mean and median are 0."""
STEPS: dict[str, tuple[int, tuple[tuple[str, int], ...]]] = {
    "nas-nfs": (
        25,
        (("Create volume and export", 8), ("Mount on hosts", 7), ("Create data files", 10)),
    ),
    "iscsi-san": (
        45,
        (
            ("Create LUNs", 12),
            ("Set up initiators and targets", 15),
            ("Multipath and disk group", 18),
        ),
    ),
    "fc-san": (
        95,
        (
            ("Cable and zone the fabric", 38),
            ("Create RAID group and LUNs", 25),
            ("Mask LUNs to hosts", 12),
            ("Multipath and disk group", 20),
        ),
    ),
    "das-raid10": (18, (("Create RAID-10 sets", 10), ("Disk group", 8))),
    "fluid-cache-das": (
        120,
        (
            ("Create RAID-10 sets", 10),
            ("Install cache software on each node", 52),
            ("Form cache cluster and pool", 38),
            ("Map cached devices, disk group", 20),
        ),
    ),
}
"""By folder: usual minutes, and the share of each step in them (minutes)."""


def readings(folder: str) -> list[tuple[str, int, int]]:
    """Return step, repetition and seconds; a repetition's steps sum to its total."""
    minutes, steps = STEPS[folder]
    dice = Dice(folder, "provisioning")
    rows = []
    for repetition, offset in enumerate(OFFSETS, start=1):
        total = minutes * 60 + round(offset * minutes * 60 / 1000)
        seconds = [round(total * share / minutes * dice.spread(0.03)) for _, share in steps]
        seconds[-1] += total - sum(seconds)
        rows += [(name, repetition, s) for (name, _), s in zip(steps, seconds, strict=True)]
    return rows
