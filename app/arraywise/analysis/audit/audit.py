"""The comparability audit: the product states first what makes a comparison unfair or unsure."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from arraywise.analysis.audit import option_checks as options
from arraywise.analysis.audit import price_checks as prices
from arraywise.analysis.audit import run_checks as runs
from arraywise.analysis.audit import setup_checks as setups
from arraywise.analysis.audit import storage_checks as storage
from arraywise.analysis.audit.added_file import find_worsening_files
from arraywise.analysis.audit.case import (
    Case,
    Check,
    CheckedFacts,
    grade_evidence,
    run_check_or_reuse,
)
from arraywise.analysis.curves.load_level import levels_around
from arraywise.domain.decision import Finding
from arraywise.domain.messages import Severity

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arraywise.analysis.curves.steady_state import SteadyWindow
    from arraywise.analysis.decision.problem import DecisionProblem

_INFO, _WARNING, _ERROR = Severity.INFO, Severity.WARNING, Severity.ERROR
_FACTS, _LEVELS = CheckedFacts.FACTS, CheckedFacts.LEVELS
_aside = partial(Check, lowers_grade=False)
"""Says nothing of how good the evidence of performance is."""
_METHOD = "order-entry paper, method"
_ORION_PAPER = "ORION paper, limits"
_SAN_NAS = "SAN-versus-NAS paper, set-up"

ALL_CHECKS = (
    Check("option without evidence", _ERROR, options.find_missing_evidence, "MODEL P5"),
    _aside("host processors exhausted", _ERROR, runs.find_exhausted_hosts, "MODEL P4", _FACTS),
    _aside("one processor alone", _ERROR, runs.find_single_threads, "MODEL P4", _FACTS),
    _aside("client exhausted", _ERROR, runs.find_exhausted_clients, "MODEL P4", _FACTS),
    _aside("host processors shared", _ERROR, runs.find_stolen_time, "MODEL P4", _FACTS),
    _aside("host paged memory", _ERROR, runs.find_paging, "MODEL P4", _FACTS),
    Check("Little's law broken", _ERROR, runs.find_littles_breaches, "MODEL P2.3", _FACTS),
    Check("beyond the bounds", _ERROR, runs.find_impossible_levels, "MODEL P2.4", _FACTS),
    Check(
        "stale results", _ERROR, setups.find_stale_results, "Swingbench 2.7, charbench -r", _FACTS
    ),
    Check(
        "unlike runs of one option",
        _ERROR,
        setups.find_mixed_runs,
        "Swingbench 2.7, charbench: runs are compared by one parameter at a time",
        _FACTS,
    ),
    Check("one file for several options", _ERROR, options.find_same_files, "MODEL P5", _FACTS),
    _aside("price in another currency", _ERROR, options.find_foreign_prices, "MODEL D2"),
    Check("run left out", _WARNING, runs.find_faulty_runs_of_level, "MODEL P2.3", _FACTS),
    _aside("worse by one file", _WARNING, find_worsening_files, "MODEL E3"),
    Check("single run", _WARNING, runs.find_single_runs, "MODEL P3", _LEVELS),
    Check("too few repetitions", _WARNING, runs.find_few_repetitions, _METHOD, _LEVELS),
    Check("unsteady runs", _WARNING, runs.find_unsteady_runs, "MODEL P2.1", _LEVELS),
    Check("warm-up in the averages", _WARNING, runs.find_warm_up, "MODEL P2.1", _LEVELS),
    _aside("warm-up missing", _WARNING, setups.find_cold_starts, _METHOD, _FACTS),
    Check("short runs", _WARNING, runs.find_short_runs, _METHOD, _LEVELS),
    _aside("sessions refused", _WARNING, setups.find_refused_sessions, "MODEL P2.2", _FACTS),
    Check("failed transactions", _WARNING, runs.find_failures, "MODEL P2.2", _LEVELS),
    Check("Little's law doubtful", _WARNING, runs.find_littles_doubts, "MODEL P2.3", _FACTS),
    _aside("users unlike between options", _WARNING, runs.find_unlike_users, "MODEL P2.3", _FACTS),
    Check("demand below the measured loads", _WARNING, runs.find_light_demand, "MODEL P5.7"),
    Check("runs scatter widely", _WARNING, runs.find_wide_scatter, "MODEL P5", _FACTS),
    Check("levels out of order", _WARNING, runs.find_repaired_levels, "MODEL P5 step 1", _FACTS),
    Check(
        "level contaminated",
        _WARNING,
        runs.find_contaminated_levels,
        "MODEL P5, contaminated levels",
        _FACTS,
    ),
    _aside("contention", _WARNING, runs.find_lock_contention, "MODEL P4, rule 6", _FACTS),
    Check("curve not convex", _WARNING, runs.find_falling_slopes, "MODEL P5"),
    Check("host not monitored", _WARNING, runs.find_unmonitored_hosts, "MODEL P4", _LEVELS),
    Check("hosts partly recorded", _WARNING, runs.find_partly_recorded_hosts, "MODEL P4", _FACTS),
    Check("host swapped", _WARNING, runs.find_growing_swap, "MODEL P4", _FACTS),
    Check("processor times odd", _WARNING, runs.find_odd_processor_times, "MODEL P4", _FACTS),
    _aside("clocks differ", _WARNING, runs.find_assumed_clocks, "MODEL P4", _FACTS),
    Check("virtualised host", _WARNING, setups.find_virtual_hosts, "MODEL P4", _FACTS),
    Check("different hosts", _WARNING, setups.find_other_hosts, _METHOD, _FACTS),
    Check("judged on another host", _WARNING, setups.find_judged_elsewhere, "MODEL P4.1"),
    Check("different amounts of data", _WARNING, setups.find_other_sizes, _METHOD, _FACTS),
    Check("different load tools", _WARNING, setups.find_other_tools, _METHOD, _FACTS),
    Check("different workloads", _WARNING, setups.find_other_workloads, _METHOD, _FACTS),
    _aside("different LUNs or paths", _WARNING, setups.find_other_paths, _SAN_NAS, _FACTS),
    _aside("different tool versions", _WARNING, setups.find_other_versions, _METHOD, _FACTS),
    _aside("measured years apart", _WARNING, setups.find_other_years, "MODEL P5", _FACTS),
    _aside("different block sizes", _WARNING, setups.find_other_blocks, "MODEL P5.8", _FACTS),
    _aside("different read/write mixes", _WARNING, setups.find_other_mixes, _METHOD, _FACTS),
    _aside("link saturated", _WARNING, storage.find_saturated_links, "MODEL P4", _FACTS),
    _aside(
        "more than the link carries", _WARNING, storage.find_overfull_links, "MODEL P4", _FACTS
    ),
    _aside("working set within the cache", _WARNING, storage.find_cached_sets, _SAN_NAS, _FACTS),
    _aside("host's file cache", _WARNING, storage.find_host_caching, "fio, option direct", _FACTS),
    _aside("writes into a cache", _WARNING, storage.find_cached_writes, _ORION_PAPER, _FACTS),
    _aside("short-stroked disks", _WARNING, storage.find_short_strokes, _ORION_PAPER, _FACTS),
    _aside("calibrations differ", _WARNING, storage.find_spread_calibrations, "MODEL P3", _FACTS),
    _aside("sweep contradicts itself", _WARNING, storage.find_broken_sweeps, "MODEL P5.8", _FACTS),
    _aside(
        "maxima of unequal conditions", _WARNING, storage.find_unequal_maxima, "MODEL P5.8", _FACTS
    ),
    _aside(
        "price scope unequal",
        _WARNING,
        prices.find_unequal_scopes,
        "TPC pricing, clause 7; MODEL D2",
        _FACTS,
    ),
    _aside("quote", _WARNING, prices.find_quote_findings, "MODEL D2: a quote adds up", _FACTS),
    _aside("link slower than named", _WARNING, storage.find_slow_links, "MODEL P4"),
    _aside("I/O tests refuted", _WARNING, storage.find_refuted_tests, "MODEL E3"),
    _aside("workload profiles differ", _WARNING, storage.find_differing_profiles, "MODEL E3"),
    _aside("workload profile bounded", _WARNING, storage.find_bound_profiles, "MODEL E3"),
    _aside(
        "price terms unequal",
        _WARNING,
        prices.find_unequal_terms,
        "MODEL D2: licence term and support level",
        _FACTS,
    ),
    _aside(
        "spares", _WARNING, prices.find_short_spares, "TPC-DS 2.10.0, appendix E, note 1", _FACTS
    ),
    _aside(
        "discount out of the ordinary",
        _WARNING,
        prices.find_large_discounts,
        "TPC-DS 2.10.0, clause 0.2 g",
        _FACTS,
    ),
    _aside(
        "list prices to be checked",
        _WARNING,
        prices.find_unchecked_list_prices,
        "MODEL F3",
        _FACTS,
    ),
    _aside("price missing", _WARNING, options.find_missing_prices, "MODEL D2"),
    _aside("priced at nothing", _WARNING, options.find_zero_price_sheets, "MODEL D2"),
    _aside("ability not stated", _WARNING, options.find_unknown_abilities, "MODEL D3"),
    _aside("reduction ratio open", _WARNING, options.find_open_reduction, "MODEL F1"),
    _aside("capacity without a worth", _WARNING, options.find_worthless_capacity, "MODEL F1"),
    _aside("reduction ratio claimed", _WARNING, options.find_claimed_reduction, "MODEL F1"),
    _aside(
        "printed price differs",
        _WARNING,
        options.find_misprinted_lines,
        "TPC-H 2.17.3, appendix E",
        _FACTS,
    ),
    _aside("provisioning missing", _WARNING, options.find_missing_provisioning, "MODEL D1"),
    _aside("criterion unknown", _WARNING, options.find_unknown_attributes, "MODEL D6"),
    _aside("unequal top level", _WARNING, options.find_unequal_tops, "MODEL P5"),
    _aside(
        "published contradiction",
        _WARNING,
        setups.find_contradictions,
        "the publication named in the finding",
    ),
    _aside(
        "editor's remark",
        _WARNING,
        setups.find_editors_remarks,
        "the publication named in the finding",
    ),
    _aside(
        "percentage without base",
        _WARNING,
        setups.find_bare_percentages,
        "MODEL D2: both percentages, each with its base",
    ),
    _aside("drives in no group", _INFO, options.find_drives_left_over, "MODEL F1"),
    _aside("latencies at unequal load", _INFO, storage.find_unequal_loads, "MODEL P5.8", _FACTS),
    _aside("idle demand", _INFO, runs.find_idle_demand, "MODEL P1"),
    Check("runs left out", _INFO, runs.find_unused_runs, "MODEL P2", _FACTS),
    Check("run in two files", _INFO, runs.find_duplicate_runs, "MODEL P3", _FACTS),
    Check("single calibration", _INFO, options.find_single_calibrations, "MODEL P3", _FACTS),
    _aside("degraded storage", _INFO, options.find_degraded_outcomes, "MODEL F5"),
)
"""Every rule of the audit, the serious ones first; a new rule is a new line here."""

_LOWERING = frozenset(check.name for check in ALL_CHECKS if check.lowers_grade)


def run_audit(
    question: DecisionProblem, windows: Mapping[int, SteadyWindow]
) -> tuple[Finding, ...]:
    """Return every check's findings, the serious ones first; windows are by the run's id."""
    used = {
        known.facts.option.id: levels_around(known.measured.levels, question.demand_tps)
        for known in question.known
    }
    case = Case(question, windows, used)
    return tuple(
        Finding(
            check=check.name,
            severity=remark.severity or check.severity,
            options=remark.options,
            message=remark.message,
            consequence=remark.consequence,
            evidence=remark.evidence,
        )
        for check in ALL_CHECKS
        for remark in run_check_or_reuse(check, case)
    )


def grade_options(question: DecisionProblem, findings: Sequence[Finding]) -> tuple[str, ...]:
    """Return the evidence grade of every option."""
    return tuple(
        grade_evidence(
            levels_around(known.measured.levels, question.demand_tps),
            [
                finding.severity
                for finding in findings
                if known.facts.option.name in finding.options and finding.check in _LOWERING
            ],
        )
        for known in question.known
    )
