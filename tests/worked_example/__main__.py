"""Writes `data/worked-example/` and `truth.json` again; git then shows what changed."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.worked_example.files import all_files, truth_json

HERE = Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "data" / "worked-example"


def write() -> None:
    """Write all files; what else is in the folder goes away."""
    shutil.rmtree(TARGET, ignore_errors=True)
    for name, text in all_files():
        path = TARGET / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    (HERE / "truth.json").write_bytes(truth_json().encode())


if __name__ == "__main__":
    write()
