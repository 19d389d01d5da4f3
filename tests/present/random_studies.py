"""Random studies made of the example's and the shipped ones: less evidence, other requirements."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from arraywise.domain.options import ProvisioningTime
from arraywise.domain.pricing import PriceLine, PriceSheet
from arraywise.domain.requirement import Basis, Goal, LoadUnit, Rule
from arraywise.domain.workload import with_values
from tests.analysis.storage_lab import Storage, sweep

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from arraywise.domain.requirement import Requirement
    from arraywise.domain.study import LoadRun, OptionFacts, StudyFacts


def random_study(base: StudyFacts, rng: Random) -> StudyFacts:
    """Return a study with some options of another one, each with part of what was known."""
    count = rng.randint(1, len(base.options))
    chosen = sorted(rng.sample(range(len(base.options)), count))
    options = [_random_option(base.options[i], base.currency, rng) for i in chosen]
    if count > 1 and rng.random() < 0.2:  # two alike in all but their names
        twin = rng.randrange(1, count)
        options[twin] = replace(options[0], option=options[twin].option)
    return replace(
        base,
        options=tuple(options),
        requirement=_random_requirement(base.requirement, rng),
        price_range=base.price_range if rng.random() < 0.7 else None,
    )


def _random_option(facts: OptionFacts, currency: str, rng: Random) -> OptionFacts:
    changes: dict[str, object] = {}
    if rng.random() < 0.5:
        changes["load_runs"] = _some_runs(facts.load_runs, rng)
    if rng.random() < 0.3:
        changes["price_sheet"] = None
    elif rng.random() < 0.3:
        changes["price_sheet"] = _sheet(currency, rng.choice((400_000, 500_000, 615_000)))
    if rng.random() < 0.3:
        changes["provisioning"] = ()
    elif rng.random() < 0.3:
        changes["provisioning"] = (ProvisioningTime("Set up", 1, 60.0 * rng.choice((20, 60))),)
    if rng.random() < 0.2:
        changes["io_points"] = ()
    return replace(facts, **changes)  # type: ignore[arg-type]


def _some_runs(runs: Sequence[LoadRun], rng: Random) -> tuple[LoadRun, ...]:
    if rng.random() < 0.2:
        return ()
    users = sorted({run.users for run in runs})
    kept = set(rng.sample(users, rng.randint(1, len(users)))) if users else set()
    most = rng.choice((1, 2, 5))
    slower = rng.choice((1.0, 1.0, 0.5, 2.0))
    per_level: dict[int, int] = {}
    result = []
    for run in runs:
        per_level[run.users] = per_level.get(run.users, 0) + 1
        if run.users in kept and per_level[run.users] <= most:
            times = tuple((name, seconds * slower) for name, seconds in run.responses_s)
            result.append(replace(run, responses_s=times, rate_tps=run.rate_tps / slower**0.1))
    return tuple(result)


def _sheet(currency: str, price: int) -> PriceSheet:
    return PriceSheet(currency, (PriceLine("Array", Decimal(price)),))


ASKED = {
    "reads": 7.0, "writes": 3.0, "sync_reads": 7.0, "log_writes": 1.0, "block_bytes": 8192.0,
}  # fmt: skip
"""What a transaction asks of the storage."""


def with_io_tests(base: StudyFacts, rng: Random) -> StudyFacts:
    """Return a study whose options have I/O tests too, of storage faster or slower than theirs."""
    options = []
    for known in base.options:
        storage = Storage(rng.randint(1, 12), 0.001 * 20.0 ** rng.uniform(-1.0, 1.0), 0.001, False)  # noqa: FBT003
        points, setups = sweep(storage, rng.choice((0.0, 0.3, 0.35)), rng)
        first, file = 10_000 * known.option.id, f"io_{known.option.id}.json"
        own = tuple(replace(p, run_id=first + p.run_id, file=file) for p in points)
        said = tuple(replace(s, run_id=first + s.run_id, file=file) for s in setups)
        options.append(replace(known, io_points=own, setups=(*known.setups, *said)))
    return replace(base, options=tuple(options), profile=with_values(base.profile, ASKED))


def _random_requirement(asked: Requirement, rng: Random) -> Requirement:
    stretched = 4.0 ** rng.uniform(-1.0, 1.0)
    load = 4.0 ** rng.uniform(-1.0, 1.0)
    changes: dict[str, object] = {
        "response_time_s": asked.response_time_s * stretched,
        "rule": rng.choice((Rule.BEST_VALUE, Rule.BEST_VALUE, Rule.LOWEST_PRICE, Rule.FRONTIER)),
        "budget": rng.choice((None, None, Decimal(450_000), Decimal(700_000))),
        "min_headroom": rng.choice((0.0, 0.0, 0.2)),
        "reserve": rng.choice((0.0, 0.0, 0.2)),
        "least_basis": rng.choice((Basis.PUBLISHED, Basis.PUBLISHED, Basis.MEASURED)),
        "needs_shared_storage": rng.random() < 0.2,
        "growth_per_month": rng.choice((0.0, 0.0, 0.01, -0.02)),
        "horizon_months": rng.choice((0, 12, 36)),
        "usable_bytes": rng.choice((None, 4e12, 12e12)),
        "usable_growth_per_year": rng.choice((0.0, 0.2, -0.3)),
    }
    if asked.storage_latency_s is not None:
        changes["storage_latency_s"] = asked.storage_latency_s * stretched
    if rng.random() < 0.15:
        changes["goal"] = Goal.NONE
    if rng.random() < 0.2:
        changes["statistic"] = rng.choice(("p90", "p95", "p99", "p50"))
    if asked.is_in_visits:
        changes["visits_per_month"] = max(1, round(asked.visits_per_month * load))
    else:
        changes["load"] = (asked.load or 1.0) * load
    if rng.random() < 0.15:
        changes |= {
            "load_unit": LoadUnit.TPS,
            "load": 10.0 ** rng.uniform(0.0, 3.0),
        }
    return replace(asked, **changes)  # type: ignore[arg-type]
