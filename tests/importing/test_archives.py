"""Archives are folders: what is in them is read, whatever else they try or lack is said."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import lzma
import os
import sys
import tarfile
import tracemalloc
import zipfile
from random import Random
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.messages import ignore_progress, is_never_stopped
from arraywise.importing import archives
from arraywise.importing.find_files import (
    FileReader,
    FoundFile,
    FoundPath,
    Unreadable,
    find_and_read_files,
)

if TYPE_CHECKING:
    from pathlib import Path

FILES = {"das/u064.txt": b"tps = 12.5\n" * 40, "nas/u064.txt": b"tps = 9.5\n" * 40}


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def tarred(files: dict[str, bytes], *others: tarfile.TarInfo) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
        for entry in others:
            archive.addfile(entry)
    return out.getvalue()


def _link() -> tarfile.TarInfo:
    entry = tarfile.TarInfo("passwd")
    entry.type, entry.linkname = tarfile.SYMTYPE, "/etc/passwd"
    return entry


TAR = tarred(FILES)
ARCHIVES = {
    "lab.zip": zipped(FILES),
    "bzip2.zip": zipped(FILES, zipfile.ZIP_BZIP2),
    "lab.tar": TAR,
    "lab.tgz": gzip.compress(TAR),
    "parts.tar.gz": gzip.compress(TAR[:700]) + gzip.compress(TAR[700:]) + b"\0" * 512,
    "lab.tar.bz2": bz2.compress(TAR),
    "lab.tar.xz": lzma.compress(TAR),
}


def opened(folder: Path, name: str, data: bytes) -> tuple[dict[str, bytes], list[str]]:
    """Return the files in an archive by their names, and what is said beside them."""
    (folder / name).write_bytes(data)
    found = find_and_read_files([folder / name], ignore_progress, is_never_stopped)
    files = {f.name: f for f in found if isinstance(f, FoundFile)}
    for file in files.values():
        assert file.sha256 == hashlib.sha256(file.data).hexdigest()
        assert file.path == folder / file.name
    said = [str(f.problem.message) for f in found if isinstance(f, Unreadable)]
    return {key: bytes(file.data) for key, file in files.items()}, said


@pytest.mark.parametrize("name", ARCHIVES)
def test_an_archive_is_a_folder(tmp_path: Path, name: str) -> None:
    files, said = opened(tmp_path, name, ARCHIVES[name])
    assert files == {f"{name}/{inner}": data for inner, data in FILES.items()}
    assert said == []
    again = FileReader().read_file(FoundPath(tmp_path / name / "nas/u064.txt", "u064.txt"))
    assert isinstance(again, FoundFile)
    assert again.data == FILES["nas/u064.txt"]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_a_packed_file_is_the_one_in_it(tmp_path: Path, pack: object) -> None:
    suffix = {gzip.compress: "gz", bz2.compress: "bz2"}.get(pack, "xz")  # type: ignore[call-overload]
    files, said = opened(tmp_path, f"x.csv.{suffix}", pack(b"1,2\n"))  # type: ignore[operator]
    assert (files, said) == ({f"x.csv.{suffix}/x.csv": b"1,2\n"}, [])


def test_archives_in_an_archive_and_of_zstandard_are_refused_by_name(tmp_path: Path) -> None:
    """A compressed file in an archive counts as one too; what stands beside it is read."""
    inner = {"in/lab.tgz": ARCHIVES["lab.tgz"], "b.csv.gz": gzip.compress(b"1,2\n"), "a.txt": b"a"}
    files, said = opened(tmp_path, "lab.zip", zipped(inner))
    assert list(files) == ["lab.zip/a.txt"]
    assert said == [
        "Archives in the archive are not opened: 2 (in/lab.tgz); unpack them and import the files."
    ]
    frame = b"\x28\xb5\x2f\xfd\x00\x58\x09\x00\x00a"
    files, said = opened(tmp_path, "x.zst", frame)
    assert (files, said) == ({"x.zst": frame}, [])  # refused by the import as 7-Zip is


def test_names_are_made_safe_and_keep_their_letters(tmp_path: Path) -> None:
    names = ["../../etc/a.txt", "/root/b.txt", "C:\\lab\\c.txt", "d\x1b[2J\u202e.txt", "..", ".x"]
    files, _ = opened(tmp_path, "odd.zip", zipped(dict.fromkeys(names, b"1")))
    inside = {name.removeprefix("odd.zip/") for name in files}
    assert inside == {"etc/a.txt", "root/b.txt", "lab/c.txt", "d_[2J_.txt"}
    files, _ = opened(tmp_path, "old.tar", tarred({"M\udcfcller/gr\udcf6\udcdfe.txt": b"1"}))
    assert list(files) == ["old.tar/M\xfcller/gr\xf6\xdfe.txt"]
    raw = zipped({"gr#sse.txt": b"1"})
    for system, letter in ((0, b"\x81"), (3, b"\xfc")):
        data = raw.replace(b"gr#sse", b"gr" + letter + b"sse")
        at = data.index(b"PK\x01\x02") + 5
        files, _ = opened(tmp_path, "dos.zip", data[:at] + bytes([system]) + data[at + 1 :])
        assert list(files) == ["dos.zip/gr\xfcsse.txt"]


def test_what_is_no_file_or_encrypted_or_damaged_is_said_and_the_rest_is_read(
    tmp_path: Path,
) -> None:
    files, said = opened(tmp_path, "link.tar", tarred(FILES, _link()))
    assert (len(files), len(said)) == (2, 1)
    assert "special entries were left out: 1 (passwd)" in said[0]
    stored = bytearray(zipped(FILES, zipfile.ZIP_STORED))
    stored[stored.index(b"tps")] ^= 1
    files, said = opened(tmp_path, "bad.zip", bytes(stored))
    assert list(files) == ["bad.zip/nas/u064.txt"]
    assert said == ["Damaged files in the archive were not read: 1 (das/u064.txt)."]
    locked = bytearray(zipped(FILES))
    locked[locked.index(b"PK\x01\x02") + 8] |= 1
    files, said = opened(tmp_path, "locked.zip", bytes(locked))
    assert list(files) == ["locked.zip/nas/u064.txt"]
    assert said[0].startswith("Encrypted files were not read: 1 (das/u064.txt)")
    noise = {"a.txt": FILES["das/u064.txt"], "noise": Random(1).randbytes(9_000)}  # noqa: S311
    cut = gzip.compress(tarred(noise))[:4_000]
    files, said = opened(tmp_path, "cut.tgz", cut)
    assert files["cut.tgz/a.txt"] == noise["a.txt"]
    assert noise["noise"].startswith(files["cut.tgz/noise"])
    assert "The archive is cut off: of the last file in it (noise)" in said[0]
    assert opened(tmp_path, "cut.zip", ARCHIVES["lab.zip"][:60])[1] == [
        "The archive is damaged or cut off, so that nothing in it can be read."
    ]


def test_an_archive_that_unpacks_to_too_much_is_stopped_while_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "FREE_BYTES", 2 * 1024**2)
    # 300 bytes, of which 2 MiB may come out
    bomb = zipped({"a.txt": b"a", "b.txt": b"\0" * 9_000_000}, zipfile.ZIP_BZIP2)
    tracemalloc.start()
    files, said = opened(tmp_path, "bomb.zip", bomb)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (list(files), peak < 5 * 1024**2) == (["bomb.zip/a.txt"], True)
    assert "more than 500 times its own size" in said[0]
    monkeypatch.setattr(archives, "MOST_ENTRIES", 1)
    files, said = opened(tmp_path, "many.zip", ARCHIVES["lab.zip"])
    assert (len(files), said) == (
        1, ["The archive holds more than 1 entries; the rest was not unpacked."],
    )  # fmt: skip


def test_an_office_document_is_a_file_of_its_own(tmp_path: Path) -> None:
    document = zipped({"[Content_Types].xml": b"<Types/>", "xl/workbook.xml": b"<workbook/>"})
    files, said = opened(tmp_path, "offer.xlsx", document)
    assert (files, said) == ({"offer.xlsx": document}, [])


@pytest.mark.parametrize("name", ARCHIVES)
def test_damaged_archives_end_in_a_sentence(tmp_path: Path, name: str) -> None:
    chance = Random(name)  # noqa: S311 - no secret
    for _ in range(40):
        data = bytearray(ARCHIVES[name])
        for _ in range(chance.randint(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        del data[chance.randrange(len(data)) :][: chance.choice((0, 0, 9))]
        opened(tmp_path, name, bytes(data))


@pytest.mark.skipif(sys.platform != "linux", reason="names are text elsewhere")
def test_a_folder_with_names_of_an_older_system_keeps_their_letters(tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path) + b"/M\xfcller"
    os.mkdir(folder)  # noqa: PTH102 - no text
    with open(folder + b"/gr\xf6\xdfe.txt", "wb") as file:  # noqa: PTH123
        file.write(b"1")
    (found,) = find_and_read_files([tmp_path], ignore_progress, is_never_stopped)
    assert isinstance(found, FoundFile)
    assert (found.name, found.path) == (
        "M\xfcller/gr\xf6\xdfe.txt", tmp_path / "M\xfcller" / "gr\xf6\xdfe.txt",
    )  # fmt: skip
    again = FileReader().read_file(FoundPath(found.path, "x"))
    assert isinstance(again, FoundFile)
    assert again.sha256 == found.sha256
