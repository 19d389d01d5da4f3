"""`arraywise option`."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, Namespace
from typing import TYPE_CHECKING

from arraywise.cli.arguments import capacity, hours, path, value_or_none, yes
from arraywise.cli.common import DONE, near_names, opened_to_read, print_lines, telling_new_option
from arraywise.domain.messages import UserError

if TYPE_CHECKING:
    from typing import Any

    from arraywise.store.study import Study


_ABILITIES = frozenset({"shared", "files", "restore", "capacity"})


def add_arguments(p: ArgumentParser) -> None:
    """Declare what the command takes."""
    p.argument_default = SUPPRESS
    p.add_argument("study", type=path)
    p.add_argument("option", nargs="?", metavar="NAME", help="all are listed without it")
    yes_or_no, answers = value_or_none(yes, "unknown"), "yes|no|unknown"
    p.add_argument(
        "--shared", type=yes_or_no, metavar=answers, help="several hosts can use it at once"
    )
    p.add_argument(
        "--files", type=yes_or_no, metavar=answers, help="it serves files to hosts: NFS or SMB"
    )
    p.add_argument(
        "--restore",
        type=value_or_none(hours, "unknown"),
        metavar="4h",
        help="longest time that restoring its service takes, or 'unknown'",
    )
    holds = p.add_mutually_exclusive_group()
    holds.add_argument(
        "--usable",
        type=value_or_none(capacity, "unknown"),
        dest="capacity",
        metavar="80TB",
        help="data that it holds as stated; '20TB, reduction 2/3/4' with a reduction ratio",
    )
    holds.add_argument(
        "--drives",
        type=value_or_none(capacity, "unknown"),
        dest="capacity",
        metavar='"24 x 3.84TB RAID 6 8+2, 2 spares, reduction 2/3/4"',
        help="the same from drives; 'reserve 10 %%' is taken off unless another one is stated,"
        " 'measured reduction 2.5' was not only claimed",
    )


def run(options: Namespace) -> int:
    """State what an option can do; list it then, or all options where none is named."""
    from arraywise.cli.text_output import option_line
    from arraywise.store.reading.inputs import list_options
    from arraywise.store.study import open_study
    from arraywise.usecases.edit_options import named_option

    stated = vars(options)
    if "option" not in stated and _ABILITIES & stated.keys():
        message = "name the option that can do that; see: arraywise option --help"
        raise UserError(message)
    opened = open_study if "option" in stated else opened_to_read
    with opened(options.study) as study:
        if "option" in stated:
            with telling_new_option(study, options.option):
                _state_abilities(study, stated)
        shown = list_options(study)
        if "option" in stated:
            result = named_option(study, options.option)
            shown = tuple(o for o in shown if o == result)
        for each in shown:
            print_lines(option_line(each))
    return DONE


def _state_abilities(study: Study, told: dict[str, Any]) -> None:
    """Change what was named of an option, which is made when it is not there yet."""
    from arraywise.store.reading.inputs import list_options
    from arraywise.usecases import edit_options as use

    setters = {
        "shared": lambda id_, known: use.set_shared_storage(study, id_, shared=known),
        "files": lambda id_, known: use.set_files(study, id_, serves=known),
        "restore": lambda id_, known: use.set_restore_time(study, id_, known),
        "capacity": lambda id_, known: use.set_capacity(study, id_, known),
    }
    named = [name for name in setters if name in told]
    known = use.named_option(study, told["option"])
    if known is None and not named:
        near = near_names(told["option"], {o.name.casefold(): o.name for o in list_options(study)})
        hint = f"; there is {near}" if near else ""
        message = f"There is no option named {told['option']}{hint}."
        raise UserError(message)
    known = known or use.add_option(study, told["option"])
    for name in named:
        setters[name](known.id, told[name])
