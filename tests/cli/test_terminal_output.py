"""What is printed cannot steer a terminal or turn the direction of its text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from arraywise.cli import run
from arraywise.domain.options import Architecture
from arraywise.store.study import open_study
from arraywise.usecases.edit_options import add_option
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

NAME = "FC\x1b]0;owned\x07\x1b[2J \u202eSAN\x9b31m"
HIDDEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u206f]")


def test_names_and_messages_reach_a_terminal_without_control_characters(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    study, odd = tmp_path / "a.arraywise", tmp_path / "odd\x1b[2J\u202e.txt"
    odd.write_text("nothing\n", "utf-8")
    run(["new", str(study)])
    with open_study(study) as opened:
        add_option(opened, NAME, Architecture.FC_SAN)
    for arguments in (
        ["decide", str(study)],
        ["decide", str(study), "--json"],
        ["import", str(study), str(odd)],
        ["inspect", str(odd)],
        ["inspect", str(odd), "--json"],
        ["price", str(study), str(odd), "--option", NAME],
        ["report", str(study), "--out", str(tmp_path / "no\x1b[2J" / "a.pdf")],
    ):
        run(arguments)
    out, err = capfdbinary.readouterr()
    assert b"odd" in out
    assert HIDDEN.search(out.decode() + err.decode()) is None


def test_everything_is_printed_by_one_function() -> None:
    """A command that prints by itself passes the filter by."""
    modules = sorted((ROOT / "app" / "arraywise" / "cli").glob("*.py"))
    printing = {m.stem for m in modules if re.search(r"(?<![\w.])print\(", m.read_text("utf-8"))}
    assert printing == {"common"}
