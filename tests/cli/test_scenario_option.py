"""`decide --scenario` answers as if the scenario were in use, and leaves the study as it is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from arraywise.cli import run
from arraywise.store.reading.history import list_scenarios
from arraywise.store.study import open_study
from arraywise.usecases.compare_scenarios import add_scenario
from arraywise.usecases.undo import undo_state

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def asked(capsys: pytest.CaptureFixture[str], study: Path, *scenario: str) -> int:
    capsys.readouterr()
    assert run(["decide", str(study), "--json", *scenario]) == 0
    visits: int = json.loads(capsys.readouterr().out)["requirement"]["visits_per_month"]
    return visits


def test_decide_in_a_scenario(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "lab.arraywise"
    assert run(["new", str(path)]) == 0
    assert run(["require", str(path), "--visits-per-month", "1000000"]) == 0
    with open_study(path) as study:
        add_scenario(study, "Double load")
    assert run(["require", str(path), "--visits-per-month", "2000000"]) == 0
    assert asked(capsys, path) == 2_000_000
    assert asked(capsys, path, "--scenario", "base") == 1_000_000
    assert asked(capsys, path, "--scenario", "double load") == 2_000_000
    assert run(["decide", str(path), "--scenario", "base"]) == 0
    assert run(["decide", str(path), "--scenario", "none such"]) == 1
    assert "Double load" in capsys.readouterr().err
    with open_study(path) as study:
        assert [(s.name, s.in_use) for s in list_scenarios(study)] == [("Double load", True)]
        assert str(undo_state(study).undo) == "visits per month"
