"""`make archive-s3`: four pushers and killed pushes against an S3 server of the test's own."""

from __future__ import annotations

import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from arraywise.archive.place import Place, open_place
from arraywise.archive.query import Search, find_options, revisions
from arraywise.archive.tables import create_tables
from arraywise.archive.upkeep import tidy, verify
from arraywise.importing.find_files import ignore_progress
from arraywise.usecases.push_study import pull_study
from tests.archive.studies import POINTS, copies, push_at_once, small_study, start_push

KILLS = 4


def main() -> None:
    """Start the server, push, kill, verify and print what was found."""
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
        _check()
    finally:
        server.kill()
    sys.stdout.flush()
    os._exit(0)


def _wait_for(address: str) -> None:
    for _ in range(600):
        try:
            with urlopen(address, timeout=5):  # noqa: S310 - our own server
                return
        except (URLError, OSError):
            time.sleep(0.1)
    message = f"nothing answers at {address}"
    raise RuntimeError(message)


def _check() -> None:
    import boto3  # comes with moto

    boto3.client("s3", endpoint_url=os.environ["AWS_ENDPOINT_URL"]).create_bucket(Bucket="firm")
    place = Place("s3://firm/storage lab")
    assert place.create()
    create_tables(place)
    at = open_place(place.name)
    with tempfile.TemporaryDirectory() as folder:
        studies = copies(small_study(Path(folder)), 8 + KILLS)
        began = time.perf_counter()
        assert push_at_once(at.name, studies[:8]) == [0, 0, 0, 0]
        print(f"12 pushes by 4 processes: {time.perf_counter() - began:.1f} s")
        assert sorted(r.name for r in revisions(at)) == [f"Study {i}" for i in range(8)]
        _kill(at, studies[8:])
        assert start_push(at.name, studies).wait() == 0
        result = verify(at, ignore_progress)
        assert (result.studies, result.revisions, result.faults) == (
            len(studies),
            len(studies),
            (),
        )
        found = find_options(at, Search(least_users=1))
        assert [len(f.points) for f in found] == [POINTS] * len(studies)
        tidy(at, ignore_progress)
        assert verify(at, ignore_progress) == result
        pull_study(at.name, found[0].study, Path(folder, "pulled.arraywise"))
        print(f"{KILLS} killed and repeated: {result.studies} studies, nothing lost or doubled")


def _kill(at: Place, studies: list[str]) -> None:
    """Push each study, and kill the process somewhere between its start and its usual end."""
    chance = random.Random(7)  # noqa: S311
    began = time.perf_counter()
    assert start_push(at.name, studies[:1]).wait() == 0
    usual = time.perf_counter() - began
    unfinished = 0
    for study in studies[1:]:
        push = start_push(at.name, [study])
        time.sleep(usual * chance.uniform(0.4, 1.0))
        push.kill()
        unfinished += push.wait() != 0
        assert not verify(at, ignore_progress).faults
    print(f"{unfinished} of {len(studies) - 1} killed before they ended")


if __name__ == "__main__":
    main()
