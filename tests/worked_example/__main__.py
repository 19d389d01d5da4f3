"""Writes `data/worked-example/` and `truth.json` again; git then shows what changed."""

from __future__ import annotations

from pathlib import Path

from tests.sample_folder import write_folder
from tests.worked_example.files import all_files, truth_json

if __name__ == "__main__":
    write_folder("worked-example", all_files())
    Path(__file__).with_name("truth.json").write_bytes(truth_json().encode())
