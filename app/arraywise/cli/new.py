"""`arraywise new`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.cli.arguments import currency, path
from arraywise.cli.common import DONE, print_lines

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(p: ArgumentParser) -> None:
    """Declare what the command takes."""
    p.add_argument("study", type=path)
    p.add_argument("--currency", type=currency, default="EUR", metavar="ISO")
    p.add_argument("--client", default="", metavar="NAME")


def run(options: Namespace) -> int:
    """Create an empty study."""
    from arraywise.store.study import create_study

    with create_study(
        options.study, name=options.study.stem, client=options.client, currency=options.currency
    ) as study:
        print_lines(study.path)
    return DONE
