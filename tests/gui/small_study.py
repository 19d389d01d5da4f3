"""A study of two options at three load levels, made from files of the worked example."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from arraywise import shipped
from arraywise.domain.options import ProvisioningTime
from arraywise.domain.requirement import Requirement
from arraywise.store.study import create_study
from arraywise.usecases.edit_criteria import set_price_range
from arraywise.usecases.edit_options import upsert_provisioning_times
from arraywise.usecases.edit_study import set_requirement
from arraywise.usecases.import_files import import_files
from arraywise.usecases.read_price_sheet import import_price_sheet

if TYPE_CHECKING:
    from pathlib import Path

DATA = shipped.data("worked-example")
OPTIONS = (("NAS NFS", "nas-nfs", "nas", 25), ("FC SAN", "fc-san", "fc", 95))
USERS, RUNS = (60, 90, 120), (1, 2)


def swingbench_file(folder: str, prefix: str, users: int, run: int) -> Path:
    """Return the path of one run's results."""
    return DATA / folder / "swingbench" / f"{prefix}_u{users:03}_r{run}.xml"


@pytest.fixture(scope="session")
def small_study_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a study with two options, built once from the files of the worked example."""
    path = tmp_path_factory.mktemp("study") / "small.arraywise"
    build_small_study(path)
    return path


@pytest.fixture
def small_study(small_study_file: Path, tmp_path: Path) -> Path:
    """Return a copy of the small study that the test may change."""
    return shutil.copy(small_study_file, tmp_path / "small.arraywise")


def build_small_study(path: Path) -> None:
    """Import, price and time two options; FC SAN meets the target, and is the dearer."""
    with create_study(path, name="Small", client="Somebody", currency="BRL") as study:
        for name, folder, prefix, minutes in OPTIONS:
            files = [swingbench_file(folder, prefix, u, r) for u in USERS for r in RUNS]
            import_files(study, files, option=name)
            import_price_sheet(study, name, DATA / "prices" / f"{folder}.csv")
            times = [ProvisioningTime("Provide", n, minutes * 60.0 + n) for n in (1, 2, 3)]
            upsert_provisioning_times(study, name, times)
        set_price_range(study, 500_000, 650_000)
        set_requirement(study, Requirement(0.2, "mean", 54_432_000))
