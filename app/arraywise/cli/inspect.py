"""`arraywise inspect`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.cli.arguments import path
from arraywise.cli.common import COULD_NOT, DONE, print_json, print_lines, progress

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_arguments(p: ArgumentParser) -> None:
    """Declare what the command takes."""
    p.add_argument("files", type=path, nargs="+", metavar="FILE")
    p.add_argument("--client-names", action="store_true",
                   help="also tell what reports call the client's databases and hosts;"
                        " nothing else shows or keeps these names")  # fmt: skip
    p.add_argument("--json", action="store_true")


def run(options: Namespace) -> int:
    """Print what is in files; 1 when some were refused."""
    from arraywise.cli.json_output import inspection
    from arraywise.domain.evidence import Status
    from arraywise.usecases.inspect_files import inspect_files

    files = inspect_files(
        options.files, with_client_names=options.client_names, progress=progress()
    )
    if options.json:
        print_json(inspection(files))
    else:
        from arraywise.cli.text_output import inspected_lines

        for inspected in files:
            print_lines(*inspected_lines(inspected))
        if not files:
            print_lines("no files found")
    refused = any(f.file.reading.status is Status.REFUSED for f in files)
    return COULD_NOT if refused or not files else DONE
