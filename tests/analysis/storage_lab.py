"""A small event simulation of a storage whose writes cost more or less than its reads."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from arraywise.domain.study import IoPoint, RunSetup

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random


@dataclass(frozen=True)
class Storage:
    """Servers behind one queue; a cache answers writes at once, and the servers do them later."""

    servers: int
    read_s: float
    write_s: float
    cached: bool

    def service(self, rng: Random, *, writes: bool, sequential: bool = False) -> float:
        """Draw how long a server is busy; writes of the log cost half of a random one."""
        mean = self.write_s * (0.5 if sequential else 1.0) if writes else self.read_s
        return rng.expovariate(1.0 / mean)


class _Servers:
    def __init__(self, storage: Storage) -> None:
        self._free = [0.0] * storage.servers

    def take(self, now: float, busy_s: float) -> float:
        """Serve what arrives now, in the order of calls, and return when it ends."""
        ends = max(now, heapq.heappop(self._free)) + busy_s
        heapq.heappush(self._free, ends)
        return ends


CACHE_S = 1e-5
BLOCKS_OF_LARGE = 128
"""Of 8 KiB in a large I/O of 1 MiB."""


def sweep_point(
    storage: Storage, depth: int, share: float, rng: Random, ios: int = 2500
) -> tuple[float, float, float | None]:
    """Return rate, mean time of all and of reads while so many I/Os are outstanding."""
    servers, waiting = _Servers(storage), [(1e-7 * n, n) for n in range(depth)]
    dirty: list[float] = []
    times: list[tuple[bool, float]] = []
    first = last = 0.0
    for number in range(ios):
        now, _ = heapq.heappop(waiting)
        is_write = rng.random() < share
        ends = servers.take(now, storage.service(rng, writes=is_write))
        if is_write and storage.cached:
            dirty = [end for end in dirty if end > now]
            heapq.heappush(dirty, ends)
            is_full = len(dirty) > 8 * storage.servers
            ends = max(now, heapq.heappop(dirty) if is_full else now) + CACHE_S
        heapq.heappush(waiting, (ends, depth + number))
        if number == ios // 10:
            first = now
        if number > ios // 10:
            times.append((is_write, ends - now))
            last = now
    reads = [seconds for is_write, seconds in times if not is_write]
    rate = len(times) / (last - first)
    return rate, fmean(seconds for _, seconds in times), fmean(reads) if reads else None


def sweep(
    storage: Storage, share: float, rng: Random, depths: Sequence[int] = (1, 4, 16, 64)
) -> tuple[tuple[IoPoint, ...], tuple[RunSetup, ...]]:
    """Return what a tool says: one run for each depth, its share of writes as it came out."""
    points, setups = [], []
    for run, depth in enumerate(depths):
        rate, every, reads = sweep_point(storage, depth, share, rng)
        points.append(
            IoPoint(run, "f", "fio", depth, None, rate, None, every, read_latency_s=reads)
        )
        printed = f"{100 * share + rng.choice((-1, 0, 1)) * (0 < share < 0.98):.0f}"
        stated = (("pattern", "randrw"), ("block_bytes", "8192"), ("write_percent", printed))
        setups.append(RunSetup(run, "f", "fio", attributes=stated))
    return tuple(points), tuple(setups)


def response_s(
    storage: Storage,
    rate_tps: float,
    reads: int,
    writes: int,
    cpu_s: float,
    rng: Random,
    *,
    large: float = 0.0,
) -> float:
    """Return the mean response time of transactions that arrive by chance.

    Each takes its processor time, waits for its reads one after the other and then for one write
    of the log; its other writes go off in between and nobody waits for them. A share `large` of
    them writes 1 MiB besides, which takes a server as long as the small writes of as many bytes.
    """
    servers = _Servers(storage)
    events: list[tuple[float, int, float, int]] = []
    now, number, times = 0.0, 0, []
    for _ in range(2000):
        now += rng.expovariate(rate_tps)
        number += 1
        heapq.heappush(events, (now, number, now, reads))
        for _ in range(writes - 1):  # by the database writer, some time later
            number += 1
            heapq.heappush(events, (now + rng.random() * 0.2, number, now, -1))
        if large and rng.random() < large:
            number += 1
            heapq.heappush(events, (now + rng.random() * 0.2, number, now, -2))
    while events:
        now, _, begun, left = heapq.heappop(events)
        if left < 0:
            ios = 1 if left == -1 else BLOCKS_OF_LARGE
            servers.take(now, sum(storage.service(rng, writes=True) for _ in range(ios)))
        elif left == 0:
            ends = servers.take(now, storage.service(rng, writes=True, sequential=True))
            times.append((now + CACHE_S if storage.cached else ends) - begun + cpu_s)
        else:
            ends = servers.take(now, storage.service(rng, writes=False))
            number += 1
            heapq.heappush(events, (ends, number, begun, left - 1))
    return fmean(times[len(times) // 10 :])


def capacity_tps(storage: Storage, reads: int, writes: int, large: float = 0.0) -> float:
    """Return the most transactions a second that the servers can do."""
    all_writes = writes - 0.5 + large * BLOCKS_OF_LARGE
    busy = reads * storage.read_s + all_writes * storage.write_s
    return storage.servers / busy
