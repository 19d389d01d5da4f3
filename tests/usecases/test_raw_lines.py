"""The text of a file is had line by line, however large the file or the line is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from arraywise.importers.kit.text import decode
from arraywise.store.reading.evidence import list_files
from arraywise.usecases import show_file
from arraywise.usecases.edit_evidence import embed_file
from arraywise.usecases.edit_study import set_embed_limit
from arraywise.usecases.import_files import import_files
from arraywise.usecases.show_file import DECODED_BYTES, RawLines, read_raw_lines
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.store.study import Study

RUN = ROOT / "data" / "worked-example" / "fc-san" / "swingbench" / "fc_u030_r1.xml"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "a\n",
        "\n",
        "a\nb",
        "a\r\nbc\r\n",
        "\n\nx\n\n",
        "\u00e4\u00f6\n\u4e2d\n",
        "a\x0cb\u2028c\n",
    ],
)
def test_lines_are_those_that_importers_count(text: str) -> None:
    data = text.encode()
    expected = decode(data).text.split("\n")
    expected = expected[:-1] if expected[-1] == "" else expected
    lines = RawLines(data)
    assert [lines.line_at(i) for i in range(len(lines))] == expected
    assert lines.longest == max(map(len, expected), default=0)
    for beyond in (-1, len(lines)):
        with pytest.raises(IndexError):
            lines.line_at(beyond)


def test_a_large_file_has_the_same_lines_as_a_small_one(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join("x" * (i * i % 61) + "\u00e9\r\n" * (i % 3 > 0) for i in range(3000))
    whole = RawLines(text.encode())
    monkeypatch.setattr(show_file, "DECODED_BYTES", 10)
    monkeypatch.setattr(show_file, "_BLOCK_BYTES", 101)
    parts = RawLines(text.encode())
    assert len(parts) == len(whole)
    for number in range(0, len(whole), 7):
        assert parts.line_at(number) == whole.line_at(number)


def test_passwords_of_a_large_file_are_starred_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(show_file, "DECODED_BYTES", 10)
    lines = RawLines(b"user=soe\npassword=secret\nend\n")
    assert lines.line_at(1) == "password=******"


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """Return a log of a run with more bytes than are decoded at once."""
    path = tmp_path / "large.xml"
    filling = b"<!-- " + b"x" * 90 + b" -->\n"
    path.write_bytes(RUN.read_bytes() + filling * (DECODED_BYTES // len(filling) + 1))
    return path


def test_large_files_are_shown_from_outside_and_from_within(study: Study, large: Path) -> None:
    set_embed_limit(study, 0)
    import_files(study, [large], option="FC SAN")
    (file,) = list_files(study)
    assert not file.embedded
    outside = read_raw_lines(study, file, "utf-8")
    embed_file(study, file.id)
    (file,) = list_files(study)
    within = read_raw_lines(study, file, "utf-8")
    assert outside is not None
    assert within is not None
    assert len(outside) == len(within) > 80_000
    for number in (0, 10, 50_000, len(within) - 1):
        assert outside.line_at(number) == within.line_at(number)
    assert within.line_at(10).strip().startswith("<AverageTransactionsPerSecond>")


def test_a_file_that_changed_is_not_shown(study: Study, large: Path) -> None:
    set_embed_limit(study, 0)
    import_files(study, [large], option="FC SAN")
    large.write_bytes(b"something else\n")
    assert read_raw_lines(study, list_files(study)[0], "utf-8") is None


def test_one_endless_line_is_shown_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(show_file, "LONGEST_SHOWN", 1000)
    data = json.dumps(list(range(2_000_000))).encode()
    assert len(data) > DECODED_BYTES
    lines = RawLines(data)
    assert (len(lines), lines.longest) == (1, 1000)
    assert lines.line_at(0) == data[:1000].decode()
