"""Archives, pictures and programs are recognised before any importer looks for its words."""

from __future__ import annotations

import bz2
import gzip
import importlib.util
import io
import lzma
import marshal
import tarfile
import zipfile
import zlib

import pytest

from arraywise.domain.evidence import Status
from arraywise.importers.kit.importer import Source
from arraywise.importers.recognition import UNKNOWN, BinaryForm, detect_binary_format, read_sources
from tests.conftest import corpus_files
from tests.importers.golden import CORPUS_FOLDERS, SAMPLES, sample_files

RESULTS = next(path for path in sample_files() if path.parent.name == "swingbench").read_bytes()


def zipped(compression: int) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name in ("FC SAN/001.xml", "NAS/001.xml"):
            archive.writestr(name, RESULTS)
    return buffer.getvalue()


def tarred(form: int, mode: str = "w") -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode, format=form) as archive:
        for name in ("FC SAN/001.xml", "NAS/001.xml"):
            entry = tarfile.TarInfo(name)
            entry.size = len(RESULTS)
            archive.addfile(entry, io.BytesIO(RESULTS))
    return buffer.getvalue()


def old_tar() -> bytes:
    """Write a tar as before POSIX, with nothing but a checksum to know it by."""
    data = bytearray(tarred(tarfile.USTAR_FORMAT))
    data[257:265] = b"\0" * 8
    data[148:156] = b" " * 8
    data[148:156] = b"%06o\0 " % sum(data[:512])
    return bytes(data)


def compiled() -> bytes:
    text = (
        '"""Vuser 1:TEST RESULT : System achieved 8 NOPM from 24 MySQL TPM\n"""\n' + "x = 1\n" * 9
    )
    code = marshal.dumps(compile(text, "hammerdb.py", "exec"))
    return importlib.util.MAGIC_NUMBER + b"\0" * 12 + code


def cpio() -> bytes:
    header = b"070701" + b"%08x" * 13 % (1, 33188, 0, 0, 1, 0, len(RESULTS), 0, 0, 0, 0, 4, 0)
    return header + b"a.x\0" + RESULTS


@pytest.mark.parametrize(
    ("data", "words"),
    [
        pytest.param(zipped(zipfile.ZIP_STORED), "archive (ZIP)", id="zip-stored"),
        pytest.param(zipped(zipfile.ZIP_DEFLATED), "archive (ZIP)", id="zip"),
        pytest.param(tarred(tarfile.USTAR_FORMAT), "archive (tar)", id="ustar"),
        pytest.param(tarred(tarfile.GNU_FORMAT), "archive (tar)", id="gnu-tar"),
        pytest.param(tarred(tarfile.PAX_FORMAT), "archive (tar)", id="pax"),
        pytest.param(old_tar(), "archive (tar)", id="old-tar"),
        pytest.param(gzip.compress(RESULTS), "archive (gzip)", id="gzip"),
        pytest.param(bz2.compress(RESULTS), "archive (bzip2)", id="bzip2"),
        pytest.param(lzma.compress(RESULTS), "archive (xz)", id="xz"),
        pytest.param(lzma.compress(RESULTS, lzma.FORMAT_ALONE), "archive (LZMA)", id="lzma"),
        pytest.param(cpio(), "archive (cpio)", id="cpio"),
        pytest.param(b"!<arch>\n" + RESULTS, "archive (ar)", id="ar"),
        pytest.param(compiled(), "program (Python)", id="pyc"),
        pytest.param(b"\x7fELF\x02\x01\x01\0" + RESULTS, "program (ELF)", id="elf"),
        pytest.param(b"MZ\x90\0\x03\0" + RESULTS, "program (EXE)", id="exe"),
        pytest.param(b"SQLite format 3\0" + RESULTS, "data file for programs", id="sqlite"),
        pytest.param(b"\x89PNG\r\n\x1a\n" + RESULTS, "picture", id="png"),
        pytest.param(b"%PDF-1.7\n" + RESULTS, "PDF", id="pdf"),
        pytest.param(
            RESULTS + zlib.compress(bytes(range(256)) * 400, 0), "binary", id="no-signature"
        ),
    ],
)
def test_what_is_no_text_is_refused_though_results_stand_in_it(data: bytes, words: str) -> None:
    (reading,) = read_sources([Source("results.txt", data)])
    assert (reading.status, reading.runs) == (Status.REFUSED, ())
    assert reading.tool in {"document", "unknown"}
    assert words in reading.problems[0].text


@pytest.mark.parametrize(
    ("data", "form"),
    [
        (b"\xff\xd8\xff\xe0\0\x10JFIF", BinaryForm.PICTURE),
        (b"PK\x03\x04\x14\0", BinaryForm.ZIP),
        (b"\0" * 8 + b"DUCK" + b"\0" * 100, BinaryForm.DUCKDB),
        (zlib.compress(bytes(range(256)) * 40), UNKNOWN.form),
    ],
)
def test_formats_are_known_by_their_first_bytes(data: bytes, form: BinaryForm) -> None:
    kind = detect_binary_format(data)
    assert kind is not None
    assert kind.form is form


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0" * 4096,
        b"rows\tread\r\n\x1b[1m12\x1b[0m\n",
        "Antwortzeit \u00fcber 5 ms\n".encode("cp1252"),
        "Antwortzeit 5 ms\n".encode("utf-16-le"),
        b"log line of a tool\n" * 9 + b"\0\0\0\0",
        b"log line of a tool\n" * 9 + b"\0" * 4096,
        b"BZh, MZ and Rar! are letters like others\n",
        b"MZ of a text\n" + b"it says ustar\n" * 40,
    ],
)
def test_text_is_text_even_where_it_is_damaged(data: bytes) -> None:
    assert detect_binary_format(data) is None


BINARY = [
    "two_jobs_synthetic.DB",
    "machines_alone_synthetic.xlsx",
    "vcenter_four_datastores_synthetic.xlsx",
]
"""Formats that are read though they are no text."""


def test_no_real_result_file_is_taken_for_a_binary_one() -> None:
    real = [path for folder in CORPUS_FOLDERS for path in corpus_files(folder)]
    files = [*sample_files(), *real]
    assert len(files) > len(list(SAMPLES.iterdir()))
    assert [
        path.name for path in files if detect_binary_format(path.read_bytes()) is not None
    ] == BINARY
