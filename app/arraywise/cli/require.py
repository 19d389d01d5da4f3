"""`arraywise require`."""

from __future__ import annotations

from argparse import SUPPRESS, BooleanOptionalAction
from dataclasses import fields, replace
from typing import TYPE_CHECKING

from arraywise.cli.arguments import (
    RULES,
    hours,
    money,
    or_none,
    path,
    rule,
    seconds,
    share,
    visits,
)
from arraywise.cli.common import DONE, in_currency_of
from arraywise.domain.messages import UserError
from arraywise.domain.requirement import STATISTICS, Convention

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(p: ArgumentParser) -> None:
    """Declare what the command takes."""
    p.argument_default = SUPPRESS  # what is not named is not there
    p.add_argument("study", type=path)
    p.add_argument("--response-time", type=seconds, dest="response_time_s", metavar="200ms")
    p.add_argument("--statistic", choices=STATISTICS)
    p.add_argument("--visits-per-month", type=visits, metavar="54432000")
    p.add_argument("--convention", type=Convention, choices=list(Convention))
    p.add_argument("--transactions-per-visit", type=float, metavar="1")
    p.add_argument("--days-per-month", type=int, choices=range(28, 32))
    p.add_argument("--traffic-share", type=share, metavar="0.8")
    p.add_argument("--time-share", type=share, metavar="0.2")
    p.add_argument("--growth-per-month", type=share, metavar="1%")
    p.add_argument("--horizon-months", type=int, metavar="36")
    p.add_argument("--reserve", type=share, metavar="20%")
    p.add_argument("--min-headroom", type=share, metavar="5%")
    p.add_argument("--budget", type=or_none(money), metavar="700000", help="'none' takes it back")
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
        type=or_none(hours),
        dest="max_restore_s",
        metavar="4h",
        help="recovery time objective; 'none' takes it back",
    )
    p.add_argument("--rule", type=rule, metavar="{" + ",".join(RULES) + "}")


def run(options: Namespace) -> int:
    """Change the requirement; what is not named stays as it is."""
    from arraywise.domain.requirement import Requirement
    from arraywise.store.reading.inputs import read_requirement
    from arraywise.store.study import open_study
    from arraywise.usecases.edit_criteria import set_price_range
    from arraywise.usecases.edit_study import set_requirement

    asked = vars(options)
    changed = {f.name: asked[f.name] for f in fields(Requirement) if f.name in asked}
    price_range = asked.get("price_range")
    if not changed and price_range is None:
        message = "nothing to change was named; see: arraywise require --help"
        raise UserError(message)
    with open_study(options.study) as study:
        if changed.get("budget") is not None:
            changed["budget"] = in_currency_of(study, changed["budget"])
        requirement = replace(read_requirement(study), **changed)
        if price_range is not None:
            ends = [float(in_currency_of(study, each)) for each in price_range]
            set_price_range(study, *ends)
        if changed:
            set_requirement(study, requirement)
    print(
        f"{requirement.response_time_s * 1000:g} ms ({requirement.statistic}) at "
        f"{requirement.visits_per_month:,} visits a month, {requirement.convention.value}"
    )
    return DONE
