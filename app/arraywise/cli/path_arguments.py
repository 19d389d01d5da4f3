"""Parsers of paths on the command line, for argparse's `type`.

Apart from the other parsers: commands that take nothing but paths need not load what these read.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def argument_error(text: str, what: str, example: str) -> argparse.ArgumentTypeError:
    """Return the error for a text that is not `what`, with an example."""
    return argparse.ArgumentTypeError(f"'{text}' is no {what}; write {example}")


def parse_path(text: str) -> Path:
    """Read a path; an empty one would mean the current folder, which nobody has named."""
    if not text:
        message = "a path is empty; name a file or a folder ('.' is the current folder)"
        raise argparse.ArgumentTypeError(message)
    return Path(text)


def parser_of_new_file(suffix: str) -> Callable[[str], Path]:
    """Return a parser for the path of a file to be written that must end in `suffix`."""

    def read(text: str) -> Path:
        if parse_path(text).suffix.lower() != suffix:
            raise argument_error(text, f"name of a {suffix} file", f"{Path(text).stem}{suffix}")
        return Path(text)

    return read
