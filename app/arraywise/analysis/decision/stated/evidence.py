"""Facts by which the evidence is read: lines of the audit, the workload profile."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from arraywise.analysis.decision.stated.common import (
    CONVENTION_KIND,
    DEFAULT_KIND,
    TYPED_KIND,
    FactBuilder,
    RangeWidths,
    StudyAtHand,
)
from arraywise.domain.assumptions import (
    STUDY_PLACE,
    VALUE_PLACE,
    AssumptionKind,
    Choice,
    Effect,
    StatedFact,
)
from arraywise.domain.messages import Message, message
from arraywise.domain.requirement import (
    DEFAULT_THRESHOLDS,
    THRESHOLD_NAMES,
    describe_threshold,
    is_valid_threshold,
    threshold_share,
    with_threshold_shares,
)
from arraywise.domain.workload import TYPED, with_values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arraywise.domain.assumptions import FactValue
    from arraywise.domain.study import StudyFacts

PROFILE_SPREAD = RangeWidths(0.5, 0.5)
THRESHOLD_SPREAD = RangeWidths(0.25, 0.25)


def list_threshold_facts(study: StudyAtHand) -> Iterator[StatedFact]:
    """List the lines that class levels and runs, where there are runs."""
    if not any(known.load_runs for known in study.facts.options):
        return
    for name in THRESHOLD_NAMES:
        yield _threshold_fact(name, study)
    yield _as_tested_fact(study)


def _threshold_fact(name: str, study: StudyAtHand) -> StatedFact:
    percent = round(100 * threshold_share(study.facts.thresholds, name), 12)
    is_default = threshold_share(study.facts.thresholds, name) == threshold_share(
        DEFAULT_THRESHOLDS, name
    )

    def change(facts: StudyFacts, value: FactValue) -> StudyFacts:
        moved = with_threshold_shares(facts.thresholds, {name: float(value) / 100})
        return replace(facts, thresholds=moved)

    least = 0.0 if is_valid_threshold(name, 0.0) else 1e-6
    common = FactBuilder(
        f"threshold/{name}",
        describe_threshold(name),
        CONVENTION_KIND if is_default else TYPED_KIND,
    )
    return common.figure(
        percent,
        THRESHOLD_SPREAD.around(percent, least, 100.0),
        change,
        ("thresholds", STUDY_PLACE, "--set", f"{name}={VALUE_PLACE}%"),
        unit="%",
        effect=Effect.EVIDENCE,
    )


def _as_tested_fact(study: StudyAtHand) -> StatedFact:
    stated = study.facts.thresholds.as_tested

    def change(facts: StudyFacts, value: FactValue) -> StudyFacts:
        moved = replace(facts.thresholds, as_tested=value == "as-tested")
        return replace(facts, thresholds=moved)

    kind = TYPED_KIND if stated else CONVENTION_KIND
    return FactBuilder("as_tested", message("Levels that a host limited count"), kind).discrete(
        "as-tested" if stated else "no-as-tested",
        (Choice("as-tested", message("yes")), Choice("no-as-tested", message("no"))),
        change,
        ("thresholds", STUDY_PLACE, "--" + VALUE_PLACE),
        Effect.EVIDENCE,
    )


class _ProfileValue(NamedTuple):
    """A value of the workload profile, and the option of `profile` that sets it."""

    flag: str
    label: Message
    unit: Message | str = ""
    per_si: float = 1.0


_PROFILE = {
    "reads": _ProfileValue("--reads", message("Reads of a transaction")),
    "writes": _ProfileValue("--writes", message("Writes of a transaction")),
    "block_bytes": _ProfileValue("--block", message("Size of a small request"), "KiB", 1 / 1024),
    "large_bytes": _ProfileValue("--large", message("Bytes in large requests"), "MB", 1e-6),
    "sync_reads": _ProfileValue("--sync-reads", message("Reads waited for, at least")),
    "sync_reads_high": _ProfileValue("--sync-reads-most", message("Reads waited for, at most")),
    "log_writes": _ProfileValue("--log-writes", message("Waits for the log")),
    "cpu_s": _ProfileValue("--cpu", message("Processor time of the database"), "ms", 1e3),
    "rest_s": _ProfileValue("--rest", message("Time apart from the storage's"), "ms", 1e3),
    "overlap": _ProfileValue("--overlap", message("Reads that run at the same time")),
    "transactions_per_s": _ProfileValue("--rate", message("Rate of the profile"), "tx/s"),
}
_DEFAULT_VALUES = {"log_writes": 1.0, "overlap": 1.0}
"""What counts where nobody said (MODEL E3) ..."""
_DEFAULT_STEP = 0.05
"""... and in which steps another value is thought of."""


def list_profile_facts(study: StudyAtHand) -> Iterator[StatedFact]:
    """List the values of the workload profile that were typed, or that count by default."""
    workload, typed = study.facts.workload, study.facts.profile
    if workload.requests is None:
        return
    for name, row in _PROFILE.items():
        source = workload.source_of(name)
        stated = getattr(workload, name)
        is_typed = source is not None and source.origin == TYPED and typed.source_of(name)
        if is_typed and stated:
            yield _profile_fact(name, row, stated, TYPED_KIND)
        elif stated is None and name in _DEFAULT_VALUES:
            yield _profile_fact(name, row, _DEFAULT_VALUES[name], DEFAULT_KIND)


def _profile_fact(
    name: str, row: _ProfileValue, stated: float, kind: AssumptionKind
) -> StatedFact:
    def change(facts: StudyFacts, value: FactValue) -> StudyFacts:
        profile = with_values(facts.profile, {name: float(value) / row.per_si})
        return replace(facts, profile=profile)

    value = stated * row.per_si
    unit = "" if row.unit == "tx/s" else str(row.unit)
    return FactBuilder(f"profile/{name}", row.label, kind).figure(
        round(value, 12),
        PROFILE_SPREAD.around(value),
        change,
        ("profile", STUDY_PLACE, row.flag, VALUE_PLACE + unit),
        unit=row.unit,
        step=_DEFAULT_STEP if kind is DEFAULT_KIND else 0.0,
    )
