"""`make archive-kills` and `make archive-s3`: four pushers at once, killed at random moments.

Against a folder, or an S3 server of the check's own: nothing is lost, nothing doubled, and
`verify` is clean all the while.
"""

from __future__ import annotations

import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import URLError
from urllib.request import urlopen

from arraywise.archive.place import Archive, open_archive
from arraywise.archive.tables import Search, create_tables, find_options, list_revisions
from arraywise.archive.upkeep import tidy_archive, verify_archive
from arraywise.domain.messages import ignore_progress
from arraywise.usecases.archive_study import pull_study
from arraywise.usecases.push_study import PushRequest, push_study
from tests.archive.studies import POINTS, copies, small_study

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from multiprocessing.process import BaseProcess

PUSHERS = 4
_CONTEXT = get_context("forkserver")
_CONTEXT.set_forkserver_preload(["arraywise.usecases.archive_study", "deltalake", "obstore"])


def main(kind: str, kills: int) -> None:
    """Push, kill, verify and print what was found."""
    with tempfile.TemporaryDirectory() as folder:
        if kind == "s3":
            with _server():
                _check("s3://firm/storage lab", Path(folder), kills)
        else:
            _check(f"{folder}/archive", Path(folder), kills)
    sys.stdout.flush()
    os._exit(0)


@contextmanager
def _server() -> Iterator[None]:
    import boto3  # comes with moto

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    os.environ |= {
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_REGION": "us-east-1",
        "AWS_ENDPOINT_URL": address,
        "AWS_ALLOW_HTTP": "true",
    }
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        _wait_for(address)
        boto3.client("s3", endpoint_url=address).create_bucket(Bucket="firm")
        yield
    finally:
        server.kill()


def _wait_for(address: str) -> None:
    for _ in range(600):
        try:
            with urlopen(address, timeout=5):  # noqa: S310 - our own server
                return
        except (URLError, OSError):
            time.sleep(0.1)
    message = f"nothing answers at {address}"
    raise RuntimeError(message)


def _check(text: str, folder: Path, kills: int) -> None:
    place = Archive(text)
    assert place.create()
    create_tables(place)
    at = open_archive(place.name)
    studies = copies(small_study(folder), PUSHERS)
    assert _ends(_start(at, study, "A") for study in (*studies, *studies)) == [0] * 8
    assert len(list_revisions(at)) == PUSHERS
    began = time.perf_counter()
    assert _ends(_start(at, study, "B") for study in studies) == [0] * PUSHERS
    usual = time.perf_counter() - began
    print(f"{PUSHERS} pushes by as many processes: {usual:.1f} s")
    killed = _kill(at, studies, kills, usual)
    assert _ends(_start(at, study, "last") for study in (*studies, *studies)) == [0] * 8
    result = verify_archive(at, ignore_progress)
    assert not result.faults, result.faults
    _look(at, set())
    found = find_options(at, Search(model="last"))
    assert [len(each.points) for each in found] == [POINTS] * PUSHERS
    tidy_archive(at, ignore_progress)
    assert verify_archive(at, ignore_progress) == result
    pull_study(at.name, found[0].study, folder / "pulled.arraywise")
    print(
        f"{kills} pushes, {killed} killed before they ended: {result.revisions} revisions of"
        f" {result.studies} studies, nothing lost, nothing doubled, verify clean"
    )


def _kill(at: Archive, studies: Sequence[str], kills: int, usual: float) -> int:
    """Push changed studies, four at once and two of them the same, and kill all at some moment.

    About half of them are meant to have ended: the time until the kill follows that.
    """
    chance = random.Random(7)  # noqa: S311
    killed, seen = 0, set[tuple[str, str]]()
    for first in range(0, kills, PUSHERS):
        numbers = range(first, min(first + PUSHERS, kills))
        begun = [_start(at, studies[max(n % PUSHERS, 1)], f"Array {n}") for n in numbers]
        waits = sorted((chance.uniform(0.0, usual), n) for n in range(len(begun)))
        since = time.perf_counter()
        for wait, index in waits:
            time.sleep(max(wait - (time.perf_counter() - since), 0.0))
            begun[index].kill()
        unfinished = sum(end != 0 for end in _ends(begun))
        usual *= {0: 0.7, len(begun): 1.4}.get(unfinished, 1.0)
        killed += unfinished
        if first % 20 == 0:
            faults = verify_archive(at, ignore_progress).faults
            assert not faults, faults
        seen = _look(at, seen)
    return killed


def _look(at: Archive, seen: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return what is in the archive; all that was there before is, and nothing twice."""
    listed = [(each.study, each.content) for each in list_revisions(at)]
    assert len(listed) == len(set(listed))
    assert seen <= set(listed)
    return set(listed)


def _start(at: Archive, study: str, model: str) -> BaseProcess:
    process = _CONTEXT.Process(target=_push, args=(study, at.name, model))
    process.start()
    return process


def _push(study: str, place: str, model: str) -> None:
    push_study(Path(study), place, PushRequest(models=(model,)))
    os._exit(0)  # as the program leaves; Delta Lake may abort at the usual end


def _ends(processes: Iterator[BaseProcess] | Sequence[BaseProcess]) -> list[int | None]:
    begun = list(processes)
    for process in begun:
        process.join()
    return [process.exitcode for process in begun]


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
