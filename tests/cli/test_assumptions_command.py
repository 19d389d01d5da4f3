"""`arraywise assumptions`: each row's command, with its switching value, changes the answer.

No other test types a switching value back: a command whose unit, rounding or option is not that
of its row would go unnoticed.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from arraywise.analysis.decision.assumptions import Trials
from arraywise.analysis.prepared import prepare_study
from arraywise.cli import run
from arraywise.store.study import open_study
from arraywise.usecases.create_sample import LEDGER, WORKED_EXAMPLE
from arraywise.usecases.review_assumptions import review_assumptions
from arraywise.usecases.undo import undo_step
from arraywise.usecases.workload_profile import read_study

if TYPE_CHECKING:
    from collections.abc import Callable

    from arraywise.domain.assumptions import AssumptionRegister


SMALL = "orion-2005"
"""A sample whose register takes a second."""


def recommended(path: Path) -> str | None:
    with open_study(path) as study:
        facts = read_study(study)
    return Trials.start(prepare_study(facts), facts).answer_there(facts).option


@pytest.fixture(scope="module")
def registers(
    built_sample: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, tuple[Path, AssumptionRegister]]:
    folder, result = tmp_path_factory.mktemp("registers"), {}
    for sample in (WORKED_EXAMPLE, LEDGER):
        path = folder / f"{sample.name}.arraywise"
        shutil.copy(built_sample(sample.name), path)
        with open_study(path) as study:
            result[sample.name] = path, review_assumptions(study)
    return result


@pytest.mark.parametrize("name", [WORKED_EXAMPLE.name, LEDGER.name])
def test_the_command_of_each_row_sets_its_switching_value(
    registers: dict[str, tuple[Path, AssumptionRegister]], name: str, tmp_path: Path
) -> None:
    path, register = registers[name]
    wrong, kinds = [], set()
    for row in register.rows:
        kind = row.fact.key.partition("/")[0]
        if row.nearest is None or (kind in kinds and kind != "requirement"):
            continue
        kinds.add(kind)
        copy = Path(shutil.copy(path, tmp_path / "copy.arraywise"))
        arguments = row.fact.arguments(row.nearest.value, str(copy))
        status = run(arguments)
        if status != 0 or recommended(copy) != row.nearest.answer.option:
            wrong.append((status, arguments, recommended(copy), row.nearest.answer.option))
    assert wrong == []
    assert {"requirement", "swing", "price", "provisioning"} <= kinds


@pytest.mark.parametrize("name", [WORKED_EXAMPLE.name, LEDGER.name])
def test_every_command_is_one_that_the_command_line_takes(
    registers: dict[str, tuple[Path, AssumptionRegister]], name: str
) -> None:
    from arraywise.cli import build_parser

    _, register = registers[name]
    for row in register.rows:
        value = row.fact.choices[0].value if row.fact.choices else row.fact.value
        arguments = row.fact.arguments(value, "study.arraywise")
        parsed, left = build_parser(arguments[0]).parse_known_args(list(arguments))
        assert not left, arguments
        assert str(parsed.study) == "study.arraywise"


def test_the_document_has_every_row_with_its_command(
    copied_sample: Callable[..., Path], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = copied_sample(tmp_path / "orion.arraywise", SMALL)
    assert run(["assumptions", str(path), "--json"]) == 0
    document: dict[str, Any] = json.loads(capfd.readouterr().out)
    rows = document["assumptions"]
    fields = (
        *("name", "value", "unit", "kind", "source", "by", "at", "range", "switching_value"),
        *("answer_there", "distance", "command"),
    )
    assert all(field in row for row in rows for field in fields)
    (load,) = (row for row in rows if row["key"] == "requirement/load")
    assert load["command"] == ["require", "STUDY", "--load", "{value} IOPS"]
    assert load["answer_there"] == {"option": None, "outcome": "not shown"}


def test_source_and_agreement_are_typed_and_undone(
    copied_sample: Callable[..., Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = copied_sample(tmp_path / "noted.arraywise", SMALL)
    name = "Reserve on top of the demand"
    stated = ["--source", "web log", "--agreed-by", "Client", "--agreed-on", "2026-11-20"]
    assert run(["assumptions", str(path), name, *stated]) == 0
    assert "web log, agreed by Client, 2026-11-20" in capsys.readouterr().out
    with open_study(path) as study:
        (row,) = (r for r in review_assumptions(study).rows if str(r.fact.label) == name)
        assert (row.source, row.note.agreed_by) == ("web log", "Client")
        undo_step(study)
        (row,) = (r for r in review_assumptions(study).rows if str(r.fact.label) == name)
        assert (row.source, row.note.is_agreed) == ("", False)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["No such thing", "--note", "x"], "No assumption is called No such thing"),
        (
            ["Reserve on top of the demand", "--agreed-by", "A", "--agreed-on", "soon"],
            "is not a date",
        ),
        (["Reserve on top of the demand", "--agreed-on", "2026-11-20"], "Name who agreed"),
        (["--note", "x"], "name the assumption"),
    ],
)
def test_a_note_that_cannot_be_is_refused(
    built_sample: Callable[..., Path],
    arguments: list[str],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = shutil.copy(built_sample(SMALL), tmp_path / "refused.arraywise")
    assert run(["assumptions", str(path), *arguments]) == 1
    assert said in capsys.readouterr().err


def test_a_typed_value_names_its_author(
    copied_sample: Callable[..., Path], tmp_path: Path
) -> None:
    path = copied_sample(tmp_path / "typed.arraywise", SMALL)
    assert run(["require", str(path), "--reserve", "5%"]) == 0
    with open_study(path) as study:
        (row,) = (r for r in review_assumptions(study).rows if r.fact.key == "requirement/reserve")
    assert row.kind.value == "typed"
    assert row.at is not None
