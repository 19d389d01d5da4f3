"""What is shipped names its parts.

No other test sees a dependency that came without its licence being told, a notice of older
versions, or a wheel that lost a folder of the program's files.
"""

from __future__ import annotations

import re
import tomllib

from tests.conftest import ROOT

NOTICE = (ROOT / "resources" / "licences" / "NOTICE.txt").read_text("utf-8")
LOCK = (ROOT / "packaging" / "requirements.lock").read_text("utf-8")


def test_each_locked_dependency_stands_in_the_notice_with_version_and_licence() -> None:
    locked = re.findall(r"^([\w.-]+)==([\w.]+)", LOCK, re.MULTILINE)
    assert locked
    absent = [
        each for each in locked
        if not re.search(rf"^{re.escape(' '.join(each))}( \(.+\))?: \w", NOTICE, re.MULTILINE)
    ]  # fmt: skip
    assert absent == []


def test_each_folder_of_resources_is_in_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    folders = {
        f"resources/{each.name}" for each in (ROOT / "resources").iterdir() if each.is_dir()
    }
    assert folders - set(included) <= {"resources/guide", "resources/screenshots"}  # sources
