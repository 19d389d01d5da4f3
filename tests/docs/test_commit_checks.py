"""What is checked before a commit is what `make lint` checks."""

from __future__ import annotations

import re

from tests.conftest import ROOT


def test_the_hooks_before_a_commit_are_the_checks_of_make_lint() -> None:
    recipe = re.search(
        r"^lint:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE
    )
    assert recipe is not None
    checks = [line.strip().replace("$(BIN)", ".venv/bin") for line in recipe[1].splitlines()]
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    assert re.findall(r"^ +entry: (.+)$", hooks, re.MULTILINE) == checks


def test_no_hook_comes_from_elsewhere() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    assert re.findall(r"repo: (.+)", hooks) == ["local"]
    assert "://" not in hooks
