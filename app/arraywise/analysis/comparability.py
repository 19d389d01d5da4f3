"""The comparability audit: what makes the comparison unfair or unsure is said first by us."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis import host_checks, load_checks, option_checks, published_checks
from arraywise.analysis.audit_case import Case, Check
from arraywise.analysis.evidence_grade import grade_evidence, levels_around
from arraywise.domain.findings import Finding
from arraywise.domain.problems import Severity

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arraywise.analysis.question import Question
    from arraywise.analysis.steady_state import SteadyWindow

_INFO, _WARNING, _ERROR = Severity.INFO, Severity.WARNING, Severity.ERROR
_METHOD = "order-entry paper (seed 000), method"

ALL_CHECKS = (
    Check("option without evidence", _ERROR, option_checks.find_missing_evidence, "MODEL P5"),
    Check("host processors exhausted", _ERROR, host_checks.find_exhausted_hosts, "MODEL P4",
          lowers_grade=False),
    Check("host processors shared", _ERROR, host_checks.find_stolen_time, "MODEL P4",
          lowers_grade=False),
    Check("host paged memory", _ERROR, host_checks.find_paging, "MODEL P4", lowers_grade=False),
    Check("Little's law broken", _ERROR, load_checks.find_littles_breaches, "MODEL P2.3"),
    Check("price in another currency", _ERROR, option_checks.find_foreign_prices, "MODEL D2",
          lowers_grade=False),
    Check("single run", _WARNING, load_checks.find_single_runs, "MODEL P3"),
    Check("too few repetitions", _WARNING, load_checks.find_few_repetitions, _METHOD),
    Check("unsteady runs", _WARNING, load_checks.find_unsteady_runs, "MODEL P2.1"),
    Check("warm-up in the averages", _WARNING, load_checks.find_warm_up, "MODEL P2.1"),
    Check("short runs", _WARNING, load_checks.find_short_runs, _METHOD),
    Check("failed transactions", _WARNING, load_checks.find_failures, "MODEL P2.2"),
    Check("Little's law doubtful", _WARNING, load_checks.find_littles_doubts, "MODEL P2.3"),
    Check("curve not convex", _WARNING, load_checks.find_falling_slopes, "MODEL P5"),
    Check("host not monitored", _WARNING, host_checks.find_unmonitored_hosts, "MODEL P4"),
    Check("price missing", _WARNING, option_checks.find_missing_prices, "MODEL D2",
          lowers_grade=False),
    Check("printed price differs", _WARNING, option_checks.find_misprinted_lines,
          "TPC-H 2.17.3, appendix E", lowers_grade=False),
    Check("provisioning missing", _WARNING, option_checks.find_missing_provisioning, "MODEL D1",
          lowers_grade=False),
    Check("unequal top level", _WARNING, option_checks.find_unequal_tops, "MODEL P5",
          lowers_grade=False),
    Check("published contradiction", _WARNING, published_checks.find_contradictions,
          "the publication named in the finding", lowers_grade=False),
    Check("runs left out", _INFO, load_checks.find_unused_runs, "MODEL P2"),
    Check("run in two files", _INFO, load_checks.find_twice_told_runs, "MODEL P3"),
    Check("single calibration", _INFO, option_checks.find_single_calibrations, "MODEL P3"),
)  # fmt: skip
"""Every rule of the audit, the serious ones first; a new rule is a new line here."""

_LOWERING = frozenset(check.name for check in ALL_CHECKS if check.lowers_grade)


def audit(question: Question, windows: Mapping[int, SteadyWindow]) -> tuple[Finding, ...]:
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
            said=remark.said,
            consequence=remark.consequence,
            evidence=remark.evidence,
        )
        for check in ALL_CHECKS
        for remark in check.look(case)
    )


def grade_options(question: Question, findings: Sequence[Finding]) -> tuple[str, ...]:
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
