"""Where the files that ship beside the code are found, in a checkout and in an installed copy."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_INSTALLED = _PACKAGE / "_shipped"
ROOT = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parents[1]


def resource(*parts: str) -> Path:
    """Return the path of a file below `resources/`."""
    return ROOT.joinpath("resources", *parts)


def data(*parts: str) -> Path:
    """Return the path of a file below `data/`: sample studies and published figures."""
    return ROOT.joinpath("data", *parts)
