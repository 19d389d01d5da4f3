"""Where the program keeps its log on this machine."""

from __future__ import annotations

from pathlib import Path

import platformdirs


def state_folder() -> Path:
    """Return the folder of the log file; it is made where it is missing."""
    return Path(platformdirs.user_state_path("arraywise", appauthor=False, ensure_exists=True))
