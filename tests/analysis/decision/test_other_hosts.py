"""Which hosts are other ones: by name, number and model, never by what a protocol costs (P4.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arraywise.analysis.decision.other_hosts import find_transfers
from arraywise.analysis.decision.problem import build_problem
from arraywise.analysis.prepared import prepare_study
from arraywise.domain.study import HostUse, LoadRun, RunSetup
from tests.analysis.bench import LEVELS, TWO_QUEUES, make_option, make_runs, make_study

XEON, EPYC = "Intel(R) Xeon(R) Gold 6338 CPU @ 2.00GHz", "AMD EPYC 7543 32-Core Processor"


def _on(name: str, processors: int, busier: float) -> tuple[LoadRun, ...]:
    """Return runs on a host, where transactions take so many times the processor time."""
    runs = make_runs(TWO_QUEUES, LEVELS, noise=(0.005, 0.02))
    use = HostUse("monitor.csv", 60, 0.0, 0.0, host=name, processors=processors)
    return tuple(
        replace(r, host_use=replace(use, busy_median=busier * r.rate_tps * 0.004 / processors))
        for r in runs
    )


def _listing(model: str) -> tuple[RunSetup, ...]:
    return (RunSetup(99, "lscpu.txt", "lshw", attributes=(("processor_model", model),)),)


@pytest.mark.parametrize(
    ("name", "processors", "models", "is_other"),
    [
        ("a", 4, ("", ""), False),
        ("b", 4, ("", ""), True),
        ("a", 8, ("", ""), True),
        ("b", 4, (XEON, XEON.replace(" CPU", "  CPU").upper()), False),
        ("b", 8, (XEON, XEON), True),
        ("a", 4, (XEON, EPYC), True),
        ("b", 4, (XEON, ""), True),
    ],
)
def test_a_protocol_that_takes_a_fifth_more_of_a_host_of_one_make_is_on_no_other_host(
    name: str, processors: int, models: tuple[str, str], *, is_other: bool
) -> None:
    """Catches iSCSI on the twin of the host that FC was tested on, carried over as if slower."""
    hosts = ("a", 4, 1.0), ("a", 4, 1.0), (name, processors, 1.2)
    named = models[0], models[0], models[1]
    options = [
        replace(make_option(n, _on(*host)), setups=_listing(model) if model else ())
        for n, (host, model) in enumerate(zip(hosts, named, strict=True), start=1)
    ]
    facts = make_study(*options)
    known = build_problem(prepare_study(facts), facts).known
    assert (3 in find_transfers(known, None)) is is_other
