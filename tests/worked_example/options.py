"""The five options of the worked example and the truth about each: what a transaction needs.

A transaction of the order-entry load makes IOS_PER_TRANSACTION storage accesses one after the
other. Each waits for the path, then for one of `sets` equal disk sets, and takes a fixed delay
on top; all host work goes to PROCESSORS processors that share one queue. Between transactions
a user thinks for THINK_S. Every figure is chosen, none is measured.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.worked_example.queueing import Network, Point, Station, solve

IOS_PER_TRANSACTION = 36
READ_SHARE = 0.75
PROCESSORS = 2
THINK_S = 1.0
LEVELS = (30, 60, 90, 120, 150)
REPETITIONS = 5
MANY_USERS = 240
"""More users than any true figure needs."""


@dataclass(frozen=True, slots=True)
class LabOption:
    """One option of the lab; times are seconds, for one storage access where not said."""

    name: str
    folder: str
    prefix: str
    """Beginning of its files' names."""
    day: int
    """Of October 2026, when its runs were made."""
    processor_s: float
    """Host processor time of a whole transaction."""
    path_s: float
    delay_s: float
    sets: int
    service_s: float
    large_service_s: float
    """Of one disk set for a random read of 1 MiB."""
    large_path_s: float
    device: str
    """Name of a LUN or file for ORION, with a field for its number."""
    over_network: bool = False
    polling: dict[int, float] = field(default_factory=dict)
    """By users, the share of the idle processors that polling threads of the cache driver
    burn. They give way to transactions, so they cost no response time, but hide how much of
    the host is left."""
    repetitions: dict[int, int] = field(default_factory=dict)
    """Where fewer or more than REPETITIONS runs were made."""

    def network(self, storage: float = 1.0, processor: float = 1.0) -> Network:
        """Return the closed network of the order-entry load, with demands times a factor."""
        ios = IOS_PER_TRANSACTION
        disk_set = Station(ios * self.service_s * storage / self.sets)
        host = Station(self.processor_s * processor, PROCESSORS)
        path = Station(ios * self.path_s)
        return Network((host, path, *[disk_set] * self.sets), ios * self.delay_s, THINK_S)

    def small_ios(self, storage: float = 1.0) -> Network:
        """Return the network of outstanding small reads (ORION, I/O calibration)."""
        disk_set = Station(self.service_s * storage / self.sets)
        return Network((Station(self.path_s), *[disk_set] * self.sets), self.delay_s)

    def large_ios(self, storage: float = 1.0) -> Network:
        """Return the network of outstanding reads of 1 MiB."""
        disk_set = Station(self.large_service_s * storage / self.sets)
        return Network((Station(self.large_path_s), *[disk_set] * self.sets), self.delay_s)

    def truth(self) -> list[Point]:
        """Return the true points of the order-entry load."""
        return solve(self.network(), MANY_USERS)

    def runs_at(self, users: int) -> int:
        """Return how often a level was run to its end."""
        return self.repetitions.get(users, REPETITIONS)


NAS = LabOption(
    name="NAS NFS",
    folder="nas-nfs",
    prefix="nas",
    day=12,
    processor_s=0.0130,
    path_s=0.00008,
    delay_s=0.00151,
    sets=6,
    service_s=0.00117,
    large_service_s=0.0088,
    large_path_s=0.00112,
    device="/mnt/synthetic_nfs/orion{:02d}.dbf",
    over_network=True,
    repetitions={90: 2},
)
ISCSI = LabOption(
    name="iSCSI SAN",
    folder="iscsi-san",
    prefix="iscsi",
    day=13,
    processor_s=0.0138,
    path_s=0.00008,
    delay_s=0.00062,
    sets=5,
    service_s=0.00112,
    large_service_s=0.0078,
    large_path_s=0.00108,
    device="/dev/mapper/synthetic_iscsi{:02d}",
    over_network=True,
)
FC = LabOption(
    name="FC SAN",
    folder="fc-san",
    prefix="fc",
    day=14,
    processor_s=0.0106,
    path_s=0.00001,
    delay_s=0.00003,
    sets=6,
    service_s=0.00119,
    large_service_s=0.0074,
    large_path_s=0.00066,
    device="/dev/mapper/synthetic_fc{:02d}",
)
DAS = LabOption(
    name="DAS RAID-10",
    folder="das-raid10",
    prefix="das",
    day=15,
    processor_s=0.0128,
    path_s=0.00001,
    delay_s=0.00044,
    sets=8,
    service_s=0.00198,
    large_service_s=0.0112,
    large_path_s=0.00046,
    device="/dev/synthetic_sd{:02d}",
)
CACHE = LabOption(
    name="Fluid Cache on DAS",
    folder="fluid-cache-das",
    prefix="fcache",
    day=16,
    processor_s=0.0155,
    path_s=0.00001,
    delay_s=0.00002,
    sets=7,
    service_s=0.00106,
    large_service_s=0.0060,
    large_path_s=0.00050,
    device="/dev/synthetic_fldc{:02d}",
    polling={30: 0.35, 60: 0.55, 90: 0.94, 120: 0.95, 150: 0.90},
)
OPTIONS = (NAS, ISCSI, FC, DAS, CACHE)
"""In the order of creation, which fixes colour and marker."""
