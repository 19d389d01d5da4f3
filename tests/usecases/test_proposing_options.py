"""A folder that was dropped becomes options; none is made before the user takes it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arraywise.domain.options import Architecture
from arraywise.store.reading.evidence import list_files
from arraywise.store.reading.inputs import list_options
from arraywise.usecases.edit_options import (
    UnassignedFile,
    accept_proposals,
    add_option,
    propose_options,
)
from arraywise.usecases.import_files import import_files
from tests.conftest import ROOT

if TYPE_CHECKING:
    from arraywise.store.study import Study

EXAMPLE = ROOT / "data" / "worked-example"


def proposed(folder: str, *names: str, told: tuple[str, ...] = ()) -> list[tuple[str, int]]:
    """Return name and number of files of every option proposed for files in a folder."""
    files = [UnassignedFile(i, Path("/srv", folder, n), n, told) for i, n in enumerate(names)]
    return [(p.name, len(p.file_ids)) for p in propose_options(files)]


@pytest.mark.parametrize(
    ("folder", "names", "expected"),
    [
        ("drop", ["fc_u090_r3.xml", "fc_u090_r1.xml", "nas_u1.xml"], [("FC SAN", 2), ("NAS", 1)]),
        (
            "drop",
            ["das-raid10/u1.xml", "nas_10gbe/u1.xml"],
            [("DAS RAID 10", 1), ("NAS 10GbE", 1)],
        ),
        ("drop", ["das/fc.xml", "das/u1.xml"], [("DAS", 1)]),  # fc.xml contradicts its folder
        ("das", ["u030.xml", "u060.xml"], [("DAS", 2)]),
        ("das-raid10", ["dstat/das_u1.csv", "swingbench/u1.xml"], [("DAS RAID 10", 2)]),
        (
            "drop",
            ["fc_16g_u1.xml", "fc_16g_u2.xml", "fc_32g_u1.xml", "fc_32g_u2.xml"],
            [("FC SAN 16G", 2), ("FC SAN 32G", 2)],
        ),
        ("drop", ["fc_u1.xml", "synthetic_fc_iops.csv"], [("FC SAN", 2)]),
        ("drop", ["boxA/u1.xml", "boxB/u1.xml", "boxB/u2.xml"], [("boxA", 1), ("boxB", 2)]),
        ("drop", ["boxA/u1.xml", "boxA/u2.xml"], []),
        ("drop", ["01 boxA/u1.xml", "02 boxB/u1.xml"], [("boxA", 1), ("boxB", 1)]),
        ("drop", ["lab.zip/boxA/u1.xml", "lab.zip/boxB/u1.xml"], [("boxA", 1), ("boxB", 1)]),
        ("drop", ["1_das.tar.gz/u1.xml", "2_fc.zip/u1.xml"], [("DAS", 1), ("FC SAN", 1)]),
        ("drop", ["u030/r1.xml", "u060/r1.xml"], []),
        ("drop", ["dstat/r1.csv", "swingbench/r1.xml"], []),
        ("drop", ["dstat/boxA/1.csv", "fio/boxB/1.json"], [("boxA", 1), ("boxB", 1)]),
        ("drop", ["my_first_fc_test.xml"], [("FC SAN", 1)]),
        ("drop", ["load/nas-nfs/u1.xml", "host/NAS/u1.csv", "x/nas_u2.xml"], [("NAS NFS", 3)]),
        ("drop", ["a/DAS_RAID10/u1.xml", "b/das-raid-10/u1.csv"], [("DAS RAID 10", 2)]),
        (
            "drop",
            ["nas 10gbe/a.xml", "nas 1gbe/a.xml", "nas.xml"],
            [("NAS 10GbE", 1), ("NAS 1GbE", 1)],
        ),  # which of the two nas.xml is of nobody knows
        ("drop", ["fcache_u1.xml", "fcache_u2.xml"], [("Fluid Cache", 2)]),
        ("drop", ["nas_run1/a.xml", "nas_run2/a.xml"], [("NAS", 2)]),
        ("drop", ["vendor_a/u1.xml", "vendor_b/u1.xml"], [("Vendor A", 1), ("Vendor B", 1)]),
        ("drop", ["a.xml", "b.xml"], []),
        ("drop", [], []),
    ],
)
def test_proposals_follow_folders_and_names(
    folder: str, names: list[str], expected: list[tuple[str, int]]
) -> None:
    assert proposed(folder, *names) == expected


def test_what_stands_in_a_file_counts_before_its_name() -> None:
    assert proposed("drop", "a.csv", told=("nas_u30.csv",)) == [("NAS", 1)]
    assert proposed("drop", "fc.csv", told=("nas_u30.csv",)) == []


def test_the_worked_example_dropped_as_a_folder_becomes_its_five_options(study: Study) -> None:
    outcome = import_files(study, [EXAMPLE])
    assert list_options(study) == ()
    assert {p.name: p.architecture for p in outcome.proposals} == {
        "DAS RAID 10": Architecture.DAS,
        "FC SAN": Architecture.FC_SAN,
        "Fluid Cache DAS": Architecture.HOST_FLASH_CACHE,
        "iSCSI SAN": Architecture.ISCSI_SAN,
        "NAS NFS": Architecture.NAS,
    }
    accept_proposals(study, outcome.proposals)
    folders: dict[str | None, set[str]] = {}
    for row in list_files(study):
        folders.setdefault(row.option_name, set()).add(row.name.split("/")[0])
        assert not row.option_is_guess
    assert {name: result for name, result in folders.items() if name} == {
        "DAS RAID 10": {"das-raid10"},
        "FC SAN": {"fc-san"},
        "Fluid Cache DAS": {"fluid-cache-das"},
        "iSCSI SAN": {"iscsi-san"},
        "NAS NFS": {"nas-nfs"},
    }


@pytest.mark.parametrize("named", [".", "summary.txt", "../das", "../das/summary.txt"])
def test_the_folder_that_one_stands_in_says_as_much_as_one_that_was_dropped(
    study: Study, lab: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    monkeypatch.chdir(lab / "das")
    outcome = import_files(study, [Path(named)])
    assert [(p.name, len(p.file_ids)) for p in outcome.proposals] == [("DAS", 1)]
    assert [file.path for file in outcome.files] == [lab / "das" / "summary.txt"]


def test_an_option_that_is_there_gets_the_files(study: Study, lab: Path) -> None:
    outcome = import_files(study, [lab])
    assert [p.name for p in outcome.proposals] == ["DAS", "NAS 10GbE"]
    add_option(study, "das")
    accept_proposals(study, outcome.proposals)
    assert [option.name for option in list_options(study)] == ["das", "NAS 10GbE"]
    assert import_files(study, [lab]).proposals == ()


def test_an_option_named_otherwise_than_its_folder_is_still_the_same(study: Study) -> None:
    add_option(study, "das raid-10")
    files = [UnassignedFile(1, Path("/srv/das_raid10/u1.xml"), "das_raid10/u1.xml")]
    (option,) = accept_proposals(study, propose_options(files))
    assert option.name == "das raid-10"
    assert len(list_options(study)) == 1


def test_words_of_the_architecture_are_not_said_twice() -> None:
    names = [f"flash_cache_uc{users}_r1.xml" for users in (8, 64)]
    files = [UnassignedFile(i, Path(name), name) for i, name in enumerate(names)]
    assert [built.name for built in propose_options(files)] == ["Host Flash Cache"]
