"""`arraywise provision`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.cli.arguments import minutes, path
from arraywise.cli.common import DONE, counted, print_lines, telling_new_option

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(p: ArgumentParser) -> None:
    """Declare what the command takes."""
    p.add_argument("study", type=path)
    p.add_argument("--option", required=True, metavar="NAME")
    p.add_argument("--minutes", type=minutes, required=True, metavar="42,40,45,41,43",
                   help="one a repetition, or estimates: '12 +- 1.5' (mean and standard error),"
                   " '10 / 12 / 20' (least, most likely, most)")  # fmt: skip


def run(options: Namespace) -> int:
    """Set an option's provisioning times, one a repetition."""
    from arraywise.domain.options import parse_run_time
    from arraywise.store.study import open_study
    from arraywise.usecases.edit_options import set_provisioning

    times = tuple(
        parse_run_time("all steps", repetition, value)
        for repetition, value in enumerate(options.minutes, start=1)
    )
    with open_study(options.study) as study, telling_new_option(study, options.option):
        set_provisioning(study, options.option, times)
    mean = sum(time.seconds for time in times) / len(times) / 60
    measured = all(isinstance(value, float) for value in options.minutes)
    number = counted(len(times), "repetition" if measured else "value")
    print_lines(f"{options.option}: {number}, mean {mean:.1f} min")
    return DONE
