"""`arraywise require`."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, BooleanOptionalAction, Namespace
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from arraywise.cli.arguments import (
    BASES,
    IN_USE,
    RULES,
    basis,
    bytes_per_second,
    count,
    growth_per_month,
    growth_per_year,
    hours,
    load,
    money,
    needed_capacity,
    number,
    path,
    rule,
    seconds,
    share,
    value_or_none,
    visits,
)
from arraywise.cli.common import DONE, in_currency_of, print_lines
from arraywise.domain.degraded import DegradedRule
from arraywise.domain.messages import Message, UserError
from arraywise.domain.requirement import STATISTICS, Convention, Requirement

if TYPE_CHECKING:
    from arraywise.domain.study import StudyFacts
    from arraywise.store.study import Study


def add_arguments(p: ArgumentParser) -> None:
    """Declare what the command takes."""
    p.argument_default = SUPPRESS  # what is not named is not there
    p.add_argument("study", type=path)
    p.add_argument("--response-time", type=value_or_none(seconds), dest="response_time_s",
                   metavar="200ms", help="'none': load, price, other rules decide")  # fmt: skip
    p.add_argument(
        "--io-latency",
        type=value_or_none(seconds),
        dest="storage_latency_s",
        metavar="1ms",
        help="target on the storage: longest latency of an I/O, by the statistic",
    )
    p.add_argument("--throughput", type=value_or_none(bytes_per_second), dest="min_throughput_b_s",
                   metavar="1.5GB/s", help="least rate of large I/O, or 'none'")  # fmt: skip
    p.add_argument("--load", type=load, dest="stated_load", metavar='"84 tx/s"',
                   help="'84 tx/s', '5040 tx/min', '300 users', '50000 IOPS',"
                        " '54432000 visits/month', or 'awr x 1.5'")  # fmt: skip
    p.add_argument("--think-time", type=value_or_none(seconds), dest="think_time_s", metavar="1s",
                   help="of a user between two transactions; for a load in users")  # fmt: skip
    p.add_argument("--storage-share", type=value_or_none(share), metavar="50%",
                   help="share of the target that the storage may take, where the rest of a"
                        " transaction is not known")  # fmt: skip
    p.add_argument("--least-basis", type=basis, metavar="{" + ",".join(BASES) + "}",
                   help="weakest basis on which an outcome counts")  # fmt: skip
    p.add_argument("--statistic", choices=STATISTICS,
                   help="of the response time, or of the latency of an I/O")  # fmt: skip
    p.add_argument("--visits-per-month", type=visits, metavar="54432000")
    p.add_argument("--convention", type=Convention, choices=list(Convention))
    p.add_argument("--transactions-per-visit", type=number, metavar="1")
    p.add_argument("--days-per-month", type=count, choices=range(28, 32))
    p.add_argument("--traffic-share", type=share, metavar="0.8")
    p.add_argument("--time-share", type=share, metavar="0.2")
    p.add_argument("--load-growth", type=growth_per_month, dest="growth_per_month",
                   metavar="2%/month", help="or '20%%/year'")  # fmt: skip
    p.add_argument("--usable", type=value_or_none(needed_capacity), dest="usable_bytes",
                   metavar="50TB", help="what data need today; 'in-use': what they take by an"
                                        " RVTools export; 'none': not asked for")  # fmt: skip
    p.add_argument("--usable-growth", type=growth_per_year, dest="usable_growth_per_year",
                   metavar="20%/year", help="of the data, or '2%%/month'")  # fmt: skip
    p.add_argument("--horizon-months", type=count, metavar="36")
    p.add_argument("--reserve", type=share, metavar="20%")
    p.add_argument("--min-headroom", type=share, metavar="5%")
    p.add_argument(
        "--budget", type=value_or_none(money), metavar="700000", help="'none' takes it back"
    )
    p.add_argument(
        "--price-range",
        type=money,
        nargs=2,
        metavar=("300000", "900000"),
        help="price worth 100 points and price worth none; without it the budget decides, or a"
        " range that is proposed from the first price",
    )
    p.add_argument("--shared-storage", action=BooleanOptionalAction, dest="needs_shared_storage")
    p.add_argument("--files", action=BooleanOptionalAction, dest="needs_files", help="NFS or SMB")
    p.add_argument(
        "--restore-within",
        type=value_or_none(hours),
        dest="max_restore_s",
        metavar="4h",
        help="recovery time objective; 'none' takes it back",
    )
    p.add_argument("--degraded", type=DegradedRule, choices=list(DegradedRule),
                   help="load at which the target must hold with a part failed")  # fmt: skip
    p.add_argument("--rule", type=rule, metavar="{" + ",".join(RULES) + "}")


def run(options: Namespace) -> int:
    """Change the requirement; what is not named stays as it is."""
    from arraywise.domain.requirement import Requirement
    from arraywise.store.reading.inputs import read_requirement
    from arraywise.store.study import open_study
    from arraywise.usecases.edit_criteria import set_price_range
    from arraywise.usecases.edit_study import set_requirement
    from arraywise.usecases.workload_profile import read_study

    asked = vars(options)
    changed = {f.name: asked[f.name] for f in fields(Requirement) if f.name in asked}
    changed |= _changed_target(changed) | _changed_load(asked)
    price_range = asked.get("price_range")
    if not changed and price_range is None:
        message = "nothing to change was named; see: arraywise require --help"
        raise UserError(message)
    with open_study(options.study) as study:
        if changed.get("budget") is not None:
            changed["budget"] = in_currency_of(study, changed["budget"])
        if changed.get("usable_bytes") == IN_USE:
            changed["usable_bytes"] = _bytes_in_use(study)
        requirement = replace(read_requirement(study), **changed)
        if price_range is not None:
            ends = [float(in_currency_of(study, each)) for each in price_range]
            set_price_range(study, *ends)
        opened = set_requirement(study, requirement) if changed else None
        requirement, facts = read_requirement(study), read_study(study)
    _print_requirement(requirement, facts, *filter(None, [opened]))
    return DONE


def _bytes_in_use(study: Study) -> float:
    from arraywise.usecases.capacity_in_use import read_capacity_in_use

    in_use = read_capacity_in_use(study)
    if in_use is None:
        message = "no file says what is in use: import an RVTools export, or state the capacity"
        raise UserError(message)
    return in_use.used_bytes


def _print_requirement(requirement: Requirement, facts: StudyFacts, *notes: Message) -> None:
    """Print what is asked for now, what the files lack for it, and further notes."""
    from arraywise.analysis.prepared import find_held
    from arraywise.cli.text_output import load_lines, requirement_line, usable_line
    from arraywise.domain.requirement import Goal
    from arraywise.present.figures import describe_missing_statistic

    print_lines(requirement_line(requirement))
    print_lines(*load_lines(requirement, facts))
    if requirement.usable_bytes is not None:
        print_lines(usable_line(requirement, facts))
    held = find_held(facts, on_storage=requirement.goal is Goal.STORAGE_LATENCY)
    missing = describe_missing_statistic(requirement, held)
    if missing is not None:
        print_lines(missing)
    print_lines(*notes)


def _changed_target(changed: dict[str, Any]) -> dict[str, Any]:
    """Return what the target is set on, where one was named; no target keeps the time as it was.

    Where both are named the storage's counts.
    """
    from arraywise.domain.requirement import Goal

    stated: dict[str, Any] = {}
    if "response_time_s" in changed:
        has_time = changed["response_time_s"] is not None
        stated["goal"] = Goal.RESPONSE_TIME if has_time else Goal.NONE
        if not has_time:
            del changed["response_time_s"]
    if "storage_latency_s" in changed:
        has_latency = changed["storage_latency_s"] is not None
        stated["goal"] = Goal.STORAGE_LATENCY if has_latency else Goal.RESPONSE_TIME
    return stated


def _changed_load(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the load as it was stated; visits a month are a unit like the others."""
    from arraywise.domain.requirement import LoadUnit

    if "stated_load" not in asked:
        is_visits = "visits_per_month" in asked
        return {"load": None, "load_unit": LoadUnit.VISITS} if is_visits else {}
    unit, value = asked["stated_load"]
    if unit is LoadUnit.VISITS:
        return {"load": None, "load_unit": unit, "visits_per_month": round(value)}
    return {"load": value, "load_unit": unit}
