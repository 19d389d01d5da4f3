"""Findings as a client reads them: consequence with its size, what is to be done, and by whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arraywise.analysis.decision.ranking import find_rival
from arraywise.domain.claims import define_claim
from arraywise.domain.criteria import Criterion, kind_of
from arraywise.domain.messages import Message, Severity, message
from arraywise.domain.requirement import Outcome
from arraywise.present.cost_messages import describe_scope_effect
from arraywise.present.findings import LEAST_SHARE, sort_findings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arraywise.domain.claims import Figures
    from arraywise.domain.decision import Answer, Finding, LeadBar

LAB, ARCHITECT, VENDOR, CLIENT = (
    message("Laboratory"),
    message("Architect"),
    message("Vendor"),
    message("Client"),
)
"""Who mends a finding, as long as nobody is named."""

_REPEAT = message("Repeat the runs at this load.")
_LONGER = message("Repeat these runs, longer and after a warm-up.")
_MORE_PROCESSORS = message("Repeat the runs with more processors in the database host.")
_FREE_HOST = message("Repeat the runs on a host that nothing else uses.")
_MORE_CLIENTS = message("Repeat the runs with a stronger load generator.")
_MONITOR = message("Repeat the runs with a monitor on every host.")
_EQUAL = message("Repeat the tests of all options under the same conditions.")
_DIRECT = message("Repeat the I/O tests past all caches, with more data.")
_NETWORK = message("Check the link, then repeat the tests.")
_SWEEP = message("Repeat the I/O tests at equal loads.")
_TEST = message("Test this option at the required load.")
_CONFIRM_SET_UP = message("Confirm how the tests were set up.")
_COMPLETE_OFFER = message("Have the offers complete the missing items.")
_CONFIRM_OFFER = message("Have the vendor confirm the offer.")
_GET_OFFER = message("Ask for an offer.")
_CONFIRM_LOAD = message("Confirm the load.")
_STATE_WORTH = message("State what is required of it.")
_CONFIRM_ABILITY = message("Have the vendor confirm it in writing.")
_MEASURE_DATA = message("Measure the data reduction on the client's own data.")
_TIME_SET_UP = message("Time how long the option takes to set up.")

ACTIONS: dict[str, tuple[Message, Message]] = {
    **dict.fromkeys(
        (
            *("run left out", "single run", "too few repetitions", "runs scatter widely"),
            *("levels out of order", "level contaminated", "curve not convex", "runs left out"),
            *("Little's law broken", "Little's law doubtful", "beyond the bounds"),
            *("users unlike between options", "sessions refused", "failed transactions"),
            *("stale results", "run in two files", "contention"),
        ),
        (_REPEAT, LAB),
    ),
    **dict.fromkeys(
        (*("unsteady runs", "warm-up in the averages", "warm-up missing", "short runs"),),
        (_LONGER, LAB),
    ),
    **dict.fromkeys(("host processors exhausted", "one processor alone"), (_MORE_PROCESSORS, LAB)),
    **dict.fromkeys(
        (
            *("host processors shared", "host paged memory", "host swapped"),
            *("virtualised host", "judged on another host"),
        ),
        (_FREE_HOST, LAB),
    ),
    "client exhausted": (_MORE_CLIENTS, LAB),
    **dict.fromkeys(
        (
            *("host not monitored", "hosts partly recorded", "processor times odd"),
            "clocks differ",
        ),
        (_MONITOR, LAB),
    ),
    **dict.fromkeys(
        (
            *("different hosts", "different amounts of data", "different load tools"),
            *("different workloads", "different LUNs or paths", "different tool versions"),
            *("measured years apart", "different block sizes", "different read/write mixes"),
            *("unequal top level", "unlike runs of one option"),
        ),
        (_EQUAL, LAB),
    ),
    **dict.fromkeys(
        (
            *("working set within the cache", "host's file cache", "writes into a cache"),
            "short-stroked disks",
        ),
        (_DIRECT, LAB),
    ),
    **dict.fromkeys(
        ("link saturated", "more than the link carries", "link slower than named"),
        (_NETWORK, LAB),
    ),
    **dict.fromkeys(
        (
            *("calibrations differ", "sweep contradicts itself", "maxima of unequal conditions"),
            *("latencies at unequal load", "single calibration", "I/O tests refuted"),
        ),
        (_SWEEP, LAB),
    ),
    **dict.fromkeys(("option without evidence", "degraded storage"), (_TEST, LAB)),
    **dict.fromkeys(
        (
            *("one file for several options", "worse by one file", "workload profiles differ"),
            *("workload profile bounded", "published contradiction", "editor's remark"),
            "percentage without base",
        ),
        (_CONFIRM_SET_UP, ARCHITECT),
    ),
    "price scope unequal": (_COMPLETE_OFFER, ARCHITECT),
    **dict.fromkeys(
        (
            *("price terms unequal", "spares", "discount out of the ordinary", "quote"),
            *("printed price differs", "price in another currency", "priced at nothing"),
        ),
        (_CONFIRM_OFFER, VENDOR),
    ),
    **dict.fromkeys(("list prices to be checked", "price missing"), (_GET_OFFER, ARCHITECT)),
    **dict.fromkeys(("demand below the measured loads", "idle demand"), (_CONFIRM_LOAD, CLIENT)),
    **dict.fromkeys(("ability not stated", "drives in no group"), (_CONFIRM_ABILITY, VENDOR)),
    **dict.fromkeys(
        ("reduction ratio open", "reduction ratio claimed"), (_MEASURE_DATA, ARCHITECT)
    ),
    **dict.fromkeys(("capacity without a worth", "criterion unknown"), (_STATE_WORTH, CLIENT)),
    "provisioning missing": (_TIME_SET_UP, LAB),
}
"""By check of the audit: what mends its finding, and who does."""

SPOKEN_TO_USERS = frozenset(
    {
        *("price scope unequal", "hosts partly recorded", "judged on another host"),
        *("worse by one file", "quote", "price missing", "priced at nothing", "spares"),
        *("ability not stated", "reduction ratio open", "workload profiles differ"),
        *("list prices to be checked", "capacity without a worth", "drives in no group"),
        *("stale results", "clocks differ", "idle demand", "I/O tests refuted"),
    }
)
"""Checks whose consequence tells the program's user what to do: a report has the action."""


def _would_lead(answer: Answer, figures: Figures) -> bool:
    return any(
        each.option == figures["option"] and each.share >= LEAST_SHARE
        for each in answer.certainty.rivals
    )


_COULD_LEAD = define_claim("{option} could still come first.", _would_lead)
_NOT_JUDGED = define_claim(
    "{option} is not judged by it.",
    lambda a, f: (
        next(o for o in a.options if o.option.name == f["option"]).outcome is Outcome.NOT_SHOWN
    ),
)
_STAYS_FIRST = define_claim(
    "Over the interval of its response time {leader} stays first, by at least {lead:.1f} of 100.",
    lambda a, f: a.recommended is not None and a.recommended.name == f["leader"],
)
_LEADS_THEN = define_claim(
    "Within the interval of its response time another option leads.",
    lambda a, _f: a.recommended is not None,
)
_ABOUT_RECOMMENDED = define_claim(
    "It concerns {option}, which is recommended.",
    lambda a, f: a.recommended is not None and a.recommended.name == f["option"],
)
_ABOUT_RUNNER_UP = define_claim(
    "It concerns {option}, the runner-up.",
    lambda a, f: (rival := find_rival(a.options)) is not None and rival.option.name == f["option"],
)


@dataclass(frozen=True, slots=True)
class Risk:
    """A finding that touches the answer."""

    severity: Severity
    finding: Message
    consequence: tuple[Message, ...]
    """With its size, as far as the figures tell it."""
    action: Message
    owner: Message


def list_risks(answer: Answer, bars: Sequence[LeadBar] = ()) -> tuple[Risk, ...]:
    """Return the findings that touch the answer, the gravest first."""
    return tuple(
        Risk(
            finding.severity,
            finding.message,
            tuple(_describe_consequence(answer, finding, bars)),
            *ACTIONS[finding.check],
        )
        for finding in sort_findings(answer)
        if touches_answer(answer, finding)
    )


def touches_answer(answer: Answer, finding: Finding) -> bool:
    """Return whether a finding is about an option that is first, second or could be first."""
    if finding.severity is Severity.INFO:
        return False
    first, rival = answer.recommended, find_rival(answer.options)
    names = {each.option for each in answer.certainty.rivals if each.share >= LEAST_SHARE}
    names |= {first.name} if first is not None else {o.option.name for o in answer.options}
    names |= {rival.option.name} if rival is not None else set()
    return not finding.options or not names.isdisjoint(finding.options)


def _describe_consequence(
    answer: Answer, finding: Finding, bars: Sequence[LeadBar]
) -> Iterator[Message]:
    if finding.check not in SPOKEN_TO_USERS:
        yield finding.consequence
    if finding.check == "price scope unequal":
        effect = describe_scope_effect(answer)
    elif len(finding.options) == 1:
        effect = _describe_effect(answer, finding, finding.options[0], bars)
    else:
        effect = None
    if effect is not None:
        yield effect


def _describe_effect(
    answer: Answer, finding: Finding, name: str, bars: Sequence[LeadBar]
) -> Message | None:
    """State how a finding about one option touches the recommendation."""
    outcomes = {o.option.name: o.outcome for o in answer.options}
    if outcomes.get(name) is Outcome.NOT_SHOWN:
        could = _would_lead(answer, {"option": name})
        return (_COULD_LEAD if could else _NOT_JUDGED).build_message(option=name)
    first, rival = answer.recommended, find_rival(answer.options)
    if first is None:
        return None
    bar = _response_bar(bars, name) if _is_of_response(finding) else None
    if bar is not None and bar.least_lead <= 0:
        return _LEADS_THEN.build_message()
    if bar is not None:
        return _STAYS_FIRST.build_message(leader=first.name, lead=round(bar.least_lead, 1))
    if name == first.name:
        return _ABOUT_RECOMMENDED.build_message(option=name)
    is_second = rival is not None and name == rival.option.name
    return _ABOUT_RUNNER_UP.build_message(option=name) if is_second else None


def _is_of_response(finding: Finding) -> bool:
    return ACTIONS[finding.check][0] in {_REPEAT, _LONGER}


def _response_bar(bars: Sequence[LeadBar], name: str) -> LeadBar | None:
    """Return the bar of an option's response time."""
    what = kind_of(Criterion.RESPONSE_TIME).describe_attribute(name)
    return next((bar for bar in bars if bar.what == what), None)
