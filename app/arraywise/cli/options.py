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


_ABILITIES = frozenset({"shared", "files", "restore", "capacity", "not_needed"})


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
    reason = "; 'none' for the reason takes that back"
    p.add_argument(
        "--not-needed",
        type=arg.parse_code_and_answer,
        action="append",
        metavar="ITEM=REASON",
        help=f"what it needs no price for, of what the options' prices include{reason}",
    )
    p.add_argument(
        "--leave-out",
        type=arg.parse_code_and_answer,
        action="append",
        metavar="ITEM=REASON",
        help=f"what is left out of the prices of all options{reason}",
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
    opened = open_study if {"option", "leave_out"} & stated.keys() else opened_for_reading
    with opened(options.study) as study:
        if "option" in stated:
            with announcing_new_option(study, options.option):
                _set_abilities(study, stated)
        _decide_price_items(study, stated)
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


def _decide_price_items(study: Study, arguments: dict[str, Any]) -> None:
    """Store which items one option needs no price for, and which all prices leave out."""
    from arraywise.usecases.decide_study import decide_study
    from arraywise.usecases.edit_quotes import set_item_left_out, set_item_not_needed

    if not {"not_needed", "leave_out"} & arguments.keys():
        return
    scope = decide_study(study).scope
    items = [row.item for row in scope.rows] if scope is not None else []
    keys = {str(item.title).casefold(): item.key for item in items} | {i.key: i.key for i in items}

    def key_of(name: str) -> str:
        if name.casefold() not in keys:
            titles = ", ".join(str(item.title) for item in items)
            refuse(f"The prices include no {name}; there are: {titles or 'none'}.")
        return keys[name.casefold()]

    for name, reason in arguments.get("not_needed", ()):
        stated = None if reason.casefold() == "none" else reason
        set_item_not_needed(study, arguments["option"], key_of(name), stated)
    for name, reason in arguments.get("leave_out", ()):
        set_item_left_out(study, key_of(name), None if reason.casefold() == "none" else reason)


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


def add_terms_arguments(p: ArgumentParser) -> None:
    """Add the arguments of `terms`."""
    p.add_argument("study", type=parse_path)
    p.add_argument("--servers", action=BooleanOptionalAction, default=None,
                   help="price the lines marked as servers")  # fmt: skip
    p.add_argument("--discount-rate", type=arg.parse_percentage_as_share, metavar="8",
                   help="net present values, percent a year; 0: undiscounted")  # fmt: skip
    p.add_argument("--exchange-rate", type=arg.parse_currency_pair_rate, metavar="USD/BRL=5.43",
                   help="another figure of a rate that the study has")  # fmt: skip
    p.add_argument("--leave-out", metavar="ITEM", help="leave an item out of all prices")
    p.add_argument("--include", metavar="ITEM", help="take it in again")
    p.add_argument("--option", metavar="NAME", help="with --total")
    p.add_argument("--total", type=arg.parse_money_argument, metavar="615000",
                   help="scale the option's amounts to this 36-month price")  # fmt: skip


def run_terms(options: Namespace) -> int:
    """Change what all prices share, or scale one option's, and print all totals."""
    from arraywise.usecases.decide_study import decide_study
    from arraywise.usecases.edit_prices import scale_prices, set_exchange_rate
    from arraywise.usecases.edit_quotes import set_item_left_out

    with open_study(options.study) as study:
        has_terms = options.servers is not None or options.discount_rate is not None
        if has_terms:
            _set_price_basis(study, options)
        if options.exchange_rate is not None:
            set_exchange_rate(study, *options.exchange_rate)
        if options.leave_out is not None:
            set_item_left_out(study, options.leave_out, _LEFT_OUT_REASON)
        if options.include is not None:
            set_item_left_out(study, options.include, None)
        if options.total is not None:
            if not options.option:
                refuse("name the option whose price is scaled: --option NAME")
            total = amount_in_study_currency(study, options.total)
            scale_prices(study, options.option, total)
        print_lines(
            *(
                f"{each.option.name}: {each.price.total:,} {each.price.currency} over 36 months"
                for each in decide_study(study).options
                if each.price is not None
            )
        )
    return DONE


_LEFT_OUT_REASON = "left out on the command line"


def _set_price_basis(study: Study, options: Namespace) -> None:
    from arraywise.store.reading.inputs import read_price_basis
    from arraywise.usecases.edit_prices import set_price_basis

    basis = read_price_basis(study)
    if options.servers is not None:
        basis = replace(basis, servers=options.servers)
    if options.discount_rate is not None:
        basis = replace(basis, discount_rate=options.discount_rate)
    set_price_basis(study, basis)


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
