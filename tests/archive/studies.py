"""Small studies to push, and processes that push them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

from arraywise.store.study import create_study, open_study
from arraywise.usecases.edit_study import set_study_info
from arraywise.usecases.import_files import import_files
from arraywise.usecases.push_study import ensure_identity
from tests.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

RESULT = ROOT / "tests/importers/samples/pgbench/pgbench15_three_client_counts.txt"
"""Runs at three numbers of users."""
POINTS = 3
_PUSH = """
import os, sys
from pathlib import Path
from arraywise.usecases.push_study import PushRequest, push_study
place, *studies = sys.argv[1:]
for study in studies:
    push_study(Path(study), place, PushRequest(models=("Array X",)))
os._exit(0)  # as the program leaves; Delta Lake may abort at the usual end
"""


def small_study(folder: Path) -> Path:
    """Make a study of one file with a name of a client in its own."""
    path = folder / "small.arraywise"
    shutil.copy(RESULT, folder / "acme run.txt")
    with create_study(path, name="Order entry") as study:
        import_files(study, [folder / "acme run.txt"], option="FC array")
    return path


def copies(study: Path, count: int) -> list[str]:
    """Copy a study under other names and identities, which makes other studies of it."""
    paths = []
    for number in range(count):
        path = study.with_name(f"{number}.arraywise")
        shutil.copy(study, path)
        with open_study(path) as copy:
            set_study_info(copy, name=f"Study {number}")
            ensure_identity(copy, renew=True)
        paths.append(str(path))
    return paths


def start_push(place: str, studies: Sequence[str]) -> subprocess.Popen[bytes]:
    """Begin to push studies in a process of its own."""
    return subprocess.Popen([sys.executable, "-c", _PUSH, place, *studies])


def push_at_once(place: str, studies: Sequence[str], writers: int = 4) -> list[int]:
    """Push studies from several processes, of which each pushes the first one too."""
    share = len(studies) // writers
    parts = [[studies[0], *studies[i * share : (i + 1) * share]] for i in range(writers)]
    return [process.wait() for process in [start_push(place, part) for part in parts]]
