"""Commands on one option: option, price, provision."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, BooleanOptionalAction, Namespace
from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.cli import arguments as arg
from arraywise.cli.arguments import parse_exchange_rate
from arraywise.cli.common import (
    DONE,
    amount_in_study_currency,
    announcing_new_option,
    find_closest_name,
    format_count,
    open_study,
    opened_for_reading,
    print_lines,
)
from arraywise.cli.path_arguments import parse_path
from arraywise.domain.messages import refuse

if TYPE_CHECKING:
    from typing import Any

    from arraywise.store.study import Study


_ABILITIES = frozenset({"shared", "files", "restore", "capacity"})


def add_option_arguments(p: ArgumentParser) -> None:
    """Add the arguments of `option`."""
    p.argument_default = SUPPRESS
    p.add_argument("study", type=parse_path)
    p.add_argument("option", nargs="?", metavar="NAME", help="all are listed without it")
    yes_or_no, answers = (
        arg.parser_accepting_none(arg.parse_yes_or_no, "unknown"),
        "yes|no|unknown",
    )
    p.add_argument(
        "--shared", type=yes_or_no, metavar=answers, help="several hosts can use it at once"
    )
    p.add_argument(
        "--files", type=yes_or_no, metavar=answers, help="it serves files to hosts: NFS or SMB"
    )
    p.add_argument(
        "--restore",
        type=arg.parser_accepting_none(arg.parse_hours_to_seconds, "unknown"),
        metavar="4h",
        help="longest time that restoring its service takes, or 'unknown'",
    )
    holds = p.add_mutually_exclusive_group()
    holds.add_argument(
        "--usable",
        type=arg.parser_accepting_none(arg.parse_option_capacity, "unknown"),
        dest="capacity",
        metavar="80TB",
        help="data that it holds as stated; '20TB, reduction 2/3/4' with a reduction ratio",
    )
    holds.add_argument(
        "--drives",
        type=arg.parser_accepting_none(arg.parse_option_capacity, "unknown"),
        dest="capacity",
        metavar='"24 x 3.84TB RAID 6 8+2, 2 spares, reduction 2/3/4"',
        help="the same from drives; 'reserve 10 %%' is taken off unless another one is stated,"
        " 'measured reduction 2.5' was not only claimed",
    )


def run_option(options: Namespace) -> int:
    """State what an option can do; list it then, or all options where none is named."""
    from arraywise.cli.text_output import option_line
    from arraywise.store.reading.inputs import list_options
    from arraywise.usecases.edit_options import find_option

    stated = vars(options)
    if "option" not in stated and _ABILITIES & stated.keys():
        refuse("name the option that can do that; see: arraywise option --help")
    opened = open_study if "option" in stated else opened_for_reading
    with opened(options.study) as study:
        if "option" in stated:
            with announcing_new_option(study, options.option):
                _set_abilities(study, stated)
        shown = list_options(study)
        if "option" in stated:
            result = find_option(study, options.option)
            shown = tuple(o for o in shown if o == result)
        for each in shown:
            print_lines(option_line(each))
    return DONE


def _set_abilities(study: Study, arguments: dict[str, Any]) -> None:
    """Set the given abilities of an option, which is added where there is none of that name."""
    from arraywise.store.reading.inputs import list_options
    from arraywise.usecases import edit_options as use

    setters = {
        "shared": lambda id_, known: use.set_shared_storage(study, id_, shared=known),
        "files": lambda id_, known: use.set_serves_files(study, id_, serves=known),
        "restore": lambda id_, known: use.set_restore_time(study, id_, known),
        "capacity": lambda id_, known: use.set_capacity(study, id_, known),
    }
    named = [name for name in setters if name in arguments]
    known = use.find_option(study, arguments["option"])
    if known is None and not named:
        near = find_closest_name(
            arguments["option"], {o.name.casefold(): o.name for o in list_options(study)}
        )
        hint = f"; there is {near}" if near else ""
        refuse(f"There is no option named {arguments['option']}{hint}.")
    known = known or use.add_option(study, arguments["option"])
    for name in named:
        setters[name](known.id, arguments[name])


def add_price_arguments(p: ArgumentParser) -> None:
    """Add the arguments of `price`."""
    p.add_argument("study", type=parse_path)
    p.add_argument("--option", required=True, metavar="NAME")
    p.add_argument("sheet", type=parse_path)
    p.add_argument("--rows", type=arg.parse_quote_rows, default=(),
                   metavar='"7=not included,9=item"',
                   help="what rows are: item, subtotal, total, tax, discount, carried forward,"
                        " not included, heading, note")  # fmt: skip
    p.add_argument("--columns", type=arg.parse_quote_columns, default=(),
                   metavar='"D=quantity,F=amount/month"',
                   help="what columns hold, and how often amounts are paid; remembered for quotes"
                        " with the same headings in the same order")  # fmt: skip
    p.add_argument("--answer", type=arg.parse_code_and_answer, action="append", default=[],
                   metavar="CODE=ANSWER",
                   help="answer to a question that the proposal asks")  # fmt: skip
    p.add_argument("--sheet", dest="sheets", action="append", default=[], metavar="NAME",
                   help="sheet of a workbook that counts; several count together")  # fmt: skip
    p.add_argument("--accept", default="", metavar="REASON",
                   help="take a sum that is unchecked or does not add up; that stays a finding")  # fmt: skip  # noqa: E501
    p.add_argument(
        "--rate",
        type=parse_exchange_rate,
        metavar="5.43",
        help="what one unit of the sheet's currency is in the study's",
    )
    p.add_argument("--rate-date", default="", metavar="2026-11-20")
    p.add_argument("--rate-source", default="", metavar="ECB")
    p.add_argument("--servers", action=BooleanOptionalAction, default=None,
                   help="price the lines marked as servers, for all options")  # fmt: skip
    p.add_argument("--discount-rate", type=arg.parse_percentage_as_share, metavar="8",
                   help="price all options at their net present value, by so many percent a year;"
                        " 0: undiscounted")  # fmt: skip


def run_price(options: Namespace) -> int:
    """Read a price sheet into an option."""
    from arraywise.cli.quote_output import proposal_lines
    from arraywise.shipped import state_folder
    from arraywise.store.reading.inputs import read_price_basis
    from arraywise.usecases.read_price_sheet import (
        GivenRate,
        propose_decided_quote_reading,
        save_quote_prices,
    )

    with open_study(options.study) as study:
        amount = options.rate and amount_in_study_currency(study, options.rate)
        rate = GivenRate(amount, options.rate_date, options.rate_source) if amount else None
        basis = read_price_basis(study)
        if options.servers is not None:
            basis = replace(basis, servers=options.servers)
        if options.discount_rate is not None:
            basis = replace(basis, discount_rate=options.discount_rate)
        reading = propose_decided_quote_reading(
            options.option,
            options.sheet,
            state_folder(),
            sheets=options.sheets,
            rows=options.rows,
            columns=options.columns,
            answers=options.answer,
            reason=options.accept,
        )
        print_lines(*proposal_lines(reading))
        with announcing_new_option(study, options.option):
            outcome = save_quote_prices(
                study,
                options.option,
                reading,
                memory_folder=state_folder(),
                rate=rate,
                terms=basis,
            )
    for problem in outcome.problems:
        where = options.sheet.name + (f", line {problem.line}" if problem.line else "")
        print_lines(f"{problem.severity.value}: {where}: {problem.text}", error=True)
    from arraywise.cli.text_output import price_range_question, price_total_lines

    print_lines(*price_total_lines(options.option, outcome.total))
    if outcome.proposed_range is not None:
        asked = price_range_question(outcome.total.currency, outcome.proposed_range)
        print_lines(asked, error=True)
    return DONE


def add_provision_arguments(p: ArgumentParser) -> None:
    """Add the arguments of `provision`."""
    p.add_argument("study", type=parse_path)
    p.add_argument("--option", required=True, metavar="NAME")
    p.add_argument("--minutes", type=arg.parse_minutes_to_seconds, required=True,
                   metavar="42,40,45,41,43",
                   help="one a repetition, or estimates: '12 +- 1.5' (mean and standard error),"
                   " '10 / 12 / 20' (least, most likely, most)")  # fmt: skip


def run_provision(options: Namespace) -> int:
    """Set an option's provisioning times, one a repetition."""
    from arraywise.domain.options import build_provisioning_time
    from arraywise.usecases.edit_options import upsert_provisioning_times

    times = tuple(
        build_provisioning_time("all steps", repetition, value)
        for repetition, value in enumerate(options.minutes, start=1)
    )
    with open_study(options.study) as study, announcing_new_option(study, options.option):
        upsert_provisioning_times(study, options.option, times)
    mean = sum(time.seconds for time in times) / len(times) / 60
    measured = all(isinstance(value, float) for value in options.minutes)
    number = format_count(len(times), "repetition" if measured else "value")
    print_lines(f"{options.option}: {number}, mean {mean:.1f} min")
    return DONE
