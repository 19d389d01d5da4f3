"""A second process that has a study open until it is told to go."""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_HOLD = """
import sys
from pathlib import Path
from arraywise.store.study import open_study
with open_study(Path(sys.argv[1])) as study:
    with study.cursor() as cursor:
        cursor.execute("INSERT INTO setting VALUES ('written', 'meanwhile')")
    print("open", flush=True)
    sys.stdin.read()
"""


@contextmanager
def held_open(study: Path) -> Iterator[int]:
    """Have another process open a study and write to it; gives its process id."""
    process = subprocess.Popen(
        [sys.executable, "-c", _HOLD, str(study)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": str(ROOT / "app")},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        try:
            assert process.stdout.readline() == "open\n"
            yield process.pid
        finally:
            process.stdin.close()
