"""Recalculates workbooks with LibreOffice, which has no part in the app's figures."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import openpyxl
import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from openpyxl.workbook.workbook import Workbook

# 0: always recalculate; otherwise LibreOffice trusts the values that were written.
_PROFILE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"
 xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode"
 oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""


def recalculate(files: list[Path], folder: Path) -> list[Workbook]:
    """Return the workbooks with every formula worked out anew."""
    office = shutil.which("soffice")
    if office is None:
        pytest.skip("LibreOffice is not installed")
    profile = folder / "profile"
    (profile / "user").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(_PROFILE, "utf-8")
    out = folder / "recalculated"
    subprocess.run(
        [
            office, f"-env:UserInstallation={profile.as_uri()}", "--headless", "--norestore",
            "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", str(out),
            *map(str, files),
        ],
        check=True, capture_output=True, timeout=240,
    )  # fmt: skip
    return [openpyxl.load_workbook(out / file.name, data_only=True) for file in files]
