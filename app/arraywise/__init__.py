"""Arraywise turns the result files of a storage lab into a purchase decision."""

__version__ = "0.1.0"
