"""Lines of a dstat file to cells and to text; the family quotes names and nothing else."""

from __future__ import annotations

import codecs
import re

_QUOTED = re.compile(r'"[^"]*"')
_DELIMITERS = ",;\t"


def encoding_of(data: bytes) -> str:
    """Return UTF-8 where the bytes are that (but for a character cut at the end), else cp1252."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data, final=False)
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def plain_text(line: bytes) -> str:
    """Turn bytes from a preamble into text that is safe to show."""
    text = line.decode("ascii" if line.isascii() else encoding_of(line), "replace")
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\t" else " " for c in text)


def split_cells(line: str, delimiter: str) -> list[str]:
    """Split a line at the delimiters outside quotes, and take the quotes off."""
    if '"' not in line:
        return [cell.strip() for cell in line.split(delimiter)]
    hidden = _QUOTED.sub(lambda quoted: quoted[0].replace(delimiter, "\0"), line)
    return [cell.replace("\0", delimiter).strip().strip('"') for cell in hidden.split(delimiter)]


def names_of(line: bytes) -> tuple[list[str], str]:
    """Split a line of column names; return them and the delimiter that the file uses."""
    text = plain_text(line).strip("\ufeff ")
    bare = _QUOTED.sub("", text)
    delimiter = max(_DELIMITERS, key=bare.count)
    return split_cells(text, delimiter), delimiter
