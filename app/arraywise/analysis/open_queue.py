"""An open queue with several servers, M/M/m: what a sweep of I/Os is held against (MODEL P5.8)."""

from __future__ import annotations


def waiting_share(servers: int, offered: float) -> float:
    """Return Erlang's C: the share of arrivals that find all servers busy; 1 when overloaded.

    Args:
        servers: m, at least 1.
        offered: a = arrival rate x service time.
    """
    if offered >= servers:
        return 1.0
    blocked = 1.0
    for server in range(1, servers + 1):
        blocked = offered * blocked / (server + offered * blocked)
    return blocked / (1.0 - offered / servers * (1.0 - blocked))


def open_response_s(rate: float, servers: int, service_s: float) -> float | None:
    """Return W = S + C(m, a) S / (m - a), in seconds; None where the queue never ends.

    Source: Kleinrock, Queueing Systems I, 1975.
    """
    offered = rate * service_s
    if offered >= servers:
        return None
    return service_s + waiting_share(servers, offered) * service_s / (servers - offered)


def outstanding(rate: float, response_s: float) -> float:
    """Return how many are under way at once, by Little's law."""
    return rate * response_s
