"""`arraywise template`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.cli.arguments import new_file, path
from arraywise.cli.common import DONE, opened_to_read, print_lines

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(p: ArgumentParser) -> None:
    """Declare what the command takes."""
    p.add_argument("study", type=path)
    p.add_argument(
        "template", type=new_file(".arraywise"), metavar="FILE", help="a new file, *.arraywise"
    )


def run(options: Namespace) -> int:
    """Save options, criteria, price lines and wording of a study; no evidence, no client."""
    from arraywise.usecases.templates import save_template

    with opened_to_read(options.study) as study:
        save_template(study, options.template)
    print_lines(options.template)
    return DONE
