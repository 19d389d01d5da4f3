"""Files that an editor or another system saved again hold the same figures."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import Status
from arraywise.importers import sysstat
from arraywise.importers.kit.importer import Source
from arraywise.importers.kit.text import DecodedText, decode
from arraywise.importers.recognition import read_sources
from tests.importers.golden import SAMPLES

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.domain.evidence import Reading

CUT = {"cut_in_a_cell_crlf_iops.csv", "cut_in_the_second_print.txt", "aborted_normal_iops.csv"}
"""Files that end in the middle of a number: what follows it states that it is whole."""
BARE = {
    "alone_flag_lat.1.log",
    "dstat072svn_semicolons_seven_memory_values.csv",
}
"""Rows without a head, or whose blank lines mean something."""
LARGEST_BYTES = 300_000
BYTE_BY_BYTE = "dstat"
"""Recordings are loaded from the bytes as they are, so that only their line ends may differ."""


@cache
def _texts() -> list[Path]:
    return [
        path
        for path in sorted(SAMPLES.rglob("*"))
        if path.is_file()
        and path.stat().st_size < LARGEST_BYTES
        and path.name not in CUT | BARE
        and "_log." not in path.name
        and _text(path) is not None
    ]


@cache
def _text(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return None


def _read(name: str, data: bytes) -> Reading:
    (reading,) = read_sources([Source(name, data)])
    return reading


@cache
def _as_it_lies(path: Path) -> Reading:
    """What is read of a file before anything is done to it."""
    return _read(path.name, (_text(path) or "").encode())


def _figures(reading: Reading) -> list[object]:
    """Return all that was read but for places, which line ends and marks may move."""
    return [
        (
            reading.tool,
            run.started_at,
            [(m.metric, m.statistic, m.value, m.unit, m.group, m.load) for m in run.measurements],
            [(s.name, s.unit, list(s.values)) for s in run.series],
            [[(c.name, c.instance, c.unit, c.scale) for c in t.columns] for t in run.samples],
        )
        for run in reading.runs
    ]


def _one_way(text: str, end: str) -> bytes:
    return text.replace("\r\n", "\n").replace("\n", end).encode()


@pytest.mark.parametrize(
    "saved",
    [
        pytest.param(lambda text: _one_way(text, "\r\n"), id="windows"),
        pytest.param(lambda text: b"\xef\xbb\xbf" + text.encode(), id="marked"),
        pytest.param(lambda text: text.encode("utf-16"), id="utf-16"),
        pytest.param(lambda text: text.encode("utf-16-be"), id="utf-16-be unmarked"),
        pytest.param(lambda text: f"\n\n{text}\n\n\n".encode(), id="blank lines around"),
    ],
)
def test_figures_stay_the_same(saved: object) -> None:
    assert callable(saved)
    texts = _texts()
    assert len(texts) > 200
    differing = []
    for path in texts:
        text = _text(path) or ""
        before = _as_it_lies(path)
        is_wide = b"\0" in saved(text) and path.is_relative_to(SAMPLES / BYTE_BY_BYTE)
        if before.status is not Status.REFUSED and not is_wide:
            after = _read(path.name, saved(text))
            if _figures(after) != _figures(before):
                differing.append(str(path.relative_to(SAMPLES)))
    assert differing == []


def _lines(reading: Reading) -> list[int | None]:
    return [m.line for run in reading.runs for m in run.measurements]


@pytest.mark.parametrize("tool", ["pgbench", "sysbench", "hammerdb", "vdbench", "slob", "orion"])
def test_figures_and_lines_stay_the_same_where_lines_lost_the_blanks_before_them(
    tool: str,
) -> None:
    texts = [path for path in _texts() if path.is_relative_to(SAMPLES / tool)]
    assert texts
    differing = []
    for path in texts:
        text = _text(path) or ""
        before = _as_it_lies(path)
        after = _read(path.name, "\n".join(map(str.lstrip, text.split("\n"))).encode())
        if (_figures(after), _lines(after)) != (_figures(before), _lines(before)):
            differing.append(path.name)
    assert differing == []


def test_a_long_json_behind_blank_lines_is_read_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    text = _text(SAMPLES / "sysstat" / "sadf_j.json") or ""
    lengths = []

    def noted(data: bytes) -> DecodedText:
        lengths.append(len(data))
        return decode(data)

    monkeypatch.setattr(sysstat, "decode", noted)
    long = 20 * "\n" + text + 20_000 * " "
    assert _figures(_read("a.json", long.encode())) == _figures(_read("a.json", text.encode()))
    assert 0 < max(lengths) < len(text) + 10_000
