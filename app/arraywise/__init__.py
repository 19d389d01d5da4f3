"""Arraywise turns the result files of a storage lab into a purchase decision."""

__version__ = "0.1.0"

READ_ALL = "--read-all"
"""Argument with which the program only reads a study, for one that is about to open it."""
