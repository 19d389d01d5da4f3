"""A process killed while it edits, undoes and redoes: what was done last stands, and goes on."""

from __future__ import annotations

import multiprocessing
import random
import sys
import tempfile
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from arraywise.store.reading.evidence import list_files
from arraywise.store.reading.inputs import read_requirement
from arraywise.store.study import create_study, open_study
from arraywise.usecases.edit_evidence import assign_files_to_option
from arraywise.usecases.edit_study import set_requirement
from arraywise.usecases.import_files import import_files
from arraywise.usecases.undo import redo_step, undo_step
from tests.usecases.result_files import orion

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from pathlib import Path

    from arraywise.store.study import Study

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(
    ["tests.usecases.test_undo_crash", "arraywise.importers.recognition"]
)
KINDS = 7
KILLS = 8

State = tuple[int, int, int]
"""Files, visits per month, files with an option."""


def act(study: Study, lab: Path, number: int) -> None:
    """Import, assign, ask; undo two of them, redo one and do something else."""
    kind = number % KINDS
    if kind == 0:
        import_files(study, [lab / f"{number}_summary.txt"])
    elif kind == 1:
        assign_files_to_option(study, [row.id for row in list_files(study)], f"option {number}")
    elif kind == 2:
        asked = read_requirement(study)
        set_requirement(study, replace(asked, visits_per_month=asked.visits_per_month + number))
    elif kind in {3, 4}:
        undo_step(study)
    else:
        redo_step(study)


def states(actions: int, first: State) -> list[State]:
    """Describe what is after each number of actions."""
    result = [first]
    for number in range(actions):
        files, visits, _assigned = result[-1]
        kind = number % KINDS
        if kind == 0:
            result.append((files + 1, visits, result[-1][2]))
        elif kind == 1:
            result.append((files, visits, files))
        elif kind == 2:
            result.append((files, visits + number, files))
        elif kind in {3, 4}:
            result.append(result[number - (number % KINDS) + (5 - kind)])
        else:
            result.append(result[number - (number % KINDS) + kind - 3])
    return result


def state(study: Study) -> State:
    rows = list_files(study)
    assigned = sum(row.option_id is not None for row in rows)
    return len(rows), read_requirement(study).visits_per_month, assigned


def work(tell: Connection, path: Path, lab: Path, first: int) -> None:
    """Act without a pause, from action `first` on, and tell the number of each that is done."""
    tempfile.tempdir = str(lab)  # a killed process tidies nothing up
    with open_study(path) as study:
        tell.send("open")
        for number in range(first, sys.maxsize):
            (lab / f"{number}_summary.txt").write_text(orion(number + 1))
            act(study, lab, number)
            tell.send(number)


def kill_at_random(study: Path, lab: Path, first: int, rng: random.Random) -> int:
    """Let the user work and kill them some time later; return how many actions they finished."""
    stated, tell = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=work, args=(tell, study, lab, first))
    process.start()
    tell.close()
    with stated:
        assert stated.recv() == "open"
        seen = [stated.recv() for _ in range(rng.randrange(2 * KINDS))]
        process.join(rng.uniform(0, 0.02))
        process.kill()
        with suppress(EOFError):
            while True:
                seen.append(stated.recv())
    process.join()
    return seen[-1] + 1 if seen else first


def test_undoing_goes_on_after_a_kill(tmp_path: Path) -> None:
    path, lab = tmp_path / "a.arraywise", tmp_path / "lab"
    lab.mkdir()
    with create_study(path, name="x") as study:
        first = state(study)
    rng = random.Random(7)  # noqa: S311 - moments, not secrets
    actions = 0
    for _ in range(KILLS):
        finished = kill_at_random(path, lab, actions, rng)
        with open_study(path) as study, study.cursor() as cursor:
            ((actions,),) = cursor.execute("SELECT count(*) FROM change").fetchall()
            assert actions in {finished, finished + 1}  # one may be done that was not said yet
            assert state(study) == states(actions, first)[-1]
    assert actions > 2 * KILLS
    with open_study(path) as study:
        while undo_step(study) is not None:
            pass
        assert state(study) == first
