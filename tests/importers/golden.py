"""Expected readings beside the samples: `sample.txt` and `sample.txt.expected.json`.

`python -m tests.importers.golden [FOLDER...]` writes them again (all of them, or those of some
tools); the difference is then for a human to judge.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

from arraywise.importers.kit.importer import Source
from arraywise.importers.recognition import read_sources
from tests.conftest import CORPUS, ROOT, corpus_files

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from arraywise.domain.evidence import Measurement, Reading, Run
    from arraywise.importers.kit.importer import Importer

SAMPLES = ROOT / "tests" / "importers" / "samples"
"""Own fixtures, a folder a tool."""
EXPECTED_CORPUS = ROOT / "tests" / "importers" / "expected_corpus"
"""What is expected of the real files, which themselves stay where they are."""
CORPUS_FOLDERS = (
    "orion",
    "swingbench",
    "io_calibrate",
    "dstat",
    "dool",
    "pcp_dstat",
    "pgbench_sysbench",
    "hammerdb",
    "vdbench",
    "slob",
    "fio",
    "io_profile",
    "iometer",
    "diskspd",
    "sysstat",
    "lshw",
)
"""Folders of real files whose tools are read."""


def sample_files(folder: Path = SAMPLES) -> list[Path]:
    """List the own fixtures below a folder."""
    return sorted(
        p
        for p in folder.rglob("*")
        if p.is_file() and p.name != "README.md" and not p.name.endswith(".expected.json")
    )


@cache
def read_folder(folder: Path) -> dict[Path, Reading]:
    """Read all files below a folder as if it had been dropped on the window."""
    paths = sample_files(folder)
    sources = [Source(p.relative_to(folder).as_posix(), p.read_bytes()) for p in paths]
    return dict(zip(paths, read_sources(sources), strict=True))


def read_one(importer: Importer, paths: Sequence[Path]) -> list[Reading]:
    """Read files with one importer, grouped as it wants."""
    sources = [Source(p.name, p.read_bytes()) for p in paths]
    return [reading for group in importer.groups(sources) for reading in importer.read(group)]


def describe(reading: Reading) -> dict[str, Any]:
    """Turn a reading into JSON that a human can check against the file."""
    return {
        "tool": reading.tool,
        "version": reading.tool_version,
        "status": reading.status.value,
        "run_type": reading.run_type,
        "problems": [
            f"{p.severity.value} @{p.line}: {p.text}"
            if p.line
            else f"{p.severity.value}: {p.text}"
            for p in reading.problems
        ],
        "runs": [_run(run) for run in reading.runs],
    }


def _run(run: Run) -> dict[str, Any]:
    return {
        "name": run.name,
        "started_at": run.started_at,
        "duration_s": run.duration_s,
        "complete": run.complete,
        "host": run.host,
        "attributes": dict(run.attributes),
        "measurements": [_measurement(m) for m in run.measurements],
        "series": [
            f"{s.name} [{s.unit.value}] x{len(s.values)}: {s.values[0]:.9g} .. {s.values[-1]:.9g},"
            f" mean {sum(s.values) / len(s.values):.9g} @{s.line}"
            for s in run.series
            if len(s.values)
        ],
        "samples": [
            {
                "first_line": t.first_line,
                "fields": t.field_count,
                "bytes": t.stop - t.start,
                "clock": f"{t.time.clock.value} {t.time.format or ''} {t.time.year or ''}".strip(),
                "columns": [
                    f"{c.position}: {c.name}{':' + c.instance if c.instance else ''}"
                    f" x{c.scale:g} [{c.unit.value}]"
                    for c in t.columns
                ],
            }
            for t in run.samples
        ],
    }


def _measurement(m: Measurement) -> str:
    load = " ".join(
        f"{name}={value}"
        for name, value in (
            ("users", m.load.users),
            ("small", m.load.small_ios),
            ("large", m.load.large_ios),
        )
        if value is not None
    )
    where = f"@{m.line}:{m.column}" if m.column else f"@{m.line}"
    group = f" <{m.group}>" if m.group else ""
    return (
        f"{m.metric.value} {m.statistic} {m.value:.9g} {m.unit.value}"
        f"{group} ({load}) {where} {m.origin.value}"
    )


def expectation_of(path: Path) -> Path:
    """Return where the expected reading of a file is kept."""
    if path.is_relative_to(SAMPLES):
        return path.with_name(path.name + ".expected.json")
    tool_and_rest = path.relative_to(ROOT.parent / "shared" / "corpus")
    return EXPECTED_CORPUS / tool_and_rest.with_name(path.name + ".expected.json")


def write(path: Path, reading: Reading) -> None:
    """Write the expected reading of one file."""
    target = expectation_of(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(describe(reading), indent=1, ensure_ascii=False)
    target.write_text(text + "\n", "utf-8")


def expected(path: Path) -> dict[str, Any]:
    """Read back what is expected of a file."""
    expectation: dict[str, Any] = json.loads(expectation_of(path).read_text("utf-8"))
    return expectation


def main(names: Sequence[str]) -> None:
    """Write what is read today of every sample and real file, or of some folders only."""
    folders = [folder for folder in SAMPLES.iterdir() if folder.is_dir()]
    folders += [CORPUS / name for name in CORPUS_FOLDERS if corpus_files(name)]
    for folder in folders:
        if not names or folder.name in names:
            for path, reading in read_folder(folder).items():
                write(path, reading)


if __name__ == "__main__":
    main(sys.argv[1:])
