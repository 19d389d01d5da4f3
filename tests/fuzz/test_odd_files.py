"""Things that are no ordinary files, or change while they are read: each ends in a sentence."""

from __future__ import annotations

import hashlib
import io
import os
import threading
import zipfile
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import Status
from arraywise.domain.messages import Severity
from arraywise.importers.prices import read_quote
from arraywise.importing.find_files import MAPPED_FROM_BYTES, FileReader, FoundFile, FoundPath
from arraywise.usecases.inspect_files import inspect_files
from tests.fuzz.seeds import seeds
from tests.unprivileged import without_root_powers

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SUMMARY = b"ORION VERSION 11.1.0.7.0\nMaximum Small IOPS=10 @ Small=1 and Large=0\n"


def pipe(path: Path) -> None:
    os.mkfifo(path)


def dangling(path: Path) -> None:
    path.symlink_to(path.with_name("nowhere"))


def loop(path: Path) -> None:
    path.symlink_to(path)


def forbidden(path: Path) -> None:
    path.write_bytes(SUMMARY)
    path.chmod(0)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def kernel_file(path: Path) -> None:
    path.symlink_to("/proc/self/mem")


@pytest.mark.parametrize("make", [pipe, dangling, loop, forbidden, device, kernel_file])
@pytest.mark.timeout(30)
def test_what_cannot_be_read_is_refused_with_a_reason(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    (tmp_path / "a.txt").write_bytes(SUMMARY)
    make(tmp_path / "odd")
    with without_root_powers():
        good, odd = inspect_files([tmp_path / "a.txt", tmp_path / "odd"])
    assert good.file.reading.status is not Status.REFUSED
    assert odd.file.reading.status is Status.REFUSED
    assert odd.file.reading.problems[0].severity is Severity.ERROR


@pytest.mark.timeout(30)
def test_folders_that_contain_themselves_are_walked_once(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(SUMMARY)
    (tmp_path / "again").symlink_to(tmp_path, target_is_directory=True)
    names = [inspected.file.name for inspected in inspect_files([tmp_path])]
    assert names == ["a.txt"]


def test_names_that_are_no_text_are_read_like_others(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/gr\xf6\xdfe\n.txt"
    with open(path, "wb") as file:  # noqa: PTH123 - a name that is no text
        file.write(SUMMARY)
    (inspected,) = inspect_files([tmp_path])
    assert inspected.file.reading.tool == "orion"


@pytest.mark.parametrize("size", [200_000, MAPPED_FROM_BYTES + 4_096])
@pytest.mark.timeout(60)
def test_a_file_that_shrinks_while_it_is_read_gives_the_bytes_that_were_hashed(
    tmp_path: Path, size: int
) -> None:
    path = tmp_path / "shrinking.txt"
    done = threading.Event()

    def rewrite() -> None:
        while not done.is_set():
            path.write_bytes(SUMMARY * (size // len(SUMMARY) + 1))
            os.truncate(path, 10)

    path.touch()
    thread = threading.Thread(target=rewrite)
    thread.start()
    try:
        for _ in range(8):
            result = FileReader().read_file(FoundPath(path, path.name))
            assert isinstance(result, FoundFile)
            assert hashlib.sha256(result.data).hexdigest() == result.sha256
    finally:
        done.set()
        thread.join()


def bomb(part: str, filling: bytes, times: int) -> bytes:
    """Return a workbook of which one part unpacks to very much."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(seeds("prices")[-1])) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new,
    ):
        for name in old.namelist():
            with new.open(name, "w") as file:
                file.write(old.read(name))
                for _ in range(times if name.endswith(part) else 0):
                    file.write(filling)
    return out.getvalue()


@pytest.mark.parametrize("part", ["sheet1.xml", "sharedStrings.xml", "styles.xml", "app.xml"])
def test_a_workbook_that_unpacks_to_gigabytes_is_not_unpacked(part: str) -> None:
    reading = read_quote("bomb.xlsx", bomb(part, b" " * 1024 * 1024, 100))
    assert not reading.state.gives_price
    assert "too large unpacked" in reading.problems[0].text


def test_a_workbook_that_lies_about_its_size_is_refused() -> None:
    data = bytearray(bomb("sheet1.xml", b" " * 1024 * 1024, 100))
    honest = (100 * 1024 * 1024).to_bytes(4, "little")[3:]
    at = data.rfind(b"xl/worksheets/sheet1.xml") - 46 + 24  # the size in the central directory
    assert data[at + 3 : at + 4] == honest
    data[at : at + 4] = (1_000).to_bytes(4, "little")
    reading = read_quote("liar.xlsx", bytes(data))
    assert not reading.state.gives_price
    assert reading.problems[0].severity is Severity.ERROR


@pytest.mark.parametrize("cell", ["A1048577", "XFE1", "ZZZZZZ99999999999", "A0", ""])
def test_a_cell_beyond_the_sheet_is_no_reason_to_fill_the_memory(cell: str) -> None:
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(seeds("prices")[-1])) as old,
        zipfile.ZipFile(out, "w") as new,
    ):
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b'r="A6"', f'r="{cell}"'.encode()))
    reading = read_quote("far.xlsx", out.getvalue())
    assert reading.price_sheet is not None or reading.problems[0].severity is Severity.ERROR
