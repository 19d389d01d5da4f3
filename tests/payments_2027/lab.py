"""The four options of the lab and the truth about each, from open queues with known answers.

A payment waits for READS reads and the log one after the other and leaves DATA_WRITES writes to
the database writer. I/Os arrive by chance at the path and at `sets` equal disk sets; processors,
network and application add what they take. Every figure is chosen, none is measured.
"""

from __future__ import annotations

import math

from tests.worked_example.options import LabOption

READS, DATA_WRITES, LOG_WRITES = 6, 1, 1
IOS = READS + DATA_WRITES + LOG_WRITES
WAITS = READS + LOG_WRITES
CPU_S, REST_S, NETWORK_S = 0.0009, 0.0012, 0.0010
"""Of a payment: processor time, which is part of its time in the database beside waits for the
storage, and time outside the database."""
DEMAND_TPS, TARGET_S, STORAGE_SHARE, MIN_HEADROOM = 1500.0, 0.008, 0.5, 0.1
REPORT_TPS, REPORT_S = 620, 3600
"""What the database does in its busiest hour today."""


def _option(
    name: str, folder: str, prefix: str, day: int, device: str, **times: float
) -> LabOption:
    sets = int(times.pop("sets"))
    return LabOption(
        name=name, folder=folder, prefix=prefix, day=day, device=device,
        processor_s=CPU_S, sets=sets, large_service_s=0.004, large_path_s=0.0009, **times,
    )  # fmt: skip


DAS = _option(
    "DAS, NVMe", "das-nvme", "das", 19, "/dev/synthetic_nvme{:02d}",
    path_s=4e-6, delay_s=20e-6, sets=8, service_s=90e-6,
)  # fmt: skip
FC = _option(
    "FC SAN", "fc-san", "fc", 20, "/dev/mapper/synthetic_fc{:02d}",
    path_s=10e-6, delay_s=60e-6, sets=12, service_s=200e-6,
)  # fmt: skip
ISCSI = _option(
    "iSCSI SAN", "iscsi-san", "iscsi", 21, "/dev/mapper/synthetic_iscsi{:02d}",
    path_s=40e-6, delay_s=120e-6, sets=4, service_s=380e-6,
)  # fmt: skip
NAS = _option(
    "NAS NFS", "nas-nfs", "nas", 22, "/mnt/synthetic_nfs/orion{:02d}.dbf",
    path_s=15e-6, delay_s=180e-6, sets=10, service_s=220e-6,
)  # fmt: skip
OPTIONS = (DAS, FC, ISCSI, NAS)


def capacity_tps(option: LabOption) -> float:
    """Return the most payments a second that the storage carries."""
    return 1.0 / (IOS * max(option.path_s, option.service_s / option.sets))


def io_s(option: LabOption, rate_tps: float) -> float:
    """Return the mean time of an I/O at a rate of payments; infinite where it is not carried."""
    rate = IOS * rate_tps
    if rate_tps >= capacity_tps(option):
        return math.inf
    path = option.path_s / (1.0 - rate * option.path_s)
    disk = option.service_s / (1.0 - rate * option.service_s / option.sets)
    return path + disk + option.delay_s


def response_s(option: LabOption, rate_tps: float) -> float:
    """Return the true response time of a payment."""
    return WAITS * io_s(option, rate_tps) + REST_S + NETWORK_S


def keeps_target(option: LabOption, rate_tps: float = DEMAND_TPS) -> bool:
    """Return whether the option truly does what is asked."""
    return response_s(option, rate_tps) <= TARGET_S
