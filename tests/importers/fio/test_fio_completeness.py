"""What fio's figures say of each other."""

from __future__ import annotations

from tests.importers.fio.test_fio import FLOW, LATENCY, document, job, read, serious


def test_a_total_latency_below_the_completion_is_told() -> None:
    flow = FLOW | {"lat_ns": LATENCY | {"mean": 500_000.0}}
    (problem,) = serious(read(document(job(read=flow))))
    assert "lat (0.5 ms) must include clat (0.8 ms)" in problem


def test_a_rounded_total_latency_is_not() -> None:
    flow = FLOW | {"lat_ns": LATENCY | {"mean": 780_000.0}}
    assert serious(read(document(job(read=flow)))) == []
