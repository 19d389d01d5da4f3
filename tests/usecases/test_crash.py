"""A process killed at any moment loses no finished action, and leaves none half done."""

from __future__ import annotations

import multiprocessing
import random
from contextlib import suppress
from typing import TYPE_CHECKING

from arraywise.store.reading.inputs import list_options, read_price_sheets
from arraywise.store.study import create_study, open_study
from arraywise.store.study_file import copy_study_file, log_path
from arraywise.usecases.edit_prices import upsert_prices
from tests.usecases.busy_user import expected, found, sheet, work

if TYPE_CHECKING:
    from pathlib import Path

PROCESSES = multiprocessing.get_context("forkserver")  # loads what is needed once for all
PROCESSES.set_forkserver_preload(["tests.usecases.busy_user", "arraywise.importers.recognition"])
KILLS = 12
MOST_ACTIONS = 9
LONGEST_PAUSE_S = 0.04


def kill_at_random(study: Path, lab: Path, first: int, rng: random.Random) -> int:
    """Let the busy user work and kill it some time later; return how many actions it finished."""
    stated, tell = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=work, args=(tell, study, lab, first))
    process.start()
    tell.close()
    with stated:
        assert stated.recv() == "open"
        seen = [stated.recv() for _ in range(rng.randrange(MOST_ACTIONS))]
        process.join(rng.uniform(0, LONGEST_PAUSE_S))
        process.kill()
        with suppress(EOFError):
            while True:
                seen.append(stated.recv())
    process.join()
    assert process.exitcode == -9
    return seen[-1] + 1 if seen else first


def test_a_log_cut_anywhere_holds_whole_actions(tmp_path: Path) -> None:
    path, cut = tmp_path / "a.arraywise", tmp_path / "cut.arraywise"
    with create_study(path, name="x") as study:
        for number in range(20):
            upsert_prices(study, f"option {number}", sheet(number))
        copy_study_file(path, tmp_path / "whole", study.read_handle())
    log = log_path(tmp_path / "whole").read_bytes()
    rng = random.Random(7)  # noqa: S311 - places, not secrets
    stored = set()
    for length in rng.sample(range(len(log)), 12):
        cut.write_bytes((tmp_path / "whole").read_bytes())
        log_path(cut).write_bytes(log[:length])
        with open_study(cut) as study:
            sheets = [read_price_sheets(study).get(option.id) for option in list_options(study)]
        assert sheets == [sheet(number) for number in range(len(sheets))]
        stored.add(len(sheets))
    assert len(stored) > 5


def test_no_finished_action_is_lost(tmp_path: Path) -> None:
    path, lab = tmp_path / "a.arraywise", tmp_path / "lab"
    lab.mkdir()
    create_study(path, name="x").close()
    rng = random.Random(20261120)  # noqa: S311 - moments, not secrets
    actions = 0
    for _ in range(KILLS):
        finished = kill_at_random(path, lab, actions, rng)
        with open_study(path) as study:
            content = found(study, lab)
        actions = content.changes
        assert actions in {finished, finished + 1}  # one may be done that was not said yet
        assert content == expected(actions)
    assert actions > 2 * KILLS
