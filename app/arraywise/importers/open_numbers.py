"""What is said of numbers that may be read in two ways; the user is asked then.

Whoever shows it knows it by its words, and asks for the decimal mark of the file.
"""

from __future__ import annotations

from typing import Final

OPEN: Final = (
    "{name} {text} may be {first} or {second}; the file does not say how it writes numbers, "
    "so it was not taken."
)
"""Said of a number with two readings: `first` groups thousands, `second` has decimals."""
CHOSEN: Final = (
    "{name} {text} is read as {value}: you said that {mark} is the decimal mark of this file."
)
DECIMAL_MARK: Final = "decimal_mark"
"""Attribute of runs: the decimal mark that the user said."""
