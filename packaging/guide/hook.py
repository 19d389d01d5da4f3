"""Lets a wheel, and the set-up, hold the built guide."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class GuideHook(BuildHookInterface):
    """Builds what F1 shows; no wheel is made without, but the program's source runs without."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build it, or leave it as it is where it is newer than the guide."""
        command = [sys.executable, str(Path(self.root, "packaging", "guide", "build.py")), "help"]
        subprocess.run(command, check=version != "editable")  # noqa: S603 - our own
