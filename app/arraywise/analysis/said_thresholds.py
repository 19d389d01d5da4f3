"""Where the rules of the bottleneck and of the audit draw their lines, for a document's method."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.analysis.evidence_grade import FULL_REPETITIONS
from arraywise.analysis.host_checks import LEAST_SWAP_B, MOST_UNACCOUNTED
from arraywise.analysis.load_checks import LEAST_SECONDS, WARM_UP_BIAS
from arraywise.analysis.storage_checks import EQUAL_LOAD, LEAST_CAPACITY_SHARE, MOST_SPREAD
from arraywise.domain.said import say
from arraywise.domain.thresholds import DEFAULT_THRESHOLDS, changed_names, rule_of, share_of

if TYPE_CHECKING:
    from arraywise.domain.said import Said
    from arraywise.domain.thresholds import Thresholds


def say_thresholds(limits: Thresholds) -> tuple[Said, ...]:
    """Return a sentence for each group of rules, and for each line that a study moved.

    Source: MODEL P2, P4; the audit.
    """
    rules = *_of_hosts(limits), *_of_the_storage(limits), *_of_runs(limits), *_of_the_audit()
    as_tested = say("Systems are compared as tested, with their hosts, not the storage alone.")
    return (*rules, *([as_tested] if limits.as_tested else ()), *_changes(limits))


def _changes(limits: Thresholds) -> tuple[Said, ...]:
    return tuple(
        say(
            "Changed for this study \u2013 {rule} {percent:g} % (default: {default:g} %).",
            rule=rule_of(name),
            percent=100 * share_of(limits, name),
            default=100 * share_of(DEFAULT_THRESHOLDS, name),
        )
        for name in changed_names(limits)
    )


def _of_hosts(limits: Thresholds) -> tuple[Said, ...]:
    return (
        say(
            "Host processors are exhausted where at most 5 % are idle in {share:g} % of the "
            "samples and at most {wait:g} % wait, nearly so from {near:g} % busy; shared from "
            "{steal:g} % stolen; memory is paged where more than {paging:g} % of the samples "
            "page.",
            share=100 * limits.exhausted_share,
            wait=100 * limits.exhausted_wait,
            near=100 * limits.near_busy,
            steal=100 * limits.steal,
            paging=100 * limits.paging_share,
        ),
        say(
            "One processor alone is the limit where it is busy within {band:g} % and the rate "
            "is flat: it rises by less than {slope:g} % for each per cent of users.",
            band=100 * limits.single_thread_band,
            slope=limits.flat_slope,
        ),
    )


def _of_the_storage(limits: Thresholds) -> tuple[Said, ...]:
    return (
        say(
            "A link is saturated from {link:g} % of its payload. The storage is the limit where "
            "the rate is flat and {wait:g} % of the processor time waits, or a device is "
            "{disk:g} % busy, with {idle:g} % idle or waiting; contention is where the rate "
            "falls with everything below {busy:g} %.",
            link=100 * limits.link_share,
            wait=100 * limits.storage_wait,
            disk=100 * limits.disk_utilisation,
            idle=100 * limits.idle_and_wait,
            busy=100 * limits.contention_busy,
        ),
    )


def _of_runs(limits: Thresholds) -> tuple[Said, ...]:
    return (
        say(
            "Users, rate and response time are doubtful from {doubtful:g} % and invalid from "
            "{invalid:g} % off the interactive law. A run is steady up to {drift:g} % of "
            "drift and short under {minutes:.0f} minutes; its warm-up counts from {bias:.0f} % of "
            "the rate, failures from {failures:g} %. The method asks for {runs} repetitions.",
            doubtful=100 * limits.doubtful_law,
            invalid=100 * limits.broken_law,
            drift=100 * limits.most_drift,
            minutes=LEAST_SECONDS / 60,
            bias=100 * WARM_UP_BIAS,
            failures=100 * limits.most_failures,
            runs=FULL_REPETITIONS,
        ),
    )


def _of_the_audit() -> tuple[Said, ...]:
    return (
        say(
            "Calibrations differ from {spread:.0f} % (base: the least one); latencies are "
            "compared at loads within {equal:.0f} %; strokes are short under {share:.0f} % of the "
            "disk capacity; a host swaps from {swap:.0f} MB, and its processor times must add up "
            "within {rest:.0f} %.",
            spread=100 * MOST_SPREAD,
            equal=100 * EQUAL_LOAD,
            share=100 * LEAST_CAPACITY_SHARE,
            swap=LEAST_SWAP_B / 1e6,
            rest=100 * MOST_UNACCOUNTED,
        ),
    )
