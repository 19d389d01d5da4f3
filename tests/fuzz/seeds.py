"""What the damage starts from: own samples and, where they are beside the clone, real files."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import re
import tarfile
import zipfile
from functools import cache
from typing import TYPE_CHECKING

import xlsxwriter

from tests.conftest import corpus_files
from tests.importers.golden import SAMPLES, sample_files

if TYPE_CHECKING:
    from pathlib import Path

LONGEST = 4_096
"""Of longer files the beginning is taken, so that many inputs are tried in little time."""
_OTHER_FOLDERS = {"dstat": ("dool", "pcp_dstat"), "pgbench": ("pgbench_sysbench",)}
_NEXT_FILE = re.compile(rb"\n%%%% ([\w./ -]{0,80})\n")
_BINARY = (b"PK\x03\x04", b"SQLite format 3")
_CSV = (
    b"Description;Part Number;Source;Unit Price;Qty;Extended Price;3-Yr. Maint. Price\n"
    b"Array;A-1;1;1.000,50;2;2.001,00;300,00\nDisk;D-2;1;99,90;10;999,00;\n"
    b"Volume discount;;10%;;;-300,00;\nTotal;;;;;2.700,00;300,00\n"
)
_ENGLISH_CSV = (
    b"Description,Part Number,Source,Unit Price,Qty,Extended Price,3-Yr. Maint. Price\n"
    b'Server,"P ""1""",2,"$1,234.56",3,"$3,703.68",$0.00\nSubtotal,,,,,"$3,703.68",0\n'
)


@cache
def seeds(tool: str) -> tuple[bytes, ...]:
    """Return inputs of one tool: each file, and sets of files that belong together."""
    if tool == "prices":
        return (_CSV, _ENGLISH_CSV, _workbook())
    if tool == "archives":
        return _archives()
    folders = (tool, *_OTHER_FOLDERS.get(tool, ()))
    paths = [*sample_files(SAMPLES / tool), *(p for f in folders for p in corpus_files(f))]
    return (*(_beginning(path.read_bytes()) for path in paths), *_sets(paths))


def _beginning(data: bytes) -> bytes:
    """Return the beginning of a text; workbooks and databases are nothing without their end."""
    return data if data.startswith(_BINARY) else data[:LONGEST]


@cache
def all_seeds() -> tuple[bytes, ...]:
    """Return inputs of all tools."""
    return tuple(seed for folder in sorted(SAMPLES.iterdir()) for seed in seeds(folder.name))


def files_in(data: bytes) -> list[tuple[str, bytes]]:
    """Part an input into files with their names; most inputs are one file."""
    parts = _NEXT_FILE.split(data)
    names = ["input.txt", *(name.decode("ascii") or "x" for name in parts[1::2])]
    return list(zip(names, parts[::2], strict=True))


def _sets(paths: list[Path]) -> list[bytes]:
    folders: dict[Path, list[Path]] = {}
    for path in paths:
        folders.setdefault(path.parent, []).append(path)
    return [_joined(files[:6]) for files in folders.values() if len(files) > 1]


def _joined(paths: list[Path]) -> bytes:
    named = (b"\n%%%% " + path.name.encode()[-80:] + b"\n" for path in paths)
    return b"".join(
        name + path.read_bytes()[: LONGEST // 6] for name, path in zip(named, paths, strict=True)
    )


def _archives() -> tuple[bytes, ...]:
    """Return small archives of every kind that is opened, and one with an archive in it."""
    files = {"das/u064.csv": _CSV, "Größe/link": _ENGLISH_CSV, "empty": b""}
    packed, tarred = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
        archive.writestr("inner.tar.gz", gzip.compress(_CSV))
        archive.writestr("plain.txt", _CSV, zipfile.ZIP_STORED)
    with tarfile.open(fileobj=tarred, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(link)
    whole = tarred.getvalue()
    packers = gzip.compress, bz2.compress, lzma.compress
    return (packed.getvalue(), whole, *(pack(whole) for pack in packers))


def _workbook() -> bytes:
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        for row, line in enumerate(_CSV.decode().splitlines()):
            sheet.write_row(row, 0, line.split(";"))
        sheet.write_row(5, 0, ["Cable", "C-3", 1, 12.5, 4, 50, 0])
        sheet.write_formula(6, 5, "=SUM(F2:F6)", None, 2750)
    return out.getvalue()
