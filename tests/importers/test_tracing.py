"""Every figure that a file states is found again at the line and column that it came from."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.evidence import Origin
from arraywise.importers.kit.text import decode
from arraywise.importers.recognition import detect_binary_format
from tests.importers.golden import SAMPLES, read_folder, sample_files

if TYPE_CHECKING:
    from pathlib import Path

    from arraywise.domain.evidence import Measurement

UNITS = (
    1.0, 1e3, 1e6, 1e9, 1e-3, 1e-6, 1e-9, 2.0**10, 2.0**20, 2.0**30, 1000 / 1024,
    60.0, 1 / 60, 0.01, 1 / 8, 125.0, 125e3, 125e6,
)  # fmt: skip
"""What one printed may be in SI units: prefixes of both kinds, minutes, percent, bits."""
PER_MINUTES = re.compile(r"(\d+),1/(\d+) min")
FIRST_DIGIT = re.compile(r"(?<![\d.,])[.,]?\d|(?<![\d.,],)(?<=,)\d|(?<=,,)\d")
NUMBER = re.compile(r"[.,]?\d[\d.,' ]{0,30}(?:[eE][-+]?\d+)?")


def readings_of(text: str) -> set[float]:
    """Return all numbers that the beginning of a text may be in the writing of some country."""
    per_minutes = PER_MINUTES.match(text)
    result = {int(per_minutes[1]) / (60 * int(per_minutes[2]))} if per_minutes else set()
    printed = NUMBER.match(text)
    for length in range(1, len(printed[0]) + 1) if printed else ():
        part = printed[0][:length] if printed else ""
        for thousands, decimal in product(("", ".", ",", "'", " "), (".", ",")):
            plain = part.replace(thousands, "") if thousands else part
            result |= _float(plain.replace(decimal, "."))
    return result


def _float(text: str) -> set[float]:
    try:
        return {float(text)}
    except ValueError:
        return set()


def is_there(measurement: Measurement, line: str) -> bool:
    """Return whether the digits at a measurement's column are its value, in whatever unit.

    Tables of reports on databases name the line alone: there any number in it may be.
    """
    value, column = measurement.value, measurement.column
    starts = [column - 1] if column else [m.start() for m in FIRST_DIGIT.finditer(line)]
    numbers = {number for start in starts for number in readings_of(line[start:])}
    return any(
        abs(value - number * unit) <= 1e-6 * abs(value) for number in numbers for unit in UNITS
    )


BY_LINE = {"awr", "bonnie", "diskspd", "iperf", "rvtools"}
"""Tools whose figures are named by their line alone."""


@pytest.mark.parametrize("path", sample_files(), ids=lambda p: p.relative_to(SAMPLES).as_posix())
def test_what_a_file_states_stands_where_it_is_said_to_stand(path: Path) -> None:
    reading = read_folder(SAMPLES / path.relative_to(SAMPLES).parts[0])[path]
    data = path.read_bytes()
    lines = decode(data).text.split("\n")
    traced = (m for run in reading.runs for m in run.measurements)
    for measurement in (
        () if detect_binary_format(data) else traced
    ):  # workbooks and databases have no lines
        if path.parent.name == "rvtools" and measurement.origin is Origin.DERIVED:
            continue  # the sum of all lines
        assert measurement.line is not None
        assert measurement.line <= len(lines)
        if measurement.origin is Origin.REPORTED:
            assert measurement.column or path.parent.name in BY_LINE, measurement
            by_document = path.parent.name == "iperf" and path.suffix == ".json"
            stated = lines if by_document else [lines[measurement.line - 1]]
            assert any(is_there(measurement, line) for line in stated), measurement
