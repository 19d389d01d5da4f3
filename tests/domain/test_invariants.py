"""What must hold in every reading: a figure that contradicts another one does not count."""

from __future__ import annotations

import pytest

from arraywise.domain.evidence import Load, Measurement, Metric, Reading, Run, Status
from arraywise.domain.invariants import remove_contradictions, sample_rules
from arraywise.domain.units import Unit

M = Metric
IOS, USERS = Load(small_ios=8), Load(users=8)


def reading(
    *figures: tuple[Metric, str, float], load: Load = IOS, duration_s: float | None = 60.0,
    **attributes: str,
) -> Reading:  # fmt: skip
    """Build a reading of one run of these figures, on lines 1, 2 ..."""
    measurements = tuple(
        Measurement(metric, statistic, value, Unit.ONE, load, line=line)
        for line, (metric, statistic, value) in enumerate(figures, 1)
    )
    run = Run(
        "r",
        complete=True,
        measurements=measurements,
        duration_s=duration_s,
        attributes=tuple(attributes.items()),
    )
    return Reading("tool", Status.READ, (run,))


def left(result: Reading) -> set[tuple[Metric, str]]:
    """Return what still counts."""
    return {(m.metric, m.statistic) for run in result.runs for m in run.measurements}


MEAN, MIN, P50, P99, MAX = ((M.LATENCY, s) for s in ("mean", "min", "p50", "p99", "max"))
RATE, DATA, DB_RATE = (M.IOPS, "mean"), (M.THROUGHPUT, "mean"), (M.TRANSACTION_RATE, "mean")
COUNT, TIME = (M.TRANSACTIONS_COMPLETED, "total"), (M.RESPONSE_TIME, "mean")


@pytest.mark.parametrize(
    ("figures", "extra", "lost", "line"),
    [
        ([(*MEAN, 5.0), (*MIN, 1.0), (*MAX, 9.0)], {}, set(), None),
        ([(*MEAN, 9.3), (*MAX, 9.0)], {}, set(), None),  # rounded
        ([(*MEAN, 10.0), (*MAX, 9.0), (*P50, 5.0)], {}, {MEAN, MAX, P50}, 2),
        ([(*MEAN, 1.0), (*MIN, 2.0)], {}, {MEAN, MIN}, 1),
        ([(*MEAN, 5.0), (*P50, 7.0), (*P99, 6.0)], {}, {P50, P99}, 3),
        ([(*MEAN, 5.0), (*P99, 7.0), (*MAX, 6.0)], {}, {P99, MAX}, 3),
        ([(*MIN, 7.0), (*P50, 5.0), (*MEAN, 9.0)], {"percentiles_of": "clat"}, set(), None),
        ([(*RATE, 1000.0), (*MEAN, 0.008)], {}, set(), None),
        ([(*RATE, 1000.0), (*MEAN, 0.001)], {}, set(), None),  # the host may pause
        ([(*RATE, 1000.0), (*MEAN, 0.08), (*P99, 0.2)], {}, {RATE, MEAN, P99}, 2),
        ([(*DB_RATE, 10.0), (*TIME, 8.0)], {"load": USERS}, {DB_RATE, TIME}, 2),
        ([(*DB_RATE, 10.0), (*COUNT, 640.0)], {"load": USERS}, set(), None),
        ([(*DB_RATE, 10.0), (*COUNT, 6000.0)], {"load": USERS}, {DB_RATE, COUNT}, 1),
        ([(*DB_RATE, 10.0), (*COUNT, 6000.0)], {"duration_s": None}, set(), None),
        ([(*RATE, 100.0), (*DATA, 819_200.0)], {"block_bytes": "8192"}, set(), None),
        ([(*RATE, 100.0), (*DATA, 819.2)], {"block_bytes": "8192"}, {DATA}, 2),
        ([(*RATE, float("inf")), (*DATA, 8.0)], {}, {RATE}, 1),
    ],
)  # fmt: skip
def test_what_contradicts_another_figure_does_not_count(
    figures: list[tuple[Metric, str, float]],
    extra: dict[str, object],
    lost: set[tuple[Metric, str]],
    line: int | None,
) -> None:
    """No other test reads figures that cannot be together, tool by tool."""
    before = reading(*figures, **extra)  # type: ignore[arg-type]
    after = remove_contradictions(before)
    assert left(before) - left(after) == lost
    assert [p.line for p in after.problems] == ([line] if lost else [])
    assert after.status is (Status.READ_WITH_PROBLEMS if lost else Status.READ)


def test_a_run_that_ends_before_it_begins_has_no_length() -> None:
    after = remove_contradictions(reading((*RATE, 1.0), duration_s=-5.0))
    assert (after.runs[0].duration_s, len(after.problems)) == (None, 1)


def test_rules_name_the_shares_of_a_processor_and_the_requests_behind_a_mean() -> None:
    columns = [("cpu_user", None), ("cpu_idle", None), ("cpu_guest", None), ("cpu_idle", "cpu0")]
    columns += [("disk_await", "sda"), ("disk_requests", "sda"), ("disk_read_await", "sda")]
    columns += [("disk_read_requests", "sda"), ("disk_write_await", "sdb")]
    rules = sample_rules(columns)
    assert rules.exclusive_shares == ((0, 1),)
    assert rules.request_means == ((4, (5,)), (6, (7,)), (8, ()))
