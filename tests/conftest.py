"""What every test may lean on: an off-screen window system, and the real files where they lie."""

from __future__ import annotations

import os
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from hypothesis import settings

# Seeded: the same examples every time, so that a red run can be run again.
settings.register_profile("seeded", derandomize=True, deadline=None)
settings.load_profile("seeded")

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"
CORPUS = SHARED / "corpus"


def corpus_files(folder: str) -> list[Path]:
    """List the real result files of one tool; empty on a clone that stands alone."""
    base = CORPUS / folder
    return sorted(p for p in base.rglob("*") if p.is_file()) if base.is_dir() else []


@pytest.fixture
def corpus() -> Path:
    """Return the folder of real result files, or skip where a clone stands alone."""
    if not CORPUS.is_dir():
        pytest.skip("the real result files are not beside this clone")
    return CORPUS
