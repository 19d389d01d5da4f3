"""What a release is built from fits together.

No other test sees a package that is frozen without what the archive needs, or with other versions
than are tested, and a job that the check on bare systems (`make try-release`) would not carry out.
"""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
import yaml

from tests.conftest import ROOT

_LOCKED = re.compile(r"^([a-z0-9.-]+)==(\S+)", re.MULTILINE)


def locked(name: str) -> set[tuple[str, str]]:
    return set(_LOCKED.findall((ROOT / "packaging" / name).read_text("utf-8")))


@pytest.mark.parametrize("lock", ["requirements-installer.lock", "requirements-dev.lock"])
def test_packages_are_built_and_tested_with_all_that_the_archive_needs(lock: str) -> None:
    wanted = locked("requirements-archive.lock")
    assert {name for name, _ in wanted} >= {"deltalake", "obstore", "fsspec", "arro3-core"}
    assert wanted <= locked(lock)


def test_each_action_is_pinned_and_each_step_of_linux_is_one_that_is_carried_out() -> None:
    carried_out = {"actions/checkout", "actions/upload-artifact", "actions/download-artifact"}
    of_github = {"actions/attest-build-provenance", "actions/setup-python"}
    for path in sorted((ROOT / ".github/workflows").glob("*.yml")):
        for name, job in yaml.safe_load(path.read_text("utf-8"))["jobs"].items():
            for step in job["steps"]:
                action, _, commit = step.get("uses", "@").partition("@")
                assert ("run" in step) != bool(action), (path.name, name, step)
                assert not action or re.fullmatch("[0-9a-f]{40}", commit), (path.name, name, step)
                if str(job["runs-on"]).startswith("ubuntu") and action:
                    assert action in carried_out | of_github, (path.name, name, step)


def test_the_manual_page_names_the_actions_of_the_archive() -> None:
    """Catches a command whose own commands the page leaves out."""
    page = subprocess.run(
        [sys.executable, ROOT / "packaging/man_page.py"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    actions = ("init", "push", "list", "find", "pull", "take", "remove", "tidy", "verify")
    assert [each for each in actions if f"\n.SS archive {each}\n" not in page] == []
