"""What is printed cannot steer a terminal or turn the direction of its text."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from arraywise.cli import run
from arraywise.cli.common import print_json
from arraywise.domain.options import Architecture
from arraywise.store.study import open_study
from arraywise.usecases.edit_options import add_option
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

NAME = "FC\x1b]0;owned\x07\x1b[2J \u202eSAN\x9b31m"
linux_alone = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /dev/full")
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


@pytest.mark.skipif(sys.platform == "win32", reason="streams are closed by a shell")
@pytest.mark.parametrize(
    ("arguments", "redirect", "status"),
    [
        ("option a.arraywise", ">&-", 0),
        ("decide a.arraywise --json", "<&- >&-", 0),
        ("--version", ">&- 2>&-", 0),
        pytest.param("--version", ">/dev/full", 1, marks=linux_alone),
        pytest.param("decide --help", ">/dev/full 2>/dev/full", 1, marks=linux_alone),
        pytest.param("decide a.arraywise --jsom", "2>/dev/full", 2, marks=linux_alone),
        pytest.param("decide none.arraywise", "2>/dev/full", 1, marks=linux_alone),
    ],
)
def test_a_stream_that_is_closed_or_full_is_no_reason_for_a_traceback(
    tmp_path: Path, arguments: str, redirect: str, status: int
) -> None:
    """What was opened next got the number of a closed one, and what is printed went into it.

    Python itself ends with 120 where it cannot print at exit what was buffered.
    """
    run(["new", str(tmp_path / "a.arraywise")])
    command = f"{shlex.quote(sys.executable)} -m arraywise {arguments} {redirect}"
    shell = subprocess.run(
        ["sh", "-c", command],
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert shell.returncode == status
    assert "Traceback" not in shell.stderr
    open_study(tmp_path / "a.arraywise").close()


def test_everything_is_printed_by_one_function() -> None:
    """A command that prints by itself passes the filter by."""
    modules = sorted((ROOT / "app" / "arraywise" / "cli").glob("*.py"))
    printing = {m.stem for m in modules if re.search(r"(?<![\w.])print\(", m.read_text("utf-8"))}
    assert printing == {"common"}


def test_a_number_in_json_is_printed_as_it_is_meant_and_whole_ones_stay_exact(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    values = {"share": 0.1 + 0.043, "bytes": 2.0**60 + 2**10, "in": [{"a": 1 / 3}, (0.1 + 0.2,)]}
    print_json(values)
    out = json.loads(capfdbinary.readouterr().out)
    assert out == {"share": 0.143, "bytes": 2.0**60 + 2**10, "in": [{"a": 0.333333333333}, [0.3]]}
