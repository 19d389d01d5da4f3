"""Why an option has its verdict by I/O evidence or a publication, and which test settles it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from arraywise.analysis.storage_bound import (
    BEYOND_TOP,
    CPU_SHARE,
    REST_SHARE,
    Budget,
    StorageBound,
)
from arraywise.domain.basis import Basis
from arraywise.domain.decision import FAILS, PASSES
from arraywise.domain.messages import milliseconds, say
from arraywise.domain.requirement import Goal

if TYPE_CHECKING:
    from arraywise.analysis.decision.ladder import Judgement
    from arraywise.analysis.decision.problem import Question
    from arraywise.analysis.prepared import Contender
    from arraywise.analysis.published_bounds import PublishedBound
    from arraywise.domain.decision import Premium
    from arraywise.domain.messages import Said


def say_by_evidence(contender: Contender, judged: Judgement, question: Question) -> Said | None:
    """Say why; None where a curve decided, or nothing but a curve could."""
    if judged.bound is None and judged.verdict in PASSES | FAILS:
        return None
    bound = judged.bound or next(iter(contender.bounds), None)
    if bound is None and question.requirement.goal is Goal.STORAGE_LATENCY:
        return say(_NO_TEST)
    if bound is None or (judged.bound is None and contender.curve is not None):
        return None
    if isinstance(bound, StorageBound):
        return _say_storage(bound, judged, question)
    return _say_published(bound, judged, question.demand_tps)


_NO_TEST = (
    "No imported test of random I/O speaks for the workload. Enter reads and writes of a"
    " transaction in the workload profile, and import tests whose share of writes is known."
)


def _say_storage(bound: StorageBound, judged: Judgement, question: Question) -> Said:
    rate, target = question.demand_tps, question.requirement.target_s
    if judged.verdict in PASSES:
        return _say_fits(bound, rate, target)
    if judged.verdict in FAILS:
        return _say_storage_failure(bound, rate, target)
    return _say_open(bound, question)


def say_premium(name: str, premium: Premium) -> Said:
    """Say up to which price ratio an option is worth more than another one (MODEL E4)."""
    what, _ = min(premium.ratios, key=lambda ratio: ratio[1])
    return say(
        "{option} is worth up to {least:.0f} % more than {other} by the stricter of its published"
        " figures ({what}), and above {most:.0f} % by none, at equal price for each unit carried.",
        option=name,
        other=premium.against,
        what=what,
        least=100 * (premium.least - 1.0),
        most=100 * (premium.most - 1.0),
    )


def _say_published(bound: PublishedBound, judged: Judgement, rate: float) -> Said:
    if bound.capacity_tps is None:
        return say(
            "A publication states a number of users and no rate; state the load in users with"
            " their think time, or measure the transactions."
        )
    figures = {"capacity": bound.capacity_tps, "demand": rate}
    if judged.verdict in FAILS:
        return say(
            "{demand:,.2f} tx/s are asked for; a publication states {capacity:,.2f} tx/s.",
            **figures,
        )
    if judged.verdict not in PASSES and rate <= bound.capacity_tps:
        return say(
            "A publication states {capacity:,.2f} tx/s and no response time; {demand:,.2f} tx/s"
            " are asked for. Measure the response time, or require none.",
            **figures,
        )
    if judged.verdict not in PASSES:
        return say(
            "{demand:,.2f} tx/s are asked for; a publication states {capacity:,.2f} tx/s, which is"
            " within the spread assumed for one run. Measure it.",
            **figures,
        )
    said = say(
        "A publication states {capacity:,.2f} tx/s; {demand:,.2f} tx/s are asked for. Nothing was"
        " measured here.",
        **figures,
    )
    if bound.is_derived:
        further = say("The figure is derived from others of the publication.")
        said = say("{one} {other}", one=said, other=further)
    if bound.is_near(rate):
        further = say("The demand is within the spread assumed for one run.")
        said = say("{one} {other}", one=said, other=further)
    return said


def _say_fits(bound: StorageBound, rate: float, target_s: float) -> Said:
    iops, used = rate * bound.requests, 100 * rate / bound.capacity_tps
    most = milliseconds(float(bound.high_s(np.array([rate]))[0]))
    if bound.basis is Basis.PUBLISHED and np.isinf(target_s):
        said = say(
            "A publication states {top:,.0f} I/Os a second; {iops:,.0f} are asked for. Nothing was"
            " measured here.",
            top=bound.capacity_tps * bound.requests,
            iops=iops,
        )
    elif np.isinf(target_s):
        said = say(
            "The storage carries {iops:,.0f} I/Os a second, {used:.0f} % of what {tools} showed;"
            " no time is asked for.",
            iops=iops,
            used=used,
            tools=", ".join(bound.tools),
        )
    elif bound.budget(rate) is Budget.STORAGE:
        said = say(
            "At {iops:,.0f} I/Os a second an I/O takes {most:,.10g} ms or less, within the target"
            " of {target:,.10g} ms.",
            iops=iops,
            most=most,
            target=milliseconds(target_s),
        )
    else:
        said = say(
            "The storage fits; the whole transaction was not measured. {iops:,.0f} I/Os a second"
            " are {used:.0f} % of what it carries, and it takes {most:,.10g} ms or less of the"
            " target of {target:,.10g} ms.",
            iops=iops,
            used=used,
            most=most,
            target=milliseconds(target_s),
        )
    if bound.other_block:
        said = say("{one} {other}", one=said, other=say("The tests used another block size."))
    if bound.is_indicative:
        further = say(
            "Indicative: the tests had {fewer:.0f} % fewer writes, so that only {limit:.0f} % of"
            " their rate counts.",
            fewer=100 * bound.fewer_writes,
            limit=100 * bound.most_share,
        )
        said = say("{one} {other}", one=said, other=further)
    return said


def _say_storage_failure(bound: StorageBound, rate: float, target_s: float) -> Said:
    iops = rate * bound.requests
    top = bound.saturated_iops
    if top is not None and iops > BEYOND_TOP * top:
        return say(
            "{iops:,.0f} I/Os a second are asked for; the storage reached {top:,.0f} and no more.",
            iops=iops,
            top=top,
        )
    least = float(bound.low_s(np.array([rate]))[0])
    if not bound.terms.on_storage:
        least += bound.profile.cpu_s or 0.0
    if not least > target_s:
        return say(
            "{iops:,.0f} I/Os a second are asked for; a publication states {top:,.0f}.",
            iops=iops,
            top=bound.small_iops,
        )
    return say(
        "Its waits for the storage and its processor time take {least:,.10g} ms or more, above the"
        " target of {target:,.10g} ms.",
        least=milliseconds(least),
        target=milliseconds(target_s),
    )


def _say_open(bound: StorageBound, question: Question) -> Said:
    """Say what is missing and which test, or which word of the client, settles it."""
    carried = _say_not_carried(bound, question.demand_tps)
    return carried or _say_unknown_time(bound, question) or _say_long(bound, question)


def _say_not_carried(bound: StorageBound, rate: float) -> Said | None:
    """Say why the rate itself is not shown; None where it is."""
    iops = rate * bound.requests
    if bound.large_is_unknown:
        return say(
            "Transactions move large I/O, and no rate of large I/O was measured. Measure it with"
            " the small I/O."
        )
    if not bound.can_pass:
        return say(
            "The I/O tests had far fewer writes or smaller blocks than the workload, so they show"
            " no longest time. Measure with {writes:.0f} % writes.",
            writes=100 * (bound.profile.write_share or 0.0),
        )
    if rate > bound.capacity_tps:
        return say(
            "{iops:,.0f} I/Os a second were not shown; {tools} reached {top:,.0f}. Measure at this"
            " rate.",
            iops=iops,
            tools=", ".join(bound.tools),
            top=bound.capacity_tps * bound.requests,
        )
    if rate > bound.limit_tps * (1 + 1e-12):
        return say(
            "{iops:,.0f} I/Os a second are carried, {used:.0f} % of the capacity; a pass is shown"
            " up to {limit:.0f} %. Measure with {writes:.0f} % writes at this rate.",
            iops=iops,
            used=100 * rate / bound.capacity_tps,
            limit=100 * bound.limit_tps / bound.capacity_tps,
            writes=100 * (bound.profile.write_share or 0.0),
        )
    return None


def _say_unknown_time(bound: StorageBound, question: Question) -> Said | None:
    """Say what is not known of the time; None where the storage's is."""
    rate, asked = question.demand_tps, question.requirement
    iops = rate * bound.requests
    if asked.goal is not Goal.STORAGE_LATENCY and not bound.terms.by_mean:
        return say(
            "I/O evidence speaks of means, not of {statistic}. Require the mean, or measure the"
            " transactions.",
            statistic=asked.statistic,
        )
    if bound.budget(rate) is Budget.UNKNOWN and bound.profile.rest_s is not None:
        return say(
            "{iops:,.0f} I/Os a second are carried, but the rest of a transaction is known up to"
            " {until:,.1f} tx/s only. State what share of the target the storage may take.",
            iops=iops,
            until=bound.rest_until_tps,
        )
    if bound.budget(rate) is Budget.UNKNOWN:
        return say(
            "{iops:,.0f} I/Os a second are carried, but nothing is known of the rest of a"
            " transaction. State what share of the target the storage may take, or enter the rest"
            " of a transaction in the workload profile.",
            iops=iops,
        )
    if np.isinf(bound.high_s(np.array([rate]))[0]):
        return say(
            "{iops:,.0f} I/Os a second are carried, but their latency was not measured. Measure it"
            " at this rate.",
            iops=iops,
        )
    return None


def _say_long(bound: StorageBound, question: Question) -> Said:
    """Say that the longest time that the storage may take is too long."""
    rate, target = question.demand_tps, question.requirement.target_s
    iops, most = rate * bound.requests, float(bound.high_s(np.array([rate]))[0])
    if bound.budget(rate) is Budget.STORAGE:
        return say(
            "At {iops:,.0f} I/Os a second an I/O takes up to {most:,.10g} ms by what was measured;"
            " the target is {target:,.10g} ms. Measure the latency at this rate.",
            iops=iops,
            most=milliseconds(most),
            target=milliseconds(target),
        )
    return say(
        "The storage may take up to {most:,.10g} ms of a transaction, and with the rest of it more"
        " than {share:.0f} % of the target of {target:,.10g} ms. Measure the transactions, or"
        " latency nearer to the demand.",
        most=milliseconds(most),
        share=100 * _share_of(bound, bound.budget(rate)),
        target=milliseconds(target),
    )


def _share_of(bound: StorageBound, budget: Budget) -> float:
    if budget is Budget.REST:
        return REST_SHARE
    return CPU_SHARE if budget is Budget.CPU else bound.terms.storage_share or 0.0
