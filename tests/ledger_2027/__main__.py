"""Writes `data/ledger-2027/` again; git then shows what changed."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.ledger_2027.files import all_files

TARGET = Path(__file__).resolve().parents[2] / "data" / "ledger-2027"


def write() -> None:
    """Write all files; what else is in the folder goes away."""
    shutil.rmtree(TARGET, ignore_errors=True)
    for name, text in all_files():
        path = TARGET / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


if __name__ == "__main__":
    write()
