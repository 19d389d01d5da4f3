"""Carries out the Linux jobs of a workflow on bare systems: `make try-release`, as root.

Each job gets a bare Debian 12 of its own (packaging/bare_debian.sh), with the capabilities of an
unprivileged container, and the shell that GitHub takes. Every `run:` is executed as it stands in
the file. Of the actions, what they leave behind is done here: a checkout of the last commit, a
Python, artifacts that one job hands to another. What needs GitHub itself (`gh`, attestations) is
written down instead and printed.

Usage: python -m tests.release.try_workflow WORKFLOW FOLDER [JOB ...]
"""

from __future__ import annotations

import fnmatch
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from tests.conftest import ROOT

BARE = ROOT / "packaging" / "bare_debian.sh"
WORKSPACE = "/__w/arraywise"
RUNNER_TEMP = "/__w/_temp"
_RUNNER_BRINGS = ("git", "ca-certificates", "make", "python3", "python3-venv", "sudo")
"""Of what Ubuntu's runner has, the parts that jobs outside of a container use."""
_GH = """#!/bin/sh
printf 'gh' >>/__w/github.log
printf ' %s' "$@" >>/__w/github.log
echo >>/__w/github.log
[ "$1 $2" != "release view" ] # there is no such release yet
"""
_EXPRESSION = re.compile(r"\$\{\{\s*([\w.-]+)\s*\}\}")


class StepFailed(Exception):  # noqa: N818 - says what became of a step
    """A step that did not succeed."""


def main(workflow: Path, folder: Path, wanted: list[str]) -> None:
    """Carry out the jobs in their order; raises StepFailed at the first step that fails."""
    # GitHub takes `on` for a word, YAML 1.1 for true; nothing here asks for it.
    stated = yaml.safe_load(workflow.read_text("utf-8"))
    program = (ROOT / "app/arraywise/__init__.py").read_text("utf-8")
    (version,) = re.findall(r'^__version__ = "(.*)"$', program, re.MULTILINE)
    folder.mkdir(parents=True, exist_ok=True)
    jobs = {
        name: job
        for name, job in stated["jobs"].items()
        if str(job["runs-on"]).startswith("ubuntu") and (not wanted or name in wanted)
    }
    for name, job in jobs.items():
        Job(name, job, folder.resolve(), stated.get("env", {}), version).carry_out()
    print(f"{len(jobs)} jobs of {workflow.name}: every step succeeded")


class Job:
    """One job on a bare system."""

    def __init__(
        self, name: str, stated: dict[str, Any], folder: Path, env: dict[str, str], version: str
    ) -> None:
        self._name, self._stated, self._folder = name, stated, folder
        self._artifacts, self._root = folder / "artifacts", folder / name
        matrix = stated.get("strategy", {}).get("matrix", {})
        self._values = {
            "inputs.version": version,
            "github.token": "no-token",
            "github.repository": "owner/arraywise",
            "github.ref": "refs/heads/main",
            "runner.temp": RUNNER_TEMP,
            **{f"matrix.{key}": str(values[0]) for key, values in matrix.items()},
        }
        head = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True
        )
        self._env = {
            "CI": "true",
            "GITHUB_WORKSPACE": WORKSPACE,
            "GITHUB_REPOSITORY": "owner/arraywise",
            "GITHUB_SHA": head.stdout.strip(),
            "GITHUB_ENV": f"{RUNNER_TEMP}/env",
            "RUNNER_TEMP": RUNNER_TEMP,
            **self._filled({**env, **stated.get("env", {})}),
        }

    def carry_out(self) -> None:
        bare = self._folder / "bare"
        self._inside(bare, "true")
        if self._root.exists():
            shutil.rmtree(self._root)
        subprocess.run(["cp", "-a", bare, self._root], check=True)
        for inside in (WORKSPACE, RUNNER_TEMP):
            (self._root / inside[1:]).mkdir(parents=True)
        if "container" not in self._stated:
            self._become_a_runner()
        for number, step in enumerate(self._stated["steps"], 1):
            what = step.get("name") or step.get("uses") or step["run"].strip().splitlines()[0]
            print(f"== {self._name} {number}: {what}", flush=True)
            self._run(step) if "run" in step else self._use(step)
        log = self._root / "__w/github.log"
        if log.exists():
            print(f"   of GitHub was asked: {log.read_text('utf-8')}")

    def _inside(self, root: Path, *command: str) -> None:
        result = subprocess.run(["bash", BARE, root, *command], check=False)
        if result.returncode:
            text = f"{self._name}: ended with {result.returncode}"
            raise StepFailed(text)

    def _become_a_runner(self) -> None:
        packages = " ".join(_RUNNER_BRINGS)
        script = (
            "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq"
            f" --no-install-recommends {packages} >/dev/null && ln -s python3 /usr/bin/python"
        )
        self._inside(self._root, "sh", "-c", script)
        gh = self._root / "usr/local/bin/gh"
        gh.write_text(_GH, "utf-8")
        gh.chmod(0o755)

    def _filled(self, stated: dict[str, Any]) -> dict[str, str]:
        """Put in what is known; a secret is empty, as where it is not set."""
        return {
            name: _EXPRESSION.sub(lambda found: self._values.get(found[1], ""), str(value))
            for name, value in stated.items()
        }

    def _run(self, step: dict[str, Any]) -> None:
        shell = step.get("shell") or self._stated.get("defaults", {}).get("run", {}).get("shell")
        if shell == "bash":
            started = ["bash", "--noprofile", "--norc", "-eo", "pipefail"]
        elif "container" in self._stated:
            started = ["sh", "-e"]
        else:
            started = ["bash", "-e"]
        script = self._root / "__w/_temp/step.sh"
        script.write_text(self._filled({"run": step["run"]})["run"], "utf-8")
        env = {**self._env, **self._filled(step.get("env", {}))}
        where = f"{WORKSPACE}/{step.get('working-directory', '')}"
        command = [*started, f"{RUNNER_TEMP}/step.sh"]
        self._inside(
            self._root,
            *("env", *(f"{name}={value}" for name, value in env.items())),
            *("sh", "-c", f"cd {shlex.quote(where)} && exec {shlex.join(command)}"),
        )

    def _use(self, step: dict[str, Any]) -> None:
        action, given = step["uses"].partition("@")[0], self._filled(step.get("with", {}))
        workspace = self._root / WORKSPACE[1:]
        if action == "actions/checkout":
            clone = ["git", "clone", "-q", "--no-hardlinks", f"file://{ROOT}", workspace]
            subprocess.run(clone, check=True)
        elif action == "actions/upload-artifact":
            found = [p for p in sorted(self._found(given["path"])) if p.is_file()]
            if not found:
                text = f"{self._name}: nothing is at {given['path']}"
                raise StepFailed(text)
            target = self._artifacts / given["name"]
            shutil.rmtree(target, ignore_errors=True)
            target.mkdir(parents=True)
            for path in found:
                print(f"   {given['name']}: {path.name}, {path.stat().st_size:,} bytes")
                shutil.copy(path, target)
        elif action == "actions/download-artifact":
            pattern = given.get("pattern") or given["name"]
            for folder in sorted(self._artifacts.iterdir()):
                if fnmatch.fnmatch(folder.name, pattern):
                    shutil.copytree(folder, workspace / given["path"], dirs_exist_ok=True)
        else:
            print("   left out: it needs GitHub")

    def _found(self, pattern: str) -> list[Path]:
        inside = pattern if pattern.startswith("/") else f"{WORKSPACE}/{pattern}"
        return list(self._root.glob(inside[1:]))


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
    except StepFailed as failure:
        sys.exit(str(failure))
