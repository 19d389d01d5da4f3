"""`arraywise price`."""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.cli.arguments import column, path, percentage, rate
from arraywise.cli.common import DONE, in_currency_of, print_lines, telling_new_option

if TYPE_CHECKING:
    from arraywise.domain.messages import Problem


def add_arguments(p: ArgumentParser) -> None:
    """Declare what the command takes."""
    p.add_argument("study", type=path)
    p.add_argument("--option", required=True, metavar="NAME")
    p.add_argument("sheet", type=path)
    p.add_argument(
        "--map",
        type=column,
        action="append",
        default=[],
        dest="columns",
        metavar='"unit price=Stückpreis"',
        help="which heading names a field, or is to be left out (leave out=...); remembered for"
        " sheets with these headings",
    )
    p.add_argument(
        "--extended",
        choices=("printed", "computed"),
        help="which counts where a printed extended price is not unit price x quantity",
    )
    p.add_argument(
        "--rate",
        type=rate,
        metavar="5.43",
        help="what one unit of the sheet's currency is in the study's",
    )
    p.add_argument("--rate-date", default="", metavar="2026-11-20")
    p.add_argument("--rate-source", default="", metavar="ECB")
    p.add_argument("--servers", action=BooleanOptionalAction, default=None,
                   help="price the lines marked as servers, for all options")  # fmt: skip
    p.add_argument("--discount-rate", type=percentage, metavar="8",
                   help="price all options at their net present value, by so many percent a year;"
                        " 0: undiscounted")  # fmt: skip


def run(options: Namespace) -> int:
    """Read a price sheet into an option."""
    from arraywise.shipped import state_folder
    from arraywise.store.reading.inputs import price_basis
    from arraywise.store.study import open_study
    from arraywise.usecases.read_price_sheet import (
        GivenRate,
        SheetNotes,
        in_fields,
        read_price_sheet,
    )

    with open_study(options.study) as study:
        amount = options.rate and in_currency_of(study, options.rate)
        rate = GivenRate(amount, options.rate_date, options.rate_source) if amount else None
        notes = SheetNotes(
            in_fields(options.columns), state_folder(), rate, options.extended or ""
        )
        basis = price_basis(study)
        if options.servers is not None:
            basis = replace(basis, servers=options.servers)
        if options.discount_rate is not None:
            basis = replace(basis, discount_rate=options.discount_rate)
        with telling_new_option(study, options.option):
            outcome = read_price_sheet(study, options.option, options.sheet, notes, basis)
    _print_problems(options.sheet.name, outcome.problems)
    from arraywise.cli.text_output import ask_for_price_range, priced_lines

    print_lines(*priced_lines(options.option, outcome.total))
    if outcome.proposed_range is not None:
        asked = ask_for_price_range(outcome.total.currency, outcome.proposed_range)
        print_lines(asked, error=True)
    return DONE


def _print_problems(name: str, problems: tuple[Problem, ...]) -> None:
    for problem in problems:
        where = f"{name}, line {problem.line}" if problem.line else name
        print_lines(f"{problem.severity.value}: {where}: {problem.text}", error=True)
