"""The condition of I/O runs in the list of files: block size, mix and depth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arraywise.domain.study import RunSetup
from arraywise.gui.pages.evidence.settings import describe_io_conditions
from arraywise.store.reading.evidence import list_files
from arraywise.store.reading.runs import read_io_setups
from arraywise.store.study import create_study
from arraywise.usecases.import_files import import_files
from tests.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

FC = ROOT / "data" / "worked-example" / "fc-san"


def made(**stated: str) -> RunSetup:
    return RunSetup(1, "run.json", "fio", attributes=tuple(stated.items()))


def test_one_mix_is_named_and_several_give_their_ends() -> None:
    small = made(block_bytes="8192", write_percent="20", random_share="1")
    large = made(block_bytes="1048576", write_percent="100", random_share="0")
    assert describe_io_conditions([(small, (8,))]) == "8\u00a0KiB, 20\u00a0% writes, 8 outstanding"
    assert describe_io_conditions([(large, ())]) == "1\u00a0MiB, 100\u00a0% writes, sequential"
    assert describe_io_conditions([(small, (1, 8)), (large, (32,))]) == (
        "8\u00a0KiB\u20131\u00a0MiB, 20\u2013100\u00a0% writes, 1\u201332 outstanding"
    )


def test_what_no_run_states_is_left_out() -> None:
    assert describe_io_conditions([]) == ""
    assert describe_io_conditions([(made(), (4,))]) == "4 outstanding"


def test_files_of_io_tools_have_a_condition_before_they_belong_to_an_option(
    tmp_path: Path,
) -> None:
    with create_study(tmp_path / "new.arraywise", name="New") as study:
        files = sorted((FC / "orion").glob("*_iops.csv"))
        import_files(study, [*files, FC / "swingbench" / "fc_u060_r1.xml"])
        names = {row.id: row.name for row in list_files(study)}
        found = {
            names[id_]: describe_io_conditions(runs) for id_, runs in read_io_setups(study).items()
        }
    assert [name for name in found if name.endswith(".xml")] == []
    (condition,) = {text for name, text in found.items() if name.endswith("_iops.csv")}
    assert condition == "0\u00a0% writes, 1\u201330 outstanding"
