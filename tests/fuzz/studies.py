"""Damages study files, sums of blocks put right, and opens each: no crash, no hang, no traceback.

`python -m tests.fuzz.studies 1000 [SEED [STUDY]]` prints what was neither read nor refused. A few
in a thousand end the process by a signal inside DuckDB (docs/adr/0015); no edit is lost by one.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import tempfile
import traceback
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from arraywise.domain.messages import UserError
from arraywise.domain.requirement import Requirement
from arraywise.store.study import Study, open_study
from arraywise.usecases.create_sample import build_sample_study
from arraywise.usecases.decide_study import decide_study
from arraywise.usecases.edit_study import set_requirement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_HEADER, _HEADERS = 4096, 3
_BLOCK = 256 * 1024
_BATCH = 20
"""Studies that one process opens; a crash loses the rest of them."""
_SECONDS = 60
"""Of processor time; a batch that takes more hangs."""
_ON_THE_WAY = ("opening", "reading")
_MULTIPLIER = np.uint64(0xBF58476D1CE4E5B9)


def _parts(size: int) -> Iterator[slice]:
    """Yield what DuckDB sums up: three headers, then blocks."""
    first = _HEADER * _HEADERS
    for start in range(0, first, _HEADER):
        yield slice(start, start + _HEADER)
    for start in range(first, size - _BLOCK + 1, _BLOCK):
        yield slice(start, start + _BLOCK)


def put_sums_right(whole: bytearray) -> None:
    """Write the checksum of each part, as DuckDB would."""
    for part in _parts(len(whole)):
        words = np.frombuffer(bytes(whole[part.start + 8 : part.stop]), "<u8")
        total = np.bitwise_xor.reduce(words * _MULTIPLIER) ^ np.uint64(5381)
        whole[part.start : part.start + 8] = int(total).to_bytes(8, "little")


def _used_place(whole: bytes, random: Random) -> int:
    """Choose a byte that is not zero: most of a block is empty."""
    while True:
        place = random.randrange(len(whole))
        if whole[place]:
            return place


def damaged(whole: bytes, random: Random) -> bytearray:
    """Damage some bytes that are in use; mostly so that only the contents are wrong."""
    result = bytearray(whole)
    for _ in range(random.choice((1, 1, 2, 4, 16))):
        place = _used_place(whole, random)
        kind = random.randrange(5)
        if kind == 0:
            result[place] ^= 1 << random.randrange(8)
        elif kind == 1:
            result[place] = random.randrange(256)
        elif kind == 2:
            result[place : place + 8] = random.choice((bytes(8), b"\xff" * 8, b"\x7f" * 8))
        elif kind == 3:
            other = random.randrange(len(whole) - 64)
            length = random.randrange(1, 64)
            result[place : place + length] = whole[other : other + length]
        else:
            result[place] = (result[place] + random.choice((1, -1))) % 256
    del result[len(whole) :]
    if random.random() < 0.9:
        put_sums_right(result)
    if random.random() < 0.03:
        del result[random.randrange(len(result)) :]
    return result


def _read(study: Study) -> None:
    try:
        decide_study(study)
        set_requirement(study, Requirement())
        study.fold_log()
    finally:
        study.close()


def _try(path: Path, tell: Callable[[str], object]) -> str:
    tell("opening")
    try:
        study = open_study(path)
    except UserError:
        return "refused"
    tell("reading")
    try:
        _read(study)
    except UserError:
        return "refused later"
    return "read"


def _last_of(error: BaseException) -> str:
    """Say in one line where of the program's own code an exception came from."""
    places = [f for f in traceback.extract_tb(error.__traceback__) if "arraywise" in f.filename]
    text = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {text} at {places[-1].filename}:{places[-1].lineno}"


def _run_batch(whole: bytes, seeds: range, folder: Path, account: int) -> None:
    """Open damaged studies in this process; a line for each to `account`."""
    for seed in seeds:
        path = folder / "damaged.arraywise"
        for left in folder.iterdir():
            left.unlink()
        path.write_bytes(damaged(whole, Random(seed)))  # noqa: S311 - to be repeated, no secret

        def tell(what: str, seed: int = seed) -> None:
            os.write(account, f"{seed} {what}\n".encode())

        try:
            tell(_try(path, tell))
        except BaseException as error:  # noqa: BLE001 - whatever it is, it is a finding
            tell("traceback " + _last_of(error))


def _batch(whole: bytes, seeds: range, folder: Path) -> list[str]:
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        faulthandler.enable()
        signal.setitimer(signal.ITIMER_PROF, _SECONDS)
        _run_batch(whole, seeds, folder, writing)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        lines = pipe.read().splitlines()
    _, status = os.waitpid(child, 0)
    seed, at = lines[-1].split(" ", 1)
    if os.WIFSIGNALED(status):
        name = signal.Signals(os.WTERMSIG(status)).name
        lines.append(f"{seed} signal when {at}: {name}")
    elif os.WEXITSTATUS(status):
        lines.append(f"{seed} exit {os.WEXITSTATUS(status)}")
    return lines


def main(count: int, first: int, given: Path | None) -> int:
    """Try studies; return 1 if one was neither read nor refused."""
    with tempfile.TemporaryDirectory() as name:
        base = Path(name)
        sample = given or base / "sample.arraywise"
        child = 0 if given else os.fork()
        if not given and not child:
            build_sample_study(sample).close()
            os._exit(0)
        if child:
            os.waitpid(child, 0)
        whole, folder = sample.read_bytes(), base / "tried"
        folder.mkdir()
        ends: Counter[str] = Counter()
        at = first
        while at < first + count:
            lines = _batch(whole, range(at, min(at + _BATCH, first + count)), folder)
            at = int(lines[-1].split()[0]) + 1
            for line in lines:
                seed, ended = line.split(" ", 1)
                if ended in _ON_THE_WAY:
                    continue
                kind = ended.split(" ")[0] if ended.startswith("traceback") else ended
                ends[kind] += 1
                if ended.startswith(("traceback", "signal", "exit")):
                    print(seed, ended, flush=True)
            if (at - first) % 1000 < _BATCH:
                print(at - first, dict(ends), flush=True)
        print(dict(ends))
    return int(any(kind.startswith(("traceback", "signal", "exit")) for kind in ends))


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        _, tried, *rest = sys.argv
        seed = int(rest[0]) if rest else 0
        sys.exit(main(int(tried), seed, Path(rest[1]) if len(rest) > 1 else None))
