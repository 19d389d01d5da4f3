"""Exact response times of a closed queueing network, so that the true answer is known.

Convolution algorithm of Buzen (1973) for one class of customers: queues with one or more
servers and a delay. Its figures are those of exact mean value analysis (MODEL P5, golden).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import e, fsum, lgamma, log
from operator import mul

MOST_LOG = 600.0


@dataclass(frozen=True, slots=True)
class Station:
    """A place where a customer queues."""

    demand_s: float
    """Service that one transaction needs in total."""
    servers: int = 1


@dataclass(frozen=True, slots=True)
class Network:
    """A closed network: users who think, a fixed delay, and stations."""

    stations: tuple[Station, ...]
    delay_s: float = 0.0
    think_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Point:
    """Throughput and response time with a number of users."""

    users: int
    rate: float
    """Customers per second."""
    response_s: float
    """Time in stations and delay, without the time spent thinking."""


def solve(network: Network, users: int) -> list[Point]:
    """Return the exact points with 1 ... `users` users."""
    away_s = network.think_s + network.delay_s
    bottleneck_s = max(station.demand_s / station.servers for station in network.stations)
    # Demands are taken relative to the bottleneck's, for long delays relative to what keeps
    # delay^n / n! near one: no product leaves the range of a float.
    is_long = away_s > 0 and users * log(away_s / bottleneck_s) - lgamma(users + 1) > MOST_LOG
    scale = away_s * e / users if is_long else bottleneck_s
    weights = _delay_weights(away_s / scale, users)
    for station in network.stations:
        weights = _joined(weights, station.demand_s / scale, station.servers)
    rates = [weights[n - 1] / weights[n] / scale for n in range(1, users + 1)]
    return [Point(n, x, n / x - network.think_s) for n, x in enumerate(rates, start=1)]


def response_at(points: list[Point], rate: float) -> float:
    """Return the response time at a rate, straight between neighbouring numbers of users."""
    below, above = next(p for p in pairwise(points) if p[1].rate >= rate)
    share = (rate - below.rate) / (above.rate - below.rate)
    return below.response_s + share * (above.response_s - below.response_s)


def rate_at(points: list[Point], response_s: float) -> float:
    """Return the highest rate at which the response time is still met."""
    below, above = next(p for p in pairwise(points) if p[1].response_s >= response_s)
    share = (response_s - below.response_s) / (above.response_s - below.response_s)
    return below.rate + share * (above.rate - below.rate)


def _delay_weights(delay: float, users: int) -> list[float]:
    weights = [1.0]
    for n in range(1, users + 1):
        weights.append(weights[-1] * delay / n)
    return _normed(weights)


def _joined(weights: list[float], demand: float, servers: int) -> list[float]:
    """Join a station. From its last server on its weights are a geometric series of `ratio`;
    what its first servers lack of it is added apart, all of it positive."""
    ratio = demand / servers
    lacking, own = [1.0], 1.0
    for n in range(1, servers):
        lacking.append(own * (demand / n - ratio))
        own *= demand / n
    joined: list[float] = []
    for n in range(len(weights)):
        before = ratio * joined[-1] if joined else 0.0
        joined.append(before + fsum(map(mul, weights[n::-1][:servers], lacking)))
    return _normed(joined)


def _normed(weights: list[float]) -> list[float]:
    most = max(weights)
    return [w / most for w in weights]
