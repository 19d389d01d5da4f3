"""The comparability audit: the product states first what makes a comparison unfair or unsure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.audit import (
    capacity_checks,
    option_checks,
    price_checks,
    profile_checks,
    storage_checks,
)
from arraywise.analysis.audit import host_checks as clock_checks
from arraywise.analysis.audit import load_checks as law_checks
from arraywise.analysis.audit import setup_checks as percentage_checks
from arraywise.analysis.audit.case import Case, Check, check_once, grade_evidence, levels_around
from arraywise.domain.decision import Finding
from arraywise.domain.messages import Severity

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arraywise.analysis.curves.steady_state import SteadyWindow
    from arraywise.analysis.decision.problem import DecisionProblem

_INFO, _WARNING, _ERROR = Severity.INFO, Severity.WARNING, Severity.ERROR
_METHOD = "order-entry paper, method"
_ORION_PAPER = "ORION paper, limits"
_SAN_NAS = "SAN-versus-NAS paper, set-up"

ALL_CHECKS = (
    Check("option without evidence", _ERROR, option_checks.find_missing_evidence, "MODEL P5"),
    Check(
        "host processors exhausted",
        _ERROR,
        clock_checks.find_exhausted_hosts,
        "MODEL P4",
        lowers_grade=False,
        of_facts=True,
    ),
    Check(
        "one processor alone",
        _ERROR,
        clock_checks.find_single_threads,
        "MODEL P4",
        lowers_grade=False,
        of_facts=True,
    ),
    Check(
        "client exhausted",
        _ERROR,
        clock_checks.find_exhausted_clients,
        "MODEL P4",
        lowers_grade=False,
        of_facts=True,
    ),
    Check(
        "host processors shared",
        _ERROR,
        clock_checks.find_stolen_time,
        "MODEL P4",
        lowers_grade=False,
        of_facts=True,
    ),
    Check(
        "host paged memory",
        _ERROR,
        clock_checks.find_paging,
        "MODEL P4",
        lowers_grade=False,
        of_facts=True,
    ),
    Check(
        "Little's law broken",
        _ERROR,
        law_checks.find_littles_breaches,
        "MODEL P2.3",
        of_facts=True,
    ),
    Check(
        "beyond the bounds", _ERROR, law_checks.find_impossible_levels, "MODEL P2.4", of_facts=True
    ),
    Check(
        "stale results",
        _ERROR,
        percentage_checks.find_stale_results,
        "Swingbench 2.7, charbench -r",
        of_facts=True,
    ),
    Check(
        "unlike runs of one option",
        _ERROR,
        percentage_checks.find_mixed_runs,
        "Swingbench 2.7, charbench: runs are compared by one parameter at a time",
        of_facts=True,
    ),
    Check(
        "one file for several options",
        _ERROR,
        option_checks.find_same_files,
        "MODEL P5",
        of_facts=True,
    ),
    Check(
        "price in another currency",
        _ERROR,
        option_checks.find_foreign_prices,
        "MODEL D2",
        lowers_grade=False,
    ),
    Check(
        "run left out", _WARNING, law_checks.find_faulty_runs_of_level, "MODEL P2.3", of_facts=True
    ),
    Check("single run", _WARNING, law_checks.find_single_runs, "MODEL P3", of_levels=True),
    Check(
        "too few repetitions", _WARNING, law_checks.find_few_repetitions, _METHOD, of_levels=True
    ),
    Check("unsteady runs", _WARNING, law_checks.find_unsteady_runs, "MODEL P2.1", of_levels=True),
    Check(
        "warm-up in the averages", _WARNING, law_checks.find_warm_up, "MODEL P2.1", of_levels=True
    ),
    Check(
        "warm-up missing",
        _WARNING,
        percentage_checks.find_cold_starts,
        _METHOD,
        lowers_grade=False,
        of_facts=True,
    ),
    Check("short runs", _WARNING, law_checks.find_short_runs, _METHOD, of_levels=True),
    Check(
        "sessions refused",
        _WARNING,
        percentage_checks.find_refused_sessions,
        "MODEL P2.2",
        lowers_grade=False,
        of_facts=True,
    ),
    Check("failed transactions", _WARNING, law_checks.find_failures, "MODEL P2.2", of_levels=True),
    Check(
        "Little's law doubtful",
        _WARNING,
        law_checks.find_littles_doubts,
        "MODEL P2.3",
        of_facts=True,
    ),
    Check(
        "users unlike between options",
        _WARNING,
        law_checks.find_unlike_users,
        "MODEL P2.3",
        lowers_grade=False,
        of_facts=True,
    ),
    Check("demand below the measured loads", _WARNING, law_checks.find_light_demand, "MODEL P5.7"),
    Check(
        "runs scatter widely", _WARNING, law_checks.find_wide_scatter, "MODEL P5", of_facts=True
    ),
    Check(
        "levels out of order",
        _WARNING,
        law_checks.find_repaired_levels,
        "MODEL P5 step 1",
        of_facts=True,
    ),
    Check(
        "level contaminated",
        _WARNING,
        law_checks.find_contaminated_levels,
        "MODEL P5, contaminated levels",
        of_facts=True,
    ),
    Check(
        "contention",
        _WARNING,
        law_checks.find_contention,
        "MODEL P4, rule 6",
        lowers_grade=False,
        of_facts=True,
    ),
    Check("curve not convex", _WARNING, law_checks.find_falling_slopes, "MODEL P5"),
    Check(
        "host not monitored",
        _WARNING,
        clock_checks.find_unmonitored_hosts,
        "MODEL P4",
        of_levels=True,
    ),
    Check(
        "hosts partly recorded",
        _WARNING,
        clock_checks.find_partly_recorded_hosts,
        "MODEL P4",
        of_facts=True,
    ),
    Check("host swapped", _WARNING, clock_checks.find_growing_swap, "MODEL P4", of_facts=True),
    Check(
        "processor times odd",
        _WARNING,
        clock_checks.find_odd_processor_times,
        "MODEL P4",
        of_facts=True,
    ),
    Check(
        "clocks differ",
        _WARNING,
        clock_checks.find_assumed_clocks,
        "MODEL P4",
        lowers_grade=False,
        of_facts=True,
    ),
    Check(
        "virtualised host",
        _WARNING,
        percentage_checks.find_virtual_hosts,
        "MODEL P4",
        of_facts=True,
    ),
    Check("different hosts", _WARNING, percentage_checks.find_other_hosts, _METHOD, of_facts=True),
    Check(
        "different amounts of data",
        _WARNING,
        percentage_checks.find_other_sizes,
        _METHOD,
        of_facts=True,
    ),
    Check(
        "different load tools",
        _WARNING,
        percentage_checks.find_other_tools,
        _METHOD,
        of_facts=True,
    ),
    Check(
        "different workloads",
        _WARNING,
        percentage_checks.find_other_workloads,
        _METHOD,
        of_facts=True,
    ),
    *(
        Check(name, _WARNING, look, source, lowers_grade=False, of_facts=True)
        for name, look, source in (
            ("different LUNs or paths", percentage_checks.find_other_paths, _SAN_NAS),
            ("different tool versions", percentage_checks.find_other_versions, _METHOD),
            ("measured years apart", percentage_checks.find_other_years, "MODEL P5"),
            ("different block sizes", percentage_checks.find_other_blocks, "MODEL P5.8"),
            ("different read/write mixes", percentage_checks.find_other_mixes, _METHOD),
            ("link saturated", storage_checks.find_saturated_links, "MODEL P4"),
            ("more than the link carries", storage_checks.find_overfull_links, "MODEL P4"),
            ("working set within the cache", storage_checks.find_cached_sets, _SAN_NAS),
            ("host's file cache", storage_checks.find_host_caching, "fio, option direct"),
            ("writes into a cache", storage_checks.find_cached_writes, _ORION_PAPER),
            ("short-stroked disks", storage_checks.find_short_strokes, _ORION_PAPER),
            ("calibrations differ", storage_checks.find_spread_calibrations, "MODEL P3"),
            ("sweep contradicts itself", storage_checks.find_broken_sweeps, "MODEL P5.8"),
            ("maxima of unequal conditions", storage_checks.find_unequal_maxima, "MODEL P5.8"),
            (
                "price scope unequal",
                price_checks.find_unequal_scopes,
                "TPC pricing, clause 7; MODEL D2",
            ),
        )
    ),
    Check(
        "link slower than named",
        _WARNING,
        storage_checks.find_slow_links,
        "MODEL P4",
        lowers_grade=False,
    ),
    Check(
        "workload profiles differ",
        _WARNING,
        profile_checks.find_differing_profiles,
        "MODEL E3",
        lowers_grade=False,
    ),
    Check(
        "workload profile bounded",
        _WARNING,
        profile_checks.find_bound_profiles,
        "MODEL E3",
        lowers_grade=False,
    ),
    Check(
        "price terms unequal",
        _WARNING,
        price_checks.find_unequal_terms,
        "MODEL D2: licence term and support level",
        lowers_grade=False,
        of_facts=True,
    ),
    Check(
        "spares",
        _WARNING,
        price_checks.find_short_spares,
        "TPC-DS 2.10.0, appendix E, note 1",
        lowers_grade=False,
        of_facts=True,
    ),
    Check(
        "discount out of the ordinary",
        _WARNING,
        price_checks.find_large_discounts,
        "TPC-DS 2.10.0, clause 0.2 g",
        lowers_grade=False,
        of_facts=True,
    ),
    Check(
        "list prices to be checked",
        _WARNING,
        price_checks.find_unchecked_list_prices,
        "MODEL F3",
        lowers_grade=False,
        of_facts=True,
    ),
    Check(
        "price missing",
        _WARNING,
        option_checks.find_missing_prices,
        "MODEL D2",
        lowers_grade=False,
    ),
    Check(
        "priced at nothing",
        _WARNING,
        option_checks.find_free_options,
        "MODEL D2",
        lowers_grade=False,
    ),
    Check(
        "ability not stated",
        _WARNING,
        option_checks.find_unknown_abilities,
        "MODEL D3",
        lowers_grade=False,
    ),
    Check(
        "reduction ratio open",
        _WARNING,
        capacity_checks.find_open_reduction,
        "MODEL F1",
        lowers_grade=False,
    ),
    Check(
        "capacity without a worth",
        _WARNING,
        capacity_checks.find_worthless_capacity,
        "MODEL F1",
        lowers_grade=False,
    ),
    Check(
        "reduction ratio claimed",
        _WARNING,
        capacity_checks.find_claimed_reduction,
        "MODEL F1",
        lowers_grade=False,
    ),
    Check(
        "printed price differs",
        _WARNING,
        option_checks.find_misprinted_lines,
        "TPC-H 2.17.3, appendix E",
        lowers_grade=False,
        of_facts=True,
    ),
    Check(
        "provisioning missing",
        _WARNING,
        option_checks.find_missing_provisioning,
        "MODEL D1",
        lowers_grade=False,
    ),
    Check(
        "criterion unknown",
        _WARNING,
        option_checks.find_unknown_attributes,
        "MODEL D6",
        lowers_grade=False,
    ),
    Check(
        "unequal top level",
        _WARNING,
        option_checks.find_unequal_tops,
        "MODEL P5",
        lowers_grade=False,
    ),
    Check(
        "published contradiction",
        _WARNING,
        percentage_checks.find_contradictions,
        "the publication named in the finding",
        lowers_grade=False,
    ),
    Check(
        "editor's remark",
        _WARNING,
        percentage_checks.find_editors_remarks,
        "the publication named in the finding",
        lowers_grade=False,
    ),
    Check(
        "percentage without base",
        _WARNING,
        percentage_checks.find_bare_percentages,
        "MODEL D2: both percentages, each with its base",
        lowers_grade=False,
    ),
    Check(
        "drives in no group",
        _INFO,
        capacity_checks.find_drives_left_over,
        "MODEL F1",
        lowers_grade=False,
    ),
    Check(
        "latencies at unequal load",
        _INFO,
        storage_checks.find_unequal_loads,
        "MODEL P5.8",
        lowers_grade=False,
        of_facts=True,
    ),
    Check("idle demand", _INFO, law_checks.find_idle_demand, "MODEL P1", lowers_grade=False),
    Check("runs left out", _INFO, law_checks.find_unused_runs, "MODEL P2", of_facts=True),
    Check("run in two files", _INFO, law_checks.find_duplicate_runs, "MODEL P3", of_facts=True),
    Check(
        "single calibration",
        _INFO,
        option_checks.find_single_calibrations,
        "MODEL P3",
        of_facts=True,
    ),
    Check(
        "degraded storage",
        Severity.INFO,
        option_checks.find_degraded_outcomes,
        "MODEL F5",
        lowers_grade=False,
    ),
)
"""Every rule of the audit, the serious ones first; a new rule is a new line here."""

_LOWERING = frozenset(check.name for check in ALL_CHECKS if check.lowers_grade)


def audit(question: DecisionProblem, windows: Mapping[int, SteadyWindow]) -> tuple[Finding, ...]:
    """Return every check's findings, the serious ones first.

    Args:
        question: the options and what is asked.
        windows: steady part of each run, by the run's id.
    """
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
        for remark in check_once(check, case)
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
