"""Recalculates workbooks with LibreOffice and IronCalc, which have no part in the app's figures.

IronCalc has a part in the app's input sheets, but none in what the workbook is compared with.
"""

from __future__ import annotations

import atexit
import csv
import re
import shutil
import subprocess
import tempfile
import zipfile
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from xml.sax.saxutils import escape, unescape

import ironcalc
import pytest
from openpyxl.utils.cell import coordinate_to_tuple

if TYPE_CHECKING:
    from collections.abc import Mapping

Value = float | str | None
Place = tuple[str, str]
"""Sheet and cell: `("Requirement", "B5")`."""
Key = TypeVar("Key")
Sheets = dict[str, dict[tuple[int, int], Value]]
"""What the cells of each sheet came to, by row and column from 1."""

# 0: always recalculate; otherwise LibreOffice trusts the values that were written.
_PROFILE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"
 xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode"
 oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""
# Commas, quotes, UTF-8, from row 1; neither as shown nor formulas; all sheets.
_COMMA = re.compile(r"-?\d+,\d+(E[-+]?\d+)?%?")
_CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1"


def with_inputs(data: bytes, inputs: Mapping[Place, Value], sheets: list[str]) -> bytes:
    """Return a workbook with other values typed into some of its cells; nothing else changes."""
    parts = {f"xl/worksheets/sheet{n}.xml": name for n, name in enumerate(sheets, start=1)}
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for part in old.infolist():
            xml = old.read(part)
            typed = {c: v for (name, c), v in inputs.items() if parts.get(part.filename) == name}
            new.writestr(part.filename, _typed(xml.decode(), typed) if typed else xml)
    return out.getvalue()


def _typed(xml: str, typed: Mapping[str, Value]) -> str:
    for cell, value in typed.items():
        pattern = rf'<c r="{cell}"( s="\d+")?(?: t="s")?(?:/>|><v>[^<]*</v></c>)'
        result = re.search(pattern, xml)
        assert result, f"{cell} is no input"
        kind = ' t="str"' if isinstance(value, str) else ""
        inside = "" if value is None else f"<v>{escape(str(value))}</v>"
        new = f'<c r="{cell}"{result[1] or ""}{kind}>{inside}</c>'
        xml = xml[: result.start()] + new + xml[result.end() :]
    return xml


_FORMULA = re.compile(
    r'<c r="([A-Z]+\d+)"(?: s="\d+")?(?: t="(\w+)")?><f(?: [^>]*)?>[^<]*</f>(?:<v>([^<]*)</v>)?'
)


def written_values(data: bytes) -> dict[str, dict[tuple[int, int], Value]]:
    """Return the values that the app wrote beside its formulas, by sheets and cells."""
    values: dict[str, dict[tuple[int, int], Value]] = {}
    with zipfile.ZipFile(BytesIO(data)) as book:
        names = re.findall(r'<sheet name="([^"]*)"', book.read("xl/workbook.xml").decode())
        for number, name in enumerate(names, start=1):
            xml = book.read(f"xl/worksheets/sheet{number}.xml").decode()
            found = _FORMULA.findall(xml)
            assert len(found) == xml.count("<f>") + xml.count("<f ")
            values[unescape(name)] = {
                coordinate_to_tuple(c): _stored(kind, v) for c, kind, v in found
            }
    return values


def _stored(kind: str, text: str) -> Value:
    if kind == "b":
        return text == "1"
    if kind in {"str", "e"}:
        return unescape(text)
    return float(text) if text else None


def by_ironcalc(data: bytes, folder: Path) -> Sheets:
    """Work every formula out again with IronCalc."""
    path = folder / "ironcalc.xlsx"
    path.write_bytes(data)
    model = ironcalc.load_from_xlsx(str(path), "en", "UTC", "en")
    model.evaluate()
    sheets: Sheets = {}
    names = [sheet["name"] for sheet in model.get_worksheets_properties()]
    for index, name in enumerate(names):
        _, last_row, _, last_column = model.get_sheet_dimensions(index)
        sheets[name] = {
            (row, column): model.get_cell_value(index, row, column)
            for row in range(1, last_row + 1)
            for column in range(1, last_column + 1)
        }
    return sheets


def by_libreoffice(files: Mapping[Key, bytes], folder: Path) -> dict[Key, Sheets]:
    """Work every formula of several workbooks out again, in one start of LibreOffice."""
    office = shutil.which("soffice")
    if office is None:
        pytest.skip("LibreOffice is not installed")
    profile, out = _profile(), folder / "out"
    folder.mkdir(exist_ok=True)
    paths = [folder / f"w{number}.xlsx" for number in range(len(files))]
    for path, data in zip(paths, files.values(), strict=True):
        path.write_bytes(data)
    subprocess.run(
        [
            office, f"-env:UserInstallation={profile.as_uri()}", "--headless", "--norestore",
            "--convert-to", _CSV, "--outdir", str(out), *map(str, paths),
        ],
        check=True, capture_output=True, timeout=280,
    )  # fmt: skip
    return {name: _read_sheets(out, path.stem) for name, path in zip(files, paths, strict=True)}


@cache
def _profile() -> Path:
    """Make LibreOffice's settings for this process; it fills them in at its first start."""
    folder = Path(tempfile.mkdtemp(prefix="arraywise-office-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    (folder / "user").mkdir()
    (folder / "user" / "registrymodifications.xcu").write_text(_PROFILE, "utf-8")
    return folder


def _read_sheets(folder: Path, stem: str) -> Sheets:
    return {
        path.stem.removeprefix(f"{stem}-"): _read_sheet(path)
        for path in sorted(folder.glob(f"{stem}-*.csv"))
    }


def _read_sheet(path: Path) -> dict[tuple[int, int], Value]:
    with path.open(encoding="utf-8", newline="") as file:
        return {
            (row, column): _value(text)
            for row, cells in enumerate(csv.reader(file), start=1)
            for column, text in enumerate(cells, start=1)
        }


def _value(text: str) -> Value:
    """Read a cell; figures are written with the decimal comma of their number format."""
    if text in {"TRUE", "FALSE"}:
        return text == "TRUE"
    text = text.replace(",", ".") if _COMMA.fullmatch(text) else text
    plain, scale = (text[:-1], 100.0) if text.endswith("%") else (text, 1.0)
    try:
        return float(plain) / scale
    except ValueError:
        return text
