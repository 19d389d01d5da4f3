"""`arraywise new`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.cli.arguments import currency, new_file, path
from arraywise.cli.common import DONE, print_lines

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from arraywise.store.study import Study


def add_arguments(p: ArgumentParser) -> None:
    """Declare what the command takes."""
    p.add_argument("study", type=new_file(".arraywise"))
    p.add_argument("--currency", type=currency, metavar="ISO", help="EUR, or the template's")
    p.add_argument("--client", default="", metavar="NAME")
    p.add_argument("--template", type=path, metavar="FILE",
                   help="begin with options, criteria, prices of another study")  # fmt: skip


def run(options: Namespace) -> int:
    """Create a study, empty or from a template."""
    with _made(options) as study:
        print_lines(study.path)
    return DONE


def _made(options: Namespace) -> Study:
    if options.template is not None:
        from arraywise.usecases.templates import new_from_template

        return new_from_template(
            options.study,
            options.template,
            client=options.client,
            currency=options.currency or "",
        )
    from arraywise.store.study import create_study

    currency = options.currency or "EUR"
    return create_study(
        options.study, name=options.study.stem, client=options.client, currency=currency
    )
