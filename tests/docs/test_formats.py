"""`docs/FORMATS.md` has a section for every importer, in the order of the registry."""

from __future__ import annotations

import re

from arraywise.importers.registry import ALL_IMPORTERS
from tests.conftest import ROOT

_NO_IMPORTER = ("Rules for all", "Price sheets", "Recognised and not read")


def test_every_importer_has_its_section_in_the_order_in_which_they_are_asked() -> None:
    text = (ROOT / "docs" / "FORMATS.md").read_text("utf-8")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    tools = [heading for heading in headings if heading not in _NO_IMPORTER]
    assert tools == [importer.tool for importer in ALL_IMPORTERS]


def test_every_status_is_explained() -> None:
    from arraywise.domain.evidence import Status

    text = (ROOT / "docs" / "FORMATS.md").read_text("utf-8")
    assert re.findall(r"^\| (\w[\w ]*) \|", text, re.MULTILINE)[1:] == [*Status]
