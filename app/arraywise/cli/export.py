"""`arraywise export`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.cli.arguments import new_file, path
from arraywise.cli.common import DONE, opened_to_read, print_lines
from arraywise.domain.study import LANGUAGES

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(p: ArgumentParser) -> None:
    """Declare what the command takes."""
    p.add_argument("study", type=path)
    p.add_argument("-o", "--out", type=new_file(".xlsx"), required=True, metavar="OUT.xlsx")
    p.add_argument("--language", choices=LANGUAGES)


def run(options: Namespace) -> int:
    """Write the workbook."""
    from arraywise.usecases.export_documents import export_workbook

    with opened_to_read(options.study) as study:
        export_workbook(study, options.out, options.language)
    print_lines(options.out)
    return DONE
