"""Text of any encoding and line end, with the places that an editor shows."""

from __future__ import annotations

import codecs
import mmap
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arraywise.domain.units import MIB
from arraywise.importers.kit.text import (
    LONGEST_LINE,
    LinePatterns,
    TextPositions,
    decode,
    lines_between,
    number_nonblank_lines,
    strip_terminal_escapes,
)

if TYPE_CHECKING:
    from pathlib import Path

CHINESE = "14-12月-23 11.39.10.194 上午        5944\nPL/SQL 过程已成功完成。\n"
GERMAN = "PL/SQL-Prozedur wurde für alle ausgeführt\n20-MÄR-26\n"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("max_iops = 3\n", "ascii"),
        (GERMAN, "utf-8"),
        (GERMAN, "utf-8-sig"),
        (GERMAN, "cp1252"),
        ("20-MÄR-26\n", "cp1252"),
        (CHINESE, "utf-8"),
        (GERMAN, "utf-16"),
        (GERMAN, "utf-16-le"),
        (GERMAN, "utf-16-be"),
        (GERMAN, "utf-32"),
    ],
)
def test_text_is_read_in_the_encoding_it_was_written_in(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)).text == text


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\r\r\n"])
def test_line_numbers_are_those_of_an_editor(end: str) -> None:
    decoded = decode(end.join(["one", "", "three", "four"]).encode())
    assert decoded.lines == ["one", "", "three", "four"]
    assert list(number_nonblank_lines(decoded.lines)) == [(1, "one"), (3, "three"), (4, "four")]


@pytest.mark.parametrize("blank", ["\xa0", "\u202f", "\u2009", "\u3000", "\ufeff", "\f", "\0"])
def test_every_blank_becomes_a_plain_one_and_keeps_its_place(blank: str) -> None:
    assert decode(f"10:41{blank}AM".encode()).text == "10:41 AM"


@pytest.mark.parametrize("cut", [1, 2])
def test_a_character_cut_at_the_end_does_not_change_the_encoding(cut: int) -> None:
    decoded = decode("Größe 上午".encode()[:-cut])
    assert decoded.encoding == "utf-8"
    assert decoded.text == "Größe 上"


def test_a_mapped_file_is_read_like_bytes(tmp_path: Path) -> None:
    path = tmp_path / "some.txt"
    path.write_bytes(GERMAN.encode("cp1252"))
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        assert decode(data).text == GERMAN


def test_only_the_beginning_of_a_huge_file_is_read_and_that_is_said() -> None:
    decoded = decode(b"a" * (MIB + 1), limit_bytes=MIB)
    assert (decoded.text, decoded.is_cut) == ("a" * MIB, True)
    assert [problem.text for problem in decoded.problems] == [
        "Only the first 1 MiB of the file were read."
    ]
    assert decode(b"a").problems == ()


def test_a_huge_line_is_cut() -> None:
    assert decode(b"x" * (LONGEST_LINE + 5)).lines == ["x" * LONGEST_LINE]


def test_places_are_lines_and_columns_from_one() -> None:
    places = TextPositions("ab\n\ncd")
    assert [(places.line(at), places.column(at)) for at in (0, 1, 2, 3, 4, 5)] == [
        (1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (3, 2),
    ]  # fmt: skip


def test_lines_between_two_offsets_carry_their_numbers() -> None:
    text = "head\none\ntwo\ntail"
    assert list(lines_between(text, 2, 12, TextPositions(text))) == [(2, "one"), (3, "two")]
    assert list(lines_between("head", 0, 4, TextPositions("head"))) == []


def test_colours_and_cursor_movements_are_removed() -> None:
    assert strip_terminal_escapes("\x1b[33;1mTPS\x1b[m \x1b]0;title\x0742\x1b[K") == "TPS 42"


@given(st.binary(max_size=200), st.sampled_from([b"", codecs.BOM_UTF8, codecs.BOM_UTF16_LE]))
def test_no_bytes_are_refused(data: bytes, mark: bytes) -> None:
    decoded = decode(mark + data)
    assert "\r" not in decoded.text
    assert len(decoded.lines) == decoded.text.count("\n") + 1


def test_the_first_pattern_that_a_line_begins_with_counts() -> None:
    patterns = LinePatterns[str]()
    patterns.add("rate", r"tps: (?P<n>\d+)")
    patterns.add("other", r"tps", r"tpm")
    assert [found and found[0] for found in map(patterns.find, ("> tps: 7", "tps", " tpm"))] == [
        "rate",
        "other",
        "other",
    ]
    assert patterns.find("7 tps") is None
