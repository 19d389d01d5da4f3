"""Writes `data/ledger-2027/` again; git then shows what changed."""

from __future__ import annotations

from tests.ledger_2027.files import all_files
from tests.sample_folder import write_folder

if __name__ == "__main__":
    write_folder("ledger-2027", all_files())
