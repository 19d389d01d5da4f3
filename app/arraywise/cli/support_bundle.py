"""`arraywise support-bundle`."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from arraywise.cli.arguments import path
from arraywise.cli.common import DONE, opened_to_read, print_lines

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(p: ArgumentParser) -> None:
    """Declare what the command takes."""
    p.add_argument("study", type=path, nargs="?", help="of which the figures are added")
    p.add_argument("-o", "--out", type=path, required=True, metavar="FILE.zip")


def run(options: Namespace) -> int:
    """Say what is in the bundle, and write it; nothing is sent."""
    from arraywise.usecases.support_bundle import bundle_contents, write_bundle

    for name, contents in bundle_contents(with_study=options.study is not None):
        print_lines(f"{name}: {contents}")
    with opened_to_read(options.study) if options.study else nullcontext() as study:
        write_bundle(options.out, study)
    print_lines(options.out)
    return DONE
